"""What a user is told when something cannot be done. Every message is one line and names the fix."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_SHOWN = 40  # characters of a user's name or number that a message repeats
_LISTED = 12  # names that a message lists
_PLACE = 120  # characters of a place
_LINE = 300  # characters of a whole message
_MARKS = 4  # combining marks that a letter keeps: more would climb over the lines above
_LONG_NUMBER = re.compile(rf"(\d{{{_SHOWN}}})\d+")


class ExactnbError(ValueError):
    r"""Say in one line what was given, what was needed and where; a command ends with `exit_code`.

    The line is safe to show, whatever it repeats: nothing in it steers a terminal, and it has an end.

    >>> print(ExactnbError("unknown key 'a\nb'", at="dough.toml"))
    dough.toml: unknown key 'a b'
    """

    exit_code = 2

    def __init__(self, message: str, *, at: str = "") -> None:
        super().__init__(message)
        self.message = one_line(message)
        self.at = _cut_inside(printable(at), _PLACE)

    def __str__(self) -> str:
        return one_line(f"{self.at}: {self.message}" if self.at else self.message)

    def inside(self, place: str) -> ExactnbError:
        """Return the same error, one level further in: a file, then the path inside it.

        >>> print(InputError("unknown key", at="model.smoothng").inside("dough.toml"))
        dough.toml: model.smoothng: unknown key
        """
        joined = f"{place}: {self.at}" if self.at else place
        return type(self)(self.message, at=joined)

    def under(self, part: str) -> ExactnbError:
        """Return the same error with one more part before its path.

        >>> print(InputError("unknown key", at="smoothng").under("model"))
        model.smoothng: unknown key
        """
        return type(self)(self.message, at=f"{part}.{self.at}" if self.at else part)


class InputError(ExactnbError):
    """Refuse what was given."""


class NotYet(ExactnbError):
    """Name something that is understood, but that this version does not work out."""


class Unsupported(ExactnbError):
    """Name something that is understood, and lies outside what exactnb does."""


class TooMuch(Unsupported):
    """Refuse what takes more work than is allowed, and say what would do."""


class Undecidable(ExactnbError):
    """Report a comparison that no known theorem settles and that enclosures did not separate."""


def quoted(text: object) -> str:
    """Return a user's text between quotes, cut to a length that fits in a line.

    >>> quoted("sunny")
    "'sunny'"
    """
    if isinstance(text, bool):
        return f"'{str(text).lower()}'"
    try:
        shown = str(text)
    except (ValueError, RecursionError):  # beyond Python's limit on digits, or on depth
        return "something too long to show"
    return repr(shortened(shown))


def shortened(name: str) -> str:
    """Return a user's name as a place or a list repeats it: printable, and cut to a length.

    >>> shortened("a" * 50) == "a" * 40 + "…"
    True
    """
    shown = printable(name[: 10 * _SHOWN])
    return shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "…"


def one_of(given: object, known: Iterable[str], more: str = "") -> str:
    """Return a choice that is known; refuse another, naming all of them (or some) and a near match.

    >>> one_of("mle", ["mle", "uniform"])
    'mle'
    """
    known = list(known)
    if isinstance(given, str) and given in known:
        return given
    expected = ", ".join(known)
    if len(expected) > _LINE // 2:
        expected = listing(known)
    expected += f", {more}" if more else ""
    hint = near(given, known) if isinstance(given, str) else ""
    raise InputError(f"expected one of {expected}; got {quoted(given)}{hint}")


def listing(names: Iterable[str]) -> str:
    """Return names with commas, the first dozen of many.

    >>> listing(["a", "b"])
    'a, b'
    """
    names = list(names)
    shown = [shortened(name) for name in names[:_LISTED]]
    return ", ".join(shown) + (", …" if len(names) > _LISTED else "")


def printable(text: str) -> str:
    r"""Return text without characters that steer a terminal; each becomes a replacement sign.

    Of many combining marks on one letter the first four stay.

    >>> printable("a\x1b[31m")
    'a\ufffd[31m'
    """
    if text.isprintable() and text.isascii():
        return text
    kept, marks = [], 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks <= _MARKS:
            kept.append(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}")
    return "".join(kept)


def one_line(message: str) -> str:
    """Return a message as one line that is safe to show and not endless.

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
    """Return in one line what went wrong, whatever was raised.

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


def near(given: str, known: Iterable[str]) -> str:
    """Return the hint that ends a message: a near match if there is one, else nothing.

    >>> near("smoothng", ["smoothing", "prior"])
    " (did you mean 'smoothing'?)"
    """
    from difflib import get_close_matches  # only a message needs it

    known = list(known)[:2000]
    folded = {name.casefold(): name for name in known}
    match = folded.get(given.casefold())
    if match == given:  # it is known, as something else
        return ""
    if match is None and len(given) <= 200:
        match = next(iter(get_close_matches(given, known, n=1, cutoff=0.6)), None)
    return f" (did you mean {quoted(match)}?)" if match is not None else ""
