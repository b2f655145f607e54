"""Checks of the statement, tables and rules in words, besides those of their lines.

Each check returns what is wrong, or "" for what it accepts. Its `context` holds the graph of quantities
and the source of the problem, with the second reader.

How to read: there is a function for each kind of table, named after it, with shared helpers after them;
`stated_problem` compares data and question with those of the problem.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace as renamed
from fractions import Fraction

from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.data.schema import Case
from exactnb.core.expression.nodes import Equal, Expression, Phrase, has_names, replace
from exactnb.core.expression.results import are_equal
from exactnb.core.families import family
from exactnb.core.families.base import PRIOR
from exactnb.core.families.estimates import columns_and_class, parameter_shape
from exactnb.core.model.model import PARAMETERS, parameter_estimate
from exactnb.core.naming.names import Item, Names, QuantityName, Role
from exactnb.core.quantities import QUANTITIES
from exactnb.explain.derivation import lines
from exactnb.explain.derivation.decimals import stands_for
from exactnb.explain.derivation.line_checks import Context, ProblemSource


def deviations_problem(table: lines.Deviations, context: Context) -> str:
    """Return which group of `table` has other numbers or deviations than the rows of `context`."""
    if len(table.ids) != len(table.groups):
        return "each group of deviations says of which rows it is"
    for (mean, rows, totals), ids in zip(table.groups, table.ids, strict=True):
        columns, label = columns_and_class(mean)
        if mean.head != "mean" or columns != (table.column,) or label is None:
            return f"{mean} is no mean of {table.column}"
        listed = context.source.reader.tally.numbers_with_times(table.column, label.value)
        center = context.quantities.value(mean)
        if not isinstance(center, Fraction) or any(times != int(times) for _, times in listed):
            return f"{mean} has no deviations to list"
        counted = [x for x, times in listed for _ in range(int(times))]
        cases = context.source.reader.problem.cases
        row_ids, numbers = numbers_by_row(cases, table.column, label.value, counted)
        expected = [(x, x - center, (x - center) ** 2) for x in numbers]
        sums = tuple(sum(column, Fraction(0)) for column in zip(*expected, strict=True))
        # Not strict: a table with too few rows is refused below, by the lengths, and raises nothing.
        pairs = list(zip((*rows, totals), (*expected, sums), strict=False))
        is_right = len(rows) == len(expected) and all(
            len(row) == len(values) and all(map(stands_for, row, values)) for row, values in pairs
        )
        if not is_right or ids != row_ids:
            return f"the deviations are not those of the rows of {label.value}"
    return ""


def grid_problem(grid: lines.Grid, model: str | None) -> str:
    """Return what is wrong with the shape of `grid`, or with a cell in another row or class.

    `model` is the model of its step.
    """
    if len(grid.cells) != len(grid.rows) or any(len(c) != len(grid.columns) for c in grid.cells):
        return "a grid has one cell for each of its rows and classes"
    if len(set(grid.columns)) < len(grid.columns) or len(set(grid.rows)) < len(grid.rows):
        return "a grid shows each class and each row once"
    if any(label.kind != "class" for label in grid.columns):
        return "a grid's columns are classes"
    for head, cells in zip(grid.rows, grid.cells, strict=True):
        for chain, label in zip(cells, grid.columns, strict=True):
            if chain is not None and not _is_in_row_and_class(
                chain, grid.corner, head, label, model or ""
            ):
                return "a cell stands in its own row, under its own class"
    return ""


def rule_problem(rule: lines.EstimateRule, context: Context) -> str:
    """Return which instance of `rule` has another formula in `context`, or which words differ."""
    if not rule.instances:
        return "a rule has instances"
    source = context.source
    if rule.role in PARAMETERS:
        return _number_rule_problem(rule, context)
    rule_family = None if rule.role == PRIOR else family(rule.role)
    if rule_family is not None and not rule_family.estimates_shares:
        return f"{rule.role} has rules for its parameters, not of its own"
    if rule.value != (rule_family.rule_value if rule_family else ""):
        return f"the left side of this rule is not for the value {rule.value!r}"
    for instance in rule.instances:
        if not _is_instance(instance.name, rule.role, source):
            return f"{instance.name} is no instance of this rule"
    first = rule.instances[0].name
    phrases = source.models[first.model].rule_phrases(first.subjects[0], source.noun)
    for part in rule.right.walk():
        if isinstance(part, Phrase) and phrases.get(part.role) != part.text:
            return f"{part.text!r} is not what this rule counts"
    for instance in rule.instances:
        expected = source.models[instance.name.model].roles_of(instance.name)
        by_role = dict(expected)
        if instance.roles != expected:
            return f"{instance.name} does not count what the rule says"

        # The default binds the roles of this instance: the name `by_role` is bound anew in the next
        # round.
        def stand_in(part: Expression, operands: dict[str, Expression] = by_role) -> Expression | None:
            return operands.get(part.role) if isinstance(part, Phrase) else None

        if replace(rule.right, stand_in) != context.quantities[instance.name].formula:
            return f"the rule does not give the formula of {instance.name}"
    return ""


def decisions_problem(table: lines.RowDecisions, context: Context) -> str:
    """Return why the rows of `table` are not those behind its accuracy in `context`, or ""."""
    if not QUANTITIES[table.name.head].of_rows or table.name.wrappers:
        return f"{table.name} is no share of rows"
    from exactnb.core.model.deciding import DECIDED_WRONGLY, row_decisions, wrong_decisions

    prediction = context.source.predictions[table.name.model]
    rows = row_decisions(prediction, table.name, context.quantities)
    if table.extent is None:
        return "" if table.rows == rows else "the rows are not decided so"
    # a shortened table has those that are decided wrongly
    if table.rows != wrong_decisions(rows)[: len(table.rows)]:
        return "the rows are not those decided wrongly"
    extent = lines.Extent(len(table.rows), len(rows), "rows", DECIDED_WRONGLY)
    return "" if table.extent == extent else "the size said is that of the data"


def products_problem(table: lines.Products, context: Context) -> str:
    """Return why `table` has other probabilities or products than its quantity in `context`, or ""."""
    formula = context.quantities[table.name].formula
    if not isinstance(formula, Equal):
        return f"{table.name} compares nothing"
    pairs = list(zip(formula.pairs[::2], formula.pairs[1::2], strict=True))
    if [joint for joint, _, _, _ in table.rows] != [joint for joint, _ in pairs]:
        return f"the probabilities are not those that {table.name} compares"
    for (_, numbers, product, equal), sides in zip(table.rows, pairs, strict=True):
        values = list(map(context.value, sides))
        if not all(map(are_equal, values, map(context.value, (numbers, product)))):
            return "the numbers are not those of the probabilities"
        if has_names(numbers) or has_names(product):
            return "the numbers hold no names"
        if equal != are_equal(*values):
            return "whether they are equal is decided exactly"
    return ""


def same_estimates_problem(
    claim: lines.SameEstimates, model: str | None, in_print: Collection[QuantityName], context: Context
) -> str:
    """Return which estimate of `claim` is not that of the earlier model in `context`, or not printed.

    `model` is that of the step, and `in_print` are the names in chains and cells so far.
    """
    if claim.model == model or not claim.names:
        return "estimates are those of another, earlier model"
    for name in claim.names:
        earlier = renamed(name, model=claim.model)
        if name.model != model or earlier not in in_print:
            return f"{earlier} was not shown before"
        formulas = (context.quantities[estimate].formula for estimate in (name, earlier))
        if len(set(map(lines.without_models, formulas))) > 1:
            return f"{name} is not {earlier}"
        if not any(_is_heading_of(head, name) for head in claim.what):
            return f"nothing says that it is about {name}"
    for head in claim.what:
        if not any(_is_heading_of(head, name) for name in claim.names):
            return f"no estimate is about {head}"
    return ""


def _is_heading_of(head: str | QuantityName, name: QuantityName) -> bool:
    """Say whether a heading, a column or a row of a table, is that of an estimate."""
    if isinstance(head, str):
        return any(item.kind == "cell" and item.variable == head for item in name.subjects)
    if name == head:
        return True
    label = name.label
    return label is not None and name == head.with_class(label)


def _number_rule_problem(rule: lines.EstimateRule, context: Context) -> str:
    """Return which instance is not estimated by a rule for numeric columns."""
    source = context.source
    for instance in rule.instances:
        name = instance.name
        if name.head != rule.role or name.model not in source.models or name.wrappers:
            return f"{name} is no instance of this rule"
        estimate = parameter_estimate(source.models[name.model], name, source.reader.tally)
        if rule.value != parameter_shape(name):
            return f"the left side of this rule is not {name}"
        if rule.right != estimate.with_noun(source.noun):
            return f"the rule is not that of {name}"
        if instance.roles != estimate.roles:
            return f"{name} does not count what the rule says"
        if estimate.formula() != context.quantities[name].formula:
            return f"the rule does not give the formula of {name}"
    return ""


def _is_in_row_and_class(
    chain: lines.Chain, corner: str, head: str | QuantityName, label: Item, model: str
) -> bool:
    """Say whether a chain is about the estimate of this row and class."""
    name = chain.lines[0].subject if chain.lines else None
    if isinstance(head, str):
        return name == Names(model).given((Item("cell", corner, head),), label)
    return not corner and name == head.with_class(label)


def _is_instance(name: QuantityName, role: str, source: ProblemSource) -> bool:
    """Say whether a name can be an instance of a rule: a prior, or a parameter of its family."""
    if name.model not in source.models:
        return False
    if role == PRIOR:
        return name.role is Role.PRIOR
    if name.role is not Role.WITHIN or name.pair is not None or len(name.subjects) != 1:
        return False
    (item,) = name.subjects
    block = source.models[name.model].share_block(item)
    return block is not None and block.family.name == role


def numbers_by_row(
    cases: Iterable[Case], column: str, label: str, counted: Sequence[Fraction]
) -> tuple[tuple[str, ...], tuple[Fraction, ...]]:
    """Return the ids and the numbers of `column` in the class `label`, row by row.

    A row of `cases` that counts twice is listed twice. Without rows they are the numbers `counted`,
    with the id "".
    """
    numbered = [
        (case.id, number_in(case.cells[column]))
        for case in cases
        if case.label == label and column in case.cells
        for _ in range(int(case.weight))
    ]
    numbered = numbered or [("", number) for number in counted]
    return tuple(identity for identity, _ in numbered), tuple(number for _, number in numbered)


def stated_problem(stated: lines.Stated, source: ProblemSource) -> str:
    """Compare the block `stated` with the displays of the problem in `source`."""
    if stated in source.displays:
        return _size_problem(stated, source)
    match stated:
        case lines.Data():
            return _data_problem(stated, source)
        case lines.Texts():
            return _texts_problem(stated, source)
        case lines.QuestionBlock():
            return "the queries and quantities named are those asked"
        case lines.FamilyStatement():
            return "a family is stated as in the problem"
        case lines.Blanks():
            return "the questions are those of the problem"


def extent_problem(grid: lines.Grid, source: ProblemSource) -> str:
    """Compare the extent of `grid`, a table of counts, with its words and those of `source`."""
    vocabulary = frozenset(source.reader.problem.schema.words)
    names = (head for head in grid.rows if isinstance(head, QuantityName))
    item_groups = ([i for i in name.items if i.kind not in ("class", "general")] for name in names)
    visible = sum(any({i.variable, i.value} & vocabulary for i in items) for items in item_groups)
    extent = grid.extent
    expected = visible, len(vocabulary), "words"
    is_right = extent is None or (extent.visible, extent.total, extent.noun) == expected
    return "" if is_right else "the size said is that of the data"


def _data_problem(data: lines.Data, source: ProblemSource) -> str:
    shape = data.class_variable, data.columns
    tables = (table for table in source.displays if isinstance(table, lines.Data))
    candidates = [table for table in tables if (table.class_variable, table.columns) == shape]
    if not candidates:
        return "the columns shown are those of the data"
    # Texts have two tables with these columns: which words occur, and how often they do.
    candidates = [table for table in candidates if table.rows == data.rows]
    if not candidates:
        return "the rows shown are those of the data"
    if all(table.queries != data.queries for table in candidates):
        return "the queries shown are those asked"
    return "the size said is that of the data"


def _texts_problem(texts: lines.Texts, source: ProblemSource) -> str:
    columns = texts.class_variable, texts.column
    expected = next((block for block in source.displays if isinstance(block, lines.Texts)), None)
    if expected is None or columns != (expected.class_variable, expected.column):
        return "the columns shown are those of the data"
    for printed, right, message in (
        (texts.rows, expected.rows, "the texts shown are those of the data"),
        (texts.queries, expected.queries, "the queries shown are those asked"),
    ):
        if list(map(_content, printed)) != list(map(_content, right)):
            return message
        if [text.pieces for text in printed] != [text.pieces for text in right]:
            return "the words marked are those of the queries"
    return "the size said is that of the data"


def _content(text: lines.Text) -> tuple[str, str, str]:
    return text.id, text.label, "".join(piece for piece, _ in text.pieces)


def _size_problem(stated: lines.Stated, source: ProblemSource) -> str:
    """Compare the extents of a block with its visible rows and columns, and with the data."""
    if not isinstance(stated, lines.Data | lines.Texts) or not source.reader.problem.cases:
        return ""
    columns = stated.columns if isinstance(stated, lines.Data) else ()
    vocabulary = frozenset(source.reader.problem.schema.words)
    rows = len(stated.rows), len(source.reader.problem.cases)
    sizes = {
        "rows": rows,
        "documents": rows,
        "columns": (len(columns), None),
        "words": (sum(column in vocabulary for column in columns), len(vocabulary)),
    }
    for extent in stated.extents:
        visible, total = sizes[extent.noun]
        if extent.visible != visible or total not in (extent.total, None):
            return "the size said is that of the data"
    nouns = {extent.noun for extent in stated.extents}
    is_complete = rows[0] >= rows[1]
    return "" if is_complete or nouns & {"rows", "documents"} else "what is left out is said"
