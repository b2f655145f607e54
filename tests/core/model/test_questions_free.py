"""How many numbers a model estimates: of the prior, of each column and of the words."""

from fractions import Fraction

import pytest
from hypothesis import given
from laws import DATA, EVERY_FAMILY, LAW
from strategies import cases
from thoroughness import all_of

from exactnb import Conventions, Documents, ModelChoice, Problem, Table, solve
from exactnb.core.data.summaries import read_counts, read_parameters
from exactnb.core.expression.spell import spell

ROWS = [("1", "u", "x", "+"), ("0", "v", "y", "-"), ("1", "w", "x", "+")]
TABLE = Table.from_rows(ROWS, ["a", "Sky", "b", "y"])


def free(problem: Problem) -> tuple[str, Fraction]:
    """Return how the number of free parameters is written, and what it is."""
    solution = solve(problem, only=["free_parameters"])
    (name,) = (n for n in solution.quantities if n.head == "free_parameters")
    found = solution["free_parameters"]
    assert isinstance(found, Fraction)
    return spell(solution.quantities[name].formula), found


def of_table(**said: object) -> tuple[str, Fraction]:
    """Return the free parameters of the table with three columns, of 2, 3 and 2 values."""
    choice = ModelChoice(Conventions(**said))  # type: ignore[arg-type]
    return free(Problem(TABLE, models={"model": choice}))


def test_a_column_has_one_parameter_less_than_values() -> None:
    """Two classes: 1 of the prior, and in each class 1 + 2 + 1 of the columns, 9 in all."""
    assert of_table() == ("1 + 2 * (1 + 2 + 1)", 9)
    assert of_table(prior="smoothed", smoothing=1) == ("1 + 2 * (1 + 2 + 1)", 9)


@pytest.mark.parametrize("prior", ["uniform", {"+": "1/3", "-": "2/3"}])
def test_a_prior_that_is_not_estimated_is_not_counted(prior: object) -> None:
    """With a uniform or a given prior only the columns count."""
    assert of_table(prior=prior) == ("2 * (1 + 2 + 1)", 8)


def test_a_full_joint_would_have_more() -> None:
    """Three classes and n 0/1 columns have 2 + 3n free parameters, not 3·2^n − 1."""
    for number in (1, 2, 5, 30):
        rows = [("1",) * number + (k,) for k in "klm"]
        columns = [f"c{at}" for at in range(number)]
        problem = Problem(Table.from_rows(rows, [*columns, "y"]))
        assert free(problem)[1] == 2 + 3 * number


def test_many_columns_alike_are_written_as_a_product() -> None:
    """Beyond a dozen columns of one kind the sum is a product: 1 + 2·(13·1)."""
    rows = [("1",) * 13 + (k,) for k in "kl"]
    problem = Problem(Table.from_rows(rows, [*(f"c{at}" for at in range(13)), "y"]))
    assert free(problem) == ("1 + 2 * 13 * 1", 27)


def test_words_have_one_parameter_less_than_the_vocabulary() -> None:
    """Three words in two classes: 1 + 2·2 = 5 in the multinomial model, 1 + 2·3 = 7 as 0/1 columns."""
    mails = Documents.of([("+", "a b"), ("-", "b c")])
    for family, number in (("multinomial", 5), ("bernoulli", 7)):
        assert free(Problem(mails, models={"model": ModelChoice(family=family)}))[1] == number


def test_what_is_integrated_out_is_not_estimated() -> None:
    """The Dirichlet-multinomial estimates the prior alone."""
    mails = Documents.of([("+", "a b"), ("-", "b c")])
    choice = ModelChoice(Conventions(smoothing=1), "dirichlet-multinomial")
    assert free(Problem(mails, models={"model": choice})) == ("1", 1)


def test_given_numbers_are_not_estimated() -> None:
    """A problem of given parameters estimates nothing."""
    given_numbers = read_parameters("y k l\nprior 1/2 1/2\na=1 1/2 1/3")
    assert free(Problem(given_numbers)) == ("0", 0)


def test_counts_alone_are_estimated_from() -> None:
    """Counts without rows have the parameters of the rows."""
    counts = read_counts("y k l\ntotal 3 4\na=1 1 2\nb=1 0 4")
    assert free(Problem(counts)) == ("1 + 2 * (1 + 1)", 5)


def test_a_single_class_has_no_free_prior() -> None:
    """One class: 0 of the prior, and its columns."""
    assert free(Problem(Table.from_rows([("1", "k"), ("0", "k")], ["a", "y"])))[1] == 1


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_the_number_is_that_of_numbers_that_can_be_chosen(families, data):
    """(K − 1) of an estimated prior, K·(m − 1) of each column, K·(V − 1) of words that are drawn."""
    case = data.draw(cases(families, refused=False))
    size = len(case.classes)
    wanted = size - 1 if case.prior in ("mle", "smoothed") else 0
    known = case.vocabulary or ()
    blocks = [c for c in case.blocks if c in case.columns or c.name in known]
    wanted += size * sum(len(column.values) - 1 for column in blocks)
    if case.bag_family == "multinomial":
        wanted += size * (len(case.bag_words) - 1)
    assert solve(case.problem(), only=["free_parameters"])["free_parameters"] == wanted


@all_of(
    "families, written",
    [
        (("gaussian", "gaussian"), "1 + 8"),  # a mean and a variance each
        (("poisson", "gaussian"), "1 + 6"),
        (("lda", "lda"), "1 + 7"),  # two means a class; variances and a covariance once
        (("qda", "qda"), "1 + 10"),
    ],
)
def test_numbers_have_a_parameter_each_and_shared_ones_once(
    families: tuple[str, str], written: str
) -> None:
    """Of two columns of numbers in two classes."""
    rows = [("1", "2", "+"), ("3", "1", "+"), ("4", "4", "+")]
    rows += [("2", "5", "-"), ("7", "6", "-"), ("8", "1", "-")]
    choice = ModelChoice(families=dict(zip("xz", families, strict=True)))
    found, _ = free(Problem(Table.from_rows(rows, ["x", "z", "y"]), models={"m": choice}))
    assert found == written
