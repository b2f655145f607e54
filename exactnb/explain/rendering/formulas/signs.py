"""Tables of signs and letters that the formats of formulas share, and the signs of each of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

Printer = TypeVar("Printer")


def pairs(table: str) -> dict[str, str]:
    """Return a dictionary from `table`, which lists each key before its value.

    >>> pairs("α alpha  β beta")
    {'α': 'alpha', 'β': 'beta'}
    """
    words = table.split()
    return dict(zip(words[::2], words[1::2], strict=True))


GREEK = pairs("""
    α alpha  β beta  γ gamma  δ delta  ε varepsilon  ζ zeta  η eta  θ theta  ι iota  κ kappa
    λ lambda  μ mu  ν nu  ξ xi  π pi  ρ rho  σ sigma  τ tau  υ upsilon  φ varphi  χ chi  ψ psi
    ω omega  Γ Gamma  Δ Delta  Θ Theta  Λ Lambda  Ξ Xi  Π Pi  Σ Sigma  Φ Phi  Ψ Psi  Ω Omega  µ mu
""")

LETTER = re.compile(r"([A-Za-z])([0-9]*)([*⋆']?)")
"""A letter with its index and a star or a prime: a label that is drawn as a letter of formulas."""

_SIGNS = r"""
    sign          text latex                typst                     spoken
    times         ␣×␣  ␣\times␣             ␣×␣                       ␣times␣
    minus         −    -                    −                         ␣minus␣
    plus          +    +                    +                         ␣plus␣
    percent       %    \%                   \%                        ␣percent
    factorial     !    !                    !                         ␣factorial
    pi            π    \pi                  π                         ␣pi
    equal_sign    ␣=␣  ␣=␣                  ␣=␣                       ␣equals␣
    less_or_equal ␣≤␣  ␣\leq␣               ␣≤␣                       ␣is␣at␣most␣
    asks_equal    ␣≟␣  ␣\overset{?}{=}␣     ␣asked␣                   ␣,␣is␣it␣equal␣to,␣
    such_that     ␣:␣  ␣\mid␣               ␣given␣                   ␣such␣that␣
    condition_bar ␣|␣  ␣\mid␣               ␣given␣                   ␣given␣
    inside        ␣∈␣  ␣\in␣                ␣∈␣                       ␣in␣
    not_inside    ␣∉␣  ␣\notin␣             ␣∉␣                       ␣not␣in␣
    union         ␣∪␣  ␣\cup␣               ␣∪␣                       ␣or␣
    nothing       ∅    \emptyset            ∅                         the␣empty␣set
    inverted      ⁻¹   ^{-1}                ^(−1)                     ␣inverted
    transposed    ᵀ    ^{\top}              ^(⊤)                      ␣transposed
    dots          …    \ldots               …                         and␣so␣on
    reals         ℝ    \mathbb{R}           ℝ                         the␣real␣numbers
    definite      PD   \mathrm{PD}          op("PD")                  the␣positive␣definite␣matrices
    iverson_sign  1    \mathbf{1}           bold("1")                 1␣if
    partial       ∂    \partial␣            ∂␣                        partial␣
    integral_sign ∫    \int                 ∫                         the␣integral
    root_sign     root \operatorname*{root} op("root",␣limits:␣#true) the␣root
"""  # ␣ is a blank of the sign itself


def signed(column: str) -> Callable[[type[Printer]], type[Printer]]:
    r"""Return a decorator that gives a printer of formulas the signs of a `column` of the table.

    >>> signed("latex")(type("Own", (), {})).union
    ' \\cup '
    """
    head, *rows = (line.split() for line in _SIGNS.strip().splitlines())
    place = head.index(column)

    def decorated(printer: type[Printer]) -> type[Printer]:
        for sign, *texts in rows:
            setattr(printer, sign, texts[place - 1].replace("␣", " "))
        return printer

    return decorated
