"""Why a query is decided as it is, and which changes would lead to another decision.

How to read: `explore` collects the questions that each query has an answer to (`_ExploredQuery`), and
`_ExplorationWriter` writes a step for each; where a question has no answer, a sentence says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from exactnb.core.arithmetic import roots
from exactnb.core.arithmetic.values import Undefined, sorted_descending
from exactnb.core.data.documents import Documents
from exactnb.core.data.edits import Edit
from exactnb.core.data.rows import name_of
from exactnb.core.data.table import Table
from exactnb.core.expression.results import Decision, Listed, decided_labels, with_limits
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import EFFORT, WRITTEN, Effort
from exactnb.core.model.questions.counterfactuals import emptied_prior, finite_cells
from exactnb.core.model.questions.flips import changes_in_lambda, graph_in_lambda, has_lambda
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.problem.edits import edit_formulas
from exactnb.core.problem.problem import Problem
from exactnb.core.quantities import QUANTITIES
from exactnb.errors import ExactnbError, InputError, TooMuch
from exactnb.explain.derivation import DecisionClaim, InLambda, LeaveOneOut, Remark, Step, verify
from exactnb.explain.derivation.lines import Block
from exactnb.explain.proving import new_prover
from exactnb.explain.solution.chains import Chains
from exactnb.explain.solution.decimals import decimal_node
from exactnb.explain.solution.leading_factors import LeadingFactors, first_model
from exactnb.explain.solution.setting import new_derivation, problem_rounding, problem_source
from exactnb.explain.solution.solution import Solution, queried_problem

_OF_CELLS = ("flips", "reasons", "nearest")  # questions that numbers mostly have no answer to
_MAX_ROWS = 40  # of a table from which each row is left out in turn
_INDISPENSABLE = (
    "A row that is missing here cannot be left out: its class would have no row, or its posteriors no "
    "value."
)
_MAX_RATIOS = 30  # observations whose likelihood ratios are listed

Tell = Callable[[str], object]


def explore(
    problem: Problem | str | Path | object,
    queries: Iterable[str] = (),
    *,
    query: object = None,
    effort: int = EFFORT,
    tell: Tell | None = None,
    **settings: Any,
) -> Solution:
    """Return why queries of a `problem` are decided as they are, and what would change the decisions.

    `problem`, `query` and `settings` are those of `solve`. `queries` are ids; without any, all queries
    of the problem are explored. Of several models, the first is. Each question may take `effort` steps;
    the solution says which ones take more, and which ones have no answer in this model. `tell` is
    called with a line of text before each search.

    >>> exploration = explore(Problem.read("worked_examples/play_tennis/play_tennis.toml"))
    >>> exploration["threshold(Yes:No|x')"], exploration["reasons(x')"].groups
    (Fraction(4374, 4999), (('Outlook=Sunny', 'Humidity=High'),))

    Raises InputError for an unknown query, and TooMuch where deciding takes more effort.
    """
    problem, wanted = first_model(queried_problem(problem, query, settings), queries)
    wanted = wanted or tuple(map(name_of, problem.query))
    if not wanted:
        raise InputError("there is no query to explore")
    explored = [_ExploredQuery(problem, name, effort, tell or (lambda what: None)) for name in wanted]
    names = [name for query in explored for name in query.names]
    graph = Quantities(names, problem.define, Effort(effort * WRITTEN))
    chains = Chains(graph, problem_rounding(problem))
    steps = [step for query in explored for step in _ExplorationWriter(query, chains).steps()]
    derivation = new_derivation(problem, steps)
    return Solution(problem, verify(derivation, graph, problem_source(problem), new_prover))


def _refusal_text(error: ExactnbError) -> str:
    """Return why a question has no answer, without numbers: in prose nothing would verify them."""
    if isinstance(error, TooMuch):
        return "it takes more steps than are allowed"
    plain = not any(character.isnumeric() for character in error.message)
    return error.message if plain else "there is too much to try, or no end of it"


class _ExploredQuery(LeadingFactors):
    """The questions about one query that have an answer, and the reasons why others have none."""

    def __init__(self, problem: Problem, identity: str, effort: int, tell: Tell) -> None:
        super().__init__(problem, identity, Effort(effort))
        self.effort = effort
        self.refused: dict[str, str] = {}
        self.names: list[QuantityName] = [self.decision]
        self.has_boundary = False
        if self.has_rival:
            self.winner = self.posterior_name(self.likeliest_pair.first)
            self._add_if_worked_out("posterior", self.winner)
            self.threshold = self.model.names.of_pair("threshold", self.likeliest_pair, self.case)
            self._add_if_worked_out("threshold", self.threshold)
            self.ratios = [
                name for name in self._ratio_names() if self._add_if_worked_out("worth", name)
            ]
            self._add_if_worked_out("worth", self.odds_name(*self.case))
            # a boundary is where the observed cells that are no numbers stay as they are
            cells = self.prediction.observe(self.case).cells.items()
            categories = [
                Item("cell", c, value) for c, value in cells if c not in self.model.numeric_blocks
            ]
            self.boundary = self.model.names.of_pair("boundary", self.likeliest_pair, categories)
            self.has_boundary = bool(self.model.numeric_blocks) and self._add_if_worked_out(
                "boundary", self.boundary
            )
        explored = [kind for kind in QUANTITIES.values() if kind.explored]
        self.titles = {kind.name_about(self.case, self.model.name): kind.explored for kind in explored}
        self.titles = {
            name: title for name, title in self.titles.items() if not self._is_about_unused_lambda(name)
        }
        for name in self.titles:
            tell(f"looking for {name}")
            self._add_if_worked_out(name.head, name)

    def _add_if_worked_out(self, question: str, name: QuantityName) -> bool:
        """Add a quantity to `names` if it can be worked out; else keep the reason in `refused`."""
        try:
            Quantities([name], self.problem.define, Effort(self.effort)).value(name)
        except ExactnbError as error:
            self.refused.setdefault(question, _refusal_text(error))
            return False
        self.names.append(name)
        return True

    def _is_about_unused_lambda(self, name: QuantityName) -> bool:
        """Say whether a question is about λ, which nothing here rests on."""
        if name.head != "flips":
            return False
        try:
            return not has_lambda(graph_in_lambda(self.prediction, name.right, Effort(self.effort)))
        except ExactnbError:
            return False

    def _ratio_names(self) -> Iterator[QuantityName]:
        """Yield the likelihood ratio of each observation that has a factor of its own."""
        observation = self.prediction.observe(self.case)
        items = [
            item for block in self.model.blocks for item, _ in block.items_with_own_factor(observation)
        ]
        yield from map(self.ratio_name, list(dict.fromkeys(items))[:_MAX_RATIOS])


class _ExplorationWriter:
    """Write the steps about one query."""

    def __init__(self, explored: _ExploredQuery, chains: Chains) -> None:
        self.query, self.chains, self.graph = explored, chains, chains.quantities

    def steps(self) -> Iterator[Step]:
        """Yield a step for each question."""
        query = self.query
        yield _step("decide", "Decided", [self.chains.write(query.decision, boxed=True)])
        if query.has_rival:
            yield _step("worth", "What each observation is worth", self._likelihood_ratios())
            blocks = self._answer_blocks("threshold", query.threshold)
            yield _step("threshold", "If the prior were another", blocks)
        if query.has_boundary:
            yield _step(
                "boundary",
                "Where the decision changes",
                self._answer_blocks("boundary", query.boundary),
            )
        for name, title in query.titles.items():
            if query.has_boundary and name.head in query.refused and name.head in _OF_CELLS:
                continue  # there is no end of numbers to try, and the boundary says what they change
            blocks = self._answer_blocks(name.head, name)
            if name.head == "flips" and name in self.graph:
                blocks = [self._in_lambda(name), *blocks]
            elif name.head == "edits":
                blocks += self._without_each_row()
            yield _step(name.head, title, blocks)

    def _answer_blocks(self, question: str, name: QuantityName) -> list[Block]:
        """Return the chain of an answer, or the remark why there is none."""
        if name not in self.graph:
            return [self._refusal_remark(question)]
        posteriors = [n for n in self.graph[name].uses if n.head == "P"]
        blocks: list[Block] = [self.chains.write(n) for n in posteriors]
        return [*blocks, self.chains.write(name), *self._sentence_blocks(question, name)]

    def _refusal_remark(self, question: str) -> Remark:
        """Return the remark why a question has no answer."""
        reason = self.query.refused.get(question, "no observation has a factor of its own")
        return Remark((f"Not worked out: {reason}.",))

    def _sentence_blocks(self, question: str, name: QuantityName) -> list[Block]:
        """Return an answer as a sentence, where a chain alone would be hard to read."""
        value, decided = self.graph.value(name), self.graph.value(self.query.decision)
        if not isinstance(decided, Decision):
            return []
        verdict = DecisionClaim(self.query.decision, decided.labels)
        if isinstance(value, Listed) and not value.groups:
            openings = {"nearest": "Whatever is observed, ", "edits": "Whichever row is edited, "}
            return [Remark((openings[question], verdict, "."))] if question in openings else []
        if question != "reasons" or not isinstance(value, Listed):
            return []
        if value == Listed(((),)):
            return [Remark(("Nothing has to be observed: ", verdict, " in any case."))]
        prediction = self.query.prediction
        every = len(finite_cells(prediction, prediction.observe(self.query.case)))
        if list(map(len, value.groups)) == [every]:
            return [Remark(("No observation can be spared: with all of them, ", verdict, "."))]
        return [Remark(("Whatever the other observations are, ", verdict, "."))]

    def _likelihood_ratios(self) -> list[Block]:
        """Return the likelihood ratios of the observations, from the largest down."""
        names = [name for name in self.query.ratios if name in self.graph]
        if not names:
            return [self._refusal_remark("worth")]
        values: dict[QuantityName, Any] = {name: with_limits(self.graph.value(name)) for name in names}
        defined = [name for name in names if not isinstance(values[name], Undefined)]
        rest = [name for name in names if isinstance(values[name], Undefined)]
        ordered = sorted_descending(defined, values.__getitem__)
        odds = self.query.odds_name(*self.query.case)
        together = [odds] if odds in self.graph else []
        return [self.chains.write(name) for name in (*ordered, *rest, *together)]

    def _in_lambda(self, name: QuantityName) -> InLambda:
        """Return the joints with λ, the flips, and the decisions between them."""
        value = self.graph.value(name)
        assert isinstance(value, roots.Points)
        prediction, effort = self.query.prediction, Effort(self.query.effort)
        graph = graph_in_lambda(prediction, name.right, effort)
        joints = (graph.with_operands(graph[joint].formula) for joint in graph.targets)
        decisions = changes_in_lambda(prediction, name.right, effort)
        return InLambda(
            name,
            tuple(zip(prediction.model.classes, joints, strict=True)),
            tuple(decimal_node(place, self.chains.rounding) for place in value.parts),  # type: ignore[arg-type]
            tuple(labels for _, labels in decisions),
        )

    def _without_each_row(self) -> list[Block]:
        """Return the decision without each row, if there are few rows, but for rows a class needs."""
        data = self.query.problem.data
        if not self.query.has_rival or not isinstance(data, Table | Documents):
            return []
        cases = list(data.cases())
        if len(cases) > _MAX_ROWS or self.query.winner not in self.graph:
            return []
        rows = []
        for number, case in enumerate(cases, start=1):
            edit = Edit("dropped", number, case, ())
            try:
                evaluate = self.graph.varied(edit_formulas(self.query.problem, self.graph, cases, edit))
            except ExactnbError:  # a class is lost with the row
                continue
            posterior: Any = with_limits(evaluate(self.query.winner))
            emptied = emptied_prior(self.query.model, edit)
            if not isinstance(posterior, Undefined) and (emptied is None or evaluate(emptied) != 0):
                decimal = decimal_node(posterior, self.chains.rounding)
                labels = decided_labels(evaluate(self.query.decision))
                rows.append((case.id or str(number), decimal, labels))
        table: list[Block] = [LeaveOneOut(self.query.winner, tuple(rows))] if rows else []
        return table if len(rows) == len(cases) else [*table, Remark((_INDISPENSABLE,))]


def _step(key: str, title: str, blocks: Sequence[Block]) -> Step:
    return Step(key, title, tuple(blocks), (), "")
