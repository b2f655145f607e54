"""The order and prose of a worked solution: data, estimates, joints, decision, posteriors.

How to read: `write_derivation` puts the sections in order; each method of `_SolutionWriter` is a
section, and `solved_quantities.py` lists the quantities that they need.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.arithmetic.values import Undefined, sign
from exactnb.core.data.counts import Counts
from exactnb.core.data.rows import name_of
from exactnb.core.expression.nodes import IndexedProduct, Product, Reference
from exactnb.core.expression.reasons import VALUE, Rule
from exactnb.core.expression.results import Decision, NoNumber
from exactnb.core.expression.written import written
from exactnb.core.model.data_quantities import BY_COUNTING
from exactnb.core.model.model import PARAMETERS, Model, is_factor
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item, QuantityName, Role, class_among
from exactnb.core.problem.problem import Problem
from exactnb.core.quantities import QUANTITIES
from exactnb.explain.derivation import lines
from exactnb.explain.derivation.line_checks import has_column_factors, is_word_factor
from exactnb.explain.solution import extras
from exactnb.explain.solution.chains import Chains
from exactnb.explain.solution.displays import counts_table, is_count, problem_displays
from exactnb.explain.solution.estimates import NumberEstimates, ShareEstimates
from exactnb.explain.solution.printed import STANDARD, DetailLevel, shortened
from exactnb.explain.solution.reasons import EstimatesInPrint, theorem_steps
from exactnb.explain.solution.sentences import Sentences, with_commas
from exactnb.explain.solution.setting import new_derivation, observation_noun
from exactnb.explain.solution.solved_quantities import absence_counts

if TYPE_CHECKING:
    from exactnb.explain.proving.writing.theorem import Theorem

Case = tuple[Item, ...]
"""The observation in one question: a query, or cells."""


def write_derivation(
    problem: Problem,
    quantities: Quantities,
    rounding: Rounding,
    *,
    with_data: bool,
    why: bool = False,
    level: DetailLevel = STANDARD,
) -> lines.Derivation:
    """Return the derivation of all quantities of a graph, not verified yet.

    `quantities` is the graph of `problem`, and `rounding` that of its decimals. `with_data` puts the
    data first; without it there are only the lines that lead to the quantities. `why` appends the
    theorems behind the estimates, and `level` is the amount of detail.
    """
    writer = _SolutionWriter(problem, quantities, rounding, why, level)
    steps = writer.data_steps() if with_data else []
    several = len(problem.predictions) > 1
    for short in problem.predictions:
        steps += writer.model_steps(short)
        steps += writer.remaining_steps(short) if several else []
    if problem.pseudo_documents:
        from exactnb.explain.solution.pseudo import pseudo_documents

        steps.append(pseudo_documents(problem, quantities, level))
    if several:
        models = [prediction.model for prediction in problem.predictions.values()]
        posteriors = (name for name in quantities if name.right and class_among(name.subjects))
        cases = dict.fromkeys(name.right for name in posteriors)
        steps += extras.compare_models(writer.chains, models, cases)
    steps += writer.remaining_steps()
    steps += theorem_steps(writer.theorems)
    return new_derivation(problem, steps if level.steps else shortened(steps))


def write_statement(
    problem: Problem, quantities: Quantities, rounding: Rounding, level: DetailLevel = STANDARD
) -> list[lines.Step]:
    """Return the steps that state a problem, for a sheet: its data, or its given parameters.

    `quantities`, `rounding` and `level` are those of `write_derivation`.
    """
    writer = _SolutionWriter(problem, quantities, rounding, False, level)
    steps = writer.data_steps()
    for short, prediction in problem.predictions.items():
        steps += writer.estimate_steps(short) if prediction.model.given is not None else []
    return steps


class _SolutionWriter:
    """Write the steps of a solution; `written` are the names that need no chain any more."""

    def __init__(
        self,
        problem: Problem,
        quantities: Quantities,
        rounding: Rounding,
        why: bool,
        level: DetailLevel,
    ) -> None:
        self.problem = problem
        self.level = level
        self.why = why
        self.noun = observation_noun(problem)
        self.cases = tuple(problem.cases())
        self.earlier = EstimatesInPrint()
        self.theorems: dict[str, Theorem] = {}
        self.quantities = quantities
        is_decimal, counts_too = problem.in_decimals, problem.number_style == "decimal"
        self.chains = Chains(quantities, rounding, in_decimals=is_decimal, counts_too=counts_too)
        self.sentences = Sentences(self.chains)
        self.asked = frozenset(quantities.targets)
        self.written: set[QuantityName] = set()
        ways = (name for name in self.asked if name.head != "accuracy")
        # An accuracy rests on a decision about each training row: these stand in its table instead.
        self.main = frozenset(quantities.ancestors(*ways))

        self.model_names: dict[str, list[QuantityName]] = {}
        self.all_model_names: dict[str, list[QuantityName]] = {}  # not of the data
        for name in quantities:
            if not QUANTITIES[name.head].of_data:
                self.all_model_names.setdefault(name.model, []).append(name)
            if name.head in ("P", "argmax", *PARAMETERS) and not name.wrappers:
                self.model_names.setdefault(name.model, []).append(name)

    def data_steps(self) -> list[lines.Step]:
        """Return the data, or counts of a problem without rows; the question; stated families."""
        stated = problem_displays(self.problem, self.level)
        tables = ((title, part) for title, part in stated if isinstance(part, lines.Data | lines.Texts))
        steps = [lines.Step("data", title, (part,)) for title, part in tables]
        if isinstance(self.problem.data, Counts):
            counted = counts_table(self.problem, self.chains, self.level)
            steps += [lines.Step("data", "Counts", (counted,))] if counted is not None else []
            self.written |= {name for name in self.quantities if is_count(name)}
        absences = [name for name in absence_counts(self.problem) if name in self.quantities]
        if absences and steps:
            self.written |= set(absences)
            opening = f"A row without a value has the value {self.problem.schema.absent}: "
            absent = (
                lines.Line(Reference(n), "=", self.quantities[n].formula, BY_COUNTING) for n in absences
            )
            remark = lines.Remark((opening, *with_commas(absent), "."))
            steps[-1] = replace(steps[-1], blocks=(*steps[-1].blocks, remark))
        for title, part in stated:
            if isinstance(part, lines.QuestionBlock) and steps:
                steps[-1] = replace(steps[-1], blocks=(*steps[-1].blocks, part))
            elif isinstance(part, lines.QuestionBlock | lines.FamilyStatement):
                steps.append(lines.Step("data", title, (part,)))
        return steps

    def estimate_steps(self, short: str) -> list[lines.Step]:
        """Return the step with the estimates of a model, if there are any."""
        model = self.problem.predictions[short].model
        names = self.model_names.get(short, [])
        estimates = ShareEstimates(self.chains, model, self.noun, why=self.why)
        number_estimates = NumberEstimates(self.chains, model, self.noun, self.cases, why=self.why)
        blocks = estimates.blocks(names)
        blocks = (*blocks, *number_estimates.blocks([n for n in names if n in self.main]))
        for section in (estimates, number_estimates):
            self.written |= section.written
            self.theorems |= section.theorems
        if len(self.problem.predictions) > 1:
            blocks = self.earlier.without_repeats(blocks, short)
        title = "Estimate" if model.given is None else "Given"
        return [lines.Step("estimate", title, blocks, (), model.name)] if blocks else []

    def model_steps(self, short: str) -> list[lines.Step]:
        """Return the steps of one model."""
        model = self.problem.predictions[short].model
        names = self.model_names.get(short, [])
        steps = self.estimate_steps(short)
        if self.problem.chain_rule:
            prediction = self.problem.predictions[short]
            for identity in map(name_of, self.problem.query):
                steps += extras.chain_rule_step(prediction, identity, self.quantities)
        for case in _cases(name for name in names if name in self.main):
            steps += [*self.factor_steps(model, case), *self.case_steps(model, case)]
        accuracy = model.names.accuracy()
        if accuracy in self.asked:
            rows = extras.row_decision_blocks(self.chains, accuracy, model, self.level.joints)
            title = "Multiply: every training row"
            steps += [lines.Step("rows", title, rows, (), model.name)] if rows else []
        return steps

    def case_steps(self, model: Model, case: Case) -> list[lines.Step]:
        """Return the steps of one query: multiply, decide, normalise."""
        joints = [model.names.joint(k, case) for k in model.class_items()]
        joints = [name for name in joints if name in self.quantities]
        decision = model.names.decision(case)
        parts: list[tuple[str, str, list[lines.Block]]] = []
        if joints:
            chains = (self.joint_blocks(name, case, opening=name == joints[0]) for name in joints)
            blocks = [block for chain in chains for block in chain]
            parts.append(("multiply", "Multiply: the joint probabilities of", blocks))
        logarithms = extras.logarithm_names(joints, self.problem.log)
        if logarithms and all(name in self.quantities for name in logarithms):
            log_blocks = extras.log_joint_blocks(self.chains, logarithms, decision)
            parts.append(("logarithms", "In logarithms: the joint probabilities of", log_blocks))
            self.written |= set(logarithms)
        if decision in self.quantities:
            parts.append(("decide", "Decide", self.decision_blocks(decision, joints)))
        blocks = self.posterior_blocks(model, case, decision)
        title = "Normalise" if len(blocks) > 1 else "Add up"
        parts.append(("normalise", title, blocks))
        return [
            lines.Step(key, title, tuple(part), case, model.name) for key, title, part in parts if part
        ]

    def factor_steps(self, model: Model, case: Case) -> list[lines.Step]:
        """Return the step with the densities and probabilities of the observed numbers."""
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
        columns = [column for name in names for column in name.cells]
        is_table = all(model.by_column[c].is_finite for c in columns if c in model.by_column)
        counted = f"Probabilities of the {'outcomes' if is_table else 'numbers'}"
        title = "Densities" if dense else counted
        return [lines.Step("factors", title, tuple(map(self.chains.write, names)), (), model.name)]

    def joint_blocks(self, name: QuantityName, case: Case, *, opening: bool) -> list[lines.Block]:
        """Return the chain of a joint; the opening one has a product over an index first."""
        label = name.label
        assert label is not None
        formula = self.quantities[name].formula
        general = None
        grouped = self.quantities[name].reason.rule is Rule.GROUP
        if opening and isinstance(formula, Product) and not grouped:
            general = self.index_product(formula, label, case)
        self.written.add(name)
        blocks: list[lines.Block] = [self.chains.write(name, general=general)]
        value = self.quantities.value(name)
        if isinstance(value, Undefined) or (not isinstance(value, NoNumber) and sign(value) == 0):
            blocks.append(self.sentences.broken_product(name))
        return blocks

    def index_product(self, formula: Product, label: Item, case: Case) -> IndexedProduct | None:
        """Return the factors of columns, or those of words, as a product over an index; else None."""
        word_factors = tuple(factor for factor in formula.factors if is_word_factor(factor))
        rest = formula.factors[: len(formula.factors) - len(word_factors)]
        fields = (("class", label.value), ("x", ", ".join(item.spell() for item in case)))
        if word_factors and len(rest) <= 2 and formula.factors == (*rest, *word_factors):
            return IndexedProduct("draw", fields, word_factors)
        is_product = has_column_factors(formula)
        return IndexedProduct("factor", fields, formula.factors[1:]) if is_product else None

    def decision_blocks(self, name: QuantityName, joints: list[QuantityName]) -> list[lines.Block]:
        """Return the decision, and the comparison that proves it: of decimals, logarithms or joints."""
        self.written.add(name)
        decided = self.chains.write(name, boxed=True)
        if self.chains.decimals is not None and (best := self.chains.decimals.two_best_scores(name)):
            return [
                decided,
                self.sentences.decision_by_decimals(name, best),
                *self.closed_form_odds_blocks(name),
            ]
        odds = extras.deciding_odds(self.quantities, name)
        if odds is None or odds not in self.quantities:
            return [decided, self.sentences.verdict(name, joints)]
        self.written |= {odds, odds.with_head("odds")}
        return [decided, self.chains.write(odds), self.sentences.decision_by_sign(name, odds)]

    def closed_form_odds_blocks(self, decision: QuantityName) -> list[lines.Block]:
        """Return the exact odds of the two best classes, where they are short."""
        odds = extras.deciding_odds(self.quantities, decision)
        if odds is None or (ratio := odds.with_head("odds")) not in self.quantities:
            return []
        if (chain := self.chains.closed_form_chain(ratio)) is None:
            return []
        self.written.add(ratio)
        return [chain]

    def posterior_blocks(self, model: Model, case: Case, decision: QuantityName) -> list[lines.Block]:
        """Return the evidence and the posteriors, those of the winners boxed."""
        blocks: list[lines.Block] = []
        evidence = model.names.evidence(case)
        if evidence in self.quantities:
            self.written.add(evidence)
            blocks.append(self.chains.write(evidence))
        winner = self.quantities.value(decision) if decision in self.quantities else None
        posteriors = []
        earlier: list[lines.Block] = []
        for label in model.class_items():
            name = model.names.posterior(label, case)
            if name not in self.quantities:
                continue
            posteriors.append(name)
            wins = isinstance(winner, Decision) and label.value in winner.labels
            self.written.add(name)
            blocks.append(self.chains.write(name, final=True, boxed=wins))
            if not earlier:
                earlier = extras.update_blocks(self.chains, name, model, self.written)
        blocks += earlier
        if posteriors and isinstance(self.quantities.value(posteriors[0]), Undefined):
            blocks.append(self.sentences.no_posterior(evidence))
        return blocks

    def remaining_steps(self, short: str | None = None) -> list[lines.Step]:
        """Return a step with the other quantities asked for, of a model or of all of them."""
        names_in_model = self.quantities if short is None else self.all_model_names.get(short, ())
        names = [n for n in names_in_model if n not in self.written and self.needs_chain(n)]
        if not names:
            return []
        self.written |= set(names)
        blocks = [block for name in names for block in self.remaining_blocks(name)]
        blocks += extras.log_odds_as_linear_forms(self.problem, self.quantities, short)
        return [lines.Step("asked", "Asked", tuple(blocks), (), short)]

    def remaining_blocks(self, name: QuantityName) -> list[lines.Block]:
        """Return the chain of a quantity, after the table of decisions or products that it needs."""
        if QUANTITIES[name.head].of_rows and not name.wrappers:
            prediction = self.problem.predictions[name.model]
            table = extras.decisions_table(prediction, name, self.quantities, self.level.rows)
            return [table, self.chains.write(name)]
        if (products := extras.products_table(name, self.quantities)) is not None:
            answer = written(self.quantities.value(name))
            return [products, lines.Chain((lines.Line(Reference(name), "=", answer, VALUE),))]
        return [self.chains.write(name)]

    def needs_chain(self, name: QuantityName) -> bool:
        """Say whether a quantity was asked for, or leads to one and is no count."""
        if name in self.asked:
            return True
        return name in self.main and not name.wrappers and not QUANTITIES[name.head].of_data


def _cases(names: Iterable[QuantityName]) -> list[Case]:
    """Return the observations in joints, evidences, posteriors and decisions, in order."""
    cases: dict[Case, None] = {}
    for name in names:
        if name.head == "argmax" and name.left:
            cases[name.observed] = None
        elif name.role is Role.POSTERIOR:
            cases[name.right] = None
        elif name.role in (Role.JOINT, Role.EVIDENCE):
            cases[name.observed] = None
    return list(cases)
