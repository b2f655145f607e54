"""Families of columns of numbers, one file each. Nothing else stands here."""
