"""Chains in HTML, right sides as several formulas: browsers break lines between `math` elements alone.

How to read: `Origins` tracks the source of each number: a factor comes from an estimate, a count from
rows of the data. From one line to the next, numbers replace names and nothing else changes (`verify`
ensures it), so a number has the quantity whose name was at its place before.

`HtmlLines.pieces` decides where lines may break; a short expression is one formula, of a longer one
each term and factor is. A fraction too wide for a phone becomes its numerator in parentheses divided by
the denominator. `chains` puts the formulas in rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import replace

from exactnb.core.data.table import Row
from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Reference
from exactnb.core.expression.precedence import ATOM, POWER, PRODUCT, breakable_parts
from exactnb.core.expression.reasons import Rule
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.naming.notation import Mark, Plain
from exactnb.explain.derivation import Chain, Data, Grid, Line
from exactnb.explain.rendering.formulas.latex_lines import FormulaSizes
from exactnb.explain.rendering.formulas.mathml import NEGATIVE, Mathml, operator
from exactnb.explain.rendering.formulas.text_math import TextMath
from exactnb.explain.rendering.pages.html_text import element, escaped
from exactnb.explain.rendering.tables.tables import answer_line, informative_lines, stated_reason

_COUNTS = ("count", "tokens")  # heads of names of counts
_PUT_IN = (Rule.EXPAND, Rule.SUBSTITUTE, Rule.DECIMALS)
_UNCUT = 20  # widest formula that is not cut
_CLAIM = 28  # widest claim that is not cut
_BAR = 44  # widest fraction: the width of a phone
_LEADING = '<mo form="infix" lspace="0" rspace=".22em"'
_LEFT = 20  # widest left side in a column; a wider one has a row of its own
_APPENDED = 16  # widest value that continues the row of another


class Origins:
    """Track which quantity each part of a page is, as far as the page has been written."""

    def __init__(self) -> None:
        self.data: Data | None = None
        self._shown: set[QuantityName] = set()
        self._parts: dict[int, tuple[Expression, QuantityName]] = {}
        self._rows: set[QuantityName] = set()
        self._zeros: set[QuantityName] = set()

    def attributes_of(self, name: QuantityName, *, is_zero: bool = False) -> dict[str, str]:
        """Return the attributes of the element that works out `name`.

        With `is_zero`, the zero is marked wherever it occurs as a factor.
        """
        self._shown.add(name)
        self._zeros |= {name} if is_zero else set()
        return {"data_of": name.spell()} | self._row_attributes(name)

    def traced_chain(self, chain: Chain) -> Chain:
        """Return `chain` with each number identified by the name that it replaced."""
        lines: list[Line] = []
        for line in chain.lines:
            if lines and line.reason.rule in _PUT_IN:
                lines.append(replace(line, right=self._with_origins(lines[-1].right, line.right)))
            else:
                lines.append(line)
        return replace(chain, lines=tuple(lines))

    def traced_grid(self, grid: Grid) -> Grid:
        """Return `grid`, a table of estimates, with each chain traced."""
        cells = (tuple(chain and self.traced_chain(chain) for chain in row) for row in grid.cells)
        return replace(grid, cells=tuple(cells))

    def markup_with_origin(self, part: Expression, markup: str) -> str:
        """Return `markup`, which draws `part`, with attributes for its source if it has one."""
        name = self._quantity_name(part)
        if name is None:
            return markup
        rows = self._row_attributes(name) if name.head in _COUNTS else {}
        if name not in self._shown and not rows and name not in self._rows:
            return markup
        zero = name in self._zeros and not isinstance(part, Reference)
        kind = "zero" if zero else None
        return element("mrow", markup, data_of=name.spell(), **rows, class_=kind)

    def _quantity_name(self, part: Expression) -> QuantityName | None:
        if isinstance(part, Reference):
            return part.name
        _, name = self._parts.get(id(part), (part, None))
        return name

    def _with_origins(self, earlier: Expression, later: Expression) -> Expression:
        """Return the later formula, each number in it registered under the name that it replaced."""
        name = self._quantity_name(earlier)
        if name is not None:
            if isinstance(later, Reference):
                return later
            # The same node can stand at several places, so each gets a copy with an id of its own; the
            # table holds the copy, since Python reuses the id of a node that is gone.
            copied = copy(later)
            self._parts[id(copied)] = copied, name
            return copied
        if type(earlier) is not type(later) or len(earlier.children) != len(later.children):
            return later
        pairs = zip(earlier.children, later.children, strict=True)
        return later.with_children(tuple(self._with_origins(old, new) for old, new in pairs))

    def _row_attributes(self, name: QuantityName) -> dict[str, str]:
        """Return the source rows of a quantity as an attribute; one element of a page has them."""
        if self.data is None or name in self._rows:
            return {}
        rows = source_rows(name, self.data)
        if rows is None:
            return {}
        self._rows.add(name)
        return {"data_rows": " ".join(map(str, rows))}


def source_rows(name: QuantityName, data: Data) -> list[int] | None:
    """Return the indices of the rows of `data` that contain all parts of `name`: class, cells, words.

    None for a quantity that is not about rows, or about a column that the table does not print.
    """
    places = {column: column_index for column_index, column in enumerate(data.columns)}
    about = [
        (item, places.get(item.value if item.kind == "word" else item.variable))
        for item in (*name.subjects, *name.right)
    ]
    if not about and name.head != "count":
        return None
    if any(column_index is None and item.kind != "class" for item, column_index in about):
        return None

    def shows(row: Row, item: Item, column_index: int | None) -> bool:
        if column_index is None or item.kind == "class":
            return row.label == item.value
        match item.kind:
            case "cell":
                return row.cells[column_index] == item.value
            case "word":
                return row.cells[column_index] not in ("", "0")
        return row.cells[column_index] != ""

    rows = enumerate(data.rows)
    return [n for n, row in rows if all(shows(row, item, column_index) for item, column_index in about)]


class HtmlLines:
    """Cut formulas in one notation, and lay out chains of them as rows of a grid.

    `math` writes formulas, `plain` measures them, and `origins` tracks the sources of numbers. A row
    has a left side, a right side and a reason; on a phone, these stand below each other.
    """

    def __init__(self, math: Mathml, plain: TextMath, origins: Origins | None = None) -> None:
        self.math, self.plain = math, plain
        self.origins = origins or Origins()
        self.size = FormulaSizes(plain).width

    def formulas(self, expression: nodes.Expression) -> str:
        """Return `expression` as `math` elements, between which the line may be broken."""
        first, *rest = self.pieces(expression)
        return "\n".join(
            [math_element(first), *(math_element(_with_leading_sign_as_infix(piece)) for piece in rest)]
        )

    def claim(self, line: Line) -> str:
        """Return `line` as `math` elements, or as a single one if it is short."""
        if self.size(line.left) + self.size(line.right) <= _CLAIM:
            return math_element(self.math.claim(line))
        left, right = map(self.formulas, (line.left, line.right))
        relation = _with_leading_sign_as_infix(operator(line.relation))
        return f"{left}\n{right.replace('<math>', '<math>' + relation, 1)}"

    def pieces(self, expression: nodes.Expression) -> list[str]:
        """Cut `expression` into pieces; a line break is allowed before each but the first."""
        if self.size(expression) <= _UNCUT:
            return [self.math.write(expression)]
        match expression:
            case nodes.Sum():
                return self._signed_pieces(expression)
            case nodes.Product() if not nodes.is_general(expression):
                return self._signed_pieces(expression)
            case nodes.Equal(sides):
                pairs = (map(self.pieces, pair) for pair in zip(sides[::2], sides[1::2], strict=True))
                return _pieces_with_commas(
                    [*a, *_with_sign_before(self.math.asks_equal, b)] for a, b in pairs
                )
            case nodes.ArgMax(scores):
                inside = _pieces_with_commas(self.pieces(score) for _, score in scores)
                return _pieces_in_brackets(self.math.arg_max + operator("{"), inside, "}")
            case nodes.PointsNode(points, "points") | nodes.Listing(points):
                return _pieces_in_brackets(
                    operator("{"), _pieces_with_commas(map(self.pieces, points)), "}"
                )
            case nodes.PointsNode((left, right), kind) if len(kind) == 2:
                inside = _pieces_with_commas([self.pieces(left), self.pieces(right)])
                return _pieces_in_brackets(operator(kind[0]), inside, kind[1])
            case nodes.PointsNode():
                intervals = (self.pieces(part.body) for part in breakable_parts(expression))
                return _pieces_joined_by_sign(self.math.union, intervals)
            case nodes.Product(factors) if self.size(expression) > _BAR:
                return self.math.factors(factors)
            case nodes.Negative(term):
                return _with_sign_before(NEGATIVE, self._bracketed_pieces(term, PRODUCT))
            case nodes.QuadraticForm(left, matrix, right) if self.size(expression) > _CLAIM:
                transposed = self.math.transposed_part(left)
                return [transposed, *(self.math.parenthesized(part, ATOM) for part in (matrix, right))]
            case nodes.Reference(name) if self.size(expression) > _CLAIM:
                return self._name_pieces(name)
            case nodes.Zeros():
                return self._polynomial_pieces(expression)
            case nodes.Quotient(above, below) if self._is_wide(expression):
                return [
                    *self._bracketed_pieces(above, POWER),
                    *_with_sign_before(operator("/"), self._bracketed_pieces(below, POWER)),
                ]
            case nodes.Function(name, argument) if (
                name not in ("sqrt", "abs") and self.size(argument) > _UNCUT
            ):
                lead = self.math.function_name(expression) + operator("(")
                return _pieces_in_brackets(lead, self.pieces(argument), ")")
        return [self.math.write(expression)]

    def _signed_pieces(self, expression: nodes.Sum | nodes.Product) -> list[str]:
        """Return each term or factor after its sign, cut further if it is long."""
        pieces: list[str] = []
        previous: nodes.Expression | None = None
        for part in breakable_parts(expression):
            if isinstance(part.body, nodes.Pi) and isinstance(previous, nodes.Integer):  # 2π
                pieces[-1] += self.math.pi
                continue
            first = previous is None and part.sign != "−"
            cut = self._bracketed_pieces(part.body, PRODUCT)
            pieces += cut if first else _with_sign_before(operator(part.sign), cut)
            previous = part.body
        return pieces

    def _bracketed_pieces(self, part: nodes.Expression, needed: int) -> list[str]:
        """Return a part in pieces, in parentheses if it binds less tightly than needed."""
        if self.size(part) <= _UNCUT:
            return [self.math.parenthesized(part, needed)]
        cut = self.pieces(part)
        if len(cut) == 1:
            return [self.math.parenthesized(part, needed)]
        is_bare_power = needed == POWER and not isinstance(part, nodes.Function)
        opened = is_bare_power or self.math.precedence(part) < needed
        return _pieces_in_brackets(operator("("), cut, ")") if opened else cut

    def _polynomial_pieces(self, zeros: nodes.Zeros) -> list[str]:
        """Return a polynomial in its terms."""
        cut: list[str] = []
        for sign, size, letters in self.math.signed_terms(zeros):
            term = [] if size is None else self._bracketed_pieces(size, PRODUCT)
            if letters:
                name = self.math.times.join(letters)
                term = [*term[:-1], f"{term[-1]}{self.math.times}{name}" if term else name]
            first = NEGATIVE if sign < 0 else ""
            cut += _with_sign_before(operator("−" if sign < 0 else "+") if cut else first, term)
        cut = cut or [self.math.write(nodes.Integer(0))]
        relation = self.math.relation(is_inequality=zeros.is_inequality)
        cut[-1] += relation + self.math.write(nodes.Integer(0))
        if len(zeros.variables) > 1:
            return cut
        lead = operator("{") + self.math.variable(zeros.variables[0]) + self.math.such_that
        return _pieces_in_brackets(lead, cut, "}")

    def _name_pieces(self, name: QuantityName) -> list[str]:
        """Return a long name in pieces, each ending in its comma."""
        pieces: list[list[Mark]] = [[]]
        for mark in self.math.notation.marks(name):
            pieces[-1].append(mark)
            if mark == Plain(", "):
                pieces.append([])
        return [self.math.marks(piece) for piece in pieces if piece]

    def _is_wide(self, quotient: nodes.Quotient) -> bool:
        """Say whether a fraction bar is too long for a phone; phrases of words are never cut."""
        return not isinstance(quotient.numerator, nodes.Phrase) and self.size(quotient) > _BAR

    def chains(self, chains: Sequence[Chain]) -> str:
        """Return `chains`, which share their columns."""
        return element("div", "\n".join(map(self._chain_rows, chains)), class_="chains")

    def _chain_rows(self, chain: Chain) -> str:
        """Return one chain; a short value without a reason continues the row before it."""
        chain, left = self.origins.traced_chain(chain), chain.lines[0].left
        kind = "left alone" if self.size(left) > _LEFT else "left"
        markup = self.formulas(left)
        home = self.origins.attributes_of(name) if (name := chain.lines[0].subject) is not None else {}
        cells = [element("div", markup, class_=kind, **home)]
        rows: list[tuple[str, str]] = []
        for line in informative_lines(chain, self.plain.write):
            value, reason = self._right_side(chain, line), escaped(stated_reason(line))
            if rows and not reason and not rows[-1][1] and self._is_short(line):
                rows[-1] = f"{rows[-1][0]}\n{value}", ""
            else:
                rows.append((value, reason))
        for value, reason in rows:
            cells.append(element("div", value, class_="right"))
            cells.append(element("div", reason, class_="why") if reason else "")
        return element("div", "\n".join(filter(None, cells)), class_="chain")

    def _right_side(self, chain: Chain, line: Line) -> str:
        """Return the relation and the right side: the answer in a box, a rounded value in grey."""
        body = self.formulas(line.right)
        if line is answer_line(chain):
            body = element("span", body, class_="answer")
        equation = f"{math_element(operator(line.relation))}\n{body}"
        is_rounded = line.reason.rule is Rule.ROUND
        return element("span", equation, class_="decimal") if is_rounded else equation

    def _is_short(self, line: Line) -> bool:
        """Say whether a value may continue the row before it."""
        return line.reason.rule in (Rule.ROUND, Rule.VALUE) and self.size(line.right) <= _APPENDED


def math_element(inside: str) -> str:
    """Return a `math` element around `inside`."""
    return f"<math>{inside}</math>"


def _with_leading_sign_as_infix(piece: str) -> str:
    """Mark the first sign of a piece as an infix, since it begins an element of its own."""
    return _LEADING + piece[3:] if piece.startswith("<mo>") else piece


def _with_sign_before(sign: str, cut: list[str]) -> list[str]:
    return [sign + cut[0], *cut[1:]]


def _pieces_in_brackets(lead: str, cut: list[str], closing: str) -> list[str]:
    """Put pieces in brackets, which cannot grow: they are in different elements."""
    first, *rest = cut or [""]
    pieces = [lead + first, *rest]
    return [*pieces[:-1], pieces[-1] + operator(closing)]


def _pieces_with_commas(items: Iterable[list[str]]) -> list[str]:
    """Join the pieces of several items with commas."""
    pieces: list[str] = []
    for cut in items:
        if pieces:
            pieces[-1] += operator(",")
        pieces += cut
    return pieces


def _pieces_joined_by_sign(sign: str, items: Iterable[list[str]]) -> list[str]:
    pieces: list[str] = []
    for cut in items:
        pieces += _with_sign_before(sign, cut) if pieces else cut
    return pieces
