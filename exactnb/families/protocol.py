"""What every family says of itself: its name, what its cells hold, the numbers that choose it."""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Self

from exactnb.arithmetic.numerals import read_number
from exactnb.arithmetic.rounding import number_text
from exactnb.errors import InputError, Place, listing, near, quoted


@dataclass(frozen=True, slots=True)
class Hyper:
    """A number that is chosen with a family and never estimated: the r of a negative binomial.

    `read` turns what is typed into it, or raises InputError; `examples` are some that may be typed.
    """

    name: str
    words: str
    read: Callable[[object], Any]
    examples: tuple[str, ...]


def whole_from(least: int) -> Callable[[object], int]:
    """Return a reader of whole numbers that are not less than some number.

    >>> whole_from(1)("3")
    3
    """

    def read(given: object) -> int:
        try:
            number = read_number(given)
        except InputError:
            number = Fraction(least - 1)
        if number.denominator != 1 or number < least:
            raise InputError(f"expected a whole number from {least}; got {quoted(given)}")
        return int(number)

    return read


class Family(ABC):
    """A kind of distribution within a class. Its file is all that there has to be of it.

    `domain` is what its columns hold: "binary" (0 and 1), "nominal" (any values), "words" or
    "numbers". A family with `hyper` is a frozen dataclass whose fields these are, None where they were
    not chosen.
    """

    name: str
    title: str
    domain: str
    is_usual = False  # whether it is meant, or suggested, where nothing is said
    hyper: tuple[Hyper, ...] = ()
    notation: Mapping[str, str] = {}
    is_naive = True  # whether, in a class, its columns are independent
    is_density = False  # whether what it says of a number is a density, which may exceed 1
    has_complement = False  # whether one of two values has a parameter, the other what it leaves
    takes_gamma = False  # whether its parameters can have a Gamma prior

    def with_numbers(self, given: Mapping[str, object]) -> Self:
        """Return the family with the numbers that are chosen with it.

        Raises InputError for a number that it has not, for one that is missing or out of its range.
        """
        known = {hyper.name: hyper for hyper in self.hyper}
        for key in given:
            if key not in known:
                has = f"; it has {listing(known)}" if known else ", it has none"
                raise InputError(f"{self.name} has no number {quoted(key)}{near(key, known)}{has}")
        chosen = {}
        for name, hyper in known.items():
            if name not in given:
                form = ", ".join(f"{h.name} = {h.examples[0]}" for h in self.hyper)
                what = f"{self.name} needs {name}, the number of {hyper.words}"
                raise InputError(f"{what}, as in {{ {self.name} = {{ {form} }} }}")
            chosen[name] = (Place.of(self.name) / name).read(hyper.read, given[name])
        return replace(self, **chosen) if chosen else self  # type: ignore[type-var]

    @property
    def numbers(self) -> dict[str, Any]:
        """Return the numbers that were chosen with the family, by name."""
        return {hyper.name: getattr(self, hyper.name) for hyper in self.hyper}

    @property
    def numbers_in_words(self) -> str:
        """Return the numbers that were chosen, as they are told: r = 3."""
        return ", ".join(f"{name} = {number_text(number)}" for name, number in self.numbers.items())

    @property
    def explained_as(self) -> str:
        """Return the family whose theorems say why it is estimated so: its own, if nothing else."""
        return self.name

    def titled(self) -> str:
        """Return the title, and the numbers that were chosen: Negative binomial (r = 3)."""
        return f"{self.title} ({self.numbers_in_words})" if self.numbers else self.title

    def spelled(self) -> str:
        """Return the name, and the numbers that were chosen: negative-binomial with r = 3."""
        return f"{self.name} with {self.numbers_in_words}" if self.numbers else self.name
