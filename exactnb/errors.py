"""What a user is told when something cannot be done. Every message is one line and names the fix."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = [
    "ExactnbError", "InputError", "NotYet", "Undecidable", "Unsupported", "fault", "listing", "near",
    "one_line", "one_of", "printable", "quoted",
]  # fmt: skip

_SHOWN = 60  # characters of a user's text that a message repeats
_LISTED = 12  # names that a message lists
_LINE = 600  # characters of a whole message


class ExactnbError(ValueError):
    """Say in one line what was given, what was needed and where; a command ends with `exit_code`."""

    exit_code = 2

    def __init__(self, message: str, *, at: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.at = at

    def __str__(self) -> str:
        return f"{self.at}: {self.message}" if self.at else self.message

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
    if len(shown) > _SHOWN:
        shown = shown[:_SHOWN] + "…"
    return repr(printable(shown))


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
    shown = [printable(name)[:_SHOWN] for name in names[:_LISTED]]
    return ", ".join(shown) + (", …" if len(names) > _LISTED else "")


def printable(text: str) -> str:
    r"""Return text without characters that steer a terminal; each becomes a replacement sign.

    >>> printable("a\x1b[31m")
    'a\ufffd[31m'
    """
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def one_line(message: str) -> str:
    """Return a message as one line that is safe to show and not endless."""
    line = printable(" ".join(message.split("\n")))
    return line if len(line) <= _LINE else line[:_LINE] + "…"


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
