"""The exponential form of a density, and where its likelihood is largest: found, and not proved here.

One parameter and one statistic: log f(x) = η·T(x) − A + log h(x), so that the slope of the
log-likelihood of n rows with the sum S is η′·(S − n·μ), where μ = A′/η′ is what T is expected to be.
Where η′ and μ′ have the same sign everywhere, the only maximum is where μ = S/n. Signs are guessed at
one place; the theorem proves them. SymPy's polynomials do the work.

Source: G. Casella and R. Berger, Statistical Inference (2nd ed.), section 3.4.

How to read: `estimator` goes from top to bottom; `split` sorts the terms of log f, `_merged` makes one
statistic of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy

from exactnb.core.expression import nodes
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.families.declared.specification import (
    VARIABLE,
    Interval,
    OutcomeTable,
    Range,
    Specification,
    Whole,
)
from exactnb.core.families.deriving.algebra import Algebra, collected, slope_of, sum_of
from exactnb.core.families.deriving.budget import refuse_large
from exactnb.core.families.deriving.conjugacy import updated_by
from exactnb.core.families.deriving.ends import Alone, Conditions, ends
from exactnb.core.families.deriving.estimator import ROWS, TOTAL
from exactnb.core.families.deriving.finding import DeadEnd
from exactnb.core.families.deriving.inverting import inverted, sign
from exactnb.core.families.deriving.one_sum import Edge, OneSum
from exactnb.core.families.deriving.tails import tail_of
from exactnb.errors import Unsupported

_PLACES = (sympy.Rational(2, 7), sympy.Rational(3, 5), sympy.Rational(5, 11))
"""Where signs are guessed, as shares of an interval."""


def leads(specification: Specification) -> bool:
    """Say whether `specification` has one parameter of numbers, at which the support does not end."""
    is_one = len(specification.parameters) == 1 and not isinstance(specification, OutcomeTable)
    return is_one and specification.moving == (None, None)


def estimator(specification: Specification) -> OneSum:
    """Return the estimator of `specification`, a family with one parameter and one statistic.

    Raises DeadEnd for several statistics, and Unsupported where the slope of the log-likelihood has no
    zero that moves with the data, or more than one.
    """
    for formula in (specification.formula, specification.prior):
        if formula is not None:
            refuse_large(formula)
    algebra = Algebra(specification)
    place = algebra.place = place_inside(algebra, specification)
    θ, total, rows = algebra.parameter, algebra.total, algebra.rows
    # log h(x) + η(θ)·T(x) − A(θ), multiplied out: then each term belongs to one of the three.
    density = _expanded(algebra.logarithm(specification.formula))
    statistics, partition, base = split(algebra, specification, density)
    statistic, natural, partition = _merged(algebra, statistics, partition)
    slope, inner = sympy.diff(natural, θ), sympy.diff(partition, θ)
    expected = _tidy(inner / slope)
    expected_slope = _tidy(sympy.diff(expected, θ))
    signs = [sign(part, place) for part in (slope, expected_slope)]
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
    mle = next(_estimates(algebra, specification, expected), None)
    if mle is None and specification.prior is not None:
        raise Unsupported(f"no closed form is known for {θ}; leave the prior out")
    rises = signs[1] > 0
    shift = updated_by(algebra, specification, natural, partition)
    more = {total: total + shift[0], rows: rows + shift[1]}
    seen_, count = more[total], more[rows]
    logs = natural * seen_ - count * partition
    conditions: Conditions = ()
    alone: Alone = ()
    edges: tuple[Edge, ...] = ()
    if mle is not None:
        conditions, alone, edges = ends(
            algebra, specification, statistic, expected, logs, more, rises=rises
        )
    expression = algebra.expression
    if mle is None:
        likeliest: nodes.Expression = _root(specification, expression(expected))
        best = likeliest
    else:
        likeliest = expression(mle)
        best = (
            expression(_tidy(mle.subs(more, simultaneous=True))) if specification.prior else likeliest
        )
    curves = [] if mle is None else [sympy.factor(sympy.diff(term, θ)) for term in slope_of(logs, θ)]
    # A letter for T(x), while terms are collected by θ, so that T stays one factor.
    symbol = sympy.Dummy("t", positive=True)
    taken_apart = [term.subs(symbol, statistic) for term in collected(natural * symbol - partition, θ)]
    return OneSum(
        specification,
        expression(statistic),
        expression(natural),
        expression(partition),
        None if base == 0 else shown_base(algebra, base),
        sum_of(algebra, taken_apart),
        sum_of(algebra, collected(logs, θ)),
        sum_of(algebra, slope_of(logs, θ)),
        sum_of(algebra, [term for term in curves if term != 0]),
        expression(_tidy(count * slope * signs[0])),
        expression(_tidy(seen_ / count)),
        expression(expected),
        None if mle is None else expression(expected_slope),
        rises,
        None if mle is None else _isolated(algebra, expected, _tidy(seen_ / count)),
        best,
        likeliest,
        conditions,
        alone,
        edges,
        None if shift[2] == 0 else expression(shift[2]),
        tail_of(algebra, specification),
    )


def _root(specification: Specification, expected: nodes.Expression) -> nodes.Root:
    """Return the place at which as much is expected as is seen, by name: no closed form is known."""
    (letter,) = specification.parameters
    range_ = specification.parameters[letter]
    if not isinstance(range_, Interval):
        raise Unsupported(f"{letter} is a whole number: estimates of real ones are derived")
    low, high = (None if end is None else evaluate(end) for end in (range_.low, range_.high))
    ends: Any = (low, high)
    return nodes.Root(nodes.Symbol(letter), expected, TOTAL / ROWS, ends)


def _isolated(
    algebra: Algebra, expected: Any, mean: Any
) -> tuple[nodes.Expression, nodes.Expression, nodes.Expression] | None:
    """Return a power of the parameter, what it is worth, and what μ = S/n is multiplied by for that."""
    times, power = expected.as_independent(algebra.parameter, as_Add=False)
    if times == 1 or not power.is_Pow or power.exp == -1:
        return None
    worth = mean / times
    return algebra.expression(power), algebra.expression(worth), algebra.expression(1 / times)


def shown_base(algebra: Algebra, base: Any) -> nodes.Expression:
    """Return log h, `base`, with one logarithm of what is a number: −log(2π)/2."""
    numbers: dict[Any, Any] = {}
    rest = sympy.Integer(0)
    for term in sympy.Add.make_args(base):
        times, logarithm = term.as_coeff_Mul()
        if isinstance(logarithm, sympy.log) and logarithm.is_number:
            # −log(2)/2 − log(π)/2 is −log(2π)/2: what has one factor up to its sign is one logarithm.
            key = abs(times)
            numbers[key] = numbers.get(key, 1) * logarithm.args[0] ** sympy.sign(times)
        else:
            rest += term
    terms = collected(rest, algebra.x)
    for times, argument in numbers.items():
        above = sympy.numer(argument) == 1
        inner = sympy.Dummy("a", positive=True)
        algebra.letters[inner] = algebra.expression(1 / argument if above else argument)
        terms.append(times * sympy.log(inner) * (-1 if above else 1))
    return sum_of(algebra, terms)


def _expanded(formula: Any) -> Any:
    return sympy.expand(formula, log=False)


def _tidy(formula: Any) -> Any:
    """Return a quotient in lowest terms, with factors above and below."""
    return sympy.powsimp(sympy.factor(sympy.cancel(sympy.together(sympy.powsimp(formula)))))


def split(
    algebra: Algebra, specification: Specification, density: Any
) -> tuple[dict[Any, Any], Any, Any]:
    """Return the factors of each function of x in the log `density`, and A and log h.

    A has the terms of the parameter alone, log h those of x alone, in the letters of `algebra`. Raises
    DeadEnd for a term that mixes both, Unsupported where `specification` has no parameter beside x.
    """
    statistics: dict[Any, Any] = {}
    partition = base = sympy.Integer(0)
    for term in sympy.Add.make_args(density):
        factor, function = term.as_independent(algebra.x, as_Add=False)
        if function.has(algebra.parameter):
            # As in log(1 + (x − θ)²): no sum over the rows, known before θ is, has all that they say of
            # θ.
            mixed = algebra.expression(sympy.exp(function) if function.is_Pow else function)
            raise DeadEnd(
                f"{mixed} mixes x and {algebra.parameter}: no closed form is known here, and the "
                "likelihood may have several maxima"
            )
        if not term.has(algebra.parameter):
            base += term
        elif function == 1:
            partition -= term
        else:
            statistics[function] = statistics.get(function, 0) + factor
    if not statistics:
        raise Unsupported(f"{algebra.parameter} does not stand with x: it cannot be estimated")
    return statistics, partition, base


def _merged(algebra: Algebra, statistics: dict[Any, Any], partition: Any) -> tuple[Any, Any, Any]:
    """Return T, η and A where all that stands with x is proportional; refuse several statistics."""
    x = algebra.x
    degrees = {part: sympy.degree(part, x) if part.is_polynomial(x) else 0 for part in statistics}
    # What is divided by has the fewest letters: a real one may be zero.
    letters = {part: len(factor.free_symbols) for part, factor in statistics.items()}
    squares = {part: part.is_Pow and part.exp.is_Integer and part.exp > 1 for part in statistics}
    first, *others = sorted(
        statistics, key=lambda part: (letters[part], -degrees[part], not squares[part], str(part))
    )
    natural, statistic = statistics[first], first
    for other in others:
        ratio = _tidy(statistics[other] / natural)
        if ratio.has(algebra.parameter):
            raise DeadEnd(
                f"it rests on several sums, of {algebra.expression(first)} and of "
                f"{algebra.expression(other)}: families with one sum are derived"
            )
        statistic += ratio * other
    for term in sympy.Add.make_args(_expanded(partition)) if others else ():
        ratio = _tidy(term / natural)
        if term != 0 and not ratio.has(algebra.parameter):
            statistic, partition = statistic - ratio, partition - term
    return (sympy.factor(statistic) if others else statistic), natural, partition


def place_inside(
    algebra: Algebra, specification: Specification, share: Any = _PLACES[0]
) -> dict[Any, Any]:
    """Return a number for each letter of `specification`, inside of its range.

    `share` is how far inside: of an interval that share, of a half-line 7 times it.
    """
    place: dict[Any, Any] = {}
    ranges = {**specification.constants, **specification.parameters, VARIABLE: specification.support}
    for letter, range_ in ranges.items():
        place[algebra.symbols[letter]] = _inside(algebra, range_, share).subs(place)
    return place


def _inside(algebra: Algebra, range_: Range, share: Any) -> Any:
    if isinstance(range_, Whole):
        return algebra.read(range_.first) + 1
    low, high = (None if end is None else algebra.read(end) for end in (range_.low, range_.high))
    if low is not None and high is not None:
        return low + (high - low) * share
    if high is not None:
        return high - 7 * share
    return (0 if low is None else low) + 7 * share


def _estimates(algebra: Algebra, specification: Specification, expected: Any) -> Iterator[Any]:
    """Yield the solutions of μ = S/n that lead back to three places of the parameter."""
    θ = algebra.parameter
    for solved in inverted(expected, θ, algebra.total / algebra.rows):
        places = [place_inside(algebra, specification, share) for share in _PLACES]
        back = [
            solved.subs(algebra.total, algebra.rows * expected).subs({**at, algebra.rows: 3}) - at[θ]
            for at in places
        ]
        if all(sign(gap, {}) == 0 for gap in back):
            yield solved
