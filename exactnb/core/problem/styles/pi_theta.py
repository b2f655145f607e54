"""The notation of slides after T. Mitchell: π_k for the prior, θ_ijk for P(X_i = x_ij | Y = y_k)."""

from __future__ import annotations

SOURCE = "Bayesian Learning, Part II: Naïve Bayes, after T. Mitchell"
TEMPLATES = {
    "prior": "π_{{class}}",
    "multinomial": "θ_{{word},{class}}",
    "dirichlet-multinomial": "θ_{{word},{class}}",
    "draw": "θ_{w,{class}}^{n_{w}}",
    "bernoulli": "θ_{{column},{value},{class}}",
    "categorical": "θ_{{column},{value},{class}}",
    "parameter": "θ_{{column},{value},{class}}",
    "factor": "θ_{j,x_{j},{class}}",
    "index": "j",
    "decision": "Y({x})",
}
