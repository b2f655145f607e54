"""Values of the tests' own, and the evaluation of expressions that cannot be read from one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from itertools import product
from math import factorial, inf, prod
from typing import Any

import by_hand
import reading
from by_hand import TINY
from mpmath.ctx_mp import MPContext

from exactnb.core.expression import nodes
from exactnb.core.expression.general_nodes import ArrayNode
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.spell import spell
from mutations.arrays import Array, Curve, Roots, added, array_worth, determinant, flattened

Worth = Any
"""A Fraction; None for undefined; ±inf; a Decimal for what is irrational; labels; true or false."""

NONSENSE = ()
"""What a name without a meaning is worth: no labels, which is equal to nothing that there is."""

_PRECISE = Context(prec=120, Emax=10**9, Emin=-(10**9))
_MP = MPContext()
_MP.dps = 120
_PI = Decimal(str(_MP.pi))
_CLOSE = Decimal("1e-70")
_FLAT = (
    nodes.Integer, nodes.Numeral, nodes.Reference, nodes.Sum, nodes.Product, nodes.Quotient,
    nodes.Power, nodes.Negative, nodes.IndexedProduct, nodes.Special,
)  # fmt: skip


def parts_within(expression: Expression) -> Iterator[Expression]:
    """Yield an expression and all its parts."""
    yield expression
    for part in expression.children:
        yield from parts_within(part)


def alike(one: Worth, other: Worth) -> bool:
    """Say whether two values are equal: exactly, or to 70 digits where one is irrational."""
    if isinstance(one, Decimal) and isinstance(other, Decimal | Fraction):
        with localcontext(_PRECISE):
            difference = abs(one - decimal_of(other))
            return difference <= _CLOSE * (abs(one) or 1)
    if isinstance(other, Decimal):
        return isinstance(one, Fraction) and alike(other, one)
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, Array | Roots | Curve):
        mine, others = (flattened(worth) for worth in (one, other))
        return len(mine) == len(others) and all(map(alike, mine, others))
    return type(one) is type(other) and bool(one == other)


def settled(worth: Worth) -> Worth:
    """Return the limit that a value computed with a tiny λ stands for."""
    if not isinstance(worth, Fraction):
        return worth
    if abs(worth) > 1 / TINY / 10**100:
        return inf if worth > 0 else -inf
    return by_hand.settled(worth)


def over(above: Worth, below: Worth) -> Worth:
    """Return a quotient: 0/0 is undefined, x/0 is infinite."""
    if above is not None and below == 0 and above != 0:
        return inf if above > 0 else -inf
    return by_hand.over(above, below)


def apply(function: str, argument: Worth) -> Worth:
    """Return a function of a value: -, exp, sqrt or a logarithm, to 120 digits."""
    if argument is None or argument == NONSENSE:
        return argument
    if isinstance(argument, bool | tuple):
        return NONSENSE
    if function == "-":
        return argument.copy_negate() if isinstance(argument, Decimal) else -argument
    if isinstance(argument, float):
        return Fraction(0) if (function, argument) == ("exp", -inf) else inf
    if function.startswith("log") and argument == 0:
        return -inf
    if function != "exp" and argument < 0:
        raise reading.Unreadable(f"{function} of a negative number")
    with localcontext(_PRECISE):
        number = decimal_of(argument)
        if function == "exp":
            return number.exp()
        if function == "sqrt":
            return number.sqrt()
        if function == "Gamma":
            return Decimal(str(_MP.gamma(_MP.mpf(str(number)))))
        base = {"log": None, "log2": 2, "log10": 10}[function]
        found = number.ln() if base is None else number.ln() / Decimal(base).ln()
        return Decimal(0) if argument == 1 else found


def decimal_of(worth: Fraction | Decimal) -> Decimal:
    """Return a number as a decimal: as a fraction, it may have a power of ten that fills the memory."""
    if isinstance(worth, Decimal):
        return worth
    return Decimal(worth.numerator) / Decimal(worth.denominator)


def evaluate(expression: Expression, environment: Mapping[str, Worth]) -> Worth:
    """Return the value of an expression, read from its spelling where it is arithmetic.

    Raises Unreadable where it has none.
    """
    parts = list(parts_within(expression))
    if all(isinstance(part, _FLAT) for part in parts):
        names = [str(part.name) for part in parts if isinstance(part, nodes.Reference)]
        known = {name: environment[name] for name in names if name in environment}
        if all(worth is None or isinstance(worth, Fraction) for worth in known.values()):
            try:
                return reading.flat(spell(expression), known)
            except reading.Unreadable:
                pass  # a number over 0
    return _Walk(environment).value(expression)


def _place(letter: Expression, formula: Expression, level: Decimal) -> Decimal:
    """Return the positive place of a letter at which a formula has a level, to 110 digits."""

    def gap(at: Any) -> Any:
        return _at(formula, letter, at) - _MP.mpf(str(level))

    ends = [_MP.mpf(2) ** power for power in range(-60, 61)]
    signs = [_MP.sign(gap(end)) for end in ends]
    between = next(at for at in range(len(ends) - 1) if signs[at] != signs[at + 1])
    place = _MP.findroot(gap, (ends[between], ends[between + 1]), solver="anderson")
    return Decimal(_MP.nstr(place, 110))


def _at(formula: Expression, letter: Expression, at: Any) -> Any:
    """Return what a formula of one letter is at a number."""
    parts = [_at(part, letter, at) for part in formula.children]
    match formula:
        case nodes.Integer(value):
            return _MP.mpf(value)
        case nodes.Sum():
            return _MP.fsum(parts)
        case nodes.Negative():
            return -parts[0]
        case nodes.Quotient():
            return parts[0] / parts[1]
        case nodes.Function(name) if name in ("log", "exp", "digamma"):
            return getattr(_MP, name)(parts[0])
        case _ if formula == letter:
            return at
    raise reading.Unreadable(f"{formula} has no value")


class _Walk:
    """Evaluate what one line of arithmetic cannot say: logarithms, factorials, decisions, ∞."""

    def __init__(self, environment: Mapping[str, Worth]) -> None:
        self.environment = environment

    def value(self, expression: Expression) -> Worth:
        match expression:
            case nodes.Integer(value):
                return Fraction(value)
            case nodes.Numeral(decimal):
                return Fraction(decimal.units) / Fraction(10) ** decimal.places
            case nodes.Reference(name):
                if str(name) not in self.environment:
                    raise reading.Unreadable(f"{name} is not known")
                return self.environment[str(name)]
            case nodes.Pi():
                return _PI
            case nodes.Sum(terms) if any(isinstance(self.whole(term), Array) for term in terms):
                return added([self.whole(term) for term in terms])
            case nodes.Negative(term) if isinstance(array := self.whole(term), Array):
                return added([array], sign=-1)
            case nodes.Function("det", argument):
                return None if (array := self.whole(argument)) is None else determinant(array)
            case node if isinstance(node, ArrayNode):
                return array_worth(expression, self.whole)
            case nodes.Sum(terms):
                return self.folded(terms, sum, Fraction(0))
            case nodes.Product(factors) | nodes.IndexedProduct(_, _, factors):
                return self.folded(factors, prod, Fraction(1))
            case nodes.Negative(term):
                return apply("-", self.number(term))
            case nodes.Quotient(above, below):
                return self.quotient(self.number(above), self.number(below))
            case nodes.Power(base, exponent):
                return self.power(self.number(base), self.number(exponent))
            case nodes.Function(name, argument):
                return apply(name, self.number(argument))
            case nodes.Factorial(argument):
                return self.factorial(self.number(argument))
            case nodes.Percent(hundredths):
                return self.quotient(self.number(hundredths), Fraction(100))
            case nodes.Clipped(term, floor):
                inside, low = self.number(term), self.number(floor)
                return None if None in (inside, low) else min(max(inside, low), 1 - low)
            case nodes.AtMost(left, right):
                sides = self.number(left), self.number(right)
                return None if None in sides else Fraction(int(sides[0] <= sides[1]))
            case nodes.Vanishing():
                return TINY
            case nodes.Truth(truth):
                return truth
            case nodes.Labels(labels):
                return labels
            case nodes.Special(word):
                return {"undefined": None, "everywhere": Curve(()), "∞": inf, "−∞": -inf}[word]
            case nodes.Indicator(decision, label):
                return Fraction(self.value(decision) == (label,))
            case nodes.Equal(sides):
                worth = [self.value(side) for side in sides]
                return all(map(alike, worth[::2], worth[1::2]))
            case nodes.ArgMax(scores, first):
                return self.argmax([(label, self.number(score)) for label, score in scores], first)
            case nodes.OverCells():
                return self.over_cells(expression)
            case nodes.Root(letter, formula, level):
                return _place(letter, formula, decimal_of(self.number(level)))
        raise reading.Unreadable(f"{expression} has no value")

    def whole(self, part: Expression) -> Worth:
        return evaluate(part, self.environment)

    def number(self, part: Expression) -> Worth:
        value = self.whole(part)
        if isinstance(value, bool | tuple | Array | Roots | Curve):
            raise reading.Unreadable(f"{spell(part)} is no number")
        return value

    def folded(self, parts: tuple[Expression, ...], fold: Callable[..., Any], start: Fraction) -> Worth:
        values = [self.number(part) for part in parts]
        if None in values:
            return None
        if any(isinstance(value, float) for value in values):
            raise reading.Unreadable("arithmetic with ∞")
        if not any(isinstance(value, Decimal) for value in values):
            return fold(values, start=start)
        with localcontext(_PRECISE):
            return fold(map(decimal_of, values), start=decimal_of(start))

    def quotient(self, above: Worth, below: Worth) -> Worth:
        if isinstance(above, float) or isinstance(below, float):
            raise reading.Unreadable("arithmetic with ∞")
        if isinstance(above, Decimal) or isinstance(below, Decimal):
            if above is None or below is None:
                return None
            with localcontext(_PRECISE):
                if below == 0 == above:  # exp(−∞)/√0: the density of a variance of 0
                    return None
                if below == 0:
                    raise reading.Unreadable("an irrational number over 0")
                return decimal_of(above) / decimal_of(below)
        return over(above, below)

    def power(self, base: Worth, exponent: Worth) -> Worth:
        if base is None or exponent is None:
            return None
        if isinstance(base, float) or isinstance(exponent, float):
            raise reading.Unreadable("arithmetic with ∞")
        if not isinstance(exponent, Fraction) or exponent.denominator != 1:
            if base <= 0:
                raise reading.Unreadable("a root")
            with localcontext(_PRECISE):
                return decimal_of(base) ** decimal_of(exponent)
        if base == 0 and exponent < 0:
            return inf
        with localcontext(_PRECISE):
            return base ** int(exponent)

    def factorial(self, number: Worth) -> Worth:
        if not isinstance(number, Fraction) or number.denominator != 1 or not 0 <= number <= 10_000:
            raise reading.Unreadable(f"{number}!")
        return Fraction(factorial(int(number)))

    def argmax(self, scores: list[tuple[str, Worth]], first: bool) -> Worth:
        if any(score is None for _, score in scores) or max(score for _, score in scores) <= 0:
            return None
        largest = max(score for _, score in scores)
        best = tuple(label for label, score in scores if alike(score, largest))
        return best[:1] if first else best

    def over_cells(self, question: nodes.OverCells) -> Worth:
        priors = [self.number(prior) for prior in question.priors]
        columns = [[[self.number(f) for f in of] for of in column] for column in question.factors]
        cells: dict[tuple[int, ...], list[Worth]] = {}
        for at in product(*(range(len(column)) for column in columns)):
            rows = [columns[c][v] for c, v in enumerate(at)]
            joints = [by_hand.times(prior, *(row[k] for row in rows)) for k, prior in enumerate(priors)]
            if None in joints:
                return None
            cells[at] = joints
        if question.question == "bayes_error":
            return sum(sum(joints) - max(joints) for joints in cells.values())
        own = sum(cells[question.at])
        return Fraction(1 + sum(sum(joints) < own for joints in cells.values()))
