"""Random instances of a scope: sizes, data and letters that satisfy what is assumed of them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from evaluating import At, Evaluator, Key, Letters, groups
from exact_numbers import Low, Number, Unjudged, Value, compare, divide
from special_functions import entries_of, is_definite
from theorem_scopes import Definitions, Scope, free

from exactnb.core.expression.nodes import Call, Domain, Expression, Index, Series, Symbol

__all__ = ["ATTEMPTS", "Instance", "Unlucky", "draw"]

ATTEMPTS = 4_000
OF_ONE_SIZE = 64
"""How often data are drawn for the same numbers of columns, values and classes."""
OF_DATA = ("set", "span", "named", "whole", "through")
INTERVALS = ("open", "closed", "left-open")
POSITIVE = tuple(Fraction(x) for x in ("1", "2", "3", "1/2", "3/2", "2/3", "5", "1/3"))
NATURAL = tuple(Fraction(x) for x in ("0", "0", "1", "2", "3", "1/2"))
REAL = (*POSITIVE, *(-x for x in POSITIVE), Fraction(0))


class Unlucky(Exception):
    """Say that what was drawn does not satisfy what is assumed."""


def draw(scope: Scope, dice: random.Random, attempts: int = ATTEMPTS) -> Instance:
    """Return an instance that satisfies what a scope assumes of its letters and data."""
    sizes: dict[Key, Number] = {}
    for attempt in range(attempts):
        if attempt % OF_ONE_SIZE == 0:
            sizes = {}
        most_rows = 3 + attempt % OF_ONE_SIZE // 8
        instance = Instance(scope, dice, Letters(sizes=sizes, most_rows=most_rows))
        try:
            instance.check()
        except Unlucky:
            continue
        return instance
    raise Unlucky("no instance satisfies what is assumed")


class Instance(Evaluator):
    """Values of letters for every choice of their indices, drawn when they are asked for."""

    def __init__(
        self, scope: Scope, dice: random.Random, letters: Letters, known: Definitions = ()
    ) -> None:
        super().__init__(scope, letters, known)
        self.dice = dice

    def within(self, scope: Scope, known: Definitions = ()) -> Instance:
        """Return the same letters in another scope that demands nothing else of them."""
        return Instance(scope, self.dice, self.letters, known)

    def changed(self, values: Mapping[Key, Number]) -> Instance:
        """Return an instance in which some letters are worth something else."""
        letters = replace(self.letters, values={**self.letters.values, **values})
        return Instance(self.scope, self.dice, letters, self.known)

    def check(self) -> None:
        """Draw what the facts and the equations about data mention; raise Unlucky if one is false."""
        for left, relation, right in self.scope.facts:
            for at in self.places(free(left, right)):
                order = compare(self.value(left, at), self.value(right, at))
                if order < 0 or (order == 0 and relation == ">"):
                    raise Unlucky
        for left, right in self.scope.of_data:
            for at in self.places(free(left, right)):
                if compare(self.value(left, at), self.value(right, at)):
                    raise Unlucky
        for whole, _ in self.scope.wholes:
            for at in self.places(free(whole)):
                self.value(whole, at)
        for left, domain in self.scope.domains:
            if domain.kind != "definite" or not isinstance(left, Symbol):
                continue
            if not is_definite(entries_of(self, left)):
                raise Unlucky
        for left, _ in self.scope.of_letters:
            for at in self.places(free(left)):
                self._demand(left, at, self.value(left, at))

    def place(self, letters: Iterable[str]) -> dict[str, int]:
        """Return random values of some indices."""
        every = list(self.places(letters))
        if not every:
            raise Unjudged("an index has no values")
        return self.dice.choice(every)

    def is_real(self, key: Key) -> bool:
        """Say whether a letter was drawn that is a number, no size and no cell of the data."""
        return key in self.letters.values and key not in self.letters.data

    def lies_in(self, value: Value, domain: Domain, at: At, *, ends: bool = False) -> bool:
        """Say whether a value lies in a domain, or in it with its ends."""
        if domain.kind == "reals":
            return not isinstance(value, Low)
        if domain.kind == "whole":
            first = self.whole(domain.parts[0], at)
            return isinstance(value, Fraction) and value.denominator == 1 and value >= first
        if domain.kind not in INTERVALS:
            return value in self.members(domain, at)
        low, high = (compare(value, self.value(end, at)) for end in domain.parts)
        above = low > 0 or (low == 0 and (ends or domain.kind == "closed"))
        return above and (high < 0 or (high == 0 and (ends or domain.kind != "open")))

    def missing(self, expression: Symbol | Call, key: Key, at: At) -> Number:
        """Draw a letter, and with it all of a distribution that it belongs to."""
        for whole, right in self.scope.wholes:
            found = self.matched(whole.body, expression, at)
            if found is not None:
                self._whole(whole, right, found)
                if key not in self.letters.values:
                    raise Unjudged("an index outside its range")
                return self.letters.values[key]
        for pattern, domain in reversed(self.scope.domains):
            if domain.kind == "definite" and _is_entry(expression, pattern):
                self._draw_matrix(pattern, domain)
                if key not in self.letters.values:
                    raise Unjudged("an index outside its range")
                return self.letters.values[key]
            found = self.matched(pattern, expression, at)
            if found is not None:
                if domain.kind in OF_DATA:
                    self.letters.data.add(key)
                return self._member(domain, {**at, **found})
        for letter, domain in self.scope.ranges:
            if any(self.matched(end, expression, at) is not None for end in domain.parts):
                self.letters.data.add(key)
                return self._size(letter, key)
        strict_first = sorted(self.scope.facts, key=lambda fact: fact[1] != ">")
        for pattern, relation, right in strict_first:
            if self.matched(pattern, expression, at) is not None:
                beyond = self.dice.choice(POSITIVE if relation == ">" else NATURAL)
                return self.number(right, at) + beyond
        return self.dice.choice(REAL)

    def _whole(self, whole: Series, right: Expression, at: At) -> None:
        """Draw the parts of a distribution."""
        assert isinstance(whole.body, Symbol | Call)
        members = self.members(whole.domain, at)
        strict = any(of == whole.body and relation == ">" for of, relation, _ in self.scope.facts)
        weights = [self.dice.randint(1 if strict else 0, 6) for _ in members]
        if weights and not any(weights):
            weights[self.dice.randrange(len(weights))] = 1
        for member, weight in zip(members, weights, strict=True):
            place = {**at, whole.index.letter: member}
            share = divide(self.number(right, at) * Fraction(weight), Fraction(sum(weights)))
            self._demand(whole.body, place, share)
            self.letters.values[self.key(whole.body, place)] = share

    def _draw_matrix(self, letter: Expression, domain: Domain) -> None:
        """Draw all entries of a symmetric positive definite matrix."""
        assert isinstance(letter, Symbol)
        for row, line in enumerate(self.definite(self.whole(domain.parts[0], {})), start=1):
            for column, entry in enumerate(line, start=1):
                self.letters.values[letter.letter, letter.is_estimate, (row, column), ()] = entry

    def definite(self, size: int) -> list[list[Number]]:
        """Draw a triangle with a positive diagonal, and return it times itself turned over."""
        places = range(size)
        drawn = [[self.dice.choice(REAL if c < r else POSITIVE) for c in range(r + 1)] for r in places]
        return [
            [
                sum((drawn[r][m] * drawn[c][m] for m in range(min(r, c) + 1)), Fraction(0))
                for c in places
            ]
            for r in places
        ]

    def _demand(self, letter: Expression, at: At, value: Value) -> None:
        for pattern, domain in self.scope.domains:
            found = self.matched(pattern, letter, at)
            if found is not None and not self.lies_in(value, domain, {**at, **found}):
                raise Unlucky

    def _member(self, domain: Domain, at: At) -> Number:
        """Draw what a letter may be."""
        if domain.kind == "reals":
            if domain not in self.letters.favoured:  # in some instances all numbers are the same
                self.letters.favoured[domain] = (
                    self.dice.randrange(len(REAL)), self.dice.choice((0, 0, 0, 0, 0, 1))
                )  # fmt: skip
            favourite, share = self.letters.favoured[domain]
            return REAL[favourite] if share else self.dice.choice(REAL)
        if domain.kind == "whole":
            if domain not in self.letters.favoured:  # in some all are the least: a sum may have to be
                self.letters.favoured[domain] = 0, self.dice.choice((0, 0, 0, 0, 0, 1))
            least = self.letters.favoured[domain][1]
            more = 0 if least else self.dice.choice((0, 0, 1, 2, 3))
            return Fraction(self.whole(domain.parts[0], at) + more)
        if domain.kind not in INTERVALS:
            return Fraction(self._cell(domain, self.members(domain, at)))
        low, high = (self.number(end, at) for end in domain.parts)
        parts = self.dice.randint(2, 9)
        share = Fraction(self.dice.randint(1, parts - 1), parts)
        if domain.kind != "open" and self.dice.random() < 0.2:
            share = Fraction(self.dice.randint(domain.kind == "left-open", 1))
        return low + (high - low) * share

    def _cell(self, domain: Domain, members: tuple[int, ...]) -> int:
        """Return a cell of the data; in some instances one value is all, or most, of them."""
        if not members:
            raise Unlucky
        if domain not in self.letters.favoured:
            self.letters.favoured[domain] = (
                self.dice.randint(0, 2),
                self.dice.choice((0, 0, 0, 0.6, 1)),
            )
        favourite, share = self.letters.favoured[domain]
        if self.dice.random() < share:
            return members[favourite % len(members)]
        return self.dice.choice(members)

    def _size(self, letter: str, key: Key) -> Number:
        """Return the size of a range, which may be larger for the rows of the data."""
        of_rows = set()
        for cell, domain in self.scope.domains:
            if domain.kind in OF_DATA and isinstance(cell, Symbol):
                lower, raised = groups(cell)
                of_rows |= {part.letter for part in raised or lower if isinstance(part, Index)}
        if letter in of_rows:
            return Fraction(self.dice.randint(1, self.letters.most_rows))
        return self.letters.sizes.setdefault(key, Fraction(self.dice.choice((1, 2, 2, 3))))


def _is_entry(expression: Expression, matrix: Expression) -> bool:
    """Say whether a letter with two indices is an entry of a matrix."""
    if (
        not isinstance(expression, Symbol)
        or not isinstance(matrix, Symbol)
        or len(expression.lower) != 2
    ):
        return False
    return (expression.letter, expression.is_estimate) == (matrix.letter, matrix.is_estimate)
