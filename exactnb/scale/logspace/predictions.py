"""The decisions on rows as users see them: labels, all winners, and the proof of each label."""

from __future__ import annotations

from typing import Any

from exactnb.core.data.showing import TabularDisplay
from exactnb.core.record import frozen
from exactnb.scale.logspace.decisions import Decisions


@frozen
class Predictions(TabularDisplay):
    """The labels of rows (None for an undefined one), all winners of each, and the certificates.

    A certificate names the proof of a label: "float64" (bounds on rounding errors), "exact", "tie", or
    "undefined".

    >>> from exactnb.logspace import Classifier, Part
    >>> rows = [[2, 0], [1, 1], [0, 3]]
    >>> spam = Classifier.fit(rows, ["ham", "ham", "spam"], [Part("multinomial")])
    >>> found = spam.predict([[0, 1]])
    >>> found.labels, found.sets, found.certificates
    (['spam'], [('spam',)], ['float64'])
    """

    classes: tuple[Any, ...]
    decisions: Decisions

    def __repr__(self) -> str:
        return f"<Predictions of {len(self.decisions.labels):,} rows>"

    def _header_and_rows(self) -> tuple[list[str], list[list[str]]]:
        """Return the columns and the cells of the table that notebooks show."""
        pairs = zip(self.sets, self.certificates, strict=True)
        rows = [[", ".join(map(str, winners)), proof] for winners, proof in pairs]
        return ["label", "proved"], rows

    @property
    def labels(self) -> list[Any]:
        """Return the label of every row: the first of a tie, None for an undefined row."""
        return [self.classes[place] if place >= 0 else None for place in self.decisions.labels]

    @property
    def sets(self) -> list[tuple[Any, ...]]:
        """Return all winners of every row, in the order of the classes."""
        return [tuple(self.classes[place] for place in winners) for winners in self.decisions.sets()]

    @property
    def certificates(self) -> list[str]:
        """Return the proof of each label: float64, exact, tie or undefined."""
        return self.decisions.names()
