"""Moodle XML, a whole sheet as one Cloze question: https://docs.moodle.org/en/Embedded_Answers_(Cloze).

How to read: `_gap` writes what stands between the braces of one part. Moodle reads HTML entities there
before anything else, so signs of Cloze stand as such, and what is HTML is escaped once more.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm

from exactnb.exporting.items import NUMBER, Item, Part
from exactnb.exporting.moodle_xml import grade, question, quiz
from exactnb.exporting.numerals import decimal_text
from exactnb.exporting.system import System
from exactnb.rendering.html_text import escaped

_OUTSIDE = str.maketrans({"{": "&#123;"})
_INSIDE = str.maketrans({"&": "&amp;", **{sign: f"&#{ord(sign)};" for sign in "~#}{%=\\\n"}})


def _questions(item: Item) -> Iterator[str]:
    """Yield one question, with the stem once and a paragraph for each part."""
    scale = lcm(*(part.points.denominator for part in item.parts))
    rows = []
    for part in item.parts:
        how = f" ({escaped(part.how)})" if part.how else ""
        asked = f"{item.asked(part)} = ".translate(_OUTSIDE)
        rows.append(f"<p>{asked}{_gap(part, int(part.points * scale))}{how.translate(_OUTSIDE)}</p>")
    stem = item.stem().translate(_OUTSIDE)
    rows.append(item.label())
    yield question("cloze", item.id, stem + "\n".join(rows), item.worked(), None, ())


def _gap(part: Part, weight: int) -> str:
    """Return a part with its weight, a whole number, and its answers, the right one first."""
    kind = "NUMERICAL" if part.kind == NUMBER else "MULTICHOICE"
    return f"{{{weight}:{kind}:{'~'.join(_answers(part))}}}"


def _answers(part: Part) -> Iterator[str]:
    if part.kind == NUMBER:
        key = part.key.number
        assert key is not None
        yield f"={key.text}:{decimal_text(key.tolerance)}#{_said('Right.')}"
        for wrong in part.wrong:
            number = wrong.response.number
            assert number is not None
            value = f"{number.text}:{decimal_text(number.tolerance)}"
            yield f"%{grade(wrong.share)}%{value}#{_said(wrong.feedback)}"
        yield f"%0%*#{_said('Not right.')}"
        return
    told = {wrong.response.exact: wrong for wrong in part.wrong}
    for choice in part.choices:
        shown = _said(choice)
        if choice == part.key.exact:
            yield f"={shown}#{_said('Right.')}"
        elif choice in told:
            yield f"%{grade(told[choice].share)}%{shown}#{_said(told[choice].feedback)}"
        else:
            yield f"%0%{shown}#{_said('Not right.')}"


def _said(text: str) -> str:
    """Return text that is no HTML within a gap, where what is HTML is escaped once more.

    >>> _said("a ~ b < c")
    'a &#126; b &amp;lt; c'
    """
    return escaped(text).translate(_INSIDE)


SYSTEM = System(".xml", "Moodle XML, the sheet as one Cloze question", lambda p: quiz(p, _questions))
