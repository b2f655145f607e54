"""What is said of a decision that could be otherwise is found once more, in another way.

Reasons and nearest queries are tried one by one here, as they are defined; flips are found by Sturm's
theorem (`flips_checks.py`). Each check returns what is wrong, or "" for what it accepts.

How to read: `explored_problem` goes by the head of a quantity.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product

from exactnb.core.arithmetic import roots, values
from exactnb.core.arithmetic.values import Number, Undefined
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.results import Listed, NoNumber, Value
from exactnb.core.families.observation import Observation
from exactnb.core.model.effort import Effort
from exactnb.core.model.probabilities import Prediction
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Quantity
from exactnb.core.model.questions.defining import definitions
from exactnb.core.model.questions.flips import graph_in_lambda
from exactnb.core.naming.names import Item, QuantityName
from exactnb.explain.derivation.decimals import rounds
from exactnb.explain.derivation.flips_checks import decided_between, flips_problem
from exactnb.explain.derivation.line_checks import Context, Source
from exactnb.explain.derivation.lines import InLambda

Cells = tuple[str, ...]
Groups = frozenset[frozenset[str]]


def explored_problem(quantity: Quantity, source: Source, effort: Effort) -> str:
    """Find the same once more, and compare."""
    name = quantity.name
    prediction = source.predictions[name.model]
    if name.head == "flips":
        return flips_problem(prediction, quantity, effort)
    if prediction.observed(name.before).has_text():
        expected = _texts_anew(prediction, name, effort)
    else:
        decisions = _decisions(prediction, name, effort)
        expected = _nearest(*decisions) if name.head == "nearest" else _reasons(*decisions)
    return set_problem(name, evaluate(quantity.formula), expected, expected)


def set_problem(name: QuantityName, value: Value, certain: Groups, possible: Groups) -> str:
    """Compare a set with what it has to hold, and what it may hold."""
    if not isinstance(value, Listed):
        return f"{name} is a set of things in words"
    said = frozenset(map(frozenset, value.groups))
    if len(said) < len(value.groups):
        return f"something stands twice in {name}"
    if wrong := sorted(", ".join(sorted(of)) for of in said - possible):
        return f"{wrong[0]} is none of {name}"
    missing = sorted(", ".join(sorted(of)) for of in certain - said)
    return f"{missing[0]} is missing in {name}" if missing else ""


def in_lambda_problem(table: InLambda, context: Context) -> str:
    """Compare a table over λ with the joints of the model, and with what is decided between flips."""
    if table.name.head != "flips" or table.name.wrappers:
        return f"{table.name} is nothing that λ changes"
    quantity, source = context.quantities[table.name], context.source
    prediction, effort = source.predictions[table.name.model], context.quantities.effort()
    graph = graph_in_lambda(prediction, table.name.right, effort)
    joints = (graph.substituted(graph[joint].formula) for joint in graph.asked)
    if table.joints != tuple(zip(prediction.model.classes, joints, strict=True)):
        return "the joints are not those of the model"
    found = context.value(quantity.formula)
    places = found.parts if isinstance(found, roots.Points) else ()
    if len(places) != len(table.flips) or not all(map(rounds, places, table.flips)):
        return "the flips are not rounded so"
    decided = decided_between(prediction, table.name, effort)
    return "" if table.decided == decided else "between the flips something else is decided"


# ------------------------------------------------------------------ queries


def _decisions(
    prediction: Prediction, name: QuantityName, effort: Effort
) -> tuple[dict[str, str], Mapping[Cells, tuple[str, ...]]]:
    """Return the cells of a query, and what is decided for every choice of them."""
    model = prediction.model
    seen = prediction.observed(name.before)
    shown = {**seen.cells, **dict.fromkeys(seen.ignored, "0")}
    cells = {column: shown[column] for column in model.columns() if column in shown}
    choices = [model.listed[column].values(column) for column in cells]
    shares = {
        (column, value, k): model.names.within((Item("cell", column, value),), k)
        for column, of in zip(cells, choices, strict=True)
        for value in of
        for k in model.class_items()
    }
    priors = {k: model.names.prior(k) for k in model.class_items()}
    graph = Quantities([*shares.values(), *priors.values()], definitions(prediction), effort)
    worth = {key: _number(graph.value(of)) for key, of in shares.items()}
    ignored = model.conventions.absent == "ignore"
    found = {}
    for chosen in product(*choices):
        scores: dict[str, Number] = {}
        for k in model.class_items():
            score = _number(graph.value(priors[k]))
            for column, value in zip(cells, chosen, strict=True):
                block = model.listed[column]
                if not (ignored and column in block.uninformative({column: value})):
                    score = values.multiply([score, worth[column, value, k]])
            scores[k.value] = score
        found[chosen] = _largest(scores, first=model.conventions.tie == "first")
    return cells, found


def _number(value: Value) -> Number:
    assert not isinstance(value, NoNumber)  # a prior and a share are numbers, or undefined
    return value


def _largest(scores: Mapping[str, Number], *, first: bool) -> tuple[str, ...]:
    """Return the labels whose score is below no other; none where all are zero or one is undefined."""
    known = {k: of for k, of in scores.items() if not isinstance(of, Undefined)}
    if len(known) < len(scores) or not any(map(values.sign, known.values())):
        return ()
    labels = (k for k, of in known.items() if all(values.compare(of, o) >= 0 for o in known.values()))
    return tuple(labels)[:1] if first else tuple(labels)


def _nearest(cells: dict[str, str], decided: Mapping[Cells, tuple[str, ...]]) -> Groups:
    """Return the changed cells of the other choices that are decided otherwise, and change least."""
    own = tuple(cells.values())
    away: dict[int, set[frozenset[str]]] = {}
    for chosen, labels in decided.items():
        if labels != decided[own]:
            pairs = zip(cells, own, chosen, strict=True)
            changed = frozenset(Item("cell", c, new).spell() for c, old, new in pairs if new != old)
            away.setdefault(len(changed), set()).add(changed)
    return frozenset(away[min(away)]) if away else frozenset()


def _reasons(cells: dict[str, str], decided: Mapping[Cells, tuple[str, ...]]) -> Groups:
    """Return the smallest sets of cells with which every choice of the others is decided alike."""
    own, columns = tuple(cells.values()), tuple(cells)
    found: list[frozenset[int]] = []
    for number in range(len(columns) + 1):
        for kept in map(frozenset, combinations(range(len(columns)), number)):
            if any(smaller < kept for smaller in found):
                continue
            agreeing = (of for of in decided if all(of[at] == own[at] for at in kept))
            if all(decided[of] == decided[own] for of in agreeing):
                found.append(kept)
    return frozenset(
        frozenset(Item("cell", columns[at], own[at]).spell() for at in kept) for kept in found
    )


def _texts_anew(prediction: Prediction, name: QuantityName, effort: Effort) -> Groups:
    """Return the nearest texts that are decided otherwise: one word after another is changed."""
    seen, vocabulary = prediction.observed(name.before), prediction.model.vocabulary
    start = +Counter(seen.words())  # without words that stand there 0 times
    reached = {_text(start)}
    edge = [start]
    before = _decided(prediction, seen, start, effort)
    while edge:
        beyond: dict[tuple[tuple[str, int], ...], Counter[str]] = {}
        for words in edge:
            for other in _steps(words, vocabulary):
                if _text(other) not in reached:
                    beyond.setdefault(_text(other), other)
        reached |= beyond.keys()
        edge = list(beyond.values())
        flipped = [of for of in edge if _decided(prediction, seen, of, effort) != before]
        if flipped:
            return frozenset(frozenset(_difference(start, of)) for of in flipped)
    return frozenset()


def _text(words: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(words.items()))


def _steps(words: Counter[str], vocabulary: Sequence[str]) -> Iterator[Counter[str]]:
    """Yield the texts with a word less, a word more, or one in the place of another."""
    changes = [*(Counter({new: 1}) for new in vocabulary), Counter[str]()]
    for old in (*words, ""):
        for more in changes:
            yield words - Counter({old: 1}) + more


def _difference(start: Counter[str], words: Counter[str]) -> Iterator[str]:
    left_out, put_in = (sorted((a - b).elements()) for a, b in ((start, words), (words, start)))
    for old, new in zip(left_out, put_in, strict=False):
        yield f"{new} for {old}"
    yield from (f"without {old}" for old in left_out[len(put_in) :])
    yield from (f"with {new}" for new in put_in[len(left_out) :])


def _decided(prediction: Prediction, seen: Observation, words: Counter[str], effort: Effort) -> Value:
    """Return what is decided about a text: a query of its own, asked as any other."""
    other = replace(seen, bags=(dict(words),), draws=())
    asked = replace(prediction, queries={"": other})
    name = prediction.model.names.decision((Item("query", "", ""),))
    return Quantities([name], definitions(asked), effort).value(name)
