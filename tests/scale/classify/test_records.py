"""Records one by one: how files are read, what becomes of the fields, and how decisions are written."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import random
import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest
from thoroughness import all_of, one_in

from exactnb.core.conventions import Conventions
from exactnb.core.data import cells as cells_room
from exactnb.errors import InputError
from exactnb.scale.classify import fields as fields_room
from exactnb.scale.classify.encoding import Encoding
from exactnb.scale.classify.fields import RecordBlock, RecordSource, read_fields
from exactnb.scale.classify.labelling import Labelling
from exactnb.scale.classify.learning import Learner
from exactnb.scale.classify.results import DecisionCounts, Labelled, csv_lines, json_lines
from exactnb.scale.classify.vocabulary import Vocabulary
from exactnb.scale.logspace.parts import Blocks
from exactnb.scale.logspace.readings import Readings

SAME = [
    {"id": "m1", "text": 'Free "money", now', "class": "spam"},
    {"id": "m2", "text": "übermorgen\u2028mittag", "class": "ham"},
]
LINES = "".join(json.dumps(row) + "\n" for row in SAME).encode()
CSV = 'id,text,class\nm1,"Free ""money"", now",spam\nm2,übermorgen\u2028mittag,ham\n'.encode()
TSV = 'id\ttext\tclass\nm1\tFree "money", now\tspam\nm2\tübermorgen\u2028mittag\tham\n'.encode()
PACKERS = {"": bytes, ".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}
FORMS = {
    "a.jsonl": LINES,
    "marked.NDJSON": b"\xef\xbb\xbf" + LINES.replace(b"\n", b"\r\n\r\n"),
    "open.jsonl": "\n".join(json.dumps(row, ensure_ascii=False) for row in SAME).encode(),
    "a.csv": CSV,
    "marked.csv": b"\xef\xbb\xbf" + CSV.replace(b"\n", b"\r\n\r\n"),
    "spaced.csv": CSV.replace(b",ham", b" , ham "),
    "a.tsv": TSV,
    "open.TSV": TSV[:-1].replace(b"\n", b"\r\n"),
}


class Record(NamedTuple):
    id: str
    label: str
    text: str
    cells: Mapping[str, str]


def block_of(*records: Record) -> RecordBlock:
    return RecordBlock(*map(list, zip(*records, strict=True)))


def record(label: str = "k", text: str = "", at: str = "1", **cells: str) -> Record:
    return Record(at, label, text, cells)


def records(source: RecordSource) -> list[Record]:
    """Return the records of all blocks."""
    found = []
    for block in source.blocks():
        for row, (one, label, text) in enumerate(
            zip(block.ids, block.labels, block.texts, strict=True)
        ):
            cells = {name: block.column(name)[row] for name in block.present_columns(row)}
            found.append(Record(one, label, text, cells))
    return found


def learnt(found: list[Record], *, text: bool = False, family: str = "multinomial", **more) -> Encoding:
    """Return the encoding of some records, with numbers and categories as given."""
    learner = Learner(family if text else "", **more)
    learner.learn(block_of(*found))
    return learner.encoding()


def shown(rows: Blocks) -> list[list[object]]:
    """Return the cells of rows, their blocks side by side."""
    parts = [
        [[block.number(at)] for at in range(block.shape[0])]
        if isinstance(block, Readings)
        else (block.toarray() if hasattr(block, "toarray") else block).tolist()
        for block in rows
    ]
    return [[cell for part in row for cell in part] for row in zip(*parts, strict=True)]


@one_in(4, "packing", PACKERS)
@pytest.mark.parametrize("name", FORMS)
def test_all_forms_say_the_same(tmp_path: Path, packing: str, name: str) -> None:
    """JSON lines, CSV and tabs, packed or not, with a BOM, CRLF and empty lines, give one result."""
    path = tmp_path / (name + packing)
    path.write_bytes(PACKERS[packing](FORMS[name]))
    assert [dict(row) for row in read_fields(path)] == SAME


def test_a_folder_has_a_class_in_each_subfolder(tmp_path: Path) -> None:
    """Files come in order; hidden ones and deeper folders are passed over; a flat file has no class."""
    for name in ("b/2", "b/10", "a/1.txt", "b/.x", "_c/1", ".d/1", "a/deep/1", "top"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"text of {name}")
    found = [(one.id, one.label, one.text, dict(one.cells)) for one in records(RecordSource(tmp_path))]
    expected = [("a/1.txt", "a"), ("b/10", "b"), ("b/2", "b"), ("top", "")]
    assert found == [(name, label, f"text of {name}", {}) for name, label in expected]


FOUND = [
    ({"a": "1", "class": "k", "b": "2"}, {}, ("class", "", "")),
    ({"label": "k", "text": "t", "id": "7"}, {}, ("label", "text", "id")),
    ({"label": "k", "class": "l", "x": "1"}, {}, ("class", "", "")),
    ({"x": "1", "kind": "k"}, {}, ("kind", "", "")),
    ({"kind": "k", "id": "7", "text": "t"}, {}, ("kind", "text", "id")),
    ({"class": "k", "body": "t", "nr": "7"}, {"text": "body", "id": "nr"}, ("class", "body", "nr")),
    ({"text": "t", "class": "k"}, {"label": "text"}, ("text", "", "")),
]


@all_of(("row", "named", "expected"), FOUND)
def test_fields_are_found_by_their_names(tmp_path: Path, row, named, expected) -> None:
    """The class is under class, label, or last; text and id are found; what is named goes first."""
    (tmp_path / "a.jsonl").write_text(json.dumps(row))
    source = RecordSource(tmp_path / "a.jsonl", **named)
    assert (source.label_field, source.text_field, source.id_field) == expected
    (one,) = records(source)
    assert (one.label, one.text) == (row[expected[0]], row.get(expected[1], ""))
    assert (one.id, set(one.cells)) == (row.get(expected[2], "1"), set(row) - set(expected))


def test_values_in_json_are_names(tmp_path: Path) -> None:
    """Numbers keep their characters, true is a name, and null and a question mark are no value."""
    path = tmp_path / "a.jsonl"
    path.write_text('{"a": 0.10, "b": 7, "c": 1E400, "d": true, "e": null, "class": "?"}\n')
    (one,) = records(RecordSource(path))
    assert one == Record("1", "", "", {"a": "0.10", "b": "7", "c": "1E400", "d": "true", "e": ""})


@one_in(12, "limit", [1, 2, 3])
@pytest.mark.parametrize("name", ["_RECORDS", "_OF_BLOCK"])
@pytest.mark.parametrize("left_out", [False, True])
def test_blocks_change_nothing(tmp_path, monkeypatch, limit: int, name: str, left_out: bool) -> None:
    """Blocks of 1, 2, 3 records, or of so many characters, give the same labels, proofs and tally."""
    dice, path = random.Random(3), tmp_path / "a.csv"
    lines = ["text,x,c,class"]
    for _ in range(20):
        text = " ".join(dice.choices(["aa", "bb", "cc"], k=dice.randrange(4)))
        lines.append(f"{text},{dice.randrange(5)},{dice.choice('uvw')},{dice.choice('kl')}")
    path.write_text("\n".join(lines))

    def run() -> tuple[object, ...]:
        test = None if left_out else RecordSource(path)
        found = Labelling(RecordSource(path), test, numbers=("x",), categories=("c",))
        return list(found.labels()), found.tally(), found.choices_in_words(), found.classifier.sizes

    whole = run()
    monkeypatch.setattr(fields_room, name, limit)
    monkeypatch.setattr(cells_room, "_AT_ONCE", 1)  # no line is read ahead of its record
    assert len(list(RecordSource(path).blocks())) > 6
    assert run() == whole


def test_a_record_has_a_largest_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A longer line, cell or file is refused with its place, and Python's own limit is put back."""
    monkeypatch.setattr(fields_room, "_LARGEST", 50)
    before = csv.field_size_limit()
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/long").write_text("y" * 60)
    (tmp_path / "a.jsonl").write_text('{"class": "k"}\n' + " " * 60)
    (tmp_path / "a.csv").write_text("x,class\n" + "y" * 60 + ",k\n")
    for name, place in (("folder", "long"), ("a.jsonl", "line 2"), ("a.csv", "line 2")):
        with pytest.raises(InputError, match=f"{name}: {place}: "):
            list(read_fields(tmp_path / name))
    assert csv.field_size_limit() == before


# What becomes of a record


def test_rows_hold_words_then_categories_then_numbers() -> None:
    """Words are counted, categories have the place of their first sight, numbers are as written."""
    found = [
        record("l", "the cat the", color="red", x="2.5"),
        record("k", "a dog", color="", x="0.25"),
        record("k", "The DOG", color="blue", x="-1e1"),
    ]
    encoding = learnt(found, text=True, numbers=["x"], categories=["color"])
    assert (encoding.classes, encoding.vocabulary) == (("k", "l"), Vocabulary(("cat", "dog", "the")))
    expected = [[1, 0, 2, 0, Fraction(5, 2)], [0, 1, 0, -1, Fraction(1, 4)], [0, 1, 1, 1, -10]]
    assert shown(encoding.rows(block_of(*found))) == expected
    parts = encoding.parts(Conventions(smoothing="1/2", epsilon="1/3"))
    kinds = [(part.kind, part.columns.start, part.columns.stop, part.amount) for part in parts]
    assert kinds == [
        ("multinomial", 0, 3, Fraction(1, 2)),
        ("categorical", 3, 4, Fraction(1, 2)),
        ("gaussian", 4, 5, Fraction(1, 3)),
    ]
    binary = learnt(found, text=True, family="bernoulli").rows(block_of(*found))
    assert shown(binary) == [[1, 0, 1], [0, 1, 0], [0, 1, 1]]


def test_the_exact_model_has_the_numbers_as_written(tmp_path: Path) -> None:
    """Sums of decimals are those of the file: 2.5 + 0.25, and their squares."""
    path = tmp_path / "a.csv"
    path.write_text("x,class\n2.5,k\n0.25,k\n-10,l\n3,l\n")
    found = Labelling(RecordSource(path), RecordSource(path), numbers=("x",))
    moments = found.encoding.exact_counts(found.classifier).moments
    assert moments[("x",), "k"] == Fraction(11, 4)
    assert moments[("x", "x"), "k"] == Fraction(25, 4) + Fraction(1, 16)
    assert moments[("x", "x"), "l"] == 109


def test_an_unseen_category_is_refused_or_dropped() -> None:
    """A category that training never showed is an error with a near match, or as if it were missing."""
    found = [record(color="red"), record("l", color="blue")]
    with pytest.raises(
        InputError, match=r"record 9, column 'color': 'rad' was .* \(did you mean 'red'"
    ):
        learnt(found).rows(block_of(record(at="9", color="rad")))
    kept, asked = learnt(found, unseen="drop"), [record(color="rad"), record(color=""), record()]
    assert shown(kept.rows(block_of(*asked))) == [[-1], [-1], [-1]]
    assert [kept.observation(block_of(one)).cells for one in asked] == [{}, {}, {}]


# What is written


def decided(label: str, *more: str, expected: str = "", at: str = "1") -> Labelled:
    certificate = "tie" if more else "float64" if label else "undefined"
    return Labelled(at, tuple(filter(None, (label, *more))), certificate, expected)


def test_labels_can_be_read_back() -> None:
    """JSON lines give back every character; CSV has one row for each record, and no formula."""
    hostile = ["=1+1", "+1", "@A1", "\x1b[31m", "a\nb", "a,b", 'q"q', "ünï", "\u202e", "\tx", "\r", "%"]
    found = [decided(name, expected=name, at=name) for name in hostile]
    found += [decided("k", "l", at="t"), decided("", at="u")]
    lines = list(map(json.loads, "".join(json_lines(found)).splitlines()))
    assert [line["label"] for line in lines] == [*hostile, "k", None]
    assert [line["id"] for line in lines] == [*hostile, "t", "u"]
    assert lines[-2]["winners"] == ["k", "l"]
    text = "".join(csv_lines(found))
    assert all(c.isprintable() or c == "\n" for c in text)
    rows = list(csv.reader(io.StringIO(text), strict=True))
    assert [len(row) for row in rows] == [5] * (len(found) + 1)
    assert not [cell for row in rows for cell in row if cell.startswith(tuple("=+-@%"))]
    assert rows[-2:] == [["t", "k", "tie", "k|l", ""], ["u", "", "undefined", "", ""]]


@all_of("number", [1, 2, 26])
@all_of("longer", [0, 90])
@all_of("large", [1, 123_456_789])
def test_the_confusion_table_keeps_its_width(number: int, longer: int, large: int) -> None:
    """No line is wider than 80, and each row of counts is there once, whole, in its parts."""
    classes = tuple(f"{at:02}" + "x" * longer for at in range(number))
    pairs = {(k, other): large + at for at, k in enumerate(classes) for other in classes}
    tally = DecisionCounts(classes, Counter(float64=sum(pairs.values())), Counter(pairs))
    lines = tally.text(80).splitlines()
    assert max(map(len, lines)) <= 80
    for at, label in enumerate(classes):
        parts = [line.split()[2:] for line in lines if re.match(rf" +{at + 1} {label[:2]}", line)]
        assert [cell for part in parts for cell in part] == [f"{large + at:,}"] * number
    assert json.loads(tally.json())["right"] == tally.right_count == sum(pairs[k, k] for k in classes)


@all_of("name", ["0/0", "?", "+", "-", "None", " ", "undefined", "float64", "a" * 500])
def test_a_class_may_be_called_anything(name: str) -> None:
    """Names that mean something elsewhere are classes like others: 2 of 3 are right, a tie is not."""
    tally = DecisionCounts((name, "other"))
    for expected in (name, name, "other"):
        tally.add(decided(name, expected=expected))
    tally.add(decided(name, "other"))
    assert (tally.record_count, tally.right_count, tally.known_class_count, tally.tied_with) == (
        4,
        2,
        3,
        0,
    )
    assert json.loads(tally.json())["confusion"][name] == {name: 2}
    assert "2 of 3 right: 66.67 %" in tally.text(80)


@all_of("name", ["tie", "undefined", "0/0", "k"])
def test_ties_and_undefined_records_have_columns_of_their_own(name: str) -> None:
    """A tie is no decision for its class, whatever that is called, nor is 0/0."""
    tally = DecisionCounts((name, "other"))
    tally.add(decided(name, "other", expected=name))
    tally.add(decided("", expected=name))
    tally.add(decided("other", expected=name))
    assert (tally.record_count, tally.right_count, tally.known_class_count, tally.tied_with) == (
        3,
        0,
        3,
        1,
    )
    head, row = tally.text(80).splitlines()[-2:]
    assert head.split()[-4:] == ["1", "2", "tie", "0/0"]
    assert row.split()[-4:] == ["·", "1", "1", "1"]


def test_many_classes_are_told_by_what_is_confused_most() -> None:
    """Beyond forty classes there is no table, but a list of the pairs that are met most."""
    classes = tuple(f"class {at}" for at in range(60))
    tally = DecisionCounts(classes)
    for at in range(60):
        for _ in range(at):
            tally.add(decided(classes[at - 1], expected=classes[at]))
    lines = tally.text(80).splitlines()
    assert max(map(len, lines)) <= 80
    assert [line.split()[-1] for line in lines[-40:]] == [str(n) for n in range(59, 19, -1)]
    assert len(tally.json()) < 10_000
