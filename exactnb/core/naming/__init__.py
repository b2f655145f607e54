"""The names of quantities: what they are made of, how they are read, and how they are written."""
