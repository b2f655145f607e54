"""How a wrong value arises, for those who may know: the mistaken steps as a verified derivation."""

from __future__ import annotations

from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.expression.nodes import Expression, Numeral
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.expression.results import settled
from exactnb.core.model.effort import Effort
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import QuantityName
from exactnb.core.naming.roles import Role
from exactnb.core.problem.edits import with_edit
from exactnb.core.problem.problem import Problem
from exactnb.core.quantities import QUANTITIES
from exactnb.explain.derivation import Derivation, Step, Verified, verify
from exactnb.explain.proving import new_prover
from exactnb.explain.solution.chains import Chains
from exactnb.explain.solution.setting import model_table, setting_of
from exactnb.explain.solution.source import source_of
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.grading.targets import Target

_MOST_CHAINS = 6  # of changed steps that are shown before the answer


def explained(
    problem: Problem, name: QuantityName, alternative: Alternative, effort: Effort
) -> Verified:
    """Return the derivation of what a mistake makes of a quantity: the changed steps, then the result.

    Every line is checked, as those of a solution are: against the graph that has the mistake in it.
    """
    if alternative.edit is not None:
        problem = with_edit(problem, alternative.edit)
    graph = Quantities([name], problem.define, effort)
    formulas: dict[QuantityName, Expression] = {}
    for part in alternative.parts or (alternative,):
        (misconception,) = part.misconceptions
        changes = _formulas(graph, part)
        graph = graph.with_formulas(changes, Reason(Rule.DEFINE, misconception.words))
        formulas |= changes
    rounding = Rounding(figures=problem.digits, rule=problem.rounding)
    if alternative.rounding is not None and _is_rounded(alternative, name, name):
        rounding = alternative.rounding  # as a decimal that is rightly rounded, or stands for itself
    chains = Chains(graph, rounding)
    changed = [each for each in formulas if each in graph and each != name]
    if alternative.rounding is not None:
        changed = [each for each in graph[name].uses if each in formulas] or changed
    shown = changed[: _MOST_CHAINS if len(changed) <= _MOST_CHAINS else _MOST_CHAINS // 2]
    # the joints and sums that it rests on come before the quantity that was asked for
    before = [each for each in graph[name].uses if each not in formulas]
    between = [each for each in before if each.role in (Role.JOINT, Role.EVIDENCE)]
    blocks = tuple(chains.of(each) for each in (*shown, *between, name))
    step = Step("mistake", "How the value arises", blocks)
    head = setting_of(problem), (step,), model_table(problem)
    derivation = Derivation("", "", *head)
    return verify(derivation, graph, source_of(problem), new_prover, altered=formulas)


def _is_rounded(alternative: Alternative, name: QuantityName, asked: QuantityName) -> bool:
    if alternative.is_left_long and name == asked:
        return False
    return alternative.rounded is None or name in alternative.rounded


def _formulas(graph: Quantities, alternative: Alternative) -> dict[QuantityName, Expression]:
    """Return the formulas of a mistake for the quantities of a graph; rounded values as numerals."""
    (asked,) = graph.asked
    if alternative.rounding is None:
        of_row = alternative.edit is not None  # the counts are those of the edited rows already
        return {} if of_row else dict(alternative.at(asked))
    found: dict[QuantityName, Expression] = {}
    values = graph.evaluate(rounding=alternative.rounding, round_only=alternative.rounded)
    for name, quantity in graph.items():
        if not _is_rounded(alternative, name, asked) or QUANTITIES[name.head].counted:
            continue
        if name == asked and alternative.rounding.rule != "down":
            continue  # it is shown as a decimal, rightly rounded
        if quantity.reason.rule is Rule.GIVEN:
            continue
        number = Target(settled(values[name])).number
        if number is not None:
            found[name] = Numeral(rounded(number, alternative.rounding))
    return found
