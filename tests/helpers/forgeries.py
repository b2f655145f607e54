"""Derivations with one thing forged, each by its own name, with the words in which it is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeVar

import pytest
from proofs import learned
from thoroughness import all_of

from exactnb import Conventions, Documents, ModelChoice, Problem, Solution, Table, solve
from exactnb.core.data.documents import Document
from exactnb.core.expression.nodes import Expression, IndexedProduct, Integer, Quotient, Reference
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.naming.names import Item, QuantityName
from exactnb.explain.derivation import Chain, Derivation, Line, Rejected, Step, verify
from exactnb.explain.derivation.lines import Block
from exactnb.explain.proving import new_prover, prove
from exactnb.explain.solution.setting import problem_source

B = TypeVar("B", bound=Block)


@dataclass(frozen=True)
class Subject:
    """A solved problem, and what `verify` says of anything else about it."""

    solution: Solution

    @property
    def derivation(self) -> Derivation:
        return self.solution.verified.derivation

    def name(self, text: str) -> QuantityName:
        return self.solution.problem.scope.resolve(text)

    def ref(self, text: str) -> Reference:
        return Reference(self.name(text))

    def formula(self, text: str) -> Line:
        """Return the line that opens the chain of a quantity."""
        quantity = self.solution.quantities[self.name(text)]
        return Line(self.ref(text), "=", quantity.formula, quantity.reason)

    def blocks(self, kind: type[B]) -> list[B]:
        found = (block for step in self.derivation.steps for block in step.blocks)
        return [block for block in found if isinstance(block, kind)]

    def chains(self) -> Iterator[Chain]:
        return (chain for _, chain in self.derivation.chains())

    def chain(self, text: str) -> Chain:
        """Return the chain about a quantity, which may stand in a table."""
        return next(chain for chain in self.chains() if chain.lines[0].left == self.ref(text))

    def verify(self, derivation: Derivation, **formulas: Expression) -> None:
        """Verify a derivation, in the graph with other formulas for some quantities."""
        changed = {self.name(text): formula for text, formula in formulas.items()}
        graph = self.solution.quantities
        graph = graph.with_formulas(changed) if changed else graph
        verify(derivation, graph, problem_source(self.solution.problem), new_prover)

    def of(self, *blocks: object, key: object = "only", about=(), model=None, title="") -> None:
        """Verify one step that holds some blocks."""
        step = Step(key, title, tuple(blocks), about, model)  # type: ignore[arg-type]
        self.verify(replace(self.derivation, steps=(step,)))


FORGED: dict[str, tuple[Callable[[], None], str]] = {}
"""Of each forgery: what tries it, and the words that refuse it."""


def refused(words: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Return a decorator that enters a forgery with the words that must refuse it."""

    def enter(forgery: Callable[[], None]) -> Callable[[], None]:
        assert forgery.__name__ not in FORGED
        FORGED[forgery.__name__] = forgery, words
        return forgery

    return enter


def forged_in(module: str) -> Callable[[], None]:
    """Return the test that each forgery of a test module is refused in its words."""

    @all_of("forged", [name for name, (forgery, _) in FORGED.items() if forgery.__module__ == module])
    def is_refused(forged: str) -> None:
        """What breaks one demand alone is rejected, in the words of that demand."""
        forgery, words = FORGED[forged]
        with pytest.raises(Rejected, match=re.escape(words)):
            forgery()

    return is_refused


def one(above: int, below: int = 1) -> Expression:
    return Integer(above) if below == 1 else Quotient(Integer(above), Integer(below))


ROWS = [("1", "red", "+"), ("1", "red", "+"), ("0", "blue", "+"), ("0", "red", "-")]


@cache
def values() -> Subject:
    """Return a table of three rows of + and one of −, with two queries."""
    table = Table.from_rows(ROWS, ["a", "Sky", "class"])
    queries = {"x": {"a": "1", "Sky": "red"}, "z": {"a": "0", "Sky": "red"}}
    return Subject(solve(Problem(table, queries)))


@cache
def numbers(of_plus: tuple[str, str] = ("1", "3")) -> Subject:
    """Return two columns of numbers, and a kind; `of_plus` are the numbers of + in the first."""
    first, second = of_plus
    rows = [(first, "4", "s", "+"), (second, "4", "m", "+"), ("5", "7", "m", "-"), ("9", "8", "s", "-")]
    table = Table.from_rows(rows, ["x", "y", "size", "class"])
    choice = ModelChoice(families={"x": "gaussian", "y": "poisson"})
    return Subject(solve(Problem(table, {"q": {"x": "2", "y": "4", "size": "m"}}, {"model": choice})))


@cache
def asked() -> Subject:
    """Return a table whose accuracies are asked."""
    table = Table.from_rows(ROWS, ["a", "Sky", "class"])
    choice = ModelChoice(Conventions(smoothing=1))
    asked = ["accuracy", "accuracy_left_out", "log(accuracy)", "log2(count(+))"]
    return Subject(solve(Problem(table, {}, {"model": choice}, ask=asked)))


@cache
def words(text: str = "win cash win") -> Subject:
    """Return two texts and a third to be told, by how often their words stand there."""
    texts = Documents.of([("+", "win win cash"), ("-", "lunch cash win")])
    choice = ModelChoice(families={"text": "multinomial"})
    return Subject(solve(Problem(texts, {"q": text}, {"model": choice})))


@cache
def long_text() -> Subject:
    """Return a text of so many words that equal factors stand together."""
    many = [f"w{first}{second}" for first in "abcdefgh" for second in "abcdefghijklmnopqrstuvwxyz"]
    texts = Documents.of([("+", " ".join(many)), ("-", " ".join(many[:3] * 2))])
    choice = ModelChoice(Conventions(smoothing=1), families={"text": "multinomial"})
    return Subject(solve(Problem(texts, {"q": " ".join(many)}, {"model": choice}), only=["P(-,q)"]))


@cache
def limit() -> Subject:
    """Return a table smoothed with λ → 0⁺."""
    table = Table.from_rows(ROWS, ["a", "Sky", "class"])
    choice = ModelChoice(Conventions(smoothing="0+"))
    return Subject(solve(Problem(table, {"x": {"a": "1", "Sky": "red"}}, {"model": choice})))


@cache
def presence() -> Subject:
    """Return a text of so many words, of which only presence counts, that factors stand together."""
    many = [f"w{first}{second}" for first in "abcdefgh" for second in "abcdefghijklmnopqrstuvwxyz"]
    texts = Documents.of([("+", " ".join(many + many[:9])), ("-", " ".join(many[:3]))])
    choice = ModelChoice(Conventions(smoothing=1), families={"text": "bernoulli"})
    return Subject(solve(Problem(texts, {"q": " ".join(many)}, {"model": choice}), only=["P(+,q)"]))


@cache
def mixed() -> Subject:
    """Return texts beside two columns of values."""
    texts = [Document("", "+", "win cash", ("1", "2")), Document("", "-", "cash", ("3", "4"))]
    families = {"text": "multinomial", "a": "categorical", "b": "categorical"}
    query = {"q": {"a": "1", "b": "2", "text": "cash win"}}
    models = {"m": ModelChoice(families=families)}
    return Subject(solve(Problem(Documents.of(texts, columns=["a", "b"]), query, models)))


@cache
def two_models() -> Subject:
    """Return two models of one table, a maximum-likelihood one and a smoothed one."""
    table = Table.from_rows(ROWS, ["a", "Sky", "class"])
    models = {"mle": ModelChoice(), "one": ModelChoice(Conventions(smoothing=1))}
    return Subject(solve(Problem(table, {"x": {"a": "1", "Sky": "red"}}, models)))


def proved(**changes: object) -> None:
    """Prove a theorem whose last step is changed."""
    out = learned()
    steps = (*out.steps[:-1], replace(out.steps[-1], **changes))  # type: ignore[arg-type]
    prove(Derivation("t", "", (), steps))


QUERY = (Item("query", "", "x"),)
COUNTING = Reason(Rule.COUNT, "by counting")


def of_values(*lines: Line, **changes: object) -> None:
    """Verify a chain about the table of values."""
    values().of(Chain(lines), **changes)


def joint(of: Subject, text: str = "P(+,x)") -> tuple[Line, tuple]:
    """Return the formula of a joint, and its factors."""
    line = of.formula(text)
    return line, line.right.factors


def of_odds() -> Subject:
    """Return a table of which odds are asked, and the logarithm of a posterior."""
    table = Table.from_rows(ROWS, ["a", "Sky", "class"])
    ask = ["argmax(x)", "odds(+|x)", "log(P(+|x))"]
    return Subject(solve(Problem(table, {"x": {"a": "1", "Sky": "red"}}, ask=ask)))


def of_one_word() -> Subject:
    """Return the answers about a text of one word, with the number of its arrangements."""
    texts = Documents.of([("+", "win win cash"), ("-", "lunch cash win")])
    choice = ModelChoice(families={"text": "multinomial"})
    return Subject(solve(Problem(texts, {"q": "cash"}, {"model": choice})))


GENERAL = "the general factor is not one of this quantity"


def general(role: str, label: str, seen: str, *terms: object) -> IndexedProduct:
    return IndexedProduct(role, (("class", label), ("x", seen)), terms)
