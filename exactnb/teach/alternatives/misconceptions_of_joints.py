"""Misconceptions with the product of prior and factors: what is left out of it, put in, or added up.

How to read: the constants name the misconceptions; `_of_product` changes the factors that stand
there, `_of_other_model` puts those of another event model there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exactnb.core.conventions.rules import pseudocount_of
from exactnb.core.expression.nodes import Expression, Integer, Power, Product, Sum
from exactnb.core.expression.written import literal
from exactnb.core.families.base import count_of, probability, tokens_of
from exactnb.core.families.block import Factors as Columns
from exactnb.core.families.misconceptions import Misconception
from exactnb.core.families.observation import Observation
from exactnb.core.model.grouping import is_grouped
from exactnb.core.model.model import Model
from exactnb.core.model.numbers import is_factor
from exactnb.core.model.prediction import Prediction
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.naming.roles import Role
from exactnb.core.problem.problem import Problem
from exactnb.teach.alternatives.alternative import Changes

ADDED_UP = Misconception(
    "probabilities-added",
    "the probabilities added, not multiplied",
    "What is done with probabilities of things that all happen: are they added?",
)
LEFT_OUT = Misconception(
    "column-left-out",
    "a part of the query left out",
    "Is everything in your product that the query shows?",
)
PRIOR_SQUARED = Misconception(
    "prior-squared",
    "the prior taken twice",
    "How often does the prior come into the product?",
    is_rare=True,
)
PRIOR_PER_FACTOR = Misconception(
    "prior-once-per-factor",
    "the prior taken once for each factor",
    "How often does the prior come into the product?",
    is_rare=True,
)
TWICE = Misconception(
    "factor-twice",
    "a factor of the query taken twice",
    "Does each part of the query stand in your product once?",
    is_rare=True,
)
OTHER_CELL = Misconception(
    "cell-of-another-class",
    "one factor looked up in another class",
    "Is every factor of your product one of this class?",
    is_rare=True,
)
AS_WORDS = Misconception(
    "multinomial-for-bernoulli",
    "shares of all ones taken for the factors, and what is 0 left out, as in a multinomial model",
    "Does this model ask how often, or whether? What does it say about the features that are 0?",
    is_rare=True,
)
AS_DOCUMENTS = Misconception(
    "bernoulli-for-multinomial",
    "documents with each word counted, and absent words too, as in a Bernoulli model",
    "Does this model ask how often a word stands in a text, or whether it does?",
    is_rare=True,
)
UNSEEN_ZERO = Misconception(
    "unseen-word-counts-zero",
    "the word outside the vocabulary counted with probability 0",
    "What becomes of a word that is not in the vocabulary?",
)
UNSEEN_SMOOTHED = Misconception(
    "unseen-word-smoothed",
    "the word outside the vocabulary counted like one in it",
    "What becomes of a word that is not in the vocabulary?",
)
UNSEEN_SKIPPED = Misconception(
    "unseen-word-skipped",
    "the word outside the vocabulary left out",
    "What becomes of a word that is not in the vocabulary?",
)

_MOST_FACTORS = 12  # of a product that is read again with each of them twice, or of another class
_MOST_WORDS = 40  # of a text that is read again without each of its words

Factors = tuple[Expression, ...]
OtherFactors = Iterator[tuple[Misconception, str, Factors]]


def misconceptions_of_joints(problem: Problem, graph: Quantities) -> Changes:
    """Yield what people take for joints and likelihoods by mistake."""
    for name in graph:
        role = name.role
        if role not in (Role.JOINT, Role.WITHIN):
            continue
        prediction = problem.predictions[name.model]
        label = name.label
        assert label is not None
        items = tuple(item for item in name.before if item is not label)
        if _is_single(prediction.model, role, name, items):
            continue
        joint = role is Role.JOINT
        prior = (probability((label,), (), name.model),) if joint else ()
        seen = prediction.observed(items)
        right = prediction.model.factors(seen, label)
        if len(prior) + len(right) > 1:
            yield ADDED_UP, "", name, Sum((*prior, *right))
        if prior and len(right) > 1:
            yield ADDED_UP, "without the prior", name, Sum(right)
        if is_grouped(prediction.model, seen):
            continue
        for misconception, detail, formula in _of_product(prediction.model, seen, label, prior):
            yield misconception, detail, name, formula
        for misconception, factors in _of_other_model(problem, prediction.model, seen, label):
            yield misconception, "", name, Product.of((*prior, *factors))
        others = _other_factors(prediction.model, seen, label)
        unseen = _unseen(problem, prediction, items, label)
        for misconception, detail, factors in (*others, *unseen):
            kept = (f for f in (*prior, *factors) if f != Integer(1))
            yield misconception, detail, name, Product.of(kept)


def _of_product(
    model: Model, seen: Observation, label: Item, prior: tuple[Expression, ...]
) -> Iterator[tuple[Misconception, str, Expression]]:
    """Yield the product with its prior or a factor taken too often, or from another class."""
    right = model.factors(seen, label)
    if prior and right:
        yield PRIOR_SQUARED, "", Product((*prior, *prior, *right))
    if prior and len(right) > 1:
        each = Integer(len(right))
        yield PRIOR_PER_FACTOR, "", Product((*(Power(of, each) for of in prior), *right))
    if not 1 < len(right) <= _MOST_FACTORS:
        return
    others = [k for k in model.class_items() if k != label]
    of_others = {k: model.factors(seen, k) for k in others}
    for at, factor in enumerate(right):
        which = f"factor {at + 1}"
        yield TWICE, which, Product((*prior, *right, factor))
        for other, factors in of_others.items():
            if len(factors) == len(right) and factors[at] != factor:
                kept = (*prior, *right[:at], factors[at], *right[at + 1 :])
                yield OTHER_CELL, f"{which}, class {label.value} from {other.value}", Product(kept)


def _of_other_model(
    problem: Problem, model: Model, seen: Observation, label: Item
) -> Iterator[tuple[Misconception, Factors]]:
    """Yield the factors of the other event model: of words for 0/1 columns, of documents for words."""
    if len(model.blocks) != 1 or not model.counts.sized:
        return
    (block,) = model.blocks
    added = literal(pseudocount_of(model.conventions.smoothing) or Fraction(0))
    if block.family.has_complement and all(set(block.values(c)) == {"0", "1"} for c in block.cells):
        ones = {column: count_of(Item("cell", column, "1"), label) for column in block.cells}
        total = Sum((*ones.values(), *(added for _ in ones)))
        shown = [column for column, value in seen.cells.items() if value == "1"]
        if len(ones) > 1:
            yield AS_WORDS, tuple(Sum((ones[c], added)) / total for c in shown)
    if block.is_drawn and len(block.words) <= _MOST_WORDS:
        texts = [
            (problem.encoder.row(model, case).words(), case.weight)
            for case in problem.cases()
            if case.label == label.value
        ]
        below = Sum((count_of(label), added, added))
        factors = []
        for word in block.words:
            holding = literal(sum((weight for words, weight in texts if word in words), Fraction(0)))
            share = Sum((holding, added)) / below
            there = word in seen.words()
            factors.append(share if there else 1 - share)
        yield AS_DOCUMENTS, tuple(factors)


def _is_single(model: Model, role: Role, name: QuantityName, items: tuple[Item, ...]) -> bool:
    """Say whether a probability within a class is one parameter or factor, and no product."""
    if role is Role.JOINT:
        return False
    single = len(items) == 1 and items[0].kind in ("cell", "word")
    return single or is_factor(model, name)


def _other_factors(model: Model, seen: Observation, label: Item) -> OtherFactors:
    """Yield other factors for what is seen."""
    by_block = [block.factors(seen, label) for block in model.blocks]
    columns = [pair for pairs in by_block for pair in pairs if pair[0]]
    single = [c for c, v in seen.cells.items() if model.factors(Observation({c: v}), label)]
    together = len(columns) < len(single)
    if not together:
        for slip, changed in _changed(model, seen, label, by_block, drawn=False):
            yield slip, "", changed
        for column in _order(model, seen):
            rest = [pair for pairs in by_block for pair in pairs if pair[0] != column]
            yield LEFT_OUT, f"column {column}", model.in_order(rest)
    words = seen.words()
    if 1 < len(words) <= _MOST_WORDS and not model.conventions.coefficient:
        for word in words:
            bags = tuple({w: n for w, n in bag.items() if w != word} for bag in seen.bags)
            draws = tuple(w for w in seen.draws if w != word)
            yield LEFT_OUT, f"word {word}", model.factors(Observation(seen.cells, bags, draws), label)
    if not together:
        for slip, changed in _changed(model, seen, label, by_block, drawn=True):
            yield slip, "", changed


def _changed(
    model: Model, seen: Observation, label: Item, by_block: Sequence[Columns], *, drawn: bool
) -> Iterator[tuple[Misconception, Factors]]:
    """Yield all factors with those of one block mistaken: of texts, or of columns."""
    for at, block in enumerate(model.blocks):
        if bool(block.cells) is not drawn:
            for slip, others in block.factor_misconceptions(seen, label):
                pairs = (*by_block[:at], others, *by_block[at + 1 :])
                yield slip, model.in_order(pair for of in pairs for pair in of)


def _order(model: Model, seen: Observation) -> tuple[str, ...]:
    """Return the columns of what is seen, those too that are ignored; none if there is only one."""
    columns = (*seen.cells, *seen.ignored)
    said = dict.fromkeys(column for column in columns if column not in model.covariate_names)
    order = dict.fromkeys([*(column for column in model.columns() if column in said), *said])
    return tuple(order) if len(order) > 1 else ()


def _unseen(
    problem: Problem, prediction: Prediction, items: tuple[Item, ...], label: Item
) -> OtherFactors:
    """Yield what becomes of the words of a text that are outside the vocabulary."""
    model = prediction.model
    queries = [item.value for item in items if item.kind == "query"]
    if not model.draws_words or len(queries) != 1 or queries[0] not in problem.query:
        return
    given = problem.query[queries[0]]
    if isinstance(given, Observation):  # nobody typed it
        return
    words = {word for column, word in problem.encoder.unseen(model, given) if not column}
    text, _ = problem.encoder.parts(given)
    unseen = [word for word in text or () if word in words]
    seen = prediction.observed(items)
    right = model.factors(seen, label)
    if not unseen:
        return
    if model.conventions.unseen_word == "zero":
        bag = {word: n for word, n in seen.words().items() if word not in words}
        yield UNSEEN_SKIPPED, "", model.factors(Observation(seen.cells, (bag,)), label)
        return
    yield UNSEEN_ZERO, "", (*right, Integer(0))
    pseudocount = pseudocount_of(model.conventions.smoothing)
    if pseudocount:
        size = literal(pseudocount * len(model.vocabulary))
        share = pseudocount / (tokens_of(label) + size)
        yield UNSEEN_SMOOTHED, "", (*right, *(share for _ in unseen))
