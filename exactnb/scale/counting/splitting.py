"""Splitting texts into words, by rules whose names are part of the counts."""

from __future__ import annotations

import re
from collections.abc import Callable

from exactnb.errors import one_of

UNICODE, ASCII = "unicode", "ascii"
"""Words of two letters or more in lower case; runs of A-Z, a-z, 0-9, which all engines split alike."""

_WORD = re.compile(r"\b\w\w+\b")
_RUN = re.compile(r"[A-Za-z0-9]+")


def _unicode(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _ascii(text: str) -> list[str]:
    # Split before lowering: the lower case of the Kelvin sign is an ASCII k.
    return [word.lower() for word in _RUN.findall(text)]


_CUTS: dict[str, Callable[[str], list[str]]] = {UNICODE: _unicode, ASCII: _ascii}


def splitter(name: str) -> Callable[[str], list[str]]:
    """Return the function that splits a text into words by the rule called `name`.

    >>> splitter("unicode")("A café, 2 cafés"), splitter("ascii")("A café, 2 cafés")
    (['café', 'cafés'], ['a', 'caf', '2', 'caf', 's'])

    Raises InputError for a name of no rule.
    """
    return _CUTS[one_of(name, _CUTS)]
