"""Follow what refusals of a table advise, so that one message can say all the options that it needs."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from exactnb.core.families import usual
from exactnb.core.naming.grammar import is_numeral
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.table_options import as_keys, as_keywords, as_options, in_options
from exactnb.errors import ExactnbError

_MOST = 12  # refusals that are followed
_KEYS = "id|header|label|text|weight|encoding|decimal|skip|strip|missing|family|numbers"
_OPTION = re.compile(rf'--({_KEYS}) "([^"]+)"|--(binarize|no-header)\b')
_OF_FAMILY = {usual("numbers"): "numbers", usual("nominal"): "categories"}
_LISTS = {"strip": " ", "skip": ",", **dict.fromkeys(_OF_FAMILY.values(), ",")}
"""Options to which each refusal adds, and what stands between."""

Settings = Mapping[str, Any]


def all_together(
    read: Callable[..., Problem],
    settings: Settings,
    options: argparse.Namespace,
) -> str:
    """Return the options with which a table is read that is refused, as the end of a message; or "".

    The first advice of each refusal is followed. `read` reads the table with `settings`, those of the
    `options` that were given. It says nothing where one message names all that is missing, and where
    advice leads nowhere.
    """
    added: Settings = {}
    problem, refusals, ways = None, list[str](), list[Settings]()
    while len(refusals) < _MOST:
        try:
            problem = read(**{**settings, **as_keywords(added)})
            break
        except ExactnbError as error:
            message = in_options(error, options).message
        if message in refusals:
            return ""
        refusals.append(message)
        added = _with_advice(message, added, settings)
    if problem is None or added.get("skip", "").count(",") > sum(problem.counts.sizes.values()):
        return ""
    try:
        read(query=options.query, **{**settings, **as_keywords(added)})
    except ExactnbError:
        ways = list(_ways_of_query(problem, read, {**settings, **as_keywords(added)}, options))
        if len(ways) != 1:
            return ""
        added = {**added, **ways[0]}
    if len(refusals) < 2 and not ways:  # of which no message speaks
        return ""
    spelled = [
        f"--{key.replace('_', '-')}" + f' "{value}"' * (value is not True)
        for key, value in added.items()
    ]
    return f"; all that is needed: {' '.join(spelled)}"


def _with_advice(message: str, added: Settings, settings: Settings) -> Settings:
    """Return the options `added`, and those of the first advice in `message`, in which "and" joins."""
    end, more = 0, dict(added)
    matches = list(_OPTION.finditer(message))
    # of a column whose name says that it counts, that is likelier than a distribution; what is called
    # a weight is measured as often
    for match in [m for m in matches if m[1] == "weight" != m[2].casefold()] or matches:
        if end and message[end : match.start()] != " and ":
            break
        end = match.end()
        if match[3]:
            more[match[3].replace("-", "_")] = True
            continue
        key, value = match[1], match[2]
        column, _, family = value.rpartition("=")
        if key == "family" and not column:  # which not all columns have
            continue
        if key == "family" and column and family in _OF_FAMILY:
            key, value = _OF_FAMILY[family], column
        listed = more.get(key) or settings.get(key) if key in _LISTS else ""
        more[key] = _LISTS.get(key, ",").join(filter(None, (listed, value)))
    return more


def _ways_of_query(
    problem: Problem, read: Callable[..., Problem], settings: Settings, options: argparse.Namespace
) -> Iterator[Settings]:
    """Yield options with which the query fits: those that notes on the data advise together.

    And those of a class of repeated names in the place of numbers.
    """
    own: Settings = {}
    query = options.query
    for doubt in problem.doubts:
        own = _with_advice(as_options(as_keys(doubt.remedy), options), own, settings)
    with suppress(ExactnbError):
        read(query=query, **{**settings, **as_keywords(own)})
        yield own
    schema, rows = problem.schema, sum(problem.counts.sizes.values())
    if not all(map(is_numeral, schema.classes)):
        return
    for column, values in schema.columns.items():
        if len(values) < rows and not any(map(is_numeral, values)):
            numbers = ",".join(filter(None, (settings.get("numbers"), schema.class_variable)))
            own = {"numbers": numbers, "label": column}
            with suppress(ExactnbError):
                read(query=query, **{**settings, **own})
                yield own
