"""`exactnb explore`: why a query is decided as it is, and when it would be decided otherwise."""

from __future__ import annotations

import argparse
from dataclasses import replace

from exactnb.core.model.effort import patient
from exactnb.core.problem.appearance import check_rounding
from exactnb.core.problem.styles import style
from exactnb.explain.solution.exploring import explore
from exactnb.interfaces.cli.printing import at_option, check_said, format_of, render, write_out
from exactnb.interfaces.cli.problems import place_of, problem_of
from exactnb.interfaces.cli.progress import progress


def run_explore(options: argparse.Namespace) -> None:
    """Read, explore and print as the options say.

    Raises an ExactnbError before anything is written.
    """
    to = format_of(options)
    check_said(options, digits=check_rounding, notation=style)
    effort = at_option("--patience", patient, options.patience)
    problem = problem_of(options)
    if options.digits is not None:
        problem = replace(problem, digits=options.digits)
    with place_of(options), progress("exploring") as shown:
        found = explore(problem, options.queries, effort=effort, tell=shown.tell)
        text = render(found, to, options)
    write_out(text, options.output)
