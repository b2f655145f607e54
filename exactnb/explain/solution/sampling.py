"""Draw observations from a model, exactly and from a seed.

How to read: `sample` is the door; `_SampleShares.draw` is one cell, `measurement` one of real numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.draws import Draws
from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.numerals import read_whole, spell_number
from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.arithmetic.values import Undefined
from exactnb.core.data.showing import as_markdown, as_text
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.general_nodes import Distribution, ExactValue
from exactnb.core.expression.nodes import Expression, Sum, references, stated
from exactnb.core.expression.results import NoNumber, with_limits
from exactnb.core.families.base import probability
from exactnb.core.families.block import Block, Factors
from exactnb.core.model.model import Model
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import EFFORT, Effort
from exactnb.core.naming.names import Item
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.core.shown import Shown
from exactnb.errors import InputError, Place, Unsupported, near, quoted
from exactnb.explain.solution.own_families import require_theorem

_FIGURES = 4  # of a measurement


@frozen(slots=True)
class SampledRows(Shown):
    """Rows of a sample under a `header`; the last column is the class."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return as_text(self.header, self.rows)

    def _looks_(self) -> dict[str, str]:
        return {"markdown": as_markdown(self.header, self.rows)}


def sample(
    problem: Problem,
    count: int,
    seed: int | str,
    *,
    given: str | None = None,
    length: int | None = None,
    model: str | None = None,
    effort: int = EFFORT,
) -> SampledRows:
    """Return `count` observations drawn from a `model` of `problem`, all of one class if `given`.

    Texts have `length` words each. The sample depends on the `seed` alone, not on the machine. `effort`
    limits the steps: the outcomes to choose from, and the parts of the formulas of probabilities.
    Raises InputError if the model has no distribution to draw from, and TooMuch for more effort.

    >>> from exactnb import Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> sample(Problem(table), 3, 7).rows
    (('0', '+'), ('0', '-'), ('0', '+'))
    """
    if not isinstance(problem, Problem):
        raise InputError.expected("a Problem", problem)
    chosen = problem.model_named(model)
    count = Place.of("count").read(read_whole, count)
    length = None if length is None else Place.of("length").read(read_whole, length)
    _refuse_impossible_sample(chosen, given, length)
    allowed = Effort(effort)
    allowed.spend(count * _outcomes_per_row(chosen, length or 0), f"a sample of {count:,}")
    shares = _SampleShares(problem, chosen, allowed)
    draws = Draws(seed)
    labels = chosen.class_items()
    priors = [probability((k,), (), chosen.name) for k in labels]
    prior = None if given is not None else shares.probabilities(priors)
    rows = []
    columns = chosen.features
    for _ in range(count):
        label = (
            labels[draws.choose_index(prior)] if prior is not None else chosen.class_item(str(given))
        )
        cells = [shares.draw(chosen.by_column[column], column, label, draws) for column in columns]
        if chosen.word_block is not None:
            tokens: tuple[str, ...] = ()
            for _ in range(length or 0):
                tokens = (*tokens, shares.draw(chosen.word_block, "", label, draws, tokens))
            cells.append(" ".join(tokens))
        rows.append((*cells, label.value))
    text = (problem.encoder.text or "text",) if chosen.draws_words else ()
    return SampledRows((*columns, *text, chosen.schema.class_variable), tuple(rows))


def _outcomes_per_row(model: Model, length: int) -> int:
    """Return the number of classes, values and words that the draws of one row choose from."""
    values = sum(len(model.by_column[column].values(column)) for column in model.features)
    return len(model.classes) + values + length * len(model.vocabulary)


class _SampleShares:
    """Work out the probabilities of outcomes, each once."""

    def __init__(self, problem: Problem, model: Model, effort: Effort) -> None:
        self.problem = problem
        self.effort = effort
        self.model = model
        self.by_factors: dict[tuple[Expression, ...], list[Fraction]] = {}
        self.outcomes: dict[tuple[str, Item, tuple[str, ...]], list[tuple[str, Finite]]] = {}

    def probabilities(self, factors: Sequence[Expression]) -> list[Fraction]:
        """Return the values of some probabilities; they have to sum to 1."""
        key = tuple(factors)
        if key not in self.by_factors:
            names = [name for factor in key for name in references(factor)]
            graph = Quantities(names, self.problem.define, self.effort)
            shares = (self._require_finite(with_limits(evaluate(f, graph.value)), "") for f in key)
            self.by_factors[key] = [share for share in shares if isinstance(share, Fraction)]
            self._check_total(self.by_factors[key], "")
        return self.by_factors[key]

    def draw(
        self, block: Block, column: str, label: Item, draws: Draws, tokens: tuple[str, ...] = ()
    ) -> str:
        """Return a value of a column, or the next word of a text.

        Among finitely many values one is chosen at once. Integers are tried in turn: each is accepted
        with its probability given that it is none of those before it. Measurements are drawn by the
        inverse of their distribution function, to as many figures as are printed.
        """
        if distributed := block.measurement_distribution(column, label) if column else None:
            self.model.refuse_limit_of_variances("epsilon")
            try:
                return self.measurement(*distributed, column, draws)
            except Unsupported as error:
                what = f"column {quoted(column)} is {block.family.name}; numbers are not drawn"
                raise Unsupported(f"{what}: {error.message}") from None
        key = (column, label, tokens)
        if not column or block.values(column):
            if key not in self.outcomes:
                self.outcomes[key] = [
                    (value, self._conditional_probability(numerator, denominator, column))
                    for value, numerator, denominator in block.outcomes(column, label, tokens)
                ]
            listed, shares = zip(*self.outcomes[key], strict=True)
            if all(isinstance(share, Fraction) for share in shares):
                self._check_total(shares, column)
                return str(listed[draws.choose_index(shares)])
        outcomes = self.outcomes.setdefault(key, [])
        remaining: Finite = Fraction(1)
        for index, (value, numerator, denominator) in enumerate(block.outcomes(column, label)):
            self.effort.spend(1, f"a number of column {quoted(column)}")
            if index == len(outcomes):
                outcomes.append((value, self._conditional_probability(numerator, denominator, column)))
            share = outcomes[index][1]
            chance = values.divide(share, remaining)
            if isinstance(chance, Fraction):
                is_hit = draws.choose_index([chance, 1 - chance]) == 0
            else:
                is_hit = draws.uniform().is_below(self._require_finite(chance, column))
            if is_hit:
                return value
            remaining = self._require_finite(values.add([remaining, values.negate(share)]), column)
        raise AssertionError("there is always another whole number")

    def measurement(
        self, distribution: Distribution, formulas: Sequence[Expression], column: str, draws: Draws
    ) -> str:
        """Return a number by its distribution function, which reaches a uniform number there.

        It is rounded to four figures, or to more where these would be an end of the range.
        """
        parameters = tuple(ExactValue(self._finite_value(formula, column)) for formula in formulas)
        level = draws.uniform()

        def chance_of_more(x: Fraction) -> Finite:
            self.effort.spend(1, f"a number of column {quoted(column)}")
            terms = distribution.interval_terms(
                Points((x, values.INFINITY), "open"), parameters, ExactValue
            )
            chance = with_limits(evaluate(stated(Sum.of(chain.from_iterable(terms)))))
            return self._require_finite(chance, column)

        def is_more(x: Fraction) -> bool:
            return level.is_below(chance_of_more(x))

        sign = 1 if is_more(Fraction(0)) else -1

        def reaches(size: Fraction) -> bool:
            return is_more(size) if sign > 0 else not is_more(-size)

        unit = Fraction(1)
        while reaches(unit * 10):
            unit *= 10
        while not reaches(unit):
            unit /= 10
        figures = _FIGURES
        while True:
            step = unit / 10 ** (figures - 1)
            low, high = 10 ** (figures - 1), 10**figures
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if reaches(middle * step) else (low, middle)
            number = sign * step * (low + reaches((low + Fraction(1, 2)) * step))
            if chance_of_more(number) not in (0, 1):
                return spell_number(number)
            figures += 1

    def _conditional_probability(self, numerator: Factors, denominator: Factors, column: str) -> Finite:
        """Return a conditional probability: the product of factors divided by that of others."""
        above, below = (
            [self._finite_value(factor, column) for _, factor in factors]
            for factors in (numerator, denominator)
        )
        share = values.divide(values.multiply(above), values.multiply(below))
        return self._require_finite(share, column)

    def _finite_value(self, formula: Expression, column: str) -> Finite:
        graph = Quantities(list(references(formula)), self.problem.define, self.effort)
        return self._require_finite(with_limits(evaluate(formula, graph.value)), column)

    def _check_total(self, shares: Sequence[Fraction], column: str) -> None:
        total = sum(shares, Fraction(0))
        if total != 1:
            subject = f"the probabilities of column {quoted(column)}" if column else "the probabilities"
            raise InputError(f"{subject} add up to {number_text(total)}, so that nothing can be drawn")

    def _require_finite(self, value: object, column: str) -> Finite:
        """Return a probability, or what one rests on; refuse what is undefined."""
        if isinstance(value, Undefined):
            column_phrase = f" of column {quoted(column)}" if column else ""
            raise InputError(f"a probability{column_phrase} is undefined, so that nothing can be drawn")
        if isinstance(value, NoNumber) or not values.is_finite(value):  # type: ignore[arg-type]
            raise Unsupported(f"column {quoted(column)} has no finite probabilities to draw from")
        return value if (share := values.rational(value)) is None else share


def _refuse_impossible_sample(model: Model, label: str | None, length: int | None) -> None:
    if label is not None and label not in model.classes:
        hint = near(str(label), model.classes)
        raise InputError(f"unknown class {quoted(label)}{hint}", at="given")
    for column in model.features:
        block = model.by_column[column]
        require_theorem(block.family)
        label_item = model.class_items()[0]
        if block.measurement_distribution(column, label_item) is None:
            next(block.outcomes(column, label_item), None)
    if model.draws_words and not model.vocabulary:
        raise InputError("there are no words to draw")
    if model.draws_words and length is None:
        raise InputError("a text needs its length, in words", at="length")
    if not model.draws_words and length is not None:
        raise InputError("needs texts", at="length")
