"""What may stand in names of parameters and sums of numeric columns: mean(c|k), sum(c,k)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

__all__ = ["PARAMETER_SHAPES", "SUM_SHAPES", "no_number", "shape_problem"]

Shape = tuple[tuple[str, ...], tuple[str, ...]]
"""The kinds of items before the bar and behind it."""

_COLUMN: Shape = (("column",), ("class",))
_SHARED: Shape = (("column",), ())
_OF_CLASS: Shape = (("class",), ())
_ONE: Shape = ((), ())
_ENTRY: Shape = (("column", "column"), ("class",))
_SHARED_ENTRY: Shape = (("column", "column"), ())

PARAMETER_SHAPES: Mapping[str, tuple[Shape, ...]] = {
    "mean": (_COLUMN, _SHARED, _OF_CLASS),
    "variance": (_COLUMN, _SHARED, _OF_CLASS, _ONE),
    "sd": (_COLUMN, _SHARED, _OF_CLASS, _ONE),
    "rate": (_COLUMN,),
    "success": (_COLUMN,),
    "covariance": (_OF_CLASS, _ONE, _ENTRY, _SHARED_ENTRY),
    "precision": (_OF_CLASS, _ONE),
}
"""The shapes of the names of parameters."""

SUM_SHAPES: Mapping[str, tuple[str, ...]] = {
    "sum": ("column",),
    "squares": ("column",),
    "products": ("column", "column"),
}
"""The columns in the names of sums, which stand before the class."""

_EXAMPLES = {
    "mean": "mean(c|k)", "variance": "variance(c|k)", "sd": "sd(c|k)", "rate": "rate(c|k)",
    "success": "success(c|k)", "covariance": "covariance(k), covariance or covariance(a,b|k)",
    "precision": "precision(k) or precision", "sum": "sum(c,k)", "squares": "squares(c,k)",
    "products": "products(a,b,k)",
}  # fmt: skip
_NO_NUMBERS = {
    "argmax": "a class",
    "independent": "true or false",
    "independent_in_data": "true or false",
    "boundary": "where two classes tie",
    "region": "where a class is likelier",
}
_MATRICES = ("covariance", "precision")


def shape_problem(head: str, left: Sequence[str], right: Sequence[str]) -> str:
    """Return what is wrong with the kinds of items in a name, "" where nothing is.

    >>> shape_problem("mean", ["class"], ["class"])
    'mean is of numeric columns and classes, as in mean(c|k)'
    """
    if head in PARAMETER_SHAPES:
        fits = (tuple(left), tuple(right)) in PARAMETER_SHAPES[head]
    elif head in SUM_SHAPES:
        fits = tuple(left) == (*SUM_SHAPES[head], "class") and not right
    else:
        return ""
    return "" if fits else f"{head} is of numeric columns and classes, as in {_EXAMPLES[head]}"


def no_number(head: str, left: Sequence[str], right: Sequence[str]) -> str:
    """Return what a quantity is that is no number, "" if it is one: then it may stand in log(...).

    >>> no_number("argmax", ["query"], []), no_number("mean", ["column"], ["class"])
    ('a class', '')
    """
    whole = (tuple(left), tuple(right)) in (_OF_CLASS, _ONE)
    if head in _MATRICES and whole:
        return "a matrix"
    return "a vector" if head == "mean" and whole else _NO_NUMBERS.get(head, "")
