"""A LaTeX picture of posteriors over λ, made of plain rules: no package is needed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from exactnb.explain.derivation.lines import InLambda
from exactnb.explain.rendering.pictures.curves import axis_end, exact_number, posteriors, spread_labels

_WIDTH, _HEIGHT = 240, 90  # points
_PARTS = 80  # intervals of the axis, with a rule of each curve
_LINE = 11  # points between names
_THICK = ("1.2", "0.4")  # alternating widths of curves, in points


def curves(table: InLambda, labels: Mapping[str, str]) -> str:
    """Return the posteriors of all classes of `table`; "" if there is nothing to draw.

    `labels` maps class labels to their typeset form.
    """
    shares_by_class = posteriors(table, _PARTS)
    if len(shares_by_class) < 2:
        return ""
    wide, step = axis_end(table), Fraction(_WIDTH, _PARTS)
    commands = [_rule("0,0", _WIDTH, "0.4"), _rule("0,0", "0.4", _HEIGHT)]
    commands += [_text("-4,0", "r", "$0$"), _text(f"-4,{_HEIGHT}", "r", "$1$")]
    commands.append(_text(f"{_WIDTH},-9", "r", rf"$\lambda = {wide}$"))
    ends = spread_labels([shares[-1] * _HEIGHT for _, shares in shares_by_class], _LINE)
    for number, ((name, shares), end) in enumerate(zip(shares_by_class, ends, strict=True)):
        thick = _THICK[number % len(_THICK)]
        places = ((interval * step, share * _HEIGHT) for interval, share in enumerate(shares))
        commands += (_rule(f"{_decimal(x)},{_decimal(y)}", _decimal(step), thick) for x, y in places)
        commands.append(_text(f"{_WIDTH + 4},{_decimal(end)}", "l", labels[name]))
    for flip in table.flips:
        place = _decimal(exact_number(flip) / wide * _WIDTH)
        commands += (_rule(f"{place},{up}", "0.4", 3) for up in range(0, _HEIGHT + 1, 6))
    size = f"({_WIDTH + 60},{_HEIGHT + 24})(-12,-14)"
    opening = (r"\begin{center}", r"\unitlength=1pt", rf"\begin{{picture}}{size}")
    return "\n".join((*opening, *commands, r"\end{picture}", r"\end{center}"))


def _rule(place: str, wide: object, high: object) -> str:
    return rf"\put({place}){{\rule{{{wide}pt}}{{{high}pt}}}}"


def _text(place: str, side: str, text: str) -> str:
    return rf"\put({place}){{\makebox(0,0)[{side}]{{{text}}}}}"


def _decimal(number: Fraction) -> str:
    return f"{float(number):.2f}"
