r"""Cut a working into statements, each with its place in the file; what marks text up becomes blanks.

Markup is replaced by as many blanks as it has characters, so that a column of a statement is a column
of the line that the student wrote.

How to read: `statements` is the door; `_plain` blanks markup, `_outside` finds where statements end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from exactnb.core.record import frozen
from exactnb.errors import InputError

LONGEST = 64 * 1024
"""Characters of the longest working that is read."""

LONGEST_STATEMENT = 2_000
"""Characters of the longest statement that is read as a claim; a longer one is prose."""

_MOST = 2_000  # statements
_BEFORE = 3  # pieces back that a line may go on with
_SIGNS = {
    **dict.fromkeys("−‐‑‒–—―", "-"),
    **dict.fromkeys("≃≅∼≐", "≈"),
    **dict.fromkeys("⟹⟶→∴", "⇒"),
    **dict.fromkeys("\u00a0\u2009\u202f", " "),
    "∣": "|",
}
_IS_SOURCE = re.compile(r"\\(?:begin\{|documentclass|(?:sub)*section|item\b)")
# behind a number % is a percentage; in a source of LaTeX a blank before it says that it is none
_COMMENTS = re.compile(r"(?<![\d\\])(?<!\d[ $])%.*"), re.compile(r"(?<![\d\\])%.*")
_HEADING = re.compile(r"\s*(#{1,6}\s.*|\\(?:sub)*(?:section|paragraph|title|author|date)\*?\{.*\}.*)$")
_IS_LATEX = re.compile(r"\\(?:begin|frac|tfrac|dfrac|hat|mid|cdot|times|\[|\(|documentclass)|\$")
_BLANKED = re.compile(
    r"\\rlap\{\$|\$\}|\\(?:begin|end)\{[^}]*\}(?:\{[^}]*\})?|\\(?:left|right|[bB]igg?[lr]?|displaystyle|textstyle|scriptstyle|limits"
    r"|q?quad|nonumber|notag|item|noindent|medskip|smallskip|bigskip|centering)(?![A-Za-z])"
    r"|\\(?:label|tag|vspace|hspace|usepackage|documentclass)\*?(?:\[[^\]]*\])?\{[^}]*\}"
    r"|(?<!\\)\\[,;:!\[\]()> ]|\$\$?|`+|(?<!\S)\*\*?(?=[^\W\d])"
    r"|(?<=[A-Za-z)}:.])\*\*?(?=\s*(?:[=:≈,]|$)|\s[A-Za-z])"
    r"|(?<!\S)__(?=\S)|(?<=\S)__(?!\S)|\{\s*\}|&(?=\s*(?:[=≈<>∝]|\\(?:approx|propto|le|ge|lt|gt|simeq)))|(?<=[=≈])\s*&"
)
_WRAPPED = re.compile(
    r"\\(?:text|textrm|textbf|textit|mathrm|mathbf|mathit|mathsf|mathcal|mathbb|operatorname|mbox|boxed|fbox"
    r"|hat|widehat|bar|tilde|vec|boldsymbol|bm)\*?\s*\{([^{}]*)\}"
)
_Signs = tuple[tuple[re.Pattern[str], str], ...]
"""What stands for each match of a pattern, behind blanks that keep the columns: a sign, or nothing."""

_INDEX = r"\s*[_^]\s*(?:\{[^{}]*\}|\w)"
_ALL_CELLS = rf"(?:[∏Π]|\\prod|\bprod(?:uct of)?\b)(?:{_INDEX})*\s*(?=[Pp]\w*\s*\(\s*x_)"
_SHORT: _Signs = (  # commands that are one sign, or an accent
    (re.compile(r"\\(?:hat|widehat|bar|tilde|vec)\s*(?=\\?[A-Za-z])"), ""),
    (re.compile(r"\\Pr(?![A-Za-z])"), "P"),
    (re.compile(r"\\(?:mid|vert|lvert|rvert)(?![A-Za-z])"), "|"),
    (re.compile(r"\\(?:approx|simeq|doteq)(?![A-Za-z])"), "≈"),
    (re.compile(r"\\(?:Rightarrow|implies|Longrightarrow|therefore|to|rightarrow)(?![A-Za-z])"), "⇒"),
    (re.compile(r"\\propto(?![A-Za-z])"), "∝"),
    (re.compile(r"\\(?:neg|lnot)(?![A-Za-z])"), "¬"),
    (re.compile(r"(?<=[)\d}%])\s*(?:~=?|\\sim(?![A-Za-z]))(?=\s*\.?\d)"), "≈"),
    # a product over the cells of a query is one factor, P(x|k), or all of a side
    (re.compile(rf"(?<=[)\d}}])\s*{_ALL_CELLS}"), "·"),
    (re.compile(_ALL_CELLS), ""),
    (re.compile(r"\\(?:gt)(?![A-Za-z])"), ">"),
    (re.compile(r"\\(?:lt)(?![A-Za-z])"), "<"),
)
_OPPOSITE = re.compile(r"(?<=[(,])\s*\\(?:bar|overline)(?:\s*\{([^{}]*)\}|\s+(\w+))")
_VOCABULARY = re.compile(r"\s*\|\s*[Vv]\w*\s*\|\s*[=≈:]")
_TABLE = re.compile(r"\\begin\{(?:array|tabular)\}")
_MATRIX = re.compile(r"\\begin\{(\w*matrix|cases)\}.*?\\end\{\1\}(?:\s*\^\{[^}]*\})?", re.DOTALL)
_GAP = re.compile(r"(?<=\S) {3,}(?=\S)")
_BAR = re.compile(r"\|(?![^(]*\))")  # but not that of P(a|b)
_EQUATION_NUMBER = re.compile(r"(?:\\hfill|\\q?quad|\t)\s*\(\d+[a-z]?\)\s*(?=\\\\|\$|$)")
_MARKUP: _Signs = (
    (_EQUATION_NUMBER, ""), (re.compile(r"\t"), ""),
    (re.compile(r"[─-▟]+"), "▢"), (_BLANKED, ""), (re.compile(r"\{\s*\}"), ""),
)  # fmt: skip
_BULLET = re.compile(r"\s*(?:[-*•·▪–>]\s+|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s+)")
_CUT = re.compile(
    r"\\\\(?:\[[^\]]*\])?|[&¦]|\\newline(?![A-Za-z])|;|⇒|=>|-+>|\b(?:so|therefore|thus|hence|then|but|while|whereas|since"
    r"|because|where|with)\b(?!\s*=)|(?<=[\w)}%])[.!](?=\s+[A-Z\\])|(?<=\?)(?=\s)|(?<!\.)\.\s*$",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"\s*(?:=(?!>)|≈|∝|\+|\*|·|×|\\cdot|\\times|-\s|/)")
_RELATION = re.compile(r"[=≈<>∝]")
VERB = re.compile(r"(?:\s(?:is|equals|are|was|gives)\b(?: about| equal to)?|:)\s+(?=[\d.(\\])")
"""What stands between a name and its value where no sign does."""
_STATES = re.compile(rf"[=≈<>∝]|{VERB.pattern}")
_COMMA = re.compile(",")
_PART = re.compile(r",(?=\s|[^\W\d]+\()| and |\|")
_ENDS_IN_NUMBER = re.compile(  # and has no name
    rf"(?:[=≈<>]|{VERB.pattern})(?:(?![^\W\d]\s*[(\[])[^=≈<>∝])*[\d)}}%]\s*$"
)
_BEGINS_WITH_NAME = re.compile(r"[\s$]*\\?[^\W\d]")


@frozen(slots=True)
class Statement:
    """A piece of a working that says something by itself.

    `text` has its markup blanked; `places` are the offsets in it at which a line of the file begins,
    with the number of the line and the column there. `opener` is the word or sign before it: so, ⇒.
    """

    text: str
    places: tuple[tuple[int, int, int], ...]
    opener: str = ""

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line of the file and the column of an offset in the text, both from 1."""
        begun = [place for place in self.places if place[0] <= offset]
        start, line, column = begun[-1] if begun else self.places[0]
        return line, column + offset - start


def statements(text: str) -> tuple[Statement, ...]:
    r"""Return the statements of a working, the `text`, in their order.

    >>> [each.text.strip() for each in statements("P(a) = 1/2; P(b) = 1/3\n  = 0.333\nso b.")]
    ['P(a) = 1/2', 'P(b) = 1/3   = 0.333', 'b']

    Raises InputError for a working of more than 64 KB, or of more than 2,000 statements.
    """
    if len(text) > LONGEST:
        raise InputError(f"a working of {len(text):,} characters; at most {LONGEST:,} are read")
    pieces = list(_with_continuations_joined(_pieces(text)))
    if len(pieces) > _MOST:
        raise InputError(f"a working of {len(pieces):,} statements; at most {_MOST:,} are read")
    return tuple(pieces)


def _pieces(text: str) -> Iterator[Statement]:
    """Yield what stands between two cuts; a line that goes on with another begins with its sign."""
    comment = _COMMENTS[bool(_IS_SOURCE.search(text))] if _IS_LATEX.search(text) else None
    # A sign that no formula has stands for what is not read, every line and column kept.
    text = _MATRIX.sub(lambda match: "▢" + re.sub(r"[^\n]", " ", match[0][1:]), text)
    body = text.find(r"\begin{document}")
    skipped = text.count("\n", 0, body) if body >= 0 else 0
    tables = 0  # that are open: their cells do not go on with each other
    for number, line in enumerate(text.splitlines(), start=1):
        if number <= skipped:
            continue
        tables += len(_TABLE.findall(line))
        if tables:
            line = line.replace("&", "¦")
        line = _GAP.sub(lambda gap: ("" if _separates_equations(gap) else "¦").rjust(len(gap[0])), line)
        plain = _with_plain_signs(line, comment)
        if plain.lstrip().startswith("|") and not _VOCABULARY.match(plain):  # a row of Markdown's table
            plain = _BAR.sub("¦", plain)
        tables -= line.count(r"\end{array}") + line.count(r"\end{tabular}")
        start, opener, begun = 0, "", False
        if bullet := _BULLET.match(plain):
            start = bullet.end()
        for cut in [*matches_outside_brackets(_CUT, plain, start), None]:
            end = cut.start() if cut is not None else len(plain)
            if plain[start:end].strip():
                opener = opener if begun else opener.strip("&¦")  # the first of a line is no cell
                yield Statement(plain[start:end], ((0, number, start + 1),), opener)
                begun = True
            if cut is not None:
                start, opener = cut.end(), cut[0].strip()


def _with_continuations_joined(pieces: Iterator[Statement]) -> Iterator[Statement]:
    """Yield statements, a piece that begins with a sign of its own joined to the one before it."""
    open_ones: list[Statement] = []
    for piece in pieces:
        is_cell = piece.opener == "¦"
        position = -1 if is_cell else _index_to_continue(open_ones)
        goes_on = open_ones and not piece.opener.strip(";\\&¦") and _GOES_ON.match(piece.text)
        if goes_on and not (is_cell and _RELATION.search(open_ones[-1].text)):
            previous = open_ones[position]
            joint = len(previous.text) + 1
            places = tuple((offset + joint, line, column) for offset, line, column in piece.places)
            open_ones[position] = Statement(
                f"{previous.text} {piece.text}", (*previous.places, *places), previous.opener
            )
            continue
        open_ones.append(piece)
        if len(open_ones) > _BEFORE:
            yield from _separate_equations(open_ones.pop(0))
    for piece in open_ones:
        yield from _separate_equations(piece)


def _index_to_continue(pieces: Sequence[Statement]) -> int:
    """Return which of the last pieces a line goes on with: no reason that stands beside a formula."""
    for index in range(len(pieces) - 1, -1, -1):
        if pieces[index].opener not in ("¦", "&") or _RELATION.search(pieces[index].text):
            return index
    return -1


def _with_plain_signs(line: str, comment: re.Pattern[str] | None) -> str:
    """Return a line with markup as blanks, and one spelling for each sign; every column stays."""
    if _HEADING.match(line) or line.lstrip().startswith("%"):
        return " " * len(line)
    line = "".join(_SIGNS.get(character, character) for character in line)
    line = _with_signs_replaced(line, (((comment, ""),) if comment else ()) + _MARKUP)
    for _ in range(3):  # \boxed{\text{No}}, and a bar before it is taken for no more than a mark
        line = _OPPOSITE.sub(lambda match: f"¬{match[1] or match[2]}".rjust(len(match[0])), line)
        line = _WRAPPED.sub(_unwrapped, line)
    return _with_signs_replaced(line, _SHORT)


def _with_signs_replaced(line: str, signs: _Signs) -> str:
    """Return a line with signs in the place of patterns, each where its match ends."""
    for pattern, sign in signs:
        line = pattern.sub(lambda match, sign=sign: sign.rjust(len(match[0])), line)  # type: ignore[misc]
    return line


def _unwrapped(match: re.Match[str]) -> str:
    """Return what a command wraps, where it stands, with blanks for the command and its braces."""
    prefix, suffix = match.start(1) - match.start(), match.end() - match.end(1)
    return f"{' ' * prefix}{match[1]}{' ' * suffix}"


def matches_outside_brackets(
    pattern: re.Pattern[str], text: str, start: int = 0
) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern that stand outside of brackets."""
    depth, counted = 0, start
    for match in pattern.finditer(text, start):
        passed = text[counted : match.start()]
        depth += sum(map(passed.count, "([{")) - sum(map(passed.count, ")]}"))
        counted = match.start()
        if depth <= 0:
            yield match


def _separate_equations(statement: Statement) -> Iterator[Statement]:
    """Yield the statements of a list of equations: P(a) = 1/2, P(b) = 1/3 and P(c) = 1/6."""
    start = 0
    for match in (
        matches_outside_brackets(_PART, statement.text)
        if len(statement.text) <= LONGEST_STATEMENT
        else ()
    ):
        if _separates_equations(match, start):
            yield part_of_statement(statement, start, match.start())
            start = match.end()
    yield part_of_statement(statement, start, len(statement.text))


def _separates_equations(match: re.Match[str], start: int = 0) -> bool:
    """Say whether a sign stands between two equations, the first of them from `start` on.

    A wide gap or a bar is no comma: it does so only behind a number, before a name.
    """
    prefix, suffix = match.string[start : match.start()], match.string[match.end() :]
    is_gap = not match[0].strip("| ")
    if is_gap and not (
        _ENDS_IN_NUMBER.search(prefix)
        and _BEGINS_WITH_NAME.match(suffix)
        and not _GOES_ON.match(suffix)
    ):
        return False
    comma = next(matches_outside_brackets(_COMMA, suffix), None)
    first = suffix if comma is None else suffix[: comma.start()]
    return bool(_STATES.search(first) and _STATES.search(prefix))


def part_of_statement(statement: Statement, start: int, end: int) -> Statement:
    """Return what stands from `start` to `end` in a statement, as a statement."""
    later = ((at - start, line, column) for at, line, column in statement.places if start < at < end)
    places = ((0, *statement.place(start)), *later)
    return Statement(statement.text[start:end], places, statement.opener if not start else ",")
