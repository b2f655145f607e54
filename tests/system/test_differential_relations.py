"""Relations between solutions over all families and conventions: one problem made of another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from differential.asking import with_asks
from differential.compare import told
from differential.draw import draw
from differential.relations import constant, doubled, merged, renamed, scaled, weighted
from differential.spec import Ask, Item, Model, Rule, Spec
from thoroughness import choose, in_both_runs, one_in

from exactnb import ExactnbError

F = Fraction
TRIED = choose(quick=2, exhaustive=4)
pytestmark = in_both_runs


def drawn(fits: Callable[[Spec], bool], first: int = 1) -> Iterator[Spec]:
    """Yield random problems with rows that fit a law, each solved before it is tried."""
    found = 0
    for seed in range(first, first + 5000):
        spec = with_asks(draw(seed), seed)
        if spec.form == "table" and fits(spec) and not _is_empty(spec) and solved(spec):
            found += 1
            yield spec
            if found == TRIED:
                return
    raise AssertionError(f"{found} problems only")


def _is_empty(spec: Spec) -> bool:
    return any(row.words == () for row in spec.rows)


def solved(spec: Spec) -> bool:
    """Say whether a problem is solved, and has answers to compare."""
    try:
        told(replace(spec, asks=(Ask("free_parameters"),)))
    except ExactnbError:
        return False
    return True


def models(spec: Spec) -> Iterator[Model]:
    yield from spec.models.values()


def families(spec: Spec) -> set[str]:
    return {family for model in models(spec) for family in model.families.values()}


def said(answer: dict[str, Any] | ExactnbError) -> object:
    """Return the kind and the value of an answer; only that there is none, of a refused one."""
    if isinstance(answer, ExactnbError):
        return "refused"
    if "decimal" in answer:
        return answer["kind"], answer["decimal"]
    return answer["kind"], answer.get("exact")


def under(answer: object, names: Mapping[str, str]) -> object:
    """Return an answer whose labels have other names."""
    if isinstance(answer, tuple) and answer[0] in ("label", "labels"):
        kind, found = answer
        return kind, names[found] if kind == "label" else [names[label] for label in found]
    return answer


def answers(spec: Spec) -> list[object]:
    return [said(answer) for answer in told(spec)]


def of_the_model(spec: Spec) -> Spec:
    """Return the problem without questions that count rows."""
    counting = ("count", "tokens", "bad")
    return replace(spec, asks=tuple(ask for ask in spec.asks if ask.form not in counting))


def posteriors(spec: Spec) -> Spec:
    """Return the problem, asked for posteriors, odds and decisions of its queries."""
    asks = []
    for name in spec.models:
        for identity in spec.queries:
            query: tuple[Item, ...] = (("query", identity),)
            asks += [Ask("P", (("class", k),), query, model=name) for k in spec.classes]
            asks.append(Ask("argmax", query, model=name))
    return replace(spec, asks=tuple(asks))


@pytest.mark.exhaustive
def test_a_row_twice_is_a_row_of_weight_two() -> None:
    """Every answer is that of the rows with twice the weight, counts and smoothed ones too."""
    for spec in drawn(lambda spec: not any(row.identity for row in spec.rows)):
        spec = replace(spec, asks=tuple(ask for ask in spec.asks if ask.form != "accuracy_left_out"))
        assert answers(doubled(spec)) == answers(weighted(spec, F(2)))


def is_a_share(spec: Spec) -> bool:
    """Say whether all estimates are shares and means: nothing is added, nothing is taken off."""
    free = ("frequency", "clip", "0+")
    return "dirichlet-multinomial" not in families(spec) and all(
        (rule.kind in free or (rule.kind in ("bare", "add") and not rule.amount and not rule.places))
        and model.divisor == "N"
        for model in models(spec)
        for rule in (model.smoothing, *model.smoothings.values(), model.prior_smoothing or Rule())
    )


@pytest.mark.exhaustive
def test_all_rows_twice_change_no_share() -> None:
    """Without pseudo-counts and with the divisor N, any multiple of all rows has the same answers."""
    for spec in drawn(is_a_share):
        spec = of_the_model(spec)
        spec = replace(spec, asks=tuple(ask for ask in spec.asks if ask.form != "accuracy_left_out"))
        assert answers(weighted(spec, F(3, 2))) == answers(spec)


CONSTANT = {
    "categorical": "rain", "bernoulli": "1", "poisson": "2", "exponential": "1/2",
    "geometric": "3", "geometric0": "0", "gaussian": "7",
}  # fmt: skip


@one_in(8, "family", CONSTANT)
def test_a_constant_column_changes_nothing(family: str) -> None:
    """A column that is the same in all rows and queries moves no posterior and no decision."""

    def fits(spec: Spec) -> bool:
        shown = {row.label for row in spec.rows if row.weight} == set(spec.classes)
        rules = (
            r for m in models(spec) for r in (m.smoothing, *m.smoothings.values(), m.prior_smoothing)
        )
        if any(rule and rule.kind == "0+" for rule in rules):
            return False  # such limits are of rational numbers only
        return shown and not families(spec) & {"gaussian", "spherical", "lda", "qda"}

    for spec in drawn(fits):
        spec = posteriors(spec)
        assert answers(constant(spec, family, CONSTANT[family])) == answers(spec)


def test_the_names_of_everything_do_not_matter() -> None:
    """Classes, columns, values and words may have any names, in data, rules and questions alike."""
    for spec in drawn(lambda spec: "0" not in spec.classes, first=200):
        names = [*spec.classes, *(c.name for c in spec.columns), *(spec.vocabulary or ())]
        names += [v for c in spec.columns if c.kind == "nominal" for v in c.values]
        spec = replace(spec, asks=tuple(ask for ask in spec.asks if ask.form != "bad"))
        other = {name: f"{name[0]}{at} new" for at, name in enumerate(dict.fromkeys(names))}
        if spec.vocabulary:
            other |= {word: f"w{at}" for at, word in enumerate(spec.vocabulary)}
        assert answers(renamed(spec, other)) == [under(answer, other) for answer in answers(spec)]


def test_evidence_may_come_in_steps() -> None:
    """A posterior that is the prior of the next step leads to the posterior of both steps at once."""

    def fits(spec: Spec) -> bool:
        return sum(c.is_discrete for c in spec.columns) > 1 and len(spec.classes) > 1

    for spec in drawn(fits, first=300):
        one, *more = [("cell", c.name, c.values[0]) for c in spec.columns if c.is_discrete]
        labels = [("class", k) for k in spec.classes]
        for name, model in spec.models.items():
            asks = tuple(Ask("P", (k,), (one,), model=name) for k in labels)
            step = told(replace(spec, asks=asks))
            if any(answer["kind"] != "rational" for answer in step):
                continue  # 0/0 is the prior of nothing
            prior = {k: F(p["exact"]) for k, p in zip(spec.classes, step, strict=True)}
            both = tuple(Ask("P", (k,), (one, *more), model=name) for k in labels)
            after = replace(
                spec,
                models={"": replace(model, prior=prior, prior_smoothing=None)},
                asks=tuple(Ask("P", (k,), tuple(more)) for k in labels),
            )
            assert answers(after) == answers(replace(spec, asks=both))


def test_odds_are_prior_odds_times_the_likelihood_ratio() -> None:
    """odds = prior odds · lr, P(A|B)·P(B) = P(A,B), and a probability lies between 0 and 1."""
    for spec in drawn(lambda spec: len(spec.classes) > 1, first=400):
        for name in spec.models:
            pair, query = spec.classes[:2], (("query", next(iter(spec.queries))),)
            label = (("class", pair[0]),)
            asks = (
                Ask("odds", (), query, pair), Ask("odds", (), (), pair), Ask("lr", (), query, pair),
                Ask("P", (*label, *query)), Ask("P", label, query), Ask("P", query),
            )  # fmt: skip
            found = told(replace(spec, asks=tuple(replace(ask, model=name) for ask in asks)))
            if any(isinstance(f, ExactnbError) or f["kind"] != "rational" for f in found):
                continue
            odds, before, lr, joint, posterior, evidence = (F(f["exact"]) for f in found)
            assert odds == before * lr
            assert posterior * evidence == joint
            assert 0 <= posterior <= 1


def test_values_that_are_merged_add_up() -> None:
    """count(A) + count(B) is count(A or B), and so are probabilities, each value with its λ."""

    def fits(spec: Spec) -> bool:
        adding = all(m.smoothing.kind == "bare" and not m.smoothings for m in models(spec))
        return adding and any(c.kind == "nominal" and len(c.values) > 1 for c in spec.columns)

    for spec in drawn(fits, first=500):
        column = next(c for c in spec.columns if c.kind == "nominal" and len(c.values) > 1)
        kept, gone = column.values[:2]
        for k in spec.classes:
            for name in spec.models:
                count = [Ask("count", (("cell", column.name, v), ("class", k))) for v in (kept, gone)]
                p = [
                    Ask("P", (("cell", column.name, v),), (("class", k),), model=name)
                    for v in (kept, gone)
                ]
                parts = told(replace(spec, asks=(*count, *p)))
                whole = told(replace(merged(spec, column.name, kept, gone), asks=(count[0], p[0])))
                assert F(parts[0]["exact"]) + F(parts[1]["exact"]) == F(whole[0]["exact"])
                if whole[1]["kind"] == "rational":
                    assert F(parts[2]["exact"]) + F(parts[3]["exact"]) == F(whole[1]["exact"])


@pytest.mark.exhaustive
def test_units_of_measurements_scale_means_and_variances() -> None:
    """In other units means move along, variances scale by the square, and posteriors stay."""

    def fits(spec: Spec) -> bool:
        normal = {"gaussian", "spherical", "lda", "qda"}
        plain = not any(model.epsilon for model in models(spec))
        others = any(c.kind in ("whole", "counting", "positive") for c in spec.columns)
        return bool(families(spec) & normal) and plain and not others

    by, shift = F(-5, 2), F(3)
    for spec in drawn(fits, first=600):
        assert answers(scaled(posteriors(spec), by, shift)) == answers(posteriors(spec))
        column = next(c.name for c in spec.columns if c.kind in ("real", "joint"))
        asks = tuple(Ask("mean", (("column", column),), (("class", k),)) for k in spec.classes)
        before, after = (told(replace(s, asks=asks)) for s in (spec, scaled(spec, by, shift)))
        for one, other in zip(before, after, strict=True):
            if one["kind"] == "rational":
                assert F(other["exact"]) == by * F(one["exact"]) + shift
