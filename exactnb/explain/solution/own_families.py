"""Families that a problem states: how a sheet states them; each counts once its theorem is proved.

How to read: `unproved_reason` asks for the theorem, `family_statement` writes what was stated, and
`stated_family` hands it to the second reader.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from string import ascii_letters
from typing import TYPE_CHECKING, Literal

from exactnb.core.expression import nodes
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import literal
from exactnb.core.families.block import Block
from exactnb.core.families.declared.family import DeclaredFamily
from exactnb.core.families.declared.ranges import rational_end, with_ends_put_in
from exactnb.core.families.declared.specification import (
    VARIABLE,
    Interval,
    OutcomeTable,
    Range,
    Whole,
    replace_letters,
)
from exactnb.core.families.protocol import BaseFamily
from exactnb.core.model.model import Model
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.errors import ExactnbError, Place, TooMuch, Unsupported, listing
from exactnb.explain.derivation.lines import Chain, FamilyStatement, Line, Remark, without_models
from exactnb.explain.derivation.second_reader.counting import Ends, StatedFamily
from exactnb.explain.derivation.verified import Rejected

if TYPE_CHECKING:
    from exactnb.explain.proving.writing.theorem import Theorem


class Unproved(Rejected):
    """The error of a stated family that nothing proves: a fault of the input."""

    exit_code = 2


@cache
def theorem_of_family(family: BaseFamily) -> Theorem:
    """Return the theorem of a `family` that somebody stated: its estimate, proved line by line.

    Raises Unsupported, with the reason, where nothing is derived or a line is not shown.
    """
    from exactnb.explain.proving.stated.families import theorem_of_specification

    assert isinstance(family, DeclaredFamily)
    try:
        return theorem_of_specification(family.estimator)
    except TooMuch:  # which to integrate would be more work still
        raise
    except Unsupported as error:
        from exactnb.explain.proving.stated.openings import why_no_density

        no_density = "" if family.domain == "nominal" else why_no_density(family.stated)
        raise Unsupported(no_density or error.message) from None


def unproved_reason(problem: Problem, name: QuantityName) -> str:
    """Return "" unless `name` of `problem` rests on a family with an unproved theorem.

    Raises Unproved, at the family's density or mass, for one that nothing proves: whoever stated it
    can state another.
    """
    prediction = problem.predictions.get(name.model)
    blocks = prediction.model.by_column if prediction is not None else {}
    for column in (*name.columns, *name.cells):
        family = blocks[column].family if column in blocks else None
        if family is not None:
            require_theorem(family)
    return ""


def require_theorem(family: BaseFamily) -> None:
    """Raise Unproved, at its density or mass, for a stated family whose theorem nothing proves."""
    if not isinstance(family, DeclaredFamily):
        return
    try:
        theorem_of_family(family)
    except ExactnbError as error:
        place = Place.root("families") / family.stated.name
        form = "probabilities" if family.domain == "nominal" else "mass"
        place /= "density" if family.is_density else form
        why = f"the theorem of {family.name} is not proved: {error.message}"
        raise Unproved(why, at=place) from None


def family_statement(problem: Problem) -> FamilyStatement:
    """Return what a problem says of the families that it states and that a model has chosen."""
    made: dict[FamilyStatement, FamilyStatement] = {}  # by what it says, whatever the model
    for prediction in problem.predictions.values():
        for block in prediction.model.blocks:
            if block.family.letters:
                statement = _statement(block, prediction.model)
                made.setdefault(without_models(statement), statement)
    return FamilyStatement(tuple(part for statement in made.values() for part in statement.parts))


def _statement(block: Block, model: Model) -> FamilyStatement:
    """Return the density of each column, the prior, and what all of their letters may be."""
    family = block.family
    assert isinstance(family, DeclaredFamily)
    stated, names, constants = family.stated, model.names, dict(family.constants)
    letters_in_use = (VARIABLE, *stated.parameters, *constants)  # other letters than these
    free, factor = (next(a for a in f"{u}{ascii_letters}" if a not in letters_in_use) for u in "kC")
    general = Item("general", model.schema.class_variable, free)
    columns = listing(f"“{column}”" for column in block.cells).replace(", ", " and ")
    what = "density" if stated.is_density else "probabilities"
    title = f" of “{stated.name}”" if stated.name else ""
    verb = "has" if len(block.cells) == 1 else "have"
    parts: list[Remark | Chain] = [Remark((f"In each class, {columns} {verb} the {what}{title}:",))]
    cell_formulas: tuple[tuple[str, nodes.Expression], ...] = ((VARIABLE, stated.formula),)
    ranges = _range_lines(nodes.Symbol(VARIABLE), family.support) if stated.is_fixed else []
    if isinstance(stated, OutcomeTable):  # lists what a cell may be
        cell_formulas, ranges = stated.outcomes, []
    for column in block.cells:
        letters: dict[str, nodes.Expression] = {
            letter: nodes.Reference(
                names.parameter(letter, (column,), None if letter in stated.shared else general)
            )
            for letter in stated.parameters
        }
        for cell, formula in cell_formulas:
            chance = nodes.Reference(names.given((Item("cell", column, cell),), general))
            parts.append(_chain(chance, replace_letters(formula, letters)))
        if stated.prior is not None:
            prior = nodes.Product.of((nodes.Symbol(factor), replace_letters(stated.prior, letters)))
            parts.append(_chain(nodes.Call("p", tuple(letters.values())), prior))
        if not ranges and not isinstance(stated, OutcomeTable):  # x lies between ends of each column
            ranges += _range_lines(nodes.Symbol(VARIABLE), _with_ends(family, letters))
        for letter, within in stated.parameters.items():
            ranges += _range_lines(letters[letter], _with_letters(within, letters))
    ranges += [Line(nodes.Symbol(factor), ">", nodes.Integer(0), _STATED)] * (stated.prior is not None)
    ranges += [Line(nodes.Symbol(a), "=", literal(value), _STATED) for a, value in constants.items()]
    sentence = [part for line in ranges for part in (", ", line)][1:]
    sentence[-2:-1] = [" and "] * (len(ranges) > 1)
    rule = "MLE" if stated.prior is None else "MAP"
    estimated = f"; the estimate is the {rule}" if model.given is None else ""
    return FamilyStatement((*parts, Remark(("where ", *sentence, f"{estimated}."))))


def _with_ends(family: DeclaredFamily, letters: Mapping[str, nodes.Expression]) -> Interval:
    """Return the support of a column, whose ends have its parameters in them."""
    fixed, moving = family.support, family.moving
    assert isinstance(fixed, Interval)
    low, high = (None if end is None else replace_letters(end, letters) for end in moving)
    closed = fixed.low_closed or low is not None, fixed.high_closed or high is not None
    return Interval(low or fixed.low, high or fixed.high, *closed)


def _with_letters(within: Range, letters: Mapping[str, nodes.Expression]) -> Range:
    """Return a range whose ends have the parameters of a column in them."""
    if isinstance(within, Whole):
        return within
    low, high = (
        None if end is None else replace_letters(end, letters) for end in (within.low, within.high)
    )
    return replace(within, low=low, high=high)


_STATED = Reason(Rule.GIVEN)
_FEW = 6  # whole numbers that are written out


def _chain(left: nodes.Expression, right: nodes.Expression) -> Chain:
    return Chain((Line(left, "=", right, _STATED),))


def _range_lines(name: nodes.Expression, within: Range) -> list[Line]:
    """Return what a letter may be, in one line or two."""
    if isinstance(within, Whole):
        first, last = within.first, within.last
        least, most = map(rational_end, within.ends)
        domain = (
            nodes.Domain("whole", (first,)) if last is None else nodes.Domain("through", (first, last))
        )
        if least is not None and most is not None and most - least < _FEW:
            few = (literal(least + n) for n in range(int(most - least) + 1))
            domain = nodes.Domain("set", tuple(few))
        return [Line(name, "∈", domain, _STATED)]
    low, high, closed = within.low, within.high, (within.low_closed, within.high_closed)
    if low is None and high is None:
        return [Line(name, "∈", nodes.Domain("reals", ()), _STATED)]
    kinds: dict[tuple[bool, bool], Literal["open", "closed", "left-open"]] = {
        (False, False): "open", (True, True): "closed", (False, True): "left-open"
    }  # fmt: skip
    if low is not None and high is not None and closed in kinds:
        return [Line(name, "∈", nodes.Domain(kinds[closed], (low, high)), _STATED)]
    lines = [] if low is None else [Line(name, "≥" if closed[0] else ">", low, _STATED)]
    return lines + ([] if high is None else [Line(name, "≤" if closed[1] else "<", high, _STATED)])


def stated_family(family: BaseFamily) -> StatedFamily:
    """Return a stated `family` as the second reader takes it: as it was typed."""
    assert isinstance(family, DeclaredFamily)
    stated = family.stated
    parameters = tuple(
        (letter, _numeric_ends(with_ends_put_in(within, {})))
        for letter, within in stated.parameters.items()
    )
    outcomes = dict(stated.texts) if isinstance(stated, OutcomeTable) else {}
    support, moving = _numeric_ends(family.support), ("", "")
    if not stated.is_fixed:
        low, high = ("" if end is None else spell(end) for end in stated.moving)
        moving = low, high
    prior, shared = stated.prior_text, stated.shared
    return StatedFamily(stated.text, parameters, support, prior, moving, outcomes, shared)


def _numeric_ends(within: Range) -> Ends:
    """Return the ends of a range as numbers."""
    low, high = map(rational_end, within.ends)
    return Ends(low, high, *within.closed, isinstance(within, Whole))
