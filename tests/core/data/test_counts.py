"""Sufficient statistics, by hand and by law; that they add up, and can be forgotten again."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import law

from exactnb.core.data.counts import Counts, count
from exactnb.core.data.documents import Document, Documents
from exactnb.core.data.moments import Moments
from exactnb.core.data.schema import Case, Schema
from exactnb.core.data.table import Table
from exactnb.errors import InputError

COLUMNS = ["a", "b", "y"]
VALUES = {"a": ["u", "v"], "b": ["0", "1"]}
ROWS = st.lists(
    st.tuples(st.sampled_from("uv?"), st.sampled_from("01"), st.sampled_from("klm")), max_size=20
)
WEIGHTED = st.lists(
    st.tuples(
        st.sampled_from("uv"), st.sampled_from("01?"), st.sampled_from(("0", "1/3", "2")),
        st.sampled_from("klm"),
    ),
    max_size=8,
)  # fmt: skip
LAW = law(12)
MAILS = [("+", "b d e b"), ("+", "a"), ("-", "a b a"), ("-", "c c c")]


def counts_of(rows: list[tuple[str, str, str]]) -> Counts:
    """Return the counts of some rows, all values and classes listed."""
    return count(Table.from_rows(rows, COLUMNS, values=VALUES, classes=["k", "l", "m"]))


def weighted(rows: list[tuple[str, str, str, str]]) -> Counts:
    """Return the counts of rows with weights."""
    columns = ["a", "b", "w", "y"]
    return count(Table.from_rows(rows, columns, values=VALUES, classes=["k", "l", "m"], weight="w"))


def mails(texts: list[tuple[str, str]]) -> Counts:
    """Return the counts of some mails over the words a, b, c."""
    return count(Documents.of(texts, vocabulary=["a", "b", "c"], classes=["+", "-"]))


def test_counts_by_hand() -> None:
    """Four rows: three of class k, two of them with a=u."""
    counts = counts_of([("u", "1", "k"), ("u", "0", "k"), ("v", "0", "k"), ("u", "0", "m")])
    assert counts.total == 4
    assert counts.sizes == {"k": 3, "l": 0, "m": 1}
    assert counts.cell("a", "u", "k") == 2
    assert counts.cell("b", "0", "k") == 2
    assert counts.cell("a", "v", "m") == 0
    assert counts.cell("a", "u", "l") == 0
    assert counts.sized


def test_no_rows_no_counts() -> None:
    """Of an empty table every count is 0."""
    counts = counts_of([])
    assert (counts.total, counts.sizes) == (0, {"k": 0, "l": 0, "m": 0})
    assert counts.cell("a", "u", "k") == 0


@given(ROWS)
@LAW
def test_counts_are_what_one_counts_by_hand(rows: list[tuple[str, str, str]]) -> None:
    """Every class size and every cell equals a count of the rows, one by one; "?" is not counted."""
    counts = counts_of(rows)
    assert counts.total == len(rows)
    for label in "klm":
        assert counts.sizes[label] == [row[2] for row in rows].count(label)
        for at, column in enumerate(("a", "b")):
            for value in VALUES[column]:
                wanted = sum(row[at] == value and row[2] == label for row in rows)
                assert counts.cell(column, value, label) == wanted
    assert counts.has_missing("a") == any(row[0] == "?" for row in rows)
    assert not counts.has_missing("b")
    assert not counts.has_missing("never heard of")


@given(WEIGHTED)
@LAW
def test_a_row_counts_as_often_as_its_weight_says(rows: list[tuple[str, str, str, str]]) -> None:
    """With rational weights a count is the sum of the weights of the rows that show it."""
    counts = weighted(rows)
    assert counts.total == sum(Fraction(row[2]) for row in rows)
    for label in "klm":
        assert counts.sizes[label] == sum(Fraction(row[2]) for row in rows if row[3] == label)
        for value in "01":
            wanted = sum(Fraction(row[2]) for row in rows if (row[1], row[3]) == (value, label))
            assert counts.cell("b", value, label) == wanted


def test_words_of_texts_are_counted_by_occurrence_and_by_presence() -> None:
    """In "a b a" and "c c c" of class - the word a stands twice, in one text of two."""
    counts = mails(MAILS)
    assert [counts.word(w, "-") for w in "abc"] == [2, 1, 3]
    assert [counts.word(w, "+") for w in "abc"] == [1, 2, 0]
    assert [counts.cell(w, "1", "-") for w in "abc"] == [1, 1, 1]
    assert [counts.cell(w, "0", "+") for w in "abc"] == [1, 1, 2]
    assert (counts.tokens("abc", "+"), counts.tokens("abc", "-")) == (3, 6)
    assert counts.tokens("a", "-") == 2


def test_a_weighted_text_counts_all_its_words_so_often() -> None:
    """A text of weight 1/2 with the word a three times counts 3/2 of it, in half a text."""
    counts = count(Documents.of([Document("", "+", "a a a b", (), Fraction(1, 2))]))
    assert counts.word("a", "+") == Fraction(3, 2)
    assert counts.cell("a", "1", "+") == counts.sizes["+"] == Fraction(1, 2)
    assert counts.tokens("ab", "+") == 2


def test_a_column_of_whole_numbers_counts_as_a_word() -> None:
    """Cells 2, 0 and 3 of class k say that the word stands there five times."""
    rows = [("2", "k"), ("0", "k"), ("3", "k"), ("7", "l")]
    counts = count(Table.from_rows(rows, ["goal", "y"]))
    assert (counts.word("goal", "k"), counts.word("goal", "l")) == (5, 7)


def test_counts_by_hand_are_those_of_cases() -> None:
    """`Counts.of` takes cases of any kind: cells and words in one."""
    schema = Schema("y", ("k", "l"), {"a": ("u", "v")}, ("w",))
    cases = [Case("", "k", {"a": "u"}, {"w": 2}), Case("", "l", {}, {}), Case("", "k", {"a": "u"})]
    counts = Counts.of(schema, cases)
    assert counts.sizes == {"k": 2, "l": 1}
    assert counts.cell("a", "u", "k") == 2
    assert (counts.word("w", "k"), counts.cell("w", "1", "k")) == (2, 1)
    assert counts.has_missing("a")


@given(ROWS, st.integers(0, 20))
@LAW
def test_the_counts_of_two_shards_add_up(rows: list[tuple[str, str, str]], at: int) -> None:
    """Counting two parts of a table and adding gives the counts of the whole."""
    first, second, whole = counts_of(rows[:at]), counts_of(rows[at:]), counts_of(rows)
    assert first + second == whole
    assert first.total + second.total == whole.total
    for label in "klm":
        assert first.sizes[label] + second.sizes[label] == whole.sizes[label]
        for column, values in VALUES.items():
            for value in values:
                parts = first.cell(column, value, label) + second.cell(column, value, label)
                assert parts == whole.cell(column, value, label)


@given(WEIGHTED, WEIGHTED)
@LAW
def test_what_is_added_can_be_forgotten(
    rows: list[tuple[str, str, str, str]], more: list[tuple[str, str, str, str]]
) -> None:
    """(A + B) − B is A exactly, and A − A is nothing, with weights too."""
    one, other = weighted(rows), weighted(more)
    assert (one + other) - other == one - weighted([]) == one + weighted([])
    assert one + other == other + one
    assert (one - one).total == 0
    assert not any((one - one).cells.values())


@given(st.lists(st.tuples(st.sampled_from("+-"), st.text("abcd ", max_size=8)), max_size=8), st.data())
@LAW
def test_the_words_of_two_shards_add_up(texts: list[tuple[str, str]], data: st.DataObject) -> None:
    """Words and the texts that hold them add up over parts of the texts."""
    at = data.draw(st.integers(0, len(texts)))
    whole = mails(texts)
    assert mails(texts[:at]) + mails(texts[at:]) == whole
    assert whole - mails(texts[:at]) == mails(texts[at:])


def test_values_and_classes_of_another_shard_are_taken_in() -> None:
    """Values, classes and words that only the other part shows come after those of the first."""
    one = count(Table.from_rows([("u", "k")], ["a", "y"]))
    other = count(Table.from_rows([("v", "l"), ("u", "l")], ["a", "y"]))
    both = one + other
    assert (both.schema.classes, both.schema.columns) == (("k", "l"), {"a": ("u", "v")})
    assert (both.sizes, both.cell("a", "u", "l")) == ({"k": 1, "l": 2}, 1)
    words = count(Documents.of([("+", "b")])) + count(Documents.of([("+", "a c")]))
    assert words.schema.words == ("a", "b", "c")
    assert [words.word(w, "+") for w in "abc"] == [1, 1, 1]


@pytest.mark.parametrize(
    "other",
    [
        count(Table.from_rows([("u", "k")], ["b", "y"])),
        count(Table.from_rows([("u", "k")], ["a", "z"])),
        count(Table.from_rows([("u", "u", "k")], ["a", "b", "y"])),
        count(Documents.of([("k", "a")], class_variable="y")),
    ],
    ids=["another column", "another class", "one column more", "texts"],
)
def test_counts_of_other_things_do_not_add_up(other: Counts) -> None:
    """Counts of other columns, or of another class variable, are refused."""
    one = count(Table.from_rows([("u", "k")], ["a", "y"]))
    with pytest.raises(InputError, match="counts can be added if they are of the same class"):
        one + other


def test_what_was_not_counted_cannot_be_forgotten() -> None:
    """Forgetting more than was counted is refused, and the message names what."""
    with pytest.raises(InputError, match="'k' was counted less often than is to be forgotten"):
        counts_of([]) - counts_of([("u", "0", "k")])
    with pytest.raises(InputError, match="'a, v, k' was counted less often"):
        counts_of([("u", "0", "k")]) - counts_of([("v", "0", "k")])
    with pytest.raises(TypeError):
        counts_of([]) + 1  # type: ignore[operator]
    with pytest.raises(TypeError):
        counts_of([]) - 1  # type: ignore[operator]


@given(ROWS, st.randoms())
@LAW
def test_the_order_of_rows_does_not_count(rows: list[tuple[str, str, str]], random: object) -> None:
    """Shuffled rows have the same counts."""
    shuffled = list(rows)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert counts_of(shuffled) == counts_of(rows)


def test_rows_that_show_no_number_are_counted_apart() -> None:
    """Where some rows lack a column whose sums are known, its own number is added and forgotten too."""
    schema = Schema("k", ("a", "b"), {"x": ()})
    whole = {("x",): 5, ("x", "x"): 13}

    def shard(sizes: dict[str, int], shown: dict[tuple[str, str], int]) -> Counts:
        moments = {(columns, k): number for columns, number in whole.items() for k in "ab"}
        return Counts(schema, sizes, {}, moments=moments, shown=shown)

    some, all_of_them = shard({"a": 4, "b": 3}, {("x", "a"): 2}), shard({"a": 1, "b": 1}, {})
    assert (some.has_missing("x"), all_of_them.has_missing("x")) == (True, False)
    both = some + all_of_them
    assert [both.shows("x", k) for k in "ab"] == [3, 4]
    assert (both - some).shows("x", "a") == 1
    assert not (both - some).has_missing("x")
    assert Moments(some).size("x", "a") == 2
    with pytest.raises(InputError, match="counted less often than is to be forgotten"):
        all_of_them - shard({"a": 1, "b": 1}, {("x", "b"): 2})
