"""Moodle XML, a question for each part: numerical, or multiple choice for a class or yes and no.

Moodle takes the first answer that matches: the right one, then the wrong ones that are known, `*` last.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from exactnb.exporting.items import NUMBER, Item, Part
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
    key = part.key.number
    assert key is not None
    yield answer(key.text, Fraction(1), "Right.", key.tolerance)
    for wrong in part.wrong:
        number = wrong.response.number
        assert number is not None
        yield answer(number.text, wrong.share, wrong.feedback, number.tolerance)
    yield answer("*", Fraction(0), "Not right.", Fraction(0))


def _choices(part: Part) -> Iterator[str]:
    told = {wrong.response.exact: wrong for wrong in part.wrong}
    for choice in part.choices:
        shown = escaped(choice)
        if choice == part.key.exact:
            yield answer(shown, Fraction(1), "Right.")
        elif choice in told:
            yield answer(shown, told[choice].share, told[choice].feedback)
        else:
            yield answer(shown, Fraction(0), "Not right.")


SYSTEM = System(
    ".xml", "Moodle XML, a question for each of the sheet", lambda pools: quiz(pools, _questions)
)
