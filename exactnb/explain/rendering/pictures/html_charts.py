"""Bar charts in SVG: bars proportional to probabilities, and bars of equal length, cut into shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from exactnb.core.expression.results import Value
from exactnb.core.expression.widths import cut, display_width
from exactnb.core.record import frozen
from exactnb.errors import InputError
from exactnb.explain.rendering.formulas.values import decimal
from exactnb.explain.rendering.pages.html_text import element, empty_tag, escaped, svg, svg_text

_WIDTH = 400  # units of a picture
_SIGN = 9  # approximate units of a character
_LINE = 30
_NAME = 16  # characters of a name; a longer one is cut
_ALONE = "text{font:14px sans-serif}.whole{fill:none;stroke:#888}.part{fill:#888}.most{fill:#333}"
_FULL = 1000  # full length of a bar, in the unit of `Bar.filled`
_STACKED_WIDTH = 560  # units of a picture
_STACK_NAME = 20  # characters of a name; a longer one is cut

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
"""CSS of the parts, from filled to empty, so that they differ without colour."""


@frozen(slots=True)
class Bar:
    """A bar: its `name` and `value` as text, and how many thousandths of its outline it fills."""

    name: str
    value: str
    filled: int
    largest: bool = False


def bar_chart(bars: Sequence[Bar], title: str) -> str:
    """Return `bars` one below the other under a `title`, legible without colour."""
    name_width = _SIGN * min(_NAME, max(display_width(bar.name) for bar in bars)) + 12
    value_width = _SIGN * max(display_width(bar.value) for bar in bars) + 12
    shapes = []
    for index, bar in enumerate(bars):
        cut_bar = replace(bar, name=cut(bar.name, _NAME))
        room = _WIDTH - name_width - value_width
        shapes.append(_bar_markup(cut_bar, name_width, room, _LINE * index))
    description = f"{title}: {', '.join(f'{bar.name} {bar.value}' for bar in bars)}"
    return svg("bars", description, (_WIDTH, _LINE * len(bars)), ["", *shapes, ""])


@frozen(slots=True)
class Picture:
    """An SVG picture that shows itself in a notebook."""

    svg: str

    def __str__(self) -> str:
        return self.svg

    def _repr_svg_(self) -> str:
        return self.svg


def posterior_bars(posteriors: Mapping[str, Mapping[str, Value]]) -> Picture:
    """Return a bar for each class of each query in `posteriors`; 0/0 has an empty one."""
    bars = []
    for query, shares in posteriors.items():
        for label, share in shares.items():
            try:
                value, filled = decimal(share, 4), round(_FULL * float(share))  # type: ignore[arg-type]
            except InputError:
                value, filled = str(share), 0
            bars.append(Bar(f"{label} | {query}", value, filled, largest=2 * filled > _FULL))
    chart = bar_chart(bars, "Posteriors")
    start = chart.index(">") + 1
    head = chart[:start].replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return Picture(f"{head}<style>{_ALONE}</style>{chart[start:]}")


def _bar_markup(bar: Bar, bar_start: int, room: int, top: int) -> str:
    """Return one bar with its name and value; the largest is darker."""
    middle = top + _LINE // 2 + 5
    name = svg_text(bar_start - 12, middle, bar.name, anchor="end")
    value = svg_text(bar_start + room + 12, middle, bar.value)
    place = {"y": top + 6, "height": _LINE - 12}
    outline = empty_tag("rect", class_="whole", x=bar_start, width=room, **place)
    kind = "part most" if bar.largest else "part"
    filled = room * bar.filled // _FULL
    return name + outline + empty_tag("rect", class_=kind, x=bar_start, width=filled, **place) + value


@frozen(slots=True)
class Stack:
    """A bar: its `name`, the size of each of its `parts`, and the text at its end."""

    name: str
    parts: tuple[int, ...]
    value: str


def stacked_bar_chart(stacks: Sequence[Stack], names: Sequence[str]) -> str:
    """Return `stacks` of answers one below the other, with a legend of `names`, at most five.

    >>> drawn = stacked_bar_chart([Stack("q1", (3, 1), "3 of 4")], ["right", "wrong"])
    >>> 'aria-label="Answers: q1 right 3, wrong 1"' in drawn
    True
    """
    bar_start = _SIGN * min(_STACK_NAME, max(display_width(stack.name) for stack in stacks)) + 12
    room = _STACKED_WIDTH - bar_start - _SIGN * max(display_width(stack.value) for stack in stacks) - 12
    rows = [_stack_markup(stack, bar_start, room, _LINE * index) for index, stack in enumerate(stacks)]
    texts = (
        f"{stack.name} "
        + ", ".join(f"{name} {n}" for name, n in zip(names, stack.parts, strict=True) if n)
        for stack in stacks
    )
    description = f"Answers: {'; '.join(texts)}"
    picture = svg("stacked", description, (_STACKED_WIDTH, _LINE * len(stacks)), ["", *rows, ""])
    return picture + "\n" + _legend(names)


def _stack_markup(stack: Stack, bar_start: int, room: int, top: int) -> str:
    """Return one bar, with the size of each part that is wide enough for it."""
    middle = top + _LINE // 2 + 5
    elements = [svg_text(bar_start - 12, middle, cut(stack.name, _STACK_NAME), anchor="end")]
    total, preceding = max(sum(stack.parts), 1), 0
    for index, number in enumerate(stack.parts):
        start, end = (bar_start + room * upto // total for upto in (preceding, preceding + number))
        preceding += number
        if not number:
            continue
        place = {"x": start, "y": top + 5, "width": end - start, "height": _LINE - 10}
        elements.append(empty_tag("rect", class_=f"share{index}", **place))
        if end - start >= _SIGN * (len(str(number)) + 1):
            elements.append(svg_text((start + end) // 2, middle, str(number), "count", "middle"))
    elements.append(svg_text(bar_start + room + 12, middle, stack.value))
    return "".join(elements)


def _legend(names: Sequence[str]) -> str:
    """Return the names of the parts, each with a sample."""
    samples = []
    for index, name in enumerate(names):
        shape = empty_tag("rect", class_=f"share{index}", x=1, y=1, width=14, height=14)
        swatch = element("svg", shape, class_="swatch", viewBox="0 0 16 16", aria_hidden="true")
        samples.append(element("span", swatch + escaped(name)))
    return element("p", "\n".join(samples), class_="legend")
