"""Ways in: the command line, a site, scikit-learn, notebooks."""
