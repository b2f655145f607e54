"""`exactnb classify`: labels as by hand, by brute force and by `solve`; refusals in one line."""

from __future__ import annotations

import gzip
import json
import lzma
import os
import random
import sys
from collections.abc import Callable
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest
from commands import ran
from corpora import FOLDER, only_with_data
from mpmath import mp
from thoroughness import all_of, choose, in_both_runs, one_in
from worked import EXAMPLES

from exactnb import Conventions, ModelChoice, Problem, Table, solve
from exactnb.scale.classify import fields as records_room

Row = dict[str, str]
MAILS = [
    {"id": "a", "text": "Free money, free!", "class": "spam"},
    {"id": "b", "text": "lunch money", "class": "ham"},
    {"id": "c", "text": "Lunch tomorrow", "class": "ham"},
]
TENNIS = EXAMPLES / "play_tennis" / "play_tennis.csv"
Run = Callable[..., tuple[int, str, str]]


def written(name: str, rows: list[Row]) -> str:
    """Write rows as JSON lines, and return the name of the file."""
    Path(name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    return name


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs the command in an empty folder, and gives code, out and err."""
    monkeypatch.chdir(tmp_path)

    def classify(options: str, *more: str) -> tuple[int, str, str]:
        return ran(capsys, "classify", *options.split(), *more)

    return classify


EMPTY_TEXT = ": an empty text counts as one without words"
MISSING = "out, unless missing cells are values"


def labels(run: Run, options: str) -> list[dict[str, Any]]:
    """Return the lines of JSON that are printed."""
    code, out, err = run(f"{options} --to jsonl")
    assert code == 0
    assert all(line.endswith((EMPTY_TEXT, MISSING)) for line in err.splitlines()), err
    return list(map(json.loads, out.splitlines()))


def test_posteriors_are_the_doubles_next_to_fractions(run: Run) -> None:
    """3/7 and such for words by hand, in both formats; 0/0 has none."""
    written("train.jsonl", MAILS)
    written("test.jsonl", [{"id": "x", "text": "money"}, {"id": "y", "text": "lunch lunch"}])
    command = "--train train.jsonl --test test.jsonl --posteriors"
    found = labels(run, command)
    ham, spam = F(2, 3) * F(2, 8), F(1, 3) * F(2, 7)
    assert found[0]["posteriors"] == {
        "ham": float(ham / (ham + spam)),
        "spam": float(spam / (ham + spam)),
    }
    ham, spam = F(2, 3) * F(3, 8) ** 2, F(1, 3) * F(1, 7) ** 2
    assert found[1]["posteriors"] == {
        "ham": float(ham / (ham + spam)),
        "spam": float(spam / (ham + spam)),
    }
    code, out, _ = run(f"{command} --to csv")
    head, first, _ = out.splitlines()
    assert (code, head) == (0, "id,label,certificate,winners,class,P(ham|x),P(spam|x)")
    assert first == "x,ham,float64,ham,," + ",".join(map(repr, found[0]["posteriors"].values()))
    written("test.jsonl", [{"id": "x", "text": "free lunch"}])
    assert labels(run, f"{command} --smoothing 0")[0]["posteriors"] == {"ham": None, "spam": None}
    assert run(f"{command} --smoothing 0 --to csv")[1].endswith("x,,undefined,,,,\n")


@all_of("more", ["--test b.jsonl", "--test b.jsonl --to json", "--leave-one-out --to csv"])
def test_posteriors_need_a_format_that_has_room(run: Run, more: str) -> None:
    """The summary has no place for them, and records that are left out none of their own."""
    written("train.jsonl", MAILS)
    code, out, err = run(f"--train train.jsonl --posteriors {more}")
    assert (code, out) == (2, "")
    assert err.strip().endswith("--posteriors: needs --to csv or jsonl, and --test")


def test_three_mails_by_hand(run: Run) -> None:
    """Money is 2/7 of spam and 2/8 of ham: 1/3·2/7 < 2/3·2/8, and with equal priors it is spam."""
    options = f"--train {written('t.jsonl', MAILS)} --test q.jsonl"
    written("q.jsonl", [{"text": "money"}, {"text": "Free FREE"}, {"text": "x unknown words"}])
    found = labels(run, options)
    assert [each["id"] + each["label"] for each in found] == ["1ham", "2spam", "3ham"]
    found = labels(run, f"{options} --prior uniform")
    assert [each["winners"] for each in found] == [["spam"], ["spam"], ["ham", "spam"]]
    assert [each["certificate"] for each in found] == ["float64", "float64", "tie"]
    written("q.jsonl", [{"text": "free lunch"}, {"text": "free"}])
    first, second = labels(run, f"{options} --smoothing 0")
    assert (first["label"], first["winners"], first["certificate"]) == (None, [], "undefined")
    assert second["winners"] == ["spam"]


def observed(row: Row, said: dict[str, Any]) -> dict[str, list[str]]:
    """Return what a row shows: words as one bag, or each word's presence, and the categories."""
    words = [word for word in row.get("text", "").split() if word in said["words"]]
    is_bag = said["family"] == "multinomial"
    shown = {"bag": words} if is_bag else {word: [str(word in words)] for word in said["words"]}
    return shown | {c: [row[c]] if row[c] in known else [] for c, known in said["values"].items()}


def winners(train: list[Row], row: Row, said: dict[str, Any]) -> list[str]:
    """Return all winners: of squares of joints, exact but for e, which is taken to 60 digits."""
    squares, exponents, values = {}, {}, {}
    for label in "kl":
        own = [r for r in train if r["class"] == label]
        joint = F(len(own), len(train)) if said["prior"] == "mle" else F(1)
        for name, shown in observed(row, said).items():
            pooled = [value for r in own for value in observed(r, said)[name]]
            cells = len(said["values"].get(name, said["words"] if name == "bag" else (0, 1)))
            below, least = len(pooled) + said["λ"] * cells, said["clip"]
            if shown and not below:
                return []
            for value in shown:
                joint *= min(max((pooled.count(value) + said["λ"]) / below, least), 1 - least)
        squares[label], exponents[label] = joint**2, F(0)
        if "x" in row:
            numbers = [F(r["x"]) for r in own]
            mean = sum(numbers) / len(numbers)
            variance = sum((x - mean) ** 2 for x in numbers) / len(numbers)
            squares[label] /= variance
            exponents[label] = -((F(row["x"]) - mean) ** 2) / variance
        with mp.workdps(60):
            values[label] = mp.mpf(squares[label].numerator) / squares[label].denominator
            values[label] *= mp.exp(mp.mpf(exponents[label].numerator) / exponents[label].denominator)
    best = max(values, key=values.__getitem__)
    alike = [k for k in values if (squares[k], exponents[k]) == (squares[best], exponents[best])]
    return alike if values[best] else []


def drawn(dice: random.Random, kind: str, at: int) -> Row:
    """Return a row of a kind: with words, categories, or a number, which varies within both classes."""
    row = {"id": f"r{at}", "class": "kl"[at % 2] if at < 6 else dice.choice("kl")}
    if "words" in kind:
        row["text"] = " ".join(dice.choices(["aa", "bb", "cc"], k=dice.randrange(4)))
    if "values" in kind:
        row |= {"color": dice.choice(["red", "blue", "?"]), "size": dice.choice("sm?")}
    if "numbers" in kind:
        row["x"] = "124356"[at] if at < 6 else dice.choice(["2.5", "-0.25", "1e+1"])
    return row


@in_both_runs
@pytest.mark.parametrize("kind", ["words", "values", "numbers", "words values", "words values numbers"])
@one_in(48, "left_out", [False, True])
def test_labels_are_those_of_brute_force(run: Run, kind: str, left_out: bool) -> None:
    """All winners and certificates of some tables are those of fractions; explanations say the same."""
    certificates = set()
    for seed in range(choose(quick=4, exhaustive=35)):
        dice = random.Random(f"{kind} {seed}")
        train = [drawn(dice, kind, at) for at in range(9)]
        asked = train if left_out else [drawn(dice, kind, at) for at in range(9)]
        rules = ["smoothing 0", "smoothing 1", "smoothing 3/7", *["clip 1/5"] * (kind == "words")]
        rule, amount = dice.choice(rules).split()
        said = {
            "λ": F(amount) * (rule != "clip"), "clip": F(amount) * (rule == "clip"),
            "family": "bernoulli" if rule == "clip" else dice.choice(["multinomial", "bernoulli"]),
            "prior": dice.choice(["mle", "uniform"]),
            "words": sorted({word for row in train for word in row.get("text", "").split()}),
            "values": {c: {r[c] for r in train} - {"?"} for c in ("color", "size") if c in train[0]},
        }  # fmt: skip
        options = f"--train {written('t.jsonl', train)} --{rule} {amount} --prior {said['prior']}"
        options += " --leave-one-out" if left_out else f" --test {written('q.jsonl', asked)}"
        options += f" --family {said['family']}" * ("words" in kind) + " --numbers x" * (
            "numbers" in kind
        )
        options += " --categories color,size --unseen drop" * ("values" in kind)
        for row, each in zip(asked, labels(run, options), strict=True):
            assert each["winners"] == winners([r for r in train if r is not row], row, said)
            assert (each["id"], each["class"]) == (row["id"], row["class"])
            shown = {0: "undefined", 2: "tie"}.get(len(each["winners"]), "float64")
            assert each["certificate"] == shown
            certificates.add(shown)
            if seed < choose(quick=1, exhaustive=3) and said["family"] == "multinomial":
                decision = {"float64": f"so d is {each['label']}.", "tie": "tied between k and l."}
                text = " ".join(run(f"{options} --explain {row['id']}")[1].split())
                assert decision.get(shown, "No class is decided.") in text
    assert len(certificates) > ("numbers" not in kind)


@pytest.mark.exhaustive
def test_accuracies_are_those_of_solve(run: Run) -> None:
    """Of some tables as many rows are right, with themselves and left out, as in a solved problem."""
    for seed in range(20):
        dice = random.Random(seed)
        rows = [(dice.choice("uv"), dice.choice("pqr"), "kl"[at % 2]) for at in range(8)]
        Path("t.csv").write_text("\n".join(map(",".join, [("x", "y", "class"), *rows])))
        amount = dice.choice(["0", "1", "1/2"])
        ask = ["accuracy", "accuracy_left_out"]
        choice = ModelChoice(Conventions(smoothing=amount))
        problem = Problem(Table.from_rows(rows, ["x", "y", "class"]), models={"model": choice}, ask=ask)
        solution = solve(problem)
        for question, which in zip(ask, ("--test t.csv", "--leave-one-out"), strict=True):
            code, out, _ = run(f"--train t.csv {which} --smoothing {amount} --to json")
            assert (code, F(json.loads(out)["right"], 8)) == (0, solution[question])
    for which, right in ((f"--test {TENNIS}", "13 of 14 right"), ("--leave-one-out", "8 of 14 right")):
        assert right in run(f"--train {TENNIS} {which} --smoothing 0")[1]


LARGE = pytest.mark.exhaustive
NOTES = "--train news4_train.jsonl.xz --test news4_train.jsonl.xz --family bernoulli --vocabulary"
CORPORA = {
    f"{NOTES} news4_vocab1000_lecture.json --clip 1e-14": "1,962 of 2,257 right: 86.93 %",
    f"{NOTES} news4_vocab1000_lecture.json --smoothing 0": "1,977 of 2,257 right: 87.59 %",
    f"{NOTES} 1000 --clip 1e-14": "1,963 of 2,257 right: 86.97 %",
    "--train news20_train.jsonl.xz --test news20_test.jsonl.xz": "5,821 of 7,532 right: 77.28 %",
    "--train sms.tsv --header label,text --leave-one-out": "5,473 of 5,574 right: 98.19 %",
}

FEW = list(CORPORA)[::4]


@only_with_data
@one_in(
    2,
    ("options", "right"),
    [pytest.param(*each, marks=() if each[0] in FEW else LARGE) for each in CORPORA.items()],
)
def test_corpora_have_their_accuracies(run: Run, monkeypatch, options: str, right: str) -> None:
    """Newsgroups as in the notes and as in scikit-learn's documents, and text messages left out."""
    monkeypatch.chdir(FOLDER)
    code, out, err = run(options)
    assert (code, err) == (0, "")
    assert f"\n{right}\n" in out


def test_every_output_is_written_as_it_is_printed(run: Run) -> None:
    """With -o the ending says the form; labels, counts and explanations are those on the screen."""
    options = f"--train {written('t.jsonl', MAILS)} --leave-one-out"
    for more, forms in (("", "csv jsonl json text"), (" --explain b", "latex markdown json text")):
        for form in forms.split():
            ending = {"latex": "tex", "markdown": "md", "text": "txt"}.get(form, form)
            code, out, _ = run(f"{options}{more} --to {form}")
            assert (code, run(f"{options}{more} -o o.{ending}")) == (0, (0, "", ""))
            assert Path(f"o.{ending}").read_text() == out
    assert "(1+1)/(2+4) = 2/6" in run(f"{options} --explain b")[1]  # lunch in ham, without b


def test_a_folder_of_texts_is_labelled(run: Run) -> None:
    """Subfolders are classes; a flat folder has none, and its ids are the names of its files."""
    for name, text in (
        ("t/spam/1", "free money"),
        ("t/ham/1", "lunch"),
        ("q/1.txt", "Money"),
        ("q/2", "lunch"),
    ):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    found = labels(run, "--train t --test q")
    assert [(each["id"], each["label"], each["class"]) for each in found] == [
        ("1.txt", "spam", None), ("2", "ham", None),
    ]  # fmt: skip
    assert "2 of 2 right" in run("--train t --test t")[1]


@in_both_runs
def test_names_steer_nothing(run: Run) -> None:
    """Formulas, control characters, quotes, marks of LaTeX and Markdown are names, in every form.

    In a quick run each name is explained in one of them.
    """
    names = ["=1+1", "a\x1b[31m", "a\nb", 'a,"b', "tie", "a~", "<b>`$x$_", "\\input{x}", "ünï|中"]
    rows = [{"id": name, "text": f"w{at}", "class": name} for at, name in enumerate(names)]
    options = f"--train {written('t.jsonl', rows)} --test t.jsonl"
    assert [each["label"] for each in labels(run, options)] == names
    for form in ("text", "csv", "json"):
        _, out, err = run(f"{options} --to {form}")
        assert err == ""
        assert all(sign.isprintable() or sign == "\n" for sign in out)
    for at, name in enumerate(names):
        forms = ("text", "json", "markdown")
        for form in choose(quick=forms[at % 3 :][:1], exhaustive=forms):
            code, out, err = run(f"{options} --to {form}", "--explain", name)
            assert (code, err) == (0, "")
            assert all(sign.isprintable() or sign == "\n" for sign in out)


def refused(result: tuple[int, str, str]) -> str:
    """Return the one line that says why; nothing was printed, and no file changed, came or went."""
    code, out, err = result
    assert (code, out, err.count("\n"), err[-1:]) == (2, "", 1, "\n")
    assert Path("old").read_text() == "old"
    assert not [name for name in os.listdir() if name.startswith(".")]
    return err.partition(": ")[2]


LINES = {
    "": "the file is empty", "\n \n": "the file is empty", '{"a": ': "line 1: not a line of JSON",
    "[1]": "line 1: a list has no names of columns", "{}": "line 1: expected an object",
    "[" * 9**5: "line 1: not",
    '{"a": [1]}': "line 1, key 'a': ", '{"a": {"0": 1}}': "line 1, key 'a': ",
    '{"a": NaN}': "line 1: NaN", '{"a": -Infinity}': "line 1: -Infinity",
    '{"x": 1e1001, "class": "k"}': "record 1, column 'x': an exponent of 1001; at most",
    '{"x": "inf", "class": "k"}': "record 1, column 'x': a number is missing ('inf'); --missing",
    '{"x": "NaN", "class": "k"}': "record 1, column 'x': a number is missing ('NaN'); --missing",
    f'{{"x": {"9" * 5000}}}': "line 1: not a line",
    '{"x": 1, "class": "k"}\n{"x": 2}': "record 2: a training",
    '{"x": null, "class": "k"}': "'x' has no number in class 'k'; leave out",
    '{"x": "é"}': "not UTF-8: byte 0xe9",
}  # fmt: skip
TABLES = {
    "": "the table is empty", "x,class\n": "there are no records", "x,class\n1\n": "line 2: 1 cell, ",
    "x,class\n1,2,3\n": "line 2: 3 cells, the header has 2", 'x,class\n1,k\n"2,k\n': "line 3: not ",
    "x,y,x\n": "line 1: column 'x' is there twice", "x,class\né,k\n": "not UTF-8: byte 0xe9",
    "x,class\n,k\n": "'x' has no number in class 'k'; leave out the column or the class",
    "x,class\n1/3,k\n": "record 1, column 'x': expected a finite decimal such as 3, "
    "0.15, 1e-3 or 45%; got '1/3'",
    "x,class\n0x1F,k\n": "record 1, column 'x': expected a finite decimal such as",
    'x,class\n"1,234",k\n': "record 1, column 'x': expected a finite decimal such as",
    "x,class\n-inf,k\n": "record 1, column 'x': expected a finite decimal such as",
    "x,class\n1e,k": "record 1, column 'x': ", "x,class\n1,k\n1,k\n2,l\n3,l\n": "",
    "y,class\n1,k\n": "there is no column 'x'",
}  # fmt: skip
FILES = [("t.jsonl", content, said) for content, said in LINES.items()]
FILES += [("t.csv", content, said) for content, said in TABLES.items()]


@one_in(4, ("name", "content", "said"), FILES)
def test_unusable_files_are_refused(run: Run, name: str, content: str, said: str) -> None:
    """What cannot be read or counted is refused with the file and the place, the output untouched."""
    Path(name).write_bytes(content.encode("latin-1"))
    Path("old").write_text("old")
    told = refused(run(f"--train {name} --test {name} --numbers x -o old"))
    assert told.startswith(f"{name}: {said}")
    if "UTF-8" in said:
        assert "UTF-8" not in run(f"--train {name} --leave-one-out --encoding latin-1")[2]


OPTIONS = {
    "--train tt.csv": "tt.csv: no such file (did you mean 't.csv'?)",
    "--train empty": "empty: there are no",
    "--train t.doc": "t.doc: expected a file that ends in .csv, .tsv, .tab, .txt, .jsonl",
    "--train t.doc.gz": "t.doc.gz: expected a file that ends in .csv",
    "--train x.gz": "x.gz: ends early",
    "--train cut.csv.gz": "cut.csv.gz: ends early; it was cut off",
    "--train cut.csv.xz": "cut.csv.xz: ends early",
    "--train t.csv --label clas": "t.csv: there is no field 'clas' (did you mean 'class'?)",
    "--train t.csv --text xx": "t.csv: there is no field 'xx' (did you mean 'x'?)",
    "--train t.csv --test q.csv --id yd": "q.csv: there is no field 'yd' (did you mean 'y'?)",
    "--train t.csv --numbers n": "t.csv: there is no column 'n'",
    "--train n.csv": "n.csv: column 'x' holds",
    "--train t.csv --categories xx": "t.csv: there is no column 'xx' (did you mean 'x'?)",
    "--train t.csv --test q.csv": "q.csv: there is no field 'x'",
    "--encoding utf-9": "--encoding: unknown",
    "--test late.csv": "late.csv: record 3, column 'x': 'up' was never seen (did you mean 'u'?); there",
    "--explain 9": "t.csv: there is no record '9'",
    "--explain 1 --leading 0": "--leading: expected",
    "--train m.jsonl --vocabulary 0": "--vocabulary: a vocabulary has at least one",
    "--train m.jsonl --vocabulary v.json": "v.json: no",
    "--train m.jsonl --vocabulary no.json": "no.json: expected a list of words",
    "--train m.jsonl --vocabulary two.json": "two.json: voc",
    "--smoothing -1": "--smoothing: λ must not be negative",
    "--smoothing 0.1e": "--smoothing: expected", "--smoothing {": "--smoothing: expected a number",
    "--smoothing 0+": "--smoothing: expected one λ",
    "--numbers a --var-smoothing 0+": "--var-smoothing: classify does not work out the limit",
    "--train m.jsonl --family bernoulli --clip 0.7": "--clip: lies between 0 and 1/2",
    "--train m.jsonl --clip 0.1": "--clip: needs",
    "--train m.jsonl --family bernoulli --clip 0.1 --smoothing 1": "--clip: needs",
    "--leading 3": "--leading: needs", "--patience 3": "--patience: needs",
    "--explain 1 --patience 0": "--patience: expected",
    "--test t.csv --leave-one-out": "--leave-one-out: cannot be used with --test",
    "--notation pjk": "--notation: ", "--explain 1 --to csv": "--to: an explanation is printed as html",
    "--to latex": "--to: labels are", "--fragment": "--fragment: needs --to latex",
    "--explain 1 --notation pj": "--notation: expected",
    "-o no/o.csv": "no/o.csv: no such file or directory",
    "-o t.csv": "t.csv: is read from; nothing was", "--prior flat": "argument --prior: invalid choice",
    "--leading x": "argument --leading: invalid int",
}  # fmt: skip


@one_in(4, ("options", "said"), OPTIONS.items())
def test_unusable_options_are_refused(run: Run, monkeypatch, options: str, said: str) -> None:
    """What does not exist, is no value or does not go together is refused, in the last block too."""
    monkeypatch.setattr(records_room, "_RECORDS", 1)
    table = b"x,class\nu,k\nv,l\nu,k\n"
    files = {
        "t.csv": table, "t.doc": b"\0", "t.doc.gz": gzip.compress(b"\0"), "q.csv": b"y\n1\n",
        "n.csv": table.replace(b"u", b"3"),
        "late.csv": b"x\nu\nv\nup\n", "x.gz": b"", "no.json": b'{"a": 1}', "two.json": b'["a", "a"]',
        "cut.csv.gz": gzip.compress(table)[:-9], "cut.csv.xz": lzma.compress(table)[:-9], "old": b"old",
    }  # fmt: skip
    for name, content in files.items():
        Path(name).write_bytes(content)
    written("m.jsonl", MAILS)
    Path("empty").mkdir()
    options += " --train t.csv" * ("--train" not in options) + " -o old" * ("-o " not in options)
    options += " --leave-one-out" * ("--test" not in options)
    assert refused(run(options)).startswith(said)
    assert Path("t.csv").read_bytes() == table


def test_without_scipy_the_extra_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where SciPy is not installed one line says which extra brings it."""
    monkeypatch.setitem(sys.modules, "scipy", None)
    Path("old").write_text("old")
    assert "exactnb[scale]" in refused(run(f"--train {TENNIS} --leave-one-out"))
