"""Pictures in SVG, drawn here: bars as long as probabilities, each with its name and its value."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.expression.widths import columns_of, cut
from exactnb.core.record import frozen
from exactnb.explain.rendering.pages.html_text import empty, svg, written

_WIDTH = 400  # units of a picture
_SIGN = 9  # units of a sign, about
_LINE = 30
_NAME = 16  # signs of a name beside its bar
_FULL = 1000  # parts of a full bar that its length is counted in


@frozen(slots=True)
class Bar:
    """A bar: its name and its value as they are written, and how many thousandths it fills."""

    name: str
    value: str
    filled: int
    largest: bool = False


def bar_chart(bars: Sequence[Bar], title: str) -> str:
    """Return bars below each other, readable without colour: each has its outline, name and value."""
    named = _SIGN * min(_NAME, max(columns_of(bar.name) for bar in bars)) + 12
    valued = _SIGN * max(columns_of(bar.value) for bar in bars) + 12
    room = _WIDTH - named - valued
    shapes = [_drawn(bar, named, room, _LINE * at) for at, bar in enumerate(bars)]
    said = f"{title}: {', '.join(f'{bar.name} {bar.value}' for bar in bars)}"
    return svg("bars", said, (_WIDTH, _LINE * len(bars)), ["", *shapes, ""])


def _drawn(bar: Bar, left: int, room: int, top: int) -> str:
    """Return one bar; the largest is filled, others are lighter."""
    middle = top + _LINE // 2 + 5
    name = written(left - 12, middle, cut(bar.name, _NAME), anchor="end")
    value = written(left + room + 12, middle, bar.value)
    place = {"y": top + 6, "height": _LINE - 12}
    outline = empty("rect", class_="whole", x=left, width=room, **place)
    kind = "part most" if bar.largest else "part"
    filled = room * bar.filled // _FULL
    return name + outline + empty("rect", class_=kind, x=left, width=filled, **place) + value
