"""Which problems and questions have to be refused, and why."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from differential.answers import answer
from differential.estimates import TINY, added_to
from differential.measures import Measures, determinant
from differential.spec import Ask, Model, Spec

__all__ = ["is_refused", "reasons"]


def reasons(spec: Spec) -> list[str]:
    """Return why a whole problem cannot be solved."""
    return [why for model in spec.models.values() for why in _of_model(spec, model)]


def _of_model(spec: Spec, model: Model) -> list[str]:
    data = Measures(spec, model)
    found = [
        f"class {k!r} has no rows" for k in spec.classes if model.prior == "mle" and not _rows(spec, k)
    ]
    rules = (model.smoothing, *model.smoothings.values(), model.prior_smoothing)
    if model.epsilon == TINY and any(rule is not None and rule.kind == "0+" for rule in rules):
        found.append("ε and λ cannot both tend to 0")
    if model.divisor == "N-1":
        for column, family in model.families.items():
            if family in ("gaussian", "spherical", "qda"):
                sizes = [data.shown(column, k) for k in spec.classes]
                found += ["weights add up to less than 1"] * any(0 < n < 1 for n in sizes)
    if model.divisor == "N-K":
        for column, family in model.families.items():
            if family in ("gaussian", "spherical", "lda"):
                sizes = [n for k in spec.classes if (n := data.shown(column, k))]
                found += ["weights add up to less than the classes"] * (sum(sizes) < len(sizes))
    found += [f"no cells for {column!r}" for column in model.families if _has_no_cells(data, column)]
    found += [f"the unseen of {column!r}" for column in model.families if _outweighs(data, column)]
    joint = data.joint()
    for k in spec.classes if joint and model.families[joint[0]] != "spherical" else ():
        if spec.form == "table" and not data.shown(joint[0], k):
            continue
        matrix = [[data.covariance(a, b, k) for b in joint] for a in joint]
        numbers = all(isinstance(entry, Fraction) for row in matrix for entry in row)
        if not numbers or determinant(matrix) <= 0:
            found.append(f"the covariance of class {k!r} is singular")
    return found


def _rows(spec: Spec, label: str) -> bool:
    given = spec.form == "parameters"
    return given or any(row.label == label and row.weight for row in spec.rows)


def _has_no_cells(data: Measures, column: str) -> bool:
    """Say whether a rule adds to the values that a class shows, and one shows none."""
    family, classes = data.model.families[column], data.spec.classes
    rule = data.model.smoothing if column == "text" else data.rule(column)
    if rule.cells != "class" or data.spec.form == "parameters":
        return False
    if family in ("categorical", "bernoulli"):
        counts = data.size if column == "text" else lambda k: data.shown(column, k)
    elif family in ("multinomial", "dirichlet-multinomial"):
        counts = (
            data.tokens if column == "text" else lambda k: sum(data.moment(c, k) for c in data.bag())
        )
    else:
        return False
    return not all(counts(k) for k in classes)


def _outweighs(data: Measures, column: str) -> bool:
    """Say whether what was never seen could have a probability of more than 1."""
    family, spec = data.model.families[column], data.spec
    if spec.form == "parameters" or data.model.unseen != "zero":
        return False
    rule = data.model.smoothing if column == "text" else data.rule(column)
    values: tuple[str, ...]
    if family in ("categorical", "bernoulli"):
        if column == "text":
            return False  # a word is there or not
        values = next(c.values for c in spec.columns if c.name == column)
        shown = {k: data.shown(column, k) for k in spec.classes}
    elif family in ("multinomial", "dirichlet-multinomial"):
        values = tuple((spec.vocabulary or ()) if column == "text" else data.bag())
        shown = {k: data.tokens(k) for k in spec.classes}
        if column != "text":
            shown = {k: sum(data.moment(c, k) for c in values) for k in spec.classes}
    else:
        return False
    if rule.kind not in ("bare", "add", "dirichlet"):
        return False
    for k in spec.classes:
        amounts = [added_to(rule, v, k, len(values)) for v in (*values, "never seen")]
        if amounts[-1] > shown[k] + sum(amounts[:-1]):
            return True
    return False


def is_refused(spec: Spec, ask: Ask) -> bool:
    """Say whether a question has no sense, or no closed form: e to an irrational power."""
    if ask.form == "bad":
        return True
    if "exp" in ask.wraps:
        inside = answer(spec, replace(ask, wraps=ask.wraps[: ask.wraps.index("exp")]))
        return not isinstance(inside, Fraction | str)
    return False
