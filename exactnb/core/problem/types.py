"""Checks of the types of a problem's parts, before anything is worked out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

from exactnb.core.data.counts import Counts
from exactnb.core.data.documents import Documents
from exactnb.core.data.frames import LAZY, by_name
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.schema import DATA, Schema
from exactnb.core.data.table import Table
from exactnb.core.naming.grammar import is_numeral
from exactnb.errors import InputError, quoted

Data = Table | Documents | Counts | Parameters
"""What a problem is about: observations, counts of them, or given parameters."""


def is_frame(data: object) -> bool:
    """Say whether `data` are rows of another library, lazy ones too, columns by name, or records."""
    ways = ("iloc", "get_columns", "column_names", "__arrow_c_stream__", *LAZY)
    has_way = any(hasattr(type(data), way) for way in ways)
    return isinstance(data, Mapping) or has_way or by_name(data) is not None


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
