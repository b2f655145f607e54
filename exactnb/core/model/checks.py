"""What a model has to fulfil before anything is estimated with it.

How to read: `check_model` asks in turn; each function below refuses one kind of choice, with the key
it stands under.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from exactnb.core import families
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.conventions import NONE, Add, Gamma, MEstimate, PseudoCounts, Smoothing
from exactnb.core.conventions.rules import depends_on_observed_values
from exactnb.core.conventions.shares import check_relative
from exactnb.core.data.schema import Number
from exactnb.core.model.parts import ModelParts
from exactnb.errors import InputError, Place, listing, near, quoted

_SMOOTHING, _SMOOTHINGS = Place.of("smoothing"), Place.of("smoothings")


def check_model(model: ModelParts) -> None:
    """Raise InputError, with the key, for a choice that does not fit the classes, values and counts."""
    _check_rules(model)
    _check_explicit(model)
    _check_general_rules(model)
    _check_places(model)
    _check_prior(model)
    _check_cells(model)
    _check_unseen(model)


def _check_rules(model: ModelParts) -> None:
    """Refuse what is said of a column that is none, or that cannot be estimated so."""
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
    said = dict(conventions.smoothings)
    blocks = [(column, block) for column, block in model.by_column.items() if column not in said]
    blocks += [("the words", block) for block in model.blocks if not block.cells]
    with _SMOOTHING:
        for what, block in blocks:
            block.check_rule(what, conventions.smoothing, is_explicit=False)


def _check_explicit(model: ModelParts) -> None:
    """Refuse a choice for columns of numbers that none of them can honour."""
    present = dict.fromkeys(block.family for block in model.blocks if not block.estimates_shares)
    for key in model.conventions.explicit if present else ():
        if model.given is not None:
            raise InputError("the numbers are given, nothing is estimated", at=key)
        if not any(key in own.choices for own in present):
            able = [own.name for own in families.every_family() if key in own.choices]
            here = listing(own.name for own in present)
            raise InputError(f"is of {listing(able)} columns; those here are {here}", at=key)


def _check_places(model: ModelParts) -> None:
    """Refuse rules that name values or classes which are not there, or no number for one."""
    for at, rule, values, known in _rules(model):
        for by_place in _by_place(rule):
            named, labels = by_place.names()
            for name in named:
                if name not in known:
                    raise InputError(f"unknown value {quoted(name)}{near(name, known)}", at=at)
            for name in labels:
                if name not in model.classes:
                    raise InputError(f"unknown class {quoted(name)}{near(name, model.classes)}", at=at)
            if by_place.single is None and len(values) * len(model.classes) <= 10_000:
                for value in values:
                    for label in model.classes:
                        at.read(by_place.of, value, label)


def _check_unseen(model: ModelParts) -> None:
    """Refuse a λ of what was never seen that is more than all that its probability is a share of."""
    conventions = model.conventions
    for column, values in model.shared.items():
        if column and model.by_column[column].family.is_single:
            continue  # a column of 0 and 1 has no other value to show
        if (conventions.unseen_value if column else conventions.unseen_word) == "zero":
            shown = {k: model.count_of_values(column, values, k) for k in model.classes}
            rule = conventions.smoothing_of(column)
            _check_share(rule, values, shown, column or "the words", _place_of_rule(model, column))


def _place_of_rule(model: ModelParts, column: str) -> Place:
    """Return the key under which the rule of a column stands, or that of the words."""
    return _SMOOTHINGS / column if column in dict(model.conventions.smoothings) else _SMOOTHING


def _check_share(
    rule: Smoothing, values: tuple[str, ...], shown: Mapping[str, Number], what: str, at: Place
) -> None:
    """Refuse λ > n + Σλ for what is not among the values, of which Σλ is the sum."""
    if not isinstance(rule, Add) or rule.pseudocounts is None:
        return  # what is added is the same for all values
    for k, number in shown.items():
        own, whole = rule.pseudocounts.rest(k), number + rule.pseudocounts.total(values, k)
        if own is not None and own > whole:
            raise InputError(
                f"in class {quoted(k)} of {what} the λ of what was never seen is {number_text(own)}, "
                f"its probability a share of {number_text(whole)}: more than 1",
                at=at,
            )


def _check_cells(model: ModelParts) -> None:
    """Refuse to count the values that a class shows where it shows none."""
    for column, values in model.shared.items():
        if not depends_on_observed_values(model.conventions.smoothing_of(column)):
            continue
        for k in model.classes:
            if not any(model.count_of_value(column, value, k) for value in values):
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
        given = dict(model.conventions.given_prior)
        for label in given:
            if label not in model.classes:
                hint = near(label, model.classes)
                raise InputError(f"unknown class {quoted(label)}{hint}", at="prior")
        for label in model.classes:
            if label not in given:
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
        check_relative(model.counts.sizes, 'give the prior, or say "uniform" or "smoothed"')


def _rules(model: ModelParts) -> Iterator[tuple[Place, Smoothing, tuple[str, ...], Collection[str]]]:
    """Yield each rule with the key it stands under, the values it is for, and those it may name."""
    conventions = model.conventions
    said = dict(conventions.smoothings)
    known: dict[str, None] = {}
    smoothed: dict[str, None] = {}
    for column, values in model.shared.items():
        known |= dict.fromkeys(values)
        if column in said:
            yield _SMOOTHINGS / column, said[column], values, values
        else:
            smoothed |= dict.fromkeys(values)
    if known:
        yield _SMOOTHING, conventions.smoothing, tuple(smoothed), known
    yield Place.of("prior_smoothing"), conventions.rule_of_prior(), model.classes, model.classes


def _by_place(rule: Smoothing) -> Iterable[PseudoCounts]:
    if isinstance(rule, Add) and rule.pseudocounts is not None:
        return (rule.pseudocounts,)
    if isinstance(rule, MEstimate) and rule.default is not None:
        return (rule.default,)
    return ()
