"""A tally as a problem, solved like any other problem of counts: exactly, every line checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from exactnb.core import families
from exactnb.core.arguments import require
from exactnb.core.data.counts import Cell, Counts, PowerSum
from exactnb.core.data.doubts import doubts, other_labels
from exactnb.core.data.findings import Doubt
from exactnb.core.data.rows import ordered_values
from exactnb.core.data.schema import MISSING, Number, Schema, as_number
from exactnb.core.families import Choice
from exactnb.core.problem.absences import missing_cells
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.queries import read_query
from exactnb.errors import HERE, InputError, Place, listing, quoted
from exactnb.scale.counting.features import Numbers, Presence, Values, Words
from exactnb.scale.counting.tally import Tally, feature_place
from exactnb.scale.counting.texts_in_engines import splitter


def problem_of(
    tally: Tally,
    query: str = "",
    *,
    family: Choice | None = None,
    of_columns: Mapping[str, Choice] | None = None,
    **said: Any,
) -> Problem:
    """Return the problem of the counts in `tally`, with a `query` as typed; `solve` solves it.

    `family` is that of words, by default the one that they were counted for; `of_columns` are families
    of single columns, and `said` are other arguments of `Problem`. A text in the query is split like
    those that were counted.

    >>> sky = [("value", "sky", "yes", "rain", 2), ("value", "sky", "no", "sun", 1)]
    >>> sizes = [("class", "play", "yes", None, 2), ("class", "play", "no", None, 1)]
    >>> problem = problem_of(Tally.from_rows([*sizes, *sky]), "rain")
    >>> problem.decide(problem.query["x"])
    ('yes',)

    Raises InputError for a family that does not suit the counts, and as `as_counts` does.
    """
    require(of_columns, (Mapping, type(None)), "families by columns", "of_columns")
    data = as_counts(tally)
    name, texts = text_feature(tally)
    chosen = {**_default_families(tally), **(of_columns or {})}
    if texts is not None:
        possible = word_families(texts)
        if family not in (None, possible[0]) and family not in possible:
            message = f"words were counted for {' or '.join(possible)}; got {quoted(family)}"
            raise InputError(message, at="family")
        family = possible[0] if family is None else family
    read = _query_with_text_split(query, data.schema, name, texts)
    return Problem(data, read, family=family, families=chosen or None, **said)


def as_counts(tally: Tally) -> Counts:
    """Return `tally` as the counts of a problem, with columns and values in alphabetical order.

    >>> tally = Tally.from_rows([("class", "play", "yes", None, 2), ("value", "sky", "yes", "rain", 2)])
    >>> as_counts(tally).cell("sky", "rain", "yes")
    2

    Raises InputError for several texts, and for a column with the name of one of their words.
    """
    refuse_impossible_values(require(tally, Tally, "a Tally", "tally").audited())
    columns: dict[str, tuple[str, ...]] = {}
    cells: dict[Cell, Number] = {}
    moments: dict[PowerSum, Number] = {}
    present: dict[tuple[str, str], Number] = {}
    for name in sorted(tally.features):
        feature = tally.features[name]
        if isinstance(feature, Values):
            columns[name] = ordered_values(feature.names, None, HERE)
            cells |= {(name, value, k): n for k, value, n in feature.nonmissing_cells()}
        elif isinstance(feature, Numbers):
            columns[name] = ()
            present |= {(name, k): tally.classes[k] - n for k, n in feature.missing.items() if n}
            for label, sums in feature.sums.items():
                moments[(name,), label] = as_number(sums.total)
                moments[(name, name), label] = as_number(sums.squares)
    text, texts = text_feature(tally)
    vocabulary, counted = ((), ()) if texts is None else (texts.names, texts.nonmissing_cells())
    words: dict[tuple[str, str], Number] = {(word, k): n for k, word, n in counted}
    classes = tuple(sorted(tally.classes))
    if word := min(columns.keys() & set(vocabulary), default=""):
        raise InputError(
            "is a column and a word of the texts; rename the column", at=feature_place(word)
        )
    bare = Schema("", classes, columns, vocabulary, text)
    schema = replace(bare, class_variable=bare.free_name(tally.label))  # a word may have its name
    sizes: dict[str, Number] = {label: tally.classes[label] for label in classes}
    return Counts(schema, sizes, cells, words, words, moments=moments, shown=present)


def doubts_about(tally: Tally, *, is_chosen: bool = True) -> tuple[Doubt, ...]:
    """Return what looks like a slip in the records of `tally`, and in its class if none `is_chosen`.

    >>> cells = [("value", "sky", "yes", "NA", 1), ("value", "sky", "no", "sun", 1)]
    >>> sizes = [("class", "play", "yes", None, 1), ("class", "play", "no", None, 1)]
    >>> doubts_about(Tally.from_rows([*sizes, *cells]))
    ('“NA” is a value of “sky”, not a missing cell',)
    """
    features = {name: f for name, f in tally.features.items() if isinstance(f, Values)}
    cells = [(f, v, n) for f, values in features.items() for _, v, n in values.nonmissing_cells()]
    columns: dict[str, tuple[str, ...]] = dict.fromkeys(tally.features, ())
    columns |= {name: feature.names for name, feature in features.items()}
    schema = Schema(tally.label, tuple(sorted(tally.classes)), columns)
    lacking = {name: sum(of.get(None, 0) for of in f.counts.values()) for name, f in features.items()}
    lacking |= {
        name: sum(of.missing.values()) for name, of in tally.features.items() if isinstance(of, Numbers)
    }
    others = () if is_chosen else other_labels(schema)
    return (*doubts(schema, tally.classes, cells), *others, *missing_cells(lacking))


def text_feature(tally: Tally) -> tuple[str, Words | Presence | None]:
    """Return the only column of texts in `tally`, with its name; "" and None if there is none.

    Raises InputError if there are several.
    """
    texts = {name: text for name, text in tally.features.items() if isinstance(text, Words | Presence)}
    if len(texts) > 1:
        raise InputError(f"expected one column of texts; got {listing(sorted(texts))}")
    return next(iter(texts.items()), ("", None))


def refuse_impossible_values(tally: Tally) -> None:
    """Refuse a `tally` of another tool with values or words that no record can have.

    In a record an empty cell is missing, and words are pieces of a text.
    """
    for name, feature in tally.features.items():
        with feature_place(name):
            if isinstance(feature, Values):
                mark = next((value for value in feature.names if value in MISSING), None)
                if mark is not None:
                    raise InputError(f"{quoted(mark)} marks what is missing: count it as null")
            elif not isinstance(feature, Numbers):
                cut = splitter(feature.split)
                broken = next((word for word in feature.names if cut(word) != [word]), None)
                if broken is not None:
                    message = f"{quoted(broken)} is no word of texts that are cut as {feature.split}"
                    raise InputError(message)


def word_families(texts: Words | Presence) -> tuple[str, ...]:
    """Return the families that the words of `texts` can follow, by the way they were counted.

    >>> word_families(Words({}, "unicode", {}))
    ('multinomial',)
    """
    return families.families_with_kernel("words" if isinstance(texts, Words) else "presence")


def _default_families(tally: Tally) -> dict[str, Choice]:
    """Return the default families of columns: of numbers always, of values where there are texts."""
    domains: dict[type, str] = {Numbers: "numbers"}
    if text_feature(tally)[1] is not None:
        domains[Values] = "nominal"
    kinds = {name: type(feature) for name, feature in tally.features.items()}
    return {name: families.default(domains[kind]) for name, kind in kinds.items() if kind in domains}


def _query_with_text_split(
    query: str, schema: Schema, name: str, texts: Words | Presence | None
) -> Any:
    """Return a query with its text split into words, which spaces separate."""
    if texts is None or not query.strip():
        return query
    cut = splitter(texts.split)
    observed = Place.root("query").read(read_query, query, schema, name)
    if isinstance(observed, str):
        return " ".join(cut(observed))
    assert isinstance(observed, dict)
    return {column: " ".join(cut(v)) if column == name else v for column, v in observed.items()}
