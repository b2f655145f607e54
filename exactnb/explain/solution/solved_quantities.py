"""The quantities of a solution: those asked for by default, and those that support them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, islice

from exactnb.core.arithmetic.roots import EVERYWHERE, NOWHERE
from exactnb.core.data.rows import name_of
from exactnb.core.model.model import Model
from exactnb.core.model.numbers import parameters
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item, QuantityName, Role, count_name
from exactnb.core.problem.problem import Problem
from exactnb.explain.solution.chains import closed_form
from exactnb.explain.solution.extras import deciding_odds, logarithm_names
from exactnb.explain.solution.levels import STANDARD, Level

_MAX_DECISIONS = 40  # decisions that are proved by log-odds
_MAX_ODDS = 40  # characters of exact odds next to decimals


def default_quantities(problem: Problem, level: Level = STANDARD) -> tuple[QuantityName, ...]:
    """Return the quantities of `problem` when it asks for none by name: all of each model and query.

    Estimates are included up to the number that the `level` allows, or if there is no query.
    """
    names: list[QuantityName] = []
    for prediction in problem.predictions.values():
        model = prediction.model
        estimates = list(all_estimates(model, level.estimates))
        if len(estimates) <= level.estimates or not problem.query:
            names += estimates
            names += (array for block in model.blocks for array in block.arrays())
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
        ways = quantities.ancestors(
            *(n for n in quantities.targets if not n.head.startswith("accuracy"))
        )
        names += logarithm_names((name for name in ways if name.role is Role.JOINT), problem.log)
    decisions = [n for n in quantities if n.head == "argmax"]
    if len(decisions) <= _MAX_DECISIONS:
        odds = [n for n in (deciding_odds(quantities, d) for d in decisions) if n is not None]
        ratios = (n.with_head("odds") for n in odds)
        names += filter(partial(_is_short, quantities), ratios) if problem.in_decimals else odds
    empty = [n for n in quantities if n.head == "region" and quantities.value(n) == NOWHERE]
    for boundary in (name.with_head("boundary") for name in empty):
        if (
            quantities.with_targets([boundary]).value(boundary) == EVERYWHERE
        ):  # neither is likelier anywhere
            names.append(boundary)
    if problem.chain_rule:
        from exactnb.explain.solution.chain_rule import chain_rule_names

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


def all_estimates(model: Model, room: int) -> Iterable[QuantityName]:
    """Yield the estimates of `model`, at most one more than `room`: that one says they exceed it."""
    labels = model.class_items()
    shares = (model.names.within((item,), label) for item in model.parameters() for label in labels)
    numbers = chain.from_iterable(parameters(model))
    return islice(chain(map(model.names.prior, labels), shares, numbers), room + 1)
