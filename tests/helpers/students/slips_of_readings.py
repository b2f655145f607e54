"""Slips in reading: rows overlooked or counted twice, and numbers rounded or cut off on the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction as F

from .sheets import Sheet
from .slip import ALL, DISCRETE, PARTS, slip
from .work import Work, to_figures

COUNTED = ("prior", "mean", "variance", *PARTS)


def misread(names: str, edit: Callable[[Sheet, int], tuple[int, ...]]) -> None:
    """Add a slip that reads other rows, by their places: of a class that has three rows at least."""

    def read(work: Work, sheet: Sheet) -> None:
        labels = [label for _, label in sheet.rows]
        spare = [at for at, label in enumerate(labels) if labels.count(label) > 2]
        if not spare:
            raise ZeroDivisionError
        rows = tuple(sheet.rows[at] for at in edit(sheet, spare[-1]))
        Work.__init__(work, replace(sheet, rows=rows))

    slip(names, ALL, COUNTED, __init__=read)


misread("row-dropped", lambda sheet, spare: tuple(at for at in range(len(sheet.rows)) if at != spare))
misread("row-counted-twice", lambda sheet, spare: (*range(len(sheet.rows)), spare))


def on_the_way(names: str, kept: Callable[[F], F]) -> None:
    """Add a slip that goes on with priors and shares of two digits."""
    slip(
        names,
        DISCRETE,
        ("joint", "evidence", "posterior", "odds"),
        prior=lambda w, k: kept(Work.prior(w, k)),
        share=lambda w, i, k: kept(Work.share(w, i, k)),
    )


on_the_way("rounded-early", lambda value: F(to_figures(value, 2)))
on_the_way("truncated-early", lambda value: F(int(100 * value), 100))

slip(
    "repeated-words-counted-once-throughout",
    ("multinomial",),
    PARTS,
    hits=lambda w, i, k: w.holding(i, k) if k else Work.hits(w, i, k),
    trials=lambda w, i, k: sum((w.holding(("", v), k) for v in w.sheet.values("")), F(0)),
)
slip(
    "query-counted-too prior-smoothed-once",
    at=("prior",),
    prior=lambda w, k: (w.size(k) + 1) / (w.size() + 1),
)
slip(
    "prior-with-pseudo-documents",
    ("bernoulli",),
    ("prior", "joint", "posterior"),
    prior=lambda w, k: (w.size(k) + 2 * w.lam) / (w.size() + 2 * w.lam * len(w.labels)),
)
