"""The estimates of a model, class by class: the rule in words, then one table for each kind.

How to read: `ShareEstimates.blocks` is the section of counts: priors, then a rule and a table for each
group of parameters that share one; `NumberEstimates.blocks` is that of numeric columns.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from typing import TypeVar

from exactnb.core.arithmetic.values import add
from exactnb.core.conventions import Add
from exactnb.core.data.schema import Case
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression, Integer, Phrase, Reference, Sum
from exactnb.core.expression.reasons import VALUE
from exactnb.core.expression.results import Value
from exactnb.core.expression.written import number, written
from exactnb.core.families.base import PRIOR
from exactnb.core.families.estimates import columns_and_class, estimate, parameter_shape, rule_formula
from exactnb.core.model.model import PARAMETERS, Model, parameter_block, parameter_estimate, parameters
from exactnb.core.model.quantity import InlineForm
from exactnb.core.naming.kinds import HEADS
from exactnb.core.naming.names import Item, QuantityName, Role
from exactnb.explain.derivation import Chain, EstimateRule, Grid, Instance, Line, Remark
from exactnb.explain.derivation.lines import Block, DeviationRow, Deviations
from exactnb.explain.derivation.table_checks import numbers_by_row
from exactnb.explain.proving.theorems import theorem_of
from exactnb.explain.solution.chains import Chains
from exactnb.explain.solution.reasons import EstimatesWriter, estimator_kind, number_theorem

_Key = TypeVar("_Key")
_Groups = dict[_Key, list[QuantityName]]
_MAX_SUMMANDS, _MAX_REMARKS = 8, 4  # estimates that a remark sums; remarks about sums
ARRAYS = tuple(head.name for head in HEADS.values() if head.array)
ParameterRow = tuple[QuantityName, ...]


class ShareEstimates(EstimatesWriter):
    """Write the estimates of one model; `written` are the names in its tables."""

    def blocks(self, names: Iterable[QuantityName]) -> tuple[Block, ...]:
        """Return the rules and tables of the priors and parameters among `names`."""
        priors: list[QuantityName] = []
        parameters: dict[str, list[QuantityName]] = {}  # by column; "" for words
        for name in names:
            if name.role is Role.PRIOR:
                priors.append(name)
            elif name.role is Role.WITHIN and len(name.subjects) == 1:
                item = self._item(name)
                if self.model.is_parameter(item):
                    parameters.setdefault(item.variable if item.kind == "cell" else "", []).append(name)
        blocks = self._prior_blocks(priors) if priors else []
        for group in self._groups_of_columns(parameters):
            blocks += self._parameter_blocks({column: parameters[column] for column in group})
        return tuple(blocks)

    def _prior_blocks(self, names: list[QuantityName]) -> list[Block]:
        """Return the rule of the prior, if it is counted, and its table."""
        labels = self._occurring_classes(names)
        conventions = self.model.conventions
        blocks: list[Block] = []
        if conventions.prior in ("mle", "smoothed") and self.model.given is None:
            rule = conventions.rule_of_prior()
            right = rule_formula(rule, self._phrases(labels[0]))
            blocks.append(EstimateRule(PRIOR, "", right, tuple(map(self._instance, names))))
            blocks += self._theorem_reference("prior")
        heading = self.model.names.prior(self.general)
        cells = (self._row(names, labels),)
        self.written |= set(names)
        grid = Grid("", (heading,), labels, cells)
        is_complete = len(names) == len(self.model.classes)
        return [*blocks, grid, *(self._sum_remark(names) if is_complete and blocks else [])]

    def _groups_of_columns(self, columns: Iterable[str]) -> list[list[str]]:
        """Return the columns in groups that share a family and a rule."""
        groups: dict[object, list[str]] = {}
        for column in self.model.share_columns:
            if column in columns:
                key: object = column
                if column:
                    family = self.model.by_column[column].family.name
                    rule = self.model.conventions.smoothing_of(column)
                    is_word = column not in self.model.schema.columns
                    key = (family, rule, column in self.model.incomplete_columns, is_word)
                groups.setdefault(key, []).append(column)
        return list(groups.values())

    def _parameter_blocks(self, by_column: dict[str, list[QuantityName]]) -> list[Block]:
        """Return the rule of some columns of one family, and their tables."""
        first = next(iter(by_column))
        names = [name for names in by_column.values() for name in names]
        self.written |= set(names)
        is_shared = not first or self.model.by_column[first].family.has_single_parameter
        if is_shared:
            tables = [self._shared_table(names)]
        else:
            tables = [self._table(column, column_names) for column, column_names in by_column.items()]
        if self.model.given is not None:
            return list(tables)
        item = self._item(names[0])
        rule, family = self.model.rule_of(item), self.model.share_block_of_counts(item).family
        roles = self._phrases(item)
        if family.has_single_parameter and not (isinstance(rule, Add) and rule.cells is not None):
            roles["cells"] = Integer(2)
        instances = tuple(map(self._instance, names))
        rule_block = EstimateRule(family.name, family.rule_value, rule_formula(rule, roles), instances)
        reasons = self._theorem_reference(family.name, *dict.fromkeys(map(self._item, names)))
        sums = (
            self._complement_remarks(names) if family.has_complement else self._sum_remarks(by_column)
        )
        return [rule_block, *reasons, *tables, *sums]

    def _theorem_reference(self, family: str, *items: Item) -> list[Block]:
        """Refer to the theorem that explains the rule for all of its parameters, if `why` is set."""
        if not self.why:
            return []
        columns = {item.variable if item.kind == "cell" else "": item for item in items}
        kinds = {estimator_kind(self.model, item) for item in columns.values() or (None,)}
        return self.theorem_reference(theorem_of(family, kinds.pop()) if len(kinds) == 1 else None)

    def _sum_remarks(self, by_column: dict[str, list[QuantityName]]) -> list[Block]:
        """Remark which estimates do not sum to one by their rule."""
        remarks: list[Block] = []
        for column, names in by_column.items():
            if column and self.model.by_column[column].family.has_single_parameter:
                continue
            rule = self.model.rule_of(self._item(names[0]))
            if isinstance(rule, Add) and rule.cells == "slot":  # the rest is kept for unseen values
                continue
            model = self.model
            observed = frozenset(model.share_columns[column])
            observed_names = [n for n in names if self._item(n).value in observed]
            for class_names in _grouped(observed_names, lambda name: name.right).values():
                remarks += self._sum_remark(class_names) if len(class_names) == len(observed) else []
        return remarks[:_MAX_REMARKS]

    def _sum_remark(self, names: list[QuantityName]) -> list[Block]:
        """Remark to what the estimates of all values of a column sum, if that is not one."""
        total = add(self.chains.quantities.value(n) for n in names)  # type: ignore[misc]
        if len(names) > _MAX_SUMMANDS or not isinstance(total, Fraction) or total == 1:
            return []
        line = Line(Sum(tuple(map(Reference, names))), "=", written(total), VALUE)
        return [Remark(("By this rule they do not add up to one: ", line, "."))]

    def _complement_remarks(self, names: list[QuantityName]) -> list[Block]:
        """Remark that a 0 has 1 − p where the rule would give it another estimate."""
        for name in names:
            item, (label,) = self._item(name), name.right
            without = self.model.names.given((Item("cell", item.variable, "0"),), label)
            share = self.chains.quantities.value(name)
            by_rule = estimate(self.model.rule_of(item), self.model.inputs_of(without))
            zero = evaluate(by_rule, self._count_value)
            if isinstance(share, Fraction) and isinstance(zero, Fraction) and share + zero != 1:
                line = Line(1 - Reference(name), "=", written(1 - share), VALUE)
                opening = "By this rule both would not add up to one, so a zero has what a one leaves: "
                return [Remark((opening, line, "."))]
        return []

    def _count_value(self, name: QuantityName) -> Value:
        """Return a count, of a class or of a value in it."""
        *cells, label = name.subjects
        counts = self.model.counts
        hits_and_rows = [counts.cell(cell.variable, cell.value, label.value) for cell in cells]
        return Fraction(*hits_and_rows) if hits_and_rows else Fraction(counts.sizes[label.value])

    def _shared_table(self, names: list[QuantityName]) -> Grid:
        """Return one table for columns with a single parameter each, or for words."""
        labels = self._occurring_classes(names)
        rows = _grouped(names, self._item)
        heads = tuple(self.model.names.given((item,), self.general) for item in rows)
        return Grid("", heads, labels, tuple(self._row(row, labels) for row in rows.values()))

    def _table(self, column: str, names: list[QuantityName]) -> Grid:
        """Return the table of one column: a row for every value."""
        labels = self._occurring_classes(names)
        rows = _grouped(names, lambda name: self._item(name).value)
        values = self.model.by_column[column].values(column)
        heads = tuple(dict.fromkeys((*(value for value in values if value in rows), *rows)))
        return Grid(column, heads, labels, tuple(self._row(rows[value], labels) for value in heads))

    def _instance(self, name: QuantityName) -> Instance:
        return Instance(name, self.model.roles_of(name))

    def _occurring_classes(self, names: list[QuantityName]) -> tuple[Item, ...]:
        """Return the classes that occur, in order."""
        present = {name.label for name in names}
        return tuple(label for label in self.model.class_items() if label in present)

    def _row(self, names: list[QuantityName], labels: tuple[Item, ...]) -> tuple[Chain | None, ...]:
        """Return one cell for each class, None where no quantity needs the estimate."""
        by_label = {name.label: self.chains.estimate_chain(name) for name in names}
        return tuple(by_label.get(label) for label in labels)

    def _phrases(self, item: Item) -> dict[str, Expression]:
        phrases = self.model.rule_phrases(item, self.noun)
        return {role: Phrase(phrase, role) for role, phrase in phrases.items()}

    def _item(self, name: QuantityName) -> Item:
        (item,) = name.subjects
        return item


def _grouped(names: Iterable[QuantityName], key: Callable[[QuantityName], _Key]) -> _Groups[_Key]:
    """Return names grouped by `key`, in the order in which the keys occur."""
    groups: dict[_Key, list[QuantityName]] = {}
    for name in names:
        groups.setdefault(key(name), []).append(name)
    return groups


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
            for key, members in _grouped(needed, self._rule_key).items():
                groups.setdefault(key, []).append(tuple(members))
        blocks = [block for rows in groups.values() for block in self._group_blocks(rows)]
        arrays = [name for name in names if name.head in ARRAYS and not name.columns]
        self.written |= set(arrays)
        arrays.sort(key=lambda name: ARRAYS.index(name.head))
        array_chains = [self.chains.write(n, without_formula=n.head != "precision") for n in arrays]
        return [*blocks, *array_chains]

    def _rule_key(self, name: QuantityName) -> object:
        """Return the key by which parameters with one rule are grouped."""
        if name.head not in PARAMETERS:  # heights of a density, in the table of their column
            return name.subjects[0].variable
        return name.head, parameter_shape(name), self._rule(name)

    def _rule(self, name: QuantityName) -> Expression | None:
        if self.chains.quantities[name].inline is not InlineForm.MEASURED:
            return None
        return parameter_estimate(self.model, name).with_noun(self.noun)

    def _group_blocks(self, rows: list[ParameterRow]) -> list[Block]:
        blocks: list[Block] = []
        names = [name for row in rows for name in row]
        self.written |= set(names)
        first = names[0]
        rule = self._rule(first) if first.head in PARAMETERS else None
        if rule is not None:
            instances = tuple(Instance(n, parameter_estimate(self.model, n).roles) for n in names)
            blocks.append(EstimateRule(first.head, parameter_shape(first), rule, instances))
            blocks += self._theorem_reference(names)
        if first.head == "variance":
            short_names = {n: parameter_block(self.model, n).short_name(n) for n in names}
            blocks += self._deviation_tables(
                [n for n in names if parameter_shape(short_names[n]) == "j|k"]
            )
        if any(len(row) == 1 and row[0].label is None for row in rows):
            has_rule = rule is not None
            return [*blocks, *(self.chains.write(name, without_formula=has_rule) for name in names)]
        return [*blocks, self._table(rows)]

    def _theorem_reference(self, names: list[QuantityName]) -> list[Block]:
        """Refer to the theorem that explains the rule for all of its parameters, if `why` is set."""
        theorems = [number_theorem(self.model, name) for name in names if self.why]
        is_shared = bool(theorems) and all(theorem is theorems[0] for theorem in theorems)
        return self.theorem_reference(theorems[0] if is_shared else None)

    def _deviation_tables(self, names: list[QuantityName]) -> list[Block]:
        """Return the tables of deviations that some variances sum, if these are few enough to list."""
        groups: dict[str, list[tuple[QuantityName, tuple[DeviationRow, ...], DeviationRow]]] = {}
        ids_by_column: dict[str, list[tuple[str, ...]]] = {}
        for name in names:
            (column,), label = columns_and_class(name)
            sample = parameter_block(self.model, name).numbers_about_mean(name)
            if sample is None or label is None:
                return []
            mean, counted = sample
            center = self.chains.quantities.value(mean)
            if not isinstance(center, Fraction):
                return []
            ids, listed = numbers_by_row(self.cases, column, label.value, counted)
            ids_by_column.setdefault(column, []).append(ids)
            rows = [(x, x - center, (x - center) ** 2) for x in listed]
            sums = tuple(sum(column_numbers, Fraction(0)) for column_numbers in zip(*rows, strict=True))
            decimals = self.chains.decimals
            write = number if decimals is None else decimals.numeral
            *most, last = ((number(x), write(y), write(square)) for x, y, square in (*rows, sums))
            groups.setdefault(column, []).append((mean, tuple(most), last))
        return [
            Deviations(c, tuple(deviations), tuple(ids_by_column[c]))
            for c, deviations in groups.items()
        ]

    def _table(self, rows: list[ParameterRow]) -> Grid:
        present = {name.label for row in rows for name in row}
        labels = tuple(label for label in self.model.class_items() if label in present)
        heads = tuple(row[0].with_general_class(self.general) for row in rows)
        cells = []
        for row in rows:
            chains = {name.label: self._cell(name) for name in row}
            cells.append(tuple(chains.get(label) for label in labels))
        return Grid("", heads, labels, tuple(cells))

    def _cell(self, name: QuantityName) -> Chain:
        is_leaf = not self.chains.quantities[name].uses
        return self.chains.estimate_chain(name) if is_leaf else self.chains.write(name)
