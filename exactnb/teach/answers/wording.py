r"""Say the words of an answer in signs: `over`, `2 of 3`, `a half`, `s.f.`, `Fraction(2, 3)`, `\cdot`.

How to read: `tokenise` is the order of the steps. Words that belong together become one, numbers in
words become figures, notes behind a number are left out, and what stands for a sign becomes that sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from exactnb.core.expression.reading.tokens import CLOSING, COMMAS, END, Token, pieces
from exactnb.teach.answers.notes import without_notes

RELATIONS = ("=", "≈", "or")
"""What stands between two ways to say a number; behind `or` it has to be the same number closely."""

_WORDS = {
    "over": "/",
    "percent": "%",
    "pct": "%",
    "prozent": "%",
    "choose": "choose",
    "times": "*",
    "to": ":",
    "or": "or",
    **dict.fromkeys(("is", "equals", "equal", "get", "gets", "got", "gives", "yields", "makes"), "="),
    **dict.fromkeys(
        ("so", "thus", "hence", "therefore", "ie", "aka", "namely", "because", "since"), "="
    ),
    **dict.fromkeys(
        ("think", "guess", "ans", "answer", "prob", "probability", "exact", "exactly"), "="
    ),
    **dict.fromkeys(
        ("rounded", "about", "approx", "approximately", "around", "ca", "circa", "roughly"), "≈"
    ),
}
_PAIRS = {
    ("out", "of"): Token("sign", "/"),
    ("per", "cent"): Token("sign", "%"),
    ("not", "defined"): Token("name", "undefined"),
    ("that", "is"): Token("sign", "="),
    ("which", "is"): Token("sign", "="),
    ("of", "the"): Token("name", "of"),
    ("in", "the"): Token("name", "in"),
}
_DOTTED = {("s", "f"): "sf", ("d", "p"): "dp", ("i", "e"): "ie"}
_SIGNS = {"**": "^", "==": "=", "=>": "=", "->": "=", "..": "..."}
_COMMANDS = {
    **dict.fromkeys(("cdot", "times", "ast"), "*"),
    "div": "/",
    "over": "over",
    "choose": "choose",
    **dict.fromkeys(("approx", "doteq", "simeq", "sim"), "≈"),
    "colon": ":",
    **dict.fromkeys(("dots", "ldots", "cdots"), "..."),
    "lbrace": "{",
    "rbrace": "}",
    "lbrack": "[",
    "rbrack": "]",
    **dict.fromkeys(("eq", "to", "rightarrow", "Rightarrow", "implies", "Longrightarrow"), "="),
}
_SAME_NAMES = {"pi": "pi", "infty": "∞", "ln": "ln", "log": "log", "exp": "exp"}
_MODULES = frozenset(("math", "np", "numpy", "cmath"))
_IN_MODULES = {"log": "ln", "comb": "C"}
_COUNTS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: number for number, word in enumerate((*_COUNTS, "eleven", "twelve"))}
_ORDINALS = ("third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_PARTS = {
    **{word: number for number, word in enumerate((*_ORDINALS, "eleventh", "twelfth"), start=3)},
    **{f"{word}s": number for number, word in enumerate((*_ORDINALS, "eleventh", "twelfth"), start=3)},
    "half": 2,
    "halves": 2,
    "quarter": 4,
    "quarters": 4,
}
_ALONE = ("half", "quarter")
_OF = ("of", "in")
_NO_BOUND = (*_OF, "x", "c", "e", "pi", "log", "ln", "choose", "times", "over", "percent", "pct")


def tokenise(text: str) -> list[Token]:
    r"""Return the pieces of an answer, in signs as far as they stand for some.

    >>> [token.text for token in tokenise(r"1.2e-5 \cdot \left(3 out of 6\right)")]
    ['1.2e-5', '*', '(', '3', '/', '6', ')']
    >>> [token.text for token in tokenise("two thirds, i.e. 66.7 % (to 3 s.f.)")]
    ['(', '2', '/', '3', ')', '=', '66.7', '%']
    """
    return noted(text)[0]


def noted(text: str, labels: Iterable[str] = ()) -> tuple[list[Token], tuple[str, ...]]:
    """Return the pieces of an answer, and the notes that were left out; what names a label is none."""
    tokens = _of_numbers(list(_joined(pieces(text))))
    kept, notes = without_notes(tokens, lambda token: _meant(token).text in RELATIONS, labels)
    return _said_again(_without_marks([_meant(token) for token in kept])), notes


def _joined(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the pieces, with those that are one word or sign made one: out of, s.f., math.log."""
    at = 0
    while at < len(tokens):
        here, second, third = (_at(tokens, at + more) for more in range(3))
        words = here.text.casefold(), second.text.casefold()
        both = here.kind == second.kind == "name"
        dotted = second.text == "." and second.glued and third.glued
        if both and words in _PAIRS:
            yield _PAIRS[words]
            at += 2
        elif dotted and (words[0], third.text.casefold()) in _DOTTED:
            yield Token("name", _DOTTED[words[0], third.text.casefold()], here.glued)
            at += 4 if _at(tokens, at + 3).text == "." else 3
        elif dotted and here.text in _MODULES:
            is_float = third.text == "float" and _at(tokens, at + 3).text in ("32", "64")
            is_log = _at(tokens, at + 3).glued and _at(tokens, at + 3).kind == "number"
            if not is_float:
                name = third.text if is_log else _IN_MODULES.get(third.text, third.text)
                yield Token("name", name, here.glued)
            at += 4 if is_float else 3
        elif second.text == "." and here.kind == "name" and _WORDS.get(words[0]) == "≈":
            yield here  # approx.
            at += 2
        elif words[0] in ("it", "that") and second.text == "'" and third.text == "s":
            yield Token("sign", "=")
            at += 3
        elif here.text == "{" and second.text == "," and third.text == "}":
            yield Token("sign", COMMAS[1], here.glued)
            at += 3
        else:
            yield here
            at += 1


def _of_numbers(tokens: Sequence[Token]) -> list[Token]:
    """Return the pieces with numbers in words as figures: two thirds, 3 of 9; nothing else is one."""
    out: list[Token] = []
    at = 0
    while at < len(tokens):
        end, fraction = _fraction(tokens, at)
        if fraction:
            out += fraction
            at = end
            continue
        here = tokens[at]
        number = _NUMBERS.get(here.text.casefold()) if here.kind == "name" else None
        out.append(here if number is None else Token("number", str(number), here.glued))
        at += 1
    slash = Token("sign", "/")
    return [slash if _is_of(out, at) else token for at, token in enumerate(out)]


def _fraction(tokens: Sequence[Token], at: int) -> tuple[int, list[Token]]:
    """Return where a fraction in words ends, and its figures; none of them if there is none here."""
    word = tokens[at].text.casefold()
    if tokens[at].kind == "name" and word in _ALONE:
        return at + 1, _in_figures("1", word)
    is_count = tokens[at].kind == "name" and word in (*_NUMBERS, "a", "an")
    if not is_count and not word.isdigit():
        return at, []
    end = at + (2 if is_count and _at(tokens, at + 1).text == "-" else 1)
    part = _at(tokens, end)
    if part.kind != "name" or part.text.casefold() not in _PARTS:
        return at, []
    above = word if word.isdigit() else str(_NUMBERS.get(word, 1))
    return end + 1, _in_figures(above, part.text.casefold())


def _in_figures(above: str, part: str) -> list[Token]:
    below = Token("number", str(_PARTS[part]), True)
    slash, closing = (Token("sign", sign, True) for sign in "/)")
    return [Token("sign", "("), Token("number", above, True), slash, below, closing]


def _is_of(tokens: Sequence[Token], at: int) -> bool:
    """Say whether `of` or `in` stands between two counts and nothing else: 3 of 9, but not 1/3 of 9."""
    if tokens[at].kind != "name" or tokens[at].text.casefold() not in _OF:
        return False
    if not (_at(tokens, at - 1).text.isdigit() and _at(tokens, at + 1).text.isdigit()):
        return False
    before, behind = _meant(_at(tokens, at - 2)), _meant(_at(tokens, at + 2))
    return _bounds(before, "(:") and _bounds(behind, ").,;(")


def _bounds(token: Token, signs: str) -> bool:
    """Say whether a formula begins or ends beside a piece: at an end, a relation, a word."""
    if token.kind == "name":
        return token.text.casefold() not in _NO_BOUND
    return token == END or (token.kind == "sign" and token.text in (*RELATIONS, *signs))


def _meant(token: Token) -> Token:
    """Return the sign that a word or a command stands for, or else the token itself."""
    if token.kind == "command":
        if token.text in _COMMANDS:
            return Token("sign", _COMMANDS[token.text], token.glued and token.text != "div")
        if token.text in _SAME_NAMES:
            return Token("name", _SAME_NAMES[token.text], token.glued)
    if token.kind == "name" and token.text.casefold() in _WORDS:
        return Token("sign", _WORDS[token.text.casefold()], token.glued)
    if token.kind == "sign" and token.text in _SIGNS:
        return Token("sign", _SIGNS[token.text], token.glued)
    return token


def _without_marks(tokens: Sequence[Token]) -> list[Token]:
    """Return the pieces without the marks of a sentence, as in 2/3, or 0.667."""
    kept: list[Token] = []
    for at, token in enumerate(tokens):
        after = _at(tokens, at + 1)
        ends = after == END or (after.kind == "sign" and after.text in RELATIONS)
        said = kept and kept[-1].kind == "sign" and kept[-1].text in RELATIONS
        comma = kept and ends and token.text in (",", ";")
        if token.kind != "sign" or not (comma or (said and token.text in (":", "."))):
            kept.append(token)
    return kept


def _said_again(tokens: list[Token]) -> list[Token]:
    """Return the pieces with a last bracket that says the number again taken off: 2/3 (or 0.667)."""
    if not tokens or tokens[-1].text != ")":
        return tokens
    depth = 0
    for at in range(len(tokens) - 1, 0, -1):
        if tokens[at].kind == "sign":
            depth += (tokens[at].text in CLOSING.values()) - (tokens[at].text in CLOSING)
        if not depth:
            inside = tokens[at + 1 : -1]
            again = inside and inside[0].kind == "sign" and inside[0].text in RELATIONS
            return [*tokens[:at], *inside] if again else tokens
    return tokens


def _at(tokens: Sequence[Token], at: int) -> Token:
    return tokens[at] if 0 <= at < len(tokens) else END
