"""Random problems over all families, kinds of data, rules of smoothing and conventions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

from differential.given import draw_given
from differential.rules import draw_rule
from differential.spec import Column, Model, Row, Rule, Spec

__all__ = ["draw"]

WORDS = ("jam", "rye", "oat", "fig", "bun")
COLUMNS = ("sky", "wind", "sea level", "hue", "tone", "ebb")
VALUES = ("red", "blue", "dim", "dark red", "low", "high")
CLASSES = (("yes", "no"), ("A", "B", "C"), ("+", "-"), ("0", "1"), ("A", "B"), ("only",), ("s", "t", "u", "v"))
NUMBERS = {
    "real": ("0", "1", "2", "3", "-1", "5/2", "0.5", "7", "1e-1", "1/3"),
    "positive": ("0", "1", "2", "1/2", "0.3", "4"),
    "whole": ("0", "1", "2", "3", "4"),
    "counting": ("1", "2", "3", "5"),
    "exposure": ("1", "2", "1/2", "3"),
    "binary": ("0", "1"),
}
FAMILIES = {
    "nominal": ("categorical",), "binary": ("bernoulli", "bernoulli", "categorical"),
    "real": ("gaussian",), "positive": ("exponential", "gaussian"),
    "whole": ("poisson", "geometric0", "gaussian"), "counting": ("geometric", "poisson"),
    "bag": ("multinomial",),
}  # fmt: skip
SHAPES = ("discrete", "discrete", "text", "text", "mixed text", "bag", "numbers", "numbers", "joint")


def draw(seed: int) -> Spec:
    """Return the random problem of a seed, without questions."""
    random = Random(f"differential {seed}")
    shape = random.choice(SHAPES)
    classes = random.choice(CLASSES)
    columns, exposure = _columns(random, shape)
    vocabulary = tuple(sorted(random.sample(WORDS, random.randint(1, 4)))) if "text" in shape else None
    form = random.choice(("table", "table", "table", "counts", "parameters"))
    gaps = random.random() < 0.3 and shape not in ("bag", "joint") and form == "table"
    weighted = random.random() < 0.25 and form == "table"
    rows = _rows(random, classes, columns, vocabulary, gaps, weighted)
    if form == "table" and random.random() < 0.2:
        rows = [Row(r.label, r.cells, r.words, r.weight, f"r{n}") for n, r in enumerate(rows, 1)]
    names = ("", "other", "third")[: random.choice((1, 1, 2, 3))]
    bag = shape == "bag"
    models = {name: _model(random, shape, classes, columns, vocabulary, exposure) for name in names}
    if form == "counts":
        if bag or not _countable(models.values(), columns, exposure, shape):
            form = "table"
    given = {}
    if form == "parameters":
        if bag or exposure or "dirichlet-multinomial" in models[""].families.values() or "spherical" in models[""].families.values():
            form = "table"
        else:
            models, given = _as_given(random, models[""], classes, columns, vocabulary)
            rows = []
    variable = random.choice(("kind", "class", "of it"))
    separators = [" ", "|", ",", "\t"] if not vocabulary else ["|", ",", "\t"]
    if form == "parameters":
        separators = ["|", ","]
    if any(row.words == () for row in rows):
        separators = ["|"]
    spec = Spec(
        form, classes, tuple(columns), tuple(rows), models, {}, vocabulary=vocabulary,
        is_text=vocabulary is not None, exposure=exposure, separator=random.choice(separators),
        variable=variable, given=given,
    )  # fmt: skip
    return _with_queries(random, spec)


def _as_given(
    random: Random, model: Model, classes: Sequence[str], columns: list[Column],
    vocabulary: tuple[str, ...] | None,
) -> tuple[dict[str, Model], dict[tuple[str, str], str]]:  # fmt: skip
    """Return a model of given numbers, and another that decides ties and absence otherwise."""
    families = dict(model.families)
    for column in columns:
        if column.kind == "binary":
            families[column.name] = "bernoulli"
        elif column.kind in ("real", "positive") and random.random() < 0.4:
            families[column.name] = "piecewise"
    plain = Model(families, coefficient=model.coefficient, absent=model.absent, unseen=model.unseen)
    plain = replace(plain, unseen="drop" if vocabulary else "error")
    given = draw_given(random, classes, columns, plain, vocabulary)
    return {"": plain, "other": replace(plain, tie="first")}, given


def _countable(models: object, columns: list[Column], exposure: dict[str, str], shape: str) -> bool:
    """Say whether counts alone say what the rows say, the same to every model."""
    kinds = {c.kind for c in columns}
    families = [dict(model.families) for model in models]  # type: ignore[attr-defined]
    return (
        shape in ("discrete", "text", "numbers") and not exposure
        and all(f == families[0] for f in families) and kinds <= {"nominal", "binary", "real"}
        and (shape != "numbers" or "real" in kinds)
        and families[0].get("text") != "dirichlet-multinomial"
    )  # fmt: skip


def _columns(random: Random, shape: str) -> tuple[list[Column], dict[str, str]]:
    names = random.sample(COLUMNS, 5)
    number = random.randint(1, 3)
    kinds = {
        "discrete": ("nominal", "binary"), "text": (), "mixed text": ("nominal", "binary", "real"),
        "bag": ("bag",), "numbers": ("real", "positive", "whole", "counting", "nominal", "binary"),
        "joint": ("joint",),
    }[shape]  # fmt: skip
    drawn = [random.choice(kinds) for _ in range(number)] if kinds else []
    if shape == "bag":
        drawn = ["bag"] * (number + 1) + ["binary"] * random.choice((0, 0, 1))
    if shape == "joint":
        drawn = ["joint"] * random.choice((1, 2, 2, 3)) + random.choice(([], [], ["nominal"], ["real"]))
    columns, exposure = [], {}
    for name, kind in zip(names, drawn, strict=False):
        values: tuple[str, ...] = ("0", "1") if kind == "binary" else ()
        if kind == "nominal":
            values = tuple(random.sample(VALUES, random.randint(1, 3)))
        columns.append(Column(name, kind, values))
        if kind in ("whole", "counting") and not exposure and random.random() < 0.4:
            exposure[name] = random.choice(("metres", "metres", "2", "3"))
    if "metres" in exposure.values():
        columns.append(Column("metres", "exposure"))
    return columns, exposure


def _rows(
    random: Random, classes: Sequence[str], columns: list[Column], vocabulary: tuple[str, ...] | None,
    gaps: bool, weighted: bool,
) -> list[Row]:  # fmt: skip
    rows = []
    each = 3 if any(c.kind == "joint" for c in columns) else 1
    labels = [k for k in classes for _ in range(each)] if random.random() < 0.93 else [classes[0]]
    labels += [random.choice(classes) for _ in range(random.randint(1, 7))]
    random.shuffle(labels)
    for label in labels:
        cells = {}
        for column in columns:
            pool = column.values or NUMBERS.get(
                {"bag": "whole", "joint": "real"}.get(column.kind, column.kind), ()
            )
            cells[column.name] = random.choice(pool)
            if column.kind == "exposure" and not any(c.name in cells for c in columns if c.kind in ("whole", "counting")):
                del cells[column.name]
            elif gaps and random.random() < 0.2 and column.kind != "exposure":
                del cells[column.name]
        words = None
        if vocabulary is not None:
            words = tuple(random.choices((*vocabulary, *vocabulary, "tea"), k=random.choice((0, 1, 1, 2, 2, 3, 3, 4, 5)) or random.randint(0, 1)))
        weight = Fraction(random.choice(("1", "1", "2", "1/2", "3/7"))) if weighted else Fraction(1)
        rows.append(Row(label, cells, words, weight))
    return rows


def _model(
    random: Random, shape: str, classes: Sequence[str], columns: list[Column],
    vocabulary: tuple[str, ...] | None, exposure: dict[str, str],
) -> Model:  # fmt: skip
    bag = random.choice(("multinomial", "multinomial", "dirichlet-multinomial"))
    joint = random.choice(("lda", "qda", "spherical"))
    families = {}
    for column in columns:
        if column.kind == "exposure":
            continue
        usual = {"bag": bag, "joint": joint}.get(column.kind)
        families[column.name] = usual or random.choice(FAMILIES[column.kind])
        if column.name in exposure:
            families[column.name] = "poisson"
    if vocabulary is not None:
        families["text"] = random.choice(("multinomial", "bernoulli", "dirichlet-multinomial"))
    used = set(families.values())
    values = [v for c in columns for v in c.values]
    words = list(vocabulary or [c.name for c in columns if c.kind == "bag"])
    every = "adding" if "dirichlet-multinomial" in used else "any"
    if used & {"gaussian", "lda", "qda", "spherical", "poisson", "exponential"} and every == "any":
        every = "no limit"
    if families.get("text") == "bernoulli":
        words = ["0", "1"]
    smoothing = draw_rule(random, [*values, *words], classes, every)
    smoothings = {}
    for column in columns:
        family = families.get(column.name)
        if family in ("categorical", "bernoulli") and random.random() < 0.15:
            smoothings[column.name] = draw_rule(random, column.values, classes, every if every == "no limit" else "any")
        if family == "poisson" and random.random() < 0.3:
            smoothings[column.name] = Rule(
                "gamma", shape=Fraction(random.choice(("1", "3/2", "2"))), rate=Fraction(random.choice(("1", "1/2"))),
                take=random.choice(("mean", "mode")),
            )  # fmt: skip
    prior: object = random.choice(("mle", "mle", "uniform", "smoothed", "given"))
    if prior == "given":
        weights = [random.randint(0, 3) for _ in classes]
        weights[0] += not any(weights)
        prior = {k: Fraction(w, sum(weights)) for k, w in zip(classes, weights, strict=True)}
    own = None
    if prior == "smoothed":
        own = draw_rule(random, classes, (), every)
    share = random.choice(("none", "none", "classes", "features", "all")) if used & {"gaussian", "spherical"} else "none"
    covariance = random.choice(("pooled", "total")) if "lda" in used else "pooled"
    fitting = "N-1" if share in ("none", "features") and "lda" not in used or covariance == "total" else "N-K"
    unseen = random.choice(("drop", "zero") if words and vocabulary else ("error", "error", "drop", "zero"))
    mixed = "lda" in used and used & {"gaussian", "spherical", "qda"}
    return Model(
        families, prior, smoothing, smoothings, own,  # type: ignore[arg-type]
        unseen=unseen,
        absent=random.choice(("count", "count", "ignore")) if "bernoulli" in used else "count",
        coefficient=random.random() < 0.3 and bool(used & {"multinomial", "dirichlet-multinomial"}),
        divisor=random.choice(("N", fitting)) if used & {"gaussian", "spherical", "lda", "qda"} and not mixed else "N",
        share=share, covariance=covariance,
        epsilon=Fraction(random.choice(("0", "0", "1/10", "1"))) if used & {"gaussian", "spherical", "lda", "qda"} else Fraction(0),
        tie=random.choice(("report", "report", "first")),
    )  # fmt: skip


def _with_queries(random: Random, spec: Spec) -> Spec:
    queries = {}
    for identity in ("x", "e*")[: random.randint(1, 2)]:
        cells = {}
        for column in spec.columns:
            if random.random() < 0.65:
                pool = column.values or NUMBERS.get(
                    {"bag": "whole", "joint": "real"}.get(column.kind, column.kind), ()
                )
                cells[column.name] = random.choice(pool)
        if spec.is_text and random.random() < 0.9:
            words = random.choices((*(spec.vocabulary or ()), *(spec.vocabulary or ()), "elk"), k=random.randint(0, 5))
            cells["text"] = " ".join(words)
        queries[identity] = cells
    return replace(spec, queries=queries)
