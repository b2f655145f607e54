"""Formulas with letters as SymPy's, and back: what SymPy finds here is a candidate, never a proof.

How to read: `Algebra` turns formulas of one family into SymPy's, and its `form_parts` sorts the terms
of log f; `_Written` writes what SymPy found as one would on paper: no negative exponents, roots
around quotients, what is positive first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from operator import neg, truediv
from typing import Any

import sympy

from exactnb.core.expression import nodes
from exactnb.core.expression.tree import node
from exactnb.core.families.declared.specification import VARIABLE, Interval, Range, Specification, Whole
from exactnb.core.families.deriving.budget import refuse_huge, refuse_large
from exactnb.core.families.deriving.estimator import ROWS, TOTAL, DeadEnd
from exactnb.core.lazy import once
from exactnb.errors import Unsupported

_CALLS = {
    "log": sympy.log,
    "exp": sympy.exp,
    "sqrt": sympy.sqrt,
    "Gamma": sympy.gamma,
    "abs": sympy.Abs,
}
_OPERATIONS: dict[type[nodes.Expression], Callable[..., Any]] = {
    nodes.Sum: sympy.Add,
    nodes.Product: sympy.Mul,
    nodes.Quotient: truediv,
    nodes.Power: sympy.Pow,
    nodes.Negative: neg,
    nodes.Factorial: sympy.factorial,
}
FAULTS = (
    *(ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError),
    sympy.polys.polyerrors.BasePolynomialError,
)
"""What SymPy raises for a formula that it cannot work with, such as a logarithm of what is negative."""


_SHARE = sympy.Rational(2, 7)
"""How far inside of an interval signs are guessed."""

StatisticTerms = tuple[tuple[nodes.Expression, nodes.Expression], ...]
"""Functions of x, each with what stands with it in log f."""


class Algebra:
    """The letters of a family as SymPy's symbols, with the signs that their ranges say.

    Raises TooMuch for a density or a prior that is too long, or has a number that is.
    """

    def __init__(self, specification: Specification) -> None:
        formulas = [f for f in (specification.formula, specification.prior) if f is not None]
        for formula in formulas:
            refuse_large(formula)
        self.specification = specification
        letters: dict[str, Range] = {VARIABLE: specification.support}
        letters |= {**specification.constants, **specification.parameters}
        self.symbols = {letter: _symbol(letter, range_) for letter, range_ in letters.items()}
        self.x = self.symbols[VARIABLE]
        self.parameter = self.symbols[next(iter(specification.parameters))]
        # A family may have letters of these names.
        self.total, self.rows = sympy.Dummy("S", real=True), sympy.Dummy("n", positive=True)
        self.letters: dict[Any, nodes.Expression] = {self.total: TOTAL, self.rows: ROWS}
        self.letters |= {symbol: nodes.Symbol(letter) for letter, symbol in self.symbols.items()}
        self.place = self.place_inside()  # numbers for letters, at which signs are guessed
        place = {
            letter: self._rational_above(self.place[symbol]) for letter, symbol in self.symbols.items()
        }
        for formula in formulas:
            refuse_huge(formula, place)

    @staticmethod
    def _rational_above(number: Any) -> Fraction:
        """Return a number of a place as a fraction, an irrational one rounded up."""
        if not number.is_Rational:
            return Fraction(int(abs(number)) + 1)
        return Fraction(int(number.p), int(number.q))

    def place_inside(self, share: Any = _SHARE) -> dict[Any, Any]:
        """Return a number for each letter, inside of its range.

        `share` is how far inside: of an interval that share, of a half-line 7 times it.
        """
        place: dict[Any, Any] = {}
        specification = self.specification
        for letter, range_ in {
            **specification.constants,
            **specification.parameters,
            VARIABLE: specification.support,
        }.items():
            ends: list[Any] = [None if end is None else self.to_sympy(end) for end in range_.ends]
            low, high = ends
            inside = (0 if low is None else low) + 7 * share
            if isinstance(range_, Whole):
                inside = low + 1
            elif high is not None:
                inside = high - 7 * share if low is None else low + (high - low) * share
            place[self.symbols[letter]] = inside.subs(place)
        return place

    @property
    def domain(self) -> Interval:
        """Return what the only parameter may be; raise Unsupported for a whole number."""
        range_ = self.specification.parameters[self.parameter.name]
        if not isinstance(range_, Interval):
            raise Unsupported(f"{self.parameter} is a whole number: estimates of real ones are derived")
        return range_

    def end(self, end: nodes.Expression | None, side: int) -> Any:
        """Return an end of a range as SymPy's: for None the infinity on its `side`."""
        return side * sympy.oo if end is None else self.to_sympy(end)

    @once
    def log_density(self) -> Any:
        """Return log f, multiplied out: then each term has x, parameters, or both as factors."""
        return sympy.expand(self.log_size(self.specification.formula), log=False)

    def form_parts(self, *letters: Any) -> tuple[dict[Any, Any], Any, Any]:
        """Return what stands with each function of x in log f, then A and log h, by the parameters.

        A has the terms with some of these `letters` alone, log h those with none. Raises DeadEnd for a
        term that mixes them with x.
        """
        statistics: dict[Any, Any] = {}
        partition = base = sympy.Integer(0)
        for term in sympy.Add.make_args(self.log_density):
            factor, function = term.as_independent(self.x, as_Add=False)
            if function.has(*letters):
                # As in log(1 + (x − θ)²): no sum over rows, known before θ is, has all they say of θ.
                mixed = self.from_sympy(sympy.exp(function) if function.is_Pow else function)
                names = " or ".join(map(str, letters))
                raise DeadEnd(
                    f"{mixed} mixes x and {names}: no closed form is known here, and the likelihood "
                    "may have several maxima"
                )
            if not term.has(*letters):
                base += term
            elif function == 1:
                partition -= term
            else:
                statistics[function] = statistics.get(function, 0) + factor
        return statistics, partition, base

    def with_coefficients(self, statistics: Mapping[Any, Any], partition: Any) -> StatisticTerms:
        """Return functions of x with what stands with them in log f; with 1, −A, unless that is 0."""
        terms = [
            (self.from_sympy(statistic), self.from_sympy(by)) for statistic, by in statistics.items()
        ]
        if partition != 0:
            terms.append((nodes.Integer(1), nodes.Negative(self.from_sympy(partition))))
        return tuple(terms)

    def log_base(self, base: Any) -> nodes.Expression | None:
        """Return log h, with one logarithm of what is a number, −log(2π)/2; None if h is 1."""
        if base == 0:
            return None
        numbers: dict[Any, Any] = {}
        rest = sympy.Integer(0)
        for term in sympy.Add.make_args(base):
            times, logarithm = term.as_coeff_Mul()
            if isinstance(logarithm, sympy.log) and logarithm.is_number:
                # −log(2)/2 − log(π)/2 is −log(2π)/2: one logarithm for each factor up to its sign.
                key = abs(times)
                numbers[key] = numbers.get(key, 1) * logarithm.args[0] ** sympy.sign(times)
            else:
                rest += term
        terms = like_terms(rest, self.x)
        for times, argument in numbers.items():
            is_inverse = sympy.numer(argument) == 1
            inner = sympy.Dummy("a", positive=True)
            self.letters[inner] = self.from_sympy(1 / argument if is_inverse else argument)
            terms.append(times * sympy.log(inner) * (-1 if is_inverse else 1))
        return self.sum(terms)

    def sum(self, terms: Sequence[Any]) -> nodes.Expression:
        """Return the sum of `terms`; what is positive comes first."""
        written = sorted(map(self.from_sympy, terms), key=lambda term: isinstance(term, nodes.Negative))
        return nodes.Sum.of(written)

    def to_sympy(self, formula: nodes.Expression) -> Any:
        """Return a formula as SymPy's."""
        match formula:
            case nodes.Symbol() if formula in (TOTAL, ROWS):
                return self.total if formula == TOTAL else self.rows
            case nodes.Symbol(letter):
                return self.symbols[letter]
            case nodes.Integer(value):
                return sympy.Integer(value)
            case nodes.Pi():
                return sympy.pi
        parts = [self.to_sympy(part) for part in formula.children]
        if isinstance(formula, nodes.Function) and formula.name in _CALLS:
            return _CALLS[formula.name](*parts)
        for kind, operation in _OPERATIONS.items():
            if isinstance(formula, kind):
                return operation(*parts)
        raise Unsupported(f"no densities are made of {formula}")

    def log_size(self, formula: nodes.Expression) -> Any:
        """Return the logarithm of a formula's size, taken apart as it is written."""
        match formula:
            case nodes.Negative(term):
                return self.log_size(term)
            case nodes.Product(factors):
                return sympy.Add(*map(self.log_size, factors))
            case nodes.Quotient(above, below):
                return self.log_size(above) - self.log_size(below)
            case nodes.Power(base, exponent):
                return self.to_sympy(exponent) * self.log_size(base)
            case nodes.Function("exp", argument):
                return self.to_sympy(argument)
            case nodes.Function("sqrt", argument):
                return self.log_size(argument) / 2
            case nodes.Factorial(nodes.Integer(number)) if number > 2:  # 10! is written so, not 3628800
                symbol = sympy.Symbol(f"{number}!", positive=True)
                self.letters[symbol] = formula
                return sympy.log(symbol)
        size = self.to_sympy(formula)
        return sympy.log(-size if self.is_negative(size) else size)

    def is_negative(self, formula: Any) -> bool:
        """Say whether a formula has a number at the place that is negative."""
        return is_negative(formula, self.place)

    def from_sympy(self, formula: Any) -> nodes.Expression:
        """Return a formula of SymPy's as one writes it."""
        return _Written(self.letters, self.place).formula(formula)


def like_terms(formula: Any, letter: Any) -> list[Any]:
    """Return the terms of a formula, one for each function of a letter: (n − s)·log(1 − t)."""
    terms: dict[Any, Any] = {}
    for term in sympy.Add.make_args(sympy.expand(formula, log=False)):
        factor, function = term.as_independent(letter, as_Add=False)
        terms[function] = terms.get(function, 0) + factor
    alone = sympy.Add.make_args(terms.pop(sympy.Integer(1), sympy.Integer(0)))
    products = (sympy.factor(factor) * function for function, factor in terms.items())
    return [term for term in (*products, *alone) if term != 0]


def slope_terms(formula: Any, letter: Any) -> list[Any]:
    """Return the terms of the derivative of `formula` by `letter`, each from one function of it."""
    parts = (sympy.diff(term, letter) for term in like_terms(formula, letter))
    return [term for part in parts for term in like_terms(part, letter)]


def _with_x_first(distance: Any) -> Any:
    """Return a difference with x before its minus sign: x − m, where SymPy may have m − x."""
    variables = (symbol for symbol in distance.free_symbols if symbol.name == VARIABLE)
    turned = any(distance.coeff(symbol).could_extract_minus_sign() for symbol in variables)
    return -distance if turned else distance


def _symbol(letter: str, range_: Range) -> Any:
    if isinstance(range_, Whole):
        first = range_.first
        least = first.value if isinstance(first, nodes.Integer) else 0
        sign = {"positive": True} if least > 0 else {"nonnegative": True}
        if isinstance(first, nodes.Negative) or least < 0:
            sign = {}
        return sympy.Symbol(letter, integer=True, **sign)
    low = range_.low
    nonnegative = isinstance(low, nodes.Integer) and low.value >= 0
    # A positive letter as an end: what is above it is positive too.
    positive = nonnegative or isinstance(low, nodes.Symbol)
    if range_.high == nodes.Integer(0):
        return sympy.Symbol(letter, negative=True)
    return sympy.Symbol(letter, positive=True) if positive else sympy.Symbol(letter, real=True)


def is_negative(formula: Any, place: Mapping[Any, Any]) -> bool:
    """Say whether a formula has a number at a place that is negative."""
    value = formula.subs(place)
    return bool(value.is_number and sympy.re(sympy.N(value)) < 0)


class _Written:
    """Write formulas with some `letters`, and a sum that is a factor so that it is positive at `place`.

    >>> n, s = sympy.symbols("n s", positive=True)
    >>> print(_Written({}, {}).formula(-n / 2 + sympy.sqrt(s / n / 2)))
    sqrt(s / (2 n)) - n / 2
    """

    def __init__(self, letters: Mapping[Any, nodes.Expression], place: Mapping[Any, Any]) -> None:
        self.letters, self.place = letters, place

    def formula(self, formula: Any) -> nodes.Expression:
        """Return a formula as one writes it."""
        if formula in self.letters:
            return self.letters[formula]
        if formula.is_Symbol:
            return nodes.Symbol(formula.name)
        if formula.is_Rational:
            return node(Fraction(int(formula.p), int(formula.q)))
        if formula == sympy.pi:
            return nodes.Pi()
        if formula.is_Add:
            terms = [self.formula(term) for term in formula.as_ordered_terms()]
            return nodes.Sum.of(sorted(terms, key=lambda term: isinstance(term, nodes.Negative)))
        if isinstance(formula, sympy.exp):
            return nodes.exp(self.formula(formula.args[0]))
        if formula.is_Mul or formula.is_Pow:
            return self.product(formula)
        if isinstance(formula, sympy.Abs):
            return nodes.absolute(self.formula(_with_x_first(formula.args[0])))
        names = {sympy.log: "log", sympy.gamma: "Gamma"}
        if type(formula) in names:
            return nodes.Function(names[type(formula)], self.formula(formula.args[0]))
        if isinstance(formula, sympy.factorial):
            return nodes.factorial(self.formula(formula.args[0]))
        if isinstance(formula, sympy.polygamma) and formula.args[0] == 0:
            return nodes.Function("digamma", self.formula(formula.args[1]))
        if formula == sympy.E:
            return nodes.exp(nodes.Integer(1))
        if formula.has(sympy.zoo, sympy.nan, sympy.oo, -sympy.oo):
            raise Unsupported("a part of the formula has no value, such as a quotient by zero")
        raise Unsupported("what follows from the formula has a function that is not written here")

    def product(self, formula: Any) -> nodes.Expression:
        """Return a product or power: what has a negative exponent below, like roots as one root."""
        number, factors = formula.as_coeff_mul()
        roots: dict[Any, Any] = {}
        sides: tuple[list[tuple[Any, Any]], ...] = ([], [])
        for factor in factors:
            unsplit = (factor, sympy.Integer(1))
            base, exponent = unsplit if isinstance(factor, sympy.exp) else factor.as_base_exp()
            is_divisor = exponent.could_extract_minus_sign()
            size = -exponent if is_divisor else exponent
            if base.is_Add and size.is_Integer and is_negative(base, self.place):
                base, number = -base, number * (-1) ** size
            if size != 1 and ((1 / size).is_Integer or (1 / size).is_Symbol):
                roots[size] = roots.get(size, sympy.Integer(1)) * base ** (-1 if is_divisor else 1)
            else:
                sides[is_divisor].append((base, size))
        half = sympy.Rational(1, 2)
        if half in roots and roots[half].has(sympy.Integer) and roots[half] != 1 and number.q > 1:
            roots[half] *= number**2  # √2·√s/(2·√n) is √(s/(2n))
            number = sympy.Integer(1) if number > 0 else sympy.Integer(-1)
        sides[0].extend((base, size) for size, base in roots.items() if base != 1)
        top = self.factors(sides[0], abs(number.p))
        written = nodes.Quotient.of(top, self.factors(sides[1], number.q))
        return nodes.Negative(written) if number < 0 else written

    def factors(self, parts: Iterable[tuple[Any, Any]], number: Any) -> nodes.Expression:
        """Return a product: the number first, then letters, sums and roots, functions."""

        def order(part: tuple[Any, Any]) -> tuple[bool, bool, str]:
            base, exponent = part
            return bool(base.is_Function), bool(base.is_Add or not exponent.is_Integer), str(base)

        written = [self.power(base, exponent) for base, exponent in sorted(parts, key=order)]
        if number != 1 or not written:
            written.insert(0, nodes.Integer(int(number)))
        return nodes.Product.of(written)

    def power(self, base: Any, exponent: Any) -> nodes.Expression:
        """Return a power, a square root as one."""
        inner = self.formula(base)
        if exponent == 1:
            return inner
        is_root = exponent == sympy.Rational(1, 2)
        return nodes.sqrt(inner) if is_root else nodes.Power(inner, self.formula(exponent))
