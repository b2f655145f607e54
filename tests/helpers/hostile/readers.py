"""What the readers of each format see in a file: its structure, and the texts in it."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import lru_cache
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import typst
from pandoc import blocks

from exactnb import Problem
from exactnb.teach.answers.answer import Expects
from hostile.latex import latex
from hostile.tokens import LINES, Token, joined, text

Read = Callable[[str], list[Token]]
_NEXT = "nextdocument"
_HASH = re.compile(r"[0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_FORMULA = re.compile(r"\\\((.*?)\\\)|\\\[(.*?)\\\]|\$\$(.*?)\$\$|\$(.*?)\$", re.DOTALL)
_IN_HTML = ("stem", "worked", "asked")  # keys of PrairieLearn's items
_EXPECTS = f'{{"{fields(Expects)[0].name}": '  # how an answer is read, in a test of Otter
_VOID = ("meta", "br", "link", "input", "img", "hr")


class _Html(HTMLParser):
    """Collect what a browser builds a page of."""

    def __init__(self, *, formulas: bool) -> None:
        super().__init__()
        self.tokens: list[Token] = []
        self.open: list[str] = []
        self.formulas = formulas

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "template" and "template" not in self.open:  # LaTeX to copy, where there is any
            self.open.append(tag)
            return
        if self.formulas and tag == "span" and not attrs:  # around a sign, so that it opens no formula
            return
        if tag == "mrow" and all(key.startswith("data-") for key, _ in attrs):  # is never broken
            return
        self.tokens.append(("tag", tag))
        for key, value in attrs:
            if tag == "mo" and key in ("form", "lspace", "rspace"):  # where a formula is broken
                continue
            self.tokens.append(("attribute", key))
            if key == "data-words":  # what is searched, in small letters
                continue
            shown = (value or "").removesuffix(" alone")  # of a left side with a row of its own
            self.tokens += [text(shown), ("end", "")]
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("template", "mrow") and not (self.formulas and tag == "span"):
            self.tokens.append(("/tag", tag))
        if tag in self.open:
            del self.open[len(self.open) - 1 - self.open[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        inside = self.open[-1] if self.open else ""
        if inside in ("script", "style"):
            self.tokens.append((inside, data))
        elif inside == "template":
            return
        elif self.formulas:
            self.tokens += _with_formulas(data)
        else:
            self.tokens.append(("text", data))

    def handle_comment(self, data: str) -> None:
        self.tokens.append(("comment", data))

    def handle_decl(self, decl: str) -> None:
        self.tokens.append(("declaration", decl))

    def handle_pi(self, data: str) -> None:
        self.tokens.append(("instruction", data))

    def unknown_decl(self, data: str) -> None:
        self.tokens.append(("unknown", data))


@lru_cache(2_000)  # systems share stems and solutions
def html(given: str, *, formulas: bool = False) -> list[Token]:
    """Return the tags of a page with their attributes, and its texts.

    Course systems have MathJax look for `formulas` too, none of which goes over the end of an element.
    """
    reader = _Html(formulas=formulas)
    reader.feed(given)
    reader.close()
    return list(_unbroken(joined(reader.tokens)))


def _unbroken(tokens: list[Token]) -> Iterator[Token]:
    """Yield tokens of a page without the places at which a formula is broken into two."""
    skips = False
    for token, following in pairwise([*tokens, ("", "")]):
        is_math = token[0] == "tag" and token[1].endswith("math")
        skips = is_math if skips and token[0] == "tag" else skips
        if token[0] == "/tag" and token[1].endswith("math") and following == ("tag", token[1]):
            skips = True
        if not skips:
            yield token


def _with_formulas(data: str) -> Iterator[Token]:
    at = 0
    for found in _FORMULA.finditer(data):
        yield "text", data[at : found.start()]
        yield "formula", ""
        yield from latex("".join(filter(None, found.groups())))
        yield "formula", "end"
        at = found.end()
    yield "text", data[at:]


def xml(given: str) -> list[Token]:
    """Return the elements of a document; HTML in it is read too."""
    return list(_unbroken(joined(_element(ElementTree.fromstring(given)))))


def _element(node: ElementTree.Element) -> Iterator[Token]:
    if node.tag.endswith("span") and not node.attrib:  # around a sign, so that it opens nothing
        yield "text", node.text or ""
        return
    if node.tag.endswith("mrow"):  # is never broken, as formulas are
        for child in node:
            yield from _element(child)
        return
    yield "tag", node.tag
    for key, value in node.attrib.items():
        yield "attribute", key
        yield text(value)
    yield "inside", ""
    inside = node.text or ""
    is_html = node.get("texttype") == "text/html"
    yield from html(inside, formulas=True) if is_html else [("text", inside)]
    for child in node:
        inside = child.text or ""
        if node.tag == "questionvariables":  # strings of Maxima, which are HTML
            yield from ((sign, str(inside.count(sign))) for sign in '"\\')
            yield from html(inside)
        elif node.get("format") == "html" and child.tag == "text":
            yield from html(inside, formulas=True)
        else:
            yield from _element(child)
        yield "text", child.tail or ""
    yield "/tag", node.tag


def as_json(given: str) -> list[Token]:
    """Return the values of a document in their order; HTML and problem files in it are read too."""
    return joined(_value(json.loads(given)))


def _value(value: Any, key: str = "") -> Iterator[Token]:
    match value:
        case dict():
            yield "{", str(len(value))
            for of, inner in value.items():
                yield from [text(of), (":", ""), *_value(inner, of), (",", "")]
            yield "}", ""
        case list():
            yield "[", str(len(value))
            for inner in value:
                yield from [*_value(inner, key), (",", "")]
        case str() if key.endswith("_latex"):
            yield from latex(value)
        case str() if key in _IN_HTML:
            yield from html(value, formulas=True)
        case str():
            yield from _string(value)
        case _:
            yield type(value).__name__, str(value)


def _string(value: str) -> list[Token]:
    """Return a text, or what is in it: a problem file, or JSON."""
    if _HASH.fullmatch(value):
        return [("hash", "")]
    if "\n[data]\n" in value:
        return toml(value)
    return as_json(value) if value.startswith(("{\n", "[\n", _EXPECTS)) else [text(value)]


@lru_cache(100)
def toml(given: str) -> list[Token]:
    """Return the values of a file; of a problem, its data as they are read."""
    known = tomllib.loads(given)
    rows = []
    if "data" in known:
        problem = Problem.from_text(given)
        rows = [[case.label, *case.cells.items(), *case.words.items()] for case in problem.cases()]
        known["data"] = {**known["data"], "table": ""}
    return joined([*_value(known), *_value(json.loads(json.dumps(rows, default=str)))])


def csv_of_html(given: str) -> list[Token]:
    """Return the cells of a gradebook, whose last column is shown as HTML."""
    return as_csv(given, html)


def as_csv(given: str, read: Read = lambda cell: [text(cell)]) -> list[Token]:
    """Return the cells of a table, none of which a spreadsheet works out."""
    out: list[Token] = []
    for number, row in enumerate(csv.reader(io.StringIO(given, newline=""))):
        out.append(("row", str(len(row))))
        for at, cell in enumerate(row):
            is_number = re.fullmatch(r"[-+]?([0-9.]+)?", cell)
            assert is_number or not cell.lstrip().startswith(
                ("=", "+", "-", "@", "\t", "\r", "|", "%")
            ), cell
            out += [*(read(cell) if number and at == len(row) - 1 else [text(cell)]), (",", "")]
    return joined(out)


def python(given: str) -> list[Token]:
    """Return the tree of a program."""
    return joined(_node(ast.parse(given)))


def _node(node: Any) -> Iterator[Token]:
    match node:
        case ast.Constant(value=str()):
            yield from [("string", ""), *_string(node.value), ("string", "end")]
        case ast.AST():
            yield "node", type(node).__name__
            for key, value in ast.iter_fields(node):
                yield "field", key
                yield from _node(value)
        case list():
            yield "list", str(len(node))
            for each in node:
                yield from _node(each)
        case str():
            yield text(node)
        case _:
            yield "value", repr(node)


def plain(given: str) -> list[Token]:
    """Return the lines of a text for a terminal, which obeys none of its signs."""
    assert all(sign == "\n" or sign.isprintable() for sign in given)
    return [(LINES, given)]


_SHADOWED = """\
#let layout(body) = context body((width: 1000pt, height: 1000pt))
#let grid(..inside) = inside.pos().join(parbreak())
#let stack(..inside) = inside.pos().join(parbreak())
#let h(..inside) = [ ]
#let move(..inside) = inside.pos().join()
"""


def typeset(given: str) -> list[Token]:
    """Return what the compiler of Typst makes of a document: HTML, once what that lacks is left out."""
    made = typst.compile_with_warnings((_SHADOWED + given).encode(), format="html")[0]
    assert isinstance(made, bytes)
    return joined(token for token in html(made.decode()) if token[1] not in ("div", "p", "br"))


def notebook(given: str) -> list[Token]:
    """Return the cells of a notebook: programs, and Markdown."""
    out: list[Token] = []
    for cell in json.loads(given)["cells"]:
        read = python if cell["cell_type"] == "code" else markdown
        out += [("cell", cell["cell_type"]), text(cell["id"]), *read("".join(cell["source"]))]
    return out


def markdown(given: str) -> list[Token]:
    """Return a token for a text in Markdown, which `with_markdown` reads together with others."""
    return [("markdown", given)]


def with_markdown(files: Mapping[str, list[Token]]) -> dict[str, list[Token]]:
    """Return tokens with the blocks of each text in Markdown, all read by one run of pandoc."""
    texts = dict.fromkeys(value for of in files.values() for kind, value in of if kind == "markdown")
    if not texts:
        return dict(files)
    found = blocks(f"\n\n# {_NEXT}\n\n".join(texts), "markdown")
    ends = [at for at, each in enumerate(found) if each["t"] == "Header" and _NEXT in str(each["c"][2])]
    parts = [found[a + 1 : b] for a, b in zip([-1, *ends], [*ends, len(found)], strict=True)]
    assert len(parts) == len(texts), "a text in Markdown does not end where it should"
    read = dict(zip(texts, (joined(_block(part)) for part in parts), strict=True))
    return {
        name: [token for each in of for token in (read[each[1]] if each[0] == "markdown" else [each])]
        for name, of in files.items()
    }


def _block(node: Any) -> Iterator[Token]:
    match node:
        case {"t": "Str" | "Code" as kind, "c": inside}:
            yield (
                "text",
                (inside if kind == "Str" else inside[1]).replace("\N{HORIZONTAL ELLIPSIS}", "..."),
            )
        case {"t": "Space" | "SoftBreak"}:
            yield "text", " "
        case {"t": "Quoted", "c": [kind, parts]}:
            mark = '"' if kind["t"] == "DoubleQuote" else "'"
            yield "text", mark
            for part in parts:
                yield from _block(part)
            yield "text", mark
        case {"t": "Math", "c": [kind, formula]}:
            yield from [("math", kind["t"]), *latex(formula), ("/math", "")]
        case {"t": "Header", "c": [level, _, parts]}:  # pandoc makes up an id
            yield from [("heading", str(level)), *_block(parts), ("/heading", "")]
        case {"t": "ColWidth" | "ColWidthDefault"}:  # by how long lines are that are typed
            yield "column", ""
        case {"t": kind, **inside}:
            yield "block", kind
            yield from _block(inside.get("c", []))
        case [*parts]:
            yield "[", ""
            for part in parts:
                yield from _block(part)
            yield "]", ""
        case str():
            yield text(node)
