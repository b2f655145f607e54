"""The answers that a question accepts, and an `Answer` as it was read, with its exact value.

How to read: `Expects` is what a question accepts, `Answer` what was read. One with several readings is
`Ambiguous`: it is returned for clarification, and loses no marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal as PythonDecimal
from fractions import Fraction
from numbers import Real
from typing import Literal

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.numerals import read_number
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression.nodes import Expression, Function, Integer, Quotient, Truth
from exactnb.core.expression.precedence import PRODUCT, is_scientific
from exactnb.core.expression.reading.budget import Budget
from exactnb.core.expression.reading.digits import coarser_decimals, without_minus
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.results import Value
from exactnb.core.expression.spell import Inline
from exactnb.core.record import frozen
from exactnb.core.shown import Written
from exactnb.errors import ExactnbError, Place
from exactnb.teach.answers.intervals import Interval, interval_of_formula, rounding_interval

_THREE_FIGURES = 100


@frozen(slots=True)
class Expects:
    """The kind of answer that a question accepts, and how its signs are read.

    `labels` are the classes, or the members that sets may have; `log` is the base of a bare log ("e",
    "2" or "10"); `odds` makes 3:4 the ratio 3/4; `undefined` says that the right value is no number, so
    that 0/0 and 1/0 are answers; `decimal` is the decimal point, "." or ",".
    """

    kind: Literal["number", "label", "truth", "numbers", "set", "sets"] = "number"
    labels: tuple[str, ...] = ()
    log: str = ""
    odds: bool = False
    undefined: bool = False
    decimal: str = "."


@frozen(slots=True)
class Answer:
    """An answer, or one formula of a chain, as it was read: its tree, and its exact value.

    `decimal` holds the digits of an answer that is one decimal numeral; `figures` are the significant
    figures of the coarsest decimal in any other formula, 0 if there is none. `approximate` means that
    the answer is marked as rounded, `cut_off` that dots stand for further digits, `percent` that it has
    a percent sign, `alternative` that `or` stands before it; `notes` are the words passed over.
    `equivalents` are other exact forms of the value in a chain: 1/2 in "3/6 = 1/2".
    """

    tree: Expression
    value: Value
    decimal: Decimal | None = None
    approximate: bool = False
    percent: bool = False
    cut_off: bool = False
    alternative: bool = False
    figures: int = 0
    raw: str = ""
    notes: tuple[str, ...] = ()
    equivalents: tuple[Expression, ...] = ()

    @property
    def is_exact(self) -> bool:
        """Say whether it holds no decimal, so that it stands for its value alone."""
        return self.decimal is None and not self.figures

    @property
    def is_number(self) -> bool:
        """Say whether it is one number as it is written: a decimal, or a fraction of two counts."""
        match without_minus(self.tree):
            case Quotient(Integer(), Integer()):
                return True
        return self.decimal is not None

    @property
    def numeral_style(self) -> str:
        """Return how a number is written: in percent, as a decimal, or else."""
        if self.decimal is None or isinstance(without_minus(self.tree), Integer):
            return ""
        return "percent" if self.percent else "decimal"

    def interval(self, budget: Budget) -> Interval:
        """Return the numbers that it may stand for, within a `budget`; a short integer is not rounded.

        Raises Refusal if no bounds are known.
        """
        decimal = self.decimal
        if decimal is None:
            return interval_of_formula(self.tree, budget, cut_off=self.cut_off)
        # A count of one or two figures is exact; a longer integer may have been rounded.
        is_short = isinstance(without_minus(self.tree), Integer) and abs(decimal.units) < _THREE_FIGURES
        if is_short and not self.approximate:
            return decimal.value, decimal.value
        *_, coarsest = (decimal, *coarser_decimals(self.tree))
        return rounding_interval(coarsest, cut_off=self.cut_off)

    def interval_or_none(self, budget: Budget | None = None) -> Interval | None:
        """Return the `interval`, within a `budget`, by default one of its own; None without any."""
        try:
            return self.interval(budget or Budget())
        except ExactnbError:
            return None

    def may_equal(self, other: Answer, budget: Budget | None = None) -> bool:
        """Say whether both may stand for one number, within a `budget`; without bounds, they may."""
        mine, theirs = self.interval_or_none(budget), other.interval_or_none(budget)
        # Without bounds nothing tells the two apart, and only what is certain is held against anybody.
        return not (mine and theirs) or (mine[0] <= theirs[1] and theirs[0] <= mine[1])

    def latex(self) -> str:
        r"""Return the formula that was read in LaTeX, never the text that was typed.

        >>> from exactnb.teach.answers.reading import read_answer
        >>> read_answer("3 over 6").latex()
        '\\frac{3}{6}'
        """
        from exactnb.teach.answers.typesetting import in_latex

        return in_latex(self.tree)

    def text(self) -> str:
        """Return the formula that was read on one line.

        >>> from exactnb.teach.answers.reading import read_answer
        >>> read_answer("P(+|x) = e^-1").text()
        'exp(-1)'
        """
        return as_one_line(self.tree)


@frozen(slots=True)
class Slip:
    """An arithmetic slip: a working and the number written after it contradict each other.

    `text` is the result of the working, in words; `numbers` are all numbers in the chain, the answer
    last.
    """

    text: str
    numbers: tuple[Answer, ...]


class Ambiguous(Refusal):
    """An answer with several `readings`, and the slip in it, if it contradicts itself.

    >>> from fractions import Fraction
    >>> half = Answer(Integer(1), Fraction(1))
    >>> Ambiguous("two readings", [half, half]).kind
    'ambiguous'
    """

    def __init__(
        self,
        message: str,
        readings: Sequence[Answer] = (),
        slip: Slip | None = None,
        *,
        place: Place | str = "",
    ) -> None:
        super().__init__(message, "ambiguous", place=place)
        self.readings = tuple(readings)
        self.slip = slip


Given = str | int | float | Fraction | PythonDecimal
"""An answer as it is handed over: what was typed, or the number that a program came to.

It may be one of SymPy's too, or a value of a solution.
"""


def answer_as_text(answer: object) -> str:
    """Return an `answer` as text; a float is its shortest decimal, as a program prints it.

    >>> [answer_as_text(answer) for answer in ("3/6", 2 / 3, Fraction(3, 6), True)]
    ['3/6', '0.6666666666666666', '1/2', 'true']

    A value of a solution is written out, and one of SymPy's as far as answers can say it. Raises
    InputError for what is neither a text nor a number.
    """
    if isinstance(answer, str):
        return answer
    if isinstance(answer, bool):
        return str(answer).lower()
    if isinstance(answer, float):
        return repr(float(answer))  # NumPy's doubles are floats with another repr
    numpy_float = isinstance(answer, Real) and not hasattr(answer, "numerator")  # NumPy has some
    if isinstance(answer, PythonDecimal) or numpy_float:
        # a float of 16 or 32 bits is sure of fewer digits than tell it from its neighbours
        sure = {2: 3, 4: 6}.get(getattr(answer, "itemsize", 0))
        return str(answer) if sure is None or float(str(answer)).is_integer() else f"{answer:.{sure}g}"
    if isinstance(answer, Written) or hasattr(answer, "free_symbols"):  # a value, or SymPy's number
        from exactnb.core.expression.symbolic import typed

        return typed(answer)
    return exact_text(read_number(answer))


def as_one_line(tree: Expression) -> str:
    """Return a tree on one line, as it could be typed again.

    >>> from exactnb.core.expression.nodes import Integer
    >>> as_one_line(Function("log", Integer(2))), as_one_line(Truth(False))
    ('ln(2)', 'no')
    """
    return _Text().write(tree)


class _Text(Inline):
    def write(self, expression: Expression) -> str:
        if isinstance(expression, Function) and expression.name == "log":
            return f"ln({self.write(expression.argument)})"
        if isinstance(expression, Truth):  # as choices have it
            return "yes" if expression.value else "no"
        return super().write(expression)

    def precedence(self, part: Expression) -> int:
        return PRODUCT if is_scientific(part) else super().precedence(part)
