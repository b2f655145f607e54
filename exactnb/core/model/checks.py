"""The checks of a model before anything is estimated with it.

How to read: `check_model` calls the functions below in turn; each refuses one kind of choice, and its
error names the key of that choice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from exactnb.core import families
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.conventions import NONE, Add, Gamma, MEstimate, PseudoCounts, Smoothing
from exactnb.core.conventions.reading import check_relative_frequencies
from exactnb.core.conventions.rules import depends_on_observed_values
from exactnb.core.data.schema import Number
from exactnb.core.model.parts import ModelParts
from exactnb.errors import InputError, Place, listing, near, quoted

_SMOOTHING, _SMOOTHINGS = Place.of("smoothing"), Place.of("smoothings")


def check_model(model: ModelParts) -> None:
    """Raise InputError, with the key, if a choice of `model` does not fit its data."""
    _check_rules(model)
    _check_stated_choices(model)
    _check_general_rules(model)
    _check_pseudocount_keys(model)
    _check_prior(model)
    _check_observed_values(model)
    _check_unseen(model)


def _check_rules(model: ModelParts) -> None:
    """Refuse a rule for an unknown column, or for one whose family cannot use it."""
    for column, rule in model.conventions.smoothings:
        if column not in model.by_column:
            hint = near(column, model.by_column)
            raise InputError(f"unknown column {quoted(column)}{hint}", at=_SMOOTHINGS)
        with _SMOOTHINGS / column:
            model.by_column[column].check_rule(column, rule, is_explicit=True)


def _check_general_rules(model: ModelParts) -> None:
    """Refuse a rule for all columns by which one of them, or the prior, cannot be estimated."""
    conventions = model.conventions
    if isinstance(conventions.rule_of_prior(), Gamma):
        raise InputError("gamma is for the rates of poisson columns", at="prior_smoothing")
    explicit_rules = dict(conventions.smoothings)
    blocks = [
        (column, block) for column, block in model.by_column.items() if column not in explicit_rules
    ]
    blocks += [("the words", block) for block in model.blocks if not block.cells]
    with _SMOOTHING:
        for subject, block in blocks:
            block.check_rule(subject, conventions.smoothing, is_explicit=False)


def _check_stated_choices(model: ModelParts) -> None:
    """Refuse a choice for columns of numbers that no column here can honour."""
    present = dict.fromkeys(block.family for block in model.blocks)
    for key in model.conventions.explicit:
        if model.given is not None:
            raise InputError("the numbers are given, nothing is estimated", at=key)
        if not any(key in family.choices for family in present):
            able = [family.name for family in families.every_family() if key in family.choices]
            here = listing(family.name for family in present)
            raise InputError(f"is of {listing(able)} columns; those here are {here}", at=key)


def _check_pseudocount_keys(model: ModelParts) -> None:
    """Refuse rules that name unknown values or classes, or that lack a number for one."""
    for place, rule, values, allowed in _rules_with_keys(model):
        for pseudocounts in _pseudocounts_in(rule):
            value_names, labels = pseudocounts.named_values_and_classes()
            for name in value_names:
                if name not in allowed:
                    raise InputError(f"unknown value {quoted(name)}{near(name, allowed)}", at=place)
            for name in labels:
                if name not in model.classes:
                    raise InputError(
                        f"unknown class {quoted(name)}{near(name, model.classes)}", at=place
                    )
            if pseudocounts.common_number is None and len(values) * len(model.classes) <= 10_000:
                for value in values:
                    for label in model.classes:
                        place.read(pseudocounts.number_for, value, label)


def _check_unseen(model: ModelParts) -> None:
    """Refuse a λ of unseen values that exceeds the total: their probability would exceed 1."""
    conventions = model.conventions
    for column, values in model.share_columns.items():
        if column and model.by_column[column].family.has_single_parameter:
            continue  # a column of 0 and 1 has no unseen value
        if (conventions.unseen_value if column else conventions.unseen_word) == "zero":
            counts = {k: model.count_of_values(column, values, k) for k in model.classes}
            rule = conventions.smoothing_of(column)
            _check_unseen_share(
                rule, values, counts, column or "the words", _place_of_rule(model, column)
            )


def _place_of_rule(model: ModelParts, column: str) -> Place:
    """Return the key of the rule of a column, or of the words (column "")."""
    return _SMOOTHINGS / column if column in dict(model.conventions.smoothings) else _SMOOTHING


def _check_unseen_share(
    rule: Smoothing, values: tuple[str, ...], counts: Mapping[str, Number], subject: str, place: Place
) -> None:
    """Refuse λ > n + Σλ for an unseen value, where Σλ is the sum over the known `values`."""
    if not isinstance(rule, Add) or rule.pseudocounts is None:
        return  # no λ, or one for all values: it cannot exceed the total
    for k, number in counts.items():
        unseen_lambda, total = (
            rule.pseudocounts.for_unnamed_value(k),
            number + rule.pseudocounts.total(values, k),
        )
        if unseen_lambda is not None and unseen_lambda > total:
            raise InputError(
                f"in class {quoted(k)} of {subject} the λ of what was never seen is "
                f"{number_text(unseen_lambda)}, "
                f"its probability a share of {number_text(total)}: more than 1",
                at=place,
            )


def _check_observed_values(model: ModelParts) -> None:
    """Refuse to smooth by the observed values of a class that has none."""
    for column, values in model.share_columns.items():
        if not depends_on_observed_values(model.conventions.smoothing_of(column)):
            continue
        for k in model.classes:
            if not model.count_of_values(column, values, k):
                lacks = f"shows no value of {quoted(column)}" if column else "has no words"
                raise InputError(
                    f'class {quoted(k)} {lacks}, so there are no cells = "class" to add to',
                    at=_place_of_rule(model, column),
                )
    if depends_on_observed_values(model.conventions.rule_of_prior()) and model.counts.total == 0:
        message = 'no class has rows, so there are no cells = "class" to add to'
        raise InputError(message, at="prior_smoothing")


def _check_prior(model: ModelParts) -> None:
    kind = model.conventions.prior
    if kind == "given":
        prior = dict(model.conventions.given_prior)
        for label in prior:
            if label not in model.classes:
                hint = near(label, model.classes)
                raise InputError(f"unknown class {quoted(label)}{hint}", at="prior")
        for label in model.classes:
            if label not in prior:
                raise InputError(f"class {quoted(label)} has no prior", at="prior")
    if model.given is not None:
        if kind in ("mle", "smoothed") and (
            model.conventions.prior_is_explicit or model.given.prior is None
        ):
            raise InputError(
                'there are no rows to estimate it from; say "uniform", { class = number, ... }, '
                "or give a row prior",
                at="prior",
            )
        if model.conventions.smoothing != NONE or model.conventions.smoothings:
            raise InputError("there are no counts to smooth, the numbers are given", at="smoothing")
        return
    if kind in ("mle", "smoothed") and not model.counts.sized:
        raise InputError(
            'the sizes of the classes are not known; give a row total, or say "uniform" or '
            "{ class = number, ... }",
            at="prior",
        )
    if kind == "mle":
        check_relative_frequencies(model.counts.sizes, 'give the prior, or say "uniform" or "smoothed"')


def _rules_with_keys(
    model: ModelParts,
) -> Iterator[tuple[Place, Smoothing, tuple[str, ...], Collection[str]]]:
    """Yield each rule with its key, the values that it applies to, and those that it may name."""
    conventions = model.conventions
    explicit_rules = dict(conventions.smoothings)
    all_values: dict[str, None] = {}
    smoothed: dict[str, None] = {}
    for column, values in model.share_columns.items():
        all_values |= dict.fromkeys(values)
        if column in explicit_rules:
            yield _SMOOTHINGS / column, explicit_rules[column], values, values
        else:
            smoothed |= dict.fromkeys(values)
    if all_values:
        yield _SMOOTHING, conventions.smoothing, tuple(smoothed), all_values
    yield Place.of("prior_smoothing"), conventions.rule_of_prior(), model.classes, model.classes


def _pseudocounts_in(rule: Smoothing) -> Iterable[PseudoCounts]:
    if isinstance(rule, Add) and rule.pseudocounts is not None:
        return (rule.pseudocounts,)
    if isinstance(rule, MEstimate) and rule.default is not None:
        return (rule.default,)
    return ()
