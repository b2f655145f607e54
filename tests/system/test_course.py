"""The week of a course: what is kept of it is what its commands make, and its story is true."""

from __future__ import annotations

import csv
import json
from hashlib import sha256
from pathlib import Path

import pytest
from worked import EXAMPLES

from exactnb.interfaces.cli import main
from exactnb.teach.exporting.exporting import Request
from exactnb.teach.grading.submissions.rosters import read_roster
from exactnb.teach.variants.folder import assign_variants

COURSE = EXAMPLES / "course"
VARIANTS = COURSE / "variants"
KEPT = {".exactnb-variants", "manifest.json", "students.csv"}


def manifest(folder: Path) -> dict[str, str]:
    """Return the digest of each variant by its number."""
    told = json.loads((folder / "manifest.json").read_text())["variants"]
    return {name.removesuffix(".toml").rpartition("-")[2].lstrip("0"): of for name, of in told.items()}


@pytest.mark.exhaustive
def test_the_variants_are_those_that_the_command_makes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The template, the seed and the figures make the same bytes."""
    given = ["--count", "30", "--seed", "spring", "--figures", "4"]
    students = ["--students", str(COURSE / "class.csv")]
    assert (
        main(["variants", str(COURSE / "quiz.toml"), *given, *students, "-o", str(tmp_path / "v")]) == 0
    )
    capsys.readouterr()
    made, kept = manifest(tmp_path / "v"), manifest(VARIANTS)
    assert made == kept
    for name in KEPT:
        assert (tmp_path / "v" / name).read_bytes() == (VARIANTS / name).read_bytes()


def test_what_is_kept_is_whole() -> None:
    """All thirty files are there, as the manifest has them, and the list says who has which."""
    told = json.loads((VARIANTS / "manifest.json").read_text())["variants"]
    assert {path.name for path in VARIANTS.iterdir()} == KEPT | set(told)
    for name, digest in told.items():
        assert sha256((VARIANTS / name).read_bytes()).hexdigest() == digest
    with (VARIANTS / "students.csv").open() as file:
        listed = {row["student"]: row["variant"] for row in csv.DictReader(file)}
    numbers = assign_variants(read_roster(COURSE / "class.csv"), "spring", 30)
    assert listed == {name: f"variant-{number:02}.toml" for name, number in numbers.items()}


@pytest.mark.exhaustive
def test_an_export_has_the_numbers_of_the_variants() -> None:
    """Item 4 of an export is variant 4: the same rows, and none of the first four is left out."""
    (pool,) = Request("stack", 4, "spring", figures=4).of([COURSE / "quiz.toml"]).pools
    assert pool.left_out == ()
    for number, item in enumerate(pool.items, start=1):
        kept = (VARIANTS / f"variant-{number:02}.toml").read_text()
        table = kept.partition("table = '''\n")[2].partition("'''")[0]
        assert table in item.file


@pytest.mark.exhaustive
def test_the_story_of_the_readme_is_true(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each student is diagnosed as the page tells."""
    report = tmp_path / "report.json"
    main(["check", str(VARIANTS), str(COURSE / "answers.csv"), "-o", str(report)])
    capsys.readouterr()
    students = {each["student"]: each for each in json.loads(report.read_text())["students"]}
    told = {
        name: {cause["id"] for answer in each["answers"] for cause in answer["mistakes"]}
        for name, each in students.items()
    }
    assert told["Ada Lovelace"] == told["Ben Okri"] == told["Jo Murphy"] == set()
    for name, mistake in (
        ("Hana Sato", "lambda-in-numerator-only"),
        ("Dana Novak", "smoothing-forgotten"),
        ("Fay Wong", "prior-taken-uniform"),
        ("Emil Berg", "odds-for-posterior"),
        ("Gus Pereira", "joint-for-posterior"),
        ("Chloe Martin", "prior-forgotten"),
        ("Lea Roth", "absent-words-ignored"),
    ):
        assert mistake in told[name], name
