"""Where naive Bayes goes wrong: columns that repeat what others say, and a density upside down."""

from __future__ import annotations

from exactnb.explain.proving.writing.common_steps import *

K, COPY, TIMES = index("k", BITS), index("c", span("r")), letter("r")
CELL, REST, SINGLE, REPEATED = letter("x"), letter("u"), letter("t"), letter("z")
RIVAL, Q, DET, D = index("l", span("K")), letter("q"), letter("Δ"), letter("d")
RIGHT, WRONG, LEANING = letter("s"), letter("t"), letter("g")


@theorem("repeated-columns", "Why repeated columns make naive Bayes too sure")
def repeated_columns(proof: Proof) -> None:
    """Write into `proof` what a column does to the posterior that stands several times in a table."""
    speaks, prior = letter("s"), log(P(1) / P(0)) + log(P(REST, given=1) / P(REST, given=0))
    right, claimed = log_odds(SINGLE, 1, 0), log_odds(REPEATED, 1, 0)

    proof.begin(
        "Two classes {} with priors {}; a column with the cell x, {}, and all others, u, {}. In "
        "the row t the column stands once, and naive Bayes is right:",
        runs(K),
        is_in(P(K), open_unit()),
        is_positive(P(CELL, given=K)),
        is_positive(P(REST, given=K)),
    )
    proof.chain(P(SINGLE, given=K), given(P(CELL, given=K) * P(REST, given=K), "naive Bayes"))
    write_binary_posterior(proof, K, SINGLE, P, 1, 0)
    proof.say("In the row z it stands several times, as copies {} that say the same:", runs(COPY))
    copies = product(COPY, P(CELL[COPY], given=K))
    proof.chain(P(CELL[COPY], given=K), given(P(CELL, given=K), "a copy"))
    proof.chain(P(REPEATED, given=K), given(copies * P(REST, given=K), "naive Bayes, wrongly"))
    write_binary_posterior(proof, K, REPEATED, P, 1, 0)

    proof.step("The same evidence, counted several times")
    proof.chain(
        P(REPEATED, given=K), same(P(CELL, given=K) ** TIMES * P(REST, given=K), "equal factors")
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
    proof.chain(claimed - right, same((TIMES - 1) * speaks), above_zero("too sure"))

    proof.step("If nothing else speaks")
    proof.say("Let the priors be equal, and let the others say nothing, {}:", is_positive(P(REST)))
    proof.chain(P(K), assume(node(1) / 2))
    proof.chain(P(REST, given=K), assume(P(REST)))
    odds = P(1, given=SINGLE) / P(0, given=SINGLE)
    proof.chain(odds, same(P(CELL, given=1) / P(CELL, given=0), "all else cancels"))
    proof.chain(
        P(1, given=REPEATED) / P(0, given=REPEATED),
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
        above_zero("too sure"),
    )
    proof.say("The decision is the same; the posterior is nearer to certainty than the data are.")


@theorem("inverted-density", "A Gaussian density upside down")
def inverted_density(proof: Proof) -> None:
    """Compare −2 log of a joint with what a density with its root and exponent inverted makes of it."""
    density, wrong = function("p")(letter("x"), given=CLASS), letter("u")[CLASS]
    root = sqrt((2 * pi_constant()) ** D * DET[CLASS])
    constant = D * log(2 * pi_constant())

    proof.begin(
        "Classes {} and {} with priors {}; {} columns, covariances with determinants {}, and "
        "squared distances {} of a row from the means.",
        runs(CLASS),
        runs(RIVAL),
        is_positive(PRIOR[CLASS]),
        is_positive(D),
        is_positive(DET[CLASS]),
        not_negative(Q[CLASS]),
    )
    proof.chain(density, given(exp(-(Q[CLASS] / 2)) / root, "Gaussian"))
    proof.say("A formula that is seen in code instead has the root above and the half outside:")
    proof.chain(wrong, given(-(root * exp(Q[CLASS]) / 2), "upside down"))

    proof.step("What is compared")
    proof.say("The likeliest class is the one with the smallest")
    proof.chain(
        RIGHT[CLASS],
        define(-(2 * log(PRIOR[CLASS] * density))),
        same(Q[CLASS] + log(DET[CLASS]) - 2 * log(PRIOR[CLASS]) + constant),
    )
    proof.say("All joints of the other formula are negative, and the largest one has the smallest")
    proof.chain(
        WRONG[CLASS],
        define(log(-(PRIOR[CLASS] * wrong))),
        same(Q[CLASS] + log(DET[CLASS]) / 2 + log(PRIOR[CLASS]) + constant / 2 - log(2)),
    )

    proof.step("How they differ")
    # Half of it parts the scores: log Δ counts half as much, and log π once up, not twice down.
    proof.chain(LEANING[CLASS], define(log(DET[CLASS]) - 6 * log(PRIOR[CLASS])))
    proof.chain(_gap(WRONG), same(_gap(RIGHT) - _gap(LEANING) / 2, "class by class"), boxed=True)
    proof.say(
        "So both formulas put the classes in the same order for every row if g is the same for all of "
        "them. Where g is not the same for two classes, a row for which their right scores tie, if "
        "there is one, has others that differ:"
    )
    proof.chain(RIGHT[CLASS], assume(RIGHT[RIVAL], "a row on the boundary"))
    proof.chain(
        _gap(WRONG),
        same(_gap(RIGHT) - _gap(LEANING) / 2),
        put_in(-(_gap(LEANING) / 2), RIGHT[CLASS], RIGHT[RIVAL], "a tie"),
    )

    proof.step("With one covariance")
    proof.say("Let all classes have one covariance, {}.", is_positive(DET))
    proof.chain(DET[CLASS], assume(DET, "shared"))
    proof.chain(
        _gap(WRONG),
        same(_gap(RIGHT) + 3 * log(PRIOR[CLASS] / PRIOR[RIVAL]), "priors, wrongly"),
        boxed=True,
    )
    proof.say(
        "With equal priors the last term is zero and all labels are right; with others the boundaries "
        "are moved."
    )


def _gap(score: Symbol) -> Expression:
    """Return the difference of a score between two classes."""
    return score[CLASS] - score[RIVAL]
