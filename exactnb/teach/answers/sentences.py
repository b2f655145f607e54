"""Find the class that a sentence names: The prediction is Yes, because P(Yes|x) is larger.

A sentence must name one class, and no word near it may deny it, compare it or leave it open; nothing is
guessed. Reasons after the class may contain anything except another class.

How to read: `mentions_in` finds the classes; `class_in_sentence` and `tied_classes` judge the words
around them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from exactnb.core.expression.reading.tokens import split_words
from exactnb.core.record import frozen

_DENYING = split_words(
    "not no non never neither nor none opposite except unless but without unlikely less lower "
    "smaller least smallest lowest low small lose loses loser lost reject rejects rejected rather "
    "instead other others another else otherwise wrong false incorrect doubt or either whether "
    "cannot hardly rarely barely impossible undefined rule ruled exclude excluded excludes eliminate "
    "eliminated avoid versus vs contrary complement tie tied draw equal equally both same un isn "
    "aren wasn don doesn won wouldn nicht kein keine and out minus inverse zero exceeds beats nobody"
)
_LESS = split_words("less lower smaller unlikely smallest lowest least low small loses lost")
_MORE = split_words("more higher larger greater bigger likelier wins won")
_OTHER = split_words("other others another rest")
_UNSAYING = split_words(
    "not no never neither nor none wrong false incorrect or either whether doubt opposite except "
    "unless instead rather otherwise reject rejected excluded impossible tie tied draw equal equally "
    "both same isn aren wasn don doesn won wouldn nicht kein keine"
)
_COMPARING = split_words(
    "than over against above below before from beat beats exceed exceeds under past"
)
_REASON = re.compile(r"[,;(.!]|\b(?:because|since|as|with|due|given|for|so)\b", re.IGNORECASE)
_GROUNDS = re.compile(r"[\s,;(.]*\b(?:because|since|as|due)\b", re.IGNORECASE)
_BEFORE_SIGN = split_words(
    "class label category group type is be as to = : => → predict predicts predicted prediction "
    "choose chose chosen chooses pick picks picked select selects say says said decide decides "
    "decided assign assigned assigns answer output outputs get gets vote votes goes for"
)
_WEAK = split_words("a an i it is the in to or and so as be we on of at no not none never if us he she")
_KINDS = split_words("class label category group")
_TYING = split_words("tie tied ties draw drawn equal equally both same even")
_AROUND_TIE = split_words(
    "it is it's its s a an the there they are we have get result in between classes class two likely "
    "probable probabilities posteriors scores probability posterior score of and with all so answer "
    "decision prediction outcome y = : ends end"
)
_NOT_EQUAL = re.compile(r"≠|!=|/=|<>|=/|\\neq?\b|\?")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?|[=:≠<>?→]|=>|!=")


@frozen(slots=True)
class _Mention:
    label: str
    start: int
    end: int


def class_in_sentence(text: str, labels: Sequence[str]) -> str:
    """Return the one of `labels` that a `text` names without denying it, "" if there is none.

    >>> class_in_sentence("I would predict spam (0.8 > 0.2).", ["spam", "ham"])
    'spam'
    >>> texts = ("not spam", "spam, not ham", "more than spam")
    >>> [class_in_sentence(text, ["spam", "ham"]) for text in texts]
    ['', '', '']
    """
    mentions = mentions_in(text, labels)
    # Of two classes one may be named only to be denied; which one is not guessed.
    if len({mention.label for mention in mentions}) != 1 or _NOT_EQUAL.search(text):
        return ""
    start, rest = text[: mentions[0].start], text[mentions[-1].end :]
    between = text[mentions[0].end : mentions[-1].start]
    if len(mentions) > 1 and not _folded_words(between):
        return ""  # spam, spam
    reason = _REASON.search(rest)
    statement = rest[: reason.start()] if reason else rest
    why = rest[reason.start() :] if reason else ""
    last = _folded_words(start)[-1:]
    if any(map(is_denied, (start, between, statement))) or (last and last[0] in _COMPARING):
        return ""
    # A comparison or a number in the statement may be the value of another class.
    if re.search(r"[<>\d]", start + statement) or _may_retract(why):
        return ""
    return mentions[0].label if _is_statement(text, mentions[0]) else ""


def tied_classes(text: str, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the `labels` that a `text` declares tied; none if it declares anything else.

    >>> tied_classes("it's a draw between spam and ham", ["spam", "ham"])
    ('spam', 'ham')
    >>> tied_classes("both", ["a", "b", "c"])
    ()
    """
    mentions = mentions_in(text, labels)
    context = list(_words_around_mentions(text, mentions))
    if not _TYING & set(context) or not set(context) <= _TYING | _AROUND_TIE:
        return ()
    mentioned = {mention.label for mention in mentions}
    chosen = tuple(label for label in labels if not mentioned or label in mentioned)
    is_pair = "both" in context or "two" in context
    return () if len(chosen) < 2 or (is_pair and len(chosen) > 2) else chosen


def mentions_in(text: str, labels: Sequence[str]) -> list[_Mention]:
    """Return the places of `labels` in a `text` as whole words, longer labels before shorter ones."""
    mentions: list[_Mention] = []
    for label in sorted(filter(None, labels), key=len, reverse=True):
        exact = len(label) == 1
        inside = r"[\w.\-/]" if label[0].isalnum() else r"\S"
        ending = r"(?![\w\-/]|\.\d)" if label[-1].isalnum() else r"(?=[\s.,;)'\"]|$)"
        opening = "" if label[0].isalnum() else r"(?<=[\s(=:'\"])|^"
        pattern = f"(?:{opening or f'(?<!{inside})'}){re.escape(label)}{ending}"
        for match in re.finditer(pattern, text, 0 if exact else re.IGNORECASE):
            start, end = match.span()
            # Longer labels come first: "not spam" is one class, and no mention of "spam".
            if not any(start < mention.end and mention.start < end for mention in mentions):
                mentions.append(_Mention(label, match.start(), match.end()))
    return sorted(mentions, key=lambda mention: mention.start)


def is_denied(text: str) -> bool:
    """Say whether a `text` denies a class, compares it with another or leaves it open."""
    tokens = _folded_words(text)
    short = any(word.endswith(("n't", "n’t")) for word in tokens)
    return short or bool(_DENYING & set(tokens)) or _NOT_EQUAL.search(text) is not None


def _may_retract(why: str) -> bool:
    """Say whether the words after a class may retract it: Yes, or not; Yes (less likely).

    A statement that the other class is less likely does not, and words after because are not examined.
    """
    if _GROUNDS.match(why):
        return False
    tokens = set(_folded_words(why))
    if any(word.endswith(("n't", "n’t")) for word in tokens) or tokens & _UNSAYING:
        return True
    return bool(tokens & (_MORE if tokens & _OTHER else _LESS))


def _is_statement(text: str, mention: _Mention) -> bool:
    """Say whether a label that may be another word, or a sign, is used as the name of a class."""
    if len(mention.label) > 1 and mention.label.casefold() not in _WEAK and not mention.label.isdigit():
        return True
    preceding = _folded_words(text[: mention.start])
    rest = text[mention.end :].strip()
    ends = not rest or _REASON.match(rest) is not None or rest[0] in "\"'”’"
    if preceding and preceding[-1] in _KINDS and mention.label not in _WEAK:
        return True
    if not preceding and mention.label not in _WEAK:  # A is the most likely
        ends = ends or re.match(r"(?:is|has|wins|gets)\b", rest) is not None
    # "A" and "the" are words as well: they are classes only where the words around say so.
    if preceding:
        return preceding[-1] in _BEFORE_SIGN and (ends or not rest[0].isalnum())
    return ends


def _folded_words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _words_around_mentions(text: str, mentions: Sequence[_Mention]) -> Iterator[str]:
    position = 0
    for mention in (*mentions, _Mention("", len(text), len(text))):
        words = _folded_words(text[position : mention.start])
        yield from (word.removesuffix("'s").removesuffix("’s") for word in words)
        position = mention.end
