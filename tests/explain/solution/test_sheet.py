"""Problem sheets and templates of answers: nothing is given away, and right answers earn all points."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import NAMES, cases
from thoroughness import all_of, law, one_in
from typing_right import filled_in, typed_answer
from worked import EXAMPLES, PROBLEMS, compiled, problem_file, solved

from exactnb import Conventions, Grader, ModelChoice, Problem, Question, Solution, Table, solve
from exactnb.core.data.summaries import read_counts, read_parameters
from exactnb.core.problem.questions import read_policy
from exactnb.explain.derivation import Data
from exactnb.teach.grading.submissions.class_files import read_class
from exactnb.teach.grading.submissions.files import read_answers

SHEETS = ("spam_or_ham", "medical_test", "models_compared", "counts_only", "coins")
HOMEWORK = EXAMPLES / "homework" / "sheet.toml"
ROWS = [("1", "u", "+"), ("1", "v", "+"), ("0", "v", "+"), ("0", "u", "-"), ("1", "v", "-")]


def small(**changes: object) -> Solution:
    table = Table.from_rows(ROWS, ["a", "Sky", "class"])
    return solve(Problem(table, {"x": {"a": "1", "Sky": "v"}}, **changes))  # type: ignore[arg-type]


def graded(solution: Solution, folder: Path) -> tuple[Fraction, Fraction]:
    """Return the points that the filled template earns as `check` reads it, and all there are."""
    file = folder / "answers.toml"
    file.write_text(filled_in(solution), encoding="utf-8")
    (sheet,) = read_answers(file)
    report = Grader(solution.problem).grade(sheet.answers)
    assert len(report.graded) == len(solution.answers().questions) > 0
    earned = sum((each.score or Fraction(0) for each in report.graded), Fraction(0))
    return earned, sum((each.question.points for each in report.graded), Fraction(0))


@one_in(56, "path", [*PROBLEMS, HOMEWORK], ids=lambda path: path.stem, exhaustive=3)
def test_the_template_of_a_worked_example_filled_in_rightly_earns_everything(
    path: Path, tmp_path: Path
) -> None:
    """Each question of the template is one that `check` knows; the right value earns its points."""
    solution = solve(path) if path == HOMEWORK else solved(path.stem)
    if not solution.answers().questions:
        pytest.skip("nothing is asked that can be typed in a line")
    earned, whole = graded(solution, tmp_path)
    assert earned == whole > 0


@law(4)
@given(data=st.data())
def test_the_template_of_any_problem_filled_in_rightly_earns_everything(data, tmp_path_factory) -> None:
    """Of random problems too, whatever their words, columns and classes are called."""
    solution = solve(data.draw(cases(NAMES, refused=False)).problem())
    if solution.answers().questions:
        earned, whole = graded(solution, tmp_path_factory.mktemp("sheet"))
        assert earned == whole


def test_a_sheet_has_the_questions_of_the_problem_with_blanks_and_points() -> None:
    """Each with its number, its id, what is asked, a blank, its points and the form it takes."""
    text = solve(HOMEWORK).sheet().text()
    assert "   2. What is the probability of Wind = Strong given PlayTennis = Yes?\n\n" in text
    assert "   wind   P(Wind=Strong|Yes) = ____________   1 point, as counted" in text
    assert "   posterior   P(Yes|x) = ____________   2 points, 3 significant figures" in text
    assert "│ x │  Sunny   │    Cool     │   High   │ Strong │     ?      │" in text


def test_a_sheet_without_questions_asks_what_the_problem_asks() -> None:
    """That is what `ask` names, else joints, evidence, posteriors and decision of each query."""
    ids = [question.id for question in small().sheet().questions]
    assert ids == ["P(+,x)", "P(-,x)", "P(x)", "P(+|x)", "P(-|x)", "argmax(x)"]
    ids = [q.id for q in small(ask=["P(a=1|+)", "odds(+:-|x)"]).sheet().questions]
    assert ids == ["P(a=1|+)", "odds(+:-|x)"]
    table = Table.from_rows(ROWS, ["a", "Sky", "class"])
    ids = [question.id for question in solve(Problem(table)).sheet().questions]
    assert ids[:3] == ["P(+)", "P(-)", "P(a=1|+)"]


@pytest.mark.exhaustive
def test_points_that_are_no_rational_numbers_are_asked_one_by_one() -> None:
    """A list is typed with rational numbers only, so each end of a boundary has a question."""
    ids = [question.id for question in solved("note_004_as_printed").sheet().questions]
    assert ids[-2:] == ["boundary(Yes:No)[1]", "boundary(Yes:No)[2]"]
    assert not any("region" in q.id for q in solved("note_004_temperature").sheet().questions)


@pytest.mark.exhaustive
@all_of("to", ["text", "latex", "markdown", "json", "html"])
@all_of("name", ["play_tennis", "spam_or_ham", "two_seeds", "models_compared"])
def test_a_sheet_gives_nothing_away(name: str, to: str) -> None:
    """No step that works anything out stands in a sheet, and no quantity has a value in its JSON."""
    solution = solved(name)
    sheet = solution.sheet()
    keys = {step.key for step in sheet.verified.derivation.steps}
    assert keys <= {"data", "estimate", "questions"}
    assert not list(sheet.verified.derivation.chains())
    assert len(sheet.verified.quantities) == 0
    printed = sheet.render(to)
    for value in solution.values():
        if isinstance(value, Fraction) and value.denominator > 100:
            assert str(value) not in printed


def test_given_numbers_and_counts_are_stated_in_a_sheet() -> None:
    """They are the data: all of them, whatever is asked, and the query is a line."""
    numbers = read_parameters("y k l\nprior 1/2 1/2\nburnt=1 1/7 1/3\nwet=1 2/9 1/5")
    text = solve(Problem(numbers, {"x": {"burnt": 1}}, ask=["P(k,x)"])).sheet().text()
    assert all(part in text for part in ("1/7", "2/9", "x = (burnt = 1)", "P(k, x) = ___"))
    counts = read_counts("y k l\ntotal 30 40\na=u 11 23\na=v 19 17")
    text = solve(Problem(counts, {"x": {"a": "u"}}, ask=["P(k,x)"])).sheet().text()
    assert all(part in text for part in ("count(a=v, k)", "17", "23", "x = (a = u)"))
    assert "Asked" not in text


def test_texts_are_not_counted_in_a_sheet() -> None:
    """They stand there as they were given; cells beside them are data too, and words are not."""
    keys = [step.title for step in solved("spam_or_ham").sheet().verified.derivation.steps]
    assert keys == ["Data", "Questions"]
    sheet = solved("mixed_families").sheet()
    (data,) = (b for s in sheet.verified.derivation.steps for b in s.blocks if isinstance(b, Data))
    assert data.columns == solved("mixed_families").problem.data.columns  # type: ignore[union-attr]


def test_a_sheet_says_what_each_of_several_models_assumes() -> None:
    """The models are told apart by what they assume, without what they estimate."""
    text = solved("models_compared").sheet().text()
    assert "Model (laplace)" in text
    assert "Categorical naive Bayes · uniform prior · λ = 1" in text


def test_what_is_asked_of_several_models_names_each_of_them() -> None:
    """The first model too, above the solution and in the questions; counts are those of the data."""
    solution = solved("models_compared")
    assert "Asked: P(yes|x) [counted], P(yes|x) [laplace], P(yes|x) [fair]." in solution.text()
    rows = [*filter(None, solution.sheet().text().splitlines())][-6:]
    for number, model in enumerate(("counted", "laplace", "fair"), start=1):
        question, blank = rows[2 * number - 2 : 2 * number]
        assert question.split()[0] == f"{number}."
        assert question.endswith(f" under {model}?")
        assert blank.split() == ["P(yes|x)", f"[{model}]", "=", "_" * 12, "1", "point"]
    counts = read_counts("y k l\ntotal 30 40\na=u 11 23\na=v 19 17")
    models = {"plain": ModelChoice(), "smooth": ModelChoice(Conventions(smoothing=1))}
    ask = ["P(k)", "freq(a=u|k)"]
    text = solve(Problem(counts, {"x": {"a": "u"}}, models, ask=ask)).text()
    assert "Asked: P(k) [plain], freq(a=u|k)." in text
    assert re.search(r"count\(a=u, k\) +11", text)


def test_a_form_of_answers_holds_the_questions_alone() -> None:
    """A template in LaTeX, Markdown or text is the last part of the sheet."""
    solution = solve(HOMEWORK)
    template = solution.answers()
    assert [step.key for step in template.verified.derivation.steps] == ["questions"]
    assert r"\underline{\hspace{3.5cm}}" in template.latex()
    assert r"\_\_\_" in template.markdown()


def test_the_template_of_a_class_has_a_column_for_each_question(tmp_path: Path) -> None:
    """With a row for each student it is what `check` reads: here one who is right everywhere."""
    solution = small(ask=["P(+,x)", "-log2(P(+))", "argmax(x)"])
    template = solution.answers()
    (head,) = csv.reader(io.StringIO(template.csv()))
    assert head == ["student", "P(+,x)", "'-log2(P(+))", "argmax(x)"]
    answers = [typed_answer(solution, question.quantity) for question in template.questions]
    out = io.StringIO()
    csv.writer(out).writerow(["ada", *answers])
    file = tmp_path / "class.csv"
    file.write_text(template.csv() + out.getvalue())
    (sheet,) = read_answers(file)
    assert Grader(solution.problem).grade(sheet.answers).score == 3


@pytest.mark.parametrize("identity", ["=1+1", "+P(+)", "@SUM(1)", "'=1+1", "%x", "|x", "'tis"])
def test_no_question_is_a_formula_in_the_template_of_a_class(tmp_path: Path, identity: str) -> None:
    """An id that a spreadsheet would work out is written as text, and is read back as it was."""
    template = small(questions=(Question(identity, "P(+)"),)).answers().csv()
    (head,) = csv.reader(io.StringIO(template))
    assert not head[1].startswith(("=", "+", "-", "@", "%", "|"))
    file = tmp_path / "class.csv"
    file.write_text(f"{template}ada,1/2\n")
    (sheet,) = read_class(file, questions=[identity]).sheets
    assert sheet.answers == {identity: "1/2"}


def test_a_template_in_json_is_read_by_check(tmp_path: Path) -> None:
    """It holds the same questions, and the name of the file stands for a student without one."""
    file = tmp_path / "ada.json"
    file.write_text(small().answers().json())
    (sheet,) = read_answers(file)
    assert sheet.student == "ada"
    assert list(sheet.answers) == [question.id for question in small().answers().questions]
    assert set(json.loads(small().answers().json())) == {"student", "answers"}


def test_an_id_of_any_signs_is_a_key_of_the_template(tmp_path: Path) -> None:
    """Quotes, backslashes and signs that steer are escaped, so that the file is read as meant."""
    ids = ['say "yes"', "back\\slash", "a.b = [c]", "tab\tbed", "[x]", "# no", "日本"]
    questions = tuple(Question(i, "P(+)") for i in ids)
    file = tmp_path / "ada.toml"
    file.write_text(small(questions=questions).answers().toml(), encoding="utf-8")
    (sheet,) = read_answers(file)
    assert list(sheet.answers) == ids


def test_how_an_answer_is_to_be_written_is_said() -> None:
    """Each policy and form has its words, the usual ones none; a fraction has no accuracy."""
    policies = ["exact", {"figures": 4}, {"places": 2}, {"within": "0.01"}, {"relative": "1/8"}]
    questions = [
        Question(str(at), "P(+)", Fraction(at), read_policy(p)) for at, p in enumerate(policies)
    ]
    questions.append(Question("low", "P(+)", Fraction(1, 2), read_policy({"figures": 4}, "lowest")))
    text = " ".join(small(questions=questions).sheet().text().split())
    for said in (
        "0 points, exact", "1 point, 4 significant figures or a fraction",
        "2 points, 2 decimal places or a fraction",
        "3 points, within 1/100", "4 points, within 1/8 of the value", "1/2 point, in lowest terms",
    ):  # fmt: skip
        assert said in text


def test_a_question_too_wide_for_the_terminal_goes_on_below_its_column() -> None:
    """The blank stands under a long name, its points beside the name."""
    question = Question("all three heads", "P(double|first=heads,second=heads,third=heads)")
    rows = solve(replace(solved("coins").problem, questions=[question])).sheet().text().splitlines()
    assert max(map(len, rows)) <= 80
    assert rows[-2:] == [
        "   all three heads   P(double|first=heads, second=heads, third=heads)    1 point",
        f"                     = {'_' * 12}",
    ]


@one_in(6, "path", [*map(problem_file, SHEETS), HOMEWORK], ids=lambda path: path.stem)
def test_sheets_compile(path: Path, tmp_path: Path) -> None:
    """The LaTeX of a sheet needs no package beyond those of a solution, and nothing sticks out."""
    file = tmp_path / "sheet.tex"
    file.write_text(solve(path).sheet().latex())
    compiled(file, tmp_path)
