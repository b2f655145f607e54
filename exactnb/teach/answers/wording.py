r"""Translate the words of an answer into signs: `over`, `2 of 3`, `a half`, `s.f.`, `\cdot`.

How to read: `split_notes` orders the steps. Words that belong together become one,
numbers in words become figures, notes after a number are left out, and words for signs become these
signs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from exactnb.core.expression.reading.tokens import CLOSING, COMMAS, END, Token, split_words, tokenize
from exactnb.teach.answers.notes import split_off_notes, token_at

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
    **dict.fromkeys(split_words("is equals equal get gets got gives yields makes so thus hence"), "="),
    **dict.fromkeys(split_words("therefore ie aka namely because since think guess ans answer"), "="),
    **dict.fromkeys(split_words("prob probability exact exactly"), "="),
    **dict.fromkeys(split_words("rounded about approx approximately around ca circa roughly"), "≈"),
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


def tokens_and_notes(text: str, labels: Iterable[str] = ()) -> tuple[list[Token], tuple[str, ...]]:
    r"""Return the tokens of the answer `text`, and its notes; words of `labels` are no note.

    Words for signs are these signs.

    >>> [token.text for token in tokens_and_notes(r"1.2e-5 \cdot \left(3 out of 6\right)")[0]]
    ['1.2e-5', '*', '(', '3', '/', '6', ')']
    >>> tokens, notes = tokens_and_notes("two thirds, i.e. 66.7 % (to 3 s.f.)")
    >>> "".join(token.text for token in tokens), notes
    ('(2/3)=66.7%', ('(to 3 sf)',))
    """
    # In this order: "s.f." is a note once it is one word, and a note may follow "two thirds".
    tokens = _with_figures(list(_with_words_joined(tokenize(text))))
    answer, notes = split_off_notes(tokens, lambda token: _as_sign(token).text in RELATIONS, labels)
    return _unwrap_restatement(_without_sentence_marks([_as_sign(token) for token in answer])), notes


def _with_words_joined(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens, with those that form one word or sign joined: out of, s.f., math.log."""
    position = 0
    while position < len(tokens):
        here, second, third = (token_at(tokens, position + more) for more in range(3))
        pair = here.text.casefold(), second.text.casefold()
        both = here.kind == second.kind == "name"
        dotted = second.text == "." and second.glued and third.glued
        if both and pair in _PAIRS:
            yield _PAIRS[pair]
            position += 2
        elif dotted and (pair[0], third.text.casefold()) in _DOTTED:
            yield Token("name", _DOTTED[pair[0], third.text.casefold()], here.glued)
            position += 4 if token_at(tokens, position + 3).text == "." else 3
        # np.float64(0.5) is how NumPy 2 shows a number: the name goes, the number in brackets stays.
        elif dotted and here.text in _MODULES:
            fourth = token_at(tokens, position + 3)
            is_float = third.text == "float" and fourth.text in ("32", "64")
            is_log = fourth.glued and fourth.kind == "number"
            if not is_float:
                name = third.text if is_log else _IN_MODULES.get(third.text, third.text)
                yield Token("name", name, here.glued)
            position += 4 if is_float else 3
        elif second.text == "." and here.kind == "name" and _WORDS.get(pair[0]) == "≈":
            yield here  # approx.
            position += 2
        elif pair[0] in ("it", "that") and second.text == "'" and third.text == "s":
            yield Token("sign", "=")
            position += 3
        elif here.text == "{" and second.text == "," and third.text == "}":
            yield Token("sign", COMMAS[1], here.glued)
            position += 3
        else:
            yield here
            position += 1


def _with_figures(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens with numbers in words as figures: two thirds, 3 of 9."""
    result: list[Token] = []
    position = 0
    while position < len(tokens):
        end, fraction = _fraction_in_words(tokens, position)
        if fraction:
            result += fraction
            position = end
            continue
        here = tokens[position]
        number = _NUMBERS.get(here.text.casefold()) if here.kind == "name" else None
        result.append(here if number is None else Token("number", str(number), here.glued))
        position += 1
    slash = Token("sign", "/")
    return [
        slash if _is_ratio_word(result, position) else token for position, token in enumerate(result)
    ]


def _fraction_in_words(tokens: Sequence[Token], position: int) -> tuple[int, list[Token]]:
    """Return the index after a fraction in words, and its figures; no figures if there is none here."""
    word = tokens[position].text.casefold()
    if tokens[position].kind == "name" and word in _ALONE:
        return position + 1, _in_figures("1", word)
    is_count = tokens[position].kind == "name" and word in (*_NUMBERS, "a", "an")
    if not is_count and not word.isdigit():
        return position, []
    # two-thirds is a fraction; after figures a hyphen is a minus, as in 2-thirds.
    end = position + (2 if is_count and token_at(tokens, position + 1).text == "-" else 1)
    part = token_at(tokens, end)
    if part.kind != "name" or part.text.casefold() not in _PARTS:
        return position, []
    # "a" and "an" are in no table of numbers, and count as one.
    numerator = word if word.isdigit() else str(_NUMBERS.get(word, 1))
    return end + 1, _in_figures(numerator, part.text.casefold())


def _in_figures(numerator: str, part: str) -> list[Token]:
    # In brackets, so that a power or a factor next to it takes in the whole fraction.
    denominator = Token("number", str(_PARTS[part]), True)
    slash, closing = (Token("sign", sign, True) for sign in "/)")
    return [Token("sign", "("), Token("number", numerator, True), slash, denominator, closing]


def _is_ratio_word(tokens: Sequence[Token], position: int) -> bool:
    """Say whether `of` or `in` stands between two counts alone: 3 of 9, but not 1/3 of 9."""
    if tokens[position].kind != "name" or tokens[position].text.casefold() not in _OF:
        return False
    if not (
        token_at(tokens, position - 1).text.isdigit() and token_at(tokens, position + 1).text.isdigit()
    ):
        return False
    previous, following = (
        _as_sign(token_at(tokens, position - 2)),
        _as_sign(token_at(tokens, position + 2)),
    )
    return _is_boundary(previous, "(:") and _is_boundary(following, ").,;(")


def _is_boundary(token: Token, signs: str) -> bool:
    """Say whether a formula begins or ends next to a token: at an end, a relation, a word."""
    if token.kind == "name":
        return token.text.casefold() not in _NO_BOUND
    return token == END or (token.kind == "sign" and token.text in (*RELATIONS, *signs))


def _as_sign(token: Token) -> Token:
    """Return the sign for a word or a command, or else the token itself."""
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


def _without_sentence_marks(tokens: Sequence[Token]) -> list[Token]:
    """Return the pieces without the marks of a sentence, as in 2/3, or 0.667."""
    result: list[Token] = []
    for index, token in enumerate(tokens):
        after = token_at(tokens, index + 1)
        ends = after == END or (after.kind == "sign" and after.text in RELATIONS)
        after_relation = result and result[-1].kind == "sign" and result[-1].text in RELATIONS
        # A comma before a relation or the end separates nothing; between numbers it may be a decimal's.
        comma = result and ends and token.text in (",", ";")
        if token.kind != "sign" or not (comma or (after_relation and token.text in (":", "."))):
            result.append(token)
    return result


def _unwrap_restatement(tokens: list[Token]) -> list[Token]:
    """Return the tokens with a last bracket that restates the number unwrapped: 2/3 (or 0.667)."""
    index = last_bracket_start(tokens)
    inside = tokens[index + 1 : -1] if index and tokens[-1].text == ")" else []
    again = inside and inside[0].kind == "sign" and inside[0].text in RELATIONS
    return [*tokens[:index], *inside] if again else tokens


def last_bracket_start(tokens: Sequence[Token]) -> int:
    """Return the index of the bracket that closes at the end of `tokens`, 0 if none is there."""
    depth = 0
    for index in range(len(tokens) - 1, 0, -1):
        if tokens[index].kind == "sign":
            depth += (tokens[index].text in CLOSING.values()) - (tokens[index].text in CLOSING)
        if not depth:
            return index
    return 0
