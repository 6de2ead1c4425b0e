"""The loopback HTTP server: the operations under `/v1/…`, MCP under `/mcp`, and the command line's own way in."""
