"""COMP9417's notation: p_j^k for a word j in class k, p(c_k) for the prior."""

from __future__ import annotations

SOURCE = "O. Ghattas, COMP9417: Naive Bayes Classifiers (2019)"
TEMPLATES = {
    "class": "c_{{class}}",
    "prior": "p(c_{{class}})",
    "multinomial": "θ_{{word}}^{{class}}",
    "dirichlet-multinomial": "θ_{{word}}^{{class}}",
    "draw": "(θ_{w}^{{class}})^{x_{w}}",
    "draw index": "w∈V",
    "bernoulli": "p_{{column}}^{{class}}",
    "categorical": "p_{{column}={value}}^{{class}}",
    "parameter": "p({column}={value}|c_{{class}})",
    "factor": "p(x_{j}|c_{{class}})",
    "index": "j∈V",
    "likelihood": "p({x}|c_{{class}})",
    "joint": "p(c_{{class}}) p({x}|c_{{class}})",
    "evidence": "p({x})",
    "posterior": "p(c_{{class}}|{x})",
    "conditional": "p({left}|{right})",
    "decision": "c({x})",
}
