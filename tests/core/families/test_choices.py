"""What can be chosen for columns of numbers: a family honours it, or the file is told."""

from __future__ import annotations

from fractions import Fraction

import pytest
from thoroughness import all_of
from valued import value

from exactnb import Problem, solve
from exactnb.core.arithmetic.roots import Equation
from exactnb.errors import InputError

ROWS = "1 2 A\n3 5 A\n4 7 A\n4 1 B\n8 3 B\n9 9 B"


def problem(lines: str) -> Problem:
    """Return two columns of numbers in two classes, with a model of some choices."""
    return Problem.from_text(f"[data]\ntable = '''\nx y k\n{ROWS}\n'''\n[model]\n{lines}\n")


@pytest.mark.parametrize("share", ["classes", "all"])
@pytest.mark.parametrize(("divisor", "variance"), [("N", "66/12"), ("N-K", "66/8")])
def test_spherical_classes_share_one_variance(share: str, divisor: str, variance: str) -> None:
    """All squared deviations, 14/3 + 38/3 + 14 + 104/3 = 66, over 2·6 cells, or over 2·(6 − 2)."""
    of = problem(f'family = "spherical"\nshare = "{share}"\ndivisor = "{divisor}"')
    for name in ("variance", "variance(A)", "variance(x)", "variance(y|B)"):
        assert value(of, name) == Fraction(variance)
    edge = value(of, "boundary(A:B)")
    assert isinstance(edge, Equation)
    assert {sum(powers) for powers, _ in edge.terms} == {0, 1}  # a line
    text = solve(of, only=["variance"]).text()
    assert "one variance for all columns and classes" in text
    assert ("columns × (rows − classes)" in text) == (divisor == "N-K")


@pytest.mark.parametrize("share", ["none", "features"])
def test_spherical_columns_have_one_variance_in_each_class(share: str) -> None:
    """Of class A it is (14/3 + 38/3)/(2·3)."""
    of = problem(f'family = "spherical"\nshare = "{share}"')
    assert value(of, "variance(A)") == Fraction(26, 9)
    with pytest.raises(InputError, match=r"variance for each class; say which, as in variance\(A\)"):
        value(of, "variance")


@all_of("share, divisor", [("classes", "N-1"), ("all", "N-1"), ("none", "N-K"), ("features", "N-K")])
def test_a_divisor_goes_with_what_is_shared(share: str, divisor: str) -> None:
    """N − K is of all classes together, N − 1 of each."""
    with pytest.raises(InputError, match=f"{divisor} does not fit spherical columns that share"):
        problem(f'family = "spherical"\nshare = "{share}"\ndivisor = "{divisor}"')


@all_of(
    ("lines", "message"),
    [
        ('family = "lda"\nshare = "classes"', r"share: is of gaussian, spherical.*here are lda"),
        ('family = "qda"\nshare = "all"', r"share: is of gaussian, spherical.*here are qda"),
        ('family = "lda"\nepsilon = 1', r"epsilon: is of gaussian, spherical columns"),
        ('family = "qda"\nepsilon = { relative = 1 }', r"epsilon: .*here are qda"),
        ('family = "poisson"\nshare = "features"', r"share: .*here are poisson"),
        ('family = "poisson"\ndivisor = "N-1"', r"divisor: is of gaussian, lda, qda, spherical"),
        ('family = "gaussian"\ncovariance = "total"', r"covariance: is of lda columns; .* gaussian"),
        ('families = { x = "lda", y = "poisson" }\nshare = "all"', r"share: .*here are lda, poisson"),
    ],
)  # fmt: skip
def test_what_no_column_honours_is_told(lines: str, message: str) -> None:
    """A choice that is said in the file is not dropped in silence."""
    with pytest.raises(InputError, match=rf"model\.{message}"):
        problem(lines)


@all_of(
    "lines",
    [
        'family = "lda"\nconventions = "scikit-learn"', 'family = "qda"\nshare = "none"\nepsilon = 0',
        'families = { x = "lda", y = "gaussian" }\nshare = "classes"\nepsilon = 1',
        'family = "lda"\ncovariance = "total"', 'family = "poisson"\ndivisor = "N"',
    ],
)  # fmt: skip
def test_a_preset_and_a_default_are_no_wish(lines: str) -> None:
    """A preset chooses for all families at once, and one column that honours a choice is enough."""
    assert problem(lines).predictions


@all_of("preset", ["", 'conventions = "scikit-learn"\n'])
@all_of("choice", ['share = "all"', "epsilon = 1", 'divisor = "N-1"', 'covariance = "total"'])
def test_given_numbers_are_not_estimated(preset: str, choice: str) -> None:
    """With given numbers there is nothing to choose, with a preset neither."""
    rows = "k | A | B\nprior | 1/2 | 1/2\nmean(x) | 0 | 1\nvariance(x) | 1 | 1"
    given = f"[data]\nparameters = '''\n{rows}\n'''\n"
    with pytest.raises(InputError, match=r"model\.\w+: the numbers are given, nothing is estimated"):
        Problem.from_text(f"{given}[model]\n{preset}{choice}\n")


def test_what_is_inherited_is_no_wish() -> None:
    """A further model is not told off for what the first one says; what it says itself counts."""
    data = "[data]\ntable = '''\nx,k\n1,a\n2,a\n4,b\n6,b\n'''\n"
    first = '[model]\nfamily = "gaussian"\nshare = "classes"\n[models.other]\nfamily = "qda"\n'
    assert Problem.from_text(data + first).models["other"].conventions.explicit == ()
    with pytest.raises(InputError, match=r"models\.other\.share: is of gaussian, spherical columns"):
        Problem.from_text(data + first + 'share = "all"\n')
