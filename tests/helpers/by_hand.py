"""Rules of smoothing and arithmetic with what is undefined, in plain Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import prod

from exactnb.core.naming.grammar import quote

Worth = Fraction | None
"""A number, or None for what is undefined."""

TINY = Fraction(1, 10**300)
"""A λ that is small enough to stand for one that tends to 0⁺."""

EVERYWHERE = ("", "")


def times(*factors: Worth) -> Worth:
    """Return a product; a zero beside an undefined factor saves nothing."""
    known = [f for f in factors if f is not None]
    return prod(known, start=Fraction(1)) if len(known) == len(factors) else None


def plus(*terms: Worth) -> Worth:
    """Return a sum; an undefined term makes it undefined."""
    known = [t for t in terms if t is not None]
    return sum(known, Fraction(0)) if len(known) == len(terms) else None


def over(above: Worth | int, below: Worth | int) -> Worth:
    """Return a quotient; 0/0 is undefined."""
    if above is None or below is None or (above == 0 and below == 0):
        return None
    return Fraction(above) / Fraction(below)


def settled(worth: Worth) -> Worth:
    """Return the limit that a value computed with `TINY` stands for.

    >>> settled((2 + TINY) / (3 + 4 * TINY)), settled(TINY)
    (Fraction(2, 3), Fraction(0, 1))
    """
    return None if worth is None else worth.limit_denominator(10**80)


@dataclass(frozen=True)
class Rule:
    """A rule of smoothing: what a user says, and the estimate that it gives.

    `kind` is add, cells, m, mean, mode, frequency, clip, perks or 0+. `number` is λ, m, a or ε;
    `places` are numbers by (value, class), "" for any, where they differ: λ, a, or the p of m.
    """

    kind: str = "add"
    number: Fraction = Fraction(0)
    cells: Fraction | str = ""
    places: Mapping[tuple[str, str], Fraction] = field(default_factory=dict)

    @classmethod
    def of(cls, given: Rule | Fraction | int) -> Rule:
        """Return a rule; a number alone is λ."""
        return given if isinstance(given, Rule) else cls("add", Fraction(given))

    @property
    def is_limit(self) -> bool:
        """Say whether λ tends to 0⁺."""
        return self.kind == "0+"

    def said(self) -> object:
        """Return the rule as it is given to `Conventions`."""
        by_place = {_spelled(*place): number for place, number in self.places.items()}
        match self.kind:
            case "add":
                return {"add": by_place} if by_place else self.number
            case "cells":
                return {"add": self.number, "cells": self.cells}
            case "m":
                return {"m": self.number, "p": by_place} if by_place else {"m": self.number}
            case "mean" | "mode":
                return {"dirichlet": by_place or self.number, "take": self.kind}
            case "frequency" | "clip":
                return {self.kind: self.number}
        return self.kind

    def at(self, value: str, label: str) -> Fraction:
        """Return the number for a value in a class: the closest place wins."""
        places = ((value, label), (value, ""), ("", label), EVERYWHERE)
        return next((self.places[p] for p in places if p in self.places), self.number)

    def pseudo(self, value: str, label: str, values: Sequence[str]) -> Fraction:
        """Return what is added to the count of a value, where something is."""
        if self.kind == "perks":
            return Fraction(1, len(values))
        if self.kind == "0+":
            return TINY
        return self.at(value, label) - (1 if self.kind == "mode" else 0)

    def estimate(
        self, hits: Fraction, trials: Fraction, value: str, label: str, values: Sequence[str], seen: int
    ) -> Worth:
        """Return the estimate of a value; `seen` is how many of the values the class shows."""
        if self.kind in ("add", "mean", "mode", "perks", "0+"):
            added = sum((self.pseudo(v, label, values) for v in values), Fraction(0))
            return over(hits + self.pseudo(value, label, values), trials + added)
        if self.kind == "cells":
            known = {"class": Fraction(seen), "slot": Fraction(len(values) + 1)}
            cells = known[self.cells] if isinstance(self.cells, str) else self.cells
            return over(hits + self.number, trials + cells * self.number)
        if self.kind == "m":
            share = self.at(value, label) if self.places else Fraction(1, len(values))
            return over(hits + self.number * share, trials + self.number)
        frequency = over(hits, trials)
        if frequency is None:
            return None
        if self.kind == "clip":
            return min(max(frequency, self.number), 1 - self.number)
        assert self.kind == "frequency", self.kind
        return (frequency + self.number) / (1 + len(values) * self.number)

    def renamed(self, values: Mapping[str, str], classes: Mapping[str, str]) -> Rule:
        """Return the rule that speaks of values and classes by other names."""
        places = {(values.get(v, v), classes.get(k, k)): n for (v, k), n in self.places.items()}
        return replace(self, places=places)


def _spelled(value: str, label: str) -> str:
    if (value, label) == EVERYWHERE:
        return "*"
    shown = quote(value) if value else ""
    return f"{shown}|{quote(label)}" if label else shown
