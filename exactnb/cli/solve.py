"""`exactnb solve`: a problem file or a table in, a worked solution out."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from exactnb.cli.options import TEMPLATES
from exactnb.cli.printing import (
    at_option,
    check_of_format,
    dialect_of,
    format_of,
    render,
    say_proved,
    write_out,
)
from exactnb.cli.progress import progress
from exactnb.cli.tables import check_none_of_table, options_named, said_of_table
from exactnb.data.files import Files
from exactnb.data.readers import TABLE_ENDINGS, read_text_file
from exactnb.errors import HERE, InputError, Place
from exactnb.model.effort import Effort, patient
from exactnb.problem.appearance import check_logarithm, check_rounding
from exactnb.problem.asked_instead import with_query
from exactnb.problem.from_table import problem_in_content, problem_in_table
from exactnb.problem.problem import Problem
from exactnb.problem.problem_file import read_problem_text
from exactnb.problem.styles import style
from exactnb.problem.toml import is_toml
from exactnb.solution.levels import STANDARD, level_named
from exactnb.solution.solution import Solution, solve

_TEMPLATE = "toml"

STDIN = "-"
"""The name of what is piped in, as an argument."""

PIPED = "standard input"
"""The same in messages."""


def run_solve(options: argparse.Namespace) -> None:
    """Read, solve and print as the options say.

    Raises an ExactnbError before anything is written.
    """
    output = options.output
    to = _format_of(options)
    for option in ("only", "why"):
        if (options.sheet or options.answers) and getattr(options, option):
            raise InputError("goes with a solution", at="--" + option)
    check_of_solution(options)
    problem = _problem(options)
    with Place.file(PIPED if options.source == STDIN else options.source), progress("solving"):
        text = _printed(solution_of(problem, options), to, options)
    write_out(text, output)
    if options.verify:
        say_proved("the theorems")


def check_of_solution(options: argparse.Namespace) -> None:
    """Refuse what options say of a solution before its problem is read."""
    if options.level is not None:
        at_option("--level", level_named, options.level)
    if options.digits is not None:
        at_option("--digits", check_rounding, options.digits)
    if options.notation is not None:
        at_option("--notation", style, options.notation)
    if options.log is not None:
        at_option("--log", check_logarithm, options.log)
    at_option("--patience", patient, options.patience)
    if options.verify and not options.why:
        raise InputError(
            "goes with --why: a solution's own lines are verified every time", at="--verify"
        )


def solution_of(problem: Problem, options: argparse.Namespace) -> Solution:
    """Return the solution of a problem as the options say."""
    check_of_solution(options)
    effort = patient(options.patience)
    if options.shown is not None:
        problem = replace(problem, numbers=options.shown)
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
    return solve(
        problem,
        only=options.only,
        digits=options.digits,
        why=options.why,
        level=options.level or STANDARD.name,
        effort=effort,
        anew=options.verify,
    )


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
        to = options.to or _TEMPLATE
        check_of_format(options, to)
        return to
    return format_of(options)


def _printed(solution: Solution, to: str, options: argparse.Namespace) -> str | bytes:
    """Return a solution, or its sheet, or the template of its answers."""
    if not options.answers:
        return render(solution.sheet() if options.sheet else solution, to, options)
    template = solution.answers()
    own = {"toml": template.toml, "csv": template.csv, "json": template.json}
    return own[to]() if to in own else render(template, to, options)


def _problem(options: argparse.Namespace) -> Problem:
    """Return the problem: of a file, of a table, or of what is piped in."""
    path = Path(options.source)
    if options.source == STDIN:
        return _piped(options)
    if path.suffix.lower() in TABLE_ENDINGS:
        return _of_table(partial(problem_in_table, Problem, path), options)
    check_none_of_table(options)
    return _asked(Problem.read(path, files=options.files), options)


def _piped(options: argparse.Namespace) -> Problem:
    """Return the problem on standard input: in a problem file if its first line begins one."""
    with Place.file(PIPED):
        content = read_text_file(Path("/dev/stdin"), dialect=dialect_of(options))
    return problem_as_typed(content, options, PIPED)


def problem_as_typed(content: str, options: argparse.Namespace, where: str) -> Problem:
    """Return the problem in a text: a problem file if its first line begins one, or else a table."""
    with Place.file(where):
        if is_toml(content):
            check_none_of_table(options)
            found = read_problem_text(Problem, content, Files.of(Path(STDIN), options.files))
            return _asked(found, options)
    return _of_table(partial(problem_in_content, Problem, content, where), options)


def _of_table(read: Callable[..., Problem], options: argparse.Namespace) -> Problem:
    said = said_of_table(options)
    with options_named():
        return read(query=options.query, **said)


def _asked(problem: Problem, options: argparse.Namespace) -> Problem:
    """Return a problem with the query of the command line instead of its own, if there is one."""
    if options.query is None:
        return problem
    with options_named():
        return with_query(problem, options.query)
