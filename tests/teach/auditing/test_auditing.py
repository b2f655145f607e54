"""Numbers in print: how each is judged, what explains blocks, what a match is worth, refusals."""

from __future__ import annotations

from fractions import Fraction

import pytest
from thoroughness import all_of, one_in

from exactnb import Problem, audit, explain_number, solve
from exactnb.core.arithmetic.rounding import Rounding, rounded_in_full
from exactnb.errors import ExactnbError, InputError
from exactnb.teach.auditing.auditing import Audit
from exactnb.teach.auditing.reports.forms import as_markdown, as_page, as_text
from exactnb.teach.auditing.reports.report_text import audit_parts
from exactnb.teach.grading.judging import Verdict

ROWS = """
data.class = "y"
data.table = '''
row  y  x1  x2
r1   1  0   1
r2   2  1   1
r3   3  1   0
r4   2  0   0
r5   1  0   0
r6   1  0   1
r7   1  1   0
r8   2  1   0
'''
data.id = "row"
query.p = { x1 = 1, x2 = 0 }
[printed]
"""


def problem(printed: str, data: str = ROWS) -> Problem:
    return Problem.from_text(data + printed)


def audited(printed: str, **more: object) -> Audit:
    return audit(problem(printed), **more)  # type: ignore[arg-type]


@one_in(12, ("printed", "verdict"),
    [
        ("8/17", "correct"), ("16/34", "correct"),
        ("0.47", "correct_rounded"), ("0.5", "correct_rounded"),
        ("0.470588235", "correct_rounded"), ("47%", "correct_rounded"), ("0.4705", "truncated"),
        ("0.4707", "last_digit_off"), ("0.48", "wrong"), ("1/3", "wrong"), ("4.706", "power_of_ten"),
        ("47.06", "percent_or_fraction"), ("0", "wrong"), ("1", "wrong"), ("undefined", "wrong"),
    ],
)  # fmt: skip
def test_a_number_is_judged_by_its_own_digits(printed: str, verdict: str) -> None:
    """P(y=2|p) is 8/17 = 0.470588…; a whole number says nothing of it."""
    (number,) = audited(f'"P(y=2|p)" = "{printed}"').numbers
    assert number.verdict.value == verdict


def test_nothing_is_cut_off_from_what_has_no_more_digits() -> None:
    """1/2 is cut off to 0.50, never to 0.49; 8/17 is cut off to 0.4705."""
    found = audited('"P(y=1)" = ["0.50", "0.49", "0.499"]')
    assert [n.verdict.value for n in found.numbers] == ["correct", "wrong", "last_digit_off"]


def test_editions_are_blocks_of_their_own() -> None:
    """What has no edition stands in each; the second edition of a block is wrong alone."""
    text = (
        '"P(y=1)" = { value = "1/2", where = "p" }\n'
        '"P(y=2)" = { value = ["3/8", "2/8"], where = "p" }\n"P(y=3)" = "1/8"'
    )
    found = audited(text)
    shown = [(b.where, b.edition, [n.printed.text for n in b.numbers]) for b in found.blocks]
    assert shown == [("p", 1, ["1/2", "3/8"]), ("p", 2, ["1/2", "2/8"]), ("", 0, ["1/8"])]
    assert [block.edition for block in found.explained] == [2]


def test_right_numbers_of_a_block_rule_explanations_out() -> None:
    """1/3 alone is that of λ = 1 or of a row less; beside x2 = 1/2 it is λ = 1 alone."""
    alone = audited('"P(x1=1|y=1)" = "1/3"\n"P(x2=1|y=1)" = "1/2"')
    (of_one,) = alone.explained.values()
    ids = {each.id for each in of_one[0].by}
    assert {"other-smoothing", "row-dropped"} <= ids
    where = 'where = "p"'
    block = audited(
        f'"P(x1=1|y=1)" = {{ value = "1/3", {where} }}\n"P(x2=1|y=1)" = {{ value = "1/2", {where} }}'
    )
    (of_block,) = block.explained.values()
    assert "other-smoothing" in {each.id for each in of_block[0].by}
    assert [each.detail for each in of_block[0].by if each.id == "row-dropped"] == []


def test_numbers_that_nothing_explains_at_once_are_explained_one_by_one() -> None:
    """1/3 is a smoothed estimate, 17/31 the number of no alternative: so there is no explanation."""
    where = 'where = "p"'
    found = audited(
        f'"P(x1=1|y=1)" = {{ value = "1/3", {where} }}\n"P(y=3)" = {{ value = "17/31", {where} }}'
    )
    (each,) = found.explained.values()
    assert [bool(of) for of in each] == [True, False]
    assert all(len(of.numbers) == 1 and of.tried > 80 for of in each)


def test_explain_number_says_nothing_of_a_right_one() -> None:
    """A right number has no explanation, and none is searched for."""
    found = explain_number("0.471", problem('"P(y=1)" = "1/2"'), "P(y=2|p)")
    assert not found
    assert (found.tried, found.chance) == (0, 0)


@pytest.mark.exhaustive
def test_pairs_are_tried_where_one_change_does_not_do() -> None:
    """λ = 1, and the joint given for the posterior: both at once are found with pairs only."""
    right = problem('"P(y=1)" = "1/2"')
    smoothed = "model.smoothing = 1\n" + ROWS
    joint = solve(Problem.from_text(smoothed + '"P(y=1)" = "1/2"'))["P(y=2,p)"]
    assert isinstance(joint, Fraction)
    text = f"{joint.numerator}/{joint.denominator}"
    assert not explain_number(text, right, "P(y=2|p)")
    found = explain_number(text, right, "P(y=2|p)", pairs=True)
    assert found.fewest_switches == 2
    assert "other-smoothing+joint-for-posterior" in {each.id for each in found.by}
    assert found.tried > 1_000


def test_a_search_whose_time_is_over_says_so() -> None:
    """Nothing was tried in no time: the numbers are judged all the same, the search is not whole."""
    found = audited('"P(y=1)" = "2/3"', seconds="1e-9")
    ((each,),) = found.explained.values()
    assert (each.is_complete, each.tried, each.by) == (False, 0, ())
    assert not found.is_right


@pytest.mark.exhaustive
def test_a_search_of_too_many_says_so() -> None:
    """An effort of 1,000 steps is enough for the posterior, and for 100 alternatives to it."""
    ((each,),) = audited('"P(y=2|p)" = "11/13"', effort=1_000).explained.values()
    ((whole,),) = audited('"P(y=2|p)" = "11/13"').explained.values()
    assert (each.is_complete, whole.is_complete) == (False, True)
    assert 0 < each.tried < whole.tried


@pytest.mark.exhaustive
def test_edits_that_lead_to_nothing_new_take_of_the_limit() -> None:
    """Thousands of words may be put into texts, none of which changes a prior: the search ends."""
    words = " ".join(f"w{number}" for number in range(200))
    data = f"data.table = '''\nk | text\n+ | {words}\n+ | w1\n- | w2\n'''\n[printed]\n".replace(
        "k |", "class |"
    )
    whole = Problem.from_text(data + '"P(+)" = "11/13"')
    ((each,),) = audit(whole, effort=3_000).explained.values()
    assert not each.is_complete
    assert each.tried < 100


def test_a_class_in_print_is_explained_too() -> None:
    """Some alternatives decide for class 1, not 2; a class is no evidence: the chance is above 1."""
    ((found,),) = audited('"argmax(p)" = "1"').explained.values()
    assert found.by
    assert found.chance is not None
    assert found.chance >= 1


FISH = """
data.table = '''
length eggs kind
12.5   3    trout
14.0   12   trout
20.1   30   pike
22.7   7    pike
'''
model.families = { length = "gaussian", eggs = "poisson" }
query.q = { length = 16 }
[printed]
"""


@all_of(
    ("printed", "details"),
    [
        (
            '"mean(length|pike)" = "22.9"',
            ["row 3: length 23.1 for 20.1", "row 4: length 25.7 for 22.7"],
        ),
        ('"mean(length|pike)" = "18.35"', ["row 3: length 14.0 for 20.1"]),
        ('"mean(length|trout)" = "76.25"', ["row 2: length 140 for 14.0"]),
        ('"mean(length|trout)" = "0.75"', ["row 1: length -12.5 for 12.5"]),
        ('"rate(eggs|trout)" = "24/2"', ["row 1: eggs 12 for 3", "row 2: eggs 21 for 12"]),
        ('"rate(eggs|trout)" = "2.1"', []),
    ], apart=6)  # fmt: skip
def test_a_misread_number_explains(printed: str, details: list[str]) -> None:
    """A digit, the line above, a point lost, a sign, two digits swapped; 1.2 eggs are not counted."""
    ((found,),) = audit(problem(printed, FISH)).explained.values()
    assert [each.detail for each in found.by if each.id == "cell-misread"] == details


@pytest.mark.exhaustive
def test_a_misread_number_of_a_query_explains() -> None:
    """The density at 61 for 16 is that of the query misread."""
    other = solve(problem("", FISH.replace("16", "61").replace("[printed]", "")))
    density = other["p(q|pike)"]
    digits = str(rounded_in_full(density, Rounding(figures=5)))
    ((found,),) = audit(problem(f'"p(q|pike)" = "{digits}"', FISH)).explained.values()
    assert "q: length 61 for 16" in {each.detail for each in found.by}


@all_of("quantity", [None, ["P(y=1)"], 3])
def test_a_quantity_is_text(quantity: object) -> None:
    """Anything else is refused in a line, and never looked up."""
    with pytest.raises(InputError, match="printed: expected text"):
        explain_number("1/2", problem('"P(y=1)" = "1/2"'), quantity)  # type: ignore[arg-type]


@pytest.mark.exhaustive
def test_what_was_not_tried_is_said() -> None:
    """Two changes, two edits, two others: what was not asked for; and numbers of more than 40 rows."""
    printed = '"P(y=1)" = "11/13"'
    pairs, edits = {"pairs": True}, {"two_edits": True}
    assert audited(printed).untried_pairs_text == "two changes at once"
    assert audited(printed, **pairs).untried_pairs_text == "two edits of the data at once"
    assert audited(printed, **edits).untried_pairs_text == "two other changes at once"
    assert audited(printed, **pairs, **edits).untried_pairs_text == ""
    counts = "data.counts = '''\n+ -\ntotal 3 4\n'''\n[printed]\n"
    assert audit(problem('"P(+)" = "1/9"', counts), pairs=True).untried_pairs_text == ""
    rows = "".join(f"{at}.5 {'ab'[at % 2]}\n" for at in range(41))
    long = f"data.table = '''\nx class\n{rows}'''\nmodel.family = \"gaussian\"\n[printed]\n"
    found = audit(problem('"mean(x|a)" = "0.001"', long))
    text = as_text(audit_parts(found)).replace("\n", " ")
    assert "misread numbers of so many rows and two changes at once were not tried" in text


@all_of(
    ("printed", "message"),
    [
        ('"P(y=9)" = "1"', r"printed: 'P\(y=9\)'"),
        ('"P(y=1)" = []', "expected text as it is printed"),
        ('"P(y=1)" = true', "expected text as it is printed"),
        ('"P(y=1)" = ["1/2", { value = "0.4" }]', "texts and tables in one list: it holds texts"),
        ('"P(y=1)" = [{ value = "0.4" }, 3]', "texts and tables in one list: it holds texts"),
        ('"P(y=1)" = { value = { a = "b" } }', "got '{ a = \"b\" }'"),
        ('"P(y=1)" = { value = "1/2", where = ["p. 1", "p. 2"] }', 'got \'."p. 1", "p. 2".\''),
        ('"P(y=1)" = { where = "p. 3" }', "needs a key value"),
        ('"P(y=1)" = { value = "1/2", were = "p. 3" }', "unknown key"),
        ('"P(y=1)" = { value = "1/2", times = 0 }', "must not be 0"),
        ('"P(y=1)" = { value = "1/2", times = "1e99" }', "numbers up to 1,000,000,000"),
        ('"P(y=1)" = { value = "1/2", power = 0 }', "whole number from 1 to 10"),
        ('"P(y=1)" = { value = "1/2", power = true }', "whole number from 1 to 10"),
        ('"P(y=1)" = { value = ["1/2", ["1"]] }', "expected text as it is printed"),
        ('"P(y=1)" = "1/2"\n"P( y = 1 )" = "1/2"', "once more"),
        ('"argmax(p)" = { value = "2", times = 2 }', "need numbers"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(printed: str, message: str) -> None:
    """The message names the quantity, and says what is expected."""
    with pytest.raises(ExactnbError, match=message) as refused:
        audited(printed)
    assert "\n" not in str(refused.value)


@pytest.mark.exhaustive
@all_of(
    ("printed", "why"),
    [
        ("no idea", "is not known here"),
        ("0,5", "can be read as"),
        ("9^9^9^9", "an exponent beyond"),
        ("(" * 300, "over 200 signs"),
        ("", "no answer is given"),
    ],
)
def test_a_number_that_cannot_be_read_costs_no_other(printed: str, why: str) -> None:
    """It is reported with the reason and the right value; the others are judged."""
    unread, wrong = audited(f'"P(y=1)" = "{printed}"\n"P(x1=1|y=3)" = "1/2"').numbers
    assert (unread.verdict, wrong.verdict) == (Verdict.UNREADABLE, Verdict.WRONG)
    assert unread.right is not None
    assert not unread.is_wrong
    assert why in unread.why
    assert unread.why.isprintable()


def test_a_bare_numeral_is_its_own_signs() -> None:
    """0.50 without quotes has two figures; 1 is a whole number."""
    found = audited('"P(y=1)" = 0.50\n"P(x1=1|y=3)" = 1')
    assert [number.printed.text for number in found.numbers] == ["0.50", "1"]
    assert found.is_right


def test_a_problem_without_numbers_in_print_is_refused() -> None:
    """An audit of nothing is no audit."""
    with pytest.raises(InputError, match=r"no section \[printed\]"):
        audit(Problem.from_text(ROWS))


def test_signs_that_steer_are_not_repeated() -> None:
    """Places and quantities with controls and tags in them are shown, not obeyed."""
    text = '"P(y=1)" = { value = "1/3", where = "<b>\\u001b[31m|`x`" }'
    found = audited(text)
    assert "\x1b" not in as_text(audit_parts(found))
    assert "<b>" not in as_page(audit_parts(found))
    assert "\x1b" not in as_markdown(audit_parts(found))
