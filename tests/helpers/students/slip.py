"""A slip: a step done otherwise, where it is answered, and by which names it is known.

A slip of estimates or factors is made throughout and may be answered at any later part; one of a result
is answered where that is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .work import Question, Work

PARTS = ("share", "likelihood", "joint", "evidence", "posterior", "odds")
AFTER = ("joint", "evidence", "posterior", "odds")
DISCRETE = ("categorical", "bernoulli", "multinomial")
ALL = (*DISCRETE, "gaussian", "poisson")


@dataclass(frozen=True)
class Slip:
    """A slip: by which names it may be told, in which families, where it is answered, and how."""

    names: frozenset[str]
    families: tuple[str, ...]
    at: tuple[str, ...]
    work: type[Work]
    least: int = 2  # classes

    @property
    def name(self) -> str:
        return self.work.__name__


SLIPS: list[Slip] = []


def slip(
    names: str,
    families: tuple[str, ...] = ALL,
    at: tuple[str, ...] = AFTER,
    least: int = 2,
    **methods: Any,
) -> None:
    """Add a slip; its methods take the place of those of `Work`."""
    first, *_ = names.split()
    made = type(first, (Work,), methods)
    SLIPS.append(Slip(frozenset(names.split()), families, at, made, least))


def slips(family: str, classes: int) -> list[Slip]:
    """Return the slips that can be made in problems of a family."""
    return [each for each in SLIPS if family in each.families and classes >= each.least]


def answered(of: Slip, questions: dict[str, Question]) -> list[str]:
    """Return the questions at which a slip may be answered."""
    return [name for name, question in questions.items() if question[0] in of.at]
