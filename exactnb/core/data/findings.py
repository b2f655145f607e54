"""What reading rows finds beside them: values that a file declares, slips that do not show in rows.

How to read: a `Doubt` is a sentence with its remedy; `Findings` takes those about rows, which pass
through `watched` and `noting_sums`; the functions behind look at one row.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any
from unicodedata import normalize

from exactnb.core.data.rows import NO_CLASS, TOTALS, Record, repeated
from exactnb.core.data.schema import MISSING
from exactnb.core.data.totals import Sum, leave_out, lines_of_sums, number_in, refuse_totals, sums_in
from exactnb.core.naming.grammar import is_numeral
from exactnb.errors import HERE, InputError, Place, enumerated, printable

_COLUMNS = 50  # rows that may be columns
_WATCHED = 10_000  # rows whose numbers are looked at: what is longer was hardly typed
_EXPONENT = re.compile(r"[+-]?[0-9]+[eE][0-9]+")  # as people type it; programs write 1e+03, or 1e-05
_PLAIN = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
_WITH_COMMA = re.compile(r"[+-]?[0-9]+,(?:[0-9]{1,2}|[0-9]{4,})")
_LIGATURE = re.compile("[ﬀ-ﬆ]")
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}(\.[0-9]{3})?|0")


class Doubt(str):
    """What looks like a slip in data: a sentence, and a `remedy` in keywords that read the data.

    A printed page has the sentence alone. Who can read the data otherwise is told the remedy too, as
    keys of a problem file or as options. `column` is the one that a doubt about a file is about.

    >>> Doubt("“NA” is a value of “sky”, not a missing cell", missing=["?", "NA"]).remedy
    {'missing': ['?', 'NA']}
    """

    __slots__ = ("column", "remedy")
    column: str
    remedy: Mapping[str, Any]

    def __new__(cls, sentence: str, column: str = "", **remedy: Any) -> Doubt:
        """Return the doubt with this `sentence`, and the keywords of its remedy."""
        doubt = super().__new__(cls, sentence)
        doubt.column, doubt.remedy = column, remedy
        return doubt


class RowsOutcome(Doubt):
    """What a stated option does to the rows of data: it is said as a doubt is, and is no slip."""

    __slots__ = ()


def without_class(label: str, doubts: Iterable[Doubt], cells: Iterable[object] = ()) -> str:
    """Return the refusal of a row without its class, `label`, in data with these `doubts`.

    Its `cells` may be merged where a class stands above empty ones alone: several, or each class once.

    >>> without_class("kind", (), ["trout", "eel", ""])
    'a row without a class; say which column is the class; if its cells are merged, say
    fill_down = "kind"; if it is asked for, say unlabelled = "query" ("drop" leaves it out)'
    """
    merged = next((doubt for doubt in doubts if doubt.remedy.get("fill_down") == label), None)
    if merged:
        return f'a row without a class; {merged}; say fill_down = "{label}"'
    names = [str(cell).strip().casefold() for cell in cells]
    above_empty = {name for name, below in pairwise(names) if name and not below}
    others = {name for name, below in pairwise([*names, "."]) if name and below}
    is_merged = repeated(filter(None, names)) is None or names.count("") > 1
    if is_merged and above_empty - others and len(above_empty | others) > 1:
        way = f'if its cells are merged, say fill_down = "{label}"; if it is asked for, say '
        what = "a row without a class; say which column is the class; "
        return f'{what}{way}unlabelled = "query" ("drop" leaves it out)'
    return NO_CLASS


def rows_without_class(
    number: int, unlabelled: str, unweighted: Collection[int] = ()
) -> tuple[RowsOutcome, ...]:
    """Return what becomes of a `number` of rows without a class and of `unweighted` ones, if any.

    >>> rows_without_class(2, "drop", [5])
    ('2 rows without a class are left out', '1 row without a weight counts 0 times')
    """
    rows = f"{number:,} row{'s' * (number != 1)} without a class {'are' if number != 1 else 'is'}"
    what = "left out" if unlabelled == "drop" else "asked for, and not counted"
    n = len(unweighted)
    weights = f"{n:,} row{'s' * (n != 1)} without a weight count{'s' * (n == 1)} 0 times"
    return (RowsOutcome(f"{rows} {what}"),) * bool(number) + (RowsOutcome(weights),) * bool(n)


@dataclass(slots=True)
class Findings:
    """Hold what reading a file finds beside its rows; reading it again finds the same.

    `declared` maps columns to all values that the file declares of them, `separator` stands between
    cells, and `doubts` are slips, each once. `merged` has the lines of cells that are merged with the
    one above, by the place of a column and by its name.

    >>> findings = Findings()
    >>> rows = [(2, {"age": "23", "play": "no"}), (3, {"age": "1e3", "play": "yes"})]
    >>> list(findings.watched(rows, width=2)) == rows, findings.doubts
    (True, ('row 2: “1e3” stands among plain numbers of “age”',))
    """

    declared: dict[str, list[Any]] = field(default_factory=dict)
    separator: str = ""
    merged: dict[int | str, set[int]] = field(default_factory=dict)
    weights: dict[int, str] = field(default_factory=dict)
    """The weights that rows have beside their cells, by their lines; others have 1."""
    weight: str = ""
    """The column of such weights, where there are some."""
    unnamed: list[InputError] | None = None
    """The refusals of cells without a column's name, where who reads the rows takes them."""
    _doubts: dict[Doubt, None] = field(default_factory=dict)
    _has_commas: bool = False
    """Whether some number has a decimal comma, also in columns that are left out."""
    _rows: int = 0
    _empty: Counter[str] = field(default_factory=Counter)
    _stated: Counter[str] = field(default_factory=Counter)
    _unlike: set[str] = field(default_factory=set)
    """Columns that are not as merged cells leave them: they begin empty, or say a value again."""

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """Return what looks like a slip in the file, known once all its rows are read."""
        return tuple(self._doubts)

    def merged_cells(self, column: str) -> Doubt | None:
        """Return the doubt that empty cells of a `column` are merged with those above, in rows so far.

        A workbook says so of each. A column of names else has one in its first row, another one below
        each, and as many empty cells at least. None if its cells are not as that.
        """
        empty, stated = self._empty[column], self._stated[column]
        if stated and stated == empty:
            sentence = f"cells of “{column}” are merged: each has the value of the first"
        elif stated or column in self._unlike or not empty >= self._rows - empty > 1:
            return None
        else:
            sentence = f"“{column}” has empty cells below its values, as merged cells have"
        return Doubt(sentence, column, fill_down=column)

    def column_of_weights(self, stated: str | None) -> str | None:
        """Return the column of weights: the `stated` one, or that of weights beside the cells."""
        if stated is not None and self.weight:
            raise InputError("rows have weights beside their cells", at="weight")
        return stated if stated is not None else self.weight or None

    def note(self, sentence: str, column: str = "", **remedy: Any) -> None:
        """Add the doubt with this `sentence` and its remedy, unless it is there."""
        doubt = sentence if isinstance(sentence, Doubt) else Doubt(sentence, column, **remedy)
        self._doubts[doubt] = None

    def leave_out(self, lines: Iterable[tuple[int, Sequence[str]]]) -> None:
        """Note the titles among `lines` above the header that are left out; comments go unsaid."""
        for number, cells in lines:
            if not cells[0].startswith("#"):
                self.note(f"“{printable(cells[0])}” in line {number} is left out as a title")

    def spelled(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield `lines` with the letters of ligatures, which printed pages have, and note that.

        >>> next(Findings().spelled(["ﬁne"]))
        'fine'
        """
        for line in lines:
            if not line.isascii() and _LIGATURE.search(line):
                self.note("ligatures, such as ﬁ, are read as their letters")
                line = _LIGATURE.sub(lambda match: normalize("NFKC", match[0]), line)
            yield line

    def watched(
        self,
        records: Iterable[Record],
        width: int,
        *,
        text: str = "text",
        missing: Collection[str] = (),
        strip: str = "",
        place: Callable[[int], Place] = HERE.line,
    ) -> Iterator[Record]:
        """Yield `records` as they are, of `width` columns, and note what looks like a slip in them.

        `text` names the column of texts, `missing` are marks of missing cells, `strip` has the signs
        that are stripped from numbers, `place` gives that of a record by its number. Raises InputError
        for a row of totals that lacks cells, and for a header.
        """
        names, plain, decimals = set[str](), set[str](), set[str]()
        exponents, thousands = dict[str, tuple[int, str]](), dict[str, str]()
        hundreds = set[str]()  # columns with three digits alone, as where a point separates thousands
        above, marks = dict[str, str](), {*MISSING, *missing}
        self._empty, self._stated, self._unlike = Counter(), Counter(), {text}  # texts may be empty
        for number, (line, record) in enumerate(records, start=1):
            # numbers may be the names of their columns by chance
            if width > 1 and all(name == cell and cell[:1].isalpha() for name, cell in record.items()):
                way = leave_out(record, line, place)
                raise InputError(f"the header once more; {way}", at=place(line))
            if len(record) < width or "" in record.values():
                refuse_totals(record, width, text, line, place)
                if record.get(text) == "":
                    self.note(f"row {number}: an empty text counts as one without words")
            if number <= _WATCHED:
                self._rows = number
                for column, cell in record.items():
                    if column in names or cell in marks:
                        if not cell:
                            self._empty[column] += 1
                            self._stated[column] += line in self.merged.get(column, ())
                        before = above.get(column, "")
                        again = cell in marks or cell == before or cell.lower() == before.lower() == "x"
                        if column not in above or (cell and again):
                            self._unlike.add(column)
                        above[column] = cell or above.get(column, "")
                        continue
                    if column in decimals and _PLAIN.fullmatch(cell):  # which tells nothing new
                        continue
                    if not is_numeral(cell):
                        names.add(column)
                        above[column] = cell
                    elif _EXPONENT.fullmatch(cell):
                        exponents.setdefault(column, (number, cell))
                    elif "e" not in cell.casefold():
                        plain.add(column)
                        if (match := _THOUSANDS.fullmatch(cell)) is None:
                            decimals.add(column)
                        elif match[1]:
                            thousands.setdefault(column, cell)
                        elif len(cell) == len("100"):
                            hundreds.add(column)
            yield line, record
        self._doubts |= dict.fromkeys(filter(None, map(self.merged_cells, self._empty)))
        for column in plain - names & exponents.keys():
            row, cell = exponents[column]
            self.note(f"row {row}: “{cell}” stands among plain numbers of “{column}”", column)
        if "." not in strip:
            columns = thousands.keys() - names - decimals
            # between semicolons a comma may be the sign of decimals
            is_likely = self.separator == ";" or self._has_commas
            for column in columns if is_likely else columns & hundreds:
                cell = thousands[column]
                what = f"“{cell}” of “{column}” is read as {cell}"
                self.note(f"{what}: does its point separate thousands?", column, strip=f"{strip}.")

    def noting_totals(
        self, records: Iterable[Record], text: str = "text", omit: Collection[str] = ()
    ) -> Iterator[Record]:
        """Yield `records` as they are, and note rows of totals, which add up rows above them.

        What a row is called may stand in a column to `omit`: it is refused if others lack cells.
        """
        records, kept = iter(records), list[Record]()
        for line, record in records:
            if omit and not all(cell for column, cell in record.items() if column not in omit):
                refuse_totals(record, len(record), text, line, HERE.line)
            if len(kept) <= _COLUMNS:
                self._has_commas |= any(map(_WITH_COMMA.fullmatch, record.values()))
            if len(kept) <= _WATCHED:
                kept.append((line, record))
            yield line, record
            if len(kept) > _WATCHED and not omit:
                yield from records
        if lines := lines_of_sums(kept):
            rows, s = ("rows in lines", "") if lines[1:] else ("row in line", "s")
            self.note(f"the {rows} {enumerated(lines)} add{s} up others", skip=",".join(lines))

    def noting_sums(self, records: Iterable[Record]) -> Iterator[Record]:
        """Yield `records` as they are, and note each column that adds up others in all of them.

        Few numbers may add up by chance: six that are not 0 do not, nor four below a name of totals.
        A cell that is missing adds nothing.
        """
        records, names, sums = iter(records), list[str](), Counter[Sum]()
        kept = list[Record]()
        for number, record in enumerate(records):
            names = names or list(record[1])
            cells = [record[1].get(c, "") for c in names] if sums or not number else []
            numbers = [number_in(cell, Fraction(0)) for cell in cells]
            if not number:
                for of in (numbers, [*map(number_in, cells)]):
                    sums.update(dict.fromkeys(sums_in(of, names), 0))
            for total, others in list(sums):
                addends = [numbers[place] for place in others]
                if None in addends or sum(filter(None, addends)) != numbers[total]:
                    del sums[total, others]
                elif (n := len(addends) - addends.count(Fraction(0))) > 1:
                    sums[total, others] += n
            if number <= _COLUMNS:
                kept.append(record)
            yield record
            if not sums and number > _WATCHED:
                yield from records
                return
        if _are_columns(kept):
            message = "each line seems to have the cells of a column; write those of a row in each"
            raise InputError(message)
        for total in dict.fromkeys(total for total, _ in sums):
            name, times = names[total], max(n for (place, _), n in sums.items() if place == total)
            if times >= (4 if TOTALS.fullmatch(name) else 6):
                self.note(f"“{name}” adds up other columns in every row", name, omit=[name])


def _are_columns(records: Sequence[Record]) -> bool:
    """Say whether each record has a name and then values that come again in it, and in no other."""
    cells = [[*filter(None, record.values())] for _, record in records[:_COLUMNS]]
    values = [{*of[1:]} for of in cells]
    distinct = len({value for of in values for value in of}) == sum(map(len, values))
    repeated = all(2 <= len(of) < len(row) - 1 for of, row in zip(values, cells, strict=True))
    return 2 < len(records) <= _COLUMNS and distinct and repeated
