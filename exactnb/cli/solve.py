"""`exactnb solve`: a problem file or a table in, a worked solution out."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from exactnb.cli.options import TEMPLATES
from exactnb.cli.printing import at_option, check_fragment, format_of, render, write_out
from exactnb.data.readers import TABLE_ENDINGS, read_table_file
from exactnb.data.table import Table
from exactnb.errors import ExactnbError, InputError, quoted
from exactnb.model.effort import Effort, patient
from exactnb.problem.appearance import check_logarithm, check_rounding
from exactnb.problem.problem import Problem
from exactnb.problem.styles import style
from exactnb.solution.levels import STANDARD, level_named
from exactnb.solution.solution import Solution, solve

_TEMPLATE = "toml"


def run_solve(options: argparse.Namespace) -> None:
    """Read, solve and print as the options say.

    Raises an ExactnbError before anything is written.
    """
    output = options.output
    to = _format_of(options)
    level = STANDARD if options.level is None else at_option("--level", level_named, options.level)
    for option in ("only", "why"):
        if (options.sheet or options.answers) and getattr(options, option):
            raise InputError("goes with a solution", at=f"--{option}")
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
        at_option("--only", problem.resolve, name, "", Effort(effort))
    try:
        solution = solve(
            problem,
            only=options.only,
            digits=options.digits,
            why=options.why,
            level=level.name,
            effort=effort,
        )
        text = _printed(solution, to, options)
    except ExactnbError as error:
        raise error.inside(options.source) from None
    write_out(text, output)


def _format_of(options: argparse.Namespace) -> str:
    """Return what is printed: a solution or a sheet in a format, or answers as a file of their own."""
    if not options.answers:
        if options.to in TEMPLATES:
            raise InputError(f"{options.to} goes with --answers", at="--to")
        return format_of(options)
    if options.to is None and options.output is not None:
        ending = Path(options.output).suffix.lower()
        if ending.removeprefix(".") in TEMPLATES:
            return ending.removeprefix(".")
    if options.to in TEMPLATES or (options.to is None and options.output is None):
        check_fragment(options, str(options.to))
        return options.to or _TEMPLATE
    return format_of(options)


def _printed(solution: Solution, to: str, options: argparse.Namespace) -> str:
    """Return a solution, or its sheet, or the template of its answers."""
    if not options.answers:
        return render(solution.sheet() if options.sheet else solution, to, options)
    template = solution.answers()
    own = {"toml": template.toml, "csv": template.csv, "json": template.json}
    return own[to]() if to in own else render(template, to, options)


def _problem(options: argparse.Namespace) -> Problem:
    path = Path(options.source)
    if path.suffix.lower() not in TABLE_ENDINGS:
        for name in ("label", "query"):
            if getattr(options, name) is not None:
                raise InputError("goes with a table; a problem file says it itself", at=f"--{name}")
        return Problem.read(path, files=options.files)
    header, rows = read_table_file(path)
    if "text" in header:
        message = "a column of texts needs a problem file (exactnb new bernoulli writes one)"
        raise InputError(message, at=str(path))
    cells = None if options.query is None else _cells(options.query)
    try:
        table = Table.from_rows(rows, header, label=options.label)
        query = {} if cells is None else {table.schema.free_name("x"): cells}
        title = path.stem.encode(errors="replace").decode().replace("_", " ")
        return Problem(table, query=query, title=title)
    except InputError as error:
        if options.label is None and error.message == "a row without a class":
            error = InputError(f"{error.message}; --label names another column", at=error.at)
        raise _named(error, path) from None


def _named(error: InputError, path: Path) -> ExactnbError:
    """Return an error in the words of the command line: with the option, or else the file."""
    if error.at.startswith("query."):
        rest = error.at.removeprefix("query.").partition(".")[2]
        return InputError(error.message, at=f"--query.{rest}" if rest else "--query")
    if error.at == "class":
        return InputError(error.message, at="--label")
    if error.at == "model.families":
        message = error.message.replace("; say how", "; say in a problem file how")
        return InputError(message, at=str(path))
    return error.inside(str(path))


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
