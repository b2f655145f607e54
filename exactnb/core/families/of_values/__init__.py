"""Families of columns of values, one file each. Nothing else stands here."""
