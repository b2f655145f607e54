"""What is told of a class: figures, frequencies and numbers that add up."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction as F
from functools import cache

import pytest
from answering import EXAMPLES
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import law

from exactnb.teach.grading.graded import Report, anonymous
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.reports.class_sections import VERDICT_TEXT
from exactnb.teach.grading.reports.gradebooks import csv_report
from exactnb.teach.grading.reports.html_report import class_page
from exactnb.teach.grading.reports.items import MISLEADING, UnexplainedValue, item_analysis
from exactnb.teach.grading.reports.json_report import json_report
from exactnb.teach.grading.reports.overview import (
    answers_to_review,
    class_overview,
    misconception_counts,
    mistakes_made_together,
)
from exactnb.teach.grading.reports.text_report import class_text
from exactnb.teach.grading.submissions.files import read_answers
from exactnb.teach.misconceptions import misconceptions

OTHER = (misconceptions()["prior-forgotten"],)
FOLDER = EXAMPLES / "homework"
GRADER = Grader(FOLDER / "sheet.toml")
TYPED = ["9/14", "0.64", "1/2", "0,6", "", "x y 3", "1/189", "1/294", "No", "No?", "3/9", "1/3", "7"]


@cache
def of_class() -> tuple[Report, ...]:
    """Return the reports of the class of the example, graded once."""
    sheets = read_answers(FOLDER / "class.csv")
    return tuple(GRADER.grade(sheet.answers, sheet.student) for sheet in sheets)


def graded(*typed: dict[str, str]) -> list[Report]:
    return [GRADER.grade(answers, f"s{number}") for number, answers in enumerate(typed, start=1)]


def test_the_figures_of_the_example_by_hand() -> None:
    """Points 7, 7, 6, 5, 4 to 6, 6, 3, 8: their mean, quartiles and ends, now and at most."""
    found = class_overview(of_class())
    assert found is not None
    assert (found.students, found.points) == (8, 8)
    assert dict(found.figures) == {
        "mean": (F(46, 8), F(48, 8)),
        "lower quartile": (F(19, 4), F(23, 4)),
        "median": (F(6), F(6)),
        "upper quartile": (F(7), F(7)),
        "minimum": (F(3), F(3)),
        "maximum": (F(8), F(8)),
    }
    assert [times for _, times in found.histogram] == [0, 0, 0, 1, 1, 1, 2, 2, 1]
    text = " ".join(class_text(GRADER, of_class()).split())
    assert "8 students, 8 points: mean 5.75 to 6, median 6, quartiles 4.75 to 5.75 and 7, " in text


def test_a_class_of_nobody_has_no_figures() -> None:
    """There is no mean of nothing, and no report refuses that."""
    assert class_overview([]) is None
    assert "Homework 3" in class_text(GRADER, [], absent=["Ada"])
    assert json.loads(json_report(GRADER, []))["overview"] is None


def test_difficulty_and_discrimination_by_hand() -> None:
    """Two of three points are earned; who has them has 1, 0 of the rest, who has not has 0."""
    reports = graded(
        {"prior": "9/14", "wind": "3/9"}, {"prior": "9/14", "wind": "7"}, {"prior": "7", "wind": "7"}
    )
    items = {item.question: item for item in item_analysis(reports)}
    assert (items["prior"].difficulty, items["prior"].discrimination) == (F(2, 3), "0.5")
    assert (items["wind"].difficulty, items["wind"].discrimination) == (F(1, 3), "0.5")
    assert (items["decision"].difficulty, items["decision"].discrimination) == (F(0), "")


def test_an_open_answer_is_neither_hard_nor_easy() -> None:
    """Answers to be asked again count in no figure of their question."""
    reports = graded({"prior": "9/14"}, {"prior": "0,6"})
    prior = item_analysis(reports)[0]
    assert (prior.difficulty, prior.discrimination) == (F(1), "")
    alone = item_analysis(graded({"prior": "0,6"}))[0]
    assert alone.difficulty is None


@law(7, exhaustive=250)
@given(st.lists(st.lists(st.sampled_from(TYPED), min_size=7, max_size=7), min_size=1, max_size=4))
def test_every_verdict_has_a_line_and_they_add_up(typed: list[list[str]]) -> None:
    """Under each question the lines add up to the class, and those below a line to that one."""
    ids = [question.id for question in GRADER.questions]
    reports = graded(*(dict(zip(ids, answers, strict=True)) for answers in typed))
    sections = class_text(GRADER, reports).split("\n\n")
    for item in item_analysis(reports):
        assert sum(times for _, times in item.outcomes) == len(reports)
        assert sum(times for _, times in item.verdicts) == item.answered
        if not item.answered:
            assert f"{item.question}   not answered" in sections[-1] + "\n".join(sections)
            continue
        (section,) = (s for s in sections if s.startswith(f"{item.question}   {item.right} of "))
        outer = re.split(r"^ {3}([ 0-9]{4}[0-9])  ", section, flags=re.M)[1:]
        assert sum(map(int, outer[::2])) == len(reports)
        for times, said in zip(outer[::2], outer[1::2], strict=True):
            inner = re.findall(r"^ {6}([ 0-9]{4}[0-9])  ", said, re.M)
            assert bool(inner) == said.startswith(("known mistake\n", "wrong\n"))
            assert not inner or sum(map(int, inner)) == int(times)


def test_shares_are_of_the_class_and_what_nobody_explains_is_counted() -> None:
    """Who typed nothing counts among those asked; a wrong answer without a cause is told once."""
    reports = graded({"prior": "9/14"}, {"prior": "0.777"}, {})
    text = class_text(GRADER, reports)
    assert "prior   1 of 3 right" in text
    assert "       1  wrong, and no known computation gives it" in text
    assert "1 wrong, and no known computation gives it" in class_page(GRADER, reports)
    assert "no known computation" not in class_text(GRADER, graded({"prior": "9/14"}, {}))


def test_what_to_look_at_is_told_by_frequency() -> None:
    """Answers alike are one line, the most frequent first, with the students who gave them.

    Before them stands how decimal commas are read in a whole class.
    """
    reports = graded({"prior": "0,6"}, {"prior": " 0,6"}, {"wind": "0,3"}, *[{"wind": "0,3"}] * 4)
    looked = [(each.question, each.raw, len(each.students)) for each in answers_to_review(reports)]
    assert looked == [("", "", 7), ("wind", "0,3", 5), ("prior", "0,6", 2)]
    text = class_text(GRADER, reports)
    commas, _, first, second = text[text.index("To look at\n") :].splitlines()[1:5]
    assert commas.startswith('       7  decimal commas? With decimal = "," under [answers]')
    assert first.startswith("       5  wind: '0,3', ")
    assert "(s3, s4, s5 and 2" in " ".join((first, second))


def test_misconceptions_are_counted_over_the_sheet() -> None:
    """Smoothing was added at three questions by one student; an answer counts once."""
    made = {each.mistakes: each for each in misconception_counts(of_class())}
    assert (made["smoothing-added"].answers, made["smoothing-added"].students) == (3, 1)
    assert dict(made["smoothing-added"].questions) == {"wind": 1, "joint yes": 1, "joint no": 1}
    blamed = sum(bool(each.matches) for report in of_class() for each in report.graded)
    assert sum(each.answers for each in made.values()) == blamed


def test_what_to_teach_next_is_what_many_lost_many_points_by() -> None:
    """Two students who lose 4 points come before two who lose 2, and these before one who loses 1."""
    reports = graded(
        {"prior": "1/2", "posterior": "1/189"},
        {"prior": "1/2", "posterior": "1/189"},
        {"wind": "3/14"},
    )
    made = [(each.mistakes, each.students, each.lost) for each in misconception_counts(reports)]
    assert made == [
        ("joint-for-posterior", 2, 4), ("prior-taken-uniform", 2, 2), ("divided-by-all-rows", 1, 1)
    ]  # fmt: skip
    assert mistakes_made_together(reports) == (("joint-for-posterior", "prior-taken-uniform", 2),)
    text = class_text(GRADER, reports)
    assert (
        "\nWhat to teach next\n       2  the joint given, not divided by the evidence: 4 points" in text
    )
    assert "\nMistakes of the same students\n       2  joint-for-posterior and prior-taken-" in text
    document = json.loads(json_report(GRADER, reports))
    assert [each["lost"] for each in document["misconceptions"]] == ["4", "2", "1"]
    assert document["made_together"][0]["students"] == 2


def test_wrong_values_are_grouped_however_they_are_typed() -> None:
    """0.9, 9/10 and .90 are one value, and so are 0.556 and 5/9; an impossible one says why."""
    typed = ["0.9", "9/10", ".90", "0.9", "24.86", "24.860", "q q", "0.556", "5/9"]
    reports = graded(*({"wind": each} for each in typed))
    wind = next(item for item in item_analysis(reports) if item.question == "wind")
    reason = "A probability is at most 1."
    assert wind.unexplained == (
        UnexplainedValue("0.9", 4, ""), UnexplainedValue("0.556", 2, ""),
        UnexplainedValue("24.86", 2, reason),
    )  # fmt: skip
    assert wind.remark == "nobody was right: read it and its key again"
    text = class_text(GRADER, reports)
    assert "          2  '0.556'\n          2  '24.86': a probability is at most 1\n" in text


def test_a_negative_discrimination_has_a_sentence() -> None:
    """Who has the prior right has the rest wrong: the text and the page say what that may mean.

    Of one student each nothing is said: a slip is no sign of a question that misleads.
    """
    pair = {"prior": "9/14", "wind": "7"}, {"prior": "7", "wind": "3/9"}
    assert MISLEADING not in class_text(GRADER, graded(*pair))
    reports = graded(*pair * 3)
    text, page = class_text(GRADER, reports), class_page(GRADER, reports)
    assert text.count(MISLEADING) == page.count(MISLEADING) == 2
    assert MISLEADING not in class_text(GRADER, reports[:1])
    assert "How well questions tell students apart: prior −1, wind −1" in page


def test_explain_derives_each_mistake_of_a_class_once() -> None:
    """The derivation stands under the mistake of its question, and only if it is asked for."""
    plain, explained = class_text(GRADER, of_class()), class_text(GRADER, of_class(), explain=True)
    assert plain.count("the joint given, not divided by the evidence") == 1  # in words
    assert explained.count("the joint given, not divided by the evidence") == 2
    twice = class_text(GRADER, [*of_class(), *of_class()], explain=True)
    assert twice.count("the joint given, not divided by the evidence") == 2
    assert all(len(line) <= 80 for line in explained.splitlines())


def test_reports_have_who_handed_in_nothing() -> None:
    """They stand in text, CSV and JSON, and are in no figure."""
    text = class_text(GRADER, of_class(), absent=["Zoe"])
    assert re.search(r"^   Zoe +-   nothing handed in$", text, re.M)
    assert "8 students" in text
    assert csv_report(GRADER, of_class(), absent=["Zoe"]).splitlines()[-1] == "Zoe" + "," * 24
    document = json.loads(json_report(GRADER, of_class(), absent=["Zoe"]))
    assert document["nothing_handed_in"] == ["Zoe"]
    assert document["overview"]["mean"] == ["23/4", "6"]
    assert document["overview"]["median"] == "6"
    assert document["items"][0]["difficulty"] == "3/4"


@law(5)
@given(st.permutations(range(8)))
def test_numbers_in_place_of_names_tell_nothing(order: Sequence[int]) -> None:
    """The order of a file does not matter, names are nowhere, and all else is as before."""
    found = anonymous([of_class()[place] for place in order])
    assert [(r.student, r.score) for r in found] == [
        (r.student, r.score) for r in anonymous(of_class())
    ]
    assert {report.graded for report in found} == {report.graded for report in of_class()}
    for text in (class_text(GRADER, found), json_report(GRADER, found), csv_report(GRADER, found)):
        assert not any(report.student in text for report in of_class())


def test_numbers_do_not_follow_names() -> None:
    """Who is called otherwise keeps the number: points and answers alone give it."""
    renamed = [replace(report, student=f"x{9 - n}") for n, report in enumerate(of_class())]
    assert anonymous(renamed) == anonymous(of_class())
    assert anonymous(of_class())[0].score == max(report.score for report in of_class())


def test_every_verdict_has_words() -> None:
    """No report meets a verdict that it has no words for."""
    from exactnb.teach.grading.judging import Verdict

    assert set(VERDICT_TEXT) == set(Verdict)
    assert len(set(VERDICT_TEXT.values())) == len(VERDICT_TEXT)


@pytest.mark.parametrize("width", [60, 80])
def test_the_lines_of_a_class_fit(width: int) -> None:
    """Whatever is typed, no line of the report is wider than it may be."""
    long = "x" * 300 + " 1"
    text = class_text(GRADER, [*of_class(), *graded({"prior": long, "wind": long})], width=width)
    assert max(map(len, text.splitlines())) <= width


@pytest.mark.exhaustive
def test_a_slip_in_a_derivation_is_taught_and_its_line_is_shown() -> None:
    """It stands among the mistakes with the points that it cost, and as the line that has it."""
    folder = EXAMPLES / "derivation_question"
    grader = Grader(folder / "homework.toml")
    sheets = [sheet for file in sorted((folder / "answers").iterdir()) for sheet in read_answers(file)]
    reports = [grader.grade(sheet.answers, sheet.student) for sheet in sheets]
    made = {each.mistakes: each for each in misconception_counts(reports)}
    assert made["log-one-minus"].lost > 0
    assert dict(made["log-one-minus"].questions) == {"estimate": 1}
    (item, _) = item_analysis(reports)
    assert [each.raw for each in item.unexplained] == [r"\ell'(p) = \frac{s}{p} + \frac{n-s}{1-p} = 0"]


def test_two_mistakes_together_count_for_both() -> None:
    """Each of the two has half of the points that were lost, and none stands together with itself."""
    (single,) = graded({"wind": "3/14"})
    (answer,) = (each for each in single.graded if each.matches)
    (match,) = answer.matches
    pair = replace(
        match,
        alternative=replace(
            match.alternative, misconceptions=(*match.alternative.misconceptions, *OTHER)
        ),
    )
    both = replace(single, graded=(replace(answer, matches=(pair,)),))
    made = misconception_counts([both, both])
    assert [(each.students, each.lost) for each in made] == [(2, answer.question.points)] * 2
    assert mistakes_made_together([both, both]) == ((*sorted(each.mistakes for each in made), 2),)
