"""How much is tried before a question is refused: just so much is taken, and a little more is not."""

from __future__ import annotations

import pytest
from refusals import told

from exactnb import Problem, solve
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Equal, Product
from exactnb.core.expression.results import Listed
from exactnb.core.model.quantity import Effort, InlineForm
from exactnb.core.model.questions import counterfactuals
from exactnb.errors import Unsupported

BITS = "abcdefghijlmnoprstuvwxyz"  # but k and q, which are taken


def problem_of(
    rows: list[str], header: str, model: str = "smoothing = 1", query: str = "{}"
) -> Problem:
    """Return a problem with some rows, the class in the last column, and a query q."""
    lines = "\n".join([header, *rows])
    return Problem.from_text(
        f"[data]\ntable = '''\n{lines}\n'''\n[model]\n{model}\n[query]\nq = {query}\n"
    )


def bits(columns: int) -> Problem:
    """Return a problem with so many columns of 0 and 1, all of them 1 in the query."""
    names = " ".join(BITS[:columns])
    rows = [f"{'1 ' * columns}+", f"{'0 ' * columns}-"]
    query = ", ".join(f"{name} = 1" for name in BITS[:columns])
    return problem_of(rows, f"{names} class", query=f"{{ {query} }}")


def refusal(problem: Problem, question: str) -> str:
    """Return why a question is not even defined, "" if it is."""
    name = problem.scope.resolve(question)
    return told(lambda: problem.define(name, Effort(10**12))).removeprefix(f"{name}: ")


@pytest.mark.parametrize("question", ["rank(q)", "bayes_error"])
def test_a_million_cells_are_looked_at(question: str) -> None:
    """Of 20 columns of 0 and 1 there are 1,048,576 cells, of 19 half as many."""
    assert refusal(bits(19), question) == ""
    assert refusal(bits(20), question) == "more than 1,000,000 cells to look at"
    rows = [f"{f'v{n} ' * 6}{'+-'[n % 2]}" for n in range(10)]
    query = ", ".join(f'{name} = "v1"' for name in "abcdef")
    of = problem_of(rows, "a b c d e f class", query=f"{{ {query} }}")
    assert refusal(of, question) == ""  # of 6 columns with 10 values there are a million


def test_twenty_thousand_other_queries_are_tried() -> None:
    """Of 15 columns of 0 and 1 there are 32,768 queries; 256 of 8 are no matter."""
    message = "32,768 other queries; at most 20,000 are tried"
    assert refusal(bits(15), "nearest(q)") == message
    assert refusal(bits(15), "reasons(q)") == message
    assert refusal(bits(8), "nearest(q)") == ""


@pytest.mark.parametrize(("most", "message"), [(8, ""), (7, "8 other queries; at most 7 are tried")])
def test_as_many_queries_are_tried_as_are_allowed(most: int, message: str, monkeypatch) -> None:
    """Of 3 columns of 0 and 1 there are 8 queries."""
    monkeypatch.setattr(counterfactuals, "_MOST", most)
    assert refusal(bits(3), "nearest(q)") == message


@pytest.mark.parametrize(
    ("values", "message"), [(32, ""), (33, "more than 32 cells beside the numbers")]
)
def test_a_bayes_error_of_numbers_has_32_cells_beside_them(values: int, message: str) -> None:
    """A column of 32 values beside one of counts is added up, of 33 it is not."""
    rows = [f"v{n} {n % 3} {'+-'[n % 2]}" for n in range(values)]
    found = refusal(
        problem_of(rows, "a x k", 'families = { x = "poisson" }\nsmoothing = 1'), "bayes_error"
    )
    assert found.startswith(message)
    assert bool(found) == bool(message)


@pytest.mark.parametrize(
    ("columns", "message"), [(12, ""), (13, "13 columns vary; at most 12 are worked out")]
)
def test_a_curve_has_twelve_columns(columns: int, message: str) -> None:
    """The tie of two classes is a polynomial in 12 columns, in 13 it is not written."""
    rows = [" ".join([*(str(n * at % 7) for at in range(1, columns + 1)), "++--"[n]]) for n in range(4)]
    of = problem_of(rows, f"{' '.join(BITS[:columns])} class", 'family = "poisson"')
    assert refusal(of, "boundary(+:-)") == message


@pytest.mark.parametrize(("classes", "message"), [(12, ""), (13, "flips of more than 12 classes")])
def test_flips_are_of_twelve_classes(classes: int, message: str) -> None:
    """Every two classes may tie: of 13 the ties are too many."""
    of = problem_of([f"{n % 2} c{n}" for n in range(classes)], "a k", query="{ a = 1 }")
    assert refusal(of, "flips(λ|q)") == message


@pytest.mark.parametrize(("classes", "inline"), [(8, InlineForm.EXPANDED), (9, InlineForm.VALUE)])
def test_eight_joints_are_written_out_in_a_denominator(classes: int, inline: InlineForm) -> None:
    """The evidence of 8 classes stands there as their sum, that of 9 as its value."""
    of = problem_of([f"{n % 2} c{n}" for n in range(classes)], "a k", query="{ a = 1 }")
    assert of.define(of.scope.resolve("P(q)"), Effort()).inline is inline


@pytest.mark.parametrize(("values", "listed"), [(16, 32), (17, 1)])
def test_32_combinations_are_all_shown(values: int, listed: int) -> None:
    """Of 34 the first that does not multiply stands alone, of 32 all are compared."""
    of = problem_of([f"v{n} {n % 2} k" for n in range(values)], "a b class")
    formula = of.define(of.scope.resolve("independent_in_data(a,b)"), Effort()).formula
    assert isinstance(formula, Equal)
    assert sum(isinstance(side, Product) for side in formula.children) == listed


@pytest.mark.exhaustive
def test_2000_combinations_are_compared() -> None:
    """Of 50 · 41 the first 2,000 multiply, and of the rest nothing is known."""
    of = problem_of([f"v{n // 41} w{n % 41} k" for n in range(50 * 41)], "a b class")
    message = "more than 2,000 combinations to compare, and the first 2,000 multiply"
    assert refusal(of, "independent_in_data(a,b)") == message


def tried(of: Problem, question: str) -> str:
    """Return what is said of a question that is worked out anew, "" if it is answered."""
    name, define = of.scope.resolve(question), of.predictions[""].without_cache().define
    return told(lambda: define(name, Effort())).removeprefix(f"{name}: ")


def test_so_many_edits_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every single edit is one of those allowed; one less is refused, with their number."""
    of = problem_of(["u w +", "v w +", "u z -"], "a b class", query='{ a = "u" }')
    number = len(counterfactuals.candidate_edits(of.predictions[""], of.scope.resolve("edits(q)")))
    assert number == 15  # 3 rows left out, 3 twice, and in each of 3 rows a class or a value of 2
    monkeypatch.setattr(counterfactuals, "_MOST", number)
    assert tried(of, "edits(q)") == ""
    monkeypatch.setattr(counterfactuals, "_MOST", number - 1)
    assert tried(of, "edits(q)") == "more than 14 single edits"


def test_more_than_two_hundred_edits_are_no_matter() -> None:
    """Of 40 rows with a column of 5 values there are 280."""
    rows = [f"v{n % 5} {'+-'[n % 2]}" for n in range(40)]
    of = problem_of(rows, "a class", query='{ a = "v1" }')
    assert len(counterfactuals.candidate_edits(of.predictions[""], of.scope.resolve("edits(q)"))) == 280


def test_a_word_is_counted_once_more_or_less_where_some_row_is_counted_so() -> None:
    """Of 0, 1 and 3 times there are 1 for 0 and 0 for 1, and no row shows a word 2 or 4 times."""
    of = problem_of(["0 +", "1 -", "3 -"], "win class", 'family = "multinomial"', "{ win = 1 }")
    found = counterfactuals.candidate_edits(of.predictions[""], of.scope.resolve("edits(q)"))
    assert [str(edit) for edit in found[9:]] == ["row 1: win 1 for 0", "row 2: win 0 for 1"]


def text_of(query: str) -> Problem:
    """Return a problem with two texts, and another as the query x."""
    rows = "class text\n+ p q\n- r r"
    return Problem.from_text(
        f"[data]\ntable = '''\n{rows}\n'''\n[model]\nsmoothing = 1\n[query]\nx = '{query}'\n"
    )


def test_so_many_texts_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """One word left out, put in or exchanged makes as many texts as are allowed, or one more."""
    number = 2 + 3 + 2 * 2
    monkeypatch.setattr(counterfactuals, "_MOST", number)
    assert tried(text_of("p q"), "nearest(x)") == ""
    monkeypatch.setattr(counterfactuals, "_MOST", number - 1)
    assert tried(text_of("p q"), "nearest(x)") == f"more than {number - 1} other texts to try"


def test_two_words_are_changed_at_most() -> None:
    """A text that no change of two words turns is told so."""
    message = "no change of 2 words changes the decision; more are not tried"
    assert tried(text_of("p " * 9), "nearest(x)") == message
    assert tried(text_of("p p"), "nearest(x)") == ""


def test_a_word_is_left_out_as_often_as_it_is_there() -> None:
    """p, p and q are 8 times as likely in +, and r three times in −: two changes, q goes once."""
    of = text_of("p p q")
    found = of.define(of.scope.resolve("nearest(x)"), Effort()).formula
    assert {", ".join(group) for group in evaluate(found).groups} == {
        "with r, with r", "r for p, with r", "r for q, with r", "r for p, without p",
        "r for p, without q", "r for p, r for p", "r for p, r for q",
    }  # fmt: skip


@pytest.mark.parametrize("family", ["multinomial", "dirichlet-multinomial"])
@pytest.mark.parametrize("text", ["", "never seen", "b"])
def test_a_text_without_words_is_a_text(text: str, family: str) -> None:
    """Words may be put into it, and there is no end of them, as of any text."""
    rows = ["k a a b", "l b c c", "l c"]
    problem = problem_of(rows, "class text", f'family = "{family}"\nsmoothing = 1', f'"{text}"')
    solution = solve(problem, only=["nearest(q)"])
    nearest = solution["nearest(q)"]
    assert isinstance(nearest, Listed)
    assert ("with a",) in nearest.groups
    with pytest.raises(Unsupported, match="no end of texts"):
        solution["reasons(q)"]
