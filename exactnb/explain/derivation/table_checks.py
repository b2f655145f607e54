"""What tables and rules in words have to be, besides their lines being true.

Each check returns what is wrong, or "" for what it accepts.

How to read: there is a function for each kind of table, named after it; what they share stands last.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace as renamed
from fractions import Fraction

from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.data.schema import Case
from exactnb.core.expression.nodes import Equal, Expression, Words, has_names, replace
from exactnb.core.expression.results import same
from exactnb.core.families import family
from exactnb.core.families.base import PRIOR, rule_words
from exactnb.core.families.estimates import parts_of, shape_of
from exactnb.core.families.protocol import Family
from exactnb.core.families.smoothing import roles
from exactnb.core.model.numbers import PARAMETERS, estimate_of
from exactnb.core.naming.names import Item, Names, QuantityName
from exactnb.core.naming.roles import Role
from exactnb.core.quantities import QUANTITIES
from exactnb.explain.derivation import lines
from exactnb.explain.derivation.decimals import stands_for
from exactnb.explain.derivation.line_checks import Context, Source, subject
from exactnb.explain.derivation.nameless import nameless
from exactnb.explain.derivation.stated import Extent


def deviations_problem(table: lines.Deviations, context: Context) -> str:
    """Find a number, a distance or a square that is not that of the rows."""
    if len(table.ids) != len(table.groups):
        return "each group of deviations says of which rows it is"
    for (mean, rows, totals), ids in zip(table.groups, table.ids, strict=True):
        columns, label = parts_of(mean)
        if mean.head != "mean" or columns != (table.column,) or label is None:
            return f"{mean} is no mean of {table.column}"
        listed = context.source.reader.tally.listed(table.column, label.value)
        center = context.quantities.value(mean)
        if not isinstance(center, Fraction) or any(times != int(times) for _, times in listed):
            return f"{mean} has no deviations to list"
        counted = [x for x, times in listed for _ in range(int(times))]
        known, numbers = in_order(
            context.source.reader.problem.cases, table.column, label.value, counted
        )
        expected = [(x, x - center, (x - center) ** 2) for x in numbers]
        sums = tuple(sum(column, Fraction(0)) for column in zip(*expected, strict=True))
        pairs = list(zip((*rows, totals), (*expected, sums), strict=False))  # as many: asked below
        held = len(rows) == len(expected) and all(
            len(row) == len(worth) and all(map(stands_for, row, worth)) for row, worth in pairs
        )
        if not held or ids != known:
            return f"the deviations are not those of the rows of {label.value}"
    return ""


def grid_problem(grid: lines.Grid, model: str | None) -> str:
    """Find a cell that does not stand in its own row, under its own class."""
    if len(grid.cells) != len(grid.rows) or any(len(c) != len(grid.columns) for c in grid.cells):
        return "a grid has one cell for each of its rows and classes"
    if len(set(grid.columns)) < len(grid.columns) or len(set(grid.rows)) < len(grid.rows):
        return "a grid shows each class and each row once"
    if any(label.kind != "class" for label in grid.columns):
        return "a grid's columns are classes"
    for head, cells in zip(grid.rows, grid.cells, strict=True):
        for chain, label in zip(cells, grid.columns, strict=True):
            if chain is not None and not _stands_in(chain, grid.corner, head, label, model or ""):
                return "a cell stands in its own row, under its own class"
    return ""


def rule_problem(rule: lines.EstimateRule, context: Context) -> str:
    """Find an instance whose formula the rule does not give, or words that are not the rule's."""
    if not rule.instances:
        return "a rule has instances"
    source = context.source
    if rule.role in PARAMETERS:
        return _number_rule_problem(rule, context)
    own = None if rule.role == PRIOR else family(rule.role)
    if own is not None and not own.is_of_shares:
        return f"{rule.role} has rules for its parameters, not of its own"
    if rule.value != (own.shown_value if own else ""):
        return f"the left side of this rule is not for the value {rule.value!r}"
    for instance in rule.instances:
        if not _is_of(instance.name, rule.role, source):
            return f"{instance.name} is no instance of this rule"
    words = _words_for(own, rule.instances[0].name, source)
    for part in rule.right.walk():
        if isinstance(part, Words) and words.get(part.role) != part.text:
            return f"{part.text!r} is not what this rule counts"
    for instance in rule.instances:
        expected = _roles(instance.name, source)
        by_role = dict(expected)
        if instance.roles != expected:
            return f"{instance.name} does not count what the rule says"

        # the roles of this instance are bound now: the name means others in the next round
        def stand_in(part: Expression, known: dict[str, Expression] = by_role) -> Expression | None:
            return known.get(part.role) if isinstance(part, Words) else None

        if replace(rule.right, stand_in) != context.quantities[instance.name].formula:
            return f"the rule does not give the formula of {instance.name}"
    return ""


def decisions_problem(table: lines.Decisions, context: Context) -> str:
    """Find a row that is not decided so, or that is left out without a word."""
    if not QUANTITIES[table.name.head].of_rows or table.name.wrappers:
        return f"{table.name} is no share of rows"
    from exactnb.core.model.questions.decided import DECIDED_WRONGLY, decided_rows, wrong_rows

    prediction = context.source.predictions[table.name.model]
    rows = decided_rows(prediction, table.name, context.quantities)
    if table.extent is None:
        return "" if table.rows == rows else "the rows are not decided so"
    if table.rows != wrong_rows(rows)[: len(table.rows)]:
        return "the rows are not those decided wrongly"
    extent = Extent(len(table.rows), len(rows), "rows", DECIDED_WRONGLY)
    return "" if table.extent == extent else "the size said is that of the data"


def products_problem(table: lines.Products, context: Context) -> str:
    """Find a probability, a product or a comparison that is not that of the question."""
    formula = context.quantities[table.name].formula
    if not isinstance(formula, Equal):
        return f"{table.name} compares nothing"
    pairs = list(zip(formula.pairs[::2], formula.pairs[1::2], strict=True))
    if [one for one, _, _, _ in table.rows] != [one for one, _ in pairs]:
        return f"the probabilities are not those that {table.name} compares"
    for (_, numbers, product, equal), sides in zip(table.rows, pairs, strict=True):
        worth = list(map(context.value, sides))
        if not all(map(same, worth, map(context.value, (numbers, product)))):
            return "the numbers are not those of the probabilities"
        if has_names(numbers) or has_names(product):
            return "the numbers hold no names"
        if equal != same(*worth):
            return "whether they are equal is decided exactly"
    return ""


def as_before_problem(
    before: lines.AsBefore, model: str | None, said: Collection[QuantityName], context: Context
) -> str:
    """Find an estimate that is not that of the earlier model, or was not shown there."""
    if before.model == model or not before.names:
        return "estimates are those of another, earlier model"
    for name in before.names:
        other = renamed(name, model=before.model)
        if name.model != model or other not in said:
            return f"{other} was not shown before"
        formulas = (context.quantities[of].formula for of in (name, other))
        if len(set(map(nameless, formulas))) > 1:
            return f"{name} is not {other}"
        if not any(_heads(head, name) for head in before.what):
            return f"nothing says that it is about {name}"
    for head in before.what:
        if not any(_heads(head, name) for name in before.names):
            return f"no estimate is about {head}"
    return ""


def _heads(head: str | QuantityName, name: QuantityName) -> bool:
    """Say whether an estimate stands in a table of this column, or in this row of a table."""
    if isinstance(head, str):
        return any(item.kind == "cell" and item.variable == head for item in name.before)
    if name == head:
        return True
    label = name.label
    return label is not None and name == head.of_class(label)


def _number_rule_problem(rule: lines.EstimateRule, context: Context) -> str:
    """Find an instance that is not estimated by a rule for numeric columns."""
    source = context.source
    for instance in rule.instances:
        name = instance.name
        if name.head != rule.role or name.model not in source.models or name.wrappers:
            return f"{name} is no instance of this rule"
        estimate = estimate_of(source.models[name.model], name, source.reader.tally)
        if rule.value != shape_of(name):
            return f"the left side of this rule is not {name}"
        if rule.right != estimate.in_words(source.noun):
            return f"the rule is not that of {name}"
        if instance.roles != estimate.roles:
            return f"{name} does not count what the rule says"
        if estimate.formula() != context.quantities[name].formula:
            return f"the rule does not give the formula of {name}"
    return ""


def _stands_in(
    chain: lines.Chain, corner: str, head: str | QuantityName, label: Item, model: str
) -> bool:
    """Say whether an estimate belongs where it stands: this parameter or value, this class."""
    name = subject(chain.lines[0]) if chain.lines else None
    if isinstance(head, str):
        return name == Names(model).within((Item("cell", corner, head),), label)
    return not corner and name == head.of_class(label)


def _roles(name: QuantityName, source: Source) -> tuple[tuple[str, Expression], ...]:
    """Return what the words of a rule stand for in one estimate."""
    (item,) = name.before
    model = source.models[name.model]
    if item.kind == "class":
        found = roles(model.conventions.rule_of_prior(), model.prior_inputs(item))
    else:
        (label,) = name.right
        found = roles(model.rule_of(item), model.estimate_inputs(item, label))
    return tuple(found.items())


def _words_for(own: Family | None, name: QuantityName, source: Source) -> dict[str, str]:
    """Return the words for what an estimate of a family, or of the prior, counts."""
    (item,) = name.before
    model = source.models[name.model]
    smoothing = model.conventions.rule_of_prior() if item.kind == "class" else model.rule_of(item)
    partial, word = item.variable in model.partial, item.variable not in model.schema.columns
    return rule_words(own, source.noun, smoothing, partial=partial, word=word)


def _is_of(name: QuantityName, role: str, source: Source) -> bool:
    """Say whether a rule can speak of a name: a prior, or a parameter of its family."""
    if name.model not in source.models:
        return False
    if role == PRIOR:
        return name.role is Role.PRIOR
    if name.role is not Role.WITHIN or name.pair is not None or len(name.before) != 1:
        return False
    (item,) = name.before
    block = source.models[name.model].share_block(item)
    return block is not None and block.family.name == role


def in_order(
    cases: Iterable[Case], column: str, label: str, counted: Sequence[Fraction]
) -> tuple[tuple[str, ...], tuple[Fraction, ...]]:
    """Return the ids and the numbers of a class, row by row; a row that counts twice stands twice.

    Where there are no rows, only what was counted of them, those numbers stand there.
    """
    found = [
        (case.id, number_in(case.cells[column]))
        for case in cases
        if case.label == label and column in case.cells
        for _ in range(int(case.weight))
    ]
    found = found or [("", number) for number in counted]
    return tuple(identity for identity, _ in found), tuple(number for _, number in found)
