"""Mutations of rules in words."""

from __future__ import annotations

import random
from dataclasses import replace

from strategies import NAMES

from exactnb.core.expression.nodes import (
    Expression,
    Integer,
    Phrase,
    Quotient,
    Sum,
)
from exactnb.core.expression.nodes import replace as put
from exactnb.core.expression.spell import spell
from exactnb.core.families import family
from exactnb.core.families.base import PRIOR
from exactnb.explain.derivation import (
    EstimateRule,
)
from mutations.kinds import (
    Mutant,
    at_random,
    blocks_in,
    kind,
    put_at,
    with_block,
)
from mutations.subject import Subject
from mutations.values import alike, parts_within


@kind("a rule's number")
def _rule(subject: Subject, dice: random.Random) -> Mutant | None:
    rules = blocks_in(subject, EstimateRule)
    if not rules:
        return None
    s, b, rule = dice.choice(rules)

    def change(part: Expression) -> Expression | None:
        if isinstance(part, Integer):
            return Integer(part.value + dice.choice((-1, 1, 2)))
        if isinstance(part, Phrase) and dice.random() < 0.3:
            return Sum((part, Integer(1)))
        if isinstance(part, Quotient) and dice.random() < 0.3:
            return Quotient(part.denominator, part.numerator)
        if isinstance(part, Sum) and dice.random() < 0.5:
            return part.terms[0]
        return None

    right = at_random(rule.right, dice, change)
    if right is None:
        return None
    new = replace(rule, right=right)
    return Mutant(with_block(subject, s, b, new), rule_is_false(subject, new), spell(right))


def rule_is_false(subject: Subject, rule: EstimateRule) -> bool:
    for instance in rule.instances:
        roles = dict(instance.roles)
        formula = put(rule.right, lambda part, roles=roles: roles.get(getattr(part, "role", "")))
        if not alike(subject.worth(formula), subject.meant(instance.name)):
            return True
    return False


@kind("value of a rule")
def _rule_value(subject: Subject, dice: random.Random) -> Mutant | None:
    rules = [r for r in blocks_in(subject, EstimateRule) if r[2].value == "1"]
    if not rules:
        return None
    s, b, rule = dice.choice(rules)
    zero = [replace(i.name, left=(replace(i.name.left[0], value="0"),)) for i in rule.instances]
    false = any(
        not alike(subject.meant(other), subject.meant(instance.name))
        for other, instance in zip(zero, rule.instances, strict=True)
    )
    return Mutant(with_block(subject, s, b, replace(rule, value="0")), false, "the rule of a 0")


@kind("role of a rule")
def _rule_role(subject: Subject, dice: random.Random) -> Mutant | None:
    """Put the left side of another family's rule, or of the prior's, before a right side."""
    rules = blocks_in(subject, EstimateRule)
    if not rules:
        return None
    s, b, rule = dice.choice(rules)
    role = dice.choice((PRIOR, *NAMES))
    value = "" if role == PRIOR else family(role).rule_value
    new = replace(rule, role=role, value=dice.choice((value, rule.value)))
    return Mutant(with_block(subject, s, b, new), role != rule.role, f"{rule.role} as {role}")


@kind("words of a rule")
def _rule_words(subject: Subject, dice: random.Random) -> Mutant | None:
    rules = blocks_in(subject, EstimateRule)
    if not rules:
        return None
    s, b, rule = dice.choice(rules)
    texts = [p.text for _, _, r in rules for p in parts_within(r.right) if isinstance(p, Phrase)]

    def change(part: Expression) -> Expression | None:
        return replace(part, text=dice.choice((*texts, "rows"))) if isinstance(part, Phrase) else None

    right = at_random(rule.right, dice, change)
    if right is None:
        return None
    return Mutant(with_block(subject, s, b, replace(rule, right=right)), True, repr(right)[:200])


@kind("roles of a rule")
def _rule_roles(subject: Subject, dice: random.Random) -> Mutant | None:
    """Exchange two roles throughout a rule: its words then say what its instances do not count."""
    rules = blocks_in(subject, EstimateRule)
    if not rules:
        return None
    s, b, rule = dice.choice(rules)
    texts = {part.role: part for part in parts_within(rule.right) if isinstance(part, Phrase)}
    if len(texts) < 2:  # the largest number alone
        return None
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
    made = with_block(subject, s, b, new)
    return Mutant(made, rule_is_false(subject, true_roles), repr(right)[:200])


@kind("instance of a rule")
def _rule_instance(subject: Subject, dice: random.Random) -> Mutant | None:
    rules = blocks_in(subject, EstimateRule)
    if not rules:
        return None
    s, b, rule = dice.choice(rules)
    at = dice.randrange(len(rule.instances))
    old = rule.instances[at].name
    name = dice.choice([n for n in subject.quantities if n.head == "P" and not n.wrappers])
    strange = dice.random() < 0.2
    if strange:
        name = replace(old, left=(replace(old.left[0], value="nothing"),))
    new = replace(rule, instances=put_at(rule.instances, at, replace(rule.instances[at], name=name)))
    false = strange or rule_is_false(subject, new)
    return Mutant(with_block(subject, s, b, new), false, f"{name} for {old}")


@kind("no instance of a rule")
def _rule_empty(subject: Subject, dice: random.Random) -> Mutant | None:
    rules = blocks_in(subject, EstimateRule)
    if not rules:
        return None
    s, b, rule = dice.choice(rules)
    return Mutant(with_block(subject, s, b, replace(rule, instances=())), True, "of nothing")
