"""Read a problem file: every key is known or refused, every value has its type, with its path.

How to read: `read_problem` is the door. `read_data` goes by the key that has the data; `observed` makes
a Table of rows, or Documents by `_documents`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from exactnb.core.arguments import require
from exactnb.core.arithmetic.numerals import BareNumeral
from exactnb.core.conventions import Conventions
from exactnb.core.data.counts import Counts
from exactnb.core.data.dialect import DIALECT, Dialect
from exactnb.core.data.documents import Document, Documents
from exactnb.core.data.files import NO_FILES, Files
from exactnb.core.data.findings import Findings, rows_without_class, without_class
from exactnb.core.data.parameters import Parameters, with_other_words
from exactnb.core.data.readers import read_table_content, read_table_file, read_text_file
from exactnb.core.data.rows import class_column, require_columns
from exactnb.core.data.schema import MISSING, compared
from exactnb.core.data.table import RowReader, Table, check_roles, chosen_columns, declared_names
from exactnb.core.problem import styles
from exactnb.core.problem.choice import MODEL, ModelChoice
from exactnb.core.problem.milestones import with_milestones
from exactnb.core.problem.printed import read_printed
from exactnb.core.problem.questions import Question, read_credit, read_questions, with_accepted
from exactnb.core.problem.reading import table, text
from exactnb.core.problem.sections import Section, section_keys
from exactnb.core.problem.toml import read_problem_toml
from exactnb.core.problem.types import Data
from exactnb.errors import InputError, Place, quoted

if TYPE_CHECKING:
    from exactnb.core.problem.declared import Declared
    from exactnb.core.problem.mistakes import StatedMistake

_FAMILIES, _OTHER_WORDS = ("family", "families"), "other_words"
_FIRST, _MORE_MODELS, _QUERY = Place.of(MODEL), Place.of("models"), Place.of("query")

Made = TypeVar("Made")
"""The result of `make`, a `Problem`: passed as a function, since that class uses this file."""

SOURCES = ("table", "file", "counts", "parameters")
"""The keys of which a problem has exactly one."""

_SUMMARY_KEYS = (*SOURCES, "class", "classes", "values", "exposure")
_TEXT_KEYS = ("split", "stop_words", "vocabulary")
Rows = list[list[str]]


def read_problem(make: Callable[..., Made], path: Path, files: bool | None = None) -> Made:
    """Return what `make` makes of the problem in the file `path`.

    `files` allows any file for its data if true, and none if false. Raises an ExactnbError of one line:
    the file, the path inside it, the value and what was expected.
    """
    with Place.file(path):
        return read_problem_text(make, read_text_file(path), Files.of(path, files))


def read_problem_text(make: Callable[..., Made], text: str, files: Files = NO_FILES) -> Made:
    """Return what `make` makes of the problem in `text`; `files` says which others it may name."""
    require(text, str, "the text of a problem file", "text")
    return read_document(make, read_problem_toml(text), files)


def read_document(
    make: Callable[..., Made], document: Mapping[str, Any], files: Files = NO_FILES
) -> Made:
    """Return what `make` makes of a `document`, the TOML of a file; `files` may hold its data."""
    general = Section(document, "")
    notation = Section(document.get("notation", {}), "notation")
    style = notation["style"]
    look_up = styles.custom_style if isinstance(style, Mapping) else styles.style
    notation.place_of_key("style").read(look_up, style)
    data = Section(document.get("data", {}), "data")
    declared = _declared(document.get("families", {}))
    letters = frozenset(letter for family in declared.values() for letter in family.letters)
    observed = read_data(data, files, letters)
    answers = Section(document.get("answers", {}), "answers")
    Section(document.get("variants", {}), "variants").check()
    models = _models(document, declared)
    if Section(document.get("model", {}), "model", more=("name",))[_OTHER_WORDS]:
        observed = (_FIRST / _OTHER_WORDS).read(with_other_words, observed)
    queries = document.get("query", {})
    if isinstance(queries, BareNumeral) or not (isinstance(queries, str) and queries.strip()):
        queries = {n: _read_query(cells, _QUERY / n) for n, cells in table(queries, _QUERY).items()}
        column = next((name for name in queries if name in observed.schema.columns), None)
        if column is not None:
            message = f"{quoted(column)} is a column already; a query's id must be new"
            raise InputError(message, at=_QUERY / column)
    return make(
        observed,
        queries,
        models,
        general["ask"],
        title=general["title"],
        source=general["source"],
        notation_style=style,
        **{key: notation[key] for key in ("digits", "rounding", "log")},
        number_style=notation["numbers"],
        exposure=data["exposure"],
        questions=_questions(document, declared),
        mistakes=_mistakes(document.get("mistake", [])),
        answer_decimal=answers["decimal"],
        printed=read_printed(document.get("printed", {})),
    )


def _questions(document: Mapping[str, Any], declared: Declared) -> tuple[Question, ...]:
    """Return the questions of a document with their milestones, and with accepted answers."""
    tables, credit = document.get("question", []), read_credit(document.get("credit", {}))
    questions = read_questions(tables, credit=credit, families=declared)
    pairs = zip(questions, tables, strict=True)
    with_points = {question.id for question, table in pairs if "points" in table}
    questions = with_milestones(questions, document.get("milestone", []), with_points)
    return with_accepted(questions, document.get("accept", []))


def _mistakes(tables: object) -> tuple[StatedMistake, ...]:
    """Return the mistakes that the file states, for which few files load anything."""
    if tables == []:
        return ()
    from exactnb.core.problem.mistakes import read_mistakes

    return read_mistakes(tables)


def _declared(raw: object) -> Declared:
    """Return the families that the file states, for which few files load anything."""
    if raw == {}:
        return {}
    from exactnb.core.problem.declared import read_families

    return read_families(raw)


def _models(document: Mapping[str, Any], declared: Declared) -> dict[str, ModelChoice]:
    first = Section(document.get("model", {}), "model", more=("name",)).given
    name = _model_name(first.get("name", MODEL), _FIRST / "name")
    base = {key: value for key, value in first.items() if key != "name"}
    models = {name: _read_choice(base, _FIRST, declared)}
    for model_name, changes in table(document.get("models", {}), _MORE_MODELS).items():
        place = _MORE_MODELS / model_name
        model_name = _model_name(model_name, place)
        if model_name in models:
            raise InputError("the name of a model is there twice", at=place)
        own_keys = Section(changes, "model", place=place).given
        if _OTHER_WORDS in own_keys:
            raise InputError(
                "goes into [model]: all models have the same words", at=place / _OTHER_WORDS
            )
        merged = {**base, **own_keys}
        if own_keys.get("prior", "smoothed") != "smoothed" and "prior_smoothing" not in own_keys:
            merged.pop("prior_smoothing", None)  # inherited with a prior that is not
        choice = _read_choice(merged, place, declared)
        models[model_name] = replace(choice, conventions=choice.conventions.explicit_among(own_keys))
    return models


def _model_name(raw: object, place: Place) -> str:
    name = text(raw, place).strip()
    if not name:
        raise InputError("a model needs a name", at=place)
    return name


def _read_choice(raw: Mapping[str, Any], place: Place, declared: Declared) -> ModelChoice:
    model = Section(raw, "model", place=place)
    chosen = {
        key: model[key]
        for key in section_keys("model")
        if key in model and key not in (*_FAMILIES, _OTHER_WORDS)
    }
    if "conventions" in chosen:
        chosen["preset"] = chosen.pop("conventions")
    for key in ("prior_smoothing", "smoothing"):
        if isinstance(chosen.get(key), list):
            raise InputError.expected("a number λ or a rule", chosen[key], at=model.place_of_key(key))
    family, by_column = model["family"], model["families"] or {}
    if declared:
        from exactnb.core.problem.declared import chosen_among

        places = model.place_of_key("families")
        by_column = {c: chosen_among(declared, own, places / c) for c, own in by_column.items()}
        family = chosen_among(declared, family, model.place_of_key("family"))
    conventions = place.read(partial(Conventions, **chosen))
    return place.read(ModelChoice, conventions, family, by_column)


def _read_query(raw: object, place: Place) -> Mapping[str, object] | str:
    if isinstance(raw, str) and not isinstance(raw, BareNumeral):
        return raw
    if isinstance(raw, Mapping):
        return raw
    raise InputError.expected('{ column = value, ... } or "a text"', raw, at=place)


def read_data(data: Section, files: Files, letters: Collection[str] = ()) -> Data:
    """Return the data of the section `data`; `files` says which files may be read.

    Rows of given parameters may be about `letters`, those of families that the problem states.

    Raises an InputError with the key, and with the row and column in a table.
    """
    present = [key for key in SOURCES if key in data]
    if len(present) != 1:
        present_keys = " and ".join(present) or "none"
        raise InputError(
            f"expected exactly one of {', '.join(SOURCES)}; got {present_keys}", at=data.at
        )
    (source,) = present
    if source in ("counts", "parameters"):
        return _summary(data, source, letters)
    _ = data["classes"], data["values"]  # read early: their errors come before those of rows
    return observed(data, *read_rows(data, source, data["text"], files))


def observed(
    data: Section, place: Place, header: list[str], rows: Rows, findings: Findings
) -> Table | Documents:
    """Return the `rows` under a `header` as the keys in `data` say: Documents if there are texts.

    `findings` is what reading them found. Raises an InputError with the key, or with
    the place of the rows, `place`, in the data.
    """
    read = _read_observed(data, place, header, rows, findings)
    if data["class"] is None:
        from exactnb.core.data.doubts import other_labels

        return replace(read, doubts=(*read.doubts, *other_labels(read.schema)))
    return read


def _read_observed(
    data: Section, place: Place, header: list[str], rows: Rows, findings: Findings
) -> Table | Documents:
    text = data["text"]
    require_columns([text] if "text" in data else [], header, data.place_of_key("text"))
    features = _chosen_features(data, header)
    if text in header and (features is None or text in features):
        return _documents(data, place, header, features, rows, findings)
    for key in _TEXT_KEYS:
        if key in data:
            message = f"needs a column of texts; no column is named {quoted(text)}"
            raise InputError(message, at=data.place_of_key(key))
    chosen = {  # read here: an error below gets the place of a row
        "label": data["class"],
        **{key: data[key] for key in ("id", "unlabelled", "binarize", "fold_case")},
        "weight": data.at.read(findings.column_of_weights, data["weight"]),
        "classes": _listed_classes(data),
        "features": features,
        "values": _listed_values(data),
        "declared": findings.declared,
        "doubts": findings.doubts,
        "missing": missing_marks(data),
    }
    with data.at:
        return Table.from_rows(rows, header, at=place, **chosen)


def read_rows(
    data: Section, source: str, text: str, files: Files
) -> tuple[Place, list[str], Rows, Findings]:
    """Return the place of the rows, header and rows, with decimal points, and what was found.

    `source` is the key of `data` that has them, `text` the column of texts; `files` may be read.
    """
    raw, place, marks, findings = data[source], Place.of(source), missing_marks(data), Findings()
    with data.at:
        dialect = Dialect(**{key: data[key] for key in DIALECT})
        how: dict[str, Any] = {"text": text, "dialect": dialect, "missing": marks, "findings": findings}
        if source == "table":
            if dialect.encoding:
                raise InputError("needs data.file", at="encoding")
            with place:
                return (place, *read_table_content(raw, **how), findings)
        path = place.read(files.find, raw)
        with place:
            return (place / Place.file(path), *read_table_file(path, **how), findings)


def _chosen_features(data: Section, header: list[str]) -> list[str] | None:
    """Return the columns to use, with those of covariates; None if the file does not choose any."""
    if "features" not in data:
        return None
    listed = data["features"]
    covariates = (data["exposure"].get(name) for name in listed)
    return [*listed, *dict.fromkeys(c for c in covariates if c in header and c not in listed)]


def _listed_classes(data: Section) -> list[str] | None:
    """Return the classes that the section `data` lists, spelled as they are read; None for none."""
    classes = data["classes"]
    return compared(classes, data["fold_case"]) if classes else classes


def _listed_values(data: Section) -> dict[str, list[str]]:
    """Return the values that the section `data` lists by column, spelled as they are read."""
    values = data["values"] or {}
    return {c: [v.lower() for v in of] for c, of in values.items()} if data["fold_case"] else values


def missing_marks(data: Section) -> list[str]:
    """Return the marks of a missing cell in the section `data`."""
    return data["missing"] if "missing" in data else list(MISSING)


def _summary(data: Section, kind: str, letters: Collection[str]) -> Counts | Parameters:
    """Return the Counts or Parameters in the section."""
    classes, values = data["classes"], data["values"] or {}
    foreign = next((key for key in data.given if key not in _SUMMARY_KEYS), None)
    if foreign is not None:
        raise InputError(f"cannot be used with {kind}", at=data.place_of_key(foreign))
    from exactnb.core.data.summaries import read_counts, read_parameters

    read = read_counts if kind == "counts" else partial(read_parameters, letters=letters)
    label, text = data["class"], data[kind]
    with data.at:
        return read(text, class_variable=label, classes=classes, values=values, place=Place.of(kind))


def _documents(
    data: Section,
    place: Place,
    header: list[str],
    features: list[str] | None,
    rows: Rows,
    findings: Findings,
) -> Documents:
    """Return the documents of `rows`; without any the section has to name the classes."""
    text, id_column = data["text"], data.get("id", "id")
    weight = data.at.read(findings.column_of_weights, data["weight"])
    values, fold_case = _listed_values(data), data["fold_case"]
    marks = compared(("", *missing_marks(data)), fold_case)
    split, vocabulary, stop_words = data["split"], data["vocabulary"], data["stop_words"]
    with data.at:
        if (label := data["class"]) is None:
            label = class_column(header, (text, id_column), weight)
        check_roles(header, label, data["id"], weight)
        for column, key, what in (
            (id_column, "id", "class column"),
            (text, "class", "column of texts"),
        ):
            if column == label:
                raise InputError(f"{quoted(label)} is the {what}", at=key)
        columns = [column for column in header if column not in (text, label, id_column, weight)]
        if features is not None:
            columns = chosen_columns([column for column in features if column != text], columns)
        require_columns(values, columns, "values")
        places = [header.index(column) for column in columns]
        rows, unlabelled = list(rows), data["unlabelled"]

        def refusal() -> str:
            return without_class(label, findings.doubts, (row[header.index(label)] for row in rows))

        where = header.index(label), id_column, weight, places
        how = frozenset(marks), refusal, unlabelled, fold_case
        reader = RowReader(header, *where, *how, place)
        declared, text_place = declared_names(findings.declared, marks, fold_case), header.index(text)
        every = []
        for number, cells in enumerate(rows, start=1):
            row = reader.row(number, cells)
            every.append(
                (number, Document(row.id, row.label, cells[text_place], row.cells, row.weight))
            )
        documents = [document for _, document in every if document.label]
        queries = every if unlabelled == "query" else []
        left_out = rows_without_class(len(every) - len(documents), unlabelled, reader.unweighted)
        read = Documents.of(
            documents,
            class_variable=label,
            classes=_listed_classes(data) or declared.get(label),
            split=split,
            stop_words=stop_words,
            vocabulary=vocabulary,
            text=text,
            columns=columns,
            values={c: declared[c] for c in columns if c in declared} | values,
            at=place,
            missing=marks,
            fold_case=fold_case,
            unlabelled=[(number, document) for number, document in queries if not document.label],
            doubts=(*findings.doubts, *left_out),
        )
        if not documents and data["classes"] is None:
            raise InputError("the table has a header and no rows", at=place)
    return read
