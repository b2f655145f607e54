r"""Users' text in Markdown: what no label may do is open a link, a tag, a cell or a formula.

GitHub reads Markdown before math, and looks for `$` in what comes out; Jupyter reads math first. So
a formula holds nothing that Markdown acts on: no backslash before a sign, no bar, no star. Pandoc reads
formulas first too, lists that begin with letters, and signs for typewriters: "--", "..." and quotes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from exactnb.errors import printable
from exactnb.explain.rendering.formulas.signs import pairs
from exactnb.explain.rendering.pages.latex_text import math_sign

Write = Callable[[str], str]
_ESCAPES = str.maketrans(
    pairs(r"""
    * \*  _ \_  # \#  < &lt;  > &gt;  & &amp;  [ &#91;  ] &#93;  { &#123;  ^ &#94;  ~ &#126;
""")
)
# no escape keeps these from math, links, mentions, issues and emoji everywhere: a code span does
_ACTIVE = re.compile(r"[$`\\@]|://|www\.|:[\w+-]+:|#[0-9]", re.IGNORECASE)
# pandoc makes other signs of these where nothing escapes them; an apostrophe is as good curved
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
# no command without a sign in it is known everywhere: the wide form, which is the same in NFKC
_WIDE = {ord(sign): chr(ord(sign) + 0xFEE0) for sign in "$%#&^`"}
_SIGN = re.compile(r"[*<>|\\~{}\[\]_:@]|(?<=www)\.|([-+='])\1+", re.IGNORECASE)


def text(given: str) -> str:
    r"""Return a user's text for Markdown; words that escapes cannot tame stand in code spans.

    >>> print(text("petal_length <b> *"), text("from $5"))
    petal\_length &lt;b&gt; \* from `$5`

    What comes out has no line break and no bar, and so fits into a cell of a table.
    """
    return " ".join(map(_word, _printable(given).split(" ")))


def inline(formula: str) -> str:
    """Return a formula inside a line, where a row cannot end in one."""
    return f"${formula.strip()}$".replace(NEXT_ROW, r"\cr ")


def label(given: str, text: Write = text, inline: Write = inline) -> str:
    r"""Return a user's label: a letter as in formulas, anything else as text.

    `text` and `inline` write these two; another dialect of Markdown has others.

    >>> print(label("e*"), label("Yes"), label("-"), label("1"))
    $e_{\star}$ Yes − 1
    """
    if given == "-":
        return "\N{MINUS SIGN}"
    sign = math_sign(given)
    return inline(sign) if sign is not None and any(map(str.isalpha, sign)) else text(given)


def link(given: str) -> str:
    """Return a source, in which an address becomes a link.

    >>> link("T. Mitchell, https://example.org/a_b")
    'T. Mitchell, <https://example.org/a_b>'
    """
    words = _printable(given).split(" ")
    return " ".join(f"<{word}>" if _LINK.fullmatch(word) else _word(word) for word in words)


def paragraph(line: str) -> str:
    r"""Return a line that Markdown takes for a paragraph: for no list, no rule and no caption.

    >>> print(paragraph("- is it"), paragraph("2. is it"), paragraph("10 is it"))
    \- is it 2\. is it 10 is it
    """
    opening = _BLOCK.match(line)
    return line if opening is None else f"{opening[0][:-1]}\\{opening[0][-1]}{line[opening.end() :]}"


def math_words(given: str) -> str:
    r"""Return words for math mode, upright, with nothing in them that Markdown or HTML acts on.

    >>> print(math_words("Sunny"), math_words("a|b"), math_words("日本 50%"))
    \text{Sunny} {\text{a}{\vert}\text{b}} \text{日本 50％}
    """
    words = _printable(given).translate(_WIDE)
    if not _SIGN.search(words):
        return rf"\text{{{words}}}"
    pieces = _SIGN.sub(lambda match: rf"}}{_command(match[0])}\text{{", words)
    shown = rf"\text{{{pieces}}}".replace(r"\text{}", "")
    return f"{{{shown}}}"


def _word(word: str) -> str:
    return "&#124;".join(map(_tamed, word.split("|")))  # in a code span, a bar would end a cell


def _tamed(word: str) -> str:
    if not _ACTIVE.search(word):
        return _SMART.sub(r"\\\g<0>", word).translate(_ESCAPES)
    fence = "`" * (1 + max(map(len, re.findall("`+", word)), default=0))
    gap = " " if "`" in (word[0], word[-1]) else ""
    return f"{fence}{gap}{word}{gap}{fence}"


def _command(sign: str) -> str:
    if sign in _COMMANDS:
        return _COMMANDS[sign]
    # apart: -- would be a dash and {-- a mark of correction, www. a link
    return "".join(rf"\text{{{character}}}" for character in sign)


def _printable(given: str) -> str:
    """Return text without characters that steer; every kind of blank is a blank."""
    return printable(re.sub(r"\s", " ", unicodedata.normalize("NFC", given)))
