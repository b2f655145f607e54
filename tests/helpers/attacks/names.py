"""Names of quantities from their grammar, with the names that a problem knows and with odd ones."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from attacks.oddities import odd, spoiled

__all__ = ["quantity"]

_OF_LISTS = (
    "P", "p", "Pr", "freq", "count", "independent", "independent_in_data", "lr", "mean", "variance",
    "sd", "rate", "success", "covariance", "precision", "sum", "squares", "products",
    "score", "weight", "boundary", "region", "odds", "log_odds", "bias", "tokens", "argmax",
    "rank",
)  # fmt: skip
_ALONE = (
    "accuracy",
    "accuracy_left_out",
    "free_parameters",
    "bayes_error",
    "vocabulary",
    "covariance",
    "precision",
)
_LATER = ("flips", "threshold", "edits", "nearest", "reasons")
_WRAPPERS = ("log", "log2", "log10", "exp", "-", "-log")


def quantity(dice: Random, names: Sequence[str]) -> str:
    """Return the name of a quantity, as somebody may type it who tries everything."""
    text = _form(dice, names)
    for _ in range(dice.choice((0, 0, 0, 1, 2))):
        wrapper = dice.choice(_WRAPPERS)
        text = f"-{text}" if wrapper == "-" else f"{wrapper}({text})"
    return spoiled(dice, text) if dice.random() < 0.15 else text


def _form(dice: Random, names: Sequence[str]) -> str:
    if dice.random() < 0.08:
        return dice.choice(_ALONE)
    head = dice.choice((*_OF_LISTS, "P", "P", "argmax", "odds") if dice.random() < 0.95 else _LATER)
    left, right = _list(dice, names), _list(dice, names)
    if (
        head in ("odds", "log_odds", "lr", "weight", "bias", "boundary", "region")
        and dice.random() < 0.9
    ):
        left = f"{_name(dice, names[:3])}:{_name(dice, names[:3])}"
    elif dice.random() < 0.4:
        left = _name(dice, names[:3])
    text = f"({left}|{right})" if dice.random() < 0.6 else f"({left})"
    if dice.random() < 0.06:
        text = f"{text[:-1]}; {_name(dice, names)})"
    index = f"[{dice.choice((0, 1, 2, 9, 10**6))}]" if dice.random() < 0.06 else ""
    return head + text + index


def _list(dice: Random, names: Sequence[str]) -> str:
    return ",".join(_item(dice, names) for _ in range(dice.choice((1, 1, 1, 2, 2, 3))))


def _item(dice: Random, names: Sequence[str]) -> str:
    kind = dice.random()
    if kind < 0.85:
        return _name(dice, names)
    return f"not {_name(dice, names)}" if kind < 0.92 else f"{_name(dice, names)}={_name(dice, names)}"


def _name(dice: Random, names: Sequence[str]) -> str:
    name = odd(dice) if not names or dice.random() < 0.06 else dice.choice(names)
    if dice.random() < 0.1:
        return '"' + name.replace('"', '""') + '"'
    if set(name) & set(',|=:;()"'):
        first, sign, second = name.partition("=")
        if sign and first and second and dice.random() < 0.9:
            return f"{_quoted(first)}={_quoted(second)}"
        return _quoted(name)
    return name


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"' if set(name) & set(',|=:;()"') else name
