"""The algebra of proofs: formulas in normal form, their signs and their slopes."""
