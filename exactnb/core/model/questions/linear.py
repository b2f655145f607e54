"""The linear form of a model: log-odds as a bias and weights; the discriminant scores of lda and qda.

Sources: C. Bishop, Pattern Recognition and Machine Learning (2006), section 4.2.3. T. Hastie, R.
Tibshirani and J. Friedman, The Elements of Statistical Learning (2nd ed.), equations 4.10 and 4.12.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from exactnb.core.arithmetic.values import Undefined
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
    Expression,
    Function,
    Product,
    Quotient,
    Reference,
    Sum,
    references,
)
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.families.base import probability
from exactnb.core.families.block import CONSTANT, Block, Polynomial
from exactnb.core.families.estimates import number_cell
from exactnb.core.model.numbers import is_factor
from exactnb.core.model.probabilities import Prediction, definitions
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort, Quantity
from exactnb.core.naming.names import Item, Pair, QuantityName
from exactnb.errors import InputError


def define_linear(prediction: Prediction, name: QuantityName, effort: Effort) -> Quantity:
    """Return the quantity of `name` in `prediction`: weight(k:l|a), the log-odds of a, or bias(k:l).

    If densities are undefined (a variance of 0, an infinite rate), the weight is written by them: it is
    undefined, though the difference of means over 0 would be infinite. Raises InputError if the
    log-odds are not linear; `effort` pays for that check.
    """
    pair = name.pair
    assert pair is not None
    column = name.columns[0] if name.columns else None
    if column is not None and column in prediction.model.endless:
        slope = _ratio(prediction, column, pair, name, effort)[column,]
        return Quantity(name, slope, Reason(Rule.DEFINE, "slope of the log-odds"))
    _check(prediction, name)
    if name.head == "bias":
        parts = list(_constants(prediction, pair, name, effort))
        first_bias, second_bias = (_bias(prediction, k, name) for k in (pair.first, pair.second))
        description = "log-odds at zero" if parts else "log-odds of nothing seen"
        formula = Sum.of((_log_ratio(first_bias, second_bias), *parts))
        return Quantity(name, formula, Reason(Rule.DEFINE, description))
    (item,) = name.right
    if item.kind == "word":
        description = "log of the ratio"
        first, second = (probability((item,), (k,), name.model) for k in (pair.first, pair.second))
        return Quantity(name, _log_ratio([first], [second]), Reason(Rule.DEFINE, description))
    (first_one, first_zero), (second_one, second_zero) = (
        _both(prediction, item.variable, k) for k in (pair.first, pair.second)
    )
    model = prediction.model
    if model.conventions.absent == "ignore" or item.variable not in model.finite_features:
        formula = _log_ratio([first_one], [second_one])
        return Quantity(name, formula, Reason(Rule.DEFINE, "log of the ratio"))
    reason = Reason(Rule.DEFINE, "log of the odds ratio")
    return Quantity(name, _log_ratio([first_one, second_zero], [second_one, first_zero]), reason)


def _constants(
    prediction: Prediction, pair: Pair, name: QuantityName, effort: Effort
) -> Iterator[Expression]:
    """Yield the constants of the log-ratios of numeric columns."""
    for column in prediction.model.endless:
        columns = _together(prediction, column)
        if columns[0] == column:
            yield _ratio(prediction, column, pair, name, effort)[CONSTANT]


def _together(prediction: Prediction, column: str) -> tuple[str, ...]:
    """Return the columns that share one factor with a column, itself included."""
    block = prediction.model.endless[column]
    return next(columns for columns in block.together(block.cells) if column in columns)


def _ratio(
    prediction: Prediction, column: str, pair: Pair, name: QuantityName, effort: Effort
) -> Polynomial:
    """Return the log-ratio of the factor that contains a column; InputError if it is not linear."""
    prediction.model.refuse_limit_of_variances(name.place)
    block = prediction.model.endless[column]
    log_ratio = block.log_ratio(_together(prediction, column), (pair.first, pair.second))
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
    factors = [block.line({column: x}, k)[0] for x in "01" for k in labels]
    wanted = (name for part in (*factors, *log_ratio.values()) for name in references(part))
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


def _bias(prediction: Prediction, label: Item, name: QuantityName) -> list[Expression]:
    """Return the prior and, for each 0/1 column, the probability of a 0."""
    factors: list[Expression] = [probability((label,), (), name.model)]
    if prediction.model.conventions.absent == "count":
        factors += (_both(prediction, column, label)[1] for column in prediction.model.finite_features)
    return factors


def _both(prediction: Prediction, column: str, label: Item) -> tuple[Expression, Expression]:
    """Return the factors of a 1 and of a 0."""
    block = prediction.model.listed[column]
    one, zero = (block.factor(column, value, label) for value in ("1", "0"))
    return one, zero


def _check(prediction: Prediction, name: QuantityName) -> None:
    model = prediction.model
    column = next((c for c, b in model.listed.items() if set(b.values(c)) != {"0", "1"}), None)
    if column is not None:
        message = f"column {column} is not 0/1, so the log-odds are not linear in it"
        raise InputError(message, at=name.place)
    tied = next((block for block in model.blocks if not block.has_independent_draws), None)
    if tied is not None:
        raise InputError(f"with {tied.family.name} the log-odds are not linear", at=name.place)


def _log_ratio(numerators: list[Expression], denominators: list[Expression]) -> Expression:
    return Function("log", Quotient(Product.of(numerators), Product.of(denominators)))


def define_score(prediction: Prediction, name: QuantityName, _: Effort) -> Quantity:
    """Return the quantity of `name`, score(k|x); InputError if x has no columns of lda or qda."""
    model = prediction.model
    (label,) = name.subjects
    observation = prediction.observed(name.right)
    terms: list[Expression] = [Function("log", probability((label,), (), model.name))]
    has_score = False
    for factor in model.factors(observation, label):
        columns: tuple[str, ...] = ()
        if isinstance(factor, Reference) and is_factor(model, factor.name):
            columns = tuple(item.variable for item in factor.name.subjects)
        score = model.by_column[columns[0]].score(columns, observation.cells, label) if columns else ()
        has_score = has_score or bool(score)
        terms += score or (Function("log", factor),)
    if not has_score:
        raise InputError("scores are of the columns of lda and qda, and none is seen", at=name.place)
    return Quantity(name, Sum(tuple(terms)), Reason(Rule.DEFINE, "discriminant"))
