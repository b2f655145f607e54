"""What a family of distributions has to say. Everything else about it follows from these."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from exactnb.expression.names import Item, QuantityName
from exactnb.expression.nodes import Expression, Reference
from exactnb.families.smoothing import smoothed

__all__ = ["PRIOR", "Column", "Estimator", "Family", "count_of", "probability", "rule_words"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column and its values, in order."""

    name: str
    values: tuple[str, ...]

    def cell(self, value: str) -> Item:
        """Return the item `column=value`."""
        return Item("cell", self.name, value)


@dataclass(frozen=True, slots=True)
class Estimator:
    """The words of an estimate: what is counted, in rows of a table and in documents."""

    hits: str
    hits_in_documents: str


class Family(ABC):
    """State how one column is distributed within a class, by formulas over counts."""

    name: str
    title: str
    domain: str  # "binary" or "nominal": what its columns may hold
    shown_value: str  # what the left side of its rule is about: "1", or "v" for any value
    estimator: Estimator
    notation: Mapping[str, str] = {}

    @abstractmethod
    def check(self, column: Column) -> None:
        """Raise InputError, with no path, if the values do not suit the family."""

    @abstractmethod
    def parameters(self, column: Column) -> tuple[str, ...]:
        """Return the values that have a parameter of their own, in order."""

    @abstractmethod
    def factor(self, column: Column, value: str, label: Item, model: str) -> Expression:
        """Return the factor P(column = value | class), written with parameters."""

    def estimate(self, column: Column, value: str, label: Item, smoothing: Fraction) -> Expression:
        """Return the estimate of P(column = value | class), written with counts."""
        hits, trials = count_of(column.cell(value), label), count_of(label)
        return smoothed(hits, trials, smoothing, len(column.values))


PRIOR = "prior"
"""The role of the prior's rule, beside those that bear the names of families."""


def rule_words(family: Family | None, noun: str) -> dict[str, str]:
    """Return the words for what an estimate counts: of a family, or of the prior.

    `noun` is what one observation is called: rows, documents.
    """
    if family is None:
        return {"hits": f"{noun} of class k", "trials": noun, "cells": "number of classes"}
    texts = noun == "documents"
    hits = family.estimator.hits_in_documents if texts else family.estimator.hits
    return {"hits": hits, "trials": f"{noun} of class k", "cells": "number of values"}


def count_of(*items: Item) -> Reference:
    """Return a reference to a count of the data."""
    return Reference(QuantityName("count", items))


def probability(left: tuple[Item, ...], right: tuple[Item, ...] = (), model: str = "") -> Reference:
    """Return a reference to P(left | right) in a model."""
    return Reference(QuantityName("P", left, right, model))
