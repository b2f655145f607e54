"""Templates: what fills them is text, whatever it holds, and what is missing is an error."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hostile.payloads import STEERING, TYPESET
from jinja2 import Environment, UndefinedError, nodes
from thoroughness import all_of

import exactnb
from exactnb.errors import printable
from exactnb.explain.rendering.pages.jinja import macros, markup

TEMPLATE = """\
{% macro inner(value) %}<i>{{ value }}</i>{% endmacro %}
{% macro outer() %}<b>{{ caller() }}</b>{% endmacro %}
{% macro page(value) %}
<p title="{{ value }}" lang='{{ value }}'>{{ value }}{{ inner(value) }}{{ "%s" % value }}
{{- "" ~ value }}{% call outer() %}{{ value }}{% endcall %}
{%- for each in [value] %}<u>{{ each }}</u>{% endfor %}</p>
{% endmacro %}
{% macro kept(html) %}<p>{{ html }}{{ html|safe }}{{ html|forceescape }}</p>{% endmacro %}
{% macro loud(value) %}{{ shout(value) }}{% endmacro %}
{% macro missing(value) %}{{ value.no_such_name }}{% endmacro %}
"""


TEMPLATES = sorted(Path(exactnb.__file__).parent.rglob("*.j2"))
FILTERS = {
    "float", "forceescape", "format", "join", "length", "list", "map", "replace", "safe", "selectattr",
    "sum", "upper",
}  # fmt: skip
"""Filters that escape nothing, or as exactnb does."""
MARKUP = {
    "apart", "asked", "bars", "cdata", "course", "label", "quantity", "scheme", "stacks", "statement",
    "stem", "summaries", "together", "whole_question", "worked", "working_lines",
}  # fmt: skip
"""What returns or holds HTML or XML in which every user's text is escaped."""


@all_of("path", TEMPLATES)
def test_templates_trust_only_what_makes_markup(path: Path) -> None:
    """No template filters otherwise, and `|safe` stands behind printers of the package alone."""
    for node in Environment().parse(path.read_text("utf-8")).find_all(nodes.Filter):
        assert node.name in FILTERS, (node.lineno, node.name)
        if node.name == "safe" and not isinstance(node.node, nodes.Const):
            outer = isinstance(node.node, nodes.Call | nodes.Getitem)
            made = node.node.node if outer else node.node
            name = made.attr if isinstance(made, nodes.Getattr) else made.name
            assert name in MARKUP, (node.lineno, name)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the name of a package that holds the template."""
    name = f"templates_of_{tmp_path.name}"
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text("")
    (tmp_path / name / "page.html.j2").write_text(TEMPLATE)
    monkeypatch.syspath_prepend(tmp_path)
    return name


def test_no_text_is_markup_or_a_template(package: str) -> None:
    """In elements, attributes, calls and loops each text is read as itself, in one parse as XML."""
    filled = macros(package, "page.html.j2")
    for text in (*TYPESET, *STEERING):
        read = printable("".join(" " if sign.isspace() else sign for sign in text))
        page = ElementTree.fromstring(filled.page(text))
        assert [page.get("title"), page.get("lang")] == [read, read]
        assert page.text == read
        assert [(each.tag, each.text, each.tail) for each in page] == [
            ("i", read, read * 2), ("b", read, None), ("u", read, None),
        ]  # fmt: skip


def test_markup_stays_markup_unless_it_is_escaped(package: str) -> None:
    """What was marked stands as it is, what is said to be safe too; forceescape makes text of it."""
    filled = macros(package, "page.html.j2")
    bold, text = '<b a="1"/>', "&lt;b a=&quot;1&quot;/&gt;"
    assert filled.kept(markup(bold)) == f"<p>{bold}{bold}{text}</p>"
    assert filled.kept(bold) == f"<p>{text}{bold}{text}</p>"


def test_what_nothing_fills_is_an_error(package: str) -> None:
    """A name that a template lacks is no empty text."""
    with pytest.raises(UndefinedError, match="no_such_name"):
        macros(package, "page.html.j2").missing("x")


def test_functions_are_those_of_the_last_call(package: str) -> None:
    """A template that was filled before calls the functions that it is handed now."""
    for shout in (str.upper, str.lower):
        assert macros(package, "page.html.j2", shout=shout).loud("<Ab") == f"&lt;{shout('Ab')}"


@pytest.mark.exhaustive
def test_without_jinja2_one_line_says_what_is_missing() -> None:
    """An export where Jinja2 is not installed ends with 2 and says how to install it."""
    code = (
        "import sys; sys.modules['jinja2'] = None\n"
        "from exactnb.interfaces.cli import main\n"
        "sys.exit(main(['export', 'worked_examples/homework/sheet.toml', '--to', 'moodle', '-o', '-']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.endswith("need Jinja2: pip install jinja2\n")
    assert done.stderr.count("\n") == 1
