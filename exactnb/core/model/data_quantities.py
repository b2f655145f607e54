"""Quantities of the data: counts and relative frequencies, and the formulas that change with them.

How to read: the registry's rows refer to the methods of `DataQuantities`, which depend on no model; the
functions after it build the sums and comparisons that models need too. `changed_estimates` and
`redefined_formulas` yield the formulas of a graph that change with the rows, or with another
convention, query or column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from itertools import islice, product
from math import prod

from exactnb.core.arithmetic.numerals import number_in, spell_number
from exactnb.core.conventions.rules import depends_on_observed_values
from exactnb.core.data.counts import Counts, Source
from exactnb.core.data.moments import Moments
from exactnb.core.data.schema import Case, Number, Schema
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
    Equal,
    Expression,
    Integer,
    Product,
    Quotient,
    Reference,
    Sum,
    references,
)
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.expression.results import Value
from exactnb.core.expression.written import literal, number
from exactnb.core.families.base import count_reference, tokens_reference
from exactnb.core.lazy import once, once_each
from exactnb.core.model.model import PARAMETERS, Model, define_parameter
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import (
    Define,
    Effort,
    InlineForm,
    Quantity,
    charged_quantity,
    extend_charged,
)
from exactnb.core.naming.kinds import QuantityKind
from exactnb.core.naming.names import Item, QuantityName, Role, column_item, frequency_name, in_order
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, InputError, listing

BY_COUNTING = Reason(Rule.COUNT, "by counting")
BY_ADDING = Reason(Rule.COUNT, "by adding up")
_FREQUENCY = Reason(Rule.DEFINE, "relative frequency")
_INDEPENDENT = Reason(Rule.DEFINE, "do they multiply?")
_MOST_PAIRS = 2_000  # combinations that are compared at most
_LISTED_PAIRS = 32  # combinations that are all shown, equal or not


@frozen
class DataQuantities:
    """Define counts and relative frequencies, from `counts` and the vocabulary `bag`.

    `kinds` is the registry of quantities. `cases` yields the rows, if there are any. Cells of the
    `measured` columns, which hold numbers, are equal if their values are: 1 and 1.0. `source` has the
    sums over numbers; by default they are computed from `counts`.
    """

    counts: Counts
    kinds: Mapping[str, QuantityKind]
    bag: tuple[str, ...] = ()
    cases: Callable[[], Iterable[Case]] | None = None
    measured: frozenset[str] = frozenset()
    source: Source | None = None
    _tokens: dict[str, Number] = field(default_factory=dict)

    def define(self, name: QuantityName, effort: Effort) -> Quantity:
        """Return the quantity that `name` stands for: a count, sum, frequency or test of independence.

        Raises InputError if the rows would be needed and there are none. `effort` pays for the work.
        """
        defined: Quantity = self.kinds[name.head].define(self, name, effort)
        return defined

    def define_count(self, name: QuantityName, _: Effort) -> Quantity:
        """Return the quantity of `name`: how many rows have all its items."""
        return Quantity(name, literal(self._number(name)), BY_COUNTING)

    def define_vocabulary(self, name: QuantityName, _: Effort) -> Quantity:
        """Return the quantity of `name`, vocabulary: how many different words there are."""
        return Quantity(name, Integer(len(self.bag)), BY_COUNTING)

    def define_tokens(self, name: QuantityName, _: Effort) -> Quantity:
        """Return the quantity of `name`: the number of words in the texts of a class."""
        (label,) = name.subjects
        if label.value not in self._tokens:
            self._tokens[label.value] = self.counts.tokens(self.bag, label.value)
        return Quantity(name, literal(self._tokens[label.value]), BY_COUNTING)

    def define_sum(self, name: QuantityName, _: Effort) -> Quantity:
        """Return the quantity of `name`, sum, squares or products: Σx, Σx² or Σx·y in a class."""
        return Quantity(name, number(self._sum(name)), BY_ADDING, InlineForm.MEASURED)

    def _sum(self, name: QuantityName) -> Fraction:
        columns, label = name.columns * (2 if name.head == "squares" else 1), name.subjects[-1].value
        sums = self._supplied_sums
        # a column with a given sum has no counted values, so none of its other sums follows from these
        is_counted = len(set(columns)) == 1 and columns[:1] not in sums
        if self.source is not None or is_counted or not sums.isdisjoint((columns, columns[::-1])):
            return self._moments.of(columns, label)
        if self.cases is None:
            what = f"the {name.head} of {listing(dict.fromkeys(columns))} were not counted"
            raise InputError(f"{what}, and there are no rows to look through", at=name.place)
        cases = (case for case in self.cases() if case.label == label)
        complete = (case for case in cases if all(column in case.cells for column in columns))
        terms = (case.weight * prod(number_in(case.cells[c]) for c in columns) for case in complete)
        return sum(map(Fraction, terms), Fraction(0))

    @once
    def _supplied_sums(self) -> frozenset[tuple[str, ...]]:
        return frozenset(self.counts.together)

    @once
    def _moments(self) -> Source:
        return self.source or Moments(self.counts)

    def _number(self, name: QuantityName) -> Number:
        label = None if name.label is None else name.label.value
        cells, columns = name.cells, name.columns
        words = [item.value for item in name.observed if item.kind == "word"]
        counts = self.counts
        labels = counts.schema.classes if label is None else (label,)
        if words:
            if len(words) > 1 or cells or columns:
                raise InputError("a word is counted alone, or with its class", at=name.place)
            return sum(counts.word(words[0], k) for k in labels)
        if len(columns) == 1 and not cells:
            return sum(self._moments.size(columns[0], k) for k in labels)
        if not cells and not columns:
            return counts.total if label is None else counts.sizes[label]
        if len(cells) == 1 and not columns:
            ((column, value),) = cells.items()
            is_number = column in self.measured
            equal = spellings(counts.schema, column, value) if is_number else [value]
            return sum(counts.cell(column, spelled, k) for k in labels for spelled in equal)
        if self.cases is None:
            message = "only single cells were counted, there are no rows to look through"
            raise InputError(message, at=name.place)
        table = self._row_counts((*cells, *columns))
        if columns:
            size, cell_values = len(cells), tuple(cells.values())
            rows = ((key, times) for key, times in table.items() if key[:size] == cell_values)
            return sum(times for key, times in rows if key[-1] in labels and all(key[size:-1]))
        return sum(table[(*cells.values(), k)] for k in labels)

    @once_each
    def _row_counts(self, columns: tuple[str, ...]) -> Counter[tuple[str, ...]]:
        """Count the rows by the values of some columns and the class."""
        table: Counter[tuple[str, ...]] = Counter()
        assert self.cases is not None
        words = set(self.counts.schema.words)
        for case in self.cases():
            row = [
                ("1" if case.words.get(c) else "0")
                if c in words
                else self._canonical_cell(c, case.cells)
                for c in columns
            ]
            table[(*row, case.label)] += case.weight  # type: ignore[assignment]
        return table

    def _canonical_cell(self, column: str, cells: Mapping[str, str]) -> str:
        """Return a cell; numbers in their canonical spelling, to count 1 and 1.0 together."""
        cell = cells.get(column, "")
        return spell_number(number_in(cell)) if cell and column in self.measured else cell

    def define_frequency(self, name: QuantityName, _: Effort) -> Quantity:
        """Return the quantity of `name`, freq(A|B), among the rows with B that lack no column of A."""
        return Quantity(name, self._frequency(name), _FREQUENCY, InlineForm.COUNTED)

    def _frequency(self, name: QuantityName) -> Quotient:
        left, schema = name.subjects, self.counts.schema
        hits = count_reference(*self._ordered((*left, *name.right)))
        if [item.kind for item in left] == ["word"] and {i.kind for i in name.right} <= {"class"}:
            classes = (Item("class", schema.class_variable, label) for label in schema.classes)
            return hits / Sum.of(map(tokens_reference, name.right or classes))
        columns = [item.variable for item in left if item.kind == "cell"]
        partial = [column for column in columns if self.counts.has_missing(column)]
        if not partial:
            return hits / count_reference(*name.right)
        numeric = tuple(column_item(c) for c in partial if c in self.measured)
        values = ((c, schema.columns[c]) for c in partial if c not in self.measured)
        cells = ([Item("cell", c, value) for value in column_values] for c, column_values in values)
        combinations = (self._ordered((*row, *numeric, *name.right)) for row in product(*cells))
        return hits / Sum.of(count_reference(*items) for items in combinations)

    def define_frequency_independence(self, name: QuantityName, effort: Effort) -> Quantity:
        """Return the quantity of `name`: do relative frequencies multiply? `effort` pays for it."""

        def sides(combination: tuple[Item, ...]) -> tuple[Expression, Expression]:
            factors = tuple(Reference(frequency_name((item,), name.right)) for item in combination)
            return Reference(frequency_name(combination, name.right)), Product(factors)

        columns = self.counts.schema.columns
        compared = comparison_of_sides(name.subjects, columns, sides, self.define, effort)
        return Quantity(name, compared, _INDEPENDENT)

    def _ordered(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        return in_order(items, self._positions, ("cell", "word", "class"))

    @once
    def _positions(self) -> Mapping[str, int]:
        return {name: index for index, name in enumerate(self.counts.schema.variables())}


def spellings(schema: Schema, column: str, value: str) -> list[str]:
    """Return all spellings in the `schema` of the number `value` in a `column`.

    >>> spellings(Schema("k", ("a",), {"n": ("1", "1.0", "2")}), "n", "1")
    ['1', '1.0']
    """
    target = number_in(value)
    return [candidate for candidate in schema.columns[column] if number_in(candidate) == target]


def comparison_of_sides(
    items: tuple[Item, ...],
    columns: Mapping[str, tuple[str, ...]],
    sides: Callable[[tuple[Item, ...]], tuple[Expression, Expression]],
    define: Define,
    effort: Effort,
) -> Equal:
    """Return whether both sides are equal for every combination that `items` stand for.

    `columns` maps a column to its values, all of which it takes in turn; `sides` gives the two sides of
    one combination, and `define` the quantities in them, paid for with `effort`. Among many
    combinations, only the first with unequal sides is compared. Raises InputError if the first 2,000
    are equal and there are more.
    """
    choices = [
        [Item("cell", item.variable, value) for value in columns.get(item.variable, ("0", "1"))]
        if item.kind == "column"
        else [item]
        for item in items
    ]
    size = prod(map(len, choices))
    combinations = list(islice(product(*choices), _MOST_PAIRS))
    if size > _LISTED_PAIRS:
        values: dict[QuantityName, Value] = {}

        def value(name: QuantityName) -> Value:
            if name not in values:
                values[name] = evaluate(charged_quantity(name, define, effort).formula, value)
            return values[name]

        for combination in combinations:
            effort.spend(1 + 2 * len(combination), listing(item.spell() for item in combination))
            if evaluate(comparison := Equal(sides(combination)), value) is not True:
                return comparison
    if size > _MOST_PAIRS:
        raise InputError(
            f"more than {_MOST_PAIRS:,} combinations to compare, and the first {_MOST_PAIRS:,} multiply"
        )
    return Equal(tuple(side for combination in combinations for side in sides(combination)))


def changed_estimates(
    graph: Quantities, data: DataQuantities, models: Mapping[str, Model], changed: Collection[Case]
) -> Iterator[tuple[QuantityName, Expression]]:
    """Yield the counts, sums and estimates from numbers that differ from those of `graph`.

    `data` defines the other counts; `models` are estimated from them, by their names in quantities.
    `changed` are the rows that are there no longer, or only now: what counts none of them stays.
    """
    observing = {name for name, model in models.items() if observes_values(model)}
    for name, quantity in graph.items():
        is_count, is_parameter = quantity.reason.rule is Rule.COUNT, name.head in PARAMETERS
        if name.wrappers or not (is_count or is_parameter or name.model in observing):
            continue
        # Edits are tried by the hundred, and each leaves most counts and estimates as they were.
        label = name.label
        cases = [case for case in changed if label is None or case.label == label.value]
        if is_count:
            # numbers have spellings
            exact = {c: v for c, v in name.cells.items() if c not in data.measured}
            if not any(all(case.cells.get(c, v) == v for c, v in exact.items()) for case in cases):
                continue
            formula = data.define(name, graph.new_effort()).formula
        elif is_parameter:
            if not cases and not models[name.model].conventions.epsilon.relative:
                continue  # else a part of the largest variance of all rows is added to each
            formula = define_parameter(models[name.model], name).formula
        else:
            formula = _share_by_observed_values(quantity, models[name.model]) or quantity.formula
        if formula == quantity.formula:
            continue
        yield name, formula
        # A class without rows had no sums in the graph; once it has a row, its estimates need them.
        for used in references(formula):
            if used not in graph:
                yield used, data.define(used, graph.new_effort()).formula


def observes_values(model: Model) -> bool:
    """Say whether a rule of the model depends on which values a class shows."""
    chosen = model.conventions
    rules = (chosen.rule_of_prior(), chosen.smoothing, *dict(chosen.smoothings).values())
    return any(map(depends_on_observed_values, rules))


def _share_by_observed_values(quantity: Quantity, model: Model) -> Expression | None:
    """Return an estimate that depends on the number of observed values; None for any other."""
    name = quantity.name
    if name.head != "P" or quantity.inline is not InlineForm.COUNTED:
        return None
    if name.role not in (Role.PRIOR, Role.WITHIN):
        return None
    is_such = depends_on_observed_values(model.rule_of(name.subjects[0]))
    return model.estimate_quantity(name).formula if is_such else None


def redefined_formulas(
    graph: Quantities, define: Define, targets: Iterable[QuantityName] | None = None
) -> dict[QuantityName, Expression]:
    """Return the formulas that differ from those of `graph` if `define` gives some `targets`, or all.

    Quantities that the new formulas depend on and the graph lacks are included. A target that `define`
    refuses is left out, so it keeps its formula.
    """
    quantities: dict[QuantityName, Quantity] = {}
    for name in graph.targets if targets is None else targets:
        try:
            extend_charged(quantities, name, define, graph.new_effort())
        except ExactnbError:
            continue
    return {
        name: quantity.formula
        for name, quantity in quantities.items()
        if name not in graph or graph[name].formula != quantity.formula
    }
