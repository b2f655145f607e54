"""From what is chosen for a model to the model itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from exactnb.conventions import Conventions
from exactnb.data.counts import Counts
from exactnb.data.table import Table
from exactnb.errors import InputError, NotYet, near, quoted
from exactnb.expression.names import is_numeral
from exactnb.families import family
from exactnb.families.base import Column
from exactnb.model.model import Block, Model

__all__ = ["MODEL", "ModelChoice", "build_model"]

MODEL = "model"


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """What is chosen for a model: its conventions, its families (of all columns, and by column)."""

    conventions: Conventions = field(default_factory=Conventions)
    family: str | None = None
    families: Mapping[str, str] = field(default_factory=dict)


def build_model(name: str, choice: ModelChoice, table: Table, counts: Counts, texts: bool) -> Model:
    """Return the model that is chosen for a table; `texts` if its columns are words of texts.

    Raises InputError or NotYet, with the key, for a choice that does not fit the table.
    """
    for column in choice.families:
        if column not in table.columns:
            hint = near(column, table.columns)
            raise InputError(f"unknown column {quoted(column)}{hint}", at="families")
    blocks = {}
    for column, values in zip(table.columns, table.values, strict=True):
        chosen = choice.families.get(column, choice.family)
        if chosen is None:
            chosen = _default_family(column, values, texts)
        at = f"families.{column}" if column in choice.families else "family"
        try:
            blocks[column] = Block(Column(column, values), family(chosen))
            blocks[column].family.check(blocks[column].column)
        except (InputError, NotYet) as error:
            raise error.under(at) from None
    conventions = choice.conventions
    return Model(name, table.class_variable, table.classes, blocks, conventions, counts)


def _default_family(column: str, values: tuple[str, ...], texts: bool) -> str:
    if texts:
        raise NotYet(
            "texts are multinomial unless it is said otherwise, and that is not worked out yet; "
            'say family = "bernoulli"',
            at="family",
        )
    if set(values) == {"0", "1"}:
        return "bernoulli"
    if any(is_numeral(value) for value in values):
        number = next(value for value in values if is_numeral(value))
        raise InputError(
            f"column {quoted(column)} holds numbers ({number}); say how it is distributed, "
            f'for example families = {{ "{column}" = "categorical" }}',
            at="families",
        )
    return "categorical"
