"""Moodle XML, a question for each part: numerical, multiple choice, or an essay for a text.

An essay is graded by a person; or by `check`, from the responses that Moodle exports.
"""

from __future__ import annotations

from exactnb.teach.exporting.moodle_xml import quiz
from exactnb.teach.exporting.system import OF_TEXT, System

SYSTEM = System(
    ".xml",
    "Moodle XML, a question for each of the sheet",
    lambda pools: quiz(pools, "moodle.xml.j2"),
    OF_TEXT,
)
