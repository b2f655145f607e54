"""Users' text in Markdown: a label can open neither a link nor a tag, a cell or a formula.

GitHub parses Markdown before math and looks for `$` in the result; Jupyter parses math first. So a
formula contains nothing that Markdown acts on: no backslash before punctuation, no bar, no star.
Pandoc parses formulas first too, accepts lists with letters, and converts "--", "..." and quotes.
Pipe tables are aligned so that they can be read as plain text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

from exactnb.core.expression.widths import centred, display_width, padded
from exactnb.errors import printable
from exactnb.explain.rendering.formulas.notation_writer import pairs
from exactnb.explain.rendering.pages.latex_text import math_sign

TextWriter = Callable[[str], str]
_ESCAPES = str.maketrans(
    pairs(r"""
    * \*  _ \_  # \#  < &lt;  > &gt;  & &amp;  [ &#91;  ] &#93;  { &#123;  ^ &#94;  ~ &#126;
""")
)
# no escape works everywhere against math, links, mentions, issues and emoji; a code span does
_ACTIVE = re.compile(r"[$`\\@]|://|www\.|:[\w+-]+:|#[0-9]", re.IGNORECASE)
# pandoc converts these unless they are escaped; a curved apostrophe does no harm
_SMART = re.compile(r""""|(?<!\w)'|'(?!\w)|-(?=-)|(?<=-)-|\.(?=\.\.)""")
_LINK = re.compile(r"https?://[A-Za-z0-9._~:/?#&=%+,;()-]+")
_ITEM = re.compile(r"\(?([0-9]+|[A-Za-z]|[ivxlcdm]+|[IVXLCDM]+)[.)](?= |$)")
_BLOCK = re.compile(rf"{_ITEM.pattern}|[-+:]|[Tt]able:")

NEXT_ROW = "\\\\\n "
"""The end of a row of a matrix; GitHub keeps a double backslash at the end of a line alone."""

_COMMANDS = pairs(r"""
    * {\ast}  < {\lt}  > {\gt}  | {\vert}  \ {\backslash}  { {\lbrace}  } {\rbrace}  [ {\lbrack}
    ] {\rbrack}  ~ {\sim}  : {:}  @ \text{@}
""") | {"_": r"\underline{\ }"}
# no command for these is known everywhere, so they become full-width forms, equal in NFKC
_WIDE = {ord(sign): chr(ord(sign) + 0xFEE0) for sign in "$%#&^`"}
_SIGN = re.compile(r"[*<>|\\~{}\[\]_:@]|(?<=www)\.|([-+='])\1+", re.IGNORECASE)


def text(raw: str) -> str:
    r"""Return `raw` for Markdown; words that no escape makes safe become code spans.

    >>> print(text("petal_length <b> *"), text("from $5"))
    petal\_length &lt;b&gt; \* from `$5`

    The result has no line break and no bar, so it fits into a cell of a table.
    """
    return " ".join(map(_word, _printable(raw).split(" ")))


def inline(formula: str) -> str:
    """Return `formula` within a line, where the end of a matrix row needs another spelling."""
    return f"${formula.strip()}$".replace(NEXT_ROW, r"\cr ")


def label(raw: str, text: TextWriter = text, inline: TextWriter = inline) -> str:
    r"""Return `raw`, a user's label: a letter as in formulas, anything else as text.

    `text` and `inline` write these two; dialects of Markdown pass their own.

    >>> print(label("e*"), label("Yes"), label("-"), label("1"))
    $e_{\star}$ Yes − 1
    """
    if raw == "-":
        return "\N{MINUS SIGN}"
    sign = math_sign(raw)
    return inline(sign) if sign is not None and any(map(str.isalpha, sign)) else text(raw)


def link(source: str) -> str:
    """Return the text of a `source`, with web addresses as links.

    >>> link("T. Mitchell, https://example.org/a_b")
    'T. Mitchell, <https://example.org/a_b>'
    """
    pieces = _printable(source).split(" ")
    return " ".join(f"<{word}>" if _LINK.fullmatch(word) else _word(word) for word in pieces)


def paragraph(line: str) -> str:
    r"""Return `line` such that Markdown reads a paragraph: neither a list item, a rule nor a caption.

    >>> print(paragraph("- is it"), paragraph("2. is it"), paragraph("10 is it"))
    \- is it 2\. is it 10 is it
    """
    opening = _BLOCK.match(line)
    return line if opening is None else f"{opening[0][:-1]}\\{opening[0][-1]}{line[opening.end() :]}"


def math_text(text: str) -> str:
    r"""Return `text` as upright text in math mode, without anything that Markdown or HTML acts on.

    >>> print(math_text("Sunny"), math_text("a|b"), math_text("日本 50%"))
    \text{Sunny} {\text{a}{\vert}\text{b}} \text{日本 50％}
    """
    printed = _printable(text).translate(_WIDE)
    if not _SIGN.search(printed):
        return rf"\text{{{printed}}}"
    pieces = _SIGN.sub(lambda match: rf"}}{_command(match[0])}\text{{", printed)
    formula = rf"\text{{{pieces}}}".replace(r"\text{}", "")
    return f"{{{formula}}}"


def _word(word: str) -> str:
    # Even in a code span, a bar would end a cell.
    return "&#124;".join(map(_escaped_word, word.split("|")))


def _escaped_word(word: str) -> str:
    if not _ACTIVE.search(word):
        return _SMART.sub(r"\\\g<0>", word).translate(_ESCAPES)
    fence = "`" * (1 + max(map(len, re.findall("`+", word)), default=0))
    gap = " " if "`" in (word[0], word[-1]) else ""
    return f"{fence}{gap}{word}{gap}{fence}"


def _command(sign: str) -> str:
    if sign in _COMMANDS:
        return _COMMANDS[sign]
    # one by one: -- would be a dash, {-- a critic mark and www. a link
    return "".join(rf"\text{{{character}}}" for character in sign)


def _printable(raw: str) -> str:
    """Return text without control characters, any white space as a blank."""
    return printable(re.sub(r"\s", " ", unicodedata.normalize("NFC", raw)))


def pipe_table(rows: Sequence[Sequence[str]], layout: Sequence[str]) -> str:
    """Return `rows`, the first of which is the head, as a pipe table.

    `layout`: a letter for each column, l for left-aligned or c for centred.

    >>> print(pipe_table([["", "yes"], ["Sunny", "1"]], ["l", "c"]))
    |       | yes |
    | :---- | :-: |
    | Sunny |  1  |
    """
    widths = [max(3, *(display_width(row[column]) for row in rows)) for column in range(len(layout))]
    rule = [
        ":" + "-" * (width - 1) if kind == "l" else ":" + "-" * (width - 2) + ":"
        for kind, width in zip(layout, widths, strict=True)
    ]
    pads = [centred if kind == "c" else padded for kind in layout]
    aligned = (zip(pads, row, widths, strict=True) for row in rows)
    head, *body = ([pad(cell, width) for pad, cell, width in cells] for cells in aligned)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, rule, *body))
