"""Numbas: an exam that is JSON, parts that are marked as its script does, texts without variables."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest
from players import Marked, NumbasPlayer
from players.families import (
    FAMILIES,
    LONG,
    TROUBLE,
    check_round_trip,
    exported,
    long_named,
    shown,
    trouble,
    troubled,
)  # fmt: skip
from players.numbas import plain
from thoroughness import choose, in_both_runs

from exactnb.exporting.exporting import Export
from exactnb.exporting.items import Part, Pool
from exactnb.exporting.numerals import written_out
from exactnb.exporting.systems import system_named

VALUE = re.compile(r"[{}$]")


def played(*pools: Pool) -> list[NumbasPlayer]:
    """Return the questions that pools are exported as."""
    (content,) = Export(system_named("numbas"), pools).files().values()
    return NumbasPlayer.read(content)


def typed(part: Part, text: str) -> str:
    """Return what is typed where no exponent is read."""
    return written_out(Fraction(text)) if part.kind == "number" else shown(text)


@pytest.mark.parametrize("name", FAMILIES)
def test_each_wrong_value_has_its_hint(name: str) -> None:
    """Right and rounded answers are full marks; each wrong value earns its share and has its hint."""
    pool = exported(name, credit="1/4")
    (player,) = played(pool)
    assert check_round_trip(player, pool.items[0], typed) > 5


@pytest.mark.exhaustive
def test_each_student_gets_one_of_a_pool() -> None:
    """Variants are a group of which one question is picked; each marks by its own numbers."""
    pools = [exported("categorical", 2), exported("three classes")]
    players = played(*pools)
    items = [item for pool in pools for item in pool.items]
    assert len(items) == 3
    for player, item in zip(players, items, strict=True):
        check_round_trip(player, item, typed)


def test_where_the_exact_value_is_asked_no_rounded_one_is_right() -> None:
    """Under the policy `exact` 9/14 is right, 0.643 is not, and 1/2 has its hint."""
    (player,) = played(exported("categorical", policy="exact"))
    assert [player.mark(0, each).share for each in ("9/14", "18/28", "0.643")] == [1, 1, 0]
    assert "every class" in player.mark(0, "1/2").said
    assert "as a fraction or a whole number" in player.parts[0]["prompt"]


def test_a_part_of_the_points_is_a_part_of_the_marks() -> None:
    """An alternative has its share of the part's marks, and leaves those of a right answer alone."""
    (player,) = played(exported("categorical", credit="1/4"))
    assert player.parts[5]["marks"] == 2.0
    assert {each["marks"] for each in player.parts[5]["alternatives"]} == {0.5}


@in_both_runs
@pytest.mark.parametrize("at", range(choose(quick=6, exhaustive=len(TROUBLE))))
def test_no_name_is_a_variable(at: int) -> None:
    r"""No text of a user holds a brace, a dollar or a backslash that Numbas or MathJax acts on."""
    names = trouble(at * choose(quick=9, exhaustive=1))
    item = troubled(*names)
    (player,) = played(Pool("t", item.title, (item,)))
    check_round_trip(player, item, typed)
    for key in ("statement", "advice"):
        html = player.question[key]
        assert html.startswith('<div nosubvars="true">')
        outside = re.sub(r"\\\(.*?\\\)|\\\[.*?\\\]", "", html)
        assert not VALUE.search(outside), VALUE.search(outside)
        assert "\\" not in outside
    cells = re.findall("<t[dh]>(.*?)</t[dh]>", player.question["statement"])
    assert any(plain(cell) == shown(names[2]) for cell in cells)


def test_the_file_is_ascii_behind_its_first_line() -> None:
    """The version stands in the first line, JSON behind it, whatever the labels are."""
    item = troubled("日本", "🦆", "שלום")
    (content,) = Export(system_named("numbas"), [Pool("t", "日本", (item,))]).files().values()
    head, _, rest = content.decode("ascii").partition("\n")
    assert head == "// Numbas version: exam_results_page_options"
    assert json.loads(rest)["name"] == "日本"


def test_long_names_stay_whole() -> None:
    """A label of ten thousand signs stands in the question as it is."""
    item = long_named()
    (player,) = played(Pool("t", item.title, (item,)))
    assert LONG in player.question["statement"]
    check_round_trip(player, item, typed)
    assert player.mark(0, "987654321") == Marked(Fraction(0), "Not right.")
