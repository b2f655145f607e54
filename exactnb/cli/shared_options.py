"""The options that several commands have, said once."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from exactnb.cli.parsing import Once
from exactnb.rendering import formats

A_PROBLEM = (
    "a problem file (.toml), a table (.csv, .tsv, .txt, .jsonl), counts (.parquet), or - for what is "
    "piped in"
)
"""What is said of a problem that may be a table or counts too."""

PIPED_IN = (
    "What is piped in is a problem file if its first line, comments left out, is [section] or "
    "key = value, and else a table (JSON lines if it begins with a brace)."
)
"""What is said of what may be piped in."""

QUERY = (
    '"Outlook=Sunny, Wind=Strong", or "Sunny, Strong" where a value has one reading, or a text; '
    "instead of a problem file's own"
)
"""What is said of an option that asks."""


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


def table(command: argparse.ArgumentParser) -> None:
    """Add the options that say of a table what a problem file says itself."""
    table = command.add_argument_group("how a table is read")

    def read(option: str, meaning: str, metavar: str) -> None:
        table.add_argument(option, action=Once, metavar=metavar, help=meaning)

    read("--label", "column of the class (default: class, else the last)", "COL")
    read("--id", "column with names of the rows (default: id, if there is one)", "COL")
    read("--text", "column with texts (default: text, if there is one)", "COL")
    split = table.add_mutually_exclusive_group()
    said = "cut texts into lower-case words (default: at spaces)"
    split.add_argument("--words", action="store_true", help=said)
    split.add_argument("--letters", action="store_true", help="cut texts into letters")
    read("--missing", 'marks of a missing cell, with commas between (default: "?")', "MARKS")
    dialect(table)

    model = command.add_argument_group("how a table is counted")

    def choose(option: str, meaning: str, metavar: str, **more: Any) -> None:
        model.add_argument(option, action=Once, metavar=metavar, help=meaning, **more)

    said = 'of all columns, or "Age=poisson, ..." (default: by what they hold; texts multinomial)'
    choose("--family", said, "FAMILY")
    choose("--numbers", "columns that are numbers, normal within each class", "COLS")
    choose("--categories", "columns that are categories, though they hold numbers", "COLS")
    choose("--smoothing", "λ, or laplace, jeffreys, perks, 0+ (default: 0)", "λ")
    said = 'mle (default), uniform, smoothed, or "yes=0.3, no=0.7"'
    choose("--prior", said, "PRIOR")
    said = "what was never seen: error, drop, zero (default: error; words: drop)"
    choose("--unseen", said, "RULE", choices=("error", "drop", "zero"))


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
