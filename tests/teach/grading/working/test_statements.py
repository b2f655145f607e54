"""A working is cut into statements, each with its place; markup is blanked and moves no column."""

from __future__ import annotations

import pytest
from thoroughness import all_of

from exactnb.errors import InputError
from exactnb.teach.grading.working.statements import LONGEST, statements

CUTS = {
    "P(a) = 1/2\nP(b) = 1/3": ["P(a) = 1/2", "P(b) = 1/3"],
    "P(a) = 1/2; P(b) = 1/3": ["P(a) = 1/2", "P(b) = 1/3"],
    "P(a) = 1/2, P(b) = 1/3 and P(c) = 1/6": ["P(a) = 1/2", "P(b) = 1/3", "P(c) = 1/6"],
    "P(a, b) = 1/2": ["P(a, b) = 1/2"],
    "P(a) = 1/2\n   = 0.5": ["P(a) = 1/2    = 0.5"],
    "P(a)\n = 1/2": ["P(a)  = 1/2"],
    "P(x) = P(a,x)\n   + P(b,x)": ["P(x) = P(a,x)    + P(b,x)"],
    "- P(a) = 1/2\n2. P(b) = 1/3\n(c) P(c) = 1/6": ["P(a) = 1/2", "P(b) = 1/3", "P(c) = 1/6"],
    "0.2 > 0.1, so the class is a.": ["0.2 > 0.1,", "the class is a"],
    "0.2 > 0.1 ⇒ a": ["0.2 > 0.1", "a"],
    r"P(a) &= \frac{1}{2} \\ P(b) &= \frac{1}{3}": [r"P(a)  = \frac{1}{2}", r"P(b)  = \frac{1}{3}"],
    r"$\hat{P}(\text{a}) = 1/2$ % a comment": ["P (      a ) = 1/2"],
    "$P(a) = 50%$, $P(b) = 25%$": ["P(a) = 50%", "P(b) = 25%"],
    r"P(a) = \frac{1}{2} = 50 %, P(b) = 25 %": [r"P(a) = \frac{1}{2} = 50 %", "P(b) = 25 %"],
    "\\begin{align}\nP(a) &= 0.5 % a comment\nP(b) &= 25% \n\\end{align}": [
        "P(a)  = 0.5",
        "P(b)  = 25%",
    ],
    "P(a) = 0.333...": ["P(a) = 0.333..."],
    "P(a,x)=1/2,P(b,x)=1/3": ["P(a,x)=1/2", "P(b,x)=1/3"],
    r"P(a) is \frac{1}{2} and P(b, x) is 1/3": [r"P(a) is \frac{1}{2}", "P(b, x) is 1/3"],
    "P(a) = 1/2 whereas P(b) = 1/3": ["P(a) = 1/2", "P(b) = 1/3"],
    "# P(a) = 1/2\n\\section{P(b) = 1}": [],
    "**P(a)** = 1/2, `P(b)` = 2**-1": ["P(a)   = 1/2", "P(b)  = 2**-1"],
    "| P(a|b) = 1/2 | 3/4 = 0.75 |": ["P(a|b) = 1/2", "3/4 = 0.75"],
    "P(a) = 1/2      total": ["P(a) = 1/2", "total"],
}


@all_of("text", CUTS)
def test_a_text_is_cut_where_a_statement_ends(text: str) -> None:
    assert [each.text.strip() for each in statements(text)] == CUTS[text]


def test_a_place_is_the_line_and_the_column_that_was_written() -> None:
    """Blanked markup keeps its columns, and what goes on with a line keeps its own."""
    (first, second) = statements("\n$\\hat{P}(a) = 1/2$\n  = 0.5\nso P(b) = 1/3")
    assert first.place(first.text.index("P")) == (2, 7)
    assert first.place(first.text.rindex("0.5")) == (3, 5)
    assert second.place(second.text.index("P")) == (4, 4)


def test_matrices_and_drawings_are_no_formulas() -> None:
    """What stands in a matrix, or under a drawn bar, becomes one sign that nothing reads."""
    (matrix,) = statements("S = \\begin{pmatrix} 1 & 2 \\\\\n 3 & 4 \\end{pmatrix}^{-1} = 2")
    assert matrix.text.split() == ["S", "=", "▢", "=", "2"]
    (bar,) = statements("P = ──── = 1/2")
    assert bar.text.split() == ["P", "=", "▢", "=", "1/2"]


def test_what_is_too_long_is_refused() -> None:
    with pytest.raises(InputError, match="a working of 65,537 characters; at most 65,536 are read"):
        statements("a" * (LONGEST + 1))
    with pytest.raises(InputError, match="a working of 2,001 statements; at most 2,000 are read"):
        statements("a;" * 2_001)
