from hypothesis import given, settings
from hypothesis import strategies as st

from exactnb.data.counts import Counts
from exactnb.data.table import Table

COLUMNS = ["a", "b", "y"]
VALUES = {"a": ["u", "v"], "b": ["0", "1"]}
ROWS = st.lists(
    st.tuples(st.sampled_from("uv"), st.sampled_from("01"), st.sampled_from("klm")), max_size=20
)


def counts_of(rows: list[tuple[str, str, str]]) -> Counts:
    """Return the counts of some rows, all values and classes listed."""
    return Counts.of(Table.from_rows(rows, COLUMNS, values=VALUES, classes=["k", "l", "m"]))


def test_counts_by_hand() -> None:
    """Four rows: three of class k, two of them with a=u."""
    counts = counts_of([("u", "1", "k"), ("u", "0", "k"), ("v", "0", "k"), ("u", "0", "m")])
    assert counts.total == 4
    assert counts.classes == {"k": 3, "l": 0, "m": 1}
    assert counts.cell("a", "u", "k") == 2
    assert counts.cell("b", "0", "k") == 2
    assert counts.cell("a", "v", "m") == 0
    assert counts.cell("a", "u", "l") == 0


def test_no_rows_no_counts() -> None:
    """Of an empty table every count is 0."""
    counts = counts_of([])
    assert (counts.total, counts.classes) == (0, {"k": 0, "l": 0, "m": 0})
    assert counts.cell("a", "u", "k") == 0


@given(ROWS)
@settings(max_examples=100, deadline=None)
def test_counts_are_what_one_counts_by_hand(rows: list[tuple[str, str, str]]) -> None:
    """Every class size and every cell equals a count of the rows, one by one."""
    counts = counts_of(rows)
    assert counts.total == len(rows)
    for label in "klm":
        assert counts.classes[label] == [row[2] for row in rows].count(label)
        for at, column in enumerate(("a", "b")):
            for value in VALUES[column]:
                wanted = sum(row[at] == value and row[2] == label for row in rows)
                assert counts.cell(column, value, label) == wanted


@given(ROWS, st.integers(0, 20))
@settings(max_examples=100, deadline=None)
def test_the_counts_of_two_shards_add_up(rows: list[tuple[str, str, str]], at: int) -> None:
    """Counting two halves of a table and adding gives the counts of the whole."""
    first, second, whole = counts_of(rows[:at]), counts_of(rows[at:]), counts_of(rows)
    assert first.total + second.total == whole.total
    for label in "klm":
        assert first.classes[label] + second.classes[label] == whole.classes[label]
        for column, values in VALUES.items():
            sizes = [whole.cell(column, value, label) for value in values]
            assert sum(sizes) == whole.classes[label]
            for value in values:
                parts = first.cell(column, value, label) + second.cell(column, value, label)
                assert parts == whole.cell(column, value, label)


@given(ROWS, st.randoms())
@settings(max_examples=50, deadline=None)
def test_the_order_of_rows_does_not_count(rows: list[tuple[str, str, str]], random: object) -> None:
    """Shuffled rows have the same counts."""
    shuffled = list(rows)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert counts_of(shuffled) == counts_of(rows)
