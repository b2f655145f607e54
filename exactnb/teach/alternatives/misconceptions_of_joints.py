"""Misconceptions about the product of prior and factors: left out, put in, or added instead.

How to read: the constants name the misconceptions; `_product_mistakes` changes the factors of the
product, `_event_model_mistakes` takes those of another event model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exactnb.core.conventions.rules import pseudocount_of
from exactnb.core.expression.nodes import Expression, Integer, Power, Product, Sum
from exactnb.core.expression.written import literal
from exactnb.core.families.base import count_reference, probability, tokens_reference
from exactnb.core.families.block import Factors as Columns
from exactnb.core.families.misconceptions import Misconception
from exactnb.core.families.observation import Observation
from exactnb.core.model.model import Model
from exactnb.core.model.numbers import is_factor
from exactnb.core.model.parts import is_grouped
from exactnb.core.model.probabilities import Prediction
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item, QuantityName, Role
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
    """Yield the mistakes with joints and likelihoods in the `graph` of a `problem`."""
    for name in graph:
        role = name.role
        if role not in (Role.JOINT, Role.WITHIN):
            continue
        prediction = problem.predictions[name.model]
        label = name.label
        assert label is not None
        items = tuple(item for item in name.subjects if item is not label)
        if _is_single(prediction.model, role, name, items):
            continue
        joint = role is Role.JOINT
        prior = (probability((label,), (), name.model),) if joint else ()
        observation = prediction.observed(items)
        right = prediction.model.factors(observation, label)
        if len(prior) + len(right) > 1:
            yield ADDED_UP, "", name, Sum((*prior, *right))
        if prior and len(right) > 1:
            yield ADDED_UP, "without the prior", name, Sum(right)
        if is_grouped(prediction.model, observation):
            continue
        for misconception, detail, formula in _product_mistakes(
            prediction.model, observation, label, prior
        ):
            yield misconception, detail, name, formula
        for misconception, factors in _event_model_mistakes(
            problem, prediction.model, observation, label
        ):
            yield misconception, "", name, Product.of((*prior, *factors))
        changes = _factor_mistakes(prediction.model, observation, label)
        unseen = _unseen_mistakes(problem, prediction, items, label)
        for misconception, detail, factors in (*changes, *unseen):
            nontrivial = (f for f in (*prior, *factors) if f != Integer(1))
            yield misconception, detail, name, Product.of(nontrivial)


def _product_mistakes(
    model: Model, observation: Observation, label: Item, prior: tuple[Expression, ...]
) -> Iterator[tuple[Misconception, str, Expression]]:
    """Yield the product with its prior or a factor taken too often, or from another class."""
    right = model.factors(observation, label)
    if prior and right:
        yield PRIOR_SQUARED, "", Product((*prior, *prior, *right))
    if prior and len(right) > 1:
        exponent = Integer(len(right))
        yield (
            PRIOR_PER_FACTOR,
            "",
            Product((*(Power(share, exponent) for share in prior), *right)),
        )
    if not 1 < len(right) <= _MOST_FACTORS:
        return
    wrong_classes = [k for k in model.class_items() if k != label]
    factors_by_class = {k: model.factors(observation, k) for k in wrong_classes}
    for at, factor in enumerate(right):
        which = f"factor {at + 1}"
        yield TWICE, which, Product((*prior, *right, factor))
        for k, factors in factors_by_class.items():
            if len(factors) == len(right) and factors[at] != factor:
                swapped = (*prior, *right[:at], factors[at], *right[at + 1 :])
                yield OTHER_CELL, f"{which}, class {label.value} from {k.value}", Product(swapped)


def _event_model_mistakes(
    problem: Problem, model: Model, observation: Observation, label: Item
) -> Iterator[tuple[Misconception, Factors]]:
    """Yield the factors of the other event model: of words for 0/1 columns, of documents for words."""
    if len(model.blocks) != 1 or not model.counts.sized:
        return
    (block,) = model.blocks
    added = literal(pseudocount_of(model.conventions.smoothing) or Fraction(0))
    if block.family.has_complement and all(set(block.values(c)) == {"0", "1"} for c in block.cells):
        ones = {column: count_reference(Item("cell", column, "1"), label) for column in block.cells}
        total = Sum((*ones.values(), *(added for _ in ones)))
        present = [column for column, value in observation.cells.items() if value == "1"]
        if len(ones) > 1:
            yield AS_WORDS, tuple(Sum((ones[c], added)) / total for c in present)
    if block.draws_words and len(block.words) <= _MOST_WORDS:
        texts = [
            (problem.encoder.row(model, case).words(), case.weight)
            for case in problem.cases()
            if case.label == label.value
        ]
        denominator = Sum((count_reference(label), added, added))
        factors = []
        for word in block.words:
            holding = literal(sum((weight for bag, weight in texts if word in bag), Fraction(0)))
            share = Sum((holding, added)) / denominator
            is_present = word in observation.words()
            factors.append(share if is_present else 1 - share)
        yield AS_DOCUMENTS, tuple(factors)


def _is_single(model: Model, role: Role, name: QuantityName, items: tuple[Item, ...]) -> bool:
    """Say whether a probability within a class is one parameter or factor, and no product."""
    if role is Role.JOINT:
        return False
    single = len(items) == 1 and items[0].kind in ("cell", "word")
    return single or is_factor(model, name)


def _factor_mistakes(model: Model, observation: Observation, label: Item) -> OtherFactors:
    """Yield products with a factor left out or mistaken."""
    by_block = [block.factors(observation, label) for block in model.blocks]
    columns = [pair for pairs in by_block for pair in pairs if pair[0]]
    single = [c for c, v in observation.cells.items() if model.factors(Observation({c: v}), label)]
    together = len(columns) < len(single)
    if not together:
        for slip, changed in _block_mistakes(model, observation, label, by_block, is_text=False):
            yield slip, "", changed
        for column in _observed_columns(model, observation):
            rest = [pair for pairs in by_block for pair in pairs if pair[0] != column]
            yield LEFT_OUT, f"column {column}", model.in_order(rest)
    counts = observation.words()
    if 1 < len(counts) <= _MOST_WORDS and not model.conventions.coefficient:
        for word in counts:
            bags = tuple({w: n for w, n in bag.items() if w != word} for bag in observation.bags)
            draws = tuple(w for w in observation.draws if w != word)
            yield (
                LEFT_OUT,
                f"word {word}",
                model.factors(Observation(observation.cells, bags, draws), label),
            )
    if not together:
        for slip, changed in _block_mistakes(model, observation, label, by_block, is_text=True):
            yield slip, "", changed


def _block_mistakes(
    model: Model, observation: Observation, label: Item, by_block: Sequence[Columns], *, is_text: bool
) -> Iterator[tuple[Misconception, Factors]]:
    """Yield all factors with those of one block mistaken: of texts, or of columns."""
    for at, block in enumerate(model.blocks):
        if bool(block.cells) is not is_text:
            for slip, changed in block.factor_misconceptions(observation, label):
                pairs = (*by_block[:at], changed, *by_block[at + 1 :])
                yield slip, model.in_order(pair for block_pairs in pairs for pair in block_pairs)


def _observed_columns(model: Model, observation: Observation) -> tuple[str, ...]:
    """Return the observed columns, ignored ones included; none if there is only one."""
    columns = (*observation.cells, *observation.ignored)
    observed = dict.fromkeys(column for column in columns if column not in model.covariate_names)
    order = dict.fromkeys([*(column for column in model.by_column if column in observed), *observed])
    return tuple(order) if len(order) > 1 else ()


def _unseen_mistakes(
    problem: Problem, prediction: Prediction, items: tuple[Item, ...], label: Item
) -> OtherFactors:
    """Yield the mistakes with words of a text that are outside the vocabulary."""
    model = prediction.model
    queries = [item.value for item in items if item.kind == "query"]
    if not model.draws_words or len(queries) != 1 or queries[0] not in problem.query:
        return
    query = problem.query[queries[0]]
    if isinstance(query, Observation):  # it was not typed, so no word of it is unknown
        return
    unknown = {word for column, word in problem.encoder.unseen(model, query) if not column}
    text, _ = problem.encoder.parts(query)
    unseen = [word for word in text or () if word in unknown]
    observation = prediction.observed(items)
    right = model.factors(observation, label)
    if not unseen:
        return
    if model.conventions.unseen_word == "zero":
        bag = {word: n for word, n in observation.words().items() if word not in unknown}
        yield UNSEEN_SKIPPED, "", model.factors(Observation(observation.cells, (bag,)), label)
        return
    yield UNSEEN_ZERO, "", (*right, Integer(0))
    pseudocount = pseudocount_of(model.conventions.smoothing)
    if pseudocount:
        size = literal(pseudocount * len(model.vocabulary))
        share = pseudocount / (tokens_reference(label) + size)
        yield UNSEEN_SMOOTHED, "", (*right, *(share for _ in unseen))
