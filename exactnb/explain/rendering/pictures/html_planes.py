"""A picture in SVG of two columns of numbers: the rows, what each class expects, and the boundary.

How to read: `plane` puts it together; everything is placed between −1 and 1 first, as it was fitted.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, groupby
from math import atan2, degrees, sqrt

from exactnb.core.expression.widths import cut
from exactnb.core.record import frozen
from exactnb.explain.rendering.pages.html_text import empty, svg, written
from exactnb.explain.rendering.pictures.html_axes import Axis
from exactnb.explain.rendering.pictures.html_fits import Scale, Surface

_WIDTH, _HEIGHT = 480, 380  # units of the picture
_LEFT, _RIGHT, _TOP, _BASE = 46, 470, 34, 344
_ROOM = 1.15  # of what has to be seen
_ACROSS, _DOWN = 60, 44  # cells in which the boundary is looked for
_NAME = 12  # signs of the name of a column
_BESIDE = 100  # units beside which the names of classes stand
_MARKS = ("m-3-3l6 6m-6 0l6-6", "m-3-3h6v6h-6z", "m0-4l4 7h-8z", "m-4 0h8m-4-4v8")
_DASHES = (None, "7 4", "2 3", "9 3 2 3")
_NEAR = 1e-9

Place = tuple[float, float]


@frozen(slots=True)
class Points:
    """A class: its name, log P(k, x), and where its rows lie."""

    name: str
    surface: Surface
    seen: tuple[Place, ...]


@frozen(slots=True)
class _Spread:
    """What a class expects: its middle, and how far it reaches in both directions."""

    middle: Place
    xx: float
    xy: float
    yy: float


def plane(
    columns: Sequence[str],
    classes: Sequence[Points],
    scales: tuple[Scale, Scale],
    asked: Sequence[tuple[str, Place]],
) -> str:
    """Return rows as marks, ellipses one and two standard deviations wide, boundary and queries."""
    spreads = [_spread(each.surface) for each in classes]
    frame = _Frame.around(classes, spreads, asked, scales)
    ticks = frame.across.ticks(), frame.up.ticks()
    if not all(ticks):
        return ""
    shapes = frame.edges(columns, *ticks)
    for at, (each, spread) in enumerate(zip(classes, spreads, strict=True)):
        shapes += frame.class_of(each, spread, at, (_RIGHT - _BESIDE) // len(classes))
    boundary = " ".join(map(frame.path, _boundary(classes, frame)))
    shapes += [empty("path", class_="boundary", d=boundary)] if boundary else []
    for name, place in asked:
        x, y = frame.at(place)
        shapes.append(empty("path", class_="query", d=f"M{x} {y - 7}l7 12h-14z"))
        shapes.append(written(x + 10, y + 5, cut(name, _NAME)))
    names = ", ".join(each.name for each in classes)
    said = f"{columns[1]} over {columns[0]} for {names}, with the line where the decision changes"
    return svg("curves plane", said, (_WIDTH, _HEIGHT), shapes)


def _spread(surface: Surface) -> _Spread | None:
    """Return where a class lies and how wide it is, if it is spread around a middle."""
    a, b, c = -2 * surface.ss, -surface.st, -2 * surface.tt
    size = a * c - b * b
    if a <= _NEAR or size <= _NEAR * a * abs(c):
        return None
    xx, xy, yy = c / size, -b / size, a / size
    return _Spread((xx * surface.s + xy * surface.t, xy * surface.s + yy * surface.t), xx, xy, yy)


@frozen(slots=True)
class _Frame:
    """Where places between −1 and 1, and a bit beyond, lie in the picture."""

    low: Place
    high: Place
    across: Axis
    up: Axis

    @classmethod
    def around(
        cls,
        classes: Sequence[Points],
        spreads: Sequence[_Spread | None],
        asked: Sequence[tuple[str, Place]],
        scales: tuple[Scale, Scale],
    ) -> _Frame:
        """Return a frame that holds what is seen and asked about, and the ellipses."""
        ends = [*(place for each in classes for place in each.seen), *(place for _, place in asked)]
        for spread in filter(None, spreads):
            for side in (-2, 2):
                x, y = spread.middle
                ends.append((x + side * sqrt(spread.xx), y + side * sqrt(spread.yy)))
        low, high = [], []
        for at in (0, 1):
            reach = [end[at] for end in ends]
            middle, half = (min(reach) + max(reach)) / 2, (max(reach) - min(reach)) / 2
            low.append(middle - _ROOM * half)
            high.append(middle + _ROOM * half)
        sides = ((_LEFT, _RIGHT), (_BASE, _TOP))
        across, up = (
            Axis(scale.back(Fraction(a)), scale.back(Fraction(b)), start, end)
            for scale, a, b, (start, end) in zip(scales, low, high, sides, strict=True)
        )
        return cls((low[0], low[1]), (high[0], high[1]), across, up)

    def at(self, place: Place) -> tuple[int, int]:
        """Return the units of a place."""
        x, y = self._exactly(place)
        return round(x), round(y)

    def _exactly(self, place: Place) -> Place:
        x, y = place
        return _LEFT + (x - self.low[0]) * self._wide, _BASE - (y - self.low[1]) * self._tall

    @property
    def _wide(self) -> float:
        return (_RIGHT - _LEFT) / (self.high[0] - self.low[0])

    @property
    def _tall(self) -> float:
        return (_BASE - _TOP) / (self.high[1] - self.low[1])

    def path(self, places: Sequence[Place]) -> str:
        """Return places as one line."""
        points = (f"{x:.1f} {y:.1f}" for x, y in map(self._exactly, places))
        return f"M{'L'.join(point for point, _ in groupby(points))}"

    def edges(
        self, columns: Sequence[str], below: list[tuple[int, str]], beside: list[tuple[int, str]]
    ) -> list[str]:
        """Return both axes with their numbers and names."""
        d = f"M{_LEFT} {_TOP}V{_BASE}H{_RIGHT}"
        d += "".join(f"M{x} {_BASE}v4" for x, _ in below) + "".join(
            f"M{_LEFT} {y}h-4" for y, _ in beside
        )
        out = [empty("path", class_="axis", d=d)]
        out += [written(x, _BASE + 16, text, "tick", "middle") for x, text in below]
        out += [written(_LEFT - 7, y + 4, text, "tick", "end") for y, text in beside]
        out.append(written(_RIGHT, _BASE + 32, cut(columns[0], _NAME), anchor="end"))
        return [*out, written(4, _TOP - 20, cut(columns[1], _NAME))]

    def class_of(self, each: Points, spread: _Spread | None, at: int, room: int) -> list[str]:
        """Return the rows of a class, its ellipses, and what stands for it in the key above."""
        marks = "".join(f"M{x} {y}{_MARKS[at]}" for x, y in map(self.at, each.seen))
        dash = _DASHES[at]
        out = [empty("path", class_="mark", d=marks)] if marks else []
        out += [self._ellipse(spread, size, dash) for size in (1, 2)] if spread is not None else []
        x, y = _BESIDE + 24 + at * room, _TOP - 24
        out += [empty("path", class_="mark", d=f"M{x} {y}{_MARKS[at]}")] if marks else []
        out += (
            [empty("path", class_="curve", d=f"M{x - 24} {y}h16", stroke_dasharray=dash)]
            if spread
            else []
        )
        return [*out, written(x + 7 if marks else x - 2, y + 4, cut(each.name, room // 9 - 3))]

    def _ellipse(self, spread: _Spread, size: int, dash: str | None) -> str:
        wide, tall = self._wide, self._tall
        xx, xy, yy = spread.xx * wide**2, -spread.xy * wide * tall, spread.yy * tall**2
        mean, away = (xx + yy) / 2, sqrt(((xx - yy) / 2) ** 2 + xy**2)
        turned = round(degrees(atan2(2 * xy, xx - yy) / 2))
        x, y = self.at(spread.middle)
        long, short = (round(size * sqrt(max(0.0, of))) for of in (mean + away, mean - away))
        place = {"cx": x, "cy": y, "rx": long, "ry": short, "transform": f"rotate({turned} {x} {y})"}
        return empty("ellipse", class_="curve", **place, stroke_dasharray=dash)


def _boundary(classes: Sequence[Points], frame: _Frame) -> list[list[Place]]:
    """Return the lines on which two classes are equal and above all others."""
    xs = [frame.low[0] + (frame.high[0] - frame.low[0]) * n / _ACROSS for n in range(_ACROSS + 1)]
    ys = [frame.low[1] + (frame.high[1] - frame.low[1]) * n / _DOWN for n in range(_DOWN + 1)]
    heights = [[[each.surface.at(x, y) for y in ys] for x in xs] for each in classes]
    out = []
    for k, other in combinations(range(len(classes)), 2):
        lead = [
            [a - b for a, b in zip(of, than, strict=True)]
            for of, than in zip(heights[k], heights[other], strict=True)
        ]
        rest = [each.surface for at, each in enumerate(classes) if at not in (k, other)]
        best = classes[k].surface
        pieces = [
            piece
            for piece in _crossings(lead, xs, ys)
            if all(best.at(*_middle(piece)) >= surface.at(*_middle(piece)) for surface in rest)
        ]
        out += _joined(pieces)
    return out


Piece = tuple[Place, Place]


def _middle(piece: Piece) -> Place:
    (x, y), (a, b) = piece
    return (x + a) / 2, (y + b) / 2


def _crossings(lead: list[list[float]], xs: list[float], ys: list[float]) -> list[Piece]:
    """Return the pieces of the curve on which a lead is zero, one or two for each cell it crosses."""
    out = []
    for i in range(len(xs) - 1):
        for j in range(len(ys) - 1):
            corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
            found = []
            for one, two in zip(corners, corners[1:] + corners[:1], strict=True):
                (a, b), (c, d) = sorted((one, two))  # neighbouring cells find the same place
                f, g = lead[a][b], lead[c][d]
                if (f < 0) != (g < 0):
                    share = f / (f - g)
                    found.append((xs[a] + share * (xs[c] - xs[a]), ys[b] + share * (ys[d] - ys[b])))
            out += [(found[n], found[n + 1]) for n in range(0, len(found) - 1, 2)]
    return out


def _joined(pieces: Sequence[Piece]) -> list[list[Place]]:
    """Return pieces that meet as long lines."""
    ends: dict[Place, list[Piece]] = {}
    for piece in pieces:
        for end in piece:
            ends.setdefault(end, []).append(piece)
    left, lines = dict.fromkeys(pieces), []
    starts = [end for end, of in ends.items() if len(of) == 1]
    for start in [*starts, *(piece[0] for piece in pieces)]:
        line = [start]
        while (following := next((of for of in ends[line[-1]] if of in left), None)) is not None:
            del left[following]
            line.append(following[1] if following[0] == line[-1] else following[0])
        lines += [line] if len(line) > 1 else []
    return lines
