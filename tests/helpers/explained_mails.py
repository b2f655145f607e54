"""Small mails whose decisions are explained by plain fractions."""

from __future__ import annotations

from typing import Any

from plain import Seen

from exactnb import Conventions, Documents, ModelChoice, Problem, Solution, Table
from exactnb.core.expression.nodes import Power, Product
from exactnb.core.expression.results import Decision
from exactnb.core.naming.names import Item, QuantityName

MAILS = Documents.of([("spam", "win win cash"), ("ham", "cash lunch"), ("ham", "lunch lunch win")])


APART = Documents.of([("s", "a a b"), ("h", "b c"), ("g", "c c d")])


def of(data: Any, query: Any, family: str | None = None, families: Any = (), **chosen: Any) -> Problem:
    """Return the problem of one query x; a list of rows is a table, its head the names."""
    if isinstance(data, list):
        data = Table.from_rows([row.split() for row in data[1:]], data[0].split())
    exposure = {"p": "q"} if families == {"p": "poisson"} else {}
    choice = ModelChoice(Conventions(**chosen), family, dict(families))
    return Problem(data, {"x": query}, {"model": choice}, exposure=exposure)


def step(solution: Solution, key: str) -> str:
    """Return what a step says, on one line and without its title."""
    steps = solution.verified.derivation.steps
    at = next(number for number, found in enumerate(steps, start=1) if found.key == key)
    below = solution.text().split(f"\n{at}  {steps[at - 1].title}", 1)[1].split(f"\n{at + 1}  ")[0]
    return " ".join(below.partition("\n")[2].split())


def decided(solution: Solution, identity: str) -> tuple[str, ...] | None:
    """Return the classes that an explanation ends with, None where it decides for none."""
    value = solution.quantities.value(QuantityName("argmax", (Item("query", "", identity),)))
    return value.labels if isinstance(value, Decision) else None


def factors(solution: Solution) -> tuple[list[str], list[tuple[QuantityName, Any, int]]]:
    """Return the two classes, and what is multiplied: each name, what it is about, its power."""
    steps = {found.key: found for found in solution.verified.derivation.steps}
    if "multiply" not in steps:
        return [], []
    right, found = steps["multiply"].blocks[0].lines[0].right, []
    for part in right.factors if isinstance(right, Product) else (right,):
        base, times = (part.base, part.exponent.value) if isinstance(part, Power) else (part, 1)
        about: Any = Seen()
        for item in base.name.right:
            own = {"word": Seen(draws=(item.value,)), "cell": Seen({item.variable: item.value})}
            about = own.get(item.kind) or solution.problem.query[item.value]
        found.append((base.name, about, times))
    (pair,) = found[0][0].left
    return [pair.first.value, pair.second.value], found
