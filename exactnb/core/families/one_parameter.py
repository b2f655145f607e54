"""What families of one column have in common, and those with one parameter.

A family with one parameter states its density and its estimate; factors, log-ratios and how probable
regions are follow from these. Probabilities of counts are added up.

How to read: `OneColumn` has regions and refusals, `OneParameter` what follows from `stated`. Last, the
`log_ratio` of two classes with one density: what does not differ cancels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import and_, mul

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.intervals import whole_number_ranges
from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.arithmetic.values import Infinite, Number
from exactnb.core.data.schema import PARAMETERS, in_class, in_row
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
    Expression,
    Function,
    Integer,
    Negative,
    Power,
    Product,
    Quotient,
    Reference,
    Sum,
    Symbol,
    log,
    replace,
    stated,
)
from exactnb.core.expression.tree import factors_of, terms_of
from exactnb.core.expression.written import number
from exactnb.core.families.block import Columns, Pair, Polynomial
from exactnb.core.families.declared.ranges import is_within, range_text, rational_end, with_ends_put_in
from exactnb.core.families.declared.specification import (
    VARIABLE,
    Interval,
    Range,
    Specification,
    Whole,
    evaluate_constants,
    replace_letters,
)
from exactnb.core.families.deriving.estimator import ROWS, TOTAL
from exactnb.core.families.estimates import Estimate, Sample, arrangements, columns_and_class, phrase
from exactnb.core.families.numbers import NumberBlock, NumberFamily
from exactnb.core.lazy import once
from exactnb.core.naming.names import Item, QuantityName
from exactnb.errors import InputError, Unsupported

_MOST = 2_000  # the largest count up to which probabilities are added up


class OneColumn(NumberFamily):
    """A family whose columns follow it each by itself, with parameters of their own."""

    stated: Specification
    density: Callable[..., Expression]  # of a number in the support, and the parameters
    tail_probability: Callable[
        ..., Expression
    ]  # the probability of more than x, which is above the least

    @property
    def is_density(self) -> bool:  # type: ignore[override]
        """Say whether it has a density, and no probabilities."""
        return self.stated.is_density

    @once
    def support(self) -> Range:
        """Return what x may be, with chosen numbers put in; ends that move are open."""
        support, moving = self.stated.support, self.stated.moving
        low, high = (
            None if end is None or mover is not None else evaluate_constants(end, self.numbers)
            for end, mover in zip(support.ends, moving, strict=True)
        )
        if isinstance(support, Whole):
            return Whole(low or support.first, high)
        closed = (end is not None for end in (low, high))
        return Interval(low, high, *map(and_, closed, support.closed))

    @once
    def first_integer(self) -> int | None:
        """Return where its numbers begin; None if that is all numbers, or no whole number."""
        return _integer_at(self.support.ends[0])

    @once
    def last_integer(self) -> int | None:
        """Return where they end; None if they do not, or not at a whole number."""
        return _integer_at(self.support.ends[1])

    @property
    def support_text(self) -> str:
        """Return what x may be, as refusals say it."""
        if isinstance(self.support, Whole):
            return f"whole numbers from {self.first_integer}"
        return f"numbers {'from' if self.support.low_closed else 'above'} {self.first_integer}"

    def data_problem(self, value: Fraction) -> str:
        return "" if is_within(value, self.support) else f"{self.name} needs {self.support_text}"

    def sum_problem(self, total: Fraction, rows: Fraction) -> str:
        if total >= (self.first_integer or 0) * rows:
            return ""
        least = number_text((self.first_integer or 0) * rows)
        return f"{self.name} numbers of {number_text(rows)} rows add up to {least} at least"

    def query_problem(self, value: Fraction) -> str:
        """Return why `value` is no whole number where only these are seen, or ""."""
        if self.is_density or value.denominator == 1:
            return ""
        return f"{self.name} needs whole numbers"

    def range_problem(self, head: str, value: Number, siblings: Mapping[str, Number]) -> str:
        """Return why the parameter called `head` cannot be `value` beside `siblings`, "" if it can."""
        ranges = self.stated.parameters
        within = ranges[head] if head in ranges else next(iter(ranges.values()))  # a head of ours
        is_allowed = is_within(value, with_ends_put_in(within, siblings))
        return "" if is_allowed else f"{self.name} needs {range_text(within, head)}"

    def check(self, block: NumberBlock) -> None:
        """Refuse a given parameter of `block` outside its range."""
        supplied = block.supplied or {}
        for (head, columns, label), value in supplied.items():
            is_parameter = head in {h.name for h in self.heads} and columns[0] in block.columns
            siblings = {h: value for (h, *rest), value in supplied.items() if rest == [columns, label]}
            if is_parameter and (why := self.range_problem(head, value, siblings)):
                place = in_class(in_row(PARAMETERS, f"{head}({columns[0]})"), label)
                raise InputError(f"{why}; got {exact_text(value)}", at=place)

    def parameters_across_classes(self, block: NumberBlock) -> Iterator[tuple[QuantityName, ...]]:
        for column, head in product(block.columns, self.heads):
            names = (self.parameter(block, head.name, column, k).name for k in block.classes)
            yield tuple(dict.fromkeys(names))

    def parameter(self, block: NumberBlock, head: str, column: str, label: Item | None) -> Reference:
        """Refer to the parameter `head` of a `column`, of class `label` or of all that share it."""
        return block.refer(head, (column,), None if head in self.stated.shared else label)

    def distribution(self, block: NumberBlock, column: str, label: Item) -> tuple[Expression, ...]:
        return tuple(self.parameter(block, head.name, column, label) for head in self.heads)

    def factor(self, block: NumberBlock, observed: Mapping[str, Fraction], label: Item) -> Expression:
        """Return density or probability of `observed` in class `label`, 0 outside of the support."""
        ((column, x),) = observed.items()
        if not is_within(x, self.support):
            return Integer(0)
        return self.density(x, *self.distribution(block, column, label))

    def with_values(
        self, formula: Expression, parameters: Sequence[Expression], x: Expression | None = None
    ) -> Expression:
        """Return a `formula` with chosen numbers, with `parameters` in their order, and with `x`."""
        letters = dict(zip(self.stated.parameters, parameters, strict=True))
        if x is not None:
            letters[VARIABLE] = x
        return replace_letters(evaluate_constants(formula, self.numbers), letters)

    @once
    def formula_of_x(self) -> Expression:
        """Return the density or the mass function, with chosen numbers put in."""
        return evaluate_constants(self.stated.formula, self.numbers)

    def count_probability(self, first: int, last: int, *parameters: Expression) -> Expression:
        """Return the probability of the counts from `first` to `last`, at `parameters`."""
        chances = (self.density(Fraction(x), *parameters) for x in range(first, last + 1))
        return Sum.of(replace(chance, arrangements) for chance in chances)

    def terms_of_count_range(
        self, first: int, last: int | None, *parameters: Expression
    ) -> tuple[Expression, ...]:
        """Return the sum over the counts from `first` to `last` at `parameters`, as terms.

        Without `last` it is 1 less the counts before; raise Unsupported for very many.
        """
        least = self.first_integer or 0
        begins, ends = (least, first - 1) if last is None else (first, last)
        if ends > _MOST:
            raise Unsupported(f"probabilities of counts are added up to {_MOST:,}, not to {ends:,}")
        added = self.count_probability(begins, ends, *parameters)
        return (Integer(1), -added) if last is None else (added,)

    def support_ends(self, parameters: tuple[Expression, ...]) -> tuple[Number | None, Number | None]:
        """Return the ends of the support, None for none, with `parameters` in those that move."""
        low, high = (
            None if end is None else evaluate(stated(self.with_values(end, parameters)))
            for end in self.stated.support.ends
        )
        return low, high  # type: ignore[return-value]

    def interval_terms(
        self,
        region: Points,
        parameters: tuple[Expression, ...],
        place_formula: Callable[[Number], Expression],
    ) -> Iterator[tuple[Expression, ...]]:
        """Yield the terms of each interval of `region`: sums of counts, or what is beyond its ends.

        Raises Unsupported for counts above 2,000, and for a density that states nothing.
        """
        if not self.is_density:
            counts = whole_number_ranges(region, self.first_integer or 0)
            yield from (self.terms_of_count_range(first, last, *parameters) for first, last in counts)
            return

        low, high = self.support_ends(parameters)

        def beyond(x: Number) -> Expression:
            if low is not None and values.compare(x, low) <= 0:
                return Integer(1)
            if isinstance(x, Infinite):
                return Integer(int(x.sign < 0))
            if high is not None and values.compare(x, high) >= 0:
                return Integer(0)
            return self.tail_probability(place_formula(x), *parameters)

        yield from ((beyond(left), -beyond(right)) for left, right, _ in region.intervals())


class OneParameter(OneColumn):
    """A family with one parameter in each class, which is its only head, stated by its density.

    `stated` is the density or the mass function, `estimated` the MLE of the parameter, in `TOTAL`, the
    sum of the numbers of a class, and `ROWS`, how many there are. All else follows from these.
    """

    estimated: Expression
    tail: Expression | None = None  # the probability of more than x, of a density

    @property
    def densities(self) -> tuple[tuple[Specification, Expression], ...]:  # type: ignore[override]
        """Return what is stated, with the estimate."""
        return ((self.stated, self.estimated),)

    def estimate(self, block: NumberBlock, name: QuantityName) -> Estimate:
        (column,), label = columns_and_class(name)
        assert label is not None
        return self.rule(block, block.data, column, label)

    def rule(self, block: NumberBlock, sample: Sample, column: str, label: Item) -> Estimate:
        """Return the estimate of `column` in `label` of `block`, by the sum and rows of `sample`."""
        words: dict[Expression, Expression] = {
            TOTAL: phrase("total", f"{_SUMS[self.summed_powers]} in class k"),
            ROWS: phrase("rows", sample.rows_text(column)),
        }
        rule = replace(evaluate_constants(self.estimated, self.numbers), words.get)
        total = sample.total(column, label, *self.summed_powers)
        return Estimate(rule, (("total", total), ("rows", sample.counted_rows(column, label))))

    def density(self, x: Fraction, parameter: Expression) -> Expression:
        """Return the density, or probability, of a number `x` in the support, at `parameter`."""
        if self.is_density:
            return self.with_values(self.formula_of_x, (parameter,), number(x))
        counted = evaluate_constants(self.formula_of_x, {VARIABLE: x}, keeps_factorials=True)
        formula = self.with_values(counted, (parameter,))
        return reduce(mul, formula.factors) if isinstance(formula, Product) else formula

    def tail_probability(self, x: Expression, parameter: Expression) -> Expression:
        """Return the probability of more than `x`, above the least, with a `parameter`."""
        if self.tail is None:
            raise Unsupported(f"no regions of {self.name} columns are added up")
        return self.with_values(self.tail, (parameter,), x)

    def log_ratio(self, block: NumberBlock, columns: Columns, pair: Pair) -> Polynomial:
        (letter,), (head,) = self.stated.parameters, self.heads
        first, second = (block.refer(head.name, columns, k) for k in pair)
        return log_ratio(self.formula_of_x, letter, columns[0], first, second)


def _integer_at(end: Expression | None) -> int | None:
    number = rational_end(end)
    return number.numerator if number is not None and number.denominator == 1 else None


_SUMS: Mapping[tuple[int, ...], str] = {(1,): "sum", (2,): "sum of squares"}


_Terms = Iterable[tuple[int, tuple[Expression, ...], Expression]]
"""The terms of a logarithm: a sign, factors without the parameter, and a part with it."""
_POWERS = {Symbol(VARIABLE): 1, Power(Symbol(VARIABLE), Integer(2)): 2}


def log_ratio(
    formula: Expression, letter: str, column: str, first: Expression, second: Expression
) -> Polynomial:
    """Return log f(x|`first`)/f(x|`second`) of the density `formula` of `column` in a `letter`.

    >>> from exactnb.core.expression.nodes import exp
    >>> a, b, c, x = map(Symbol, "abcx")
    >>> {of: str(factor) for of, factor in log_ratio(a * exp(-(a * x)), "a", "t", b, c).items()}
    {('t',): 'c - b', (): 'log(b / c)'}
    """
    sums: dict[int, list[Expression]] = {}
    for sign, factors, part in _log_terms(formula, Symbol(letter)):
        power = sum(_POWERS.get(factor, 0) for factor in factors)
        constants = [factor for factor in factors if factor not in _POWERS]
        is_log = isinstance(part, Function)
        parameters = (first, second) if sign > 0 or is_log else (second, first)
        top, bottom = (replace_letters(part, {letter: parameter}) for parameter in parameters)
        gap = log(top.children[0] / bottom.children[0]) if is_log else top - bottom
        term = Product.of([*constants, gap])
        sums.setdefault(power, []).append(-term if is_log and sign < 0 else term)
    return {
        (column,) * power: Sum.of(sorted(terms, key=lambda term: isinstance(term, Negative)))
        for power, terms in sorted(sums.items(), reverse=True)
    }


def _times(factor: Expression, terms: _Terms) -> _Terms:
    """Yield terms with another factor, or with its sign alone where it is 1."""
    turned = -1 if isinstance(factor, Negative) else 1
    inner = factor.term if isinstance(factor, Negative) else factor
    more = () if inner == Integer(1) else (inner,)
    return ((sign * turned, (*more, *factors), part) for sign, factors, part in terms)


def _log_terms(
    formula: Expression, letter: Symbol
) -> Iterator[tuple[int, tuple[Expression, ...], Expression]]:
    """Yield the terms of the logarithm of a density that have the parameter in them."""
    match formula:
        case Product(factors):
            for factor in factors:
                yield from _log_terms(factor, letter)
        case Quotient(dividend, divisor):
            yield from _log_terms(dividend, letter)
            yield from _times(Negative(Integer(1)), _log_terms(divisor, letter))
        case Power(base, exponent):
            for times in terms_of(exponent):
                yield from _times(times, _log_terms(base, letter))
        case Function("exp", Negative(exponent)):
            yield from _times(Negative(Integer(1)), _log_terms(Function("exp", exponent), letter))
        case Function("exp", Quotient(dividend, divisor)) if letter not in dividend.walk():
            yield from _times(dividend, ((1, (), 1 / divisor),))
        case Function("exp", exponent):
            factors = factors_of(exponent)
            varying = Product.of(factor for factor in factors if letter in factor.walk())
            yield 1, tuple(factor for factor in factors if letter not in factor.walk()), varying
        case _ if letter in formula.walk():
            yield 1, (), log(formula)
