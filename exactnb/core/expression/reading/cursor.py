"""Where a parser is in its tokens, what it is asked there, and why it cannot go on."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.reading.tokens import END, Token
from exactnb.core.record import frozen
from exactnb.errors import near, quoted

DEEPEST = 60
"""How deep an answer may be nested."""

_FORMULA_NAMES = ("C", "e", "exp", "infinity", "ln", "log", "nCr", "pi", "sqrt", "undefined")


class Level(IntEnum):
    """How tightly signs hold together; what is divided by holds a little tighter than a product."""

    LOWEST, OVER, RATIO, SUM, SIGN, PRODUCT, DIVISOR, CHOOSE, POWER, ATOM = range(10)


@frozen(slots=True)
class Interpretation:
    """How to read what people write in two ways.

    `log` is the base of a bare log, `odds` makes 3:4 a ratio, `lists` lets commas stand between
    numbers, `decimal` is "," where a comma is the decimal point. `flipped` are the questions that are
    answered the second way.
    """

    log: str = ""
    odds: bool = False
    lists: bool = False
    decimal: str = "."
    flipped: frozenset[str] = frozenset()


class Cursor:
    """A place among tokens; `met` are the questions that were asked on the way to it."""

    def __init__(self, tokens: Iterable[Token], interpretation: Interpretation) -> None:
        self.tokens = [*tokens, END]
        self.interpretation = interpretation
        self.at = 0
        self.depth = 0
        self.met: dict[str, None] = {}

    def is_second_way(self, question: str) -> bool:
        """Say whether to read on in the second way, and remember the question."""
        self.met[question] = None
        return question in self.interpretation.flipped

    @property
    def here(self) -> Token:
        """The token that is read next."""
        return self.tokens[self.at]

    @property
    def previous(self) -> Token:
        """The token that was read last."""
        return self.ahead(-1)

    def ahead(self, count: int) -> Token:
        """Return the token `count` places further on, back for a negative one; END outside of all."""
        place = self.at + count
        return self.tokens[place] if 0 <= place < len(self.tokens) else END

    def take(self) -> Token:
        """Return the token here, and go on."""
        token = self.here
        if token != END:
            self.at += 1
        return token

    def is_sign(self, *signs: str) -> bool:
        """Say whether one of these signs stands here."""
        token = self.tokens[self.at]
        return token.kind == "sign" and token.text in signs

    def take_if(self, *signs: str) -> bool:
        """Go past one of these signs if it stands here, and say whether it did."""
        is_here = self.is_sign(*signs)
        if is_here:
            self.take()
        return is_here

    def expect(self, sign: str) -> None:
        """Go past a sign that has to stand here."""
        if not self.take_if(sign):
            raise Refusal(f"{quoted(sign)} is missing before {self._token_text()}; check the brackets")

    def enter_level(self) -> None:
        """Count one more level; raise Refusal for too many."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise Refusal(f"nested more than {DEEPEST} deep; write it with fewer brackets", "too_deep")

    def unexpected(self) -> Refusal:
        """Return why the token here cannot stand here."""
        token = self.here
        if token.kind == "odd":
            return Refusal(f"{quoted(token.text)} is no sign of a formula; leave it out", "bad_char")
        if token.kind == "number" and self.previous.kind == "number":
            numbers = f"{quoted(self.previous.text)} and {quoted(token.text)}"
            return Refusal(f"two numbers side by side, {numbers}; write the sign between them")
        if token.kind in ("name", "command"):
            hint = near(token.text, _FORMULA_NAMES)
            return Refusal(
                f"{quoted(token.text)} is not known here{hint}; write numbers, e, pi, ln, exp, sqrt",
                "unknown_name",
            )
        after = f" after {quoted(self.previous.text)}" if self.at else ""
        return Refusal(
            f"no formula goes on with {self._token_text()}{after}; write one such as 3/6 or 0.5"
        )

    def _token_text(self) -> str:
        return "the end" if self.here == END else quoted(self.here.text)
