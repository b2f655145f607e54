"""Optional sections: logarithms, evidence in steps, the chain rule, a table of several models.

How to read: the sections are independent of each other. One function returns the names that a section
needs (`logarithm_names`, `deciding_odds`, `update_names`, `chain_rule_names`), another one writes its
blocks. A `prediction` holds a model, `quantities` is the graph, and `chains` writes chains over it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from fractions import Fraction

from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.values import (
    Infinite,
    Undefined,
    compare,
    is_rational,
    sign,
    sorted_descending,
)
from exactnb.core.expression import nodes
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Product, Reference
from exactnb.core.expression.reasons import COMPARED, TENDS, VALUE
from exactnb.core.expression.results import Decision, are_equal
from exactnb.core.expression.written import number, written
from exactnb.core.families.base import Observation
from exactnb.core.model.model import Model
from exactnb.core.model.probabilities import Prediction
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item, Names, Pair, QuantityName, Role
from exactnb.core.problem.choice import LOGARITHMS
from exactnb.core.problem.problem import Problem
from exactnb.explain.derivation import (
    Chain,
    DecisionClaim,
    Extent,
    Grid,
    Line,
    Products,
    Remark,
    RowDecisions,
    Step,
)
from exactnb.explain.derivation.lines import Block, Inline, Relation
from exactnb.explain.solution.chains import Chains
from exactnb.explain.solution.sentences import with_commas

Case = tuple[Item, ...]
_MAX_ITEMS = 6  # cells and words of a training row that fit into a table
_MAX_FEATURES = 30  # features that are written out


def logarithm_names(joints: Iterable[QuantityName], base: str) -> tuple[QuantityName, ...]:
    """Return the names of the logarithms of `joints` to a `base` ("e", "2", "10"); none for ""."""
    return tuple(name.wrapped(LOGARITHMS[base]) for name in joints) if base else ()


def deciding_odds(quantities: Quantities, decision: QuantityName) -> QuantityName | None:
    """Return the log-odds that prove a `decision` in a graph `quantities` with irrational joints.

    They are those of the winner against the next class, or of two that are tied; None where the joints
    are rational, undefined or no products of powers.
    """
    formula = quantities[decision].formula
    if not isinstance(formula, nodes.ArgMax) or decision.wrappers:
        return None
    joints = [score.name for _, score in formula.scores if isinstance(score, nodes.Reference)]
    values = {joint: quantities.value(joint) for joint in joints}
    products = {joint: v for joint, v in values.items() if isinstance(v, Fraction | PowerProduct)}
    if len(products) < max(2, len(joints)) or all(map(is_rational, products.values())):
        return None

    best = sorted_descending(products, products.__getitem__)[:2]
    if sign(products[best[1]]) == 0:
        return None
    pair = Pair(*(joint.label for joint in best if joint.label is not None))
    return Names(decision.model).of_pair("log_odds", pair, decision.items)


def log_joint_blocks(
    chains: Chains, names: tuple[QuantityName, ...], decision: QuantityName
) -> list[Block]:
    """Return the joints `names` as sums of logarithms, written by `chains`, and the decision.

    The sentence about the `decision` is missing where a limit or a rule for ties decides.
    """
    blocks: list[Block] = [chains.write(name) for name in names]
    quantities = chains.quantities
    decided = quantities.value(decision) if decision in quantities else None
    if len(names) < 2 or not isinstance(decided, Decision):
        return blocks

    best, second = sorted_descending(names, quantities.value)[:2]
    tied = compare(quantities.value(best), quantities.value(second)) == 0  # type: ignore[arg-type]
    if tied and len(decided.labels) == 1:  # decided by a limit or a rule for ties, not by these numbers
        return blocks
    relation: Relation = "=" if tied else ">"
    line = Line(nodes.Reference(best), relation, nodes.Reference(second), COMPARED)
    return [*blocks, Remark((line, ", so ", DecisionClaim(decision, decided.labels), "."))]


def update_names(
    names: Iterable[QuantityName], predictions: Mapping[str, Prediction]
) -> list[QuantityName]:
    """Return the names that show for posteriors among `names` which earlier posterior is their prior.

    `predictions` are those of the problem, by the names of the models.
    """
    posteriors = dict.fromkeys(name for name in names if name.role is Role.POSTERIOR)
    needed: list[QuantityName] = []
    for name in posteriors:
        earlier = _earlier_posterior(name, posteriors, predictions[name.model].model)
        if earlier is not None:
            needed += [earlier, *_update_terms(name, earlier)]
    return needed


def update_blocks(
    chains: Chains, name: QuantityName, model: Model, written: set[QuantityName]
) -> list[Block]:
    """Return evidence of `name`, by `chains` of `model`, and that an earlier posterior is its prior.

    The evidence is added to `written`, the names that need no chain elsewhere.
    """
    quantities = chains.quantities
    earlier = _earlier_posterior(name, quantities, model)
    if earlier is None:
        return []
    likelihood, evidence = _update_terms(name, earlier)
    if likelihood not in quantities or evidence not in quantities:
        return []
    parts = (name, earlier, likelihood, evidence)
    if any(isinstance(quantities.value(part), Undefined | Infinite) for part in parts):
        return []
    left, prior, *factors = map(nodes.Reference, parts)
    update = nodes.Quotient(nodes.Product((prior, factors[0])), factors[1])
    line = Line(left, "=", update, COMPARED)
    written.add(evidence)
    sentence = Remark(("The earlier posterior is the prior now: ", line, "."))
    return [chains.write(evidence), sentence]


def log_odds_as_linear_forms(
    problem: Problem, quantities: Quantities, short: str | None = None
) -> list[Block]:
    """Return each log-odds that a `problem` asks for as bias plus weights, where the graph has these.

    With `short`, only those of the model of this name.
    """
    blocks: list[Block] = []
    for name in quantities.targets:
        if short is not None and name.model != short:
            continue
        if name.head != "log_odds" or name.wrappers or name.pair is None:
            continue
        model = problem.predictions[name.model].model
        observation = problem.predictions[name.model].observe(name.right)
        terms: list[nodes.Expression] = [nodes.Reference(model.names.of_pair("bias", name.pair))]
        for item, times in _weighted_items(model, observation):
            weight = nodes.Reference(model.names.of_pair("weight", name.pair, (item,)))
            terms.append(weight if times == 1 else nodes.Product((number(times), weight)))
        linear_form = nodes.Sum.of(terms)
        names = list(nodes.references(linear_form))
        # If a column is not observed, the log-odds sum over its values, and are no linear form.
        is_complete = {*observation.cells, *observation.ignored} >= set(model.features)
        if not is_complete or not all(n in quantities for n in names):
            continue
        if not any(isinstance(quantities.value(n), Infinite | Undefined) for n in names):
            line = Line(nodes.Reference(name), "=", linear_form, COMPARED)
            blocks.append(Remark(("As a linear form: ", line, ".")))
    return blocks


def _weighted_items(model: Model, observation: Observation) -> list[tuple[Item, Fraction]]:
    """Return the observed columns and words, each with the number that multiplies its weight."""
    terms = [term for block in model.blocks for term in block.linear_terms(observation)]
    places = {column: place for place, column in enumerate(observation.cells)}
    return sorted(terms, key=lambda term: places.get(term[0].variable, len(places)))


def row_decision_blocks(
    chains: Chains, accuracy: QuantityName, model: Model, room: int
) -> tuple[Block, ...]:
    """Return the joints of the training rows behind an `accuracy`, in one table written by `chains`.

    `model` decides about the rows; there is no table for more than `room` rows, or long ones.
    """
    general = Item("general", model.schema.class_variable, "k")
    decisions = [name for name in chains.quantities[accuracy].uses if name.head == "argmax"]
    if not 0 < len(decisions) <= room or any(len(name.left) > _MAX_ITEMS for name in decisions):
        return ()
    cases = [name.subjects for name in decisions]
    heads = tuple(model.names.joint(general, case) for case in cases)
    cells = tuple(
        tuple(_end_of_chain(chains, model.names.joint(label, case)) for label in model.class_items())
        for case in cases
    )
    return (Grid("", heads, model.class_items(), cells),)


def decisions_table(
    prediction: Prediction, name: QuantityName, quantities: Quantities, room: int
) -> RowDecisions:
    """Return the table of the rows behind the accuracy `name`, each with its class and its decision.

    Of more than `room` rows it has those that are decided wrongly.
    """
    from exactnb.core.model.deciding import DECIDED_WRONGLY, row_decisions, wrong_decisions

    rows = row_decisions(prediction, name, quantities)
    if len(rows) <= room:
        return RowDecisions(name, rows)
    wrong = wrong_decisions(rows)[:room]
    return RowDecisions(name, wrong, Extent(len(wrong), len(rows), "rows", DECIDED_WRONGLY))


def products_table(name: QuantityName, quantities: Quantities) -> Products | None:
    """Return the table of the products that `name` compares in the graph `quantities`.

    It is None for another quantity, and where a single equation says the same.
    """
    formula = quantities[name].formula
    if not isinstance(formula, nodes.Equal) or len(formula.pairs) < 4:
        return None
    rows = []
    for joint, product in zip(formula.pairs[::2], formula.pairs[1::2], strict=True):
        numbers = quantities.with_operands(joint), quantities.with_operands(product)
        values = [evaluate(side, quantities.value) for side in (joint, product)]
        rows.append((joint, *numbers, are_equal(*values)))
    return Products(name, tuple(rows))


def compare_models(chains: Chains, models: list[Model], cases: Iterable[Case]) -> list[Step]:
    """Return a step for each of the `cases`, with the posteriors and decisions of several `models`.

    A case about which only one model says something has no step.
    """
    quantities = chains.quantities
    steps = []
    for case in cases:
        rows: list[QuantityName] = []
        cells_by_model: list[dict[Item, Chain]] = []
        verdicts: list[Inline] = []
        general = Item("general", models[0].schema.class_variable, "k")
        for model in models:
            names = {k: model.names.posterior(k, case) for k in model.class_items()}
            names = {k: name for k, name in names.items() if name in quantities}
            cells = {k: _end_of_chain(chains, name, decimal=True) for k, name in names.items()}
            if not cells:
                continue
            rows.append(model.names.posterior(general, case))
            cells_by_model.append(cells)
            decision = model.names.decision(case)
            if decision in quantities:
                line = Line(nodes.Reference(decision), "=", written(quantities.value(decision)), VALUE)
                verdicts += [", " if verdicts else "Decided: ", line]
        if len(rows) < 2:
            continue
        in_cells = set().union(*cells_by_model)
        labels = tuple(label for label in models[0].class_items() if label in in_cells)
        grid_cells = tuple(tuple(map(cells.get, labels)) for cells in cells_by_model)
        blocks: list[Block] = [Grid("", tuple(rows), labels, grid_cells)]
        blocks += [Remark((*verdicts, "."))] if verdicts else []
        steps.append(Step("compare", "Side by side", tuple(blocks), case))
    return steps


def _end_of_chain(chains: Chains, name: QuantityName, *, decimal: bool = False) -> Chain:
    """Return the first and the last exact line of a chain, and the decimal if wanted."""
    lines = chains.write(name).lines
    exact = [line for line in lines if line.reason in (VALUE, *TENDS.values())]
    last = exact[-1] if exact else lines[-1]
    ends = (lines[0], last) if last != lines[0] else (last,)
    if decimal and last != lines[-1]:
        ends = (*ends, lines[-1])
    return Chain(ends)


def _earlier_posterior(
    name: QuantityName, names: Container[QuantityName], model: Model
) -> QuantityName | None:
    """Return the posterior of the same class on the longest part of the evidence, its prior.

    It is a prior only if the rest of the evidence is independent of that part within a class.
    """
    # Names are made and looked up: to compare each posterior with all others costs a square.
    covariates = model.covariate_names
    is_unfit = any(item.kind == "query" or item.variable in covariates for item in name.right)
    if is_unfit or not all(block.family.has_independent_draws for block in model.blocks):
        return None
    lengths = range(len(name.right) - 1, 0, -1)
    shorter = (name.with_condition(name.right[:length]) for length in lengths)
    return next((candidate for candidate in shorter if candidate in names), None)


def _update_terms(name: QuantityName, earlier: QuantityName) -> tuple[QuantityName, QuantityName]:
    """Return the names of likelihood and evidence of the observations that the earlier one lacks."""
    new, names = name.right[len(earlier.right) :], Names(name.model)
    return names.probability(new, name.subjects), names.probability(new, earlier.right)


def chain_rule_names(prediction: Prediction, identity: str) -> tuple[QuantityName, ...]:
    """Return the names P(k, x) of the first class, of its factors by the chain rule, of naive factors.

    `identity` is the id of a query. The result is empty for texts, for more than 30 features, and where
    naive Bayes drops no condition: where columns have one density together, or a count has an exposure.
    """
    model = prediction.model
    observation = prediction.queries[identity]
    if observation.words() or not 1 < len(observation.cells) <= _MAX_FEATURES:
        return ()
    columns = [column for column in model.by_column if column in observation.cells]
    together = any(model.by_column[column].family.is_joint for column in columns)
    if together or len(columns) < len(observation.cells):
        return ()
    label = model.class_items()[0]
    cells = tuple(Item("cell", column, observation.cells[column]) for column in columns)
    joint = model.names.joint(label, [Item("query", "", identity)])
    factors = [model.names.prior(label)]
    for index, cell in enumerate(cells):
        factors.append(model.names.probability((cell,), (label, *cells[:index])))
    return (joint, *factors, *map(_naive_factor, factors[1:]))


def chain_rule_step(prediction: Prediction, identity: str, quantities: Quantities) -> list[Step]:
    """Return the step that expands a joint and lists the conditions that the assumption drops.

    `identity` is the id of a query. No step is there if the graph lacks a factor or one is undefined.
    """
    names = chain_rule_names(prediction, identity)[: len(prediction.queries[identity].cells) + 2]
    if not names or not all(name in quantities for name in names):
        return []
    joint, *factors = names
    if any(isinstance(quantities.value(name), Undefined) for name in names):
        return []
    expansion = Product(tuple(map(Reference, factors)))
    expanded = Line(Reference(joint), "=", expansion, COMPARED)
    blocks: list[Block] = [Remark(("By the chain rule: ", expanded, "."))]
    pairs = ((Reference(name), Reference(_naive_factor(name))) for name in factors[2:])
    dropped = with_commas(Line(left, "=", right, COMPARED) for left, right in pairs)
    blocks.append(Remark(("Naive Bayes drops every condition but the class: ", *dropped, ".")))
    title = "The chain rule, before the assumption"
    return [Step("chain rule", title, tuple(blocks), (), prediction.model.name)]


def _naive_factor(name: QuantityName) -> QuantityName:
    """Return a factor with no condition but the class."""
    return name.with_condition(name.right[:1])
