"""What can be asked of a memory from outside, said once: name, words, schemas, how it is done. MCP and HTTP are made of it."""
