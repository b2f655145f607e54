"""What the laws over all families share: how they are tried, and how what is printed is read."""

from __future__ import annotations

import re
from fractions import Fraction
from math import factorial

import reading
from by_hand import Worth
from hypothesis import assume
from hypothesis import strategies as st
from strategies import NAMES, Case, cases
from thoroughness import law, one_in

from exactnb import Solution
from exactnb.core.arithmetic.values import Undefined
from exactnb.core.expression.results import Decision, Value, with_limits
from exactnb.core.naming.names import Item, QuantityName

__all__ = ["DATA", "EVERY_FAMILY", "LAW", "Answers", "answers", "drawn", "flat", "latex", "worth"]

EVERY_FAMILY = one_in(
    4, "families", [*((name,) for name in NAMES), NAMES], ids=[*NAMES, "all together"]
)
LAW = law(4, exhaustive=5)
DATA = st.data()
Answers = dict[tuple[str, str], Worth | tuple[str, ...] | None]


def worth(value: Value) -> Worth:
    """Return a rational value, the limit of one, or None for what is undefined."""
    value = with_limits(value)
    if isinstance(value, Undefined):
        return None
    assert isinstance(value, Fraction)
    return value


def answers(solution: Solution, case: Case) -> Answers:
    """Return posteriors and decisions by query and class, under the names of the case."""
    found: Answers = {}
    for identity in case.queries:
        query = (Item("query", "", identity),)
        for label in case.classes:
            name = QuantityName("P", (case.label(label),), query)
            found[identity, label] = worth(solution.quantities.value(name))
        decision = solution.quantities.value(QuantityName("argmax", query))
        found[identity, ""] = tuple(decision.labels) if isinstance(decision, Decision) else None
    return found


def drawn(data: st.DataObject, families: tuple[str, ...], **options: bool) -> Case:
    """Return a case that is solved, with a query at least."""
    case = data.draw(cases(families, refused=False, **options))
    assume(case.queries)
    return case


def flat(text: str) -> Worth:
    """Return the value of arithmetic on one line, factorials, clips and indicators included.

    >>> flat("4! / (2! × 1!)"), flat("clip(0/4, 1/10)"), flat("1[4 ≤ 7] × 1/7")
    (Fraction(12, 1), Fraction(1, 10), Fraction(1, 7))
    """
    bracketed = r"(?:[^,()]|\((?:[^,()]|\([^,()]*\))*\))*"
    pattern = rf"clip\((?P<inside>[^,]*), (?P<floor>{bracketed})\)"
    return _clipped(_counted(text), pattern, reading.flat)


def latex(text: str) -> Worth:
    r"""Return the value of arithmetic in LaTeX, factorials and clips included.

    >>> latex(r"\frac{4!}{2!}"), latex(r"\text{clip}(\frac{0}{4}, \frac{1}{10})")
    (Fraction(12, 1), Fraction(1, 10))
    """
    pattern = r"\\text\{clip\}\((?P<inside>[^,]*), (?P<floor>[^,]*)\)"
    return _clipped(_counted(text), pattern, reading.latex)


def _counted(text: str) -> str:
    return re.sub("([0-9]+)!", lambda found: str(factorial(int(found[1]))), text)


def _clipped(text: str, pattern: str, read: object) -> Worth:
    """Return the value of a text in which every clip, and every indicator, stands for a number."""

    def indicator(found: re.Match[str]) -> str:
        sides = [read(side.strip()) for side in found.groups()]  # type: ignore[operator]
        return "0/0" if None in sides else str(int(sides[0] <= sides[1]))

    def number(found: re.Match[str]) -> str:
        inside, floor = (read(found[key]) for key in ("inside", "floor"))  # type: ignore[operator]
        if floor is None:
            raise reading.Unreadable(f"{text!r}: a floor of 0/0")
        if inside is None:
            return "0/0" if read is reading.flat else r"\frac{0}{0}"
        clipped = min(max(inside, floor), 1 - floor)
        shown = r"\frac{%d}{%d}" if read is reading.latex else "(%d/%d)"
        return shown % (clipped.numerator, clipped.denominator)

    return read(re.sub(pattern, number, _INDICATOR.sub(indicator, text)))  # type: ignore[operator]


_INDICATOR = re.compile(
    r'(?:1|\\mathbf\{1\}|bold\("1"\))? ?(?:\[|\\lbrack )([^][≤<\\]+)(?:≤|<=|\\leq)'
    r"((?:(?!\\rbrack)[^][])+)(?:\]|\\rbrack )"
)
"""1[a ≤ b], as notations write it."""
