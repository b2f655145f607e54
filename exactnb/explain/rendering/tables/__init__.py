"""The layout of chains and tables in each format, and of displays that share a line."""
