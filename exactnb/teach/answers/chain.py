"""Read a chain such as P(+|x) = 3/6 = 0.5: its label, its formulas, and whether they agree.

How to read: `formulas` cuts a chain at its signs, `read_formula` reads one part in one way, and
`agreed_readings` compares the parts and picks the answer; `find_slip` finds the formula whose value is
not the number after it. The helpers below remove what may surround a
formula: a label, marks, a colon.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from exactnb.core.arithmetic import matrices, roots, values
from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import Infinite, Undefined
from exactnb.core.expression.nodes import (
    Expression,
    Function,
    Negative,
    Percent,
    Power,
    Product,
    Quotient,
    Sum,
)
from exactnb.core.expression.reading.budget import Budget
from exactnb.core.expression.reading.cursor import Interpretation
from exactnb.core.expression.reading.digits import as_decimal, significant_figures, without_minus
from exactnb.core.expression.reading.evaluation import are_known_equal, exact_value
from exactnb.core.expression.reading.parser import Parser
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.reading.tokens import CLOSING, END, Token, split_words
from exactnb.core.expression.results import NoNumber
from exactnb.core.record import frozen
from exactnb.errors import Undecidable, Unsupported
from exactnb.teach.answers.answer import Answer, Slip, as_one_line
from exactnb.teach.answers.intervals import typed_decimals
from exactnb.teach.answers.wording import RELATIONS, last_bracket_start

_DENIALS = split_words("! < > ≠ ≤ ≥ ¬ not never isn aren wasn doesn nor except ne neq lt gt")
_NO_FORMULA = ("unknown_name", "malformed", "bad_char", "empty")
_LEAST, _MORE = 3, 400  # figures of a result: as many as distinguish it from the number written


@frozen(slots=True)
class Formula:
    """The tokens of one formula, and the sign before it: =, ≈ or `or`."""

    tokens: tuple[Token, ...]
    sign: str = ""

    @property
    def is_approximate(self) -> bool:
        """Say whether it is marked as rounded."""
        return self.sign == "≈"


def formulas_in_chain(tokens: Sequence[Token]) -> list[Formula]:
    """Return the formulas in the `tokens` of a chain, without the label before them.

    >>> from exactnb.teach.answers.wording import tokens_and_notes
    >>> tokens, _ = tokens_and_notes("P(+|x) = 2/3 ≈ 0.67")
    >>> [formula.is_approximate for formula in formulas_in_chain(tokens)]
    [False, True]

    Raises Refusal where no formula is left.
    """
    # The last part stays even where it is empty: "p =" is a number that is missing, no label.
    *parts, last = _split_at_relations(_without_colon(_without_stop_and_quotes(tokens)))
    parts = [part for part in parts if part.tokens]  # p = ≈ 0.5 and = 3/6 have empty parts
    while parts and _is_label(parts[0].tokens):
        parts = parts[1:]
    if not last.tokens:
        if parts:
            raise Refusal("nothing stands behind the last '='; write the number there")
        raise Refusal("no answer is given; write a number such as 3/6 or 0.5", "empty")
    return [*parts, last]


def split_restatement(chain: Sequence[Formula], *, dash: bool = False) -> list[Formula] | None:
    """Return a `chain` whose last bracket, or text after a comma, restates the number, as two formulas.

    A bracket without a blank before it multiplies, unless there is a percentage on one side alone. None
    if there is neither. With `dash`, a dash between blanks separates as well.

    >>> from exactnb.teach.answers.wording import tokens_and_notes
    >>> len(split_restatement(formulas_in_chain(tokens_and_notes("0.5 (1/2)")[0])))
    2
    """
    # A comma or a dash with a blank after it separates: glued ones belong to a number or a difference.
    *earlier, last = chain
    for index, token in enumerate(last.tokens[:-1]):
        is_spaced = not last.tokens[index + 1].glued
        separates = token.text in (",", ";") or (
            dash and token.text == "-" and index and not token.glued
        )
        if token.kind == "sign" and separates and is_spaced:
            first, second = last.tokens[:index], last.tokens[index + 1 :]
            return [*earlier, Formula(first, last.sign), Formula(second)]
    index = last_bracket_start(last.tokens)  # an inner one restates nothing
    if not index or last.tokens[index].text + last.tokens[-1].text not in ("()", "[]"):
        return None
    first, second = last.tokens[:index], last.tokens[index + 1 : -1]
    in_percent = [tokens[-1].text == "%" for tokens in (first, second) if tokens]
    if last.tokens[index].glued and len({*in_percent}) < 2:
        return None
    return [*earlier, Formula(first, last.sign), Formula(second)]


def read_formula(
    formula: Formula,
    interpretation: Interpretation,
    questions: dict[str, None],
    budget: Budget,
    *,
    undefined: bool,
) -> Answer:
    """Return a `formula` with its value, in one `interpretation` of its ambiguous signs.

    `questions` collects the ambiguities on the way; `budget` bounds the work; `undefined` accepts 0/0.
    """
    parser = Parser(formula.tokens, interpretation)
    try:
        tree = parser.read()
    finally:
        questions.update(parser.met)
    value = exact_value(tree, undefined=undefined, budget=budget)
    decimal = as_decimal(tree)
    # Where its comma is read the other way a list is let through: to ask which was meant.
    is_list = isinstance(value, matrices.Vector | roots.Points)
    if is_list and not interpretation.lists and "comma" not in interpretation.flipped:
        raise Refusal("a list where one number is asked for; write that number alone")
    if interpretation.lists and not is_list and not isinstance(value, Infinite | Undefined):
        raise Refusal("one number where several are asked for; write them as in (1, 2)")
    return Answer(
        tree,
        value,
        decimal=decimal,
        approximate=formula.is_approximate or parser.open_ended,
        percent=isinstance(without_minus(tree), Percent),
        cut_off=parser.open_ended,
        alternative=formula.sign == "or",
        figures=0
        if decimal
        else min((significant_figures(d) or 1 for d in typed_decimals(tree)), default=0),
    )


def agreed_or_contradictory_readings(chain: Sequence[Answer], budget: Budget) -> Sequence[Answer]:
    """Return the one reading that a whole `chain` agrees on, or two that contradict each other.

    The first formula without a decimal is the answer, else the last decimal that stands alone, else a
    formula of decimals. `budget` bounds the comparisons.
    """
    closely = any(reading.alternative for reading in chain)  # 2/3 or 0.7 are two answers
    exact = [reading for reading in chain if reading.is_exact]
    numbers = [reading for reading in chain if reading.decimal is not None]
    # The most exact part: each other one has to be a rounding of it.
    reference = (
        exact[0]
        if exact
        else max(numbers or chain, key=lambda reading: reading.decimal.places if reading.decimal else 0)
    )
    for reading in chain:
        if reading is not reference and not _agrees(reading, reference, budget, closely=closely):
            return [reference, reading]
    if not exact and numbers:  # in 10.90 (1090 %) the first number shows that its zero is significant
        return [next(number for number in numbers if number.decimal == numbers[-1].decimal)]
    return [*exact, *chain[-1:]][:1]


def _agrees(reading: Answer, reference: Answer, budget: Budget, *, closely: bool) -> bool:
    """Say whether two formulas are equal, or may both stand for one number.

    A decimal alone may be a rounding of one with more digits. To agree `closely`, it needs two digits.
    """
    if are_known_equal(reading.value, reference.value, budget):
        return True
    decimal, value = reading.decimal, reference.value
    if reading.is_exact or isinstance(value, NoNumber | Infinite | Undefined):
        return False
    if closely and decimal is not None and abs(decimal.units) < 10:
        return False
    try:
        lower, upper = reading.interval(budget)
        if reference.is_exact or (decimal is not None and reference.decimal is not None):
            return values.compare(lower, value) <= 0 <= values.compare(upper, value)
        low, high = reference.interval(budget)
    except (Refusal, Unsupported, Undecidable):  # without bounds it is not known
        return False
    return lower <= high and low <= upper


def _split_at_relations(tokens: Sequence[Token]) -> list[Formula]:
    """Cut at the signs = and ≈ outside brackets; there is always one part."""
    parts: list[Formula] = []
    start, sign = 0, ""
    for position, token, depth in _with_bracket_depths([*tokens, END]):
        relation = token.kind == "sign" and token.text in RELATIONS and not depth
        if relation or token == END:
            parts.append(Formula(tuple(tokens[start:position]), sign))
            start, sign = position + 1, token.text
    return parts


def _without_stop_and_quotes(tokens: Sequence[Token]) -> Sequence[Token]:
    """Leave out the full stop of a sentence, and quotes around all of it."""
    if tokens and tokens[-1].text == ".":
        tokens = tokens[:-1]
    if len(tokens) > 1 and tokens[0].text == tokens[-1].text in ('"', "'", "`", "^"):
        return tokens[1:-1]  # ** of Markdown is a power by now
    return tokens


def _without_colon(tokens: Sequence[Token]) -> Sequence[Token]:
    """Remove a label such as `answer:`; tokens with a number before the colon may be a ratio."""
    for position, token, depth in _with_bracket_depths(tokens):
        if depth:
            continue
        if token.kind == "number" or (token.kind == "sign" and token.text in RELATIONS):
            break
        if token.kind == "sign" and token.text == ":":
            return tokens[position + 1 :] if _is_label(tokens[:position]) else tokens
    return tokens


def _is_label(tokens: Sequence[Token]) -> bool:
    """Say whether the tokens before an equals sign are a name, or names in brackets: no formula."""
    if not tokens:
        return False
    is_name = tokens[0].kind in ("name", "command", "odd")
    if is_name and len(tokens) == 1:
        return not _is_denial(tokens)
    listed = tokens[0].text in CLOSING and all(token.kind != "number" for token in tokens)
    if (not is_name and not listed) or _is_denial(tokens):
        return False
    try:
        # What can be read as a formula is the first part of a chain: its number has to agree, too.
        Parser(tokens, Interpretation(log="e")).read()
    except Refusal as refusal:
        return refusal.kind in _NO_FORMULA
    return False


def _is_denial(tokens: Sequence[Token]) -> bool:
    """Say whether a label denies its number, or bounds it: p != 0.5, p >= 0.5."""
    return any(
        not depth and token.text.casefold() in _DENIALS
        for _, token, depth in _with_bracket_depths(tokens)
    )


def _with_bracket_depths(tokens: Iterable[Token]) -> Iterator[tuple[int, Token, int]]:
    """Yield the index of each token, the token, and the number of brackets open from it on."""
    depth = 0
    for index, token in enumerate(tokens):
        if token.kind == "sign":
            depth = max(depth + (token.text in CLOSING) - (token.text in CLOSING.values()), 0)
        yield index, token, depth


def find_slip(chain: Sequence[Answer], budget: Budget) -> Slip | None:
    """Return the slip in a `chain` that contradicts itself, None if there is no arithmetic in it.

    Two numbers next to each other are two answers, not a slip: 0.5 = 0.6, or 2/3 or 0.7. `budget`
    bounds the comparisons.
    """
    numbers = [reading for reading in chain if reading.is_number]
    if not numbers or any(reading.alternative for reading in chain):
        return None
    last = numbers[-1]
    for worked in chain:
        # 2/3 before 0.66 is a working, although it is one number.
        is_worked = not worked.is_number or (worked.decimal is None and last.decimal is not None)
        if is_worked and not worked.may_equal(last, budget):
            result = _result_text(worked, last)
            text = f"your {_formula_noun(worked.tree)} is {result}, not {as_one_line(last.tree)}"
            return Slip(text, tuple(numbers))
    return None


def _formula_noun(tree: Expression) -> str:
    match tree:
        case Product():
            return "product"
        case Quotient():
            return "quotient"
        case Sum(terms):
            return "difference" if any(isinstance(term, Negative) for term in terms) else "sum"
        case Power():
            return "power"
        case Function("log" | "log2" | "log10"):
            return "logarithm"
    return "result"


def _result_text(worked: Answer, last: Answer) -> str:
    """Return the value of a formula: a fraction if both are, else in the figures of the last number."""
    value, scale = worked.value, Fraction(100 if last.percent else 1)
    assert not isinstance(value, NoNumber)
    if isinstance(value, Fraction) and worked.is_exact and last.is_exact:
        return exact_text(value)
    scaled = values.multiply([value, scale])
    assert values.is_finite(scaled)
    # More figures until the two differ in print: "0.667, not 0.667" would help nobody.
    first = max(_LEAST, significant_figures(last.decimal) if last.decimal else 0)
    written = values.multiply([last.value, scale])  # type: ignore[list-item]
    decimals = (rounded(scaled, Rounding(figures=many)) for many in range(first, first + _MORE))
    return f"{next(decimal for decimal in decimals if decimal.value != written)}{'%' * last.percent}"
