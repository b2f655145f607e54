"""STACK: questions are read from Moodle's XML, their trees walked as the documentation says.

`AlgEquiv` is equality of numbers, where a decimal is the fraction that it says; `NumAbsolute` is
|answer − teacher's| < option, in doubles. `maxima_script` has Maxima answer the same for every case.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from players.marked import Marked

Holds = Callable[[str, str, str, str], bool]
_CHOICE = re.compile(r'\[([0-9]+),(true|false),"([^"]*)"\]')


@dataclass(frozen=True)
class Outcome:
    """What a tree makes of an answer."""

    score: Fraction
    note: str
    said: str


def holds(test: str, answer: str, against: str, options: str) -> bool:
    """Say whether an answer passes a test."""
    if test == "AlgEquiv":
        return Fraction(answer) == Fraction(against)
    assert test == "NumAbsolute", test
    return abs(float(Fraction(answer)) - float(against)) < float(options)


class StackPlayer:
    """A question."""

    def __init__(self, question: Element) -> None:
        self.element = question
        self.name = question.findtext("name/text")
        self.stem = question.findtext("questiontext/text")
        self.trees = {tree.findtext("name"): tree for tree in question.findall("prt")}
        self.inputs = {each.findtext("name"): each for each in question.findall("input")}
        assert len(self.trees) == len(self.inputs)
        for name in self.inputs:
            assert (
                self.stem.count(f"[[input:{name}]]") == self.stem.count(f"[[validation:{name}]]") == 1
            )
        values = [Fraction(tree.findtext("value")) for tree in self.trees.values()]
        grade = Fraction(question.findtext("defaultgrade"))
        self.points = [grade * value / sum(values) for value in values]
        self.variables = question.findtext("questionvariables/text") or ""

    @classmethod
    def read(cls, quiz: bytes) -> list[StackPlayer]:
        """Return the questions of a file."""
        return [cls(each) for each in ElementTree.fromstring(quiz) if each.get("type") == "stack"]

    def choices(self, number: int) -> dict[str, str]:
        """Return what can be chosen in a part, each with the value that stands for it."""
        line = next(row for row in self.variables.splitlines() if row.startswith(f"ta{number + 1}:["))
        return {html.unescape(shown): value for value, _, shown in _CHOICE.findall(line)}

    def mark(self, number: int, typed: str) -> Marked:
        """Return what STACK makes of what is typed, or chosen, in a part."""
        given = self.inputs[f"ans{number + 1}"]
        if given.findtext("type") == "dropdown":
            typed = self.choices(number)[typed]
        elif given.findtext("forbidfloat") == "1" and "." in typed:
            return Marked(Fraction(0), "invalid")
        outcome = self.outcome(f"prt{number + 1}", typed)
        return Marked(outcome.score, outcome.said)

    def outcome(self, tree: str, typed: str, holds: Holds = holds) -> Outcome:
        """Walk through a tree from node 0."""
        nodes = {node.findtext("name"): node for node in self.trees[tree].findall("node")}
        at, seen = "0", set()
        while True:
            assert at not in seen
            seen.add(at)
            node = nodes[at]
            assert node.findtext("sans") == f"ans{tree.removeprefix('prt')}"  # the typed figures stay
            passed = holds(*asked_of(node, typed))
            which = "true" if passed else "false"
            assert node.findtext(f"{which}scoremode") == "="
            at = node.findtext(f"{which}nextnode")
            if at == "-1":
                said = node.findtext(f"{which}feedback/text") or ""
                score = Fraction(node.findtext(f"{which}score"))
                return Outcome(score, node.findtext(f"{which}answernote"), plain(said))

    def cases(self) -> Iterator[tuple[dict[str, str], dict[str, tuple[Fraction, str]]]]:
        """Yield the tests of the question: what is typed, and score and note expected of each tree."""
        for test in self.element.findall("qtest"):
            typed = {
                each.findtext("name"): each.findtext("value") for each in test.findall("testinput")
            }
            expected = {
                each.findtext("name"): (
                    Fraction(each.findtext("expectedscore")),
                    each.findtext("expectedanswernote"),
                )
                for each in test.findall("expected")
            }
            assert {f"prt{name.removeprefix('ans')}" for name in typed} == set(expected)
            yield typed, expected


def asked_of(node: Element, typed: str) -> tuple[str, str, str, str]:
    """Return what a node asks about an answer."""
    return (
        node.findtext("answertest") or "",
        typed,
        node.findtext("tans") or "",
        node.findtext("testoptions") or "",
    )


def plain(text: str) -> str:
    """Return the text of HTML that is XML too."""
    return "".join(ElementTree.fromstring(f"<x>{text}</x>").itertext())


MAXIMA = """\
AlgEquiv(sa, ta, opt) := block([keepfloat: false, ratprint: false],
  is(fullratsimp(rat(sa) - rat(ta)) = 0))$
NumAbsolute(sa, ta, opt) := is(abs(ev(float(sa), simp) - ev(float(ta), simp)) < opt)$
"""


def maxima_script(asked: list[tuple[str, str, str, str]]) -> str:
    """Return what has Maxima print true or false for each question about an answer, a line each."""
    rows = [
        f"print({test}({typed}, {against}, {options or 0}))$" for test, typed, against, options in asked
    ]
    return MAXIMA + "\n".join(rows) + "\n"
