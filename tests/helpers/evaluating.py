"""The exact value of general formulas: sums over an index, indicators, derivatives, definitions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import factorial

from exact_integrals import integrated
from exact_numbers import (
    LOW,
    Low,
    Number,
    Unjudged,
    Value,
    compare,
    divide,
    exponential,
    logarithm,
    part,
    power,
    small,
    total,
)
from special_functions import SPECIAL, special
from theorem_scopes import Definitions, Scope, free, is_index

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
    Sum,
    Symbol,
)

__all__ = ["At", "Evaluator", "Key", "Letters", "groups"]

At = Mapping[str, int]
Key = tuple[object, ...]

DEEPEST = 40
A_PRIME = Fraction(101)
"""Stands for π, of which theorems use no more than that it is positive."""


@dataclass
class Letters:
    """What letters are worth, which of them are cells of data or sizes, and what cells favour."""

    values: dict[Key, Number] = field(default_factory=dict)
    sizes: dict[Key, Number] = field(default_factory=dict)
    data: set[Key] = field(default_factory=set)
    favoured: dict[Domain, tuple[int, float]] = field(default_factory=dict)
    named: dict[str, int] = field(default_factory=dict)
    most_rows: int = 3


class Evaluator:
    """Work formulas out in a scope, where some letters have values.

    A letter that has none yet is given one by `missing`. The formulas in `known` stand for letters
    before all definitions do.
    """

    def __init__(self, scope: Scope, letters: Letters, known: Definitions = ()) -> None:
        self.scope, self.letters, self.known = scope, letters, known
        # those of one letter, the last first: what is looked up most often is found without a search
        self.definitions: defaultdict[object, list[tuple[Expression, Expression]]] = defaultdict(list)
        for left, right in (*reversed(known), *reversed(scope.definitions)):
            self.definitions[type(left), _head(left)].append((left, right))
        self.moving: dict[Key, Number] = {}  # what is added to a letter to differentiate by it
        self.seen: list[Key] = []  # the letters that were asked for
        self.integrals: dict[object, Number] = {}  # that were worked out
        self.order = self.depth = 0

    def missing(self, expression: Symbol | Call, key: Key, at: At) -> Number:
        """Return the value of a letter that has none."""
        raise Unjudged(f"{key} has no value")

    # indices

    def places(self, letters: Iterable[str], at: At | None = None) -> Iterator[dict[str, int]]:
        """Yield all values of some indices, and of those that their ranges depend on."""
        at = dict(at or {})
        left = [letter for letter in sorted(letters) if letter not in at]
        if not left:
            yield at
            return
        letter = left[0]
        domain = self._range(letter)
        if missing := free(domain) - at.keys():
            for more in self.places(missing, at):
                yield from self.places(left, more)
            return
        for place in self.members(domain, at):
            yield from self.places(left[1:], {**at, letter: place})

    def _range(self, letter: str) -> Domain:
        for known, domain in reversed(self.scope.ranges):
            if known == letter:
                return domain
        raise Unjudged(f"the index {letter} has no range")

    def members(self, domain: Domain, at: At) -> tuple[int, ...]:
        """Return what an index runs over."""
        if domain.kind == "set":
            return tuple(self.whole(item, at) for item in domain.parts)
        if domain.kind in ("span", "through"):
            first, last = (self.whole(end, at) for end in domain.parts)
            return tuple(range(first, last + 1))
        if domain.kind == "named":
            return tuple(range(1, self.whole(domain.parts[1], at) + 1))
        raise Unjudged("an index runs over whole numbers")

    def whole(self, expression: Expression, at: At) -> int:
        """Return a value that stands where an index does."""
        if isinstance(expression, Integer):
            return expression.value
        if isinstance(expression, Index) and expression.letter in at:
            return at[expression.letter]
        value = self.value(expression, at)
        if not isinstance(value, Fraction) or value.denominator != 1:
            raise Unjudged("an index is a whole number")
        return int(value)

    # values

    def number(self, expression: Expression, at: At) -> Number:
        """Return a value that is not log 0."""
        value = self.value(expression, at)
        if isinstance(value, Low):
            raise Unjudged("log 0 with nothing beside it")
        return value

    def value(self, expression: Expression, at: At) -> Value:
        """Return the exact value of a formula; 0 · log 0 is 0."""
        match expression:
            case Symbol(letter, role="value"):
                return Fraction(self._code(letter))
            case Symbol() | Call():
                return self._letter(expression, at)
            case Integer(whole):
                return Fraction(whole)
            case Index(letter):
                if letter not in at:
                    raise Unjudged(f"the index {letter} is free")
                return Fraction(at[letter])
            case Sum(terms):
                return total(self.value(term, at) for term in terms)
            case Product(factors):
                return _product(self.value(factor, at) for factor in factors)
            case Quotient(above, below):
                return divide(self.number(above, at), self.number(below, at))
            case Negative(term):
                return -self.number(term, at)
            case Power(base, exponent):
                return power(self.value(base, at), self.value(exponent, at))
            case Function("log", argument):
                return logarithm(self.number(argument, at))
            case Function("exp", argument):
                return exponential(self.number(argument, at))
            case Pi():
                return A_PRIME
            case Function("sqrt", argument):
                return power(self.value(argument, at), Fraction(1, 2))
            case Function("abs", argument):
                number = self.number(argument, at)
                return -number if compare(number, Fraction(0)) < 0 else number
            case Function("Gamma", argument):
                whole = self.whole(argument, at)
                if whole < 1:
                    raise Unjudged("Γ is known here of whole numbers alone")
                return Fraction(factorial(whole - 1))
            case Integral():
                return integrated(self, expression, at)
            case Factorial(argument):
                whole = self.whole(argument, at)
                if whole < 0:
                    raise Unjudged("the factorial of what is negative has no value")
                return Fraction(factorial(whole))
            case Series():
                return self._series(expression, at)
            case Iverson(left, right):
                return Fraction(self.value(left, at) == self.value(right, at))
            case Derivative(body, variable, order):
                return self._derivative(body, variable, order, at)
        raise Unjudged(f"{type(expression).__name__} has no value")

    def _code(self, name: str) -> int:
        """Return the place of a class or word that goes by its name, or of the last of a range."""
        if any(domain.parts[-1:] == (Symbol(name),) for _, domain in self.scope.ranges):
            return self.whole(Symbol(name), {})
        sets = [domain for _, domain in self.scope.ranges if domain.kind == "set"]
        in_set = any(Symbol(name, role="value") in domain.parts for domain in sets)
        return self.letters.named.setdefault(name, len(self.letters.named) + (101 if in_set else 1))

    def _series(self, series: Series, at: At) -> Value:
        members = self.members(series.domain, at)
        if isinstance(series.index, Symbol):
            return self._over_values(series, series.index, members, at)
        inner = [{**at, series.index.letter: member} for member in members]
        if series.where is not None:
            inner = [place for place in inner if self.value(series.where, place) == 1]
        parts = (self.value(series.body, place) for place in inner)
        return total(parts) if series.sign == "sum" else _product(parts)

    def _over_values(self, series: Series, variable: Symbol, members: Iterable[int], at: At) -> Value:
        """Return the sum of a formula over all values of a letter."""
        key, values = self.key(variable, at), self.letters.values
        before = self.value(variable, at)
        parts = []
        try:
            for member in members:
                values[key] = Fraction(member)  # others that are drawn meanwhile stay
                parts.append(self.value(series.body, at))
        finally:
            assert not isinstance(before, Low)
            values[key] = before
        return total(parts)

    def _derivative(self, body: Expression, variable: Symbol, order: int, at: At) -> Number:
        if not isinstance(variable, Symbol):
            raise Unjudged("a derivative by what is no letter")
        key, before = self.key(variable, at), self.moving
        self.order += 1
        try:
            self.moving = {**before, key: before.get(key, Fraction(0)) + small(self.order)}
            return part(self.number(body, at), self.order, order) * Fraction(factorial(order))
        finally:
            self.moving, self.order = before, self.order - 1

    def _letter(self, expression: Symbol | Call, at: At) -> Value:
        key = self.key(expression, at)
        definition = self.definition(expression, at)
        if definition is not None:
            if self.depth > DEEPEST:
                raise Unjudged("a definition that goes round in a circle")
            self.depth += 1
            try:
                value = self.value(*definition)
            finally:
                self.depth -= 1
        elif isinstance(expression, Call) and expression.head in SPECIAL:
            return special(self, expression, at)
        else:
            if key not in self.letters.values:
                self.letters.values[key] = self.missing(expression, key, at)
            self.seen.append(key)
            value = self.letters.values[key]
        return total([value, self.moving[key]]) if key in self.moving else value

    def definition(self, expression: Expression, at: At) -> tuple[Expression, At] | None:
        """Return the formula that a letter stands for, and the values of the indices in it."""
        for left, right in self.definitions.get((type(expression), _head(expression)), ()):
            found = self.matched(left, expression, at)
            if found is not None:
                return right, {**at, **found}
        return None

    # letters

    def key(self, expression: Symbol | Call, at: At) -> Key:
        """Return the letter and the values of its indices."""
        if isinstance(expression, Symbol):
            lower, raised = (
                tuple(self.whole(p, at) for p in group)
                for group in (expression.lower, expression.upper)
            )
            return (expression.letter, expression.is_estimate, lower, raised)
        groups = (expression.left, expression.right, expression.lower)
        return (expression.head, *(tuple(self._argument(p, at) for p in group) for group in groups))

    def _argument(self, expression: Expression, at: At) -> object:
        if is_index(expression):
            return self.whole(expression, at)
        return self.key(expression, at) if isinstance(expression, Symbol | Call) else expression

    def matched(self, pattern: Expression, expression: Expression, at: At) -> dict[str, int] | None:
        """Return the values of the indices of a pattern, if an expression is an instance of it."""
        if type(pattern) is not type(expression) or _head(pattern) != _head(expression):
            return None
        found: dict[str, int] = {}
        later: list[tuple[Expression, Expression]] = []  # places that are no index alone, such as j − 1

        def stands(a: Expression, b: Expression) -> bool:
            if not isinstance(a, Index):
                later.append((a, b))
                return True
            place = self.whole(b, at)
            return found.setdefault(a.letter, place) == place

        def fits(a: Expression, b: Expression) -> bool:
            if isinstance(a, Index | Integer):
                return is_index(b) and stands(a, b)
            if isinstance(a, Symbol | Call) and isinstance(b, Symbol | Call):
                pairs = list(zip(groups(a), groups(b), strict=False))
                same = type(a) is type(b) and _head(a) == _head(b)
                same = same and all(len(c) == len(d) for c, d in pairs)
                ways = (stands, stands) if isinstance(a, Symbol) else (fits, fits, stands)
                return same and all(
                    all(map(way, c, d)) for way, (c, d) in zip(ways, pairs, strict=True)
                )
            if isinstance(a, Product) and isinstance(b, Product):
                return len(a.factors) == len(b.factors) and all(map(fits, a.factors, b.factors))
            return a == b

        held = fits(pattern, expression)
        return (
            found if held and all(self.whole(a, found) == self.whole(b, at) for a, b in later) else None
        )


def _product(factors: Iterable[Value]) -> Value:
    found: Number = Fraction(1)
    low = 0
    for factor in factors:
        if isinstance(factor, Low):
            low += 1
        else:
            found = found * factor
    if not low or found == 0:
        return found
    if low > 1 or compare(found, Fraction(0)) < 0:
        raise Unjudged("log 0 times what is not above zero")
    return LOW


def _head(expression: Expression) -> object:
    if isinstance(expression, Symbol):
        return (expression.letter, expression.is_estimate)
    return expression.head if isinstance(expression, Call) else None


def groups(expression: Symbol | Call) -> tuple[tuple[Expression, ...], ...]:
    """Return what stands below and above a letter, or in and below the parentheses of a function."""
    if isinstance(expression, Symbol):
        return (expression.lower, expression.upper)
    return (expression.left, expression.right, expression.lower)
