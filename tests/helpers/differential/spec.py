"""A random problem as a value: what is known, which models there are, and what is asked.

`Spec.text()` writes it as a user would, in TOML.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

__all__ = ["Ask", "Column", "Item", "Model", "Row", "Rule", "Spec", "quoted", "said"]

Item = tuple[str, ...]
"""("class", k), ("cell", column, value), ("query", id), ("word", w) or ("column", c)."""


def said(value: Fraction) -> str:
    """Return a number as TOML reads it exactly."""
    return str(value) if value.denominator == 1 else f'"{value}"'


def quoted(text: str) -> str:
    """Return a string of TOML."""
    return json.dumps(text, ensure_ascii=False)


def name(text: str) -> str:
    """Return a name in the language of quantities, quoted where the grammar needs it."""
    if set(text) & set(',|=:;()"') or text.startswith("not ") or "  " in text:
        return '"' + text.replace('"', '""') + '"'
    return text


@dataclass(frozen=True)
class Rule:
    """Hold a rule of smoothing: its kind, its number, and numbers by place where there are."""

    kind: str = "add"
    amount: Fraction = Fraction(0)
    places: Mapping[str, Fraction] | None = None
    cells: Fraction | str | None = None
    shape: Fraction = Fraction(1)
    rate: Fraction = Fraction(1)
    take: str = "mean"

    def text(self) -> str:
        """Return the rule as the value of a key."""
        if self.kind in ("0+", "laplace", "jeffreys", "perks"):
            return quoted(self.kind)
        number = said(self.amount)
        if self.places is not None:
            number = "{ " + ", ".join(f"{quoted(p)} = {said(n)}" for p, n in self.places.items()) + " }"
        if self.kind == "bare":
            return number
        if self.kind == "cells":
            cells = quoted(self.cells) if isinstance(self.cells, str) else said(self.cells)
            return f"{{ add = {number}, cells = {cells} }}"
        if self.kind == "m":
            given = f", p = {number}" if self.places is not None else ""
            return f"{{ m = {said(self.amount)}{given} }}"
        if self.kind == "dirichlet":
            return f"{{ dirichlet = {number}, take = {quoted(self.take)} }}"
        if self.kind == "gamma":
            return f"{{ gamma = [{said(self.shape)}, {said(self.rate)}], take = {quoted(self.take)} }}"
        return f"{{ {self.kind} = {number} }}"


@dataclass(frozen=True)
class Column:
    """Hold a column: its name, what it holds, and all its values if it has finitely many."""

    name: str
    kind: str  # nominal, binary, whole (from 0), counting (from 1), positive, real, exposure
    values: tuple[str, ...] = ()

    @property
    def is_discrete(self) -> bool:
        return self.kind in ("nominal", "binary")


@dataclass(frozen=True)
class Row:
    """Hold a row; a cell that is not among `cells` is missing."""

    label: str
    cells: Mapping[str, str]
    words: tuple[str, ...] | None = None
    weight: Fraction = Fraction(1)
    identity: str = ""


@dataclass(frozen=True)
class Model:
    """Hold a model: a family for each column (and "text" for the words), and its conventions."""

    families: Mapping[str, str]
    prior: str | Mapping[str, Fraction] = "mle"
    smoothing: Rule = field(default_factory=Rule)
    smoothings: Mapping[str, Rule] = field(default_factory=dict)
    prior_smoothing: Rule | None = None
    unseen: str = "error"
    absent: str = "count"
    coefficient: bool = False
    divisor: str = "N"
    share: str = "none"
    epsilon: Fraction = Fraction(0)
    covariance: str = "pooled"
    tie: str = "report"
    conventions: str = ""
    waited: int = 1  # successes that a negative binomial column waits for


@dataclass(frozen=True)
class Ask:
    """Hold a quantity that is asked."""

    form: str
    of: tuple[Item, ...] = ()
    given: tuple[Item, ...] = ()
    pair: tuple[str, ...] = ()
    wraps: tuple[str, ...] = ()
    model: str = ""

    def text(self, variable: str, numerals: bool) -> str:
        """Return the name of the quantity."""

        def item(found: Item) -> str:
            if found[0] == "class" and numerals:
                return f"{name(variable)}={name(found[1])}"
            if found[0] == "word-of":
                return f"word={name(found[1])}"
            return "=".join(name(part) for part in found[1:])

        inside = ":".join(name(k) for k in self.pair) or ",".join(map(item, self.of))
        if self.given:
            inside += "|" + ",".join(map(item, self.given))
        if self.model:
            inside += f"; {self.model}"
        found = f"{self.form}({inside})" if inside or self.form == "argmax" else self.form
        for wrap in self.wraps:
            found = f"-{found}" if wrap == "-" else f"{wrap}({found})"
        return found


@dataclass(frozen=True)
class Spec:
    """Hold a whole problem; `form` says whether its data are a table, counts or parameters."""

    form: str
    classes: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    models: Mapping[str, Model]
    queries: Mapping[str, Mapping[str, str]]
    asks: tuple[Ask, ...] = ()
    given: Mapping[tuple[str, str], str] = field(default_factory=dict)
    vocabulary: tuple[str, ...] | None = None
    is_text: bool = False
    exposure: Mapping[str, str] = field(default_factory=dict)
    separator: str = " "
    variable: str = "kind"

    @property
    def numerals(self) -> bool:
        """Say whether a class is called by a numeral, so that it cannot stand alone."""
        return any(k.isdigit() for k in self.classes)

    def column(self, wanted: str) -> Column:
        return next(c for c in self.columns if c.name == wanted)

    def asked(self, ask: Ask) -> str:
        """Return a quantity as it is asked of this problem; a bad one stands as its own text."""
        if ask.form == "bad":
            return ask.of[0][1]
        return ask.text(self.variable, self.numerals)
