"""What a theorem may be made of: rules, relations, words and blocks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from proofs import added, c, i, k, learned, n, refusal, said, verdict
from thoroughness import all_of

from exactnb.core.expression.nodes import Expression, Integer
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.naming.names import Item, QuantityName
from exactnb.explain.derivation import (
    Chain,
    Data,
    DecisionClaim,
    Derivation,
    EstimateRule,
    Grid,
    Line,
    Rejected,
    Remark,
    Step,
)
from exactnb.explain.derivation.lines import Block, Relation
from exactnb.explain.proving import prove
from exactnb.explain.proving.writing.formulas import function, letter, reals, span
from exactnb.explain.proving.writing.theorem import Proof, above_zero, is_in, is_more, is_positive, same

RELATIONS: tuple[Relation, ...] = ("=", "≈", "<", ">", "→", "≤", "≥", "∈")
OF_THEOREMS: dict[Rule, str] = {
    Rule.GIVEN: "=", Rule.DEFINE: "=", Rule.COUNT: "=", Rule.ASSUME: "=<>≥∈", Rule.SAME: "=",
    Rule.DIFFERENTIATE: "=", Rule.SCALE: "=", Rule.PUT_IN: "=", Rule.SOLUTION: "=", Rule.MAXIMUM: "=<>",
    Rule.COMPARE: "≤≥", Rule.LIMIT: "→", Rule.CITED: "=≤",
}  # fmt: skip
"""The rules of theorems, and the relations that a line under them may have."""
ZERO = Integer(0)
NUMBERED = ("step 2", "the second of 3", "½ of it", "x²", "Ⅷ", "٣", "a₁", "五")
ITEM = Item("class", "y", "1")
NAME = QuantityName("P", (ITEM,))


def proof(block: Block, **changes: object) -> Proof:
    """Return a proof with one more step around a block."""
    out = learned()
    out.step("next")
    added(out, block)
    out.steps[-1] = replace(out.steps[-1], **changes)  # type: ignore[arg-type]
    return out


def one_line(left: Expression, relation: Relation, right: Expression, reason: Reason) -> Chain:
    """Return a chain of one line."""
    return Chain((Line(left, relation, right, reason),))


@all_of("rule", [rule for rule in Rule if rule not in OF_THEOREMS])
def test_rules_of_solutions_are_none_of_theorems(rule: Rule) -> None:
    """A line of a theorem is not accepted under a rule that looks at values."""
    refused = refusal(proof(one_line(n, "=", n, Reason(rule))))
    assert refused == "n = n: this rule is not one of theorems"


@all_of(
    ("rule", "relation"),
    [(rule, r) for rule, known in OF_THEOREMS.items() for r in RELATIONS if r not in known],
    apart=8,
)
def test_a_relation_goes_with_its_rule(rule: Rule, relation: Relation) -> None:
    """A relation that a rule does not show is refused, whatever stands on its sides."""
    assert refusal(proof(one_line(n, relation, n, Reason(rule)))).startswith(f"n {relation} n: ")
    assert verdict(proof(one_line(n, "=", n, Reason(Rule.SAME)))) == ""


def test_only_zero_is_less_or_more_by_its_sign() -> None:
    """A sign compares with zero; the lesser of two numbers is their difference's matter."""
    refused = refusal(proof(one_line(n, ">", Integer(1), Reason(Rule.MAXIMUM))))
    assert refused == "n > 1: > is no place of a maximum"
    assert verdict(proof(one_line(n, ">", ZERO, Reason(Rule.MAXIMUM)))) == ""


def test_at_least_is_said_of_zero_alone() -> None:
    """Of ≥, only ≥ 0 is assumed."""
    line = Line(c, "≥", Integer(1), Reason(Rule.ASSUME))
    assert refusal(proof(Chain((line,)))) == "c ≥ 1: ≥ is not assumed"
    assert verdict(proof(Chain((replace(line, right=ZERO),)))) == ""


def test_a_domain_stands_on_the_right() -> None:
    """A letter is not in another letter."""
    assert (
        refusal(proof(one_line(c, "∈", n, Reason(Rule.ASSUME))))
        == "c ∈ n: what a letter may be is a set"
    )


def test_an_index_has_a_range() -> None:
    """An index is none of all numbers."""
    line = Line(k.index, "∈", reals(), Reason(Rule.ASSUME))
    assert "k ∈ R: what a letter may be is said once" in verdict(proof(Chain((line,))))
    assert verdict(proof(Remark((is_in(i, span("n")),)))).startswith(
        "step 'p-2': i ∈ {1, ..., n}: the index"
    )


@all_of("words", NUMBERED)
def test_no_number_stands_in_a_title(words: str) -> None:
    """A number in the title of a step would stand unverified."""
    told = verdict(proof(Remark(("So it is.",)), title=words))
    assert told == f"step 'p-2': does not hold: no number stands in prose unverified: {words!r}"


@all_of("words", NUMBERED)
def test_no_number_stands_in_a_sentence(words: str) -> None:
    """A number in a sentence stands in a line of its own right, or not at all."""
    told = verdict(proof(Remark((words,))))
    assert told == f"step 'p-2': does not hold: no number stands in prose unverified: {words!r}"


@all_of("words", NUMBERED)
def test_no_number_stands_in_a_reason(words: str) -> None:
    """A number in the words of a reason would stand unverified, behind a line that holds."""
    told = verdict(proof(one_line(n, "=", n, Reason(Rule.SAME, words))))
    assert told == f"step 'p-2': does not hold: no number stands in prose unverified: {words!r}"


@all_of(
    "block",
    [
        Data("y", (), (), ()),
        Grid("", (), (), ()),
        EstimateRule("prior", "", ZERO, ()),
        Step("p-2", "", ()),
        "words",
    ],
)
def test_a_theorem_holds_chains_and_remarks(block: Block) -> None:
    """Data, tables and rules in words are no part of a theorem."""
    assert verdict(proof(block)).startswith("step 'p-2': does not hold: a theorem holds chains, not ")


@all_of("part", [5, None, ("a",), DecisionClaim(NAME, ("1",)), Integer(1)])
def test_a_remark_holds_text_and_lines(part: object) -> None:
    """A verdict, a number or a formula is no part of a sentence of a theorem."""
    told = verdict(proof(Remark((part,))))  # type: ignore[arg-type]
    assert told == f"step 'p-2': does not hold: prose holds text, not {part!r}"


@all_of("change", [{"about": (ITEM,)}, {"model": ""}, {"model": "nb"}])
def test_a_theorem_is_about_no_data(change: dict[str, object]) -> None:
    """A step of a theorem belongs to no query and to no model."""
    told = verdict(proof(Remark(("So it is.",)), **change))
    assert told == "step 'p-2': does not hold: a theorem is about no data"


def test_without_data_every_step_is_of_a_theorem() -> None:
    """Prove accepts no step of a solution, for which there are no counts to check it by."""
    told = verdict(proof(Remark(("So it is.",)), theorem=""))
    assert told.endswith("does not hold: without data, every step is one of a theorem")


@pytest.mark.parametrize("change", [{"setting": ("Laplace",)}, {"models": (("", (), (), ()),)}])
def test_a_theorem_has_no_model(change: dict[str, object]) -> None:
    """What a model assumes is not said above a theorem that assumes none."""
    derivation = replace(Derivation("t", "", (), tuple(learned().steps)), **change)  # type: ignore[arg-type]
    with pytest.raises(Rejected, match="theorem: does not hold: a theorem has no model"):
        prove(derivation)


def test_a_theorem_cannot_change() -> None:
    """A list among the blocks is refused: it could change after it was accepted."""
    steps = learned().steps
    changed = replace(steps[0], blocks=list(steps[0].blocks))  # type: ignore[arg-type]
    with pytest.raises(Rejected, match="a derivation holds tuples, nothing that can change"):
        prove(Derivation("t", "", (), (changed,)))


def test_a_chain_is_about_one_left_side() -> None:
    """The second line of a chain goes on from the first, and does not begin anew."""
    lines = (same(n).of(n), same(c).of(c))
    assert refusal(proof(Chain(lines))) == "c = c: the left side stays the same"


def test_a_chain_goes_on_from_an_equation() -> None:
    """What is greater than zero is not compared further."""
    lines = (above_zero().of(n), same(n).of(n))
    assert refusal(proof(Chain(lines))) == "n = n: > ends a chain"
    assert verdict(proof(Chain(lines[::-1]))) == ""


def test_a_chain_is_checked_against_the_line_before() -> None:
    """In a = b = c the second claim is b = c, whatever a is."""
    lines = (same(2 * n - n).of(n), same(n + n).of(n))
    assert refusal(proof(Chain(lines))) == "n = n + n: the two sides differ"


def test_a_chain_has_lines() -> None:
    """A chain of no lines says nothing, and cannot be printed."""
    assert verdict(proof(Chain(()))) == "step 'p-2': does not hold: a chain has lines"


def test_what_cannot_be_evaluated_is_refused() -> None:
    """A line that is made of what no formula is made of is rejected, and no other error escapes."""
    line = Line(None, "=", None, Reason(Rule.SAME))  # type: ignore[arg-type]
    assert verdict(proof(Chain((line,)))).startswith("step 'p-2': ")


def test_theorems_have_scopes_of_their_own() -> None:
    """What one theorem says is not known in another one that stands beside it."""
    first, second = learned(), Proof("q")
    second.step("s")
    second.chain(n[1], same(n[1]))
    steps = (*first.steps, *second.steps)
    with pytest.raises(Rejected, match="step 'q-1': n_1 = n_1: n_1 was not introduced"):
        prove(Derivation("two", "", (), steps))
    again = learned()
    prove(Derivation("two", "", (), (*first.steps, replace(again.steps[0], theorem="q"))))


def test_what_is_said_in_a_sentence_counts() -> None:
    """A line inside a sentence is checked, and known afterwards, as one in a chain is."""
    p = learned()
    p.step("s")
    said(p, is_more(n[1], n[2]))
    p.chain(n[1] - n[2], above_zero())
    assert verdict(p) == ""


def test_a_sentence_has_a_place_for_each_of_its_parts() -> None:
    """Words that meet are one text; a part too many or too few is an error, not a sentence."""
    proof, line = Proof("p"), is_positive(letter("n"))
    proof.step("given")
    proof.say("Let {}. {}", line, ("Inside, {},", line))
    (remark,) = proof.steps[0].blocks
    assert remark.parts == ("Let ", line, ". Inside, ", line, ",")
    for parts in ((), (line, line)):
        with pytest.raises(ValueError, match="zip"):
            proof.say("Let {}.", *parts)


@all_of(
    ("written", "told"),
    [
        (lambda: c[n][n], "c_n has indices"),
        (lambda: function("f")[n][n], r"f_n has indices"),
        (lambda: function("f")(c)(n), r"f\(c\) is no function"),
    ],
)
def test_letters_and_functions_take_what_is_theirs_once(
    written: Callable[[], Expression], told: str
) -> None:
    """What has indices takes no others, and a function of something is no function."""
    with pytest.raises(TypeError, match=told):
        written()
