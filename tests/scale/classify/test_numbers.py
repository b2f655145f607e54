"""Columns of numbers: any finite decimal, missing ones, doubles, ε and divisors, against Fractions."""

from __future__ import annotations

import json
import random
import re
import tracemalloc
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction as F
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from calls import calls_of
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp
from thoroughness import all_of, choose, in_both_runs, one_in

from exactnb.core.arithmetic.numerals import read_number
from exactnb.core.conventions import Conventions
from exactnb.errors import InputError
from exactnb.interfaces.cli import main
from exactnb.scale.classify.encoding import parse_columns, parse_number
from exactnb.scale.classify.fields import RecordBlock, RecordSource
from exactnb.scale.classify.labelling import Labelling
from exactnb.scale.explaining.exact_model import ExactModel
from exactnb.scale.logspace.readings import Readings

Run = Callable[..., tuple[int, str, str]]
Cells = Sequence[Sequence[str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs the command in an empty folder, and gives code, out and err."""
    monkeypatch.chdir(tmp_path)

    def classify(options: str) -> tuple[int, str, str]:
        return main(["classify", *options.split()]), *capsys.readouterr()

    return classify


def table(name: str, rows: Cells, header: str = "x,y,class") -> str:
    lines = [",".join((str(at), *row)) for at, row in enumerate(rows, start=1)]
    Path(name).write_text("\n".join([f"id,{header}", *lines]) + "\n")
    return name


def read(cells: Sequence[str], missing: AbstractSet[str] = frozenset()) -> Readings:
    """Return the numbers of a column, which are the same with other columns beside it."""
    fields = [{"x": cell, "y": "−1", "z": cell} for cell in cells]
    rows = list(map(str, range(len(cells)))), [""] * len(cells), [""] * len(cells), fields
    (alone,) = parse_columns(RecordBlock(*rows, missing=missing), ["x"])
    for names in (("z", "x"), ("x", "y", "z")):
        beside = parse_columns(RecordBlock(*rows, missing=missing), names)[names.index("x")]
        assert beside.numerators.tolist() == alone.numerators.tolist()
        assert (beside.denominator, beside.places.tolist()) == (
            alone.denominator,
            alone.places.tolist(),
        )
    return alone


def winners(run: Run, options: str) -> list[list[str]]:
    code, out, err = run(f"{options} --to jsonl")
    notes = re.findall(r"exactnb: note: .*(?:is|are) missing: only .*\n", err)  # of missing cells alone
    assert (code, err) == (0, "".join(notes[:1]))
    return [json.loads(line)["winners"] for line in out.splitlines()]


DIGITS = r"([0-9]{1,45}(\.[0-9]{0,45})?|\.[0-9]{1,45})"
SPELLED = st.from_regex(re.compile(rf"[+-]?{DIGITS}([eE][+-]?[0-9]{{1,3}})?"), fullmatch=True)
NO_NUMBERS = [
    "0x1F", "1,234", "1,234.5", "1_000", "inf", "-Infinity", "1e", "--1", "1 000", "1/0", "١", "½",
    "1e1001", "", "e5", ".", "0b1", "1.2.3", "٣.٥", "+", "1e99999999", "9" * 1001,
]  # fmt: skip
ARE_NUMBERS = [
    "-0",
    "−3",
    "45%",
    "5.",
    ".5",
    " 1 ",
    "1E+3",
    "1/4",
    "00012",
    "1e1000",
    "9" * 1000,
    "1" * 41,
]


@pytest.mark.exhaustive
@given(cell=SPELLED)
def test_a_decimal_is_the_number_that_is_written(cell: str) -> None:
    """However long it is, with an exponent or without; with `doubles` it is that of the nearest."""
    assert F(*parse_number(cell)) == F(cell)
    if abs(F(cell)) < 10**308:
        assert F(*parse_number(cell, doubles=True)) == F(float(cell))


PLAIN = st.from_regex(re.compile(rf"[+-]?{DIGITS}"), fullmatch=True)


@pytest.mark.exhaustive
@given(cells=st.lists(st.one_of(st.just(""), PLAIN)), more=st.lists(SPELLED, max_size=1))
def test_a_column_is_read_as_its_cells_are(cells: list[str], more: list[str]) -> None:
    """Plain decimals are read together, others one by one: the numbers are the same."""
    column = [*cells, *more]
    found = read(column)
    numbers = [None if cell == "" else F(cell) for cell in column]
    assert [found.number(row) for row in range(len(column))] == numbers


@all_of("more", [-1, 0, 1])
def test_the_double_of_a_decimal_tells_it_only_where_it_has_few_bits(more: int) -> None:
    """A column of one integer beyond 2^50 is read in another way, and so is one of 23 places."""
    cells = [f"{2**50 + more}", "-0.1", f"{2**50 // 10 + more}.{9 + more // 2}", "", "0.3"]
    for column in (cells, [*cells, f".{'0' * 22}{2 + more}"], ["-999", *cells]):
        numbers = [None if cell in ("", "-999") else F(cell) for cell in column]
        found = read(column, frozenset({"-999"}))
        assert [found.number(row) for row in range(len(column))] == numbers


def test_numbers_of_18_digits_are_64_bits_each() -> None:
    """A hundred of them, of either sign, are read as they are written."""
    cells = [f"{sign}.{10**18 - n}" for sign in ("", "-") for n in range(1, 100)]
    found = read(cells)
    assert found.numerators.dtype == np.int64
    assert [found.number(row) for row in range(len(cells))] == list(map(F, cells))


def test_a_cell_of_megabytes_takes_no_more_room_than_itself() -> None:
    """No array is made of a cell that is too long for a decimal, however short the others are."""
    cells = ["1.5", "9" * 2**20]
    tracemalloc.start()
    with pytest.raises(InputError, match="record 1"):
        read(cells)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 3 * 2**20


@all_of("cell", [*filter(None, NO_NUMBERS), "1\n2"])
def test_a_column_with_no_number_says_where(cell: str) -> None:
    """Numbers around it do not hide it, nor does an end of a line within it."""
    with pytest.raises(InputError, match=r"^record 2, column 'x': "):
        read(["1.5", "", cell, "2"])


@all_of("column", [["5\n"], ["5\n", "7"], ["\n5", "7"]])
def test_an_end_of_a_line_beside_a_number_is_a_blank(column: list[str]) -> None:
    """It is not taken for the end of a cell, whatever stands in the next one."""
    found = read(column)
    assert [found.number(row) for row in range(len(column))] == [5, 7][: len(column)]


@all_of("cell", NO_NUMBERS + ARE_NUMBERS)
def test_a_cell_is_read_as_in_a_table_that_is_solved(cell: str) -> None:
    """What is no number there is none here, and what is has the same value."""
    assert (cell in ARE_NUMBERS) == is_number(cell)
    try:
        expected = read_number(cell)
    except InputError:
        with pytest.raises(InputError):
            parse_number(cell)
        return
    assert F(*parse_number(cell)) == expected


def is_number(cell: str) -> bool:
    try:
        parse_number(cell)
    except InputError:
        return False
    return True


def test_what_is_beyond_doubles_is_read_as_written_alone(run: Run) -> None:
    """1e400 has a label by the numbers that are written; as a double it is refused with its place."""
    rows = [["1e400", "1", "a"], ["3e400", "2", "a"], ["-1e400", "5", "b"], ["-2e400", "4", "b"]]
    options = f"--train {table('t.csv', rows)} --test t.csv --numbers x,y"
    assert winners(run, options) == [["a"], ["a"], ["b"], ["b"]]
    code, out, err = run(f"{options} --doubles")
    assert (code, out) == (2, "")
    told = (
        "'1e400' is beyond the largest double; without --doubles (doubles=) it is read as it is written"
    )
    assert err == f"exactnb: t.csv: record 1, column 'x': {told}\n"
    below = [["1e-400", "1", "a"], ["3e-400", "2", "a"], ["7e-400", "5", "b"], ["8e-400", "4", "b"]]
    options = f"--train {table('t.csv', below)} --test t.csv --numbers x,y"
    assert winners(run, options) == [["a"], ["a"], ["b"], ["b"]]
    assert "all numbers of “x” are the same in class “a”" in run(f"{options} --doubles")[2]


def test_missing_numbers_by_hand(run: Run) -> None:
    """Without x only y and the prior speak; with neither, the prior: 2/5 against 3/5."""
    rows = [["1", "0", "a"], ["3", "2", "a"], ["7", "", "b"], ["", "8", "b"], ["9", "10", "b"]]
    asked = [["", ""], ["?", "5"], ["5", "?"], ["5", "5"], ["", "1"], ["2", "9"]]
    options = f"--train {table('t.csv', rows)} --test {table('q.csv', asked, 'x,y')} --numbers *"
    found = winners(run, options)
    # Means 2 and 8 of x, 1 and 9 of y, all variances 1: from the middle, 5, both are as far.
    assert found == [["b"], ["b"], ["b"], ["b"], ["a"], ["b"]]
    assert winners(run, f"{options} --prior uniform") == [
        ["a", "b"], ["a", "b"], ["a", "b"], ["a", "b"], ["a"], ["b"],
    ]  # fmt: skip
    text = run(f"{options} --explain 3")[1]
    assert "μ[x,k]   4/2 = 2   16/2 = 8" in text
    assert "rows of class k that show the column" in text
    assert "μ[y" not in text


def test_what_json_has_for_no_number_may_be_a_mark(run: Run) -> None:
    """NaN is refused with its line, as is Infinity, unless they are said to be missing, as null is."""
    numbers = ["1.5", "3.25", "NaN", "6", "7.5", "-Infinity"]
    rows = zip(numbers, "aaabbb", strict=True)
    lines = [f'{{"x": {x}, "y": {at}, "class": "{k}"}}\n' for at, (x, k) in enumerate(rows)]
    Path("t.jsonl").write_text("".join(lines))
    options = "--train t.jsonl --test t.jsonl --numbers *"
    assert run(options)[2] == (
        'exactnb: t.jsonl: line 3: NaN is no number; say --missing "?,NaN", or write null\n'
    )
    found = winners(run, f"{options} --missing NaN,-Infinity")
    null = "".join(lines).replace("NaN", "null").replace("-Infinity", "null")
    Path("t.jsonl").write_text(null)
    assert winners(run, options) == found == [["a"]] * 3 + [["b"]] * 3


def by_fractions(train: Cells, row: Sequence[str], *, read, share: F, less: int) -> list[str]:
    """Return all winners by the textbook: log joints to 400 digits, of Fractions that are summed."""
    numbers = [[read(cell) if cell else None for cell in of[:-1]] for of in train]
    labels = [of[-1] for of in train]
    columns, logs = list(zip(*numbers, strict=True)), {}
    spreads = []
    for of in columns:
        shown = [x for x in of if x is not None]
        mean = sum(shown) / len(shown)
        spreads.append(sum((x - mean) ** 2 for x in shown) / len(shown))
    for label in sorted(set(labels)):
        joint, exponent = F(labels.count(label), len(labels)) ** 2, F(0)
        for of, cell in zip(columns, row, strict=True):
            own = [x for x, k in zip(of, labels, strict=True) if k == label and x is not None]
            mean = sum(own) / len(own)
            variance = sum((x - mean) ** 2 for x in own) / (len(own) - less) + share * max(spreads)
            if cell:
                joint /= variance
                exponent -= (read(cell) - mean) ** 2 / variance
        with mp.workdps(400):
            logs[label] = mp.log(mp.mpf(joint.numerator) / joint.denominator)
            logs[label] += mp.mpf(exponent.numerator) / exponent.denominator
    best = max(logs.values())
    return [label for label, log in logs.items() if best - log < mp.mpf(10) ** -300]


DRAWN = {
    "short": lambda dice: str(dice.randrange(-3, 4)),
    "decimal": lambda dice: f"{dice.randrange(20)}.{dice.randrange(10)}",
    "long": lambda dice: f"0.{dice.randrange(10**25):025}",
    "large": lambda dice: f"{10**18 + dice.randrange(9000)}.{dice.randrange(100)}e{dice.randrange(2)}",
}


@in_both_runs
@one_in(6, ("kind", "doubles"), product(DRAWN, [False, True]))
def test_labels_are_those_of_fractions_and_of_the_exact_model(
    run: Run, kind: str, doubles: bool
) -> None:
    """With gaps in both files, all winners are those of brute force, and the problem's own decision."""
    read = (lambda cell: F(float(cell))) if doubles else F
    certificates = set()
    for seed in range(choose(quick=4, exhaustive=5)):
        dice = random.Random(f"{kind} {seed}")

        def row(least: bool, draw=DRAWN[kind], dice=dice) -> list[str]:
            cells = [draw(dice), DRAWN["short"](dice)]
            return cells if least else [c if dice.random() < 0.7 else "" for c in cells]

        train = [[*row(at < 6), "ab"[at % 2]] for at in range(10)]
        asked = [row(False) for _ in range(8)] + [of[:-1] for of in train[:2]]
        share, less = dice.choice(["0", "1/1000", "1e-9"]), dice.choice([0, 1])
        constant = any(
            len({read(of[at]) for of in train if of[-1] == k and of[at]}) < 3
            for at in (0, 1)
            for k in "ab"
        )
        if constant:
            continue
        said = {"read": read, "share": F(share), "less": less}
        options = f"--train {table('t.csv', train)} --test {table('q.csv', asked, 'x,y')} --numbers x,y"
        options += f" --var-smoothing {share} --divisor {'N-1' if less else 'N'}"
        found = winners(run, options + " --doubles" * doubles)
        assert found == [by_fractions(train, of, **said) for of in asked]
        conventions = Conventions(
            smoothing=1, epsilon={"relative": share}, divisor="N-1" if less else "N"
        )
        labelling = Labelling(
            RecordSource(Path("t.csv")), RecordSource(Path("q.csv")), "", conventions, None, ("x", "y"),
            doubles=doubles,
        )  # fmt: skip
        encoding = labelling.encoding
        counts = encoding.exact_counts(labelling.classifier)
        model = ExactModel(counts, encoding.model_choice(conventions), encoding.observation)
        (block,) = labelling.test.blocks(labelling.train)
        records = [block.at_rows([row]) for row in range(len(block))]
        assert [list(model.decide(record)) for record in records] == found
        certificates |= {len(of) for of in found}
        left_out = winners(
            run, options.replace("--test q.csv", "--leave-one-out") + " --doubles" * doubles
        )
        for at in range(0, 10, 3):
            rest = [of for other, of in enumerate(train) if other != at]
            assert left_out[at] == by_fractions(rest, train[at][:-1], **said)
    assert 1 in certificates


def test_decimals_tie_where_doubles_do_not(run: Run) -> None:
    """0.2 is in the middle of 0.1 and 0.3, but the doubles next to these three are not so placed."""
    rows = [["0.05", "a"], ["0.15", "a"], ["0.25", "b"], ["0.35", "b"]]
    options = f"--train {table('t.csv', rows, 'x,class')} --test {table('q.csv', [['0.2']], 'x')}"
    options += " --numbers x"
    assert winners(run, options) == [["a", "b"]]
    assert winners(run, f"{options} --doubles") in ([["a"]], [["b"]])
    text = run(f"{options} --doubles --explain 1")[1]
    assert "tied" not in text
    assert "tied" in run(f"{options} --explain 1")[1]


def test_epsilon_and_divisor_by_hand(run: Run) -> None:
    """Of 1, 3 | 5, 9 the variance of all is 35/4: with ε a tenth of it, 1 + 7/8 and 4 + 7/8."""
    rows = [["1", "a"], ["3", "a"], ["5", "b"], ["9", "b"]]
    options = f"--train {table('t.csv', rows, 'x,class')} --test t.csv --numbers x"
    text = run(f"{options} --var-smoothing 1/10 --explain 1")[1]
    assert "2/2+0.1×8.75 = 15/8 = 1.875" in text
    assert "8/2+0.1×8.75 = 39/8 = 4.875" in text
    assert "1/10 of the largest variance added to each variance" in text
    text = run(f"{options} --divisor N-1 --explain 1")[1]
    assert "(10 − 2×2²)/(2 − 1) = 2/1 = 2   (106 − 2×7²)/(2 − 1) = 8/1 = 8" in text
    assert "variances over N − 1" in run(f"{options} --divisor N-1")[1]


def test_all_others_are_what_is_not_named(run: Run) -> None:
    """`*` stands for the columns that no option names, of numbers or of categories."""
    rows = [["1", "u", "0", "a"], ["2", "u", "1", "a"], ["4", "v", "1", "b"], ["7", "v", "1", "b"]]
    options = f"--train {table('t.csv', rows, 'x,y,z,class')} --test t.csv --smoothing 1"
    said = winners(run, f"{options} --numbers x --categories y,z")
    for same in ("--numbers x", "--numbers x --categories *", "--numbers * --categories y,z",
                 "--numbers x,* --categories z,y"):  # fmt: skip
        assert winners(run, f"{options} {same}") == said
    code, out, err = run(f"{options} --numbers * --categories *")
    assert (code, out) == (2, "")
    assert (
        err == "exactnb: t.csv: --categories: all others are among the numbers, '*'\n" or "'*'" in err
    )
    assert "column 'y'" in run(f"{options} --numbers *")[2]


REFUSED = {
    "--divisor N-K --numbers x": "argument --divisor: invalid choice",
    "--var-smoothing -1 --numbers x": "--var-smoothing: must not be negative",
    "--var-smoothing x --numbers x": "--var-smoothing: expected a number",
    "--var-smoothing 1": "--var-smoothing: needs --numbers",
    "--divisor N-1": "--divisor: needs --numbers",
    "--doubles": "--doubles: needs --numbers",
    "--numbers x --categories y --divisor N-1": "'x' has one number in class 'b'; leave out",
    "--numbers * --divisor N": "all numbers of “x” are the same in class “b”:",
    "--numbers y --categories x": "'y' has no number in class 'b'; leave out",
    "--numbers z": "t.csv: there is no column 'z'; there are x, y",
}


@all_of("options, said", REFUSED.items())
def test_options_of_numbers_are_refused_in_one_line(
    run: Run, options: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where they do not go together, say no number, or leave no variance."""
    rows = [["1", "1", "a"], ["3", "2", "a"], ["5", "", "b"]]
    try:
        code, out, err = run(f"--train {table('t.csv', rows)} --test t.csv {options}")
    except SystemExit as left:
        code, (out, err) = int(str(left.code)), capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_decimal_commas_are_read_if_that_is_said(run: Run) -> None:
    """3,5 and 3.5 are the same number; thousands are never guessed."""
    rows = [["1,5", "2", "a"], ["2", "3,25", "a"], ["4", "7", "b"], ["7", "8,5", "b"]]
    points = [[cell.replace(",", ".") for cell in of] for of in rows]
    Path("c.csv").write_text("\n".join([";".join(("x", "y", "class")), *map(";".join, rows)]))
    options = "--train c.csv --test c.csv --numbers *"
    assert winners(run, f"{options} --decimal ,") == winners(
        run, f"--train {table('t.csv', points)} --test t.csv --numbers *"
    )
    assert '--decimal ","' in run(options)[2]


@pytest.mark.exhaustive
@all_of("left_out", [True, False])
def test_no_function_is_called_for_each_cell(tmp_path: Path, left_out: bool) -> None:
    """Calls grow with the records, and with the columns, but not with their product: the cells."""
    dice = random.Random(4)

    def labelled(records: int, columns: int) -> int:
        rows = [[f"{dice.gauss(n % 3, 1):.3f}" for _ in range(columns)] for n in range(records)]
        lines = [",".join((*row, "abc"[n % 3])) for n, row in enumerate(rows)]
        path = tmp_path / f"{records}-{columns}.csv"
        path.write_text("\n".join([",".join((*(f"x{n}" for n in range(columns)), "class")), *lines]))
        test = None if left_out else RecordSource(path)
        labelling = Labelling(RecordSource(path), test, numbers=("*",))
        return calls_of(lambda: list(labelling.labels()))

    labelled(30, 3)  # what is loaded once
    few, many = (labelled(records, 20) - labelled(records, 10) for records in (100, 200))
    assert many - few < 100 * 10 / 2
