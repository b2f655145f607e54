"""Texts with many words: factors that are equal because their counts are, written once with a power."""

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

MANY = 200  # factors that are written one by one, each with a name of its own
CountWord = Callable[[str, str], Number]
"""How often a word stands in a class, or how many of its texts hold it."""


def is_grouped(model: ModelParts, seen: Observation) -> bool:
    """Say whether what is seen has so many words that equal factors are written together."""
    block = model.text_block
    if model.given is not None or block is None or not block.is_tallied:
        return False
    many = sum(1 for _ in block.tally(seen, model.schema.columns)) > MANY
    return many and _is_uniform(model, block)


def grouped_factors(
    model: ModelParts, seen: Observation, label: Item, count_word: CountWord
) -> tuple[Expression, ...]:
    """Return the factors of the words of a text, one for each number they were counted with.

    `count_word` says how often a word stands in the texts of a class, or in how many of them.
    """
    block = model.text_block
    assert block is not None
    groups: Counter[tuple[Number, bool]] = Counter()
    out: list[Expression] = []
    if model.conventions.coefficient:
        from exactnb.core.families.coefficients import coefficient

        out += (factor for text in seen.bags for factor in coefficient(text))
    for word, there, times in block.tally(seen, model.schema.columns):
        groups[count_word(word, label.value), there] += times
    like = block.inputs(block.word_item(model.schema.words[0]), label, model.counts)
    rule = model.conventions.smoothing
    for (number, there), times in sorted(groups.items()):
        share = estimate(rule, replace(like, hits=literal(number)))
        factor = share if there else 1 - share
        out.append(factor if times == 1 else factor**times)
    return tuple(out)


def _is_uniform(model: ModelParts, block: SharesBlock) -> bool:
    """Say whether all words are estimated by one rule with the same numbers."""
    conventions = model.conventions
    if any(name in model.schema.words for name, _ in conventions.smoothings):
        return False
    rule = conventions.smoothing
    if isinstance(rule, Add):
        if rule.cells == "class" and not block.draws_words:  # each word has a number of its own
            return False
        return rule.pseudocounts is None or rule.pseudocounts.single is not None
    if isinstance(rule, MEstimate):
        return rule.default is None or rule.default.single is not None
    return True
