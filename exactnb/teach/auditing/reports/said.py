"""What a report of an audit says, as titles, lines, lists and tables: the same in all forms.

How to read: `said_of` and `said_of_counts` put it together; the functions below them are its sentences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.rounding import Rounding, readable
from exactnb.core.arithmetic.values import is_finite
from exactnb.core.expression.reading.digits import significant
from exactnb.core.expression.results import NoNumber, Value
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import written
from exactnb.core.record import frozen
from exactnb.teach.auditing.auditing import Audit, Explained
from exactnb.teach.auditing.possible import Possible, Range
from exactnb.teach.auditing.printed_numbers import PrintedBlock, PrintedNumber
from exactnb.teach.grading.judging import Verdict

SAID = {
    Verdict.CORRECT: "exact",
    Verdict.ROUNDED: "correctly rounded",
    Verdict.TRUNCATED: "cut off",
    Verdict.LAST_DIGIT: "last digit off",
    Verdict.PERCENT: "wrong by a factor of 100",
    Verdict.POWER_OF_TEN: "wrong by a power of ten",
    Verdict.WRONG: "wrong",
    Verdict.UNGRADED: "not judged",
}
_LONGEST = 16  # signs of an exact value beside which a decimal has room
_MORE = 2  # figures that a right value is shown with beyond those printed


@frozen(slots=True)
class Title:
    """The title of a report, or of a part of it."""

    text: str
    level: int = 2


@frozen(slots=True)
class Line:
    """A paragraph."""

    text: str


@frozen(slots=True)
class Items:
    """A list."""

    items: tuple[str, ...]


@frozen(slots=True)
class Rows:
    """A table: its head, then its rows."""

    rows: tuple[tuple[str, ...], ...]


Part = Title | Line | Items | Rows


def said_of(found: Audit) -> Iterator[Part]:
    """Yield what is said of an audit: how many numbers are right, then block by block."""
    yield Title(found.problem.title or "Audit", 1)
    if found.problem.source:
        yield Line(found.problem.source)
    yield Line(_summary(found.numbers))
    for block in found.blocks:
        yield Title(_where(block))
        yield Rows((("quantity", "printed", "right", "verdict"), *map(_row, block.numbers)))
        yield from (Line(f"{_named(n)}: {n.why}") for n in block.numbers if n.why)
        yield from _explained(block, found.explained.get(block, ()), found)


def said_of_answers(found: Audit | None) -> Iterator[Part]:
    """Yield what is said of wrong answers that were searched for: each, and what may have led to it."""
    yield Title("Searched")
    if found is None or not found.explained:
        yield Line("No wrong answer is left without a mistake that leads to it.")
        return
    for block, (each,) in found.explained.items():
        (number,) = block.numbers
        count = f"{len(each.by) or 'no'} explanation{_s(len(each.by))}"
        yield Line(f"{number.name} = {number.printed.text}: {count}")
        yield Items(tuple(of.words for of in each.by))
        yield Line(_tried(each, "", found.left_out))


def said_of_counts(found: Sequence[Possible]) -> Iterator[Part]:
    """Yield what is said of numbers of which only how many were counted is known."""
    yield Title("Counts behind numbers", 1)
    bad = sum(not each for each in found)
    yield Line(f"{len(found)} number{_s(len(found))}, {bad} that no counts lead to")
    rows = []
    for each in found:
        rules: dict[tuple[str, str], list[str]] = {}
        for (divisor, rule), counts in each.counts.items():
            rules.setdefault((divisor, _ranges(counts) or "none"), []).append(_RULES[rule])
        for (divisor, told), rounded in rules.items():
            by = f", over {divisor}" if each.of in ("variance", "sd") else ""
            rows.append((each.claim, ", ".join(rounded) + by, told))
    yield Rows((("printed", "rounded", "counts"), *rows))
    if bad:
        yield Items(tuple(f"{each.claim}: {_nearest(each)}" for each in found if not each))
    yield Line("Counts: of shares and variances, how many ones there are; of means, the sum in steps.")


_RULES = {
    "half-up": "half up",
    "half-even": "half to even",
    "down": "cut off",
    "exact": "not at all",
    "machine": "by a machine",
}


def _summary(numbers: Sequence[PrintedNumber]) -> str:
    counts: dict[str, int] = {}
    for number in sorted(numbers, key=lambda each: list(SAID).index(each.verdict)):
        counts[SAID[number.verdict]] = counts.get(SAID[number.verdict], 0) + 1
    told = ", ".join(f"{times} {said}" for said, times in counts.items())
    return f"{len(numbers)} number{_s(len(numbers))} in print: {told}"


def _where(block: PrintedBlock) -> str:
    where = block.where or block.numbers[0].printed.quantity
    return f"{where}, edition {block.edition}" if block.edition else where


def _row(number: PrintedNumber) -> tuple[str, ...]:
    decimal = None if number.answer is None else number.answer.decimal
    figures = 4 if decimal is None else min(max(significant(decimal) + _MORE, 4), 20)
    right = "?" if number.right is None else shown(number.right.value, figures)
    return _named(number), number.printed.text, right, SAID[number.verdict]


def _named(number: PrintedNumber) -> str:
    """Return what is printed: the quantity, or so many times it, to a power."""
    printed = number.printed
    times = "" if printed.times == 1 else f"{exact_text(printed.times)} × "
    return f"{times}{number.name}" + (f"^{printed.power}" if printed.power != 1 else "")


def shown(value: Value, figures: int) -> str:
    """Return a value as it is, and in decimals where these say less.

    >>> shown(Fraction(1, 3), 4), shown(Fraction(1, 4), 4)
    ('1/3 ≈ 0.3333', '1/4 = 0.25')
    """
    if isinstance(value, NoNumber) or not is_finite(value):
        return spell(written(value))
    exact = spell(written(value))
    decimal = readable(value, Rounding(figures=figures)).shortest()
    if not isinstance(value, Fraction) or len(exact) > _LONGEST:
        return f"≈ {decimal}" if decimal.value != value else str(decimal)
    if value.denominator == 1:
        return exact
    return f"{exact} {'=' if decimal.value == value else '≈'} {decimal}"


def _explained(block: PrintedBlock, found: Sequence[Explained], audit: Audit) -> Iterator[Part]:
    """Yield what explains the wrong numbers of a block, at once or one by one."""
    several = len(block.wrong) > 1
    if several and len(found) > 1:
        yield Line(f"Nothing that was tried explains all {len(block.wrong)} at once; one by one:")
    for each in found:
        what = "All at once" if len(each.numbers) > 1 else f"{_named(each.numbers[0])}"
        if each:
            one = len(each.by) == 1
            told = "explained by" if one else f"explained by each of these {len(each.by)}"
            yield Line(f"{what}: {told}")
            yield Items(tuple(of.words for of in each.by))
        else:
            yield Line(f"{what}: no explanation")
        yield Line(_tried(each, audit.untried, audit.left_out))


def _tried(found: Explained, two: str, left_out: str) -> str:
    """Return how many alternatives were tried, what was not, and how many would match by chance.

    `two` changes at once are of no interest where a single one explains.
    """
    chance = "how many match by chance is not counted"
    if found.chance is not None:
        share = readable(found.chance, Rounding(figures=2)).shortest() if found.chance else "none"
        chance = f"{share} would match by chance"
    over = "" if found.is_complete else "; not all, as the search ended early"
    untried = " and ".join(filter(None, (left_out, "" if found else two)))
    more = f"; {untried} were not tried" if untried else ""
    return f"Tried {found.tried:,} alternatives{over}{more}; {chance}."


def _ranges(counts: Sequence[Range]) -> str:
    return ", ".join(f"{one:,}" if one == end else f"{one:,} to {end:,}" for one, end in counts)


def _nearest(found: Possible) -> str:
    near = [f"{count:,} leads to {shown(value, 4)}" for count, value in found.nearest]
    only = any(of for of in found.counts.values())
    return "; ".join(near) + ("; it may have been cut off" if only else "")


def _s(count: int) -> str:
    return "s" * (count != 1)
