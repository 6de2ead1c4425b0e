"""One port each, one third-party library each; never each other."""
