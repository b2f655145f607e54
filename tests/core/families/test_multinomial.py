"""The multinomial event model: words drawn one by one, texts as sequences or as count vectors."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb import Conventions, Documents, ModelChoice, Problem, Solution, Table, solve
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.spell import spell
from exactnb.core.families import family
from exactnb.core.families.base import Bag, Observation, coefficient
from exactnb.core.families.observed import ObservedText
from exactnb.core.naming.names import Item
from exactnb.errors import InputError

MULTINOMIAL = family("multinomial")
PLUS = Item("class", "y", "+")
BAG = Bag(("a", "b", "+", "7"), ("+", "-"))
# C. Manning, P. Raghavan, H. Schütze, Introduction to Information Retrieval (2008), example 13.1
CHINA = [
    ("c", "Chinese Beijing Chinese"), ("c", "Chinese Chinese Shanghai"), ("c", "Chinese Macao"),
    ("j", "Tokyo Japan Chinese"),
]  # fmt: skip
ASKED = "Chinese Chinese Chinese Tokyo Japan"


def solved(
    texts: list[tuple[str, str]], query: str, family: str | None = None, **said: object
) -> Solution:
    """Return the solution of texts and one query x, with Laplace smoothing unless it is said."""
    conventions = Conventions(**{"smoothing": 1, **said})  # type: ignore[arg-type]
    models = {"model": ModelChoice(conventions, family)}
    return solve(Problem(Documents.of(texts), {"x": query}, models))


def factors(seen: Observation, **said: object) -> list[str]:
    """Return the factors of what is seen, as they are written."""
    found = MULTINOMIAL.factors(BAG, seen, PLUS, "m", Conventions(**said))  # type: ignore[union-attr,arg-type]
    return [spell(factor) for factor in found]


def test_a_text_is_a_product_of_powers() -> None:
    """A word that stands n times has the power n, and one that does not stand there has no factor."""
    assert factors(Observation(bags=({"a": 3, "b": 1},))) == ["P(a|+; m)^3", "P(b|+; m)"]
    assert factors(Observation(draws=("a", "a"))) == ["P(a|+; m)", "P(a|+; m)"]
    assert factors(Observation()) == []


def test_a_word_that_is_a_class_or_a_numeral_is_called_a_word() -> None:
    """The words + and 7 are word=+ and word=7, for + is a class and a numeral is no word alone."""
    seen = Observation(bags=({"+": 1, "7": 2},))
    assert factors(seen) == ["P(word=+|+; m)", "P(word=7|+; m)^2"]


def test_a_count_vector_has_its_number_of_orders() -> None:
    """n!/∏x! stands before the words of each text, and never before a word that is drawn alone."""
    seen = Observation(bags=({"a": 3, "b": 1}, {"b": 2}), draws=("a",))
    assert factors(seen, coefficient=True) == [
        "4! / (3! * 1!)", "P(a|+; m)^3", "P(b|+; m)", "2! / 2!", "P(b|+; m)^2", "P(a|+; m)",
    ]  # fmt: skip
    assert coefficient({}) == coefficient({"a": 0}) == []


def test_the_example_of_the_textbook() -> None:
    """With λ = 1, P(Chinese|c) is 6/14 and P(c, x) = 3/4·(3/7)³·(1/14)², about 0.0003."""
    solution = solved(CHINA, ASKED)
    for name, worth in {
        "P(c)": "3/4", "P(j)": "1/4", "P(Chinese|c)": "6/14", "P(Tokyo|c)": "1/14",
        "P(Chinese|j)": "2/9", "P(Japan|j)": "2/9", "tokens(c)": "8", "tokens(j)": "3",
        "vocabulary": "6", "count(Chinese,c)": "5", "freq(Chinese|c)": "5/8",
    }.items():  # fmt: skip
        assert solution[name] == Fraction(worth), name
    joint = Fraction(3, 4) * Fraction(3, 7) ** 3 * Fraction(1, 14) ** 2
    other = Fraction(1, 4) * Fraction(2, 9) ** 5
    assert (solution["P(c,x)"], solution["P(j,x)"]) == (joint, other)
    assert solution["P(c|x)"] == joint / (joint + other)
    assert "so x is c." in solution.text()
    assert "(5+1)/(8+6) = 6/14" in solution.text()


def test_the_other_event_model_decides_otherwise() -> None:
    """As 0/1 columns the same texts give 3/4·4/5·(1/5)²·(3/5)³ against 1/4·(2/3)³·(2/3)³: j."""
    solution = solved(CHINA, ASKED, "bernoulli")
    plus = Fraction(3, 4) * Fraction(4, 5) * Fraction(1, 5) ** 2 * Fraction(3, 5) ** 3
    assert solution["P(c,x)"] == plus
    assert solution["P(j,x)"] == Fraction(1, 4) * Fraction(2, 3) ** 6
    assert "so x is j." in solution.text()


def test_a_coefficient_cancels_in_the_posterior() -> None:
    """As a count vector the joint has 5!/3!/1!/1! = 20 before it, and the posterior is the same."""
    plain, vector = solved(CHINA, ASKED), solved(CHINA, ASKED, coefficient=True)
    assert vector["P(c,x)"] == 20 * plain["P(c,x)"]
    assert vector["P(c|x)"] == plain["P(c|x)"]
    assert "5! / (3! × 1! × 1!)" in vector.text()


def test_count_vectors_of_one_length_add_up_to_one() -> None:
    """Over all texts of two words n!/∏x!·∏θ^x adds up to 1 in each class, as a distribution has to."""
    counts = {tuple(sorted(pair)) for pair in product(("a", "b", "c"), repeat=2)}
    texts = [("+", "a b b"), ("-", "c")]
    total = sum(solved(texts, " ".join(c), coefficient=True)["P(x|+)"] for c in counts)  # type: ignore[misc]
    assert total == 1


def test_unseen_words_are_dropped_or_count_zero() -> None:
    """A word that no text shows is left out; counted as zero it has λ/(n + mλ), m without it."""
    assert solved(CHINA, "Chinese Paris")["P(x|c)"] == Fraction(6, 14)
    zero = solved(CHINA, "Chinese Paris", unseen="zero")
    assert zero["P(x|c)"] == Fraction(6, 14) * Fraction(1, 14)
    assert zero["P(Paris|j)"] == Fraction(1, 9)
    assert zero["vocabulary"] == 6
    with pytest.raises(InputError, match="the word 'Pekin' was never seen"):
        solved(CHINA, "Pekin", unseen="error")


def test_a_text_without_words_leaves_the_prior() -> None:
    """An empty text, or one of unseen words alone, has the likelihood 1."""
    for text in ("", "Paris Paris"):
        solution = solved(CHINA, text)
        assert (solution["P(x|c)"], solution["P(c|x)"]) == (1, Fraction(3, 4))


def test_integer_columns_are_words() -> None:
    """A column is a word and a cell says how often it stands there; what is not named counts 0."""
    rows = [(2, 0, "+"), (1, 3, "+"), (0, 1, "-")]
    choice = ModelChoice(Conventions(smoothing=1), "multinomial")
    problem = Problem(Table.from_rows(rows, ["win", "cash", "y"]), {"x": {"win": 2}}, {"m": choice})
    solution = solve(problem)
    assert [solution[f"count({w},+)"] for w in ("win", "cash")] == [3, 3]
    assert solution["tokens(-)"] == 1
    assert solution["P(win|+)"] == Fraction(4, 8)
    assert solution["P(x|-)"] == Fraction(1, 3) ** 2
    texts = [("+", "win win"), ("+", "win cash cash cash"), ("-", "cash")]
    assert solution["P(+|x)"] == solved(texts, "win win")["P(+|x)"]


@all_of(
    "value, told",
    [
        ("two", "query.x.win: expected how often it occurs, a whole number; got 'two'"),
        ("-1", "query.x.win: expected how often it occurs, a whole number; got '-1'"),
        ("1.5", "query.x.win: expected how often it occurs, a whole number; got '1.5'"),
    ],
)
def test_how_often_a_word_stands_is_a_whole_number(value: str, told: str) -> None:
    """A query of counts holds whole numbers that are not negative."""
    table = Table.from_rows([("1", "+"), ("0", "-")], ["win", "y"])
    with pytest.raises(InputError) as refusal:
        Problem(table, {"x": {"win": value}}, {"model": ModelChoice(family="multinomial")})
    assert str(refusal.value) == told


def test_only_whole_numbers_are_counted_as_words() -> None:
    """A column of words, or of fractions, is refused by name."""
    for cell in ("red", "1/2", "-1"):
        table = Table.from_rows([(cell, "+"), ("0", "-")], ["win", "y"])
        with pytest.raises(InputError, match=f"column 'win' holds '{cell}'; multinomial needs whole"):
            Problem(table, models={"model": ModelChoice(family="multinomial")})


TEXTS = st.lists(
    st.tuples(st.sampled_from("kl"), st.text("abc ", max_size=6)), min_size=1, max_size=5
).map(lambda texts: [("k", "a"), ("l", "b"), *texts])


@given(TEXTS, st.text("abc ", max_size=6), st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1)]))
@law(10)
def test_brute_force_over_letters(texts: list[tuple[str, str]], asked: str, lam: Fraction) -> None:
    """Letter by letter, (c + λ)/(n + 3λ) multiplied gives the likelihood; the order does not matter."""
    vocabulary = sorted({letter for _, text in texts for letter in text if letter != " "})
    documents = Documents.of(texts, split="letters")
    models = {"model": ModelChoice(Conventions(prior="uniform", smoothing=lam, coefficient=True))}
    solution = solve(Problem(documents, {"x": asked}, models))
    turned = solve(Problem(documents, {"x": asked[::-1]}, models))
    letters = [letter for letter in asked if letter in vocabulary]
    orders = Fraction(factorial(len(letters)))
    for times in Counter(letters).values():
        orders /= factorial(times)
    for label in "kl":
        spoken = "".join(text for own, text in texts if own == label).replace(" ", "")
        likelihood = orders
        for letter in letters:
            likelihood *= (spoken.count(letter) + lam) / (len(spoken) + lam * len(vocabulary))
        assert solution[f"P(x|{label})"] == turned[f"P(x|{label})"] == likelihood


@pytest.mark.parametrize(
    ("coefficient", "ids"),
    [(False, ["coefficient-added", "arrangements-without-repeats"]),
     (True, ["coefficient-missing", "arrangements-without-repeats"])],
)  # fmt: skip
def test_arrangements_are_a_mistake_where_they_are_not_counted(coefficient: bool, ids) -> None:
    """For "a a b" 3!/(2!·1!) is added or missing, or 3! alone is put in; a text of nothing has none."""
    said = Conventions(coefficient=coefficient)
    seen = Observation(bags=({"a": 2, "b": 1},))
    found = mistaken_factors(seen, said)
    assert [slip for slip, _ in found][1:] == ids
    before = [[spell(factor) for factor in factors if "!" in spell(factor)] for _, factors in found[1:]]
    assert before == [[] if coefficient else ["3! / (2! * 1!)"], ["3!"]]
    assert not mistaken_factors(Observation(), said)


def mistaken_factors(seen: Observation, said: Conventions) -> list[tuple[str, tuple[Expression, ...]]]:
    text = ObservedText(MULTINOMIAL, BAG, seen, PLUS, "", said)
    made = [(row.id, row.formulas["text"](text)) for row in MULTINOMIAL.misconceptions
            if "text" in row.formulas]  # fmt: skip
    return [(slip, factors) for slip, factors in made if factors]
