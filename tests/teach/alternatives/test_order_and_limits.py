"""In which order alternatives are tried, which pairs there are, and of what there are too many."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

import pytest
from thoroughness import one_in

from exactnb import Problem
from exactnb.core.expression.nodes import size
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.teach.alternatives import searching
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.alternatives.changes import (
    has_many_numbers,
    misread_data,
    misread_twice,
    query_alternatives,
    rows_dropped_or_repeated,
)
from exactnb.teach.alternatives.searching import Alternatives

TABLE = """
data.table = '''
a b k
u s +
v t +
v s -
'''
data.class = "k"
model.smoothing = 1
query.x = { a = "u", b = "s" }
query.y = { b = "t" }
"""
TINY = """
data.table = '''
a k
u +
v +
u -
'''
data.class = "k"
query.y = { a = "u" }
"""
NUMBERS = """
data.table = '''
x n k
1 4 +
3 2 +
2 1 -
4 1 -
'''
data.class = "k"
model.families = { x = "gaussian", n = "poisson" }
"""


def alternatives_of(text: str, *asked: str) -> Alternatives:
    problem = Problem.from_text(text)
    graph = Quantities([problem.scope.resolve(of) for of in asked], problem.define, Effort())
    return Alternatives(problem, graph)


def rank(alternative: Alternative) -> int:
    """Return how simple an alternative is: the smaller, the earlier it is tried."""
    if alternative.is_convention and alternative.id.startswith("other-"):
        return 0
    if alternative.rounding is not None:
        return 5
    if alternative.first_edit is not None:
        return 3
    if alternative.problem is not None:
        return 4
    if alternative.is_rare:
        return 6
    return 2 if alternative.detail.endswith("alone") else 1


@one_in(
    2,
    ("text", "asked"),
    [(TABLE, ("P(+|x)", "P(y)")), (NUMBERS, ("mean(x|+)", "rate(n|-)"))],
    ids=["table", "numbers"],
)
def test_the_simpler_comes_first(text: str, asked: tuple[str, ...]) -> None:
    """Conventions, misconceptions, the same in one column, edits, queries, roundings, what is rare."""
    alternatives = alternatives_of(text, *asked)
    found = list(alternatives.every_single_switch())
    ranks = list(map(rank, found))
    assert ranks == sorted(ranks)
    assert set(ranks) >= ({0, 1, 2, 3, 4, 5, 6} if text is TABLE else {1, 2, 3, 5})
    keys = [each.equivalence_key for each in found]
    assert len(keys) == len(set(keys))
    everything = {
        each.equivalence_key
        for kind in (
            alternatives.common_single,
            misread_data(alternatives.problem, alternatives.graph),
            query_alternatives(alternatives.problem, alternatives.graph),
        )
        for each in kind
    }
    assert everything <= set(keys)
    kinds = {each.detail for of in found for each in alternatives.equivalents(of) if each.rounding}
    assert ("mean to one decimal" in kinds) == (text is NUMBERS)


def test_a_misconception_is_met_with_all_that_is_alike() -> None:
    """What has the same formulas stands behind the first, each once, however often it is met."""
    alternatives = alternatives_of(TINY, "P(+|y)")
    found = [*alternatives.every_single_switch()]
    like = {of.equivalence_key: [each.name for each in alternatives.equivalents(of)] for of in found}
    assert all(len(names) == len(set(names)) for names in like.values())
    assert sum(map(len, like.values())) > len(found)
    assert [*alternatives.every_single_switch()] == found
    assert {
        of.equivalence_key: [each.name for each in alternatives.equivalents(of)] for of in found
    } == like
    stranger = Alternative(found[0].misconceptions, {})
    assert alternatives.equivalents(stranger) == (stranger,)


def test_single_steps_are_misconceptions_then_rows_then_roundings() -> None:
    """What an answer is compared with: the simplest kinds alone, in that order."""
    alternatives = alternatives_of(TABLE, "P(+|x)")
    kinds = [
        "rounding" if each.rounding else "row" if each.edits else "misconception"
        for each in alternatives.common_single
    ]
    assert list(dict.fromkeys(kinds)) == ["misconception", "row", "rounding"]
    assert kinds == sorted(kinds, key=["misconception", "row", "rounding"].index)
    assert alternatives.common_single[: kinds.index("row")] == alternatives.misconceptions
    rows = [each.id for each in alternatives.common_single if each.edits]
    assert set(rows) == {"row-dropped", "row-counted-twice"}


def test_pairs_are_all_misconceptions_that_go_together() -> None:
    """Every two that are usual and change different formulas, and no others."""
    alternatives = alternatives_of(TABLE, "P(+,y)")
    usual = [each for each in alternatives.misconceptions if not each.is_rare]
    assert len(usual) < len(alternatives.misconceptions)
    expected = [
        (one, other) for one, other in combinations(usual, 2)
        if not set(one.formulas) & set(other.formulas)
    ]  # fmt: skip
    assert [each.parts for each in alternatives.misconception_pairs] == expected
    assert expected


def test_a_huge_graph_has_no_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half the square of the misconceptions, times the parts of all formulas, is at most the limit."""
    made = alternatives_of(TABLE, "P(+,y)")
    usual = [each for each in made.common_single if each.is_misconception and not each.is_rare]
    parts = sum(size(quantity.formula) for quantity in made.graph.values())
    steps = len(usual) * len(usual) // 2 * parts
    assert 1_000 < steps < searching._MOST_STEPS == 1_000_000
    for limit, some in ((steps, True), (steps - 1, False)):
        monkeypatch.setattr(searching, "_MOST_STEPS", limit)
        assert bool(alternatives_of(TABLE, "P(+,y)").misconception_pairs) == some


@pytest.mark.exhaustive
def test_two_switches_are_made_in_the_problem_of_the_first() -> None:
    """After a convention anything; after an edit or another query what is usual, or a rounding."""
    alternatives = alternatives_of(TINY, "P(+,y)")
    found = list(alternatives.every_pair())
    assert {each.switch_count for each in found} == {2}
    assert not any(len(each.edits) > 1 for each in found)
    firsts = [each.parts[0] for each in found]
    kinds = [0 if rank(f) == 0 else 1 if f.edits or f.problem else -1 for f in firsts]
    order = [kind for kind in kinds if kind >= 0]
    assert kinds[: -len(order)] == [-1] * (len(kinds) - len(order))  # two misconceptions first
    assert order == sorted(order)
    assert {0, 1} <= set(order)
    later = {rank(e.parts[1]) for e, kind in zip(found, kinds, strict=True) if kind == 1}
    assert later == {1, 5}
    assert {1, 3, 5, 6} <= {rank(e.parts[1]) for e, kind in zip(found, kinds, strict=True) if kind == 0}
    edits = [each for each, kind in zip(found, kinds, strict=True) if kind == 1]
    assert {bool(each.edits) for each in edits} == {True, False}  # of the data, of queries
    keys = [each.equivalence_key for each in found]
    assert len(keys) == len(set(keys))


@pytest.mark.exhaustive
def test_two_edits_are_tried_where_that_is_asked_for() -> None:
    """Alone, or with all others, or not at all."""
    alternatives = alternatives_of(TINY, "P(+)")
    edits = list(alternatives.every_pair(two_edits=True, usual_pairs=False))
    assert edits
    assert all(len(each.edits) == 2 for each in edits)
    assert not [*alternatives.every_pair(usual_pairs=False)]
    every = list(alternatives.every_pair(two_edits=True))
    assert len(every) > len(edits)
    assert any(len(each.edits) == 2 for each in every)
    assert not any(len(each.edits) == 2 for each in alternatives.every_pair())


def test_a_search_that_is_over_tries_no_edits() -> None:
    """It is asked before each edit, and ends with the first answer that it is."""
    alternatives = alternatives_of(TINY, "P(+)", "P(a=u|-)")
    assert not any(each.edits for each in alternatives.every_single_switch(lambda: True))
    assert any(each.edits for each in alternatives.every_single_switch(lambda: False))
    problem, graph = alternatives.problem, alternatives.graph
    for kind in (misread_data, misread_twice):
        asked: Iterator[bool] = iter([False] * 3 + [True])
        some = list(kind(problem, graph, lambda asked=asked: next(asked)))
        assert some == [] or len(some) <= 3
        assert next(asked, None) is None
        assert [a.name for a in some] == [
            a.name for a in islice(kind(problem, graph), len(some))
        ]  # fmt: skip


def test_misread_numbers_may_be_left_out() -> None:
    """Rows are misread all the same."""
    made = alternatives_of(NUMBERS, "rate(n|-)")
    every = [each.id for each in misread_data(made.problem, made.graph)]
    without = [each.id for each in misread_data(made.problem, made.graph, numbers=False)]
    assert [each for each in every if each != "cell-misread"] == without
    assert "cell-misread" in every


def test_a_value_is_that_of_the_graph() -> None:
    """Of a misconception, asked for twice, and of the right formulas."""
    made = alternatives_of(TABLE, "P(+)")
    (name,) = made.graph.targets
    uniform = next(each for each in made.misconceptions if each.id == "prior-taken-uniform")
    assert [made.value(uniform, name) for _ in range(2)] == [made.value(uniform, name)] * 2
    assert str(made.value(uniform, name)) == "1/2"
    assert str(made.graph.value(name)) == "2/3"


COUNTS = "data.counts = '''\nk + -\ntotal 3 4\na=u 1 2\na=v 2 2\n'''\nquery.x = { a = 'u' }\n"


def test_counts_have_no_rows_to_misread() -> None:
    """What was counted is all there is: no edits, single or double."""
    made = alternatives_of(COUNTS, "P(+)")
    assert not [*rows_dropped_or_repeated(made.problem, made.graph)]
    assert not [*misread_data(made.problem, made.graph)]
    assert not [*misread_twice(made.problem, made.graph)]
    assert not has_many_numbers(made.problem)


def ids(text: str, quantity: str) -> set[str]:
    """Return the misconceptions that change the formula of a quantity itself."""
    made = alternatives_of(text, quantity)
    (name,) = made.graph.targets
    return {each.id for each in made.misconceptions if name in each.formulas}


def columns(number: int) -> str:
    """Return a table of many columns, and a query that names all of them."""
    names = [f"c{at}" for at in range(number)]
    rows = "\n".join(" ".join([value] * number + [label]) for value, label in ("u+", "v+", "u-"))
    query = ", ".join(f'{name} = "u"' for name in names)
    return f"data.table = '''\n{' '.join(names)} k\n{rows}\n'''\nquery.x = {{ {query} }}\n"


def test_of_twelve_factors_each_is_taken_twice() -> None:
    """Or from another class; of thirteen none is, and each is left out all the same."""
    per_factor = {"factor-twice", "cell-of-another-class", "one-factor-alone"}
    twelve, thirteen = ids(columns(12), "P(+,x)"), ids(columns(13), "P(+,x)")
    assert per_factor <= twelve
    assert not per_factor & thirteen
    assert twelve - per_factor == thirteen
    assert "column-left-out" in thirteen


@pytest.mark.exhaustive
def test_of_forty_things_that_are_shown_there_is_a_product() -> None:
    """Of P(x) over 40 columns, not over 41."""
    marginals = "evidence-as-product-of-marginals"
    assert marginals in ids(columns(40), "P(x)")
    assert marginals not in ids(columns(41), "P(x)")


def values(number: int) -> str:
    """Return a table of one column with many values."""
    rows = "\n".join(f"v{at} +" for at in range(number))
    return f"data.table = '''\na k\n{rows}\nv0 -\n'''\n"


def test_of_twelve_other_values_each_is_taken_for_another() -> None:
    """Of a column with 13 values 12 are others; of 14 none is mixed up."""
    assert "other-value" in ids(values(13), "P(a=v0|+)")
    assert "other-value" not in ids(values(14), "P(a=v0|+)")
    assert "complement" in ids(values(14), "P(a=v0|+)")


def words(number: int) -> str:
    """Return texts with many words, and one that shows all of them."""
    text = " ".join(f"w{at}" for at in range(number))
    table = f"data.text = 'text'\ndata.table = '''\nclass | text\n+ | {text}\n- | w0\n'''\n"
    return f"{table}model.family = 'multinomial'\nmodel.smoothing = 1\nquery.d = '{text}'\n"


def test_of_forty_words_each_is_left_out() -> None:
    """And documents are counted with each; with 41 neither is done."""
    of_words = {"column-left-out", "bernoulli-for-multinomial"}
    assert of_words <= ids(words(40), "P(+,d)")
    assert not of_words & ids(words(41), "P(+,d)")
    assert "other-class" in ids(words(41), "P(+,d)")


def test_of_many_words_only_the_sum_is_told() -> None:
    """Factors that are written once with a power are not taken apart: more than 200 words."""
    assert ids(words(201), "P(+,d)") == {
        "probabilities-added", "posterior-for-joint", "other-class", "complement", "priors-exchanged",
        "likelihood-of-another-class",
    }  # fmt: skip


def rows(number: int) -> str:
    """Return a table with many rows."""
    return f"data.table = '''\na k\n{'u -' + chr(10)}{('u +' + chr(10)) * (number - 1)}'''\n"


def test_of_forty_rows_each_is_overlooked() -> None:
    """Of 41 a search of the data does that, and not what an answer is compared with."""
    for number in (40, 41):
        made = alternatives_of(rows(number), "P(+)")
        found = [*rows_dropped_or_repeated(made.problem, made.graph)]
        assert len(found) == (2 * 40 - 1 if number == 40 else 0)  # the one row of − has to stay
        assert not has_many_numbers(made.problem)


def test_zeros_are_smoothed_alone() -> None:
    """Where a count is 0, λ may be added to it alone, or in its class alone."""
    # + : u 1, v 1 of a; s 1, t 1 of b.  − : u 0, v 1 of a; s 1, t 0 of b.
    asked = [f"P({cell}|{label})" for label in "+-" for cell in ("a=u", "a=v", "b=s", "b=t")]
    made = alternatives_of(TABLE, *asked)
    formulas = {each.id: each.formulas for each in made.misconceptions}
    zeros = {"P(a=u|-)", "P(b=t|-)"}
    assert set(map(str, formulas["only-zeros-smoothed"])) == set(asked) - zeros
    of_plus = {each for each in asked if "|+" in each}
    assert set(map(str, formulas["only-class-with-zero-smoothed"])) == of_plus
    bare = next(each for each in made.misconceptions if each.id == "only-zeros-smoothed")
    worth = {str(name): str(bare.value_function(made.graph)(name)) for name in made.graph.targets}
    assert worth == {
        "P(a=u|+)": "1/2", "P(a=v|+)": "1/2", "P(b=s|+)": "1/2", "P(b=t|+)": "1/2",
        "P(a=u|-)": "1/3", "P(a=v|-)": "1", "P(b=s|-)": "1", "P(b=t|-)": "1/3",
    }  # fmt: skip
    full = alternatives_of(TABLE, *(each for each in asked if "|+" in each))
    assert not {"only-zeros-smoothed", "only-class-with-zero-smoothed"} & {
        each.id for each in full.misconceptions
    }
    plain = alternatives_of(TABLE.replace("model.smoothing = 1\n", ""), *asked)
    assert "only-zeros-smoothed" not in {each.id for each in plain.misconceptions}
