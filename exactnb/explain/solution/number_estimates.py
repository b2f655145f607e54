"""The parameters of numeric columns: each rule in words, then its estimates, class by class."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from exactnb.core.data.schema import Case
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.written import number
from exactnb.core.families.estimates import columns_and_class, parameter_shape
from exactnb.core.model.model import Model
from exactnb.core.model.numbers import PARAMETERS, parameter_block, parameter_estimate, parameters
from exactnb.core.model.quantity import InlineForm
from exactnb.core.naming.kinds import HEADS
from exactnb.core.naming.names import QuantityName
from exactnb.explain.derivation import Chain, EstimateRule, Grid, Instance
from exactnb.explain.derivation.lines import Block, DeviationRow, Deviations
from exactnb.explain.derivation.table_checks import in_order
from exactnb.explain.solution.chains import Chains
from exactnb.explain.solution.reasons import EstimatesWriter, number_theorem

ARRAYS = tuple(head.name for head in HEADS.values() if head.array)
ParameterRow = tuple[QuantityName, ...]


class NumberEstimates(EstimatesWriter):
    """Write the parameters of one model's numeric columns; `written` are the names in its tables."""

    def __init__(
        self, chains: Chains, model: Model, noun: str, cases: Sequence[Case] = (), *, why: bool = False
    ) -> None:
        super().__init__(chains, model, noun, why=why)
        self.cases = cases

    def blocks(self, names: Collection[QuantityName]) -> list[Block]:
        """Return the rules and tables of the parameters among `names`, then vectors and matrices."""
        groups: dict[object, list[ParameterRow]] = {}
        for row in parameters(self.model):
            needed = tuple(name for name in row if name in names)
            if needed:
                groups.setdefault(self._key(needed[0]), []).append(needed)
        blocks = [block for rows in groups.values() for block in self._group(rows)]
        arrays = [name for name in names if name.head in ARRAYS and not name.columns]
        self.written |= set(arrays)
        arrays.sort(key=lambda name: ARRAYS.index(name.head))
        array_chains = [self.chains.write(n, without_formula=n.head != "precision") for n in arrays]
        return [*blocks, *array_chains]

    def _key(self, name: QuantityName) -> object:
        """Return the key by which parameters with one rule are grouped."""
        if name.head not in PARAMETERS:  # heights of a density, in the table of their column
            return name.subjects[0].variable
        return name.head, parameter_shape(name), self._rule(name)

    def _rule(self, name: QuantityName) -> Expression | None:
        if self.chains.quantities[name].inline is not InlineForm.MEASURED:
            return None
        return parameter_estimate(self.model, name).with_noun(self.noun)

    def _group(self, rows: list[ParameterRow]) -> list[Block]:
        blocks: list[Block] = []
        names = [name for row in rows for name in row]
        self.written |= set(names)
        first = names[0]
        rule = self._rule(first) if first.head in PARAMETERS else None
        if rule is not None:
            instances = tuple(Instance(n, parameter_estimate(self.model, n).roles) for n in names)
            blocks.append(EstimateRule(first.head, parameter_shape(first), rule, instances))
            blocks += self._reasons(names)
        if first.head == "variance":
            class_variances = [
                n
                for n in names
                if parameter_shape(parameter_block(self.model, n).short_name(n)) == "j|k"
            ]
            blocks += self._deviations(class_variances)
        if any(len(row) == 1 and row[0].label is None for row in rows):
            has_rule = rule is not None
            return [*blocks, *(self.chains.write(name, without_formula=has_rule) for name in names)]
        return [*blocks, self._table(rows)]

    def _reasons(self, names: list[QuantityName]) -> list[Block]:
        """Refer to the theorem that explains the rule for all of its parameters, if `why` is set."""
        theorems = [number_theorem(self.model, name) for name in names if self.why]
        is_shared = bool(theorems) and all(theorem is theorems[0] for theorem in theorems)
        return self.explained(theorems[0] if is_shared else None)

    def _deviations(self, names: list[QuantityName]) -> list[Block]:
        """Return the tables of deviations that some variances sum, if these are few enough to list."""
        groups: dict[str, list[tuple[QuantityName, tuple[DeviationRow, ...], DeviationRow]]] = {}
        ids_by_column: dict[str, list[tuple[str, ...]]] = {}
        for name in names:
            (column,), label = columns_and_class(name)
            sample = parameter_block(self.model, name).deviating(name)
            if sample is None or label is None:
                return []
            mean, counted = sample
            center = self.chains.quantities.value(mean)
            if not isinstance(center, Fraction):
                return []
            ids, listed = in_order(self.cases, column, label.value, counted)
            ids_by_column.setdefault(column, []).append(ids)
            rows = [(x, x - center, (x - center) ** 2) for x in listed]
            sums = tuple(sum(column_numbers, Fraction(0)) for column_numbers in zip(*rows, strict=True))
            decimals = self.chains.decimals
            write = number if decimals is None else decimals.numeral
            written_rows = [
                (number(x), write(deviation), write(square)) for x, deviation, square in (*rows, sums)
            ]
            groups.setdefault(column, []).append((mean, tuple(written_rows[:-1]), written_rows[-1]))
        return [
            Deviations(column, tuple(column_numbers), tuple(ids_by_column[column]))
            for column, column_numbers in groups.items()
        ]

    def _table(self, rows: list[ParameterRow]) -> Grid:
        present = {name.label for row in rows for name in row}
        labels = tuple(label for label in self.model.class_items() if label in present)
        heads = tuple(row[0].in_general(self.general) for row in rows)
        cells = []
        for row in rows:
            chains = {name.label: self._cell(name) for name in row}
            cells.append(tuple(chains.get(label) for label in labels))
        return Grid("", heads, labels, tuple(cells))

    def _cell(self, name: QuantityName) -> Chain:
        is_leaf = not self.chains.quantities[name].uses
        return self.chains.estimate(name) if is_leaf else self.chains.write(name)
