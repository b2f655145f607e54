"""GIFT, the text that Moodle and others import: https://docs.moodle.org/en/GIFT_format.

How to read: `_question` writes one part, `_answers` what stands between its braces. What is not a sign
of GIFT itself is escaped; a line that is blank would end a question, so there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactnb.teach.exporting.external_grader import points_and_form
from exactnb.teach.exporting.items import DERIVATION, NOT_RIGHT, NUMBER, AssessmentItem, ItemPart, Pool
from exactnb.teach.exporting.moodle_xml import grade_percent, number_and_tolerance
from exactnb.teach.exporting.plain_html import course_text
from exactnb.teach.exporting.system import OF_TEXT, Files, System

_ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in "\\~=#{}:"} | {"\n": " ", "\r": " "})
_WEIGHT = str.maketrans({"%": "&#37;"})  # in front of an answer


def write(pools: Sequence[Pool]) -> Files:
    """Return all pools as one text, a category each."""
    blocks: list[str] = []
    for pool in pools:
        blocks.append(f"$CATEGORY: $course$/top/exactnb/{pool.id}")
        blocks += [_question(item, part) for item in pool.items for part in item.parts]
    return {"questions.txt": ("\n\n".join(blocks) + "\n").encode()}


def _question(item: AssessmentItem, part: ItemPart) -> str:
    """Return a part as a question; the idnumber stands in the comment before it."""
    name = f"{item.id}-{part.slug}"
    if part.is_text:  # an essay, a person grades it; general feedback would make it another kind
        rows = ["", *part.key.exact.splitlines()] if part.kind == DERIVATION else []
        key = "".join(f"// {row}".rstrip() + "\n" for row in rows)  # what is imported has no comments
        stem = gift_text(item.posed(part, points_and_form(part)))  # it has no field for points
        return f"// [id:{name}]\n{key}::{name}::[html]{stem}{{}}"
    stem, worked = gift_text(item.posed(part)), gift_text(item.worked(part))
    answers = "\n".join(_answers(part))
    return f"// [id:{name}]\n::{name}::[html]{stem}{{{answers}\n####{worked}\n}}"


def _answers(part: ItemPart) -> Iterator[str]:
    """Yield the answers; of a number whatever else is typed comes last."""
    is_number = part.kind == NUMBER
    if is_number:
        yield "#"
    for marked in part.marked():
        sign = "=" if is_number or marked.share == 1 else "~"
        share = (
            f"%{grade_percent(marked.share)}%"
            if marked.share < 1 and (is_number or marked.share)
            else ""
        )
        answer = (
            number_and_tolerance(marked.number)
            if is_number
            else _without_leading_weight(marked.response.exact)
        )
        yield f"{sign}{share}{answer}#{_without_leading_weight(marked.feedback)}"
    if is_number:
        yield f"~#{_without_leading_weight(NOT_RIGHT)}"


def _without_leading_weight(text: str) -> str:
    """Return text that is no HTML, and that no weight is read from at its beginning."""
    return gift_text(course_text(text).translate(_WEIGHT))


def gift_text(html: str) -> str:
    r"""Return `html` in which no sign is one of GIFT.

    >>> gift_text("a = {b}")
    'a \\= \\{b\\}'
    """
    return html.translate(_ESCAPED)


SYSTEM = System(".txt", "GIFT, a text that Moodle and others import", write, OF_TEXT)
