"""What printed numbers say together: a habit of the document, shares, products, totals, long lists."""

from __future__ import annotations

import json
from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law, one_in

from exactnb import Problem
from exactnb.core.arithmetic.rounding import Rounding
from exactnb.teach.auditing.auditing import Audit, audit
from exactnb.teach.auditing.reports.forms import as_markdown, as_text, audit_json
from exactnb.teach.auditing.reports.report_text import audit_parts

DATA = """
[data]
table = '''
a b class
1 1 +
0 1 +
0 0 -
1 0 -
1 1 +
0 1 -
1 1 +
'''
[query]
x = { a = 1, b = 1 }
[printed]
"""
RIGHT = {
    "P(+)": F(4, 7), "P(-)": F(3, 7), "P(a=1|-)": F(1, 3), "P(a=0|-)": F(2, 3), "P(b=0|-)": F(2, 3),
    "P(+,x)": F(3, 7), "P(-,x)": F(1, 21), "P(+|x)": F(9, 10), "P(-|x)": F(1, 10),
}  # fmt: skip
ROUNDED = {"P(+,x)": "0.4275", "P(-,x)": "0.0468"}
"""0.57 × 0.75 × 1, and 0.43 × 0.33 × 0.33: right are 0.4286 and 0.0476."""
WORDS = """
[data]
table = '''
class text
+ "a b a"
+ "b c"
- "a c"
'''
[model]
family = "multinomial"
[printed]
"""


def audited(printed: dict[str, str], text: str = DATA, where: bool = True) -> Audit:
    """Return an audit of numbers, each at a place of its own, or all at one."""
    lines = (
        f'"{name}" = {{ value = "{value}", where = "p. {at if where else 1}" }}'
        for at, (name, value) in enumerate(printed.items(), start=1)
    )
    return audit(Problem.from_text(text + "\n".join(lines)))


def written(value: F, rule: str, places: int) -> str:
    return str(Rounding(places=places, rule=rule).decimal(value))


@pytest.mark.parametrize("places", [2, 3])
def test_decimals_that_are_cut_off_are_one_habit(places: int) -> None:
    """It is said once, and none of the numbers is explained again."""
    found = audited({name: written(value, "down", places) for name, value in RIGHT.items()})
    assert found.habit is not None
    assert found.habit.words == "decimals are cut off, not rounded"
    assert len(found.habit.numbers) == found.habit.wrong
    assert found.explained == {}
    text = as_text(audit_parts(found))
    assert text.count("cut off, not rounded") == 1
    assert "no explanation" not in text


def test_what_is_rounded_on_the_way_is_one_habit() -> None:
    """The posterior of estimates to two decimals, and the joint of two more: one sentence for both."""
    found = audited({"P(-,x)": "0.0479", "P(+|x)": "0.9", "P(+,x)": "0.43", "P(-|x)": "0.1005"})
    assert found.habit is None or found.habit.words.startswith("rounded before the end")


def test_a_habit_that_a_right_number_contradicts_is_none() -> None:
    """Who rounds one number up does not cut decimals off."""
    found = audited({"P(-)": "0.42", "P(b=0|-)": "0.66", "P(-,x)": "0.048"})
    assert found.habit is None or "cut off, not" not in found.habit.words


@pytest.mark.exhaustive
def test_a_habit_of_one_block_is_said_once() -> None:
    """Of three wrong numbers two come of estimates to two decimals."""
    printed = {"P(+,x)": ROUNDED["P(+,x)"], "P(-,x)": ROUNDED["P(-,x)"], "P(b=0|-)": "1/5"}
    found = audited(printed, where=False)
    assert found.habit is not None
    assert found.habit.words == "rounded before the end (estimates to two decimals)"
    assert [str(number.name) for number in found.habit.numbers] == ["P(+,x)", "P(-,x)"]
    assert as_text(audit_parts(found)).count("rounded before the end") == 1
    ((case,),) = found.explained.values()
    assert [str(number.name) for number in case.numbers] == ["P(b=0|-)"]


def test_what_explains_a_whole_block_is_searched_for() -> None:
    """Its wrong numbers have one explanation all at once, and its rivals; nothing is said twice."""
    found = audited({"P(-)": "4/9", "P(b=0|-)": "3/5"}, where=False)
    assert found.habit is None
    assert len(found.explained) == 1
    found = audited({name: ROUNDED[name] for name in ("P(+,x)", "P(-,x)")}, where=False)
    assert found.habit is None
    ((case,),) = found.explained.values()
    assert {each.id for each in case.by} == {"rounded-early"}


def test_what_is_cut_off_has_no_rival_explanations() -> None:
    """0.42 is 3/7 and 0.66 is 2/3, cut off: nothing else is searched for, however few there are."""
    found = audited({"P(-)": "0.42", "P(b=0|-)": "0.66"}, where=False)
    assert found.habit is not None
    assert (found.habit.words, found.explained) == ("decimals are cut off, not rounded", {})
    assert "2 numbers in print: 2 cut off" in as_text(audit_parts(found))
    ((case,),) = audited({"P(-)": "0.42", "P(a=1|-)": "2/5"}, where=False).explained.values()
    assert [str(number.name) for number in case.numbers] == ["P(a=1|-)"]


def test_exchanged_digits_have_no_rival_explanations() -> None:
    """1/21 is 0.04762: in 0.04672 two digits are exchanged, as the verdict says."""
    found = audited({"P(-,x)": "0.04672"})
    assert "1 digits exchanged" in as_text(audit_parts(found))
    assert found.explained == {}


def test_a_habit_leaves_the_rest_to_be_explained() -> None:
    """A number that it does not lead to is searched for by itself."""
    found = audited({"P(-)": "0.42", "P(b=0|-)": "0.66", "P(a=1|-)": "2/5"})
    assert found.habit is not None
    assert [str(n.name) for n in found.habit.numbers] == ["P(-)", "P(b=0|-)"]
    ((case,),) = found.explained.values()
    assert case.by[0].id == "other-smoothing"


@law(15, 36)
@given(st.lists(st.sampled_from(sorted(RIGHT)), min_size=2, unique=True), st.integers(2, 4))
def test_right_numbers_have_no_habit_and_no_remark(names: list[str], places: int) -> None:
    """Whatever is printed rightly, to however many places, nothing is said of it."""
    found = audited({name: written(RIGHT[name], "half-up", places) for name in names})
    assert found.is_right
    assert found.habit is None
    assert not any(found.remarks.values())


@one_in(
    4,
    ("printed", "sentence"),
    [
        ({"P(+)": "4/7", "P(-)": "4/7"}, "P(+) + P(-) = 4/7 + 4/7 = 8/7"),
        ({"P(+|x)": "0.8", "P(-|x)": "1/10"}, "P(+|x) + P(-|x) = 0.8 + 1/10 = 9/10"),
        ({"P(a=1|-)": "0.33", "P(a=0|-)": "0.77"}, "P(a=1|-) + P(a=0|-) = 0.33 + 0.77 = 11/10"),
        ({"P(+)": "0.571", "P(-)": "0.428"}, ""),
        ({"P(+)": "0.57", "P(a=0|-)": "0.5"}, ""),
        ({"P(a=1|-)": "0.33", "P(b=0|-)": "0.77"}, ""),
    ],
)
@pytest.mark.parametrize("where", [True, False])
def test_shares_of_one_distribution_add_up(printed: dict[str, str], sentence: str, where: bool) -> None:
    """Where all of them are printed, as near to 1 as their figures allow; at several places too."""
    said = [remark for of in audited(printed, where=where).remarks.values() for remark in of]
    expected = [f"{sentence}: shares of one distribution add up to 1."] if sentence else []
    assert said == expected


@one_in(
    2,
    ("printed", "sentence"),
    [
        ("48/113", "the denominators are multiplied wrongly: 7 × 4 × 4 is 112, not 113."),
        ("46/112", "the numerators are multiplied wrongly: 4 × 3 × 4 is 48, not 46."),
        ("46/113", ""),
        ("0.44", ""),
        ("48/112", ""),
    ],
)
def test_a_product_of_fractions_that_is_multiplied_wrongly(printed: str, sentence: str) -> None:
    """One side of the bar is the product of the counts, the other is not."""
    said = [remark for of in audited({"P(+,x)": printed}).remarks.values() for remark in of]
    assert said == ([f"P(+,x): {sentence}"] if sentence else [])


@pytest.mark.exhaustive
@all_of(
    "text, printed, detail, words",
    [
        (DATA, {"P(+)": "4/8", "P(-)": "3/8"}, "count()", "too large"),
        (DATA, {"P(+)": "4/6", "P(-)": "3/6"}, "count()", "too small"),
        (WORDS, {"P(a|+)": "2/6", "P(b|+)": "2/6", "P(c|+)": "1/6"}, "tokens(+)", "too large"),
        (WORDS, {"P(a|+)": "2/4", "P(b|+)": "2/4", "P(c|+)": "1/4"}, "tokens(+)", "too small"),
    ],
)
def test_a_total_is_off_by_one(text: str, printed: dict[str, str], detail: str, words: str) -> None:
    """Rows of all and of a class, and words: where all shares are off, no edit of the data does it."""
    ((case,),) = audited(printed, text, where=False).explained.values()
    assert [each.words for each in case.by] == [f"a total that is one {words} ({detail})"]


def test_an_edit_of_the_data_comes_before_a_total() -> None:
    """One share alone is off by a row that was counted twice: a total is not tried then."""
    ((case,),) = audited({"P(+)": "4/8"}).explained.values()
    assert {each.id for each in case.by} >= {"row-counted-twice"}
    assert not any(each.id.startswith("total") for each in case.by)


def test_many_explanations_are_one_line() -> None:
    """Each thing that was done is told once, with all places."""
    parts = list(audit_parts(audited({"P(+)": "4/8"})))
    text = as_text(parts)
    assert text.count("a row of the data counted twice") == 1
    assert "   - " not in text
    assert "each of these" in as_markdown(parts)


def test_json_has_the_habit_and_the_remarks() -> None:
    """The habit with its quantities; a remark at its block."""
    cut = {name: written(value, "down", 3) for name, value in RIGHT.items()}
    report = json.loads(audit_json(audited({**cut, "P(+)": "5/7"})))
    assert report["habit"]["words"] == "decimals are cut off, not rounded"
    assert "P(a=0|-)" in report["habit"]["quantities"]
    assert [remark for block in report["blocks"] for remark in block["remarks"]]
