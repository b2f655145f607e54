"""Rows that floating point can hardly decide, drawn at random, with their joints as Fractions.

Counts of 10^15, products of small primes that differ by one, posteriors in the middle of two doubles,
among the least of them, or next to such a middle.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from fractions import Fraction
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "helpers"))

from logspace_near_ties import filled, model, row, shares

from exactnb.scale.logspace.model import LogModel


def near_ties(number: int) -> Iterator[tuple[LogModel, Any, list[Fraction]]]:
    """Yield models with one row each, and its joints but for what classes have in common."""
    dice, kinds = random.Random(3), (_large_counts, _smooth_neighbours, _middles, _least)
    while number > 0:
        for kind in kinds:
            yield kind(dice)
        number -= len(kinds)


def _of_counts(counts: list[list[int]], seen: list[int]) -> tuple[LogModel, Any, list[Fraction]]:
    """Return a model of words without smoothing and one row."""
    priors = [Fraction(1, len(counts))] * len(counts)
    joints = [
        Fraction(prod(c**x for c, x in zip(of, seen, strict=True)), sum(of) ** sum(seen))
        for of in counts
    ]
    return model(shares(*counts), priors=priors), row(*seen), joints


def _large_counts(dice: random.Random) -> tuple[LogModel, Any, list[Fraction]]:
    """About 10^15 of each word in each class."""
    width, classes = dice.randint(2, 6), dice.randint(2, 4)
    counts = [[10**15 + dice.randint(-2, 2) for _ in range(width)] for _ in range(classes)]
    return _of_counts(counts, [dice.randrange(4) for _ in range(width)])


def _smooth_neighbours(dice: random.Random) -> tuple[LogModel, Any, list[Fraction]]:
    """n and n + 1, both products of primes below 100, as the counts of words that are seen once."""
    n = dice.choice(_NEIGHBOURS)
    one, other = (_factors(m) for m in (n, n + 1))
    width = max(len(one), len(other))
    filled_up = filled(*(of + [1] * (width - len(of)) for of in (one, other)))
    return _of_counts(list(map(list, filled_up)), [1] * width + [0])


def _smooth_pairs(most: int) -> list[int]:
    rest = np.arange(most + 1)
    for p in _PRIMES:
        power = p
        while power <= most:
            rest[power::power] //= p
            power *= p
    return (np.flatnonzero((rest[1:-1] == 1) & (rest[2:] == 1)) + 1)[-1_000:].tolist()


def _factors(number: int) -> list[int]:
    found = []
    for p in _PRIMES:
        while number % p == 0:
            number //= p
            found.append(p)
    return found


_PRIMES = [p for p in range(2, 100) if all(p % q for q in range(2, p))]
_NEIGHBOURS = _smooth_pairs(3_000_000)


def _middles(dice: random.Random) -> tuple[LogModel, Any, list[Fraction]]:
    """A posterior in the middle of two doubles, or next to it."""
    more = dice.choice((1, 2**20, 2**60, 2**300))
    one = Fraction(
        (2 * dice.randrange(2**52, 2**53) + 1) * more + dice.choice((-1, 0, 0, 1)), 2**54 * more
    )
    return _of_priors([one / 2 ** dice.randrange(5), None])


def _least(dice: random.Random) -> tuple[LogModel, Any, list[Fraction]]:
    """A posterior among the least doubles, in the middle of two, or next to it."""
    one = Fraction(2 * dice.randrange(2 ** dice.randint(0, 50)) + 1, 2**1075)
    return _of_priors([one + dice.choice((-1, 0, 0, 1)) * Fraction(1, 2**1200), None])


def _of_priors(priors: list[Fraction | None]) -> tuple[LogModel, Any, list[Fraction]]:
    rest = 1 - sum(p for p in priors if p is not None)
    known = [rest if p is None else p for p in priors]
    return model(shares((1, 2), (1, 2)), priors=known), row(2, 1), known
