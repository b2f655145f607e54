"""A file is read once, whoever reads it: every command and a problem file count the same of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from messy_files import MESSY
from read_by_doors import by_every_door, document_of
from thoroughness import one_in

from exactnb.interfaces.cli import main

REFUSED = {
    "separators between thousands", "duplicated columns", "a name missing in the header",
    "a row too short", "Windows", "a header with a name too few", "a header with a name twice",
    "JSON lines with a new key", "ARFF", "a spreadsheet", "a header and nothing else", "nothing",
    "a class that lacks", "NaN in JSON", "0.0 and 1.0",
}  # fmt: skip


def written(folder: Path, name: str) -> tuple[Path, tuple[str, ...]]:
    file, content, *options = MESSY[name]
    path = folder / str(file)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path, tuple(map(str, options))


@one_in(3, "name", MESSY)
def test_every_door_reads_a_file_alike(name: str, tmp_path: Path) -> None:
    """Every door finds the same class column, classes, values, missing cells and numbers."""
    path, options = written(tmp_path, name)
    read = by_every_door(path, *options)
    if name in REFUSED:
        assert all(isinstance(message, str) for message in read.values()), read
    else:
        assert {door: counted == read["solve"] for door, counted in read.items()} == dict.fromkeys(
            read, True
        ), read
        assert not isinstance(read["solve"], str)


@one_in(6, "name", [name for name in MESSY if name not in REFUSED])
def test_audit_counts_the_classes_of_a_file_as_solve_does(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Printed counts of the classes are right where they are those that `solve` reads."""
    path, options = written(tmp_path, name)
    variable, (sizes, *_) = by_every_door(path, *options)["solve"]
    printed = [f'\'count({variable}="{label}")\' = "{size}"' for label, size in sizes.items()]  # type: ignore
    document = "\n".join([document_of(path, *options), "[printed]", *printed])
    (tmp_path / "p.toml").write_text(document, encoding="utf-8")
    assert main(["audit", str(tmp_path / "p.toml")]) == 0, capsys.readouterr()
