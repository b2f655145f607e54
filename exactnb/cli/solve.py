"""`exactnb solve`: a problem file or a table in, a worked solution out."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import reduce
from pathlib import Path

from exactnb.cli.printing import at_option, format_of, render, write_out
from exactnb.data.readers import TABLE_ENDINGS, read_table_file
from exactnb.data.table import Table
from exactnb.errors import HERE, ExactnbError, InputError, Place, quoted
from exactnb.model.effort import Effort, patient
from exactnb.problem.appearance import check_logarithm, check_rounding
from exactnb.problem.problem import Problem
from exactnb.problem.styles import style
from exactnb.solution.solution import solve


def run_solve(options: argparse.Namespace) -> None:
    """Read, solve and print as the options say.

    Raises an ExactnbError before anything is written.
    """
    output = options.output
    to = format_of(options)
    if options.digits is not None:
        at_option("--digits", check_rounding, options.digits)
    if options.notation is not None:
        at_option("--notation", style, options.notation)
    if options.log is not None:
        at_option("--log", check_logarithm, options.log)
    effort = at_option("--patience", patient, options.patience)
    problem = _problem(options)
    if options.log is not None or options.pseudo_documents or options.chain_rule:
        log = problem.log if options.log is None else options.log
        problem = replace(
            problem,
            log=log,
            pseudo_documents=options.pseudo_documents,
            chain_rule=options.chain_rule,
        )
    for name in options.only:
        at_option("--only", problem.resolve, name, HERE, Effort(effort))
    with Place.file(options.source):
        solution = solve(
            problem, only=options.only, digits=options.digits, why=options.why, effort=effort
        )
        text = render(solution, to, options)
    write_out(text, output)


def _problem(options: argparse.Namespace) -> Problem:
    path = Path(options.source)
    if path.suffix.lower() not in TABLE_ENDINGS:
        for name in ("label", "query"):
            if getattr(options, name) is not None:
                raise InputError("goes with a table; a problem file says it itself", at="--" + name)
        return Problem.read(path, files=options.files)
    header, rows = read_table_file(path)
    if "text" in header:
        message = "a column of texts needs a problem file (exactnb new bernoulli writes one)"
        raise InputError(message, at=Place.file(path))
    cells = None if options.query is None else _cells(options.query)
    try:
        table = Table.from_rows(rows, header, label=options.label)
        query = {} if cells is None else {table.schema.free_name("x"): cells}
        title = path.stem.encode(errors="replace").decode().replace("_", " ")
        return Problem(table, query=query, title=title)
    except InputError as error:
        if options.label is None and error.message == "a row without a class":
            error = error.saying(f"{error.message}; --label names another column")
        raise _named(error, path) from None


def _named(error: InputError, path: Path) -> ExactnbError:
    """Return an error in the words of the command line: with the option, or else the file."""
    match error.place.keys:
        case ["query", _, *columns]:
            return error.said_by(reduce(Place.__truediv__, columns, Place.of("--query")))
        case ["class"]:
            return error.said_by("--label")
        case ["model", "families"]:
            message = error.message.replace("; say how", "; say in a problem file how")
            return error.saying(message).moved(Place.file(path))
    return error.under(Place.file(path))


def _cells(text: str) -> dict[str, object]:
    """Return the cells in "Outlook=Sunny, Wind=Strong"."""
    from exactnb.naming.grammar import SyntaxName, parse

    if not text.strip():
        return {}
    try:
        syntax = parse(f"P({text})")
    except InputError:
        syntax = SyntaxName("")
    items = syntax.left
    plain = SyntaxName("P", items)
    if syntax != plain or not items or any(item.sign != "=" for item in items):
        raise InputError(f'expected "Column=Value, Column=Value"; got {quoted(text)}', at="--query")
    names = [item.first for item in items]
    double = next((name for name in names if names.count(name) > 1), None)
    if double is not None:
        raise InputError(f"column {quoted(double)} is there twice", at="--query")
    return {item.first: item.second for item in items}
