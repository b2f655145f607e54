"""Moodle XML, a question for each part: numerical, or multiple choice for a class or yes and no."""

from __future__ import annotations

from exactnb.teach.exporting.moodle_xml import quiz
from exactnb.teach.exporting.system import System

SYSTEM = System(
    ".xml", "Moodle XML, a question for each of the sheet", lambda pools: quiz(pools, "moodle.xml.j2")
)
