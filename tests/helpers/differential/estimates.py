"""The oracle's counts and estimates: every rule of smoothing from its definition."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from differential.exact import INFINITE
from differential.spec import Model, Row, Rule, Spec

__all__ = ["TINY", "Data", "Parameter", "added_to", "estimate", "number", "over", "unseen"]

TINY = Fraction(1, 10**200)
"""What λ → 0⁺ is taken for; the answers are then rounded to simple fractions."""

Parameter = Fraction | str | None
"""A rational, INFINITE, or None for 0/0."""


def number(text: str) -> Fraction:
    """Return a number as a problem file writes it.

    >>> number("7.50"), number("1e1"), number("45%"), number("-7/2")
    (Fraction(15, 2), Fraction(10, 1), Fraction(9, 20), Fraction(-7, 2))
    """
    return Fraction(text[:-1]) / 100 if text.endswith("%") else Fraction(text)


def over(above: Fraction, below: Fraction) -> Parameter:
    """Return a quotient; 0/0 is None."""
    if below:
        return above / below
    return INFINITE if above else None


def place(places: Mapping[str, Fraction], value: str, label: str) -> Fraction:
    """Return the number of a place: the most particular one wins."""
    for key in (f"{value}|{label}", value, f"|{label}", "*"):
        if key in places:
            return places[key]
    return Fraction(0)


def added_to(rule: Rule, value: str, label: str, m: int) -> Fraction:
    """Return what a rule adds to the count of one of m values."""
    if rule.kind == "m":
        if rule.places is None:
            return rule.amount / m
        return rule.amount * place(rule.places, value, label)
    fixed = {"laplace": Fraction(1), "jeffreys": Fraction(1, 2), "perks": Fraction(1, m), "0+": TINY}
    if rule.kind in fixed:
        return fixed[rule.kind]
    amount = rule.amount if rule.places is None else place(rule.places, value, label)
    return amount - 1 if (rule.kind, rule.take) == ("dirichlet", "mode") else amount


def estimate(
    rule: Rule, value: str, label: str, values: Sequence[str], count: Callable[[str], Fraction],
    out_of: Fraction,
) -> Fraction | None:  # fmt: skip
    """Return the estimate of one value among others, or None for 0/0."""
    m, c, n = len(values), count(value), out_of
    if rule.kind == "frequency":
        share = over(c, n)
        return None if share is None else (share + rule.amount) / (1 + m * rule.amount)
    if rule.kind == "clip":
        share = over(c, n)
        return None if share is None else min(max(share, rule.amount), 1 - rule.amount)

    def added(of: str) -> Fraction:
        return added_to(rule, of, label, m)

    if rule.kind == "cells":
        cells = {"class": Fraction(sum(count(v) > 0 for v in values)), "slot": Fraction(m + 1)}
        number = cells[rule.cells] if isinstance(rule.cells, str) else rule.cells
        below = n + number * added(value)
    elif rule.kind == "m":
        below = n + rule.amount
    else:
        below = n + sum(added(v) for v in values)
    return (c + added(value)) / below if below else None


def unseen(
    rule: Rule, value: str, label: str, values: Sequence[str], out_of: Fraction
) -> Fraction | None:
    """Return the estimate of a value of count 0 that the list of values lacks and goes on lacking."""
    if rule.kind == "frequency":
        return rule.amount / (1 + len(values) * rule.amount) if out_of else None
    if rule.kind == "clip":
        return rule.amount if out_of else None
    alone = added_to(rule, value, label, len(values))
    if rule.kind == "cells":
        return estimate(rule, value, label, values, lambda v: Fraction(0), out_of)
    if rule.kind == "m":
        below = out_of + rule.amount
    else:
        below = out_of + sum(added_to(rule, v, label, len(values)) for v in values)
    return over(alone, below)


class Data:
    """Count the rows of a problem, some of them left out."""

    def __init__(self, spec: Spec, model: Model, without: int | None = None) -> None:
        self.spec, self.model = spec, model
        self.rows = [row for at, row in enumerate(spec.rows) if at != without]

    def total(self, label: str, of: Callable[[Row], Fraction | int | None]) -> Fraction:
        """Return the weighted sum over the rows of a class that have a number."""
        found = Fraction(0)
        for row in self.rows:
            number = of(row) if row.label == label else None
            if number is not None:
                found += row.weight * number
        return found

    def size(self, label: str) -> Fraction:
        """Return the rows of a class."""
        return self.total(label, lambda row: 1)

    def shown(self, column: str, label: str) -> Fraction:
        """Return the rows of a class that show a column."""
        return self.total(label, lambda row: 1 if column in row.cells else None)

    def value(self, column: str, value: str, label: str) -> Fraction:
        """Return the rows of a class with a value."""
        return self.total(label, lambda row: row.cells.get(column) == value)

    def moment(self, column: str, label: str, *others: str) -> Fraction:
        """Return Σx, or the sum of products of columns, over rows that show the first of them."""

        def product(row: Row) -> Fraction | None:
            if column not in row.cells:
                return None
            found = Fraction(row.cells[column])
            for other in others:
                found *= Fraction(row.cells[other])
            return found

        return self.total(label, product)

    def word(self, word: str, label: str) -> Fraction:
        """Return how often a word stands in a class."""
        return self.total(label, lambda row: (row.words or ()).count(word))

    def documents(self, word: str, label: str) -> Fraction:
        """Return in how many texts of a class a word stands."""
        return self.total(label, lambda row: word in (row.words or ()))

    def tokens(self, label: str) -> Fraction:
        """Return how many words of the vocabulary a class has."""
        return sum((self.word(word, label) for word in self.spec.vocabulary or ()), Fraction(0))

    def bag(self) -> list[str]:
        """Return the columns whose cells are the counts of words."""
        return [
            c.name for c in self.spec.columns
            if self.model.families.get(c.name) in ("multinomial", "dirichlet-multinomial")
        ]  # fmt: skip

    def rule(self, column: str) -> Rule:
        """Return the rule by which a column is smoothed."""
        return self.model.smoothings.get(column, self.model.smoothing)

    def prior(self, label: str) -> Fraction | None:
        """Return P(k)."""
        model, classes = self.model, self.spec.classes
        if self.spec.form == "parameters":
            return number(self.spec.given["prior", label])
        if not isinstance(model.prior, str):
            return model.prior[label]
        if model.prior == "uniform":
            return Fraction(1, len(classes))
        rule = Rule()
        if model.prior == "smoothed":
            rule = model.prior_smoothing or model.smoothing
        rows = sum((self.size(k) for k in classes), Fraction(0))
        return estimate(rule, label, "", classes, self.size, rows)

    def share(self, column: str, value: str, label: str) -> Fraction | None:
        """Return P(column=value|k) of a column with finitely many values."""
        values = self.spec.column(column).values
        family = self.model.families[column]
        if self.spec.form == "parameters":
            given = self.spec.given
            if self.spec.column(column).kind == "binary":
                one = number(given[column, label])
                return one if value == "1" else 1 - one
            return number(given[f"{column}={value}", label])

        def found(of: str) -> Fraction | None:
            count = lambda v: self.value(column, v, label)  # noqa: E731
            return estimate(self.rule(column), of, label, values, count, self.shown(column, label))

        if family == "bernoulli" and value == "0":
            one = found("1")
            return None if one is None else 1 - one
        return found(value)

    def presence(self, word: str, label: str) -> Fraction | None:
        """Return the probability that a text of a class has a word."""
        if self.spec.form == "parameters":
            return number(self.spec.given[word, label])
        n = self.size(label)
        count = {"1": self.documents(word, label)}
        count["0"] = n - count["1"]
        return estimate(self.model.smoothing, "1", label, ("0", "1"), count.__getitem__, n)

    def theta(self, word: str, label: str) -> Fraction | None:
        """Return the probability of one word of a text."""
        if self.spec.form == "parameters":
            return number(self.spec.given[word, label])
        if self.spec.is_text:
            words, count = self.spec.vocabulary or (), lambda w: self.word(w, label)
        else:
            words, count = tuple(self.bag()), lambda w: self.moment(w, label)
        out_of = sum((count(w) for w in words), Fraction(0))
        return estimate(self.model.smoothing, word, label, words, count, out_of)
