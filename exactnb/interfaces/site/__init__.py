"""A static site of problems and theorems, and the page in it that computes in the reader's browser."""
