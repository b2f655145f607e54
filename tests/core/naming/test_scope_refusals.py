import pytest
from scopes import scope_of
from thoroughness import all_of

from exactnb.errors import InputError

MAIL = scope_of(
    "class",
    ("spam", "ham"),
    {"a": ("0", "1"), "Sky": ("Blue", "Grey"), "wind": ("low", "none"), "sea level": ("low", "high")},
    frozenset("a"),
    {"x": ("a", "Sky")},
    ("model", "laplace"),
)
DOUGH = scope_of("rises", ("yes", "no"), {"salted": ("yes", "no"), "sweet": ("yes", "no")})
LAMPS = scope_of("y", ("0", "1"), {"on": ("0", "1"), "size": ("2", "10")}, frozenset(("on",)))


OF_PAIRS = (
    "a pair of classes stands only before the bar, in odds, log_odds, lr, weight, bias, boundary, "
    "region, threshold"
)
REFUSED = [
    # near matches
    ("Q(spam)", "unknown quantity 'Q'"),
    ("ods(spam)", "unknown quantity 'ods' (did you mean 'odds'?)"),
    ("Argmax(x)", "unknown quantity 'Argmax' (did you mean 'argmax'?)"),
    ("P(Spam)", "'Spam' is no class, query, value, word or 0/1 column here (did you mean 'spam'?)"),
    (
        "P(spam|blue)",
        "'blue' is no class, query, value, word or 0/1 column here (did you mean 'Blue'?)",
    ),
    ("P(spam|X)", "'X' is no class, query, value, word or 0/1 column here (did you mean 'x'?)"),
    ("P(sky=Blue|ham)", "unknown column 'sky' (did you mean 'Sky'?)"),
    ("P(Clas=spam)", "unknown column 'Clas' (did you mean 'class'?)"),
    ("P(class=spma)", "unknown class 'spma'; expected one of spam, ham (did you mean 'spam'?)"),
    ("odds(spam:hm|x)", "unknown class 'hm'; expected one of spam, ham (did you mean 'ham'?)"),
    ("P(Sky=Gray)", "'Sky' has no value 'Gray'; expected one of Blue, Grey (did you mean 'Grey'?)"),
    ("P(spam; Laplace)", "unknown model 'Laplace' (did you mean 'laplace'?)"),
    ("P_laplac(spam)", "unknown model 'laplac' (did you mean 'laplace'?)"),
    ("P(not Sky)", "'Sky' is not a 0/1 column"),
    ("P(not A)", "'A' is not a 0/1 column (did you mean 'a'?)"),
    # ambiguity
    ("P(low|spam)", "'low' can be read as wind=low or sea level=low"),
    # no variable twice
    ("P(a=1,a=0)", "'a' occurs twice"),
    ("P(x|a=1)", "'a' occurs twice"),
    ("P(spam,x,x)", "'a' occurs twice"),
    ("P(spam|ham)", "'class' occurs twice"),
    ("P(spam,spam)", "'class' occurs twice"),
    # shape
    ("P()", "P is of classes, cells, words or queries, as in P(A|B); got nothing"),
    ("P(|x)", "P is of classes, cells, words or queries, as in P(A|B); got nothing"),
    ("freq", "freq is of classes, cells or words, as in freq(a=1|k); got nothing"),
    (
        "P(spam:ham|x)",
        OF_PAIRS,
    ),
    (
        "odds(spam|spam:ham)",
        OF_PAIRS,
    ),
    ("odds()", "odds is of a pair of classes, or a class, as in odds(k:l|x); got nothing"),
    ("odds(spam,ham|x)", "odds is of a pair of classes, or a class, as in odds(k:l|x); got 'spam,ham'"),
    ("odds(a=1|x)", "odds is of a pair of classes, or a class, as in odds(k:l|x); got 'a=1'"),
    ("lr(spam|x)", "lr is of a pair of classes, as in lr(k:l|x); got 'spam'"),
    ("lr(spam:ham)", "lr takes cells, words or queries behind the bar, as in lr(k:l|x); got nothing"),
    ("odds(spam:spam|x)", "a pair needs two different classes"),
    (
        "lr(spam:ham|spam)",
        "lr takes cells, words or queries behind the bar, as in lr(k:l|x); got 'spam'",
    ),
    (
        "odds(spam:ham|ham,x)",
        "odds takes cells, words or queries behind the bar, as in odds(k:l|x); got 'ham,x'",
    ),
    ("argmax(x|a=1)", "argmax takes no bar, as in argmax(x); got 'a=1' behind one"),
    ("count(spam|a=1)", "count takes no bar, as in count(a=1,k); got 'a=1' behind one"),
    ("P(spam)[1]", "P takes no index in brackets"),
    # data know no model and no query
    ("count(spam; laplace)", "count belongs to the data and takes no model"),
    ("freq_laplace(spam)", "freq belongs to the data and takes no model"),
    ("tokens(spam; laplace)", "tokens belongs to the data and takes no model"),
    ("count(x)", "count speaks of classes, cells and words; a query is not data"),
    ("freq(spam|x)", "freq speaks of classes, cells and words; a query is not data"),
    # questions around a model
    ("tokens(a=1)", "tokens is of a class, as in tokens(k); got 'a=1'"),
    ("tokens()", "tokens is of a class, as in tokens(k); got nothing"),
    ("tokens(spam|a=1)", "tokens takes no bar, as in tokens(k); got 'a=1' behind one"),
    ("vocabulary(spam)", "vocabulary takes nothing in parentheses; got 'spam'"),
    ("accuracy(x)", "accuracy takes nothing in parentheses; got 'x'"),
    (
        "free_parameters(|spam)",
        "free_parameters takes no bar, as in free_parameters; got 'spam' behind one",
    ),
    (
        "weight(spam:ham)",
        "weight takes a column or a word behind the bar, as in weight(k:l|a); got nothing",
    ),
    (
        "weight(spam:ham|a=1)",
        "weight takes a column or a word behind the bar, as in weight(k:l|a); got 'a=1'",
    ),
    (
        "weight(spam:ham|a,Sky)",
        "weight takes a column or a word behind the bar, as in weight(k:l|a); got 'a,Sky'",
    ),
    ("weight(spam|a)", "weight is of a pair of classes, as in weight(k:l|a); got 'spam'"),
    ("bias(spam)", "bias is of a pair of classes, as in bias(k:l); got 'spam'"),
    ("bias(spam:ham|a)", "bias takes no bar, as in bias(k:l); got 'a=1' behind one"),
    ("rank()", "rank is of cells, words or queries, as in rank(x); got nothing"),
    ("rank(spam,a=1)", "rank is of cells, words or queries, as in rank(x); got 'spam,a=1'"),
    ("rank(x|spam)", "rank takes no bar, as in rank(x); got 'spam' behind one"),
    ("argmax(spam)", "argmax is of cells, words or queries, or nothing, as in argmax(x); got 'spam'"),
    (
        "independent(a)",
        "independent is of two or more columns, cells or words, as in independent(a,b); got 'a'",
    ),
    (
        "independent(a,Sky|spam)",
        "independent takes no bar, as in independent(a,b); got 'spam' behind one",
    ),
    ("independent(a,a=1)", "'a' occurs twice"),
    (
        "independent_in_data(a,Sky|wind=low)",
        "independent_in_data takes a class behind the bar, as in independent_in_data(a,b|k); "
        "got 'wind=low'",
    ),
    (
        "independent_in_data(x,Sky)",
        "independent_in_data speaks of classes, cells and words; a query is not data",
    ),
    ("P(Sky|spam)", "column 'Sky' needs one of its values, such as Sky=Blue"),
    # what has no logarithm
    ("log(argmax(x))", "argmax is a class; logarithms, exp and - are of numbers"),
    ("-independent(a,Sky)", "independent is true or false; logarithms, exp and - are of numbers"),
    ("exp(mean(spam))", "mean is a vector; logarithms, exp and - are of numbers"),
    ("-log2(covariance)", "covariance is a matrix; logarithms, exp and - are of numbers"),
    (
        "log(boundary(spam:ham))",
        "boundary is a set of places; logarithms, exp and - are of numbers",
    ),
]


@all_of(("text", "told"), REFUSED)
def test_what_cannot_be_read_is_refused_with_the_reason(text: str, told: str) -> None:
    """A refusal is one line: the quantity as typed, what is wrong with it, the near match."""
    with pytest.raises(InputError) as refusal:
        MAIL.resolve(text)
    assert str(refusal.value) == f"{text!r}: {told}"


@all_of("text", ["-boundary(spam:ham)[1]", "log(variance(spam))", "-log(P(spam|x))"])
def test_numbers_have_logarithms(text: str) -> None:
    """One of the points, and a parameter that is a number, may stand in functions."""
    assert str(MAIL.resolve(text)) == text


def test_a_class_that_stands_twice_comes_with_an_offer() -> None:
    """P(no|yes) offers the cells that `no` could have meant."""
    with pytest.raises(InputError) as refusal:
        DOUGH.resolve("P(no|yes)")
    told = "'P(no|yes)': 'rises' occurs twice (did you mean salted=no or sweet=no?)"
    assert str(refusal.value) == told


def test_a_numeral_is_never_short_for_a_value() -> None:
    """10 is no short form of size=10, and 1 is the class and not on=1."""
    with pytest.raises(InputError, match="'10' is no class, query, value, word or 0/1 column here"):
        LAMPS.resolve("P(10|y=0)")
    with pytest.raises(InputError, match="'y' occurs twice"):
        LAMPS.resolve("P(1|0)")
    assert str(LAMPS.resolve("P(on=1|0)")) == "P(on=1|y=0)"


def test_a_numeral_is_no_query() -> None:
    """A query with a numeral as its id is not found by it."""
    scope = scope_of("y", ("+", "-"), {"a": ("0", "1")}, frozenset("a"), {"7": ("a",)})
    with pytest.raises(InputError, match="'7' is no class, query, value, word or 0/1 column here"):
        scope.resolve("P(+|7)")


def test_a_column_can_be_a_value_elsewhere_and_is_then_refused() -> None:
    """A name that is a 0/1 column and a value of another column has two readings."""
    scope = scope_of("y", ("+",), {"a": ("0", "1"), "b": ("a", "c")}, frozenset("a"))
    with pytest.raises(InputError) as refusal:
        scope.resolve("P(a|+)")
    assert str(refusal.value) == "'P(a|+)': 'a' can be read as b=a or a=1"
    assert str(scope.resolve("P(not a|+)")) == "P(a=0|+)"


@all_of("head", ["tokens", "vocabulary", "independent_in_data"])
def test_heads_of_the_data_take_no_model(head: str) -> None:
    """tokens, vocabulary and independent_in_data are of the data: with a model they are refused."""
    with pytest.raises(InputError, match=f"{head} belongs to the data and takes no model"):
        MAIL.resolve(f"{head}(spam; laplace)")


@all_of("short, head", [("var", "variance"), ("cov", "covariance"), ("std", "sd")])
def test_short_heads_are_known_by_their_long_names(short: str, head: str) -> None:
    """var, cov and std are read as variance, covariance and sd."""
    with pytest.raises(InputError, match=rf"{head} is of numeric columns"):
        MAIL.resolve(f"{short}(a|spam)")


def test_floods_are_refused_by_the_scope_too() -> None:
    """Long texts and deep wrappers are refused with a message of one short line."""
    for text in ("P(" * 10**5, "log(" * 400 + "P(x)" + ")" * 400, "P(" + "a=1," * 400 + "x)"):
        with pytest.raises(InputError) as refusal:
            MAIL.resolve(text)
        assert len(str(refusal.value)) < 300


def test_words_are_words_of_a_model_that_draws_them() -> None:
    """`word=w` and a bare word are refused where no model draws words, and for a word never seen."""
    alone = scope_of("class", ("+", "-"), {"a": ("0", "1")}, "a")
    with pytest.raises(InputError, match="unknown column 'word'"):
        alone.resolve("P(word=lunch|+)")
    told = [
        ("P(word=lunhc|+)", "unknown word 'lunhc' (did you mean 'lunch'?)"),
        ("P(lunhc|+)",
         "'lunhc' is no class, query, value, word or 0/1 column here (did you mean 'lunch'?)"),
        ("P(lunch=1|+)", "'lunch' is a word here, drawn as often as it occurs"),
        ("P(6|+)", "'6' is no class, query, value, word or 0/1 column here"),
    ]  # fmt: skip
    scope = scope_of("class", ("+", "-"), {"a": ("0", "1")}, "a", words=("lunch", "6"))
    for text, message in told:
        with pytest.raises(InputError) as refusal:
            scope.resolve(text)
        assert str(refusal.value) == f"{text!r}: {message}"
