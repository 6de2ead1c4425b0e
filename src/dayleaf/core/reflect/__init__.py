"""Reflect: what the curated pages of the bank say, how they are written, and what is proposed to a person."""
