"""Feedback for the instructor, who knows the key: how a wrong value arises, every line verified."""

from __future__ import annotations

from collections.abc import Callable

from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.expression.nodes import Expression, Numeral
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.expression.results import with_limits
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.names import QuantityName, Role
from exactnb.core.problem.edits import with_edit
from exactnb.core.problem.problem import Problem
from exactnb.core.quantities import QUANTITIES
from exactnb.errors import Undecidable, Unsupported, fault
from exactnb.explain.derivation import Derivation, Step, Verified, verify
from exactnb.explain.proving import new_prover
from exactnb.explain.solution.chains import Chains
from exactnb.explain.solution.setting import model_table, problem_setting, problem_source
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.grading.graded import Graded
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.targets import Target

_MOST_CHAINS = 6  # changed steps printed before the answer


def mistakes_for_instructor(grader: Grader, graded: Graded, *, width: int = 80) -> str:
    """Return how the answer `graded` by a `grader` arises: its mistakes, the first with a derivation.

    Lines are at most `width` columns wide.
    """
    if graded.follows:
        return "follows from the answer to " + " and ".join(graded.follows)
    if not graded.matches:
        return ""
    lines = [match.description for match in graded.matches]
    from exactnb.explain.rendering.formats import render

    notation = grader.of(graded).problem.notation()
    text = printed_mistake(
        grader, graded, lambda verified: render("text", verified, notation, width=width)
    )
    no_heading, heading, body = text.partition("How the value arises\n")
    if derivation := (body if heading else no_heading).rstrip("\n"):
        lines += ["", *derivation.split("\n")]
    return "\n".join(lines)


def printed_mistake(grader: Grader, graded: Graded, printed: Callable[[Verified], str]) -> str:
    """Return how the first mistake behind the answer `graded` leads to its value, `printed`.

    `grader` is the one that graded it, `printed` turns a derivation into text. The text is "" if the
    value has no exact form; any other failure becomes the text, for a report must not be lost with it.
    """
    grader, alternative = grader.of(graded), graded.matches[0].alternative
    name = grader.name_of(graded.question)
    if graded.working is not None and (first := graded.working.first_blamed) is not None and first.name:
        name = first.name
    try:
        return printed(mistake_derivation(grader.problem, name, alternative, Effort(grader.effort)))
    except (Unsupported, Undecidable):
        return ""
    except Exception as error:
        return f"not derived: {fault(error)}"


def mistake_derivation(
    problem: Problem, name: QuantityName, alternative: Alternative, effort: Effort
) -> Verified:
    """Return a derivation of the value that a mistake leads to: the changed steps, then the result.

    `name` is the quantity of a `problem`, `alternative` the mistake, and `effort` bounds the steps.
    Every line is checked as in a solution, against the graph that contains the mistake.
    """
    if alternative.first_edit is not None:
        problem = with_edit(problem, alternative.first_edit)
    graph = Quantities([name], problem.define, effort)
    formulas: dict[QuantityName, Expression] = {}
    for part in alternative.parts or (alternative,):
        (misconception,) = part.misconceptions
        changes = _changed_formulas(graph, part)
        graph = graph.with_formulas(changes, Reason(Rule.DEFINE, misconception.description))
        formulas |= changes
    rounding = Rounding(figures=problem.digits, rule=problem.rounding)
    if alternative.rounding is not None and _is_rounded(alternative, name, name):
        rounding = alternative.rounding  # a decimal that is correctly rounded, or exact
    chains = Chains(graph, rounding)
    changed = [quantity for quantity in formulas if quantity in graph and quantity != name]
    if alternative.rounding is not None:
        changed = [quantity for quantity in graph[name].uses if quantity in formulas] or changed
    displayed = changed[: _MOST_CHAINS if len(changed) <= _MOST_CHAINS else _MOST_CHAINS // 2]
    # the joints and sums that it rests on come before the quantity that was asked for
    unchanged = [quantity for quantity in graph[name].uses if quantity not in formulas]
    between = [quantity for quantity in unchanged if quantity.role in (Role.JOINT, Role.EVIDENCE)]
    blocks = tuple(chains.write(quantity) for quantity in (*displayed, *between, name))
    step = Step("mistake", "How the value arises", blocks)
    derivation = Derivation("", "", problem_setting(problem), (step,), model_table(problem))
    return verify(derivation, graph, problem_source(problem), new_prover, altered=formulas)


def _is_rounded(alternative: Alternative, name: QuantityName, result: QuantityName) -> bool:
    if alternative.is_result_unrounded and name == result:
        return False
    return alternative.rounded is None or name in alternative.rounded


def _changed_formulas(graph: Quantities, alternative: Alternative) -> dict[QuantityName, Expression]:
    """Return the formulas of a mistake for the quantities of a graph; rounded values as numerals."""
    (result,) = graph.targets
    if alternative.rounding is None:
        is_edit = alternative.first_edit is not None  # the counts are those of the edited rows already
        return {} if is_edit else dict(alternative.changes_for(result))
    numerals: dict[QuantityName, Expression] = {}
    values = graph.evaluate(rounding=alternative.rounding, round_only=alternative.rounded)
    for name, quantity in graph.items():
        is_data = QUANTITIES[name.head].counted or quantity.reason.rule is Rule.GIVEN
        is_printed = name == result and alternative.rounding.rule != "down"  # correctly rounded
        if is_data or is_printed or not _is_rounded(alternative, name, result):
            continue
        number = Target(with_limits(values[name])).number
        if number is not None:
            numerals[name] = Numeral(rounded(number, alternative.rounding))
    return numerals
