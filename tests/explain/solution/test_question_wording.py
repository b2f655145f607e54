"""The wording of questions, and the rule by which a sheet is marked: in every format that prints it."""

from __future__ import annotations

import html
import json
import re
from itertools import product
from random import Random

import pytest
from quantities_drawn import PROBLEMS, of_shape
from thoroughness import all_of, one_in

from exactnb import Grader, Problem, solve
from exactnb.core.naming.names import Pair
from exactnb.core.quantities import QUANTITIES
from exactnb.errors import InputError
from exactnb.explain.rendering.formats import load_format
from exactnb.explain.rendering.hooks import Page
from exactnb.explain.solution.sheet import MARKING
from exactnb.teach.grading.reports.feedback_files import feedback_files
from exactnb.teach.grading.reports.html_report import class_page, student_page
from exactnb.teach.grading.reports.json_report import json_report
from exactnb.teach.grading.reports.text_report import class_text, student_text

FORMATS = ("text", "markdown", "latex", "typst", "html", "json")
WORDING = "How likely is a day of play"
DATA = """
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
ASKED = """
[[question]]
id = "prior"
quantity = "P(+)"
text = '''
How likely is a
  day of play'''
[[question]]
id = "label"
quantity = "argmax(x)"
"""


def problem(questions: str = ASKED) -> Problem:
    return Problem.from_text(DATA + questions)


@all_of("to", FORMATS, apart=2)
def test_a_sheet_prints_the_wording_of_its_questions_and_the_rule_of_marking(to: str) -> None:
    """Both stand there once, in one line each, whatever breaks the file has."""
    printed = " ".join(solve(problem()).sheet().render(to).split())
    written = 1 + (to == "html")  # a page has its LaTeX to copy
    assert (printed.count(WORDING), printed.count(MARKING)) == (written, written)


@all_of("to", [to for to in FORMATS if to != "json"], apart=2)
def test_the_sign_of_a_decision_is_explained_where_it_is_first_asked(to: str) -> None:
    """Once, and not on a sheet that asks for no decision."""
    again = '[[question]]\nid = "again"\nquantity = "argmax(a=0)"\n'
    without = ASKED.partition('[[question]]\nid = "label')[0]
    sheets = [solve(problem(text)).sheet().render(to) for text in (ASKED + again, without)]
    times = [" ".join(sheet.split()).count("is the most probable class.") for sheet in sheets]
    assert times == [1 + (to == "html"), 0]  # a page has its LaTeX to copy


def test_a_file_of_answers_has_both_as_comments() -> None:
    """They stand above the answers, in lines that TOML leaves out."""
    rows = solve(problem()).answers().toml().splitlines()
    assert f"# {MARKING}" in rows
    assert rows[rows.index('"prior" = ""  # P(+), 1 point') - 1] == f"# {WORDING}"


@all_of(
    "question, is_said",
    [
        ('quantity = "P(+)"', True),
        ('quantity = "P(+)"\nform = "counted"', False),
        ('quantity = "P(+)"\npolicy = "exact"', False),
        ('quantity = "P(+)"\npolicy = { figures = 4 }', False),
        ('quantity = "argmax(x)"', False),
        ('quantity = "P(+)"\nform = "working"', False),
    ],
)
def test_the_rule_is_said_where_a_question_leaves_it_open(question: str, is_said: bool) -> None:
    """A question that says how it is marked needs no rule, and a class is no number."""
    sheet = solve(problem(f'[[question]]\nid = "q"\n{question}\n')).sheet()
    assert (MARKING in " ".join(sheet.text().split())) == is_said


@all_of("raw", ["2/3", "0.667", "0.66667"])
def test_the_rule_is_the_one_that_marks(raw: str) -> None:
    """A fraction, three figures or more: all points. Two figures: none."""
    grader = Grader(problem())
    assert grader.grade({"prior": raw})["prior"].score == 1
    assert grader.grade({"prior": "0.67"})["prior"].score == 0


HOSTILE = ("<b>&amp;", "$x$ \\input{x}", "a | b", "#set page", "{{ 7*7 }}", "*a* _b_ `c`", "1. x")


@one_in(7, "text", HOSTILE)
def test_a_wording_is_text(text: str) -> None:
    """No sign of it opens anything: the page reads it back, LaTeX and Typst have it escaped."""
    made = problem(f"[[question]]\nid = 'q'\nquantity = 'P(+)'\ntext = '{text}'\n")
    page = solve(made).sheet().html()
    shown = [html.unescape(re.sub("<[^>]*>", "", row)) for row in re.findall("<p>.*?</p>", page)]
    assert f"1. {text}" in shown
    assert json.dumps(text)[1:-1] in json.dumps(json.loads(solve(made).sheet().render("json")))
    assert "\\input" not in solve(made).sheet().render("latex").replace("\\textbackslash{}input", "")


@all_of("raw", ["''", "'  '", "true"])
def test_a_wording_needs_words(raw: str) -> None:
    """An empty text is refused at its key."""
    with pytest.raises(InputError, match=r"question\[1\]\.text: expected text in quotes"):
        problem(f"[[question]]\nid = 'q'\nquantity = 'P(+)'\ntext = {raw}\n")


def test_reports_print_the_wording() -> None:
    """Of one student and of a class, as text, page, JSON and file of feedback."""
    grader = Grader(problem())
    report = grader.grade({"prior": "1/3"}, "Ada")
    made = [
        student_text(grader, report),
        student_page(grader, report),
        json_report(grader, [report]),
        feedback_files(grader, [report])["Ada.md"],
        class_text(grader, [report, report]),
        class_page(grader, [report, report]),
    ]
    assert all(WORDING in text for text in made)


SENTENCES = {
    "P(+)": "What is the probability of class = +?",
    "P(a=1|+)": "What is the probability of a = 1 given class = +?",
    "P(+,x)": "What is the probability of class = + and x?",
    "odds(+:-|x)": "What are the odds of + against − given x?",
    "argmax(x)": "Which class is the most probable given x?",
    "argmax()": "Which class is the most probable?",
    "free_parameters": "What is the number of free parameters?",
    "accuracy_left_out": "What is the accuracy if each row is decided by a model of all others?",
    "log2(P(x))": "What is the logarithm to base 2 of the probability of x?",
    "-log(odds(+:-))": "What is minus the logarithm of the odds of + against −?",
    "flips(λ|x)": "At which λ does the decision change given x?",
}
REEDS = """
[data]
class = "kind"
table = '''
length,kind
21,sedge
24,sedge
30,rush
33,rush
'''
[model]
families = { length = "gaussian" }
[query]
x = { length = 28 }
"""
LAPLACE = """
[models.laplace]
smoothing = 1
"""
MAILS = """
[data]
class = "kind"
table = '''
id  kind  text
1   spam  now
2   ham   now later
'''
[query]
x = "now"
"""


@all_of(("name", "sentence"), SENTENCES.items())
def test_a_quantity_is_asked_for_in_a_sentence(name: str, sentence: str) -> None:
    """It is made of the kind of the quantity and what it is of, and names the functions around it."""
    solution = solve(problem())
    sheet = solution.sheet()
    printer = load_format("text").printer(sheet.verified, sheet.notation(), Page())
    asked = printer.question_text(solution.problem.scope.resolve(name))
    assert asked.replace("\N{NO-BREAK SPACE}", " ") == sentence
    assert printer.question_text(solution.problem.scope.resolve(name), "Well?") == "Well?"


@all_of(
    ("text", "name", "sentence"),
    [
        (REEDS, "mean(length|rush)", "What is the mean of length given kind = rush?"),
        (REEDS, "P(length=28|rush)", "What is the density of length = 28 given kind = rush?"),
        (REEDS, "P(rush,x)", "What is the density of kind = rush and x?"),
        (REEDS, "P(rush|x)", "What is the probability of kind = rush given x?"),
        (REEDS, "variance", "What is the variance?"),
        (REEDS, "sum(length,rush)", "What is the sum of length over the rows of kind = rush?"),
        (
            REEDS,
            "boundary(rush:sedge)[2]",
            "What is point 2 of the boundary between kind = rush and kind = sedge?",
        ),
        (REEDS + LAPLACE, "P(rush; laplace)", "What is the probability of kind = rush under laplace?"),
        (MAILS, "P(now|spam)", "What is the probability of the word “now” given kind = spam?"),
    ],
    apart=6,
)
def test_a_sentence_names_densities_columns_and_words(text: str, name: str, sentence: str) -> None:
    """P of a measurement is asked for as a density, a parameter with its column."""
    solution = solve(Problem.from_text(text))
    sheet = solution.sheet()
    printer = load_format("text").printer(sheet.verified, sheet.notation(), Page())
    asked = printer.question_text(solution.problem.scope.resolve(name))
    assert asked.replace("\N{NO-BREAK SPACE}", " ") == sentence


@pytest.mark.exhaustive
def test_every_quantity_is_asked_for_with_all_that_it_is_of() -> None:
    """In each of its shapes, whatever problem it is of: a question, with every item of the name."""
    kinds = set[str]()
    for of in PROBLEMS.values():
        solution = solve(Problem.from_text(of.text), only=[f"P({of.classes[0]})"])
        sheet, scope = solution.sheet(), solution.problem.scope
        printer = load_format("text").printer(sheet.verified, sheet.notation(), Page())
        for kind in QUANTITIES.values():
            for shape, seed in product(kind.shapes, "abcd"):
                try:
                    name = scope.resolve(of_shape(kind, shape, of, Random(seed)))
                except (InputError, ValueError, IndexError):  # no such column, too few of them
                    continue
                parts = [*kind.question(name)]
                items = {item for part in parts if not isinstance(part, str) for item in part}
                pairs = [item for item in name.left if isinstance(item, Pair)]
                ends = {end for pair in pairs for end in (pair.first, pair.second)}
                assert {*name.left, *name.right} - items <= ({*pairs} if ends <= items else set())
                assert re.fullmatch(
                    r"(What|Which|Where|At which|Are) [^{}]+\?", printer.question_text(name)
                )
                kinds.add(kind.head)
    assert kinds == set(QUANTITIES)


DERIVED = """
[[question]]
id = "rate"
form = "derivation"
theorem = "bernoulli-mle"
text = "Derive the estimate"
[[question]]
id = "again"
form = "derivation"
theorem = "bernoulli-mle"
"""


@all_of("to", FORMATS, apart=2)
@all_of(("questions", "sentences"), [(ASKED, 2), (ASKED + DERIVED, 4), (DERIVED, 2)])
def test_questions_of_a_sheet_are_numbered_alike(to: str, questions: str, sentences: int) -> None:
    """If one has a wording, each stands below a sentence; none is asked in it and once more below."""
    printed = solve(problem(questions)).sheet().render(to)
    if to == "text":
        assert re.findall(r"^   (\d)\. [A-Z]", printed, re.MULTILINE) == list("1234"[:sentences])
    derived = 2 if "derivation" in questions else 0
    assert printed.count("Derive") == derived * (1 + (to == "html"))
