"""Parts of a solution beside its main way: logarithms, evidence in steps, models side by side.

How to read: each public function is one section that may stand beside the main way, with the names it
asks for and the steps it writes.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from fractions import Fraction

from exactnb.core.arithmetic.deciding import descending
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.values import Infinite, Undefined, compare, is_rational, sign
from exactnb.core.expression import nodes
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.reasons import COMPARED, TENDS, VALUE
from exactnb.core.expression.results import Decision, same
from exactnb.core.expression.written import number, written
from exactnb.core.families.observation import Observation
from exactnb.core.model.model import Model
from exactnb.core.model.probabilities import Prediction
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item, Names, Pair, QuantityName
from exactnb.core.naming.roles import Role
from exactnb.core.problem.appearance import LOGARITHMS
from exactnb.core.problem.problem import Problem
from exactnb.explain.derivation import (
    Chain,
    Decisions,
    Extent,
    Grid,
    Line,
    Products,
    Remark,
    Step,
    Verdict,
)
from exactnb.explain.derivation.lines import Block, Inline, Relation
from exactnb.explain.solution.chains import Chains

Case = tuple[Item, ...]
_ITEMS = 6  # of a training row that stands in a table


def logarithms_of(joints: Iterable[QuantityName], base: str) -> tuple[QuantityName, ...]:
    """Return the names of the logarithms of some joints; none without a base."""
    if not base:
        return ()
    return tuple(name.wrapped(LOGARITHMS[base]) for name in joints)


def deciding(quantities: Quantities, decision: QuantityName) -> QuantityName | None:
    """Return the log-odds that show a decision, where the joints are no rational numbers.

    They are those of the winner against the next, or of two that are tied.
    """
    formula = quantities[decision].formula
    if not isinstance(formula, nodes.ArgMax) or decision.wrappers:
        return None
    joints = [score.name for _, score in formula.scores if isinstance(score, nodes.Reference)]
    worths = {joint: quantities.value(joint) for joint in joints}
    known = {joint: v for joint, v in worths.items() if isinstance(v, Fraction | PowerProduct)}
    if len(known) < max(2, len(joints)) or all(map(is_rational, known.values())):
        return None

    best = descending(known, known.__getitem__)[:2]
    if sign(known[best[1]]) == 0:
        return None
    pair = Pair(*(joint.label for joint in best if joint.label is not None))
    return Names(decision.model).of_pair("log_odds", pair, decision.items)


def in_logarithms(
    chains: Chains, names: tuple[QuantityName, ...], decision: QuantityName
) -> list[Block]:
    """Return the joints as sums of logarithms, and what they decide."""
    blocks: list[Block] = [chains.of(name) for name in names]
    known = chains.quantities
    decided = known.value(decision) if decision in known else None
    if len(names) < 2 or not isinstance(decided, Decision):
        return blocks

    best, second = descending(names, known.value)[:2]
    tied = compare(known.value(best), known.value(second)) == 0  # type: ignore[arg-type]
    if tied and len(decided.labels) == 1:  # a limit, or a rule for ties, decides; not these numbers
        return blocks
    relation: Relation = "=" if tied else ">"
    line = Line(nodes.Reference(best), relation, nodes.Reference(second), COMPARED)
    return [*blocks, Remark((line, ", so ", Verdict(decision, decided.labels), "."))]


def update_names(
    asked: Iterable[QuantityName], predictions: Mapping[str, Prediction]
) -> list[QuantityName]:
    """Return what is needed to show that an earlier posterior is the prior of a later one."""
    posteriors = dict.fromkeys(name for name in asked if name.role is Role.POSTERIOR)
    found: list[QuantityName] = []
    for name in posteriors:
        before = _before(name, posteriors, predictions[name.model].model)
        if before is not None:
            found += [before, *_step(name, before)]
    return found


def updated(chains: Chains, name: QuantityName, model: Model, said: set[QuantityName]) -> list[Block]:
    """Return the sentence that the posterior of earlier evidence is the prior of a posterior.

    What it rests on is worked out before it, and added to what is `said`.
    """
    known = chains.quantities
    before = _before(name, known, model)
    if before is None:
        return []
    likelihood, evidence = _step(name, before)
    if likelihood not in known or evidence not in known:
        return []
    if any(
        isinstance(known.value(n), Undefined | Infinite) for n in (name, before, likelihood, evidence)
    ):
        return []
    above = nodes.Product((nodes.Reference(before), nodes.Reference(likelihood)))
    line = Line(nodes.Reference(name), "=", nodes.Quotient(above, nodes.Reference(evidence)), COMPARED)
    said.add(evidence)
    sentence = Remark(("The earlier posterior is the prior now: ", line, "."))
    return [chains.of(evidence), sentence]


def linear_forms(problem: Problem, known: Quantities, short: str | None = None) -> list[Block]:
    """Return each log-odds asked of a model, or of any, as bias plus weights, if they are known."""
    out: list[Block] = []
    for name in known.asked:
        if short is not None and name.model != short:
            continue
        if name.head != "log_odds" or name.wrappers or name.pair is None:
            continue
        model = problem.predictions[name.model].model
        seen = problem.predictions[name.model].observed(name.right)
        terms: list[nodes.Expression] = [nodes.Reference(model.names.of_pair("bias", name.pair))]
        for item, times in _there(model, seen):
            weight = nodes.Reference(model.names.of_pair("weight", name.pair, (item,)))
            terms.append(weight if times == 1 else nodes.Product((number(times), weight)))
        whole = nodes.Sum.of(terms)
        names = list(nodes.references(whole))
        every = {*seen.cells, *seen.ignored} >= set(model.features)  # nothing is summed out of it
        if not every or not all(n in known for n in names):
            continue
        if not any(isinstance(known.value(n), Infinite | Undefined) for n in names):
            line = Line(nodes.Reference(name), "=", whole, COMPARED)
            out.append(Remark(("As a linear form: ", line, ".")))
    return out


def _there(model: Model, seen: Observation) -> list[tuple[Item, Fraction]]:
    """Return the columns and words that are there, with what their weights are multiplied by."""
    there = [of for block in model.blocks for of in block.linear_terms(seen)]
    places = {column: at for at, column in enumerate(seen.cells)}
    return sorted(there, key=lambda of: places.get(of[0].variable, len(places)))


def row_by_row(chains: Chains, accuracy: QuantityName, model: Model, room: int) -> tuple[Block, ...]:
    """Return the joints of all training rows that are decided, in one table; none if it is long."""
    general = Item("general", model.schema.class_variable, "k")
    decisions = [name for name in chains.quantities[accuracy].uses if name.head == "argmax"]
    if not 0 < len(decisions) <= room or any(len(name.left) > _ITEMS for name in decisions):
        return ()
    cases = [name.before for name in decisions]
    heads = tuple(model.names.joint(general, case) for case in cases)
    cells = tuple(
        tuple(_shown(chains, model.names.joint(label, case)) for label in model.class_items())
        for case in cases
    )
    return (Grid("", heads, model.class_items(), cells),)


def decisions_of(prediction: Prediction, name: QuantityName, known: Quantities, room: int) -> Decisions:
    """Return the table of the rows behind an accuracy; of too many, those that are decided wrongly."""
    from exactnb.core.model.questions.decided import DECIDED_WRONGLY, decided_rows, wrong_rows

    rows = decided_rows(prediction, name, known)
    if len(rows) <= room:
        return Decisions(name, rows)
    wrong = wrong_rows(rows)[:room]
    return Decisions(name, wrong, Extent(len(wrong), len(rows), "rows", DECIDED_WRONGLY))


def products_of(name: QuantityName, known: Quantities) -> Products | None:
    """Return the table of what may multiply, if that is more than one equation."""
    formula = known[name].formula
    if not isinstance(formula, nodes.Equal) or len(formula.pairs) < 4:
        return None
    rows = []
    for one, product in zip(formula.pairs[::2], formula.pairs[1::2], strict=True):
        numbers = known.substituted(one), known.substituted(product)
        worth = [evaluate(side, known.value) for side in (one, product)]
        rows.append((one, *numbers, same(*worth)))
    return Products(name, tuple(rows))


def side_by_side(chains: Chains, models: list[Model], cases: Iterable[Case]) -> list[Step]:
    """Return what several models say about the same query, in one table for each."""
    known = chains.quantities
    steps = []
    for case in cases:
        rows: list[QuantityName] = []
        found: list[dict[Item, Chain]] = []
        verdicts: list[Inline] = []
        general = Item("general", models[0].schema.class_variable, "k")
        for model in models:
            names = {k: model.names.posterior(k, case) for k in model.class_items()}
            cells = {k: _shown(chains, n, decimal=True) for k, n in names.items() if n in known}
            if not cells:
                continue
            rows.append(model.names.posterior(general, case))
            found.append(cells)
            decision = model.names.decision(case)
            if decision in known:
                line = Line(nodes.Reference(decision), "=", written(known.value(decision)), VALUE)
                verdicts += [", " if verdicts else "Decided: ", line]
        if len(rows) < 2:
            continue
        labels = tuple(k for k in models[0].class_items() if any(k in cells for cells in found))
        shown = tuple(tuple(map(cells.get, labels)) for cells in found)
        blocks: list[Block] = [Grid("", tuple(rows), labels, shown)]
        blocks += [Remark((*verdicts, "."))] if verdicts else []
        steps.append(Step("compare", "Side by side", tuple(blocks), case))
    return steps


def _shown(chains: Chains, name: QuantityName, *, decimal: bool = False) -> Chain:
    """Return the value at the end of a chain without the way to it, and the decimal if wanted."""
    lines = chains.of(name).lines
    exact = [line for line in lines if line.reason in (VALUE, TENDS)]
    last = exact[-1] if exact else lines[-1]
    found = (lines[0], last) if last != lines[0] else (last,)
    if decimal and last != lines[-1]:
        found = (*found, lines[-1])
    return Chain(found)


def _before(name: QuantityName, known: Container[QuantityName], model: Model) -> QuantityName | None:
    """Return the posterior of the same class on most of the same evidence, which may be its prior.

    It may be if, given the class, what was seen says nothing about what comes. Its name is made and
    looked up: to compare every posterior with every other costs a square.
    """
    beside = any(item.kind == "query" or item.variable in model.covariate_names for item in name.right)
    if beside or not all(block.is_apart for block in model.blocks):
        return None
    lengths = range(len(name.right) - 1, 0, -1)
    shorter = (name.given(name.right[:length]) for length in lengths)
    return next((other for other in shorter if other in known), None)


def _step(name: QuantityName, before: QuantityName) -> tuple[QuantityName, QuantityName]:
    """Return the likelihood and the evidence of what is seen anew."""
    new, names = name.right[len(before.right) :], Names(name.model)
    return names.probability(new, name.before), names.probability(new, before.right)
