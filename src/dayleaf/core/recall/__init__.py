"""From a question to cited hits: read the question, weigh the clues, rank the facts, fit them to a budget."""
