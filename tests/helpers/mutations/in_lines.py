"""Mutations of lines: a number, a sign, a name, a relation, a box."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression.nodes import (
    ArgMax,
    Expression,
    IndexedProduct,
    Integer,
    Labels,
    Negative,
    Numeral,
    Product,
    Quotient,
    Reference,
    Special,
    Sum,
    references,
)
from exactnb.core.expression.reasons import VALUE
from exactnb.explain.derivation import (
    Chain,
    Line,
)
from mutations.kinds import (
    Mutant,
    blocks_in,
    kind,
    mutated,
    on_a_side,
    put_at,
    told,
    with_block,
    with_right,
)
from mutations.subject import Subject, contains


@kind("number")
def _number(subject: Subject, dice: random.Random) -> Mutant | None:
    def change(part: Expression) -> Expression | None:
        if not isinstance(part, Integer):
            return None
        other = dice.choice(
            (part.value + 1, max(part.value - 1, 0), part.value * 10, dice.randint(0, 20))
        )
        return Integer(other)

    return on_a_side(subject, dice, change)


@kind("sign")
def _sign(subject: Subject, dice: random.Random) -> Mutant | None:
    def change(part: Expression) -> Expression | None:
        if isinstance(part, Negative):
            return part.term
        if isinstance(part, Sum):
            at = dice.randrange(len(part.terms))
            return Sum(put_at(part.terms, at, Negative(part.terms[at])))
        if isinstance(part, Integer):
            return Integer(-part.value)
        return None

    return on_a_side(subject, dice, change)


@kind("factor or term dropped")
def _dropped(subject: Subject, dice: random.Random) -> Mutant | None:
    def change(part: Expression) -> Expression | None:
        if not isinstance(part, Product | Sum) or len(part.children) < 2:
            return None
        parts = part.children
        at = dice.randrange(len(parts))
        return part.with_children((*parts[:at], *parts[at + 1 :]))

    return on_a_side(subject, dice, change)


@kind("factor or term doubled")
def _doubled(subject: Subject, dice: random.Random) -> Mutant | None:
    def change(part: Expression) -> Expression | None:
        if not isinstance(part, Product | Sum):
            return None
        parts = part.children
        at = dice.randrange(len(parts))
        return part.with_children((*parts[: at + 1], *parts[at:]))

    return on_a_side(subject, dice, change)


@kind("product for sum")
def _operation(subject: Subject, dice: random.Random) -> Mutant | None:
    def change(part: Expression) -> Expression | None:
        if isinstance(part, Product):
            return Sum(part.factors)
        return Product(part.terms) if isinstance(part, Sum) else None

    return on_a_side(subject, dice, change)


def other_name(subject: Subject, dice: random.Random, part: Expression) -> Expression | None:
    if not isinstance(part, Reference):
        return None
    alike = [n for n in subject.quantities if n.head == part.name.head and n != part.name]
    return Reference(dice.choice(alike)) if alike else None


@kind("another name")
def _name(subject: Subject, dice: random.Random) -> Mutant | None:
    return mutated(
        subject,
        dice,
        lambda line: with_right(line, dice, lambda part: other_name(subject, dice, part)),
    )


@kind("a number for a name")
def _number_for_name(subject: Subject, dice: random.Random) -> Mutant | None:
    def change(part: Expression) -> Expression | None:
        if not isinstance(part, Reference):
            return None
        return Quotient(Integer(dice.randint(0, 9)), Integer(dice.randint(1, 9)))

    return mutated(subject, dice, lambda line: with_right(line, dice, change))


@kind("left side of a chain")
def _left(subject: Subject, dice: random.Random) -> Mutant | None:
    chains = blocks_in(subject, Chain)
    if not chains:
        return None
    s, b, chain = dice.choice(chains)
    other = other_name(subject, dice, chain.lines[0].left)
    if other is None:
        return None
    lines = tuple(replace(line, left=other) for line in chain.lines)
    plain = [line for line in lines if not contains(line, IndexedProduct)]
    false = any(subject.is_false(line) for line in plain)
    return Mutant(with_block(subject, s, b, replace(chain, lines=lines)), false, told(lines[0]))


@kind("fraction inverted")
def _inverted(subject: Subject, dice: random.Random) -> Mutant | None:
    def change(part: Expression) -> Expression | None:
        return Quotient(part.denominator, part.numerator) if isinstance(part, Quotient) else None

    return on_a_side(subject, dice, change)


@kind("relation")
def _relation(subject: Subject, dice: random.Random) -> Mutant | None:
    relation: Any = dice.choice("=≈<>")
    return mutated(subject, dice, lambda line: replace(line, relation=relation))


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

    return mutated(
        subject,
        dice,
        lambda line: with_right(line, dice, change),
        lambda line: contains(line, Numeral),
    )


@kind("label decided")
def _label(subject: Subject, dice: random.Random) -> Mutant | None:
    classes = subject.classes

    def change(part: Expression) -> Expression | None:
        if isinstance(part, Labels):
            return Labels(tuple(dice.sample(classes, dice.randint(1, 2))))
        if isinstance(part, Special):
            return Labels((dice.choice(classes),))
        if isinstance(part, ArgMax):
            labels = dice.sample(classes, len(part.scores))
            return replace(part, scores=tuple(zip(labels, part.children, strict=True)))
        return None

    return mutated(
        subject,
        dice,
        lambda line: with_right(line, dice, change),
        lambda line: contains(line, ArgMax, Labels, Special),
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

    mutant = mutated(
        subject,
        dice,
        change,
        lambda line: isinstance(line.right, ArgMax) and not any(references(line.right)),
    )
    return None if mutant is None else replace(mutant, is_false=True)


@kind("a box around another answer")
def _boxed(subject: Subject, dice: random.Random) -> Mutant | None:
    chains = [place for place in blocks_in(subject, Chain) if place[2].lines[0].left.name.right]
    if not chains:
        return None
    s, b, chain = dice.choice(chains)
    name = chain.lines[0].left.name
    label = subject.named(name).label
    decided = subject.decided(name, given=True)
    made = with_block(subject, s, b, replace(chain, boxed=True))
    return Mutant(made, label is not None and label not in (decided or ()), f"{name} is boxed")


@kind("undefined for a number")
def _undefined(subject: Subject, dice: random.Random) -> Mutant | None:
    def change(part: Expression) -> Expression | None:
        if isinstance(part, Special):
            return Integer(dice.randint(0, 1))
        return Special("undefined") if isinstance(part, Integer | Quotient) else None

    return mutated(subject, dice, lambda line: with_right(line, dice, change))
