"""What the words of a derivation say about its lines: constants dropped, independence, a prior."""

from __future__ import annotations

import re
from fractions import Fraction

from exactnb.core.record import frozen

_NEVER = 10**6
_DROPPED = re.compile(
    r"\b(?:drop|omit|ignor|neglect|discard|without|leav\w+ out|up to)\w*\b[^.;:=]{0,40}"
    r"\b(?:constants?|normali[sz]\w+|terms?|factors?|what does not depend)\b",
    re.IGNORECASE,
)
_INDEPENDENT = re.compile(r"\bindependen(?:t|ce)|\bassum(?:e|ed|ing|ption)", re.IGNORECASE)
_NO_PREFERENCE = re.compile(
    r"\b(?:uniform|flat)\b(?:\W+\w+){0,2}?\W+prior|\bprior\W+(?:\w+\W+){0,2}?(?:uniform|flat)",
    re.IGNORECASE,
)
_REST = re.compile(r"(?<![\w\\^_])([a-zα-ω]) ?= ?1 ?[-−] ?([a-zα-ω])(?![\w^_(])")
_PRIOR = re.compile(r"(?:Beta|Dir(?:ichlet)?|Gamma)\b\}?\s*\(([\d\s.,;\\a-z…]*)\)")


@frozen(slots=True)
class DerivationProse:
    """What words say: the lines from which on constants are dropped, and features independent.

    `prior` are the numbers of the prior where words say them: (2, 2) for Beta(2, 2), (1,) for a uniform
    one; empty where none are said. `rest` are pairs of letters, of which one is 1 less the other.
    """

    dropped: int = _NEVER
    independent: int = _NEVER
    prior: tuple[Fraction, ...] = ()
    rest: tuple[tuple[str, str], ...] = ()


NO_WORDS = DerivationProse()


def read_prose(text: str) -> DerivationProse:
    """Return what the words of `text`, a derivation, say about its lines.

    >>> read_prose("Prior: Beta(2, 3).  Dropping constants,").prior
    (Fraction(2, 1), Fraction(3, 1))
    """
    prior: tuple[Fraction, ...] = (Fraction(1),) if _NO_PREFERENCE.search(text) else ()
    if (stated := _PRIOR.search(text)) is not None:
        numbers = tuple(map(Fraction, re.findall(r"\d+(?:\.\d+)?", stated[1])))
        prior = numbers if len(set(numbers)) > 1 or "dots" not in stated[1] else numbers[:1]
    rest = tuple((match[1], match[2]) for match in _REST.finditer(text))
    return DerivationProse(_first_line(_DROPPED, text), _first_line(_INDEPENDENT, text), prior, rest)


def _first_line(pattern: re.Pattern[str], text: str) -> int:
    match = pattern.search(text)
    return _NEVER if match is None else text.count("\n", 0, match.start()) + 1
