"""`exactnb sample`: draw exactly from a model, and write CSV."""

from __future__ import annotations

import argparse
from pathlib import Path

from exactnb.core.data.escaping import csv_row
from exactnb.core.model.quantity import budget_for_patience
from exactnb.core.problem.problem import Problem
from exactnb.errors import InputError, Place
from exactnb.explain.solution.sampling import sample
from exactnb.interfaces.cli.printing import at_option, errors_at_options, progress, write_output

_OPTIONS = {"count": "--count", "given": "--given", "length": "--length", "model": "--model"}


def run_sample(options: argparse.Namespace) -> None:
    """Draw observations as `options` say, and write them as CSV."""
    if options.output == "":
        raise InputError("expected a file name", at="-o")
    effort = at_option("--patience", budget_for_patience, options.patience)
    problem = Problem.read(Path(options.source), files=options.files)
    with Place.file(options.source), errors_at_options(_OPTIONS), progress("drawing"):
        draws = sample(
            problem,
            options.count,
            options.seed,
            given=options.given,
            length=options.length,
            model=options.model,
            effort=effort,
        )
    text = "".join(csv_row(row, raw=options.raw) for row in (draws.header, *draws.rows))
    write_output(text, options.output)
