"""Columns that repeat what others say: why naive Bayes is too sure of itself."""

from __future__ import annotations

from exactnb.explain.proving.openings import *
from exactnb.explain.proving.theorem import *
from exactnb.explain.proving.writing import *

K, COPY, TIMES = index("k", BITS), index("c", span("r")), letter("r")
CELL, OTHERS, ONCE, OFTEN = letter("x"), letter("u"), letter("t"), letter("z")


@theorem("repeated-columns", "Why repeated columns make naive Bayes too sure")
def repeated_columns(proof: Proof) -> None:
    """Write what a column does to the posterior that stands several times in a table."""
    speaks, prior = letter("s"), log(P(1) / P(0)) + log(P(OTHERS, given=1) / P(OTHERS, given=0))
    right, claimed = log_odds(ONCE, 1, 0), log_odds(OFTEN, 1, 0)

    proof.begin(
        "Two classes {} with priors {}; a column with the cell x, {}, and all others, u, {}. In "
        "the row t the column stands once, and naive Bayes is right:",
        runs(K),
        is_in(P(K), unit()),
        is_positive(P(CELL, given=K)),
        is_positive(P(OTHERS, given=K)),
    )
    proof.chain(P(ONCE, given=K), given(P(CELL, given=K) * P(OTHERS, given=K), "naive Bayes"))
    posterior_of_two(proof, K, ONCE, P, 1, 0)
    proof.say("In the row z it stands several times, as copies {} that say the same:", runs(COPY))
    copies = product(COPY, P(CELL[COPY], given=K))
    proof.chain(P(CELL[COPY], given=K), given(P(CELL, given=K), "a copy"))
    proof.chain(P(OFTEN, given=K), given(copies * P(OTHERS, given=K), "naive Bayes, wrongly"))
    posterior_of_two(proof, K, OFTEN, P, 1, 0)

    proof.step("The same evidence, counted several times")
    proof.chain(
        P(OFTEN, given=K), same(P(CELL, given=K) ** TIMES * P(OTHERS, given=K), "equal factors")
    )
    proof.chain(speaks, define(log(P(CELL, given=1) / P(CELL, given=0)), "what the column says"))
    proof.chain(right, same(prior + speaks, "once"))
    proof.chain(claimed, same(prior + TIMES * speaks, "every copy"))
    proof.chain(claimed - right, same((TIMES - 1) * speaks, "what is too much"), boxed=True)

    proof.step("If the column speaks for a class")
    proof.say(
        "Let it speak for the second class, {}, and stand more than once, {}. Then the claimed "
        "log-odds are too large; where it speaks against it, too small.",
        is_positive(speaks),
        is_more(TIMES, 1),
    )
    proof.chain(claimed - right, same((TIMES - 1) * speaks), rises("too sure"))

    proof.step("If nothing else speaks")
    proof.say("Let the priors be equal, and let the others say nothing, {}:", is_positive(P(OTHERS)))
    proof.chain(P(K), assume(node(1) / 2))
    proof.chain(P(OTHERS, given=K), assume(P(OTHERS)))
    odds = P(1, given=ONCE) / P(0, given=ONCE)
    proof.chain(odds, same(P(CELL, given=1) / P(CELL, given=0), "all else cancels"))
    proof.chain(
        P(1, given=OFTEN) / P(0, given=OFTEN),
        detail(same(P(CELL, given=1) ** TIMES / P(CELL, given=0) ** TIMES, "all else cancels")),
        same(odds**TIMES, "the odds to a power"),
        boxed=True,
    )
    proof.say("So columns that repeat each other raise the posterior odds to a power.")

    proof.step("A posterior, if everything stands twice")
    a, b, p, q = letter("a"), letter("b"), letter("p"), letter("q")
    proof.say(
        "Let a and b be the right joints of the two classes, {} and {}, and the first one the "
        "likelier, {}:",
        is_positive(a),
        is_positive(b),
        is_positive(a - b),
    )
    proof.chain(p, define(a / (a + b), "the right posterior"))
    proof.chain(q, define(a**2 / (a**2 + b**2), "the claimed one"))
    proof.chain(q / (1 - q), detail(same((a / b) ** 2)), same((p / (1 - p)) ** 2, "its odds"))
    proof.chain(
        q - p,
        same(a * b * (a - b) / ((a + b) * (a**2 + b**2)), "over one denominator"),
        rises("too sure"),
    )
    proof.say("The decision is the same; the posterior is nearer to certainty than the data are.")
