import re
from collections.abc import Callable
from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
    ArgMax,
    AtMost,
    Clipped,
    Crossings,
    Equal,
    Expression,
    Factorial,
    Function,
    IndexedProduct,
    Indicator,
    Integer,
    Labels,
    Negative,
    Numeral,
    OverCells,
    Pi,
    PointsNode,
    Power,
    Product,
    Quotient,
    Reference,
    Special,
    Sum,
    Truth,
    Vanishing,
    Within,
)
from exactnb.core.expression.precedence import ATOM, POWER, PRODUCT, QUOTIENT, SUM, precedence
from exactnb.core.expression.spell import spell
from exactnb.core.families import family
from exactnb.core.naming.names import Item, QuantityName

ONE, TWO, THREE, FOUR = map(Integer, range(1, 5))
HALF = Quotient(ONE, TWO)
NORMAL = family("gaussian")
PRIOR = Reference(QuantityName("P", (Item("class", "y", "+"),)))

SPELLED = [
    (Quotient(TWO, FOUR), "2/4"),
    (Product((HALF, Quotient(TWO, FOUR), Quotient(THREE, FOUR))), "1/2 * 2/4 * 3/4"),
    (Product((HALF, Sum((ONE, Negative(Quotient(ONE, FOUR)))))), "1/2 * (1 - 1/4)"),
    (Sum((Quotient(Integer(9), Integer(64)), ONE)), "9/64 + 1"),
    (Sum((ONE, Sum((TWO, THREE)))), "1 + (2 + 3)"),
    (Sum((ONE, Negative(Sum((TWO, THREE))))), "1 - (2 + 3)"),
    (Sum((ONE, Negative(Product((TWO, THREE))))), "1 - 2 * 3"),
    (Sum((ONE, Integer(-2))), "1 + (-2)"),
    (Negative(Negative(ONE)), "-(-1)"),
    (Negative(Power(TWO, TWO)), "-2^2"),
    (Power(Negative(TWO), TWO), "(-2)^2"),
    (Power(Integer(-2), TWO), "(-2)^2"),
    (Power(TWO, Integer(-2)), "2^(-2)"),
    (Power(HALF, TWO), "(1/2)^2"),
    (Power(TWO, HALF), "2^(1/2)"),
    (Power(Power(TWO, THREE), FOUR), "(2^3)^4"),
    (Power(TWO, Power(THREE, FOUR)), "2^(3^4)"),
    (Quotient(Sum((TWO, ONE)), Sum((FOUR, TWO))), "(2 + 1) / (4 + 2)"),
    (Quotient(Integer(-1), TWO), "(-1)/2"),
    (Quotient(ONE, Quotient(TWO, THREE)), "1/(2/3)"),
    (Quotient(Quotient(ONE, TWO), THREE), "(1/2)/3"),
    (Quotient(Quotient(Integer(5), TWO), Integer(5)), "(5/2)/5"),
    (Quotient(Power(TWO, THREE), FOUR), "2^3 / 4"),
    (Quotient(Product((TWO, THREE)), FOUR), "(2 * 3) / 4"),
    (Product((TWO, Quotient(Sum((ONE, TWO)), FOUR))), "2 * (1 + 2) / 4"),
    (Product((PRIOR, HALF)), "P(+) * 1/2"),
    (Function("log", Sum((ONE, TWO))), "log(1 + 2)"),
    (Product((TWO, Function("exp", Negative(HALF)))), "2 * exp(-1/2)"),
    (Power(Pi(), HALF), "pi^(1/2)"),
    (Numeral(Decimal(6667, 4)), "0.6667"),
    (Sum((ONE, Negative(Numeral(Decimal(3, 1))))), "1 - 0.3"),
    (Product(()), "1"),
    (IndexedProduct("factor", (), (HALF, THREE)), "1/2 * 3"),
    (Quotient(IndexedProduct("factor", (), (HALF, THREE)), TWO), "(1/2 * 3) / 2"),
    (Special("∞"), "infinity"),
    (Special("−∞"), "-infinity"),
    (Special("undefined"), "undefined"),
    (ArgMax((("+", HALF), ("-", THREE))), "argmax of 1/2, 3"),
    (Factorial(FOUR), "4!"),
    (Factorial(Sum((ONE, TWO))), "(1 + 2)!"),
    (Factorial(Factorial(THREE)), "(3!)!"),
    (Power(Factorial(THREE), TWO), "(3!)^2"),
    (Quotient(Factorial(FOUR), Product((Factorial(TWO), Factorial(ONE)))), "4! / (2! * 1!)"),
    (Product((TWO, Factorial(FOUR))), "2 * 4!"),
    (Clipped(Quotient(TWO, FOUR), Quotient(ONE, Integer(10))), "clip(2/4, 1/10)"),
    (Product((TWO, Clipped(HALF, Quotient(ONE, FOUR)))), "2 * clip(1/2, 1/4)"),
    (Product((AtMost(TWO, Sum((ONE, FOUR))), HALF)), "[2 <= 1 + 4] * 1/2"),
    (Indicator(Labels(("+",)), "+"), "[+ = +]"),
    (Indicator(ArgMax((("+", HALF), ("-", THREE))), "-"), "[argmax of 1/2, 3 = -]"),
    (Sum((Indicator(Labels(("+", "-")), "+"), ONE)), "[+, - = +] + 1"),
    (Equal((HALF, Product((ONE, TWO)), Sum((ONE, TWO)), THREE)), "1/2 ?= 1 * 2, 1 + 2 ?= 3"),
    (Truth(True), "true"),
    (Truth(False), "false"),
    (Vanishing(), "lambda"),
    (
        Quotient(Sum((ONE, Vanishing())), Sum((FOUR, Product((TWO, Vanishing()))))),
        "(1 + lambda) / (4 + 2 * lambda)",
    ),
    (
        Within(
            family("gaussian"),
            "x",
            "+",
            (PointsNode((ONE, TWO), "[)"),),
            (PointsNode((ONE, TWO), "open"),),
            (ONE,),
        ),
        "P(x in [1, 2), x not in (1, 2) | +)",
    ),
    (Crossings("x", TWO, ((ONE, ONE),), (), is_inequality=True), "{x : 2 * f(x) > g(x)}"),
    (Function("Phi", Negative(HALF)), "Phi(-1/2)"),
    (Special("everywhere"), "everywhere"),
    (OverCells("rank", "x", (HALF,), (), ()), "1 + number of cells c with P(c) < P(x)"),
    (OverCells("bayes_error", "", (HALF,), (), ()), "1 - sum over all cells c of the largest P(k, c)"),
]

INTEGERS = st.integers(-4, 9).map(Integer)
EXPONENTS = st.integers(-2, 3).map(Integer)


def larger(trees: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    """Return the trees of one node around smaller ones."""
    several = st.lists(trees, min_size=1, max_size=4).map(tuple)
    return (
        several.map(Sum)
        | several.map(Product)
        | st.builds(Quotient, trees, trees)
        | trees.map(Negative)
        | st.builds(Power, trees, EXPONENTS)
    )


TREES = st.recursive(INTEGERS, larger, max_leaves=8)
OPERATORS: dict[str, tuple[int, Callable[[Fraction, Fraction], Fraction]]] = {
    "+": (1, lambda a, b: a + b),
    "-": (1, lambda a, b: a - b),
    "*": (2, lambda a, b: a * b),
    "/": (2, lambda a, b: a / b),
    "^": (4, lambda a, b: a ** int(b)),
}
MINUS = 3  # binds tighter than * and /, looser than ^; it stands only where an expression begins


def read(text: str) -> Fraction:
    """Return the value of a line of integers, + - * / ^ and parentheses, by two stacks."""
    tokens = re.findall(r"\d+|[-+*/^()]", text)
    assert "".join(tokens) == text.replace(" ", "")
    numbers: list[Fraction] = []
    waiting: list[str] = []

    def carry_out(above: int) -> None:
        while waiting and waiting[-1] != "(":
            sign = waiting[-1]
            if (MINUS if sign == "~" else OPERATORS[sign][0]) < above:
                break
            waiting.pop()
            last = numbers.pop()
            numbers.append(-last if sign == "~" else OPERATORS[sign][1](numbers.pop(), last))

    before = "("
    for token in tokens:
        if token.isdigit():
            assert before in "(+-*/^~"
            numbers.append(Fraction(int(token)))
        elif token == "(":
            assert before in "(+-*/^~"
            waiting.append(token)
        elif token == ")":
            carry_out(0)
            assert waiting.pop() == "("
        elif token == "-" and before == "(":
            token = "~"
            waiting.append(token)
        else:
            assert before == ")" or before.isdigit(), "a sign after a sign"
            assert token != "^" or waiting[-1:] != ["^"], "a power of a power without parentheses"
            carry_out(OPERATORS[token][0])
            waiting.append(token)
        before = token
    carry_out(0)
    assert not waiting
    (value,) = numbers
    return value


@all_of(("expression", "text"), SPELLED)
def test_an_expression_is_spelled_on_one_line(expression: Expression, text: str) -> None:
    """Parentheses stand where the precedence table wants them, and 2/4 stays 2/4."""
    assert spell(expression) == text


@all_of(
    ("text", "value"),
    [
        ("1 - 2 - 3", -4),
        ("2 - 3 * 4", -10),
        ("-2^2", -4),
        ("(-2)^2", 4),
        ("1/2 * 3/4", Fraction(3, 8)),
        ("2 * (1 + 2) / 4", Fraction(3, 2)),
        ("2^(-2)", Fraction(1, 4)),
    ],
)
def test_the_reader_of_this_file_is_right(text: str, value: Fraction) -> None:
    """The evaluator that judges the printer agrees with school arithmetic."""
    assert read(text) == value


@given(TREES)
@law(60)
def test_what_is_spelled_has_the_value_of_the_tree(tree: Expression) -> None:
    """A line read by an independent evaluator is worth what the tree is worth."""
    value = evaluate(tree, lookup=lambda name: Fraction(0))
    assume(isinstance(value, Fraction))
    try:
        again = read(spell(tree))
    except ZeroDivisionError:
        return  # a quotient by 0 inside, which only a power of 0 can hide
    assert again == value


@given(st.lists(INTEGERS.filter(lambda i: i.value >= 0), min_size=1, max_size=6))
def test_flat_sums_and_products_need_no_parentheses(parts: list[Integer]) -> None:
    """Terms and factors that are numbers, and fractions of them, stand without parentheses."""
    thirds = tuple(Quotient(part, THREE) for part in parts)
    products = tuple(Product((third, third)) for third in thirds)
    assert "(" not in spell(Sum(tuple(parts)))
    assert "(" not in spell(Product(thirds))
    assert "(" not in spell(Sum(products))
    assert "(" not in spell(Sum(tuple(Negative(product) for product in products)))


def test_precedence_is_one_scale() -> None:
    """Sums hold least, then products, fractions, powers and atoms; a bar lifts a fraction."""
    assert SUM < PRODUCT < QUOTIENT < POWER < ATOM
    assert [precedence(e) for e in (Sum((ONE,)), Negative(ONE), Integer(-1))] == [SUM] * 3
    assert [precedence(e) for e in (Product((ONE,)), IndexedProduct("", (), (ONE,)))] == [PRODUCT] * 2
    assert precedence(HALF) == QUOTIENT
    assert precedence(HALF, stacked=True) == precedence(Power(ONE, TWO)) == POWER
    atoms = (ONE, PRIOR, Pi(), Function("log", ONE), Special("∞"), Numeral(Decimal(3, 1)))
    assert [precedence(e) for e in atoms] == [ATOM] * 6
