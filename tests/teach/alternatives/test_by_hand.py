"""What each misconception leads to in small problems, worked out by hand and kept beside them.

Each file in `by_hand/` is a problem, and below it quantities with their values; below each of these
stand all misconceptions that change its formula, in order, with the value that follows, written as a
person multiplies it out. Fractions are worked out by Python, what has roots is read as an answer is.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from spelled_well import spelled
from thoroughness import all_of
from worked_by_hand import worth

from exactnb import Problem
from exactnb.core.expression.results import Value, are_equal, with_limits
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.errors import Unsupported
from exactnb.teach.misconceptions.trying import wrong_formulas

BY_HAND = sorted((Path(__file__).parent / "by_hand").glob("*.txt"))
_UNTYPED = "no form that can be typed"
_CUT = "\n--- by hand\n"


def changed(problem: Problem, quantity: str) -> Iterator[tuple[str, Value | None]]:
    """Yield a quantity with its value, then each misconception in its own formula with what follows."""
    name = problem.scope.resolve(quantity)
    graph = Quantities([name], problem.define, Effort())
    yield quantity, graph.value(name)
    for misconception, detail, of, formula in wrong_formulas(problem, graph):
        if of == name:
            assert spelled(formula)  # as people write it: nothing is a sum of one term
            which = f"{misconception.id} ({detail})" if detail else misconception.id
            try:
                yield f"  {which}", with_limits(graph.varied({name: formula})(name))
            except Unsupported:  # such as e to an irrational power, which only a ball encloses
                yield f"  {which}", None


@all_of("path", BY_HAND, apart=6)
def test_a_misconception_leads_to_what_was_worked_out_by_hand(path: Path) -> None:
    """These misconceptions are made there, no others, and each has the value of the file."""
    text, told = path.read_text(encoding="utf-8").split(_CUT)
    problem = Problem.from_text(text)
    lines = [line.rpartition(" = ")[::2] for line in told.splitlines()]
    made = [each for name, _ in lines if not name.startswith(" ") for each in changed(problem, name)]
    assert [name for name, _ in made] == [name for name, _ in lines]
    for (name, value), (_, written) in zip(made, lines, strict=True):
        if written == _UNTYPED:
            assert not isinstance(value, Fraction), (name, value)
        else:
            assert value is not None, name
            assert are_equal(value, worth(written, value)), (name, value)
