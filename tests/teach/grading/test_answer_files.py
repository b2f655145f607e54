"""Files of answers: what students leave out, what spreadsheets make of it, and the sheet's comma."""

from __future__ import annotations

from pathlib import Path

import pytest
from thoroughness import all_of

from exactnb import Grader, Problem, Table
from exactnb.core.problem.problem_file import read_problem_text
from exactnb.errors import InputError
from exactnb.teach.grading.submissions.files import read_answers

SHEET = """
[data]
table = '''
a class
1 +
0 +
0 -
'''
[query]
x = { a = 1 }
"""


def written(path: Path, text: str) -> Path:
    file = path / "ada.toml"
    file.write_text(text, encoding="utf-8")
    return file


@all_of(
    ("text", "said"),
    [
        ("prior = 9/14", 'line 1: put it in quotes: prior = "9/14"'),
        ('a = "1/2"\nprior = 9/14  # as counted\n', 'line 2: put it in quotes: prior = "9/14"'),
        ("a = 0.5\nprior = Yes\n", 'line 2: put it in quotes: prior = "Yes"'),
        ("prior = 0,5", 'line 1: put it in quotes: prior = "0,5"'),
        ("prior = 50 %", 'line 1: put it in quotes: prior = "50 %"'),
        ('"P(+)" = 2/3', """line 1: put it in quotes: "P(+)" = "2/3\""""),
        ("[answers]\n  prior = 2/3", 'line 2: put it in quotes: prior = "2/3"'),
    ],
)
def test_an_answer_without_quotes_is_named(tmp_path: Path, text: str, said: str) -> None:
    """The line is said, and how it has to be written."""
    with pytest.raises(InputError) as error:
        read_answers(written(tmp_path, text))
    assert str(error.value).endswith(said)


@pytest.mark.parametrize("text", ['prior = "9/14', "prior", "a = 1\na = 2", "[a", "= 3"])
def test_what_else_is_no_toml_is_said_as_before(tmp_path: Path, text: str) -> None:
    """Only an answer without quotes is told to have some."""
    with pytest.raises(InputError, match="not valid TOML"):
        read_answers(written(tmp_path, text))


def test_bare_numbers_are_answers(tmp_path: Path) -> None:
    """What TOML reads as a number needs no quotes."""
    (sheet,) = read_answers(written(tmp_path, "a = 0.50\nb = 3\nc = true\n"))
    assert dict(sheet.answers) == {"a": "0.50", "b": "3", "c": "true"}


def test_a_date_in_a_class_is_asked_back(tmp_path: Path) -> None:
    """A cell that was 2/3 before a spreadsheet saw it keeps its score open."""
    file = tmp_path / "class.csv"
    file.write_text("student,P(+)\nAda,3-Feb\nBen,2/3\n")
    grader = Grader(read_problem_text(Problem, SHEET), asked=["P(+)"])
    ada, ben = (grader.grade(sheet.answers, sheet.student) for sheet in read_answers(file))
    assert (ada.earned, ben.earned) == ("0 to 1", "1")
    assert "3/2 or 2/3" in ada["P(+)"].look


def test_a_sheet_declares_its_decimal_comma() -> None:
    """With [answers] decimal = "," an answer 0,667 is right; without it is asked back."""
    declared = read_problem_text(Problem, SHEET + '\n[answers]\ndecimal = ","\n')
    plain = read_problem_text(Problem, SHEET)
    for problem, expected in ((declared, "correct_rounded"), (plain, "ambiguous")):
        report = Grader(problem, asked=["P(+)"]).grade({"P(+)": "0,667"})
        assert report["P(+)"].verdict.value == expected


def test_another_decimal_sign_is_refused() -> None:
    """A point or a comma, wherever it is said."""
    with pytest.raises(InputError, match=r"answers\.decimal: "):
        read_problem_text(Problem, SHEET + '\n[answers]\ndecimal = ";"\n')
    with pytest.raises(InputError, match=r"answers\.decimals: unknown key"):
        read_problem_text(Problem, SHEET + '\n[answers]\ndecimals = ","\n')
    with pytest.raises(InputError, match="answer_decimal: "):
        Problem(Table.from_rows([("1", "+")], ["a", "class"]), answer_decimal=";")  # type: ignore[arg-type]
