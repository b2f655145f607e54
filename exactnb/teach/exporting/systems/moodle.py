"""Moodle XML, a question for each part: numerical, or multiple choice for a class or yes and no.

Moodle takes the first answer that matches: the right one, then the wrong ones that are known, `*` last.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from exactnb.teach.exporting.items import NOT_RIGHT, NUMBER, Item, Part
from exactnb.teach.exporting.moodle_xml import answer, html_of, question, quiz
from exactnb.teach.exporting.plain_html import course_text
from exactnb.teach.exporting.system import System
from exactnb.teach.exporting.xml_text import tag

_NO_UNITS = (
    tag("unitgradingtype", "0"),
    tag("unitpenalty", "0.1"),
    tag("showunits", "3"),
    tag("unitsleft", "0"),
)
_ONE_CHOICE = (
    tag("single", "true"),
    tag("shuffleanswers", "false"),
    tag("answernumbering", "none"),
    tag("showstandardinstruction", "0"),
    *(html_of(f"{which}feedback", "") for which in ("correct", "partiallycorrect", "incorrect")),
)


def _questions(item: Item) -> Iterator[str]:
    """Yield a question for each part of an item."""
    for part in item.parts:
        is_number = part.kind == NUMBER
        kind, settings = ("numerical", _NO_UNITS) if is_number else ("multichoice", _ONE_CHOICE)
        rest, name = [*_answers(part), *settings], f"{item.id}-{part.slug}"
        yield question(kind, name, item.posed(part), item.worked(part), part.points, rest)


def _answers(part: Part) -> Iterator[str]:
    """Yield the answers; of a number whatever else is typed comes last."""
    for each in part.marked():
        number = each.response.number
        if number is None:
            yield answer(course_text(each.response.exact), each.share, each.feedback)
        else:
            yield answer(number.text, each.share, each.feedback, number.tolerance)
    if part.kind == NUMBER:
        yield answer("*", Fraction(0), NOT_RIGHT, Fraction(0))


SYSTEM = System(
    ".xml", "Moodle XML, a question for each of the sheet", lambda pools: quiz(pools, _questions)
)
