"""Doubts about data that were read: what looks like a slip, in a few words for each.

They are no errors: a problem may mean what it says. Every command says the same of the same data.

How to read: `doubts` puts together what the `_of_*` find in names, sizes, words and values.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any
from unicodedata import category, normalize

from exactnb.core.arithmetic.numerals import number_in, numeral_hint, unit_of, without_separators
from exactnb.core.data.counts import Counts
from exactnb.core.data.documents import list_among
from exactnb.core.data.findings import Doubt
from exactnb.core.data.marks import REMARKS, STARS, codes_of_missing, ditto_doubts, footnote_doubts
from exactnb.core.data.rows import LABELS, TOTALS
from exactnb.core.data.schema import DASHES, PLURAL, Number, Schema, may_be_missing, seems_missing
from exactnb.core.naming.grammar import is_numeral
from exactnb.errors import enumerated, printable

NO_VARIANCE = "leave out the column or the class, or make it a category"
"""What to do where a class has too few different numbers."""

_TRUTHS = ({"true", "yes", "1"}, {"false", "no", "0"})  # two spellings of one, where both are there
_BRIEF = frozenset(("no", "ja", "si"))  # words, although as short as AB is beside A and B
_COUNTED = frozenset(
    "count counts freq frequency n number total weight anzahl häufigkeit effectif effectifs nombre "  # noqa: SIM905
    "fréquence frecuencia cantidad frequenza aantal antal ilość количество adet".split()
) | {"how many", "how often", "number of cases", "no. of cases"}
_NUMBER_OF = re.compile(
    r"(?:how many|number of|no\. of|count of|anzahl|nombre d|número d|numero d|liczba) ?"
)
_ZERO_OR_ONE = re.compile(r"[01](?:\.0*)?")
_COUNT = re.compile(r"[0-9]+(?:[^\w.][0-9]{3})*(?:\.0*)?")  # maybe with separators of thousands
_POSITIVE = re.compile(r"[0-9]+(?:\.[0-9]*)?")  # or 0
_DATE = re.compile(  # and a time
    r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})(?:[Tt ]+\d{1,2}:\d\d\S*)?"
)
_IN_SINGLE_QUOTES = re.compile("b?'[^']*'|[“„”«][^“”»]*[“”»]")  # or such as word processors write
_SIGNS_OF_NUMBERS = r"""(strip|decimal) = (["'])(.*?)\2"""
_TICKS = frozenset("x × ✓ ✔ ☑ • * + y yes true ja j oui si sí present".split())  # noqa: SIM905
UNTICKED = frozenset("no 0 false n nein non nie não nee nej net нет hayır".split())  # noqa: SIM905
"""What people ask for where a cell without a mark says no."""
_PLAIN = {*_TICKS, *UNTICKED, "pos", "neg", "positive", "negative"}
_OUTCOMES = ("outcome", "diagnosis")
_HYPHEN = re.compile(r"(?<=[^\W\d_]{2})[-_](?=[^\W\d_]{2})")  # between words
_PUNCTUATION = ".,;:!?\"'()"
_WORDS = 4  # of a class, on average, from which on it looks like texts
MANY = 10
"""Rows from which on it is strange that each has another value."""
_MOST, _LONGEST = 3, 300  # doubts, where they take more signs
_NUMBERS = {2: "two", 3: "three"}


def doubts(
    schema: Schema,
    sizes: Mapping[str, Number],
    cells: Iterable[tuple[str, str, Number]] = (),
    numeric: Collection[str] = (),
    listed: Collection[str] = (),
) -> tuple[Doubt, ...]:
    """Return what looks like a slip in data: where it is much, three doubts and how many more.

    `schema` has the names, `sizes` the number of rows of each class. `cells` are columns, values, and
    how often some rows show them; the columns that are `numeric` hold numbers, and the values of those
    `listed` are meant.

    >>> schema = Schema("play", ("Yes", "yes"), {"wind": ("weak", "NA")})
    >>> doubts(schema, {"Yes": 2, "yes": 1})
    ('“Yes” and “yes” are two classes', '“NA” is a value of “wind”, not a missing cell')
    """
    every = [*_of_header(schema), *_of_names("classes", "a class", schema.classes)]
    every += _of_sizes(schema.class_variable, sizes)
    every += [*_of_words(schema.words), *ditto_doubts(schema)]
    cells = list(cells)
    once, rows = _shown_once(cells), sum(sizes.values())
    for column, values in schema.columns.items():
        if (codes := codes_of_missing(values)) and column not in listed:
            listed_codes = enumerated(f"“{code}”" for code in codes)
            place = (
                "far from other numbers"
                if any(map(is_numeral, {*values} - {*codes}))
                else "among names"
            )
            what = f"{listed_codes} {'are' if codes[1:] else 'is'} {place} of “{column}”"
            marks = [*filter(None, schema.missing), *codes]
            every.append(Doubt(f"{what}: a missing cell?", column, missing=marks))
        every += _of_percentages(column, values)
        if column in numeric:
            continue
        every += _of_names(f"values of “{column}”", f"a value of “{column}”", values)
        every += _of_values(column, values, once.get(column, 0), rows)
    every += _of_marks(schema, {*numeric, *listed})
    every += _of_ticks(schema, cells, rows)
    if (more := len(every) - _MOST) < 2 or sum(map(len, every)) <= _LONGEST:
        return tuple(every)
    # doubts with a remedy of their own come before those that repeat one
    first = {str(every[n].remedy): n for n in reversed(range(len(every)))}
    again = [bool(doubt.remedy) and first[str(doubt.remedy)] < n for n, doubt in enumerate(every)]
    kept = sorted(sorted(range(len(every)), key=again.__getitem__)[:_MOST])
    return (*(every[n] for n in kept), Doubt(f"and {more} more such names"))


def doubts_of(
    counts: Counts, numeric: Collection[str] = (), listed: Collection[str] = ()
) -> tuple[Doubt, ...]:
    """Return the doubts about `counts`, of columns `numeric` and `listed` as in `doubts`."""
    cells = ((column, value, n) for (column, value, _), n in counts.cells.items())
    sums = {columns[0] for columns, _ in counts.moments}
    names = doubts(counts.schema, counts.sizes, cells, {*numeric, *sums}, listed)
    return (*names, *_of_totals(counts))


def _of_totals(counts: Counts) -> Iterator[Doubt]:
    """Yield a doubt about a row of totals below counts of words, as books print it."""
    words, schema = counts.words, counts.schema
    if len(schema.words) > 1 and words is counts.presence:  # in a table; texts are counted apart
        sums = {k: sum(words.get((word, k), 0) for word in schema.words) for k in schema.classes}
        if counts.sized and counts.sizes == sums:
            yield Doubt(
                "“total” adds up the words of each class, but stands for its number of rows or texts"
            )
        for name in filter(TOTALS.fullmatch, schema.words):
            if all(2 * words.get((name, label), 0) == total for label, total in sums.items()):
                yield Doubt(
                    f"“{name}” is a word, and adds up the others: delete it if it is their total"
                )


def constant_column_doubt(column: str, label: str) -> Doubt:
    """Return the doubt about a column whose numbers are all the same in a class, with the ways out.

    >>> constant_column_doubt("x", "a").remedy
    {'epsilon': {'relative': '1e-9'}}
    """
    sentence = f"all numbers of “{column}” are the same in class “{label}”: their variance is 0"
    return Doubt(f"{sentence}; add to it, {NO_VARIANCE}", epsilon={"relative": "1e-9"})


def other_meaning(column: str, values: Collection[str], *, binary: bool = False) -> str:
    """Return how else the numbers of a column may be meant, as the end of their refusal; "" if only so.

    `binary` says that 0 and 1 are needed, which binarizing makes of any numbers.

    >>> other_meaning("count", ["3", "5"]), other_meaning("count", ["3", "-5"])
    ('; if it says how often each row counts, say weight = "count"', '')
    >>> other_meaning("win", ["0.0", "1.0"])
    '; if numbers above 0 stand for 1, say binarize = true'
    """
    if is_count(column) and all(_COUNT.fullmatch(of) or seems_missing(of) for of in values):
        return f'; if it says how often each row counts, say weight = "{column}"'
    if binary and is_ticked(values):
        return '; if empty cells mean no, say missing_cells = "value" and family = "categorical"'
    if binary and len(values) == 2 and not any(map(is_numeral, values)):
        return f'; of two names, say families = {{ "{column}" = "categorical" }}'
    if values and all(map(_POSITIVE.fullmatch if binary else _ZERO_OR_ONE.fullmatch, values)):
        return "; if numbers above 0 stand for 1, say binarize = true"
    return ""


def _shown_once(cells: Iterable[tuple[str, str, Number]]) -> Mapping[str, int]:
    """Return the columns that show each of their values in one row, with how many these are."""
    times: Counter[tuple[str, str]] = Counter()
    for column, value, n in cells:
        times[column, value] += n  # type: ignore[assignment]
    several = {column for (column, _), n in times.items() if n not in (0, 1)}
    return Counter(column for (column, _), n in times.items() if n and column not in several)


def _of_header(schema: Schema) -> Iterator[Doubt]:
    """Yield a doubt about a header that may be a row or one cell."""
    if not schema.columns and not schema.words and ("," in (only := schema.class_variable)):
        yield Doubt(f"“{only}” is the only column: quotes around whole lines make one cell of each")
    names = [*schema.columns, schema.class_variable]
    if re.match("#(?!#)", names[0]) and names[0].strip("# "):
        yield Doubt(f"“{names[0]}” is the name of a column: if the first line is a comment, delete it")
    numbers = [name for name in names if is_numeral(name)]
    if len(numbers) > 1 and len(numbers) * 2 >= len(names):
        sentence = f"“{min(numbers)}” is the name of a column: the first line may be a row"
        yield Doubt(sentence, header=False)
    else:
        cells = {**schema.columns, schema.class_variable: schema.classes}
        for name in [name for name, values in cells.items() if name in values][:1]:
            sentence = f"“{name}” is a column and a value in it: the first line may be a row"
            yield Doubt(sentence, header=False)


def other_labels(schema: Schema) -> Iterator[Doubt]:
    """Yield a doubt about each column that is named as a class is, beside a class that nobody chose.

    >>> list(other_labels(Schema("irradiat", ("yes",), {"Class": ("benign",)})))
    ['the class is “irradiat”, and “Class” a column like others']
    """
    if schema.class_variable.casefold() not in (*LABELS, *_OUTCOMES):
        measured = bool(schema.classes) and all(map(is_numeral, schema.classes))
        for name in schema.columns:
            if name.casefold() in (*(LABELS if measured else LABELS[:3]), *_OUTCOMES):
                sentence = f"the class is “{schema.class_variable}”, and “{name}” a column like others"
                yield Doubt(sentence, label=name)


def _of_names(plural: str, singular: str, names: Iterable[str]) -> Iterator[Doubt]:
    """Yield the doubts about the names of one kind: two spellings of one, marks of missing cells."""
    by_spelling: dict[str, list[str]] = {}
    for name in names:
        visible = "".join(s for s in normalize("NFC", name.casefold()) if category(s) != "Cf")
        by_spelling.setdefault(" ".join(_HYPHEN.sub(" ", visible).split()), []).append(name)
    for variants in by_spelling.values():
        if len(variants) > 1:
            quoted = " and ".join(f"“{printable(name)}”" for name in sorted(variants))
            remedy: dict[str, Any] = (
                {"fold_case": True} if len({name.lower() for name in variants}) == 1 else {}
            )
            number = _NUMBERS.get(len(variants), len(variants))
            yield Doubt(f"{quoted} are {number} {plural}", **remedy)
    yield from footnote_doubts(plural, singular, [of for of, *_ in by_spelling.values()])
    is_lone = len(by_spelling) > 1 + sum(name.endswith((*STARS,)) for name in by_spelling)
    for name, (example, *_) in by_spelling.items():
        bare = name.partition(" #")[0].strip(REMARKS).strip()
        is_starred = is_lone and bare[2:].isalpha() and name.rstrip(STARS) == bare
        if "" < bare != name and (bare in by_spelling or is_starred or seems_missing(bare)):
            signs = "".join(dict.fromkeys(name.partition(bare)[0] + name.rpartition(bare)[2]))
            remedy = {"strip": signs.replace(" ", "")} if {*signs} <= {*REMARKS, " "} else {}
            plain = by_spelling.get(bare, [bare])[0]
            yield Doubt(f"“{example}” is {singular}: perhaps “{plain}” with a remark", **remedy)
    for truth in _TRUTHS:
        if len(spelled := sorted(by_spelling[name][0] for name in truth & by_spelling.keys())) > 1:
            listed = " and ".join(f"“{name}”" for name in spelled)
            yield Doubt(
                f"{listed} are {_NUMBERS[len(spelled)]} {plural}: perhaps one, write one of them"
            )
    letters = [name for name in by_spelling if len(name) == 1 and name.isalpha()]
    words = [name for name in by_spelling if name.isalpha() and (len(name) > 2 or name in _BRIEF)]
    whole = [[word for word in words if word[0] == letter] for letter in letters]
    if all(len(meant) == 1 for meant in whole):  # where a letter begins no word, or two, all are codes
        for letter, (word,) in zip(letters, whole, strict=True):
            first, second = by_spelling[letter][0], by_spelling[word][0]
            yield Doubt(f"“{first}” and “{second}” are two {plural}: perhaps one word")
    for name in filter(TOTALS.fullmatch, by_spelling):
        yield Doubt(f"“{by_spelling[name][0]}” is {singular}: its row may add up others")


def _of_marks(schema: Schema, certain: Collection[str]) -> Iterator[Doubt]:
    """Yield one doubt for all names that mark missing cells elsewhere: one option reads them so."""
    places = {} if schema.class_variable in certain else {"a class": schema.classes}
    places |= {f"a value of “{c}”": of for c, of in schema.columns.items() if c not in certain}
    place_of: dict[str, str] = {}
    for place, names in places.items():
        signs = DASHES if "+" in names else ""  # of two classes, or of two values
        plain = [of for of in names if is_numeral(of) or of.casefold() in _PLAIN]
        plain += [of for of in names if not of.strip(f"+{DASHES}")]
        for name in names:
            is_beside = len({name, *plain}) == len(names) > 1  # else a short name is any name
            is_mark = seems_missing(name) or (is_beside and may_be_missing(name))
            if is_mark and name != schema.absent and name.strip(signs):
                place_of.setdefault(name, place)
    marks = list(dict.fromkeys((*filter(None, schema.missing), *place_of)))
    if len(place_of) > 1:
        listed = enumerated(f"“{name}”" for name in place_of)
        yield Doubt(f"{listed} are values, not missing cells", missing=marks)
    else:
        for name, place in place_of.items():
            yield Doubt(f"“{name}” is {place}, not a missing cell", missing=marks)


def is_count(name: str, *, perhaps: bool = False) -> bool:
    """Say whether the `name` of a column says how often each row counts, or `perhaps` of what there is.

    >>> is_count("How many?"), is_count("Number of sons"), is_count("Number of sons", perhaps=True)
    (True, False, True)
    """
    plain = name.casefold().strip(" ?.:()")
    return plain in _COUNTED or (perhaps and _NUMBER_OF.match(plain) is not None)


def is_ticked(values: Collection[str]) -> bool:
    """Say whether the one value in `values`, x and X, is a mark, beside which an empty cell says no."""
    return len(folded := {*map(str.casefold, values)}) == 1 and folded <= _TICKS


def _of_ticks(
    schema: Schema, cells: Iterable[tuple[str, str, Number]], rows: Number
) -> Iterator[Doubt]:
    """Yield one doubt for all columns with a mark in some rows and nothing in the others."""
    filled: Counter[str] = Counter()
    for column, _, n in cells:
        filled[column] += n  # type: ignore[assignment]
    ticked = [
        column for column, of in schema.columns.items() if is_ticked(of) and filled[column] < rows
    ]
    if ticked:
        mark, listed = schema.columns[ticked[0]][0], enumerated(f"“{column}”" for column in ticked)
        sentence = f"{listed} {'has' if len(ticked) == 1 else 'have'} “{mark}” or nothing"
        yield Doubt(f"{sentence}: are empty cells “no”, not missing?", missing_cells="value")


def _of_words(words: Sequence[str]) -> Iterator[Doubt]:
    """Yield the doubt about words of texts that differ in capitals or punctuation alone."""
    known = frozenset(words)
    pairs = [(word, word.lower()) for word in words if word.lower() in known and word.lower() != word]
    what = "capitals"
    if not pairs:
        bare = [(word, word.lower().strip(_PUNCTUATION)) for word in words]
        pairs, what = [(word, of) for word, of in bare if of in known and of != word], "punctuation"
    for first, second in pairs[:1]:
        more = f" ({len(pairs)} such pairs)" if len(pairs) > 1 else ""
        sentence = f"“{first}” and “{second}” are two words{more}: without {what} they are one"
        yield Doubt(sentence, split="words")


def _of_percentages(column: str, values: Sequence[str]) -> Iterator[Doubt]:
    """Yield the doubt about percentages, which are hundredths, beside numbers from 1 on without %."""
    percentages = [value for value in values if value.endswith("%")]
    if percentages and all(map(is_numeral, values)):
        for plain in [v for v in values if v not in percentages and abs(number_in(v)) >= 1][:1]:
            sentence = f"“{percentages[0]}” of “{column}” is hundredths, and “{plain}” is not"
            yield Doubt(f"{sentence}: are all numbers per cent?", column, strip="%")


def _of_sizes(variable: str, sizes: Mapping[str, Number]) -> Iterator[Doubt]:
    """Yield the doubt about a class that has numbers as counts or measurements have them."""
    numerals = [label for label in sizes if is_numeral(label)]
    whole = bool(sizes) and all(is_numeral(label) or without_separators(label) for label in sizes)
    if numerals and sum(label[:1].isalpha() for label in sizes) == len(sizes) - len(numerals) > 0:
        yield Doubt(f"“{numerals[0]}” is a class, a number among words")
    many = len(sizes) >= MANY and 2 * len(sizes) > sum(sizes.values())
    texts = len(sizes) > 1 and sum(len(label.split()) for label in sizes) >= _WORDS * len(sizes)
    if not whole and (many or (texts and len(sizes) == sum(sizes.values()))):
        sentence = f"the class “{variable}” is different in almost every row: a text, or an id?"
        yield Doubt(sentence, text=variable)
    if whole and (many or (is_count(variable) and len(sizes) > 1)):
        sentence = f"the class “{variable}” has {len(sizes)} numbers: are they counts, or measured?"
        separated = next((label for label in sizes if not is_numeral(label)), "")
        signs = _signs_of(separated)
        read_so = {"weight": variable, **{k: of for k, of in signs.items() if k == "strip"}}
        yield Doubt(sentence, **(read_so if all(map(_COUNT.fullmatch, sizes)) else {}))


def _signs_of(number: str) -> Mapping[str, str]:
    """Return the keywords that read a number with a unit or separators."""
    explained = numeral_hint(number, in_table=True)
    return {key: signs for key, _, signs in re.findall(_SIGNS_OF_NUMBERS, explained)}


def _of_values(column: str, values: Sequence[str], once: int, rows: Number) -> Iterator[Doubt]:
    """Yield the doubts about all values of a column together, that are shown `once` in some `rows`."""
    falling = sorted(values, reverse=True)  # so that the least value of each unit is the example
    measured = {unit_of(value): value for value in falling if not seems_missing(value)}
    if values and all(map(_DATE.fullmatch, values)):
        yield Doubt(f"“{column}” holds dates, each a value of its own, as “{min(values)}”")
    elif len(values) > 2 and all(measured) and len({PLURAL.sub("", unit) for unit in measured}) == 1:
        example, signs = min(measured.values()), [*map(_signs_of, measured.values())]
        sentence = f"“{column}” holds numbers with a unit, each a value of its own, as “{example}”"
        marks = (sign for sign in STARS if any(of.endswith(sign) for of in values))
        strip = " ".join((*(of["strip"].rstrip(STARS) for of in signs), *marks))
        yield Doubt(sentence, numbers=column, **{**signs[0], "strip": strip})
    elif values and all(map(_IN_SINGLE_QUOTES.fullmatch, values)):
        yield Doubt(f"values of “{column}” stand in quotes, which are part of them: {min(values)}")
    elif example := list_among(values):
        yield Doubt(
            f"“{column}” has lists of items, as “{printable(example)}”", text=column, split="items"
        )
    elif once == rows >= MANY:
        yield Doubt(f"“{column}” is different in every row: names of the rows?", id=column)
