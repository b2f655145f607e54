"""Answers in fixed-width text: the first with a fraction bar, all with bars of their probabilities."""

from __future__ import annotations

from exactnb.core.expression.nodes import Expression, Quotient
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.widths import display_width, filled
from exactnb.core.model.quantities import Quantities
from exactnb.explain.derivation import Chain, Line
from exactnb.explain.rendering.formulas.text_math import LineMath
from exactnb.explain.rendering.pictures.bars import bar_length
from exactnb.explain.rendering.tables.text_rows import TextRows, reason_column
from exactnb.explain.rendering.tables.text_tables import INDENT, centred

_BAR = 20  # columns of a full bar
_EIGHTHS = " ▏▎▍▌▋▊▉"
_IN_NUMBERS = (Rule.SUBSTITUTE, Rule.DECIMALS)
_RELATED = 3  # columns of a relation with its blanks


class TextAnswers:
    """Lay out chains that lead to answers: the first in full, of the others the results."""

    def __init__(self, math: LineMath, rows: TextRows, quantities: Quantities) -> None:
        self.math = math
        self.rows = rows
        self.width = rows.width
        self.quantities = quantities

    def lay_out(self, chains: list[Chain]) -> list[str]:
        """Return `chains` that lead to answers, as plain rows if there is no fraction or no room."""
        counted = next((line for line in chains[0].lines if line.reason.rule in _IN_NUMBERS), None)
        if counted is None or not isinstance(counted.right, Quotient):
            return self.rows.chains(chains)
        return self._with_fraction(chains, counted, counted.right) or self.rows.chains(chains)

    def _with_fraction(self, chains: list[Chain], counted: Line, quotient: Quotient) -> list[str]:
        """Return answers, the first with a fraction bar, or nothing if it is too wide."""
        numerator, denominator = (
            self.math.write(quotient.numerator),
            self.math.write(quotient.denominator),
        )
        span = max(display_width(numerator), display_width(denominator)) + 2
        lefts = [self.math.write(chain.lines[0].left) for chain in chains]
        lead = len(INDENT) + max(map(display_width, lefts))
        tails = [self._tail(chain) for chain in chains]
        if lead + _RELATED + span + max(map(display_width, tails)) + 1 > self.width:
            return []
        rows: list[str] = []
        for line in chains[0].lines[: chains[0].lines.index(counted)]:
            rows += self.rows.line(filled(INDENT + lefts[0], lead), line)
        head = filled("" if rows else INDENT + lefts[0], lead)
        indent = " " * (lead + _RELATED)
        rows += [
            indent + centred(numerator, span),
            f"{head} {counted.relation} {'─' * span} {tails[0]}",
        ]
        rows.append(self._reasoned(indent + centred(denominator, span), counted.reason.words))
        for left, tail in zip(lefts[1:], tails[1:], strict=True):
            rows.append(f"{filled(INDENT + left, lead)}{' ' * (_RELATED + span + 1)}{tail}")
        return self._with_bars(rows, chains, tails)

    def _reasoned(self, row: str, reason: str) -> str:
        """Return a row with a reason at its end, if there is room."""
        row = row.rstrip()
        gap = reason_column(reason, self.width) - display_width(row)
        return row + " " * gap + reason if reason and gap >= 2 else row

    def _with_bars(self, rows: list[str], chains: list[Chain], tails: list[str]) -> list[str]:
        """Append to each answer a bar proportional to its probability, if there is room."""
        column = (
            max(display_width(row) for row in rows if any(row.endswith(tail) for tail in tails)) + 3
        )
        if column + _BAR + 1 > self.width:
            return rows
        waiting = list(zip(chains, tails, strict=True))
        widened = []
        for row in rows:
            if waiting and row.endswith(waiting[0][1]):
                chain, _ = waiting.pop(0)
                row = filled(row, column) + self._bar(chain.lines[0].left)
            widened.append(row)
        return widened

    def _tail(self, chain: Chain) -> str:
        """Return the result of a chain: its value and its decimal."""
        ends = [x for x in chain.lines if x.reason.rule in (Rule.VALUE, Rule.ROUND)]
        return " ".join(f"{line.relation} {self.math.write(line.right)}" for line in ends)

    def _bar(self, quantity: Expression) -> str:
        """Return a bar in eighths of a column."""
        full, rest = divmod(bar_length(quantity, _BAR * 8, self.quantities) or 0, 8)
        return "█" * full + (_EIGHTHS[rest] if rest else "")
