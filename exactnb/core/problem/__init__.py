"""A problem: data, models, queries and what is asked, read from a file and checked as a whole."""
