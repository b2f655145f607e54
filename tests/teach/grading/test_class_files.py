"""Files of a class: what people name, what Moodle and Canvas export, and which attempt counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from thoroughness import all_of

from exactnb.errors import InputError
from exactnb.teach.grading.submissions.class_files import AnswerSheet, ClassFile, read_class
from exactnb.teach.grading.submissions.files import read_answers
from exactnb.teach.grading.submissions.layouts import Columns

QUESTIONS = ("prior", "P(a=1|+)", "label")
MOODLE = """\
"Last name","First name","ID number","Email address",Status,"Started on",Completed,"Time taken",\
"Grade/10,00","Question 1","Response 1","Right answer 1","Response 2","Response 3"
Lovelace,Ada,11,ada@x.org,Finished,"1 May 2024  10:00 AM",x,y,"5,00",P?,2/3,0.667,1/2,+
Lovelace,Ada,11,ada@x.org,Finished,"1 May 2024  11:00 AM",x,y,"5,00",P?,1/3,0.667,-,-
Doe,Jane,12,jane@x.org,Finished,x,x,y,"5,00",P?,1,1,1,+
Doe,Jane,13,joe@x.org,"In progress",x,x,y,-,P?,-,0.667,-,-
"Overall average",,,,,,,,"5,00",,,,,
"""
CANVAS = """\
name,id,sis_id,section,section_id,section_sis_id,submitted,attempt,"4711: What, now, is P(+)?",1.0,\
4712: and this,1.0,4713: class,2.0,n correct,n incorrect,score
Ada,501,11,S,1,,2024-05-01 10:00:00 UTC,2,2/3,1.0,1/2,0.0,+,2.0,3,0,4
Ada,501,11,S,1,,2024-05-01 09:00:00 UTC,1,1/3,0.0,-,0.0,-,0.0,0,3,0
"Student, Test",9,,S,1,,x,1,1,1.0,1,1,+,1,1,1,1
"""


def read(path: Path, text: str, questions: tuple[str, ...] = QUESTIONS, **columns) -> ClassFile:
    file = path / "class.csv"
    file.write_text(text, encoding="utf-8")
    return read_class(file, None, Columns(**columns), questions)


def answers(found: ClassFile) -> dict[str, list[str]]:
    return {sheet.student: list(sheet.answers.values()) for sheet in found.sheets}


def test_what_moodle_exports_is_read_as_it_comes(tmp_path) -> None:
    """Responses are the questions in order, a dash is no answer, and two of one name are told apart."""
    found = read(tmp_path, MOODLE, attempts="last")
    assert answers(found) == {
        "Ada Lovelace": ["1/3", "", ""],
        "Jane Doe (12)": ["1", "1", "+"],
        "Jane Doe (13)": ["", "", ""],
    }
    assert [sheet.unfinished for sheet in found.sheets] == ["", "", "In progress"]
    assert found.by_order == {"Response 1": "prior", "Response 2": "P(a=1|+)", "Response 3": "label"}
    assert found.sheets[0].details["Email address"] == "ada@x.org"


def test_what_canvas_exports_is_read_as_it_comes(tmp_path) -> None:
    """Columns with the number of a question are answers, those with its points are not."""
    assert answers(read(tmp_path, CANVAS, attempts="last")) == {"Ada": ["2/3", "1/2", "+"]}
    assert answers(read(tmp_path, CANVAS, attempts="first")) == {"Ada": ["1/3", "-", "-"]}


@pytest.mark.parametrize("text", [MOODLE, CANVAS])
def test_exports_may_have_a_mark_semicolons_and_other_line_ends(tmp_path, text: str) -> None:
    """A byte order mark, semicolons and Windows' line ends change nothing."""
    plain = answers(read(tmp_path, text, attempts="best"))
    assert answers(read(tmp_path, "\ufeff" + text.replace("\n", "\r\n"), attempts="best")) == plain
    quoted = text.replace("What, now, is", "What").replace("Student, Test", "Test Student")
    quoted = quoted.replace("0,00", "0").replace("5,00", "5").replace(",", ";")
    assert list(answers(read(tmp_path, quoted, attempts="best"))) == list(plain)


def test_several_attempts_are_asked_about(tmp_path) -> None:
    """Without a word on attempts the second one is refused, with the option that helps."""
    with pytest.raises(InputError, match=r"line 3: 'Ada Lovelace' stands in line 2 too; --attempts"):
        read(tmp_path, MOODLE)
    with pytest.raises(InputError, match="expected one of best, last, first; got 'beast'"):
        Columns(attempts="beast")


def test_all_attempts_are_there_for_the_best(tmp_path) -> None:
    """Which is best is known once they are graded."""
    students = [sheet.student for sheet in read(tmp_path, MOODLE, attempts="best").sheets]
    assert students == ["Ada Lovelace", "Ada Lovelace", "Jane Doe (12)", "Jane Doe (13)"]


def test_an_attempt_that_was_not_handed_in_hides_none_that_was(tmp_path) -> None:
    """The last attempt is the last that was finished."""
    text = MOODLE.replace('Finished,"1 May 2024  11', 'Overdue,"1 May 2024  11')
    assert answers(read(tmp_path, text, attempts="last"))["Ada Lovelace"] == ["2/3", "1/2", "+"]
    assert answers(read(tmp_path, text))["Ada Lovelace"] == ["2/3", "1/2", "+"]


def test_columns_may_be_said(tmp_path) -> None:
    """A student column, one to leave out, and what others answer; = may stand in either name."""
    text = "group,who,a=b,second,label,a\nx,Ada,1,2,3,4\n"
    said = {"student": "who", "ignored": ("group", "a")}
    mapped = ("a=b=prior", "second=P(a=1|+)")
    found = read(tmp_path, text, **said, mapped=mapped)
    typed = {"prior": "1", "P(a=1|+)": "2", "label": "3"}
    assert found.sheets == (AnswerSheet("Ada", typed, {"who": "Ada"}),)
    file = tmp_path / "class.csv"
    columns = Columns(**said, mapped=mapped)
    assert read_answers(file, columns=columns, questions=QUESTIONS) == found.sheets


def test_a_mapped_column_is_not_counted_on_by_order(tmp_path) -> None:
    """What is said wins over the order, and a number of Canvas is enough to name a column."""
    found = read(tmp_path, CANVAS, attempts="last", mapped=("4711=label", "4713=prior"))
    assert found.sheets[0].answers == {"label": "2/3", "P(a=1|+)": "1/2", "prior": "+"}
    assert found.by_order == {"4712: and this": "P(a=1|+)"}


def test_columns_that_tell_of_a_student_are_kept(tmp_path) -> None:
    """Names make the student wherever they stand, and numbers and addresses are details."""
    found = read(tmp_path, "E-mail,prior,First name,Surname\na@b.org,1,Ada,Lovelace\n")
    (sheet,) = found.sheets
    assert (sheet.student, dict(sheet.answers)) == ("Ada Lovelace", {"prior": "1"})
    assert sheet.details == {"E-mail": "a@b.org", "First name": "Ada", "Surname": "Lovelace"}


def test_the_first_of_two_names_is_the_student(tmp_path) -> None:
    """What stands first is what people call a student."""
    found = read(tmp_path, "prior,student,name\n1,a17,Ada\n")
    assert [sheet.student for sheet in found.sheets] == ["a17"]


def test_a_number_is_a_student_who_has_no_name(tmp_path) -> None:
    """Where the cell of the name is empty, what else identifies the row is its name."""
    found = read(tmp_path, "name,email,prior\n,a@b.org,1\n")
    assert [sheet.student for sheet in found.sheets] == ["a@b.org"]


def test_points_possible_are_no_student(tmp_path) -> None:
    """A row that gives the points of the questions is left out."""
    text = "Student,ID,prior\n    Points Possible,,1\nAda,7,2/3\n"
    assert answers(read(tmp_path, text)) == {"Ada": ["2/3"]}


@all_of(
    ("text", "columns", "said"),
    [
        ("s,pror\nA,1\n", {}, r"unknown question 'pror' \(did you mean 'prior'\?\).*--ignore leaves"),
        ("s,prior\nA,1\n", {"student": "who"}, "line 1: there is no column 'who'; there are s, prior"),
        ("s,prior\nA,1\n", {"ignored": ("prio",)}, r"no column 'prio' \(did you mean 'prior'\?\)"),
        ("s,prior\nA,1\n", {"ignored": ("prior",)}, "expected a column of students, and one for each"),
        ("s,x\nA,1\n", {"mapped": ("x",)}, "line 1: expected \"COLUMN=QUESTION\"; got 'x'"),
        ("s,x\nA,1\n", {"mapped": ("y=prior",)}, "line 1: there is no column 'y'"),
        ("s,x\nA,1\n", {"mapped": ("x=pror",)}, r"there is no question 'pror' \(did you mean 'prior'"),
        ("s,x,prior\nA,1,2\n", {"mapped": ("x=prior",)}, "columns 'prior' and 'x' both answer 'prior'"),
        ("s,Response 1\nA,1\n", {"mapped": ("Response 2=prior",)}, "no column 'Response 2'"),
        (
            "s,Response 1,Response 2,Response 3,Response 4\nA,1,2,3,4\n",
            {},
            "which question does 'Response 4' answer.* --map \"Response 4=label\"",
        ),
        ("s,name,prior,prior\nA,B,1,2\n", {"ignored": ("s",)}, "two columns are named 'prior'"),
        ("name,email,prior\n,,1\n", {}, "line 2: a row without a student"),
        ("student,prior\nPoints Possible,1\n", {}, "the table has a header and no students"),
        ("name,prior\nA,1\nA,2\n", {}, "line 3: 'A' stands in line 2 too; --attempts best, last or"),
        (MOODLE[:200], {}, "line 2: 4 cells, the header has 14"),
        (MOODLE[:70], {}, "not readable as CSV|expected a column of students"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path, text: str, columns: dict, said: str) -> None:
    """One line says which column or row, and which option helps."""
    with pytest.raises(InputError, match=said):
        read(tmp_path, text, **columns)


def test_an_open_problem_needs_to_be_told_what_is_answered(tmp_path) -> None:
    """Without questions there is no order of them; a quantity may be named."""
    text = "name,Response 1\nAda,2/3\n"
    with pytest.raises(InputError, match=r'--map says it, as in --map "Response 1=P\(...\)"'):
        read(tmp_path, text, ())
    assert answers(read(tmp_path, text, (), mapped=("Response 1=P(a=1|+)",))) == {"Ada": ["2/3"]}
