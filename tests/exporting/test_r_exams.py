"""R/exams: exercises with sections, kinds and tolerances; text that R does not run."""

from __future__ import annotations

import re
from typing import Any

import pytest
from pandoc import blocks
from players import RExamsPlayer
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
from thoroughness import choose, in_both_runs

from exactnb.exporting.exporting import Export
from exactnb.exporting.items import Item, Pool
from exactnb.exporting.systems import system_named


def files_of(pool: Pool) -> dict[str, bytes]:
    """Return the files that a pool is exported as."""
    return dict(Export(system_named("r-exams"), [pool]).files())


def played(item: Item) -> RExamsPlayer:
    """Return the exercise that an item is."""
    (content,) = files_of(Pool("t", item.title, (item,))).values()
    return RExamsPlayer(content)


@pytest.mark.parametrize("name", FAMILIES)
def test_each_wrong_value_has_its_hint(name: str) -> None:
    """Right and rounded answers are right; the solution says what each wrong value comes from."""
    (item,) = exported(name).items
    assert check_round_trip(played(item), item) > 5


def test_an_exercise_asks_in_the_order_of_its_answers() -> None:
    """A sheet is a cloze with a place for each answer; choices stand in the list."""
    (item,) = exported("categorical").items
    player = played(item)
    assert player.meta["extype"] == "cloze"
    assert player.blanks == [f"##ANSWER{number}##" for number in range(1, 8)]
    assert player.kinds == ["num"] * 6 + ["schoice"]
    assert player.choices(6) == ["No", "Yes", "a tie", "undefined (0/0)"]
    assert player.right[6] == "1000"


@pytest.mark.parametrize(("at", "kind"), [(0, "num"), (6, "schoice")])
def test_one_question_is_no_cloze(at: int, kind: str) -> None:
    """A problem with one question is an exercise of its kind, with no place in its text."""
    (item,) = exported("categorical").items
    one = Item(item.id, item.title, item.problem, item.parts[at : at + 1])
    player = played(one)
    assert (player.meta["extype"], player.blanks) == (kind, [])
    check_round_trip(player, one)


@pytest.mark.exhaustive
def test_each_variant_is_a_file_of_its_own() -> None:
    """The folder of a pool holds its variants, from which R/exams picks."""
    pool = exported("categorical", 2)
    files = files_of(pool)
    assert list(files) == [f"categorical/{item.id}.Rmd" for item in pool.items]
    for content, item in zip(files.values(), pool.items, strict=True):
        player = RExamsPlayer(content)
        check_round_trip(player, item)
        assert player.text.strip().endswith(f"\n\n{item.id}".replace("-", "&#45;"))


@in_both_runs
@pytest.mark.parametrize("at", range(choose(quick=6, exhaustive=len(TROUBLE))))
def test_no_name_is_run(at: int) -> None:
    """Pandoc finds the label as it is; no backtick, placeholder or section is a name's."""
    names = trouble(at * choose(quick=9, exhaustive=1))
    item = troubled(*names)
    player = played(item)
    check_round_trip(player, item)
    whole = f"{player.question}\n{player.solution}"
    assert "`" not in whole
    numbers = range(1, len(item.parts) + 1)
    assert re.findall("##ANSWER[0-9]+##", whole) == [f"##ANSWER{number}##" for number in numbers]
    read = blocks(player.text, "markdown")
    assert {block["t"] for block in read} <= {"Para", "Table"}
    tables = [block for block in read if block["t"] == "Table"]
    assert names[2] in FORMULAS or shown(names[2]) in _texts(tables), names[2]


FORMULAS = {name for name in TROUBLE if len(name) == 1 or name in ("e*", "x'", "x_{j}", "\\alpha")}
"""Names that may be letters, and so stand in formulas."""


def _texts(node: Any) -> list[str]:
    """Return the text of each paragraph or cell of what pandoc has read."""
    if isinstance(node, dict) and node.get("t") in ("Plain", "Para"):
        return ["".join(_inline(part) for part in node["c"])]
    inside = node.values() if isinstance(node, dict) else node if isinstance(node, list) else []
    return [text for part in inside for text in _texts(part)]


def _inline(part: dict[str, Any]) -> str:
    if part["t"] == "Str":
        text: str = part["c"]
        return text
    return " " if part["t"] in ("Space", "SoftBreak") else ""


def test_long_names_stay_whole() -> None:
    """A label of ten thousand signs stands in the exercise as it is."""
    item = long_named()
    player = played(item)
    assert LONG in player.question
    check_round_trip(player, item)
