"""Derivations with letters, judged line by line and refuted by exact counterexamples."""
