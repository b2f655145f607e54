"""`exactnb check` of whole workings: text, Markdown or LaTeX of one student, or a folder of a class."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from exactnb.core.data.dialect import Dialect
from exactnb.core.data.readers import read_text_file
from exactnb.core.problem.table_options import worded_as_options
from exactnb.errors import InputError, Place, near, one_line
from exactnb.explain.rendering.formulas.text_math import to_ascii
from exactnb.interfaces.cli.commands.classes import files_in_folder
from exactnb.interfaces.cli.output import write_bytes
from exactnb.interfaces.cli.printing import (
    chosen_dialect,
    errors_at_options,
    progress,
    refuse_options_given,
    text_width,
    write_output,
)
from exactnb.interfaces.cli.problems import read_problem, source_place
from exactnb.interfaces.cli.stated import family_by_formula
from exactnb.teach.grading.derivations.grader import DerivationGrader
from exactnb.teach.grading.derivations.marking import AnsweringDerivations
from exactnb.teach.grading.derivations.questions import BY_THEOREM
from exactnb.teach.grading.reports.regrading import changes_since, read_earlier
from exactnb.teach.grading.working import class_report
from exactnb.teach.grading.working.grader import WorkingGrader, text_grader
from exactnb.teach.grading.working.report import as_json, as_page, as_text
from exactnb.teach.grading.working.working import Working

_Grader = WorkingGrader | DerivationGrader | AnsweringDerivations
_OF_ANSWERS = (".toml", ".json", ".csv", ".tsv", ".ipynb", ".xml")
_FORMATS = ("text", "json", "html")
_OTHERS = "explain search roster anonymous submission student ignore".split()  # noqa: SIM905


def run_workings(options: argparse.Namespace, to: str) -> int:
    """Verify as `options` say, and print in the form `to`; return 0 if no line is wrong, else 1."""
    path, dialect = Path(options.answers), chosen_dialect(options)
    if path.is_dir() and to not in (*_FORMATS, "csv"):
        expected = "a folder of workings is reported as text, json, html or csv"
        raise InputError(f"{expected}; got {to}", at="--to")
    if not path.is_dir() and to not in _FORMATS:
        raise InputError(f"a working is reported as text, json or html; got {to}", at="--to")
    if options.before is not None and (to == "csv" or not path.is_dir()):
        raise InputError("requires a folder, and --to text, json or html", at="--before")
    if path.suffix.lower() in _OF_ANSWERS:
        expected = "expected a derivation in .md, .tex or .txt; answers are checked against a problem"
        raise InputError(expected, at=Place.file(path))
    refuse_options_given(options, _OTHERS, "cannot be used with a working")
    grader = chosen_grader(options)
    earlier = None if options.before is None else read_earlier(Path(options.before))
    if path.is_dir():
        workings: dict[str, Working | str] = _workings_of_class(grader, path, dialect, options)
        changes = (
            None if earlier is None else changes_since(earlier, class_report.points_reports(workings))
        )
        if to == "text":
            text = class_report.class_text(workings, text_width(options), changes) + "\n"
        elif to == "csv":
            text = class_report.class_csv(workings)
        else:
            text = (
                class_report.class_json(workings, changes)
                if to == "json"
                else class_report.class_page(workings, grader.title or path.name, changes)
            )
    else:
        with worded_as_options(options), Place.file(path):
            working = grader.verify(read_text_file(path, dialect=dialect))
        workings = {path.stem: working}
        if to == "html":
            text = as_page(working, ": ".join(filter(None, (grader.title, path.stem))))
        else:
            text = as_json(working) if to == "json" else as_text(working, text_width(options)) + "\n"
    files = {}
    if options.feedback is not None:
        files = files_in_folder(options.feedback, class_report.feedback_pages(workings, grader.title))
    write_output(to_ascii(text) if options.ascii else text, options.output)
    for file, page in files.items():
        write_bytes(file, page.encode())
    right = (
        isinstance(entry, Working) and entry.is_decided and entry.first_wrong is None
        for entry in workings.values()
    )
    return 0 if all(right) else 1


def chosen_grader(options: argparse.Namespace) -> _Grader:
    """Return what verifies the workings or derivations that `options` name."""
    family = family_by_formula(options)
    if family is not None or options.source in BY_THEOREM:
        of_query = ("query", "row", "query_file") if options.of_table else ()
        refuse_options_given(options, ("follow_through", *of_query), "cannot be used with a derivation")
        return DerivationGrader(family or options.source)
    if not Path(options.source).exists() and "." not in options.source:
        hint = near(options.source, BY_THEOREM)
        raise InputError(f"no such file, and no theorem{hint}", at=options.source)
    share = 1 if options.follow_through is None else options.follow_through
    problem = read_problem(options) if options.of_table else options.source
    with source_place(options), errors_at_options({"follow_through": "--follow-through"}):
        return text_grader(problem, follow_through=share)


def _workings_of_class(
    grader: _Grader, folder: Path, dialect: Dialect, options: argparse.Namespace
) -> dict[str, Working | str]:
    """Return the working of each student, by the name of the file; or why it was not read.

    The words are those of `options`. The ending is a part of the name where that alone tells two files
    apart.
    """
    workings: dict[str, Working | str] = {}
    files = sorted(file for file in folder.iterdir() if not file.is_dir() and file.name[0] != ".")
    stems = Counter(file.stem for file in files)
    if not files:
        raise InputError("no file is in it", at=Place.file(folder))
    with progress("verifying") as reporter:
        for number, file in enumerate(files):
            if number:
                reporter.tell(f"verified {number:,} of {len(files):,}")
            name = file.stem if stems[file.stem] == 1 else file.name
            try:
                with worded_as_options(options):
                    workings[name] = grader.verify(read_text_file(file, dialect=dialect))
            except Exception as error:  # one student's text costs only that student
                workings[name] = one_line(str(error)) or type(error).__name__
    return workings
