"""Read a problem file. Every key is known or refused, every value has its type, with its path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from exactnb.arithmetic.numerals import Numeral
from exactnb.conventions import Conventions
from exactnb.data.documents import Document, Documents
from exactnb.data.readers import read_table_file, read_table_text, read_text_file
from exactnb.data.table import Table, name_of
from exactnb.errors import ExactnbError, InputError, near, one_of, printable, quoted
from exactnb.solution import styles
from exactnb.solution.models import MODEL, ModelChoice
from exactnb.solution.problem import Problem
from exactnb.solution.toml import read_toml

__all__ = ["read_problem", "read_problem_text"]

_TOP = ("title", "source", "ask", "data", "model", "models", "query", "notation")
_DATA = (
    "table", "file", "class", "classes", "text", "id", "features", "values", "split", "stop_words",
    "vocabulary",
)  # fmt: skip
_CONVENTIONS = ("prior", "prior_smoothing", "smoothing", "smoothings", "tie")
_MODEL = ("family", "families", *_CONVENTIONS)
_NOTATION = ("style", "digits", "rounding")
_LATER = frozenset((
    "printed", "question", "data.counts", "data.parameters", "data.weight", "data.missing",
    "data.exposure", "model.unseen", "model.absent", "model.coefficient", "model.divisor",
    "model.share", "model.epsilon", "model.covariance", "model.conventions", "notation.log",
))  # fmt: skip
_ROUNDINGS = ("half-up", "half-even")
_SPLITS = ("spaces", "letters", "words")
_MAX_DIGITS = 1_000


def read_problem(path: Path) -> Problem:
    """Return the problem in a file.

    Raises an ExactnbError whose message is one line: the file, the path inside it, what was given
    and what was expected.
    """
    try:
        return read_problem_text(read_text_file(path), folder=path.parent)
    except ExactnbError as error:
        raise error.inside(str(path)) from None


def read_problem_text(text: str, *, folder: Path = Path()) -> Problem:
    r"""Return the problem in the text of a file; `folder` is where its data file is looked for.

    >>> problem = read_problem_text("[data]\ntable = '''\nspoon soup\nsilver leek\n'''")
    >>> problem.table.class_variable
    'soup'
    """
    given = read_toml(text)
    _known(given, _TOP, "")
    notation = _section(given, "notation", _NOTATION)
    style = _text(notation.get("style", "plain"), "notation.style")
    _at("notation.style", styles.style, style)
    data = _data(_section(given, "data", _DATA), folder)
    models = _models(given)
    queries = _mapping(given.get("query", {}), "query")
    return Problem(
        data,
        {name: _query(cells, f"query.{name}") for name, cells in queries.items()},
        models,
        _names(given.get("ask", []), "ask"),
        _text(given.get("title", ""), "title"),
        _text(given.get("source", ""), "source"),
        style,
        _digits(notation.get("digits", 4)),
        _at("notation.rounding", one_of, notation.get("rounding", "half-up"), _ROUNDINGS),
    )


def _data(given: Mapping[str, Any], folder: Path) -> Table | Documents:
    present = [key for key in ("table", "file") if key in given]
    if len(present) != 1:
        found = " and ".join(present) or "neither"
        raise InputError(f"expected exactly one of table, file; got {found}", at="data")
    text = _text(given.get("text", "text"), "data.text")
    if present == ["table"]:
        source = "data.table"
        table = _text(given["table"], source)
        header, rows = _at(source, lambda: read_table_text(table, text=text))
    else:
        name = _text(given["file"], "data.file")
        source = "data.file"
        header, rows = _at(source, lambda: read_table_file(folder / name, text=text))
    if "text" in given and text not in header:
        raise InputError(f"unknown column {quoted(text)}{near(text, header)}", at="data.text")
    classes = _names(given["classes"], "data.classes") if "classes" in given else None
    if text in header:
        return _documents(given, header, rows, text, classes, source)
    for key in ("split", "stop_words", "vocabulary"):
        if key in given:
            raise InputError(
                f"needs a column of texts; no column is named {quoted(text)}", at=f"data.{key}"
            )
    values = {
        column: _names(listed, f"data.values.{column}")
        for column, listed in _mapping(given.get("values", {}), "data.values").items()
    }
    label = _text(given["class"], "data.class") if "class" in given else None
    identity = _text(given["id"], "data.id") if "id" in given else None
    features = _names(given["features"], "data.features") if "features" in given else None
    try:
        table_read = Table.from_rows(
            rows, header, label=label, id=identity, features=features, values=values, classes=classes
        )
    except InputError as error:
        raise _located(error, source) from None
    return table_read


def _documents(
    given: Mapping[str, Any],
    header: list[str],
    rows: list[list[str]],
    text: str,
    classes: Sequence[str] | None,
    source: str,
) -> Documents:
    for key in ("features", "values"):
        if key in given:
            raise InputError("does not go with a column of texts", at=f"data.{key}")
    label = _text(given.get("class", "class"), "data.class")
    identity = _text(given.get("id", "id"), "data.id")
    for column, at in ((label, "data.class"), *([(identity, "data.id")] if "id" in given else [])):
        if column not in header:
            hint = near(column, header)
            if at == "data.class" and "class" not in given:
                raise InputError("no column is named 'class'; say which is the class", at=at)
            raise InputError(f"unknown column {quoted(column)}{hint}", at=at)
    if identity == label:
        raise InputError(f"{quoted(label)} is the class column", at="data.id")
    extra = next((c for c in header if c not in (text, label, identity)), None)
    if extra is not None:
        message = f"column {quoted(extra)} beside texts is not worked out yet"
        raise InputError(message, at=source)
    cells = [dict(zip(header, row, strict=True)) for row in rows]
    for number, row in enumerate(cells, start=1):
        if row[label] in ("", "?"):
            raise InputError(f"row {number}: a row without a class", at=source)
    documents = [Document(row.get(identity, ""), row[label], row[text]) for row in cells]
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
        )
    except InputError as error:
        raise _located(error, source) from None
    if not documents and classes is None:
        raise InputError("the table has a header and no rows", at=source)
    return found


def _located(error: InputError, source: str) -> ExactnbError:
    """Put the path before an error that a table raised: of a key beside it, or of a row in it."""
    key = error.at.split(".")[0]
    if key in _DATA:
        return error.under("data")
    return InputError(f"{error.at}: {error.message}" if error.at else error.message, at=source)


def _models(given: Mapping[str, Any]) -> dict[str, ModelChoice]:
    first = _section(given, "model", (*_MODEL, "name"))
    name = _model_name(first.get("name", MODEL), "model.name")
    base = {key: value for key, value in first.items() if key != "name"}
    models = {name: _choice(base, MODEL)}
    for other, changes in _mapping(given.get("models", {}), "models").items():
        at = f"models.{printable(other)}"
        other = _model_name(other, at)
        if other in models:
            raise InputError("the name of a model is there twice", at=at)
        table = _mapping(changes, at)
        _known(table, _MODEL, at)
        merged = {**base, **table}
        if table.get("prior", "smoothed") != "smoothed" and "prior_smoothing" not in table:
            merged.pop("prior_smoothing", None)  # inherited with a prior that is not
        models[other] = _choice(merged, at)
    return models


def _model_name(given: object, at: str) -> str:
    name = _text(given, at).strip()
    if not name:
        raise InputError("a model needs a name", at=at)
    return name


def _choice(given: Mapping[str, Any], at: str) -> ModelChoice:
    chosen = {key: given[key] for key in _CONVENTIONS if key in given}
    for key in ("prior_smoothing", "smoothing"):
        if isinstance(chosen.get(key), Mapping | list):
            raise InputError(
                "expected a number λ; other rules are not worked out yet", at=f"{at}.{key}"
            )
    if "smoothings" in chosen:
        _mapping(chosen["smoothings"], f"{at}.smoothings")
    try:
        conventions = Conventions(**chosen)
    except InputError as error:
        raise error.under(at) from None
    family = _text(given["family"], f"{at}.family") if "family" in given else None
    families = {
        column: _text(f, f"{at}.families.{column}")
        for column, f in _mapping(given.get("families", {}), f"{at}.families").items()
    }
    return ModelChoice(conventions, family, families)


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
            shown = printable(key)[:60]
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
