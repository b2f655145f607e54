"""Errors about tables in the words of the command line: keys of problem files become its options."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from exactnb.errors import ExactnbError, Place

_KEY = re.compile(
    r"""\b([a-z_]+) = (?:("|')(.+?)\2|(true|false)|\["(.*?)"\])(?=$|[\s;,)])(?: in data)?"""
)
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
    (r'unseen = "drop" leaves', "--unseen drop leaves"),
    (r"list them in data\.values", "a problem file lists them in data.values"),
    (r"data\.values may list", "data.values of a problem file may list"),
    ("say which column is the class", "--label names the column of the class"),
)
"""Patterns of messages about problem files, and their wording on the command line."""


@contextmanager
def worded_as_options(options: argparse.Namespace) -> Iterator[None]:
    """Reword errors about a table for a command with these `options`, which its hints name.

    >>> from exactnb.errors import InputError
    >>> with worded_as_options(argparse.Namespace(id=None, family=None, query=None)):
    ...     raise InputError('say id = "RID"; or families = { "RID" = "poisson" }', at="query.x.sky")
    Traceback (most recent call last):
        ...
    exactnb.errors.InputError: --query.sky: say --id "RID"; or --family "RID=poisson"
    """
    try:
        yield
    except ExactnbError as error:
        raise in_options(error, options) from None


def in_options(error: ExactnbError, options: argparse.Namespace) -> ExactnbError:
    """Return an `error` about a table in terms of the `options` of a command."""
    message = error.message
    for pattern, words in _PHRASES:
        message = re.sub(pattern, words, message)
    reworded = error.saying(_KEY.sub(partial(_as_option, options), message))
    head = error.place.parameter
    option = _OPTIONS.get(head, head)
    if option in _NO_KEYS or not hasattr(options, option):
        return reworded
    # drops the query's id, which the user did not choose
    inside = error.place.below(2 if head == "query" else 1)
    return reworded.moved(Place.of("--" + option.replace("_", "-")) / inside)


def _as_option(options: argparse.Namespace, match: re.Match[str]) -> str:
    """Return the option that says what a key and its value say, of solve where the command has none."""
    key, value = _OPTIONS.get(match[1], match[1]), match[3]
    if match[5]:
        value = match[5].replace('", "', ",")
    if match[1] == "split":
        key, value = value, ""
    if key == "header" and match[4] == "false":
        key = "no_header"
    option = f"--{key.replace('_', '-')}" + f' "{value}"' * bool(value)
    return option if hasattr(options, key) else f"{option} to exactnb solve"
