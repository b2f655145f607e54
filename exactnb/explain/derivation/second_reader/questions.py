"""Questions around a model, read from their definitions: weights, thresholds, ranks, errors, accuracy.

How to read: each function takes a view of one model and a name; `QUESTIONS`, at the end, says which
reads what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from exactnb.core.arithmetic.values import UNDEFINED, Undefined
from exactnb.core.naming.names import Item, Names, Pair, QuantityName
from exactnb.explain.derivation.second_reader.bayes_error import bayes_error, cells_of
from exactnb.explain.derivation.second_reader.densities import mean_and_covariance
from exactnb.explain.derivation.second_reader.edits import edits
from exactnb.explain.derivation.second_reader.estimates import JOINT, determinant, solve
from exactnb.explain.derivation.second_reader.problem import Follows, Observed
from exactnb.explain.derivation.second_reader.reals import (
    NotRead,
    Real,
    add,
    log,
    negative,
    over,
    sign,
    times,
)
from exactnb.explain.derivation.second_reader.view import OF_VALUES, Candidates, Read, View

_MOST_COMBINATIONS = 4_096
_MOST_ROWS = 500


def _pair(name: QuantityName) -> tuple[str, str]:
    assert isinstance(name.pair, Pair)
    return name.pair.first.value, name.pair.second.value


def _log_ratio(view: View, pair: tuple[str, str], factor: Callable[[str], Real]) -> Real:
    return log(over(*map(factor, pair)))


def weight(view: View, name: QuantityName) -> Real:
    """Return by how much the log-odds rise where a is there, or larger by 1."""
    pair, (item,) = _pair(name), name.right
    if item.kind == "word":
        return _log_ratio(view, pair, lambda k: view.estimates.of_word(item.value, k))
    column = item.variable
    follows = view.by_column.get(column)
    if follows is not None and follows.family not in OF_VALUES:
        return _slope(view, follows, column, pair)
    there = _log_ratio(view, pair, lambda k: view.of_value(column, "1", k))
    if view.conventions.absent == "ignore" or column not in view.features():
        return there
    ones, zeros = ([view.of_value(column, value, k) for k in pair] for value in "10")
    return log(over(times(ones[0], zeros[1]), times(ones[1], zeros[0])))


def _log_densities(
    view: View, follows: Follows, at: Mapping[str, Fraction], pair: tuple[str, str]
) -> Real:
    return _log_ratio(view, pair, lambda k: view.density(follows, at, k, {}))


def _origin(follows: Follows) -> Fraction:
    """Return the least number that every family of this kind can show."""
    return Fraction(1 if follows.family == "geometric" else 0)


def _slope(view: View, follows: Follows, column: str, pair: tuple[str, str]) -> Real:
    """Return the log-ratio of the densities at the next number less that at the first."""
    own = follows.columns if follows.family in (*JOINT, "spherical") else (column,)
    start = {c: _origin(follows) for c in own}
    ahead = {**start, column: start[column] + 1}
    first, second = (_log_densities(view, follows, at, pair) for at in (ahead, start))
    return add(first, negative(second))


def bias(view: View, name: QuantityName) -> Real:
    """Return the log-odds where nothing is there, and all numbers are 0."""
    pair = _pair(name)
    parts: list[Real] = []
    factors: dict[str, list[Real]] = {k: [view.estimates.prior(k)] for k in pair}
    for column in view.features():
        follows = view.by_column[column]
        if follows.family in OF_VALUES:
            if view.conventions.absent == "count":
                for k in pair:
                    factors[k].append(view.of_value(column, "0", k))
        elif follows.family in (*JOINT, "spherical"):
            if column == follows.columns[0]:
                parts.append(
                    _log_densities(view, follows, dict.fromkeys(follows.columns, Fraction(0)), pair)
                )
        elif _origin(follows):  # the line goes on to 0, where the family shows nothing
            at_first = _log_densities(view, follows, {column: _origin(follows)}, pair)
            parts += [at_first, negative(_slope(view, follows, column, pair))]
        else:
            parts.append(_log_densities(view, follows, {column: Fraction(0)}, pair))
    return add(log(over(*(times(*factors[k]) for k in pair))), *parts)


def score(view: View, name: QuantityName) -> Real:
    """Return log prior and log likelihood, without what all classes share."""
    (label,) = (item.value for item in name.before)
    shown = view.observed(name.right)
    terms: list[Real] = [log(view.estimates.prior(label))]
    numbers = {c: v for c, v in shown.cells.items() if isinstance(v, Fraction)}
    for follows in view.model.columns:
        own = {c: numbers[c] for c in numbers if c in follows.columns}
        if own and follows.family in JOINT:
            terms += _discriminant(view, follows, own, label)
        elif own:
            terms.append(log(view.density(follows, own, label, shown.cells)))
    rest = {c: v for c, v in shown.cells.items() if not isinstance(v, Fraction)}
    others = Observed(rest, shown.bags, shown.draws)
    return add(*terms, log(view.likelihood_of(label, others)))


def _discriminant(
    view: View, follows: Follows, own: Mapping[str, Fraction], label: str
) -> Iterator[Real]:
    mean, rows = mean_and_covariance(view.estimates, follows, tuple(own), label)
    if mean is None:
        yield UNDEFINED
        return
    x = list(own.values())
    if follows.family == "lda":
        turned = solve(rows, mean)
        if turned is None:
            raise NotRead("a singular matrix")
        yield sum((a * b for a, b in zip(x, turned, strict=True)), Fraction(0))
        yield -sum((a * b for a, b in zip(mean, turned, strict=True)), Fraction(0)) / 2
        return
    away = [a - b for a, b in zip(x, mean, strict=True)]
    turned = solve(rows, away)
    if turned is None:
        raise NotRead("a singular matrix")
    yield times(Fraction(-1, 2), log(determinant(rows)))
    yield -sum((a * b for a, b in zip(away, turned, strict=True)), Fraction(0)) / 2


def threshold(view: View, name: QuantityName) -> Real:
    """Return the prior of the first class at which both tie, if they share 1."""
    own, other = (view.likelihood(k, name.right) for k in _pair(name))
    return over(other, add(own, other))


def rank(view: View, name: QuantityName) -> Real:
    """Return one more than there are cells less probable than x."""
    shown = view.observed(name.before)
    columns = [c for c in view.by_column if c in shown.cells]
    own = add(*view.scores(Observed({c: shown.cells[c] for c in columns})))
    less = 0
    for cell in cells_of(view, columns):
        other = add(*view.scores(Observed(cell)))
        if isinstance(own, Undefined) or isinstance(other, Undefined):
            return UNDEFINED
        less += sign(add(other, negative(own))) < 0
    return Fraction(less + 1)


def free_parameters(view: View, name: QuantityName) -> Real:
    """Return how many numbers are estimated: of the prior, and in each class."""
    estimates, size = view.estimates, len(view.classes)
    if estimates.given is not None:
        return Fraction(0)
    count = size - 1 if view.conventions.prior in ("mle", "smoothed") else 0
    for follows in view.model.columns:
        d = len(follows.columns)
        match follows.family:
            case "bernoulli" | "categorical":
                known = (c for c in follows.columns if c in view.features())
                count += size * sum(len(estimates.values(c)) - 1 for c in known)
            case "gaussian":
                shared = {"none": d * size, "classes": d, "features": size, "all": 1}
                count += d * size + shared[view.conventions.share]
            case "spherical":
                count += d * size + (1 if view.conventions.share in ("classes", "all") else size)
            case "lda" | "qda":
                matrices = 1 if follows.family == "lda" else size
                count += d * size + matrices * d * (d + 1) // 2
            case "exponential" | "poisson" | "geometric" | "geometric0" | "negative-binomial":
                count += d * size
            case other:
                raise NotRead(f"no naive reading of {other}")
    words = view.model.words
    if words is not None and words.family == "multinomial":
        count += size * max(len(words.columns) - 1, 0)
    return Fraction(count)


def independent(view: View, name: QuantityName) -> Read:
    """Return whether the probabilities of some items multiply."""

    def probability(items: tuple[Item, ...]) -> Real:
        return view.probability(Names(name.model).probability(items))

    return multiply(name.before, view.estimates.values, probability)


def multiply(
    items: Sequence[Item],
    values: Callable[[str], Sequence[str]],
    probability: Callable[[tuple[Item, ...]], Real],
) -> Read:
    """Return whether probabilities multiply: those of items, of a column for all its values."""
    choices = [
        [Item("cell", i.variable, v) for v in values(i.variable)] if i.kind == "column" else [i]
        for i in items
    ]
    if prod(map(len, choices)) > _MOST_COMBINATIONS:
        raise NotRead(f"more than {_MOST_COMBINATIONS:,} combinations")
    held = True
    for some in product(*choices):
        whole, each = probability(some), times(*(probability((item,)) for item in some))
        if isinstance(whole, Undefined) or isinstance(each, Undefined):
            return UNDEFINED
        if not (isinstance(whole, Fraction) and isinstance(each, Fraction)):
            raise NotRead("probabilities that are no fractions")
        held = held and whole == each
    return held


def accuracy(view: View, name: QuantityName) -> Real:
    """Return the share of rows decided rightly; a tie, and an undefined decision, is wrong."""
    rows = view.problem.cases
    if len(rows) > _MOST_ROWS:
        raise NotRead(f"more than {_MOST_ROWS} rows")
    right: list[Real] = []
    for at, case in enumerate(rows):
        rest = (*rows[:at], *rows[at + 1 :])
        alone = view if name.head == "accuracy" else view.with_rows(rest)
        decided = alone.decided(alone.scores(alone.of_row(case)))
        if isinstance(decided, Candidates):
            raise NotRead("joints too close to tell")
        if decided == (case.label,):
            right.append(Fraction(case.weight))
    return over(add(*right), Fraction(sum(case.weight for case in rows)))


QUESTIONS: Mapping[str, Callable[[View, QuantityName], Read]] = {
    "weight": weight,
    "bias": bias,
    "score": score,
    "threshold": threshold,
    "rank": rank,
    "bayes_error": bayes_error,
    "free_parameters": free_parameters,
    "independent": independent,
    "accuracy": accuracy,
    "accuracy_left_out": accuracy,
    "edits": edits,
}
