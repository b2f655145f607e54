"""What else could have been meant: conventions, misconceptions, edits and roundings as one kind of thing."""
