"""Audit the printed numbers of a problem: a verdict on each, and explanations of the wrong ones.

How to read: `audit` judges and searches; `Audit` and `Explained` are its results. `search_answers`
audits wrong answers that no known mistake explains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from pathlib import Path

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.numerals import Exact, read_number
from exactnb.core.data.documents import Documents
from exactnb.core.data.table import Table
from exactnb.core.model.quantity import EFFORT, read_effort
from exactnb.core.problem.printed import Printed
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, quoted
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.alternatives.changes import has_many_numbers
from exactnb.teach.answers.answer import Given, answer_as_text
from exactnb.teach.auditing.printed_numbers import (
    PrintedBlock,
    PrintedNumber,
    judge_printed,
    key_of_printed,
)
from exactnb.teach.auditing.remarks import Habit, all_remarks, find_habit
from exactnb.teach.auditing.searching import AuditCase, cases_of_wrong_numbers, explain_cases
from exactnb.teach.grading.answer_key import read_problem
from exactnb.teach.grading.graded import Report
from exactnb.teach.grading.judging import Verdict

_LONGEST = 10**6
_CLEAR = (Verdict.TRUNCATED, Verdict.EXCHANGED)  # these verdicts explain a number
_STEPS = 10  # steps of the effort for each alternative


@frozen(eq=False)
class Explained:
    """The explanation of some wrong numbers: all alternatives `by` which they arise, or none.

    The alternatives are equally simple. `tried` were compared with the numbers; `chance` is how many of
    them would match numbers printed at random, None if that is not counted. The search `is_complete`
    unless its time ran out.
    """

    numbers: tuple[PrintedNumber, ...]
    by: tuple[Alternative, ...]
    tried: int
    chance: Fraction | None
    is_complete: bool

    def __bool__(self) -> bool:
        return bool(self.by)

    @property
    def fewest_switches(self) -> int:
        """Return the number of steps done differently."""
        return min((alternative.switch_count for alternative in self.by), default=0)

    def __repr__(self) -> str:
        explanation = "; or ".join(alternative.words for alternative in self.by) or "no explanation"
        return f"<Explained {quoted(explanation)}, {self.tried:,} tried>"


@frozen(eq=False)
class Audit:
    """The verdicts on the printed numbers of a problem, and the explanations of wrong ones.

    `explained` maps each block with wrong numbers to their explanations: all at once, or if there is
    none, one by one. Not among them are numbers that are cut off, have digits exchanged, or are
    explained by a `habit` of the document. `remarks` say of blocks which shares do not add up to 1, and
    which fractions were multiplied wrongly.
    """

    problem: Problem
    blocks: tuple[PrintedBlock, ...]
    explained: Mapping[PrintedBlock, tuple[Explained, ...]]
    pairs: bool = False
    two_edits: bool = False
    habit: Habit | None = None
    remarks: Mapping[PrintedBlock, tuple[str, ...]] = field(default_factory=dict)

    @property
    def untried_pairs_text(self) -> str:
        """Return which combinations of two changes were not tried, in words; "" if all were."""
        rows = isinstance(self.problem.data, Table | Documents)
        if not self.pairs:
            return "two other changes at once" if self.two_edits and rows else "two changes at once"
        return "two edits of the data at once" if rows and not self.two_edits else ""

    @property
    def untried_changes_text(self) -> str:
        """Return which single changes were not tried, in words; "" if all were."""
        return "misread numbers of so many rows" if has_many_numbers(self.problem) else ""

    @property
    def numbers(self) -> tuple[PrintedNumber, ...]:
        """Return all numbers, block by block."""
        return tuple(number for block in self.blocks for number in block.numbers)

    @property
    def is_right(self) -> bool:
        """Say whether every number was judged, and is right."""
        return all(number.is_right for number in self.numbers)

    def __repr__(self) -> str:
        wrong = sum(not number.is_right for number in self.numbers)
        return f"<Audit of {len(self.numbers)} numbers, {wrong} not right>"


def audit(
    problem: Problem | str | Path,
    *,
    pairs: bool = False,
    two_edits: bool = False,
    instead: Mapping[str, Problem | str | Path] | None = None,
    seconds: Exact | None = None,
    effort: int = EFFORT,
    progress: Callable[[int], object] | None = None,
) -> Audit:
    """Return an audit of the printed numbers of a problem, its section [printed].

    `problem` is a Problem or the path of its file. Wrong numbers are explained by alternatives one
    switch away: another convention, a misconception, one edit of the data or of a query, numbers
    rounded too early; with `pairs`, if none of them explains a case, by those two switches away except
    two edits of the data, which `two_edits` adds: half the square of the single ones. `instead` are
    other problems, by name, whose numbers may have been printed. After so many `seconds` the search
    ends, and its results are kept. `effort` bounds the steps of the quantities, as in `solve`, and is
    ten times the number of alternatives tried; `progress` is called with the number tried.

    >>> from exactnb import Problem, Table
    >>> from exactnb.core.problem.printed import Printed
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("1", "+"), ("0", "-")], ["a", "class"])
    >>> found = audit(Problem(table, printed=[Printed("P(a=1|+)", "3/5")]))
    >>> [each.words for of in found.explained.values() for case in of for each in case.by][0]
    'another smoothing of the features (λ = 1)'

    Raises InputError for a number that cannot be read, and for a problem without any.
    """
    problem, time_limit = read_problem(problem), _read_time_limit(seconds)
    if not problem.printed:
        raise InputError('the problem has no section [printed] with "quantity" = "as printed"')
    substitutes = [(str(name), read_problem(source)) for name, source in (instead or {}).items()]
    key = key_of_printed(problem, read_effort(effort))
    blocks = judge_printed(problem, key)
    classes = len(problem.schema.classes)
    habit = find_habit(blocks, key.graph)
    clear = [n for block in blocks for n in block.wrong_numbers if n.verdict in _CLEAR]
    explained = (*clear, *(habit.numbers if habit is not None else ()))
    by_block = {block: cases_of_wrong_numbers(block, classes, explained) for block in blocks}
    cases = {block: in_block for block, in_block in by_block.items() if in_block}
    if all_cases := [case for in_block in cases.values() for case in in_block]:
        explain_cases(
            key.alternatives,
            all_cases,
            instead=substitutes,
            pairs=pairs,
            two_edits=two_edits,
            most=max(key.effort // _STEPS, 1),
            seconds=time_limit,
            progress=progress,
        )
    explanations = {block: _best_explanations(in_block) for block, in_block in cases.items()}
    remarks = all_remarks(blocks, problem, key.graph)
    return Audit(problem, blocks, explanations, pairs, two_edits, habit, remarks)


def explain_number(
    printed: Given,
    problem: Problem | str | Path,
    quantity: str,
    *,
    pairs: bool = False,
    two_edits: bool = False,
) -> Explained:
    """Return the explanation of a `printed` number for a `quantity` of a problem.

    `printed` is a text, as in print, or a number; one that is right, or cut off, is never explained.
    `problem`, `pairs` and `two_edits` are those of `audit`.

    >>> problem = Problem.read("worked_examples/eight_rows/note_000_eight_rows.toml")
    >>> found = explain_number("1/3", problem, "P(x1=1|y=1)")
    >>> found.by[0].words, found.tried > len(found.by)
    ('another smoothing of the features (λ = 1)', True)

    Raises InputError for what cannot be read, and for a quantity that there is none of.
    """
    text = Place.of("printed").read(answer_as_text, printed)
    with_number = replace(read_problem(problem), printed=(Printed(quantity, text),))
    result = audit(with_number, pairs=pairs, two_edits=two_edits)
    if result.explained:
        return next(iter(result.explained.values()))[0]
    (number,) = result.numbers
    if number.why:
        raise InputError(number.why, at=number.printed.place)
    return Explained((number,), (), 0, Fraction(0), is_complete=True)


def _read_time_limit(raw: Exact | None) -> float | None:
    if raw is None:
        return None
    seconds = Place.of("seconds").read(read_number, raw)
    if seconds <= 0:
        raise InputError(f"expected a positive number; got {exact_text(seconds)}", at="seconds")
    return float(seconds) if seconds < _LONGEST else float(_LONGEST)


def _best_explanations(cases: Sequence[AuditCase]) -> tuple[Explained, ...]:
    """Return the explanation of all numbers of a block at once, or else of each by itself."""
    together = [case for case in cases[:1] if case.explanations or len(cases) == 1]
    return tuple(
        Explained(case.numbers, tuple(case.explanations), case.tried, case.chance, case.is_complete)
        for case in together or cases[1:]
    )


def search_answers(
    problem: Problem, reports: Iterable[Report], *, effort: int = EFFORT
) -> Audit | None:
    """Return an audit of the wrong answers in `reports` that grading does not explain, if any.

    `problem` is the one that was answered, `effort` as in `audit`. Each answer is searched for by
    itself, once for all who gave it.

    >>> from exactnb import Grader
    >>> problem = Problem.read("worked_examples/homework/sheet.toml")
    >>> report = Grader(problem).grade({"prior": "0.6154"})
    >>> found = search_answers(problem, [report])
    >>> found is None or len(found.numbers)
    1
    """
    raws: dict[str, dict[str, None]] = {}
    for report in reports:
        for graded in report.graded:
            if graded.verdict is Verdict.WRONG and graded.answer is not None:
                raws.setdefault(graded.question.quantity, {})[graded.raw] = None
    printed = [
        Printed(quantity, raw, edition=number)
        for quantity, raw_answers in raws.items()
        for number, raw in enumerate(raw_answers, start=1)
    ]
    return audit(replace(problem, printed=printed), effort=effort) if printed else None
