"""Read QTI's results, which are XML: one student, or several one after the other.

Source: https://www.imsglobal.org/question/qtiv2p1/imsqti_resultv2p1.html
"""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from exactnb.core.data.readers import read_text_file
from exactnb.errors import InputError, quoted
from exactnb.teach.grading.submissions.class_files import AnswerSheet, ClassFile
from exactnb.teach.grading.submissions.variant_names import VariantNames

_VALUES = "{*}responseVariable[@identifier='RESPONSE']/{*}candidateResponse/{*}value"
"""Where an item has the candidate's answer; elements may be in any namespace."""


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
    document = ElementTree.Element("document")
    document.append(root)  # which may be the only result itself
    results = document.findall(".//{*}assessmentResult")
    if not results or names is None:
        raise InputError("expected results of QTI, and a folder of variants to check them with")
    sheets = []
    for number, result in enumerate(results, start=1):
        context = result.find("{*}context")
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
    for item in result.findall("{*}itemResult"):
        variant, question = names.find(item.get("identifier", "")) or ("", "")
        if not question:
            continue
        if question in answers:
            raise InputError(f"answers {quoted(question)} twice")
        response = " ".join(value.text or "" for value in item.findall(_VALUES)).strip()
        number = response.removeprefix("choice-")
        answers[question] = (
            response if number == response else names.chosen(question, number, variant, numbered=True)
        )
        variants[question] = variant
    return AnswerSheet(student, answers, {"Username": student}, variants=variants)
