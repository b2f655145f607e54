"""Jinja2 templates, which stand next to the modules that fill them; no other file imports Jinja2.

Every value in a template is escaped as `escaped` does it, unless the template says `|safe` of what is
markup already. A name that nothing fills is an error.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from exactnb.errors import Unsupported
from exactnb.explain.rendering.pages.html_text import escaped

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


def macros(package: str, template: str, **functions: object) -> Any:
    """Return the macros of a template in a package, which are called by their names.

    `functions` are what the template calls itself. A macro returns markup, which is a str. Raises
    Unsupported where Jinja2 is not installed.

    >>> print(macros("exactnb.teach.exporting.systems", "canvas.xml.j2").equal("<b> {{ 7*7 }}"))
    <varequal respident="response1">&lt;b&gt; {{ 7*7 }}</varequal>
    """
    return _environment(package).get_template(template, globals=functions).make_module()


def markup(html: str) -> Markup:
    """Return `html`, markup already, so that a template leaves it as it is."""
    from markupsafe import Markup

    return Markup(html)


@cache
def _environment(package: str) -> Environment:
    """Return what loads the templates of a package; few commands need Jinja2, so it is loaded here."""
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ImportError:
        message = "course systems and reports as pages need Jinja2: pip install jinja2"
        raise Unsupported(message) from None
    from markupsafe import Markup

    def finalized(value: object) -> Markup:
        # Jinja2's own escaping lets control characters through, which no XML may hold.
        return value if isinstance(value, Markup) else Markup(escaped(str(value)))

    made = Environment(
        loader=PackageLoader(package, ""),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=finalized,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["forceescape"] = lambda value: finalized(str(value))
    return made
