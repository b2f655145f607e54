"""The exponential form of a density, and where its likelihood is largest: found, and not proved here.

One parameter and one statistic: log f(x) = η·T(x) − A + log h(x), so that the slope of the
log-likelihood of n rows with the sum S is η′·(S − n·μ), where μ = A′/η′ is what T is expected to be.
Where η′ and μ′ have the same sign everywhere, the only maximum is where μ = S/n. Signs are guessed at
one place; the theorem proves them. SymPy's polynomials do the work.

Sources: G. Casella and R. Berger, Statistical Inference (2nd ed.), section 3.4; of conjugate priors, J.
Bernardo and A. Smith, Bayesian Theory (1994), section 5.2.

How to read: `derive_one_sum` goes from top to bottom; `Algebra.split` sorts the terms of log f,
`_merged_statistics` makes one statistic of them. `_prior_updates` is a conjugate prior, whose
logarithm is made of the same functions as the log-likelihood; `_ends` says where an estimate holds,
between the limits of what is expected, and what there is at these.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import sympy

from exactnb.core.expression import nodes
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.families.declared.specification import Interval, Specification
from exactnb.core.families.deriving.algebra import Algebra, like_terms, slope_terms
from exactnb.core.families.deriving.calculus import limit, sign_at, solutions, tail_of
from exactnb.core.families.deriving.estimator import ROWS, TOTAL, DeadEnd, Edge, OneSum
from exactnb.errors import Unsupported

_PLACES = (sympy.Rational(2, 7), sympy.Rational(3, 5), sympy.Rational(5, 11))
"""Where it is tried whether an estimate leads back, as shares of an interval."""

Conditions = tuple[tuple[nodes.Expression, nodes.Expression], ...]
Alone = tuple[nodes.Expression, ...]


def suits_one_sum(specification: Specification) -> bool:
    """Say whether `specification` has one parameter, at which the support does not end."""
    return len(specification.parameters) == 1 and specification.is_fixed


def derive_one_sum(specification: Specification) -> OneSum:
    """Return the estimator of `specification`, a family with one parameter and one statistic.

    Raises DeadEnd for several statistics, and Unsupported where the slope of the log-likelihood has no
    zero that moves with the data, or more than one.
    """
    algebra = Algebra(specification)
    place, θ, total, rows = algebra.place, algebra.parameter, algebra.total, algebra.rows
    # log h(x) + η(θ)·T(x) − A(θ): each term belongs to one of the three.
    statistics, partition, base = algebra.form_parts(θ)
    if not statistics:
        raise Unsupported(f"{θ} does not stand with x: it cannot be estimated")
    statistic, natural, partition = _merged_statistics(algebra, statistics, partition)
    slope, inner = sympy.diff(natural, θ), sympy.diff(partition, θ)
    expected = _lowest_terms(inner / slope)
    expected_slope = _lowest_terms(sympy.diff(expected, θ))
    signs = [sign_at(part, place) for part in (slope, expected_slope)]
    if signs[0] == 0:
        raise Unsupported(f"{θ} changes nothing about the density: it cannot be estimated")
    if signs[1] == 0:
        raise Unsupported(
            f"the slope of the log-likelihood has no zero that moves with the data: is this a density, "
            f"which adds up to 1 for every {θ}?"
        )
    # With slope η′·(S − n·μ): where η′ and μ′ have one sign, it turns from plus to minus at μ = S/n.
    if signs[0] != signs[1]:
        raise Unsupported("the slope of the log-likelihood does not fall: is this a density?")
    place |= {rows: 3, total: 3 * expected.subs(place)}
    mle: Any = next(_estimates(algebra, expected), None)
    if mle is None and specification.prior is not None:
        raise Unsupported(f"no closed form is known for {θ}; leave the prior out")
    rises = signs[1] > 0
    shift = _prior_updates(algebra, natural, partition)
    more = {total: total + shift[0], rows: rows + shift[1]}
    observed, count = more[total], more[rows]
    logs = natural * observed - count * partition
    none: tuple[Conditions, Alone, tuple[Edge, ...]] = (), (), ()
    cases = none if mle is None else _ends(algebra, statistic, expected, logs, more, is_rising=rises)
    expression = algebra.from_sympy
    likeliest = _estimate_as_root(algebra, expected) if mle is None else expression(mle)
    best = likeliest
    if specification.prior is not None:
        best = expression(_lowest_terms(mle.subs(more, simultaneous=True)))
    curves = [] if mle is None else [sympy.factor(sympy.diff(term, θ)) for term in slope_terms(logs, θ)]
    # A letter for T(x), while terms are collected by θ, so that T stays one factor.
    symbol = sympy.Dummy("t", positive=True)
    factors = [term.subs(symbol, statistic) for term in like_terms(natural * symbol - partition, θ)]
    return OneSum(
        specification,
        expression(statistic),
        expression(natural),
        expression(partition),
        algebra.log_base(base),
        algebra.sum(factors),
        algebra.sum(like_terms(logs, θ)),
        algebra.sum(slope_terms(logs, θ)),
        algebra.sum([term for term in curves if term != 0]),
        expression(_lowest_terms(count * slope * signs[0])),
        expression(_lowest_terms(observed / count)),
        expression(expected),
        None if mle is None else expression(expected_slope),
        rises,
        None if mle is None else _isolated_power(algebra, expected, _lowest_terms(observed / count)),
        best,
        likeliest,
        *cases,
        None if shift[2] == 0 else expression(shift[2]),
        tail_of(algebra),
    )


def _estimate_as_root(algebra: Algebra, expected: Any) -> nodes.Root:
    """Return the place at which as much is expected as is seen, by name: no closed form is known."""
    ends: Any = tuple(None if end is None else evaluate(end) for end in algebra.domain.ends)
    letter = nodes.Symbol(algebra.parameter.name)
    return nodes.Root(letter, algebra.from_sympy(expected), TOTAL / ROWS, ends)


def _isolated_power(
    algebra: Algebra, expected: Any, mean: Any
) -> tuple[nodes.Expression, nodes.Expression, nodes.Expression] | None:
    """Return a power of the parameter, what it is worth, and what μ = S/n is multiplied by for that."""
    times, power = expected.as_independent(algebra.parameter, as_Add=False)
    if times == 1 or not power.is_Pow or power.exp == -1:
        return None
    level = mean / times
    return algebra.from_sympy(power), algebra.from_sympy(level), algebra.from_sympy(1 / times)


def _lowest_terms(formula: Any) -> Any:
    """Return a quotient in lowest terms, with factors above and below."""
    return sympy.powsimp(sympy.factor(sympy.cancel(sympy.together(sympy.powsimp(formula)))))


def _merged_statistics(
    algebra: Algebra, statistics: dict[Any, Any], partition: Any
) -> tuple[Any, Any, Any]:
    """Return T, η and A where all that stands with x is proportional; refuse several statistics."""
    x = algebra.x
    degrees = {part: sympy.degree(part, x) if part.is_polynomial(x) else 0 for part in statistics}
    # What is divided by has the fewest letters: a real one may be zero.
    letters = {part: len(factor.free_symbols) for part, factor in statistics.items()}
    squares = {part: part.is_Pow and part.exp.is_Integer and part.exp > 1 for part in statistics}
    first, *rest = sorted(
        statistics, key=lambda part: (letters[part], -degrees[part], not squares[part], str(part))
    )
    natural, statistic = statistics[first], first
    for part in rest:
        ratio = _lowest_terms(statistics[part] / natural)
        if ratio.has(algebra.parameter):
            raise DeadEnd(
                f"it rests on several sums, of {algebra.from_sympy(first)} and of "
                f"{algebra.from_sympy(part)}: families with one sum are derived"
            )
        statistic += ratio * part
    for term in sympy.Add.make_args(sympy.expand(partition, log=False)) if rest else ():
        ratio = _lowest_terms(term / natural)
        if term != 0 and not ratio.has(algebra.parameter):
            statistic, partition = statistic - ratio, partition - term
    return (sympy.factor(statistic) if rest else statistic), natural, partition


def _estimates(algebra: Algebra, expected: Any) -> Iterator[Any]:
    """Yield the solutions of μ = S/n that lead back to three places of the parameter."""
    θ = algebra.parameter
    for solved in solutions(expected, θ, algebra.total / algebra.rows):
        back = [
            solved.subs(algebra.total, algebra.rows * expected).subs({**place, algebra.rows: 3})
            - place[θ]
            for place in map(algebra.place_inside, _PLACES)
        ]
        if all(sign_at(gap, {}) == 0 for gap in back):
            yield solved


def _prior_updates(algebra: Algebra, natural: Any, partition: Any) -> tuple[Any, Any, Any]:
    """Return what a prior adds to the sum of the statistic, to the number of rows, and as a constant.

    The logarithm of the prior of the family has to be t·η − v·A and a constant, where η is
    `natural` and A `partition`; that is linear algebra in t and v. Raises Unsupported for any other
    prior.
    """
    if algebra.specification.prior is None:
        return sympy.Integer(0), sympy.Integer(0), sympy.Integer(0)
    prior = algebra.log_size(algebra.specification.prior)
    t, v = sympy.symbols("t v", cls=sympy.Dummy)
    rest = sympy.expand(t * natural - v * partition - prior, log=False)
    equations: dict[Any, Any] = {}
    for term in sympy.Add.make_args(rest):
        factor, function = term.as_independent(algebra.parameter, as_Add=False)
        equations[function] = equations.get(function, 0) + factor
    constant = -equations.pop(sympy.Integer(1), sympy.Integer(0))
    solutions = sympy.linsolve(list(equations.values()), t, v)
    for solution in solutions:
        if not any(part.has(t, v) for part in solution):
            return sympy.factor(solution[0]), sympy.factor(solution[1]), constant
    raise Unsupported(
        f"the prior {algebra.specification.prior} is not conjugate: its logarithm is no sum of "
        f"{algebra.from_sympy(natural)} and {algebra.from_sympy(partition)}, with factors"
    )


def _ends(
    algebra: Algebra, statistic: Any, expected: Any, logs: Any, more: dict[Any, Any], *, is_rising: bool
) -> tuple[Conditions, Alone, tuple[Edge, ...]]:
    """Return what is greater than what where the estimate holds, and the cases at the ends of that.

    With a prior, `more` says what stands for the sum and the number of rows; then there are no cases,
    and what has to be positive without rows is between the two.
    """
    range_ = algebra.domain
    place = algebra.place
    extremes = _extremes(algebra, statistic)
    zero: nodes.Expression = nodes.Integer(0)
    with_prior = algebra.specification.prior is not None
    observed, count = more[algebra.total], sympy.numer(sympy.together(more[algebra.rows]))
    conditions: list[tuple[nodes.Expression, nodes.Expression]] = []
    positive: list[Any] = [count] if with_prior else []
    edges: list[Edge] = []
    for side, end, closed in zip((-1, 1), range_.ends, range_.closed, strict=True):
        reached = limit(expected, algebra.parameter, algebra.end(end, side), -side, place)
        if reached is None:
            raise Unsupported(f"what {algebra.from_sympy(expected)} tends to is not known")
        if reached in (sympy.oo, -sympy.oo):
            continue
        is_low = (side < 0) == is_rising  # the end is the least that is expected
        total = sympy.factor(more[algebra.rows] * reached)
        pair = (algebra.from_sympy(observed), algebra.from_sympy(total))
        if with_prior:
            positive.append(sympy.numer(sympy.factor(observed - total if is_low else total - observed)))
        else:
            conditions.append(pair if is_low else pair[::-1])
        relation = _relation_at_end(extremes[0 if is_low else 1], reached, place, is_low=is_low)
        if relation is not None and not with_prior:
            there, θ = logs.subs(algebra.total, total), algebra.parameter
            forms = (algebra.sum(simplify(there, θ)) for simplify in (like_terms, slope_terms))
            edges.append(Edge(relation, pair[1], end if closed else None, side < 0, *forms))
    conditions += ((algebra.from_sympy(size), zero) for size in positive)
    no_rows = {algebra.total: 0, algebra.rows: 0}
    alone = tuple(algebra.from_sympy(sympy.sympify(size).subs(no_rows)) for size in positive)
    return tuple(conditions), alone, tuple(edges)


def _relation_at_end(
    extreme: tuple[Any, bool], reached: Any, place: dict[Any, Any], *, is_low: bool
) -> Literal["=", "≤", "≥"] | None:
    """Return how a sum can be at an end of what is expected, or beyond it; None if it cannot."""
    most, attained = extreme
    gap = reached - most if most.is_finite else (1 if is_low else -1) * sympy.oo
    size = (gap if gap in (sympy.oo, -sympy.oo) else sign_at(gap, place)) * (1 if is_low else -1)
    if size > 0:
        return "≤" if is_low else "≥"
    return "=" if size == 0 and attained else None


def _extremes(algebra: Algebra, statistic: Any) -> list[tuple[Any, bool]]:
    """Return the least and the greatest of the statistic on the support, and whether it is attained."""
    support, place = algebra.specification.support, algebra.place

    def reached(formula: Any) -> list[Any]:
        sides = zip((-1, 1), support.ends, strict=True)
        return [limit(formula, algebra.x, algebra.end(end, side), -side, place) for side, end in sides]

    crosses = False  # whether a square, or a distance, is 0 between the ends
    for factor in sympy.Mul.make_args(statistic) if isinstance(support, Interval) else ():
        if isinstance(factor, sympy.Abs) or (factor.is_Pow and factor.exp.is_even):
            inner = reached(factor.args[0])
            opposite = None not in inner and {sign_at(tendency, place) for tendency in inner} == {1, -1}
            crosses = crosses or (opposite and sign_at(statistic / factor, place) > 0)
    first, last = reached(statistic)
    if first is None or last is None:
        raise Unsupported(f"what {algebra.from_sympy(statistic)} tends to is not known")
    extremes = list(zip((first, last), support.closed, strict=True))
    finite = first.is_finite and last.is_finite
    if sign_at(first - last, place) > 0 if finite else first == sympy.oo or last == -sympy.oo:
        extremes.reverse()
    return [(sympy.Integer(0), True), extremes[1]] if crosses else extremes
