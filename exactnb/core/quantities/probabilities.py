"""Probabilities of a model, comparisons of two of them, and the decision."""

from __future__ import annotations

from exactnb.core.naming.kinds import QuantityKind, later

_HOME = "exactnb.core.model.probabilities"
_RATIO = ("A ratio of probabilities", 0, None)
_ODDS = ("pair", "pair | observed", "class", "class | observed")

KINDS = (
    QuantityKind(
        "P(A|B)",
        "the probability of A given B, any lists of a class, `column=value`, words and queries. So it "
        "is a prior `P(k)`, a parameter `P(a=1|k)`, a likelihood `P(x|k)`, a joint `P(k,x)`, the "
        "evidence `P(x)`, a posterior `P(k|x)`, an imputation `P(a=1|x)`, the next word `P(word|x)`",
        later(_HOME, "Prediction.probability"),
        ("things", "things | things"),
        written={},  # `Notation` chooses the template by the role in Bayes' rule
        spellings=("p", "Pr", "Prob", "f"),
        bounds=("A probability", 0, 1),
        asks="What is the probability of {left} given {right}?",
    ),
    QuantityKind(
        "odds(k:l|x)",
        "P(k,x)/P(l,x), `odds(k|x)` against all others; without `x` of priors",
        later(_HOME, "Prediction.odds"),
        _ODDS,
        logarithm="log_odds",
        bounds=_RATIO,
        asks="What are the odds of {left} given {right}?",
    ),
    QuantityKind(
        "log_odds(k:l|x)",
        "their logarithm",
        later(_HOME, "Prediction.log_odds"),
        _ODDS,
        text="log odds",
        asks="What is the logarithm of the odds of {left} given {right}?",
    ),
    QuantityKind(
        "lr(k:l|x)",
        "the likelihood ratio P(x|k)/P(x|l): without the prior",
        later(_HOME, "Prediction.odds"),
        ("pair | observed",),
        text="LR",
        bounds=_RATIO,
        asks="What is the likelihood ratio of {left} given {right}?",
    ),
    QuantityKind(
        "argmax(x)",
        "the class that is decided on, or all of a tie",
        later(_HOME, "Prediction.decision"),
        ("observed", ""),
        value="label",
        written={"decision": "ŷ({x})"},
        asks="Which class is the most probable given {left}?",
    ),
)
