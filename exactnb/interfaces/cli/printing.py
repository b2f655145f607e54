"""What the commands share that print what was verified: the format, the options, the way out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

from exactnb.core.data.dialect import Dialect
from exactnb.core.data.rows import MISSING
from exactnb.errors import ExactnbError, InputError, quoted
from exactnb.explain.rendering.formats import choose_engine, endings, load_format, names
from exactnb.explain.solution.printed import Printed
from exactnb.interfaces.cli.output import terminal_width, write_bytes, write_screen

Read = TypeVar("Read")
_DEFAULT = "text"


def format_of(options: argparse.Namespace) -> str:
    """Return the format that was asked for, or that the name of the output file says."""
    if options.output == "":
        raise InputError("expected a file name", at="-o")
    to: str = options.to or _by_ending(options.output)
    check_of_format(options, to)
    return to


def check_of_screen(options: argparse.Namespace, to: str) -> None:
    """Refuse to send what is no text to a terminal, and an engine that is none of the format's."""
    if options.output is None and to in names() and sys.stdout is not None and sys.stdout.isatty():
        wanted = load_format(to)
        if wanted.typeset is not None:
            told = f"{to} is no text for a terminal; name a file: -o FILE{wanted.ending}"
            raise InputError(told, at="--to")
    if (engine := getattr(options, "engine", None)) is not None:
        at_option("--engine", choose_engine, to, engine)


def check_of_format(options: argparse.Namespace, to: str) -> None:
    """Refuse options that say nothing of a format: of text, and of documents that are typeset."""
    suits: dict[str, Callable[[str], object]] = {
        "fragment": lambda name: load_format(name).has_fragment,
        "engine": lambda name: load_format(name).engines,
        "ascii": _DEFAULT.__eq__,
    }
    for option, suit in suits.items():
        if getattr(options, option, None):  # only then are all formats loaded
            formats = list(filter(suit, names()))
            if to not in formats:
                raise InputError(f"goes with --to {' or '.join(formats)}", at="--" + option)
    check_of_screen(options, to)


def _by_ending(output: str | None) -> str:
    ending = Path(output or "").suffix.lower()
    if not ending:
        return _DEFAULT
    known = endings()
    if ending not in known:
        message = f"expected a name that ends in {', '.join(known)}, or --to; got {quoted(output)}"
        raise InputError(message, at="-o")
    return known[ending]


def at_option(option: str, read: Callable[..., Read], *given: object) -> Read:
    """Return what an option says, and name the option if it cannot be read."""
    try:
        return read(*given)
    except ExactnbError as error:
        raise error.said_by(option) from None


def check_said(options: argparse.Namespace, **readers: Callable[[Any], object]) -> None:
    """Refuse, by its name, what an option says that its reader refuses; one left out says nothing."""
    for key, read in readers.items():
        if (given := getattr(options, key)) is not None:
            at_option(f"--{key}", read, given)


def refuse(options: argparse.Namespace, keys: Iterable[str], why: str) -> None:
    """Refuse the first of some options that says anything, and say why it may not."""
    for key in keys:
        if getattr(options, key) not in (None, False, []):
            raise InputError(why, at="--" + key.replace("_", "-"))


def listed(given: str | None) -> tuple[str, ...]:
    """Return the names in "a, b"."""
    return tuple(name.strip() for name in (given or "").split(",") if name.strip())


def marks(given: str | None) -> tuple[str, ...]:
    """Return the marks of what is missing in "a, b"; the usual ones where nothing is said."""
    return MISSING if given is None else tuple(mark.strip() for mark in given.split(","))


@contextmanager
def naming(options: Mapping[str, str]) -> Iterator[None]:
    """Tell what a function refuses of its parameters under the names of the options they came from."""
    try:
        yield
    except ExactnbError as error:
        if (option := options.get(error.place.parameter)) is None:
            raise
        raise error.said_by(option) from None


def dialect_of(options: argparse.Namespace) -> Dialect:
    """Return how tables are written, as the options say it."""
    said = {f.name: getattr(options, f.name, None) or "" for f in fields(Dialect)}
    with naming({name: f"--{name}" for name in said}):
        return Dialect(**said)


def render(shown: Printed, to: str, options: argparse.Namespace) -> str | bytes:
    """Return what was verified in a format."""
    return shown.written(
        to,
        notation=options.notation,
        width=width_of(options),
        unicode=not is_ascii(options),
        fragment=options.fragment,
        engine=options.engine,
    )


def width_of(options: argparse.Namespace) -> int:
    """Return how wide text is printed: as the terminal, or 80 into a file."""
    return 80 if options.output is not None else terminal_width()


def write_out(text: str | bytes, output: str | None) -> None:
    """Write text, or what is none, to a file, or to the screen."""
    if output is not None:
        write_bytes(Path(output), encoded(text))
    else:
        write_screen(text)


def encoded(text: str | bytes) -> bytes:
    """Return what is printed as it stands in a file."""
    return text if isinstance(text, bytes) else text.encode()


def say_proved(what: str) -> None:
    """Say beside the output that nothing in it rests on what was proved before."""
    print(f"exactnb: every line of {what} was proved anew", file=sys.stderr)


def is_ascii(options: argparse.Namespace) -> bool:
    """Say whether text is printed in ASCII: if asked for, or if it goes to a screen with no more."""
    encoding = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "")
    return options.ascii or (options.output is None and encoding != "utf8")
