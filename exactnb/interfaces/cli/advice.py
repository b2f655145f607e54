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
from exactnb.errors import ExactnbError
from exactnb.interfaces.cli.wording import in_options

_MOST = 12  # refusals that are followed
_OPTION = re.compile(r'--(id|label|text|weight|encoding|decimal|skip|family) "([^"]+)"|--(binarize)\b')
_OF_FAMILY = {usual("numbers"): "numbers", usual("nominal"): "categories"}
_LISTS = ("skip", *_OF_FAMILY.values())  # of which each refusal adds some

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
    added: dict[str, str] = {}
    problem, refusals, as_class = None, list[str](), list[dict[str, str]]()
    while len(refusals) < _MOST:
        try:
            problem = read(**{**settings, **added})
            break
        except ExactnbError as error:
            message = in_options(error, options).message
        if message in refusals:
            return ""
        refusals.append(message)
        for key, value in _advised(message):
            listed = added.get(key) or settings.get(key) if key in _LISTS else ""
            added[key] = ",".join(filter(None, (listed, value)))
    if problem is None:
        return ""
    try:
        read(query=options.query, **{**settings, **added})
    except ExactnbError:
        as_class = list(_fitting_classes(problem, read, {**settings, **added}, options.query))
        if len(as_class) != 1:
            return ""
        added |= as_class[0]
    if len(refusals) < 2 and not as_class:  # of which no message speaks
        return ""
    spelled = (f"--{key}" + f' "{value}"' * (key != "binarize") for key, value in added.items())
    return f"; all that is needed: {' '.join(spelled)}"


def _advised(message: str) -> Iterator[tuple[str, str]]:
    """Yield the keywords and values of the first advice in `message`; "and" joins some."""
    end = 0
    for match in _OPTION.finditer(message):
        if end and message[end : match.start()] != " and ":
            return
        end = match.end()
        key, value = match[1] or match[3], match[2] or "yes"
        column, _, family = value.rpartition("=")
        if key == "family" and column and family in _OF_FAMILY:
            key, value = _OF_FAMILY[family], column
        yield key, value


def _fitting_classes(
    problem: Problem, read: Callable[..., Problem], settings: Settings, query: str | None
) -> Iterator[dict[str, str]]:
    """Yield the settings of a class of repeated names that the query fits, in the place of numbers."""
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
