"""Separators between thousands: recognised in every form, named with what to write, never read."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law, one_in

from exactnb import Problem, check, solve
from exactnb.core.arithmetic.numerals import (
    comma_as_point,
    numeral_hint,
    read_number,
    without_separators,
)
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.errors import InputError
from exactnb.scale.classify.encoding import parse_number
from exactnb.teach.answers.reading import read_answer
from exactnb.teach.grading.judging import Verdict

GROUPED = {
    "1,200": "1200", "1.200,5": "1200.5", "1 200": "1200", "1'200": "1200", "12,345.67": "12345.67",
    "1,23,456": "123456", "12,34,567.5": "1234567.5", "1\u2009200": "1200", "1\u202f200": "1200",
    "1\u00a0200,5": "1200.5", "1.200.000": "1200000", "1,200,000": "1200000", "-1’200.5": "-1200.5",
    "1_200": "1200", "1٬200": "1200", "12,345 %": "12345 %",
}  # fmt: skip
OTHERS = [
    "1.200",
    "1200",
    "12,5",
    "0,200",
    "1,2000",
    "1,20",
    "12,34",
    "1,200.",
    "1 20",
    "a 200",
    "1,200'300",
    "",
    "1.2.3",
]


@all_of("text", GROUPED)
def test_separators_between_thousands_are_recognised(text: str) -> None:
    """Of every country: the number without them is what to write."""
    assert without_separators(text) == GROUPED[text]
    with pytest.raises(InputError, match=re.escape(f"write {GROUPED[text]}")):
        read_number(text)


@all_of("text", OTHERS)
def test_other_texts_have_no_separators(text: str) -> None:
    """Neither a decimal point or comma alone, nor groups of other lengths, separates thousands."""
    assert without_separators(text) == ""


@given(
    st.integers(1000, 10**12),
    st.sampled_from([",", " ", "'", "\u202f", "_"]),
    st.sampled_from(["", ".5", ".25"]),
)
@law(40)
def test_any_number_is_found_again_without_its_separators(number: int, by: str, end: str) -> None:
    """Groups of three of any whole number, with a decimal point behind them or not."""
    text = f"{number:,}".replace(",", by) + end
    assert without_separators(text) == f"{number}{end}"
    both = "decimal comma" in numeral_hint(text)
    assert both == bool(comma_as_point(text)) == (by == "," and number < 10**6 and not end)


def in_a_column(folder: Path, text: str) -> object:
    (folder / "t.csv").write_text(f'income;k\n"{text}";a\n900;a\n2100;b\n2500;b\n')
    return solve(Problem.from_csv(folder / "t.csv", families={"income": "gaussian"}))


def in_a_whole_column(folder: Path, text: str) -> object:
    (folder / "t.csv").write_text(f'income;k\n"{text}";a\n"{text}";b\n')
    return solve(Problem.from_csv(folder / "t.csv"))


def in_a_problem_file(folder: Path, text: str) -> object:
    (folder / "t.toml").write_text(
        f"[data]\ntable = '''\nincome | k\n{text} | a\n900 | a\n2100 | b\n2500 | b\n'''\n"
        "[model]\nfamilies = { income = 'gaussian' }\n"
    )
    return solve(folder / "t.toml")


def in_a_query(folder: Path, text: str) -> object:
    (folder / "t.csv").write_text("income;k\n1200;a\n900;a\n2100;b\n2500;b\n")
    families = {"income": "gaussian"}
    return solve(Problem.from_csv(folder / "t.csv", families=families, query=f"income={text}"))


def in_a_named_query(folder: Path, text: str) -> object:
    (folder / "t.csv").write_text("income;k\n1200;a\n900;a\n2100;b\n2500;b\n")
    query = {"x": {"income": text}}
    return solve(Problem.from_csv(folder / "t.csv", families={"income": "gaussian"}, query=query))


def in_a_record(folder: Path, text: str) -> object:
    return parse_number(text, doubles=False)


DOORS = [in_a_column, in_a_whole_column, in_a_problem_file, in_a_query, in_a_named_query, in_a_record]


@one_in(4, "door", DOORS)
@pytest.mark.parametrize(
    "text", ["1,200", "12,345.67", "1 200", "1'200", "1.200,5", "1,23,456", "1\u2009200"]
)
def test_every_door_says_what_to_write(
    tmp_path: Path, door: Callable[[Path, str], object], text: str
) -> None:
    """The refusal names the number without separators; a decimal comma only where it may be one."""
    with pytest.raises(InputError) as refusal:
        door(tmp_path, text)
    told = str(refusal.value)
    assert f"write {GROUPED[text]}" in told
    assert ("decimal comma" in told) == (text == "1,200")


def test_a_column_is_told_by_its_plainest_number(tmp_path: Path) -> None:
    """Beside 12,345.67, the comma of 1,200 is none of decimals."""
    (tmp_path / "t.csv").write_text("income;k\n1,200;a\n12,345.67;b\n")
    with pytest.raises(InputError, match=r"\(12,345\.67\); write 12345\.67, without"):
        solve(Problem.from_csv(tmp_path / "t.csv"))


def test_one_decimal_comma_among_whole_numbers_names_its_option(tmp_path: Path) -> None:
    """The refusal of a column with 3 and 2,5 says at once that 2,5 has a decimal comma."""
    (tmp_path / "t.csv").write_text("h;k\n3;u\n2,5;v\n")
    with pytest.raises(
        InputError, match=r"holds numbers \(2,5\).*, for example decimal = \",\" in data and"
    ):
        Problem.from_csv(tmp_path / "t.csv")


@one_in(
    3,
    "query",
    ["h=1,5, s=a", "h=1,5; s=a", "1,5; a", "a; 1,5", "1,5, a", "h=1.5, s=a", "s=a; h = 1,5"],
)
def test_a_query_has_the_decimal_commas_of_its_table(tmp_path: Path, query: str) -> None:
    """Beside decimal = "," a comma within a number is one, and cells may stand between semicolons."""
    (tmp_path / "t.csv").write_text("h;s;k\n2,5;a;u\n1,5;b;u\n3;b;v\n1;a;v\n")
    how = {"decimal": ",", "families": {"h": "gaussian"}}
    problem = Problem.from_csv(tmp_path / "t.csv", query=query, **how)
    assert dict(problem.query["x"]) == {"h": "1.5", "s": "a"}  # type: ignore[call-overload]
    asked = solve(tmp_path / "t.csv", query=query, **how).problem  # type: ignore[arg-type]
    assert dict(asked.query["x"]) == {"h": "1.5", "s": "a"}


def test_a_decimal_comma_beside_separators_keeps_its_comma(tmp_path: Path) -> None:
    """In a table of decimal commas the number to write has one, too."""
    for text in ("1.200,5", "1 200,5", "1'200,5"):
        (tmp_path / "t.csv").write_text(f"income;k\n{text};a\n900;b\n")
        with pytest.raises(InputError, match=r"1200,5$"):
            Problem.from_csv(tmp_path / "t.csv", decimal=",")


@all_of("text", ["1.200,5", "1,23,456", "1.200.000", "1_200"])
def test_an_answer_with_other_separators_is_told_what_to_write(text: str) -> None:
    """What can be read is read; 1,200 is asked back with both readings; the rest names its number."""
    with pytest.raises(Refusal, match=rf"has separators between thousands; write {GROUPED[text]}"):
        read_answer(text)
    assert check("12,345.67", "12345.67").verdict is Verdict.CORRECT
    assert check("1 200", 1200).verdict is check("1'200", 1200).verdict is Verdict.CORRECT
    assert check("1,200", 1200).verdict is Verdict.AMBIGUOUS


@all_of("text", ["20-30", "20 to 30", "<30", "30+", "[20, 30)", "(1;5]"])
def test_a_range_is_told_from_a_number_in_brackets(text: str) -> None:
    """(30) has one end: it is minus 30 in accounts, or a note."""
    assert "a range is no number" in numeral_hint(text)
    assert not any(map(numeral_hint, ("(30)", "[30]")))
