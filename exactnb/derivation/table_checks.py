"""What tables and rules in words have to be, besides their lines being true.

Each check returns what is wrong, or "" for what it accepts.
"""

from __future__ import annotations

from exactnb.derivation.certificates import Context, Source, subject
from exactnb.derivation.lines import Chain, Data, EstimateRule, Grid
from exactnb.expression.names import Item, Pair, QuantityName
from exactnb.expression.nodes import Expression, Integer, Words, children, replace
from exactnb.families import family
from exactnb.families.base import PRIOR, count_of, rule_words

__all__ = ["data_problem", "grid_problem", "rule_problem"]


def data_problem(data: Data, source: Source) -> str:
    """Compare the data shown with the source."""
    table = source.table
    if (data.class_variable, data.columns) != (table.class_variable, table.columns):
        return "the columns shown are those of the data"
    if data.rows != table.rows:
        return "the rows shown are those of the data"
    return "" if data.queries == source.queries else "the queries shown are those asked"


def grid_problem(grid: Grid, model: str | None) -> str:
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


def rule_problem(rule: EstimateRule, context: Context) -> str:
    """Find an instance whose formula the rule does not give, or words that are not the rule's."""
    if not rule.instances:
        return "a rule has instances"
    own = None if rule.role == PRIOR else family(rule.role)
    if rule.value != (own.shown_value if own else ""):
        return f"the left side of this rule is not for the value {rule.value!r}"
    words = rule_words(own, context.source.noun)
    for part in _words(rule.right):
        if words.get(part.role) != part.text:
            return f"{part.text!r} is not what this rule counts"
    for instance in rule.instances:
        if not _is_of(instance.name, rule.role, context.source):
            return f"{instance.name} is no instance of this rule"
        roles = _roles(instance.name, context.source)
        by_role = dict(roles)
        if instance.roles != roles:
            return f"{instance.name} does not count what the rule says"

        def stand_in(part: Expression, roles: dict[str, Expression] = by_role) -> Expression | None:
            return roles.get(part.role) if isinstance(part, Words) else None

        if replace(rule.right, stand_in) != context.quantities[instance.name].formula:
            return f"the rule does not give the formula of {instance.name}"
    return ""


def _stands_in(chain: Chain, corner: str, head: str | QuantityName, label: Item, model: str) -> bool:
    """Say whether an estimate belongs where it stands: this parameter or value, this class."""
    name = subject(chain.lines[0]) if chain.lines else None
    if name is None:
        return False
    if isinstance(head, str):
        return name == QuantityName("P", (Item("cell", corner, head),), (label,), model)

    def of_class(item: Item | Pair) -> Item | Pair:
        return label if isinstance(item, Item) and item.kind == "general" else item

    left = tuple(of_class(item) for item in head.left)
    right = tuple(item for item in map(of_class, head.right) if isinstance(item, Item))
    return not corner and name == QuantityName(
        head.head, left, right, head.model, head.index, head.wrappers
    )


def _words(expression: Expression) -> list[Words]:
    if isinstance(expression, Words):
        return [expression]
    return [word for part in children(expression) for word in _words(part)]


def _roles(name: QuantityName, source: Source) -> tuple[tuple[str, Expression], ...]:
    """Return what the words of a rule stand for in one estimate."""
    (item,) = name.left
    assert isinstance(item, Item)
    table = source.table
    if item.kind == "class":
        hits, trials, cells = count_of(item), count_of(), len(table.classes)
    else:
        (label,) = name.right
        hits, trials = count_of(item, label), count_of(label)
        cells = len(table.values[table.columns.index(item.variable)])
    return (("hits", hits), ("trials", trials), ("cells", Integer(cells)))


def _is_of(name: QuantityName, role: str, source: Source) -> bool:
    """Say whether a rule can speak of a name: a prior, or a parameter of a column of its family."""
    if name.head != "P" or len(name.left) != 1 or name.wrappers:
        return False
    (item,) = name.left
    if not isinstance(item, Item):
        return False
    if role == PRIOR:
        return item.kind == "class" and not name.right
    families = dict(next((of for model, of in source.families if model == name.model), ()))
    in_class = len(name.right) == 1 and name.right[0].kind == "class"
    return item.kind == "cell" and in_class and families.get(item.variable) == role
