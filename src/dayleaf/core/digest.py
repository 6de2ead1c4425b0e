"""BLAKE2b, our one digest, without OpenSSL: `hashlib` loads it first, 2 ms of every start that serve nobody here."""

from __future__ import annotations

try:
    from _blake2 import blake2b
except ImportError:  # a Python that has it in `hashlib` alone
    from hashlib import blake2b

__all__ = ["blake2b"]


def content_hash(text: str) -> str:
    """16 hexadecimal digits of BLAKE2b over a content: what a stored citation is checked against."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
