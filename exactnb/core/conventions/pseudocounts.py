"""Numbers that may differ by place: by value, by class, or by both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from fractions import Fraction

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.numerals import Exact, read_number
from exactnb.core.naming.grammar import SyntaxItem, parse, quote
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, quoted


@frozen(slots=True)
class PseudoCounts:
    """Hold a number for each value and class.

    Of `value|class`, `value`, `|class` and `*` the closest wins. A value or class with signs of the
    grammar in it stands in quotes: `"a|b"|yes`. An entry is (value, class, number), with "" for any.

    >>> p = PseudoCounts.read({"*": "1/4", "rye": "1/2", "|yes": "1/3", "rye|yes": 0}, "p")
    >>> [str(p.of(*place)) for place in (("oat", "no"), ("rye", "no"), ("oat", "yes"), ("rye", "yes"))]
    ['1/4', '1/2', '1/3', '0']
    """

    entries: tuple[tuple[str, str, Fraction], ...]

    @classmethod
    def read(cls, given: Exact | Mapping[str, Exact], place: Place | str) -> PseudoCounts:
        """Return a number for all places, or numbers by place; raise InputError with the place."""
        place = Place.of(place)
        if not isinstance(given, Mapping):
            return cls((("", "", read_positive(given, place)),))
        by_place: dict[tuple[str, str], Fraction] = {}
        for key, number in given.items():
            value, label = _names_in(str(key), place)
            if (value, label) in by_place:
                raise InputError(f"the place {quoted(key)} is there twice", at=place)
            by_place[value, label] = read_positive(number, place / str(key))
        if not by_place:
            raise InputError("expected a number, or numbers by place", at=place)
        return cls(tuple((value, label, number) for (value, label), number in by_place.items()))

    @property
    def single(self) -> Fraction | None:
        """Return the number, if it is the same everywhere."""
        numbers = {number for _, _, number in self.entries}
        everywhere = any(not value and not label for value, label, _ in self.entries)
        return self.entries[0][2] if len(numbers) == 1 and everywhere else None

    def of(self, value: str, label: str) -> Fraction:
        """Return the number for a value in a class.

        Raises InputError where no entry speaks of it.
        """
        by_place = {(v, k): number for v, k, number in self.entries}
        for place in ((value, label), (value, ""), ("", label), ("", "")):
            if place in by_place:
                return by_place[place]
        raise InputError(f'no number for {quoted(value)} in class {quoted(label)}; give "*"')

    def total(self, values: Iterable[str], label: str) -> Fraction:
        """Return the sum over `values` in the class `label`.

        >>> PseudoCounts.read({"*": 1, "a": 2}, "λ").total(["a", "b", "c"], "+")
        Fraction(4, 1)
        """
        single = self.single
        values = tuple(values)
        if single is not None:
            return single * len(values)
        return sum((self.of(value, label) for value in values), Fraction(0))

    def rest(self, label: str) -> Fraction | None:
        """Return the number in the class `label` of a value that no entry names; None if there is none.

        >>> p = PseudoCounts.read({"oat": 0, "|yes": "1/3"}, "p")
        >>> [str(p.rest(label)) for label in ("no", "yes")]
        ['None', '1/3']
        """
        by_class = {k: number for value, k, number in self.entries if not value}
        return by_class.get(label, by_class.get(""))

    def elsewhere(self) -> PseudoCounts | None:
        """Return the number of what no place names, everywhere; None if there is none."""
        general = tuple(entry for entry in self.entries if not entry[0] and not entry[1])
        return PseudoCounts(general) if general else None

    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the values and the classes that are spoken of."""
        return (
            tuple(dict.fromkeys(v for v, _, _ in self.entries if v)),
            tuple(dict.fromkeys(k for _, k, _ in self.entries if k)),
        )

    def shifted(self, by: int) -> PseudoCounts:
        """Return the same numbers, each greater by a whole number."""
        return PseudoCounts(tuple((value, label, number + by) for value, label, number in self.entries))

    def __str__(self) -> str:
        if self.single is not None:
            return exact_text(self.single)
        places = (
            (f"{_spelled(value)}|{_spelled(label)}" if label else _spelled(value)) or "*"
            for value, label, _ in self.entries
        )
        numbers = (exact_text(number) for _, _, number in self.entries)
        listed = (f"{place}: {number}" for place, number in zip(places, numbers, strict=True))
        return "{" + ", ".join(listed) + "}"


def read_positive(raw: Exact, place: Place, what: str = "") -> Fraction:
    """Return the number `raw`; refuse a negative one at `place`, naming it as `what`."""
    number = place.read(read_number, raw)
    if number < 0:
        raise InputError(f"{what}must not be negative; got {exact_text(number)}", at=place)
    return number


def _names_in(key: str, place: Place) -> tuple[str, str]:
    """Return the value and the class that a key names, "" for any."""
    with suppress(InputError):
        syntax = parse(f"P({key})")
        sides = (syntax.left, syntax.right)
        if not syntax.model and all(len(side) < 2 and all(map(_is_name, side)) for side in sides):
            value, label = (side[0].first if side else "" for side in sides)
            is_star = value == "*" and syntax.left[0].bare  # one in quotes is a name
            return ("" if is_star else value), label
    raise InputError.expected('"value", "|class", "value|class" or "*"', key, at=place)


def _spelled(name: str) -> str:
    return '"*"' if name == "*" else quote(name) if name else ""


def _is_name(item: SyntaxItem) -> bool:
    return not item.sign and not item.negated
