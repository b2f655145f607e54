"""Labels with their certificates, written one by one, and what they add up to.

How to read: `labelled` pairs records with decisions; `csv_lines` and `json_lines` write them, `Tally`
adds them up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isnan
from typing import Any

from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.data.escaping import csv_row, safe_json
from exactnb.core.expression.widths import columns_of, fitting
from exactnb.core.record import frozen
from exactnb.core.shown import Shown
from exactnb.errors import printable
from exactnb.scale.classify.records import Record
from exactnb.scale.logspace.decisions import CERTIFICATES
from exactnb.scale.logspace.logs import Floats
from exactnb.scale.logspace.predictions import Predictions

_PERCENT = Rounding(places=2)
_MOST = 40  # classes of a table; of more, the pairs that are confused most
_NARROWEST = 3  # of a column of the confusion table
_TIED, _NONE = "\0tie", "\0none"  # no labels have such names
_NO_LABELS = {_TIED: "tie", _NONE: "0/0"}
_SAID = {
    "float64": "by bounds in floating point",
    "exact": "by exact arithmetic",
    "tie": "tied, exactly",
    "undefined": "undefined, 0/0",
}


@frozen(slots=True)
class Labelled:
    """What was decided on a record: all winners, how that is proved, and its class, if it is known.

    The `posteriors` of all classes stand beside it if they were asked for, NaN where they are 0/0.
    """

    id: str
    winners: tuple[str, ...]
    certificate: str
    expected: str
    posteriors: tuple[float, ...] = ()

    @property
    def label(self) -> str:
        """Return the first of the winners; "" where there is none."""
        return self.winners[0] if self.winners else ""


def labelled(
    records: Sequence[Record], found: Predictions, posteriors: Floats | None = None
) -> Iterator[Labelled]:
    """Yield what was decided on each of some records."""
    shares = [()] * len(records) if posteriors is None else map(tuple, posteriors.tolist())
    decided = zip(records, found.sets, found.certificates, shares, strict=True)
    for record, winners, certificate, of_record in decided:
        yield Labelled(record.id, winners, certificate, record.label, of_record)


def csv_lines(found: Iterable[Labelled], classes: Sequence[str] = ()) -> Iterator[str]:
    """Yield CSV: id, label, certificate, all winners, the class that was given, and posteriors.

    These are of the `classes` that are named here.
    """
    names = [f"P({label}|x)" for label in classes]
    yield csv_row(("id", "label", "certificate", "winners", "class", *names))
    for each in found:
        shares = ["" if isnan(share) else repr(share) for share in each.posteriors]
        winners = "|".join(each.winners)
        yield csv_row((each.id, each.label, each.certificate, winners, each.expected, *shares))


def json_lines(found: Iterable[Labelled], classes: Sequence[str] = ()) -> Iterator[str]:
    """Yield a line of JSON for each record, with the posteriors of the `classes` that are named."""
    for each in found:
        line: dict[str, Any] = {"id": each.id, "label": each.label or None}
        line |= {"certificate": each.certificate, "winners": list(each.winners)}
        line["class"] = each.expected or None
        if classes:
            shares = [None if isnan(share) else share for share in each.posteriors]
            line["posteriors"] = dict(zip(classes, shares, strict=True))
        yield safe_json(line, indent=None)


@dataclass
class Tally(Shown):
    """Count how records were decided: by certificate, and by class and label.

    A record is right if its class alone won; a tie is no decision.
    """

    classes: tuple[str, ...]
    certificates: Counter[str] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    tied_with: int = 0

    def __repr__(self) -> str:
        return f"<Tally of {self.number:,} records: {self.right:,} of {self.known:,} right>"

    def __str__(self) -> str:
        return self.text(80)

    def add(self, each: Labelled) -> None:
        """Count one record."""
        self.certificates[each.certificate] += 1
        alone = len(each.winners) == 1
        self.pairs[each.expected, each.label if alone else _TIED if each.winners else _NONE] += 1
        self.tied_with += not alone and each.expected in each.winners

    @property
    def number(self) -> int:
        """Return how many records there were."""
        return self.certificates.total()

    @property
    def known(self) -> int:
        """Return how many of them have a class that is known."""
        return sum(times for (expected, _), times in self.pairs.items() if expected)

    @property
    def right(self) -> int:
        """Return how many were decided rightly."""
        return sum(self.pairs[label, label] for label in self.classes)

    def text(self, width: int) -> str:
        """Return the counts as text, with a confusion table if classes are known."""
        lines = [f"{self.number:,} decided, each label proved"]
        for certificate in CERTIFICATES:
            lines.append(f"   {_SAID[certificate]:<30}{self.certificates[certificate]:>12,}")
        lines.append("")
        if self.known:
            share = Fraction(self.right, self.known)
            percent = _PERCENT.decimal(100 * share)
            lines.append(f"{self.right:,} of {self.known:,} right: {percent} %")
            if self.tied_with:
                are = "is" if self.tied_with == 1 else "are"
                lines.append(f"{self.tied_with:,} more {are} tied between their class and others")
            return "\n".join([*lines, "", *self._confusion(width)]) + "\n"
        for label in self.classes[:_MOST]:
            lines.append(f"   {fitting(label, 40)}{self.pairs['', label]:>14,}")
        lines += ["   …"] * (len(self.classes) > _MOST)
        return "\n".join(lines) + "\n"

    def json(self) -> str:
        """Return the counts as JSON: certificates, and of each class the labels."""
        confusion = {
            expected: {k: self.pairs[expected, k] for k in self.classes if (expected, k) in self.pairs}
            for expected in self._expected()
        }
        found = {
            "decided": self.number,
            "certificates": {c: self.certificates[c] for c in CERTIFICATES},
            "known": self.known,
            "right": self.right,
            "tied_with_own_class": self.tied_with,
            "confusion": confusion,
        }
        return safe_json(found)

    def _confused(self) -> Iterator[str]:
        """Yield the pairs of a class and another label that are met most."""
        wrong = ((times, pair) for pair, times in self.pairs.items() if pair[0] != pair[1] and pair[0])
        for times, (expected, label) in sorted(wrong, key=lambda each: (-each[0], each[1]))[:_MOST]:
            decided = _NO_LABELS.get(label, label)
            yield f"   {fitting(expected, 30)} decided {fitting(decided, 25)}{times:>10,}"

    def _expected(self) -> list[str]:
        """Return the classes that records have, those of the training first."""
        found = {expected for expected, _ in self.pairs if expected}
        known = [label for label in self.classes if label in found]
        return known + sorted(found.difference(known))

    def _labels(self) -> list[str]:
        found = {label for _, label in self.pairs}
        return [*self.classes, *(label for label in _NO_LABELS if label in found)]

    def _confusion(self, width: int) -> Iterator[str]:
        """Yield a table: a row for each class, a column for each label, by their numbers."""
        if len(self.classes) > _MOST:
            yield from self._confused()
            return
        rows, labels = self._expected(), self._labels()
        heads = [str(at) for at, _ in enumerate(self.classes, start=1)]
        heads += [_NO_LABELS[label] for label in labels[len(self.classes) :]]
        numbers = {k: str(at) for at, k in enumerate(self.classes, start=1)}
        names = [f"{numbers.get(k, '-'):>3} {printable(k)}" for k in rows]
        room = max(12, min(max(map(columns_of, names), default=0), width // 3))
        cells = [[self.pairs[k, label] for label in labels] for k in rows]
        sizes = [
            max(_NARROWEST, len(head), *(len(f"{row[at]:,}") for row in cells)) + 1
            for at, head in enumerate(heads)
        ]
        start = 0
        while start < len(heads):
            end, used = start, room + 3
            while end < len(heads) and (end == start or used + sizes[end] <= width):
                used += sizes[end]
                end += 1
            span = range(start, end)
            title = "is \\ decided" if start == 0 else ""
            yield f"   {title:<{room}}" + "".join(f"{heads[at]:>{sizes[at]}}" for at in span)
            for name, row in zip(names, cells, strict=True):
                values = "".join(f"{f'{row[at]:,}' if row[at] else '·':>{sizes[at]}}" for at in span)
                yield f"   {fitting(name, room)}{values}"
            if end < len(heads):
                yield ""
            start = end
