"""Exports: identities, the same bytes every time, tolerances, what is left out and what is refused."""

from __future__ import annotations

import csv
import io
import os
import re
import subprocess
import sys
import zipfile
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import exported
import pytest
from hypothesis import given
from hypothesis import strategies as st
from labels import FOREIGN, HOSTILE
from thoroughness import all_of, law, one_in
from worked import problem_file

from exactnb import Problem, Question, Table
from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.problem.questions import read_policy
from exactnb.errors import InputError
from exactnb.interfaces.cli import main
from exactnb.teach.exporting import export
from exactnb.teach.exporting.exporting import Request, archive
from exactnb.teach.exporting.items import Number
from exactnb.teach.exporting.separating import Accuracy, Placed, key_number, separations
from exactnb.teach.exporting.system import System
from exactnb.teach.exporting.systems import names, system_named
from exactnb.teach.grading.submissions.rosters import Roster
from exactnb.teach.variants.folder import assign_variants
from exactnb.teach.variants.template import Template

SHEET = problem_file("sheet")
BAD = (
    "<script>alert(1)</script>", "שלום",
    "]]>", "a]]>b", "}", "{1:SA:=x}", "%50%x", "[html]x", "=", "~", "#", "::", "// x", "\\", "\\}", "'",
    '"', "\u202eright", "😀", "&", "&lt;", "&#125;", "$CATEGORY: x", "a\nb", "tie", "a tie", "yes",
    "x" * 10**4, "{{ 7*7 }}", "{% raw %}", "{% endmacro %}",
)  # fmt: skip
SYSTEMS = ("gift", "moodle", "moodle-cloze", "qti-2-1", "canvas")


def problem(label: str, more: str = "other") -> Problem:
    """Return a problem with a hostile name for a class, a value, a column, a query and a question."""
    rows = [
        ("1", "v", label),
        ("0", label, label),
        ("1", "v", more),
        ("0", "v", more),
        ("1", "v", more),
    ]
    table = Table.from_rows(rows, ["a", f"c{label}", "kind"])
    questions = (Question(f"q {label}", f"P(kind={more})"), Question("d", "argmax(x)"))
    return Problem(table, title=label, query={"x": {"a": "1"}}, questions=questions)


@one_in(64, "label", (*BAD, *HOSTILE, *FOREIGN), exhaustive=8)
def test_no_label_is_a_sign_of_any_system(label: str) -> None:
    """A label, whatever it holds, is shown as text; the key stays the key."""
    made = problem(label)
    for system in SYSTEMS:
        for name, question in exported.questions(system, export(made, to=system, figures=6)).items():
            assert "<script>" not in question.stem, name
            if not question.choices:
                assert question.mark("0.6").share == 1
                assert question.mark("0.4").share == 0
            else:
                assert len(question.choices) == 4
                assert sum(question.mark(choice).share for choice in question.choices) == 1


@pytest.mark.exhaustive
def test_the_same_seed_gives_the_same_bytes() -> None:
    """Every system writes the same files in another process, with other hashes."""
    code = (
        "import hashlib, sys; from exactnb.teach.exporting.exporting import Request\n"
        "for to in sys.argv[2:]:\n"
        "    request = Request(to, 2, ask=['P(Yes)', 'argmax(x)'], pilot=3)\n"
        "    for name, content in request.of([sys.argv[1]]).files().items():\n"
        "        print(to, name, hashlib.sha256(content).hexdigest())\n"
    )
    run = [sys.executable, "-c", code, str(SHEET), "gift", "qti-2-1"]
    told = [
        subprocess.run(
            run, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert told[0].count("\n") == 2


def test_an_archive_says_no_time() -> None:
    """All files of an archive are of one time, and nothing in it is squeezed."""
    with zipfile.ZipFile(io.BytesIO(archive({"b": b"1", "a/c": b"2"}))) as whole:
        assert whole.namelist() == ["b", "a/c"]
        assert {each.date_time for each in whole.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {each.compress_type for each in whole.infolist()} == {zipfile.ZIP_STORED}


@pytest.mark.exhaustive
def test_identities_are_of_the_template_the_seed_and_the_number() -> None:
    """An item is named by pool, seed and number, a part alike in every variant."""
    pool = Request("gift", 3, "a b", ("P(Yes)",), pilot=3).of([SHEET]).pools[0]
    assert [item.id for item in pool.items] == ["sheet-a-b-1", "sheet-a-b-2", "sheet-a-b-3"]
    assert {part.slug for item in pool.items for part in item.parts} == {"P-Yes"}
    again = Request("gift", 2, "a b", ("P(Yes)",), pilot=3).of([SHEET, SHEET]).pools
    assert [item.id for item in again[1].items] == ["sheet-2-a-b-1", "sheet-2-a-b-2"]
    assert again[0].items[1].parts[0].key == pool.items[1].parts[0].key


@pytest.mark.exhaustive
def test_a_right_value_that_is_not_told_from_a_wrong_one_is_refused() -> None:
    """5.919 bits and the 5.925 of a mistake are both 5.92: more figures are asked for, and do.

    Each such question is named.
    """
    with pytest.raises(InputError, match=r"more figures are needed \(--figures\): question"):
        export(problem_file("tickets"), to="gift")
    temperature = Problem.read(problem_file("note_004_temperature"))
    asked = tuple(Question(name, name) for name in ("sd(temp|Yes)", "P(temp=22|Yes)"))
    with pytest.raises(InputError, match=r"sd\(temp.*; question 'P\(temp"):
        export(replace(temperature, questions=asked), to="gift")
    assert export(problem_file("tickets"), to="gift", figures=5)


@pytest.mark.exhaustive
def test_a_variant_that_is_merged_is_drawn_anew() -> None:
    """With two figures some draws do not tell right from wrong: others are drawn, as is said."""
    pool = Request("gift", 6, 1, ("P(Yes,x)", "P(x)"), 2, pilot=4).of([SHEET]).pools[0]
    assert [item.id.rpartition("-")[2] for item in pool.items] == list("123456")
    assert re.match(r"\d+ of \d+ draws: a right answer is not told from a wrong", pool.left_out[0])


def test_what_a_system_does_not_take_is_left_out_with_a_line() -> None:
    """A vector, a set and what is undefined are no questions of Moodle, and each is told so."""
    of_zero = Problem.from_text(
        """\
[data]
values = { a = ["low", "mid", "high"] }
table = '''
a class
low +
mid -
'''
[query]
x = { a = "high" }
"""
    )
    asked = ("P(+)", "P(+|x)", "nearest(x)", "argmax(x)")
    pool = Request("moodle", ask=asked).of([of_zero]).pools[0]
    assert [part.id for part in pool.items[0].parts] == ["P(+)", "argmax(x)"]
    assert pool.items[0].parts[1].key.exact == "undefined (0/0)"
    assert pool.left_out == (
        "question 'P(+|x)': its answer is undefined",
        "question 'nearest(x)': its answer is a set",
    )
    with pytest.raises(InputError, match="asks nothing that can be exported"):
        Request("moodle", ask=("P(+|x)",)).of([of_zero])


def test_an_infinite_answer_is_left_out_as_infinite() -> None:
    """Both rows of + hold 2: as ε tends to 0, its density there is ∞, which is not undefined."""
    constant = Problem.from_text(
        """\
[data]
table = "a class\\n2 +\\n2 +\\n3 -\\n5 -"
[model]
family = "gaussian"
epsilon = "0+"
[query]
x = { a = 2 }
"""
    )
    pool = Request("moodle", ask=("P(+)", "P(a=2|+)")).of([constant]).pools[0]
    assert pool.left_out == ("question 'P(a=2|+)': its answer is infinite",)


def test_questions_say_how_exact_an_answer_is() -> None:
    """The policy of a question decides; figures are for those that leave it open."""
    said = {
        "rounded": "as a decimal with 5 significant figures",
        "exact": "as a decimal with 5 significant figures",
        ("figures", 1): "as a decimal with 1 significant figure",
        ("places", 2): "as a decimal with 2 decimal places",
        ("within", "0.01"): "as a decimal, within 1/100",
        ("relative", "0.01"): "as a decimal, within 1/100 of the value",
    }
    for given_, words in said.items():
        policy = read_policy(given_ if isinstance(given_, str) else dict([given_]))
        assert str(Accuracy.of(policy, 5)) == words


def numbers() -> st.SearchStrategy[Fraction]:
    return st.fractions(-1000, 1000, max_denominator=10**5) | st.fractions(-1, 1, max_denominator=50)


@law(30, 90)
@given(
    numbers(),
    st.lists(numbers(), min_size=1, max_size=8, unique=True),
    st.integers(1, 6),
    st.booleans(),
)
def test_no_two_values_count_as_each_other(
    right: Fraction, wrong: list[Fraction], digits: int, is_places: bool
) -> None:
    """Tolerances never overlap; what is rounded lies inside, and no wrong value in the key's."""
    asked = Accuracy(Rounding(places=digits) if is_places else Rounding(figures=digits))
    others = [Placed.of(each, asked) for each in wrong if each != right]
    key = key_number(Placed.of(right, asked, is_key=True), others)
    if key is None:
        return
    told = [number for _, number in separations(key, others) if number is not None]
    for number in (key, *told):
        assert number.tolerance > 0
        assert number.holds(Fraction(number.typed))
        assert number.holds(number.value)
    for other in others:
        assert not key.holds(other.value)
        assert not key.holds(Fraction(other.typed))
    every = sorted((key, *told), key=lambda each: each.value)
    for one, two in pairwise(every):
        assert one.value + one.tolerance < two.value - two.tolerance


def test_the_nearest_of_many_values_stands_beside_each(monkeypatch) -> None:
    """Of 300 values, 4/1000 apart, two are equal: their texts are read once or twice, not 300 times."""
    asked = Accuracy(Rounding(places=3))
    key = key_number(Placed.of(Fraction(0), asked, is_key=True), [])
    others = [Placed.of(Fraction(4 * at, 1000), asked) for at in (*range(1, 300), 299)]
    read: list[str] = []
    value = Placed.value.fget
    monkeypatch.setattr(Placed, "value", property(lambda of: read.append(of.text) or value(of)))
    told = list(separations(key, others))
    assert len(read) <= 2 * len(others)
    assert [share for share, _ in told] == [1] * 298 + [0] * 2
    assert told[0][1].tolerance == Fraction(1, 2000)
    assert told[-1][1] is None


@all_of(
    ("right", "wrong", "tolerance"),
    [
        (Fraction(9, 14), [Fraction(1, 2)], Fraction(1, 2000)),  # half a unit of 0.643
        (Fraction(643, 1000), [Fraction(6436, 10000)], Fraction(3, 10000)),  # half of the gap
        (Fraction(1230), [], Fraction(5)),  # 1.23·10³ is asked for
        (Fraction(9996, 10000), [], Fraction(1, 2000)),  # 1.00, though its unit is larger
        (Fraction(0), [Fraction(1)], Fraction(1, 2000)),
        (Fraction(9995, 10000), [Fraction(1)], None),  # which is 1.00 too
        (Fraction(6433, 10000), [Fraction(6426, 10000)], None),  # both are 0.643
        (Fraction(12345, 100000), [], Fraction(1, 2000)),
        (Fraction(1235, 10000), [], Fraction(505, 10**6)),  # half-way: doubles do not decide
    ],
)
def test_a_tolerance_is_half_a_unit_or_half_the_gap(
    right: Fraction, wrong: list[Fraction], tolerance: Fraction | None
) -> None:
    """It is the smaller of the two, exactly; nothing where the gap leaves no room."""
    asked = Accuracy(Rounding(figures=3))
    found = key_number(Placed.of(right, asked, is_key=True), [Placed.of(each, asked) for each in wrong])
    assert (None if found is None else found.tolerance) == tolerance


@one_in(3, "to", ["html", "text", "latex", "markdown"])
def test_an_item_is_printed_in_any_format(to: str) -> None:
    """The stem shows data and no answer, the solution of a part what it is, the sheet all blanks."""
    item = Request("gift", ask=("P(Yes)", "P(Yes|x)")).of([SHEET]).pools[0].items[0]
    stem, (prior, posterior) = item.stem(to), item.parts
    assert "Overcast" in stem
    assert "Questions" not in stem
    assert "643" not in stem
    assert "Yes" in item.asked(prior, to)
    worked = item.worked(posterior, to)
    assert all(number in worked for number in ("125", "611"))
    assert "611" not in item.worked(prior, to)
    assert item.sheet.text().count("____") == 2 * 3
    assert item.points == 2


def test_systems_are_found_by_their_files() -> None:
    """Every name leads to a system with words for the help; a name that is none has a near match."""
    assert all(isinstance(system_named(name), System) and system_named(name).words for name in names())
    with pytest.raises(InputError, match="did you mean 'moodle'"):
        export(SHEET, to="moodel")


@all_of(
    ("options", "said"),
    [
        (["--seed", "1"], "--seed: needs a count of variants"),
        (["--must", "prior-forgotten"], "--must: needs a count of variants"),
        (["--denominators", "5"], "--denominators: needs a count of variants"),
        (["--count", "0"], "--count: expected 1 or more; got 0"),
        (["--count", "20000"], "--count: expected a whole number from 1 to 10,000"),
        (["--figures", "0"], "--figures: expected a whole number from 1 to 12; got '0'"),
        (["--credit", "2"], "--credit: lies between 0 and 1; got 2"),
        (["--credit", "1/13"], "is no grade of Moodle"),
        (
            ["--students", "x.csv", "--seed", "5"],
            "--students: needs --count, and --problems",
        ),
        (
            ["--count", "2", "--students", "x.csv"],
            "--students: needs --count, and --problems",
        ),
        (["--ask", "P(?)"], "'?'"),
    ],
)
def test_refusals(
    options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be is one line, and nothing is written."""
    out = tmp_path / "quiz.xml"
    assert main(["export", str(SHEET), "--to", "moodle", "-o", str(out), *options]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not out.exists()


@pytest.mark.exhaustive
def test_canvas_takes_no_part_of_the_points() -> None:
    """A share that Canvas would drop is refused."""
    with pytest.raises(InputError, match="earns nothing in Canvas"):
        export(SHEET, to="canvas", credit="1/2")


def test_the_command_writes_what_python_returns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One file for several problems, and a summary of what is in it."""
    out, other = tmp_path / "quiz.xml", problem_file("spam_or_ham")
    arguments = [
        "export",
        str(SHEET),
        str(other),
        "--to",
        "moodle",
        "-o",
        str(out),
        "--ask",
        "argmax(x)",
    ]
    assert main(arguments) == 2  # the mails have no query x
    assert "spam_or_ham.toml" in capsys.readouterr().err
    assert main([*arguments[:-2]]) == 0
    assert out.read_bytes() == export([SHEET, other], to="moodle")["sheet.xml"]
    assert capsys.readouterr().out.splitlines() == [
        "sheet: 1 item with 7 questions",
        "spam-or-ham: 1 item with 6 questions",
    ]


def test_a_folder_holds_the_students(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a system takes a folder, a list says which item each student gets."""
    from exactnb.teach.exporting import exporting

    folder = System("", "a folder", lambda pools: {f"{item.id}.txt": b"x" for item in pools[0].items})
    monkeypatch.setattr(exporting, "system_named", lambda name: folder)
    roster = Roster(("Student",), (("Ada",), ("Bo",)), {0: "Ada", 1: "Bo"})
    request = Request("any", 2, 1, ("P(Yes)",), roster=roster, pilot=3)
    files = request.of([SHEET]).files()
    assert list(files) == ["sheet-1-1.txt", "sheet-1-2.txt", "sheet-students.csv"]
    head, *rows = csv.reader(files["sheet-students.csv"].decode().splitlines())
    assert head == ["student", "variant"]
    assert dict(rows) == {who: f"sheet-1-{n}" for who, n in assign_variants(roster, 1, 2).items()}


def test_variants_need_a_template() -> None:
    """A Problem in Python has no document to draw from; a Template has."""
    with pytest.raises(InputError, match="drawn from a problem file, or a Template"):
        export(Problem.read(SHEET), to="gift", count=2)
    template = Template.read(SHEET, requested=["P(Yes)"])
    assert Request("gift", 1, pilot=3).of([template]).files() != export(template, to="gift")
    assert Number("0.5", "0.500", Fraction(1, 2000)).value == Fraction(1, 2)
