"""Which theorem is behind an estimate, and theorems at the end of a solution."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from exactnb.conventions import Add, MEstimate, Smoothing
from exactnb.derivation.lines import Remark, Step
from exactnb.derivation.theorem import Theorem
from exactnb.expression.names import QuantityName
from exactnb.families.numbers import Estimate, shape_of

__all__ = ["appended", "rule_name", "theorem_behind", "theorem_of_number", "why"]


def rule_name(rule: Smoothing) -> str:
    """Return what kind of estimate a rule makes: "mle", "map", or "" for any other.

    >>> from exactnb.conventions import read_rule
    >>> [rule_name(read_rule(rule, "")) for rule in (0, 1, "laplace", "0+")]
    ['mle', 'map', 'map', '']
    """
    match rule:
        case Add(amount, None) if amount is not None:
            return "mle" if amount.single == 0 else "map"
        case Add(None, None) | MEstimate():
            return "map"
    return ""


def theorem_behind(family: str, rule: Smoothing) -> Theorem | None:
    """Return the theorem that explains the estimates of a family by a rule, if there is one."""
    from exactnb.derivation.theorems import theorem_of

    return theorem_of(family, rule_name(rule))


def theorem_of_number(family: str, name: QuantityName, estimate: Estimate) -> Theorem | None:
    """Return the theorem that explains how a parameter of numeric columns is estimated."""
    from exactnb.derivation.theorems import theorem_of

    return theorem_of(family, " ".join(filter(None, (name.head, shape_of(name), estimate.name))))


def why(theorem: Theorem) -> Remark:
    """Return the sentence that sends the reader to a theorem."""
    return Remark((f"Why this rule: see “{theorem.title}” below.",))


def appended(theorems: Mapping[str, Theorem]) -> list[Step]:
    """Return the steps of some theorems, under titles that say whose they are."""
    steps = []
    for theorem in theorems.values():
        for step in theorem.steps():
            inner = step.title[0].lower() + step.title[1:]
            steps.append(replace(step, title=f"{theorem.title}: {inner}"))
    return steps
