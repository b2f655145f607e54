"""Counts of a whole training set: they add up whatever the parts, and what was lost is found."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of

from exactnb.errors import InputError
from exactnb.scale.counting.features import Numbers, NumberSums, Presence, Values, Words
from exactnb.scale.counting.tally import Tally, TallyPart

Seen = tuple[str, str | None, Fraction | None, tuple[str, ...]]

RECORDS: st.SearchStrategy[list[Seen]] = st.lists(
    st.tuples(
        st.sampled_from(["yes", "no", "perhaps"]),
        st.sampled_from(["rain", "sun", None]),
        st.one_of(
            st.none(), st.fractions(max_denominator=20), st.integers(-(10**30), 10**30).map(Fraction)
        ),
        st.lists(st.sampled_from(["win", "now", "é"]), max_size=3).map(tuple),
    ),
    max_size=12,
)


def tally_of(records: list[Seen]) -> Tally:
    """Count by brute force, row by row."""
    found: dict[tuple[Any, ...], int] = {}
    sums: dict[tuple[str, bool], NumberSums] = {}

    def add(*key: Any, n: int = 1) -> None:
        found[key] = found.get(key, 0) + n

    for label, sky, number, words in records:
        add("class", "play", label, None)
        add("value", "sky", label, sky)
        add("tokens", "text", label, None, n=len(words))
        for word in words:
            add("word", "text", label, word)
        for word in set(words):
            add("presence", "title", label, word)
        x = number or Fraction(0)
        key = (label, number is None)
        sums[key] = sums.get(key, NumberSums()) + NumberSums(1, x, x * x)
    rows: list[Any] = [(*key, n) for key, n in found.items()]
    for (label, is_missing), of in sums.items():
        exact = () if is_missing else (of.total, of.squares)
        rows.append(("number", "x", label, None, of.n, *exact))
    if records:
        rows += [("split", text, None, "unicode", 1) for text in ("text", "title")]
    return Tally.from_rows(rows)


@given(st.lists(RECORDS, max_size=4), st.randoms())
def test_parts_add_up_to_the_whole_in_any_order(parts: list[list[Seen]], chance: Any) -> None:
    """Counts of parts, added up in any order and grouping, are the counts of all rows."""
    whole = tally_of([record for part in parts for record in part])
    tallies = [Tally(), *map(tally_of, parts)]
    chance.shuffle(tallies)
    while len(tallies) > 1:
        at = chance.randrange(len(tallies) - 1)
        tallies[at : at + 2] = [tallies[at] + tallies[at + 1]]
    assert tallies[0].audited() == whole
    assert tallies[0].digest == whole.digest


@given(RECORDS)
def test_rows_tell_all_that_was_counted(records: list[Seen]) -> None:
    """A tally that is made of the rows of another, in whatever order, is the same."""
    tally = tally_of(records)
    rows = [(r.kind, r.feature, r.label, r.value, r.n, r.total, r.squares) for r in tally.rows()]
    assert Tally.from_rows(reversed(rows)) == tally


CLASSES = [("class", "play", "yes", None, 2), ("class", "play", "no", None, 1)]
SKY = [("value", "sky", "yes", "rain", 2), ("value", "sky", "no", None, 1)]
TEXT = [
    ("split", "text", None, "unicode", 1),
    ("tokens", "text", "yes", None, 3),
    ("word", "text", "yes", "win", 3),
]
TITLE = [("split", "title", None, "unicode", 1), ("presence", "title", "yes", "win", 2)]
X = [("number", "x", "yes", None, 2, 3, 5), ("number", "x", "no", None, 1)]
WHOLE = [*CLASSES, *SKY, *TEXT, *TITLE, *X]


def test_a_tally_says_what_was_counted() -> None:
    """Values, words, texts with a word and sums stand under their features, missing ones too."""
    tally = Tally.from_rows(WHOLE)
    assert (tally.label, tally.classes) == ("play", {"yes": 2, "no": 1})
    assert tally.features == {
        "sky": Values({"yes": {"rain": 2}, "no": {None: 1}}),
        "text": Words({"yes": {"win": 3}}, "unicode", {"yes": 3}),
        "title": Presence({"yes": {"win": 2}}, "unicode"),
        "x": Numbers({"yes": NumberSums(2, Fraction(3), Fraction(5))}, {"no": 1}),
    }


REFUSED = {
    "value 'sky', class 'yes', value 'rain': a count is not negative; got -2": (
        "value",
        "sky",
        "yes",
        "rain",
        -2,
    ),
    "value 'sky', class 'yes', value 'rain': expected a whole number; got 2.0, a float: cast it to a "
    "64-bit integer": ("value", "sky", "yes", "rain", 2.0),
    "value 'sky', class 'yes', value 'rain': expected a whole number; got 'True'": (
        "value",
        "sky",
        "yes",
        "rain",
        True,
    ),
    "feature 'sky', class 'yes': the counts add up to 3; the class has 2 rows": (
        "value",
        "sky",
        "yes",
        "sun",
        1,
    ),
    "value 'sky', class 'no': is there twice; each is counted once in a file, and files are merged": (
        "value",
        "sky",
        "no",
        None,
        1,
    ),
    "feature 'sky': 'never' is no class": ("value", "sky", "never", "rain", 1),
    "word 'sky', class 'yes', value 'win': is counted as value and as word": (
        "word",
        "sky",
        "yes",
        "win",
        1,
    ),
    "feature 'text', class 'yes': the counts add up to 4; the class has 3 tokens": (
        "word",
        "text",
        "yes",
        "now",
        1,
    ),
    "feature 'title', class 'no': 'now' in 2 texts; the class has 1": (
        "presence",
        "title",
        "no",
        "now",
        2,
    ),
    "feature 'title': a row of kind tokens is there for a presence": ("tokens", "title", "no", None, 2),
    "feature 'x': a row of kind split is there for a number": ("split", "x", None, "unicode", 1),
    "feature 'y', class 'yes': Σx² of 4 is less than (Σx)²/n allows": (
        "number",
        "y",
        "yes",
        None,
        2,
        3,
        4,
    ),
    "number 'y', class 'yes': 0.1 is a binary float; write \"0.1\" or Fraction(1, 10)": (
        "number",
        "y",
        "yes",
        None,
        2,
        0.1,
        4,
    ),
    "number 'y', class 'yes': expected a number; got 'None' (NoneType)": (
        "number",
        "y",
        "yes",
        None,
        2,
        1,
        None,
    ),
    "class 'label', class 'maybe': the class is 'play'; got 'label'": (
        "class",
        "label",
        "maybe",
        None,
        1,
    ),
    "class 'play', class '': expected text as class; got nothing": ("class", "play", "", None, 1),
    "value 'sky': expected text as class; got nothing": ("value", "sky", None, None, 1),
    "expected a kind of part, class, split, tokens, value, word, presence, number; got 'values' (did "
    "you mean 'value'?)": ("values", "sky", "yes", "rain", 2),
    "feature 'other': no row of kind split says how texts are cut (unicode, ascii)": (
        "word",
        "other",
        "yes",
        "a",
        1,
    ),
    "the parts have 2 rows, the classes 3": ("part", "monday.csv", None, "1f", 2),
    "class 'yes', class 'yes': sums need numbers": ("class", "yes", "yes", None, 1, 1, 1),
}


@all_of("message", REFUSED)
def test_what_no_rows_have_is_refused_with_its_place(message: str) -> None:
    """A row that contradicts the others, or counts nothing whole, is named in one line."""
    row = REFUSED[message]
    rest = [each for each in WHOLE if each[:4] != row[:4] or "is there twice" in message]
    with pytest.raises(InputError) as refusal:
        Tally.from_rows([*rest, row])
    assert str(refusal.value) == message


OTHERS = {
    "feature 'x': is counted in one of both only": [*CLASSES, *SKY, *TEXT, *TITLE],
    "feature 'sky': is counted as value and as number": [
        *CLASSES,
        *TEXT,
        *TITLE,
        *X,
        *(("number", "sky", *row[2:]) for row in X),
    ],
    "feature 'text': texts are cut as 'unicode' and as 'ascii'": [
        *CLASSES,
        *SKY,
        *TITLE,
        *X,
        ("split", "text", None, "ascii", 1),
        *TEXT[1:],
    ],
    "the class is 'label'; it was 'play'": [*((r[0], "label", *r[2:]) for r in CLASSES), *WHOLE[2:]],
    "part 'monday.csv' is counted in both": [*WHOLE, ("part", "monday.csv", None, "1f", 3)],
    "one says which parts it counted, the other does not": WHOLE,
}


@all_of("message", OTHERS)
def test_what_does_not_go_together_is_not_added_up(message: str) -> None:
    """Tallies of other features, other kinds and the same rows are refused."""
    parts = message.startswith(("part", "one says"))
    one = Tally.from_rows([*WHOLE, ("part", "monday.csv", None, "1f", 3)] if parts else WHOLE)
    with pytest.raises(InputError) as refusal:
        one + Tally.from_rows(OTHERS[message])
    assert str(refusal.value) == message


def test_a_part_without_rows_adds_nothing() -> None:
    """GROUP BY gives no rows where there are none to group: how texts are cut says nothing."""
    empty = Tally.from_rows([("part", "monday", None, "1f", 0), ("split", "text", None, "unicode", 1)])
    assert empty == Tally()
    with pytest.raises(InputError, match="there is no row of kind class"):
        Tally.from_rows([("part", "monday", None, "1f", 2)])


def test_a_part_whose_texts_hold_no_word_is_of_words_too() -> None:
    """There are no tokens to group, so that the part alone does not tell words from their presence."""
    bare = [row for row in WHOLE if row[0] not in ("tokens", "word")]
    for both in (
        Tally.from_rows(WHOLE) + Tally.from_rows(bare),
        Tally.from_rows(bare) + Tally.from_rows(WHOLE),
    ):
        assert both.features["text"] == Words({"yes": {"win": 3}}, "unicode", {"yes": 3})
        assert both.audited().classes == {"yes": 4, "no": 2}


def test_parts_are_kept_by_their_ids() -> None:
    """Rows of two parts are told apart, and nothing counted adds nothing."""
    days = [Tally.from_rows([*WHOLE, ("part", "day.csv", None, day, 3)]) for day in ("1f", "2f")]
    both = days[0] + days[1] + Tally()
    assert both.parts == {"1f": TallyPart("day.csv", 3), "2f": TallyPart("day.csv", 3)}
    assert both.audited().classes == {"yes": 4, "no": 2}
    assert days[0].digest == days[1].digest == Tally.from_rows(WHOLE).digest != both.digest
