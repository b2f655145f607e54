"""Formulas that are alike and near misses, and what is known of signs: each worked out by hand."""

from __future__ import annotations

import pytest
from thoroughness import all_of

from exactnb.core.expression.nodes import Symbol
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.forms.patterns import Refused
from exactnb.explain.proving.prover import Prover
from exactnb.explain.proving.scope.comparing import (
    differ_by_constant,
    index_letters_in,
    is_nonzero,
    is_product,
    same_form,
    sign_of,
)
from exactnb.explain.proving.scope.scope import Declared
from exactnb.explain.proving.writing.formulas import (
    Expression,
    among,
    derivative,
    equal,
    exp,
    function,
    index,
    label,
    letter,
    log,
    node,
    open_unit,
    parameter,
    product,
    reals,
    span,
    sum_over,
    value,
    vocabulary,
)
from exactnb.explain.proving.writing.theorem import (
    count,
    define,
    is_in,
    is_more,
    is_positive,
    not_negative,
)

i, j = index("i", span("n")), index("j", span("d"))
k, h, m = index("k", span("K")), index("h", span("K")), index("m", span("M"))
w, u = index("w", vocabulary()), index("u", vocabulary())
v = index("v", span(letter("S")[j]))
t = index("t", span("T"))
r = index("r", span(letter("N")[t]))
bit = index("z", among(0, 1))
yes, no, dog = map(value, ("yes", "no", "dog"))
answer = index("g", among(yes, no))
n, K, M, V, S, N = map(letter, ("n", "K", "M", "|V|", "S", "N"))
a, b, c, q, mu = map(letter, ("a", "b", "c", "q", "μ"))
of_word, of_bit, of_value, positive = map(letter, ("s", "o", "e", "D"))
theta, pi = parameter("bernoulli", "θ"), parameter("prior", "π")
x, y = letter("x")[j].above(i), label("y").above(i)
cell, word = label("X")[j].above(i), label("w")[r].above(t)
f = function("f")
ONE, HALF = node(1), node(1) / 2


def scope() -> Declared:
    """Return a scope in which all of these are introduced."""
    prover = Prover()
    lines: list[Line] = [is_in(of, of.domain) for of in (i, j, k, h, m, w, u, answer)]
    lines += [is_positive(of) for of in (n, K, M, V)]
    lines += [is_positive(S[j]), is_in(v, v.domain), is_in(t, t.domain), is_positive(N[t])]
    lines += [is_in(r, r.domain), is_in(bit, bit.domain), is_in(x, among(0, 1)), is_in(y, k.domain)]
    lines += [is_in(cell, v.domain), is_in(word, w.domain), is_positive(a), is_positive(b)]
    lines += [is_positive(a[k]), is_positive(a[k, h]), is_in(q[k], reals()), is_in(mu, reals())]
    lines += [
        is_in(theta, open_unit()),
        is_in(theta[j, k], open_unit()),
        is_positive(pi[k]),
        not_negative(c),
    ]
    lines += [is_in(of_word[w], reals()), is_in(of_bit[bit], reals()), is_in(of_value[v], reals())]
    lines += [is_positive(positive[w]), is_in(q[k, w], reals()), is_more(letter("B"), 2)]
    lines += [count(sum_over(i, equal(y, k))).of(n[k])]
    lines += [count(sum_over(i, x * equal(y, k))).of(n[j, k])]
    lines += [is_positive(function("g")(pi[h]))]
    lines += [define(a + 1).of(letter("A")), define(theta**2).of(f(theta))]
    for line in lines:
        assert prover.line_problem(line, None) == "", line
    return prover.declared


SCOPE = scope()
A = letter("A")
LOG = sum_over(k, n[k] * log(pi[k]))

Pair = tuple[Expression | int, Expression | int]
ALIKE: list[Pair] = [
    # sums
    (sum_over(k, q[k] + a), sum_over(k, q[k]) + K * a),
    (sum_over(k, a * q[k]), a * sum_over(k, q[k])),
    (sum_over(k, q[k]), sum_over(h, q[h])),
    (sum_over(k, q[k] - a[k]), sum_over(k, q[k]) - sum_over(k, a[k])),
    (sum_over(k, 1), K),
    (sum_over(k, sum_over(w, 1)), K * V),
    (sum_over(k, sum_over(w, q[k, w])), sum_over(w, sum_over(k, q[k, w]))),
    (sum_over(k, q[k] * sum_over(w, of_word[w])), sum_over(k, q[k]) * sum_over(w, of_word[w])),
    (sum_over(k, q[k]) ** 2, sum_over(k, sum_over(h, q[k] * q[h]))),
    (sum_over(k, sum_over(w, q[k, w]) ** 2), sum_over(k, sum_over(w, sum_over(u, q[k, w] * q[k, u])))),
    (sum_over(k, q[k] / a), sum_over(k, q[k]) / a),
    (sum_over(k, q[k] / sum_over(h, a[h])), sum_over(k, q[k]) / sum_over(k, a[k])),
    (sum_over(w, positive[w]) - sum_over(u, positive[u]), 0),
    (sum_over(j, S[j]), sum_over(j, sum_over(v, 1))),
    (sum_over(t, N[t]), sum_over(t, sum_over(r, 1))),
    (sum_over(j, S[j] * a), a * sum_over(j, sum_over(v, 1))),
    # indicators
    (sum_over(k, equal(k, h)), 1),
    (sum_over(k, equal(k, h) * q[k]), q[h]),
    (sum_over(k, equal(y, k)), 1),
    (sum_over(k, q[k] * equal(y, k)), q[y]),
    (sum_over(k, n[k]), n),
    (sum_over(k, n[k] * q[k]), sum_over(i, q[y])),
    (sum_over(k, n[j, k]), sum_over(i, x)),
    (equal(k, h) ** 2, equal(k, h)),
    (equal(k, h) * q[k], equal(h, k) * q[h]),
    (equal(y, k) * equal(y, h), equal(y, k) * equal(k, h)),
    (equal(k, k), 1),
    (sum_over(j, S[j] * sum_over(v, of_value[v])), sum_over(j, sum_over(v, of_value[v] * S[j]))),
    (equal(k, h) * equal(h, 1) * equal(k, 1), equal(k, h) * equal(k, 1)),
    (equal(k, h) * equal(h, 1) * equal(k, 2), 0),
    (equal(yes, no), 0),
    (equal(2, 1), 0),
    (sum_over(i, 1, where=equal(y, k)), n[k]),
    (sum_over(i, x, where=equal(y, k)), n[j, k]),
    (sum_over(v, equal(cell, v)), 1),
    (sum_over(v, equal(cell, v) * of_value[v]), of_value[cell]),
    (sum_over(w, equal(word, w) * log(positive[w])), log(positive[word])),
    (sum_over(t, sum_over(r, sum_over(w, equal(word, w)))), sum_over(t, N[t])),
    (sum_over(k, sum_over(h, equal(k, h) * a[k, h])), sum_over(k, a[k, k])),
    (sum_over(k, (q[k] + equal(k, h)) ** 2), sum_over(k, q[k] ** 2) + 2 * q[h] + 1),
    # sets of numbers
    (sum_over(bit, of_bit[bit]), of_bit[0] + of_bit[1]),
    (sum_over(bit, equal(bit, 1) * of_bit[bit]), of_bit[1]),
    (sum_over(bit, 1), 2),
    (product(bit, a), a**2),
    # powers, logarithms
    (product(k, a), a**K),
    (product(k, a[k] * b), b**K * product(k, a[k])),
    (product(k, a[k] ** n[k]), exp(sum_over(k, n[k] * log(a[k])))),
    (log(product(k, pi[k] ** n[k])), LOG),
    (product(i, pi[y]), product(k, pi[k] ** n[k])),
    (product(w, positive[w] ** equal(word, w)), positive[word]),
    (log(a * b), log(a) + log(b)),
    (log(a / b), log(a) - log(b)),
    (log(a**mu), mu * log(a)),
    (log(8 * a), 3 * log(2) + log(a)),
    (log(ONE / 6), -log(2) - log(3)),
    (log(1), 0),
    (exp(log(a)), a),
    (log(exp(mu)), mu),
    (exp(mu + log(a)), a * exp(mu)),
    (a**mu * a ** (1 - mu), a),
    ((a**mu) ** 2, a ** (2 * mu)),
    (theta**x * (1 - theta) ** (1 - x), exp(x * log(theta) + (1 - x) * log(1 - theta))),
    (a**0, 1),
    (mu**0, 1),
    ((a * b) ** HALF, a**HALF * b**HALF),
    (log(1 - theta) + log(1 + theta), log(1 - theta**2)),
    # fractions
    ((a**2 - b**2) / (a + b), a - b),
    (a / b + b / a, (a**2 + b**2) / (a * b)),
    (1 / (1 - theta) - 1, theta / (1 - theta)),
    (mu / a, mu * a / a**2),
    (A, a + 1),
    (f(theta) / theta, theta),
    (n[k] * a / n, a * n[k] / n),
    # derivatives
    (derivative(theta**3, theta), 3 * theta**2),
    (derivative(theta**3, theta, 2), 6 * theta),
    (derivative(theta**3, theta, 4), 0),
    (derivative(log(theta), theta), 1 / theta),
    (derivative(log(1 - theta), theta, 2), -1 / (1 - theta) ** 2),
    (derivative(exp(2 * theta), theta), 2 * exp(2 * theta)),
    (derivative(theta**c, theta), c * theta**c / theta),
    (derivative(a * b, theta), 0),
    (derivative(sum_over(k, q[k] * log(pi[k])), pi[h]), q[h] / pi[h]),
    (derivative(LOG, pi[h], 2), -n[h] / pi[h] ** 2),
    (derivative(pi[k], pi[k]), 1),
    (derivative(pi[k], pi[h]), equal(k, h)),
    (derivative(pi[1], pi[2]), 0),
    (derivative(sum_over(k, pi[k]) ** 2, pi[h]), 2 * sum_over(k, pi[k])),
    (derivative(sum_over(k, pi[k] ** 2), pi[1]), 2 * pi[1] * sum_over(k, equal(k, 1))),
    (derivative(product(k, pi[k]), pi[h]), product(k, pi[k]) / pi[h]),
    (derivative(f(theta), theta), 2 * theta),
]
APART: list[Pair] = [
    # a class by its name may be any, but for those of one set
    (equal(dog, yes), 0),
    (equal(dog, 1), 0),
    (sum_over(k, equal(k, dog) * equal(k, 1)), 0),
    (sum_over(k, equal(k, dog) * equal(k, yes)), 0),
    (sum_over(answer, equal(answer, dog)), 0),
    (derivative(pi[dog], pi[1]), 0),
    (derivative(sum_over(k, pi[k] * equal(k, dog)), pi[1]), 0),
    (sum_over(k, q[k] + a), sum_over(k, q[k]) + a),
    (sum_over(k, q[k]) ** 2, sum_over(k, q[k] ** 2)),
    (sum_over(k, q[k] * a[k]), sum_over(k, q[k]) * sum_over(k, a[k])),
    (sum_over(k, a[k, h]), sum_over(k, a[h, k])),
    (sum_over(k, q[k]), sum_over(m, q[m])),
    (sum_over(k, a[k]), sum_over(w, positive[w])),
    (sum_over(k, a[k] / a), sum_over(k, a / a[k])),
    (sum_over(k, 1 / a[k]), 1 / sum_over(k, a[k])),
    (sum_over(k, sum_over(h, a[k, h])), sum_over(k, a[k, k])),
    (sum_over(j, S[j]), K * S[1]),
    (sum_over(k, sum_over(h, equal(k, h))), 1),
    (sum_over(m, equal(y, m)), 1),
    (sum_over(m, equal(m, k)), 1),
    (sum_over(k, equal(k, 1)), 1),
    (sum_over(w, equal(cell, w)), 1),
    (sum_over(bit, equal(bit, k)), 1),
    (sum_over(k, equal(k, h) * q[k]), q[k]),
    (equal(k, h), equal(k, 1)),
    (equal(k, 1), 0),
    (equal(y, k) * equal(y, h), equal(y, k)),
    (sum_over(m, n[m]), n),
    (sum_over(i, x), n),
    (n[k], n),
    (sum_over(i, 1, where=equal(y, k)), n),
    (product(k, a[k] + b), product(k, a[k]) + b**K),
    (product(k, a[k]), product(m, a[k])),
    (product(k, 2), 2 * K),
    (log(sum_over(k, a[k])), sum_over(k, log(a[k]))),
    (log(a + b), log(a) + log(b)),
    (log(a) * log(b), log(a * b)),
    (exp(mu) * exp(q[1]), exp(mu * q[1])),
    (exp(mu * log(a)), a * exp(mu)),
    (a**mu, mu**3),
    ((a**mu) ** mu, a ** (2 * mu)),
    (log(a) / b, log(a / b)),
    (a / (a + b), 1 / (1 + b)),
    (derivative(theta**2, theta), theta),
    (derivative(log(theta), theta, 2), 1 / theta**2),
    (derivative(sum_over(k, pi[k]), pi[h]), K),
    (derivative(LOG, pi[h]), n / pi[h]),
    (derivative(pi[k], pi[h]), 0),
    (derivative(pi[k], pi[h]), 1),
    (derivative(product(k, pi[k]), pi[h]), product(k, pi[k])),
    (derivative(f(theta), theta), 0),
    (x**2, 2 * x),
    (theta[j, k], theta[j, h]),
]
REFUSED: list[tuple[Expression | int, str]] = [
    (letter("Q"), "Q was not introduced"),
    (f(a), "f(a) was not introduced"),
    (mu / mu, "division by what is not known to be other than zero"),
    (1 / n[k], "division by what is not known to be other than zero"),
    (1 / x, "division by what is not known to be other than zero"),
    (a / (a - b), "division by what is not known to be other than zero"),
    (a / (mu - mu), "division by what is not known to be other than zero"),
    (mu ** (-1), "division by what is not known to be other than zero"),
    (log(mu), "the logarithm of what is not known to be positive"),
    (log(mu**2), "the logarithm of what is not known to be positive"),
    (log(a - b), "the logarithm of what is not known to be positive"),
    (log(x), "the logarithm of what is not known to be positive"),
    (log(-a), "the logarithm of what is negative"),
    (log(mu - mu), "the logarithm of zero"),
    (mu**HALF, "the logarithm of what is not known to be positive"),
    (product(k, q[k]), "the logarithm of what is not known to be positive"),
    (a / equal(k, h), "division by what is not known to be other than zero"),
    (sum_over(k, sum_over(k, q[k])), "stands for two things"),
    (q[k] * sum_over(k, q[k]), "stands for two things"),
    (sum_over(index("k", span("M")), 1), "the index k does not have the range {1, ..., M}"),
    (sum_over(index("g", span("K")), 1), "the index g does not have the range {1, ..., K}"),
    (sum_over(index("z", among(0, 2)), 1), "the index z does not have the range {0, 2}"),
    (derivative(A**2, A), "A stands for something, so nothing changes with it"),
    (derivative(n[k] ** 2, n[k]), "n_k stands for something, so nothing changes with it"),
    (derivative(letter("Q"), theta), "Q was not introduced"),
    (derivative(theta, letter("Q")), "Q was not introduced"),
    (q[label("Y")], "what Y may be was not said"),
    (k.domain, "is no formula that can be checked"),
    (k.index, "is no formula that can be checked"),
]
SIGNS: list[tuple[Expression | int, str]] = [
    (0, "0+"), (3, "+"), (-3, "-"), (a, "+"), (-a, "-"), (a + b, "+"), (a - b, ""), (c, "0+"),
    (a + c, "+"), (-c, "0-"), (a * c, "0+"), (a * -b, "-"), (mu, ""), (mu**2, "0+"), (mu**2 + 1, "+"),
    (mu * mu, "0+"), (-(mu**2) - a, "-"), (mu**3, ""), (a**mu, "+"), (exp(mu), "+"), (log(a), ""),
    (theta, "+"), (1 - theta, "+"), (theta - 1, "-"), (theta * (1 - theta), "+"), (1 - theta**2, "+"),
    (theta - theta**2, "+"), (2 * theta - 1, ""), (x, "0+"), (1 - x, "0+"), (x - 1, "0-"), (n[k], "0+"),
    (n[j, k], "0+"), (n[k] - n[j, k], "0+"), (n, "+"), (K, "+"), (K - 1, ""), (V * K, "+"), (S[j], "+"),
    (letter("B"), "+"), (letter("B") - 2, "+"), (letter("B") - 1, "+"), (letter("B") - 3, ""),
    (2 - letter("B"), "-"), (equal(k, h), "0+"), (1 - equal(k, h), ""), (sum_over(k, a[k]), "+"),
    (sum_over(k, -a[k]), "-"), (sum_over(k, q[k]), ""), (sum_over(k, q[k] ** 2), "0+"),
    (sum_over(k, a[k], where=equal(y, k)), "+"), (sum_over(i, 1, where=equal(y, k)), "0+"),
    (sum_over(m, a[k]), "+"), (product(k, pi[k]), "+"),
    (sum_over(k, a[k] + pi[k]) - sum_over(k, pi[k]), "+"), (a / b, "+"), (-a / (1 - theta), "-"),
    (c / a, "0+"), (A, "+"), (f(theta), "+"), (f(theta) - 1, "-"), (derivative(log(theta), theta), "+"),
    (derivative(log(theta), theta, 2), "-"), (LOG, ""), (sum_over(bit, of_bit[bit] ** 2), "0+"),
]  # fmt: skip
LETTERS: list[tuple[Expression | int, set[str]]] = [
    (a, set()), (q[k], {"k"}), (n[k], {"k"}), (n[j, k], {"j", "k"}), (n, set()), (y, {"i"}),
    (x, {"i", "j"}), (sum_over(i, x), {"j"}), (sum_over(k, q[k]), set()), (equal(k, h), {"k", "h"}),
    (q[k] - q[k], set()), (sum_over(k, equal(k, h)), set()), (sum_over(k, equal(k, h) * q[k]), {"h"}),
    (0 * q[k] + q[h], {"h"}), (sum_over(j, sum_over(v, 1)), set()), (sum_over(v, 1), {"j"}),
    (q[1], set()), (pi[y], {"i"}), (f(theta), set()), (derivative(LOG, pi[h]), {"h"}),
    (log(a[k] * b), {"k"}),
]  # fmt: skip


@all_of(("left", "right"), ALIKE, apart=8)
def test_formulas_that_are_equal_for_all_sizes_are_alike(
    left: Expression, right: Expression | int
) -> None:
    """Sums are pushed over plus and freed of constants, indicators collapse, powers are logarithms."""
    assert same_form(SCOPE, node(left), node(right))
    assert same_form(SCOPE, node(right), node(left))
    assert is_product(SCOPE, node(2 * left), node(right), node(2))


@all_of(("left", "right"), APART, apart=4)
def test_near_misses_are_not_alike(left: Expression, right: Expression | int) -> None:
    """What differs for some sizes, data or values is not alike, whatever it looks like."""
    assert not same_form(SCOPE, node(left), node(right))
    assert not same_form(SCOPE, node(right), node(left))
    assert not is_product(SCOPE, node(2 * left), node(right), node(2))


@all_of(("formula", "reason"), REFUSED)
def test_what_cannot_be_read_is_refused(formula: Expression, reason: str) -> None:
    """A formula without a value in its scope is not compared, not even with itself."""
    with pytest.raises(Refused) as caught:
        same_form(SCOPE, node(formula), node(formula))
    assert reason in caught.value.message
    with pytest.raises(Refused):
        sign_of(SCOPE, node(formula))


@all_of(("formula", "sign"), SIGNS, apart=4)
def test_a_sign_is_known_or_it_is_not(formula: Expression | int, sign: str) -> None:
    """A sign is told for all values of the letters, and nothing is guessed."""
    assert sign_of(SCOPE, node(formula)) == sign
    assert is_nonzero(SCOPE, node(formula)) == (sign in ("+", "-"))


@all_of(("formula", "letters"), LETTERS)
def test_free_letters_are_those_it_depends_on(formula: Expression | int, letters: set[str]) -> None:
    """The letters of a formula are those left once sums bind theirs and names are unfolded."""
    assert index_letters_in(SCOPE, node(formula)) == letters


def test_a_product_is_compared_factor_by_factor() -> None:
    """A formula is the product of some factors, each of which is read on its own."""
    assert is_product(SCOPE, node(n[k] * a), node(n), node(a * (n[k] / n)))
    assert not is_product(SCOPE, node(n[k] * a), node(n), node(n[k] / n))
    assert is_product(SCOPE, node(1))


def test_a_difference_is_free_of_a_letter() -> None:
    """Two formulas that differ by a constant have their maxima in the same places."""

    def free(left: Expression | int, right: Expression | int, by: Expression) -> bool:
        assert isinstance(by, Symbol)
        return differ_by_constant(SCOPE, node(left), node(right), by)

    assert free(LOG + log(a), LOG, pi[h])
    assert free(log(a * theta), log(theta), theta)
    assert not free(LOG, sum_over(k, a[k] * log(pi[k])), pi[h])
    assert not free(LOG + pi[1], LOG, pi[h])
    assert free(LOG + theta, LOG, pi[h])
    with pytest.raises(Refused, match="not given"):
        free(LOG + function("g")(pi[h]), LOG, pi[h])


def test_counts_are_letters_first_and_then_unfolded() -> None:
    """A line may treat a count as a letter, or as the sum that it stands for."""
    assert same_form(SCOPE, node(derivative(LOG, pi[h])), node(n[h] / pi[h]))
    assert same_form(SCOPE, node(n[k] - n[j, k]), node(sum_over(i, (1 - x) * equal(y, k))))
