"""Attacks: whatever is sent is worked out or refused in one line, and nothing else happens.

`python tests/system/test_attacks.py` is the long run, with a limit of CPU for each input: each fault is
printed with the smallest input that shows it. `--kind`, `--count` and `--seed` choose among the inputs.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1] / "helpers"), str(Path(__file__).parents[2])]

import pytest
from attacks import running
from attacks.holding import Case, Fault, TooLong, at_most, only_inside
from attacks.shrinking import shrunk
from attacks.trying import KINDS, drawn, try_files
from thoroughness import all_of, choose, in_both_runs

from exactnb import Problem
from exactnb.errors import ExactnbError, InputError

QUICK = {
    "problem": 3, "sheet": 3, "string": 8, "classify": 3, "derive": 1, "sample": 3,
    "new": 3, "solve": 3, "check": 3, "explore": 2, "site": 1,
}  # fmt: skip
EXHAUSTIVE = {  # three hundred and fifty in all; the long run by hand tries more
    "problem": 20, "sheet": 18, "string": 200, "classify": 50, "derive": 6,
    "sample": 18, "new": 14, "solve": 18, "check": 8, "explore": 8, "site": 4,
}  # fmt: skip
TOGETHER = {"site": pytest.mark.xdist_group("site")}  # theorems are printed once
CHUNKS = choose(quick=1, exhaustive=2)
SECONDS, OF_A_SITE = 60, 120  # of CPU: they end what would never end, on a slow machine too


def count(kind: str, *, exhaustive: bool) -> int:
    """Return how many inputs of a kind are tried."""
    return (EXHAUSTIVE if exhaustive else QUICK)[kind]


def tried(what: str, target: str, data: bytes, seconds: float = 0) -> tuple[Case, Fault | None]:
    """Return how an input ends, in a folder of its own beside a file that is none of its business."""
    case = Case()
    with tempfile.TemporaryDirectory() as outer:
        (Path(outer) / "secret.csv").write_text("a,class\n1,hidden\n2,secret\n")
        inner = Path(outer) / "inner"
        inner.mkdir()
        try:
            with at_most(seconds), only_inside(inner):
                try_files(what, target, data, inner, case)
        except Fault as fault:
            return case, fault
        except TooLong:
            return case, Fault("takes too long")
        except Exception as error:  # of what is looked at afterwards, such as the reports
            return case, Fault.of(error)
    return case, None


@in_both_runs
@pytest.mark.parametrize("kind", [pytest.param(kind, marks=TOGETHER.get(kind, ())) for kind in KINDS])
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_attacks_are_worked_out_or_refused(kind: str, chunk: int, pytestconfig: pytest.Config) -> None:
    """Nothing but results and refusals in one line; each of the two is met often."""
    exhaustive = pytestconfig.getoption("exhaustive", default=False)
    number = count(kind, exhaustive=exhaustive)
    seconds = OF_A_SITE if kind == "site" else SECONDS
    done = refused = 0
    for seed in range(1 + chunk, number + 1, CHUNKS):
        case, fault = tried(*drawn(kind, seed), seconds if exhaustive else 0)
        assert fault is None, f"seed {seed}: {fault}\n{drawn(kind, seed)}"
        done += bool(case.done)
        refused += bool(case.refused)
    assert min(done, refused) >= number // CHUNKS // 5 - 1


@pytest.mark.exhaustive
@all_of("kind", KINDS)
def test_a_seed_draws_one_input(kind: str) -> None:
    """An input can be drawn again, and two seeds draw two."""
    inputs = [drawn(kind, seed) for seed in range(20)]
    assert inputs == [drawn(kind, seed) for seed in range(20)]
    assert len(set(inputs)) >= 18


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (KeyError("x"), "KeyError in test_attacks.py:planted"),
        (InputError("a\n" * 400), ""),
        (type("Rejected", (ExactnbError,), {"exit_code": 70})("2 is not 3"), "a fault in exactnb"),
        (type("Long", (ExactnbError,), {"__str__": lambda _: "a" * 301})("x"), "301 signs"),
        (type("Two", (ExactnbError,), {"__str__": lambda _: "a\nb"})("x"), "no printable line"),
    ],
)  # fmt: skip
def test_planted_faults_are_found(error: Exception, told: str, monkeypatch) -> None:
    """A traceback, a fault of the program, a message without end or of two lines: each is noticed."""

    def planted(*given: object, **named: object) -> None:
        raise error

    monkeypatch.setattr(Problem, "read", planted)
    _, fault = tried("problem", "1", b"")
    assert told in str(fault)
    assert (fault is None) == (not told)


def test_a_file_outside_is_noticed(monkeypatch) -> None:
    """What is read beside the folder of a problem is a fault, though the answer is right."""

    def reads(path: Path) -> None:
        (path.parent.parent / "secret.csv").read_text()
        raise InputError("no")

    monkeypatch.setattr(Problem, "read", reads)
    _, fault = tried("problem", "1", b"")
    assert "secret.csv" in str(fault)


def refusing(line: str = "exactnb: no\n", write: str = "", read: str = "") -> Callable[..., int]:
    """Return a command that says a line and ends with 2, once it has read a file and written one."""

    def command(arguments: list[str]) -> int:
        if read:
            Path(read).read_bytes()
        if write:
            Path(write).write_bytes(b"half")
        print(line, end="", file=sys.stderr)
        return 2 if line else 0

    return command


COMMAND = b'$ "solve"\n$ "a.toml"\n$ "-o"\n$ "out"\n=== a.toml\nx\n=== out\nprecious'


@all_of(
    ("command", "told"),
    [
        (refusing(), ""),
        (refusing("", write="out"), ""),
        (refusing("", write="out", read="a.toml"), ""),
        (refusing("", write="a.toml", read="a.toml"), "solve overwrites what it read"),
        (refusing("", write="link", read="a.toml"), "solve overwrites what it read"),
        (refusing(write="out"), "solve refuses and writes"),
        (refusing(write=".out.tmp"), "solve refuses and writes"),
        (refusing("", write="other"), "solve writes what was not asked for"),
        (refusing("", read="../secret.csv"), "touches what is outside"),
        (refusing("exactnb: no\nand no\n"), "a message of 9 signs that is no printable line"),
        (refusing("Traceback\n"), "solve says no line"),
        (refusing(f"exactnb: {'a' * 301}\n"), "a message of 301 signs"),
        (lambda arguments: 70, "solve ends with 70"),
    ],
)
def test_planted_faults_of_commands_are_found(
    command: Callable[..., int], told: str, monkeypatch
) -> None:
    """What a command does to files, and how it ends, is noticed."""
    monkeypatch.setattr(running, "main", command)
    _, fault = tried("command", "solve", COMMAND)
    assert told in str(fault)
    assert (fault is None) == (not told)


def report(what: str, target: str, data: bytes, fault: Fault, seconds: float) -> str:
    """Return a fault as it is printed, with the smallest input that shows it."""

    def fails(less: bytes) -> bool:
        found = tried(what, target, less, seconds)[1]
        return found is not None and found.kind == fault.kind

    least = data if fault.kind == "takes too long" else shrunk(data, fails)
    again = tried(what, target, least, seconds)[1] or fault
    return f"{again}\n    {what} {target}\n    {least[:1500].decode(errors='replace')!r}"


def main() -> int:
    """Try many seeds; return 1 if a fault is found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, help="of each kind (else as many as are exhaustive)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    options = parser.parse_args()
    os.environ.setdefault("COLUMNS", "80")
    warnings.simplefilter("error")  # as in the tests
    found: Counter[str] = Counter()
    for kind in [options.kind] if options.kind else KINDS:
        number = options.count or count(kind, exhaustive=True)
        ends: Counter[str] = Counter()
        for seed in range(options.seed, options.seed + number):
            case, fault = tried(*drawn(kind, seed), options.seconds)
            ends[" and ".join([*["done"] * bool(case.done), *["refused"] * bool(case.refused)])] += 1
            if fault is not None:
                found[fault.kind] += 1
                if found[fault.kind] <= 2:
                    shown = report(*drawn(kind, seed), fault, options.seconds)
                    print(f"=== {kind}, seed {seed}: {shown}", flush=True)
        print(f"{kind}: {number:,} tried; {dict(ends)}", flush=True)
    print("\n".join(f"{number} times {kind}" for kind, number in found.most_common()) or "no fault")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
