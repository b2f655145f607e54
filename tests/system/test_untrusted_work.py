"""Small files that ask for much work: each is done, or refused in one line, in seconds and 500 MB."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest
from thoroughness import one_in

SECONDS, BYTES = 10, 500 * 1024 * 1024  # of a core that others use too; each takes at most 3 alone
LARGEST = 300_000  # bytes of such a file


def rows(number: int, columns: int, values: str = "abc", classes: int = 2) -> str:
    """Return the table of a problem file."""
    head = " ".join([*(f"c{at}" for at in range(columns)), "k"])
    lines = [
        " ".join(
            [
                *(values[(row * (at + 3) + row // 5) % len(values)] for at in range(columns)),
                f"k{row % classes}",
            ]
        )
        for row in range(number)
    ]
    return "data.table = '''\n" + "\n".join([head, *lines]) + "\n'''\n"


def numbers(number: int, columns: int) -> str:
    """Return a table of columns of numbers."""
    head = " ".join([*(f"c{at}" for at in range(columns)), "k"])
    lines = [
        " ".join([*(f"{(row * 37 + at * 11) % 89}.{row % 7}" for at in range(columns)), f"k{row % 2}"])
        for row in range(number)
    ]
    return "data.table = '''\n" + "\n".join([head, *lines]) + "\n'''\nmodel.family = 'gaussian'\n"


def asked(*names: str) -> str:
    """Return the list of what is asked."""
    return f"ask = {list(names)!r}\n"


SMOOTHED = "model.smoothing = 1\n"
WRAPPED = "-log(" * 9 + "P(k0)" + ")" * 9
COLUMNS = ",".join(f"c{at}" for at in range(12))
DRAWN = (
    'data.class = "k"\ndata.text = "t"\nmodel.family = "dirichlet-multinomial"\nmodel.smoothing = 1\n'
)
TEXTS = "data.table = '''\nk | t\n+ | a b\n- | a a\n'''\n"

LOGARITHMS = [f"{'-' * (at % 2)}log(P(k0,c0=a,c1={'ab'[at % 2]}))" for at in range(5_000)]
ZEROS = "0" * 900
HUGE = f"""data.counts = '''
k     | yes      | no
total | 9{ZEROS} | 3
c=a   | 7{ZEROS} | 1
c=b   | 2{ZEROS} | 2
'''
query.x = {{ c = "a" }}
"""
POISSON = f"""data.parameters = '''
k       | A   | B
prior   | 1/2 | 1/2
rate(f) | 0.4 | 1e30
'''
query.x = {{ f = 1{"0" * 30} }}
"""

FILES = {
    "independence of many columns": asked(f"independent({COLUMNS})") + rows(30, 12) + SMOOTHED,
    "independence of 60 columns in the data": asked(
        "independent_in_data(" + ",".join(f"c{at}" for at in range(60)) + "|k0)"
    )
    + rows(30, 60),
    "accuracy, each row left out": asked("accuracy_left_out") + rows(1_500, 8) + SMOOTHED,
    "accuracy over rows": asked("accuracy") + rows(1_900, 20) + SMOOTHED,
    "accuracy of numbers, each row left out": asked("accuracy_left_out") + numbers(200, 6),
    "the rank among many cells": asked(
        "rank(" + ",".join(f"c{at}=a" for at in range(12)) + ")"
    )
    + rows(30, 12)
    + SMOOTHED,
    "the Bayes error over many cells": asked("bayes_error") + rows(30, 12) + SMOOTHED,
    "many classes": rows(400, 6, classes=200) + SMOOTHED + 'query.x = { c0 = "a", c1 = "b" }\n',
    "many queries": rows(30, 5)
    + SMOOTHED
    + "".join(f'query.q{at} = {{ c0 = "a" }}\n' for at in range(600)),
    "many models": rows(9, 5)
    + 'query.x = { c0 = "a" }\n'
    + "".join(f"models.m{at}.smoothing = {at + 1}\n" for at in range(120)),
    "classes by queries by models": rows(60, 5, classes=30)
    + "".join(f"models.m{at}.smoothing = {at + 1}\n" for at in range(10))
    + "".join(f'query.q{at} = {{ c0 = "a" }}\n' for at in range(30)),
    "a quantity asked for 5,000 times": asked(*["P(k0)"] * 5_000) + rows(9, 2),
    "5,000 functions around one": asked(*LOGARITHMS) + rows(30, 2) + SMOOTHED,
    "logarithms of logarithms": asked(WRAPPED) + rows(9, 2),
    "powers of powers": asked("exp(" * 18 + "P(k0)" + ")" * 18) + rows(9, 2),
    "a word drawn 100,000 times": TEXTS + DRAWN + f'query.x = "{"a " * 100_000}"\n',
    "a text of 100,000 words": TEXTS
    + 'data.class = "k"\ndata.text = "t"\nmodel.smoothing = 1\n'
    + f'query.x = "{"a b " * 50_000}"\n',
    "counts of 10^900": HUGE,
    "a Poisson count of 10^30": POISSON,
    "a boundary of many columns": asked("boundary(k0:k1)") + numbers(30, 12).replace("gaussian", "qda"),
    "many columns of numbers": asked("P(k0|x)") + numbers(40, 40).replace("gaussian", "qda")
    + "query.x = {" + ", ".join(f"c{at} = {at}" for at in range(40)) + "}\n",
}  # fmt: skip


def limited() -> None:
    """Let a process have no more time and memory than any of the files may take."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_DATA, (BYTES, BYTES))


LONG = {
    "accuracy of numbers, each row left out", "many models", "many queries", "many classes",
    "independence of many columns", "classes by queries by models", "5,000 functions around one",
    "a word drawn 100,000 times",
}  # fmt: skip
"""What takes a second or more of what it may."""


EVERY = [  # those of a quick run first, of which it tries one
    pytest.param(of, marks=pytest.mark.exhaustive if of in LONG else ())
    for of in sorted(FILES, key=lambda of: of in LONG)
]


@one_in(8, "name", EVERY)
def test_a_small_file_takes_little_or_is_refused(name: str, tmp_path: Path) -> None:
    """Every file ends within its time and memory: solved, or one line that says what is too much."""
    text = FILES[name]
    assert len(text) < LARGEST
    path = tmp_path / "small.toml"
    path.write_text(text)
    command = [sys.executable, "-m", "exactnb", "solve", str(path), "-o", str(tmp_path / "out.txt")]
    run = subprocess.run(command, capture_output=True, text=True, preexec_fn=limited)
    assert run.returncode in (0, 2), (run.returncode, run.stderr[-300:])
    assert "out of memory" not in run.stderr
    assert len(run.stderr.splitlines()) == (run.returncode == 2)
    assert (tmp_path / "out.txt").exists() == (run.returncode == 0)
