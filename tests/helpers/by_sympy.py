"""Formulas of theorems as SymPy's: sizes and data drawn, names unfolded, parameters left as symbols.

It shares no code with the checker. Two sides are "true" if SymPy brings them to one form, "false" if
they differ at a place, and "open" where it does neither.
"""

from __future__ import annotations

from typing import Any

import sympy
from drawn import Instance
from evaluating import At
from exact_numbers import Unjudged
from special_functions import SPECIAL

from exactnb.core.expression.nodes import (
    Call,
    Derivative,
    Domain,
    Expression,
    Factorial,
    Function,
    Index,
    Integer,
    Integral,
    Iverson,
    Negative,
    Pi,
    Power,
    Product,
    Quotient,
    Series,
    Special,
    Sum,
    Symbol,
)

__all__ = ["Unfolded", "compared"]

UNIT = (Integer(0), Integer(1))
INTERVALS = {"open", "closed", "left-open"}
FUNCTIONS = {
    "log": sympy.log,
    "exp": sympy.exp,
    "sqrt": sympy.sqrt,
    "Gamma": sympy.gamma,
    "abs": sympy.Abs,
}


def compared(left: Any, right: Any) -> str:
    """Return "true", "false" or "open": whether two sides are equal."""
    apart = sympy.expand_log(sympy.expand_func(left - right), force=True, factor=True)
    apart = sympy.expand_power_exp(sympy.expand_power_base(apart, force=True))
    if apart.has(sympy.gamma):
        apart = sympy.gammasimp(apart)
    if sympy.cancel(sympy.together(apart)) == 0:
        return "true"
    place = {
        of: sympy.Rational(7 + 2 * n, 41) for n, of in enumerate(sorted(apart.free_symbols, key=str))
    }
    found = apart.subs(place).evalf(40)
    return "false" if found.is_number and abs(found) > sympy.Float("1e-20") else "open"


def head(expression: Expression) -> str | None:
    """Return the letter of a symbol or a function."""
    match expression:
        case Symbol(letter):
            return letter
        case Call(name):
            return name
    return None


class Unfolded:
    """Formulas at an instance as SymPy's, in which sums and names are written out.

    The last part of a distribution is what the others leave of its `whole`, but where slopes are taken,
    which leave all parts free. Letters that equations tie to the data, and matrices, are numbers.
    """

    def __init__(self, here: Instance, *, whole: bool) -> None:
        scope, heads = here.scope, set[str | None]()
        waiting = [side for sides in scope.of_data for side in sides]
        waiting += [of for of, domain in scope.domains if domain.kind == "definite"]
        while waiting:  # a name ties what it stands for
            new = {head(part) for part in waiting.pop().walk()} - heads
            heads |= new
            waiting += [right for left, right in scope.definitions if head(left) in new - {None}]
        self.here, self.tied = here, heads - {None}
        self.wholes = scope.wholes if whole else ()
        self.bound: dict[Any, Any] = {}  # the symbol of what an integral or an endless sum runs over
        self.values: dict[Any, Any] = {}  # what was drawn for each symbol
        self.shares: set[Any] = set()  # the symbols that lie between 0 and 1

    def of(self, expression: Expression, at: At) -> Any:
        match expression:
            case Integer(whole):
                return sympy.Integer(whole)
            case Index():
                return sympy.Integer(self.here.whole(expression, at))
            case Sum(terms):
                return sympy.Add(*(self.of(term, at) for term in terms))
            case Product(factors):
                return sympy.Mul(*(self.of(factor, at) for factor in factors))
            case Quotient(above, below):
                if (under := self.of(below, at)) == 0:
                    raise Unjudged("a quotient by 0")
                return self.of(above, at) / under
            case Negative(term):
                return -self.of(term, at)
            case Power(base, exponent):
                return self.of(base, at) ** self.of(exponent, at)
            case Function(name, argument) if name in FUNCTIONS:
                value = FUNCTIONS[name](self.of(argument, at))
                if value.has(sympy.zoo, sympy.nan, sympy.oo):
                    raise Unjudged("log 0")
                return value
            case Pi():
                return sympy.pi
            case Factorial(argument):
                return sympy.factorial(self.of(argument, at))
            case Special("∞"):
                return sympy.oo
            case Integral(variable, body, (low, Special("∞"))):  # others take SymPy minutes
                return self._total(variable, body, (self.of(low, at), sympy.oo), at)
            case Series("sum", Symbol() as variable, Domain("whole", (first,)), body, None):
                return self._total(variable, body, (self.of(first, at),), at)
            case Series():
                return self._series(expression, at)
            case Iverson():
                return self._number(expression, at)
            case Derivative(body, variable, order):
                symbol = self.of(variable, at)
                if not symbol.is_Symbol:
                    raise Unjudged("a derivative by what is no symbol")
                return sympy.diff(self.of(body, at), symbol, order)
            case Symbol() | Call():
                return self._letter(expression, at)
        raise Unjudged(f"{type(expression).__name__} is not unfolded")

    def _total(self, variable: Symbol, body: Expression, ends: tuple[Any, ...], at: At) -> Any:
        """Return an integral between two ends, or the sum over all whole numbers from one end on."""
        symbol = sympy.Dummy(variable.letter, positive=True, integer=len(ends) == 1)
        outside = self.bound
        self.bound = {**outside, self.here.key(variable, at): symbol}
        of = self.of(body, at)
        self.bound = outside
        if len(ends) == 2:
            return sympy.integrate(of, (symbol, *ends), conds="none")
        total = sympy.summation(of, (symbol, *ends, sympy.oo))
        # What it converges under is not asked here: another oracle adds up numbers.
        return total.replace(sympy.Piecewise, lambda *pieces: pieces[0][0])

    def _series(self, series: Series, at: At) -> Any:
        places = [{**at, series.index.letter: m} for m in self.here.members(series.domain, at)]
        if series.where is not None:
            places = [place for place in places if self._number(series.where, place) == 1]
        parts = [self.of(series.body, place) for place in places]
        return sympy.Add(*parts) if series.sign == "sum" else sympy.Mul(*parts)

    def _letter(self, expression: Symbol | Call, at: At) -> Any:
        here = self.here
        definition = here.definition(expression, at)
        if definition is not None:
            return self.of(*definition)
        if isinstance(expression, Call) and expression.head == "E":
            raise Unjudged("an expectation is not unfolded")
        if head(expression) in (*SPECIAL, *self.tied) or getattr(expression, "role", "") == "value":
            return self._number(expression, at)
        key = here.key(expression, at)
        if key in self.bound:
            return self.bound[key]
        value = self._number(expression, at)
        if not here.is_real(key) or not value:
            return value
        for whole, right in self.wholes:
            found = here.matched(whole.body, expression, at)
            if found is not None:
                inner = {**at, **found}
                *others, last = here.members(whole.domain, inner)
                if found[whole.index.letter] == last:
                    parts = (self.of(whole.body, {**inner, whole.index.letter: m}) for m in others)
                    return self.of(right, inner) - sympy.Add(*parts)
        symbol = sympy.Symbol(str(key), real=True, positive=True if value > 0 else None)
        self.values[symbol] = value
        kinds = {
            domain.kind
            for pattern, domain in here.scope.domains
            if here.matched(pattern, expression, at) is not None and domain.parts == UNIT
        }
        if kinds & INTERVALS or self._is_one_of_a_whole(expression, at):
            self.shares.add(symbol)
        return symbol

    def _is_one_of_a_whole(self, expression: Expression, at: At) -> bool:
        bodies = (whole.body for whole, _ in self.here.scope.wholes)
        return any(self.here.matched(body, expression, at) is not None for body in bodies)

    def _number(self, expression: Expression, at: At) -> Any:
        value = self.here.number(expression, at)
        try:
            return sympy.Rational(value.numerator, value.denominator)
        except AttributeError:
            raise Unjudged("what is drawn is no fraction") from None
