"""Laws about mistakes: who is right is never blamed, and two ways to a mistaken value agree."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction as F
from math import lcm
from pathlib import Path

import pytest
from answering import blamed, example, given, grader_of
from thoroughness import all_of, one_in
from typing_right import typed as in_digits
from worked import PROBLEMS, problem_file

from exactnb import Problem
from exactnb.core.arithmetic.enclosed import Enclosed
from exactnb.core.arithmetic.values import UNDEFINED, compare, enclose
from exactnb.core.expression.results import are_equal, with_limits
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import written
from exactnb.core.model.quantity import Effort
from exactnb.errors import ExactnbError
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.grading.diagnosis import counted
from exactnb.teach.grading.evidence import specificity
from exactnb.teach.grading.grader import Grader, QuestionGrader
from exactnb.teach.grading.judging import Verdict

LARGE = ("note_002_iris", "note_004_temperature", "two_seeds", "note_003_spherical", "looms")
SMALL = sorted(f.stem for f in PROBLEMS if f.stem not in LARGE)
TABLES = (
    "play_tennis",
    "play_tennis_smoothed",
    "spam_or_ham_smoothed",
    "note_001_multinomial_smoothed",
)


def typed(value: object) -> str:
    """Return a value as one types it."""
    text = spell(written(value))
    return text if "[" not in text else "tie: " + text.strip("[]")


@one_in(96, "name", SMALL, exhaustive=6)
def test_who_is_right_is_never_blamed(name: str) -> None:
    """No wrong value is the right one, and the right value has no mistake, though some lead to it."""
    grader = grader_of(name)
    for question, asked in grader.asked.items():
        diagnosis, right = asked.diagnosis, asked.right
        assert not any(are_equal(right.value, of.target.value) for of in diagnosis.candidates), question
        if isinstance(right.value, Enclosed):  # of no form that can be typed: its digits are right
            rounded = grader.judge(asked, in_digits(right.value))
            assert (rounded.verdict, rounded.matches) == (Verdict.ROUNDED, ()), question
            continue
        graded = grader.judge(asked, typed(right.value))
        assert (graded.verdict, graded.matches) == (Verdict.CORRECT, ()), question
        told = {id(mistake) for of in diagnosis.candidates for mistake in of.alternatives}
        for mistake, target in diagnosis.values_of_mistakes(diagnosis.mistakes_without_effect):
            assert id(mistake) not in told
            if isinstance(target.value, Enclosed):  # of no exact form: its balls hold the right value
                low, high = enclose(target.value, 256).bounds()
                assert compare(low, right.value) <= 0 <= compare(high, right.value)
                assert high - low < F(1, 10**30)
            else:
                assert are_equal(target.value, right.value)


def claim(asked: QuestionGrader, mistake: Alternative) -> Hashable:
    """Return what a mistake says of a question: its formulas there, which other mistakes may share."""
    of = frozenset(
        (n, f) for n, f in mistake.changes_for(asked.name).items() if n in asked.diagnosis.ancestors
    )
    return of if mistake.is_misconception and of else mistake


def cleared(sides: tuple[F, F]) -> tuple[F, F]:
    """Return a fraction of fractions as people clear it: 2.5/6.5 as 5/13."""
    scale = lcm(sides[0].denominator, sides[1].denominator)
    return sides[0] * scale, sides[1] * scale


@all_of(
    ("raw", "is_named"),
    [("2.5/4.5", True), ("5/9", True), ("10/18", False), ("7/9", False)],
)
def test_a_fraction_of_halves_is_cleared(raw: str, is_named: bool) -> None:
    """(2 + 1/2)/(4 + 1/2) for λ once below is typed 2.5/4.5 or 5/9; nobody counts 10/18."""
    text = "[data]\ntable = '''\na k\nu y\nu y\nv y\nw y\nw n\n'''\n[model]\nsmoothing = '1/2'\n"
    grader = Grader(Problem.from_text(text), asked=["P(a=u|y)"])  # right: 2.5/5.5
    graded = grader.grade({"P(a=u|y)": raw}).graded[0]
    assert ("lambda-once-in-denominator" in graded.mistakes) == is_named


@one_in(6, "name", [*TABLES, "mixed_families", "note_000_log_odds", "note_003_tie"])
def test_every_wrong_value_is_recognised(name: str) -> None:
    """A fraction that usual mistakes lead to is all of them, or those that count it as it is typed."""
    grader = grader_of(name)
    alternatives = grader.answer_key.alternatives
    for asked in grader.asked.values():
        for of in asked.diagnosis.candidates:
            value = of.target.value
            if not isinstance(value, F):
                continue
            typed_so = F(value.numerator), F(value.denominator)
            pairs = [(m, counted(alternatives, m, asked.name)) for m in of.alternatives]
            so = [m for m, sides in pairs if sides and typed_so in (sides, cleared(sides))]
            if max(abs(value.numerator), value.denominator) <= 6:  # in which many counts meet
                so = [m for m in so if m.first_edit is None and m.rounding is None]
            every, told = ({claim(asked, m) for m in some} for some in (of.alternatives, so))
            common = (m for m in of.alternatives if m.is_misconception and not m.is_rare)
            usual = {claim(asked, m) for m in common}
            graded = grader.judge(asked, f"{value.numerator}/{value.denominator}")
            said_already = (Verdict.PERCENT, Verdict.TOO_FEW, Verdict.TRUNCATED, Verdict.LAST_DIGIT)
            small = max(abs(value.numerator), value.denominator) <= 20
            is_share = any(counted(alternatives, m, asked.name) for m in of.alternatives)
            if small and is_share and not told:  # anybody may think of it
                assert not graded.matches or graded.verdict in said_already
                continue
            if graded.verdict in said_already or not (told or usual):
                continue
            assert graded.verdict is Verdict.MISCONCEPTION
            named = {claim(asked, match.alternative) for match in graded.matches}
            assert (told or usual) <= named <= every


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["play_tennis_smoothed", "spam_or_ham_smoothed"])
def test_two_mistakes_are_looked_for_only_where_one_does_not_do(name: str) -> None:
    """An answer that one mistake explains is not explained by two; no pair leads to the right value."""
    grader = grader_of(name)
    for asked in grader.asked.values():
        singles = {of.target.value for of in asked.diagnosis.candidates}
        for of in asked.diagnosis.pair_candidates:
            value = of.target.value
            if not isinstance(value, F):
                continue
            assert value != asked.right.value
            graded = grader.judge(asked, str(value))
            switches = {match.alternative.switch_count for match in graded.matches}
            assert switches <= ({1} if value in singles else {2})


def test_a_pair_is_named_by_both_ids() -> None:
    """The prior forgotten and λ in the numerator only: 3/9 · 4/9 · 4/9 · 4/9 for P(Yes, x')."""
    graded = example("play_tennis_smoothed", "P(Yes,x')", str(F(3 * 4 * 4 * 4, 9**4)))
    assert {m.alternative.switch_count for m in graded.matches} == {2}
    pairs = {frozenset(identity.split("+")) for identity in blamed(graded)}
    assert frozenset(("prior-forgotten", "lambda-in-numerator-only")) in pairs


def test_every_value_rounded_on_the_way_is_recognised() -> None:
    """PlayTennis with every value before it to 3 decimals leads to 5/26 for 0.2046."""
    found = {
        (m.alternative.id, m.alternative.detail)
        for m in example("play_tennis", "P(Yes|x')", "0.1923").matches
    }
    assert ("rounded-early", "every value before it to three decimals") in found


@all_of("raw", ["0.33", "0.3", "0.192", "1/3", "5/26", "0", "1"])
def test_rounding_early_is_seen_in_decimals_of_four_figures_alone(raw: str) -> None:
    """0.192, which every value to 3 decimals leads to, is met by chance; 5/26 was never rounded."""
    assert "rounded-early" not in blamed(example("play_tennis", "P(Yes|x')", raw))


def test_four_decimals_are_enough_for_play_tennis() -> None:
    """With every value to 4 decimals the posterior is 0.2046, rightly rounded, and nobody's fault."""
    graded = example("play_tennis", "P(Yes|x')", "0.2046")
    assert (graded.verdict, graded.matches) == (Verdict.ROUNDED, ())


@pytest.mark.parametrize("raw", ["undefined", "0/0"])
def test_what_is_undefined_was_not_rounded(raw: str) -> None:
    """To one decimal both joints are 0.0; who says undefined may have done anything else."""
    assert "rounded-early" not in blamed(example("play_tennis", "P(Yes|x')", raw))


@all_of("raw, digits", [("0.1233", "one"), ("0.1962", "two"), ("0.2040", "three")])
def test_estimates_rounded_on_the_way_are_recognised(raw: str, digits: str) -> None:
    """The estimates of PlayTennis to 1, 2, 3 decimals lead to 0.1233, 0.1962 and 0.2040."""
    found = {m.alternative.detail for m in example("play_tennis", "P(Yes|x')", raw).matches}
    assert f"estimates to {digits} decimal{'s' * (digits != 'one')}" in found


@all_of("digits, value", [(1, "0.1233"), (2, "0.1962"), (3, "0.2040"), (4, "0.2045")])
def test_early_rounding_replays_the_estimates(digits: int, value: str) -> None:
    """By hand from rounded shares: the posterior is 0.1233, 0.1962, 0.2040, 0.2045 to four decimals."""
    shares = (
        (F(9, 14), F(2, 9), F(3, 9), F(3, 9), F(3, 9)),
        (F(5, 14), F(3, 5), F(1, 5), F(4, 5), F(3, 5)),
    )
    joints = []
    for factors in shares:
        joint = F(1)
        for factor in factors:
            joint *= F(int(factor * 10**digits + F(1, 2)), 10**digits)
        joints.append(joint)
    posterior = joints[0] / sum(joints)
    assert abs(posterior - F(value)) <= F(1, 20000)
    grader = grader_of("play_tennis")
    wanted = f"estimates to {('one', 'two', 'three', 'four')[digits - 1]} decimal{'s' * (digits > 1)}"
    name = grader.asked["P(Yes|x')"].name
    found = [
        m
        for m in grader.answer_key.alternatives.common_single
        if (m.id, m.detail) == ("rounded-early", wanted)
    ]
    assert [grader.answer_key.alternatives.value(m, name) for m in found] == [posterior]


def test_a_posterior_of_zeros_is_undefined() -> None:
    """Every value to one decimal makes 0/0 of the posterior in the replayed graph."""
    grader = grader_of("play_tennis")
    (mistake,) = (
        m for m in grader.answer_key.alternatives.common_single
        if (m.id, m.detail) == ("rounded-early", "every value to one decimal")
    )  # fmt: skip
    assert grader.answer_key.alternatives.value(mistake, grader.asked["P(Yes|x')"].name) == UNDEFINED


@one_in(8, "name", [*TABLES, "note_000_log_odds", "mixed_families", "counts_only"])
def test_what_is_worked_out_anew_is_what_another_graph_holds(name: str) -> None:
    """Values that rest on a changed formula are those of the graph with that formula in it."""
    grader = grader_of(name)
    for mistake in grader.answer_key.alternatives.common_single:
        if mistake.rounding is not None:
            continue
        varied = grader.graph.varied(mistake.formulas)
        other = grader.graph.with_formulas(mistake.formulas)
        for asked in grader.asked.values():
            try:
                expected = with_limits(other.value(asked.name))
            except ExactnbError:
                continue
            assert are_equal(with_limits(varied(asked.name)), expected), (mistake.id, str(asked.name))


def without_or_twice(name: str, row: int) -> str:
    """Return a problem with one row of its table left out (below 0) or written twice."""
    lines = problem_file(name).read_text().split("\n")
    first = lines.index("table = '''") + 1
    at = first + abs(row)
    kept = [] if row < 0 else [lines[at], lines[at].replace(lines[at].split()[0], "another", 1)]
    return "\n".join([*lines[:at], *kept, *lines[at + 1 :]])


@one_in(3, "name", ["play_tennis", "spam_or_ham_smoothed", "note_001_multinomial_smoothed"])
def test_a_row_misread_is_another_table(name: str, tmp_path: Path) -> None:
    """What a row overlooked or counted twice leads to is the solution of the table edited so."""
    grader = grader_of(name)
    misread = {
        edit.row if edit.after else -edit.row: m
        for m in grader.answer_key.alternatives.common_single
        if (edit := m.first_edit) is not None
    }
    assert len(misread) > 8
    for row, mistake in misread.items():
        other = given(tmp_path, without_or_twice(name, row))
        for asked in grader.asked.values():
            expected = with_limits(other.graph.value(asked.name))
            assert are_equal(grader.answer_key.alternatives.value(mistake, asked.name), expected), (
                row,
                str(asked.name),
            )


@pytest.mark.exhaustive
def test_a_numeric_row_misread_is_another_table(tmp_path: Path) -> None:
    """The mean and variance of the temperatures without a row are those of the other rows."""
    text = problem_file("note_004_temperature").read_text()
    grader = grader_of("note_004_temperature")
    edits = {
        m: m.first_edit
        for m in grader.answer_key.alternatives.common_single
        if m.first_edit is not None
    }
    (mistake,) = (m for m, edit in edits.items() if edit.row == 10 and not edit.after)
    other = given(tmp_path, text.replace("27.3   No\n", ""))
    for question in ("mean(temp|No)", "variance(temp|No)", "sd(temp|No; n1)", "P(Yes)", "P(Yes|x)"):
        name = other.problem.resolve(question, "", Effort())
        expected = other.problem.value(question) if hasattr(other.problem, "value") else None
        name = grader.problem.resolve(question, "", Effort())
        found = grader.answer_key.alternatives.value(mistake, name)
        expected = with_limits(Grader(other.problem, asked=[question]).graph.value(name))
        assert are_equal(found, expected), question


def test_a_prior_is_nobodys_fault_in_its_own_question() -> None:
    """Who says that P(Yes) is 1 has not left the prior out: it is all that was asked for."""
    assert "prior-forgotten" not in blamed(example("play_tennis", "P(Yes)", "1"))


@all_of("raw", ["0.777", "0.432", "0.913", "0.268"])
def test_three_figures_do_not_tell_two_mistakes(raw: str) -> None:
    """Two mistakes lead to hundreds of values: three figures meet one of them by chance."""
    for match in example("play_tennis_smoothed", "P(Yes|x')", raw).matches:
        assert match.alternative.switch_count == 1


def test_one_label_out_of_two_is_no_choice_of_the_smallest() -> None:
    """Many misconceptions lead to the other of two classes: only own numbers show a wrong choice."""
    found = blamed(example("play_tennis", "argmax(x')", "Yes"))
    assert "smallest-chosen" not in found
    assert {"conditional-swapped", "decided-by-the-prior"} <= found
    report = grader_of("play_tennis").grade(
        {"P(Yes,x')": "1/189", "P(No,x')": "18/875", "argmax(x')": "Yes"}
    )
    # two classes: that of the largest prior is that of the smallest score
    assert blamed(report["argmax(x')"]) == {"decided-by-the-prior", "smallest-chosen"}


def test_a_label_is_neither_a_row_misread_nor_two_mistakes() -> None:
    """A class is one of a few: no row, no rounding and no pair is told by it."""
    for match in example("play_tennis_smoothed", "argmax(x')", "Yes").matches:
        assert match.alternative.is_misconception
        assert match.alternative.switch_count == 1


@all_of(
    ("raw", "found"),
    [
        ("3/12", {"smoothing-added"}),  # (2 + 1)/(9 + 3)
        ("1/8", {"row-dropped"}),  # one of two sunny days overlooked
        ("3/10", {"row-counted-twice"}),
        ("1/4", set()),  # anybody may think of it
        ("4/16", set()),  # counted so by nobody
        ("0.125", set()),
        ("0.1250", {"row-dropped"}),
    ],
)
def test_a_typed_fraction_is_evidence(raw: str, found: set[str]) -> None:
    """Of P(Sunny given Yes) = 2/9 a fraction as it would be counted is that mistake alone."""
    assert blamed(example("play_tennis", "P(Outlook=Sunny|Yes)", raw)) == found


@all_of(
    ("question", "raw", "is_certain"),
    [
        ("P(Yes)", "1/2", False),
        ("P(Yes)", "0.5000", False),  # no more than 1/2
        ("P(No,x')", "0.0206", False),
        ("P(Yes|x')", "0.00529", True),  # 1/189, one of some 1,500 fractions as simple
        ("P(Yes|x')", "0.005291", True),
    ],
)
def test_what_many_mistakes_may_lead_to_is_not_certain(
    question: str, raw: str, is_certain: bool
) -> None:
    """A mistake is certain if fewer than one in ten values as specific are those of some mistake."""
    graded = example("play_tennis", question, raw)
    assert [match.is_certain for match in graded.matches] in ([], [is_certain])
    assert ("may be it" in graded.feedback) == (bool(graded.matches) and not is_certain)


@all_of("digits", [20, 900])
def test_how_specific_a_number_is_needs_no_deep_search(digits: int) -> None:
    """A long decimal or fraction has a continued fraction of a thousand parts, or stands for 2/3."""
    long, half = F(2**4000 + 1, 3**2500), F(1, 2 * 10**digits)
    assert specificity(long) == specificity(long, half) == 10**9
    assert specificity(F(2, 3) + half, half) == specificity(F(2, 3)) == 18
