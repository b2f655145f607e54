"""The parameters of numeric columns: the names each can have, its range and its letter.

This is the only table of them. The registry of quantities, the notations, the rows of given parameters,
follow-through and the model read it; each family declares which of them it has.
"""

from __future__ import annotations

from typing import Literal

from exactnb.core.record import frozen

_COLUMN, _SHARED, _OF_CLASS, _ONE = "number | class", "number", "class", ""
_ENTRY, _SHARED_ENTRY = "number number | class", "number number"


@frozen(slots=True)
class Head:
    """A kind of parameter: `mean` in mean(c|k).

    `name` is the word before the parentheses, `example` one spelling for help and errors, and `shapes`
    lists what may stand in the parentheses. Values lie `within` all numbers, those above 0, or the unit
    interval. Notations with letters write `letter` and `power`. A row of given parameters names
    `given_columns` columns; 0 means that no row can give it. Two rows that describe the same property
    of a column (`describes`) exclude each other. For all columns together the value is an `array`: a
    vector or a matrix.

    >>> SUCCESS.within, MEAN.example
    ('unit interval', 'mean(c|k)')
    """

    name: str
    example: str
    shapes: tuple[str, ...]
    within: Literal["all numbers", "above 0", "unit interval"]
    letter: str
    power: str = ""
    given_columns: int = 1
    describes: Literal["", "place", "spread"] = ""
    array: Literal["", "vector", "matrix"] = ""


MEAN = Head(
    "mean",
    "mean(c|k)",
    (_COLUMN, _SHARED, _OF_CLASS),
    "all numbers",
    "μ",
    describes="place",
    array="vector",
)
VARIANCE = Head(
    "variance",
    "variance(c|k)",
    (_COLUMN, _SHARED, _OF_CLASS, _ONE),
    "above 0",
    "σ",
    "^{2}",
    describes="spread",
)
SD = Head("sd", "sd(c|k)", (_COLUMN, _SHARED, _OF_CLASS, _ONE), "above 0", "σ", describes="spread")
RATE = Head("rate", "rate(c|k)", (_COLUMN,), "above 0", "λ", describes="place")
SUCCESS = Head("success", "success(c|k)", (_COLUMN,), "unit interval", "θ", describes="place")
COVARIANCE = Head(
    "covariance",
    "covariance(k), covariance or covariance(a,b|k)",
    (_OF_CLASS, _ONE, _ENTRY, _SHARED_ENTRY),
    "all numbers",
    "Σ",
    given_columns=2,
    array="matrix",
)
PRECISION = Head(
    "precision",
    "precision(k) or precision",
    (_OF_CLASS, _ONE),
    "all numbers",
    "Λ",
    given_columns=0,
    array="matrix",
)

OWN = Head(
    "estimate",
    "estimate(s,c|k)",
    ("letter number | class",),
    "all numbers",
    "{letter}",
    given_columns=0,
)
"""The parameter of a family of one's own, by its letter."""

HEADS = {head.name: head for head in (MEAN, VARIANCE, SD, RATE, SUCCESS, COVARIANCE, PRECISION, OWN)}
"""All parameters by name, in the order of the pages."""
