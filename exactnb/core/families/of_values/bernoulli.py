"""Bernoulli: a 0/1 column, one parameter per class; what is 0 counts with 1 − p.

Source: A. McCallum and K. Nigam, "A comparison of event models for naive Bayes text
classification", AAAI-98 workshop, section 2.1 (the multi-variate Bernoulli event model).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from exactnb.core.expression.nodes import Expression, Integer, Symbol
from exactnb.core.families.base import Column, ValueFamily, probability
from exactnb.core.families.protocol import Misconception
from exactnb.core.naming.names import Item
from exactnb.errors import InputError, quoted

if TYPE_CHECKING:
    from exactnb.core.families.declared.specification import Specification


class Bernoulli(ValueFamily):
    """A column of 0 and 1, with p = P(column = 1 | class)."""

    name = "bernoulli"
    title = "Bernoulli"
    formula = "p of a 1, 1 − p of a 0"
    kernel = "presence"
    in_sklearn = "BernoulliNB"
    domain = "binary"
    is_usual = True
    rule_value = "1"
    has_complement = True
    hits = ("rows of class k with a one", "documents of class k with the word")
    misconceptions = (
        Misconception("vocabulary-for-two-values",
            "the size of the vocabulary added to the denominator, not 2",
            "A word is there or it is not: how many values is that?",
            {"share": lambda of: of.columns != 2 and of.with_cells(of.columns)}),
        Misconception("word-counts-in-numerator",
            "how often the word stands in the class counted, not in how many documents",
            "What is counted here: words, or documents that hold the word?",
            {"share": lambda of: of.word_counts and of.smoothed(of.word_counts[0], of.inputs.trials)}),
        Misconception(
            "word-counts-in-denominator", "divided by the words of the class, not by its documents",
            "Out of what is this a share: of the words of a class, or of its documents?",
            {"share": lambda of: of.word_counts and of.smoothed(of.inputs.hits, of.word_counts[1])}),
        Misconception("words-for-documents", "words counted, not documents",
            "What is counted here: words, or documents that hold the word?",
            {"share": lambda of: of.word_counts and of.smoothed(*of.word_counts)}),
        Misconception("ones-for-rows", "divided by all ones of the class, not by its rows or documents",
            "Out of what is this a share: of the rows of the class, or of the ones in them?",
            {"share": lambda of: of.document_counts and of.columns > 1
                and map(partial(of.smoothed, *of.document_counts), {of.columns: 0, 2: 0})}),
        Misconception("absent-words-ignored", "the factors 1 − p of what is absent left out",
            "What does the query say about the features that are 0?",
            {"cell": lambda cell: Integer(1) if cell.value == "0" else None}),
        Misconception("absent-words-as-present", "p in the place of 1 − p for what is absent",
            "Which factor belongs to a feature that is 0?",
            {"cell": lambda cell: cell.factor("1") if cell.value == "0" else None}),
    )  # fmt: skip

    @property
    def densities(self) -> tuple[tuple[Specification, Expression], ...]:  # type: ignore[override]
        """Return the mass function θˣ·(1 − θ)¹⁻ˣ, with the share of ones."""
        from exactnb.core.families.declared.specification import Interval, Specification, Whole
        from exactnb.core.families.deriving.estimator import ROWS, TOTAL

        x, share, top = Symbol("x"), Symbol("θ"), Integer(1)
        mass = share**x * (1 - share) ** (1 - x)
        shares = {"θ": Interval(Integer(0), top, low_closed=True, high_closed=True)}
        return ((Specification(self.name, mass, False, Whole(Integer(0), top), shares), TOTAL / ROWS),)

    def check(self, column: Column) -> None:
        """Raise InputError if a value is neither 0 nor 1, or if there is none."""
        if not column.values:
            raise InputError(f"column {quoted(column.name)} has no values; list 0 and 1 in data.values")
        invalid = next((value for value in column.values if value not in ("0", "1")), None)
        if invalid is not None:
            raise InputError(
                f"column {quoted(column.name)} holds {quoted(invalid)}; bernoulli needs 0 and 1"
            )

    def parameters(self, column: Column) -> tuple[str, ...]:
        """Return "1": the other probability is 1 − p."""
        return ("1",)

    def factor(self, column: Column, value: str, label: Item, model: str) -> Expression:
        """Return p for a 1 and 1 − p for a 0."""
        p = probability((column.cell("1"),), (label,), model)
        return p if value == "1" else 1 - p


FAMILY = Bernoulli()
