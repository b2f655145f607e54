"""Words are claims: laws and families have forms, estimates are sought, and a hat is one thing."""

from __future__ import annotations

from proofs import (
    Cases,
    a,
    b,
    c,
    f,
    fraction,
    h,
    i,
    is_positive_probability,
    k,
    n,
    pi,
    said,
    theta,
    verdict,
    y,
)
from thoroughness import all_of

from exactnb.core.expression.nodes import Expression, Integer
from exactnb.explain.derivation import Line
from exactnb.explain.proving.writing.formulas import (
    among,
    argmax,
    derivative,
    equal,
    exp,
    factorial,
    function,
    index,
    integers_from,
    integral,
    letter,
    log,
    pi_constant,
    product,
    reals,
    span,
    sqrt,
    sum_over,
    value,
)
from exactnb.explain.proving.writing.theorem import (
    GIBBS,
    ChainStep,
    Proof,
    assume,
    below_zero,
    count,
    define,
    differentiate,
    given,
    is_in,
    is_inside,
    is_positive,
    is_probability,
    maximum,
    not_negative,
    same,
)

CASES = Cases()
P, DENSITY, ELL = function("P"), function("p"), function("ℓ")
QUARTER, THREE_QUARTERS = fraction(1, 4), fraction(3, 4)
x, mu, v, d = letter("x"), letter("μ"), letter("v"), letter("d")
COLUMN = index("m", span("M"))
TWO = index("g", among(0, 1))
F = f(theta)


# laws by their name


def law(
    shown: str, left: Expression, words: str, wrong: Expression, right: Expression, *of: Line
) -> None:
    """Enter a law with a false form and a true one."""

    def case(p: Proof, is_right: bool) -> None:
        said(p, is_in(COLUMN, COLUMN.domain), is_in(TWO, TWO.domain), *of)
        p.chain(left, given(right if is_right else wrong, words))

    case.__name__, case.__doc__ = f"law_{len(CASES)}", f"{words} has its form."
    CASES.false(f"{shown}: this has not the form of {words!r}")(case)


LIKELIHOOD, PRIOR, EVIDENCE = P(x, given=k), P(k), P(x)
BAYES, XK = "Bayes’ rule", P(k, given=x)
BOTH = (is_positive(PRIOR), is_positive(LIKELIHOOD), is_positive(EVIDENCE))
TRUE_BAYES = LIKELIHOOD * PRIOR / EVIDENCE
law("P(k | x) = P(x | k) / P(x)", XK, BAYES, LIKELIHOOD / EVIDENCE, TRUE_BAYES, *BOTH)
law("P(k | x) = P(k) / P(x)", XK, BAYES, PRIOR / EVIDENCE, PRIOR * LIKELIHOOD / EVIDENCE, *BOTH)
law("P(k | x) = P(x | k) P(k)", XK, BAYES, LIKELIHOOD * PRIOR, TRUE_BAYES, *BOTH)
law("P(k | x) = (P(x | k) P(k)) / P(k)", XK, BAYES, LIKELIHOOD * PRIOR / PRIOR, TRUE_BAYES, *BOTH)
law(
    "P(k | x) = (P(k) P(x | k)) / (sum_m P(m) P(x | m))",
    XK,
    BAYES,
    PRIOR * LIKELIHOOD / sum_over(COLUMN, P(COLUMN) * P(x, given=COLUMN)),
    PRIOR * LIKELIHOOD / sum_over(h, P(h) * P(x, given=h)),
    *BOTH,
    is_positive(letter("M")),
    is_positive(P(COLUMN)),
    is_positive(P(x, given=COLUMN)),
)
OF_TWO = (is_positive(P(TWO)), is_positive(P(x, given=TWO)))
law(
    "P(g | x) = (P(g) P(x | g)) / (P(0) P(x | 0) + P(0) P(x | 1))",
    P(TWO, given=x),
    BAYES,
    P(TWO) * P(x, given=TWO) / (P(0) * P(x, given=0) + P(0) * P(x, given=1)),
    P(TWO) * P(x, given=TWO) / (P(1) * P(x, given=1) + P(0) * P(x, given=0)),
    *OF_TWO,
)
AB = P(a, b)
law("P(a, b) = P(a | b) P(a)", AB, "chain rule", P(a, given=b) * P(a), P(a, given=b) * P(b),
    *(is_positive(of) for of in (a, b, P(a), P(b), P(a, given=b))))  # fmt: skip
law("P(a, b) = P(a) P(b)", AB, "product rule", P(a) * P(b), P(a) * P(b, given=a),
    *(is_positive(of) for of in (a, b, P(a), P(b), P(b, given=a))))  # fmt: skip
law("P(a | b) = P(a, b) / P(a)", P(a, given=b), "conditional", AB / P(a), AB / P(b),
    *(is_positive(of) for of in (a, b, P(a), P(b), AB)))  # fmt: skip
law("P(a | b) = P(a, b | c) / P(b)", P(a, given=b), "conditional", P(a, b, given=c) / P(b), AB / P(b),
    *(is_positive(of) for of in (a, b, P(b), AB, P(a, b, given=c))))  # fmt: skip
law("P(a) = sum_k P(k)", P(a), "whatever the class", sum_over(k, P(k)), sum_over(k, P(k, a)),
    is_positive(a), is_positive(P(k)), is_positive(P(k, a)))  # fmt: skip
law("P(a) = P(a | 0) + P(a | 1)", P(a), "either class", P(a, given=0) + P(a, given=1),
    P(0) * P(a, given=0) + P(1) * P(a, given=1), is_positive(a), is_positive(P(TWO)),
    is_positive(P(a, given=TWO)))  # fmt: skip
law("P(0) = P(1)", P(0), "the other class", P(1), 1 - P(1), is_positive(P(1)))
law("P(x | k) = prod_m P(x_m)", LIKELIHOOD, "naive Bayes", product(COLUMN, P(x[COLUMN])),
    product(COLUMN, P(x[COLUMN], given=k)), is_positive(P(x[COLUMN])),
    is_positive(P(x[COLUMN], given=k)))  # fmt: skip
law("P(a, b | k) = P(a | k) P(a | k)", P(a, b, given=k), "naive Bayes", P(a, given=k) * P(a, given=k),
    P(a, given=k) * P(b, given=k), is_positive(a), is_positive(b), is_positive(P(a, given=k)),
    is_positive(P(b, given=k)))  # fmt: skip


# densities and mass functions by the family


def family(
    shown: str, words: str, wrong: Expression, right: Expression, head: Expression, *of: Line
) -> None:
    """Enter a density that is not that of its family, and one that is."""
    law(f"{head}({x} | k) = {shown}", head(x, given=k), words, wrong, right, *of)


NORMAL = exp(-((x - mu) ** 2 / (2 * v))) / sqrt(2 * pi_constant() * v)
REAL = (is_in(x, reals()), is_in(mu, reals()), is_positive(v))
family("exp(-(x - μ)^2) / sqrt(2 * pi)", "Gaussian", exp(-((x - mu) ** 2)) / sqrt(2 * pi_constant()),
       NORMAL, DENSITY, *REAL)  # fmt: skip
family("exp(-(x - μ)^2 / (2 v))", "Gaussian", exp(-((x - mu) ** 2 / (2 * v))), NORMAL, DENSITY, *REAL)
family("exp(-(x - μ)^2 / (2 v)) / sqrt(2 * pi d)", "Gaussian",
       exp(-((x - mu) ** 2 / (2 * v))) / sqrt(2 * pi_constant() * d), NORMAL, DENSITY, *REAL,
       is_positive(d))  # fmt: skip
WHOLE, RATE = is_in(x, integers_from(0)), is_positive(b)
POISSON = b**x * exp(-b) / factorial(x)
family("b^x exp(-b)", "Poisson", b**x * exp(-b), POISSON, P, WHOLE, RATE)
family("(b^x exp(-c)) / x!", "Poisson", b**x * exp(-c) / factorial(x), POISSON, P, WHOLE, RATE)
family("exp(-b x)", "exponential", exp(-(b * x)), b * exp(-(b * x)), DENSITY, not_negative(x), RATE)
SHARE = is_inside(a)
family("a (1 - a)^(x - 1)", "geometric", a * (1 - a) ** (x - 1), a * (1 - a) ** x, P, WHOLE, SHARE)
family("(1 - a)^x", "geometric", (1 - a) ** x, a * (1 - a) ** x, P, WHOLE, SHARE)
family("a^x (1 - a)^x", "Bernoulli", a**x * (1 - a) ** x, a**x * (1 - a) ** (1 - x), P,
       is_in(x, among(0, 1)), is_inside(a))  # fmt: skip


@CASES.false("P(x | k) = a^x (1 - a)^(1 - x): this has not the form of 'Bernoulli'")
def no_bit(p: Proof, right: bool) -> None:
    """A Bernoulli column has cells zero and one: other numbers have no such probabilities."""
    said(p, is_in(x, among(0, 1) if right else integers_from(0)), is_inside(a))
    p.chain(LIKELIHOOD, given(a**x * (1 - a) ** (1 - x), "Bernoulli"))


@CASES.false("P(x | k) = a (1 - a)^x: this has not the form of 'geometric'")
def never_a_success(p: Proof, right: bool) -> None:
    """Without a success there is no number of failures before it."""
    said(p, WHOLE, is_positive_probability(a) if right else is_probability(a))
    p.chain(LIKELIHOOD, given(a * (1 - a) ** x, "geometric"))


@CASES.false("p(x | k) = exp(-(x - μ)^2 / (2 b)) / sqrt(2 * pi b): this has not the form of 'Gaussian'")
def a_variance_that_moves(p: Proof, right: bool) -> None:
    """A variance that stands for x² makes no Gaussian density of x."""
    said(p, is_in(x, reals()), is_in(mu, reals()), is_positive(v))
    p.chain(b, define(v if right else x**2 + v))
    p.step("s")
    p.chain(
        DENSITY(x, given=k),
        given(exp(-((x - mu) ** 2 / (2 * b))) / sqrt(2 * pi_constant() * b), "Gaussian"),
    )


@CASES.false("P(1) = 3/4: this form needs words")
def more_than_one_in_all(p: Proof, right: bool) -> None:
    """The probabilities of two classes do not add up to more than one."""
    p.chain(P(0), given(QUARTER if right else THREE_QUARTERS))
    p.chain(P(1), given(THREE_QUARTERS))


@CASES.false("P(1) = 1/2: this form needs words")
def less_than_one_in_all(p: Proof, right: bool) -> None:
    """The probabilities of all classes add up to one."""
    said(p, is_in(TWO, TWO.domain))
    p.chain(P(0), given(fraction(1, 2) if right else QUARTER))
    p.chain(P(1), given(fraction(1, 2)))


@CASES.false("P(k | x) = c_k: this form needs words")
def a_posterior_as_one_likes(p: Proof, right: bool) -> None:
    """What follows from prior and likelihood is not given as a letter."""
    said(p, *BOTH[2:], is_positive(pi[k]), is_positive(a[k]), is_positive(c[k]))
    p.chain(PRIOR, given(pi[k]))
    p.chain(LIKELIHOOD, given(a[k]))
    p.chain(XK, given(TRUE_BAYES, BAYES) if right else given(c[k]))


@CASES.false("P(x | k) = 5 c: this form needs words")
def a_probability_of_any_form(p: Proof, right: bool) -> None:
    """A formula without words is no probability."""
    said(p, is_positive(a[k]))
    p.chain(LIKELIHOOD, given(a[k] if right else 5 * c))


@CASES.false("P(x) = 1/2: this form needs words")
def a_probability_by_definition(p: Proof, right: bool) -> None:
    """A probability is given by a model, it is no name that is free."""
    p.chain(letter("q") if right else P(x), define(fraction(1, 2)))


# reasons that claim


@CASES.false("π̂_k = (n_k + 1) / n: this has not the form of 'the MLE'")
def smoothed_is_no_mle(p: Proof, right: bool) -> None:
    """A smoothed share is no MLE because it is called one."""
    p.step("s")
    p.chain(pi[k].hat, define((n[k] + 1) / n, "" if right else "the MLE"))


@CASES.false("θ̂ = 1/4: 'the MLE' is no reason for what is taken as it is written")
def assumed_to_be_the_mle(p: Proof, right: bool) -> None:
    """An assumption is no estimate."""
    said(p, is_inside(theta))
    p.step("s")
    p.chain(theta.hat, assume(QUARTER, "" if right else "the MLE"))


@CASES.false("b = 1/4: 'Gibbs’ inequality' is no reason for what is taken as it is written")
def defined_by_an_inequality(p: Proof, right: bool) -> None:
    """A definition cites nothing."""
    p.step("s")
    p.chain(b, define(QUARTER, "" if right else GIBBS))


@CASES.false("a = sum_i x^(i): this has not the form of 'rows of the class'")
def real_numbers_are_no_rows(p: Proof, right: bool) -> None:
    """What adds up any numbers counts no rows."""
    said(p, not_negative(x.above(i)))
    p.step("s")
    counted = sum_over(i, equal(y, 1)) if right else sum_over(i, x.above(i))
    p.chain(a, count(counted, "rows of the class"))


@CASES.false("a = 1/4: this has not the form of 'smoothed'")
def no_smoothing(p: Proof, right: bool) -> None:
    """A smoothed share has something added to a count and to the total."""
    p.step("s")
    p.chain(a, given((1 + c) / (2 + c) if right else QUARTER, "smoothed"))


@CASES.false("1/4 = 2/8: 'the MLE' is said where it is shown")
def equal_is_no_estimate(p: Proof, right: bool) -> None:
    """That two numbers are equal makes neither an MLE."""
    p.step("s")
    p.chain(QUARTER, same(fraction(2, 8), "" if right else "the MLE"))


@CASES.false("1/4 = 2/8: 'Bayes’ rule' was not said before")
def a_law_that_was_not_given(p: Proof, right: bool) -> None:
    """A line refers to a law that was given."""
    p.step("s")
    p.chain(QUARTER, same(fraction(2, 8), "" if right else BAYES))


@CASES.false("θ̂ = argmax_θ f(θ): this has not the form of 'the MLE'")
def largest_of_anything(p: Proof, right: bool) -> None:
    """The MLE is where a log-likelihood is largest, and of no other function."""
    said(p, is_inside(theta), is_in(x.above(i), among(0, 1)))
    p.chain(P(x.above(i)), given(theta ** x.above(i) * (1 - theta) ** (1 - x.above(i)), "Bernoulli"))
    p.step("s")
    p.chain(F, define(sum_over(i, log(P(x.above(i)))) if right else -(theta**2)))
    p.chain(theta.hat, define(argmax(theta, F), "the MLE"))


@CASES.false("b̂ = argmax_θ f(θ): this has not the form of 'the MLE'")
def the_hat_of_another(p: Proof, right: bool) -> None:
    """The MLE of θ is θ with a hat."""
    said(p, is_inside(theta), is_in(x.above(i), among(0, 1)))
    p.chain(P(x.above(i)), given(theta ** x.above(i) * (1 - theta) ** (1 - x.above(i)), "Bernoulli"))
    p.step("s")
    p.chain(F, define(sum_over(i, log(P(x.above(i))))))
    p.chain((theta if right else b).hat, define(argmax(theta, F), "the MLE"))


@CASES.false("θ̂ = argmax_θ f(θ): this has not the form of 'the MAP'")
def no_posterior(p: Proof, right: bool) -> None:
    """The MAP is where a posterior is largest, not a prior."""
    whole, data = theta, letter("D")
    said(p, is_inside(whole), is_positive(DENSITY(whole)), is_positive(DENSITY(whole, given=data)))
    p.step("s")
    p.chain(F, define(log(DENSITY(whole, given=data) if right else DENSITY(whole))))
    p.chain(whole.hat, define(argmax(whole, F), "the MAP"))


@CASES.false("a = int_0^1 θ p(θ) dθ: this has not the form of 'the posterior mean'")
def the_mean_of_the_prior(p: Proof, right: bool) -> None:
    """The posterior mean is of the posterior."""
    data = letter("D")
    said(p, is_inside(theta), is_positive(b), is_positive(d), is_positive(P(data)))
    p.chain(P(data, given=theta), given(theta**c * (1 - theta) ** c, "the data D"))
    p.chain(DENSITY(theta), given(c * theta ** (b - 1) * (1 - theta) ** (d - 1), "Beta"))
    bayes = P(data, given=theta) * DENSITY(theta) / P(data)
    p.chain(DENSITY(theta, given=data), given(bayes, BAYES))
    p.step("s")
    density = DENSITY(theta, given=data) if right else DENSITY(theta)
    p.chain(a, define(integral(theta * density, theta, (0, 1)), "the posterior mean"))


@CASES.false("a = (sum_i x^(i)) / c: this has not the form of 'its mean'")
def no_mean(p: Proof, right: bool) -> None:
    """A mean is divided by how many there are."""
    said(p, is_in(x.above(i), reals()))
    p.step("s")
    p.chain(a, define(sum_over(i, x.above(i)) / (n if right else c), "its mean"))


@CASES.false("a / b - 2 = 0: this has not the form of 'set to zero'")
def no_slope(p: Proof, right: bool) -> None:
    """What is set to zero is a slope that was worked out."""
    said(p, is_positive(a), is_positive(b))
    p.step("s")
    if right:
        p.chain(derivative(a * log(b) - 2 * b, b), differentiate(a / b - 2))
    p.chain(a / b - 2, assume(0, "set to zero"))


# hats


def parabola(p: Proof, of: Expression, by: Expression) -> None:
    """Write where −(θ − 1/2)² is largest."""
    p.chain(of, define(-((by - fraction(1, 2)) ** 2)))
    p.chain(derivative(of, by), differentiate(1 - 2 * by))
    p.chain(derivative(of, by, 2), differentiate(-2), below_zero())
    p.chain(by.hat, define(argmax(by, of)), maximum(fraction(1, 2)))


@CASES.false("θ̂_k = 5: what is defined is known already")
def a_component_of_the_hat(p: Proof, right: bool) -> None:
    """A component of what is sought is no name that is free."""
    said(p, is_in(theta[k], reals()))
    p.chain(f(theta), define(-sum_over(k, theta[k] ** 2)))
    p.step("s")
    p.chain(theta.hat, define(argmax(theta, f(theta))))
    p.chain((letter("β") if right else theta)[k].hat, define(5))


@CASES.false("θ̂ = argmax_θ f(θ): what is defined is known already")
def a_whole_of_the_hat(p: Proof, right: bool) -> None:
    """What is sought has no component that was defined before."""
    said(p, is_in(theta[k], reals()))
    p.chain(f(theta), define(-sum_over(k, theta[k] ** 2)))
    p.step("s")
    p.chain((letter("β") if right else theta)[k].hat, define(5))
    p.chain(theta.hat, define(argmax(theta, f(theta))))


def _again(claim: ChainStep, refused: str) -> None:
    def case(p: Proof, right: bool) -> None:
        said(p, is_inside(theta))
        p.step("s")
        said(p, is_positive(a))
        parabola(p, F, theta)
        p.step("t")
        p.chain((letter("β") if right else theta).hat, claim)

    case.__name__, case.__doc__ = f"again_{len(CASES)}", "A hat is not another one in a later step."
    CASES.false(f"θ̂ = 1/4: {refused}")(case)


for _claim in (define(QUARTER), given(QUARTER), assume(QUARTER)):
    _again(_claim, "what is defined is known already")


@CASES.false("b = 7: what is defined is known already")
def a_name_again(p: Proof, right: bool) -> None:
    """A name that a step forgets is not defined as something else later."""
    p.step("s")
    said(p, is_positive(a))
    p.chain(b, define(a + 1))
    p.step("t")
    p.chain(letter("q") if right else b, define(7))


# constants that may be one


CONSTANTS: list[tuple[Expression, Expression]] = [
    (value("dog"), Integer(1)),
    (value("dog"), value("cat")),
    (value("K"), Integer(1)),
    (value("K"), value("dog")),
]


@all_of("pair", CONSTANTS)
@all_of("shape", range(5))
def test_unlike_constants_may_be_one(pair: tuple[Expression, Expression], shape: int) -> None:
    """A class by its name may be any other one, or the last or the first."""
    one, other = pair
    lines = [
        (sum_over(k, equal(k, one) * equal(k, other)), same(0)),
        (equal(one, other), same(0)),
        (sum_over(k, n[k] * equal(k, one), where=equal(k, other)), same(0)),
        (derivative(pi[one], pi[other]), differentiate(0)),
        (derivative(sum_over(k, equal(k, one) * log(pi[k])), pi[other]), differentiate(0)),
    ]
    proof = Proof("p")
    proof.step("given")
    said(proof, is_in(i, i.domain), is_in(k, k.domain), is_in(y, k.domain), is_positive(pi[k]))
    proof.chain(n[k], count(sum_over(i, equal(y, k))))
    proof.step("s")
    proof.chain(*lines[shape])
    assert "the two sides differ" in verdict(proof)


def test_constants_of_one_set_are_apart() -> None:
    """What a line says to be the members of a set are not one another; nor are numbers."""
    proof = Proof("p")
    proof.step("given")
    of = index("k", among(value("dog"), value("cat")))
    said(proof, is_in(of, of.domain))
    proof.step("s")
    proof.chain(equal(value("dog"), value("cat")), same(0))
    proof.chain(equal(1, 2), same(0))
    proof.chain(sum_over(of, equal(of, value("dog")) * equal(of, value("cat"))), same(0))
    assert verdict(proof) == ""


test_a_claim_without_its_form_is_refused, test_its_right_version_is_accepted = CASES.tests(apart=6)
