"""QTI 1.2 as Canvas reads it: each condition with a range is a right answer, whatever it scores."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from decimal import Decimal
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from exported import Asked, Marked, words

_QTI = "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}"
_PACKAGE = "{http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1}"


def read(files: Mapping[str, bytes]) -> dict[str, Asked]:
    (content,) = files.values()
    with zipfile.ZipFile(io.BytesIO(content)) as whole:
        inside = {name: whole.read(name) for name in whole.namelist()}
    manifest = ElementTree.fromstring(inside["imsmanifest.xml"])
    (resource,) = (
        each for each in manifest.iter(f"{_PACKAGE}resource") if each.get("type") == "imsqti_xmlv1p2"
    )
    file = resource.find(f"{_PACKAGE}file")
    assert file is not None
    quiz = ElementTree.fromstring(inside[file.get("href", "")])
    for group in quiz.iter(f"{_QTI}section"):
        if group.get("ident") != "root_section":
            assert (
                group.findtext(f"{_QTI}selection_ordering/{_QTI}selection/{_QTI}selection_number")
                == "1"
            )
    found = {}
    for item in quiz.iter(f"{_QTI}item"):
        assert item.get("ident") not in found
        found[item.get("ident", "")] = _asked(item)
    return found


def _asked(item: Element) -> Asked:
    fields = {
        each.findtext(f"{_QTI}fieldlabel", ""): each.findtext(f"{_QTI}fieldentry", "")
        for each in item.iter(f"{_QTI}qtimetadatafield")
    }
    feedback = {
        each.get("ident", ""): each.findtext(f".//{_QTI}mattext", "")
        for each in item.iter(f"{_QTI}itemfeedback")
    }
    stem = item.findtext(f"{_QTI}presentation/{_QTI}material/{_QTI}mattext", "")
    points = float(fields["points_possible"])
    conditions = list(item.iter(f"{_QTI}respcondition"))
    worked = feedback["general_fb"]
    if fields["question_type"] == "numerical_question":
        return Asked(stem, points, _numerical(conditions, feedback), worked, kind="number")
    assert fields["question_type"] == "multiple_choice_question"
    choices = {
        words(each.findtext(f".//{_QTI}mattext", "")): each.get("ident", "")
        for each in item.iter(f"{_QTI}response_label")
    }

    def mark(typed: str) -> Marked:
        said, share = "", 0.0
        for each in conditions:
            equal = each.find(f"{_QTI}conditionvar/{_QTI}varequal")
            if equal is not None and equal.text == choices[typed]:
                share = float(each.findtext(f"{_QTI}setvar", "0")) / 100
                shown = each.find(f"{_QTI}displayfeedback")
                assert shown is not None
                said = feedback[shown.get("linkrefid", "")]
        return Marked(share, words(said or feedback["general_incorrect_fb"]))

    return Asked(stem, points, mark, worked, tuple(choices), "choice")


def half_unit(shown: str) -> Decimal:
    """Return half of the last place of a decimal: what rounds to it is no further from it.

    The last zeros of a whole number of more than six digits, as many as are exported, are no places.
    """
    number = Decimal(shown)
    is_cut = len(shown) > 6 and "." not in shown
    exponent = (number.normalize() if is_cut else number).as_tuple().exponent
    assert isinstance(exponent, int)
    return Decimal(5).scaleb(exponent - 1)


def _numerical(conditions: list[Element], feedback: Mapping[str, str]):
    ranges = []
    for each in conditions:
        low, high = each.find(f".//{_QTI}vargte"), each.find(f".//{_QTI}varlte")
        if low is not None or high is not None or each.find(f".//{_QTI}varequal") is not None:
            assert low is not None
            assert high is not None
            ranges.append((float(low.text or ""), float(high.text or "")))

    def mark(typed: str) -> Marked:
        if any(low <= float(typed) <= high for low, high in ranges):
            return Marked(1, feedback["correct_fb"])
        told = dict(re.findall(r"<li>([^:<]*): ([^<]*)</li>", feedback["general_incorrect_fb"]))
        near = {abs(Decimal(typed) - Decimal(value)): value for value in told}
        closest = min(near, default=Decimal(0))
        is_told = bool(told) and closest <= half_unit(near[closest])  # rounded like it, it is listed
        return Marked(0, f"Not right. {words(told[near[closest]])}" if is_told else "Not right.")

    return mark
