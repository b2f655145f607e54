"""How the pages become a site: Sphinx with Markdown, formulas as MathML, nothing from the network.

`make site` builds it. The sources are the pages as they lie in the repository, worked examples and
derivations among them, so that a link which holds here holds there.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from math_core import LatexToMathML

_ROOT = Path(__file__).parent.parent

project = "exactnb"
author = "The exactnb developers"
version = re.findall(r'^__version__ = "(.*)"', (_ROOT / "exactnb" / "__init__.py").read_text(), re.M)[0]
extensions = ["myst_parser"]
root_doc = "docs/contents"
include_patterns = ["docs/**", "worked_examples/**", "exactnb/scale/logspace/PROOF.md", "*.md"]
exclude_patterns = ["README.md", "docs/index.md"]  # the front page includes the latter
suppress_warnings = ["toc.not_included", "misc.highlighting_failure", "myst.header"]

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4
myst_links_external_new_tab = False
html_math_renderer = "mathml"
html_theme = "furo"
html_title = "exactnb"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
pygments_style = "tango"
smartquotes = False


@cache
def _converter() -> LatexToMathML:
    return LatexToMathML()


def _inline(self: Any, node: Any) -> None:
    self.body.append(_converter().convert_with_local_state(node.astext(), displaystyle=False))
    raise _skip()


def _display(self: Any, node: Any) -> None:
    formula = _converter().convert_with_local_state(node.astext().strip(), displaystyle=True)
    self.body.append(f'<div class="formula">{formula}</div>')
    raise _skip()


def _skip() -> Exception:
    from docutils.nodes import SkipNode

    return SkipNode()


def _front(app: Any, failed: object) -> None:
    """Let the folder of the site open on its first page."""
    if not failed and app.builder.format == "html":
        page = '<meta http-equiv="refresh" content="0; url=docs/contents.html"><title>exactnb</title>\n'
        (Path(app.outdir) / "index.html").write_text(page)


def setup(app: Any) -> None:
    """Add what renders formulas, and the first page."""
    app.add_html_math_renderer("mathml", (_inline, None), (_display, None))
    app.connect("build-finished", _front)
