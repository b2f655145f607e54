"""Plant faults in what models and families work out: is a wrong number ever printed?

python benchmarks/planted_faults [--sample 100] [--seed 1]

Every function of `model` and `families` that gives an expression or a value is found by walking, and
spoiled in four ways: its result is one more, or doubled, or lacks its last part; two arguments are
exchanged. With each fault in place small problems are solved that reach the function. A fault that
changes a number has to be refused; what is printed all the same stands in `printed.txt` with the reason
why nothing can notice it.
"""

from __future__ import annotations

import argparse
import functools
import random
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from faults import KINDS, Function, Listener, functions, planted, wrapped
from problems import PROBLEMS

from exactnb.core.expression.results import Value, are_equal
from exactnb.core.problem.problem import Problem
from exactnb.errors import ExactnbError
from exactnb.explain.derivation.verified import Rejected
from exactnb.explain.solution.solution import solve

PRINTED = Path(__file__).with_name("printed.txt")
TRIED = 4  # problems that a fault is tried on, of those in which it changes something
Planted = tuple[Function, str]


@dataclass(frozen=True)
class Outcome:
    """What became of a fault: refused by the verifier, by others, a crash, printed, or unnoticed."""

    function: Function
    kind: str
    verdict: str
    problem: str = ""
    detail: str = ""

    @property
    def key(self) -> str:
        return f"{self.function} {self.kind}"


def solved(name: str) -> dict[str, Value]:
    """Return what a problem's quantities are worth in its solution, once that is printed."""
    solution = solve(Problem.from_text(PROBLEMS[name]))
    solution.text()
    return {quantity: solution[quantity] for quantity in solution}


def differ(one: Value, other: Value) -> bool:
    """Say whether two values are different, in whatever form they stand."""
    try:
        return not are_equal(one, other)
    except ExactnbError:
        return str(one) != str(other)


@functools.cache
def reached(problems: tuple[str, ...]) -> dict[Planted, list[str]]:
    """Return those of some problems in which each fault changes a result, the least work first.

    Until a fault has changed something, all goes on as without it: elsewhere it need not be tried.
    """
    found: dict[Planted, list[str]] = {(of, kind): [] for of in functions() for kind in KINDS}
    calls: Counter[str] = Counter()
    for name in problems:
        with ExitStack() as stack:
            listeners = {of: Listener() for of in functions()}
            for of, listener in listeners.items():
                stack.enter_context(wrapped(of, listener.wrap))
            solved(name)
        calls[name] = sum(listener.calls for listener in listeners.values())
        for of, listener in listeners.items():
            for kind in listener.would_change:
                found[of, kind].append(name)
    return {
        fault: sorted(names, key=lambda name: calls[name]) for fault, names in found.items() if names
    }


def tried(of: Function, kind: str, names: list[str], right: dict[str, dict[str, Value]]) -> Outcome:
    """Return what becomes of a fault in the problems that reach it; the worst of them counts."""
    verdict = Outcome(of, kind, "changes no number")
    for name in names:
        with planted(of, kind) as fault:
            try:
                values = solved(name)
            except Rejected as error:
                verdict = Outcome(of, kind, "refused by the verifier", name, str(error))
                continue
            except ExactnbError as error:
                verdict = Outcome(of, kind, "refused", name, str(error))
                continue
            except Exception as error:
                verdict = Outcome(of, kind, "crash", name, f"{type(error).__name__}: {error}")
                continue
        other = {n: v for n, v in values.items() if n in right[name] and differ(right[name][n], v)}
        if fault.has_changed and other:
            quantity, value = next(iter(other.items()))
            return Outcome(of, kind, "printed", name, f"{quantity} = {value}")
    return verdict


def outcomes(
    sample: int | None = None,
    seed: int = 1,
    most: int = TRIED,
    problems: int = len(PROBLEMS),
) -> Iterator[Outcome]:
    """Yield what becomes of each fault, or of a seeded sample of them.

    So many `problems` are drawn, and a fault is tried in at most so many of these.
    """
    drawn = tuple(random.Random(seed).sample(sorted(PROBLEMS), problems))
    reach = reached(drawn)
    right = {name: solved(name) for name in drawn}
    faults = [*reach] if sample is None else random.Random(seed).sample([*reach], sample)
    for of, kind in faults:
        yield tried(of, kind, reach[of, kind][:most], right)


def known_to_be_printed() -> dict[str, str]:
    """Return the faults that are printed, each with the reason."""
    lines = (line.split(" # ", 1) for line in PRINTED.read_text().splitlines() if line.strip())
    return {key.strip(): reason.strip() for key, reason in lines}


def main() -> int:
    """Print how many faults had which end, and each that was printed without a reason."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    known, counts, unknown = known_to_be_printed(), Counter[str](), 0
    for outcome in outcomes(options.sample, options.seed):
        counts[outcome.verdict] += 1
        if outcome.verdict == "printed":
            reason = known.get(outcome.key, "NOT LISTED")
            unknown += outcome.key not in known
            print(f"printed: {outcome.key}: {outcome.problem}: {outcome.detail} ({reason})", flush=True)
    total = sum(counts.values()) - counts["changes no number"]
    print(f"{total} faults that change a number or are refused")
    for verdict, number in counts.most_common():
        print(f"{number:6} {verdict}")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
