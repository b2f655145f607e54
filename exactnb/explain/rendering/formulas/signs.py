"""Tables of signs and letters that all formats of formulas share."""

from __future__ import annotations

import re


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
