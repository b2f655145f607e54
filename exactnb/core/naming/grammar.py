"""Parse names of quantities: text to syntax; and say which need quotes. `scope.py` resolves words.

How to read: `parse_name` is the door; `_NameParser` reads by one token at a time.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from exactnb.core.record import frozen
from exactnb.errors import InputError, quoted

MAX_LENGTH = 2_000
_MAX_WRAPPERS = 20
_FUNCTIONS = ("log", "log2", "log10", "exp")
_ENDS = ',|=:;()"'
_NUMERAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?(?:/[0-9]+)?(?: ?%)?")
_SPECIAL = frozenset(',|=:;()"')

_GREEK_NAMES = """
    alpha α  beta β  gamma γ  delta δ  epsilon ε  varepsilon ε  zeta ζ  eta η  theta θ  vartheta θ
    iota ι  kappa κ  lambda λ  mu μ  nu ν  xi ξ  rho ρ  varrho ρ  sigma σ  tau τ  upsilon υ
    phi φ  varphi φ  chi χ  psi ψ  omega ω  Delta Δ  Theta Θ  Lambda Λ  Xi Ξ  Psi Ψ  Omega Ω
"""
GREEK = dict(zip(_GREEK_NAMES.split()[::2], _GREEK_NAMES.split()[1::2], strict=True))
"""The Greek letters by their names; π, Γ, Π, Σ and Φ are no letters of a formula."""


@frozen(slots=True)
class SyntaxItem:
    """An item as written: `first` alone, or `first`, a `sign` (= or :) and `second`.

    `negated` items were written with "not"; `bare` says that `first` had no quotes.
    """

    first: str
    sign: str = ""
    second: str = ""
    negated: bool = False
    bare: bool = True


@frozen(slots=True)
class SyntaxName:
    """A quantity as written, before its words are resolved; `bar` says whether it has a bar."""

    head: str
    left: tuple[SyntaxItem, ...] = ()
    right: tuple[SyntaxItem, ...] = ()
    model: str = ""
    index: int | None = None
    wrappers: tuple[str, ...] = ()
    bar: bool = False


def parse_name(text: str) -> SyntaxName:
    """Return the syntax of the quantity that `text` spells.

    >>> parse_name("P(a=1|+)").left
    (SyntaxItem(first='a', sign='=', second='1', negated=False, bare=True),)
    >>> parse_name("-log2(P(login,t*))").wrappers
    ('-', 'log2')

    Raises InputError, with the text from the first character that does not fit, and for a text of more
    than `MAX_LENGTH` characters.
    """
    if not isinstance(text, str):
        raise InputError.expected("the name of a quantity", text)
    if len(text) > MAX_LENGTH:
        raise InputError(f"a quantity of {len(text)} characters; at most {MAX_LENGTH} are read")
    return _NameParser(text).quantity()


class _NameParser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def quantity(self) -> SyntaxName:
        wrappers: list[str] = []
        functions = 0
        while True:
            if len(wrappers) > _MAX_WRAPPERS:
                raise self.error(f"more than {_MAX_WRAPPERS} functions around a quantity")
            if self.take("-"):
                wrappers.append("-")
            name = self.word()
            if name in _FUNCTIONS and self.peek() == "(":
                self.expect("(")
                wrappers.append(name)
                functions += 1
            else:
                break
        form = self.form(name)
        for _ in range(functions):
            self.expect(")")
        self.blanks()
        if self.at < len(self.text):
            raise self.error("expected the end")
        return replace(form, wrappers=tuple(wrappers))

    def form(self, head: str) -> SyntaxName:
        left: tuple[SyntaxItem, ...] = ()
        right: tuple[SyntaxItem, ...] = ()
        model, bar = "", False
        if self.take("("):
            if self.peek() not in "|;)":
                left = self.items()
            if self.take("|"):
                bar, right = True, self.items()
            if self.take(";"):
                model, _ = self.name()
            self.expect(")")
        index = None
        if self.take("["):
            digits = self.run("0123456789".__contains__)
            if not 1 <= len(digits) <= 6:
                raise self.error("expected a number between [ and ]")
            index = int(digits)
            self.expect("]")
        return SyntaxName(head, left, right, model, index, bar=bar)

    def items(self) -> tuple[SyntaxItem, ...]:
        items = [self.item()]
        while self.take(","):
            items.append(self.item())
        return tuple(items)

    def item(self) -> SyntaxItem:
        first, bare = self.name()
        for sign in "=:":
            if self.take(sign):
                return SyntaxItem(first, sign, self.name()[0], bare=bare)
        if bare and first.startswith("not ") and first[4:].strip():
            return SyntaxItem(first[4:].strip(), negated=True)
        if bare and first == "not" and self.peek() == '"':
            return SyntaxItem(self.name()[0], negated=True, bare=False)
        return SyntaxItem(first, bare=bare)

    def name(self) -> tuple[str, bool]:
        """Read a name; return it and whether it had no quotes."""
        self.blanks()
        if self.peek() == '"':
            return self.quoted_name(), False
        name = " ".join(self.run(lambda sign: sign not in _ENDS).split())
        if not name:
            raise self.error("expected a name")
        return name, True

    def quoted_name(self) -> str:
        start = self.at + 1
        end = start
        while True:
            end = self.text.find('"', end)
            if end < 0:
                raise self.error("a quote that is not closed")
            if self.text[end : end + 2] != '""':
                break
            end += 2
        self.at = end + 1
        return self.text[start:end].replace('""', '"')

    def word(self) -> str:
        self.blanks()
        word = self.run(lambda sign: sign.isalnum() or sign in "_-")
        if not word:
            raise self.error("expected a quantity such as P(...)")
        return word

    def run(self, belongs: Callable[[str], bool]) -> str:
        """Read characters up to the first for which `belongs` is false."""
        start = self.at
        while self.at < len(self.text) and belongs(self.text[self.at]):
            self.at += 1
        return self.text[start : self.at]

    def blanks(self) -> None:
        self.run(str.isspace)

    def peek(self) -> str:
        self.blanks()
        return self.text[self.at] if self.at < len(self.text) else ""

    def take(self, character: str) -> bool:
        if self.peek() == character:
            self.at += 1
            return True
        return False

    def expect(self, character: str) -> None:
        if not self.take(character):
            raise self.error(f"expected {character!r}")

    def error(self, expected: str) -> InputError:
        remaining = self.text[self.at : self.at + 20]
        where = f"at {quoted(remaining)}" if remaining else "at the end"
        return InputError(f"{quoted(self.text)}: {expected} {where}")


def is_numeral(text: str) -> bool:
    """Say whether `text` looks like a number; such a name is never read as a short form.

    >>> is_numeral("0"), is_numeral("-1.5"), is_numeral("+")
    (True, True, False)
    """
    return _NUMERAL.fullmatch(text) is not None


def has_commas(text: str) -> bool:
    """Say whether `text` without its commas looks like a number: "3,9" or "1,234.5".

    >>> has_commas("3,9"), has_commas("1,234.5"), has_commas("3.9"), has_commas("a,b")
    (True, True, False, False)
    """
    return "," in text and is_numeral(text.replace(",", ""))


def quote(name: str) -> str:
    """Return `name` as the grammar reads it, in quotes only where they are needed.

    >>> print(quote("sea level"), quote("a,b"), quote("5"))
    sea level "a,b" 5
    """
    plain = not (_SPECIAL & set(name)) and not name.startswith("not ")
    if plain and name and name == " ".join(name.split()):
        return name
    return '"' + name.replace('"', '""') + '"'
