"""What is said of a decision that could be otherwise is found once more, in another way.

Edits are counted anew row by row; reasons and nearest queries are tried one by one, as they are
defined; where the decision changes with λ is counted by Sturm's theorem, on joints that are multiplied
out here. Each check returns what is wrong, or "" for what it accepts.

How to read: `explored_problem` goes by the head of a quantity.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

from exactnb.arithmetic import roots, values
from exactnb.arithmetic.values import UNDEFINED, Undefined
from exactnb.data.schema import Case
from exactnb.derivation.decimals import rounds, stands_for
from exactnb.derivation.flips_checks import decided_between, flips_problem
from exactnb.derivation.line_checks import Context, Source
from exactnb.derivation.lines import InLambda, LeftOut
from exactnb.derivation.recount import Recount
from exactnb.errors import ExactnbError
from exactnb.expression.evaluate import evaluate
from exactnb.expression.nodes import Quotient, Reference, Sum
from exactnb.expression.reasons import Rule
from exactnb.expression.results import Listed, NoNumber, Value, settled
from exactnb.families.observation import Observation
from exactnb.model.effort import Effort
from exactnb.model.numbers import PARAMETERS, estimate_of
from exactnb.model.prediction import Prediction
from exactnb.model.quantities import Quantities
from exactnb.model.quantity import InlineForm, Quantity
from exactnb.model.questions.defining import definitions
from exactnb.model.questions.edits import labels_of
from exactnb.model.questions.flips import graph_in_lambda
from exactnb.naming.names import Item, Names, QuantityName
from exactnb.naming.roles import Role

EXPLORED = ("flips", "threshold", "edits", "nearest", "reasons")
"""The heads of what is checked here."""

Cells = tuple[str, ...]
Groups = frozenset[frozenset[str]]


def explored_problem(quantity: Quantity, source: Source, effort: Effort) -> str:
    """Find the same once more, and compare."""
    name = quantity.name
    prediction = source.predictions[name.model]
    if name.head == "threshold":
        return _threshold_problem(quantity)
    if name.head == "flips":
        return flips_problem(prediction, quantity, effort)
    if not isinstance(found := evaluate(quantity.formula), Listed) or quantity.uses:
        return f"{name} is a set of things in words"
    groups = found.groups
    said = frozenset(map(frozenset, groups))
    if len(said) < len(groups):
        return f"something stands twice in {name}"
    expected = _expected(prediction, name, source, effort)
    if wrong := sorted(", ".join(sorted(of)) for of in said - expected):
        return f"{wrong[0]} is none of {name}"
    missing = sorted(", ".join(sorted(of)) for of in expected - said)
    return f"{missing[0]} is missing in {name}" if missing else ""


def _expected(prediction: Prediction, name: QuantityName, source: Source, effort: Effort) -> Groups:
    if name.head == "edits":
        return frozenset(frozenset((text,)) for text in edits_anew(prediction, name, source, effort))
    if prediction.model.draws_words and prediction.observed(name.before).words():
        return _texts_anew(prediction, name, effort)
    decisions = _decisions(prediction, name, effort)
    return _nearest(*decisions) if name.head == "nearest" else _reasons(*decisions)


def _threshold_problem(quantity: Quantity) -> str:
    """Ask that a prior of k is P(x|l) over P(x|k) + P(x|l), which is where k and l tie."""
    name, pair = quantity.name, quantity.name.pair
    assert pair is not None
    names = Names(name.model)
    own, other = (Reference(names.within(name.right, k)) for k in (pair.first, pair.second))
    return "" if quantity.formula == Quotient(other, Sum((own, other))) else "not where the two tie"


def in_lambda_problem(table: InLambda, context: Context) -> str:
    """Compare a table over λ with the joints of the model, and with what is decided between flips."""
    quantity, source = context.quantities[table.name], context.source
    if table.name.head != "flips" or table.name.wrappers:
        return f"{table.name} is nothing that λ changes"
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


def left_out_problem(table: LeftOut, context: Context) -> str:
    """Compare what is said to follow without each row with what does."""
    name, source = table.name, context.source
    if name.role is not Role.POSTERIOR or [row for row, _, _ in table.rows] != [
        case.id or str(at) for at, case in enumerate(source.data.cases, start=1)
    ]:
        return "the rows are not those of the data"
    prediction = source.predictions[name.model]
    decision = Names(name.model).decision(name.right)
    graph = Quantities([decision, name], definitions(prediction), context.quantities.effort())
    for at, (row, decimal, labels) in enumerate(table.rows):
        rest = (*source.data.cases[:at], *source.data.cases[at + 1 :])
        values_of = _recounted(prediction, graph, replace(source.data, cases=rest))
        if values_of is None:
            return f"without {row} nothing can be estimated"
        worth = settled(values_of(name))
        if labels_of(values_of(decision)) != labels or not stands_for(decimal, worth):
            return f"without {row} something else follows"
    return ""


# ------------------------------------------------------------------ queries


def _decisions(
    prediction: Prediction, name: QuantityName, effort: Effort
) -> tuple[dict[str, str], Mapping[Cells, tuple[str, ...]]]:
    """Return the cells of a query, and what is decided for every choice of them."""
    model = prediction.model
    seen = prediction.observed(name.before)
    shown = {**seen.cells, **{c: "0" for c in seen.ignored if c in model.listed}}
    cells = {column: shown[column] for column in model.columns() if column in shown}
    values = [model.listed[column].values(column) for column in cells]
    shares = {
        (column, value, k): model.names.within((Item("cell", column, value),), k)
        for column, of in zip(cells, values, strict=True)
        for value in of
        for k in model.class_items()
    }
    priors = {k: model.names.prior(k) for k in model.class_items()}
    graph = Quantities([*shares.values(), *priors.values()], definitions(prediction), effort)
    worth = {key: graph.value(of) for key, of in shares.items()}
    ignored = model.conventions.absent == "ignore"
    found = {}
    for chosen in product(*values):
        scores: dict[str, Value] = {}
        for k in model.class_items():
            score = graph.value(priors[k])
            for column, value in zip(cells, chosen, strict=True):
                block = model.listed[column]
                if not (ignored and column in block.uninformative({column: value})):
                    score = _times(score, worth[column, value, k])
            scores[k.value] = score
        found[chosen] = _largest(scores, first=model.conventions.tie == "first")
    return cells, found


def _times(one: Value, other: Value) -> Value:
    if isinstance(one, NoNumber) or isinstance(other, NoNumber):
        return UNDEFINED
    return values.multiply([one, other])


def _largest(scores: Mapping[str, Value], *, first: bool) -> tuple[str, ...]:
    """Return the labels whose score is below no other; none where all are zero or one is undefined."""
    known = {k: of for k, of in scores.items() if not isinstance(of, NoNumber | Undefined)}
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
    start = Counter(seen.words())
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
    return tuple(sorted((word, n) for word, n in words.items() if n))


def _steps(words: Counter[str], vocabulary: Sequence[str]) -> Iterator[Counter[str]]:
    """Yield the texts with a word less, a word more, or one in the place of another."""
    changes = [*(Counter({new: 1}) for new in vocabulary), Counter[str]()]
    for old in (*(word for word, n in words.items() if n), ""):
        for more in changes:
            yield words - Counter({old: 1} if old else {}) + more


def _difference(start: Counter[str], words: Counter[str]) -> Iterator[str]:
    left_out, put_in = (sorted((a - b).elements()) for a, b in ((start, words), (words, start)))
    for old, new in zip(left_out, put_in, strict=False):
        yield f"{new} for {old}"
    yield from (f"without {old}" for old in left_out[len(put_in) :])
    yield from (f"with {new}" for new in put_in[len(left_out) :])


def _decided(
    prediction: Prediction, seen: Observation, words: Counter[str], effort: Effort
) -> tuple[str, ...]:
    """Return what is decided about a text: a query of its own, asked as any other."""
    other = replace(seen, bags=({word: n for word, n in words.items() if n},), draws=())
    asked = replace(prediction, queries={"": other})
    name = prediction.model.names.decision((Item("query", "", ""),))
    return labels_of(Quantities([name], definitions(asked), effort).value(name))


# ------------------------------------------------------------------ edits of the data


def edits_anew(
    prediction: Prediction, name: QuantityName, source: Source, effort: Effort
) -> Mapping[str, tuple[str, ...]]:
    """Return the single edits that change a decision, in words, each with what is decided then."""
    decision = Names(name.model).decision(name.before)
    graph = Quantities([decision], definitions(prediction), effort)
    before = labels_of(graph.value(decision))
    found = {}
    for text, rows in _edited(source.data, prediction):
        values_of = _recounted(prediction, graph, replace(source.data, cases=rows))
        if values_of is not None and (labels := labels_of(values_of(decision))) != before:
            found[text] = labels
    return found


def _recounted(
    prediction: Prediction, graph: Quantities, data: Recount
) -> Callable[[QuantityName], Value] | None:
    """Return what everything is if other rows are counted; None where nothing can be estimated."""
    model = prediction.model
    shown = {case.label for case in data.cases}
    if model.conventions.prior == "mle" and shown < set(model.classes):
        return None
    overrides: dict[QuantityName, Value] = {}
    try:
        for name, quantity in graph.items():
            if quantity.reason.rule is Rule.COUNT:
                overrides[name] = Fraction(data.of(name))
            elif name.head in PARAMETERS and quantity.inline is InlineForm.MEASURED:
                formula = estimate_of(model, name, data.numbers).formula()
                overrides[name] = evaluate(formula, lambda used: overrides[used])
    except ExactnbError:
        return None
    # The sums of an estimate from numbers stand in its formula: it is put in even if it stays as it was.
    return graph.varied(
        {},
        {
            name: worth
            for name, worth in overrides.items()
            if name.head in PARAMETERS or worth != graph.value(name)
        },
    )


def _edited(data: Recount, prediction: Prediction) -> Iterator[tuple[str, tuple[Case, ...]]]:
    """Yield the rows after each single edit, and what was done, in words."""
    cases = data.cases
    for at, case in enumerate(cases):
        row = case.id or f"row {at + 1}"
        if case.weight:
            for text, instead in _instead(case, data, prediction):
                yield f"{row}{text}", (*cases[:at], *instead, *cases[at + 1 :])


def _instead(
    case: Case, data: Recount, prediction: Prediction
) -> Iterator[tuple[str, tuple[Case, ...]]]:
    """Yield what may stand in the place of a row."""
    model, schema = prediction.model, data.schema
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
                less = words - Counter({old: 1} if old else {}) + Counter({new: 1} if new else {})
                yield f": {text}", (replace(case, words=less),)
