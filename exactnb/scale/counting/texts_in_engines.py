"""Cut texts into words inside of an engine: runs of ASCII letters and digits, then in lower case.

Engines lower other alphabets each in their way; what is ASCII is the same everywhere. Texts are cut at
blanks first and counted as such pieces; the few different pieces are then cut where they hold other
signs.

How to read: `counted` and `present` count the words of classes, `unfolded` gives those of single texts.
DuckDB has SQL of its own, other engines go through narwhals; all of them cut as `splitting.py` does.
"""

from __future__ import annotations

from typing import Any

from exactnb.scale.counting.engines import Opened, narwhals

MARK = "#"
"""Stands once for each piece among what is counted: no word holds it."""
_RUNS, _OTHERS = "[A-Za-z0-9]+", "[^A-Za-z0-9]+"


def counted(rows: Opened, label: str, text: str) -> Any:
    """Return how often each word stands in each class: a frame of label, word, n, whole and total.

    For the mark, whole is how long all texts are, with one sign more for each, and total how many words
    they hold: both are taken from the pieces, before these are cut.
    """
    if rows.engine == "duckdb":
        return rows.sql(_COUNTED, label=label, text=text)
    nw = narwhals()
    word, n = nw.col("word"), nw.col("n")
    texts = rows.frame.select(nw.col(label).alias("label"), nw.col(text).alias("word"))
    pieces = texts.filter(~word.is_null()).with_columns(word.str.split(" ")).explode("word")
    pieces = pieces.group_by("label", "word").agg(nw.len().alias("n")).with_columns(n.cast(nw.Int64))
    with_runs, without = (_length(word.str.replace_all(_RUNS, to)) for to in (MARK, ""))
    pieces = pieces.with_columns(whole=n * (_length(word) + 1), total=n * (with_runs - without))
    words = pieces.with_columns(_marked(word)).explode("word").filter(word != "")
    return _summed(words, "n", "whole", "total")


def present(rows: Opened, label: str, text: str) -> Any:
    """Return in how many texts of each class each word stands: a frame as `counted` gives it.

    For the mark, whole is the number of texts, and total the sum of how many words each of them has.
    The empty word is counted too, and is none.
    """
    if rows.engine == "duckdb":
        return rows.sql(_PRESENT, label=label, text=text)
    nw = narwhals()
    word, one = nw.col("word"), nw.lit(1).cast(nw.Int64)
    texts = rows.frame.select(nw.col(label).alias("label"), nw.col(text).alias("word"))
    lists = texts.filter(~word.is_null()).with_columns(_marked(word).list.unique())
    lists = lists.with_columns(n=one, whole=one, total=word.list.len().cast(nw.Int64) - 1)
    return _summed(lists.explode("word"), "n", "whole", "total")


def unfolded(rows: Opened, row: str, text: str, *, once: bool = False) -> Any:
    """Return the words of each text, all of them or each `once`: a frame of row and word."""
    if rows.engine == "duckdb":
        return rows.sql(_UNFOLDED, row=row, text=text, each="list_distinct" if once else "")
    nw = narwhals()
    word = nw.col("word")
    texts = rows.frame.select(nw.col(row).alias("row"), nw.col(text).alias("word"))
    lists = _cleaned(word).str.split(" ")
    unfolded = texts.filter(~word.is_null()).with_columns(lists.list.unique() if once else lists)
    return unfolded.explode("word").filter(word != "")


def _summed(words: Any, *names: str) -> Any:
    nw = narwhals()
    found = words.group_by("label", "word").agg(*(nw.col(name).sum() for name in names))
    return found.select("label", "word", nw.col(*names).cast(nw.Int64))


def _length(word: Any) -> Any:
    return word.str.len_chars().cast(narwhals().Int64)


def _cleaned(word: Any) -> Any:
    """Return words between blanks: what is left are ASCII letters, which all engines lower alike."""
    return word.str.replace_all(_OTHERS, " ").str.to_lowercase()


def _marked(word: Any) -> Any:
    nw = narwhals()
    return nw.concat_str(nw.lit(f"{MARK} "), _cleaned(word)).str.split(" ").alias("word")


_CLEAN = (  # most pieces hold nothing else: looking is faster than replacing
    f"CASE WHEN regexp_matches(word, '{_OTHERS}') "
    f"THEN regexp_replace(word, '{_OTHERS}', ' ', 'g') ELSE word END"
)
# Of ASCII alone, which has as many bytes as signs, fewer pieces are left in lower case.
_LOWER = "CASE WHEN strlen({text}) = length({text}) THEN lower({text}) ELSE {text} END"
_COUNTED = f"""
WITH {{own}}pieces AS (
    SELECT label, word, count(*) AS n FROM (
        SELECT {{label}} AS label, unnest(string_split({_LOWER}, ' ')) AS word
        FROM {{own}}rows WHERE {{text}} IS NOT NULL
    ) GROUP BY ALL
), {{own}}lists AS (  -- by itself: beside unnest it would be worked out for each word of a piece
    SELECT label, n, n * (length(word) + 1) AS whole,
        n * CASE WHEN regexp_matches(word, '{_OTHERS}')
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
_CLEAN_TEXT = _CLEAN.replace(f"regexp_matches(word, '{_OTHERS}')", _WITH_BLANKS)
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
