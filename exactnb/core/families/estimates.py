"""How a parameter is estimated: a rule in words with roles, and what stands in them.

A rule of smoothing gives one template for all shares of counts, with roles such as `hits` and `trials`
in it. An estimate is the template with its own expressions in these roles, (2 + 1)/(4 + 2), the rule in
words the same template with phrases. Of numeric columns the roles are the counts, sums and deviations
that a `Sample` writes as expressions.

How to read: first shares of counts, up to `estimate`; then what is estimated from numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction

from exactnb.core.arithmetic.numerals import spell_number
from exactnb.core.conventions.rules import (
    Add,
    Clip,
    Frequency,
    Limit,
    MEstimate,
    Smoothing,
    pseudocount_of,
)
from exactnb.core.data.counts import Counts, Source
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
    Clipped,
    Expression,
    Factorial,
    Integer,
    Phrase,
    Quotient,
    Reference,
    Sum,
    Vanishing,
    replace,
)
from exactnb.core.expression.tree import node
from exactnb.core.expression.written import literal, number, written
from exactnb.core.families.base import count_reference
from exactnb.core.families.protocol import Covariate
from exactnb.core.naming.names import Item, QuantityName, column_item, sum_name
from exactnb.core.record import frozen

ROLES = ("hits", "trials", "cells", "pseudocount", "total", "default")
"""What a template is filled with: c, n, m, λ of the value, Σλ, p of the value."""


@frozen(slots=True)
class EstimateInputs:
    """What an estimate rests on: how often a value was seen, out of how often it could have been.

    `values` are all values and `value` the one that is estimated; `observed_values` is how many of them
    occur in the class, and `label` names the class ("" for the prior).
    """

    hits: Expression
    trials: Expression
    values: tuple[str, ...]
    value: str
    label: str
    observed_values: int


def roles(rule: Smoothing, inputs: EstimateInputs) -> dict[str, Expression]:
    """Return the expression of each role in the template of `rule` for one estimate, of `inputs`."""
    expressions: dict[str, Expression] = {"hits": inputs.hits, "trials": inputs.trials}
    size = len(inputs.values)
    match rule:
        case Add(added, cells):
            if cells is None or isinstance(cells, str):
                sizes = {"class": inputs.observed_values, "slot": size + 1, None: size}
                expressions["cells"] = Integer(sizes[cells])
            if added is not None and added.common_number is None:
                expressions["pseudocount"] = literal(added.number_for(inputs.value, inputs.label))
                expressions["total"] = literal(added.total(inputs.values, inputs.label))
        case MEstimate(_, default):
            expressions["cells"] = Integer(size)
            if default is not None and default.common_number is None:
                expressions["default"] = literal(default.number_for(inputs.value, inputs.label))
        case Frequency() | Limit():
            expressions["cells"] = Integer(size)
    return expressions


def rule_formula(rule: Smoothing, parts: Mapping[str, Expression]) -> Expression:
    """Return a rule as an expression, with `parts` in its roles and nothing added that is zero.

    Source: D. Jurafsky and J. H. Martin, Speech and Language Processing (3rd ed. draft), ch. 4, for
    additive smoothing; T. Mitchell, Machine Learning (1997), section 6.9.1, for the m-estimate.

    >>> parts = {"hits": Integer(2), "trials": Integer(4), "cells": Integer(2)}
    >>> from exactnb.core.conventions.rules import read_rule
    >>> from exactnb.core.expression.spell import spell
    >>> [spell(rule_formula(read_rule(rule, ""), parts)) for rule in (0, 1, "1/2", {"m": 3})]
    ['2/4', '(2 + 1) / (4 + 2)', '(2 + 1/2) / (4 + 2 * 1/2)', '(2 + 3 * 1/2) / (4 + 3)']
    """
    hits, trials = parts["hits"], parts["trials"]  # which may be sums that stay together
    match rule:
        case Add(None):
            return Sum((hits, 1 / parts["cells"])) / Sum((trials, Integer(1)))
        case Add(added, cells) if added is not None:
            number = added.common_number
            if number == 0:
                return hits / trials
            if number is None:
                return Sum((hits, parts["pseudocount"])) / Sum((trials, parts["total"]))
            size = literal(cells) if isinstance(cells, Fraction) else parts["cells"]
            total = size if number == 1 else size * number
            return Sum((hits, literal(number))) / Sum((trials, total))
        case MEstimate(weight, default):
            if weight == 0:
                return hits / trials
            if default is None:
                share: Expression = 1 / parts["cells"]
            else:
                single = default.common_number
                share = parts["default"] if single is None else literal(single)
            weighted = share if weight == 1 else weight * share
            return Sum((hits, weighted)) / Sum((trials, literal(weight)))
        case Frequency(added):
            return (hits / trials + added) / (1 + parts["cells"] * added)
        case Clip(floor):
            return Clipped(hits / trials, literal(floor))
        case Limit():
            return Sum((hits, Vanishing())) / Sum((trials, parts["cells"] * Vanishing()))
    raise TypeError(f"no template for {rule!r}")


def estimate(rule: Smoothing, inputs: EstimateInputs) -> Expression:
    """Return the estimate of one value with the counts `inputs`: the rule's template, filled."""
    return rule_formula(rule, roles(rule, inputs))


@frozen
class EstimateContext:
    """Hold the other counts of the data, which may be mistaken for those that an estimate rests on.

    `partial` are the columns that some rows leave empty, and `values` the values of the columns that
    list them. By class, `observed_words` is how many words of the vocabulary occur in it, and
    `document_frequencies` in how many of its texts each word occurs ({} where there are no texts).
    """

    counts: Counts
    partial: frozenset[str] = frozenset()
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    observed_words: Callable[[str], int] = lambda label: 0
    document_frequencies: Callable[[str], Mapping[str, int]] = lambda label: {}


@frozen(slots=True)
class EstimatedShare:
    """Hold one estimate that is a share of counts, with the counts that may be mistaken for its own.

    The correct formula is that of `rule` from `inputs`. `rows` and `class_rows` count the
    observations of all classes and of this class, `hits_by_class` has the hits of each class,
    `classes` is the number of classes, `columns` the number of columns or words of the same kind,
    `sizes` has the numbers of values of the columns, and `observed_values` is how many values or words
    occur in the class. Of a word of texts, `word_counts` are its occurrences in the class and those of
    all words, `document_counts` the texts with the word, and the same summed over all words; of a 0/1
    column they are its ones, and those of all such columns.
    """

    rule: Smoothing
    inputs: EstimateInputs
    rows: Expression
    class_rows: Expression
    hits_by_class: tuple[Expression, ...]
    classes: int
    columns: int
    sizes: tuple[int, ...] = ()
    observed_values: int = 0
    word_counts: tuple[Expression, Expression] | None = None
    document_counts: tuple[Expression, Expression] | None = None

    @property
    def right(self) -> Expression:
        """Return the correct formula."""
        return estimate(self.rule, self.inputs)

    @property
    def pseudocount(self) -> Fraction | None:
        """Return the λ that the rule adds to each count; None if it has no single one."""
        return pseudocount_of(self.rule) or None

    def with_cells(self, cells: Expression | int) -> Expression | None:
        """Return the estimate with another number of cells; None where the rule has no single λ."""
        return self.smoothed(self.inputs.hits, self.inputs.trials, cells) if self.pseudocount else None

    def smoothed(
        self, hits: Expression, trials: Expression, cells: Expression | int | None = None
    ) -> Expression:
        """Return the estimate from `hits` and `trials`, with the λ of the rule, if it is a single one.

        `cells` is the number of values to which λ is added, by default all values.
        """
        if not self.pseudocount:
            return hits / trials
        number = node(len(self.inputs.values) if cells is None else cells)
        added = number if self.pseudocount == 1 else number * self.pseudocount
        return Sum((hits, literal(self.pseudocount))) / Sum((trials, added))  # whatever these sum up


def number_cell(column: str, value: Fraction) -> Item:
    """Return the item of the number `value` in a column, spelled in the one way there is."""
    return Item("cell", column, spell_number(value))


def columns_and_class(name: QuantityName) -> tuple[tuple[str, ...], Item | None]:
    """Return the columns that the parameter `name` is of, and its class, if it has one.

    >>> from exactnb.core.naming.names import Names
    >>> label = Item("class", "kind", "oat")
    >>> columns_and_class(Names().parameter("mean", ["length"], label))[0]
    ('length',)
    """
    return name.columns, next((item for item in name.items if item.kind in ("class", "general")), None)


def parameter_shape(name: QuantityName) -> str:
    """Return the shape of the parameter `name` as rules for all such say it: "j|k", "k", "".

    >>> from exactnb.core.naming.names import Names
    >>> parameter_shape(Names().parameter("variance", ["length"]))
    'j'
    """
    columns, label = columns_and_class(name)
    indices = ("j", "i,j")[len(columns) - 1] if columns else ""
    shape = f"{indices}|k" if indices and label else indices or ("k" if label else "")
    return shape if name.parameter == name.head else f"{name.parameter} {shape}"


def arrangements(part: Expression) -> Expression | None:
    """Return `part` as one integer if it counts arrangements: 8!/(4! × 3! × 1!) is 280."""
    if isinstance(part, Quotient) and isinstance(part.numerator, Factorial):
        return written(evaluate(part))
    return None


def phrase(role: str, text: str) -> Phrase:
    """Return the phrase `text` of a `role` in a rule; `{noun}` in it is replaced: row, document."""
    return Phrase(text, role)


@frozen(slots=True)
class Estimate:
    """A rule in words, and what stands for each of its phrases in one estimate.

    >>> from exactnb.core.expression.nodes import Integer, Quotient
    >>> rule = Quotient(phrase("total", "sum"), phrase("trials", "rows"))
    >>> Estimate(rule, (("total", Integer(24)), ("trials", Integer(3)))).formula()
    Quotient(numerator=Integer(value=24), denominator=Integer(value=3))
    """

    rule: Expression
    roles: tuple[tuple[str, Expression], ...]
    name: str = "MLE"

    def formula(self) -> Expression:
        """Return the rule with its phrases replaced."""
        values = dict(self.roles)
        return replace(self.rule, lambda part: values[part.role] if isinstance(part, Phrase) else None)

    def with_noun(self, noun: str) -> Expression:
        """Return the rule with observations called by a noun: rows, documents."""

        def renamed(part: Expression) -> Expression | None:
            if not isinstance(part, Phrase):
                return None
            return Phrase(part.text.replace("rows", noun), part.role)

        return replace(self.rule, renamed)


_LISTED = 12
"""Numbers that are added up one by one; more of them stand as one sum."""


@frozen(slots=True)
class CovariateColumn:
    """Name the covariate of a column of numbers: the time or length over which a count was taken.

    `usual` is that of a query that names none. In the rows it is a column, unless it is `constant`:
    then each of them has the usual one.
    """

    name: str
    kind: Covariate
    usual: Fraction = Fraction(1)
    constant: bool = False


@frozen
class Sample:
    """Write counts and sums as expressions; `partial` are the columns that some rows leave empty.

    `covariates` has the covariate of each column that has one.
    """

    source: Source
    partial: frozenset[str] = frozenset()
    covariates: Mapping[str, CovariateColumn] = field(default_factory=dict)

    def counted_rows(self, column: str, label: Item | None = None) -> Expression:
        """Return the number of rows, of the class `label` or of all, that show `column`."""
        labels = () if label is None else (label,)
        if column in self.partial:
            return count_reference(column_item(column), *labels)
        return count_reference(*labels)

    def rows_text(self, column: str, *, of_class: bool = True) -> str:
        """Return what `counted_rows` that show `column`, `of_class` or of all, are called in a rule."""
        restriction = " that show the column" if column in self.partial else ""
        return "rows" + " of class k" * of_class + restriction

    def total(self, column: str, label: Item, power: int = 1) -> Expression:
        """Return Σx, or Σx² for a `power` of 2, of `column` in `label`; many numbers as their sum."""
        numbers = self.listed_numbers(column, label)
        if numbers is None:
            return self._sum_reference("sum" if power == 1 else "squares", (column,), label)
        return Sum.of(number(x) if power == 1 else number(x) ** power for x in numbers)

    def squared_deviations(self, column: str, labels: tuple[Item, ...], mean: Expression) -> Expression:
        """Return Σ(x − mean)² of `column` about the mean of `labels`; of many, Σx² − n·mean²."""
        listed = [self.listed_numbers(column, label) for label in labels]
        if all(numbers is not None for numbers in listed):
            numbers = [x for class_numbers in listed for x in class_numbers or ()]
            return Sum.of((number(x) - mean) ** 2 for x in numbers)
        squares = tuple(self._sum_reference("squares", (column,), label) for label in labels)
        rows = self.counted_rows(column, labels[0] if len(labels) == 1 else None)
        return Sum((*squares, -(rows * mean**2)))

    def cross_products(
        self, columns: tuple[str, str], labels: tuple[Item, ...], means: tuple[Expression, Expression]
    ) -> Expression:
        """Return Σ(x − mean)·(y − mean) of two `columns` about the means of `labels`: Σxy − n·x̄·ȳ."""
        products = tuple(self._sum_reference("products", columns, label) for label in labels)
        rows = self.counted_rows(columns[0], labels[0] if len(labels) == 1 else None)
        return Sum((*products, -(rows * means[0] * means[1])))

    def _sum_reference(self, head: str, columns: tuple[str, ...], label: Item) -> Reference:
        return Reference(sum_name(head, columns, label))

    def covariate_total(self, column: str, label: Item) -> Expression:
        """Return the sum of the covariate of `column` in class `label`; 1 each if it has none."""
        covariate = self.covariates.get(column)
        rows = self.counted_rows(column, label)
        if covariate is None:
            return rows
        if covariate.constant:
            return rows * number(covariate.usual)
        return self.total(covariate.name, label)

    def row_count(self, column: str, labels: Iterable[Item]) -> Fraction:
        """Return how many rows of the classes `labels` show `column`, by their weights."""
        return sum((Fraction(self.source.size(column, k.value)) for k in labels), Fraction(0))

    def co_deviations(self, labels: Sequence[Item], first: str, second: str) -> Fraction:
        """Return Σ(x − m)(y − m) of the columns `first` and `second`, by their sums.

        m are the means of all rows of the classes `labels` together.
        """
        rows = self.row_count(first, labels)

        def total(*variables: str) -> Fraction:
            return sum((Fraction(self.source.of(variables, k.value)) for k in labels), Fraction(0))

        return total(first, second) - total(first) * total(second) / rows if rows else Fraction(0)

    def is_seen(self, column: str, label: Item) -> bool:
        """Say whether the class `label` has rows that show `column`."""
        return self.source.size(column, label.value) > 0

    def listed_numbers(self, column: str, label: Item) -> list[Fraction] | None:
        """Return the numbers of `column` in `label` one by one if they are few and none is weighted."""
        if self.source.size(column, label.value) > _LISTED:
            return None
        listed = self.source.numbers_with_times(column, label.value)
        are_integers = all(isinstance(times, int) for _, times in listed)
        if not listed or not are_integers or sum(times for _, times in listed) > _LISTED:
            return None
        return [x for x, times in listed for _ in range(int(times))]
