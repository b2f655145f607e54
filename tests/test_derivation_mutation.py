"""Change one thing in a derivation; where that makes it false, `verify` must reject it.

What is false is decided here without `verify`: names are worth what brute force over the rows gives,
expressions what `reading.flat` reads from their spelling. `python tests/test_derivation_mutation.py`
prints how many false mutations of each kind were tried, and how many of them were rejected.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
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
from exactnb.arithmetic.rounding import Decimal, Rounding
from exactnb.derivation import (
    Chain,
    Data,
    Derivation,
    EstimateRule,
    Grid,
    Line,
    Rejected,
    Remark,
    Verdict,
    verify,
)
from exactnb.derivation.verify import Source
from exactnb.expression.names import Item, Pair, QuantityName
from exactnb.expression.nodes import (
    ArgMax,
    Expression,
    Function,
    Indexed,
    Integer,
    Labels,
    Negative,
    Numeral,
    Product,
    Quotient,
    Reference,
    Special,
    Sum,
    Words,
    children,
    references,
    with_children,
)
from exactnb.expression.nodes import replace as put
from exactnb.expression.reasons import VALUE, Rule
from exactnb.expression.spell import spell
from exactnb.families import family, names
from exactnb.families.base import PRIOR
from exactnb.model.quantities import Quantities
from exactnb.solution.worked import work_out

EXAMPLES = Path(__file__).parent.parent / "worked_examples"
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
    (pair, label, cells), (_, given_label, given) = (_split(case, of) for of in (name.left, name.right))
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


def _split(case: Case, items: tuple[Item | Pair, ...]) -> tuple[Any, str | None, dict[str, str]]:
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
            return case.decided(_split(case, name.left)[2])
        return reading.flat(spell(expression), self.environment)

    def is_false(self, line: Line) -> bool:
        """Say whether a line does not hold. Raises Unreadable where it cannot be told."""
        left, right = self.worth(line.left), self.worth(line.right)
        if _has(line, Indexed) and self._strays(line):
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
        cells = _split(case, line.left.name.left)[2]
        observed = [i for i in line.left.name.left if isinstance(i, Item) and i.kind != "class"]
        for part in _parts(line.right):
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


def _parts(expression: Expression) -> Iterator[Expression]:
    yield expression
    for part in children(expression):
        yield from _parts(part)


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


# The mutations: each changes one thing somewhere, or finds nothing to change and returns None


@dataclass(frozen=True)
class Mutant:
    """A derivation with one change, and whether it is false by an evaluation of our own."""

    derivation: Derivation
    is_false: bool
    what: str
    quantities: Quantities | None = None


Mutate = Callable[[Subject, random.Random], Mutant | None]
MUTATIONS: dict[str, Mutate] = {}


def kind(name: str) -> Callable[[Mutate], Mutate]:
    """Enter a mutation into the table."""

    def enter(mutate: Mutate) -> Mutate:
        MUTATIONS[name] = mutate
        return mutate

    return enter


def _with_block(subject: Subject, step: int, block: int, new: Any) -> Derivation:
    """Return the one step, with one block changed: a derivation is checked step by step."""
    old = subject.derivation.steps[step]
    blocks = (*old.blocks[:block], new, *old.blocks[block + 1 :])
    return replace(subject.derivation, steps=(replace(old, blocks=blocks),))


def _blocks(subject: Subject, kind_of: type) -> list[tuple[int, int, Any]]:
    steps = enumerate(subject.derivation.steps)
    found = ((s, b, block) for s, step in steps for b, block in enumerate(step.blocks))
    return [(s, b, block) for s, b, block in found if isinstance(block, kind_of)]


def _set(items: tuple[Any, ...], at: int, new: Any) -> tuple[Any, ...]:
    return (*items[:at], new, *items[at + 1 :])


def _places(subject: Subject) -> list[tuple[Line, Callable[[Line], Derivation]]]:
    """Return every line of a derivation, and how to put another in its place."""
    found: list[tuple[Line, Callable[[Line], Derivation]]] = []

    def chain(s: int, b: int, of: Chain, wrap: Callable[[Chain], Any]) -> None:
        for at, line in enumerate(of.lines):
            found.append(
                (
                    line,
                    lambda new, at=at: _with_block(
                        subject, s, b, wrap(replace(of, lines=_set(of.lines, at, new)))
                    ),
                )
            )

    for s, b, block in _blocks(subject, Chain):
        chain(s, b, block, lambda new: new)
    for s, b, block in _blocks(subject, Grid):
        for r, c, cell in _shown(block):
            chain(
                    s, b, cell,
                    lambda new, block=block, r=r, c=c: replace(
                        block, cells=_set(block.cells, r, _set(block.cells[r], c, new))
                    ),
                )  # fmt: skip
    for s, b, block in _blocks(subject, Remark):
        for at, part in enumerate(block.parts):
            if isinstance(part, Line):
                found.append(
                    (
                        part,
                        lambda new, s=s, b=b, block=block, at=at: _with_block(
                            subject, s, b, Remark(_set(block.parts, at, new))
                        ),
                    )
                )
    return found


def _shown(grid: Grid) -> list[tuple[int, int, Chain]]:
    """Return the cells of a table that are not left out."""
    cells = ((r, c, cell) for r, row in enumerate(grid.cells) for c, cell in enumerate(row))
    return [(r, c, cell) for r, c, cell in cells if cell is not None]


def _changed(
    subject: Subject,
    dice: random.Random,
    change: Callable[[Line], Line | None],
    only: Callable[[Line], bool] | None = None,
) -> Mutant | None:
    """Return the derivation with one random line changed, of all or of those that are chosen."""
    places = [place for place in _cached_places(subject.title) if only is None or only(place[0])]
    if not places:
        return None
    line, put_in = dice.choice(places)
    new = change(line)
    if new is None or new == line:
        return None
    return Mutant(put_in(new), subject.is_false(new), _told(new))


def _has(line: Line, *kinds: type) -> bool:
    return any(isinstance(part, kinds) for part in _parts(line.right))


def _told(line: Line) -> str:
    return f"{spell(line.left)} {line.relation} {spell(line.right)} [{line.reason.rule.value}]"


@cache
def _cached_places(title: str) -> Any:
    (found,) = (_places(subject) for subject in subjects() if subject.title == title)
    return found


def _at_random(
    expression: Expression, dice: random.Random, change: Callable[[Expression], Expression | None]
) -> Expression | None:
    """Return the expression with one random part changed, of those that the change applies to."""
    ways = [way for way in _ways(expression, change) if way != expression]
    return dice.choice(ways) if ways else None


def _ways(
    expression: Expression, change: Callable[[Expression], Expression | None]
) -> Iterator[Expression]:
    changed = change(expression)
    if changed is not None:
        yield changed
    parts = children(expression)
    for at, part in enumerate(parts):
        for other in _ways(part, change):
            yield with_children(expression, _set(parts, at, other))


def _on_a_side(
    subject: Subject, dice: random.Random, change: Callable[[Expression], Expression | None]
) -> Mutant | None:
    side = dice.choice(("left", "right", "right", "right"))

    def on_line(line: Line) -> Line | None:
        new = _at_random(getattr(line, side), dice, change)
        return None if new is None else replace(line, **{side: new})

    return _changed(subject, dice, on_line)


@kind("number")
def _number(subject: Subject, dice: random.Random) -> Mutant | None:
    def change(part: Expression) -> Expression | None:
        if not isinstance(part, Integer):
            return None
        other = dice.choice(
            (part.value + 1, max(part.value - 1, 0), part.value * 10, dice.randint(0, 20))
        )
        return Integer(other)

    return _on_a_side(subject, dice, change)


@kind("sign")
def _sign(subject: Subject, dice: random.Random) -> Mutant | None:
    def change(part: Expression) -> Expression | None:
        if isinstance(part, Negative):
            return part.term
        if isinstance(part, Sum):
            at = dice.randrange(len(part.terms))
            return Sum(_set(part.terms, at, Negative(part.terms[at])))
        if isinstance(part, Integer):
            return Integer(-part.value)
        return None

    return _on_a_side(subject, dice, change)


@kind("factor or term dropped")
def _dropped(subject: Subject, dice: random.Random) -> Mutant | None:
    def change(part: Expression) -> Expression | None:
        if not isinstance(part, Product | Sum) or len(children(part)) < 2:
            return None
        parts = children(part)
        at = dice.randrange(len(parts))
        return with_children(part, (*parts[:at], *parts[at + 1 :]))

    return _on_a_side(subject, dice, change)


@kind("factor or term doubled")
def _doubled(subject: Subject, dice: random.Random) -> Mutant | None:
    def change(part: Expression) -> Expression | None:
        if not isinstance(part, Product | Sum):
            return None
        parts = children(part)
        at = dice.randrange(len(parts))
        return with_children(part, (*parts[: at + 1], *parts[at:]))

    return _on_a_side(subject, dice, change)


@kind("product for sum")
def _operation(subject: Subject, dice: random.Random) -> Mutant | None:
    def change(part: Expression) -> Expression | None:
        if isinstance(part, Product):
            return Sum(part.factors)
        return Product(part.terms) if isinstance(part, Sum) else None

    return _on_a_side(subject, dice, change)


def _other_name(subject: Subject, dice: random.Random, part: Expression) -> Expression | None:
    if not isinstance(part, Reference):
        return None
    alike = [n for n in subject.quantities if n.head == part.name.head and n != part.name]
    return Reference(dice.choice(alike)) if alike else None


@kind("another name")
def _name(subject: Subject, dice: random.Random) -> Mutant | None:
    return _changed(
        subject,
        dice,
        lambda line: _with_right(line, dice, lambda part: _other_name(subject, dice, part)),
    )


@kind("a number for a name")
def _number_for_name(subject: Subject, dice: random.Random) -> Mutant | None:
    def change(part: Expression) -> Expression | None:
        if not isinstance(part, Reference):
            return None
        return Quotient(Integer(dice.randint(0, 9)), Integer(dice.randint(1, 9)))

    return _changed(subject, dice, lambda line: _with_right(line, dice, change))


def _with_right(
    line: Line, dice: random.Random, change: Callable[[Expression], Expression | None]
) -> Line | None:
    new = _at_random(line.right, dice, change)
    return None if new is None else replace(line, right=new)


@kind("left side of a chain")
def _left(subject: Subject, dice: random.Random) -> Mutant | None:
    chains = _blocks(subject, Chain)
    if not chains:
        return None
    s, b, chain = dice.choice(chains)
    other = _other_name(subject, dice, chain.lines[0].left)
    if other is None:
        return None
    lines = tuple(replace(line, left=other) for line in chain.lines)
    plain = [line for line in lines if not _has(line, Indexed)]
    false = any(subject.is_false(line) for line in plain)
    return Mutant(_with_block(subject, s, b, replace(chain, lines=lines)), false, _told(lines[0]))


@kind("fraction inverted")
def _inverted(subject: Subject, dice: random.Random) -> Mutant | None:
    def change(part: Expression) -> Expression | None:
        return Quotient(part.denominator, part.numerator) if isinstance(part, Quotient) else None

    return _on_a_side(subject, dice, change)


@kind("relation")
def _relation(subject: Subject, dice: random.Random) -> Mutant | None:
    relation: Any = dice.choice("=≈<>")
    return _changed(subject, dice, lambda line: replace(line, relation=relation))


@kind("rounded digit")
def _digit(subject: Subject, dice: random.Random) -> Mutant | None:
    def change(part: Expression) -> Expression | None:
        if not isinstance(part, Numeral):
            return None
        decimal = part.decimal
        if dice.random() < 0.2:
            return Numeral(Decimal(decimal.units, decimal.places + dice.choice((-1, 1))))
        step = 10 ** dice.randrange(max(len(str(decimal.units)), 1))
        return Numeral(Decimal(decimal.units + dice.choice((-1, 1)) * step, decimal.places))

    return _changed(
        subject, dice, lambda line: _with_right(line, dice, change), lambda line: _has(line, Numeral)
    )


@kind("label decided")
def _label(subject: Subject, dice: random.Random) -> Mutant | None:
    classes = subject.problem.table.classes

    def change(part: Expression) -> Expression | None:
        if isinstance(part, Labels):
            return Labels(tuple(dice.sample(classes, dice.randint(1, 2))))
        if isinstance(part, Special):
            return Labels((dice.choice(classes),))
        if isinstance(part, ArgMax):
            labels = dice.sample(classes, len(part.scores))
            return replace(part, scores=tuple(zip(labels, children(part), strict=True)))
        return None

    return _changed(
        subject,
        dice,
        lambda line: _with_right(line, dice, change),
        lambda line: _has(line, ArgMax, Labels, Special),
    )


@kind("scores of a decision")
def _scores(subject: Subject, dice: random.Random) -> Mutant | None:
    """Put numbers that are not the joints into an argmax, in an order that has the same winner."""

    def change(line: Line) -> Line | None:
        assert isinstance(line.right, ArgMax)
        if subject.worth(line.right) is None:
            return None
        added = Integer(dice.randint(1, 9))
        scores = tuple((label, Product((added, score))) for label, score in line.right.scores)
        return Line(line.left, "=", replace(line.right, scores=scores), VALUE)

    mutant = _changed(
        subject, dice, change, lambda line: _has(line, ArgMax) and not any(references(line.right))
    )
    return None if mutant is None else replace(mutant, is_false=True)


@kind("a box around another answer")
def _boxed(subject: Subject, dice: random.Random) -> Mutant | None:
    chains = [place for place in _blocks(subject, Chain) if place[2].lines[0].left.name.right]
    if not chains:
        return None
    s, b, chain = dice.choice(chains)
    name = chain.lines[0].left.name
    case = subject.cases[name.model]
    _, label, _ = _split(case, name.left)
    decided = case.decided(_split(case, name.right)[2])
    made = _with_block(subject, s, b, replace(chain, boxed=True))
    return Mutant(made, label is not None and label not in (decided or ()), f"{name} is boxed")


@kind("undefined for a number")
def _undefined(subject: Subject, dice: random.Random) -> Mutant | None:
    def change(part: Expression) -> Expression | None:
        if isinstance(part, Special):
            return Integer(dice.randint(0, 1))
        return Special("undefined") if isinstance(part, Integer | Quotient) else None

    return _changed(subject, dice, lambda line: _with_right(line, dice, change))


@kind("label or query under a product sign")
def _indexed(subject: Subject, dice: random.Random) -> Mutant | None:
    def change(part: Expression) -> Expression | None:
        return _astray(subject, dice, part) if isinstance(part, Indexed) else None

    return _changed(
        subject, dice, lambda line: _with_right(line, dice, change), lambda line: _has(line, Indexed)
    )


def _astray(subject: Subject, dice: random.Random, product: Indexed) -> Indexed:
    fields = dict(product.fields)
    at = dice.choice(tuple(fields))
    others = subject.problem.table.classes if at == "class" else (*subject.problem.queries, "none")
    return replace(product, fields=tuple({**fields, at: dice.choice(others)}.items()))


@kind("extent of a product sign")
def _extent(subject: Subject, dice: random.Random) -> Mutant | None:
    """Take the prior in under the product sign, or leave a factor out of it."""

    def change(line: Line) -> Line | None:
        parts = children(line.right) if isinstance(line.right, Product) else (line.right,)
        at = next(i for i, part in enumerate(parts) if isinstance(part, Indexed))
        product = parts[at]
        if at and dice.random() < 0.5:
            new = (*parts[: at - 1], replace(product, terms=(parts[at - 1], *product.terms)))
        else:
            new = (*parts[:at], *product.terms[:1], replace(product, terms=product.terms[1:]))
        return replace(line, right=Product((*new, *parts[at + 1 :])))

    return _changed(subject, dice, change, lambda line: _has(line, Indexed))


@kind("a product sign over other factors")
def _product_sign(subject: Subject, dice: random.Random) -> Mutant | None:
    """Draw the factors of a joint together, below the opening line, under another class's sign."""

    def change(line: Line) -> Line | None:
        assert isinstance(line.left, Reference)
        labels = [i.value for i in line.left.name.left if isinstance(i, Item) and i.kind == "class"]
        others = [k for k in subject.problem.table.classes if k not in labels]
        if len(labels) != 1 or not others or line.left.name.right or line.left.name.head != "P":
            return None
        observed = ", ".join(i.spell() for i in line.left.name.left if i.kind != "class")  # type: ignore[union-attr]
        fields = (("class", dice.choice(others)), ("x", observed))
        terms = line.right.factors if isinstance(line.right, Product) else (line.right,)
        first = terms[:1] if len(terms) > 1 else ()
        return replace(line, right=Product((*first, Indexed("factor", fields, terms[len(first) :]))))

    def is_of_a_joint(line: Line) -> bool:
        return (
            isinstance(line.left, Reference) and line.relation == "=" and len(line.left.name.left) > 1
        )

    return _changed(subject, dice, change, is_of_a_joint)


@kind("cells of a table swapped")
def _cells(subject: Subject, dice: random.Random) -> Mutant | None:
    s, b, grid = dice.choice(_blocks(subject, Grid))
    places = [(r, c) for r, c, _ in _shown(grid)]
    if len(places) < 2:
        return None
    (r, c), (t, d) = dice.sample(places, 2)
    one, other = grid.cells[r][c], grid.cells[t][d]
    cells = _set(grid.cells, r, _set(grid.cells[r], c, other))
    cells = _set(cells, t, _set(cells[t], d, one))
    return _grid_mutant(subject, s, b, replace(grid, cells=cells))


@kind("cell of a table from elsewhere")
def _cell(subject: Subject, dice: random.Random) -> Mutant | None:
    s, b, grid = dice.choice(_blocks(subject, Grid))
    _, _, elsewhere = dice.choice(_blocks(subject, Grid))
    r, c = dice.randrange(len(grid.rows)), dice.randrange(len(grid.columns))
    other = dice.choice(dice.choice(elsewhere.cells))
    cells = _set(grid.cells, r, _set(grid.cells[r], c, other))
    return _grid_mutant(subject, s, b, replace(grid, cells=cells))


@kind("heading of a row")
def _row(subject: Subject, dice: random.Random) -> Mutant | None:
    s, b, grid = dice.choice(_blocks(subject, Grid))
    _, _, elsewhere = dice.choice(_blocks(subject, Grid))
    rows = _set(grid.rows, dice.randrange(len(grid.rows)), dice.choice(elsewhere.rows))
    return _grid_mutant(subject, s, b, replace(grid, rows=rows))


@kind("heading of a column")
def _column(subject: Subject, dice: random.Random) -> Mutant | None:
    s, b, grid = dice.choice(_blocks(subject, Grid))
    at = dice.randrange(len(grid.columns))
    other = dice.choice(subject.problem.predictions[""].model.class_items())
    columns = _set(grid.columns, at, dice.choice((other, replace(other, value="nothing"))))
    return _grid_mutant(subject, s, b, replace(grid, columns=columns))


@kind("corner of a table")
def _corner(subject: Subject, dice: random.Random) -> Mutant | None:
    grids = [(s, b, grid) for s, b, grid in _blocks(subject, Grid) if grid.corner]
    if not grids:
        return None
    s, b, grid = dice.choice(grids)
    return _grid_mutant(subject, s, b, replace(grid, corner=dice.choice(subject.problem.table.columns)))


@kind("a column of a table left out")
def _short(subject: Subject, dice: random.Random) -> Mutant | None:
    s, b, grid = dice.choice(_blocks(subject, Grid))
    if len(grid.columns) < 2:
        return None
    at = dice.randrange(len(grid.columns))
    columns = (*grid.columns[:at], *grid.columns[at + 1 :])
    return Mutant(_with_block(subject, s, b, replace(grid, columns=columns)), True, "fewer columns")


@kind("a row or class of a table twice")
def _twice(subject: Subject, dice: random.Random) -> Mutant | None:
    s, b, grid = dice.choice(_blocks(subject, Grid))
    if dice.random() < 0.5:
        new = replace(grid, rows=(*grid.rows, grid.rows[0]), cells=(*grid.cells, grid.cells[0]))
    else:
        cells = tuple((*row, row[0]) for row in grid.cells)
        new = replace(grid, columns=(*grid.columns, grid.columns[0]), cells=cells)
    return Mutant(_with_block(subject, s, b, new), True, "twice")


@kind("heading of another head")
def _heading(subject: Subject, dice: random.Random) -> Mutant | None:
    grids = [g for g in _blocks(subject, Grid) if isinstance(g[2].rows[0], QuantityName)]
    s, b, grid = dice.choice(grids)
    at = dice.randrange(len(grid.rows))
    rows = _set(grid.rows, at, replace(grid.rows[at], head="odds"))
    return _grid_mutant(subject, s, b, replace(grid, rows=rows))


def _grid_mutant(subject: Subject, s: int, b: int, grid: Grid) -> Mutant:
    """Return a mutated table: false if a number in it is not what its row and column say."""
    return Mutant(_with_block(subject, s, b, grid), _table_is_false(subject, s, grid), str(grid)[:200])


def _table_is_false(subject: Subject, s: int, grid: Grid) -> bool:
    model = subject.derivation.steps[s].model or ""
    case = subject.cases[model]
    for head, cells in zip(grid.rows, grid.cells, strict=True):
        for label, chain in zip(grid.columns, cells, strict=False):
            if chain is None:
                continue
            if label.value not in case.classes:
                return True
            if isinstance(head, QuantityName):
                swap = lambda item, label=label: label if item.kind == "general" else item  # noqa: E731
                name = replace(
                    head, left=tuple(map(swap, head.left)), right=tuple(map(swap, head.right))
                )
            elif head in {c.name: c.values for c in case.columns}.get(grid.corner, ()):
                name = QuantityName("P", (Item("cell", grid.corner, head),), (label,), model)
            else:
                return True
            expected = worth_of(subject.cases, name)
            for line in chain.lines[1:] or chain.lines:
                if subject.worth(line.right) != expected:
                    return True
    return False


def _parts_of_remarks(subject: Subject, kind_of: type) -> list[tuple[int, int, Remark, int]]:
    return [
        (s, b, block, at)
        for s, b, block in _blocks(subject, Remark)
        for at, part in enumerate(block.parts)
        if isinstance(part, kind_of)
    ]


@kind("label in a sentence")
def _prose_label(subject: Subject, dice: random.Random) -> Mutant | None:
    remarks = _parts_of_remarks(subject, Verdict)
    if not remarks:
        return None
    s, b, block, at = dice.choice(remarks)
    classes = subject.problem.table.classes
    labels = tuple(dice.sample(classes, dice.randint(0, min(2, len(classes)))))
    return _verdict_mutant(subject, s, b, block, at, replace(block.parts[at], labels=labels))


@kind("decision in a sentence")
def _prose_decision(subject: Subject, dice: random.Random) -> Mutant | None:
    remarks = _parts_of_remarks(subject, Verdict)
    if not remarks:
        return None
    s, b, block, at = dice.choice(remarks)
    decision = replace(dice.choice([n for n in subject.quantities if n.head in ("argmax", "P")]))
    return _verdict_mutant(subject, s, b, block, at, replace(block.parts[at], decision=decision))


def _verdict_mutant(
    subject: Subject, s: int, b: int, block: Remark, at: int, verdict: Verdict
) -> Mutant:
    name = verdict.decision
    decided = subject.cases[name.model].decided(_split(subject.cases[name.model], name.left)[2])
    false = name.head != "argmax" or set(verdict.labels) != set(decided or ()) or decided is None
    made = _with_block(subject, s, b, Remark(_set(block.parts, at, verdict)))
    return Mutant(made, false, f"{name} is {verdict.labels}")


@kind("number in a sentence")
def _prose_number(subject: Subject, dice: random.Random) -> Mutant | None:
    """Put a bare expression, name or number into a sentence, where nothing says what it is."""
    remarks = _parts_of_remarks(subject, str)
    if not remarks:
        return None
    s, b, block, at = dice.choice(remarks)
    some = dice.choice(tuple(subject.quantities))
    number = dice.randint(0, 9)
    bare = dice.choice((
        Integer(number), Quotient(Integer(number), Integer(7)), Numeral(Decimal(number, 1)), number,
        Fraction(number, 7), number / 10, Reference(some), some, Labels(subject.problem.table.classes),
        Item("class", "y", "+"), Special("undefined"), Words("rows", "hits"), None, b"7",
        Product((Integer(number), Integer(2))), (Integer(number),), Chain(()),
    ))  # fmt: skip
    new = Remark((*block.parts[:at], bare, *block.parts[at:]))
    return Mutant(_with_block(subject, s, b, new), True, repr(bare)[:60])


@kind("line in a sentence")
def _prose_line(subject: Subject, dice: random.Random) -> Mutant | None:
    remarks = _parts_of_remarks(subject, Line)
    if not remarks:
        return None
    s, b, block, at = dice.choice(remarks)
    line = block.parts[at]

    def change(part: Expression) -> Expression | None:
        if isinstance(part, Integer):
            return Integer(part.value + dice.choice((-1, 1)))
        return _other_name(subject, dice, part)

    side = dice.choice(("left", "right"))
    new = _at_random(getattr(line, side), dice, change)
    if new is None:
        return None
    wrong = replace(line, **{side: new})
    made = _with_block(subject, s, b, Remark(_set(block.parts, at, wrong)))
    return Mutant(made, subject.is_false(wrong), _told(wrong))


NUMBERS = ("7", "17", "²", "½", "Ⅷ", "٣", "①", "三", "零", "৪", "🄁")


@kind("digit in the words of a sentence")
def _prose_digit(subject: Subject, dice: random.Random) -> Mutant | None:
    remarks = _parts_of_remarks(subject, str)
    if not remarks:
        return None
    s, b, block, at = dice.choice(remarks)
    text = block.parts[at]
    cut = dice.randint(0, len(text))
    new = Remark(_set(block.parts, at, text[:cut] + dice.choice(NUMBERS) + text[cut:]))
    return Mutant(_with_block(subject, s, b, new), True, "a number nobody counted")


@kind("digit in a title")
def _title_digit(subject: Subject, dice: random.Random) -> Mutant | None:
    step = dice.choice(subject.derivation.steps)
    title = f"{step.title} in {dice.choice(NUMBERS)} rows"
    made = replace(subject.derivation, steps=(replace(step, title=title),))
    return Mutant(made, True, "a number nobody counted")


@kind("what a step is about")
def _about(subject: Subject, dice: random.Random) -> Mutant | None:
    """Put another query or cell into a title: false where a chain below it is about something else."""
    table = subject.problem.table
    step = dice.choice(subject.derivation.steps)
    seen = [Item("query", "", identity) for identity in (*subject.problem.queries, "nothing")]
    seen += [Item("cell", c, v) for c, of in zip(table.columns, table.values, strict=True) for v in of]
    about = tuple(dice.sample(seen, 1 if dice.random() < 0.8 else 2))
    if dice.random() < 0.1:
        about = (Item("class", table.class_variable, table.classes[0]),)
    chains = [block for block in step.blocks if isinstance(block, Chain)]
    told = [chain.lines[0].left.name for chain in chains]  # type: ignore[union-attr]
    told += [p.decision for b in step.blocks if isinstance(b, Remark) for p in b.parts
             if isinstance(p, Verdict)]  # fmt: skip
    false = any(
        {i for i in (*n.left, *n.right) if isinstance(i, Item) and i.kind != "class"} != set(about)
        for n in told
    )
    made = replace(subject.derivation, steps=(replace(step, about=about),))
    return Mutant(made, false, f"{step.key} about {about}")


@kind("setting")
def _setting(subject: Subject, dice: random.Random) -> Mutant | None:
    setting = subject.derivation.setting
    at = dice.randrange(len(setting))
    other = dice.choice(("no smoothing", "uniform prior", "λ = 1", "λ = 3/7 for a", "models a, b", ""))
    new = dice.choice((_set(setting, at, other), (*setting, other), setting[:at] + setting[at + 1 :]))
    return Mutant(replace(subject.derivation, setting=new), new != setting, f"{setting} as {new}")


@kind("what a model is")
def _models(subject: Subject, dice: random.Random) -> Mutant | None:
    models = subject.derivation.models
    at = dice.randrange(len(models))
    name, families, conventions, *rest = models[at]
    new = dice.choice((
        (name + "?", families, conventions, *rest),
        (name, tuple((c, dice.choice(names())) for c, _ in families), conventions, *rest),
        (name, families, tuple((k, dice.choice(("0", "1", "uniform"))) for k, _ in conventions), *rest),
        (name, families[1:], conventions, *rest),
    ))  # fmt: skip
    made = replace(subject.derivation, models=_set(models, at, new))
    return Mutant(made, new != models[at], str(new)[:80])


@kind("words of a reason")
def _reason(subject: Subject, dice: random.Random) -> Mutant | None:
    known = {line.reason.words for line, _ in _cached_places(subject.title)}
    words = dice.choice((*sorted(known), "trust me"))
    places = [p for p in _cached_places(subject.title) if p[0].reason.words != words]
    line, put_in = dice.choice(places)
    new = replace(line, reason=replace(line.reason, words=words))
    return Mutant(put_in(new), True, f"{_told(line)}: {words!r} for {line.reason.words!r}")


@kind("a rule's number")
def _rule(subject: Subject, dice: random.Random) -> Mutant | None:
    rules = _blocks(subject, EstimateRule)
    if not rules:
        return None
    s, b, rule = dice.choice(rules)

    def change(part: Expression) -> Expression | None:
        if isinstance(part, Integer):
            return Integer(part.value + dice.choice((-1, 1, 2)))
        if isinstance(part, Words) and dice.random() < 0.3:
            return Sum((part, Integer(1)))
        if isinstance(part, Quotient) and dice.random() < 0.3:
            return Quotient(part.denominator, part.numerator)
        if isinstance(part, Sum) and dice.random() < 0.5:
            return part.terms[0]
        return None

    right = _at_random(rule.right, dice, change)
    if right is None:
        return None
    new = replace(rule, right=right)
    return Mutant(_with_block(subject, s, b, new), _rule_is_false(subject, new), spell(right))


def _rule_is_false(subject: Subject, rule: EstimateRule) -> bool:
    for instance in rule.instances:
        roles = dict(instance.roles)
        formula = put(rule.right, lambda part, roles=roles: roles.get(getattr(part, "role", "")))
        text = spell(formula)
        if reading.flat(text, subject.environment) != worth_of(subject.cases, instance.name):
            return True
    return False


@kind("value of a rule")
def _rule_value(subject: Subject, dice: random.Random) -> Mutant | None:
    rules = [r for r in _blocks(subject, EstimateRule) if r[2].value == "1"]
    if not rules:
        return None
    s, b, rule = dice.choice(rules)
    zero = [replace(i.name, left=(replace(i.name.left[0], value="0"),)) for i in rule.instances]
    false = any(
        worth_of(subject.cases, other) != worth_of(subject.cases, instance.name)
        for other, instance in zip(zero, rule.instances, strict=True)
    )
    return Mutant(_with_block(subject, s, b, replace(rule, value="0")), false, "the rule of a 0")


@kind("role of a rule")
def _rule_role(subject: Subject, dice: random.Random) -> Mutant | None:
    """Put the left side of another family's rule, or of the prior's, before a right side."""
    rules = _blocks(subject, EstimateRule)
    if not rules:
        return None
    s, b, rule = dice.choice(rules)
    role = dice.choice((PRIOR, *names()))
    value = "" if role == PRIOR else family(role).shown_value
    new = replace(rule, role=role, value=dice.choice((value, rule.value)))
    return Mutant(_with_block(subject, s, b, new), role != rule.role, f"{rule.role} as {role}")


@kind("words of a rule")
def _rule_words(subject: Subject, dice: random.Random) -> Mutant | None:
    rules = _blocks(subject, EstimateRule)
    if not rules:
        return None
    s, b, rule = dice.choice(rules)
    texts = [p.text for _, _, r in rules for p in _parts(r.right) if isinstance(p, Words)]

    def change(part: Expression) -> Expression | None:
        return replace(part, text=dice.choice((*texts, "rows"))) if isinstance(part, Words) else None

    right = _at_random(rule.right, dice, change)
    if right is None:
        return None
    return Mutant(_with_block(subject, s, b, replace(rule, right=right)), True, repr(right)[:200])


@kind("roles of a rule")
def _rule_roles(subject: Subject, dice: random.Random) -> Mutant | None:
    """Exchange two roles throughout a rule: its words then say what its instances do not count."""
    rules = _blocks(subject, EstimateRule)
    if not rules:
        return None
    s, b, rule = dice.choice(rules)
    texts = {part.role: part for part in _parts(rule.right) if isinstance(part, Words)}
    one, other = dice.sample(sorted(texts), 2)
    swapped = {one: other, other: one}
    right = put(
        rule.right,
        lambda part: texts[swapped[part.role]] if getattr(part, "role", "") in swapped else None,
    )
    instances = tuple(
        replace(i, roles=tuple((swapped.get(role, role), of) for role, of in i.roles))
        for i in rule.instances
    )
    new = replace(rule, right=right, instances=instances)
    true_roles = replace(new, instances=rule.instances)
    made = _with_block(subject, s, b, new)
    return Mutant(made, _rule_is_false(subject, true_roles), repr(right)[:200])


@kind("instance of a rule")
def _rule_instance(subject: Subject, dice: random.Random) -> Mutant | None:
    rules = _blocks(subject, EstimateRule)
    if not rules:
        return None
    s, b, rule = dice.choice(rules)
    at = dice.randrange(len(rule.instances))
    old = rule.instances[at].name
    name = dice.choice([n for n in subject.quantities if n.head == "P" and not n.wrappers])
    strange = dice.random() < 0.2
    if strange:
        name = replace(old, left=(replace(old.left[0], value="nothing"),))
    new = replace(rule, instances=_set(rule.instances, at, replace(rule.instances[at], name=name)))
    false = strange or _rule_is_false(subject, new)
    return Mutant(_with_block(subject, s, b, new), false, f"{name} for {old}")


@kind("no instance of a rule")
def _rule_empty(subject: Subject, dice: random.Random) -> Mutant | None:
    rules = _blocks(subject, EstimateRule)
    if not rules:
        return None
    s, b, rule = dice.choice(rules)
    return Mutant(_with_block(subject, s, b, replace(rule, instances=())), True, "of nothing")


@kind("a row of the data")
def _data(subject: Subject, dice: random.Random) -> Mutant | None:
    found = _blocks(subject, Data)
    if not found:
        return None
    s, b, data = dice.choice(found)
    way = dice.choice(("cell", "label", "dropped", "doubled", "query", "column"))
    if way == "query" and data.queries:
        at = dice.randrange(len(data.queries))
        row = data.queries[at]
        new = replace(data, queries=_set(data.queries, at, replace(row, cells=_set(row.cells, 0, "2"))))
    elif way == "column":
        new = replace(data, columns=_set(data.columns, 0, data.columns[0] + "x"))
    else:
        at = dice.randrange(len(data.rows))
        row = data.rows[at]
        rows = {
            "cell": _set(data.rows, at, replace(row, cells=_set(row.cells, -1 % len(row.cells), "2"))),
            "label": _set(data.rows, at, replace(row, label=row.label + "?")),
            "dropped": (*data.rows[:at], *data.rows[at + 1 :]),
        }
        new = replace(data, rows=rows.get(way, (*data.rows, row)))
    return Mutant(_with_block(subject, s, b, new), new != data, way)


@kind("the class variable")
def _class_variable(subject: Subject, dice: random.Random) -> Mutant | None:
    found = _blocks(subject, Data)
    if not found:
        return None
    s, b, data = dice.choice(found)
    new = replace(data, class_variable=dice.choice(data.columns))
    return Mutant(_with_block(subject, s, b, new), True, "another class variable")


@kind("model of a step")
def _model(subject: Subject, dice: random.Random) -> Mutant | None:
    if len(subject.cases) < 2:
        return None
    step = dice.choice(subject.derivation.steps)
    new = replace(step, model=dice.choice(tuple(subject.cases)))
    told = {n for block in step.blocks for n in _names_in(block) if n.head in ("P", "argmax")}
    false = any(name.model != new.model for name in told)
    return Mutant(replace(subject.derivation, steps=(new,)), false, f"model {new.model!r}")


def _names_in(block: Any) -> Iterator[QuantityName]:
    """Yield every name that is anywhere in a part of a derivation."""
    if isinstance(block, QuantityName):
        yield block
    elif isinstance(block, tuple):
        for part in block:
            yield from _names_in(part)
    elif is_dataclass(block):
        for at in fields(block):
            yield from _names_in(getattr(block, at.name))


@kind("name of a model that there is not")
def _strange_model(subject: Subject, dice: random.Random) -> Mutant | None:
    step = dice.choice(subject.derivation.steps)
    new = replace(step, model="another")
    return Mutant(replace(subject.derivation, steps=(new,)), True, f"{step.key} of another model")


@kind("something that is no block")
def _no_block(subject: Subject, dice: random.Random) -> Mutant | None:
    step = dice.choice(subject.derivation.steps)
    odd: Any = dice.choice(("of 17 rows", 7, None, Integer(7), (), step, dice.choice(step.blocks[:1])))
    new = replace(step, blocks=(*step.blocks, (odd,) if odd is step.blocks[0] else odd))
    return Mutant(replace(subject.derivation, steps=(new,)), True, repr(odd)[:60])


@kind("a list for a tuple")
def _a_list(subject: Subject, dice: random.Random) -> Mutant | None:
    s = dice.randrange(len(subject.derivation.steps))
    step = subject.derivation.steps[s]
    b = dice.randrange(len(step.blocks))
    block: Any = step.blocks[b]
    made = [replace(step, blocks=list(step.blocks)), replace(step, about=list(step.about))]
    held = [f.name for f in fields(block) if isinstance(getattr(block, f.name), tuple)]
    at = dice.choice(held)
    thawed = replace(block, **{at: list(getattr(block, at))})
    made.append(replace(step, blocks=_set(step.blocks, b, thawed)))
    return Mutant(replace(subject.derivation, steps=(dice.choice(made),)), True, "a list")


@kind("count in a line")
def _count(subject: Subject, dice: random.Random) -> Mutant | None:
    def change(line: Line) -> Line | None:
        assert isinstance(line.right, Integer)
        return replace(line, right=Integer(abs(line.right.value + dice.choice((-1, 1, 2)))))

    return _changed(subject, dice, change, lambda line: line.reason.rule is Rule.COUNT)


@kind("count in the graph")
def _count_in_graph(subject: Subject, dice: random.Random) -> Mutant | None:
    if dice.random() < 0.8:  # a whole derivation each time
        return None
    counts = [n for n in subject.quantities if n.head == "count"]
    name = dice.choice(counts)
    worth = subject.environment[str(name)]
    assert worth is not None
    wrong = subject.quantities.with_formulas({name: Integer(int(worth) + 1)})
    try:
        made = work_out(subject.problem, wrong, Rounding(figures=4), whole=True)
    except Rejected:
        return None
    chains = [chain for _, chain in made.chains()]
    false = any(subject.is_false(line) for chain in chains for line in chain.lines)
    return Mutant(made, false, f"{name} = {int(worth) + 1}", wrong)


# The trial


@dataclass
class Tally:
    """How many false mutations of a kind were tried, and what became of them."""

    false: int = 0
    rejected: int = 0
    let_through: list[str] = field(default_factory=list)


@cache
def trial() -> dict[str, Tally]:
    """Try every kind of mutation on random places of every derivation."""
    dice = random.Random(SEED)
    found = {}
    for name, mutate in MUTATIONS.items():
        tally = found[name] = Tally()
        for _ in range(ATTEMPTS):
            subject = dice.choice(subjects())
            try:
                mutant = mutate(subject, dice)
            except reading.Unreadable:
                continue
            if mutant is None or not mutant.is_false:
                continue
            tally.false += 1
            try:
                verify(mutant.derivation, mutant.quantities or subject.quantities, subject.source)
            except Rejected:
                tally.rejected += 1
            except Exception as error:
                tally.let_through.append(f"{subject.title}: {mutant.what}: a crash: {error!r}")
            else:
                tally.let_through.append(f"{subject.title}: {mutant.what}")
    return found


def table() -> str:
    """Return the counts of the trial, a row for each kind."""
    rows = [f"{'kind':36} {'false':>6} {'rejected':>9}"]
    for name, tally in trial().items():
        rows.append(f"{name:36} {tally.false:6} {tally.rejected:9}")
    total = sum(tally.false for tally in trial().values())
    rows.append(f"{'all':36} {total:6} {sum(tally.rejected for tally in trial().values()):9}")
    return "\n".join(rows)


@pytest.mark.parametrize("name", sorted(MUTATIONS))
def test_no_false_mutation_is_accepted(name):
    """Verify rejects every false mutation of this kind."""
    tally = trial()[name]
    assert tally.let_through == []
    assert tally.rejected == tally.false > 0


def test_a_thousand_false_mutations_are_tried():
    """At least a thousand mutations that must be rejected are false, and are rejected."""
    print(f"\n{table()}")
    assert sum(tally.rejected for tally in trial().values()) >= LEAST


def test_the_derivations_are_true_before_they_are_mutated():
    """Every line of every derivation holds by the evaluation that judges the mutations."""
    for subject in subjects():
        for line, _ in _places(subject):
            if not _has(line, Function):
                assert not subject.is_false(line), _told(line)
        for s, _, grid in _blocks(subject, Grid):
            assert not _table_is_false(subject, s, grid)
        for _, _, rule in _blocks(subject, EstimateRule):
            assert not _rule_is_false(subject, rule)


# True, but not by the rule that is given


def test_a_name_of_equal_value_does_not_follow():
    """In a formula, or written out, another quantity that happens to be worth the same is rejected."""
    tried = 0
    for subject in subjects():
        for line, put_in in _places(subject):
            if line.reason.rule not in (Rule.ASSUME, Rule.DEFINE, Rule.EXPAND, Rule.DECIDE):
                continue
            for new in _equals(subject, line):
                tried += 1
                with pytest.raises(Rejected):
                    verify(put_in(new), subject.quantities, subject.source)
    assert tried > 200


def _equals(subject: Subject, line: Line) -> Iterator[Line]:
    def change(part: Expression) -> Expression | None:
        if not isinstance(part, Reference) or str(part.name) not in subject.environment:
            return None
        worth = subject.environment[str(part.name)]
        for name in subject.quantities:
            known = str(name) in subject.environment
            if known and name != part.name and subject.environment[str(name)] == worth:
                return Reference(name)
        return None

    for new in _ways(line.right, change):
        yield replace(line, right=new)


def test_a_formula_in_another_order_does_not_follow():
    """The factors of a formula in another order, or a number for a name, are rejected: true or not."""
    tried = 0
    for subject in subjects():
        for line, put_in in _places(subject):
            parts = children(line.right)
            if line.reason.rule is not Rule.ASSUME or len(parts) < 2 or len(set(parts)) < 2:
                continue
            tried += 1
            turned = replace(line, right=with_children(line.right, parts[::-1]))
            counted = replace(line, right=subject.quantities.substituted(line.right))
            for new in (turned, counted):
                with pytest.raises(Rejected):
                    verify(put_in(new), subject.quantities, subject.source)
    assert tried > 20


def test_a_number_of_equal_value_is_not_as_counted():
    """As counted, a number that is worth the same but was not counted so is rejected: 1/2 for 2/4."""
    tried = 0
    for subject in subjects():
        for line, put_in in _places(subject):
            if line.reason.rule is not Rule.SUBSTITUTE:
                continue
            for right in _ways(line.right, _doubled_fraction):
                tried += 1
                with pytest.raises(Rejected):
                    verify(put_in(replace(line, right=right)), subject.quantities, subject.source)
    assert tried > 100


def _doubled_fraction(part: Expression) -> Expression | None:
    if not isinstance(part, Quotient):
        return None
    above, below = part.numerator, part.denominator
    if not isinstance(above, Integer) or not isinstance(below, Integer):
        return None
    if above.value == below.value == 0:
        return None
    return Quotient(Integer(2 * above.value), Integer(2 * below.value))


def test_a_name_is_not_a_value():
    """A value line whose right side is the name of an equal quantity is rejected."""
    for subject in subjects():
        for line, put_in in _places(subject):
            if line.reason.rule is Rule.VALUE and isinstance(line.left, Reference):
                with pytest.raises(Rejected):
                    verify(put_in(replace(line, right=line.left)), subject.quantities, subject.source)


def test_steps_are_checked_one_by_one():
    """A derivation whose last step alone is false is rejected, and the step is named."""
    for subject in subjects():
        last = subject.derivation.steps[-1]
        spoiled = replace(last, title=f"{last.title} 7")
        steps = (*subject.derivation.steps[:-1], spoiled)
        with pytest.raises(Rejected, match=last.key):
            verify(replace(subject.derivation, steps=steps), subject.quantities, subject.source)


if __name__ == "__main__":
    print(table())
