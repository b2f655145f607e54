"""Solve a problem: build the graph, write the derivation, verify it.

How to read: `solve` is the door, and a `Solution` what it returns, a mapping with ways to print it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.data.files import as_path, why_not
from exactnb.core.data.rows import in_list
from exactnb.core.expression.results import Value, with_limits
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import EFFORT, WRITTEN, Effort
from exactnb.core.naming.names import Item
from exactnb.core.problem.asked_instead import with_columns_in
from exactnb.core.problem.choice import read_digits
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, InputError, Place, quoted
from exactnb.explain.derivation import Verified, verify
from exactnb.explain.derivation.verified import READINGS, with_readings, without_details
from exactnb.explain.proving import cached_prover, new_prover
from exactnb.explain.solution.displays import cell_count
from exactnb.explain.solution.extras import update_names
from exactnb.explain.solution.narrative import write_derivation
from exactnb.explain.solution.printed import FULL, STANDARD, DetailLevel, PrintedDerivation, find_level
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
            raise InputError.expected("the name of a quantity", name)
        if name not in self and (problem := with_columns_in(self.problem, [name])) is not self.problem:
            return solve(problem, only=[name])[name]
        resolved = self.problem.scope.resolve(name)
        graph = self.quantities
        if resolved not in graph:
            graph = graph.with_targets([resolved])
        return with_limits(graph.value(resolved))

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

    def decimal(self, name: str, digits: int = 20) -> str:
        """Return the quantity `name` as a decimal, correctly rounded to so many significant `digits`.

        >>> solve("worked_examples/homework/sheet.toml", only=["P(Yes)"]).decimal("P(Yes)", 4)
        '0.6429'

        Raises InputError for a quantity that is no number.
        """
        from exactnb.explain.rendering.formulas.values import decimal

        return decimal(self[name], digits)

    def latex(
        self,
        name: str | None = None,
        /,
        *,
        fragment: bool = False,
        notation: str | None = None,
        engine: str = "pdflatex",
    ) -> str:
        r"""Return the solution as a LaTeX article, or only the value of the quantity `name`.

        >>> print(solve("worked_examples/homework/sheet.toml", only=["P(Yes)"]).latex("P(Yes)"))
        \frac{9}{14}

        `fragment`, `notation` and `engine` are as in `render`.
        """
        if name is not None:
            from exactnb.explain.rendering.formulas.values import latex_formula

            return latex_formula(self[name])
        return super().latex(fragment=fragment, notation=notation, engine=engine)

    def save(self, path: str | Path, **how: Any) -> None:
        """Write the solution to the file `path`, whose ending says the format: .html, .tex, .pdf ...

        `how` are options of `render`. Raises InputError for an ending of no format.
        """
        from exactnb.explain.rendering.formats import endings

        path, formats = as_path(path), endings()
        if path.suffix.lower() not in formats:
            expected = f"expected a name that ends in {', '.join(formats)}"
            raise InputError(f"{expected}; got {quoted(str(path))}", at="path")
        content = self.written(formats[path.suffix.lower()], **how)
        try:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        except OSError as error:
            raise InputError(why_not(path, error), at=Place.file(path)) from None

    def posteriors(self) -> Any:
        """Return P(class|query) exactly, as a DataFrame: a row for each query, a column for each class.

        Raises InputError where pandas is missing.
        """
        pandas, shares = _optional_library("pandas"), self._posteriors()
        columns = list(next(iter(shares.values()), self.problem.schema.classes))
        return pandas.DataFrame.from_dict(shares, orient="index", columns=columns)

    def _posteriors(self) -> dict[str, dict[str, Value]]:
        """Return P(class|query) by the queries, then by the classes as they are spelled."""
        schema = self.problem.schema

        def asked(query: object) -> str:
            return Item("query", "", str(query)).spell()

        labels = {k: Item("class", schema.class_variable, k).spell() for k in schema.classes}
        return {
            str(query): {k: self[f"P({label}|{asked(query)})"] for k, label in labels.items()}
            for query in self.problem.query
        }

    def plot(self) -> Any:
        """Return matplotlib's axes with a bar of posteriors for each query, or a picture without it.

        Where pandas or matplotlib is missing, it is the bars of the HTML page, which show themselves in
        a notebook; as text they are SVG.
        """
        try:
            _optional_library("matplotlib"), _optional_library("pandas")
        except InputError:
            from exactnb.explain.rendering.pictures.html_charts import posterior_bars

            return posterior_bars(self._posteriors())
        axes = self.posteriors().astype(float).plot.barh(stacked=True, xlim=(0, 1))
        axes.set_xlabel("posterior")
        return axes

    def to_sympy(self, name: str) -> Any:
        """Return the exact value of the quantity `name` as a SymPy object; a label becomes a symbol.

        SymPy also converts values, formulas and lines itself: `sympy.sympify(solution[name])`.
        """
        from exactnb.core.expression.symbolic import to_sympy

        return to_sympy(self[name])


def _optional_library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise InputError(f"needs {name}; run: pip install {name}") from None


def queried_problem(source: object, query: Any, settings: Mapping[str, Any]) -> Problem:
    """Return the problem in `source`, read by `settings`, with `query` instead of its own queries.

    `query` may be a DataFrame of queries too, or a row of one, whose class is left out.
    """
    from exactnb.core.data.frames import read_frame
    from exactnb.core.problem.asked_instead import queries_in, with_queries
    from exactnb.core.problem.from_table import QueriesOf, opened_problem, query_as_in_frame
    from exactnb.core.problem.queries import QUERY
    from exactnb.core.problem.types import is_frame

    if is_frame(query) and not isinstance(query, Mapping):  # its rows, or one of them
        is_row = hasattr(type(query), "iloc") and not hasattr(type(query), "columns")
        with Place.root("query"):
            header, rows = read_frame(query.to_frame().T if is_row else query, floats="as printed")

        def queries_of_frame(data: Any) -> Mapping[str, Any]:
            queries = queries_in(data, header, rows)
            name = data.schema.free_name(QUERY)
            return {name: next(iter(queries.values()))} if is_row else queries

        query = QueriesOf(queries_of_frame)
    elif is_frame(source):
        query = Place.root("query").read(query_as_in_frame, query)
    is_table = is_frame(source) or (
        isinstance(source, str | Path) and Path(source).suffix.lower() not in ("", ".toml")
    )
    if query is None or is_table:
        return opened_problem(
            Problem, source, settings if query is None else {**settings, "query": query}
        )
    problem = opened_problem(Problem, source, settings)
    return with_queries(problem, query(problem.data) if isinstance(query, QueriesOf) else query)


def solve(
    problem: Problem | str | Path | object,
    *,
    query: object = None,
    only: Iterable[str] = (),
    digits: int | None = None,
    why: bool = False,
    level: str = "standard",
    effort: int = EFFORT,
    anew: bool = False,
    checks: bool = False,
    **settings: Any,
) -> Solution:
    """Return the worked solution of `problem`: a Problem, the path of its file, a table or a DataFrame.

    `query` is asked instead of its own queries, as `Problem` takes it. `settings` say how a table is
    read and counted, as for `Problem.from_csv`: `id`, `family`, ... `only` names quantities: the
    solution has these and the ones that they depend on. `digits` are the significant digits of
    decimals. `why` appends the theorems behind the estimates; their proofs come with the package, and
    `anew` proves them again. `level` is "brief" (the estimates needed, products, posteriors),
    "standard", or "full" (every row and line). With `checks` the solution ends by saying for how many
    quantities two independent readers of the problem agree. `effort` limits the steps: the quantities
    and the parts of their formulas, times 10 as each is written, checked and printed.

    >>> solution = solve("worked_examples/homework/sheet.toml", only=["P(Yes)"])
    >>> solution["P(Yes)"], "9/14" in solution.text()
    (Fraction(9, 14), True)
    >>> frame = {"sky": ["sun", "rain", "sun"], "play": ["yes", "no", "no"]}
    >>> solve(frame, query="sun", smoothing=1)["P(yes|x)"]
    Fraction(2, 5)

    Raises InputError for a problem or name that cannot be read, and TooMuch for more effort.
    """
    problem = queried_problem(problem, query, settings)
    only = in_list(only, "only")
    problem = with_columns_in(problem, only)
    digits = None if digits is None else read_digits(digits)
    with Place.of("level"):
        detail = find_level(level)
    allowed = Effort(effort)
    if detail is FULL:
        allowed.spend(cell_count(problem), "the data")
    requests = [(text, Place.of("only")) for text in only]
    entries = enumerate(problem.ask, start=1)
    requests = requests or [(text, Place.of("ask")[number]) for number, text in entries]
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
    return Solution(problem, verified if detail.steps else without_details(verified), detail)
