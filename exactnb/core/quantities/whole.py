"""Changes that change a decision, and questions about a model as a whole: ranks, errors, its size."""

from __future__ import annotations

from exactnb.core.naming.kinds import QuantityKind, later

_FLIPS = "exactnb.core.model.questions.flips"
_COUNTERFACTUALS = "exactnb.core.model.questions.counterfactuals"
_CELLS = "exactnb.core.model.questions.error"
_SHARE = ("An accuracy", 0, 1)
_ACCURACY = later("exactnb.core.model.questions.accuracy", "define_accuracy")

KINDS = (
    QuantityKind(
        "threshold(k:l|x)",
        "the prior of k at which k and l tie, if they share 1",
        later(_FLIPS, "define_threshold"),
        ("pair | observed",),
        bounds=("A probability", 0, 1),
    ),
    QuantityKind(
        "flips(λ|x)",
        "all λ > 0 at which the decision changes, if λ is what is added to the counts of the features",
        later(_FLIPS, "define_flips"),
        ("λ | observed",),
        value="places",
        explored="If λ were another",
    ),
    QuantityKind(
        "reasons(x)",
        "the smallest sets of observations that decide alone",
        later(_COUNTERFACTUALS, "define_reasons"),
        ("observed",),
        value="sets",
        explored="What decides",
    ),
    QuantityKind(
        "nearest(x)",
        "the smallest changes of what is observed that change the decision",
        later(_COUNTERFACTUALS, "define_nearest"),
        ("observed",),
        value="set",
        explored="What would have to be observed instead",
    ),
    QuantityKind(
        "edits(x)",
        "the single edits of the data that change the decision",
        later(_COUNTERFACTUALS, "define_edits"),
        ("observed",),
        value="set",
        explored="If a row were another",
    ),
    QuantityKind(
        "independent(a,b)",
        "whether probabilities of columns multiply in the model",
        later("exactnb.core.model.questions.whole", "define_independence"),
        ("parts",),
        value="truth",
    ),
    QuantityKind(
        "rank(x)",
        "the place of P(x) among all cells, the smallest first",
        later(_CELLS, "define_over_cells"),
        ("observed",),
        bounds=("A rank", 1, None),
        asks="Counted from the least probable, what is the rank of",
    ),
    QuantityKind(
        "bayes_error",
        "the error that no rule can avoid, if the model is right",
        later(_CELLS, "define_bayes_error"),
        ("",),
        text="Bayes error",
        bounds=("An error rate", 0, 1),
        asks="What is the Bayes error of",
    ),
    QuantityKind(
        "free_parameters",
        "how many numbers are estimated",
        later("exactnb.core.model.questions.whole", "define_free_parameters"),
        ("",),
        text="free parameters",
        bounds=("A number of parameters", 0, None),
        asks="How many free parameters are there in",
    ),
    QuantityKind(
        "accuracy",
        "the share of the training rows that is decided rightly",
        _ACCURACY,
        ("",),
        of_rows=True,
        bounds=_SHARE,
    ),
    QuantityKind(
        "accuracy_left_out",
        "the same, each by a model that has not seen it",
        _ACCURACY,
        ("",),
        text="accuracy left out",
        of_rows=True,
        bounds=_SHARE,
    ),
)
