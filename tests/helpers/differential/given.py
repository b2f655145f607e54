"""Random numbers that are given: probabilities, means and covariances, rates, points of densities."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from random import Random

from differential.spec import Column, Model

__all__ = ["draw_given"]

Given = dict[tuple[str, str], str]


def draw_given(
    random: Random, classes: Sequence[str], columns: Sequence[Column], model: Model,
    vocabulary: Sequence[str] | None,
) -> Given:  # fmt: skip
    """Return the rows of `data.parameters`, by their names and classes."""
    found: Given = {}

    def put(name: str, numbers: Sequence[Fraction | str]) -> None:
        found.update({(name, k): str(n) for k, n in zip(classes, numbers, strict=True)})

    put("prior", _shares(random, len(classes)))
    for column in columns:
        name, family = column.name, model.families[column.name]
        if column.kind == "nominal":
            shares = [_shares(random, len(column.values)) for _ in classes]
            for at, value in enumerate(column.values):
                put(f"{name}={value}", [share[at] for share in shares])
        elif column.kind == "binary":
            put(name, [_number(random, ("0", "1", "1/2", "0.3", "2/5")) for _ in classes])
        elif family == "gaussian":
            put(f"mean({name})", [_number(random, ("0", "-1", "5/2", "0.7")) for _ in classes])
            put(f"variance({name})", [_number(random, ("1", "4", "1/2", "0.3")) for _ in classes])
        elif family in ("poisson", "exponential"):
            put(f"rate({name})", [_number(random, ("1", "2", "1/3", "0.9")) for _ in classes])
        elif family in ("geometric", "geometric0", "negative-binomial"):
            put(f"success({name})", [_number(random, ("1", "1/2", "1/3", "0.9")) for _ in classes])
        elif family == "piecewise":
            put(f"points({name})", [_points(random) for _ in classes])
    joint = [c.name for c in columns if model.families[c.name] in ("lda", "qda")]
    _joint(random, joint, model, classes, put)
    if vocabulary and model.families["text"] == "bernoulli":
        for word in vocabulary:
            put(word, [_number(random, ("0", "1", "1/2", "0.3", "20%")) for _ in classes])
    elif vocabulary:
        shares = [_shares(random, len(vocabulary)) for _ in classes]
        for at, word in enumerate(vocabulary):
            put(word, [share[at] for share in shares])
    return found


def _number(random: Random, texts: Sequence[str]) -> str:
    return random.choice(texts)


def _shares(random: Random, number: int) -> list[Fraction]:
    weights = [random.randint(0, 4) for _ in range(number)]
    weights[random.randrange(number)] += 1
    return [Fraction(w, sum(weights)) for w in weights]


def _points(random: Random) -> str:
    """Return points of a density whose area is 1."""
    places = sorted(random.sample(range(-1, 6), random.randint(2, 4)))
    heights = [Fraction(random.randint(0, 3)) for _ in places]
    heights[random.randrange(len(heights))] += 1
    pairs = list(zip(places, heights, strict=True))
    area = sum(
        ((b - a) * (low + high) / 2 for (a, low), (b, high) in itertools.pairwise(pairs)),
        Fraction(0),
    )
    return " ".join(f"{x}:{height / area}" for x, height in pairs)


def _joint(
    random: Random, columns: list[str], model: Model, classes: Sequence[str], put: object
) -> None:
    """Put means, and covariances L·Lᵀ with a triangular L: one for all classes of lda."""
    if not columns:
        return
    factors = []
    for _ in classes:
        lower = [
            [Fraction(random.choice((-1, 0, 1, 2)) if j < i else random.choice((1, 2))) * (j <= i)
             for j in range(len(columns))]
            for i in range(len(columns))
        ]  # fmt: skip
        factors.append(lower)
    if model.families[columns[0]] == "lda":
        factors = [factors[0]] * len(classes)
    for i, a in enumerate(columns):
        put(f"mean({a})", [_number(random, ("0", "-1", "5/2")) for _ in classes])
        for j, b in enumerate(columns[: i + 1]):
            name = f"variance({a})" if i == j else f"covariance({b},{a})"
            entries = [sum(x * y for x, y in zip(f[i], f[j], strict=True)) for f in factors]
            put(name, entries)
