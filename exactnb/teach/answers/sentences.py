"""Find the class that a sentence names: The prediction is Yes, because P(Yes|x) is larger.

One class has to be named, and nothing may stand beside it that denies it, compares it or leaves it
open; then nothing is guessed. Reasons behind the class may say what they like, but no other class.

How to read: `named_in` finds the classes; `in_sentence` and `tied_in` say what the words around them
leave of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from exactnb.core.record import frozen


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_DENYING = _set(
    "not no non never neither nor none opposite except unless but without unlikely less lower "
    "smaller least smallest lowest low small lose loses loser lost reject rejects rejected rather "
    "instead other others another else otherwise wrong false incorrect doubt or either whether "
    "cannot hardly rarely barely impossible undefined rule ruled exclude excluded excludes eliminate "
    "eliminated avoid versus vs contrary complement tie tied draw equal equally both same un isn "
    "aren wasn don doesn won wouldn nicht kein keine and out minus inverse zero exceeds beats nobody"
)
_LESS = _set("less lower smaller unlikely smallest lowest least low small loses lost")
_MORE = _set("more higher larger greater bigger likelier wins won")
_OTHER = _set("other others another rest")
_UNSAYING = _set(
    "not no never neither nor none wrong false incorrect or either whether doubt opposite except "
    "unless instead rather otherwise reject rejected excluded impossible tie tied draw equal equally "
    "both same isn aren wasn don doesn won wouldn nicht kein keine"
)
_COMPARING = _set("than over against above below before from beat beats exceed exceeds under past")
_REASON = re.compile(r"[,;(.!]|\b(?:because|since|as|with|due|given|for|so)\b", re.IGNORECASE)
_GROUNDS = re.compile(r"[\s,;(.]*\b(?:because|since|as|due)\b", re.IGNORECASE)
_BEFORE_SIGN = _set(
    "class label category group type is be as to = : => → predict predicts predicted prediction "
    "choose chose chosen chooses pick picks picked select selects say says said decide decides "
    "decided assign assigned assigns answer output outputs get gets vote votes goes for"
)
_WEAK = _set("a an i it is the in to or and so as be we on of at no not none never if us he she")
_KINDS = _set("class label category group")
_TYING = _set("tie tied ties draw drawn equal equally both same even")
_AROUND_TIE = _set(
    "it is it's its s a an the there they are we have get result in between classes class two likely "
    "probable probabilities posteriors scores probability posterior score of and with all so answer "
    "decision prediction outcome y = : ends end"
)
_NOT_EQUAL = re.compile(r"≠|!=|/=|<>|=/|\\neq?\b|\?")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?|[=:≠<>?→]|=>|!=")


@frozen(slots=True)
class _Named:
    label: str
    start: int
    end: int


def in_sentence(text: str, labels: Sequence[str]) -> str:
    """Return the one class that a sentence names and nothing in it denies, "" if there is none.

    >>> in_sentence("I would predict spam (0.8 > 0.2).", ["spam", "ham"])
    'spam'
    >>> [in_sentence(text, ["spam", "ham"]) for text in ("not spam", "spam, not ham", "more than spam")]
    ['', '', '']
    """
    found = named_in(text, labels)
    if len({each.label for each in found}) != 1 or _NOT_EQUAL.search(text):
        return ""
    before, behind = text[: found[0].start], text[found[-1].end :]
    between = text[found[0].end : found[-1].start]
    if len(found) > 1 and not _words(between):
        return ""  # spam, spam
    reason = _REASON.search(behind)
    said = behind[: reason.start()] if reason else behind
    why = behind[reason.start() :] if reason else ""
    last = _words(before)[-1:]
    if any(map(is_denied, (before, between, said))) or (last and last[0] in _COMPARING):
        return ""
    if re.search(r"[<>\d]", before + said) or _takes_back(why):
        return ""
    return found[0].label if _is_said(text, found[0]) else ""


def tied_in(text: str, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the classes that a sentence says are tied, none if it says something else.

    >>> tied_in("it's a draw between spam and ham", ["spam", "ham"]), tied_in("both", ["a", "b", "c"])
    (('spam', 'ham'), ())
    """
    found = named_in(text, labels)
    words = list(_words_around(text, found))
    if not _TYING & set(words) or not set(words) <= _TYING | _AROUND_TIE:
        return ()
    named = {each.label for each in found}
    chosen = tuple(label for label in labels if not named or label in named)
    of_two = "both" in words or "two" in words
    return () if len(chosen) < 2 or (of_two and len(chosen) > 2) else chosen


def named_in(text: str, labels: Sequence[str]) -> list[_Named]:
    """Return where the labels stand in a text as words of their own, longer ones before shorter."""
    found: list[_Named] = []
    for label in sorted(filter(None, labels), key=len, reverse=True):
        exact = len(label) == 1
        inside = r"[\w.\-/]" if label[0].isalnum() else r"\S"
        behind = r"(?![\w\-/]|\.\d)" if label[-1].isalnum() else r"(?=[\s.,;)'\"]|$)"
        opening = "" if label[0].isalnum() else r"(?<=[\s(=:'\"])|^"
        pattern = f"(?:{opening or f'(?<!{inside})'}){re.escape(label)}{behind}"
        for match in re.finditer(pattern, text, 0 if exact else re.IGNORECASE):
            if not any(match.start() < each.end and each.start < match.end() for each in found):
                found.append(_Named(label, match.start(), match.end()))
    return sorted(found, key=lambda each: each.start)


def is_denied(text: str) -> bool:
    """Say whether words deny a class, compare it with another or leave it open."""
    words = _words(text)
    short = any(word.endswith(("n't", "n’t")) for word in words)
    return short or bool(_DENYING & set(words)) or _NOT_EQUAL.search(text) is not None


def _takes_back(why: str) -> bool:
    """Say whether what stands behind a class may take it back: Yes, or not; Yes (less likely).

    That the other class is less likely does not, and what follows because may say what it likes.
    """
    if _GROUNDS.match(why):
        return False
    words = set(_words(why))
    if any(word.endswith(("n't", "n’t")) for word in words) or words & _UNSAYING:
        return True
    return bool(words & (_MORE if words & _OTHER else _LESS))


def _is_said(text: str, named: _Named) -> bool:
    """Say whether a label that may be another word, or a sign, stands where a class is named."""
    if len(named.label) > 1 and named.label.casefold() not in _WEAK and not named.label.isdigit():
        return True
    before = _words(text[: named.start])
    behind = text[named.end :].strip()
    ends = not behind or _REASON.match(behind) is not None or behind[0] in "\"'”’"
    if before and before[-1] in _KINDS and named.label not in _WEAK:
        return True
    if not before and named.label not in _WEAK:  # A is the most likely
        ends = ends or re.match(r"(?:is|has|wins|gets)\b", behind) is not None
    if before:
        return before[-1] in _BEFORE_SIGN and (ends or not behind[0].isalnum())
    return ends


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _words_around(text: str, found: Sequence[_Named]) -> Iterator[str]:
    at = 0
    for each in (*found, _Named("", len(text), len(text))):
        yield from (
            word.removesuffix("'s").removesuffix("’s") for word in _words(text[at : each.start])
        )
        at = each.end
