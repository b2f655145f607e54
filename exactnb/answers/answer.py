"""What is asked for, and what was answered: an `Answer` as it was read, with its exact value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from exactnb.answers.spelling import in_text
from exactnb.arithmetic.rounding import Decimal
from exactnb.expression.nodes import Expression
from exactnb.expression.results import Value


@dataclass(frozen=True, slots=True)
class Expects:
    """What a question can be answered with.

    `labels` are the classes; `log` is the base of a bare log ("e", "2" or "10"); `odds` makes 3:4 the
    ratio 3/4; `undefined` says that the right value is no number, so that 0/0 and 1/0 are answers.
    """

    kind: Literal["number", "label", "truth", "numbers"] = "number"
    labels: tuple[str, ...] = ()
    log: str = ""
    odds: bool = False
    undefined: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it was read: what is typed as a tree, and what it is worth, exactly.

    `decimal` holds the digits of an answer that is one decimal numeral; `approximate` says that it is
    marked as rounded, `percent` that it is typed with a percent sign; `notes` are what was passed over.
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

    def latex(self) -> str:
        r"""Return LaTeX of what was read, never of what was typed.

        >>> from exactnb.answers.reading import read_answer
        >>> read_answer("3 over 6").latex()
        '\\frac{3}{6}'
        """
        from exactnb.answers.typesetting import in_latex

        return in_latex(self.tree)

    def text(self) -> str:
        """Return what was read on one line.

        >>> from exactnb.answers.reading import read_answer
        >>> read_answer("P(+|x) = e^-1").text()
        'exp(-1)'
        """
        return in_text(self.tree)
