"""Where a number lies, by all that was assumed of it: an interval, or a set of whole numbers."""

from __future__ import annotations

from exactnb.core.expression import nodes
from exactnb.core.record import frozen
from exactnb.explain.proving.forms.patterns import Refused
from exactnb.explain.proving.scope.alphabet import INFINITE, INTERVALS
from exactnb.explain.proving.scope.comparing import depends
from exactnb.explain.proving.scope.reading import reader_for
from exactnb.explain.proving.scope.scope import Declared

_ZERO, _REALS = nodes.Integer(0), nodes.Domain("reals", ())


@frozen(slots=True)
class Support:
    """Where a number lies: between two ends of an integral, or in a `domain` of whole numbers."""

    ends: tuple[nodes.Expression, ...] = ()
    domain: nodes.Domain | None = None

    def adding(self, variable: nodes.Symbol, body: nodes.Expression) -> nodes.Expression:
        """Return the integral, or the sum, of `body` over all values of `variable`."""
        if self.domain is None:
            return nodes.Integral(variable, body, self.ends)
        return nodes.Series("sum", variable, self.domain, body)


def support_of(declared: Declared, variable: nodes.Symbol) -> Support:
    """Return where `variable` may lie, by all that `declared` assumes; Refused if it is no range."""
    lookup = declared.domain(variable)
    facts = [
        (fact, weak)
        for facts, weak in ((declared.positive, False), (declared.natural, True))
        for fact in facts
        if depends(declared, fact, variable)
    ]
    if lookup is not None and lookup[0] != _REALS:
        domain = lookup[0]
        if facts or domain.kind not in (*INTERVALS, "set", "whole", "through"):
            raise Refused("more is assumed of what varies than where it lies")
        if domain.kind in INTERVALS:
            return Support(domain.parts)
        return Support(domain=domain)
    lows = [_low(fact, variable) for fact, _ in facts]
    if lookup is None and _ZERO not in lows:
        raise Refused("where what varies lies was not said")
    known: list[nodes.Expression] = [low for low in lows if low is not None]
    if len(known) < len(lows):
        raise Refused("more is assumed of what varies than where it begins")
    forms = reader_for(declared, counts=False)
    for low in known:  # the greatest of its least values
        if all(forms.sign(low - other) in ("+", "0+") for other in known):
            return Support((low, INFINITE[0]))
    if known:
        raise Refused("where what varies begins is not known")
    return Support(INFINITE[::-1])


def _low(fact: nodes.Expression, variable: nodes.Symbol) -> nodes.Expression | None:
    """Return the least value that a fact allows: 0 of x, and m of x − m."""
    if fact == variable:
        return _ZERO
    match fact:
        case nodes.Sum((first, nodes.Negative(low))) if first == variable:
            return low
    return None
