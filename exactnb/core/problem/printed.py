"""Numbers as they stand in print, of a problem's quantities: what an audit looks at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from exactnb.core.arithmetic.numerals import read_number
from exactnb.core.problem.sections import Section
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, quoted

PRINTED = Place.of("printed")
_EXPECTED = 'expected text as it is printed, a list of editions, or { value = "...", where = "..." }'
_MOST = 1_000
_LONGEST = 200  # signs of a place in print
_LARGEST = 10**9
_POWERS = range(1, 11)


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
        for given in (self.quantity, self.text, self.where):
            if not isinstance(given, str):
                raise InputError(f"expected text; got {quoted(given)}", at=PRINTED)

    @property
    def is_quantity(self) -> bool:
        """Say whether it stands for the quantity itself."""
        return self.times == 1 and self.power == 1

    @property
    def place(self) -> Place:
        """Return the place of the number in a problem file."""
        return PRINTED.named(f"'{self.quantity}'")


def read_printed(given: object) -> tuple[Printed, ...]:
    """Return the numbers of a section [printed].

    >>> [each.text for each in read_printed({"P(+)": ["1/2", "0.5"], "P(-)": {"value": "0.5"}})]
    ['1/2', '0.5', '0.5']

    Raises InputError, with the quantity, for what is neither text nor a table of known keys.
    """
    if not isinstance(given, Mapping):
        raise InputError(f'expected "quantity" = "as printed"; got {quoted(given)}', at=PRINTED)
    found = [each for quantity, said in given.items() for each in _of(str(quantity), said)]
    if len(found) > _MOST:
        raise InputError(f"{len(found):,} numbers; at most {_MOST:,} are read", at=PRINTED)
    return tuple(found)


def _of(quantity: str, said: object) -> Iterator[Printed]:
    at = PRINTED.named(f"'{quantity}'")
    tables = [isinstance(each, Mapping) for each in said] if isinstance(said, list) else []
    if len(set(tables)) > 1:
        message = "texts and tables in one list: it holds texts, one of each edition, or tables, one of"
        raise InputError(f"{message} each place; an edition goes into a table too", at=at)
    if any(tables):
        assert isinstance(said, list)
        for number, each in enumerate(said, start=1):
            yield from _of_table(quantity, each, at[number])
    elif isinstance(said, Mapping):
        yield from _of_table(quantity, said, at)
    else:
        yield from (Printed(quantity, text, edition=of) for of, text in _editions(said, at))


def _of_table(quantity: str, said: Mapping[str, object], at: Place) -> Iterator[Printed]:
    section = Section(said, "printed", at=at)
    if "value" not in section:
        raise InputError("needs a key value", at=at)
    where = " ".join(section["where"].split())
    if len(where) > _LONGEST:
        raise InputError(f"{len(where):,} signs; at most {_LONGEST} are read", at=at / "where")
    times = (at / "times").read(read_number, section["times"])
    if not times:
        raise InputError("must not be 0", at=at / "times")
    if max(abs(times.numerator), times.denominator) > _LARGEST:
        raise InputError(f"expected a fraction of numbers up to {_LARGEST:,}", at=at / "times")
    power = section["power"]
    if power not in _POWERS or isinstance(power, bool):
        raise InputError(f"expected a whole number from 1 to 10; got {quoted(power)}", at=at / "power")
    for edition, text in _editions(section["value"], at / "value"):
        yield Printed(quantity, text, where, edition, times, power)


def _editions(said: object, at: Place) -> Iterator[tuple[int, str]]:
    """Yield what is printed, with the number of the edition; a single text stands in all of them."""
    if not isinstance(said, list):
        yield 0, _text(said, at)
        return
    if not said:
        raise InputError(f"{_EXPECTED}; got {quoted(said)}", at=at)
    for edition, each in enumerate(said, start=1):
        yield edition, _text(each, at[edition])


def _text(said: object, at: Place) -> str:
    if isinstance(said, int) and not isinstance(said, bool):
        said = str(said)
    if not isinstance(said, str):
        raise InputError(f"{_EXPECTED}; got {quoted(said)}", at=at)
    return str(said)
