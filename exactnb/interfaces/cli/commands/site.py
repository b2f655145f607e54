"""`exactnb site`: problems, theorems and a page that computes, as a folder to publish."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from exactnb.core.data.files import SITE
from exactnb.errors import InputError
from exactnb.interfaces.cli.output import check_folder, write_folder
from exactnb.interfaces.cli.printing import progress
from exactnb.interfaces.site.building import build


def run_site(options: argparse.Namespace) -> None:
    """Build the site that `options` describe, write it, and report what it lacks."""
    if not options.output:
        raise InputError("expected a folder", at="-o")
    problems = [Path(source) for source in options.sources]
    folder = check_folder(Path(options.output), problems, SITE)
    pyodide = Path(options.pyodide) if options.pyodide else None
    with progress("building the site") as reporter:
        files = build(problems, pyodide, reporter.tell)
        reporter.tell("writing")
        write_folder(folder, files)
    if pyodide is None:
        message = "the page that computes is left out; --pyodide names the folder of npm's pyodide"
        print(f"exactnb: {message}", file=sys.stderr)
