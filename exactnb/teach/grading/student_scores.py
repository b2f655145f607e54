"""A student's own scores: which class they decide for, and whether they can be scores at all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction

from exactnb.core.expression.nodes import ArgMax
from exactnb.core.expression.results import Decision, Value, same
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item, Names, Pair, QuantityName, Role
from exactnb.core.problem.problem import Problem

Several = tuple[QuantityName, ...]


def student_decisions(
    problem: Problem,
    graph: Quantities,
    name: QuantityName,
    answered: Mapping[QuantityName, Value],
    decides: Callable[[Iterable[Fraction]], Fraction] = max,
) -> Iterator[tuple[Several, Decision]]:
    """Yield the decisions by a student's own joints, posteriors or odds, each with the scores it uses.

    `name` is the decision in the `graph` of a `problem`, `answered` are the student's values. One
    posterior may be missing: it is 1 less the others. The largest score `decides`, or `min`.
    """
    formula = graph[name].formula
    if not isinstance(formula, ArgMax):
        return
    labels = problem.predictions[name.model].model.class_items()
    observed = name.observed
    named = Names(name.model)
    for role, score_name in ((Role.JOINT, named.joint), (Role.POSTERIOR, named.posterior)):
        names = {k: score_name(k, observed) for k in labels}
        values = {k: answered[score] for k, score in names.items() if score in answered}
        scores = {k: value for k, value in values.items() if isinstance(value, Fraction)}
        open_ = [k for k in labels if k not in values]
        if role is Role.POSTERIOR and len(open_) == 1 and scores:
            scores[open_[0]] = 1 - sum(scores.values(), Fraction(0))
        if len(scores) == len(labels):
            yield tuple(names[k] for k in values), _chosen(scores, decides, formula.first)
    for first, second in (labels, labels[::-1]) if len(labels) == 2 else ():
        odds = Names(name.model).of_pair("odds", Pair(first, second), observed)
        value = answered.get(odds)
        if isinstance(value, Fraction):
            yield (odds,), _chosen({first: value, second: Fraction(1)}, decides, formula.first)


def _chosen(
    scores: Mapping[Item, Fraction], decides: Callable[[Iterable[Fraction]], Fraction], first: bool
) -> Decision:
    """Return the classes whose score decides, or the first of them where a tie is decided so."""
    decisive = decides(scores.values())
    labels = tuple(k.value for k, score in scores.items() if score == decisive)
    return Decision(labels[:1] if first else labels)


def leave_nothing(
    problem: Problem,
    graph: Quantities,
    student_values: Mapping[QuantityName, Value],
    mistaken: Collection[QuantityName],
) -> bool:
    """Say whether wrong joints leave nothing to work out: equal or with sum 1, as the right are not.

    `problem` and `graph` have the right values, `student_values` the answers, and `mistaken` names
    those that are wrong.
    """
    for joint in mistaken:
        label = joint.label
        if joint.role is not Role.JOINT or label is None:
            continue
        labels = problem.predictions[joint.model].model.class_items()
        names = [joint.exchanged(label, k) for k in labels]
        scores = [value for name in names if isinstance(value := student_values.get(name), Fraction)]
        if len(scores) == len(labels) > 1:
            right = [graph.value(name) for name in names]
            equal = len(set(scores)) == 1 and not all(same(name, right[0]) for name in right)
            rational = [score for score in right if isinstance(score, Fraction)]
            adds_up = len(rational) == len(right) and sum(rational) == 1
            if equal or (sum(scores) == 1 and not adds_up):
                return True
    return False
