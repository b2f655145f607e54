"""What explains numbers in print: each rule of the search alone, with alternatives that are made up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest
from thoroughness import all_of

from exactnb import Problem, audit, explain_number
from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.data.edits import Edit
from exactnb.core.data.schema import Case as Row
from exactnb.core.expression.results import Decision
from exactnb.core.families.protocol import Misconception
from exactnb.core.problem.printed import Printed
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.alternatives.changes import totals_off_by_one
from exactnb.teach.auditing.auditing import Explained
from exactnb.teach.auditing.printed_numbers import (
    PrintedBlock,
    PrintedNumber,
    judge_printed,
    key_of_printed,
    scaled_as_printed,
)
from exactnb.teach.auditing.searching import AuditCase, cases_of_wrong_numbers, explain_cases
from exactnb.teach.grading.targets import Target

TABLE = """
data.table = '''
a k
u +
u +
v +
u -
v -
v -
'''
query.x = { a = "u" }
"""
MADE_UP = Misconception("made-up", "made up", "")
ROUNDED = Rounding(places=2)


def block_of(*printed: str) -> PrintedBlock:
    """Return the block of some numbers that stand at one place."""
    lines = "\n".join(
        f'"{quantity}" = {{ value = "{text}", where = "p" }}'
        for quantity, _, text in (each.rpartition(" = ") for each in printed)
    )
    problem = Problem.from_text(f"{TABLE}[printed]\n{lines}\n")
    (block,) = judge_printed(problem, key_of_printed(problem))
    return block


def compared(case: AuditCase, values: Mapping[str, Fraction | None], alternative: Alternative) -> bool:
    """Compare an alternative, which makes something of each quantity, with a case."""

    def value(number: PrintedNumber) -> Target | None:
        worth = values[number.printed.quantity]
        return None if worth is None else Target(worth)

    return case.note_if_explained(alternative, value)


def test_a_case_is_explained_by_what_leads_to_it() -> None:
    """0.9 for 2/3: 9/10 explains it, 0.8 only might by chance; 2/3 is right, 2 is no such number."""
    block = block_of("P(a=u|+) = 0.9")
    (case,) = cases_of_wrong_numbers(block, 2)
    made = {at: Alternative((MADE_UP,)) for at in ("9/10", "8/9", "4/5", "2/3", "2", "none")}
    for text, alternative in made.items():
        worth = None if text == "none" else Fraction(text)
        assert compared(case, {"P(a=u|+)": worth}, alternative) == (text in ("9/10", "8/9"))
    assert case.explanations == [made["9/10"], made["8/9"]]
    assert case.random_matches == [made["9/10"], made["8/9"], made["4/5"]]
    case.add_equivalents(lambda each: (each, each))  # all that is the same formulas counts
    assert case.explanations == [made["9/10"]] * 2 + [made["8/9"]] * 2
    assert case.chance == Fraction(6, 8)


def test_two_numbers_are_explained_at_once_or_not() -> None:
    """Both have to be led to; each has a case of its own too."""
    block = block_of("P(a=u|+) = 0.9", "P(a=v|+) = 0.1")
    together, first, second = cases_of_wrong_numbers(block, 2)
    assert [case.numbers for case in (together, first, second)] == [
        block.numbers, block.numbers[:1], block.numbers[1:],
    ]  # fmt: skip
    worths = {"P(a=u|+)": Fraction(9, 10), "P(a=v|+)": Fraction(2, 10)}
    alternative = Alternative((MADE_UP,))
    assert [compared(case, worths, alternative) for case in (together, first, second)] == [
        False, True, False,
    ]  # fmt: skip
    assert together.random_matches == [alternative]
    assert not compared(together, worths | {"P(a=v|+)": Fraction(1, 3)}, alternative)
    assert together.random_matches == [alternative]  # a right number might not be printed by chance
    assert compared(together, worths | {"P(a=v|+)": Fraction(1, 10)}, alternative)


def test_what_is_right_has_to_stay_right() -> None:
    """Beside a right 1/2 an alternative has to lead to 1/2, to explain and to be counted."""
    block = block_of("P(a=u|+) = 0.9", "P(+) = 1/2")
    (case,) = cases_of_wrong_numbers(block, 2)
    assert case.right == block.numbers[1:]
    alternative, wrong = Alternative((MADE_UP,)), {"P(a=u|+)": Fraction(9, 10)}
    for worth, kept in ((Fraction(1, 2), True), (Fraction(2, 3), False), (None, False)):
        assert compared(case, wrong | {"P(+)": worth}, alternative) == kept
    assert case.explanations == case.random_matches == [alternative]


def test_what_is_rounded_early_was_not_printed_as_a_fraction() -> None:
    """66/100 in print is no 2/3 that was cut off; 0.66 is."""
    rounding = Alternative((MADE_UP,), rounding=ROUNDED)
    for text, explains in (("66/100", False), ("0.66", True)):
        (case,) = cases_of_wrong_numbers(block_of(f"P(a=u|+) = {text}"), 2)
        assert compared(case, {"P(a=u|+)": Fraction(66, 100)}, rounding) == explains
        assert bool(case.random_matches) == explains
        assert compared(case, {"P(a=u|+)": Fraction(66, 100)}, Alternative((MADE_UP,)))


def test_a_right_number_was_printed_before_it_was_rounded() -> None:
    """Beside an exact 2/3 an alternative may round it, as the rounding says, and no other may."""
    block = block_of("P(a=v|+) = 0.9", "P(a=u|+) = 2/3")
    alternatives = {
        "rounds": Alternative((MADE_UP,), rounding=ROUNDED), "other": Alternative((MADE_UP,)),
    }  # fmt: skip
    cases = {("rounds", "67/100"): True, ("rounds", "66/100"): False, ("other", "67/100"): False}
    for (kind, worth), kept in cases.items():
        (case,) = cases_of_wrong_numbers(block, 2)
        worths = {"P(a=v|+)": Fraction(9, 10), "P(a=u|+)": Fraction(worth)}
        assert compared(case, worths, alternatives[kind]) == kept
    with_class = block_of("P(a=v|+) = 0.9", "argmax(x) = +")
    (case,) = cases_of_wrong_numbers(with_class, 2)

    def value(number: PrintedNumber) -> Target:
        is_class = number.printed.quantity == "argmax(x)"
        return Target(Decision(("-",)) if is_class else Fraction(9, 10))

    assert not case.note_if_explained(alternatives["rounds"], value)  # a class is not rounded


def test_what_explains_is_named_kind_by_kind_and_row_by_row() -> None:
    """Kinds stand as they were met, those of a kind by their row."""
    (case,) = cases_of_wrong_numbers(block_of("P(a=u|+) = 0.9"), 2)
    other = replace(MADE_UP, id="other")
    rows = [Alternative((other,), edits=(Edit("dropped", at, Row("", "+", {}), ()),)) for at in (3, 1)]
    case.explanations = [rows[0], Alternative((MADE_UP,)), rows[1]]
    case.add_equivalents(lambda each: (each,))
    assert [(each.id, each.first_edit.row if each.first_edit else 0) for each in case.explanations] == [
        ("other", 1), ("other", 3), ("made-up", 0),
    ]  # fmt: skip


def test_a_chance_that_is_not_counted_stays_so() -> None:
    """Instead of √2 nobody knows what might be printed: it is explained all the same."""
    (case,) = cases_of_wrong_numbers(block_of("P(a=u|+) = sqrt(2)"), 2)
    assert case.chance is None
    alternative = Alternative((MADE_UP,))
    root = case.numbers[0].answer
    assert root is not None
    assert case.note_if_explained(alternative, lambda number: Target(root.value))
    assert case.random_matches == []
    case.add_equivalents(lambda each: (each,))
    assert (case.explanations, case.chance) == ([alternative], None)


@all_of(
    ("printed", "texts"),
    [
        ("0.47", ["0.465", "0.4749"]), ("1/2", ["1/2"]), ("0.50", ["0.495", "0.5"]), ("100", ["100"]),
        ("47%", ["0.465", "0.4749"]), ("-0.3", ["-0.26", "-0.34"]),
    ],
)  # fmt: skip
def test_a_number_fits_what_rounds_to_it(printed: str, texts: list[str]) -> None:
    """A decimal stands for all that rounds to it, a fraction for itself; a class for nothing here."""
    number = block_of(f"P(x|+) = {printed}").numbers[0]
    assert number.is_fraction == ("/" in printed)
    assert all(number.fits(Target(Fraction(text))) for text in texts)
    for text in ("0.464", "0.476", "0.51", "0.8", "1", "0", "5", "44", "-0.36"):
        assert not number.fits(Target(Fraction(text))), text
    assert not number.fits(Target(Decision(("+",))))


def test_zeros_at_the_end_of_a_whole_number_may_hold_places_only() -> None:
    """120 is 118 to two figures, and no 114; 121 is 121 alone."""
    number = block_of("P(x|+) = 120").numbers[0]
    assert [number.fits(Target(Fraction(at))) for at in (118, 120, 124, 114, 126)] == [
        True, True, True, False, False,
    ]  # fmt: skip
    other = block_of("P(x|+) = 121").numbers[0]
    assert [other.fits(Target(Fraction(at))) for at in (120, 121, 122)] == [False, True, False]


def test_one_and_zero_are_rounded_to_one_figure() -> None:
    """1 is 1.4 and 0.99 to one figure, and no 0.8; 0 is nothing but 0."""
    one, zero = (block_of(f"P(x|+) = {text}").numbers[0] for text in "10")
    assert [one.fits(Target(Fraction(at))) for at in ("1", "1.4", "0.8", "0.99")] == [
        True, True, False, True,
    ]  # fmt: skip
    assert [zero.fits(Target(Fraction(at))) for at in ("0", "0.1", "0.4")] == [True, False, False]


def test_what_is_printed_of_a_quantity_is_so_many_times_a_power() -> None:
    """3·(1/2)² is 3/4; a class, and what is undefined, is left."""
    printed = Printed("P(+)", "1", times=Fraction(3), power=2)
    assert scaled_as_printed(Fraction(1, 2), printed) == Fraction(3, 4)
    assert scaled_as_printed(Fraction(1, 2), Printed("P(+)", "1")) == Fraction(1, 2)
    assert scaled_as_printed(Fraction(1, 2), replace(printed, power=1)) == Fraction(3, 2)
    assert scaled_as_printed(Fraction(1, 2), replace(printed, times=Fraction(1))) == Fraction(1, 4)
    assert scaled_as_printed(Decision(("+",)), printed) == Decision(("+",))


def audited(printed: str, text: str = TABLE, **more: object) -> tuple[Explained, ...]:
    """Return what explains the numbers of the first block that is explained."""
    found = audit(Problem.from_text(f"{text}[printed]\n{printed}\n"), **more)  # type: ignore[arg-type]
    return next(iter(found.explained.values()))


@pytest.mark.exhaustive
def test_a_factor_that_was_left_out_explains_alone_and_with_another_change() -> None:
    """Twice P(a=u|+) is 4/3: 2/3 lost its factor, 3/5 is that with λ = 1 too, once pairs are tried."""
    (found,) = audited('"P(a=u|+)" = { value = "2/3", times = 2 }')
    assert "factor-left-out" in {each.id for each in found.by}
    (alone,) = audited('"P(a=u|+)" = "3/2"')
    assert "factor-left-out" not in {each.id for each in alone.by}
    text = '"P(a=u|+)" = { value = "3/5", times = 2 }'
    assert not audited(text)[0]
    (both,) = audited(text, pairs=True, effort=2_000)  # 200 alternatives are enough
    assert "other-smoothing+factor-left-out" in {each.id for each in both.by}
    assert {each.switch_count for each in both.by} == {2}
    assert both.fewest_switches == 2


def test_only_a_wrong_number_lost_its_factor() -> None:
    """Beside a right 4/3 of twice 2/3, another number lost its factor alone."""
    lines = (
        '"P(a=u|+)" = { value = "4/3", times = 2, where = "p" }\n'
        '"P(a=v|+)" = { value = "1/3", times = 5, where = "p" }'
    )
    (found,) = audited(lines)
    assert [number.printed.text for number in found.numbers] == ["1/3"]
    assert "factor-left-out" in {each.id for each in found.by}


def test_numbers_of_another_problem_are_named_by_it() -> None:
    """With three rows more P(+) is 6/9; the same problem once more has no other numbers."""
    more = Problem.from_text(TABLE.replace("u +\n", "u +\nv +\nv +\nv +\n", 1))
    same = Problem.from_text(TABLE)
    (found,) = audited('"P(+)" = "6/9"', instead={"same": same, "more": more})
    others = [each for each in found.by if each.id == "other-problem"]
    assert [each.detail for each in others] == ["more"]
    assert found.by[0].problem is more


def test_two_edits_are_tried_on_their_own() -> None:
    """3/8 takes two rows more in class −; neither one edit nor two other changes lead to it."""
    printed = '"P(+)" = "3/8"'
    assert not audited(printed)[0]
    (found,) = audited(printed, two_edits=True)
    assert {each.id for each in found.by} == {"row-counted-twice+row-counted-twice"}
    assert {len(each.edits) for each in found.by} == {2}
    (whole,) = audited(printed)
    assert found.tried > whole.tried


@pytest.mark.exhaustive
def test_bounds_explain_where_there_is_no_exact_form() -> None:
    """With √2 for 2 in the exponent a density has no closed form; its decimals are compared."""
    rows = "0 +\n1 +\n3 +\n7 -\n9 -"
    text = f"data.table = '''\nx k\n{rows}\n'''\nmodel.family = 'gaussian'\nquery.q = {{ x = 3 }}\n"
    # mean 4/3, variance 14/9: exp(−(5/3)²/(2·√(14/9)))/√(2π·14/9) = 0.32838… · 0.31986… = 0.10504
    (found,) = audited('"p(x=3|+)" = "0.10504"', text)
    assert "deviation-for-variance-in-exponent" in {each.id for each in found.by}


@pytest.mark.exhaustive
def test_each_alternative_is_counted_once() -> None:
    """What two switches make as a single one does was met before: it is not tried again."""
    text = "data.counts = '''\nk + -\ntotal 2 1\na=u 1 1\na=v 1 0\n'''\n"
    (found,) = audited('"P(a=u|+)" = "11/13"', text, pairs=True)
    problem = Problem.from_text(text + '[printed]\n"P(a=u|+)" = "11/13"')
    alternatives = key_of_printed(problem).alternatives
    single, pairs = [*alternatives.every_single_switch()], [*alternatives.every_pair()]
    single += totals_off_by_one(alternatives.graph)  # tried where no other explains
    assert {each.switch_count for each in pairs} == {1, 2}
    names = [
        like.name
        for switches, made in ((1, single), (2, [each for each in pairs if each.switch_count == 2]))
        for each in made
        for like in alternatives.equivalents(each)
        if like.switch_count == switches
    ]
    assert found.tried == len(names)


def test_progress_and_limits() -> None:
    """Progress is told of each alternative; after 1,000 steps of effort the search is not whole."""
    told: list[int] = []
    (whole,) = audited('"P(+)" = "11/13"', progress=told.append)
    assert whole.is_complete
    assert told == [*range(1, len(told) + 1)]
    assert len(told) <= whole.tried
    (part,) = audited('"P(+)" = "11/13"', effort=200)
    assert not part.is_complete
    assert 0 < part.tried < whole.tried
    (patient,) = audited('"P(+)" = "11/13"', seconds=10**400)  # longer than a float can count
    assert (patient.is_complete, patient.tried) == (True, whole.tried)
    (early,) = audited('"P(+)" = "11/13"', effort=200, pairs=True)
    assert early.tried == part.tried  # what is over is not gone on with
    problem = Problem.from_text(f'{TABLE}[printed]\n"P(+)" = "11/13"')
    key = key_of_printed(problem)
    cases = cases_of_wrong_numbers(judge_printed(problem, key)[0], 2)
    told.clear()
    explain_cases(key.alternatives, cases, most=3, progress=told.append)
    assert (told, cases[0].is_complete) == ([1, 2, 3], False)


@all_of(
    ("more", "message"),
    [
        ({"seconds": 0}, "seconds: expected a positive number; got 0"),
        ({"seconds": "-1/2"}, "seconds: expected a positive number; got -1/2"),
        ({"seconds": "soon"}, "seconds: "),
        ({"instead": {"other": 3}}, "expected a Problem or the path of a file; got '3'"),
        ({"effort": 0}, "effort"),
    ],
)
def test_options_that_are_none_are_refused(more: dict[str, object], message: str) -> None:
    """Before anything is searched for, with the option."""
    with pytest.raises(Exception, match=message):
        audited('"P(+)" = "11/13"', **more)


def test_a_number_is_explained_by_itself() -> None:
    """It is wrong and explained, or right and not searched for; what cannot be judged is refused."""
    problem = Problem.from_text(TABLE)
    found = explain_number("0.6", problem, "P(a=u|+)")
    assert "other-smoothing" in {each.id for each in found.by}
    assert found.is_complete
    right = explain_number(Fraction(2, 3), problem, "P(a=u|+)")
    assert (right.by, right.tried, right.chance, right.is_complete) == ((), 0, 0, True)
    assert right.numbers[0].is_right
    with pytest.raises(Exception, match="printed"):
        explain_number("no idea", problem, "P(a=u|+)")
