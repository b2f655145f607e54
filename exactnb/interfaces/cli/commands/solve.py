"""`exactnb solve`: print the worked solution of a problem file or table."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

from exactnb.core.model.quantity import Effort, budget_for_patience
from exactnb.core.problem.choice import check_word, read_digits
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.styles import style
from exactnb.errors import HERE, InputError, quoted
from exactnb.explain.solution.printed import STANDARD, find_level
from exactnb.explain.solution.solution import Solution, solve
from exactnb.interfaces.cli import printing
from exactnb.interfaces.cli.options import TEMPLATES
from exactnb.interfaces.cli.problems import read_problem, source_place

_TEMPLATE = "toml"
_OF_SOLUTIONS = ("only", "why", "checks", "log", "pseudo_documents", "chain_rule")


def run_solve(options: argparse.Namespace) -> None:
    """Solve a problem as `options` say, and print the solution."""
    output = options.output
    to = _chosen_format(options)
    if (options.source is None) == (options.counts is None):
        raise InputError("expected PROBLEM, or --counts with what was counted", at="solve")
    if options.counts is not None:
        options.source = options.counts
    if options.sheet or options.answers:
        level = ["level"] * options.answers  # a sheet may show less of its data
        printing.refuse_options_given(options, (*_OF_SOLUTIONS, *level), "needs a solution")
    check_solution_options(options)
    problem = read_problem(options)
    if options.sheet:
        _say_unjudged(problem)
    with source_place(options), printing.progress("solving"):
        text = _printed_text(solve_with_options(problem, options), to, options)
    printing.write_output(text, output)
    if options.verify:
        printing.say_proved("the theorems")


def _say_unjudged(problem: Problem) -> None:
    """Say which questions of a sheet ask for derivations that `exactnb check` leaves to a person."""
    if any(question.is_derivation for question in problem.questions):
        from exactnb.teach.grading.derivations.marking import left_to_a_person

        for key, why in left_to_a_person(problem.questions).items():
            _print_note(f"question {quoted(key)}: {why}")


def check_solution_options(options: argparse.Namespace) -> None:
    """Validate the solution `options` before the problem is read; raise InputError."""
    log = partial(check_word, "log")
    printing.check_values(options, level=find_level, digits=read_digits, notation=style, log=log)
    printing.check_values(options, patience=budget_for_patience)
    if options.verify and not options.why:
        raise InputError("needs --why: a solution's own lines are verified every time", at="--verify")


def solve_with_options(problem: Problem, options: argparse.Namespace) -> Solution:
    """Return the solution of `problem` as `options` say."""
    check_solution_options(options)
    effort = budget_for_patience(options.patience)
    if options.shown is not None:
        problem = replace(problem, number_style=options.shown)
    if options.log is not None or options.pseudo_documents or options.chain_rule:
        log = problem.log if options.log is None else options.log
        problem = replace(
            problem, log=log, pseudo_documents=options.pseudo_documents, chain_rule=options.chain_rule
        )
    for name in options.only:
        printing.at_option("--only", problem.resolve, name, HERE, Effort(effort))
    solution = solve(
        problem,
        only=options.only,
        digits=options.digits,
        why=options.why,
        level=options.level or STANDARD.name,
        effort=effort,
        anew=options.verify,
        checks=options.checks,
    )
    steps = solution.verified.derivation.steps
    if options.why and not any(step.theorem for step in steps):
        _print_note("--why: no theorem is about these estimates, as none is where rows count in part")
    if options.chain_rule and not any(step.key == "chain rule" for step in steps):
        _print_note(
            "--chain-rule: nothing to show: it needs a joint of 2 to 30 columns with a factor each"
        )
    return solution


def _print_note(sentence: str) -> None:
    print(f"exactnb: note: {sentence}", file=sys.stderr)


def _chosen_format(options: argparse.Namespace) -> str:
    """Return the format of a solution or sheet, or the file type of a template of answers."""
    if not options.answers:
        if options.to in TEMPLATES:
            raise InputError(f"{options.to} needs --answers", at="--to")
        return printing.chosen_format(options)
    if options.to is None and options.output is not None:
        ending = Path(options.output).suffix.lower()
        if ending.removeprefix(".") in TEMPLATES:
            return ending.removeprefix(".")
    if options.to in TEMPLATES or (options.to is None and options.output is None):
        to = options.to or _TEMPLATE
        printing.check_format_options(options, to)
        return to
    return printing.chosen_format(options)


def _printed_text(solution: Solution, to: str, options: argparse.Namespace) -> str | bytes:
    """Return a solution, its sheet, or a template of its answers."""
    if not options.answers:
        return printing.render(solution.sheet() if options.sheet else solution, to, options)
    template = solution.answers()
    writers = {"toml": template.toml, "csv": template.csv, "json": template.json}
    return writers[to]() if to in writers else printing.render(template, to, options)
