"""Families that a problem states: each counts once its theorem is proved."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from exactnb.core.families.protocol import Family
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.errors import ExactnbError

if TYPE_CHECKING:
    from exactnb.explain.proving.theorem import Theorem


@cache
def theorem_of_family(family: Family) -> Theorem:
    """Return the theorem of a `family` that somebody stated: its estimate, proved line by line.

    Raises Unsupported, with the reason, where nothing is derived or a line is not shown.
    """
    from exactnb.core.families.declared.family import DeclaredFamily
    from exactnb.explain.proving.declared_families import theorem_of_specification

    assert isinstance(family, DeclaredFamily)
    return theorem_of_specification(family.estimator)


def unproved(problem: Problem, name: QuantityName) -> str:
    """Return why a quantity rests on a family whose theorem is not proved; "" if it rests on none."""
    prediction = problem.predictions.get(name.model)
    blocks = prediction.model.by_column if prediction is not None else {}
    for column in (*name.columns, *name.cells):
        family = blocks[column].family if column in blocks else None
        if family is not None and family.letter:
            try:
                theorem_of_family(family)
            except ExactnbError as error:
                return f"the theorem of {family.name} is not proved: {error.message}"
    return ""
