"""Rows below a header that are no rows, types, units, further names; and those with cells too many.

And signs between cells that the header does not show, or that it refutes.

How to read: `below_names` refuses first rows that are none, with what the functions behind it say;
`kinds_of_columns` and `ends_early` are about rows with cells too few, `column_of_rest` too many.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from exactnb.core.data.dialect import BLANKS, DELIMITERS, NAMES
from exactnb.core.data.rows import Row, repeated
from exactnb.core.data.schema import lines_of, seems_missing
from exactnb.core.naming.grammar import is_numeral
from exactnb.errors import HERE, InputError, quoted

_NUMBER, _UNIT = re.compile(r"[-+(]? ?\d"), re.compile(r"\D*[^\W\d_]|[%$°]")  # how they begin
_IF_DATA = "or, if they are data, begin with another row"
_FLAG = re.compile(r"(class|meta|ignore|[cmi]|.*=.*)?")
_ORANGE = frozenset(("discrete", "continuous", "string", "time", "d", "c", "s", "t", "basket"))
_QUESTION = re.compile(r"\S\s.*\S\?(?!\S)", re.DOTALL)  # of two words at least
_RESPONSES = frozenset(("response", "open-ended response"))  # below questions, as SurveyMonkey has it
_NUMBERS = re.compile(r"\d[\d.,]*")
Kind = tuple[bool | None, Mapping[str, int]]
"""Whether the cells of a column are numbers, None if only some are; and how often each is there."""
_LOOKED_AT, _COLUMNS = 12, 50  # rows, and columns for each of which each gap is tried


def below_names(rows: Iterator[Row], names: Sequence[str], above: int = 0) -> Iterator[Row]:
    """Yield rows; refuse first ones of types of columns, as Orange writes them, of units, or of names.

    So is line `above`, that of the `names`, if it is one of several titles with a gap in each.
    Below an empty one of the columns' `names` a cell is no unit, but the rest of a name.
    """
    head = list(islice(rows, _LOOKED_AT))
    number, cells = head[0] if head else (0, [])
    below = head[1][1] if len(head) > 1 else []
    if len(cells) > 1 and below and _ORANGE.issuperset(cells) and all(map(_FLAG.fullmatch, below)):
        message = f'types of columns, as Orange writes them; say skip = "{number}-{number + 1}"'
        raise InputError(f"{message}, {_IF_DATA}", at=HERE.line(number))
    facing = enumerate(cells[: len(below)])
    units = [n for n, cell in facing if cell and not seems_missing(cell)]
    above_numbers = all(_NUMBER.match(below[n]) and _UNIT.match(cells[n]) for n in units)
    is_named = all(names[n] for n in units if n < len(names))
    if 0 < len(units) < len(cells) and above_numbers and is_named:
        message = f'units of the columns, not a row of cells; say skip = "{lines_of(cells, number)}"'
        raise InputError(f"{message}, {_IF_DATA}", at=HERE.line(number))
    is_title = any(len(cells) != len(names) for _, cells in head)  # not names, what stands above
    counts = () if is_title else (3, 2, 1)
    names_below = next((n for n in counts if _are_names(head[:n], head[n:])), 0)
    if names_below or (counts and _are_questions(cells, names, [of for _, of in head[1:]])):
        last, first = head[max(names_below, 1) - 1][0], lines_of(cells, number).partition("-")[0]
        skip = f"{first}-{last}" if last > int(first) else first
        is_lacking = names_below == 1 and above == number - 1 and not all(names)
        way = (is_lacking and two_lines_of_names(names, cells, above)) or f'; say skip = "{skip}"'
        if not names_below and not all(names):  # what a question has beside its answers
            way = stated_header((name or cell for cell, name in zip(cells, names, strict=True)), number)
            way = f"; say {way}"
        message = f"further names of the columns, not a row of cells{way}"
        raise InputError(f"{message}, {_IF_DATA}", at=HERE.line(number))
    if above and (last := _last_title(names, head)):
        way = f'say skip = "{above}-{last}"'
        message = f"columns without a name; if lines {above}-{last} are titles, {way}"
        raise InputError(message, at=HERE.line(above))
    yield from chain(head, rows)


def _last_title(names: Sequence[str], rows: Sequence[Row]) -> int:
    """Return the last line of titles if `names` are one and the header stands within `rows`, else 0.

    Each title has a gap, the header has none. None of its cells comes again below, nor does one of a
    title that is rather full.

    >>> lines = [["May,", "Hull", ""], ["sky", "k", "wet"], ["sun", "a", "1"], ["sun", "b", "2"]]
    >>> _last_title(["Report", "", ""], [*enumerate(lines, start=2)])
    2
    """
    width = len(names)
    place = next((n for n, (_, of) in enumerate(rows) if len(of) == width and all(of)), 0)
    columns = [*zip(*(of for _, of in rows[place + 1 :] if len(of) == width), strict=True)]
    if all(names) or not place or not columns or len(columns[0]) < 2:
        return 0
    heads = [names, *(of for _, of in rows[: place + 1])]
    heads = [of for of in heads[:-1] if 2 * len([*filter(None, of)]) > width] + heads[-1:]
    is_apart = not any(cell in of for head in heads for cell, of in zip(head, columns, strict=False))
    is_table = any(all(map(is_numeral, of)) or len({*of}) < len(of) for of in columns)
    return rows[place - 1][0] if is_apart and is_table and not any(map(is_numeral, heads[-1])) else 0


def _are_names(rows: Sequence[Row], below: Sequence[Row]) -> bool:
    """Say whether the cells of `rows` are names of columns, or end in keys of JSON: none comes again.

    Two columns at least have numbers in all rows `below`, and words in these.

    >>> body = [(n, ["a", str(n), "1"]) for n in (3, 4)]
    >>> [_are_names([(2, cells)], body) for cells in (["Group", "Age", "How many?"], ["b", "x", "1"])]
    [True, False]
    """
    if any(len(cells) < 2 for _, cells in (*rows, *below)) or len(below) < 2:
        return False
    if all(cell.startswith('{"') for cell in rows[-1][1] if cell) and any(rows[-1][1]):
        return True
    columns = [*zip(*(cells for _, cells in below), strict=False)]
    filled = [[cell for cell in of if cell and not seems_missing(cell)] for of in columns]
    numbers = [n for n, of in enumerate(filled) if len(of) > 1 and all(map(is_numeral, of))]
    return len(numbers) > 1 and all(
        all(n < len(cells) and re.search(r"[^\W\d_]{2}", cells[n]) for n in numbers)
        and not any(map(seems_missing, filter(None, cells)))
        and not any(cell in of for cell, of in zip(cells, columns, strict=False))
        for _, cells in rows
    )


def _are_questions(cells: Sequence[str], names: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Say whether the `cells` below `names` are what a survey asks, or these again: none is `below`.

    >>> below = [["3", "no", "yes"], ["4", "no", "no"]]
    >>> _are_questions(["How old are you?", "Do you swim?", "Swam?"], ["Q1", "Q2", "Q3"], below)
    True
    """
    filled = [*filter(None, cells)]
    if len(below) < 2 or len(filled) < 2 or any(map(is_numeral, filled)):
        return False
    questions = [_QUESTION.search(cell) is not None for cell in cells]
    facing = [*zip(cells, names, strict=False)]
    again = [bool(cell) and _letters(cell) == _letters(name) for cell, name in facing]
    is_kind = {cell.casefold() for cell, name in facing if cell and name} <= _RESPONSES
    columns = [*zip(*below, strict=False)]
    is_apart = not any(
        cell and (cell in of or (is_question and any(map(_QUESTION.search, of))))
        for cell, of, is_question in zip(cells, columns, questions, strict=False)
    )
    return is_apart and (is_kind or (any(questions) and sum(questions) + sum(again) > 1))


def _letters(name: str) -> str:
    """Return the letters and digits of a `name`: StartDate is Start Date."""
    return re.sub(r"\W", "", name).casefold()


def sign_between(lines: Sequence[str]) -> str:
    """Return the sign that stands as often in each of several `lines`, and may be between cells; or "".

    >>> sign_between(["sky/play", "sun/yes", "fog/no"]), sign_between(["4-5", "sun", "fog"])
    ('/', '')
    """
    filled = [line.strip() for line in lines if line.strip()]
    signs = [sign for sign in dict.fromkeys("".join(filled[:1])) if sign in "/:~#^!&"]
    return next((of for of in signs if len(filled) > 2 and len({x.count(of) for x in filled}) == 1), "")


def refuse_delimiter(delimiter: str, cell: str, below: Sequence[str]) -> None:
    """Raise InputError if a stated `delimiter` leaves a first line one `cell` that another one cuts.

    The line `below` has to hold that one too: a name in quotes may have a comma, and no row has. Blanks
    between cells are two at least.
    """
    if delimiter == BLANKS and " " in cell:
        raise InputError(
            f"no two blanks stand in {quoted(cell)}; a name with one has quotes", at="delimiter"
        )
    for name, sign in DELIMITERS.items():
        if sign not in (" ", delimiter) and all(sign in line for line in (cell, *below)):
            stated = NAMES.get(delimiter, quoted(delimiter))
            message = f"expected {name}, which stands in {quoted(cell)}; got {stated}"
            raise InputError(message, at="delimiter")


def full_rows(rows: Sequence[Sequence[str]], width: int) -> list[Sequence[str]]:
    """Return the `rows` of this `width`; where none is and some end later than others, all, filled up.

    >>> full_rows([["a"], ["b", "c"]], 3), full_rows([["a"], ["b"]], 3)
    ([['a', '', ''], ['b', 'c', '']], [])
    """
    full = [row for row in rows if len(row) == width]
    if not full and 0 < max(map(len, rows), default=width) < width and len({*map(len, rows)}) > 1:
        return [[*row, *[""] * (width - len(row))] for row in rows]
    return full


def kinds_of_columns(rows: Sequence[Sequence[str]]) -> list[Kind]:
    """Return which columns of the `rows` hold numbers alone and which none, and how often each cell is.

    None of others. Of very many columns, or a single row, nothing is returned.

    >>> [of for of, _ in kinds_of_columns([["1", "a", "2"], ["2", "b", "abs"]])]
    [True, False, None]
    """
    columns = [*zip(*rows, strict=True)] if len(rows) > 1 and len(rows[0]) <= _COLUMNS else []
    kinds = [{is_numeral(cell) for cell in of if cell and not seems_missing(cell)} for of in columns]
    numeric = (kind.pop() if len(kind) == 1 else None for kind in kinds)
    return [*zip(numeric, map(Counter, columns), strict=True)]


def ends_early(cells: Sequence[str], kinds: Sequence[Kind]) -> bool | None:
    """Say whether a row lacks its last cells: no gap elsewhere leaves the others below their `kinds`.

    Nor leaves it as many, of most cells of a row, below some that are the same. None if no gap fits.

    >>> kinds = kinds_of_columns([["a", "2", "3", "b"], ["a", "4", "1", "c"]])
    >>> [ends_early(cells, kinds) for cells in (["a", "2", "3"], ["a", "2"], ["d", "b"], ["2", "3"])]
    [True, True, False, None]
    """
    gap = [""] * (len(kinds) - len(cells))
    repeated = dict[int, int]()  # cells that come again, by the place of the gap
    for place in range(len(cells) + 1) if gap else ():
        below = [*zip([*cells[:place], *gap, *cells[place:]], kinds, strict=True)]
        if all(
            None in (kind, cell or None) or seems_missing(cell) or is_numeral(cell) is kind
            for cell, (kind, _) in below
        ):
            repeated[place] = sum(kind is False and of[cell] > 0 for cell, (kind, of) in below if cell)
    most = repeated.pop(len(cells), -1)
    if most < 0 or not repeated:
        return most >= 0 if repeated or most >= 0 or not kinds else None
    is_row = 2 * len(cells) > len(kinds) or is_known(cells, kinds)
    return most > max(repeated.values()) and is_row


def is_known(cells: Sequence[str], kinds: Sequence[Kind]) -> bool:
    """Say whether several `cells` of a row are there in the columns where they stand, numbers apart.

    >>> kinds = kinds_of_columns([["a", "2", "b"], ["c", "4", "b"]])
    >>> is_known(["c", "3"], kinds), is_known(["b", "3"], kinds), is_known(["c"], kinds)
    (True, False, False)
    """
    facing = [*zip(cells, kinds, strict=False)]
    names = [of[cell] > 0 for cell, (kind, of) in facing if not (kind and is_numeral(cell))]
    return 1 < len(cells) == len(facing) and names != [] and all(names)


def column_of_rest(rows: Sequence[Sequence[str]], names: Sequence[str], text: str) -> str:
    """Return the column that cells too many are part of: all others then have cells as in other rows.

    Cells are alike that are the same but for their numbers, and so are names, each in a row of its own.

    >>> column_of_rest([["1", "see you", "ham"], ["3", "you", "won", "ham"]], ["n", "said", "k"], "")
    'said'

    Where several may be, or none, it is `text`, else "".
    """
    width = len(names)
    rows = [row for row in rows if len(row) >= width]
    usual = [row for row in rows if len(row) == width]
    if not usual:  # the header lacks a name
        return text if text in names else ""
    columns = [[*filter(None, column)] for column in zip(*usual, strict=True)]
    of_names = [2 * len({*of}) > len(of) > 2 for of in columns]

    def fits(place: int, are_names: bool) -> bool:
        ends = [len(row) - (width - 1 - place) for row in rows]
        others = [[*row[:place], *row[end:]] for row, end in zip(rows, ends, strict=True)]
        shapes = [[_NUMBERS.sub("9", cell.casefold()) for cell in cells] for cells in others]
        times = [Counter(column) for column in zip(*shapes, strict=True)]
        rests = [row[place:end] for row, end in zip(rows, ends, strict=True) if len(row) > width]
        named = [are_names and of for n, of in enumerate(of_names) if n != place]
        is_text = 2 * sum(map(bool, map(_NUMBERS.search, columns[place]))) <= len(columns[place])
        is_text = is_text and not any(is_numeral(cell) for rest in rests for cell in rest)
        return (is_text or names[place] == text) and all(
            of[cell] > 1 or (is_name and "9" not in cell)
            for row, cells in zip(rows, shapes, strict=True)
            for cell, of, is_name in zip(cells, times, named, strict=True)
            if len(row) > width
        )

    fitting = list[str]()
    for are_names in (False, True):
        fitting = fitting or [name for n, name in enumerate(names) if fits(n, are_names)]
    fitting = [text] if text in fitting or (text in names and not fitting) else fitting
    return fitting[0] if len(fitting) == 1 else ""


def two_lines_of_names(header: Sequence[str], cells: Sequence[str], above: int) -> str:
    """Return the hint that line `above` and the `cells` below name the columns together, or "".

    >>> two_lines_of_names(["", "size", "", "kind"], ["", "low", "high", ""], 1)
    '; if two lines name the columns, say header = ["id", "size low", "size high", "kind"] and
    skip = "1-2"'
    """
    names, group = list[str](), ""
    for name, cell in zip(header, cells, strict=False):
        group = name or group * bool(cell)  # a merged cell of a spreadsheet stands over several
        names.append(f"{group} {cell}".strip() or "id" * (not names))
    if len(header) != len(cells) or any(map(is_numeral, cells)) or not all(names) or repeated(names):
        return ""
    return f"; if two lines name the columns, say {stated_header(names, above + 1)}"


def names_apart(header: Sequence[str], rows: Iterable[Sequence[str]], above: int) -> str:
    """Return the hint that line `above` names two columns alike, or "" if it may be one of the `rows`.

    >>> names_apart(["Score", "Score", "k"], [["1", "2", "a"]], 1)
    '; if it names two columns, say header = ["Score", "Score 2", "k"] and skip = "1"'
    """
    if (
        not above
        or any(map(is_numeral, header))
        or any(name in cells for cells in rows for name in header)
    ):
        return ""
    times = [header[:n].count(name) for n, name in enumerate(header, start=1)]
    names = [f"{name} {n}" if n > 1 else name for name, n in zip(header, times, strict=True)]
    return f"; if it names two columns, say {stated_header(names, above)}"


def stated_header(names: Iterable[str], last: int) -> str:
    """Return the keys that state the `names` of columns, which the lines up to the `last` have."""
    lines = f"1-{last}" if last > 1 else "1"
    listed = ", ".join(f'"{name}"' for name in names)
    return f'header = [{listed}] and skip = "{lines}"'
