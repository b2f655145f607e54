"""Where a long formula may be broken: laws over random trees, and labels that look like formulas."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law
from trees import TREES

from exactnb.core.expression.nodes import (
    ArgMax,
    Equal,
    Expression,
    Function,
    Integer,
    Negative,
    PointsNode,
    Product,
    Quotient,
    Reference,
    Sum,
    Symbol,
)
from exactnb.core.expression.precedence import (
    PLACE,
    breakable_parts,
    breaks_as_blanks,
    cut_outermost,
    deeper_breaks,
    mark_name_breaks,
)
from exactnb.core.expression.widths import display_width, in_rows
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.naming.notation import Notation
from exactnb.core.problem.styles import names, style
from exactnb.explain.rendering.formulas.text_math import AsciiMath, TextMath

LAW = law(30)
ONE, TWO, THREE, FOUR = map(Integer, range(1, 5))
A, B, C = (Symbol(letter) for letter in "abc")
PLAIN = Notation(style("plain"))


@LAW
@given(tree=TREES, name=st.sampled_from(names()), writer=st.sampled_from([TextMath, AsciiMath]))
def test_places_change_nothing_but_blanks(tree: Expression, name: str, writer: type[TextMath]) -> None:
    """A line with its places marked is the line itself, whatever the notation."""
    notation = Notation(style(name))
    marked, whole = writer(notation, breakable=True).write(tree), writer(notation).write(tree)
    assert breaks_as_blanks(marked) == whole
    assert len(marked) == len(whole)


@LAW
@given(tree=TREES, room=st.integers(8, 60))
def test_rows_hold_all_of_a_line_and_no_more_than_fits(tree: Expression, room: int) -> None:
    """Rows joined by blanks are the line; a row is wider than there is room for only as one word."""
    writer = TextMath(PLAIN, breakable=True)
    rows = in_rows(cut_outermost(writer.write(tree)), " ", room)
    assert " ".join(rows) == TextMath(PLAIN).write(tree)
    assert all(display_width(row) <= room or " " not in row for row in rows)


@all_of(
    ("tree", "pieces"),
    [
        (Sum((ONE, Negative(Product((TWO, THREE))))), ["1", "− 2 × 3"]),
        (Product((Sum((ONE, TWO)), THREE)), ["(1 + 2)", "× 3"]),
        (Quotient(Sum((A, B)), Sum((B, C))), ["(a + b)", "/ (b + c)"]),
        (Quotient(ONE, TWO), ["1/2"]),
        (Equal((A, Sum((B, C)), ONE, TWO)), ["a ≟ b + c,", "1 ≟ 2"]),
        (Equal((A, Sum((B, C)))), ["a", "≟ b", "+ c"]),
        (ArgMax((("+", Product((ONE, TWO))), ("-", THREE))), ["argmax{1 × 2,", "3}"]),
        (PointsNode((Sum((ONE, TWO)), THREE, FOUR)), ["{1 + 2,", "3,", "4}"]),
        (PointsNode((ONE, TWO, THREE, FOUR), "[)[)"), ["[1, 2)", "∪ [3, 4)"]),
        (Function("log", Sum((ONE, TWO))), ["log(1", "+ 2)"]),
        (A, ["a"]),
    ],
)
def test_a_line_is_broken_first_outside_of_brackets(tree: Expression, pieces: list[str]) -> None:
    """Terms, factors, sides and members are told apart before anything inside of them is."""
    assert [breaks_as_blanks(piece) for piece in TextMath(PLAIN, breakable=True).pieces(tree)] == pieces


def test_the_fewest_brackets_come_first() -> None:
    """A piece is cut at its outermost places, and again at the next until it fits."""
    tree = Product((A, Sum((ONE, Quotient(Sum((A, B)), C)))))
    (_, factor) = TextMath(PLAIN, breakable=True).pieces(tree)
    assert [breaks_as_blanks(piece) for piece in cut_outermost(factor)] == ["(1", "+ (a + b)", "/ c)"]
    assert in_rows([factor], " ", 8) == ["(1 + (a", "+ b)", "/ c)"]


@all_of("label", ["x - y", "(((", "a, b", "}×{", "1 / 2 = 3"])
def test_a_label_is_not_broken_at_signs_of_its_own(label: str) -> None:
    """A name is broken between what it lists; what a user has called something stays together."""
    name = QuantityName(
        "P", (Item("cell", "c", label), Item("cell", "d", "1")), (Item("class", "k", "+"),)
    )
    text = TextMath(PLAIN, breakable=True).write(Reference(name))
    assert [breaks_as_blanks(piece) for piece in cut_outermost(text)] == [f"P(c={label},", "d=1|+)"]


def test_depth_counts_the_brackets_of_a_template() -> None:
    """In fixed text a place is behind a comma or before a sign, as deep as brackets are open."""
    assert mark_name_breaks("f(a, b)") == (f"f(a,{deeper_breaks(PLACE)}b)", 0)
    assert mark_name_breaks(", g", 1) == (f",{deeper_breaks(PLACE)}g", 1)
    assert mark_name_breaks("log odds") == ("log odds", 0)
    assert mark_name_breaks("a − b")[0] == f"a{PLACE}− b"
    assert mark_name_breaks(") , a", 0)[0] == f") ,{PLACE}a"  # a bracket that none opened is no depth


@LAW
@given(tree=TREES)
def test_parts_are_the_children_with_signs(tree: Expression) -> None:
    """The table of places lists all that an expression is made of, in order, and nothing else."""
    found: list[Expression] = []
    for part in breakable_parts(tree):
        whole = Negative(part.body) if part.sign == "−" else part.body
        inside = isinstance(tree, Equal) or (isinstance(tree, PointsNode) and tree.kind != "points")
        found += whole.children if inside else [whole]
    assert tuple(found) == (tree.children if breakable_parts(tree) else ())
