"""Pictures in SVG, drawn here: bars as long as probabilities, each with its name and its value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exactnb.rendering.html_text import element, empty, escaped
from exactnb.rendering.widths import columns_of, cut

_WIDTH = 400  # units of a picture
_SIGN = 9  # units of a sign, about
_LINE = 30
_NAME = 16  # signs of a name beside its bar
_FULL = 1000  # parts of a full bar that its length is counted in


@dataclass(frozen=True, slots=True)
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
    return element(
        "svg",
        "\n" + "\n".join(shapes) + "\n",
        class_="bars",
        role="img",
        aria_label=said,
        viewBox=f"0 0 {_WIDTH} {_LINE * len(bars)}",
    )


def _drawn(bar: Bar, left: int, room: int, top: int) -> str:
    """Return one bar; the largest is filled, others are lighter."""
    middle = str(top + _LINE // 2 + 5)
    name = element("text", escaped(cut(bar.name, _NAME)), x=str(left - 12), y=middle, text_anchor="end")
    value = element("text", escaped(bar.value), x=str(left + room + 12), y=middle)
    place = {"y": str(top + 6), "height": str(_LINE - 12)}
    outline = empty("rect", class_="whole", x=str(left), width=str(room), **place)
    length = room * bar.filled // _FULL
    kind = "part most" if bar.largest else "part"
    return name + outline + empty("rect", class_=kind, x=str(left), width=str(length), **place) + value
