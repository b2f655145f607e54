"""Read QTI's results, which are XML: one student, or several one after the other.

Source: https://www.imsglobal.org/question/qtiv2p1/imsqti_resultv2p1.html
"""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from exactnb.core.data.readers import read_text_file
from exactnb.errors import InputError, quoted
from exactnb.teach.grading.class_files import AnswerSheet, ClassFile
from exactnb.teach.grading.variant_names import VariantNames


def read_results(path: Path, names: VariantNames | None) -> ClassFile:
    """Return the sheets in the QTI 2.1 or 2.2 results at `path`, one for each student.

    `names` are those of the variants, by which items are recognised. A result that cannot be read is a
    sheet that says why. Raises InputError for a file that holds no results, or has a document type.
    """
    text = read_text_file(path)
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise InputError("has a document type; results of QTI have none")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise InputError(f"not valid XML: {error}") from None
    results = [element for element in root.iter() if _name(element) == "assessmentResult"]
    if not results or names is None:
        expected = "expected results of QTI, and a folder of variants to check them with"
        raise InputError(expected)
    sheets = []
    for number, result in enumerate(results, start=1):
        context = next((element for element in result if _name(element) == "context"), None)
        student = "" if context is None else context.get("sourcedId", "")
        try:
            if not student:
                raise InputError("a result without a student (sourcedId)")
            sheets.append(_result(result, student, names))
        except InputError as error:
            sheets.append(AnswerSheet(student or f"result {number}", {}).unread(error))
    return ClassFile(tuple(sheets), {})


def _result(result: ElementTree.Element, student: str, names: VariantNames) -> AnswerSheet:
    answers: dict[str, str] = {}
    variants: dict[str, str] = {}
    for item in result:
        variant_and_question = (
            names.find(item.get("identifier", "")) if _name(item) == "itemResult" else None
        )
        if variant_and_question is None or not variant_and_question[1]:
            continue
        variant, question = variant_and_question
        if question in answers:
            raise InputError(f"answers {quoted(question)} twice")
        response = _response(item)
        number = response.removeprefix("choice-")
        answers[question] = (
            response if number == response else names.chosen(question, number, variant, numbered=True)
        )
        variants[question] = variant
    return AnswerSheet(student, answers, {"Username": student}, variants=variants)


def _response(item: ElementTree.Element) -> str:
    """Return the candidate's answer: the values of the variable RESPONSE."""
    for variable in item:
        if _name(variable) == "responseVariable" and variable.get("identifier") == "RESPONSE":
            responses = (element for element in variable if _name(element) == "candidateResponse")
            values = [
                value.text or ""
                for element in responses
                for value in element
                if _name(value) == "value"
            ]
            return " ".join(values).strip()
    return ""


def _name(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]
