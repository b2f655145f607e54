"""How the parameters of a stated family are estimated: from what is worked out of the rows of a class.

How to read: `estimate` is the door; `statistic_value` is a statistic as a formula of the rows;
`_case_of` says which estimate holds: inside of what the statistics may be, at an end of that, or none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cmp_to_key

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.values import Number
from exactnb.core.data.counts import Listed
from exactnb.core.expression.evaluate import Lookup, evaluate, refuse_names
from exactnb.core.expression.general_nodes import ExactValue
from exactnb.core.expression.nodes import (
    Expression,
    Extremum,
    Function,
    Integer,
    Power,
    Special,
    Sum,
    Symbol,
    replace,
    stated,
)
from exactnb.core.expression.results import NoNumber, Value
from exactnb.core.expression.spell import spell
from exactnb.core.expression.tree import terms_of
from exactnb.core.expression.written import number
from exactnb.core.families.base import count_reference
from exactnb.core.families.declared.ranges import range_text
from exactnb.core.families.declared.specification import (
    VARIABLE,
    Specification,
    evaluate_constants,
    replace_letters,
)
from exactnb.core.families.deriving.estimator import (
    ALL_ROWS,
    ROWS,
    EstimateCase,
    Estimator,
    Order,
    Statistic,
)
from exactnb.core.families.estimates import Estimate, Sample, columns_and_class, phrase
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.families.one_parameter import OneColumn
from exactnb.core.lazy import once
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.record import frozen
from exactnb.errors import Unsupported

_X = Symbol(VARIABLE)
_HOLDS: Mapping[Order, tuple[int, ...]] = {
    "=": (0,), "<": (-1,), ">": (1,), "≤": (-1, 0), "≥": (0, 1),
}  # fmt: skip
POWERS: Mapping[Expression, tuple[int, ...]] = {_X: (1,), Power(_X, Integer(2)): (2,)}
"""Statistics that are powers of x."""
_SUMS = {"sum": 1, "squares": 2}
_LISTED = 3  # equal numbers that are added up one by one
_MOST = 200  # different numbers whose statistic is worked out


@frozen(eq=False)
class EstimatedFamily(OneColumn):
    """A family whose estimates follow from what was derived of its density.

    `stated` is what somebody wrote, `constants` are the numbers given where it is used.
    """

    stated: Specification
    constants: tuple[tuple[str, Fraction], ...] = ()

    @property
    def numbers(self) -> dict[str, Fraction]:
        return dict(self.constants)

    @once
    def estimator(self) -> Estimator:
        """Return what is derived for the parameters: the statistics, the estimates, what holds of them.

        Raises Unsupported, with the reason, where nothing of the kind can be derived.
        """
        from exactnb.core.families.deriving.finding import known_estimator

        return known_estimator(self.stated)

    @property
    def statistic(self) -> Expression:
        """Return what is worked out of each number first, a formula in x."""
        return self._of(self.estimator.statistics[0])

    def _of(self, statistic: Statistic) -> Expression:
        return evaluate_constants(statistic.of, self.numbers)

    def estimate(self, block: NumberBlock, name: QuantityName) -> Estimate:
        """Return the estimate of `name` in closed form, over what is worked out of the rows.

        Raises Unsupported where a statistic is not known, as of counts without rows, and where the
        likelihood has no largest value.
        """
        (column,), label = columns_and_class(name)
        sample = block.data
        letter, estimator = name.parameter, self.estimator
        place = f"column {column}" + ("" if label is None else f", class {label.value}")
        case: EstimateCase | None = estimator.cases[0]
        classes = block.classes if label is None else (label,)
        if self.stated.prior is not None or any(sample.is_seen(column, k) for k in classes):
            case = self._case(block, column, label)
        what = f"{place}: no {letter} is estimated"
        estimates = (case and case.estimates) or {}
        if problem := self._why_without(case, estimates, letter):
            raise Unsupported(f"{what}, {problem}")
        formula = evaluate_constants(estimates[letter], self.numbers)
        used = _symbols(formula)
        words: dict[Expression, Expression] = {}
        roles: list[tuple[str, Expression]] = []
        for statistic in estimator.statistics:
            if statistic.sign in used:
                role, text = statistic.sign.role, self.statistic_text(statistic)
                where = "over all classes" if statistic.is_pooled else "in class k"
                words[statistic.sign] = phrase(role, f"{text} {where}")
                roles.append((role, stated(self.statistic_value(block, column, label, statistic))))
        for rows in used.intersection((ROWS, ALL_ROWS)):
            words[rows] = phrase(rows.role, sample.rows_text(column, of_class=label is not None))
            roles.append((rows.role, sample.counted_rows(column, label)))
        for earlier in self.letters:
            # its own letter names the root, where that is enclosed
            if Symbol(earlier) in used and earlier != letter:
                restriction = " of class k" * (earlier not in self.stated.shared)
                words[Symbol(earlier)] = phrase(earlier, earlier + restriction)
                roles.append((earlier, self.parameter(block, earlier, column, label)))
        if not used:
            domain = self.stated.parameters[letter]
            side = "lower" if estimates[letter] == getattr(domain, "low", None) else "upper"
            within = range_text(domain, letter).replace("<=", "≤").replace(">=", "≥")
            text = f"{side} end of {within}"
            return Estimate(phrase("end", text), (("end", formula),))
        rule = replace(formula, words.get)
        if isinstance(formula, Extremum):  # whose place may not be the only one
            formulas = dict(zip(words, (of for _, of in roles), strict=True))
            try:
                _value_of(replace(formula, formulas.get))
            except Unsupported as tie:
                raise Unsupported(f"{what}, {tie.message}") from None
        kind = "MLE" if self.stated.prior is None else "MAP"
        return Estimate(stated(rule), tuple(roles), kind)

    def _why_without(
        self, case: EstimateCase | None, estimates: Mapping[str, Expression], letter: str
    ) -> str:
        """Return why a parameter has no estimate in a case, or where none fits; "" if it has one."""
        within = range_text(self.stated.parameters[letter], letter)
        without = [p for p in self.stated.parameters if p not in estimates]
        if letter in estimates:
            rests = [p for p in without if Symbol(p) in _symbols(estimates[letter])]
            return f"the best {letter} changes with {rests[0]}, which has no estimate" if rests else ""
        if estimates:
            best, rest = " and ".join(estimates), " and ".join(without)
            shared = f" of {rest}" if len(without) > 1 else ""
            return f"with the best {best} the likelihood{shared} has no largest value where {within}"
        if len(without) > 1:
            return f"the likelihood of {' and '.join(without)} together has no largest value"
        if case is None and not self.stated.is_fixed:
            return f"of {within} none makes all numbers possible and is the best"
        if case is None and self.stated.has_kinks:
            return f"the median of the numbers is not in {within}"
        rising = "likelihood" if self.stated.prior is None else "posterior"
        return f"the {rising} rises to an end that {within} leaves out"

    def _case(self, block: NumberBlock, column: str, label: Item | None) -> EstimateCase | None:
        """Return the case of what is worked out of the rows of a class, or of each that has some.

        A parameter of one class needs the case of that class alone, a shared one a case of each.
        """
        sample = block.data
        source = sample.source

        def sums(name: QuantityName) -> Value:
            assert name.label is not None
            if name.head == "count":
                return Fraction(source.cell(column, name.subjects[0].value, name.label.value))
            return source.of((column,) * _SUMS[name.head], name.label.value)

        by_class: dict[Item, dict[Expression, Number]] = {}
        for k in block.classes if self.stated.shared else (label,):
            assert k is not None
            if self.stated.prior is not None or sample.is_seen(column, k):
                by_class[k] = {ROWS: Fraction(source.size(column, k.value))}
        for statistic in self.estimator.statistics:
            if statistic.kind == "curve":
                continue
            amounts: list[Number] = []
            for k, numbers in by_class.items():
                formula = self.statistic_value(block, column, k, statistic, numbers)
                numbers[statistic.sign] = _value_of(formula, sums)
                amounts.append(numbers[statistic.sign])
            if statistic.is_pooled:
                for numbers in by_class.values():
                    numbers[statistic.sign] = values.add(amounts)
        rows = sum((Fraction(source.size(column, k.value)) for k in by_class), Fraction(0))
        counted = ({**numbers, ALL_ROWS: rows} for k, numbers in by_class.items() if label in (None, k))
        cases = [_case_of(self.estimator, self.numbers, numbers) for numbers in counted]
        fitting = [case for case in cases if case is not None]
        if len(fitting) < len(cases):
            return None
        return min(fitting, key=lambda case: len(case.estimates or ()))

    def statistic_text(self, statistic: Statistic) -> str:
        """Return what a statistic of the rows is called: sum of squares, least number."""
        formula = self._of(statistic)
        sums = {1: "sum", 2: "sum of squares"}
        powers = POWERS.get(formula, ())
        if statistic.kind in ("sum", "curve"):
            return sums[powers[0]] if powers else f"sum of {_formula_text(formula)}"
        if statistic.kind == "count":
            return f"rows with {spell(statistic.of)}"
        if statistic.kind == "median":
            return "median (mean of two middle numbers)"
        which = {"least": "smallest", "greatest": "largest"}[statistic.kind]
        return f"{which} number" if powers == (1,) else f"{which} {_formula_text(formula)}"

    def statistic_value(
        self,
        block: NumberBlock,
        column: str,
        label: Item | None,
        statistic: Statistic,
        known: Mapping[Expression, Number] | None = None,
    ) -> Expression:
        """Return `statistic` of the rows of `column` in class `label`, or in all, as counted.

        So the one of log x is log 0.4 + log 0.7.

        `block` has the rows. Parameters in it are named, or worked out of the statistics that are
        `known`.
        """
        sample = block.data
        if label is None:
            with_rows = (k for k in block.classes if sample.is_seen(column, k))
            parts = [self.statistic_value(block, column, k, statistic) for k in with_rows]
            return Sum.of(term for part in parts for term in terms_of(part))
        if isinstance(outcome := statistic.of, Symbol) and statistic.kind == "count":
            return count_reference(Item("cell", column, outcome.letter), label)
        formula = self._of(statistic)
        powers = POWERS.get(formula, ())
        if statistic.kind == "sum" and powers:
            return sample.total(column, label, powers[0])
        if statistic.kind == "curve":
            return self.row_sum(sample, column, label, formula)
        references = self.distribution(block, column, label)
        parameters: dict[str, Expression] = dict(zip(self.letters, references, strict=True))
        if known is not None and parameters.keys() & {symbol.letter for symbol in _symbols(formula)}:
            usual = self.estimator.cases[0].estimates or {}
            for letter, estimate in usual.items():
                if _symbols(estimate) <= known.keys():
                    parameters[letter] = ExactValue(_evaluated(estimate, self.numbers, known))
        formula = replace_letters(formula, parameters)
        if statistic.kind == "sum":
            return self.row_sum(sample, column, label, formula)
        listed = self.listed_numbers(sample, column, label, formula)
        if statistic.kind == "median":
            return _median([(number(x), times) for x, times in sorted(listed)])
        terms = (replace_letters(formula, {VARIABLE: number(x)}) for x, _ in listed)
        ordered = sorted(terms, key=cmp_to_key(_compare_values))
        return (ordered or [Special("undefined")])[0 if statistic.kind == "least" else -1]

    def listed_numbers(self, sample: Sample, column: str, label: Item, formula: Expression) -> Listed:
        """Return the numbers of `column` in class `label`, each with how often `sample` has it.

        Raises Unsupported where only sums are known, and for very many different numbers: then
        `formula`, which is added up, cannot be.
        """
        listed = sample.source.numbers_with_times(column, label.value)
        if not listed and sample.source.size(column, label.value):
            raise Unsupported(
                f"{self.name} needs {spell(formula)}, which the sums of numbers do not tell"
            )
        if len(listed) > _MOST:
            raise Unsupported(
                f"{self.name} needs {spell(formula)} of at most {_MOST} different numbers"
            )
        return listed

    def row_sum(self, sample: Sample, column: str, label: Item, formula: Expression) -> Expression:
        """Return the sum of `formula`, of x, over the rows of `label` in `column` of `sample`.

        Raises Unsupported where only sums are known, and for very many different numbers.
        """
        terms: list[Expression] = []
        for value, times in self.listed_numbers(sample, column, label, formula):
            term = replace_letters(formula, {VARIABLE: number(value)})
            is_few = isinstance(times, int) and times <= _LISTED
            terms += [term] * int(times) if is_few else [number(Fraction(times)) * term]
        return Sum.of(terms)

    @once
    def summed_powers(self) -> tuple[int, ...]:
        """Return the powers of x that are added up, none if others are too."""
        powers = [POWERS.get(self._of(statistic), ()) for statistic in self.estimator.statistics]
        return tuple(power for statistic in powers for power in statistic) if all(powers) else ()


def _value_of(formula: Expression, sums: Lookup = refuse_names) -> values.Number:
    """Return the number that a `formula` without letters is; `sums` has the values of its names."""
    value = evaluate(stated(formula), sums)
    assert not isinstance(value, NoNumber)
    return value


def _evaluated(
    formula: Expression,
    constants: Mapping[str, Fraction],
    statistics: Mapping[Expression, values.Number],
) -> values.Number:
    """Return the value of a formula in `constants` and `statistics`, which has no other letters."""
    parts: dict[Expression, Expression] = {sign: ExactValue(v) for sign, v in statistics.items()}
    return _value_of(replace(evaluate_constants(formula, constants), parts.get))


def _case_of(
    estimator: Estimator,
    constants: Mapping[str, Fraction],
    statistics: Mapping[Expression, values.Number],
) -> EstimateCase | None:
    """Return the case of `estimator` that fits the `statistics`, of which one is the number of rows.

    `constants` are the values of its known letters. None if no case fits.
    """

    def fits(left: Expression, order: Order, right: Expression) -> bool:
        sides = (_evaluated(side, constants, statistics) for side in (left, right))
        return values.compare(*sides) in _HOLDS[order]

    return next(
        (case for case in estimator.cases if all(fits(*condition) for condition in case.conditions)),
        None,
    )


def _median(ordered: Sequence[tuple[Expression, int | Fraction]]) -> Expression:
    """Return the number in the middle, of an even number of rows the mean of the two middle ones."""
    half, cumulated = sum(times for _, times in ordered) / Fraction(2), Fraction(0)
    for index, (middle, times) in enumerate(ordered):
        cumulated += times
        if cumulated > half:
            return middle
        if cumulated == half:
            return (middle + ordered[index + 1][0]) / 2
    return Special("undefined")


def _formula_text(formula: Expression) -> str:
    match formula:
        case Function("abs", distance):
            return f"|{spell(distance)}|"
    return spell(formula)


def _symbols(formula: Expression) -> set[Symbol]:
    return {part for part in formula.walk() if isinstance(part, Symbol)}


def _compare_values(left: Expression, right: Expression) -> int:
    return values.compare(_value_of(left), _value_of(right))
