"""Misconceptions about the product of prior and factors: left out, put in, or added instead.

How to read: `ROWS` at the end; above, the formulas that take more than a line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction

from exactnb.core.expression.nodes import Expression, Integer, Power, Product, Quotient, Reference, Sum
from exactnb.core.expression.written import literal
from exactnb.core.families.base import Observation, count_reference, tokens_reference
from exactnb.core.families.protocol import Misconception
from exactnb.core.model.quantity import InlineForm
from exactnb.core.naming.names import Item
from exactnb.teach.misconceptions.steps import GraphStep

_MOST_FACTORS = 12  # of a product that is read again with each of them twice, or of another class
_MOST_WORDS = 40  # of a text that is read again without each of its words
_Ways = Iterator[tuple[str, Expression]]
_Joined = Callable[[tuple[Expression, ...]], Expression]


def _sums_for_product(step: GraphStep) -> _Ways:
    """Yield the sum of prior and factors, and that of the factors alone."""
    single = step.single_factors_of(step.label)
    if len(step.prior_if_any) + len(single) > 1:
        yield "", Sum((*step.prior_if_any, *single))
    if step.prior_if_any and len(single) > 1:
        yield "without the prior", Sum(single)


def _prior_per_factor(step: GraphStep) -> Expression | None:
    times = len(step.single_factors_of(step.label))
    if not step.prior_if_any or times < 2:
        return None
    (prior,) = step.prior_if_any
    return Product((Power(prior, Integer(times)), *step.factors))


def _prior_and_one_factor(step: GraphStep) -> _Ways:
    """Yield the product of the prior, if any, and one factor alone, of at least three."""
    single = step.single_factors_of(step.label)
    if 2 < len(single) <= _MOST_FACTORS:
        for number, factor in enumerate(single, start=1):
            yield f"factor {number}", step.product((factor,))


def _with_factor_twice(step: GraphStep) -> _Ways:
    if 1 < len(step.factors) <= _MOST_FACTORS:
        for number, factor in enumerate(step.factors, start=1):
            yield f"factor {number}", Product((*step.prior_if_any, *step.factors, factor))


def _with_factor_of_other_class(step: GraphStep) -> _Ways:
    """Yield the product with one of the factors of another class."""
    right = step.factors
    factors_by_class = {k: step.factors_of(k) for k in step.wrong_classes.values()}
    for index, factor in enumerate(right) if 1 < len(right) <= _MOST_FACTORS else ():
        for k, factors in factors_by_class.items():
            if len(factors) == len(right) and factors[index] != factor:
                swapped = (*step.prior_if_any, *right[:index], factors[index], *right[index + 1 :])
                yield f"factor {index + 1}, class {step.label.value} from {k.value}", Product(swapped)


def _product_of_shares_of_ones(step: GraphStep) -> Expression | None:
    """Return the product of shares of all ones, of a model of 0/1 columns alone."""
    if len(step.model.blocks) != 1 or not step.model.counts.sized:
        return None
    (block,) = step.model.blocks
    is_binary = block.family.has_complement and len(block.cells) > 1
    if not is_binary or any(set(block.values(column)) != {"0", "1"} for column in block.cells):
        return None
    added = literal(step.pseudocount)
    ones = {c: count_reference(Item("cell", c, "1"), step.label) for c in block.cells}
    total = Sum((*ones.values(), *(added for _ in ones)))
    present = (column for column, value in step.observation.cells.items() if value == "1")
    return step.product(Sum((ones[column], added)) / total for column in present)


def _product_of_document_shares(step: GraphStep) -> Expression | None:
    """Return the product of shares of documents with each word, of a model of words alone."""
    if len(step.model.blocks) != 1 or not step.model.counts.sized:
        return None
    (block,) = step.model.blocks
    if not block.draws_words or len(block.words) > _MOST_WORDS:
        return None
    observed = step.observation.words()
    texts = step.context.weighted_texts(step.name.model, step.label.value)
    added = literal(step.pseudocount)
    denominator = Sum((count_reference(step.label), added, added))
    factors = []
    for word in block.words:
        holding = sum((weight for bag, weight in texts if word in bag), Fraction(0))
        share = Sum((literal(holding), added)) / denominator
        factors.append(share if word in observed else 1 - share)
    return step.product(factors)


def _with_omissions(step: GraphStep) -> _Ways:
    """Yield the product without one of the columns, and without one of the words."""
    model, observation, label = step.model, step.observation, step.label
    columns = [pair for block in model.blocks for pair in block.factors(observation, label) if pair[0]]
    single = [c for c, v in observation.cells.items() if step.factors_of(label, Observation({c: v}))]
    if len(columns) >= len(single):
        for column in _observed_columns(step):
            pairs = (pair for block in model.blocks for pair in block.factors(observation, label))
            rest = model.in_order(pair for pair in pairs if pair[0] != column)
            yield f"column {column}", step.product(rest)
    counts = observation.words()
    if 1 < len(counts) <= _MOST_WORDS and not model.conventions.coefficient:
        for word in counts:
            bags = tuple({w: n for w, n in bag.items() if w != word} for bag in observation.bags)
            draws = tuple(w for w in observation.draws if w != word)
            without = Observation(observation.cells, bags, draws)
            yield f"word {word}", step.product(step.factors_of(label, without))


def _observed_columns(step: GraphStep) -> tuple[str, ...]:
    """Return the observed columns, ignored ones included; none if there is only one."""
    columns = (*step.observation.cells, *step.observation.ignored)
    observed = dict.fromkeys(c for c in columns if c not in step.model.covariate_names)
    order = dict.fromkeys([*(c for c in step.model.by_column if c in observed), *observed])
    return tuple(order) if len(order) > 1 else ()


def _as_one_fraction(
    step: GraphStep, join_numerators: _Joined, join_denominators: _Joined
) -> Expression | None:
    """Return prior and factors as one fraction, numerators and denominators each joined as told."""
    parts = (*step.prior_if_any, *step.single_factors_of(step.label))
    names = [part.name for part in parts if isinstance(part, Reference)]
    quantities = [step.context.graph.quantity(name) for name in names]
    counted = [factor.formula for factor in quantities if factor.inline is InlineForm.COUNTED]
    fractions = [formula for formula in counted if isinstance(formula, Quotient)]
    if not 1 < len(fractions) == len(parts):
        return None
    numerators, denominators = zip(
        *((factor.numerator, factor.denominator) for factor in fractions), strict=True
    )
    return join_numerators(numerators) / join_denominators(denominators)


def _share_of_equal_rows(step: GraphStep) -> Expression | None:
    """Return the share of the rows that show all that is observed, of a model of values alone."""
    model, cells = step.model, step.observation.cells
    listed = all(column in model.finite_features for column in cells)
    if not listed or step.observation.bags or len(cells) < 2 or not model.counts.sized:
        return None
    problem = step.context.problem
    equal_rows = Counter[str]()
    for case in problem.cases():
        row = problem.encoder.observed_row(model, case).cells
        if all(row.get(column) == value for column, value in cells.items()):
            equal_rows[case.label] += case.weight  # type: ignore[assignment]
    if not equal_rows:  # nobody goes on from 0/0
        return None
    condition = () if step.prior_if_any else (step.label,)
    return literal(equal_rows[step.label.value]) / count_reference(*condition)


def _unseen_skipped(step: GraphStep) -> Expression | None:
    """Return the product without unknown words, where these count with probability 0."""
    if not step.unknown_words or step.model.conventions.unseen_word != "zero":
        return None
    bag = {word: n for word, n in step.observation.words().items() if word not in step.unknown_words}
    return step.product(step.factors_of(step.label, Observation(step.observation.cells, (bag,))))


def _product_with_unknown_words(
    step: GraphStep, share: Callable[[GraphStep], Expression | None]
) -> Expression | None:
    """Return the product with a `share` for each unknown word, where these are left out."""
    counted = (
        share(step) if step.unknown_words and step.model.conventions.unseen_word != "zero" else None
    )
    return (
        None if counted is None else step.product((*step.factors, *[counted] * len(step.unknown_words)))
    )


def _smoothed_share(step: GraphStep) -> Expression | None:
    """Return the share of a word that was never counted, where there is a λ."""
    total = literal(step.pseudocount * len(step.model.vocabulary))
    return step.pseudocount / (tokens_reference(step.label) + total) if step.pseudocount else None


ROWS = (
    Misconception("probabilities-added", "the probabilities added, not multiplied",
        "What is done with probabilities of things that all happen: are they added?",
        {"product": _sums_for_product}),
    Misconception(
        "prior-squared", "the prior taken twice", "How often does the prior come into the product?",
        {"factors": lambda of: of.prior_if_any and of.factors
            and of.product((*of.prior_if_any, *of.factors))},
        is_rare=True),
    Misconception("prior-once-per-factor",
        "the prior taken once for each factor, as where posteriors by single features are multiplied",
        "How often does the prior come into the product?",
        {"factors": _prior_per_factor}, is_rare=True),
    Misconception("factor-twice", "a factor of the query taken twice",
        "Does each part of the query stand in your product once?",
        {"factors": _with_factor_twice}, is_rare=True),
    Misconception("cell-of-another-class", "one factor looked up in another class",
        "Is every factor of your product one of this class?",
        {"factors": _with_factor_of_other_class}, is_rare=True),
    Misconception("multinomial-for-bernoulli",
        "shares of all ones taken for the factors, and what is 0 left out, as in a multinomial model",
        "Does this model ask how often, or whether? What does it say about the features that are 0?",
        {"factors": _product_of_shares_of_ones}, is_rare=True),
    Misconception("bernoulli-for-multinomial",
        "documents with each word counted, and absent words too, as in a Bernoulli model",
        "Does this model ask how often a word stands in a text, or whether it does?",
        {"factors": _product_of_document_shares}, is_rare=True),
    Misconception("unseen-word-skipped", "the word outside the vocabulary left out",
        "What becomes of a word that is not in the vocabulary?",
        {"factors": _unseen_skipped}),
    Misconception(
        "unseen-word-counts-zero", "the word outside the vocabulary counted with probability 0",
        "What becomes of a word that is not in the vocabulary?",
        {"factors": lambda step: _product_with_unknown_words(step, lambda _: Integer(0))}),
    Misconception("unseen-word-smoothed", "the word outside the vocabulary counted like one in it",
        "What becomes of a word that is not in the vocabulary?",
        {"factors": lambda step: _product_with_unknown_words(step, _smoothed_share)}),
    Misconception("column-left-out", "a part of the query left out",
        "Is everything in your product that the query shows?",
        {"factors": _with_omissions}),
    Misconception("one-factor-alone", "one factor taken, and all others left out",
        "Is everything in your product that the query shows?",
        {"factors": _prior_and_one_factor}, is_rare=True),
    Misconception("rows-alike-counted",
        "the rows counted that show all that is observed, and no factors multiplied",
        "What does naive Bayes take for granted about the features within a class?",
        {"factors": _share_of_equal_rows}),
    Misconception("prior-times-sum", "the prior multiplied by the sum of the factors",
        "What is done with probabilities of things that all happen: are they added?",
        {"factors": lambda of: of.prior_if_any and len(single := of.single_factors_of(of.label)) > 1
            and of.prior_if_any[0] * Sum(single)}),
    Misconception("numerators-added", "the numerators of the factors added, not multiplied",
        "How are two fractions multiplied?",
        {"factors": lambda of: _as_one_fraction(of, Sum, Product)}, is_rare=True),
    Misconception("denominators-added", "the denominators of the factors added, not multiplied",
        "How are two fractions multiplied?",
        {"factors": lambda of: _as_one_fraction(of, Product, Sum)}, is_rare=True),
    Misconception("fractions-merged", "the numerators and the denominators of the factors added",
        "How are two fractions multiplied?",
        {"factors": lambda of: _as_one_fraction(of, Sum, Sum)}, is_rare=True),
)  # fmt: skip
