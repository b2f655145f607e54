"""QTI 2.1, a content package: an item for each part, and a test that draws one variant of each problem.

How to read: `write` puts the package together, `_item` writes a part as an item: what is asked in its
body, then conditions in their order, the right answer first, and a modal feedback for each of them,
whose identifier is the misconception's. https://www.imsglobal.org/question/qtiv2p1/imsqti_infov2p1.html
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exactnb.core.record import frozen
from exactnb.explain.rendering.pages.html_text import escaped
from exactnb.teach.exporting.items import NUMBER, Item, Number, Part, Pool
from exactnb.teach.exporting.numerals import decimal_text, ends_of
from exactnb.teach.exporting.plain_html import course_text
from exactnb.teach.exporting.system import Files, System
from exactnb.teach.exporting.xml_text import document, lines, tag

_QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
_PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
_SCHEMA = "http://www.w3.org/2001/XMLSchema-instance"
_RIGHT, _OTHER, _WORKED = "right", "other", "worked"


@frozen(slots=True)
class _Told:
    """A response that is known: the condition that it meets, its share, and its feedback."""

    condition: str
    share: Fraction
    feedback: str
    identifier: str


def write(pools: Sequence[Pool]) -> Files:
    """Return the files of the package, its manifest first."""
    items = {
        _name(item, part): document(_item(item, part))
        for pool in pools
        for item in pool.items
        for part in item.parts
    }
    files = {f"items/{name}.xml": content for name, content in items.items()}
    test = document(_test(pools))
    return {"imsmanifest.xml": document(_manifest(pools, list(items))), "test.xml": test, **files}


def _name(item: Item, part: Part) -> str:
    return f"i-{item.id}-{part.slug}"  # an identifier begins with a letter


def _item(item: Item, part: Part) -> str:
    """Return a part as an item."""
    known = list(_known(part))
    name = _name(item, part)
    head = _attributes(name, f"{item.title}: {part.id}")
    feedback = {told.identifier: told.feedback for told in known} | {_OTHER: "Not right."}
    shown = [
        tag(
            "modalFeedback", escaped(said), outcomeIdentifier="FEEDBACK", identifier=of, showHide="show"
        )
        for of, said in feedback.items()
    ]
    worked = tag(
        "modalFeedback",
        tag("div", item.worked(part, "xhtml")),
        outcomeIdentifier="SOLUTION",
        identifier=_WORKED,
        showHide="show",
    )
    return tag(
        "assessmentItem",
        lines(
            *_declarations(part),
            tag("itemBody", tag("div", item.stem("xhtml")), _interaction(item, part)),
            tag(
                "responseProcessing", lines(_conditions(known, part.points), _set("SOLUTION", _WORKED))
            ),
            *shown,
            worked,
        ),
        adaptive="false",
        timeDependent="false",
        **head,
    )


def _attributes(identifier: str, title: str) -> dict[str, str]:
    return {"xmlns": _QTI, "identifier": identifier, "title": title}


def _declarations(part: Part) -> Iterator[str]:
    """Yield what is answered and what comes of it."""
    is_number = part.kind == NUMBER
    key = part.key.number.text if part.key.number is not None else _choice(part, part.key.exact)
    yield tag(
        "responseDeclaration",
        tag("correctResponse", tag("value", key)),
        identifier="RESPONSE",
        cardinality="single",
        baseType="float" if is_number else "identifier",
    )
    for name, start in (("SCORE", Fraction(0)), ("MAXSCORE", part.points)):
        value = tag("defaultValue", tag("value", decimal_text(start)))
        yield tag("outcomeDeclaration", value, identifier=name, cardinality="single", baseType="float")
    for name in ("FEEDBACK", "SOLUTION"):
        yield tag("outcomeDeclaration", identifier=name, cardinality="single", baseType="identifier")


def _interaction(item: Item, part: Part) -> str:
    """Return where the answer is given: a field, or the choices."""
    asked = f"{item.asked(part)} = "
    if part.kind == NUMBER:
        field = tag("textEntryInteraction", responseIdentifier="RESPONSE", expectedLength="12")
        return tag("p", asked, field, f" ({escaped(part.how)})")
    choices = [
        tag("simpleChoice", course_text(choice), identifier=_choice(part, choice))
        for choice in part.choices
    ]
    return tag(
        "choiceInteraction",
        tag("prompt", asked, "?"),
        *choices,
        responseIdentifier="RESPONSE",
        shuffle="false",
        maxChoices="1",
    )


def _choice(part: Part, choice: str) -> str:
    return f"choice-{part.choices.index(choice) + 1}"


def _known(part: Part) -> Iterator[_Told]:
    """Yield the responses that are known, the right one first; no two feedbacks have one identifier."""
    yield _Told(_met(part, part.key.exact, part.key.number), Fraction(1), "Right.", _RIGHT)
    taken: dict[str, str] = {}
    for wrong in part.wrong:
        identifier, more = wrong.id, 1
        while taken.setdefault(identifier, wrong.feedback) != wrong.feedback:
            more += 1
            identifier = f"{wrong.id}.{more}"
        condition = _met(part, wrong.response.exact, wrong.response.number)
        yield _Told(condition, wrong.share, wrong.feedback, identifier)


def _met(part: Part, exact: str, number: Number | None) -> str:
    """Return the condition that the response is a number, or a choice.

    A range is read everywhere; several players know no tolerance of `equal`.
    """
    response = tag("variable", identifier="RESPONSE")
    if number is None:
        return tag("match", response, _value("identifier", _choice(part, exact)))
    low, high = (_value("float", end) for end in ends_of(number.value, number.tolerance))
    return tag("and", tag("gte", response, low), tag("lte", response, high))


def _conditions(known: Sequence[_Told], points: Fraction) -> str:
    """Return the conditions one after the other: the first that is met counts.

    Each sets the score: not every player forgets that of an answer before it.
    """
    nothing = tag("isNull", tag("variable", identifier="RESPONSE"))
    branches = [tag("responseIf", nothing, *_scored(Fraction(0), _OTHER))]
    branches += [
        tag("responseElseIf", told.condition, *_scored(told.share * points, told.identifier))
        for told in known
    ]
    branches.append(tag("responseElse", *_scored(Fraction(0), _OTHER)))
    return tag("responseCondition", lines(*branches))


def _scored(score: Fraction, feedback: str) -> tuple[str, str]:
    value = _value("float", decimal_text(score))
    return tag("setOutcomeValue", value, identifier="SCORE"), _set("FEEDBACK", feedback)


def _value(kind: str, value: str) -> str:
    return tag("baseValue", value, baseType=kind)


def _set(outcome: str, value: str) -> str:
    return tag("setOutcomeValue", _value("identifier", value), identifier=outcome)


def _test(pools: Sequence[Pool]) -> str:
    """Return the test: a section for each problem, from which one variant is selected."""
    sections = []
    for pool in pools:
        # An item of one id and its pool are two sections; ids of sections are theirs alone.
        variants = []
        for item in pool.items:
            names = [_name(item, part) for part in item.parts]
            inside = [tag("assessmentItemRef", identifier=n, href=f"items/{n}.xml") for n in names]
            variants.append(_section(f"s-{item.id}", item.title, inside, keepTogether="true"))
        chosen = tag("selection", select="1") if len(pool.items) > 1 else ""
        sections.append(_section(f"p-{pool.id}", pool.title, [chosen, *variants]))
    part = tag(
        "testPart",
        lines(tag("itemSessionControl", maxAttempts="0", showFeedback="true"), *sections),
        identifier="part",
        navigationMode="nonlinear",
        submissionMode="individual",
    )
    return tag("assessmentTest", lines(part), **_attributes(f"t-{pools[0].id}", pools[0].title))


def _section(identifier: str, title: str, inside: Sequence[str], **more: str) -> str:
    about = {"identifier": identifier, "title": title, "visible": "true", **more}
    return tag("assessmentSection", lines(*inside), **about)


def _manifest(pools: Sequence[Pool], names: Sequence[str]) -> str:
    """Return the manifest: every file, and what rests on it."""
    needed = [tag("dependency", identifierref=name) for name in names]
    test = _resource(f"t-{pools[0].id}", "imsqti_test_xmlv2p1", "test.xml", *needed)
    items = [_resource(name, "imsqti_item_xmlv2p1", f"items/{name}.xml") for name in names]
    about = tag("metadata", tag("schema", "QTIv2.1 Package"), tag("schemaversion", "1.0.0"))
    return tag(
        "manifest",
        lines(about, tag("organizations"), tag("resources", lines(test, *items))),
        xmlns=_PACKAGE,
        identifier=f"m-{pools[0].id}",
    )


def _resource(identifier: str, kind: str, href: str, *needed: str) -> str:
    file = tag("file", href=href)
    return tag("resource", lines(file, *needed), identifier=identifier, type=kind, href=href)


SYSTEM = System(".zip", "a QTI 2.1 package, for TAO, OpenOlat and others", write)
