"""What `exactnb solve` says of a table in options, where a problem file has keys."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from exactnb.core.families import usual
from exactnb.core.problem.queries import list_items
from exactnb.errors import ExactnbError, InputError, Place, quoted
from exactnb.interfaces.cli.printing import dialect_of, listed, marks, refuse

_AS_THEY_ARE = ("label", "id", "text", "encoding", "delimiter", "decimal", "smoothing", "unseen")
_READ_HERE = ("missing", "words", "letters", "family", "numbers", "categories", "prior")

_OF_FILES = ("encoding", "delimiter", "decimal", "missing")
_OF_ROWS = ("label", "id", "text", *_OF_FILES, "words", "letters", "numbers", "categories")

_DOMAINS = {"numbers": "numbers", "categories": "nominal"}
"""What an option for columns says that they hold, as in `exactnb classify`."""

_IN_OPTIONS = (
    (r'families = \{ ("?)(.+?)\1 = "([\w-]+)" \}', r'--family "\2=\3"'),
    (r'\bid = ("?)(.+?)\1(?=$|[;,)])', r'--id "\2"'),
    (r'decimal = ","( in data)?', '--decimal ","'),
    (r"data\.missing lists", "--missing says"),
    (r"list them in data\.values", "a problem file lists them in data.values"),
)
"""What messages say of a problem file, and what they say of the same thing here."""


def said_of_table(options: argparse.Namespace) -> dict[str, Any]:
    """Return what the options say of a table, as keywords of `Problem.from_csv`.

    Raises InputError with the option.
    """
    _ = dialect_of(options)  # which names an option that says nothing
    said = {key: getattr(options, key) for key in _AS_THEY_ARE}
    said = {key: value for key, value in said.items() if value is not None}
    if options.missing is not None:
        said["missing"] = list(marks(options.missing))
    if options.words or options.letters:
        said["split"] = "words" if options.words else "letters"
    if options.prior is not None:
        said["prior"] = _prior(options.prior)
    family, families = _families(options)
    return {**said, "family": family or None, "families": families or None}


def check_none_of_table(options: argparse.Namespace) -> None:
    """Refuse an option of tables beside a problem file."""
    refuse(options, (*_AS_THEY_ARE, *_READ_HERE), "goes with a table; a problem file says it itself")


def check_none_of_rows(options: argparse.Namespace) -> None:
    """Refuse an option that says how rows are read and counted beside what was counted of them."""
    refuse(options, _OF_ROWS, "goes with rows; counts say it themselves")


@contextmanager
def options_named() -> Iterator[None]:
    """Tell errors in the words of the command line: with options in the place of keys.

    >>> with options_named():
    ...     raise InputError('say id = "RID"; or families = { "RID" = "poisson" }', at="query.x.sky")
    Traceback (most recent call last):
        ...
    exactnb.errors.InputError: --query.sky: say --id "RID"; or --family "RID=poisson"
    """
    try:
        yield
    except ExactnbError as error:
        raise _in_options(error) from None


def _in_options(error: ExactnbError) -> ExactnbError:
    message, head = error.message, error.place.parameter
    for key, option in _IN_OPTIONS:
        message = re.sub(key, option, message)
    if message.endswith("a row without a class"):
        message += "; --label names another column"
    told = error.saying(message)
    if head not in (*_AS_THEY_ARE, *_READ_HERE, "query", "families", "split"):
        return told
    option = {"families": "family", "split": "words"}.get(head, head)
    inside = error.place.below(2 if head == "query" else 1)  # the id of a query is nobody's word
    return told.moved(Place.of("--" + option) / inside)


def _prior(given: str) -> str | Mapping[str, str]:
    """Return "uniform", or the numbers in "yes=0.3, no=0.7"."""
    items = list_items(given)
    if "=" not in given:
        return given
    if not items or any(item.sign != "=" for item in items):
        raise InputError(f'expected "class=number, ..."; got {quoted(given)}', at="--prior")
    return {item.first: item.second for item in items}


def _families(options: argparse.Namespace) -> tuple[str, dict[str, str]]:
    """Return the family of all columns, "" for none, and those of single columns."""
    items = list_items(options.family or "")
    alone = [item.first for item in items if not item.sign]
    if options.family is not None and (not items or len(alone) > 1):
        told = f'expected a family, or "Column=family, ..."; got {quoted(options.family)}'
        raise InputError(told, at="--family")
    found = {item.first: item.second for item in items if item.sign}
    for option, domain in _DOMAINS.items():
        for column in listed(getattr(options, option)):
            if column == "*" and not alone:
                alone = [usual(domain)]
                continue
            if column in found or column == "*":
                what = "all columns have" if column == "*" else f"column {quoted(column)} has"
                raise InputError(f"{what} a family already", at="--" + option)
            found[column] = usual(domain)
    return (alone or [""])[0], found
