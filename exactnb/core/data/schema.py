"""What there is to observe, classes, columns and words; and where in a problem its data stand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction

from exactnb.core.record import frozen
from exactnb.errors import Place, quoted

Number = int | Fraction
"""How often something was seen: whole numbers, and fractions where rows have weights."""

MISSING = ("", "?")
"""The marks of a missing cell, unless it is said otherwise."""

_MISSING_MARKS = frozenset(
    # a spreadsheet writes those with #, pandas <NA>, a pivot table (blank)
    "na n/a n.a. k.a. <na> nan null none nil - . .. ... … ? ~ missing inf infinity (blank) [blank] "  # noqa: SIM905
    "#n/a #na #nv #n/d #н/д #ref! #div/0! #¡div/0! #value! #name? #num! #null! #wert! #bezug! #zahl! "
    "#valeur! #valor! #¡valor! #valore! #error! nd n.d. n/d n.b. s/d s.d. b.d. n/k unk unk. unknown "
    "nt n.t. notchecked nottaken notmeasured nottested notdone notrecorded notstated notgiven notknown "
    "notavailable notapplicable notdetermined notassessed notperformed notreported nodata noanswer "
    "noresponse dk d/k dontknow don'tknow don’tknow refused "
    "prefernottosay prefernottoanswer undisclosed tbd tba tbc unbekannt unbek unbek. keineangabe "
    "keineangaben ohneangabe o.a. entfällt entf. weißnicht inconnu inconnue n/c n.c. s.o. sansobjet "
    "nsp noncommuniqué nonrenseigné nonrenseignée nondisponible desconocido sindatos sinrespuesta "
    "noaplica nosabe ns/nc desconhecido semdados nãoinformado nãoseaplica ns/nr sconosciuto nonnoto "
    "nonrilevato nonpervenuto onbekend nvt n.v.t. geenopgave weetniet okänd okänt saknas ejuppgift "
    "uppgiftsaknas vetej ukendt ukjent uoplyst tuntematon eitietoa brak b/d brakdanych nieznany "
    "nieznana nieznane niewiadomo niedotyczy yok bilinmiyor belirtilmemiş neznámý neznámá neznámé "
    "neuvedeno neznámo ismeretlen неизвестно неизв. нетданных н/д н.д. неуказано".split()
)
"""What people and programs write for a missing cell, without blanks; dashes as - and once."""
PLURAL = re.compile("(?<=..)(?:s|e?n|e)$")
"""The end of a unit, as in 14 days beside 1 day."""

DASHES = "-‐‑‒–—―−"
_CODE = re.compile(r"(?i)n[./]?[a-df-mp-z]\.?|u[./]?k\.?")  # n.t., nd, u/k, but no
_AGAIN = re.compile(rf"[{DASHES}]+|[?？]+")

DATA = Place.root("data")
COUNTS, PARAMETERS = DATA / "counts", DATA / "parameters"


@frozen(slots=True)
class Schema:
    """Name what can be observed.

    `columns` maps each column to its values, in order; `words` are those of texts, in order. A
    word can be looked at as a 0/1 column too: does it occur? `text` names the column of the texts,
    `absent` the value that stands for a missing cell, where that counts as a value; "" if it does not.
    """

    class_variable: str
    classes: tuple[str, ...]
    columns: Mapping[str, tuple[str, ...]]
    words: tuple[str, ...] = ()
    text: str = "text"
    absent: str = ""
    missing: tuple[str, ...] = field(default=MISSING, compare=False)
    """The marks of a missing cell in the data, which have the same meaning in a query."""
    fold_case: bool = field(default=False, compare=False)
    """Whether names and marks are read in lower case, in a query too."""

    def free_name(self, wanted: str, taken: Collection[str] = ()) -> str:
        """Return `wanted` with as many stars as make it a name that is not in the schema or `taken`.

        >>> Schema("class", ("d", "e"), {"b": ("0", "1")}).free_name("d", taken=["d*"])
        'd**'
        """
        names = {self.class_variable, *self.classes, *self.columns, *self.words, *taken}
        names |= {value for values in self.columns.values() for value in values}
        while wanted in names:
            wanted += "*"
        return wanted

    def is_missing(self, column: str, value: object) -> bool:
        """Say whether a cell of a query marks what is missing, and is no value of its `column`.

        >>> Schema("class", ("d",), {"b": ("0", "1")}).is_missing("b", " ? ")
        True
        """
        mark = compared([value.strip()], self.fold_case)[0] if isinstance(value, str) else None
        return mark in self.missing and mark not in self.columns.get(column, ())

    def variables(self) -> Iterator[str]:
        """Yield the names of columns and words, in order."""
        yield from self.columns
        yield from self.words


@frozen(slots=True)
class Case:
    """One observation as it is counted: a missing cell is not in `cells`."""

    id: str
    label: str
    cells: Mapping[str, str]
    words: Mapping[str, int] = field(default_factory=Counter)
    weight: Number = 1


def compared(names: Iterable[str], fold_case: bool) -> list[str]:
    """Return `names` as they are compared, marks of missing cells too: with `fold_case` without case.

    >>> compared(["k.A.", "NA"], fold_case=True)
    ['k.a.', 'na']
    """
    return [*map(str.lower, names)] if fold_case else [*names]


def whole_names(listed: Sequence[str], columns: Iterable[str]) -> tuple[str, ...]:
    """Return the names `listed`, those of `columns` with a comma in them whole: they were cut there.

    >>> whole_names(["Age", "Size", "cm"], ["Size, cm", "Age", "cm"])
    ('Age', 'Size, cm')
    """
    cut = {tuple(map(str.strip, name.split(","))): name for name in columns if "," in name}
    names, rest = list[str](), tuple(map(str.strip, listed))
    while rest:
        size = next((n for n in range(len(rest) * bool(cut), 1, -1) if rest[:n] in cut), 1)
        names, rest = [*names, cut[rest[:size]] if size > 1 else rest[0]], rest[size:]
    return tuple(names)


def lines_of(cells: Iterable[object], last: int) -> str:
    r"""Return the lines of a row that ends in the `last` one: its `cells` may go over their ends.

    >>> lines_of(["a", "b"], 4), lines_of(["a\nb", "c"], 4)
    ('4', '3-4')
    """
    first = last - sum(str(cell).count("\n") for cell in cells)
    return f"{first}-{last}" if first < last else str(last)


def seems_missing(cell: str) -> bool:
    """Say whether people or programs write `cell` where a value or a number is missing.

    >>> seems_missing("N/A"), seems_missing("–"), seems_missing("???"), seems_missing("many")
    (True, True, True, False)
    >>> [*map(seems_missing, ("Don’t know", "n. v. t.", "Н/Д", "#DIV/0!", "...", "(blank)", "Nie"))]
    [True, True, True, True, True, True, False]
    """
    bare = cell.casefold().replace(" ", "")
    return _AGAIN.sub(lambda run: "?" if run[0][0] in "?？" else "-", bare) in _MISSING_MARKS


def may_be_missing(cell: str) -> bool:
    """Say whether `cell` is short for what is missing, which else may be any name: beside numbers, say.

    >>> may_be_missing("nt"), may_be_missing("n.d."), may_be_missing("no")
    (True, True, False)
    """
    return _CODE.fullmatch(cell) is not None


def as_number(value: Fraction) -> Number:
    """Return `value` as an int if it is an integer.

    >>> as_number(Fraction(4, 2)), as_number(Fraction(1, 2))
    (2, Fraction(1, 2))
    """
    return value.numerator if value.denominator == 1 else value


def in_row(place: Place, name: str) -> Place:
    """Return the place of the row called `name`, of counts or parameters that stand at `place`.

    >>> print(in_class(in_row(PARAMETERS, "rate(x)"), "oat"))
    data.parameters: row 'rate(x)', class 'oat'
    """
    return place.spot(f"row {quoted(name)}")


def in_class(place: Place, label: str) -> Place:
    """Return the place of the column of class `label` in what stands at `place`."""
    return place.spot(f"class {quoted(label)}")
