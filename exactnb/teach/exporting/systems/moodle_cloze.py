"""Moodle XML, a whole sheet as one Cloze question: https://docs.moodle.org/en/Embedded_Answers_(Cloze).

How to read: `_gap` writes what stands between the braces of one part. Moodle reads HTML entities there
before anything else, so signs of Cloze stand as such, and what is HTML is escaped once more.
"""

from __future__ import annotations

from math import lcm

from exactnb.explain.rendering.pages.html_text import escaped
from exactnb.teach.exporting.external_grader import points_and_form
from exactnb.teach.exporting.items import NOT_RIGHT, NUMBER, AssessmentItem, ItemPart
from exactnb.teach.exporting.moodle_xml import grade_percent, number_and_tolerance, quiz
from exactnb.teach.exporting.system import System

_OUTSIDE = str.maketrans({"{": "&#123;"})
_INSIDE = str.maketrans({"&": "&amp;", **{sign: f"&#{ord(sign)};" for sign in "~#}{%=\\\n"}})


def _stem(item: AssessmentItem) -> str:
    """Return the stem once, and a paragraph for each part."""
    scale = lcm(*(part.points.denominator for part in item.parts))
    rows = []
    for number, part in enumerate(item.parts, start=1):
        how = f" ({escaped(points_and_form(part))})"
        question = f"{number}. {item.asked(part)} = ".translate(_OUTSIDE)
        rows.append(f"<p>{question}{_gap(part, int(part.points * scale))}{how.translate(_OUTSIDE)}</p>")
    return item.stem().translate(_OUTSIDE) + "\n".join([*rows, item.label()])


def _gap(part: ItemPart, weight: int) -> str:
    """Return a part with its weight, a whole number, and its answers, the right one first."""
    is_number, answers = part.kind == NUMBER, []
    for marked in part.marked():
        share = "=" if marked.share == 1 else f"%{grade_percent(marked.share)}%"
        answer = (
            number_and_tolerance(marked.number) if is_number else _escaped_in_gap(marked.response.exact)
        )
        answers.append(f"{share}{answer}#{_escaped_in_gap(marked.feedback)}")
    if is_number:
        answers.append(f"%0%*#{_escaped_in_gap(NOT_RIGHT)}")
    return f"{{{weight}:{'NUMERICAL' if is_number else 'MULTICHOICE'}:{'~'.join(answers)}}}"


def _escaped_in_gap(text: str) -> str:
    """Return text that is no HTML within a gap, where what is HTML is escaped once more.

    >>> _escaped_in_gap("a ~ b < c")
    'a &#126; b &amp;lt; c'
    """
    return escaped(text).translate(_INSIDE)


SYSTEM = System(
    ".xml",
    "Moodle XML, the sheet as one Cloze question",
    lambda pools: quiz(pools, "moodle_cloze.xml.j2", stem=_stem),
)
