"""A tally as a problem, solved as any other of counts alone: exactly, every line checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from exactnb.core import families
from exactnb.core.data.counts import Cell, Counts
from exactnb.core.data.power_sums import PowerSum
from exactnb.core.data.rows import MISSING, ordered_values
from exactnb.core.data.schema import Number, Schema, as_number
from exactnb.core.families import Choice
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.queries import read_query
from exactnb.errors import HERE, InputError, Place, listing, quoted
from exactnb.scale.counting.features import Numbers, Presence, Values, Words
from exactnb.scale.counting.splitting import splitter
from exactnb.scale.counting.tally import Tally, feature_place


def problem_of(
    tally: Tally,
    query: str = "",
    *,
    family: Choice | None = None,
    of_columns: Mapping[str, Choice] | None = None,
    **said: Any,
) -> Problem:
    """Return the problem that counts are, with a query as it is typed; `solve` works it out.

    `of_columns` are families of single columns, the `family` of words is as they were counted, and
    `said` is what else a `Problem` takes. A text is cut as those that were counted.

    >>> sky = [("value", "sky", "yes", "rain", 2), ("value", "sky", "no", "sun", 1)]
    >>> sizes = [("class", "play", "yes", None, 2), ("class", "play", "no", None, 1)]
    >>> problem = problem_of(Tally.from_rows([*sizes, *sky]), "rain")
    >>> problem.decide(problem.query["x"])
    ('yes',)

    Raises InputError for a family that does not go with the counts, and as `as_counts`.
    """
    data = as_counts(tally)
    name, texts = text_of(tally)
    chosen = {**_families(tally), **(of_columns or {})}
    if texts is not None:
        own = families_of_words(texts)
        if family not in (None, own[0]) and family not in own:
            told = f"words were counted for {' or '.join(own)}; got {quoted(family)}"
            raise InputError(told, at="family")
        family = own[0] if family is None else family
    asked = _cut(query, data.schema, name, texts)
    return Problem(data, asked, family=family, families=chosen or None, **said)


def as_counts(tally: Tally) -> Counts:
    """Return the counts of a problem, whose columns and values stand in alphabetical order.

    >>> tally = Tally.from_rows([("class", "play", "yes", None, 2), ("value", "sky", "yes", "rain", 2)])
    >>> as_counts(tally).cell("sky", "rain", "yes")
    2

    Raises InputError for several texts, and for a column that is called like one of their words.
    """
    check_spelling(tally.audited())
    columns: dict[str, tuple[str, ...]] = {}
    cells: dict[Cell, Number] = {}
    moments: dict[PowerSum, Number] = {}
    shown: dict[tuple[str, str], Number] = {}
    for name in sorted(tally.features):
        of = tally.features[name]
        if isinstance(of, Values):
            columns[name] = ordered_values(of.values, None, HERE)
            seen = ((k, v, n) for k, found in of.counts.items() for v, n in found.items())
            cells |= {(name, v, k): n for k, v, n in seen if v is not None}
        elif isinstance(of, Numbers):
            columns[name] = ()
            shown |= {(name, k): tally.classes[k] - n for k, n in of.missing.items() if n}
            for label, sums in of.sums.items():
                moments[(name,), label] = as_number(sums.total)
                moments[(name, name), label] = as_number(sums.squares)
    text, texts = text_of(tally)
    by_class = {} if texts is None else texts.counts
    words: dict[tuple[str, str], Number] = {
        (word, k): n for k, found in by_class.items() for word, n in found.items()
    }
    classes = tuple(sorted(tally.classes))
    known = () if texts is None else texts.words
    if word := min(columns.keys() & set(known), default=""):
        raise InputError(
            "is a column and a word of the texts; rename the column", at=feature_place(word)
        )
    bare = Schema("", classes, columns, known, text)
    schema = replace(bare, class_variable=bare.free_name(tally.label))  # it may be a word, too
    sizes: dict[str, Number] = {label: tally.classes[label] for label in classes}
    return Counts(schema, sizes, cells, words, words, moments=moments, shown=shown)


def text_of(tally: Tally) -> tuple[str, Words | Presence | None]:
    """Return the one text that was counted, with its name; "" and None if there is none.

    Raises InputError for several.
    """
    found = {name: of for name, of in tally.features.items() if isinstance(of, Words | Presence)}
    if len(found) > 1:
        raise InputError(f"expected one column of texts; got {listing(sorted(found))}")
    return next(iter(found.items()), ("", None))


def check_spelling(tally: Tally) -> None:
    """Refuse values and words that no record would show, as counts of other tools may have them.

    A cell that is empty is missing in a record, and a word is what its text is cut into.
    """
    for name, of in tally.features.items():
        with feature_place(name):
            if isinstance(of, Values):
                mark = next((value for value in of.values if value in MISSING), None)
                if mark is not None:
                    raise InputError(f"{quoted(mark)} marks what is missing: count it as null")
            elif not isinstance(of, Numbers):
                cut = splitter(of.split)
                other = next((word for word in of.words if cut(word) != [word]), None)
                if other is not None:
                    raise InputError(f"{quoted(other)} is no word of texts that are cut as {of.split}")


def families_of_words(texts: Words | Presence) -> tuple[str, ...]:
    """Return the families that the words of texts can follow, as they were counted.

    >>> families_of_words(Words({}, "unicode", {}))
    ('multinomial',)
    """
    return families.with_kernel("words" if isinstance(texts, Words) else "presence")


def _families(tally: Tally) -> dict[str, Choice]:
    """Return what columns follow if nothing is said: numbers are normal; beside texts, the others."""
    found: dict[str, Choice] = {}
    _, texts = text_of(tally)
    for name, of in tally.features.items():
        if isinstance(of, Numbers):
            found[name] = families.usual("numbers")
        elif isinstance(of, Values) and texts is not None:
            found[name] = families.usual("nominal")
    return found


def _cut(query: str, schema: Schema, name: str, texts: Words | Presence | None) -> Any:
    """Return a query as it is read, a text in it as words with spaces between."""
    if texts is None or not query.strip():
        return query
    cut = splitter(texts.split)
    shown = Place.root("query").read(read_query, query, schema, name)
    if isinstance(shown, str):
        return " ".join(cut(shown))
    assert isinstance(shown, dict)
    return {column: " ".join(cut(v)) if column == name else v for column, v in shown.items()}
