from scopes import cell, scope_of
from thoroughness import all_of

from exactnb.core.naming.scope import Scope, View
from exactnb.core.quantities import QUANTITIES

MAIL = scope_of(
    "class",
    ("+", "-"),
    {"a": ("0", "1"), "b": ("0", "1"), "dyed (blue)": ("0", "1"), "a,b": ("0", "1")},
    frozenset(("a", "b", "dyed (blue)", "a,b")),
    {"e*": ("a", "b"), "t 1": ("b",)},
    ("model", "laplace", "scikit-learn", "my; model"),
)
DOUGH = scope_of(
    "rises",
    ("yes", "no", "a: b"),
    {
        "Sky": ("Blue", "Grey"),
        "sea level": ("low", "high"),
        "wind": ("low", "none"),
        "salted": ("yes", "no"),
        "eggs": ("0", "1", "2"),
    },
    queries={"x": ("Sky", "wind"), "z": ("eggs",)},
)
LAMPS = scope_of(
    "y",
    ("0", "1", "2"),
    {"on": ("0", "1"), "size": ("1/2", "2")},
    frozenset(("on",)),
    {"x": ("on",)},
)

SHORT = [
    (MAIL, "P(a|+)", "P(a=1|+)"),
    (MAIL, "P(not a|+)", "P(a=0|+)"),
    (MAIL, 'P(not "dyed (blue)"|+)', 'P("dyed (blue)"=0|+)'),
    (MAIL, 'P("a,b"|+)', 'P("a,b"=1|+)'),
    (MAIL, "p(+)", "P(+)"),
    (MAIL, "Pr(+)", "P(+)"),
    (MAIL, "Prob(+)", "P(+)"),
    (MAIL, "f(+)", "P(+)"),
    (MAIL, "P(class=+)", "P(+)"),
    (MAIL, "P_laplace(+)", "P(+; laplace)"),
    (MAIL, "Pr_laplace(+|e*)", "P(+|e*; laplace)"),
    (MAIL, "odds_laplace(+:-|e*)", "odds(+:-|e*; laplace)"),
    (MAIL, "P_scikit-learn(+)", "P(+; scikit-learn)"),
    (MAIL, "P(+;laplace)", "P(+; laplace)"),
    (MAIL, 'P(+;"my; model")', 'P(+; "my; model")'),
    (MAIL, "P(+; model)", "P(+)"),
    (MAIL, "P_model(+)", "P(+)"),
    (MAIL, "log(odds(+:-|e*))", "log_odds(+:-|e*)"),
    (MAIL, "-log(odds(+))", "-log_odds(+)"),
    (MAIL, "log2(odds(+:-|e*))", "log2(odds(+:-|e*))"),
    (MAIL, "exp(log(odds(+|e*)))", "exp(log_odds(+|e*))"),
    (MAIL, "log(log(odds(+)))", "log(log_odds(+))"),
    (MAIL, "argmax", "argmax()"),
    (MAIL, "argmax( ;laplace)", "argmax(; laplace)"),
    (MAIL, "count", "count()"),
    (DOUGH, "P(Blue|yes)", "P(Sky=Blue|yes)"),
    (DOUGH, "P(none)", "P(wind=none)"),
    (DOUGH, "P(sea  level = low | no)", "P(sea level=low|no)"),
    (DOUGH, "P(salted=no|yes)", "P(salted=no|yes)"),
    (DOUGH, "P(rises=yes|salted=yes)", "P(yes|salted=yes)"),
    (DOUGH, "P(class=yes)", "P(yes)"),
    (DOUGH, 'P("a: b")', 'P("a: b")'),
    (DOUGH, 'odds(yes:"a: b"|z)', 'odds(yes:"a: b"|z)'),
    (DOUGH, "odds(rises=yes|z)", "odds(yes|z)"),
    (LAMPS, "P(0)", "P(y=0)"),
    (LAMPS, "P(class=0)", "P(y=0)"),
    (LAMPS, "P(y=0|x)", "P(y=0|x)"),
    (LAMPS, "P(on=0|0)", "P(on=0|y=0)"),
    (LAMPS, "P(not on|2)", "P(on=0|y=2)"),
    (LAMPS, "odds(0:1|x)", "odds(0:1|x)"),
    (LAMPS, "odds(1|x)", "odds(y=1|x)"),
    (LAMPS, "lr(2:0|size=1/2)", "lr(2:0|size=1/2)"),
]

ORDERED = [
    (MAIL, "P(e*,+)", "P(+,e*)"),
    (MAIL, "P(b=1,+,a=0)", "P(+,a=0,b=1)"),
    (MAIL, "P(+|b=1,a=0)", "P(+|a=0,b=1)"),
    (MAIL, "P(t 1,a=1,+)", "P(+,a=1,t 1)"),
    (MAIL, "count(+,a=1)", "count(a=1,+)"),
    (MAIL, "count(b=1,a=1)", "count(a=1,b=1)"),
    (MAIL, "freq(+,b=1,a=1)", "freq(a=1,b=1,+)"),
    (MAIL, "freq(a=1|+,b=1)", "freq(a=1|b=1,+)"),
    (DOUGH, "P(eggs=1,Blue|yes)", "P(Sky=Blue,eggs=1|yes)"),
    (DOUGH, "P(yes|z,low,Blue)".replace("low", "wind=low"), "P(yes|Sky=Blue,wind=low,z)"),
]

TEXTS = View(
    {"hour": ("9", "10"), "urgent": ("0", "1")},
    frozenset(("urgent",)),
    ("lunch", "spam", "6", "not now"),
    {"t*": ("urgent",)},
)
PRESENCE = View(dict.fromkeys(TEXTS.words, ("0", "1")), frozenset(TEXTS.words), queries={"t*": ()})
DATA = View({**TEXTS.columns, **PRESENCE.columns}, frozenset(PRESENCE.columns), TEXTS.words)
MAILS = Scope("class", ("spam", "ham"), QUANTITIES, {"": TEXTS, "b": PRESENCE}, DATA, ("m", "b"), "m")

OF_WORDS = [
    ("P(lunch|spam)", "P(lunch|spam)"),
    ("P(word=lunch|spam)", "P(lunch|spam)"),
    ("P(word=spam|spam)", "P(word=spam|spam)"),
    ("P(word=6|spam)", "P(word=6|spam)"),
    ('P("not now"|ham)', 'P("not now"|ham)'),
    ("P(lunch,lunch,word=6|ham)", "P(lunch,lunch,word=6|ham)"),
    ("P(word=6,lunch,urgent,ham)", "P(ham,urgent=1,lunch,word=6)"),
    ("P(lunch|t*)", "P(lunch|t*)"),
    ("P(lunch|spam; b)", "P(lunch=1|spam; b)"),
    ("P(not lunch|spam; b)", "P(lunch=0|spam; b)"),
    ("P_b(t*)", "P(t*; b)"),
    ("count(lunch,spam)", "count(lunch,spam)"),
    ("count(lunch=1,spam)", "count(lunch=1,spam)"),
    ("freq(lunch|spam)", "freq(lunch|spam)"),
    ("tokens(spam)", "tokens(spam)"),
    ("vocabulary", "vocabulary"),
    ("vocabulary()", "vocabulary"),
    ("weight(spam:ham|lunch)", "weight(spam:ham|lunch)"),
    ("weight(spam:ham|spam)", "weight(spam:ham|word=spam)"),
    ("weight(spam:ham|6)", "weight(spam:ham|word=6)"),
    ("weight(spam:ham|urgent)", "weight(spam:ham|urgent)"),
    ("weight_b(spam:ham|lunch)", "weight(spam:ham|lunch; b)"),
    ("bias(ham:spam)", "bias(ham:spam)"),
    ("rank(hour=9)", "rank(hour=9)"),
    ("accuracy", "accuracy"),
    ("accuracy(; b)", "accuracy(; b)"),
    ("accuracy_left_out", "accuracy_left_out"),
    ("accuracy_left_out_b", "accuracy_left_out(; b)"),
    ("free_parameters(; m)", "free_parameters"),
    ("bayes_error", "bayes_error"),
    ("independent(urgent,hour)", "independent(hour,urgent)"),
    ("independent(hour=9,urgent)", "independent(hour=9,urgent)"),
    ("independent_in_data(urgent,hour|ham)", "independent_in_data(hour,urgent|ham)"),
]


@all_of(("scope", "text", "canonical"), SHORT)
def test_short_forms_are_spelled_canonically(scope: Scope, text: str, canonical: str) -> None:
    """Every short form is read, and its canonical spelling reads back as the same quantity."""
    name = scope.resolve(text)
    assert str(name) == canonical
    assert scope.resolve(canonical) == name


@all_of(("text", "canonical"), OF_WORDS)
def test_words_and_questions_are_spelled_canonically(text: str, canonical: str) -> None:
    """A word is bare unless it is a class or a numeral; where no words are drawn it is a 0/1 column."""
    name = MAILS.resolve(text)
    assert str(name) == canonical
    assert MAILS.resolve(canonical) == name


@all_of(("scope", "text", "canonical"), ORDERED)
def test_items_come_in_canonical_order(scope: Scope, text: str, canonical: str) -> None:
    """Classes stand first, then columns as in the table, then queries; in counts the class is last."""
    name = scope.resolve(text)
    assert str(name) == canonical
    assert scope.resolve(canonical) == name


def test_different_orders_are_one_quantity() -> None:
    """All orders of a list name the same quantity."""
    texts = ("P(+,a=1,b=0)", "P(a=1,+,b=0)", "P(b=0,a=1,+)", "P(not b,a,class=+)")
    assert len({MAIL.resolve(text) for text in texts}) == 1


def test_the_class_comes_first_of_the_readings_of_a_name() -> None:
    """`yes` is the class though a column has that value too, which is then `salted=yes`."""
    assert DOUGH.resolve("P(yes)").left == (DOUGH.class_item("yes"),)
    assert DOUGH.resolve("P(salted=yes)").left == (cell("salted", "yes"),)


def test_a_query_is_read_before_a_value() -> None:
    """A query's id that is a value too is the query; the value is spelled with its column."""
    scope = scope_of("y", ("k",), {"wind": ("x", "none")}, queries={"x": ("wind",)})
    assert scope.resolve("P(x)").left[0].kind == "query"
    assert scope.resolve("P(wind=x)").left == (cell("wind", "x"),)


def test_a_class_called_not_something_needs_quotes_only_beside_a_column() -> None:
    """`not a` is a=0 where a is a 0/1 column, and otherwise the class of that name."""
    beside = scope_of("y", ("not a", "b"), {"a": ("0", "1")}, frozenset("a"))
    assert str(beside.resolve("P(not a)")) == "P(a=0)"
    assert str(beside.resolve('P("not a")')) == 'P("not a")'
    alone = scope_of("y", ("not a", "b"), {"c": ("0", "1")}, frozenset("c"))
    assert str(alone.resolve("P(not a)")) == 'P("not a")'


def test_a_column_called_class_is_a_column() -> None:
    """`class=v` is a cell where a column has that name, and a class where none has."""
    scope = scope_of("y", ("first", "second"), {"class": ("first", "third")})
    assert scope.resolve("P(class=first)").left == (cell("class", "first"),)
    assert scope.resolve("P(y=first)").left == (scope.class_item("first"),)
