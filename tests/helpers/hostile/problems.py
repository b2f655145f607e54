"""Problems with users' texts in every place, and their twins: as long, and nothing but letters."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from exactnb import Grader, Problem, solve
from exactnb.core.expression.widths import display_width
from exactnb.core.lazy import once
from exactnb.core.model.quantity import EFFORT
from exactnb.core.naming.grammar import quote
from exactnb.errors import printable
from exactnb.explain.solution.solution import Solution
from exactnb.teach.auditing.auditing import Audit, audit
from exactnb.teach.exporting import AssessmentItem, ItemPart, Pool, pool_of
from exactnb.teach.exporting.parts import Choices
from exactnb.teach.grading.graded import Report
from exactnb.teach.grading.submissions.rosters import Roster

Texts = Mapping[str, str]
"""A text for each place."""

_LETTERS = {
    "title": "B", "source": "D", "model": "F", "column": "G", "class": "H", "value": "J", "label": "K",
    "word": "Q", "row": "U", "query": "V", "question": "W", "student": "X", "answer": "Y", "file": "Z",
}  # fmt: skip
_LINK = re.compile(r"https?://[^' ]*")
_KEPT = re.compile(r'([ "()]|(?<=[A-Za-z])-(?=[A-Za-z]))')
PLACES = tuple(_LETTERS)
"""Where a user's text may stand; "class" is the column of the classes, "label" one of them."""


def letter_of(place: str) -> str:
    """Return the letter that a twin has in a place."""
    return _LETTERS[place]


def square(payloads: Sequence[str]) -> list[Texts]:
    """Return as many cases as there are payloads, in which each of these stands once in each place."""
    size = len(payloads)
    return [
        _case([payloads[(first + at) % size] for at in range(len(PLACES))]) for first in range(size)
    ]


def _case(payloads: Sequence[str]) -> Texts:
    """Return a payload for each place, no two alike."""
    texts: dict[str, str] = {}
    for place, payload in zip(PLACES, payloads, strict=True):
        fitting = _fitting(place, payload)
        while fitting in texts.values():
            fitting += "'"
        texts[place] = fitting
    # words are sorted: the other one stands on the same side of a word and of its twin
    return {**texts, "other": "sun" if texts["word"] < "sun" else "Abe"}


def _fitting(place: str, payload: str) -> str:
    """Return a payload for a place: no word holds a blank, no cell several at once."""
    if place == "source" and _LINK.fullmatch(payload):  # which becomes a link, as it should
        return f"({payload})"
    if place in ("title", "source", "student", "answer"):
        return payload
    return ("" if place == "word" else " ").join(payload.split()) or "()"


def twin(texts: Texts) -> Texts:
    """Return texts as wide, of one letter each, with blanks in the same places."""
    return {place: _letters(_LETTERS[place], texts[place]) for place in PLACES} | {
        "other": texts["other"]
    }


def _letters(letter: str, text: str) -> str:
    """Return the twin of a text, which is broken into lines and put into quotes where that is.

    Its quotes stay, which are doubled in names, and hyphens within a word. Where a name needs
    quotes, it ends in a sign that needs them.
    """
    signs = _KEPT.split(printable(text))
    words = "".join(sign if at % 2 else letter * display_width(sign) for at, sign in enumerate(signs))
    words = words if letter in words else letter * display_width(words)
    needs = quote(text) != text and quote(words) == words and len(words) > 1
    return f"{words[:-1]};" if needs else words


class _Kept(AssessmentItem):
    """An item that prints each of its solutions once, for all systems."""

    def worked(self, part: ItemPart | None = None, to: str = "html") -> str:
        """Return the worked solution of a part, or of all."""
        known: dict[object, str] = self.__dict__.setdefault("known", {})
        key = part and part.id, to
        if key not in known:
            known[key] = super().worked(part, to)
        return known[key]


@dataclass(frozen=True, eq=False)
class Case:
    """A problem with a text in each place, and what is made of it before it is written."""

    texts: Texts

    @once
    def document(self) -> dict[str, Any]:
        """Return the problem as a file says it."""
        at = self.texts
        rows = [
            ("id", at["column"], at["class"], "text"),
            (at["row"], at["value"], at["label"], f"{at['word']} {at['other']}"),
            ("two", "blue", "no", at["other"]),
            ("three", at["value"], "no", at["word"]),
            ("four", "blue", at["label"], f"{at['word']} {at['word']}"),
            ("five", "blue", "no", at["other"]),
        ]
        out = io.StringIO()
        csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(rows)
        families = {at["column"]: "categorical", "text": "multinomial"}
        return {
            "title": at["title"],
            "source": at["source"],
            "data": {"class": at["class"], "split": "spaces", "table": out.getvalue()},
            "models": {at["model"]: {"families": families, "smoothing": 1}},
            "query": {at["query"]: {at["column"]: at["value"], "text": at["word"]}},
            "question": [
                {"id": identity, "quantity": quantity} for identity, quantity in self.asked.items()
            ],
            "printed": {self.asked["estimate"]: {"value": "0.3", "where": at["source"]}},
        }

    @property
    def asked(self) -> Mapping[str, str]:
        """Return a quantity of each kind by the id of its question."""
        label, query, model = (quote(self.texts[place]) for place in ("label", "query", "model"))
        value = f"{quote(self.texts['column'])}={quote(self.texts['value'])}"
        return {
            self.texts["question"]: f"P({label})",
            "estimate": f"P({value}|{label})",
            "posterior": f"P({label}|{query}; {model})",
            "decision": f"argmax({query})",
        }

    @once
    def problem(self) -> Problem:
        """Return the problem, with a question of each kind."""
        return Problem.from_document(self.document)

    @once
    def solution(self) -> Solution:
        """Return its solution, of what is asked."""
        return solve(replace(self.problem, ask=tuple(self.asked.values()), questions=()))

    @once
    def pool(self) -> Pool:
        """Return it as an item of exports, with a list of students."""
        student = self.texts["student"]
        roster = Roster(("Student", "ID"), ((student, "7"), ("Ada", "8")), {0: student, 1: "Ada"})
        pool = pool_of(self.problem, self.texts["file"], Choices(6), EFFORT, lambda: self.document)
        items = tuple(_Kept(**vars(item)) for item in pool.items)
        return replace(pool, items=items, students={student: 1, "Ada": 1}, roster=roster)

    @once
    def grader(self) -> Grader:
        """Return what grades answers to its questions."""
        return Grader(self.problem)

    @once
    def reports(self) -> tuple[Report, Report]:
        """Return what two students get, of whom one has typed a text that is no answer."""
        raw = {self.texts["question"]: f"{self.texts['answer']} ".ljust(500, "9"), "posterior": "1/3"}
        other = {"estimate": "1/2", "decision": "no"}
        return self.grader.grade(raw, student=self.texts["student"]), self.grader.grade(
            other, student="Ada"
        )

    @once
    def audit(self) -> Audit:
        """Return what explains a number in print that is wrong."""
        return audit(self.problem, instead={self.texts["file"]: self.problem})
