"""Families of the words of texts, one file each. Nothing else stands here."""
