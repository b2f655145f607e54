"""What the blocks of a model say, as lines of text: estimates, factors, mistakes with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from spelled_well import spelled

from exactnb import Problem
from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.expression.nodes import Expression, Phrase
from exactnb.core.families.base import Observation, rule_phrases
from exactnb.core.families.block import Block, Factors, SharesBlock
from exactnb.core.families.estimates import number_cell, parameter_shape, rule_formula
from exactnb.core.families.protocol import Misconception
from exactnb.core.model.model import Model
from exactnb.core.model.probabilities import Prediction
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.names import QuantityName
from exactnb.errors import ExactnbError
from exactnb.teach.misconceptions.trying import wrong_formulas

__all__ = ["said"]

ESTIMATES = {"share", "plain share", "smoothed share", "estimate", "variance"}


def said(problem: Problem) -> str:
    """Return what every block of the model says of itself, and of the queries of a problem."""
    out = []
    for name, prediction in problem.predictions.items():
        out += [f"## {name}"] if name else []
        for block in prediction.model.blocks:
            out += [line.rstrip() for line in _Block(problem, prediction, block).lines()]
    return "\n".join(out)


def _written(formulas: Iterable[Expression]) -> str:
    return " ; ".join(map(spelled, formulas)) or "none"


def _factors(factors: Factors) -> str:
    return " ; ".join(
        f"{column}: {spelled(factor)}" if column else spelled(factor) for column, factor in factors
    )


def _named(of: Misconception) -> str:
    """Return a misconception with what is known of its kind."""
    kinds = {"convention": of.is_convention, "rare": of.is_rare, "of the result": of.is_in_result}
    mixed_up = f"in one {of.mixed_up_in}" if of.mixed_up_in else ""
    return ", ".join(filter(None, (of.id, *(kind for kind, holds in kinds.items() if holds), mixed_up)))


class _Block:
    def __init__(self, problem: Problem, prediction: Prediction, block: Block) -> None:
        self.problem, self.prediction, self.block = problem, prediction, block
        self.model: Model = self.prediction.model
        self.label, other = self.model.class_items()[0], self.model.class_items()[-1]
        self.pair = self.label, other

    def lines(self) -> Iterator[str]:
        """Yield all of it."""
        yield from self.about()
        known: set[tuple[str, ...]] = set()
        for names in self.block.parameters_across_classes():
            of = names[0].head, *(item.variable for item in names[0].subjects if item.kind != "class")
            yield "= " + ", ".join(map(str, names))
            yield from self.parameter(names, told=of in known or len(known) > 5)
            known.add(of)
        for name in self.block.array_names():
            derived = self.block.derived_formula(name)
            assert derived is not None
            yield f"{name}: {spelled(derived[0])} [{derived[1]}]"
        for number, (identity, seen) in enumerate(self.prediction.queries.items()):
            yield f"? {identity}"
            yield from self.seen(self.model.without_ignored(seen), is_first=not number)
        yield from self.varying()

    def about(self) -> Iterator[str]:
        """Yield what the block is of, and what is chosen for it."""
        block = self.block
        yield f"{block.family.full_title()}: {', '.join((*block.cells, *block.words[:9]))}"
        needs = [*block.free_parameter_counts(self.model.finite_features)], block.free_parameter_count()
        apart = block.family.has_independent_draws
        yield f"{block.reason}; apart: {apart}; needs {needs[0]}, {needs[1]}"
        told = (*block.family.choices_text(block), *sorted(block.family.joint_heads(block)))
        yield f"chosen: {'; '.join(told)}"

    def parameter(self, names: tuple[QuantityName, ...], *, told: bool) -> Iterator[str]:
        """Yield how a parameter is estimated or given; and mistaken, the first of its column."""
        block, (name, *_) = self.block, names
        for each in dict.fromkeys((name, names[-1])):
            defined = self.prediction.define(each, Effort())
            of = "" if block.family.estimates_shares else f", {parameter_shape(each)}"
            yield f"  {spelled(defined.formula)} [{defined.reason.words}{of}]"
        if self.model.given is not None:
            return
        if not told or not block.family.estimates_shares:
            yield f"  in words: {spelled(self.in_words(name))}"
        deviating = (
            block.numbers_about_mean(name)
            if name.head == "variance" and len(name.columns) == 1
            else None
        )
        if deviating is not None:
            yield f"  from {deviating[0]}: {', '.join(map(str, deviating[1]))}"
        if not told:
            yield from self.mistakes(name, ESTIMATES)

    def in_words(self, name: QuantityName) -> Expression:
        """Return the rule of an estimate, of documents."""
        if not isinstance(self.block, SharesBlock):
            estimate = self.block.estimate(name)
            assert estimate is not None
            return estimate.with_noun("documents")
        rule, (item,) = self.block.rule(name.subjects[0]), name.subjects
        partial, word = (
            item.variable in self.model.incomplete_columns,
            item.variable in self.model.schema.words,
        )
        said = rule_phrases(self.block.family, "documents", rule, partial=partial, word=word)
        return rule_formula(rule, {role: Phrase(words, role) for role, words in said.items()})

    def mistakes(self, name: QuantityName, kinds: set[str]) -> Iterator[str]:
        """Yield the wrong formulas of a quantity, by misconceptions about some kinds."""
        graph = Quantities([name], self.problem.define, Effort())
        for made, _, of, formula in wrong_formulas(self.problem, graph):
            if of == name and kinds & made.formulas.keys():
                yield f"  ! {_named(made)}: {spelled(formula)}"

    def seen(self, seen: Observation, *, is_first: bool) -> Iterator[str]:
        """Yield what becomes of a query."""
        block, label = self.block, self.label
        factors = block.factors(seen, label)
        yield f"  {_factors(factors)}"
        for made in block.family.misconceptions:
            if (changed := block.mistaken_factors(made, seen, label)) is not None:
                yield f"  ! {_named(made)}: {_factors(changed)}"
        shown = [f"{item.spell()} {times}" for item, times in block.items_with_own_factor(seen)]
        shown += [f"{item.spell()} x {times}" for item, times in block.linear_terms(seen)]
        shown += [f"{item.spell()} drawn" for item in block.tokens(seen)]
        shown += [
            f"{column} tells nothing" for column in sorted(block.uninformative_columns(seen.cells))
        ]
        if isinstance(block, SharesBlock):
            shown += [
                f"{word} {there} {n} tallied"
                for word, there, n in block.word_occurrences(seen, self.model.schema.columns)
            ]
        yield f"  {', '.join(shown)}"
        for number, columns in enumerate(
            block.factor_groups(seen.cells) if not block.family.estimates_shares else ()
        ):
            cells = {
                c: v for c, v in seen.cells.items() if c in columns or c in self.model.covariate_names
            }
            formula, words = block.factor_line(cells, label)
            yield f"  {spelled(formula)} [{words}]"
            if is_first and not number:
                of = [number_cell(c, number_in(v)) for c, v in cells.items() if c in columns]
                more = [number_cell(c, number_in(v)) for c, v in cells.items() if c not in columns]
                name = self.model.names.probability(of, (label, *more))
                yield from self.mistakes(name, {"numbers", "density", "normal"})
            if score := block.score(columns, cells, label):
                yield f"  score: {_written(score)}"

    def varying(self) -> Iterator[str]:
        """Yield what questions about columns without end need."""
        block = self.block
        for columns in block.factor_groups(block.cells) if not block.family.estimates_shares else ():
            for powers, coefficient in (block.log_ratio(columns, self.pair) or {}).items():
                yield f"log-ratio {'·'.join(powers) or '1'}: {spelled(coefficient)}"
            if not block.family.is_joint:
                for label in self.pair:
                    of = block.distribution_with_regions(columns[0], label)
                    assert of is not None
                    family, parts = of
                    yield f"{family.name}: {_written(parts)}"
        for column in block.cells or ("",):
            try:
                drawn = [*islice(block.outcomes(column, self.label), 3)]
            except ExactnbError as error:
                yield error.message
                continue
            for value, above, below in drawn:
                yield f"draw {value}: {_factors(above)}" + (f" over {_factors(below)}" if below else "")
