"""The data that words of a derivation state: lists, counts of two outcomes, two normal densities."""

from __future__ import annotations

import re
from fractions import Fraction

MOST = 40
"""Observations that are put into a world."""

_WORDS = "zero one two three four five six seven eight nine ten eleven twelve"
_NUMBERS = {word: number for number, word in enumerate(_WORDS.split())}
_NUMBER = rf"\b(\d{{1,6}}|{'|'.join(_NUMBERS)})"
_KINDS_COUNTED = {
    "ones": "heads|success(?:es)?|ones|hits|wins|spam",
    "zeros": "tails?|failures?|zeros|misses|ham",
    "all": "tosses|trials|flips|throws|draws|messages|e?-?mails",
}
_ARE = r"(?:\w+ )?(?:(?:are|were|is|was) )?"
_OF_ALL = r"(?:of (?:the |them |these )?(?:\d{1,6} )?)?"  # 18 of 25 tosses are heads
_COUNTED = {
    kind: re.compile(
        rf"{before}{_NUMBER} {between}(?:{words})\b|\b(?:{words}) ?[=:] ?{_NUMBER}", re.IGNORECASE
    )
    for kind, words in _KINDS_COUNTED.items()
    for before, between in [
        (r"(?<!\bof )", _OF_ALL + _ARE) if kind != "all" else ("", r"(?:(?!spam|ham)\w+ )?")
    ]
}
_COUNTED_OF = re.compile(  # 18 heads of 25
    rf"\b(?:{_KINDS_COUNTED['ones']}|{_KINDS_COUNTED['zeros']}) (?:out of|of|in) {_NUMBER}",
    re.IGNORECASE,
)
_OF_ZEROS = re.compile(  # let q = P(tails), q the probability of a failure; but none of heads
    rf"\A(?s:(?!.*(?:\bP\(|(?:probability|chance) of (?:an? )?)(?:{_KINDS_COUNTED['ones']})\b).*?)"
    rf"(?:= ?\\?P\(|\b(?:probability|chance) of (?:an? )?)(?:{_KINDS_COUNTED['zeros']})\b",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"(?:(?:\bdata|\bcounts?(?: in [^\d\n=;.−-]{0,30})?|\bobserv\w+|(?<![\w\\])[a-z] \\?=|[\w)]:)"
    r"[^\d\n=;.−-]{0,12}"
    r"|\b[a-z]{4,},? \$?|(?<![A-Za-z])[cknxy]\}? ?= ?\()"  # \mathbf c = (3, 5, 2)
    r"(-?\d{1,40}(?:\.\d{1,40})?(?:(?:, and |,\\?[ ,;]?| and | )-?\d{1,40}(?:\.\d{1,40})?){2,})"
    r"(?![\w/^])(?! ?,? ?(?:\\[lc]?dots|\.\.|…))",
    re.IGNORECASE,
)
_NORMAL = re.compile(  # class 1 ~ N(3, 4); N(3, 2^2) for class A; \\mathcal N(m, v)
    r"(?:\b([01])\b[^\w\n]{0,8}(?:\w{1,3}[^\w\n]{1,8})?)?(?<![A-Za-z])N(?:ormal)?\}?\s*(?:\\left)?"
    r"\(([^(),;|]{1,20})[,;]([^(),;|]{1,20}?)(?:\\right)?\)"
    r"(?:[ ($]{1,2}(?:for |in |if )?\(?(?:class|y ?=) ?\$?([01])\b)?"
)
_MEANS = re.compile(  # means 3 (class 1) and 1 (class 0), common variance 4
    r"\bmeans? \$?(-?\d{1,6}(?:\.\d{1,6})?)\$?(?: \((?:class |y ?= ?)?\$?(\w+)\$?\))?,? and "
    r"\$?(-?\d{1,6}(?:\.\d{1,6})?)\$?(?: \((?:class |y ?= ?)?\$?(\w+)\$?\))?.{0,60}?"
    r"\b(variance|standard deviation) (?:is |of |= ?)?\$?(\d{1,6}(?:\.\d{1,6})?)",
    re.IGNORECASE | re.DOTALL,
)


def listed_in(text: str) -> tuple[Fraction, ...]:
    """Return the observations that words list.

    >>> [str(each) for each in listed_in("Data: 1, 4 and 7.")]
    ['1', '4', '7']
    """
    if (listed := _LISTED.search(text)) is None:
        return ()
    return tuple(map(Fraction, re.findall(r"-?\d+(?:\.\d+)?", listed[1])[:MOST]))


def counted_in(text: str) -> tuple[int, int] | None:
    """Return how many successes and failures there were, by words for two of them and the trials.

    A success is whatever the words give the probability of.

    >>> counted_in("Two heads in 3 tosses."), counted_in("2 of 3 tosses are heads. Let q = P(tails).")
    ((2, 1), (1, 2))
    """
    counts = {}
    for kind, pattern in _COUNTED.items():
        match = pattern.search(text) or (_COUNTED_OF.search(text) if kind == "all" else None)
        if match is not None:
            word = next(filter(None, match.groups())).lower()
            counts[kind] = _NUMBERS[word] if word in _NUMBERS else int(word)
    match counts:
        case {"ones": ones, "zeros": zeros}:
            pass
        case {"ones": ones, "all": total} if ones <= total:
            zeros = total - ones
        case {"zeros": zeros, "all": total} if zeros <= total:
            ones = total - zeros
        case _:
            return None
    return (zeros, ones) if _OF_ZEROS.search(text) else (ones, zeros)


def normals_in(text: str) -> tuple[tuple[str, str, str], ...]:
    """Return the classes, means and variances of two normal distributions; none of any other number.

    >>> normals_in("Means 3 (class 1) and 1 (class 0), variance 4")
    (('1', '3', '4'), ('0', '1', '4'))
    """
    if (match := _MEANS.search(text)) is not None:
        mean, label, other, other_label, kind, spread = match.groups()
        spread = spread if kind.lower() == "variance" else f"{spread}^2"
        return ((label or "", mean, spread), (other_label or "", other, spread))
    normals = {(first or last, mean.strip(), spread.strip())
               : None for first, mean, spread, last in _NORMAL.findall(text)}  # fmt: skip
    return tuple(normals) if len(normals) == 2 else ()
