"""Templates of names, and the marks that they become: characters, labels, sub- and superscripts."""

from __future__ import annotations

from collections.abc import Mapping

from exactnb.core.record import frozen
from exactnb.errors import InputError, near, quoted


@frozen(slots=True)
class Plain:
    """Literal characters of a template."""

    text: str


@frozen(slots=True)
class Field:
    """A label of the user's, put in for a field; `general` if it is a letter such as k instead."""

    text: str
    general: bool = False


@frozen(slots=True)
class Script:
    """A subscript (`sign` "_") or superscript ("^") of `marks`."""

    sign: str
    marks: tuple[Mark, ...]


Mark = Plain | Field | Script

_LONGEST = 200  # characters of a template
_FIELDS = frozenset(
    ("class", "column", "value", "word", "x", "left", "right", "classes", "j", "letter")
)


def parse_template(template: str, fields: Mapping[str, tuple[Mark, ...]]) -> tuple[Mark, ...]:
    """Return `template` as marks; `fields` maps a field to its marks, other fields stay their names.

    >>> parse_template("x_{j}", {})
    (Plain(text='x'), Script(sign='_', marks=(Plain(text='j'),)))

    Raises InputError for an unknown field and for a brace that is not closed or not opened.
    """
    marks, rest = _parse(template, fields, depth=0)
    if rest:
        raise InputError(f"template {quoted(template)}: a brace that was not opened")
    return marks


def check_template(template: str) -> None:
    """Raise InputError if `template` cannot be read, is too long, or is not printable."""
    if len(template) > _LONGEST:
        raise InputError(f"a template of {len(template)} characters; at most {_LONGEST} are read")
    if not template.strip() or not template.isprintable():
        raise InputError(f"expected a template such as 'P({{class}})'; got {quoted(template)}")
    parse_template(template, {})


def general_fields(value: str) -> dict[str, tuple[Mark, ...]]:
    """Return the marks of the fields in a general formula: k for a class, j for a column, `value`."""
    own, _, value = value.rpartition(" ")  # "s j|k": a parameter of one's own has a letter
    letters = {"class": "k", "column": "j", "value": value, "word": "w", "letter": own}
    return {key: (Field(letter, general=True),) for key, letter in letters.items()}


def _parse(
    text: str, fields: Mapping[str, tuple[Mark, ...]], depth: int
) -> tuple[tuple[Mark, ...], str]:
    marks: list[Mark] = []
    plain = ""
    while text and text[0] != "}":
        if text[0] in "_^" and text[1:2] == "{" and depth < 3:
            marks, plain = _flush(marks, plain)
            sign = text[0]
            inner, text = _parse(text[2:], fields, depth + 1)
            if not text:
                raise InputError("template: a brace that is not closed")
            marks.append(Script(sign, inner))
            text = text[1:]
        elif text[0] == "{":
            marks, plain = _flush(marks, plain)
            name, closed, text = text[1:].partition("}")
            if not closed or name not in _FIELDS:
                raise InputError(f"template: unknown field {quoted(name)}{near(name, _FIELDS)}")
            marks.extend(fields.get(name, (Plain(name),)))
        else:
            plain += text[0]
            text = text[1:]
    marks, _ = _flush(marks, plain)
    return tuple(marks), text


def _flush(marks: list[Mark], plain: str) -> tuple[list[Mark], str]:
    return ([*marks, Plain(plain)] if plain else marks), ""
