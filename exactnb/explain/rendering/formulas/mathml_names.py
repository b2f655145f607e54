"""Names, labels and words in MathML: every leaf of a formula is written, and escaped, here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from exactnb.core.expression.letters import HAT
from exactnb.core.naming.templates import Field, Mark, Plain, Script
from exactnb.explain.rendering.formulas.latex_names import GENERAL
from exactnb.explain.rendering.formulas.notated import Notated
from exactnb.explain.rendering.formulas.signs import GREEK, LETTER
from exactnb.explain.rendering.pages.html_text import escaped

_TOKEN = re.compile(r".\u0302|log10|log2|[0-9]+|[A-Za-z]{2,}|\s+|.", re.DOTALL)
_BASES = {"log2": "2", "log10": "10"}
_TIGHT = ":/"  # signs of names that stand close to both sides
_FENCES = "()[]{}|"
_PRIMES = {"′": "′", "'": "′", "⁺": "+", "⁻": "−"}

NEGATIVE = '<mo form="prefix">−</mo>'
THIN = '<mspace width=".17em"/>'


def row(*parts: str) -> str:
    """Return parts that belong together as one."""
    return f"<mrow>{''.join(parts)}</mrow>"


def operator(sign: str) -> str:
    """Return a sign; brackets keep the size of the text.

    >>> operator("<"), operator("(")
    ('<mo>&lt;</mo>', '<mo stretchy="false">(</mo>')
    """
    if sign in _FENCES:
        return f'<mo stretchy="false">{sign}</mo>'
    tight = ' lspace="0" rspace="0"' if sign in _TIGHT else ""
    return f"<mo{tight}>{escaped(sign)}</mo>"


def number(digits: str) -> str:
    """Return a number, its minus a sign of its own."""
    size = digits.lstrip("-−")
    return f"{NEGATIVE if size != digits else ''}<mn>{size}</mn>"


def identifier(letters: str) -> str:
    """Return a letter, which leans, or the name of a function, which does not."""
    return f"<mi>{escaped(letters)}</mi>"


def words(text: str) -> str:
    """Return words among formulas; blanks at their ends stay."""
    inside = text.strip(" ")
    before = "\N{NO-BREAK SPACE}" * text.startswith(" ")
    behind = "\N{NO-BREAK SPACE}" * (text.endswith(" ") and bool(inside))
    return f"<mtext>{before}{escaped(inside)}{behind}</mtext>"


def sign_of(text: str) -> str | None:
    """Return a label that is a number, a sign or a letter, and None for words.

    >>> sign_of("e1"), sign_of("Yes")
    ('<msub><mi>e</mi><mn>1</mn></msub>', None)
    """
    if text in ("+", "-", "−"):
        return f'<mo form="prefix" lspace="0" rspace="0">{"+" if text == "+" else "−"}</mo>'
    if text.isascii() and text.isdigit():
        return number(text)
    if text in GREEK:
        return identifier(text)
    match = LETTER.fullmatch(text)
    if match is None:
        return None
    letter, digits, mark = match.groups()
    lowered = [number(digits)] * bool(digits) + ["<mo>⋆</mo>"] * (mark in ("*", "⋆"))
    shown = identifier(letter)
    if lowered:
        shown = f"<msub>{shown}{lowered[0] if len(lowered) == 1 else row(*lowered)}</msub>"
    return f"<msup>{shown}<mo>′</mo></msup>" if mark == "'" else shown


class MathmlNames(Notated):
    """Write names in one notation, whatever signs its templates have."""

    equals = operator("=")

    def marks(self, marks: Iterable[Mark]) -> str:
        """Return marks as MathML; what is lowered or raised hangs on the sign before it."""
        parts: list[_Hung] = []
        for mark in marks:
            match mark:
                case Plain(text) | Field(text, general=True):
                    for token in _TOKEN.findall(text):
                        if token in _PRIMES:
                            _hang(parts, "^", operator(_PRIMES[token]))
                        else:
                            parts.append(_Hung(_token(token)))
                case Field(text):
                    parts.append(_Hung(self.label(text)))
                case Script(sign, inner):
                    _hang(parts, sign, row(self.marks(inner)))
        return "".join(part.drawn() for part in parts)

    def label(self, text: str) -> str:
        """Return a user's label."""
        return sign_of(text) or words(text)

    def word(self, word: str) -> str:
        """Return a word of the tool's own, such as true or clip."""
        return words(word)

    def phrase(self, text: str) -> str:
        """Return a phrase of a rule, in which a letter stands for any class or word."""
        parts = GENERAL.split(text)  # words, and every second a letter
        shown = (identifier(part) if at % 2 else words(part) for at, part in enumerate(parts) if part)
        return row(*shown)

    def letter(self, letter: str) -> str:
        """Return the letter of an index."""
        return self.marks((Plain(letter),))

    def product_over(self, index: str, factor: str) -> str:
        """Return a product over an index."""
        return f"<munder><mo>∏</mo>{row(index)}</munder>{factor}"


@dataclass(slots=True)
class _Hung:
    """A sign of a name, with what is lowered and raised beside it."""

    base: str
    scripts: dict[str, str] = field(default_factory=dict)

    def drawn(self) -> str:
        lower, upper = self.scripts.get("_"), self.scripts.get("^")
        if lower and upper:
            return f"<msubsup>{self.base}{lower}{upper}</msubsup>"
        if lower:
            return f"<msub>{self.base}{lower}</msub>"
        return f"<msup>{self.base}{upper}</msup>" if upper else self.base


def _hang(parts: list[_Hung], sign: str, script: str) -> None:
    """Hang a script on the last part; a second one of its kind hangs on both."""
    if not parts:
        parts.append(_Hung(row()))
    if sign in parts[-1].scripts:
        parts[-1] = _Hung(parts[-1].drawn())
    parts[-1].scripts[sign] = script


def _token(token: str) -> str:
    """Return a word or a sign of a template."""
    if token in _BASES:
        return f"<msub><mi>log</mi>{number(_BASES[token])}</msub>"
    if token.endswith(HAT) or token == "ŷ":
        letter = identifier("y" if token == "ŷ" else token[0])
        return f'<mover accent="true">{letter}<mo stretchy="false">^</mo></mover>'
    if token.isascii() and token.isdigit():
        return number(token)
    if token.isspace():
        return THIN
    return identifier(token) if token.isalpha() else operator("−" if token == "-" else token)
