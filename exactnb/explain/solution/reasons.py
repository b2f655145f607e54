"""What a solution says about its estimates: the theorems that explain them, which ones are repeated.

Estimates that several models have in common are printed once; later models refer to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from exactnb.core.conventions import Add, MEstimate, Smoothing
from exactnb.core.families.estimates import parameter_shape
from exactnb.core.model.model import Model, parameter_block, parameter_estimate
from exactnb.core.naming.names import Item, QuantityName
from exactnb.explain.derivation import Chain, Deviations, EstimateRule, Grid, SameEstimates
from exactnb.explain.derivation.lines import Block, Remark, Step, without_models
from exactnb.explain.proving.theorems import theorem_of
from exactnb.explain.solution.chains import Chains

if TYPE_CHECKING:
    from exactnb.explain.proving.writing.theorem import Theorem


def smoothing_kind(rule: Smoothing) -> str:
    """Return the kind of estimate that a `rule` makes: "mle", "map", or "" for any other.

    >>> from exactnb.conventions import read_rule
    >>> [smoothing_kind(read_rule(rule, "")) for rule in (0, 1, "laplace", "0+")]
    ['mle', 'map', 'map', '']
    """
    match rule:
        case Add(added, None) if added is not None:
            return "mle" if added.common_number == 0 else "map"
        case MEstimate(weight):
            return "mle" if weight == 0 else "map"
        case Add(None, None):
            return "map"
    return ""


def estimator_kind(model: Model, item: Item | None = None) -> str:
    """Return the kind of estimate ("mle", "map") of the parameter `item` of `model`, or of its prior.

    It is "" where data or rule are not those of the theorems: with fractional counts, and for an
    m-estimate whose p do not sum to one, which is the mode of no distribution.
    """
    rule = model.conventions.rule_of_prior() if item is None else model.rule_of(item)
    shares = rule.default if isinstance(rule, MEstimate) and rule.weight else None
    block = None if item is None else model.share_block(item)
    if shares is not None and not (block and block.family.has_single_parameter):
        labels, names = model.class_items(), model.names
        estimates = (names.prior(k) if item is None else names.given((item,), k) for k in labels)
        trials = map(model.inputs_of, estimates)
        if any(shares.total(trial.values, trial.label) != 1 for trial in trials):
            return ""
    return smoothing_kind(rule) if _has_integer_counts(model) else ""


def _has_integer_counts(model: Model) -> bool:
    """Say whether all counts are integers, as without fractional weights."""
    counts = model.counts
    numbers = (*counts.sizes.values(), *counts.cells.values(), *counts.words.values())
    return all(Fraction(number).denominator == 1 for number in numbers)


def number_theorem(model: Model, name: QuantityName) -> Theorem | None:
    """Return the theorem that explains the estimate of `name`, a parameter of numeric columns.

    It is None with fractional weights in the `model`, and where columns of unequal length share a
    variance.
    """
    block = parameter_block(model, name)
    if block.family.letters:
        from exactnb.explain.solution.own_families import theorem_of_family

        return theorem_of_family(block.family) if _has_integer_counts(model) else None
    shape = parameter_shape(block.short_name(name))
    shared = name.head == "variance" and "j" not in shape
    uneven = shared and any(map(model.counts.has_missing, block.cells))
    if uneven or not _has_integer_counts(model):
        return None
    rule = (name.head, shape, parameter_estimate(model, name).name)
    return theorem_of(block.family.theorem_family, " ".join(filter(None, rule)))


class EstimatesWriter:
    """Write the estimates of one `model` with `chains`; a `noun` says what its rows are called.

    With `why`, a rule refers to the theorem that explains it, and `theorems` collects these.
    """

    def __init__(self, chains: Chains, model: Model, noun: str, *, why: bool = False) -> None:
        self.chains, self.model, self.noun, self.why = chains, model, noun, why
        self.theorems: dict[str, Theorem] = {}
        self.written: set[QuantityName] = set()  # the names in tables
        self.general = Item("general", model.schema.class_variable, "k")

    def theorem_reference(self, theorem: Theorem | None) -> list[Block]:
        """Return the sentence that refers the reader to a `theorem`, if there is one."""
        if theorem is None:
            return []
        self.theorems[theorem.name] = theorem
        return [Remark((f"Why this rule: see “{theorem.title}” below.",))]


def theorem_steps(theorems: Mapping[str, Theorem]) -> list[Step]:
    """Return the steps of `theorems`, each with the title of its theorem before its own."""
    steps = []
    for theorem in theorems.values():
        for step in theorem.steps():
            inner = step.title[0].lower() + step.title[1:]
            steps.append(replace(step, title=f"{theorem.title}: {inner}"))
    return steps


class EstimatesInPrint:
    """The rules and tables of estimates that earlier models of the solution have printed."""

    def __init__(self) -> None:
        self._printed: dict[Block, str] = {}

    def without_repeats(self, blocks: Iterable[Block], model: str) -> tuple[Block, ...]:
        """Return the `blocks` of a `model`, with a reference for those already in print."""
        new: list[Block] = []
        shared: dict[str, list[Block]] = {}
        for section in _rules_with_tables(blocks):
            keys = [without_models(block) for block in section]
            models = {self._printed.get(key) for key in keys}
            (earlier_model,) = models if len(models) == 1 else (None,)
            if earlier_model is None:
                pairs = zip(section, keys, strict=True)
                # Deviations are no estimates: repeated ones are dropped, without a reference.
                printed = self._printed
                new += (b for b, key in pairs if not (isinstance(b, Deviations) and key in printed))
                for key in keys:
                    self._printed.setdefault(key, model)
            else:
                shared.setdefault(earlier_model, []).extend(section)
        return (*(_reference_to(repeated, earlier) for earlier, repeated in shared.items()), *new)


def _rules_with_tables(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """Yield each rule with its tables."""
    section: list[Block] = []
    for block in blocks:
        if section and isinstance(block, EstimateRule):
            yield section
            section = []
        section.append(block)
    if section:
        yield section


def _reference_to(blocks: Iterable[Block], model: str) -> SameEstimates:
    headings: dict[str | QuantityName, None] = {}
    names: dict[QuantityName, None] = {}
    for block in blocks:
        if isinstance(block, Grid):
            headings |= dict.fromkeys((block.corner,) if block.corner else block.rows)
            chains = [*block.chains()]
        elif isinstance(block, Chain):
            chains = [block]
            headings |= dict.fromkeys(n for n in [block.lines[0].subject] if n is not None)
        else:
            continue
        names |= dict.fromkeys(n for c in chains if (n := c.lines[0].subject) is not None)
    return SameEstimates(tuple(headings), tuple(names), model)
