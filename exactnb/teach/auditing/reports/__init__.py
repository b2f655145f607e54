"""Reports of an audit: what is said in them, and one file for each form."""
