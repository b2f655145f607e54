"""Run a command in a folder of its own, and see that it ends as commands do."""

from __future__ import annotations

import csv
import io
import json
import re
import tempfile
from collections.abc import Collection, Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from worked import theorem_page

from attacks.commands import parts
from attacks.holding import Case, Fault, only_inside, said_well
from exactnb.interfaces.cli import main
from exactnb.interfaces.site import building

__all__ = ["no_formulas", "run", "try_command"]

Contents = Mapping[Path, bytes]
"""The files of a folder."""

_SAID = re.compile(r"exactnb(?: \w+)?: (.*?)(?: \(see exactnb(?: \w+)? --help\))?\n", re.DOTALL)
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")
_NOTES = re.compile(r"\A(?:exactnb: note: [^\n]*\n)*")
_NOTING = (
    "check",
    "site",
    "classify",
    "count",
    "solve",
    "explore",
)  # what may say something beside what it writes
_ENDINGS = {".csv": "csv", ".jsonl": "jsonl", ".json": "json"}


def try_command(data: bytes, folder: Path, case: Case) -> None:
    """Write the files of a command and run it."""
    arguments, files = parts(data)
    for name, content in files.items():
        file = folder / name
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        except OSError:  # a file is a folder too
            continue
    for name in [*files][:1]:
        (folder / "link").symlink_to(name)
    if arguments:
        run(arguments, folder, case)


@dataclass(frozen=True)
class _Run:
    """What a command did: its exit code, what it printed, and the files as they were and are."""

    arguments: Sequence[str]
    folder: Path
    code: int
    out: str
    err: str
    read: Collection[Path]
    before: Contents
    after: Contents

    @property
    def changed(self) -> set[Path]:
        """Return the files that are new, gone or others."""
        paths = self.before.keys() | self.after.keys()
        return {path for path in paths if self.before.get(path) != self.after.get(path)}

    def fault(self, kind: str, more: object) -> Fault:
        """Return a fault of this command."""
        return Fault(f"{self.arguments[0]} {kind}", str(more)[:600])


def run(arguments: Sequence[str], folder: Path, case: Case) -> None:
    """Run a command there; raise a Fault unless it does all, or refuses in a line and does nothing."""
    before, out, err = _contents(folder), io.StringIO(), io.StringIO()
    with (
        only_inside(folder) as read,
        chdir(folder),
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(building, "theorem_entry", theorem_page),
        patch.object(tempfile, "tempdir", str(folder)),  # what is left there is noticed
    ):
        try:
            code = main(arguments)
        except SystemExit as left:
            code = int(left.code or 0)
    known = {Path(path) for path in read}
    done = _Run(
        arguments, folder, code, out.getvalue(), err.getvalue(), known, before, _contents(folder)
    )
    if overwritten := done.changed & known:
        raise done.fault("overwrites what it read", overwritten)
    if code == 2:
        case.refused += 1
        case.refusals.append(_refusal(done))
    elif code == 0 or (code, arguments[0]) == (1, "check"):  # then an answer is wrong
        case.done += 1
        _look_at(done)
    else:
        raise done.fault(f"ends with {code}", done.err)


def _refusal(done: _Run) -> str:
    """Return the message of a command that does nothing."""
    if done.changed:
        raise done.fault("refuses and writes", f"{sorted(done.changed)}: {done.err}")
    streams = done.arguments[0] == "classify" and {"csv", "jsonl"} & set(done.arguments)
    if done.out and not streams:  # labels are printed before all are known
        raise done.fault("refuses and prints", f"{done.out[:100]!r}: {done.err}")
    line = _SAID.fullmatch(_NOTES.sub("", done.err))  # doubts about the data come first
    if line is None:
        raise done.fault("says no line", done.err)
    return said_well(line[1])


def _look_at(done: _Run) -> None:
    """See that one file is written at most, and that what is written can be shown and read."""
    notes = done.err.splitlines(keepends=True)
    if notes and not (done.arguments[0] in _NOTING and all(map(_SAID.fullmatch, notes))):
        raise done.fault("ends well and complains", done.err)
    if done.arguments[0] == "site" and not {"--help", "-h"} & set(done.arguments):
        _look_at_site(done)
        return
    asked = {(done.folder / name).resolve() for name in done.arguments if "\0" not in name}
    if len(done.changed) > 1 or not done.changed <= asked & done.after.keys():
        raise done.fault("writes what was not asked for", sorted(done.changed))
    (path,) = done.changed or [None]
    text = done.out if path is None else done.after[path].decode()
    text.encode()
    if "--raw" in done.arguments:
        return
    to = _format(done.arguments, path)
    if to in ("json", "gradescope"):
        json.loads(text)
    elif to == "jsonl":
        _ = [json.loads(line) for line in text.split("\n")[:-1]]
    elif to in ("csv", "moodle", "canvas"):
        no_formulas(text)
    if seen := _unseen(text):
        raise done.fault(f"shows {seen!r}", "")


def _look_at_site(done: _Run) -> None:
    """See that all that is written stands in the folder that was asked for, and can be shown."""
    asked = [(done.folder / name).resolve() for name in done.arguments if "\0" not in name]
    for path in done.changed:
        if not any(path.is_relative_to(name) for name in asked):
            raise done.fault("writes what was not asked for", path)
        pages = path.suffix == ".html"  # beside copies of what was read, whatever that is
        if pages and (seen := _unseen(done.after[path].decode())):
            raise done.fault(f"shows {seen!r}", path)


def _unseen(text: str) -> set[str]:
    """Return what cannot be seen in a text, but for ends of lines and the blanks that pages hold."""
    return {character for character in text if not character.isprintable()} - {"\n", "\xa0"}


def _contents(folder: Path) -> Contents:
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return {path: path.read_bytes() for path in files}


def _format(arguments: Sequence[str], path: Path | None) -> str:
    if "--help" in arguments or "-h" in arguments:
        return "text"
    if "--to" in arguments[:-1]:
        return arguments[arguments.index("--to") + 1]
    if arguments[0] == "sample":
        return "csv"
    return _ENDINGS.get(path.suffix if path is not None and arguments[0] != "new" else "", "text")


def no_formulas(text: str) -> None:
    """Raise a Fault for CSV with rows of different widths, or with a cell that is worked out."""
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    if len({len(row) for row in rows}) != 1:
        raise Fault("CSV whose rows differ in width")
    for cell in (cell for row in rows for cell in row):
        if cell.startswith(_FORMULA) and cell not in ("+", "-"):
            raise Fault("CSV with a formula", cell)
