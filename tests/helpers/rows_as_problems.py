"""The families that textbooks list as problem files: each with two classes, a query and a question."""

from __future__ import annotations

from families_by_formula import Row

from exactnb.core.expression.spell import spell
from exactnb.core.families.declared.ranges import range_text
from exactnb.core.families.declared.specification import Interval, Range, Whole

_CONSTANTS = {"a": "2", "N": "3", "r": "2", "m": "1/2", "v": "2", "s": "1", "k": "2"}
_NUMBERS = {
    "whole": ("1 2 1", "3 2"),
    "bits": ("0 1 1", "0 1"),
    "unit": ("0.4 0.7 0.9", "0.2 0.5"),
    "positive": ("1 2 3", "4 7"),
}
"""The numbers of class a and of class b, which every family with such a support may have."""


def problem_text(row: Row) -> str:
    """Return a problem file that states the family of a row."""
    stated = row.specification
    ones, others = (numbers.split() for numbers in _NUMBERS[_kind(stated.support)])
    table = "\n".join(
        f"{number} | {label}" for label, each in (("a", ones), ("b", others)) for number in each
    )
    constants = ", ".join(
        f'"{letter}" = "{range_text(of, letter)}"' for letter, of in stated.constants.items()
    )
    chosen = ", ".join(f'{letter} = "{_CONSTANTS[letter]}"' for letter in stated.constants)
    ((letter, of),) = stated.parameters.items()
    family = f"{{ own = {{ {chosen} }} }}" if chosen else '"own"'
    return f"""
[families.own]
{"density" if stated.is_density else "mass"} = "{spell(stated.formula)}"
support = "{range_text(stated.support, "x")}"
parameters = {{ "{letter}" = "{range_text(of, letter)}" }}
constants = {{ {constants} }}
[data]
table = '''
c | class
{table}
'''
[model]
families = {{ c = {family} }}
[query]
x = {{ c = {ones[0]} }}
[[question]]
id = "q"
quantity = "{letter}(c|a)"
"""


def _kind(support: Range) -> str:
    if isinstance(support, Whole):
        return "bits" if str(support.last) == "1" else "whole"
    return "unit" if isinstance(support, Interval) and str(support.high) == "1" else "positive"
