"""Single edits of the data: a row dropped, repeated or relabelled, a cell or a word of it changed.

How to read: `single_edits` yields them, the simplest kinds first; `edited` makes one in a table or in
documents; `misreadings` are what a number may be misread as.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.data.documents import BETWEEN, Document, Documents, Split, cut
from exactnb.core.data.schema import Case, Schema
from exactnb.core.data.table import Row, Table
from exactnb.core.record import frozen

Kind = Literal["dropped", "repeated", "relabelled", "cell", "word left out", "word put in", "word"]
_PLAIN = r"([+\-\N{MINUS SIGN}]?)(?=\.?[0-9])([0-9]*)(?:\.([0-9]*))?"


@frozen(slots=True)
class Edit:
    """One edit of one row, the first row being 1: what stood there, and what stands in its place.

    `old` and `new` are labels, cells of a `column`, or words. A value `is_new` to its column where no
    row shows it and none was listed, so that there is one more of them; a number never is.
    """

    kind: Kind
    row: int
    before: Case
    after: tuple[Case, ...]
    column: str = ""
    old: str = ""
    new: str = ""
    is_new: bool = False

    @property
    def changed(self) -> tuple[Case, ...]:
        """Return the row as it was, and what stands in its place."""
        return (self.before, *self.after)

    def __str__(self) -> str:
        """Return the row and what is done to it.

        >>> str(Edit("cell", 6, Case("D6", "No", {}), (), "Temperature", "Cool", "Hot"))
        'D6: Temperature Hot for Cool'
        """
        row = self.before.id or f"row {self.row}"
        match self.kind:
            case "dropped":
                return f"{row} left out"
            case "repeated":
                return f"{row} twice"
            case "word left out":
                return f"{row}: without {self.old}"
            case "word put in":
                return f"{row}: with {self.new}"
        return f"{row}: {self.column}{' ' * bool(self.column)}{self.new} for {self.old}"


def single_edits(
    cases: Sequence[Case],
    schema: Schema,
    *,
    numbers: Collection[str] = (),
    times: Collection[str] = (),
    unseen: bool = False,
) -> Iterator[Edit]:
    """Yield every edit of one row: whole rows first, then labels, then cells and words.

    A cell gets every other value of its column, and with `unseen` one that was not there. Columns of
    `numbers` have no end of values: their cells are left, or with `unseen` get the number of the row
    above or below and what the own one may be misread as. Where a cell says how many `times` a word
    stands in a row, it gets one more and one less. A word of a text is left out, put in, or takes the
    place of another.

    >>> schema = Schema("k", ("+", "-"), {"a": ("0", "1")})
    >>> [edit.kind for edit in single_edits([Case("", "+", {"a": "1"})], schema)]
    ['dropped', 'repeated', 'relabelled', 'cell']
    """
    rows = [(number, case) for number, case in enumerate(cases, start=1) if case.weight]
    for number, case in rows:
        yield Edit("dropped", number, case, ())
    for number, case in rows:
        yield Edit("repeated", number, case, (case, case))
    for number, case in rows:
        for label in schema.classes:
            if label != case.label:
                relabelled = (replace(case, label=label),)
                yield Edit("relabelled", number, case, relabelled, old=case.label, new=label)
    for number, case in rows:
        yield from _cell_edits(number, case, schema, numbers, times)
        yield from _word_edits(number, case, schema)
    for number, case in rows if unseen else ():
        for column, old in case.cells.items():
            if column in numbers:
                near = (index for index in (number - 2, number) if 0 <= index < len(cases))
                slips = [cases[index].cells[column] for index in near if column in cases[index].cells]
                met = {number_in(old)}  # each number once: of a wrong line, then what it is misread as
                for new in (*slips, *misreadings(old)):
                    if number_in(new) not in met:
                        met.add(number_in(new))
                        yield _cell(number, case, column, old, new, is_new=False)
            elif column not in times:
                yield _cell(number, case, column, old, schema.free_name("another value"), is_new=True)


def _cell_edits(
    number: int, case: Case, schema: Schema, numbers: Collection[str], times: Collection[str]
) -> Iterator[Edit]:
    for column, old in case.cells.items():
        if column in numbers:
            continue
        values = schema.columns[column]
        wanted = values
        if column in times and old.isascii() and old.isdigit():
            wanted = tuple(str(times) for times in (int(old) - 1, int(old) + 1) if times >= 0)
        for new in wanted:
            if new != old:
                yield _cell(number, case, column, old, new, is_new=new not in values)


def _cell(number: int, case: Case, column: str, old: str, new: str, *, is_new: bool) -> Edit:
    changed = replace(case, cells={**case.cells, column: new})
    return Edit("cell", number, case, (changed,), column, old, new, is_new)


def _word_edits(number: int, case: Case, schema: Schema) -> Iterator[Edit]:
    there = tuple(case.words)
    for old in there:
        yield Edit("word left out", number, case, (_with(case, old, ""),), old=old)
    for new in schema.words:
        yield Edit("word put in", number, case, (_with(case, "", new),), new=new)
    for old in there:
        for new in schema.words:
            if new != old:
                yield Edit("word", number, case, (_with(case, old, new),), old=old, new=new)


def _with(case: Case, old: str, new: str) -> Case:
    """Return a text with a word less, a word more, or one in the place of another."""
    words: Mapping[str, int] = {
        word: times
        for word in dict.fromkeys((*case.words, *([new] if new else [])))
        if (times := case.words.get(word, 0) - (word == old) + (word == new))
    }
    return replace(case, words=words)


def both_in_a_row(first: Edit, second: Edit) -> Case | None:
    """Return the row after the edits `first` and `second` of it.

    None where both change one place, or where no single row is left.

    >>> before = Case("", "+", {"a": "1"})
    >>> one = Edit("relabelled", 1, before, (Case("", "-", {"a": "1"}),), old="+", new="-")
    >>> two = Edit("cell", 1, before, (Case("", "+", {"a": "0"}),), "a", "1", "0")
    >>> both_in_a_row(one, two)
    Case(id='', label='-', cells={'a': '0'}, words=Counter(), weight=1)
    """
    are_word_edits = first.kind.startswith("word"), second.kind.startswith("word")
    if {first.kind, second.kind} & {"dropped", "repeated"}:
        return None
    if not all(are_word_edits) and (first.kind, first.column) == (second.kind, second.column):
        return None
    (case,) = first.after
    if second.kind == "relabelled":
        return replace(case, label=second.new)
    if second.kind == "cell":
        return replace(case, cells={**case.cells, second.column: second.new})
    if second.old and not case.words.get(second.old):  # the first edit has taken it away
        return None
    return _with(case, second.old, second.new)


def edited(data: Table | Documents, edit: Edit) -> Table | Documents:
    """Return the data with an edit made; the values of every column stay known.

    >>> table = Table.from_rows([("1", "+"), ("0", "-")], ["a", "class"])
    >>> edited(table, Edit("dropped", 2, next(table.cases()), ())).rows
    (Row(id='', label='+', cells=('1',), weight=1),)
    """
    index = edit.row - 1
    columns = with_cells(data.schema, edit.after).columns
    values = tuple(columns[column] for column in data.columns)
    if isinstance(data, Documents):
        texts = data.documents
        edited_texts = tuple(_document(data, texts[index], edit, case) for case in edit.after)
        return replace(
            data, documents=(*texts[:index], *edited_texts, *texts[index + 1 :]), values=values
        )
    rows = data.rows
    edited_rows = tuple(_row(data, rows[index], case) for case in edit.after)
    return replace(data, rows=(*rows[:index], *edited_rows, *rows[index + 1 :]), values=values)


def with_cells(schema: Schema, cases: Iterable[Case]) -> Schema:
    """Return `schema` with all values that the `cases` have in each column."""
    columns = dict(schema.columns)
    for case in cases:
        for column, value in case.cells.items():
            if value not in columns[column]:
                columns[column] = (*columns[column], value)
    return replace(schema, columns=columns)


def _row(table: Table, row: Row, case: Case) -> Row:
    cells = tuple(case.cells.get(column, "") for column in table.columns)
    return replace(row, label=case.label, cells=cells)


def _document(documents: Documents, document: Document, edit: Edit, case: Case) -> Document:
    cells = tuple(case.cells.get(column, "") for column in documents.columns)
    text = document.text
    if edit.kind.startswith("word"):
        text = exchanged(cut(text, documents.split), edit.old, edit.new, documents.split)
    return replace(document, label=case.label, cells=cells, text=text)


def exchanged(words: Sequence[str], old: str, new: str, split: Split = "spaces") -> str:
    """Return the `words` as a text with `new` for `old`; "" for either adds or removes a word.

    `split` says what a word is.

    >>> exchanged(["b", "c", "c"], "c", ""), exchanged(["b"], "", "a"), exchanged(["b"], "b", "a")
    ('b c', 'b a', 'a')
    """
    between = BETWEEN.get(split, " ")
    if not old:
        return between.join((*words, new))
    index = words.index(old)
    return between.join((*words[:index], *([new] if new else []), *words[index + 1 :]))


def misreadings(numeral: str) -> Iterator[str]:
    """Yield the decimals that `numeral` may be misread or mistyped as, each number once.

    These are another digit in one place, two neighbours swapped, a digit left out or written twice, the
    decimal point left out or one place away, the sign left out or put in. None begins with a zero that
    nobody writes. A fraction, a percentage or a power of ten has none.

    >>> list(misreadings("12"))[-9:]
    ['19', '21', '2', '1', '112', '122', '120', '1.2', '-12']
    """
    match = re.fullmatch(_PLAIN, numeral.strip())
    if match is None:
        return
    sign, opposite = ("", "-") if match[1] in ("", "+") else ("-", "")
    digits, point = (match[2] or "0") + (match[3] or ""), len(match[2] or "0")
    written = [
        *((sign, *misread) for misread in _misread_digits(digits, point)),
        (opposite, digits, point),
    ]
    met = {number_in(numeral)}
    for sign_text, figures, place in written:
        text = sign_text + figures[:place] + ("." if figures[place:] else "") + figures[place:]
        is_written = place > 0 and (place == 1 or figures[0] != "0")
        if is_written and number_in(text) not in met:
            met.add(number_in(text))
            yield text


def _misread_digits(digits: str, point: int) -> Iterator[tuple[str, int]]:
    """Yield other digits, with the number of those before the point."""
    places = range(len(digits))
    for index in places:
        yield from ((digits[:index] + new + digits[index + 1 :], point) for new in "0123456789")
    for index in places[1:]:
        yield digits[: index - 1] + digits[index] + digits[index - 1] + digits[index + 1 :], point
    for index in places:
        yield digits[:index] + digits[index + 1 :], point - (index < point)
    for index in places:
        yield digits[: index + 1] + digits[index:], point + (index < point)
    for moved in (len(digits), point + 1):  # the zero of 0.53 goes with its point: 53, 5.3
        zeros = min(len(digits) - len(digits.lstrip("0")), moved - 1)
        yield digits.ljust(moved, "0")[zeros:], moved - zeros
    yield digits.rjust(len(digits) + (point == 1), "0"), point - (point > 1)
