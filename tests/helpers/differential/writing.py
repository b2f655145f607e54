"""A random problem as the text of a TOML file, in the words of a user."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from differential.estimates import TINY
from differential.spec import Model, Spec, quoted, said

__all__ = ["written"]


def written(spec: Spec) -> str:
    """Return the problem file."""
    lines = ["[data]", *_data(spec)]
    for identity, model in spec.models.items():
        base = spec.models[""]
        lines += ["", "[model]" if not identity else f"[models.{identity}]", *_model(spec, model, base)]
    lines += ["", "[query]"]
    for identity, cells in spec.queries.items():
        if spec.is_text and set(cells) == {"text"}:
            lines.append(f"{quoted(identity)} = {quoted(cells['text'])}")
        else:
            inside = ", ".join(f"{quoted(c)} = {quoted(v)}" for c, v in cells.items())
            lines.append(f"{quoted(identity)} = {{ {inside} }}")
    return "\n".join(lines) + "\n"


def _data(spec: Spec) -> Iterator[str]:
    if spec.form == "table":
        yield f"class = {quoted(spec.variable)}"
    yield f"classes = [{', '.join(map(quoted, spec.classes))}]"
    values = {c.name: c.values for c in spec.columns if c.kind == "nominal"}
    if values and spec.form == "table":
        inside = (f"{quoted(c)} = [{', '.join(map(quoted, v))}]" for c, v in values.items())
        yield f"values = {{ {', '.join(inside)} }}"
    if spec.is_text and spec.vocabulary is not None and spec.form == "table":
        yield f"vocabulary = [{', '.join(map(quoted, spec.vocabulary))}]"
    if spec.exposure:
        inside = (f"{quoted(c)} = {_time(t)}" for c, t in spec.exposure.items())
        yield f"exposure = {{ {', '.join(inside)} }}"
    if spec.form == "table" and any(row.weight != 1 for row in spec.rows):
        yield 'weight = "weight"'
    yield f"{spec.form} = '''"
    header, rows = {"table": _table, "counts": _counts, "parameters": _parameters}[spec.form](spec)
    for cells in (header, *rows):
        yield spec.separator.join(_cell(cell, spec.separator) for cell in cells)
    yield "'''"


def _time(exposure: str) -> str:
    return exposure if exposure[0].isdigit() else quoted(exposure)


def _cell(text: str, separator: str) -> str:
    if separator == " " and '"' not in text:
        return f'"{text}"' if " " in text else text
    if separator == "," and ("," in text or text != text.strip()):
        return '"' + text.replace('"', '""') + '"'
    return text


def _table(spec: Spec) -> tuple[list[str], list[list[str]]]:
    weighted = any(row.weight != 1 for row in spec.rows)
    named = any(row.identity for row in spec.rows)
    header = [*(["id"] if named else []), *(c.name for c in spec.columns)]
    header += [*(["weight"] if weighted else []), spec.variable, *(["text"] if spec.is_text else [])]
    rows = []
    for row in spec.rows:
        cells = [
            *([row.identity] if named else []),
            *(row.cells.get(c.name, "?") for c in spec.columns),
        ]
        cells += [*([str(row.weight)] if weighted else []), row.label]
        if spec.is_text:
            cells.append(" ".join(row.words or ()))
        rows.append(cells)
    return header, rows


def _counts(spec: Spec) -> tuple[list[str], list[list[str]]]:
    """Return what was counted of the rows, one count in a row of its own."""

    def total(of: object) -> list[str]:
        found = []
        for k in spec.classes:
            found.append(
                sum((row.weight * of(row) for row in spec.rows if row.label == k), Fraction(0))
            )
        return list(map(str, found))

    rows = [["total", *total(lambda row: 1)]]
    for column in spec.columns:
        name = column.name
        if column.kind == "binary":
            rows.append([name, *total(lambda row, n=name: row.cells[n] == "1")])
        elif column.is_discrete:
            for v in column.values:
                named = "=".join(f'"{part}"' if " " in part else part for part in (name, v))
                rows.append([named, *total(lambda row, n=name, v=v: row.cells[n] == v)])
        else:
            rows.append([f"sum({name})", *total(lambda row, n=name: Fraction(row.cells[n]))])
            if column.kind == "real":
                rows.append(
                    [f"squares({name})", *total(lambda row, n=name: Fraction(row.cells[n]) ** 2)]
                )
    if spec.is_text:
        bernoulli = next(iter(spec.models.values())).families["text"] == "bernoulli"
        for word in spec.vocabulary or ():
            rows.append(
                [word, *total(lambda row, w=word: (min if bernoulli else max)(row.words.count(w), 1)
                              if bernoulli else row.words.count(w))]
            )  # fmt: skip
    return [spec.variable, *spec.classes], rows


def _parameters(spec: Spec) -> tuple[list[str], list[list[str]]]:
    names = dict.fromkeys(row for row, _ in spec.given)  # in their order, each once
    rows = [[name, *(spec.given[name, k] for k in spec.classes)] for name in names]
    return [spec.variable, *spec.classes], rows


def _family(model: Model, family: str) -> str:
    if family != "negative-binomial":
        return quoted(family)
    return f"{{ negative-binomial = {{ r = {model.waited} }} }}"


def _model(spec: Spec, model: Model, base: Model) -> Iterator[str]:
    preset = model.conventions or base.conventions  # every key beside it wins
    if preset:
        yield f"conventions = {quoted(preset)}"
    text = model.families.get("text")
    if text:
        yield f"family = {quoted(text)}"
    own = {c: f for c, f in model.families.items() if c != "text"}
    if own:
        yield (
            "families = { "
            + ", ".join(f"{quoted(c)} = {_family(model, f)}" for c, f in own.items())
            + " }"
        )
    if isinstance(model.prior, str):
        if spec.form != "parameters":
            yield f"prior = {quoted(model.prior)}"
    else:
        yield (
            "prior = { " + ", ".join(f"{quoted(k)} = {said(p)}" for k, p in model.prior.items()) + " }"
        )
    if spec.form != "parameters":
        yield f"smoothing = {model.smoothing.text()}"
        if preset or model.smoothings or base.smoothings:
            inside = ", ".join(f"{quoted(c)} = {r.text()}" for c, r in model.smoothings.items())
            yield f"smoothings = {{ {inside} }}"
        if model.prior_smoothing:
            yield f"prior_smoothing = {model.prior_smoothing.text()}"
    for key, usual in (
        ("unseen", "error"), ("absent", "count"), ("divisor", "N"), ("share", "none"),
        ("covariance", "pooled"), ("tie", "report"),
    ):  # fmt: skip
        if preset or usual != getattr(model, key) or usual != getattr(base, key):
            yield f"{key} = {quoted(getattr(model, key))}"
    if preset or model.coefficient or base.coefficient:
        yield f"coefficient = {str(model.coefficient).lower()}"
    if preset:
        yield 'missing_cells = "skip"'
    if preset or model.epsilon or base.epsilon:
        yield "epsilon = " + ('"0+"' if model.epsilon == TINY else said(model.epsilon))
