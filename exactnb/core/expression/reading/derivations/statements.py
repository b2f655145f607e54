r"""Cut a derivation into statements of tokens, each token with its place in the source.

LaTeX, Markdown and plain text are read alike: `\frac12`, `1/2` and `½` are tokens of one grammar. Prose
becomes a token of kind "word", which ends a statement; nothing is evaluated.

How to read: `statements` is the door; `_Cutter` puts the tokens of `lexing.py` into statements.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from exactnb.core.expression.reading.derivations.lexing import lexed
from exactnb.core.expression.reading.derivations.signs import FUNCTIONS
from exactnb.core.expression.reading.tokens import PlacedToken, split_words
from exactnb.core.record import frozen
from exactnb.errors import InputError

LONGEST = 64 * 1024
"""Characters of the longest derivation that is read."""

MOST_TOKENS = 600
"""Tokens of the longest statement that is read; a longer one is prose."""

MOST_STATEMENTS = 400

RELATIONS = split_words("= ≈ ∝ < > ≤ ≥ ≠")
"""The signs between two sides of a statement."""

_SIGNS = (*RELATIONS, "+", "-", "*", "/")
_STATISTICS = ("mean", "average", "sum", "total", "variance")
_VOCABULARY = ("V", "𝒱", "Voc", "Vocab", "Vocabulary", "vocab", "vocabulary")
_GAP = re.compile(r"(?:[\s~]|\\[ ,;]|\\q?quad)+")  # before a range: θ ≥ 0 in parentheses
_NEXT_WORD = re.compile(r"\s+[a-z]{2}")
_WIDE = re.compile(" {3,}")  # between two claims of one row: 4, 7, 8   n = 3
_OPENING, _CLOSING = ("(", "[", "{", "{(", "⟨"), (")", "]", "}", ")}", "⟩")
_MARKUP = ("wrapped", "hat", "widehat", "̂", "{", "}")
_LEFT_OUT = re.compile(r"(?:terms?|stuff|things?|something|what|whatever|others?|parts?|rest)\b", re.I)
_APPLIED_WORDS = {"score": ("LL", "'"), "likelihood": ("L",)}
_APART = (",", ";", "⇒", ".")
_APPLIED = ("(", "'", "[")  # behind the log-likelihood


@frozen(slots=True)
class DerivationStatement:
    """Tokens between two ends of statements, and what led to them.

    `line` and `column` say where it begins, from 1. `lead` is the prose or sign before it ("so",
    "where", "⇒"), `goes_on` says that it begins with a relation or a sign of a longer formula, and
    `is_shared` that another statement stands before it in the same line, `ends_in_prose` that words
    stand behind it.
    """

    tokens: tuple[PlacedToken, ...]
    text: str
    line: int
    column: int
    lead: str = ""
    goes_on: bool = False
    is_shared: bool = False
    ends_in_prose: bool = False


def statements(text: str) -> list[DerivationStatement]:
    r"""Return the statements of a derivation, in their order.

    >>> [each.text for each in statements(r"\ell = k\log p, \quad k = \sum_i x_i")]
    ['\\ell = k\\log p', 'k = \\sum_i x_i']
    >>> [(each.lead, each.text) for each in statements("Taking logs, $l(t) = k log t$ so $t = 1$")]
    [('Taking logs,', 'l(t) = k log t'), ('so', 't = 1')]

    Raises InputError for a text that is longer than is read.
    """
    if len(text) > LONGEST:
        raise InputError(f"a derivation of {len(text):,} characters; at most {LONGEST:,} are read")
    cutter = _Cutter(text)
    for token in _with_ratios(_with_vocabulary_size(_with_lambda(list(lexed(text))))):
        cutter.add_token(token)
    return cutter.all_statements()


def with_depths(statement: DerivationStatement) -> Iterator[tuple[PlacedToken, int]]:
    """Yield the tokens of a statement, each with how many brackets are open behind it."""
    depth = 0
    for token in statement.tokens:
        depth += (token.text in ("(", "[", "{", "{(")) - (token.text in (")", "]", "}", ")}"))
        yield token, depth


def functions_in(cut: Iterable[DerivationStatement]) -> frozenset[str]:
    """Return the letters that statements say to be functions of one letter, as S in S(μ) = ….

    With them is e where it is a letter: it has an index or a relation beside it, and no power.
    """
    functions = set[str]()
    before_e, after_e = set[str](), set[str]()
    for statement in cut:
        row = ["", *(token.text for token in statement.tokens), ""]
        places = [place for place, text in enumerate(row) if text == "e"]
        before_e |= {row[place - 1] for place in places}
        after_e |= {row[place + 1] for place in places}
        texts = [token.text for token in statement.tokens if token.text not in _MARKUP]
        end = next((index for index, text in enumerate(texts) if text in RELATIONS), 0)
        match texts[:end]:
            case [head, "(", inner, ")"] | [head, "_", _, "(", inner, ")"]:
                is_letter = len(inner) == 1 and (head + inner).isalpha()
                functions |= {head} if is_letter else set()
    is_letter = bool(after_e & {"_", *RELATIONS}) and "^" not in after_e
    functions |= {"e"} if is_letter and before_e.isdisjoint(("log", "ln", "^")) else set()
    return frozenset(functions)


def _with_lambda(tokens: list[PlacedToken]) -> Iterator[PlacedToken]:
    """Yield `tokens` with λ for an l that is a parameter: l^n, log l, n/l and L(l) show that it is.

    An l of a text that has a λ too, or that is an index, is the log-likelihood as otherwise.
    """
    texts = ["", "", *(token.text for token in tokens), ""]
    around = [
        (texts[index - 2], texts[index - 1], texts[index + 1])
        for index, text in enumerate(texts)
        if text == "l"
    ]
    is_index = any("_" in (first if second == "{" else second) for first, second, _ in around)
    is_parameter = any(
        after == "^"
        or before in ("log", "ln", "/")
        or (before, after) in [("(", ")"), ("+", ")"), ("*", ")")]
        for _, before, after in around
        if after not in _APPLIED
    )
    has_another = _followed_by_another(tokens, "l")
    for token, after, has_l in zip(tokens, texts[3:], has_another, strict=True):
        is_function = after == "=" and has_l  # l = S log l − n l
        is_letter = token.text == "l" and token.kind == "name" and after not in _APPLIED
        is_letter &= not is_function
        if is_letter and is_parameter and not is_index and "λ" not in texts:
            yield replace(token, text="λ")
        else:
            yield token


def _with_vocabulary_size(tokens: Iterable[PlacedToken]) -> Iterator[PlacedToken]:
    """Yield `tokens` with V for |V| and |Vocabulary|, the size of the vocabulary."""
    waiting: list[PlacedToken] = []  # since the bar
    for token in tokens:
        waiting.append(token)
        spelled = "".join(each.text for each in waiting if each.text not in ("wrapped", "{", "}"))
        if waiting[0].text == "|" and any(f"|{name}".startswith(spelled) for name in _VOCABULARY):
            continue
        if token.text == "|" and spelled[1:-1] in _VOCABULARY:
            yield replace(waiting[0], kind="name", text="V", end=token.end)
        else:
            yield from waiting
        waiting = []
    yield from waiting


def _with_ratios(tokens: Iterable[PlacedToken]) -> Iterator[PlacedToken]:
    """Yield `tokens` with quotients for a proportion: a/x = b/y = c/z for a : b : c = x : y : z.

    And a/b = c/d = e/f for a : b = c : d = e : f, of which words may stand for the first.
    """
    for _, part in groupby(tokens, lambda token: token.kind in ("end", "word") or token.text in _APART):
        row = list(part)
        if row[0].text == ":":  # behind a label
            yield row.pop(0)
        equals = [place for place, token in enumerate(row) if token.text in RELATIONS]
        ends = pairwise((-1, *equals, len(row)))
        sides = [_cut_at_colons(row[start + 1 : end]) for start, end in ends]
        spoken = not row or equals[:1] == [0]  # the odds are = 2 : 3
        numbers = sides[1:] if spoken else sides
        size = len(numbers[0]) if numbers else 0
        if size < 2 or any(len(side) != size or not all(map(len, side)) for side in numbers):
            yield from row
            continue
        if len(numbers) == 2 and not spoken:
            numbers = [list(pair) for pair in zip(*numbers, strict=True)]
        elif size > 2 or not equals:
            yield from row
            continue
        for place, (above, below) in enumerate(numbers):
            equal, end = row[equals[0]], below[0].at
            yield from (equal,) if place or spoken else ()
            for index, side in enumerate((above, below)):
                if index:
                    yield PlacedToken("sign", "/", False, end, end)
                yield PlacedToken("sign", "(", False, side[0].at, side[0].at)
                yield from side
                yield PlacedToken("sign", ")", True, side[-1].end, side[-1].end)


def _cut_at_colons(row: Sequence[PlacedToken]) -> list[list[PlacedToken]]:
    """Return the tokens of a row between its colons that stand in no bracket."""
    parts, depth = [list[PlacedToken]()], 0
    for token in row:
        depth += (token.text in _OPENING) - (token.text in _CLOSING)
        if token.text == ":" and not depth:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _followed_by_another(tokens: Sequence[PlacedToken], letter: str) -> list[bool]:
    """Say of each token whether the `letter` stands behind it in its line, in one pass."""
    behind, answers = False, []
    for token in reversed(tokens):
        behind &= token.kind != "end"
        answers.append(behind)
        behind |= token.text == letter
    return answers[::-1]


_STATED = r"(?<![\w)])(?:Pr?\([^()=\n]*\)|[A-Za-z]\w?)(?<!and) ?= ?\d*\.?\d+"
_LISTED = re.compile(rf"(?:{_STATED} +){{2,}}{_STATED}(?![\w.*/^])")  # P(a)=0.5 P(b)=0.1 n=4


class _Cutter:
    """Put tokens into statements."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(index + 1 for index, sign in enumerate(text) if sign == "\n")]
        self.done: list[DerivationStatement] = []
        self.tokens: list[PlacedToken] = []
        self.depth = 0
        self.lead = ""
        self.listed = {row.start() + unit.start() for row in _LISTED.finditer(text)
                       for unit in re.finditer(_STATED, row[0])}  # fmt: skip
        self.word: PlacedToken | None = None  # the last one before a statement
        self.is_remark = False  # words in parentheses, up to the end of these

    def add_token(self, token: PlacedToken) -> None:
        """Take one more token."""
        if token.text == "→" and not self.tokens:
            return  # an arrow before a line is no limit
        gap = self.text[self.tokens[-1].end : token.at] if self.tokens else ""
        is_wide = bool(_WIDE.fullmatch(gap)) and not self.depth
        if token.at in self.listed or (is_wide and "sign" not in (self.tokens[-1].kind, token.kind)):
            self.end_statement()
        if token.kind == "sign" and token.text in _OPENING:
            self.depth += 1
        elif token.kind == "sign" and token.text in _CLOSING:
            self.depth = max(self.depth - 1, 0)
            if self.is_remark and not self.depth:
                self.is_remark = False
                return
            if len(self.tokens) > 4 and not self.depth and self.is_unit(token):
                self.tokens = self.tokens[:-3]
                return
        elif token.kind == "end":  # of a line
            self.is_remark = False
            if token.text == "row" or self.depth == 0 or "\n\n" in token.text:
                self.end_statement()
                self.lead, self.depth = "", 0
            return
        elif (
            token.kind == "word"
            and self.depth == 0
            and not (self.tokens and self.tokens[-1].text in ("_", "^", "#"))
        ):
            goes_on = token.text in _STATISTICS and any(t.text in RELATIONS for t in self.tokens)
            if goes_on and self.tokens[-1].text not in RELATIONS:
                self.tokens.append(token)  # s = 1/2 mean of x says nothing of s = 1/2
            if self.tokens and self.tokens[-1].text == "+" and _LEFT_OUT.match(token.text):
                self.tokens.append(replace(token, kind="name", text="const"))
            self.end_statement(prose=True)
            self.lead, self.word = f"{self.lead} {token.text}".strip(), token
            return
        elif token.kind == "word" and self.depth and (opening := self.remark_start(token)) is not None:
            inner = self.tokens[opening + 1 :]
            self.tokens, self.is_remark = self.tokens[:opening], True
            self.end_statement(prose=True)
            if any(each.text in RELATIONS for each in inner):  # k/n (k = 3 of the tosses)
                self.tokens = inner
                self.end_statement(prose=True)
            self.lead = f"{self.lead} {token.text}".strip()
        elif self.depth == 0 and token.kind == "sign" and token.text in (",", ";", "⇒", "&&", ".", ":"):
            label = ""
            if token.text == ":" and len(self.tokens) == 1:  # "MLE: θ = k/n"
                label = self.tokens.pop().text
            before = bool(self.tokens)
            self.end_statement()
            if token.text == "⇒" or (token.text == "," and before) or label:
                self.lead = f"{self.lead} {label or token.text}".strip()
            return
        if token.text == "(" and not self.tokens and self.word and self.word.end == token.at:
            self.tokens += _function_tokens(self.word)
        is_name = token.kind == "number" and token.glued and self.lead[-1:].isalpha()
        if is_name and not self.tokens:
            self.lead += token.text  # mean1 is no 1
        elif not self.is_remark:
            self.tokens.append(token)

    def remark_start(self, word: PlacedToken) -> int | None:
        """Return where the parenthesis with this `word` began; None if that is an argument."""
        depth, begin = 0, None
        for index, token in enumerate(self.tokens):
            begin = index if depth == 0 and token.text in ("(", "[") else begin
            depth += (token.text in _OPENING) - (token.text in _CLOSING)
            begin = begin if depth else None
        if self.depth != 1 or not begin:
            return begin if self.depth == 1 else None
        before = self.tokens[begin - 1].text
        is_words = before in _SIGNS and begin + 1 == len(self.tokens)  # /(number of documents)
        is_argument = self.tokens[begin].glued and not is_words
        is_argument |= before in ("P", "p", "f", "E", "Pr", "_", "^")
        if any(token.text in RELATIONS for token in self.tokens[begin:]):
            is_phrase = _NEXT_WORD.match(self.text, word.end)  # n (k = number of heads), no N (x = hot)
            may_be_argument = before in ("N", "n", "1", "I", "#", "δ", "count") and not is_phrase
            is_argument |= may_be_argument or self.tokens[begin].text != "("
        return None if is_argument else begin

    def is_unit(self, closing: PlacedToken) -> bool:
        """Say whether the parenthesis that ends here is a unit that the text names again: (1000 h)."""
        number, opening, first, unit = self.tokens[-4:]
        kinds = [number.kind, first.kind, unit.kind]
        is_apart = (opening.text, opening.glued) == ("(", False)
        named = self.text.count(self.text[opening.at : closing.end])
        return kinds == ["number", "number", "name"] and is_apart and named > 1

    def _range_at_end(self) -> int | None:
        """Return where, behind a gap, the parenthesis with an inequality at the end begins."""
        depth, signs = 0, set[str]()
        for index in reversed(range(1, len(self.tokens))):
            before, token = self.tokens[index - 1 : index + 1]
            depth += (token.text in _CLOSING) - (token.text in _OPENING)
            signs |= {token.text} if depth == 1 else set()
            if depth < 1:
                is_range = token.text == "(" and not signs.isdisjoint(("<", ">", "≤", "≥", "≠", "∈"))
                is_apart = _GAP.fullmatch(self.text[before.end : token.at])
                return index if is_range and is_apart else None
        return None

    def end_statement(self, *, prose: bool = False) -> None:
        """End a statement here; before words a function without an argument is one: log of a power."""
        if (opening := self._range_at_end()) is not None:  # p_i = x_i/n  (i < m)
            self.tokens, behind = self.tokens[:opening], self.tokens[opening:]
            self.end_statement()
            self.tokens, self.lead = behind, "with"
        if prose and all(token.text in _SIGNS for token in self.tokens):  # new count / new total
            self.tokens = []
        is_label = [token.text in ("MLE", "MAP") for token in self.tokens[:1]] == [True]
        if is_label and len(self.tokens) > 1 and self.tokens[1].kind in ("name", "command"):
            self.lead = f"{self.lead} {self.tokens.pop(0).text}".strip()  # MLE f = k/n
        names = (*FUNCTIONS, "sum", "prod", "Beta") if prose else ("Beta",)  # a reason behind a formula
        last = self.tokens.pop().text if self.tokens and self.tokens[-1].text in names else ""
        tokens, self.tokens = _unwrapped(tuple(self.tokens)), []
        if not tokens:
            self.lead = f"{self.lead} {last}".strip() if prose else self.lead  # $\log$ posterior
            return
        begin, end = tokens[0].at, tokens[-1].end
        line = sum(1 for start in self.starts if start <= begin)
        column = begin - self.starts[line - 1] + 1
        is_shared = bool(self.done) and self.done[-1].line == line
        goes_on = tokens[0].text in (*RELATIONS, "+", "-", "*", "/") and bool(self.done)
        if self.lead and tokens[0].text in RELATIONS:  # the words may name what the line is about
            goes_on &= is_shared and any(token.text in RELATIONS for token in self.done[-1].tokens)
            goes_on &= not self.lead.startswith((",", "and "))  # n = 12, heads = 9
            goes_on &= self.lead.split()[-1] not in _STATISTICS  # x_k = c_k/m; sum = c/m
        if len(tokens) <= MOST_TOKENS and len(self.done) < MOST_STATEMENTS:
            text = self.text[begin:end]
            self.done.append(
                DerivationStatement(tokens, text, line, column, self.lead, goes_on, is_shared, prose)
            )
        self.lead = ""

    def all_statements(self) -> list[DerivationStatement]:
        """Return all statements."""
        self.end_statement()
        return self.done


def _function_tokens(word: PlacedToken) -> list[PlacedToken]:
    """Return a `word` that is applied to something as a function: ℓ′, L, or one that is not known."""
    known = _APPLIED_WORDS.get(word.text.lower(), ())
    return [replace(word, kind="sign" if sign == "'" else "name", text=sign) for sign in known] or [
        word
    ]


def _unwrapped(tokens: tuple[PlacedToken, ...]) -> tuple[PlacedToken, ...]:
    """Return an equation without the parentheses that stand around all of it: (y = 1)."""
    depth, is_equation = 0, False
    for token in tokens[:-1]:
        depth += (token.text in _OPENING) - (token.text in _CLOSING)
        is_equation |= depth == 1 and token.text in RELATIONS
        if depth < 1:
            return tokens
    is_wrapped = is_equation and tokens[0].text == "(" and tokens[-1].text == ")"
    return tokens[1:-1] if is_wrapped else tokens
