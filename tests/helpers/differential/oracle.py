"""What every quantity is worth, straight from its definition, by adding up joints of classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import comb

import mpmath

from differential.estimates import TINY, unseen
from differential.exact import INFINITE, ONE, UNDEFINED, Irrational, Term, Worth, is_less, ratio, real
from differential.measures import Measures
from differential.spec import Item, Model, Row, Spec

__all__ = ["Oracle", "Seen"]


@dataclass
class Seen:
    """Hold what is known of one row or query: cells, a text, further words, and the class."""

    label: str | None = None
    cells: dict[str, str] = field(default_factory=dict)
    shown: set[str] = field(default_factory=set)  # cells that a query or row shows
    text: tuple[str, ...] | None = None
    words: tuple[str, ...] = ()  # of multinomial names such as P(word|k)
    presence: dict[str, str] = field(default_factory=dict)  # of Bernoulli names such as P(word=1|k)


class Oracle:
    """Answer from the rows of a problem, under one model; perhaps with one row left out."""

    def __init__(self, spec: Spec, model: Model, without: int | None = None) -> None:
        self.spec, self.model = spec, model
        self.data = Measures(spec, model, without)
        self.classes = spec.classes
        self.factor_of = lru_cache(None)(self._factor_of)

    def seen(self, items: Iterable[Item]) -> Seen:
        """Return what a list of items says."""
        found = Seen()
        for item in items:
            if item[0] == "class":
                found.label = item[1]
            elif item[0] == "cell":
                found.cells[item[1]] = item[2]
            elif item[0] in ("word", "word-of"):
                found.words += (item[1],)
            elif item[0] == "presence":
                found.presence[item[1]] = item[2]
            elif item[0] == "query":
                self._show(found, self.spec.queries[item[1]])
            elif item[0] == "row":
                row = next(row for row in self.spec.rows if row.identity == item[1])
                self._show_row(found, row)
        return found

    def _show(self, found: Seen, cells: Mapping[str, str]) -> None:
        for column, value in cells.items():
            if column == "text" and self.spec.is_text:
                found.text = tuple(value.split())
            else:
                found.cells[column] = value
                found.shown.add(column)

    def _show_row(self, found: Seen, row: Row) -> None:
        self._show(found, row.cells)
        if self.spec.is_text:
            found.text = tuple(w for w in row.words or () if w in (self.spec.vocabulary or ()))

    def of_row(self, row: Row) -> Seen:
        """Return what a row shows, its class aside."""
        found = Seen()
        self._show_row(found, row)
        return found

    def settled(self, value: Worth) -> Worth:
        """Return the limit of a value, if λ → 0⁺ or ε → 0⁺ stands anywhere in the model."""
        rules = (self.model.smoothing, *self.model.smoothings.values(), self.model.prior_smoothing)
        limits = [rule.kind == "0+" for rule in rules if rule is not None]
        return limit(value) if any(limits) or self.model.epsilon == TINY else value

    def prior(self, label: str) -> Term | None:
        """Return P(k)."""
        found = self.data.prior(label)
        return None if found is None else Term(found)

    def factors(self, seen: Seen, label: str) -> Iterator[Term | None]:
        """Yield the factors of P(seen|k)."""
        joint, bag = self.data.joint(), self.data.bag()
        families = self.model.families
        for column in self.spec.columns:
            name = column.name
            if name not in seen.cells or column.kind == "exposure" or name in joint or name in bag:
                continue
            cells = (seen.cells[name],)
            time = self.spec.exposure.get(name)
            if time in seen.cells:
                cells += (seen.cells[time],)
            absent = families[name] == "bernoulli" and cells == ("0",) and name in seen.shown
            if absent and self.model.absent == "ignore":
                continue
            yield self.factor_of(name, cells, label)
        if together := [c for c in joint if c in seen.cells]:
            yield self.data.normal(together, seen.cells, label)
        text = Counter({c: int(seen.cells[c]) for c in bag if c in seen.cells})
        if bag:
            yield self._drawn(text, seen.words, label)
        if self.spec.is_text:
            yield from self._text(seen, label)

    def _drawn(self, text: Counter[str], more: tuple[str, ...], label: str) -> Term | None:
        """Return the probability of a text and of more words; a coefficient is the text's alone."""
        found = self.data.bag_factor(text + Counter(more), label)
        if found is not None and self.model.coefficient:
            found *= ways(text)
        return None if found is None else Term(found)

    def _factor_of(self, column: str, cells: tuple[str, ...], label: str) -> Term | None:
        if not self.spec.column(column).is_discrete:
            named = {column: cells[0], self.spec.exposure.get(column, ""): cells[-1]}
            if len(cells) == 1:
                named = {column: cells[0]}
            return self.data.measure(column, named, label)
        values = self.spec.column(column).values
        if cells[0] not in values:
            if self.model.unseen == "drop":
                return ONE
            rule, n = self.data.rule(column), self.data.shown(column, label)
            found = unseen(rule, cells[0], label, values, n)
        else:
            found = self.data.share(column, cells[0], label)
        return None if found is None else Term(found)

    def _text(self, seen: Seen, label: str) -> Iterator[Term | None]:
        family, vocabulary = self.model.families["text"], self.spec.vocabulary or ()
        if family == "bernoulli":
            for word, value in seen.presence.items():
                yield self._present(word, label, value)
            if seen.text is not None:
                for word in vocabulary:
                    if word in seen.text:
                        yield self._present(word, label, "1")
                    elif self.model.absent == "count":
                        yield self._present(word, label, "0")
                for word in sorted(set(seen.text) - set(vocabulary)):
                    if self.model.unseen == "zero":
                        yield self._present(word, label, "1")
            return
        text = seen.text or ()
        if self.model.unseen != "zero":
            text = tuple(word for word in text if word in vocabulary)
        yield self._drawn(Counter(text), seen.words, label)

    def _present(self, word: str, label: str, value: str) -> Term | None:
        found = self.data.presence(word, label)
        return None if found is None else Term(found if value == "1" else 1 - found)

    def likelihood(self, seen: Seen, label: str) -> Term | None:
        """Return P(seen|k): undefined as soon as a factor is."""
        found = ONE
        factors = list(self.factors(seen, label))
        if None in factors:
            return None
        for factor in factors:
            found = found * factor
        return found

    def joint(self, seen: Seen, label: str) -> Term | None:
        """Return P(k, seen)."""
        prior, likelihood = self.prior(label), self.likelihood(seen, label)
        return None if prior is None or likelihood is None else prior * likelihood

    def probability(self, of: Iterable[Item], given: Iterable[Item] = ()) -> Worth:
        """Return P(of|given): joints of all classes that agree, added up and divided."""
        given = tuple(given)
        both, known = self.seen((*of, *given)), self.seen(given)
        if known.label is not None:
            above = [self.likelihood(both, known.label)]
            below = [self.likelihood(known, known.label)]
        else:
            labels = self.classes if both.label is None else (both.label,)
            above = [self.joint(both, k) for k in labels]
            asked = self._says(known) or any(item[0] == "query" for item in given)
            below = [self.joint(known, k) for k in self.classes] if asked else [ONE]
        if None in above or None in below:
            return UNDEFINED
        return ratio(above, below)

    @staticmethod
    def _says(seen: Seen) -> bool:
        return bool(seen.cells or seen.text is not None or seen.words or seen.presence)

    def joints(self, seen: Seen) -> dict[str, Term] | None:
        """Return all joints, or None if one is undefined."""
        found = {k: self.joint(seen, k) for k in self.classes}
        return None if None in found.values() else found

    def winners(self, seen: Seen) -> tuple[str, ...] | None:
        """Return the classes of the largest joint; None if all are 0 or one is undefined."""
        joints = self.joints(seen)
        if joints is None or not any(joint.coefficient for joint in joints.values()):
            return None
        won = [
            k for k, mine in joints.items()
            if not any(is_less([mine], [other]) for other in joints.values())
        ]  # fmt: skip
        return tuple(won[:1] if self.model.tie == "first" else won)

    def odds(self, pair: tuple[str, ...], seen: Seen, prior: bool = True) -> Worth:
        """Return the odds of a class against another, or against all others."""
        worth = self.joint if prior else self.likelihood
        above = [worth(seen, pair[0])]
        others = pair[1:] or [k for k in self.classes if k != pair[0]]
        below = [worth(seen, k) for k in others]
        if None in above or None in below:
            return UNDEFINED
        return ratio(above, below)

    def accuracy(self, left_out: bool = False) -> Fraction:
        """Return the share of the rows, by weight, that are decided for their own class alone."""
        right = total = Fraction(0)
        for at, row in enumerate(self.spec.rows):
            oracle = Oracle(self.spec, self.model, at) if left_out and row.weight else self
            total += row.weight
            if row.weight and oracle.winners(oracle.of_row(row)) == (row.label,):
                right += row.weight
        return right / total


def limit(value: Worth) -> Worth:
    """Return the simple number near a value that was worked out with a tiny λ or ε."""
    if isinstance(value, str):
        return value
    if abs(size := value if isinstance(value, Fraction) else value.number) > 10**50:
        return INFINITE if size > 0 else "-" + INFINITE
    if isinstance(value, Irrational):
        if abs(size) < mpmath.mpf(10) ** -50:
            return Fraction(0)
        whole = Fraction(int(mpmath.nint(size * 10**60)), 10**60).limit_denominator(10**12)
        return whole if abs(size - real(whole)) < mpmath.mpf(10) ** -50 else value
    simple = value.limit_denominator(10**50)
    assert abs(simple - value) < Fraction(1, 10**120), "λ is not small enough"
    return simple


def ways(counts: Mapping[str, int]) -> int:
    """Return n!/∏x!, the number of orders."""
    found, left = 1, sum(counts.values())
    for times in counts.values():
        found *= comb(left, times)
        left -= times
    return found
