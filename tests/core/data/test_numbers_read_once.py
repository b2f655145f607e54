"""A number in a cell is read where it comes in, and carried on with its text."""

import copy
import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import law

from exactnb import Problem, Table
from exactnb.core.arithmetic import numerals
from exactnb.core.arithmetic.numerals import NumberText, number_in, read_number, spell_number
from exactnb.core.data.documents import Document, Documents
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import EFFORT, Effort

TABLE = """[data]
table = '''
n    t   c  x  k
7.50 1   2  u  a
15/2 2   0  v  b
-1e2 1/2 1  u  a
75%  4   3  v  b
8    1   1  u  b
6    3   ?  v  a
'''
"""
MODELS = {
    "gaussian": 'families = { n = "gaussian", t = "gaussian", c = "gaussian" }\n',
    "qda": 'families = { n = "qda", t = "qda", c = "poisson" }\n',
    "poisson": 'families = { n = "gaussian", t = "gaussian", c = "poisson" }\n',
    "multinomial": 'families = { n = "gaussian", t = "gaussian", c = "multinomial" }\nsmoothing = 1\n',
}
ASKED = ("argmax(q)", "P(n=7.5|a)", "P(a,n=-100)", "P(a|q)", "argmax(n=8,t=1)")
MORE = {
    "gaussian": (
        "count(n=7.5)",
        "count(n=7.5,x=u,a)",
        "accuracy",
        "mean(n|a)",
        "boundary(a:b|t=2,c=1)",
    ),
    "qda": ("score(a|q)", "accuracy_left_out"),
    "poisson": ("P(c=2|a)", "accuracy"),
    "multinomial": ("tokens(a)", "accuracy"),
}


@law(10, 50)
@given(st.fractions())
def test_a_spelled_number_is_its_text_and_knows_its_number(number: Fraction) -> None:
    """It is compared, hashed, copied and kept as text; nothing of it is lost on the way."""
    cell = spell_number(number)
    text = str(cell)
    assert (type(text), cell, hash(cell), {text: 1}[cell]) == (str, text, hash(text), 1)
    assert number_in(cell) == cell.number == read_number(text) == number_in(text) == number
    for again in (pickle.loads(pickle.dumps(cell)), copy.deepcopy(cell), copy.copy(cell)):
        assert (type(again), again, again.number) == (NumberText, text, number)


def test_a_number_that_was_read_is_not_changed() -> None:
    """What a text was read as is fixed."""
    with pytest.raises(AttributeError):
        spell_number(Fraction(1)).number = Fraction(2)  # type: ignore[misc]


def test_rows_know_their_numbers_and_keep_their_texts() -> None:
    """All cells of a column of numbers know them, whatever their spelling; those of others do not."""
    rows = [("7.50", "u", "1"), ("?", "2", "0"), ("75%", "3", "1"), ("−2", "w", "1")]
    table = Table.from_rows([(*row, "k") for row in rows], ["n", "x", "b", "k"])
    cells = [row.cells for row in table.rows]
    assert cells == [("7.50", "u", "1"), ("", "2", "0"), ("75%", "3", "1"), ("−2", "w", "1")]
    known = [[isinstance(cell, NumberText) for cell in row] for row in cells]
    assert known == [
        [True, False, True],
        [False, False, True],
        [True, False, True],
        [True, False, True],
    ]
    assert [number_in(n) for n, _, _ in cells if n] == [Fraction(15, 2), Fraction(3, 4), -2]
    beside = Documents.of([Document("", "k", "win", ("1/2",))], columns=["n"])
    assert number_in(beside.documents[0].cells[0]) == Fraction(1, 2)
    assert isinstance(beside.documents[0].cells[0], NumberText)


@pytest.mark.parametrize("family", MODELS)
def test_no_cell_is_read_again_to_work_anything_out(
    family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once a problem and the names that are asked are read, no text is: not for any row."""
    table = TABLE.replace("?", "0") if family == "qda" else TABLE
    query = "[query]\nq = { n = '7.5', t = 2, c = 1 }\n"
    problem = Problem.from_text(table + "[model]\n" + MODELS[family] + query)
    effort = Effort(EFFORT)
    asked = (*ASKED[: 1 if family == "multinomial" else None], *MORE[family])
    names = [problem.resolve(text, "", effort) for text in asked if family != "qda" or "n=" not in text]
    fresh = Problem(problem.data, problem.query, problem.models)

    def refuse(text: str) -> None:
        pytest.fail(f"{text!r} is read again")

    monkeypatch.setattr(numerals, "_read_ratio_text", refuse)
    graph = Quantities(names, fresh.define, effort)
    for name in names:
        graph.value(name)
