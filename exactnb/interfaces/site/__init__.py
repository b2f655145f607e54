"""A static site of problems and theorems, with a page that computes in the reader's browser."""
