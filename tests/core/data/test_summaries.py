"""Tables of counts and of given numbers: what they say, what may be left out, what is refused."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb import Conventions, ExactnbError, ModelChoice, Problem, Table, solve
from exactnb.core.arithmetic.integers import Ratio
from exactnb.core.data.counts import count
from exactnb.core.data.summaries import read_counts, read_parameters
from exactnb.errors import InputError

SOUPS = """mood      | leek | onion
total     | 3 | 1
spoon=tin | 2 | 1
spoon=oak | 1 | 0
hot       | 2 | 0"""
SAME = [
    SOUPS,
    SOUPS.replace("|", ",").replace(" ", ""),
    SOUPS.replace(" | ", "\t"),
    SOUPS.replace("|", " "),
    SOUPS.replace("mood      | leek", "leek"),
    "| mood | leek | onion |\n|---|--:|--:|\n" + "\n".join(
        f"| {row} |" for row in SOUPS.split("\n")[1:]
    ),
    SOUPS.replace("2 | 0", "200% | 0/7").replace("1 | 0", "1.0 | 0e5"),
]  # fmt: skip


@all_of("text", SAME)
def test_counts_are_read_from_every_kind_of_table(text: str) -> None:
    """Bars, commas, tabs and blanks, with and without a corner, say the same counts."""
    counts = read_counts(text, class_variable="mood")
    assert counts.schema.class_variable == "mood"
    assert counts.schema.classes == ("leek", "onion")
    assert counts.schema.columns == {"spoon": ("tin", "oak")}
    assert counts.schema.words == ("hot",)
    assert counts.sizes == {"leek": 3, "onion": 1}
    assert counts.cell("spoon", "oak", "leek") == 1
    assert (counts.cell("hot", "1", "leek"), counts.cell("hot", "0", "leek")) == (2, 1)
    assert counts.word("hot", "leek") == 2
    assert counts.sized


def test_one_value_of_a_column_may_be_left_out() -> None:
    """The value that `values` lists, or the other of 0 and 1, has what is left of the total."""
    text = "k l\ntotal 10 7\nSky=Blue 3 0\nSky=Grey 5 7\na=1 4 7"
    counts = read_counts(text, values={"Sky": ["Blue", "Grey", "Red"]})
    assert [counts.cell("Sky", "Red", k) for k in "kl"] == [2, 0]
    assert [counts.cell("a", "0", k) for k in "kl"] == [6, 0]
    assert not counts.has_missing("Sky")


def test_without_a_total_a_class_is_as_large_as_a_column() -> None:
    """The values of a column together are the size of each class, and all columns agree."""
    counts = read_counts("k l\nSky=Blue 3 1/2\nSky=Grey 5 1\na=0 8 1.5\na=1 0 0")
    assert counts.sizes == {"k": 8, "l": Fraction(3, 2)}
    assert counts.sized


def test_words_alone_leave_the_sizes_open() -> None:
    """Counts of words without a total have no class sizes, and need a prior."""
    counts = read_counts("k l\nwin 3 1\ncash 1 0")
    assert (counts.sized, counts.sizes) == (False, {"k": 0, "l": 0})
    assert counts.tokens(("win", "cash"), "k") == 4
    choice = ModelChoice(family="multinomial")
    with pytest.raises(InputError, match=r"model\.prior: the sizes of the classes are not known"):
        Problem(counts, models={"model": choice})


@all_of("family", ["multinomial", "dirichlet-multinomial", "categorical", "bernoulli"])
def test_sums_of_a_column_are_no_counts_of_its_values(family: str) -> None:
    """Of a column with a sum alone nobody knows how often a value stands: it is not taken for 0."""
    counts = read_counts("k l\ntotal 3 3\nsum(p) 4 8\nsquares(p) 50 70")
    choice = ModelChoice(Conventions(smoothing=1), family)
    with pytest.raises(InputError, match=f"'p' is numeric; {family} is of values, not of sums"):
        Problem(counts, models={"model": choice})


def test_numbers_of_rows_are_counted_beside_a_model_of_their_sums() -> None:
    """What one model adds up of two columns, another one counts value by value."""
    table = Table.from_rows([("1", "2", "+"), ("2", "5", "+"), ("4", "5", "-"), ("0", "8", "-")], "abk")
    models = {"model": ModelChoice(family="lda"), "counted": ModelChoice(family="multinomial")}
    solution = solve(Problem(table, {"x": {"a": "1", "b": "1"}}, models, ask=["P(word=a|+; counted)"]))
    assert solution["P(word=a|+; counted)"] == Fraction(3, 10)


def test_classes_may_be_listed_in_another_order() -> None:
    """`classes` is the order of printing and of ties, not that of the columns."""
    counts = read_counts("k l\ntotal 1 2", classes=["l", "k"])
    assert counts.schema.classes == ("l", "k")
    assert counts.sizes == {"l": 2, "k": 1}


def test_names_may_be_quoted() -> None:
    """A name with a sign of the grammar in it stands in quotes, as everywhere."""
    text = 'y | k | l\ntotal | 3 | 1\n"dyed (blue)"=1 | 2 | 1\n"a=b" | 2 | 0\n"sea  level"=low | 1 | 1'
    counts = read_counts(text, values={"sea  level": ["low", "high"]})
    assert counts.cell("dyed (blue)", "0", "k") == 1
    assert counts.schema.words == ("a=b",)
    assert counts.cell("sea  level", "high", "k") == 2


def test_a_cell_of_csv_may_be_quoted_as_a_whole() -> None:
    """Quotes around a head with a comma in it are CSV's: "covariance(a,b)"; others belong to a name."""
    head = "y,k,l\nprior,1/2,1/2\nmean(a),0,1\nmean(b),0,1\n"
    rows = '"covariance(a,a)",2,1\n"covariance(a,b)",-1/2,0\n"covariance(b,b)",2,1\n'
    read = read_parameters(head + rows)
    assert read.numbers["covariance", ("a", "b"), "k"] == Fraction(-1, 2)
    counts = read_counts('y,k,l\ntotal,3,1\n"a,b",2,0\n"sums(a,b)",1,1')
    assert counts.schema.words == ("a,b", "sums(a,b)")


COUNTS_REFUSED = [
    ("k l\ntotal 3 1\nSky=Blue 4 0\nSky=Grey 0 1",
     "column 'Sky', class 'k': counts add up to 4, more than the total 3"),
    ("k l\ntotal 3 1\nSky=Blue 1 0\nSky=Grey 1 1",
     "column 'Sky', class 'k': counts add up to 2, the total is 3; a row total(Sky) "
     "says in how many it is not missing"),
    ("k l\nSky=Blue 1 0\nSky=Grey 1 1\na=0 1 1\na=1 2 0",
     "column 'a', class 'k': counts add up to 3, more than the total 2"),
    ("k l\na=1 1 0", "column 'a', class 'k': needs a row 'total', or one for '0'"),
    ("k l\ntotal 3 1\ntotal 3 1", "line 3: row 'total' is there twice"),
    ("k l\ntotal 3 1\na=1 1 0\n a=1  1 0", "line 4: row 'a=1' is there twice"),
    ("k l\ntotal 3 1\na=1 1 0\na 1 0", "'a' stands with a value and without one"),
    ("k k\ntotal 3 1", "line 1: class 'k' is there twice"),
    ("k l m\ntotal 3", "line 2: 2 cells, the header has 3"),
    ("k l\ntotal 3 1\na=1 1", "line 3: 2 cells, expected 3"),
    ("k l\ntotal 3 -1", "line 2, class 'l': a count must not be negative; got -1"),
    ("k l\ntotal 3 many", "line 2, class 'l': expected a number such as 3, 0.15, \"5/11\", \"1e-3\" or "
     "\"45%\"; got 'many'"),
    ("k l\nnot=a=b 3 1", "line 2: expected \"column=value\" or a name; got 'not=a=b'"),
    ("k, l\n\"a:b\", 3, 1\na:b, 1, 1", "line 3: expected \"column=value\" or a name; got 'a:b'"),
    ("k l", "the table has a header and no rows"),
    ("", "the table is empty; expected a header line"),
]  # fmt: skip


@all_of(("text", "told"), COUNTS_REFUSED)
def test_counts_that_disagree_are_refused(text: str, told: str) -> None:
    """More than a total, less than one, a row twice, a number that is none: named with their place."""
    with pytest.raises(InputError) as refusal:
        read_counts(text)
    assert str(refusal.value) == told


def test_options_that_do_not_fit_are_refused() -> None:
    """A class without a column, a corner that is another, a list of values of no column."""
    for options, told in (
        ({"classes": ["k", "l", "m"]}, "line 1: class 'm' has no column"),
        ({"classes": ["k"]}, "classes: the data has 'l', which is not listed"),
        ({"class_variable": "z"}, "class: the corner of the header is 'y'"),
        ({"values": {"Ski": ["Blue"]}}, "values: unknown column 'Ski' (did you mean 'Sky'?)"),
        ({"values": {"Sky": ["Grey"]}}, "values.Sky: the data has 'Blue', which is not listed"),
        (
            {"values": {"Sky": ["Blue", "Grey", "Red"]}},
            "column 'Sky', class 'k': no rows for 'Grey', 'Red'",
        ),
    ):
        with pytest.raises(InputError) as refusal:
            read_counts("y k l\ntotal 1 1\nSky=Blue 1 1", **options)  # type: ignore[arg-type]
        assert str(refusal.value) == told


def test_sums_and_squares_of_numbers_are_counts() -> None:
    """Σx and Σx² of a column are kept by class; they need a total, and have to be possible."""
    counts = read_counts("k l\ntotal 2 3\nsum(x) 5 -1.5\nsquares(x) 13 2")
    assert counts.moments[("x",), "l"] == Fraction(-3, 2)
    assert counts.moments[("x", "x"), "k"] == 13
    for text, told in (
        ("k l\nsum(x) 5 1", "sums of numbers need a row 'total'"),
        ("k l\ntotal 2 3\nsum(x) 6 1\nsquares(x) 17 1", "class 'k': squares(x) of 17 is less than "),
        ("k l\ntotal 2 3\nsquares(x) -1 1", "line 3, class 'k': squares is not negative; got -1"),
        ("k l\ntotal 2 3\nmean(x) 1 1", "line 3: 'mean(x)' belongs in data.parameters"),
        (
            "k l\ntotal 2 3\nsome(x) 1 1",
            "line 3: expected one of sum, squares, products, total; got 'some'",
        ),
        ("k l\ntotal 2 3\nsum(x,y) 1 1", "line 3: expected sum(a), of columns; got 'sum(x,y)'"),
        ("k l\ntotal 2 3\nsum(x) 1 1\nsum(x) 1 1", "line 4: row 'sum(x)' is there twice"),
        ("k l\ntotal 2 3\nsum(x) 1 1\nx=a 1 1", "'x' is a numeric column and has values too"),
    ):
        with pytest.raises(InputError) as refusal:
            read_counts(text)
        assert str(refusal.value).startswith(told)


def test_parameters_of_numbers_are_kept_by_head_columns_and_class() -> None:
    """Means, variances, rates and points are numbers about columns, which have no values."""
    given = read_parameters(
        "k | l\nprior | 1/2 | 1/2\nmean(x) | 1.5 | 2\npoints( y ) | 0:0 2:1 | 1:1 2:1"
    )
    assert given.numbers["mean", ("x",), "k"] == Fraction(3, 2)
    assert given.points["y", "k"] == ((0, 0), (2, 1))
    assert given.schema.columns == {"x": (), "y": ()}
    for row, told in (
        ("mean(x) | a | 1", "line 3, class 'k': expected a number"),
        ("rate(x) | 1 | -1", "line 3, class 'l': rate is not negative; got -1"),
        ("points(x) | 1 | 0:1", "line 3, class 'k': expected points such as 0:0 4:1/2; got '1'"),
        ("sum(x) | 1 | 1", "line 3: 'sum(x)' belongs in data.counts"),
        ("meen(x) | 1 | 1", "line 3: expected one of mean, variance"),
        ("variance(x) | 1 | 1\nsd(x) | 1 | 1", "column 'x' has rows sd and variance; one says it"),
    ):
        with pytest.raises(InputError) as refusal:
            read_parameters(f"k | l\nprior | 1/2 | 1/2\n{row}")
        assert str(refusal.value).startswith(told)


def test_given_numbers_keep_their_terms() -> None:
    """0.45 is 9/20, 3/6 stays 3 out of 6, and a value that is left out has the rest of 1."""
    given_numbers = read_parameters("y k l\nprior 3/6 50%\na 0.45 1\nSky=Blue 1/3 0\nSky=Grey 1/3 1",
                                    values={"Sky": ["Blue", "Grey", "Red"]})  # fmt: skip
    assert given_numbers.prior == {"k": Ratio(3, 6), "l": Ratio(1, 2)}
    assert given_numbers.words["a", "k"].value == Fraction(9, 20)
    assert given_numbers.left_out("Sky") == "Red"
    assert read_parameters("k l\na 1/2 1/2").prior is None


NUMBERS_REFUSED = [
    ("k l\nprior 1/2 1/3", "row 'prior': the probabilities add up to 5/6, not to 1"),
    ("k l\nprior 1 0\na 3/2 1", "line 3, class 'k': a probability lies between 0 and 1; got 3/2"),
    ("k l\nprior 1 0\na -1/2 1", "line 3, class 'k': a probability lies between 0 and 1; got -1/2"),
    ("k l\nSky=Blue 1/2 1\nSky=Grey 1/3 0",
     "column 'Sky', class 'k': the probabilities add up to 5/6, not to 1"),
    ("k l\nSky=Blue 1/2 1\nSky=Grey 1/2 1/7",
     "column 'Sky', class 'l': the probabilities add up to 8/7, not to 1"),
    ("k l\na=1 0.333 1\na=0 0.666 0",
     "column 'a', class 'k': the probabilities add up to 999/1000, not to 1"),
]  # fmt: skip


@all_of(("text", "told"), NUMBERS_REFUSED)
def test_probabilities_add_up_to_one(text: str, told: str) -> None:
    """The message says what given probabilities add up to, exactly."""
    with pytest.raises(InputError) as refusal:
        read_parameters(text)
    assert str(refusal.value) == told


ROWS = st.lists(
    st.tuples(st.sampled_from("uv"), st.sampled_from("01"), st.sampled_from("kl")),
    min_size=1,
    max_size=9,
)


@given(ROWS)
@law(8)
def test_a_table_of_counts_is_worth_its_rows(rows: list[tuple[str, str, str]]) -> None:
    """Rows and the table of their counts give the same posteriors, decision and counts."""
    values = {"Sky": ["u", "v"], "a": ["0", "1"]}
    table = Table.from_rows(rows, ["Sky", "a", "y"], values=values, classes=["k", "l"])
    counted = count(table)
    lines = ["y | k | l", f"total | {counted.sizes['k']} | {counted.sizes['l']}"]
    for column, value in (("Sky", "u"), ("a", "1")):
        numbers = (str(counted.cell(column, value, k)) for k in "kl")
        lines.append(" | ".join((f"{column}={value}", *numbers)))
    read = read_counts("\n".join(lines), values=values)
    query = {"x": {"Sky": "u", "a": "1"}}
    models = {"model": ModelChoice(Conventions(prior="uniform", smoothing=1))}
    one, other = (solve(Problem(data, query, models)) for data in (table, read))
    for name in ("P(k|x)", "argmax(x)", "P(Sky=v|k)", "count(a=0,l)", "count(Sky=v)", "count()"):
        assert one[name] == other[name]


@given(st.text('kl|,= \t\n"01a', max_size=40))
@law(20, 60)
def test_any_text_is_read_or_refused(text: str) -> None:
    """Whatever the table, it is read or refused with an error of the library."""
    for read in (read_counts, read_parameters):
        try:
            read(text)
        except ExactnbError as error:
            assert "\n" not in str(error)  # noqa: PT017 - it is read, or refused
