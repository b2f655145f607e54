"""Exports as their systems read them: bytes in, questions that mark answers; no code is shared."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module


@dataclass(frozen=True)
class Marked:
    """What a system makes of an answer: the share of the points, from 0 to 1, and what is said."""

    share: float
    feedback: str


@dataclass(frozen=True)
class Asked:
    """A question as a system has read it: what is shown, the points, how answers are marked."""

    stem: str
    points: float
    mark: Callable[[str], Marked]
    worked: str = ""
    choices: tuple[str, ...] = ()
    kind: str = ""


def questions(system: str, files: Mapping[str, bytes]) -> dict[str, Asked]:
    """Return the questions of an export by their names, read as the system reads them."""
    found: dict[str, Asked] = import_module(f"exported.{system.replace('-', '_')}").read(files)
    return found


def words(shown: str) -> str:
    """Return the text that HTML is: spans stand around signs, so that these open nothing."""
    text = re.sub("<span>(&#[0-9]+;)</span>", r"\1", shown)
    assert "<" not in text, text
    return html.unescape(text)
