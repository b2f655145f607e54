"""Quantities of numeric columns: parameters, weights and scores, and where two classes tie."""

from __future__ import annotations

from exactnb.core.naming.kinds import HEADS, OWN, QuantityKind, later

_PARAMETER = later("exactnb.core.model.probabilities", "Prediction.parameter")
_BOUNDS = {"above 0": (0, None), "unit interval": (0, 1)}
_NOUNS = {"sd": "standard deviation", "success": "success probability"}
_SPELLINGS = {"variance": ("var",), "covariance": ("cov",), "sd": ("std",)}
_LINEAR = later("exactnb.core.model.questions.linear", "define_linear")
_BOUNDARY = later("exactnb.core.model.questions.boundary", "define_boundary")
_OWN = "a parameter by its letter, of a family of your own; `s(c|k)` for short"

_PARAMETERS = tuple(
    QuantityKind(
        head.example,
        _OWN if head is OWN else f"the {head.name}, {head.within}",
        _PARAMETER,
        head.shapes,
        value_of={shape: head.array for shape in ("class", "") if head.array},
        written={
            head.name: (head.letter if head is OWN else head.name) + "({left}|{class})",
            f"shared {head.name}": (head.letter if head is OWN else head.name) + "({left})",
            f"class {head.name}": head.name + "({class})",
            f"only {head.name}": head.name,
        },
        spellings=_SPELLINGS.get(head.name, ()),
        bounds=(f"A {_NOUNS.get(head.name, head.name)}", *_BOUNDS[head.within])
        if head.within in _BOUNDS
        else None,
        asks=f"What is the {_NOUNS.get(head.name, head.name)} of {{letter}} of {{columns}} "
        "given {classes} given {right}?",
    )
    for head in HEADS.values()
)
"""A row for each entry of `core/naming/kinds.py`."""

KINDS = (
    *_PARAMETERS,
    QuantityKind(
        "weight(k:l|a)",
        "what a 0/1 column, a word or a measurement adds to the log-odds, where these are linear",
        _LINEAR,
        ("pair | feature",),
        asks="What is the weight of {right} in the linear log-odds of {left}?",
    ),
    QuantityKind(
        "bias(k:l)",
        "what the linear log-odds begin with",
        _LINEAR,
        ("pair",),
        asks="What is the bias in the linear log-odds of {left}?",
    ),
    QuantityKind(
        "score(k|x)",
        "the discriminant of `lda` and `qda`",
        later("exactnb.core.model.questions.linear", "define_score"),
        ("class | observed",),
        asks="What is the discriminant score of {left} given {right}?",
    ),
    QuantityKind(
        "boundary(k:l|B)",
        "where two classes tie: points, the first `boundary(k:l)[1]`; of two columns a curve in whole "
        "numbers",
        _BOUNDARY,
        ("pair", "pair | observed"),
        value="places",
        indexed=True,
        asks="Where is the boundary between {first} and {second} given {right}?",
    ),
    QuantityKind(
        "region(k:l|B)",
        "where the first is likelier: intervals, or a side of the curve",
        _BOUNDARY,
        ("pair", "pair | observed"),
        value="places",
        asks="Where is {first} more probable than {second} given {right}?",
    ),
)
