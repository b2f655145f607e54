"""Long texts: factors that are equal because their counts are equal become one power."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from exactnb.core.conventions import Add, MEstimate
from exactnb.core.data.schema import Number
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.written import literal
from exactnb.core.families.block import SharesBlock
from exactnb.core.families.observation import Observation
from exactnb.core.families.smoothing import estimate
from exactnb.core.model.parts import ModelParts
from exactnb.core.naming.names import Item

MANY = 200  # factors of words that are written one by one at most
CountWord = Callable[[str, str], Number]
"""A function of a word and a class: how often it occurs, or in how many texts."""


def is_grouped(model: ModelParts, observation: Observation) -> bool:
    """Say whether `observation` has so many words that equal factors are written as powers."""
    block = model.text_block
    if model.given is not None or block is None or not block.is_tallied:
        return False
    many = sum(1 for _ in block.tally(observation, model.schema.columns)) > MANY
    return many and _is_uniform(model, block)


def grouped_factors(
    model: ModelParts, observation: Observation, label: Item, count_word: CountWord
) -> tuple[Expression, ...]:
    """Return the factors of the words of `observation` in the class `label`, one per distinct count.

    `count_word` gives the count of a word in a class.
    """
    block = model.text_block
    assert block is not None
    groups: Counter[tuple[Number, bool]] = Counter()
    factors: list[Expression] = []
    if model.conventions.coefficient:
        from exactnb.core.families.coefficients import coefficient

        factors += (factor for text in observation.bags for factor in coefficient(text))
    for word, is_present, times in block.tally(observation, model.schema.columns):
        groups[count_word(word, label.value), is_present] += times
    inputs = block.inputs(block.word_item(model.schema.words[0]), label, model.counts)
    rule = model.conventions.smoothing
    for (number, is_present), times in sorted(groups.items()):
        share = estimate(rule, replace(inputs, hits=literal(number)))
        factor = share if is_present else 1 - share
        factors.append(factor if times == 1 else factor**times)
    return tuple(factors)


def _is_uniform(model: ModelParts, block: SharesBlock) -> bool:
    """Say whether equal counts mean equal estimates: one rule with one pseudo-count for all words."""
    conventions = model.conventions
    if any(name in model.schema.words for name, _ in conventions.smoothings):
        return False
    rule = conventions.smoothing
    if isinstance(rule, Add):
        if rule.cells == "class" and not block.draws_words:  # the number of cells may differ by word
            return False
        return rule.pseudocounts is None or rule.pseudocounts.single is not None
    if isinstance(rule, MEstimate):
        return rule.default is None or rule.default.single is not None
    return True
