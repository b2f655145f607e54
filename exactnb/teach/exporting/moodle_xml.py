"""Moodle's XML, what all questions share: https://docs.moodle.org/en/Moodle_XML_format.

`systems/moodle_base.xml.j2` has what their templates share, and `quiz` fills one.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.rounding import Rounding
from exactnb.errors import InputError, listing
from exactnb.explain.rendering.pages.jinja import macros
from exactnb.teach.exporting.items import Number, Pool
from exactnb.teach.exporting.numerals import decimal_text
from exactnb.teach.exporting.plain_html import course_text
from exactnb.teach.exporting.system import Files

_SHARES = sorted(
    {Fraction(part, of) for of in range(1, 11) for part in (0, 1, of - 1)}
    | {Fraction(part, 10) for part in range(11)}
    | {Fraction(1, 20), Fraction(2, 3), Fraction(3, 4), Fraction(5, 6)}
)
_PLACES = 5  # of a percentage in it
_REFUSED = {Fraction(of - 1, of) for of in (7, 8, 9)}  # which Moodle's list of grades lacks


def grade_percent(share: Fraction) -> str:
    """Return a share of the points as Moodle's list of grades has it.

    >>> grade_percent(Fraction(1, 3)), grade_percent(Fraction(1, 2))
    ('33.33333', '50')

    Raises InputError for a share that is not in it: Moodle would refuse the question.
    """
    if share not in _SHARES or share in _REFUSED:
        examples = listing(
            exact_text(share_of_list)
            for share_of_list in _SHARES
            if share_of_list.denominator in (2, 3, 4, 5)
        )
        message = f"is no grade of Moodle, which knows such as {examples}; got {exact_text(share)}"
        raise InputError(message, at="credit")
    return str(Rounding(places=_PLACES).decimal(100 * share).shortest())


def number_and_tolerance(number: Number) -> str:
    """Return a number and what may be off it, as Cloze and GIFT write that."""
    return f"{number.text}:{decimal_text(number.tolerance)}"


def cdata(text: str) -> str:
    """Return text in a section that no sign in it ends.

    >>> cdata("a]]>b")
    '<![CDATA[a]]]]><![CDATA[>b]]>'
    """
    return f"<![CDATA[{str(text).replace(']]>', ']]]]><![CDATA[>')}]]>"


def quiz(pools: Sequence[Pool], template: str, **functions: object) -> Files:
    """Return the file of all pools as a template of a system writes it, with functions of its own."""
    shared = {"cdata": cdata, "course": course_text, "decimal": decimal_text, "grade": grade_percent}
    made = macros(f"{__package__}.systems", template, **shared, **functions)
    return {"quiz.xml": made.document(pools).encode()}
