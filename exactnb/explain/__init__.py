"""Why it is true, line by line: derivations, proofs, solutions, and how they are printed."""
