"""Rules of smoothing, written as a person writes them: (2 + 1)/(4 + 2).

A rule gives one template for all estimates, with roles such as `hits` and `trials` in it; an
estimate is the template with its own expressions in these roles, the rule in words the same
template with phrases.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from exactnb.core.conventions.rules import Add, Clip, Frequency, Limit, MEstimate, Smoothing
from exactnb.core.expression.nodes import Clip as Clipped
from exactnb.core.expression.nodes import Expression, Integer, Lambda, Product, Quotient, Sum
from exactnb.core.expression.written import literal
from exactnb.core.record import frozen

ROLES = ("hits", "trials", "cells", "pseudocount", "total", "default")
"""What a template is filled with: c, n, m, λ of the value, Σλ, p of the value."""


@frozen(slots=True)
class EstimateInputs:
    """What an estimate rests on: how often a value was seen, out of how often it could have been.

    `values` are all values and `value` the one that is estimated; `seen` says how many of them the
    class shows, `label` which class it is ("" for the prior).
    """

    hits: Expression
    trials: Expression
    values: tuple[str, ...]
    value: str
    label: str
    seen: int


def roles(rule: Smoothing, inputs: EstimateInputs) -> dict[str, Expression]:
    """Return what the roles of a rule's template stand for in one estimate."""
    found: dict[str, Expression] = {"hits": inputs.hits, "trials": inputs.trials}
    match rule:
        case Add(added, cells):
            if cells is None or isinstance(cells, str):
                number = {
                    "class": inputs.seen,
                    "slot": len(inputs.values) + 1,
                    None: len(inputs.values),
                }
                found["cells"] = Integer(number[cells])
            if added is not None and added.single is None:
                found["pseudocount"] = literal(added.of(inputs.value, inputs.label))
                found["total"] = literal(added.total(inputs.values, inputs.label))
        case MEstimate(_, default):
            found["cells"] = Integer(len(inputs.values))
            if default is not None and default.single is None:
                found["default"] = literal(default.of(inputs.value, inputs.label))
        case Frequency() | Limit():
            found["cells"] = Integer(len(inputs.values))
    return found


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
    hits, trials = parts["hits"], parts["trials"]
    match rule:
        case Add(None):
            return Quotient(Sum((hits, _over(1, parts["cells"]))), Sum((trials, Integer(1))))
        case Add(added, cells) if added is not None:
            number = added.single
            if number == 0:
                return Quotient(hits, trials)
            if number is None:
                return Quotient(Sum((hits, parts["pseudocount"])), Sum((trials, parts["total"])))
            size = literal(cells) if isinstance(cells, Fraction) else parts["cells"]
            below = size if number == 1 else Product((size, literal(number)))
            return Quotient(Sum((hits, literal(number))), Sum((trials, below)))
        case MEstimate(weight, default):
            if weight == 0:
                return Quotient(hits, trials)
            if default is None:
                share: Expression = _over(1, parts["cells"])
            else:
                single = default.single
                share = parts["default"] if single is None else literal(single)
            weighted = share if weight == 1 else Product((literal(weight), share))
            return Quotient(Sum((hits, weighted)), Sum((trials, literal(weight))))
        case Frequency(added):
            extra = Product((parts["cells"], literal(added)))
            above = Sum((Quotient(hits, trials), literal(added)))
            return Quotient(above, Sum((Integer(1), extra)))
        case Clip(floor):
            return Clipped(Quotient(hits, trials), literal(floor))
        case Limit():
            extra = Product((parts["cells"], Lambda()))
            return Quotient(Sum((hits, Lambda())), Sum((trials, extra)))
    raise TypeError(f"no template for {rule!r}")


def estimate(rule: Smoothing, inputs: EstimateInputs) -> Expression:
    """Return the estimate of one value: the rule's template, filled."""
    return template(rule, roles(rule, inputs))


def _over(above: int, below: Expression) -> Expression:
    return Quotient(Integer(above), below)
