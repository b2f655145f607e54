"""Solve a problem: build the graph, write the derivation, verify it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.expression.results import Value, settled
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import EFFORT, WRITTEN, Effort
from exactnb.core.problem.choice import check_rounding
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, InputError, Place, quoted
from exactnb.explain.derivation import Verified, verify
from exactnb.explain.derivation.verified import READINGS, brief, with_readings
from exactnb.explain.proving import cached_prover, new_prover
from exactnb.explain.solution.displays import cell_count
from exactnb.explain.solution.extras import update_names
from exactnb.explain.solution.levels import FULL, STANDARD, DetailLevel, find_level
from exactnb.explain.solution.narrative import write_derivation
from exactnb.explain.solution.printed import PrintedDerivation
from exactnb.explain.solution.setting import problem_source
from exactnb.explain.solution.solved_quantities import default_quantities, supporting_quantities

if TYPE_CHECKING:  # a solution is seldom printed without itself
    from exactnb.explain.solution.sheet import AnswerTemplate, ProblemSheet


@frozen(eq=False, repr=False)
class Solution(PrintedDerivation, Mapping[str, Value]):
    """The answers and the verified derivation of a problem.

    A solution is a mapping from names of quantities, in any spelling, to exact values. Iterating yields
    the canonical names of the quantities in it; any other quantity is worked out on request, with the
    same limit of effort.

    >>> from exactnb import Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("1", "+"), ("0", "-")], ["a", "class"])
    >>> solution = solve(Problem(table, query={"x": {"a": "1"}}))
    >>> solution["P(+, x)"], solution["P(not a | +)"]
    (Fraction(2, 3), Fraction(0, 1))
    """

    problem: Problem
    verified: Verified
    level: DetailLevel = STANDARD

    def sheet(self) -> ProblemSheet:
        """Return the problem without its solution: data, queries, questions with blanks and points.

        A sheet prints like a solution: `solution.sheet().latex()`.
        """
        from exactnb.explain.solution.sheet import make_sheet

        return make_sheet(self.problem, self.quantities, self.level)

    def answers(self) -> AnswerTemplate:
        """Return the template of the answers: `.toml()` or `.json()` for one student, `.csv()` for all.

        In any other format it is a form to be filled in by hand.
        """
        from exactnb.explain.solution.sheet import make_template

        return make_template(self.problem, self.quantities, self.level)

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
            graph = graph.with_targets([resolved])
        return settled(graph.value(resolved))

    def __contains__(self, name: object) -> bool:
        """Say whether a name, in any spelling, is among the quantities worked out so far."""
        try:
            return isinstance(name, str) and self.problem.scope.resolve(name) in self.quantities
        except ExactnbError:
            return False

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of the quantity `name`, or `default` where it cannot be worked out."""
        try:
            return self[name]
        except ExactnbError:
            return default

    def __iter__(self) -> Iterator[str]:
        return (str(name) for name in self.quantities)

    def __len__(self) -> int:
        return len(self.quantities)

    def to_sympy(self, name: str) -> Any:
        """Return the exact value of the quantity `name` as a SymPy object; a label becomes a symbol.

        SymPy also converts values, formulas and lines itself: `sympy.sympify(solution[name])`.
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
    """Return the worked solution of `problem`, a Problem or the path of its file.

    `only` names quantities: the solution has these and the ones that they depend on. `digits` are the
    significant digits of decimals. `why` appends the theorems behind the estimates; their proofs come
    with the package, and `anew` proves them again. `level` is "brief" (the estimates needed, products,
    posteriors), "standard", or "full" (every row and line). With `checks` the solution ends by saying
    for how many quantities two independent readers of the problem agree. `effort` limits the steps: the
    quantities and the parts of their formulas, times 10 as each is written, checked and printed.

    >>> solution = solve("worked_examples/homework/sheet.toml", only=["P(Yes)"])
    >>> solution["P(Yes)"], "9/14" in solution.text()
    (Fraction(9, 14), True)

    Raises InputError for a problem or name that cannot be read, and TooMuch for more effort.
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
        detail = find_level(level)
    allowed = Effort(effort)
    if detail is FULL:
        allowed.spend(cell_count(problem), "the data")
    requests = [(text, Place.of("only")) for text in only]
    asked = enumerate(problem.ask, start=1)
    requests = requests or [(text, Place.of("ask")[number]) for number, text in asked]
    names = [problem.resolve(*request, allowed) for request in requests]
    names = names or [*default_quantities(problem, detail)]
    names += update_names(names, problem.predictions)
    quantities = Quantities(names, problem.define, allowed)
    if more := supporting_quantities(problem, quantities):
        quantities = quantities.with_targets((*names, *more))
    allowed.spend((WRITTEN - 1) * quantities.size, "the solution")
    rounding = Rounding(figures=digits if digits is not None else problem.digits, rule=problem.rounding)
    derivation = write_derivation(
        problem, quantities, rounding, with_data=not only, why=why, level=detail
    )
    prover = new_prover if anew else cached_prover
    verified = verify(derivation, quantities, problem_source(problem, detail), prover)
    if checks and not any(step.key == READINGS for step in verified.derivation.steps):
        verified = with_readings(verified)
    return Solution(problem, verified if detail.steps else brief(verified), detail)
