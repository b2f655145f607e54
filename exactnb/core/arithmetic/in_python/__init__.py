"""The operations of python-flint that are used here, in Python: for where it cannot be installed."""
