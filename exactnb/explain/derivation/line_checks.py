"""One check per rule: what a line under that rule has to be, besides true.

A check returns what is wrong, in words, or "" for a line that it accepts.

How to read: `LINE_CHECKS`, near the end, says which function checks which rule; each takes the line
and the one before it. That both sides have one value was checked before (`verifier.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.data.schema import as_number
from exactnb.core.expression import nodes, reasons
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.results import Value, same
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import literal, number
from exactnb.core.lazy import once
from exactnb.core.model.model import Model
from exactnb.core.model.probabilities import Prediction
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import QuantityName
from exactnb.core.quantities import QUANTITIES
from exactnb.core.record import frozen
from exactnb.explain.derivation.decimals import is_decimal, parts_problem, rounded_parts
from exactnb.explain.derivation.lines import Line, ModelTable
from exactnb.explain.derivation.second_reader.reader import SecondReader
from exactnb.explain.derivation.stated import Stated


@frozen
class Source:
    """What a derivation is checked against, taken from the problem and not from the solution.

    A second reader of the problem, which counts the data anew; the models by name; what may be stated
    of data and question; what a row is called; the setting in words; and the models as they are summed
    up.
    """

    reader: SecondReader
    predictions: Mapping[str, Prediction]
    displays: tuple[Stated, ...] = ()
    noun: str = "rows"
    setting: tuple[str, ...] = ()
    table: ModelTable = ()

    @once
    def models(self) -> Mapping[str, Model]:
        """Return the models by name."""
        return {short: prediction.model for short, prediction in self.predictions.items()}


@frozen(slots=True)
class Context:
    """What a check may ask: the graph, and the source."""

    quantities: Quantities
    source: Source

    def value(self, expression: nodes.Expression) -> Value:
        """Return the value of an expression, evaluated from its own tree."""
        return evaluate(expression, self.quantities.value)


def subject(line: Line) -> QuantityName | None:
    """Return the quantity that a line is about, if its left side is a name."""
    return line.left.name if isinstance(line.left, nodes.Reference) else None


def _by_formula(context: Context, line: Line, previous: Line | None) -> str:
    name = subject(line)
    if name is None or previous is not None:
        return "a formula opens the chain of a named quantity"
    quantity = context.quantities[name]
    if quantity.reason != line.reason:
        return f"the reason is {quantity.reason.words!r}"
    if not all(_speaks_of(name, part, quantity.formula) for part in indexed(line.right)):
        return "the general factor is not one of this quantity"
    return "" if _flat(line.right) == _flat(quantity.formula) else "not the formula of this quantity"


def _by_grouping(context: Context, line: Line, previous: Line | None) -> str:
    """Accept a formula whose counts, taken anew, are those that stand in it."""
    name = subject(line)
    problem = _by_formula(context, line, previous)
    if problem or name is None:
        return problem
    prediction = context.source.predictions[name.model]
    texts = not prediction.model.draws_words
    tally = context.source.reader.tally
    count_word = tally.holding if texts else tally.word
    factors = prediction.grouped(name, count_word)
    expected = nodes.Product.of(factors)
    return "" if line.right == expected else "the words, counted anew, give other factors"


def _by_counting(context: Context, line: Line, previous: Line | None) -> str:
    name = subject(line)
    if name is None or not QUANTITIES[name.head].counted:
        return "only a count is counted"
    if line.reason != context.quantities[name].reason or previous is not None:
        return f"the reason is {context.quantities[name].reason.words!r}"
    counted = context.source.reader.recount(name)
    shown = (literal(as_number(counted)), number(counted))
    return "" if line.right in shown else f"counting the rows gives {number_text(counted)}"


def _by_expansion(context: Context, line: Line, previous: Line | None) -> str:
    if previous is None:
        return "nothing stands before it to be written out"
    if line.reason != reasons.WRITTEN_OUT:
        return "a product written out has no reason of its own"
    return "" if _flat(line.right) == _flat(previous.right) else "not the same product written out"


def _by_substitution(context: Context, line: Line, previous: Line | None) -> str:
    if previous is not None:
        before = previous.right
    else:
        name = subject(line)
        if name is None:
            return "nothing stands before it to put numbers into"
        before = context.quantities[name].formula
    reason = context.quantities.substitution(before)
    if line.reason != reason:
        return f"the reason is {reason.words!r}"
    return _walk(context, before, line.right)


def _walk(context: Context, pattern: nodes.Expression, shown: nodes.Expression) -> str:
    """Return what is wrong if `shown` is not `pattern` with numbers for its names, else ""."""
    if isinstance(pattern, nodes.Reference):
        if nodes.has_names(shown):
            return "a name is left where a number belongs"
        if not same(context.value(shown), context.value(pattern)):
            return f"{spell(shown)} is not {pattern.name}"
        counted = context.quantities.operand(pattern.name)
        return "" if shown == counted else f"{pattern.name} was counted as {spell(counted)}"
    return parts_problem(pattern, shown, "numbers", lambda a, b: _walk(context, a, b))


def _by_value(context: Context, line: Line, previous: Line | None) -> str:
    if line.reason != reasons.VALUE:
        return "a value has no reason of its own"
    if isinstance(line.right, nodes.ArgMax):
        return "a decision has no scores of its own"
    return "a name is left in a value" if nodes.has_names(line.right) else ""


def _by_rounding(context: Context, line: Line, previous: Line | None) -> str:
    if line.reason != reasons.ROUNDED:
        return "a rounded value has no reason of its own"
    held = is_decimal(line.right) or isinstance(line.right, nodes.Vector | nodes.Matrix | nodes.Points)
    return "" if held else "a rounded value is a decimal"


def _by_decimals(context: Context, line: Line, previous: Line | None) -> str:
    """Accept the quantity's own formula with correctly rounded decimals for parts of it."""
    name = subject(line)
    if line.reason != reasons.IN_DECIMALS or name is None:
        return f"the reason is {reasons.IN_DECIMALS.words!r}, and a name has it"
    if is_decimal(line.right):
        return "a value alone is rounded"
    return rounded_parts(context.quantities[name].formula, line.right, context.value)


def _by_limit(context: Context, line: Line, previous: Line | None) -> str:
    if line.reason != reasons.TENDS:
        return f"the reason is {reasons.TENDS.words!r}"
    return "a name is left in a limit" if nodes.has_names(line.right) else ""


def _by_comparison(context: Context, line: Line, previous: Line | None) -> str:
    if line.reason != reasons.COMPARED or previous is not None:
        return "a comparison stands alone, without a reason of its own"
    return ""  # its relation was decided exactly


def _by_decision(context: Context, line: Line, previous: Line | None) -> str:
    if previous is None:
        return _by_formula(context, line, previous)
    if line.reason != reasons.DECIDED:
        return "a decision has no reason of its own"
    return "" if isinstance(line.right, nodes.Labels) else "a decision is a class"


LINE_CHECKS: dict[reasons.Rule, Callable[[Context, Line, Line | None], str]] = {
    reasons.Rule.GIVEN: _by_formula,
    reasons.Rule.DEFINE: _by_formula,
    reasons.Rule.ASSUME: _by_formula,
    reasons.Rule.COUNT: _by_counting,
    reasons.Rule.GROUP: _by_grouping,
    reasons.Rule.EXPAND: _by_expansion,
    reasons.Rule.SUBSTITUTE: _by_substitution,
    reasons.Rule.VALUE: _by_value,
    reasons.Rule.ROUND: _by_rounding,
    reasons.Rule.DECIMALS: _by_decimals,
    reasons.Rule.LIMIT: _by_limit,
    reasons.Rule.COMPARE: _by_comparison,
    reasons.Rule.DECIDE: _by_decision,
}


def indexed(expression: nodes.Expression) -> Iterator[nodes.Indexed]:
    """Return every product over an index in an expression."""
    return (part for part in expression.walk() if isinstance(part, nodes.Indexed))


def _speaks_of(name: QuantityName, product: nodes.Indexed, formula: nodes.Expression) -> bool:
    """Say whether a product over an index is written with the class and query of a joint."""
    observed = ", ".join(item.spell() for item in name.items if item.kind != "class")
    expected = (("class", name.label.value if name.label else ""), ("x", observed))
    if not isinstance(formula, nodes.Product) or product.fields != expected:
        return False
    before = formula.factors[: -len(product.terms)]
    whole = formula.factors == (*before, *product.terms)
    if product.role == "draw":  # behind the prior, and how often the words can be arranged
        no_more = len(before) <= 2 and not any(map(is_drawn, before))
        return whole and no_more and all(map(is_drawn, product.terms))
    return product.role == "factor" and whole and len(before) == 1 and are_of_columns(formula)


def are_of_columns(formula: nodes.Product) -> bool:
    """Say whether all factors behind the first speak of columns, and each of one."""
    of_factors = (
        {getattr(item, "kind", "") for name in nodes.references(factor) for item in name.left}
        for factor in formula.factors[1:]
    )
    return all(kinds == {"cell"} for kinds in of_factors)


def is_drawn(factor: nodes.Expression) -> bool:
    """Say whether a factor is that of a word, to the power of how often it stands in a text."""
    base = factor.base if isinstance(factor, nodes.Power) else factor
    name = base.name if isinstance(base, nodes.Reference) else None
    return name is not None and [getattr(item, "kind", "") for item in name.left] == ["word"]


def _flat(expression: nodes.Expression) -> nodes.Expression:
    """Return the expression with products over an index written out in the product around them."""
    if isinstance(expression, nodes.Indexed):
        return _flat(nodes.Product(expression.terms))
    if isinstance(expression, nodes.Product):
        factors: list[nodes.Expression] = []
        for factor in expression.factors:
            factors.extend(factor.terms if isinstance(factor, nodes.Indexed) else (factor,))
        return nodes.Product(tuple(factors))
    return expression
