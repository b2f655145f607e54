"""What is chosen for a model; `models.py` makes the model of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from exactnb.conventions import Conventions
from exactnb.families import Choice

MODEL = "model"


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """What is chosen for a model: its conventions, its families (of all columns, and by column).

    A family is named, or comes with its numbers: `{"negative-binomial": {"r": 3}}`. That it suits the
    data is checked where a Problem is made of both.

    >>> chosen = ModelChoice(family="categorical", families={"size": "gaussian"})
    >>> chosen.of("size"), chosen.of("colour")
    ('gaussian', 'categorical')
    """

    conventions: Conventions = field(default_factory=Conventions)
    family: Choice | None = None
    families: Mapping[str, Choice] = field(default_factory=dict)

    def of(self, column: str) -> Choice | None:
        """Return what is said of a column, None if nothing is."""
        return self.families.get(column, self.family)
