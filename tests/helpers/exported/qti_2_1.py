"""QTI 2.1 as it is specified: a package, a test that refers to items, conditions in their order."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from exported import Asked, Marked

_QTI = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
_PACKAGE = "{http://www.imsglobal.org/xsd/imscp_v1p1}"


def read(files: Mapping[str, bytes]) -> dict[str, Asked]:
    """Return the items that the test refers to, each of which the manifest has to name."""
    (content,) = files.values()
    with zipfile.ZipFile(io.BytesIO(content)) as whole:
        inside = {name: whole.read(name) for name in whole.namelist()}
    manifest = ElementTree.fromstring(inside["imsmanifest.xml"])
    resources = {each.get("identifier"): each for each in manifest.iter(f"{_PACKAGE}resource")}
    files_named = {each.get("href") for each in manifest.iter(f"{_PACKAGE}file")}
    assert files_named | {"imsmanifest.xml"} == inside.keys()
    for each in manifest.iter(f"{_PACKAGE}dependency"):
        assert each.get("identifierref") in resources
    test = ElementTree.fromstring(inside["test.xml"])
    identifiers = [each.get("identifier") for each in test.iter() if each.get("identifier")]
    assert len(set(identifiers)) == len(identifiers)
    found = {}
    for reference in test.iter(f"{_QTI}assessmentItemRef"):
        item = ElementTree.fromstring(inside[reference.get("href", "")])
        assert item.get("identifier") == reference.get("identifier") in resources
        found[item.get("identifier", "").removeprefix("i-")] = _asked(item)
    return found


def _asked(item: Element) -> Asked:
    order = [child.tag.removeprefix(_QTI) for child in item]
    assert order[: order.index("responseProcessing") + 1] == [
        "responseDeclaration", *["outcomeDeclaration"] * 3, "itemBody", "responseProcessing",
    ]  # fmt: skip
    body = item.find(f"{_QTI}itemBody")
    assert body is not None
    points = next(
        float(each.findtext(f"{_QTI}defaultValue/{_QTI}value", ""))
        for each in item.iter(f"{_QTI}outcomeDeclaration")
        if each.get("identifier") == "MAXSCORE"
    )
    choices = {
        "".join(each.itertext()): each.get("identifier", "")
        for each in body.iter(f"{_QTI}simpleChoice")
    }

    def mark(typed: str) -> Marked:
        outcomes = {"SCORE": "0"}
        processing = item.find(f"{_QTI}responseProcessing")
        assert processing is not None
        for rule in processing:
            _run(rule, choices.get(typed, typed), outcomes)
        said = modal(outcomes["FEEDBACK"])
        # behind "Right." stands the solution, behind no other
        text = said.text if outcomes["FEEDBACK"] == "right" else "".join(said.itertext())
        return Marked(float(outcomes["SCORE"]) / points if points else 0, (text or "").strip())

    def modal(identifier: str) -> Element:
        (said,) = (
            each
            for each in item.iter(f"{_QTI}modalFeedback")
            if (each.get("outcomeIdentifier"), each.get("identifier")) == ("FEEDBACK", identifier)
        )
        return said

    shown = ElementTree.tostring(body, encoding="unicode")
    text = ElementTree.tostring(modal("right"), encoding="unicode")
    kind = "choice" if choices else "number"
    return Asked(shown, points, mark, text, tuple(choices), kind)


def _run(rule: Element, response: str, outcomes: dict[str, str]) -> None:
    if rule.tag == f"{_QTI}setOutcomeValue":
        outcomes[rule.get("identifier", "")] = rule[0].text or ""
        return
    assert rule.tag == f"{_QTI}responseCondition"
    for branch in rule:
        is_else = branch.tag == f"{_QTI}responseElse"
        if is_else or _holds(branch[0], response):
            for inner in branch if is_else else branch[1:]:
                _run(inner, response, outcomes)
            return


def _holds(condition: Element, response: str) -> bool:
    name = condition.tag.removeprefix(_QTI)
    if name == "isNull":
        return response == ""
    if name == "and":
        return all(_holds(inner, response) for inner in condition)
    variable, value = condition
    assert variable.get("identifier") == "RESPONSE"
    if name == "match":
        assert value.get("baseType") == "identifier"
        return response == value.text
    number = float(value.text or "")
    assert value.get("baseType") == "float"
    return {"gte": float(response) >= number, "lte": float(response) <= number}[name]
