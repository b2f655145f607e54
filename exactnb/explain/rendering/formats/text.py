"""Fixed-width text for a terminal, in Unicode or in plain ASCII.

How to read: `TextTables` lays out estimates side by side, and data in a frame; `TextRows.chain` one
chain, `left = right   reason`, broken where a line is too long, and `answer_rows` those that lead to
answers, the first with a fraction bar; `TextPrinter` has the hooks.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, zip_longest

from exactnb.core.expression.nodes import Expression, Numeral, Quotient
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.widths import (
    TIED,
    centred,
    display_width,
    in_rows,
    padded,
    printable_text,
    rows_with_dots,
    wrapped,
)
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item
from exactnb.core.naming.notation import Notation
from exactnb.core.record import frozen
from exactnb.explain.derivation import Chain, Data, EstimateRule, Grid, Line
from exactnb.explain.rendering.formulas.text_math import AsciiMath, LineMath, TextMath, to_ascii
from exactnb.explain.rendering.hooks import Cells, TextRow
from exactnb.explain.rendering.printer import Format, Printer
from exactnb.explain.rendering.tables import tables

INDENT = "   "
_NARROWEST = 40  # columns of a page
_NARROW = 10  # least width of a column that is broken
_REASON_ROOM = 20  # columns reserved for reasons
_GAP = 2  # blanks before a reason
_BAR = 20  # columns of a full bar
_EIGHTHS = " ▏▎▍▌▋▊▉"
_IN_NUMBERS = (Rule.SUBSTITUTE, Rule.DECIMALS)
_RELATED = 3  # columns of a relation with its blanks


class TextTables:
    """Lay out tables in one notation, within `width` columns; `math` writes formulas."""

    def __init__(self, math: LineMath, width: int) -> None:
        self.math = math
        self.width = width

    def grid(self, grid: Grid) -> list[str]:
        """Return `grid` as tables of as many classes as fit, with all steps if there is room."""
        math = self.math
        heads = [math.label(row) if isinstance(row, str) else math.name(row) for row in grid.rows]
        table = [[grid.corner and math.label(grid.corner), *map(math.item, grid.columns)]]
        for form_count in tables.FORMS:
            cells = [[self._cell(chain, form_count) for chain in row] for row in grid.cells]
            table[1:] = [[head, *row] for head, row in zip(heads, cells, strict=True)]
            first, *widest = widths = _widths(table)
            # rather split a table into several than omit steps
            if first + max(widest) + 7 <= self.width:
                break
        parts = tables.column_parts(1, [width + 3 for width in widths], self.width)
        return [row for part in parts for row in [*self._ruled_table(table, widths, part), ""]][:-1]

    def _ruled_table(self, table: list[list[str]], widths: list[int], part: list[int]) -> list[str]:
        """Return some columns of a table, with a rule under the head."""
        rows = []
        for row in table:
            rest = (centred(row[column], widths[column]) for column in part[1:])
            rows.append(INDENT + "   ".join([padded(row[0], widths[0]), *rest]))
        rows.insert(1, INDENT + "─" * (sum(widths[column] + 3 for column in part) - 3))
        return rows

    def _cell(self, chain: Chain | None, form_count: int | None) -> str:
        forms = tables.estimate_forms(chain, form_count)
        return " ".join(tables.written_forms(forms, str, self._without_blanks))

    def _without_blanks(self, form: Expression) -> str:
        """Return a form without blanks around its signs."""
        text = self.math.write(form)
        for sign in (" + ", " / ", self.math.times):
            text = text.replace(sign, sign.strip())
        return text

    def typeset(self, head: TextRow, rows: Cells, layout: str, footer_rows: int) -> list[str]:
        """Lay out what `Hooks.table` gets; a paragraph takes the remaining width, in several rows."""
        # in a column of its own, a cell needs no ties to keep it together
        table = [[cell.replace(TIED, " ") for cell in row] for row in ([head] * bool(head) + [*rows])]
        widths = _widths(table)
        room = self.width - len(INDENT) - sum(widths) - 3 * (len(widths) - 1)
        kinds = (index for kind in "pwf" for index, letter in enumerate(layout) if letter == kind)
        broken = next((index for index in kinds if widths[index] + room >= _NARROW), None)
        if room < 0 and broken is not None:
            widths[broken] += room
        elif room < 0:
            return [
                INDENT + row
                for cells in table
                for row in in_rows(filter(None, cells), "   ", self.width - len(INDENT))
            ]
        lines = []
        for number, cells in enumerate(table):
            cell_rows = [
                wrapped(cell.replace(" ", TIED) if kind == "f" else cell, width)
                if kind in "pwf"
                else [centred(cell, width) if kind == "c" else cell]
                for cell, width, kind in zip(cells, widths, layout, strict=True)
            ]
            if (head and number == 1) or (footer_rows and number == len(table) - footer_rows):
                lines.append(INDENT + "─" * (sum(widths) + 3 * (len(widths) - 1)))
            for row in zip_longest(*cell_rows, fillvalue=""):
                lines.append(INDENT + "   ".join(map(padded, row, widths)))
        return lines

    def data(self, data: Data) -> list[str]:
        """Return `data` in a frame, with the queries under a rule."""
        with_ids, header, rows = tables.data_table(data)
        table = [[self.math.label(cell) for cell in row] for row in (header, *rows)]
        widths = _widths(table)
        parts = tables.column_parts(int(with_ids), [width + 3 for width in widths], self.width - 4)
        return [row for part in parts for row in self._in_frame(table, widths, part, len(data.rows))]

    def _in_frame(self, table: Cells, widths: list[int], part: list[int], body: int) -> list[str]:
        """Return some columns of a table in a frame, with rules after its head and its body."""
        rows = [[centred(row[column], widths[column]) for column in part] for row in table]
        framed = [f"{INDENT}│ {' │ '.join(row)} │" for row in rows]
        rule = ["─" * (widths[column] + 2) for column in part]
        top, middle, bottom = (
            f"{INDENT}{left}{joint.join(rule)}{right}" for left, joint, right in ("┌┬┐", "├┼┤", "└┴┘")
        )
        body_rows, query_rows = framed[1 : 1 + body], framed[1 + body :]
        separated = [middle, *query_rows] if query_rows else []
        return [top, framed[0], middle, *body_rows, *separated, bottom]


def _widths(table: list[list[str]]) -> list[int]:
    return [max(display_width(row[column]) for row in table) for column in range(len(table[0]))]


@frozen(slots=True)
class _LineParts:
    """A line before its layout: the left side, and the right side in pieces that may be broken."""

    left: str
    relation: str
    pieces: list[str]
    reason: str
    decimal: bool = False


class TextRows:
    """Lay out chains in one notation, within `width` columns; `math` writes formulas.

    Of chains that lead to answers the first is in full, of the others there are the results, with bars
    of their probabilities, from the graph `quantities`.
    """

    def __init__(self, math: LineMath, width: int, quantities: Quantities) -> None:
        self.math, self.width, self.quantities = math, width, quantities
        self.breakable = type(math)(math.notation, breakable=True)

    def chains(self, chains: Sequence[Chain]) -> list[str]:
        """Return the rows of all `chains`."""
        return [row for chain in chains for row in self.chain(chain)]

    def chain(self, chain: Chain) -> list[str]:
        """Return the rows of `chain`; a long left side has a row of its own."""
        line_parts = [self._parts_of(line) for line in tables.informative_lines(chain, self.math.write)]
        left = line_parts[0].left
        alone = display_width(left) > self.width // 2 - 6 and not self._fits_a_row(line_parts)
        rows = [INDENT + left] if alone else []
        start = INDENT + (" " * 4 if alone else left)
        for index, line in enumerate(line_parts):
            tail = f" {line.relation} {line.pieces[0]}"
            # a decimal continues the row of its fraction
            joins = line.decimal and index > 0 and not line_parts[index - 1].reason
            if joins and display_width(rows[-1] + tail) <= self.width:
                rows[-1] += tail
                continue
            lead = start if index == 0 or alone else " " * display_width(start)
            rows += self._lay_out(f"{lead} {line.relation} ", line)
        return rows

    def rule(self, rule: EstimateRule) -> list[str]:
        """Return `rule` in words."""
        left = self.math.general_name(rule.role, rule.value)
        return self._lay_out(f"{INDENT}{left} = ", _LineParts(left, "=", self._pieces(rule.right), ""))

    def _fits_a_row(self, line_parts: list[_LineParts]) -> bool:
        """Say whether a chain of one line fits into one row."""
        only = line_parts[0]
        row = f"{INDENT}{only.left} {only.relation} {' '.join(only.pieces)}  {only.reason}"
        return len(line_parts) == 1 and display_width(row) <= self.width

    def _lay_out(self, lead: str, line: _LineParts) -> list[str]:
        """Return one line of a chain, broken between factors or terms where it is too long.

        If the reason does not fit after the last row, the last part moves into a new row with it.
        """
        indent = " " * display_width(lead)
        room = self.width - len(indent)
        rows = in_rows(line.pieces, " ", room)
        column = reason_column(line.reason, self.width)
        if self._lacks_room(indent + rows[-1], line.reason):
            *most, last = line.pieces
            if most and _is_part(last) and not self._lacks_room(indent + last, line.reason):
                rows = [*in_rows(most, " ", room), *in_rows([last], " ", room)]
        indented = [(indent if index else lead) + row for index, row in enumerate(rows)]
        if not line.reason:
            return indented
        if self._lacks_room(indented[-1], line.reason):
            return [*indented, " " * column + line.reason]
        gap = column - display_width(indented[-1])
        if gap < _GAP:  # right-aligned, it may still fit
            gap = self.width - display_width(line.reason) - display_width(indented[-1])
        indented[-1] += " " * gap + line.reason
        return indented

    def _lacks_room(self, row: str, reason: str) -> bool:
        """Say whether a reason does not fit after a row."""
        return bool(reason) and display_width(row) + _GAP + display_width(reason) > self.width

    def _parts_of(self, line: Line) -> _LineParts:
        left, pieces = self.math.write(line.left), self._pieces(line.right)
        reason, decimal = self.math.word(tables.stated_reason(line)), isinstance(line.right, Numeral)
        return _LineParts(left, line.relation, pieces, reason, decimal)

    def _pieces(self, expression: Expression) -> list[str]:
        """Return an expression in pieces; the numerator of a long fraction is cut at once."""
        pieces = self.breakable.pieces(expression)
        if isinstance(expression, Quotient) and len(pieces) == 2:
            numerator, denominator = pieces
            if numerator.startswith("(") and display_width(numerator) > self.width // 2:
                first, *rest = self.breakable.pieces(expression.numerator)
                *most, last = [f"({first}", *rest]
                return [*most, f"{last})", denominator]
        return pieces

    def answer_rows(self, chains: list[Chain]) -> list[str]:
        """Return `chains` that lead to answers, as plain rows if there is no fraction or no room."""
        counted = next((line for line in chains[0].lines if line.reason.rule in _IN_NUMBERS), None)
        if counted is None or not isinstance(counted.right, Quotient):
            return self.chains(chains)
        return self._fraction_rows(chains, counted, counted.right) or self.chains(chains)

    def _fraction_rows(self, chains: list[Chain], counted: Line, quotient: Quotient) -> list[str]:
        """Return answers, the first with a fraction bar, or nothing if it is too wide."""
        numerator, denominator = map(self.math.write, quotient.children)
        span = max(display_width(numerator), display_width(denominator)) + 2
        lefts = [self.math.write(chain.lines[0].left) for chain in chains]
        lead = len(INDENT) + max(map(display_width, lefts))
        tails = [self._result_text(chain) for chain in chains]
        if lead + _RELATED + span + max(map(display_width, tails)) + 1 > self.width:
            return []
        rows: list[str] = []
        for line in chains[0].lines[: chains[0].lines.index(counted)]:
            lead_text = f"{padded(INDENT + lefts[0], lead)} {line.relation} "
            rows += self._lay_out(lead_text, self._parts_of(line))
        head = padded("" if rows else INDENT + lefts[0], lead)
        indent = " " * (lead + _RELATED)
        rows.append(indent + centred(numerator, span))
        rows.append(f"{head} {counted.relation} {'─' * span} {tails[0]}")
        rows.append(self._with_reason(indent + centred(denominator, span), counted.reason.words))
        for left, tail in zip(lefts[1:], tails[1:], strict=True):
            rows.append(f"{padded(INDENT + left, lead)}{' ' * (_RELATED + span + 1)}{tail}")
        return self._with_bars(rows, chains, tails)

    def _with_reason(self, row: str, reason: str) -> str:
        """Return a row with a reason at its end, if there is room."""
        row = row.rstrip()
        gap = reason_column(reason, self.width) - display_width(row)
        return row + " " * gap + reason if reason and gap >= 2 else row

    def _with_bars(self, rows: list[str], chains: list[Chain], tails: list[str]) -> list[str]:
        """Append to each answer a bar proportional to its probability, if there is room."""
        column = max(display_width(row) for row in rows if row.endswith(tuple(tails))) + 3
        if column + _BAR + 1 > self.width:
            return rows
        waiting = list(zip(chains, tails, strict=True))
        widened = []
        for row in rows:
            if waiting and row.endswith(waiting[0][1]):
                chain, _ = waiting.pop(0)
                row = padded(row, column) + self._bar(chain.lines[0].left)
            widened.append(row)
        return widened

    def _result_text(self, chain: Chain) -> str:
        """Return the result of a chain: its value and its decimal."""
        ends = [x for x in chain.lines if x.reason.rule in (Rule.VALUE, Rule.ROUND)]
        return " ".join(f"{line.relation} {self.math.write(line.right)}" for line in ends)

    def _bar(self, quantity: Expression) -> str:
        """Return a bar in eighths of a column."""
        full, rest = divmod(tables.bar_length(quantity, _BAR * 8, self.quantities) or 0, 8)
        return "█" * full + (_EIGHTHS[rest] if rest else "")


def _is_part(piece: str) -> bool:
    """Say whether a piece is a complete factor or term, with balanced brackets."""
    is_balanced = all(piece.count(left) == piece.count(right) for left, right in ("()", "[]", "{}"))
    return is_balanced and not piece.startswith(("<", ">"))


def reason_column(reason: str, width: int) -> int:
    """Return the column where `reason` begins; a long one ends at the page's `width`.

    >>> reason_column("as counted", 80), reason_column("x" * 30, 80)
    (60, 50)
    """
    return width - max(_REASON_ROOM, display_width(reason))


class TextPrinter(Printer[list[str]]):
    """Write rows no wider than the page, unless a piece that cannot be broken is wider."""

    @property
    def width(self) -> int:
        """Return the number of columns in a row."""
        return max(self.page.width, _NARROWEST)

    def use_notation(self, notation: Notation) -> None:
        self.math = (TextMath if self.page.unicode else AsciiMath)(notation)
        self.rows = TextRows(self.math, self.width, self.quantities)
        self.tables = TextTables(self.math, self.width)

    def document(self, head: list[list[str]], sections: list[list[list[str]]]) -> str:
        rows = [row for part in head for row in part]
        for heading, *parts in sections:
            rows += ["", *heading]
            for index, part in enumerate(parts):
                rows += ([""] if index else []) + part
        text = printable_text(rows) + "\n"
        return text if self.page.unicode else to_ascii(text)

    def head(self) -> list[list[str]]:
        title, source = self.text(self.derivation.title), self.text(self.derivation.source)
        gap = self.width - display_width(title) - display_width(source)
        first = [*wrapped(title, self.width), *wrapped(source, self.width)]
        if title and source and gap >= 3:
            first = [title + " " * gap + source]
        assumed = rows_with_dots([self.text(part) for part in self.derivation.setting], self.width)
        return [[row for row in first if row], assumed]

    def heading(self, number: int, title: str) -> list[str]:
        first, *rest = wrapped(title, self.width - len(f"{number}  "))
        return [f"{number}  {first}", *(" " * len(f"{number}  ") + row for row in rest)]

    def setting(self, assumed: Sequence[str]) -> list[str]:
        rows = rows_with_dots([self.text(part) for part in assumed], self.width - len(INDENT))
        return [INDENT + row for row in rows]

    def chains(self, chains: list[Chain]) -> list[list[str]]:
        rows: list[str] = []
        for final, run in groupby(chains, key=lambda chain: chain.final):
            rows += (self.rows.answer_rows if final else self.rows.chains)([*run])
        return [rows]

    def grids(self, grids: list[Grid]) -> list[list[str]]:
        return [self.tables.grid(grid) for grid in grids]

    def data(self, data: Data) -> list[list[str]]:
        return [self.tables.data(data)]

    def rule(self, rule: EstimateRule) -> list[list[str]]:
        return [self.rows.rule(rule)]

    def paragraph(self, sentence: str) -> list[list[str]]:
        return [[INDENT + row for row in wrapped(sentence, self.width - len(INDENT))]]

    def table(self, head: TextRow, rows: Cells, layout: str, footer_rows: int = 0) -> list[list[str]]:
        return [self.tables.typeset(head, rows, layout, footer_rows)]

    def formula(self, expression: Expression) -> str:
        return self.math.write(expression).replace(" ", TIED)

    def equals(self, name: str) -> str:
        """Return `name` and an equals sign, kept in one row."""
        return f"{self.math.label(name)}{TIED}={TIED}".lstrip(TIED)

    def text(self, raw: str) -> str:
        """Return `raw` without terminal control characters."""
        return self.math.label(raw)

    def item(self, item: Item) -> str:
        return self.math.item(item)

    def label(self, label: str) -> str:
        return self.math.label(label)

    def claim(self, line: Line) -> str:
        """Return `line`, which is broken only where it exceeds a row."""
        left, right = self.math.write(line.left), self.math.write(line.right)
        return f"{left} {line.relation} {right}".replace(" ", TIED)


FORMAT = Format(".txt", "text/plain", TextPrinter)
