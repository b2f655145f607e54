"""Explain one decision: the largest factors in the odds of the two likeliest classes, the rest as one.

How to read: `explain` finds the two likeliest classes (`leading_factors.py`), and
`_ExplanationWriter` writes the steps; all factors that do not lead become one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, SupportsIndex

from exactnb.core.arithmetic.germs import Germ
from exactnb.core.arithmetic.numerals import read_whole
from exactnb.core.arithmetic.rounding import rounded
from exactnb.core.arithmetic.values import Undefined, compare, limit
from exactnb.core.expression.nodes import (
    Expression,
    Integer,
    Numeral,
    Power,
    Product,
    Reference,
    references,
)
from exactnb.core.expression.reasons import COMPARED, ROUNDED, TENDS, VALUE
from exactnb.core.expression.results import Decision
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import written
from exactnb.core.model.model import PARAMETERS
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import EFFORT, Effort
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.errors import Place
from exactnb.explain.derivation import Chain, DecisionClaim, Grid, Line, Remark, Step, verify
from exactnb.explain.derivation.lines import Block
from exactnb.explain.proving import new_prover
from exactnb.explain.solution import setting
from exactnb.explain.solution.chains import Chains
from exactnb.explain.solution.estimates import NumberEstimates, ShareEstimates
from exactnb.explain.solution.leading_factors import MAX_CLASSES, Factor, LeadingFactors, first_model
from exactnb.explain.solution.sentences import only_class, sentence_end, with_commas
from exactnb.explain.solution.solution import Solution

_MAX_CULPRITS = 3  # zero factors listed for each class
_MAX_FRACTION = 10**6  # numerator times denominator of a fraction worth printing
_MAX_INTEGER = 10**15
_MAX_RATIO = 160  # characters of a ratio that is printed with its numbers
_LONG_NUMBER = re.compile(r"\d{13}")  # as in the exact value of a binary double


def explain(
    problem: Problem, identity: str, *, leading: SupportsIndex = 10, effort: int = EFFORT
) -> Solution:
    r"""Return an explanation of one decision: the odds of the two likeliest classes, factor by factor.

    `identity` is the id of the query in `problem`; of several models, the first is explained. The
    `leading` factors that move the odds most appear as counted, all others as one, which suits
    documents of hundreds of words. `effort` is the number of steps that deciding, comparing the factors
    and writing may each take. Raises InputError for an unknown query and for no whole number `leading`,
    and TooMuch for more effort.

    >>> from exactnb import Conventions, Documents, ModelChoice
    >>> mails = Documents.of([("spam", "win win cash"), ("ham", "cash lunch")])
    >>> model = ModelChoice(Conventions(smoothing=1))
    >>> problem = Problem(mails, query={"x": "win cash cash"}, models={"model": model})
    >>> print(explain(problem, "x", leading=1).text().split("Multiply: ")[1].partition("\n\n")[0])
    the odds of x
       odds(spam:ham|x) = odds(spam:ham) × LR(spam:ham|win) × LR(spam:ham|the rest)
                        = 125/72 ≈ 1.736
    """
    problem, (name,) = first_model(problem, [identity])
    most = Place.of("leading").read(read_whole, leading, 1)
    comparison = LeadingFactors(problem, name, Effort(effort))
    chosen = comparison.strongest_factors(most) if comparison.has_rival else ()
    reduced_problem = comparison.problem_without_factors(chosen) if chosen else problem
    writer = _ExplanationWriter(reduced_problem, comparison, chosen)
    derivation = setting.new_derivation(reduced_problem, writer.steps())
    return Solution(
        reduced_problem,
        verify(derivation, writer.quantities, setting.problem_source(reduced_problem), new_prover),
    )


class _ExplanationWriter:
    """Write the steps of an explanation over one graph."""

    def __init__(self, problem: Problem, comparison: LeadingFactors, chosen: Sequence[Factor]) -> None:
        self.comparison, self.chosen, self.problem = comparison, chosen, problem
        extra = (name for name in problem.query if name not in comparison.problem.query)
        self.rest = tuple(Item("query", "", name) for name in extra)
        observed = comparison.prediction.observe(comparison.case)
        if not chosen and (observed.cells or observed.words()):  # nothing has a factor of its own
            self.rest = comparison.case
        self.culprits = {} if comparison.has_rival else comparison.culprits()
        self.quantities = Quantities(self._names(), problem.define, comparison.quantities.new_effort())
        self.chains = Chains(self.quantities, setting.problem_rounding(problem))

    def _names(self) -> Iterator[QuantityName]:
        comparison = self.comparison
        yield comparison.decision
        if comparison.is_decided:
            yield from map(comparison.posterior_name, comparison.labels[:MAX_CLASSES])
        if comparison.has_rival:
            yield from (comparison.odds_name(), comparison.odds_name(*comparison.case))
            yield from map(
                comparison.ratio_name, (*(factor.item for factor in self.chosen), *self.rest)
            )
        for names in self.culprits.values():
            yield from names

    def steps(self) -> Iterator[Step]:
        """Yield the steps: estimates and factors, if there are any, the verdict, the posteriors."""
        if self.comparison.has_rival:
            yield from self._estimates_step()
            ratios = (self.comparison.ratio_name(factor.item) for factor in self.chosen)
            names = (self.comparison.odds_name(), *ratios, *map(self.comparison.ratio_name, self.rest))
            yield Step(
                "factors", "Compare: prior and factors", tuple(map(self._ratio_chain, names)), (), ""
            )
            yield self._step("multiply", "Multiply: the odds of", self._odds_product())
        yield self._step("decide", "Decide", *self._impossible_remarks(), self._verdict_remark())
        if self.comparison.is_decided:
            yield self._step("normalise", "Normalise", *self._posterior_blocks())

    def _step(self, key: str, title: str, *blocks: Block) -> Step:
        return Step(key, title, blocks, self.comparison.case, "")

    def _estimates_step(self) -> Iterator[Step]:
        """Yield the step with the estimates that the leading factors contain."""
        model, noun = self.comparison.model, setting.observation_noun(self.problem)
        pair = (self.comparison.likeliest_pair.first, self.comparison.likeliest_pair.second)
        names = [model.names.prior(label) for label in pair]
        for factor in self.chosen:
            names += (model.names.given((factor.item,), label) for label in pair)
        estimates = [name for name in names if name in self.quantities]
        blocks = [*map(self._rounded_block, ShareEstimates(self.chains, model, noun).blocks(estimates))]
        ratios = map(self.comparison.ratio_name, (factor.item for factor in self.chosen))
        used = [n for n in self.quantities.ancestors(*ratios) if n.head in PARAMETERS]
        cases = tuple(self.problem.cases())
        blocks += map(
            self._rounded_block, NumberEstimates(self.chains, model, noun, cases).blocks(used)
        )
        title = "Estimate" if model.given is None else "Given"
        yield Step("estimate", title, tuple(blocks), (), "")

    def _rounded_block(self, block: Block) -> Block:
        """Round the estimates in a table whose exact forms are long, as those of binary doubles are."""
        if not isinstance(block, Grid):
            return block
        return replace(block, cells=tuple(tuple(map(self._rounded_cell, row)) for row in block.cells))

    def _rounded_cell(self, chain: Chain | None) -> Chain | None:
        if chain is None or not any(map(_is_long, chain.lines)):
            return chain
        last = chain.lines[-1]
        value = self.quantities.value(next(references(last.left)))
        if isinstance(value, Fraction):
            # To the usual figures: more would tell a posterior from 1, and nobody needs that of a mean.
            decimal = rounded(value, self.chains.rounding)
            relation, reason = ("=", VALUE) if decimal.value == value else ("≈", ROUNDED)
            last = Line(last.left, relation, Numeral(decimal), reason)  # type: ignore[arg-type]
        return replace(chain, lines=(last,))

    def _ratio_chain(self, name: QuantityName) -> Chain:
        """Return the value of a factor: the numbers that it is made of, if they fit, and a decimal."""
        value = self.quantities.value(name)
        chain = self.chains.write(name, reduced=_is_short(value), without_formula=True)
        lines = tuple(
            line for line in chain.lines if not _is_long(line) and len(spell(line.right)) <= _MAX_RATIO
        )
        return replace(chain, lines=lines or chain.lines)

    def _odds_product(self) -> Chain:
        """Return the odds as the product of prior odds and factors, in names and as a value."""
        comparison, left = self.comparison, Reference(self.comparison.odds_name(*self.comparison.case))
        parts: list[Expression] = [Reference(comparison.odds_name())]
        for factor in self.chosen:
            ratio = Reference(comparison.ratio_name(factor.item))
            parts.append(ratio if factor.times == 1 else Power(ratio, Integer(factor.times)))
        parts += (Reference(comparison.ratio_name(rest)) for rest in self.rest)
        value = self.quantities.value(left.name)
        lines = [Line(left, "=", Product.of(parts), COMPARED)]
        if isinstance(value, Germ):
            lines.append(Line(left, "→", written(limit(value)), TENDS[value.letter]))
        elif _is_short(value):
            lines.append(Line(left, "=", written(value), VALUE))
        more = [line for line in self.chains.decimal_line(left, value) if line.right != lines[-1].right]
        return Chain((*lines, *more))

    def _verdict_remark(self) -> Remark:
        comparison = self.comparison
        value = self.quantities.value(comparison.decision)
        if not isinstance(value, Decision):
            return Remark(("No class is decided.",))
        verdict = DecisionClaim(comparison.decision, value.labels)
        if not comparison.has_rival:
            if len(comparison.labels) == 1:
                return only_class(verdict)
            return Remark(("No other class is possible, so ", verdict, "."))
        odds = comparison.odds_name(*comparison.case)
        value_of_odds: Any = self.quantities.value(odds)
        tied = compare(value_of_odds, Fraction(1)) == 0
        tends = isinstance(value_of_odds, Germ)
        opening = (f"For every {value_of_odds.letter} that is small enough ",) if tends else ()
        lines = [Line(Reference(odds), "=" if tied else ">", Integer(1), COMPARED)]
        joints = [
            comparison.joint_name(label) for label in comparison.labels if label.value in value.labels
        ]
        for joint in joints[2:]:
            lines.append(Line(Reference(joints[0]), "=", Reference(joint), COMPARED))
        return Remark(
            (*opening, *with_commas(lines), ", so ", verdict, sentence_end(verdict, tied=tied))
        )

    def _impossible_remarks(self) -> Iterator[Remark]:
        """Yield the factors that make the joint of a class zero or undefined, where that decides."""
        for label, names in self.culprits.items():
            joint = self.comparison.joint_name(label)
            lines = with_commas(map(self.chains.zero_line, names[:_MAX_CULPRITS]))
            more = ", and more" if len(names) > _MAX_CULPRITS else ""
            why = (": ", *lines) if lines else ()
            if isinstance(self.quantities.value(joint), Undefined):
                yield Remark(("A joint is undefined", *why, f"{more}."))
            else:
                zero = Line(Reference(joint), "=", Integer(0), VALUE)
                yield Remark((zero, *why, f"{more}."))
        if 0 < len(self.culprits) < len(self.comparison.impossible_classes):
            yield Remark(("More joints are zero or undefined.",))

    def _posterior_blocks(self) -> Iterator[Block]:
        """Yield the posteriors of the likeliest classes, those that are short as fractions too."""
        comparison = self.comparison
        labels = comparison.labels[:MAX_CLASSES]
        general = Item("general", comparison.model.schema.class_variable, "k")
        cells = []
        for label in labels:
            name = comparison.posterior_name(label)
            lines = self.chains.write(name).lines
            shortest = (lines[0], lines[-1]) if len(lines) > 1 else lines
            if len(lines) > 1 and _is_short(value := self.quantities.value(name)):
                left = Reference(name)
                exact = Line(left, "=", written(value), VALUE)
                shortest = (lines[0], exact, *self.chains.decimal_line(left, value))
            cells.append(Chain(shortest))
        yield Grid("", (comparison.posterior_name(general),), labels, (tuple(cells),))
        if len(labels) < len(comparison.labels):
            yield Remark(("The other classes are no likelier.",))


def _is_long(line: Line) -> bool:
    """Say whether a line has an exact number with so many digits that its decimal says more."""
    return not isinstance(line.right, Numeral) and bool(_LONG_NUMBER.search(spell(line.right)))


def _is_short(value: object) -> bool:
    """Say whether a number is a fraction short enough to be more readable than its decimal."""
    if not isinstance(value, Fraction):
        return False
    longest = _MAX_INTEGER if value.denominator == 1 else _MAX_FRACTION
    return value.numerator * value.denominator < longest
