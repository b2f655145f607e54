"""The algebra of proofs: formulas in normal form, their signs, slopes and integrals."""
