r"""Plant one slip in a derivation of an estimate; the other lines are those of the right derivation.

How to read: `TASKS` are the derivations with every slip that is planted in them; `planted_derivations`
chooses one, its letters and its slip. In a line, @p is a letter that is chosen, and [[a|b|name]] is `a`
where the line is right and `b` where the slip of that name is planted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from exactnb.core.arithmetic.draws import Draws
from exactnb.core.record import frozen
from exactnb.teach.grading.derivations.slips import SLIPS

_PLACE = re.compile(r"\[\[(.*?)\|(.*?)\|(.*?)\]\]")


@frozen
class DerivationTask:
    """What is asked for, `text`, by the name of its `theorem`; the `lines` of an answer, with slips.

    `letters` are the signs that each chosen letter may be.
    """

    theorem: str
    text: str
    letters: Mapping[str, tuple[str, ...]]
    lines: tuple[str, ...]


def _task(theorem: str, text: str, letters: str, lines: str) -> DerivationTask:
    """Return a task whose letters are written as "p: p q, k: k s"."""
    pairs = (pair.split(":") for pair in letters.split(","))
    by_name = {name.strip(): tuple(signs.split()) for name, signs in pairs}
    return DerivationTask(theorem, text, by_name, tuple(lines.strip().splitlines()))


TASKS = (
    _task(
        "bernoulli-mle",
        "Derive the MLE of a Bernoulli parameter @p from n values x_i in {0, 1}, of which @k are 1.",
        r"p: p q \theta, k: k s",
        r"""
L(@p) = \prod_{i=1}^n @p^{x_i} (1-@p)^{[[1-x_i|x_i|power]]}
\log L(@p) = @k [[\log @p|@p|log-power]] + [[(n-@k)|n|term]] \log(1-@p), where @k = \sum_i x_i
\frac{d}{d@p} \log L(@p) = \frac{@k}{@p} [[-|+|log-one-minus]] \frac{n-@k}{1-@p} = 0
@k(1-@p) = [[(n-@k)|n|term]] @p
\hat @p = \frac{[[@k|n-@k|argument]]}{[[n|n-1|divisor]]}
""",
    ),
    _task(
        "bernoulli-mle",
        "Derive the MLE of a Bernoulli parameter @p from n values x_i in {0, 1} with the sum @k.",
        "p: p t, k: k S",
        """
L(@p) = prod_i @p^x_i (1-@p)^(1-x_i) = @p^@k [[(1-@p)|@p|argument]]^(n-@k), where @k = sum_i x_i
l(@p) = @k log @p [[+|-|sign]] (n-@k) log(1-@p)
l'(@p) = @k/@p - (n-@k)/[[(1-@p)|@p|argument]]
@k/@p - (n-@k)/(1-@p) = 0
@p = [[@k/n|n/@k|upside-down]]
l''(@p) = -@k/@p^[[2|3|power]] - (n-@k)/(1-@p)^2
""",
    ),
    _task(
        "poisson-mle",
        "Derive the MLE of the rate @r of a Poisson distribution from n counts x_i with the sum @k.",
        r"r: \lambda \mu, k: S s",
        r"""
P(x_i \mid @r) = \frac{@r^{x_i} [[e^{-@r}|e^{@r}|sign]]}{[[x_i!|x_i|factor]]}
\ell(@r) = \sum_i x_i \log @r - [[n @r|@r|sum-over-constant]] - \sum_i \log x_i!
\ell'(@r) = \frac{@k}{@r} [[- n|+ n|sign]] = 0, where @k = \sum_i x_i
\hat @r = [[\frac{@k}{n}|\frac{n}{@k}|upside-down]]
\ell''(@r) = [[-|+|sign]] \frac{@k}{@r^2}
""",
    ),
    _task(
        "exponential-mle",
        "Derive the MLE of the rate @r of an exponential distribution from n positive numbers x_i.",
        r"r: \lambda \theta",
        r"""
L(@r) = \prod_{i=1}^n @r e^{-@r x_i} = @r^{[[n|n-1|power]]} e^{-@r \sum_i x_i}
\ell(@r) = n [[\log @r|@r|log-power]] - @r \sum_i x_i
\ell'(@r) = \frac{n}{@r} - [[\sum_i x_i|@r \sum_i x_i|factor]] = 0
\hat @r = [[\frac{n}{\sum_i x_i}|\frac{\sum_i x_i}{n}|upside-down]]
\ell''(@r) = -\frac{n}{@r^{[[2|3|power]]}} < 0
""",
    ),
    _task(
        "geometric-mle",
        "Derive the MLE of the success probability @p of a geometric distribution "
        "from n numbers x_i of trials, with the sum @k.",
        "p: p q, k: S s",
        """
P(x_i|@p) = (1-@p)^([[x_i-1|x_i+1|sign]]) @p
l(@p) = [[n log @p|log @p|sum-over-constant]] + (@k - n) log(1-@p), where @k = sum_i x_i
l'(@p) = n/@p [[-|+|log-one-minus]] (@k-n)/(1-@p) = 0
n (1-@p) = [[(@k-n)|@k|term]] @p
@p = [[n/@k|@k/n|upside-down]]
""",
    ),
    _task(
        "gaussian-mean",
        "Derive the MLE of the mean @m of a Gaussian distribution with known "
        "variance from n numbers x_i.",
        r"m: \mu",
        r"""
\ell(@m) = -\frac{n}{2} \log(2\pi\sigma^2) [[-|+|sign]] \frac{1}{2\sigma^2} \sum_i (x_i - @m)^2
\frac{d\ell}{d@m} = \frac{1}{[[\sigma^2|2\sigma^2|number]]} \sum_i (x_i - @m) = 0
\sum_i x_i = [[n @m|@m|sum-over-constant]]
\hat @m = \frac{1}{[[n|n-1|divisor]]} \sum_i x_i
""",
    ),
    _task(
        "gaussian-variance",
        "Derive the MLE of the variance of a Gaussian distribution from n numbers "
        "x_i with the mean @m.",
        r"m: \mu",
        r"""
\ell(@m, \sigma^2) = -\frac{n}{2} \log(2\pi\sigma^2) - \frac{1}{2\sigma^2} \sum_i (x_i - @m)^2
\frac{\partial\ell}{\partial\sigma^2} = -\frac{n}{[[2\sigma^2|\sigma|by-sigma]]} """
        r"""+ \frac{1}{2\sigma^4} \sum_i (x_i - @m)^2 = 0
\hat\sigma^2 = \frac{1}{[[n|n-1|divisor]]} \sum_i (x_i - \hat @m)^2
""",
    ),
    _task(
        "categorical-mle",
        "Derive the MLE of the probabilities θ_v of the values v of a categorical "
        "variable from their counts n_v, with a Lagrange multiplier @a.",
        r"a: \lambda \alpha, n: N",
        r"""
\ell(\theta) = \sum_v [[n_v \log\theta_v|n_v \theta_v|log-power]]
\Lambda(\theta, @a) = \sum_v n_v \log\theta_v + @a (1 [[-|+|sign]] \sum_v \theta_v)
\frac{\partial\Lambda}{\partial\theta_v} = \frac{n_v}{\theta_v} [[- @a||constraint]] = 0
\theta_v = [[\frac{n_v}{@a}|\frac{@a}{n_v}|upside-down]]
@a = [[\sum_v n_v = @n|V|letter]]
\hat\theta_v = \frac{n_v}{@n}
""",
    ),
    _task(
        "bernoulli-map",
        "Derive the MAP estimate of a Bernoulli parameter @p under a Beta(a, b) prior from n values in "
        "{0, 1}, of which @k are 1.",
        r"p: \theta p, k: k s",
        r"""
p(@p \mid D) \propto @p^{@k+a-1} (1-@p)^{n-@k+b[[-1|+1|sign]]}
\log p(@p \mid D) = (@k+a-1) \log @p + (n-@k+b-1) \log(1-@p) + \text{const}
\frac{@k+a-1}{@p} [[-|+|log-one-minus]] \frac{n-@k+b-1}{1-@p} = 0
\hat @p = \frac{[[@k+a-1|@k+a|mean-for-mode]]}{n+a+b-2}
""",
    ),
    _task(
        "poisson-map",
        "Derive the MAP estimate of a Poisson rate @r under a Gamma(a, b) prior, with rate b, from n "
        "counts with the sum @k.",
        r"r: \lambda, k: S s",
        r"""
p(@r \mid D) \propto @r^{@k+a-1} e^{-[[(n+b)|(n-b)|sign]] @r}, where @k = \sum_i x_i
\log p(@r \mid D) = (@k+a-1) \log @r - [[(n+b) @r|n @r|term]] + \text{const}
\frac{@k+a-1}{[[@r|@r^2|power]]} - (n+b) = 0
\hat @r = \frac{[[@k+a-1|@k+a|mean-for-mode]]}{n+b}
""",
    ),
    _task(
        "categorical-map",
        "Derive the MAP estimate of the probabilities θ_v of V values under a Dirichlet prior with "
        "parameters α_v from the counts n_v, with a Lagrange multiplier λ.",
        "n: N",
        r"""
p(\theta \mid D) \propto \prod_v \theta_v^{n_v + \alpha_v [[- 1||term]]}
\Lambda(\theta, \lambda) = \sum_v (n_v + \alpha_v - 1) \log\theta_v + \lambda (1 - \sum_v \theta_v)
\frac{\partial\Lambda}{\partial\theta_v} = \frac{n_v+\alpha_v-1}{\theta_v} [[-|+|sign]] \lambda = 0
\theta_v = \frac{n_v + \alpha_v - 1}{\lambda}
\lambda = @n + \sum_v \alpha_v - [[V|1|sum-over-constant]]
\hat\theta_v = \frac{n_v + \alpha_v - 1}{@n + \sum_u \alpha_u [[- V||term]]}
""",
    ),
)
"""The derivations, each of which leads to many records."""


def planted_derivations(count: int, seed: int | str) -> Iterator[dict[str, Any]]:
    """Yield `count` records, each a task, its right derivation, and one with a single slip.

    Each depends on the `seed` and its own number alone. Its keys:

    - `id`, the seed and the number;
    - `theorem`, the name that `exactnb check` takes, and `task`, the question in words;
    - `working`, the lines with the slip, and `right`, the same lines without it;
    - `line`, the number of the wrong line, from 1; `slip` and `description`, what went wrong in it.

    >>> record = next(planted_derivations(1, 1))
    >>> at = record["line"] - 1
    >>> record["working"][:at] == record["right"][:at], record["working"][at] == record["right"][at]
    (True, False)
    """
    for number in range(1, count + 1):
        yield _record(f"{seed}:{number}")


def _record(identity: str) -> dict[str, Any]:
    draws = Draws(identity)
    task = draws.pick(TASKS)
    letters = {name: draws.pick(signs) for name, signs in task.letters.items()}
    places = [
        (index, place.start())
        for index, line in enumerate(task.lines)
        for place in _PLACE.finditer(line)
    ]
    index, start = draws.pick(places)
    right = [_line_with_slip(line, None, letters) for line in task.lines]
    slip = next(place for place in _PLACE.finditer(task.lines[index]) if place.start() == start)[3]
    return {
        "id": identity,
        "theorem": task.theorem,
        "task": _line_with_slip(task.text, None, letters),
        "working": [
            *right[:index],
            _line_with_slip(task.lines[index], start, letters),
            *right[index + 1 :],
        ],
        "right": right,
        "line": index + 1,
        "slip": slip,
        "description": SLIPS[slip][0],
    }


def _line_with_slip(line: str, slip: int | None, letters: Mapping[str, str]) -> str:
    """Return a line with its `letters`, right, or with the slip that begins at a place in it."""
    text = _PLACE.sub(lambda place: place[2 if place.start() == slip else 1], line)
    return re.sub(r"@(\w)", lambda letter: letters[letter[1]], text)
