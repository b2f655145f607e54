"""Densities and masses by the name of their distribution, as Poi(x | λ), in place of their formulas."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import signature

from exactnb.core.expression.nodes import Call, Expression, Factorial, Function, Pi, exp
from exactnb.core.expression.reading.refusal import Refusal

DENSITIES: Mapping[tuple[str, ...], Callable[..., Expression]] = {
    ("Ber", "Bern", "Bernoulli"): lambda x, p: p**x * (1 - p) ** (1 - x),
    ("Bin", "Binom", "Binomial"): lambda k, n, p: binomial(n, k) * p**k * (1 - p) ** (n - k),
    ("Poi", "Pois", "Poisson"): lambda x, rate: exp(-rate) * rate**x / Factorial(x),
    ("Exp", "Expon", "Exponential"): lambda x, rate: rate * exp(-(rate * x)),
    ("Beta",): lambda p, a, b: p ** (a - 1) * (1 - p) ** (b - 1) / Call("B", (a, b)),
    ("Ga", "Gam", "Gamma"): lambda x, a, b: b**a * x ** (a - 1) * exp(-(b * x)) / Function("Gamma", a),
    ("N", "Norm", "Normal"): lambda x, mean, variance: (
        exp(-((x - mean) ** 2) / (2 * variance)) / Function("sqrt", 2 * Pi() * variance)
    ),
}
"""The density of each distribution, by its names: of what stands before the bar, and its parameters."""

NAMED = {name: density for names, density in DENSITIES.items() for name in names}


def binomial(total: Expression, chosen: Expression) -> Expression:
    """Return the binomial coefficient of `total` and `chosen` as the factorials that it stands for."""
    return Factorial(total) / (Factorial(chosen) * Factorial(total - chosen))


def density(name: str, arguments: Sequence[Expression]) -> Expression:
    """Return the density of the distribution called `name` of its `arguments`, as a formula.

    >>> from exactnb.core.expression.nodes import Symbol
    >>> str(density("Poi", (Symbol("x"), Symbol("λ"))))
    '(exp(-λ) λ^x) / x!'

    Raises Refusal for another number of arguments than it has.
    """
    if len(arguments) != len(signature(NAMED[name]).parameters):
        raise Refusal(f"{name} is read as a density of other arguments")
    return NAMED[name](*arguments)
