"""The edits that are tried on a wrong line, each with the name of the slip that it would mend.

How to read: `edits` yields them, the most telling ones first; the functions behind it change one part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Function, Integer, Symbol
from exactnb.core.expression.reading.derivations.signs import WHOLE
from exactnb.teach.grading.derivations.changes import (
    bare,
    changed_brackets,
    changed_log_sums,
    changed_logs,
    divided,
    exchanged,
    shares_for_odds,
    widened,
    without_power_rule,
)
from exactnb.teach.grading.derivations.trials import Trials

ONE = Integer(1)
_IDLE = frozenset({ONE, Integer(0)})
_ZEROS = frozenset({Integer(0), nodes.Negative(Integer(0))})
_USUAL_SIZES = (Symbol("n"), Symbol("N"))


def is_complement(part: Expression) -> bool:
    """Say whether `part` is 1 − θ."""
    match part:
        case nodes.Sum((Integer(1), nodes.Negative(Symbol()))):
            return True
    return False


def edits(
    trials: Trials, side: Expression, earlier: tuple[Expression, ...], variable: Symbol | None
) -> Iterator[tuple[str, Expression]]:
    """Yield one edit of `side` after the other with its name, the most telling ones first.

    `trials` knows the letters, `earlier` are the sides before it in its chain, and `variable` is what
    its line differentiates by, None if it does not. None has a factor of 1 or a term of 0.
    """
    is_idle = any(map(_has_idle_part, side.walk()))
    for name, edited in _every_edit(trials, side, earlier, variable):
        # n − 1 may be n for which a number is off, and is no sum for a product n · 1
        tidied = nodes.replace(edited, _without_idle_part) if name == "number" else edited
        if is_idle or not any(map(_has_idle_part, tidied.walk())):
            yield name, tidied


def _has_idle_part(part: Expression) -> bool:
    match part:
        case nodes.Product(factors):
            return not _IDLE.isdisjoint(factors)
        case nodes.Sum(terms):
            return not _ZEROS.isdisjoint(terms)
    return False


def _without_idle_part(part: Expression) -> Expression | None:
    match part:
        case nodes.Product(factors) if ONE in factors and len(factors) > 1:
            return nodes.Product.of([factor for factor in factors if factor != ONE])
        case nodes.Sum(terms) if not _ZEROS.isdisjoint(terms) and len(terms) > 1:
            return nodes.Sum.of([term for term in terms if term not in _ZEROS])
    return None


def _every_edit(
    trials: Trials, side: Expression, earlier: tuple[Expression, ...], variable: Symbol | None
) -> Iterator[tuple[str, Expression]]:
    parts = list(_parts(side))
    if variable is not None:
        yield from _by_slopes(side, earlier, variable)
    yield from _everywhere(parts, "sign", _signs)
    # A name with a blank says how a letter is used: "w runs".
    names = {name: role for name, role in trials.scope.names.items() if " " not in name}
    sizes = [Symbol(letter) for letter, role in names.items() if role in ("n", "V")]
    sizes = sizes or [Symbol("n")]
    yield from _everywhere(parts, "divisor", lambda part: _divisors(part, sizes))
    yield from (("upside-down", turned) for turned in _whole_turned(side))
    yield from _everywhere(parts, "upside-down", _turned)
    yield from _everywhere(parts, "power", _powers)
    yield from (("power", moved) for moved in _all_powers(side))
    yield from _everywhere(parts, "exponents", _exponents)
    yield from _everywhere(parts, "argument", lambda part: _arguments(trials, part))
    # Where probabilities add up to 1, the logarithm of what they leave to 2 is 0 as well.
    yield from _everywhere(parts, "number", _numbers)
    yield from _everywhere(parts, "log-power", changed_logs)
    yield from _everywhere(parts, "log-sum", changed_log_sums)
    yield from _everywhere(parts, "weights", exchanged)
    yield from _everywhere(parts, "power-rule", without_power_rule)
    yield from _everywhere(parts, "odds", shares_for_odds)
    yield from _everywhere(parts, "division", divided)
    yield from _everywhere(parts, "sum-over-constant", widened)
    yield from _everywhere(parts, "brackets", changed_brackets)
    parameters = [each for each in map(Symbol, names) if trials.scope.is_parameter(each)]
    for multiplier in (Symbol(letter) for letter, role in names.items() if role == "multiplier"):
        yield "constraint", side - multiplier
        yield "constraint", side + multiplier
    yield from _everywhere(parts, "sum", _summed)
    yield from _everywhere(
        parts, "sum-over-constant", lambda part: sizes if part == ONE != side else _times(part, sizes)
    )
    yield from _everywhere(parts, "term", _without_term)
    yield from (("term", each) for term in _terms_in(earlier) for each in (side + term, side - term))
    yield from _everywhere(parts, "factor", _without_factor)
    factors: list[Expression] = [Integer(2), *parameters, *(1 - each for each in parameters)]
    factors += _factors_in(earlier)
    yield from _everywhere(parts, "factor", lambda part: _times(part, factors))
    named = dict.fromkeys((*map(Symbol, names), *sizes))
    letters = [letter for letter in named if letter not in parameters]
    yield from _everywhere(parts, "letter", lambda part: _letters(part, letters))


Rebuild = Callable[[Expression], Expression]


def _parts(side: Expression) -> Iterator[tuple[Expression, Rebuild]]:
    """Yield every part of a formula, with what puts another into its place."""
    yield side, lambda other: other
    if isinstance(side, Symbol):
        return  # an index is no part of a formula
    for index, child in enumerate(side.children):
        if isinstance(side, nodes.Series) and child != side.body:
            continue
        if isinstance(side, nodes.Derivative | Call) and child == side.children[-1]:
            continue
        for part, rebuild in _parts(child):

            def put(other: Expression, index: int = index, rebuild: Rebuild = rebuild) -> Expression:
                children = list(side.children)
                children[index] = rebuild(other)
                return side.with_children(tuple(children))

            yield part, put


def _everywhere(
    parts: list[tuple[Expression, Rebuild]],
    name: str,
    change: Callable[[Expression], Iterable[Expression]],
) -> Iterator[tuple[str, Expression]]:
    for part, rebuild in parts:
        for other in change(part):
            yield name, rebuild(other)


def _whole_turned(side: Expression) -> Iterator[Expression]:
    """Yield n / Σ x_i for what is read as Σ (x_i / n)."""
    if isinstance(side, nodes.Series) and isinstance(side.body, nodes.Quotient):
        yield side.body.denominator / replace(side, body=side.body.numerator)


def _signs(part: Expression) -> Iterator[Expression]:
    if isinstance(part, nodes.Negative):
        yield part.term
    if isinstance(part, nodes.Sum):
        for index, term in enumerate(part.terms):
            flipped = term.term if isinstance(term, nodes.Negative) else nodes.Negative(term)
            yield nodes.Sum((*part.terms[:index], flipped, *part.terms[index + 1 :]))
    elif isinstance(part, nodes.Quotient | nodes.Product | nodes.Series | nodes.Function):
        yield nodes.Negative(part)
    if isinstance(part, Function) and part.name == "exp":
        yield Function("exp", nodes.Negative(part.argument))
    if isinstance(part, nodes.Power):
        yield nodes.Power(part.base, nodes.Negative(part.exponent))


def _divisors(part: Expression, sizes: Sequence[Symbol]) -> Iterator[Expression]:
    match part:
        case nodes.Sum((Symbol() as n, nodes.Negative(Integer(1)))) if n in (*sizes, *_USUAL_SIZES):
            yield n


def _turned(part: Expression) -> Iterator[Expression]:
    if isinstance(part, nodes.Quotient):
        yield nodes.Quotient(part.denominator, part.numerator)
    elif isinstance(part, Symbol) and not part.lower:
        yield nodes.Quotient(Integer(1), part)


def _powers(part: Expression) -> Iterator[Expression]:
    match part:
        case nodes.Power(base, exponent):
            yield nodes.Power(base, exponent + 1)
            yield nodes.Power(base, exponent - 1)
            yield base
            if isinstance(exponent, Integer):
                yield nodes.Power(base, Integer(2 * exponent.value))
            yield from (nodes.Power(base, term) for term in _sum_terms(exponent))
        case nodes.Quotient(numerator, Symbol() | nodes.Sum() as denominator):
            yield nodes.Quotient(numerator, nodes.Power(denominator, Integer(2)))
        case Symbol():
            yield nodes.Power(part, Integer(2))


def _exponents(part: Expression) -> Iterator[Expression]:
    """Yield powers whose exponent has a product where a sum stands, or the other way round."""
    if isinstance(part, nodes.Power):
        for inner, rebuild in _parts(part.exponent):
            if isinstance(inner, nodes.Product | nodes.Sum):
                other = nodes.Sum if isinstance(inner, nodes.Product) else nodes.Product
                yield nodes.Power(part.base, rebuild(other(inner.children)))


def _by_slopes(
    side: Expression, earlier: tuple[Expression, ...], variable: Symbol
) -> Iterator[tuple[str, Expression]]:
    """Yield `side` with a term times an inner derivative of earlier sides, or itself differentiated."""
    inner = [argument for each in earlier for part in each.walk() for argument in _arguments_of(part)]
    factors = [nodes.Derivative(argument, variable, 1) for argument in list(dict.fromkeys(inner))[:6]]
    terms = side.terms if isinstance(side, nodes.Sum) else (side,)
    for index, term in enumerate(terms):
        before, after = terms[:index], terms[index + 1 :]
        for factor in factors:
            yield "chain-rule", nodes.Sum.of((*before, term * factor, *after))
        slope = nodes.Derivative(term, variable, 1)
        yield "not-differentiated", nodes.Sum.of((*before, slope, *after))


def _arguments_of(part: Expression) -> Iterator[Expression]:
    """Yield what a function or power is of, but sums of letters: their derivatives are signs."""
    match part:
        case Function(_, argument) | nodes.Power(argument):
            if any(isinstance(n, Function | nodes.Power | nodes.Product) for n in argument.walk()):
                yield argument


def _all_powers(side: Expression) -> Iterator[Expression]:
    """Yield `side` with every exponent 1 less, or 1 more: a prior has two that are off alike."""
    for step in (-1, 1):

        def moved(part: Expression, step: int = step) -> Expression | None:
            match part:
                case nodes.Power(base, exponent) if not isinstance(exponent, Integer):
                    return nodes.Power(base, exponent + step)
            return None

        yield nodes.replace(side, moved)


def _sum_terms(part: Expression) -> tuple[Expression, ...]:
    return part.terms if isinstance(part, nodes.Sum) else ()


def _arguments(trials: Trials, part: Expression) -> Iterator[Expression]:
    if isinstance(part, Symbol) and trials.scope.is_parameter(part):
        yield 1 - part
    if is_complement(part) and isinstance(part, nodes.Sum):
        inner = part.terms[1]
        assert isinstance(inner, nodes.Negative)
        yield inner.term


def _numbers(part: Expression) -> Iterator[Expression]:
    if isinstance(part, Integer):
        for value in (part.value - 1, part.value + 1, 0, 1, 2):
            if value >= 0 and value != part.value:
                yield Integer(value)


def _without_term(part: Expression) -> Iterator[Expression]:
    if isinstance(part, nodes.Sum):
        for index in range(len(part.terms)):
            yield nodes.Sum.of((*part.terms[:index], *part.terms[index + 1 :]))
        yield from (part - 1, part + 1)
    elif not part.children or isinstance(part, nodes.Series | nodes.Product):
        yield part - 1
        yield part + 1
        yield 1 - part


def _without_factor(part: Expression) -> Iterator[Expression]:
    if isinstance(part, nodes.Product):
        for index in range(len(part.factors)):
            yield nodes.Product.of((*part.factors[:index], *part.factors[index + 1 :]))
    if isinstance(part, nodes.Quotient):
        yield part.numerator
        yield nodes.Quotient(Integer(1), part.denominator)


def _summed(part: Expression) -> Iterator[Expression]:
    """Yield the sum over the index of a letter."""
    if isinstance(part, Symbol | nodes.Product | nodes.Power | nodes.Function):
        indices = {index.letter for letter in part.walk() if isinstance(letter, Symbol)
                   for index in (*letter.lower, *letter.upper)
                   if isinstance(index, Symbol)}  # fmt: skip
        for index in sorted(indices):
            yield nodes.Series("sum", nodes.Index(index), WHOLE, part)


def _times(part: Expression, factors: Sequence[Expression]) -> Iterator[Expression]:
    if isinstance(part, nodes.Negative | Integer):
        return
    for factor in factors:
        yield factor * part
        yield Integer(1) if part == factor else nodes.Quotient(part, factor)


def _letters(part: Expression, letters: list[Symbol]) -> Iterator[Expression]:
    if isinstance(part, Integer) or (isinstance(part, Symbol) and not (part.lower or part.upper)):
        yield from (letter for letter in letters if letter != part)


def _terms_in(earlier: tuple[Expression, ...]) -> list[Expression]:
    """Return terms of earlier sides, and of what is differentiated in them, once each."""
    inner = (part.body for side in earlier for part in side.walk()
             if isinstance(part, nodes.Derivative))  # fmt: skip
    terms = (bare(term) for side in (*earlier, *inner) for term in _sum_terms(side))
    return list(dict.fromkeys(terms))[:24]


def _factors_in(earlier: tuple[Expression, ...]) -> list[Expression]:
    """Return letters of earlier sides, and factors of products in them, once each."""
    parts = (part for side in earlier for part in side.walk())
    products = (part.factors if isinstance(part, nodes.Product) else (part,) for part in parts
                if isinstance(part, nodes.Product | Symbol))  # fmt: skip
    return list(dict.fromkeys(factor for factors in products for factor in factors))[:12]
