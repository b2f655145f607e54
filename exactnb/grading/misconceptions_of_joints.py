"""Misconceptions with the product of prior and factors: what is left out of it, put in, or added up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactnb.conventions.rules import pseudocount_of
from exactnb.expression.nodes import Expression, Integer, Product, Quotient, Sum
from exactnb.expression.written import literal
from exactnb.families.base import probability, tokens_of
from exactnb.families.block import Factors as Columns
from exactnb.families.misconceptions import Misconception
from exactnb.families.observation import Observation
from exactnb.grading.alternatives import Changes
from exactnb.model.grouping import is_grouped
from exactnb.model.model import Model
from exactnb.model.numbers import is_factor
from exactnb.model.prediction import Prediction
from exactnb.model.quantities import Quantities
from exactnb.naming.names import Item, QuantityName
from exactnb.naming.roles import Role
from exactnb.problem.problem import Problem

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
UNSEEN_ZERO = Misconception(
    "unseen-word-counts-zero",
    "the word that was never seen counted with probability 0",
    "What becomes of a word that is not in the vocabulary?",
)
UNSEEN_SMOOTHED = Misconception(
    "unseen-word-smoothed",
    "the word that was never seen counted like one of the vocabulary",
    "What becomes of a word that is not in the vocabulary?",
)
UNSEEN_SKIPPED = Misconception(
    "unseen-word-skipped",
    "the word that was never seen left out",
    "What becomes of a word that was never seen in training?",
)

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
        items = tuple(item for item in name.before if item is not label)
        if label is None or _is_single(prediction.model, role, name, items):
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
        others = _other_factors(prediction.model, seen, label)
        unseen = _unseen(problem, prediction, items, label)
        for misconception, detail, factors in (*others, *unseen):
            kept = tuple(f for f in (*prior, *factors) if f != Integer(1)) or (Integer(1),)
            yield misconception, detail, name, kept[0] if len(kept) == 1 else Product(kept)


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
    said = dict.fromkeys((*seen.cells, *seen.ignored))
    order = dict.fromkeys([*(column for column in model.columns() if column in said), *said])
    return tuple(order) if len(order) > 1 else ()


def _unseen(
    problem: Problem, prediction: Prediction, items: tuple[Item, ...], label: Item
) -> OtherFactors:
    """Yield what becomes of the words of a text that were never seen in training."""
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
        share = Quotient(literal(pseudocount), Sum((tokens_of(label), size)))
        yield UNSEEN_SMOOTHED, "", (*right, *(share for _ in unseen))
