"""Spelling of names in the grammar: which need quotes, and which look like numbers."""

from __future__ import annotations

import re

_NUMERAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?(?:/[0-9]+)?%?")
_SPECIAL = frozenset(',|=:;()"')
_GREEK_NAMES = """
    alpha α  beta β  gamma γ  delta δ  epsilon ε  varepsilon ε  zeta ζ  eta η  theta θ  vartheta θ
    iota ι  kappa κ  lambda λ  mu μ  nu ν  xi ξ  rho ρ  sigma σ  tau τ  upsilon υ  phi φ  varphi φ
    chi χ  psi ψ  omega ω  Delta Δ  Theta Θ  Lambda Λ  Xi Ξ  Psi Ψ  Omega Ω
"""
GREEK = dict(zip(_GREEK_NAMES.split()[::2], _GREEK_NAMES.split()[1::2], strict=True))
"""The Greek letters by their names; π, Γ, Π, Σ and Φ are no letters of a formula."""


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
