"""Summaries that know a part: likelihoods of some words, columns with totals of their own."""

from __future__ import annotations

from fractions import Fraction

import pytest
from thoroughness import all_of

from exactnb import Problem, solve
from exactnb.core.data.summaries import read_counts
from exactnb.core.problem.problem_file import read_problem_text
from exactnb.errors import InputError

WORDS = """[data]
parameters = '''
mail  | spam | ham
prior | 1/2  | 1/2
win   | 1/10 | 1/100
money | 20%  | 0.02
'''
[model]
family = "multinomial"
"""


def of_words(more: str) -> Problem:
    return read_problem_text(Problem, WORDS + more)


def test_words_without_a_number_are_one_word_with_the_rest() -> None:
    """P(other|k) is 1 less the others, and every further word of a text counts as it."""
    problem = of_words('other_words = true\n[query]\nx = "win zzz other money"\n')
    solution = solve(problem)
    assert solution["P(other|spam)"] == Fraction(7, 10)
    spam = Fraction(1, 2) * Fraction(1, 10) * Fraction(1, 5) * Fraction(7, 10) ** 2
    ham = Fraction(1, 2) * Fraction(1, 100) * Fraction(2, 100) * Fraction(97, 100) ** 2
    assert solution["P(spam|x)"] == spam / (spam + ham)
    assert "each further word is the word “other”" in " ".join(solution.text().split())


OFFER = "the probabilities of the words add up to 3/10, not to 1; other_words = true makes all others"
REFUSED_WORDS = [
    ("", f"class 'spam': {OFFER}"),
    ("other_words = 1", "model.other_words"),
    ("other_words = true\n[models.b]\nother_words = true", "models.b.other_words: goes into [model]"),
]


@all_of("more, message", REFUSED_WORDS)
def test_other_words_that_are_refused(more: str, message: str) -> None:
    """One line says where, and offers the key."""
    with pytest.raises(InputError) as error:
        of_words(more)
    assert message in str(error.value)


@all_of(
    "old, new, message",
    [
        ("money | 20%  | 0.02", "other | 1/5 | 1/5", "model.other_words: 'other' has a row already"),
        ("20%", "95%", "class 'spam': the probabilities of the words add up to 21/20, more than 1"),
        ("multinomial", "bernoulli", "other_words needs words that are drawn"),
        ("parameters", "counts", "needs the probabilities of words in data.parameters"),
    ],
)
def test_other_words_need_words_that_are_drawn(old: str, new: str, message: str) -> None:
    """A row `other`, more than 1, presence and counts are refused."""
    text = WORDS.replace(old, new) + "other_words = true\n"
    with pytest.raises(InputError) as error:
        read_problem_text(
            Problem, text.replace("prior | 1/2  | 1/2", "total | 2 | 2") if new == "counts" else text
        )
    assert message in str(error.value)


COUNTS = """play | yes | no
total | 9 | 5
sky=sun | 2 | 3
sky=rain | 6 | 2
total(sky) | 8 | 5
windy=1 | 3 | 3
total(windy) | 9 | 4
sum(x) | 18 | 10
squares(x) | 100 | 40
total(x) | 6 | 4
"""


def test_a_column_has_totals_of_its_own() -> None:
    """Shares, variances and the value that is left out are of the rows that show the column."""
    problem = Problem(read_counts(COUNTS), query={"q": {"sky": "sun"}}, families={"x": "gaussian"})
    solution = solve(problem)
    values = {
        "P(yes)": "9/14", "P(sky=sun|yes)": "2/8", "P(sky=sun|no)": "3/5", "P(windy=0|no)": "1/4",
        "mean(x|yes)": "3", "variance(x|no)": "15/4", "P(no|q)": "4/7",
    }  # fmt: skip
    assert {name: solution[name] for name in values} == {n: Fraction(v) for n, v in values.items()}


@all_of(
    "old, new, message",
    [
        (
            "total(sky) | 8 | 5\n",
            "",
            "counts add up to 8, the total is 9; a row total(sky) says in how",
        ),
        ("total(sky) | 8", "total(sky) | 7", "counts add up to 8, more than the total 7"),
        ("total(sky) | 8", "total(sky) | 10", "10 is more than the total 9"),
        ("total | 9 | 5\n", "", "total(sky) needs a row 'total', of all rows"),
        ("total(x)", "total(y)", "no other row is about 'y'"),
        ("total(x) | 6", "total(x) | 3", "squares(x) of 100 is less than sum(x)²/total allows"),
        ("total(x) | 6", "total(x) | -6", "total is not negative; got -6"),
        ("total(x) | 6 | 4", "total(x) | 6 | 4\ntotal(x) | 6 | 4", "row 'total(x)' is there twice"),
    ],
)
def test_totals_that_are_refused(old: str, new: str, message: str) -> None:
    """A total says what it is compared with."""
    assert old in COUNTS
    with pytest.raises(InputError) as error:
        read_counts(COUNTS.replace(old, new))
    assert message in str(error.value)
