"""Why a query is decided as it is, and what would have to be otherwise for another decision.

How to read: `explore` asks for what can be asked of each query (`_asked`), and `_Writer` writes a step
for each question; where one does not apply, a sentence says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from exactnb.core.arithmetic import roots
from exactnb.core.arithmetic.deciding import descending
from exactnb.core.arithmetic.values import Undefined
from exactnb.core.data.documents import Documents
from exactnb.core.data.edits import Edit
from exactnb.core.data.rows import name_of
from exactnb.core.data.table import Table
from exactnb.core.expression.results import Decision, Listed, Value, settled
from exactnb.core.model.effort import EFFORT, WRITTEN, Effort
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.questions.edits import emptied_prior, labels_of
from exactnb.core.model.questions.flips import changes, graph_in_lambda, joints_in_lambda
from exactnb.core.model.questions.nearby import finite_cells
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.edits import edit_formulas
from exactnb.core.problem.problem import Problem
from exactnb.core.quantities import QUANTITIES
from exactnb.errors import ExactnbError, InputError, TooMuch
from exactnb.explain.derivation import InLambda, LeftOut, Remark, Step, Verdict, verify
from exactnb.explain.derivation.lines import Block
from exactnb.explain.proving import new_prover
from exactnb.explain.solution.chains import Chains
from exactnb.explain.solution.decimals import as_decimal
from exactnb.explain.solution.leading_factors import LeadingFactors, one_model
from exactnb.explain.solution.setting import derivation_of, rounding_of
from exactnb.explain.solution.solution import Solution
from exactnb.explain.solution.source import source_of

_ROWS = 40  # of a table that is forgotten row by row
_INDISPENSABLE = (
    "A row that is missing here cannot be left out: its class would have no row, or its posteriors no "
    "value."
)
_WORTH = 30  # observations whose likelihood ratios are told

Tell = Callable[[str], object]


def explore(
    problem: Problem, queries: Iterable[str] = (), *, effort: int = EFFORT, tell: Tell | None = None
) -> Solution:
    """Return why queries are decided as they are, and when they would be decided otherwise.

    `queries` are ids; without any, all queries of the problem are explored. Of several models, the
    first is. Each question may take `effort` steps; what takes more is left out with a word, as is what
    a model has no answer to. `tell` is told what is being looked for.

    >>> found = explore(Problem.read("worked_examples/play_tennis/play_tennis.toml"))
    >>> found["threshold(Yes:No|x')"], found["reasons(x')"].groups
    (Fraction(4374, 4999), (('Outlook=Sunny', 'Humidity=High'),))

    Raises InputError for a query that is none, and TooMuch where deciding takes more effort.
    """
    problem, wanted = one_model(problem, queries)
    wanted = wanted or tuple(map(name_of, problem.query))
    if not wanted:
        raise InputError("there is no query to explore")
    explored = [_Explored(problem, name, effort, tell or (lambda what: None)) for name in wanted]
    asked = [name for each in explored for name in each.asked]
    graph = Quantities(asked, problem.define, Effort(effort * WRITTEN))
    chains = Chains(graph, rounding_of(problem))
    steps = [step for each in explored for step in _Writer(each, chains).steps()]
    derivation = derivation_of(problem, steps)
    return Solution(problem, verify(derivation, graph, source_of(problem), new_prover))


def _told(error: ExactnbError) -> str:
    """Return why something is not worked out; no number stands in prose, unverified."""
    if isinstance(error, TooMuch):
        return "it takes more steps than are allowed"
    plain = not any(character.isnumeric() for character in error.message)
    return error.message if plain else "there is too much to try, or no end of it"


class _Explored(LeadingFactors):
    """What can be asked of one query, and what has no answer, with the reason."""

    def __init__(self, problem: Problem, identity: str, effort: int, tell: Tell) -> None:
        super().__init__(problem, identity, Effort(effort))
        self.effort = effort
        self.refused: dict[str, str] = {}
        self.asked: list[QuantityName] = [self.decision]
        if self.has_rival:
            self.winner = self.posterior(self.pair.first)
            self._ask("posterior", self.winner)
            self.threshold = self.model.names.of_pair("threshold", self.pair, self.case)
            self._ask("threshold", self.threshold)
            self.ratios = [name for name in self._ratios() if self._ask("worth", name)]
            self._ask("worth", self.odds(*self.case))
        explored = [kind for kind in QUANTITIES.values() if kind.explored]
        self.titles = {kind.about(self.case, self.model.name): kind.explored for kind in explored}
        for name in self.titles:
            tell(f"looking for {name}")
            self._ask(name.head, name)

    def _ask(self, question: str, name: QuantityName) -> bool:
        """Ask for a quantity if it can be worked out; else keep why it cannot."""
        try:
            Quantities([name], self.problem.define, Effort(self.effort)).value(name)
        except ExactnbError as error:
            self.refused.setdefault(question, _told(error))
            return False
        self.asked.append(name)
        return True

    def _ratios(self) -> Iterator[QuantityName]:
        """Yield the likelihood ratio of each observation that has a factor of its own."""
        seen = self.prediction.observed(self.case)
        items = [item for block in self.model.blocks for item, _ in block.single_factors(seen)]
        yield from map(self.ratio, list(dict.fromkeys(items))[:_WORTH])


class _Writer:
    """Write the steps about one query."""

    def __init__(self, explored: _Explored, chains: Chains) -> None:
        self.of, self.chains, self.graph = explored, chains, chains.quantities

    def steps(self) -> Iterator[Step]:
        """Yield a step for each question."""
        of = self.of
        yield self._step("decide", "Decided", [self.chains.of(of.decision, boxed=True)])
        if of.has_rival:
            yield self._step("worth", "What each observation is worth", self._worth())
            blocks = self._answer("threshold", of.threshold)
            yield self._step("threshold", "If the prior were another", blocks)
        for name, title in of.titles.items():
            blocks = self._answer(name.head, name)
            if name.head == "flips" and name in self.graph:
                blocks = [self._in_lambda(name), *blocks]
            elif name.head == "edits":
                blocks += self._forgotten()
            yield self._step(name.head, title, blocks)

    def _step(self, key: str, title: str, blocks: Sequence[Block]) -> Step:
        return Step(key, title, tuple(blocks), (), "")

    def _answer(self, question: str, name: QuantityName) -> list[Block]:
        """Return the chain of an answer, or why there is none."""
        if name not in self.graph:
            return [self._refusal(question)]
        before = [n for n in self.graph[name].uses if n.head == "P"]
        blocks: list[Block] = [self.chains.of(n) for n in before]
        return [*blocks, self.chains.of(name), *self._sentence(question, name)]

    def _refusal(self, question: str) -> Remark:
        """Return why a question has no answer."""
        told = self.of.refused.get(question, "no observation has a factor of its own")
        return Remark((f"Not worked out: {told}.",))

    def _sentence(self, question: str, name: QuantityName) -> list[Block]:
        """Return what an answer says, in a sentence."""
        value, decided = self.graph.value(name), self.graph.value(self.of.decision)
        if not isinstance(decided, Decision):
            return []
        verdict = Verdict(self.of.decision, decided.labels)
        if isinstance(value, Listed) and not value.groups:
            told = {"nearest": "Whatever is observed, ", "edits": "Whichever row is edited, "}
            return [Remark((told[question], verdict, "."))] if question in told else []
        if question == "reasons" and value == Listed(((),)):
            return [Remark(("Nothing has to be observed: ", verdict, " in any case."))]
        if question == "reasons" and self._are_all(value):
            return [Remark(("No observation can be spared: with all of them, ", verdict, "."))]
        if question == "reasons":
            return [Remark(("Whatever the other observations are, ", verdict, "."))]
        return []

    def _are_all(self, reasons: Value) -> bool:
        """Say whether the only reason is everything that is observed."""
        of = self.of.prediction
        every = len(finite_cells(of, of.observed(self.of.case)))
        return isinstance(reasons, Listed) and [len(of) for of in reasons.groups] == [every]

    def _worth(self) -> list[Block]:
        """Return the likelihood ratios of the observations, from the largest down."""
        names = [name for name in self.of.ratios if name in self.graph]
        if not names:
            return [self._refusal("worth")]
        worth: dict[QuantityName, Any] = {name: settled(self.graph.value(name)) for name in names}
        defined = [name for name in names if not isinstance(worth[name], Undefined)]
        rest = [name for name in names if isinstance(worth[name], Undefined)]
        ordered = descending(defined, worth.__getitem__)
        odds = self.of.odds(*self.of.case)
        together = [odds] if odds in self.graph else []
        return [self.chains.of(name) for name in (*ordered, *rest, *together)]

    def _in_lambda(self, name: QuantityName) -> InLambda:
        """Return the flips, the joints with λ, and what is decided between."""
        value = self.graph.value(name)
        assert isinstance(value, roots.Points)
        prediction, effort = self.of.prediction, Effort(self.of.effort)
        graph = graph_in_lambda(prediction, name.right, effort)
        joints = (graph.substituted(graph[joint].formula) for joint in graph.asked)
        first = prediction.model.conventions.tie == "first"
        found = changes(joints_in_lambda(prediction, name.right, effort), first=first)
        return InLambda(
            name,
            tuple(zip(prediction.model.classes, joints, strict=True)),
            tuple(as_decimal(place, self.chains.rounding) for place in value.parts),  # type: ignore[arg-type]
            tuple(labels for _, labels in found),
        )

    def _forgotten(self) -> list[Block]:
        """Return what follows without each row, if there are few and nothing is lost with one."""
        data = self.of.problem.data
        if not self.of.has_rival or not isinstance(data, Table | Documents):
            return []
        cases = list(data.cases())
        if len(cases) > _ROWS or self.of.winner not in self.graph:
            return []
        rows = []
        for number, case in enumerate(cases, start=1):
            edit = Edit("dropped", number, case, ())
            try:
                values_of = self.graph.varied(edit_formulas(self.of.problem, self.graph, cases, edit))
            except ExactnbError:  # a class is lost with the row
                continue
            worth: Any = settled(values_of(self.of.winner))
            emptied = emptied_prior(self.of.model, edit)
            if not isinstance(worth, Undefined) and (emptied is None or values_of(emptied) != 0):
                decimal = as_decimal(worth, self.chains.rounding)
                rows.append((case.id or str(number), decimal, labels_of(values_of(self.of.decision))))
        table: list[Block] = [LeftOut(self.of.winner, tuple(rows))] if rows else []
        return table if len(rows) == len(cases) else [*table, Remark((_INDISPENSABLE,))]
