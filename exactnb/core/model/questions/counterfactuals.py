"""What decides one query: the smallest changes of it that flip the decision, the reasons for it.

The two are one thing seen from two sides: a set of observations decides, whatever the others are, if
every change that flips the decision touches one of them.

How to read: `flipping` tries every other choice of what is observed, `define_nearest` and
`define_reasons` read their answers off what it finds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from itertools import combinations, combinations_with_replacement, product, zip_longest
from math import prod

from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import ArgMax, Expression, Product
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.expression.results import Decision, Value
from exactnb.core.expression.written import listing
from exactnb.core.families.base import probability
from exactnb.core.families.observation import Observation
from exactnb.core.lazy import once
from exactnb.core.model.effort import Effort
from exactnb.core.model.probabilities import Prediction
from exactnb.core.model.quantity import Define, Quantity, charged_quantity
from exactnb.core.model.questions.defining import definitions
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.record import frozen
from exactnb.errors import Unsupported

_NEAREST = Reason(Rule.DEFINE, "smallest changes that flip it")
_REASONS = Reason(Rule.DEFINE, "smallest sets that decide alone")
_MOST = 20_000  # other queries that are tried
_MOST_WORDS = 2  # that are changed at once

Words = tuple[str, ...]
_Change = tuple[Words, Words]


@frozen
class Decisions:
    """Decide what a model sees, however it is changed; every factor is worked out once."""

    prediction: Prediction
    effort: Effort
    _values: dict[QuantityName, Value] = field(default_factory=dict)

    def labels(self, observation: Observation) -> tuple[str, ...]:
        """Return the labels that are decided for; none if every joint is zero or undefined."""
        model = self.prediction.model
        observation = model.relevant(observation)
        scores: list[tuple[str, Expression]] = []
        for label in model.class_items():
            prior = probability((label,), (), model.name)
            scores.append((label.value, Product((prior, *model.factors(observation, label)))))
        self.effort.spend(len(scores) * (1 + len(observation.cells)), "the decisions")
        decision = evaluate(ArgMax(tuple(scores), model.conventions.tie == "first"), self._value)
        return decision.labels if isinstance(decision, Decision) else ()

    def _value(self, name: QuantityName) -> Value:
        if name not in self._values:
            formula = charged_quantity(name, self._define, self.effort).formula
            self._values[name] = evaluate(formula, self._value)
        return self._values[name]

    @once
    def _define(self) -> Define:
        return definitions(self.prediction)


def define_nearest(prediction: Prediction, name: QuantityName, effort: Effort) -> Quantity:
    """Return nearest(x): the smallest changes of what is observed that change the decision."""
    observation = prediction.observed(name.subjects)
    if observation.has_text():
        groups = _nearest_words(prediction, observation, effort)
    else:
        changes = list(flipping(prediction, name.subjects, effort))
        least = min(map(len, changes), default=0)
        groups = tuple(
            tuple(cell_text(c, v) for c, v in change.items())
            for change in changes
            if len(change) == least
        )
    return Quantity(name, listing(groups), _NEAREST)


def define_reasons(prediction: Prediction, name: QuantityName, effort: Effort) -> Quantity:
    """Return reasons(x): the smallest sets of observations that decide, whatever the others are."""
    observation = prediction.observed(name.subjects)
    changed = [frozenset(change) for change in flipping(prediction, name.subjects, effort)]
    least = [
        change for change in dict.fromkeys(changed) if not any(subset < change for subset in changed)
    ]
    columns = finite_cells(prediction, observation)
    groups: list[frozenset[str]] = []
    for number in range(len(columns) + 1):
        for chosen in map(frozenset, combinations(columns, number)):
            if any(smaller <= chosen for smaller in groups):
                continue
            if all(chosen & change for change in least):
                groups.append(chosen)
    texts = (tuple(cell_text(c, v) for c, v in columns.items() if c in group) for group in groups)
    return Quantity(name, listing(texts), _REASONS)


def cell_text(column: str, value: str) -> str:
    """Return an observation as it stands in a set of them.

    >>> cell_text("Outlook", "Sunny")
    'Outlook=Sunny'
    """
    return Item("cell", column, value).spell()


def finite_cells(prediction: Prediction, observation: Observation) -> dict[str, str]:
    """Return the cells of a query; Unsupported where something of it has no end of values."""
    endless = [c for c in observation.cells if c not in prediction.model.listed]
    if endless:
        raise Unsupported(f"column {endless[0]} holds numbers, of which there is no end")
    if observation.has_text():
        raise Unsupported("words are drawn as often as one likes: there is no end of texts")
    model = prediction.model
    absent = dict.fromkeys(observation.ignored, "0")  # a 0 that does not count may be a 1
    order = {column: at for at, column in enumerate(model.columns())}
    cells = {**observation.cells, **absent}
    return {column: cells[column] for column in sorted(cells, key=lambda c: order[c])}


def flipping(prediction: Prediction, items: Iterable[Item], effort: Effort) -> Iterator[dict[str, str]]:
    """Yield every change of the cells of a query that changes the decision: columns, values instead.

    Raises Unsupported where there are too many to try them all.
    """
    observation = prediction.observed(items)
    cells = finite_cells(prediction, observation)
    values = {c: prediction.model.listed[c].values(c) for c in cells}
    if (number := prod(map(len, values.values()))) > _MOST:
        raise Unsupported(f"{number:,} other queries; at most {_MOST:,} are tried")
    decisions = Decisions(prediction, effort)
    original = decisions.labels(observation)
    for chosen in product(*values.values()):
        changed = dict(zip(cells, chosen, strict=True))
        if decisions.labels(replace(observation, cells=changed)) != original:
            yield {column: value for column, value in changed.items() if value != cells[column]}


def _nearest_words(
    prediction: Prediction, observation: Observation, effort: Effort
) -> tuple[tuple[str, ...], ...]:
    """Return the fewest words left out, put in or exchanged that change the decision about a text."""
    decisions = Decisions(prediction, effort)
    original, words = decisions.labels(observation), observation.words()
    for number in range(1, _MOST_WORDS + 1):
        flips = [
            word_change_text(less, more)
            for tried, (less, more) in enumerate(_changes(words, prediction.model.vocabulary, number))
            if _is_few(tried) and decisions.labels(_with_words(observation, less, more)) != original
        ]
        if flips:
            return tuple(flips)
    raise Unsupported(f"no change of {_MOST_WORDS} words changes the decision; more are not tried")


def _is_few(tried: int) -> bool:
    if tried >= _MOST:
        raise Unsupported(f"more than {_MOST:,} other texts to try")
    return True


def _changes(words: Mapping[str, int], vocabulary: Iterable[str], number: int) -> Iterator[_Change]:
    """Yield which words are left out, and which put in: so many of one, and no more of the other."""
    tokens = [word for word, times in words.items() for _ in range(min(times, number))]
    for removed_size in range(number + 1):
        for less in dict.fromkeys(combinations(tokens, removed_size)):
            candidates = [word for word in vocabulary if word not in less]
            for added_size in range(number + 1) if removed_size == number else [number]:
                for more in combinations_with_replacement(candidates, added_size):
                    yield less, more


def _with_words(observation: Observation, less: Words, more: Words) -> Observation:
    """Return a text without some words, and with others."""
    bag = Counter(observation.words())
    bag.subtract(less)
    bag.update(more)
    return replace(observation, bags=(+bag,), draws=())  # without the words that are there 0 times


def word_change_text(less: Words, more: Words) -> Words:
    """Return what is done to a text in which some words are others: in one order, whatever was done.

    >>> word_change_text(("b", "a"), ("c",))
    ('c for a', 'without b')
    """
    removed, added = sorted(less), sorted(more)
    pairs = zip_longest(removed, added)
    return tuple(
        f"{new} for {old}" if old and new else f"without {old}" if old else f"with {new}"
        for old, new in pairs
    )
