"""The operations of python-flint that are used here, by mpmath and SymPy, where it is not installed."""
