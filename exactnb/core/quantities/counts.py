"""Quantities of the data: counts, sums and relative frequencies, which depend on no model."""

from __future__ import annotations

from exactnb.core.naming.kinds import QuantityKind, later

_HOME = "exactnb.core.model.data_quantities"
_COUNT = ("A count", 0, None)
_SUMMED = later(_HOME, "DataQuantities.summed")

KINDS = (
    QuantityKind(
        "count(a=1,k)",
        "how many rows show it; `count(word,k)` of a word",
        later(_HOME, "DataQuantities.count"),
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
        later(_HOME, "DataQuantities.frequency"),
        ("facts", "facts | facts"),
        of_data=True,
        bounds=("A relative frequency", 0, 1),
        asks="What is the relative frequency of {left} given {right}?",
    ),
    QuantityKind(
        "tokens(k)",
        "how many words the texts of a class have",
        later(_HOME, "DataQuantities.tokens"),
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
        later(_HOME, "DataQuantities.vocabulary"),
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
        later(_HOME, "DataQuantities.independence"),
        ("parts", "parts | class"),
        value="truth",
        text="independent in data",
        of_data=True,
        asks="Are {left} independent in the data given {right}?",
    ),
)
