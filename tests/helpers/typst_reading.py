"""Read Typst back, with code of its own: formulas as lines of text, and calls as their arguments.

`chains` and `grids` return what `reading` returns of the other formats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import reading

_TOKEN = re.compile(
    r'"(?P<string>(?:[^"\\]|\\.)*)"|\\(?P<sign>.)|(?P<name>[a-z]{2,})(?P<call>\()?|(?P<any>.)',
    re.DOTALL,
)
_WORDS = {"given": " | ", "asked": " ≟ ", "med": " ", "pos": "+", "neg": "−"}
_RAISED = str.maketrans("-−0123456789", "⁻⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_SEEN = ("display", "grey", "boxed", "lr", "bold", "abs", "hat", "op", "tight")  # around what is drawn


def line(formula: str) -> str:
    """Return a formula as a line of text, its fractions with slashes.

    >>> print(line(r'display(frac(2, 4)) × P\\("Yes" given x_(1)\\)^(2)'))
    ((2)/(4)) × P(Yes | x_[1])²
    """
    out, at = "", 0
    while at < len(formula):
        found = _TOKEN.match(formula, at)
        assert found is not None
        at = found.end()
        if found["string"] is not None:
            out += re.sub(r"\\(.)", r"\1", found["string"])
        elif found["call"]:
            end = _closing(formula, at)
            out += _called(found["name"], arguments(formula[at:end]))
            at = end + 1
        elif found["any"] and found["any"] in "_^" and formula[at : at + 1] == "(":
            end = _closing(formula, at + 1)
            out = _hung(out, found["any"], line(formula[at + 1 : end]))
            at = end + 1
        else:
            out += found["sign"] or _WORDS.get(found["name"] or "", found["name"] or found["any"])
    return out


def arguments(text: str) -> list[str]:
    """Return the arguments of a call as they are written.

    >>> arguments(r'a, [b, c], "d, e"')
    ['a', '[b, c]', '"d, e"']
    """
    out, depth, start = [], 0, 0
    for found in _TOKEN.finditer(text):
        sign = found["any"] or found["call"] or ""
        depth += (sign != "" and sign in "([") - (sign != "" and sign in ")]")
        if sign == "," and depth == 0:
            out.append(text[start : found.start()].strip())
            start = found.end()
    return [*out, text[start:].strip()] if text[start:].strip() else out


def calls(text: str, name: str) -> Iterator[list[str]]:
    """Yield the arguments of every call of a function."""
    for found in re.finditer(rf"(?<![a-z.]){name}\(", text):
        yield arguments(text[found.end() : _closing(text, found.end())])


def formulas(text: str) -> Iterator[tuple[str, str]]:
    """Yield the words of each formula of a document, and what it draws."""
    for found in re.finditer(r'(?<![a-z])[md]\("((?:[^"\\]|\\.)*)", \$(.*?)\$\)', _body(text)):
        yield found[1], re.sub("[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+", _lowered, line(found[2]))


def _lowered(raised: re.Match[str]) -> str:
    return f"^{raised[0].translate(_LOWERED)}"


def formula(call: str) -> str:
    """Return what a formula with its words draws, and check that it has words."""
    found = re.fullmatch(r'#?[md]\("((?:[^"\\]|\\.)*)", \$(.*)\$\);?', call, re.DOTALL)
    assert found is not None, call
    assert found[1].strip(), call
    return seen(found[2])


def seen(drawn: str) -> str:
    """Return a formula as a line of text, with one blank wherever there are several."""
    return re.sub(r"\s+", " ", line(drawn)).strip()


def chains(text: str) -> list[reading.Printed]:
    """Return the chains of a document."""
    out = []
    for rows in calls(_body(text), "\n  chain"):  # others stand in sentences
        left, body = "", ""
        for row in rows:
            if row.startswith("alone"):
                continue
            head, right, *_ = next(calls(row, "row"))
            left += formula(head) if head != "none" else ""
            body += " " + formula(right)
        if not left:  # its left side has a row of its own
            left, _, rest = reading._halves(body.strip())
            body = rest
        out.append(reading.Printed(left.strip(), reading._parts(" " + body.strip())))
    return out


def grids(text: str) -> list[list[list[str]]]:
    """Return the cells of the tables of estimates: the rows of each, without their heads."""
    out = []
    for table in calls(_body(text), "table"):
        cells = [cell[1:-1] for cell in table if cell.startswith("[")]
        columns = int(next(of for of in table if of.startswith("columns"))[9:])
        rows = [cells[at + 1 : at + columns] for at in range(0, len(cells), columns)]
        shown = [cell for row in rows for cell in row if cell]
        if shown and all(re.fullmatch(r"#d\(.*\);", cell, re.DOTALL) for cell in shown):
            out.append([[formula(cell) if cell else "" for cell in row] for row in rows])
    return out


def _body(text: str) -> str:
    return text.rpartition("heading(level: level")[2]


def _closing(text: str, at: int) -> int:
    """Return where the bracket that is open before a place is closed."""
    depth = 1
    for found in _TOKEN.finditer(text, at):
        sign = found["any"] or found["call"] or ""
        depth += (sign in "([" and sign != "") - (sign in ")]" and sign != "")
        if depth == 0:
            return found.start()
    raise AssertionError(text[at:])


def _called(name: str, inside: list[str]) -> str:
    match name, inside:
        case "frac", [above, below]:
            return f"(({line(above)})/({line(below)}))"
        case "sqrt", [argument]:
            return f"√({line(argument)})"
        case "mat", [_, *parts]:
            return f"[{', '.join(map(line, parts))}]"
    shown = [part for part in inside if part != "limits: #true"]
    assert name in _SEEN, name
    return ", ".join(map(line, shown))


def _hung(base: str, sign: str, script: str) -> str:
    if sign == "^" and re.fullmatch("[-−]?[0-9]+", script):
        number = re.search(r"[0-9]$", base)
        whole = base if number or base.endswith(")") else f"{base[:-1]}({base[-1:]})"
        return whole + script.translate(_RAISED)
    return f"{base}{sign}[{script}]"
