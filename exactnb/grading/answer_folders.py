"""Read the answers of a class from a folder: notebooks that nbgrader or Otter collected, answer files.

How to read: `read_folder` goes through the files; `_answers_in` takes the answers out of a notebook,
whose code is read and never run. `read_results` reads QTI's results, which are XML.
https://www.imsglobal.org/question/qtiv2p1/imsqti_resultv2p1.html
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from exactnb.data.readers import read_text_file
from exactnb.errors import HERE, InputError, Place, quoted
from exactnb.grading.class_files import ClassFile, Sheet
from exactnb.grading.variants_named import VariantNames

_MOST = 100_000  # files that are looked at
_NOTEBOOK = ".ipynb"
_EMPTY = VariantNames(("",))
OneFile = Callable[[Path], Sheet]


def read_folder(folder: Path, names: VariantNames | None, read_file: OneFile) -> ClassFile:
    """Return the sheets in a folder that has one for each student, or a file.

    The student is the folder, or where it lies in none the name of the file, unless the file says it;
    the variant is what a notebook says, or the folder or the file is called. `read_file` reads what is
    no notebook. Raises InputError for two sheets of one student.
    """
    sheets: dict[str, Sheet] = {}
    for path in _files(folder):
        inside = path.relative_to(folder).with_suffix("").parts
        with Place.file(path):
            if path.suffix == _NOTEBOOK:
                sheet = _read_notebook(path, names or _EMPTY)
            else:
                sheet = read_file(path)
            named = Path(sheet.student).name != path.stem or len(inside) == 1
            sheet = replace(sheet, student=sheet.student if named and sheet.student else inside[0])
            if names is not None and not sheet.variants:
                told = next(filter(None, (names.found(part) for part in reversed(inside))), None)
                sheet = replace(sheet, variants={"": told[0]} if told else {})
            if sheet.student in sheets:
                raise InputError(f"there is another file of {quoted(sheet.student)}")
            sheets[sheet.student] = sheet
    if not sheets:
        raise InputError("holds no answers: notebooks, .toml or .json", at=Place.file(folder))
    return ClassFile(tuple(sheets.values()), {})


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files with answers, in order; what is hidden, as Jupyter's checkpoints, is none."""
    with Place.file(folder):
        found = []
        for number, path in enumerate(folder.rglob("*")):
            if number >= _MOST:
                raise InputError(f"holds more than {_MOST:,} files")
            parts = path.relative_to(folder).parts
            if path.suffix in (_NOTEBOOK, ".toml", ".json") and not any(p[0] == "." for p in parts):
                found.append(path)
    yield from sorted(found)


def _read_notebook(path: Path, names: VariantNames) -> Sheet:
    try:
        document = json.loads(read_text_file(path))
    except (ValueError, RecursionError) as error:
        raise InputError(f"not valid JSON: {error}") from None
    cells = document.get("cells") if isinstance(document, dict) else None
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        raise InputError("is no notebook of version 4")
    own = (_of(_of(cell, "metadata"), "exactnb").get("item") for cell in cells)
    item = next((each for each in own if each in names.names), None)
    typed: dict[str, str] = {}
    for cell in cells:
        if cell.get("cell_type") == "code":
            source = cell.get("source", "")
            text = "".join(map(str, source)) if isinstance(source, list) else str(source)
            typed |= _answers_in(text, names.variables)
    answers = {question: typed.get(name, "") for name, question in names.variables.items()}
    return Sheet("", answers, variants={"": item} if item else {})


def _of(given: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = given.get(key)
    return found if isinstance(found, dict) else {}


def _answers_in(code: str, variables: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the variables that code sets to an answer, with what is typed there."""
    kept = "\n".join("" if line.lstrip()[:1] in ("%", "!") else line for line in code.splitlines())
    try:
        statements = ast.parse(kept).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for each in statements:
        targets = each.targets if isinstance(each, ast.Assign) else []
        for target in targets:
            if isinstance(target, ast.Name) and target.id in variables:
                yield target.id, _typed(kept, each.value)  # type: ignore[attr-defined]


def _typed(code: str, value: ast.expr) -> str:
    """Return a text that is set, or else the code itself, as in 3/6."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return value.value
    return ast.get_source_segment(code, value) or ""


def read_results(path: Path, names: VariantNames | None) -> ClassFile:
    """Return the sheets in results of QTI 2.1 or 2.2: one student, or several one after the other.

    Raises InputError for what is no such file, or has a document type, which such files have not.
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
    return ClassFile(tuple(_result(each, names) for each in results), {})


def _result(result: ElementTree.Element, names: VariantNames) -> Sheet:
    context = next((each for each in result if _name(each) == "context"), None)
    student = "" if context is None else context.get("sourcedId", "")
    if not student:
        raise InputError("a result without a student (sourcedId)")
    answers: dict[str, str] = {}
    variants: dict[str, str] = {}
    for item in result:
        found = names.found(item.get("identifier", "")) if _name(item) == "itemResult" else None
        if found is None or not found[1]:
            continue
        with HERE.named(student):
            if found[1] in answers:
                raise InputError(f"answers {quoted(found[1])} twice")
            variant, question = found
            chosen = names.choices.get(variant, {}).get(question, [])
            answers[question] = _choice(_response(item), chosen)
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


def _choice(typed: str, choices: Sequence[str]) -> str:
    """Return what was typed, or the choice whose number it says, as in choice-2."""
    number = typed.removeprefix("choice-")
    if choices and number != typed and number.isdecimal() and 0 < int(number) <= len(choices):
        return choices[int(number) - 1]
    return typed


def _name(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]
