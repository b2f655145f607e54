"""Canvas, a QTI 1.2 package: numerical questions, and multiple choice for a class or yes and no.

Canvas takes every condition on a number as one more right answer, whatever it scores. So a numerical
question has one condition, that of the key; the hints stand in the feedback on a wrong answer, each
behind the value that it is about. A variant is picked for each question from a group of its own.

How to read: `write` puts the package together, `_sections` groups parts, and `_item` writes one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exactnb.core.record import frozen
from exactnb.errors import InputError
from exactnb.explain.rendering.pages.html_text import escaped
from exactnb.teach.exporting.items import NUMBER, Item, Part, Pool
from exactnb.teach.exporting.numerals import decimal_text, ends_of
from exactnb.teach.exporting.plain_html import course_text
from exactnb.teach.exporting.system import Files, System
from exactnb.teach.exporting.xml_text import document, lines, tag, tags

_QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
_PACKAGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
_META = "http://canvas.instructure.com/xsd/cccv1p0"
_META_TYPE = "associatedcontent/imscc_xmlv1p1/learning-application-resource"
_RIGHT, _WRONG, _WORKED = "correct_fb", "general_incorrect_fb", "general_fb"
_FIELD = tag(
    "response_str",
    tag("render_fib", tag("response_label", ident="answer1"), fibtype="Decimal"),
    ident="response1",
    rcardinality="Single",
)


@frozen(slots=True)
class _Condition:
    """What is met, what it scores if anything, and the feedback that it shows."""

    met: str
    feedback: str
    score: bool = False

    def written(self) -> str:
        """Return the condition; nothing behind the right answer is looked at."""
        shown = tag("displayfeedback", feedbacktype="Response", linkrefid=self.feedback)
        score = tag("setvar", "100", action="Set", varname="SCORE") if self.score else ""
        go_on = "No" if self.score else "Yes"
        return tag("respcondition", tag("conditionvar", self.met), score, shown, continue_=go_on)


def write(pools: Sequence[Pool]) -> Files:
    """Return the files of the package, its manifest first."""
    name = f"quiz-{pools[0].id}"
    sections = [section for pool in pools for section in _sections(pool)]
    root = tag("section", lines(*sections), ident="root_section")
    quiz = tag("assessment", lines(root), ident=name, title=pools[0].title)
    return {
        "imsmanifest.xml": document(_manifest(name)),
        f"{name}/assessment_meta.xml": document(_meta(name, pools)),
        f"{name}/{name}.xml": document(tag("questestinterop", lines(quiz), xmlns=_QTI)),
    }


def _sections(pool: Pool) -> Iterator[str]:
    """Yield the questions of a pool; of several variants each is a group, from which one is picked."""
    for at, part in enumerate(pool.items[0].parts):
        items = [_item(item, item.parts[at]) for item in pool.items]
        if len(items) == 1:
            yield items[0]
            continue
        points = tag("points_per_item", decimal_text(part.points))
        picked = tag("selection", tag("selection_number", "1"), tag("selection_extension", points))
        group = lines(tag("selection_ordering", picked), *items)
        yield tag(
            "section", group, ident=f"group-{pool.id}-{part.slug}", title=f"{pool.title}: {part.id}"
        )


def _item(item: Item, part: Part) -> str:
    """Return a part as a question."""
    if any(wrong.share for wrong in part.wrong):
        raise InputError("a wrong answer earns nothing in Canvas", at="credit")
    is_number = part.kind == NUMBER
    found = _of_number(part) if is_number else _of_choice(part)
    conditions = [_Condition(tag("other"), _WORKED), *found, _Condition(tag("other"), _WRONG)]
    decided = tag("decvar", maxvalue="100", minvalue="0", varname="SCORE", vartype="Decimal")
    feedback = {_WORKED: item.worked(part), _RIGHT: "Right."} | _feedback(part)
    return tag(
        "item",
        lines(
            tag("itemmetadata", tag("qtimetadata", *_metadata(part))),
            tag("presentation", _html(item.posed(part)), _FIELD if is_number else _choices(part)),
            tag("resprocessing", tag("outcomes", decided), *(each.written() for each in conditions)),
            *(tag("itemfeedback", tag("flow_mat", _html(of)), ident=to) for to, of in feedback.items()),
        ),
        ident=f"{item.id}-{part.slug}",
        title=part.id,
    )


def _metadata(part: Part) -> Iterator[str]:
    kind = "numerical_question" if part.kind == NUMBER else "multiple_choice_question"
    for label, entry in (("question_type", kind), ("points_possible", decimal_text(part.points))):
        yield tag("qtimetadatafield", tag("fieldlabel", label), tag("fieldentry", entry))


def _html(html: str) -> str:
    return tag("material", tag("mattext", escaped(html), texttype="text/html"))


def _choices(part: Part) -> str:
    labels = (
        tag("response_label", _html(course_text(choice)), ident=f"choice{at}")
        for at, choice in enumerate(part.choices, start=1)
    )
    return tag("response_lid", tag("render_choice", *labels), ident="response1", rcardinality="Single")


def _of_number(part: Part) -> Iterator[_Condition]:
    """Yield that the key is met."""
    key = part.key.number
    assert key is not None
    low, high = ends_of(key.value, key.tolerance)
    between = tag("and", _compared("vargte", low), _compared("varlte", high))
    yield _Condition(tag("or", _compared("varequal", key.text), between), _RIGHT, score=True)


def _of_choice(part: Part) -> Iterator[_Condition]:
    """Yield the feedback of each wrong choice, and that the right one is met."""
    known = {wrong.response.exact for wrong in part.wrong}
    for at, choice in enumerate(part.choices, start=1):
        if choice in known:
            yield _Condition(_compared("varequal", f"choice{at}"), f"choice{at}_fb")
    right = f"choice{part.choices.index(part.key.exact) + 1}"
    yield _Condition(_compared("varequal", right), _RIGHT, score=True)


def _compared(how: str, value: str) -> str:
    return tag(how, value, respident="response1")


def _feedback(part: Part) -> dict[str, str]:
    """Return the feedback on wrong answers as HTML: of choices each its own, of numbers a list."""
    if part.kind != NUMBER:
        at = {choice: f"choice{at}_fb" for at, choice in enumerate(part.choices, start=1)}
        own = {at[wrong.response.exact]: course_text(wrong.feedback) for wrong in part.wrong}
        return own | {_WRONG: "Not right."}
    rows = [f"<li>{each.response.typed}: {course_text(each.feedback)}</li>" for each in part.wrong]
    listed = f"<p>If you have one of these:</p><ul>{''.join(rows)}</ul>" if rows else ""
    return {_WRONG: f"<p>Not right.</p>{listed}"}


def _meta(name: str, pools: Sequence[Pool]) -> str:
    """Return what Canvas wants to know of a quiz beside its questions."""
    points = sum((pool.items[0].points for pool in pools), Fraction(0))
    about = {
        "title": escaped(pools[0].title),
        "shuffle_answers": "false",
        "quiz_type": "assignment",
        "points_possible": decimal_text(points),
        "available": "false",
    }
    return tag("quiz", lines(*tags(about)), identifier=name, xmlns=_META)


def _manifest(name: str) -> str:
    """Return the manifest: the questions, and what is known of the quiz."""
    file, meta = f"{name}/{name}.xml", f"{name}/assessment_meta.xml"
    about = tag("metadata", tag("schema", "IMS Content"), tag("schemaversion", "1.1.3"))
    questions = (tag("file", href=file), tag("dependency", identifierref=f"{name}-meta"))
    resources = lines(
        tag("resource", *questions, identifier=name, type="imsqti_xmlv1p2"),
        tag("resource", tag("file", href=meta), identifier=f"{name}-meta", type=_META_TYPE, href=meta),
    )
    whole = lines(about, tag("organizations"), tag("resources", resources))
    return tag("manifest", whole, identifier=f"manifest-{name}", xmlns=_PACKAGE)


SYSTEM = System(".zip", "a QTI 1.2 package for Canvas, a classic quiz", write)
