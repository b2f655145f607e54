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
from exactnb.explain.proving.forms.rational import Form, FormPart, inside

EXPECTATION = "an expectation"
"""Stands among the names of what holds one."""


class IndexAtom(FormPart):
    """Stand where an index does."""

    @once
    def mentioned(self) -> frozenset[Any]:
        return inside(self.values, "mentioned") | {self}


class Free(IndexAtom):
    """A letter that no sum binds."""

    letter: str


class Bound(IndexAtom):
    """A letter that an open sum binds."""

    at: int


class Numbered(IndexAtom):
    """A letter that a closed sum binds."""

    at: int


class Constant(IndexAtom):
    """One place of a range: a number, or a class or word by its name."""

    value: int | str


class Last(IndexAtom):
    """The last place of a range, by the letter that says how many there are."""

    size: str


class Preceding(IndexAtom):
    """The place before another one."""

    index: IndexAtom


class Label(IndexAtom):
    """A class or a word of the data, with its own indices and how many it may be."""

    name: Name
    indices: tuple[IndexAtom, ...]
    size: Form


class LetterName(FormPart):
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


class FunctionName(FormPart):
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


class Indexed(FormPart):
    """A letter or a function, with its indices."""

    name: Name
    indices: tuple[IndexAtom, ...]


class Delta(FormPart):
    """The indicator of `first` = `second`; where either may stand, `first` does."""

    first: IndexAtom
    second: IndexAtom


class Log(FormPart):
    """The natural logarithm of what is positive and no product."""

    argument: Form


class Exp(FormPart):
    """The number e to the power of a product of atoms."""

    argument: Form


class FactorialAtom(FormPart):
    """The product of the whole numbers up to one."""

    argument: Form


class GammaAtom(FormPart):
    """Γ of what is positive."""

    argument: Form


class DigammaAtom(FormPart):
    """The slope of log Γ at what is positive."""

    argument: Form


class AbsAtom(FormPart):
    """The absolute value of what may have either sign."""

    argument: Form


class IntegralAtom(FormPart):
    """The integral of a product of powers of what varies, by the logarithm of the product."""

    variable: Indexed
    logarithm: Form

    @once
    def names(self) -> frozenset[Any]:
        """Return what is named in it, but for what varies: that is no letter outside of it."""
        assert isinstance(self.variable.name, LetterName)
        return inside(self.values, "names") - {(self.variable.name.letter, self.variable.name.hat)}


class Circle(FormPart):
    """The number π."""


CIRCLE = Circle()


class Total(FormPart):
    """A closed sum over indices numbered from `first` on, each with its number of values."""

    sizes: tuple[Form, ...]
    body: Form
    first: int


def preceding(index: IndexAtom) -> IndexAtom:
    """Return the place before `index`.

    >>> preceding(Constant(1)), preceding(Free("j"))
    (Constant(0), Preceding(Free('j')))
    """
    is_number = isinstance(index, Constant) and isinstance(index.value, int)
    return Constant(index.value - 1) if is_number else Preceding(index)  # type: ignore[attr-defined]


# A constant says the most; what a sum binds gives way, so that the sum over it collapses.
_RANKS = (Constant, Last, Free, Preceding, Numbered, Bound, Label)


def index_rank(index: IndexAtom) -> tuple[int, str]:
    """Return the rank of `index` in an order: where two are equal, the one of lower rank stays."""
    return _RANKS.index(type(index)), index.spelled


def greatest_sum_number(*parts: FormPart | Form) -> int:
    """Return the greatest number of a closed sum's index in some parts, 0 if there is none."""
    indices = (index for part in parts for index in part.mentioned)
    return max((index.at for index in indices if isinstance(index, Numbered)), default=0)


def free_letters_in(part: Any) -> Iterator[Free]:
    """Yield the free letters among the indices of the atom `part`; forms in it are not looked into."""
    if isinstance(part, Free):
        yield part
    elif isinstance(part, FormPart | tuple):
        for inner in part if isinstance(part, tuple) else part.values:
            yield from free_letters_in(inner)


def unifies(pattern: Any, candidate: Any, substitution: dict[IndexAtom, IndexAtom]) -> bool:
    """Say whether `candidate` is an instance of `pattern`; fill in `substitution` for its letters."""
    if isinstance(pattern, Free):
        return (
            isinstance(candidate, IndexAtom)
            and substitution.setdefault(pattern, candidate) == candidate
        )
    if isinstance(pattern, FormPart) and type(pattern) is type(candidate):
        return unifies(pattern.values, candidate.values, substitution)
    if isinstance(pattern, tuple) and isinstance(candidate, tuple):
        pairs = zip(pattern, candidate, strict=False)
        return len(pattern) == len(candidate) and all(unifies(a, b, substitution) for a, b in pairs)
    return bool(pattern == candidate)
