"""Nodes that stand for what is not written out, and names with a meaning in every derivation."""

from __future__ import annotations

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Symbol

WHOLE = nodes.Domain("named", ())
"""The range of an index that is written without one."""

REST = Symbol("…")
"""What dots stand for."""

CONSTANT = Symbol("const")
"""A term that does not depend on the parameter."""

PRIME = Symbol("′")
"""The letter by which a prime differentiates: the only parameter."""

OBJECTIVES = ("ℓ", "L", "Λ", "J", "LL", "LP")
"""Letters that are functions wherever an argument stands behind them."""

FUNCTIONS = {"log": "log", "ln": "log", "exp": "exp", "sqrt": "sqrt", "Gamma": "Gamma"}
"""The functions of numbers, by the names that people write."""

BRACKETS = {"(": ")", "[": "]", "{": "}", "{(": ")}"}
"""The bracket that closes each other."""

ESTIMATES = ("MLE", "MAP", "ML", "*", "mle", "map", "ml", "opt", "hat")
"""What stands below or above the letter of an estimate."""
