"""The audits of the lecture notes: golden files, looked at by eye.

Run this file to write the golden files anew; look at the difference before committing it.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2] / "helpers"), str(Path(__file__).parents[3])]

import pytest
from thoroughness import choose, in_both_runs

from exactnb import Problem, audit
from exactnb.teach.auditing.auditing import Audit, Explained
from exactnb.teach.auditing.reports.forms import as_text
from exactnb.teach.auditing.reports.report_text import audit_parts

AUDITS = Path(__file__).parents[3] / "worked_examples" / "audits"
PROBLEMS = sorted(AUDITS.rglob("*.toml"))
LONG = ("iris_printed", "densities_printed")  # 150 rows, each of which may be misread, or pairs
QUICK = [problem for problem in PROBLEMS if problem.stem not in LONG][::3]


@cache
def audited(problem: Path) -> Audit:
    """Return an audit of a note, with the options that its README names."""
    instead = {}
    if problem.stem == "modified_table_printed":
        instead = {"bernoulli_printed.toml": Problem.read(AUDITS / "note_001/bernoulli_printed.toml")}
    return audit(problem, pairs=problem.stem == "densities_printed", instead=instead)


def explained(name: str) -> list[Explained]:
    found = audited(next(AUDITS.rglob(f"{name}.toml")))
    return [each for of in found.explained.values() for each in of]


def details(found: Explained) -> list[str]:
    return [each.detail for each in found.by]


@in_both_runs
@pytest.mark.parametrize(
    "problem", choose(quick=QUICK, exhaustive=PROBLEMS), ids=lambda path: path.stem
)
def test_an_audit_is_as_it_was_looked_at(problem: Path) -> None:
    """What is said of the numbers in print of a note is, to the letter, the golden file beside it."""
    assert as_text(audit_parts(audited(problem))) == problem.with_suffix(".txt").read_text()


def test_row_5_explains_both_estimates_of_note_000() -> None:
    """1/3 and 2/3 are row 5 overlooked, or in class 2 or 3, or over the three rows of class 2."""
    (found,) = explained("eight_rows_printed")
    assert [number.printed.text for number in found.numbers] == ["1/3", "2/3"]
    assert [(each.id, each.detail) for each in found.by] == [
        ("ones-for-rows", ""),
        ("row-dropped", "row 5, r5"),
        ("row-relabelled", "row 5, r5: 2 for 1"),
        ("row-relabelled", "row 5, r5: 3 for 1"),
        ("shares-of-the-query-alone", "query r2"),
        ("total-of-another-class", "class 2"),
    ]


@pytest.mark.exhaustive
def test_a_block_decides_where_the_word_was_put_in() -> None:
    """Six estimates of words are those with one c more; which e-mail has it, presence decides: e2."""
    (found,) = explained("emails_printed")
    assert len(found.numbers) == 6
    assert details(found) == ["row 2, e2: with c"]
    problem = Problem.read(AUDITS / "note_001/emails_printed.toml")
    words = [each for each in problem.printed if "present" not in each.quantity]
    alone = audit(replace(problem, printed=words)).explained
    ((without,),) = alone.values()
    assert details(without) == [f"row {n}, e{n}: with c" for n in (1, 2, 3, 4)]


def test_another_table_and_another_point_explain_note_001() -> None:
    """The smoothed estimate is that of the table before, the joint that of the second test point."""
    assert [each.id for each in explained("modified_table_printed")[0].by] == ["other-problem"]
    (found,) = explained("test_point_printed")
    assert [(each.id, each.detail) for each in found.by] == [("query-exchanged", "e*: x*")]


@pytest.mark.exhaustive
def test_note_004_divides_by_one_less_and_calls_joints_posteriors() -> None:
    """2.35 and 7.09 are over N − 1; 0.0053 and 0.0206 are the joints."""
    (found,) = explained("temperature_printed")
    assert found.by[0].id == "other-divisor"
    assert details(found)[0] == "N-1"
    (found,) = explained("play_tennis_printed")
    assert [each.id for each in found.by] == ["joint-for-posterior"]


@pytest.mark.exhaustive
def test_two_changes_to_a_density_are_found() -> None:
    """50.25 lost its factor 2."""
    _, found = explained("densities_printed")
    assert all("factor-left-out" in each.id for each in found.by)
    assert "sd to three decimals" in details(found)


def test_what_is_right_is_not_explained() -> None:
    """No number that is right is among those that are explained."""
    for problem in QUICK:
        for block, of in audited(problem).explained.items():
            numbers = [number for each in of for number in each.numbers]
            assert not any(number.is_right for number in numbers)
            assert set(numbers) == set(block.wrong_numbers)


def main() -> None:
    """Write every golden file anew."""
    for problem in PROBLEMS:
        problem.with_suffix(".txt").write_text(as_text(audit_parts(audited(problem))))
        sys.stdout.write(f"{problem.stem}\n")


if __name__ == "__main__":
    main()
