"""A Typst picture of posteriors over λ, with a description for screen readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from exactnb.explain.derivation.lines import InLambda
from exactnb.explain.rendering.pages.typst_text import string
from exactnb.explain.rendering.pictures.curves import (
    axis_end,
    curves_text,
    exact_number,
    posteriors,
    spread_labels,
)

_WIDTH, _HEIGHT = 240, 90  # points
_PARTS = 80  # intervals of the axis, with a point of each curve
_LINE = 11  # points between names
_DASHES = ("solid", "dashed", "dotted", "dash-dotted")  # dashes tell the curves apart without colour
_PICTURE = """#figure(alt: %s, block(width: %dpt, height: %dpt, inset: (left: 14pt, top: 8pt), {
  let at(x, y) = (x * 1pt, (%d - y) * 1pt)
  let name(x, y, side, body) = place(dx: x * 1pt, dy: (%d - y) * 1pt,
    place(side + horizon, box(body)))
  let through(dash, ..points) = place(curve(stroke: (thickness: 0.6pt, dash: dash),
    curve.move(at(..points.at(0))), ..points.pos().slice(1).map(point => curve.line(at(..point)))))
%s
}));"""


def curves(table: InLambda, labels: Mapping[str, str]) -> str:
    """Return the posteriors of all classes of `table`; "" if there is nothing to draw.

    `labels` maps class labels to their typeset form.
    """
    shares_by_class = posteriors(table, _PARTS)
    if len(shares_by_class) < 2:
        return ""
    wide, step = axis_end(table), Fraction(_WIDTH, _PARTS)
    calls = [_through("solid", [(0, _HEIGHT), (0, 0), (_WIDTH, 0)])]
    calls += [_name(-4, 0, "right", "0"), _name(-4, _HEIGHT, "right", "1")]
    calls.append(_name(_WIDTH, -9, "right", f"λ \\= {wide}"))
    ends = spread_labels([shares[-1] * _HEIGHT for _, shares in shares_by_class], _LINE)
    for number, ((name, shares), end) in enumerate(zip(shares_by_class, ends, strict=True)):
        points = [
            ((interval + Fraction(1, 2)) * step, share * _HEIGHT)
            for interval, share in enumerate(shares)
        ]
        calls.append(_through(_DASHES[number % len(_DASHES)], points))
        calls.append(_name(_WIDTH + 4, end, "left", labels[name]))
    for flip in table.flips:
        place = exact_number(flip) / wide * _WIDTH
        calls.append(_through("loosely-dotted", [(place, 0), (place, _HEIGHT + 4)]))
    size = _WIDTH + 90, _HEIGHT + 24
    return _PICTURE % (string(curves_text(table)), *size, _HEIGHT, _HEIGHT, "\n".join(calls))


def _through(dash: str, points: Sequence[tuple[Fraction | int, Fraction | int]]) -> str:
    places = ", ".join(f"({_decimal(x)}, {_decimal(y)})" for x, y in points)
    return f'  through("{dash}", {places})'


def _name(x: int, y: Fraction | int, side: str, label: str) -> str:
    return f"  name({x}, {_decimal(y)}, {side}, [{label}])"


def _decimal(number: Fraction | int) -> str:
    return f"{float(number):.4g}"
