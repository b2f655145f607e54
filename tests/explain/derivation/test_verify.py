"""What is verified stays as it was, and what is not is named."""

import copy
import pickle
from dataclasses import replace
from fractions import Fraction

import pytest
from proofs import k, learned, n
from thoroughness import all_of
from verifying import (
    GRAPH,
    PROBLEM,
    SOLUTION,
    SOURCE,
    accepted,
    blocks_of,
    derived,
    formula,
    name,
    number,
    of_full,
    ref,
    rejected,
)

from exactnb import Solution
from exactnb.core.expression.reasons import (
    AS_COUNTED,
    VALUE,
    Rule,
)
from exactnb.core.naming.names import Item
from exactnb.errors import ExactnbError, Unsupported
from exactnb.explain.derivation import (
    Chain,
    Data,
    Derivation,
    EstimateRule,
    Grid,
    Line,
    Rejected,
    Remark,
    Step,
    Verified,
    verify,
)
from exactnb.explain.derivation.verified import with_checks, without_details
from exactnb.explain.derivation.verifier import verify_theorem, without_values
from exactnb.explain.proving import prove
from exactnb.explain.proving.writing.theorem import same
from exactnb.explain.rendering.formats import names, render, written


def test_a_line_that_does_not_hold_is_a_fault_in_here() -> None:
    """Commands end with 70 then, as programs do that find a fault in themselves."""
    assert Rejected.exit_code == 70
    assert Rejected.exit_code != ExactnbError.exit_code


def test_a_verified_shows_the_derivation_in_it():
    """Its `repr` is that of the derivation, and is said to be verified."""
    verified = SOLUTION.verified
    assert repr(verified) == f"<Verified {verified.derivation!r}>"


def test_a_verified_cannot_be_constructed():
    """Calling Verified raises TypeError, with arguments and without."""
    with pytest.raises(TypeError, match=r"only verify\(\) makes a Verified"):
        Verified()
    with pytest.raises(TypeError):
        Verified(SOLUTION.verified.derivation, GRAPH)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy], ids=["copy", "deepcopy"])
def test_a_copy_of_a_verified_is_itself(duplicate):
    """What does not change is copied as it is: no other object could be filled in by hand."""
    assert duplicate(SOLUTION.verified) is SOLUTION.verified


def test_a_verified_does_not_come_back_from_a_pickle():
    """A pickle cannot smuggle a Verified in: none is written, in any protocol, and one is refused."""
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(Unsupported, match="what is verified is not pickled"):
            pickle.dumps(SOLUTION.verified, protocol)
    forged = b"cexactnb.explain.derivation.verified\nVerified\n)\x81N}\x8c\nderivationNs\x86b."
    with pytest.raises(AttributeError, match="does not change"):
        pickle.loads(forged)


def test_a_verified_cannot_be_replaced():
    """`dataclasses.replace` does not apply to a Verified."""
    with pytest.raises(TypeError):
        replace(SOLUTION.verified, derivation=derived())


@all_of("attribute", ["derivation", "quantities", "another"])
def test_a_verified_does_not_change(attribute):
    """No attribute of a Verified can be set."""
    before = SOLUTION.verified.derivation
    with pytest.raises(AttributeError):
        setattr(SOLUTION.verified, attribute, derived())
    assert SOLUTION.verified.derivation is before


@all_of("part", [Derivation, Step, Chain, Line, Grid, Remark, EstimateRule, Data])
def test_the_parts_of_a_derivation_are_frozen(part):
    """Every part of a derivation is a frozen dataclass with slots."""
    assert part.__dataclass_params__.frozen
    assert hasattr(part, "__slots__")


@all_of("given", [None, "text", SOLUTION, SOLUTION.verified.derivation, GRAPH])
def test_renderers_refuse_anything_else(given):
    """A renderer raises TypeError for a derivation that is not verified, or for anything else."""
    notation = PROBLEM.notation()
    for to in names():
        with pytest.raises(TypeError, match="only a Verified derivation is printed"):
            written(to, given, notation)


def test_a_solution_holds_what_was_verified():
    """Replacing the verified part of a solution by a bare derivation leaves nothing that prints."""
    forged = Solution(PROBLEM, SOLUTION.verified.derivation)
    for show in (forged.text, forged.latex, forged.json):
        with pytest.raises((TypeError, AttributeError)):
            show()


def test_an_error_names_step_sides_and_rule():
    """The message names the step and block, both sides as printed, both values, and the rule."""
    wrong = Line(ref("P(+,x)"), "=", number(9, 27), replace(AS_COUNTED, rule=Rule.VALUE))
    wrong = replace(wrong, right=number(9, 28))
    second = Step("joint of x", "", (Remark(("fine",)), Chain((wrong,))))
    with pytest.raises(Rejected) as caught:
        verify(derived(Step("first", "", ()), second), GRAPH, SOURCE)
    assert str(caught.value) == (
        "step 'joint of x', block 2: P(+,x) = 9/28: the sides differ (1/3 against 9/28), "
        "under the rule 'value'"
    )


def test_an_error_of_a_check_names_the_rule():
    """A line that is true but does not follow is told with its sides and its rule."""
    line = replace(formula("P(+,x)"), right=number(1, 3))
    with pytest.raises(Rejected) as caught:
        accepted(Chain((line,)))
    assert str(caught.value) == (
        "step 'only', block 1: P(+,x) = 1/3: not the formula of this quantity, "
        "under the rule 'assumption'"
    )


def test_each_theorem_has_a_prover_that_goes_through_its_steps():
    """What a step shows holds for the later ones of its theorem, whatever stands between them."""
    made = []

    class Noting:
        def __init__(self, own):
            self.own, self.seen = own, []
            made.append(self)

        def step_problems(self, step):
            self.seen.append(step)
            return ()

    steps = tuple(Step(key, "", (), theorem=of) for key, of in [("a", "p"), ("b", "q"), ("c", "p")])
    verify_theorem(Derivation("proofs", "", (), steps), Noting)
    assert [(of.own, of.seen) for of in made] == [(steps[::2], [*steps[::2]]), (steps[1:2], [steps[1]])]


def test_the_first_line_that_fails_is_named():
    """Of two false lines the first is the one that is told."""
    lines = [Line(ref("P(+,x)"), "=", number(1, n), VALUE) for n in (4, 5)]
    rejected(Chain((lines[0],)), Chain((lines[1],)), words="block 1: .*1/4")


def test_an_empty_derivation_is_verified():
    """A derivation without steps claims nothing, and is accepted."""
    verified = verify(derived(title="t"), GRAPH, SOURCE)
    assert verified.derivation.steps == ()
    assert render("text", verified, PROBLEM.notation()).startswith("t\n")


def test_labels_in_a_table_are_items_of_the_class():
    """A column of a table that is headed by another variable's value is rejected."""
    grid = blocks_of(Grid)[0]
    other = tuple(Item("class", "Sky", item.value) for item in grid.columns)
    with pytest.raises(Rejected, match="under its own class"):
        of_full(replace(grid, columns=other, rows=grid.rows)) if len(other) < 1 else of_full(
            replace(blocks_of(Grid)[1], columns=other)
        )


def test_what_is_verified_is_what_was_given():
    """Verify returns the derivation and the graph that it was given, not copies."""
    derivation = derived(Step("only", "", (Chain((formula("P(+|x)"),)),)))
    verified = verify(derivation, GRAPH, SOURCE)
    assert verified.derivation is derivation
    assert verified.quantities is GRAPH
    assert GRAPH.value(name("P(+|x)")) == Fraction(1)


def test_in_brief_lines_that_are_details_are_left_out() -> None:
    """A chain of details alone is left out with its lines; a sentence stays, and so does the graph."""
    line = formula("P(+,x)")
    detail = Line(line.left, "=", number(1, 3), VALUE, detail=True)
    remark = Remark(("all rows",))
    verified = accepted(Chain((line, detail), boxed=False), remark, Chain((detail,)))
    (step,) = without_details(verified).derivation.steps
    assert step.blocks == (Chain((line,)), remark)
    assert without_details(verified).quantities is GRAPH


def test_with_checks_the_lines_of_theorems_say_how_they_were_accepted() -> None:
    """Behind the words of a line stands its check; what is no theorem stays as it is."""
    proof = learned()
    proof.chain(n[k], same(n[k], "itself"))
    verified = prove(Derivation("t", "", (), tuple(proof.steps)))
    checked = with_checks(verified).derivation
    (chain,) = [block for block in checked.steps[-1].blocks if isinstance(block, Chain)][-1:]
    assert [line.reason.words for line in chain.lines] == ["itself [normal form]"]
    assert len(checked.steps) == len(proof.steps)
    solution = accepted(Chain((formula("P(+,x)"),)))
    assert with_checks(solution).derivation == solution.derivation


def test_a_sheet_has_the_derivation_and_no_values():
    """What is printed without its values is what was verified, beside an empty graph."""
    bare = without_values(SOLUTION.verified)
    assert bare.derivation == SOLUTION.verified.derivation
    assert isinstance(bare, Verified)
    assert not bare.quantities
    assert SOLUTION.verified.quantities
