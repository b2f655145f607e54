"""A row is enough: a misconception in one file, unknown to the package, goes through every door."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import toy_misconception
from pages.registries import misconceptions_table
from thoroughness import one_in

from exactnb.interfaces.cli import main
from exactnb.teach import misconceptions as registry

ROOT = Path(__file__).parents[3]
(ROW,) = toy_misconception.ROWS
SHEET = """[data]
counts = '''
k | p | q
total | 14 | 23
a=u | 3 | 4
a=v | 11 | 19
'''
[[question]]
id = "prior"
quantity = "P(p)"
"""
ODDS = "14/23"


def test_a_complement_and_another_value_have_different_hints() -> None:
    """Of two values each is one minus the other: a student who gets both hints can tell them apart."""
    complement, other = (registry.misconceptions()[key].hint for key in ("complement", "other-value"))
    assert "opposite" in complement
    assert "value" in other


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the registry find one file more."""
    files, rows = registry._ORDER, toy_misconception.ROWS
    more = (((len(files), index), row) for index, row in enumerate(rows))
    known = (*registry._rows(), *more)
    cached = registry.misconceptions, registry.misconceptions_of_kind, registry._places
    with monkeypatch.context() as patch:
        patch.setattr(registry, "_rows", lambda: known)
        for each in cached:
            each.cache_clear()
        yield
    for each in cached:
        each.cache_clear()


@pytest.fixture
def sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sheet.toml").write_text(SHEET)
    (tmp_path / "ada.toml").write_text(f'prior = "{ODDS}"\n')
    (tmp_path / "class.csv").write_text(f"student,prior\nAda,{ODDS}\nBen,14/37\n")
    return tmp_path


@pytest.mark.usefixtures("sheet")
@one_in(8, ("command", "told"),
    [
        ("check sheet.toml ada.toml", (ROW.id, ROW.hint)),
        ("check sheet.toml ada.toml --explain", (ROW.id, ROW.description)),
        ("check sheet.toml class.csv", (ROW.id,)),
        ("check sheet.toml class.csv --to html", (ROW.id, ROW.description)),
        ("check sheet.toml class.csv --to json", (ROW.id,)),
        ("export sheet.toml --to moodle -o out", (ROW.hint,)),
        ("export sheet.toml --to gift -o out", (ROW.hint.replace(":", "\\:"),)),
        (f"variants sheet.toml --count 2 --must {ROW.id} -o out", (ROW.id,)),
    ],
)  # fmt: skip
def test_a_misconception_in_one_file_goes_through_every_door(command: str, told, capfd) -> None:
    """An answer of 14/23 for 14/37 has its id, words and hint wherever mistakes are named."""
    assert main(command.split()) in (0, 1)
    written = Path("out")
    files = [*written.iterdir()] if written.is_dir() else [written] if written.exists() else []
    text = "\n".join((capfd.readouterr().out, *(file.read_text() for file in files)))
    for part in told:
        assert part in " ".join(text.split())


def test_it_is_in_the_feedback_of_a_student(sheet: Path, capfd) -> None:
    """The file of a student has the hint, and not what was done."""
    main(["check", "sheet.toml", "class.csv", "--feedback", "files"])
    capfd.readouterr()
    (text,) = [file.read_text() for file in (sheet / "files").iterdir() if "Ada" in file.name]
    assert ROW.hint in text
    assert ROW.description not in text


def test_the_page_lists_it() -> None:
    """The page of misconceptions has a line for it."""
    assert f"| `{ROW.id}` | {ROW.description} | {ROW.hint} |" in misconceptions_table()


def test_contributing_shows_this_file() -> None:
    """The example of CONTRIBUTING.md is the file that the tests above register."""
    code = Path(toy_misconception.__file__).read_text().partition("\n")[2]
    assert code.strip() in (ROOT / "CONTRIBUTING.md").read_text()
