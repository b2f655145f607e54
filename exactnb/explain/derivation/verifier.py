"""Accept a derivation line by line, or name the line that does not hold.

Every rule has a check in `line_checks.py`, tables and rules in words have theirs in
`table_checks.py`. A line is evaluated from its own tree, not from the way it was made, and every
count is taken again from the rows. Nothing else can be printed.

How to read: `verify` makes a `_Checker`, which goes down from the derivation to steps, blocks, chains
and lines; `check_line` evaluates both sides, then calls the check of the rule. `TheoremChecker` has
the checks that derivations without data need as well (`verified.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.germs import Germ
from exactnb.core.arithmetic.values import Undefined
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.results import Decision, Listed, NoNumber, Value, are_equal
from exactnb.core.model.model import PARAMETERS, parameter_estimate
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort, InlineForm, Quantity
from exactnb.core.naming.names import Names, QuantityName, Role
from exactnb.core.quantities import QUANTITIES
from exactnb.errors import HERE, ExactnbError
from exactnb.explain.derivation import lines, table_checks
from exactnb.explain.derivation.agreement import EXPLORED, Agreement, distribution_problem
from exactnb.explain.derivation.decimals import rounds_to, within_percent
from exactnb.explain.derivation.line_checks import LINE_CHECKS, Context, ProblemSource, index_products
from exactnb.explain.derivation.lines import (
    Blanks,
    Data,
    FamilyStatement,
    QuestionBlock,
    Texts,
    names_in,
)
from exactnb.explain.derivation.verified import (
    READINGS,
    NewProver,
    ReadingCounts,
    Rejected,
    TheoremChecker,
    Verified,
    is_frozen,
    seal_unchecked,
    value_text,
    with_readings,
)

_RELATIONS = {
    Rule.ROUND: ("≈",),
    Rule.DECIMALS: ("=", "≈"),
    Rule.COMPARE: ("<", "=", ">"),
    Rule.LIMIT: ("→", "∼"),
}
_TABLE_CHECKS: Mapping[type, Callable[[Any, Context], str]] = {
    lines.Deviations: table_checks.deviations_problem,
    lines.RowDecisions: table_checks.decisions_problem,
    lines.Products: table_checks.products_problem,
    lines.EstimateRule: table_checks.rule_problem,
}
_BROKEN = (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, AssertionError)


def verify(
    derivation: lines.Derivation,
    quantities: Quantities,
    source: ProblemSource,
    prover: NewProver | None = None,
    *,
    altered: Collection[QuantityName] = (),
) -> Verified:
    """Return `derivation` as one that may be printed.

    `quantities` is its graph, and `source` the problem. `prover` makes a prover for the steps of a
    theorem; without it none are accepted. `altered` are quantities whose formulas are a mistake on
    purpose: they, and those that depend on them, are not read twice. If other quantities are read by
    one reader only, the derivation ends by saying so. Raises Rejected at the first line that does not
    hold.
    """
    checker = _Checker(quantities, source, prover, altered)
    _verified(derivation, quantities, checker)
    twice, once = checker.agreement.read_twice, checker.agreement.read_once
    verified = seal_unchecked(derivation, quantities, ReadingCounts(len(twice), tuple(once.items())))
    # Searches are no formulas to read: `explored_checks` repeats them by another method.
    is_searched = all(name.head in EXPLORED for name in once)
    return verified if is_searched else with_readings(verified)


def verify_theorem(derivation: lines.Derivation, prover: NewProver) -> Verified:
    """Return `derivation`, which consists of theorems, as one that may be printed.

    `prover` makes a prover for the steps of each theorem. Raises Rejected at the first line that does
    not hold.
    """
    return _verified(derivation, _no_quantities(), TheoremChecker(prover))


def without_values(verified: Verified) -> Verified:
    """Return `verified` without its graph, so that a problem sheet gives no answer away."""
    steps = tuple(step for step in verified.derivation.steps if step.key != READINGS)
    return seal_unchecked(replace(verified.derivation, steps=steps), _no_quantities())


def _no_quantities() -> Quantities:
    return Quantities((), _no_data, Effort())


def _no_data(name: QuantityName, effort: Effort) -> Quantity:
    raise LookupError(f"a theorem has no quantity {name}")


def _verified(
    derivation: lines.Derivation, quantities: Quantities, checker: TheoremChecker
) -> Verified:
    try:
        checker.check_derivation(derivation)
    except Rejected:
        raise
    except (ExactnbError, *_BROKEN) as error:
        problem = f"cannot be evaluated: {type(error).__name__}: {error}"
        raise Rejected(problem, at=checker.place) from error
    return seal_unchecked(derivation, quantities)


class _Checker(TheoremChecker):
    """Check a derivation against the graph and the data."""

    def __init__(
        self,
        quantities: Quantities,
        source: ProblemSource,
        prover: NewProver | None,
        altered: Collection[QuantityName] = (),
    ) -> None:
        super().__init__(prover)
        self.altered = set(altered)
        self.agreement = Agreement(source.reader)
        self.context = Context(quantities, source)
        self.place = HERE.spot("data")
        self.in_print: set[QuantityName] = set()  # the quantities of chains and cells so far

    def check_derivation(self, derivation: lines.Derivation) -> None:
        source = self.context.source
        self.demand(is_frozen(derivation), "a derivation holds tuples, nothing that can change")
        self.steps = derivation.steps
        self.demand(derivation.setting == source.setting, "the setting is that of the problem")
        self.demand(derivation.doubts == source.doubts, "the doubts are those about the data")
        self.demand(derivation.models == source.table, "the models are those of the problem")
        self.check_counts()
        self.compare_readings()
        for step in derivation.steps:
            if step.theorem:
                self.check_theorem(step)
            else:
                self.check_step(step)

    def check_counts(self) -> None:
        """Recount every sum and decision of the graph."""
        source = self.context.source
        # A number may reach a line through other quantities without being written itself: so the graph
        # is recounted, and not the lines alone.
        for name, quantity in self.context.quantities.items():
            self.reject_if(source.unproved(name))
            if quantity.inline is InlineForm.MEASURED and name.head in PARAMETERS:
                estimate = parameter_estimate(source.models[name.model], name, source.reader.tally)
                is_same = quantity.formula == estimate.formula()
                self.demand(is_same, f"{name} rests on other numbers than those of the rows")
            if QUANTITIES[name.head].of_rows and not name.wrappers:
                effort = self.context.quantities.new_effort()
                expected = source.predictions[name.model].without_cache().define(name, effort)
                is_same = quantity.formula == expected.formula
                self.demand(is_same, f"{name} rests on other decisions than those about the rows")
            if name.head in EXPLORED and not name.wrappers:
                from exactnb.explain.derivation.explored_checks import explored_problem

                self.reject_if(explored_problem(quantity, source, self.context.quantities.new_effort()))

    def compare_readings(self) -> None:
        """Compare every quantity with its value in the second reading of the problem."""
        graph = self.context.quantities
        altered, read = self.altered, {}
        for name, quantity in graph.items():  # leaves first
            if name in altered or any(use in altered for use in quantity.uses):
                altered.add(name)
                continue
            value = read[name] = graph.value(name)
            if problem := self.agreement.difference(name, value):  # a value is long to spell
                text = f"a set of {len(value.groups)}" if isinstance(value, Listed) else None
                self.reject_if(f"{name} is {text or value_text(value)} in the graph; {problem}")
        if (broken := distribution_problem(read, self.agreement.reader.classes)) is not None:
            self.reject_if(f"{broken[0]}: {broken[1]}")

    def check_step(self, step: lines.Step) -> None:
        self.place = HERE.spot(f"step {step.key!r}").spot("title")
        self.demand(isinstance(step.key, str), "a step has a key")
        self.check_text(step.title)
        models = (None, *self.context.source.predictions)
        self.demand(step.model in models, f"there is no model {step.model!r}")
        are_observed = all(item.kind in ("query", "cell", "word") for item in step.about)
        self.demand(are_observed, "a step is about what is seen")
        for number, block in enumerate(step.blocks, start=1):
            self.place = HERE.spot(f"step {step.key!r}").spot(f"block {number}")
            for name in names_in(block):
                self.demand_model_of_step(name, step)
            self.check_block(block, step)

    def demand_model_of_step(self, name: QuantityName, step: lines.Step) -> None:
        """Demand that a name is of the model of its step: the step omits the model of its names."""
        if step.model is not None and not QUANTITIES[name.head].of_data:
            self.demand(name.model == step.model, f"{name} is of another model than its step")

    def check_block(self, block: lines.Block, step: lines.Step) -> None:
        match block:
            case lines.Chain():
                self.check_chain(block)
                self.demand_subject_of_step(block.lines[0].subject, step)
            case lines.Grid():
                self.reject_if(table_checks.grid_problem(block, step.model))
                self.reject_if(table_checks.extent_problem(block, self.context.source))
                for chain in block.chains():
                    self.check_chain(chain)
            case Data() | Texts() | FamilyStatement() | QuestionBlock() | Blanks():
                self.reject_if(table_checks.stated_problem(block, self.context.source))
            case lines.InLambda():
                from exactnb.explain.derivation.explored_checks import in_lambda_problem

                self.reject_if(in_lambda_problem(block, self.context))
            case lines.LeaveOneOut():
                self.reject_if(self.agreement.leave_one_out_difference(block))
            case lines.SameEstimates():
                problem = table_checks.same_estimates_problem
                self.reject_if(problem(block, step.model, self.in_print, self.context))
            case lines.Remark(parts):
                self.check_prose(parts)
                for part in parts:
                    if isinstance(part, lines.DecisionClaim):
                        self.demand_subject_of_step(part.decision, step)
            case _:
                self.demand(type(block) in _TABLE_CHECKS, f"a step holds blocks, not {block!r}")
                self.reject_if(_TABLE_CHECKS[type(block)](block, self.context))

    def demand_subject_of_step(self, name: QuantityName | None, step: lines.Step) -> None:
        """Demand that a step about one query has no line about another."""
        if step.about and name is not None:
            observed = {item for item in name.items if item.kind != "class"}
            self.demand(observed == set(step.about), f"{name} is about something else than its step")

    def check_chain(self, chain: lines.Chain) -> None:
        self.demand(bool(chain.lines), "a chain has lines")
        if (name := chain.lines[0].subject) is not None:
            self.in_print.add(name)
        previous: lines.Line | None = None
        for line in chain.lines:
            if previous is not None:
                self.require(line.left == previous.left, line, "the left side stays the same")
                ends = previous.relation == "=" or previous.reason.rule is Rule.DECIMALS
                ends = ends or (previous.relation, line.relation) in (("→", "≈"), ("∼", "→"))
                self.require(ends, line, f"{previous.relation} ends a chain")
            self.check_line(line, previous)
            previous = line
        self.demand(not chain.boxed or self.is_answer(chain.lines[0]), "a box is around an answer")

    def is_answer(self, line: lines.Line) -> bool:
        """Say whether a chain is about a decision, or the posterior of the winning class."""
        name = line.subject
        if name is None or name.head == "argmax":
            return name is not None
        decision = Names(name.model).decision(name.right)
        if name.role not in (Role.PRIOR, Role.POSTERIOR) or decision not in self.context.quantities:
            return False
        decided = self.context.quantities.value(decision)
        labels = decided.labels if isinstance(decided, Decision) else ()
        return name.label is not None and name.label.value in labels

    def check_prose(self, parts: tuple[lines.Inline, ...]) -> None:
        for part in parts:
            match part:
                case str():
                    self.check_text(part)
                case lines.Line():
                    self.check_line(part, None)
                case lines.DecisionClaim(decision, labels):
                    holds = self.context.quantities.value(decision) == Decision(labels)
                    self.demand(holds, f"{decision} is {', '.join(labels)}")
                case _:
                    self.demand(False, f"prose holds text, lines and verdicts, not {part!r}")

    def check_line(self, line: lines.Line, previous: lines.Line | None) -> None:
        rule = line.reason.rule
        is_allowed = line.relation in _RELATIONS.get(rule, ("=",))
        self.require(is_allowed, line, f"{line.relation!r} does not go with this rule")
        sign = any(any(index_products(side)) for side in (line.left, line.right))
        opens = rule in (Rule.GIVEN, Rule.DEFINE, Rule.ASSUME, Rule.GROUP)
        self.require(not sign or opens, line, "a product over an index stands in a formula only")
        left, right = self.context.value(line.left), self.context.value(line.right)
        if rule is Rule.DECIMALS and line.relation == "≈":
            self.require(
                within_percent(left, right), line, "its decimals do not lead to the value", left, right
            )
        elif rule is Rule.ROUND:
            self.require(rounds_to(left, line.right), line, "not the value, rounded")
        elif rule is Rule.LIMIT:
            if line.relation == "→":
                self.require(_tends_to(left, right), line, "not the limit", left, right)
            else:
                self.require(_is_asymptotic(left, right), line, "not the leading term")
        elif line.relation == "=":
            self.require(are_equal(left, right), line, "the sides differ", left, right)
        else:
            holds = _compare_if_known(left, right) == {"<": -1, ">": 1}[line.relation]
            self.require(holds, line, "the comparison does not hold", left, right)
        problem = LINE_CHECKS[rule](self.context, line, previous)
        self.require(not problem, line, problem)


def _tends_to(left: Value, right: Value) -> bool:
    return (
        isinstance(left, Germ) and not isinstance(right, Germ) and are_equal(values.limit(left), right)
    )


def _is_asymptotic(left: Value, right: Value) -> bool:
    """Say whether the quotient of two functions of one letter tends to 1."""
    if not isinstance(left, Germ) or not isinstance(right, Germ) or not right.sign():
        return False
    return values.limit(values.divide(left, right)) == 1


def _compare_if_known(left: Value, right: Value) -> int | None:
    if isinstance(left, Undefined | NoNumber) or isinstance(right, Undefined | NoNumber):
        return None
    return values.compare(left, right)
