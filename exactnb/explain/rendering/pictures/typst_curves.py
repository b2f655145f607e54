"""A picture in Typst of posteriors over λ, of its own lines and curves, with words to be read out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from exactnb.explain.derivation.lines import InLambda
from exactnb.explain.rendering.pages.typst_text import string
from exactnb.explain.rendering.pictures.curves import apart, number_of, posteriors, reach, words_of

_WIDTH, _HEIGHT = 240, 90  # points
_PARTS = 80  # of the axis, a point of each curve in each
_LINE = 11  # points between names
_DASHES = ("solid", "dashed", "dotted", "dash-dotted")  # of curves, so that no colour is needed
_PICTURE = """#figure(alt: %s, block(width: %dpt, height: %dpt, inset: (left: 14pt, top: 8pt), {
  let at(x, y) = (x * 1pt, (%d - y) * 1pt)
  let name(x, y, side, body) = place(dx: x * 1pt, dy: (%d - y) * 1pt,
    place(side + horizon, box(body)))
  let through(dash, ..points) = place(curve(stroke: (thickness: 0.6pt, dash: dash),
    curve.move(at(..points.at(0))), ..points.pos().slice(1).map(point => curve.line(at(..point)))))
%s
}));"""


def curves(table: InLambda, labels: Mapping[str, str]) -> str:
    """Return the posteriors of all classes over λ, each with its label; "" for nothing to draw."""
    drawn = posteriors(table, _PARTS)
    if len(drawn) < 2:
        return ""
    wide, step = reach(table), Fraction(_WIDTH, _PARTS)
    out = [_through("solid", [(0, _HEIGHT), (0, 0), (_WIDTH, 0)])]
    out += [_name(-4, 0, "right", "0"), _name(-4, _HEIGHT, "right", "1")]
    out.append(_name(_WIDTH, -9, "right", f"λ \\= {wide}"))
    ends = apart([shares[-1] * _HEIGHT for _, shares in drawn], _LINE)
    for number, ((name, shares), end) in enumerate(zip(drawn, ends, strict=True)):
        points = [((at + Fraction(1, 2)) * step, share * _HEIGHT) for at, share in enumerate(shares)]
        out.append(_through(_DASHES[number % len(_DASHES)], points))
        out.append(_name(_WIDTH + 4, end, "left", labels[name]))
    for flip in table.flips:
        place = number_of(flip) / wide * _WIDTH
        out.append(_through("loosely-dotted", [(place, 0), (place, _HEIGHT + 4)]))
    size = _WIDTH + 90, _HEIGHT + 24
    return _PICTURE % (string(words_of(table)), *size, _HEIGHT, _HEIGHT, "\n".join(out))


def _through(dash: str, points: Sequence[tuple[Fraction | int, Fraction | int]]) -> str:
    places = ", ".join(f"({_decimal(x)}, {_decimal(y)})" for x, y in points)
    return f'  through("{dash}", {places})'


def _name(x: int, y: Fraction | int, side: str, shown: str) -> str:
    return f"  name({x}, {_decimal(y)}, {side}, [{shown}])"


def _decimal(number: Fraction | int) -> str:
    return f"{float(number):.4g}"
