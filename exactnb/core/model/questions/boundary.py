"""Where two classes tie, or one is likelier, as numeric columns vary: points, intervals, a curve."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.expression import nodes
from exactnb.core.expression.general_nodes import Monotone
from exactnb.core.expression.nodes import StatedZeros
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.expression.written import number
from exactnb.core.families.base import Observation, probability
from exactnb.core.families.estimates import number_cell
from exactnb.core.model.model import Model
from exactnb.core.model.probabilities import Prediction
from exactnb.core.model.quantity import Effort, Quantity
from exactnb.core.naming.names import Item, Pair, QuantityName
from exactnb.errors import InputError, Unsupported

_TIE = Reason(Rule.DEFINE, "log-odds zero")
_LIKELIER = Reason(Rule.DEFINE, "log-odds positive")
_MOST = 12  # columns of a curve at most


def define_boundary(prediction: Prediction, name: QuantityName, _: Effort) -> Quantity:
    """Return the quantity of `name`: where two classes tie, or (region) the first is likelier.

    With an index it is one of the points. Numeric columns without a given value vary; other columns
    without one are summed out. Raises InputError if no column or too many vary, and Unsupported for
    densities without a polynomial log-ratio.
    """
    if name.index is not None:
        all_points = nodes.Reference(name.without_index())
        reason = Reason(Rule.DEFINE, "one of the points")
        return Quantity(name, nodes.Entry(all_points, name.index), reason)
    model = prediction.model
    model.refuse_limit_of_variances(name.place)
    pair = name.pair
    assert pair is not None
    observation = prediction.observed(name.right)
    free = [column for column in model.endless if column not in observation.cells]
    if not free:
        what = "every numeric column is given" if model.endless else "there are no numeric columns"
        raise InputError(f"{what}, so nothing is left to vary", at=name.place)
    if len(free) > _MOST:
        raise InputError(f"{len(free)} columns vary; at most {_MOST} are worked out", at=name.place)
    rest = _condition_without_joint_columns(model, name.right, observation, free)
    odds = model.names.of_pair("odds", pair, rest)
    cornered = any(model.endless[c].corners(c, pair.first) for c in free)
    if cornered:
        if len(free) > 1:
            raise Unsupported("a piecewise density beside other columns that vary", at=name.place)
        is_region = name.head == "region"
        formula = _crossings(model, free[0], pair, odds, is_region=is_region)
        return Quantity(name, formula, _LIKELIER if is_region else _TIE)
    scale, terms = _scaled(model, free, pair)
    terms = terms or _polynomial(model, free, observation.cells, pair)
    constant = nodes.Reference(odds.with_head("log_odds"))
    none = (0,) * len(free)
    constants = ((c.terms if isinstance(c, nodes.Sum) else (c,)) for c in terms.get(none, []))
    terms[none] = [*chain.from_iterable(constants), constant]
    order = sorted(terms, key=lambda powers: (sum(powers), powers), reverse=True)
    coefficients = tuple((powers, nodes.Sum.of(terms[powers])) for powers in order)
    is_region = name.head == "region"
    lower = model.endless[free[0]].family.lower  # of a single column: a curve is not restricted
    kind = StatedZeros if scale else nodes.Zeros
    curve = kind(tuple(free), coefficients, None if scale else lower, is_region, scale)
    return Quantity(name, curve, _LIKELIER if is_region else _TIE)


def _condition_without_joint_columns(
    model: Model, right: tuple[Item, ...], observation: Observation, free: list[str]
) -> tuple[Item, ...]:
    """Return the condition without columns that share a joint density with a free column."""
    partly = {
        column
        for varying in free
        for column in model.endless[varying].cells
        if model.endless[varying].family.is_joint
    }
    if not partly & set(observation.cells):
        return right
    cells = [Item("cell", c, value) for c, value in observation.cells.items() if c not in partly]
    if observation.words():
        raise Unsupported("a text beside columns of which only some are given")
    return tuple(cells)


def _scaled(
    model: Model, free: list[str], pair: Pair
) -> tuple[Monotone | None, dict[tuple[int, ...], list[nodes.Expression]]]:
    """Return the log-ratio of a single column in a function of it, where it is no polynomial in it."""
    block, classes = model.endless[free[0]], (pair.first, pair.second)
    family = block.family
    if len(free) > 1 or block.log_ratio((free[0],), classes):
        return None, {}
    scaled = family.scaled_ratio(block, free[0], classes)
    if scaled is None:
        return None, {}
    scale, terms = scaled
    return scale, {(power,): [factor] for power, factor in terms.items()}


def _polynomial(
    model: Model, free: list[str], cells: Mapping[str, str], pair: Pair
) -> dict[tuple[int, ...], list[nodes.Expression]]:
    """Return the log-ratio of the free columns: coefficients by the powers of the columns."""
    coefficients: dict[tuple[int, ...], list[nodes.Expression]] = {}
    for block in dict.fromkeys(model.endless[column] for column in free):
        for columns in block.together((*free, *cells)):
            if not set(columns) & set(free):
                continue
            ratio = block.log_ratio(columns, (pair.first, pair.second), cells)
            if ratio is None:
                raise Unsupported(f"no boundary is worked out for {block.family.name} columns")
            for monomial, coefficient in ratio.items():
                powers = tuple(monomial.count(column) for column in free)
                factors = [number(number_in(cells[c])) for c in monomial if c in cells]
                part = nodes.Product((coefficient, *_together(factors))) if factors else coefficient
                coefficients.setdefault(powers, []).append(part)
    return coefficients


def _together(numbers: list[nodes.Expression]) -> Iterable[nodes.Expression]:
    """Write a product of two equal numbers as a square."""
    if len(numbers) == 2 and numbers[0] == numbers[1]:
        return (nodes.Power(numbers[0], nodes.Integer(2)),)
    return numbers


def _crossings(
    model: Model, column: str, pair: Pair, odds: QuantityName, *, is_region: bool
) -> nodes.Crossings:
    """Return where the odds times one density equal the other density, or (region) exceed it."""
    block = model.endless[column]

    def corners(label: Item) -> tuple[tuple[nodes.Expression, nodes.Expression], ...]:
        return tuple(
            (number(x), probability((number_cell(column, x),), (label,), model.name))
            for x in block.corners(column, label)
        )

    first_corners, second_corners = corners(pair.first), corners(pair.second)
    return nodes.Crossings(column, nodes.Reference(odds), first_corners, second_corners, is_region)
