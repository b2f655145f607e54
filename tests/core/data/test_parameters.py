"""Given numbers: problems without data, what is the rest of 1, and what they are not asked."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb import Conventions, ModelChoice, Problem, Solution, solve
from exactnb.core.arithmetic.integers import Ratio
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.schema import Schema
from exactnb.core.data.summaries import read_parameters
from exactnb.core.expression.reasons import Rule
from exactnb.errors import InputError

# a test finds 99% of the ill and 5% of the healthy; one in a thousand is ill
TEST = """state    | ill   | healthy
prior    | 0.001 | 0.999
positive | 0.99  | 0.05"""
BERNOULLI = {"model": ModelChoice(family="bernoulli")}
LOOMS = read_parameters(
    """loom          | A   | B   | C
prior         | 1/2 | 0.3 | 20%
"dyed (blue)" | 1/4 | 0.6 | 1
edge=straight | 0.7 | 1/2 | 0.1
edge=wavy     | 0.2 | 1/2 | 0.1
edge=frayed   | 0.1 | 0   | 0.8"""
)


def of_test(query: object = None, **said: object) -> Solution:
    """Return the solution of the medical test."""
    models = {"model": ModelChoice(Conventions(**said), family="bernoulli")}  # type: ignore[arg-type]
    given_query = {"x": {"positive": 1}} if query is None else query
    return solve(Problem(read_parameters(TEST), given_query, models))  # type: ignore[arg-type]


def test_a_rare_illness_by_hand() -> None:
    """P(ill|positive) = 0.00099/(0.00099 + 0.04995) = 11/566, not 99%."""
    solution = of_test()
    assert solution["P(ill,x)"] == Fraction(99, 100_000)
    assert solution["P(ill|x)"] == Fraction(11, 566)
    assert solution["P(positive=0|ill)"] == Fraction(1, 100)
    assert solution["odds(ill:healthy|x)"] == Fraction(11, 555)
    assert "so x is “healthy”." in solution.text()


def test_given_numbers_are_shown_as_given() -> None:
    """Every number is given, under that reason, and keeps its own terms."""
    quantities = of_test().quantities
    for name in quantities:
        if name.head == "P" and str(name) in ("P(ill)", "P(positive=1|ill)"):
            assert quantities[name].reason.rule is Rule.GIVEN
    text = of_test().text()
    assert "given numbers" in text
    assert "99/100" in text


def test_a_table_of_looms() -> None:
    """The third example of the problem file: straight edges add up, wavy and dyed is 0.135."""
    solution = solve(
        Problem(LOOMS, models={"model": ModelChoice(families={"dyed (blue)": "bernoulli"})})
    )
    assert solution['P("dyed (blue)"=1,edge=wavy)'] == Fraction("0.135")
    assert solution["lr(B:A|edge=frayed)"] == 0
    assert solution["P(edge=straight)"] == Fraction(1, 2) * Fraction("0.7") + Fraction(
        "0.15"
    ) + Fraction("0.02")


def test_a_value_that_is_left_out_has_the_rest_of_one() -> None:
    """Of three values two are given: the third is 1 minus both, and is written so."""
    text = "y k l\nprior 1/2 1/2\nSky=Blue 1/3 0\nSky=Grey 1/2 1/4"
    parameters = read_parameters(text, values={"Sky": ["Blue", "Grey", "Red"]})
    solution = solve(Problem(parameters, {"x": {"Sky": "Red"}}))
    assert [solution[f"P(Sky=Red|{k})"] for k in "kl"] == [Fraction(1, 6), Fraction(3, 4)]
    assert solution["P(k|x)"] == Fraction(2, 11)
    assert parameters.left_out("Sky") == "Red"
    assert "1 − P(Sky=Blue|k) − P(Sky=Grey|k)" in solution.text()


def test_a_prior_may_be_said_beside_the_numbers() -> None:
    """A given or uniform prior of the model takes the place of the row."""
    assert of_test(prior="uniform")["P(ill|x)"] == Fraction(99, 104)
    assert of_test(prior={"ill": "1/2", "healthy": "1/2"})["P(ill|x)"] == Fraction(99, 104)


def test_words_that_are_drawn_add_up_to_one() -> None:
    """Rows without a value are words of a multinomial model, whose probabilities are 1 together."""
    text = "y | spam | ham\nprior | 1/2 | 1/2\nwin | 2/3 | 1/4\nlunch | 1/3 | 3/4"
    models = {"model": ModelChoice(family="multinomial")}
    solution = solve(Problem(read_parameters(text), {"x": "win win lunch"}, models))
    assert solution["P(x|spam)"] == Fraction(4, 27)
    assert solution["P(x|ham)"] == Fraction(3, 64)
    wrong = read_parameters(text.replace("3/4", "1/2"))
    with pytest.raises(InputError) as refusal:
        Problem(wrong, models=models)
    told = "data.parameters: class 'ham': the probabilities of the words add up to 3/4, not to 1"
    assert str(refusal.value) == f"{told}; other_words = true makes all others one word, other"


@all_of(
    ("text", "choice", "told"),
    [
        (TEST, ModelChoice(),
         "model.families: 'positive' stands without a value; say bernoulli (does it occur?) or "
         "multinomial (how often?); of a column of values, 'state=positive' is written there"),
        (TEST.replace("prior    | 0.001 | 0.999\n", ""), ModelChoice(family="bernoulli"),
         'model.prior: there are no rows to estimate it from; say "uniform", { class = number, ... }, '
         "or give a row prior"),
        (TEST, ModelChoice(Conventions(prior="mle"), "bernoulli"),
         'model.prior: there are no rows to estimate it from; say "uniform", { class = number, ... }, '
         "or give a row prior"),
        (TEST, ModelChoice(Conventions(smoothing=1), "bernoulli"),
         "model.smoothing: there are no counts to smooth, the numbers are given"),
        (TEST, ModelChoice(Conventions(prior="smoothed"), "bernoulli"),
         'model.prior: there are no rows to estimate it from; say "uniform", { class = number, ... }, '
         "or give a row prior"),
        (TEST, ModelChoice(Conventions(smoothing=1), "dirichlet-multinomial"),
         "model.family: dirichlet-multinomial needs counts, not probabilities"),
        ("k a b\nprior 1/2 1/2\np=1 1/4 1\np=0 3/4 0", ModelChoice(family="multinomial"),
         "model.family: column 'p' has probabilities of values; those of words stand in rows with the "
         "word alone"),
        (TEST, ModelChoice(family="bernoulli", families={"positiv": "bernoulli"}),
         "model.families: unknown column 'positiv' (did you mean 'positive'?)"),
    ],
)  # fmt: skip
def test_what_given_numbers_need_is_said(text: str, choice: ModelChoice, told: str) -> None:
    """A bare name needs a family, the prior a row or a word; nothing can be estimated."""
    with pytest.raises(InputError) as refusal:
        Problem(read_parameters(text), models={"model": choice})
    assert str(refusal.value) == told


@all_of(
    "rows",
    ["mean(p) 4 8\nsd(p) 5 7", "rate(p) 4 8", "success(p) 1/4 1/8",
     "mean(p) 4 8\nmean(q) 1 2\nvariance(p) 1 1\nvariance(q) 1 1\ncovariance(p,q) 0 0"],
)  # fmt: skip
@all_of("family", ["multinomial", "categorical", "bernoulli"])
def test_parameters_of_numbers_belong_to_families_of_numbers(rows: str, family: str) -> None:
    """A column of which means or rates are given has no values that could be counted."""
    with pytest.raises(InputError) as refusal:
        Problem(
            read_parameters(f"k a b\nprior 1/2 1/2\n{rows}"),
            models={"model": ModelChoice(family=family)},
        )
    told = f"{family} is of values, not of sums or parameters of numbers"
    assert str(refusal.value) == f"model.family: column 'p' is numeric; {told}"


@pytest.mark.parametrize("question", ["accuracy", "accuracy_left_out"])
def test_without_rows_nothing_is_decided_rightly(question: str) -> None:
    """Given numbers have no training rows."""
    with pytest.raises(InputError, match="there are no training rows"):
        Problem(read_parameters(TEST), models=BERNOULLI, ask=[question])


def test_without_data_there_is_no_table_of_it() -> None:
    """A solution of given numbers states its query, and goes on with the estimates as given."""
    first, second, *_ = of_test().verified.derivation.steps
    assert (first.title, second.key) == ("Question", "estimate")


SHARES = st.lists(st.integers(0, 6), min_size=2, max_size=4).filter(any)


@given(SHARES, st.lists(st.fractions(0, 1, max_denominator=5), min_size=8, max_size=8), st.data())
@law(5, 25)
def test_bayes_by_hand(weights: list[int], shares: list[Fraction], data: st.DataObject) -> None:
    """Posteriors of 0/1 columns with given p are products of p and 1 − p over their sum."""
    classes = tuple("klmn"[: len(weights)])
    prior = {k: Fraction(w, sum(weights)) for k, w in zip(classes, weights, strict=True)}
    p = {
        (column, k): shares[2 * at + i] for i, column in enumerate("ab") for at, k in enumerate(classes)
    }
    schema = Schema("y", classes, {}, ("a", "b"))
    parameters = Parameters(schema, {k: ratio(x) for k, x in prior.items()}, {},
                            {place: ratio(x) for place, x in p.items()})  # fmt: skip
    seen = data.draw(st.fixed_dictionaries({"a": st.sampled_from("01"), "b": st.sampled_from("01")}))
    solution = solve(Problem(parameters, {"x": seen}, BERNOULLI))
    joints = dict(prior)
    for column, value in seen.items():
        joints = {
            k: j * (p[column, k] if value == "1" else 1 - p[column, k]) for k, j in joints.items()
        }
    assert solution["P(x)"] == sum(joints.values())
    for label, joint in joints.items():
        assert solution[f"P({label},x)"] == joint
        if solution["P(x)"]:
            assert solution[f"P({label}|x)"] == joint / sum(joints.values())


def ratio(share: Fraction) -> Ratio:
    """Return a share as it would be read."""
    return Ratio(share.numerator, share.denominator)
