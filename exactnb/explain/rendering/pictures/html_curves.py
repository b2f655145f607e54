"""A picture in SVG of posteriors over λ: a curve for each class, dashed lines where they cross."""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.expression.widths import cut
from exactnb.explain.derivation.lines import InLambda
from exactnb.explain.rendering.pages.html_text import empty, line, svg, written
from exactnb.explain.rendering.pictures.curves import apart, number_of, posteriors, reach, words_of

_WIDTH, _HEIGHT = 480, 190  # units of the picture
_LEFT, _RIGHT, _TOP, _BASE = 30, 470, 16, 160
_PARTS = 110  # of the axis, a point of each curve in each
_NAME = 16  # signs of a name
_LINE = 16  # units between names
_DASHES = (None, "7 4", "2 3", "9 3 2 3")  # of curves, so that no colour is needed


def curves(table: InLambda) -> str:
    """Return the posteriors of all classes over λ; "" where there is nothing to draw."""
    drawn = posteriors(table, _PARTS)
    if len(drawn) < 2:
        return ""
    wide = reach(table)
    shapes = [line("axis", _LEFT, _RIGHT, _BASE, _BASE)]
    shapes += [_tick(_LEFT, "0"), _tick(_RIGHT - 6, f"λ = {wide}")]
    shapes += [_share(Fraction(0), "0"), _share(Fraction(1), "1")]
    names = apart([shares[-1] * (_BASE - _TOP) for _, shares in drawn], _LINE)
    for (name, shares), end, dash in zip(drawn, names, _DASHES * len(drawn), strict=False):
        points = " ".join(f"{_x(at)},{_y(share)}" for at, share in enumerate(shares))
        shapes.append(empty("polyline", class_="curve", points=points, stroke_dasharray=dash))
        above = -6 if shares[-1] <= Fraction(9, 10) else 14
        shapes.append(written(_RIGHT, round(_BASE - end) + above, cut(name, _NAME), anchor="end"))
    for flip in table.flips:
        place = round(_LEFT + float(number_of(flip)) / wide * (_RIGHT - _LEFT))
        shapes.append(line("change", place, place, 4, _BASE))
    return svg("curves", words_of(table), (_WIDTH, _HEIGHT), shapes)


def _x(at: int) -> int:
    return round(_LEFT + (2 * at + 1) / (2 * _PARTS) * (_RIGHT - _LEFT))


def _y(share: Fraction) -> int:
    return round(_BASE - float(share) * (_BASE - _TOP))


def _tick(x: int, shown: str) -> str:
    return written(x, _HEIGHT - 8, shown, "tick", "middle")


def _share(share: Fraction, shown: str) -> str:
    return written(_LEFT - 8, _y(share) + 4, shown, "tick", "end")
