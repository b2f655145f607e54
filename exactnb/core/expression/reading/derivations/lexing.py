"""Cut the text of a derivation into tokens: LaTeX, Markdown and plain text are spelled alike.

How to read: `lexed` is the door; `_prose_tokens` and `_tokens` cut the text, `_tokens_of_match` gives
each sign one spelling, `_tokens_of_run` decides which runs of letters are words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from unicodedata import normalize

from exactnb.core.expression.reading.derivations.commands import tokens_of_command
from exactnb.core.expression.reading.derivations.plain_text import (
    CONSTANTS,
    LOWERED,
    POWERS,
    SCRIPTS,
    SHORT,
    continues_formula_above,
    is_event_name,
    is_letter_here,
    letter_spellings,
    name_of_word,
    script_tokens,
    short_events,
    with_index_groups,
    without_emphasis,
    word_letters,
)
from exactnb.core.expression.reading.derivations.signs import ESTIMATES, NAMES
from exactnb.core.expression.reading.tokens import PlacedToken, split_words
from exactnb.core.naming.grammar import GREEK

_AROUND_WORDS = " \t\n`'\"“”‘’„«»"
_TEXTS = split_words("text textrm textbf textit mbox textsf textup intertext shortintertext emph")
_UNICODE = {
    "−": "-", "·": "*", "×": "*", "⋅": "*", "∗": "*", "∣": "|", "⇒": "⇒", "⟹": "⇒", "∴": "⇒", "⇔": "⇒",
    "⟺": "⇒", "→": "→", "′": "'", "’": "'", "″": "''", "∞": "∞", "∈": "∈", "≡": "=", "≔": "=", "÷": "/",
    "⟶": "→", "⁄": "/", "∼": "~", "≃": "≈", "≅": "≈", "∧": ",", "⋯": "…", "‖": "‖", "⩽": "≤", "⩾": "≥",
    "≐": "∝",
}  # fmt: skip
_LONG = {
    ":=": "=", "=:": "=", "==": "=", "=>": "⇒", "<=>": "⇒", "->": "⇒", "<->": "⇒", "<=": "≤",
    ">=": "≥", "!=": "≠", "**": "^", "...": "…", "..": "…",
}  # fmt: skip
_OBJECTIVES = {
    "posterior": "LP", "post": "LP", "likelihood": "LL", "lik": "LL", "prior": "LQ", "odds": "LO",
}  # fmt: skip
_WORDS = split_words(
    "a so is we if or of to at as in on by an the and for get set let has its are all one can now with "
    "where then thus hence from i.e e.g not no but be it this that each any since when both two "
    "also via use add into sum_ take yes term terms over up do let's our us you he my per vs "
    "iff iid pdf pmf cdf eqn was out own yet due few "
    "way ham inside does new same may must put see had who how why wrt"
)
_CAPITALS = split_words("SUM PROD LOG LN EXP SQRT")
_LETTER = re.compile(rf"(?<![A-Za-z{{])d?(?:[^\W\d_]|{'|'.join(GREEK)}|pi|lam)$")
_VARIANCE = re.compile(r"(d?)(sigma|σ|s)2(?!\d)")
_DEVIATION = re.compile(
    r"(?<![^\W\d_])(?:(?:sigma|σ)_?[1a-z]|s_?[1a-z0]\b)|(?<!\* )(?<![*/(,])(?<![,/] )s2"
)
_EQUALS = re.compile(r"\s*=")
_SLOPE = re.compile(r"d2[^\n=/+*]{0,14}/\s?d[^\W\d]")  # d2l/dp2, d2 log L/dp2
_OF_FUNCTION = re.compile(r"(d?)(log|ln)([A-RT-Za-rt-z]?)")  # dlogL, but no logs
_SIGMA = re.compile(  # the letter for the sign of a sum: its index stands behind it, too
    r"\\Sigma(?=\s*_(?:\{\s*[a-z]\s*(?:=|\\in)|\{?([a-z])\}?\s*\\?\w+\s*_\{?\1))"
)
_PER_CENT = re.compile(r"(?<=\d)\$? ?(?:percent|per cent)\b")
_PROPORTIONAL = re.compile(r"(?:\b(?:is|are) )?\bprop(?:ortional|\.)? to\b(?=\s+\S*[\^_()\d*])")
_OVER = re.compile(r"\b[sS]um over (?:all )?([a-z]) of\b")
_GREEK_SIGNS = frozenset(GREEK.values()) | frozenset("πΓΣΠΦ")
_MOST_OF_MACRO = 40  # signs: it is read again wherever it stands
_MACRO = re.compile(
    r"\\(?:(?:re)?newcommand\*?|def)\s*\{?\s*\\([A-Za-z]+)\s*\}?\s*\{((?:[^{}#]|\{[^{}#]*\})*)\}"
)
_NO_FORMULA = re.compile(r"^\s*(?:#+\s|>)|[A-Za-z]\.[a-z]+\(")  # titles, quotations, code: x.mean()
_UP_TO = re.compile(r"(?:\\\w+\{)?\+?\s?(?:c|C|const\w*\.?)\}?|\+")
_LATEX = re.compile(r"\\[A-Za-z]|\$")
_MATH = re.compile(
    r"\$\$(?P<a>.+?)\$\$|\\\[(?P<b>.+?)\\\]|\\\((?P<c>.+?)\\\)|(?<!\\)\$(?P<d>[^$\n]+?)(?<!\\)\$"
    r"|\\begin\{(?P<name>(?:align|gather|equation|eqnarray|multline|alignat|split|flalign|aligned"
    r"|gathered|alignedat|math|displaymath)\*?)\}(?:\{\d+\})?(?P<e>.+?)\\end\{(?P=name)\}|```(?:math|latex|tex)(?P<f>.+?)```",
    re.DOTALL,
)
_INNER = re.compile(
    r"\\(?:begin|end)\{(?:align|gather|equation|eqnarray|multline|alignat|split|flalign|aligned"
    r"|gathered|alignedat|math|displaymath|document|proof|itemize|enumerate|center)\*?\}(?:\{\d+\})?"
    r"|\\left\s*\.|(?:\\right|\\[bB]igg?[rl]?)?\s*\|_\{[^{}=]*=(?:[^{}]|\{[^{}]*\})*\}"  # at p = p̂
    r"|(?:\\right|\\[bB]igg?[rl]?)\s*\|_(?:\{(?:[^{}]|\{[^{}]*\})*\}|\\?\w)"  # at p̂
    r"|^[\s&]*(?:\\(?:[,;:! ]|q?quad)\s*)*\\vdots[\s&]*(?=\\\\)"  # a row of dots alone: and so on
    r"|\{(?:\s|\\scriptstyle|\\[ ,;!:])*\}|(?P<bullet>^\s*[-*•]\s+(?=\S))"
    r"|\\(?:label|tag|vspace|hspace|usepackage|documentclass|phantom|vphantom|hphantom|color)\*?"
    r"(?:\[[^\]]*\])?\{[^{}]*\}|(?<!\\)%.*|\\(?:sub)*(?:section|paragraph)\*?\{[^{}]*\}|(?<!\\)\\[\[\]()]|\$\$?",
    re.MULTILINE,
)
_TOKEN = re.compile(
    r"(?P<row>\\\\(?:\[[^\]\n]*\])?\*?)|(?P<begin>\\(?:begin|end)\s*\{\w+\*?\})|\\(?P<command>[A-Za-z]+)\*?"
    r"|(?P<escaped>\\[{}|%&#_$])|(?P<space>\\.|[ `\"“”„\t\r\u00a0\u2009\u202f~]+)|(?P<line>\n)"
    r"|(?P<objective>(?i:neg\w*[ -])?(?:[Ll]og|ln)[ -]?"
    r"(?:post(?:erior)?|lik(?:elihood)?|prior|odds)(?![a-z]))"
    r"|(?P<number>\d+(?:\{,\}\d{3})*(?:\.\d+)?|\.\d+)|(?P<letters>[A-Za-z]+)"
    r"|(?P<powers>[" + POWERS + r"]+)|(?P<lowered>[" + LOWERED + r"]+)"
    r"|(?P<long>:=|=:|==|=>|<=>|<->|->|<=|>=|!=|\*\*|\.{2,3})|(?P<sign>[^\s])"
)


def lexed(text: str) -> Iterator[PlacedToken]:
    """Yield the tokens of a text: formulas between signs of mathematics, the rest as it looks."""
    position = 0
    text = _PER_CENT.sub(_per_cent_sign, text)
    for match in _MATH.finditer(text):
        yield from _prose_tokens(text, position, match.start(), inline=match["d"] or match["c"])
        group = next(name for name in "abcdef" if match[name] is not None)
        begin, end = match.span(group)
        has_rows = "\\\\" in match[group]
        yield from _tokens(text, begin, end, newlines=not has_rows and group not in "cd")
        if group not in "cd":
            yield PlacedToken("end", "row", at=end, end=end)
        position = match.end()
    yield from _prose_tokens(text, position, len(text), inline=None)


def _per_cent_sign(match: re.Match[str]) -> str:
    """Return the sign for words behind a number, as long as these are; before a $ that ends it."""
    size = len(match[0])
    return r"\%$".ljust(size) if "$" in match[0] else r"\%".rjust(size)


def _prose_tokens(text: str, begin: int, end: int, *, inline: str | None) -> Iterator[PlacedToken]:
    """Yield the tokens outside of marked mathematics; a line that has some is prose outside of it."""
    position = begin
    while position < end:
        newline = text.find("\n", position, end)
        stop = end if newline < 0 else newline
        line_begin = text.rfind("\n", 0, position) + 1
        line_end = text.find("\n", stop)
        whole = text[line_begin : len(text) if line_end < 0 else line_end]
        piece = text[position:stop]
        if "$" in whole or "\\(" in whole or _NO_FORMULA.search(whole):
            if words := piece.strip():
                word = PlacedToken("word", words, at=position, end=stop)
                is_word = bool(words.strip(" .,;:"))
                yield word if is_word else replace(word, kind="sign", text=words[0])
        else:
            yield from _tokens(text, position, stop, newlines=True)
        if newline < 0:
            return
        yield PlacedToken("end", "line", at=stop, end=stop)
        position = stop + 1


def _tokens(text: str, begin: int, end: int, *, newlines: bool) -> Iterator[PlacedToken]:
    """Yield the tokens of a piece of mathematics."""
    is_latex = bool(_LATEX.search(text, begin, end))  # of this piece: others may be plain text
    tokens = list(_raw(text, begin, end, newlines=newlines, is_latex=is_latex))
    yield from with_index_groups(tokens, is_latex=is_latex)


def _raw(text: str, begin: int, end: int, *, newlines: bool, is_latex: bool) -> Iterator[PlacedToken]:
    """Yield the tokens of a piece of mathematics, as they stand there."""

    def blank(match: re.Match[str]) -> str:
        is_sign = bool(match["bullet"]) and continues_formula_above(text, begin + match.end("bullet"))
        before = text[max(begin + match.start() - 3, 0) : begin + match.start()].rstrip(" \u00a0\u202f")
        if match[0][0] == "%" and before[-1:].isdigit():  # per cent
            is_sign = not is_latex or len(match[0].strip()) > 1
        return match[0] if is_sign else " " * len(match[0])

    piece = _INNER.sub(blank, without_emphasis(text[begin:end])).replace("{:}", " : ")
    piece = _SIGMA.sub("\\\\sum  ", piece)
    piece = _PROPORTIONAL.sub(lambda match: "∝".ljust(len(match[0])), piece)
    piece = _OVER.sub(lambda match: f"sum_{match[1]}".ljust(len(match[0])), piece)
    dotted, alone, indices = letter_spellings("" if is_latex else text)
    words, events = word_letters("" if is_latex else text), short_events(text)
    is_variance = not (is_latex or _DEVIATION.search(text))  # sigma2, beside no σ_1
    is_inline = text[max(begin - 1, 0) : begin] == "$" or text[max(begin - 2, 0) : begin] == "\\("
    macros = {name: body for name, body in _MACRO.findall(text) if len(body) <= _MOST_OF_MACRO}
    position, glued, in_cases = 0, False, False
    while position < len(piece):
        match = _TOKEN.match(piece, position)
        if match is None:
            break
        start, position = position, match.end()
        kind, spelling = match.lastgroup, match[0]
        if kind == "letters" and spelling in dotted and piece.startswith(".", position):
            position += 1  # y. is Σ_i y_i
            yield PlacedToken("name", f"{spelling}₊", glued, begin + start, begin + position)
            glued = True
            continue
        if spelling in ("nu", "mu") and alone.issuperset(spelling):
            position -= 1  # n times u
            spelling, match = spelling[0], _TOKEN.match(piece[:position], start) or match
        place = (begin + start, begin + position)
        if kind == "letters" and spelling[-1] in indices.get(spelling[:-1], ()):
            yield PlacedToken("name", spelling[0], glued, begin + start, begin + start + 1)
            yield PlacedToken("sign", "_", True, *place)
            yield PlacedToken("name", spelling[1], True, begin + start + 1, begin + position)
            glued = True
            continue
        if kind == "letters" and spelling in events and is_event_name(piece, *match.span(), pair=True):
            yield PlacedToken("word", spelling, glued, *place)
            glued = True
            continue
        if kind == "letters" and spelling in words and is_letter_here(piece, *match.span()):
            yield PlacedToken("name", spelling, glued, *place)
            glued = True
            continue
        if kind == "space":
            if spelling in ("\\quad", "\\qquad"):
                yield PlacedToken("sign", ",", False, *place)
            if "~" in spelling and not is_latex:  # a blank in LaTeX
                is_near = piece[position : position + 1].isdigit()
                yield PlacedToken("sign", "≈" if is_near else "~", False, *place)
            glued = False
            continue
        if kind == "begin" and "cases" in spelling:
            in_cases = "begin" in spelling
        if kind == "line":
            glued = False
            if newlines and not in_cases:
                yield PlacedToken("end", "line", False, *place)
            continue
        if kind == "row" and in_cases:  # the rows of several cases are no lines
            continue
        if kind == "row":
            yield PlacedToken("end", "row", False, *place)
            glued = False
            continue
        if kind == "command" and match["command"] in _TEXTS:
            inner, position = _group_and_end(piece, position)
            inner = inner.strip(_AROUND_WORDS)
            name = name_of_word(inner, piece, position)
            at = begin + start, begin + position
            yield PlacedToken("name" if name else "word", name or inner, glued, *at)
            glued = False
            continue
        if kind == "command" and (body := macros.get(match["command"])) is not None:
            for token in _raw(body, 0, len(body), newlines=False, is_latex=is_latex):
                yield replace(token, glued=token.glued or glued, at=place[0], end=place[1])
                glued = True
            continue
        if kind == "command" and match["command"] in ("boxed", "fbox", "ensuremath"):
            opening, (body, stop) = position, _group_and_end(piece, position)
            piece = piece[:opening] + f" {body} ".ljust(stop - opening) + piece[stop:]
            continue
        if kind == "command" and match["command"] in ("stackrel", "overset", "underset"):
            inner, position = _group_and_end(piece, position)
            opening, (body, stop) = position, _group_and_end(piece, position)
            body = "∝" if body == "=" and _UP_TO.fullmatch(inner) else body  # up to a constant
            if match["command"] == "underset":  # \\underset{θ}{\\arg\\max} is \\arg\\max_θ
                piece = f"{piece[:opening]} {body}_{{{inner}}} ".ljust(stop) + piece[stop:]
            else:
                piece = piece[:opening] + f" {body} ".ljust(stop - opening) + piece[stop:]
            continue
        if is_variance and (variance := _VARIANCE.match(piece, start)):
            position = variance.end()
            if variance[1]:
                yield PlacedToken("name", "d", glued, begin + start, begin + start + 1)
                glued, start = True, start + 1
            letter = "s²" if variance[2] == "s" and re.search("sigma|σ", text) else "σ²"
            yield PlacedToken("name", letter, glued, begin + start, begin + position)
            glued = True
            continue
        is_power = kind == "number" and is_inline and piece.startswith("^", position)  # $K2^d$
        plain = is_latex or is_power
        for token in _tokens_of_match(match, glued, place, is_latex=plain, piece=piece):
            yield token
            glued = True


def _group_and_end(piece: str, position: int) -> tuple[str, int]:
    """Return the text of a group in braces, and where it ends; without braces, one character."""
    position += len(piece[position:]) - len(piece[position:].lstrip())
    if piece[position : position + 1] != "{":
        return piece[position : position + 1], position + 1
    depth = 0
    for end in range(position, len(piece)):
        depth += {"{": 1, "}": -1}.get(piece[end], 0)
        if depth == 0:
            return piece[position + 1 : end], end + 1
    return piece[position + 1 :], len(piece)


def _tokens_of_match(
    match: re.Match[str], glued: bool, place: tuple[int, int], *, is_latex: bool, piece: str
) -> Iterator[PlacedToken]:
    """Yield what a match of the pattern is, with one spelling for each sign and letter."""
    kind, spelling = match.lastgroup, match[0]

    def sign(text: str) -> PlacedToken:
        return PlacedToken("sign", text, glued, *place)

    if kind == "number":
        if not is_latex and _LETTER.search(piece, max(match.start() - 9, 0), match.start()):
            is_order = bool(_SLOPE.match(piece, match.start() - 1))
            yield sign("^" if is_order else "_")  # n1 is n_1, and θ_w1 is θ_{w,1}
        yield PlacedToken("number", spelling.replace("{,}", ""), glued, *place)
    elif kind == "objective":
        objective = _OBJECTIVES[re.split("[ -]|[Ll]og|^ln", spelling)[-1]]
        is_negative = objective == "LL" and spelling[0] in "nN"
        yield PlacedToken("name", "NL" if is_negative else objective, glued, *place)
    elif kind == "begin":
        yield PlacedToken("odd", spelling, glued, *place)
    elif kind == "escaped":
        yield sign({"\\{": "{(", "\\}": ")}", "\\|": "‖", "\\%": "%"}.get(spelling, spelling[1:]))
    elif kind in ("powers", "lowered"):
        mark, plain = SCRIPTS[kind]
        yield from (sign(mark), sign("{"), *script_tokens(spelling.translate(plain), place), sign("}"))
    elif kind == "letters" and spelling in ESTIMATES and piece[: match.start()].endswith("_"):
        yield PlacedToken("name", spelling, glued, *place)  # p_map is no p_m a p
    elif spelling in ("sum", "prod") and _EQUALS.match(piece, match.end()):
        yield PlacedToken("word", spelling, glued, *place)  # sum = 10, of what is listed
    elif kind == "letters" and (name := name_of_word(spelling, piece, match.end())) is not None:
        yield PlacedToken("name", name, glued, *place)
    elif kind == "letters" and spelling not in NAMES and is_event_name(piece, *match.span()):
        yield PlacedToken("word", spelling, glued, *place)
    elif kind == "letters":
        is_lowered = piece.startswith("_", match.end())  # in LaTeX my_j are two letters
        is_lowered |= piece[max(match.start() - 9, 0) : match.start()].rstrip().endswith("frac")
        yield from _tokens_of_run(spelling, glued, place, is_latex=is_latex, is_lowered=is_lowered)
    elif kind == "command":
        yield from tokens_of_command(match["command"], glued, place)
    elif kind == "long":
        yield sign(_LONG[spelling])
    elif spelling == "½":
        yield PlacedToken("number", "0.5", glued, *place)
    elif spelling in _UNICODE:
        for each in _UNICODE[spelling]:
            yield sign(each)
    elif spelling in _GREEK_SIGNS and spelling not in "ΣΠ":
        yield PlacedToken("name", spelling, glued, *place)
    elif spelling in "ΣΠ∑∏∂ℓ√𝓛ℒ∇∫":
        names = {"∫": "int", "Σ": "sum", "∑": "sum", "Π": "prod", "∏": "prod", "√": "sqrt"}
        names |= dict.fromkeys("∂∇", "partial")
        yield PlacedToken("name", names.get(spelling, "ℓ" if spelling == "ℓ" else "L"), glued, *place)
    elif spelling == "&":
        if "&" in (
            piece[match.end() : match.end() + 1],
            piece[max(match.start() - 1, 0) : match.start()],
        ):
            yield sign("&&")
    elif spelling in "\u0302\u0304":  # a combining hat or bar behind its letter
        yield sign("̂" if spelling == "\u0302" else "̄")
    elif (parts := normalize("NFD", spelling))[1:] in ("\u0302", "\u0304"):  # ŝ as one sign
        yield from (PlacedToken("name", parts[0], glued, *place), sign(parts[1]))
    else:
        is_sign = spelling in "+-*/^_=<>()[]{}|,;:!.#'≈∝≤≥≠∈~%…∞⇒→∩¬⟨⟩"
        yield PlacedToken("sign" if is_sign else "odd", spelling, glued, *place)


def _is_word(run: str) -> bool:
    return run.lower() in _WORDS and (run[1:].islower() or run.isupper())  # At, but no aT


def _tokens_of_run(
    run: str, glued: bool, place: tuple[int, int], *, is_latex: bool, is_lowered: bool
) -> Iterator[PlacedToken]:
    """Yield the letters of a run one by one, or the name or the word that it is."""
    begin = place[0]
    if len(run) == 1:
        yield PlacedToken("name", run, glued, *place)
    elif run.lower() in CONSTANTS:
        yield PlacedToken("name", "const", glued, *place)
    elif run in _CAPITALS:
        yield PlacedToken("name", run.lower(), glued, *place)
    elif run in NAMES or (not is_latex and (run in GREEK or run in ("pi", "ell"))):
        yield PlacedToken("name", GREEK.get(run, {"pi": "π", "ell": "ℓ"}.get(run, run)), glued, *place)
    elif run[0] == "d" and (run[1:] in GREEK or run[1:] in ("pi", "lam")):  # dtheta
        letter = GREEK.get(run[1:]) or {"pi": "π", "lam": "λ"}[run[1:]]
        yield PlacedToken("name", "d", glued, begin, begin + 1)
        yield PlacedToken("name", letter, True, begin + 1, place[1])
    elif run in SHORT and not (is_latex and run == "th"):  # t h in LaTeX
        yield PlacedToken("name", SHORT[run], glued, *place)
    elif len(run) == 4 and run.endswith("bar"):
        yield from (PlacedToken("name", run[0], glued, *place), PlacedToken("sign", "̄", True, *place))
    elif (parts := _OF_FUNCTION.fullmatch(run)) is not None:
        for group in filter(None, parts.groups()):
            yield PlacedToken("name", group, glued, begin, begin := begin + len(group))
            glued = True
    elif (
        (_is_word(run) and not (is_latex and is_lowered))
        or (len(run) > 3 and not (is_latex and glued))
        or (len(run) == 3 and {*run} & {*"aeiou"} and not (is_latex or is_lowered))  # raw, but npq
    ):
        yield PlacedToken("word", run, glued, *place)
    else:
        for index, each in enumerate(run):
            yield PlacedToken("name", each, glued or index > 0, begin + index, begin + index + 1)
