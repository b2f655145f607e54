"""What a model refuses before anything is estimated: each choice that does not fit, with its key."""

from __future__ import annotations

import re

import pytest
from thoroughness import all_of

from exactnb import Conventions, Documents, ModelChoice, Problem, Table, solve
from exactnb.core.data.summaries import read_counts
from exactnb.core.model.model import is_factor, parameters
from exactnb.errors import InputError

VALUES = Table.from_rows(
    [("1", "red", "+"), ("0", "blue", "+"), ("1", "?", "-"), ("0", "?", "-")], ["a", "Sky", "y"]
)
FULL = Table.from_rows([("red", "+"), ("blue", "-")], ["Sky", "y"])
NUMBERS = Table.from_rows([("1", "2", "+"), ("3", "1", "+"), ("2", "5", "-")], ["x", "z", "y"])
TEXTS = Documents.of([("+", "win cash"), ("-", "")])
OF_CLASS = {"add": 1, "cells": "class"}
UNSEEN = {"*": 3, "red": 1, "blue": 1}
GAMMA = {"gamma": [1, 1], "take": "mean"}


def model(data: object, families: object = None, **said: object) -> Problem:
    """Return a problem with one model; what it refuses is raised here."""
    choice = ModelChoice(Conventions(**said), families=families or {})  # type: ignore[arg-type]
    problem = Problem(data, {}, {"model": choice})  # type: ignore[arg-type]
    assert problem.predictions
    return problem


POISSON = {"x": "poisson", "z": "gaussian"}


@all_of(
    ("data", "families", "said", "words"),
    [
        (VALUES, {}, {"smoothing": OF_CLASS},
         "model.smoothing: class '-' shows no value of 'Sky', so there are no cells = \"class\""),
        (TEXTS, {"text": "multinomial"}, {"smoothing": OF_CLASS},
         "model.smoothing: class '-' has no words, so there are no cells = \"class\" to add to"),
        (VALUES, {}, {"smoothings": {"Skye": 1}},
         "smoothings: unknown column 'Skye' (did you mean 'Sky'?)"),
        (NUMBERS, POISSON, {"smoothings": {"x": 1}},
         "smoothings.x: column 'x' is poisson, whose rates take { gamma = [a, b], take = ... }"),
        (NUMBERS, POISSON, {"smoothings": {"z": 1}},
         "smoothings.z: column 'z' is gaussian, which is not smoothed"),
        (NUMBERS, {"x": "poisson", "z": "poisson"}, {"epsilon": 1}, "epsilon: is of gaussian"),
        (NUMBERS, {"x": "poisson", "z": "poisson"}, {"epsilon": 1}, "columns; those here are poisson"),
        (VALUES, {}, {"prior": "smoothed", "prior_smoothing": GAMMA},
         "prior_smoothing: gamma is for the rates of poisson columns"),
        (VALUES, {}, {"smoothing": GAMMA},
         "smoothing: gamma is for the rates of poisson columns; column 'a' is bernoulli"),
        (TEXTS, {"text": "multinomial"}, {"smoothing": GAMMA},
         "smoothing: gamma is for the rates of poisson columns; column 'the words' is multinomial"),
        (VALUES, {}, {"smoothings": {"Sky": GAMMA}},
         "smoothings.Sky: gamma is for the rates of poisson columns; column 'Sky' is categorical"),
        (NUMBERS, POISSON, {"smoothing": GAMMA},
         "smoothing: gamma is for the rates of poisson columns; column 'z' is gaussian"),
        (VALUES, {}, {"smoothing": {"add": {"*": 1, "rad": 2}}},
         "unknown value 'rad' (did you mean 'red'?)"),
        (VALUES, {}, {"smoothing": {"add": {"*": 1, "|~": 2}}}, "unknown class '~'"),
        (VALUES, {}, {"smoothings": {"Sky": {"add": {"red": 1}}}},
         "smoothings.Sky: no number for 'blue'"),
        (VALUES, {}, {"prior": {"+": "1/2", "~": "1/2"}}, "prior: unknown class '~'"),
        (VALUES, {}, {"smoothing": {"add": UNSEEN}, "unseen": "zero"},
         "model.smoothing: in class '-' of Sky the λ of what was never seen is 3, its probability a "
         "share of 2: more than 1"),
        (VALUES, {}, {"smoothings": {"Sky": {"add": UNSEEN}}, "unseen": "zero"},
         "smoothings.Sky: in class '-' of Sky the λ of what was never seen is 3"),
        (FULL, {}, {"preset": "nltk-3.10", "smoothings": {"Sky": {"add": {**UNSEEN, "*": 4}}}},
         "smoothings.Sky: in class '+' of Sky the λ of what was never seen is 4"),
        (VALUES, {}, {"prior": {"+": 1}}, "prior: class '-' has no prior"),
        (read_counts("y + -\ntotal 3 0\na=1 1 0"), {}, {},
         "prior: class '-' has no rows to estimate its prior from; give the prior, or say \"uniform\""),
        (read_counts("y + -\nwin 5 1"), {"win": "multinomial"}, {},
         "prior: the sizes of the classes are not known"),
    ],
)  # fmt: skip
def test_a_choice_that_does_not_fit_is_refused(data, families, said, words: str) -> None:
    """The key, what does not fit, and what is near it."""
    with pytest.raises(InputError, match=re.escape(words)):
        model(data, families, **said)


@all_of(
    ("data", "families", "said"),
    [
        (VALUES, {}, {}), (VALUES, {}, {"smoothing": 1}), (VALUES, {}, {"smoothings": {"Sky": 1}}),
        (VALUES, {}, {"smoothing": {"add": 0, "cells": "class"}}), (TEXTS, {"text": "bernoulli"}, {}),
        (NUMBERS, POISSON, {"smoothings": {"x": GAMMA}}), (NUMBERS, POISSON, {"smoothings": {"z": 0}}),
        (NUMBERS, POISSON, {"epsilon": 1}), (NUMBERS, {"x": "poisson", "z": "poisson"},
         {"smoothing": GAMMA}),
        (VALUES, {}, {"smoothing": {"add": {"*": 1, "red|+": 2}}}), (VALUES, {},
         {"prior": {"+": 1, "-": 0}}),
        (VALUES, {}, {"smoothings": {"Sky": {"add": {"red": 1, "blue": 2}}}}),
        (VALUES, {}, {"smoothings": {"Sky": {"add": {**UNSEEN, "*": 2}}}, "unseen": "zero"}),
        (VALUES, {}, {"smoothings": {"Sky": {"add": UNSEEN}}}),
        (read_counts("y + -\ntotal 3 0\na=1 1 0"), {}, {"prior": "uniform"}),
        (read_counts("y + -\ntotal 3 0\na=1 1 0"), {}, {"prior": "smoothed", "smoothing": 1}),
        (read_counts("y + -\nwin 5 1"), {"win": "multinomial"}, {"prior": {"+": "1/2", "-": "1/2"}}),
    ],
)  # fmt: skip
def test_a_choice_that_fits_is_taken(data, families, said) -> None:
    """What is refused elsewhere is taken where it fits."""
    model(data, families, **said)


FOUR = Table.from_rows(
    [("1", "2", "1", "4", "+"), ("3", "1", "2", "7", "+"), ("2", "5", "3", "3", "-"),
     ("1", "9", "2", "1", "-"), ("8", "9", "4", "4", "-"), ("8", "7", "1", "1", "+")],
    ["x", "z", "u", "v", "y"],
)  # fmt: skip


@all_of(
    ("families", "asked", "words"),
    [
        (("lda", "lda", "qda", "qda"), "covariance(+)",
         "the lda columns x, z and the qda columns u, v have one each; ask by column, as in "
         "covariance(x,z|+)"),
        (("lda", "lda", "qda", "qda"), "precision(+)", "as in covariance(x,z|+)"),
        (("lda", "lda", "qda", "qda"), "mean(+)", "as in mean(x|+)"),
        (("lda", "lda", "lda", "qda"), "covariance(+)", "as in covariance(x,z|+)"),
        (("lda", "poisson", "qda", "poisson"), "covariance(+)", "as in variance(x|+)"),
        (("lda", "lda", "qda", "qda"), "covariance(x,u|+)", "column x is in another family than u"),
        (("lda", "lda", "poisson", "poisson"), "rate(x|+)", "x"),
    ],
)  # fmt: skip
def test_what_two_families_have_is_asked_by_column(families, asked: str, words: str) -> None:
    """A matrix of two columns, a number of one: the example is what can be asked."""
    of = model(FOUR, dict(zip("xzuv", families, strict=True)))
    with pytest.raises(InputError, match=re.escape(words)):
        solve(of, only=[asked])


def test_columns_of_one_density_are_multiplied_with_each_other() -> None:
    """Those of lda and of qda are, by blocks, and none whose factors stand apart."""
    for families, together in (
        (("lda", "lda", "qda", "qda"), (("x", "z"), ("u", "v"))),
        (("gaussian", "poisson", "qda", "qda"), (("u", "v"),)),
        (("gaussian", "gaussian", "gaussian", "poisson"), ()),
    ):
        of = model(FOUR, dict(zip("xzuv", families, strict=True)))
        assert of.predictions[""].model.product_groups == together


def test_a_deviation_is_the_root_of_a_variance() -> None:
    """Of 1 and 3 the variance is 1, of 0 and 4 it is 4 and the deviation 2; shares have neither."""
    rows = [("1", "0", "+"), ("3", "4", "+"), ("2", "5", "-"), ("7", "7", "-")]
    of = model(Table.from_rows(rows, ["x", "z", "y"]), {"x": "gaussian", "z": "gaussian"})
    assert [solve(of, only=[asked])[asked] for asked in ("sd(x|+)", "sd(z|+)")] == [1, 2]
    values = model(VALUES, smoothing=1)
    (first,), (second,) = (each.predictions.values() for each in (of, values))
    told = [[str(name) for name in names] for names in parameters(first.model)]
    assert ["mean(x|+)", "mean(x|-)"] in told
    assert list(parameters(second.model)) == []


def test_a_factor_has_a_line_of_its_own() -> None:
    """P(x=1|+) of a density has one; a prior, a share and an estimate have none, nor what is no P."""
    of = model(NUMBERS, {"x": "gaussian", "z": "categorical"})
    (prediction,) = of.predictions.values()
    told = {
        text: is_factor(prediction.model, of.scope.resolve(text))
        for text in (
            "P(x=1|+)",
            "P(z=1|+)",
            "P(+)",
            "P(+|x=1)",
            "mean(x|+)",
            "P(x=1,z=1|+)",
            "P(x=1)",
            "freq(x=1|+)",
        )
    }
    assert [text for text, held in told.items() if held] == ["P(x=1|+)"]


PARAMETERS = "[data]\nparameters = '''\nclass | a | b\n{rows}'''\n"
PRIOR, MEAN = "prior | 1/2 | 1/2\n", "mean(x) | 0 | 1\nvariance(x) | 1 | 1\n"


@all_of(
    "said, rows, words",
    [
        ("", MEAN, "prior: there are no rows to estimate it from; say \"uniform\""),
        ('prior = "mle"\n', PRIOR + MEAN, "prior: there are no rows to estimate it from"),
        ("smoothing = 1\n", PRIOR + MEAN, "smoothing: there are no counts to smooth"),
        ("epsilon = 1\n", PRIOR + MEAN, "epsilon: the numbers are given, nothing is estimated"),
    ],
)  # fmt: skip
def test_given_numbers_leave_nothing_to_estimate(said: str, rows: str, words: str) -> None:
    """Where the parameters are given, what would change an estimate is refused."""
    text = f'[model]\nfamily = "gaussian"\n{said}' + PARAMETERS.format(rows=rows)
    with pytest.raises(InputError, match=re.escape(words)):
        assert Problem.from_text(text).predictions


@pytest.mark.parametrize(("said", "rows"), [("", PRIOR + MEAN), ('prior = "uniform"\n', MEAN)])
def test_given_numbers_need_a_prior_of_some_kind(said: str, rows: str) -> None:
    """A row of priors will do, and so will saying that they are equal."""
    text = f'[model]\nfamily = "gaussian"\n{said}' + PARAMETERS.format(rows=rows)
    assert Problem.from_text(text).predictions
