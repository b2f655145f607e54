"""`exactnb check --answer`: single answers to a table or a problem file, in one command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from thoroughness import all_of
from worked import EXAMPLES

from exactnb.interfaces.cli import main

TABLE = str(EXAMPLES / "homework" / "play_tennis.csv")
SHEET = str(EXAMPLES / "homework" / "sheet.toml")
QUERY = ("--query", "Sunny, Cool, High, Strong")


def check(capsys, source: str, *answers: str, more: tuple[str, ...] = ()) -> tuple[int, str, str]:
    pairs = [part for answer in answers for part in ("--answer", answer)]
    code = main(["check", source, *more, *pairs])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@all_of(
    "answer, code",
    [
        ("P(Yes|x)=125/611", 0),
        ("P(Yes | x) = 0.205", 0),
        ("P(Yes|x)=0.4", 1),
        ("P(Wind=Strong|Yes) = 3/9 = 0.333", 0),
        ("argmax(x)=No", 0),
        ("log2(P(x))=1", 1),
        ("odds(Yes:No|x)=125:486", 0),
    ],
)
def test_an_answer_to_a_table(capsys, answer: str, code: int) -> None:
    """The name ends at the first equals sign that stands in no parentheses."""
    assert check(capsys, TABLE, answer, more=QUERY)[0] == code


def test_options_of_tables_hold(capsys) -> None:
    """What solve reads of a table, check reads too."""
    answer = "P(Wind=Strong|Yes)=4/11"
    assert check(capsys, TABLE, answer, more=(*QUERY, "--smoothing", "1"))[0] == 0
    assert check(capsys, TABLE, answer, more=QUERY)[0] == 1


def test_several_answers_are_one_sheet(capsys) -> None:
    """One that follows from an earlier wrong one is right by follow-through."""
    answers = ("P(Yes,x)=1/100", "P(No,x)=18/875", "P(Yes|x)=35/107")
    code, out, _ = check(capsys, TABLE, *answers, more=QUERY)
    assert code == 1
    assert "2 of 3 points" in out
    assert "right by follow-through" in out


def test_a_question_of_a_sheet_is_answered_by_its_id(capsys) -> None:
    """It has the points and the policy of the sheet; any other quantity may be answered beside it."""
    code, out, _ = check(capsys, SHEET, "posterior=0.205", "P(Wind=Weak|Yes)=6/9")
    assert code == 0
    assert "3 of 3 points" in out
    assert "decision" not in out


@pytest.mark.exhaustive
def test_a_wrong_answer_names_the_options_that_say_more(capsys) -> None:
    """Those that were not used; a right one needs none."""
    wrong = "P(Yes|x)=0.4"
    out = check(capsys, TABLE, wrong, more=QUERY)[1]
    assert "--explain" in out
    assert "--search" in out
    assert "--explain" not in check(capsys, TABLE, wrong, more=(*QUERY, "--explain"))[1]
    assert "--search" not in check(capsys, TABLE, wrong, more=(*QUERY, "--search"))[1]
    assert "--" not in check(capsys, TABLE, "P(Yes|x)=125/611", more=QUERY)[1]


def test_a_file_of_answers_names_them_too(capsys, tmp_path: Path) -> None:
    """The report on one student ends with the options that say more."""
    file = tmp_path / "ada.toml"
    file.write_text('prior = "5/14"\n')
    assert main(["check", SHEET, str(file)]) == 1
    assert "--search" in capsys.readouterr().out


def test_the_report_takes_every_form(capsys) -> None:
    """JSON is the report of one student; a page is one too."""
    (student,) = json.loads(check(capsys, TABLE, "P(Yes)=9/14", more=("--to", "json"))[1])["students"]
    assert [answer["verdict"] for answer in student["answers"]] == ["correct"]
    assert "<h1>" in check(capsys, TABLE, "P(Yes)=9/14", more=("--to", "html"))[1]


@all_of(
    "answers, more, message",
    [
        (("P(Yes)",), (), "--answer: expected a quantity and its value, such as"),
        (("=1",), (), "--answer: expected a quantity and its value"),
        (("P(Ye)=1",), (), "--answer: 'P(Ye)': "),
        (("P(Yes)=1", "P(Yes) = 2"), (), "--answer: 'P(Yes)' is there twice"),
        (("P(Yes)=1",), ("--search", "--to", "json"), "--search: needs a report as text"),
        (("P(Yes)=1",), ("--patience", "0"), "--patience: "),
    ],
)
def test_what_is_no_answer_costs_one_line(capsys, answers, more, message: str) -> None:
    """It says which option is wrong, and how."""
    code, out, err = check(capsys, TABLE, *answers, more=more)
    assert (code, out) == (2, "")
    assert err.startswith(f"exactnb: {message}")
    assert err.count("\n") == 1


def test_without_answers_the_option_is_named(capsys) -> None:
    """A table alone says nothing to check."""
    assert main(["check", TABLE]) == 2
    assert "--answer" in capsys.readouterr().err
