"""The notation of 50.007, week 6: θ_w^+ for a word in class +, D for a document."""

from __future__ import annotations

SOURCE = "50.007 Machine Learning, notes for week 6 (2022)"
TEMPLATES = {
    "prior": "P(y={class})",
    "multinomial": "θ_{{word}}^{{class}}",
    "dirichlet-multinomial": "θ_{{word}}^{{class}}",
    "bernoulli": "θ_{{column}}^{{class}}",
    "categorical": "θ_{{column}={value}}^{{class}}",
    "draw": "(θ_{w}^{{class}})^{n(w)}",
    "factor": "P(x_{j}|θ^{{class}})",
    "likelihood": "P({x}|θ^{{class}})",
    "joint": "P({x}, y={class})",
    "posterior": "P(y={class}|{x})",
    "decision": "ŷ({x})",
    "weight": "θ_{{x}}^{{classes}}",
    "prior bias": "θ_{0}^{{classes}}",
}
