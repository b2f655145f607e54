"""Read the answers of a class from a folder that has a file or a folder for each student.

A file that cannot be read costs no other student a mark: it becomes a sheet that is not readable.

How to read: `_entries` finds the students, `_sheet` reads the file of one of them, and `_with_students`
resolves names where files say whose they are.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path

from exactnb.core.data.files import why_not
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, listing, quoted
from exactnb.teach.grading.submissions.class_files import AnswerSheet, ClassFile
from exactnb.teach.grading.submissions.rosters import plain_name
from exactnb.teach.grading.submissions.variant_names import VariantNames

KINDS = (".toml", ".json", ".ipynb")
"""The endings of files with the answers of one student."""

_MOST = 100_000  # students
_MOST_OF_ONE = 10_000  # files of one student that are looked at
_LONGEST_NAME = 200


@frozen(slots=True)
class _Submission:
    """The files of one student, by paths in the folder: `answers`, and `unread` ones of other kinds.

    `faults` say why one could not be looked into.
    """

    answers: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def read_folder(
    folder: Path, names: VariantNames | None, read_file: Callable[[Path], AnswerSheet]
) -> ClassFile:
    """Return the sheets in a `folder` that holds one file or one folder for each student.

    `read_file` reads one file. `names` are those of the variants, if students had different ones. The
    student is named by the file itself, else by the folder or the file name; so is the variant. A file
    that cannot be read, one of an unknown kind, and one that claims to be another student's are sheets
    whose remark says so.

    Raises InputError for a folder that cannot be read or is empty.
    """
    with Place.file(folder):
        entries = _submissions_by_owner(folder)
        if not entries:
            raise InputError(f"holds no answers: {', '.join(KINDS)}")
    sheets = {
        owner: _submitted_sheet(folder, owner, submission, names, read_file)
        for owner, submission in entries.items()
    }
    return ClassFile(tuple(_with_students(sheets).values()), {})


def _submissions_by_owner(folder: Path) -> dict[str, _Submission]:
    """Return the submissions in a folder by their owner."""
    submissions: dict[str, _Submission] = {}
    for entry in _visible_entries(folder, _MOST):
        owner = _printable_file_name(
            entry.name if _is_folder(entry) else os.path.splitext(entry.name)[0]
        )
        submission = submissions.setdefault(owner, _Submission())
        try:
            _collect_files(folder, entry, submission)
        except InputError as error:
            submission.faults.append(str(error))
    return submissions


def _collect_files(folder: Path, entry: os.DirEntry[str], submission: _Submission) -> None:
    """Add the files at an entry, and in the folders below it, to a submission."""
    waiting, remaining = [entry], _MOST_OF_ONE
    while waiting:
        current = waiting.pop()
        if _is_folder(current):
            waiting += (within := _visible_entries(Path(current.path), remaining))
            remaining -= len(within)
        else:
            is_answer = current.name.lower().endswith(KINDS)
            (submission.answers if is_answer else submission.unread).append(
                os.path.relpath(current.path, folder)
            )


def _visible_entries(folder: Path, most: int) -> list[os.DirEntry[str]]:
    """Return the entries of a folder in order, without hidden ones such as Jupyter's checkpoints."""
    visible = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if not entry.name.startswith("."):
                    visible.append(entry)
                if len(visible) > most:
                    raise InputError(f"holds more than {most:,} files")
    except (OSError, ValueError) as error:
        raise InputError(why_not(folder, error)) from None
    return sorted(visible, key=lambda entry: entry.name)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Say whether an entry is a folder to look into; one named like an answer file is a file."""
    return entry.is_dir(follow_symlinks=False) and not entry.name.lower().endswith(KINDS)


def _submitted_sheet(
    folder: Path,
    owner: str,
    submission: _Submission,
    names: VariantNames | None,
    read_file: Callable[[Path], AnswerSheet],
) -> AnswerSheet:
    """Return the one sheet that a student handed in; errors become its remark."""
    unread = AnswerSheet(owner, {}).unread
    if submission.faults:
        return unread(submission.faults[-1])
    if not submission.answers:
        there = _few_names(submission.unread) if submission.unread else "nothing"
        return unread(f"expected a file that ends in {', '.join(KINDS)}; there is {there}")
    if len(submission.answers) > 1:
        names_of_files = _few_names(submission.answers)
        return unread(f"{len(submission.answers)} files: {names_of_files}; expected one")
    (name,) = submission.answers
    path = folder / name
    try:
        with Place.file(_printable_file_name(name)):
            if path.is_symlink():  # it could hand in the file of another, or of the instructor
                raise InputError("is a link; expected the file itself")
            sheet = _with_path_details(read_file(path), path, names, Path(name).with_suffix("").parts)
    except Exception as error:
        return unread(error)
    unread_files = [file for file in submission.unread if os.sep not in file]
    return replace(sheet, remark=f"not looked at: {_few_names(unread_files)}" if unread_files else "")


def _with_path_details(
    sheet: AnswerSheet, path: Path, names: VariantNames | None, inside: Sequence[str]
) -> AnswerSheet:
    """Return a sheet with the student that it claims, if any, and the variant that its path names."""
    claimed = "" if sheet.student == path.stem else " ".join(sheet.student.split())
    if len(claimed) > _LONGEST_NAME:
        raise InputError(f"a name of more than {_LONGEST_NAME} characters", at="student")
    sheet = replace(sheet, student=claimed)
    if names is not None and not sheet.variants:
        pair = next(
            filter(None, (names.variant_and_question_in(part) for part in reversed(inside))), None
        )
        sheet = replace(sheet, variants={"": pair[0]} if pair else {})
    return sheet


def _with_students(sheets: Mapping[str, AnswerSheet]) -> dict[str, AnswerSheet]:
    """Return the sheets by owner with their students, no two of one name.

    The owner, under whom a file was collected, is more reliable than a name in the file: nobody takes
    the place of another owner. Several files that claim one student stay under their owners' names.
    """
    owners = Counter(map(plain_name, sheets))
    claims = {owner: sheet.student or owner for owner, sheet in sheets.items()}
    claimants = Counter(map(plain_name, claims.values()))
    renamed = {}
    for owner, sheet in sheets.items():
        claim = claims[owner]
        is_owner = plain_name(claim) == plain_name(owner)
        says = f"says that it is of {quoted(claim)}"
        if not is_owner and owners[plain_name(claim)]:
            sheet = replace(sheet, student=owner).unread(f"{says}, who handed in another")
        elif claimants[plain_name(claim)] > 1:
            doubt = "" if is_owner else f"{says}, as another does"
            sheet = replace(sheet, student=owner, remark="; ".join(filter(None, (sheet.remark, doubt))))
        else:
            sheet = replace(sheet, student=claim)
        renamed[owner] = sheet
    return renamed


def _few_names(names: Sequence[str]) -> str:
    return listing(map(_printable_file_name, sorted(names)[:3])) + (", …" if len(names) > 3 else "")


def _printable_file_name(name: str) -> str:
    r"""Return a file name as text: bytes that are not UTF-8 are escaped, as in \xff."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")
