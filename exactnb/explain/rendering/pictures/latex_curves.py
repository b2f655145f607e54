"""A picture of posteriors over λ from plain rules: TeX's own picture, no package."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from exactnb.explain.derivation.lines import InLambda
from exactnb.explain.rendering.pictures.curves import apart, number_of, posteriors, reach

_WIDTH, _HEIGHT = 240, 90  # points
_PARTS = 80  # of the axis, a rule of each curve in each
_LINE = 11  # points between names
_THICK = ("1.2", "0.4")  # of the curve of one class, and of the next


def curves(table: InLambda, labels: Mapping[str, str]) -> str:
    """Return the posteriors of all classes over λ, each with its label; "" for nothing to draw."""
    drawn = posteriors(table, _PARTS)
    if len(drawn) < 2:
        return ""
    wide, step = reach(table), Fraction(_WIDTH, _PARTS)
    out = [_rule("0,0", _WIDTH, "0.4"), _rule("0,0", "0.4", _HEIGHT)]
    out += [_text("-4,0", "r", "$0$"), _text(f"-4,{_HEIGHT}", "r", "$1$")]
    out.append(_text(f"{_WIDTH},-9", "r", rf"$\lambda = {wide}$"))
    ends = apart([shares[-1] * _HEIGHT for _, shares in drawn], _LINE)
    for number, ((name, shares), end) in enumerate(zip(drawn, ends, strict=True)):
        thick = _THICK[number % len(_THICK)]
        places = ((at * step, share * _HEIGHT) for at, share in enumerate(shares))
        out += (_rule(f"{_decimal(x)},{_decimal(y)}", _decimal(step), thick) for x, y in places)
        out.append(_text(f"{_WIDTH + 4},{_decimal(end)}", "l", labels[name]))
    for flip in table.flips:
        place = _decimal(number_of(flip) / wide * _WIDTH)
        out += (_rule(f"{place},{up}", "0.4", 3) for up in range(0, _HEIGHT + 1, 6))
    size = f"({_WIDTH + 60},{_HEIGHT + 24})(-12,-14)"
    opening = (r"\begin{center}", r"\unitlength=1pt", rf"\begin{{picture}}{size}")
    return "\n".join((*opening, *out, r"\end{picture}", r"\end{center}"))


def _rule(place: str, wide: object, high: object) -> str:
    return rf"\put({place}){{\rule{{{wide}pt}}{{{high}pt}}}}"


def _text(place: str, side: str, text: str) -> str:
    return rf"\put({place}){{\makebox(0,0)[{side}]{{{text}}}}}"


def _decimal(number: Fraction) -> str:
    return f"{float(number):.2f}"
