"""HTML for systems that drop style sheets and scripts: headings, paragraphs, lists, tables, MathML.

Such systems look for formulas in the texts that they show, and put values where braces, `@` or double
brackets stand: no sign of a user's text may reach them, so each stands in an element of its own.

How to read: `course_text` is for what a user has named; `plain_html` reads a page of ours as XML, and
`_written` writes its elements anew: parts that fold are headings, chains are tables, pictures and what
is only for scripts are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from exactnb.explain.rendering.pages.html_text import escaped

_OMITTED_TAGS = ("svg", "template", "script", "style", "nav", "h1", "summary")
_OMITTED_CLASSES = ("said", "number", "warning")  # for who hears a page; of steps; about a colour
_HOLDS = ("header", "main", "div", "span", "a")  # what is written is what they hold
_ATTRIBUTES = ("colspan", "rowspan")
_BLANK = "____________"
_RULED = '<table border="1" cellpadding="4" cellspacing="0">'
_ROOMY = '<table cellpadding="4">'
_ESCAPED_IN_ELEMENTS = str.maketrans({sign: f"<span>&#{ord(sign)};</span>" for sign in "{}[]@$\\"})
_WIDE = str.maketrans({sign: chr(ord(sign) + 0xFEE0) for sign in "@$\\"})  # no MathML holds an element


def course_text(text: str) -> str:
    r"""Return a user's text, in which no sign opens a formula, a block or a value.

    >>> print(course_text("a_b"), course_text("{@x@}")[:19], course_text("$<"))
    a_b <span>&#123;</span> <span>&#36;</span>&lt;
    """
    return escaped(text).translate(_ESCAPED_IN_ELEMENTS)


def plain_html(page: str, *, head: bool = True) -> str:
    """Return the body of a page as plain HTML that is XML too, without its title, or its `head`.

    >>> plain_html("<!DOCTYPE html><html><body><h1>T</h1><p class='setting'>a &lt; b</p></body></html>")
    '<p>a &lt; b</p>'
    """
    body = ElementTree.fromstring(page).find("body" if head else "body/main")
    assert body is not None
    return "".join(_content_pieces(body)).strip()


def with_table_rules(html: str) -> str:
    """Return plain `html` whose tables have lines, if they have a head, and room: no style says so.

    >>> with_table_rules("<table><tbody><tr><td>1</td></tr></tbody></table>")
    '<table cellpadding="4"><tbody><tr><td>1</td></tr></tbody></table><br/>'
    """
    # Without style sheets, tables that follow each other would touch.
    spaced = html.replace("</table>", "</table><br/>")
    return spaced.replace("<table><thead>", f"{_RULED}<thead>").replace("<table>", _ROOMY)


def plain_inline(html: str) -> str:
    """Return `html` of formulas and text within a line as plain HTML.

    >>> plain_inline("<math><mi>x</mi></math>")
    '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math>'
    """
    return "".join(_content_pieces(ElementTree.fromstring(f"<p>{html}</p>")))


def _content_pieces(element: Element) -> Iterator[str]:
    """Yield what an element holds."""
    yield course_text(_with_single_blanks(element.text))
    for child in element:
        yield from _element_pieces(child)
        yield course_text(_with_single_blanks(child.tail))


def _element_pieces(element: Element) -> Iterator[str]:
    """Yield an element in plain HTML."""
    tag, kind = element.tag, element.get("class", "")
    if tag == "math":
        namespaced = '<math xmlns="http://www.w3.org/1998/Math/MathML">'  # which tells it from HTML
        yield "".join(_mathml_pieces(element)).replace("<math>", namespaced, 1)
    elif tag == "details":
        heading = element.find("summary/h2")
        if heading is not None:
            yield f"<h4>{''.join(_content_pieces(heading)).strip()}</h4>"
        yield from _content_pieces(element)
    elif tag in _OMITTED_TAGS or kind in _OMITTED_CLASSES:
        return
    elif kind == "chains":
        yield "<table><tbody>"
        for chain in element:
            yield from _chain_rows(chain)
        yield "</tbody></table>"
    elif kind == "blank":
        yield _BLANK
    elif tag == "div" and all(child.tag in ("math", "span", "i") for child in element):
        yield f"<p>{''.join(_content_pieces(element))}</p>"
    elif tag in _HOLDS:
        yield from _content_pieces(element)
    else:
        name = "em" if tag == "mark" else tag
        attributes = (
            f' {key}="{escaped(element.attrib[key])}"' for key in _ATTRIBUTES if key in element.attrib
        )
        yield f"<{name}{''.join(attributes)}>{''.join(_content_pieces(element))}</{name}>"


def _chain_rows(chain: Element) -> Iterator[str]:
    """Yield a chain as rows of a table: the left side, a right side, and why."""
    rows: list[list[str]] = []
    left_side = ""
    for cell in chain:
        kind, content = cell.get("class", ""), "".join(_content_pieces(cell)).strip()
        if kind.startswith("left"):
            left_side = content
        elif kind == "right":
            rows.append([left_side, content, ""])
            left_side = ""
        else:
            rows[-1][2] = content
    for row in rows or [[left_side, "", ""]]:
        yield f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>"


def _mathml_pieces(element: Element) -> Iterator[str]:
    """Yield an element of MathML with its attributes, in one line."""
    attributes = (
        f' {key}="{escaped(value)}"'
        for key, value in element.items()
        if not key.startswith(("aria-", "data-"))
    )
    yield f"<{element.tag}{''.join(attributes) if element.tag != 'math' else ''}>"
    yield escaped(_with_single_blanks(element.text)).translate(_WIDE)
    for child in element:
        yield from _mathml_pieces(child)
        yield escaped(_with_single_blanks(child.tail))
    yield f"</{element.tag}>"


def _with_single_blanks(between: str | None) -> str:
    """Return text between tags; blanks of layout are one blank."""
    return between if between and between.strip() else " " * bool(between)
