"""Canvas, a QTI 1.2 package: numerical questions, and multiple choice for a class or yes and no.

Canvas takes every condition on a number as one more right answer, whatever it scores. So a numerical
question has one condition, that of the key; the hints stand in the feedback on a wrong answer, each
behind the value that it is about. A variant is picked for each question from a group of its own.
`write` fills the template next to this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.errors import InputError
from exactnb.explain.rendering.pages.jinja import macros
from exactnb.teach.exporting.items import LABEL, NUMBER, TRUTH, WORKING, Pool
from exactnb.teach.exporting.numerals import decimal_text, interval_ends
from exactnb.teach.exporting.plain_html import course_text
from exactnb.teach.exporting.system import Files, System

KINDS = (NUMBER, LABEL, TRUTH, WORKING)  # no field is for those who mark alone, as keys of derivations


def write(pools: Sequence[Pool]) -> Files:
    """Return the files of the package of all `pools`, its manifest first.

    Raises InputError where a wrong answer would earn something.
    """
    parts = (part for pool in pools for item in pool.items for part in item.parts)
    if any(wrong.share for part in parts for wrong in part.wrong):
        raise InputError("a wrong answer earns nothing in Canvas", at="credit")
    functions = {"decimal": decimal_text, "interval_ends": interval_ends, "course": course_text}
    canvas, name = macros(__package__, "canvas.xml.j2", **functions), f"quiz-{pools[0].id}"
    files = {
        "imsmanifest.xml": canvas.manifest(name),
        f"{name}/assessment_meta.xml": canvas.meta(name, pools),
        f"{name}/{name}.xml": canvas.quiz(name, pools),
    }
    return {path: content.encode() for path, content in files.items()}


SYSTEM = System(".zip", "a QTI 1.2 package for Canvas, a classic quiz", write, KINDS)
