"""Bar charts in SVG: bars proportional to probabilities, each with its name and value."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.expression.widths import cut, display_width
from exactnb.core.record import frozen
from exactnb.explain.rendering.pages.html_text import empty, svg, svg_text

_WIDTH = 400  # units of a picture
_SIGN = 9  # approximate units of a character
_LINE = 30
_NAME = 16  # characters of a name; a longer one is cut
_FULL = 1000  # full length of a bar, in the unit of `Bar.filled`


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
    room = _WIDTH - name_width - value_width
    shapes = [_bar_markup(bar, name_width, room, _LINE * index) for index, bar in enumerate(bars)]
    description = f"{title}: {', '.join(f'{bar.name} {bar.value}' for bar in bars)}"
    return svg("bars", description, (_WIDTH, _LINE * len(bars)), ["", *shapes, ""])


def _bar_markup(bar: Bar, bar_start: int, room: int, top: int) -> str:
    """Return one bar with its name and value; the largest is darker."""
    middle = top + _LINE // 2 + 5
    name = svg_text(bar_start - 12, middle, cut(bar.name, _NAME), anchor="end")
    value = svg_text(bar_start + room + 12, middle, bar.value)
    place = {"y": top + 6, "height": _LINE - 12}
    outline = empty("rect", class_="whole", x=bar_start, width=room, **place)
    kind = "part most" if bar.largest else "part"
    filled = room * bar.filled // _FULL
    return name + outline + empty("rect", class_=kind, x=bar_start, width=filled, **place) + value
