"""Changes that change a decision: of λ, of the prior, of the rows, of the observations."""

from __future__ import annotations

from exactnb.core.naming.kinds import QuantityKind, later

_FLIPS = "exactnb.core.model.questions.flips"
_COUNTERFACTUALS = "exactnb.core.model.questions.counterfactuals"

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
        later("exactnb.core.model.questions.counterfactuals", "define_edits"),
        ("observed",),
        value="set",
        explored="If a row were another",
    ),
)
