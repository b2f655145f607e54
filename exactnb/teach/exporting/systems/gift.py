"""GIFT, the text that Moodle and others import: https://docs.moodle.org/en/GIFT_format.

How to read: `_question` writes one part, `_answers` what stands between its braces. What is not a sign
of GIFT itself is escaped; a line that is blank would end a question, so there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactnb.teach.exporting.items import NOT_RIGHT, NUMBER, WORKING, AssessmentItem, ItemPart, Pool
from exactnb.teach.exporting.moodle_xml import accepted, grade
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
    stem, worked = gift_text(item.posed(part)), gift_text(item.worked(part))
    answers = "\n".join(_answers(part))
    if part.kind == WORKING:  # general feedback would make it another kind of question
        return f"// [id:{name}]\n::{name}::[html]{stem}{{}}"
    return f"// [id:{name}]\n::{name}::[html]{stem}{{{answers}\n####{worked}\n}}"


def _answers(part: ItemPart) -> Iterator[str]:
    """Yield the answers; of a number whatever else is typed comes last."""
    if part.kind == WORKING:  # an essay: a person grades it
        return
    is_number = part.kind == NUMBER
    if is_number:
        yield "#"
    for marked in part.marked():
        sign = "=" if is_number or marked.share == 1 else "~"
        share = f"%{grade(marked.share)}%" if marked.share < 1 and (is_number or marked.share) else ""
        answer = accepted(marked.number) if is_number else _plain(marked.response.exact)
        yield f"{sign}{share}{answer}#{_plain(marked.feedback)}"
    if is_number:
        yield f"~#{_plain(NOT_RIGHT)}"


def _plain(text: str) -> str:
    """Return text that is no HTML, and that no weight is read from at its beginning."""
    return gift_text(course_text(text).translate(_WEIGHT))


def gift_text(html: str) -> str:
    r"""Return `html` in which no sign is one of GIFT.

    >>> gift_text("a = {b}")
    'a \\= \\{b\\}'
    """
    return html.translate(_ESCAPED)


SYSTEM = System(".txt", "GIFT, a text that Moodle and others import", write, OF_TEXT)
