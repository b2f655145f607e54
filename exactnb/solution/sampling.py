"""Draw observations from a model, exactly and from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from exactnb.arithmetic.draws import Draws
from exactnb.arithmetic.rounding import number_text
from exactnb.arithmetic.values import Undefined, rational
from exactnb.errors import InputError, Unsupported, near, quoted
from exactnb.expression.evaluate import NoNumber, evaluate, settled
from exactnb.expression.nodes import Expression, references
from exactnb.families.base import Observation, probability
from exactnb.model.effort import EFFORT, Effort
from exactnb.model.model import Model
from exactnb.model.quantities import Quantities
from exactnb.naming.names import Item
from exactnb.problem.problem import Problem

__all__ = ["Sample", "sample"]


@dataclass(frozen=True, slots=True)
class Sample:
    """Hold rows that were drawn: the class stands last."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


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
    for _ in range(count):
        label = labels[draws.choose(prior)] if prior is not None else chosen.class_item(str(given))
        cells = []
        for column, block in chosen.known_blocks.items():
            values = block.column.values
            of = shares.of([chosen.cell_factor(block, value, label) for value in values], column)
            cells.append(values[draws.choose(of)])
        if chosen.bag is not None:
            cells.append(_text(shares, chosen, label, length or 0, draws))
        rows.append((*cells, label.value))
    text = (problem.encoder.text or "text",) if chosen.bag is not None else ()
    return Sample((*chosen.known_blocks, *text, chosen.schema.class_variable), tuple(rows))


def _shares_of_a_row(model: Model, length: int) -> int:
    """Return among how many classes, values and words the draws of one row choose in all."""
    values = sum(len(block.column.values) for block in model.known_blocks.values())
    words = len(model.bag.bag.words) if model.bag is not None else 0
    return len(model.classes) + values + length * words


class _Shares:
    """Work the shares of a draw out, each once."""

    def __init__(self, problem: Problem, model: Model, effort: Effort) -> None:
        self.problem = problem
        self.effort = effort
        self.model = model
        self.known: dict[tuple[Expression, ...], list[Fraction]] = {}

    def of(self, factors: Sequence[Expression], column: str = "") -> list[Fraction]:
        key = tuple(factors)
        if key not in self.known:
            graph = Quantities(
                [n for f in key for n in references(f)], self.problem.define, self.effort
            )
            self.known[key] = [self._share(evaluate(f, graph.value), column) for f in key]
            total = sum(self.known[key], Fraction(0))
            if total != 1:
                of = f"the probabilities of column {quoted(column)}" if column else "the probabilities"
                raise InputError(f"{of} add up to {number_text(total)}, so that nothing can be drawn")
        return self.known[key]

    def _share(self, value: object, column: str) -> Fraction:
        worth = settled(value)  # type: ignore[arg-type]
        if isinstance(worth, Undefined):
            of = f" of column {quoted(column)}" if column else ""
            raise InputError(f"a probability{of} is undefined, so that nothing can be drawn")
        share = None if isinstance(worth, NoNumber) else rational(worth)
        if share is None:
            raise Unsupported("only rational probabilities are drawn from")
        return share


def _text(shares: _Shares, model: Model, label: Item, length: int, draws: Draws) -> str:
    """Return a text of some words; each word drawn counts for the next where θ is integrated out."""
    assert model.bag is not None
    words = model.bag.bag.words
    drawn: list[str] = []
    for _ in range(length):
        if model.bag.family.name == "multinomial" or not drawn:
            seen = [Observation(draws=(word,)) for word in words]
            of = shares.of([_one(model.factors(each, label)) for each in seen])
        else:
            of = _next(shares, model, label, drawn)
        drawn.append(words[draws.choose(of)])
    return " ".join(drawn)


def _next(shares: _Shares, model: Model, label: Item, drawn: list[str]) -> list[Fraction]:
    """Return P(word | class, the words drawn before) of every word."""
    assert model.bag is not None

    def worth(words: tuple[str, ...]) -> Fraction:
        factor = _one(model.factors(Observation(draws=words), label))
        graph = Quantities(list(references(factor)), shares.problem.define, shares.effort)
        return shares._share(evaluate(factor, graph.value), "")

    before = worth(tuple(drawn))
    return [worth((*drawn, word)) / before for word in model.bag.bag.words]


def _one(factors: tuple[Expression, ...]) -> Expression:
    (factor,) = factors
    return factor


def _check(model: Model, count: int, given: str | None, length: int | None) -> None:
    if not _is_whole(count) or count < 0:
        raise InputError(f"expected a whole number; got {quoted(count)}", at="count")
    if given is not None and given not in model.classes:
        hint = near(str(given), model.classes)
        raise InputError(f"unknown class {quoted(given)}{hint}", at="given")
    if model.numbers:
        column, block = next(iter(model.numbers.items()))
        raise InputError(f"column {quoted(column)} is {block.family.name}; numbers are not drawn")
    if model.bag is not None and not model.bag.bag.words:
        raise InputError("there are no words to draw")
    if model.bag is not None and length is None:
        raise InputError("a text needs its length, in words", at="length")
    if model.bag is None and length is not None:
        raise InputError("goes with texts", at="length")
    if length is not None and (not _is_whole(length) or length < 0):
        raise InputError(f"expected a whole number; got {quoted(length)}", at="length")


def _is_whole(given: object) -> bool:
    return isinstance(given, int) and not isinstance(given, bool)
