"""Say what was not read in a line, to the column, and which words were read as others.

A guess never blames anybody: a line that is wrong as it was guessed is not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from exactnb.teach.grading.working.claims import Claim
from exactnb.teach.grading.working.formulas import Formulas
from exactnb.teach.grading.working.working import Judged


def with_notes(line: Judged, formulas: Formulas) -> Judged:
    """Return a judged `line` with notes on its reading; `formulas` are what read it."""
    claim = line.claim
    if claim.kind == "prose" or line.is_accepted:
        return line
    mentions = formulas.names.in_formula(claim.statement.text)
    guessed = next((mention for mention in mentions if mention.note), None)
    if guessed is not None and line.verdict == "right":
        return replace(line, message="; ".join(filter(None, (line.message, guessed.note))))
    if guessed is not None and line.is_to_blame:
        place = claim.statement.place(guessed.start)
        return Judged(claim, "unread", f"not judged: {guessed.note}, it would be wrong", place)
    if line.verdict != "unread":
        return line
    unread = next(_unread(claim, formulas), None)
    if unread is None:
        return line
    text, offset = unread
    return replace(
        line, message=line.message or f"not read: `{text}`", place=claim.statement.place(offset)
    )


def _unread(claim: Claim, formulas: Formulas) -> Iterator[tuple[str, int]]:
    """Yield what was not read, with its offset: names of nothing, and sides that are no formulas."""
    text = claim.statement.text
    for mention in formulas.names.in_formula(text):
        if mention.name is None:
            yield text[mention.start : mention.stop], mention.start
    if claim.name is not None:
        yield from ((side.text, side.offset) for side in claim.sides if not formulas.of_side(side))
