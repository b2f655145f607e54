"""Read QTI's results, which are XML: one student, or several one after the other.

Source: https://www.imsglobal.org/question/qtiv2p1/imsqti_resultv2p1.html
"""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from exactnb.core.data.readers import read_text_file
from exactnb.errors import InputError, quoted
from exactnb.teach.grading.class_files import ClassFile, Sheet
from exactnb.teach.grading.variants_named import VariantNames


def read_results(path: Path, names: VariantNames | None) -> ClassFile:
    """Return the sheets in results of QTI 2.1 or 2.2: one student, or several one after the other.

    A result that cannot be read is a sheet that says why. Raises InputError for what is no such file,
    or has a document type, which such files have not.
    """
    text = read_text_file(path)
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise InputError("has a document type; results of QTI have none")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise InputError(f"not valid XML: {error}") from None
    results = [each for each in root.iter() if _name(each) == "assessmentResult"]
    if not results or names is None:
        told = "expected results of QTI, and a folder of variants to check them with"
        raise InputError(told)
    sheets = []
    for number, result in enumerate(results, start=1):
        context = next((each for each in result if _name(each) == "context"), None)
        student = "" if context is None else context.get("sourcedId", "")
        try:
            if not student:
                raise InputError("a result without a student (sourcedId)")
            sheets.append(_result(result, student, names))
        except InputError as error:
            sheets.append(Sheet(student or f"result {number}", {}).unread(error))
    return ClassFile(tuple(sheets), {})


def _result(result: ElementTree.Element, student: str, names: VariantNames) -> Sheet:
    answers: dict[str, str] = {}
    variants: dict[str, str] = {}
    for item in result:
        found = names.found(item.get("identifier", "")) if _name(item) == "itemResult" else None
        if found is None or not found[1]:
            continue
        variant, question = found
        if question in answers:
            raise InputError(f"answers {quoted(question)} twice")
        typed = _response(item)
        number = typed.removeprefix("choice-")
        answers[question] = (
            typed if number == typed else names.chosen(question, number, variant, numbered=True)
        )
        variants[question] = variant
    return Sheet(student, answers, {"Username": student}, variants=variants)


def _response(item: ElementTree.Element) -> str:
    """Return what was typed: the values of the one variable that candidates answer."""
    for variable in item:
        if _name(variable) == "responseVariable" and variable.get("identifier") == "RESPONSE":
            given = (each for each in variable if _name(each) == "candidateResponse")
            values = [value.text or "" for each in given for value in each if _name(value) == "value"]
            return " ".join(values).strip()
    return ""


def _name(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]
