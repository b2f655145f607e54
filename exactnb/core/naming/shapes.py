"""What may stand in names of quantities, before and behind the bar: mean(c|k), lr(k:l|x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from exactnb.core.naming.heads import HEADS
from exactnb.core.naming.names import BARE
from exactnb.errors import InputError

OF_PAIRS = ("odds", "log_odds", "lr", "weight", "bias", "boundary", "region", "threshold")
"""Heads that compare two classes."""

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


def _shape_problem(head: str, left: Sequence[str], right: Sequence[str]) -> str:
    """Return what is wrong with the kinds of items in a name, "" where nothing is.

    >>> _shape_problem("mean", ["class"], ["class"])
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


def _no_number(head: str, left: Sequence[str], right: Sequence[str]) -> str:
    """Return what a quantity is that is no number, "" if it is one: then it may stand in log(...).

    >>> _no_number("argmax", ["query"], []), _no_number("mean", ["column"], ["class"])
    ('a class', '')
    """
    whole = not right and list(left) in (["class"], [])
    if head in _MATRICES and whole:
        return "a matrix"
    return "a vector" if head == "mean" and whole else _NO_NUMBERS.get(head, "")


def check_shape(
    head: str, kinds: Sequence[str], behind: Sequence[str], *, has_bar: bool, is_wrapped: bool
) -> None:
    """Refuse kinds of items, before and behind the bar, that a head is not of; pairs are left out.

    >>> check_shape("tokens", ["class"], [], has_bar=False, is_wrapped=True)

    One that `is_wrapped` stands in a logarithm or the like.
    """
    if head in ("P", "freq", "rank", "independent", "independent_in_data") and not kinds:
        raise InputError(f"{head}(...) needs something to speak of")
    if head in BARE and head not in HEADS and (kinds or has_bar):
        raise InputError(f"{head} takes nothing but a model")
    if head in ("flips", "threshold") and (not behind or "class" in behind):
        example = "flips(λ|x)" if head == "flips" else "threshold(k:l|x)"
        raise InputError(f"{head} needs what is observed behind the bar, as in {example}")
    if head in ("edits", "nearest", "reasons") and (not kinds or has_bar or "class" in kinds):
        raise InputError(f"{head} is of what is observed, as in {head}(x)")
    if head == "lr" and not behind:
        raise InputError("lr needs what is observed, as in lr(k:l|x)")
    if head in ("argmax", "count", "tokens", "bias", "rank", "independent") and has_bar:
        raise InputError(f"{head}(...) takes no bar")
    if head in OF_PAIRS and "class" in behind:
        raise InputError(f"{head} takes no class behind the bar")
    if head == "independent_in_data" and behind and behind != ["class"]:
        raise InputError("independent_in_data takes a class behind the bar, or nothing")
    if problem := _shape_problem(head, kinds, behind):
        raise InputError(problem)
    if is_wrapped and (what := _no_number(head, kinds, behind)):
        raise InputError(f"{head} is {what}; logarithms, exp and - are of numbers")
    if head == "score" and (kinds != ["class"] or not behind or "class" in behind):
        raise InputError("score is of a class, given what is seen, as in score(k|x)")
    if head == "tokens" and kinds != ["class"]:
        raise InputError("tokens needs a class, as in tokens(k)")
    if head == "argmax" and "class" in kinds:
        raise InputError("argmax decides the class; name a query or cells, not a class")
    if head == "rank" and "class" in kinds:
        raise InputError("rank is of what is observed; name a query or cells, not a class")
    if head == "weight" and (len(behind) != 1 or behind[0] not in ("column", "word")):
        raise InputError("weight is of one column or word, as in weight(k:l|a)")
    if head.startswith("independent") and len(kinds) < 2:
        raise InputError(f"{head} needs two things or more")
