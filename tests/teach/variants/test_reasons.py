"""Why a mistake has no value of its own: each reason in the smallest case in which it arises."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import SimpleNamespace

import pytest
from thoroughness import all_of

from exactnb import Problem
from exactnb.core.families.protocol import Misconception
from exactnb.core.problem.questions import Question
from exactnb.explain.solution.solved_quantities import default_quantities
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.grading.discrimination import Discrimination, MisconceptionRow, discrimination
from exactnb.teach.grading.targets import Target
from exactnb.teach.variants.reasons import (
    Undistinguished,
    Why,
    _further_questions,
    find_undistinguished,
)
from exactnb.teach.variants.visibility import Visibility

EVEN = """
data.table = '''
a b class
u s +
v r +
u s -
v t -
'''
query.x = { a = "u" }
"""
UNEVEN = EVEN.replace("u s +\n", "u s +\nu t +\n", 1)
"""One row more of the class +, so that its prior is 3/5."""


def matrix(**places: Mapping[str, int]) -> Discrimination:
    """Return a matrix by hand: for each misconception the place of its value in each question."""
    rows = tuple(
        MisconceptionRow(Alternative((Misconception(name.replace("_", "-"), "", ""),)), of)
        for name, of in places.items()
    )
    questions = tuple(dict.fromkeys(question for of in places.values() for question in of))
    sharing: dict[tuple[str, int], list[MisconceptionRow]] = {}
    for row in rows:
        for question in questions:
            sharing.setdefault((question, row.value_index(question)), []).append(row)
    values = {question: tuple(Target(Fraction(at)) for at in range(9)) for question in questions}
    return Discrimination(questions, values, rows, {at: tuple(of) for at, of in sharing.items()})


class Levels(dict[str, Visibility]):
    """Levels that stay as they are when values are graded."""

    @property
    def possible(self) -> Mapping[str, Visibility]:
        return self


@dataclass(eq=False)
class Draw:
    """A draw of which it is known how well each misconception shows."""

    levels: Levels = field(default_factory=Levels)
    matrix: Discrimination = field(default_factory=matrix)


@dataclass
class Search:
    """A search whose draws were made by hand: `wide` ones, and some of another `shape`."""

    attainable_levels: Mapping[str, Visibility]
    pilot_draws: Sequence[Draw] = ()
    promising_draws: Sequence[Draw] = ()
    wide: Sequence[str] = ()
    shape: Sequence[str] = ()
    asked: Sequence[str] = ("P(+)",)
    drawings: list[tuple[str, int, bool]] = field(default_factory=list)

    @property
    def template(self) -> SimpleNamespace:
        return SimpleNamespace(questions=[Question(of, of) for of in self.asked])

    def sampled_problems(self, name: str, count: int, *, even: bool) -> Iterator[Problem]:
        self.drawings.append((name, count, even))
        yield from map(Problem.from_text, {"questions": self.wide, "shape": self.shape}[name])


def reasons(search: Search) -> dict[str, tuple[Why, str]]:
    """Return why each misconception is not told, and the question that would help."""
    return {each.name: (each.why, each.question) for each in find_undistinguished(search)}  # type: ignore[arg-type]


def test_where_all_is_told_nothing_is_drawn() -> None:
    """What every variant tells alone needs no reason."""
    search = Search({"prior-forgotten": Visibility.ALONE, "complement": Visibility.ALONE})
    assert find_undistinguished(search) == ()  # type: ignore[arg-type]
    assert not search.drawings


def test_draws_are_made_for_questions_and_for_sizes_of_classes() -> None:
    """Six with more questions and the same sizes, six with other sizes and the same questions."""
    search = Search({"prior-forgotten": Visibility.HIDDEN})
    assert reasons(search) == {"prior-forgotten": ("never", "")}
    assert sorted(search.drawings) == [("questions", 6, True), ("shape", 6, False)]


def test_what_some_draws_tell_is_left_to_chance() -> None:
    """A draw of the pilot in which it stands alone is enough; one where it does not is not."""
    able = {"complement": Visibility.SHEET, "other-class": Visibility.SHEET}
    pilot = [
        Draw(Levels({"complement": Visibility.ALONE, "other-class": Visibility.SHEET})),
        Draw(Levels({"complement": Visibility.SHEET})),
    ]
    found = reasons(Search(able, pilot))
    assert found == {"complement": ("chance", ""), "other-class": ("never", "")}


def test_classes_of_other_sizes_tell_a_uniform_prior() -> None:
    """Of P(+) = 2/4 it is right; of 3/5 it is 1/2, as nothing else."""
    able = {"prior-taken-uniform": Visibility.HIDDEN, "prior-forgotten": Visibility.ALONE}
    assert reasons(Search(able, shape=[UNEVEN])) == {"prior-taken-uniform": ("shape", "")}
    assert reasons(Search(able, shape=[EVEN])) == {"prior-taken-uniform": ("never", "")}
    assert reasons(Search(able, shape=[EVEN, UNEVEN])) == {"prior-taken-uniform": ("shape", "")}
    hidden = Search(
        {"smoothing-added": Visibility.HIDDEN}, shape=[UNEVEN]
    )  # the questions stay the same
    assert reasons(hidden) == {"smoothing-added": ("never", "")}
    both = Search(able, shape=[UNEVEN], wide=[UNEVEN])  # another question is not named then
    assert reasons(both) == {"prior-taken-uniform": ("shape", "")}
    chance = [Draw(Levels({"prior-taken-uniform": Visibility.ALONE}))]
    assert reasons(Search(able, chance, shape=[UNEVEN]))["prior-taken-uniform"][0] == "chance"


@pytest.mark.exhaustive
def test_another_question_tells_what_the_prior_does_not() -> None:
    """Asked for P(+) alone, nobody can add λ: P(b=r|+) = 1/2 would show it as 2/5."""
    able = {"smoothing-added": Visibility.HIDDEN}
    ((why, question),) = reasons(Search(able, wide=[EVEN])).values()
    assert why == "questions"
    assert question == best_question("smoothing-added", [EVEN], asked=("P(+)",))
    # where that is asked already, another one is named
    ((_, other),) = reasons(Search(able, wide=[EVEN], asked=("P(+)", question))).values()
    assert other == best_question("smoothing-added", [EVEN], asked=("P(+)", question))
    assert other not in ("", question)
    by_chance = Search(able, [Draw(Levels({"smoothing-added": Visibility.ALONE}))], wide=[EVEN])
    assert reasons(by_chance) == {"smoothing-added": ("chance", question)}


def best_question(name: str, texts: Sequence[str], asked: Sequence[str]) -> str:
    """Return the question, not asked yet, in which a misconception stands alone in most problems."""
    problems = [Problem.from_text(text) for text in texts]
    names = [str(each) for each in default_quantities(problems[0]) if str(each) not in asked]
    often = []
    for question in names:
        alone = 0
        for problem in problems:
            made = discrimination(problem, [Question(question, question)])
            alone += any(row.name == name and made.distinguishing_questions(row) for row in made.rows)
        often.append(alone)
    return names[often.index(max(often))] if any(often) else ""


@pytest.mark.exhaustive
def test_the_question_is_the_one_that_helps_most_often() -> None:
    """Of three draws the question is named that tells it in most of them."""
    more = EVEN.replace("v t -", "u t -").replace("u s +", "v s +")
    texts = [EVEN, more, UNEVEN]
    names = "smoothing-added", "conditional-swapped", "complement", "prior-taken-uniform"
    for name in names:
        found = reasons(Search({name: Visibility.TOGETHER}, wide=texts))[name]
        expected = best_question(name, texts, asked=("P(+)",))
        assert found == (("questions", expected) if expected else ("never", "")), name


def test_a_draw_that_cannot_be_asked_is_passed_over() -> None:
    """A problem without the class + has no such question: the next draw tells."""
    other = EVEN.replace("+", "other")
    able = {"prior-taken-uniform": Visibility.HIDDEN}
    assert reasons(Search(able, shape=[other, UNEVEN]))["prior-taken-uniform"][0] == "shape"
    assert reasons(Search(able, shape=[other]))["prior-taken-uniform"][0] == "never"


def test_the_company_is_the_least_that_leads_to_the_same_values() -> None:
    """Of the draws in which it is wrong with others: the fewest, most often met, first by name."""
    one = matrix(a={"p": 1}, b={"p": 1}, c={"p": 1}, d={"p": 2})
    two = matrix(a={"p": 1}, c={"p": 1}, b={"p": 3})
    three = matrix(a={"p": 1}, b={"p": 1}, c={"p": 2})
    alone = matrix(a={"p": 1}, b={"p": 2})
    hidden = matrix(a={"p": 0}, b={"p": 0})

    def company(*matrices: Discrimination) -> tuple[str, ...]:
        pilot = [Draw(Levels(), each) for each in matrices]
        (found,) = find_undistinguished(Search({"a": Visibility.TOGETHER}, pilot))  # type: ignore[arg-type]
        assert (found.name, found.visibility) == ("a", Visibility.TOGETHER)
        return found.company

    assert company(one) == ("b", "c")
    assert company(one, one, two) == ("c",)
    assert company(two, three) == ("b",)
    assert company(three, two, two) == ("c",)
    assert company(alone, hidden) == ()
    assert company(alone, one) == company(hidden, one) == ("b", "c")
    twice = matrix(a={"p": 1}, b={"p": 1}, e={"p": 2})
    assert company(twice) == ("b",)


V = Visibility


@all_of(
    "told, why, question, reason",
    [
        (V.HIDDEN, "never", "", "leads to the right values; no question changes that"),
        (V.HIDDEN, "shape", "",
         "leads to the right values; classes of other sizes would change that"),
        (V.TOGETHER, "questions", "", "leads to the same values as b, c; other questions would "
         "change that"),
        (V.TOGETHER, "questions", "P(x)", "leads to the same values as b, c; asking P(x) would "
         "change that"),
        (V.SHEET, "chance", "", "shares each of its values with another mistake; few draws are "
         "otherwise, too few to demand it"),
        (V.SHEET, "chance", "P(x)", "shares each of its values with another mistake; few draws "
         "are otherwise, too few to demand it; asking P(x) helps"),
    ],
)  # fmt: skip
def test_a_reason_in_words(told: Visibility, why: Why, question: str, reason: str) -> None:
    """How it shows, why it does not show better, and what to ask."""
    found = Undistinguished("a (column b)", told, ("b", "c"), why, question)
    assert found.reason == reason
    assert str(found) == f"a (column b): {reason}"


def test_what_is_asked_under_a_name_does_not_help() -> None:
    """P(Yes,x) is a question of the sheet, whatever its id is: it is no further one."""
    problem = Problem.read("worked_examples/homework/sheet.toml")
    quantities = {str(problem.scope.resolve(each.quantity)) for each in problem.questions}
    further = {each.quantity for each in _further_questions(problem, problem.questions)}
    assert "P(Yes,x)" in quantities
    assert quantities.isdisjoint(further)
