"""The log-odds of two classes: a bias and weights where they are linear, and where they are zero.

Sources: C. Bishop, Pattern Recognition and Machine Learning (2006), section 4.2.3. T. Hastie, R.
Tibshirani and J. Friedman, The Elements of Statistical Learning (2nd ed.), equations 4.10 and 4.12.

How to read: `define_weight_or_bias` is for weights and biases, `define_score` the scores of lda
and qda, `define_boundary` where two classes tie, or one is likelier: points and intervals of one
column, a curve of several.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain

from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.arithmetic.values import Undefined
from exactnb.core.expression import nodes
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.general_nodes import Monotone
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.expression.tree import terms_of
from exactnb.core.expression.written import number
from exactnb.core.families.base import Observation, probability
from exactnb.core.families.block import CONSTANT, Block, Polynomial
from exactnb.core.families.estimates import number_cell
from exactnb.core.model.model import Model, is_factor
from exactnb.core.model.probabilities import Prediction, definitions
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort, Quantity
from exactnb.core.naming.names import Item, Pair, QuantityName
from exactnb.errors import InputError, Unsupported

_TIE = Reason(Rule.DEFINE, "log-odds zero")
_LIKELIER = Reason(Rule.DEFINE, "log-odds positive")
_MOST = 12  # columns of a curve at most


def define_weight_or_bias(prediction: Prediction, name: QuantityName, effort: Effort) -> Quantity:
    """Return the quantity of `name` in `prediction`: weight(k:l|a), the log-odds of a, or bias(k:l).

    If densities are undefined (a variance of 0, an infinite rate), the weight is written by them: it is
    undefined, though the difference of means over 0 would be infinite. Raises InputError if the
    log-odds are not linear; `effort` pays for that check.
    """
    pair = name.pair
    assert pair is not None
    column = name.columns[0] if name.columns else None
    if column is not None and column in prediction.model.numeric_blocks:
        slope = _linear_log_ratio(prediction, column, pair, name, effort)[column,]
        return Quantity(name, slope, Reason(Rule.DEFINE, "slope of the log-odds"))
    _check(prediction, name)
    if name.head == "bias":
        parts = list(_constants(prediction, pair, name, effort))
        first_bias, second_bias = (
            _bias_factors(prediction, k, name) for k in (pair.first, pair.second)
        )
        description = "log-odds at zero" if parts else "log-odds of nothing seen"
        formula = nodes.Sum.of((_log_ratio(first_bias, second_bias), *parts))
        return Quantity(name, formula, Reason(Rule.DEFINE, description))
    (item,) = name.right
    if item.kind == "word":
        description = "log of the ratio"
        first, second = (probability((item,), (k,), name.model) for k in (pair.first, pair.second))
        return Quantity(name, _log_ratio([first], [second]), Reason(Rule.DEFINE, description))
    (first_hit, first_miss), (second_hit, second_miss) = (
        _bit_factors(prediction, item.variable, k) for k in (pair.first, pair.second)
    )
    model = prediction.model
    if model.conventions.absent == "ignore" or item.variable not in model.finite_features:
        formula = _log_ratio([first_hit], [second_hit])
        return Quantity(name, formula, Reason(Rule.DEFINE, "log of the ratio"))
    reason = Reason(Rule.DEFINE, "log of the odds ratio")
    return Quantity(name, _log_ratio([first_hit, second_miss], [second_hit, first_miss]), reason)


def _constants(
    prediction: Prediction, pair: Pair, name: QuantityName, effort: Effort
) -> Iterator[Expression]:
    """Yield the constants of the log-ratios of numeric columns."""
    for column in prediction.model.numeric_blocks:
        columns = _columns_of_factor(prediction, column)
        if columns[0] == column:
            yield _linear_log_ratio(prediction, column, pair, name, effort)[CONSTANT]


def _columns_of_factor(prediction: Prediction, column: str) -> tuple[str, ...]:
    """Return the columns that share one factor with a column, itself included."""
    block = prediction.model.numeric_blocks[column]
    return next(columns for columns in block.factor_groups(block.cells) if column in columns)


def _linear_log_ratio(
    prediction: Prediction, column: str, pair: Pair, name: QuantityName, effort: Effort
) -> Polynomial:
    """Return the log-ratio of the factor that contains a column; InputError if it is not linear."""
    prediction.model.refuse_limit_of_variances(name.place)
    block = prediction.model.numeric_blocks[column]
    log_ratio = block.log_ratio(_columns_of_factor(prediction, column), (pair.first, pair.second))
    if log_ratio is None or any(len(monomial) > 1 for monomial in log_ratio):
        raise InputError(
            f"the log-odds are not linear in column {column}; they are where classes share its "
            "variance",
            at=name.place,
        )
    densities = _without_slope(prediction, block, column, pair, log_ratio, effort)
    return log_ratio if densities is None else densities


def _without_slope(
    prediction: Prediction, block: Block, column: str, pair: Pair, log_ratio: Polynomial, effort: Effort
) -> Polynomial | None:
    """Return the log-ratio in terms of densities at 0 and 1, if only these are undefined."""
    if block.family.is_joint:
        return None  # its matrices have inverses
    labels = pair.first, pair.second
    factors = [block.factor_line({column: x}, k)[0] for x in "01" for k in labels]
    wanted = (name for part in (*factors, *log_ratio.values()) for name in nodes.references(part))
    graph = Quantities(wanted, definitions(prediction), effort)

    def undefined(parts: Iterable[Expression]) -> bool:
        return any(isinstance(evaluate(part, graph.value), Undefined) for part in parts)

    if not undefined(factors) or undefined(log_ratio.values()):
        return None
    (first_at_zero, second_at_zero), (first_at_one, second_at_one) = (
        [probability((number_cell(column, Fraction(x)),), (k,), block.model) for k in labels]
        for x in (0, 1)
    )
    return {
        (column,): _log_ratio([first_at_one, second_at_zero], [second_at_one, first_at_zero]),
        CONSTANT: _log_ratio([first_at_zero], [second_at_zero]),
    }


def _bias_factors(prediction: Prediction, label: Item, name: QuantityName) -> list[Expression]:
    """Return the prior and, for each 0/1 column, the probability of a 0."""
    factors: list[Expression] = [probability((label,), (), name.model)]
    if prediction.model.conventions.absent == "count":
        factors += (
            _bit_factors(prediction, column, label)[1] for column in prediction.model.finite_features
        )
    return factors


def _bit_factors(prediction: Prediction, column: str, label: Item) -> tuple[Expression, Expression]:
    """Return the factors of a 1 and of a 0."""
    block = prediction.model.finite_blocks[column]
    return block.factor(column, "1", label), block.factor(column, "0", label)


def _check(prediction: Prediction, name: QuantityName) -> None:
    model = prediction.model
    column = next((c for c, b in model.finite_blocks.items() if set(b.values(c)) != {"0", "1"}), None)
    if column is not None:
        message = f"column {column} is not 0/1, so the log-odds are not linear in it"
        raise InputError(message, at=name.place)
    tied = next((block for block in model.blocks if not block.family.has_independent_draws), None)
    if tied is not None:
        raise InputError(f"with {tied.family.name} the log-odds are not linear", at=name.place)


def _log_ratio(numerators: list[Expression], denominators: list[Expression]) -> Expression:
    return nodes.Function(
        "log", nodes.Quotient(nodes.Product.of(numerators), nodes.Product.of(denominators))
    )


def define_score(prediction: Prediction, name: QuantityName, _: Effort) -> Quantity:
    """Return the quantity of `name`, score(k|x), in `prediction`; InputError without lda or qda."""
    model = prediction.model
    (label,) = name.subjects
    observation = prediction.observe(name.right)
    terms: list[Expression] = [nodes.Function("log", probability((label,), (), model.name))]
    has_score = False
    for factor in model.factors(observation, label):
        columns: tuple[str, ...] = ()
        if isinstance(factor, nodes.Reference) and is_factor(model, factor.name):
            columns = tuple(item.variable for item in factor.name.subjects)
        score = model.by_column[columns[0]].score(columns, observation.cells, label) if columns else ()
        has_score = has_score or bool(score)
        terms += score or (nodes.Function("log", factor),)
    if not has_score:
        raise InputError("scores are of the columns of lda and qda, and none is seen", at=name.place)
    return Quantity(name, nodes.Sum(tuple(terms)), Reason(Rule.DEFINE, "discriminant"))


def define_boundary(prediction: Prediction, name: QuantityName, _: Effort) -> Quantity:
    """Return the quantity of `name` in `prediction`: where two classes tie, or one is likelier.

    With an index it is one of the points. Numeric columns without a given value vary; other columns
    without one are summed out. Raises InputError if no column or too many vary, and Unsupported for
    densities without a polynomial log-ratio.
    """
    if name.index is not None:
        entry = nodes.Entry(nodes.Reference(name.without_index()), name.index)
        return Quantity(name, entry, Reason(Rule.DEFINE, "one of the points"))
    model = prediction.model
    model.refuse_limit_of_variances(name.place)
    pair = name.pair
    assert pair is not None
    observation = prediction.observe(name.right)
    free = [column for column in model.numeric_blocks if column not in observation.cells]
    if not free:
        what = (
            "every numeric column is given" if model.numeric_blocks else "there are no numeric columns"
        )
        raise InputError(f"{what}, so nothing is left to vary", at=name.place)
    if len(free) > _MOST:
        raise InputError(f"{len(free)} columns vary; at most {_MOST} are worked out", at=name.place)
    rest = _condition_without_joint_columns(model, name.right, observation, free)
    odds = model.names.of_pair("odds", pair, rest)
    is_region = name.head == "region"
    if any(model.numeric_blocks[c].corners(c, pair.first) for c in free):
        if len(free) > 1:
            raise Unsupported("a piecewise density beside other columns that vary", at=name.place)
        formula = _crossings(model, free[0], pair, odds, is_region=is_region)
        return Quantity(name, formula, _LIKELIER if is_region else _TIE)
    scale, terms = _log_ratio_in_function(model, free, pair)
    terms = terms or _log_ratio_polynomial(model, free, observation.cells, pair)
    constant = nodes.Reference(odds.with_head("log_odds"))
    none = (0,) * len(free)
    terms[none] = [*chain.from_iterable(map(terms_of, terms.get(none, []))), constant]
    order = sorted(terms, key=lambda powers: (sum(powers), powers), reverse=True)
    coefficients = tuple((powers, nodes.Sum.of(terms[powers])) for powers in order)
    lower = model.numeric_blocks[
        free[0]
    ].family.first_integer  # of a single column: a curve is not restricted
    kind = nodes.StatedZeros if scale else nodes.Zeros
    curve = kind(tuple(free), coefficients, None if scale else lower, is_region, scale)
    return Quantity(name, curve, _LIKELIER if is_region else _TIE)


def _condition_without_joint_columns(
    model: Model, right: tuple[Item, ...], observation: Observation, free: list[str]
) -> tuple[Item, ...]:
    """Return the condition without columns that share a joint density with a free column."""
    partly = {
        column
        for varying in free
        for column in model.numeric_blocks[varying].cells
        if model.numeric_blocks[varying].family.is_joint
    }
    if not partly & set(observation.cells):
        return right
    cells = [Item("cell", c, value) for c, value in observation.cells.items() if c not in partly]
    if observation.words():
        raise Unsupported("a text beside columns of which only some are given")
    return tuple(cells)


def _log_ratio_in_function(
    model: Model, free: list[str], pair: Pair
) -> tuple[Monotone | None, dict[tuple[int, ...], list[nodes.Expression]]]:
    """Return the log-ratio of a single column in a function of it, where it is no polynomial in it."""
    block, classes = model.numeric_blocks[free[0]], (pair.first, pair.second)
    is_polynomial = len(free) > 1 or block.log_ratio((free[0],), classes)
    scaled = None if is_polynomial else block.family.scaled_log_ratio(block, free[0], classes)
    scale, terms = scaled or (None, {})
    return scale, {(power,): [factor] for power, factor in terms.items()}


def _log_ratio_polynomial(
    model: Model, free: list[str], cells: Mapping[str, str], pair: Pair
) -> dict[tuple[int, ...], list[nodes.Expression]]:
    """Return the log-ratio of the free columns: coefficients by the powers of the columns."""
    coefficients: dict[tuple[int, ...], list[nodes.Expression]] = {}
    for block in dict.fromkeys(model.numeric_blocks[column] for column in free):
        for columns in block.factor_groups((*free, *cells)):
            if not set(columns) & set(free):
                continue
            ratio = block.log_ratio(columns, (pair.first, pair.second), cells)
            if ratio is None:
                raise Unsupported(f"no boundary is worked out for {block.family.name} columns")
            for monomial, coefficient in ratio.items():
                powers = tuple(monomial.count(column) for column in free)
                factors = [number(number_in(cells[c])) for c in monomial if c in cells]
                if len(factors) == 2 and factors[0] == factors[1]:
                    factors = [factors[0] ** 2]
                part = nodes.Product((coefficient, *factors)) if factors else coefficient
                coefficients.setdefault(powers, []).append(part)
    return coefficients


def _crossings(
    model: Model, column: str, pair: Pair, odds: QuantityName, *, is_region: bool
) -> nodes.Crossings:
    """Return where the odds times one density equal the other density, or (region) exceed it."""
    block = model.numeric_blocks[column]

    def corners(label: Item) -> tuple[tuple[nodes.Expression, nodes.Expression], ...]:
        return tuple(
            (number(x), probability((number_cell(column, x),), (label,), model.name))
            for x in block.corners(column, label)
        )

    first_corners, second_corners = corners(pair.first), corners(pair.second)
    return nodes.Crossings(column, nodes.Reference(odds), first_corners, second_corners, is_region)
