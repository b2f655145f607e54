"""Read a problem file: every key is known or refused, every value has its type, with its path."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from exactnb.core.arithmetic.numerals import Numeral
from exactnb.core.conventions import Conventions
from exactnb.core.data.files import NO_FILES, Files
from exactnb.core.data.readers import read_text_file
from exactnb.core.problem import styles
from exactnb.core.problem.accepted import with_accepted
from exactnb.core.problem.choice import MODEL, ModelChoice
from exactnb.core.problem.data_section import read_data
from exactnb.core.problem.milestones import with_milestones
from exactnb.core.problem.printed import read_printed
from exactnb.core.problem.questions import Question, read_credit, read_questions
from exactnb.core.problem.reading import table, text
from exactnb.core.problem.sections import Section, section_keys
from exactnb.core.problem.toml import read_problem_toml
from exactnb.errors import InputError, Place, quoted

_FAMILIES = ("family", "families")
_FIRST, _MORE_MODELS, _QUERY = Place.of(MODEL), Place.of("models"), Place.of("query")

Made = TypeVar("Made")
"""The result of `make`, a `Problem`: passed as a function, since that class uses this file."""


def read_problem(make: Callable[..., Made], path: Path, files: bool | None = None) -> Made:
    """Return what `make` makes of the problem in the file `path`.

    `files` allows any file for its data if true, and none if false. Raises an ExactnbError of one line:
    the file, the path inside it, the value and what was expected.
    """
    with Place.file(path):
        return read_problem_text(make, read_text_file(path), Files.of(path, files))


def read_problem_text(make: Callable[..., Made], text: str, files: Files = NO_FILES) -> Made:
    """Return what `make` makes of the problem in `text`; `files` says which others it may name."""
    return read_document(make, read_problem_toml(text), files)


def read_document(
    make: Callable[..., Made], document: Mapping[str, Any], files: Files = NO_FILES
) -> Made:
    """Return what `make` makes of a `document`, the TOML of a file; `files` may hold its data."""
    general = Section(document, "")
    notation = Section(document.get("notation", {}), "notation")
    style = notation["style"]
    look_up = styles.custom_style if isinstance(style, Mapping) else styles.style
    notation.path("style").read(look_up, style)
    data = Section(document.get("data", {}), "data")
    observed = read_data(data, files)
    answers = Section(document.get("answers", {}), "answers")
    Section(document.get("variants", {}), "variants").check()
    models = _models(document)
    queries = table(document.get("query", {}), _QUERY)
    queried = {name: _query(cells, _QUERY / name) for name, cells in queries.items()}
    column = next((name for name in queried if name in observed.schema.columns), None)
    if column is not None:
        message = f"{quoted(column)} is a column already; a query's id must be new"
        raise InputError(message, at=_QUERY / column)
    return make(
        observed,
        queried,
        models,
        general["ask"],
        title=general["title"],
        source=general["source"],
        notation_style=style,
        digits=notation["digits"],
        rounding=notation["rounding"],
        log=notation["log"],
        numbers=notation["numbers"],
        exposure=data["exposure"],
        questions=_questions(document),
        answer_decimal=answers["decimal"],
        printed=read_printed(document.get("printed", {})),
    )


def _questions(document: Mapping[str, Any]) -> tuple[Question, ...]:
    """Return the questions of a document with their milestones, and with accepted answers."""
    tables = document.get("question", [])
    questions = read_questions(tables, credit=read_credit(document.get("credit", {})))
    pairs = zip(questions, tables, strict=True)
    with_points = {question.id for question, table in pairs if "points" in table}
    questions = with_milestones(questions, document.get("milestone", []), with_points)
    return with_accepted(questions, document.get("accept", []))


def _models(document: Mapping[str, Any]) -> dict[str, ModelChoice]:
    first = Section(document.get("model", {}), "model", more=("name",)).given
    name = _model_name(first.get("name", MODEL), _FIRST / "name")
    base = {key: value for key, value in first.items() if key != "name"}
    models = {name: _choice(base, _FIRST)}
    for model_name, changes in table(document.get("models", {}), _MORE_MODELS).items():
        at = _MORE_MODELS / model_name
        model_name = _model_name(model_name, at)
        if model_name in models:
            raise InputError("the name of a model is there twice", at=at)
        own_keys = Section(changes, "model", at=at).given
        merged = {**base, **own_keys}
        if own_keys.get("prior", "smoothed") != "smoothed" and "prior_smoothing" not in own_keys:
            merged.pop("prior_smoothing", None)  # inherited with a prior that is not
        choice = _choice(merged, at)
        models[model_name] = replace(choice, conventions=choice.conventions.explicit_among(own_keys))
    return models


def _model_name(raw: object, at: Place) -> str:
    name = text(raw, at).strip()
    if not name:
        raise InputError("a model needs a name", at=at)
    return name


def _choice(raw: Mapping[str, Any], at: Place) -> ModelChoice:
    model = Section(raw, "model", at=at)
    chosen = {key: model[key] for key in section_keys("model") if key in model and key not in _FAMILIES}
    if "conventions" in chosen:
        chosen["preset"] = chosen.pop("conventions")
    for key in ("prior_smoothing", "smoothing"):
        if isinstance(chosen.get(key), list):
            raise InputError(
                f"expected a number λ or a rule; got {quoted(chosen[key])}", at=model.path(key)
            )
    return ModelChoice(
        at.read(partial(Conventions, **chosen)), model["family"], model["families"] or {}
    )


def _query(raw: object, at: Place) -> Mapping[str, object] | str:
    if isinstance(raw, str) and not isinstance(raw, Numeral):
        return raw
    if isinstance(raw, Mapping):
        return raw
    raise InputError(f'expected {{ column = value, ... }} or "a text"; got {quoted(raw)}', at=at)
