"""Tables as they are found, through `exactnb classify`: no wrong label, refusals with a way out."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Sequence
from fractions import Fraction as F
from pathlib import Path

import pytest
from mpmath import mp
from sklearn.datasets import load_iris
from thoroughness import one_in

from exactnb.interfaces.cli import main

Row = dict[str, str]

PENGUINS = """species,island,bill_length_mm,bill_depth_mm,flipper_length_mm,body_mass_g,sex
Adelie,Torgersen,39.1,18.7,181,3750,male
Adelie,Torgersen,39.5,17.4,186,3800,female
Adelie,Torgersen,40.3,18,195,3250,female
Adelie,Dream,36.7,19.3,193,3450,female
Gentoo,Biscoe,46.1,13.2,211,4500,female
Gentoo,Biscoe,50,16.3,230,5700,male
Gentoo,Biscoe,48.7,14.1,210,4450,
Gentoo,Biscoe,47.6,14.5,215,5400,male
Chinstrap,Dream,46.5,17.9,192,3500,female
Chinstrap,Dream,50.0,19.5,196,3900,male
Chinstrap,Dream,51.3,19.2,193,3650,male
Chinstrap,Dream,45.4,18.7,188,3525,female
"""
PASSENGERS = """PassengerId,Survived,Pclass,Name,Sex,Age,SibSp,Fare,Cabin,Embarked
1,0,3,"Braund, Mr. Owen Harris",male,22,1,7.25,,S
2,1,1,"Cumings, Mrs. John Bradley (Florence Briggs Thayer)",female,38,1,71.2833,C85,C
3,1,3,"Heikkinen, Miss. Laina",female,26,0,7.925,,S
4,1,1,"Futrelle, Mrs. Jacques Heath (Lily May Peel)",female,35,1,53.1,C123,S
5,0,3,"Allen, Mr. William ""Bill"" Henry",male,35,0,8.05,,S
6,0,3,"Moran, Mr. James",male,,0,8.4583,,Q
7,0,1,"McCarthy, Mr. Timothy J",male,54,0,51.8625,E46,S
8,0,3,"Palsson, Master. Gosta Leonard",male,2,3,21.075,,S
"""
LENGTHS = ("sepal_length", "sepal_width", "petal_length", "petal_width")


def iris() -> list[Row]:
    found = load_iris()
    rows = [
        {**dict(zip(LENGTHS, map(repr, numbers), strict=True)), "species": str(found.target_names[at])}
        for numbers, at in zip(found.data.tolist(), found.target.tolist(), strict=True)
    ]
    random.Random(1).shuffle(rows)
    return rows


def read(text: str) -> list[Row]:
    return list(csv.DictReader(io.StringIO(text)))


def written(path: Path, rows: Sequence[Row], *, comma: str = ".") -> str:
    """Write rows as a table, or as a European spreadsheet does: a mark, semicolons, decimal commas."""
    delimiter = "," if comma == "." else ";"
    lines = [list(rows[0]), *([cell.replace(".", comma) for cell in row.values()] for row in rows)]
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\r\n").writerows(lines)
    path.write_bytes(("" if comma == "." else "\ufeff").encode() + out.getvalue().encode())
    return str(path)


def shares(
    train: Sequence[Row], row: Row, label: str, numbers: Sequence[str], categories: Sequence[str],
    whole: Sequence[Row],
) -> dict[str, mp.mpf]:  # fmt: skip
    """Return the posteriors of a row by their definition, λ = 1, to 60 digits.

    The values of a category are those of the `whole` training table, with the row that is left out.
    """
    joints = {}
    for k in sorted({other[label] for other in whole}):
        own = [other for other in train if other[label] == k]
        exact, exponent = F(len(own), len(train)), F(0)
        for column in categories:
            values = {other[column] for other in whole if other[column]}
            known = [other[column] for other in own if other[column]]
            if row[column]:
                exact *= F(known.count(row[column]) + 1, len(known) + len(values))
        joint = mp.mpf(exact.numerator) / exact.denominator
        for column in numbers:
            of = [F(other[column]) for other in own]
            mean = sum(of, F(0)) / len(of)
            variance = sum(((x - mean) ** 2 for x in of), F(0)) / len(of)
            exponent -= (F(row[column]) - mean) ** 2 / (2 * variance)
            joint /= mp.sqrt(2 * mp.pi * mp.mpf(variance.numerator) / variance.denominator)
        joints[k] = joint * mp.exp(mp.mpf(exponent.numerator) / exponent.denominator)
    return {k: joint / sum(joints.values()) for k, joint in joints.items()}


def labelled(capsys: pytest.CaptureFixture[str], *options: str) -> list[Row]:
    assert main(["classify", *options, "--to", "csv"]) == 0
    return read(capsys.readouterr().out)


def refusal(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert main(["classify", *options]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    (line,) = printed.err.splitlines()
    return line


@pytest.mark.exhaustive
def test_iris_has_the_labels_and_posteriors_of_its_definition(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """100 flowers estimate, 50 are decided: each posterior is the double next to the true one."""
    rows = iris()
    train, test = rows[:100], rows[100:]
    paths = ["--train", written(tmp_path / "a.csv", train), "--test", written(tmp_path / "b.csv", test)]
    found = labelled(capsys, *paths, "--numbers", ",".join(LENGTHS), "--posteriors")
    with mp.workdps(60):
        for row, line in zip(test, found, strict=True):
            known = shares(train, row, "species", LENGTHS, (), train)
            assert line["winners"] == max(known, key=lambda k: known[k])
            for k, share in known.items():
                assert line[f"P({k}|x)"] == repr(
                    float(F(int(mp.nint(share * mp.mpf(2) ** 1200)), 2**1200))
                )


MIXED = {
    "iris": (iris(), "species", LENGTHS, ()),
    "penguins": (read(PENGUINS), "species", ("bill_length_mm", "flipper_length_mm", "body_mass_g"),
                 ("island", "sex")),
    "passengers": (read(PASSENGERS), "Survived", ("Fare",), ("Pclass", "Sex", "Cabin", "Embarked")),
    "names": (read(PENGUINS), "species", (), ("island", "sex")),
}  # fmt: skip


@one_in(2, "name", MIXED)
def test_tables_left_out_row_by_row_are_decided_by_definition(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Numbers beside categories, some cells empty, texts in quotes: no label is another."""
    rows, label, numbers, categories = MIXED[name]
    options = ["--train", written(tmp_path / "a.csv", rows), "--leave-one-out", "--label", label]
    options += ["--numbers", ",".join(numbers)] if numbers else []
    options += ["--categories", ",".join(categories)] if categories else []
    found = labelled(capsys, *options)
    with mp.workdps(60):
        for at, (row, line) in enumerate(zip(rows, found, strict=True)):
            rest = [*rows[:at], *rows[at + 1 :]]
            known = shares(rest, row, label, numbers, categories, rows)
            top = max(known.values())
            assert set(line["winners"].split("|")) == {
                k for k, share in known.items() if top - share < mp.mpf(10) ** -40
            }
            assert line["class"] == row[label]


@pytest.mark.exhaustive
def test_an_export_of_a_european_spreadsheet_is_read_rightly_or_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A mark at its start, semicolons and decimal commas: the labels are those of points, or none."""
    rows = iris()
    plain, export = tmp_path / "a.csv", tmp_path / "b.csv"
    options = ["--leave-one-out", "--numbers", ",".join(LENGTHS), "--label", "species", "--to", "csv"]
    points = labelled(capsys, "--train", written(plain, rows), *options[:-2])
    code = main(["classify", "--train", written(export, rows, comma=","), *options])
    printed = capsys.readouterr()
    if code == 0:
        assert read(printed.out) == points
    else:
        (line,) = printed.err.splitlines()
        assert line.startswith(
            f"exactnb: {export}: record 1, column 'sepal_length': expected a finite decimal"
        )
        assert line.endswith('; say --decimal "," if that is a decimal comma')
        assert main(["classify", "--train", str(export), *options, "--decimal", ","]) == 0
        assert read(capsys.readouterr().out) == points
    cells = (("groß", "rot", "a"), ("klein", "blau", "b"), ("groß", "blau", "a"))
    named = [dict(zip(("Größe", "Farbe", "Art"), row, strict=True)) for row in cells]
    found = labelled(capsys, "--train", written(export, named, comma=","), "--test", str(export))
    assert [line["label"] for line in found] == ["a", "b", "a"]


REFUSED = {
    ("penguins", "Age"): ("--numbers", "Age", "there is no column 'Age'"),
    ("passengers", "Age"): (
        "--numbers",
        "Age",
        "column 'PassengerId' holds numbers (1); say which columns",
    ),
    ("passengers", ""): (
        "--label",
        "Survived",
        "column 'PassengerId' holds numbers (1); say which columns",
    ),
    ("penguins", "sex"): ("--numbers", "sex", "record 1, column 'sex': expected a finite decimal"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refusals_of_tables_say_where_and_what_to_do(
    case: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A column that is not there, a missing number, numbers that may be names: one line each."""
    rows, label, *_ = MIXED[case[0]]
    option, value, said = REFUSED[case]
    path = written(tmp_path / "a.csv", rows)
    options = ["--train", path, "--leave-one-out", option, value]
    line = refusal(capsys, *options, *(["--label", label] if option != "--label" else []))
    assert line.startswith(f"exactnb: {path}: {said}")


@pytest.mark.parametrize("mark", ["NA", "n/a", "NaN", "null", "None", "-", "."])
def test_marks_of_missing_numbers_are_taken_for_that(
    mark: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What R, pandas and others write for a missing number is told as such, and skipped if said."""
    rows = [{**row, "body_mass_g": mark if at == 2 else row["body_mass_g"]}
            for at, row in enumerate(read(PENGUINS))]  # fmt: skip
    path = written(tmp_path / "a.csv", rows)
    options = ("--train", path, "--leave-one-out", "--label", "species", "--numbers", "body_mass_g")
    at = f"{path}: record 3, column 'body_mass_g'"
    wanted = f"a number is missing ('{mark}'); --missing \"{mark}\" (missing=) takes it for that"
    assert refusal(capsys, *options, "--categories", "island") == f"exactnb: {at}: {wanted}"
    more = (*options[3:], "--categories", "island")
    found = labelled(capsys, "--train", path, "--test", path, *more, "--missing", f"?, {mark}")
    rows[2]["body_mass_g"] = ""
    path = written(tmp_path / "b.csv", rows)
    assert found == labelled(capsys, "--train", path, "--test", path, *more)


def test_a_record_that_is_needed_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of two numbers of a class one is left, which does not vary: record, column and class are said."""
    rows = [row for row in read(PENGUINS) if row["species"] != "Gentoo"] + read(PENGUINS)[4:6]
    path = written(tmp_path / "a.csv", rows)
    line = refusal(capsys, "--train", path, "--leave-one-out", "--label", "species",
                   "--numbers", "body_mass_g", "--categories", "island")  # fmt: skip
    assert line == (
        f"exactnb: {path}: without record 9: all numbers of “body_mass_g” are the same in class "
        "“Gentoo”: their variance is 0; add to it, leave out the column or the class, or make it "
        "a category (--var-smoothing 1e-9)"
    )
