import itertools
import json
from dataclasses import replace
from fractions import Fraction

import pytest
import reading
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import Case, Worth, cases, domain_of, questions, relabelled

import exactnb.families
from exactnb import Conventions, ModelChoice, Problem, Solution, Table, solve
from exactnb.arithmetic.rounding import Rounding
from exactnb.arithmetic.values import Undefined
from exactnb.data.counts import Counts
from exactnb.derivation import Chain, Grid
from exactnb.errors import InputError
from exactnb.expression.evaluate import Decision, Value
from exactnb.expression.names import Item, QuantityName
from exactnb.expression.nodes import (
    ArgMax,
    Expression,
    Function,
    Integer,
    Labels,
    Negative,
    Product,
    Quotient,
    Reference,
    Sum,
    references,
)
from exactnb.expression.reasons import Reason, Rule
from exactnb.families import names
from exactnb.families.base import Family
from exactnb.model.quantities import Quantities, Quantity
from exactnb.rendering.latex_math import LatexMath
from exactnb.rendering.marks import TextMarks, to_ascii

EVERY_FAMILY = pytest.mark.parametrize(
    "families", [*((name,) for name in names()), names()], ids=[*names(), "all together"]
)
LAW = settings(max_examples=25, deadline=None, derandomize=True, database=None)
DATA = st.data()


def worth(value: Value) -> Worth:
    """Return a rational value, or None for what is undefined."""
    if isinstance(value, Undefined):
        return None
    assert isinstance(value, Fraction)
    return value


def answers(solution: Solution, case: Case) -> dict[tuple[str, str], Worth | tuple[str, ...] | None]:
    """Return posteriors and decisions by query and class, under the names of the case."""
    found: dict[tuple[str, str], Worth | tuple[str, ...] | None] = {}
    for identity in case.queries:
        query = (Item("query", "", identity),)
        for label in case.classes:
            name = QuantityName("P", (case.label(label),), query)
            found[identity, label] = worth(solution.quantities.value(name))
        decision = solution.quantities.value(QuantityName("argmax", query))
        found[identity, ""] = tuple(decision.labels) if isinstance(decision, Decision) else None
    return found


def drawn(data: st.DataObject, families: tuple[str, ...], **options: bool) -> Case:
    """Return a case that is solved, with a query at least."""
    case = data.draw(cases(families, refused=False, **options))
    assume(case.queries)
    return case


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_posteriors_sum_to_one(families, data):
    """The posteriors of a query sum to exactly 1, or all are undefined together."""
    case = drawn(data, families)
    found = answers(solve(case.problem()), case)
    for identity in case.queries:
        posteriors = [found[identity, label] for label in case.classes]
        assert sum(posteriors) == 1 if None not in posteriors else set(posteriors) == {None}


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_every_quantity_is_what_brute_force_gives(families, data):
    """Counts, estimates, joints, evidences and posteriors equal those counted and computed by hand."""
    case = drawn(data, families, awkward=data.draw(st.booleans()))
    solution = solve(case.problem())
    brute = case.brute()
    shared = [name for name in solution.quantities if name in brute]
    assert {name: worth(solution.quantities.value(name)) for name in shared} == {
        name: brute[name] for name in shared
    }
    rest = [name for name in solution.quantities if name not in brute]
    assert {name.head for name in rest} <= {"argmax"}


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_the_decision_is_what_brute_force_gives(families, data):
    """The decided labels are those of the largest joint, all or the first, or there are none."""
    case = drawn(data, families)
    found = answers(solve(case.problem()), case)
    for identity, cells in case.queries.items():
        assert found[identity, ""] == case.decided(cells)


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_the_order_of_rows_does_not_matter(families, data):
    """Rows in another order give the same answers."""
    case = drawn(data, families)
    other = replace(case, rows=tuple(data.draw(st.permutations(case.rows))))
    assert answers(solve(other.problem()), other) == answers(solve(case.problem()), case)


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_the_order_of_columns_does_not_matter(families, data):
    """Columns in another order give the same answers."""
    case = drawn(data, families)
    order = data.draw(st.permutations(range(len(case.columns))))
    rows = tuple((label, tuple(cells[at] for at in order)) for label, cells in case.rows)
    other = replace(case, columns=tuple(case.columns[at] for at in order), rows=rows)
    assert answers(solve(other.problem()), other) == answers(solve(case.problem()), case)


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_the_names_of_classes_and_values_do_not_matter(families, data):
    """Classes and values under other names give the same answers under those names."""
    case = drawn(data, families)
    classes = {label: f"class {at}th" for at, label in enumerate(case.classes)}
    values = {v: f"value {at}th" for at, v in enumerate({v for c in case.columns for v in c.values})}
    other = relabelled(case, classes, values)
    expected: dict[object, object] = {}
    for (identity, label), found in answers(solve(case.problem()), case).items():
        renamed = tuple(classes[k] for k in found) if isinstance(found, tuple) else found
        expected[identity, classes.get(label, "")] = renamed
    assert answers(solve(other.problem()), other) == expected


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_the_order_of_classes_does_not_matter(families, data):
    """Classes listed in another order give the same posteriors, and the same set of winners."""
    case = replace(drawn(data, families), tie="report")
    order = data.draw(st.permutations(range(len(case.classes))))
    classes = tuple(case.classes[at] for at in order)
    other = replace(case, classes=classes, given=tuple(case.given[at] for at in order if case.given))

    def unordered(found: dict) -> dict:
        return {key: frozenset(x) if isinstance(x, tuple) else x for key, x in found.items()}

    assert unordered(answers(solve(other.problem()), other)) == unordered(
        answers(solve(case.problem()), case)
    )


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_counts_of_shards_add_up(families, data):
    """The counts of two parts of the rows add up to the counts of all rows."""
    case = data.draw(cases(families))
    cut = data.draw(st.integers(0, len(case.rows)))
    table = (
        case.problem().table if not case.is_refused else replace(case, prior="uniform").problem().table
    )
    whole = Counts.of(table)
    parts = [Counts.of(replace(table, rows=rows)) for rows in (table.rows[:cut], table.rows[cut:])]
    assert sum(part.total for part in parts) == whole.total
    for label in case.classes:
        assert sum(part.classes[label] for part in parts) == whole.classes[label]
        for column, values in zip(table.columns, table.values, strict=True):
            for value in values:
                split = sum(part.cell(column, value, label) for part in parts)
                assert split == whole.cell(column, value, label)


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_a_problem_is_solved_or_refused_as_documented(families, data):
    """Solving raises InputError for a class without rows under an MLE prior, and nothing else."""
    case = data.draw(cases(families, awkward=True))
    if case.is_refused:
        with pytest.raises(InputError, match="has no rows to estimate its prior from"):
            case.problem()
    else:
        solution = solve(case.problem())
        assert solution.text()
        assert solution.json()


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_every_shape_of_question_is_answered_and_printed(families, data):
    """Whatever is asked in the language of names is worked out, printed, and told again by its name."""
    case = drawn(data, families)
    assume(all(case.queries.values()))
    case = replace(case, ask=data.draw(questions(case)))
    solution = solve(case.problem())
    assert solution.text()
    assert solution.text(unicode=False).isascii()
    assert solution.latex()
    assert solution.json()
    assert len(set(solution)) == len(solution)


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_any_of_the_estimates_may_be_asked_alone(families, data):
    """Some of the estimates, in any order, are worked out in tables with gaps and printed."""
    case = drawn(data, families)
    brute = case.estimates()
    chosen = data.draw(st.lists(st.sampled_from(list(brute)), min_size=1, max_size=5, unique=True))
    case = replace(case, ask=tuple(map(str, chosen)))
    solution = solve(case.problem())
    assert {name: worth(solution.quantities.value(name)) for name in chosen} == {
        name: brute[name] for name in chosen
    }
    entries = json.loads(solution.json())["quantities"]
    assert set(map(str, chosen)) <= set(entries)
    assert solution.text()
    assert solution.text(unicode=False).isascii()
    assert solution.latex()


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_every_name_is_read_back_as_itself(families, data):
    """The canonical spelling of a quantity names that quantity, however awkward its labels."""
    solution = solve(drawn(data, families, awkward=True).problem())
    for name in solution.quantities:
        assert solution.problem.scope.resolve(str(name)) == name


@pytest.mark.parametrize("unicode", [True, False])
@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_printed_text_is_worth_its_left_side(unicode, families, data):
    """Each arithmetic part of a chain in text, read back, has the value of the chain's left side."""
    case = drawn(data, families)
    solution = solve(case.problem())
    printed = solution.text(unicode=unicode)
    marks = TextMarks(solution.problem.notation())
    lefts = {spelled(marks.name(name), unicode): name for name in solution.quantities}
    chains = [c for c in reading.text_chains(printed, lefts) if lefts[c.left].head != "argmax"]
    check_chains(chains, lefts, case.brute(), reading.flat)
    expected = [chain for chain in shown_chains(solution) if not is_decision(chain)]
    assert len(chains) == len(expected)
    ends = [line for chain in expected for line in chain.lines if line.reason.rule in ENDS]
    assert len(ends) <= sum(len(reading.arithmetic(chain.parts)) for chain in chains)
    check_grids(reading.text_grids(printed), solution, case.brute(), reading.flat)


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_printed_latex_is_worth_its_left_side(families, data):
    """Each arithmetic part of a chain in LaTeX, read back, has the value of the chain's left side."""
    case = drawn(data, families)
    solution = solve(case.problem())
    math = LatexMath(solution.problem.notation())
    lefts = {math.name(name): name for name in solution.quantities}
    chains = [c for c in reading.latex_chains(solution.latex()) if lefts[c.left].head != "argmax"]
    check_chains(chains, lefts, case.brute(), reading.latex)
    expected = [chain for chain in shown_chains(solution) if not is_decision(chain)]
    lines = [line for chain in expected for line in chain.lines if not any(references(line.right))]
    assert len(lines) == sum(len(reading.arithmetic(chain.parts, reading.latex)) for chain in chains)
    check_grids(reading.latex_grids(solution.latex()), solution, case.brute(), reading.latex)


ENDS = (Rule.VALUE, Rule.ROUND)


def spelled(text: str, unicode: bool) -> str:
    return text if unicode else to_ascii(text)


def shown_chains(solution: Solution) -> list[Chain]:
    """Return the chains of a solution that stand outside its tables."""
    steps = solution.verified.derivation.steps
    return [block for step in steps for block in step.blocks if isinstance(block, Chain)]


def is_decision(chain: Chain) -> bool:
    return isinstance(chain.lines[0].right, ArgMax | Labels)


def check_chains(chains, lefts, brute, read) -> None:
    for chain in chains:
        name = lefts[chain.left]
        for relation, value, shown in reading.arithmetic(chain.parts, read):
            if relation == "=":
                assert value == brute[name], (chain.left, shown)
            else:
                assert reading.is_rounded(shown, brute[name]), (chain.left, shown)


def check_grids(printed, solution: Solution, brute, read) -> None:
    steps = solution.verified.derivation.steps
    printed = list(printed)
    for grid in (block for step in steps for block in step.blocks if isinstance(block, Grid)):
        rows = printed.pop(0)
        while len(rows[0]) < len(grid.columns):  # a wide table goes on below
            rows = [[*row, *more] for row, more in zip(rows, printed.pop(0), strict=True)]
        for shown, chains in zip(rows, grid.cells, strict=True):
            for cell, chain in zip(shown, chains, strict=True):
                left = chain.lines[0].left
                assert isinstance(left, Reference)
                for part in cell.split(" = "):
                    assert read(part) == brute[left.name], (left.name.spell(), cell)
    assert printed == []


def test_a_family_that_cannot_be_drawn_fails_by_name(monkeypatch):
    """A family whose domain has no strategy is told by name, not skipped in silence."""

    class Strange(type(exactnb.families.family(names()[0]))):
        domain = "angles"

    assert issubclass(Strange, Family)
    monkeypatch.setattr("strategies.family", lambda name: Strange())
    with pytest.raises(LookupError, match=r"'strange' has the domain 'angles'.*draws binary, nominal"):
        domain_of("strange")


# Irrational scores, through the graph itself

SCORE = Product(
    (Function("sqrt", Integer(2)), Function("exp", Negative(Quotient(Integer(1), Integer(2)))))
)
BY_HAND = Reason(Rule.DEFINE, "by hand")


def by_hand(**formulas: Expression) -> Quantities:
    """Return a graph of hand-made quantities, each named by a class of its own."""

    def define(name: QuantityName) -> Quantity:
        return Quantity(name, formulas[name.left[0].value], BY_HAND)

    return Quantities([named(key) for key in formulas], define)


def named(key: str) -> QuantityName:
    return QuantityName("P", (Item("class", "y", key),))


def ref(key: str) -> Reference:
    return Reference(named(key))


def test_scores_with_one_irrational_factor_give_rational_posteriors():
    """Scores √2·e^(-1/2) times 1, 3 and 4 have the posteriors 1/8, 3/8 and 1/2, exactly."""
    scores = {f"s{n}": Product((Integer(n), SCORE)) for n in (1, 3, 4)}
    evidence = {"e": Sum(tuple(ref(key) for key in scores))}
    posteriors = {f"p{n}": Quotient(ref(f"s{n}"), ref("e")) for n in (1, 3, 4)}
    decision = {"d": ArgMax(tuple((key, ref(key)) for key in scores))}
    graph = by_hand(**scores, **evidence, **posteriors, **decision)
    found = [graph.value(named(key)) for key in posteriors]
    assert found == [Fraction(1, 8), Fraction(3, 8), Fraction(1, 2)]
    assert graph.value(named("d")) == Decision(("s4",))


def test_equal_irrational_scores_are_an_exact_tie():
    """√8·e^(-1/2) and 2·√2·e^(-1/2), written differently, tie and share the posterior."""
    other = Product((Function("exp", Quotient(Integer(-1), Integer(2))), Function("sqrt", Integer(8))))
    graph = by_hand(
        a=Product((Integer(2), SCORE)),
        b=other,
        e=Sum((ref("a"), ref("b"))),
        p=Quotient(ref("a"), ref("e")),
        d=ArgMax((("a", ref("a")), ("b", ref("b")))),
    )
    assert graph.value(named("p")) == Fraction(1, 2)
    assert graph.value(named("d")) == Decision(("a", "b"))


@pytest.mark.parametrize("rounding", [Rounding(figures=4), Rounding(places=3), Rounding(figures=30)])
def test_rounding_an_irrational_graph_at_each_node_ends(rounding):
    """With rounding after each step every irrational node becomes a decimal near its exact value."""
    graph = by_hand(
        s=SCORE,
        t=Product((Integer(3), Function("sqrt", Integer(3)))),
        e=Sum((ref("s"), ref("t"))),
        p=Quotient(ref("s"), ref("e")),
        l=Function("log", ref("p")),
        q=Sum((Integer(1), Negative(ref("p")))),
    )
    found = graph.evaluate(rounding=rounding)
    assert all(isinstance(value, Fraction) for value in found.values())
    assert all(rounding.apply(value) == value for value in found.values())
    # √2·e^(-1/2) to 38 digits
    assert found[named("s")] == rounding.apply(Fraction("0.85776388496070679648018964127877247812"))
    assert found[named("e")] == rounding.apply(found[named("s")] + found[named("t")])
    assert found[named("p")] == rounding.apply(found[named("s")] / found[named("e")])
    assert found[named("q")] == rounding.apply(1 - found[named("p")])


def test_rounding_at_a_half_that_is_exact_ends():
    """√2·√2·√(1/16) is exactly one half, and is rounded as such: no enclosure could tell."""
    root = Function("sqrt", Integer(2))
    quarter = Function("sqrt", Quotient(Integer(1), Integer(16)))
    graph = by_hand(h=Product((root, root, quarter)))
    assert graph.evaluate(rounding=Rounding(places=0))[named("h")] == 1
    half_even = Rounding(places=0, rule="half-even")
    assert graph.evaluate(rounding=half_even)[named("h")] == 0


def test_one_class_alone_is_certain():
    """A problem with a single class gives it the posterior 1, and decides for it."""
    table = Table.from_rows([("1", "+"), ("0", "+")], ["a", "class"])
    solution = solve(Problem(table, query={"x": {"a": "1"}}))
    assert solution["P(+|x)"] == 1
    assert "There is no other class, so x is +." in solution.text()


@pytest.mark.parametrize(
    ("prior", "smoothing"), list(itertools.product(("uniform", "smoothed"), (Fraction(0), Fraction(1))))
)
def test_a_class_without_rows_is_legal_under_another_prior(prior, smoothing):
    """A class without rows has undefined parameters without smoothing, uniform ones with it."""
    table = Table.from_rows([("1", "+"), ("0", "+")], ["a", "class"], classes=["+", "-"])
    choice = ModelChoice(Conventions(prior=prior, prior_smoothing=1 if prior == "smoothed" else None,
                                     smoothing=smoothing))  # fmt: skip
    solution = solve(Problem(table, query={"x": {"a": "1"}}, models={"model": choice}))
    if smoothing:
        assert solution["P(a=1|-)"] == Fraction(1, 2)
        assert worth(solution["P(-|x)"]) is not None
    else:
        assert worth(solution["P(a=1|-)"]) is None
        assert worth(solution["P(+|x)"]) is None
        assert "undefined" in solution.text()
