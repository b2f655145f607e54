"""What printed numbers say together, beside what explains each: a habit of the document, wrong sums.

How to read: `find_habit` tries one way of rounding for all numbers of a document; `all_remarks`
says which shares do not add up to 1, and which fractions were multiplied wrongly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import is_finite
from exactnb.core.expression.nodes import Expression, Integer, Product, Quotient
from exactnb.core.expression.results import NoNumber, with_limits
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError
from exactnb.teach.alternatives.changes import rounded_early
from exactnb.teach.auditing.printed_numbers import PrintedBlock, PrintedNumber, scaled_as_printed
from exactnb.teach.grading.judging import decimal_answer
from exactnb.teach.grading.targets import Target

_FEWEST = 2  # numbers that make a habit
_CUT_OFF = "decimals are cut off, not rounded"


@frozen(eq=False)
class Habit:
    """One way to round that explains several wrong `numbers`, while right ones stay right.

    `words` say what is done; `wrong` is how many numbers of the document are wrong.
    """

    words: str
    numbers: tuple[PrintedNumber, ...]
    wrong: int


def find_habit(blocks: Sequence[PrintedBlock], graph: Quantities) -> Habit | None:
    """Return the way to round that explains most wrong numbers of `blocks`; None if it is no habit.

    Decimals may be cut off as they are printed, or the values of the `graph` be rounded before. What is
    rounded before in one block alone, in all of its wrong numbers, is left to the search, which says
    what else leads to all of them.
    """
    wrong = tuple(number for block in blocks for number in block.wrong_numbers)
    right = [number for block in blocks for number in block.right_numbers]
    if len(wrong) < _FEWEST:
        return None
    habits: list[Habit] = []
    if all(map(_is_cut_off, right)):
        cut = tuple(number for number in wrong if _is_decimal(number) and _is_cut_off(number))
        habits.append(Habit(_CUT_OFF, cut, len(wrong)))
    for alternative in rounded_early(graph):
        try:
            values = alternative.value_function(graph)
            if all(number.is_fraction or _leads_to(values, number) for number in right):
                explained = (n for n in wrong if _is_decimal(n) and _leads_to(values, n))
                habits.append(Habit(alternative.words, tuple(explained), len(wrong)))
        except ExactnbError:  # without a value for some number
            continue
    best = max(habits, key=lambda habit: len(habit.numbers), default=None)
    if best is None or len(best.numbers) < _FEWEST:
        return None
    home = next((block for block in blocks if set(best.numbers) == set(block.wrong_numbers)), None)
    return best if home is None or best.words == _CUT_OFF else None


def _leads_to(values: object, number: PrintedNumber) -> bool:
    """Say whether rounded `values` lead to a printed number."""
    value = with_limits(values(number.name))  # type: ignore[operator]
    return number.fits(Target(scaled_as_printed(value, number.printed)))


def _is_decimal(number: PrintedNumber) -> bool:
    return number.answer is not None and number.answer.decimal is not None


def _is_cut_off(number: PrintedNumber) -> bool:
    """Say whether a number is what one who cuts decimals off prints; a fraction says nothing."""
    answer = number.answer
    if answer is None or answer.decimal is None or number.right is None:
        return True
    value = number.right.value
    if isinstance(value, NoNumber) or not is_finite(value):
        return True
    places = answer.decimal.places - 2 * answer.percent
    try:
        cut: bool = rounded(value, Rounding(places=max(places, 0), rule="down")).value == answer.value
    except ExactnbError:
        return False
    return cut


def all_remarks(
    blocks: Sequence[PrintedBlock], problem: Problem, graph: Quantities
) -> Mapping[PrintedBlock, tuple[str, ...]]:
    """Return sentences about `blocks`: distributions that do not add up to 1, and wrong products."""
    remarks: dict[PrintedBlock, list[str]] = {block: [] for block in blocks}
    for edition in dict.fromkeys(block.edition for block in blocks):
        for block, remark in _wrong_sums([b for b in blocks if b.edition == edition], problem):
            remarks[block].append(remark)
    for block in blocks:
        for number in block.wrong_numbers:
            try:
                remark = _wrongly_multiplied_part(number, graph.as_counted(number.name))
            except ExactnbError:
                continue
            remarks[block] += [remark] if remark else []
    return {block: tuple(of_block) for block, of_block in remarks.items()}


def _wrong_sums(blocks: Sequence[PrintedBlock], problem: Problem) -> Iterator[tuple[PrintedBlock, str]]:
    """Yield the block that completes a distribution, with a sentence, where its shares are not 1."""
    by_condition: dict[tuple[object, ...], dict[str, PrintedNumber]] = {}
    last: dict[tuple[object, ...], PrintedBlock] = {}
    for block in blocks:
        for number in block.numbers:
            name = number.name
            is_share = name.head == "P" and not name.wrappers and number.printed.is_quantity
            item = name.left[0] if is_share and len(name.left) == 1 else None
            if isinstance(item, Item) and item.kind in ("class", "cell"):
                key = (item.kind, item.variable, name.right, name.model)
                by_condition.setdefault(key, {})[item.value] = number
                last[key] = block
    for condition, shares in by_condition.items():
        kind, variable, *_ = condition
        schema = problem.schema
        values = schema.classes if kind == "class" else schema.columns.get(str(variable), ())
        answers = [number.answer for number in shares.values()]
        if len(values) < 2 or set(values) != set(shares):
            continue
        numbers = [a.value for a in answers if a is not None and isinstance(a.value, Fraction)]
        digits = [decimal_answer(answer) for answer in answers if answer is not None]
        room = sum((decimal.half for decimal in digits if decimal is not None), Fraction(0))
        if len(numbers) == len(answers) and abs(sum(numbers, Fraction(-1))) > room:
            names = " + ".join(str(number.name) for number in shares.values())
            texts = " + ".join(number.printed.text for number in shares.values())
            total = exact_text(sum(numbers, Fraction(0)))
            yield (
                last[condition],
                f"{names} = {texts} = {total}: shares of one distribution add up to 1.",
            )


def _wrongly_multiplied_part(number: PrintedNumber, counted: Expression) -> str:
    """Return which part of a printed fraction is no product of the factors' parts, "" if both are."""
    answer = number.answer
    if answer is None or not isinstance(counted, Product) or not number.printed.is_quantity:
        return ""
    printed, factors = (
        _numerator_and_denominator(answer.tree),
        [_numerator_and_denominator(factor) for factor in counted.factors],
    )
    if printed is None or None in factors:
        return ""
    sides = [[part[side] for part in factors if part is not None] for side in (0, 1)]
    products = [prod(side) for side in sides]
    wrong = [side for side in (0, 1) if printed[side] != products[side]]
    if len(wrong) != 1:
        return ""
    (side,) = wrong
    what = ("numerators", "denominators")[side]
    written = " × ".join(map(str, sides[side]))
    return (
        f"{number.name}: the {what} are multiplied wrongly: {written} is {products[side]}, "
        f"not {printed[side]}."
    )


def _numerator_and_denominator(tree: Expression) -> tuple[int, int] | None:
    """Return the numerator and denominator of a fraction as it is written."""
    match tree:
        case Quotient(Integer(numerator), Integer(denominator)):
            return numerator, denominator
    return None
