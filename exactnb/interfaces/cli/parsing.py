"""Parsing and help: errors in one line, examples and choices; and the options that commands share.

How to read: `CommandParser` is argparse's with these; `add_option` and `add_flag` add one option, the
functions after them those of several commands.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NoReturn

from exactnb.errors import near, one_line
from exactnb.explain.rendering import formats

_WIDEST = 80
_BELOW_ZERO = re.compile(r"-(?:[\d.(∞]|(?:oo|inf(?:ty|inity)?)\s*[<≤])")

VAR_SMOOTHING = "numbers: that share of the largest variance added to each (default: 0)"
A_PROBLEM = (
    "a problem file (.toml), a table (.csv, .tsv, .txt, .jsonl, .md, .html, .sql, .arff, .xlsx), "
    "counts (.parquet), or - for what is piped in"
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


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Leave room for the longest option next to its meaning.

    A `width` of None is that of the terminal; `argparse` makes a formatter for each argument it adds.
    """

    def __init__(self, prog: str, width: int | None = _WIDEST) -> None:
        super().__init__(prog, max_help_position=26, width=width)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        """Show an option's argument once: -o, --output FILE; older versions of Python repeat it."""
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        argument = self._format_args(action, self._get_default_metavar_for_optional(action))
        return f"{', '.join(action.option_strings)} {argument}"


class CommandParser(argparse.ArgumentParser):
    """Report errors in one line that names the help of the same command.

    `examples`: complete commands. `choices`: returns lists by heading for the end of the help,
    evaluated when it is printed. `more`: further paragraphs. `options`: those of argparse.
    """

    def __init__(
        self,
        *,
        examples: Sequence[str] = (),
        choices: Callable[[], dict[str, Iterable[str]]] = dict,
        more: Sequence[str] = (),
        **options: Any,
    ) -> None:
        super().__init__(**options, allow_abbrev=False, formatter_class=_Formatter)
        self._positionals.title = "arguments"
        self._examples, self._lists, self._more = examples, choices, more

    def error(self, message: str) -> NoReturn:
        """Exit with `message` in one line, and the command that prints the help."""
        option = message.removeprefix("argument ").removesuffix(": expected one argument")
        after = self.words[self.words.index(option) + 1 :] if option in self.words else []
        if after and after[0] not in self._option_string_actions:
            message += f"; a value that begins with - is written {option}={after[0]}"
        self.exit(2, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse `args` into `namespace`; refuse unknown ones here, where near matches are known."""
        self.words = list(sys.argv[1:] if args is None else args)
        parsed, rest = super().parse_known_args(args, namespace)
        # An argument that may be left out is left out before an option: PROBLEM --explain ANSWERS.
        for action in self._get_positional_actions():
            if action.nargs == "?" and rest and rest[0][:1] != "-" and not getattr(parsed, action.dest):
                setattr(parsed, action.dest, rest.pop(0))
        if rest:
            hint = near(rest[0].partition("=")[0], self._option_string_actions)
            if "--answer" in self._option_string_actions and getattr(parsed, "answer", None):
                self.error(f"{' '.join(rest)} cannot be used with --answer, which holds the answers")
            self.error(f"unrecognized arguments: {' '.join(rest)}{hint}")
        return parsed, rest

    def _parse_optional(self, arg_string: str) -> Any:
        """Take a range below zero, as in --support "-1<x<1", for a value: argparse knows numbers alone.

        It asks this of each argument; None is no option. It would read -oo as the option -o.
        """
        return None if _BELOW_ZERO.match(arg_string) else super()._parse_optional(arg_string)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        choices = list(action.choices)
        if isinstance(action, argparse._SubParsersAction):
            self.error(
                f"there is no command {value!r}{near(value, choices)}; there are {', '.join(choices)}"
            )
        message = f"invalid choice: {value!r} (choose from {', '.join(choices)}){near(value, choices)}"
        raise argparse.ArgumentError(action, message)

    def format_help(self) -> str:
        """Return the help, with examples and lists at its end."""
        from textwrap import fill  # needed by help only

        parts = ["\n".join(("examples:", *(f"  {example}" for example in self._examples)))]
        parts += (fill(text, _WIDEST) for text in self._more)
        parts += (
            fill(
                f"{heading}: {', '.join(names)}",
                _WIDEST,
                subsequent_indent="  ",
                break_on_hyphens=False,
            )
            for heading, names in self._lists().items()
        )
        self.epilog = "\n\n".join(parts)
        self.description = fill(self.description or "", _WIDEST)
        self.formatter_class = partial(_Formatter, width=None)
        return super().format_help() + "\n"

    def print_help(self, file: Any = None) -> None:
        """Print the help, as UTF-8 if the screen lacks a sign; `file` is ignored."""
        from exactnb.interfaces.cli.output import write_screen

        write_screen(self.format_help())


def add_option(group: Any, name: str, meaning: str, metavar: str, **more: Any) -> None:
    """Add the option `name` to `group`; it takes one value, and may occur once.

    `meaning` is its help, `metavar` the value's name in it; `more` goes to argparse.
    """
    group.add_argument(name, action=_StoreOnce, help=meaning, metavar=metavar, **more)


def add_flag(group: Any, name: str, meaning: str) -> None:
    """Add the option `name`, which takes no value, to `group`, with `meaning` as its help."""
    group.add_argument(name, action="store_true", help=meaning)


def add_repeatable_option(group: Any, name: str, meaning: str, metavar: str) -> None:
    """Add the option `name` to `group`, which may be repeated; the rest as in `add_option`."""
    group.add_argument(name, action="append", default=[], metavar=metavar, help=meaning)


def add_output_file(
    command: Any, meaning: str, metavar: str = "FILE", *, required: bool = True
) -> None:
    """Add to `command` the option --output, with `meaning` and `metavar` as in `add_option`."""
    names = "-o", "--output"
    command.add_argument(*names, action=_StoreOnce, metavar=metavar, required=required, help=meaning)


class _StoreOnce(argparse.Action):
    """Store a value, and refuse a second one."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Store `values` in `namespace`, or let `parser` report that `option_string` occurs twice."""
        if getattr(namespace, self.dest) is not None:
            parser.error(f"argument {option_string}: given twice")
        setattr(namespace, self.dest, values)


def add_output(command: argparse._ArgumentGroup, choices: Sequence[str] = ()) -> None:
    """Add the format, one of `choices` if there are any, and the output file to `command`."""
    if choices:
        meaning = f"{', '.join(choices)} (default: text, or as FILE ends)"
        add_option(command, "--to", meaning, "FORMAT", choices=choices)
    add_output_file(command, "write to a file", required=False)


def add_ascii(command: argparse._ArgumentGroup) -> None:
    """Add the option to print text in ASCII to `command`."""
    add_flag(command, "--ascii", "text: every sign spelled in ASCII")


def add_format_options(command: argparse._ArgumentGroup) -> None:
    """Add the options for formats and notations to `command`."""
    add_ascii(command)
    add_option(command, "--notation", "how names look (default: the problem's, else plain)", "STYLE")
    add_flag(command, "--fragment", "LaTeX, Typst: the body alone")
    meaning = "what typesets it: LaTeX pdflatex (default) or lualatex, a PDF typst (default) or these"
    add_option(command, "--engine", meaning, "NAME", choices=formats.ENGINES)


def add_files(command: argparse.ArgumentParser) -> None:
    """Add to `command` which files a problem may read; the default is those below its folder."""
    files = command.add_mutually_exclusive_group()
    meaning = "read data from any file that the problem names (default: below its folder)"
    files.add_argument("--allow-files", dest="files", action="store_true", default=None, help=meaning)
    meaning = "read no file that the problem names"
    files.add_argument("--no-files", dest="files", action="store_false", default=None, help=meaning)


def add_effort(command: argparse.ArgumentParser) -> None:
    """Add the option that allows more work than usual to `command`."""
    add_option(command, "--patience", "allow N times the usual work (default: 1)", "N")


def add_queries(command: argparse._ActionsContainer) -> None:
    """Add to `command` what is asked in the place of a problem's own queries."""
    group: Any = command.add_mutually_exclusive_group()
    add_option(group, "--query", QUERY, "CELLS")
    add_option(group, "--row", "row N of the data as the query, by its number or id", "N")
    add_option(group, "--query-file", "a table of queries, with the same columns", "FILE")


def add_strict(command: argparse._ActionsContainer) -> None:
    """Add to `command` that doubts about the data are errors."""
    add_flag(command, "--strict", "refuse data with names that look like slips, instead of a note")


def add_dialect(command: argparse._ArgumentGroup) -> None:
    """Add to `command` how tables are written, where the file does not show it."""
    meaning = "such as latin-1, utf-16 (default: what its byte order mark says, else utf-8)"
    add_option(command, "--encoding", meaning, "NAME")
    meaning = "comma, tab, semicolon, bar, blank, blanks (two or more), pairs (key: value), a sign"
    add_option(command, "--delimiter", meaning, "SIGN")
    add_option(command, "--decimal", "sign of decimals, . or , (default: .)", "SIGN")


def add_header(command: argparse._ArgumentGroup) -> None:
    """Add to `command` which lines of a table are no rows, and what names the columns."""
    meaning = 'lines that are no part of the table, as "1, 3-5": titles, types, totals, notes'
    add_option(command, "--skip", meaning, "LINES")
    add_option(
        command,
        "--strip",
        'signs that are not read, as "£," of £ 21,500, "*" of lost*, "[1]" of no[2]',
        "SIGNS",
    )
    meaning = "columns where an empty cell has the value above it, as merged cells show it"
    add_option(command, "--fill-down", meaning, "COLS")
    meaning = "column that may hold the sign between cells, without quotes"
    add_option(command, "--rest", meaning, "COL")
    add_option(command, "--worksheet", "the sheet of a workbook (default: the only one)", "NAME")
    add_option(
        command, "--omit", "columns that are left out, such as totals, with commas between", "COLS"
    )
    group: Any = command.add_mutually_exclusive_group()
    add_option(group, "--header", "names of the columns, where the first line has none", "COLS")
    add_flag(group, "--no-header", "the first line is a row: columns are called c1, c2 ...")


def add_fold_case(command: argparse._ArgumentGroup) -> None:
    """Add to `command` that capitals mean nothing in classes and values."""
    add_flag(command, "--fold-case", "classes and values in lower case: Yes and yes are one")


def add_table_options(command: argparse.ArgumentParser) -> None:
    """Add to `command` the options that tell of a table what a problem file states itself."""
    table = command.add_argument_group("how a table is read")
    read = partial(add_option, table)

    read("--label", "column of the class (default: class, else the last)", "COL")
    read("--id", "column with names of the rows (default: id, if there is one)", "COL")
    read("--text", "column with texts (default: text, if there is one)", "COL")
    split = table.add_mutually_exclusive_group()
    add_flag(split, "--words", "cut texts into lower-case words (default: at spaces)")
    add_flag(split, "--letters", "cut texts into letters")
    add_flag(split, "--items", "cut texts into items, between which stand , or ;")
    read("--missing", 'marks of a missing cell, with commas between (default: "?")', "MARKS")
    add_dialect(table)
    add_header(table)
    add_fold_case(table)
    meaning = "rows without a class: query (each is asked, as r4), drop (default: an error)"
    read("--unlabelled", meaning, "RULE", choices=("error", "query", "drop"))
    read("--weight", "column that says how often a row counts (none: --unlabelled drop)", "COL")
    add_flag(table, "--binarize", "1 for numbers above 0, in columns of numbers from 0 on")

    choose = partial(add_option, command.add_argument_group("how a table is counted"))
    meaning = 'of all columns, or "Age=poisson, ..." (default: by what they hold; texts multinomial)'
    choose("--family", meaning, "FAMILY")
    meaning = 'columns that are numbers, normal within each class; "*" for all others'
    choose("--numbers", meaning, "COLS")
    meaning = 'columns that are categories, though they hold numbers; "*" for all others'
    choose("--categories", meaning, "COLS")
    choose("--smoothing", "λ, or laplace, jeffreys, perks, 0+ (default: 0)", "λ")
    choose("--var-smoothing", f"{VAR_SMOOTHING}; 0+ is the limit", "ε")
    choose("--divisor", "numbers: variances over N (default), N-1, N-K", "D")
    choose("--share", "numbers: one variance for all classes, features, all (default: none)", "WHAT")
    choose("--covariance", "lda: pooled (default), or total, about the mean of all rows", "KIND")
    choose("--prior", 'mle (default), uniform, smoothed, or "yes=0.3, no=0.7"', "PRIOR")
    meaning = "what was never seen: error, drop, zero (default: error; words: drop)"
    choose("--unseen", meaning, "RULE", choices=("error", "drop", "zero"))
    meaning = "bernoulli: what is 0 counts with 1 − p (count, default), or not (ignore)"
    choose("--absent", meaning, "RULE")
    meaning = "missing cells of rows: skip (default), or count as a value of their own (value)"
    choose("--missing-cells", meaning, "RULE")
    choose("--tie", "report all winners (report, default), or the first class", "RULE")
    choose("--conventions", "choices of another tool: scikit-learn, nltk; others beside it win", "TOOL")


def lists_of_families_and_notations() -> dict[str, Any]:
    """Return the names of families and notations, looked up when help is printed."""
    from exactnb.core import families
    from exactnb.core.problem import styles

    return {"families": families.family_names(), "notations": styles.names()}


def list_of_notations() -> dict[str, Any]:
    """Return the names of notations, looked up when help is printed."""
    from exactnb.core.problem import styles

    return {"notations": styles.names()}


def list_of_kinds() -> dict[str, Any]:
    """Return the kinds of new problem files, looked up when help is printed."""
    from exactnb.interfaces.cli.commands.new import kinds

    return {"kinds": kinds()}


def add_variant_options(parser: Any) -> None:
    """Add to `parser` the questions of variants and the constraints on their numbers."""
    meaning = 'a quantity that is asked, such as "P(+|x)", not the file\'s questions; may be repeated'
    add_repeatable_option(parser, "--ask", meaning, "NAME")
    meaning = "the largest denominator of an answer that is a fraction"
    add_option(parser, "--denominators", meaning, "N", type=int)
    meaning = "misconceptions that each variant has to tell, with commas between (default: all it can)"
    add_option(parser, "--must", meaning, "ID,...")
