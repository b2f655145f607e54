"""Questions about a model as a whole: independence, ranks, errors, its size."""

from __future__ import annotations

from exactnb.core.naming.kinds import QuantityKind, later

_CELLS = "exactnb.core.model.questions.error"
_SHARE = ("An accuracy", 0, 1)
_ACCURACY = later("exactnb.core.model.questions.accuracy", "define_accuracy")

KINDS = (
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
    ),
    QuantityKind(
        "bayes_error",
        "the error that no rule can avoid, if the model is right",
        later(_CELLS, "define_bayes_error"),
        ("",),
        text="Bayes error",
        bounds=("An error rate", 0, 1),
    ),
    QuantityKind(
        "free_parameters",
        "how many numbers are estimated",
        later("exactnb.core.model.questions.whole", "define_free_parameters"),
        ("",),
        text="free parameters",
        bounds=("A number of parameters", 0, None),
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
