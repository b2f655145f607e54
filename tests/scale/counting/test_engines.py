"""Frames of six engines: the same counts and scores, bit by bit, and labels as fractions give them."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import count, product
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
from counting_by_hand import ByHand
from frames_of_engines import ENGINES, frame_of, rows_of, stop_spark
from thoroughness import one_in
from worked import problem_file

from exactnb.errors import InputError
from exactnb.scale.counting import frames
from exactnb.scale.counting.engines import OpenedFrame, narwhals, open_frame
from exactnb.scale.counting.frame_scores import label_frame, score_frame
from exactnb.scale.counting.frames import count_frame
from exactnb.scale.counting.integer_scores import IntegerModel
from exactnb.scale.counting.tally import Tally

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support:FutureWarning")
every_engine = one_in(2, "engine", ENGINES)
SMOOTHINGS = (Fraction(1), Fraction(1, 7), Fraction(0))


def but_few_by_spark(cases: Iterable[Any], apart: int) -> list[Any]:
    """Return cases for each engine; of Spark, to which each takes seconds, one in so many."""
    of_others = list(product(ENGINES[:-1], cases))
    (spark,) = ENGINES[-1].values
    few = [pytest.param(spark, case, marks=ENGINES[-1].marks) for case in list(cases)[1::apart]]
    return [*(pytest.param(*case) for case in of_others), *few]


session = pytest.fixture(scope="session", autouse=True)(stop_spark)


def tennis() -> list[dict[str, Any]]:
    with problem_file("play_tennis").with_suffix(".csv").open(encoding="utf-8") as lines:
        return [{**row, "day": at} for at, row in enumerate(csv.DictReader(lines))]


def table_of(rows: Sequence[Any], **kinds: Any) -> pa.Table:
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    return pa.table({name: pa.array(cells, kinds.get(name)) for name, cells in columns.items()})


def check(engine: str, table: pa.Table, by_hand: ByHand, row: str, **how: Any) -> list[str]:
    """Count, score and label rows, compare all with what is found by hand; return the certificates."""
    frame = frame_of(engine, table)
    tally = count_frame(frame, by_hand.label, **by_hand.asked)
    assert tally == by_hand.tally() or list(tally.rows()) == list(by_hand.tally().rows())
    model = IntegerModel(tally, by_hand.smoothing, **how)
    names = [f"score_{k}" for k in range(len(by_hand.classes))]
    if by_hand.smoothing:
        scores = rows_of(score_frame(model, frame, row))
        found = {key: tuple(of[: len(names)]) for key, _, *of in scores}
        assert found == {of[row]: tuple(by_hand.scores(of, model.bits)) for of in by_hand.rows}
    labels = {key: (label, proof) for key, label, proof in rows_of(label_frame(model, frame, row))}
    assert labels.keys() == {of[row] for of in by_hand.rows}
    for of in by_hand.rows:
        winners, (label, proof) = by_hand.winners(of), labels[of[row]]
        assert label == (winners[0] if winners else None)
        assert (proof == "undefined") == (not winners)
        assert (proof == "tie") == (len(winners) > 1)
    return [proof for _, proof in labels.values()]


@one_in(12, ("engine", "smoothing"), but_few_by_spark([Fraction(1), Fraction(1, 3), Fraction(0)], 3))
def test_play_tennis(engine: str, smoothing: Fraction) -> None:
    """Fourteen days are counted, scored and labelled as by hand; with λ = 0 some factors are zero."""
    days = tennis()
    columns = [name for name in days[0] if name not in ("PlayTennis", "day")]
    by_hand = ByHand(days, "PlayTennis", columns=columns, smoothing=smoothing)
    assert set(check(engine, table_of(days), by_hand, "day")) == {"integers"}


TEXTS = (
    "Win CASH now! Don't wait: 2 prizes, 2 winners.",
    "  naïve café — ﬁne, ĳ ǅ İstanbul ıI straße ẞ K Å ſ",
    "Ωμέγα 日本語 текст",
    "line\nbreak\ttab\r\nnon\u00a0breaking\u2028separator\u200bzero",
    "a_b-c.d@e.org #win #",
    "𝐀𝟏 emoji 👩‍🔬win e\u0301 end\x00nul",
    "",
    " ",
    None,
    "win win win cash",
)


def mails(texts: Sequence[str | None] = TEXTS) -> list[dict[str, Any]]:
    labels = ("spam", "ham", "ham", "spam", "other")
    return [{"id": f"m{at}", "text": text, "class": labels[at % 5]} for at, text in enumerate(texts)]


@one_in(
    36,
    ("engine", "how"),
    but_few_by_spark([*product(["texts", "presence"], SMOOTHINGS)], 3),
    exhaustive=2,
)
def test_unicode_texts(engine: str, how: tuple[str, Fraction]) -> None:
    """Texts in all alphabets are cut alike; without a known word the prior decides, or absent words."""
    kind, smoothing = how
    given_texts: dict[str, Any] = {kind: ["text"]}
    by_hand = ByHand(mails(), "class", smoothing=smoothing, **given_texts)
    check(engine, table_of(mails()), by_hand, "id")


@every_engine
def test_texts_beside_values(engine: str) -> None:
    """The weights of values and of several texts are added up together."""
    rows = [
        {
            **mail,
            "title": TEXTS[at - 3],
            "sender": ["new", None, "known"][at % 3],
            "urgent": at % 4 == 0,
        }
        for at, mail in enumerate(mails())
    ]
    by_hand = ByHand(rows, "class", columns=["sender", "urgent"], texts=["text"], presence=["title"])
    check(engine, table_of(rows), by_hand, "id")


@every_engine
def test_missing_values(engine: str) -> None:
    """Null, an empty cell and a question mark are missing: counted as such, and no factor."""
    cells = ["x", None, "", "?", "y", "x", None, "na"]
    numbers = [1, None, 0, 2, None, 1, 1, -3]
    rows = [
        {
            "row": at,
            "cell": cell,
            "n": n,
            "none": None,
            "sure": (True, False, None)[at % 3],
            "y": "ab"[at % 2],
        }
        for at, (cell, n) in enumerate(zip(cells, numbers, strict=True))
    ]
    by_hand = ByHand(rows, "y", columns=["cell", "n", "none", "sure"])
    check(engine, table_of(rows, none=pa.string(), n=pa.int8()), by_hand, "row")


NAMES = (
    "a.b",
    "c0",
    "c1",
    "key",
    "word",
    "label",
    "row",
    'quo"te',
    "`tick`",
    "per %s {0}",
    "Größe x",
    "select",
)


@pytest.mark.exhaustive
@every_engine
def test_odd_names_of_columns(engine: str) -> None:
    """Dots, blanks, quotes, keywords and names that are used inside of engines are as others."""
    rows = [{name: f"v{(at * place) % 3}" for place, name in enumerate(NAMES, 1)} for at in range(12)]
    rows = [{**row, "Class": "xyz"[at % 3 // 2 + at % 2], "the row": at} for at, row in enumerate(rows)]
    by_hand = ByHand(rows, "Class", columns=NAMES)
    check(engine, table_of(rows), by_hand, "the row")


@every_engine
def test_names_that_differ_in_capitals(engine: str) -> None:
    """Columns that differ in capitals alone are two, also where an engine does not tell them."""
    rows = [{"id": at, "A": "xy"[at % 2], "y": "no" if at < 3 else "yes"} for at in range(5)]
    table = table_of(rows).append_column("a", pa.array(["u", "v", "v", "u", "v"]))
    frame = frame_of(engine, table)
    if engine == "duckdb":  # which renames them on the way in, but not in a query
        frame = frame.query("given", 'SELECT id, "A", y, a_1 AS a FROM given')
    counts = {
        name: [row.n for row in count_frame(frame, "y", columns=[name]).rows() if row.kind == "value"]
        for name in "Aa"
    }
    assert counts == {"A": [2, 1, 1, 1], "a": [1, 2, 1, 1]}


@every_engine
@pytest.mark.parametrize("kind", ["int64", "int32", "decimal128(10, 0)", "decimal128(38, 10)"])
def test_moments_up_to_their_bound(engine: str, kind: str) -> None:
    """Sums of squares of numbers below 2^31 units are exact, of decimals too."""
    unit = 10**10 if "38" in kind else 1
    parts = [2**31 - 1, -(2**31) + 1, 2**31 - 1, 1, 0, -1, 65536, 92681, None, 2**31 - 2, 2**30 + 1]
    cells = [p if p is None or unit == 1 else Decimal(p).scaleb(-10) for p in parts]
    rows = [{"x": x, "all": "one", "y": "ab"[at % 2]} for at, x in enumerate(cells)]
    arrow = eval(f"pa.{kind}" if "(" in kind else f"pa.{kind}()")  # a type of the list above
    by_hand = ByHand(rows, "y", columns=["all"], numbers=["x"])
    tally = count_frame(frame_of(engine, table_of(rows, x=arrow)), "y", **by_hand.asked)
    assert list(tally.rows()) == list(by_hand.tally().rows())


@every_engine
@one_in(6, "x", [2**31, -(2**31), 2**63 - 1, -(2**63), Decimal(2**31).scaleb(-2)])
def test_numbers_beyond_the_bound(engine: str, x: Any) -> None:
    """A number whose squares 64 bits might not hold is refused before anything is added up."""
    table = pa.table({"x": [x, None], "y": ["a", "b"]})
    with pytest.raises(InputError, match="column 'x': sums are exact of numbers below 2"):
        count_frame(frame_of(engine, table), "y", numbers=["x"])


NEAR = 119089041053696  # the product of smooth numbers, as is the next one


@every_engine
def test_near_ties(engine: str) -> None:
    """Scores that lie nearer than their bound are decided exactly, ties too."""
    sizes = (("class", "y", "a", None, 2 * NEAR + 1), ("class", "y", "b", None, 2 * NEAR + 1))
    values = [("value", "x", "a", "u", NEAR + 1), ("value", "x", "a", "v", NEAR)]
    values += [("value", "x", "b", "u", NEAR), ("value", "x", "b", "v", NEAR + 1)]
    model = IntegerModel(Tally.from_rows([*sizes, *values]))
    table = pa.table({"id": [3, 1, 2], "x": ["u", "v", None]})
    found = rows_of(label_frame(model, frame_of(engine, table), "id"))
    assert found == [(1, "b", "exact"), (2, "a", "tie"), (3, "a", "exact")]
    scores = rows_of(score_frame(model, frame_of(engine, table), "id"))
    assert [row[-1] for row in scores] == [-2, -2, -2]


@pytest.mark.exhaustive
@pytest.mark.parametrize("engine", ENGINES[:-1])
def test_parts_of_rows_do_not_matter(engine: str) -> None:
    """Rows in another order, and counted part by part, have the same counts and scores."""
    rows = mails() * 3
    rows = [{**row, "id": at} for at, row in enumerate(rows)]
    whole, turned = table_of(rows), table_of(rows[::-1])
    parts = [table_of(rows[:7]), table_of(rows[7:])]
    asked = {"texts": ["text"]}
    tally = count_frame(frame_of(engine, whole), "class", **asked)
    first, second = (
        count_frame(frame_of(engine, part), "class", part=str(at), **asked)
        for at, part in enumerate(parts)
    )
    assert tally.digest == (first + second).digest
    assert tally == count_frame(frame_of(engine, turned), "class", **asked)
    model, frame = IntegerModel(tally), frame_of(engine, turned)
    scores = score_frame(model, frame, "id")
    assert type(scores) is type(frame)
    assert rows_of(scores) == rows_of(score_frame(model, frame_of(engine, whole), "id"))


@one_in(24, ("engine", "kind"), but_few_by_spark(["columns", "numbers", "texts", "presence"], 2))
def test_what_an_engine_loses_is_found(engine: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts without any one of the groups that an engine gave are refused, whatever was counted."""
    rows = [{**mail, "x": at} for at, mail in enumerate(mails(TEXTS[:5]))]
    frame = frame_of(engine, table_of(rows))
    asked: dict[str, Any] = {kind: ["x" if kind in ("columns", "numbers") else "text"]}
    collected, answers, losses = OpenedFrame.fetched_rows, count(1), {}

    def losing(self: OpenedFrame, frames: Sequence[Any]) -> list[list[tuple[Any, ...]]]:
        found = [sorted(rows, key=repr) for rows in collected(self, frames)]
        if (lost := losses.get(next(answers))) is not None:
            del found[0][lost]
        return found

    whole = count_frame(frame, "class", **asked)
    monkeypatch.setattr(OpenedFrame, "fetched_rows", losing)
    assert list(count_frame(frame, "class", **asked).rows()) == list(whole.rows())
    for answer, row in ((1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (2, -1)):
        answers, losses = count(1), {answer: row}
        with pytest.raises(InputError, match=r"add up|no class|it lost some"):
            count_frame(frame, "class", **asked)


@every_engine
@pytest.mark.parametrize(("kind", "what"), [("texts", "47 of 68 signs"), ("presence", "1 of 2 texts")])
def test_a_text_that_an_engine_loses_is_found(
    engine: str, kind: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where all words of a text are gone, those that are left add up, and are too few."""
    rows = mails(TEXTS[:1] + TEXTS[4:6])
    rows = [{**row, "class": "spam"} for row in rows[:2]]
    ask = "count_words" if kind == "texts" else "count_presence"
    asking = getattr(frames, ask)

    def losing(rows: OpenedFrame, label: str, text: str) -> Any:
        kept = rows.frame.filter(narwhals().col(text) != "a_b-c.d@e.org #win #")
        return asking(replace(rows, frame=kept), label, text)

    monkeypatch.setattr(frames, ask, losing)
    asked: dict[str, Any] = {kind: ["text"]}
    with pytest.raises(InputError, match=f"class 'spam': the engine gave {what}; it lost some"):
        count_frame(frame_of(engine, table_of(rows)), "class", **asked)


@every_engine
@one_in(
    8,
    ("asked", "message"),
    [
        (
            {"columns": ["x"]},
            "column 'x': expected text, whole numbers of up to 64 bits or truth values",
        ),
        ({"numbers": ["x"]}, "column 'x': expected whole numbers or decimals; got Float64"),
        ({"columns": ["d"]}, "column 'd': expected text, whole .* got Date"),
        ({"numbers": ["v"]}, "column 'v': expected whole numbers or decimals; got String"),
        ({"texts": ["w"]}, "column 'w': expected text; got Int64"),
        ({"columns": ["vv"]}, r"there is no column 'vv' \(did you mean 'v'\?\)"),
        ({"columns": ["v"], "texts": ["v"]}, "column 'v' is asked for twice"),
        ({"columns": ["v"], "label": "h"}, "column 'h': a row has no class"),
    ],
)
def test_refusals(engine: str, asked: dict[str, Any], message: str) -> None:
    """What is no exact count is refused with its column: floats, dates, rows without a class."""
    from datetime import date

    rows = [
        {"x": 0.5, "d": date(2026, 1, at), "v": "u", "w": at, "h": None if at > 1 else "a", "y": "b"}
        for at in (1, 2)
    ]
    with pytest.raises(InputError, match=message):
        count_frame(frame_of(engine, table_of(rows)), **{"label": "y", **asked})


@every_engine
def test_refusals_of_rows_that_are_scored(engine: str) -> None:
    """Values that were never counted, names twice or missing, and scores beyond 64 bits are refused."""
    rows = [{"id": at, "v": "uv"[at % 2], "t": "a b", "y": "pq"[at % 2]} for at in range(4)]
    model = IntegerModel(count_frame(frame_of(engine, table_of(rows)), "y", columns=["v"], texts=["t"]))
    new = [{**rows[0], "v": "w", "t": "unknown words"}, rows[1]]
    with pytest.raises(InputError, match="column 'v': 'w' was never counted; there are u, v"):
        label_frame(model, frame_of(engine, table_of(new)), "id")
    skipped = label_frame(model, frame_of(engine, table_of(new)), "id", unseen="skip")
    assert rows_of(skipped) == [(0, "p", "tie"), (1, "q", "integers")]
    values = IntegerModel(count_frame(frame_of(engine, table_of(rows)), "y", columns=["v"]))
    with pytest.raises(InputError, match="column 'id': '3' is there twice; each row needs a name"):
        label_frame(values, frame_of(engine, table_of([{**row, "id": 3} for row in rows])), "id")
    for ids, message in (([1, 1], "twice"), ([None, 1], "1 rows have no name")):
        table = table_of([{**row, "id": at} for row, at in zip(new, ids, strict=True)])
        with pytest.raises(InputError, match=message):
            label_frame(model, frame_of(engine, table), "id", unseen="skip")
    long = table_of([{**rows[0], "t": "a " * 20_000}])
    with pytest.raises(InputError, match=r"bits: scores of up to 2.* might leave 64 bits; take fewer"):
        score_frame(IntegerModel(model.tally, bits=52), frame_of(engine, long), "id")


@every_engine
def test_floats_that_an_engine_gives_are_refused(engine: str) -> None:
    """Whatever an engine makes of whole numbers: a count that came back as a float is none."""
    rows = open_frame(frame_of(engine, pa.table({"x": [1.0]})), ["x"])
    with pytest.raises(InputError, match="the engine gave binary floats as 'c0'; counts are whole"):
        rows.fetched_rows([rows.frame])


def test_what_is_no_frame_is_refused() -> None:
    """Other libraries are told which are counted on, and those of Dask how they are counted."""
    dask = type("DataFrame", (), {"__module__": "dask.dataframe.core", "columns": []})
    for frame, message in (
        ([{"y": "a"}], "expected a frame, got list; pandas, Polars, PyArrow, DuckDB and Spark are"),
        (dask(), "Dask is left out: count its partitions one by one, and merge what was counted"),
    ):
        with pytest.raises(InputError, match=message):
            count_frame(frame, "y")


def test_categories_without_names_are_refused() -> None:
    """Intervals, which are structures to PyArrow, are refused in a line that names their column."""
    intervals = pd.DataFrame({"x": pd.cut([1, 2, 3, 4], 2), "y": ["p", "q", "q", "p"]})
    for frame in (intervals, pa.Table.from_pandas(intervals, preserve_index=False)):
        with pytest.raises(InputError, match=r"column 'x': (its categories|expected a name)") as error:
            count_frame(frame, "y")
        assert "\n" not in str(error.value)
