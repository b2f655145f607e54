"""What the words of a derivation say about its lines: constants dropped, independence, a prior."""

from __future__ import annotations

import re
from fractions import Fraction

from exactnb.core.record import frozen

_NEVER = 10**6
_MOST = 40  # successes that are put into a world
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
_ARGUMENT = re.compile(
    r"(?:Poisson|Poi|Pois|Bernoulli|Ber|Exponential|Exp|Geometric|Geom?)\b\}?\s*(?:\\left)?"
    r"\((.*?)(?:\\right)?\)\s*(?=[$.,;:]|$)",
    re.MULTILINE,
)
_WORDS = "zero one two three four five six seven eight nine ten eleven twelve"
_NUMBERS = {word: number for number, word in enumerate(_WORDS.split())}
_NUMBER = rf"\b(\d+|{'|'.join(_NUMBERS)})"
_COUNTED = {
    "ones": re.compile(rf"{_NUMBER} (?:heads|success(?:es)?|ones|hits|wins)\b", re.IGNORECASE),
    "zeros": re.compile(rf"{_NUMBER} (?:tails?|failures?|zeros|misses)\b", re.IGNORECASE),
    "all": re.compile(rf"{_NUMBER} (?:\w+ )?(?:tosses|trials|flips|throws|draws)\b", re.IGNORECASE),
}
_PRIOR = re.compile(r"(?:Beta|Dir(?:ichlet)?|Gamma)\b\}?\s*\(([\d\s.,;\\a-z…]*)\)")


@frozen(slots=True)
class DerivationProse:
    """What words say: the lines from which on constants are dropped, and features independent.

    `prior` are the numbers of the prior where words say them: (2, 2) for Beta(2, 2), (1,) for a uniform
    one; empty where none are said. `rest` are pairs of letters, of which one is 1 less the other,
    `arguments` what stands in the parentheses of a distribution, and `ones` how many successes and
    failures were seen, where both are numbers.
    """

    dropped: int = _NEVER
    independent: int = _NEVER
    prior: tuple[Fraction, ...] = ()
    rest: tuple[tuple[str, str], ...] = ()
    arguments: tuple[str, ...] = ()
    ones: tuple[int, int] | None = None


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
    arguments = tuple(match[1] for match in _ARGUMENT.finditer(text))
    dropped, independent = _first_line(_DROPPED, text), _first_line(_INDEPENDENT, text)
    return DerivationProse(dropped, independent, prior, rest, arguments, _ones_in(text))


def _ones_in(text: str) -> tuple[int, int] | None:
    """Return how many successes and failures words say; None unless two of three numbers are said."""
    counts = {}
    for kind, pattern in _COUNTED.items():
        if (match := pattern.search(text)) is not None:
            counts[kind] = _NUMBERS.get(match[1].lower()) or int(match[1] if match[1].isdigit() else 0)
    match counts:
        case {"ones": ones, "zeros": zeros}:
            pass
        case {"ones": ones, "all": total}:
            zeros = total - ones
        case {"zeros": zeros, "all": total}:
            ones = total - zeros
        case _:
            return None
    return (ones, zeros) if 0 <= min(ones, zeros) <= max(ones, zeros) <= _MOST else None


def _first_line(pattern: re.Pattern[str], text: str) -> int:
    match = pattern.search(text)
    return _NEVER if match is None else text.count("\n", 0, match.start()) + 1
