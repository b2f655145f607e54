"""What all printers are tried on."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from strategies import STYLES, Case, Column
from thoroughness import choose
from worked import PROBLEMS

IN_STYLES = choose(
    quick=[(path, STYLES[at % len(STYLES)]) for at, path in enumerate(PROBLEMS[::15])],
    exhaustive=list(product(PROBLEMS, STYLES)),
)
"""Six of the worked examples in a style, every style on some of them; or all in all styles."""


def in_some_styles(first):
    """Return a fifth of all worked examples and styles for a format, others for another `first`.

    Each example is among them, each style too, since there are six; a quick run takes those six.
    """
    return choose(quick=IN_STYLES, exhaustive=IN_STYLES[first::5])


ONCE = pytest.mark.xdist_group("worked examples")  # each is solved once


def twelve_classes(smoothing):
    """Return a problem with twelve classes, tied with smoothing and all zero without."""
    classes = tuple(f"class{n}" for n in range(12))
    columns = (
        Column("a", ("0", "1"), "bernoulli"),
        Column("Sky", ("red", "blue", "green"), "categorical"),
    )
    rows = tuple((k, (str(at % 2), ("red", "blue")[at % 2])) for at, k in enumerate(classes))
    return Case(classes, columns, rows, {"x": {"a": "1", "Sky": "red"}}, smoothing)


def two_rows(*, tie="report", query="1"):
    """Return a problem of two classes that tie for a 1, and for a 0 are both impossible."""
    rows = (("+", ("1",)), ("-", ("1",)))
    return Case(("+", "-"), (Column("a", ("0", "1"), "bernoulli"),), rows, {"x": {"a": query}}, tie=tie)


def labelled(label, *, style="plain"):
    """Return a problem in which a label is a class, a column, a value and part of a query's id."""
    columns = (Column(label, (label, "w"), "categorical"), Column(f"{label}z", ("0", "1"), "bernoulli"))
    rows = ((label, (label, "1")), ("other", ("w", "0")), ("other", (label, "0")))
    queries = {f"{label} asked": {label: label, f"{label}z": "0"}}
    return Case((label, "other"), columns, rows, queries, Fraction(1), style=style)
