"""A table is the same however it is written and whoever reads it: quotes around cells are no words."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import law

from exactnb import Problem, Table, solve
from exactnb.core.data.dialect import Dialect
from exactnb.core.data.documents import Documents
from exactnb.core.data.readers import read_table_content, read_table_file
from exactnb.scale.classify.fields import read_fields
from exactnb.teach.grading.submissions.files import read_answers

Grid = list[tuple[str, str]]
Door = Callable[[Path, str, Dialect], Grid]

NAMES = ("class", "text")
SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": " | ", "blank": " ", "aligned": "  "}
LEMONS = 'class text\nsour "lemon lemon peel"\nsweet "a ripe peel"\n'


def _needs_quotes(cell: str, separator: str, *, is_last: bool) -> bool:
    """Say whether a cell says something else without quotes, between separators of a kind."""
    if separator.isspace() and separator != "\t":
        return not cell or cell.startswith('"') or (" " in cell and not is_last)
    return separator.strip(" ") in cell or '"' in cell or cell != cell.strip()


def written(rows: Grid, dialect: str, *, everywhere: bool) -> str:
    """Return a table as text; quotes stand around every cell, or where one needs them."""
    separator = SEPARATORS[dialect]

    def shown(cell: str, *, is_last: bool) -> str:
        quotes = everywhere or _needs_quotes(cell, separator, is_last=is_last)
        return '"' + cell.replace('"', '""') + '"' if quotes else cell

    pairs = [(shown(k, is_last=False), shown(text, is_last=True)) for k, text in [NAMES, *rows]]
    width = max(len(k) for k, _ in pairs) if dialect == "aligned" else 0
    return "".join(f"{k.ljust(width)}{separator}{text}\n" for k, text in pairs)


def _pairs(header: list[str], rows: list[list[str]]) -> Grid:
    assert header == list(NAMES)
    return [(k, text) for k, text in rows]


def in_text(path: Path, content: str, dialect: Dialect) -> Grid:
    return _pairs(*read_table_content(content))


def in_file(path: Path, content: str, dialect: Dialect) -> Grid:
    path.write_text(content)
    return _pairs(*read_table_file(path))


def in_table(path: Path, content: str, dialect: Dialect) -> Grid:
    path.write_text(content)
    return [(row.label, row.cells[0]) for row in Table.from_csv(path).rows]


def in_records(path: Path, content: str, dialect: Dialect) -> Grid:
    path = path.with_suffix(".csv")
    path.write_text(content)
    return [(one["class"], one["text"]) for one in read_fields(path, dialect)]


def in_answers(path: Path, content: str, dialect: Dialect) -> Grid:
    path = path.with_suffix(".csv")
    path.write_text(content)
    return [(sheet.student, sheet.answers["text"]) for sheet in read_answers(path, dialect)]


def _documents(path: Path) -> Documents:
    data = Problem.read(path).data
    assert isinstance(data, Documents)
    return data


def in_problem_file(path: Path, content: str, dialect: Dialect) -> Grid:
    path = path.with_suffix(".toml")
    path.write_text(f"[data]\ntable = '''\n{content}'''\n[model]\nfamily = 'multinomial'\n")
    return [(one.label, one.text) for one in _documents(path).documents]


WORDS = st.sampled_from(
    ["lemon", "don't", "“ripe”", "‘peel’", 'say "x"', '"', "a;b", "a,b", "a|b", "'tis", "„x“"]
)
TEXTS = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)
LABELS = st.sampled_from(["sour", "very sweet", "don't", 'the "best"', "“so”"])


@pytest.mark.parametrize("door", [in_text, in_file, in_table, in_records, in_answers, in_problem_file])
@given(
    rows=st.lists(st.tuples(LABELS, TEXTS), min_size=2, max_size=4, unique_by=lambda row: row[0]),
    dialect=st.sampled_from(list(SEPARATORS)),
    everywhere=st.booleans(),
)
@law(24, 150)
def test_a_table_is_the_same_in_every_dialect(
    tmp_path_factory: pytest.TempPathFactory, door: Door, rows: Grid, dialect: str, everywhere: bool
) -> None:
    """Cells with blanks, apostrophes, quotes and separators in them come back through every door."""
    kind = "blank" if dialect == "aligned" else dialect
    everywhere = everywhere or door is in_answers  # which has no column of texts
    content = written(rows, dialect, everywhere=everywhere)
    path = tmp_path_factory.getbasetemp() / ("t.tsv" if dialect == "tab" else "t.txt")
    assert door(path, content, Dialect(delimiter=kind)) == rows


@pytest.mark.parametrize("ending", [".txt", ".csv", ".toml"])
def test_quotes_around_a_text_are_no_part_of_its_words(tmp_path: Path, ending: str) -> None:
    """Of `lemon lemon peel` and `a ripe peel` four words are known, and none begins with a quote."""
    path = tmp_path / f"t{ending}"
    if ending == ".toml":
        model = "[model]\nfamily = 'multinomial'\nsmoothing = 1\n[query]\nx = 'lemon peel'\n"
        path.write_text(f"[data]\ntable = '''\n{LEMONS}'''\n{model}")
        assert sorted(_documents(path).vocabulary) == ["a", "lemon", "peel", "ripe"]
        assert solve(Problem.read(path))["P(sour|x)"] == F(3, 4)
    else:
        path.write_text(LEMONS)
        assert in_file(path, LEMONS, Dialect()) == [
            ("sour", "lemon lemon peel"),
            ("sweet", "a ripe peel"),
        ]
