"""The options that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from typing import Any

from exactnb.explain.rendering import formats
from exactnb.interfaces.cli.parsing import StoreOnce, flag, option

A_PROBLEM = (
    "a problem file (.toml), a table (.csv, .tsv, .txt, .jsonl), counts (.parquet), or - for what is "
    "piped in"
)
"""Help for a problem that may be a table or counts too."""

PIPED_IN = (
    "What is piped in is a problem file if its first line, comments left out, is [section] or "
    "key = value, and else a table (JSON lines if it begins with a brace)."
)
"""Help for standard input."""

QUERY = (
    '"Outlook=Sunny, Wind=Strong", or "Sunny, Strong" where a value has one reading, or a text; '
    "instead of a problem file's own"
)
"""Help for --query."""


def output(command: argparse._ArgumentGroup, choices: Sequence[str] = ()) -> None:
    """Add the format, one of `choices` if there are any, and the output file to `command`."""
    if choices:
        meaning = f"{', '.join(choices)} (default: text, or as FILE ends)"
        command.add_argument("--to", action=StoreOnce, choices=choices, metavar="FORMAT", help=meaning)
    command.add_argument("-o", "--output", action=StoreOnce, metavar="FILE", help="write to a file")


def ascii(command: argparse._ArgumentGroup) -> None:
    """Add the option to print text in ASCII to `command`."""
    flag(command, "--ascii", "text: every sign spelled in ASCII")


def fragment(command: argparse._ArgumentGroup) -> None:
    """Add the options for formats and notations to `command`."""
    ascii(command)
    option(command, "--notation", "how names look (default: the problem's, else plain)", "STYLE")
    flag(command, "--fragment", "LaTeX, Typst: the body alone")
    meaning = "what typesets it: LaTeX pdflatex (default) or lualatex, a PDF typst (default) or these"
    option(command, "--engine", meaning, "NAME", choices=formats.ENGINES)


def files(command: argparse.ArgumentParser) -> None:
    """Add to `command` which files a problem may read; the default is those below its folder."""
    files = command.add_mutually_exclusive_group()
    meaning = "read data from any file that the problem names (default: below its folder)"
    files.add_argument("--allow-files", dest="files", action="store_true", default=None, help=meaning)
    meaning = "read no file that the problem names"
    files.add_argument("--no-files", dest="files", action="store_false", default=None, help=meaning)


def patience(command: argparse.ArgumentParser) -> None:
    """Add the option that allows more work than usual to `command`."""
    option(command, "--patience", "allow N times the usual work (default: 1)", "N")


def dialect(command: argparse._ArgumentGroup) -> None:
    """Add to `command` how tables are written, where the file does not show it."""
    meaning = "such as latin-1, utf-16 (default: what its byte order mark says, else utf-8)"
    option(command, "--encoding", meaning, "NAME")
    meaning = "comma, semicolon, tab, bar, blank (default: as the header shows)"
    option(command, "--delimiter", meaning, "SIGN")
    option(command, "--decimal", "sign of decimals, . or , (default: .)", "SIGN")


def table(command: argparse.ArgumentParser) -> None:
    """Add to `command` the options that tell of a table what a problem file states itself."""
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
    meaning = 'of all columns, or "Age=poisson, ..." (default: by what they hold; texts multinomial)'
    choose("--family", meaning, "FAMILY")
    meaning = 'columns that are numbers, normal within each class; "*" for all others'
    choose("--numbers", meaning, "COLS")
    meaning = 'columns that are categories, though they hold numbers; "*" for all others'
    choose("--categories", meaning, "COLS")
    choose("--smoothing", "λ, or laplace, jeffreys, perks, 0+ (default: 0)", "λ")
    choose("--prior", 'mle (default), uniform, smoothed, or "yes=0.3, no=0.7"', "PRIOR")
    meaning = "what was never seen: error, drop, zero (default: error; words: drop)"
    choose("--unseen", meaning, "RULE", choices=("error", "drop", "zero"))


def families_and_notations() -> dict[str, Any]:
    """Return the names of families and notations, looked up when help is printed."""
    from exactnb.core import families
    from exactnb.core.problem import styles

    return {"families": families.names(), "notations": styles.names()}


def notations() -> dict[str, Any]:
    """Return the names of notations, looked up when help is printed."""
    from exactnb.core.problem import styles

    return {"notations": styles.names()}


def kinds() -> dict[str, Any]:
    """Return the kinds of new problem files, looked up when help is printed."""
    from exactnb.interfaces.cli.commands.new import kinds

    return {"kinds": kinds()}


def variant_options(parser: Any) -> None:
    """Add to `parser` the questions of variants and the constraints on their numbers."""
    meaning = 'a quantity that is asked, such as "P(+|x)", not the file\'s questions; may be repeated'
    parser.add_argument("--ask", metavar="NAME", action="append", default=[], help=meaning)
    meaning = "the largest denominator of an answer that is a fraction"
    parser.add_argument("--denominators", metavar="N", action=StoreOnce, type=int, help=meaning)
    meaning = "misconceptions that each variant has to tell, with commas between (default: all it can)"
    parser.add_argument("--must", metavar="ID,...", action=StoreOnce, help=meaning)
