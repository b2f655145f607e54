"""The single edits of the data that change a decision."""

from __future__ import annotations

from collections.abc import Hashable

from exactnb.core.arithmetic.values import Undefined
from exactnb.core.data.counts import Counts
from exactnb.core.data.edits import Edit, single_edits
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.expression.results import Decision, Value
from exactnb.core.expression.written import listing
from exactnb.core.families.base import probability
from exactnb.core.model.data_quantities import DataQuantities
from exactnb.core.model.effort import Effort
from exactnb.core.model.model import Model
from exactnb.core.model.probabilities import Prediction, definitions
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Quantity
from exactnb.core.model.recounted import recounted
from exactnb.core.naming.names import QuantityName
from exactnb.errors import ExactnbError, InputError, Unsupported

_EDITS = Reason(Rule.DEFINE, "single edits that flip it")
_MOST = 20_000  # edits that are tried at most


def define_edits(prediction: Prediction, name: QuantityName, effort: Effort) -> Quantity:
    """Return the quantity of `name`, edits(x): the edits of one row that change the decision."""
    flipping = flipping_edits(prediction, name, effort)
    texts = dict.fromkeys(str(edit) for edit, _ in flipping)  # a class may be called as a word is
    return Quantity(name, listing((text,) for text in texts), _EDITS)


def candidate_edits(prediction: Prediction, name: QuantityName) -> list[Edit]:
    """Return every single edit of the rows that `name`, edits(x), tries.

    Raises InputError without rows, Unsupported for more than 20,000 edits.
    """
    cases = [training.case for training in prediction.training()]
    if not cases:
        raise InputError("there are no rows to edit, only counts or given numbers", at=name.place)
    model = prediction.model
    numbers = (*model.endless, *model.covariate_names)
    edits: list[Edit] = []
    for edit in single_edits(cases, model.schema, numbers=numbers, times=model.vocabulary):
        if len(edits) == _MOST:
            raise Unsupported(f"more than {_MOST:,} single edits", at=name.place)
        if not edit.is_new:
            edits.append(edit)
    return edits


def flipping_edits(
    prediction: Prediction, name: QuantityName, effort: Effort
) -> list[tuple[Edit, tuple[str, ...]]]:
    """Return the edits that change the decision in `name`, each with the labels it leads to.

    `effort` pays for every edit that is tried.
    """
    edits = candidate_edits(prediction, name)
    decision = prediction.model.names.decision(name.subjects)
    graph = Quantities([decision], definitions(prediction), effort)
    original = decided_labels(graph.value(decision))
    decisions: dict[Hashable, tuple[str, ...] | None] = {}
    flipping = []
    for edit in edits:
        effort.spend(len(graph) // 4 + 1, name)
        try:
            formulas = _formulas(prediction, graph, edit)
        except ExactnbError:  # nothing can be estimated
            continue
        emptied = emptied_prior(prediction.model, edit)
        key = emptied, frozenset(formulas.items())
        if key not in decisions:
            values_of = graph.varied(formulas)
            needed = graph[decision].uses
            lost = emptied is not None and values_of(emptied) == 0
            undefined = any(isinstance(values_of(joint), Undefined) for joint in needed)
            decisions[key] = None if lost or undefined else decided_labels(values_of(decision))
        after = decisions[key]
        if after is not None and after != original:
            flipping.append((edit, after))
    return flipping


def emptied_prior(model: Model, edit: Edit) -> QuantityName | None:
    """Return the prior of a class that `edit` leaves without rows, if it is estimated from rows.

    Data in which that prior is 0 are refused, so such an edit counts as none that changes the decision.
    """
    label = edit.before.label
    remaining_weight = sum(case.weight for case in edit.after if case.label == label)
    if model.conventions.prior not in ("mle", "smoothed") or not edit.before.weight:
        return None
    if model.counts.sizes[label] + remaining_weight - edit.before.weight:
        return None
    item = next(item for item in model.class_items() if item.value == label)
    return probability((item,), (), model.name).name


def decided_labels(value: Value) -> tuple[str, ...]:
    """Return the labels of the decision `value`, () if it is undefined."""
    return value.labels if isinstance(value, Decision) else ()


def _formulas(prediction: Prediction, graph: Quantities, edit: Edit) -> dict[QuantityName, Expression]:
    """Return the formulas of the graph that an edit changes; ExactnbError if it is impossible."""
    model = prediction.model
    groups = (edit.after, [edit.before])
    more, less = (Counts.of(model.schema, group, model.together) for group in groups)
    counts = model.counts + more - less
    data = DataQuantities(counts, prediction.kinds, model.vocabulary, measured=frozenset(model.endless))
    return dict(recounted(graph, data, {model.name: model.with_counts(counts)}))
