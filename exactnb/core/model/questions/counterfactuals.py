"""Counterfactuals: the smallest changes of a query, and the edits of the data, that flip a decision.

Both answers about a query follow from one search: a set of observations decides alone, whatever the
others are, if every change that flips the decision changes one of them.

How to read: `cell_flips` tries every other choice of the cells; `define_nearest` and
`define_reasons` derive their answers from its results. `define_edits` tries every edit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, combinations_with_replacement, product, zip_longest
from math import prod

from exactnb.core.arithmetic.values import Undefined
from exactnb.core.data.counts import Counts
from exactnb.core.data.edits import Edit, single_edits
from exactnb.core.data.schema import Case, Number
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import ArgMax, Expression, Product
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.expression.results import Value, decided_labels
from exactnb.core.expression.written import listing
from exactnb.core.families.base import Observation, probability
from exactnb.core.lazy import once, once_each
from exactnb.core.model.data_quantities import DataQuantities, changed_estimates, observes_values
from exactnb.core.model.model import Model
from exactnb.core.model.probabilities import Prediction, definitions
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Define, Effort, Quantity, charged_quantity
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, InputError, Unsupported

_NEAREST = Reason(Rule.DEFINE, "smallest changes that flip it")
_REASONS = Reason(Rule.DEFINE, "smallest sets that decide alone")
_EDITS = Reason(Rule.DEFINE, "single edits that flip it")
_MOST = 20_000  # other queries, or edits, that are tried at most
_MOST_WORDS = 2  # words that are changed together at most

Words = tuple[str, ...]
_Change = tuple[Words, Words]


@frozen
class ObservationDecider:
    """Decide an observation and its changes; every factor is evaluated once, and `effort` pays."""

    prediction: Prediction
    effort: Effort

    def decided_labels(self, observation: Observation) -> tuple[str, ...]:
        """Return the labels of the decision about `observation`; () if it is undefined."""
        model = self.prediction.model
        observation = model.without_ignored(observation)
        scores: list[tuple[str, Expression]] = []
        for label in model.class_items():
            prior = probability((label,), (), model.name)
            scores.append((label.value, Product((prior, *model.factors(observation, label)))))
        self.effort.spend(len(scores) * (1 + len(observation.cells)), "the decisions")
        decision = ArgMax(tuple(scores), model.conventions.tie == "first")
        return decided_labels(evaluate(decision, self._value))

    @once_each
    def _value(self, name: QuantityName) -> Value:
        return evaluate(charged_quantity(name, self._define, self.effort).formula, self._value)

    @once
    def _define(self) -> Define:
        return definitions(self.prediction)


def define_nearest(prediction: Prediction, name: QuantityName, effort: Effort) -> Quantity:
    """Return the quantity of `name`, nearest(x): the smallest changes of a decision of `prediction`.

    Raises Unsupported if there are too many to try; `effort` pays for those that are tried.
    """
    observation = prediction.observe(name.subjects)
    if observation.has_text():
        groups = _nearest_words(prediction, observation, effort)
    else:
        changes = _all_cell_flips(prediction, name.subjects, effort)
        least = min(map(len, changes), default=0)
        groups = tuple(
            tuple(cell_text(c, v) for c, v in change.items())
            for change in changes
            if len(change) == least
        )
    return Quantity(name, listing(groups), _NEAREST)


def define_reasons(prediction: Prediction, name: QuantityName, effort: Effort) -> Quantity:
    """Return the quantity of `name`, reasons(x): the fewest cells that decide alone in `prediction`.

    Raises Unsupported if there are too many changes to try; `effort` pays for those that are tried.
    """
    observation = prediction.observe(name.subjects)
    changed = [frozenset(change) for change in _all_cell_flips(prediction, name.subjects, effort)]
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
    """Return the text of the cell `value` of a `column`.

    >>> cell_text("Outlook", "Sunny")
    'Outlook=Sunny'
    """
    return Item("cell", column, value).spell()


def finite_cells(prediction: Prediction, observation: Observation) -> dict[str, str]:
    """Return the cells of `observation` in column order, with the zeros that `prediction` ignores.

    Raises Unsupported for numbers and texts, which have infinitely many alternatives.
    """
    numbers = [c for c in observation.cells if c not in prediction.model.finite_blocks]
    if numbers:
        raise Unsupported(f"column {numbers[0]} holds numbers, of which there is no end")
    if observation.has_text():
        raise Unsupported("words are drawn as often as one likes: there is no end of texts")
    model = prediction.model
    absent = dict.fromkeys(observation.ignored, "0")  # a 0 that does not count may be a 1
    order = {column: index for index, column in enumerate(model.by_column)}
    cells = {**observation.cells, **absent}
    return {column: cells[column] for column in sorted(cells, key=lambda c: order[c])}


def _all_cell_flips(
    prediction: Prediction, items: tuple[Item, ...], effort: Effort
) -> Sequence[dict[str, str]]:
    """Return the changes that `cell_flips` yields: `nearest` and `reasons` follow from them."""
    key = "the decisions", items
    return prediction.cached_search(key, effort, lambda: list(cell_flips(prediction, items, effort)))


def cell_flips(
    prediction: Prediction, items: Iterable[Item], effort: Effort
) -> Iterator[dict[str, str]]:
    """Yield every change of cells of `items` that changes the decision of `prediction`.

    Raises Unsupported if there are more than 20,000 to try; `effort` pays for them.
    """
    observation = prediction.observe(items)
    cells = finite_cells(prediction, observation)
    # A cell that no row has may stay as it is.
    values = {c: dict.fromkeys((*prediction.model.finite_blocks[c].values(c), cells[c])) for c in cells}
    if (number := prod(map(len, values.values()))) > _MOST:
        raise Unsupported(f"{number:,} other queries; at most {_MOST:,} are tried")
    decider = ObservationDecider(prediction, effort)
    original = decider.decided_labels(observation)
    for chosen in product(*values.values()):
        changed = dict(zip(cells, chosen, strict=True))
        if decider.decided_labels(replace(observation, cells=changed)) != original:
            yield {column: value for column, value in changed.items() if value != cells[column]}


def _nearest_words(
    prediction: Prediction, observation: Observation, effort: Effort
) -> tuple[tuple[str, ...], ...]:
    """Return the smallest removals, additions and exchanges of words that change the decision."""
    decider = ObservationDecider(prediction, effort)
    original, words = decider.decided_labels(observation), observation.words()
    for number in range(1, _MOST_WORDS + 1):
        flips = []
        for tried, (less, more) in enumerate(_word_changes(words, prediction.model.vocabulary, number)):
            if tried >= _MOST:
                raise Unsupported(f"more than {_MOST:,} other texts to try")
            bag = Counter(words)
            bag.subtract(less)
            bag.update(more)
            # the sign + drops the words that are there 0 times
            if decider.decided_labels(replace(observation, bags=(+bag,), draws=())) != original:
                flips.append(word_change_text(less, more))
        if flips:
            return tuple(flips)
    raise Unsupported(f"no change of {_MOST_WORDS} words changes the decision; more are not tried")


def _word_changes(
    words: Mapping[str, int], vocabulary: Iterable[str], number: int
) -> Iterator[_Change]:
    """Yield pairs of removed and added words; the larger side has `number` words."""
    tokens = [word for word, times in words.items() for _ in range(min(times, number))]
    for removed_size in range(number + 1):
        for less in dict.fromkeys(combinations(tokens, removed_size)):
            candidates = [word for word in vocabulary if word not in less]
            for added_size in range(number + 1) if removed_size == number else [number]:
                for more in combinations_with_replacement(candidates, added_size):
                    yield less, more


def word_change_text(less: Words, more: Words) -> Words:
    """Return the text of a change of words: `less` were removed, `more` added, in sorted order.

    >>> word_change_text(("b", "a"), ("c",))
    ('c for a', 'without b')
    """
    removed, added = sorted(less), sorted(more)
    pairs = zip_longest(removed, added)
    return tuple(
        f"{new} for {old}" if old and new else f"without {old}" if old else f"with {new}"
        for old, new in pairs
    )


def define_edits(prediction: Prediction, name: QuantityName, effort: Effort) -> Quantity:
    """Return the quantity of `name`, edits(x): single edits that change `prediction`, by `effort`."""
    edits = flipping_edits(prediction, name, effort)
    texts = dict.fromkeys(str(edit) for edit, _ in edits)  # a class may be called as a word is
    return Quantity(name, listing((text,) for text in texts), _EDITS)


def candidate_edits(prediction: Prediction, name: QuantityName) -> list[Edit]:
    """Return every single edit of the rows of `prediction` that `name`, edits(x), tries.

    Raises InputError without rows, Unsupported for more than 20,000 edits.
    """
    cases = [training.case for training in prediction.training()]
    if not cases:
        raise InputError("there are no rows to edit, only counts or given numbers", at=name.place)
    model = prediction.model
    numbers = (*model.numeric_blocks, *model.covariate_names)
    edits: list[Edit] = []
    for edit in single_edits(cases, model.schema, numbers=numbers, times=model.vocabulary):
        if len(edits) == _MOST:
            raise Unsupported(f"more than {_MOST:,} single edits", at=name.place)
        if not edit.is_new:
            edits.append(edit)
    return edits


def flipping_edits(
    prediction: Prediction, name: QuantityName, effort: Effort
) -> list[tuple[Edit, tuple[str, ...]]]:
    """Return the edits that change how `prediction` decides `name`, each with the labels after it.

    `effort` pays for every edit that is tried.
    """
    edits = candidate_edits(prediction, name)
    decision = prediction.model.names.decision(name.subjects)
    graph = Quantities([decision], definitions(prediction), effort)
    original = decided_labels(graph.value(decision))
    effects = _Effects(prediction.model, graph)
    # Edits that change the same counts lead to the same decision: most change none that it rests on.
    decisions: dict[frozenset[tuple[object, Number]], tuple[str, ...]] = {frozenset(): original}
    flips = []
    for edit in edits:
        effort.spend(len(graph) // 4 + 1, name)
        effect = effects.changed_parts(edit)
        if effect not in decisions:
            after = _decision_after(prediction, graph, decision, edit)
            decisions[effect] = original if after is None else after
        if decisions[effect] != original:
            flips.append((edit, decisions[effect]))
    return flips


def _decision_after(
    prediction: Prediction, graph: Quantities, decision: QuantityName, edit: Edit
) -> tuple[str, ...] | None:
    """Return the labels of `decision` after `edit`; None if something is lost or undefined then."""
    try:
        values_of = graph.varied(_changed_formulas(prediction, graph, edit))
    except ExactnbError:  # nothing can be estimated
        return None
    emptied = emptied_prior(prediction.model, edit)
    lost = emptied is not None and values_of(emptied) == 0
    undefined = any(isinstance(values_of(joint), Undefined) for joint in graph[decision].uses)
    return None if lost or undefined else decided_labels(values_of(decision))


class _Effects:
    """Say what edits change among all that is counted for the quantities of a `graph` of a `model`.

    Counts are sums over rows. So a row is taken apart into what is counted of it for the graph, and
    equal differences of these parts lead to equal counts.
    """

    def __init__(self, model: Model, graph: Quantities) -> None:
        items = [item for name in graph for item in name.items]
        variables = {item.variable for item in items if item.kind in ("column", "word")}
        self._values = {(item.variable, item.value) for item in items if item.kind == "cell"}
        texts = {column for column, _ in self._values if column not in model.schema.columns}
        self._words = texts | {item.value for item in items if item.kind == "word"}
        self._vocabulary = frozenset(model.vocabulary)
        self._together = {*variables, *model.numeric_blocks, *model.covariate_names, *self._vocabulary}
        # A rule of observed values, a λ of unseen ones and counts of pairs rest on whole rows.
        pairs = any(len(name.cells) > 1 for name in graph if name.head == "count")
        if pairs or observes_values(model) or model.conventions.unseen_value == "zero":
            self._together |= model.schema.columns.keys()

    def changed_parts(self, edit: Edit) -> frozenset[tuple[object, Number]]:
        """Return the parts of which `edit` leaves more or fewer than before, with their number."""
        difference: dict[object, Number] = {}
        for sign, cases in ((1, edit.after), (-1, (edit.before,))):
            for case in cases:
                for part, number in self._counted_parts(case):
                    key = case.label, part
                    difference[key] = difference.get(key, 0) + sign * case.weight * number
        return frozenset((part, number) for part, number in difference.items() if number)

    def _counted_parts(self, case: Case) -> Iterator[tuple[object, int]]:
        """Yield each part of a row that is counted, and how often it stands there."""
        cells = case.cells.items()
        yield tuple((column, value) for column, value in cells if column in self._together), 1
        yield from ((cell, 1) for cell in cells if cell in self._values)
        for word, times in case.words.items():
            counted_word = word if word in self._words else word in self._vocabulary
            yield ("word", counted_word), times
            yield ("text", counted_word), 1


def emptied_prior(model: Model, edit: Edit) -> QuantityName | None:
    """Return the prior of a class of `model` that `edit` leaves without rows, if it is estimated.

    Data in which that prior is 0 are refused, so such an edit counts as none that changes the decision.
    """
    label = edit.before.label
    remaining_weight = sum(case.weight for case in edit.after if case.label == label)
    if model.conventions.prior not in ("mle", "smoothed") or not edit.before.weight:
        return None
    if model.counts.sizes[label] + remaining_weight - edit.before.weight:
        return None
    return model.names.prior(model.class_item(label))


def _changed_formulas(
    prediction: Prediction, graph: Quantities, edit: Edit
) -> dict[QuantityName, Expression]:
    """Return the formulas of the graph that an edit changes; ExactnbError if it is impossible."""
    model = prediction.model
    groups = (edit.after, [edit.before])
    more, less = (Counts.of(model.schema, group, model.product_groups) for group in groups)
    counts = model.counts + more - less
    data = DataQuantities(
        counts, prediction.kinds, model.vocabulary, measured=frozenset(model.numeric_blocks)
    )
    models = {model.name: model.with_counts(counts)}
    return dict(changed_estimates(graph, data, models, edit.changed))
