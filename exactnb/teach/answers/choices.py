"""Read words for an answer: class labels, ties between them, yes and no."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from exactnb.core.expression.reading.refusal import Refusal
from exactnb.errors import listing, near, quoted
from exactnb.teach.answers.guard import HIDDEN
from exactnb.teach.answers.sentences import in_sentence, is_denied, named_in, tied_in

_WRAPPERS = ("\\text{", "\\mathrm{", "\\textbf{", "\\mathbf{", "\\boxed{", "{")
_ARROWS = re.compile(r"\\(?:to|rightarrow|Rightarrow|implies)\b|=>|->|[→⇒⟹⟶↦∴]")
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "„": "“", "«": "»", "$": "$", "(": ")"}
_TIES = ("it is a tie", "a tie", "tied", "tie")
_BARE = dict.fromkeys(map(ord, "{}$*_`"), " ") | dict.fromkeys(map(ord, "“”„‟«»"), '"')
_DASHES = dict.fromkeys(map(ord, "−‐‑‒–—"), "-")
_PART = re.compile(r'\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(?:,|$)')
_AND = re.compile(r"(?:^|\s)and\s")
_HEAD = re.compile(r"\s*(yes|no|true|false)\b\s*(?:,\s*|\.\s*)?(?:because|since)\b", re.IGNORECASE)
TRUTHS = {"yes": True, "true": True, "no": False, "false": False}
"""Words for whether something holds."""


def read_labels(text: str, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the class that a text names, or the classes of a tie in their own order.

    >>> read_labels("y = Spam.", ["spam", "ham"]), read_labels("tie", ["spam", "ham"])
    (('spam',), ('spam', 'ham'))

    Raises Refusal for anything else.
    """
    for candidate in _candidates(text, labels):
        found = _label(candidate, labels) or _tied(candidate, labels)
        if found:
            return found
        if _behind_tie(candidate) is not None:
            break  # a tie of one class is not that class
    shown = _shown(text)
    if found := tied_in(shown, labels):
        return found
    if said := in_sentence(shown, labels):
        return (said,)
    known = listing(labels)
    if named_in(shown, labels):
        message = f"{quoted(text.strip())} does not say which class it is; write one of {known} alone"
        raise Refusal(message, "unknown_name")
    hint = near(text.strip(), labels)
    raise Refusal(f"{quoted(text.strip())} is no class{hint}; write one of {known}", "unknown_name")


def read_truth(text: str) -> bool:
    """Return yes or no as a truth value.

    >>> read_truth("Yes."), read_truth("answer: false")
    (True, False)

    Raises Refusal for anything else.
    """
    for candidate in _candidates(text, ()):
        if candidate.casefold() in TRUTHS:
            return TRUTHS[candidate.casefold()]
    if said := _HEAD.match(_shown(text)):
        return TRUTHS[said[1].casefold()]
    given, hint = quoted(text.strip()), near(text.strip(), TRUTHS)
    raise Refusal(f"{given} is neither yes nor no{hint}; write one of them", "unknown_name")


def _candidates(text: str, labels: Sequence[str]) -> Iterator[str]:
    """Yield a text as it is, then with less and less around it; y != a and a = b are not b."""
    text = unicodedata.normalize("NFC", text.strip())
    yield text
    text = _ARROWS.sub("=", text)
    text = _bare(text)
    yield text
    for sign in ("=", ":", " is "):
        before, found, behind = text.rpartition(sign)
        if found and before[-1:] not in tuple("!<>/~¬≠") and not is_denied(before):
            if _label(_bare(before), labels):
                continue
            text = _bare(behind)
            yield text
    for word in ("class ", "label ", "the class ", "the label "):
        if text.casefold().startswith(word):
            yield _bare(text[len(word) :])


def _bare(text: str) -> str:
    """Return a text without the quotes, dollars and braces around it, and without a full stop."""
    before = ""
    while text != before:
        before = text
        text = text.strip()
        text = text[:-1] if text.endswith(".") else text
        if len(text) > 1 and _QUOTES.get(text[0]) == text[-1]:
            text = text[1:-1]
        for opening in _WRAPPERS:
            if text.startswith(opening) and text.endswith("}"):
                text = text[len(opening) : -1]
    return text


def _shown(text: str) -> str:
    """Return a text as it is looked through for classes: without what cannot be seen, and wrappers."""
    shown = "".join(c for c in unicodedata.normalize("NFC", text) if c not in HIDDEN)
    for wrapper in _WRAPPERS[:-1]:
        shown = shown.replace(wrapper, "")
    return shown.translate(_BARE)


def _label(text: str, labels: Sequence[str]) -> tuple[str, ...]:
    if text in labels:
        return (text,)
    alike = [label for label in labels if _folded(label) == _folded(text)]
    return tuple(alike) if len(alike) == 1 else ()


def _folded(text: str) -> str:
    shown = "".join(c for c in text if c not in HIDDEN).translate(_DASHES)
    return " ".join(unicodedata.normalize("NFKC", shown).casefold().split())


def _tied(text: str, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the labels of a tie: tie, tie: a, b, tie between a and b, a and b, "a, b", "c"."""
    behind = _behind_tie(text)
    if behind == "":
        return tuple(labels) if len(labels) > 1 else ()
    text = text if behind is None else behind.removeprefix("between ")
    parts = list(_listed(text))
    if len(parts) == 1:
        parts = text.replace("&", "/").split("/")  # yes/no
    named = [_label(part, labels) or _label(_bare(part), labels) for part in parts]
    if len(named) < 2 or not all(named) or len(set(named)) < len(named):
        return ()
    return tuple(label for label in labels if (label,) in named)


def _listed(text: str) -> Iterator[str]:
    """Yield what stands between commas, or "and"; a label in quotes may hold both, a quote doubled."""
    for within, bare in _PART.findall(text):
        parts = [within.replace('""', '"')] if within else map(str.strip, _AND.split(bare))
        yield from filter(None, parts)


def _behind_tie(text: str) -> str | None:
    """Return what stands behind the words for a tie, None if there are none."""
    for words in _TIES:
        behind = text[len(words) :]
        if text.casefold().startswith(words) and (not behind or behind[0] in " :,"):
            return behind.lstrip(" :,")
    return None
