"""`exactnb variants`: the same problem with other numbers, as a folder of files with their key."""

from __future__ import annotations

import argparse
from pathlib import Path

from exactnb.core.data.folders import VARIANTS
from exactnb.core.model.effort import patient
from exactnb.core.problem.ranges import misconception_ids
from exactnb.errors import HERE, InputError, Place, quoted
from exactnb.interfaces.cli.output import check_folder, write_folder, write_screen
from exactnb.interfaces.cli.printing import at_option
from exactnb.interfaces.cli.progress import progress
from exactnb.teach.grading.rosters import read_roster
from exactnb.teach.variants.folder import Variants
from exactnb.teach.variants.reasons import untold
from exactnb.teach.variants.searching import Search
from exactnb.teach.variants.students import variants_of
from exactnb.teach.variants.template import Template

_COUNT, _SEED = 100, "1"  # unless it is said
_MOST = 10_000  # variants of one call
_FIGURES = 100


def run_variants(options: argparse.Namespace) -> None:
    """Draw variants, write them, and print what they cannot tell.

    Raises an ExactnbError before anything is written.
    """
    count = _COUNT if options.count is None else _whole(options.count, "--count", _MOST)
    seed = _SEED if options.seed is None else options.seed
    figures, denominators = (
        given if given is None else _whole(given, option, most)
        for given, option, most in (
            (options.figures, "--figures", _FIGURES),
            (options.denominators, "--denominators", 10**9),
        )
    )
    effort = at_option("--patience", patient, options.patience)
    if not options.output:
        raise InputError("expected a folder", at="-o")
    source = Path(options.source)
    read = [source, *([Path(options.students)] if options.students else [])]
    folder = check_folder(Path(options.output), read, VARIANTS)
    roster = read_roster(Path(options.students)) if options.students else None
    template = Template.read(source, asked=options.ask, files=options.files)
    must = misconception_ids(options.must, Place.of("--must")) if options.must else []
    with Place.file(source), progress("drawing") as shown:
        search = Search(
            template,
            seed,
            figures=figures,
            denominators=denominators,
            must=tuple(must),
            effort=effort,
            told=shown.tell,
        )
        draws = list(search.variants(count))
        shown.tell("finding why some mistakes are not told")
        students = variants_of(roster, seed, count) if roster else {}
        variants = Variants(search, draws, untold(search), students, roster)
        files = variants.files()
        shown.tell("writing")
        write_folder(folder, files)
    write_screen(variants.summary())


def _whole(given: int, option: str, most: int) -> int:
    if not 1 <= given <= most:
        message = f"expected a whole number from 1 to {most:,}; got {quoted(given)}"
        raise InputError(message, at=HERE / option)
    return given
