"""Check a whole working: each claim in it, and which line is the first that is wrong."""
