import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.naming.grammar import MAX_LENGTH, SyntaxItem, SyntaxName, parse_name, quote
from exactnb.errors import InputError

PLUS = SyntaxItem("+")
X = SyntaxItem("x")

READ = [
    ("accuracy", SyntaxName("accuracy")),
    ("count()", SyntaxName("count")),
    ("P(+)", SyntaxName("P", (PLUS,))),
    ("P(+,x)", SyntaxName("P", (PLUS, X))),
    ("P(+|x)", SyntaxName("P", (PLUS,), (X,), bar=True)),
    ("P(a=1|+)", SyntaxName("P", (SyntaxItem("a", "=", "1"),), (PLUS,), bar=True)),
    ("odds(+:-|x)", SyntaxName("odds", (SyntaxItem("+", ":", "-"),), (X,), bar=True)),
    ("P(+|x; laplace)", SyntaxName("P", (PLUS,), (X,), "laplace", bar=True)),
    ("covariance(;lda)", SyntaxName("covariance", model="lda")),
    ("boundary(k:l)[12]", SyntaxName("boundary", (SyntaxItem("k", ":", "l"),), index=12)),
    ("weight [3]", SyntaxName("weight", index=3)),
    ("-P(x)", SyntaxName("P", (X,), wrappers=("-",))),
    ("-log2(P(x))", SyntaxName("P", (X,), wrappers=("-", "log2"))),
    ("exp(-log(P(x)))", SyntaxName("P", (X,), wrappers=("exp", "-", "log"))),
    ("log10(log2(P(x)))", SyntaxName("P", (X,), wrappers=("log10", "log2"))),
]

ITEMS = [
    ("not a", SyntaxItem("a", negated=True)),
    ("not  sea  level", SyntaxItem("sea level", negated=True)),
    ('not "a,b"', SyntaxItem("a,b", negated=True, bare=False)),
    ('"not a"', SyntaxItem("not a", bare=False)),
    ("not", SyntaxItem("not")),
    ("nota", SyntaxItem("nota")),
    ('"a,b"=1', SyntaxItem("a,b", "=", "1", bare=False)),
    ('"say ""hi"""', SyntaxItem('say "hi"', bare=False)),
    ('""""', SyntaxItem('"', bare=False)),
    ('""', SyntaxItem("", bare=False)),
    ('"  two  "', SyntaxItem("  two  ", bare=False)),
    ("  sea   level = very  low ", SyntaxItem("sea level", "=", "very low")),
    ('a="x|y"', SyntaxItem("a", "=", "x|y")),
    ("a=not b", SyntaxItem("a", "=", "not b")),
    ("0:1", SyntaxItem("0", ":", "1")),
    ("[x]", SyntaxItem("[x]")),
]

REFUSED = [
    ("", "'': expected a quantity such as P(...) at the end"),
    ("(+)", "'(+)': expected a quantity such as P(...) at '(+)'"),
    ("P(", "'P(': expected ')' at the end"),
    ("P(+", "'P(+': expected ')' at the end"),
    ("P(+))", "'P(+))': expected the end at ')'"),
    ("P(+)x", "'P(+)x': expected the end at 'x'"),
    ("P(+,)", "'P(+,)': expected a name at ')'"),
    ("P(,+)", "'P(,+)': expected a name at ',+)'"),
    ("P(+|)", "'P(+|)': expected a name at ')'"),
    ("P(+|x|y)", "'P(+|x|y)': expected ')' at '|y)'"),
    ("P(+;)", "'P(+;)': expected a name at ')'"),
    ("P(a=)", "'P(a=)': expected a name at ')'"),
    ("P(a=1=2)", "'P(a=1=2)': expected ')' at '=2)'"),
    ("P((+))", "'P((+))': expected a name at '(+))'"),
    ("P(+)[", "'P(+)[': expected a number between [ and ] at the end"),
    ("P(+)[-1]", "'P(+)[-1]': expected a number between [ and ] at '-1]'"),
    ("P(+)[1234567]", "'P(+)[1234567]': expected a number between [ and ] at ']'"),
    ("P(+)[1", "'P(+)[1': expected ']' at the end"),
    ("log(P(+)", "'log(P(+)': expected ')' at the end"),
    ("log P(+)", "'log P(+)': expected the end at 'P(+)'"),
    ("sin(P(+))", "'sin(P(+))': expected ')' at '(+))'"),
]


@all_of(("text", "syntax"), READ)
def test_every_form_is_read(text: str, syntax: SyntaxName) -> None:
    """Heads, lists, bars, models, indices and wrappers each have their place in the syntax."""
    assert parse_name(text) == syntax


@all_of(("text", "item"), ITEMS)
def test_every_item_is_read(text: str, item: SyntaxItem) -> None:
    """An item is a name, a cell, a pair or a negation; quotes keep what stands between them."""
    assert parse_name(f"P({text})").left == (item,)
    assert parse_name(f"P(k|{text};m)").right == (item,)


def test_blanks_around_names_do_not_count() -> None:
    """Blanks, tabs and line ends between the parts of a quantity change nothing."""
    assert parse_name("\tlog ( P ( a = 1 ,b=0 | + ; laplace ) )\n") == parse_name(
        "log(P(a=1,b=0|+;laplace))"
    )


@all_of(("text", "told"), REFUSED)
def test_what_does_not_fit_is_refused_with_its_place(text: str, told: str) -> None:
    """The message quotes the text, says what was expected and where."""
    with pytest.raises(InputError) as refusal:
        parse_name(text)
    assert str(refusal.value) == told


def test_a_quote_that_is_not_closed_is_named() -> None:
    """A missing closing quote is told as such, also after a doubled one."""
    for text in ('P("+)', 'P("a"")', 'P(a="b)'):
        with pytest.raises(InputError, match="a quote that is not closed"):
            parse_name(text)


def test_the_longest_text_is_read_and_one_more_is_not() -> None:
    """A quantity of 2,000 characters is read, one of 2,001 is refused."""
    longest = "P(" + "x" * (MAX_LENGTH - 3) + ")"
    assert len(longest) == 2000
    assert parse_name(longest).left[0].first == "x" * 1997
    with pytest.raises(InputError) as refusal:
        parse_name(longest + " ")
    assert str(refusal.value) == "a quantity of 2001 characters; at most 2000 are read"


@all_of(
    "text",
    ["(" * 10**5, "P" + "(" * 10**5, "log(" * 10**5 + "P(x)" + ")" * 10**5, "-" * 10**5, '"' * 10**5],
)
def test_a_flood_of_brackets_is_refused_by_its_length(text: str) -> None:
    """Texts of 100,000 brackets, minus signs or quotes are refused in a line."""
    with pytest.raises(InputError) as refusal:
        parse_name(text)
    assert "characters; at most 2000 are read" in str(refusal.value)


def test_wrappers_are_counted() -> None:
    """Twenty functions around a quantity are read, twenty-one and more are refused."""

    def wrapped(times: int) -> str:
        return "log(" * times + "P(x)" + ")" * times

    assert len(parse_name(wrapped(20)).wrappers) == 20
    for times in (21, 22, 200):
        with pytest.raises(InputError, match="more than 20 functions around a quantity"):
            parse_name(wrapped(times))


@given(st.text('P()|,=:;"not -+x1[]log', max_size=40))
@law(60)
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nonsense raises InputError of one short line, and nothing else."""
    try:
        told = parse_name(text).head
    except InputError as refusal:
        told = str(refusal)
    assert "\n" not in told
    assert 0 < len(told) < 300


@given(st.text(st.characters(exclude_categories=["Zs", "Zl", "Zp", "Cc", "Cs"]) | st.just(" ")))
@law(40)
def test_a_quoted_name_reads_back(name: str) -> None:
    """Whatever a name is made of, the reader gets it back from its quoted form."""
    left, right, cell = f"P({quote(name)})", f"P(k|{quote(name)})", f"P(c={quote(name)})"
    assert (parse_name(left).left[0].first, parse_name(left).left[0].negated) == (name, False)
    assert parse_name(right).right[0].first == name
    assert parse_name(cell).left[0].second == name
