"""The order and prose of a worked solution: data, estimates, joints, decision, posteriors.

How to read: `work_out` puts the sections in order; a method of `_Writer` is a section, and
`asked_by_default` says which quantities they need.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import islice

from exactnb.arithmetic.roots import EVERYWHERE, NOWHERE
from exactnb.arithmetic.rounding import Rounding
from exactnb.arithmetic.values import Undefined, sign
from exactnb.data.counts import Counts
from exactnb.data.rows import name_of
from exactnb.derivation import Chain, Derivation, Grid, Step
from exactnb.derivation.line_checks import COUNTED, are_of_columns, is_drawn
from exactnb.derivation.lines import Block
from exactnb.expression.nodes import Indexed, Product
from exactnb.expression.reasons import Rule
from exactnb.expression.results import Decision, NoNumber
from exactnb.model.model import Model
from exactnb.model.numbers import PARAMETERS, is_factor, parameters
from exactnb.model.quantities import Quantities
from exactnb.naming.names import Item, QuantityName
from exactnb.problem.problem import Problem
from exactnb.proving.theorem import Theorem
from exactnb.solution.chain_rule import chain_rule_names, chain_rule_step
from exactnb.solution.chains import Chains, closed_form
from exactnb.solution.displays import displays
from exactnb.solution.estimates import Estimates
from exactnb.solution.extras import (
    deciding,
    in_logarithms,
    linear_forms,
    logarithms_of,
    row_by_row,
    side_by_side,
    updated,
)
from exactnb.solution.number_estimates import NumberEstimates
from exactnb.solution.pseudo import pseudo_documents
from exactnb.solution.reasons import appended
from exactnb.solution.sentences import Sentences
from exactnb.solution.setting import model_table, noun_of, setting_of

Case = tuple[Item, ...]
"""What is observed in one question: a query, or cells."""

_DECISIONS = 40  # that are shown by log-odds
_ALL_ESTIMATES = 400  # parameters shown although no query needs them


def asked_by_default(problem: Problem) -> tuple[QuantityName, ...]:
    """Return what is worked out when nothing is asked: for every model and query, all of it."""
    names: list[QuantityName] = []
    for prediction in problem.predictions.values():
        model = prediction.model
        labels = model.class_items()
        estimates = list(islice(_all_estimates(model), _ALL_ESTIMATES + 1))
        if len(estimates) <= _ALL_ESTIMATES or not problem.query:
            names += estimates
            names += (array for block in model.blocks for array in block.arrays())
        for identity in map(name_of, problem.query):
            case = (Item("query", "", identity),)
            joints = [model.names.joint(k, case) for k in labels]
            names += joints
            names.append(model.names.evidence(case))
            names += (model.names.posterior(k, case) for k in labels)
            names.append(model.names.decision(case))
    return tuple(names)


def beside(problem: Problem, quantities: Quantities) -> tuple[QuantityName, ...]:
    """Return what is wanted beside what was asked: logarithms, what decides, ties, the chain rule."""
    names: list[QuantityName] = []
    if problem.log:
        ways = quantities.ancestors(*(n for n in quantities.asked if not n.head.startswith("accuracy")))
        names += logarithms_of(filter(_is_joint, ways), problem.log)
    decisions = [n for n in quantities if n.head == "argmax"]
    if len(decisions) <= _DECISIONS:
        odds = [n for n in (deciding(quantities, d) for d in decisions) if n is not None]
        ratios = (replace(n, head="odds") for n in odds)
        names += filter(partial(_is_short, quantities), ratios) if problem.in_decimals else odds
    empty = [n for n in quantities if n.head == "region" and quantities.value(n) == NOWHERE]
    names += (n for n in (replace(name, head="boundary") for name in empty) if _is_tied(quantities, n))
    if problem.chain_rule:
        for prediction in problem.predictions.values():
            for identity in map(name_of, problem.query):
                wanted = chain_rule_names(prediction, identity)
                names += wanted if wanted and wanted[0] in quantities else ()
    return tuple(names)


def _is_short(quantities: Quantities, ratio: QuantityName) -> bool:
    """Say whether the exact odds of two classes are short enough to be shown beside their decimals."""
    return closed_form(quantities.of([ratio]), ratio) is not None


def _is_tied(quantities: Quantities, boundary: QuantityName) -> bool:
    """Say whether two classes tie everywhere: then neither is likelier anywhere."""
    return quantities.of([boundary]).value(boundary) == EVERYWHERE


def work_out(
    problem: Problem, quantities: Quantities, rounding: Rounding, *, whole: bool, why: bool = False
) -> Derivation:
    """Return the derivation of all that is in a graph, not verified yet.

    `whole` puts the data first; without it only the lines that lead to what was asked are there.
    `why` appends the theorems behind the estimates.
    """
    writer = _Writer(problem, quantities, rounding, why)
    steps = writer.data() if whole else []
    for short in problem.predictions:
        steps += writer.model(short)
    if problem.pseudo_documents:
        steps.append(pseudo_documents(problem, quantities))
    if len(problem.predictions) > 1:
        models = [prediction.model for prediction in problem.predictions.values()]
        cases = dict.fromkeys(name.right for name in quantities if name.right and _label(name))
        steps += side_by_side(writer.chains, models, cases)
    steps += writer.others()
    steps += appended(writer.theorems)
    head = setting_of(problem)
    return Derivation(problem.title, problem.source, head, tuple(steps), model_table(problem))


class _Writer:
    def __init__(self, problem: Problem, quantities: Quantities, rounding: Rounding, why: bool) -> None:
        self.problem = problem
        self.why = why
        self.noun = noun_of(problem)
        self.theorems: dict[str, Theorem] = {}
        self.quantities = quantities
        self.chains = Chains(
            quantities,
            rounding,
            in_decimals=problem.in_decimals,
            counts_too=problem.counts_in_decimals,
        )
        self.sentences = Sentences(self.chains)
        self.asked = frozenset(quantities.asked)
        self.written: set[QuantityName] = set()
        ways = (name for name in self.asked if name.head != "accuracy")
        self.main = frozenset(quantities.ancestors(*ways))  # what stands in lines of its own

        self.of_model: dict[str, list[QuantityName]] = {}
        for name in quantities:
            if name.head in ("P", "argmax", *PARAMETERS) and not name.wrappers:
                self.of_model.setdefault(name.model, []).append(name)

    def data(self) -> list[Step]:
        """Return the tables of data, or what was counted where there are no rows."""
        shown = [Step("data", title, (data,)) for title, data in displays(self.problem)]
        counts = self.counts() if not shown else ()
        return [*shown, Step("data", "Counts", counts)] if counts else shown

    def counts(self) -> tuple[Block, ...]:
        """Return a table of the counts that were given, those that are used."""
        if not isinstance(self.problem.data, Counts):
            return ()
        schema = self.problem.schema
        names = [n for n in self.quantities if n.head == "count" and not n.wrappers]
        rows: dict[tuple[Item, ...], dict[Item, Chain]] = {}
        for name in names:
            items = [item for item in name.left if isinstance(item, Item)]
            if items and items[-1].kind == "class":
                chain = self.chains.estimate(name)
                rows.setdefault(tuple(items[:-1]), {})[items[-1]] = chain
                self.written.add(name)
        if not rows or len(rows) > _ALL_ESTIMATES:
            return ()
        general = Item("general", schema.class_variable, "k")
        heads = tuple(QuantityName("count", (*items, general)) for items in rows)
        labels = tuple(Item("class", schema.class_variable, label) for label in schema.classes)
        cells = tuple(tuple(of.get(label) for label in labels) for of in rows.values())
        return (Grid("", heads, labels, cells),)

    def model(self, short: str) -> list[Step]:
        """Return the steps of one model."""
        model = self.problem.predictions[short].model
        names = self.of_model.get(short, [])
        estimates = Estimates(self.chains, model, self.noun, why=self.why)
        steps = []
        blocks = estimates.blocks(names)
        self.theorems |= estimates.theorems
        of_numbers = NumberEstimates(self.chains, model, noun_of(self.problem), why=self.why)
        blocks = (*blocks, *of_numbers.blocks([n for n in names if n in self.main]))
        self.written |= of_numbers.written
        self.theorems |= of_numbers.theorems
        self.written |= estimates.written
        if blocks:
            title = "Estimate" if model.given is None else "Given"
            steps.append(Step("estimate", title, blocks, (), model.name))
        if self.problem.chain_rule:
            prediction = self.problem.predictions[short]
            for identity in map(name_of, self.problem.query):
                steps += chain_rule_step(prediction, identity, self.quantities)
        for case in _cases(name for name in names if name in self.main):
            steps += [*self.factors(model, case), *self.case(model, case)]
        accuracy = QuantityName("accuracy", (), (), model.name)
        if accuracy in self.asked:
            rows = row_by_row(self.chains, accuracy, model)
            steps += (
                [Step("rows", "Multiply: every training row", rows, (), model.name)] if rows else []
            )
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
        logarithms = logarithms_of(joints, self.problem.log)
        if logarithms and all(name in self.quantities for name in logarithms):
            shown = in_logarithms(self.chains, logarithms, decision)
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
        label = _label(name)
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
        odds = deciding(self.quantities, name)
        if odds is None or odds not in self.quantities:
            return [decided, self.sentences.verdict(name, joints)]
        ratio = replace(odds, head="odds")
        self.written |= {odds, ratio}
        return [decided, self.chains.of(odds), self.sentences.by_sign(name, odds)]

    def in_closed_form(self, decision: QuantityName) -> list[Block]:
        """Return the exact odds of the two best classes, where they are short."""
        odds = deciding(self.quantities, decision)
        ratio = replace(odds, head="odds") if odds is not None else None
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
                earlier = updated(self.chains, name, model, self.written)
        blocks += earlier
        if posteriors and isinstance(self.quantities.value(posteriors[0]), Undefined):
            blocks.append(self.sentences.no_posterior(evidence))
        return blocks

    def others(self) -> list[Step]:
        """Return a step with the chains of all that was asked and stands nowhere else."""
        rest = [n for n in self.quantities if n not in self.written and self.is_worth_a_chain(n)]
        if not rest:
            return []
        forms = linear_forms(self.problem, self.quantities)
        by_model: dict[str, list[Block]] = {}
        for name in rest:
            by_model.setdefault(name.model, []).append(self.chains.of(name))
        if len(by_model) < 2:
            (blocks,) = by_model.values()
            return [Step("asked", "Asked", (*blocks, *forms))]
        steps = [Step("asked", "Asked", tuple(of), (), short) for short, of in by_model.items()]
        return [*steps, Step("asked", "As a linear form", tuple(forms))] if forms else steps

    def is_worth_a_chain(self, name: QuantityName) -> bool:
        if name in self.asked:
            return True
        return name in self.main and not name.wrappers and name.head not in (*COUNTED, "freq")


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


def _is_joint(name: QuantityName) -> bool:
    return (
        name.head == "P" and not name.right and bool(_label(name) and _rest(name) and not name.wrappers)
    )


def _rest(name: QuantityName) -> Case:
    return tuple(item for item in name.left if isinstance(item, Item) and item.kind != "class")


def _all_estimates(model: Model) -> Iterable[QuantityName]:
    for label in model.class_items():
        yield model.names.prior(label)
    for item in model.parameters():
        for label in model.class_items():
            yield model.names.within((item,), label)
    for names in parameters(model):
        yield from names
