"""Smoothing seen as data: the rows that are added, and what counting them does to the prior."""

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
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.naming.roles import Role
from exactnb.core.problem.problem import Problem
from exactnb.errors import InputError
from exactnb.explain.derivation import Line, Remark, Step
from exactnb.explain.derivation.lines import Block, Relation
from exactnb.explain.solution.displays import display_of
from exactnb.explain.solution.levels import STANDARD, Level
from exactnb.explain.solution.sentences import listed

_SAID = 12  # estimates that are compared in the sentence


def augmented(problem: Problem) -> Table | Documents:
    """Return the data of a problem with λ pseudo-rows for every value in every class.

    Words get a document that holds them all, 0/1 columns one row of ones and one of zeros, other
    columns a row for each of their values. Raises InputError where λ is not one whole number for
    all, the data have no rows, or no column has values to count.
    """
    model = next(iter(problem.predictions.values())).model
    times = _lambda(model)
    data = problem.data
    if isinstance(data, Documents):
        if data.columns:
            raise InputError("texts with columns beside them are not worked out", at="pseudo-documents")
        whole = " ".join(model.schema.words)
        texts = [whole] if model.draws_words else [whole, ""]
        blank = ("",) * len(data.columns)
        pairs = ((label, text) for label in data.classes for text in texts * times)
        extra = [
            Document(f"pseudo {number}", label, text, blank)
            for number, (label, text) in enumerate(pairs, start=1)
        ]
        return replace(data, documents=(*data.documents, *extra))
    if not isinstance(data, Table):
        raise InputError("there are no rows to add pseudo-rows to", at="pseudo-documents")
    added = [row for label in data.classes for row in _rows(model, data, label, times)]
    if not added:
        raise InputError("no column is counted, so no pseudo-rows are added", at="pseudo-documents")
    numbered = (replace(row, id=f"pseudo {number}") for number, row in enumerate(added, start=1))
    return replace(data, rows=(*data.rows, *numbered), values=_values(model, data))


def pseudo_documents(problem: Problem, quantities: Quantities, level: Level = STANDARD) -> Step:
    """Return the step that shows smoothing as counting: the rows added, and what they give."""
    prediction = next(iter(problem.predictions.values()))
    model = prediction.model
    data = augmented(problem)
    counts = count(data)
    shown = display_of(problem, data, level, times=model.draws_words)
    blocks: list[Block] = [shown] if shown is not None else []
    lines = []
    for name in _estimates(model, quantities)[:_SAID]:
        hits, trials = _counted(model, counts, *name.before, *name.right)
        share = Quotient(literal(hits), literal(trials))
        lines.append(Line(Reference(name), "=", share, COMPARED))
    if lines:
        opening = "Relative frequencies in these rows are the smoothed estimates: "
        blocks.append(Remark((opening, *listed(lines), ".")))
    blocks += _side_effect(model, counts, quantities)
    return Step("pseudo", "Smoothing as pseudo-documents", tuple(blocks))


def _side_effect(model: Model, counts: Counts, quantities: Quantities) -> list[Block]:
    """Say what the pseudo-rows do to the prior, if it were counted in them too."""
    lines = []
    for label in model.class_items():
        name = model.names.prior(label)
        if name in quantities and not model.draws_words:
            share = Quotient(literal(counts.sizes[label.value]), literal(counts.total))
            value = Fraction(counts.sizes[label.value]) / counts.total
            held = quantities.value(name)
            if isinstance(held, Fraction):
                relation: Relation = "=" if held == value else "<" if held < value else ">"
                lines.append(Line(Reference(name), relation, share, COMPARED))
    if not lines:
        return []
    opening = "Counted in them too, the prior would be smoothed as well: "
    return [Remark((opening, *listed(lines), "."))]


def _lambda(model: Model) -> int:
    """Return the whole number of times that everything is added."""
    rules = {model.rule_of(item) for item in model.parameters()} or {model.conventions.smoothing}
    rule = rules.pop() if len(rules) == 1 else None
    single = pseudocount_of(rule) if rule is not None else None
    plain = single is not None and single.denominator == 1 and single > 0
    if not plain or not isinstance(rule, Add) or rule.cells is not None or single is None:
        raise InputError("needs one λ for all, a whole number above zero", at="pseudo-documents")
    if single > 1_000:
        raise InputError("λ is too large to write its rows out", at="pseudo-documents")
    return int(single)


def _rows(model: Model, data: Table, label: str, times: int) -> Iterator[Row]:
    of = model.by_column
    values = [of[c].values(c) if c in of else () for c in data.columns]
    if model.draws_words:
        words = set(model.vocabulary)
        cells = tuple("1" if c in words else "" for c in data.columns)
        yield from (Row("", label, cells) for _ in range(times))
    longest = max(map(len, values), default=0)
    for number in range(longest * times):
        at = number // times
        turned = (tuple(reversed(of)) for of in values)  # ones first, as a document with all words
        cells = tuple(of[at] if at < len(of) else "" for of in turned)
        yield Row("", label, cells)


def _values(model: Model, data: Table) -> tuple[tuple[str, ...], ...]:
    """Return the values of the columns: those that count words hold a 1 now."""
    words = frozenset(model.vocabulary)
    pairs = zip(data.columns, data.values, strict=True)
    return tuple(
        (*values, "1") if column in words and "1" not in values else values for column, values in pairs
    )


def _estimates(model: Model, quantities: Quantities) -> list[QuantityName]:
    """Return the estimates of what the data can show; a query may show more."""
    known = set(model.parameters())
    return [
        name
        for name in quantities
        if name.model == model.name
        and name.role is Role.WITHIN
        and len(name.before) == 1
        and name.before[0] in known
    ]


def _counted(model: Model, counts: Counts, item: Item, label: Item) -> tuple[Number, Number]:
    k = label.value
    if item.kind == "word":
        return counts.word(item.value, k), counts.tokens(model.vocabulary, k)
    values = model.by_column[item.variable].values(item.variable)
    hits = counts.cell(item.variable, item.value, k)
    return hits, sum(counts.cell(item.variable, value, k) for value in values)
