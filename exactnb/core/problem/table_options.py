"""The options of commands that say how a table is read: as keywords, as typed, and in messages.

A message about a table names keys of problem files; `worded_as_options` makes options of them.

How to read: `as_keywords` reads options, `as_options` and `noted` word messages and doubts in them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from exactnb.core.data.dialect import DIALECT
from exactnb.core.problem.choice import KEYWORDS
from exactnb.errors import ExactnbError, InputError, Place, near, quoted

if TYPE_CHECKING:
    from argparse import Namespace

    from exactnb.core.data.findings import Doubt

FLAGS = ("no_header", "words", "letters", "items", "binarize", "fold_case")
"""Options without a value."""
OF_ROWS = ("label", "id", "text", "missing", "unlabelled", "weight", *DIALECT, *FLAGS)
"""The options that say how rows are read."""

OF_MODEL = tuple(key for key in KEYWORDS if key not in ("families", "epsilon"))
"""The options that say the model of a table: keywords under the same names."""

_EXCLUSIVE = (("header", "no_header"), ("words", "letters", "items"))

LISTED = {"strip": " ", "skip": ",", "fill_down": ",", "omit": ","}
"""Options that may have several values, and what stands between."""
_LONGEST = 90  # signs of a remedy that a note has room for
_KEY = r"""\b([a-z_]+) = (?:("|')(.+?)\2|(true|false)|\["(.*?)"\])(?=$|[\s;,)])(?: in data)?"""
_OPTIONS = {"class": "label", "families": "family", "split": "words", "epsilon": "var_smoothing"}
_NO_KEYS = ("files", "model", "source")  # options that happen to have the name of something else
_PHRASES = (
    (r'families = \{ ("?)(.+?)\1 = "([\w-]+)" \}', r'--family "\2=\3"'),
    (r"stands without a value; say", "stands without a value; say --family"),
    (r"they stand under data\.counts in a problem file", "exactnb solve --counts reads such a table"),
    (
        'unlabelled = "query" asks for it, "drop" leaves it out',
        "--label names another column, --unlabelled query asks for it, drop leaves it out",
    ),
    (r'epsilon = \{ "relative" = "(.+?)" \}', r"--var-smoothing \1"),
    (r'unseen = "drop" leaves', "--unseen drop leaves"),
    (r"list them in data\.values", "a problem file lists them in data.values"),
    (r"data\.values may list", "data.values of a problem file may list"),
    ("say which column is the class", "--label names the column of the class"),
)
"""Patterns of messages about problem files, and their wording on the command line."""


def as_keywords(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return `options` by their names, None and False where not given, as those of `Problem.from_csv`.

    >>> as_keywords({"label": "c", "header": "a, c", "words": True, "letters": False, "id": None})
    {'label': 'c', 'header': ('a', 'c'), 'split': 'words'}
    """
    keys = (key for key in (*OF_ROWS, *OF_MODEL) if options.get(key) not in (None, False))
    keywords = {key: options[key] for key in keys}
    if "header" in keywords:
        keywords["header"] = tuple(map(str.strip, keywords["header"].split(",")))
    if keywords.pop("no_header", False):
        keywords["header"] = False
    for key in _EXCLUSIVE[1]:
        if keywords.pop(key, False):
            keywords["split"] = key
    return keywords


def typed_options(text: str) -> dict[str, Any]:
    """Return the options in `text`, typed as behind a command.

    >>> typed_options('--fold-case --skip "1, 3"')
    {'fold_case': True, 'skip': '1, 3'}

    Raises InputError at `options` for what is none, for a value that lacks, and for one too many.
    """
    import shlex  # needed where a page takes options

    place, options = Place.of("options"), dict[str, Any]()
    known = [f"--{key.replace('_', '-')}" for key in (*OF_ROWS, *OF_MODEL)]
    try:
        words = iter(shlex.split(text))
    except ValueError:
        raise InputError("a quote that is not closed", at=place) from None
    for word in words:
        name, sign, value = word.partition("=")
        key = name[2:].replace("-", "_")
        if name not in known:
            raise InputError(f"there is no option {quoted(name)}{near(name, known)}", at=place)
        if key in options:
            raise InputError(f"{name} is given twice", at=place)
        if key not in FLAGS and not sign:
            value = next(words, "")
        if bool(value) is (key in FLAGS):
            raise InputError(f"{name} takes {'no' if value else 'a'} value", at=place)
        options[key] = value or True
    for pair in _EXCLUSIVE:
        if len(both := [key for key in pair if key in options]) > 1:
            names = " and ".join(f"--{key.replace('_', '-')}" for key in both)
            raise InputError(f"{names} exclude each other", at=place)
    return options


@contextmanager
def worded_as_options(options: Container[str] | Namespace) -> Iterator[None]:
    """Reword errors about a table where these `options` can be given, which its hints name.

    >>> with worded_as_options(["id", "family", "query"]):
    ...     raise InputError('say id = "RID"; or families = { "RID" = "poisson" }', at="query.x.sky")
    Traceback (most recent call last):
        ...
    exactnb.errors.InputError: --query.sky: say --id "RID"; or --family "RID=poisson"
    """
    try:
        yield
    except ExactnbError as error:
        raise in_options(error, options) from None


def in_options(error: ExactnbError, options: Container[str] | Namespace) -> ExactnbError:
    """Return an `error` about a table in terms of the `options` that can be given."""
    reworded = error.saying(as_options(error.message, options))
    head = error.place.parameter
    option = _OPTIONS.get(head, head)
    if option in _NO_KEYS or option not in options:
        return reworded
    # drops the query's id, which the user did not choose
    inside = error.place.below(2 if head == "query" else 1)
    return reworded.moved(Place.of("--" + option.replace("_", "-")) / inside)


def joined(key: str, listed: str, value: str) -> str:
    """Return the values that an option has, `listed`, and those of a `value` that may repeat them.

    >>> joined("skip", "1", "17,30"), joined("skip", "1", "1,7"), joined("omit", "Size, cm", "Age, cm")
    ('1,17,30', '1,7', 'Size, cm,Age, cm')
    """
    by = LISTED.get(key, ",")
    is_repeated = f"{value}{by}".startswith(f"{listed}{by}") or value == f"{listed}."
    values = (*listed.split(by), *value.split(by)) if key in ("strip", "skip") else (listed, value)
    return value if is_repeated else by.join(dict.fromkeys(values))


def as_options(message: str, options: Container[str] | Namespace) -> str:
    """Return a `message` with keys of a problem file as those of the `options` that say the same.

    >>> as_options('say missing = ["?", "NA"] in data', ["missing"])
    'say --missing "?,NA"'
    """
    for pattern, words in _PHRASES:
        message = re.sub(pattern, words, message)
    return re.sub(_KEY, partial(_as_option, options), message)


def noted(doubt: Doubt, options: Container[str] | Namespace | None = None) -> str:
    """Return a `doubt` with its remedy: in `options`, or without these in keys of a problem file.

    >>> from exactnb.core.data.findings import Doubt
    >>> doubt = Doubt("“Yes” and “yes” are two classes", fold_case=True)
    >>> noted(doubt), noted(doubt, ["fold_case"])
    ('“Yes” and “yes” are two classes (fold_case = true)',
     '“Yes” and “yes” are two classes (--fold-case)')
    """
    remedy = as_keys(doubt.remedy)
    if options is not None:
        remedy = as_options(remedy, options)
    return f"{doubt} ({remedy})" if 0 < len(remedy) <= _LONGEST else doubt


def as_keys(keywords: Mapping[str, Any]) -> str:
    """Return keywords that read a table as the keys of a problem file that say the same.

    >>> as_keys({"label": "play", "numbers": "age"})
    'class = "play" and families = { "age" = "gaussian" }'
    """
    spelled = []
    for key, value in keywords.items():
        if key == "numbers":
            from exactnb.core.families import default  # which loads the families

            key, value = "families", {value: default("numbers")}
        spelled.append(f"{'class' if key == 'label' else key} = {_as_toml(value)}")
    return " and ".join(spelled)


def _as_toml(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_as_toml(key)} = {_as_toml(of)}' for key, of in value.items())} }}"
    if isinstance(value, str) and '"' in value and not {"'", "\\"} & {*value}:
        return f"'{value}'"
    return json.dumps(value, ensure_ascii=False)  # TOML has the texts, lists and truth values of JSON


def _as_option(options: Container[str] | Namespace, match: re.Match[str]) -> str:
    """Return the option that says what a key and its value say, of solve where the command has none."""
    key, value = _OPTIONS.get(match[1], match[1]), match[3]
    if match[5]:
        value = match[5].replace('", "', ",")
    if match[1] == "split":
        key, value = value, ""
    if key == "header" and match[4] == "false":
        key = "no_header"
    if key in LISTED and (given := getattr(options, key, "")):
        value = joined(key, given, value)
    quote = match[2] if '"' in (value or "") and key == "strip" else '"'
    option = f"--{key.replace('_', '-')}" + f" {quote}{value}{quote}" * bool(value)
    return option if key in options else f"{option} to exactnb solve"
