"""`exactnb export`: write problems as questions of a course system, in its own format."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from exactnb.core.data.files import EXPORT, VARIANTS
from exactnb.core.model.quantity import budget_for_patience
from exactnb.core.problem.reading import misconception_ids
from exactnb.errors import InputError, Place
from exactnb.interfaces.cli.output import check_folder, write_bytes, write_folder, write_screen
from exactnb.interfaces.cli.printing import at_option, errors_at_options, progress
from exactnb.teach.exporting.exporting import FIGURES, Export, Request, files_of_systems
from exactnb.teach.grading.submissions.rosters import read_roster

_SEED = "1"  # the default
_MOST = 10_000  # most variants of one call
_NAMES = {name: f"--{name}" for name in ("to", "count", "figures", "credit", "must", "denominators")}


def run_export(options: argparse.Namespace) -> None:
    """Write the questions that `options` ask for, and print a summary."""
    with progress("reading") as reporter:
        request = _request(options, reporter.tell)
        target = Path(options.output)
        is_folder = request.is_folder
        if is_folder:
            target = check_folder(target, _read_files(options), EXPORT)
        problems_folder = _problems_folder(options)
        with errors_at_options(_NAMES):
            exports = request.exports([Path(source) for source in options.source])
        reporter.tell("printing")
        files = files_of_systems(exports, Export.files)
        problems = files_of_systems(exports, Export.problems) if problems_folder else {}
        reporter.tell("writing")
        if is_folder:
            write_folder(target, {EXPORT.name: EXPORT.content, **files})
        else:
            write_bytes(target, next(iter(files.values())))
        if problems_folder:
            write_folder(problems_folder, {VARIANTS.name: VARIANTS.content, **problems})
    for name, export in exports.items():
        write_screen(f"{name}\n" * (len(exports) > 1) + export.summary())


def _read_files(options: argparse.Namespace) -> list[Path]:
    return [Path(path) for path in (*options.source, options.students) if path]


def _problems_folder(options: argparse.Namespace) -> Path | None:
    """Return the folder for the problem file of each item, if there is to be one."""
    if options.problems is None:
        return None
    if not options.problems:
        raise InputError("expected a folder", at="--problems")
    return check_folder(Path(options.problems), _read_files(options), VARIANTS)


def _request(options: argparse.Namespace, tell: Callable[[str], object]) -> Request:
    """Return the request for questions, checked before any problem is read."""
    if not options.output:
        raise InputError("expected a file name", at="-o")
    if options.count is not None and options.count > _MOST:
        raise InputError(f"expected a whole number from 1 to {_MOST:,}", at="--count")
    with errors_at_options(_NAMES):
        takes_list = options.problems is not None or Request(options.to).is_folder
    if options.students and (options.count is None or not takes_list):
        message = "needs --count, and --problems or a system that takes a folder"
        raise InputError(message, at="--students")
    if options.count is None and options.seed is not None:
        raise InputError("needs a count of variants", at="--seed")
    seed = _SEED if options.seed is None else options.seed
    with errors_at_options(_NAMES):
        return Request(
            options.to,
            options.count,
            seed,
            tuple(options.ask),
            FIGURES if options.figures is None else options.figures,
            0 if options.credit is None else options.credit,
            tuple(misconception_ids(options.must, Place.of("--must"))) if options.must else (),
            options.denominators,
            at_option("--patience", budget_for_patience, options.patience),
            options.files,
            read_roster(Path(options.students)) if options.students else None,
            tell,
        )
