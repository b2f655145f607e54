"""`exactnb solve`: a problem file or a table in, a worked solution out."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from exactnb.core.model.effort import Effort, patient
from exactnb.core.problem.appearance import check_logarithm, check_rounding
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.styles import style
from exactnb.errors import HERE, InputError, quoted
from exactnb.explain.solution.levels import STANDARD, find_level
from exactnb.explain.solution.solution import Solution, solve
from exactnb.interfaces.cli.options import TEMPLATES
from exactnb.interfaces.cli.printing import (
    at_option,
    check_of_format,
    check_said,
    format_of,
    refuse,
    render,
    say_proved,
    write_out,
)
from exactnb.interfaces.cli.problems import COUNTS, place_of, problem_of
from exactnb.interfaces.cli.progress import progress

_TEMPLATE = "toml"


def run_solve(options: argparse.Namespace) -> None:
    """Read, solve and print as the options say.

    Raises an ExactnbError before anything is written.
    """
    output = options.output
    to = _format_of(options)
    if (options.source is None) == (options.counts is None):
        raise InputError("expected PROBLEM, or --counts with what was counted", at="solve")
    if options.counts is not None:
        if Path(options.counts).suffix.lower() != COUNTS:
            raise InputError(
                f"expected a file that ends in {COUNTS}; got {quoted(options.counts)}", at="--counts"
            )
        options.source = options.counts
    if options.sheet or options.answers:
        refuse(options, ("only", "why"), "goes with a solution")
    check_of_solution(options)
    problem = problem_of(options)
    with place_of(options), progress("solving"):
        text = _printed(solution_of(problem, options), to, options)
    write_out(text, output)
    if options.verify:
        say_proved("the theorems")


def check_of_solution(options: argparse.Namespace) -> None:
    """Refuse what options say of a solution before its problem is read."""
    check_said(options, level=find_level, digits=check_rounding, notation=style, log=check_logarithm)
    check_said(options, patience=patient)
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
            problem, log=log, pseudo_documents=options.pseudo_documents, chain_rule=options.chain_rule
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
        checks=options.checks,
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
