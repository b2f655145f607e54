"""The parameters that columns of numbers can have: what each is of, where it lies, how it is written.

This is the one table of them. The registry of quantities, the notations, the rows of given parameters,
follow-through and the model read it; a family says which of them it has.
"""

from __future__ import annotations

from typing import Literal

from exactnb.core.record import frozen

_COLUMN, _SHARED, _OF_CLASS, _ONE = "number | class", "number", "class", ""
_ENTRY, _SHARED_ENTRY = "number number | class", "number number"


@frozen(slots=True)
class Head:
    """A kind of parameter: `mean` in mean(c|k).

    Its values lie `within` all numbers, those above 0, or the unit interval. `letter` and `power` are
    how notations with letters write it. A row of given parameters names so many columns (`given`, 0
    where no row gives it), and two rows about one column that `says` the same thing exclude each other.
    Of all columns together it is an `array`, a vector or a matrix.

    >>> SUCCESS.within, MEAN.example
    ('unit interval', 'mean(c|k)')
    """

    name: str
    example: str
    shapes: tuple[str, ...]
    within: Literal["all numbers", "above 0", "unit interval"]
    letter: str
    power: str = ""
    given: int = 1
    says: Literal["", "place", "spread"] = ""
    array: Literal["", "vector", "matrix"] = ""


MEAN = Head(
    "mean", "mean(c|k)", (_COLUMN, _SHARED, _OF_CLASS), "all numbers", "μ", says="place", array="vector"
)
VARIANCE = Head(
    "variance",
    "variance(c|k)",
    (_COLUMN, _SHARED, _OF_CLASS, _ONE),
    "above 0",
    "σ",
    "^{2}",
    says="spread",
)
SD = Head("sd", "sd(c|k)", (_COLUMN, _SHARED, _OF_CLASS, _ONE), "above 0", "σ", says="spread")
RATE = Head("rate", "rate(c|k)", (_COLUMN,), "above 0", "λ", says="place")
SUCCESS = Head("success", "success(c|k)", (_COLUMN,), "unit interval", "θ", says="place")
COVARIANCE = Head(
    "covariance",
    "covariance(k), covariance or covariance(a,b|k)",
    (_OF_CLASS, _ONE, _ENTRY, _SHARED_ENTRY),
    "all numbers",
    "Σ",
    given=2,
    array="matrix",
)
PRECISION = Head(
    "precision",
    "precision(k) or precision",
    (_OF_CLASS, _ONE),
    "all numbers",
    "Λ",
    given=0,
    array="matrix",
)

HEADS = {head.name: head for head in (MEAN, VARIANCE, SD, RATE, SUCCESS, COVARIANCE, PRECISION)}
"""All of them, by name, in the order in which they are listed."""
