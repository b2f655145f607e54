"""Problems made of other problems: what is doubled, renamed, merged, measured in other units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from differential.spec import Ask, Column, Item, Model, Rule, Spec

__all__ = ["constant", "doubled", "merged", "renamed", "scaled", "weighted"]


def doubled(spec: Spec) -> Spec:
    """Return the problem with every row twice, the second time without a name."""
    return replace(spec, rows=(*spec.rows, *(replace(row, identity="") for row in spec.rows)))


def weighted(spec: Spec, by: Fraction) -> Spec:
    """Return the problem with all weights multiplied."""
    return replace(spec, rows=tuple(replace(row, weight=row.weight * by) for row in spec.rows))


def constant(spec: Spec, family: str, cell: str) -> Spec:
    """Return the problem with a further column that is the same in all rows and queries.

    Nothing is added to its counts, which would tell classes of different sizes apart; a variance gets
    one, as there is none in what never varies.
    """
    name = "always"
    kind = {"categorical": "nominal", "bernoulli": "binary"}.get(family, "real")
    values = {"nominal": (cell,), "binary": ("0", "1")}.get(kind, ())
    return replace(
        spec,
        columns=(*spec.columns, Column(name, kind, values)),
        rows=tuple(replace(row, cells={**row.cells, name: cell}) for row in spec.rows),
        queries={identity: {**cells, name: cell} for identity, cells in spec.queries.items()},
        models={
            n: replace(
                m,
                families={**m.families, name: family},
                smoothings={**m.smoothings, name: Rule("bare")} if values else m.smoothings,
                epsilon=Fraction(family == "gaussian"),
            )
            for n, m in spec.models.items()
        },
    )


def scaled(spec: Spec, by: Fraction, shift: Fraction) -> Spec:
    """Return the problem with all its columns of real numbers in other units."""
    real = {column.name for column in spec.columns if column.kind in ("real", "joint")}

    def moved(cells: Mapping[str, str]) -> dict[str, str]:
        return {c: str(Fraction(v) * by + shift) if c in real else v for c, v in cells.items()}

    return replace(
        spec,
        rows=tuple(replace(row, cells=moved(row.cells)) for row in spec.rows),
        queries={identity: moved(cells) for identity, cells in spec.queries.items()},
    )


def merged(spec: Spec, column: str, kept: str, gone: str) -> Spec:
    """Return the problem with two values of a column taken for one; each brought its own λ."""
    values = {c.name: tuple(v for v in c.values if (c.name, v) != (column, gone)) for c in spec.columns}

    def told(cells: Mapping[str, str]) -> dict[str, str]:
        return {c: kept if (c, v) == (column, gone) else v for c, v in cells.items()}

    def both(model: Model) -> Model:
        rule = model.smoothings.get(column, model.smoothing)
        places = {"*": rule.amount, kept: 2 * rule.amount}
        return replace(model, smoothings={**model.smoothings, column: Rule("add", places=places)})

    return replace(
        spec,
        columns=tuple(replace(c, values=values[c.name]) for c in spec.columns),
        rows=tuple(replace(row, cells=told(row.cells)) for row in spec.rows),
        queries={identity: told(cells) for identity, cells in spec.queries.items()},
        models={name: both(model) for name, model in spec.models.items()},
    )


def renamed(spec: Spec, name: Mapping[str, str]) -> Spec:
    """Return the problem with other names for classes, columns, values and words, rules included."""

    def of(text: str) -> str:
        return name.get(text, text)

    def cells(found: Mapping[str, str]) -> dict[str, str]:
        return {of(c): " ".join(map(of, v.split())) if c == "text" else of(v) for c, v in found.items()}

    def item(found: Item) -> Item:
        return found if found[0] in ("query", "row") else (found[0], *map(of, found[1:]))

    def rule(found: Rule | None) -> Rule | None:
        if found is None or found.places is None:
            return found
        moved = {"|".join(map(of, place.split("|"))): n for place, n in found.places.items()}
        return replace(found, places=moved)

    def model(found: Model) -> Model:
        prior = found.prior
        return replace(
            found,
            families={of(c): family for c, family in found.families.items()},
            prior=prior if isinstance(prior, str) else {of(k): p for k, p in prior.items()},
            smoothing=rule(found.smoothing),
            smoothings={of(c): rule(r) for c, r in found.smoothings.items()},
            prior_smoothing=rule(found.prior_smoothing),
        )

    def ask(found: Ask) -> Ask:
        return replace(
            found,
            of=tuple(map(item, found.of)),
            given=tuple(map(item, found.given)),
            pair=tuple(map(of, found.pair)),
        )

    return replace(
        spec,
        classes=tuple(map(of, spec.classes)),
        columns=tuple(
            replace(c, name=of(c.name), values=tuple(map(of, c.values))) for c in spec.columns
        ),
        rows=tuple(
            replace(
                row,
                label=of(row.label),
                cells=cells(row.cells),
                words=None if row.words is None else tuple(map(of, row.words)),
            )
            for row in spec.rows
        ),
        models={n: model(m) for n, m in spec.models.items()},
        queries={identity: cells(found) for identity, found in spec.queries.items()},
        asks=tuple(map(ask, spec.asks)),
        vocabulary=spec.vocabulary and tuple(map(of, spec.vocabulary)),
        exposure={of(c): of(time) for c, time in spec.exposure.items()},
    )
