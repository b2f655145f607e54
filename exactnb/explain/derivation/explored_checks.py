"""Checks of what would change a decision, by another method than that of the graph.

Reasons and nearest queries are tried one by one here, by their definitions; flips are located by
Sturm's theorem (`flips_checks.py`). Each check returns what is wrong, or "" for what it accepts.

How to read: `explored_problem` goes by the head of a quantity. An `effort` limits all graphs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product

from exactnb.core.arithmetic import roots, values
from exactnb.core.arithmetic.values import Number
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.results import Listed, NoNumber, Value
from exactnb.core.families.base import Observation
from exactnb.core.model.probabilities import Prediction, definitions
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort, Quantity
from exactnb.core.model.questions.flips import graph_in_lambda
from exactnb.core.naming.names import Item, QuantityName
from exactnb.explain.derivation.decimals import rounds_to
from exactnb.explain.derivation.flips_checks import flip_decisions, flips_problem, winning_labels
from exactnb.explain.derivation.line_checks import Context, ProblemSource
from exactnb.explain.derivation.lines import InLambda

Cells = tuple[str, ...]
Groups = frozenset[frozenset[str]]


def explored_problem(quantity: Quantity, source: ProblemSource, effort: Effort) -> str:
    """Compare `quantity` (flips, nearest or reasons) with a search that tries every choice.

    `source` has the predictions, and `effort` what the search may cost.
    """
    name = quantity.name
    prediction = source.predictions[name.model]
    if name.head == "flips":
        return flips_problem(prediction, quantity, effort)
    if prediction.observe(name.subjects).has_text():
        expected = _nearest_texts(prediction, name, effort)
    else:
        key = "the decisions", "checked", name.subjects
        decisions = prediction.cached_search(key, effort, lambda: _decisions(prediction, name, effort))
        expected = _nearest(*decisions) if name.head == "nearest" else _minimal_reasons(*decisions)
    return set_problem(name, evaluate(quantity.formula), expected, expected)


def set_problem(name: QuantityName, value: Value, certain: Groups, possible: Groups) -> str:
    """Compare the `value` of the set `name` with the groups it has to contain and those it may.

    `certain` are the former, `possible` the latter, which include them.
    """
    if not isinstance(value, Listed):
        return f"{name} is a set of things in words"
    stated = frozenset(map(frozenset, value.groups))
    if len(stated) < len(value.groups):
        return f"something stands twice in {name}"
    if wrong := sorted(", ".join(sorted(group)) for group in stated - possible):
        return f"{wrong[0]} is none of {name}"
    missing = sorted(", ".join(sorted(group)) for group in certain - stated)
    return f"{missing[0]} is missing in {name}" if missing else ""


def in_lambda_problem(table: InLambda, context: Context) -> str:
    """Compare a `table` over λ with the joints in `context`, and with the decisions between flips."""
    if table.name.head != "flips" or table.name.wrappers:
        return f"{table.name} is nothing that λ changes"
    quantity, source = context.quantities[table.name], context.source
    prediction, effort = source.predictions[table.name.model], context.quantities.new_effort()
    graph = graph_in_lambda(prediction, table.name.right, effort)
    joints = (graph.with_operands(graph[joint].formula) for joint in graph.targets)
    if table.joints != tuple(zip(prediction.model.classes, joints, strict=True)):
        return "the joints are not those of the model"
    flips = context.value(quantity.formula)
    places = flips.parts if isinstance(flips, roots.Points) else ()
    if len(places) != len(table.flips) or not all(map(rounds_to, places, table.flips)):
        return "the flips are not rounded so"
    decided = flip_decisions(prediction, table.name, effort)
    return "" if table.decided == decided else "between the flips something else is decided"


# ------------------------------------------------------------------ queries


def _decisions(
    prediction: Prediction, name: QuantityName, effort: Effort
) -> tuple[dict[str, str], Mapping[Cells, tuple[str, ...]]]:
    """Return the cells of a query, and the decision for every choice of them."""
    model = prediction.model
    observation = prediction.observe(name.subjects)
    observed_cells = {**observation.cells, **dict.fromkeys(observation.ignored, "0")}
    cells = {column: observed_cells[column] for column in model.by_column if column in observed_cells}
    choices = [dict.fromkeys((*model.finite_blocks[c].values(c), cell)) for c, cell in cells.items()]
    shares = {
        (column, value, k): model.names.given((Item("cell", column, value),), k)
        for column, column_values in zip(cells, choices, strict=True)
        for value in column_values
        for k in model.class_items()
    }
    priors = {k: model.names.prior(k) for k in model.class_items()}
    graph = Quantities([*shares.values(), *priors.values()], definitions(prediction), effort)
    shares_by_cell = {key: _number(graph.value(column_values)) for key, column_values in shares.items()}
    ignored = model.conventions.absent == "ignore"
    decisions = {}
    for chosen in product(*choices):
        scores: dict[str, Number] = {}
        for k in model.class_items():
            score = _number(graph.value(priors[k]))
            for column, value in zip(cells, chosen, strict=True):
                block = model.finite_blocks[column]
                if not (ignored and column in block.uninformative_columns({column: value})):
                    score = values.multiply([score, shares_by_cell[column, value, k]])
            scores[k.value] = score
        decisions[chosen] = winning_labels(scores, first=model.conventions.tie == "first")
    return cells, decisions


def _number(value: Value) -> Number:
    assert not isinstance(value, NoNumber)  # a prior and a share are numbers, or undefined
    return value


def _nearest(cells: dict[str, str], decided: Mapping[Cells, tuple[str, ...]]) -> Groups:
    """Return the changed cells of the choices with another decision that change the fewest cells."""
    query_cells = tuple(cells.values())
    by_distance: dict[int, set[frozenset[str]]] = {}
    for chosen, labels in decided.items():
        if labels != decided[query_cells]:
            pairs = zip(cells, query_cells, chosen, strict=True)
            changed = frozenset(Item("cell", c, new).spell() for c, old, new in pairs if new != old)
            by_distance.setdefault(len(changed), set()).add(changed)
    return frozenset(by_distance[min(by_distance)]) if by_distance else frozenset()


def _minimal_reasons(cells: dict[str, str], decided: Mapping[Cells, tuple[str, ...]]) -> Groups:
    """Return the minimal sets of cells that fix the decision, whatever the other cells are."""
    query_cells = tuple(cells.values())
    reasons: list[frozenset[int]] = []
    for number in range(len(cells) + 1):
        for fixed in map(frozenset, combinations(range(len(cells)), number)):
            if any(smaller < fixed for smaller in reasons):
                continue
            agreeing = (c for c in decided if all(c[column] == query_cells[column] for column in fixed))
            if all(decided[choice] == decided[query_cells] for choice in agreeing):
                reasons.append(fixed)
    spelled = [Item("cell", *pair).spell() for pair in cells.items()]
    return frozenset(frozenset(spelled[column] for column in fixed) for fixed in reasons)


def _nearest_texts(prediction: Prediction, name: QuantityName, effort: Effort) -> Groups:
    """Return the nearest texts with another decision, by changing one word after another."""
    observation, vocabulary = prediction.observe(name.subjects), prediction.model.vocabulary
    start = +Counter(observation.words())  # the sign + drops words that occur 0 times
    reached = {_sorted_words(start)}
    edge = [start]
    decision = _decision_about(prediction, observation, start, effort)
    while edge:
        next_edge: dict[tuple[tuple[str, int], ...], Counter[str]] = {}
        for bag in edge:
            for neighbour in _one_word_edits(bag, vocabulary):
                if _sorted_words(neighbour) not in reached:
                    next_edge.setdefault(_sorted_words(neighbour), neighbour)
        reached |= next_edge.keys()
        edge = list(next_edge.values())
        flipped = [
            bag for bag in edge if _decision_about(prediction, observation, bag, effort) != decision
        ]
        if flipped:
            return frozenset(frozenset(_word_change_texts(start, bag)) for bag in flipped)
    return frozenset()


def _sorted_words(bag: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(bag.items()))


def _one_word_edits(bag: Counter[str], vocabulary: Sequence[str]) -> Iterator[Counter[str]]:
    """Yield the texts with one word removed, added or replaced."""
    changes = [*(Counter({new: 1}) for new in vocabulary), Counter[str]()]
    for old in (*bag, ""):
        for addition in changes:
            yield bag - Counter({old: 1}) + addition


def _word_change_texts(start: Counter[str], bag: Counter[str]) -> Iterator[str]:
    removed, added = (sorted((a - b).elements()) for a, b in ((start, bag), (bag, start)))
    for old, new in zip(removed, added, strict=False):
        yield f"{new} for {old}"
    yield from (f"without {old}" for old in removed[len(added) :])
    yield from (f"with {new}" for new in added[len(removed) :])


def _decision_about(
    prediction: Prediction, observation: Observation, bag: Counter[str], effort: Effort
) -> Value:
    """Return the decision about a text, by a query that has its words."""
    changed = replace(observation, bags=(dict(bag),), draws=())
    with_query = replace(prediction, queries={"": changed})
    name = prediction.model.names.decision((Item("query", "", ""),))
    return Quantities([name], definitions(with_query), effort).value(name)
