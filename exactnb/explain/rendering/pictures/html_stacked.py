"""A picture of shares in SVG: bars of equal length, each cut into parts that add up to the whole."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.expression.widths import columns_of, cut
from exactnb.core.record import frozen
from exactnb.explain.rendering.pages.html_text import element, empty, escaped, svg, written

_WIDTH = 560  # units of a picture
_SIGN = 9  # units of a sign, about
_LINE = 30
_NAME = 20  # signs of a name beside its bar

STYLE = """
.stacked{display:block;width:100%;max-width:38rem;height:auto;margin:1.2rem 0 .3rem;
font:14px system-ui,sans-serif}
.stacked text{fill:currentColor}
.stacked .count{font-size:12px}
.share0{fill:currentColor;fill-opacity:.8}
.share1{fill:currentColor;fill-opacity:.45}
.share2{fill:currentColor;fill-opacity:.18}
.share3,.share4{fill:none}
.share4{stroke-dasharray:3 3}
.stacked rect{stroke:currentColor;stroke-opacity:.7}
.stacked .share0+.count{fill:var(--paper)}
.swatch{display:inline-block;width:1em;height:1em;vertical-align:-.15em;margin:0 .35em 0 0}
.swatch rect{stroke:currentColor;stroke-opacity:.7}
.legend span{white-space:nowrap;margin-right:1.1em}
"""
"""How the parts look: from filled to empty, so that they are told apart without colour."""


@frozen(slots=True)
class Stack:
    """A bar: its name, how many are in each part, and what is written at its end."""

    name: str
    parts: tuple[int, ...]
    value: str


def stacked(stacks: Sequence[Stack], names: Sequence[str], title: str) -> str:
    """Return bars below each other, with a legend; `names` are those of the parts, five at most.

    >>> drawn = stacked([Stack("q1", (3, 1), "3 of 4")], ["right", "wrong"], "Answers")
    >>> 'aria-label="Answers: q1 right 3, wrong 1"' in drawn
    True
    """
    left = _SIGN * min(_NAME, max(columns_of(each.name) for each in stacks)) + 12
    room = _WIDTH - left - _SIGN * max(columns_of(each.value) for each in stacks) - 12
    rows = [_drawn(each, left, room, _LINE * at) for at, each in enumerate(stacks)]
    told = (
        f"{each.name} "
        + ", ".join(f"{name} {n}" for name, n in zip(names, each.parts, strict=True) if n)
        for each in stacks
    )
    said = f"{title}: {'; '.join(told)}"
    picture = svg("stacked", said, (_WIDTH, _LINE * len(stacks)), ["", *rows, ""])
    return picture + "\n" + _legend(names)


def _drawn(stack: Stack, left: int, room: int, top: int) -> str:
    """Return one bar, the number in each part that is wide enough for it."""
    middle = top + _LINE // 2 + 5
    out = [written(left - 12, middle, cut(stack.name, _NAME), anchor="end")]
    whole, before = max(sum(stack.parts), 1), 0
    for at, number in enumerate(stack.parts):
        start, end = (left + room * upto // whole for upto in (before, before + number))
        before += number
        if not number:
            continue
        place = {"x": start, "y": top + 5, "width": end - start, "height": _LINE - 10}
        out.append(empty("rect", class_=f"share{at}", **place))
        if end - start >= _SIGN * (len(str(number)) + 1):
            out.append(written((start + end) // 2, middle, str(number), "count", "middle"))
    out.append(written(left + room + 12, middle, stack.value))
    return "".join(out)


def _legend(names: Sequence[str]) -> str:
    """Return what the parts are, each beside a sample of it."""
    samples = []
    for at, name in enumerate(names):
        shape = empty("rect", class_=f"share{at}", x=1, y=1, width=14, height=14)
        swatch = element("svg", shape, class_="swatch", viewBox="0 0 16 16", aria_hidden="true")
        samples.append(element("span", swatch + escaped(name)))
    return element("p", "\n".join(samples), class_="legend")
