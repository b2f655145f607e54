"""Integrals of powers and of exponential functions, from one number to another or without an end."""

from __future__ import annotations

from exactnb.explain.proving.alphabet import INFINITE
from exactnb.explain.proving.rational import Form
from exactnb.explain.proving.sought import Sought


def power_rule(of: Sought, log: Form) -> Form | None:
    """∫ x^c dx is m^(c+1)/(−c−1) from m > 0 on, for c < −1; ∫ exp(−bx) dx from m on is exp(−bm)/b.

    From m to M it is (exp(−bm) − exp(−bM))/b, for a b of either sign.
    """
    forms = of.reader.forms
    low, high = of.support.ends
    if low in INFINITE:
        return None
    start = of.reader.read(low)
    if high != INFINITE[0] and (between := _power_between(of, log, start, of.reader.read(high))):
        return between
    if high != INFINITE[0]:
        rate = -log.derivative(of.atom)
        rest, end = log + rate * of.x, of.reader.read(high)
        if not of.is_free(rate, rest) or of.sign(rate) not in ("+", "-"):
            return None
        return (forms.exponential(rest - rate * start) - forms.exponential(rest - rate * end)) / rate
    parts = of.split(log, of.x)
    if parts is not None and parts[0] != 0 and of.is_free(parts[1]):
        if of.sign(parts[0] + 1) == "-" and of.sign(start) == "+":
            return forms.exponential(parts[1]) * forms.power(start, parts[0] + 1) / -(parts[0] + 1)
        return None
    rate = -log.derivative(of.atom)
    rest = log + rate * of.x
    if start == 0 or not of.is_free(rate, rest) or of.sign(rate) != "+":
        return None
    return forms.exponential(rest - rate * start) / rate


def _power_between(of: Sought, log: Form, start: Form, end: Form) -> Form | None:
    """∫ x^c dx from m to M is (M^(c+1) − m^(c+1))/(c+1): for 0 < m < M, or m = 0 < c + 1, or c = 0."""
    forms, parts = of.reader.forms, of.split(log, of.x)
    if parts is None or not of.is_free(parts[1]):
        return None
    c, factor = parts[0], forms.exponential(parts[1])
    if c == 0:
        return factor * (end - start)
    if of.sign(end) != "+" or of.sign(c + 1) not in ("+", "-"):
        return None
    if start == 0:
        return factor * forms.power(end, c + 1) / (c + 1) if of.sign(c + 1) == "+" else None
    if of.sign(start) != "+":
        return None
    return factor * (forms.power(end, c + 1) - forms.power(start, c + 1)) / (c + 1)
