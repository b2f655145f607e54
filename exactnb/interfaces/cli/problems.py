"""The problem that options state: a file, a table, standard input.

How to read: `read_problem` is the door; the options that tell of a table what a problem file states in
keys follow it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from exactnb.core.data.files import Files
from exactnb.core.data.findings import RowsOutcome
from exactnb.core.data.readers import read_table_file, read_text_file
from exactnb.core.problem.absences import Omission
from exactnb.core.problem.choice import chosen_families
from exactnb.core.problem.observing import RawQuery
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.problem_file import read_problem_text
from exactnb.core.problem.table_options import OF_MODEL, OF_ROWS, as_keywords, worded_as_options
from exactnb.core.problem.toml import is_toml
from exactnb.core.problem.types import Data
from exactnb.errors import ExactnbError, InputError, Place, listing
from exactnb.interfaces.cli.printing import at_option, chosen_dialect, refuse_options_given, say_doubts

COUNTS = ".parquet"
"""The ending of files of counts."""

_Read = Callable[..., Problem]
"""A function of the keywords with which a table is read."""

_STDIN = "-"  # standard input, as an argument
_PIPED = "standard input"  # and in messages


def source_place(options: argparse.Namespace) -> Place:
    """Return the place of errors: the file that `options` name, or standard input."""
    return Place.file(_PIPED if options.source == _STDIN else options.source)


def read_problem(options: argparse.Namespace) -> Problem:
    """Return the problem that `options` name: in a file, in a table or on standard input.

    What looks like a slip in its data is said. Raises an ExactnbError with the file or the option as
    its place.
    """
    problem, again = _problem_and_rereader(options)
    problem = _with_asked(problem, options)
    _say_doubts(problem, options, again)
    return problem


def _with_asked(problem: Problem, options: argparse.Namespace) -> Problem:
    """Return `problem` with the columns that no query names, but a quantity that `options` ask for."""
    quantities = [*getattr(options, "only", ()), *(getattr(options, "answer", None) or ())]
    from exactnb.core.problem.asked_instead import with_columns_in

    try:
        return with_columns_in(problem, quantities)
    except ExactnbError as error:
        raise error.moved(source_place(options)) from None


def _say_doubts(problem: Problem, options: argparse.Namespace, again: _Read | None) -> None:
    """Say what looks like a slip in the data, and all remedies in a command if `again` reads them."""
    command, doubts = "", problem.doubts
    settled = RowsOutcome if options.strict else (Omission, RowsOutcome)
    remedied = (doubt for doubt in doubts if not isinstance(doubt, settled))
    if again is not None and any(doubt.remedy for doubt in remedied):
        from exactnb.interfaces.cli.advice import doubts_beside, next_command

        command, _ = next_command(again, options, problem)
        doubts = tuple(doubts_beside(problem, options.query))
    is_counts = (
        options.source == getattr(options, "counts", None)
        or Path(options.source).suffix.lower() == COUNTS
    )
    place, in_options = source_place(options), again is not None or is_counts
    say_doubts(doubts, options, place, in_options=in_options, command=command)


def _problem_and_rereader(options: argparse.Namespace) -> tuple[Problem, _Read | None]:
    """Return the problem that `options` name, and what reads its data again; None if they do not."""
    path = Path(options.source)
    if options.source == _STDIN:
        with worded_as_options(options), Place.file(_PIPED):
            content = read_text_file(Path("/dev/stdin"), dialect=chosen_dialect(options))
        return problem_in_text(content, options, _PIPED)
    if path.suffix.lower() == COUNTS:
        return _problem_in_counts(path, options), None
    if getattr(options, "counts", None) is not None:
        return _problem_in_summary(path, options), None
    if path.suffix.lower() not in ("", ".toml") or _is_table_without_suffix(path, options):
        from exactnb.core.problem.from_table import problem_in_table

        return _problem_in_table(partial(problem_in_table, Problem, path), options)
    refuse_table_options(options)
    return _with_queries_asked(Problem.read(path, files=options.files), options, options.query), None


def _is_table_without_suffix(path: Path, options: argparse.Namespace) -> bool:
    """Say whether a file without an ending holds a table; what is piped in can be read only once."""
    if path.suffix or not path.is_file():
        return False
    with worded_as_options(options), source_place(options):
        return not is_toml(read_text_file(path, dialect=chosen_dialect(options)))


def _problem_in_counts(path: Path, options: argparse.Namespace) -> Problem:
    """Return the problem of a file of counts, whether exactnb or another engine wrote it."""
    from exactnb.core.problem.from_table import title_of
    from exactnb.scale.counting.as_problem import problem_of
    from exactnb.scale.counting.parquet import read_counts_file

    refuse_row_options(options)
    settings = as_keywords(vars(options))
    tally = read_counts_file(path)
    with Place.file(path), worded_as_options(options):
        family, column_families = chosen_families(settings.pop("family", None))
        return problem_of(
            tally,
            options.query or "",
            family=family,
            of_columns=column_families,
            title=title_of(path),
            **settings,
        )


def _problem_in_summary(path: Path, options: argparse.Namespace, *, is_tried: bool = False) -> Problem:
    """Return the problem of counts in a table as people write it, the rows of `data.counts`.

    If the query is refused, and the counts are not only tried, what was left out of them is noted.
    """
    from exactnb.core.problem.from_table import problem_of_counts

    refuse_row_options(options, allowed=("encoding", "skip"))
    read = partial(problem_of_counts, Problem, path, chosen_dialect(options))
    settings = {key: getattr(options, key) for key in OF_MODEL}
    with worded_as_options(options):
        try:
            return read(query=options.query or "", **settings)
        except ExactnbError:  # the counts were read: all of them?
            with suppress(ExactnbError):
                left_out = () if is_tried else read(query="", **settings).doubts
                say_doubts(left_out, options, Place.file(path))
            raise


def _command_of_counts(options: argparse.Namespace) -> str:
    """Return the command that reads the table of `options` as counts, "" if that is refused too."""
    from exactnb.interfaces.cli.advice import spelled

    words = list(getattr(options, "argv", ()))
    if options.source not in words or "counts" not in options:
        return ""
    place = words.index(options.source)
    words[place : place + 1] = ["--counts", options.source]
    with suppress(ExactnbError):
        _problem_in_summary(Path(options.source), options, is_tried=True)
        return spelled(argparse.Namespace(argv=words), {})
    return ""


def problem_in_text(
    content: str, options: argparse.Namespace, where: str
) -> tuple[Problem, _Read | None]:
    """Return the problem in `content`: a problem file if its first line begins one, else a table.

    And what reads the table again. `options` are those of the command; `where` is the place of errors.
    """
    with Place.file(where):
        if is_toml(content):
            refuse_table_options(options)
            problem = read_problem_text(Problem, content, Files.of(Path(_STDIN), options.files))
            return _with_queries_asked(problem, options, options.query), None
    from exactnb.core.problem.from_table import problem_in_content

    return _problem_in_table(partial(problem_in_content, Problem, content, where), options)


def _problem_in_table(read_table: _Read, options: argparse.Namespace) -> tuple[Problem, _Read]:
    from exactnb.core.problem.from_table import QueriesOf

    settings = as_keywords(vars(options))
    asks_rows = options.row is not None or options.query_file is not None
    plain = partial(
        read_table, query=QueriesOf(_queries_of_rows, options) if asks_rows else options.query
    )

    def read(**keywords: Any) -> Problem:
        return _with_asked(plain(**keywords), options)

    try:
        with worded_as_options(options):
            problem = read(**settings)
    except ExactnbError as error:
        from exactnb.interfaces.cli.advice import doubts_beside, next_command, query_without_values

        refusal = error
        if (
            error.place.parts[:1] == Place.of("--query").parts
        ):  # the data were read: as they were meant?
            try:
                with worded_as_options(options):
                    columns = query_without_values(options.query)
                    of_data = doubts_beside(read(query=columns, **settings), options.query)
                    say_doubts(of_data, options, source_place(options))
            except ExactnbError as earlier:
                refusal = earlier
        command, questions = next_command(read, options)
        if not command and (options.query or "exactnb solve --counts reads" in error.message):
            command = _command_of_counts(options)
        for note in (*questions, *([f"try: {command}"] if command else ())):
            refusal.add_note(note)
        raise refusal from None
    families = {block.family for part in problem.predictions.values() for block in part.model.blocks}
    if options.absent == "ignore" and not any(family.domain == "binary" for family in families):
        here = listing(family.name for family in families)
        raise InputError(f"is of bernoulli columns or words; those here are {here}", at="--absent")
    return problem, read


def _with_queries_asked(problem: Problem, options: argparse.Namespace, query: str | None) -> Problem:
    """Return a problem with the queries of the command line, if there are any, instead of its own.

    A `query` is typed; others are a row of the problem's own, or those of a table.
    """
    if query is None and options.row is None and options.query_file is None:
        return problem
    from exactnb.core.problem.asked_instead import with_queries, with_query

    if query is not None:
        with worded_as_options(options):
            return with_query(problem, query)
    return with_queries(problem, _queries_of_rows(options, problem.data))


def _queries_of_rows(options: argparse.Namespace, data: Data) -> Mapping[str, RawQuery]:
    """Return the queries that are a row of the `data`, or rows of another table, as `options` say."""
    from exactnb.core.problem.asked_instead import queries_in, row_of

    if options.row is not None:
        return at_option("--row", row_of, data, options.row)
    path, text = Path(options.query_file), getattr(data, "text", data.schema.text)
    read = partial(read_table_file, path, text=text)
    with worded_as_options(options):
        dialect = chosen_dialect(options).beside(path, lambda how: read(dialect=how)[0])
        header, rows = read(dialect=dialect)
    with Place.file(path):
        return queries_in(data, header, rows)


def refuse_table_options(options: argparse.Namespace) -> None:
    """Raise InputError if `options` has one for tables, although the source is a problem file."""
    refuse_options_given(options, (*OF_ROWS, *OF_MODEL), "needs a table; a problem file says it itself")


def refuse_row_options(options: argparse.Namespace, allowed: Collection[str] = ()) -> None:
    """Raise InputError if `options` has one for reading rows, other than `allowed`: it is counts."""
    keys = (*OF_ROWS, "row", "numbers", "categories")
    refuse_options_given(
        options, [k for k in keys if k not in allowed], "needs rows; counts say it themselves"
    )
