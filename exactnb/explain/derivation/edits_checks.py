"""Every single edit of the data is made once more, and what follows counted anew row by row.

How to read: `edits_anew` finds the edits that flip a decision, `left_out_problem` checks a table of
rows left out; both count with `_recounted`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from exactnb.core.arithmetic.values import Undefined
from exactnb.core.data.counts import Counts
from exactnb.core.data.schema import Case
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.results import Value, settled
from exactnb.core.families.base import probability
from exactnb.core.model.effort import Effort
from exactnb.core.model.numbers import PARAMETERS, estimate_of
from exactnb.core.model.prediction import Prediction
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import InlineForm
from exactnb.core.model.questions.defining import definitions
from exactnb.core.model.questions.edits import labels_of
from exactnb.core.model.recounted import share_of_seen
from exactnb.core.naming.names import Names, QuantityName
from exactnb.core.naming.roles import Role
from exactnb.errors import ExactnbError
from exactnb.explain.derivation.decimals import stands_for
from exactnb.explain.derivation.line_checks import Context, Source
from exactnb.explain.derivation.lines import LeftOut
from exactnb.explain.derivation.second_reader.reader import SecondReader


def left_out_problem(table: LeftOut, context: Context) -> str:
    """Compare what is said to follow without each row with what does."""
    name, source = table.name, context.source
    if name.role is not Role.POSTERIOR:
        return "what is told is no posterior"
    prediction = source.predictions[name.model]
    decision = Names(name.model).decision(name.right)
    graph = Quantities([decision, name], definitions(prediction), context.quantities.effort())
    told = iter(table.rows)
    for at, case in enumerate(source.reader.cases):
        rest = (*source.reader.cases[:at], *source.reader.cases[at + 1 :])
        values_of = _recounted(prediction, graph, source.reader.with_rows(rest))
        if values_of is None or isinstance(worth := settled(values_of(name)), Undefined):
            continue  # there is nothing to tell
        row, decimal, labels = next(told, ("", None, ()))
        if decimal is None or row != (case.id or str(at + 1)):
            return "the rows are not those of the data"
        if labels_of(values_of(decision)) != labels or not stands_for(decimal, worth):
            return f"without {row} something else follows"
    return "" if next(told, None) is None else "the rows are not those of the data"


def edits_anew(
    prediction: Prediction, name: QuantityName, source: Source, effort: Effort
) -> Mapping[str, tuple[str, ...]]:
    """Return the single edits that change a decision, in words, each with what is decided then."""
    decision = Names(name.model).decision(name.before)
    graph = Quantities([decision], definitions(prediction), effort)
    before = labels_of(graph.value(decision))
    found = {}
    for text, rows in _edited(source.reader, prediction):
        values_of = _recounted(prediction, graph, source.reader.with_rows(rows))
        if values_of is None or any(
            isinstance(values_of(of), Undefined) for of in graph[decision].uses
        ):
            continue
        if (labels := labels_of(values_of(decision))) != before:
            found[text] = labels
    return found


def _recounted(
    prediction: Prediction, graph: Quantities, reader: SecondReader
) -> Callable[[QuantityName], Value] | None:
    """Return what everything is if other rows are counted; None where nothing can be estimated.

    Where rows are what a prior is made of, that is so of a class that loses all of them.
    """
    model = prediction.model
    overrides: dict[QuantityName, Value] = {}

    def value_of(used: QuantityName) -> Value:
        # another rule stands for a class without rows, of sums that the graph need not have
        return overrides[used] if used in overrides else reader.recount(used)

    try:
        other = model.with_counts(Counts.of(reader.problem.schema, reader.cases, model.together))
        for name, quantity in graph.items():
            if quantity.reason.rule is Rule.COUNT:
                overrides[name] = reader.recount(name)
            elif name.head in PARAMETERS and quantity.inline is InlineForm.MEASURED:
                formula = estimate_of(model, name, reader.tally).formula()
                overrides[name] = evaluate(formula, value_of)
            elif (share := share_of_seen(quantity, {model.name: other})) is not None:
                overrides[name] = evaluate(share, value_of)
    except ExactnbError:
        return None
    # Numbers stand in the formulas of some estimates: these are put in even where they stay the same.
    values_of = graph.varied(
        {},
        {
            name: worth
            for name, worth in overrides.items()
            if name.head in ("P", *PARAMETERS) or worth != graph.value(name)
        },
    )
    shown = {case.label for case in reader.cases if case.weight}
    lost = [k for k in model.class_items() if model.counts.sizes[k.value] and k.value not in shown]
    priors = [probability((k,), (), model.name).name for k in lost]
    estimated = model.conventions.prior in ("mle", "smoothed")
    return None if estimated and any(values_of(prior) == 0 for prior in priors) else values_of


def _edited(reader: SecondReader, prediction: Prediction) -> Iterator[tuple[str, tuple[Case, ...]]]:
    """Yield the rows after each single edit, and what was done, in words."""
    cases = reader.cases
    for at, case in enumerate(cases):
        row = case.id or f"row {at + 1}"
        if case.weight:
            for text, instead in _instead(case, reader, prediction):
                yield f"{row}{text}", (*cases[:at], *instead, *cases[at + 1 :])


def _instead(
    case: Case, reader: SecondReader, prediction: Prediction
) -> Iterator[tuple[str, tuple[Case, ...]]]:
    """Yield what may stand in the place of a row."""
    model, schema = prediction.model, reader.problem.schema
    yield " left out", ()
    yield " twice", (case, case)
    for label in schema.classes:
        if label != case.label:
            yield f": {label} for {case.label}", (replace(case, label=label),)
    for column, old in case.cells.items():
        if column in model.endless or column in model.covariate_names:
            continue
        for new in schema.columns[column]:
            near = column not in model.vocabulary or abs(int(new) - int(old)) == 1
            if new != old and near:
                changed = replace(case, cells={**case.cells, column: new})
                yield f": {column} {new} for {old}", (changed,)
    words = Counter(case.words)
    for old in (*words, ""):
        for new in (*schema.words, ""):
            if old != new:
                text = f"{new} for {old}" if old and new else f"without {old}" if old else f"with {new}"
                less = words - Counter({old: 1}) + Counter({new: 1} if new else {})
                yield f": {text}", (replace(case, words=less),)
