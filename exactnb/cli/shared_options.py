"""The options that several commands have, said once."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from exactnb.cli.parsing import Once
from exactnb.rendering import formats


def output(command: argparse._ArgumentGroup, choices: Sequence[str] = ()) -> None:
    """Add the options that say what is printed, and where to."""
    if choices:
        said = f"{', '.join(choices)} (default: text, or as FILE ends)"
        command.add_argument("--to", action=Once, choices=choices, metavar="FORMAT", help=said)
    command.add_argument("-o", "--output", action=Once, metavar="FILE", help="write to a file")


def ascii(command: argparse._ArgumentGroup) -> None:
    """Add the option that has text in ASCII, whatever the terminal takes."""
    said = "text: every sign spelled in ASCII"
    command.add_argument("--ascii", action="store_true", help=said)


def fragment(command: argparse._ArgumentGroup) -> None:
    """Add the options of what is shown in a notation."""
    ascii(command)
    said = "how names look (default: the problem's, else plain)"
    command.add_argument("--notation", action=Once, metavar="STYLE", help=said)
    command.add_argument("--fragment", action="store_true", help="LaTeX, Typst: the body alone")
    said = "what typesets it: LaTeX pdflatex (default) or lualatex, a PDF typst (default) or these"
    command.add_argument("--engine", action=Once, metavar="NAME", choices=formats.ENGINES, help=said)


def files(command: argparse.ArgumentParser) -> None:
    """Add the options that say which files a problem may name: else those below its folder."""
    files = command.add_mutually_exclusive_group()
    said = "read data from any file that the problem names (default: below its folder)"
    files.add_argument("--allow-files", dest="files", action="store_true", default=None, help=said)
    said = "read no file that the problem names"
    files.add_argument("--no-files", dest="files", action="store_false", default=None, help=said)


def patience(command: argparse.ArgumentParser) -> None:
    """Add the option that allows more work than usual."""
    said = "allow N times the usual work (default: 1)"
    command.add_argument("--patience", action=Once, metavar="N", help=said)


def dialect(command: argparse._ArgumentGroup) -> None:
    """Add the options that say how tables are written, where a file does not show it."""
    said = "such as latin-1, utf-16 (default: what its byte order mark says, else utf-8)"
    command.add_argument("--encoding", action=Once, metavar="NAME", help=said)
    said = "comma, semicolon, tab, bar, blank (default: as the header shows)"
    command.add_argument("--delimiter", action=Once, metavar="SIGN", help=said)
    said = "sign of decimals, . or , (default: .)"
    command.add_argument("--decimal", action=Once, metavar="SIGN", help=said)


def families_and_notations() -> dict[str, Any]:
    """Return the names of families and notations, found when help is shown."""
    from exactnb import families
    from exactnb.problem import styles

    return {"families": families.names(), "notations": styles.names()}


def notations() -> dict[str, Any]:
    """Return the names of notations, found when help is shown."""
    from exactnb.problem import styles

    return {"notations": styles.names()}


def kinds() -> dict[str, Any]:
    """Return the kinds of new problem files, found when help is shown."""
    from exactnb.cli.new import kinds

    return {"kinds": kinds()}
