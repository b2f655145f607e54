from dataclasses import replace
from fractions import Fraction
from itertools import product
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from printed import ONCE, PROBLEMS, in_some_styles, twelve_classes, two_rows
from strategies import AWKWARD, FOREIGN, NAMES, STYLES, UNPRINTABLE, Case, Column, cases
from thoroughness import all_of, in_both_runs, law, one_in
from worked import EXAMPLES, problem_file, proved, solved

from exactnb import Problem, Table, solve
from exactnb.core.conventions import Conventions
from exactnb.core.expression.widths import display_width
from exactnb.core.naming.notation import Notation
from exactnb.core.problem.choice import ModelChoice
from exactnb.core.problem.styles import style
from exactnb.explain.rendering.formats.text import TextPrinter, TextRows, _LineParts
from exactnb.explain.rendering.formulas.text_math import TextMath
from exactnb.explain.rendering.pages.latex_text import math_sign

LAW = law(4)
EITHER = pytest.mark.parametrize("unicode", [True, False], ids=["unicode", "ascii"])


def body(text):
    """Return the numbered steps of a printed solution, without title, source and setting."""
    return text[text.index("\n1  ") + 1 :]


@ONCE
@in_both_runs
@EITHER
@pytest.mark.parametrize(("path", "style"), in_some_styles(0), ids=lambda of: getattr(of, "stem", of))
def test_the_steps_of_the_worked_examples_fit_into_80_columns(path, style, unicode):
    """No line of a step in a worked example is wider than 80 columns, in any notation."""
    lines = body(solved(path.stem).text(unicode=unicode, notation=style)).split("\n")
    assert [line for line in lines if display_width(line) > 80] == []


@EITHER
@LAW
@given(data=st.data())
def test_the_steps_of_random_problems_fit_into_80_columns(unicode, data):
    """No line of a step is wider than 80 columns while no piece of it is."""
    text = solve(data.draw(cases(NAMES, refused=False)).problem()).text(unicode=unicode)
    assert [line for line in body(text).split("\n") if display_width(line) > 80] == []


def test_a_piece_that_cannot_be_broken_stands_alone():
    """A name of 100 letters takes a line of its own, and the lines around it still fit."""
    long = "x" * 100
    table = Table.from_rows([("1", "+"), ("0", "-")], [long, "class"])
    text = solve(Problem(table, query={"q": {long: "1"}})).text()
    chains = text[text.index("\n3  ") :]
    wide = [line for line in chains.split("\n") if display_width(line) > 80]
    assert wide
    assert all(long in line for line in wide)


@one_in(12, "smoothing", [Fraction(0), Fraction(1)])
@EITHER
def test_tables_of_many_classes_fit_into_80_columns(smoothing, unicode):
    """With twelve classes the tables are broken by columns, and every class heads one of them."""
    text = solve(twelve_classes(smoothing).problem()).text(unicode=unicode)
    tables = text[text.index("\n2  ") : text.index("\n3  ")]
    assert all(display_width(line) <= 80 for line in tables.split("\n"))
    for n in range(12):
        assert f"class{n} " in f"{tables} ".replace("\n", " ")
        assert f"P(class{n}|x)" in text


@pytest.mark.exhaustive
def test_ascii_mode_emits_ascii_only():
    """Whatever the labels, the title and the source are, ASCII mode prints nothing but ASCII."""
    labels = (*FOREIGN, "Naïve", "λ", "−", "½", *UNPRINTABLE)
    columns = (Column("Größe", labels, "categorical"), Column("年", ("0", "1"), "bernoulli"))
    rows = tuple((label, (label, "1")) for label in labels)
    case = Case(labels, columns, rows, {"ŝ*": {"Größe": "λ", "年": "0"}}, Fraction(1, 2))
    solution = solve(replace(case.problem(), title="Großes — λ", source="naïve"))
    for own in STYLES:
        assert solution.text(unicode=False, notation=own).isascii(), own


@ONCE
@one_in(28, "path", PROBLEMS, ids=lambda p: p.stem)
def test_worked_examples_are_ascii_in_ascii_mode(path):
    """In ASCII mode the worked examples hold nothing but ASCII, and no sign is lost as "?"."""
    text, whole = solved(path.stem).text(unicode=False), solved(path.stem).text()
    assert text.isascii()
    assert text.count("?") == whole.count("?") + whole.count("≟")
    assert text.count("?=") == whole.count("≟")


def test_control_characters_never_reach_the_terminal():
    """Escape sequences, line ends and direction marks in labels are replaced in the output."""
    columns = (*(Column(name, UNPRINTABLE, "categorical") for name in UNPRINTABLE[:3]),
               Column(UNPRINTABLE[3], ("0", "1"), "bernoulli"))  # fmt: skip
    rows = tuple((label, (label, label, label, "1")) for label in UNPRINTABLE)
    query = dict.fromkeys(UNPRINTABLE[:3], UNPRINTABLE[0])
    case = Case(UNPRINTABLE, columns, rows, {"q\x1b[2J": query}, class_variable="\x1b]0;c\x07")
    solution = solve(case.problem())
    for own, unicode in product(STYLES, (True, False)):
        text = solution.text(unicode=unicode, notation=own)
        assert text.replace("\n", "").isprintable(), own
        assert len(text.split("\n")) == len(text.splitlines()) + 1


@EITHER
@LAW
@given(data=st.data())
def test_no_line_ends_in_blanks_and_the_text_ends_once(unicode, data):
    """Lines hold no trailing blanks, and the text ends with exactly one line end."""
    text = solve(data.draw(cases(NAMES, awkward=True, refused=False)).problem()).text(unicode=unicode)
    assert all(line == line.rstrip() for line in text.split("\n"))
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


def test_the_number_of_columns_does_not_depend_on_the_labels_width():
    """Bordered data tables keep their right edge where labels are wide or combining."""
    labels = ("日本", "e\u0301", "ab")
    rows = tuple((k, (k,)) for k in labels)
    case = Case(labels, (Column("c", labels, "categorical"),), rows, {"x": {"c": "ab"}})
    text = solve(case.problem()).text()
    bordered = [line for line in text.split("\n") if line.strip()[:1] in ("┌", "│", "├", "└") and line]
    assert len(bordered) == 9
    assert len({display_width(line) for line in bordered}) == 1


def test_a_tie_is_told():
    """A tie prints both winners, the comparison that shows it, and the same posterior twice."""
    text = solve(two_rows().problem()).text()
    assert "1/2 = 1/2, so x is tied between + and −." in text
    assert "{+, −}" in text
    assert text.count("= 1/2 = 0.5") == 4


def test_the_first_of_a_tie_is_told():
    """Where the first of a tie is taken, that is said with the comparison."""
    text = solve(two_rows(tie="first").problem()).text()
    assert "1/2 = 1/2, so x is +, the first in order." in text
    assert "{" not in text[text.index("= argmax{1/2, 1/2}") + 20 :]


def test_zero_factors_and_no_decision_are_told():
    """Where all joints are 0, each culprit is named, nothing is decided, the posterior undefined."""
    text = " ".join(solve(two_rows(query="0").problem()).text().split())
    assert "P(+, x) = P(+) × (1 − P(a=1|+)) naive Bayes = 1/2 × (1 − 1/1) as counted = 0" in text
    assert "One zero factor makes the product zero: 1 − P(a=1|+) = 1 − 1/1." in text
    why = "1 − P(a=1|+) = 1 − 1/1, 1 − P(a=1|−) = 1 − 1/1"
    assert f"No class is decided, for every joint is zero: {why}." in text
    assert "The posterior is undefined, for P(x) = 0." in text
    assert "ŷ(x) = argmax{P(+, x), P(−, x)} = argmax{0, 0} substitute = undefined" in text


def test_an_undefined_estimate_is_told():
    """Without rows and smoothing an estimate is printed as 0/0, and what rests on it as undefined."""
    columns = (Column("a", ("0", "1"), "bernoulli"),)
    case = Case(("+", "-"), columns, (("+", ("1",)),), {"x": {"a": "1"}}, prior="uniform")
    text = " ".join(solve(case.problem()).text().split())
    assert "P(a=1|k) 1/1 0/0" in text
    assert "No class is decided, for a joint is undefined: P(a=1|−) = 0/0." in text
    assert "P(+, x) + P(−, x) total probability" in text
    assert text.count("= undefined") >= 4
    assert "█" not in text


def test_bars_are_as_long_as_the_probabilities():
    """Twenty columns are a certainty, and a third of them is cut down to an eighth of a column."""
    table = Table.from_rows([("1", "+"), ("1", "+"), ("1", "-")], ["a", "class"])
    text = solve(Problem(table, query={"x": {"a": "1"}})).text()
    assert "2/3 ≈ 0.6667   " + "█" * 13 + "▎" in text
    assert "1/3 ≈ 0.3333   " + "█" * 6 + "▋" in text
    certain = solve(Problem(Table.from_rows([("1", "+")], ["a", "class"]), query={"x": {"a": "1"}}))
    assert "█" * 20 in certain.text()
    assert "█" * 21 not in certain.text()


@all_of("label", AWKWARD, apart=6)
def test_a_label_stands_in_the_text_as_it_is(label):
    """A label of printable characters is printed unchanged, but for a minus sign; words in quotes."""
    rows = ((label, ("1",)), ("other", ("0",)))
    case = Case((label, "other"), (Column("col", ("0", "1"), "bernoulli"),), rows, {"q": {"col": "1"}})
    text = solve(case.problem()).text()
    shown = "−" if label == "-" else label
    assert f"P({shown}|q)" in text
    said = shown if math_sign(label) is not None else f"“{shown}”"
    assert f"so q is {said}." in " ".join(text.split())


@all_of("width", [40, 60, 120])
def test_the_width_is_that_asked_for(width):
    """The bordered table and the reasons keep to another width too."""
    text = body(solve(problem_file("spam_or_ham")).text(width=width))
    table = [line for line in text.split("\n") if "│" in line]
    assert table
    assert max(map(display_width, table)) <= width


@all_of("file", sorted(EXAMPLES.glob("*/*.txt")), apart=3)
def test_golden_texts_are_eighty_columns_wide(file):
    """No row is wider than a terminal, titles and headings of steps among them."""
    assert max(map(display_width, file.read_text().splitlines())) <= 80


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        (
            "bags",
            """
   P(II, red, red, blue) = P(II) × P(red|II) × P(red|II)
                           × P(blue|II)                     naive Bayes
""",
        ),
        (
            "note_004_temperature",
            """
                  ≈ exp(−(22 − 21.64)² / (2 × 4.925))
                    / √(2π × 4.925)                         in decimals
""",
        ),
    ],
)
def test_a_reason_stands_beside_its_line(name, rows):
    """Where a line leaves no room for its reason, its last part goes into a row with it."""
    assert rows in solved(name).text()


@pytest.mark.exhaustive
def test_a_line_without_parts_has_its_reason_below():
    """What cannot be parted without opening brackets is left whole, and its reason stands below."""
    rows = proved("bernoulli-mle").text().splitlines()
    at = next(at for at, row in enumerate(rows) if row.strip() == "log of a power")
    assert rows[at - 1].endswith("(x_j^(i) log θ_jk + (1 − x_j^(i)) log(1 − θ_jk))")
    assert len(rows[at]) - len(rows[at].lstrip()) == 60


def test_a_line_without_a_reason_is_as_long_as_the_page():
    """Only for a reason is anything put into a row of its own."""
    graph = proved("bernoulli-mle").verified.quantities
    rows = TextRows(TextMath(Notation(style("plain"))), 20, graph)
    assert rows._lay_out("a = ", _LineParts("a", "=", ["1234567", "+ 123456"], "")) == [
        "a = 1234567 + 123456"
    ]
    shown = rows._lay_out("a = ", _LineParts("a", "=", ["1234567", "+ 1234"], "sum"))
    assert shown == ["a = 1234567", "    + 1234       sum"]


def test_a_long_title_and_heading_go_on_below():
    """Both are broken between words; a heading goes on behind its number."""
    title = "A question about weather A question about weather A question about weather"
    rows = solve(replace(two_rows().problem(), title=title)).text(width=60).splitlines()
    assert rows[:2] == ["A question about weather A question about weather A question", "about weather"]
    heading = TextPrinter.heading(SimpleNamespace(width=40), 12, title)
    assert heading == [
        "12  A question about weather A question",
        "    about weather A question about",
        "    weather",
    ]


def test_a_smoothing_step_is_never_left_out():
    """Where five classes have no room beside each other, a table is divided, and each sum stays."""
    rows = [("weak", "northern"), ("strong", "southern"), ("weak", "eastern"), ("dry", "western")]
    table = Table.from_rows([*rows, ("dry", "central")], ["wind", "kind"])
    smoothed = ModelChoice(Conventions(smoothing="1"))
    text = solve(Problem(table, query={"x": {"wind": "dry"}}, models={"model": smoothed})).text()
    assert text.count("(0+1)/(1+3) = 1/4") == 10
    assert text.count("(1+1)/(1+3) = 2/4") == 5
    assert max(map(display_width, text.split("\n"))) <= 80
