"""The notation of Cornell's applied machine learning: φ_k for the prior, ψ_jk for P(x_j = 1|y = k)."""

from __future__ import annotations

SOURCE = "Cornell, Applied Machine Learning, lecture 8"
TEMPLATES = {
    "prior": "φ_{{class}}",
    "multinomial": "ψ_{{word},{class}}",
    "dirichlet-multinomial": "ψ_{{word},{class}}",
    "draw": "ψ_{w,{class}}^{n_{w}}",
    "bernoulli": "ψ_{{column},{class}}",
    "categorical": "ψ_{{column}={value},{class}}",
    "decision": "ŷ({x})",
}
