"""Small proofs for the tests of the checker: letters that are introduced, and what `prove` says."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from inspect import signature

from thoroughness import all_of

from exactnb.core.expression.nodes import Domain, Integer
from exactnb.explain.derivation import Chain, Derivation, Line, Rejected, Remark
from exactnb.explain.derivation.lines import Block
from exactnb.explain.proving import prove
from exactnb.explain.proving.prover import Prover
from exactnb.explain.proving.writing.formulas import (
    Expression,
    equal,
    function,
    index,
    label,
    letter,
    open_unit,
    parameter,
    probability,
    reals,
    span,
    sum_over,
)
from exactnb.explain.proving.writing.theorem import Proof, count, is_in, is_positive

__all__ = [
    "ENDS", "REALS", "UNIT", "Case", "Cases", "a", "added", "b", "c", "copied", "f", "fraction",
    "g", "h", "i", "is_positive_probability", "j", "k", "learned", "m", "mu", "n", "pi", "refusal",
    "said", "theta", "verdict", "written", "y",
]  # fmt: skip

UNIT, ENDS, REALS = open_unit(), probability(), reals()
i, j, k, h = index("i", span("n")), index("j", span("K")), index("k", span("K")), index("h", span("K"))
m = index("m", span("M"))
a, b, c, n, mu = map(letter, ("a", "b", "c", "n", "μ"))
pi, theta = parameter("prior", "π"), parameter("bernoulli", "θ")
f, g = function("f"), function("g")
y = label("y").above(i)

Case = Callable[..., None]


class Cases(dict[str, tuple[Case, str]]):
    """Collect proofs by their names, each with its last line and why that is refused."""

    def false(self, refusal: str) -> Callable[[Case], Case]:
        """Return a decorator for a proof; one that takes a second argument is right if that is True."""

        def enter(case: Case) -> Case:
            assert case.__doc__
            assert case.__name__ not in self
            self[case.__name__] = (case, refusal)
            return case

        return enter

    def tests(self, *, apart: int = 3) -> tuple[Case, Case]:
        """Return two tests: each is refused as it says, and accepted with the one thing put right."""
        either = {name: len(signature(case).parameters) == 2 for name, (case, _) in self.items()}

        @all_of("name", self, apart=apart)
        def is_refused(name: str) -> None:
            """The message names the step, the line, the reason and the rule."""
            case, expected = self[name]
            said = refusal(written(case, *[False] * either[name]))
            assert said == expected, said

        @all_of("name", [name for name in self if either[name]], apart=apart)
        def is_accepted(name: str) -> None:
            """With the one thing put right, the same proof is accepted."""
            said = verdict(written(self[name][0], True))
            assert said == "", said

        return is_refused, is_accepted


def fraction(above: int, below: int) -> Expression:
    """Return a fraction of two numbers."""
    return Integer(above) / below


def said(proof: Proof, *lines: Line) -> None:
    """Write lines in one sentence."""
    proof.say("Let " + "{}, " * len(lines) + "say.", *lines)


def learned() -> Proof:
    """Return a proof whose first step has rows and classes, labels and the counts n_k of them."""
    proof = Proof("p")
    proof.step("given")
    said(proof, *(is_in(of, of.domain) for of in (i, k, j, h)), is_in(y, k.domain), is_positive(c))
    said(proof, is_positive(n), is_positive(letter("K")))
    proof.chain(n[k], count(sum_over(i, equal(y, k))))
    return proof


def added(proof: Proof, block: Block) -> None:
    """Put a block behind the last one."""
    last = proof.steps[-1]
    proof.steps[-1] = replace(last, blocks=(*last.blocks, block))


def written(case: Case, *right: bool) -> Proof:
    """Return a proof as it is written."""
    proof = learned()
    case(proof, *right)
    return proof


def copied(prover: Prover) -> Prover:
    """Return a checker that knows what this one knows, and learns by itself."""
    other = copy(prover)
    for name, of in vars(prover).items():
        if isinstance(of, list):
            setattr(other, name, of.copy())
    return other


def verdict(proof: Proof) -> str:
    """Return what a proof is rejected for, "" if it is accepted."""
    try:
        prove(Derivation("a proof", "", (), tuple(proof.steps)))
    except Rejected as error:
        return str(error)
    return ""


def refusal(proof: Proof) -> str:
    """Return the line and the reason that a proof is rejected for.

    The line is the last one of the proof, and its step and its rule are told too.
    """
    step = proof.steps[-1]
    block = step.blocks[-1]
    assert isinstance(block, Chain | Remark)
    parts = block.lines if isinstance(block, Chain) else block.parts
    last = [part for part in parts if isinstance(part, Line)][-1]
    told = verdict(proof)
    before, behind = f"step {step.key!r}: ", f", under the rule {last.reason.rule.value!r}"
    assert told.startswith(before)
    assert told.endswith(behind)
    return told.removeprefix(before).removesuffix(behind)


def is_positive_probability(left: Expression) -> Line:
    """Return the assumption that `left` is a probability other than 0."""
    return is_in(left, Domain("left-open", (Integer(0), Integer(1))))
