"""The options that several commands have, said once."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from typing import Any

from exactnb.explain.rendering import formats
from exactnb.interfaces.cli.parsing import Once, flag, option

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
    flag(command, "--ascii", "text: every sign spelled in ASCII")


def fragment(command: argparse._ArgumentGroup) -> None:
    """Add the options of what is shown in a notation."""
    ascii(command)
    option(command, "--notation", "how names look (default: the problem's, else plain)", "STYLE")
    flag(command, "--fragment", "LaTeX, Typst: the body alone")
    said = "what typesets it: LaTeX pdflatex (default) or lualatex, a PDF typst (default) or these"
    option(command, "--engine", said, "NAME", choices=formats.ENGINES)


def files(command: argparse.ArgumentParser) -> None:
    """Add the options that say which files a problem may name: else those below its folder."""
    files = command.add_mutually_exclusive_group()
    said = "read data from any file that the problem names (default: below its folder)"
    files.add_argument("--allow-files", dest="files", action="store_true", default=None, help=said)
    said = "read no file that the problem names"
    files.add_argument("--no-files", dest="files", action="store_false", default=None, help=said)


def patience(command: argparse.ArgumentParser) -> None:
    """Add the option that allows more work than usual."""
    option(command, "--patience", "allow N times the usual work (default: 1)", "N")


def dialect(command: argparse._ArgumentGroup) -> None:
    """Add the options that say how tables are written, where a file does not show it."""
    said = "such as latin-1, utf-16 (default: what its byte order mark says, else utf-8)"
    option(command, "--encoding", said, "NAME")
    said = "comma, semicolon, tab, bar, blank (default: as the header shows)"
    option(command, "--delimiter", said, "SIGN")
    option(command, "--decimal", "sign of decimals, . or , (default: .)", "SIGN")


def table(command: argparse.ArgumentParser) -> None:
    """Add the options that say of a table what a problem file says itself."""
    table = command.add_argument_group("how a table is read")
    read = partial(option, table)

    read("--label", "column of the class (default: class, else the last)", "COL")
    read("--id", "column with names of the rows (default: id, if there is one)", "COL")
    read("--text", "column with texts (default: text, if there is one)", "COL")
    split = table.add_mutually_exclusive_group()
    flag(split, "--words", "cut texts into lower-case words (default: at spaces)")
    flag(split, "--letters", "cut texts into letters")
    read("--missing", 'marks of a missing cell, with commas between (default: "?")', "MARKS")
    dialect(table)

    choose = partial(option, command.add_argument_group("how a table is counted"))
    said = 'of all columns, or "Age=poisson, ..." (default: by what they hold; texts multinomial)'
    choose("--family", said, "FAMILY")
    said = 'columns that are numbers, normal within each class; "*" for all others'
    choose("--numbers", said, "COLS")
    said = 'columns that are categories, though they hold numbers; "*" for all others'
    choose("--categories", said, "COLS")
    choose("--smoothing", "λ, or laplace, jeffreys, perks, 0+ (default: 0)", "λ")
    choose("--prior", 'mle (default), uniform, smoothed, or "yes=0.3, no=0.7"', "PRIOR")
    said = "what was never seen: error, drop, zero (default: error; words: drop)"
    choose("--unseen", said, "RULE", choices=("error", "drop", "zero"))


def families_and_notations() -> dict[str, Any]:
    """Return the names of families and notations, found when help is shown."""
    from exactnb.core import families
    from exactnb.core.problem import styles

    return {"families": families.names(), "notations": styles.names()}


def notations() -> dict[str, Any]:
    """Return the names of notations, found when help is shown."""
    from exactnb.core.problem import styles

    return {"notations": styles.names()}


def kinds() -> dict[str, Any]:
    """Return the kinds of new problem files, found when help is shown."""
    from exactnb.interfaces.cli.commands.new import kinds

    return {"kinds": kinds()}


def drawn(parser: Any) -> None:
    """Add what is asked where variants are drawn, and what these have to be like."""
    said = 'a quantity that is asked, such as "P(+|x)", not the file\'s questions; may be repeated'
    parser.add_argument("--ask", metavar="NAME", action="append", default=[], help=said)
    said = "the largest denominator of an answer that is a fraction"
    parser.add_argument("--denominators", metavar="N", action=Once, type=int, help=said)
    said = "misconceptions that each variant has to tell, with commas between (default: all it can)"
    parser.add_argument("--must", metavar="ID,...", action=Once, help=said)
