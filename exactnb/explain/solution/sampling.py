"""Draw observations from a model, exactly and from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exactnb.core.arithmetic.draws import Draws
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.arithmetic.values import Undefined, rational
from exactnb.core.data.showing import as_markdown, as_text
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression, references
from exactnb.core.expression.results import NoNumber, settled
from exactnb.core.families.base import probability
from exactnb.core.families.block import Block, Factors
from exactnb.core.model.effort import EFFORT, Effort
from exactnb.core.model.model import Model
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.core.shown import Shown
from exactnb.errors import InputError, Unsupported, near, quoted


@frozen(slots=True)
class Sample(Shown):
    """Hold rows that were drawn: the class stands last."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return as_text(self.header, self.rows)

    def _looks_(self) -> dict[str, str]:
        """Return the first rows as a table."""
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
) -> Sample:
    """Return `count` observations drawn from a model, of one class if one is `given`.

    Texts have `length` words each. The draws depend on the seed alone, not on the machine. `effort` is
    how many steps it may take: what is chosen among, and the parts of the formulas of probabilities.
    Raises InputError where a model has no distribution to draw from, and TooMuch for more effort.

    >>> from exactnb import Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> sample(Problem(table), 3, 7).rows
    (('0', '+'), ('0', '-'), ('0', '+'))
    """
    if not isinstance(problem, Problem):
        raise InputError(f"expected a Problem; got {quoted(problem)}")
    chosen = problem.model_named(model)
    _check(chosen, count, given, length)
    allowed = Effort(effort)
    allowed.spend(count * _shares_of_a_row(chosen, length or 0), f"a sample of {count:,}")
    shares = _Shares(problem, chosen, allowed)
    draws = Draws(seed)
    labels = chosen.class_items()
    prior = (
        None if given is not None else shares.of([probability((k,), (), chosen.name) for k in labels])
    )
    rows = []
    columns = chosen.features
    for _ in range(count):
        label = labels[draws.choose(prior)] if prior is not None else chosen.class_item(str(given))
        cells = [shares.draw(chosen.by_column[column], column, label, draws) for column in columns]
        if chosen.word_block is not None:
            drawn: tuple[str, ...] = ()
            for _ in range(length or 0):
                drawn = (*drawn, shares.draw(chosen.word_block, "", label, draws, drawn))
            cells.append(" ".join(drawn))
        rows.append((*cells, label.value))
    text = (problem.encoder.text or "text",) if chosen.draws_words else ()
    return Sample((*columns, *text, chosen.schema.class_variable), tuple(rows))


def _shares_of_a_row(model: Model, length: int) -> int:
    """Return among how many classes, values and words the draws of one row choose at least."""
    values = sum(len(model.by_column[column].values(column)) for column in model.features)
    return len(model.classes) + values + length * len(model.vocabulary)


class _Shares:
    """Work the shares of a draw out, each once."""

    def __init__(self, problem: Problem, model: Model, effort: Effort) -> None:
        self.problem = problem
        self.effort = effort
        self.model = model
        self.known: dict[tuple[Expression, ...], list[Fraction]] = {}
        self.listed: dict[tuple[str, Item, tuple[str, ...]], list[tuple[str, Fraction]]] = {}

    def of(self, factors: Sequence[Expression]) -> list[Fraction]:
        """Return what some probabilities are, which add up to 1."""
        key = tuple(factors)
        if key not in self.known:
            graph = Quantities(
                [n for f in key for n in references(f)], self.problem.define, self.effort
            )
            self.known[key] = [self._share(evaluate(f, graph.value), "") for f in key]
            self._check_total(self.known[key], "")
        return self.known[key]

    def draw(
        self, block: Block, column: str, label: Item, draws: Draws, before: tuple[str, ...] = ()
    ) -> str:
        """Return a value of a column, or the next word of a text.

        Among values that have an end one is chosen at once. Of whole numbers each is taken, or not,
        with the chance that it has if it is none of those before it.
        """
        key = (column, label, before)
        if not column or block.values(column):
            if key not in self.listed:
                found = block.outcomes(column, label, before)
                self.listed[key] = [(v, self._worth(of, under, column)) for v, of, under in found]
                self._check_total([share for _, share in self.listed[key]], column)
            values, shares = zip(*self.listed[key], strict=True)
            return str(values[draws.choose(shares)])
        listed = self.listed.setdefault(key, [])
        left = Fraction(1)
        for at, (value, of, under) in enumerate(block.outcomes(column, label)):
            self.effort.spend(1, f"a number of column {quoted(column)}")
            if at == len(listed):
                listed.append((value, self._worth(of, under, column)))
            share = listed[at][1]
            if draws.choose([share / left, 1 - share / left]) == 0:
                return value
            left -= share
        raise AssertionError("there is always another whole number")

    def _worth(self, above: Factors, below: Factors, column: str) -> Fraction:
        """Return a probability: factors over others."""
        found = Fraction(1)
        for factors, power in ((above, 1), (below, -1)):
            for _, factor in factors:
                graph = Quantities(list(references(factor)), self.problem.define, self.effort)
                found *= self._share(evaluate(factor, graph.value), column) ** power
        return found

    def _check_total(self, shares: Sequence[Fraction], column: str) -> None:
        total = sum(shares, Fraction(0))
        if total != 1:
            of = f"the probabilities of column {quoted(column)}" if column else "the probabilities"
            raise InputError(f"{of} add up to {number_text(total)}, so that nothing can be drawn")

    def _share(self, value: object, column: str) -> Fraction:
        worth = settled(value)  # type: ignore[arg-type]
        if isinstance(worth, Undefined):
            of = f" of column {quoted(column)}" if column else ""
            raise InputError(f"a probability{of} is undefined, so that nothing can be drawn")
        share = None if isinstance(worth, NoNumber) else rational(worth)
        if share is None:
            raise Unsupported("only rational probabilities are drawn from")
        return share


def _check(model: Model, count: int, given: str | None, length: int | None) -> None:
    if not _is_whole(count) or count < 0:
        raise InputError(f"expected a whole number; got {quoted(count)}", at="count")
    if given is not None and given not in model.classes:
        hint = near(str(given), model.classes)
        raise InputError(f"unknown class {quoted(given)}{hint}", at="given")
    for column in model.features:
        next(model.by_column[column].outcomes(column, model.class_items()[0]), None)
    if model.draws_words and not model.vocabulary:
        raise InputError("there are no words to draw")
    if model.draws_words and length is None:
        raise InputError("a text needs its length, in words", at="length")
    if not model.draws_words and length is not None:
        raise InputError("goes with texts", at="length")
    if length is not None and (not _is_whole(length) or length < 0):
        raise InputError(f"expected a whole number; got {quoted(length)}", at="length")


def _is_whole(given: object) -> bool:
    return isinstance(given, int) and not isinstance(given, bool)
