"""One draw for several systems; variants that every export takes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from thoroughness import all_of
from worked import EXAMPLES, problem_file

from exactnb.errors import InputError
from exactnb.interfaces.cli import main
from exactnb.teach.exporting import export
from exactnb.teach.exporting.exporting import Request
from exactnb.teach.exporting.parts import Choices, Merged, parts_of
from exactnb.teach.exporting.pools import restrict_to_exportable
from exactnb.teach.exporting.systems import names
from exactnb.teach.grading.answer_key import AnswerKey
from exactnb.teach.variants.searching import Search
from exactnb.teach.variants.template import Template

SHEET = EXAMPLES / "homework" / "sheet.toml"
ASKED = ("P(Yes)", "argmax(x)")


@pytest.mark.exhaustive
def test_all_systems_get_the_same_variants() -> None:
    """Each has the items that it has alone, and all have the same numbers and keys."""
    request = Request(",".join(names()), 2, ask=ASKED, pilot=3)
    exports = request.exports([SHEET])
    assert tuple(exports) == names()
    tables = [[str(item.problem.data) for item in each.pools[0].items] for each in exports.values()]
    assert all(table == tables[0] for table in tables)
    alone = Request("otter", 2, ask=ASKED, pilot=3).of([SHEET])
    assert dict(exports["otter"].files()) == dict(alone.files())


@pytest.mark.exhaustive
def test_each_system_has_its_file_or_folder() -> None:
    """They are named for the system; what needs one file has its ending."""
    files = export(SHEET, to="moodle, qti-2-1,paper", ask=ASKED)
    assert list(files) == ["moodle.xml", "qti-2-1.zip", "paper/sheet/sheet.tex", "paper/sheet/key.tex"]
    assert files["moodle.xml"] == next(iter(export(SHEET, to="moodle", ask=ASKED).values()))


def test_the_command_writes_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the problem files of each system in a folder of theirs, and a summary of each."""
    made, problems = tmp_path / "made", tmp_path / "problems"
    options = ["--ask", "P(Yes)", "-o", str(made), "--problems", str(problems)]
    assert main(["export", str(SHEET), "--to", "gift,canvas", *options]) == 0
    assert {path.name for path in made.iterdir() if path.suffix} == {"gift.txt", "canvas.zip"}
    assert (problems / "gift" / "sheet.toml").is_file()
    assert capsys.readouterr().out.count("1 item with 1 question") == 2


@all_of("to", ["moodle,", "moodle,,gift", "moodle,stak", ""])
def test_a_system_that_is_none_is_refused(to: str) -> None:
    """The name in the list is told, and where it was given."""
    with pytest.raises(InputError, match="to: expected one of canvas"):
        Request(to)


def search(prepare: Callable[[AnswerKey], object] | None = None) -> Search:
    template = Template.read(problem_file("play_tennis"))
    return Search(template, "1", pilot=3, **({} if prepare is None else {"prepare": prepare}))


@pytest.mark.exhaustive
def test_variants_can_be_exported() -> None:
    """The fourth draw of this seed has a slip beside its right value: another one is drawn."""
    plain = [draw.key for draw in search().variants(4)]
    with pytest.raises(Merged):
        parts_of(plain[3], Choices())
    kept = search()
    assert restrict_to_exportable(kept, 3) == ""
    assert all(parts_of(draw.key, Choices()) for draw in kept.variants(4))
    assert kept.unprepared.total() >= 1


@pytest.mark.exhaustive
def test_a_draw_that_cannot_be_prepared_is_drawn_anew() -> None:
    """What is prepared of a key stands in its draw; a draw without it is none."""
    refused: list[str] = []

    def prepare(key: AnswerKey) -> str:
        if not refused:
            refused.append(key.problem.title)
            raise Merged("too near")
        return "made"

    (draw,) = search(prepare).variants(1)
    assert draw.prepared == "made"
    assert refused


@pytest.mark.exhaustive
def test_variants_are_drawn_where_none_can_be_exported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then nothing is asked of them, and the reason is told."""

    def merged(*_: object) -> None:
        raise Merged("nothing tells them apart")

    monkeypatch.setattr("exactnb.teach.exporting.pools.parts_of", merged)
    drawn = search()
    assert restrict_to_exportable(drawn, 3) == "nothing tells them apart"
    assert len(list(drawn.variants(1))) == 1
