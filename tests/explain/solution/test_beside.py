"""What is shown beside what was asked: it is there with an `ask` list too, or it is not claimed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from exactnb import Problem, solve
from exactnb.errors import InputError

ROWS = "[data]\ntable = '''\na b k\n1 1 +\n0 0 +\n1 0 -\n1 1 -\n'''\n"
QUERY = "[query]\nq = { a = 1, b = 0 }\n"
IGNORE = "[model]\nabsent = 'ignore'\nsmoothing = 1\n"
STEPS = "ask = ['P(+|a=1)', 'P(+|a=1,b=0)']\n"


def problem(text: str, **shown: object) -> Problem:
    return replace(Problem.from_text(text), **shown)  # type: ignore[arg-type]


def test_logarithms_go_with_what_is_asked() -> None:
    """With an `ask` list, and with `only`, the joints on the way stand in logarithms too."""
    asked = solve(problem("ask = ['P(+|q)']\n" + ROWS + QUERY, log="2"))
    assert "In logarithms: the joint probabilities of q" in asked.text()
    alone = solve(problem(ROWS + QUERY, log="10"), only=["argmax(q)"])
    assert "log10(P(+,q))" in alone


def test_an_estimate_alone_has_no_logarithms() -> None:
    """Where no joint is on the way, there is nothing to take the logarithm of."""
    assert "logarithms" not in solve(problem(ROWS + QUERY, log="2"), only=["P(a=1|+)"]).text()


def test_the_chain_rule_goes_with_what_is_asked() -> None:
    """With an `ask` list that needs the joint of a query, the chain rule stands before it."""
    assert "chain rule" in solve(problem("ask = ['P(+|q)']\n" + ROWS + QUERY, chain_rule=True)).text()


def test_where_zeros_are_ignored_the_rules_of_probability_hold() -> None:
    """With absent = "ignore" a query shows no 0, and the chain rule is that of what it shows."""
    ones = QUERY.replace("b = 0", "b = 1")
    assert "chain rule" not in solve(problem(ROWS + IGNORE + QUERY, chain_rule=True)).text()
    assert "chain rule" in solve(problem(ROWS + IGNORE + ones, chain_rule=True)).text()
    for model in ("", IGNORE):
        assert "earlier posterior" in solve(problem(STEPS + ROWS + model + QUERY)).text()


@pytest.mark.exhaustive
@pytest.mark.parametrize("query", ["n = 1", "a = 1", "a = 1, n = 1", "a = 0, n = 7.5", "a = 1, n = 0"])
def test_a_linear_form_is_that_of_all_columns(query: str) -> None:
    """The linear form stands there where every column is seen, numbers times their weights."""
    asked = "ask = ['log_odds(A:B|q)', 'bias(A:B)', 'weight(A:B|n)', 'weight(A:B|a)']\n"
    rows = "[data]\ntable = '''\na n k\n1 1 A\n0 3 A\n1 5 B\n1 9 B\n0 7 B\n'''\n"
    chosen = "[model]\nfamilies = { n = 'gaussian' }\nshare = 'classes'\n"
    text = solve(problem(f"{asked}{rows}{chosen}[query]\nq = {{ {query} }}\n")).text()
    assert ("As a linear form" in text) == ("a" in query and "n" in query)
    assert ("15/2 × weight" in text or "7.5 × weight" in text) == ("7.5" in query)


def test_a_value_that_was_never_seen_has_no_rank() -> None:
    """With unseen = "zero" a query may show a value that is none of the cells: it has no rank."""
    rows = "[data]\ntable = '''\na k\nx +\ny -\n'''\n[model]\nunseen = 'zero'\nsmoothing = 1\n"
    with pytest.raises(InputError, match="a=z is none of its values"):
        solve(problem(rows + "[query]\nq = { a = 'z' }\n"), only=["rank(q)"])


def test_pseudo_documents_speak_of_known_words_only() -> None:
    """A word that only the query has is no estimate that pseudo-documents would give."""
    texts = "[data]\ntable = '''\nclass | text\n+ | a b\n- | b\n'''\n[model]\nsmoothing = 1\n"
    shown = solve(problem(texts + "unseen = 'zero'\n[query]\nq = 'a c'\n", pseudo_documents=True))
    said = shown.text().partition("Relative frequencies in these rows")[2]
    assert "P(a|+) = 2/4" in said
    assert "P(c|+)" not in said


def test_pseudo_rows_hold_a_number_that_the_column_never_had() -> None:
    """A column that counts words 0 or 3 times holds a 1 in the pseudo-row, and that is counted."""
    counts = (
        "[data]\ntable = '''\na b k\n3 3 +\n0 3 -\n'''\n"
        "[model]\nfamily = 'multinomial'\nsmoothing = 1\n"
    )
    shown = solve(problem(counts, pseudo_documents=True)).text()
    assert "P(a|+) = 4/8" in shown
    assert "P(a|−) = 1/5" in shown


def test_an_urn_does_not_take_its_posterior_for_a_prior() -> None:
    """With θ integrated out a word drawn changes the next: the earlier posterior is no prior."""
    bags = (
        "ask = ['P(red|I)', 'P(I|red)', 'P(red|red)', 'P(I|red,red)']\n"
        "[data]\ncounts = '''\nbag I II\nred 4 2\nblue 1 3\n'''\n"
        "[model]\nprior = 'uniform'\nsmoothing = '1/2'\nfamily = "
    )
    assert "earlier posterior" not in solve(problem(bags + "'dirichlet-multinomial'\n")).text()
    assert "earlier posterior" in solve(problem(bags + "'multinomial'\n")).text()


def test_pseudo_documents_need_texts_alone() -> None:
    """Texts with columns beside them have no pseudo-documents, and that is said."""
    texts = "[data]\ntable = '''\nclass | s | text\n+ | u | a\n- | v | b\n'''\n[model]\nsmoothing = 1\n"
    with pytest.raises(InputError, match="texts with columns beside them"):
        solve(problem(texts, pseudo_documents=True))
