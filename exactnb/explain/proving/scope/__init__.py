"""What a proof may speak of: letters, ranges, definitions and signs, and formulas read by them."""
