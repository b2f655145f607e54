"""What a solution in brief leaves out: rules in words, lines in names, headings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from exactnb.core.expression.nodes import ArgMax, has_names
from exactnb.core.expression.reasons import VALUE
from exactnb.explain.derivation import Chain, Deviations, EstimateRule, Line, Remark, Step, Verdict
from exactnb.explain.derivation.line_checks import subject
from exactnb.explain.derivation.lines import Block

_OF_A_CASE = ("multiply", "decide", "normalise")
_TITLE = "Multiply, decide, normalise"


def in_brief(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Return steps without rules and tables of deviations, one for each query.

    Lines in names are marked as details. Of a decision its sentence is left, of the evidence what the
    posteriors say of it, and of all posteriors but the first what they are worth.
    """
    out: list[Step] = []
    for step in steps:
        needed = [block for block in step.blocks if _is_needed(block, step)]
        blocks = tuple(_marked(block, needed[:at]) for at, block in enumerate(needed))
        before = out[-1] if out else None
        if before is not None and _go_together(before, step):
            out[-1] = replace(before, title=_TITLE, blocks=(*before.blocks, *blocks))
        else:
            out.append(replace(step, blocks=blocks))
    return tuple(out)


def _go_together(before: Step, step: Step) -> bool:
    """Say whether two steps work out the same query by the same model."""
    keys = before.key in _OF_A_CASE and step.key in _OF_A_CASE
    return keys and (before.about, before.model) == (step.about, step.model)


def _is_needed(block: Block, step: Step) -> bool:
    if not isinstance(block, Chain):
        return not isinstance(block, EstimateRule | Deviations)
    others = [other for other in step.blocks if other != block]
    if step.key == "decide":
        return not any(_decides(other) for other in others)
    posteriors = any(isinstance(other, Chain) and other.final for other in others)
    name = subject(block.lines[0])
    is_evidence = name is not None and name.label is None and set(name.left) == set(step.about)
    return not (step.key == "normalise" and posteriors and is_evidence)


def _decides(block: Block) -> bool:
    return isinstance(block, Remark) and any(isinstance(part, Verdict) for part in block.parts)


def _marked(block: Block, before: Iterable[Block]) -> Block:
    if not isinstance(block, Chain):
        return block
    first = next((at for at, line in enumerate(block.lines) if _has_numbers(line)), 0)
    if block.final and any(isinstance(other, Chain) and other.final for other in before):
        worth = (at for at, line in enumerate(block.lines) if line.reason == VALUE)
        first = next(worth, first)  # the first answer has shown how it is worked out
    lines = tuple(replace(line, detail=at < first) for at, line in enumerate(block.lines))
    return replace(block, lines=lines)


def _has_numbers(line: Line) -> bool:
    """Say whether a line holds no name any more, and is no list of what is compared."""
    return not has_names(line.right) and not isinstance(line.right, ArgMax)
