"""`exactnb sample`: exact draws from a model, as CSV."""

from __future__ import annotations

import argparse
from pathlib import Path

from exactnb.core.data.escaping import csv_row
from exactnb.core.model.effort import patient
from exactnb.core.problem.problem import Problem
from exactnb.errors import InputError, Place
from exactnb.explain.solution.sampling import sample
from exactnb.interfaces.cli.printing import at_option, naming, write_out
from exactnb.interfaces.cli.progress import progress

_OPTIONS = {"count": "--count", "given": "--given", "length": "--length", "model": "--model"}


def run_sample(options: argparse.Namespace) -> None:
    """Draw observations and write them as CSV.

    Raises an ExactnbError before anything is written.
    """
    if options.output == "":
        raise InputError("expected a file name", at="-o")
    effort = at_option("--patience", patient, options.patience)
    problem = Problem.read(Path(options.source), files=options.files)
    with Place.file(options.source), naming(_OPTIONS), progress("drawing"):
        drawn = sample(
            problem,
            options.count,
            options.seed,
            given=options.given,
            length=options.length,
            model=options.model,
            effort=effort,
        )
    text = "".join(csv_row(row, raw=options.raw) for row in (drawn.header, *drawn.rows))
    write_out(text, options.output)
