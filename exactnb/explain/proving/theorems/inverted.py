"""A density that is written upside down, and when its labels are right all the same."""

from __future__ import annotations

from exactnb.explain.proving.writing.common_steps import *
from exactnb.explain.proving.writing.formulas import *
from exactnb.explain.proving.writing.theorem import *

K, L = index("k", span("K")), index("l", span("K"))
Q, DET, PRIOR, D = letter("q"), letter("Δ"), parameter("prior", "π"), letter("d")
RIGHT, WRONG, LEANING = letter("s"), letter("t"), letter("g")


@theorem("inverted-density", "A Gaussian density upside down")
def inverted_density(proof: Proof) -> None:
    """Compare −2 log of a joint with what a density with its root and exponent inverted makes of it."""
    density, wrong = function("p")(letter("x"), given=K), letter("u")[K]
    root = sqrt((2 * circle()) ** D * DET[K])
    constant = D * log(2 * circle())

    proof.begin(
        "Classes {} and {} with priors {}; {} columns, covariances with determinants {}, and "
        "squared distances {} of a row from the means.",
        runs(K),
        runs(L),
        is_positive(PRIOR[K]),
        is_positive(D),
        is_positive(DET[K]),
        is_natural(Q[K]),
    )
    proof.chain(density, given(exp(-(Q[K] / 2)) / root, "Gaussian"))
    proof.say("A formula that is seen in code instead has the root above and the half outside:")
    proof.chain(wrong, given(-(root * exp(Q[K]) / 2), "upside down"))

    proof.step("What is compared")
    proof.say("The likeliest class is the one with the smallest")
    proof.chain(
        RIGHT[K],
        define(-(2 * log(PRIOR[K] * density))),
        same(Q[K] + log(DET[K]) - 2 * log(PRIOR[K]) + constant),
    )
    proof.say("All joints of the other formula are negative, and the largest one has the smallest")
    proof.chain(
        WRONG[K],
        define(log(-(PRIOR[K] * wrong))),
        same(Q[K] + log(DET[K]) / 2 + log(PRIOR[K]) + constant / 2 - log(2)),
    )

    proof.step("How they differ")
    proof.chain(LEANING[K], define(log(DET[K]) - 6 * log(PRIOR[K])))
    proof.chain(_gap(WRONG), same(_gap(RIGHT) - _gap(LEANING) / 2, "class by class"), boxed=True)
    proof.say(
        "So both formulas put the classes in the same order for every row if g is the same for all of "
        "them. Where g is not the same for two classes, a row for which their right scores tie, if "
        "there is one, has others that differ:"
    )
    proof.chain(RIGHT[K], assume(RIGHT[L], "a row on the boundary"))
    proof.chain(
        _gap(WRONG),
        same(_gap(RIGHT) - _gap(LEANING) / 2),
        put_in(-(_gap(LEANING) / 2), RIGHT[K], RIGHT[L], "a tie"),
    )

    proof.step("With one covariance")
    proof.say("Let all classes have one covariance, {}.", is_positive(DET))
    proof.chain(DET[K], assume(DET, "shared"))
    proof.chain(
        _gap(WRONG), same(_gap(RIGHT) + 3 * log(PRIOR[K] / PRIOR[L]), "priors, wrongly"), boxed=True
    )
    proof.say(
        "With equal priors the last term is zero and all labels are right; with others the boundaries "
        "are moved."
    )


def _gap(score: Symbol) -> Expression:
    """Return the difference of a score between two classes."""
    return score[K] - score[L]
