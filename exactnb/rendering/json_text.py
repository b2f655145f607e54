"""Print a verified derivation as JSON: every line, and of a solution every quantity."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise
from typing import Any

from exactnb.arithmetic import matrices, roots
from exactnb.arithmetic.closed_form import ClosedForm
from exactnb.arithmetic.germ import Germ
from exactnb.arithmetic.power_product import PowerProduct
from exactnb.arithmetic.rounding import Rounding, fits, rounded
from exactnb.arithmetic.values import Infinite, Undefined, compare, is_rational, limit
from exactnb.data.escaping import safe_json
from exactnb.derivation import Chain, Derivation, Line, Remark, Step, Verdict, Verified
from exactnb.errors import Unsupported
from exactnb.expression.evaluate import Decision, Value
from exactnb.expression.nodes import ArgMax, references
from exactnb.expression.reasons import Rule
from exactnb.expression.spell import spell
from exactnb.expression.written import written
from exactnb.model.quantities import Quantities, Quantity
from exactnb.naming.names import QuantityName
from exactnb.rendering.common import required, said_labels

__all__ = ["SCHEMA", "render_json"]

SCHEMA = "exactnb.solution/1"
THEOREM_SCHEMA = "exactnb.derivation/1"
_DIGITS = Rounding(figures=20)


def render_json(verified: Verified) -> str:
    """Return a verified derivation as JSON text that ends with a newline.

    Raises TypeError for anything that `verify` has not accepted.
    """
    derivation, quantities = required(verified).derivation, verified.quantities
    if not derivation.models:
        of_theorems: dict[str, Any] = {
            "schema": THEOREM_SCHEMA,
            "title": derivation.title,
            "source": derivation.source,
            "derivation": _steps(derivation),
        }
        return safe_json(of_theorems)
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "title": derivation.title,
        "source": derivation.source,
        "models": {
            name: {"families": dict(families), "conventions": dict(conventions)}
            for name, families, conventions, _ in derivation.models
        },
        "quantities": {str(name): _quantity(quantities, quantities[name]) for name in quantities},
        "decisions": {
            str(name): _decision(quantities, name) for name in quantities if name.head == "argmax"
        },
        "derivation": _steps(derivation),
    }
    return safe_json(document)


def _quantity(quantities: Quantities, quantity: Quantity) -> dict[str, Any]:
    value = quantities.value(quantity.name)
    out = _value(value)
    if quantity.reason.rule is not Rule.COUNT:
        if not isinstance(quantity.formula, ArgMax):
            out["as_counted"] = spell(quantities.as_counted(quantity.name))
        if out["kind"] == "rational":
            out["decimal"] = out.pop("decimal")  # behind as_counted, as a reader expects it
        out["formula"] = spell(quantity.formula)
    out["reason"] = quantity.reason.words or quantity.reason.rule.accepted
    if isinstance(quantity.formula, ArgMax):
        out["reason"] = _order(quantities, quantity.formula)
    if isinstance(value, Undefined):
        out["culprits"] = [str(name) for name in quantities.culprits(quantity.name)]
    out["uses"] = [str(name) for name in quantity.uses]
    return out


def _value(value: Value) -> dict[str, Any]:
    if isinstance(value, Germ):
        return _value(limit(value))
    match value:
        case bool():
            return {"kind": "boolean", "exact": value}
        case Fraction():
            exact = spell(written(value)) if fits(value) else None
            out = {"kind": "rational", "exact": exact, "decimal": _decimal(value)}
            return out if exact is not None else out | {"factored": spell(written(value))}
        case PowerProduct() | ClosedForm() if is_rational(value):
            factored = spell(written(value))
            return {"kind": "rational", "exact": None, "factored": factored, "decimal": _decimal(value)}
        case Decision(labels):
            one = len(labels) == 1
            return {"kind": "label" if one else "labels", "exact": labels[0] if one else list(labels)}
        case roots.Points(parts, kind) if kind != "points":
            listed = [_value(part) for part in parts]
            ends = _each("exact", listed) | _each("decimal", listed)
            pairs = {key: list(zip(of[::2], of[1::2], strict=True)) for key, of in ends.items()}
            return {"kind": "intervals"} | pairs | {"closed": _closed(kind)}
        case matrices.Vector(parts) | roots.Points(parts):
            listed = [_value(part) for part in parts]
            return {"kind": "vector"} | _each("exact", listed) | _each("decimal", listed)
        case matrices.Matrix(rows):
            table = [[_value(part) for part in row] for row in rows]
            entries: list[list[Any]] = [[entry["exact"] for entry in row] for row in table]
            decimal = [[entry["decimal"] for entry in row] for row in table]
            return {"kind": "matrix", "exact": entries, "decimal": decimal}
        case roots.Everywhere():
            return {"kind": "everywhere", "exact": "everywhere"}
        case roots.Equation():
            return {"kind": "equation", "exact": spell(written(value))}
        case Undefined():
            return {"kind": "undefined", "exact": None}
        case Infinite(sign):
            return {"kind": "infinite", "exact": "infinity" if sign > 0 else "-infinity"}
        case _:
            return {"kind": "closed", "exact": spell(written(value)), "decimal": _decimal(value)}


def _closed(kind: str) -> bool | list[list[bool]]:
    """Return whether the first left end belongs to its interval; of other kinds, of every end."""
    if kind in ("open", "closed"):
        return kind == "closed"
    return [[left == "[", right == "]"] for left, right in zip(kind[::2], kind[1::2], strict=True)]


def _each(key: str, values: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what each of several values has under a key, as a list under it."""
    return {key: [value.get(key) for value in values]}


def _decimal(value: Any) -> str | None:
    """Return twenty digits; None for a number so far from 1 that they cannot be reached."""
    try:
        return str(rounded(value, _DIGITS).shortest())
    except Unsupported:
        return None


def _order(quantities: Quantities, formula: ArgMax) -> str:
    """Return the scores from the largest down, with the relation between each two."""
    scores = [quantities.value(name) for name in references(formula)]
    if any(isinstance(score, Undefined | Decision) for score in scores):
        return "a joint is undefined"
    if any(isinstance(score, Germ) for score in scores):
        return "for every λ that is small enough"
    ordered = sorted(scores, key=cmp_to_key(compare), reverse=True)  # type: ignore[arg-type]
    text = spell(written(ordered[0])) if ordered else ""
    for before, score in pairwise(ordered):
        relation = "=" if compare(before, score) == 0 else ">"  # type: ignore[arg-type]
        text += f" {relation} {spell(written(score))}"
    return text


def _decision(quantities: Quantities, name: QuantityName) -> dict[str, Any]:
    value = quantities.value(name)
    labels = list(value.labels) if isinstance(value, Decision) else []
    status = {0: "undefined", 1: "decided"}.get(len(labels), "tie")
    return {"value": labels, "status": status, "certificate": "exact"}


def _steps(derivation: Derivation) -> list[dict[str, Any]]:
    out = []
    for step in derivation.steps:
        chains = list(step.chains())
        if step.theorem:  # what is assumed stands in its sentences
            chains = [Chain(lines) for lines in _lines_of(step)]
        lines = [
            {
                "left": spell(line.left),
                "relation": line.relation,
                "right": spell(line.right),
                "reason": line.reason.words,
                "accepted": line.reason.rule.accepted,
            }
            for chain in chains
            for line in _distinct(chain)
        ]
        remarks = [_remark(block) for block in step.blocks if isinstance(block, Remark)]
        model = f" ({name})" if (name := derivation.model_of(step)) else ""
        title = step.title + step.joint + ", ".join(item.spell() for item in step.about) + model
        entry: dict[str, Any] = {"title": title, "lines": lines}
        out.append(entry | ({"remarks": remarks} if remarks else {}))
    return out


def _lines_of(step: Step) -> Iterator[tuple[Line, ...]]:
    for block in step.blocks:
        if isinstance(block, Chain):
            yield block.lines
        elif isinstance(block, Remark):
            yield from ((part,) for part in block.parts if isinstance(part, Line))


def _distinct(chain: Chain) -> list[Line]:
    """Return the lines of a chain, those that are spelled like the one before left out."""
    lines = list(chain.lines[:1])
    lines += [b for a, b in pairwise(chain.lines) if spell(a.right) != spell(b.right)]
    return lines


def _remark(remark: Remark) -> str:
    out = ""
    for part in remark.parts:
        match part:
            case str():
                out += part
            case Line(left, relation, right):
                out += f"{spell(left)} {relation} {spell(right)}"
            case Verdict(decision, labels):
                out += f"{', '.join(i.spell() for i in decision.left)} is {said_labels(labels)}"
    return out
