"""What else could have been meant or done: conventions, mistakes, edits, roundings, as one thing."""
