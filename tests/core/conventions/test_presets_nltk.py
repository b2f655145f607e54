"""The preset "nltk-3.10" beside NLTK itself, on 280 random problems.

NLTK's logarithms are floats and compared as such; its counts are whole numbers, so what they give is
compared exactly.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import log2, prod
from random import Random
from typing import Any

import nltk
import pytest
from nltk.classify import NaiveBayesClassifier
from nltk.probability import LidstoneProbDist
from tables_of_values import TENNIS
from valued import values

from exactnb import Conventions, ModelChoice, Problem, Table, solve
from exactnb.core.data.counts import Counts, count
from exactnb.core.expression.nodes import Integer
from exactnb.core.expression.results import Decision
from exactnb.errors import InputError
from exactnb.explain.derivation import Line, Rejected, Remark, verify
from exactnb.explain.solution.setting import problem_source

pytestmark = pytest.mark.exhaustive  # with packages of the extra `dev`
PRESET = "nltk-3.10"
CLASSES = ("spelt", "oat", "rye", "emmer", "barley")
COLUMNS = {  # what a feature may be worth in NLTK
    "sky": ("red", "grey", "blue"), "has(soup)": (True, False), "last letter": tuple("aeiou"),
    "size": (0, 1, 2, 3), "bit": (0, 1), "only": (1,), "says=no": (True,),
}  # fmt: skip
UNSEEN = ("violet", 17)
QUERIES = ("q1", "q2")
GAMMAS = ("1", "1/4", "3/2", "0.1")
SEEDS, PROBLEMS_PER_SEED = range(3), 28
HALF = Fraction(1, 2)

Features = dict[str, Any]
Row = tuple[Features, str]


@dataclass(frozen=True)
class Beside:
    """One problem in both packages; the queries are as NLTK sees them."""

    problem: Problem
    tool: NaiveBayesClassifier
    queries: list[Features]
    gamma: Fraction = HALF
    rows: tuple[Row, ...] = ()


def table_of(rows: Sequence[Row]) -> Table:
    """Return the rows as a table; what a row does not show is a missing cell."""
    columns = list(dict.fromkeys(column for features, _ in rows for column in features))
    cells = [(*(features.get(c, "") for c in columns), label) for features, label in rows]
    return Table.from_rows(cells, [*columns, "class"])


def problem_of(data: Table | Counts, queries: list[Features], **keys: Any) -> Problem:
    """Return the problem of some data, and of the features of queries that NLTK knows."""
    columns = data.schema.columns
    shown = [{c: value for c, value in query.items() if c in columns} for query in queries]
    asked = [{c: "None" if v is None else v for c, v in query.items()} for query in shown]
    choice = ModelChoice(Conventions(preset=PRESET, **keys))
    return Problem(data, query=dict(zip(QUERIES, asked, strict=False)), models={"model": choice})


def beside(rows: list[Row], queries: list[Features], gamma: str | None = None) -> Beside:
    """Return a problem with NLTK's default estimator, or with another γ, said beside the preset."""
    data = table_of(rows)
    if gamma is None:
        tool = NaiveBayesClassifier.train(rows)
        return Beside(problem_of(data, queries), tool, queries, rows=tuple(rows))

    def lidstone(counts: Any, bins: int | None = None) -> LidstoneProbDist:
        return LidstoneProbDist(counts, float(Fraction(gamma)), bins)

    tool = NaiveBayesClassifier.train(rows, estimator=lidstone)
    problem = problem_of(data, queries, smoothing=gamma)
    return Beside(problem, tool, queries, Fraction(gamma), tuple(rows))


def draw(random: Random) -> Beside:
    """Return a problem with up to five classes; rows leave features out, queries also add some."""
    classes = random.sample(CLASSES, random.randint(1, len(CLASSES)))
    labels = classes + random.choices(classes, k=random.randint(0, 12))
    columns = random.sample(list(COLUMNS), random.randint(1, 5))
    share = random.choice((1, 0.8, 0.5))  # of the features that a row shows
    rows = [
        ({c: random.choice(COLUMNS[c]) for c in columns if random.random() < share}, label)
        for label in labels
    ]
    rows[0][0].setdefault(columns[0], COLUMNS[columns[0]][0])
    random.shuffle(rows)
    asked = [[c for c in COLUMNS if random.random() < 0.7] for _ in QUERIES]
    queries = [{c: random.choice((*COLUMNS[c] * 2, *UNSEEN, None)) for c in shown} for shown in asked]
    return beside(rows, queries, random.choice(GAMMAS) if random.randrange(4) == 0 else None)


def counted(of: Beside, label: str, query: Features) -> Fraction:
    """Return P(label, query), exactly, from the whole numbers that NLTK has counted."""

    def lidstone(distribution: Any, sample: Any) -> Fraction:
        counts, bins = distribution.freqdist(), distribution._bins  # bins have no public name
        return (counts[sample] + of.gamma) / (counts.N() + bins * of.gamma)

    features = of.tool._feature_probdist
    known = ((features[label, c], v) for c, v in query.items() if (label, c) in features)
    return prod((lidstone(*each) for each in known), start=lidstone(of.tool._label_probdist, label))


def differences(of: Beside) -> list[str]:
    """Return in what the two packages differ."""
    found, labels = [], of.tool.labels()
    for query, features in zip(QUERIES, of.queries, strict=False):
        joints = values(of.problem, *(f"P({k},{query})" for k in labels))
        whole = [counted(of, k, features) for k in labels]
        if joints != whole:
            found.append(f"P({labels},{features}) = {joints}, not {whole}")
        distribution = of.tool.prob_classify(features)
        for k, ours in zip(
            labels, values(of.problem, *(f"P({k}|{query})" for k in labels)), strict=True
        ):
            logarithm, their = log2(ours.numerator) - log2(ours.denominator), distribution.logprob(k)
            if not abs(their - logarithm) <= 1e-9 * (1 + abs(logarithm)):
                found.append(f"log2 P({k}|{features}) = {logarithm}, not {their}")
        (decision,) = values(of.problem, f"argmax({query})")
        best = {k for k, joint in zip(labels, whole, strict=True) if joint == max(whole)}
        decided = of.tool.classify(features)  # rounding may break a tie of NLTK's floats
        if set(decision.labels) != best or decided not in best:
            found.append(f"argmax({features}) = {decision}, not {decided}")
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_random_problems_agree(seed: int) -> None:
    """Joints, posteriors and decisions are those of NLTK, and exactly those of its counts."""
    random = Random(seed)
    for _ in range(PROBLEMS_PER_SEED):
        of = draw(random)
        assert differences(of) == []
        counts = count(table_of(of.rows))
        assert differences(replace(of, problem=replace(of.problem, data=counts))) == []


def test_a_feature_that_a_row_lacks_has_a_value_there() -> None:
    """NLTK says 3/4 of two rows that lack a feature each, and so does the solution, in words too."""
    of = beside([({"win": "yes"}, "a"), ({"hello": "yes"}, "b")], [{"win": "yes"}])
    assert of.tool.prob_classify({"win": "yes"}).prob("a") == pytest.approx(0.75, rel=1e-12)
    assert differences(of) == []
    solution = solve(of.problem)
    assert solution["P(a|q1)"] == Fraction(3, 4)
    for form in ("text", "latex", "markdown", "html", "typst"):
        text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", solution.render(form)))
        assert "a missing cell of a row is a value, None" in text
        assert "A row without a value has the value None" in text


def test_the_rows_without_a_value_are_counted_anew() -> None:
    """A solution that counts the rows without a value wrongly is not verified."""
    rows = [({"win": "yes"}, "a"), ({"hello": "yes"}, "b"), ({"hello": "no"}, "b")]
    solution = solve(beside(rows, [{"win": "yes"}]).problem)
    derivation, source = solution.verified.derivation, problem_source(solution.problem)
    (first, *others) = derivation.steps
    (remark,) = (block for block in first.blocks if isinstance(block, Remark))
    lines = [part for part in remark.parts if isinstance(part, Line)]
    assert [line.right for line in lines] == [Integer(2), Integer(1)]
    wrong = Remark(tuple(replace(p, right=Integer(3)) if p is lines[0] else p for p in remark.parts))
    blocks = tuple(wrong if block is remark else block for block in first.blocks)
    forged = replace(derivation, steps=(replace(first, blocks=blocks), *others))
    verify(derivation, solution.quantities, source)
    with pytest.raises(Rejected, match="count"):
        verify(forged, solution.quantities, source)


def test_a_row_that_is_asked_shows_what_it_has() -> None:
    """A training row that lacks a feature is classified without it, as NLTK classifies its features."""
    rows = [({"win": "yes"}, "a"), ({"hello": "yes"}, "b"), ({"win": "no", "hello": "yes"}, "b")]
    of = beside(rows, [features for features, _ in rows[:2]])
    cells = [("r1", "yes", "", "a"), ("r2", "", "yes", "b"), ("r3", "no", "yes", "b")]
    by_row = replace(of.problem, data=Table.from_rows(cells, ["id", "win", "hello", "class"]))
    for at in (1, 2):
        assert values(by_row, f"P(a|r{at})") == values(of.problem, f"P(a|q{at})")


REFUSED: list[tuple[Any, dict[str, Any], str]] = [
    (
        [("x", "a"), ("y", "b")],
        {"classes": ["a", "b", "c"]},
        "class 'c' has no rows; under nltk-3.10 a class",
    ),
    ([("?", "a"), ("?", "b")], {}, "column 'win': no row has a value; under nltk-3.10 a column"),
]


@pytest.mark.parametrize(("rows", "choices", "told"), REFUSED)
def test_what_nltk_never_has_is_refused(rows: Any, choices: dict[str, Any], told: str) -> None:
    """A class without rows and a column without values are refused by name."""
    with pytest.raises(InputError, match=told):
        problem_of(Table.from_rows(rows, ["win", "class"], **choices), [])


def test_what_has_no_place_for_an_absence_is_refused() -> None:
    """A family of 0 and 1, or of numbers, has no third value, and no other model skips it beside."""
    table = Table.from_rows([("1", "a"), ("?", "b"), ("0", "b")], ["win", "class"])
    for family in ("bernoulli", "gaussian"):
        choice = ModelChoice(Conventions(preset=PRESET), family=family)
        with pytest.raises(InputError, match="'win': has missing cells, values under nltk"):
            Problem(table, models={"model": choice})
    both = {
        "model": ModelChoice(Conventions(smoothing=1)),
        "nltk": ModelChoice(Conventions(preset=PRESET)),
    }
    with pytest.raises(InputError, match=r"models\.nltk: takes a missing cell for a value"):
        Problem(table, models=both)
    full = Table.from_rows([("1", "a"), ("0", "b")], ["win", "class"])
    assert Problem(full, models=both).data == full


def test_a_value_that_no_row_has_is_no_bin() -> None:
    """Values that are only declared, such as the 1 beside 0, do not count; NLTK never saw them."""
    rows = [({"bit": 0, "sky": "red"}, "oat"), ({"bit": 0, "sky": "red"}, "rye")]
    assert differences(beside(rows, [{"bit": 1, "sky": "red"}])) == []
    declared = {"sky": ["red", "grey"]}
    table = Table.from_rows([("red", "oat"), ("red", "rye")], ["sky", "class"], values=declared)
    assert values(problem_of(table, []), "P(sky=red|oat)") == [Fraction(1)]


def test_the_version_beside_is_that_of_the_preset() -> None:
    """The NLTK that is compared with has the version that the preset names."""
    assert f"nltk-{nltk.__version__}".startswith(f"{PRESET}.")


def test_play_tennis_agrees() -> None:
    """On play tennis, NLTK's counts give P(No|x') = 10395/13606, and 7425/10636 in a fog."""
    header, *lines = TENNIS.strip().splitlines()
    _, *columns, _ = header.split()
    cells = [line.split()[1:] for line in lines]
    rows = [(dict(zip(columns, row, strict=False)), row[-1]) for row in cells]
    sunny = dict(zip(columns, ("Sunny", "Cool", "High", "Strong"), strict=True))
    of = beside(rows, [sunny, sunny | {"Outlook": "Fog"}])
    assert differences(of) == []
    expected = [Fraction(10395, 13606), Fraction(7425, 10636)]
    joints = [[counted(of, k, query) for k in ("No", "Yes")] for query in of.queries]
    assert [no / (no + yes) for no, yes in joints] == expected
    assert values(of.problem, "P(No|q1)", "P(No|q2)") == expected


def test_every_estimate_agrees() -> None:
    """Priors and estimates are NLTK's, of values that a class or the training data never shows too."""
    rows = [({"sky": "red"}, "oat"), ({"sky": "red"}, "oat"), ({"sky": "grey"}, "rye"), ({}, "rye")]
    of = beside(rows, [{"sky": "blue"}])
    prior, features = of.tool._label_probdist, of.tool._feature_probdist
    names = ["P(oat)", *(f"P(sky={value}|oat)" for value in ("red", "grey", "None")), "P(q1|oat)"]
    expected = [HALF, *(Fraction(n, 7) for n in (5, 1, 1, 1))]
    assert values(of.problem, *names) == expected
    theirs = [features["oat", "sky"].prob(value) for value in ("red", "grey", None, "blue")]
    assert [prior.prob("oat"), *theirs] == pytest.approx([float(p) for p in expected], rel=1e-9)


def test_a_feature_that_was_never_seen_is_left_out_by_nltk() -> None:
    """NLTK overlooks a feature without training data; here it is refused by name."""
    rows = [({"sky": "red"}, "oat"), ({"sky": "grey"}, "rye")]
    of = beside(rows, [{"sky": "red", "moon": "new"}])
    assert differences(of) == []
    assert values(of.problem, "P(oat|q1)") == [Fraction(3, 4)]
    with pytest.raises(InputError, match="moon: unknown column"):
        replace(of.problem, query={"q1": of.queries[0]})


def test_a_tie_is_reported_whole() -> None:
    """Of classes that tie, NLTK decides for the last label in sorted order; here all are named."""
    of = beside([({"sky": "red"}, "rye"), ({"sky": "red"}, "oat")], [{"sky": "red"}])
    assert of.tool.classify({"sky": "red"}) == "rye"
    assert values(of.problem, "argmax(q1)") == [Decision(("rye", "oat"))]
