"""Moodle's XML, what all questions share: https://docs.moodle.org/en/Moodle_XML_format.

`answer` writes an answer, `question` a question around some, `quiz` the file, a category for each pool.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from exactnb.core.arithmetic.integers import exact_text
from exactnb.errors import InputError, listing
from exactnb.explain.rendering.pages.html_text import escaped
from exactnb.teach.exporting.items import Item, Number, Pool
from exactnb.teach.exporting.numerals import decimal_text, percent_text
from exactnb.teach.exporting.plain_html import course_text
from exactnb.teach.exporting.system import Files
from exactnb.teach.exporting.xml_text import cdata, document, lines, tag

PENALTY = "0.3333333"  # of each try that goes wrong, as Moodle's own forms have it
_SHARES = sorted(
    {Fraction(part, of) for of in range(1, 11) for part in (0, 1, of - 1)}
    | {Fraction(part, 10) for part in range(11)}
    | {Fraction(1, 20), Fraction(2, 3), Fraction(3, 4), Fraction(5, 6)}
)
_REFUSED = {Fraction(of - 1, of) for of in (7, 8, 9)}  # which Moodle's list of grades lacks


def grade(share: Fraction) -> str:
    """Return a share of the points as Moodle's list of grades has it.

    >>> grade(Fraction(1, 3)), grade(Fraction(1, 2))
    ('33.33333', '50')

    Raises InputError for a share that is not in it: Moodle would refuse the question.
    """
    if share not in _SHARES or share in _REFUSED:
        known = listing(exact_text(each) for each in _SHARES if each.denominator in (2, 3, 4, 5))
        message = f"is no grade of Moodle, which knows such as {known}; got {exact_text(share)}"
        raise InputError(message, at="credit")
    return percent_text(share)


def accepted(number: Number) -> str:
    """Return a number and what may be off it, as Cloze and GIFT write that."""
    return f"{number.text}:{decimal_text(number.tolerance)}"


def html_of(name: str, html: str) -> str:
    """Return an element that holds HTML, as Moodle has it."""
    return tag(name, tag("text", cdata(html)), format="html")


def answer(text: str, share: Fraction, feedback: str, tolerance: Fraction | None = None) -> str:
    """Return an answer with the share of the points that it earns; `text` is HTML, or a number."""
    inside = [tag("text", cdata(text)), html_of("feedback", course_text(feedback))]
    if tolerance is not None:
        inside.append(tag("tolerance", decimal_text(tolerance)))
    kind = "html" if tolerance is None else "moodle_auto_format"
    return tag("answer", "".join(inside), fraction=grade(share), format=kind)


def question(
    kind: str, name: str, stem: str, worked: str, points: Fraction | None, rest: Iterable[str]
) -> str:
    """Return a question: `name` is its idnumber too, `worked` the general feedback, `rest` its own."""
    parts = [
        tag("name", tag("text", escaped(name))),
        html_of("questiontext", stem),
        html_of("generalfeedback", worked),
        *([] if points is None else [tag("defaultgrade", decimal_text(points, 7))]),
        tag("penalty", PENALTY),
        tag("hidden", "0"),
        tag("idnumber", escaped(name)),
        *rest,
    ]
    return tag("question", lines(*parts), type=kind)


def quiz(pools: Sequence[Pool], questions: Callable[[Item], Iterable[str]]) -> Files:
    """Return the file of all pools, each a category of its own."""
    out = []
    for pool in pools:
        path = tag("text", cdata(f"$course$/top/exactnb/{pool.id}"))
        inside = [
            tag("category", path),
            html_of("info", course_text(pool.title)),
            tag("idnumber", escaped(pool.id)),
        ]
        out.append(tag("question", lines(*inside), type="category"))
        out += [made for item in pool.items for made in questions(item)]
    return {"quiz.xml": document(tag("quiz", lines(*out)))}
