"""Values that are impossible whatever was done: outside of a quantity's range, or with a wrong sum.

They are named before any mistake that leads to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.expression.results import Value
from exactnb.core.model.model import is_factor, parameter_block
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import ESTIMATE, Names, QuantityName, Role
from exactnb.core.problem.problem import Problem
from exactnb.core.quantities import QUANTITIES
from exactnb.teach.grading.graded import Graded
from exactnb.teach.grading.judging import NEAR
from exactnb.teach.grading.targets import Target


def reason_impossible(problem: Problem, graph: Quantities, name: QuantityName, value: Value) -> str:
    """Return why the quantity `name` cannot have a `value`, in a sentence; "" if it can.

    It is out of range, or a joint above its prior, which has to be in the `graph` of the `problem`.
    """
    if why := side_out_of_range(problem, name, value):
        return why
    number = Target(value).number
    if number is not None and name.role is Role.JOINT and name.label and not is_density(problem, name):
        prior = Names(name.model).prior(name.label)
        bound = Target(graph.value(prior)).number if prior in graph else None
        if bound is not None and values.compare(number, bound) > 0:
            return "A joint probability is at most the prior of its class."
    return ""


def side_out_of_range(problem: Problem, name: QuantityName, value: Value) -> str:
    """Return on which side a `value` of `name` is out of its range, in a sentence; "" if it is within.

    The range stands in the row of the quantity, or the family states it; a density may exceed 1.
    """
    number, bounds = Target(value).number, QUANTITIES[name.head].bounds
    if number is None or name.wrappers:
        return ""
    if name.head == ESTIMATE:
        from exactnb.core.families.declared.family import DeclaredFamily

        family = parameter_block(problem.predictions[name.model].model, name).family
        assert isinstance(family, DeclaredFamily)
        why = family.range_problem(name.parameter, number, {})
        return why and f"{why.replace(family.name, family.title, 1)}."
    if bounds is None:
        return ""
    noun, least, most = bounds
    if is_density(problem, name):
        noun, most = "A density", None
    if values.compare(number, Fraction(least)) < 0:
        return f"{noun} is at least {least}."
    is_above = most is not None and values.compare(number, Fraction(most)) > 0
    return f"{noun} is at most {most}." if is_above else ""


def is_density(problem: Problem, name: QuantityName) -> bool:
    """Say whether `name` in `problem` is a density of measurements, whose value may exceed 1."""
    if not name.is_probability or name.role is Role.POSTERIOR:
        return False
    prediction = problem.predictions[name.model]
    is_single = is_factor(prediction.model, name)
    cells = name.cells if is_single else prediction.observe(name.observed).cells
    blocks = (prediction.model.by_column.get(column) for column in cells)
    return any(block is not None and block.family.is_density for block in blocks)


def with_sum_notes(
    problem: Problem, names: Mapping[str, QuantityName], graded: Mapping[str, Graded]
) -> dict[str, Graded]:
    """Return the answers of a sheet, the wrong ones with a note if those of all classes sum to no 1.

    `names` are the quantities of `problem` that the answers in `graded` are to, by the same ids. Priors
    are added up, and the posteriors of one observation; decimals may be off by half a unit each.
    """
    noted = dict(graded)
    ids = {name: identity for identity, name in names.items() if identity in graded}
    for name in ids:
        if name.role not in (Role.PRIOR, Role.POSTERIOR) or name.label is None:
            continue
        labels = problem.predictions[name.model].model.class_items()
        exchanged_ids = [ids.get(name.exchanged(name.label, label), "") for label in labels]
        answers = [graded[question].answer for question in exchanged_ids if question]
        numbers = [a.value for a in answers if a and isinstance(a.value, Fraction)]
        if len(numbers) < len(labels):
            continue
        total = sum(numbers, Fraction(0))
        slack = (a.decimal.half_unit for a in answers if a and a.decimal)
        answer = noted[ids[name]]
        is_explained = answer.is_right or answer.impossible or answer.verdict in NEAR
        if abs(total - 1) > sum(slack, Fraction(0)) and not is_explained:
            noun = "priors" if name.role is Role.PRIOR else "posteriors"
            why = f"The {noun} of all classes sum to 1; these sum to {number_text(total)}."
            noted[ids[name]] = replace(answer, impossible=why)
    return noted
