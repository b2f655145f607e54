"""Follow what refusals of a table and notes on it advise, and hand over the command that reads it.

How to read: `next_command` is the door; `_Search` follows each advice to the end, `_options_by_advice`
reads it in a message; `_class_candidates` says which columns may be the class of a query that does not
fit.
"""

from __future__ import annotations

import argparse
import re
import shlex
from ast import literal_eval
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from exactnb.core.arithmetic.numerals import unit_of
from exactnb.core.data.documents import SPLITS
from exactnb.core.data.doubts import is_count
from exactnb.core.data.findings import Doubt, RowsOutcome
from exactnb.core.data.schema import Number, Schema, seems_missing
from exactnb.core.families import default
from exactnb.core.naming.grammar import is_numeral
from exactnb.core.problem.absences import Omission, whole
from exactnb.core.problem.from_table import QueriesOf
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.table_options import (
    FLAGS,
    LISTED,
    OF_MODEL,
    OF_ROWS,
    as_keys,
    as_keywords,
    as_options,
    in_options,
    joined,
    noted,
)
from exactnb.errors import ExactnbError

_MOST = 60  # readings on the way to a command
_MOST_ROWS = 2_000  # of a table that is read again for notes on it, or to leave out an option
_OF_FAMILY = {default("numbers"): "numbers", default("nominal"): "categories"}
_KEYS = (*OF_ROWS, "family", "missing_cells", *_OF_FAMILY.values())
_OPTION = re.compile(r"""--([a-z-]+)\b(?: "([^"]+)"| '([^']+)'| (query)\b)?(?! leaves)""")
_MEANT = re.compile(r"""; did you mean ('[^']*'|"[^"]*"|'(?:[^'\\]|\\.)*')\?$""")
_NAME = r"""('[^']*'|"[^"]*"|'(?:[^'\\]|\\.)*')"""
_ALIKE = re.compile(rf"^unknown column {_NAME} \(did you mean {_NAME}\?\)")
_CONDITIONS = re.compile(r"\bif [^;]*?, say --")
_LISTS = (*LISTED, *_OF_FAMILY.values())
"""Options to which each refusal adds."""
_OF_NAMES = (
    "label",
    "id",
    "text",
    "weight",
    "fill_down",
    "omit",
    "rest",
    "header",
    *_OF_FAMILY.values(),
)
"""Options that name columns."""
_OF_COLUMN = {
    "class": "label",
    **{key: key for key in ("label", "id", "text", "weight", "omit", "fill_down")},
}
"""Options that name columns which have to be there, by their keys."""
_WORDS = frozenset(("none", "nil", "missing", "yok", "refused", "dk", "nt"))
"""Marks that are values too: a thing is not there, a loan is refused, Denmark, a territory."""
_PLAIN_WORD = re.compile(r"[\w@%+:,./=-]+")

Settings = Mapping[str, Any]


def next_command(
    read: Callable[..., Problem], options: argparse.Namespace, problem: Problem | None = None
) -> tuple[str, list[str]]:
    """Return the command that reads a table as its refusals and notes advise, or "", and its questions.

    `read` reads the table with keywords, those of the `options` that were given among them; the
    `problem` is what they read, if it is not refused. The command was tried: where advice leads nowhere
    there is none, nor where two readings of the table are possible. Its questions are other queries
    than the one that it asks.
    """
    search = _Search(read, options, as_keywords(vars(options)))
    if not (works := search.follow({}, problem)):
        return "", []
    about_queries = list[str]()
    with suppress(ExactnbError):  # of an option that only the query's numbers heed
        problem = search.problem_with(works)
        about_queries = [noted(doubt, options) for doubt in problem.doubts if "query" in doubt.remedy]
    return spelled(options, search.without_superfluous(works)), about_queries


@dataclass
class _Search:
    """A search for options with which a table is read: one step for each refusal, and for all notes."""

    read: Callable[..., Problem]
    options: argparse.Namespace
    settings: Settings
    tried: list[Settings] = field(default_factory=list)
    rows: Number = 0

    def follow(self, added: Settings, problem: Problem | None = None) -> Settings | None:
        """Return the options that further advice leads to from those `added`, None if to nothing.

        With them the table is read, and has the query. Of a refusal with several conditions only one
        may lead on.
        """
        if added in self.tried or len(self.tried) >= _MOST:
            return None
        self.tried.append(added)
        keywords = {**self.settings, **as_keywords(added)}
        try:
            try:
                problem = self.read_so(**keywords) if problem is None or added else problem
            except ExactnbError as error:  # --divisor is of numbers, which may be names so far
                if (key := error.place.parameter) not in OF_MODEL or key in _KEYS:
                    raise
                problem = self.read_so(**{other: of for other, of in keywords.items() if other != key})
        except ExactnbError as error:
            message = in_options(error, self.options).message
            advised = _options_by_advice(message, added, self.settings)
            if (match := _ALIKE.search(message)) and error.place.parameter in _OF_COLUMN:
                key, wrong, name = _OF_COLUMN[error.place.parameter], *map(literal_eval, match.groups())
                listed = str(added.get(key) or self.settings.get(key) or wrong).split(",")
                names = [name if of.strip() == wrong else of for of in listed]
                advised = [{**added, key: ",".join(names)}]
            if self.options.query is not None:  # which asks for another row
                advised = [
                    way | {"unlabelled": "drop"} if "unlabelled" in way else way for way in advised
                ]
            typed = [self.with_typed_names(way, added) for way in advised]
            fitting = [way for way in map(self.follow, typed) if way is not None]
            if not fitting and advised and advised[0].get("unlabelled", "drop") != "drop":
                fitting = [way] if (way := self.follow({**advised[0], "unlabelled": "drop"})) else []
            return fitting[0] if len(fitting) == 1 else None
        if problem.schema.class_variable == added.get("rest"):  # which is no text
            return None
        rows: Number = len(getattr(problem.data, "rows", ()))  # of which weights may make more
        self.rows = rows = rows or sum(problem.counts.sizes.values())
        if added.get("skip", "").count(",") > rows:
            return None
        further = _with_remedies(problem, added, self.settings, self.options)
        is_first = "no_header" in {*further} - {*added}  # line a row, which comes once more
        deeper = self.follow({k: of for k, of in further.items() if k != "skip"}) if is_first else None
        deeper = deeper or (self.follow(further) if rows <= _MOST_ROWS else None)
        if deeper is not None and "query" not in deeper:
            return deeper
        here = self.fitting(problem, added)  # which may have the query as it was typed
        return here if deeper is None or (here and "query" not in here) else deeper

    def with_typed_names(self, way: Settings, added: Settings) -> Settings:
        """Return a `way` whose header, of two lines, has the one of two names alone that is typed."""
        if "header" not in {*way} - {*added}:
            return way
        listed = (str(self.settings.get(key, "")).split(",") for key in _OF_NAMES)
        typed = {name.strip() for names in listed for name in names} | {
            *_query_columns(self.options.query)
        }
        names = way["header"].split(",")
        ends = [
            [of for of in typed - {*names} if name.endswith(f" {of}") or name.startswith(f"{of} ")]
            for name in names
        ]
        once = Counter(of for of_name in ends for of in of_name)
        lower = [next((of for of in of_name if once[of] == 1), "") for of_name in ends]
        header = ",".join(of or name for of, name in zip(lower, names, strict=True))
        return {**way, "header": header}

    def read_so(self, **keywords: Any) -> Problem:
        """Return the problem that `keywords` read; of a query that does not fit its columns alone."""
        try:
            return self.read(**keywords)
        except ExactnbError as error:
            if error.place.parameter != "query" or self.options.query is None:
                raise
            return self.read(**keywords | {"query": query_without_values(self.options.query)})

    def fitting(self, problem: Problem, added: Settings) -> Settings | None:
        """Return the options `added` if the query fits the `problem` that they read, or those it fits.

        Another column may be the class. None if it fits in no such way, or in several.
        """
        is_guessed = "label" not in {**self.settings, **added}
        filled = added.get("fill_down", "").split(",")
        is_lacking = "unlabelled" in added or problem.schema.class_variable in filled
        if self.options.query is None or (
            not (is_guessed and is_lacking) and self.is_query_fitting(added)
        ):
            return added
        base = dict(added)
        if is_guessed and is_lacking:  # cells of what may be no class
            base = {key: of for key, of in base.items() if key not in ("unlabelled", "fill_down")}
        labels = _class_candidates(problem) if is_guessed and self.rows <= _MOST_ROWS else []
        ways = [_with_roles(base, problem, label=label) for label in labels]
        fitting = [*filter(self.is_query_fitting, ways)] or [added] * self.is_query_fitting(added)
        if fitting:
            return fitting[0] if len(fitting) == 1 else None
        ways = [way for way in map(self.follow, ways) if way is not None]
        return ways[0] if len(ways) == 1 else self.respelled(added)

    def is_query_fitting(self, added: Settings) -> bool:
        """Say whether the query fits what is read with the options `added`."""
        with suppress(ExactnbError):
            return bool(self.problem_with(added))
        return False

    def problem_with(self, added: Settings) -> Problem:
        """Return the problem that is read with the options `added`, and its query."""
        typed = {"query": query} if (query := added.get("query")) else {}
        return self.read(**typed, **{**self.settings, **as_keywords(added)})

    def respelled(self, added: Settings) -> Settings | None:
        """Return the options that the refusal of the query leads to: another spelling, a text."""
        try:
            self.problem_with(added)
        except ExactnbError as error:
            message = in_options(error, self.options).message
            if match := _MEANT.search(message):
                way = {**added, "query": literal_eval(match[1])}
                sizes = [len(re.findall(",|=+", of)) for of in (self.options.query, way["query"])]
                is_whole = sizes[0] <= sizes[1]  # no cell is left out
                return way if is_whole and "query" not in added and self.is_query_fitting(way) else None
            ways = _options_by_advice(message, added, self.settings)
            if ways and "text" in {*ways[0]} - {*added}:  # of which cells are none
                named = _query_columns(self.options.query)
                is_of_cells = bool(named) and ways[0]["text"] not in named
                if is_of_cells or ("items" not in ways[0] and "," in self.options.query):
                    return None
            return self.follow(ways[0]) if len(ways) == 1 else None
        return None

    def without_superfluous(self, works: Settings) -> Settings:
        """Return options without those that later advice made superfluous."""

        def outcome(added: Settings) -> list[object]:
            problem = self.problem_with(added)
            slips = [doubt for doubt in problem.doubts if not isinstance(doubt, Omission)]
            return [problem.counts, slips, problem.models, problem.query]

        read_so = outcome(works) if len(works) > 1 and self.rows <= _MOST_ROWS else []
        for key in [*works] if read_so else ():
            if key == "delimiter":  # which the refusal says
                continue
            fewer = {other: value for other, value in works.items() if other != key}
            with suppress(ExactnbError):
                works = fewer if outcome(fewer) == read_so else works
        return works


def query_without_values(query: str | None) -> QueriesOf | None:
    """Return a query that names the columns of another one, without values; None if that names none."""
    return (
        QueriesOf(lambda data: {query: _query_columns(query, data.columns)})
        if _query_columns(query)
        else None
    )


def _query_columns(query: str | None, columns: Iterable[str] = ()) -> dict[str, str]:
    """Return the columns that a query names, each with an empty cell: the longest of `columns`."""
    with_commas = sorted((column for column in columns if "," in column), key=len, reverse=True)
    names = "|".join((*map(re.escape, with_commas), "[^,;=]+"))
    return {of.strip(): "" for of in re.findall(rf"(?:^|[,;])\s*({names})\s*=", query or "")}


def spelled(options: argparse.Namespace, added: Settings) -> str:
    """Return the words of the command with further options, as a shell takes them."""
    words = ["exactnb", *options.argv] if "argv" in options else []
    for key, value in added.items():
        option = f"--{key.replace('_', '-')}"
        words = [word for word in words if not word.startswith(f"{option}=")]
        if option in words:  # with another value, in the place of which this one stands
            place = words.index(option)
            words[place : place + 2] = []
        if key in SPLITS:  # of which there is one
            words = [word for word in words if word.removeprefix("--") not in SPLITS]
        words += [option, *([] if value is True else [value])]
    return " ".join(map(_quoted, words))


def _quoted(word: str) -> str:
    if _PLAIN_WORD.fullmatch(word):
        return word
    return shlex.quote(word) if re.search(r'["$`\\!]', word) else f'"{word}"'


def _options_by_advice(message: str, added: Settings, settings: Settings) -> list[dict[str, Any]]:
    """Return the options `added` with those of each advice in `message`, in which "and" joins them.

    The first one alone, unless a condition stands before each, or each names a sheet.
    """
    end, ways = 0, list[dict[str, Any]]()
    matches = list(_OPTION.finditer(message))
    # of a column whose name says that it counts, that is likelier than a distribution; what is called
    # a weight is measured as often. So is presence of 0.0 and 1.0
    likelier = (m for m in matches if m[1] == "binarize" or m[1] == "weight" != (m[2] or "").casefold())
    for match in [*likelier] or matches:
        if not ways or message[end : match.start()] != " and ":
            ways.append({})
        key = match[1].replace("-", "_")
        value: Any = match[2] or match[3] or match[4] or key in FLAGS
        column, _, family = str(value).rpartition("=")
        if key not in _KEYS or not value:
            continue
        if key == "family" and not (column or "family" in settings or "label" in ways[-1]):
            continue  # a family of all columns is advised only where another is stated, or the class
        if value in (added.get(key), settings.get(key)):  # which the message repeats
            continue
        end = match.end()
        if key == "id" and (added.get(key) or settings.get(key)):  # of which there is one
            key = "omit"
        if key == "family" and column and family in _OF_FAMILY:
            key, value = _OF_FAMILY[family], column
        if key in _LISTS and (listed := added.get(key) or settings.get(key)):
            of_command = f"{settings.get(key)}{LISTED.get(key, ',')}"  # which the message repeats
            value = joined(key, listed, value.removeprefix(of_command))
            if key == "skip":
                value = ",".join(sorted(value.split(","), key=lambda of: int(of.partition("-")[0])))
        ways[-1][key] = value
    ways = [way for way in ways if way]
    if len(_CONDITIONS.findall(message)) < 2 and not all("worksheet" in way for way in ways):
        ways = ways[:1]
    kept = {key: of for key, of in added.items() if key not in _OF_NAMES}  # if the header is a row
    return [{**(kept if "no_header" in {*way} - {*added} else added), **way} for way in ways]


def doubts_beside(problem: Problem, query: str | None) -> list[Doubt]:
    """Return the doubts about a `problem`, none of which takes what the `query` asks for as missing."""
    in_query = {part.strip().casefold() for part in re.split("[,;=]", query or "")}
    kept = list[Doubt]()
    named = _query_columns(query, problem.schema.columns)
    queries = [cells for cells in problem.query.values() if isinstance(cells, Mapping)]
    for doubt in problem.doubts:
        if named and doubt.remedy.get("text", "") not in ("", *named):  # cells are asked for
            continue
        if any(doubt.remedy.get("label") in cells for cells in queries):
            continue
        stated, marks = problem.schema.missing, doubt.remedy.get("missing", ())
        unasked = [mark for mark in marks if mark in stated or mark.casefold() not in in_query]
        others = [m for m in unasked if m in stated or not _is_word_of(m, problem.schema)]
        if marks and {*stated}.issuperset(unasked):
            continue
        if {*marks} != {*others}:
            doubt = Doubt(doubt, missing=others) if {*others} - {*stated} else Doubt(doubt)
        kept.append(doubt)
    return kept


def _is_word_of(mark: str, schema: Schema) -> bool:
    """Say whether a column has words beside a `mark` that is one, written alike: it may be a value."""
    name = mark.lower() if schema.fold_case else mark
    others = (other for of in (schema.classes, *schema.columns.values()) if name in of for other in of)
    words = (other for other in others if other[:1].isalpha() and not seems_missing(other))
    is_alike = any(other[0].isupper() == name[0].isupper() for other in words)
    return is_alike and name.casefold() in _WORDS


def _with_remedies(
    problem: Problem, added: Settings, settings: Settings, options: argparse.Namespace
) -> Settings:
    """Return the options `added`, and the remedies of all doubts about a `problem`.

    Where its header is a row, its other doubts are about wrong names.
    """
    for doubt in doubts_beside(problem, options.query):
        if isinstance(doubt, RowsOutcome) or (isinstance(doubt, Omission) and not options.strict):
            continue  # which changes nothing
        if not is_count(doubt.remedy.get("weight", "n")):  # it may be measured
            continue
        for way in _options_by_advice(as_options(as_keys(doubt.remedy), options), added, settings):
            if "no_header" in {*way} - {*added}:
                return way
            added = way
    omitted = added.get("omit", "").split(",")  # what adds up the others is no weight either
    return {key: of for key, of in added.items() if key != "weight" or of not in omitted}


def _class_candidates(problem: Problem) -> list[str]:
    """Return the columns of names that are values of several rows: one of them may be the class."""
    rows = len(getattr(problem.data, "rows", ()))
    every = whole(problem.data).schema.columns  # those too that no query names
    columns = {c: of for c, of in every.items() if c not in problem.measured}
    names = {c: of for c, of in columns.items() if not any(is_numeral(v) or unit_of(v) for v in of)}
    return [column for column, of in names.items() if 1 < len(of) < rows]


def _with_roles(added: Settings, problem: Problem, **roles: str) -> Settings:
    """Return the options `added`, and those that give columns of a `problem` other roles."""
    taken = {name for role in roles.values() for name in role.split(",")}
    schema, numbers = problem.schema, added.get("numbers", "").split(",")
    numbers += [schema.class_variable] * ("label" in roles and all(map(is_numeral, schema.classes)))
    roles["numbers"] = ",".join(name for name in numbers if name and name not in taken)
    return {key: of for key, of in {**added, **roles}.items() if of}
