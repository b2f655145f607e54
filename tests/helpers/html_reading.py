"""Read pages back, with code of its own: what stands in them as XML, and formulas as lines of text.

`chains` and `grids` return what `reading` returns of the other formats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from reading import Printed

Element = ElementTree.Element

LEAVES = ("mi", "mn", "mo", "mtext")
PARTS = {"mfrac": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3}
KNOWN = {*LEAVES, *PARTS, "math", "mrow", "msqrt", "mspace", "mtable", "mtr", "mtd"}
_RAISED = str.maketrans("-−0123456789", "⁻⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_SIGNS = {"×": " × ", "+": " + ", "−": " − ", "=": " = ", "≈": " ≈ ", ",": ", "}


def parsed(page: str) -> Element:
    """Return a page as XML, which knows no entity but its own five."""
    declared, _, rest = page.partition("\n")
    assert declared == "<!DOCTYPE html>"
    return ElementTree.fromstring(rest)


def check_formula(math: Element) -> None:
    """Check that a browser draws all of a formula: text stands in leaves, each part has its place."""
    for node in math.iter():
        own = (node.text or "").strip()
        assert node.tag in KNOWN, node.tag
        assert node.tag in LEAVES or not own, (node.tag, own)
        assert node is math or not (node.tail or "").strip(), (node.tag, node.tail)
        assert len(node) == PARTS.get(node.tag, len(node)), node.tag
        assert node.tag not in LEAVES or len(node) == 0, node.tag


KEPT = {"html", "head", "body", "meta", "title", "style", "script", "header", "main", "nav", "details",
        "summary", "h1", "h2", "p", "div", "span", "a", "ol", "li", "mark", "table", "thead",
        "tbody", "tr", "th", "td", "svg", "text", "rect", "line", "polyline", "path",
        "ellipse"}  # fmt: skip
OF_LABELS = {"i", "sub", "template"}  # LaTeX has no signs for some
_LOADS = ("src", "srcset", "action", "formaction", "data", "poster", "style", "background")


def checked(page):
    """Return a page as XML, seen to be whole, to load nothing and to run nothing but its own script."""
    root = parsed(page)
    for node in root.iter():
        assert node.tag in KEPT | OF_LABELS | KNOWN, node.tag
        assert not any(key.startswith("on") or key in _LOADS for key in node.keys())  # noqa: SIM118
        assert node.get("href", "#").startswith("#") or re.match("https?://", node.get("href"))
    for math in root.iter("math"):
        check_formula(math)
    sheet = root.find("head/style").text
    assert re.findall(r"url\([^,]*", sheet) == ["url(data:font/woff2;base64"]
    assert "@import" not in sheet
    return root


def line(node: Element) -> str:
    """Return a formula as a line of text, its fractions with slashes.

    >>> line(ElementTree.fromstring("<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>"))
    '((1)/(2))'
    """
    inside = [line(part) for part in node]
    match node.tag:
        case "mo":
            sign = node.text or ""
            return "-" if sign == "−" and node.get("form") == "prefix" else _SIGNS.get(sign, sign)
        case "mn" | "mi" | "mtext":
            return node.text or ""
        case "mfrac":
            return f"(({inside[0]})/({inside[1]}))"
        case "msup" if re.fullmatch("-?[0-9]+", inside[1]):
            base = inside[0] if inside[0].isdigit() else f"({inside[0]})"
            return base + inside[1].translate(_RAISED)
        case "msub" | "msup":
            return f"{inside[0]}{'_' if node.tag == 'msub' else '^'}[{inside[1]}]"
        case "msqrt":
            return f"√({''.join(inside)})"
    return "".join(inside)


def joined(node: Element) -> str:
    """Return all formulas in an element as one line of text."""
    return "".join(line(math) for math in node.iter("math")).strip()


def of_class(node: Element, name: str) -> Iterator[Element]:
    """Yield the elements of a class."""
    return (part for part in node.iter() if name in part.get("class", "").split())


def chains(page: str) -> list[Printed]:
    """Return the chains of a page: a relation is a formula by itself."""
    out = []
    for chain in of_class(parsed(page), "chain"):
        left, *rest = chain
        parts: list[tuple[str, str]] = []
        for math in (math for row in rest for math in row.iter("math")):
            if len(math) == 1 and math[0].tag == "mo" and not math[0].get("form"):
                parts.append((math[0].text or "", ""))
            else:
                parts[-1] = (parts[-1][0], parts[-1][1] + line(math))
        shown = ((relation, text.strip()) for relation, text in parts)
        out.append(Printed(joined(left), tuple(shown)))
    return out


def grids(page: str) -> list[list[list[str]]]:
    """Return the cells of the tables of estimates."""
    tables = (table for of in of_class(parsed(page), "grid") for table in of)
    return [[list(map(joined, row[1:])) for row in table.find("tbody") or ()] for table in tables]
