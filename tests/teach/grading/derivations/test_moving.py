"""Derivations where the support moves, and with distances: what decides is order, no slope of 0."""

from __future__ import annotations

import pytest
from thoroughness import all_of

from exactnb.core.families.declared.family import Family
from exactnb.errors import Unsupported
from exactnb.teach.grading.derivations.grader import verify_derivation

UNIFORM = Family.of(density="1/theta", support="0 < x < theta", parameters={"theta": "theta > 0"})
BETWEEN = Family.of(density="1/(b-a)", support="a < x < b", parameters={"a": "a real", "b": "b > a"})
AROUND = Family.of(density="1/(2 t)", support="-t < x < t", parameters={"t": "t > 0"})
SHIFTED = Family.of(density="exp(-(x-a))", support="x > a", parameters={"a": "a real"})
WITH_RATE = Family.of(
    density="r exp(-r (x-a))", support="x > a", parameters={"a": "a real", "r": "r > 0"}
)
PARETO = Family.of(
    density="a m^a/x^(a+1)", support="x > m", parameters={"m": "m > 0"}, constants={"a": "a > 0"}
)
LAPLACE = Family.of(density="exp(-|x-m|)/2", support="x real", parameters={"m": "m real"})
WITH_SCALE = Family.of(
    density="exp(-|x-m|/b)/(2 b)", support="x real", parameters={"m": "m real", "b": "b > 0"}
)
NORMAL = Family.of(
    density="exp(-(x-m)^2/(2 v))/sqrt(2 pi v)", support="x real",
    parameters={"m": "m real", "v": "v > 0"},
)  # fmt: skip

RIGHT = [
    (
        UNIFORM,
        r"""f(x|\theta) = \frac{1}{\theta} \mathbf 1[0 \le x \le \theta]
L(\theta) = \prod_{i=1}^n \frac1\theta \mathbf 1\{x_i \le \theta\}
= \theta^{-n} \mathbf{1}\{x_{(n)} \le \theta\}
\ell(\theta) = -n \log\theta
\ell'(\theta) = -\frac{n}{\theta} < 0
\hat\theta = \max_i x_i = x_{(n)}""",
    ),
    (
        UNIFORM,
        r"""$L(\theta) = \theta^{-n}$ for $\theta \ge \max_{1\le i\le n} x_i$ and $L(\theta)
= 0$ for $\theta < \max_i x_i$.
Since $\frac{d}{d\theta} \log L(\theta)
= -n/\theta < 0$, $L$ is decreasing in $\theta$ for $\theta\ge x_{(n)}$.
Setting $-\frac{n}{\theta} = 0$ has no solution.
So $\hat\theta_{MLE} = \arg\max_\theta L(\theta) = \max\{x_1, \dots, x_n\}$.""",
    ),
    (
        UNIFORM,
        "L(θ) = prod_i 1/θ = θ^(-n) if θ >= max x_i\nl(θ) = -n log θ\nl'(θ) = -n/θ\n"
        "θ̂ = max(x_1, ..., x_n)",
    ),
    (
        UNIFORM,
        r"""L(\theta) = \frac{1}{\theta^n} I(x_{(1)} \ge 0) I(x_{(n)} \le \theta)
\hat\theta = x_{(n)}""",
    ),
    (
        UNIFORM,
        r"""M = \max_i x_i
L(\theta) = \theta^{-n} 1_{[M, \infty)}(\theta)
\hat\theta = M""",
    ),
    (
        UNIFORM,
        r"""L(\theta) = \theta^{-n} \mathbf{1}_{\{x_{(n)} \le \theta\}}
\hat{\theta} = x_{(n)}""",
    ),
    (
        SHIFTED,
        r"""L(a) = \prod_{i=1}^n e^{-(x_i - a)} \mathbb{1}[x_i \ge a]
= e^{na - \sum_i x_i} \mathbb{1}[x_{(1)} \ge a]
\ell(a) = na - \sum_{i=1}^n x_i
\ell'(a) = n > 0
\hat a = \min_i x_i = x_{(1)}""",
    ),
    (SHIFTED, "log L = n a - sum_i x_i for a <= min(x_1,...,x_n)\nd/da log L = n > 0\nâ = min x_i"),
    (
        WITH_RATE,
        r"""\ell(a, r) = n \log r - r \sum_i (x_i - a)
\frac{\partial \ell}{\partial a} = n r > 0
\hat a = x_{(1)}
\frac{\partial \ell}{\partial r} = \frac{n}{r} - \sum_i (x_i - a)
\hat r = \frac{n}{\sum_i (x_i - x_{(1)})} = \frac{1}{\bar x - x_{(1)}}""",
    ),
    (
        PARETO,
        r"""L(m) = \prod_{i=1}^n \frac{a m^a}{x_i^{a+1}} \mathbf{1}(x_i \ge m)
= a^n m^{na} \prod_i x_i^{-(a+1)} \mathbf 1(\min_i x_i \ge m)
\ell(m) = n\log a + n a \log m - (a+1) \sum_i \log x_i
\ell'(m) = \frac{na}{m} > 0
\hat m = \min_i x_i""",
    ),
    (
        PARETO,
        "l(m) = n log a + n a log m - (a+1) sum_i log x_i\nl'(m) = n a / m > 0\nm <= x_(1)\nm̂ = x_(1)",
    ),
    (
        LAPLACE,
        r"""\ell(m) = -n \log 2 - \sum_{i=1}^n |x_i - m|
\ell'(m) = \sum_{i=1}^n \operatorname{sgn}(x_i - m) = 0
\hat m = \operatorname{median}(x_1, \ldots, x_n)""",
    ),
    (
        LAPLACE,
        r"""L(m) = \prod_i \tfrac12 e^{-|x_i-m|} = 2^{-n} \exp\left(-\sum_i \left|x_i-m\right|\right)
\frac{d}{dm} \log L(m) = \sum_i \frac{x_i - m}{|x_i-m|}
\sum_i \mathbf 1[x_i < m] = \sum_i \mathbf 1[x_i > m]
\hat m = \mathrm{med}(x_i)""",
    ),
    (
        WITH_SCALE,
        r"""\ell(m,b) = -n\log(2b) - \frac1b \sum_i |x_i - m|
\frac{\partial\ell}{\partial b} = -\frac nb + \frac{1}{b^2}\sum_i \lvert x_i - m\rvert
\hat b = \frac1n \sum_i |x_i - \hat m|""",
    ),
    (
        NORMAL,
        r"""\ell(m,v) = -\frac n2 \log(2\pi v) - \frac{1}{2v}\sum_i (x_i-m)^2
\hat m = \bar x
\hat v = \frac1n \sum_i (x_i - \hat m)^2""",
    ),
    (
        UNIFORM,
        r"""\begin{align*}
L(\theta) &= \prod_{i=1}^n \frac{1}{\theta} \mathbb{1}_{[0,\theta]}(x_i) \\
&= \frac{1}{\theta^n} \mathbb{1}_{[0,\theta]}(x_{(n)})
\end{align*}
The maximum over $\theta$ is $\max_\theta L(\theta) = x_{(n)}^{-n}$, hence $\hat\theta = x_{(n)}$.""",
    ),
    (
        UNIFORM,
        r"""$L(\theta) = \begin{cases} \theta^{-n} & \theta \ge \max x_i \\
0 & \text{otherwise}\end{cases}$
$\theta \in [x_{(n)}, \infty)$
$\hat\theta = \max_i X_i$""",
    ),
    (
        UNIFORM,
        r"""$P(X_i \le x) = x/\theta$, $F(x)=x/\theta$
$E[\hat\theta] = \frac{n}{n+1}\theta$
$L(\theta) = \theta^{-n} \prod_i I(0 < x_i < \theta)$
$\hat\theta = \max(x_1,x_2,\dots,x_n)$""",
    ),
    (
        BETWEEN,
        r"""L(a,b) = (b-a)^{-n}
\frac{\partial}{\partial a}\log L = \frac{n}{b-a} > 0
\frac{\partial}{\partial b}\log L = -\frac{n}{b-a} < 0
\hat a = \min_i x_i
\hat b = \max_i x_i""",
    ),
    (
        AROUND,
        r"""L(t) = (2t)^{-n} \mathbf 1[\max_i |x_i| \le t]
\ell'(t) = -n/t < 0
\hat t = \max_i |x_i|""",
    ),
    (
        LAPLACE,
        r"""\frac{\partial \ell}{\partial m} = \#\{x_i > m\} - \#\{x_i < m\}
\sum_i \mathbf{1}\{x_i > m\} - \sum_i \mathbf 1\{x_i < m\} = 0
\hat m = \operatorname{median}\{x_1,\dots,x_n\}""",
    ),
    (
        LAPLACE,
        "log L(m) = -n log 2 - sum_i |x_i - m|\nl'(m) = sum_i sgn(x_i - m) = 0\nn/2 on each side\n",
    ),
    (
        PARETO,
        r"""L(m) = a^n m^{na} \left(\prod_{i=1}^n x_i\right)^{-(a+1)}, \quad m \le x_{(1)}
\log L(m) \propto na\log m
\hat m = x_{(1)}""",
    ),
    (WITH_RATE, "l(a,r) = n log r - r sum_i (x_i - a)\nâ = x_(1)\n\\hat r = 1/(\\bar x - x_{(1)})"),
]
ANOTHER_LETTER = (
    "Let M = max_i x_i.\nL(t) = t^(-n) 1[M <= t]\nd/dt L(t) = -n t^(-n-1) < 0\nt_MLE = M",
    "L(t) = prod_i 1/t = t^(-n)\nl(t) = -n log t\nx_(n) <= t",
    "L(t) = t^(-n)\nl(t) = -n log t",
)
"""Derivations that write t for θ: beside x it is not taken for an observation."""
RIGHT += [(UNIFORM, text) for text in ANOTHER_LETTER]
RIGHT += [
    (
        WITH_RATE,
        r"""\hat a = \min(x_1,\ldots,x_n)
\frac{1}{\hat r} = \bar x - \hat a
\hat r = \frac{1}{\bar x - x_{(1)}}""",
    ),
    (
        LAPLACE,
        r"""\hat m = \arg\min_m \sum_i |x_i - m| = \operatorname{median}(x_i)
\frac{d}{dm}|x_i - m| = -\operatorname{sign}(x_i - m)""",
    ),
    (
        SHIFTED,
        r"""L(a) = \exp\Big(-\sum_{i=1}^n (x_i-a)\Big) \mathbf 1_{\{a\le x_{(1)}\}}
L(a) \propto e^{na} \mathbf 1_{\{a\le x_{(1)}\}}
\log L(a) = na + \text{const}""",
    ),
]
RIGHT += [  # the best value of the first parameter is put in
    (
        NORMAL,
        r"""\ell(m,v) = -\frac n2 \log(2\pi v) - \frac{1}{2v}\sum_i (x_i-m)^2
\hat m = \bar x
\frac{\partial\ell}{\partial v} = -\frac{n}{2v} + \frac{1}{2v^2}\sum_i (x_i-\hat m)^2 = 0
\hat v = \frac1n\sum_i (x_i-\hat m)^2""",
    ),
    (
        NORMAL,
        r"""\ell(\hat m, v) = -\frac n2 \log(2\pi v) - \frac{n s^2}{2v},
s^2 = \frac1n\sum_i (x_i-\bar x)^2
\hat v = s^2""",
    ),
    (
        WITH_SCALE,
        r"""\ell(m,b) = -n\log(2b) - \frac1b \sum_i |x_i-m|
\frac{\partial \ell(m,b)}{\partial b} = -\frac nb + \frac1{b^2}\sum_i |x_i-\hat m| = 0""",
    ),
    (
        WITH_RATE,
        "l(a,r) = n log r - r sum_i (x_i - a)\ndl/dr = n/r - sum_i (x_i - min_j x_j) = 0",
    ),
]


WRONG = [
    (
        NORMAL,
        r"""\ell(m,v) = -\frac n2 \log(2\pi v) - \frac{1}{2v}\sum_i (x_i-m)^2
\hat m = \bar x
\frac{\partial\ell}{\partial v} = -\frac{n}{2v} + \frac{1}{v^2}\sum_i (x_i-\hat m)^2""",
        3,
    ),
    (NORMAL, r"\ell(\hat m, v) = -\frac n2 \log(2\pi v) - \frac{1}{v}\sum_i (x_i-\bar x)^2", 1),
    (WITH_RATE, "l(a,r) = n log r - r sum_i (x_i - a)\ndl/dr = n/r - sum_i (x_i - max_j x_j) = 0", 2),
    (UNIFORM, r"L(\theta) = \theta^{-n} \mathbf 1[x_{(1)} \le \theta]", 1),
    (UNIFORM, r"L(\theta) = \theta^{-n} I(x_{(n)} \ge \theta)", 1),
    (
        UNIFORM,
        r"""L(\theta) = \prod_i \frac1\theta \mathbf 1\{x_i \le \theta\}
= \theta^{-n} \mathbf 1\{\min_i x_i \le \theta\}""",
        2,
    ),
    (PARETO, r"L(m) = a^n m^{na} \prod_i x_i^{-(a+1)} \mathbf 1[x_{(n)} \ge m]", 1),
    (SHIFTED, r"L(a) = e^{na - \sum_i x_i} \mathbf{1}_{\{a \le \max_i x_i\}}", 1),
    (UNIFORM, "L(θ) = θ^(-n)\nl'(θ) = -n/θ < 0\nθ̂ = min x_i", 3),
    (
        UNIFORM,
        r"""L(\theta) = \theta^{-1}
\hat\theta=\max_i x_i""",
        1,
    ),
    (
        UNIFORM,
        r"""\ell(\theta) = -n\log\theta
\ell'(\theta) = \frac n\theta
\hat\theta=x_{(n)}""",
        2,
    ),
    (
        UNIFORM,
        r"""\ell(\theta) = -n\log\theta
\ell'(\theta) = -\frac n\theta > 0
\hat\theta=x_{(n)}""",
        2,
    ),
    (
        UNIFORM,
        r"""\ell(\theta) = -n\log\theta
\hat\theta=2\bar x""",
        2,
    ),
    (
        UNIFORM,
        r"""\ell(\theta) = -n\log\theta
\hat\theta=x_{(1)}""",
        2,
    ),
    (
        SHIFTED,
        r"""\ell(a) = a - \sum_{i=1}^n x_i
\hat a = \min_i x_i""",
        1,
    ),
    (
        SHIFTED,
        r"""\ell(a) = na - \sum_{i=1}^n x_i
\ell'(a) = n < 0
\hat a = \min_i x_i""",
        2,
    ),
    (
        SHIFTED,
        r"""\ell(a) = na - \sum_{i=1}^n x_i
\hat a = \max_i x_i""",
        2,
    ),
    (
        PARETO,
        r"""\ell(m) = n\log a + a \log m - (a+1) \sum_i \log x_i
\hat m=\min_i x_i""",
        1,
    ),
    (
        PARETO,
        r"""\ell(m) = n\log a + n a \log m - (a+1) \sum_i \log x_i
\ell'(m) = \frac{na}{m} < 0
\hat m=\min_i x_i""",
        2,
    ),
    (
        PARETO,
        r"""\ell(m) = n\log a + n a \log m - (a+1) \sum_i \log x_i
\hat m=x_{(n)}""",
        2,
    ),
    (
        LAPLACE,
        r"""\ell(m) = -n\log 2 - \sum_i |x_i - m|
\ell'(m) = -\sum_i \operatorname{sgn}(x_i-m)
\hat m=\operatorname{median}(x_i)""",
        2,
    ),
    (
        LAPLACE,
        r"""\ell(m) = -\log 2 - \sum_i |x_i - m|
\hat m=\operatorname{median}(x_i)""",
        1,
    ),
    (
        LAPLACE,
        r"""\ell(m) = -n\log 2 - \sum_i |x_i - m|
\hat m=\bar x""",
        2,
    ),
    (
        LAPLACE,
        r"""\ell(m) = -n\log 2 - \sum_i |x_i - m|
\hat m=\max_i x_i""",
        2,
    ),
]


@all_of("family, text", RIGHT, apart=12)
def test_a_right_derivation_is_never_accused(family: Family, text: str) -> None:
    """Maxima, order statistics, indicators, distances and signs are read; no line is wrong."""
    assert verify_derivation(family, text).first_wrong is None


@all_of("family, text, line", WRONG, apart=6)
def test_a_slip_is_refuted_at_its_line(family: Family, text: str, line: int) -> None:
    """The smallest for the largest, a lost n, a slope the other way: exact numbers refute them."""
    assert verify_derivation(family, text).first_wrong == line


def test_an_estimate_of_a_letter_that_nothing_says_is_not_read() -> None:
    """The parameter is t: a line about θ̂ alone is neither right nor wrong."""
    for side in ("\\min_i x_i", "\\max_i x_i"):
        (line,) = verify_derivation(AROUND, f"$\\hat\\theta = {side}$").lines
        assert line.verdict == "unread"


def test_what_classes_share_is_no_question_of_a_derivation() -> None:
    """The observations of a derivation are those of one class, which tell no shared variance."""
    shared = Family.of(
        density="exp(-(x-m)^2/(2 v))/sqrt(2 pi v)", support="x real",
        parameters={"m": "m real", "v": "v > 0"}, shared=["v"],
    )  # fmt: skip
    with pytest.raises(Unsupported, match="for one class alone; all classes share v"):
        verify_derivation(shared, "v = 1")


@pytest.mark.exhaustive
@all_of(
    "family, line, first_wrong",
    [
        (UNIFORM, r"\hat\theta = \max\{(2 x_i)/2\}", None),
        (UNIFORM, r"\hat\theta = \max\{(x_i + 1)/2\}", 1),
        (UNIFORM, r"L(\theta) = \theta^{-n} 1_{[0,(\theta)]}(x_{(n)})", None),
        (UNIFORM, r"\hat\theta = \min_i x_i + 0 \cdot \#\{i : x_i \le 1\}", 1),
        (UNIFORM, r"\overline{x^2} = \frac{1}{n} \sum_i x_i^2", None),
        (UNIFORM, "L(\\theta) = \\theta^{-n}\n\\overline{x^2} = \\bar x^2", 2),
        (LAPLACE, "m^ = med(x_i)", None),
        (LAPLACE, r"\hat m = x_{((n+1)/2)}", None),
    ],
)
def test_places_counts_and_means_are_read_in_brackets(
    family: Family, line: str, first_wrong: int | None
) -> None:
    """Brackets in brackets end where they end; #{i : …} counts, a bar over a formula is its mean."""
    assert verify_derivation(family, line).first_wrong == first_wrong


def test_what_is_not_read_is_never_wrong() -> None:
    """A formula by cases and a sum beyond the largest sample are left unread, with the reason."""
    text = r"""f(x) = \begin{cases} 1/\theta & x \le \theta \\ 2 & x = 1 \\ 0 & x > \theta \end{cases}
\sum_{i=1}^{100} 1 = 99"""
    cases, series = verify_derivation(UNIFORM, text).lines
    assert [cases.verdict, series.verdict] == ["unread", "unread"]
    assert "cases" in cases.message
    assert "beyond 60" in series.message
