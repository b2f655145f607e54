"""Families that a problem states: each counts once its theorem is proved."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression
from exactnb.core.families.declared.family import DeclaredFamily
from exactnb.core.families.declared.specification import OutcomeTable, Range, Whole
from exactnb.core.families.protocol import BaseFamily
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.errors import ExactnbError, Place
from exactnb.explain.derivation.second_reader.counting import Ends, Typed
from exactnb.explain.derivation.verified import Rejected

if TYPE_CHECKING:
    from exactnb.explain.proving.theorem import Theorem


class Unproved(Rejected):
    """The error of a stated family that nothing proves: a fault of the input."""

    exit_code = 2


@cache
def theorem_of_family(family: BaseFamily) -> Theorem:
    """Return the theorem of a `family` that somebody stated: its estimate, proved line by line.

    Raises Unsupported, with the reason, where nothing is derived or a line is not shown.
    """
    from exactnb.explain.proving.declared_families import theorem_of_specification

    assert isinstance(family, DeclaredFamily)
    return theorem_of_specification(family.estimator)


def unproved(problem: Problem, name: QuantityName) -> str:
    """Return "" unless a quantity rests on a family whose theorem is not proved.

    Raises Unproved, at the family's density or mass, for one that nothing proves: whoever stated it
    can state another.
    """
    prediction = problem.predictions.get(name.model)
    blocks = prediction.model.by_column if prediction is not None else {}
    for column in (*name.columns, *name.cells):
        family = blocks[column].family if column in blocks else None
        if family is not None and family.letters:
            try:
                theorem_of_family(family)
            except ExactnbError as error:
                assert isinstance(family, DeclaredFamily)
                place = Place.root("families") / family.stated.name
                form = "probabilities" if family.domain == "nominal" else "mass"
                place /= "density" if family.is_density else form
                why = f"the theorem of {family.name} is not proved: {error.message}"
                raise Unproved(why, at=place) from None
    return ""


def as_typed(family: BaseFamily) -> Typed:
    """Return a stated `family` as the second reader takes it: as it was typed."""
    assert isinstance(family, DeclaredFamily)
    stated = family.stated
    ((letter, within),) = stated.parameters.items()
    outcomes = dict(stated.texts) if isinstance(stated, OutcomeTable) else {}
    ends = _ends(within), _ends(family.support)
    return Typed(stated.text, letter, *ends, stated.prior_text, outcomes)


def _ends(within: Range) -> Ends:
    """Return the ends of a range as numbers."""
    if isinstance(within, Whole):
        return Ends(_end(within.first), _end(within.last), True, True, is_whole=True)
    return Ends(_end(within.low), _end(within.high), within.low_closed, within.high_closed)


def _end(end: Expression | None) -> Fraction | None:
    value = None if end is None else evaluate(end)
    assert value is None or isinstance(value, Fraction)
    return value
