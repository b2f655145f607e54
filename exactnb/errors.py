"""Errors with the message that a user reads: one line, which names the fix.

How to read: a reader is given a `Place` and goes down in it with `/` and `[]`; an error carries the
place, and `under` and `moved` put it into another. What comes after `ExactnbError` spells names in
messages.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from copy import copy
from itertools import dropwhile, takewhile
from typing import TYPE_CHECKING, Literal, TypeVar

from exactnb.core.record import frozen

if TYPE_CHECKING:
    from typing import Self

Read = TypeVar("Read")
Kind = Literal["option", "file", "root", "key", "number", "name", "spot"]

_LONGEST_NAME = 40  # characters of a user's name or number that a message repeats
_LISTED = 12  # names that a message lists
_PART, _PLACE = 120, 240  # characters of a part of a place, such as a file, and of all of it
_LINE = 300  # characters of a whole message
_MARKS = 4  # combining marks that a letter keeps: more would climb over the lines above
_LONG_NUMBER = re.compile(rf"(\d{{{_LONGEST_NAME}}})\d+")


_BETWEEN = {
    ("key", "key"): ".",
    ("number", "key"): ".",
    ("key", "number"): "",
    ("number", "number"): "",
    ("option", "key"): ".",
    ("spot", "spot"): ", ",
}
"""What stands between two parts of a place, if not a colon."""


@frozen(slots=True)
class Place:
    """Say where something stands: in a file, at a key, in a line or a row, in a column.

    A reader is given the place of what it reads, and makes from it the places of the parts; what
    checks itself (a problem, a choice) is made `with` the place that it stands at. How a place is
    spelled is known here alone.

    >>> data = Place.file("dough.toml") / "data"
    >>> print((data / "table").row(3).column("oat"))
    dough.toml: data.table: row 3, column 'oat'
    >>> print((data / "stop_words")[2])
    dough.toml: data.stop_words[2]
    """

    parts: tuple[tuple[Kind, str], ...] = ()

    @classmethod
    def of(cls, at: Place | str) -> Place:
        """Return a place, or that of a key such as `data.table`, of a parameter or of an `--option`."""
        if isinstance(at, Place):
            return at
        if at.startswith("-"):
            return cls((("option", at),))
        return cls(tuple(("key", key) for key in at.split(".") if key))

    @classmethod
    def file(cls, path: object) -> Place:
        """Return the place of all of the file at `path`."""
        return cls((("file", str(path)),))

    @classmethod
    def root(cls, key: str) -> Place:
        """Return the place of a key at the top of a problem, whoever finds a fault there."""
        return cls((("root", ""), ("key", key)))

    def __truediv__(self, inner: str | Place) -> Place:
        """Return the place of a key in this one, or what a place inside this one is from outside.

        Joined as paths are: to one that begins at the top only the file is added, to an option nothing,
        and a file is not said twice.

        >>> print(Place.file("a.toml") / "model" / Place.root("data"))
        a.toml: data
        """
        if isinstance(inner, str):
            return Place((*self.parts, ("key", shortened(inner))))
        begins = inner.parts[0][0] if inner.parts else ""
        if begins == "option" or (begins == "file" and inner.parts[:1] == self.parts[:1]):
            return inner
        files = takewhile(lambda part: part[0] == "file", self.parts)
        return Place((*(files if begins == "root" else self.parts), *inner.parts))

    def __getitem__(self, number: int) -> Place:
        """Return the place of an item of a list by its `number`, from 1."""
        return Place((*self.parts, ("number", f"[{number}]")))

    def line(self, number: int) -> Place:
        """Return the place of the line `number`."""
        return self.spot(f"line {number}")

    def row(self, number: int) -> Place:
        """Return the place of the row `number`; the first below the header is 1."""
        return self.spot(f"row {number}")

    def column(self, name: object) -> Place:
        """Return the place of the column `name`, in a row or in all."""
        return self.spot(f"column {quoted(name)}")

    def named(self, name: str) -> Place:
        """Return the place of something that has a `name` of its own: a quantity, a student."""
        return Place((*self.parts, ("name", name)))

    def spot(self, words: str) -> Place:
        """Return the place of something that is named in words: a record, a class in a line."""
        return Place((*self.parts, ("spot", words)))

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the keys on the way."""
        return tuple(text for kind, text in self.parts if kind == "key")

    @property
    def parameter(self) -> str:
        """Return the key that it begins with, such as the parameter of a function; "" if with none."""
        kind, text = next((part for part in self.parts if part[0] != "root"), ("", ""))
        return text if kind == "key" else ""

    def below(self, keys: int) -> Place:
        """Return the place seen from inside its first `keys` keys.

        >>> print(Place.of("query.x.Wind").below(2))
        Wind
        """
        rest = self.parts
        for _ in range(keys):
            rest = tuple(dropwhile(lambda part: part[0] != "key", rest))[1:]
        return Place(rest)

    def __str__(self) -> str:
        text, previous = "", ""
        for kind, part in self.parts:
            if kind != "root":
                between = _BETWEEN.get((previous, kind), ": ") if text else ""
                text += between + _cut_inside(part, _PART)
                previous = kind
        return text

    def read(self, reader: Callable[..., Read], *arguments: object) -> Read:
        """Return `reader(*arguments)`, with this place put before that of an error it raises.

        >>> try:
        ...     Place.of("notation.rounding").read(one_of, "half", ["half-up"])
        ... except InputError as error:
        ...     print(error)
        notation.rounding: expected one of half-up; got 'half' (did you mean 'half-up'?)
        """
        try:
            return reader(*arguments)
        except ExactnbError as error:
            raise error.under(self) from None

    def __enter__(self) -> Place:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ExactnbError) and self.parts:
            raise error.under(self) from None


HERE = Place()
"""No place: the places of parts begin here."""


class ExactnbError(ValueError):
    r"""Say in one line what was given, what was needed and where; a command ends with `exit_code`.

    `at` is the place, or the key, the parameter or the option that was read. The line is safe to show,
    whatever it repeats: nothing in it steers a terminal, and it has an end.

    >>> print(ExactnbError("unknown key 'a\nb'", at=Place.file("dough.toml")))
    dough.toml: unknown key 'a b'
    """

    exit_code = 2

    def __init__(self, message: str, *, at: Place | str = "") -> None:
        super().__init__(message)
        self.message = one_line(message)
        self.place = Place.of(at)

    @property
    def at(self) -> str:
        """Return the text of the place."""
        return _cut_inside(printable(str(self.place)), _PLACE)

    def __str__(self) -> str:
        return one_line(f"{self.at}: {self.message}" if self.place.parts else self.message)

    def under(self, outer: Place) -> Self:
        """Return the same error as seen from outside of the place `outer`.

        >>> print(InputError("unknown key", at="model.smoothng").under(Place.file("dough.toml")))
        dough.toml: model.smoothng: unknown key
        """
        return self.moved(outer / self.place)

    def said_by(self, option: Place | str) -> Self:
        """Return the same error at the `option` of a command that set the parameter.

        >>> print(InputError("expected a number", at="smoothing.add").said_by("--smoothing"))
        --smoothing: expected a number
        """
        rest = dropwhile(lambda part: part[0] in ("root", "key", "number"), self.place.parts)
        return self.moved(Place.of(option) / Place(tuple(rest)))

    def moved(self, place: Place) -> Self:
        """Return the same error at another `place`."""
        moved = copy(self)
        moved.place = place
        return moved

    def saying(self, message: str) -> Self:
        """Return an error at the same place with another `message`."""
        reworded = copy(self)
        reworded.message = one_line(message)
        return reworded


class InputError(ExactnbError):
    """Refuse what was given."""

    @classmethod
    def expected(cls, what: str, got: object, *, at: Place | str = "") -> InputError:
        """Return the error that says `what` was expected where something else was `got`.

        >>> print(InputError.expected("true or false", 1, at="data.binarize"))
        data.binarize: expected true or false; got '1'
        """
        return cls(f"expected {what}; got {quoted(got)}", at=at)


class Unsupported(ExactnbError):
    """Name something that is understood, and lies outside what exactnb does."""


class TooMuch(Unsupported):
    """Refuse what takes more work than is allowed, and say what would do."""


class Undecidable(ExactnbError):
    """Report a comparison that no known theorem settles and that enclosures did not separate."""


def quoted(text: object) -> str:
    """Return a user's `text` between quotes, cut to a length that fits in a line.

    Lists and tables are shown as they stand in a problem file.

    >>> quoted("sunny"), quoted({"edition": [2, True]})
    ("'sunny'", "'{ edition = [2, true] }'")
    """
    try:
        spelled = text if isinstance(text, str) else _in_toml(text)
    except Exception:  # beyond Python's limit on digits, or on depth; an object that shows nothing
        return "something that cannot be shown"
    return repr(shortened(spelled))


def _in_toml(value: object, *, inside: bool = False) -> str:
    """Return a value in the spelling of TOML: nobody who writes a file has to know Python's."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        entries = ", ".join(f"{key} = {_in_toml(inner, inside=True)}" for key, inner in value.items())
        return f"{{ {entries} }}" if entries else "{}"
    if isinstance(value, list):
        return f"[{', '.join(_in_toml(inner, inside=True) for inner in value)}]"
    return f'"{value}"' if inside and type(value) is str else str(value)


def shortened(name: str) -> str:
    """Return a user's `name` as a place or a list repeats it: printable, and cut to a length.

    >>> shortened("a" * 50) == "a" * 40 + "…"
    True
    """
    visible = printable(name[: 10 * _LONGEST_NAME])
    return visible if len(visible) <= _LONGEST_NAME else visible[:_LONGEST_NAME] + "…"


def one_of(choice: object, allowed: Iterable[str], more: str = "") -> str:
    """Return `choice` if it is one of `allowed`; refuse another, naming all of them and a near match.

    >>> one_of("mle", ["mle", "uniform"])
    'mle'
    """
    allowed = list(allowed)
    if isinstance(choice, str) and choice in allowed:
        return choice
    expected = ", ".join(allowed)
    if len(expected) > _LINE // 2:
        expected = listing(allowed)
    expected += f", {more}" if more else ""
    hint = near(choice, allowed) if isinstance(choice, str) else ""
    raise InputError(f"expected one of {expected}; got {quoted(choice)}{hint}")


def listing(names: Iterable[str], most: int = _LISTED) -> str:
    """Return `names` with commas, the first dozen of many, or so many at `most`.

    >>> listing(["a", "b"]), listing("abc", most=2)
    ('a, b', 'a, b, …')
    """
    names = list(names)
    visible = [shortened(name) for name in names[:most]]
    return ", ".join(visible) + (", …" if len(names) > most else "")


def enumerated(names: Iterable[str]) -> str:
    """Return all `names` as a sentence lists them.

    >>> enumerated(["a", "b", "c"]), enumerated(["a"]), enumerated([])
    ('a, b and c', 'a', '')
    """
    *first, last = [*names] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def printable(text: str) -> str:
    r"""Return `text` without characters that steer a terminal; each becomes a replacement sign.

    Of many combining marks on one letter the first four stay.

    >>> printable("a\x1b[31m"), printable("1\xa0250 €")
    ('a\ufffd[31m', '1 250 €')
    """
    if text.isprintable() and text.isascii():
        return text
    characters, marks = [], 0
    for character in text:
        category = unicodedata.category(character)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks <= _MARKS:  # blanks that do not break are shown as any blank
            unseen = " " if category == "Zs" else "\N{REPLACEMENT CHARACTER}"
            characters.append(character if character.isprintable() else unseen)
    return "".join(characters)


def one_line(message: str) -> str:
    """Return `message` as one line that is safe to show and not endless.

    >>> one_line("got " + "7" * 1000)[-3:]
    '77…'
    """
    line = _LONG_NUMBER.sub(r"\1…", printable(" ".join(message.split("\n"))))
    return line if len(line) <= _LINE else line[: _LINE - 1] + "…"


def _cut_inside(place: str, length: int) -> str:
    """Return a place with its middle left out if it is long: its ends tell the file and the key."""
    if len(place) <= length:
        return place
    return f"{place[: length // 2]}…{place[len(place) - length // 2 + 1 :]}"


def fault(error: BaseException) -> str:
    """Return in one line what `error` says, whatever was raised.

    >>> fault(RecursionError()), fault(Unsupported("no exact form"))
    ('nested too deeply', 'no exact form')
    >>> fault(KeyError("x"))
    "internal fault: KeyError: 'x'"
    """
    if isinstance(error, ExactnbError):
        return one_line(str(error))
    if isinstance(error, MemoryError):
        return "out of memory"
    if isinstance(error, RecursionError):
        return "nested too deeply"
    return one_line(f"internal fault: {type(error).__name__}: {error}".rstrip(": "))


def near(entry: object, candidates: Iterable[str]) -> str:
    """Return the hint that ends a message: the one of `candidates` that is meant by `entry`, if any.

    It is spelled alike, or is what another program calls `entry`.

    >>> near("smoothng", ["smoothing", "prior"]), near("--alpha", ["--prior", "--smoothing"])
    (" (did you mean 'smoothing'?)", " (did you mean '--smoothing'?)")
    """
    from exactnb.other_names import nearest_name  # only a message needs it

    match = nearest_name(str(entry), list(candidates)[:2000])
    return f" (did you mean {quoted(match)}?)" if match is not None else ""
