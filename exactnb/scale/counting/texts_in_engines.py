"""Split texts into words, in Python by rules whose names are part of the counts, and inside an engine.

An engine splits into runs of ASCII letters and digits, then in lower case: engines differ in lowering
other alphabets, but not ASCII. Texts are split at blanks first, and the pieces counted; the few
distinct pieces are then split at all other characters.

How to read: `splitter` is the rule in Python. `count_words` and `count_presence` count the words of
classes, `split_words` returns those of single texts. DuckDB gets SQL, other engines narwhals; all of
them split as `splitter` does.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from exactnb.core.data.documents import cut
from exactnb.errors import one_of
from exactnb.scale.counting.engines import OpenedFrame, narwhals

UNICODE, ASCII = "unicode", "ascii"
"""Words of two letters or more in lower case; runs of A-Z, a-z, 0-9, which all engines split alike."""

MARK = "#"
"""Counted once for each piece, beside its words: no word contains it."""

_RUNS, _NON_WORD = "[A-Za-z0-9]+", "[^A-Za-z0-9]+"

_CLEAN = (  # most pieces are words already: a look is faster than a replacement
    f"CASE WHEN regexp_matches(word, '{_NON_WORD}') "
    f"THEN regexp_replace(word, '{_NON_WORD}', ' ', 'g') ELSE word END"
)

# Only a text of ASCII, with as many bytes as characters, may be lowered before it is split; then fewer
# distinct pieces are left.
_LOWER = "CASE WHEN strlen({text}) = length({text}) THEN lower({text}) ELSE {text} END"

_COUNTED = f"""
WITH {{own}}pieces AS (
    SELECT label, word, count(*) AS n FROM (
        SELECT {{label}} AS label, unnest(string_split({_LOWER}, ' ')) AS word
        FROM {{own}}rows WHERE {{text}} IS NOT NULL
    ) GROUP BY ALL
), {{own}}lists AS (  -- by itself: beside unnest, DuckDB would compute it for each word of a piece
    SELECT label, n, n * (length(word) + 1) AS whole,
        n * CASE WHEN regexp_matches(word, '{_NON_WORD}')
            THEN len(regexp_extract_all(word, '{_RUNS}')) ELSE (word <> '')::BIGINT END AS total,
        string_split('{MARK} ' || {_CLEAN}, ' ') AS words
    FROM {{own}}pieces
), {{own}}words AS (
    SELECT label, n, whole, total, unnest(words) AS word FROM {{own}}lists
)
SELECT label, lower(word) AS word,
    sum(n)::BIGINT AS n, sum(whole)::BIGINT AS whole, sum(total)::BIGINT AS total
FROM {{own}}words WHERE word <> '' GROUP BY ALL
"""

_WITH_BLANKS = "regexp_matches(word, '[^A-Za-z0-9 ]')"
_CLEAN_TEXT = _CLEAN.replace(f"regexp_matches(word, '{_NON_WORD}')", _WITH_BLANKS)

_PRESENT = f"""
SELECT label, word, count(*) AS n, count(*) AS whole, sum(total)::BIGINT AS total FROM (
    SELECT label, len(words)::BIGINT - 1 AS total, unnest(words) AS word FROM (
        SELECT {{label}} AS label,
            list_distinct(string_split(lower('{MARK} ' || {_CLEAN_TEXT}), ' ')) AS words
        FROM (SELECT {{label}}, {{text}} AS word FROM {{own}}rows WHERE {{text}} IS NOT NULL)
    )
) GROUP BY ALL
"""

_UNFOLDED = f"""
SELECT row, word FROM (
    SELECT row, unnest({{each}}(string_split(lower({_CLEAN_TEXT}), ' '))) AS word
    FROM (SELECT {{row}} AS row, {{text}} AS word FROM {{own}}rows WHERE {{text}} IS NOT NULL)
) WHERE word <> ''
"""


def splitter(name: str) -> Callable[[str], list[str]]:
    """Return the function that splits a text into words by the rule called `name`.

    >>> splitter("ascii")("A café")
    ['a', 'caf']

    Raises InputError for a name of no rule.
    """
    return partial(cut, split=one_of(name, (UNICODE, ASCII)))


def count_words(rows: OpenedFrame, label: str, text: str) -> Any:
    """Return the counts of words by class: a frame with columns label, word, n, whole and total.

    `label` and `text` are columns of `rows`. In the rows of the mark, whole is the length of all texts,
    plus one for each, and total the number of their words: both are taken from the pieces before these
    are split, to show that the engine lost nothing.
    """
    if rows.engine == "duckdb":
        return rows.sql(_COUNTED, label=label, text=text)
    nw = narwhals()
    word, n = nw.col("word"), nw.col("n")
    pieces = _present_texts(rows, label, text).with_columns(word.str.split(" ")).explode("word")
    pieces = pieces.group_by("label", "word").agg(nw.len().alias("n")).with_columns(n.cast(nw.Int64))
    with_runs, without = (_length(word.str.replace_all(_RUNS, to)) for to in (MARK, ""))
    pieces = pieces.with_columns(whole=n * (_length(word) + 1), total=n * (with_runs - without))
    words = pieces.with_columns(_mark_and_words(word)).explode("word").filter(word != "")
    return _sum_by_word(words, "n", "whole", "total")


def count_presence(rows: OpenedFrame, label: str, text: str) -> Any:
    """Return the numbers of texts with each word by class: a frame with the columns of `count_words`.

    `label` and `text` are columns of `rows`. In the rows of the mark, whole is the number of texts, and
    total the sum of their numbers of distinct words. Callers drop the empty word, which is counted too.
    """
    if rows.engine == "duckdb":
        return rows.sql(_PRESENT, label=label, text=text)
    nw = narwhals()
    word, unit = nw.col("word"), nw.lit(1).cast(nw.Int64)
    lists = _present_texts(rows, label, text).with_columns(_mark_and_words(word).list.unique())
    lists = lists.with_columns(n=unit, whole=unit, total=word.list.len().cast(nw.Int64) - 1)
    return _sum_by_word(lists.explode("word"), "n", "whole", "total")


def split_words(rows: OpenedFrame, row: str, text: str, *, distinct: bool = False) -> Any:
    """Return the words of each text, or the `distinct` ones: a frame with columns row and word.

    `row` and `text` are columns of `rows`.
    """
    if rows.engine == "duckdb":
        return rows.sql(_UNFOLDED, row=row, text=text, each="list_distinct" if distinct else "")
    word = narwhals().col("word")
    lists = _ascii_words(word).str.split(" ")
    unfolded = _present_texts(rows, row, text, "row").with_columns(
        lists.list.unique() if distinct else lists
    )
    return unfolded.explode("word").filter(word != "")


def _present_texts(rows: OpenedFrame, key: str, text: str, alias: str = "label") -> Any:
    """Return the texts that are there as `word`, each with its key."""
    nw = narwhals()
    texts = rows.frame.select(nw.col(key).alias(alias), nw.col(text).alias("word"))
    return texts.filter(~nw.col("word").is_null())


def _sum_by_word(words: Any, *names: str) -> Any:
    nw = narwhals()
    sums = words.group_by("label", "word").agg(*(nw.col(name).sum() for name in names))
    return sums.select("label", "word", nw.col(*names).cast(nw.Int64))


def _length(word: Any) -> Any:
    return word.str.len_chars().cast(narwhals().Int64)


def _ascii_words(word: Any) -> Any:
    """Return ASCII words between blanks, which all engines turn into lower case alike."""
    return word.str.replace_all(_NON_WORD, " ").str.to_lowercase()


def _mark_and_words(word: Any) -> Any:
    """Return a list of the mark and the words of a piece, from which lost pieces can be counted."""
    nw = narwhals()
    return nw.concat_str(nw.lit(f"{MARK} "), _ascii_words(word)).str.split(" ").alias("word")
