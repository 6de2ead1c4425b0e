"""Markdown in, Markdown out: where a page lies, what its lines say, and the smallest edit of them."""
