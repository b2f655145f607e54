"""Rules of smoothing, written as a person writes them: (2 + 1)/(4 + 2).

A rule gives one template for all estimates, with roles such as `hits` and `trials` in it; an
estimate is the template with its own expressions in these roles, the rule in words the same
template with phrases.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from exactnb.core.conventions.rules import Add, Clip, Frequency, Limit, MEstimate, Smoothing
from exactnb.core.expression.nodes import Clipped, Expression, Integer, Sum, Vanishing
from exactnb.core.expression.written import literal
from exactnb.core.record import frozen

ROLES = ("hits", "trials", "cells", "pseudocount", "total", "default")
"""What a template is filled with: c, n, m, λ of the value, Σλ, p of the value."""


@frozen(slots=True)
class EstimateInputs:
    """What an estimate rests on: how often a value was seen, out of how often it could have been.

    `values` are all values and `value` the one that is estimated; `observed_values` is how many of them
    occur in the class, and `label` names the class ("" for the prior).
    """

    hits: Expression
    trials: Expression
    values: tuple[str, ...]
    value: str
    label: str
    observed_values: int


def roles(rule: Smoothing, inputs: EstimateInputs) -> dict[str, Expression]:
    """Return the expression of each role in the template of `rule` for one estimate, of `inputs`."""
    expressions: dict[str, Expression] = {"hits": inputs.hits, "trials": inputs.trials}
    size = len(inputs.values)
    match rule:
        case Add(added, cells):
            if cells is None or isinstance(cells, str):
                sizes = {"class": inputs.observed_values, "slot": size + 1, None: size}
                expressions["cells"] = Integer(sizes[cells])
            if added is not None and added.single is None:
                expressions["pseudocount"] = literal(added.of(inputs.value, inputs.label))
                expressions["total"] = literal(added.total(inputs.values, inputs.label))
        case MEstimate(_, default):
            expressions["cells"] = Integer(size)
            if default is not None and default.single is None:
                expressions["default"] = literal(default.of(inputs.value, inputs.label))
        case Frequency() | Limit():
            expressions["cells"] = Integer(size)
    return expressions


def template(rule: Smoothing, parts: Mapping[str, Expression]) -> Expression:
    """Return a rule as an expression, with `parts` in its roles and nothing added that is zero.

    Source: D. Jurafsky and J. H. Martin, Speech and Language Processing (3rd ed. draft), ch. 4, for
    additive smoothing; T. Mitchell, Machine Learning (1997), section 6.9.1, for the m-estimate.

    >>> parts = {"hits": Integer(2), "trials": Integer(4), "cells": Integer(2)}
    >>> from exactnb.core.conventions.rules import read_rule
    >>> from exactnb.core.expression.spell import spell
    >>> [spell(template(read_rule(rule, ""), parts)) for rule in (0, 1, "1/2", {"m": 3})]
    ['2/4', '(2 + 1) / (4 + 2)', '(2 + 1/2) / (4 + 2 * 1/2)', '(2 + 3 * 1/2) / (4 + 3)']
    """
    hits, trials = parts["hits"], parts["trials"]  # which may be sums that stay together
    match rule:
        case Add(None):
            return Sum((hits, 1 / parts["cells"])) / Sum((trials, Integer(1)))
        case Add(added, cells) if added is not None:
            number = added.single
            if number == 0:
                return hits / trials
            if number is None:
                return Sum((hits, parts["pseudocount"])) / Sum((trials, parts["total"]))
            size = literal(cells) if isinstance(cells, Fraction) else parts["cells"]
            total = size if number == 1 else size * number
            return Sum((hits, literal(number))) / Sum((trials, total))
        case MEstimate(weight, default):
            if weight == 0:
                return hits / trials
            if default is None:
                share: Expression = 1 / parts["cells"]
            else:
                single = default.single
                share = parts["default"] if single is None else literal(single)
            weighted = share if weight == 1 else weight * share
            return Sum((hits, weighted)) / Sum((trials, literal(weight)))
        case Frequency(added):
            return (hits / trials + added) / (1 + parts["cells"] * added)
        case Clip(floor):
            return Clipped(hits / trials, literal(floor))
        case Limit():
            return Sum((hits, Vanishing())) / Sum((trials, parts["cells"] * Vanishing()))
    raise TypeError(f"no template for {rule!r}")


def estimate(rule: Smoothing, inputs: EstimateInputs) -> Expression:
    """Return the estimate of one value with the counts `inputs`: the rule's template, filled."""
    return template(rule, roles(rule, inputs))
