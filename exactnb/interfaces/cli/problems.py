"""The problem that `exactnb solve` and `exactnb explore` read: a file, a table, or standard input.

How to read: `read_problem` is the door; the options that tell of a table what a problem file states in
keys follow it.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from exactnb.core.data.files import Files
from exactnb.core.data.readers import read_table_file, read_text_file
from exactnb.core.problem.choice import KEYWORDS, chosen_families
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.problem_file import read_problem_text
from exactnb.core.problem.toml import is_toml
from exactnb.errors import ExactnbError, Place
from exactnb.interfaces.cli.printing import (
    at_option,
    chosen_dialect,
    missing_marks,
    refuse,
    say_doubts,
)

COUNTS = ".parquet"
"""The ending of files of counts."""

_STDIN = "-"  # standard input, as an argument
_PIPED = "standard input"  # and in messages
_AS_THEY_ARE = ("label", "id", "text", "encoding", "delimiter", "decimal", "unlabelled", "weight")
_OF_MODEL = tuple(key for key in KEYWORDS if key not in ("families", "epsilon"))
_FLAGS = ("binarize", "fold_case")
_OF_FILES = ("encoding", "delimiter", "decimal", "header", "no_header", "missing")
_READ_HERE = (
    *_OF_FILES[3:],
    *_FLAGS,
    "words",
    "letters",
    *_OF_MODEL,
)
_OF_ROWS = (
    *_AS_THEY_ARE[:3],
    *_AS_THEY_ARE[-2:],
    "row",
    *_FLAGS,
    *_OF_FILES,
    "words",
    "letters",
    "numbers",
    "categories",
)

_IN_OPTIONS = (
    (r'families = \{ ("?)(.+?)\1 = "([\w-]+)" \}', r'--family "\2=\3"'),
    (r'\bid = ("?)(.+?)\1(?=$|[;,)])', r'--id "\2"'),
    (r'\bweight = "(.+?)"$', r'--weight "\1"'),
    (r'\bclass = "(.+?)"(?=$|[;,)])', r'--label "\1"'),
    (r"\bbinarize = true", "--binarize"),
    (r"\btext = '(.+?)'(?=$|[;,)])", r'--text "\1"'),
    (r'\bsplit = "words"', "--words"),
    (r'decimal = ","( in data)?', '--decimal ","'),
    (r"data\.missing lists", "--missing says"),
    (r"stands without a value; say", "stands without a value; say --family"),
    (r"they stand under data\.counts in a problem file", "exactnb solve --counts reads such a table"),
    (
        'unlabelled = "query" asks for it, "drop" leaves it out',
        "--label names another column, --unlabelled query asks for it, drop leaves it out",
    ),
    (r'unseen = "drop" leaves', "--unseen drop leaves"),
    (r"list them in data\.values", "a problem file lists them in data.values"),
    (r"data\.values may list", "data.values of a problem file may list"),
)
"""Patterns of messages about problem files, and their wording on the command line."""


def source_place(options: argparse.Namespace) -> Place:
    """Return the place of errors: the file that `options` name, or standard input."""
    return Place.file(_PIPED if options.source == _STDIN else options.source)


def read_problem(options: argparse.Namespace) -> Problem:
    """Return the problem that `options` name: in a file, in a table or on standard input.

    Raises an ExactnbError with the file or the option as its place.
    """
    path = Path(options.source)
    if options.source == _STDIN:
        with Place.file(_PIPED):
            content = read_text_file(Path("/dev/stdin"), dialect=chosen_dialect(options))
        return problem_in_text(content, options, _PIPED)
    if path.suffix.lower() == COUNTS:
        return _problem_in_counts(path, options)
    if getattr(options, "counts", None) is not None:
        return _problem_in_summary(path, options)
    if path.suffix.lower() not in ("", ".toml") or _is_bare_table(path, options):
        from exactnb.core.problem.from_table import problem_in_table

        return _problem_in_table(partial(problem_in_table, Problem, path), options)
    refuse_table_options(options)
    return _with_query_option(Problem.read(path, files=options.files), options)


def _is_bare_table(path: Path, options: argparse.Namespace) -> bool:
    """Say whether a file without an ending holds a table; what is piped in can be read only once."""
    if path.suffix or not path.is_file():
        return False
    with source_place(options):
        return not is_toml(read_text_file(path, dialect=chosen_dialect(options)))


def _problem_in_counts(path: Path, options: argparse.Namespace) -> Problem:
    """Return the problem of a file of counts, whether exactnb or another engine wrote it."""
    from exactnb.core.problem.from_table import title_of
    from exactnb.scale.counting.as_problem import problem_of
    from exactnb.scale.counting.parquet import read_counts_file

    refuse_row_options(options)
    settings = table_settings(options)
    tally = read_counts_file(path)
    with Place.file(path), worded_as_options():
        family, column_families = chosen_families(settings.pop("family"))
        return problem_of(
            tally,
            options.query or "",
            family=family,
            of_columns=column_families,
            title=title_of(path),
            **settings,
        )


def _problem_in_summary(path: Path, options: argparse.Namespace) -> Problem:
    """Return the problem of counts in a table as people write it, the rows of `data.counts`."""
    from exactnb.core.problem.from_table import problem_of_counts

    refuse_row_options(options, but="encoding")
    read = partial(problem_of_counts, Problem, path, chosen_dialect(options))
    with worded_as_options():
        return read(query=options.query or "", **{key: getattr(options, key) for key in _OF_MODEL})


def problem_in_text(content: str, options: argparse.Namespace, where: str) -> Problem:
    """Return the problem in `content`: a problem file if its first line begins one, else a table.

    `options` are those of the command; `where` is the place of errors.
    """
    with Place.file(where):
        if is_toml(content):
            refuse_table_options(options)
            problem = read_problem_text(Problem, content, Files.of(Path(_STDIN), options.files))
            return _with_query_option(problem, options)
    from exactnb.core.problem.from_table import problem_in_content

    return _problem_in_table(partial(problem_in_content, Problem, content, where), options)


def _problem_in_table(read: Callable[..., Problem], options: argparse.Namespace) -> Problem:
    settings = table_settings(options)
    with worded_as_options():
        try:
            problem = read(query=options.query, **settings)
        except ExactnbError as error:
            if error.place.parameter == "query":  # the data were read, maybe not as they were meant
                say_doubts(read(**settings).doubts, options, source_place(options))
            raise
    return _with_rows_asked(problem, options)


def _with_query_option(problem: Problem, options: argparse.Namespace) -> Problem:
    """Return a problem with the queries of the command line, if there are any, instead of its own."""
    if options.query is None:
        return _with_rows_asked(problem, options)
    from exactnb.core.problem.asked_instead import with_query

    with worded_as_options():
        return with_query(problem, options.query)


def _with_rows_asked(problem: Problem, options: argparse.Namespace) -> Problem:
    """Return a problem with a row of its own, or those of a table, as queries, if `options` say so."""
    if options.row is None and options.query_file is None:
        return problem
    from exactnb.core.problem.asked_instead import queries_in, row_of, with_queries

    if options.row is not None:
        return with_queries(problem, at_option("--row", row_of, problem, options.row))
    path, text = Path(options.query_file), problem.encoder.text or "text"
    header, rows = read_table_file(path, text=text, dialect=chosen_dialect(options))
    with Place.file(path):
        return with_queries(problem, queries_in(problem, header, rows))


def table_settings(options: argparse.Namespace) -> dict[str, Any]:
    """Return the settings in `options` as keywords of `Problem.from_csv`.

    Raises InputError with the option as its place.
    """
    settings = {key: getattr(options, key) for key in _AS_THEY_ARE}
    settings = {key: value for key, value in settings.items() if value is not None}
    if (header := chosen_dialect(options).header) is not True:  # invalid signs are refused here too
        settings["header"] = header
    settings |= {key: True for key in _FLAGS if getattr(options, key)}
    if options.missing is not None:
        settings["missing"] = list(missing_marks(options.missing))
    if options.words or options.letters:
        settings["split"] = "words" if options.words else "letters"
    return settings | {key: getattr(options, key) for key in _OF_MODEL}


def refuse_table_options(options: argparse.Namespace) -> None:
    """Raise InputError if `options` has one for tables, although the source is a problem file."""
    refuse(options, (*_AS_THEY_ARE, *_READ_HERE), "needs a table; a problem file says it itself")


def refuse_row_options(options: argparse.Namespace, but: str = "") -> None:
    """Raise InputError if `options` has one for reading rows, other than `but`: it is counts."""
    refuse(options, [key for key in _OF_ROWS if key != but], "needs rows; counts say it themselves")


@contextmanager
def worded_as_options() -> Iterator[None]:
    """Reword errors for the command line: keys of problem files become options.

    >>> from exactnb.errors import InputError
    >>> with worded_as_options():
    ...     raise InputError('say id = "RID"; or families = { "RID" = "poisson" }', at="query.x.sky")
    Traceback (most recent call last):
        ...
    exactnb.errors.InputError: --query.sky: say --id "RID"; or --family "RID=poisson"
    """
    try:
        yield
    except ExactnbError as error:
        raise _in_options(error) from None


def _in_options(error: ExactnbError) -> ExactnbError:
    message, head = error.message, error.place.parameter
    for key, option in _IN_OPTIONS:
        message = re.sub(key, option, message)
    message = message.replace("say which column is the class", "--label names the column of the class")
    reworded = error.saying(message)
    if head not in (*_AS_THEY_ARE, *_READ_HERE, "query", "families", "split"):
        return reworded
    option = {"families": "family", "split": "words"}.get(head, head).replace("_", "-")
    # drops the query's id, which the user did not choose
    inside = error.place.below(2 if head == "query" else 1)
    return reworded.moved(Place.of("--" + option) / inside)
