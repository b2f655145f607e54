"""The level "brief": no rules in words, no lines in names, one heading for each query."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from exactnb.core.expression.nodes import ArgMax, has_names
from exactnb.core.expression.reasons import VALUE
from exactnb.explain.derivation import Chain, DecisionClaim, Deviations, EstimateRule, Remark, Step
from exactnb.explain.derivation.line_checks import subject
from exactnb.explain.derivation.lines import Block

_QUERY_STEPS = ("multiply", "decide", "normalise")
_MERGED_TITLE = "Multiply, decide, normalise"


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
    name = subject(block.lines[0])
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
    if block.final and any(isinstance(one, Chain) and one.final for one in earlier):
        value_lines = (index for index, line in enumerate(block.lines) if line.reason == VALUE)
        first = next(value_lines, first)  # the first answer already has its working
    lines = tuple(replace(line, detail=index < first) for index, line in enumerate(block.lines))
    return replace(block, lines=lines)
