"""What every quantity is worth by its meaning: counted and summed over rows, classes and cells.

Nothing here evaluates a formula of the graph: a name is worth what `brute.py` finds for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

import reading
from brute import Case
from by_hand import Rule, plus, times
from plain import Column, Row, Seen

from exactnb import Problem
from exactnb.core.conventions.rules import Add, Clip, Frequency, Limit, MEstimate
from exactnb.core.data.counts import Counts
from exactnb.core.data.parameters import Parameters
from exactnb.core.model.model import Model
from exactnb.core.naming.names import Item, Pair, QuantityName
from mutations.values import NONSENSE, Worth, alike, apply, over

Items = tuple[Item | Pair, ...]


@dataclass(frozen=True)
class Judged(Case):
    """The data and choices of one model of a problem: rows, or counts or numbers that are given."""

    model: Model | None = None
    observed: Mapping[str, Any] = field(default_factory=dict)
    drawn: tuple[str, ...] = ()
    counts: Counts | None = None
    numbers: Parameters | None = None

    @classmethod
    def of(cls, problem: Problem, short: str) -> Judged:
        """Return what a model rests on, in plain Python."""
        prediction = problem.predictions[short]
        model, schema, data = prediction.model, problem.schema, problem.data
        conventions = model.conventions
        given = {label: share.value for label, share in conventions.given_prior}
        prior = conventions.prior
        if isinstance(data, Parameters) and not conventions.prior_is_explicit:
            assert data.prior is not None
            given, prior = {label: share.value for label, share in data.prior.items()}, "given"
        cases = () if isinstance(data, Counts | Parameters) else data.cases()
        rows = tuple(
            Row(
                case.label, tuple(case.cells.get(c, "") for c in schema.columns),
                tuple(Counter(case.words).elements()), case.weight,
            )
            for case in cases
        )  # fmt: skip
        return cls(
            schema.classes, tuple(Column(c, of, "") for c, of in schema.columns.items()), rows, {},
            _rule(conventions.smoothing), {c: _rule(rule) for c, rule in conventions.smoothings}, prior,
            tuple(given[label] for label in schema.classes) if given else (), conventions.tie,
            class_variable=schema.class_variable, prior_smoothing=_rule(conventions.rule_of_prior()),
            vocabulary=schema.words or None, absent=conventions.absent,
            coefficient=conventions.coefficient, model=model, observed=prediction.queries,
            drawn=problem.bag, counts=data if isinstance(data, Counts) else None,
            numbers=data if isinstance(data, Parameters) else None,
        )  # fmt: skip

    @cached_property
    def blocks(self) -> tuple[Column, ...]:
        """Return what is looked at value by value."""
        assert self.model is not None
        found = self.model.finite_blocks.items()
        return tuple(Column(c, block.values(c), block.family.name) for c, block in found)

    @cached_property
    def bag_words(self) -> tuple[str, ...]:
        """Return what is drawn."""
        assert self.model is not None
        return self.model.vocabulary

    @property
    def spoken(self) -> tuple[str, ...]:
        """Return the words that count as words in the data."""
        return self.drawn

    @property
    def bag_family(self) -> str:
        """Return the family of what is drawn."""
        assert self.model is not None
        return self.model.word_block.family.name if self.model.word_block is not None else ""

    def seen(self, identity: str) -> Seen:
        """Return what a query, or a row by its id, shows."""
        shown = self.observed[identity]
        return Seen(shown.cells, shown.bags, shown.draws)

    def count(self, label: str | None, cells: Mapping[str, str]) -> Any:
        """Return the number of rows of a class that show some cells; of given counts, one cell."""
        if self.counts is None:
            return super().count(label, cells)
        labels = self.classes if label is None else (label,)
        if not cells:
            return sum(self.counts.sizes[k] for k in labels)
        ((column, value),) = cells.items()
        if column in self.counts.schema.columns:
            return sum(self.counts.cells.get((column, value, k), 0) for k in labels)
        there = sum(self.counts.presence.get((column, k), 0) for k in labels)
        return there if value == "1" else self.count(label, {}) - there

    def word_count(self, word: str, label: str | None) -> Any:
        """Return how often a word stands in a class."""
        if self.counts is None:
            return super().word_count(word, label)
        labels = self.classes if label is None else (label,)
        if word not in self.counts.schema.columns:
            return sum(self.counts.words.get((word, k), 0) for k in labels)
        values = self.counts.schema.columns[word]
        return sum(int(v) * self.count(k, {word: v}) for k in labels for v in values)

    def factor(self, column: Column, value: str, label: str) -> Any:
        """Return P(column = value | class)."""
        if self.numbers is None:
            return super().factor(column, value, label)
        if column.name not in self.numbers.schema.columns:
            there = self.numbers.words[column.name, label].value
            return there if value == "1" else 1 - there
        cells = self.numbers.cells
        own = {v: cells[column.name, v, label].value for v in column.values
               if (column.name, v, label) in cells}  # fmt: skip
        return own.get(value, 1 - sum(own.values()))

    def theta(self, word: str, label: str) -> Any:
        """Return P(word | class)."""
        if self.numbers is None:
            return super().theta(word, label)
        return self.numbers.words[word, label].value


def _rule(rule: Any) -> Rule:
    match rule:
        case Add(None):
            return Rule("perks")
        case Add(amount, cells) if cells is not None:
            return Rule("cells", amount.common_number, cells)
        case Add(amount):
            return Rule("add", places={(v, k): number for v, k, number in amount.entries})
        case MEstimate(weight, None):
            return Rule("m", weight)
        case MEstimate(weight, default):
            return Rule("m", weight, places={(v, k): number for v, k, number in default.entries})
        case Frequency(number):
            return Rule("frequency", number)
        case Clip(number):
            return Rule("clip", number)
    assert isinstance(rule, Limit)
    return Rule("0+")


@dataclass(frozen=True)
class Named:
    """One side of a name, taken apart."""

    pair: tuple[str, str] | None = None
    label: str | None = None
    seen: Seen = field(default_factory=Seen)
    items: tuple[Item, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Say whether nothing is observed."""
        return all(item.kind == "class" for item in self.items)


def split(case: Case, side: Items) -> Named:
    """Return the classes of one side of a name, and what is observed."""
    found = Named(items=tuple(item for item in side if isinstance(item, Item)))
    for item in side:
        if isinstance(item, Pair):
            found = replace(found, pair=(item.first.value, item.second.value))
        elif item.kind == "class":
            found = replace(found, label=item.value)
        elif item.kind == "cell":
            found = replace(found, seen=found.seen | Seen({item.variable: item.value}))
        elif item.kind == "word":
            found = replace(found, seen=found.seen | Seen(draws=(item.value,)))
        elif item.kind == "query":
            try:
                found = replace(found, seen=found.seen | case.seen(item.value))
            except KeyError:
                raise reading.Unreadable(f"no query {item.value}") from None
    return found


def worth_of(cases: Mapping[str, Case], name: QuantityName) -> Worth:
    """Return what a quantity is worth by its meaning; NONSENSE where it has none."""
    if name.wrappers:
        outer, *inner = name.wrappers
        return apply(outer, worth_of(cases, replace(name, wrappers=tuple(inner))))
    case = cases[name.model]
    left, right = split(case, name.left), split(case, name.right)
    if any(item.kind == "class" and item.value not in case.classes for item in left.items):
        return NONSENSE
    found = MEANINGS.get(name.head)
    worth = NONSENSE if found is None else found(case, left, right)
    return Fraction(worth) if isinstance(worth, int) and not isinstance(worth, bool) else worth


def _probability(case: Case, left: Named, right: Named) -> Worth:
    if left.label is not None and right.label is not None:
        return NONSENSE
    if right.label is not None:
        if right.is_empty and len(left.items) == 1 and left.items[0].kind == "cell":
            return _parameter(case, left.items[0], right.label)
        both = case.likelihood(right.label, left.seen | right.seen)
        return both if right.is_empty else over(both, case.likelihood(right.label, right.seen))
    if left.label is not None and left.is_empty and right.is_empty:
        return case.prior_of(left.label)
    both = _p(case, left.label, left.seen | right.seen)
    return both if right.is_empty else over(both, _p(case, None, right.seen))


def _parameter(case: Case, item: Item, label: str) -> Worth:
    """Return P(column = value | class), which is there for a word that is ignored too."""
    column = next((c for c in case.blocks if c.name == item.variable), None)
    return NONSENSE if column is None else case.factor(column, item.value, label)


def _p(case: Case, label: str | None, seen: Seen) -> Worth:
    if label is None:
        return plus(*(case.joint(k, seen) for k in case.classes))
    return case.joint(label, seen)


def _count(case: Case, left: Named, right: Named) -> Worth:
    if left.seen.draws:
        (word,) = left.seen.draws
        return case.word_count(word, left.label)
    return case.count(left.label, left.seen.cells)


def _tokens(case: Case, left: Named, right: Named) -> Worth:
    return NONSENSE if left.label is None else case.tokens(left.label)


def _vocabulary(case: Case, left: Named, right: Named) -> Worth:
    return NONSENSE if left.items else len(case.spoken)


def _frequency(case: Case, left: Named, right: Named) -> Worth:
    if left.seen.draws:
        (word,) = left.seen.draws
        if right.label is None:
            return NONSENSE
        return over(case.word_count(word, right.label), case.tokens(right.label))
    label, cells = left.label or right.label, {**left.seen.cells, **right.seen.cells}
    known = _all_values(case)
    shown = [[(c, v) for v in known[c]] for c in left.seen.cells]
    among = ({**right.seen.cells, **dict(some)} for some in product(*shown))
    return over(case.count(label, cells), plus(*(case.count(right.label, some) for some in among)))


def _all_values(case: Case) -> dict[str, tuple[str, ...]]:
    words = dict.fromkeys(case.vocabulary or (), ("0", "1"))
    return words | {c.name: c.values for c in case.columns}


def _odds(case: Case, left: Named, right: Named) -> Worth:
    first, *rest = left.pair or (left.label, *(k for k in case.classes if k != left.label))
    if first is None:
        return NONSENSE
    return over(_p(case, first, right.seen), plus(*(_p(case, k, right.seen) for k in rest)))


def _ratio(case: Case, left: Named, right: Named) -> Worth:
    if left.pair is None:
        return NONSENSE
    first, second = (_probability(case, right, Named(label=k)) for k in left.pair)
    return over(first, second)


def _weight(case: Case, left: Named, right: Named) -> Worth:
    if left.pair is None or len(right.items) != 1:
        return NONSENSE
    (item,) = right.items
    if item.kind == "word":
        first, second = (case.theta(item.value, k) for k in left.pair)
        return apply("log", over(first, second))
    column = next((c for c in case.blocks if c.name == item.variable), None)
    if column is None:
        return NONSENSE
    (one, none), (other, no_other) = (
        (case.factor(column, "1", k), case.factor(column, "0", k)) for k in left.pair
    )
    if case.absent == "ignore":
        return apply("log", over(one, other))
    return apply("log", over(times(one, no_other), times(other, none)))


def _bias(case: Case, left: Named, right: Named) -> Worth:
    if left.pair is None:
        return NONSENSE
    nothing = case.relevant(Seen({c.name: "0" for c in case.blocks}))
    return apply("log", over(*(case.joint(k, nothing) for k in left.pair)))


def _decision(case: Case, left: Named, right: Named) -> Worth:
    return case.decided(left.seen)


def _accuracy(case: Case, left: Named, right: Named) -> Worth:
    found = sum(row.weight for row in case.rows if case.decided(_shown_by(case, row)) == (row.label,))
    return over(found, case.count(None, {}))


def _accuracy_left_out(case: Case, left: Named, right: Named) -> Worth:
    found: Any = 0
    for at, row in enumerate(case.rows):
        other = replace(case, rows=(*case.rows[:at], *case.rows[at + 1 :]))
        if not other.is_refused and other.decided(_shown_by(case, row)) == (row.label,):
            found += row.weight
    return over(found, case.count(None, {}))


def _shown_by(case: Case, row: Row) -> Seen:
    """Return what a row shows to the model that it was counted for."""
    cells = {}
    own = [c.name for c in case.columns]
    for column in case.blocks:
        missing = column.name in own and row.cells[own.index(column.name)] == ""
        if not missing:
            cells[column.name] = next(v for v in column.values if case.shows(row, column.name, v))
    words = Counter(row.words) if case.bag_words else Counter()
    words.update({w: int(row.cells[own.index(w)] or 0) for w in case.bag_words if w in own})
    return case.relevant(Seen(cells, draws=tuple(words.elements())))


def _free_parameters(case: Case, left: Named, right: Named) -> Worth:
    if isinstance(case, Judged) and case.numbers is not None:
        return 0
    of_prior = len(case.classes) - 1 if case.prior in ("mle", "smoothed") else 0
    needed = sum(len(c.values) - 1 for c in case.blocks)
    if case.bag_family == "multinomial":
        needed += max(len(case.bag_words) - 1, 0)
    return of_prior + len(case.classes) * needed


def _bayes_error(case: Case, left: Named, right: Named) -> Worth:
    if left.items:
        return NONSENSE
    names, error = [c.name for c in case.blocks], Fraction(1)
    for cell in product(*(c.values for c in case.blocks)):
        joints = [times(case.prior_of(k), *_factors(case, dict(zip(names, cell, strict=True)), k))
                  for k in case.classes]  # fmt: skip
        if None in joints:
            return None
        error -= max(joints)
    return error


def _rank(case: Case, left: Named, right: Named) -> Worth:
    names = [c.name for c in case.blocks if c.name in left.seen.cells]
    values = (c.values for c in case.blocks if c.name in names)

    def mass(cells: Mapping[str, str]) -> Worth:
        return plus(*(times(case.prior_of(k), *_factors(case, cells, k)) for k in case.classes))

    own = mass(left.seen.cells)
    others = [mass(dict(zip(names, cell, strict=True))) for cell in product(*values)]
    return None if own is None or None in others else 1 + sum(m < own for m in others)


def _factors(case: Case, cells: Mapping[str, str], label: str) -> Iterator[Any]:
    return (case.factor(c, cells[c.name], label) for c in case.blocks if c.name in cells)


def _independent(case: Case, left: Named, right: Named) -> Worth:
    return _multiply(case, left, right, _probability)


def _independent_in_data(case: Case, left: Named, right: Named) -> Worth:
    return _multiply(case, left, right, _frequency)


def _multiply(case: Case, left: Named, right: Named, share: Any) -> Worth:
    """Say whether the shares of some cells, and of all values of some columns, multiply."""
    known = _all_values(case) | {c.name: c.values for c in case.blocks}
    choices = [
        [Item("cell", i.variable, v) for v in known[i.variable]] if i.kind == "column" else [i]
        for i in left.items
    ]
    sides = [
        (share(case, split(case, some), right),
         times(*(share(case, split(case, (i,)), right) for i in some)))
        for some in product(*choices)
    ]  # fmt: skip
    if any(side is None for pair in sides for side in pair):
        return None
    return all(alike(*pair) for pair in sides)


MEANINGS: dict[str, Any] = {
    "P": _probability,
    "count": _count,
    "tokens": _tokens,
    "vocabulary": _vocabulary,
    "freq": _frequency,
    "odds": _odds,
    "log_odds": lambda *of: apply("log", _odds(*of)),
    "lr": _ratio,
    "weight": _weight,
    "bias": _bias,
    "argmax": _decision,
    "accuracy": _accuracy,
    "accuracy_left_out": _accuracy_left_out,
    "free_parameters": _free_parameters,
    "bayes_error": _bayes_error,
    "rank": _rank,
    "independent": _independent,
    "independent_in_data": _independent_in_data,
}
