"""The graph of named quantities. Every number, line and answer is an evaluation of it.

How to read: `evaluate` visits the graph once, leaves first. `with_formulas` and `varied` give the graph
with some formulas replaced; `operand_form` and `as_counted` give the form of a number in a line.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from exactnb.core.arithmetic.germs import Germ
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import Infinite, Undefined
from exactnb.core.expression import nodes
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.reasons import AS_COUNTED, AS_GIVEN, SUBSTITUTED, Reason, Rule
from exactnb.core.expression.results import EXACT, NoNumber, Operations, Value
from exactnb.core.expression.written import number, written
from exactnb.core.lazy import once, once_each
from exactnb.core.model.quantity import Define, Effort, InlineForm, Quantity, extend, extend_charged
from exactnb.core.naming.names import QuantityName
from exactnb.errors import ExactnbError, Unsupported

Rewrite = Callable[[nodes.Expression], nodes.Expression]


class Quantities(Mapping[QuantityName, Quantity]):
    """Hold the quantities of `targets` and all that they depend on, leaves first.

    `define` gives a quantity by its name. The graph never changes: `with_formulas` returns another.
    `new_effort` pays for it, and TooMuch is raised if it does not suffice; every graph derived from
    this one has the same budget again.
    """

    def __init__(self, targets: Iterable[QuantityName], define: Define, effort: Effort) -> None:
        self.targets = tuple(dict.fromkeys(targets))
        self._define = define
        self._graph: dict[QuantityName, Quantity] = {}
        self._effort = effort
        for name in self.targets:
            extend_charged(self._graph, name, define, effort)

    def __getitem__(self, name: QuantityName) -> Quantity:
        return self._graph[name]

    def __iter__(self) -> Iterator[QuantityName]:
        return iter(self._graph)

    def __len__(self) -> int:
        return len(self._graph)

    @property
    def size(self) -> int:
        """Return the number of quantities and of the parts of their formulas."""
        return sum(1 + nodes.size(quantity.formula) for quantity in self._graph.values())

    @once
    def values_by_name(self) -> Mapping[QuantityName, Value]:
        """Return the exact value of every quantity."""
        return MappingProxyType(self.evaluate())

    def value(self, name: QuantityName) -> Value:
        """Return the exact value of the quantity `name`, which is in the graph."""
        return self.values_by_name[name]

    def evaluate(
        self,
        *,
        overrides: Mapping[QuantityName, Value] | None = None,
        rounding: Rounding | None = None,
        round_only: Collection[QuantityName] | None = None,
    ) -> dict[QuantityName, Value]:
        """Return the value of every quantity, with some replaced, or with rounding after each step.

        `overrides` has values that replace formulas. With `rounding`, every computed value is rounded
        before it is used (only those of `round_only`, unless it is None); counts and given numbers are
        data and stay exact. Raises ExactnbError, at the quantity whose formula cannot be evaluated.
        """
        value = self.evaluator(overrides, rounding, round_only)
        return {name: value(name) for name in self._graph}

    @once_each
    def rounded_values(
        self, rounding: Rounding, round_only: frozenset[QuantityName] | None
    ) -> Callable[[QuantityName], Value]:
        """Return a function from names to their values by `rounding` of `round_only`, on demand.

        All mistakes that round so share it, and a question rounds nothing that it does not rest on.
        """
        return self.evaluator(None, rounding, round_only)

    def evaluator(
        self,
        overrides: Mapping[QuantityName, Value] | None,
        rounding: Rounding | None,
        round_only: Collection[QuantityName] | None = None,
        operations: Operations = EXACT,
    ) -> Callable[[QuantityName], Value]:
        """Return a function from names to values by `overrides` and `rounding` of `round_only`.

        `operations` are those of formulas: in one fraction of counts nothing is rounded on the way.
        """
        values: dict[QuantityName, Value] = dict(overrides or {})

        def value(name: QuantityName) -> Value:
            cached = values.get(name)
            if cached is not None:
                return cached
            quantity = self._graph[name]
            try:
                is_counted = quantity.inline is InlineForm.COUNTED
                cached = evaluate(quantity.formula, value, EXACT if is_counted else operations)
            except ExactnbError as error:
                raise error.under(name.place) from None
            chosen = round_only is None or name in round_only
            is_data = quantity.reason.rule in (Rule.COUNT, Rule.GIVEN)
            if rounding is not None and chosen and not is_data:
                cached = round_value(cached, rounding)
            values[name] = cached
            return cached

        return value

    def with_formulas(
        self, formulas: Mapping[QuantityName, nodes.Expression], reason: Reason | None = None
    ) -> Quantities:
        """Return the graph in which quantities have other `formulas`: a step done differently.

        `reason` replaces their reasons. An estimate from numbers with another formula is written as a
        plain value.
        """

        def define(name: QuantityName, effort: Effort) -> Quantity:
            if name in formulas and name not in self._graph:  # this model may lack the quantity
                return Quantity(name, formulas[name], reason or Reason(Rule.DEFINE, ""))
            quantity = self._define(name, effort)
            if name not in formulas:
                return quantity
            inline = InlineForm.VALUE if quantity.inline is InlineForm.MEASURED else quantity.inline
            return Quantity(name, formulas[name], reason or quantity.reason, inline)

        return Quantities(self.targets, define, self.new_effort())

    def varied(
        self,
        formulas: Mapping[QuantityName, nodes.Expression],
        overrides: Mapping[QuantityName, Value] | None = None,
    ) -> Callable[[QuantityName], Value]:
        """Return a function from names to the values under other `formulas` or `overrides`.

        The values are those of `with_formulas`, but only dependents of the changes are evaluated, and
        only on demand: for many small changes to one graph. Raises Unsupported if a formula depends on
        itself.
        """
        values: dict[QuantityName, Value] = dict(overrides or {})
        changed = {*formulas, *values}
        touched = changed.union(*(self._dependents.get(name, ()) for name in changed))

        # The other formulas may depend on each other, even in a circle. The names being evaluated are
        # passed down, not stored: with a shared set, a second thread would see a circle in every name
        # that the first is evaluating.
        def value(name: QuantityName, open_: tuple[QuantityName, ...] = ()) -> Value:
            cached = values.get(name)
            if cached is not None:
                return cached
            quantity = self._graph.get(name)
            if quantity is not None and name not in touched:
                return self.value(name)
            if name in open_:
                raise Unsupported(f"{name} rests on itself")
            formula = formulas.get(name)
            if formula is None:
                formula = (quantity or self.quantity(name)).formula
            pending = (*open_, name)
            values[name] = cached = evaluate(formula, lambda used: value(used, pending))
            return cached

        return value

    def new_effort(self) -> Effort:
        """Return an unspent effort with the budget of this graph."""
        return self._effort.fresh_copy()

    def with_targets(self, targets: Iterable[QuantityName]) -> Quantities:
        """Return the graph of other `targets` with the same definitions."""
        return Quantities(targets, self._define, self.new_effort())

    @once_each
    def quantity(self, name: QuantityName) -> Quantity:
        """Return the quantity `name`, whether it is in the graph or not."""
        return self._graph[name] if name in self._graph else self._define(name, self.new_effort())

    @once
    def _dependents(self) -> Mapping[QuantityName, frozenset[QuantityName]]:
        """Return all dependents of every quantity."""
        users: dict[QuantityName, list[QuantityName]] = {}
        for name, quantity in self._graph.items():
            for used in quantity.uses:
                users.setdefault(used, []).append(name)
        dependents: dict[QuantityName, frozenset[QuantityName]] = {}
        # Users of a name come after it, so in reverse order their dependents are complete first.
        for name in reversed(self._graph):
            direct = users.get(name, [])
            dependents[name] = frozenset(direct).union(*(dependents[user] for user in direct))
        return dependents

    def ancestors(self, *names: QuantityName) -> tuple[QuantityName, ...]:
        """Return `names` and all that they depend on, leaves first."""
        graph: dict[QuantityName, Quantity] = {}
        extend(graph, names, self._graph.__getitem__)
        return tuple(graph)

    def as_counted(self, name: QuantityName) -> nodes.Expression:
        """Return the formula of `name` with numbers put in, as they were counted.

        An estimate is one fraction, its numerator and denominator evaluated: 3/6, never 1/2.
        """
        quantity = self._graph[name]
        formula = quantity.formula
        if quantity.inline is InlineForm.COUNTED and isinstance(formula, nodes.Quotient):
            sides = (formula.numerator, formula.denominator)
            if isinstance(self.value(name), Germ):
                return self.with_operands(formula)
            return nodes.Quotient(*(written(evaluate(side, self.value)) for side in sides))
        if quantity.inline is InlineForm.MEASURED:
            return rewrite_sides(
                formula, lambda side: _number(evaluate(side, self.value)), self.with_operands
            )
        if isinstance(formula, nodes.Clipped):
            is_within_bounds = evaluate(formula.term, self.value) == self.value(name)
            formula = formula.term if is_within_bounds else written(self.value(name))
        return self.with_operands(formula)

    def with_operands(self, formula: nodes.Expression) -> nodes.Expression:
        """Return `formula` with every name replaced by its operand."""

        def change(part: nodes.Expression) -> nodes.Expression | None:
            return self.operand_form(part.name) if isinstance(part, nodes.Reference) else None

        return nodes.replace(formula, change)

    def substitution_reason(self, formula: nodes.Expression) -> Reason:
        """Return the reason for putting numbers into `formula`: as counted, as given, or substituted.

        Estimates, and complements of them, are as counted; results, and mixtures, are substituted.
        """
        kinds = {self._origin_reason(name) for name in dict.fromkeys(nodes.references(formula))} - {
            None
        }
        return kinds.pop() or SUBSTITUTED if len(kinds) == 1 else SUBSTITUTED

    @once_each
    def _origin_reason(self, name: QuantityName) -> Reason | None:
        """Return the origin of a number; None if it has none, as in a uniform prior."""
        quantity = self._graph[name]
        if quantity.reason.rule is Rule.DEFINE and not quantity.uses:
            return None
        if quantity.reason.rule is Rule.GIVEN:
            return AS_GIVEN
        if quantity.reason.rule is Rule.COUNT or quantity.inline is InlineForm.COUNTED:
            return AS_COUNTED
        is_expanded = quantity.inline is InlineForm.EXPANDED
        return self.substitution_reason(quantity.formula) if is_expanded else SUBSTITUTED

    @once_each
    def operand_form(self, name: QuantityName) -> nodes.Expression:
        """Return the form of the quantity `name` in the line of another."""
        inline = self._graph[name].inline
        if inline is InlineForm.VALUE:
            return written(self.value(name))
        if inline is InlineForm.MEASURED:
            return _number(self.value(name))
        return self.as_counted(name)

    def causes_of_zero(self, name: QuantityName) -> tuple[QuantityName, ...]:
        """Return the estimates that make the quantity `name` zero or undefined.

        For an undefined quantity, these are the zeros in denominators.
        """
        estimates: dict[QuantityName, None] = {}
        visited: set[QuantityName] = set()

        def visit(current: QuantityName) -> None:
            if current in visited:
                return
            visited.add(current)
            quantity = self._graph[current]
            causes = causes_in(quantity.formula, self.value)
            causes = [n for n in causes if self._graph[n].reason.rule is not Rule.COUNT]
            estimated = quantity.inline in (InlineForm.COUNTED, InlineForm.MEASURED)
            if not causes or estimated:
                estimates[current] = None
            for cause in causes if not estimated else ():
                visit(cause)

        visit(name)
        return tuple(estimates)


def round_value(value: Value, rounding: Rounding) -> Value:
    """Return a `value` rounded by `rounding`; what is no finite number stays as it is."""
    if isinstance(value, Infinite | Undefined | NoNumber | Germ):
        return value
    return rounded(value, rounding).value


def _number(value: Value) -> nodes.Expression:
    return number(value) if isinstance(value, Fraction) else written(value)


def rewrite_sides(formula: nodes.Expression, side: Rewrite, term: Rewrite) -> nodes.Expression:
    """Return an estimate from numbers as a fraction with each side rewritten, plus rewritten terms."""
    if isinstance(formula, nodes.Quotient):
        return formula.with_children(tuple(map(side, formula.children)))
    if isinstance(formula, nodes.Sum):
        return formula.with_children(tuple(rewrite_sides(part, side, term) for part in formula.terms))
    return term(formula)


def causes_in(
    expression: nodes.Expression, value: Callable[[QuantityName], Value]
) -> list[QuantityName]:
    """Return the names in `expression` that make it zero or undefined; `value` gives their values."""

    def undefined(part: nodes.Expression) -> bool:
        return isinstance(evaluate(part, value), Undefined)

    def broken(part: nodes.Expression) -> bool:
        part_value = evaluate(part, value)
        return part_value == Fraction(0) or isinstance(part_value, Undefined | Infinite)

    parts = expression.children
    # An undefined part makes the whole undefined even beside a zero factor, so it is blamed first.
    if any(map(undefined, parts)):
        return [name for part in parts if undefined(part) for name in causes_in(part, value)]
    match expression:
        case nodes.Reference(name):
            return [name]
        case nodes.Quotient(numerator, denominator):
            side = denominator if broken(denominator) else numerator
            return causes_in(side, value)
        case nodes.Product() | nodes.IndexedProduct():
            return [name for part in parts if broken(part) for name in causes_in(part, value)]
        case nodes.Sum() | nodes.ArgMax():
            return [name for part in parts for name in causes_in(part, value)]
        case nodes.Negative(part) | nodes.Power(part, _) | nodes.Clipped(part):
            return causes_in(part, value)
        case nodes.AtMost():  # a number outside of a support, which no quantity is to blame for
            return []
        case _:
            return list(nodes.references(expression))
