"""Paper: sheets that compile, a page for each student, and a key with every wrong value."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from players.families import exported, long_named, trouble, troubled
from worked import compiled

from exactnb.errors import Unsupported, printable
from exactnb.teach.exporting.exporting import Export
from exactnb.teach.exporting.items import Pool
from exactnb.teach.exporting.systems import system_named


def files_of(pool: Pool) -> dict[str, str]:
    """Return the files of a pool, by their paths."""
    files = Export(system_named("paper"), [pool]).files()
    return {path: content.decode() for path, content in files.items()}


def pages(path: Path) -> list[str]:
    """Return the text of each page of a PDF."""
    done = subprocess.run(
        ["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True
    )
    return done.stdout.split("\f")[:-1]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two variants for three students, as they are compiled."""
    given = exported("categorical", 2)
    students = {"Ada Lovelace": 1, "Zoe & Co": 1, "Bo": 2}
    pool = Pool(given.id, given.title, given.items, students=students)
    out = tmp_path_factory.mktemp("paper")
    for path, text in files_of(pool).items():
        (out / path).parent.mkdir(exist_ok=True)
        (out / path).write_text(text)
        if path.endswith(".tex"):
            assert text.startswith("% !TeX program = pdflatex\n")
            compiled(out / path, out / path.rpartition("/")[0])
    return out / "categorical"


def test_each_student_has_a_page_with_the_own_name(folder: Path) -> None:
    """A variant is printed once for each of its students, from page 1, and says which it is."""
    first, second = (pages(folder / f"categorical-1-{number}.pdf") for number in (1, 2))
    assert [re.findall("Name: (.*?)  ", page) for page in first + second] == [
        ["Ada Lovelace"], ["Zoe & Co"], ["Bo"],
    ]  # fmt: skip
    for page in first:
        assert page.splitlines()[0].endswith("categorical-1-1")
        assert page.strip().endswith("1")
    assert "P (Yes | x) =" in second[0]


def test_the_key_has_every_right_and_wrong_value(folder: Path) -> None:
    """Under each variant stand its students, right answers, wrong values, and what leads to them."""
    key = "".join(pages(folder / "key.pdf"))
    assert key.index("categorical-1-1") < key.index("Ada Lovelace, Zoe & Co") < key.index("Bo\n")
    words = key.split()
    for item in exported("categorical", 2).items:
        for part in item.parts:
            assert part.key.typed in words
            for wrong in part.wrong:
                assert f" {wrong.response.typed} " in f" {' '.join(words)} "  # of several words: a tie
                assert set(wrong.ids) <= {word.strip(",") for word in words}


def test_without_a_class_there_is_room_for_a_name() -> None:
    """A variant that nobody gets is one sheet with a line for a name, and no answer on it."""
    (item,) = exported("categorical").items
    sheet, key = files_of(exported("categorical")).values()
    assert sheet.count("Name: \\underline{") == sheet.count(r"\section*") == 1
    for part in item.parts[3:6]:
        assert part.key.typed in key
        assert part.key.typed not in sheet
        assert part.key.exact not in sheet


@pytest.mark.exhaustive
@pytest.mark.parametrize("at", range(10))
def test_no_name_is_a_command(at: int, tmp_path: Path) -> None:
    """Whatever the labels are, a sheet and its key compile, are for lualatex, or are refused."""
    names = ("@", "e*", "[a]") if at == 0 else trouble(at * 14)
    item = troubled(*names)
    if any("\ufffd" in printable(name) for name in names):
        with pytest.raises(Unsupported, match="is no sign"):
            files_of(Pool("t", item.title, (item,)))
        return
    for number, text in enumerate(files_of(Pool("t", item.title, (item,))).values()):
        article = tmp_path / f"{number}.tex"
        article.write_text(text)
        if text.startswith("% !TeX program = pdflatex\n"):
            command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", article.name]
            subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)


def test_signs_that_pdflatex_lacks_are_for_lualatex() -> None:
    """A label in another script makes a document for lualatex, as its first line says."""
    item = troubled("日本", "a", "b")
    for text in files_of(Pool("t", "t", (item,))).values():
        assert text.startswith("% !TeX program = lualatex\n")
        assert "fontspec" in text


def test_long_names_stay_whole() -> None:
    """A label of ten thousand signs stands on the sheet as it is."""
    item = long_named()
    assert "x" * 10_000 in files_of(Pool("t", "t", (item,)))["t/t.tex"]
