"""The text of an audit report, as titles, lines, lists and tables: the same in all forms.

How to read: `audit_parts`, `search_parts` and `counts_parts` put it together; the other functions
write its sentences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.rounding import Rounding, rounded_in_full
from exactnb.core.arithmetic.values import is_finite
from exactnb.core.expression.reading.digits import significant_figures
from exactnb.core.expression.results import NoNumber, Value
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import written
from exactnb.core.record import frozen
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.auditing.auditing import Audit, Explained
from exactnb.teach.auditing.possible import Possible
from exactnb.teach.auditing.printed_numbers import PrintedBlock, PrintedNumber
from exactnb.teach.grading.judging import Verdict

VERDICT_TEXT = {
    Verdict.CORRECT: "exact",
    Verdict.ROUNDED: "correctly rounded",
    Verdict.TRUNCATED: "cut off",
    Verdict.LAST_DIGIT: "last digit off",
    Verdict.PERCENT: "wrong by a factor of 100",
    Verdict.POWER_OF_TEN: "wrong by a power of ten",
    Verdict.EXCHANGED: "digits exchanged",
    Verdict.WRONG: "wrong",
    Verdict.UNGRADED: "not judged",
    Verdict.UNREADABLE: "not read",
}
_LONGEST = 16  # signs of an exact value beside which a decimal has room
_LISTED = 3  # explanations that stand in a list
_MORE = 2  # figures that a right value is shown with beyond those printed


@frozen(slots=True)
class Heading:
    """The title of a report, or of a part of it."""

    text: str
    level: int = 2


@frozen(slots=True)
class Prose:
    """A paragraph."""

    text: str


@frozen(slots=True)
class BulletList:
    """A list."""

    items: tuple[str, ...]


@frozen(slots=True)
class ReportTable:
    """A table: its head, then its rows."""

    rows: tuple[tuple[str, ...], ...]


ReportPart = Heading | Prose | BulletList | ReportTable


def audit_parts(audit: Audit) -> Iterator[ReportPart]:
    """Yield the report of `audit`: how many numbers are right, then block by block."""
    yield Heading(audit.problem.title or "Audit", 1)
    if audit.problem.source:
        yield Prose(audit.problem.source)
    yield Prose(_summary_text(audit.numbers))
    if audit.habit is not None:
        explained = f"{len(audit.habit.numbers)} of the {audit.habit.wrong} wrong numbers"
        yield Prose(f"One habit explains {explained}: {audit.habit.words}.")
    for block in audit.blocks:
        where = block.where or str(block.numbers[0].name)
        yield Heading(f"{where}, edition {block.edition}" if block.edition else where)
        yield ReportTable(
            (("quantity", "printed", "right", "verdict"), *map(_number_row, block.numbers))
        )
        yield from (Prose(f"{_quantity_text(n)}: {n.why}") for n in block.numbers if n.why)
        yield from map(Prose, audit.remarks.get(block, ()))
        yield from _explanation_parts(block, audit.explained.get(block, ()), audit)


def search_parts(audit: Audit | None) -> Iterator[ReportPart]:
    """Yield each wrong answer of `audit`, which searched for explanations, with those it found."""
    yield Heading("Searched")
    if audit is None or not audit.explained:
        yield Prose("No wrong answer is left without a mistake that leads to it.")
        return
    for block, (explanation,) in audit.explained.items():
        (number,) = block.numbers
        count = f"{len(explanation.by) or 'no'} explanation{'s' * (len(explanation.by) != 1)}"
        yield from _list_parts(f"{number.name} = {number.printed.text}: {count}", explanation.by)
        yield Prose(_tried_text(explanation, "", audit.untried_changes_text))


def counts_parts(results: Sequence[Possible]) -> Iterator[ReportPart]:
    """Yield the report of `results`: for each printed number, the counts that may lead to it."""
    yield Heading("Counts behind numbers", 1)
    bad = sum(not result for result in results)
    yield Prose(f"{len(results)} number{'s' * (len(results) != 1)}, {bad} that no counts lead to")
    rows = []
    for result in results:
        rules: dict[tuple[str, str], list[str]] = {}
        for (divisor, rule), counts in result.counts.items():
            ranges = ", ".join(
                f"{start:,}" if start == end else f"{start:,} to {end:,}" for start, end in counts
            )
            rules.setdefault((divisor, ranges or "none"), []).append(_RULES[rule])
        for (divisor, ranges), rounded in rules.items():
            by = f", over {divisor}" if result.of in ("variance", "sd") else ""
            rows.append((result.claim, ", ".join(rounded) + by, ranges))
    yield ReportTable((("printed", "rounded", "counts"), *rows))
    if bad:
        yield BulletList(
            tuple(f"{result.claim}: {_nearest_text(result)}" for result in results if not result)
        )
    yield Prose("Counts: of shares and variances, how many ones there are; of means, the sum in steps.")


_RULES = {
    "half-up": "half up",
    "half-even": "half to even",
    "down": "cut off",
    "exact": "not at all",
    "machine": "by a machine",
}


def _summary_text(numbers: Sequence[PrintedNumber]) -> str:
    counts: dict[str, int] = {}
    for number in sorted(numbers, key=lambda printed: list(VERDICT_TEXT).index(printed.verdict)):
        counts[VERDICT_TEXT[number.verdict]] = counts.get(VERDICT_TEXT[number.verdict], 0) + 1
    summary = ", ".join(f"{times} {verdict_text}" for verdict_text, times in counts.items())
    return f"{len(numbers)} number{'s' * (len(numbers) != 1)} in print: {summary}"


def _number_row(number: PrintedNumber) -> tuple[str, ...]:
    decimal = None if number.answer is None else number.answer.decimal
    figures = 4 if decimal is None else min(max(significant_figures(decimal) + _MORE, 4), 20)
    right = "?" if number.right is None else value_text(number.right.value, figures)
    return _quantity_text(number), number.printed.text, right, VERDICT_TEXT[number.verdict]


def _quantity_text(number: PrintedNumber) -> str:
    """Return what is printed: the quantity, or so many times it, to a power."""
    printed = number.printed
    times = "" if printed.times == 1 else f"{exact_text(printed.times)} × "
    return f"{times}{number.name}" + (f"^{printed.power}" if printed.power != 1 else "")


def value_text(value: Value, figures: int) -> str:
    """Return `value` exactly, and as a decimal of `figures` significant digits if that differs.

    >>> value_text(Fraction(1, 3), 4), value_text(Fraction(1, 4), 4)
    ('1/3 ≈ 0.3333', '1/4 = 0.25')
    """
    if isinstance(value, NoNumber) or not is_finite(value):
        return spell(written(value))
    exact = spell(written(value))
    decimal = rounded_in_full(value, Rounding(figures=figures)).shortest()
    if not isinstance(value, Fraction) or len(exact) > _LONGEST:
        return f"≈ {decimal}" if decimal.value != value else str(decimal)
    if value.denominator == 1:
        return exact
    return f"{exact} {'=' if decimal.value == value else '≈'} {decimal}"


def _explanation_parts(
    block: PrintedBlock, explanations: Sequence[Explained], audit: Audit
) -> Iterator[ReportPart]:
    """Yield what explains the wrong numbers of a block, at once or one by one."""
    if len(explanations) > 1:
        yield Prose(f"Nothing that was tried explains all {len(explanations)} at once; one by one:")
    for explanation in explanations:
        what = (
            "All at once"
            if len(explanation.numbers) > 1
            else f"{_quantity_text(explanation.numbers[0])}"
        )
        if explanation:
            is_single = len(explanation.by) == 1
            relation = (
                "explained by" if is_single else f"explained by each of these {len(explanation.by)}"
            )
            yield from _list_parts(f"{what}: {relation}", explanation.by)
        else:
            yield Prose(f"{what}: no explanation")
        yield Prose(_tried_text(explanation, audit.untried_pairs_text, audit.untried_changes_text))


def _list_parts(opening: str, explanations: Sequence[Alternative]) -> Iterator[ReportPart]:
    """Yield an `opening` and its `explanations`: a list, or of many one line, each thing done once."""
    if len(explanations) <= _LISTED:
        yield Prose(opening)
        yield BulletList(tuple(alternative.words for alternative in explanations))
        return
    details: dict[str, list[str]] = {}
    for alternative in explanations:
        details.setdefault(alternative.description, []).append(alternative.detail)
    grouped = (
        f"{description} ({'; '.join(filter(None, numbers))})" if any(numbers) else description
        for description, numbers in details.items()
    )
    yield Prose(f"{opening}: {', or '.join(grouped)}.")


def _tried_text(explanation: Explained, two: str, omitted: str) -> str:
    """Return how many alternatives were tried, what was not, and how many would match by chance.

    `two` changes at once are of no interest where a single one explains.
    """
    chance = "how many match by chance is not counted"
    if explanation.chance is not None:
        share = (
            rounded_in_full(explanation.chance, Rounding(figures=2)).shortest()
            if explanation.chance
            else "none"
        )
        chance = f"{share} would match by chance"
    incomplete = "" if explanation.is_complete else "; not all, as the search ended early"
    untried = " and ".join(filter(None, (omitted, "" if explanation else two)))
    more = f"; {untried} were not tried" if untried else ""
    return f"Tried {explanation.tried:,} alternatives{incomplete}{more}; {chance}."


def _nearest_text(result: Possible) -> str:
    near = [f"{count:,} leads to {value_text(value, 4)}" for count, value in result.nearest]
    only = any(ranges for ranges in result.counts.values())
    return "; ".join(near) + ("; it may have been cut off" if only else "")
