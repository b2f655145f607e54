"""The laws of values over every family, and all together: brute force, order and names."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import DATA, EVERY_FAMILY, LAW, Answers, answers, drawn, worth
from strategies import cases, domain_of, relabelled

import exactnb.core.families
from exactnb import solve
from exactnb.errors import InputError


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
    for identity in case.queries:
        assert found[identity, ""] == case.decided(case.seen(identity))


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
def test_the_order_of_columns_and_words_does_not_matter(families, data):
    """Columns in another order, and the words of a vocabulary, give the same answers."""
    case = drawn(data, families)
    order = data.draw(st.permutations(range(len(case.columns))))
    rows = tuple(row._replace(cells=tuple(row.cells[at] for at in order)) for row in case.rows)
    words = case.vocabulary and tuple(data.draw(st.permutations(case.vocabulary)))
    columns = tuple(case.columns[at] for at in order)
    other = replace(case, columns=columns, rows=rows, vocabulary=words)
    assert answers(solve(other.problem()), other) == answers(solve(case.problem()), case)


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_the_names_of_classes_values_and_words_do_not_matter(families, data):
    """Classes, values and words under other names give the same answers under those names."""
    case = drawn(data, families)
    classes = {label: f"class {at}th" for at, label in enumerate(case.classes)}
    nominal = (c for c in case.columns if domain_of(c.family) == "nominal")
    told = dict.fromkeys(v for column in nominal for v in column.values)
    values = {v: f"value-{at}th" for at, v in enumerate((*told, *(case.vocabulary or ())))}
    other = relabelled(case, classes, values)
    expected: Answers = {}
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

    def unordered(found: Answers) -> dict:
        return {key: frozenset(x) if isinstance(x, tuple) else x for key, x in found.items()}

    assert unordered(answers(solve(other.problem()), other)) == unordered(
        answers(solve(case.problem()), case)
    )


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_a_problem_is_solved_or_refused_as_documented(families, data):
    """Solving refuses a class that shows nothing to estimate from, and nothing else."""
    case = data.draw(cases(families, awkward=True))
    if case.is_refused:
        with pytest.raises(InputError, match=r"has no rows to estimate its prior|there are no cells"):
            case.problem()
    else:
        solution = solve(case.problem())
        assert solution.text()
        assert solution.json()


@pytest.mark.parametrize(
    ("domain", "told"),
    [
        ("angles", "'strange' has the domain 'angles'.*draws binary, nominal, words"),
        ("words", "'strange' draws words.*knows multinomial, dirichlet-multinomial only"),
    ],
)
def test_a_family_that_cannot_be_drawn_fails_by_name(monkeypatch, domain, told):
    """A family whose domain or likelihood the tests do not know is told by name, not skipped."""
    strange = type("Strange", (type(exactnb.core.families.family("bernoulli")),), {"domain": domain})
    monkeypatch.setattr("strategies.family", lambda name: strange())
    with pytest.raises(LookupError, match=told):
        domain_of("strange")
