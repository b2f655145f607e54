"""The quantities that come with the package: of a model, of the data, of numbers, and about decisions.

How to read: a row says how a quantity is typed and written, what it may be of, and where it is defined.
`_OF_MODELS` are probabilities, comparisons of two of them, and the decision; `_OF_DATA` counts, sums
and relative frequencies, which depend on no model; `_PARAMETERS` and `_OF_NUMBERS` belong to numeric
columns; `_OF_DECISIONS` are changes that change a decision, and questions about a model as a whole.
"""

from __future__ import annotations

from exactnb.core.naming.kinds import HEADS, OWN, QuantityKind, imported_on_call

_PROBABILITIES = "exactnb.core.model.probabilities"
_RATIO = ("A ratio of probabilities", 0, None)
_ODDS = ("pair", "pair | observed", "class", "class | observed")

_OF_MODELS = (
    QuantityKind(
        "P(A|B)",
        "the probability of A given B, any lists of a class, `column=value`, words and queries. So it "
        "is a prior `P(k)`, a parameter `P(a=1|k)`, a likelihood `P(x|k)`, a joint `P(k,x)`, the "
        "evidence `P(x)`, a posterior `P(k|x)`, an imputation `P(a=1|x)`, the next word `P(word|x)`",
        imported_on_call(_PROBABILITIES, "Prediction.define_probability"),
        ("things", "things | things"),
        written={},  # `Notation` chooses the template by the role in Bayes' rule
        spellings=("p", "Pr", "Prob", "f"),
        bounds=("A probability", 0, 1),
        asks="What is the probability of {left} given {right}?",
    ),
    QuantityKind(
        "odds(k:l|x)",
        "P(k,x)/P(l,x), `odds(k|x)` against all others; without `x` of priors",
        imported_on_call(_PROBABILITIES, "Prediction.define_odds"),
        _ODDS,
        logarithm="log_odds",
        bounds=_RATIO,
        asks="What are the odds of {left} given {right}?",
    ),
    QuantityKind(
        "log_odds(k:l|x)",
        "their logarithm",
        imported_on_call(_PROBABILITIES, "Prediction.define_log_odds"),
        _ODDS,
        text="log odds",
        asks="What is the logarithm of the odds of {left} given {right}?",
    ),
    QuantityKind(
        "lr(k:l|x)",
        "the likelihood ratio P(x|k)/P(x|l): without the prior",
        imported_on_call(_PROBABILITIES, "Prediction.define_odds"),
        ("pair | observed",),
        text="LR",
        bounds=_RATIO,
        asks="What is the likelihood ratio of {left} given {right}?",
    ),
    QuantityKind(
        "argmax(x)",
        "the class that is decided on, or all of a tie",
        imported_on_call(_PROBABILITIES, "Prediction.define_decision"),
        ("observed", ""),
        value="label",
        written={"decision": "ŷ({x})"},
        asks="Which class is the most probable given {left}?",
    ),
)


_DATA = "exactnb.core.model.data_quantities"
_COUNT = ("A count", 0, None)
_SUMMED = imported_on_call(_DATA, "DataQuantities.define_sum")

_OF_DATA = (
    QuantityKind(
        "count(a=1,k)",
        "how many rows show it; `count(word,k)` of a word",
        imported_on_call(_DATA, "DataQuantities.define_count"),
        ("counted", ""),
        written={"count": "count({left})", "total": "n"},
        of_data=True,
        counted=True,
        bounds=_COUNT,
        asks="What is the count of {left}?",
        is_number_of=True,
    ),
    QuantityKind(
        "freq(a=1|k)",
        "the relative frequency",
        imported_on_call(_DATA, "DataQuantities.define_frequency"),
        ("facts", "facts | facts"),
        of_data=True,
        bounds=("A relative frequency", 0, 1),
        asks="What is the relative frequency of {left} given {right}?",
    ),
    QuantityKind(
        "tokens(k)",
        "how many words the texts of a class have",
        imported_on_call(_DATA, "DataQuantities.define_tokens"),
        ("class",),
        text="words",
        of_data=True,
        counted=True,
        bounds=_COUNT,
        asks="What is the number of words in the texts of {left}?",
        is_number_of=True,
    ),
    QuantityKind(
        "vocabulary",
        "how many different words count",
        imported_on_call(_DATA, "DataQuantities.define_vocabulary"),
        ("",),
        text="|V|",
        of_data=True,
        counted=True,
        bounds=_COUNT,
        asks="What is the number of different words?",
        is_number_of=True,
    ),
    QuantityKind(
        "sum(c,k)",
        "Σx over the rows of a class",
        _SUMMED,
        ("number class",),
        of_data=True,
        counted=True,
        asks="What is the sum of {columns} over the rows of {classes}?",
    ),
    QuantityKind(
        "squares(c,k)",
        "Σx²",
        _SUMMED,
        ("number class",),
        of_data=True,
        counted=True,
        bounds=("A sum of squares", 0, None),
        asks="What is the sum of the squares of {columns} over the rows of {classes}?",
    ),
    QuantityKind(
        "products(a,b,k)",
        "Σab, of two columns",
        _SUMMED,
        ("number number class",),
        of_data=True,
        counted=True,
        asks="What is the sum of the products of {columns} over the rows of {classes}?",
    ),
    QuantityKind(
        "independent_in_data(a,b|k)",
        "whether the relative frequencies multiply",
        imported_on_call(_DATA, "DataQuantities.define_frequency_independence"),
        ("parts", "parts | class"),
        value="truth",
        text="independent in data",
        of_data=True,
        asks="Are {left} independent in the data given {right}?",
    ),
)


_PARAMETER = imported_on_call(_PROBABILITIES, "Prediction.define_number_parameter")
_BOUNDS = {"above 0": (0, None), "unit interval": (0, 1)}
_NOUNS = {"sd": "standard deviation", "success": "success probability"}
_SPELLINGS = {"variance": ("var",), "covariance": ("cov",), "sd": ("std",)}
_LOG_ODDS = "exactnb.core.model.questions.log_odds"
_LINEAR = imported_on_call(_LOG_ODDS, "define_weight_or_bias")
_BOUNDARY = imported_on_call(_LOG_ODDS, "define_boundary")
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

_OF_NUMBERS = (
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
        imported_on_call(_LOG_ODDS, "define_score"),
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


_FLIPS = "exactnb.core.model.questions.flips"
_COUNTERFACTUALS = "exactnb.core.model.questions.counterfactuals"
_WHOLE = "exactnb.core.model.questions.whole_model"
_SHARE = ("An accuracy", 0, 1)
_ACCURACY = imported_on_call("exactnb.core.model.deciding", "define_accuracy")

_OF_DECISIONS = (
    QuantityKind(
        "threshold(k:l|x)",
        "the prior of k at which k and l tie, if they share 1",
        imported_on_call(_FLIPS, "define_threshold"),
        ("pair | observed",),
        bounds=("A probability", 0, 1),
        asks="What is the prior of {first} at which {first} and {second} tie given {right}?",
    ),
    QuantityKind(
        "flips(λ|x)",
        "all λ > 0 at which the decision changes, if λ is what is added to the counts of the features",
        imported_on_call(_FLIPS, "define_lambda_flips"),
        ("λ | observed",),
        value="places",
        explored="If λ were another",
        asks="At which {left} does the decision change given {right}?",
    ),
    QuantityKind(
        "reasons(x)",
        "the smallest sets of observations that decide alone",
        imported_on_call(_COUNTERFACTUALS, "define_reasons"),
        ("observed",),
        value="sets",
        explored="What decides",
        asks="Which smallest sets of observations in {left} suffice for the decision?",
    ),
    QuantityKind(
        "nearest(x)",
        "the smallest changes of what is observed that change the decision",
        imported_on_call(_COUNTERFACTUALS, "define_nearest"),
        ("observed",),
        value="set",
        explored="What would have to be observed instead",
        asks="Which smallest changes of {left} change the decision?",
    ),
    QuantityKind(
        "edits(x)",
        "the single edits of the data that change the decision",
        imported_on_call(_COUNTERFACTUALS, "define_edits"),
        ("observed",),
        value="set",
        explored="If a row were another",
        asks="Which single edits of the data change the decision on {left}?",
    ),
    QuantityKind(
        "independent(a,b)",
        "whether probabilities of columns multiply in the model",
        imported_on_call(_WHOLE, "define_independence"),
        ("parts",),
        value="truth",
        asks="Are {left} independent in the model?",
    ),
    QuantityKind(
        "rank(x)",
        "the place of P(x) among all cells, the smallest first",
        imported_on_call(_WHOLE, "define_over_cells"),
        ("observed",),
        bounds=("A rank", 1, None),
        asks="What is the rank of {left}, counted from the least probable?",
        is_number_of=True,
    ),
    QuantityKind(
        "bayes_error",
        "the error that no rule can avoid, if the model is right",
        imported_on_call(_WHOLE, "define_bayes_error"),
        ("",),
        text="Bayes error",
        bounds=("An error rate", 0, 1),
        asks="What is the Bayes error?",
    ),
    QuantityKind(
        "free_parameters",
        "how many numbers are estimated",
        imported_on_call(_WHOLE, "define_free_parameters"),
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

KINDS = (*_OF_MODELS, *_OF_DATA, *_PARAMETERS, *_OF_NUMBERS, *_OF_DECISIONS)
