"""QTI 2.1, a content package: an item for each part, and a test that draws one variant of each problem.

`write` fills the template next to this file. An item has what is asked in its body, then conditions in
their order, the right answer first, and a modal feedback for each of them, whose identifier is the
misconception's. https://www.imsglobal.org/question/qtiv2p1/imsqti_infov2p1.html
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exactnb.explain.rendering.pages.jinja import macros
from exactnb.teach.exporting.external_grader import points_and_form
from exactnb.teach.exporting.items import NOT_RIGHT, RIGHT, AssessmentItem, ItemPart, Pool, Response
from exactnb.teach.exporting.numerals import decimal_text, interval_ends
from exactnb.teach.exporting.plain_html import course_text
from exactnb.teach.exporting.system import OF_TEXT, Files, System


def write(pools: Sequence[Pool]) -> Files:
    """Return the files of the package of all `pools`, its manifest first."""
    functions = {
        "name": _name,
        "decimal": decimal_text,
        "interval_ends": interval_ends,
        "course": course_text,
        "worth": points_and_form,
    }
    qti = macros(__package__, "qti_2_1.xml.j2", **functions)
    items = {}
    for item in (item for pool in pools for item in pool.items):
        for part in item.parts:
            responses = [] if part.is_text else list(_responses(part))
            feedback = {identifier: text for *_, text, identifier in responses}
            feedback |= {"other": NOT_RIGHT} if responses else {}
            items[_name(item, part)] = qti.item(item, part, responses, feedback)
    files = {"imsmanifest.xml": qti.manifest(pools, list(items)), "test.xml": qti.test(pools)}
    files |= {f"items/{name}.xml": content for name, content in items.items()}
    return {name: content.encode() for name, content in files.items()}


def _name(item: AssessmentItem, part: ItemPart) -> str:
    return f"i-{item.id}-{part.slug}"  # an identifier begins with a letter


def _responses(part: ItemPart) -> Iterator[tuple[Response, Fraction, str, str]]:
    """Yield known responses, the right one first: share, feedback, and the only identifier of that."""
    yield part.key, Fraction(1), RIGHT, "right"
    feedback_by_id: dict[str, str] = {}
    for wrong in part.wrong:
        identifier, more = wrong.id, 1
        while feedback_by_id.setdefault(identifier, wrong.feedback) != wrong.feedback:
            more += 1
            identifier = f"{wrong.id}.{more}"
        yield wrong.response, wrong.share, wrong.feedback, identifier


SYSTEM = System(".zip", "a QTI 2.1 package, for TAO, OpenOlat and others", write, OF_TEXT)
