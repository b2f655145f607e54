from thoroughness import all_of

from exactnb.core.naming.grammar import is_numeral, quote
from exactnb.core.naming.names import Item, Names, Pair, QuantityName

PLUS, MINUS = Item("class", "y", "+"), Item("class", "y", "-")
ZERO, ONE = Item("class", "y", "0"), Item("class", "y", "1")
BLUE, X = Item("cell", "Sky", "Blue"), Item("query", "", "x")

SPELLED = [
    (QuantityName("P", (PLUS,)), "P(+)"),
    (QuantityName("P", (BLUE,), (PLUS,)), "P(Sky=Blue|+)"),
    (QuantityName("P", (PLUS, X)), "P(+,x)"),
    (QuantityName("P", (ZERO,), (X,)), "P(y=0|x)"),
    (QuantityName("odds", (Pair(ZERO, ONE),), (X,)), "odds(0:1|x)"),
    (QuantityName("odds", (ZERO,), (X,)), "odds(y=0|x)"),
    (QuantityName("P", (PLUS,), (X,), "laplace"), "P(+|x; laplace)"),
    (QuantityName("P", (PLUS,), model="a;b"), 'P(+; "a;b")'),
    (QuantityName("argmax", model="laplace"), "argmax(; laplace)"),
    (QuantityName("count"), "count()"),
    (QuantityName("boundary", (Pair(PLUS, MINUS),), index=1), "boundary(+:-)[1]"),
    (QuantityName("P", (X,), wrappers=("-", "log2")), "-log2(P(x))"),
    (QuantityName("P", (X,), wrappers=("log2", "-")), "log2(-P(x))"),
]


@all_of(("name", "text"), SPELLED)
def test_a_name_is_spelled_canonically(name: QuantityName, text: str) -> None:
    """Numerals as classes carry their variable, except in pairs; blanks stand before models only."""
    assert name.spell() == str(name) == text


@all_of(
    ("name", "text"),
    [
        ("sea level", "sea level"),
        ("5", "5"),
        ("-", "-"),
        ("[x]", "[x]"),
        ("note", "note"),
        ("not", "not"),
        ("é—漢", "é—漢"),
        ("", '""'),
        (" a", '" a"'),
        ("a ", '"a "'),
        ("a  b", '"a  b"'),
        ("not a", '"not a"'),
        ('"', '""""'),
        ('say "hi"', '"say ""hi"""'),
        *((f"a{mark}b", f'"a{mark}b"') for mark in ",|=:;()"),
    ],
)
def test_quotes_stand_only_where_they_are_needed(name: str, text: str) -> None:
    """Only the grammar's marks, `not `, outer and double blanks and the empty name need quotes."""
    assert quote(name) == text


@all_of("text", ["0", "12", "007", "-1.5", "+3", ".5", "5.", "1e-3", "1/2", "45%"])
def test_numerals_are_seen_as_such(text: str) -> None:
    """Whole numbers, decimals, powers of ten, fractions and percentages are numerals."""
    assert is_numeral(text)


@all_of("text", ["", "+", "-", "a", "1a", "1 2", "1,5", "e5", "٣", "½", "0x1", "1_0", "."])
def test_other_names_are_no_numerals(text: str) -> None:
    """Signs alone, words, foreign digits and grouped digits are names like any other."""
    assert not is_numeral(text)


def test_the_bare_name_has_no_functions_around_it() -> None:
    """`bare` takes off the functions and the minus sign, and keeps the model."""
    name = QuantityName("P", (X,), model="m", wrappers=("-", "log"))
    assert name.bare() == QuantityName("P", (X,), model="m")


K = Item("general", "y", "k")


def test_verbs_make_the_name_of_something_near() -> None:
    """Other heads, sides, functions and classes give other names, and nothing else changes."""
    names = Names("laplace")
    log = names.posterior(PLUS, [X]).wrapped("log2").wrapped("-")
    assert str(log) == "-log2(P(+|x; laplace))"
    assert str(log.unwrapped()) == "log2(P(+|x; laplace))"
    assert str(log.with_condition([BLUE])) == "-log2(P(+|Sky=Blue; laplace))"
    assert str(log.exchanged(PLUS, MINUS)) == "-log2(P(-|x; laplace))"
    pair = QuantityName("boundary", (Pair(PLUS, MINUS),), (X,), "laplace", 2)
    assert pair.with_head("region").without_index() == names.of_pair("region", Pair(PLUS, MINUS), [X])


def test_a_general_name_and_its_instances_turn_into_each_other() -> None:
    """A class stands in the place of the general one, and of no other class."""
    general = Names().given([BLUE], K)
    assert general.with_class(PLUS) == Names().given([BLUE], PLUS)
    assert general.with_class(PLUS).with_class(MINUS) == Names().given([BLUE], PLUS)
    assert general.with_class(PLUS).with_general_class(K) == general
    assert Names().evidence([BLUE]).with_general_class(K) == Names().evidence([BLUE])


def test_a_name_tells_its_parts() -> None:
    """Pairs, cells and columns are told apart, on both sides of the bar."""
    odds = Names().of_pair("odds", Pair(PLUS, MINUS), [BLUE, X])
    assert (odds.pair, odds.subjects, odds.label) == (Pair(PLUS, MINUS), (), None)
    assert odds.cells == {"Sky": "Blue"}
    assert Names().parameter("covariance", ["a", "b"], PLUS).columns == ("a", "b")
    assert [Names().prior(PLUS).pair, Names().prior(PLUS).columns] == [None, ()]
