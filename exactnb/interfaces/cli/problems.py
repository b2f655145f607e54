"""The problem that `exactnb solve` and `exactnb explore` read: a file, a table, or standard input."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path

from exactnb.core.data.files import Files
from exactnb.core.data.readers import TABLE_ENDINGS, read_text_file
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.problem_file import read_problem_text
from exactnb.core.problem.toml import is_toml
from exactnb.errors import Place
from exactnb.interfaces.cli.printing import chosen_dialect
from exactnb.interfaces.cli.tables import (
    refuse_row_options,
    refuse_table_options,
    table_settings,
    worded_as_options,
)

COUNTS = ".parquet"
"""The ending of files of counts."""

_STDIN = "-"  # standard input, as an argument
_PIPED = "standard input"  # and in messages


def source_place(options: argparse.Namespace) -> Place:
    """Return the place of errors: the file that `options` name, or standard input."""
    return Place.file(_PIPED if options.source == _STDIN else options.source)


def read_problem(options: argparse.Namespace) -> Problem:
    """Return the problem that `options` name: in a file, in a table or on standard input.

    Raises an ExactnbError with the file or the option as its place.
    """
    path = Path(options.source)
    if options.source == _STDIN:
        return _piped(options)
    if path.suffix.lower() == COUNTS:
        return _problem_in_counts(path, options)
    if path.suffix.lower() in TABLE_ENDINGS:
        from exactnb.core.problem.from_table import problem_in_table

        return _problem_in_table(partial(problem_in_table, Problem, path), options)
    refuse_table_options(options)
    return _with_query_option(Problem.read(path, files=options.files), options)


def _problem_in_counts(path: Path, options: argparse.Namespace) -> Problem:
    """Return the problem of a file of counts, whether exactnb or another engine wrote it."""
    from exactnb.scale.counting.as_problem import problem_of
    from exactnb.scale.counting.parquet import read_counts_file

    refuse_row_options(options)
    settings = table_settings(options)
    column_families = settings.pop("families")
    tally = read_counts_file(path)
    title = path.stem.encode(errors="replace").decode().replace("_", " ")
    with Place.file(path), worded_as_options():
        return problem_of(
            tally, options.query or "", of_columns=column_families, title=title, **settings
        )


def _piped(options: argparse.Namespace) -> Problem:
    """Return the problem on standard input."""
    with Place.file(_PIPED):
        content = read_text_file(Path("/dev/stdin"), dialect=chosen_dialect(options))
    return problem_in_text(content, options, _PIPED)


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
        return read(query=options.query, **settings)


def _with_query_option(problem: Problem, options: argparse.Namespace) -> Problem:
    """Return a problem with the query of the command line, if there is one, instead of its own."""
    if options.query is None:
        return problem
    from exactnb.core.problem.asked_instead import with_query

    with worded_as_options():
        return with_query(problem, options.query)
