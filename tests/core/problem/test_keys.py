"""The table of the keys of a problem file: what is read, what its page says, what `new` writes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pages.registries import heading
from thoroughness import all_of

from exactnb import Problem
from exactnb.core.problem.keys import TABLES
from exactnb.core.problem.reading import Key
from exactnb.core.problem.sections import KEYS, Section, section_keys
from exactnb.errors import InputError
from exactnb.interfaces.cli.commands.new import kinds, problem_file

PAGE = Path(__file__).parents[3] / "docs" / "problem-file.md"


@all_of("row", [row for rows in TABLES.values() for row in rows])
def test_every_key_has_an_example(row: tuple[Key, ...]) -> None:
    """Under the heading of each key stands a problem file that says it, or one of those beside it."""
    _, _, section = PAGE.read_text(encoding="utf-8").partition(f"{heading(row)}\n")
    (example,) = re.findall(r"^```toml\n(.*?)^```$", section.partition("\n##")[0], re.M | re.S)
    names = [re.findall(r"[a-z_]+", key.path)[-1] for key in row if "rows of" not in key.path]
    said = ("sum(", "mean(") if not names else [n for n in names if n != "NAME"]
    assert any(name in example for name in said)


def test_every_key_has_words_and_stands_once() -> None:
    """The words of a row are those of its keys, of which the first has some."""
    rows = [row for rows in TABLES.values() for row in rows]
    assert len({key.path for row in rows for key in row}) == sum(map(len, rows)) == len(KEYS)
    assert all(row[0].words for row in rows)


@all_of("section", ["", "data", "model", "notation"])
def test_a_key_is_known_where_it_is_in_the_table(section: str) -> None:
    """A key that the table has is read or refused for its value, another one is unknown."""
    known = section_keys(section)
    assert known
    where = f"{section}: " if section else ""
    for key in known:
        text = f"[{section}]\n{key} = 1" if section else f"{key} = 1"
        with pytest.raises(InputError) as refusal:
            Problem.from_text(text)
        assert "unknown key" not in str(refusal.value), where + key
    with pytest.raises(InputError, match=r"unknown key \(did you mean"):
        Section({f"{known[-1]}s": 1}, section)


@all_of("kind", kinds())
def test_a_new_file_says_every_key(kind: str) -> None:
    """What a new problem file does not use stands at its end, in lines of a comment."""
    text = problem_file(kind)
    for key in (key for rows in TABLES.values() for row in rows for key in row):
        name = key.path.replace("`", "").strip("[]").removesuffix(".NAME").rpartition(".")[2]
        assert name in text, key.path
    assert max(map(len, text.splitlines())) <= 110
    assert Problem.from_text(text).schema.classes


def test_what_is_left_out_has_its_default() -> None:
    """A key without a value is worth what the table says; a value is read by its reader."""
    section = Section({"digits": 12}, "notation")
    assert (section["digits"], section["rounding"], section["log"]) == (12, "half-up", "")
    with pytest.raises(InputError, match=r"notation\.digits: expected a whole number from 1 to 1,000"):
        Section({"digits": 0}, "notation")["digits"]
