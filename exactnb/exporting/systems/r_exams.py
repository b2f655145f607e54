"""R/exams, a file of Markdown for each item: https://www.R-exams.org.

R runs what stands between backticks there, so no text holds any: each sign of a user's text that is no
letter stands as an entity. R/exams knows no feedback on a wrong value: what is known of wrong values
stands behind the solution.

How to read: `_exercise` writes an item, `_Rmd` prints Markdown in this dialect.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from exactnb.errors import printable
from exactnb.exporting.items import NUMBER, Item, Part, Pool
from exactnb.exporting.numerals import decimal_text
from exactnb.exporting.question_printer import QuestionPrinter
from exactnb.exporting.system import Files, System
from exactnb.expression.nodes import Reference

_SIGN = re.compile(r"[^\w ,;?!/.]|_|\.(?![0-9])")
_BLANKS = re.compile(r"\s+")


def write(pools: Sequence[Pool]) -> Files:
    """Return a file for each item, in a folder for each pool: R/exams picks one out of a list."""
    return {
        f"{pool.id}/{item.id}.Rmd": _exercise(item).encode() for pool in pools for item in pool.items
    }


def _exercise(item: Item) -> str:
    """Return an item as one exercise: cloze, or of the kind of its only part."""
    printer = _Rmd.of(item.statement)
    parts = list(enumerate(item.parts, start=1))
    several = len(parts) > 1
    question = [printer.render(), *(_asked(printer, part, at * several) for at, part in parts)]
    choices = [choice for part in item.parts for choice in part.choices]
    worked = _Rmd.of(item.solution, head=False).render()
    solution = [worked, *_mistakes(printer, item.parts)]
    question += [text(item.id)] if item.is_variant else []  # reports of systems show it
    sections = [
        ("Question", [*question, *([_answerlist(choices)] if choices else [])]),
        ("Solution", solution),
        ("Meta-information", ["\n".join(_meta(item))]),
    ]
    return "\n".join(f"{name}\n{'=' * len(name)}\n\n{_joined(blocks)}" for name, blocks in sections)


def _joined(blocks: Sequence[str]) -> str:
    return "\n\n".join(block.strip("\n") for block in blocks) + "\n"


def _asked(printer: _Rmd, part: Part, place: int) -> str:
    """Return what a part asks, with room for its answer where there are several."""
    how = f" ({text(part.how)})" if part.how else ""
    blank = f"##ANSWER{place}##" if place else "?"
    return f"{printer.formula(Reference(part.name))} = {blank}{how}"


def _answerlist(rows: Sequence[str]) -> str:
    return "\n".join(["Answerlist", "----------", *(f"* {text(row)}" for row in rows)])


def _mistakes(printer: _Rmd, parts: Sequence[Part]) -> Iterator[str]:
    """Yield a list of the wrong answers of each part, with the hint that each deserves."""
    for part in parts:
        if part.wrong:
            rows = (f"* {text(each.response.typed)}: {text(each.feedback)}" for each in part.wrong)
            yield f"Wrong answers to {printer.formula(Reference(part.name))}:"
            yield "\n".join(rows)


def _meta(item: Item) -> Iterator[str]:
    """Yield what R/exams marks by; a tolerance of a choice is not looked at."""
    kinds = ["num" if part.kind == NUMBER else "schoice" for part in item.parts]
    several = len(kinds) > 1
    yield f"exname: {item.id}"
    yield f"extype: {'cloze' if several else kinds[0]}"
    if several:
        yield f"exclozetype: {'|'.join(kinds)}"
    within = (part.key.number.tolerance if part.key.number else Fraction(0) for part in item.parts)
    yield f"exsolution: {'|'.join(map(_right, item.parts))}"
    yield f"extol: {'|'.join(map(decimal_text, within))}"
    yield f"expoints: {'|'.join(decimal_text(part.points) for part in item.parts)}"
    if "schoice" in kinds:
        yield "exshuffle: FALSE"


def _right(part: Part) -> str:
    """Return the number, or a 1 among zeros at the place of the choice."""
    if part.key.number is not None:
        return part.key.number.text
    return "".join(str(int(choice == part.key.exact)) for choice in part.choices)


def text(given: str) -> str:
    r"""Return a user's text for R Markdown, in which nothing is run, and nothing is a sign of it.

    >>> print(text("`r 1`"), text("a_b"))
    &#96;r 1&#96; a&#95;b
    """
    return _SIGN.sub(lambda sign: f"&#{ord(sign[0])};", printable(_BLANKS.sub(" ", given)))


class _Rmd(QuestionPrinter):
    """Print Markdown for R/exams, whose headings divide an exercise: those of a step are bold."""

    def heading(self, number: int, title: str) -> str:
        """Return the heading of a step."""
        return f"**{title}**"

    def paragraph(self, sentence: str) -> list[str]:
        """Return a sentence: no text opens a list, since its signs are entities."""
        return [sentence]

    def text(self, given: str) -> str:
        """Return text, a user's or the tool's own."""
        return text(given)


SYSTEM = System("", "R/exams, a folder of .Rmd files", write)
