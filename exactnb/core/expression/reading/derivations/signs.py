"""Nodes that stand for what is not written out, and names with a meaning in every derivation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Symbol
from exactnb.core.expression.reading.tokens import split_words

WHOLE = nodes.Domain("named", ())
"""The range of an index that is written without one."""

TEXTS = tuple(map(Symbol, ("x", "X", "d", "D")))
"""The letters of a text: w ∈ x runs over its tokens, each as often as it stands there."""

REST = Symbol("…")
"""What dots stand for."""

COVARIANCE = Symbol("Σ")
"""The letter of a matrix, before a vector; Σ is a sum where an index stands below."""

INFINITY = nodes.Special("∞")
"""No end."""

CONSTANT = Symbol("const")
"""A term that does not depend on the parameter."""

PRIME = Symbol("′")
"""The letter by which a prime differentiates: the only parameter."""

ABOVE = Symbol("above")
"""The formula that stands above, of which d/dp is the derivative."""

OBJECTIVES = ("ℓ", "L", "Λ", "J", "LL", "NL", "LP", "LQ")
"""Letters that are functions wherever an argument stands behind them; NL is −LL, what is minimised."""

LOGISTIC = ("σ", "sigmoid", "logistic", "expit")
"""The names of 1/(1 + e^(−z)), before the parenthesis with z."""

FUNCTIONS = {"log": "log", "ln": "log", "exp": "exp", "sqrt": "sqrt", "Gamma": "Gamma", "Γ": "Gamma"}
"""The functions of numbers, by the names that people write."""

NAMES = split_words(
    "log ln exp sqrt argmax argmin max min med sum prod lim frac hat bar const Beta Gamma choose MLE "
    "MAP ML Pr sgn det Var Cov KL binom d partial arg logit"
)
"""What letters in a row are read as, and neither letter by letter nor as a word."""

ORDERS: Mapping[str, Literal["max", "min", "median"]] = {
    "max": "max", "min": "min", "median": "median", "med": "median", "maximum": "max", "minimum": "min",
}  # fmt: skip
"""The names of numbers by their order."""

MEANS = ("mean", "average", "avg")
"""The names of the mean, before the parenthesis with what it is of."""

SIGNS = ("sgn", "sign", "sig")
"""The names of the sign of a number."""

RANDOM = {
    "E": "E", "Var": "Var", "var": "Var", "V": "Var", "Bias": "Bias", "bias": "Bias", "MSE": "MSE",
    "mse": "MSE",
}  # fmt: skip
"""Expectations, variances, biases and mean squared errors, by their names."""

RANK = "rank"
"""The head of an index in parentheses: x_(n) is the number at the n-th place in their order."""

ACCENTS = {
    "bar": "\u0304", "overline": "\u0304", "tilde": "\u0303", "widetilde": "\u0303", "breve": "\u0306",
    "check": "\u030c", "dot": "\u0307", "acute": "\u0301", "grave": "\u0300", "mathring": "\u030a",
}  # fmt: skip
"""The marks over a letter that make it another one, by their commands."""

BRACKETS = {"(": ")", "[": "]", "{": "}", "{(": ")}", "⟨": "⟩"}
"""The bracket that closes each other."""

OF_MEAN = ("Bayes", "PM", "PME", "EAP", "MMSE", "mean", "bayes")
"""What stands below the letter of an estimate that is the posterior mean."""

OTHER_ESTIMATES = ("unb", "unbiased", "corr", "corrected", "post", "posterior", "MoM", "MM", "LS")
"""What stands below the letter of an estimate that is none of these, or may be several."""

ESTIMATES = ("MLE", "MAP", "ML", "*", "mle", "map", "ml", "opt", "hat", "best")
"""What stands below or above the letter of an estimate."""
