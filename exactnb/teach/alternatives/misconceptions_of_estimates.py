"""Misconceptions about priors, estimates and the factors of single columns, wherever they occur.

`misconceptions_of_estimates` goes through the graph. The mistakes with a kind of column are stated by
its family, and here only if no family owns them.

How to read: `_quantity_mistakes` chooses one of the functions below by the kind of quantity.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from exactnb.core.conventions.rules import pseudocount_of
from exactnb.core.expression.nodes import (
    Expression,
    Function,
    Integer,
    Quotient,
    Reference,
    Sum,
    references,
)
from exactnb.core.families.base import count_reference, tokens_reference
from exactnb.core.families.block import Block
from exactnb.core.families.misconceptions import EstimateContext, Misconception, MisconceptionFormula
from exactnb.core.model.model import Model
from exactnb.core.model.numbers import PARAMETERS, is_factor, parameter_block
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import InlineForm, Quantity
from exactnb.core.naming.names import Item, QuantityName, Role
from exactnb.core.problem.problem import Problem
from exactnb.errors import ExactnbError
from exactnb.teach.alternatives.alternative import Changes

PRIOR_FORGOTTEN = Misconception(
    "prior-forgotten",
    "the prior left out",
    "How likely is each class before anything is seen? Does that come into your answer?",
)
PRIOR_UNIFORM = Misconception(
    "prior-taken-uniform",
    "the same prior for every class",
    "Is every class equally likely before anything is seen?",
)
PRIOR_COUNTED = Misconception(
    "prior-counted", "the share of the rows taken for the prior", "Which prior does the problem give?"
)
PRIOR_SMOOTHED = Misconception(
    "prior-smoothed",
    "the prior smoothed although that was not asked for",
    "Is the prior smoothed here, or only the features?",
)
PRIOR_UNSMOOTHED = Misconception(
    "prior-not-smoothed", "the prior not smoothed", "Is the prior smoothed here, as the features are?"
)
PRIOR_OF_PSEUDO = Misconception(
    "prior-with-pseudo-documents",
    "the documents added for smoothing counted in the prior too",
    "Do the documents that were added for smoothing change how likely each class is?",
)
PRIOR_OF_WORDS = Misconception(
    "prior-from-words",
    "the share of the words taken for the prior, not that of the documents",
    "Out of what is the prior a share: of the documents, or of their words?",
)
VARIANCE_FOR_SD = Misconception(
    "variance-for-deviation",
    "the variance given, not its root",
    "Which of the two is asked for, the variance or the standard deviation?",
)
SD_FOR_VARIANCE = Misconception(
    "deviation-for-variance",
    "the standard deviation given, not its square",
    "Which of the two is asked for, the variance or the standard deviation?",
)


NOT_DIVIDED = Misconception(
    "sum-not-divided",
    "the sum given, not divided by how many were added up",
    "Is this the sum, or what comes to each one?",
    mixed_up_in="parameter",
)
FROM_ALL_ROWS = Misconception(
    "estimated-from-all-rows",
    "estimated from all rows, not from those of the class",
    "Which rows does this parameter describe?",
)


class _EstimateContext:
    """The counts that mistakes with the estimates of a model may use; slow ones are counted once."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self._contexts: dict[str, EstimateContext] = {}

    def for_model(self, model: Model) -> EstimateContext:
        """Return the counts that mistakes with the estimates of a `model` may use."""
        if model.name not in self._contexts:
            values = {column: block.values(column) for column, block in model.listed.items()}
            self._contexts[model.name] = EstimateContext(
                model.counts,
                model.partial,
                values,
                cache(lambda label: sum(model.counts.word(w, label) > 0 for w in model.vocabulary)),
                cache(lambda label: self._holding(model, label)),
            )
        return self._contexts[model.name]

    def _holding(self, model: Model, label: str) -> dict[str, int]:
        """Return the number of texts of a class with each word; {} without texts, or with weights."""
        documents: Counter[str] = Counter()
        for case in self.problem.cases() if model.counts.sized else ():
            if case.label == label:
                if case.weight != 1:
                    return {}
                documents.update(self.problem.encoder.row(model, case).words().keys())
        return dict(documents)


def misconceptions_of_estimates(problem: Problem, graph: Quantities) -> Changes:
    """Yield the mistakes with priors, estimates and factors in the `graph` of a `problem`."""
    context = _EstimateContext(problem)
    for quantity in graph.values():
        yield from _quantity_mistakes(problem, quantity, context)


def _quantity_mistakes(problem: Problem, quantity: Quantity, context: _EstimateContext) -> Changes:
    name = quantity.name
    if name.head not in ("P", *PARAMETERS) or name.wrappers:
        return
    model = problem.predictions[name.model].model
    if name.head in PARAMETERS:
        misconceptions = _parameter_mistakes(model, quantity, context.for_model(model))
    elif name.role is Role.PRIOR:
        misconceptions = _prior_mistakes(model, name)
    elif is_factor(model, name):
        misconceptions = _factor_mistakes(model, name)
    elif quantity.inline is InlineForm.COUNTED and name.role is Role.WITHIN:
        misconceptions = _share_mistakes(model, quantity, context.for_model(model))
    else:
        return
    ways: Counter[str] = Counter()
    for misconception, formula in misconceptions:
        ways[misconception.id] += 1
        way = f"way {ways[misconception.id]}" if ways[misconception.id] > 1 else ""
        yield misconception, ", ".join(filter(None, (_place(misconception, name), way))), name, formula


def _place(misconception: Misconception, name: QuantityName) -> str:
    """Return the place of a mix-up; "" for a misconception that changes all places."""
    if not misconception.mixed_up_in:
        return ""
    if misconception.mixed_up_in == "parameter":
        return name.head
    assert name.label is not None
    column = f"column {next(iter(name.cells))}"
    return column if misconception.mixed_up_in == "column" else f"{column}, class {name.label.value}"


def _prior_mistakes(model: Model, name: QuantityName) -> Iterator[MisconceptionFormula]:
    (label,) = name.subjects
    labels = model.class_items()
    conventions, classes = model.conventions, Integer(len(labels))
    kind = conventions.prior if model.given is None or conventions.prior_is_explicit else "given"
    yield PRIOR_FORGOTTEN, Integer(1)
    if kind != "uniform":
        yield PRIOR_UNIFORM, 1 / classes
    if not model.counts.sized:
        return
    counted = count_reference(label) / count_reference()
    if kind in ("uniform", "given"):
        yield PRIOR_COUNTED, counted
    if kind == "smoothed":
        yield PRIOR_UNSMOOTHED, counted
    pseudocount = pseudocount_of(conventions.smoothing)
    if kind == "mle":
        yield PRIOR_SMOOTHED, _with_more(label, pseudocount or Fraction(1), len(labels))
        binary = any(block.family.has_complement for block in model.blocks)
        if binary and pseudocount:
            yield PRIOR_OF_PSEUDO, _with_more(label, 2 * pseudocount, len(labels))
    if model.schema.words or model.draws_words:
        tokens = tuple(tokens_reference(k) for k in labels)
        yield PRIOR_OF_WORDS, tokens_reference(label) / Sum.of(tokens)


def _with_more(label: Item, added: Fraction, classes: int) -> Expression:
    """Return the share of a class if each class has some rows more."""
    return (count_reference(label) + added) / (count_reference() + added * classes)


def _parameter_mistakes(
    model: Model, quantity: Quantity, context: EstimateContext
) -> Iterator[MisconceptionFormula]:
    """Yield the misconceptions with a parameter that has a name of its own."""
    name = quantity.name
    match quantity.formula:
        case Function("sqrt", Reference() as variance) if name.head == "sd":
            yield VARIANCE_FOR_SD, variance
            return
    try:
        block = parameter_block(model, name)
    except ExactnbError:  # of several families together
        return
    if name.head == "variance" and quantity.inline is InlineForm.MEASURED:
        yield SD_FOR_VARIANCE, Function("sqrt", quantity.formula)
    if quantity.inline is InlineForm.MEASURED:
        yield from block.misconceptions(name, context)
        yield from _average_mistakes(block, model, name, quantity.formula)


def _average_mistakes(
    block: Block, model: Model, name: QuantityName, formula: Expression
) -> Iterator[MisconceptionFormula]:
    """Yield the undivided sum of measurements, and the average over all rows instead of the class."""
    label = name.label
    if not isinstance(formula, Quotient):
        return
    yield NOT_DIVIDED, formula.numerator
    if label is None or any(used.head in PARAMETERS for used in references(formula)):
        return
    names = (name.with_condition((k,)) for k in model.class_items())
    estimates = [block.estimate(quantity) for quantity in names]
    formulas = [estimate.formula() for estimate in estimates if estimate is not None]
    shares = [formula for formula in formulas if isinstance(formula, Quotient)]
    pairs = [(share.numerator, share.denominator) for share in shares]
    if len(pairs) == len(model.class_items()) > 1:
        # The numerators of the classes sum to that of all rows, and so do the denominators.
        numerators, denominators = zip(*pairs, strict=True)
        yield FROM_ALL_ROWS, Sum(numerators) / Sum(denominators)


def _factor_mistakes(model: Model, name: QuantityName) -> Iterator[MisconceptionFormula]:
    """Yield the misconceptions with a factor that has a line of its own."""
    assert name.label is not None
    block = model.by_column[name.subjects[0].variable]
    yield from block.line_misconceptions(name.cells, name.label)


def _share_mistakes(
    model: Model, quantity: Quantity, context: EstimateContext
) -> Iterator[MisconceptionFormula]:
    """Yield the misconceptions with a share of counts."""
    (item,) = quantity.name.subjects
    block = model.share_block(item)
    assert block is not None
    yield from block.misconceptions(quantity.name, context)
