"""What a query that cannot be read may have been meant as: other separators, brackets, decimal commas.

Nothing is read by guessing: a query is refused, and the refusal offers a spelling that has one reading.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

from exactnb.core.data.schema import Schema
from exactnb.errors import quoted

# Patterns that few commands need are texts: `re` compiles them where one does, and keeps them.
_BRACKETS = r"(?s)[\w*'|]*\s*[=:]?\s*(?:\((.*)\)|\[(.*)\]|\{(.*)\})"
_QUOTES = "[\"'“”„‘’`]"
_EQUALS = r"\s*(?:===?|:=|->|:|(?<=\s)is(?=\s))\s*"
_DECIMAL_COMMA = r"(?<=\d),(?=\d)(?!\d{3}(?!\d))"  # 1,000 may be a thousand
_ROW = r"(?i)(?:row|r|no\.?|#)\s*(\d+)"
_SEPARATOR = r"(?i)\s*(?:[;|/&\t\n∧]|,\s*and\b|(?<=\s)and(?=\s))\s*"
_LABELLED = r"\d+\s*[-.:=)]?\s+(\D.*)"  # as programs write a code and what it means: 1 male
_LONGEST = 2_000  # characters of a query that is tried in other spellings


def respelling(text: str, schema: Schema, fits: Callable[[str], bool]) -> str:
    """Return the hint that ends the refusal of `text`: how it may have been meant, "" if nobody knows.

    `fits` says whether a text is a query with values that the columns of `schema` have.

    >>> schema = Schema("y", ("a",), {"len": (), "wid": ()})
    >>> respelling("1,8; 78", schema, lambda text: text == "1.8, 78")
    "; did you mean '1.8, 78'?"
    """
    if len(text) > _LONGEST:
        return ""
    spellings = list(dict.fromkeys(filter(fits, _spellings(text.strip(), schema))))
    # cut at the same length, two may look alike
    hints = [hint for spelling in spellings[:1] if (hint := quoted(spelling)) != quoted(text)]
    parts = [part for part in re.split(r"[;\n]", text) if part.strip()]
    if len(parts) > 1 and all(map(fits, parts)):
        hints.append(f"{len(parts)} queries, which --query-file reads as rows")
    if row := re.fullmatch(_ROW, text.strip()):
        hints.append(f"a row of the data, --row {row[1]}")
    return f"; did you mean {' or '.join(hints)}?" if hints else ""


def _spellings(text: str, schema: Schema) -> Iterator[str]:
    """Yield `text` with one more habit of other tools translated each time."""
    if bracketed := re.fullmatch(_BRACKETS, text):  # (1.8, 78); P(a|len=1.8); {"len": 1.8}
        text = next(inside for inside in bracketed.groups() if inside is not None).rpartition("|")[2]
        yield text
    values = {value for of_column in schema.columns.values() for value in of_column if "," in value}
    if quoted_values := [value for value in values if value in text]:
        pattern = "|".join(map(re.escape, sorted(quoted_values, key=len, reverse=True)))
        yield re.sub(f'"?({pattern})"?', r'"\1"', text)
    text = re.sub(_QUOTES, "", text)
    yield text
    text = re.sub(_EQUALS, "=", text)
    yield text
    if re.search(_SEPARATOR, text):
        with_points = re.sub(_DECIMAL_COMMA, ".", text)
        yield from (re.sub(_SEPARATOR, ", ", spelling) for spelling in (with_points, text))
    elif ", " in text:  # 1,8, 78
        yield re.sub(_DECIMAL_COMMA, ".", text)
    text = re.sub(_SEPARATOR, ", ", text)
    cells = [cell for piece in text.split(",") if (cell := piece.strip())]
    yield from _known_spellings(cells, schema)
    if "," not in text:
        yield from _known_spellings(re.sub(r"\s*=\s*", "=", text).split(), schema)


def _known_spellings(cells: list[str], schema: Schema) -> Iterator[str]:
    """Yield cells in the spelling of the data, then without one of the class; words as counts."""
    names = {name.casefold(): name for name in schema.columns}
    values = [value for of_column in schema.columns.values() for value in of_column]
    labels = {of[1].casefold(): of[0] for value in values if (of := re.fullmatch(_LABELLED, value))}
    names = {**labels, **names, **{value.casefold(): value for value in values}}
    spelled = []
    for cell in cells:
        column, sign, value = (names.get(part.casefold(), part) for part in cell.partition("="))
        spelled.append(column + sign + value)
    yield ", ".join(spelled)
    if all(cell in schema.columns for cell in spelled):  # a text, of words that columns count
        yield ", ".join(f"{cell}={n}" for cell, n in Counter(spelled).items())
    of_class = {*schema.classes, schema.class_variable, *schema.missing}
    yield ", ".join(cell for cell in spelled if cell.partition("=")[0] not in of_class)
