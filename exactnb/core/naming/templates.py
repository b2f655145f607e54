"""Templates of names, and the marks that they become: characters, labels, what is lowered or raised."""

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
    """A label of the user's, put in where the template says; `general` is a letter such as k."""

    text: str
    general: bool = False


@frozen(slots=True)
class Script:
    """Marks that are lowered (`_`) or raised (`^`)."""

    sign: str
    marks: tuple[Mark, ...]


Mark = Plain | Field | Script

_LONGEST = 200  # characters of a template
_FIELDS = frozenset(("class", "column", "value", "word", "x", "left", "right", "classes", "j"))


def parse_template(template: str, fields: Mapping[str, tuple[Mark, ...]]) -> tuple[Mark, ...]:
    """Return a template as marks, its fields filled in.

    >>> parse_template("x_{j}", {})
    (Plain(text='x'), Script(sign='_', marks=(Plain(text='j'),)))

    Raises InputError for an unknown field or a brace that is not closed.
    """
    marks, rest = _parse(template, fields, depth=0)
    if rest:
        raise InputError(f"template {quoted(template)}: a brace that was not opened")
    return marks


def check_template(template: str) -> None:
    """Raise InputError for a template that cannot be read, or that would print what nobody reads."""
    if len(template) > _LONGEST:
        raise InputError(f"a template of {len(template)} characters; at most {_LONGEST} are read")
    if not template.strip() or not template.isprintable():
        raise InputError(f"expected a template such as 'P({{class}})'; got {quoted(template)}")
    parse_template(template, {})


def general_fields(value: str) -> dict[str, tuple[Mark, ...]]:
    """Return what stands for any class, any column and its value in a rule: k, j and the value."""
    letters = {"class": "k", "column": "j", "value": value, "word": "w"}
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
