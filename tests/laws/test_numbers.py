"""The laws of columns of numbers: an independent oracle, invariances, counts, names and printing."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import inf

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from measured import (
    agrees,
    alike,
    assert_scores,
    decision,
    different,
    exactly,
    right,
    same_posteriors,
)
from numbers_drawn import POOLS, Cells, Column, Drawn, Row, cases, number, positive, with_cells
from numbers_oracle import Interval, Oracle, Worth, label, spelled, total
from thoroughness import all_of, law

from exactnb import Conventions, ModelChoice, Problem, Solution, Table, count, solve
from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.data.summaries import read_counts, read_parameters
from exactnb.core.expression.results import Decision, Value, are_equal
from exactnb.core.families import family
from exactnb.errors import ExactnbError, InputError

LAW = law(4, exhaustive=5)


def answers(solution: Solution, case: Drawn) -> dict[str, Value]:
    """Return the parameters, posteriors and decisions, by name."""
    names = list(Oracle(case).parameters())
    for query in case.queries:
        names += [f"P({label(k)}|{query})" for k in case.classes]
        names += [f"argmax({query})"]
    return {name: solution[name] for name in names}


@LAW
@given(case=cases())
def test_parameters_are_those_of_the_rows(case):
    """Priors, means, variances, rates and probabilities are the fractions that the rows give."""
    solution = solve(case.problem())
    for name, expected in Oracle(case).parameters().items():
        if expected is None or expected == inf:
            assert solution[name] == (values.UNDEFINED if expected is None else values.INFINITY), name
        else:
            assert solution[name] == expected, name


@LAW
@given(case=cases(["gaussian"], discrete=False))
def test_a_standard_deviation_is_the_root_of_a_variance(case):
    """The standard deviation stands under the name of the variance, and its square is the variance."""
    solution = solve(case.problem())
    for name, expected in Oracle(case).parameters().items():
        if name.startswith("variance"):
            found = solution[name.replace("variance", "sd", 1)]
            assert are_equal(values.multiply([found, found]), solution[name])
            assert found == values.UNDEFINED if expected is None else values.sign(found) >= 0


@LAW
@given(case=cases())
def test_factors_and_joints_are_those_of_the_oracle(case):
    """Each density, likelihood and joint is the oracle's score exactly, and so are its 60 digits."""
    assert_scores(solve(case.problem()), Oracle(case))


@LAW
@given(case=cases())
def test_evidence_and_posteriors_agree_with_intervals(case):
    """Evidence and posteriors are rational when they should be, else right to the last of 60 digits."""
    solution, oracle = solve(case.problem()), Oracle(case)
    for query, cells in case.queries.items():
        joints = oracle.joints(cells)
        assert agrees(solution[f"P({query})"], None if joints is None else total(joints))
        for k in case.classes:
            assert agrees(solution[f"P({label(k)}|{query})"], oracle.posterior(cells, k))


@LAW
@given(case=cases())
def test_decisions_are_those_of_the_oracle(case):
    """The winner is the class of the greatest score; equal scores are a tie, and nothing else is."""
    solution, oracle = solve(case.problem()), Oracle(case)
    for query, cells in case.queries.items():
        assert solution[f"argmax({query})"] == decision(oracle.winners(cells))


@LAW
@given(case=cases())
def test_odds_are_quotients_of_scores(case):
    """Odds, likelihood ratios and log-odds of any two classes are those of the oracle's scores."""
    solution, oracle = solve(case.problem()), Oracle(case)
    for query, cells in case.queries.items():
        k, other = case.classes[:2]
        pair = f"{spelled(k)}:{spelled(other)}|{query}"
        found = {"odds": oracle.joint, "lr": oracle.likelihood}
        for name, of in found.items():
            above, below = of(cells, k), of(cells, other)
            quotient = values.divide(exactly(above), exactly(below))
            assert are_equal(solution[f"{name}({pair})"], quotient)
        above, below = oracle.joint(cells, k), oracle.joint(cells, other)
        if above and below and above.square and below.square:
            odds = above.over(below)
            half = values.multiply([Fraction(1, 2), values.logarithm(odds.square)])
            assert are_equal(solution[f"log_odds({pair})"], values.add([odds.power, half]))


@LAW
@given(case=cases())
def test_posteriors_add_up_to_one(case):
    """The posteriors of all classes add up to exactly 1, if they are defined."""
    solution, oracle = solve(case.problem()), Oracle(case)
    for query, cells in case.queries.items():
        whole = values.add([solution[f"P({label(k)}|{query})"] for k in case.classes])
        expected = None if oracle.winners(cells) is None else Fraction(1)
        assert whole == values.UNDEFINED if expected is None else are_equal(whole, expected)


@LAW
@given(case=cases(["gaussian", "gaussian", "poisson"]), data=st.data())
def test_a_tie_is_seen_in_a_mirror(case, data):
    """A class whose Gaussian cells mirror those of another, about the query, ties with it exactly."""
    query = case.queries["s"]
    columns = [c.name for c in case.columns if c.family == "gaussian" and c.name in query]
    mirrored, seen = data.draw(st.permutations(case.classes))[:2]

    def mirror(row: Row) -> Row:
        about = {c: 2 * number(query[c]) - number(row.cells[c]) for c in columns if c in row.cells}
        image = with_cells(row, {c: str(x) for c, x in about.items()})
        return replace(image, label=mirrored)

    kept = tuple(row for row in case.rows if row.label != mirrored)
    images = tuple(mirror(row) for row in kept if row.label == seen)
    prior = "uniform" if case.prior == "given" else case.prior
    case = replace(case, rows=(*kept, *images), prior=prior, tie="report")
    assume(any(row.weight for row in case.rows))
    solution = solve(case.problem())
    assert alike(solution[f"P({label(mirrored)}|s)"], solution[f"P({label(seen)}|s)"])
    found = solution["argmax(s)"]
    assert found == decision(Oracle(case).winners(query))
    if isinstance(found, Decision):
        assert (mirrored in found.labels) == (seen in found.labels)


@LAW
@given(
    case=cases(["gaussian"], epsilon=False), shift=st.sampled_from(("3", "-1/7", "1/2")), by=positive()
)
def test_units_of_a_gaussian_column_do_not_matter(case, shift, by):
    """Shifting and scaling Gaussian columns, all that share a variance together, changes nothing."""
    columns = [c.name for c in case.columns if c.family == "gaussian"]
    columns = columns if case.share in ("features", "all") else columns[:1]
    same_answers(case, moved(case, columns, by, Fraction(shift)))


@LAW
@given(case=cases(["gaussian"]), shift=st.sampled_from(("3", "-1/7", "1/2")))
def test_the_zero_of_a_gaussian_column_does_not_matter(case, shift):
    """Shifting one Gaussian column alone changes nothing, whatever it shares and whatever is added."""
    columns = [c.name for c in case.columns if c.family == "gaussian"][:1]
    same_answers(case, moved(case, columns, Fraction(1), Fraction(shift)))


@LAW
@given(case=cases(["exponential", "exponential", "gaussian"]), by=positive())
def test_units_of_an_exponential_column_do_not_matter(case, by):
    """Scaling an exponential column changes no posterior and no decision."""
    columns = [c.name for c in case.columns if c.family == "exponential"][:1]
    assume(columns)
    same_answers(case, moved(case, columns, by, Fraction(0)))


@LAW
@given(case=cases(["poisson", "poisson", "gaussian"], timed=True, full=True), by=positive())
def test_units_of_an_exposure_do_not_matter(case, by):
    """Scaling a column of exposures changes no posterior, where no Gamma prior is in its unit."""
    columns = [c.exposure_column for c in case.columns if c.exposure_column]
    assume(columns)
    case = replace(case, gammas={})
    same_answers(case, moved(case, columns[:1], by, Fraction(0)))


def moved(case: Drawn, columns: list[str], by: Fraction, shift: Fraction) -> Drawn:
    """Return the case with other units in some columns, of the rows and of the queries."""

    def there(cells: Cells) -> Cells:
        return {c: str(by * number(x) + shift) if c in columns else x for c, x in cells.items()}

    rows = tuple(replace(row, cells=there(row.cells)) for row in case.rows)
    return replace(case, rows=rows, queries={q: there(cells) for q, cells in case.queries.items()})


def same_answers(case: Drawn, other: Drawn) -> None:
    """Assert that two problems have the same posteriors and decisions."""
    found, expected = (solve(of.problem(), only=["argmax(s)"]) for of in (other, case))
    same_posteriors(found, expected, case)


@pytest.mark.exhaustive
@LAW
@given(case=cases(["gaussian"], discrete=False, shares=("classes", "all"), gaps=False, full=True))
def test_log_odds_are_linear_where_classes_share_a_variance(case):
    """With a variance that classes share, log odds(k:l|x) = log(P(k)/P(l)) + Σ w·(x − middle)."""
    solution, oracle = solve(case.problem()), Oracle(case)
    k, other = case.classes[:2]
    pair = f"{spelled(k)}:{spelled(other)}"
    assume(oracle.joints(case.queries["s"]) is not None and oracle.prior(k) and oracle.prior(other))
    for query, cells in case.queries.items():
        q = Fraction(0)
        for column in case.columns:
            above, below, variance = parts(oracle, column, (k, other))
            q += (above - below) / variance * (number(cells[column.name]) - (above + below) / 2)
        expected = values.add([q, values.logarithm(oracle.prior(k) / oracle.prior(other))])
        assert are_equal(solution[f"log_odds({pair}|{query})"], expected)


@LAW
@given(case=cases(["gaussian"], discrete=False, shares=("classes", "all"), gaps=False, full=True))
def test_weights_and_bias_of_gaussian_columns_make_the_log_odds(case):
    """weight(k:l|c) is (mean − mean)/variance, and the weights and the bias make the log-odds."""
    solution, oracle = solve(case.problem()), Oracle(case)
    k, other = case.classes[:2]
    pair = f"{spelled(k)}:{spelled(other)}"
    assume(oracle.joints(case.queries["s"]) is not None and oracle.prior(k) and oracle.prior(other))
    terms = {c.name: solution[f"weight({pair}|{spelled(c.name)})"] for c in case.columns}
    bias = values.logarithm(oracle.prior(k) / oracle.prior(other))
    for column in case.columns:
        above, below, variance = parts(oracle, column, (k, other))
        assert terms[column.name] == (above - below) / variance
        bias = values.add([bias, (below**2 - above**2) / (2 * variance)])
    assert are_equal(solution[f"bias({pair})"], bias)
    for query, cells in case.queries.items():
        products = [values.multiply([w, number(cells[name])]) for name, w in terms.items()]
        expected = values.add([solution[f"bias({pair})"], *products])
        assert are_equal(solution[f"log_odds({pair}|{query})"], expected)


def parts(oracle: Oracle, column: Column, pair: tuple[str, str]) -> tuple[Fraction, Fraction, Fraction]:
    means = [oracle.mean(column, k) for k in pair]
    assert None not in means
    return means[0], means[1], oracle.variance(column, pair[0])


@LAW
@given(case=cases(), data=st.data())
def test_forgetting_a_row_is_refitting(case, data):
    """The counts of all rows less those of one say what the table without that row says."""
    at = data.draw(st.integers(0, len(case.rows) - 1))
    case = replace(case, prior="smoothed" if case.prior == "mle" else case.prior)
    fewer = replace(case, rows=(*case.rows[:at], *case.rows[at + 1 :]))
    assume(any(row.weight for row in fewer.rows))
    table = case.table()
    one, rest = replace(table, rows=table.rows[at : at + 1]), list(table.rows)
    del rest[at]
    left = count(table) - count(one)
    assert left == count(replace(table, rows=tuple(rest)))
    forgotten = answers(solve(case.problem(left)), case)
    assert different(forgotten, answers(solve(fewer.problem()), fewer)) == []


@LAW
@given(case=cases(), data=st.data())
def test_shards_add_up(case, data):
    """The counts of two parts of a table add up to those of all, and say what the table says."""
    cut = data.draw(st.integers(0, len(case.rows)))
    table = case.table()
    first, second = (count(replace(table, rows=of)) for of in (table.rows[:cut], table.rows[cut:]))
    assert first + second == count(table) == second + first
    added = answers(solve(case.problem(first + second)), case)
    assert different(added, answers(solve(case.problem()), case)) == []


@LAW
@given(case=cases(discrete=False))
def test_given_parameters_say_as_much_as_their_estimates(case):
    """A problem of given numbers has the answers of the rows that they were estimated from."""
    oracle = Oracle(case)
    lines = ["kind | " + " | ".join(case.classes)]
    lines += ["prior | " + " | ".join(str(oracle.prior(k)) for k in case.classes)]
    for column in case.columns:
        for name, of in numbers_of(oracle, column).items():
            found = [of(column, k) for k in case.classes]
            assume(not any(x is None or x == inf or (name == "variance" and not x) for x in found))
            lines += [f"{name}({spelled(column.name)}) | " + " | ".join(map(str, found))]
    choice = ModelChoice(Conventions(tie=case.tie), families={c.name: c.choice for c in case.columns})
    exposure = {c.name: c.exposure for c in case.columns if c.exposure}
    told = Problem(read_parameters("\n".join(lines)), query=case.queries, models={"model": choice},
                   exposure=exposure)  # fmt: skip
    same_posteriors(solve(told), solve(case.problem()), case)


@LAW
@given(case=cases(discrete=False, gaps=False))
def test_sums_and_squares_say_as_much_as_rows(case):
    """Totals, sums and sums of squares have the answers of the rows that were added up."""
    oracle = Oracle(case)
    assume(not any(c.exposure_column for c in case.columns))
    lines = ["kind | " + " | ".join(case.classes)]
    lines += ["total | " + " | ".join(str(oracle.rows(k)) for k in case.classes)]
    for column in case.columns:
        sums = [oracle.sum_of(column.name, column, k) for k in case.classes]
        lines += [f"sum({spelled(column.name)}) | " + " | ".join(map(str, sums))]
        if column.family == "gaussian":
            squares = [oracle.squares(column, k) for k in case.classes]
            lines += [f"squares({spelled(column.name)}) | " + " | ".join(map(str, squares))]
    counts = read_counts("\n".join(lines))
    found, expected = solve(case.problem(counts)), solve(case.problem())
    assert different(answers(found, case), answers(expected, case)) == []


def numbers_of(oracle: Oracle, column: Column) -> dict[str, Callable[[Column, str], Fraction | None]]:
    """Return the names of the parameters of a column, and how the oracle finds them."""
    if column.family == "gaussian":
        return {"mean": oracle.mean, "variance": oracle.variance}
    of = {"success": oracle.success, "rate": oracle.rate}
    return {head.name: of[head.name] for head in family(column.family).heads}  # type: ignore[union-attr]


@LAW
@given(case=cases(), data=st.data())
def test_a_weight_is_so_many_rows(case, data):
    """A row of weight 2 is the row twice."""
    at = data.draw(st.integers(0, len(case.rows) - 1))
    row = replace(case.rows[at], weight=Fraction(1))
    around = (*case.rows[:at], *case.rows[at + 1 :])
    heavy = replace(case, rows=(*around, replace(row, weight=Fraction(2))))
    twice = replace(case, rows=(row, *around, row))
    found, expected = (answers(solve(of.problem()), of) for of in (heavy, twice))
    assert different(found, expected) == []


@LAW
@given(case=cases(), data=st.data())
def test_the_order_of_rows_classes_and_columns_does_not_matter(case, data):
    """Rows, classes and columns in another order give the same parameters and answers."""
    case = replace(case, tie="report")
    rows, classes, columns = (
        tuple(data.draw(st.permutations(of))) for of in (case.rows, case.classes, case.columns)
    )
    queries = {q: dict(reversed(cells.items())) for q, cells in case.queries.items()}
    other = replace(case, rows=rows, classes=classes, columns=columns, queries=queries)
    found, expected = (answers(solve(of.problem()), of) for of in (other, case))
    assert different({name: found[name] for name in expected}, expected) == []


@LAW
@given(case=cases())
def test_evidence_may_be_spelled_out(case):
    """P(k|a=…,b=…) with the cells of a query is P(k|query)."""
    solution = solve(case.problem())
    for query, cells in case.queries.items():
        told = ",".join(f"{spelled(name)}={x}" for name, x in cells.items())
        for k in case.classes if told else ():
            assert are_equal(solution[f"P({label(k)}|{told})"], solution[f"P({label(k)}|{query})"])
            assert are_equal(solution[f"P({label(k)},{told})"], solution[f"P({label(k)},{query})"])


@LAW
@given(case=cases(), data=st.data())
def test_what_is_not_observed_is_predicted_by_a_mixture(case, data):
    """P(a=v|x) is Σ P(k|x)·P(a=v|k), a density if a is continuous; P(a=v) is that without x."""
    solution, oracle = solve(case.problem()), Oracle(case)
    for query, cells in {**case.queries, "": {}}.items():
        left = [c for c in case.columns if c.name not in cells]
        if not left:
            continue
        column = data.draw(st.sampled_from(left))
        v = data.draw(st.sampled_from(column.values or POOLS[column.family]))
        joints = oracle.joints(cells)
        factors = [oracle.factor(column, {column.name: v}, k) for k in case.classes]
        found = solution[f"P({spelled(column.name)}={v}{query and '|'}{query})"]
        if joints is None or None in factors or not any(joint.square for joint in joints):
            assert found == values.UNDEFINED
            continue
        unit = next(joint for joint in joints if joint.square)
        below = bounds(total(joints, unit))
        above = bounds(total([j * f for j, f in zip(joints, factors, strict=True)], unit))
        expected = Interval(above.low / below.high, above.high / below.low)
        if isinstance(found, Fraction):
            assert expected.low <= found <= expected.high
        else:
            assert agrees(found, expected)


def bounds(worth: Worth) -> Interval:
    assert worth is not None
    return worth if isinstance(worth, Interval) else Interval(worth, worth)


@LAW
@given(case=cases())
def test_accuracy_is_what_deciding_every_row_gives(case):
    """The accuracy is the share of the rows that are decided for their own class alone."""
    rights = sum(row.weight for row in case.rows if right(case, row))
    solution = solve(case.problem(), only=["accuracy"])
    assert solution["accuracy"] == rights / Fraction(sum(row.weight for row in case.rows))


@LAW
@given(case=cases())
def test_accuracy_left_out_is_what_refitting_gives(case):
    """The accuracy left out is that of a loop over the rows, each decided by all the others."""
    rights = Fraction(0)
    for at, row in enumerate(case.rows):
        other = replace(case, rows=(*case.rows[:at], *case.rows[at + 1 :]))
        if (case.prior != "mle" or all(map(Oracle(other).rows, case.classes))) and right(other, row):
            rights += row.weight
    solution = solve(case.problem(), only=["accuracy_left_out"])
    assert solution["accuracy_left_out"] == rights / sum(row.weight for row in case.rows)


@LAW
@given(case=cases())
def test_free_parameters_are_counted(case):
    """Means, rates and successes are one for each class; of variances there are those not shared."""
    size = len(case.classes)
    expected = size - 1 if case.prior in ("mle", "smoothed") else 0
    for column in case.columns:
        expected += size * (len(column.values) - 1 if column.values else 1)
    gaussian = sum(c.family == "gaussian" for c in case.columns)
    shared = {"none": size * gaussian, "classes": gaussian, "features": size, "all": 1}
    expected += shared[case.share] if gaussian else 0
    assert solve(case.problem(), only=["free_parameters"])["free_parameters"] == expected


@LAW
@given(case=cases())
def test_every_name_in_the_json_reads_back(case):
    """Each name in the JSON is canonical, and asking for it gives the value that stands there."""
    solution = solve(case.problem())
    told = json.loads(solution.json())["quantities"]
    assert set(map(str, solution)) <= set(told)
    for name, quantity in told.items():
        value = solution[name]
        assert str(solution.problem.scope.resolve(name)) == name
        if quantity["kind"] == "rational":
            assert value == Fraction(quantity["exact"]), name
        elif quantity["kind"] == "closed":
            assert str(rounded(value, Rounding(figures=20)).shortest()) == quantity["decimal"], name
        elif quantity["kind"] in ("label", "labels"):
            assert isinstance(value, Decision)
            assert list(value.labels) in (quantity["exact"], [quantity["exact"]])
        else:
            assert quantity["kind"] in ("undefined", "infinite"), name
            assert value == (
                values.UNDEFINED if quantity["kind"] == "undefined" else values.INFINITY
            ), name


@LAW
@given(case=cases())
def test_every_output_prints(case):
    """Text, LaTeX, Markdown and JSON are printed whatever is drawn, and text fits in ASCII."""
    solution = solve(case.problem())
    assert solution.text()
    assert solution.text(unicode=False).isascii()
    assert solution.latex()
    assert solution.markdown()
    assert json.loads(solution.json())["schema"] == "exactnb.solution/1"


OUTSIDE = {"exponential": "-1/2", "poisson": "-1", "geometric": "0", "geometric0": "-1"}


@all_of("family, outside", OUTSIDE.items())
def test_what_cannot_be_has_probability_zero(family, outside):
    """A number outside the range of a family has probability 0, so the evidence is 0 too."""
    table = Table.from_rows([("2", "oat"), ("4", "oat"), ("3", "rye")], ["flaws", "kind"])
    choice = ModelChoice(families={"flaws": family})
    solution = solve(Problem(table, query={"s": {"flaws": outside}}, models={"model": choice}))
    assert solution[f"P(flaws={outside}|oat)"] == solution["P(s)"] == 0
    assert solution["P(oat|s)"] == solution["argmax(s)"] == values.UNDEFINED
    assert solution.text()


@pytest.mark.parametrize("take", ["mean", "mode"])
def test_a_gamma_prior_may_be_that_of_one_column(take):
    """Smoothing by Gamma of a column by its name is (Σx + a)/(n + b), with a − 1 for the mode."""
    table = Table.from_rows([("2", "1", "oat"), ("5", "3", "rye")], ["flaws", "knots", "kind"])
    conventions = Conventions(smoothings={"flaws": {"gamma": ["3/2", 2], "take": take}})
    choice = ModelChoice(conventions, families={"flaws": "poisson", "knots": "poisson"})
    solution = solve(Problem(table, query={"s": {"flaws": "1"}}, models={"model": choice}))
    added = Fraction(3, 2) - (take == "mode")
    assert solution["rate(flaws|oat)"] == (2 + added) / 3
    assert solution["rate(knots|rye)"] == 3


@all_of("share, divisor", [("none", "N-K"), ("features", "N-K"),
                                                ("classes", "N-1"), ("all", "N-1")])  # fmt: skip
def test_a_divisor_that_does_not_fit_is_refused(share, divisor):
    """N−1 belongs to classes that share nothing, N−K to those that do."""
    table = Table.from_rows([("2", "oat"), ("5", "rye")], ["length", "kind"])
    choice = ModelChoice(Conventions(share=share, divisor=divisor), families={"length": "gaussian"})
    with pytest.raises(InputError, match="divisor"):
        solve(Problem(table, query={"s": {}}, models={"model": choice}))


def test_a_number_has_no_rank():
    """A column of numbers has infinitely many cells: a density has no place among them."""
    table = Table.from_rows(
        [("2", "oat"), ("4", "oat"), ("3", "rye"), ("4", "rye")], ["length", "kind"]
    )
    choice = ModelChoice(families={"length": "gaussian"})
    solution = solve(Problem(table, query={"s": {"length": "3"}}, models={"model": choice}))
    with pytest.raises(ExactnbError):
        solution["rank(s)"]


def of_column(rows: list[tuple[str, str, str]], family: str, **said: str) -> Problem:
    """Return a problem of rows with a number, a weight and a class."""
    table = Table.from_rows(
        rows, ["length", "w", "kind"], label="kind", weight="w", classes=["oat", "rye"]
    )
    choice = ModelChoice(Conventions(**said), families={"length": family})
    return Problem(table, query={"s": {"length": "3"}}, models={"model": choice})


@all_of("family", ["geometric", "geometric0", "poisson", "exponential", "gaussian"])
def test_a_column_that_shows_nothing_but_ones_is_no_column_of_bits(family):
    """Ones are numbers like any other: a column of them has no value 0 that nobody wrote."""
    solution = solve(of_column([("1", "1", "oat"), ("1", "1", "rye")], family))
    assert solution["P(length=1|oat)"] == solution["P(length=1|rye)"]
    assert solution.text()


def test_a_row_of_weight_zero_does_not_count():
    """A row of weight 0 is passed over, wherever it stands and whatever it shows."""
    rows = [("3", "0", "oat"), ("7", "1", "oat"), ("3", "2", "oat"), ("2", "1", "rye")]
    assert solve(of_column(rows, "gaussian"))["mean(length|oat)"] == Fraction(13, 3)


@pytest.mark.parametrize("epsilon", ["0", "3"])
@pytest.mark.parametrize("divisor", ["N", "N-1"])
def test_a_class_that_shows_nothing_has_no_variance(divisor, epsilon):
    """A class without rows has the mean 0/0 and the variance 0/0, whatever its divisor."""
    rows = [("8", "1", "oat"), ("6", "1", "oat")]
    solution = solve(of_column(rows, "gaussian", prior="uniform", divisor=divisor, epsilon=epsilon))
    assert solution["mean(length|rye)"] == values.UNDEFINED
    assert solution["variance(length|rye)"] == values.UNDEFINED


def test_a_count_and_its_exposure_are_missing_together():
    """An exposure whose count is missing would be of nothing: rows and counts of them are refused."""
    rows = [("0", "2", "oat"), ("2", "1", "rye"), ("?", "1/2", "rye"), ("3", "1/2", "rye")]
    table = Table.from_rows(rows, ["flaws", "metres", "kind"])
    choice = {"model": ModelChoice(families={"flaws": "poisson"})}
    with pytest.raises(InputError, match="row 3, column 'flaws': is missing, where 'metres' is given"):
        Problem(table, models=choice, exposure={"flaws": "metres"})
    with pytest.raises(InputError, match="some rows of class 'rye' show it without 'metres'"):
        Problem(count(table), models=choice, exposure={"flaws": "metres"})
