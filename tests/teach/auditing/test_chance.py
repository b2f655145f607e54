"""What a match is worth: all numbers that could have been printed instead, one by one."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import floor

import pytest
from thoroughness import all_of, choose, in_both_runs

from exactnb import Problem, audit
from exactnb.core.expression.results import Decision, with_limits
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.printed import Printed
from exactnb.teach.alternatives.changes import totals_off_by_one
from exactnb.teach.alternatives.searching import Alternatives
from exactnb.teach.answers.answer import Expects
from exactnb.teach.answers.reading import read_answer
from exactnb.teach.auditing.printed_numbers import PrintedNumber, printable_values
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.targets import Target

TABLE = "data.table = '''\na k\nu +\nu +\nv +\nu -\nv -\nv -\n'''\n[printed]\n"


def wrong(text: str, expects: Expects | None = None) -> PrintedNumber:
    """Return a wrong number in print."""
    answer = read_answer(text, expects or Expects())
    return PrintedNumber(Printed("P(+)", text), QuantityName("P"), Verdict.WRONG, answer)


def decimals(first: str, last: str) -> list[Fraction]:
    """Return all decimals from one to another, of as many places."""
    unit = Decimal(1).scaleb(Decimal(first).as_tuple().exponent)  # type: ignore[arg-type]
    count = int((Decimal(last) - Decimal(first)) / unit)
    return [Fraction(Decimal(first) + at * unit) for at in range(count + 1)]


@all_of(
    ("text", "others"),
    [
        ("0.21", decimals("0.10", "0.99")),
        ("0.021", decimals("0.010", "0.099")),
        ("2.50", decimals("1.00", "9.99")),
        ("7", decimals("1", "9")),
        ("120", decimals("100", "999")),
        ("21%", decimals("0.10", "0.99")),
        ("-0.21", decimals("-0.99", "-0.10")),
        ("0.0", [Fraction(0)]),
        ("0", [Fraction(0)]),
    ],
)
def test_a_decimal_may_be_any_of_as_many_digits(text: str, others: list[Fraction]) -> None:
    """Each of them is a number by itself, and so is what rounds to it; what is outside is none."""
    of = printable_values(wrong(text), 2)
    assert of is not None
    assert of.size == len(others)
    assert len({of.printed_value_of(Target(each)) for each in others} - {None}) == len(others)
    unit = others[1] - others[0] if len(others) > 1 else Fraction(1, 10 if "." in text else 1)
    near = unit * Fraction(49, 100)
    for each in (others[0], others[-1]):
        assert (
            of.printed_value_of(Target(each - near))
            == of.printed_value_of(Target(each))
            == of.printed_value_of(Target(each + near))
        )
        assert of.printed_value_of(Target(each)) is not None
    assert of.printed_value_of(Target(others[0] - unit)) is None
    assert of.printed_value_of(Target(others[-1] + unit)) is None
    assert of.printed_value_of(Target(others[0] - unit / 2)) == of.printed_value_of(
        Target(others[0])
    )  # a half goes up
    assert of.printed_value_of(Target(others[-1] + unit / 2)) is None


def ninths(first: int, last: int, below: int) -> list[Fraction]:
    """Return fractions with one denominator."""
    return [Fraction(above, below) for above in range(first, last + 1)]


@all_of(
    ("text", "others"),
    [
        ("2/3", ninths(0, 3, 3)),
        ("3/6", ninths(0, 6, 6)),
        ("0/5", ninths(0, 5, 5)),
        ("5/5", ninths(0, 5, 5)),
        ("5/3", ninths(1, 9, 3)),
        ("12/4", ninths(10, 99, 4)),
        ("-2/3", ninths(-3, 0, 3)),
        ("-6/4", ninths(-9, -1, 4)),
        ("2 * 1/3", ninths(0, 3, 3)),
        ("1/2 + 1/3", ninths(0, 6, 6)),
        ("2/(1/2)", ninths(1, 9, 1)),
        ("(1/2)/3", ninths(0, 6, 6)),
        ("(2/3)/4", ninths(0, 6, 6)),
    ],
)
def test_a_fraction_may_be_any_with_its_denominator(text: str, others: list[Fraction]) -> None:
    """A share is from 0 to 1, any other has as many digits above; nothing is rounded to them."""
    of = printable_values(wrong(text), 2)
    assert of is not None
    assert of.size == len(others)
    assert len({of.printed_value_of(Target(each)) for each in others} - {None}) == len(others)
    step = others[1] - others[0]
    outside = (others[0] - step, others[-1] + step, others[0] + step / 2, others[0] + step / 10**9)
    assert {of.printed_value_of(Target(each)) for each in outside} == {None}
    assert of.printed_value_of(Target(read_answer("sqrt(2)/2").value)) is None


def test_what_is_no_fraction_is_near_one_decimal() -> None:
    """√2/10 = 0.1414… is 0.14 of two figures; neither it nor a class is met by a fraction."""
    of = printable_values(wrong("0.21"), 2)
    assert of is not None
    root = Target(read_answer("sqrt(2)/10").value)
    assert of.printed_value_of(root) == of.printed_value_of(Target(Fraction(14, 100)))
    assert of.printed_value_of(Target(Decision(("a",)))) is None


def test_a_machine_prints_nine_figures_that_count() -> None:
    """Of 0.123456789012 the ninth figure is the last that says something: 9 · 10⁸ others."""
    of = printable_values(wrong("0.123456789012"), 2)
    assert of is not None
    assert of.size == 9 * 10**8


def test_classes_truth_values_and_roots() -> None:
    """Instead of a class any class, instead of yes no; √3 is hardly met, and not counted."""
    of = printable_values(wrong("b", Expects("label", labels=("a", "b", "c"))), 3)
    assert of is not None
    assert of.size == 3
    assert of.printed_value_of(Target(Decision(("a",)))) == Decision(("a",))
    assert of.printed_value_of(Target(Decision(("a", "b")))) is None  # a tie is no class
    assert of.printed_value_of(Target(Fraction(1, 2))) is None
    truth = printable_values(wrong("yes", Expects("truth")), 5)
    assert truth is not None
    assert truth.size == 2
    assert [truth.printed_value_of(Target(each)) for each in (True, False)] == [True, False]
    assert printable_values(wrong("sqrt(3)"), 2) is None


def chance(printed: str) -> Fraction | None:
    """Return the chance of a match with all numbers of the first block, or with the first."""
    found = audit(Problem.from_text(TABLE + printed))
    return next(iter(found.explained.values()))[0].chance


def tenths(*quantities: str) -> list[list[int]]:
    """Return what each alternative makes of some quantities, in tenths: one by one, all those alike."""
    problem = Problem.from_text(TABLE + '"P(-)" = "1/2"')
    graph = Quantities([problem.scope.resolve(of) for of in quantities], problem.define, Effort())
    alternatives = Alternatives(problem, graph)
    values = [
        [with_limits(like.value_function(graph)(name)) for name in graph.targets]
        for each in [*alternatives.every_single_switch(), *totals_off_by_one(graph)]
        for like in alternatives.equivalents(each)
    ]
    return [
        [floor(value * 10 + Fraction(1, 2)) for value in row if isinstance(value, Fraction)]
        for row in values
    ]


def test_the_chance_of_a_decimal_is_that_of_all_others() -> None:
    """0.9 for 2/3: one in eight times an alternative is met that leads to 0.1 … 0.9, but not 0.7."""
    counted = sum(1 <= at <= 9 and at != 7 for row in tenths("P(a=u|+)") for at in row)
    assert counted > 20
    assert chance('"P(a=u|+)" = "0.9"') == Fraction(counted, 8)


@pytest.mark.exhaustive
def test_the_chance_of_two_numbers_is_that_of_both_together() -> None:
    """0.6 and 0.4 for 0.7 and 0.3, as with λ = 1: there are 8 · 8 others, and both have to be wrong."""
    rows = tenths("P(a=u|+)", "P(a=v|+)")
    counted = [row for row in rows if len(row) == 2 and min(row) >= 1 and max(row) <= 9]
    both = sum(one != 7 and other != 3 for one, other in counted)
    printed = '"P(a=u|+)" = { value = "0.6", where = "p" }\n"P(a=v|+)" = { value = "0.4", where = "p" }'
    assert 5 < both < len(rows)
    assert chance(printed) == Fraction(both, 64)


def test_the_chance_is_not_counted_beside_a_root() -> None:
    """Where a number is √2, nobody can say how many it might have been."""
    assert chance('"P(a=u|+)" = "sqrt(2)"') is None


SQUARE = """
data.table = '''
a b k
u s +
v t +
u s -
v t -
v s -
'''
query.x = { a = "v" }
[printed]
"""


@in_both_runs
@pytest.mark.parametrize(
    ("quantity", "printed"),
    choose(quick=[("argmax(x)", "+")], exhaustive=[("argmax(x)", "+"), ("independent(a,b)", "yes")]),
)
def test_the_chance_of_one_of_two_is_how_many_alternatives_lead_to_the_other(
    quantity: str, printed: str
) -> None:
    """Where two can be printed and one is right, each alternative that leads to the other is counted.

    Those are the ones that explain it: ties are printed by nobody.
    """
    problem = Problem.from_text(f'{SQUARE}"{quantity}" = "{printed}"')
    ((found,),) = audit(problem).explained.values()
    assert found.by
    assert found.chance == len(found.by)
