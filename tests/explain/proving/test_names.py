"""What the checker refuses of letters that stand for others, of places outside, and of neighbours."""

from __future__ import annotations

from proofs import (
    UNIT,
    Cases,
    a,
    b,
    c,
    f,
    fraction,
    h,
    j,
    k,
    n,
    pi,
    said,
    theta,
)

from exactnb.core.expression.nodes import Domain, Integer, Symbol
from exactnb.explain.proving.writing.formulas import (
    argmax,
    derivative,
    equal,
    function,
    index,
    log,
    product,
    span,
    sum_over,
    value,
    vocabulary,
)
from exactnb.explain.proving.writing.theorem import (
    GIBBS,
    TELESCOPE,
    Proof,
    above_zero,
    assume,
    below_zero,
    cite,
    count,
    define,
    differentiate,
    is_in,
    is_positive,
    maximum,
    same,
)

CASES = Cases()
HALF, QUARTER = fraction(1, 2), fraction(1, 4)
F, ell = f(theta), function("ℓ")
LAST = value("K")


@CASES.false("a_k = a_k + 1: it is assumed of itself")
def assumed_of_itself(p: Proof, right: bool) -> None:
    """No number is greater than itself by one, and what is known is not assumed to be so."""
    said(p, is_positive(a[k]), is_positive(b[k]))
    p.step("s")
    p.chain(a[k], assume((b if right else a)[k] + 1))


@CASES.false("b_k = a_k: it is assumed of itself")
def assumed_of_each_other(p: Proof, right: bool) -> None:
    """Two letters are not each assumed to be the other."""
    said(p, is_positive(a[k]), is_positive(b[k]))
    p.step("s")
    p.chain(a[k], assume(b[k]))
    p.chain(b[k], assume(c if right else a[k]))


@CASES.false("n_2 = n_1: it is assumed of itself")
def counts_of_each_other(p: Proof, right: bool) -> None:
    """Two counts are not each assumed to be the other."""
    p.step("s")
    p.chain(n[1], assume(n[2]))
    p.chain(n[2], assume(c if right else n[1]))


@CASES.false("a_j = a_{j−1}: it is assumed of itself")
def assumed_of_its_neighbour(p: Proof, right: bool) -> None:
    """A letter is not assumed to be what stands before it, and that what stands before, without end."""
    said(p, is_positive(a[j]), is_positive(a[0]), is_positive(b[j]))
    p.step("s")
    p.chain(a[j], assume(b[j] if right else a[j - 1]))


@CASES.false(
    "prod_j a_j / a_{j−1} = a_K / a_1: what is left is the last numerator over the first denominator"
)
def neighbours(p: Proof, right: bool) -> None:
    """The quotients of neighbours multiply to the last over what is before the first."""
    said(p, is_positive(a[j]), is_positive(a[0]))
    p.step("s")
    p.chain(product(j, a[j] / a[j - 1]), cite(a[LAST] / a[0 if right else 1], TELESCOPE))


@CASES.false(
    "prod_j a_j / a_{j−1} = a_n / a_0: what is left is the last numerator over the first denominator"
)
def neighbours_up_to_another(p: Proof, right: bool) -> None:
    """The last of the neighbours is that of their own range."""
    said(p, is_positive(a[j]), is_positive(a[0]))
    p.step("s")
    p.chain(product(j, a[j] / a[j - 1]), cite(a[LAST if right else value("n")] / a[0], TELESCOPE))


@CASES.false("prod_j a_j / a_{j−1} = a_K / a_0: a factor is not known to be positive")
def neighbours_of_nothing(p: Proof, right: bool) -> None:
    """What stands before the first may be zero, if nothing else is said."""
    said(p, is_positive(a[j]), *([is_positive(a[0])] if right else []))
    p.step("s")
    p.chain(product(j, a[j] / a[j - 1]), cite(a[LAST] / a[0], TELESCOPE))


@CASES.false("sum_j a_j / a_{j−1} = a_K / a_0: one side is a product over an index")
def neighbours_added_up(p: Proof, right: bool) -> None:
    """Quotients that are added up do not cancel."""
    said(p, is_positive(a[j]), is_positive(a[0]))
    p.step("s")
    series = product if right else sum_over
    p.chain(series(j, a[j] / a[j - 1]), cite(a[LAST] / a[0], TELESCOPE))


@CASES.false("prod_j a_{j−1} / a_j = a_K / a_0: each denominator is the numerator before")
def neighbours_the_other_way(p: Proof, right: bool) -> None:
    """With each number below the one before, the product is the other way round."""
    said(p, is_positive(a[j]), is_positive(a[0]))
    p.step("s")
    above, below = (j, j - 1) if right else (j - 1, j)
    p.chain(product(j, a[above] / a[below]), cite(a[LAST] / a[0], TELESCOPE))


@CASES.false(
    "prod[j: j=1] a_j / a_{j−1} = a_K / a_0: each factor is a quotient, from the first to the last"
)
def some_of_the_neighbours(p: Proof, right: bool) -> None:
    """With some left out, the others do not cancel."""
    said(p, is_positive(a[j]), is_positive(a[0]))
    p.step("s")
    where = None if right else equal(j, 1)
    p.chain(product(j, a[j] / a[j - 1], where=where), cite(a[LAST] / a[0], TELESCOPE))


@CASES.false("prod_j a_j a_{j−1} = a_K / a_0: each factor is a quotient, from the first to the last")
def neighbours_multiplied(p: Proof, right: bool) -> None:
    """Products of neighbours do not cancel."""
    said(p, is_positive(a[j]), is_positive(a[0]))
    p.step("s")
    body = a[j] / a[j - 1] if right else a[j] * a[j - 1]
    p.chain(product(j, body), cite(a[LAST] / a[0], TELESCOPE))


@CASES.false(
    "prod_w a_w / a_{w−1} = a_{|V|} / a_0: each factor is a quotient, from the first to the last"
)
def words_have_no_neighbours(p: Proof) -> None:
    """A vocabulary has no first word and no last."""
    of = index("w", vocabulary())
    said(p, is_in(of, of.domain), is_positive(a[of]), is_positive(a[0]))
    p.step("s")
    p.chain(product(of, a[of] / a[of - 1]), cite(a[value("|V|")] / a[0], TELESCOPE))


@CASES.false("prod_j a_j / a_{j−1} = a_3 / a_0: the last index is a letter")
def neighbours_up_to_a_number(p: Proof, right: bool) -> None:
    """What is last has a letter of its own."""
    said(p, is_positive(a[j]), is_positive(a[0]))
    p.step("s")
    of, last = (j, LAST) if right else (index("j", span(3)), 3)
    p.chain(product(of, a[of] / a[of - 1]), cite(a[last] / a[0], TELESCOPE))


@CASES.false("prod_j a_j / a_{j−1} = a_K / a_0: the last index is a letter")
def neighbours_from_nothing_on(p: Proof, right: bool) -> None:
    """The first index is 1, and so the first number below that of 0."""
    said(p, is_positive(a[j]), is_positive(a[0]))
    p.step("s")
    of = j if right else index("j", Domain("span", (Integer(0), Symbol("K"))))
    p.chain(product(of, a[of] / a[of - 1]), cite(a[LAST] / a[0], TELESCOPE))


@CASES.false("a_K / a_0 ≥ prod_j a_j / a_{j−1}: one side is a product over an index")
def neighbours_that_are_less(p: Proof, right: bool) -> None:
    """The product may stand on the right, and is equal."""
    said(p, is_positive(a[j]), is_positive(a[0]))
    p.step("s")
    claim = cite(product(j, a[j] / a[j - 1]), TELESCOPE, "=" if right else "≥")
    p.chain(a[LAST] / a[0], claim)


@CASES.false("a_{j−1} > 0: the sign is not known")
def a_fact_of_the_place_before(p: Proof, right: bool) -> None:
    """What holds from the first place on says nothing of the place before it."""
    said(p, is_positive(a[j]), *([is_positive(a[0])] if right else []))
    p.step("s")
    p.chain(a[j - 1], above_zero())


@CASES.false("sum_j a_{j−1} = sum_h a_h: the two sides differ")
def a_sum_of_places_before(p: Proof, right: bool) -> None:
    """The sum of what stands before each place lacks the last, and has one more in front."""
    said(p, is_positive(a[j]), is_positive(a[0]))
    p.step("s")
    p.chain(sum_over(j, a[j - 1]), same(sum_over(h, a[h - 1 if right else h])))


@CASES.false("sum_k [k=j - 1] = 1: the two sides differ")
def the_place_before_may_be_none(p: Proof, right: bool) -> None:
    """Before the first class there is none."""
    p.step("s")
    p.chain(sum_over(k, equal(k, j if right else j - 1)), same(1))


@CASES.false("θ̂ = 1/4: more is assumed of what varies than its domain")
def a_sign_of_a_name(p: Proof, right: bool) -> None:
    """With c = θ − 3/8 > 0 the curve bends down where that holds, and 1/4 is no such place."""
    said(p, is_in(theta, UNIT), is_in(a, UNIT))
    p.chain(b, define((a if right else theta) - fraction(3, 8)))
    p.step("s")
    said(p, is_positive(b))
    first = HALF - 2 * theta if right else (theta - QUARTER) * (HALF - theta)
    cubic = 3 * theta**2 / 8 - theta**3 / 3 - theta / 8
    p.chain(F, define(theta / 2 - theta**2 if right else cubic))
    p.chain(derivative(F, theta), differentiate(first))
    second = -2 if right else fraction(3, 4) - 2 * theta
    p.chain(derivative(F, theta, 2), differentiate(second), below_zero())
    p.chain(theta.hat, define(argmax(theta, F)), maximum(QUARTER))


@CASES.false("θ̂ = 1/2: nothing shows that this is the maximum")
def a_condition_on_a_name(p: Proof, right: bool) -> None:
    """If 2 θ has to be 1/2, under whatever name, then θ is not 1/2."""
    said(p, is_in(theta, UNIT), is_in(a, UNIT))
    p.chain(b, define(2 * (a if right else theta)))
    p.chain(b, assume(HALF))
    p.step("s")
    p.chain(F, define(theta - theta**2))
    p.chain(derivative(F, theta), differentiate(1 - 2 * theta))
    p.chain(derivative(F, theta, 2), differentiate(-2), below_zero())
    p.chain(theta.hat, define(argmax(theta, F)), maximum(HALF))


@CASES.false("d/dθ (a θ) = a: θ is counted")
def a_count_of_a_name(p: Proof, right: bool) -> None:
    """A count of what stands for θ² changes with θ."""
    said(p, is_in(theta, UNIT))
    p.chain(b, define(theta**2))
    p.chain(a, (define if right else count)(b))
    p.step("s")
    p.chain(derivative(a * theta, theta), differentiate(3 * a if right else a))


@CASES.false("d/dπ (n_1 + π) = n + 1: something is assumed to be what π says")
def a_count_assumed_to_be_a_name(p: Proof, right: bool) -> None:
    """A count that is assumed to be what π makes of it is still a count."""
    said(p, is_in(pi, UNIT))
    p.chain(b, define(n * pi))
    p.step("s")
    if not right:
        p.chain(n[1], assume(b))
    p.chain(derivative(n[1] + pi, pi), differentiate(1 if right else n + 1))


@CASES.false("b̂_jk = a_jk / (sum_h a_jh): nothing shows that this is the maximum")
def rows_and_columns(p: Proof, right: bool) -> None:
    """Rows at their shares do not make columns that add up to 1 too."""
    said(p, is_positive(b[j, k]), is_positive(a[j, k]))
    p.chain(sum_over(k, b[j, k]), assume(1))
    if not right:
        p.chain(sum_over(j, b[j, k]), assume(1))
    total = sum_over(h, a[j, h])
    p.chain(ell[j](b[j]), define(sum_over(k, a[j, k] * log(b[j, k]))))
    p.step("s")
    left, right_side = (sum_over(k, a[j, k] * log(of)) for of in (b[j, k], a[j, k] / total))
    p.chain(left, cite(right_side, GIBBS, "≤"))
    p.chain(b[j].hat, define(argmax(b[j], ell[j](b[j]))))
    p.chain(b[j, k].hat, maximum(a[j, k] / total))


@CASES.false("π̂_k = n_k / n: nothing shows that this is the maximum")
def one_class_alone(p: Proof, right: bool) -> None:
    """If class 1 has to have it all, the shares are not the estimate."""
    said(p, is_positive(pi[k]), is_positive(n[k]))
    p.chain(sum_over(k, pi[k]), assume(1))
    if not right:
        p.chain(sum_over(k, pi[k], where=equal(k, 1)), assume(1))
    p.chain(f(pi), define(sum_over(k, n[k] * log(pi[k]))))
    p.step("s")
    p.chain(sum_over(k, n[k] * log(pi[k])), cite(sum_over(k, n[k] * log(n[k] / n)), GIBBS, "≤"))
    p.chain(pi.hat, define(argmax(pi, f(pi))))
    p.chain(pi[k].hat, maximum(n[k] / n))


test_a_name_is_what_it_stands_for, test_its_right_version_is_accepted = CASES.tests()
