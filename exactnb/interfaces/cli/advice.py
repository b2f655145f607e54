"""Follow what refusals of a table and notes on it advise, and hand over the command that reads it."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import chain
from typing import Any

from exactnb.core.data.doubts import COUNTED
from exactnb.core.data.schema import Number
from exactnb.core.families import usual
from exactnb.core.naming.grammar import is_numeral
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.table_options import (
    FLAGS,
    OF_ROWS,
    as_keys,
    as_keywords,
    as_options,
    in_options,
)
from exactnb.errors import ExactnbError

_MOST = 12  # refusals and notes that are followed
_MOST_ROWS = 2_000  # of a table that is read again for notes on it, or to leave out an option
_OF_FAMILY = {usual("numbers"): "numbers", usual("nominal"): "categories"}
_KEYS = (*OF_ROWS, "family", "missing_cells", *_OF_FAMILY.values())
_OPTION = re.compile(r'--([a-z-]+)\b(?: "([^"]+)"| (query)\b)?')
_CONDITIONS = re.compile(r"\bif [^;]*?, say --")
_LISTS = {
    "strip": " ",
    "skip": ",",
    "fill_down": ",",
    "omit": ",",
    **dict.fromkeys(_OF_FAMILY.values(), ","),
}
"""Options to which each refusal adds, and what stands between."""
_PLAIN_WORD = re.compile(r"[\w@%+:,./=-]+")

Settings = Mapping[str, Any]


def next_command(
    read: Callable[..., Problem], options: argparse.Namespace, problem: Problem | None = None
) -> str:
    """Return the command that reads a table as its refusals and notes advise, or "".

    The first advice of each is followed. `read` reads the table with keywords, those of the `options`
    that were given among them; the `problem` is what they read, if it is not refused. The command was
    tried: where advice leads nowhere there is none.
    """
    settings = as_keywords(vars(options))
    added: Settings = {}
    works, tried, is_read = added, list[Settings](), problem is not None
    rows: Number = 0
    while added not in tried and len(tried) < _MOST:
        tried.append(added)
        keywords = {**settings, **as_keywords(added)}
        try:
            problem = read(**keywords) if problem is None or added else problem
        except ExactnbError as error:
            message = in_options(error, options).message
            added = _with_advice(message, added, settings)
            if len(sheets := re.findall('--worksheet "(.*?)"', message)) > 1:
                fitting = [sheet for sheet in sheets if _leads(read, options, worksheet=sheet)]
                added = {**added, "worksheet": fitting[0]} if len(fitting) == 1 else tried[-1]
            continue
        rows = sum(problem.counts.sizes.values())
        if added.get("skip", "").count(",") > rows:
            break
        if added or not is_read:
            works = _with_query(problem, read, options.query, keywords, added) or works
        if rows > _MOST_ROWS:
            break
        for doubt in problem.doubts:
            if doubt.remedy.get("weight", "n").casefold() not in COUNTED:  # it may be measured
                continue
            added = _with_advice(as_options(as_keys(doubt.remedy), options), added, settings)
            if "no_header" in added and "no_header" not in tried[-1]:  # which changes all names
                break

    def outcome(added: Settings) -> list[object]:
        problem = read(query=options.query, **{**settings, **as_keywords(added)})
        return [problem.counts, problem.doubts, problem.models, problem.query]

    read_so = outcome(works) if len(works) > 1 and rows <= _MOST_ROWS else []
    for key in works if read_so else ():  # what later advice made superfluous is left out
        fewer = {other: value for other, value in works.items() if other != key}
        with suppress(ExactnbError):
            works = fewer if outcome(fewer) == read_so else works
    return _spelled(options, works) if works else ""


def _leads(read: Callable[..., Problem], options: argparse.Namespace, **added: str) -> bool:
    """Say whether a table is read, and has the query, with further options or what they lead to."""
    options = argparse.Namespace(**vars(options) | added)
    try:
        return bool(read(query=options.query, **as_keywords(vars(options))))
    except ExactnbError:
        return bool(next_command(read, options))


def _spelled(options: argparse.Namespace, added: Settings) -> str:
    """Return the words of the command with further options, as a shell takes them."""
    words = ["exactnb", *options.argv] if "argv" in options else []
    for key, value in added.items():
        option = f"--{key.replace('_', '-')}"
        words = [word for word in words if not word.startswith(f"{option}=")]
        if option in words:  # with another value, in the place of which this one stands
            place = words.index(option)
            words[place : place + 2] = []
        words += [option, *([] if value is True else [value])]
    return " ".join(map(_quoted, words))


def _quoted(word: str) -> str:
    if _PLAIN_WORD.fullmatch(word):
        return word
    return shlex.quote(word) if re.search(r'["$`\\!]', word) else f'"{word}"'


def _with_advice(message: str, added: Settings, settings: Settings) -> Settings:
    """Return the options `added`, and those of the first advice in `message`, in which "and" joins."""
    if len(_CONDITIONS.findall(message)) > 1:  # of which only who knows the file can choose
        return added
    end, more = 0, dict(added)
    matches = list(_OPTION.finditer(message))
    # of a column whose name says that it counts, that is likelier than a distribution; what is called
    # a weight is measured as often. So is presence of 0.0 and 1.0
    for match in [m for m in matches if _is_likelier(m)] or matches:
        if end and message[end : match.start()] != " and ":
            break
        key = match[1].replace("-", "_")
        value: Any = match[2] or match[3] or key in FLAGS
        column, _, family = str(value).rpartition("=")
        if key not in _KEYS or not value or (key == "family" and not (column or "family" in settings)):
            continue  # a family of all columns is advised only where another is stated
        if value in (more.get(key), settings.get(key)):  # which the message repeats
            continue
        end = match.end()
        if key == "family" and column and family in _OF_FAMILY:
            key, value = _OF_FAMILY[family], column
        if key in _LISTS and (listed := more.get(key) or settings.get(key)):
            value = _LISTS[key].join((listed, value))
        more[key] = value
    return more


def _is_likelier(match: re.Match[str]) -> bool:
    return match[1] == "binarize" or match[1] == "weight" != (match[2] or "").casefold()


def _with_query(
    problem: Problem, read: Callable[..., Problem], query: Any, settings: Settings, added: Settings
) -> Settings:
    """Return the options `added` if the query fits the `problem` that they read, or those that it fits.

    Nothing if it fits in none of the `_ways`, or in several.
    """
    if query is None:
        return added
    fitting = list[Settings]()
    for more in chain(({},), _ways(problem, settings, query)):
        with suppress(ExactnbError):
            read(query=query, **{**settings, **more})
            fitting.append({**added, **more})
            if not more:
                break
    return fitting[0] if len(fitting) == 1 else {}


def _ways(problem: Problem, settings: Settings, query: str) -> Iterator[Settings]:
    """Yield options with which a query may have been meant: it leaves out an id, or names the class.

    Another column of repeated names is the class where numbers are, or what the query says a value of.
    """
    schema, rows = problem.schema, sum(problem.counts.sizes.values())
    variable, is_measured = schema.class_variable, all(map(is_numeral, schema.classes))
    is_named = variable in (piece.partition("=")[0].strip() for piece in re.split("[,;]", query))
    more: Settings = {}
    if is_measured:
        more = {"numbers": ",".join(filter(None, (settings.get("numbers"), variable)))}
    for column, values in schema.columns.items():
        if any(map(is_numeral, values)):
            continue
        if len(values) == rows:
            yield {"id": column}
        elif is_measured or is_named:
            yield {**more, "label": column}
