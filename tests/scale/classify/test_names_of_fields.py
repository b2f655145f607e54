"""Labels by counts, by rows and by a solution are the same, whatever the fields are called."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from thoroughness import law

from exactnb.errors import InputError
from exactnb.explain.solution.solution import solve
from exactnb.interfaces.cli import main
from exactnb.scale.classify.by_counts import LabellingByCounts
from exactnb.scale.classify.fields import RecordSource
from exactnb.scale.classify.labelling import Labelling
from exactnb.scale.classify.learning import tally_of
from exactnb.scale.counting.as_problem import problem_of
from exactnb.scale.counting.frame_scores import label_frame
from exactnb.scale.counting.frames import count_frame
from exactnb.scale.counting.integer_scores import IntegerModel
from exactnb.scale.counting.parquet import parquet_bytes, read_counts_file
from exactnb.scale.counting.texts_in_engines import UNICODE, splitter
from exactnb.scale.explaining.exact_model import explain_record

NAMES = (
    *("text", "class", "label", "id", "body", "play", "Text", "TEXT", "win", "spam", "rain", "x", "d"),
    *("kind", "n", "sum", "feature", "value", "a,b", "a=b", "P(x)", 'quo"te', "é", "_", "1"),
)
ROLES = ("label", "text", "id", "sky", "size", "extra")
ROWS = (
    ("spam", "win cash", "r1", "rain", "1.5", "u"),
    ("ham", "lunch noon", "r2", "", "-2", "v"),
    ("ham", "noon", "r3", "sun", ".25", "w"),
    ("spam", "WIN café, now", "r4", "sun", "1e2", "u"),
)
ASKED = (
    ("spam", "win cash", "q1", "rain", "3", "x"),
    ("", "unknown words", "q2", "", "", "y"),
    ("ham", "", "q3", "sun", "0.1", "z"),
    ("ham", "noon CAFÉ", "q4", "rain", "-1", "u"),
)


def write(path: Path, fields: Sequence[str], rows: Sequence[Sequence[str]]) -> Path:
    """Write rows as the ending of a path says: JSON lines, or a table, packed or not."""
    packed = path.suffix == ".gz"
    ending = Path(path.stem).suffix if packed else path.suffix
    out = io.StringIO()
    if ending == ".jsonl":
        out.writelines(json.dumps(dict(zip(fields, row, strict=True))) + "\n" for row in rows)
    else:
        writer = csv.writer(out, delimiter="\t" if ending == ".tsv" else ",")
        writer.writerows([fields, *rows])
    data = out.getvalue().encode()
    path.write_bytes(gzip.compress(data) if packed else data)
    return path


@dataclass(frozen=True)
class Case:
    """Files of records and what their fields are called."""

    names: dict[str, str]
    orders: tuple[tuple[str, ...], tuple[str, ...]]
    endings: tuple[str, str]
    family: str
    features: frozenset[str]

    def kept(self, roles: Sequence[str]) -> list[str]:
        own = self.features | {"label", "id"}
        own |= {"extra"} if own & {"text", "sky"} else set()  # beside numbers alone it is a category
        return [role for role in roles if role in own]

    def file(self, folder: Path, at: int, rows: Sequence[Sequence[str]]) -> Path:
        roles = self.kept(self.orders[at])
        cells = [[row[ROLES.index(role)] for role in roles] for row in rows]
        named = [self.names[role] for role in roles]
        return write(folder / f"{at}{self.endings[at]}", named, cells)

    def columns(self, role: str) -> tuple[str, ...]:
        return (self.names[role],) if role in self.features else ()


@st.composite
def cases(draw: Any) -> Case:
    names: dict[str, str] = dict(zip(ROLES, draw(st.permutations(NAMES)), strict=False))
    features = frozenset(draw(st.sets(st.sampled_from(["text", "sky", "size"]), min_size=1)))
    if "text" not in features and "text" in names.values():  # which is a text where no other is named
        features |= {"text"}
    orders = [draw(st.permutations(ROLES)) for _ in range(2)]
    some = draw(st.sets(st.sampled_from(["label", "extra"])))
    orders[1] = [role for role in orders[1] if role not in some]
    ending = st.sampled_from([".csv", ".tsv", ".jsonl", ".csv.gz"])
    endings = draw(ending), draw(ending)
    family = draw(st.sampled_from(["multinomial", "bernoulli"]))
    return Case(names, (tuple(orders[0]), tuple(orders[1])), endings, family, features)


def told(labelling: Labelling) -> list[tuple[Any, ...]]:
    found = labelling.labels(posteriors=True)
    return [(one.id, one.winners, one.certificate, one.expected, one.posteriors) for one in found]


@law(8, exhaustive=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cases())
def test_three_doors_give_the_same_labels(tmp_path: Path, case: Case) -> None:
    """By counts of a file, by its rows and by a solution; an explanation has the same lines."""
    names, numbers, categories = case.names, case.columns("size"), case.columns("sky")
    said = {"label": names["label"], "id": names["id"]}
    text = names["text"] if "text" in case.features else ""
    train = RecordSource(case.file(tmp_path, 0, ROWS), text=text, **said)
    test = RecordSource(case.file(tmp_path, 1, ASKED), id=names["id"])
    by_rows = Labelling(
        train, replace(test, text=text), case.family, numbers=numbers, categories=categories
    )
    counts = tmp_path / "a.parquet"
    counts.write_bytes(parquet_bytes(tally_of([train], case.family, numbers, categories)))
    tally = read_counts_file(counts)
    by_counts = LabellingByCounts.from_tally(counts, tally, test)
    labels = told(by_rows)
    assert told(by_counts) == labels
    assert [of[0] for of in labels] == [row[2] for row in ASKED]
    holds = {names[role]: ROLES.index(role) for role in case.kept(case.orders[1])}
    free = (names["label"], *({"class", "label"} - {text, *numbers, *categories, names["id"]}))
    known = next((holds[name] for name in free if name in holds), None)
    assert [of[3] for of in labels] == ["" if known is None else row[known] for row in ASKED]
    lines = [str(explain_record(each, "q1")).splitlines() for each in (by_rows, by_counts)]
    assert sorted(lines[0]) == sorted(lines[1])
    if text and "win" in (*numbers, *categories):
        with pytest.raises(InputError, match="feature 'win': is a column and a word of the texts"):
            problem_of(tally, smoothing=1)
        return
    problem = problem_of(tally, smoothing=1)
    for row, (_, winners, *_) in zip(ASKED, labels, strict=True):
        cells = {names[role]: row[ROLES.index(role)] for role in case.features}
        shown = {name: cell for name, cell in cells.items() if cell or name == text}
        if text:
            shown[text] = " ".join(splitter(UNICODE)(shown[text]))
        assert problem.decide(shown) == winners


def lines_of(name: str, *records: dict[str, Any]) -> None:
    Path(name).write_text("".join(json.dumps(record) + "\n" for record in records))


@pytest.fixture
def mails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in a folder with three mails, whose text is called body, and counts of them."""
    monkeypatch.chdir(tmp_path)
    texts = (("spam", "win cash"), ("ham", "lunch noon"), ("ham", "noon"))
    lines_of("r.jsonl", *({"label": label, "body": text} for label, text in texts))
    assert main(["count", "r.jsonl", "--text", "body", "-o", "r.parquet"]) == 0


@pytest.mark.usefixtures("mails")
def test_counts_say_what_texts_are_called(capsys: pytest.CaptureFixture[str]) -> None:
    """Of win cash the posterior is 49/67, counted with --text body and labelled without."""
    lines_of("new.jsonl", {"body": "win cash"})
    assert main(["classify", "--model", "r.parquet", "new.jsonl", "--posteriors", "--to", "jsonl"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["label"], found["posteriors"]["spam"]) == ("spam", 49 / 67)
    problem = problem_of(read_counts_file(Path("r.parquet")), "body=win cash", smoothing=1)
    assert solve(problem)["P(spam|x)"] == Fraction(49, 67)


WITHOUT = ({"body": "win", "label": "ham", "id": "a"}, {"text": "win", "label": "spam", "id": "b"})


@pytest.mark.usefixtures("mails")
@pytest.mark.parametrize(
    "command",
    [
        "classify --model r.parquet {}",
        "classify --model r.parquet {} --explain b",
        "classify --train r.jsonl --text body --test {}",
        "classify --train {} --text body --test r.jsonl",
        "classify --train {} --text body --leave-one-out",
        "count {} --text body -o c.parquet",
    ],
)
def test_a_record_without_the_text_is_refused(capsys: pytest.CaptureFixture[str], command: str) -> None:
    """Wherever it stands, it is named, with the field that it lacks; a text that is null is empty."""
    lines_of("one.jsonl", *WITHOUT)
    assert main(command.format("one.jsonl").split()) == 2
    missing = "there is no field 'body' (did you mean 'text'?); there are text, label, id"
    assert capsys.readouterr() == ("", f"exactnb: one.jsonl: record b: {missing}\n")
    lines_of("null.jsonl", WITHOUT[0], {"body": None, "label": "ham", "id": "b"})
    assert main(command.format("null.jsonl").split()) == 0


def test_a_column_may_be_called_text_beside_texts_of_another_name(tmp_path: Path) -> None:
    """A query has both: 1/2·1/3·(1/3)² and 1/2·2/3·(2/3)²."""
    rows = [("yes", "now", "a"), ("no", "then", "b")]
    path = write(tmp_path / "a.csv", ("text", "body", "class"), rows)
    tally = tally_of([RecordSource(path, text="body")], categories=("text",))
    problem = problem_of(tally, "text=no, body=then then", smoothing=1)
    found = solve(problem)
    assert (found["P(a,x)"], found["P(b,x)"]) == (Fraction(1, 54), Fraction(4, 27))


def test_an_id_may_be_a_feature(tmp_path: Path) -> None:
    """A column that was counted is a cell still where it names the records."""
    rows = [("1", "rain", "a"), ("2", "sun", "b"), ("3", "sun", "b")]
    path = write(tmp_path / "a.csv", ("day", "sky", "class"), rows)
    tally = tally_of([RecordSource(path)], categories=("sky",))
    found = LabellingByCounts.from_tally(path, tally, RecordSource(path, id="sky")).labels()
    assert [(one.id, one.label) for one in found] == [("rain", "a"), ("sun", "b"), ("sun", "b")]


def test_another_mark_of_what_is_missing_is_refused_where_counts_have_it(tmp_path: Path) -> None:
    """With --missing NA a question mark is a value of rows; no counts could tell it from a hole."""
    path = write(tmp_path / "a.csv", ("sky", "class"), [("NA", "a"), ("?", "b"), ("x", "b")])
    told = "record 2, column 'sky': '\\?' marks what is missing in counts; add it to --missing"
    with pytest.raises(InputError, match=told):
        tally_of([RecordSource(path, missing=("NA",))])
    assert tally_of([RecordSource(path, missing=("NA", "?"))]).classes == {"a": 1, "b": 2}


@pytest.mark.parametrize("text", ["body", "text", "class", "id"])
def test_counts_of_frames_are_read_by_their_names(tmp_path: Path, text: str) -> None:
    """Of texts that a frame of Parquet holds, labels of records are those that the engine proves."""
    sky, label = [name for name in ("class", "id", "label") if name != text][:2]
    rows = [("win cash", "rain", "spam", 1), ("lunch", "sun", "ham", 2), ("noon win", "sun", "ham", 3)]
    written = pl.DataFrame(rows, schema=[text, sky, label, "row"], orient="row")
    written.write_parquet(tmp_path / "a.parquet")
    written.write_ndjson(tmp_path / "a.jsonl")
    frame = pl.read_parquet(tmp_path / "a.parquet")
    tally = count_frame(frame, label, texts=[text], columns=[sky])
    by_engine = label_frame(IntegerModel(tally), frame, "row")["label"].to_list()
    found = LabellingByCounts.from_tally(
        tmp_path, tally, RecordSource(tmp_path / "a.jsonl", id="row")
    ).labels()
    assert [one.label for one in found] == by_engine


SHY = ({"play": "no"}, {"play": "yes", "sky": "rain"})
LATE = ({"label": "ham"}, {"text": "win cash", "label": "spam"}, {"text": "lunch", "label": "ham"})
WAY = "; --text, --categories and --numbers say which are counted"
HOSTILE = {
    "a text": (LATE, "", f"record 2: the first record has no field 'text'{WAY}"),
    "a column": (SHY, "", f"record 2: the first record has no field 'sky'{WAY}"),
    "a column beside numbers": (
        ({"n": 1, "k": "a"}, {"n": 2, "m": 3, "k": "b"}, {"n": 3, "k": "a"}), " --label k --numbers n",
        f"record 2: the first record has no field 'm'{WAY}",
    ),
    "a name that is empty": (
        ({"": "rain", "play": "no"},), "", "line 1: a key is empty; each column has a name",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", HOSTILE)
@pytest.mark.parametrize("command", ["count {} -o c.parquet", "classify --train {} --test {}"])
def test_fields_that_differ_between_records_are_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    case: str,
    command: str,
) -> None:
    """Where all fields are counted, one that the first record lacks was left out of the model."""
    monkeypatch.chdir(tmp_path)
    records, more, told = HOSTILE[case]
    lines_of("a.jsonl", *records)
    assert main((command.format("a.jsonl", "a.jsonl") + more).split()) == 2
    assert capsys.readouterr().err == f"exactnb: a.jsonl: {told}\n"


def test_a_field_that_is_not_counted_may_come_and_go(tmp_path: Path) -> None:
    """Beside texts, and of records that are labelled, other fields do not matter."""
    train = tmp_path / "a.jsonl"
    train.write_text('{"text":"win","label":"a"}\n{"lang":"en","text":"lunch","label":"b"}\n')
    test = tmp_path / "b.jsonl"
    test.write_text('{"text":"win"}\n{"text":"lunch","size":3}\n')
    found = Labelling(RecordSource(train), RecordSource(test)).labels()
    assert [one.label for one in found] == ["a", "b"]


@pytest.mark.parametrize(
    ("numbers", "categories"),
    [
        *((numbers, ()) for numbers in [(), ("x",), ("*",), ("x", "*")]),
        *((numbers, ("sky",)) for numbers in [("*",), ("x", "*")]),
        *((numbers, ("*",)) for numbers in [(), ("x",)]),
        *((numbers, ("sky", "*")) for numbers in [(), ("x",)]),
    ],
)
def test_the_star_takes_in_a_field_of_its_name(
    tmp_path: Path, numbers: tuple[str, ...], categories: tuple[str, ...]
) -> None:
    """`*` stands for all fields that are not named, one that is called `*` among them."""
    rows = [("1", "u", "0", "a"), ("3", "u", "1", "a"), ("4", "v", "1", "b"), ("7", "u", "3", "b")]

    def found(name: str) -> tuple[Any, ...] | str:
        """Return the labels where a field has a name, and what was counted of it."""
        source = RecordSource(write(tmp_path / "t.csv", (name, "sky", "x", "class"), rows))
        try:
            labels = told(Labelling(source, source, numbers=numbers, categories=categories))
            counts = tally_of([source], "", numbers, categories).features
        except InputError as error:
            return str(error).replace(f"'{name}'", "'any'")
        return labels, ["any" if column == name else column for column in counts], [*counts.values()]

    assert found("*") == found("y")
