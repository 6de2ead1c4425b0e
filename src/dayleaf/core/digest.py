"""BLAKE2b, our one digest, without OpenSSL: `hashlib` loads it first, 2 ms of every start that serve nobody here."""

from __future__ import annotations

try:
    from _blake2 import blake2b
except ImportError:  # a Python that has it in `hashlib` alone
    from hashlib import blake2b

__all__ = ["blake2b"]
