"""Densities and masses by the name of their distribution, as Poi(x | λ), in place of their formulas."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import Literal

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Factorial, Function, Pi, Symbol, exp
from exactnb.core.expression.reading.derivations.signs import REST, WHOLE
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
DIRICHLET = ("Dir", "Dirichlet")

OF_PARAMETER = {"Beta": "Beta", "Ga": "Gamma", "Gam": "Gamma", "Gamma": "Gamma"}
OF_PARAMETER |= dict.fromkeys(DIRICHLET, "Dir")
"""The distributions of parameters, by their names."""

FIGURES: Mapping[tuple[str, str], Callable[[Expression, Expression], Expression]] = {
    ("Beta", "mean"): lambda a, b: a / (a + b),
    ("Beta", "mode"): lambda a, b: (a - 1) / (a + b - 2),
    ("Beta", "variance"): lambda a, b: a * b / ((a + b) ** 2 * (a + b + 1)),
    ("Gamma", "mean"): lambda a, b: a / b,
    ("Gamma", "mode"): lambda a, b: (a - 1) / b,
    ("Gamma", "variance"): lambda a, b: a / b**2,
}
"""The mean, mode and variance of a distribution of two numbers."""


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
    if name in DIRICHLET:
        return _dirichlet(*arguments)
    if len(arguments) != len(signature(NAMED[name]).parameters):
        raise Refusal(f"{name} is read as a density of other arguments")
    return NAMED[name](*arguments)


def _dirichlet(shares: Expression, *numbers: Expression) -> Expression:
    """Return the density of a Dirichlet distribution of `numbers` α + n, or α_1 + n_1, …, α_V + n_V."""
    if len(numbers) != 1 and REST not in numbers:
        raise Refusal("Dir is read as a density of a vector")
    index = Symbol("v")

    def at_value(part: Expression) -> Expression | None:
        places = () if len(numbers) == 1 else (nodes.Integer(1),)
        is_vector = isinstance(part, Symbol) and part.lower == places
        return Symbol(part.letter, (index,)) if isinstance(part, Symbol) and is_vector else None

    def over_values(sign: Literal["sum", "product"], body: Expression) -> Expression:
        return nodes.Series(sign, nodes.Index(index.letter), WHOLE, body)

    number = nodes.replace(numbers[0], at_value)
    share = Symbol(getattr(shares, "letter", ""), (index,))
    total = Function("Gamma", over_values("sum", number))
    times = total / over_values("product", Function("Gamma", number))
    return times * over_values("product", share ** (number - 1))
