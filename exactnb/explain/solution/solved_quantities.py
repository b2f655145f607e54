"""The quantities of a solution: those asked for by default, their support, the questions of a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain, islice

from exactnb.core.arithmetic import matrices, roots
from exactnb.core.arithmetic.roots import EVERYWHERE, NOWHERE
from exactnb.core.data.rows import name_of
from exactnb.core.expression.results import Listed, Value, with_limits
from exactnb.core.model.model import Model, parameters
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item, QuantityName, Role, count_name
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.questions import Question
from exactnb.core.quantities import QUANTITIES
from exactnb.explain.solution.chains import closed_form
from exactnb.explain.solution.extras import chain_rule_names, deciding_odds, logarithm_names
from exactnb.explain.solution.printed import STANDARD, DetailLevel

_MAX_DECISIONS = 40  # decisions that are proved by log-odds
_MAX_ODDS = 40  # characters of exact odds next to decimals


def default_quantities(problem: Problem, level: DetailLevel = STANDARD) -> tuple[QuantityName, ...]:
    """Return the quantities of `problem` when it asks for none by name: all of each model and query.

    Estimates are included up to the number that the `level` allows, or if there is no query.
    """
    names: list[QuantityName] = []
    for prediction in problem.predictions.values():
        model = prediction.model
        estimates = list(estimates_up_to(model, level.estimates))
        if len(estimates) <= level.estimates or not problem.query:
            names += estimates
            names += (array for block in model.blocks for array in block.array_names())
        for identity in map(name_of, problem.query):
            names += query_quantities(model, identity)
    return tuple(names)


def query_quantities(model: Model, identity: str) -> Iterator[QuantityName]:
    """Yield the joints, evidence, posteriors and decision of `model` for the query `identity`."""
    names, labels, case = model.names, model.class_items(), (Item("query", "", identity),)
    yield from (names.joint(label, case) for label in labels)
    yield names.evidence(case)
    yield from (names.posterior(label, case) for label in labels)
    yield names.decision(case)


def supporting_quantities(problem: Problem, quantities: Quantities) -> tuple[QuantityName, ...]:
    """Return the quantities that support those of the graph `quantities` in a solution of `problem`.

    These are logarithms of joints, log-odds that prove a decision, and the terms of the chain rule.
    """
    names = absence_counts(problem)
    if problem.log:
        targets = (name for name in quantities.targets if not name.head.startswith("accuracy"))
        ways = quantities.ancestors(*targets)
        names += logarithm_names((name for name in ways if name.role is Role.JOINT), problem.log)
    decisions = [n for n in quantities if n.head == "argmax"]
    if len(decisions) <= _MAX_DECISIONS:
        odds = [n for n in (deciding_odds(quantities, d) for d in decisions) if n is not None]
        ratios = (n.with_head("odds") for n in odds)
        names += filter(partial(_is_short, quantities), ratios) if problem.in_decimals else odds
    empty = [n for n in quantities if n.head == "region" and quantities.value(n) == NOWHERE]
    for boundary in (name.with_head("boundary") for name in empty):
        # neither class is likelier anywhere
        if quantities.with_targets([boundary]).value(boundary) == EVERYWHERE:
            names.append(boundary)
    if problem.chain_rule:
        for prediction in problem.predictions.values():
            for identity in map(name_of, problem.query):
                wanted = chain_rule_names(prediction, identity)
                names += wanted if wanted and wanted[0] in quantities else ()
    return tuple(names)


def absence_counts(problem: Problem) -> list[QuantityName]:
    """Return the counts of missing cells in the columns of `problem` where these are a value."""
    absent = problem.schema.absent
    gapped = (column for column, values in problem.schema.columns.items() if absent in values)
    return [count_name(Item("cell", column, absent)) for column in gapped] if absent else []


def _is_short(quantities: Quantities, ratio: QuantityName) -> bool:
    """Say whether the exact odds of two classes are short enough to be printed next to decimals."""
    return closed_form(quantities.with_targets([ratio]), ratio, _MAX_ODDS) is not None


def estimates_up_to(model: Model, room: int) -> Iterable[QuantityName]:
    """Yield the estimates of `model`, at most one more than `room`: that one says they exceed it."""
    labels = model.class_items()
    shares = (model.names.given((item,), label) for item in model.parameter_items() for label in labels)
    numbers = chain.from_iterable(parameters(model))
    return islice(chain(map(model.names.prior, labels), shares, numbers), room + 1)


def answer_kind(name: QuantityName, value: Value) -> str:
    """Return the kind of answer that the quantity `name` needs, by the kind of its `value`.

    It is "label", "set", "sets", "truth", "number" or "numbers", and "" for a value that cannot be
    typed in one line.

    >>> from exactnb.core.arithmetic.values import UNDEFINED
    >>> answer_kind(QuantityName("argmax"), UNDEFINED)
    'label'
    """
    kind = QUANTITIES[name.head].value
    if kind in ("label", "truth", "sets"):
        return kind
    if isinstance(value, Listed):
        return "sets" if any(len(group) > 1 for group in value.groups) else "set"
    if isinstance(value, matrices.Vector | roots.Points):
        return "numbers"
    return "" if isinstance(value, matrices.Matrix | roots.Equation | roots.Everywhere) else "number"


def sheet_questions(problem: Problem, quantities: Quantities) -> Iterator[Question]:
    """Yield the questions of `problem`; without any, one for each quantity that it asks for.

    These are the names in `ask`, else joints, evidence, posteriors and decision of each query, else all
    estimates. `quantities` is the graph of its solution. A quantity that cannot be typed in a line is
    skipped, and irrational points are asked for one by one.
    """
    if problem.questions:
        yield from problem.questions
        return
    models = [prediction.model for prediction in problem.predictions.values()]
    names = [problem.scope.resolve(text) for text in problem.ask]
    names = names or [
        name
        for m in models
        for identity in problem.query
        for name in query_quantities(m, name_of(identity))
    ]
    names = names or list(quantities.targets or default_quantities(problem))
    graph = quantities if all(name in quantities for name in names) else quantities.with_targets(names)
    for name in dict.fromkeys(names):
        for part in _names_fitting_a_line(name, with_limits(graph.value(name))):
            yield Question(str(part), str(part))


def _names_fitting_a_line(name: QuantityName, value: Value) -> Iterator[QuantityName]:
    """Yield the names whose values fit into a line: the quantity itself, or each of its points."""
    parts = value.parts if isinstance(value, matrices.Vector | roots.Points) else ()
    if all(isinstance(part, Fraction) for part in parts):
        yield from (name,) if answer_kind(name, value) else ()
    elif name.head == "boundary":
        yield from (replace(name, index=index) for index in range(1, len(parts) + 1))
