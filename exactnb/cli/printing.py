"""What the commands share that print what was verified: the format, the options, the way out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from exactnb.cli.output import terminal_width, write_bytes, write_screen
from exactnb.errors import ExactnbError, InputError, quoted
from exactnb.solution.printed import Printed

__all__ = ["at_option", "format_of", "render", "write_out"]

Read = TypeVar("Read")
_BY_ENDING = {"": "text", ".txt": "text", ".tex": "latex", ".md": "markdown", ".json": "json"}


def format_of(options: argparse.Namespace) -> str:
    """Return the format that was asked for, or that the name of the output file says."""
    if options.output == "":
        raise InputError("expected a file name", at="-o")
    to: str = options.to or _by_ending(options.output)
    if options.fragment and to != "latex":
        raise InputError("goes with --to latex", at="--fragment")
    return to


def _by_ending(output: str | None) -> str:
    ending = Path(output or "").suffix.lower()
    if ending not in _BY_ENDING:
        expected = ", ".join(known for known in _BY_ENDING if known)
        message = f"expected a name that ends in {expected}, or --to; got {quoted(output)}"
        raise InputError(message, at="-o")
    return _BY_ENDING[ending]


def at_option(option: str, read: Callable[..., Read], *given: object) -> Read:
    """Return what an option says, and name the option if it cannot be read."""
    try:
        return read(*given)
    except ExactnbError as error:
        raise type(error)(error.message, at=option) from None


def render(shown: Printed, to: str, options: argparse.Namespace) -> str:
    """Return what was verified in a format."""
    if to == "latex":
        return shown.latex(fragment=options.fragment, notation=options.notation)
    if to == "markdown":
        return shown.markdown(notation=options.notation)
    if to == "json":
        return shown.json()
    to_file = options.output is not None
    width = 80 if to_file else terminal_width()
    return shown.text(width=width, unicode=to_file or speaks_unicode(), notation=options.notation)


def write_out(text: str, output: str | None) -> None:
    """Write text to a file, or to the screen."""
    if output is not None:
        write_bytes(Path(output), text.encode())
    else:
        write_screen(text)


def speaks_unicode() -> bool:
    """Say whether standard output takes every sign."""
    encoding = getattr(sys.stdout, "encoding", None)
    return (encoding or "").lower().replace("-", "") == "utf8"
