"""The registry of misconceptions: a row for each, in one file per group.

Every file of this folder is read, and its rows are `ROWS`; families state their own rows. There is no
other list of misconceptions. The kinds of quantities for which a row has formulas decide where it is
tried: `misconceptions_of_kind` is the index.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from exactnb.core.lazy import module_names_in

if TYPE_CHECKING:
    from exactnb.core.families.protocol import Misconception

KINDS: Mapping[str, str] = {
    "prior": "P(k)",
    "share": "P(a|k), estimated as a share of counts: an `EstimatedShare`",
    "plain share": "one count over another: an `EstimatedShare`",
    "smoothed share": "(count + λ)/(total + Σλ): an `EstimatedShare`",
    "looked up": "P(a|k), as it is looked up in a table of shares",
    "estimate": "mean(c|k), variance(c|k) and others, estimated from rows: an `EstimatedParameter`",
    "variance": "a variance or covariance by the rows alone, without ε: an `EstimatedParameter`",
    "parameter": "any parameter of numbers, estimated or given",
    "numbers": "P(c=7.5|k), a probability or density of numbers: an `ObservedNumbers`",
    "density": "exp(−...)/... of numbers, such as a normal density: a `NormalDensity`",
    "normal": "the same of one column: a `NormalDensity`",
    "cell": "the factor of one cell in a product: an `ObservedCell`",
    "text": "the factors of a text in a product: an `ObservedText`",
    "product": "P(k,x) or P(x|k), a product of several factors",
    "factors": "the same, unless equal factors of many words are written as powers",
    "joint": "P(k,x)",
    "of a class": "any probability or parameter of one class",
    "posterior": "P(k|x), a joint over the evidence",
    "evidence": "P(x), a sum of joints",
    "odds": "odds(k:l|x) and odds(k|x)",
    "lr": "lr(k:l|x), a likelihood ratio",
    "logarithm": "logarithms, and what is a sum of them",
    "decision": "argmax(x)",
}
"""The kinds of quantities, and what the formula of a row is called with: if not said, a `GraphStep`.

A `GraphStep` and a `NormalDensity` are in `steps.py`, an `EstimatedShare` in
`core/families/estimates.py`, the others in `core/families/observed.py`.
"""

_FAMILIES = "families"
_ORDER = (
    "priors",
    "shares",
    "parameters",
    "densities",
    _FAMILIES,
    "lookups",
    "products",
    "posteriors",
    "comparisons",
)
"""The order in which rows are tried, all of a file before the next; any other file comes last."""


@cache
def misconceptions() -> Mapping[str, Misconception]:
    """Return all rows by their ids, those of families last.

    >>> misconceptions()["prior-forgotten"].description, "prior-forgoten" in misconceptions()
    ('the prior left out', False)
    """
    from exactnb.core.families import every_family
    from exactnb.core.families.declared_misconceptions import SLIPS

    rows = [row for _, row in _rows()]
    rows += (row for family in every_family() for row in family.misconceptions)
    rows += SLIPS
    return {row.id: row for row in rows}


@cache
def misconceptions_of_kind(kind: str) -> tuple[Misconception, ...]:
    """Return the rows with a formula for a `kind` of quantity, in order, without those of families.

    >>> [row.id for row in misconceptions_of_kind("joint")]
    ['priors-exchanged', 'likelihood-of-another-class', 'complement', 'posterior-for-joint']
    """
    return tuple(row for _, row in _rows() if kind in row.formulas)


def order_of(misconception: Misconception) -> tuple[int, int]:
    """Return the place of the file of a `misconception` in the order of files, and its place there."""
    return _places().get(misconception.id, (_ORDER.index(_FAMILIES), 0))


@cache
def _places() -> Mapping[str, tuple[int, int]]:
    return {row.id: place for place, row in _rows()}


@cache
def _rows() -> tuple[tuple[tuple[int, int], Misconception], ...]:
    """Return the rows of all files with their places, in their order."""
    places = {
        file: _ORDER.index(file) if file in _ORDER else len(_ORDER)
        for file in module_names_in(__name__)
    }
    rows: list[tuple[tuple[int, int], Misconception]] = []
    for file in sorted(places, key=places.__getitem__):
        of_file = getattr(import_module(f"{__name__}.{file}"), "ROWS", ())  # two files only try them
        rows += (((places[file], index), row) for index, row in enumerate(of_file))
    return tuple(rows)
