"""Naive Bayes with two classes as a linear classifier, and as logistic regression."""

from __future__ import annotations

from exactnb.explain.proving.writing.common_steps import *

BIAS = letter("b")


@theorem("log-ratio-linear", "The log-odds of a document are linear in its counts")
def log_ratio_linear(proof: Proof) -> None:
    """Write into `proof` the log-odds of two classes for a document as a weighted sum of its counts."""
    plus, minus = value("+"), value("−")
    k, w = index("k", among(plus, minus)), index("w", vocabulary())
    theta, n, document, weight = parameter("multinomial", "θ"), function("n"), letter("D"), letter("γ")

    text = "words {} with probabilities {}; a document with the counts {}."
    open_two(proof, k, text, runs(w), is_positive(theta[w, k]), not_negative(n(w)))
    proof.chain(P(k), given(PRIOR[k]))
    # The words in their order: the number of orders would be a factor of both classes, and cancel.
    proof.chain(P(document, given=k), given(product(w, theta[w, k] ** n(w)), "one bag"))
    write_binary_posterior(proof, k, document, P, plus, minus)

    proof.step("The likelihoods")
    numerator, denominator = P(document, given=plus), P(document, given=minus)
    logs = [sum_over(w, n(w) * log(theta[w, label])) for label in (plus, minus)]
    score = sum_over(w, weight[w] * n(w))
    proof.chain(weight[w], define(log(theta[w, plus] / theta[w, minus]), "weight of a word"))
    proof.chain(
        log(numerator / denominator),
        detail(same(log(numerator) - log(denominator), "log of a quotient")),
        same(logs[0] - logs[1], "log of a power"),
        same(sum_over(w, n(w) * log(theta[w, plus] / theta[w, minus])), "word by word"),
        same(score, "the weights"),
        boxed=True,
    )

    proof.step("The posteriors")
    priors = log(PRIOR[plus] / PRIOR[minus])
    proof.chain(BIAS, define(priors, "bias"))
    proof.chain(
        log_odds(document, plus, minus),
        same(log(P(plus) * numerator / (P(minus) * denominator)), "the evidence cancels"),
        same(priors + log(numerator / denominator), "log of a product"),
        same(BIAS + score, "linear in the counts"),
        boxed=True,
    )
    proof.say(
        "Where this is positive, the class + is likelier; where it is negative, the class −; where "
        "it is zero, they tie. The posterior itself is"
    )
    proof.chain(P(plus, given=document), same(1 / (1 + exp(-(BIAS + score))), "logistic"))


K, PRIORS, BIT = index("k", BITS), log(PRIOR[1] / PRIOR[0]), letter("x")[COLUMN]
OBSERVATION, THETA, WEIGHT = letter("x"), parameter("bernoulli", "θ"), letter("w")
ONE, ZERO = THETA[COLUMN, 1], THETA[COLUMN, 0]
ABSENT = log((1 - ONE) / (1 - ZERO))  # what a column adds where it is zero
SCORE = BIAS + sum_over(COLUMN, WEIGHT[COLUMN] * BIT)


ODDS = log_odds(OBSERVATION, 1, 0)


def _write_bernoulli_columns(proof: Proof) -> None:
    """Write what is given of Bernoulli columns."""
    theta = THETA[COLUMN, K]
    text = "columns {} with cells {} and parameters {}."
    open_two(proof, K, text, runs(COLUMN), is_in(BIT, BITS), is_in(theta, open_unit()))
    proof.chain(P(K), given(PRIOR[K]))
    proof.chain(P(BIT, given=K), given(theta**BIT * (1 - theta) ** (1 - BIT), "Bernoulli"))
    proof.chain(P(OBSERVATION, given=K), given(product(COLUMN, P(BIT, given=K)), "naive Bayes"))
    write_binary_posterior(proof, K, OBSERVATION, P, 1, 0)


def _write_weight(proof: Proof) -> None:
    proof.chain(
        WEIGHT[COLUMN],
        define(log(ONE / ZERO) - ABSENT, "weight of a column"),
        same(log(ONE * (1 - ZERO) / (ZERO * (1 - ONE))), "one logarithm"),
    )


def _write_bias(proof: Proof) -> None:
    proof.chain(BIAS, define(PRIORS + sum_over(COLUMN, ABSENT), "bias"))


@theorem("bernoulli-linear", "The log-odds of Bernoulli naive Bayes are linear")
def bernoulli_linear(proof: Proof) -> None:
    """Write into `proof` the log-odds of two classes as a weighted sum of the columns."""
    _write_bernoulli_columns(proof)
    ratio = log(P(BIT, given=1) / P(BIT, given=0))

    proof.step("One column")
    _write_weight(proof)
    proof.chain(
        ratio,
        same(BIT * log(ONE / ZERO) + (1 - BIT) * ABSENT, "log of a power"),
        detail(same((log(ONE / ZERO) - ABSENT) * BIT + ABSENT, "collected")),
        same(WEIGHT[COLUMN] * BIT + ABSENT, "its weight"),
    )

    proof.step("All columns and the priors")
    _write_bias(proof)
    proof.chain(
        ODDS,
        same(
            log(P(1) * P(OBSERVATION, given=1) / (P(0) * P(OBSERVATION, given=0))),
            "the evidence cancels",
        ),
        same(PRIORS + sum_over(COLUMN, ratio), "log of a product"),
        same(PRIORS + sum_over(COLUMN, WEIGHT[COLUMN] * BIT + ABSENT), "column by column"),
        same(SCORE, "the bias"),
        boxed=True,
    )


@theorem("naive-bayes-is-logistic", "Naive Bayes as logistic regression")
def bernoulli_logistic(proof: Proof) -> None:
    """Write into `proof` the posterior of Bernoulli naive Bayes in the form of logistic regression."""
    _write_bernoulli_columns(proof)
    joint_1, joint_0 = P(1) * P(OBSERVATION, given=1), P(0) * P(OBSERVATION, given=0)

    proof.step("The posterior by the log-odds")
    proof.chain(
        # Only the quotient of the joints is left, 1 / (1 + 1 / odds): hence the minus in the exponent.
        P(1, given=OBSERVATION),
        detail(same(joint_1 / (joint_1 + joint_0), "Bayes’ rule")),
        same(1 / (1 + joint_0 / joint_1), "divided by the joint"),
        detail(
            same(1 / (1 + P(0, given=OBSERVATION) / P(1, given=OBSERVATION)), "the evidence cancels")
        ),
        same(1 / (1 + exp(-ODDS)), "exp of a log"),
    )

    proof.step("The log-odds are linear")
    _write_weight(proof)
    _write_bias(proof)
    proof.chain(ODDS, same(SCORE, "column by column"))
    proof.chain(P(1, given=OBSERVATION), same(1 / (1 + exp(-SCORE)), "put in"), boxed=True)
    proof.chain(P(0, given=OBSERVATION), same(1 - P(1, given=OBSERVATION)), same(1 / (1 + exp(SCORE))))
    proof.say(
        "Logistic regression has the same form, with a bias. It chooses the weights for which the "
        "labels are likeliest given the rows; naive Bayes makes rows and labels likeliest together."
    )
