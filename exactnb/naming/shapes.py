"""What may stand in names of parameters and sums of numeric columns: mean(c|k), sum(c,k)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from exactnb.naming.heads import HEADS

SUM_SHAPES: Mapping[str, tuple[str, ...]] = {
    "sum": ("column",),
    "squares": ("column",),
    "products": ("column", "column"),
}
"""The columns in the names of sums, which stand before the class."""

_EXAMPLES = {"sum": "sum(c,k)", "squares": "squares(c,k)", "products": "products(a,b,k)"}
_NO_NUMBERS = {
    "argmax": "a class",
    "independent": "true or false",
    "independent_in_data": "true or false",
    "boundary": "where two classes tie",
    "region": "where a class is likelier",
    "flips": "where the decision changes",
    "edits": "a set of edits",
    "nearest": "a set of changes",
    "reasons": "a set of observations",
}
_MATRICES = ("covariance", "precision")


def shape_problem(head: str, left: Sequence[str], right: Sequence[str]) -> str:
    """Return what is wrong with the kinds of items in a name, "" where nothing is.

    >>> shape_problem("mean", ["class"], ["class"])
    'mean is of numeric columns and classes, as in mean(c|k)'
    """
    if head in HEADS:
        fits = (tuple(left), tuple(right)) in HEADS[head].shapes
        example = HEADS[head].example
    elif head in SUM_SHAPES:
        fits = tuple(left) == (*SUM_SHAPES[head], "class") and not right
        example = _EXAMPLES[head]
    else:
        return ""
    return "" if fits else f"{head} is of numeric columns and classes, as in {example}"


def no_number(head: str, left: Sequence[str], right: Sequence[str]) -> str:
    """Return what a quantity is that is no number, "" if it is one: then it may stand in log(...).

    >>> no_number("argmax", ["query"], []), no_number("mean", ["column"], ["class"])
    ('a class', '')
    """
    whole = not right and list(left) in (["class"], [])
    if head in _MATRICES and whole:
        return "a matrix"
    return "a vector" if head == "mean" and whole else _NO_NUMBERS.get(head, "")
