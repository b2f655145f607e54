"""What objects show at a prompt, what a solution notes of its data, and how styles are spelled."""

from __future__ import annotations

import pytest
from thoroughness import all_of

from exactnb import Documents, Grader, Problem, Table, check, derive, solve
from exactnb.core.problem.styles import custom_style
from exactnb.errors import InputError

ROWS = [("weak", "High", "no"), ("strong", "low|er", "yes"), ("weak", "", "no")]
TABLE = Table.from_rows(ROWS, ["wind", "humidity", "play"])
PROBLEM = Problem(TABLE, query="strong", title="Play")


def test_a_solution_prints_its_text() -> None:
    """print() of a solution, or of a theorem, is its text; at a prompt each is a line."""
    solution, derived = solve(PROBLEM), derive("prior-mle-two")
    assert str(solution) == solution.text()
    assert str(derived) == derived.text()
    assert repr(solution) == "<Solution 'Play': 5 steps; print() shows it>"
    assert repr(derived).startswith("<Derived 'The MLE of the prior, two classes': ")
    assert repr(solution.sheet()) == "<ProblemSheet 'Play': 2 steps; print() shows it>"
    assert repr(solution.answers()) == "<AnswerTemplate 'Play': 1 step; print() shows it>"


def test_data_show_themselves() -> None:
    """A table and texts are a line at a prompt, a table in print and in a notebook."""
    assert repr(TABLE) == "<Table of 3 rows: wind, humidity; class play (no, yes)>"
    assert str(TABLE).splitlines() == [
        "wind    humidity  play",
        "weak    High      no",
        "strong  low|er    yes",
        "weak    ?         no",
    ]
    assert TABLE._repr_mimebundle_()["text/markdown"].splitlines()[3] == r"| strong | low\|er | yes |"
    mails = Documents.of([("+", "b d b"), ("-", "a")])
    assert repr(mails) == "<Documents of 2 texts, 3 words; class class (+, -)>"
    assert str(mails).splitlines()[1] == "+      b d b"
    assert repr(PROBLEM) == f"<Problem 'Play': {TABLE!r}, queries x>"
    assert repr(Problem(mails)) == f"<Problem: {mails!r}>"


def test_large_data_show_their_beginning() -> None:
    """Twenty rows and twelve columns are shown, and how many more there are."""
    rows = [[*map(str, range(13)), "k"] for _ in range(25)]
    table = Table.from_rows(rows, [*(f"c{n}" for n in range(13)), "k"])
    assert str(table).splitlines()[-1] == "... and 5 more rows and 2 more columns"
    assert len(str(table).splitlines()) == 22
    assert len(table._repr_mimebundle_()["text/markdown"].splitlines()) == 24
    assert repr(table).endswith(", c11, …; class k (k)>")


def test_nothing_shown_steers_a_terminal_or_a_page() -> None:
    """Control characters, Markdown and HTML in cells are shown as signs."""
    table = Table.from_rows([("\x1b[31m", "<b>*x*</b>")], ["a", "class"])
    assert "\x1b" not in repr(table) + str(table) + table._repr_mimebundle_()["text/markdown"]
    assert r"\<b\>\*x\*\</b\>" in table._repr_mimebundle_()["text/markdown"]


def test_reports_show_themselves() -> None:
    """A report says points and verdicts, a checked answer its verdict and the reason."""
    report = Grader(PROBLEM, asked=["P(no)", "P(yes)"]).grade({"P(no)": "2/3", "P(yes)": "1/"}, "Ada")
    assert repr(report) == "<Report on Ada: 1 to 2 of 2 points>"
    first, right, unreadable = str(report).splitlines()
    assert (first, right) == ("Ada: 1 to 2 of 2 points", "  P(no): 2/3  correct.")
    assert unreadable.startswith("  P(yes): 1/  unreadable. ")
    assert repr(check("4/6", "2/3")) == "<Checked correct>"
    assert str(check("1//2", "1/2")).startswith("unreadable: ")


@all_of(
    ("rows", "notes"),
    [
        ([("weak", "Yes"), ("weak", "yes")],
         ["“Yes” and “yes” are two classes"]),
        ([("NA", "yes"), ("weak", "no")],
         ['“NA” is a value of “wind”, not a missing cell']),
        ([("null", "yes"), ("Weak", "no"), ("weak", "no")],
         ["“Weak” and “weak” are two values of “wind”",
          '“null” is a value of “wind”, not a missing cell']),
        ([("a", "Yes"), ("A", "yes"), ("NA", "YES"), ("n/a", "NaN")],
         ["“YES” and “Yes” and “yes” are three classes",
          "“A” and “a” are two values of “wind”",
          '“NaN”, “NA” and “n/a” are values, not missing cells']),
        ([("Weak", "Yes"), ("weak", "yes"), ("b", "NO"), ("B", "No"), ("NA", "NA")],
         ["“Yes” and “yes” are two classes",
          "“NO” and “No” are two classes",
          "“Weak” and “weak” are two values of “wind”",
          "“B” and “b” are two values of “wind”",
          "“NA” is a class, not a missing cell"]),
        ([("weak", "yes"), ("strong", "no"), ("none", "no")],
         ['“none” is a value of “wind”, not a missing cell']),
        ([("+", "yes"), ("-", "no")], []),
    ],
)  # fmt: skip
def test_what_looks_like_a_slip_is_noted(rows: list[tuple[str, str]], notes: list[str]) -> None:
    """Marks of other tools that are values here, and names in two spellings, are said in the head."""
    solution = solve(Problem(Table.from_rows(rows, ["wind", "class"])))
    assert list(solution.verified.derivation.setting[3:]) == notes
    assert all(note in " ".join(solution.text().split()) for note in notes)


@pytest.mark.parametrize(
    ("template", "right"),
    [("π_{class}", "π_{{class}}"), ("p_{column}^{{class}}", "p_{{column}}^{{class}}")],
)
def test_single_braces_are_answered_with_the_right_spelling(template: str, right: str) -> None:
    """`_{class}` would print the word class; the message has the template that was meant."""
    with pytest.raises(InputError) as refusal:
        custom_style({"parameter": template})
    assert str(refusal.value).endswith(f"; write '{right}' for its name")
    assert custom_style({"parameter": right.replace("π_{{class}}", "π_{{class}}")}).templates
    assert custom_style({"factor": "P(x_{j}|{class})"}).templates  # a letter below a sign is a letter


def test_a_role_that_is_none_is_answered_with_roles() -> None:
    """Without a near match the roles are listed."""
    with pytest.raises(InputError, match="unknown role; there are class, prior, parameter, factor"):
        custom_style({"zzz": "x"})
