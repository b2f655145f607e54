"""Cut an answer into numbers, names, commands and signs, in one pass from left to right.

How to read: `tokenize` is the loop; `_kind_and_end` finds what begins at a place, the `_end_of_*`
where it ends. What words stand for is said in `wording.py`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.record import frozen

MOST = 200
"""Tokens of the longest answer that is read."""

COMMAS = (",", "{,}")
"""A comma, and one that stands in a number, as LaTeX sets it without a blank behind it."""

CLOSING = {"(": ")", "[": "]", "{": "}"}
"""The bracket that closes each other."""


def split_words(listed: str) -> frozenset[str]:
    """Return the words and signs that are `listed`, blanks between them."""
    return frozenset(listed.split())


_DIGITS = frozenset("0123456789")
_SIGNS = frozenset("+-*·/^!%()[]{},;:=≈_.")
_LONG_SIGNS = ("...", "**", "==", "=>", "->", "..")
_NAMES = frozenset("∞√")  # signs that stand where a name does
_IGNORED = split_words("left right big bigl bigr Big Bigl Bigr quad qquad displaystyle textstyle")
_WRAPPERS = split_words("text textrm textbf textit mathrm mathbf mathit mathsf operatorname boxed fbox")


@frozen(slots=True)
class Token:
    """A piece of an answer; `glued` says that no blank stands before it."""

    kind: Literal["number", "name", "command", "sign", "odd", "bar", "word", "end"]
    text: str
    glued: bool = False


@frozen(slots=True)
class PlacedToken(Token):
    """A token with the offset in the source at which it begins, and at which it ends."""

    at: int = 0
    end: int = 0


END = Token("end", "")


def tokenize(text: str) -> list[Token]:
    r"""Return the pieces of an answer.

    >>> [token.text for token in tokenize(r"1.2e-5 \cdot \left(3 out of 6\right)")]
    ['1.2e-5', 'cdot', '(', '3', 'out', 'of', '6', ')']

    Raises Refusal for more than 200 of them.
    """
    tokens: list[Token] = []
    position, glued = 0, False
    while position < len(text):
        kind, end = _kind_and_end(text, position)
        if kind is None:  # a blank, or what is one in mathematics
            glued = False
        else:
            piece = text[position:end] if kind == "odd" else text[position:end].removeprefix("\\")
            tokens.append(Token(kind, piece, glued))
            glued = True
            if len(tokens) > MOST:
                raise Refusal(f"over {MOST} signs and numbers; write less", "too_long")
        position = end
    return _unwrapped(tokens)


_Kind = Literal["number", "name", "command", "sign", "odd"]


def _kind_and_end(text: str, position: int) -> tuple[_Kind | None, int]:
    """Return the kind of the piece that begins here, and where it ends."""
    character = text[position]
    if character in " $":
        return None, position + 1
    if character in _DIGITS or (character == "." and text[position + 1 : position + 2] in _DIGITS):
        return "number", _number_end(text, position)
    if character.isalpha():
        return "name", _letters_end(text, position)
    if character in _NAMES:
        return "name", position + 1
    if character == "\\":
        end = _letters_end(text, position + 1)
        if end > position + 1:
            return "command", end
        mark = text[position + 1 : position + 2]
        if mark in tuple("%{}"):
            return "sign", position + 2
        return (None if mark in tuple(",;:! ()[]") else "odd"), position + 2
    for sign in _LONG_SIGNS:
        if text.startswith(sign, position):
            return "sign", position + len(sign)
    return ("sign" if character in _SIGNS else "odd"), position + 1


def _number_end(text: str, position: int) -> int:
    """Return where a numeral ends: 12, 0.5, .5, 1.2e-5, and 0. before what repeats."""
    position = _digits_end(text, position)
    if text[position : position + 1] == "." and text[position + 1 : position + 2] != ".":
        position = _digits_end(text, position + 1)
    if text[position : position + 1] in ("e", "E"):
        start = position + 2 if text[position + 1 : position + 2] in ("+", "-") else position + 1
        end = _digits_end(text, start)
        return end if end > start else position
    return position


def _digits_end(text: str, position: int) -> int:
    while position < len(text) and text[position] in _DIGITS:
        position += 1
    return position


def _letters_end(text: str, position: int) -> int:
    while position < len(text) and text[position].isalpha():
        position += 1
    return position


def _unwrapped(tokens: list[Token]) -> list[Token]:
    r"""Leave out \left, \text and the like; the braces of a wrapper go with it."""
    unwrapped: list[Token] = []
    braces: list[bool] = []  # for each open brace, whether it is that of a wrapper
    wrapped, glued = False, True  # and whether a blank stood before the wrapper
    for token in tokens:
        if token.kind == "command" and token.text in _IGNORED | _WRAPPERS:
            wrapped = token.text in _WRAPPERS
            glued = glued and token.glued
            continue
        dropped = False
        if token.kind == "sign" and token.text in "{}":
            if token.text == "{":
                braces.append(dropped := wrapped)
            elif braces:
                dropped = braces.pop()
        wrapped = False
        if not dropped:
            unwrapped.append(token if glued else replace(token, glued=False))
            glued = True
    return unwrapped
