"""`exactnb solve`: a problem file or a table in, a worked solution out."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from exactnb.cli.output import terminal_width, write_bytes, write_screen
from exactnb.data.readers import read_table_file
from exactnb.data.table import Table
from exactnb.errors import InputError, quoted
from exactnb.solution.problem import Problem
from exactnb.solution.solution import Solution, solve

__all__ = ["run_solve"]

_TABLES = (".csv", ".tsv", ".txt", ".jsonl")
_BY_ENDING = {".tex": "latex", ".json": "json"}
_MAX_DIGITS = 1_000


def run_solve(options: argparse.Namespace) -> None:
    """Read, solve and print as the options say.

    Raises an ExactnbError before anything is written.
    """
    output = options.output
    to = options.to or _BY_ENDING.get(Path(output or "").suffix.lower(), "text")
    if options.fragment and to != "latex":
        raise InputError("goes with --to latex", at="--fragment")
    if options.digits is not None and not 1 <= options.digits <= _MAX_DIGITS:
        raise InputError(f"expected 1 to {_MAX_DIGITS}; got {options.digits}", at="--digits")
    solution = solve(_problem(options), only=options.only, digits=options.digits)
    text = _render(solution, to, options, unicode=output is not None or _speaks_unicode())
    if output is not None:
        write_bytes(Path(output), text.encode())
    else:
        write_screen(text)


def _problem(options: argparse.Namespace) -> Problem:
    path = Path(options.source)
    if path.suffix.lower() not in _TABLES:
        for name in ("label", "query"):
            if getattr(options, name) is not None:
                raise InputError("goes with a table; a problem file says it itself", at=f"--{name}")
        return Problem.read(path)
    header, rows = read_table_file(path)
    try:
        table = Table.from_rows(rows, header, label=options.label)
        query = {} if options.query is None else {"x": _cells(options.query)}
        return Problem(table, query=query, title=path.stem.replace("_", " "))
    except InputError as error:
        given = error.at.partition(".")[0]
        if given == "query":
            raise InputError(error.message, at=error.at.replace("query.x", "--query", 1)) from None
        if given == "class":
            raise InputError(error.message, at="--label") from None
        if given == "families":
            message = error.message.replace("say how", "say in a problem file how")
            raise InputError(message).inside(str(path)) from None
        raise error.inside(str(path)) from None


def _cells(text: str) -> dict[str, object]:
    """Return the cells in "Outlook=Sunny, Wind=Strong"."""
    from exactnb.expression.grammar import parse

    if not text.strip():
        return {}
    try:
        items = parse(f"P({text})").left
    except InputError:
        items = ()
    if not items or any(item.sign != "=" for item in items):
        raise InputError(f'expected "Column=Value, Column=Value"; got {quoted(text)}', at="--query")
    names = [item.first for item in items]
    double = next((name for name in names if names.count(name) > 1), None)
    if double is not None:
        raise InputError(f"column {quoted(double)} is there twice", at="--query")
    return {item.first: item.second for item in items}


def _render(solution: Solution, to: str, options: argparse.Namespace, *, unicode: bool) -> str:
    try:
        if to == "latex":
            return solution.latex(fragment=options.fragment, notation=options.notation)
        if to == "json":
            return solution.json()
        width = 80 if options.output is not None else terminal_width()
        return solution.text(width=width, unicode=unicode, notation=options.notation)
    except InputError as error:
        raise error if error.at else InputError(error.message, at="--notation") from None


def _speaks_unicode() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
