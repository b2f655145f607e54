"""Kinds of quantities: a row of the registry, the names that it allows, and the table of parameters.

The rows are in `core/quantities/`, a later room: readers and writers of names take them as an argument.

How to read: `QuantityKind` is a row. Its `shapes` are patterns of the terms in `TERMS`, and
`QuantityKind.check` compares a name with them. `templates` and `role` say how a name is written.
`HEADS` is the only table of the parameters of numeric columns: rows, notations and readers go by it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import Any, Literal

from exactnb.core.lazy import once
from exactnb.core.naming.names import LAMBDA_ITEM, Item, Pair, QuantityName
from exactnb.core.record import frozen
from exactnb.errors import InputError, quoted

_COLUMN, _SHARED, _OF_CLASS, _ONE = "number | class", "number", "class", ""
_ENTRY, _SHARED_ENTRY = "number number | class", "number number"

ValueKind = Literal["number", "label", "truth", "set", "sets", "places", "vector", "matrix"]
"""The types of value of a quantity."""

_NO_NUMBER: Mapping[str, str] = {
    "label": "a class", "truth": "true or false", "set": "a set", "sets": "a set of sets",
    "places": "a set of places", "vector": "a vector", "matrix": "a matrix",
}  # fmt: skip

Items = tuple[Item | Pair, ...]
_FUNCTION_NAMES = {
    "-": "minus",
    "log": "the logarithm of",
    "log2": "the logarithm to base 2 of",
    "log10": "the logarithm to base 10 of",
    "exp": "e to the power of",
}
"""The functions around a name, within a question."""

_LETTERS = {
    "letter": "l", "class": "k", "column": "c", "cell": "a", "word": "w", "query": "x", "general": "g",
}  # fmt: skip
"""A letter for each kind of item; a pair of classes is p."""

TERMS: Mapping[str, tuple[str, str]] = {
    "pair": ("p", "a pair of classes"),
    "class": ("k", "a class"),
    "λ": ("g", "λ"),
    "letter": ("l", "the letter of a parameter"),
    "number": ("c", "a column of numbers"),
    "feature": ("[cw]", "a column or a word"),
    "observed": ("[awx]+", "cells, words or queries"),
    "facts": ("[kaw]+", "classes, cells or words"),
    "counted": ("[kawc]+", "classes, cells, words or columns of numbers"),
    "things": ("[kawx]+", "classes, cells, words or queries"),
    "parts": ("[kawxc]{2,}", "two or more columns, cells or words"),
}
"""The terms of shapes: for each, a pattern over the letters of items, and its description in errors."""


@frozen(slots=True)
class Head:
    """A kind of parameter: `mean` in mean(c|k).

    `name` is the word before the parentheses, `example` one spelling for help and errors, and `shapes`
    lists what may stand in the parentheses. Values lie `within` all numbers, those above 0, or the unit
    interval. Notations with letters write `letter` and `power`. A row of given parameters names
    `given_columns` columns; 0 means that no row can give it. Two rows that describe the same property
    of a column (`describes`) exclude each other. For all columns together the value is an `array`: a
    vector or a matrix.

    >>> SUCCESS.within, MEAN.example
    ('unit interval', 'mean(c|k)')
    """

    name: str
    example: str
    shapes: tuple[str, ...]
    within: Literal["all numbers", "above 0", "unit interval"]
    letter: str
    power: str = ""
    given_columns: int = 1
    describes: Literal["", "place", "spread"] = ""
    array: Literal["", "vector", "matrix"] = ""


MEAN = Head(
    "mean",
    "mean(c|k)",
    (_COLUMN, _SHARED, _OF_CLASS),
    "all numbers",
    "μ",
    describes="place",
    array="vector",
)
VARIANCE = Head(
    "variance",
    "variance(c|k)",
    (_COLUMN, _SHARED, _OF_CLASS, _ONE),
    "above 0",
    "σ",
    "^{2}",
    describes="spread",
)
SD = Head("sd", "sd(c|k)", (_COLUMN, _SHARED, _OF_CLASS, _ONE), "above 0", "σ", describes="spread")
RATE = Head("rate", "rate(c|k)", (_COLUMN,), "above 0", "λ", describes="place")
SUCCESS = Head("success", "success(c|k)", (_COLUMN,), "unit interval", "θ", describes="place")
COVARIANCE = Head(
    "covariance",
    "covariance(k), covariance or covariance(a,b|k)",
    (_OF_CLASS, _ONE, _ENTRY, _SHARED_ENTRY),
    "all numbers",
    "Σ",
    given_columns=2,
    array="matrix",
)
PRECISION = Head(
    "precision",
    "precision(k) or precision",
    (_OF_CLASS, _ONE),
    "all numbers",
    "Λ",
    given_columns=0,
    array="matrix",
)

OWN = Head(
    "estimate",
    "estimate(s,c|k)",
    ("letter number | class", "letter number"),
    "all numbers",
    "{letter}",
    given_columns=0,
)
"""The parameter of a family of one's own, by its letter."""

HEADS = {head.name: head for head in (MEAN, VARIANCE, SD, RATE, SUCCESS, COVARIANCE, PRECISION, OWN)}
"""All parameters by name, in the order of the pages."""


@frozen
class QuantityKind:
    """Describe a quantity that can be asked for: one row of the registry.

    `example` begins with its `head`, as names do, or with other `spellings`;
    `description` is in Markdown. `define` gives its formula: of a prediction (or the counts,
    `of_data`), a name and an effort. A shape lists terms of `TERMS` before and behind the bar, "class |
    observed"; in some shapes the value is another kind than `value` (`value_of`). What notations write
    is `written`, by role, or follows from `text` and the shapes. An `indexed` quantity has points, as
    boundary(k:l)[1]; the logarithm of one is `logarithm`, if that has a head of its own. `explored` is
    the title under which `explore` works it out for each query; `counted` and `of_rows` say that the
    verifier counts, or decides the training rows, once more. `bounds` are its noun in a sentence, and
    the least and the largest value, None if there is none. `asks` is the question for it, with
    fields for the items of its name (`question`). A quantity that `is_number_of` things is a whole
    number, unless rows have weights.

    >>> from exactnb.core.quantities import QUANTITIES
    >>> QUANTITIES["odds"].shapes, QUANTITIES["odds"].templates["prior odds"]
    (('pair', 'pair | observed', 'class', 'class | observed'), 'odds({classes})')
    """

    example: str
    description: str
    define: Callable[..., Any]
    shapes: tuple[str, ...]
    value: ValueKind = "number"
    value_of: Mapping[str, ValueKind] | None = None
    text: str = ""
    written: Mapping[str, str] | None = None
    spellings: tuple[str, ...] = ()
    of_data: bool = False
    indexed: bool = False
    counted: bool = False
    of_rows: bool = False
    logarithm: str = ""
    explored: str = ""
    bounds: tuple[str, int, int | None] | None = None
    asks: str = ""
    is_number_of: bool = False

    def question(
        self, name: QuantityName, model: str = "", *, is_density: bool = False
    ) -> Iterator[str | Items]:
        """Yield the parts of the question that asks for `name`: texts, and items of the name.

        Where a field has no items, the word before it is dropped too. `model` is the name of the model,
        if there are several; `is_density` says that the density of measurements is asked for.

        >>> from exactnb.core.quantities import QUANTITIES
        >>> [*QUANTITIES["accuracy"].question(QuantityName("accuracy", wrappers=("log",)))]
        ['What is the logarithm of the accuracy on the training rows?']
        """
        noun = (self.text or self.head).replace("_", " ")
        text = self.asks or f"What is the {noun} of {{left}} given {{right}}?"
        text = text.removesuffix("?") + " under {model}?"
        text = text.replace("probability", "density") if is_density else text
        if name.index is not None:
            text = re.sub(r"^\w+ \w+", f"What is point {name.index} of", text)
        for wrapper in reversed(name.wrappers):
            text = re.sub(r"^\w+ \w+", f"What is {_FUNCTION_NAMES[wrapper]}", text)
        pairs = [item for item in name.left if isinstance(item, Pair)]
        fields: dict[str, Items] = {"left": name.left, "right": name.right}
        fields |= {"first": tuple(p.first for p in pairs), "second": tuple(p.second for p in pairs)}
        fields["model"] = (Item("column", model, ""),) if model else ()
        for field, kind in (("letter", "letter"), ("columns", "column"), ("classes", "class")):
            fields[field] = tuple(i for i in name.left if isinstance(i, Item) and i.kind == kind)
        text_before, *rest = re.split(r"\{(\w+)\}", text)
        for field, text_after in zip(rest[::2], rest[1::2], strict=True):
            if items := fields[field]:
                yield from (text_before, items)
                text_before = text_after
            else:
                text_before = text_before.rstrip().rpartition(" ")[0] + text_after
        yield text_before

    @once
    def head(self) -> str:
        """Return the word that its names begin with: the start of `example`."""
        return re.split(r"\W", self.example, maxsplit=1)[0]

    @once
    def templates(self) -> Mapping[str, str]:
        """Return the default template of each role in which notations write this quantity.

        The role of a pair of classes alone is "prior <head>"; that of other items behind a bar is
        "conditional <head>".
        """
        if self.written is not None:
            return self.written
        head, text = self.head, self.text or self.head
        by_role: dict[str, str] = {}
        for shape in self.shapes:
            left, _, right = shape.partition(" | ")
            if left == "class" and "pair" not in self.terms:
                by_role[head] = f"{text}({{class}}|{{x}})" if right else f"{text}({{class}})"
            elif left in ("pair", "class"):
                role = head if right else f"prior {head}"
                by_role[role] = f"{text}({{classes}}|{{x}})" if right else f"{text}({{classes}})"
            elif right:
                by_role[f"conditional {head}"] = f"{text}({{left}}|{{right}})"
            else:
                by_role[head] = f"{text}({{left}})" if left else text
        return by_role

    def role(self, name: QuantityName, *, of_class: bool, of_columns: bool) -> str:
        """Return the role in which `name` is written, among the roles that have a template.

        `of_class` says whether the name mentions a class, `of_columns` whether it mentions a column.
        """
        applicable = {
            "total": not name.left and not name.right,
            f"only {self.head}": not of_columns and not of_class,
            f"class {self.head}": not of_columns,
            f"shared {self.head}": not of_class,
            f"conditional {self.head}": bool(name.right),
            f"prior {self.head}": not name.right,
            self.head: True,
        }
        roles = (role for role, holds in applicable.items() if holds and role in self.templates)
        return next(roles, "") or next(iter(self.templates))

    @once
    def terms(self) -> frozenset[str]:
        """Return the terms (keys of `TERMS`) of all its shapes."""
        return frozenset(term for shape in self.shapes for term in shape.replace("|", " ").split())

    def check(self, name: QuantityName) -> None:
        """Raise InputError unless `name` has one of the shapes.

        A name inside a function, as in log(P(x)), must also be that of a number.

        >>> from exactnb.core.quantities import QUANTITIES
        >>> QUANTITIES["tokens"].check(QuantityName("tokens"))
        Traceback (most recent call last):
            ...
        exactnb.errors.InputError: tokens is of a class, as in tokens(k); got nothing
        """
        letters = _shape_letters(name.left) + (f"|{_shape_letters(name.right)}" if name.right else "")
        shape = next((shape for shape in self.shapes if _pattern(shape).fullmatch(letters)), None)
        if shape is None:
            raise InputError(f"{self.head} {self._misfit_message(name)}")
        kind = (self.value_of or {}).get(shape, self.value)
        if name.wrappers and name.index is None and kind in _NO_NUMBER:
            raise InputError(f"{self.head} is {_NO_NUMBER[kind]}; logarithms, exp and - are of numbers")

    def _misfit_message(self, name: QuantityName) -> str:
        """Describe the side of the bar that fits no shape, and what would fit, for an error."""
        shapes = [tuple(shape.split(" | ")) for shape in self.shapes]
        conditions = [
            right for left, *right in shapes if _pattern(left).fullmatch(_shape_letters(name.left))
        ]
        if not conditions:
            if self.shapes == ("",):
                return f"takes nothing in parentheses; got {_spelled(name.left)}"
            needed = _terms_text(left for left, *_ in shapes)
            return f"is of {needed}, as in {self.example}; got {_spelled(name.left)}"
        if not any(conditions):
            return f"takes no bar, as in {self.example}; got {_spelled(name.right)} behind one"
        needed = _terms_text(part for right in conditions for part in right)
        return f"takes {needed} behind the bar, as in {self.example}; got {_spelled(name.right)}"

    def name_about(self, items: tuple[Item, ...], model: str = "") -> QuantityName:
        """Return the name of this quantity for observed `items`, in a model: flips(λ|x), edits(x).

        >>> from exactnb.core.quantities import QUANTITIES
        >>> QUANTITIES["flips"].name_about((Item("query", "", "e*"),)).spell()
        'flips(λ|e*)'
        """
        if "λ" in self.terms:
            return QuantityName(self.head, (LAMBDA_ITEM,), items, model)
        return QuantityName(self.head, items, (), model)


def imported_on_call(home: str, name: str) -> Callable[..., Any]:
    """Return a function that, when called, imports the module `home` and calls its function `name`.

    Rows of the registry refer to later rooms this way, and importing the registry stays cheap. `name`
    may have dots: "DataQuantities.define_count".

    >>> imported_on_call("math", "gcd")(4, 6)
    2
    """
    find = attrgetter(name)
    return lambda *arguments: find(import_module(home))(*arguments)


def _spelled(items: tuple[Item | Pair, ...]) -> str:
    return quoted(",".join(item.spell() for item in items)) if items else "nothing"


def _shape_letters(items: tuple[Item | Pair, ...]) -> str:
    return "".join("p" if isinstance(item, Pair) else _LETTERS[item.kind] for item in items)


@cache
def _pattern(shape: str) -> re.Pattern[str]:
    """Return a shape as a pattern over the letters of items."""
    sides = ("".join(TERMS[term][0] for term in side.split()) for side in shape.split("|"))
    return re.compile(r"\|".join(sides))


def _terms_text(sides: Iterable[str]) -> str:
    """Describe in words what may stand on one side of a bar, for an error."""
    alternatives = (
        " and ".join(TERMS[term][1] for term in side.split()) for side in dict.fromkeys(sides)
    )
    return ", or ".join(text or "nothing" for text in alternatives)
