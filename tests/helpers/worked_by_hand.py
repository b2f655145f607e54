"""Values as they are written in files of numbers that were worked out by hand."""

from __future__ import annotations

import re
from fractions import Fraction

from exactnb.core.arithmetic.values import UNDEFINED
from exactnb.core.expression.results import Decision, Value
from exactnb.teach.answers.answer import Expects
from exactnb.teach.answers.reading import read_answer

__all__ = ["worth"]


def worth(text: str, like: Value) -> Value:
    """Return what is written, where a value of some kind is expected.

    >>> worth("2/3 * (1 - 1/2)", Fraction(1)), worth("{+, -}", Decision(("+",)))
    (Fraction(1, 3), Decision(labels=('+', '-')))
    """
    if isinstance(like, Decision):
        return Decision(tuple(text.strip("{}").split(", ")))
    if re.fullmatch(r"[-+*/^(). 0-9]+", text):  # plain fractions, without the package
        number = re.sub(r"[0-9.]+", r"Fraction('\g<0>')", text.replace("^", "**"))
        return eval(number, {"Fraction": Fraction})
    return UNDEFINED if text == "undefined" else read_answer(text, Expects()).value
