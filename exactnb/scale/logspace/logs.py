"""Logarithms of exact products, rounded once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from exactnb.core.arithmetic.enclosure import Ball, log_form
from exactnb.core.arithmetic.power_product import PowerProduct

Floats = NDArray[np.float64]

_BITS = 128


def log_of_product(powers: Mapping[int, int | Fraction]) -> float:
    """Return the logarithm of a product of `powers` {positive integer: exponent}, rounded once.

    >>> log_of_product({2: 10, 1024: -1}), log_of_product({3: 2})
    (0.0, 2.1972245773362196)
    """
    ball = _enclosed(powers, 64)
    return 0.0 if ball is None else ball.nearest()


def pair_of_product(powers: Mapping[int, int | Fraction]) -> tuple[float, float]:
    """Return the logarithm of a product of `powers` as the sum of two doubles, to 2^-104 of its size.

    >>> high, low = pair_of_product({2: 1})
    >>> high, abs(low) < 2.0**-53
    (0.6931471805599453, True)
    """
    ball = _enclosed(powers, 110)
    return (0.0, 0.0) if ball is None else ball.pair()


def narrow(enclosed: Callable[[int], Ball]) -> Ball:
    """Return the ball that is `enclosed` with enough bits to be narrower than 2^-110 of its size."""
    bits = _BITS
    while True:
        ball = enclosed(bits)
        if ball.is_within(110) or bits > 4096:
            return ball
        bits *= 2


def _enclosed(powers: Mapping[int, int | Fraction], accuracy: int) -> Ball | None:
    """Return a ball around the logarithm of a product, to `accuracy` bits of its size; None for 0."""
    factors = [(number, exponent) for number, exponent in powers.items() if exponent and number > 1]
    bits = _BITS
    # This ends: either the product is 1, which its coprime base shows, or its logarithm is not 0 and
    # enough bits separate it from 0.
    while True:
        ball = log_form(factors, Fraction(0), 0, bits)
        if ball.sign() is None:
            product = PowerProduct(tuple(sorted((number, Fraction(e)) for number, e in factors)))
            if product.is_one():
                return None
        if ball.is_within(accuracy):
            return ball
        bits *= 2
