"""Answers from people who try everything: a sheet never raises, and a report never refuses."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from collections.abc import Callable, Sequence
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest
from answering import given
from poisoned import POISON, grader_of, parameters, resting, typed
from thoroughness import choose, in_both_runs, one_in

from exactnb import Grader, check
from exactnb.core import families
from exactnb.core.arithmetic.closed_form import quotient
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Integer, Reference
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.expression.results import are_equal
from exactnb.core.expression.written import written
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort, Quantity
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.problem.questions import Policy
from exactnb.errors import Undecidable, Unsupported
from exactnb.interfaces.cli import main
from exactnb.teach.answers.answer import Expects
from exactnb.teach.answers.reading import read_answer
from exactnb.teach.grading.diagnosis import Diagnosis
from exactnb.teach.grading.follow_through import FollowThrough
from exactnb.teach.grading.graded import Report
from exactnb.teach.grading.judging import Verdict, judge
from exactnb.teach.grading.question_grader import QuestionGrader
from exactnb.teach.grading.reports.gradebooks import csv_report
from exactnb.teach.grading.reports.items import item_analysis
from exactnb.teach.grading.reports.json_report import gradescope_report, json_report
from exactnb.teach.grading.reports.text_report import class_text, discrimination_text, student_text
from exactnb.teach.grading.targets import Target

FAULTS: Sequence[BaseException] = (
    ValueError("man_exp"), MemoryError(), RecursionError(), ZeroDivisionError(), AssertionError(),
    KeyError("x"), OverflowError(), Undecidable("no theorem"), Unsupported("no exact form"),
)  # fmt: skip
EVERY_FAULT = one_in(6, "error", FAULTS, ids=lambda error: type(error).__name__)
SHEET = """
[data]
table = '''
v,w,class
1,2,a
2,3,a
5,4,b
7,9,b
8,1,b
'''
class = "class"
[model]
family = "gaussian"
[query]
x = { v = 3, w = 2 }
"""
QUESTIONS = ("P(a)", "mean(v|a)", "variance(v|a)", "p(v=3|a)", "P(a|x)", "argmax(x)")


def asking(quantities: Sequence[str]) -> str:
    """Return the text of a problem with questions."""
    return SHEET + "".join(
        f"[[question]]\nid = 'q{number}'\nquantity = '{quantity}'\n"
        for number, quantity in enumerate(quantities)
    )


def reported(grader: Grader, reports: Sequence[Report], *, explain: bool = False) -> dict[str, Any]:
    """Return the JSON of reports after all other reports were made of them too."""
    class_text(grader, reports)
    rows = list(csv.reader(io.StringIO(csv_report(grader, reports)), strict=True))
    assert len({len(row) for row in rows}) == 1
    assert len(item_analysis(reports)) == len(
        {each.question.id for of in reports for each in of.graded}
    )
    for report in reports:
        json.loads(gradescope_report(grader, report))
        student_text(grader, report, explain=explain)
    found: dict[str, Any] = json.loads(json_report(grader, reports))
    return found


def raising(error: BaseException) -> Callable[..., Any]:
    def run(*given: object, **named: object) -> Any:
        raise error

    return run


@in_both_runs
@one_in(8, "family", families.family_names())
def test_poison_is_judged(family: str) -> None:
    """Every parameter of every family answered out of all proportion, before all that rest on it."""
    own = families.family_names().index(family) % 12
    poisons = choose(quick=POISON[own::12], exhaustive=POISON[own % 8 :: 8])
    grader = grader_of(family)
    reports = []
    for name in parameters(grader):
        rest = {each: "one" if "argmax" in each else "0.51" for each in resting(grader, name)}
        for poison in poisons:
            report = grader.grade({str(name): poison, **rest}, f"{name} is {poison}")
            assert not [each for each in report.graded if each.verdict is Verdict.UNGRADED]
            assert not [each for each in report.graded if "internal" in each.look]
            assert not [each for each in report.graded if "nested" in each.look]
            reports.append(report)
    assert len(reports) >= 5 * len(poisons)
    class_text(grader, reports)
    reported(grader, reports[::5])


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_read_is_reported(seed: int, tmp_path: Path) -> None:
    """Every value that the reader makes is spelled in every report, and is worth what is spelled."""
    dice = random.Random(seed)
    grader = given(tmp_path, SHEET, *QUESTIONS[:-1])
    kinds, reports = set(), []
    for number in range(40):
        sheet = {question: typed(dice, dice.choice((1, 2, 3))) for question in QUESTIONS[:-1]}
        report = grader.grade(sheet, str(number))
        for each in report.graded:
            assert each.verdict is not Verdict.UNGRADED
            if each.answer is not None:
                kinds.add(type(each.answer.value).__name__)
        reports.append(report)
    assert kinds >= {"Fraction", "PowerProduct", "Logarithm"}
    reported(grader, reports)


@one_in(3, "seed", range(4))
def test_what_is_spelled_is_the_value(seed: int) -> None:
    """The expression of a value that was typed, whatever its kind, is worth that value."""
    dice = random.Random(seed)
    for _ in range(150):
        try:
            value = read_answer(typed(dice, 3), Expects(log="e")).value
            again = evaluate(written(value), raising(LookupError()))
        except Refusal:
            continue
        try:
            assert are_equal(value, again)
        except (Undecidable, Unsupported):
            assert type(value) is type(again)


ROOTS = ("sqrt(log2(7))", "sqrt(ln(1+e))", "2-3*sqrt(log10(5))/7", "1/2+sqrt(ln(pi))", "ln(2)/ln(3)")


@one_in(8, "raw", ROOTS)
def test_roots_of_any_logarithm_are_spelled(raw: str, tmp_path: Path) -> None:
    """What no boundary is can be typed all the same, and stands in JSON as it is worth."""
    grader = given(tmp_path, SHEET, "P(a)")
    report = reported(grader, [grader.grade({"P(a)": raw}, "Ada")])
    (answer,) = report["students"][0]["answers"]
    assert answer["verdict"] == "wrong"
    assert are_equal(
        read_answer(answer["value"]["text"], Expects(log="e")).value, read_answer(raw).value
    )


@EVERY_FAULT
@pytest.mark.parametrize("place", ["read_answer", "judge"])
def test_what_judging_raises_is_the_verdict(
    place: str, error: BaseException, tmp_path: Path, monkeypatch
) -> None:
    """One answer is ungraded whatever goes wrong with it; the others are graded, and it is listed."""
    grader = given(tmp_path, asking(QUESTIONS))
    true = {"read_answer": read_answer, "judge": judge}[place]

    def sometimes(answer: Any, *rest: Any) -> Any:
        if getattr(answer, "raw", answer) == "0.25":
            raise error
        return true(answer, *rest)

    monkeypatch.setattr(f"exactnb.teach.grading.question_grader.{place}", sometimes)
    report = grader.grade({"q0": "2/5", "q1": "0.25", "q2": "1/4"}, "Ada")
    assert [each.verdict.value for each in report.graded[:3]] == ["correct", "ungraded", "correct"]
    assert report["q1"].score is None
    assert [each.question.id for each in report.answers_to_review] == ["q1"]
    (listed,) = reported(grader, [report])["to_look_at"]
    assert (listed["student"], listed["question_id"], listed["raw"]) == ("Ada", "q1", "0.25")
    assert listed["why"].startswith("not graded: ")


@EVERY_FAULT
def test_a_fault_in_the_search_for_mistakes_leaves_the_verdict(
    error: BaseException, tmp_path: Path, monkeypatch
) -> None:
    """An answer that is wrong stays wrong where the mistakes behind it cannot be searched for."""
    monkeypatch.setattr(Diagnosis, "matches", raising(error))
    grader = given(tmp_path, asking(QUESTIONS))
    report = grader.grade({"q0": "1/3", "q1": "3/2"}, "Ada")
    assert [each.verdict.value for each in report.graded[:2]] == ["wrong", "correct"]
    assert (report["q0"].score, report["q1"].score) == (0, 1)
    assert "could not be searched for" in report["q0"].look
    assert len(reported(grader, [report])["to_look_at"]) == 1


@pytest.mark.exhaustive
@EVERY_FAULT
def test_a_fault_in_following_leaves_the_verdict(
    error: BaseException, tmp_path: Path, monkeypatch
) -> None:
    """Where follow-through cannot be worked out, a human is asked whether the answer is right."""
    monkeypatch.setattr(FollowThrough, "targets", raising(error))
    grader = given(tmp_path, asking(QUESTIONS))
    report = grader.grade({"q1": "2", "q3": "0.1", "q4": "0.2"}, "Ada")
    assert report["q1"].verdict is not Verdict.UNGRADED
    assert {each.question.id for each in report.answers_to_review} >= {"q3", "q4"}
    assert all("right by follow-through" in each.look for each in report.answers_to_review)
    reported(grader, [report])


@EVERY_FAULT
def test_a_fault_in_a_derivation_leaves_the_report(
    error: BaseException, tmp_path: Path, monkeypatch
) -> None:
    """How a wrong value arises is left out where that fails, and the report is made all the same."""
    monkeypatch.setattr(
        "exactnb.teach.grading.reports.instructor_feedback.mistake_derivation", raising(error)
    )
    grader = given(tmp_path, asking(QUESTIONS))
    report = grader.grade({"q0": "1/2"}, "Ada")
    assert report["q0"].verdict is Verdict.MISCONCEPTION
    found = reported(grader, [report], explain=True)["students"][0]["answers"][0]
    assert found["feedback"]["instructor"].startswith("may be prior-taken-uniform: ")
    refused = isinstance(error, Undecidable | Unsupported)
    assert ("not derived: " in found["feedback"]["instructor"]) is not refused


@pytest.mark.exhaustive
def test_a_question_without_a_right_answer_costs_no_other(tmp_path: Path) -> None:
    """e to a posterior with densities has no exact form: its answers wait, those beside it do not."""
    quantities = ("P(a)", "exp(P(a|x))", "P(a|x)")
    for text, ids in ((asking(quantities), ("q0", "q1", "q2")), (SHEET, quantities)):
        grader = given(tmp_path, text, *(quantities if text == SHEET else ()))
        assert list(grader.unsolved.values()) == ["e to an irrational power has no exact form here"]
        report = grader.grade(dict(zip(ids, ("2/5", "1.5", "1/2"), strict=True)), "Ada")
        by_id = {each.question.id: each.verdict.value for each in report.graded}
        assert [by_id[identity] for identity in ids] == ["correct", "ungraded", "wrong"]
        assert [item["question_id"] for item in reported(grader, [report])["to_look_at"]] == [ids[1]]


@EVERY_FAULT
def test_a_single_answer_never_raises(error: BaseException, monkeypatch) -> None:
    """`check` says that an answer is ungraded, and why."""
    monkeypatch.setattr("exactnb.teach.grading.checking.judge", raising(error))
    checked = check("1/2", "1/2")
    assert (checked.verdict, bool(checked)) == (Verdict.UNGRADED, False)
    assert checked.message


def test_a_value_as_good_as_one_is_not_carried_on(tmp_path: Path) -> None:
    """By a variance of 10^-30 a posterior is 1 to 10^28 digits: that 1.000 follows shows nothing."""
    grader = given(tmp_path, asking(("variance(v|a)", "P(b|x)")))
    assert not grader.grade({"q0": "1e-30", "q1": "1.000"})["q1"].is_right
    follows = grader.grade({"q0": "1/16", "q1": "1.000"})["q1"]  # that is rounded
    assert (follows.is_right, follows.follows) == (True, ("q0",))


def test_a_value_that_few_bits_do_not_enclose_is_judged() -> None:
    """(e^A + e^(A+1))/(e^A + 2e^(A+1)) is 0.578 for every A, with balls as wide as it at first."""
    one, other = PowerProduct.exp(3**90), PowerProduct.exp(3**90 + 1)
    form = quotient([(F(1), one), (F(1), other)], [(F(1), one), (F(2), other)])
    assert not form.enclose(96).is_accurate(32)
    low, high = Target(form).bounds
    assert high - low < F(1, 10**6)
    verdicts = [
        judge(read_answer(raw), Target(form), Policy()).value for raw in ("0.578", "0.58", "0.6")
    ]
    assert verdicts == ["correct_rounded", "too_few_digits", "too_few_digits"]


def test_formulas_that_rest_on_each_other_lead_to_nothing() -> None:
    """A mistake that exchanges two quantities that rest on each other is refused, not gone round in."""
    name = [QuantityName("P", (Item("class", "k", label),)) for label in "ab"]
    formulas = {name[0]: Reference(name[1]), name[1]: Reference(name[0])}
    graph = Quantities(name, lambda of, _: Quantity(of, Integer(1), Reason(Rule.DEFINE)), Effort())
    assert graph.varied({name[0]: Reference(name[1])})(name[0]) == 1
    with pytest.raises(Unsupported, match="rests on itself"):
        graph.varied(formulas)(name[0])


POISONED = (
    "1e-28", "1e30", "-1e-400", "sqrt(log2(7", "0,5", "9**9**9", "x y z", "1e1001", "((((", "\x00",
    "1" * 500, "ln(0)", "1/0", "2 1/2 3", "\u202e1/2", "1e-99", "99999999999999999", *["fault"] * 3,
)  # fmt: skip


@pytest.mark.exhaustive
def test_a_class_with_poisoned_answers_is_graded(tmp_path: Path, monkeypatch, capsys) -> None:
    """200 students, 20 of them with poison: all are in all five reports, and the 20 are to look at."""
    true = QuestionGrader._reading

    def faulty(self: QuestionGrader, raw: str) -> Any:
        if raw == "fault":
            raise MemoryError
        return true(self, raw)

    monkeypatch.setattr(QuestionGrader, "_reading", faulty)
    problem, answers = tmp_path / "sheet.toml", tmp_path / "class.csv"
    problem.write_text(asking(QUESTIONS))
    rows = [["student", *(f"q{n}" for n in range(len(QUESTIONS)))]]
    for number in range(200):
        at = POISONED[number // 10] if number % 10 == 3 else ("1/4", "0.5", "1/4", "0.25")[number % 4]
        rows.append([f"s{number}", "2/5", "3/2", at, "0.1", ("0.9", "1/2", "")[number % 3], "a"])
    with answers.open("w", newline="") as file:
        csv.writer(file).writerows(rows)
    poisoned = [f"s{number}" for number in range(3, 200, 10)]

    def printed(form: str) -> str:
        assert main(["check", str(problem), str(answers), "--to", form]) == 1
        return capsys.readouterr().out

    document = json.loads(printed("json"))
    assert len(document["students"]) == 200
    assert [each["student"] for each in document["to_look_at"]] == poisoned
    assert {each["question_id"] for each in document["to_look_at"]} == {"q2"}
    assert all(each["why"] for each in document["to_look_at"])
    by_id = {item["question"]: item["to_look_at"] for item in document["items"]}
    assert by_id == {f"q{n}": 20 if n == 2 else 0 for n in range(len(QUESTIONS))}
    header, *table = csv.reader(io.StringIO(printed("csv")), strict=True)
    assert [row[0] for row in table if row[header.index("to look at")]] == poisoned
    text = printed("text")
    listed = text[text.index("\nTo look at\n") :].split("\n\n")[0]
    assert sorted(re.findall(r"\bs[0-9]+\b", listed), key=lambda name: int(name[1:])) == poisoned
    assert listed.count(" q2: ") == 18  # three of the twenty are alike
    assert "right, 20 to look at" in text
    assert all(len(line) <= 80 for line in text.splitlines())

    grader = Grader(problem)
    for row in (*rows[1:21], *rows[4::10]):
        report = grader.grade(dict(zip(rows[0][1:], row[1:], strict=True)), row[0])
        results = json.loads(gradescope_report(grader, report))
        listed_here = results["extra_data"]["to_look_at"]
        assert [each["question"] for each in listed_here] == (["q2"] if row[0] in poisoned else [])
        assert report["q0"].score == F(1)


@pytest.mark.exhaustive
def test_no_report_shows_signs_that_steer(tmp_path: Path) -> None:
    """A class named by a soft hyphen or an escape is told of by signs that are seen, in every text."""
    names = ("\u00ad", "\u202e", "\u200b")
    rows = "".join(
        f"{value},{names[at]}\n" for value, at in zip("xxxxxxyy", (0, 0, 0, 1, 1, 2, 1, 2), strict=True)
    )
    text = f"data.table = '''\na,k\n{rows}'''\nquery.q = {{ a = 'x' }}\n"
    grader = given(tmp_path, text, *(f"P({name}|q)" for name in names))
    report = grader.grade({f"P({name}|q)": "1/3" for name in names}, names[0])
    assert any(match.alternative.detail for each in report.graded for match in each.matches)
    texts = (
        class_text(grader, [report]), student_text(grader, report, explain=True),
        discrimination_text(grader),
    )  # fmt: skip
    assert all(sign == "\n" or sign.isprintable() for text in texts for sign in text)
