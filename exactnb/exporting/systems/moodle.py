"""Moodle XML, a question for each part: numerical, or multiple choice for a class or yes and no.

Moodle takes the first answer that matches: the right one, then the wrong ones that are known, `*` last.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from exactnb.exporting.items import NOT_RIGHT, NUMBER, Item, Part
from exactnb.exporting.moodle_xml import answer, html_of, question, quiz
from exactnb.exporting.system import System
from exactnb.exporting.xml_text import tag
from exactnb.rendering.html_text import escaped

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
        how = f" ({escaped(part.how)})" if part.how else ""
        stem = f"{item.stem()}<p>{item.asked(part)} = ?{how}</p>{item.label(part)}"
        is_number = part.kind == NUMBER
        answers = _numbers(part) if is_number else _choices(part)
        rest = [*answers, *(_NO_UNITS if is_number else _ONE_CHOICE)]
        kind, name = ("numerical" if is_number else "multichoice"), f"{item.id}-{part.slug}"
        yield question(kind, name, stem, item.worked(part), part.points, rest)


def _numbers(part: Part) -> Iterator[str]:
    for each in part.marked():
        yield answer(each.number.text, each.share, each.feedback, each.number.tolerance)
    yield answer("*", Fraction(0), NOT_RIGHT, Fraction(0))


def _choices(part: Part) -> Iterator[str]:
    for each in part.marked():
        yield answer(escaped(each.response.exact), each.share, each.feedback)


SYSTEM = System(
    ".xml", "Moodle XML, a question for each of the sheet", lambda pools: quiz(pools, _questions)
)
