"""Exports: problems as questions of the systems that courses run in, with key, hints and solution.

`export` returns the files of a problem, or of variants of it, for a system by its name: "gift",
"moodle", ...; `systems.names()` lists them. A name is loaded when it is used.

>>> from exactnb.exporting import export
>>> files = export("worked_examples/homework/sheet.toml", to="gift")
>>> [name for name in files], files["sheet.txt"].decode().count("::sheet")
(['sheet.txt'], 7)

A new system is one file in `exactnb/teach/exporting/systems/`, found by its name: `--to NAME`, the help
and the completion follow from it. It holds `SYSTEM`, a `System`: the ending of its file (".zip": the
files are put into one; "": a folder), what it is in a few words, the kinds of question that it takes,
and `write`, which makes of pools of items their files, by their paths. What stands in an
`AssessmentItem`, all that any system needs, is said in `items.py`: identities, `stem`, `asked` and
`worked` as printed in any format, and for each `ItemPart` its key, tolerance and wrong values with
their feedback, none of which ever overlap. `plain_html.py` has HTML for systems that drop style sheets,
`latex_html.py` HTML with LaTeX, `numerals.py` numbers as texts. Where XML or HTML is written, a Jinja2
template next to the file escapes every text; `macros` of `exactnb.explain.rendering.pages.jinja` loads
it.

What `write` returns depends on the items alone: no time, no chance, no path.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.core.lazy import lazy_exports

if TYPE_CHECKING:
    from exactnb.teach.exporting.cells import Sheet as Sheet
    from exactnb.teach.exporting.exporting import Export as Export
    from exactnb.teach.exporting.exporting import export as export
    from exactnb.teach.exporting.items import AssessmentItem as AssessmentItem
    from exactnb.teach.exporting.items import ItemPart as ItemPart
    from exactnb.teach.exporting.items import Number as Number
    from exactnb.teach.exporting.items import Pool as Pool
    from exactnb.teach.exporting.items import Response as Response
    from exactnb.teach.exporting.items import WrongValue as WrongValue
    from exactnb.teach.exporting.pools import pool_of as pool_of
    from exactnb.teach.exporting.pools import variants_of as variants_of
    from exactnb.teach.exporting.system import System as System

_HOMES = {
    "exactnb.teach.exporting.cells": "Sheet",
    "exactnb.teach.exporting.exporting": "Export export",
    "exactnb.teach.exporting.items": "AssessmentItem ItemPart Number Pool Response WrongValue",
    "exactnb.teach.exporting.pools": "pool_of variants_of",
    "exactnb.teach.exporting.system": "System",
}

__getattr__, __dir__ = lazy_exports(__name__, _HOMES, {"Item": "AssessmentItem", "Part": "ItemPart"})
__all__ = __dir__()
