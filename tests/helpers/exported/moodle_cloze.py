"""Cloze questions as Moodle finds them in a text: by its regular expression, written down anew here."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from xml.etree import ElementTree

from exported import Asked, Marked
from exported.moodle import GRADES, text_in

_SHARE = r"=|%(-?[0-9]+(?:[.,][0-9]*)?)%"
_ANSWER = r".+?(?<!\\|&)(?<!&amp;)(?=[~#}]|$)"
_SAID = r".*?(?<!\\)(?=[~}]|$)"
_ONE = rf"(?:{_SHARE})?{_ANSWER}(?:#{_SAID})?"
GAP = re.compile(rf"\{{([0-9]*):(NUMERICAL|MULTICHOICE):((?:{_ONE})(?:~{_ONE})*)\}}", re.DOTALL)
_PARTS = re.compile(rf"(?:(=)|%(-?[0-9.]+)%)?({_ANSWER})(?:#({_SAID}))?(?:~|$)", re.DOTALL)
_NUMBER = re.compile(r"(-?[0-9.]+(?:[eE][-+]?[0-9]+)?):([0-9.]+(?:[eE][-+]?[0-9]+)?)")


def read(files: Mapping[str, bytes]) -> dict[str, Asked]:
    """Return each gap as a question: the name of the whole, and the number of the gap."""
    (content,) = files.values()
    found: dict[str, Asked] = {}
    for question in ElementTree.fromstring(content):
        if question.get("type") == "category":
            continue
        assert question.get("type") == "cloze"
        name, text = text_in(question, "name"), text_in(question, "questiontext")
        rest = GAP.sub("", text)
        assert "{" not in rest, "a gap was not read"
        for number, gap in enumerate(GAP.finditer(text), start=1):
            worked = text_in(question, "generalfeedback")
            found[f"{name} {number}"] = _asked(rest, gap, worked)
    return found


def _asked(stem: str, gap: re.Match[str], worked: str) -> Asked:
    answers = []
    for right, share, answer, said in _PARTS.findall(gap[3]):
        assert share in GRADES or right
        part = 1.0 if right else float(share) / 100
        answers.append((html.unescape(answer), Marked(part, _plain(said))))
    if gap[2] == "MULTICHOICE":
        known = {_plain(answer, read=True): marked for answer, marked in answers}
        return Asked(stem, float(gap[1]), known.__getitem__, worked, tuple(known), "choice")
    assert answers[-1][0] == "*"

    def mark(typed: str) -> Marked:
        for answer, marked in answers:
            if answer == "*":
                return marked
            number, tolerance = map(float, _NUMBER.fullmatch(answer).groups())  # type: ignore[union-attr]
            if abs(float(typed) - number) <= tolerance:
                return marked
        raise AssertionError("nothing matches")

    return Asked(stem, float(gap[1]), mark, worked, kind="number")


def _plain(said: str, *, read: bool = False) -> str:
    """Return what is shown: entities are read by Moodle first, then by the browser."""
    shown = said if read else html.unescape(said)
    assert "<" not in shown
    return html.unescape(shown)
