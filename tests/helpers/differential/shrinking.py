"""The smallest problem that still shows a difference: less is tried as long as it stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from fractions import Fraction

from differential.spec import Ask, Model, Rule, Spec

__all__ = ["shrunk"]


def shrunk(spec: Spec, differs: Callable[[Spec], bool]) -> Spec:
    """Return a smaller problem that differs too, smaller in nothing that was tried."""
    again = True
    while again:
        again = False
        for less in smaller(spec):
            if differs(less):
                spec, again = less, True
                break
    return spec


def smaller(spec: Spec) -> Iterator[Spec]:
    """Yield problems with one thing less: questions, models, queries, rows, columns, conventions."""
    for at in range(len(spec.asks)):
        if len(spec.asks) > 1:
            yield replace(spec, asks=spec.asks[:at] + spec.asks[at + 1 :])
    for name in spec.models:
        used = {ask.model for ask in spec.asks}
        if name and name not in used:
            yield replace(spec, models={n: m for n, m in spec.models.items() if n != name})
    for name in spec.models:
        if name and len(spec.asks) == 1 and spec.asks[0].model == name:
            yield replace(spec, models={"": spec.models[name]}, asks=(replace(spec.asks[0], model=""),))
    for identity in spec.queries:
        if not any(("query", identity) in (*ask.of, *ask.given) for ask in spec.asks):
            yield replace(spec, queries={n: q for n, q in spec.queries.items() if n != identity})
    for at in range(len(spec.rows)):
        yield replace(spec, rows=spec.rows[:at] + spec.rows[at + 1 :])
    yield from _without_columns(spec)
    for ask in spec.asks if len(spec.asks) == 1 else ():
        yield from (replace(spec, asks=(less,)) for less in _asking_less(ask))
    for name, model in spec.models.items():
        for simpler in _plainer(model):
            yield replace(spec, models={**spec.models, name: simpler})
    for at, row in enumerate(spec.rows):
        for less in _shorter(row):
            yield replace(spec, rows=(*spec.rows[:at], less, *spec.rows[at + 1 :]))
    for identity, cells in spec.queries.items():
        for column in cells:
            rest = {c: v for c, v in cells.items() if c != column}
            yield replace(spec, queries={**spec.queries, identity: rest})


def _shorter(row):
    if row.weight != 1:
        yield replace(row, weight=Fraction(1))
    for at in range(len(row.words or ())):
        yield replace(row, words=row.words[:at] + row.words[at + 1 :])


def _asking_less(ask: Ask) -> Iterator[Ask]:
    if ask.wraps:
        yield replace(ask, wraps=())
    for at in range(len(ask.given)):
        yield replace(ask, given=ask.given[:at] + ask.given[at + 1 :])
    for at in range(len(ask.of) if len(ask.of) > 1 else 0):
        yield replace(ask, of=ask.of[:at] + ask.of[at + 1 :])


def _without_columns(spec: Spec) -> Iterator[Spec]:
    asked = {item[1] for ask in spec.asks for item in (*ask.of, *ask.given) if item[0] != "class"}
    for column in spec.columns:
        name = column.name
        if (
            name in asked
            or name in spec.exposure.values()
            or (len(spec.columns) == 1 and not spec.is_text)
        ):
            continue
        rest = lambda cells, n=name: {c: v for c, v in cells.items() if c != n}  # noqa: E731
        models = {
            n: replace(m, families=rest(m.families), smoothings=rest(m.smoothings))
            for n, m in spec.models.items()
        }
        yield replace(
            spec, columns=tuple(c for c in spec.columns if c.name != name), models=models,
            rows=tuple(replace(row, cells=rest(row.cells)) for row in spec.rows),
            queries={i: rest(q) for i, q in spec.queries.items()}, exposure=rest(spec.exposure),
        )  # fmt: skip


def _plainer(model: Model) -> Iterator[Model]:
    usual = Model({})
    for key in fields(Model):
        if key.name != "families" and getattr(model, key.name) != getattr(usual, key.name):
            yield replace(model, **{key.name: getattr(usual, key.name)})
    if model.smoothing.places is not None:
        yield replace(model, smoothing=Rule("bare", Fraction(1)))
