"""One small problem, and derivations about it to be accepted or rejected."""

import pytest

from exactnb import Problem, Table, solve
from exactnb.core.expression.nodes import (
    Integer,
    Quotient,
    Reference,
)
from exactnb.explain.derivation import (
    Derivation,
    Line,
    Rejected,
    Step,
    verify,
)
from exactnb.explain.solution.setting import problem_source

TABLE = Table.from_rows(
    [("1", "red", "+"), ("1", "red", "+"), ("0", "blue", "+"), ("0", "red", "-")], ["a", "Sky", "class"]
)
PROBLEM = Problem(
    TABLE,
    query={"x": {"a": "1", "Sky": "red"}, "z": {"a": "0", "Sky": "red"}},
    ask=[
        "P(+|x)",
        "P(-|x)",
        "argmax(x)",
        "argmax(z)",
        "count(a=1,+)",
        "P(+|z)",
        "P(a=1|-)",
        "P(Sky=red|-)",
    ],
)
SOLUTION = solve(PROBLEM)
GRAPH, SOURCE = SOLUTION.quantities, problem_source(PROBLEM)


def name(text):
    return PROBLEM.scope.resolve(text)


def ref(text):
    return Reference(name(text))


def number(above, below=1):
    return Integer(above) if below == 1 else Quotient(Integer(above), Integer(below))


def formula(text):
    """Return the line that opens the chain of a quantity."""
    return Line(ref(text), "=", GRAPH[name(text)].formula, GRAPH[name(text)].reason)


def derived(*steps, source=SOURCE, title=""):
    """Return a derivation of some steps, with the setting and the models that a source wants."""
    return Derivation(title, "", source.setting, steps, source.table)


def accepted(*blocks, title="A title", about=(), model=None):
    """Return what `verify` makes of one step that holds some blocks."""
    return verify(derived(Step("only", title, blocks, about, model)), GRAPH, SOURCE)


def rejected(*blocks, words, title="A title", about=(), model=None):
    """Check that `verify` rejects one step, in some words."""
    with pytest.raises(Rejected, match=words):
        accepted(*blocks, title=title, about=about, model=model)


def blocks_of(kind):
    steps = SOLUTION.verified.derivation.steps
    return [block for step in solve(Problem(TABLE, query=PROBLEM.query)).verified.derivation.steps
            for block in step.blocks if isinstance(block, kind)] if steps else []  # fmt: skip


FULL = solve(Problem(TABLE, query=PROBLEM.query))


def of_full(*blocks, model=None):
    """Return what `verify` makes of blocks, with the graph of everything."""
    return verify(
        derived(Step("only", "", blocks, (), model)), FULL.quantities, problem_source(FULL.problem)
    )
