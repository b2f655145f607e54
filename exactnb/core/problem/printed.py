"""Numbers in print, such as those of lecture notes, with their quantities: the input of an audit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from exactnb.core.arithmetic.numerals import read_number, read_whole
from exactnb.core.problem.sections import Section
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, quoted

PRINTED = Place.of("printed")
_EXPECTED = 'expected text as it is printed, a list of editions, or { value = "...", where = "..." }'
_MAX_NUMBERS = 1_000
_MAX_LENGTH = 200  # signs of a place in print
_MAX_FACTOR = 10**9


@frozen(slots=True)
class Printed:
    """A number in print: the quantity that it stands for, and how it is printed.

    `where` is the place in print; numbers with one place are a block. `edition` counts from 1, and is 0
    where all editions print the same. It stands for `times` the quantity to a `power`: 2σ² is printed
    in a density, though the quantity is σ.

    >>> Printed("P(+)", "4/8").times
    Fraction(1, 1)
    """

    quantity: str
    text: str
    where: str = ""
    edition: int = 0
    times: Fraction = Fraction(1)
    power: int = 1

    def __post_init__(self) -> None:
        for part in (self.quantity, self.text, self.where):
            if not isinstance(part, str):
                raise InputError.expected("text", part, at=PRINTED)

    @property
    def is_quantity(self) -> bool:
        """Say whether it stands for the quantity itself."""
        return self.times == 1 and self.power == 1

    @property
    def place(self) -> Place:
        """Return the place of the number in a problem file."""
        return PRINTED.named(f"'{self.quantity}'")


def read_printed(section: object) -> tuple[Printed, ...]:
    """Return the numbers in print of a `section` [printed].

    >>> [each.text for each in read_printed({"P(+)": ["1/2", "0.5"], "P(-)": {"value": "0.5"}})]
    ['1/2', '0.5', '0.5']

    Raises InputError, with the quantity, for what is neither text nor a table of known keys.
    """
    if not isinstance(section, Mapping):
        raise InputError.expected('"quantity" = "as printed"', section, at=PRINTED)
    numbers = [
        number
        for quantity, raw in section.items()
        for number in _numbers_of_quantity(str(quantity), raw)
    ]
    if len(numbers) > _MAX_NUMBERS:
        raise InputError(f"{len(numbers):,} numbers; at most {_MAX_NUMBERS:,} are read", at=PRINTED)
    return tuple(numbers)


def _numbers_of_quantity(quantity: str, raw: object) -> Iterator[Printed]:
    place = PRINTED.named(f"'{quantity}'")
    tables = [isinstance(entry, Mapping) for entry in raw] if isinstance(raw, list) else []
    if len(set(tables)) > 1:
        message = "texts and tables in one list: it holds texts, one of each edition, or tables, one of"
        raise InputError(f"{message} each place; an edition goes into a table too", at=place)
    if any(tables):
        assert isinstance(raw, list)
        for number, entry in enumerate(raw, start=1):
            yield from _numbers_in_table(quantity, entry, place[number])
    elif isinstance(raw, Mapping):
        yield from _numbers_in_table(quantity, raw, place)
    else:
        yield from (Printed(quantity, text, edition=edition) for edition, text in _editions(raw, place))


def _numbers_in_table(quantity: str, raw: Mapping[str, object], place: Place) -> Iterator[Printed]:
    section = Section(raw, "printed", place=place)
    section.require_keys("value")
    where = " ".join(section["where"].split())
    if len(where) > _MAX_LENGTH:
        raise InputError(f"{len(where):,} signs; at most {_MAX_LENGTH} are read", at=place / "where")
    times = (place / "times").read(read_number, section["times"])
    if not times:
        raise InputError("must not be 0", at=place / "times")
    if max(abs(times.numerator), times.denominator) > _MAX_FACTOR:
        raise InputError(f"expected a fraction of numbers up to {_MAX_FACTOR:,}", at=place / "times")
    power = (place / "power").read(read_whole, section["power"], 1, 10)
    for edition, text in _editions(section["value"], place / "value"):
        yield Printed(quantity, text, where, edition, times, power)


def _editions(raw: object, place: Place) -> Iterator[tuple[int, str]]:
    """Yield the texts in print with the number of the edition, 0 for one that is in all of them."""
    if not isinstance(raw, list):
        yield 0, _text(raw, place)
        return
    if not raw:
        raise InputError(f"{_EXPECTED}; got {quoted(raw)}", at=place)
    for edition, text in enumerate(raw, start=1):
        yield edition, _text(text, place[edition])


def _text(raw: object, place: Place) -> str:
    if isinstance(raw, int) and not isinstance(raw, bool):
        raw = str(raw)
    if not isinstance(raw, str):
        raise InputError(f"{_EXPECTED}; got {quoted(raw)}", at=place)
    return str(raw)
