"""LaTeX as TeX cuts it into tokens: what stands for a sign is that sign, all else is structure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hostile.tokens import Token, joined

_TOKEN = re.compile(
    r"(?P<row>\\\\\*?(?:\[[0-9.]+[a-z]+\])?)|\\(?P<name>[A-Za-z]+\*?) *|\\(?P<sign>.)"
    r"|(?P<comment>%[^\n]*\n?)|(?P<any>.)",
    re.DOTALL,
)
_COLUMN = re.compile(r"p\{[0-9.]+cm\}")
_AROUND_LINES = re.compile(  # columns that are broken, displays and steps that stand next to each other
    r"\\raggedright\\lineskip=1ex\\lineskiplimit=1ex "
    r"|(?:\\par\\medskip\\noindent|\\end\{minipage\}\\hfill)\\begin\{minipage\}\[t\]\{\.48\\linewidth\}|\\end\{minipage\}"
    r"|\\\]\n\\noindent\\\[\n|(?<=begin\{array\})\[t\]"
)
_REASON = re.compile(r"&&(?:\\quad)? \\text\{\([A-Za-z', ]+\)\}")  # at the end of some row
_LAYOUT = ("quad", "qquad", "allowbreak", "displaystyle", "left", "right")
_SIGNS = {
    "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textasciigrave": "`",
    "backslash": "\\", "lbrace": "{", "rbrace": "}", "lbrack": "[", "rbrack": "]", "vert": "|",
    "lt": "<", "gt": ">", "ast": "*", "sim": "~", "star": "*", "colon": ":",
}  # fmt: skip
_TAKES = ("frac", "sqrt", "begin", "end", "hspace", "section*", "subsection*", "boxed", "hat", "emph",
          "rule", "multicolumn", "textcolor", "operatorname", "fbox", "parbox")  # fmt: skip
_AROUND = {("command", name) for name in ("text", "textbf", "underline")}  # words, or a sign


def latex(given: str) -> list[Token]:
    r"""Return the tokens of a text, but for those that say where its lines and columns end.

    Where they do goes by how long the text is as it is typed. One of a user's that were taken for them
    would lack in the text.

    >>> latex(r"a\_b {\text{c}{\lbrack}} \hat{y}")
    [('text', 'a_bc['), ('command', 'hat'), ('{', ''), ('text', 'y'), ('}', '')]
    """
    laid_out = _COLUMN.sub("l", _AROUND_LINES.sub("", given).replace(r"\underline{\ }", r"\_"))
    return joined(_flat(list(_groups(_tokens(_REASON.sub("", laid_out)), ""))))


def _tokens(given: str) -> Iterator[Token]:
    for found in _TOKEN.finditer(given):
        if found["comment"] is not None:
            yield "comment", found["comment"]
        elif found["row"] is not None or found["any"] == "&" or found["name"] in _LAYOUT:
            continue
        elif found["name"] is not None:
            yield (
                ("text", _SIGNS[found["name"]])
                if found["name"] in _SIGNS
                else ("command", found["name"])
            )
        elif found["sign"] is not None:
            yield ("text", found["sign"]) if found["sign"] in "{}$&%#_ " else ("command", found["sign"])
        elif found["any"] in "{}$^_#~":
            yield found["any"], ""
        else:
            yield "text", found["any"]


Node = Token | tuple[str, list["Node"]]  # type: ignore[misc]


def _groups(tokens: Iterator[Token], end: str) -> Iterator[Node]:
    """Yield tokens, groups and formulas as nodes that hold others; one that nothing ends has no end."""
    for kind, value in tokens:
        if kind == end:
            return
        if kind == "{":
            yield "group", list(_groups(tokens, "}"))
        elif kind == "$":
            yield "math", list(_groups(tokens, "$"))
        else:
            yield kind, value
    if end:
        yield "unended", end


def _flat(nodes: list[Node]) -> list[Token]:
    """Return nodes one after the other; a group or a formula that is nothing but text is that text."""
    out: list[Token] = []
    takes = False  # whether a group that comes now is the argument of something
    for at, (kind, inside) in enumerate(nodes):
        if isinstance(inside, str):
            following = nodes[at + 1] if at + 1 < len(nodes) else ("", "")
            words = (
                (kind, inside) in _AROUND and following[0] == "group" and _is_text(_flat(following[1]))
            )
            if inside == "rlap" and following[0] == "group":  # a row that is wider than its place
                out += _flat(following[1][0][1])
                nodes[at + 1] = ("text", "")
                continue
            takes = not words and (kind in ("^", "_") or (kind == "command" and inside in _TAKES))
            out += [] if words else [(kind, inside)]
            continue
        held = _flat(inside)
        if _is_text(held) and not (takes and kind == "group" and held):
            out += held
        else:
            opening, closing = ("{", "}") if kind == "group" else ("$", "/$")
            out += [(opening, ""), *held, (closing, "")]
        takes = takes and kind == "group"
    return out


def _is_text(tokens: list[Token]) -> bool:
    return all(kind == "text" for kind, _ in tokens)
