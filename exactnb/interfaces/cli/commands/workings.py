"""`exactnb check` of whole workings: text, Markdown or LaTeX of one student, or a folder of a class."""

from __future__ import annotations

import argparse
from pathlib import Path

from exactnb.core.data.readers import read_text_file
from exactnb.errors import InputError, Place, one_line
from exactnb.explain.rendering.formulas.text_math import to_ascii
from exactnb.interfaces.cli.printing import naming, refuse, text_width, write_output
from exactnb.interfaces.cli.progress import progress
from exactnb.teach.working.report import as_json, as_page, as_text, class_json, class_text
from exactnb.teach.working.working import Working, WorkingGrader

ENDINGS = (".md", ".tex", ".txt")
"""The endings of files that hold a working."""

_FORMATS = ("text", "json", "html")
_OTHERS = (
    "explain",
    "search",
    "roster",
    "before",
    "anonymous",
    "feedback",
    "submission",
    "student",
    "ignore",
)


def holds_workings(path: Path) -> bool:
    """Say whether a path is a working, or a folder whose files all are."""
    if not path.is_dir():
        return path.suffix.lower() in ENDINGS
    files = _files_in(path)
    return bool(files) and all(file.suffix.lower() in ENDINGS for file in files)


def run_workings(options: argparse.Namespace, to: str) -> int:
    """Verify and print as the options say; return 0 if no line is wrong, else 1.

    Raises an ExactnbError before anything is written.
    """
    if to not in _FORMATS:
        raise InputError(f"a working is reported as text, json or html; got {to}", at="--to")
    refuse(options, _OTHERS, "cannot be used with a working")
    share = 1 if options.follow_through is None else options.follow_through
    with Place.file(options.source), naming({"follow_through": "--follow-through"}):
        grader = WorkingGrader(options.source, follow_through=share)
    path = Path(options.answers)
    if not path.is_dir():
        with Place.file(path):
            working = grader.verify(read_text_file(path))
        title = ": ".join(filter(None, (grader.problem.title, path.stem)))
        reports = {
            "text": lambda: as_text(working, text_width(options)) + "\n",
            "json": lambda: as_json(working),
        }
        text = reports[to]() if to in reports else as_page(working, title)
        write_output(to_ascii(text) if options.ascii else text, options.output)
        return 0 if working.first_wrong is None else 1
    if to == "html":
        raise InputError("a folder of workings is reported as text or json", at="--to")
    workings = _of_class(grader, path)
    text = class_json(workings) if to == "json" else class_text(workings, text_width(options)) + "\n"
    write_output(to_ascii(text) if options.ascii else text, options.output)
    return (
        0 if all(isinstance(of, Working) and of.first_wrong is None for of in workings.values()) else 1
    )


def _files_in(folder: Path) -> list[Path]:
    return sorted(file for file in folder.iterdir() if file.is_file() and not file.name.startswith("."))


def _of_class(grader: WorkingGrader, folder: Path) -> dict[str, Working | str]:
    """Return the working of each student, by the name of the file; or why it was not read."""
    workings: dict[str, Working | str] = {}
    files = _files_in(folder)
    with progress("verifying") as shown:
        for number, file in enumerate(files):
            if number:
                shown.tell(f"verified {number:,} of {len(files):,}")
            try:
                workings[file.stem] = grader.verify(read_text_file(file))
            except Exception as error:  # one student's text costs only that student
                workings[file.stem] = one_line(str(error)) or type(error).__name__
    return workings
