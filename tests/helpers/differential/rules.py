"""Random rules of smoothing."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from differential.spec import Rule

__all__ = ["draw_rule"]

AMOUNTS = tuple(Fraction(text) for text in ("0", "0", "1/2", "1", "1", "2", "3/7"))
KINDS = ("bare", "bare", "add", "named", "cells", "cells", "m", "dirichlet", "frequency", "clip", "0+")


def draw_rule(random: Random, values: Sequence[str], classes: Sequence[str], kinds: str) -> Rule:
    """Return a rule; `kinds` is "any", "no limit", or "adding" where every value needs a λ."""
    kind = random.choice(("bare", "add", "named") if kinds == "adding" else KINDS)
    if kinds == "no limit" and kind == "0+":
        kind = "bare"
    amount = random.choice(AMOUNTS)
    if kind == "named":
        return Rule(random.choice(("laplace", "jeffreys", "perks")))
    if kind == "0+":
        return Rule("0+")
    if kind in ("frequency", "clip"):
        return Rule(kind, random.choice((Fraction(0), Fraction(1, 10), Fraction(1, 4))))
    if kind == "cells":
        return Rule(
            kind, amount or Fraction(1), cells=random.choice((Fraction(7, 2), "class", "slot", "slot"))
        )
    places = None
    if kind != "bare" and random.random() < 0.5:
        places = _places(random, values, classes, kind == "m")
    if kind == "m":
        return Rule(kind, amount, places)
    if kind == "dirichlet":
        take = random.choice(("mean", "mode"))
        more = 1 if take == "mode" else 0
        places = {p: n + more for p, n in places.items()} if places is not None else None
        return Rule(kind, amount + more, places, take=take)
    return Rule(kind, amount, places)


def _places(
    random: Random, values: Sequence[str], classes: Sequence[str], share: bool
) -> dict[str, Fraction]:
    """Return numbers by place, one for every other place among them."""
    pool = tuple(Fraction(text) for text in ("0", "1/4", "1/2", "1")) if share else AMOUNTS
    found = {"*": random.choice(pool)}
    for _ in range(random.randint(0, 2)):
        value = random.choice(("", *values))
        label = random.choice(("", *classes))
        place = f"{value}|{label}" if label else value
        if place:
            found[place] = random.choice(pool)
    return found
