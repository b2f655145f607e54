"""What the checker refuses of integrals over probabilities and distributions, and of Γ."""

from __future__ import annotations

from proofs import (
    ENDS,
    UNIT,
    Cases,
    a,
    b,
    c,
    f,
    fraction,
    j,
    k,
    m,
    pi,
    refusal,
    said,
    theta,
    written,
)
from thoroughness import all_of

from exactnb.explain.proving.writing.formulas import (
    Expression,
    derivative,
    digamma,
    equal,
    exp,
    gamma,
    integral,
    letter,
    log,
    product,
    sum_over,
)
from exactnb.explain.proving.writing.theorem import (
    BETA,
    DIRICHLET,
    Proof,
    assume,
    cite,
    define,
    differentiate,
    is_in,
    is_more,
    is_positive,
    not_negative,
    put_in,
    same,
    scale,
)

CASES = Cases()
HALF = fraction(1, 2)
alpha, beta = letter("α"), letter("β")
POWERS = theta ** (alpha - 1) * (1 - theta) ** (beta - 1)
VALUE = gamma(alpha) * gamma(beta) / gamma(alpha + beta)
ALL = product(k, pi[k] ** (a[k] - 1))
OF_ALL = product(k, gamma(a[k])) / gamma(sum_over(k, a[k]))


def over(body: Expression | int) -> Expression:
    """Return the integral over θ from 0 to 1."""
    return integral(body, theta, (0, 1))


def of_one(p: Proof) -> None:
    """Introduce a probability, and the parameters of a Beta distribution."""
    said(p, is_in(theta, UNIT), is_positive(alpha), is_positive(beta))
    p.step("s")


def of_all(p: Proof, *, whole: bool = True) -> None:
    """Introduce the numbers of a distribution, and the parameters of a Dirichlet distribution."""
    said(p, is_positive(pi[k]), is_positive(a[k]))
    if whole:
        p.chain(sum_over(k, pi[k]), assume(1))
    p.step("s")


@CASES.false(
    "int_0^1 θ^(α - 1) (1 - θ)^(β - 1) dθ = Gamma(α) Gamma(β): "
    "on the right stands the quotient of Γ that the exponents give"
)
def another_value(p: Proof, right: bool) -> None:
    """The parameters below are added."""
    of_one(p)
    p.chain(over(POWERS), cite(VALUE if right else gamma(alpha) * gamma(beta), BETA))


@CASES.false(
    "int_0^1 θ^α (1 - θ)^β dθ = (Gamma(α) Gamma(β)) / Gamma(α + β): "
    "on the right stands the quotient of Γ that the exponents give"
)
def exponents_as_they_are(p: Proof, right: bool) -> None:
    """Γ is of the exponents, greater by one."""
    of_one(p)
    body = POWERS if right else theta**alpha * (1 - theta) ** beta
    p.chain(over(body), cite(VALUE, BETA))


@CASES.false("int_0^1 θ^(α - 1) dθ = int_0^1 θ^α / θ dθ: an integral that is not known to converge")
def what_does_not_converge(p: Proof, right: bool) -> None:
    """One over a probability has no integral, nor has a power that may be as low."""
    said(p, is_in(theta, UNIT), is_positive(alpha) if right else not_negative(alpha))
    p.step("s")
    p.chain(over(theta ** (alpha - 1)), same(over(theta**alpha / theta)))


@CASES.false("int_0^1 1 / θ dθ - int_0^1 1 / θ dθ = 0: an integral that is not known to converge")
def a_difference_of_what_has_none(p: Proof) -> None:
    """What is infinite is not taken from itself."""
    of_one(p)
    p.chain(over(1 / theta) - over(1 / theta), same(0))


@CASES.false("2 int_0^1 exp θ dθ = int_0^1 2 exp θ dθ: an integral of what is no product of powers")
def what_is_no_power(p: Proof, right: bool) -> None:
    """An exponential is no power of a probability."""
    of_one(p)
    body = theta**2 if right else exp(theta)
    p.chain(2 * over(body), same(over(2 * body)))


@CASES.false(
    "2 int prod_k (1 + π_k) dπ = int 2 prod_k (1 + π_k) dπ: an integral of what is no product of powers"
)
def sums_that_are_multiplied(p: Proof, right: bool) -> None:
    """Nor is a product of numbers to each of which something is added."""
    of_all(p)
    body = product(k, pi[k] if right else 1 + pi[k])
    p.chain(2 * integral(body, pi), same(integral(2 * body, pi)))


@CASES.false("2 int_0^1 log θ dθ = int_0^1 2 log θ dθ: the logarithm of what is negative")
def a_logarithm_of_what_varies(p: Proof) -> None:
    """Nor is a logarithm."""
    of_one(p)
    p.chain(2 * over(log(theta)), same(over(2 * log(theta))))


@CASES.false("2 int_0^1 θ^θ dθ = int_0^1 2 θ^θ dθ: an integral of what is no product of powers")
def an_exponent_that_varies(p: Proof) -> None:
    """Nor is a power of itself."""
    of_one(p)
    p.chain(2 * over(theta**theta), same(over(2 * theta**theta)))


@CASES.false(
    "int_0^1 θ θ^(α - 1) (1 - θ)^(β - 1) dθ = θ int_0^1 θ^(α - 1) (1 - θ)^(β - 1) dθ: "
    "the two sides differ"
)
def what_varies_is_drawn_out(p: Proof, right: bool) -> None:
    """What varies stays in the integral."""
    of_one(p)
    factor = alpha if right else theta
    p.chain(over(factor * POWERS), same(factor * over(POWERS)))


@CASES.false("int_0^1 b θ dθ = b int_0^1 θ dθ: the two sides differ")
def a_name_of_what_varies_is_drawn_out(p: Proof, right: bool) -> None:
    """And so does what stands for something with it."""
    said(p, is_in(theta, UNIT))
    p.chain(b, define(2 if right else 2 * theta))
    p.step("s")
    p.chain(over(b * theta), same(b * over(theta)))


@CASES.false("int_0^1 f(θ) θ dθ = f(θ) int_0^1 θ dθ: an integral of what is no product of powers")
def a_function_of_what_varies(p: Proof, right: bool) -> None:
    """And a function of it, of which nothing is known."""
    said(p, is_in(theta, UNIT), is_positive(f(theta)), is_positive(f(c)))
    p.step("s")
    of = f(c if right else theta)
    p.chain(over(of * theta), same(of * over(theta)))


@CASES.false("θ int_0^1 θ dθ = int_0^1 1/2 dθ * 1/2: something else was put in")
def put_inside(p: Proof, right: bool) -> None:
    """What a letter is somewhere says nothing inside of an integral over it."""
    said(p, is_in(theta, UNIT), is_in(b, UNIT))
    p.step("s")
    p.chain(2 * theta, assume(1))
    p.chain(theta, scale(HALF, HALF))
    whole = over(theta)
    p.chain(
        theta * whole, same(whole * theta), put_in((whole if right else over(HALF)) * HALF, theta, HALF)
    )


@CASES.false("int_0^1 (θ + θ) dθ = 2 int_0^1 θ dθ: θ stands for something, so nothing changes with it")
def a_letter_that_is_given(p: Proof, right: bool) -> None:
    """A letter that was assumed to be something does not vary."""
    said(p, is_in(theta, UNIT), is_positive(b))
    p.step("s")
    p.chain(b if right else theta, assume(c))
    p.chain(over(theta + theta), same(2 * over(theta)))


@CASES.false(
    "int 2 prod_k π_k^(a_k - 1) dπ = 2 int prod_k π_k^(a_k - 1) dπ: "
    "π_k stands for something at some place"
)
def a_number_that_is_given(p: Proof, right: bool) -> None:
    """Nor do numbers of which one was assumed to be something."""
    of_all(p)
    said(p, is_positive(b[k]))
    p.chain((b if right else pi)[1], assume(HALF))
    p.chain(integral(2 * ALL, pi), same(2 * integral(ALL, pi)))


@CASES.false(
    "int_0^1 2 θ dθ = 2 int_0^1 θ dθ: an integral from end to end is over a letter between 0 and 1"
)
def a_probability_with_ends(p: Proof, right: bool) -> None:
    """What varies lies inside, where all powers have values."""
    said(p, is_in(theta, UNIT if right else ENDS))
    p.step("s")
    p.chain(over(2 * theta), same(2 * over(theta)))


@CASES.false(
    "int_0^2 2 θ dθ = 2 int_0^1 θ dθ: an integral from end to end is over a letter between 0 and 1"
)
def other_ends(p: Proof, right: bool) -> None:
    """From 0 to 1, and to no other end."""
    of_one(p)
    p.chain(integral(2 * theta, theta, (0, 1 if right else 2)), same(2 * over(theta)))


@CASES.false(
    "int_1^0 θ dθ = int_0^1 θ dθ: an integral from end to end is over a letter between 0 and 1"
)
def ends_turned_over(p: Proof) -> None:
    """An integral from 1 to 0 is another one."""
    of_one(p)
    p.chain(integral(theta, theta, (1, 0)), same(over(theta)))


@CASES.false(
    "int_0^1 θ db = (Gamma(2) * Gamma(1)) / Gamma(3): more than powers of what varies are integrated"
)
def another_letter(p: Proof, right: bool) -> None:
    """An integral over b of powers of θ is none of these."""
    said(p, is_in(theta, UNIT), is_in(b, UNIT))
    p.step("s")
    p.chain(integral(theta, theta if right else b, (0, 1)), cite(gamma(2) * gamma(1) / gamma(3), BETA))


@CASES.false(
    "int prod_k π_k^(a_k - 1) dπ = (prod_k Gamma(a_k)) / Gamma(sum_k a_k): "
    "on the left stands an integral from 0 to 1"
)
def dirichlet_as_beta(p: Proof, right: bool) -> None:
    """Each of the two facts is cited by its own name."""
    of_all(p)
    p.chain(integral(ALL, pi), cite(OF_ALL, DIRICHLET if right else BETA))


@CASES.false(
    "int_0^1 θ^(α - 1) (1 - θ)^(β - 1) dθ = (Gamma(α) Gamma(β)) / Gamma(α + β): "
    "on the left stands an integral over all distributions"
)
def beta_as_dirichlet(p: Proof) -> None:
    """And a probability is no distribution."""
    of_one(p)
    p.chain(over(POWERS), cite(VALUE, DIRICHLET))


@CASES.false(
    "(Gamma(α) Gamma(β)) / Gamma(α + β) = int_0^1 θ^(α - 1) (1 - θ)^(β - 1) dθ: "
    "on the left stands an integral from 0 to 1"
)
def beta_turned_over(p: Proof, right: bool) -> None:
    """The integral stands on the left."""
    of_one(p)
    sides = (over(POWERS), VALUE) if right else (VALUE, over(POWERS))
    p.chain(sides[0], cite(sides[1], BETA))


@CASES.false(
    "int_0^1 θ^(α - 1) (1 - θ)^(β - 1) dθ ≤ (Gamma(α) Gamma(β)) / Gamma(α + β): "
    "on the left stands an integral from 0 to 1"
)
def beta_as_a_bound(p: Proof, right: bool) -> None:
    """It is equal, and not less."""
    of_one(p)
    p.chain(over(POWERS), cite(VALUE, BETA, "=" if right else "≤"))


@CASES.false(
    "(prod_k Gamma(a_k)) / Gamma(sum_k a_k) = int prod_k π_k^(a_k - 1) dπ: "
    "on the left stands an integral over all distributions"
)
def dirichlet_turned_over(p: Proof, right: bool) -> None:
    """So does the one over all distributions,"""
    of_all(p)
    sides = (integral(ALL, pi), OF_ALL) if right else (OF_ALL, integral(ALL, pi))
    p.chain(sides[0], cite(sides[1], DIRICHLET))


@CASES.false(
    "int prod_k π_k^(a_k - 1) dπ ≥ (prod_k Gamma(a_k)) / Gamma(sum_k a_k): "
    "on the left stands an integral over all distributions"
)
def dirichlet_as_a_bound(p: Proof, right: bool) -> None:
    """which is equal too."""
    of_all(p)
    p.chain(integral(ALL, pi), cite(OF_ALL, DIRICHLET, "=" if right else "≥"))


WHOLES = {
    "another_sum": (sum_over(k, pi[k]), 2),
    "another_letter": (sum_over(k, a[k]), 1),
    "another_hat": (sum_over(k, pi[k].hat), 1),
    "one_number": (sum_over(k, pi[j]), 1),
    "some_numbers": (sum_over(k, pi[k], where=equal(k, j)), 1),
    "their_product": (product(k, pi[k]), 1),
    "more": (sum_over(k, pi[k]), 1),
}


@all_of("name", WHOLES)
def test_a_distribution_is_numbers_that_add_up_to_one(name: str) -> None:
    """Another sum of them, or one that is not of them all, makes none."""
    whole, one = WHOLES[name]

    def case(p: Proof) -> None:
        said(p, is_positive(pi[k]), is_positive(a[k]), is_positive(pi[k].hat))
        if name == "more":
            said(p, is_more(whole, one))
        else:
            p.chain(whole, assume(one))
        p.step("s")
        p.chain(integral(ALL, pi), cite(OF_ALL, DIRICHLET))

    assert refusal(written(case)).endswith("it is not known that the numbers add up to 1")


@CASES.false(
    "int prod_k π_k^(a_k - 1) dc = (prod_k Gamma(a_k)) / Gamma(sum_k a_k): "
    "it is not known that the numbers add up to 1"
)
def a_distribution_by_another_letter(p: Proof, right: bool) -> None:
    """What is integrated over is that distribution."""
    of_all(p)
    p.chain(integral(ALL, pi if right else c), cite(OF_ALL, DIRICHLET))


@CASES.false(
    "int π_k dc = int π_k dc: an integral without ends is over positive numbers of a distribution"
)
def a_number_is_no_distribution(p: Proof, right: bool) -> None:
    """A letter without an index is one number."""
    of_all(p)
    whole = integral(pi[k], pi if right else c)
    p.chain(whole, same(whole))


@CASES.false(
    "int prod_k π_k^(a_k - 1) dπ = (prod_k Gamma(a_k)) / Gamma(sum_k a_k): "
    "it is not known that the numbers add up to 1"
)
def numbers_that_are_no_distribution(p: Proof, right: bool) -> None:
    """Positive numbers have to add up to 1."""
    of_all(p, whole=right)
    p.chain(integral(ALL, pi), cite(OF_ALL, DIRICHLET))


@CASES.false(
    "int prod_k π_k^(a_k - 1) dπ = (prod_k Gamma(a_k)) / Gamma(K): "
    "on the right stands the quotient of Γ that the exponents give"
)
def a_parameter_for_all(p: Proof, right: bool) -> None:
    """The parameters below are those of all numbers, added up."""
    of_all(p)
    below = gamma(sum_over(k, a[k]))
    value_ = product(k, gamma(a[k])) / (below if right else gamma(letter("K")))
    p.chain(integral(ALL, pi), cite(value_, DIRICHLET))


@CASES.false(
    "int π_j prod_k π_k^(a_k - 1) dπ = (prod_k Gamma(a_k + 1)) / Gamma(sum_k a_k + 1): "
    "on the right stands the quotient of Γ that the exponents give"
)
def one_more_of_one(p: Proof, right: bool) -> None:
    """Another factor of one number raises its parameter, and no other one."""
    of_all(p)
    shapes = a[k] + (equal(k, j) if right else 1)
    value_ = product(k, gamma(shapes)) / gamma(sum_over(k, a[k]) + 1)
    p.chain(integral(pi[j] * ALL, pi), cite(value_, DIRICHLET))


@CASES.false(
    "int prod_k b_km^(a_km - 1) db_m = (prod_k Gamma(a_km)) / Gamma(sum_k a_km + 1): "
    "on the right stands the quotient of Γ that the exponents give"
)
def a_distribution_for_each_of_several(p: Proof, right: bool) -> None:
    """Of numbers with two indices, those of the one that the letter does not show are integrated."""
    said(p, is_in(m, m.domain), is_positive(b[k, m]), is_positive(a[k, m]))
    p.chain(sum_over(k, b[k, m]), assume(1))
    p.step("s")
    below = sum_over(k, a[k, m]) + (0 if right else 1)
    value_ = product(k, gamma(a[k, m])) / gamma(below)
    p.chain(integral(product(k, b[k, m] ** (a[k, m] - 1)), b[m]), cite(value_, DIRICHLET))


@CASES.false("2 Gamma(α) = Gamma(α) + Gamma(α): Γ of what is not known to be positive")
def gamma_of_what_may_be_zero(p: Proof, right: bool) -> None:
    """Γ has no value at 0."""
    said(p, is_positive(alpha) if right else not_negative(alpha))
    p.step("s")
    p.chain(2 * gamma(alpha), same(gamma(alpha) + gamma(alpha)))


@CASES.false("Gamma(α + 1) = (α + 1) Gamma(α): the two sides differ")
def gamma_of_one_more(p: Proof, right: bool) -> None:
    """Γ(x + 1) is x·Γ(x), and not (x + 1)·Γ(x)."""
    of_one(p)
    p.chain(gamma(alpha + 1), same((alpha if right else alpha + 1) * gamma(alpha)))


@CASES.false("Gamma(4) = 24: the two sides differ")
def gamma_of_a_number(p: Proof, right: bool) -> None:
    """Γ(4) is 3!, and not 4!."""
    p.step("s")
    p.chain(gamma(4), same(6 if right else 24))


@CASES.false("Gamma(3/2) = 1/2: the two sides differ")
def gamma_of_a_half(p: Proof, right: bool) -> None:
    """Of Γ(1/2) no number is known, but three halves are one more."""
    p.step("s")
    p.chain(gamma(fraction(3, 2)), same(HALF * gamma(HALF) if right else HALF))


@CASES.false("d/dβ (Gamma(β)) = Gamma(β): the two sides differ")
def a_slope_of_gamma(p: Proof, right: bool) -> None:
    """The slope of Γ is Γ times that of its logarithm."""
    said(p, is_positive(alpha), is_positive(beta))
    p.step("s")
    slope = gamma(beta) * digamma(beta) if right else gamma(beta)
    p.chain(derivative(gamma(beta), beta), differentiate(slope))


@CASES.false("d/dβ (digamma(β)) = 0: a derivative of ψ, or of an integral")
def a_slope_of_digamma(p: Proof, right: bool) -> None:
    """The slope of that again is not known here."""
    said(p, is_positive(alpha), is_positive(beta))
    p.step("s")
    p.chain(derivative(digamma(beta), beta if not right else alpha), differentiate(0))


@CASES.false("d/dα (int_0^1 θ^(α - 1) (1 - θ)^(β - 1) dθ) = 0: a derivative of ψ, or of an integral")
def a_slope_of_an_integral(p: Proof, right: bool) -> None:
    """So has an integral, by a letter in its exponents; by what it is over, none."""
    of_one(p)
    p.chain(derivative(over(POWERS), theta if right else alpha), differentiate(0))


@CASES.false("m = int_0^1 θ^a_k dθ: the right side depends on k, the left side does not")
def a_parameter_that_is_hidden(p: Proof, right: bool) -> None:
    """A name shows the indices that an integral depends on."""
    said(p, is_in(theta, UNIT), is_positive(a[k]))
    p.step("s")
    p.chain(letter("m")[k] if right else letter("m"), define(over(theta ** a[k])))


test_what_is_no_integral_is_refused, test_its_right_version_is_accepted = CASES.tests(apart=6)
