"""What is chosen for a model, and how numbers look in a solution; `models.py` makes the model of it.

How to read: `ModelChoice` is what a problem says of one model; `chosen_models` makes it of keywords and
of files, and `WORDS` lists what settings of numbers may be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import InitVar, field
from typing import TYPE_CHECKING, Any

from exactnb.core import families as family_registry
from exactnb.core.arithmetic.numerals import read_whole
from exactnb.core.arithmetic.rounding import MAX_PRINTED_DIGITS
from exactnb.core.conventions import Conventions
from exactnb.core.data.rows import in_list
from exactnb.core.families import Choice, default, family_of_choice
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, quoted

if TYPE_CHECKING:
    from exactnb.core.families.protocol import BaseFamily

MODEL = "model"
_BY_DOMAIN = {"numbers": "numbers", "categories": "nominal"}
"""The domains of columns by the keywords that list them."""

LOGARITHMS: Mapping[str, str] = {"e": "log", "2": "log2", "10": "log10"}
"""The functions of the bases that joints can be compared in."""

NUMBERS = ("exact", "decimal")
"""How the numbers of a solution are shown, beside what was counted."""

ROUNDINGS = ("half-up", "half-even")


@frozen(slots=True)
class ModelChoice:
    """What is chosen for a model: its conventions, its families (of all columns, and by column).

    The column "*" stands for all that have none of their own. A family is named, or comes with its
    numbers: `{"negative-binomial": {"r": 3}}`. That it suits the data is checked where a Problem is
    made of both.

    >>> chosen = ModelChoice(family="categorical", families={"size": "gaussian"})
    >>> chosen.of("size"), chosen.of("colour")
    ('gaussian', 'categorical')
    """

    conventions: Conventions = field(default_factory=Conventions)
    family: Choice | None = None
    families: Mapping[str, Choice] = field(default_factory=dict)

    def __post_init__(self) -> None:
        families = dict(self.families)
        if (others := families.pop("*", None)) is not None:
            if self.family is not None:
                raise InputError("all columns have a family already", at="families")
            object.__setattr__(self, "family", others)
            object.__setattr__(self, "families", families)

    def of(self, column: str) -> Choice | None:
        """Return what is said of a column, None if nothing is."""
        return self.families.get(column, self.family)


@frozen(kw_only=True)
class ModelKeywords:
    """The keywords that say the one model of a problem, each as in its file or on the command line."""

    family: InitVar[Choice | None] = None
    families: InitVar[Mapping[str, Choice] | None] = None
    numbers: InitVar[Sequence[str] | None] = None
    categories: InitVar[Sequence[str] | None] = None
    smoothing: InitVar[object] = None
    prior: InitVar[object] = None
    unseen: InitVar[str | None] = None
    epsilon: InitVar[object] = None
    var_smoothing: InitVar[object] = None
    divisor: InitVar[str | None] = None
    share: InitVar[str | None] = None
    covariance: InitVar[str | None] = None
    absent: InitVar[str | None] = None
    tie: InitVar[str | None] = None
    missing_cells: InitVar[str | None] = None
    conventions: InitVar[str | None] = None


KEYWORDS = tuple(ModelKeywords.__annotations__)
"""The keywords that say the one model of a problem, in their order."""


def family_of_column(column: str, model: ModelChoice) -> BaseFamily | None:
    """Return the family that a `model` has for a `column`; None for none, and for what is no family."""
    with suppress(InputError):  # which is refused later, with its place
        return None if (choice := model.of(column)) is None else family_of_choice(choice)
    return None


def number_style_in(keywords: dict[str, Any]) -> str:
    """Take the style of numbers, which `numbers` said in the last version, out of `keywords`; or ""."""
    if not (isinstance(style := keywords.get("numbers"), str) and style in NUMBERS):
        return ""
    from warnings import warn

    warn(f"numbers={style!r} is now number_style={style!r}", DeprecationWarning, stacklevel=4)
    del keywords["numbers"]
    return style


def chosen_models(
    models: Mapping[str, ModelChoice], keywords: Mapping[str, Any]
) -> Mapping[str, ModelChoice]:
    """Return the models, or the one that the keywords of a problem say, those of `ModelKeywords`.

    Families, a prior and lists of columns may be text, as on the command line. `var_smoothing` is an ε
    that is relative to the largest variance.

    >>> keywords = {"family": "size=poisson, lda", "prior": "+=0.3, -=0.7", "categories": "colour"}
    >>> model = chosen_models({MODEL: ModelChoice()}, keywords)["model"]
    >>> [model.of(column) for column in ("size", "colour", "weight")]
    ['poisson', 'categorical', 'lda']

    Raises InputError where models and keywords are given, or both keywords of ε.
    """
    if not keywords:
        return models
    by_keyword = dict(keywords)
    if models != {MODEL: ModelChoice()}:
        raise InputError(
            "cannot be used with models, which say it themselves", at=next(iter(by_keyword))
        )
    family, families = chosen_families(
        *(by_keyword.pop(key, None) for key in ("family", "families", *_BY_DOMAIN))
    )
    if isinstance(prior := by_keyword.get("prior"), str) and "=" in prior:
        by_keyword["prior"] = _read_prior(prior)
    if "conventions" in by_keyword:
        by_keyword["preset"] = by_keyword.pop("conventions")
    relative = by_keyword.pop("var_smoothing", None)
    if relative is not None:
        if "epsilon" in by_keyword:
            raise InputError("epsilon is given too", at="var_smoothing")
        by_keyword["epsilon"] = {"relative": relative}
    try:
        return {MODEL: ModelChoice(Conventions(**by_keyword), family, families)}
    except InputError as error:
        if relative is None or error.place.parameter != "epsilon":
            raise
        raise error.moved(Place.of("var_smoothing")) from None


def chosen_families(
    family: Choice | None,
    families: Mapping[str, Choice] | None = None,
    *lists: str | Sequence[str] | None,
) -> tuple[Choice | None, dict[str, Choice]]:
    """Return the family of all columns, None for none, and those of single columns.

    `family` may be text such as "size=poisson, lda"; `families` are by column, and `lists` the columns
    of numbers and those of categories, as lists or text. Raises InputError for a column with two, and
    for what is no list.
    """
    if not isinstance(families, Mapping | None):
        raise InputError.expected("a table of columns and families", families, at="families")
    by_column = dict(families or {})
    if isinstance(family, str) and ("=" in family or "," in family or not family.strip()):
        items = _typed_families(family)
        alone = [of_column for column, of_column in items if not column]
        if not items or len(alone) > 1 or "" in alone:
            raise InputError.expected('a family, or "Column=family, ..."', family, at="family")
        by_column |= {column: of_column for column, of_column in items if column}
        family = next(iter(alone), None)
    for (keyword, domain), names in zip(_BY_DOMAIN.items(), lists, strict=False):
        names = () if names is None else names
        listed = names.split(",") if isinstance(names, str) else in_list(names, keyword, "columns")
        for column in filter(None, (str(name).strip() for name in listed)):
            if column in by_column or (column == "*" and family is not None):
                what = "all columns have" if column == "*" else f"column {quoted(column)} has"
                raise InputError(f"{what} a family already", at=keyword)
            by_column[column] = default(domain)
    return family, by_column


def _typed_families(text: str) -> list[tuple[str, str]]:
    """Return the columns in "Column=family, ..." with their families, "" where one stands alone.

    A name may have signs of the language of quantities, and commas: it ends before the last =.

    >>> _typed_families("Length (cm)=gaussian, a, b=poisson, lda")
    [('Length (cm)', 'gaussian'), ('a, b', 'poisson'), ('', 'lda')]
    """
    from exactnb.core.problem.queries import list_items  # which reads what people type

    items, known = list_items(text), family_registry.family_names()
    if items and all(item.sign or item.first in known for item in items[:-1]):
        return [(item.first, item.second) if item.sign else ("", item.first) for item in items]
    pairs, begun = list[tuple[str, str]](), ""
    for piece in text.split(","):
        column, sign, of_column = (begun + piece).rpartition("=")
        begun = "" if sign or of_column.strip() in known else f"{begun}{piece},"
        if not begun:
            pairs.append((column.strip(), of_column.strip()))
    return [*pairs, ("", "")] if begun else pairs


def _read_prior(text: str) -> Mapping[str, str]:
    """Return the numbers in "yes=0.3, no=0.7"."""
    from exactnb.core.problem.queries import list_items

    items = list_items(text)
    if not items or any(item.sign != "=" for item in items):
        raise InputError.expected('"class=number, ..."', text, at="prior")
    return {item.first: item.second for item in items}


WORDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "rounding": (" or ".join(ROUNDINGS), ROUNDINGS),
    "number_style": (" or ".join(NUMBERS), ("", *NUMBERS)),  # "" leaves it to the columns
    "log": (", ".join(LOGARITHMS), ("", *LOGARITHMS)),
    "answer_decimal": ('"." or ","', (".", ",")),
}
"""What is expected of each part of a problem that is one of a few words, and these words."""


def check_word(key: str, word: object) -> str:
    """Return the `word` or number, one that `WORDS` has for the part of a problem called `key`.

    >>> check_word("log", 2)
    '2'

    Raises InputError for any other.
    """
    what, words = WORDS[key]
    spelled = str(word) if type(word) is int else word
    if not isinstance(spelled, str) or spelled not in words:
        raise InputError.expected(what, word, at=key)
    return spelled


def read_digits(digits: object) -> int:
    """Return the number of significant `digits` of decimals; raise InputError for what is none."""
    return Place.of("digits").read(read_whole, digits, 1, MAX_PRINTED_DIGITS)


def read_logarithm(raw: object, place: Place) -> str:
    """Return the base of logarithms in `raw`, which may be a number; InputError for other bases."""
    if isinstance(raw, bool) or str(raw) not in ("", *LOGARITHMS):
        raise InputError.expected('"e", 2 or 10', raw, at=place)
    return str(raw)
