"""Read the numbers of a formula, with what belongs to them: a comma, digits that repeat, a fraction."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from exactnb.core.arithmetic.numerals import are_thousands, repeating_decimal
from exactnb.core.expression.nodes import Expression, Integer, Negative, Power, Product, Quotient, Sum
from exactnb.core.expression.reading.cursor import Cursor, Interpretation, Level
from exactnb.core.expression.reading.digits import numeral
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.reading.tokens import COMMAS, Token
from exactnb.errors import quoted

FRACTIONS = frozenset({"frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac", "flatfrac"})
"""The commands of LaTeX that draw a fraction."""

_BARS = frozenset({"overline", "bar", "overbar"})
_RECURRING = ("recurring", "recurrent", "repeating", "repeated", "rec", "periodic")


class Figures(Cursor, ABC):
    """A place among tokens where numbers are read."""

    def __init__(self, tokens: Iterable[Token], interpretation: Interpretation) -> None:
        super().__init__(tokens, interpretation)
        semicolons = any(token.kind == "sign" and token.text == ";" for token in self.tokens)
        self.separates = interpretation.lists and not semicolons and interpretation.decimal != ","
        self.commas_separate = self.separates
        self.commas_read = 0
        self.open_ended = False  # digits that go on: 0.333...

    @abstractmethod
    def operand(self, floor: Level) -> Expression:
        """Return the number, function or bracket that begins here, with the sign before it."""

    def number_begun_by(self, text: str) -> Expression:
        """Return the numeral `text`, with what belongs to it: repeated digits, a comma, a fraction."""
        if "e" in text.casefold() and self.here.text[:1] in ("e", "E") and self.here.glued:
            raise Refusal(f"{quoted(text + self.here.text)} is no number; write one as 1.2e-5")
        period = self._repeating_digits(text)
        if period and self.here.kind == "number":
            raise Refusal("digits behind those that repeat without end; write 0.1(6) or a fraction")
        if period:
            if self.previous.text.casefold() in _RECURRING:  # a word: the last that stand are repeated
                text = f"0{text}"[: -len(period)]
            value = repeating_decimal(text, period)
            return Quotient(Integer(value.numerator), Integer(value.denominator))
        text = self._with_raised_point(self._with_commas(self._with_groups(text)))
        if self.take_if("..."):
            self.open_ended = True
        tree = numeral(text)
        if self._is_lost_power() and self.is_second_way("power"):
            self.take()
            return Power(tree, Negative(numeral(self.take().text)))
        return self._mixed_number(tree) if isinstance(tree, Integer) else tree

    def _with_groups(self, text: str) -> str:
        """Return a whole number with the groups of three that stand behind it: 153 664, 153'664."""
        groups: list[str] = []
        position = 0
        while text.isdigit():
            apostrophe = (
                self.ahead(position).text == "'"
                and self.ahead(position).glued
                and self.ahead(position + 1).glued
            )
            group = self.ahead(position + apostrophe)
            if group.kind != "number" or (group.glued and not apostrophe):
                break
            groups.append(group.text)
            position += 1 + apostrophe
        if not groups or not are_thousands(text, groups):
            return self._with_points(text)
        if self.ahead(position).text == "/" and self.is_second_way("blank"):
            return text  # and a fraction stands beside it: 1 234/567
        self.at += position
        return text + "".join(groups)

    def _with_points(self, text: str) -> str:
        """Return a number whose points part thousands, where a comma is the decimal point: 1.234,5."""
        if self.interpretation.decimal != "," or "e" in text.casefold():
            return text
        first, *groups = text.split(".")
        position = 0
        while (
            self.ahead(position).kind == "number"
            and self.ahead(position).glued
            and self.ahead(position).text[0] == "."
        ):
            groups += self.ahead(position).text[1:].split(".")
            position += 1
        if not groups or not are_thousands(first, groups):
            return text
        if (
            position == 0
            and len(groups) == 1
            and not self._has_comma_at(0)
            and not self.is_second_way("point")
        ):
            return text
        self.at += position
        return first + "".join(groups)

    def _repeating_digits(self, text: str) -> str:
        r"""Return the digits that repeat behind a point, none if none do: 0.(3), 0.1\overline{6}."""
        if "." not in text or "e" in text.casefold():
            return ""
        if self.here.text.casefold() in _RECURRING and text[-1] != ".":
            self.take()
            decimals = text.partition(".")[2]
            return decimals if self.is_second_way("recurring") else decimals[-1]
        if self.here.kind == "command" and self.here.text in _BARS:
            self.take()
            braced = self.take_if("{")
            period = self.here.text
            if not period.isdigit() or (len(period) > 1 and not braced):
                raise Refusal(r"the digits that repeat stand in braces: 0.\overline{3}")
            self.take()
            if braced:
                self.expect("}")
            return period
        opening, digits, closing = (self.ahead(count) for count in range(3))
        glued = opening.glued and digits.glued and closing.glued
        if glued and opening.text == "(" and digits.text.isdigit() and closing.text == ")":
            self.at += 3
            return digits.text
        return ""

    def _with_commas(self, text: str) -> str:
        """Return a numeral with the digits behind its commas; a comma alone is a question."""
        groups: list[str] = []
        while not self.commas_separate and self._has_comma_at(2 * len(groups)):
            groups.append(self.ahead(2 * len(groups) + 1).text)
        if not groups or not text.isdigit():
            return text
        point: str | None = "."
        if self.interpretation.decimal == ",":
            point = "." if len(groups) == 1 and "." not in groups[0] else None
        elif len(groups) > 1 or "." in groups[0]:
            point = "" if are_thousands(text, groups) else None
        elif are_thousands(text, groups):
            point = "" if self.is_second_way("thousands") else "."
        elif self.here.text == "," and self.is_second_way("comma"):
            point = None
        if point is None:  # the commas stand between numbers
            return text
        self.at += 2 * len(groups)
        self.commas_read += 1
        return text + point + "".join(groups)

    def _with_raised_point(self, text: str) -> str:
        """Return a numeral with the digits behind a raised point: 0·5, which is hardly 0 times 5."""
        following = self.ahead(1)
        glued = self.here.text == "·" and self.here.glued and following.glued
        if text != "0" or not glued or not following.text.isdigit() or self.is_second_way("dot"):
            return text
        self.at += 2
        return f"0.{following.text}"

    def _is_lost_power(self) -> bool:
        """Say whether 1.2 x 10-5 stands here, which may have been 1.2 x 10⁻⁵ before it was copied."""
        times, ten, sign, digits = (self.ahead(count) for count in range(-2, 2))
        glued = sign.glued and digits.glued and digits.text.isdigit()
        return ten.text == "10" and sign.text == "-" and glued and times.text in ("*", "·", "x", "X")

    def _has_comma_at(self, count: int) -> bool:
        """Say whether a comma stands there between two numbers, without a blank."""
        comma, following = self.ahead(count), self.ahead(count + 1)
        return comma.text in COMMAS and comma.glued and following.kind == "number" and following.glued

    def _mixed_number(self, integer_part: Integer) -> Expression:
        r"""Return a whole number, with a fraction beside it if there is one: 1 1/2, 1\frac12."""
        if self.here.kind == "command" and self._is_numeric_fraction():
            if self.is_second_way("mixed"):
                return integer_part  # and the fraction is multiplied
            return Sum((integer_part, self.operand(Level.ATOM)))
        numerator, slash, denominator = (self.ahead(count) for count in range(3))
        if not (numerator.text.isdigit() and slash.text == "/" and denominator.text.isdigit()):
            return integer_part
        self.at += 3
        fraction = Quotient(numeral(numerator.text), numeral(denominator.text))
        if self.is_second_way("mixed"):
            return Product((integer_part, fraction))
        return Sum((integer_part, fraction))

    def _is_numeric_fraction(self) -> bool:
        if self.here.text not in FRACTIONS:
            return False
        parts = [self.ahead(count).text for count in range(1, 7)]
        shape = "".join("n" if part.isdigit() else part for part in parts)
        return shape.startswith(("{n}{n}", "nn")) or (parts[0].isdigit() and len(parts[0]) == 2)
