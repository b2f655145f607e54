"""Questions about a model, read from their definitions: weights, thresholds, ranks, accuracy, edits.

How to read: each function takes the `view` of one model and the `name` of a quantity; `QUESTIONS`, at
the end, maps heads of names to functions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

from exactnb.core.arithmetic.values import UNDEFINED, Infinite, Undefined
from exactnb.core.data.schema import Case
from exactnb.core.naming.names import Item, Names, Pair, QuantityName
from exactnb.explain.derivation.second_reader.bayes_error import all_combinations, bayes_error
from exactnb.explain.derivation.second_reader.counting import ColumnGroup, ObservedCase
from exactnb.explain.derivation.second_reader.densities import (
    Numbers,
    determinant,
    dot,
    mean_and_covariance,
    solve,
)
from exactnb.explain.derivation.second_reader.estimates import JOINT
from exactnb.explain.derivation.second_reader.reals import *
from exactnb.explain.derivation.second_reader.view import (
    Candidates,
    Edits,
    ModelView,
    Read,
)

_MOST_COMBINATIONS = 4_096
_MOST_ROWS = 500
_MAX_ROWS = 1_000_000  # rows that are counted again, over all edits

Decided = tuple[str, ...] | Candidates


def _pair(name: QuantityName) -> tuple[str, str]:
    assert isinstance(name.pair, Pair)
    return name.pair.first.value, name.pair.second.value


def _log_ratio(view: ModelView, pair: tuple[str, str], factor: Callable[[str], Real]) -> Real:
    return log(divide(*map(factor, pair)))


def weight(view: ModelView, name: QuantityName) -> Real:
    """Return the weight `name` in `view`: the rise of the log-odds if a is 1 for 0, or grows by 1."""
    pair, (item,) = _pair(name), name.right
    if item.kind == "word":
        return _log_ratio(view, pair, lambda k: view.estimates.word_share(item.value, k))
    column = item.variable
    group = view.by_column.get(column)
    if group is not None and not group.has_named_cells:
        return _log_ratio_slope(view, group, column, pair)
    there = _log_ratio(view, pair, lambda k: view.value_share(column, "1", k))
    if view.conventions.absent == "ignore" or column not in view.features():
        return there
    ones, zeros = ([view.value_share(column, value, k) for k in pair] for value in "10")
    return log(divide(times(ones[0], zeros[1]), times(ones[1], zeros[0])))


def _log_densities(
    view: ModelView, group: ColumnGroup, numbers: Numbers, pair: tuple[str, str]
) -> Real:
    return _log_ratio(view, pair, lambda k: view.density(group, numbers, k, {}))


def _least_number(group: ColumnGroup) -> Fraction:
    """Return the smallest number that a family of this kind gives a probability."""
    return Fraction(1 if group.family == "geometric" else 0)


def _log_ratio_slope(view: ModelView, group: ColumnGroup, column: str, pair: tuple[str, str]) -> Real:
    """Return the difference of the log-ratios of the densities at two numbers, one apart."""
    columns = group.columns if group.family in (*JOINT, "spherical") else (column,)
    start = {c: _least_number(group) for c in columns}
    ahead = {**start, column: start[column] + 1}
    return subtract(*(_log_densities(view, group, numbers, pair) for numbers in (ahead, start)))


def bias(view: ModelView, name: QuantityName) -> Real:
    """Return the bias `name` in `view`: the log-odds if all 0/1 columns, words and numbers are 0."""
    pair = _pair(name)
    parts: list[Real] = []
    factors: dict[str, list[Real]] = {k: [view.estimates.prior(k)] for k in pair}
    for column in view.features():
        group = view.by_column[column]
        if group.has_named_cells:
            if view.conventions.absent == "count":
                for k in pair:
                    factors[k].append(view.value_share(column, "0", k))
        elif group.family in (*JOINT, "spherical"):
            if column == group.columns[0]:
                origin = dict.fromkeys(group.columns, Fraction(0))
                parts.append(_log_densities(view, group, origin, pair))
        elif _least_number(group):  # the line goes on to 0, where the family shows nothing
            origin_densities = _log_densities(view, group, {column: _least_number(group)}, pair)
            parts.append(subtract(origin_densities, _log_ratio_slope(view, group, column, pair)))
        else:
            parts.append(_log_densities(view, group, {column: Fraction(0)}, pair))
    return add(log(divide(*(times(*factors[k]) for k in pair))), *parts)


def score(view: ModelView, name: QuantityName) -> Real:
    """Return the score `name` in `view`: log prior plus log likelihood, without shared terms."""
    (label,) = (item.value for item in name.subjects)
    observed = view.observed(name.right)
    terms: list[Real] = [log(view.estimates.prior(label))]
    numbers = {c: v for c, v in observed.cells.items() if isinstance(v, Fraction)}
    for group in view.model.columns:
        group_numbers = {c: numbers[c] for c in numbers if c in group.columns}
        if group_numbers and group.family in JOINT:
            terms += _discriminant(view, group, group_numbers, label)
        elif group_numbers:
            terms.append(log(view.density(group, group_numbers, label, observed.cells)))
    rest = {c: v for c, v in observed.cells.items() if not isinstance(v, Fraction)}
    without_numbers = ObservedCase(rest, observed.bags, observed.draws)
    return add(*terms, log(view.case_likelihood(label, without_numbers)))


def _discriminant(view: ModelView, group: ColumnGroup, numbers: Numbers, label: str) -> Iterator[Real]:
    mean, rows = mean_and_covariance(view.estimates, group, tuple(numbers), label)
    if mean is None:
        yield UNDEFINED
        return
    x, is_linear = list(numbers.values()), group.family == "lda"
    right = mean if is_linear else [a - b for a, b in zip(x, mean, strict=True)]
    solution = solve(rows, right)
    if solution is None:
        raise NotRead("a singular matrix")
    yield dot(x, solution) if is_linear else times(Fraction(-1, 2), log(determinant(rows)))
    yield -dot(right, solution) / 2


def threshold(view: ModelView, name: QuantityName) -> Real:
    """Return the threshold `name` in `view`: the prior of the first class at which both tie."""
    first, second = (view.likelihood(k, name.right) for k in _pair(name))
    return divide(second, add(first, second))


def rank_from_least_probable(view: ModelView, name: QuantityName) -> Real:
    """Return the rank `name` in `view`: one more than the number of cells less probable than x."""
    observed = view.observed(name.subjects)
    columns = [c for c in view.by_column if c in observed.cells]
    probability = add(*view.joints(ObservedCase({c: observed.cells[c] for c in columns})))
    smaller = 0
    for cell in all_combinations(view, columns):
        cell_probability = add(*view.joints(ObservedCase(cell)))
        if isinstance(probability, Undefined) or isinstance(cell_probability, Undefined):
            return UNDEFINED
        smaller += sign(subtract(cell_probability, probability)) < 0
    return Fraction(smaller + 1)


def free_parameters(view: ModelView, name: QuantityName) -> Real:
    """Return the number of free parameters `name` in `view`: of the prior, and in each class.

    Raises NotRead for a family without a rule here.
    """
    estimates, size = view.estimates, len(view.classes)
    if estimates.given is not None:
        return Fraction(0)
    count = size - 1 if view.conventions.prior in ("mle", "smoothed") else 0
    for group in view.model.columns:
        d = len(group.columns)
        match group.family:
            case "bernoulli" | "categorical":
                in_data = (c for c in group.columns if c in view.features())
                count += size * sum(len(estimates.values(c)) - 1 for c in in_data)
            case "gaussian":
                shared = {"none": d * size, "classes": d, "features": size, "all": 1}
                count += d * size + shared[view.conventions.share]
            case "spherical":
                count += d * size + (1 if view.conventions.share in ("classes", "all") else size)
            case "lda" | "qda":
                matrices = 1 if group.family == "lda" else size
                count += d * size + matrices * d * (d + 1) // 2
            case "exponential" | "poisson" | "geometric" | "geometric0" | "negative-binomial":
                count += d * size
            case other:
                raise NotRead(f"no naive reading of {other}")
    word_family = view.model.word_family
    if word_family is not None and word_family.family == "multinomial":
        count += size * max(len(word_family.columns) - 1, 0)
    return Fraction(count)


def independent(view: ModelView, name: QuantityName) -> Read:
    """Return whether the probabilities of the items of `name` multiply in `view`."""

    def probability(items: tuple[Item, ...]) -> Real:
        return view.probability(Names(name.model).probability(items))

    return is_product(name.subjects, view.estimates.values, probability)


def is_product(
    items: Sequence[Item],
    values: Callable[[str], Sequence[str]],
    probability: Callable[[tuple[Item, ...]], Real],
) -> Read:
    """Return whether the joint probability of `items` is a product, for columns with all their values.

    `values` returns the values of a column, `probability` that of some items. Raises NotRead for more
    than 4,096 combinations, and for irrational probabilities.
    """
    choices = [
        [Item("cell", i.variable, v) for v in values(i.variable)] if i.kind == "column" else [i]
        for i in items
    ]
    if prod(map(len, choices)) > _MOST_COMBINATIONS:
        raise NotRead(f"more than {_MOST_COMBINATIONS:,} combinations")
    do_multiply = True
    for combination in product(*choices):
        joint = probability(combination)
        product_of_items = times(*(probability((item,)) for item in combination))
        if isinstance(joint, Undefined) or isinstance(product_of_items, Undefined):
            return UNDEFINED
        if not (isinstance(joint, Fraction) and isinstance(product_of_items, Fraction)):
            raise NotRead("probabilities that are no fractions")
        do_multiply = do_multiply and joint == product_of_items
    return do_multiply


def accuracy(view: ModelView, name: QuantityName) -> Real:
    """Return the accuracy `name` in `view`; a tie and an undefined decision are wrong.

    Raises NotRead for more than 500 rows, and where joints are too close to compare.
    """
    rows = view.problem.cases
    if len(rows) > _MOST_ROWS:
        raise NotRead(f"more than {_MOST_ROWS} rows")
    right: list[Real] = []
    for index, case in enumerate(rows):
        trained = view if name.head == "accuracy" else view.edited(index, ())
        decided = trained.largest_labels(trained.joints(trained.observed_row(case)))
        if isinstance(decided, Candidates):
            raise NotRead("joints too close to tell")
        if decided == (case.label,):
            right.append(Fraction(case.weight))
    return divide(add(*right), Fraction(sum(case.weight for case in rows)))


def edits(view: ModelView, name: QuantityName) -> Edits:
    """Return the edits of rows that change the decision about the query of `name`, each in words.

    `view` is the model on the unedited rows. An edit may leave all joints 0, and no decision. It does
    not count if it leaves a joint undefined, takes from a class its last row and so its prior, or if
    the model does not accept the rows. Raises NotRead for more than a million rows to recount.
    """
    observed, cases = view.observed(name.subjects), view.problem.cases
    # The same edit of equal rows leads to equal counts: these are taken once.
    by_counts: dict[object, tuple[int, tuple[Case, ...], list[frozenset[str]]]] = {}
    for index, case in enumerate(cases):
        for text, replacement in _edits_of_row(case, view) if case.weight else ():
            key = tuple(map(_counted_parts, (case, *replacement)))
            description = frozenset({(case.id or f"row {index + 1}") + text})
            by_counts.setdefault(key, (index, replacement, []))[-1].append(description)
            if len(by_counts) * len(cases) > _MAX_ROWS:
                raise NotRead(f"edits that count more than {_MAX_ROWS:,} rows again")
    decision = _decision(view, observed) or ()
    certain: set[frozenset[str]] = set()
    possible: set[frozenset[str]] = set()
    for index, replacement, texts in by_counts.values():
        edited = view.edited(index, replacement)
        decided = _decision(edited, observed)
        differs = False if decided is None else _decisions_differ(decision, decided)
        if differs is not False and edited.can_replace(view):
            certain.update(texts if differs else ())
            possible.update(texts)
    return Edits(frozenset(certain), frozenset(possible))


def _decision(view: ModelView, observed: ObservedCase) -> Decided | None:
    """Return the labels of a decision, none where all joints are 0; None where one is undefined."""
    scores = view.joints(observed)
    if any(isinstance(score, Undefined) for score in scores):
        return None
    if any(isinstance(score, Infinite) for score in scores):
        return Candidates(view.classes)
    decided = view.largest_labels(scores)
    return () if isinstance(decided, Undefined) else decided


def _decisions_differ(first: Decided, second: Decided) -> bool | None:
    """Say whether decisions differ; None where scores are too close to tell."""
    if isinstance(first, tuple) and isinstance(second, tuple):
        return first != second
    labels = (d.labels if isinstance(d, Candidates) else d for d in (first, second))
    return None if set.intersection(*map(set, labels)) else True


def _counted_parts(case: Case) -> object:
    """Return the parts of a row that the counts depend on: all but its id."""
    return case.label, frozenset(case.cells.items()), frozenset(case.words.items()), case.weight


def _edits_of_row(case: Case, view: ModelView) -> Iterator[tuple[str, tuple[Case, ...]]]:
    """Yield the descriptions of the edits of a row, each with the rows that replace it."""
    schema, word_family = view.problem.schema, view.model.word_family
    yield " left out", ()
    yield " twice", (case, case)
    for label in schema.classes:
        if label != case.label:
            yield f": {label} for {case.label}", (replace(case, label=label),)
    for column, old in case.cells.items():
        if view.is_number(column):
            continue
        for new in schema.columns[column]:
            is_word = word_family is not None and column in word_family.columns
            is_adjacent = not is_word or abs(int(new) - int(old)) == 1
            if new != old and is_adjacent:
                changed = replace(case, cells={**case.cells, column: new})
                yield f": {column} {new} for {old}", (changed,)
    bag = Counter(case.words)
    for old in (*bag, ""):
        for new in (*schema.words, ""):
            if old != new:
                text = f"{new} for {old}" if old and new else f"without {old}" if old else f"with {new}"
                edited_bag = bag - Counter({old: 1}) + Counter({new: 1} if new else {})
                yield f": {text}", (replace(case, words=edited_bag),)


QUESTIONS: Mapping[str, Callable[[ModelView, QuantityName], Read]] = {
    "weight": weight, "bias": bias, "score": score, "threshold": threshold,
    "rank": rank_from_least_probable, "bayes_error": bayes_error, "free_parameters": free_parameters,
    "independent": independent, "accuracy": accuracy, "accuracy_left_out": accuracy, "edits": edits,
}  # fmt: skip
