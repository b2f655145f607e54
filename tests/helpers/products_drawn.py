"""Random products of powers, of e and of roots of π; plain ones beside their value."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from hypothesis import strategies as st

from exactnb.core.arithmetic.power_product import PowerProduct

__all__ = ["EXPONENTS", "PLAIN", "PRODUCTS", "RATIONALS", "plain"]

RATIONALS = st.fractions(Fraction(1, 50), 50, max_denominator=50)
EXPONENTS = st.fractions(-3, 3, max_denominator=6)
_ROOT_PI = PowerProduct(root_pi=1)
PLAIN = st.lists(st.tuples(RATIONALS, st.integers(-4, 4)), max_size=5)
"""Numbers and whole exponents, of which `plain` makes a product."""
PRODUCTS = st.builds(
    lambda parts, q, k: PowerProduct.product(
        [*(PowerProduct.of(r) ** e for r, e in parts), PowerProduct.exp(q), _ROOT_PI**k]
    ),
    st.lists(st.tuples(RATIONALS, EXPONENTS), max_size=4),
    st.fractions(-4, 4, max_denominator=8),
    st.integers(-3, 3),
)


def plain(parts: list[tuple[Fraction, int]]) -> tuple[PowerProduct, Fraction]:
    """Return the product of some powers, and its value by the arithmetic of fractions."""
    product = PowerProduct.product(PowerProduct.of(r) ** e for r, e in parts)
    return product, prod((r**e for r, e in parts), start=Fraction(1))
