"""Notation styles, one file each: its source and its templates. A style is found by its file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module

from exactnb.core import families
from exactnb.core.arithmetic.numerals import BareNumeral
from exactnb.core.lazy import module_names_in
from exactnb.core.naming.notation import DEFAULTS, Style, check_template, greek_templates
from exactnb.core.quantities import QUANTITIES, roles
from exactnb.errors import HERE, InputError, listing, near, one_of, quoted

_FIELDS_BY_DOMAIN: Mapping[str, tuple[str, ...]] = {
    "binary": ("column", "value"),
    "nominal": ("column", "value"),
    "words": ("word",),
    "numbers": (),
}
"""What the parameters of families can name: a column and its value, or a word."""

_PLAIN_WORD = re.compile(r"([_^])\{(class|classes|column|value|word|left|right)\}")


@cache
def names() -> tuple[str, ...]:
    """Return the names of all styles.

    >>> names()
    ('phi-psi', 'pi-tau', 'pi-theta', 'pjk', 'plain', 'theta-w')
    """
    return tuple(sorted(file.replace("_", "-") for file in module_names_in(__name__)))


def custom_style(templates: Mapping[str, str]) -> Style:
    """Return a style from a table of roles and templates, as a problem file gives it.

    A key `style` names the style that the others differ from. Raises InputError for a role that
    is none, and for a template that cannot be read.

    >>> custom_style({"prior": "π_{{class}}"}).templates["prior"]
    'π_{{class}}'
    """
    rest = dict(templates)
    base = style(rest.pop("style")).templates if "style" in rest else {}
    if not templates:
        raise InputError(f"expected one of {', '.join(names())}, or a table of templates")
    known = (*DEFAULTS, *roles(), *families.family_names())
    for raw_role, template in rest.items():
        role = str(raw_role)
        place = HERE / role
        if role not in known:
            hint = near(role, known) or f"; there are {listing(known)}"
            raise InputError(f"unknown role{hint}", at=place)
        if not isinstance(template, str) or isinstance(template, BareNumeral):
            raise InputError.expected("a template in quotes", template, at=place)
        with place:
            check_template(template)
            _check_braces(template)
            _check_fields(role, template)
    return Style("own", "", {**base, **rest}, QUANTITIES)


def _check_braces(template: str) -> None:
    """Refuse the plain word class below or above a sign, where the name of the class is meant."""
    if match := _PLAIN_WORD.search(template):
        sign, field = match.groups()
        right = template.replace(f"{sign}{{{field}}}", f"{sign}{{{{{field}}}}}")
        message = f"{quoted(match[0])} is the word {field}; write {quoted(right)} for its name"
        raise InputError(message)


def _check_fields(role: str, template: str) -> None:
    """Refuse a field that the role has nothing to put into."""
    fields_by_role = {"parameter": _FIELDS_BY_DOMAIN["nominal"], "word": _FIELDS_BY_DOMAIN["words"]}
    if role in families.family_names():
        fields_by_role[role] = _FIELDS_BY_DOMAIN[families.family(role).domain]
    for field in ("column", "value", "word"):
        if f"{{{field}}}" in template and field not in fields_by_role.get(role, ()):
            raise InputError(f"{role} has no {field} to put in")


def style(name: str) -> Style:
    """Return a style by its name; raise InputError with a near match for any other name."""
    file = import_module(f"{__name__}.{one_of(name, names()).replace('-', '_')}")
    return Style(name, file.SOURCE, {**file.TEMPLATES, **greek_templates()}, QUANTITIES)
