"""What a student's own scores say: which class is decided on, and whether they are scores at all."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from exactnb.core.expression.nodes import ArgMax
from exactnb.core.expression.results import Decision, Value, same
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item, Names, Pair, QuantityName
from exactnb.core.naming.roles import Role
from exactnb.core.problem.problem import Problem

Several = tuple[QuantityName, ...]


def own_decisions(
    problem: Problem, graph: Quantities, name: QuantityName, answered: Mapping[QuantityName, Value]
) -> Iterator[tuple[Several, Decision]]:
    """Yield the decision by own joints, own posteriors or own odds, and from which it is taken.

    Of posteriors one may be left out: it is what the others leave.
    """
    formula = graph[name].formula
    if not isinstance(formula, ArgMax):
        return
    labels = problem.predictions[name.model].model.class_items()
    seen = name.observed
    for role in (Role.JOINT, Role.POSTERIOR):
        if role is Role.JOINT:
            names = {k: Names(name.model).joint(k, seen) for k in labels}
        else:
            names = {k: Names(name.model).posterior(k, seen) for k in labels}
        known = {k: answered[each] for k, each in names.items() if each in answered}
        scores = {k: value for k, value in known.items() if isinstance(value, Fraction)}
        open_ = [k for k in labels if k not in known]
        if role is Role.POSTERIOR and len(open_) == 1 and scores:
            scores[open_[0]] = 1 - sum(scores.values(), Fraction(0))
        if len(scores) == len(labels):
            yield tuple(names[k] for k in known), _largest(scores, formula.first)
    for one, other in (labels, labels[::-1]) if len(labels) == 2 else ():
        odds = Names(name.model).of_pair("odds", Pair(one, other), seen)
        value = answered.get(odds)
        if isinstance(value, Fraction):
            yield (odds,), _largest({one: value, other: Fraction(1)}, formula.first)


def _largest(scores: Mapping[Item, Fraction], first: bool) -> Decision:
    """Return the classes with the largest score, or the first of them where a tie is decided so."""
    most = max(scores.values())
    labels = tuple(k.value for k, score in scores.items() if score == most)
    return Decision(labels[:1] if first else labels)


def leave_nothing(
    problem: Problem,
    graph: Quantities,
    known: Mapping[QuantityName, Value],
    mistaken: Collection[QuantityName],
) -> bool:
    """Say whether own joints leave nothing to work out, as the right ones do not.

    They are all equal, or add up to 1.
    """
    for joint in mistaken:
        label = joint.label
        if joint.role is not Role.JOINT or label is None:
            continue
        labels = problem.predictions[joint.model].model.class_items()
        names = [joint.exchanged(label, k) for k in labels]
        scores = [value for each in names if isinstance(value := known.get(each), Fraction)]
        if len(scores) == len(labels) > 1:
            right = [graph.value(each) for each in names]
            equal = len(set(scores)) == 1 and not all(same(each, right[0]) for each in right)
            if equal or (sum(scores) == 1 and not _add_up(right)):
                return True
    return False


def _add_up(scores: Sequence[Value]) -> bool:
    return all(isinstance(each, Fraction) for each in scores) and sum(scores) == 1  # type: ignore[arg-type]
