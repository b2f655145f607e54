"""Families with one parameter as textbooks state them, by their densities and mass functions.

How to read: `ROWS` has the closed forms with one statistic; each is a specification, and its estimate
as books have it, in S, the sum of the statistic, and n.
"""

from __future__ import annotations

from dataclasses import dataclass

from exactnb.core.expression.nodes import Expression, Pi, exp, factorial, log, sqrt
from exactnb.core.families.declared.specification import Interval, Range, Specification, Whole
from exactnb.explain.proving.writing import letter, node

X = letter("x")
POSITIVE, UNIT, REAL = Interval(node(0)), Interval(node(0), node(1)), Interval()
CLOSED = Interval(node(0), node(1), True, True)
COUNTS, FROM_ONE, BITS = Whole(node(0)), Whole(node(1)), Whole(node(0), node(1))
a, b, g, h, k, m, r, s, t, v, N, λ, μ, θ, σ = map(letter, "abghkmrstvNλμθσ")


@dataclass(frozen=True)
class Row:
    """A family of the list, and what its estimate is."""

    specification: Specification
    estimate: str


def family(
    name: str,
    formula: Expression,
    support: Range,
    parameter: tuple[Expression, Range],
    *constants: tuple[Expression, Range],
    prior: Expression | None = None,
) -> Specification:
    """Return the specification of a family with one parameter."""
    return Specification(
        name,
        formula,
        isinstance(support, Interval),
        support,
        {str(parameter[0]): parameter[1]},
        {str(constant): range_ for constant, range_ in constants},
        prior,
    )


def row(estimate: str, *parts: object, **more: object) -> Row:
    """Return a row of the list."""
    return Row(family(*parts, **more), estimate)  # type: ignore[arg-type]


whole_a, real_a = (a, FROM_ONE), (a, POSITIVE)
ROWS: tuple[Row, ...] = (
    row("-n/S", "power", θ * X ** (θ - 1), UNIT, (θ, POSITIVE)),
    row("-n/S", "power-of-rest", b * (1 - X) ** (b - 1), UNIT, (b, POSITIVE)),
    row(
        "-n/S",
        "kumaraswamy",
        a * b * X ** (a - 1) * (1 - X**a) ** (b - 1),
        UNIT,
        (b, POSITIVE),
        real_a,
    ),
    row("n/S", "exponential", λ * exp(-(λ * X)), POSITIVE, (λ, POSITIVE)),
    row("S/n", "exponential-mean", exp(-(X / μ)) / μ, POSITIVE, (μ, POSITIVE)),
    row(
        "a n/S",
        "erlang",
        b**a / factorial(a - 1) * X ** (a - 1) * exp(-(b * X)),
        POSITIVE,
        (b, POSITIVE),
        whole_a,
    ),
    row(
        "a n/S",
        "inverse-erlang",
        b**a / factorial(a - 1) * X ** (-a - 1) * exp(-(b / X)),
        POSITIVE,
        (b, POSITIVE),
        whole_a,
    ),
    row(
        "n/(S - n log(m))", "pareto", a * m**a / X ** (a + 1), Interval(m), (a, POSITIVE), (m, POSITIVE)
    ),
    row(
        "S/n",
        "gaussian-mean",
        exp(-((X - m) ** 2) / (2 * v)) / sqrt(2 * Pi() * v),
        REAL,
        (m, REAL),
        (v, POSITIVE),
    ),
    row(
        "S/n",
        "gaussian-variance",
        exp(-((X - m) ** 2) / (2 * v)) / sqrt(2 * Pi() * v),
        REAL,
        (v, POSITIVE),
        (m, REAL),
    ),
    row(
        "S/n",
        "log-normal",
        exp(-((log(X) - m) ** 2) / (2 * s**2)) / (X * s * sqrt(2 * Pi())),
        POSITIVE,
        (m, REAL),
        (s, POSITIVE),
    ),
    row("S/n", "poisson", exp(-λ) * λ**X / factorial(X), COUNTS, (λ, POSITIVE)),
    row("n/(S + n)", "geometric-failures", θ * (1 - θ) ** X, COUNTS, (θ, UNIT)),
    row("n/S", "geometric-trials", θ * (1 - θ) ** (X - 1), FROM_ONE, (θ, UNIT)),
    row("S/n", "bernoulli", θ**X * (1 - θ) ** (1 - X), BITS, (θ, UNIT)),
    row(
        "S/(n N)",
        "binomial",
        factorial(N) / (factorial(X) * factorial(N - X)) * θ**X * (1 - θ) ** (N - X),
        Whole(node(0), N),
        (θ, UNIT),
        (N, FROM_ONE),
    ),
    row(
        "n r/(S + n r)",
        "negative-binomial",
        factorial(X + r - 1) / (factorial(X) * factorial(r - 1)) * θ**r * (1 - θ) ** X,
        COUNTS,
        (θ, UNIT),
        (r, FROM_ONE),
    ),
    row("(S - n)/S", "borel", exp(-(μ * X)) * (μ * X) ** (X - 1) / factorial(X), FROM_ONE, (μ, UNIT)),
    row(
        "2 S/(3 n)",
        "maxwell-energy",
        2 * sqrt(X / Pi()) * exp(-X / θ) / θ / sqrt(θ),
        POSITIVE,
        (θ, POSITIVE),
    ),
    row("sqrt(S/(2 n))", "rayleigh", X / σ**2 * exp(-(X**2) / (2 * σ**2)), POSITIVE, (σ, POSITIVE)),
    row(
        "sqrt(S/(3 n))",
        "maxwell",
        sqrt(node(2) / Pi()) * X**2 / a**3 * exp(-(X**2) / (2 * a**2)),
        POSITIVE,
        (a, POSITIVE),
    ),
    row(
        "sqrt(S/n)",
        "half-normal",
        sqrt(node(2) / Pi()) / s * exp(-(X**2) / (2 * s**2)),
        POSITIVE,
        (s, POSITIVE),
    ),
    row(
        "(S/n)^(1/k)",
        "weibull",
        k / λ * (X / λ) ** (k - 1) * exp(-((X / λ) ** k)),
        POSITIVE,
        (λ, POSITIVE),
        (k, POSITIVE),
    ),
    row(
        "(n - S + sqrt(S^2 + 6 S n + n^2))/(2 S)",
        "lindley",
        t**2 / (1 + t) * (1 + X) * exp(-(t * X)),
        POSITIVE,
        (t, POSITIVE),
    ),
)
"""Rows 1 to 24 of the list, in its order but for the Laplace scale, in whose place another stands."""
