"""What `exactnb solve` and `exactnb explore` are given: a problem file, a table, what is piped in."""

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
from exactnb.interfaces.cli.printing import dialect_of
from exactnb.interfaces.cli.tables import (
    check_none_of_rows,
    check_none_of_table,
    options_named,
    said_of_table,
)

COUNTS = ".parquet"
"""How a file of counts ends."""

_STDIN = "-"  # what is piped in, as an argument
_PIPED = "standard input"  # and in messages


def place_of(options: argparse.Namespace) -> Place:
    """Return where errors stand: in a file, or in what is piped in."""
    return Place.file(_PIPED if options.source == _STDIN else options.source)


def problem_of(options: argparse.Namespace) -> Problem:
    """Return the problem: of a file, of a table, or of what is piped in.

    Raises an ExactnbError with the file, or with the option.
    """
    path = Path(options.source)
    if options.source == _STDIN:
        return _piped(options)
    if path.suffix.lower() == COUNTS:
        return _of_counts(path, options)
    if path.suffix.lower() in TABLE_ENDINGS:
        from exactnb.core.problem.from_table import problem_in_table

        return _of_table(partial(problem_in_table, Problem, path), options)
    check_none_of_table(options)
    return _asked(Problem.read(path, files=options.files), options)


def _of_counts(path: Path, options: argparse.Namespace) -> Problem:
    """Return the problem that a file of counts is, exactnb's own or another engine's."""
    from exactnb.scale.counting.as_problem import problem_of
    from exactnb.scale.counting.parquet import read_counts_file

    check_none_of_rows(options)
    said = said_of_table(options)
    of_columns = said.pop("families")
    tally = read_counts_file(path)
    title = path.stem.encode(errors="replace").decode().replace("_", " ")
    with Place.file(path), options_named():
        return problem_of(tally, options.query or "", of_columns=of_columns, title=title, **said)


def _piped(options: argparse.Namespace) -> Problem:
    """Return the problem on standard input: in a problem file if its first line begins one."""
    with Place.file(_PIPED):
        content = read_text_file(Path("/dev/stdin"), dialect=dialect_of(options))
    return problem_as_typed(content, options, _PIPED)


def problem_as_typed(content: str, options: argparse.Namespace, where: str) -> Problem:
    """Return the problem in a text: a problem file if its first line begins one, or else a table."""
    with Place.file(where):
        if is_toml(content):
            check_none_of_table(options)
            found = read_problem_text(Problem, content, Files.of(Path(_STDIN), options.files))
            return _asked(found, options)
    from exactnb.core.problem.from_table import problem_in_content

    return _of_table(partial(problem_in_content, Problem, content, where), options)


def _of_table(read: Callable[..., Problem], options: argparse.Namespace) -> Problem:
    said = said_of_table(options)
    with options_named():
        return read(query=options.query, **said)


def _asked(problem: Problem, options: argparse.Namespace) -> Problem:
    """Return a problem with the query of the command line instead of its own, if there is one."""
    if options.query is None:
        return problem
    from exactnb.core.problem.asked_instead import with_query

    with options_named():
        return with_query(problem, options.query)
