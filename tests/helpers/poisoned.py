"""Answers out of all proportion, and a small problem for every family to answer with them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from exactnb import Grader, Problem
from exactnb.core import families
from exactnb.core.arithmetic.matrices import Matrix
from exactnb.core.families.base import WordFamily
from exactnb.core.families.numbers import NumberFamily
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.names import QuantityName
from exactnb.core.quantities import QUANTITIES

__all__ = ["POISON", "grader_of", "parameters", "problem_of", "resting", "typed"]

POISON = ("1e-30", "1e30", "1e-400", "1e400", "0", "-1")
"""Parameters that no data have, and that the reader of answers takes."""

_VALUES = """[data]
table = '''
p  q  class
1  0  one
0  0  one
1  1  two
0  1  two
1  1  two
'''
[model]
family = {family}
smoothing = 1
[query]
x = {{ p = "1", q = "0" }}
"""
_TEXTS = """[data]
table = '''
class  text
one    a b b
one    a c
two    b b c c
'''
[model]
family = {family}
smoothing = 1
[query]
x = "a b b"
"""
_NUMBERS = """[data]
table = '''
p  q  class
1  2  one
3  1  one
2  4  one
4  5  two
7  4  two
6  9  two
'''
[model]
family = {family}
[query]
x = {{ p = 3, q = 4 }}
"""
_GIVEN = """[data]
parameters = '''
          | one           | two
prior     | 1/2           | 1/2
points(p) | 0:0 2:2/3 3:0 | 1:0 3:2/3 4:0
'''
[query]
x = {{ p = "3/2" }}
"""


@cache
def problem_of(family: str) -> Problem:
    """Return a problem with a family, found by its name alone."""
    found = families.family(family)
    if isinstance(found, NumberFamily):
        text = _GIVEN if family == "piecewise" else _NUMBERS
    else:
        text = _TEXTS if isinstance(found, WordFamily) else _VALUES
    return Problem.from_text(text.format(family=found.as_toml()))


@cache
def grader_of(family: str) -> Grader:
    """Return a grader that asks for all that the posterior of the first class rests on."""
    problem = problem_of(family)
    (identity,), (label, *_) = problem.query, problem.schema.classes
    posterior = problem.resolve(f"P({label}|{identity})", "test", Effort())
    graph = Quantities([posterior], problem.define, Effort())
    numbers = [
        str(name)
        for name in graph
        if not QUANTITIES[name.head].of_data and not isinstance(graph.value(name), Matrix)
    ]
    return Grader(problem, asked=numbers)


def parameters(grader: Grader) -> Iterator[QuantityName]:
    """Yield the numbers that a question rests on."""
    for name in grader.graph.ancestors(*grader.answer_key.names.values()):
        if str(name) in grader.asked and resting(grader, name):
            yield name


def resting(grader: Grader, name: QuantityName) -> list[str]:
    """Return the questions whose right answers rest on a quantity."""
    others = (each for each in grader.asked.values() if each.name != name)
    return [each.question.id for each in others if name in grader.graph.ancestors(each.name)]


ATOMS = (
    "0", "1", "2", "3", "7", "1/2", "3/4", "0.5", "-1", "e", "pi", "10", "2.50", "12%", "1e-3", "1e30",
    "1e-400", "0.(3)", "5!", "C(5,2)",
)  # fmt: skip
OF_ONE = (
    "sqrt({})", "ln({})", "log2({})", "log10({})", "exp({})", "-({})", "({})^2", "({})^(1/2)",
    "({})^-1", "({})^(1/3)", r"\frac{{{}}}{{3}}", "2*({})", "({})!",
)  # fmt: skip
OF_TWO = ("({})+({})", "({})-({})", "({})*({})", "({})/({})", "({})^({})", "{}, {}", "{} = {}")


def typed(dice: Random, depth: int) -> str:
    """Return what somebody may type: a formula of everything that the reader knows."""
    if not depth or dice.random() < 0.2:
        return dice.choice(ATOMS)
    if dice.random() < 0.55:
        return dice.choice(OF_ONE).format(typed(dice, depth - 1))
    return dice.choice(OF_TWO).format(typed(dice, depth - 1), typed(dice, depth - 1))
