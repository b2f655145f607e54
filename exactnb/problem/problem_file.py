"""Read a problem file. Every key is known or refused, every value has its type, with its path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from exactnb.arithmetic.numerals import Numeral
from exactnb.conventions import Conventions
from exactnb.data.counts import Counts
from exactnb.data.documents import Document, Documents
from exactnb.data.files import NO_FILES, Files
from exactnb.data.parameters import Parameters
from exactnb.data.readers import read_table_file, read_table_text, read_text_file, with_decimal_points
from exactnb.data.summaries import read_counts, read_parameters
from exactnb.data.table import MISSING, Table, name_of, read_weight
from exactnb.errors import ExactnbError, InputError, NotYet, near, one_of, quoted, shortened
from exactnb.families import Choice
from exactnb.problem import styles
from exactnb.problem.appearance import LOGARITHMS
from exactnb.problem.models import MODEL, ModelChoice
from exactnb.problem.problem import Problem
from exactnb.problem.questions import read_questions
from exactnb.problem.toml import read_toml

__all__ = ["read_document", "read_problem", "read_problem_text"]

_TOP = ("title", "source", "ask", "data", "model", "models", "query", "notation", "question")
_SOURCES = ("table", "file", "counts", "parameters")
_DATA = (
    *_SOURCES, "class", "classes", "text", "id", "weight", "features", "values", "missing", "split",
    "stop_words", "vocabulary", "exposure", "decimal",
)  # fmt: skip
_OF_SUMMARIES = (*_SOURCES, "class", "classes", "values", "exposure")
_CONVENTIONS = (
    "conventions", "prior", "prior_smoothing", "smoothing", "smoothings", "unseen", "absent",
    "coefficient", "tie", "divisor", "share", "epsilon", "covariance",
)  # fmt: skip
_MODEL = ("family", "families", *_CONVENTIONS)
_NOTATION = ("style", "digits", "rounding", "log")
_LATER = frozenset(("printed",))
_ROUNDINGS = ("half-up", "half-even")
_SPLITS = ("spaces", "letters", "words")
_MAX_DIGITS = 1_000


def read_problem(path: Path, files: bool | None = None) -> Problem:
    """Return the problem in a file; `files` says whether it may name any file for its data, or none.

    Raises an ExactnbError whose message is one line: the file, the path inside it, what was given
    and what was expected.
    """
    try:
        return read_problem_text(read_text_file(path), Files.of(path, files))
    except ExactnbError as error:
        raise error.inside(str(path)) from None


def read_problem_text(text: str, files: Files = NO_FILES) -> Problem:
    r"""Return the problem in the text of a file; `files` says which others it may name.

    >>> problem = read_problem_text("[data]\ntable = '''\nspoon soup\nsilver leek\n'''")
    >>> problem.schema.class_variable
    'soup'
    """
    return read_document(read_toml(text), files)


def read_document(given: Mapping[str, Any], files: Files = NO_FILES) -> Problem:
    """Return the problem in a file whose TOML was read already."""
    _known(given, _TOP, "")
    notation = _section(given, "notation", _NOTATION)
    style = notation.get("style", "plain")
    if isinstance(style, Mapping):
        try:
            styles.own_style(style)
        except InputError as error:
            raise error.under("notation.style") from None
    else:
        _at("notation.style", styles.style, _text(style, "notation.style"))
    data = _data(_section(given, "data", _DATA), files)
    models = _models(given)
    queries = _mapping(given.get("query", {}), "query")
    queried = {name: _query(cells, f"query.{name}") for name, cells in queries.items()}
    asked = _names(given.get("ask", []), "ask")
    title, source = (_text(given.get(key, ""), key) for key in ("title", "source"))
    digits = _digits(notation.get("digits", 4))
    rounding = _at("notation.rounding", one_of, notation.get("rounding", "half-up"), _ROUNDINGS)
    exposure = _mapping(given["data"].get("exposure", {}), "data.exposure")
    try:
        return Problem(
            data, queried, models, asked, title, source, style, digits, rounding,
            _logarithm(notation), exposure=exposure,
            questions=read_questions(given.get("question", [])),
        )  # fmt: skip
    except InputError as error:
        if error.at.startswith("data: "):  # in a row of the table, or of the file
            of = next(key for key in _SOURCES if key in given["data"])
            raise InputError(error.message, at=error.at.replace("data", f"data.{of}", 1)) from None
        raise


def _data(given: Mapping[str, Any], files: Files) -> Table | Documents | Counts | Parameters:
    present = [key for key in _SOURCES if key in given]
    if len(present) != 1:
        found = " and ".join(present) or "none"
        raise InputError(f"expected exactly one of {', '.join(_SOURCES)}; got {found}", at="data")
    classes = _names(given["classes"], "data.classes") if "classes" in given else None
    values = {
        column: _names(listed, f"data.values.{column}")
        for column, listed in _mapping(given.get("values", {}), "data.values").items()
    }
    if present[0] in ("counts", "parameters"):
        return _summary(given, present[0], classes, values)
    text = _text(given.get("text", "text"), "data.text")
    if present == ["table"]:
        source = "data.table"
        table = _text(given["table"], source)
        header, rows = _at(source, lambda: read_table_text(table, text=text))
    else:
        name = _text(given["file"], "data.file")
        source = "data.file"
        header, rows = _at(source, lambda: read_table_file(files.find(name), text=text))
    if _at("data.decimal", one_of, given.get("decimal", "."), (".", ",")) == ",":
        rows = _at(source, lambda: with_decimal_points(header, rows, text=text))
    if "text" in given and text not in header:
        raise InputError(f"unknown column {quoted(text)}{near(text, header)}", at="data.text")
    features = _features(given, header)
    if text in header and (features is None or text in features):
        return _documents(given, header, rows, text, classes, source)
    for key in ("split", "stop_words", "vocabulary"):
        if key in given:
            raise InputError(
                f"needs a column of texts; no column is named {quoted(text)}", at=f"data.{key}"
            )
    label = _text(given["class"], "data.class") if "class" in given else None
    identity = _text(given["id"], "data.id") if "id" in given else None
    weight = _text(given["weight"], "data.weight") if "weight" in given else None
    marks = _marks(given)
    try:
        return Table.from_rows(
            rows, header, label=label, id=identity, features=features, values=values,
            classes=classes, weight=weight, missing=marks,
        )  # fmt: skip
    except InputError as error:
        raise _located(error, source) from None


def _features(given: Mapping[str, Any], header: list[str]) -> list[str] | None:
    """Return the columns that are used, with those that hold an exposure; None if it is not said."""
    if "features" not in given:
        return None
    listed = _names(given["features"], "data.features")
    behind = (_mapping(given.get("exposure", {}), "data.exposure").get(name) for name in listed)
    return [*listed, *dict.fromkeys(c for c in behind if c in header and c not in listed)]


def _summary(
    given: Mapping[str, Any], kind: str, classes: list[str] | None, values: Mapping[str, list[str]]
) -> Counts | Parameters:
    """Return what counts or parameters say."""
    foreign = next((key for key in given if key not in _OF_SUMMARIES), None)
    if foreign is not None:
        raise InputError(f"does not go with {kind}", at=f"data.{foreign}")
    label = _text(given["class"], "data.class") if "class" in given else None
    text = _text(given[kind], f"data.{kind}")
    read = read_counts if kind == "counts" else read_parameters
    try:
        return read(text, class_variable=label, classes=classes, values=values)
    except (InputError, NotYet) as error:
        raise _located(error, f"data.{kind}") from None


def _marks(given: Mapping[str, Any]) -> list[str]:
    if "missing" not in given:
        return list(MISSING)
    marks = given["missing"]
    if not isinstance(marks, list):
        raise InputError(f'expected a list such as ["?"]; got {quoted(marks)}', at="data.missing")
    return [_at("data.missing", name_of, mark) for mark in marks]


def _documents(
    given: Mapping[str, Any],
    header: list[str],
    rows: list[list[str]],
    text: str,
    classes: Sequence[str] | None,
    source: str,
) -> Documents:
    """Return texts, and the columns beside them."""
    label = _text(given.get("class", "class"), "data.class")
    identity = _text(given.get("id", "id"), "data.id")
    weight = _text(given["weight"], "data.weight") if "weight" in given else None
    named = [(label, "data.class")]
    named += [(identity, "data.id")] if "id" in given else []
    named += [(weight, "data.weight")] if weight is not None else []
    for column, at in named:
        if column not in header:
            hint = near(column, header)
            if at == "data.class" and "class" not in given:
                raise InputError("no column is named 'class'; say which is the class", at=at)
            raise InputError(f"unknown column {quoted(column)}{hint}", at=at)
    if identity == label:
        raise InputError(f"{quoted(label)} is the class column", at="data.id")
    if label == text:
        raise InputError(f"{quoted(label)} is the column of texts", at="data.class")
    beside = [c for c in header if c not in (text, label, identity, weight)]
    if "features" in given:
        chosen = [f for f in _features(given, header) or () if f != text]
        other = next((f for f in chosen if f not in beside), None)
        if other is not None:
            raise InputError(f"unknown column {quoted(other)}{near(other, beside)}", at="data.features")
        beside = chosen
    values = _mapping(given.get("values", {}), "data.values")
    other = next((c for c in values if c not in beside), None)
    if other is not None:
        raise InputError(f"unknown column {quoted(other)}{near(other, beside)}", at="data.values")
    marks = ("", *_marks(given))
    cells = [dict(zip(header, row, strict=True)) for row in rows]
    documents = []
    for number, row in enumerate(cells, start=1):
        if row[label] in marks:
            raise InputError(f"row {number}: a row without a class", at=source)
        shown = tuple("" if row[c] in marks else row[c] for c in beside)
        at = f"row {number}, column {quoted(weight)}"
        counted = 1 if weight is None else _at(source, read_weight, row[weight], at)
        documents.append(Document(row.get(identity, ""), row[label], row[text], shown, counted))
    split = _at("data.split", one_of, given.get("split", "spaces"), _SPLITS)
    vocabulary = _names(given["vocabulary"], "data.vocabulary") if "vocabulary" in given else None
    stop_words = _names(given.get("stop_words", []), "data.stop_words")
    try:
        found = Documents.of(
            documents,
            class_variable=label,
            classes=classes,
            split=split,
            stop_words=stop_words,
            vocabulary=vocabulary,
            text=text,
            columns=beside,
            values={c: _names(listed, f"data.values.{c}") for c, listed in values.items()},
        )
    except InputError as error:
        raise _located(error, source) from None
    if not documents and classes is None:
        raise InputError("the table has a header and no rows", at=source)
    return found


def _located(error: ExactnbError, source: str) -> ExactnbError:
    """Put the path before an error that a table raised: of a key beside it, or of a row in it."""
    key = error.at.split(".")[0]
    if key in _DATA:
        return error.under("data")
    return type(error)(f"{error.at}: {error.message}" if error.at else error.message, at=source)


def _models(given: Mapping[str, Any]) -> dict[str, ModelChoice]:
    first = _section(given, "model", (*_MODEL, "name"))
    name = _model_name(first.get("name", MODEL), "model.name")
    base = {key: value for key, value in first.items() if key != "name"}
    models = {name: _choice(base, MODEL)}
    for other, changes in _mapping(given.get("models", {}), "models").items():
        at = f"models.{shortened(other)}"
        other = _model_name(other, at)
        if other in models:
            raise InputError("the name of a model is there twice", at=at)
        table = _mapping(changes, at)
        _known(table, _MODEL, at)
        merged = {**base, **table}
        if table.get("prior", "smoothed") != "smoothed" and "prior_smoothing" not in table:
            merged.pop("prior_smoothing", None)  # inherited with a prior that is not
        choice = _choice(merged, at)
        models[other] = replace(choice, conventions=choice.conventions.said_among(table))
    return models


def _model_name(given: object, at: str) -> str:
    name = _text(given, at).strip()
    if not name:
        raise InputError("a model needs a name", at=at)
    return name


def _choice(given: Mapping[str, Any], at: str) -> ModelChoice:
    chosen = {key: given[key] for key in _CONVENTIONS if key in given}
    if "conventions" in chosen:
        chosen["preset"] = chosen.pop("conventions")
    for key in ("prior_smoothing", "smoothing"):
        if isinstance(chosen.get(key), list):
            raise InputError(
                f"expected a number λ or a rule; got {quoted(chosen[key])}", at=f"{at}.{key}"
            )
    if "smoothings" in chosen:
        _mapping(chosen["smoothings"], f"{at}.smoothings")
    try:
        conventions = Conventions(**chosen)
    except (InputError, NotYet) as error:
        raise error.under(at) from None
    family = _family(given["family"], f"{at}.family") if "family" in given else None
    families = {
        column: _family(f, f"{at}.families.{column}")
        for column, f in _mapping(given.get("families", {}), f"{at}.families").items()
    }
    return ModelChoice(conventions, family, families)


def _family(given: object, at: str) -> Choice:
    """Return a family: a name, or { name = { number = ... } }."""
    return given if isinstance(given, Mapping) else _text(given, at)


def _query(given: object, at: str) -> Mapping[str, object] | str:
    if isinstance(given, str) and not isinstance(given, Numeral):
        return given
    if isinstance(given, Mapping):
        return given
    raise InputError(f'expected {{ column = value, ... }} or "a text"; got {quoted(given)}', at=at)


def _section(given: Mapping[str, Any], key: str, known: tuple[str, ...]) -> Mapping[str, Any]:
    section = _mapping(given.get(key, {}), key)
    _known(section, known, key)
    return section


def _known(given: Mapping[str, Any], known: tuple[str, ...], at: str) -> None:
    for key in given:
        if key not in known:
            shown = shortened(key)
            path = f"{at}.{shown}" if at else shown
            later = path in _LATER or (at.startswith("models.") and f"model.{key}" in _LATER)
            hint = " for now: it is not worked out yet" if later else near(key, known)
            raise InputError(f"unknown key{hint}", at=path)


def _mapping(given: object, at: str) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise InputError(f"expected a table of keys; got {quoted(given)}", at=at)
    return given


def _text(given: object, at: str) -> str:
    if not isinstance(given, str) or isinstance(given, Numeral):
        raise InputError(f"expected text in quotes; got {quoted(given)}", at=at)
    return given


def _names(given: object, at: str) -> list[str]:
    if not isinstance(given, list):
        raise InputError(f"expected a list such as [...]; got {quoted(given)}", at=at)
    return [_at(f"{at}[{number}]", name_of, name) for number, name in enumerate(given, start=1)]


def _logarithm(notation: Mapping[str, Any]) -> str:
    """Return the base of logarithms that joints are compared in too; "" if it is not said."""
    base = notation.get("log", "")
    if isinstance(base, bool) or str(base) not in ("", *LOGARITHMS):
        raise InputError(f'expected "e", 2 or 10; got {quoted(base)}', at="notation.log")
    return str(base)


def _digits(given: object) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or not 1 <= given <= _MAX_DIGITS:
        raise InputError(
            f"expected a whole number from 1 to {_MAX_DIGITS}; got {quoted(given)}",
            at="notation.digits",
        )
    return given


def _at(at: str, read: Any, *arguments: object) -> Any:
    """Call a reader, and put the path before its refusal."""
    try:
        return read(*arguments)
    except InputError as error:
        raise InputError(str(error), at=at) from None
