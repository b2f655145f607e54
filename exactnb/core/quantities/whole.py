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
        asks="What is the prior of {first} at which {first} and {second} tie given {right}?",
    ),
    QuantityKind(
        "flips(λ|x)",
        "all λ > 0 at which the decision changes, if λ is what is added to the counts of the features",
        later(_FLIPS, "define_flips"),
        ("λ | observed",),
        value="places",
        explored="If λ were another",
        asks="At which {left} does the decision change given {right}?",
    ),
    QuantityKind(
        "reasons(x)",
        "the smallest sets of observations that decide alone",
        later(_COUNTERFACTUALS, "define_reasons"),
        ("observed",),
        value="sets",
        explored="What decides",
        asks="Which smallest sets of observations in {left} suffice for the decision?",
    ),
    QuantityKind(
        "nearest(x)",
        "the smallest changes of what is observed that change the decision",
        later(_COUNTERFACTUALS, "define_nearest"),
        ("observed",),
        value="set",
        explored="What would have to be observed instead",
        asks="Which smallest changes of {left} change the decision?",
    ),
    QuantityKind(
        "edits(x)",
        "the single edits of the data that change the decision",
        later(_COUNTERFACTUALS, "define_edits"),
        ("observed",),
        value="set",
        explored="If a row were another",
        asks="Which single edits of the data change the decision on {left}?",
    ),
    QuantityKind(
        "independent(a,b)",
        "whether probabilities of columns multiply in the model",
        later("exactnb.core.model.questions.whole", "define_independence"),
        ("parts",),
        value="truth",
        asks="Are {left} independent in the model?",
    ),
    QuantityKind(
        "rank(x)",
        "the place of P(x) among all cells, the smallest first",
        later(_CELLS, "define_over_cells"),
        ("observed",),
        bounds=("A rank", 1, None),
        asks="What is the rank of {left}, counted from the least probable?",
        is_number_of=True,
    ),
    QuantityKind(
        "bayes_error",
        "the error that no rule can avoid, if the model is right",
        later(_CELLS, "define_bayes_error"),
        ("",),
        text="Bayes error",
        bounds=("An error rate", 0, 1),
        asks="What is the Bayes error?",
    ),
    QuantityKind(
        "free_parameters",
        "how many numbers are estimated",
        later("exactnb.core.model.questions.whole", "define_free_parameters"),
        ("",),
        text="free parameters",
        bounds=("A number of parameters", 0, None),
        asks="What is the number of free parameters?",
        is_number_of=True,
    ),
    QuantityKind(
        "accuracy",
        "the share of the training rows that is decided rightly",
        _ACCURACY,
        ("",),
        of_rows=True,
        bounds=_SHARE,
        asks="What is the accuracy on the training rows?",
    ),
    QuantityKind(
        "accuracy_left_out",
        "the same, each by a model that has not seen it",
        _ACCURACY,
        ("",),
        text="accuracy left out",
        of_rows=True,
        bounds=_SHARE,
        asks="What is the accuracy if each row is decided by a model of all others?",
    ),
)
