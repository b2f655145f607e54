"""Misreadings and other choices: data, queries or conventions that differ, and numbers rounded early.

Nobody believes in them, so their rows have no formulas: `teach/alternatives/` changes the data, the
query, the conventions or the numbers themselves, and looks the row up by the key of the change.
"""

from __future__ import annotations

from exactnb.core.families.protocol import Misconception

_ROWS_AGAIN = "Count once more, row by row."
_WORDS_AGAIN = "Count the words once more, text by text."
_QUERY_AGAIN = "Look once more at what is observed."

EDITS = {
    "dropped": Misconception("row-dropped", "a row of the data overlooked", _ROWS_AGAIN),
    "repeated": Misconception("row-counted-twice", "a row of the data counted twice", _ROWS_AGAIN),
    "relabelled": Misconception("row-relabelled", "the class of a row misread",
        "Look at the class of each row once more."),
    "cell": Misconception("cell-misread", "a cell of the data misread", "Look at each cell once more."),
    "word left out": Misconception("word-left-out", "a word of a text overlooked", _WORDS_AGAIN),
    "word put in": Misconception("word-put-in", "a word counted that is not there", _WORDS_AGAIN),
    "word": Misconception("word-misread", "a word of a text misread", "Read the texts once more."),
}  # fmt: skip
"""The rows of changes of the data, by their kind."""

QUERIES = {
    "cell": Misconception("query-misread", "a cell of the query misread", _QUERY_AGAIN),
    "cell left out": Misconception("query-cell-left-out", "a cell of the query left out", _QUERY_AGAIN),
    "word": Misconception("query-word-misread", "a word of the query misread", _QUERY_AGAIN),
    "word left out": Misconception("query-word-left-out", "a word of the query left out", _QUERY_AGAIN),
    "word put in": Misconception("query-word-put-in", "a word in the query that is not there",
        _QUERY_AGAIN),
    "other": Misconception("query-exchanged", "another query taken for this one",
        "Which of the queries is asked about?"),
}  # fmt: skip
"""The rows of changes of a query, by their kind."""

ROUNDINGS = {
    "half-up": Misconception("rounded-early", "rounded before the end",
        "Did you round before the last step? Keep fractions, or more digits, until the end."),
    "down": Misconception("truncated-early", "digits cut off before the end",
        "Did you cut digits off before the last step? Keep fractions, or more digits, until the end."),
}  # fmt: skip
"""The rows of rounding before the end, by the rule of rounding."""

TOTALS = {
    by: Misconception(
        f"total-{by.replace(' ', '-')}",
        f"a total that is one {by}",
        "Count the total once more: rows, words, or different words.",
    )
    for by in ("too large", "too small")
}
"""The rows of totals off by one, by the way that they are off."""

CONVENTIONS = {
    key: Misconception(
        f"other-{key}",
        text,
        f"Look once more at what the problem says about this: {text}.",
        is_convention=True,
    )
    for key, text in {
        "divisor": "another divisor of the variances",
        "smoothing": "another smoothing of the features",
        "cells": "other cells counted where λ is added",
        "smoothing-of-column": "another smoothing of one column",
        "prior": "another prior",
        "coefficient": "the multinomial coefficient in or left out",
        "absent-words": "what is absent counted or ignored",
        "sharing": "other classes or columns with one variance",
        "covariance": "another covariance matrix for all classes",
        "epsilon": "nothing added to the variances",
        "tie": "another rule for ties",
        "unseen": "another rule for unknown words and values",
        "logarithm": "logarithms to another base",
        "preset": "the conventions of another tool",
    }.items()
}
"""The rows of other conventions, by the end of their ids."""

FACTOR = Misconception(
    "factor-left-out",
    "the number that it is printed times left out",
    "Which factor stands before it in the formula?",
)
OTHER_PROBLEM = Misconception(
    "other-problem", "the numbers of another problem", "Which data are these the numbers of?"
)

ROWS = (
    *EDITS.values(),
    *QUERIES.values(),
    *ROUNDINGS.values(),
    *TOTALS.values(),
    *CONVENTIONS.values(),
    FACTOR,
    OTHER_PROBLEM,
)
