"""Smoothing as counting: pseudo-rows added to the data, and their effect on the prior."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from exactnb.core.conventions import Add
from exactnb.core.conventions.rules import pseudocount_of
from exactnb.core.data.counts import Counts, count
from exactnb.core.data.documents import Document, Documents
from exactnb.core.data.schema import Number
from exactnb.core.data.table import Row, Table
from exactnb.core.expression.nodes import Quotient, Reference
from exactnb.core.expression.reasons import COMPARED
from exactnb.core.expression.written import literal
from exactnb.core.model.model import Model
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item, QuantityName, Role
from exactnb.core.problem.problem import Problem
from exactnb.errors import InputError
from exactnb.explain.derivation import Data, Line, Remark, Step
from exactnb.explain.derivation.lines import Block, Relation
from exactnb.explain.solution.displays import data_table
from exactnb.explain.solution.printed import STANDARD, DetailLevel
from exactnb.explain.solution.sentences import with_commas

_MAX_ESTIMATES = 12  # in the sentence that compares them


def with_pseudo_rows(problem: Problem) -> Table | Documents:
    """Return the data of `problem` with λ pseudo-rows for every value in every class.

    For words these are documents with the complete vocabulary, for 0/1 columns one row of ones and one
    of zeros, for other columns a row for each of their values. Raises InputError if λ is not the same
    positive integer everywhere, the data have no rows, or no column has values to count.
    """
    model = next(iter(problem.predictions.values())).model
    times = _times_of_pseudo_rows(model)
    data = problem.data
    if isinstance(data, Documents):
        if data.columns:
            raise InputError("texts with columns beside them are not worked out", at="pseudo-documents")
        all_words = " ".join(model.schema.words)
        texts = [all_words] if model.draws_words else [all_words, ""]
        blank = ("",) * len(data.columns)
        pairs = ((label, text) for label in data.classes for text in texts * times)
        pseudo_rows = [
            Document(f"pseudo {number}", label, text, blank)
            for number, (label, text) in enumerate(pairs, start=1)
        ]
        return replace(data, documents=(*data.documents, *pseudo_rows))
    if not isinstance(data, Table):
        raise InputError("there are no rows to add pseudo-rows to", at="pseudo-documents")
    new_rows = [row for label in data.classes for row in _pseudo_rows(model, data, label, times)]
    if not new_rows:
        raise InputError("no column is counted, so no pseudo-rows are added", at="pseudo-documents")
    numbered = (replace(row, id=f"pseudo {number}") for number, row in enumerate(new_rows, start=1))
    return replace(data, rows=(*data.rows, *numbered), values=_values(model, data))


def pseudo_table(problem: Problem, level: DetailLevel) -> Data | None:
    """Return the table of the data of `problem` with pseudo-rows, as far as a `level` prints it."""
    times = next(iter(problem.predictions.values())).model.draws_words
    return data_table(problem, with_pseudo_rows(problem), level, times=times)


def pseudo_documents(problem: Problem, quantities: Quantities, level: DetailLevel = STANDARD) -> Step:
    """Return the step that presents smoothing as counting: the data with pseudo-rows, and estimates.

    `quantities` is the graph of `problem`, and `level` limits the table.
    """
    prediction = next(iter(problem.predictions.values()))
    model = prediction.model
    counts = count(with_pseudo_rows(problem))
    table = pseudo_table(problem, level)
    blocks: list[Block] = [table] if table is not None else []
    lines = []
    for name in _value_estimates(model, quantities)[:_MAX_ESTIMATES]:
        hits, trials = _count_and_total(model, counts, *name.subjects, *name.right)
        share = Quotient(literal(hits), literal(trials))
        lines.append(Line(Reference(name), "=", share, COMPARED))
    if lines:
        opening = "Relative frequencies in these rows are the smoothed estimates: "
        blocks.append(Remark((opening, *with_commas(lines), ".")))
    blocks += _compare_priors(model, counts, quantities)
    return Step("pseudo", "Smoothing as pseudo-documents", tuple(blocks))


def _compare_priors(model: Model, counts: Counts, quantities: Quantities) -> list[Block]:
    """Compare the prior with the one that the pseudo-rows would lead to."""
    lines = []
    for label in model.class_items():
        name = model.names.prior(label)
        if name in quantities and not model.draws_words:
            share = Quotient(literal(counts.sizes[label.value]), literal(counts.total))
            value = Fraction(counts.sizes[label.value]) / counts.total
            prior = quantities.value(name)
            if isinstance(prior, Fraction):
                relation: Relation = "=" if prior == value else "<" if prior < value else ">"
                lines.append(Line(Reference(name), relation, share, COMPARED))
    if not lines:
        return []
    opening = "Counted in them too, the prior would be smoothed as well: "
    return [Remark((opening, *with_commas(lines), "."))]


def _times_of_pseudo_rows(model: Model) -> int:
    """Return λ as the number of times that each pseudo-row is added."""
    rules = {model.rule_of(item) for item in model.parameter_items()} or {model.conventions.smoothing}
    rule = rules.pop() if len(rules) == 1 else None
    single = pseudocount_of(rule) if rule is not None else None
    plain = single is not None and single.denominator == 1 and single > 0
    if not plain or not isinstance(rule, Add) or rule.cells is not None or single is None:
        raise InputError("needs one λ for all, a whole number above zero", at="pseudo-documents")
    if single > 1_000:
        raise InputError("λ is too large to write its rows out", at="pseudo-documents")
    return int(single)


def _pseudo_rows(model: Model, data: Table, label: str, times: int) -> Iterator[Row]:
    blocks = model.by_column
    values = [blocks[c].values(c) if c in blocks else () for c in data.columns]
    if model.draws_words:
        vocabulary = set(model.vocabulary)
        cells = tuple("1" if c in vocabulary else "" for c in data.columns)
        yield from (Row("", label, cells) for _ in range(times))
    longest = max(map(len, values), default=0)
    for number in range(longest * times):
        index = number // times
        turned = (blocks[::-1] for blocks in values)  # ones first, as a document with all words
        cells = tuple(blocks[index] if index < len(blocks) else "" for blocks in turned)
        yield Row("", label, cells)


def _values(model: Model, data: Table) -> tuple[tuple[str, ...], ...]:
    """Return the values of the columns; columns of words have a 1 in the pseudo-rows."""
    vocabulary = frozenset(model.vocabulary)
    pairs = zip(data.columns, data.values, strict=True)
    return tuple(
        (*values, "1") if column in vocabulary and "1" not in values else values
        for column, values in pairs
    )


def _value_estimates(model: Model, quantities: Quantities) -> list[QuantityName]:
    """Return the estimates of values in the data; a query may have further ones."""
    parameters = {(item,) for item in model.parameter_items()}
    estimates = (name for name in quantities if name.model == model.name and name.role is Role.WITHIN)
    return [name for name in estimates if name.subjects in parameters]


def _count_and_total(model: Model, counts: Counts, item: Item, label: Item) -> tuple[Number, Number]:
    k = label.value
    if item.kind == "word":
        return counts.word(item.value, k), counts.tokens(model.vocabulary, k)
    values = model.by_column[item.variable].values(item.variable)
    hits = counts.cell(item.variable, item.value, k)
    return hits, sum(counts.cell(item.variable, value, k) for value in values)
