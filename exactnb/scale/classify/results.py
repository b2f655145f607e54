"""Labels with their certificates, written one by one, and summaries of them.

How to read: `pair_with_records` pairs records with decisions; `csv_lines` and `json_lines` write them,
`DecisionCounts` counts them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import starmap
from math import isnan
from typing import Any, NamedTuple

from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.data.escaping import csv_row, safe_json
from exactnb.core.expression.widths import display_width, fitting
from exactnb.core.shown import Shown
from exactnb.errors import printable
from exactnb.scale.classify.fields import RecordBlock
from exactnb.scale.logspace.decisions import CERTIFICATES
from exactnb.scale.logspace.row_models import Predictions
from exactnb.scale.logspace.rows import Floats

SCHEMA = "exactnb.classified/1"
_PERCENT = Rounding(places=2)
_MOST = 40  # classes up to which the confusion table is written; else the most confused pairs
_NARROWEST = 3  # width of a column of the confusion table
_TIED, _NONE = "\0tie", "\0none"  # no label can be one of these
_NO_LABELS = {_TIED: "tie", _NONE: "0/0"}
_PROOFS = {
    "float64": "by bounds in floating point",
    "exact": "by exact arithmetic",
    "tie": "tied, exactly",
    "undefined": "undefined, 0/0",
}


class Labelled(NamedTuple):
    """The decision on a record: all winners, the certificate, and the expected class ("" if unknown).

    `posteriors` has those of all classes if they were requested, NaN for 0/0.
    """

    id: str
    winners: tuple[str, ...]
    certificate: str
    expected: str
    posteriors: tuple[float, ...] = ()

    @property
    def label(self) -> str:
        """Return the first of the winners; "" if there is none."""
        return self.winners[0] if self.winners else ""


def pair_with_records(
    records: RecordBlock, predictions: Predictions, posteriors: Floats | None = None
) -> Iterator[Labelled]:
    """Yield the decision of `predictions` on each of `records`, with its row of `posteriors`."""
    shares = [()] * len(records) if posteriors is None else map(tuple, posteriors.tolist())
    decided = predictions.sets, predictions.certificates, records.labels, shares
    yield from starmap(Labelled, zip(records.ids, *decided, strict=True))


def csv_lines(results: Iterable[Labelled], classes: Sequence[str] = ()) -> Iterator[str]:
    """Yield `results` as lines of CSV: id, label, certificate, all winners, expected class, posteriors.

    The posteriors are those of `classes`, which may be empty.
    """
    names = [f"P({label}|x)" for label in classes]
    yield csv_row(("id", "label", "certificate", "winners", "class", *names))

    @lru_cache  # without posteriors, few lines differ in more than the id
    def after_id(winners: tuple[str, ...], *more: str) -> str:
        return csv_row((winners[0] if winners else "", more[0], "|".join(winners), *more[1:]))

    for identity, winners, certificate, expected, posteriors in results:
        shares = ("" if isnan(share) else repr(share) for share in posteriors)
        start = identity if identity.isalnum() and identity.isascii() else csv_row((identity,))[:-1]
        yield f"{start},{after_id(winners, certificate, expected, *shares)}"


def json_lines(results: Iterable[Labelled], classes: Sequence[str] = ()) -> Iterator[str]:
    """Yield a line of JSON for each of `results`, with posteriors if `classes` are named."""
    for result in results:
        line: dict[str, Any] = {"id": result.id, "label": result.label or None}
        line |= {"certificate": result.certificate, "winners": list(result.winners)}
        line["class"] = result.expected or None
        if classes:
            shares = [None if isnan(share) else share for share in result.posteriors]
            line["posteriors"] = dict(zip(classes, shares, strict=True))
        yield safe_json(line, indent=None)


@dataclass
class DecisionCounts(Shown):
    """Count decisions: `certificates`, `pairs` of expected class and label, ties with the class.

    A decision is right if the expected class is the only winner; a tie is no decision.
    """

    classes: tuple[str, ...]
    certificates: Counter[str] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    tied_with: int = 0

    def __repr__(self) -> str:
        known = self.known_class_count
        return f"<Tally of {self.record_count:,} records: {self.right_count:,} of {known:,} right>"

    def __str__(self) -> str:
        return self.text(80)

    def add(self, result: Labelled) -> None:
        """Count one `result`."""
        self.certificates[result.certificate] += 1
        is_single = len(result.winners) == 1
        self.pairs[
            result.expected, result.label if is_single else _TIED if result.winners else _NONE
        ] += 1
        self.tied_with += not is_single and result.expected in result.winners

    @property
    def record_count(self) -> int:
        """Return the number of records."""
        return self.certificates.total()

    @property
    def known_class_count(self) -> int:
        """Return the number of records whose class is known."""
        return sum(times for (expected, _), times in self.pairs.items() if expected)

    @property
    def right_count(self) -> int:
        """Return the number of right decisions."""
        return sum(self.pairs[label, label] for label in self.classes)

    def text(self, width: int) -> str:
        """Return the counts as text, `width` columns wide, with a confusion table if possible."""
        lines = [f"{self.record_count:,} decided, each label proved"]
        for certificate in CERTIFICATES:
            lines.append(f"   {_PROOFS[certificate]:<30}{self.certificates[certificate]:>12,}")
        lines.append("")
        if self.known_class_count:
            percent = _PERCENT.decimal(100 * Fraction(self.right_count, self.known_class_count))
            lines.append(f"{self.right_count:,} of {self.known_class_count:,} right: {percent} %")
            if self.tied_with:
                are = "is" if self.tied_with == 1 else "are"
                lines.append(f"{self.tied_with:,} more {are} tied between their class and others")
            return "\n".join([*lines, "", *self._confusion_table_lines(width)]) + "\n"
        for label in self.classes[:_MOST]:
            lines.append(f"   {fitting(label, 40)}{self.pairs['', label]:>14,}")
        lines += ["   …"] * (len(self.classes) > _MOST)
        return "\n".join(lines) + "\n"

    def json(self, doubts: Sequence[str] = ()) -> str:
        """Return the counts as JSON: by certificate, by expected class and label; `doubts` if any."""
        confusion = {
            expected: {k: self.pairs[expected, k] for k in self.classes if (expected, k) in self.pairs}
            for expected in self._expected_classes()
        }
        summary = {
            "schema": SCHEMA,
            "decided": self.record_count,
            "certificates": {c: self.certificates[c] for c in CERTIFICATES},
            "known": self.known_class_count,
            "right": self.right_count,
            "tied_with_own_class": self.tied_with,
            "confusion": confusion,
        }
        return safe_json(summary | ({"doubts": list(doubts)} if doubts else {}))

    def _expected_classes(self) -> list[str]:
        """Return the expected classes, those of the training records first."""
        classes_met = {expected for expected, _ in self.pairs if expected}
        trained = [label for label in self.classes if label in classes_met]
        return trained + sorted(classes_met.difference(trained))

    def _confusion_table_lines(self, width: int) -> Iterator[str]:
        """Yield the confusion table, classes by labels, in blocks of columns that fit the width."""
        if len(self.classes) > _MOST:  # then the most frequent pairs of a class and another label
            wrong = ((-n, pair) for pair, n in self.pairs.items() if pair[0] not in ("", pair[1]))
            for times, (expected, label) in sorted(wrong)[:_MOST]:
                decided = fitting(_NO_LABELS.get(label, label), 25)
                yield f"   {fitting(expected, 30)} decided {decided}{-times:>10,}"
            return
        labels_met = {label for _, label in self.pairs}
        rows = self._expected_classes()
        labels = [*self.classes, *(label for label in _NO_LABELS if label in labels_met)]
        headings = [str(place) for place, _ in enumerate(self.classes, start=1)]
        headings += [_NO_LABELS[label] for label in labels[len(self.classes) :]]
        numbers = {k: str(place) for place, k in enumerate(self.classes, start=1)}
        names = [f"{numbers.get(k, '-'):>3} {printable(k)}" for k in rows]
        room = max(12, min(max(map(display_width, names), default=0), width // 3))
        cells = [[self.pairs[k, label] for label in labels] for k in rows]
        sizes = [
            max(_NARROWEST, len(head), *(len(f"{row[place]:,}") for row in cells)) + 1
            for place, head in enumerate(headings)
        ]
        start = 0
        while start < len(headings):
            end, used = start, room + 3
            while end < len(headings) and (end == start or used + sizes[end] <= width):
                used += sizes[end]
                end += 1
            span = range(start, end)
            title = "is \\ decided" if start == 0 else ""
            yield f"   {title:<{room}}" + "".join(
                f"{headings[place]:>{sizes[place]}}" for place in span
            )
            for name, row in zip(names, cells, strict=True):
                values = "".join(
                    f"{f'{row[place]:,}' if row[place] else '·':>{sizes[place]}}" for place in span
                )
                yield f"   {fitting(name, room)}{values}"
            if end < len(headings):
                yield ""
            start = end
