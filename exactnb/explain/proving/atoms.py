"""The atoms of formulas, and what stands in the place of an index: frozen, and told by their parts.

An index is a letter that is free, the place before another one, a letter that a sum binds, a constant,
the last place of a range, a label of the data, or a place of a closed sum. A closed sum numbers what
it binds, so that sums that differ in the names of their indices only are one atom.

How to read: the places of an index first, then the atoms; the functions at the end rename and compare
what a sum binds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exactnb.core.lazy import once
from exactnb.explain.proving.rational import Form, Part, inside

EXPECTATION = "an expectation"
"""Stands among the names of what holds one."""


class Index(Part):
    """Stand where an index does."""

    @once
    def mentioned(self) -> frozenset[Any]:
        """Return the indices in it, itself among them."""
        return inside(self.values, "mentioned") | {self}


class Free(Index):
    """A letter that no sum binds."""

    letter: str


class Bound(Index):
    """A letter that an open sum binds."""

    at: int


class Numbered(Index):
    """A letter that a closed sum binds."""

    at: int


class Constant(Index):
    """One place of a range: a number, or a class or word by its name."""

    value: int | str


class Last(Index):
    """The last place of a range, by the letter that says how many there are."""

    size: str


class Preceding(Index):
    """The place before another one."""

    index: Index


class Label(Index):
    """A class or a word of the data, with its own indices and how many it may be."""

    name: Name
    indices: tuple[Index, ...]
    size: Form


class LetterName(Part):
    """A letter without its indices: the number of subscripts, and the name at each place, if any."""

    letter: str
    hat: bool
    role: str
    lower_count: int
    places: tuple[Name | None, ...]

    @once
    def names(self) -> frozenset[Any]:
        """Return the letter, whatever its indices are, and what stands in the place of these."""
        return inside(self.values, "names") | {(self.letter, self.hat)}


class FunctionName(Part):
    """A function without its indices: how many arguments are `left` and `right` of the bar."""

    head: str
    left: int
    right: int
    places: tuple[Name | None, ...]

    @once
    def names(self) -> frozenset[Any]:
        """Return the function itself, and what its arguments mention."""
        return inside(self.values, "names") | {EXPECTATION if self.head == "E" else self}


Name = LetterName | FunctionName


class Indexed(Part):
    """A letter or a function, with its indices."""

    name: Name
    indices: tuple[Index, ...]


class Delta(Part):
    """The indicator of `first` = `second`; where either may stand, `first` does."""

    first: Index
    second: Index


class Log(Part):
    """The natural logarithm of what is positive and no product."""

    argument: Form


class Exp(Part):
    """The number e to the power of a product of atoms."""

    argument: Form


class FactorialOf(Part):
    """The product of the whole numbers up to one."""

    argument: Form


class GammaOf(Part):
    """Γ of what is positive."""

    argument: Form


class DigammaOf(Part):
    """The slope of log Γ at what is positive."""

    argument: Form


class IntegralOf(Part):
    """The integral of a product of powers of what varies, by the logarithm of the product."""

    variable: Indexed
    logarithm: Form

    @once
    def names(self) -> frozenset[Any]:
        """Return what is named in it, but for what varies: that is no letter outside of it."""
        assert isinstance(self.variable.name, LetterName)
        return inside(self.values, "names") - {(self.variable.name.letter, self.variable.name.hat)}


class Circle(Part):
    """The number π."""


CIRCLE = Circle()


class Total(Part):
    """A closed sum over indices numbered from `first` on, each with its number of values."""

    sizes: tuple[Form, ...]
    body: Form
    first: int


def preceding(index: Index) -> Index:
    """Return the place before another one.

    >>> preceding(Constant(1)), preceding(Free("j"))
    (Constant(0), Preceding(Free('j')))
    """
    is_number = isinstance(index, Constant) and isinstance(index.value, int)
    return Constant(index.value - 1) if is_number else Preceding(index)  # type: ignore[attr-defined]


_RANKS = (Constant, Last, Free, Preceding, Numbered, Bound, Label)


def rank(index: Index) -> tuple[int, str]:
    """Return the order of indices: of two that are equal, the first one stays."""
    return _RANKS.index(type(index)), index.spelled


def height(*parts: Part | Form) -> int:
    """Return the greatest number of a closed sum's index in some parts, 0 if there is none."""
    indices = (index for part in parts for index in part.mentioned)
    return max((index.at for index in indices if isinstance(index, Numbered)), default=0)


def free_in(part: Any) -> Iterator[Free]:
    """Yield the free letters among the indices of an atom; forms inside of it are not looked into."""
    if isinstance(part, Free):
        yield part
    elif isinstance(part, Part | tuple):
        for inner in part if isinstance(part, tuple) else part.values:
            yield from free_in(inner)


def unified(pattern: Any, candidate: Any, substitution: dict[Index, Index]) -> bool:
    """Say whether `candidate` is an instance of `pattern`; fill in `substitution` for its letters."""
    if isinstance(pattern, Free):
        return isinstance(candidate, Index) and substitution.setdefault(pattern, candidate) == candidate
    if isinstance(pattern, Part) and type(pattern) is type(candidate):
        return unified(pattern.values, candidate.values, substitution)
    if isinstance(pattern, tuple) and isinstance(candidate, tuple):
        pairs = zip(pattern, candidate, strict=False)
        return len(pattern) == len(candidate) and all(unified(a, b, substitution) for a, b in pairs)
    return bool(pattern == candidate)
