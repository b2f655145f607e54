"""What is asked for, and what was answered: an `Answer` as it was read, with its exact value."""

from __future__ import annotations

from decimal import Decimal as PythonDecimal
from fractions import Fraction
from numbers import Real
from typing import Literal

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.numerals import read_number
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.results import Value
from exactnb.core.record import frozen
from exactnb.core.shown import Written
from exactnb.teach.answers.spelling import in_text


@frozen(slots=True)
class Expects:
    """What a question can be answered with.

    `labels` are the classes, of sets the things that may be in them; `log` is the base of a bare log
    ("e", "2" or "10"); `odds` makes 3:4 the ratio 3/4; `undefined` says that the right value is no
    number, so that 0/0 and 1/0 are answers; `decimal` is "," where a comma is the decimal point.
    """

    kind: Literal["number", "label", "truth", "numbers", "set", "sets"] = "number"
    labels: tuple[str, ...] = ()
    log: str = ""
    odds: bool = False
    undefined: bool = False
    decimal: str = "."


@frozen(slots=True)
class Answer:
    """An answer as it was read: what is typed as a tree, and what it is worth, exactly.

    `decimal` holds the digits of an answer that is one decimal numeral; `figures` are the significant
    figures of the coarsest decimal in any other formula, 0 if there is none. `approximate` says that
    the answer is marked as rounded, `cut_off` that dots stand for digits left out, `percent` that it is
    typed with a percent sign; `notes` are what was passed over.
    `others` are the other exact ways in which a chain says the same: 1/2 in "3/6 = 1/2".
    """

    raw: str
    tree: Expression
    value: Value
    decimal: Decimal | None = None
    approximate: bool = False
    percent: bool = False
    notes: tuple[str, ...] = ()
    others: tuple[Expression, ...] = ()
    cut_off: bool = False
    figures: int = 0

    def latex(self) -> str:
        r"""Return LaTeX of what was read, never of what was typed.

        >>> from exactnb.teach.answers.reading import read_answer
        >>> read_answer("3 over 6").latex()
        '\\frac{3}{6}'
        """
        from exactnb.teach.answers.typesetting import in_latex

        return in_latex(self.tree)

    def text(self) -> str:
        """Return what was read on one line.

        >>> from exactnb.teach.answers.reading import read_answer
        >>> read_answer("P(+|x) = e^-1").text()
        'exp(-1)'
        """
        return in_text(self.tree)


Given = str | int | float | Fraction | PythonDecimal
"""An answer as it is handed over: what was typed, or the number that a program came to.

It may be one of SymPy's too, or a value of a solution.
"""


def as_typed(given: object) -> str:
    """Return an answer as a text; a float is its shortest decimal, which is what a program prints.

    >>> as_typed("3/6"), as_typed(2 / 3), as_typed(Fraction(3, 6)), as_typed(True)
    ('3/6', '0.6666666666666666', '1/2', 'true')

    A value of a solution is written out, and one of SymPy's as far as answers can say it. Raises
    InputError for what is neither a text nor a number.
    """
    if isinstance(given, str):
        return given
    if isinstance(given, bool):
        return str(given).lower()
    if isinstance(given, float):
        return repr(float(given))  # NumPy's doubles are floats that are written otherwise
    other_float = isinstance(given, Real) and not hasattr(given, "numerator")  # NumPy has some
    if isinstance(given, PythonDecimal) or other_float:
        return str(given)  # with the digits that it has
    if isinstance(given, Written) or hasattr(given, "free_symbols"):  # a value, or SymPy's number
        from exactnb.core.expression.symbolic import typed

        return typed(given)
    return exact_text(read_number(given))
