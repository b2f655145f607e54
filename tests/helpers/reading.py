"""Read printed arithmetic back, with code of its own: no eval, none of the library's evaluators.

`flat` reads one line in Unicode or ASCII, `latex` the subset of LaTeX that solutions use, in Markdown
too; `markdown_words` reads prose in Markdown. A value is a Fraction, or None where something is 0/0.
What is no arithmetic raises `Unreadable`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from html import unescape

Worth = Fraction | None

_FLAT = re.compile(r"\s*(?:(?P<number>[0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?)|(?P<sign>[-+*/^()−×]))")
_LATEX = re.compile(
    r"(?:\s|\\\s|\\,|\{\}|&|\\quad)*"
    r"(?:(?P<number>[0-9]+(?:\.[0-9]+)?)"
    r"|(?P<sign>\\d?frac|\\times|\\boxed|\\left\(|\\right\)|\\bigl\(|\\bigr\)|\\big/"
    r"|\\text\{undefined\}|[-+/^(){}]))"
)
_RAISED = re.compile("[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_LOWERED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_SAME = {
    "\\dfrac": "\\frac",
    "−": "-", "×": "*", "\\times": "*", "\\big/": "/", "\\left(": "(", "\\right)": ")", "{": "(",
    "}": ")", "\\bigl(": "(", "\\bigr)": ")",
}  # fmt: skip
_RELATION = re.compile(r"(?:^|\s)(=|≈|~|<|>|→|\\approx|\\lt|\\gt|\\to)\s")


class Unreadable(ValueError):
    """Say that a text is no arithmetic."""


def flat(text: str, names: Mapping[str, Worth] | None = None) -> Worth:
    """Return the value of arithmetic on one line; `names` are worth what the mapping says.

    >>> flat("1/2 × 2/4 × (1 − 1/4)"), flat("2 * P(+)", {"P(+)": Fraction(1, 2)}), flat("0/0")
    (Fraction(3, 16), Fraction(1, 1), None)
    >>> flat("(2/3)² × 3^2")
    Fraction(4, 1)
    """
    tokens: list[str | Fraction | None] = []
    known = sorted(names or (), key=len, reverse=True)
    rest = _RAISED.sub(lambda found: "^" + found[0].translate(_LOWERED), text).strip()
    while rest:
        name = next((n for n in known if rest.startswith(n)), None)
        match = _FLAT.match(rest)
        if name is not None:
            tokens.append((names or {})[name])
            rest = rest[len(name) :].lstrip()
        elif rest.startswith("undefined"):
            tokens.append(None)
            rest = rest.removeprefix("undefined").lstrip()
        elif match is None:
            raise Unreadable(f"{text!r}: no arithmetic at {rest[:20]!r}")
        else:
            tokens.append(_token(match))
            rest = rest[match.end() :].lstrip()
    return _value(tokens, text)


def latex(text: str) -> Worth:
    r"""Return the value of arithmetic in LaTeX.

    >>> latex(r"\boxed{\frac{1}{2} \times \left(1 - \frac{1}{4}\right)}")
    Fraction(3, 8)
    """
    tokens: list[str | Fraction | None] = []
    rest = text.strip()
    while rest:
        match = _LATEX.match(rest)
        if match is None:
            if not rest.strip("{}& \n"):
                break
            raise Unreadable(f"{text!r}: no arithmetic at {rest[:20]!r}")
        tokens.append(None if match["sign"] == "\\text{undefined}" else _token(match))
        rest = rest[match.end() :].lstrip()
    return _value(tokens, text)


def _token(match: re.Match[str]) -> str | Fraction:
    if match["number"]:
        return Fraction(match["number"])
    return _SAME.get(match["sign"], match["sign"])


def _value(tokens: list[str | Fraction | None], text: str) -> Worth:
    reader = _Reader(tokens, text)
    value = reader.sum()
    if reader.at < len(tokens):
        raise Unreadable(f"{text!r}: it goes on behind its end")
    return value


class _Reader:
    def __init__(self, tokens: list[str | Fraction | None], text: str) -> None:
        self.tokens = tokens
        self.text = text
        self.at = 0

    def sum(self) -> Worth:
        value = self.signed()
        while (sign := self.one_of("+-")) is not None:
            term = self.product()
            known = value is not None and term is not None
            value = (value + term if sign == "+" else value - term) if known else None
        return value

    def signed(self) -> Worth:
        if self.one_of("-"):
            value = self.product()
            return None if value is None else -value
        return self.product()

    def product(self) -> Worth:
        value = self.power()
        while (sign := self.one_of("*/")) is not None:
            other = self.power()
            value = self.over(value, other) if sign == "/" else _times(value, other)
        return value

    def power(self) -> Worth:
        base = self.atom()
        if not self.one_of("^"):
            return base
        exponent = self.signed_atom()
        if base is None or exponent is None:
            return None
        if exponent.denominator != 1:
            raise Unreadable(f"{self.text!r}: a root")
        if base == 0 and exponent < 0:
            raise Unreadable(f"{self.text!r}: a number over 0")
        return base ** int(exponent)

    def signed_atom(self) -> Worth:
        if self.one_of("-"):
            value = self.atom()
            return None if value is None else -value
        return self.atom()

    def atom(self) -> Worth:
        if self.at >= len(self.tokens):
            raise Unreadable(f"{self.text!r}: it ends too early")
        token = self.tokens[self.at]
        self.at += 1
        if token == "\\frac":
            above = self.atom()
            return self.over(above, self.atom())
        if token == "\\boxed":
            return self.atom()
        if token == "(":
            value = self.sum()
            if self.one_of(")") is None:
                raise Unreadable(f"{self.text!r}: a parenthesis that is not closed")
            return value
        if isinstance(token, str):
            raise Unreadable(f"{self.text!r}: {token!r} where a number belongs")
        return token

    def over(self, above: Worth, below: Worth) -> Worth:
        if above is None or below is None or (above == 0 and below == 0):
            return None
        if below == 0:
            raise Unreadable(f"{self.text!r}: a number over 0")
        return above / below

    def one_of(self, signs: str) -> str | None:
        token = self.tokens[self.at] if self.at < len(self.tokens) else None
        if isinstance(token, str) and token in signs:
            self.at += 1
            return token
        return None


def _times(left: Worth, right: Worth) -> Worth:
    return None if left is None or right is None else left * right


@dataclass(frozen=True)
class Printed:
    """A chain as it stands on paper: the left side, then each relation with what follows it."""

    left: str
    parts: tuple[tuple[str, str], ...]


def text_chains(text: str, lefts: Iterable[str]) -> list[Printed]:
    """Return the chains in a solution for the terminal that begin with one of some left sides."""
    known = sorted(set(lefts), key=len, reverse=True)
    out: list[Printed] = []
    for block in re.split(r"\n\s*\n", text):
        left, body = "", ""
        rows = _unstacked(block.split("\n"))
        if _start(rows[0], known) is None and not (len(rows) > 1 and re.match("[0-9]+  ", rows[0])):
            continue  # a sentence, in which a name may open a row by chance
        for row in rows:
            if (start := _start(row, known)) is not None:
                if left:
                    out.append(Printed(left, _parts(body)))
                left, body = start, ""
                row = row[3 + len(start) :]
            shown = re.split(r"\s{2,}", row.strip())[0]
            if left and re.match(r"[=≈~<>×*/+−-]( |$)", shown):
                body += f" {shown}"
        if left:
            out.append(Printed(left, _parts(body)))
    return out


def _start(row: str, known: list[str]) -> str | None:
    if not row.startswith("   ") or row.startswith("    "):
        return None
    for left in known:
        rest = row[3:].removeprefix(left)
        if row[3:].startswith(left) and re.match(r"\s*$|\s+[=≈~<>] ", rest):
            return left
    return None


def _unstacked(rows: list[str]) -> list[str]:
    """Return rows in which a fraction that is drawn over three rows stands in one."""
    rows = list(rows)
    for at, row in enumerate(rows):
        bar = re.search(r"= ([─]{3,}|[-]{3,}) =", row)
        if bar is None:
            continue
        first, last = bar.span(1)
        above, below = rows[at - 1][first:last].strip(), rows[at + 1][first:last].strip()
        rows[at] = f"{row[:first]}({above}) / ({below}){row[last:]}"
        rows[at - 1] = rows[at + 1] = ""
    return [row for row in rows if row]


def text_grids(text: str) -> list[list[list[str]]]:
    """Return the cells of the tables of estimates in a solution for the terminal."""
    grids: list[list[list[str]]] = []
    inside = False
    for row in text.split("\n"):
        if re.fullmatch(r"   [─-]+", row):
            grids.append([])
            inside = True
        elif not row.strip():
            inside = False
        elif inside:
            grids[-1].append(re.split(r"\s{3,}", row.strip())[1:])
    return grids


def latex_chains(text: str) -> list[Printed]:
    """Return the chains in a solution in LaTeX."""
    blocks = re.findall(r"\\begin\{alignat\*\}\{2\}\n(.*?)\n\\end\{alignat\*\}", text, re.DOTALL)
    return [chain for block in blocks for chain in _aligned(block.split(" \\\\[5pt]\n"))]


def markdown_chains(text: str) -> list[Printed]:
    """Return the chains in a solution in Markdown."""
    display = r"^\$\$\n\\begin\{aligned\}\n(.*?)\n\\end\{aligned\}\n\$\$$"
    blocks = re.findall(display, text, re.DOTALL | re.MULTILINE)
    return [chain for block in blocks for chain in _aligned(block.split(" \\\\\n  & \\\\\n"))]


def _aligned(chains: Iterable[str]) -> Iterator[Printed]:
    for chain in chains:
        hung = (
            re.sub(r"\\rlap\{\$\\displaystyle (.*)\$\}$", r"\1", row) for row in chain.split(" \\\\\n")
        )
        rows = [re.sub(r" (&& ?)?(\\quad )?\\text\{\(.*\)\}$", "", row) for row in hung]
        joined = " ".join(re.sub(r"^\s*&?(\\quad)?|&", "", row) for row in rows)
        left, _, rest = _halves(joined)
        yield Printed(left.strip(), _parts(rest))


def latex_grids(text: str) -> list[list[list[str]]]:
    """Return the cells of the tables of estimates in a solution in LaTeX."""
    grids = []
    for block in re.findall(r"\\hline\n((?:(?!\\hline).)*?)\n\\end\{array\}", text, re.DOTALL):
        grids.append([row.split(" & ")[1:] for row in block.split(" \\\\\n")])
    return grids


def markdown_grids(text: str) -> list[list[list[str]]]:
    """Return the cells of the tables of estimates in a solution in Markdown: all are formulas."""
    grids = []
    for block in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        rows = [[cell.strip() for cell in row[1:-1].split("|")][1:] for row in block.splitlines()[2:]]
        cells = [cell for row in rows for cell in row]  # texts of no words are no formulas
        if any(cells) and all(re.fullmatch(r"(\$.*\$)?", cell) for cell in cells):
            grids.append(
                [[cell.strip("$").removeprefix(r"\displaystyle ") for cell in row] for row in rows]
            )
    return grids


def markdown_words(text: str) -> str:
    r"""Return what a reader of Markdown sees of a line without formulas.

    >>> print(markdown_words(r"`a*b` and a\*b &lt; c"))
    a*b and a*b < c
    """
    pieces = re.split(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", text)
    shown = [unescape(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", piece)) for piece in pieces[::3]]
    spans = [re.sub(r"^ (.*`.*) $", r"\1", piece) for piece in pieces[2::3]]
    return "".join(a + b for a, b in zip(shown, [*spans, ""], strict=True))


def _halves(text: str) -> tuple[str, str, str]:
    match = _RELATION.search(text)
    if match is None:
        raise Unreadable(f"{text!r}: no relation")
    return text[: match.start()], match[1], " " + text[match.start() :]


def _parts(body: str) -> tuple[tuple[str, str], ...]:
    pieces = _RELATION.split(body)
    return tuple(zip(pieces[1::2], (piece.strip() for piece in pieces[2::2]), strict=True))


def arithmetic(parts: Iterable[tuple[str, str]], read: object = flat) -> list[tuple[str, Worth, str]]:
    """Return relation, value and text of those parts that are arithmetic, names in none of them."""
    found = []
    for relation, text in parts:
        try:
            found.append((relation, read(text), text))  # type: ignore[operator]
        except Unreadable:
            continue
    return found


def is_rounded(shown: str, value: Fraction) -> bool:
    """Say whether a decimal, in text or in LaTeX, is a value to half a unit of its last digit.

    >>> is_rounded("0.6667", Fraction(2, 3)), is_rounded(r"2.5 \\times 10^{-7}", Fraction(1, 3_999_999))
    (True, True)
    """
    power = re.compile(r" [×*] 10\^?([-⁻⁰¹²³⁴⁵⁶⁷⁸⁹0-9]+)$")
    shown = power.sub(lambda found: "e" + found[1].translate(_LOWERED), shown)
    match = re.fullmatch(
        r"[-−]?([0-9]+)(?:\.([0-9]+))?(?:e(-?[0-9]+)| \\times 10\^\{(-?[0-9]+)\})?", shown
    )
    if match is None:
        raise Unreadable(f"{shown!r} is no decimal")
    whole, part, exponent = match[1], match[2] or "", int(match[3] or match[4] or 0)
    unit = Fraction(10) ** (exponent - len(part))
    number = int(whole + part) * unit * (-1 if shown[0] in "-−" else 1)
    return abs(number - value) <= unit / 2
