"""Checks of the types of a problem's parts, before anything is worked out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

from exactnb.core.data.counts import Counts
from exactnb.core.data.documents import Documents
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.schema import DATA, Schema
from exactnb.core.data.table import Table
from exactnb.core.naming.grammar import is_numeral
from exactnb.core.problem.choice import ModelChoice
from exactnb.errors import InputError, Place, quoted


def check_data(data: object) -> None:
    """Raise InputError unless `data` are observations, counts or parameters."""
    if not isinstance(data, Table | Documents | Counts | Parameters):
        raise InputError.expected("a Table, Documents, Counts or Parameters", data, at=DATA)


def is_frame(data: object) -> bool:
    """Say whether `data` are rows of another library, or columns in a dictionary."""
    kind = type(data)
    ways = ("iloc", "get_columns", "column_names", "__arrow_c_stream__")
    return isinstance(data, Mapping) or any(hasattr(kind, way) for way in ways)


def check_choices(models: Mapping[str, object]) -> None:
    """Raise InputError unless every one of the `models` is a ModelChoice."""
    for name, choice in models.items():
        if not isinstance(choice, ModelChoice):
            at = Place.of("models") / name
            raise InputError.expected("a ModelChoice", choice, at=at)


def check_texts(notation_style: object, **texts: object) -> None:
    """Raise InputError unless `notation_style` is a name or a table, and `texts` are text."""
    if not isinstance(notation_style, str | Mapping):
        raise InputError.expected("text or a table of templates", notation_style, at="notation_style")
    for key, text in texts.items():
        if not isinstance(text, str):
            raise InputError.expected("text", text, at=key)


def check_classes(schema: Schema) -> None:
    """Raise InputError where a `schema` has no classes, or names of them would be ambiguous."""
    if not schema.classes:
        raise InputError("there are no classes", at=DATA / "classes")
    if schema.class_variable in schema.columns or schema.class_variable in schema.words:
        numeral = next((label for label in schema.classes if is_numeral(label)), None)
        if numeral is not None:
            raise InputError(
                f"{quoted(schema.class_variable)} is a word of the texts and the class column too, "
                f"so {schema.class_variable}={numeral} has two readings; rename the column",
                at=DATA / "class",
            )


def used_names(schema: Schema, queries: Iterable[str]) -> dict[str, str]:
    """Return the names in use of a `schema` and its `queries`, with their meanings; later ones win."""
    return {
        **dict.fromkeys(queries, "a query"),
        **dict.fromkeys(chain.from_iterable(schema.columns.values()), "a value"),
        schema.class_variable: "the class column",
        **dict.fromkeys(schema.columns, "a column"),
        **dict.fromkeys(schema.words, "a word"),
        **dict.fromkeys(schema.classes, "a class"),
    }
