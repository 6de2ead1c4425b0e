"""The Model Context Protocol: the operations as tools, core and entity pages as resources, over standard streams or HTTP."""
