"""Beliefs that move by evidence: what an opinion is, how a fact stands to it, how far it moves, where it is written down."""

from dayleaf.core.opinion.values import Evidence, Opinion

__all__ = ["Evidence", "Opinion"]
