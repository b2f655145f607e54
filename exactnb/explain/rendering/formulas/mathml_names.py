"""Names, labels and text in MathML: every leaf of a formula is written, and escaped, here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from exactnb.core.expression.letters import HAT
from exactnb.core.naming.notation import Field, Mark, Plain, Script
from exactnb.explain.rendering.formulas.latex_names import GENERAL
from exactnb.explain.rendering.formulas.notation_writer import NotationWriter
from exactnb.explain.rendering.formulas.signs import GREEK, LETTER
from exactnb.explain.rendering.pages.html_text import escaped

_TOKEN = re.compile(r".\u0302|log10|log2|[0-9]+|[A-Za-z]{2,}|\s+|.", re.DOTALL)
_BASES = {"log2": "2", "log10": "10"}
_TIGHT = ":/"  # signs of names without spacing
_FENCES = "()[]{}|"
_PRIMES = {"′": "′", "'": "′", "⁺": "+", "⁻": "−"}

NEGATIVE = '<mo form="prefix">−</mo>'
THIN = '<mspace width=".17em"/>'


def row(*parts: str) -> str:
    """Return `parts` grouped as one."""
    return f"<mrow>{''.join(parts)}</mrow>"


def operator(sign: str) -> str:
    """Return `sign` as an operator; brackets keep the size of the text.

    >>> operator("<"), operator("(")
    ('<mo>&lt;</mo>', '<mo stretchy="false">(</mo>')
    """
    if sign in _FENCES:
        return f'<mo stretchy="false">{sign}</mo>'
    tight = ' lspace="0" rspace="0"' if sign in _TIGHT else ""
    return f"<mo{tight}>{escaped(sign)}</mo>"


def number(digits: str) -> str:
    """Return `digits` as a number; its minus is an operator."""
    size = digits.lstrip("-−")
    return f"{NEGATIVE if size != digits else ''}<mn>{size}</mn>"


def identifier(letters: str) -> str:
    """Return `letters`: a single letter is italic, a longer name upright."""
    return f"<mi>{escaped(letters)}</mi>"


def math_text(text: str) -> str:
    """Return `text` within formulas; outer blanks become no-break spaces, for MathML drops others."""
    inside = text.strip(" ")
    leading = "\N{NO-BREAK SPACE}" * text.startswith(" ")
    trailing = "\N{NO-BREAK SPACE}" * (text.endswith(" ") and bool(inside))
    return f"<mtext>{leading}{escaped(inside)}{trailing}</mtext>"


def math_sign(text: str) -> str | None:
    """Return the MathML of `text`, a label that is a number, a sign or a letter; None for words.

    >>> math_sign("e1"), math_sign("Yes")
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
    subscripts = [number(digits)] * bool(digits) + ["<mo>⋆</mo>"] * (mark in ("*", "⋆"))
    letters = identifier(letter)
    if subscripts:
        letters = f"<msub>{letters}{subscripts[0] if len(subscripts) == 1 else row(*subscripts)}</msub>"
    return f"<msup>{letters}<mo>′</mo></msup>" if mark == "'" else letters


class MathmlNames(NotationWriter):
    """Write names in one notation, whatever signs its templates contain."""

    equals = operator("=")

    def marks(self, marks: Iterable[Mark]) -> str:
        """Return `marks` as MathML; a script belongs to the sign before it."""
        parts: list[_ScriptedSign] = []
        for mark in marks:
            match mark:
                case Plain(text) | Field(text, general=True):
                    for token in _TOKEN.findall(text):
                        if token in _PRIMES:
                            _attach(parts, "^", operator(_PRIMES[token]))
                        else:
                            parts.append(_ScriptedSign(_token(token)))
                case Field(text):
                    parts.append(_ScriptedSign(self.label(text)))
                case Script(sign, inner):
                    _attach(parts, sign, row(self.marks(inner)))
        return "".join(part.markup() for part in parts)

    def label(self, text: str) -> str:
        return math_sign(text) or math_text(text)

    def word(self, word: str) -> str:
        return math_text(word)

    def phrase(self, text: str) -> str:
        parts = GENERAL.split(text)  # words, and every second a letter
        return row(
            *(
                (identifier if index % 2 else math_text)(part)
                for index, part in enumerate(parts)
                if part
            )
        )

    def indexed_product(self, index: str, factor: str) -> str:
        return f"<munder><mo>∏</mo>{row(index)}</munder>{factor}"


@dataclass(slots=True)
class _ScriptedSign:
    """A sign of a name with its subscript and superscript."""

    base: str
    scripts: dict[str, str] = field(default_factory=dict)

    def markup(self) -> str:
        lower, upper = self.scripts.get("_", ""), self.scripts.get("^", "")
        tag = "sub" * bool(lower) + "sup" * bool(upper)
        return f"<m{tag}>{self.base}{lower}{upper}</m{tag}>" if tag else self.base


def _attach(parts: list[_ScriptedSign], sign: str, script: str) -> None:
    """Attach a script to the last sign; a second one of its kind applies to both."""
    if not parts:
        parts.append(_ScriptedSign(row()))
    if sign in parts[-1].scripts:
        parts[-1] = _ScriptedSign(parts[-1].markup())
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
