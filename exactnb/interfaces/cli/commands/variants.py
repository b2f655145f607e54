"""`exactnb variants`: the same problem with other numbers, as a folder of files with a key."""

from __future__ import annotations

import argparse
from pathlib import Path

from exactnb.core.data.files import VARIANTS
from exactnb.core.model.quantity import budget_for_patience
from exactnb.core.problem.reading import misconception_ids
from exactnb.errors import InputError, Place
from exactnb.interfaces.cli.output import check_folder, write_folder, write_screen
from exactnb.interfaces.cli.printing import at_option, number_up_to, progress
from exactnb.teach.exporting.exporting import FIGURES
from exactnb.teach.exporting.pools import restrict_to_exportable
from exactnb.teach.grading.submissions.rosters import read_roster
from exactnb.teach.variants.folder import Variants, assign_variants
from exactnb.teach.variants.reasons import find_undistinguished
from exactnb.teach.variants.searching import Search
from exactnb.teach.variants.template import Template

_COUNT, _SEED = 100, "1"  # the defaults
_MOST = 10_000  # most variants of one call
_FIGURES = 100


def run_variants(options: argparse.Namespace) -> None:
    """Draw variants as `options` say, write them, and print which mistakes they cannot distinguish."""
    count = _COUNT if options.count is None else number_up_to(options.count, "--count", _MOST)
    seed = _SEED if options.seed is None else options.seed
    figures, denominators = (
        number if number is None else number_up_to(number, option, most)
        for number, option, most in (
            (options.figures, "--figures", _FIGURES),
            (options.denominators, "--denominators", 10**9),
        )
    )
    effort = at_option("--patience", budget_for_patience, options.patience)
    if not options.output:
        raise InputError("expected a folder", at="-o")
    source = Path(options.source)
    read = [source, *([Path(options.students)] if options.students else [])]
    folder = check_folder(Path(options.output), read, VARIANTS)
    roster = read_roster(Path(options.students)) if options.students else None
    template = Template.read(source, requested=options.ask, files=options.files)
    must = misconception_ids(options.must, Place.of("--must")) if options.must else []
    with Place.file(source), progress("drawing") as reporter:
        search = Search(
            template,
            seed,
            figures=figures,
            denominators=denominators,
            must=tuple(must),
            effort=effort,
            progress=reporter.tell,
        )
        merged = restrict_to_exportable(search, FIGURES if figures is None else figures)
        draws = list(search.variants(count))
        reporter.tell("finding why some mistakes are not told")
        students = assign_variants(roster, seed, count) if roster else {}
        variants = Variants(search, draws, find_undistinguished(search), students, roster)
        files = variants.files()
        reporter.tell("writing")
        write_folder(folder, files)
    note = f"export needs more --figures than usual: {merged}\n" if merged else ""
    write_screen(variants.summary() + note)
