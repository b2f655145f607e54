"""One check per rule: the form that a line under that rule needs, besides being true.

A check returns what is wrong, in words, or "" for a line that it accepts.

How to read: `LINE_CHECKS`, near the end, maps rules to functions; each takes the line and the one
before it. `verifier.py` has already checked that both sides have one value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from exactnb.core.arithmetic.germs import Germ
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.data.schema import as_number
from exactnb.core.expression import nodes, reasons
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.results import Value, are_equal
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import literal, number
from exactnb.core.lazy import once
from exactnb.core.model.model import Model
from exactnb.core.model.probabilities import Prediction
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import QuantityName
from exactnb.core.quantities import QUANTITIES
from exactnb.core.record import frozen
from exactnb.explain.derivation.decimals import is_decimal, parts_problem, rounded_parts_problem
from exactnb.explain.derivation.lines import Line, ModelTable, Stated
from exactnb.explain.derivation.second_reader.reader import SecondReader


@frozen
class ProblemSource:
    """The problem that a derivation is checked against, built without the solution.

    `reader` is the second reader, which recounts the data; `predictions` are the models by name,
    `displays` the tables of data and question, `noun` what a row is called, `setting` the assumptions
    in words, and `table` the summary of the models. `unproved` says why a quantity rests on a family
    that the problem states and nothing proves, "" where it does not; `doubts` are those about the data.
    """

    reader: SecondReader
    predictions: Mapping[str, Prediction]
    displays: tuple[Stated, ...] = ()
    noun: str = "rows"
    setting: tuple[str, ...] = ()
    table: ModelTable = ()
    unproved: Callable[[QuantityName], str] = lambda name: ""
    doubts: tuple[str, ...] = ()

    @once
    def models(self) -> Mapping[str, Model]:
        """Return the models by name."""
        return {short: prediction.model for short, prediction in self.predictions.items()}


@frozen(slots=True)
class Context:
    """The graph of quantities and the source, for the checks."""

    quantities: Quantities
    source: ProblemSource

    def value(self, expression: nodes.Expression) -> Value:
        """Return the value of `expression`, evaluated from its own tree."""
        return evaluate(expression, self.quantities.value)


def _formula_problem(context: Context, line: Line, previous: Line | None) -> str:
    name = line.subject
    if name is None or previous is not None:
        return "a formula opens the chain of a named quantity"
    quantity = context.quantities[name]
    if quantity.reason != line.reason:
        return f"the reason is {quantity.reason.words!r}"
    if not all(_is_general_factor(name, part, quantity.formula) for part in index_products(line.right)):
        return "the general factor is not one of this quantity"
    return (
        ""
        if _with_products_merged(line.right) == _with_products_merged(quantity.formula)
        else "not the formula of this quantity"
    )


def _grouping_problem(context: Context, line: Line, previous: Line | None) -> str:
    """Accept a formula grouped by words if a recount gives the same groups."""
    name = line.subject
    problem = _formula_problem(context, line, previous)
    if problem or name is None:
        return problem
    prediction = context.source.predictions[name.model]
    texts = not prediction.model.draws_words
    tally = context.source.reader.tally
    count_word = tally.texts_with if texts else tally.word
    factors = prediction.grouped_factors(name, count_word)
    expected = nodes.Product.of(factors)
    return "" if line.right == expected else "the words, counted anew, give other factors"


def _counting_problem(context: Context, line: Line, previous: Line | None) -> str:
    name = line.subject
    if name is None or not QUANTITIES[name.head].counted:
        return "only a count is counted"
    if line.reason != context.quantities[name].reason or previous is not None:
        return f"the reason is {context.quantities[name].reason.words!r}"
    counted = context.source.reader.recount(name)
    allowed = (literal(as_number(counted)), number(counted))
    return "" if line.right in allowed else f"counting the rows gives {number_text(counted)}"


def _expansion_problem(context: Context, line: Line, previous: Line | None) -> str:
    if previous is None:
        return "nothing stands before it to be written out"
    if line.reason != reasons.EXPANDED:
        return "a product written out has no reason of its own"
    return (
        ""
        if _with_products_merged(line.right) == _with_products_merged(previous.right)
        else "not the same product written out"
    )


def _substituted_line_problem(context: Context, line: Line, previous: Line | None) -> str:
    if previous is not None:
        formula = previous.right
    else:
        name = line.subject
        if name is None:
            return "nothing stands before it to put numbers into"
        formula = context.quantities[name].formula
    reason = context.quantities.substitution_reason(formula)
    if line.reason != reason:
        return f"the reason is {reason.words!r}"
    return _substitution_problem(context, formula, line.right)


def _substitution_problem(context: Context, pattern: nodes.Expression, filled: nodes.Expression) -> str:
    """Return what is wrong if `filled` is not `pattern` with numbers for its names, else ""."""
    if isinstance(pattern, nodes.Reference):
        if nodes.has_names(filled):
            return "a name is left where a number belongs"
        if not are_equal(context.value(filled), context.value(pattern)):
            return f"{spell(filled)} is not {pattern.name}"
        counted = context.quantities.operand_form(pattern.name)
        return "" if filled == counted else f"{pattern.name} was counted as {spell(counted)}"
    return parts_problem(pattern, filled, "numbers", lambda a, b: _substitution_problem(context, a, b))


def _value_problem(context: Context, line: Line, previous: Line | None) -> str:
    if line.reason != reasons.VALUE:
        return "a value has no reason of its own"
    if isinstance(line.right, nodes.ArgMax):
        return "a decision has no scores of its own"
    return "a name is left in a value" if nodes.has_names(line.right) else ""


def _rounding_problem(context: Context, line: Line, previous: Line | None) -> str:
    if line.reason != reasons.ROUNDED:
        return "a rounded value has no reason of its own"
    is_array = isinstance(line.right, nodes.VectorNode | nodes.MatrixNode | nodes.PointsNode)
    return "" if is_array or is_decimal(line.right) else "a rounded value is a decimal"


def _decimals_problem(context: Context, line: Line, previous: Line | None) -> str:
    """Accept the formula of the quantity with correctly rounded decimals for parts of it."""
    name = line.subject
    if line.reason != reasons.IN_DECIMALS or name is None:
        return f"the reason is {reasons.IN_DECIMALS.words!r}, and a name has it"
    if is_decimal(line.right):
        return "a value alone is rounded"
    return rounded_parts_problem(context.quantities[name].formula, line.right, context.value)


def _limit_problem(context: Context, line: Line, previous: Line | None) -> str:
    value = context.value(line.left)
    reason = reasons.TENDS[value.letter] if isinstance(value, Germ) else None
    if reason is None or line.reason != reason:
        return f"the reason is {'another' if reason is None else repr(reason.words)}"
    return "a name is left in a limit" if nodes.has_names(line.right) else ""


def _comparison_problem(context: Context, line: Line, previous: Line | None) -> str:
    if line.reason != reasons.COMPARED or previous is not None:
        return "a comparison stands alone, without a reason of its own"
    return ""  # its relation was decided exactly


def _decision_problem(context: Context, line: Line, previous: Line | None) -> str:
    if previous is None:
        return _formula_problem(context, line, previous)
    if line.reason != reasons.DECIDED:
        return "a decision has no reason of its own"
    return "" if isinstance(line.right, nodes.Labels) else "a decision is a class"


LINE_CHECKS: dict[reasons.Rule, Callable[[Context, Line, Line | None], str]] = {
    reasons.Rule.GIVEN: _formula_problem,
    reasons.Rule.DEFINE: _formula_problem,
    reasons.Rule.ASSUME: _formula_problem,
    reasons.Rule.COUNT: _counting_problem,
    reasons.Rule.GROUP: _grouping_problem,
    reasons.Rule.EXPAND: _expansion_problem,
    reasons.Rule.SUBSTITUTE: _substituted_line_problem,
    reasons.Rule.VALUE: _value_problem,
    reasons.Rule.ROUND: _rounding_problem,
    reasons.Rule.DECIMALS: _decimals_problem,
    reasons.Rule.LIMIT: _limit_problem,
    reasons.Rule.COMPARE: _comparison_problem,
    reasons.Rule.DECIDE: _decision_problem,
}


def index_products(expression: nodes.Expression) -> Iterator[nodes.IndexedProduct]:
    """Return the products over an index in `expression`."""
    return (part for part in expression.walk() if isinstance(part, nodes.IndexedProduct))


def _is_general_factor(
    name: QuantityName, product: nodes.IndexedProduct, formula: nodes.Expression
) -> bool:
    """Say whether a product over an index is written with the class and query of a joint."""
    observed = ", ".join(item.spell() for item in name.items if item.kind != "class")
    expected = (("class", name.label.value if name.label else ""), ("x", observed))
    if not isinstance(formula, nodes.Product) or product.fields != expected:
        return False
    leading = formula.factors[: -len(product.terms)]
    is_complete = formula.factors == (*leading, *product.terms)
    if product.role == "draw":  # at most the prior and the number of arrangements come first
        no_more = len(leading) <= 2 and not any(map(is_word_factor, leading))
        return is_complete and no_more and all(map(is_word_factor, product.terms))
    is_factor = product.role == "factor" and is_complete and len(leading) == 1
    return is_factor and has_column_factors(formula)


def has_column_factors(formula: nodes.Product) -> bool:
    """Say whether each factor of the product `formula` after the first is about one column."""
    kinds_by_factor = (
        {getattr(item, "kind", "") for name in nodes.references(factor) for item in name.left}
        for factor in formula.factors[1:]
    )
    return all(kinds == {"cell"} for kinds in kinds_by_factor)


def is_word_factor(factor: nodes.Expression) -> bool:
    """Say whether `factor` is the probability of a word, perhaps to the power of its count."""
    base = factor.base if isinstance(factor, nodes.Power) else factor
    name = base.name if isinstance(base, nodes.Reference) else None
    return name is not None and [getattr(item, "kind", "") for item in name.left] == ["word"]


def _with_products_merged(expression: nodes.Expression) -> nodes.Expression:
    """Return the expression with the factors of products over an index in the product around them."""
    if isinstance(expression, nodes.IndexedProduct):
        return _with_products_merged(nodes.Product(expression.terms))
    if isinstance(expression, nodes.Product):
        factors: list[nodes.Expression] = []
        for factor in expression.factors:
            factors.extend(factor.terms if isinstance(factor, nodes.IndexedProduct) else (factor,))
        return nodes.Product(tuple(factors))
    return expression
