"""The order and prose of a worked solution: data, estimates, joints, decision, posteriors.

How to read: `work_out` puts the sections in order; a method of `_Writer` is a section, and
`wanted.py` says which quantities they need.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.arithmetic.values import Undefined, sign
from exactnb.core.data.counts import Counts
from exactnb.core.data.rows import name_of
from exactnb.core.expression.nodes import Indexed, Product, Reference
from exactnb.core.expression.reasons import VALUE, Rule
from exactnb.core.expression.results import Decision, NoNumber
from exactnb.core.expression.written import written
from exactnb.core.model.data_quantities import BY_COUNTING
from exactnb.core.model.model import Model
from exactnb.core.model.numbers import PARAMETERS, is_factor
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item, QuantityName, class_among
from exactnb.core.naming.roles import Role
from exactnb.core.problem.problem import Problem
from exactnb.core.quantities import QUANTITIES
from exactnb.explain.derivation import Asked, Chain, Derivation, Line, Remark, Step
from exactnb.explain.derivation.line_checks import are_of_columns, is_drawn
from exactnb.explain.derivation.lines import Block
from exactnb.explain.solution import extras
from exactnb.explain.solution.as_before import Earlier
from exactnb.explain.solution.chains import Chains
from exactnb.explain.solution.displays import displays
from exactnb.explain.solution.estimates import Estimates
from exactnb.explain.solution.levels import STANDARD, Level
from exactnb.explain.solution.number_estimates import NumberEstimates
from exactnb.explain.solution.reasons import appended
from exactnb.explain.solution.sentences import Sentences, listed
from exactnb.explain.solution.setting import derivation_of, noun_of
from exactnb.explain.solution.wanted import absence_counts

if TYPE_CHECKING:
    from exactnb.explain.proving.theorem import Theorem

Case = tuple[Item, ...]
"""What is observed in one question: a query, or cells."""


def work_out(
    problem: Problem,
    quantities: Quantities,
    rounding: Rounding,
    *,
    whole: bool,
    why: bool = False,
    level: Level = STANDARD,
) -> Derivation:
    """Return the derivation of all that is in a graph, not verified yet.

    `whole` puts the data first; without it only the lines that lead to what was asked are there.
    `why` appends the theorems behind the estimates, and `level` is how much is said.
    """
    writer = _Writer(problem, quantities, rounding, why, level)
    steps = writer.data() if whole else []
    several = len(problem.predictions) > 1
    for short in problem.predictions:
        steps += writer.model(short)
        steps += writer.others(short) if several else []
    if problem.pseudo_documents:
        from exactnb.explain.solution.pseudo import pseudo_documents

        steps.append(pseudo_documents(problem, quantities, level))
    if several:
        models = [prediction.model for prediction in problem.predictions.values()]
        cases = dict.fromkeys(
            name.right for name in quantities if name.right and class_among(name.before)
        )
        steps += extras.side_by_side(writer.chains, models, cases)
    steps += writer.others()
    steps += appended(writer.theorems)
    if level.steps:
        return derivation_of(problem, steps)
    from exactnb.explain.solution.in_brief import in_brief

    return derivation_of(problem, in_brief(steps))


def statement(
    problem: Problem, quantities: Quantities, rounding: Rounding, level: Level = STANDARD
) -> list[Step]:
    """Return the steps that state a problem: its data, or the numbers that are given."""
    writer = _Writer(problem, quantities, rounding, False, level)
    steps = writer.data()
    for short, prediction in problem.predictions.items():
        steps += writer.estimates(short) if prediction.model.given is not None else []
    return steps


class _Writer:
    def __init__(
        self, problem: Problem, quantities: Quantities, rounding: Rounding, why: bool, level: Level
    ) -> None:
        self.problem = problem
        self.level = level
        self.why = why
        self.noun = noun_of(problem)
        self.cases = tuple(problem.cases())
        self.earlier = Earlier()
        self.theorems: dict[str, Theorem] = {}
        self.quantities = quantities
        self.chains = Chains(
            quantities, rounding, in_decimals=problem.in_decimals, counts_too=problem.counts_in_decimals
        )
        self.sentences = Sentences(self.chains)
        self.asked = frozenset(quantities.asked)
        self.written: set[QuantityName] = set()
        ways = (name for name in self.asked if name.head != "accuracy")
        self.main = frozenset(quantities.ancestors(*ways))  # what stands in lines of its own

        self.of_model: dict[str, list[QuantityName]] = {}
        self.told_of: dict[str, list[QuantityName]] = {}  # not of the data
        for name in quantities:
            if not QUANTITIES[name.head].of_data:
                self.told_of.setdefault(name.model, []).append(name)
            if name.head in ("P", "argmax", *PARAMETERS) and not name.wrappers:
                self.of_model.setdefault(name.model, []).append(name)

    def data(self) -> list[Step]:
        """Return the data, or what was counted where there are no rows; then what is asked."""
        stated = displays(self.problem, self.level)
        steps = [Step("data", title, (each,)) for title, each in stated if not isinstance(each, Asked)]
        if isinstance(self.problem.data, Counts):
            from exactnb.explain.solution.given_counts import given_counts, is_count

            counted = given_counts(self.problem, self.chains, self.level)
            steps += [Step("data", "Counts", (counted,))] if counted is not None else []
            self.written |= {name for name in self.quantities if is_count(name)}
        absences = [name for name in absence_counts(self.problem) if name in self.quantities]
        if absences and steps:
            self.written |= set(absences)
            told = f"A row without a value has the value {self.problem.schema.absent}: "
            lines = (Line(Reference(n), "=", self.quantities[n].formula, BY_COUNTING) for n in absences)
            remark = Remark((told, *listed(lines), "."))
            steps[-1] = replace(steps[-1], blocks=(*steps[-1].blocks, remark))
        for title, asked in stated:
            if isinstance(asked, Asked) and steps:
                steps[-1] = replace(steps[-1], blocks=(*steps[-1].blocks, asked))
            elif isinstance(asked, Asked):
                steps.append(Step("data", title, (asked,)))
        return steps

    def estimates(self, short: str) -> list[Step]:
        """Return the step with the estimates of a model, if there are any."""
        model = self.problem.predictions[short].model
        names = self.of_model.get(short, [])
        estimates = Estimates(self.chains, model, self.noun, why=self.why)
        of_numbers = NumberEstimates(self.chains, model, self.noun, self.cases, why=self.why)
        blocks = estimates.blocks(names)
        blocks = (*blocks, *of_numbers.blocks([n for n in names if n in self.main]))
        for section in (estimates, of_numbers):
            self.written |= section.written
            self.theorems |= section.theorems
        if len(self.problem.predictions) > 1:
            blocks = self.earlier.left_out(blocks, short)
        title = "Estimate" if model.given is None else "Given"
        return [Step("estimate", title, blocks, (), model.name)] if blocks else []

    def model(self, short: str) -> list[Step]:
        """Return the steps of one model."""
        model = self.problem.predictions[short].model
        names = self.of_model.get(short, [])
        steps = self.estimates(short)
        if self.problem.chain_rule:
            from exactnb.explain.solution.chain_rule import chain_rule_step

            prediction = self.problem.predictions[short]
            for identity in map(name_of, self.problem.query):
                steps += chain_rule_step(prediction, identity, self.quantities)
        for case in _cases(name for name in names if name in self.main):
            steps += [*self.factors(model, case), *self.case(model, case)]
        accuracy = model.names.accuracy()
        if accuracy in self.asked:
            rows = extras.row_by_row(self.chains, accuracy, model, self.level.joints)
            title = "Multiply: every training row"
            steps += [Step("rows", title, rows, (), model.name)] if rows else []
        return steps

    def case(self, model: Model, case: Case) -> list[Step]:
        """Return the steps of one query: multiply, decide, normalise."""
        joints = [model.names.joint(k, case) for k in model.class_items()]
        joints = [name for name in joints if name in self.quantities]
        decision = model.names.decision(case)
        parts: list[tuple[str, str, list[Block]]] = []
        if joints:
            blocks = [b for at, n in enumerate(joints) for b in self.joint(n, case, opening=at == 0)]
            parts.append(("multiply", "Multiply: the joint probabilities of", blocks))
        logarithms = extras.logarithms_of(joints, self.problem.log)
        if logarithms and all(name in self.quantities for name in logarithms):
            shown = extras.in_logarithms(self.chains, logarithms, decision)
            parts.append(("logarithms", "In logarithms: the joint probabilities of", shown))
            self.written |= set(logarithms)
        if decision in self.quantities:
            parts.append(("decide", "Decide", self.decision(decision, joints)))
        blocks = self.normalised(model, case, decision)
        title = "Normalise" if len(blocks) > 1 else "Add up"
        parts.append(("normalise", title, blocks))
        return [Step(key, title, tuple(of), case, model.name) for key, title, of in parts if of]

    def factors(self, model: Model, case: Case) -> list[Step]:
        """Return the step with the densities and probabilities of the numbers that are seen."""
        joints = (model.names.joint(k, case) for k in model.class_items())
        names = [
            used
            for joint in joints
            if joint in self.quantities
            for used in self.quantities[joint].uses
            if is_factor(model, used) and used not in self.written
        ]
        if not names:
            return []
        self.written |= set(names)
        dense = any(self.problem.notation().is_density(name) for name in names)
        title = "Densities" if dense else "Probabilities of the numbers"
        return [Step("factors", title, tuple(map(self.chains.of, names)), (), model.name)]

    def joint(self, name: QuantityName, case: Case, *, opening: bool) -> list[Block]:
        label = name.label
        assert label is not None
        formula = self.quantities[name].formula
        general = None
        grouped = self.quantities[name].reason.rule is Rule.GROUP
        if opening and isinstance(formula, Product) and not grouped:
            general = self.general(formula, label, case)
        self.written.add(name)
        blocks: list[Block] = [self.chains.of(name, general=general)]
        value = self.quantities.value(name)
        if isinstance(value, Undefined):
            blocks.append(self.sentences.undefined_product(name))
        elif not isinstance(value, NoNumber) and sign(value) == 0:
            blocks.append(self.sentences.zero_product(name))
        return blocks

    def general(self, formula: Product, label: Item, case: Case) -> Indexed | None:
        """Return the factors of columns, or those of words, as a product over an index."""
        drawn = tuple(factor for factor in formula.factors if is_drawn(factor))
        rest = formula.factors[: len(formula.factors) - len(drawn)]
        fields = (("class", label.value), ("x", ", ".join(item.spell() for item in case)))
        if drawn and len(rest) <= 2 and formula.factors == (*rest, *drawn):
            return Indexed("draw", fields, drawn)
        return Indexed("factor", fields, formula.factors[1:]) if are_of_columns(formula) else None

    def decision(self, name: QuantityName, joints: list[QuantityName]) -> list[Block]:
        self.written.add(name)
        decided = self.chains.of(name, boxed=True)
        if self.chains.decimals is not None and (best := self.chains.decimals.two_best(name)):
            return [decided, self.sentences.by_decimals(name, best), *self.in_closed_form(name)]
        odds = extras.deciding(self.quantities, name)
        if odds is None or odds not in self.quantities:
            return [decided, self.sentences.verdict(name, joints)]
        ratio = odds.with_head("odds")
        self.written |= {odds, ratio}
        return [decided, self.chains.of(odds), self.sentences.by_sign(name, odds)]

    def in_closed_form(self, decision: QuantityName) -> list[Block]:
        """Return the exact odds of the two best classes, where they are short."""
        odds = extras.deciding(self.quantities, decision)
        ratio = odds.with_head("odds") if odds is not None else None
        if ratio is None or ratio not in self.quantities:
            return []
        chain = self.chains.exactly(ratio)
        self.written |= {ratio} if chain is not None else set()
        return [chain] if chain is not None else []

    def normalised(self, model: Model, case: Case, decision: QuantityName) -> list[Block]:
        blocks: list[Block] = []
        evidence = model.names.evidence(case)
        if evidence in self.quantities:
            self.written.add(evidence)
            blocks.append(self.chains.of(evidence))
        winner = self.quantities.value(decision) if decision in self.quantities else None
        posteriors = []
        earlier: list[Block] = []
        for label in model.class_items():
            name = model.names.posterior(label, case)
            if name not in self.quantities:
                continue
            posteriors.append(name)
            wins = isinstance(winner, Decision) and label.value in winner.labels
            self.written.add(name)
            blocks.append(self.chains.of(name, final=True, boxed=wins))
            if not earlier:
                earlier = extras.updated(self.chains, name, model, self.written)
        blocks += earlier
        if posteriors and isinstance(self.quantities.value(posteriors[0]), Undefined):
            blocks.append(self.sentences.no_posterior(evidence))
        return blocks

    def others(self, short: str | None = None) -> list[Step]:
        """Return a step with all that was asked, of a model or of any, and stands nowhere else."""
        known = self.quantities if short is None else self.told_of.get(short, ())
        names = [n for n in known if n not in self.written and self.is_worth_a_chain(n)]
        if not names:
            return []
        self.written |= set(names)
        blocks = [block for name in names for block in self.other(name)]
        blocks += extras.linear_forms(self.problem, self.quantities, short)
        return [Step("asked", "Asked", tuple(blocks), (), short)]

    def other(self, name: QuantityName) -> list[Block]:
        """Return a chain, behind the table of what it rests on: decisions about rows, products."""
        if QUANTITIES[name.head].of_rows and not name.wrappers:
            prediction = self.problem.predictions[name.model]
            table = extras.decisions_of(prediction, name, self.quantities, self.level.rows)
            return [table, self.chains.of(name)]
        if (products := extras.products_of(name, self.quantities)) is not None:
            worth = written(self.quantities.value(name))
            return [products, Chain((Line(Reference(name), "=", worth, VALUE),))]
        return [self.chains.of(name)]

    def is_worth_a_chain(self, name: QuantityName) -> bool:
        if name in self.asked:
            return True
        return name in self.main and not name.wrappers and not QUANTITIES[name.head].of_data


def _cases(names: Iterable[QuantityName]) -> list[Case]:
    """Return what is observed in joints, evidences, posteriors and decisions, in order."""
    found: dict[Case, None] = {}
    for name in names:
        if name.head == "argmax" and name.left:
            found[name.observed] = None
        elif name.role is Role.POSTERIOR:
            found[name.right] = None
        elif name.role in (Role.JOINT, Role.EVIDENCE):
            found[name.observed] = None
    return list(found)
