"""Misconceptions about priors, estimates and the factors of single columns, wherever they stand.

`misconceptions_of_estimates` goes through the graph; what each kind of column can be mistaken for is
asked of its family, and stated here only where no family owns it.

How to read: `_of_quantity` says which function below knows the mistakes of which kind of quantity.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from exactnb.arithmetic.numerals import number_in
from exactnb.conventions.rules import pseudocount_of
from exactnb.errors import ExactnbError
from exactnb.expression.nodes import Expression, Function, Integer, Quotient, Reference, Sum
from exactnb.expression.reasons import Rule
from exactnb.expression.written import literal
from exactnb.families.base import count_of, tokens_of
from exactnb.families.misconceptions import Estimated, Misconception, MisconceptionFormula
from exactnb.grading.alternatives import Changes
from exactnb.model.model import Model
from exactnb.model.numbers import PARAMETERS, block_of, is_of_numbers
from exactnb.model.quantities import Quantities
from exactnb.model.quantity import InlineForm, Quantity
from exactnb.naming.names import Item, QuantityName
from exactnb.naming.roles import Role
from exactnb.problem.problem import Problem

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
    "prior-counted",
    "the share of the rows taken for the prior",
    "Which prior does the problem give?",
)
PRIOR_SMOOTHED = Misconception(
    "prior-smoothed",
    "the prior smoothed although that was not asked for",
    "Is the prior smoothed here, or only the features?",
)
PRIOR_UNSMOOTHED = Misconception(
    "prior-not-smoothed",
    "the prior not smoothed",
    "Is the prior smoothed here, as the features are?",
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


class _Texts:
    """Count once what all estimates of a class rest on, where they are of words."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self._holding: dict[tuple[str, str], Mapping[str, int]] = {}
        self._seen: dict[tuple[str, str], int] = {}

    def holding(self, model: Model, label: str) -> Mapping[str, int]:
        """Return in how many texts of a class each word stands; {} without texts, or with weights."""
        if (model.name, label) not in self._holding:
            self._holding[model.name, label] = self._counted(model, label)
        return self._holding[model.name, label]

    def seen(self, model: Model, label: str) -> int:
        """Return how many words of the vocabulary the texts of a class show."""
        if (model.name, label) not in self._seen:
            words = model.vocabulary
            self._seen[model.name, label] = sum(model.counts.word(w, label) > 0 for w in words)
        return self._seen[model.name, label]

    def _counted(self, model: Model, label: str) -> dict[str, int]:
        found: Counter[str] = Counter()
        for case in self.problem.cases() if model.counts.sized else ():
            if case.label == label:
                if case.weight != 1:
                    return {}
                found.update(self.problem.encoder.row(model, case).words().keys())
        return dict(found)


def misconceptions_of_estimates(problem: Problem, graph: Quantities) -> Changes:
    """Yield what people take for priors, estimates and factors by mistake."""
    texts = _Texts(problem)
    for quantity in graph.values():
        yield from _of_quantity(problem, quantity, texts)


def _of_quantity(problem: Problem, quantity: Quantity, texts: _Texts) -> Changes:
    name = quantity.name
    if name.head not in ("P", *PARAMETERS) or name.wrappers:
        return
    model = problem.predictions[name.model].model
    if name.head in PARAMETERS:
        misconceptions = _of_parameter(model, quantity)
    elif name.role is Role.PRIOR:
        misconceptions = _of_prior(model, name)
    elif is_of_numbers(model, name):
        misconceptions = _of_numbers(model, name)
    elif quantity.inline is InlineForm.COUNTED and name.role is Role.WITHIN:
        misconceptions = _of_count(model, quantity, texts)
    else:
        return
    ways: Counter[str] = Counter()
    for misconception, formula in misconceptions:
        ways[misconception.id] += 1
        way = f"way {ways[misconception.id]}" if ways[misconception.id] > 1 else ""
        yield misconception, ", ".join(filter(None, (_place(misconception, name), way))), name, formula


def _place(misconception: Misconception, name: QuantityName) -> str:
    """Return where something is mixed up; "" for what is done everywhere."""
    if not misconception.mixed_up_in:
        return ""
    assert name.label is not None
    column = f"column {next(iter(name.cells))}"
    return column if misconception.mixed_up_in == "column" else f"{column}, class {name.label.value}"


def _of_prior(model: Model, name: QuantityName) -> Iterator[MisconceptionFormula]:
    (label,) = name.before
    labels = model.class_items()
    conventions, classes = model.conventions, Integer(len(labels))
    kind = conventions.prior if model.given is None or conventions.prior_is_explicit else "given"
    yield PRIOR_FORGOTTEN, Integer(1)
    if kind != "uniform":
        yield PRIOR_UNIFORM, Quotient(Integer(1), classes)
    if model.given is not None or not model.counts.sized:
        return
    counted = Quotient(count_of(label), count_of())
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
        tokens = tuple(tokens_of(k) for k in labels)
        yield PRIOR_OF_WORDS, Quotient(tokens_of(label), Sum(tokens) if len(tokens) > 1 else tokens[0])


def _with_more(label: Item, added: Fraction, classes: int) -> Expression:
    """Return the share of a class if each has some rows more."""
    total = Sum((count_of(), literal(added * classes)))
    return Quotient(Sum((count_of(label), literal(added))), total)


def _of_parameter(model: Model, quantity: Quantity) -> Iterator[MisconceptionFormula]:
    """Yield the misconceptions with a parameter of numeric columns."""
    name = quantity.name
    match quantity.formula:
        case Function("sqrt", Reference() as variance) if name.head == "sd":
            yield VARIANCE_FOR_SD, variance
            return
    try:
        block = block_of(model, name)
    except ExactnbError:  # of several families together
        return
    if name.head == "variance" and quantity.inline is InlineForm.MEASURED:
        yield SD_FOR_VARIANCE, Function("sqrt", quantity.formula)
    if quantity.inline is InlineForm.MEASURED:
        yield from block.family.misconceptions(block, name)


def _of_numbers(model: Model, name: QuantityName) -> Iterator[MisconceptionFormula]:
    """Yield the misconceptions with the factor of numbers in a class."""
    cells, label = name.cells, name.label
    assert label is not None
    columns = [item.variable for item in name.before]
    block = model.numbers[columns[0]]
    shown = {column: number_in(cells[column]) for column in columns}
    yield from block.family.factor_misconceptions(block.beside(columns[0], cells), shown, label)


def _of_count(model: Model, quantity: Quantity, texts: _Texts) -> Iterator[MisconceptionFormula]:
    """Yield the misconceptions with a share of counts."""
    name = quantity.name
    (item,) = name.before
    (label,) = name.right
    if quantity.reason.rule is Rule.GIVEN or not model.is_parameter(item) or model.given is not None:
        return
    labels = model.class_items()
    everywhere = tuple(count_of(item, k) for k in labels)
    rows: Expression = count_of()
    words = held = None
    seen = 0
    sizes: tuple[int, ...] = ()
    block = model.share_block(item)
    assert block is not None
    if item.kind == "word":
        columns = len(model.vocabulary)
        seen = texts.seen(model, label.value)
        rows = Sum(tuple(map(tokens_of, labels)))
        if holding := texts.holding(model, label.value):
            held = Integer(holding.get(item.value, 0)), Integer(sum(holding.values()))
    else:
        columns = sum(b.family.domain == "binary" for b in model.valued.values())
        others = (b.values(c) for c, b in model.valued.items() if c != item.variable)
        sizes = tuple(dict.fromkeys(map(len, others)))
        if item.variable in model.schema.words:
            hits = literal(model.counts.word(item.variable, label.value))
            words = hits, literal(model.counts.tokens(model.schema.words, label.value))
    given = Estimated(
        model.rule_of(item),
        model.estimate_inputs(item, label),
        quantity.formula,
        rows,
        count_of(label),
        everywhere,
        len(labels),
        columns,
        sizes,
        seen,
        words,
        held,
    )
    yield from block.family.misconceptions(given)
