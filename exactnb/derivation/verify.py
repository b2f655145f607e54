"""Accept a derivation line by line, or name the line that does not hold.

Every rule has a certificate in `certificates.py`. A line is evaluated from its own tree, not from
the way it was made, and a count is taken anew from the rows. Only what passes here can be printed.
"""

from __future__ import annotations

from exactnb.arithmetic import values
from exactnb.arithmetic.values import Undefined
from exactnb.derivation.certificates import CERTIFICATES, Context, Source, rounds, subject
from exactnb.derivation.lines import (
    Block,
    Chain,
    Data,
    Derivation,
    EstimateRule,
    Grid,
    Inline,
    Line,
    Remark,
)
from exactnb.errors import ExactnbError
from exactnb.expression.evaluate import Decision, Value, same
from exactnb.expression.names import Item, Pair, QuantityName
from exactnb.expression.nodes import Expression, Words, replace
from exactnb.expression.reasons import Rule
from exactnb.expression.spell import spell
from exactnb.model.quantities import Quantities

__all__ = ["Rejected", "Source", "Verified", "verify"]


class Rejected(ExactnbError):
    """Name a line that does not hold: its step, its rule, both sides and both values."""


class Verified:
    """A derivation every line of which was accepted. Only `verify` makes one."""

    __slots__ = ("derivation", "quantities")
    derivation: Derivation
    quantities: Quantities

    def __init__(self) -> None:
        raise TypeError("only verify() makes a Verified")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Verified does not change")


def verify(derivation: Derivation, quantities: Quantities, source: Source) -> Verified:
    """Return the derivation as one that may be printed.

    Raises Rejected at the first line that does not hold.
    """
    checker = _Checker(quantities, source)
    checker.counts()
    for step in derivation.steps:
        place = f"step {step.key!r}" if step.key else "step"
        for number, block in enumerate(step.blocks, start=1):
            checker.place = f"{place}, block {number}"
            checker.block(block)
        checker.place = f"{place}, title"
        checker.prose(step.title)
    verified = object.__new__(Verified)
    object.__setattr__(verified, "derivation", derivation)
    object.__setattr__(verified, "quantities", quantities)
    return verified


class _Checker:
    def __init__(self, quantities: Quantities, source: Source) -> None:
        self.context = Context(quantities, source)
        self.place = ""

    def counts(self) -> None:
        """Take every count anew, those too that stand in no line of their own."""
        self.place = "data"
        for name in self.context.quantities:
            if name.head == "count" and not name.wrappers:
                counted = self.context.source.recount(name)
                held = self.context.quantities.value(name) == counted
                self.demand(held, f"{name} is {counted}, counted row by row")

    def block(self, block: Block) -> None:
        match block:
            case Chain():
                self.chain(block)
            case Grid():
                self.grid(block)
            case Data():
                self.data(block)
            case EstimateRule():
                self.rule(block)
            case Remark(parts):
                self.prose(parts)

    def chain(self, chain: Chain) -> None:
        previous: Line | None = None
        for line in chain.lines:
            if previous is not None:
                self.require(line.left == previous.left, line, "the left side stays the same")
                self.require(previous.relation != "≈", line, "a rounded value ends its chain")
            self.line(line, previous)
            previous = line

    def grid(self, grid: Grid) -> None:
        self.demand(len(grid.cells) == len(grid.rows), "a grid has one row of cells per heading")
        for head, cells in zip(grid.rows, grid.cells, strict=True):
            self.demand(len(cells) == len(grid.columns), "a grid row has one cell per class")
            for chain, label in zip(cells, grid.columns, strict=True):
                name = subject(chain.lines[0])
                own = name is not None and _stands_in(name, grid.corner, head, label)
                self.demand(own, "a cell stands in its own row, under its own class")
                self.chain(chain)

    def data(self, data: Data) -> None:
        table = self.context.source.table
        self.demand(data.columns == table.columns, "the columns shown are those of the data")
        self.demand(data.rows == table.rows, "the rows shown are those of the data")
        self.demand(data.queries == self.context.source.queries, "the queries shown are those asked")

    def rule(self, rule: EstimateRule) -> None:
        """Accept a rule in words if it gives the formula of each of its instances."""
        for instance in rule.instances:
            roles = dict(instance.roles)

            def stand_in(part: Expression, roles: dict[str, Expression] = roles) -> Expression | None:
                return roles.get(part.role) if isinstance(part, Words) else None

            formula = self.context.quantities[instance.name].formula
            self.demand(
                replace(rule.right, stand_in) == formula,
                f"the rule gives the formula of {instance.name}",
            )

    def prose(self, parts: tuple[Inline, ...]) -> None:
        for part in parts:
            match part:
                case str():
                    bare = not any(character.isdigit() for character in part)
                    self.demand(bare, f"no number stands in prose unverified: {part!r}")
                case Line():
                    self.line(part, None)
                case Item():
                    pass
                case _:
                    self.context.value(part)

    def line(self, line: Line, previous: Line | None) -> None:
        rule = line.reason.rule
        relations = {Rule.ROUND: "≈", Rule.COMPARE: "<>="}.get(rule, "=")
        self.require(line.relation in relations, line, f"{line.relation} does not go with this rule")
        left, right = self.context.value(line.left), self.context.value(line.right)
        if rule is Rule.ROUND:
            self.require(rounds(left, line.right), line, "not the value, rounded")
        elif line.relation == "=":
            self.require(same(left, right), line, "the sides differ", left, right)
        else:
            held = _ordered(left, right) == {"<": -1, ">": 1}[line.relation]
            self.require(held, line, "the comparison does not hold", left, right)
        problem = CERTIFICATES[rule](self.context, line, previous)
        self.require(not problem, line, problem)

    def demand(self, held: bool, what: str) -> None:
        if not held:
            raise Rejected(f"does not hold: {what}", at=self.place)

    def require(self, held: bool, line: Line, problem: str, *sides: Value) -> None:
        if held:
            return
        shown = f"{spell(line.left)} {line.relation} {spell(line.right)}"
        worth = f" ({' against '.join(str(side) for side in sides)})" if sides else ""
        rule = line.reason.rule.value
        raise Rejected(f"{shown}: {problem}{worth}, under the rule {rule!r}", at=self.place)


def _stands_in(name: QuantityName, corner: str, head: str | QuantityName, label: Item) -> bool:
    """Say whether an estimate belongs where it stands: this parameter or value, this class."""
    if isinstance(head, QuantityName):

        def of_class(item: Item | Pair) -> Item | Pair:
            return label if isinstance(item, Item) and item.kind == "general" else item

        left = tuple(of_class(item) for item in head.left)
        right = tuple(item for item in map(of_class, head.right) if isinstance(item, Item))
        return (name.left, name.right, name.model) == (left, right, head.model)
    return (name.left, name.right) == ((Item("cell", corner, head),), (label,))


def _ordered(left: Value, right: Value) -> int | None:
    if isinstance(left, Decision | Undefined) or isinstance(right, Decision | Undefined):
        return None
    return values.compare(left, right)
