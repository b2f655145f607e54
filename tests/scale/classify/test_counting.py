"""`exactnb count`, `merge`, `classify --model` and `solve --counts`: counts in the place of rows."""

from __future__ import annotations

import csv
import gzip
import json
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from commands import ran, refusal_of
from corpora import corpus, only_with_data
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from thoroughness import law, one_in
from worked import EXAMPLES

from exactnb.scale.classify.fields import RecordSource
from exactnb.scale.classify.learning import tally_of
from exactnb.scale.counting.features import Numbers, NumberSums, Presence, Values, Words
from exactnb.scale.counting.parquet import parquet_bytes, read_counts_file
from exactnb.scale.counting.tally import Tally, TallyPart

TENNIS = EXAMPLES / "play_tennis" / "play_tennis.csv"
GOLDEN = EXAMPLES / "play_tennis" / "play_tennis.json"
IRIS = EXAMPLES / "iris" / "iris.csv"
MIXED = (
    "sky,size,text,class\n"
    "rain,1.5,win money now,spam\n,-2,Lunch at two,ham\nsun,.25,win WIN café,ham\nsun,1e+2,,spam\n"
)
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs a command in an empty folder, and gives code, out and err."""
    monkeypatch.chdir(tmp_path)

    def exactnb(command: str, *more: str) -> tuple[int, str, str]:
        return ran(capsys, *command.split(), *more)

    return exactnb


EMPTY_TEXT = ": an empty text counts as one without words"
MISSING = "out, unless missing cells are values"


def done(found: tuple[int, str, str]) -> str:
    """Return what a command printed that was to succeed."""
    code, out, err = found
    assert code == 0
    assert all(line.endswith((EMPTY_TEXT, MISSING)) for line in err.splitlines()), err
    return out


def shards(path: Path, number: int, folder: Path) -> list[str]:
    """Deal the rows of a table to several files, and return their names."""
    head, *rows = path.read_text().splitlines()
    names = []
    for at in range(number):
        name = folder / f"{path.stem}{at}.csv"
        name.write_text("\n".join([head, *rows[at::number]]) + "\n")
        names.append(name.name)
    return names


def test_every_kind_of_field_is_counted(run: Run) -> None:
    """Categories, one of them missing, decimals exactly, words in lower case, and the file itself."""
    Path("mails.csv").write_text(MIXED)
    done(run("count mails.csv --numbers size --categories sky -o a.parquet"))
    tally = read_counts_file(Path("a.parquet"))
    assert (tally.label, tally.classes) == ("class", {"spam": 2, "ham": 2})
    assert [*tally.parts.values()] == [TallyPart("mails.csv", 4)]
    assert tally.features == {
        "sky": Values({"spam": {"rain": 1, "sun": 1}, "ham": {None: 1, "sun": 1}}),
        "size": Numbers(
            {
                "spam": NumberSums(2, Fraction(203, 2), Fraction(40009, 4)),
                "ham": NumberSums(2, Fraction(-7, 4), Fraction(65, 16)),
            }
        ),
        "text": Words(
            {
                "spam": {"win": 1, "money": 1, "now": 1},
                "ham": {"lunch": 1, "at": 1, "two": 1, "win": 2, "café": 1},
            },
            "unicode",
            {"spam": 3, "ham": 6},
        ),
    }
    done(run("count mails.csv --family bernoulli --categories sky -o b.parquet"))
    presence = read_counts_file(Path("b.parquet")).features["text"]
    assert isinstance(presence, Presence)
    assert presence.counts["ham"]["win"] == 1


def test_files_of_any_form_are_counted_alike(run: Run) -> None:
    """JSON lines, a packed table and a folder of texts have the same counts; each file is a part."""
    mails = [("spam", "win now"), ("ham", "lunch"), ("ham", "now lunch")]
    lines = "".join(json.dumps({"class": k, "text": text}) + "\n" for k, text in mails)
    Path("a.jsonl").write_text(lines)
    table = "class,text\n" + "".join(f"{k},{text}\n" for k, text in mails)
    Path("b.csv.gz").write_bytes(gzip.compress(table.encode()))
    for at, (label, text) in enumerate(mails):
        Path("c", label).mkdir(parents=True, exist_ok=True)
        Path("c", label, f"{at}.txt").write_text(text)
    for name in ("a.jsonl", "b.csv.gz", "c"):
        done(run(f"count {name} -o counts.parquet"))
        done(run(f"count {name} -o {name}.parquet"))
    tallies = [read_counts_file(Path(f"{name}.parquet")) for name in ("a.jsonl", "b.csv.gz", "c")]
    assert tallies[0].features == tallies[1].features == tallies[2].features
    done(run("count a.jsonl b.csv.gz c -o all.parquet"))
    assert read_counts_file(Path("all.parquet")) == tallies[0] + tallies[1] + tallies[2]


RECORDS = st.lists(
    st.tuples(
        st.sampled_from(["a", "b"]), st.sampled_from(["rain", "sun", ""]), st.integers(-99, 99),
        st.lists(st.sampled_from(["win", "now", "Café", "x"]), max_size=3).map(" ".join),
    ),
    min_size=1, max_size=9,
)  # fmt: skip


@law(10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(RECORDS, st.lists(st.integers(0, 9), max_size=3).map(sorted), st.booleans())
def test_counts_of_parts_are_those_of_all_rows(
    tmp_path: Path, records: list[tuple[str, str, int, str]], cuts: list[int], presence: bool
) -> None:
    """However rows are dealt to files, the counts add up to those of one file, in any order."""

    def source(name: str, rows: list[Any]) -> RecordSource:
        path = tmp_path / name
        with path.open("w", newline="") as file:
            csv.writer(file).writerows([("id", "sky", "size", "text", "class"), *rows])
        return RecordSource(path)

    numbered = [(at, *row[1:], row[0]) for at, row in enumerate([("a", "rain", 0, "now"), *records])]
    said = ("bernoulli" if presence else "", ("size",), ("sky",))
    whole = tally_of([source("all.csv", numbered)], *said)
    ends = pairwise([0, *cuts, len(numbered)])
    parts = [source(f"{a}.csv", numbered[a:b]) for a, b in ends if numbered[a:b]]
    assert tally_of(parts, *said).digest == tally_of(parts[::-1], *said).digest == whole.digest


@pytest.mark.exhaustive
def test_labels_by_counts_are_those_by_rows(run: Run) -> None:
    """Of tables in three shards, labels, certificates and posteriors are the same bytes."""
    for path, options in (
        (TENNIS, "--label PlayTennis"),
        (IRIS, "--numbers sepal_length,sepal_width,petal_length,petal_width"),
    ):
        names = shards(path, 3, Path())
        for name in names:
            done(run(f"count {name} {options} -o {name}.parquet"))
        done(run("merge -o all.parquet", *(f"{name}.parquet" for name in names)))
        asked = f"{path} --posteriors --to csv"
        for more in ("", " --smoothing 1/3 --prior uniform"):
            by_counts = done(run(f"classify --model all.parquet {asked}{more}"))
            by_rows = done(run(f"classify --train {path} --test {asked} {options}{more}"))
            assert by_counts == by_rows


def test_labels_of_texts_by_counts_are_those_by_rows(run: Run) -> None:
    """Words beside categories and numbers, as often as they stand, or in how many texts, or clipped."""
    Path("mails.csv").write_text(MIXED)
    Path("new.csv").write_text(
        "text,sky,size\nwin a café,sun,3\nunknown words,,7.125\n,rain,0.1\nlunch LUNCH,sun,-1e3\n"
    )
    beside = "--numbers size --categories sky"
    for options, more in (
        (f"{beside}", ""),
        (f"{beside} --family bernoulli", "--smoothing 1/2"),
        ("--family bernoulli", "--clip 1/100"),
        ("", "--smoothing 0"),
    ):
        done(run(f"count mails.csv {options} -o a.parquet"))
        asked = f"new.csv {more} --posteriors --to jsonl"
        by_counts = done(run(f"classify --model a.parquet {asked}"))
        assert by_counts == done(run(f"classify --train mails.csv --test {asked} {options}"))


def test_a_vocabulary_chooses_among_the_words(run: Run) -> None:
    """A list of words goes with counts, how many words in most texts does not."""
    Path("mails.csv").write_text(MIXED)
    Path("words.txt").write_text("win\nlunch\nnever\n")
    done(run("count mails.csv -o a.parquet"))
    asked = "mails.csv --vocabulary words.txt --posteriors --to jsonl"
    by_counts = done(run(f"classify --model a.parquet {asked}"))
    assert by_counts == done(run(f"classify --train mails.csv --test {asked}"))
    told = refusal_of(run("classify --model a.parquet mails.csv --vocabulary 2"))
    assert told == "--vocabulary: counts do not tell which words stand in most texts"


def test_the_class_may_be_called_as_a_word(run: Run) -> None:
    """Words of texts are among others those that the class and its labels are called by."""
    Path("mails.csv").write_text("label,text\nspam,spam label now\nham,label ham lunch\n")
    done(run("count mails.csv -o a.parquet"))
    asked = "--smoothing 1 --to json --query"
    by_counts = values(done(run(f"solve --counts a.parquet {asked}", "spam ham lunch")))
    assert by_counts["P(spam,x)"] == "1/512"
    assert done(run("explore a.parquet --smoothing 1 --query", "label lunch")).startswith("a\n")


def test_texts_are_cut_as_those_that_were_counted(run: Run) -> None:
    """Counts of engines have runs of ASCII alone, also of one letter: CAFÉ is caf, x is a word."""
    rows: list[Any] = [("class", "k", label, None, 1) for label in ("food", "maths")]
    rows += [("split", "text", None, "ascii", 1)]
    rows += [("tokens", "text", "food", None, 2), ("word", "text", "food", "caf", 2)]
    rows += [("tokens", "text", "maths", None, 2), ("word", "text", "maths", "x", 2)]
    Path("a.parquet").write_bytes(parquet_bytes(Tally.from_rows(rows)))
    Path("new.csv").write_text("text\nA CAFÉ!\n2 x\n")
    found = done(run("classify --model a.parquet new.csv --to jsonl"))
    assert [json.loads(line)["label"] for line in found.splitlines()] == ["food", "maths"]
    asked = "solve --counts a.parquet --smoothing 1 --to json --query"
    assert values(done(run(asked, "CAFÉ x café")))["P(food,x*)"] == "9/128"


def test_an_explanation_by_counts_is_that_by_rows(run: Run) -> None:
    """The lines about one record are the same; its columns stand in alphabetical order."""
    done(run(f"count {TENNIS} --label PlayTennis -o a.parquet"))
    asked = f"{TENNIS} --explain 4"
    by_counts = done(run(f"classify --model a.parquet {asked}"))
    assert "record 4" in by_counts.lower()
    by_rows = done(run(f"classify --train {TENNIS} --test {asked} --label PlayTennis"))
    assert sorted(by_counts.splitlines()) == sorted(by_rows.splitlines())


def values(text: str, kind: str = "exact") -> dict[str, Any]:
    """Return the values of a solution in JSON, by the names of its quantities."""
    return {name: of.get(kind, of.get("labels")) for name, of in json.loads(text)["quantities"].items()}


def test_play_tennis_is_solved_from_counts_of_shards(run: Run) -> None:
    """Every quantity of the golden solution has its value, which no row was needed for."""
    names = shards(TENNIS, 4, Path())
    for name in names:
        done(run(f"count {name} --label PlayTennis -o {name}.parquet"))
    done(run("merge -o all.parquet", *(f"{name}.parquet" for name in names)))
    asked = "Outlook=Sunny, Temperature=Cool, Humidity=High, Wind=Strong"
    found = values(done(run("solve --counts all.parquet --to json --query", asked)))
    golden = {name.replace("x'", "x"): of for name, of in values(GOLDEN.read_text()).items()}
    assert len(golden) > 40
    assert golden.items() <= found.items()
    assert done(run("solve all.parquet --to json --query", asked)) == done(
        run("solve --counts all.parquet --to json --query", asked)
    )
    assert "486/125" in done(run("explore all.parquet --query", asked))


@pytest.mark.exhaustive
def test_numbers_and_texts_are_solved_from_counts(run: Run) -> None:
    """Quantities of columns of numbers and of words are those of the rows themselves."""
    numbers = "--numbers sepal_length,sepal_width,petal_length,petal_width"
    done(run(f"count {IRIS} {numbers} -o iris.parquet"))
    asked = "sepal_length=6, sepal_width=3, petal_length=4.9, petal_width=1.7"
    by_counts = values(done(run("solve --counts iris.parquet --to json --query", asked)), "decimal")
    by_rows = values(done(run(f"solve {IRIS} {numbers} --to json --query", asked)), "decimal")
    assert {"variance(sepal_width|setosa)", "P(setosa|x)"} <= by_counts.keys()
    assert by_counts.items() <= by_rows.items()
    Path("mails.csv").write_text("class,text\nspam,WIN money now\nham,lunch at two\nham,win lunch\n")
    for family, smoothing in (("multinomial", "1"), ("bernoulli", "1/2")):
        done(run(f"count mails.csv --family {family} -o a.parquet"))
        more = f"--smoothing {smoothing} --to json --query"
        by_counts = values(done(run(f"solve --counts a.parquet {more}", "Win, lunch!")))
        by_rows = values(done(run(f"solve mails.csv --words --family {family} {more}", "Win, lunch!")))
        posteriors = [name for name in by_rows if name.startswith(("P(spam", "argmax"))]
        assert len(posteriors) > 1
        assert all(by_counts[name] == by_rows[name] for name in posteriors)


CUT = "expected one of unicode, ascii; got 'letters'"
MARK = "'?' marks what is missing: count it as null"
UPPER = "'WIN' is no word of texts that are cut as unicode"
SOLVE = "solve: expected PROBLEM, or --counts with what was counted"
TRAIN = "--train: expected records that are counted, or --model with counts"
NUMBER = "expected a finite decimal such as 3, 0.15, 1e-3 or 45%"
ALONE = "--test: expected a file or folder; --leave-one-out labels the training records"
WAYS = "say which columns are numbers, or categories where they are names (--numbers, --categories)"
FAMILIES = "expected one of bernoulli, multinomial"
REFUSED = {
    "count a.csv -o counts.csv": "-o: expected a name that ends in .parquet; got 'counts.csv'",
    "count none.csv -o c.parquet": "none.csv: no such file (did you mean 'open.csv'?)",
    "count a.csv a.csv -o c.parquet": "a.csv: part 'a.csv' is counted in both",
    "count a.csv --label kind -o c.parquet": (
        "a.csv: there is no field 'kind'; there are sky, size, text, class"
    ),
    "count a.csv --categories size,sky --numbers sizes -o c.parquet": (
        "a.csv: there is no column 'sizes' (did you mean 'size'?)"
    ),
    "count a.csv --family gauss -o c.parquet": f"--family: {FAMILIES}; got 'gauss'",
    "count b.csv -o c.parquet": f"column 'x' holds numbers (3); {WAYS}",
    "count a.csv --numbers sky -o c.parquet": f"a.csv: record 1, column 'sky': {NUMBER}; got 'rain'",
    "count open.csv -o c.parquet": "open.csv: record 2: a training record without a class; "
    "--unlabelled drop leaves it out",
    "classify --model ok.parquet": ALONE,
    "classify --model ok.parquet a.csv --train a.csv": TRAIN,
    "classify a.csv": TRAIN,
    "classify --model ok.parquet a.csv --test a.csv": "--test: is given besides 'a.csv'",
    "classify --model ok.parquet a.csv --numbers size": "--numbers: needs --train; counts say it",
    "classify --model ok.parquet b.csv": "b.csv: there is no field 'text'",
    "classify --model a.csv a.csv": "a.csv: is no Parquet file",
    "classify --model ok.parquet a.csv -o ok.parquet": "ok.parquet: is read from; nothing was written",
    "classify --model two.parquet a.csv": "two.parquet: expected one column of texts; got body, head",
    "classify --model odd.parquet a.csv": f"odd.parquet: feature 'text': {CUT}",
    "classify --model marks.parquet a.csv": f"marks.parquet: feature 'sky': {MARK}",
    "solve --counts marks.parquet": f"marks.parquet: feature 'sky': {MARK}",
    "classify --model upper.parquet a.csv": f"upper.parquet: feature 'text': {UPPER}",
    "solve --counts upper.parquet": f"upper.parquet: feature 'text': {UPPER}",
    "solve": SOLVE,
    "solve ok.parquet --counts ok.parquet": SOLVE,
    "solve --counts a.csv": "a.csv: line 2, class 'text': expected a number such as 3, 0.15, \"5/11\", "
    '"1e-3" or "45%"; got \'win money now\'',
    "solve --counts ok.parquet --label class": "--label: needs rows; counts say it themselves",
    "solve --counts ok.parquet --words": "--words: needs rows; counts say it themselves",
    "solve --counts ok.parquet --family bernoulli": "--family: words were counted for multinomial; "
    "got 'bernoulli'",
    "merge ok.parquet ok.parquet -o c.parquet": (
        "ok.parquet: part 'a.csv' is counted in ok.parquet too; each is merged once"
    ),
    "merge ok.parquet -o ok.parquet": "ok.parquet: is what was read; nothing was written",
    "merge ok.parquet gap.parquet -o c.parquet": (
        "gap.parquet: feature 'text': is counted in one of both only"
    ),
}


@pytest.fixture
def files(run: Run) -> Run:
    """Return the command, in a folder of tables and counts."""
    Path("a.csv").write_text(MIXED)
    Path("b.csv").write_text("x,class\n3,a\n4,b\n")
    Path("open.csv").write_text("sky,class\nrain,a\nsun,\n")
    Path("gap.csv").write_text("size,class\n3,a\n4,b\n,a\n5,a\n7,b\n")
    done(run("count a.csv -o ok.parquet"))
    done(run("count gap.csv --numbers size -o gap.parquet"))
    rows: list[Any] = [("class", "k", "a", None, 1)]
    for name in ("head", "body"):
        rows += [("split", name, None, "ascii", 1), ("tokens", name, "a", None, 0)]
    Path("two.parquet").write_bytes(parquet_bytes(Tally.from_rows(rows)))
    text = [("split", "text", None, "unicode", 1), ("tokens", "text", "a", None, 1)]
    others = {
        "odd": [("split", "text", None, "letters", 1), ("tokens", "text", "a", None, 0)],
        "marks": [("value", "sky", "a", "?", 1)],
        "upper": [*text, ("word", "text", "a", "WIN", 1)],
    }
    for name, more in others.items():
        Path(f"{name}.parquet").write_bytes(parquet_bytes(Tally.from_rows([rows[0], *more])))
    return run


@one_in(8, "command", REFUSED)
def test_what_cannot_be_done_is_one_line(files: Run, command: str) -> None:
    """Each refusal names the file or the option, and nothing is written."""
    assert refusal_of(files(command)) == REFUSED[command]
    assert not Path("c.parquet").exists()


def test_numbers_that_some_rows_lack_are_left_out_of_labels(files: Run) -> None:
    """Means are of the rows that show the number: 4 and 11/2, and 5 lies nearer to the latter."""
    Path("new.csv").write_text("size\n5.5\n3\n")
    found = done(files("classify --model gap.parquet new.csv --prior uniform --to jsonl"))
    assert [json.loads(line)["winners"] for line in found.splitlines()] == [["b"], ["a"]]
    text = done(files("classify --model gap.parquet new.csv --prior uniform --explain 1"))
    assert "rows of class k that show the column" in text
    assert "so d is b." in text
    assert "μ_k   8/2 = 4   11/2 = 5.5" in done(files("solve --counts gap.parquet --query size=5.5"))


def test_a_merge_is_gone_on_with(files: Run) -> None:
    """After a refusal the file has what was merged before it; --resume adds what is missing."""
    for at in range(3):
        Path(f"{at}.csv").write_text("sky,class\nrain,a\n" + "sun,b\n" * (at + 1))
        done(files(f"count {at}.csv -o {at}.parquet"))
    whole = Path("2.parquet").read_bytes()
    Path("2.parquet").write_bytes(whole[:-1])
    told = refusal_of(files("merge 0.parquet 1.parquet 2.parquet -o c.parquet"))
    assert told == "2.parquet: ends early: it is the beginning of a Parquet file"
    assert not Path("c.parquet").exists()
    told = refusal_of(files("merge 0.parquet 1.parquet 2.parquet -o c.parquet --resume"))
    assert told.endswith("; what is merged of 2 files is kept")
    assert read_counts_file(Path("c.parquet")).classes == {"a": 2, "b": 3}
    Path("2.parquet").write_bytes(whole)
    done(files("merge 0.parquet 1.parquet 2.parquet -o c.parquet --resume"))
    done(files("merge 2.parquet 1.parquet 0.parquet -o all.parquet"))
    assert Path("c.parquet").read_bytes() == Path("all.parquet").read_bytes()
    done(files("merge 2.parquet 0.parquet -o c.parquet --resume"))
    assert Path("c.parquet").read_bytes() == Path("all.parquet").read_bytes()


def test_without_pyarrow_the_extra_is_named(files: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is counted that could not be written."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    told = "Parquet needs PyArrow, the extra exactnb[frames]"
    assert refusal_of(files("solve --counts ok.parquet")) == f"ok.parquet: {told}"
    assert refusal_of(files("classify --model ok.parquet a.csv")) == f"ok.parquet: {told}"
    assert refusal_of(files("explore ok.parquet")) == f"ok.parquet: {told}"
    monkeypatch.setattr("exactnb.interfaces.cli.commands.count.find_spec", lambda name: None)
    told = "needs PyArrow, the extra exactnb[frames]"
    assert refusal_of(files("count a.csv -o c.parquet")) == f"count: {told}"
    monkeypatch.setattr(
        "exactnb.interfaces.cli.commands.count.find_spec", lambda name: name != "scipy" or None
    )
    told = "needs NumPy and SciPy, the extra exactnb[scale]"
    assert refusal_of(files("count a.csv -o c.parquet")) == f"count: {told}"


@pytest.mark.exhaustive
@only_with_data
def test_twenty_newsgroups_by_counts(run: Run) -> None:
    """Labels and posteriors of documents are those by the rows of both halves."""
    train, new = (list(corpus(f"news20_{name}")[::40]) for name in ("train", "test"))

    def lines(name: str, documents: list[dict[str, Any]]) -> None:
        Path(name).write_text("".join(json.dumps(each) + "\n" for each in documents))

    lines("all.jsonl", train)
    lines("new.jsonl", new[::2])
    for at in range(2):
        lines(f"{at}.jsonl", train[at::2])
        done(run(f"count {at}.jsonl --label label -o {at}.parquet"))
    done(run("merge 1.parquet 0.parquet -o all.parquet"))
    asked = "new.jsonl --posteriors --to csv"
    by_counts = done(run(f"classify --model all.parquet {asked}"))
    assert by_counts == done(run(f"classify --train all.jsonl --label label --test {asked}"))
    assert by_counts.count("\n") == 96


@one_in(3, "column", ["sky", "size", "text"])
@pytest.mark.parametrize("said", ["--categories sky --numbers size", "--numbers size --categories *"])
def test_a_part_may_lack_all_of_a_column(run: Run, column: str, said: str) -> None:
    """Its rows are counted as missing there; merged, the counts are those of all rows together."""
    head, *rows = csv.reader(MIXED.splitlines())
    at = head.index(column)
    for name, part in (
        ("with", rows),
        ("without", [[*row[:at], "", *row[at + 1 :]] for row in rows]),
    ):
        with Path(f"{name}.csv").open("w", newline="") as file:
            csv.writer(file).writerows([head, *part])
        done(run(f"count {name}.csv {said} -o {name}.parquet"))
    done(run("merge with.parquet without.parquet -o merged.parquet"))
    done(run(f"count with.csv without.csv {said} -o all.parquet"))
    assert read_counts_file(Path("merged.parquet")) == read_counts_file(Path("all.parquet"))
    labels = [run(f"classify --model {name}.parquet with.csv") for name in ("merged", "all")]
    assert labels[0][0] == 0
    assert labels[0][:2] == labels[1][:2]
    assert labels[0][2] == labels[1][2].replace("all.parquet", "merged.parquet")


def test_a_column_that_all_parts_lack_labels_nothing(run: Run) -> None:
    """It can be counted, and is refused by name where a model is made of the counts."""
    Path("t.csv").write_text("sky,wind,class\n,weak,a\n?,weak,b\n")
    done(run("count t.csv -o t.parquet"))
    assert refusal_of(run("classify --model t.parquet t.csv")) == "t.parquet: column 'sky' is empty"
    assert "'sky' has no values" in refusal_of(run("solve --counts t.parquet --smoothing 1"))
