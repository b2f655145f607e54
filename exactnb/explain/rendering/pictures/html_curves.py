"""An SVG picture of posteriors over λ: a curve for each class, dashed lines at the flips."""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.expression.widths import cut
from exactnb.explain.derivation.lines import InLambda
from exactnb.explain.rendering.pages.html_text import empty, svg, svg_line, svg_text
from exactnb.explain.rendering.pictures.curves import (
    axis_end,
    curves_text,
    exact_number,
    posteriors,
    spread_labels,
)

_WIDTH, _HEIGHT = 480, 190  # units of the picture
_LEFT, _RIGHT, _TOP, _BASE = 30, 470, 16, 160
_PARTS = 110  # intervals of the axis, with a point of each curve
_NAME = 16  # characters of a name; a longer one is cut
_LINE = 16  # units between names
_DASHES = (None, "7 4", "2 3", "9 3 2 3")  # dashes tell the curves apart without colour


def curves(table: InLambda) -> str:
    """Return the posteriors of all classes of `table`; "" if there is nothing to draw."""
    shares_by_class = posteriors(table, _PARTS)
    if len(shares_by_class) < 2:
        return ""
    wide = axis_end(table)
    shapes = [svg_line("axis", _LEFT, _RIGHT, _BASE, _BASE)]
    shapes += [_tick(_LEFT, "0"), _tick(_RIGHT - 6, f"λ = {wide}")]
    shapes += [_share(Fraction(0), "0"), _share(Fraction(1), "1")]
    names = spread_labels([shares[-1] * (_BASE - _TOP) for _, shares in shares_by_class], _LINE)
    for (name, shares), end, dash in zip(
        shares_by_class, names, _DASHES * len(shares_by_class), strict=False
    ):
        points = " ".join(f"{_x(interval)},{_y(share)}" for interval, share in enumerate(shares))
        shapes.append(empty("polyline", class_="curve", points=points, stroke_dasharray=dash))
        offset = -6 if shares[-1] <= Fraction(9, 10) else 14
        shapes.append(svg_text(_RIGHT, round(_BASE - end) + offset, cut(name, _NAME), anchor="end"))
    for flip in table.flips:
        place = round(_LEFT + float(exact_number(flip)) / wide * (_RIGHT - _LEFT))
        shapes.append(svg_line("change", place, place, 4, _BASE))
    return svg("curves", curves_text(table), (_WIDTH, _HEIGHT), shapes)


def _x(interval: int) -> int:
    return round(_LEFT + (2 * interval + 1) / (2 * _PARTS) * (_RIGHT - _LEFT))


def _y(share: Fraction) -> int:
    return round(_BASE - float(share) * (_BASE - _TOP))


def _tick(x: int, text: str) -> str:
    return svg_text(x, _HEIGHT - 8, text, "tick", "middle")


def _share(share: Fraction, text: str) -> str:
    return svg_text(_LEFT - 8, _y(share) + 4, text, "tick", "end")
