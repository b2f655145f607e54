"""The laws of data over every family: weights, shards, counts without rows, given numbers."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from laws import DATA, EVERY_FAMILY, LAW, answers, drawn
from strategies import Case, cases

from exactnb import Conventions, ModelChoice, Problem, solve
from exactnb.core.arithmetic.integers import Ratio
from exactnb.core.data.counts import count
from exactnb.core.data.parameters import Parameters
from exactnb.core.naming.names import QuantityName
from exactnb.errors import InputError


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_a_weight_is_so_many_rows(families, data):
    """A row that stands twice with half its weight gives the same answers."""
    case = drawn(data, families)
    at = data.draw(st.integers(0, len(case.rows) - 1))
    light = case.rows[at]._replace(weight=case.rows[at].weight / 2)
    double = replace(case, rows=(*case.rows[:at], light, light, *case.rows[at + 1 :]))
    assert answers(solve(double.problem()), double) == answers(solve(case.problem()), case)


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_counts_of_shards_add_up(families, data):
    """The counts of two parts of the rows add up to the counts of all rows, and come off again."""
    case = data.draw(cases(families))
    cut = data.draw(st.integers(0, len(case.rows)))
    whole = count(case.data())
    first, second = (count(replace(case, rows=of).data()) for of in (case.rows[:cut], case.rows[cut:]))
    assert first + second == whole == second + first
    assert whole - first == second + count(replace(case, rows=()).data())
    for label in case.classes:
        assert first.sizes[label] + second.sizes[label] == whole.sizes[label] == case.count(label, {})
        for word in case.bag_words:
            assert whole.word(word, label) == case.word_count(word, label)
        for column in case.blocks:
            for value in column.values:
                split = sum(part.cell(column.name, value, label) for part in (first, second))
                assert split == whole.cell(column.name, value, label)
                assert split == case.count(label, {column.name: value})


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_counts_say_as_much_as_rows(families, data):
    """A problem of counts alone has the answers of the rows that were counted."""
    case = drawn(data, families)
    counted = count(case.data())
    problem = Problem(
        counted,
        query=case.queries,
        models={"model": ModelChoice(case.conventions(), None, of_each(case))},
    )
    assert answers(solve(problem), case) == answers(solve(case.problem()), case)


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_given_parameters_say_as_much_as_their_estimates(families, data):
    """A problem of given numbers has the answers of the data that they were estimated from."""
    case = drawn(data, families, limits=False)
    if case.bag_family == "dirichlet-multinomial":
        with pytest.raises(InputError, match="dirichlet-multinomial needs counts, not probabilities"):
            problem_of_numbers(case, {})
        return
    brute = case.estimates()
    assume(case.unseen != "zero")
    assume(all(share is not None and 0 <= share <= 1 for share in brute.values()))
    words = [sum(case.theta(w, k) for w in case.bag_words) for k in case.classes if case.bag_words]
    looked_at = [c for c in case.blocks if c.name in (case.vocabulary or ())]
    words += [sum(case.factor(c, v, k) for v in c.values) for c in looked_at for k in case.classes]
    assume(all(total == 1 for total in words))
    found = answers(solve(problem_of_numbers(case, brute)), case)
    assert found == answers(solve(case.problem()), case)


def of_each(case: Case) -> dict[str, str]:
    """Return the family of each column and of each word, by name."""
    words = {} if case.vocabulary is None else dict.fromkeys(case.vocabulary, case.bag)
    return {column.name: column.family for column in case.columns} | words


def problem_of_numbers(case: Case, brute: Mapping[QuantityName, Fraction]) -> Problem:
    """Return the problem in which the estimates of a case are given."""
    schema = count(case.data()).schema
    priors = {k: brute.get(QuantityName("P", (case.label(k),)), Fraction(1)) for k in case.classes}
    prior = {k: ratio(share) for k, share in priors.items()}
    cells, words = {}, {}
    for name, share in brute.items():
        (item,) = name.left
        label = name.right[0].value if name.right else ""
        if item.kind == "word":
            words[item.value, label] = ratio(share)
        elif item.kind == "cell" and item.variable in schema.columns:
            cells[item.variable, item.value, label] = ratio(share)
        elif item.kind == "cell" and item.value == "1":
            words[item.variable, label] = ratio(share)
    conventions = Conventions(tie=case.tie, absent=case.absent, coefficient=case.coefficient,
                              unseen=case.unseen)  # fmt: skip
    given_numbers = Parameters(schema, prior, cells, words)
    model = ModelChoice(conventions, None, of_each(case))
    return Problem(given_numbers, query=case.queries, models={"model": model})


def ratio(share: Fraction) -> Ratio:
    return Ratio(share.numerator, share.denominator)
