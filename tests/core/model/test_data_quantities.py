from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from second_reading import reader_of
from thoroughness import all_of, law

from exactnb import Conventions, ModelChoice, Problem, Table, solve
from exactnb.core.arithmetic.values import UNDEFINED
from exactnb.core.data.counts import count
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.results import Value
from exactnb.core.model.data_quantities import DataQuantities
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.core.quantities import QUANTITIES

ROWS = [("1", "Blue", "+"), ("1", "Grey", "+"), ("0", "Grey", "+"), ("1", "Grey", "-")]
TABLE = Table.from_rows(ROWS, ["a", "Sky", "y"])
PROBLEM = Problem(TABLE, {"x": {"a": "1"}})


def value(text: str) -> Value:
    """Return the value of a quantity."""
    name = PROBLEM.scope.resolve(text)
    return Quantities([name], PROBLEM.define, Effort()).value(name)


@all_of(
    ("text", "number"),
    [
        ("count()", 4),
        ("count(+)", 3),
        ("count(-)", 1),
        ("count(a=1)", 3),
        ("count(a=1,+)", 2),
        ("count(not a,+)", 1),
        ("count(Grey)", 3),
        ("count(a=1,Grey)", 2),
        ("count(a=1,Grey,+)", 1),
        ("count(a=0,Blue,-)", 0),
    ],
)
def test_counts_count_rows(text: str, number: int) -> None:
    """A count of any list of cells, with or without a class, is a number of rows."""
    name = PROBLEM.scope.resolve(text)
    quantity = DataQuantities(count(TABLE), QUANTITIES, cases=TABLE.cases).define(name, Effort())
    assert quantity.reason.rule is Rule.COUNT
    assert value(text) == number
    assert reader_of(TABLE).recount(name) == number


@all_of(
    ("text", "number"),
    [
        ("count(x)", 4),
        ("count(y)", 3),
        ("count(x,y)", 2),
        ("count(x,y,+)", 1),
        ("count(x,y,Grey)", 1),
        ("count(x,Grey)", 2),
        ("count(y,Grey,-)", 1),
    ],
)
def test_counts_of_columns_count_rows_that_show_all_of_them(text: str, number: int) -> None:
    """Of five rows one shows no x, and two others no y: what is missing is not counted."""
    rows = [("1.5", "2", "Blue", "+"), ("2", "3", "Grey", "-"), ("", "3.5", "Blue", "-")]
    rows += [("2.5", "", "Grey", "+"), ("3", "", "Blue", "-")]
    table = Table.from_rows(rows, ["x", "y", "Sky", "class"])
    models = {"m": ModelChoice(families={"x": "gaussian", "y": "gaussian", "Sky": "categorical"})}
    problem = Problem(table, {"q": {"x": "1"}}, models)
    name = problem.scope.resolve(text)
    assert Quantities([name], problem.define, Effort()).value(name) == number
    assert reader_of(table).recount(name) == number


@all_of(
    ("text", "share"),
    [
        ("freq(+)", Fraction(3, 4)),
        ("freq(a=1)", Fraction(3, 4)),
        ("freq(a=1|+)", Fraction(2, 3)),
        ("freq(+|a=1)", Fraction(2, 3)),
        ("freq(Grey|a=1,+)", Fraction(1, 2)),
        ("freq(+,Grey|a=1)", Fraction(1, 3)),
        ("freq(a=1,Grey|-)", 1),
        ("freq(Blue|-)", 0),
        ("freq(+|a=0,Blue)", UNDEFINED),
    ],
)
def test_relative_frequencies_are_counts_over_counts(text: str, share: Value) -> None:
    """freq(A|B) is the share of the rows of B that show A, and undefined if there are none."""
    assert value(text) == share


@all_of(
    "text, leaves",
    [
        ("freq(a=1|+)", ["count(a=1,+)", "count(+)"]),
        ("freq(+|a=1)", ["count(a=1,+)", "count(a=1)"]),
        ("freq(+)", ["count(+)", "count()"]),
    ],
)
def test_a_relative_frequency_rests_on_two_counts(text: str, leaves: list[str]) -> None:
    """The counts stand under their canonical names, before what rests on them."""
    name = PROBLEM.scope.resolve(text)
    graph = Quantities([name], PROBLEM.define, Effort())
    assert [str(n) for n in graph] == [*leaves, text]


@given(
    st.lists(st.tuples(*[st.sampled_from("uv")] * 2, st.sampled_from("kl")), min_size=1, max_size=12)
)
@law(12)
def test_a_frequency_times_its_total_is_a_count(rows: list[tuple[str, str, str]]) -> None:
    """freq(A|B)·count(B) = count(A,B) wherever B occurs."""
    values = {"a": ["u", "v"], "b": ["u", "v"]}
    table = Table.from_rows(rows, ["a", "b", "y"], values=values)
    problem = Problem(table)
    label = table.classes[0]
    texts = [f"freq(a=u|b=v,{label})", f"count(b=v,{label})", f"count(a=u,b=v,{label})"]
    names = [problem.scope.resolve(text) for text in texts]
    found = Quantities(names, problem.define, Effort()).evaluate()
    share, size, both = (found[name] for name in names)
    assert both == sum(row == ("u", "v", label) for row in rows)
    if size:
        assert isinstance(share, Fraction)
        assert isinstance(size, Fraction)
        assert share * size == both
    else:
        assert share == UNDEFINED


CELLS = {"a": ("u", "v", ""), "n": ("1", "1.0", "2", "2/2", ""), "m": ("5", "7", "")}
ANY_ROW = st.tuples(*(st.sampled_from(of) for of in CELLS.values()), st.sampled_from("kl"))


@given(rows=st.lists(ANY_ROW, min_size=1, max_size=12), data=st.data())
@law(12)
def test_frequencies_are_of_the_rows_that_show_the_columns(rows: list, data: st.DataObject) -> None:
    """freq(A|B) divides by the rows with B that show A's columns; numbers are what they are worth."""
    values = {"a": ("u", "v"), "n": ("1", "1.0", "2", "2/2"), "m": ("5", "7")}
    table = Table.from_rows(rows, [*CELLS, "y"], values=values, classes=list("kl"))
    gaussian = ModelChoice(Conventions(prior="uniform"), families={"n": "gaussian", "m": "gaussian"})
    problem = Problem(table, models={"model": gaussian})
    worth = {"u": "u", "v": "v", **{spelled: Fraction(spelled) for spelled in ("1", "2", "5", "7")}}

    def shows(row: tuple[str, ...], column: str, wanted: str) -> bool:
        cell = row[list(CELLS).index(column)]
        return cell != "" and (cell if column == "a" else Fraction(cell)) == worth[wanted]

    columns = data.draw(st.permutations(list(CELLS)))
    few = {"a": "uv", "n": "12", "m": "57"}
    wanted = {c: data.draw(st.sampled_from(few[c])) for c in columns}
    at = data.draw(st.integers(1, 3))
    left, right = columns[:at], columns[at:]
    label = data.draw(st.sampled_from(("", "k", "l")))
    given_rows = [r for r in rows if (not label or r[-1] == label)
                  and all(shows(r, c, wanted[c]) for c in right)]  # fmt: skip
    showing = [r for r in given_rows if all(r[list(CELLS).index(c)] for c in left)]
    hits = [r for r in showing if all(shows(r, c, wanted[c]) for c in left)]
    behind = ",".join([*(f"{c}={wanted[c]}" for c in right), *([label] if label else [])])
    name = f"freq({','.join(f'{c}={wanted[c]}' for c in left)}{'|' if behind else ''}{behind})"
    expected = Fraction(len(hits), len(showing)) if showing else UNDEFINED
    assert solve(problem, only=[name])[name] == expected


def test_a_count_is_of_all_that_it_names() -> None:
    """Rows that show n and have a = 1 are 2 of 4: one has a = 0, one does not show n."""
    rows = [("1", "5", "k"), ("1", "7", "l"), ("0", "5", "k"), ("1", "", "k")]
    gaussian = ModelChoice(families={"n": "gaussian"})
    problem = Problem(Table.from_rows(rows, ["a", "n", "y"]), models={"model": gaussian})
    counts = {"count(a=1,n)": 2, "count(a=1,n,k)": 1, "count(n)": 3, "count(n,k)": 2, "count(a=1)": 3}
    for name, number in counts.items():
        assert solve(problem, only=[name])[name] == number
