"""Mutations of products: what stands under a sign, exponents, factorials, clips."""

from __future__ import annotations

import random
from dataclasses import replace

from exactnb.core.expression.nodes import (
    Clipped,
    Expression,
    Factorial,
    IndexedProduct,
    Integer,
    Power,
    Product,
    Quotient,
    Reference,
)
from exactnb.core.naming.names import Item
from exactnb.explain.derivation import (
    Line,
)
from mutations.kinds import (
    Mutant,
    kind,
    mutated,
    with_right,
)
from mutations.subject import Subject, contains


@kind("exponent of a power")
def _exponent(subject: Subject, dice: random.Random) -> Mutant | None:
    """Say that a word stands in a text more often or less, or once."""

    def change(part: Expression) -> Expression | None:
        if not isinstance(part, Power) or not isinstance(part.exponent, Integer):
            return None
        times = part.exponent.value
        others = (Power(part.base, Integer(n)) for n in (times + 1, times - 1, times * 10))
        return dice.choice((part.base, *others))

    return mutated(
        subject, dice, lambda line: with_right(line, dice, change), lambda line: contains(line, Power)
    )


@kind("factorial")
def _factorial(subject: Subject, dice: random.Random) -> Mutant | None:
    """Arrange other words than those of a text: another number, or no factorial at all."""

    def change(part: Expression) -> Expression | None:
        if isinstance(part, Integer) and dice.random() < 0.2:
            return Factorial(part)
        if not isinstance(part, Factorial) or not isinstance(part.argument, Integer):
            return None
        number = part.argument.value
        return dice.choice(
            (part.argument, Factorial(Integer(number + 1)), Factorial(Integer(max(number - 1, 0))))
        )

    return mutated(
        subject,
        dice,
        lambda line: with_right(line, dice, change),
        lambda line: contains(line, Factorial),
    )


@kind("floor of a clip")
def _floor(subject: Subject, dice: random.Random) -> Mutant | None:
    """Clip a frequency elsewhere, or not at all."""

    def change(part: Expression) -> Expression | None:
        if not isinstance(part, Clipped):
            return None
        floor = Quotient(Integer(1), Integer(dice.randint(2, 9)))
        return dice.choice((part.term, Clipped(part.term, floor)))

    return mutated(
        subject, dice, lambda line: with_right(line, dice, change), lambda line: contains(line, Clipped)
    )


@kind("label or query under a product sign")
def _indexed(subject: Subject, dice: random.Random) -> Mutant | None:
    def change(part: Expression) -> Expression | None:
        return _astray(subject, dice, part) if isinstance(part, IndexedProduct) else None

    return mutated(
        subject,
        dice,
        lambda line: with_right(line, dice, change),
        lambda line: contains(line, IndexedProduct),
    )


def _astray(subject: Subject, dice: random.Random, product: IndexedProduct) -> IndexedProduct:
    fields = dict(product.fields)
    at = dice.choice(tuple(fields))
    others = subject.classes if at == "class" else (*subject.problem.query, "none")
    return replace(product, fields=tuple({**fields, at: dice.choice(others)}.items()))


@kind("extent of a product sign")
def _extent(subject: Subject, dice: random.Random) -> Mutant | None:
    """Take the prior in under the product sign, or leave a factor out of it."""

    def change(line: Line) -> Line | None:
        parts = line.right.children if isinstance(line.right, Product) else (line.right,)
        at = next(i for i, part in enumerate(parts) if isinstance(part, IndexedProduct))
        product = parts[at]
        if at and dice.random() < 0.5:
            new = (*parts[: at - 1], replace(product, terms=(parts[at - 1], *product.terms)))
        else:
            new = (*parts[:at], *product.terms[:1], replace(product, terms=product.terms[1:]))
        return replace(line, right=Product((*new, *parts[at + 1 :])))

    return mutated(subject, dice, change, lambda line: contains(line, IndexedProduct))


@kind("a product sign over other factors")
def _product_sign(subject: Subject, dice: random.Random) -> Mutant | None:
    """Draw the factors of a joint together, below the opening line, under another class's sign."""

    def change(line: Line) -> Line | None:
        assert isinstance(line.left, Reference)
        labels = [i.value for i in line.left.name.left if isinstance(i, Item) and i.kind == "class"]
        others = [k for k in subject.classes if k not in labels]
        if len(labels) != 1 or not others or line.left.name.right or line.left.name.head != "P":
            return None
        observed = ", ".join(i.spell() for i in line.left.name.left if i.kind != "class")  # type: ignore[union-attr]
        fields = (("class", dice.choice(others)), ("x", observed))
        terms = line.right.factors if isinstance(line.right, Product) else (line.right,)
        first = terms[:1] if len(terms) > 1 else ()
        return replace(
            line, right=Product((*first, IndexedProduct("factor", fields, terms[len(first) :])))
        )

    def is_of_a_joint(line: Line) -> bool:
        return (
            isinstance(line.left, Reference) and line.relation == "=" and len(line.left.name.left) > 1
        )

    return mutated(subject, dice, change, is_of_a_joint)
