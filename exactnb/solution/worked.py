"""The order and prose of a worked solution: data, estimates, joints, decision, posteriors."""

from __future__ import annotations

from collections.abc import Iterable

from exactnb.arithmetic.rounding import Rounding
from exactnb.arithmetic.values import Undefined, sign
from exactnb.data.documents import Documents
from exactnb.derivation import Data, Derivation, Step
from exactnb.derivation.lines import Block
from exactnb.expression.evaluate import Decision
from exactnb.expression.names import Item, QuantityName
from exactnb.expression.nodes import Indexed, Product
from exactnb.model.model import Model
from exactnb.model.quantities import Quantities
from exactnb.solution.chains import Chains
from exactnb.solution.estimates import Estimates
from exactnb.solution.problem import Problem
from exactnb.solution.sentences import Sentences
from exactnb.solution.setting import model_table, noun_of, setting_of

__all__ = ["Case", "asked_by_default", "work_out"]

Case = tuple[Item, ...]
"""What is observed in one question: a query, or cells."""

_ALL_ESTIMATES = 400  # parameters shown although no query needs them
_ROWS, _COLUMNS = 40, 12  # of a data table that is shown whole


def asked_by_default(problem: Problem) -> tuple[QuantityName, ...]:
    """Return what is worked out when nothing is asked: for every model and query, all of it."""
    names: list[QuantityName] = []
    for prediction in problem.predictions.values():
        model = prediction.model
        labels = model.class_items()
        estimates = list(_all_estimates(model))
        if len(estimates) <= _ALL_ESTIMATES or not problem.queries:
            names += estimates
        for identity in problem.queries:
            case = (Item("query", "", identity),)
            names += (QuantityName("P", (k, *case), (), model.name) for k in labels)
            names.append(QuantityName("P", case, (), model.name))
            names += (QuantityName("P", (k,), case, model.name) for k in labels)
            names.append(QuantityName("argmax", case, (), model.name))
    return tuple(names)


def work_out(problem: Problem, quantities: Quantities, rounding: Rounding, whole: bool) -> Derivation:
    """Return the derivation of all that is in a graph, not verified yet.

    `whole` puts the data first; without it only the lines that lead to what was asked are there.
    """
    writer = _Writer(problem, quantities, rounding)
    steps = [writer.data()] if whole and _fits_on_a_page(problem) else []
    for short in problem.predictions:
        steps += writer.model(short)
    steps += writer.others()
    setting, models = setting_of(problem), model_table(problem)
    return Derivation(problem.title, problem.source, setting, tuple(steps), models)


class _Writer:
    def __init__(self, problem: Problem, quantities: Quantities, rounding: Rounding) -> None:
        self.problem = problem
        self.quantities = quantities
        self.chains = Chains(quantities, rounding)
        self.sentences = Sentences(self.chains)
        self.asked = frozenset(quantities.asked)
        self.written: set[QuantityName] = set()

    def data(self) -> Step:
        table = self.problem.table
        texts = isinstance(self.problem.data, Documents)
        title = "Encode: does the word occur?" if texts else "Data"
        shown = Data(table.class_variable, table.columns, table.rows, self.problem.query_rows())
        return Step("data", title, (shown,))

    def model(self, short: str) -> list[Step]:
        """Return the steps of one model."""
        model = self.problem.predictions[short].model
        names = [name for name in self.quantities if name.model == short and not name.wrappers]
        names = [name for name in names if name.head in ("P", "argmax")]
        estimates = Estimates(self.chains, model, noun_of(self.problem))
        steps = []
        blocks = estimates.blocks(names)
        self.written |= estimates.written
        if blocks:
            steps.append(Step("estimate", "Estimate", blocks, (), model.name))
        for case in _cases(names):
            steps += self.case(model, case)
        return steps

    def case(self, model: Model, case: Case) -> list[Step]:
        """Return the steps of one query: multiply, decide, normalise."""
        joints = [QuantityName("P", (k, *case), (), model.name) for k in model.class_items()]
        joints = [name for name in joints if name in self.quantities]
        decision = QuantityName("argmax", case, (), model.name)
        parts: list[tuple[str, str, list[Block]]] = []
        if joints:
            blocks = [b for at, n in enumerate(joints) for b in self.joint(n, case, opening=at == 0)]
            parts.append(("multiply", "Multiply: the joint probabilities of", blocks))
        if decision in self.quantities:
            parts.append(("decide", "Decide", self.decision(decision, joints)))
        parts.append(("normalise", "Normalise", self.normalised(model, case, decision)))
        return [Step(key, title, tuple(of), case, model.name) for key, title, of in parts if of]

    def joint(self, name: QuantityName, case: Case, *, opening: bool) -> list[Block]:
        label = _label(name)
        assert label is not None
        formula = self.quantities[name].formula
        general = None
        if opening and isinstance(formula, Product):
            fields = (("class", label.value), ("x", ", ".join(item.spell() for item in case)))
            general = Indexed("factor", fields, formula.factors[1:])
        self.written.add(name)
        blocks: list[Block] = [self.chains.of(name, general=general)]
        value = self.quantities.value(name)
        if isinstance(value, Undefined):
            blocks.append(self.sentences.undefined_product(name))
        elif not isinstance(value, Decision) and sign(value) == 0:
            blocks.append(self.sentences.zero_product(name))
        return blocks

    def decision(self, name: QuantityName, joints: list[QuantityName]) -> list[Block]:
        self.written.add(name)
        return [self.chains.of(name, boxed=True), self.sentences.verdict(name, joints)]

    def normalised(self, model: Model, case: Case, decision: QuantityName) -> list[Block]:
        blocks: list[Block] = []
        evidence = QuantityName("P", case, (), model.name)
        if evidence in self.quantities:
            self.written.add(evidence)
            blocks.append(self.chains.of(evidence))
        winner = self.quantities.value(decision) if decision in self.quantities else None
        posteriors = []
        for label in model.class_items():
            name = QuantityName("P", (label,), case, model.name)
            if name not in self.quantities:
                continue
            posteriors.append(name)
            wins = isinstance(winner, Decision) and label.value in winner.labels
            self.written.add(name)
            blocks.append(self.chains.of(name, final=True, boxed=wins))
        if posteriors and isinstance(self.quantities.value(posteriors[0]), Undefined):
            blocks.append(self.sentences.no_posterior(evidence))
        return blocks

    def others(self) -> list[Step]:
        """Return a step with the chains of all that was asked and stands nowhere else."""
        order = dict.fromkeys((*self.quantities.asked, *self.quantities))
        rest = [n for n in order if n not in self.written and self.is_worth_a_chain(n)]
        if not rest:
            return []
        return [Step("asked", "Asked", tuple(self.chains.of(name) for name in rest))]

    def is_worth_a_chain(self, name: QuantityName) -> bool:
        return name in self.asked or name.head != "count"


def _cases(names: Iterable[QuantityName]) -> list[Case]:
    """Return what is observed in joints, evidences, posteriors and decisions, in order."""
    found: dict[Case, None] = {}
    for name in names:
        if name.head == "argmax" and name.left:
            found[_rest(name)] = None
        elif name.right and _label(name) and len(name.left) == 1:
            found[name.right] = None
        elif not name.right and _rest(name):
            found[_rest(name)] = None
    return list(found)


def _label(name: QuantityName) -> Item | None:
    items = (item for item in name.left if isinstance(item, Item))
    return next((item for item in items if item.kind == "class"), None)


def _rest(name: QuantityName) -> Case:
    return tuple(item for item in name.left if isinstance(item, Item) and item.kind != "class")


def _all_estimates(model: Model) -> Iterable[QuantityName]:
    for label in model.class_items():
        yield QuantityName("P", (label,), (), model.name)
    for block in model.blocks.values():
        for value in block.family.parameters(block.column):
            for label in model.class_items():
                yield QuantityName("P", (block.column.cell(value),), (label,), model.name)


def _fits_on_a_page(problem: Problem) -> bool:
    table = problem.table
    return 0 < len(table.rows) <= _ROWS and len(table.columns) <= _COLUMNS
