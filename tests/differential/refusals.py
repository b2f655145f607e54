"""Which problems and questions have to be refused, and why."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from differential.answers import answer

from differential.measures import Measures, determinant
from differential.spec import Ask, Model, Spec

__all__ = ["is_refused", "reasons"]


def reasons(spec: Spec) -> list[str]:
    """Return why a whole problem cannot be solved."""
    return [why for model in spec.models.values() for why in _of_model(spec, model)]


def _of_model(spec: Spec, model: Model) -> list[str]:
    found = []
    if spec.form != "parameters" and model.prior == "mle":
        for k in spec.classes:
            if not any(row.label == k and row.weight for row in spec.rows):
                found.append(f"class {k!r} has no rows")
    data = Measures(spec, model)
    if model.divisor == "N-1":
        for column, family in model.families.items():
            if family in ("gaussian", "spherical", "qda"):
                sizes = [data.shown(column, k) for k in spec.classes]
                found += ["weights add up to less than 1"] * any(0 < n < 1 for n in sizes)
    joint = data.joint()
    for k in spec.classes if joint and model.families[joint[0]] != "spherical" else ():
        if spec.form == "table" and not data.shown(joint[0], k):
            continue
        matrix = [[data.covariance(a, b, k) for b in joint] for a in joint]
        numbers = all(isinstance(entry, Fraction) for row in matrix for entry in row)
        if not numbers or determinant(matrix) <= 0:  # type: ignore[arg-type]
            found.append(f"the covariance of class {k!r} is singular")
    return found


def is_refused(spec: Spec, ask: Ask) -> bool:
    """Say whether a single question has no answer in closed form: e to an irrational power."""
    if "exp" in ask.wraps:
        inside = answer(spec, replace(ask, wraps=ask.wraps[: ask.wraps.index("exp")]))
        return not isinstance(inside, Fraction | str)
    return False


