"""Mutations of sentences, titles and the head."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

from strategies import NAMES

from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression.nodes import (
    Expression,
    Integer,
    Labels,
    Numeral,
    Phrase,
    Product,
    Quotient,
    Reference,
    Special,
)
from exactnb.core.naming.names import Item
from exactnb.explain.derivation import (
    Chain,
    DecisionClaim,
    Line,
    Remark,
)
from mutations.in_lines import other_name
from mutations.kinds import (
    Mutant,
    at_random,
    blocks_in,
    cached_places,
    kind,
    put_at,
    told,
    with_block,
)
from mutations.subject import Subject


def _parts_of_remarks(subject: Subject, kind_of: type) -> list[tuple[int, int, Remark, int]]:
    return [
        (s, b, block, at)
        for s, b, block in blocks_in(subject, Remark)
        for at, part in enumerate(block.parts)
        if isinstance(part, kind_of)
    ]


@kind("label in a sentence")
def _prose_label(subject: Subject, dice: random.Random) -> Mutant | None:
    remarks = _parts_of_remarks(subject, DecisionClaim)
    if not remarks:
        return None
    s, b, block, at = dice.choice(remarks)
    classes = subject.classes
    labels = tuple(dice.sample(classes, dice.randint(0, min(2, len(classes)))))
    return _verdict_mutant(subject, s, b, block, at, replace(block.parts[at], labels=labels))


@kind("decision in a sentence")
def _prose_decision(subject: Subject, dice: random.Random) -> Mutant | None:
    remarks = _parts_of_remarks(subject, DecisionClaim)
    if not remarks:
        return None
    s, b, block, at = dice.choice(remarks)
    decision = replace(dice.choice([n for n in subject.quantities if n.head in ("argmax", "P")]))
    return _verdict_mutant(subject, s, b, block, at, replace(block.parts[at], decision=decision))


def _verdict_mutant(
    subject: Subject, s: int, b: int, block: Remark, at: int, verdict: DecisionClaim
) -> Mutant:
    name = verdict.decision
    decided = subject.decided(name) if name.head == "argmax" else None
    false = name.head != "argmax" or set(verdict.labels) != set(decided or ()) or decided is None
    made = with_block(subject, s, b, Remark(put_at(block.parts, at, verdict)))
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
        Fraction(number, 7), number / 10, Reference(some), some, Labels(subject.classes),
        Item("class", "y", "+"), Special("undefined"), Phrase("rows", "hits"), None, b"7",
        Product((Integer(number), Integer(2))), (Integer(number),), Chain(()),
    ))  # fmt: skip
    new = Remark((*block.parts[:at], bare, *block.parts[at:]))
    return Mutant(with_block(subject, s, b, new), True, repr(bare)[:60])


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
        return other_name(subject, dice, part)

    side = dice.choice(("left", "right"))
    new = at_random(getattr(line, side), dice, change)
    if new is None:
        return None
    wrong = replace(line, **{side: new})
    made = with_block(subject, s, b, Remark(put_at(block.parts, at, wrong)))
    return Mutant(made, subject.is_false(wrong), told(wrong))


NUMBERS = ("7", "17", "²", "½", "Ⅷ", "٣", "①", "三", "零", "৪", "🄁")


@kind("digit in the words of a sentence")
def _prose_digit(subject: Subject, dice: random.Random) -> Mutant | None:
    remarks = _parts_of_remarks(subject, str)
    if not remarks:
        return None
    s, b, block, at = dice.choice(remarks)
    text = block.parts[at]
    cut = dice.randint(0, len(text))
    new = Remark(put_at(block.parts, at, text[:cut] + dice.choice(NUMBERS) + text[cut:]))
    return Mutant(with_block(subject, s, b, new), True, "a number nobody counted")


@kind("digit in a title")
def _title_digit(subject: Subject, dice: random.Random) -> Mutant | None:
    step = dice.choice(subject.derivation.steps)
    title = f"{step.title} in {dice.choice(NUMBERS)} rows"
    made = replace(subject.derivation, steps=(replace(step, title=title),))
    return Mutant(made, True, "a number nobody counted")


@kind("what a step is about")
def _about(subject: Subject, dice: random.Random) -> Mutant | None:
    """Put another query or cell into a title: false where a chain below it is about something else."""
    schema = subject.problem.schema
    step = dice.choice(subject.derivation.steps)
    seen = [Item("query", "", identity) for identity in (*subject.problem.query, "nothing")]
    seen += [Item("cell", c, v) for c, of in schema.columns.items() for v in of]
    seen += [Item("word", "", word) for word in schema.words]
    about = tuple(dice.sample(seen, 1 if dice.random() < 0.8 or len(seen) < 2 else 2))
    if dice.random() < 0.1:
        about = (Item("class", schema.class_variable, schema.classes[0]),)
    chains = [block for block in step.blocks if isinstance(block, Chain)]
    told = [chain.lines[0].left.name for chain in chains]  # type: ignore[union-attr]
    told += [p.decision for b in step.blocks if isinstance(b, Remark) for p in b.parts
             if isinstance(p, DecisionClaim)]  # fmt: skip
    false = any(
        {i for i in (*n.left, *n.right) if isinstance(i, Item) and i.kind != "class"} != set(about)
        for n in told
    )
    made = replace(subject.derivation, steps=(replace(step, about=about),))
    return Mutant(made, false, f"{step.key} about {about}")


@kind("setting")
def _setting(subject: Subject, dice: random.Random) -> Mutant | None:
    setting = subject.derivation.setting
    at = dice.randrange(len(setting) or 1)
    other = dice.choice(("no smoothing", "uniform prior", "λ = 1", "λ = 3/7 for a", "models a, b", ""))
    new = dice.choice((put_at(setting, at, other), (*setting, other), setting[:at] + setting[at + 1 :]))
    return Mutant(replace(subject.derivation, setting=new), new != setting, f"{setting} as {new}")


@kind("what a model is")
def _models(subject: Subject, dice: random.Random) -> Mutant | None:
    models = subject.derivation.models
    at = dice.randrange(len(models))
    name, families, conventions, *rest = models[at]
    new = dice.choice((
        (name + "?", families, conventions, *rest),
        (name, tuple((c, dice.choice(NAMES)) for c, _ in families), conventions, *rest),
        (name, families, tuple((k, dice.choice(("0", "1", "uniform"))) for k, _ in conventions), *rest),
        (name, families[1:], conventions, *rest),
    ))  # fmt: skip
    made = replace(subject.derivation, models=put_at(models, at, new))
    return Mutant(made, new != models[at], str(new)[:80])


@kind("words of a reason")
def _reason(subject: Subject, dice: random.Random) -> Mutant | None:
    known = {line.reason.words for line, _ in cached_places(subject.title)}
    words = dice.choice((*sorted(known), "trust me"))
    places = [p for p in cached_places(subject.title) if p[0].reason.words != words]
    if not places:
        return None
    line, put_in = dice.choice(places)
    new = replace(line, reason=replace(line.reason, words=words))
    return Mutant(put_in(new), True, f"{told(line)}: {words!r} for {line.reason.words!r}")
