"""What one student names takes nobody else's time: a sheet has a budget, and so have the questions."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest
from large_tables import SMOOTHED, table

from exactnb import Grader, Problem, Question
from exactnb.core.model.quantity import EFFORT
from exactnb.errors import TooMuch
from exactnb.interfaces.cli import main
from exactnb.teach.grading.judging import Verdict

WIDE = Problem(table(40, 10), query={"x": {"c0": "a"}}, models=SMOOTHED)
HEAVY = "bayes_error"  # 3^10 cells for each of two classes, more than a tenth of what is allowed
LIGHT = {"P(+)": "1/2", "P(-)": "1/2"}


def verdicts(grader: Grader, answers: dict[str, str]) -> dict[str, str]:
    """Return the verdicts by questions."""
    return {each.question.id: each.verdict.value for each in grader.grade(answers).graded}


def test_a_student_may_name_what_the_budget_allows() -> None:
    """An answer to what takes too much is ungraded, in one line; those beside it are judged."""
    grader = Grader(WIDE)
    report = grader.grade({"P(+)": "1/2", HEAVY: "0.25", "odds(+:-|x)": "1"})
    found = {each.question.id: each for each in report.graded}
    assert found["P(+)"].verdict is Verdict.CORRECT
    assert found[HEAVY].verdict is Verdict.UNGRADED
    assert found[HEAVY].score is None
    assert found[HEAVY].look.startswith("not graded: bayes_error: takes 118,")
    end = "100,000 are allowed; --patience 2 (effort=2000000) allows 200,000"
    assert found[HEAVY].look.endswith(end)


@pytest.mark.exhaustive
def test_more_effort_grades_more() -> None:
    """With twice the effort the same answer is judged."""
    assert verdicts(Grader(WIDE, effort=2 * EFFORT), {HEAVY: "2"}) == {HEAVY: "wrong"}


@pytest.mark.exhaustive
def test_what_one_student_asks_changes_no_other_report() -> None:
    """Reports are the same whoever was graded before, and whoever is in the class."""
    sheets = [
        {"P(+)": "1/2", HEAVY: "0"},
        {"accuracy_left_out": "1", "independent(c0,c1,c2)": "false", "P(+)": "1/2"},
        {"rank(c0=a,c1=b,c2=c)": "1", "accuracy": "1"},
    ]

    def spelled(*order: int) -> dict[int, str]:
        grader = Grader(replace(WIDE))
        reports = {at: grader.grade(sheets[at]) for at in order}
        return {
            at: str([(each.question.id, each.verdict, each.look) for each in report.graded])
            for at, report in reports.items()
        }

    alone = spelled(0) | spelled(1) | spelled(2)
    assert spelled(0, 1, 2) == spelled(2, 1, 0) == alone  # each before each other


@pytest.mark.exhaustive
def test_many_cheap_names_add_up() -> None:
    """A sheet that names ever more is judged as far as it may, and no farther."""
    pairs = [(f"c{i}", f"c{j}", f"c{k}") for i in range(8) for j in range(i) for k in range(j)]
    answers = {f"independent({','.join(sorted(of))})": "false" for of in pairs}
    found = list(verdicts(Grader(WIDE, effort=EFFORT // 40), answers).values())
    assert found[0] != "ungraded"
    assert found[-1] == "ungraded"


def test_questions_have_a_budget_of_their_own() -> None:
    """A question that takes too much is ungraded for all, the others are judged; twice asked, twice."""
    heavy = [Question("h", HEAVY), Question("p", "P(+)"), Question("again", HEAVY)]
    grader = Grader(replace(WIDE, questions=heavy))
    assert set(grader.unsolved) == {"h", "again"}
    found = verdicts(grader, {"h": "1", "p": "1/2"})
    assert found == {"h": "ungraded", "p": "correct", "again": "ungraded"}


def test_a_problem_that_takes_too_much_is_refused_at_once() -> None:
    """Without questions of its own a problem is what its queries need: that has to be affordable."""
    with pytest.raises(TooMuch, match=r"1 are allowed; --patience 1 .effort=1000000. allows 100,000"):
        _ = Grader(WIDE, effort=1).questions


def test_a_class_is_graded_though_some_ask_too_much(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`check` grades all students, tells who is ungraded, and `--patience` grades these too."""
    text = "\n".join(" ".join(row) for row in (["c0", "c1", "k"], ["a", "b", "+"], ["b", "b", "-"]))
    problem = tmp_path / "sheet.toml"
    problem.write_text(
        f"data.table = '''\n{text}\n'''\nmodel.smoothing = 1\nquery.x = {{ c0 = 'a' }}\n"
    )
    answers = tmp_path / "class.csv"
    out = io.StringIO()
    rows = [["student", "P(+)", "accuracy_left_out"], ["a", "1/2", ""], ["b", "1/2", "0"]]
    csv.writer(out).writerows(rows)
    answers.write_text(out.getvalue())

    def graded(*options: str) -> list[str]:
        assert main(["check", str(problem), str(answers), "--to", "csv", *options]) == 1
        return [
            row["accuracy_left_out verdict"]
            for row in csv.DictReader(io.StringIO(capsys.readouterr().out))
        ]

    assert graded() == ["no_answer", "correct"]
    assert graded("--patience", "0.001") == ["no_answer", "ungraded"]
    assert main(["check", str(problem), str(answers), "--patience", "0"]) == 2
    assert "--patience: expected a number from 0" in capsys.readouterr().err


def test_patience_allows_a_solution_and_a_derivation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--patience` says how many times the usual work: too little is refused, in one line."""
    path = tmp_path / "small.toml"
    path.write_text("data.table = '''\nc k\na +\nb -\n'''\nquery.x = { c = 'a' }\n")
    for command in (
        ["solve", str(path)],
        ["derive", "prior-mle", "--problem", str(path)],
        ["sample", str(path), "--count", "9", "--seed", "1"],
    ):
        assert main([*command, "--patience", "1"]) == 0
        capsys.readouterr()
        assert main([*command, "--patience", "0.00001"]) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert "steps or more, 10 are allowed; --patience 1 (effort=1000000) allows 1,000,000" in said
