"""Run a command in a folder of its own, and see that it ends as commands do."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

from attacks.commands import parts
from attacks.holding import Case, Fault, only_inside, said_well
from exactnb.cli import main

__all__ = ["no_formulas", "run", "try_command"]

_SAID = re.compile(r"exactnb(?: \w+)?: (.*?)(?: \(see exactnb(?: \w+)? --help\))?\n", re.DOTALL)
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")
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


def run(arguments: Sequence[str], folder: Path, case: Case) -> None:
    """Run a command there; raise a Fault unless it does all, or refuses in a line and does nothing."""
    before = _contents(folder)
    out, err = io.StringIO(), io.StringIO()
    with only_inside(folder) as read, chdir(folder), redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(arguments)
        except SystemExit as left:
            code = int(left.code or 0)
    said, after, what = err.getvalue(), _contents(folder), arguments[0]
    changed = {path for path in before | after if before.get(path) != after.get(path)}
    if overwritten := changed & {Path(path) for path in read}:
        raise Fault(f"{what} overwrites what it read", str(overwritten))
    if code == 2:
        if changed:
            raise Fault(f"{what} refuses and writes", f"{sorted(changed)}: {said}")
        if out.getvalue() and not _streams(arguments):
            raise Fault(f"{what} refuses and prints", f"{out.getvalue()[:100]!r}: {said}")
        line = _SAID.fullmatch(said)
        if line is None:
            raise Fault(f"{what} says no line", said[:600])
        case.refused += 1
        case.refusals.append(said_well(line[1]))
        return
    if code != 0 and (code, what) != (1, "check"):  # then an answer is wrong
        raise Fault(f"{what} ends with {code}", said)
    case.done += 1
    if said:
        raise Fault(f"{what} ends well and complains", said[:300])
    allowed = {(folder / name).resolve() for name in arguments if "\0" not in name}
    if len(changed) > 1 or not changed <= allowed or not before.keys() <= after.keys():
        raise Fault(f"{what} writes what was not asked for", str(sorted(changed)))
    for path in changed or [None]:
        _look_at(arguments, out.getvalue() if path is None else after[path].decode(), path)


def _contents(folder: Path) -> dict[Path, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return {path: path.read_bytes() for path in files}


def _streams(arguments: Sequence[str]) -> bool:
    """Say whether labels are printed before all are known."""
    return arguments[0] == "classify" and bool({"csv", "jsonl"} & set(arguments))


def _look_at(arguments: Sequence[str], text: str, path: Path | None) -> None:
    """See that what is written can be shown, and read as what it is."""
    text.encode()
    to = _format(arguments, path)
    if "--raw" in arguments:
        return
    if to in ("json", "gradescope"):
        json.loads(text)
    elif to == "jsonl":
        _ = [json.loads(line) for line in text.split("\n")[:-1]]
    elif to == "csv":
        no_formulas(text)
    for character in set(text) - {"\n"}:
        if not character.isprintable():
            raise Fault(f"{arguments[0]} shows {character!r}")


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
