"""The bounded reader of derivations: formulas with Σ, ∏, indices, functions and derivatives."""
