"""Solve a problem: the graph, the derivation, its verification, and the ways to show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.expression.results import Value, settled
from exactnb.core.model.effort import EFFORT, WRITTEN, Effort
from exactnb.core.model.quantities import Quantities
from exactnb.core.problem.appearance import check_rounding
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, InputError, Place, quoted
from exactnb.explain.derivation import Verified, verify
from exactnb.explain.derivation.verified import READINGS, brief, with_readings
from exactnb.explain.proving import known_prover, new_prover
from exactnb.explain.solution.displays import whole_size
from exactnb.explain.solution.extras import update_names
from exactnb.explain.solution.levels import FULL, STANDARD, Level, level_named
from exactnb.explain.solution.narrative import work_out
from exactnb.explain.solution.printed import Printed
from exactnb.explain.solution.source import source_of
from exactnb.explain.solution.wanted import asked_by_default, beside

if TYPE_CHECKING:  # a solution is seldom printed without itself
    from exactnb.explain.solution.sheet import AnswerTemplate, Sheet


@frozen(eq=False, repr=False)
class Solution(Printed, Mapping[str, Value]):
    """Hold the answers and the verified derivation of a problem.

    A solution is a mapping from names of quantities, in any spelling, to exact values. Iterating
    gives the canonical names of what was worked out; asking for anything else works it out, with as
    much effort again.

    >>> from exactnb import Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("1", "+"), ("0", "-")], ["a", "class"])
    >>> solution = solve(Problem(table, query={"x": {"a": "1"}}))
    >>> solution["P(+, x)"], solution["P(not a | +)"]
    (Fraction(2, 3), Fraction(0, 1))
    """

    problem: Problem
    verified: Verified
    level: Level = STANDARD

    def sheet(self) -> Sheet:
        """Return the same problem without its solution: data, query, questions with blanks and points.

        A sheet is printed like a solution: `solution.sheet().latex()`.
        """
        from exactnb.explain.solution.sheet import sheet_of

        return sheet_of(self.problem, self.quantities, self.level)

    def answers(self) -> AnswerTemplate:
        """Return the template of the answers: `.toml()` or `.json()` of a student, `.csv()` of a class.

        In any other format it is a form to be filled in by hand.
        """
        from exactnb.explain.solution.sheet import template_of

        return template_of(self.problem, self.quantities, self.level)

    @property
    def quantities(self) -> Quantities:
        """Return the graph of named quantities."""
        return self.verified.quantities

    def __getitem__(self, name: str) -> Value:
        if not isinstance(name, str):
            raise InputError(f"expected the name of a quantity; got {quoted(name)}")
        resolved = self.problem.scope.resolve(name)
        graph = self.quantities
        if resolved not in graph:
            graph = graph.of([resolved])
        return settled(graph.value(resolved))

    def __contains__(self, name: object) -> bool:
        """Say whether a name, in any spelling, is among the quantities that were worked out."""
        try:
            return isinstance(name, str) and self.problem.scope.resolve(name) in self.quantities
        except ExactnbError:
            return False

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of a name, or the default where it cannot be worked out."""
        try:
            return self[name]
        except ExactnbError:
            return default

    def __iter__(self) -> Iterator[str]:
        return (str(name) for name in self.quantities)

    def __len__(self) -> int:
        return len(self.quantities)

    def to_sympy(self, name: str) -> Any:
        """Return the exact value of a quantity as SymPy's; a label becomes a symbol.

        Values, formulas and lines become SymPy's by themselves too: `sympy.sympify(solution[name])`.
        """
        from exactnb.core.expression.symbolic import to_sympy

        return to_sympy(self[name])


def solve(
    problem: Problem | str | Path,
    *,
    only: Iterable[str] = (),
    digits: int | None = None,
    why: bool = False,
    level: str = "standard",
    effort: int = EFFORT,
    anew: bool = False,
    checks: bool = False,
) -> Solution:
    """Return the worked solution of a problem or of a problem file.

    `only` names quantities: they and what they rest on are worked out, nothing else. `digits` are
    the significant digits of decimals. `why` appends the theorems that the estimates rest on, which
    are proved `anew` if that is asked for, or if their lines or the checker have changed. `level` is
    "brief" (the estimates needed, products, posteriors), "standard", or "full" (nothing left out).
    With `checks` it ends by saying how many quantities two independent readers of the problem agree on.
    `effort` is how many steps it may take: the quantities and the parts of their formulas, times 10 as
    each is written, checked and shown.

    >>> found = solve("worked_examples/homework/sheet.toml", only=["P(Yes)"])
    >>> found["P(Yes)"], "9/14" in found.text()
    (Fraction(9, 14), True)

    Raises InputError for what cannot be read, and
    TooMuch for what takes more effort.
    """
    if isinstance(problem, str | Path):
        problem = Problem.read(problem)
    if not isinstance(problem, Problem):
        raise InputError(f"expected a Problem or the path of a file; got {quoted(problem)}")
    if isinstance(only, str):
        raise InputError("expected a list of names", at="only")
    only = tuple(only)
    if digits is not None:
        check_rounding(digits)
    with Place.of("level"):
        said = level_named(level)
    allowed = Effort(effort)
    if said is FULL:
        allowed.spend(whole_size(problem), "the data")
    wanted = [(text, Place.of("only")) for text in only] or [
        (text, Place.of("ask")[number]) for number, text in enumerate(problem.ask, start=1)
    ]
    asked = [problem.resolve(*each, allowed) for each in wanted] or [*asked_by_default(problem, said)]
    asked += update_names(asked, problem.predictions)
    quantities = Quantities(asked, problem.define, allowed)
    if more := beside(problem, quantities):
        quantities = quantities.of((*asked, *more))
    allowed.spend((WRITTEN - 1) * quantities.size, "the solution")
    rounding = Rounding(figures=digits if digits is not None else problem.digits, rule=problem.rounding)
    derivation = work_out(problem, quantities, rounding, whole=not only, why=why, level=said)
    prover = new_prover if anew else known_prover
    verified = verify(derivation, quantities, source_of(problem, said), prover)
    if checks and not any(step.key == READINGS for step in verified.derivation.steps):
        verified = with_readings(verified)
    return Solution(problem, verified if said.steps else brief(verified), said)
