"""The edits that are tried on a wrong line, each with the name of the slip that it would mend.

How to read: `edits` yields them, the most telling ones first; what they make of one part stands in
`part_edits.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Function, Integer, Symbol
from exactnb.teach.grading.derivations import part_edits as change
from exactnb.teach.grading.derivations.part_edits import ONE
from exactnb.teach.grading.derivations.trials import Trials

_ZEROS = frozenset({Integer(0), nodes.Negative(Integer(0))})
_UNITS = {nodes.Product: frozenset({ONE}), nodes.Sum: _ZEROS}


def is_complement(part: Expression) -> bool:
    """Say whether `part` is 1 − θ."""
    match part:
        case nodes.Sum((Integer(1), nodes.Negative(Symbol()))):
            return True
    return False


def edits(
    trials: Trials,
    side: Expression,
    other: Expression,
    earlier: tuple[Expression, ...],
    sides: tuple[Expression, ...],
) -> Iterator[tuple[str, Expression]]:
    """Yield one edit of `side` after the other with its name, each once, the most telling ones first.

    `trials` knows the letters, `other` is the other side, `earlier` are the sides before it in its
    chain, and `sides` all of its line, which may differentiate by a letter. None has a factor of 1 or a
    term of 0, and none repeats the other side: near to that it is whatever its letters are.
    """
    parts = [part for each in sides for part in each.walk()]
    variable = next((part.variable for part in parts if isinstance(part, nodes.Derivative)), None)
    is_idle, may_repeat = any(map(_has_idle_part, side.walk())), other in side.walk()
    tried = {side}
    for name, edited in _every_edit(trials, side, earlier, variable):
        # n − 1 may be n for which a number is off, and is no sum for a product n · 1
        tidied = nodes.replace(edited, _without_idle_part) if name == "number" else edited
        inside = list(tidied.walk())
        if tidied in tried or (other in inside and not may_repeat):
            continue
        if is_idle or not any(map(_has_idle_part, inside)):
            tried.add(tidied)
            yield name, tidied


def _has_idle_part(part: Expression) -> bool:
    """Say whether a product has a factor of 1 or 0, or a sum a term of 0."""
    if not isinstance(part, nodes.Product | nodes.Sum):
        return False
    return not (_UNITS[type(part)] | {Integer(0)}).isdisjoint(part.children)


def _without_idle_part(part: Expression) -> Expression | None:
    if not isinstance(part, nodes.Product | nodes.Sum):
        return None
    kept = [each for each in part.children if each not in _UNITS[type(part)]]
    return part.of(kept) if 0 < len(kept) < len(part.children) else None


def _every_edit(
    trials: Trials, side: Expression, earlier: tuple[Expression, ...], variable: Symbol | None
) -> Iterator[tuple[str, Expression]]:
    parts = list(change.parts_of(side))
    if variable is not None:
        yield from _by_slopes(side, earlier, variable)
    yield from _everywhere(parts, "sign", change.signs)
    # A name with a blank says how a letter is used: "w runs".
    names = {name: role for name, role in trials.scope.names.items() if " " not in name}
    sizes = [Symbol(letter) for letter, role in names.items() if role in ("n", "V")]
    sizes = sizes or [Symbol("n")]
    yield from _everywhere(parts, "divisor", lambda part: change.divisors(part, sizes))
    yield from _everywhere(parts, "division", change.divided)
    yield from (("upside-down", turned) for turned in change.whole_turned(side))
    yield from _everywhere(parts, "upside-down", change.turned)
    ups = dict.fromkeys(part.exponent for part, _ in parts if isinstance(part, nodes.Power))
    ups_of_letters = [each for each in ups if not isinstance(each, Integer)][:4]
    yield from _everywhere(parts, "power", lambda part: change.powers(part, ups_of_letters))
    yield from (("power", moved) for moved in change.all_powers(side))
    yield from _everywhere(parts, "exponents", change.exponents)
    yield from _everywhere(parts, "argument", lambda part: _arguments(trials, part))
    # Where probabilities add up to 1, the logarithm of what they leave to 2 is 0 as well.
    yield from _everywhere(parts, "number", change.numbers)
    yield from _everywhere(parts, "log-power", change.logarithms)
    yield from _everywhere(parts, "log-sum", change.log_sums)
    yield from _everywhere(parts, "exchanged", change.exchanged)
    yield from _everywhere(parts, "conditional", change.turned_condition)
    yield from _everywhere(parts, "power-rule", change.without_power_rule)
    yield from _everywhere(parts, "odds", change.shares)
    for part, rebuild in parts:
        if isinstance(part, nodes.Quotient):
            yield "division", rebuild(part.numerator * part.denominator)
    yield from _everywhere(parts, "sum-over-constant", change.widened)
    yield from _everywhere(parts, "brackets", change.brackets)
    parameters = [each for each in map(Symbol, names) if trials.scope.is_parameter(each)]
    for multiplier in (Symbol(letter) for letter, role in names.items() if role == "multiplier"):
        yield "constraint", side - multiplier
        yield "constraint", side + multiplier
    if side == Integer(0) and trials.scope.is_constrained:
        yield from (("constraint", size) for size in sizes)
    yield from _everywhere(parts, "sum", change.summed)
    yield from _everywhere(
        parts,
        "sum-over-constant",
        lambda part: sizes if part == ONE != side else change.times(part, sizes),
    )
    yield from _everywhere(parts, "term", change.without_term)
    yield from (("term", each) for term in _terms_in(earlier) for each in (side + term, side - term))
    yield from _everywhere(parts, "factor", change.without_factor)
    factors: list[Expression] = [Integer(2), *parameters, *(1 - each for each in parameters)]
    factors += [*sizes, *_factors_in(earlier)]
    yield from _everywhere(parts, "factor", lambda part: change.multiplied(part, factors))
    named = dict.fromkeys((*map(Symbol, names), *sizes))
    letters = [letter for letter in named if letter not in parameters]
    for part, rebuild in parts:
        # A number above 2 is a wrong one, not the sign of another quantity.
        is_number = isinstance(part, Integer) and part.value > 2
        for letter in change.letters_in_place_of(part, letters):
            yield "number" if is_number else "letter", rebuild(letter)


def _everywhere(
    parts: list[tuple[Expression, change.Rebuild]],
    name: str,
    change: Callable[[Expression], Iterable[Expression]],
) -> Iterator[tuple[str, Expression]]:
    for part, rebuild in parts:
        for other in change(part):
            yield name, rebuild(other)


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


def _arguments(trials: Trials, part: Expression) -> Iterator[Expression]:
    if isinstance(part, Symbol) and trials.scope.is_parameter(part):
        yield 1 - part
    if is_complement(part) and isinstance(part, nodes.Sum):
        inner = part.terms[1]
        assert isinstance(inner, nodes.Negative)
        yield inner.term


def _terms_in(earlier: tuple[Expression, ...]) -> list[Expression]:
    """Return terms of earlier sides, and of what is differentiated in them, once each."""
    inner = (part.body for side in earlier for part in side.walk()
             if isinstance(part, nodes.Derivative))  # fmt: skip
    terms = (
        change.without_sign(term) for side in (*earlier, *inner) for term in change.sum_terms(side)
    )
    return list(dict.fromkeys(terms))[:24]


def _factors_in(earlier: tuple[Expression, ...]) -> list[Expression]:
    """Return letters of earlier sides, and factors of products in them, once each."""
    parts = (part for side in earlier for part in side.walk())
    products = (part.factors if isinstance(part, nodes.Product) else (part,) for part in parts
                if isinstance(part, nodes.Product | Symbol))  # fmt: skip
    return list(dict.fromkeys(factor for factors in products for factor in factors))[:12]
