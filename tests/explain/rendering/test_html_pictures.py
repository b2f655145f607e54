"""Pictures of one and two columns of numbers: what is drawn, where, and what is left out."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from html_reading import Element, checked, of_class
from thoroughness import one_in
from worked import solved

from exactnb import solve
from exactnb.explain.rendering.pictures.html_densities import Axis, Scale, Surface
from exactnb.explain.rendering.pictures.html_planes import PlaneClass, plane_picture

ALONE = """
data.class = "y"
data.table = '''
n | y
1 | a
2 | a
5 | b
7 | b
'''
model.families = { n = "gaussian" }
query.x = { n = 3 }
"""
WITH_TEXT = """
data = { class = "y", text = "words", table = '''
n | y | words
1 | a | p q
2 | a | q
5 | b | p
7 | b | q q
''' }
model = { smoothing = 1, families = { n = "gaussian", words = "multinomial" } }
query.x = { n = 3, words = "p" }
"""
NEAR = re.sub(r"^(\d)(?= \|)", r"10000000000000000\1", ALONE, flags=re.MULTILINE).replace(
    "n = 3", "n = 100000000000000003"
)
EQUAL = re.sub(r"^\d(?= \|)", "1", ALONE, flags=re.MULTILINE)
POISSON = ALONE.replace("gaussian", "poisson")
EXPONENTIAL = ALONE.replace("gaussian", "exponential")
GEOMETRIC = ALONE.replace("gaussian", "geometric")
TWO = """
data.class = "y"
data.table = '''
u  | v  | y
0  | 0  | a
0  | 2  | a
2  | 0  | a
2  | 2  | a
10 | 0  | b
10 | 2  | b
12 | 0  | b
12 | 2  | b
'''
model.families = { u = "gaussian", v = "gaussian" }
query.x = { u = 1, v = 2 }
"""


def pictures(typed: str, folder: Path) -> list[Element]:
    """Return the pictures on the page of a problem as it is typed."""
    (folder / "problem.toml").write_text(typed)
    return [*of_class(checked(solve(folder / "problem.toml").html()), "curves")]


def texts(picture: Element) -> dict[str, tuple[int, int]]:
    """Return what is written in a picture, with the places; below, before it is beside."""
    written = reversed(list(picture.iter("text")))
    return {text.text: (int(text.get("x")), int(text.get("y"))) for text in written}


def at_number(picture: Element, low: str, high: str):
    """Return the place of a number on the axis below, by two of those written there."""
    (start, _), (end, _) = texts(picture)[low], texts(picture)[high]
    return lambda x: start + (x - int(low)) * (end - start) / (int(high) - int(low))


def ends(picture: Element) -> list[int]:
    """Return where the decision changes."""
    return [int(of.get("x1")) for of in of_class(picture, "change")]


def test_densities_and_boundaries_are_where_they_were_worked_out() -> None:
    """Curves are highest at the means, and dashed lines stand where the region of a class ends."""
    root = checked(solved("note_004_temperature").html())
    first, second = of_class(root, "curves")
    assert len(first.findall("polyline")) == len(second.findall("polyline")) == 2
    assert {name for name in texts(first) if not name.isdigit()} == {"Yes", "No", "x"}
    place = at_number(first, "10", "40")
    assert ends(first) == pytest.approx([place(16.95), place(25.71)], abs=1)
    assert texts(first)["Yes"][0] == pytest.approx(place(21.64), abs=1)
    assert texts(first)["No"][0] == pytest.approx(place(23.88), abs=1)


def test_what_falls_off_from_zero_begins_there(tmp_path) -> None:
    """Rates 2/3 and 1/6: the curves cross where 4·exp(−x/2) = 1, and nothing stands below zero."""
    (picture,) = pictures(EXPONENTIAL, tmp_path)
    place = at_number(picture, "5", "20")
    assert ends(picture) == pytest.approx([place(2.7726)], abs=1)
    assert texts(picture)["0"][0] == 10
    assert not any(name.startswith("−") for name in texts(picture))


def test_counts_have_posts_and_change_between_whole_numbers(tmp_path) -> None:
    """With rates 3/2 and 6 more counts are of a up to 3 = 4.5/log 4, and of b from 4 on."""
    (picture,) = pictures(POISSON, tmp_path)
    posts = [of.get("d") for of in of_class(picture, "post")]
    assert [of.count("M") for of in posts] == [10, 10]
    place = at_number(picture, "0", "6")
    assert ends(picture) == pytest.approx([place(3.5)], abs=1)
    assert texts(picture)["a"][0] == pytest.approx(place(1) - 3, abs=1)


def test_counts_begin_where_their_family_does(tmp_path) -> None:
    """A first success is at 1 at the soonest: there is no post over 0."""
    (picture,) = pictures(GEOMETRIC, tmp_path)
    place = at_number(picture, "2", "6")
    lefts = [int(of) for of in re.findall(r"M(\d+) ", next(of_class(picture, "post")).get("d"))]
    assert min(lefts) == pytest.approx(place(1) - 3, abs=1)


def test_two_columns_are_drawn_in_a_plane(tmp_path) -> None:
    """Rows are marked, ellipses lie around the means, the boundary half-way, for equal variances."""
    (picture,) = pictures(TWO, tmp_path)
    place = at_number(picture, "0", "10")
    ellipses = picture.findall("ellipse")
    assert [int(of.get("cx")) for of in ellipses] == pytest.approx(
        [place(1), place(1), place(11), place(11)], abs=1
    )
    one, two = ellipses[:2]
    assert one.get("transform").startswith("rotate(90 ")  # v is drawn larger than u
    assert int(one.get("ry")) == pytest.approx(place(1) - place(0), abs=1)  # the variance is 1
    assert int(two.get("ry")) == pytest.approx(place(2) - place(0), abs=1)
    (boundary,) = of_class(picture, "boundary")
    across = [float(of) for of in re.findall(r"[ML]([\d.]+) ", boundary.get("d"))]
    assert across == pytest.approx([place(6)] * len(across), abs=1)
    assert {"u", "v", "a", "b", "x"} < set(texts(picture))
    assert [of.get("d").count("M") for of in of_class(picture, "mark")] == [4, 1, 4, 1]


@pytest.mark.exhaustive
def test_iris_is_drawn_without_its_rows() -> None:
    """Of 150 rows the page shows 12, which are not drawn for all; three lines meet in a point."""
    pooled, total, own = of_class(checked(solved("note_002_iris").html()), "plane")
    assert [len(of.findall("ellipse")) for of in (pooled, total, own)] == [6, 6, 6]
    assert not list(of_class(pooled, "mark"))
    (boundary,) = of_class(pooled, "boundary")
    assert boundary.get("d").count("M") in (2, 3)
    assert "setosa, versicolor, virginica" in pooled.get("aria-label")


@pytest.mark.exhaustive
def test_a_closed_boundary_is_closed() -> None:
    """Around a narrow class the boundary is one line that ends where it begins."""
    round_, own = of_class(checked(solved("note_003_spherical").html()), "plane")
    for picture in (round_, own):
        (boundary,) = of_class(picture, "boundary")
        points = re.findall(r"[ML]([\d.]+ [\d.]+)", boundary.get("d"))
        assert boundary.get("d").count("M") == 1
        assert points[0] == points[-1]
        assert len(points) > 40


@one_in(3, ("typed", "drawn"), [(ALONE, 1), (POISSON, 1), (WITH_TEXT, 0), (NEAR, 0), (EQUAL, 0)])
def test_only_a_column_that_decides_alone_is_drawn(typed, drawn, tmp_path) -> None:
    """Beside a text the crossing is no boundary; long numbers have no room, equal ones no place."""
    assert len(pictures(typed, tmp_path)) == drawn


def test_columns_of_values_have_no_picture() -> None:
    """Nor have numbers that were given, without rows."""
    for name in ("play_tennis", "doors", "two_seeds", "looms"):
        assert not list(of_class(checked(solved(name).html()), "curves"))


def test_numbers_near_each_other_are_told_apart() -> None:
    """Places are found exactly before they become numbers of a machine."""
    far = Fraction(10) ** 30
    scale = Scale.spanning([far, far + 1, far + 4])
    assert [scale.place_of_number(far + n) for n in (0, 1, 2, 4)] == [-1, -0.5, 0, 1]
    assert scale.number_at_place(Fraction(1, 2)) == far + 3
    assert Axis(far, far + 4, 0, 100).ticks() == []


def test_polynomials_are_what_they_say() -> None:
    """A curve and a surface have the values of their polynomials."""
    assert Surface(2, 0, 0, 3, 0, 5).at(7) == 2 * 49 + 3 * 7 + 5
    assert Surface(2, 3, 5, 7, 11, 13).at(17, 19) == (
        2 * 17**2 + 3 * 17 * 19 + 5 * 19**2 + 7 * 17 + 11 * 19 + 13
    )


def test_a_hostile_name_is_text() -> None:
    """Names of classes, columns and queries are cut and escaped."""
    bad = "<script>" * 2000
    scale = Scale.spanning([Fraction(0), Fraction(8)])
    surfaces = (Surface(-1, 0, -1, 0, 0, 0), Surface(-1, 0, -1, 1, 0, 0))
    points = [PlaneClass(bad, surface, ((0.0, 0.0),)) for surface in surfaces]
    drawn = plane_picture((bad, bad), points, (scale, scale), [(bad, (0.5, 0.5))])
    assert "<script" not in drawn
    assert len(re.sub('aria-label="[^"]*"', "", drawn)) < 5000
