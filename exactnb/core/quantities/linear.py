"""The weights of linear log-odds, and discriminant scores."""

from __future__ import annotations

from exactnb.core.naming.kinds import QuantityKind, later

_LINEAR = later("exactnb.core.model.questions.linear", "define_linear")

KINDS = (
    QuantityKind(
        "weight(k:l|a)",
        "what a 0/1 column, a word or a measurement adds to the log-odds, where these are linear",
        _LINEAR,
        ("pair | feature",),
    ),
    QuantityKind("bias(k:l)", "what the linear log-odds begin with", _LINEAR, ("pair",)),
    QuantityKind(
        "score(k|x)",
        "the discriminant of `lda` and `qda`",
        later("exactnb.core.model.questions.score", "define_score"),
        ("class | observed",),
    ),
)
