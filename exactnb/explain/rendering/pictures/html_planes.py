"""An SVG picture of two numeric columns: rows, the distribution of each class, and the boundary.

How to read: `plane_picture` assembles it; positions are places between −1 and 1 until `_Frame` maps
them to units.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, groupby
from math import atan2, degrees, sqrt

from exactnb.core.expression.widths import cut
from exactnb.core.record import frozen
from exactnb.explain.rendering.pages.html_text import empty_tag, svg, svg_text
from exactnb.explain.rendering.pictures.curves import DASHES
from exactnb.explain.rendering.pictures.html_densities import Axis, Scale, Surface

_WIDTH, _HEIGHT = 480, 380  # units of the picture
_LEFT, _RIGHT, _TOP, _BASE = 46, 470, 34, 344
_ROOM = 1.15  # margin around all points, as a factor
_ACROSS, _DOWN = 60, 44  # cells of the grid that is searched for the boundary
_NAME = 12  # characters of a name; a longer one is cut
_LEGEND = 100  # left edge of the legend, in units
_MARKS = ("m-3-3l6 6m-6 0l6-6", "m-3-3h6v6h-6z", "m0-4l4 7h-8z", "m-4 0h8m-4-4v8")
_NEAR = 1e-9

Position = tuple[float, float]


@frozen(slots=True)
class PlaneClass:
    """A class: its name, log P(k, x), and the positions of its rows."""

    name: str
    surface: Surface
    points: tuple[Position, ...]


@frozen(slots=True)
class _Spread:
    """The distribution of a class: its mean, and its covariances."""

    middle: Position
    xx: float
    xy: float
    yy: float


def plane_picture(
    columns: Sequence[str],
    classes: Sequence[PlaneClass],
    scales: tuple[Scale, Scale],
    queries: Sequence[tuple[str, Position]],
) -> str:
    """Return rows as marks, ellipses of one and two standard deviations, the boundary and `queries`.

    `columns` are the names of the axes, `classes` what is drawn, `scales` map numbers to positions.
    "" if the axes have no room for numbers.
    """
    spreads = [_spread(plane_class.surface) for plane_class in classes]
    frame = _Frame.around(classes, spreads, queries, scales)
    ticks = frame.across.ticks(), frame.up.ticks()
    if not all(ticks):
        return ""
    shapes = frame.edges(columns, *ticks)
    for index, (plane_class, spread) in enumerate(zip(classes, spreads, strict=True)):
        shapes += frame.draw_class(plane_class, spread, index, (_RIGHT - _LEGEND) // len(classes))
    boundary = " ".join(map(frame.path, _tie_lines(classes, frame)))
    shapes += [empty_tag("path", class_="boundary", d=boundary)] if boundary else []
    for name, place in queries:
        x, y = frame.at(place)
        shapes.append(empty_tag("path", class_="query", d=f"M{x} {y - 7}l7 12h-14z"))
        shapes.append(svg_text(x + 10, y + 5, cut(name, _NAME)))
    names = ", ".join(plane_class.name for plane_class in classes)
    axes = f"{columns[1]} over {columns[0]}"
    description = f"{axes} for {names}, with the line where the decision changes"
    return svg("curves plane", description, (_WIDTH, _HEIGHT), shapes)


def _spread(surface: Surface) -> _Spread | None:
    """Return the mean and covariances of a class, or None if its surface has no peak."""
    a, b, c = -2 * surface.ss, -surface.st, -2 * surface.tt
    size = a * c - b * b
    if a <= _NEAR or size <= _NEAR * a * abs(c):
        return None
    xx, xy, yy = c / size, -b / size, a / size
    return _Spread((xx * surface.s + xy * surface.t, xy * surface.s + yy * surface.t), xx, xy, yy)


@frozen(slots=True)
class _Frame:
    """The mapping of positions, from −1 to 1 and slightly beyond, to units of the picture."""

    low: Position
    high: Position
    across: Axis
    up: Axis

    @classmethod
    def around(
        cls,
        classes: Sequence[PlaneClass],
        spreads: Sequence[_Spread | None],
        queries: Sequence[tuple[str, Position]],
        scales: tuple[Scale, Scale],
    ) -> _Frame:
        """Return a frame that holds rows, queries and ellipses."""
        ends = [place for plane_class in classes for place in plane_class.points]
        ends += [place for _, place in queries]
        for spread in filter(None, spreads):
            for side in (-2, 2):
                x, y = spread.middle
                ends.append((x + side * sqrt(spread.xx), y + side * sqrt(spread.yy)))
        low, high = [], []
        for axis in (0, 1):
            reach = [end[axis] for end in ends]
            middle, half = (min(reach) + max(reach)) / 2, (max(reach) - min(reach)) / 2
            low.append(middle - _ROOM * half)
            high.append(middle + _ROOM * half)
        sides = ((_LEFT, _RIGHT), (_BASE, _TOP))
        across, up = (
            Axis(scale.number_at_place(Fraction(a)), scale.number_at_place(Fraction(b)), start, end)
            for scale, a, b, (start, end) in zip(scales, low, high, sides, strict=True)
        )
        return cls((low[0], low[1]), (high[0], high[1]), across, up)

    def at(self, place: Position) -> tuple[int, int]:
        """Return the units of a position."""
        x, y = self._exactly(place)
        return round(x), round(y)

    def _exactly(self, place: Position) -> Position:
        x, y = place
        return _LEFT + (x - self.low[0]) * self._units_across, _BASE - (
            y - self.low[1]
        ) * self._units_up

    @property
    def _units_across(self) -> float:
        return (_RIGHT - _LEFT) / (self.high[0] - self.low[0])

    @property
    def _units_up(self) -> float:
        return (_BASE - _TOP) / (self.high[1] - self.low[1])

    def path(self, places: Sequence[Position]) -> str:
        """Return positions as one polyline."""
        points = (f"{x:.1f} {y:.1f}" for x, y in map(self._exactly, places))
        return f"M{'L'.join(point for point, _ in groupby(points))}"

    def edges(
        self,
        columns: Sequence[str],
        across_ticks: list[tuple[int, str]],
        up_ticks: list[tuple[int, str]],
    ) -> list[str]:
        """Return both axes with their numbers and names."""
        d = f"M{_LEFT} {_TOP}V{_BASE}H{_RIGHT}"
        d += "".join(f"M{x} {_BASE}v4" for x, _ in across_ticks)
        d += "".join(f"M{_LEFT} {y}h-4" for y, _ in up_ticks)
        elements = [empty_tag("path", class_="axis", d=d)]
        elements += [svg_text(x, _BASE + 16, text, "tick", "middle") for x, text in across_ticks]
        elements += [svg_text(_LEFT - 7, y + 4, text, "tick", "end") for y, text in up_ticks]
        elements.append(svg_text(_RIGHT, _BASE + 32, cut(columns[0], _NAME), anchor="end"))
        return [*elements, svg_text(4, _TOP - 20, cut(columns[1], _NAME))]

    def draw_class(
        self, plane_class: PlaneClass, spread: _Spread | None, index: int, room: int
    ) -> list[str]:
        """Return the rows of a class, its ellipses, and its entry in the legend."""
        marks = "".join(f"M{x} {y}{_MARKS[index]}" for x, y in map(self.at, plane_class.points))
        dash = DASHES[index]
        elements = [empty_tag("path", class_="mark", d=marks)] if marks else []
        elements += [self._ellipse(spread, size, dash) for size in (1, 2)] if spread is not None else []
        x, y = _LEGEND + 24 + index * room, _TOP - 24
        if marks:
            elements.append(empty_tag("path", class_="mark", d=f"M{x} {y}{_MARKS[index]}"))
        if spread:
            sample = f"M{x - 24} {y}h16"
            elements.append(empty_tag("path", class_="curve", d=sample, stroke_dasharray=dash))
        name = cut(plane_class.name, room // 9 - 3)
        return [*elements, svg_text(x + 7 if marks else x - 2, y + 4, name)]

    def _ellipse(self, spread: _Spread, size: int, dash: str | None) -> str:
        wide, tall = self._units_across, self._units_up
        xx, xy, yy = spread.xx * wide**2, -spread.xy * wide * tall, spread.yy * tall**2
        mean, deviation = (xx + yy) / 2, sqrt(((xx - yy) / 2) ** 2 + xy**2)
        turned = round(degrees(atan2(2 * xy, xx - yy) / 2))
        x, y = self.at(spread.middle)
        variances = (mean + deviation, mean - deviation)
        long, short = (round(size * sqrt(max(0.0, variance))) for variance in variances)
        place = {"cx": x, "cy": y, "rx": long, "ry": short, "transform": f"rotate({turned} {x} {y})"}
        return empty_tag("ellipse", class_="curve", **place, stroke_dasharray=dash)


def _tie_lines(classes: Sequence[PlaneClass], frame: _Frame) -> list[list[Position]]:
    """Return the lines on which two classes tie and exceed all others."""
    xs = [frame.low[0] + (frame.high[0] - frame.low[0]) * n / _ACROSS for n in range(_ACROSS + 1)]
    ys = [frame.low[1] + (frame.high[1] - frame.low[1]) * n / _DOWN for n in range(_DOWN + 1)]
    heights = [[[plane_class.surface.at(x, y) for y in ys] for x in xs] for plane_class in classes]
    lines = []
    for k, rival in combinations(range(len(classes)), 2):
        lead = [
            [a - b for a, b in zip(row, rival_row, strict=True)]
            for row, rival_row in zip(heights[k], heights[rival], strict=True)
        ]
        rest = [class_.surface for index, class_ in enumerate(classes) if index not in (k, rival)]
        best, pieces = classes[k].surface, []
        for piece in _zero_segments(lead, xs, ys):
            (x, y), (a, b) = piece
            middle = (x + a) / 2, (y + b) / 2
            if all(best.at(*middle) >= surface.at(*middle) for surface in rest):
                pieces.append(piece)
        lines += _polylines_of_segments(pieces)
    return lines


Segment = tuple[Position, Position]


def _zero_segments(lead: list[list[float]], xs: list[float], ys: list[float]) -> list[Segment]:
    """Return the segments on which the lead of a class is zero, up to two in each cell of the grid."""
    segments = []
    for i in range(len(xs) - 1):
        for j in range(len(ys) - 1):
            corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
            points = []
            for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
                # sorted, so that both cells of an edge compute the same floats, which are compared
                (a, b), (c, d) = sorted((start, end))
                f, g = lead[a][b], lead[c][d]
                if (f < 0) != (g < 0):
                    share = f / (f - g)
                    points.append((xs[a] + share * (xs[c] - xs[a]), ys[b] + share * (ys[d] - ys[b])))
            segments += [(points[n], points[n + 1]) for n in range(0, len(points) - 1, 2)]
    return segments


def _polylines_of_segments(pieces: Sequence[Segment]) -> list[list[Position]]:
    """Chain segments that share an end into polylines."""
    ends: dict[Position, list[Segment]] = {}
    for piece in pieces:
        for end in piece:
            ends.setdefault(end, []).append(piece)
    unused, lines = dict.fromkeys(pieces), []
    starts = [end for end, meeting in ends.items() if len(meeting) == 1]
    for start in [*starts, *(piece[0] for piece in pieces)]:
        line = [start]
        while segment := next((piece for piece in ends[line[-1]] if piece in unused), None):
            del unused[segment]
            line.append(segment[1] if segment[0] == line[-1] else segment[0])
        lines += [line] if len(line) > 1 else []
    return lines
