"""Tables of cases: a problem file, the names of quantities and what each is worth, as text.

A worth is a product of fractions with powers ("9/14 * 2/9", "3/7^3"), "undefined", "∞", "-∞", "true",
"false", a logarithm ("log 5", "-log2 3/4"), or, for an argmax, the labels between blanks ("+ -").
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from fractions import Fraction

from exactnb import ExactnbError, Problem, solve
from exactnb.core.arithmetic.values import INFINITY, UNDEFINED, Infinite, logarithm, negate
from exactnb.core.expression.results import Decision, Value, are_equal

Worth = Mapping[str, str]

_SPECIAL: dict[str, Value | bool] = {
    "undefined": UNDEFINED, "∞": INFINITY, "-∞": Infinite(-1), "true": True, "false": False,
}  # fmt: skip
_LOGARITHM = re.compile(r"(-?)log(2|10|) (.+)")

TENNIS = """
Day  Outlook   Temperature  Humidity  Wind    PlayTennis
D1   Sunny     Hot          High      Weak    No
D2   Sunny     Hot          High      Strong  No
D3   Overcast  Hot          High      Weak    Yes
D4   Rain      Mild         High      Weak    Yes
D5   Rain      Cool         Normal    Weak    Yes
D6   Rain      Cool         Normal    Strong  No
D7   Overcast  Cool         Normal    Strong  Yes
D8   Sunny     Mild         High      Weak    No
D9   Sunny     Cool         Normal    Weak    Yes
D10  Rain      Mild         Normal    Weak    Yes
D11  Sunny     Mild         Normal    Strong  Yes
D12  Overcast  Mild         High      Strong  Yes
D13  Overcast  Hot          Normal    Weak    Yes
D14  Rain      Mild         High      Strong  No
"""

EMAILS = """
id | class | text
e1 | + | b d e b b d e
e2 | + | b c e b b d d e c
e3 | + | a d a d e a e e
e4 | + | b a d b e d a b
e5 | - | a b a b a b a e d
e6 | - | a c a c a c a e d
e7 | - | e a e d a e a
e8 | - | d e d e d
"""


def table(text: str, more: str = "") -> str:
    """Return the [data] of a problem file with a table in it, further keys and sections after it."""
    return f"[data]\ntable = '''\n{text.strip()}\n'''\n{more}\n"


def fraction(text: str) -> Fraction:
    """Return a product of fractions with powers."""
    value = Fraction(1)
    for factor in text.split(" * "):
        base, _, power = factor.partition("^")
        value *= Fraction(base) ** int(power or 1)
    return value


def worth(name: str, text: str) -> Value | bool:
    """Return what a table of cases says that a quantity is worth."""
    if text in _SPECIAL:
        return _SPECIAL[text]
    if name.startswith("argmax"):
        return Decision(tuple(text.split()))
    if (match := _LOGARITHM.fullmatch(text)) is not None:
        value = logarithm(fraction(match[3]), int(match[2]) if match[2] else None)
        return negate(value) if match[1] else value
    return fraction(text)


def mistakes(problem: str, expected: Worth) -> dict[str, str]:
    """Return what is not worth what a table says, by its name, with the value it has."""
    solution = solve(Problem.from_text(problem))
    found: dict[str, str] = {}
    for name, text in expected.items():
        meant = worth(name, text)
        try:
            value = solution[name]
        except ExactnbError as error:
            found[name] = f"refused: {error}"
            continue
        if isinstance(meant, bool) or isinstance(value, bool):
            right = value is meant
        else:
            right = are_equal(value, meant)
        if not right:
            found[name] = f"{value}, not {text}"
    return found


def as_counted(problem: str, *names: str) -> list[str]:
    """Return estimates as they are counted, before anything is reduced; the names are canonical."""
    shown = json.loads(solve(Problem.from_text(problem), only=names).json())["quantities"]
    return [shown[name]["as_counted"] for name in names]
