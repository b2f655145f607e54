"""Read words for an answer: class labels, ties between them, yes and no, sets.

How to read: `read_labels`, `read_truth` and `read_set` are the doors; what they share follows each.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from exactnb.core.expression.reading.refusal import Refusal
from exactnb.errors import listing, near, quoted
from exactnb.teach.answers.guard import HIDDEN
from exactnb.teach.answers.sentences import class_in_sentence, is_denied, mentions_in, tied_classes

_WRAPPERS = ("\\text{", "\\mathrm{", "\\textbf{", "\\mathbf{", "\\boxed{", "{")
_ARROWS = re.compile(r"\\(?:to|rightarrow|Rightarrow|implies)\b|=>|->|[→⇒⟹⟶↦∴]")
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "„": "“", "«": "»", "$": "$", "(": ")"}
_TIES = ("it is a tie", "a tie", "tied", "tie")
_BARE = dict.fromkeys(map(ord, "{}$*_`"), " ") | dict.fromkeys(map(ord, "“”„‟«»"), '"')
_DASHES = dict.fromkeys(map(ord, "−‐‑‒–—"), "-")
_PART = re.compile(r'\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(?:,|$)')
_AND = re.compile(r"(?:^|\s)and\s")
_HEAD = re.compile(r"\s*(yes|no|true|false)\b\s*(?:,\s*|\.\s*)?(?:because|since)\b", re.IGNORECASE)
_GROUP = re.compile(r"\{([^{}]*)\}")
_BETWEEN = re.compile(r"\s*[,;]?\s+(?:and|or)\s+", re.IGNORECASE)
_ASSIGNMENT = re.compile(r"(^|[,;{]\s*)[^\W\d]\w{0,19}\s*=\s*")
_NOTHING = frozenset(("", "{}", "∅", "none", "empty", "nothing", "the empty set"))
_MOST = 1_000  # things in an answer
TRUTHS = {"yes": True, "true": True, "no": False, "false": False}
"""Words for whether something holds."""


def read_labels(text: str, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the class that a `text` names, or the classes of a tie in the order of `labels`.

    >>> read_labels("y = Spam.", ["spam", "ham"]), read_labels("tie", ["spam", "ham"])
    (('spam',), ('spam', 'ham'))

    Raises Refusal for anything else.
    """
    for candidate in _unwrapped_candidates(text, labels):
        tied = _only_matching_label(candidate, labels) or _tied_labels(candidate, labels)
        if tied:
            return tied
        if _after_tie(candidate) is not None:
            break  # a tie of one class is not that class
    visible = _visible(text)
    if tied := tied_classes(visible, labels):
        return tied
    if label := class_in_sentence(visible, labels):
        return (label,)
    choices = listing(labels)
    if mentions_in(visible, labels):
        message = f"{quoted(text.strip())} does not say which class it is; write one of {choices} alone"
        raise Refusal(message, "unknown_name")
    hint = near(text.strip(), labels)
    raise Refusal(f"{quoted(text.strip())} is no class{hint}; write one of {choices}", "unknown_name")


def read_truth(text: str) -> bool:
    """Return the yes or no in a `text` as a truth value.

    >>> read_truth("Yes."), read_truth("answer: false")
    (True, False)

    Raises Refusal for anything else.
    """
    for candidate in _unwrapped_candidates(text, ()):
        if candidate.casefold() in TRUTHS:
            return TRUTHS[candidate.casefold()]
    if head := _HEAD.match(_visible(text)):
        return TRUTHS[head[1].casefold()]
    quote, hint = quoted(text.strip()), near(text.strip(), TRUTHS)
    raise Refusal(f"{quote} is neither yes nor no{hint}; write one of them", "unknown_name")


def _unwrapped_candidates(text: str, labels: Sequence[str]) -> Iterator[str]:
    """Yield a text, then with less and less around it; never the b of y != a and a = b."""
    text = unicodedata.normalize("NFC", text.strip())
    yield text
    text = _unwrapped(_ARROWS.sub("=", text))
    yield text
    for sign in ("=", ":", " is "):
        prefix, separator, suffix = text.rpartition(sign)
        # A denial before the sign turns its meaning round: the b of y != b is not the answer.
        if separator and prefix[-1:] not in tuple("!<>/~¬≠") and not is_denied(prefix):
            # a = b names two classes: to take the last would be to guess.
            if _only_matching_label(_unwrapped(prefix), labels):
                continue
            text = _unwrapped(suffix)
            yield text
    for word in ("class ", "label ", "the class ", "the label "):
        if text.casefold().startswith(word):
            yield _unwrapped(text[len(word) :])


def _unwrapped(text: str) -> str:
    """Return a text without the quotes, dollars and braces around it, and without a full stop."""
    previous = ""
    while text != previous:
        previous = text
        text = text.strip()
        text = text[:-1] if text.endswith(".") else text
        if len(text) > 1 and _QUOTES.get(text[0]) == text[-1]:
            text = text[1:-1]
        for opening in _WRAPPERS:
            if text.startswith(opening) and text.endswith("}"):
                text = text[len(opening) : -1]
    return text


def _visible(text: str) -> str:
    """Return a text for the search for classes: without invisible characters and wrappers."""
    visible = "".join(c for c in unicodedata.normalize("NFC", text) if c not in HIDDEN)
    for wrapper in _WRAPPERS[:-1]:
        visible = visible.replace(wrapper, "")
    return visible.translate(_BARE)


def _only_matching_label(text: str, labels: Sequence[str]) -> tuple[str, ...]:
    if text in labels:
        return (text,)
    # Yes and yes may both be classes: then case counts, and neither is guessed.
    matches = [label for label in labels if _fold(label) == _fold(text)]
    return tuple(matches) if len(matches) == 1 else ()


def _fold(text: str) -> str:
    visible = "".join(c for c in text if c not in HIDDEN).translate(_DASHES)
    return " ".join(unicodedata.normalize("NFKC", visible).casefold().split())


def _tied_labels(text: str, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the labels of a tie: tie, tie: a, b, tie between a and b, a and b, "a, b", "c"."""
    suffix = _after_tie(text)
    if suffix == "":
        return tuple(labels) if len(labels) > 1 else ()
    text = text if suffix is None else suffix.removeprefix("between ")
    parts = list(_list_items(text))
    if len(parts) == 1:
        parts = text.replace("&", "/").split("/")  # yes/no
    tied = [
        _only_matching_label(part, labels) or _only_matching_label(_unwrapped(part), labels)
        for part in parts
    ]
    # A part that is no class, or one named twice, may hide a third class or a denial.
    if len(tied) < 2 or not all(tied) or len(set(tied)) < len(tied):
        return ()
    return tuple(label for label in labels if (label,) in tied)


def _list_items(text: str) -> Iterator[str]:
    """Yield the parts between commas, or "and"; a label in quotes may hold both, a quote doubled."""
    for within, bare in _PART.findall(text):
        parts = [within.replace('""', '"')] if within else map(str.strip, _AND.split(bare))
        yield from filter(None, parts)


def _after_tie(text: str) -> str | None:
    """Return the text after the words for a tie, None if there are no such words."""
    for tie in _TIES:
        rest = text[len(tie) :]
        if text.casefold().startswith(tie) and (not rest or rest[0] in " :,"):
            return rest.lstrip(" :,")
    return None


def is_empty_set(text: str) -> bool:
    """Say whether a text is the empty set, in a sign or in words.

    >>> is_empty_set("none"), is_empty_set("{}"), is_empty_set("0")
    (True, True, False)
    """
    return " ".join(text.replace("\\", "").replace("$", "").casefold().split()) in _NOTHING


def with_one_separator(text: str) -> str:
    """Return a `text` of several numbers with one sign between them, and without their names.

    An interval that holds one of its ends is told by both.

    >>> with_one_separator("x = 1/2 and x = 3"), with_one_separator("x_1 = 0.5; x_2 = 7")
    ('1/2, 3', '0.5; 7')
    >>> with_one_separator("w = (1, 2) = (2/2, 2)")
    'w = (1, 2) = (2/2, 2)'
    >>> with_one_separator("[0, 1/2)")
    '(0, 1/2)'
    """
    if (text[:1] + text[-1:]) in ("[)", "(]"):
        text = f"({text[1:-1]})"
    sign = ";" if ";" in text else ","
    parts = _BETWEEN.sub(f"{sign} ", text)
    return _ASSIGNMENT.sub(r"\1", parts) if parts.count("=") == parts.count(sign) + 1 else parts


def read_set(text: str, names: Sequence[str], *, together: bool) -> tuple[tuple[str, ...], ...]:
    """Return the sets that a `text` lists; their members may be short forms of `names`.

    If members go `together`, one list of them is one set, else each member is a set by itself.

    >>> cells = ("Outlook=Sunny", "Humidity=High")
    >>> read_set("{sunny, High}", cells, together=True)
    (('Outlook=Sunny', 'Humidity=High'),)
    >>> read_set("Humidity = Normal; Sunny", cells, together=False)
    (('Humidity=Normal',), ('Outlook=Sunny',))

    Raises Refusal for what cannot be read.
    """
    plain = text.replace("\\{", "{").replace("\\}", "}").replace("$", "").strip()
    if is_empty_set(plain):
        return ((),) if plain == "{{}}" else ()
    # {{a}, {b}} is a set of sets, but {a}, {b} begins and ends with braces as well.
    if plain.startswith("{") and plain.endswith("}") and plain.count("{") != 1:
        inner = plain[1:-1].strip()
        plain = inner if _is_balanced(inner) else plain
    if "{" in plain:
        if not _is_balanced(plain) or _GROUP.sub("", plain).strip(" ,;"):
            raise Refusal(f"{quoted(text)}: a set is written as {{a, b}}", "malformed")
        groups = [re.split("[,;]", part) for part in _GROUP.findall(plain)]
    else:
        groups = [part.split(",") for part in plain.split(";")]
    if not together:
        groups = [[thing] for group in groups for thing in group]
    if sum(map(len, groups)) > _MOST:
        raise Refusal(f"more than {_MOST:,} things in a set", "too_long")
    return tuple(tuple(_full_names(group, names)) for group in groups)


def _is_balanced(text: str) -> bool:
    depth = 0
    for sign in text:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return False
    return depth == 0


def _full_names(group: Iterable[str], names: Sequence[str]) -> Iterable[str]:
    """Yield the members of a group in full, if a text has one such reading."""
    for text in group:
        name = " ".join(text.replace(" = ", "=").split())
        if not name:
            continue
        folded = name.casefold()
        full = [thing for thing in names if thing.casefold() == folded]
        # High for Humidity=High, unless another column has a value of that name.
        short = [thing for thing in names if thing.rpartition("=")[2].casefold() == folded]
        if not full and len(short) > 1:
            choices = " or ".join(short)
            raise Refusal(f"{quoted(name)} can be read as {choices}", "ambiguous")
        yield (full or short or [name])[0]
