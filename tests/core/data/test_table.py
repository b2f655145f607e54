from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.data.rows import name_of, ordered_values, repeated
from exactnb.core.data.table import Row, Table
from exactnb.core.problem.problem import Problem
from exactnb.errors import InputError

SPOONS = [("g1", "wooden", "leek", "grumpy"), ("g2", "silver", "onion", "happy")]
HEADER = ["id", "spoon", "soup", "mood"]


def test_a_table_is_its_columns_and_rows() -> None:
    """The last column is the class, `id` names the rows, values come by first appearance."""
    table = Table.from_rows(SPOONS, HEADER)
    assert table.class_variable == "mood"
    assert table.columns == ("spoon", "soup")
    assert table.classes == ("grumpy", "happy")
    assert table.values == (("wooden", "silver"), ("leek", "onion"))
    assert table.rows[1] == Row("g2", "happy", ("silver", "onion"))
    assert table.values_of("soup") == ("leek", "onion")


def test_a_column_called_class_is_the_class() -> None:
    """A column `class` is taken before the last one, and a label that is given before both."""
    rows, columns = [("a", "+", "x")], ["u", "class", "w"]
    assert Table.from_rows(rows, columns).class_variable == "class"
    assert Table.from_rows(rows, columns).columns == ("u", "w")
    assert Table.from_rows(rows, columns, label="w").columns == ("u", "class")


def test_columns_can_be_chosen_and_ordered() -> None:
    """`features` says which columns count and in which order; `id` which one names the rows."""
    table = Table.from_rows(SPOONS, ["name", *HEADER[1:]], id="name", features=["soup", "spoon"])
    assert table.columns == ("soup", "spoon")
    assert table.rows[0] == Row("g1", "grumpy", ("leek", "wooden"))
    assert Table.from_rows(SPOONS, HEADER, features=[]).columns == ()


def test_values_and_classes_may_be_listed() -> None:
    """What is listed exists though no row shows it, and stands in the order of the list."""
    table = Table.from_rows(
        SPOONS, HEADER, values={"soup": ["pea", "onion", "leek"]}, classes=["happy", "bored", "grumpy"]
    )
    assert table.values_of("soup") == ("pea", "onion", "leek")
    assert table.classes == ("happy", "bored", "grumpy")
    assert Table.from_rows([], ["a", "y"], values={"a": ["u"]}, classes=["k"]).rows == ()


WAYS = '; unlabelled = "query" asks for it, "drop" leaves it out'


@all_of(
    ("seen", "order"),
    [
        ("ba", ("b", "a")),
        (["10", "9", "-1"], ("-1", "9", "10")),
        (["1/2", "0.3", "1e-1", "40%"], ("1e-1", "0.3", "40%", "1/2")),
        (["1"], ("0", "1")),
        (["0", "0"], ("0", "1")),
        (["1", "0", "2"], ("0", "1", "2")),
        (["2", "1", "many"], ("2", "1", "many")),
        (["1.0", "1"], ("1.0", "1")),
        ([], ()),
    ],
)
def test_values_are_ordered(seen: Sequence[str], order: tuple[str, ...]) -> None:
    """Numerals ascend, 0/1 columns have both, all others stand as they appear."""
    assert ordered_values(seen, None, "values.x") == order


def test_classes_are_never_sorted() -> None:
    """Labels stand as they appear, numerals too, and a class 0 is not made up."""
    table = Table.from_rows([("u", "2"), ("u", "1"), ("w", "1")], ["a", "y"])
    assert table.classes == ("2", "1")
    assert Table.from_rows([("u", "1")], ["a", "y"]).classes == ("1",)


@all_of(
    ("given_name", "name"),
    [
        (" sea  level ", "sea  level"),
        (1, "1"),
        (-3, "-3"),
        (True, "true"),
        (False, "false"),
        (Fraction(1, 2), "1/2"),
        ("0.50", "0.50"),
        ("", ""),
    ],
)
def test_names_are_text(given_name: object, name: str) -> None:
    """Text is trimmed at its ends only; whole numbers and truth values are their spelling."""
    assert name_of(given_name) == name


def test_numpy_integers_are_names() -> None:
    """Anything with `__index__` is a whole number."""

    class Index:
        def __index__(self) -> int:
            return 7

    assert name_of(Index()) == "7"


@all_of(
    ("given_name", "told"),
    [
        (0.5, '0.5 is a binary float; write "0.5" if it is a name'),
        (None, "expected a name or a whole number; got 'None' (NoneType); \"\" is a missing cell"),
        ([], "expected a name or a whole number; got '[]' (list)"),
        (b"a", "expected a name or a whole number; got \"b'a'\" (bytes)"),
        (1j, "expected a name or a whole number; got '1j' (complex)"),
    ],
)
def test_what_is_no_name_is_refused(given_name: object, told: str) -> None:
    """Floats and other objects are refused with their type and, for floats, the fix."""
    with pytest.raises(InputError) as refusal:
        name_of(given_name)
    assert str(refusal.value) == told


TWICE = "id: the id '7' is there twice; if 'id' names no rows, say omit = [\"id\"]"


REFUSED: list[tuple[list[Sequence[object]], list[str], dict[str, object], str]] = [
    ([("1",)], ["a", "y"], {}, "row 1: 1 cells, the header has 2"),
    ([("1", "+"), ("1", "+", "2")], ["a", "y"], {}, "row 2: 3 cells, the header has 2"),
    (["1+"], ["a", "y"], {}, "row 1: expected a list of cells; got '1+'"),
    ([("1", "")], ["a", "y"], {}, "row 1, column 'y': a row without a class" + WAYS),
    ([("1", "+"), ("0", " ? ")], ["a", "y"], {}, "row 2, column 'y': a row without a class" + WAYS),
    ([("1", "n/a")], ["a", "y"], {"missing": ["n/a"]},
     "row 1, column 'y': a row without a class" + WAYS),
    ([("u", "+")], ["a", "y"], {"values": {"a": ["u", "?"]}},
     "values.a: '?' marks a missing cell, it is no name"),
    ([("u", "+")], ["a", "y"], {"classes": ["+", ""]},
     "classes: '' marks a missing cell, it is no name"),
    ([], ["a", "w", "y"], {"weight": "W"}, "weight: unknown column 'W' (did you mean 'w'?)"),
    ([], ["a", "y"], {"weight": "y", "label": "y"}, "weight: 'y' is the class or the id"),
    ([], ["a", "y"], {"weight": "a", "id": "a"}, "weight: 'a' is the class or the id"),
    ([], ["a", "y"], {"id": "y", "label": "y"}, "id: 'y' is the class column"),
    ([("u", "1", "+"), ("u", "-1/2", "+")], ["a", "w", "y"], {"weight": "w"},
     "row 2, column 'w': a weight must not be negative; got -1/2"),
    ([("u", "-", "+")], ["a", "w", "y"], {"weight": "w", "missing": ["?", "n/a"]},
     "row 1, column 'w': a row without a weight; to count it 0 times, say "
     'missing = ["n/a", "?", "-"] and unlabelled = "drop"'),
    ([("u", "", "+")], ["a", "w", "y"], {"weight": "w", "unlabelled": "query"},
     "row 1, column 'w': a row without a weight; to count it 0 times, say unlabelled = \"drop\""),
    ([("u", "heavy", "+")], ["a", "w", "y"], {"weight": "w"},
     'row 1, column \'w\': expected a number such as 3, 0.15, "5/11", "1e-3" or "45%"; got \'heavy\''),
    ([(0.5, "+")], ["a", "y"], {},
     'row 1, column \'a\': 0.5 is a binary float; write "0.5" if it is a name'),
    ([("1", None)], ["a", "y"], {},
     "row 1, column 'y': "
     "expected a name or a whole number; got 'None' (NoneType); \"\" is a missing cell"),
    ([], [], {}, "line 1: a table needs a header"),
    ([], ["a", " ", "y"], {}, "line 1: a column without a name"),
    ([], ["a", "y", " a"], {}, "line 1: column 'a' is there twice"),
    ([("7", "+"), (7, "-")], ["id", "y"], {}, TWICE),
    ([], ["Wind", "y"], {"label": "Y"}, "class: unknown column 'Y' (did you mean 'y'?)"),
    ([], ["Wind", "y"], {"id": "day"}, "id: unknown column 'day'"),
    ([], ["Wind", "y"], {"features": ["wind"]},
     "features: unknown column 'wind' (did you mean 'Wind'?)"),
    ([], ["Wind", "y"], {"values": {"Wnd": ["Weak"]}},
     "values: unknown column 'Wnd' (did you mean 'Wind'?)"),
    ([("Mild", "+")], ["Wind", "y"], {"values": {"Wind": ["Weak"]}},
     "values.Wind: the data has 'Mild', which is not listed"),
    ([], ["Wind", "y"], {"values": {"Wind": ["Weak", "Weak"]}}, "values.Wind: 'Weak' is listed twice"),
    ([("Weak", "+")], ["Wind", "y"], {"classes": ["-"]},
     "classes: the data has '+', which is not listed"),
    ([("Weak", "+")], ["Wind", "y"], {"classes": ["+", "+"]}, "classes: '+' is listed twice"),
]  # fmt: skip


@all_of(("rows", "columns", "options", "told"), REFUSED)
def test_what_is_no_table_is_refused(
    rows: list[Sequence[object]], columns: list[str], options: dict[str, object], told: str
) -> None:
    """A refusal names the row and the column, or the option, and what was wrong there."""
    with pytest.raises(InputError) as refusal:
        Table.from_rows(rows, columns, **options)  # type: ignore[arg-type]
    assert str(refusal.value) == told


@all_of("mark", ["?", "", " ? "])
def test_a_missing_cell_is_no_value(mark: str) -> None:
    """A cell that is marked as missing is empty, no value of its column, and in no case."""
    table = Table.from_rows([(mark, "u", "+"), ("v", mark, "-")], ["a", "b", "y"])
    assert [row.cells for row in table.rows] == [("", "u"), ("v", "")]
    assert table.values == (("v",), ("u",))
    assert [dict(case.cells) for case in table.cases()] == [{"b": "u"}, {"a": "v"}]
    assert table.count(None, {"b": "u"}) == 1


def test_the_marks_of_a_missing_cell_may_be_chosen() -> None:
    """With `missing = []` a "?" is a value like any other; an empty cell is always missing."""
    rows = [("?", "+"), ("", "+"), ("n/a", "-")]
    assert Table.from_rows(rows, ["a", "y"], missing=[]).values == (("?", "n/a"),)
    assert Table.from_rows(rows, ["a", "y"], missing=["n/a", "?"]).values == ((),)
    assert Table.from_rows([("?", "?")], ["a", "y"], missing=[]).classes == ("?",)


def test_rows_may_have_weights() -> None:
    """A weight is exact, counts so many rows, and its column is no feature."""
    rows = [("u", "3", "+"), ("u", "1/2", "+"), ("v", "0.25", "-"), ("v", "0", "-")]
    table = Table.from_rows(rows, ["a", "times", "y"], weight="times")
    assert table.columns == ("a",)
    assert [row.weight for row in table.rows] == [3, Fraction(1, 2), Fraction(1, 4), 0]
    assert [case.weight for case in table.cases()] == [row.weight for row in table.rows]
    assert table.count("+", {"a": "u"}) == Fraction(7, 2)
    assert table.count(None, {}) == Fraction(15, 4)


def test_a_missing_cell_beside_the_features_does_not_matter() -> None:
    """Only the columns that are used need their cells."""
    table = Table.from_rows([("?", "u", "+")], ["a", "b", "y"], features=["b"])
    assert table.rows == (Row("", "+", ("u",)),)


def test_a_file_is_a_table(tmp_path: Path) -> None:
    """from_csv reads a file, and its refusals begin with the file's name."""
    path = tmp_path / "soups.csv"
    path.write_text("spoon,soup\nwooden,leek\nsilver,onion\n")
    table = Table.from_csv(path)
    assert (table.class_variable, table.classes) == ("soup", ("leek", "onion"))
    assert Table.from_csv(str(path), label="spoon").columns == ("soup",)
    with pytest.raises(InputError) as refusal:
        Table.from_csv(path, label="spon")
    assert str(refusal.value) == f"{path}: class: unknown column 'spon' (did you mean 'spoon'?)"


def test_the_first_double_is_found() -> None:
    """`repeated` names the first name that comes a second time, or none."""
    assert repeated("abcab") == "a"
    assert repeated("abc") is None
    assert repeated("") is None


@given(st.lists(st.tuples(*[st.sampled_from("uvw")] * 3), min_size=1, max_size=12))
@law(8, 40)
def test_counts_are_counts(rows: list[tuple[str, str, str]]) -> None:
    """`count` is the number of rows that show the class and all the cells."""
    table = Table.from_rows(rows, ["a", "b", "y"])
    for label in ("u", "v", None):
        in_class = [row for row in rows if label in (None, row[2])]
        assert table.count(label, {}) == len(in_class)
        assert table.count(label, {"a": "u"}) == sum(a == "u" for a, _, _ in in_class)
        assert table.count(label, {"b": "v", "a": "u"}) == [r[:2] for r in in_class].count(("u", "v"))


@all_of("rows, ids", [
    ([("r2", "s", "yes"), ("", "s", "?")], ["r2*"]),  # the id of a row
    ([("r3", "s", ""), ("a", "s", "yes"), ("", "s", "?")], ["r3", "r3*"]),  # of another query
    ([("a", "r2", "yes"), ("7", "s", "?")], ["r2*"]),  # a value
    ([("a", "s", "r2"), ("", "s", "?")], ["r2*"]),  # a class
])  # fmt: skip
def test_no_query_of_a_row_without_a_class_is_called_as_something_else(
    rows: list[tuple[str, ...]], ids: list[str]
) -> None:
    """A number that names a row without an id has a star where the data have the name."""
    table = Table.from_rows(rows, ["id", "sky", "class"], unlabelled="query")
    assert [identity for identity, _ in table.unlabelled] == ids
    documents = Problem.from_text(
        'data.unlabelled = "query"\ndata.table = """\nid,text,class\n'
        + "\n".join(map(",".join, rows))
        + '"""'
    )
    assert list(documents.query) == ids


def test_two_rows_without_a_class_with_one_id_are_refused() -> None:
    """Neither replaces the other."""
    rows = [("q", "s", "?"), ("a", "s", "yes"), ("q", "r", "?")]
    with pytest.raises(InputError, match="the id 'q' is there twice"):
        Table.from_rows(rows, ["id", "sky", "class"], unlabelled="query")
