"""A picture in SVG of one column of numbers: what each class expects, and where the decision changes.

Densities are curves, probabilities of counts are posts over whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from exactnb.core.expression.widths import cut
from exactnb.core.record import frozen
from exactnb.explain.rendering.pages.html_text import empty, line, svg, written
from exactnb.explain.rendering.pictures.html_axes import Axis

LEFT, RIGHT = 10, 470  # units between which an axis is drawn
_WIDTH, _HEIGHT = 480, 190
_TOP, _BASE = 26, 150
_STEP = 2  # units between two points of a curve
_NAME = 16  # signs of a name
_DASHES = (None, "7 4", "2 3", "9 3 2 3")  # of curves, so that no colour is needed
_EDGE = 40  # units at both ends, where a name in the middle of its place has no room
_BESIDE = 3  # units between the posts of two classes


@frozen(slots=True)
class Drawn:
    """A class: how high it stands at a unit of the picture, where highest, and where its rows are."""

    name: str
    height: Callable[[int], float]
    peak: int
    seen: tuple[Fraction, ...] = ()


def picture(
    column: str, classes: Sequence[Drawn], axis: Axis, asked: Sequence[tuple[str, Fraction]]
) -> str:
    """Return curves over an axis, each with its name, the numbers below them and the queries.

    Between places with a dashed line, another class has the highest curve. Nothing is drawn where
    there is no room for the numbers of the axis.
    """
    top = max(each.height(each.peak) for each in classes)
    shapes = []
    for each, dash in zip(classes, _DASHES, strict=False):
        xs = range(LEFT, RIGHT + 1, _STEP)
        points = " ".join(f"{x},{_up(each.height(x) / top)}" for x in xs)
        shapes.append(empty("polyline", class_="curve", points=points, stroke_dasharray=dash))
        shapes += [_named(each, top), *_rows(each, axis, dash)]
    best = [
        max(range(len(classes)), key=lambda k: classes[k].height(x)) for x in range(LEFT, RIGHT + 1)
    ]
    changes = [LEFT + at for at in range(1, len(best)) if best[at] != best[at - 1]]
    return _framed(f"Prior times density of {column}", classes, shapes, changes, axis, asked)


def posts(
    column: str,
    heights: Sequence[tuple[str, Sequence[float], tuple[Fraction, ...]]],
    first: int,
    asked: Sequence[tuple[str, Fraction]],
) -> str:
    """Return posts over whole numbers from the first one on, those of a class side by side.

    For each class there are its name, the heights of its posts, and its rows.
    """
    many = len(heights[0][1])
    axis = Axis(Fraction(first) - 1, Fraction(first + many), LEFT, RIGHT)
    top = max(max(of) for _, of, _ in heights)
    shapes, classes = [], []
    for at, (name, of, seen) in enumerate(heights):
        aside = _BESIDE * (2 * at - len(heights) + 1)
        places = [axis.place(Fraction(first + n)) + aside for n in range(many)]
        known = dict(zip(places, of, strict=True))
        each = Drawn(name, known.__getitem__, max(places, key=known.__getitem__), seen)
        drawn = " ".join(f"M{x} {_BASE}V{_up(known[x] / top)}" for x in places)
        shapes.append(empty("path", class_="curve post", d=drawn, stroke_dasharray=_DASHES[at]))
        shapes += [_named(each, top), *_rows(each, axis, _DASHES[at])]
        classes.append(each)
    of_number = [[of[n] for _, of, _ in heights] for n in range(many)]
    best = [of.index(max(of)) for of in of_number]
    changes = [axis.place(first + n - Fraction(1, 2)) for n in range(1, many) if best[n] != best[n - 1]]
    return _framed(f"Prior times probability of {column}", classes, shapes, changes, axis, asked)


def _framed(
    what: str,
    classes: Sequence[Drawn],
    shapes: Sequence[str],
    changes: Sequence[int],
    axis: Axis,
    asked: Sequence[tuple[str, Fraction]],
) -> str:
    """Return shapes over their axis, with its numbers, what is asked about and its words."""
    ticks = axis.ticks()
    if not ticks:
        return ""
    out = [line("axis", LEFT, RIGHT, _BASE, _BASE)]
    for x, shown in ticks:
        out.append(line("axis", x, x, _BASE, _BASE + 4))
        out.append(written(x, _HEIGHT - 4, shown, "tick", "middle"))
    out += [*shapes, *(line("change", x, x, 4, _BASE) for x in changes)]
    out += [shape for name, number in asked for shape in _query(name, axis.place(number))]
    names = ", ".join(each.name for each in classes)
    said = f"{what} for {names}; dashed lines where the decision changes"
    return svg("curves", said, (_WIDTH, _HEIGHT), out)


def _up(share: float) -> int:
    return round(_BASE - share * (_BASE - _TOP))


def _named(each: Drawn, top: float) -> str:
    """Return the name of a class over its highest place."""
    y = _up(each.height(each.peak) / top) - 6
    middle = LEFT + _EDGE < each.peak < RIGHT - _EDGE
    anchor = "middle" if middle else "start" if each.peak < _WIDTH // 2 else "end"
    return written(each.peak, y, cut(each.name, _NAME), anchor=anchor)


def _rows(each: Drawn, axis: Axis, dash: str | None) -> list[str]:
    """Return the rows of a class below the axis."""
    seen = " ".join(f"M{axis.place(x)} {_BASE + 6}v10" for x in each.seen)
    finer = "2 2" if dash else None
    return [empty("path", class_="seen", d=seen, stroke_dasharray=finer)] if seen else []


def _query(name: str, x: int) -> list[str]:
    """Return a mark on the axis with the name of a query."""
    mark = empty("path", class_="query", d=f"M{x} {_BASE}l-6 10h12z")
    side = -9 if x > _WIDTH // 2 else 9
    anchor = "end" if side < 0 else "start"
    return [mark, written(x + side, _BASE + 13, cut(name, _NAME), anchor=anchor)]
