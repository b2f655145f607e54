"""`exactnb check`: files of answers in, verdicts out, and one line for whatever cannot be used."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from answering import EXAMPLES
from commands import refusal_of
from thoroughness import all_of, one_in

from exactnb.interfaces.cli import main
from exactnb.teach.grading.submissions.files import read_answers

OPEN = """title = "Five rows"
[data]
table = '''
a b class
1 1 +
0 1 +
0 0 -
1 0 -
0 1 -
'''
[query]
x = { a = 1, b = 1 }
"""
SHEET = (
    OPEN
    + """
[[question]]
id = "prior"
quantity = "P(+)"

[[question]]
id = "joint"
quantity = "P(+,x)"
points = 2
policy = { figures = 3 }

[[question]]
id = "post"
quantity = "P(+|x)"
points = "3/2"
policy = "exact"
form = "lowest"

[[question]]
id = "label"
quantity = "argmax(x)"
"""
)
ALL_RIGHT = 'prior = "2/5"\njoint = "0.200"\npost = "3/4"\nlabel = "+"\n'

Check = Callable[..., tuple[int, str, str]]


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Check:
    """Return a function that writes a problem and answers, checks them, and gives code, out and err."""
    monkeypatch.chdir(tmp_path)

    def run(
        answers: str | bytes, *options: str, name: str = "a.toml", problem: str = SHEET
    ) -> tuple[int, str, str]:
        Path("p.toml").write_text(problem)
        Path(name).write_bytes(answers if isinstance(answers, bytes) else answers.encode())
        try:
            code = main(["check", "p.toml", name, *options])
        except SystemExit as left:
            code = int(str(left.code))
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return run


def test_the_exit_code_is_0_if_all_is_right(check: Check) -> None:
    """Right answers in any exact form, or rightly rounded, leave with 0."""
    code, out, err = check(ALL_RIGHT)
    assert (code, err) == (0, "")
    assert "5.5 of 5.5 points" in out


@all_of("answers", ['prior = "1/2"\n', "", 'prior = "2/5"\n', 'prior = "0,4"\n'])
def test_the_exit_code_is_1_if_something_is_wrong(check: Check, answers: str) -> None:
    """A wrong answer, one that is missing, and one to be asked again leave with 1."""
    assert check(answers)[0] == 1


@all_of("form", ["text", "html", "json", "csv", "gradescope"])
def test_every_form_can_be_printed_and_written(check: Check, form: str) -> None:
    """What is printed with --to is what -o writes to a file."""
    code, out, _ = check(ALL_RIGHT, "--to", form)
    assert code == 0
    assert check(ALL_RIGHT, "--to", form, "-o", "out.x") == (0, "", "")
    assert Path("out.x").read_text() == out


def test_the_ending_says_the_form(check: Check) -> None:
    """Without --to an output in .json or .csv is written in that form."""
    check(ALL_RIGHT, "-o", "out.json")
    assert json.loads(Path("out.json").read_text())["schema"] == "exactnb.grade/1"
    check(ALL_RIGHT, "-o", "out.csv")
    assert Path("out.csv").read_text().startswith("student,score,points,prior")


@all_of("share, points", [("1/2", "1"), ("1", "2"), ("0", "0")])
def test_follow_through_sets_the_share(check: Check, share: str, points: str) -> None:
    """With a wrong prior of 1/2 the joint 1/4 follows, for that share of its 2 points."""
    answers = 'prior = "1/2"\njoint = "1/4"\n'
    code, out, _ = check(answers, "--follow-through", share, "--to", "json")
    assert code == 1
    (student,) = json.loads(out)["students"]
    assert {a["question_id"]: a["score"] for a in student["answers"]}["joint"] == points


@all_of("share", ["2", "-1", "half", "1/0", "nan", ""])
def test_a_share_is_a_number_from_0_to_1(check: Check, share: str) -> None:
    """Any other share is refused by the option's name."""
    assert refusal_of(check(ALL_RIGHT, f"--follow-through={share}")).startswith("--follow-through")


def test_explain_derives_wrong_values(check: Check) -> None:
    """With --explain the steps to a wrong value stand below the answer, without it they do not."""
    plain, explained = check('prior = "1/2"\n')[1], check('prior = "1/2"\n', "--explain")[1]
    assert "P(+) = 1/2" not in plain
    assert "P(+) = 1/2" in explained


def test_power_takes_no_answers(tmp_path, monkeypatch, capsys) -> None:
    """--power works without answers and says of every question what its wrong values tell."""
    monkeypatch.chdir(tmp_path)
    Path("p.toml").write_text(SHEET)
    assert main(["check", "p.toml", "--power"]) == 0
    out = capsys.readouterr().out
    assert "prior = 2/5" in out
    assert "right anyway" in out
    assert main(["check", "p.toml", "p.toml", "--power"]) == 2
    assert "--power: takes no ANSWERS" in capsys.readouterr().err


# Files of answers


def test_numbers_keep_their_digits(tmp_path: Path) -> None:
    """Numbers without quotes keep their characters: 0.10 is not 0.1, 1e400 not infinite."""
    toml, data = tmp_path / "a.toml", tmp_path / "a.json"
    toml.write_text("a = 0.10\nb = 1e400\nc = 3\nd = -0.50\n")
    data.write_text('{"a": 0.10, "b": 1e400, "c": 3, "d": -0.50, "e": 1E-400}')
    expected = {"a": "0.10", "b": "1e400", "c": "3", "d": "-0.50"}
    assert dict(read_answers(toml)[0].answers) == expected
    assert dict(read_answers(data)[0].answers) == expected | {"e": "1E-400"}


def test_digits_decide_the_verdict(check: Check) -> None:
    """Typed as the number 0.200 the joint 1/5 is right, and so is 0.2, which is the same number."""
    for typed in ("0.200", "0.2", "20e-2"):
        assert check(f'{{"joint": {typed}, "prior": 1e400}}', name="a.json")[0] == 1
    problem = SHEET.replace('"P(+,x)"', '"P(-|x)"').replace("policy = { figures = 3 }", "")
    for typed, verdict in (("0.250", "correct"), ("0.25", "correct"), ("0.3", "too_few_digits")):
        _, out, _ = check(f"joint = {typed}\n", "--to", "json", problem=problem)
        answers = json.loads(out)["students"][0]["answers"]
        assert [a["verdict"] for a in answers if a["question_id"] == "joint"] == [verdict]


def test_a_student_may_be_named(check: Check) -> None:
    """A table `answers` beside `student` is one way, all keys together the other."""
    for text in ('student = "Ada"\n[answers]\nprior = "2/5"\n', 'student = "Ada"\nprior = "2/5"\n'):
        assert "Five rows: Ada" in check(text)[1]
    assert "Five rows: a" in check('prior = "2/5"\n')[1]


CLASSES = [
    ("c.csv", 'student,"P(+,x)","P(+|x)"\nada,1/5,3/4\nbo,0.2,0.75\n'),
    ("c.csv", 'student;"P(+,x)";"P(+|x)"\nada;1/5;3/4\nbo;0.2;0.75\n'),
    ("c.csv", "student;P(+,x);P(+|x)\nada;1/5;3/4\nbo;0.2;0.75\n"),
    ("c.csv", '\ufeffstudent,"P(+,x)",P(+|x)\r\nada,1/5,3/4\r\nbo,0.2,0.75\r\n'),
    ("c.tsv", "student\tP(+,x)\tP(+|x)\nada\t1/5\t3/4\nbo\t0.2\t0.75\n"),
    ("c.csv", '"student","P(+,x)","P(+|x)"\n"ada","1/5","3/4"\n\n"bo","0.2","0.75"\n'),
    ("c.csv", 'student,"P( + , x )","P( + | x )"\nada,1/5,3/4\nbo,0.2,0.75\n'),
]


@all_of("name, text", CLASSES)
def test_a_class_is_a_table(check: Check, name: str, text: str) -> None:
    """Headers may be quantities with commas and bars; the separator is a comma, semicolon or tab."""
    code, out, err = check(text, "--to", "json", name=name, problem=OPEN)
    assert (code, err) == (0, "")
    students = json.loads(out)["students"]
    assert [student["student"] for student in students] == ["ada", "bo"]
    assert [a["question_id"] for a in students[0]["answers"]] == ["P(+,x)", "P(+|x)"]


def test_a_huge_cell_does_not_cost_the_class(check: Check) -> None:
    """An answer of 200,000 characters is too long for its student; the others are graded."""
    text = f"student,prior\nada,{'1' * 200_000}\nbo,2/5\n"
    code, out, _ = check(text, "--to", "json", name="c.csv")
    assert code == 1
    ada, bo = (student["answers"][0] for student in json.loads(out)["students"])
    assert (ada["verdict"], ada["refusal"]) == ("unreadable", "too_long")
    assert bo["verdict"] == "correct"


@one_in(
    4,
    ("name", "content", "place"),
    [
        ("c.csv", "student,prior\nada,2/5\nada,1/2\n", "c.csv: line 3: 'ada' stands in line 2 too"),
        ("c.csv", "student,prior,post\nada,2/5\n", "c.csv: line 2: 2 cells, the header has 3"),
        ("c.csv", "student,prior\nada,2/5,1\n", "c.csv: line 2: 3 cells, the header has 2"),
        ("c.csv", "student,prior,prior\nada,1,2\n", "c.csv: line 1: two columns are named 'prior'"),
        ("c.csv", "student,pror\nada,1\n", "c.csv: unknown question 'pror' (did you mean 'prior'?)"),
        ("c.csv", b"student,prior\nad\xe9,1\n", "c.csv: line 2: not UTF-8: byte 0xe9"),
        ("c.csv", "", "c.csv: the file is empty"),
        ("c.csv", "\n\n", "c.csv: the file is empty"),
        ("c.csv", "student\nada\n", "c.csv: line 1: expected a column of students"),
        ("c.csv", 'student,prior\n"ada,1\n', "c.csv: line 2: not readable as CSV"),
        ("c.csv", "student,prior\n,1\n", "c.csv: line 2: a row without a student"),
        ("c.csv", "student,prior\n", "c.csv: "),
        ("a.json", "", "a.json: not valid JSON"),
        ("a.json", "[1]", "a.json: expected an object of answers"),
        ("a.json", "null", "a.json: expected an object of answers"),
        ("a.json", '{"prior": [1]}', "a.json: prior: expected an answer in quotes"),
        ("a.json", '{"prior": {"a": 1}}', "a.json: prior: expected an answer in quotes"),
        ("a.json", '{"answers": {"prior": [1]}}', "a.json: prior: expected an answer in quotes"),
        ("a.json", '{"answers": {}, "x": 1}', "a.json: x: unknown key beside answers"),
        ("a.json", '{"prior": 0.4, "prior": 0.5}', "a.json: "),
        ("a.json", "[" * 100_000, "a.json: not readable: nested too deeply"),
        ("a.json", b'{"prior": "\xff"}', "a.json: line 1: not UTF-8: byte 0xff"),
        ("a.toml", 'pror = "1"\n', "a.toml: unknown question 'pror' (did you mean 'prior'?)"),
        ("a.toml", "prior = [1]\n", "a.toml: prior: expected an answer in quotes"),
        ("a.toml", "prior = 1979-05-27\n", "a.toml: prior: expected an answer in quotes"),
        ("a.toml", "[prior]\na = 1\n", "a.toml: prior: expected an answer in quotes"),
        ("a.toml", "prior = \n", "a.toml: not valid TOML"),
        ("a.toml", 'prior = "1"\nprior = "2"\n', "a.toml: not valid TOML"),
        ("a.toml", b'prior = "\xff"\n', "a.toml: line 1: not UTF-8: byte 0xff"),
        ("a.rst", "prior = 1\n", "a.rst: expected a file that ends in .toml, .json, .csv"),
        ("answers", "prior = 1\n", "answers: expected a file that ends in .toml, .json, .csv"),
    ],
)
def test_unusable_answers_are_refused(
    check: Check, name: str, content: str | bytes, place: str
) -> None:
    """What cannot be answers is refused in one line that begins with the file and the place."""
    assert refusal_of(check(content, name=name)).startswith(place)


def test_a_missing_file_is_named_with_one_that_is_there(check: Check, capsys) -> None:
    """No such file: the nearest name in the folder is offered, for problem and answers alike."""
    check(ALL_RIGHT)
    for arguments in (["p.toml", "aa.toml"], ["pp.toml", "a.toml"]):
        assert main(["check", *arguments]) == 2
        err = capsys.readouterr().err
        assert "no such file (did you mean '" in err
        assert err.count("\n") == 1


@all_of(
    "answers, place",
    [
        ('"P(+|y)" = "1"\n', "a.toml: answers.P(+|y): 'P(+|y)': 'y' is no class"),
        ('"P(+|x" = "1"\n', "a.toml: answers.P(+|x: 'P(+|x': expected ')'"),
        ('"nonsense" = "1"\n', "a.toml: answers.nonsense: "),
    ],
)
def test_open_problems_take_any_quantity(check: Check, answers: str, place: str) -> None:
    """Without questions of its own a problem takes answers to quantities, and refuses other keys."""
    assert refusal_of(check(answers, problem=OPEN)).startswith(place)


@all_of(
    "question, place",
    [
        (
            'id = "a"\nquantity = "P(+)"\npoint = 2',
            "question[1].point: unknown key (did you mean 'points'?)",
        ),
        ('id = "a"', "question[1]: needs a key quantity"),
        ('quantity = "P(+)"', "question[1]: needs a key id"),
        ('id = ""\nquantity = "P(+)"', "question[1].id: expected text in quotes"),
        ('id = "a"\nquantity = ""', "question[1].quantity: expected text in quotes"),
        ('id = "a"\nquantity = "P(+|z)"', "question[1].quantity: 'P(+|z)': 'z' is no class"),
        ('id = "a"\nquantity = "P(+)"\npoints = -1', "question[1].points: must not be negative"),
        ('id = "a"\nquantity = "P(+)"\npoints = "many"', "question[1].points: expected a number"),
        ('id = "a"\nquantity = "P(+)"\npoints = inf', "question[1].points: expected a number"),
        ('id = "a"\nquantity = "P(+)"\npoints = [1]', "question[1].points: "),
        ('id = "a"\nquantity = "P(+)"\npolicy = "roundd"', "question[1].policy: expected one of exact"),
        ('id = "a"\nquantity = "P(+)"\npolicy = 3', "question[1].policy: "),
        ('id = "a"\nquantity = "P(+)"\npolicy = {}', "question[1].policy: "),
        (
            'id = "a"\nquantity = "P(+)"\npolicy = { figure = 3 }',
            "question[1].policy: unknown key (did you",
        ),
        ('id = "a"\nquantity = "P(+)"\npolicy = { figures = 0 }', "question[1].policy.figures: "),
        ('id = "a"\nquantity = "P(+)"\npolicy = { figures = 3.5 }', "question[1].policy.figures: "),
        ('id = "a"\nquantity = "P(+)"\npolicy = { places = -1 }', "question[1].policy.places: "),
        ('id = "a"\nquantity = "P(+)"\npolicy = { within = -1 }', "question[1].policy.within: "),
        ('id = "a"\nquantity = "P(+)"\npolicy = { within = "x" }', "question[1].policy.within: "),
        ('id = "a"\nquantity = "P(+)"\nform = "low"', "question[1].form: expected one of any, lowest"),
        ('id = "a"\nquantity = "boundary(+:-|a=1,b=1)"', "question[1].quantity: "),
        (
            'id = "a"\nquantity = "P(+)"\n[[question]]\nid = "a"\nquantity = "P(-)"',
            "question[2].id: 'a' is",
        ),
    ],
)
def test_bad_questions_are_refused(check: Check, question: str, place: str) -> None:
    """A question that cannot be asked is refused with its number, its key and a near match."""
    problem = f"{OPEN}\n[[question]]\n{question}\n"
    assert refusal_of(check('a = "1"\n', problem=problem)).startswith(f"p.toml: {place}")


def test_an_equation_is_no_question(check: Check) -> None:
    """A quantity whose value is an equation has no answer that can be typed."""
    two = OPEN.replace("class", "k").replace("a b k", "u v k") + "[model]\nfamily = 'lda'\n"
    two = two.replace("x = { a = 1, b = 1 }", "x = { u = 1, v = 1 }")
    two += '[[question]]\nid = "line"\nquantity = "boundary(+:-)"\n'
    assert refusal_of(check('line = "1"\n', problem=two)).startswith("p.toml: question[1].quantity: ")


def test_one_quantity_may_be_asked_twice(check: Check) -> None:
    """Two questions about one quantity, exact and rounded, are two questions."""
    again = '[[question]]\nid = "again"\nquantity = "P(+)"\npolicy = "exact"\n'
    code, out, _ = check(ALL_RIGHT + 'again = "0.40"\n', problem=SHEET + again)
    assert code == 0
    assert "again" in out


def test_gradescope_is_of_one_student(check: Check) -> None:
    """A results.json holds one student; a class is refused."""
    text = "student,prior\nada,2/5\nbo,1\n"
    assert "one student" in refusal_of(check(text, "--to", "gradescope", name="c.csv"))


@all_of("options", [["--power", "--to", "json"], ["--to", "xml"], []])
def test_options_that_do_not_go_together_are_refused(check: Check, capsys, options: list[str]) -> None:
    """Power prints text, a form is one of four, and without --power there are answers."""
    check(ALL_RIGHT)
    try:
        code = main(["check", "p.toml", *options])
    except SystemExit as left:
        code = int(str(left.code))
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)


@one_in(6, "form", ["text", "html", "json", "csv", "gradescope"])
def test_nothing_is_half_written(check: Check, form: str) -> None:
    """An error leaves the output file as it was, and makes none where there was none."""
    Path("out").write_text("before")
    assert refusal_of(check('pror = "1"\n', "--to", form, "-o", "out"))
    assert Path("out").read_text() == "before"
    assert refusal_of(check('pror = "1"\n', "--to", form, "-o", "new"))
    assert not Path("new").exists()
    for output in ("no_folder/out", "."):
        assert refusal_of(check(ALL_RIGHT, "--to", form, "-o", output))


@pytest.mark.exhaustive
def test_the_homework_of_the_examples_can_be_checked(capsys: pytest.CaptureFixture[str]) -> None:
    """The sheet that comes with the examples reads, for one student and for a class."""
    folder = EXAMPLES / "homework"
    assert main(["check", str(folder / "sheet.toml"), str(folder / "ada.toml")]) == 1
    assert main(["check", str(folder / "sheet.toml"), str(folder / "class.csv")]) == 1
    assert capsys.readouterr().err == ""


@pytest.mark.exhaustive
@all_of("form", ["text", "html", "json", "csv", "gradescope"])
def test_half_a_character_does_not_stop_a_report(check: Check, form: str) -> None:
    """Half a character, escaped in JSON, is unreadable and can still be reported on."""
    answers = '{"student": "a\\ud800", "prior": "\\ud800", "joint": "0.200"}'
    code, _, err = check(answers, "--to", form, "-o", "out", name="a.json")
    assert (code, err) == (1, "")
    assert Path("out").read_bytes().decode()
