"""How a theorem is written: steps of sentences and chains, whose lines `verify` checks.

How to read: `Theorem` names a proof and `Proof` collects its steps. The functions below make the claims
of its lines, one function for each reason (`Rule`) of a line. In all of them `right` is the right side
of the line and `reason` is the text that is printed as its reason. Whoever imports all of this file has
the formulas of `formulas.py` and the facts of `facts/` too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from exactnb.core.expression.nodes import Domain
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.record import frozen
from exactnb.explain.derivation.lines import Block, Chain, Line, Relation, Remark, Step
from exactnb.explain.proving.facts import *
from exactnb.explain.proving.writing.formulas import *


@frozen(slots=True)
class Theorem:
    """A derivation for all sizes and data: its name, its title, and the function that writes it.

    `family` and `rule` ("mle" or "map") say which estimates of a solution it explains.
    """

    name: str
    title: str
    write: Callable[[Proof], None]
    family: str = ""
    rule: str = ""
    source: str = ""

    def steps(self) -> tuple[Step, ...]:
        """Return the steps, which are not verified yet."""
        proof = Proof(self.name)
        self.write(proof)
        return tuple(proof.steps)


@frozen(slots=True)
class ChainStep:
    """The next line of a chain without its left side: `relation`, `right` side and `reason`.

    A `detail` is omitted where the derivation is printed in brief.
    """

    relation: Relation
    right: Operand | Domain
    reason: Reason
    detail: bool = False

    def of(self, left: Operand) -> Line:
        """Return the claim as a line with the left side `left`."""
        return Line(node(left), self.relation, node(self.right), self.reason, self.detail)


def theorem(
    name: str, title: str, family: str = "", rule: str = ""
) -> Callable[[Callable[[Proof], None]], Theorem]:
    """Make a `Theorem` of the decorated function, which writes its proof.

    `name` is its key and `title` its heading. `family` and `rule`, "mle" or "map", say which estimate
    it explains; both are "" for a theorem of no estimate.
    """
    return lambda write: Theorem(name, title, write, family, rule)


SentencePart = str | Line | tuple[str | Line, ...]
"""What stands in a sentence: words, a line, or a part of a sentence with its own lines."""


class Proof:
    """Collect the steps of a theorem as it is written."""

    def __init__(self, theorem: str) -> None:
        self.theorem = theorem
        self.steps: list[Step] = []

    def step(self, title: str) -> None:
        """Begin a step with the heading `title`."""
        key = f"{self.theorem}-{len(self.steps) + 1}"
        self.steps.append(Step(key, title, (), theorem=self.theorem))

    def begin(self, text: str, *parts: SentencePart) -> None:
        """Begin the first step with the sentence `text`, whose `parts` are the assumptions."""
        self.step("What is given")
        self.say(text, *parts)

    def say(self, text: str, *parts: SentencePart) -> None:
        """Write the sentence `text`, in which one of `parts` stands in the place of each {}.

        >>> from exactnb.explain.proving.writing.formulas import letter
        >>> proof = Proof("p")
        >>> proof.step("What is given")
        >>> proof.say("There are {} of them.", is_positive(letter("n")))
        >>> [type(part).__name__ for part in proof.steps[0].blocks[0].parts]
        ['str', 'Line', 'str']
        """
        # Words that meet are one text, so that a sentence is the same however it was put together: the
        # digest of a theorem that is kept is one of its parts.
        joined: list[str | Line] = []
        for part in _filled(text, parts):
            if isinstance(part, str) and joined and isinstance(joined[-1], str):
                joined[-1] += part
            elif part:
                joined.append(part)
        self._add(Remark(tuple(joined)))

    def chain(self, left: Operand, *claims: ChainStep, boxed: bool = False) -> None:
        """Write lines with one left side, `left`; each of `claims` continues the one before.

        They are `boxed` where they hold the result of the theorem.
        """
        self._add(Chain(tuple(claim.of(left) for claim in claims), boxed=boxed))

    def _add(self, block: Block) -> None:
        last = self.steps[-1]
        self.steps[-1] = replace(last, blocks=(*last.blocks, block))


def _filled(text: str, parts: Iterable[SentencePart]) -> Iterator[str | Line]:
    first, *following_texts = text.split("{}")
    yield first
    for part, following in zip(parts, following_texts, strict=True):
        yield from _filled(str(part[0]), part[1:]) if isinstance(part, tuple) else (part,)
        yield following


def is_in(left: Operand, domain: Domain, *, rule: Rule = Rule.ASSUME) -> Line:
    """Return the line that says that `left` lies in `domain`, by `rule`."""
    return Line(node(left), "∈", domain, Reason(rule))


def runs(index: IndexLetter) -> Line:
    """Return the line that says what an index runs over."""
    return is_in(index, index.domain)


def is_positive(left: Operand) -> Line:
    """Return the assumption `left` > 0."""
    return is_more(left, 0)


def is_more(left: Operand, right: Operand) -> Line:
    """Return the assumption `left` > `right`."""
    return Line(node(left), ">", node(right), Reason(Rule.ASSUME))


def not_negative(left: Operand) -> Line:
    """Return the assumption `left` ≥ 0."""
    return Line(node(left), "≥", node(0), Reason(Rule.ASSUME))


def is_probability(left: Operand) -> Line:
    """Return the assumption that `left` lies between 0 and 1, or is one of these."""
    return is_in(left, probability())


def is_inside(left: Operand) -> Line:
    """Return the assumption that the probability `left` is neither 0 nor 1: there it has slopes."""
    return is_in(left, open_unit())


def _claim(relation: Relation, rule: Rule, right: Operand, reason: str = "") -> ChainStep:
    return ChainStep(relation, right, Reason(rule, reason))


assume = partial(_claim, "=", Rule.ASSUME)
"""Claim an equation that is assumed: a name's value, or a condition."""
given = partial(_claim, "=", Rule.GIVEN)
"""Claim what the model says of a new name, by the law that the reason names."""
define = partial(_claim, "=", Rule.DEFINE)
"""Claim that a new name stands for a formula; the reason says what for."""
count = partial(_claim, "=", Rule.COUNT)
"""Claim that a new name stands for a count of the data, which the reason describes."""
same = partial(_claim, "=", Rule.SAME)
"""Claim that the right side has the same normal form, after the step that the reason describes."""
differentiate = partial(_claim, "=", Rule.DIFFERENTIATE)
"""Claim that the derivative is the right side, by the rules of calculus."""
solution = partial(_claim, "=", Rule.SOLUTION)
"""Claim that the right side satisfies all conditions of the step."""
maximum = partial(_claim, "=", Rule.MAXIMUM)
"""Claim that the formula that defines the left side is largest at the right one."""
at_most = partial(_claim, "≤", Rule.COMPARE)
"""Claim that the left side is no greater than the right one."""
at_least = partial(_claim, "≥", Rule.COMPARE)
"""Claim that the left side is no less than the right one."""


def scale(right: Operand, by: Operand, reason: str = "") -> ChainStep:
    """Claim the previous equation times `by`, which is not zero, with terms moved across.

    `right` is the new right side, and `reason` the printed reason.
    """
    return ChainStep("=", right, Reason(Rule.SCALE, reason, (node(by),)))


def put_in(right: Operand, old: Operand, new: Operand, reason: str = "") -> ChainStep:
    """Claim the previous formula or equation with `new` for `old`; `old` = `new` was accepted.

    `right` is the new right side, and `reason` the printed reason.
    """
    return ChainStep("=", right, Reason(Rule.PUT_IN, reason, (node(old), node(new))))


def largest(
    proof: Proof,
    variable: Symbol,
    objective: Expression,
    place: Operand,
    reason: str = "",
    why: str = "",
) -> None:
    """Write into `proof` the estimate of `variable`: the argmax of `objective`, and its `place`.

    `reason` is the reason of the definition, and `why` that of the maximum.
    """
    best = (define(argmax(variable, objective), reason), maximum(place, why))
    proof.chain(variable.hat, *best, boxed=True)


def below_zero(reason: str = "") -> ChainStep:
    """Claim that the left side is less than 0; `reason` says what follows for its antiderivative."""
    return ChainStep("<", 0, Reason(Rule.MAXIMUM, reason))


def above_zero(reason: str = "") -> ChainStep:
    """Claim that the left side is greater than 0; `reason` says what follows for its antiderivative."""
    return ChainStep(">", 0, Reason(Rule.MAXIMUM, reason))


def tends(right: Operand, letter: Expression, to: End) -> ChainStep:
    """Claim that the left side tends to `right` as `letter` "vanishes" or "grows" (`to`)."""
    return ChainStep("→", right, Reason(Rule.LIMIT, f"as {letter} {to}", (letter, GOES_TO[to])))


def tends_at_start(right: Operand, letter: Expression, low: Expression) -> ChainStep:
    """Claim that the left side tends to `right` as `letter` goes to `low`, where its support begins."""
    return ChainStep("→", right, Reason(Rule.LIMIT, AT_ENDS[0], (letter, low)))


def cite(right: Expression, what: str, relation: Relation = "=") -> ChainStep:
    """Claim `relation` and `right` as an instance of the fact `what`, a name in `cited.CITATIONS`."""
    return ChainStep(relation, right, Reason(Rule.CITED, what))


def detail(claim: ChainStep) -> ChainStep:
    """Return `claim` as a detail, which is omitted where the derivation is printed in brief."""
    return replace(claim, detail=True)
