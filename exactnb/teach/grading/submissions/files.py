"""Read answers as they were typed: TOML, JSON, a notebook of one student, CSV or QTI of a class.

How to read: `_read_sheets` chooses by the ending of a file; `_sheet` reads a document of one student,
`read_notebook` the code of a notebook, which is never run, and `read_results` the results of QTI.
https://www.imsglobal.org/question/qtiv2p1/imsqti_resultv2p1.html
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from exactnb.core.arithmetic.numerals import BareNumeral, comma_as_point
from exactnb.core.data.dialect import Dialect
from exactnb.core.data.files import as_path
from exactnb.core.data.json_lines import parsed_json
from exactnb.core.data.readers import read_text_file
from exactnb.core.problem.toml import read_toml
from exactnb.errors import HERE, InputError, Place, listing, quoted, shortened
from exactnb.teach.grading.graded import LARGEST_SHEET
from exactnb.teach.grading.submissions.class_files import AnswerSheet, ClassFile, read_class
from exactnb.teach.grading.submissions.folders import read_folder
from exactnb.teach.grading.submissions.layouts import AS_NAMED, Columns
from exactnb.teach.grading.submissions.program_names import answers_by_variable
from exactnb.teach.grading.submissions.variant_names import VariantNames

_BARE_ANSWER = re.compile(
    r"^[ \t]*([^\n=#\[]+?)[ \t]*=[ \t]*([^\s\"'\[{#][^\n#]*?)[ \t]*(?:#.*)?$", re.MULTILINE
)
_OF_GRADESCOPE = {"email": "Email address", "sid": "ID number"}
OF_CLASSES = (".csv", ".tsv")
"""The endings of files with the answers of a class."""

_ENDINGS = (".toml", ".json", *OF_CLASSES, ".ipynb", ".xml")
_VALUES = "{*}responseVariable[@identifier='RESPONSE']/{*}candidateResponse/{*}value"
"""Where an item has the candidate's answer; elements may be in any namespace."""

_LARGEST = 16 * 1024 * 1024  # with the pictures that cells put out
_CELLS = 10_000
_LINE_END = re.compile(r"\r\n|\r|\n")


def read_answers(
    path: str | Path,
    dialect: Dialect | None = None,
    *,
    columns: Columns = AS_NAMED,
    questions: Sequence[str] = (),
) -> tuple[AnswerSheet, ...]:
    """Return the answers in a file: one sheet, or one for each row of a class.

    `path` ends in .toml, .json or .ipynb for one student, who is named by the file's name if not in it;
    in .csv or .tsv for a class, in which one column is the student (the first, or one with names) and
    the others are ids of questions, or as `columns` says; or it is a folder with a file or a folder for
    each student. A sheet that is not `is_readable` has the reason in its `remark`. `questions` are the
    ids of a sheet in order: they resolve the columns that Moodle and Canvas number, and the variables
    of notebooks. `dialect` is how a file is written, if it does not show that; with its decimal comma
    0,5 is 0.5.

    >>> [sheet.student for sheet in read_answers("worked_examples/homework/ada.toml")]
    ['Ada']

    Raises InputError, with the place in the file, for what is no answer, and for another ending.
    """
    return read_sheets(as_path(path), dialect, columns, questions).sheets


def read_sheets(
    path: Path,
    dialect: Dialect | None,
    columns: Columns,
    questions: Sequence[str],
    variants: VariantNames | None = None,
) -> ClassFile:
    """Return the answers in a file or folder, and the questions that only the column order shows.

    `path`, `dialect`, `columns` and `questions` are those of `read_answers`. `variants` are the names
    of the variants that the class was given, if each student had one.

    Raises InputError, with the place in the file, for answers that cannot be read.
    """
    if path.is_dir():
        options = dialect, columns, questions, variants
        return read_folder(path, variants, lambda file: _read_sheets(file, *options).sheets[0])
    with Place.file(path):
        return _read_sheets(path, dialect, columns, questions, variants)


def _read_sheets(
    path: Path,
    dialect: Dialect | None,
    columns: Columns,
    questions: Sequence[str],
    variants: VariantNames | None,
) -> ClassFile:
    ending = path.suffix.lower()
    if ending not in _ENDINGS:
        raise InputError(f"expected a file that ends in {', '.join(_ENDINGS)}")
    if ending in OF_CLASSES:
        class_file = read_class(path, dialect, columns, questions, variants)
    elif ending == ".xml":
        class_file = read_results(path, variants)
    elif ending == ".ipynb":
        names = variants or VariantNames(())
        variables = names.variables or answers_by_variable(questions)
        class_file = ClassFile((read_notebook(path, variables, names.names),), {})
    else:
        text = read_text_file(path, LARGEST_SHEET, dialect=dialect)
        document = _read_toml(text) if ending == ".toml" else _read_json(text)
        class_file = ClassFile((_sheet_of_document(document, path.stem, variants),), {})
    if not dialect or dialect.decimal != ",":
        return class_file
    # Decimal commas become points; all but single numbers stay as typed.
    sheets = (
        replace(
            s, answers={key: comma_as_point(text.strip()) or text for key, text in s.answers.items()}
        )
        for s in class_file.sheets
    )
    return replace(class_file, sheets=tuple(sheets))


def _read_toml(text: str) -> Mapping[str, Any]:
    """Return the tables of TOML; an answer that is typed without quotes is named."""
    try:
        return read_toml(text)
    except InputError as error:
        candidates = (line for line in _BARE_ANSWER.finditer(text) if not _is_toml(f"x = {line[2]}"))
        bare = next(candidates, None) if error.message.startswith("not valid TOML") else None
        if bare is None:
            raise
        key, answer = bare[1].strip(), bare[2].strip()
        line = text.count("\n", 0, bare.start(1)) + 1
        quotes = f'put it in quotes: {shortened(key)} = "{shortened(answer)}"'
        raise InputError(quotes, at=HERE.line(line)) from None


def _is_toml(line: str) -> bool:
    try:
        read_toml(line)
    except InputError:
        return False
    return True


def _read_json(text: str) -> Mapping[str, Any]:
    """Return a JSON object whose numbers are the characters that they were typed with."""
    numerals: dict[str, Any] = dict.fromkeys(
        ("parse_float", "parse_int", "parse_constant"), BareNumeral
    )
    document = parsed_json(text, object_pairs_hook=_object, **numerals)
    if not isinstance(document, dict):
        raise InputError(f"expected an object of answers; got {quoted(document)}")
    return document


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    entries: dict[str, object] = {}
    for key, value in pairs:
        if key in entries:
            raise InputError("is there twice", at=HERE / key)
        entries[key] = value
    return entries


def _sheet_of_document(
    document: Mapping[str, Any], student: str, variants: VariantNames | None
) -> AnswerSheet:
    """Return the answers of one student: a table `answers`, or all keys but `student`."""
    entries = dict(document)
    answered_variants: dict[str, str] = {}
    if variants is not None and isinstance(entries.get("variant"), str):
        with HERE / "variant":
            answered_variants = {"": variants.variant_in_cell(entries.pop("variant"))}
    if isinstance(entries.get("answers"), Mapping):
        for key in entries:
            if key not in ("answers", "student"):
                raise InputError("unknown key beside answers", at=HERE / key)
        student = _typed_text(entries.get("student", ""), HERE / "student") or student
        entries = dict(entries["answers"])
    elif isinstance(entries.get("student"), str):
        student = str(entries.pop("student")) or student
    answers = {key: _typed_text(value, HERE / key) for key, value in entries.items()}
    return AnswerSheet(student, answers, variants=answered_variants)


def with_gradescope_submitter(sheet: AnswerSheet, path: Path) -> AnswerSheet:
    """Return a sheet under the name of the student who submitted it to Gradescope.

    `path` is Gradescope's `submission_metadata.json`. Raises InputError for any other file.
    """
    with Place.file(path):
        metadata = parsed_json(read_text_file(path))
        users = metadata.get("users") if isinstance(metadata, dict) else None
        if not isinstance(users, list) or not users or not isinstance(users[0], dict):
            raise InputError("expected what Gradescope says of a submission, with its users")
        user = {key: str(users[0][key]) for key in ("name", "email", "sid") if users[0].get(key)}
    details = {_OF_GRADESCOPE[key]: user[key] for key in user if key in _OF_GRADESCOPE}
    return replace(sheet, student=user.get("name") or user.get("email", ""), details=details)


def _typed_text(value: object, place: Place) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | int):
        return str(value)
    if value is None:
        return ""
    raise InputError(f"expected an answer in quotes; got {quoted(value)}", at=place)


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
        variant, question = names.variant_and_question_in(item.get("identifier", "")) or ("", "")
        if not question:
            continue
        if question in answers:
            raise InputError(f"answers {quoted(question)} twice")
        response = " ".join(value.text or "" for value in item.findall(_VALUES)).strip()
        number = response.removeprefix("choice-")
        answers[question] = (
            response
            if number == response
            else names.answer_of_choice(question, number, variant, numbered=True)
        )
        variants[question] = variant
    return AnswerSheet(student, answers, {"Username": student}, variants=variants)


def read_notebook(path: Path, variables: Mapping[str, str], variants: tuple[str, ...]) -> AnswerSheet:
    """Return the answers in the notebook at `path`, and which of the `variants` its metadata names.

    `variables` maps the variables that the code assigns to questions. Raises InputError for a file that
    is not a notebook, is too large, or assigns none of the variables.
    """
    document = parsed_json(read_text_file(path, _LARGEST))
    cells = document.get("cells") if isinstance(document, dict) else None
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        raise InputError("is no notebook of version 4")
    if len(cells) > _CELLS:
        raise InputError(f"more than {_CELLS:,} cells")
    items = (_object_or_empty(_object_or_empty(c, "metadata"), "exactnb").get("item") for c in cells)
    item = next((candidate for candidate in items if candidate in variants), None)
    codes = [_source(cell) for cell in cells if cell.get("cell_type") == "code"]
    if sum(map(len, codes)) > LARGEST_SHEET:
        raise InputError(f"more than {LARGEST_SHEET // 1024} KB of code")
    answers_by_name = {name: text for code in codes for name, text in _answers_in(code, variables)}
    if not answers_by_name:
        if not variables:
            raise InputError("has no answers that are known by a name: the problem has no questions")
        first: dict[str, str] = {}  # of two spellings of a question
        for name, question in variables.items():
            first.setdefault(question, name)
        first_names = listing(first.values())
        raise InputError(f"has no answers of this problem: expected variables named {first_names}")
    answers = dict.fromkeys(variables.values(), "")
    answers |= {variables[name]: text for name, text in answers_by_name.items()}
    return AnswerSheet(path.stem, answers, variants={"": item} if item else {})


def _object_or_empty(document: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    entry = document.get(key)
    return entry if isinstance(entry, dict) else {}


def _source(cell: Mapping[str, Any]) -> str:
    source = cell.get("source", "")
    return "".join(map(str, source)) if isinstance(source, list) else str(source)


def _answers_in(code: str, variables: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the variables that code sets to an answer, with the text or the code there."""
    lines = [
        "" if line.lstrip()[:1] in ("%", "!") else line  # magics and shell commands are no Python
        for line in _LINE_END.split(code)
    ]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of escapes and the like in a student's code
            statements = ast.parse("\n".join(lines)).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    rows = [line.encode() for line in lines]  # places in a line are counted in bytes
    for statement in statements:
        if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
            continue
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        names = [
            target.id for target in targets if isinstance(target, ast.Name) and target.id in variables
        ]
        if names:
            yield from dict.fromkeys(names, _assigned_text(rows, statement.value)).items()


def _assigned_text(rows: list[bytes], value: ast.expr) -> str:
    """Return a text that is set, or else the code itself, as in 3/6; nothing for None and `...`."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return value.value
    if isinstance(value, ast.Constant) and value.value in (None, ...):
        return ""
    within = rows[value.lineno - 1 : value.end_lineno]
    within[-1] = within[-1][: value.end_col_offset]
    within[0] = within[0][value.col_offset :]
    return b"\n".join(within).decode()
