"""How a derivation is printed: its level of detail, and the formats, for solutions and theorems.

How to read: a `DetailLevel` limits tables and texts; at the level "brief" there are no rules in words
and no lines in names, and one heading for each query (`shortened`). `PrintedDerivation` prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from sys import maxsize
from typing import Unpack

from exactnb.core.expression.nodes import ArgMax, has_names
from exactnb.core.expression.reasons import VALUE
from exactnb.core.naming.notation import Notation
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.styles import style
from exactnb.core.record import frozen
from exactnb.core.shown import Shown
from exactnb.errors import Unsupported, one_of, quoted
from exactnb.explain.derivation import (
    Chain,
    DecisionClaim,
    Deviations,
    EstimateRule,
    Remark,
    Step,
    Verified,
)
from exactnb.explain.derivation.lines import Block
from exactnb.explain.rendering.formats import PageOptions, render, written

_QUERY_STEPS = ("multiply", "decide", "normalise")
_MERGED_TITLE = "Multiply, decide, normalise"
_ALL = maxsize - 1


@frozen(slots=True)
class DetailLevel:
    """The largest tables and texts that are printed completely.

    A table has up to `rows` rows, or else its first `few`, and up to `columns` columns; encoded texts
    have up to `word_columns`, and a text up to `length` words. Up to so many `estimates` are printed
    that no query needs, and `joints` of training rows. `steps` says whether the lines before those with
    numbers are printed, and `encoded` whether the encoding of texts is.
    """

    name: str
    rows: int = _ALL
    few: int = _ALL
    columns: int = _ALL
    word_columns: int = _ALL
    length: int = _ALL
    estimates: int = _ALL
    joints: int = _ALL
    steps: bool = True
    encoded: bool = True


BRIEF = DetailLevel("brief", 20, 6, 12, 12, 60, 0, 0, steps=False, encoded=False)
STANDARD = DetailLevel("standard", 60, 12, 30, 12, 200, 400, 40)
FULL = DetailLevel("full")
ON_SHEET = DetailLevel(
    "sheet", 1_000, 12, 100, 12, 5_000, 400, 0, encoded=False
)  # students encode texts

LEVELS: Mapping[str, DetailLevel] = {level.name: level for level in (BRIEF, STANDARD, FULL)}


def find_level(name: object) -> DetailLevel:
    """Return the level called `name`; raise InputError with a near match for any other.

    >>> find_level("brief").steps
    False
    """
    return LEVELS[one_of(name, tuple(LEVELS))]


def shortened(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Return `steps` without rules and tables of deviations, one step for each query.

    Lines in names are marked as details. A decision keeps its sentence alone, the evidence is left to
    the posteriors, and the posteriors after the first keep their values alone.
    """
    shortened_steps: list[Step] = []
    for step in steps:
        needed = [block for block in step.blocks if _is_needed(block, step)]
        blocks = tuple(_with_details(block, needed[:index]) for index, block in enumerate(needed))
        previous = shortened_steps[-1] if shortened_steps else None
        if previous is not None and _has_same_heading(previous, step):
            blocks = (*previous.blocks, *blocks)
            shortened_steps[-1] = replace(previous, title=_MERGED_TITLE, blocks=blocks)
        else:
            shortened_steps.append(replace(step, blocks=blocks))
    return tuple(shortened_steps)


def _has_same_heading(previous: Step, step: Step) -> bool:
    """Say whether two steps are about the same query and model, so that they share a heading."""
    keys = previous.key in _QUERY_STEPS and step.key in _QUERY_STEPS
    return keys and (previous.about, previous.model) == (step.about, step.model)


def _is_needed(block: Block, step: Step) -> bool:
    if not isinstance(block, Chain):
        return not isinstance(block, EstimateRule | Deviations)
    siblings = [sibling for sibling in step.blocks if sibling != block]
    if step.key == "decide":
        remarks = (sibling for sibling in siblings if isinstance(sibling, Remark))
        return not any(isinstance(part, DecisionClaim) for remark in remarks for part in remark.parts)
    posteriors = any(isinstance(sibling, Chain) and sibling.final for sibling in siblings)
    name = block.lines[0].subject
    is_evidence = name is not None and name.label is None and set(name.left) == set(step.about)
    return not (step.key == "normalise" and posteriors and is_evidence)


def _with_details(block: Block, earlier: Iterable[Block]) -> Block:
    if not isinstance(block, Chain):
        return block
    in_numbers = (
        index
        for index, line in enumerate(block.lines)
        if not has_names(line.right) and not isinstance(line.right, ArgMax)
    )
    first = next(in_numbers, 0)
    if block.final and any(isinstance(previous, Chain) and previous.final for previous in earlier):
        value_lines = (index for index, line in enumerate(block.lines) if line.reason == VALUE)
        first = next(value_lines, first)  # the first answer already has its working
    lines = tuple(replace(line, detail=index < first) for index, line in enumerate(block.lines))
    return replace(block, lines=lines)


class PrintedDerivation(Shown):
    """Print a verified derivation, of a `problem` or of a theorem alone, in any format."""

    verified: Verified
    problem: Problem | None

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        steps = len(self.verified.derivation.steps)
        title = quoted(self.verified.derivation.title or "untitled")
        length = "1 step" if steps == 1 else f"{steps} steps"
        return f"<{type(self).__name__} {title}: {length}; print() shows it>"

    def notation(self, name: str | None = None) -> Notation:
        """Return the notation called `name`; without a name the problem's, or else "plain"."""
        if self.problem is not None:
            return self.problem.notation(name)
        return Notation(style(name or "plain"))

    def render(
        self,
        to: str,
        *,
        notation: str | None = None,
        width: int = 80,
        unicode: bool = True,
        fragment: bool = False,
        engine: str | None = None,
    ) -> str:
        """Return the derivation as text in the format `to`, such as "latex", in a `notation`.

        `width` is in columns; without `unicode` text is plain ASCII; a `fragment` is the body without
        the document around it, and `engine` the program that typesets LaTeX. Each concerns some formats
        only. Raises InputError with a near match for an unknown format or notation, and Unsupported for
        a label with a character that the format cannot print.

        >>> from exactnb.explain.solution.derived import derive
        >>> derive("prior-mle-two").render("markdown").splitlines()[0]
        '# The MLE of the prior, two classes'
        """
        options: PageOptions = {"width": width, "unicode": unicode, "fragment": fragment}
        return render(to, self.verified, self.notation(notation), engine=engine, **options)

    def written(
        self,
        to: str,
        *,
        notation: str | None = None,
        engine: str | None = None,
        **asked: Unpack[PageOptions],
    ) -> str | bytes:
        """Return the derivation in the format `to`, a PDF as bytes.

        `notation`, `engine` and the other options are those of `render`.
        """
        return written(to, self.verified, self.notation(notation), engine=engine, **asked)

    def text(self, *, width: int = 80, unicode: bool = True, notation: str | None = None) -> str:
        """Return the derivation as text for a terminal, `width` columns wide.

        Without `unicode` it is plain ASCII. `notation` names another notation than the problem's.
        """
        return self.render("text", width=width, unicode=unicode, notation=notation)

    def latex(
        self, *, fragment: bool = False, notation: str | None = None, engine: str = "pdflatex"
    ) -> str:
        """Return the derivation as a LaTeX article, with `fragment` its body alone.

        `engine` is "pdflatex" or "lualatex", which prints any script. `notation` is a name.
        """
        return self.render("latex", fragment=fragment, notation=notation, engine=engine)

    def markdown(self, *, notation: str | None = None) -> str:
        """Return the derivation as Markdown with math, for GitHub and notebooks, in a `notation`."""
        return self.render("markdown", notation=notation)

    def html(self, *, notation: str | None = None) -> str:
        """Return the derivation as one self-contained HTML page with MathML, in a `notation`."""
        return self.render("html", notation=notation)

    def typst(self, *, fragment: bool = False, notation: str | None = None) -> str:
        """Return the derivation as a Typst document in a `notation`, with `fragment` its body alone."""
        return self.render("typst", fragment=fragment, notation=notation)

    def pdf(self, *, notation: str | None = None, engine: str = "typst") -> bytes:
        """Return the derivation as a PDF in a `notation`, typeset by an `engine`.

        The engine is "typst" (the package of that name, exactnb[pdf]), "pdflatex" or "lualatex". Raises
        Unsupported if it is missing, or cannot print a character of a label.
        """
        content = self.written("pdf", notation=notation, engine=engine)
        assert isinstance(content, bytes)
        return content

    def json(self) -> str:
        """Return the derivation as JSON, with the check that accepted each line."""
        return self.render("json")

    def _looks_(self) -> dict[str, str]:
        """Return the derivation as Markdown, and as the body of a LaTeX article."""
        looks = {"markdown": self.markdown()}
        with suppress(Unsupported):  # a label has a character that pdflatex cannot print
            looks["latex"] = self.latex(fragment=True)
        return looks
