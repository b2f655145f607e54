"""The derivations to be changed, and what their names are worth without the library's evaluator."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import reading
from strategies import (
    LAMBDAS,
    SIMPLE_WORDS,
    STYLES,
    VALUES,
    Case,
    Column,
    Fraction,
    Worth,
    over,
    plus,
    times,
)

from exactnb import Problem, solve
from exactnb.derivation import (
    Derivation,
    Line,
)
from exactnb.derivation.verify import Source
from exactnb.expression.names import Item, Pair, QuantityName
from exactnb.expression.nodes import (
    ArgMax,
    Expression,
    Indexed,
    Labels,
    Numeral,
    Reference,
    children,
)
from exactnb.expression.spell import spell
from exactnb.families import family, names
from exactnb.model.quantities import Quantities

EXAMPLES = Path(__file__).parents[2] / "worked_examples"
SEED = 20240917
ATTEMPTS = 320  # mutations of each kind; about half of them turn out to be false
LEAST = 1_000
TITLES = (
    *["plain"] * 5,
    "tie",
    "tie",
    "0/0",
    "0/0",
    "all zero",
    "counts",
    "counts",
    "partial",
    "partial",
)


# What things are worth, without the library's evaluator


def worth_of(cases: Mapping[str, Case], name: QuantityName) -> Worth:
    """Return what a quantity is worth by its meaning, counted and summed over rows and classes."""
    case = cases[name.model]
    (pair, label, cells), (_, given_label, given) = (split(case, of) for of in (name.left, name.right))
    if name.head in ("count", "freq"):
        both = case.count(label or given_label, {**cells, **given})
        return Fraction(both) if name.head == "count" else over(both, case.count(given_label, given))
    if name.head == "odds":
        first, *rest = pair or (label, *(k for k in case.classes if k != label))
        return over(_p(case, first, given), plus(*(_p(case, k, given) for k in rest)))
    if name.head == "lr":
        return over(*(_p_given(case, k, given) for k in pair))
    assert name.head == "P", name
    if given_label is not None:
        both = _p_given(case, given_label, {**cells, **given})
        return over(both, _p_given(case, given_label, given))
    joint = _p(case, label, {**cells, **given})
    return over(joint, _p(case, None, given)) if given else joint


def split(case: Case, items: tuple[Item | Pair, ...]) -> tuple[Any, str | None, dict[str, str]]:
    pair, label, cells = None, None, {}
    for item in items:
        if isinstance(item, Pair):
            pair = (item.first.value, item.second.value)
        elif item.kind == "class":
            label = item.value
        elif item.kind == "cell":
            cells[item.variable] = item.value
        else:
            cells |= case.queries[item.value]
    return pair, label, cells


def _p(case: Case, label: str | None, cells: Mapping[str, str]) -> Worth:
    if label is None:
        return plus(*(case.joint(k, cells) for k in case.classes))
    return case.joint(label, cells)


def _p_given(case: Case, label: str, cells: Mapping[str, str]) -> Worth:
    return times(*(case.factor(c, cells[c.name], label) for c in case.columns if c.name in cells))


def contains(line: Line, *kinds: type) -> bool:
    return any(isinstance(part, kinds) for part in parts_within(line.right))


@dataclass(frozen=True)
class Subject:
    """A derivation to be mutated, and the means to say what is false in it."""

    title: str
    problem: Problem
    cases: Mapping[str, Case]
    quantities: Quantities
    derivation: Derivation
    source: Source
    environment: dict[str, Worth] = field(default_factory=dict)

    @classmethod
    def of(cls, title: str, problem: Problem) -> Subject:
        """Return a problem's derivation, and its data as plain cases, one for each model."""
        verified = solve(problem).verified
        cases = {short: _case(problem, short) for short in problem.predictions}
        environment = {}
        for name in verified.quantities:
            if not name.wrappers and name.head in ("P", "count", "freq", "odds", "lr"):
                with suppress(
                    ZeroDivisionError
                ):  # odds of 1 to 0: left out, for no line is judged by it
                    environment[str(name)] = worth_of(cases, name)
        return cls(
            title, problem, cases, verified.quantities, verified.derivation, problem.verification(),
            environment,
        )  # fmt: skip

    def worth(self, expression: Expression) -> Worth | tuple[str, ...]:
        """Return the value of an expression, read from its spelling; of a decision, its labels."""
        if isinstance(expression, Labels):
            return expression.labels
        if isinstance(expression, ArgMax):
            scores = [(label, self.worth(score)) for label, score in expression.scores]
            known = [score for _, score in scores if isinstance(score, Fraction)]
            if len(known) < len(scores) or max(known) <= 0:
                return None
            best = [label for label, score in scores if score == max(known)]
            return tuple(best[:1] if expression.first else best)
        if isinstance(expression, Reference) and expression.name.head == "argmax":
            name = expression.name
            case = self.cases[name.model]
            return case.decided(split(case, name.left)[2])
        return reading.flat(spell(expression), self.environment)

    def is_false(self, line: Line) -> bool:
        """Say whether a line does not hold. Raises Unreadable where it cannot be told."""
        left, right = self.worth(line.left), self.worth(line.right)
        if contains(line, Indexed) and self._strays(line):
            return True
        if line.relation == "=":
            return left != right
        if not isinstance(left, Fraction) or not isinstance(right, Fraction):
            return True
        if line.relation == "≈":
            if not isinstance(line.right, Numeral):
                raise reading.Unreadable("≈ without a decimal")
            return not reading.is_rounded(spell(line.right), left)
        return left >= right if line.relation == "<" else left <= right

    def _strays(self, line: Line) -> bool:
        """Say whether the factors under ∏ are, as they are labelled, not worth what stands there."""
        assert isinstance(line.left, Reference)
        case = self.cases[line.left.name.model]
        cells = split(case, line.left.name.left)[2]
        observed = [i for i in line.left.name.left if isinstance(i, Item) and i.kind != "class"]
        for part in parts_within(line.right):
            if isinstance(part, Indexed):
                fields = dict(part.fields)
                if fields["x"] != ", ".join(item.spell() for item in observed):
                    return True
                shown = _p_given(case, fields["class"], cells)
                if shown != times(*(self.worth(term) for term in part.terms)):  # type: ignore[arg-type]
                    return True
        return False


def _case(problem: Problem, short: str) -> Case:
    """Return the data and choices of one model in plain Python."""
    model, table = problem.predictions[short].model, problem.table
    conventions = model.conventions
    given = {label: Fraction(p.value) for label, p in conventions.given_prior}
    columns = [
        Column(c, model.blocks[c].column.values, model.blocks[c].family.name) for c in model.blocks
    ]
    assert not conventions.smoothings or conventions.prior != "smoothed"
    return Case(
        table.classes,
        tuple(columns),
        tuple((row.label, row.cells) for row in table.rows),
        problem.queries,
        conventions.smoothing,
        {c: conventions.smoothing_of(c) for c in model.blocks},
        conventions.prior,
        tuple(given[label] for label in table.classes) if given else (),
        conventions.tie,
        class_variable=table.class_variable,
    )


def parts_within(expression: Expression) -> Iterator[Expression]:
    yield expression
    for part in children(expression):
        yield from parts_within(part)


# The derivations


def random_case(dice: random.Random, title: str) -> Case:
    """Return a small problem: at times smoothed, with ties, zeros, or a class without rows."""
    classes = ("+", "-", "mixed", "yes")[: dice.randint(2, 4)]
    columns = []
    for name in ("a", "b", "Sky")[: dice.randint(1, 3)]:
        chosen = dice.choice([n for n in names() if family(n).domain in VALUES])
        nominal = tuple(dice.sample(SIMPLE_WORDS, dice.randint(2, 3)))
        columns.append(
            Column(name, ("0", "1") if family(chosen).domain == "binary" else nominal, chosen)
        )
    prior = dice.choice(("mle", "uniform", "smoothed", "given"))
    smoothing = dice.choice(LAMBDAS)
    rows = [(dice.choice(classes), tuple(dice.choice(c.values) for c in columns)) for _ in range(6)]
    if prior == "mle":
        rows += [(k, tuple(dice.choice(c.values) for c in columns)) for k in classes]
    if title == "tie":
        rows = [(k, cells) for _, cells in rows[:3] for k in classes]
        prior = "uniform"
    if title == "0/0":
        rows, prior, smoothing = [row for row in rows if row[0] != "-"], "uniform", Fraction(0)
    if title == "all zero":
        columns[0] = replace(columns[0], values=("0", "1"), family="bernoulli")
        rows = [(k, ("0", *cells[1:])) for k, cells in rows]
        rows += [(k, ("0", *rows[0][1][1:])) for k in classes]
        prior, smoothing = "uniform", Fraction(0)
    weights = [dice.randint(1, 5) for _ in classes]
    queries = {
        identity: {c.name: dice.choice(c.values) for c in columns if dice.random() < 0.9}
        for identity in ("e*", "x'")[: dice.randint(1, 2)]
    }
    if title == "all zero":
        queries["e*"][columns[0].name] = "1"
    return Case(
        classes, tuple(columns), tuple(rows), queries, smoothing, prior=prior,
        given=tuple(Fraction(w, sum(weights)) for w in weights) if prior == "given" else (),
        tie=dice.choice(("report", "first")), style=dice.choice(STYLES), class_variable="y",
    )  # fmt: skip


def _counts_and_more(case: Case) -> tuple[str, ...]:
    """Return questions whose lines count, and that no query asks for."""
    first, second = case.classes[:2]
    column = case.columns[0]
    cell = f"{column.name}={column.values[0]}"
    ask = [f"count({k})" for k in case.classes] + [f"count({cell},{k})" for k in case.classes]
    ask += [f"P({cell})", f"odds({first}:{second}|{cell})", f"lr({first}:{second}|{cell})", "count()"]
    return (
        *ask,
        f"freq({cell}|{first})",
        f"P({first}|{cell})",
        *(f"P({cell}|{k})" for k in case.classes),
    )


@cache
def subjects() -> tuple[Subject, ...]:
    """Return the worked examples, and random problems that the seed fixes."""
    found = []
    for path in sorted(EXAMPLES.glob("*.toml")):
        problem = Problem.read(path)
        blocks = [b for p in problem.predictions.values() for b in p.model.blocks.values()]
        if all(block.family.domain in VALUES for block in blocks):
            found.append(Subject.of(path.stem, problem))
    dice = random.Random(SEED)
    for at, title in enumerate(TITLES, start=1):
        case = random_case(dice, title)
        if title == "counts":
            case = replace(case, ask=_counts_and_more(case))
        if title == "partial":  # tables with gaps
            estimates = [str(name) for name in case.estimates()]
            case = replace(case, ask=tuple(dice.sample(estimates, min(len(estimates), 5))))
        found.append(Subject.of(f"{title}, no. {at}", case.problem()))
    return tuple(found)
