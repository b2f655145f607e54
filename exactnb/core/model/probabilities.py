"""Quantities of a model: P(A|B) for any A and B, odds, likelihood ratios, the decision.

How to read: `define` hands a name to what the row of its head says; rows of other quantities lead to
`questions/`. P(A|B) is `probability`, which says by what stands beside the bar whether it is a prior,
a joint, evidence, a likelihood or a quotient of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace

from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.data.schema import Case
from exactnb.core.expression.nodes import (
    ArgMax,
    Expression,
    Function,
    Integer,
    Power,
    Product,
    Reference,
    Sum,
)
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.families.observation import Observation
from exactnb.core.lazy import once
from exactnb.core.model.effort import Effort
from exactnb.core.model.grouping import CountWord, is_grouped
from exactnb.core.model.model import Model
from exactnb.core.model.numbers import define_factor, define_parameter
from exactnb.core.model.quantity import InlineForm, Quantity
from exactnb.core.naming.kinds import QuantityKind
from exactnb.core.naming.names import Item, QuantityName, class_among, in_order
from exactnb.core.record import frozen
from exactnb.errors import InputError

NAIVE_BAYES = Reason(Rule.ASSUME, "naive Bayes")
PRODUCT_RULE = Reason(Rule.ASSUME, "product rule")
GROUPED = Reason(Rule.GROUP, "equal factors together")
_BAYES = Reason(Rule.DEFINE, "Bayes' rule")
_TOTAL = Reason(Rule.DEFINE, "total probability")
_CONDITIONAL = Reason(Rule.DEFINE, "conditional probability")
_ODDS = Reason(Rule.DEFINE, "odds")
_NOT_COUNTED = Reason(Rule.DEFINE, "nothing was counted")
_SHORT_SUM = 8  # joints that are written out again in the denominator of every posterior


@frozen(slots=True)
class Training:
    """A training row: how it is counted, and the items that it shows to a model."""

    case: Case
    items: tuple[Item, ...]


@frozen
class Prediction:
    """Define what a model says about what is seen, and what is asked of it as a whole.

    `kinds` are the quantities that there are, by their heads; `queries` what each id shows it;
    `training` gives the rows it was estimated from.
    """

    model: Model
    kinds: Mapping[str, QuantityKind]
    queries: Mapping[str, Observation]
    training: Callable[[], Iterable[Training]] = tuple
    _answered: dict[QuantityName, tuple[Quantity, int]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def define(self, name: QuantityName, effort: Effort) -> Quantity:
        """Return the quantity that a name of this model stands for; to find a formula may take effort.

        What took some is kept with what it cost: it costs as much whoever asked first.
        """
        if name in self._answered:
            effort.spend(self._answered[name][1], name)
            return self._answered[name][0]
        for item in self._brought(name.items):
            if why := self.model.covariate(item.variable).problem(number_in(item.value)):
                raise InputError(f"{item.variable}: {why}; got {item.value}", at=name.place)
        before = effort.spent
        defined: Quantity = self.kinds[name.head].define(self, name, effort)
        if effort.spent > before:
            self._answered[name] = defined, effort.spent - before
        return defined

    def anew(self) -> Prediction:
        """Return the same prediction with nothing answered yet: all is worked out again."""
        return replace(self)

    def observed(self, items: Iterable[Item]) -> Observation:
        """Return what cells, words and queries show together."""
        items = tuple(items)
        if len(items) == 1 and items[0].kind == "query":
            return self.queries[items[0].value]
        cells: dict[str, str] = {}
        bags: list[Mapping[str, int]] = []
        draws: list[str] = []
        for item in items:
            if item.kind == "query":
                seen = self.queries[item.value]
                cells |= seen.cells
                bags += seen.bags
            elif item.kind == "cell":
                cells[item.variable] = item.value
            elif item.kind == "word":
                draws.append(item.value)
        return Observation(cells, tuple(bags), tuple(draws))

    def decision(self, name: QuantityName, _: Effort) -> Quantity:
        """Return argmax(x), of the joints of all classes."""
        first = self.model.conventions.tie == "first"
        scores = ((k.value, self._joint(k, name.before)) for k in self.model.class_items())
        return Quantity(name, ArgMax(tuple(scores), first), Reason(Rule.DECIDE, "largest joint"))

    def probability(self, name: QuantityName, _: Effort) -> Quantity:
        """Return P(left | right), by what stands on either side of the bar."""
        left, right = name.before, name.right
        self._check_left(name, left)
        along = self._brought(right)
        if along and along == right:
            return self._given_what_is_brought(name, left, along)
        given = class_among(right)
        if given is not None:
            return self._likelihood(name, left, given, along)
        label = class_among(left)
        if right:
            whole = self._p(self._ordered((*left, *right)))
            reason = _BAYES if label and len(left) == 1 else _CONDITIONAL
            return Quantity(name, whole / self._p(right), reason)
        if label is None:
            return self._evidence(name, left)
        if len(left) == 1:
            return self.model.prior(name, label)
        factors = (self._p((label,)), *self._factors(left, label))
        return Quantity(name, _product(factors), self._reason(left))

    def _check_left(self, name: QuantityName, left: tuple[Item, ...]) -> None:
        """Refuse what is only brought along on the left."""
        label = class_among(left)
        things = tuple(item for item in left if item is not label)
        if things and self._brought(things) == things:
            kind = self.model.covariate(things[0].variable)
            what = f"is {kind.noun}, which stands beside {kind.response} or behind the bar"
            raise InputError(f"{things[0].variable} {what}", at=name.place)

    def _given_what_is_brought(
        self, name: QuantityName, left: tuple[Item, ...], along: tuple[Item, ...]
    ) -> Quantity:
        """Return what is seen where only what is brought along is given: it says nothing of others."""
        if not self._is_counted(left, along):
            return Quantity(name, self._p(left), _NOT_COUNTED)
        whole = self._p(self._ordered((*left, *along)))
        kind = self.model.covariate(along[0].variable)
        return Quantity(name, whole, Reason(Rule.DEFINE, f"over this {kind.key}"))

    def _evidence(self, name: QuantityName, left: tuple[Item, ...]) -> Quantity:
        """Return P(what is seen), the sum of the joints of all classes."""
        terms = tuple(self._p((k, *left)) for k in self.model.class_items())
        shown = InlineForm.EXPANDED if len(terms) <= _SHORT_SUM else InlineForm.VALUE
        return Quantity(name, Sum(terms), _TOTAL, shown)

    def _likelihood(
        self, name: QuantityName, left: tuple[Item, ...], given: Item, along: tuple[Item, ...]
    ) -> Quantity:
        """Return P(what is seen | class): one factor, a parameter, or a product of factors."""
        model = self.model
        columns = tuple(item.variable for item in left)
        rest = tuple(item for item in name.right if item is not given and item not in along)
        if model.has_line(columns) and not rest:
            return define_factor(model, name, columns, name.cells, given)
        # Given the class, columns that belong to different blocks do not change each other; those of
        # one density do, and only the quotient of two densities says how.
        if rest:
            whole = self._p(self._ordered((*left, *rest)), (given, *along))
            return Quantity(name, whole / self._p(rest, (given, *along)), _CONDITIONAL)
        if along and not self._is_counted(left, along):
            return Quantity(name, self._p(left, (given,)), _NOT_COUNTED)
        if len(left) == 1 and left[0].kind in ("cell", "word"):
            return model.parameter(name, left[0], given)
        return Quantity(name, _product(self._factors((*left, *along), given)), self._reason(left))

    def _brought(self, items: Iterable[Item]) -> tuple[Item, ...]:
        """Return what is brought along among some items: they say of a number what is behind it."""
        behind = self.model.covariate_names
        return tuple(item for item in items if item.kind == "cell" and item.variable in behind)

    def _is_counted(self, items: Iterable[Item], along: tuple[Item, ...]) -> bool:
        """Say whether among some items is a number that one of some others is brought along for."""
        names = {item.variable for item in along}
        columns = {column for column, each in self.model.brought.items() if each.name in names}
        return any(column in columns for column in self.observed(items).cells)

    def _joint(self, label: Item, items: tuple[Item, ...]) -> Reference:
        """Return P(class, what is seen): the prior, where no feature is."""
        along = self._brought(items)
        return self._p((label,) if along == items else (label, *items))

    def _reason(self, items: tuple[Item, ...]) -> Reason:
        """Return why what is seen is a product: words may be another assumption than columns."""
        seen = self.observed(items)
        if is_grouped(self.model, seen):
            return GROUPED
        shown = tuple(seen.cells)
        if self.model.has_line(shown) and not seen.words():
            return PRODUCT_RULE
        block = self.model.word_block
        return Reason(Rule.ASSUME, block.reason) if block is not None and seen.words() else NAIVE_BAYES

    def parameter(self, name: QuantityName, _: Effort) -> Quantity:
        """Return a parameter of columns of numbers, such as mean(c|k)."""
        return define_parameter(self.model, name)

    def log_odds(self, name: QuantityName, _: Effort) -> Quantity:
        """Return the logarithm of odds(k:l|x), or of odds(k|x)."""
        odds = Reference(name.with_head("odds"))
        return Quantity(name, Function("log", odds), Reason(Rule.DEFINE, "log-odds"))

    def odds(self, name: QuantityName, _: Effort) -> Quantity:
        """Return the odds of two classes, or of one against all others, or a likelihood ratio."""
        if name.pair is not None:
            pair = name.pair.first, name.pair.second
            if name.head == "lr" and self._brought(name.right) == name.right:
                return Quantity(name, Integer(1) / 1, _NOT_COUNTED)
            if name.head == "lr":
                first, second = (self._p(name.right, (k,)) for k in pair)
                reason = Reason(Rule.DEFINE, "likelihood ratio")
                return Quantity(name, first / second, reason)
            first, second = (self._joint(k, name.right) for k in pair)
            return Quantity(name, first / second, _ODDS)
        (subject,) = name.before
        others = tuple(k for k in self.model.class_items() if k != subject)
        if not others:
            raise InputError("odds need at least two classes", at=name.place)
        rest = tuple(self._joint(k, name.right) for k in others)
        below = rest[0] if len(rest) == 1 else Sum(rest)
        return Quantity(name, self._joint(subject, name.right) / below, _ODDS)

    def grouped(self, name: QuantityName, count_word: CountWord) -> tuple[Expression, ...]:
        """Return the factors of a long text once more, its words counted by someone else."""
        items, label = name.items, name.label
        assert label is not None
        rest = tuple(item for item in items if item is not label)
        factors = self.model.factors(self.observed(rest), label, count_word)
        return factors if name.right else (self._p((label,)), *factors)

    def _factors(self, items: Iterable[Item], label: Item) -> tuple[Expression, ...]:
        return self.model.factors(self.observed(items), label)

    def _ordered(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Return items in canonical order: class, cells as in the table, queries."""
        return in_order(items, self._places)

    @once
    def _places(self) -> Mapping[str, int]:
        model = self.model
        names = (*model.columns(), *model.covariate_names, *model.vocabulary, *self.queries)
        return {name: at for at, name in enumerate(names)}

    def _p(self, left: tuple[Item, ...], right: tuple[Item, ...] = ()) -> Reference:
        return Reference(self.model.names.probability(left, right))


def define_wrapped(name: QuantityName, define: Callable[[QuantityName], Quantity]) -> Quantity:
    """Return the quantity of a name with functions around it, such as -log2(P(x)).

    The logarithm of a product is the sum of logarithms.
    """
    outer, argument = name.wrappers[0], Reference(name.unwrapped())
    if outer.startswith("log"):
        within = define(argument.name)
        if isinstance(within.formula, Product) and within.reason.rule is Rule.ASSUME:
            terms = tuple(_logarithm(outer, factor) for factor in within.formula.factors)
            return Quantity(name, Sum(terms), Reason(Rule.DEFINE, "logarithm of a product"))
    formula = -argument if outer == "-" else Function(outer, argument)
    return Quantity(name, formula, Reason(Rule.DEFINE, ""))


def _logarithm(function: str, factor: Expression) -> Expression:
    """Return the logarithm of a factor; that of a power is a multiple."""
    if isinstance(factor, Power):
        return Product((factor.exponent, Function(function, factor.base)))
    return Function(function, factor)


def _product(factors: tuple[Expression, ...]) -> Expression:
    if not factors:
        return Integer(1)
    return factors[0] if len(factors) == 1 else Product(factors)
