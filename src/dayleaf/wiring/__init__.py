"""The only place that names adapters: find the workspace, read its Config, put a Memory together.

One module a step, so that what needs no index (`place`) loads none.
"""
