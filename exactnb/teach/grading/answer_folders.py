"""Read the answers of a class from a folder that has a file or a folder for each student.

Whatever one of them hands in costs nobody else a mark: it is a sheet that says why it is not readable.

How to read: `_entries` finds the students, `_sheet` reads what one of them handed in, and `_named`
settles who is who where files say whose they are.
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
from exactnb.teach.grading.class_files import ClassFile, Sheet
from exactnb.teach.grading.rosters import plain_name
from exactnb.teach.grading.variants_named import VariantNames

KINDS = (".toml", ".json", ".ipynb")
"""The endings of files with the answers of one student."""

_MOST = 100_000  # students
_MOST_OF_ONE = 10_000  # files of one student that are looked at
_LONGEST_NAME = 200


@frozen(slots=True)
class _HandedIn:
    """What stands under one name: files of a kind that is read, and others; paths are in the folder."""

    answers: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)


def read_folder(
    folder: Path, names: VariantNames | None, read_file: Callable[[Path], Sheet]
) -> ClassFile:
    """Return the sheets in a folder that has one for each student, or a file.

    The student is the folder, or where it lies in none the name of the file, unless the file says it;
    the variant is what the file says, or the folder or the file is called. What cannot be read, what is
    of no known kind, and a file that says it is of a student who has one, is a sheet that says so.

    Raises InputError for a folder that cannot be read or is empty.
    """
    with Place.file(folder):
        entries = _entries(folder)
        if not entries:
            raise InputError(f"holds no answers: {', '.join(KINDS)}")
    sheets = {owner: _sheet(folder, owner, of, names, read_file) for owner, of in entries.items()}
    return ClassFile(tuple(_named(sheets).values()), {})


def _entries(folder: Path) -> dict[str, _HandedIn | str]:
    """Return what lies in a folder by the student, or why it cannot be looked at."""
    found: dict[str, _HandedIn | str] = {}
    for entry in _listed(folder, _MOST):
        is_folder = _is_folder(entry)
        owner = _readable(entry.name if is_folder else os.path.splitext(entry.name)[0])
        of = found.setdefault(owner, _HandedIn())
        try:
            if isinstance(of, _HandedIn):
                _look_into(folder, entry, of)
        except InputError as error:
            found[owner] = str(error)
    return found


def _look_into(folder: Path, entry: os.DirEntry[str], of: _HandedIn) -> None:
    """Add the files at an entry, and in the folders below it, to what a student handed in."""
    waiting, left = [entry], _MOST_OF_ONE
    while waiting:
        each = waiting.pop()
        if _is_folder(each):
            waiting += (within := _listed(Path(each.path), left))
            left -= len(within)
        else:
            is_known = each.name.lower().endswith(KINDS)
            (of.answers if is_known else of.others).append(os.path.relpath(each.path, folder))


def _listed(folder: Path, most: int) -> list[os.DirEntry[str]]:
    """Return what lies in a folder, in order; what is hidden, as Jupyter's checkpoints, is none."""
    found = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if not entry.name.startswith("."):
                    found.append(entry)
                if len(found) > most:
                    raise InputError(f"holds more than {most:,} files")
    except (OSError, ValueError) as error:
        raise InputError(why_not(folder, error)) from None
    return sorted(found, key=lambda entry: entry.name)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Say whether there are files in it: one that is called as a file, or is a link, is read as one."""
    return entry.is_dir(follow_symlinks=False) and not entry.name.lower().endswith(KINDS)


def _sheet(
    folder: Path,
    owner: str,
    of: _HandedIn | str,
    names: VariantNames | None,
    read_file: Callable[[Path], Sheet],
) -> Sheet:
    """Return the one sheet that a student handed in; whatever goes wrong with it is its remark."""
    unread = Sheet(owner, {}).unread
    if isinstance(of, str):
        return unread(of)
    if not of.answers:
        there = f"there is {_few(of.others)}" if of.others else "there is nothing"
        return unread(f"expected a file that ends in {', '.join(KINDS)}; {there}")
    if len(of.answers) > 1:
        return unread(f"{len(of.answers)} files: {_few(of.answers)}; expected one")
    (name,) = of.answers
    path = folder / name
    try:
        with Place.file(_readable(name)):
            if path.is_symlink():  # it could hand in the file of another, or of the instructor
                raise InputError("is a link; expected the file itself")
            sheet = _of_path(read_file(path), path, names, Path(name).with_suffix("").parts)
    except Exception as error:
        return unread(error)
    beside = [other for other in of.others if os.sep not in other]
    return replace(sheet, remark=f"not looked at: {_few(beside)}" if beside else "")


def _of_path(sheet: Sheet, path: Path, names: VariantNames | None, inside: Sequence[str]) -> Sheet:
    """Return a sheet with the name that it gives itself, if any, and the variant of its path."""
    claimed = "" if sheet.student == path.stem else " ".join(sheet.student.split())
    if len(claimed) > _LONGEST_NAME:
        raise InputError(f"a name of more than {_LONGEST_NAME} characters", at="student")
    sheet = replace(sheet, student=claimed)
    if names is not None and not sheet.variants:
        pair = next(filter(None, (names.found(part) for part in reversed(inside))), None)
        sheet = replace(sheet, variants={"": pair[0]} if pair else {})
    return sheet


def _named(sheets: Mapping[str, Sheet]) -> dict[str, Sheet]:
    """Return the sheets by owner with their students, no two of one name.

    The owner, by whom a file was collected, is surer than the file's own word: nobody takes the place
    of another owner. Of several who say that they are the same, each stays under the own name.
    """
    owners = Counter(map(plain_name, sheets))
    claims = {owner: sheet.student or owner for owner, sheet in sheets.items()}
    often = Counter(map(plain_name, claims.values()))
    found = {}
    for owner, sheet in sheets.items():
        claim = claims[owner]
        is_own = plain_name(claim) == plain_name(owner)
        if not is_own and owners[plain_name(claim)]:
            told = f"says that it is of {quoted(claim)}, who handed in another"
            found[owner] = replace(sheet, student=owner).unread(told)
        elif often[plain_name(claim)] > 1:
            told = "" if is_own else f"says that it is of {quoted(claim)}, as another does"
            remark = "; ".join(filter(None, (sheet.remark, told)))
            found[owner] = replace(sheet, student=owner, remark=remark)
        else:
            found[owner] = replace(sheet, student=claim)
    return found


def _few(names: Sequence[str]) -> str:
    return listing(map(_readable, sorted(names)[:3])) + (", …" if len(names) > 3 else "")


def _readable(name: str) -> str:
    r"""Return the name of a file as text: bytes that are no UTF-8 are spelled, as in \xff."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")
