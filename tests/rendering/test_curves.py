"""Posteriors over λ as a picture: exact at every place, drawn in SVG and from plain rules."""

from __future__ import annotations

import re
from fractions import Fraction as F

from worked import problem_file

from exactnb import Problem, solve
from exactnb.derivation import InLambda
from exactnb.rendering.curves import posteriors, reach
from exactnb.rendering.html_curves import curves as svg
from exactnb.rendering.latex_curves import curves as rules
from exactnb.solution.exploring import explore
from exactnb.solution.solution import Solution


def explored(name: str) -> tuple[Solution, InLambda]:
    found = explore(Problem.read(problem_file(name)))
    blocks = (block for step in found.verified.derivation.steps for block in step.blocks)
    return found, next(block for block in blocks if isinstance(block, InLambda))


def test_the_curve_is_the_posterior_of_the_model_with_that_lambda() -> None:
    """At λ = 1, and where the axis ends, a curve is what solving with this λ gives."""
    _, table = explored("play_tennis")
    assert reach(table) == 17  # 2 × 8.019 and no less
    (yes, own), (no, other) = posteriors(table, 17)
    assert (yes, no) == ("Yes", "No")
    assert all(one + two == 1 for one, two in zip(own, other, strict=True))
    problem = Problem.read(problem_file("play_tennis"))
    name = next(iter(problem.query))
    for at in (0, 8, 16):
        place = F(2 * at + 1, 2)
        with_it = Problem(problem.data, query=dict(problem.query), smoothing=str(place))
        assert solve(with_it)[f"P(Yes|{name})"] == own[at]
    assert own[7] < F(1, 2) < own[8]  # it flips at 8.019


def test_pages_and_articles_have_the_picture() -> None:
    """A curve for each class and a dashed line for each flip; LaTeX needs no package for it."""
    found, table = explored("note_000_eight_rows")
    page, article = found.render("html"), found.render("latex")
    drawn = svg(table)
    assert drawn in page
    assert drawn.count("<polyline") == 3
    assert drawn.count('class="change"') == len(table.flips) == 1
    assert "Posteriors of 1, 2, 3 over λ" in drawn
    assert r"\begin{picture}" in article
    assert set(re.findall(r"\\usepackage(?:\[.*?\])?\{(\w+)\}", article)) <= {
        "amsmath", "amssymb", "inputenc", "fontenc", "geometry",
    }  # fmt: skip


def test_a_picture_needs_two_classes_and_a_posterior() -> None:
    """One class, or a joint that is always zero for all, has nothing to be compared."""
    _, table = explored("play_tennis")
    alone = InLambda(table.name, table.joints[:1], (), (("Yes",),))
    assert svg(alone) == ""
    assert rules(alone, {"Yes": "Yes"}) == ""
