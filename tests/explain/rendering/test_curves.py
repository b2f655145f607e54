"""Posteriors over λ as a picture: exact at every place, drawn in SVG and from plain rules."""

from __future__ import annotations

import re
from fractions import Fraction as F

import pytest
from worked import problem_file

from exactnb import Problem, solve
from exactnb.explain.derivation import InLambda
from exactnb.explain.rendering.pictures.curves import axis_end, sampled_posteriors, spread_labels
from exactnb.explain.rendering.pictures.curves import html_curves as svg
from exactnb.explain.rendering.pictures.curves import latex_curves as rules
from exactnb.explain.rendering.pictures.curves import typst_curves as typst
from exactnb.explain.solution.exploring import explore
from exactnb.explain.solution.solution import Solution


def explored(name: str) -> tuple[Solution, InLambda]:
    found = explore(Problem.read(problem_file(name)))
    blocks = (block for step in found.verified.derivation.steps for block in step.blocks)
    return found, next(block for block in blocks if isinstance(block, InLambda))


def test_the_curve_is_the_posterior_of_the_model_with_that_lambda() -> None:
    """At λ = 1, and where the axis ends, a curve is what solving with this λ gives."""
    _, table = explored("play_tennis")
    assert axis_end(table) == 17  # 2 × 8.019 and no less
    (yes, own), (no, other) = sampled_posteriors(table, 17)
    assert (yes, no) == ("Yes", "No")
    assert all(one + two == 1 for one, two in zip(own, other, strict=True))
    problem = Problem.read(problem_file("play_tennis"))
    name = next(iter(problem.query))
    for at in (0, 8, 16):
        place = F(2 * at + 1, 2)
        with_it = Problem(problem.data, query=dict(problem.query), smoothing=str(place))
        assert solve(with_it)[f"P(Yes|{name})"] == own[at]
    assert own[7] < F(1, 2) < own[8]  # it flips at 8.019


@pytest.mark.exhaustive
def test_pages_and_articles_have_the_picture() -> None:
    """A curve for each class and a dashed line for each flip; LaTeX needs no package for it."""
    found, table = explored("note_000_eight_rows")
    page, article = found.render("html"), found.render("latex")
    drawn = svg(table)
    assert drawn in page
    assert drawn.count("<polyline") == 3
    assert drawn.count('class="change"') == len(table.flips) == 1
    assert "Posteriors of 1, 2, 3 over λ" in drawn
    assert "the decision changes at λ =" in drawn
    assert r"\begin{picture}" in article
    document = typst(table, {label: label for label, _ in table.joints})
    assert document.count("#figure(alt:") == 1
    assert document.count("  through(") == 1 + 3 + 1  # axes, classes, the flip
    assert [document.count(f"through({dash}") for dash in ('"dashed"', '"dotted"')] == [1, 1]
    assert document[: document.index("block(")] in found.render("typst")
    assert set(re.findall(r"\\usepackage(?:\[.*?\])?\{(\w+)\}", article)) <= {
        "amsmath", "amssymb", "inputenc", "fontenc", "geometry",
    }  # fmt: skip


def test_a_picture_needs_two_classes_and_a_posterior() -> None:
    """One class, or a joint that is always zero for all, has nothing to be compared."""
    _, table = explored("play_tennis")
    alone = InLambda(table.name, table.joints[:1], (), (("Yes",),))
    assert svg(alone) == ""
    assert rules(alone, {"Yes": "Yes"}) == typst(alone, {"Yes": "Yes"}) == ""


def test_names_of_curves_do_not_stand_on_each_other() -> None:
    """Curves that end close to each other have names apart, in the order of the curves."""
    ends = spread_labels([F(50), F(2), F(0), F(1)], 11)
    assert ends == [50, 22, 0, 11]
    assert spread_labels([F(80), F(10)], 11) == [80, 10]


def test_rows_of_fractions_do_not_touch() -> None:
    """Joints over λ are as tall as on display, with room around; long ones are broken in their cell."""
    found, _ = explored("play_tennis")
    rows = [line for line in found.render("latex").splitlines() if r"& \raggedright" in line]
    assert len(rows) == 2
    assert all(row.startswith(r"\rule[") and r"$\displaystyle" in row for row in rows)
    assert all(r"\let\\\tabularnewline" in row for row in rows)  # which ends the row, not the line
    cells = [line for line in found.render("typst").splitlines() if "#stack(" in line]
    assert [line.count("m(") + line.count(" d(") for line in cells] == [1, 1]
