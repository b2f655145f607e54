"""What is decided on rows: labels, all winners, and how each label is proved."""

from __future__ import annotations

from typing import Any

from exactnb.core.data.showing import TabularDisplay
from exactnb.core.record import frozen
from exactnb.scale.logspace.deciding import Decisions


@frozen
class Predictions(TabularDisplay):
    """The labels of rows (None for an undefined one), all winners of each, and the certificates.

    A certificate says how a label is proved: "float64" by bounds, "exact", a "tie", or "undefined".

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
        """Return the winners of each row, and how they are proved."""
        pairs = zip(self.sets, self.certificates, strict=True)
        rows = [[", ".join(map(str, winners)), proof] for winners, proof in pairs]
        return ["label", "proved"], rows

    @property
    def labels(self) -> list[Any]:
        """Return the label of every row, of a tie the first, and None where none is decided on."""
        return [self.classes[at] if at >= 0 else None for at in self.decisions.labels]

    @property
    def sets(self) -> list[tuple[Any, ...]]:
        """Return all winners of every row."""
        return [tuple(self.classes[at] for at in of) for of in self.decisions.sets()]

    @property
    def certificates(self) -> list[str]:
        """Return how each label is proved: float64, exact, tie or undefined."""
        return self.decisions.names()
