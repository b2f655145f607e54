"""The laws of lda, qda and spherical columns: an independent oracle, maps, families, counts."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from blocks_drawn import (
    CELL,
    BlockOracle,
    Values,
    answers,
    blocks,
    dependent,
    invertible,
    mapped,
    pair_of,
    similar,
    solved,
    summed,
)
from hypothesis import assume, given
from hypothesis import strategies as st
from measured import (
    agrees,
    alike,
    assert_scores,
    decision,
    different,
    exactly,
    same_posteriors,
)
from numbers_drawn import Row, number
from numbers_oracle import label, spelled, total
from thoroughness import law

from exactnb import Conventions, ModelChoice, Problem, count, solve
from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.matrices import Matrix, Vector
from exactnb.core.data.summaries import read_counts, read_parameters
from exactnb.core.expression.results import are_equal
from exactnb.errors import InputError

LAW = law(4, exhaustive=5)


@LAW
@given(case=blocks())
def test_parameters_are_those_of_the_rows(case):
    """Means, covariances and precisions are the fractions that the rows give, in either order."""
    solution, oracle = solve(case.problem()), BlockOracle(case)
    for name, expected in oracle.parameters().items():
        assert solution[name] == expected, name
        if name.startswith("covariance"):
            pair, bar, behind = name[len("covariance(") : -1].partition("|")
            one, other = pair.split(",")
            assert solution[f"covariance({other},{one}{bar}{behind})"] == expected
    for k in case.classes if case.family != "spherical" else ():
        matrix, size = oracle.covariance(k), range(len(case.columns))
        inverse = [solved(matrix, [Fraction(i == j) for i in size]) for j in size]
        place = "" if case.family == "lda" else f"({label(k)})"
        assert solution[f"mean({label(k)})"] == Vector(oracle.means(k))
        assert solution[f"covariance{place}"] == Matrix(matrix)
        assert solution[f"precision{place}"] == Matrix(tuple(zip(*inverse, strict=True)))


@LAW
@given(case=blocks())
def test_densities_and_joints_are_those_of_the_oracle(case):
    """Each density and joint, of all columns or of some, is the oracle's score, and its 60 digits."""
    assert_scores(solve(case.problem()), BlockOracle(case))


@LAW
@given(case=blocks())
def test_posteriors_and_odds_are_those_of_the_oracle(case):
    """Posteriors have the oracle's 60 digits and its quotients exactly, and add up to exactly 1."""
    solution, oracle = Values(case.problem()), BlockOracle(case)
    k, other, pair = pair_of(case)
    for query, cells in case.queries.items():
        joints = oracle.joints(cells)
        assert joints is not None
        assert agrees(solution[f"P({query})"], total(joints))
        found = {j: solution[f"P({label(j)}|{query})"] for j in case.classes}
        assert all(agrees(value, oracle.posterior(cells, j)) for j, value in found.items())
        assert are_equal(values.add(found.values()), Fraction(1))
        odds = oracle.joint(cells, k).over(oracle.joint(cells, other))
        assert are_equal(values.divide(found[k], found[other]), exactly(odds))
        assert are_equal(solution[f"odds({pair}|{query})"], exactly(odds))
        half = values.multiply([Fraction(1, 2), values.logarithm(odds.square)])
        log_odds = values.add([odds.power, half])
        assert are_equal(solution[f"log_odds({pair}|{query})"], log_odds)
        if case.family != "spherical" and cells:
            scores = [solution[f"score({label(j)}|{query})"] for j in (k, other)]
            assert are_equal(values.add([scores[0], values.negate(scores[1])]), log_odds)


@LAW
@given(case=blocks())
def test_decisions_are_those_of_the_oracle(case):
    """The winner is the class of the greatest score, in a solution and in fast decisions."""
    problem, oracle = case.problem(), BlockOracle(case)
    for query, cells in case.queries.items():
        assert Values(problem)[f"argmax({query})"] == decision(oracle.winners(cells))
    points = [row.cells for row in case.rows]
    points += [
        {c: str((number(one[c]) + number(other[c])) / 2) for c in case.names}
        for one, other in pairwise(points)
    ]  # fmt: skip
    for cells in (*case.queries.values(), *points):
        assert problem.decide(cells) == (oracle.winners(cells) or ())


@LAW
@given(case=blocks(full=True), data=st.data())
def test_a_tie_is_seen_in_a_mirror(case, data):
    """A class whose rows are those of another, mirrored in the query, ties with it exactly."""
    query = {name: number(x) for name, x in case.queries["s"].items()}
    image, seen = data.draw(st.permutations(case.classes))[:2]
    kept = [row for row in case.rows if row.label != image]
    mirrored = [
        Row(image, {c: str(2 * x - number(row.cells[c])) for c, x in query.items()}, row.weight)
        for row in kept if row.label == seen
    ]  # fmt: skip
    prior = "uniform" if case.prior == "given" else case.prior
    case = replace(case, rows=(*kept, *mirrored), prior=prior, tie="report")
    assume(not BlockOracle(case).singular())
    solution, winners = Values(case.problem()), BlockOracle(case).winners(case.queries["s"])
    assert alike(solution[f"P({label(image)}|s)"], solution[f"P({label(seen)}|s)"])
    assert (image in winners) == (seen in winners)
    assert solution["argmax(s)"] == decision(winners)
    assert case.problem().decide(case.queries["s"]) == winners


@law(7, 12)
@given(case=dependent())
def test_singular_covariances_are_refused_and_no_others(case):
    """What has no inverse is refused, with a combination of columns that is the same in all rows."""
    oracle = BlockOracle(case)
    singular = oracle.singular()
    if not singular or case.family == "spherical":
        assert Values(case.problem())["argmax(s)"] == decision(oracle.winners(case.queries["s"]))
        return
    with pytest.raises(InputError) as caught:
        solve(case.problem())
    said = re.fullmatch(
        "the covariance(?: of class '(.*)')? is (zero|singular): (.*)", caught.value.message
    )
    assert said, caught.value.message
    assert said[1] == (singular[0] if case.family == "qda" else None)
    if said[2] == "zero":
        assert not any(map(any, oracle.covariance(singular[0])))
        return
    terms = re.findall(r"([−+]?) ?(?:(\d+)·)?'([^']*)'", said[3])
    assert terms
    for k in [said[1]] if said[1] else case.classes:
        sums = {
            sum((-1) ** (sign == "−") * int(by or 1) * number(row.cells[c]) for sign, by, c in terms)
            for row in case.rows if row.label == k
        }  # fmt: skip
        assert len(sums) == 1


@LAW
@given(case=blocks(full=True), data=st.data())
def test_the_frame_of_reference_does_not_matter(case, data):
    """Maps x ↦ Ax + b change no posterior and no decision; for spherical, those that keep angles."""
    size = len(case.columns)
    matrix = data.draw(similar(size) if case.family == "spherical" else invertible(size))
    shift = data.draw(st.lists(CELL.map(number), min_size=size, max_size=size))
    same_posteriors(Values(mapped(case, matrix, shift).problem()), Values(case.problem()), case)


@pytest.mark.exhaustive
@LAW
@given(case=blocks(), data=st.data())
def test_the_order_of_rows_classes_and_columns_does_not_matter(case, data):
    """Rows, classes and columns in another order give the same parameters and answers."""
    case = replace(case, tie="report")
    rows, classes, columns = (
        tuple(data.draw(st.permutations(of))) for of in (case.rows, case.classes, case.columns)
    )
    queries = {q: dict(reversed(cells.items())) for q, cells in case.queries.items()}
    other = replace(case, rows=rows, classes=classes, columns=columns, queries=queries)
    assert different(answers(other, like=case), answers(case)) == []


@LAW
@given(case=blocks(), data=st.data())
def test_forgetting_a_row_is_refitting(case, data):
    """The counts of all rows less those of one say what the table without that row says."""
    at = data.draw(st.integers(0, len(case.rows) - 1))
    case = replace(case, prior="smoothed" if case.prior == "mle" else case.prior)
    fewer = replace(case, rows=(*case.rows[:at], *case.rows[at + 1 :]))
    assume(not BlockOracle(fewer).singular())
    table = case.table()
    before, one, after = (table.rows[:at], table.rows[at : at + 1], table.rows[at + 1 :])
    some, rest, every = (
        count(replace(table, rows=rows), [case.names]) for rows in (one, (*before, *after), table.rows)
    )
    assert every - some == rest
    assert rest + some == every
    assert different(answers(case, every - some), answers(fewer)) == []


@LAW
@given(case=blocks())
def test_sums_and_products_say_as_much_as_rows(case):
    """Totals, sums, squares and products of two columns have the answers of the rows."""
    oracle = BlockOracle(case)
    lines = ["kind | " + " | ".join(case.classes)]
    for head, names in {"total": (), **summed(case.names)}.items():
        lines.append(" | ".join([head, *(str(oracle.added(names, k)) for k in case.classes)]))
    counts = read_counts("\n".join(lines))
    assert different(answers(case, counts), answers(case)) == []


@LAW
@given(case=blocks(["lda", "qda"]))
def test_given_parameters_say_as_much_as_their_estimates(case):
    """Means, variances and covariances that are given have the answers of the rows."""
    oracle = BlockOracle(case)
    lines = ["kind | " + " | ".join(case.classes)]
    lines.append(" | ".join(["prior", *(str(oracle.prior(k)) for k in case.classes)]))
    for i, name in enumerate(map(spelled, case.names)):
        lines.append(" | ".join([f"mean({name})", *(str(oracle.means(k)[i]) for k in case.classes)]))
        for j, other in enumerate(case.names[: i + 1]):
            pair = f"variance({name})" if i == j else f"covariance({name},{spelled(other)})"
            found = [str(oracle.covariance(k)[i][j]) for k in case.classes]
            lines.append(" | ".join([pair, *found]))
    choice = ModelChoice(Conventions(tie=case.tie), family=case.family)
    told = Problem(read_parameters("\n".join(lines)), query=case.queries, models={"model": choice})
    same_posteriors(Values(told), Values(case.problem()), case)


@law(4)
@given(case=blocks(columns=[2], classes=[2]))
def test_accuracy_left_out_is_what_refitting_gives(case):
    """Each row is decided by all the others; where their covariance is singular, for no class."""
    rights = Fraction(0)
    for at, row in enumerate(case.rows):
        others = BlockOracle(replace(case, rows=(*case.rows[:at], *case.rows[at + 1 :])))
        if case.family == "spherical" or not others.singular():
            rights += row.weight * (others.winners(row.cells) == (row.label,))
    assert Values(case.problem())["accuracy_left_out"] == rights / sum(row.weight for row in case.rows)
