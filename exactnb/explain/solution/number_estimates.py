"""The parameters of numeric columns: each rule in words, then what it gives, class by class."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from exactnb.core.data.schema import Case
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.written import number
from exactnb.core.families.estimates import parts_of, shape_of
from exactnb.core.model.model import Model
from exactnb.core.model.numbers import PARAMETERS, block_of, estimate_of, parameters
from exactnb.core.model.quantity import InlineForm
from exactnb.core.naming.heads import HEADS
from exactnb.core.naming.names import QuantityName
from exactnb.explain.derivation import Chain, EstimateRule, Grid, Instance
from exactnb.explain.derivation.lines import Away, Block, Deviations
from exactnb.explain.derivation.table_checks import in_order
from exactnb.explain.solution.chains import Chains
from exactnb.explain.solution.reasons import Explained, theorem_of_number

ARRAYS = tuple(head.name for head in HEADS.values() if head.array)
Row = tuple[QuantityName, ...]


class NumberEstimates(Explained):
    """Write the parameters of one model's numeric columns; `written` are the names in its tables."""

    def __init__(
        self, chains: Chains, model: Model, noun: str, cases: Sequence[Case] = (), *, why: bool = False
    ) -> None:
        super().__init__(chains, model, noun, why=why)
        self.cases = cases

    def blocks(self, names: Collection[QuantityName]) -> list[Block]:
        """Return the rules and tables of the parameters among some names."""
        groups: dict[object, list[Row]] = {}
        for row in parameters(self.model):
            kept = tuple(name for name in row if name in names)
            if kept:
                groups.setdefault(self._key(kept[0]), []).append(kept)
        out = [block for rows in groups.values() for block in self._group(rows)]
        arrays = [name for name in names if name.head in ARRAYS and not name.columns]
        self.written |= set(arrays)
        arrays.sort(key=lambda name: ARRAYS.index(name.head))
        said = [self.chains.of(n, formula_said=n.head != "precision") for n in arrays]
        return [*out, *said]

    def _key(self, name: QuantityName) -> object:
        """Return what parameters have in common that one rule is for."""
        if name.head not in PARAMETERS:  # heights of a density, in the table of their column
            return name.before[0].variable
        return name.head, shape_of(name), self._rule(name)

    def _rule(self, name: QuantityName) -> Expression | None:
        if self.chains.quantities[name].inline is not InlineForm.MEASURED:
            return None
        return estimate_of(self.model, name).in_words(self.noun)

    def _group(self, rows: list[Row]) -> list[Block]:
        out: list[Block] = []
        names = [name for row in rows for name in row]
        self.written |= set(names)
        first = names[0]
        rule = self._rule(first) if first.head in PARAMETERS else None
        if rule is not None:
            instances = tuple(Instance(n, estimate_of(self.model, n).roles) for n in names)
            out.append(EstimateRule(first.head, shape_of(first), rule, instances))
            out += self._reasons(names)
        if first.head == "variance":
            of_one = [n for n in names if shape_of(block_of(self.model, n).meant(n)) == "j|k"]
            out += self._deviations(of_one)
        if any(len(row) == 1 and row[0].label is None for row in rows):
            said = rule is not None
            return [*out, *(self.chains.of(name, formula_said=said) for name in names)]
        return [*out, self._table(rows)]

    def _reasons(self, names: list[QuantityName]) -> list[Block]:
        """Say which theorem explains a rule for all of its parameters, if that is asked for."""
        theorems = [theorem_of_number(self.model, name) for name in names if self.why]
        alike = bool(theorems) and all(theorem is theorems[0] for theorem in theorems)
        return self.explained(theorems[0] if alike else None)

    def _deviations(self, names: list[QuantityName]) -> list[Block]:
        """Return the deviations behind some variances, where they are few enough to be listed."""
        groups: dict[str, list[tuple[QuantityName, tuple[Away, ...], Away]]] = {}
        named: dict[str, list[tuple[str, ...]]] = {}
        for name in names:
            (column,), label = parts_of(name)
            behind = block_of(self.model, name).deviating(name)
            if behind is None or label is None:
                return []
            mean, counted = behind
            center = self.chains.quantities.value(mean)
            if not isinstance(center, Fraction):
                return []
            ids, listed = in_order(self.cases, column, label.value, counted)
            named.setdefault(column, []).append(ids)
            rows = [(x, x - center, (x - center) ** 2) for x in listed]
            sums = tuple(sum(of, Fraction(0)) for of in zip(*rows, strict=True))
            decimals = self.chains.decimals
            write = number if decimals is None else decimals.numeral
            shown = [(number(x), write(away), write(square)) for x, away, square in (*rows, sums)]
            groups.setdefault(column, []).append((mean, tuple(shown[:-1]), shown[-1]))
        return [Deviations(column, tuple(of), tuple(named[column])) for column, of in groups.items()]

    def _table(self, rows: list[Row]) -> Grid:
        present = {name.label for row in rows for name in row}
        labels = tuple(label for label in self.model.class_items() if label in present)
        heads = tuple(row[0].in_general(self.general) for row in rows)
        cells = []
        for row in rows:
            chains = {name.label: self._cell(name) for name in row}
            cells.append(tuple(chains.get(label) for label in labels))
        return Grid("", heads, labels, tuple(cells))

    def _cell(self, name: QuantityName) -> Chain:
        given = not self.chains.quantities[name].uses
        return self.chains.estimate(name) if given else self.chains.of(name)
