"""The imperative shell in straight lines: read, ask the core, write; each module one thing a memory can do."""
