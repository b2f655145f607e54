"""Exports: problems as questions of the systems that courses run in, with key, hints and solution.

`export` returns the files of a problem, or of variants of it, for a system by its name: "gift",
"moodle", ...; `systems.names()` lists them. A name is loaded when it is used.

>>> from exactnb.exporting import export
>>> files = export("worked_examples/homework/sheet.toml", to="gift")
>>> [name for name in files], files["sheet.txt"].decode().count("::sheet")
(['sheet.txt'], 7)

A new system is one file in `exactnb/exporting/systems/`, found by its name: `--to NAME`, the help and
the completion follow from it. It holds `SYSTEM`, a `System`: the ending of its file (".zip": the
files are put into one; "": a folder), what it is in a few words, the kinds of question that it takes,
and `write`, which makes of pools of items their files, by their paths. What stands in an `Item`, all
that any system needs, is said in `items.py`: identities, `stem`, `asked` and `worked` as printed in any
format, and for each `Part` its key, tolerance and wrong values with their feedback, none of which ever
overlap. `plain_html.py` has HTML for systems that drop style sheets, `latex_html.py` HTML with LaTeX,
`numerals.py` numbers as texts.
What `write` returns depends on the items alone: no time, no chance, no path.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.lazy import door

if TYPE_CHECKING:
    from exactnb.exporting.exporting import Export, export
    from exactnb.exporting.items import Item, Number, Part, Pool, Response, WrongValue
    from exactnb.exporting.making import pool_of, variants_of
    from exactnb.exporting.system import System

__all__ = [
    "Export",
    "Item",
    "Number",
    "Part",
    "Pool",
    "Response",
    "System",
    "WrongValue",
    "export",
    "pool_of",
    "variants_of",
]

_HOMES = {
    "System": "exactnb.exporting.system",
    **dict.fromkeys(("Export", "export"), "exactnb.exporting.exporting"),
    **dict.fromkeys(("pool_of", "variants_of"), "exactnb.exporting.making"),
    **dict.fromkeys(
        ("Item", "Number", "Part", "Pool", "Response", "WrongValue"), "exactnb.exporting.items"
    ),
}

__getattr__, __dir__ = door(__name__, _HOMES)
