"""The amount of detail in a solution: "brief", "standard" or "full".

At the level "brief" there are no rules in words and no lines in names, and one heading for each query
(`shortened`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from sys import maxsize

from exactnb.core.expression.nodes import ArgMax, has_names
from exactnb.core.expression.reasons import VALUE
from exactnb.core.record import frozen
from exactnb.errors import one_of
from exactnb.explain.derivation import Chain, DecisionClaim, Deviations, EstimateRule, Remark, Step
from exactnb.explain.derivation.lines import Block

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
        blocks = tuple(_marked(block, needed[:index]) for index, block in enumerate(needed))
        previous = shortened_steps[-1] if shortened_steps else None
        if previous is not None and _go_together(previous, step):
            blocks = (*previous.blocks, *blocks)
            shortened_steps[-1] = replace(previous, title=_MERGED_TITLE, blocks=blocks)
        else:
            shortened_steps.append(replace(step, blocks=blocks))
    return tuple(shortened_steps)


def _go_together(previous: Step, step: Step) -> bool:
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


def _marked(block: Block, earlier: Iterable[Block]) -> Block:
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
