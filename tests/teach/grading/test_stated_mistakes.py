"""Mistakes that a sheet states itself are named in every report, and come before all known ones."""

from __future__ import annotations

import json

import pytest
from thoroughness import all_of

from exactnb import Grader, Problem
from exactnb.errors import ExactnbError
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.reports.json_report import json_report

SHEET = """\
[data]
table = '''
sky play
sun yes
sun yes
rain yes
sun no
rain no
'''
[query]
x = { sky = "sun" }
[[question]]
id = "prior"
quantity = "P(yes)"
[[question]]
id = "joint"
quantity = "P(yes,x)"
[[question]]
id = "posterior"
quantity = "P(yes|x)"
"""
MISTAKE = """\
[[mistake]]
id = "thirds"
quantity = "P(yes,x)"
value = "{value}"
words = "the prior taken for a third"
hint = "How many days are there?"
"""


def grader(value: str) -> Grader:
    return Grader(Problem.from_text(SHEET + MISTAKE.format(value=value)))


@all_of(
    "value, typed",
    [
        ("2/9", "2/9"),
        ("0.2225", "0.2225"),
        ("P(sky=sun|yes)/3", "2/9"),
        ("P(yes) P(sky=rain|no)", "3/10"),
        ("2P(no)", "4/5"),
        ("log(P(yes)/P(yes)) + 1/7", "1/7"),
        ("P(no,x) + P(yes|x)", "13/15"),
    ],
)
def test_a_stated_mistake_is_named(value: str, typed: str) -> None:
    """Its value is a number, or a formula over quantities, asked for or not."""
    each = grader(value).grade({"joint": typed})["joint"]
    assert (each.verdict, each.mistakes) == (Verdict.MISCONCEPTION, ("thirds",))
    assert each.feedback.startswith("Not right. ")
    assert each.feedback.endswith("How many days are there?")
    assert each.matches[0].description == "thirds: the prior taken for a third"


def test_it_comes_before_known_mistakes() -> None:
    """2/3 for the joint is a prior left out, unless the sheet states a mistake with that value."""
    known = Grader(Problem.from_text(SHEET)).grade({"joint": "2/3"})["joint"]
    stated = grader("2/3").grade({"joint": "2/3"})["joint"]
    assert known.mistakes != stated.mistakes == ("thirds",)


def test_it_is_carried_on_and_reported() -> None:
    """The posterior rests on the joint: with a third in it, the mistake explains both answers."""
    asked = grader("P(sky=sun|yes)/3")
    report = asked.grade({"posterior": "10/19"}, "Ada")
    assert report["posterior"].mistakes == ("thirds",)
    (made,) = json.loads(json_report(asked, [report]))["misconceptions"]
    assert made["words"] == "the prior taken for a third"


def test_the_right_value_is_no_mistake() -> None:
    """A stated mistake that leads to the right value blames nobody."""
    assert grader("2/5").grade({"joint": "2/5"})["joint"].is_right


@all_of(
    ("text", "told"),
    [
        ('id = "a"\nquantity = "P(yes)"', "mistake[1]: needs a key value"),
        ('id = "a"\nquantity = "P(maybe)"\nvalue = "1"', "mistake[1].quantity: "),
        ('id = "a"\nquantity = "P(yes)"\nvalue = "P(maybe)/2"', "mistake[1].value: "),
        ('id = "a"\nquantity = "P(yes)"\nvalue = "q + 1"', "mistake[1].value: no number, and no"),
        ('id = "a"\nquantity = "P(yes)"\nvalue = "__import__(1)"', "mistake[1].value: "),
        ('id = "a"\nquantity = "P(yes)"\nvalue = "1/0"', "mistake[1].value: "),
        ('id = "a"\nquantity = "P(yes)"\nvalue = "9**9**9**9"', "mistake[1].value: "),
        ('id = "a"\nquantity = "P(yes)"\nvalue = "1"\nhnt = "x"', "did you mean 'hint'?"),
        ('id = "prior-forgotten"\nquantity = "P(yes)"\nvalue = "1/3"', "mistake[1].id: is the id"),
        ('id = ""\nquantity = "P(yes)"\nvalue = "1/3"', "mistake[1].id: "),
    ],
)
def test_what_is_no_mistake_is_refused_with_its_place(text: str, told: str) -> None:
    """One line names the key, whoever reads the sheet."""
    with pytest.raises(ExactnbError) as refused:
        Grader(Problem.from_text(f"{SHEET}[[mistake]]\n{text}\n"))
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)
