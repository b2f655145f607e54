"""Posteriors as functions of λ, computed exactly, and drawn in SVG, LaTeX and Typst.

How to read: `sampled_posteriors` has the curves; `html_curves`, `latex_curves` and `typst_curves` draw
them, rounded only to units of the picture, each with the help of the functions below it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil

from exactnb.core.arithmetic.algebraic import value_at
from exactnb.core.arithmetic.germs import Germ
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression, Integer, Numeral
from exactnb.core.expression.spell import spell
from exactnb.core.expression.widths import cut
from exactnb.explain.derivation.lines import InLambda
from exactnb.explain.rendering.pages.html_text import empty_tag, svg, svg_line, svg_text
from exactnb.explain.rendering.pages.typst_text import typst_string

_LEAST = 4  # the least end of the axis

_WIDTH, _HEIGHT = 240, 90  # of a printed picture, in points
_PARTS = 80  # intervals of its axis, with a point of each curve
_LINE = 11  # points between names
_THICK = ("1.2", "0.4")  # alternating widths of curves in LaTeX, in points
_STROKES = ("solid", "dashed", "dotted", "dash-dotted")  # tell the curves apart without colour
_PICTURE = """#figure(alt: %s, block(width: %dpt, height: %dpt, inset: (left: 14pt, top: 8pt), {
  let at(x, y) = (x * 1pt, (%d - y) * 1pt)
  let name(x, y, side, body) = place(dx: x * 1pt, dy: (%d - y) * 1pt,
    place(side + horizon, box(body)))
  let through(dash, ..points) = place(curve(stroke: (thickness: 0.6pt, dash: dash),
    curve.move(at(..points.at(0))), ..points.pos().slice(1).map(point => curve.line(at(..point)))))
%s
}));"""

_SVG_WIDTH, _SVG_HEIGHT = 480, 190  # of a picture on a page, in units
_LEFT, _RIGHT, _TOP, _BASE = 30, 470, 16, 160
_SVG_PARTS = 110
_SVG_LINE = 16  # units between names
_NAME = 16  # characters of a name; a longer one is cut
DASHES = (None, "7 4", "2 3", "9 3 2 3")
"""Dashes of SVG lines, which tell the curves of classes apart without colour."""

Point = tuple[Fraction | int, Fraction | int]


def axis_end(table: InLambda) -> int:
    """Return the end of the λ axis of `table`: an integer, at least twice the last flip."""
    return max([_LEAST, *(ceil(2 * flip_number(flip)) for flip in table.flips)])


def curves_text(table: InLambda) -> str:
    """Return a description of the picture of `table`."""
    labels = ", ".join(label for label, _ in table.joints)
    flips = ", ".join(map(spell, table.flips))
    changes = f"the decision changes at λ = {flips}" if flips else "no λ changes the decision"
    return f"Posteriors of {labels} over λ from 0 to {axis_end(table)}; {changes}"


def flip_number(flip: Expression) -> Fraction:
    """Return the number of `flip`, an integer or a rounded decimal."""
    if isinstance(flip, Integer):
        return Fraction(flip.value)
    assert isinstance(flip, Numeral)
    return flip.decimal.value


def sampled_posteriors(table: InLambda, parts: int) -> list[tuple[str, list[Fraction]]]:
    """Return the posteriors of each class of `table` at the middle of each of `parts` equal intervals.

    An empty list if some joint is not a rational function, or all joints are zero.
    """
    joints = [(label, evaluate(joint)) for label, joint in table.joints]
    places = [Fraction(axis_end(table) * (2 * interval + 1), 2 * parts) for interval in range(parts)]
    joint_values = [[_joint_value(joint, place) for place in places] for _, joint in joints]
    totals = [sum(column, Fraction(0)) for column in zip(*joint_values, strict=True)]
    if not all(totals):
        return []
    shares = ([w / t for w, t in zip(row, totals, strict=True)] for row in joint_values)
    return [(label, row) for (label, _), row in zip(joints, shares, strict=True)]


def spread_labels(places: Sequence[Fraction], gap: int) -> list[Fraction]:
    """Return `places` of labels on a line, moved up just enough to be at least `gap` apart.

    >>> [int(place) for place in spread_labels([Fraction(90), Fraction(4), Fraction(0)], gap=10)]
    [90, 10, 0]
    """
    moved = dict.fromkeys(range(len(places)), Fraction(0))
    free = min(places, default=Fraction(0))
    for index in sorted(moved, key=places.__getitem__):
        moved[index] = max(places[index], free)
        free = moved[index] + gap
    return [*moved.values()]


def _joint_value(joint: object, place: Fraction) -> Fraction:
    """Return the value of a joint at one λ."""
    if isinstance(joint, Germ):
        # of a joint in λ alone, all coefficients are fractions
        numerator, denominator = (value_at(side, place) for side in joint.numerator_and_denominator())  # type: ignore[arg-type]
        return numerator / denominator
    return joint if isinstance(joint, Fraction) else Fraction(0)


def html_curves(table: InLambda) -> str:
    """Return an SVG picture: a curve for each class of `table`, dashed lines at the flips.

    "" if there is nothing to draw.
    """
    shares_by_class = sampled_posteriors(table, _SVG_PARTS)
    if len(shares_by_class) < 2:
        return ""
    wide = axis_end(table)
    shapes = [svg_line("axis", _LEFT, _RIGHT, _BASE, _BASE)]
    for x, text in ((_LEFT, "0"), (_RIGHT - 6, f"λ = {wide}")):
        shapes.append(svg_text(x, _SVG_HEIGHT - 8, text, "tick", "middle"))
    for share in (0, 1):
        shapes.append(svg_text(_LEFT - 8, _svg_y(share) + 4, str(share), "tick", "end"))
    names = spread_labels([shares[-1] * (_BASE - _TOP) for _, shares in shares_by_class], _SVG_LINE)
    for number, ((name, shares), end) in enumerate(zip(shares_by_class, names, strict=True)):
        points = " ".join(
            f"{_svg_x((2 * interval + 1) / (2 * _SVG_PARTS))},{_svg_y(share)}"
            for interval, share in enumerate(shares)
        )
        dash = DASHES[number % len(DASHES)]
        shapes.append(empty_tag("polyline", class_="curve", points=points, stroke_dasharray=dash))
        offset = -6 if shares[-1] <= Fraction(9, 10) else 14
        shapes.append(svg_text(_RIGHT, round(_BASE - end) + offset, cut(name, _NAME), anchor="end"))
    for flip in table.flips:
        place = _svg_x(float(flip_number(flip)) / wide)
        shapes.append(svg_line("change", place, place, 4, _BASE))
    return svg("curves", curves_text(table), (_SVG_WIDTH, _SVG_HEIGHT), shapes)


def _svg_x(part: float) -> int:
    """Return the unit at this part of the axis."""
    return round(_LEFT + part * (_RIGHT - _LEFT))


def _svg_y(share: Fraction | int) -> int:
    return round(_BASE - float(share) * (_BASE - _TOP))


def latex_curves(table: InLambda, labels: Mapping[str, str]) -> str:
    """Return a picture of plain rules, which needs no package; "" if there is nothing to draw.

    `table` has the joints, and `labels` maps class labels to their typeset form.
    """
    shares_by_class = sampled_posteriors(table, _PARTS)
    if len(shares_by_class) < 2:
        return ""
    wide, step = axis_end(table), Fraction(_WIDTH, _PARTS)
    commands = [_latex_rule("0,0", _WIDTH, "0.4"), _latex_rule("0,0", "0.4", _HEIGHT)]
    commands += [_latex_text("-4,0", "r", "$0$"), _latex_text(f"-4,{_HEIGHT}", "r", "$1$")]
    commands.append(_latex_text(f"{_WIDTH},-9", "r", rf"$\lambda = {wide}$"))
    ends = spread_labels([shares[-1] * _HEIGHT for _, shares in shares_by_class], _LINE)
    for number, ((name, shares), end) in enumerate(zip(shares_by_class, ends, strict=True)):
        thick = _THICK[number % len(_THICK)]
        places = ((interval * step, share * _HEIGHT) for interval, share in enumerate(shares))
        commands += (
            _latex_rule(f"{_hundredths(x)},{_hundredths(y)}", _hundredths(step), thick)
            for x, y in places
        )
        commands.append(_latex_text(f"{_WIDTH + 4},{_hundredths(end)}", "l", labels[name]))
    for flip in table.flips:
        place = _hundredths(flip_number(flip) / wide * _WIDTH)
        commands += (_latex_rule(f"{place},{up}", "0.4", 3) for up in range(0, _HEIGHT + 1, 6))
    size = f"({_WIDTH + 60},{_HEIGHT + 24})(-12,-14)"
    opening = (r"\begin{center}", r"\unitlength=1pt", rf"\begin{{picture}}{size}")
    return "\n".join((*opening, *commands, r"\end{picture}", r"\end{center}"))


def _latex_rule(place: str, wide: object, high: object) -> str:
    return rf"\put({place}){{\rule{{{wide}pt}}{{{high}pt}}}}"


def _latex_text(place: str, side: str, text: str) -> str:
    return rf"\put({place}){{\makebox(0,0)[{side}]{{{text}}}}}"


def _hundredths(number: Fraction) -> str:
    return f"{float(number):.2f}"


def typst_curves(table: InLambda, labels: Mapping[str, str]) -> str:
    """Return a picture with a description for screen readers; "" if there is nothing to draw.

    `table` has the joints, and `labels` maps class labels to their typeset form.
    """
    shares_by_class = sampled_posteriors(table, _PARTS)
    if len(shares_by_class) < 2:
        return ""
    wide, step = axis_end(table), Fraction(_WIDTH, _PARTS)
    calls = [_polyline("solid", [(0, _HEIGHT), (0, 0), (_WIDTH, 0)])]
    calls += [_name_label(-4, 0, "right", "0"), _name_label(-4, _HEIGHT, "right", "1")]
    calls.append(_name_label(_WIDTH, -9, "right", f"λ \\= {wide}"))
    ends = spread_labels([shares[-1] * _HEIGHT for _, shares in shares_by_class], _LINE)
    for number, ((name, shares), end) in enumerate(zip(shares_by_class, ends, strict=True)):
        xs = ((interval + Fraction(1, 2)) * step for interval in range(_PARTS))
        points = [(x, share * _HEIGHT) for x, share in zip(xs, shares, strict=True)]
        calls.append(_polyline(_STROKES[number % len(_STROKES)], points))
        calls.append(_name_label(_WIDTH + 4, end, "left", labels[name]))
    for flip in table.flips:
        place = flip_number(flip) / wide * _WIDTH
        calls.append(_polyline("loosely-dotted", [(place, 0), (place, _HEIGHT + 4)]))
    size = _WIDTH + 90, _HEIGHT + 24
    return _PICTURE % (typst_string(curves_text(table)), *size, _HEIGHT, _HEIGHT, "\n".join(calls))


def _polyline(dash: str, points: Sequence[Point]) -> str:
    places = ", ".join(f"({_decimal(x)}, {_decimal(y)})" for x, y in points)
    return f'  through("{dash}", {places})'


def _name_label(x: int, y: Fraction | int, side: str, label: str) -> str:
    return f"  name({x}, {_decimal(y)}, {side}, [{label}])"


def _decimal(number: Fraction | int) -> str:
    return f"{float(number):.4g}"
