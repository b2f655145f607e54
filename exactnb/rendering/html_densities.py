"""A picture in SVG of one column of numbers: what each class expects, and where the decision changes.

Only here are numbers of machine precision used, for places in a picture: none of them is printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, floor, log10, pi, sqrt

from exactnb.arithmetic.numerals import spell_number
from exactnb.rendering.html_text import element, empty, escaped
from exactnb.rendering.widths import cut

_WIDTH, _HEIGHT = 480, 190  # units of the picture
_LEFT, _RIGHT, _TOP, _BASE = 10, 470, 26, 150
_STEP = 2  # units between two points of a curve
_REACH = 3.2  # standard deviations to both sides
_NAME = 16  # signs of a name
_DASHES = ("", "7 4", "2 3", "9 3 2 3")  # of curves, so that no colour is needed
_TICKS = 8
_APART = 1e-9  # of their size, that the ends of the axis lie apart at least


@dataclass(frozen=True, slots=True)
class Bell:
    """The normal density of a class times its prior, and the numbers of its rows."""

    name: str
    prior: float
    mean: float
    variance: float
    seen: tuple[float, ...] = ()

    def height(self, x: float) -> float:
        """Return how high the curve is at a place."""
        distance = (x - self.mean) ** 2 / (2 * self.variance)
        return self.prior * exp(-distance) / sqrt(2 * pi * self.variance)


def picture(column: str, bells: Sequence[Bell], asked: Sequence[tuple[str, float]]) -> str:
    """Return curves over an axis, each with its name, the numbers below them and the queries.

    Between places with a dashed line, another class has the highest curve. Nothing is drawn where
    machine numbers hardly tell the ends of the axis apart.
    """
    ends = [bell.mean + side * _REACH * sqrt(bell.variance) for bell in bells for side in (-1, 1)]
    places = [*ends, *(x for bell in bells for x in bell.seen), *(x for _, x in asked)]
    frame = _Frame(min(places), max(places), max(bell.height(bell.mean) for bell in bells))
    if frame.high - frame.low <= _APART * max(abs(frame.low), abs(frame.high)):
        return ""
    shapes = [empty("line", class_="axis", x1=str(_LEFT), x2=str(_RIGHT), y1=str(_BASE), y2=str(_BASE))]
    shapes += frame.ticks()
    for bell, dash in zip(bells, _DASHES * len(bells), strict=False):
        shapes += frame.curve(bell, dash)
    shapes += frame.changes(bells)
    shapes += [shape for name, x in asked for shape in frame.query(name, x)]
    names = ", ".join(bell.name for bell in bells)
    said = f"Prior times density of {column} for {names}; dashed lines where the decision changes"
    return element(
        "svg", "\n".join(shapes), class_="curves", role="img", aria_label=said,
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where numbers lie in the picture."""

    low: float
    high: float
    top: float

    def x(self, at: float) -> int:
        return round(_LEFT + (at - self.low) / (self.high - self.low) * (_RIGHT - _LEFT))

    def y(self, height: float) -> int:
        return round(_BASE - height / self.top * (_BASE - _TOP))

    def back(self, x: int) -> float:
        return self.low + (x - _LEFT) / (_RIGHT - _LEFT) * (self.high - self.low)

    def ticks(self) -> list[str]:
        """Return round numbers along the axis."""
        wide = (self.high - self.low) / _TICKS
        ten = Fraction(10) ** floor(log10(wide))
        step = next(size * ten for size in (1, 2, 5, 10) if size * ten >= wide)
        first, last = -floor(-self.low / step), floor(self.high / step)
        out = []
        for at in range(first, last + 1):
            x, shown = str(self.x(float(at * step))), spell_number(at * step).replace("-", "−")
            out.append(empty("line", class_="axis", x1=x, x2=x, y1=str(_BASE), y2=str(_BASE + 4)))
            out.append(
                element("text", shown, class_="tick", x=x, y=str(_HEIGHT - 4), text_anchor="middle")
            )
        return out

    def curve(self, bell: Bell, dash: str) -> list[str]:
        """Return a curve with the name of its class at its top, and its rows below the axis."""
        xs = range(_LEFT, _RIGHT + 1, _STEP)
        points = " ".join(f"{x},{self.y(bell.height(self.back(x)))}" for x in xs)
        middle, top = self.x(bell.mean), self.y(bell.height(bell.mean))
        name = element(
            "text", escaped(cut(bell.name, _NAME)), x=str(middle), y=str(top - 6), text_anchor="middle"
        )
        line = empty(
            "polyline", class_="curve", points=points, **({"stroke_dasharray": dash} if dash else {})
        )
        seen = " ".join(f"M{self.x(x)} {_BASE + 6}v10" for x in bell.seen)
        extra = {"stroke_dasharray": "2 2"} if dash else {}
        return [line, name, *([empty("path", class_="seen", d=seen, **extra)] if seen else [])]

    def changes(self, bells: Sequence[Bell]) -> list[str]:
        """Return a line at each place where another curve becomes the highest."""
        out, before = [], -1
        for x in range(_LEFT, _RIGHT + 1):
            heights = [bell.height(self.back(x)) for bell in bells]
            best = max(range(len(bells)), key=heights.__getitem__)
            if before not in (-1, best):
                out.append(empty("line", class_="change", x1=str(x), x2=str(x), y1="4", y2=str(_BASE)))
            before = best
        return out

    def query(self, name: str, at: float) -> list[str]:
        """Return a mark on the axis with the name of a query."""
        x = self.x(at)
        mark = empty("path", class_="query", d=f"M{x} {_BASE}l-6 10h12z")
        side = -9 if x > _WIDTH // 2 else 9
        anchor = "end" if side < 0 else "start"
        text = escaped(cut(name, _NAME))
        return [mark, element("text", text, x=str(x + side), y=str(_BASE + 13), text_anchor=anchor)]
