"""The notation of notes on generative classifiers: π_k for the prior, τ_jk for P(x_j = 1 | y = k)."""

from __future__ import annotations

SOURCE = "lecture notes on generative classifiers"
TEMPLATES = {
    "prior": "π_{{class}}",
    "multinomial": "p_{{word},{class}}",
    "dirichlet-multinomial": "p_{{word},{class}}",
    "draw": "p_{w,{class}}^{n_{w}}",
    "bernoulli": "τ_{{column},{class}}",
    "categorical": "τ_{{column}={value},{class}}",
    "decision": "ŷ({x})",
}
