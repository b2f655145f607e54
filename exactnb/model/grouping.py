"""Texts with many words: factors that are equal because their counts are, written once with a power."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from exactnb.conventions import Add, MEstimate
from exactnb.data.schema import Number
from exactnb.expression.nodes import Expression, Integer, Negative, Power, Sum
from exactnb.expression.written import literal
from exactnb.families.base import count_of, tokens_of
from exactnb.families.coefficients import coefficient
from exactnb.families.observation import Observation
from exactnb.families.smoothing import EstimateInputs, estimate
from exactnb.model.parts import ModelParts
from exactnb.naming.names import Item

MANY = 200  # factors that are written one by one, each with a name of its own
CountWord = Callable[[str, str], Number]
"""How often a word stands in a class, or how many of its texts hold it."""


def is_grouped(model: ModelParts, seen: Observation) -> bool:
    """Say whether what is seen has so many words that equal factors are written together."""
    if model.given is not None or not model.schema.words:
        return False
    if model.draws_words:
        many = sum(map(len, seen.bags)) > MANY
        return many and all(block.is_apart for block in model.blocks) and _is_uniform(model)
    block = model.valued.get(model.schema.words[0])
    many = len(seen.cells) - len(model.schema.columns) > MANY
    return many and block is not None and block.family.has_complement and _is_uniform(model)


def grouped_factors(
    model: ModelParts, seen: Observation, label: Item, count_word: CountWord
) -> tuple[Expression, ...]:
    """Return the factors of the words of a text, one for each number they were counted with.

    `count_word` says how often a word stands in the texts of a class, or in how many of them.
    """
    groups: Counter[tuple[Number, bool]] = Counter()
    out: list[Expression] = []
    k = label.value
    if model.draws_words:
        if model.conventions.coefficient:
            out += (factor for text in seen.bags for factor in coefficient(text))
        trials, values = tokens_of(label), model.vocabulary
        for word, times in seen.words().items():
            groups[count_word(word, k), True] += times
    else:
        trials, values = count_of(label), ("0", "1")
        for word, value in seen.cells.items():
            if word not in model.schema.columns:
                groups[count_word(word, k), value == "1"] += 1
    rule = model.conventions.smoothing
    for (number, there), times in sorted(groups.items()):
        inputs = EstimateInputs(literal(number), trials, values, values[-1], k, model.seen_words(k))
        share = estimate(rule, inputs)
        factor = share if there else Sum((Integer(1), Negative(share)))
        out.append(factor if times == 1 else Power(factor, Integer(times)))
    return tuple(out)


def _is_uniform(model: ModelParts) -> bool:
    """Say whether all words are estimated by one rule with the same numbers."""
    conventions = model.conventions
    if any(name in model.schema.words for name, _ in conventions.smoothings):
        return False
    rule = conventions.smoothing
    if isinstance(rule, Add):
        if rule.cells == "class" and not model.draws_words:  # each word has a number of its own
            return False
        return rule.pseudocounts is None or rule.pseudocounts.single is not None
    if isinstance(rule, MEstimate):
        return rule.default is None or rule.default.single is not None
    return True
