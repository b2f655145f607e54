"""Quantities of the data: counts and relative frequencies. They know nothing of any model.

How to read: rows of quantities lead to the methods of `DataQuantities`; the functions after it write
the sums and comparisons that models need too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from fractions import Fraction
from itertools import islice, product
from math import prod
from typing import Protocol

from exactnb.core.arithmetic.numerals import number_in, spell_number
from exactnb.core.data.counts import Counts
from exactnb.core.data.moments import Moments
from exactnb.core.data.power_sums import Source
from exactnb.core.data.schema import Case, Number, Schema
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Equal, Expression, Integer, Product, Quotient, Reference, Sum
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.expression.results import Value
from exactnb.core.expression.written import literal, number
from exactnb.core.families.base import count_reference, tokens_reference
from exactnb.core.lazy import once
from exactnb.core.model.effort import Effort
from exactnb.core.model.quantity import Define, InlineForm, Quantity, bought
from exactnb.core.naming.kinds import QuantityKind
from exactnb.core.naming.names import Item, QuantityName, column_item, frequency_name, in_order
from exactnb.core.record import frozen
from exactnb.errors import InputError, listing

BY_COUNTING = Reason(Rule.COUNT, "by counting")
BY_ADDING = Reason(Rule.COUNT, "by adding up")
_FREQUENCY = Reason(Rule.DEFINE, "relative frequency")
_INDEPENDENT = Reason(Rule.DEFINE, "do they multiply?")
_MOST_PAIRS = 2_000  # combinations that are compared,
_LISTED_PAIRS = 32  # and of which all are shown, whether they fail or not


class Counted(Protocol):
    """Whatever has been counted, and can be looked through once more."""

    def cases(self) -> Iterable[Case]:
        """Yield the observations."""


@frozen
class DataQuantities:
    """Define what counts and relative frequencies are: of `counts`, over the words of `bag`.

    `kinds` are the quantities that there are, `data` the observations themselves, where there are any;
    `measured` are columns of numbers, which are the same where they are worth the same: 1 and 1.0. A
    `source` adds numbers up in another way than from the counts.
    """

    counts: Counts
    kinds: Mapping[str, QuantityKind]
    bag: tuple[str, ...] = ()
    data: Counted | None = None
    measured: frozenset[str] = frozenset()
    source: Source | None = None
    _joint: dict[tuple[str, ...], Counter[tuple[str, ...]]] = field(default_factory=dict)
    _tokens: dict[str, Number] = field(default_factory=dict)

    def define(self, name: QuantityName, effort: Effort) -> Quantity:
        """Return the quantity of a count, of freq(A|B), or of independent_in_data(A|k)."""
        defined: Quantity = self.kinds[name.head].define(self, name, effort)
        return defined

    def count(self, name: QuantityName, _: Effort) -> Quantity:
        """Return how many rows show some cells, columns of numbers or a word, of a class or of all."""
        return Quantity(name, literal(self._number(name)), BY_COUNTING)

    def vocabulary(self, name: QuantityName, _: Effort) -> Quantity:
        """Return how many different words count."""
        return Quantity(name, Integer(len(self.bag)), BY_COUNTING)

    def tokens(self, name: QuantityName, _: Effort) -> Quantity:
        """Return how many words the texts of a class have."""
        (label,) = name.before
        if label.value not in self._tokens:
            self._tokens[label.value] = self.counts.tokens(self.bag, label.value)
        return Quantity(name, literal(self._tokens[label.value]), BY_COUNTING)

    def summed(self, name: QuantityName, _: Effort) -> Quantity:
        """Return Σx, Σx² or Σx·y of a class."""
        return Quantity(name, number(self._summed(name)), BY_ADDING, InlineForm.MEASURED)

    def _summed(self, name: QuantityName) -> Fraction:
        columns, label = summed_parts(name)
        if self.source is not None or self._is_added_up(columns):
            return self._moments.of(columns, label)
        if self.data is None:
            what = f"the {name.head} of {listing(dict.fromkeys(columns))} were not counted"
            raise InputError(f"{what}, and there are no rows to look through", at=name.place)
        cases = (case for case in self.data.cases() if case.label == label)
        whole = (case for case in cases if all(column in case.cells for column in columns))
        terms = (case.weight * prod(number_in(case.cells[c]) for c in columns) for case in whole)
        return sum(map(Fraction, terms), Fraction(0))

    def _is_added_up(self, columns: tuple[str, ...]) -> bool:
        """Say whether a sum follows from what was counted: of a column whose sum is given, no other."""
        if columns in self._given_sums or columns[::-1] in self._given_sums:
            return True
        return len(set(columns)) == 1 and columns[:1] not in self._given_sums

    @once
    def _given_sums(self) -> frozenset[tuple[str, ...]]:
        return frozenset(self.counts.together)

    @once
    def _moments(self) -> Source:
        return self.source or Moments(self.counts)

    def _number(self, name: QuantityName) -> Number:
        label, cells, words, columns = counted_parts(name)
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
            alike = spellings(counts.schema, column, value) if column in self.measured else [value]
            return sum(counts.cell(column, spelled, k) for k in labels for spelled in alike)
        if self.data is None:
            raise InputError(
                "only single cells were counted, there are no rows to look through", at=name.place
            )
        found = self._table((*cells, *columns))
        if columns:
            size, wanted = len(cells), tuple(cells.values())
            rows = ((of, times) for of, times in found.items() if of[:size] == wanted)
            return sum(times for of, times in rows if of[-1] in labels and all(of[size:-1]))
        return sum(found[(*cells.values(), k)] for k in labels)

    def _table(self, columns: tuple[str, ...]) -> Counter[tuple[str, ...]]:
        """Return how often each combination of some columns' values and the class was seen."""
        if columns not in self._joint:
            found: Counter[tuple[str, ...]] = Counter()
            assert self.data is not None
            words = set(self.counts.schema.words)
            for case in self.data.cases():
                shown = [
                    ("1" if case.words.get(c) else "0") if c in words else self._shown(c, case.cells)
                    for c in columns
                ]
                found[(*shown, case.label)] += case.weight  # type: ignore[assignment]
            self._joint[columns] = found
        return self._joint[columns]

    def _shown(self, column: str, cells: Mapping[str, str]) -> str:
        """Return a cell; a number in its one spelling."""
        cell = cells.get(column, "")
        return spell_number(number_in(cell)) if cell and column in self.measured else cell

    def frequency(self, name: QuantityName, _: Effort) -> Quantity:
        """Return freq(A|B), of all rows in which the columns of A are not missing."""
        return Quantity(name, self._frequency(name), _FREQUENCY, InlineForm.COUNTED)

    def _frequency(self, name: QuantityName) -> Quotient:
        left = name.before
        hits = count_reference(*self._ordered((*left, *name.right)))
        if [item.kind for item in left] == ["word"] and {i.kind for i in name.right} <= {"class"}:
            return hits / _added_up(tuple(map(tokens_reference, name.right or self._classes)))
        columns = [item.variable for item in left if item.kind == "cell"]
        partial = [column for column in columns if self.counts.has_missing(column)]
        if not partial:
            return hits / count_reference(*name.right)
        numeric = tuple(column_item(c) for c in partial if c in self.measured)
        values = ((c, self.counts.schema.columns[c]) for c in partial if c not in self.measured)
        cells = ([Item("cell", c, value) for value in of] for c, of in values)
        shown = (self._ordered((*some, *numeric, *name.right)) for some in product(*cells))
        return hits / _added_up(tuple(count_reference(*items) for items in shown))

    def independence(self, name: QuantityName, effort: Effort) -> Quantity:
        """Return whether relative frequencies multiply, in all rows or in those of a class."""

        def sides(some: tuple[Item, ...]) -> tuple[Expression, Expression]:
            each = tuple(Reference(frequency_name((item,), name.right)) for item in some)
            return Reference(frequency_name(some, name.right)), Product(each)

        columns = self.counts.schema.columns
        compared = compared_sides(name.before, columns, sides, self.define, effort)
        return Quantity(name, compared, _INDEPENDENT)

    def _ordered(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        return in_order(items, self._places, ("cell", "word", "class"))

    @property
    def _classes(self) -> tuple[Item, ...]:
        schema = self.counts.schema
        return tuple(Item("class", schema.class_variable, label) for label in schema.classes)

    @once
    def _places(self) -> Mapping[str, int]:
        return {name: at for at, name in enumerate(self.counts.schema.variables())}


def _added_up(terms: tuple[Expression, ...]) -> Expression:
    return terms[0] if len(terms) == 1 else Sum(terms)


def spellings(schema: Schema, column: str, value: str) -> list[str]:
    """Return all values of a column that are worth a number.

    >>> spellings(Schema("k", ("a",), {"n": ("1", "1.0", "2")}), "n", "1")
    ['1', '1.0']
    """
    worth = number_in(value)
    return [other for other in schema.columns[column] if number_in(other) == worth]


def summed_parts(name: QuantityName) -> tuple[tuple[str, ...], str]:
    """Return the columns whose numbers are multiplied and added up, and the class.

    >>> from exactnb.core.naming.names import sum_name
    >>> summed_parts(sum_name("squares", ["length"], Item("class", "kind", "oat")))
    (('length', 'length'), 'oat')
    """
    *of, label = name.before
    columns = tuple(item.variable for item in of)
    return (columns * 2 if name.head == "squares" else columns), label.value


def compared_sides(
    items: tuple[Item, ...],
    columns: Mapping[str, tuple[str, ...]],
    sides: Callable[[tuple[Item, ...]], tuple[Expression, Expression]],
    define: Define,
    effort: Effort,
) -> Equal:
    """Return the comparison of both sides of every combination that a list of items stands for.

    Columns take all their values. Of many combinations it is that of the first whose sides are not
    equal, if there is one. Raises InputError where there are too many to find that out.
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
        known: dict[QuantityName, Value] = {}

        def value(name: QuantityName) -> Value:
            if name not in known:
                known[name] = evaluate(bought(name, define, effort).formula, value)
            return known[name]

        for some in combinations:
            effort.spend(1 + 2 * len(some), listing(item.spell() for item in some))
            if evaluate(found := Equal(sides(some)), value) is not True:
                return found
    if size > _MOST_PAIRS:
        raise InputError(
            f"more than {_MOST_PAIRS:,} combinations to compare, and the first {_MOST_PAIRS:,} multiply"
        )
    return Equal(tuple(side for some in combinations for side in sides(some)))


def counted_parts(
    name: QuantityName,
) -> tuple[str | None, Mapping[str, str], tuple[str, ...], tuple[str, ...]]:
    """Return what a count is of: the class (None for any), cells, words, and columns of any number."""
    label = None if name.label is None else name.label.value
    words = tuple(item.value for item in name.observed if item.kind == "word")
    return label, name.cells, words, name.columns
