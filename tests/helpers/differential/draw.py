"""Random problems over all families, kinds of data, rules of smoothing and conventions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

from differential.conventions import draw_model
from differential.given import draw_given
from differential.spec import Column, Model, Row, Spec

__all__ = ["draw"]

WORDS = ("jam", "rye", "oat", "fig", "bun")
COLUMNS = ("sky", "wind", "sea level", "hue", "tone", "ebb")
VALUES = ("red", "blue", "dim", "dark red", "low", "high")
CLASSES = (
    ("yes", "no"),
    ("A", "B", "C"),
    ("+", "-"),
    ("0", "1"),
    ("A", "B"),
    ("only",),
    ("s", "t", "u", "v"),
)
NUMBERS = {
    "real": ("0", "1", "2", "3", "-1", "5/2", "0.5", "7", "1e-1", "1/3"),
    "positive": ("0", "1", "2", "1/2", "0.3", "4"),
    "whole": ("0", "1", "2", "3", "4"),
    "counting": ("1", "2", "3", "5"),
    "exposure": ("1", "2", "1/2", "3"),
    "binary": ("0", "1"),
}
NUMBERS |= {"bag": NUMBERS["whole"], "joint": NUMBERS["real"]}
"""What columns of each kind hold: a bag how often a word occurs, a joint family measurements."""
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
    rows = _rows(random, classes, columns, vocabulary, exposure, gaps, weighted)
    if form == "table" and random.random() < 0.2:
        rows = [Row(r.label, r.cells, r.words, r.weight, f"r{n}") for n, r in enumerate(rows, 1)]
    names = ("", "other", "third")[: random.choice((1, 1, 2, 3))]
    bag = shape == "bag"
    models = {name: draw_model(random, classes, columns, vocabulary, exposure) for name in names}
    if form == "counts" and (bag or not _countable(models.values(), columns, exposure, shape)):
        form = "table"
    given = {}
    if form == "parameters":
        texts_with_bits = vocabulary and any(c.kind == "binary" for c in columns)
        if (
            bag
            or exposure
            or texts_with_bits
            or "dirichlet-multinomial" in models[""].families.values()
            or "spherical" in models[""].families.values()
        ):
            form = "table"
        else:
            models, given = _as_given(random, models[""], classes, columns, vocabulary)
            rows = []
    variable = random.choice(("kind", "class", "of it"))
    separators = [" ", "|", ",", "\t"] if not vocabulary else ["|", ",", "\t"]
    if form == "parameters":
        separators = ["|"]
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
    plain = Model(
        families,
        coefficient=model.coefficient,
        absent=model.absent,
        unseen=model.unseen,
        waited=model.waited,
    )
    plain = replace(plain, unseen="drop" if vocabulary else "error")
    given = draw_given(random, classes, columns, plain, vocabulary)
    return {"": plain, "other": replace(plain, tie="first")}, given


def _countable(models: object, columns: list[Column], exposure: dict[str, str], shape: str) -> bool:
    """Say whether counts alone say what the rows say, the same to every model."""
    kinds = {c.kind for c in columns}
    families = [dict(model.families) for model in models]
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
    exposure: dict[str, str], gaps: bool, weighted: bool,
) -> list[Row]:  # fmt: skip
    rows = []
    each = 3 if any(c.kind == "joint" for c in columns) else 1
    labels = [k for k in classes for _ in range(each)] if random.random() < 0.93 else [classes[0]]
    labels += [random.choice(classes) for _ in range(random.randint(1, 7))]
    random.shuffle(labels)
    for label in labels:
        cells = {}
        for column in columns:
            cells[column.name] = random.choice(column.values or NUMBERS[column.kind])
            timed = next((c for c, time in exposure.items() if time == column.name), column.name)
            if timed not in cells or (gaps and timed == column.name and random.random() < 0.2):
                del cells[column.name]  # an exposure is missing where its count is
        words = None if vocabulary is None else _text(random, (*vocabulary, *vocabulary, "tea"))
        weight = Fraction(random.choice(("1", "1", "2", "1/2", "3/7"))) if weighted else Fraction(1)
        rows.append(Row(label, cells, words, weight))
    return rows


def _text(random: Random, words: Sequence[str]) -> tuple[str, ...]:
    """Return a text of five words at most, seldom of none."""
    length = random.choice((0, 1, 1, 2, 2, 3, 3, 4, 5)) or random.randint(0, 1)
    return tuple(random.choices(words, k=length))


def _with_queries(random: Random, spec: Spec) -> Spec:
    queries = {}
    for identity in ("x", "e*")[: random.randint(1, 2)]:
        cells = {}
        for column in spec.columns:
            if random.random() < 0.65:
                cells[column.name] = random.choice(column.values or NUMBERS[column.kind])
        if spec.is_text and random.random() < 0.9:
            known = spec.vocabulary or ()
            cells["text"] = " ".join(_text(random, (*known, *known, "elk")))
        queries[identity] = cells
    return replace(spec, queries=queries)
