"""`exactnb site`: problems, theorems and a page that computes, as a folder that can be published."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from exactnb.core.data.folders import SITE
from exactnb.errors import InputError
from exactnb.interfaces.cli.output import check_folder, write_folder
from exactnb.interfaces.cli.progress import progress
from exactnb.interfaces.site.building import build


def run_site(options: argparse.Namespace) -> None:
    """Build the site, write it, and say in one line what it lacks.

    Raises an ExactnbError before anything is written.
    """
    if not options.output:
        raise InputError("expected a folder", at="-o")
    problems = [Path(source) for source in options.sources]
    folder = check_folder(Path(options.output), problems, SITE)
    pyodide = Path(options.pyodide) if options.pyodide else None
    with progress("building the site") as shown:
        files = build(problems, pyodide, shown.tell)
        shown.tell("writing")
        write_folder(folder, files)
    if pyodide is None:
        told = "the page that computes is left out; --pyodide names the folder of npm's pyodide"
        print(f"exactnb: {told}", file=sys.stderr)
