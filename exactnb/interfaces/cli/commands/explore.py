"""`exactnb explore`: why a query is decided as it is, and what would change the decision."""

from __future__ import annotations

import argparse
from dataclasses import replace

from exactnb.core.model.quantity import budget_for_patience
from exactnb.core.problem.choice import read_digits
from exactnb.core.problem.styles import style
from exactnb.explain.solution.exploring import explore
from exactnb.interfaces.cli import printing
from exactnb.interfaces.cli.problems import read_problem, source_place


def run_explore(options: argparse.Namespace) -> None:
    """Explore a problem as `options` say, and print the result."""
    to = printing.chosen_format(options)
    printing.check_values(options, digits=read_digits, notation=style)
    effort = printing.at_option("--patience", budget_for_patience, options.patience)
    problem = read_problem(options)
    if options.digits is not None:
        problem = replace(problem, digits=options.digits)
    with source_place(options), printing.progress("exploring") as reporter:
        exploration = explore(problem, options.queries, effort=effort, tell=reporter.tell)
        text = printing.render(exploration, to, options)
    printing.write_output(text, options.output)
