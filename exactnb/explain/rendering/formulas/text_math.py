"""Names, labels and expressions on one line of text, in Unicode or in plain ASCII.

How to read: `LineMath` has the layout, `TextMath` the Unicode signs; `AsciiMath` and `to_ascii` spell
everything in ASCII.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

from exactnb.core.arithmetic.integers import integer_text
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression.letters import HAT
from exactnb.core.expression.nodes import Expression, Function, Integer, Pi, Power, Vanishing
from exactnb.core.expression.precedence import ATOM, PLACE, deeper_breaks, mark_name_breaks
from exactnb.core.naming.notation import Field, Mark, Notation, Plain, Script
from exactnb.errors import printable
from exactnb.explain.rendering.formulas.notation_writer import NotationWriter, pairs, with_signs

_LOWERED = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
_RAISED = str.maketrans("0123456789+-−=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾")
_ASCII = pairs("""
    × *  − -  ≈ ~  ∏ prod  · ;  ∞ inf  π pi  θ theta  ŷ y  φ phi  ψ psi  τ tau  λ lambda  Λ Lambda
    μ mu  σ sigma  Σ Sigma  ᵀ ^T  … ...  ’ '  “ "  ” "  ─ -  │ |  █ #  ⁺ ^+  ⁻ ^-  ₊ _+  ₋ _-  — -
    ≟ ?=  → ->  ∼ ~~  ε epsilon  ∑ sum  ∫ int  Γ Gamma  ∂ d  ℓ l  ≤ <=  ≥ >=  ′ '  ² ^2  ³ ^3
""")
_ASCII |= {"∈": " in ", HAT: "^"} | dict.fromkeys("┌┬┐├┼┤└┴┘", "+") | dict.fromkeys("▏▎▍▌▋▊▉", "")


class LineMath(NotationWriter):
    """Write expressions on one line in one notation, with ASCII signs."""

    equals = "="

    def __init__(self, notation: Notation, *, breakable: bool = False) -> None:
        """Write in `notation`; `breakable` lines contain places to break, which `unmarked` removes."""
        super().__init__(notation)
        self.gap = PLACE if breakable else " "

    def deeper_breaks(self, text: str) -> str:
        """Return `text` as the content of brackets, where a break is less welcome."""
        return text if self.gap == " " else deeper_breaks(text)

    def write(self, expression: Expression) -> str:
        """Return `expression` as one line; the argument of a root is in parentheses."""
        if isinstance(expression, Function) and expression.name == "sqrt":
            return self.square_root(expression.argument)
        return super().write(expression)

    def square_root(self, argument: Expression) -> str:
        """Return the square root of `argument`, by its name."""
        return f"sqrt{self.bracketed(self.write(argument))}"

    def absolute(self, text: str) -> str:
        return f"|{self.deeper_breaks(text)}|"

    def phrase(self, text: str) -> str:
        """Return `text`, a phrase of a rule, which may be broken after its commas."""
        return self._placed(self.word(text))[0]

    def label(self, text: str) -> str:
        if text == "-":
            return self.minus
        return printable(text)

    def indexed_product(self, index: str, factor: str) -> str:
        under = f"_{index}" if len(index) == 1 else f"({index})"
        return f"{self.series_signs['product']}{under} {factor}"

    def argmax(self, scores: tuple[tuple[str, Expression], ...]) -> str:
        return "argmax" + self.braced(self.listed(self.write(score) for _, score in scores))

    def marks(self, marks: Iterable[Mark]) -> str:
        """Return `marks` as text, with scripts where every character has one."""
        line, depth = "", 0
        for mark in marks:
            match mark:
                case Plain(text):
                    text, depth = self._placed(self.word(text), depth)
                    line += text
                case Field(text):
                    line += self.label(text)
                case Script(sign, inner):
                    line += self.word(_script(sign, self.marks(inner)))
        return line

    def _placed(self, text: str, depth: int = 0) -> tuple[str, int]:
        """Return fixed text with its places to break, and how many brackets are open after it."""
        return (text, depth) if self.gap == " " else mark_name_breaks(text, depth)


@with_signs("text")
class TextMath(LineMath):
    """Write expressions on one line with Unicode signs."""

    vanishing: Mapping[str, str] = {"λ": "λ", "ε": "ε"}
    joins_pi = True
    series_signs: dict[str, str] = {  # noqa: RUF012 - a constant
        **NotationWriter.series_signs, "sum": "∑", "product": "∏"
    }  # fmt: skip
    functions: dict[str, str] = {"Phi": "Φ", "Gamma": "Γ", "digamma": "ψ"}  # noqa: RUF012 - a constant
    specials: dict[str, str] = {}  # noqa: RUF012 - a constant

    def write(self, expression: Expression) -> str:
        """Return `expression` as one line, with integer exponents as superscripts."""
        match expression:
            case Power(base, Integer(exponent)) if exponent >= 0:
                return self.parenthesized(base, ATOM) + self.exponent_text(exponent)
        return super().write(expression)

    def numeral(self, decimal: Decimal) -> str:
        """Return `decimal`, with a power of ten as a power: 6.25 × 10⁻⁶."""
        digits, power, exponent = str(decimal).replace("-", self.minus).partition("e")
        return f"{digits}{self.times}10{_script('^', exponent)}" if power else digits

    def square_root(self, argument: Expression) -> str:
        inside = self.write(argument)
        is_sign = isinstance(argument, Integer | Pi | Vanishing)
        return f"√{inside}" if is_sign else f"√{self.bracketed(inside)}"

    def exponent_text(self, number: int) -> str:
        return _script("^", integer_text(number))


class AsciiMath(LineMath):
    """Write expressions on one line in plain ASCII."""

    def label(self, text: str) -> str:
        return to_ascii(super().label(text))

    def word(self, word: str) -> str:
        return to_ascii(word)


def to_ascii(text: str) -> str:
    """Return `text` with every sign spelled in ASCII.

    >>> to_ascii("9/64 × p_a⁺ ≈ 0.1")
    '9/64 * p_a^+ ~ 0.1'
    """
    characters = []
    for character in text:
        if character.isascii():
            characters.append(character)
        elif character in _ASCII:
            characters.append(_ASCII[character])
        else:
            plain = unicodedata.normalize("NFKD", character)
            name = unicodedata.name(character, "")
            if name.startswith("GREEK SMALL LETTER "):
                plain = name.rpartition(" ")[2].lower()
            characters.append("".join(c for c in plain if c.isascii()) or "?")
    return "".join(characters).replace("  in  ", " in ")


def _script(sign: str, text: str) -> str:
    table = _LOWERED if sign == "_" else _RAISED
    if all(ord(character) in table for character in text):
        return text.translate(table)
    if any(mark in text for mark in (", :|^_−=" if sign == "_" else ", :|")):
        return f"[{text}]"
    if sign == "_" and "-" in text[1:]:  # in ASCII h_j-1 would be h_j − 1, too
        return f"[{text}]"
    return sign + text
