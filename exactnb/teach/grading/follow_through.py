"""Follow-through: values that are right if an earlier wrong answer replaces the right one.

A value is carried on only if it is legal (a probability is between 0 and 1, those of all classes sum to
1) and leaves something to work out: if a later answer becomes 0, 1 or undefined only because of it,
carrying it on shows nothing; of a factor that is 0, `follow_through_marks.py` has the exception.

How to read: `targets` gives the values that follow from a student's own; `can_be_followed` and
`_is_trivial` exclude values, `_with_last_prior` finds the one prior that the others determine.
`student_decisions` says which class own scores decide for, `joints_leave_nothing_open` whether they can
be scores at all. `with_rounding` gives the values of a student who writes down each result in a few
figures.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.arithmetic.values import INFINITY, UNDEFINED, Number
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import ArgMax, Expression, Integer, Power, Product
from exactnb.core.expression.results import EXACT, Decision, Operations, Value, are_equal, with_limits
from exactnb.core.model.quantities import Quantities, round_value
from exactnb.core.naming.kinds import HEADS
from exactnb.core.naming.names import Item, Names, Pair, QuantityName, Role
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError
from exactnb.teach.grading.impossible import is_density, side_out_of_range
from exactnb.teach.grading.targets import Target

Sources = tuple[QuantityName, ...]
_CERTAIN = (Fraction(0), Fraction(1))
_NOTHING = Fraction(1, 10**100)
_MOST_FACTORS = 6  # that are multiplied in every order


class FollowThrough:
    """Work out the values that follow from a student's own."""

    def __init__(self, problem: Problem, graph: Quantities) -> None:
        self.problem = problem
        self.graph = graph

    def wrong_sources(
        self, name: QuantityName, wrong: Collection[QuantityName], answered: Collection[QuantityName]
    ) -> tuple[QuantityName, ...]:
        """Return the `wrong` answers that `name` rests on, none of the `answered` between them.

        A prior that is not answered rests on the priors of the other classes.
        """
        sources: dict[QuantityName, None] = {}
        visited = {name}
        todo = list(self.graph[name].uses)
        while todo:
            current = todo.pop(0)
            if current in wrong:  # and nothing behind it: whatever led to it is in it already
                sources[current] = None
            elif current not in visited and current not in answered:
                visited.add(current)
                todo += self.graph[current].uses
                if current.role is Role.PRIOR:
                    sources |= dict.fromkeys(n for n in self._priors(current.model) if n in wrong)
        return tuple(sources)

    def targets(
        self,
        name: QuantityName,
        wrong: Mapping[QuantityName, Value],
        answered: Mapping[QuantityName, Value],
        half_units: Mapping[QuantityName, Fraction],
        right_ones: Collection[QuantityName] = (),
    ) -> Iterator[Target | ExactnbError]:
        """Yield the values of `name` by the `wrong` values that it rests on, in each legal way.

        A value without exact form, or one that could not be decided, is yielded as an error. `answered`
        are all values of the student, right or wrong, and `half_units` half a unit of the last digit of
        the decimals among them: they need not add up to 1 more closely. Values that were answered
        right, the `right_ones`, stay as they are; of those that are only rounded, the digits may be
        among the `wrong`. A single prior that was not asked for may be 1 less the others.
        """
        mistaken = wrong.keys() - set(right_ones)
        legal_ones = {n: v for n, v in wrong.items() if n not in mistaken or self.can_be_followed(n, v)}
        if len(legal_ones) < len(wrong) or not legal_ones:
            return
        if joints_leave_nothing_open(self.problem, self.graph, {**answered, **legal_ones}, mistaken):
            return
        completed = self._with_last_prior(legal_ones, answered)
        right = self.graph.value(name)
        for overrides in ([completed] if completed != legal_ones else []) + [legal_ones]:
            if not self._is_distribution(overrides, answered, half_units, mistaken):
                continue
            pinned = {n: self.graph.value(n) for n in right_ones if n != name}
            try:
                value = with_limits(self.graph.varied({}, pinned | overrides)(name))
                legal = self.can_be_followed(name, value) and not self._is_trivial(name, value, right)
            except ExactnbError as error:
                yield error
                continue
            if legal:
                yield Target(value)

    def can_be_followed(self, name: QuantityName, value: Value) -> bool:
        """Say whether `name` can have a `value` at all, and does not decide everything alone."""
        number = Target(value).number
        if number is None:
            return name.role is Role.OTHER and value != UNDEFINED
        if self._is_trivial(name, value, self.graph.value(name)):
            return False
        if side_out_of_range(self.problem, name, value):
            return False
        is_positive = name.head in HEADS and HEADS[name.head].within == "above 0"
        return not is_positive or values.sign(number) > 0

    def _is_trivial(self, name: QuantityName, value: Value, right: Value) -> bool:
        """Say whether a value leaves nothing to work out although the right one does: P = 0 or 1."""
        trivial: tuple[Value, ...] = ()
        if name.is_probability:
            is_sharp = not is_density(self.problem, name)
            if is_sharp and _is_sure(value) and not _is_sure(right):
                return True
            trivial = _CERTAIN if is_sharp else (Fraction(0),)
        elif name.head in ("odds", "lr") and not name.wrappers:
            trivial = (Fraction(0), INFINITY)
        return value in (UNDEFINED, *trivial) and not are_equal(value, right)

    def _with_last_prior(
        self, used: Mapping[QuantityName, Value], answered: Mapping[QuantityName, Value]
    ) -> dict[QuantityName, Value]:
        """Return the values with the only unanswered prior as 1 less the others."""
        completed = dict(used)
        for model in {name.model for name in used if name.role is Role.PRIOR}:
            priors = self._priors(model)
            open_ = [name for name in priors if name not in answered]
            if len(open_) == 1 and open_[0] in self.graph:  # else nothing asked for rests on it
                answered_priors = [answered[name] for name in priors if name in answered]
                shares = [value for value in answered_priors if isinstance(value, Fraction)]
                if len(shares) == len(answered_priors):
                    completed[open_[0]] = 1 - sum(shares, Fraction(0))
        return {n: v for n, v in completed.items() if n in used or self.can_be_followed(n, v)}

    def _priors(self, model: str) -> list[QuantityName]:
        predictor = self.problem.predictions[model].model
        return [predictor.names.prior(k) for k in predictor.class_items()]

    def _is_distribution(
        self,
        overrides: Mapping[QuantityName, Value],
        answered: Mapping[QuantityName, Value],
        half_units: Mapping[QuantityName, Fraction],
        mistaken: Collection[QuantityName],
    ) -> bool:
        """Say whether values that must sum to 1 do, or sum to no more if some are open.

        A single wrong value among right ones is not tested: its marks are lost already.
        """
        all_values = {**answered, **overrides}
        # 0.67 and 0.34 are two thirds and a third, each rightly rounded: their sum may be off by half
        # a unit of the last digit of each.
        for group in {_group(name) for name in overrides} - {None}:
            if sum(_group(name) == group for name in mistaken) == 1:
                continue
            members = [name for name in all_values if _group(name) == group]
            shares = [share for name in members if isinstance(share := all_values[name], Fraction)]
            total = sum(shares, Fraction(0))
            slack = sum((half_units.get(name, Fraction(0)) for name in members), Fraction(0))
            is_complete = len(shares) == self._group_size(members[0])
            if total > 1 + slack or (is_complete and total < 1 - slack):
                return False
        return True

    def _group_size(self, name: QuantityName) -> int:
        """Return the number of values that sum to 1 with the one given."""
        model = self.problem.predictions[name.model].model
        if name.role in (Role.PRIOR, Role.POSTERIOR):
            return len(model.classes)
        (item,) = name.subjects
        if item.kind == "word":
            return len(model.vocabulary)
        block = model.by_column.get(item.variable)
        return len(block.values(item.variable)) if block is not None else 0


def _is_sure(value: Value) -> bool:
    """Say whether a probability is 0 or 1 to a hundred digits."""
    target = Target(value)
    return any(target.is_within(end, _NOTHING) for end in _CERTAIN)


def _group(name: QuantityName) -> tuple[object, ...] | None:
    """Return a key shared by the names whose values sum to 1; None for other quantities."""
    role, items = name.role, name.subjects
    if role in (Role.PRIOR, Role.POSTERIOR):
        return name.model, name.right
    if role is Role.WITHIN and len(items) == 1 and items[0].kind in ("cell", "word"):
        return name.model, name.right, items[0].variable if items[0].kind == "cell" else ""
    return None


def student_decisions(
    problem: Problem,
    graph: Quantities,
    name: QuantityName,
    answered: Mapping[QuantityName, Value],
    decides: Callable[[Iterable[Fraction]], Fraction] = max,
) -> Iterator[tuple[Sources, Decision]]:
    """Yield the decisions by a student's own joints, posteriors or odds, each with the scores it uses.

    `name` is the decision in the `graph` of a `problem`, `answered` are the student's values. One
    posterior may be missing: it is 1 less the others. The largest score `decides`, or `min`.
    """
    formula = graph[name].formula
    if not isinstance(formula, ArgMax):
        return
    labels = problem.predictions[name.model].model.class_items()
    observed = name.observed
    scheme = Names(name.model)
    for role, score_name in ((Role.JOINT, scheme.joint), (Role.POSTERIOR, scheme.posterior)):
        names = {k: score_name(k, observed) for k in labels}
        values = {k: answered[score] for k, score in names.items() if score in answered}
        scores = {k: value for k, value in values.items() if isinstance(value, Fraction)}
        open_ = [k for k in labels if k not in values]
        if role is Role.POSTERIOR and len(open_) == 1 and scores:
            scores[open_[0]] = 1 - sum(scores.values(), Fraction(0))
        if len(scores) == len(labels):
            yield tuple(names[k] for k in values), _decision_by_scores(scores, decides, formula.first)
    for first, second in (labels, labels[::-1]) if len(labels) == 2 else ():
        odds = Names(name.model).of_pair("odds", Pair(first, second), observed)
        value = answered.get(odds)
        if isinstance(value, Fraction):
            yield (
                (odds,),
                _decision_by_scores({first: value, second: Fraction(1)}, decides, formula.first),
            )


def _decision_by_scores(
    scores: Mapping[Item, Fraction], decides: Callable[[Iterable[Fraction]], Fraction], first: bool
) -> Decision:
    """Return the classes whose score decides, or the first of them where a tie is decided so."""
    decisive = decides(scores.values())
    labels = tuple(k.value for k, score in scores.items() if score == decisive)
    return Decision(labels[:1] if first else labels)


def joints_leave_nothing_open(
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
            equal = len(set(scores)) == 1 and not all(are_equal(name, right[0]) for name in right)
            rational = [score for score in right if isinstance(score, Fraction)]
            adds_up = len(rational) == len(right) and sum(rational) == 1
            if equal or (sum(scores) == 1 and not adds_up):
                return True
    return False


def with_rounding(
    graph: Quantities, name: QuantityName, student_values: Mapping[QuantityName, Value], figures: int
) -> Iterator[Target]:
    """Yield values of `name` in a `graph` if quantities that were not answered are rounded on the way.

    `student_values` are the answers, `figures` the significant figures kept. Rounding happens once for
    each quantity, or after every step of its formula; counts and given numbers stay as they are.
    """
    rounding = Rounding(figures=figures)
    fixed = {n: v for n, v in student_values.items() if n != name}
    for operations in (EXACT, RoundedSteps(rounding)):
        value = graph.evaluator(fixed, rounding, operations=operations)
        try:
            yield Target(with_limits(value(name)))
            formula = graph[name].formula
            if operations is not EXACT and isinstance(formula, Product):
                factors = (evaluate(factor, value, operations) for factor in _single_factors(formula))
                written = [round_value(factor, rounding) for factor in factors]
                yield from map(Target, rounded_products(written, rounding))  # type: ignore[arg-type]
        except ExactnbError:  # 0/0 after rounding: nobody goes on from that
            continue


def rounded_products(factors: Sequence[Number], rounding: Rounding) -> Iterator[Number]:
    """Yield the products of `factors`, rounded by `rounding` after each factor, in every order.

    Nothing is yielded for more than six factors: there are too many orders.

    >>> found = rounded_products([Fraction(1, 3), Fraction(1, 6), Fraction(16)], Rounding(figures=2))
    >>> sorted(map(str, found))
    ['22/25', '9/10']
    """
    if not 2 < len(factors) <= _MOST_FACTORS:
        return
    by_factors: dict[tuple[int, ...], set[Number]] = {
        (index,): {factor} for index, factor in enumerate(factors)
    }
    for size in range(2, len(factors) + 1):
        for chosen in combinations(range(len(factors)), size):
            by_factors[chosen] = {
                round_value(values.multiply([so_far, factors[last]]), rounding)  # type: ignore[misc]
                for last in chosen
                for so_far in by_factors[tuple(index for index in chosen if index != last)]
            }
    yield from by_factors[tuple(range(len(factors)))]


def _single_factors(product: Product) -> Iterator[Expression]:
    """Yield the factors of a product, those of a power one by one."""
    for factor in product.factors:
        match factor:
            case Power(base, Integer(times)) if 1 < times <= _MOST_FACTORS:
                yield from [base] * times
            case _:
                yield factor


@frozen
class RoundedSteps(Operations):
    """Round after every step: each product of two numbers, each sum, each quotient.

    >>> steps = RoundedSteps(Rounding(figures=2))
    >>> steps.multiply([Fraction(1, 3), Fraction(1, 3)]), steps.divide(Fraction(2), Fraction(3))
    (Fraction(11, 100), Fraction(67, 100))
    """

    rounding: Rounding

    def add(self, terms: Iterable[Number]) -> Number:
        return self._short(values.add(list(terms)))

    def multiply(self, factors: Iterable[Number]) -> Number:
        """Return the product of `factors`, rounded after each factor."""
        product, *rest = factors
        for factor in rest:
            product = self._short(values.multiply([product, factor]))
        return product

    def divide(self, numerator: Number, denominator: Number) -> Number:
        return self._short(values.divide(numerator, denominator))

    def power(self, base: Number, exponent: Number) -> Number:
        return self._short(EXACT.power(base, exponent))

    def function(self, name: str, argument: Number) -> Number:
        return self._short(EXACT.function(name, argument))

    def _short(self, value: Number) -> Number:
        return round_value(value, self.rounding)  # type: ignore[return-value]
