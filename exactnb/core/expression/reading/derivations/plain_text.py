"""What plain text writes by its layout: indices in one run, hats, rows that go on; names in words.

How to read: the functions at the top are for a text or its tokens, `name_of_word` is for one word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache, partial
from itertools import pairwise, takewhile

from exactnb.core.expression.reading.derivations.densities import DIRICHLET, NAMED, OF_PARAMETER
from exactnb.core.expression.reading.derivations.signs import LOGISTIC, MEANS, NAMES, ORDERS, RANDOM
from exactnb.core.expression.reading.tokens import PlacedToken, split_words
from exactnb.core.naming.grammar import GREEK

_INDICES = frozenset("ijklmnvwcdruh")
_NUMBERED = re.compile(r"(?<![A-Za-z])([A-Za-z])1(?!\d)")
_BESIDE_NUMBERS = frozenset("ijklmndKNTM")
_ALONE = re.compile(r"(?<![A-Za-z\\_])([mnu])(?![A-Za-z_])")
_DOTTED = re.compile(r"(?<![A-Za-z])([A-Za-z])\.\s*=\s*sum")  # a total, by a dot for the index
_LETTERED = re.compile(r"(?<![A-Za-z])([a-ce-z])([A-Z])(?![A-Za-z\d])")
_MOST_ROWS = 8  # of a formula, with a sign before each
FAR = 8
"""Columns by which a row is set in that goes on with the one above it."""

POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺⁽⁾ⁿⁱˣᵏ"
"""Digits, signs and letters that are raised."""

LOWERED = "₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₖₙᵥ"
"""Those that stand below."""

SCRIPTS = {
    "powers": ("^", str.maketrans(POWERS, "0123456789-+()nixk")),
    "lowered": ("_", str.maketrans(LOWERED, "0123456789+-ijknv")),
}
"""The sign before each kind, and what they are."""

SHORT = {"lam": "λ", "SS": "S", "RSS": "S", "SSE": "S", "th": "θ", "Lik": "L", "lik": "L",
          "NLL": "NL", "nll": "NL"}  # fmt: skip
"""Letters by the usual short forms of their names."""

CONSTANTS = split_words("const constant constants const.")
"""Words for a term or factor that does not depend on the parameter."""

STATISTICS = frozenset((*MEANS, *ORDERS)) | split_words(
    "mode total count range variance var std stdev deviation norm product"  # read as nothing else
)
"""Words for functions of data."""

_LOWERED_WORD = re.compile(
    r"(?<![\w\\])(?=\w*[aeiou])([A-Za-z][a-z]{2,11})_(?:hat\b|[A-Za-z0-9]{1,2}\b|[{\[])"
)
_BESIDE_SIGN = re.compile(r"[_(]|\s*[=*/^]|\s*[+-]\s")
_OBJECTIVES = split_words("loglik lik likelihood score prior posterior post odds count nll sum in")
_APPLIED = re.compile(r"\(|\s?(?:\\left\s?)?\(\s*[xyzXYt](?![A-Za-z])")
_OPENED = re.compile(r"\s?(?:\\left\s?)?[(\[]|_")
_BARRED = re.compile(r"\s?(?:\\left\s?)?\([^()]*(?:[|;]|\\mid)")
_LISTED = re.compile(r"\s?(?:\\left\s?)?\((?:[^(),]|\([^()]*\))*,")
_BEFORE_EVENT = re.compile(r"\b(?:P|p|Pr)\s?(?:\\left\s?)?\([^()]*$|(?:[_#]|\\#)\{?$")
_EVENT = re.compile(r"(?=\w*[aeiouy])[A-Za-z][a-z]{3,}|(?=\w*[aeou])[A-Za-z][a-z]{2}")
_SHORT_EVENT = re.compile(
    r"\bPr?\((?:(?=\w?[aeiou])([a-z]{2}) ?\| ?[A-Za-z]{3,}"
    r"|[A-Za-z]{3,} ?\| ?(?=\w?[aeiou])([a-z]{2}))\)"
)
_NAMED_FUNCTION = re.compile(r"(?:^|[\s:;,(])([a-z]{2,8})\([a-z]\)\s*:?=", re.MULTILINE)
_INTEGRAL = re.compile(r"\s[^\n]*\bd\s?[a-z]+\b")
_LOWERING = ("sum", "prod", "argmax", "argmin")
_EMPHASIS = re.compile(  # of Markdown; in code x**2 stands close to its letter, x ** 2 apart
    r"(?<![^\s(])(?P<mark>\*\*|__)(?=[^\s*_])(?P<inner>[^\n]*?)(?<=\S)(?P=mark)(?![\w(*])"
    r"|^(?P<lead>\s*(?:[-*•]\s+|\d+\.\s+)?)(?P<thin>[*_])(?=[^\s*_])(?P<whole>[^\n]*?)(?<=[^\s*_])(?P=thin)(?=[\s.,;:]*$)",
    re.MULTILINE,
)


def with_index_groups(tokens: list[PlacedToken], *, is_latex: bool = False) -> Iterator[PlacedToken]:
    """Yield the `tokens` of plain text with braces around several indices, and with hats.

    LaTeX has braces of its own (`is_latex`), but for x[n], which is x_n there too.

    θ_jk and θ[j,k] are θ_{jk}, ∑[i: y=k] and argmax[θ] are ∑_{i: y=k} and argmax_{θ}; in θ^_k and P^ =
    the sign is a hat.
    """
    opening, closing = set[int](), set[int]()
    for index, token in enumerate(tokens):
        if token.text == "_" and not is_latex and (last := _last_of_run(tokens, index + 1)):
            opening.add(index + 1)
            closing.add(last)
    brackets = {index: end for index, token in enumerate(tokens)
                if token.text == "[" and (end := _end_of_indices(tokens, index))}  # fmt: skip
    closing_brackets = set(brackets.values())
    for index, token in enumerate(tokens):
        here = partial(PlacedToken, "sign", glued=True, at=token.at, end=token.end)
        if index in opening:
            yield here("{")
        if index in brackets:
            yield from (here("_"), here("{"))
        elif index in closing_brackets:
            yield here("}")
        elif token.text == "^" and not is_latex and _is_hat(tokens, index):
            yield here("\u0302")
        else:
            yield token
        if index in closing:
            yield here("}")


def without_emphasis(piece: str) -> str:
    """Return a `piece` of text with blanks for the signs of Markdown around what is bold or italic."""

    def plain(match: re.Match[str]) -> str:
        pad = " " * len(match["mark"] or match["thin"])
        return f"{match['lead'] or ''}{pad}{match['inner'] or match['whole']}{pad}"

    return _EMPHASIS.sub(plain, piece) if "*" in piece or "_" in piece else piece


@lru_cache(maxsize=4)  # a text is cut line by line
def letter_spellings(text: str) -> tuple[set[str], set[str], dict[str, AbstractSet[str]]]:
    """Return the letters of plain text with a dot for an index, those alone, and indices at letters.

    The latter stand without a sign: xn beside x1; qA, qB and qC.
    """
    indices: dict[str, AbstractSet[str]] = {}
    for letter, capital in _LETTERED.findall(text):
        indices[letter] = indices.get(letter, frozenset()) | {capital}
    indices = {letter: capitals for letter, capitals in indices.items() if len(capitals) > 2}
    indices = dict.fromkeys(_NUMBERED.findall(text), _BESIDE_NUMBERS) | indices
    return set(_DOTTED.findall(text)), set(_ALONE.findall(text)), indices


@lru_cache(maxsize=4)
def word_letters(text: str) -> AbstractSet[str]:
    """Return the words of plain text that are letters, with an index, a hat or a letter: mode_j."""
    known = {*NAMES, *GREEK, *SHORT, *CONSTANTS, "pi", "ell", "int", "SUM", "PROD"}
    functions = {*_NAMED_FUNCTION.findall(text)} - {*STATISTICS, *LOGISTIC, *RANDOM, *_OBJECTIVES}
    return ({*_LOWERED_WORD.findall(text)} | functions) - known


def is_letter_here(piece: str, begin: int, end: int) -> bool:
    """Say whether a word that is a letter elsewhere stands beside a sign of a formula here."""
    before = piece[:begin].rstrip()[-1:]
    return bool(_BESIDE_SIGN.match(piece, end)) or (before != "" and before in "=*/+^")


def script_tokens(text: str, place: tuple[int, int]) -> Iterator[PlacedToken]:
    """Yield digits and letters that were raised or lowered by their signs."""
    for match in re.finditer(r"\d+|.", text):
        digit, letter = match[0].isdigit(), match[0].isalpha()
        yield PlacedToken("number" if digit else "name" if letter else "sign", match[0], True, *place)


@lru_cache(maxsize=4)
def short_events(text: str) -> AbstractSet[str]:
    """Return the words of two letters that are events beside another word: P(ja | class)."""
    pairs = {pair for both in _SHORT_EVENT.findall(text) for pair in both if pair}
    return {pair for pair in pairs if not re.search(rf"\bPr?\(\s*[{pair}]\b", text)}


def is_event_name(piece: str, begin: int, end: int, *, pair: bool = False) -> bool:
    """Say whether letters of `piece` are the name of an event or a label: P(free | spam), N_spam.

    `pair` says that they are a name of two letters.
    """
    is_name = pair or (_EVENT.fullmatch(piece, begin, end) and piece[begin:end] not in GREEK)
    return bool(is_name and _BEFORE_EVENT.search(piece, max(begin - 90, 0), begin))


def _last_of_run(tokens: Sequence[PlacedToken], position: int) -> int:
    """Return the place of the last of several indices that stand below a letter as one run: θ_jk, m_1j.

    0 where one letter, or none, stands there: in x_i p_i the second letter is below another one.
    """
    end = position
    while end < len(tokens) and (end == position or tokens[end].glued):
        is_first_number = end == position and tokens[end].kind == "number"
        if not (is_first_number or tokens[end].text in _INDICES):
            break
        end += 1
    if end < len(tokens) and tokens[end].text == "_" and tokens[end].glued:
        end -= 1
    return end - 1 if end - position > 1 else 0


def _end_of_indices(tokens: Sequence[PlacedToken], position: int) -> int:
    """Return the place of the bracket that closes the indices in the one at `position`, 0 for another.

    Indices are written without blanks; in n[k log t − 1] and E[x] the bracket holds something else.
    """
    before, depth = tokens[position - 1] if position else tokens[position], 0
    is_letter = before.kind == "name" and len(before.text) == 1 and before.text not in "EILPℓ"
    if not tokens[position].glued or not (is_letter or before.text in (*_LOWERING, "^", "\u0302")):
        return 0
    for end, (previous, token) in enumerate(pairwise(tokens[position:]), position + 1):
        if end == position + 1 and before.text not in _LOWERING:
            is_listed = token.kind == "number" and "," in [t.text for t in tokens[end + 1 : end + 2]]
            if token.text not in _INDICES | {"y"} and not is_listed:
                return 0
        if not token.glued and previous.text not in (",", ":"):
            return 0
        if token.text == "(" and previous.text != "^":
            return 0
        if token.text == "]" and not depth:
            return end
        depth += (token.text == "[") - (token.text == "]")
        if len(token.text) > 1 or (token.kind == "sign" and token.text not in "_^(),=:-+[]"):
            return 0
    return 0


def _is_hat(tokens: Sequence[PlacedToken], position: int) -> bool:
    """Say whether the ^ at `position` is a hat: before an index, a relation, an event or the end."""
    after = tokens[position + 1] if position + 1 < len(tokens) else None
    if not position or tokens[position - 1].kind != "name" or not tokens[position].glued:
        return False
    if after is None or after.kind == "end" or after.text in ("_", "[", "=", "<", ">", ",", ";"):
        return True
    inner = takewhile(lambda token: token.text != ")", tokens[position + 2 :])
    return after.text == "(" and any(token.text == "=" for token in inner)


def continues_formula_above(text: str, position: int) -> bool:
    """Say whether the - or * before a place goes on with a formula above it: it stands right of its =.

    Or far right of where that begins, since the signs of ASCII are wider than those they stand for.
    Rows between that begin with a sign too are looked through, a few of them.
    """
    *above, row = text[max(position - 2_000, 0) : position].split("\n")
    column = len(row.rstrip())
    for line in reversed(above[-_MOST_ROWS:]):
        if (relation := re.search("[=∝≈≤≥<>]", line)) is not None:
            return column > min(relation.end(), len(line) - len(line.lstrip()) + FAR)
        if not re.match(r"\s*[-+*/]\s", line):
            return False
    return False


def name_of_word(word: str, piece: str, end: int) -> str | None:
    """Return the name that a word, which ends at a place of `piece`, is; None where it is prose.

    What is behind it says so: a function of data or of a number has an argument, a density a bar in it.
    """
    if word.strip(" .").lower() in CONSTANTS:
        return "const"
    if word == "logit" or (word in (*NAMED, *DIRICHLET) and _BARRED.match(piece, end)):
        return word
    if word in DIRICHLET or (word in OF_PARAMETER and _LISTED.match(piece, end)):
        return word if _OPENED.match(piece, end) else None
    if word == "int" and piece.startswith("_", end):
        return "int"
    if word in ("Int", "int") and _INTEGRAL.match(piece, end):
        return "int"
    if word in RANDOM and len(word) > 1 and word != "var" and _OPENED.match(piece, end):
        return RANDOM[word]
    if word in LOGISTIC and piece.startswith("(", end):
        return LOGISTIC[0]
    return word.lower() if word.lower() in STATISTICS and _APPLIED.match(piece, end) else None
