"""Families with one parameter as textbooks state them, by their densities and mass functions.

How to read: `ROWS` has the closed forms with one statistic; each is a specification, and its estimate
as books have it, in S, the sum of the statistic, and n.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from exactnb.core.expression.nodes import Expression, Pi, absolute, exp, factorial, log, sqrt
from exactnb.core.families.declared.specification import Interval, Range, Specification, Whole
from exactnb.explain.proving.writing.formulas import gamma, letter, node

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
    row("S/n", "laplace", exp(-absolute(X - m) / b) / (2 * b), REAL, (b, POSITIVE), (m, REAL)),
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
"""Closed forms with one statistic, as textbooks list them."""

ENCLOSED: tuple[Row, ...] = (
    row(
        "t/(1 - exp(-t))",
        "zero-truncated-poisson",
        exp(-t) * t**X / (factorial(X) * (1 - exp(-t))),
        FROM_ONE,
        (t, POSITIVE),
    ),
    row(
        "1/t - 1/(exp(t) - 1)",
        "truncated-exponential",
        t * exp(-(t * X)) / (1 - exp(-t)),
        UNIT,
        (t, POSITIVE),
    ),
    row("-t/((1 - t) log(1 - t))", "log-series", -(t**X) / (X * log(1 - t)), FROM_ONE, (t, UNIT)),
    row(
        "digamma(a) - log(b)",
        "gamma-shape",
        b**a * X ** (a - 1) * exp(-(b * X)) / gamma(a),
        POSITIVE,
        (a, POSITIVE),
        (b, POSITIVE),
    ),
    row(
        "(t + 2 t^2 + 3 t^3)/(1 + t + t^2 + t^3)",
        "four-values",
        (1 - t) * t**X / (1 - t**4),
        Whole(node(0), node(3)),
        (t, UNIT),
    ),
)
"""Families whose estimate has no closed form, each with what is expected of its statistic."""

q = letter("q")
MOVING: tuple[Row, ...] = (
    row("M", "uniform", 1 / θ, Interval(node(0), θ), (θ, POSITIVE)),
    row("M", "triangle", 2 * X / θ**2, Interval(node(0), θ), (θ, POSITIVE)),
    row("m", "pareto-scale", a * m**a / X ** (a + 1), Interval(m), (m, POSITIVE), real_a),
    row("m", "shifted-exponential", exp(-(X - a)), Interval(a), (a, REAL)),
    row("M", "symmetric-uniform", 1 / (2 * t), Interval(-t, t), (t, POSITIVE)),
    row(
        "M",
        "uniform-in-a-range",
        1 / θ,
        Interval(node(0), θ),
        (θ, Interval(node(1), node(2), True, True)),
    ),
)
MOVING += (row("z", "laplace-location", exp(-absolute(X - m)) / 2, REAL, (m, REAL)),)
"""Families of one number of the rows: the largest one or distance M, the smallest m, the median z."""
REFUSED: dict[str, tuple[Specification, str]] = {
    "both-ends-move-alike": (
        family("", node(1), Interval(t, t + 1), (t, POSITIVE)),
        "both ends of the support move with t",
    ),
    "no-density": (
        family("", t**2 * exp(-(t * X)), POSITIVE, (t, POSITIVE)),
        "its integral is t, not 1",
    ),
    "half-a-density": (
        family("", exp(-(X**2) / (2 * σ**2)) / (σ * sqrt(2 * Pi())), POSITIVE, (σ, POSITIVE)),
        "its integral is 1/2, not 1",
    ),
    "no-mass-function": (
        family("", λ**X / factorial(X) * exp(-λ), FROM_ONE, (λ, POSITIVE)),
        "it adds up to (-1 + exp(λ))/exp(λ), not to 1",
    ),
    "negative-somewhere": (
        family("", (1 + θ * X) / 2, Interval(node(-1), node(1)), (θ, UNIT)),
        "mixes x and θ",
    ),
    "mixture": (
        family("", (θ * exp(-X) + (1 - θ) * 2 * exp(-(2 * X))), POSITIVE, (θ, UNIT)),
        "mixes x and θ",
    ),
    "logistic": (
        family("", exp(-(X - m)) / (1 + exp(-(X - m))) ** 2, REAL, (m, REAL)),
        "mixes x and m",
    ),
    "cauchy-scale": (
        family("", s / (Pi() * (s**2 + X**2)), REAL, (s, POSITIVE)),
        "mixes x and s",
    ),
    "prior-without-a-closed-form": (
        family("", X ** (a - 1) * exp(-X) / gamma(a), POSITIVE, (a, POSITIVE), prior=exp(-a)),
        "no closed form is known for a; leave the prior out",
    ),
    "curved": (
        family("", exp(-((X - θ) ** 2) / (2 * θ**4)) / (θ**2 * sqrt(2 * Pi())), REAL, (θ, POSITIVE)),
        "rests on several sums",
    ),
    "not-identifiable": (
        Specification(
            "", (a + b) * exp(-((a + b) * X)), True, POSITIVE, {"a": POSITIVE, "b": POSITIVE}
        ),
        "a and b cannot be told apart",
    ),
    "weibull-both": (
        Specification(
            "",
            a * b * X ** (a - 1) * exp(-(b * X**a)),
            True,
            POSITIVE,
            {"a": POSITIVE, "b": POSITIVE},
        ),
        "mixes x and a",
    ),
    "not-there": (family("", exp(-X), POSITIVE, (θ, POSITIVE)), "cannot be estimated"),
    "whole-parameter": (
        family("", θ ** (N - X) * (1 - θ) ** X, COUNTS, (N, FROM_ONE), (θ, UNIT)),
        "cannot be estimated",
    ),
}
"""Families that are refused, each with what is said of it: what goes wrong where one guesses."""
p = letter("p")
NORMAL = exp(-((X - m) ** 2) / 2) / sqrt(2 * Pi())


def interval(low: object, high: object, ends: str) -> Interval:
    """Return an interval with its ends, None for none; a square bracket says that it holds one."""
    sides = [None if end is None else node(end) for end in (low, high)]  # type: ignore[arg-type]
    return Interval(*sides, ends[0] == "[", ends[1] == "]")


UP_TO_ONE = Interval(node(0), node(1), high_closed=True)
EDGES: tuple[tuple[Specification, str, list[tuple[str, str, str]]], ...] = (
    (family("rate-below-one", λ * exp(-(λ * X)), POSITIVE, (λ, UNIT)), "n / S", [("≤", "n", "None")]),
    (family("rate-to-one", λ * exp(-(λ * X)), POSITIVE, (λ, UP_TO_ONE)), "n / S", [("≤", "n", "1")]),
    (
        family("chance-of-none", q * (-log(q)) ** X / factorial(X), COUNTS, (q, UNIT)),
        "exp(-S / n)",
        [("=", "0", "None")],
    ),
    (
        family("bernoulli-closed", p**X * (1 - p) ** (1 - X), BITS, (p, CLOSED)),
        "S / n",
        [("=", "0", "0"), ("=", "n", "1")],
    ),
    (family("geometric", θ * (1 - θ) ** X, COUNTS, (θ, UP_TO_ONE)), "n / (S + n)", [("=", "0", "1")]),
    (
        family("trials", θ * (1 - θ) ** (X - 1), FROM_ONE, (θ, UP_TO_ONE)),
        "n / S",
        [("=", "n", "1")],
    ),
    (
        family(
            "rate-from-zero", exp(-λ) * λ**X / factorial(X), COUNTS, (λ, Interval(node(0), None, True))
        ),
        "S / n",
        [("=", "0", "0")],
    ),
    (
        family(
            "binomial-closed",
            factorial(N) / (factorial(X) * factorial(N - X)) * θ**X * (1 - θ) ** (N - X),
            Whole(node(0), N),
            (θ, CLOSED),
            (N, FROM_ONE),
        ),
        "S / (N n)",
        [("=", "0", "0"), ("=", "N n", "1")],
    ),
    (
        family("log-rate", exp(-exp(θ) + θ * X) / factorial(X), COUNTS, (θ, REAL)),
        "log S - log n",
        [("=", "0", "None")],
    ),
    (
        family("logit", exp(θ * X) / (1 + exp(θ)), BITS, (θ, REAL)),
        "log(S / (n - S))",
        [("=", "0", "None"), ("=", "n", "None")],
    ),
    (
        family("rate-between", exp(-λ) * λ**X / factorial(X), COUNTS, (λ, interval(1, 3, "[]"))),
        "S / n",
        [("≤", "n", "1"), ("≥", "3 n", "3")],
    ),
    (
        family("rate-from-one", exp(-λ) * λ**X / factorial(X), COUNTS, (λ, interval(1, None, "[)"))),
        "S / n",
        [("≤", "n", "1")],
    ),
    (
        family("bit-below-half", p**X * (1 - p) ** (1 - X), BITS, (p, interval(0, node(1) / 2, "()"))),
        "S / n",
        [("=", "0", "None"), ("≥", "n / 2", "None")],
    ),
    (
        family("mean-below-one", NORMAL, REAL, (m, interval(None, 1, "()"))),
        "S / n",
        [("≥", "n", "None")],
    ),
    (
        family("mean-from-zero", NORMAL, REAL, (m, interval(0, 1, "[)"))),
        "S / n",
        [("≤", "0", "0"), ("≥", "n", "None")],
    ),
)
"""Families with their estimates and what there is where the sum is at an end, or beyond one."""

SHAPES = ((g, POSITIVE), (h, POSITIVE))
MAPS: tuple[Row, ...] = (
    row(
        "(a n + g - 1)/(S + h)",
        "erlang-map",
        b**a / factorial(a - 1) * X ** (a - 1) * exp(-(b * X)),
        POSITIVE,
        (b, POSITIVE),
        whole_a,
        *SHAPES,
        prior=b ** (g - 1) * exp(-(h * b)),
    ),
    row(
        "(S + g - 1)/(n + h)",
        "poisson-map",
        exp(-λ) * λ**X / factorial(X),
        COUNTS,
        (λ, POSITIVE),
        *SHAPES,
        prior=λ ** (g - 1) * exp(-(h * λ)),
    ),
    row(
        "(S + g - 1)/(n + g + h - 2)",
        "bernoulli-map",
        θ**X * (1 - θ) ** (1 - X),
        BITS,
        (θ, UNIT),
        *SHAPES,
        prior=θ ** (g - 1) * (1 - θ) ** (h - 1),
    ),
    row(
        "(h S + v g)/(h n + v)",
        "gaussian-mean-map",
        exp(-((X - m) ** 2) / (2 * v)) / sqrt(2 * Pi() * v),
        REAL,
        (m, REAL),
        (v, POSITIVE),
        (g, REAL),
        (h, POSITIVE),
        prior=exp(-((m - g) ** 2) / (2 * h)),
    ),
    row(
        "(S + 2 h)/(n + 2 g + 2)",
        "gaussian-variance-map",
        exp(-((X - m) ** 2) / (2 * v)) / sqrt(2 * Pi() * v),
        REAL,
        (v, POSITIVE),
        (m, REAL),
        *SHAPES,
        prior=v ** (-g - 1) * exp(-(h / v)),
    ),
    row(
        "sqrt((S + 2 h)/(2 n + 2 g + 1))",
        "rayleigh-map",
        X / σ**2 * exp(-(X**2) / (2 * σ**2)),
        POSITIVE,
        (σ, POSITIVE),
        *SHAPES,
        prior=σ ** (-(2 * g) - 1) * exp(-(h / σ**2)),
    ),
    row(
        "(n + g - 1)/(h - S)",
        "power-map",
        θ * X ** (θ - 1),
        UNIT,
        (θ, POSITIVE),
        *SHAPES,
        prior=θ ** (g - 1) * exp(-(h * θ)),
    ),
)
"""Families with conjugate priors, and the MAP estimates."""
REFUSED |= {
    "prior-is-not-conjugate": (
        family("", exp(-λ) * λ**X / factorial(X), COUNTS, (λ, POSITIVE), prior=exp(-(λ**2))),
        "is not conjugate",
    ),
    "prior-without-an-integral": (
        family(
            "", exp(-λ) * λ**X / factorial(X), COUNTS, (λ, POSITIVE), (h, REAL), prior=exp(-(h * λ))
        ),
        "nothing of the closed list",
    ),
}


def several(
    estimates: str,
    name: str,
    formula: Expression,
    support: Range,
    *parameters: tuple[Expression, Range],
) -> Row:
    """Return a row with several parameters: its estimates, a comma between them."""
    letters = {str(letter_): range_ for letter_, range_ in parameters}
    return Row(Specification(name, formula, True, support, letters), estimates)


SEVERAL: tuple[Row, ...] = (
    several(
        "S / n, S / n",
        "normal-both",
        exp(-((X - m) ** 2) / (2 * v)) / sqrt(2 * Pi() * v),
        REAL,
        (m, REAL),
        (v, POSITIVE),
    ),
    several(
        "S / n, sqrt(S / n)",
        "normal-deviation",
        exp(-((X - m) ** 2) / (2 * s**2)) / (s * sqrt(2 * Pi())),
        REAL,
        (m, REAL),
        (s, POSITIVE),
    ),
    several(
        "S / n, n / S",
        "normal-precision",
        sqrt(t / (2 * Pi())) * exp(-(t * (X - m) ** 2) / 2),
        REAL,
        (m, REAL),
        (t, POSITIVE),
    ),
    several(
        "S / n, S / n",
        "log-normal-both",
        exp(-((log(X) - m) ** 2) / (2 * v)) / (X * sqrt(2 * Pi() * v)),
        POSITIVE,
        (m, REAL),
        (v, POSITIVE),
    ),
    several(
        "S / n, n / S",
        "inverse-gaussian-both",
        sqrt(s / (2 * Pi() * X**3)) * exp(-((s * (X - m) ** 2) / (2 * m**2 * X))),
        POSITIVE,
        (m, POSITIVE),
        (s, POSITIVE),
    ),
)
SEVERAL += (
    several(
        "m, n / (S - n a)",
        "shifted-exponential-both",
        λ * exp(-λ * (X - a)),
        Interval(a),
        (a, REAL),
        (λ, POSITIVE),
    ),
    several(
        "m, n / (S - n log t)",
        "pareto-both",
        a * t**a / X ** (a + 1),
        Interval(t),
        (a, POSITIVE),
        (t, POSITIVE),
    ),
)
SEVERAL += (
    several(
        "z, S / n",
        "laplace-both",
        exp(-absolute(X - m) / b) / (2 * b),
        REAL,
        (m, REAL),
        (b, POSITIVE),
    ),
)
SEVERAL += (
    several(
        "root_a(digamma(a) - log a = S / n - log(S / n)), (n a) / S",
        "gamma-both",
        b**a * X ** (a - 1) * exp(-b * X) / gamma(a),
        POSITIVE,
        (a, POSITIVE),
        (b, POSITIVE),
    ),
    several(
        "m, M", "uniform-both", 1 / (b - a), Interval(a, b), (a, REAL), (b, Interval(a)),
    ),
)  # fmt: skip
SHARED = {"normal-both": "v", "log-normal-both": "v", "inverse-gaussian-both": "s"}
SEVERAL += tuple(
    Row(
        replace(each.specification, name=f"{name}-shared", shared=(SHARED[name],)),
        each.estimate,
    )
    for each in SEVERAL
    if (name := each.specification.name) in SHARED
)
"""Families with several parameters; each S is the sum of the parameter's own statistic."""
TWO_SUMS: tuple[Row, ...] = (
    row(
        "(sqrt(4 S n + S^2) - S) / (2 n)",
        "curved-normal",
        exp(-((X - θ) ** 2) / (2 * θ**2)) / (θ * sqrt(2 * Pi())),
        REAL,
        (θ, POSITIVE),
    ),
    row(
        "(sqrt(S n + S^2) - S) / n",
        "curved-normal-twice",
        exp(-((X - 2 * θ) ** 2) / (2 * θ**2)) / (θ * sqrt(2 * Pi())),
        REAL,
        (θ, POSITIVE),
    ),
)
"""Families with one parameter and two sums; the S without a square under the root is that of x²."""
SEVERAL_ZEROS: tuple[Row, ...] = (
    row(
        "argmax_m (-S)",
        "cauchy-location",
        1 / (Pi() * (1 + (X - m) ** 2)),
        REAL,
        (m, REAL),
    ),
    row(
        "argmax_m (-S)",
        "student-location",
        gamma((v + 1) / 2) / (sqrt(v * Pi()) * gamma(v / 2)) * (1 + (X - m) ** 2 / v) ** (-(v + 1) / 2),
        REAL,
        (m, REAL),
        (v, POSITIVE),
    ),
)
"""Families whose likelihood may have several maxima; S is the sum of logarithms, in the parameter."""
