"""Parameters as people ask for them: what a name means that says more, or less, than what there is."""

from __future__ import annotations

from fractions import Fraction as F

from thoroughness import all_of

from exactnb import Problem
from exactnb.core.arithmetic.matrices import Matrix
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.errors import InputError

ROWS = "1 2 a\n3 5 a\n4 4 a\n4 1 b\n8 3 b\n9 9 b"


def asked(model: str, text: str) -> object:
    """Return what a name is worth in a model of two columns of numbers, or what is said of it."""
    problem = Problem.from_text(f"[data]\ntable = '''\nx y k\n{ROWS}\n'''\n[model]\n{model}\n")
    name = problem.scope.resolve(text)
    try:
        value = Quantities([name], problem.define, Effort()).value(name)
    except InputError as error:
        return str(error).removeprefix(f"{name}: ")
    return value.rows if isinstance(value, Matrix) else value


def each(what: str, of: str, example: str) -> str:
    return f"there is a {what} for each {of}; say which, as in {example}"


LDA, QDA = 'family = "lda"', 'family = "qda"'
ALONE, CLASSES = 'family = "gaussian"', 'family = "gaussian"\nshare = "classes"'
FEATURES, ALL = 'family = "gaussian"\nshare = "features"', 'family = "gaussian"\nshare = "all"'
TWO = 'families = { x = "spherical", y = "gaussian" }\nshare = "all"'
POOLED = ((F(28, 9), F(65, 18)), (F(65, 18), F(59, 9)))


@all_of(
    ("model", "text", "expected"),
    [
        (ALONE, "variance(x|a)", F(14, 9)),
        (ALONE, "variance(x)", each("variance", "class", "variance(x|a)")),
        (ALONE, "variance(a)", each("variance", "column", "variance(x|a)")),
        (ALONE, "variance", each("variance", "column and class", "variance(x|a)")),
        (ALONE, "sd", each("sd", "column and class", "sd(x|a)")),
        (ALONE, "mean(x)", each("mean", "class", "mean(x|a)")),
        (ALONE, "mean(a)", each("mean", "column", "mean(x|a)")),
        (ALONE, "rate(x|a)", "gaussian columns have no rate; they have mean, variance"),
        (ALONE, "covariance(a)", "gaussian columns have no covariance; they have mean, variance"),
        (CLASSES, "variance(x)", F(28, 9)),
        (CLASSES, "variance(x|b)", F(28, 9)),
        (CLASSES, "variance", each("variance", "column", "variance(x)")),
        (CLASSES, "variance(a)", each("variance", "column", "variance(x)")),
        (FEATURES, "variance(b)", F(14 * 3 + 104, 18)),
        (FEATURES, "variance(y|b)", F(14 * 3 + 104, 18)),
        (FEATURES, "variance(y)", each("variance", "class", "variance(a)")),
        (FEATURES, "variance", each("variance", "class", "variance(a)")),
        (ALL, "variance", F(28 + 59, 18)),
        (ALL, "variance(x)", F(28 + 59, 18)),
        (ALL, "variance(y|b)", F(28 + 59, 18)),
        (ALL, "variance(a)", F(28 + 59, 18)),
        (LDA, "covariance", POOLED),
        (LDA, "covariance(b)", POOLED),
        (LDA, "variance(x|a)", F(28, 9)),
        (LDA, "covariance(y,x|a)", F(65, 18)),
        (LDA, "variance", each("variance", "column", "variance(x)")),
        (LDA, "variance(a)", each("variance", "column", "variance(x)")),
        (LDA, "mean(x)", each("mean", "class", "mean(x|a)")),
        (LDA, "rate(x|a)", "lda columns have no rate; they have mean, variance, covariance"),
        (LDA, "precision", ((F(2124, 2383), F(-1170, 2383)), (F(-1170, 2383), F(1008, 2383)))),
        (f'{LDA}\ncovariance = "total"', "mean(x)", F(29, 6)),
        (f'{LDA}\ncovariance = "total"', "mean(x|a)", F(8, 3)),
        (f'{LDA}\ncovariance = "total"', "variance(x)", F(281, 36)),
        (QDA, "covariance(a)", ((F(14, 9), F(11, 9)), (F(11, 9), F(14, 9)))),
        (QDA, "covariance(x,y|a)", F(11, 9)),
        (QDA, "covariance", each("covariance", "class", "covariance(a)")),
        (QDA, "precision", each("precision", "class", "precision(a)")),
        (QDA, "covariance(x,y)", each("covariance", "class", "covariance(x,y|a)")),
        (QDA, "sd(a)", each("sd", "column", "sd(x|a)")),
        ('family = "spherical"', "variance(x|b)", F(14 * 3 + 104, 18)),
        ('family = "spherical"', "variance(x)", each("variance", "class", "variance(a)")),
        ('family = "poisson"', "rate(y|b)", F(13, 3)),
        ('family = "poisson"', "sd(x|a)", "poisson columns have no sd; they have rate"),
        (
            'families = { x = "lda", y = "qda" }',
            "mean(a)",
            "the lda columns x and the qda columns y have one each; ask by column, as in mean(x|a)",
        ),
        (
            'families = { x = "lda", y = "qda" }',
            "covariance(a)",
            "the lda columns x and the qda columns y have one each; ask by column, as in variance(x|a)",
        ),
        (
            'families = { x = "lda", y = "qda" }',
            "covariance(x,y|a)",
            "column x is in another family than y",
        ),
        ('families = { x = "lda", y = "qda" }', "variance(y|a)", F(14, 9)),
        ('families = { x = "lda", y = "poisson" }', "variance(a)", "no family here has it"),
        ('families = { x = "lda", y = "poisson" }', "covariance", ((F(28, 9),),)),
        (
            'families = { x = "lda", y = "poisson" }',
            "rate(x|a)",
            "lda columns have no rate; they have mean, variance",
        ),
        (
            TWO,
            "variance",
            "the spherical columns x and the gaussian columns y have one each; ask by column, as in "
            "variance(x)",
        ),
        (TWO, "variance(x)", F(28, 9)),
        (TWO, "variance(y|a)", F(59, 9)),
    ],
    apart=3,
)
def test_a_name_means_the_parameter_that_there_is(model: str, text: str, expected: object) -> None:
    """What is shared is that of every class and column; where one is lacking, a name says it whole."""
    assert asked(model, text) == expected
