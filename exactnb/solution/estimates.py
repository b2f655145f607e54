"""The estimates of a model, side by side: the rule in words, then one table for each kind."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from exactnb.derivation import Chain, EstimateRule, Grid, Instance
from exactnb.derivation.lines import Block
from exactnb.expression.names import Item, QuantityName
from exactnb.expression.nodes import Expression, Integer, Words
from exactnb.families.base import PRIOR, Family, count_of, rule_words
from exactnb.families.smoothing import smoothed
from exactnb.model.model import Block as ColumnBlock
from exactnb.model.model import Model
from exactnb.solution.chains import Chains

__all__ = ["Estimates"]


class Estimates:
    """Write the estimates of one model; `written` are the names that stand in its tables."""

    def __init__(self, chains: Chains, model: Model, noun: str) -> None:
        self.chains = chains
        self.model = model
        self.noun = noun
        self.written: set[QuantityName] = set()
        self.general = Item("general", model.class_variable, "k")

    def blocks(self, names: Iterable[QuantityName]) -> tuple[Block, ...]:
        """Return the rules and tables of the priors and parameters among some names."""
        priors: list[QuantityName] = []
        parameters: dict[str, list[QuantityName]] = {}
        for name in names:
            items = [item for item in name.left if isinstance(item, Item)]
            if name.head != "P" or len(items) != 1:
                continue
            (item,) = items
            if item.kind == "class" and not name.right:
                priors.append(name)
            elif item.kind == "cell" and len(name.right) == 1 and name.right[0].kind == "class":
                column = self.model.blocks[item.variable]
                if item.value in column.family.parameters(column.column):
                    parameters.setdefault(item.variable, []).append(name)
        out = self._priors(priors) if priors else []
        for group in self._groups(parameters):
            out += self._parameters({column: parameters[column] for column in group})
        return tuple(out)

    def _priors(self, names: list[QuantityName]) -> list[Block]:
        """Return the rule of the prior, if it is counted, and its table."""
        labels = self._labels(names)
        conventions = self.model.conventions
        out: list[Block] = []
        if conventions.prior in ("mle", "smoothed"):
            smoothing = conventions.prior_smoothing if conventions.prior == "smoothed" else Fraction(0)
            right = smoothed(*self._words(None), smoothing, self._word(None, "cells"))
            instances = tuple(
                self._instance(name, count_of(self._label(name)), count_of(), len(self.model.classes))
                for name in names
            )
            out.append(EstimateRule(PRIOR, "", right, instances))
        heading = QuantityName("P", (self.general,), (), self.model.name)
        cells = (self._row(names, labels),)
        self.written |= set(names)
        return [*out, Grid("", (heading,), labels, cells)]

    def _groups(self, columns: Iterable[str]) -> list[list[str]]:
        """Return the columns that share a family and a λ, and so a rule, together."""
        found: dict[tuple[str, Fraction], list[str]] = {}
        for column in self.model.blocks:
            if column in columns:
                smoothing = self.model.conventions.smoothing_of(column)
                key = (self.model.blocks[column].family.name, smoothing)
                found.setdefault(key, []).append(column)
        return list(found.values())

    def _parameters(self, by_column: dict[str, list[QuantityName]]) -> list[Block]:
        """Return the rule of some columns of one family, and their tables."""
        first = self.model.blocks[next(iter(by_column))]
        smoothing = self.model.conventions.smoothing_of(first.column.name)
        family = first.family
        binary = family.domain == "binary"
        cells: Expression = Integer(2) if binary else self._word(family, "cells")
        right = smoothed(*self._words(family), smoothing, cells)
        names = [name for names in by_column.values() for name in names]
        rule = EstimateRule(
            family.name, family.shown_value, right, tuple(self._of_cell(name) for name in names)
        )
        self.written |= set(names)
        if binary:
            return [rule, self._one_table(names)]
        return [rule, *(self._table(self.model.blocks[c], of) for c, of in by_column.items())]

    def _one_table(self, names: list[QuantityName]) -> Grid:
        """Return one table for many columns with a single parameter each."""
        labels = self._labels(names)
        columns: dict[Item, list[QuantityName]] = {}
        for name in names:
            columns.setdefault(self._cell(name), []).append(name)
        heads = tuple(QuantityName("P", (cell,), (self.general,), self.model.name) for cell in columns)
        cells = tuple(self._row(of, labels) for of in columns.values())
        return Grid("", heads, labels, cells)

    def _table(self, block: ColumnBlock, names: list[QuantityName]) -> Grid:
        """Return the table of one column: a row for every value."""
        labels = self._labels(names)
        shown = [v for v in block.column.values if any(self._cell(n).value == v for n in names)]
        cells = tuple(
            self._row([name for name in names if self._cell(name).value == value], labels)
            for value in shown
        )
        return Grid(block.column.name, tuple(shown), labels, cells)

    def _of_cell(self, name: QuantityName) -> Instance:
        cell, label = self._cell(name), self._label(name)
        values = self.model.blocks[cell.variable].column.values
        return self._instance(name, count_of(cell, label), count_of(label), len(values))

    def _instance(
        self, name: QuantityName, hits: Expression, trials: Expression, cells: int
    ) -> Instance:
        return Instance(name, (("hits", hits), ("trials", trials), ("cells", Integer(cells))))

    def _labels(self, names: list[QuantityName]) -> tuple[Item, ...]:
        """Return the classes that occur, in order."""
        present = {self._label(name) for name in names}
        return tuple(label for label in self.model.class_items() if label in present)

    def _row(self, names: list[QuantityName], labels: tuple[Item, ...]) -> tuple[Chain | None, ...]:
        """Return one cell for each class, None where the estimate is not needed."""
        by_label = {self._label(name): self.chains.estimate(name) for name in names}
        return tuple(by_label.get(label) for label in labels)

    def _words(self, family: Family | None) -> tuple[Words, Words]:
        return self._word(family, "hits"), self._word(family, "trials")

    def _word(self, family: Family | None, role: str) -> Words:
        return Words(rule_words(family, self.noun)[role], role)

    def _label(self, name: QuantityName) -> Item:
        items = (*name.left, *name.right)
        return next(item for item in items if isinstance(item, Item) and item.kind == "class")

    def _cell(self, name: QuantityName) -> Item:
        (item,) = name.left
        assert isinstance(item, Item)
        return item
