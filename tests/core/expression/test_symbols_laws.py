"""Random general formulas: their lines are read back, their nodes are made again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st
from thoroughness import law

from exactnb.core.expression.nodes import (
    Call,
    Derivative,
    Domain,
    Expression,
    Extremum,
    Factorial,
    Function,
    Index,
    Integer,
    Iverson,
    Negative,
    Power,
    Product,
    Quotient,
    Series,
    Sum,
    Symbol,
    is_general,
)
from exactnb.core.expression.spell import spell
from exactnb.core.naming.notation import Notation
from exactnb.core.problem.styles import names, style
from exactnb.explain.proving.writing.formulas import index, letter, span
from exactnb.explain.rendering.formats.markdown import MarkdownMath
from exactnb.explain.rendering.formulas.latex_math import LatexMath
from exactnb.explain.rendering.formulas.text_math import AsciiMath, TextMath

PLAIN = Notation(style("plain"))
k = index("k", span("K"))
a, b = letter("a"), letter("b")
VALUES: Mapping[str, Fraction] = {
    "a": Fraction(2), "b": Fraction(-3, 2), "a_k1": Fraction(5), "a_k2": Fraction(1, 3),
    "b_k1": Fraction(-1), "b_k2": Fraction(7, 2),
}  # fmt: skip
"""What letters are worth; the index runs over two places."""


def logarithm(of: Fraction) -> Fraction:
    """Return what stands for a logarithm here: a function that no product or power goes through."""
    return 7 * of + 3


def worth(tree: Expression, place: int = 0) -> Fraction:
    """Return the value of a tree."""
    match tree:
        case Integer(number):
            return Fraction(number)
        case Symbol(name, lower):
            return VALUES[f"{name}_k{place}" if lower else name]
        case Sum(terms):
            return sum((worth(term, place) for term in terms), Fraction(0))
        case Product(factors):
            out = Fraction(1)
            for factor in factors:
                out *= worth(factor, place)
            return out
        case Negative(term):
            return -worth(term, place)
        case Quotient(above, below):
            return worth(above, place) / worth(below, place)
        case Power(base, exponent):
            return worth(base, place) ** int(worth(exponent, place))
        case Function(_, argument):
            return logarithm(worth(argument, place))
        case Series(body=body):
            return worth(body, 1) + worth(body, 2)
    raise AssertionError(tree)


class Reading:
    """Read a line back: the reader's own rules, of school and of nothing else.

    Side by side means times. A sum takes in the product behind it, a logarithm one letter or what
    stands in parentheses.
    """

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = re.findall(r"sum_k|log|[ab]_k|[ab]|\d+|[-+*/^()]", text)
        assert "".join(self.tokens) == text.replace(" ", "")
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def whole(self) -> Expression:
        out = self.sum()
        assert self.peek() == ""
        return out

    def sum(self) -> Expression:
        negative = self.peek() == "-"
        if negative:
            self.take()
        first = self.product()
        terms = [Negative(first) if negative else first]
        while self.peek() in ("+", "-"):
            negative = self.take() == "-"
            term = self.product()
            terms.append(Negative(term) if negative else term)
        return Sum(tuple(terms))

    def product(self) -> Expression:
        out = self.power()
        while self.peek() not in ("", "+", "-", ")"):
            if self.peek() == "/":
                self.take()
                out = Quotient(out, self.power())
            else:
                if self.peek() == "*":
                    self.take()
                out = Product((out, self.power()))
        return out

    def power(self) -> Expression:
        if self.peek() == "sum_k":
            self.take()
            return Series("sum", k.index, k.domain, self.product())
        base = self.atom()
        if self.peek() == "^":
            self.take()
            base = Power(base, self.atom())
            assert self.peek() != "^", "a power of a power without parentheses"
        return base

    def atom(self) -> Expression:
        token = self.take()
        if token == "(":
            out = self.sum()
            assert self.take() == ")"
            return out
        if token == "log":
            return Function("log", self.atom())
        if token.isdigit():
            return Integer(int(token))
        assert token[0] in "ab", token
        return Symbol(token[0], (k.index,) if token.endswith("_k") else ())


LETTERS = st.sampled_from([a, b])
INDEXED = st.sampled_from([a[k], b[k]])
NUMBERS = st.integers(-3, 12).map(Integer)
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
        | trees.map(lambda tree: Function("log", tree))
    )


BODIES = st.recursive(NUMBERS | LETTERS | INDEXED, larger, max_leaves=5)
SERIES = BODIES.map(lambda body: Series("sum", k.index, k.domain, body))
TREES = st.recursive(NUMBERS | LETTERS | SERIES, larger, max_leaves=8)
LAW = law(80)


@given(TREES)
@LAW
def test_what_is_spelled_has_the_value_of_its_tree(tree: Expression) -> None:
    """Whoever reads the line by the rules of school finds the formula that it was written from."""
    try:
        expected = worth(tree)
    except ZeroDivisionError:
        assume(False)
    assert worth(Reading(spell(tree)).whole()) == expected
    ascii_only = AsciiMath(PLAIN).write(tree)
    assert worth(Reading(ascii_only).whole()) == expected


@given(TREES)
@LAW
def test_no_two_numbers_touch_in_latex(tree: Expression) -> None:
    """In math mode a blank is nothing: between two numbers that are multiplied there is a sign."""
    for math in (LatexMath(PLAIN), MarkdownMath(PLAIN)):
        assert not re.search(r"\d +(\d|\\frac\{\d+\}\{\d+\})", math.write(tree))


def general(trees: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    """Return general nodes, and a few others, around smaller ones."""
    several = st.lists(trees, max_size=3).map(tuple)
    one_more = st.lists(trees, min_size=1, max_size=3).map(tuple)
    letters = st.sampled_from("kjθn")
    symbols = st.builds(Symbol, letters, several, several, st.booleans(), st.just(""))
    kinds = st.sampled_from(["set", "span", "open", "closed"])
    domains = st.builds(lambda kind, parts: Domain(kind, (*parts, *parts)[:2]), kinds, one_more)
    indicators = st.builds(Iverson, trees, trees)
    return (
        symbols
        | st.builds(Call, st.sampled_from("fPℓ"), several, several, several)
        | domains
        | st.builds(
            Series, st.sampled_from(["sum", "product"]), letters.map(Index), domains, trees,
            st.none() | indicators,
        )
        | indicators
        | st.builds(Derivative, trees, symbols, st.integers(1, 3))
        | st.builds(Extremum, trees, trees)
        | several.map(Product)
        | st.builds(Quotient, trees, trees)
    )  # fmt: skip


WHOLE = st.recursive(NUMBERS | st.sampled_from("kjh").map(Index), general, max_leaves=8)


@given(WHOLE)
@LAW
def test_a_node_is_made_again_from_its_parts(tree: Expression) -> None:
    """A node around its own parts is the same node, and other parts make another one."""
    for part in (tree, *tree.children):
        assert part.with_children(part.children) == part
    changed = tuple(part for part in tree.children)
    for at, part in enumerate(changed):
        if not isinstance(part, Index | Domain | Iverson | Symbol):
            other = tree.with_children((*changed[:at], Factorial(part), *changed[at + 1 :]))
            assert other != tree
            assert other.children == (*changed[:at], Factorial(part), *changed[at + 1 :])


@given(WHOLE)
@LAW
def test_a_formula_is_general_by_its_letters(tree: Expression) -> None:
    """A formula without letters has signs between its factors."""

    def letters(part: Expression) -> bool:
        own = isinstance(part, Symbol | Call | Series | Index | Iverson | Derivative | Extremum)
        return own or any(map(letters, part.children))

    assert is_general(tree) == letters(tree)


@given(TREES, st.sampled_from(names()))
@LAW
def test_brackets_balance_in_every_notation(tree: Expression, name: str) -> None:
    """Whatever the formula and the notation, parentheses and braces come in pairs."""
    notation = Notation(style(name))
    for marks in (
        TextMath(notation),
        AsciiMath(notation),
        LatexMath(notation),
        MarkdownMath(notation),
    ):
        shown = marks.write(tree)
        for opening, closing in ("()", "{}", "[]"):
            assert shown.count(opening) == shown.count(closing)
        assert shown == marks.write(tree)
