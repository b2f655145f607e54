"""Nodes for what is no number: decisions and labels, questions, words."""

from __future__ import annotations

from dataclasses import dataclass

from exactnb.expression.tree import Expression, Fixed, Nested, Several


@dataclass(frozen=True, slots=True)
class Indicator(Fixed):
    """1 if a decision is for one class alone, the label, else 0."""

    decision: Expression
    label: str


@dataclass(frozen=True, slots=True)
class Equal(Several):
    """Whether each pair of sides is equal: true or false."""

    pairs: tuple[Expression, ...]  # left, right, left, right ...


@dataclass(frozen=True, slots=True)
class OverCells(Nested):
    """A question about all cells of some columns: the rank of one of them, or the Bayes error.

    `priors` has an expression for each class, `factors` one for each column, value and class; `at`
    is which value of each column the cell in question has, and `subject` its name.
    """

    question: str  # "rank" or "bayes_error"
    subject: str
    priors: tuple[Expression, ...]
    factors: tuple[tuple[tuple[Expression, ...], ...], ...]
    at: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Truth(Expression):
    """The words true and false."""

    value: bool


@dataclass(frozen=True, slots=True)
class ArgMax(Nested):
    """The labels whose score is largest; `first` keeps only the first of a tie."""

    scores: tuple[tuple[str, Expression], ...]
    first: bool = False


@dataclass(frozen=True, slots=True)
class Labels(Expression):
    """A class label, or the labels of a tie."""

    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Listing(Several):
    """A set of things in words, each as `Labels`, or of sets of them: edits, queries, observations."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Special(Expression):
    """The words for what is no number: "undefined", "everywhere", "∞", "−∞"."""

    word: str


@dataclass(frozen=True, slots=True)
class Words(Expression):
    """A phrase inside a rule, such as "documents of class k"; `role` says what it stands for."""

    text: str
    role: str
