"""Questions around a model, one file for each kind; the rows of `core/quantities/` lead to them."""
