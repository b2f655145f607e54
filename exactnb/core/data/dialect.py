"""How a file of text is written: encoding, header, separator, sign of decimals, lines that are no rows.

A byte order mark says the encoding, the header what separates; a `Dialect` says what a file does not.

How to read: `Dialect` is the door; `codec`, `decoded` and `opened` read bytes, `rows_alone` lines and
`plain` cells. At the end stand the messages for what is no text, and the notation that a file is in.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from exactnb.core.arguments import check_kinds
from exactnb.core.arithmetic.numerals import comma_as_point, without_separators
from exactnb.core.data.marks import REMARKS, split_marks, without_marks
from exactnb.core.data.rows import name_of, repeated
from exactnb.core.naming.grammar import is_numeral
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, listing, near, quoted

_MARKS: tuple[tuple[bytes, str], ...] = (  # the mark of UTF-32 begins with another
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
LONGEST_MARK = 4
"""Bytes of a file that show its byte order mark."""

DELIMITERS: Mapping[str, str] = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|", "blank": " "}
"""What may stand between cells, by its name; the sign itself says it too."""

NAMES = {sign: name for name, sign in DELIMITERS.items()}
"""Their names, by the signs."""

SEPARATOR = re.compile(r"[ \t!#$%&*,/:;<=>@^_`|~]")
"""A sign that may stand between cells: one that is part of no number, quotes nothing, is no letter."""

BLANKS = "  "
"""The delimiter of columns that stand apart by two blanks or more, so that one belongs to a cell."""

PAIRS = "pairs"
"""The delimiter of records of which each cell has the name of its column, as in key: value."""

FOREIGN: Mapping[str, str] = {".html": "page", ".htm": "page", ".sql": "sql", ".tex": "latex"}
"""The notations of files that are no rows of cells, by their endings."""

LABELLED = "labels"
"""The notation of texts behind their class, as fastText has them: __label__spam win now."""

_BEGINNINGS = (
    (LABELLED, r"__label__\S+\s+\S"),
    ("page", r"(?i)<(?:!doctype html|html|head|body|table|div|p|h\d|tr|caption)\b"),
    ("sql", r"(?i)insert +into |(?:create|drop) +table |-- .*\bdump\b"),
    ("latex", r"\\begin\{|\\(?:hline|toprule)|.*&.*\\\\(?: *\\hline)?$"),
    ("lists", r"(?:[\w.]+ *(?:=|<-) *)?(?:[\w.]+\()*[\[({]+ *(?:['\"\[({]|-?\d[^],]*,.*\]|\w+ *=|$)"),
    ("lists", r"(?:[\w.]+ *(?:=|<-) *)?(?:data\.frame|structure\(list)\(|- +\{[^{}]*:[^{}]*\}$"),
)
_PRINTED = re.compile(
    r">>> |##  |(?:In|Out) ?\[\d+\]:|> \w|(?:## )?# A (?:tibble|data frame):| +[^\s,;|][^,;|\t]*$"
)
_SIGNS = {**DELIMITERS, "blanks": BLANKS, "\\t": "\t", "space": " "}
_OF_COLUMNS = ("fill_down", "omit")  # lists of names
AROUND_NUMBER = r"(\D*?) *([+\-\N{MINUS SIGN}]?\.?[0-9](?:.*[0-9])?(?: *%)?) *(\D*)"
_UNIT = r"[°µ]?[^\W\d_]+|\S"
BOX = re.compile(r"\s*[+┌╭├└╰╞][-─═=]+(?:[+┬┼┴╪][-─═=]+)+[+┐╮┤┘╯╡]\s*")
"""A rule of a box."""
DRAWN = re.compile(
    r"(?=.*(?:--|==))(?=.*\+)[-=+|: ]+|={3,}(?: +=+)*|-{4,}(?: +-{4,})*"
    r"|\[[0-9]+ rows x [0-9]+ columns\]"  # as pandas writes below a table
)
"""A line that programs draw, but not -- between bars, or ---, which mark what is missing."""
_MOST_SKIPPED = 100_000
_LETTERS_ALONE = re.compile(rb"(?<![A-Za-z\x80-\xff])[\xc0-\xff]{3,}(?![A-Za-z\x80-\xff])")
_IN_WORDS = "\N{SOFT HYPHEN}\N{NO-BREAK SPACE}\N{MIDDLE DOT}"
_TEXT, _COLUMNS = (str, "a text"), ((str, list, tuple), "names of columns")
_KINDS: Mapping[str, tuple[Any, str]] = {
    **dict.fromkeys(("encoding", "delimiter", "decimal", "strip", "worksheet", "rest"), _TEXT),
    "fill_down": _COLUMNS,
    "omit": _COLUMNS,
    "skip": ((str, int), 'lines such as "1, 3-5"'),
}


@frozen(slots=True)
class Dialect:
    r"""Say how a file is written, where it does not show that itself; "" leaves it to the file.

    `header` is true if the first line names the columns; the names, or false, where it is a row. `skip`
    numbers the lines that are no part of the table, as "1, 3-5": titles, types, totals, notes. `strip`
    has the signs of numbers that are not read, as "£," of £ 21,500: units, separators of thousands; and
    marks of remarks, as "*" of lost*, or "[1]" of every number in brackets behind a cell, as in yes[3].
    In the columns `fill_down` an empty cell, or a ditto mark, has the value of the one above it.
    `worksheet` names the sheet of a workbook, `omit` columns that are no part of the table: totals,
    `rest` that which may hold the separator without quotes: all that the others leave of a line.

    >>> Dialect(encoding="latin-1", delimiter="tab").delimiter
    '\t'

    Raises InputError at the argument for what is none.
    """

    encoding: str = ""
    delimiter: str = ""
    decimal: str = ""
    header: bool | Sequence[str] = True
    skip: str | int = ""
    strip: str = ""
    fill_down: str | Sequence[str] = ()
    worksheet: str = ""
    omit: str | Sequence[str] = ()
    rest: str = ""

    def __post_init__(self) -> None:
        check_kinds({key: getattr(self, key) for key in _KINDS}, _KINDS)
        if self.encoding:
            try:
                "".encode(self.encoding)  # which refuses what encodes no text, such as hex
                b"".decode(self.encoding)
            except (LookupError, UnicodeError, ValueError):
                message = f"unknown encoding {quoted(self.encoding)}"
                raise InputError(message, at="encoding") from None
        if self.delimiter:
            sign = _SIGNS.get(self.delimiter, self.delimiter)
            if sign not in (BLANKS, PAIRS) and not SEPARATOR.fullmatch(sign):
                hint = near(self.delimiter, _SIGNS)
                expected = f"expected {listing(DELIMITERS)}, blanks, pairs or one sign"
                raise InputError(f"{expected}; got {quoted(self.delimiter)}{hint}", at="delimiter")
            object.__setattr__(self, "delimiter", sign)
        if self.decimal not in ("", ".", ","):
            raise InputError.expected("the sign of decimals, . or ,", self.decimal, at="decimal")
        if not isinstance(self.header, bool):
            object.__setattr__(self, "header", _column_names(self.header, "header"))
        for key in _OF_COLUMNS:
            if listed := getattr(self, key):
                names = listed.split(",") if isinstance(listed, str) else listed
                object.__setattr__(self, key, _column_names(names, key))
        _ = self.skipped
        signs = "0123456789+-" + "," * (self.decimal == ",")
        if unusable := next((sign for sign in split_marks(self.strip)[1] if sign in signs), ""):
            raise InputError(f"{quoted(unusable)} is part of numbers", at="strip")

    def codec(self, head: bytes) -> str:
        r"""Return the encoding of a file that begins with the bytes `head`.

        A stated encoding wins over that of a byte order mark; without either it is UTF-8.

        >>> Dialect().codec(b"\xff\xfea"), Dialect().codec(b"a")
        ('utf-16', 'utf-8')
        """
        marked = next((name for mark, name in _MARKS if head.startswith(mark)), "")
        if not self.encoding:
            return marked or "utf-8"
        plain, marked_codec = codecs.lookup(self.encoding).name, marked.removesuffix("-sig")
        # a mark is no character of the text, whether or not the order of bytes is said too
        return marked if marked_codec and plain.startswith(marked_codec) else self.encoding

    def decoded(self, data: bytes) -> str:
        """Return the text of a file's `data`; raise UnicodeDecodeError if it is in another encoding."""
        return data.decode(self.codec(data[:LONGEST_MARK]))

    def opened(self, raw: io.BufferedReader, newline: str | None = "") -> io.TextIOWrapper:
        """Return the file `raw` as text that is read line by line; `newline` "" keeps its line ends."""
        head = raw.peek(LONGEST_MARK)[:LONGEST_MARK]
        return io.TextIOWrapper(raw, self.codec(head), newline=newline)

    @property
    def skipped(self) -> frozenset[int]:
        """Return the numbers of the lines to skip; refuse what is none, and too many.

        >>> sorted(Dialect(skip="1, 3-5").skipped)
        [1, 3, 4, 5]
        """
        numbers: set[int] = set()
        for part in filter(None, map(str.strip, str(self.skip).split(","))):
            match = re.fullmatch(r"([1-9][0-9]{0,8})(?: *- *([1-9][0-9]{0,8}))?", part)
            first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
            if first > last:
                raise InputError.expected('numbers of lines such as "1, 3-5"', self.skip, at="skip")
            if len(numbers) + last - first >= _MOST_SKIPPED:
                raise InputError(f"at most {_MOST_SKIPPED:,} lines are skipped", at="skip")
            numbers.update(range(first, last + 1))
        return frozenset(numbers)

    def rows_alone(self, lines: Iterable[str]) -> Iterator[str]:
        r"""Yield `lines`, those to skip as empty ones, so that the others keep their numbers.

        >>> list(Dialect(skip="1").rows_alone(["Weather\n", "sky,play\n"]))
        ['\n', 'sky,play\n']

        Raises InputError behind the last line if one of those to skip is not there.
        """
        number, skipped = 0, self.skipped
        for number, line in enumerate(lines, start=1):
            yield "\n" if number in skipped else line
        if (missing := max(skipped, default=0)) > number:
            raise InputError(f"there is no line {missing:,}; the last one is {number:,}", at="skip")

    def beside(self, path: Path, names: Callable[[Dialect], Collection[str]]) -> Dialect:
        """Return how the queries at `path` are written beside the data, of which the lines to skip are.

        `names` returns its columns, which may be fewer. Only a workbook has sheets.
        """
        sheet = self.worksheet if path.suffix.lower() == ".xlsx" else ""
        plain = replace(self, skip="", worksheet=sheet, fill_down=(), omit=())
        columns = names(plain) if self.fill_down or self.omit else ()
        filled, omitted = (
            tuple(c for c in listed if c in columns) for listed in (self.fill_down, self.omit)
        )
        return replace(plain, fill_down=filled, omit=omitted)

    def plain(self, cell: str) -> str:
        """Return a cell as a numeral with a decimal point, if it is one here; a name without its marks.

        >>> Dialect(decimal=",").plain("3,9"), Dialect(strip="£,").plain("£ 21,500")
        ('3.9', '21500')
        >>> Dialect(decimal=",").plain("a,b"), Dialect(strip="kg").plain("kg")
        ('a,b', 'kg')
        >>> [Dialect(strip="cm * % [1]").plain(of) for of in ("lost*", "*", "4 cm*", "9 %", "no[2]")]
        ['lost', '*', '4', '9', 'no']

        Raises InputError for a sign that separates no thousands, or that nothing says to strip.
        """
        footnotes, strip = split_marks(self.strip)
        number = cell = without_marks(cell, footnotes)
        marks = "".join(sign for sign in REMARKS if sign in strip)
        if strip and (match := re.fullmatch(AROUND_NUMBER, cell)):
            if (match[1], match[3]) == ("(", ")"):
                raise InputError(f"{quoted(cell)} may be below 0, as in accounts; write its sign")
            around = {part.strip(f"{marks} ") for part in (match[1], match[3])}
            # whole units: of 500 g nothing is stripped where "kg" is
            if around <= {"", *strip.split(), *re.findall(_UNIT, strip)}:
                number = match[2].rstrip("% ") if "%" in strip else match[2]
            if plain := without_separators(number, strip):
                return plain
        grouped = (without_separators(number) or without_separators(number, ".")).replace(".", ",")
        has_comma = self.decimal == ","
        if "." in number and (has_comma or "." in strip) and is_numeral(number.replace(",", "")):
            message = f"a point in {quoted(cell)}, beside "
            if not has_comma:
                raise InputError(message + 'strip = "."; it separates no thousands')
            way = f": {grouped}" if grouped else ""
            message += 'decimal = ","; ' + 'say strip = ".", or ' * bool(grouped)
            if "," not in number:
                way += f"; write {number.replace('.', ',')} if its point is the sign of decimals"
            raise InputError(f"{message}write none between thousands{way}")
        if has_comma and grouped and "," in number and not comma_as_point(number):
            by = number.lstrip("+-0123456789")[:1]
            message = f'{quoted(cell)} has separators between thousands; say strip = "{by}"'
            raise InputError(f"{message}, or write {grouped}")
        if has_comma and (plain := comma_as_point(number)):
            return plain
        name = cell.strip(f"{marks} ")  # of both brackets around a word, or of none
        is_name = name and name.count("[") == name.count("]")
        return number if is_numeral(number) else name if is_name else cell


DIALECT = (
    "encoding",
    "delimiter",
    "decimal",
    "header",
    "skip",
    "strip",
    "fill_down",
    "worksheet",
    "omit",
    "rest",
)
"""The keys of problem files, and the keywords, that say how a table is written."""

AS_IT_SHOWS = Dialect()
"""Nothing is said: a file shows how it is written."""


def _column_names(raw: object, key: str) -> tuple[str, ...]:
    """Return the names of columns; refuse what cannot be some: a text, an empty name, one twice."""
    if not isinstance(raw, list | tuple):
        expected = "true, false or a list of names" if key == "header" else "names of columns"
        raise InputError.expected(expected, raw, at=key)
    names = tuple(name_of(name) for name in raw)
    if not all(names) or not names:
        raise InputError("expected the names of the columns; one is empty", at=key)
    if (double := repeated(names)) is not None:
        raise InputError(f"column {quoted(double)} is there twice", at=key)
    return names


def undecodable(error: UnicodeError, dialect: Dialect | None) -> str:
    """Return the message for an `error` in decoding a file, with the fix.

    Without a `dialect` the user has no way to state the encoding, so that the message does not offer
    it.
    """
    data, position = (error.object, error.start) if isinstance(error, UnicodeDecodeError) else (b"", 0)
    byte = f": byte 0x{data[position]:02x}" if data else ""
    if dialect is not None and dialect.encoding:
        other = "another encoding" if b"\0" in data else f'encoding = "{likely_encoding(data)}"'
        return f"not {dialect.encoding.upper()}{byte}; say {other}"
    if getattr(error, "encoding", "utf-8") == "utf-8" and b"\0" in data:
        return with_nul(data.index(b"\0"), dialect)
    name = str(getattr(error, "encoding", "utf-8")).upper()
    message = f"not {name}{byte}; save the file as UTF-8"
    return message if dialect is None else f'{message}, or say encoding = "{likely_encoding(data)}"'


def likely_encoding(data: bytes) -> str:
    r"""Return the encoding that some bytes look like: UTF-8, or one with letters alone in its words.

    >>> likely_encoding("größe".encode())
    'utf-8'
    >>> pages = {"größe": "cp1252", "5 €": "cp1252", "własne": "cp1250", "да, нет": "cp1251"}
    >>> pages |= {"Größe süß": "cp850", "déjà vu": "mac-roman", "晴れ,雨": "cp932", "天气,雨": "gbk"}
    >>> [likely_encoding(text.encode(page)) for text, page in pages.items()] == [*pages.values()]
    True
    """
    with suppress(UnicodeDecodeError):
        data.decode()
        return "utf-8"
    # the first has all letters of Latin-1; then those of old programs, and of Japan and China
    pages = ["cp1252", "cp1250", "iso-8859-2", "cp850", "mac-roman", "cp932", "gbk"]
    for page in pages if _LETTERS_ALONE.search(data) is None else ["cp1251", *pages]:
        with suppress(UnicodeDecodeError):
            text = data.decode(page)
            is_odd = any(
                not sign.isascii()
                and (not sign.isalpha() or (before.islower() and sign.isupper()))
                and sign not in _IN_WORDS
                for before, sign, behind in zip(text, text[1:], text[2:], strict=False)
                if before.isalpha() and behind.isalpha()
            )
            if not is_odd and not re.search("[\x80-\x9f∂-≥─-◊｡-ﾟ]", text):
                return page
    return "latin-1"


def refuse_controls(data: bytes, text: str, dialect: Dialect | None, end: int | None = None) -> None:
    """Raise InputError for a NUL before the `end` of the `text` in `data`, and for a wrong encoding.

    In UTF-8 the other control characters may be meant; another encoding that has some is a wrong one.
    """
    position = text.find("\0", 0, end)
    if position >= 0:
        message = with_nul(position, dialect)
    elif dialect and dialect.encoding and (control := re.search("[\x80-\x84\x86-\x9f]", text)):
        position = control.start()
        message = f"not text in {dialect.encoding.upper()}: a control character"
        message = f'{message}; say encoding = "{likely_encoding(data)}"'
    else:
        return
    raise InputError(message, at=HERE.line(text.count("\n", 0, position) + 1))


def with_nul(index: int, dialect: Dialect | None) -> str:
    """Return the message for text whose first NUL is the character `index`, with the fix.

    Without a `dialect` the user has no way to state the encoding, so that the message does not offer
    it.
    """
    if dialect is not None and dialect.encoding:
        return f"not text in {dialect.encoding.upper()}: a NUL character; say another encoding"
    message = "not text: a NUL character, as UTF-16 has them; save the file as UTF-8"
    order = "le" if index % 2 else "be"  # of the two bytes of a plain letter one is 0
    return message if dialect is None else f'{message}, or say encoding = "utf-16-{order}"'


def notation(head: Sequence[str]) -> str:
    """Return the notation that the first lines of a file are in, "" for cells.

    >>> notation(["<table>"]), notation(["sky,play"])
    ('page', '')
    """
    begins = next((line for line in head if line.strip()), "")
    below = head[head.index(begins) + 1 :] if begins else []
    if below and begins[0] != " " and re.match(r" {2,}\S", below[0]):  # a title above a print
        begins = below[0] if _PRINTED.match(below[0]) else begins
    kinds = (kind for kind, pattern in _BEGINNINGS if re.match(pattern, begins.strip()))
    return next(kinds, "print" if _PRINTED.match(begins) else "")
