"""Report what `exactnb classify` costs beside a plain script of scikit-learn: CPU and memory.

Each is a process of its own, from its start to its end, the two in turns: medians of CPU seconds, and
the most memory that was held. Beside that stands the ratio within one process that has loaded both.
Without EXACTNB_DATA (news20_train.jsonl.xz, news20_test.jsonl.xz, sms.tsv) only what is drawn is
measured.

EXACTNB_DATA=FOLDER python benchmarks/classify.py [--rounds 3]
"""

from __future__ import annotations

import argparse
import csv
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

TEXTS = """
import csv, json, lzma, sys
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB

def read(name):
    if name.endswith(".xz"):
        with lzma.open(name, "rt", encoding="utf-8") as lines:
            rows = list(map(json.loads, lines))
        return [row["text"] for row in rows], [row["label"] for row in rows]
    with open(name, encoding="utf-8") as lines:
        rows = [line.rstrip("\\n").split("\\t", 1) for line in lines]
    return [text for _, text in rows], [label for label, _ in rows]

def plain(train, test, to):
    texts, labels = read(train)
    words = CountVectorizer()
    model = MultinomialNB().fit(words.fit_transform(texts), labels)
    found = model.predict(words.transform(read(test)[0]))
    with open(to, "w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows(enumerate(found.tolist(), start=1))

if __name__ == "__main__":
    plain(*sys.argv[1:4])
"""
NUMERIC = """
import csv, sys
import pandas
from sklearn.naive_bayes import GaussianNB

def plain(train, test, to):
    rows = pandas.read_csv(train)
    labels = rows.pop("class")
    model = GaussianNB().fit(rows.to_numpy(), labels)
    asked = pandas.read_csv(test)
    asked.pop("class")
    with open(to, "w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows(enumerate(model.predict(asked.to_numpy()).tolist(), start=1))

if __name__ == "__main__":
    plain(*sys.argv[1:4])
"""
WARM = """
import statistics, sys, time
from exactnb.interfaces.cli import main
from plain import plain

train, test, to, *more = sys.argv[1:]
ours = lambda: main(["classify", "--train", train, "--test", test, "-o", to, *more])
times = [], []
for _ in range(4):
    for taken, call in zip(times, (ours, lambda: plain(train, test, to))):
        started = time.process_time()
        call()
        taken.append(time.process_time() - started)
print(statistics.median(times[0][1:]) / statistics.median(times[1][1:]))
"""
OURS = [sys.executable, "-m", "exactnb", "classify"]
COLUMNS = {
    "age": 73, "workclass": 9, "fnlwgt": 0, "education": 16, "education_num": 16, "marital": 7,
    "occupation": 15, "relationship": 6, "race": 5, "sex": 2, "capital_gain": 0, "capital_loss": 0,
    "hours": 94, "country": 42,
}  # fmt: skip
HEADS = f"{'ours':>8} {'theirs':>8} {'ratio':>7} {'':7} {'MB':>5} {'MB':>5}   (s of CPU)"
NUMBERS = "age,fnlwgt,education_num,capital_gain,capital_loss,hours"


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=3)
    rounds = options.parse_args().rounds
    os.environ |= {"OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
    # A package that is installed is compiled once, not whenever it is loaded.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        if data := os.environ.get("EXACTNB_DATA"):
            beside_scikit_learn(Path(data), Path(folder), rounds)
        tables(Path(folder), rounds)
        growing(Path(folder))


def beside_scikit_learn(data: Path, folder: Path, rounds: int) -> None:
    """Report texts: whole processes, and what they take beyond their imports."""
    script, warm = folder / "plain.py", folder / "warm.py"
    script.write_text(TEXTS)
    warm.write_text(WARM)
    out = str(folder / "labels.csv")
    heads = f"{'ours':>8} {'theirs':>8} {'ratio':>7} {'warm':>7} {'MB':>5} {'MB':>5}   (s of CPU)"
    print(f"{'texts':30} {heads}")
    for name, train, test, more in (
        ("20 Newsgroups", "news20_train.jsonl.xz", "news20_test.jsonl.xz", []),
        ("SMS", "sms.tsv", "sms.tsv", ["--header", "label,text"]),
    ):
        train, test = str(data / train), str(data / test)
        commands = (
            [*OURS, "--train", train, "--test", test, "-o", out, *more],
            [sys.executable, str(script), train, test, out],
        )
        (ours, held), (theirs, more_held) = interleaved(rounds, commands)
        command = [sys.executable, str(warm), train, test, out, *more]
        ratio = float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        print(f"{name:30} {ours:8.2f} {theirs:8.2f} {ours / theirs:7.2f} {ratio:7.2f} "
              f"{held:5.0f} {more_held:5.0f}", flush=True)  # fmt: skip


def tables(folder: Path, rounds: int) -> None:
    """Report tables of numbers: beside pandas and scikit-learn, with names, with gaps, left out."""
    print(f"\n{'tables, trained and labelled':30} {HEADS}")
    adult = written(folder / "adult.csv", [*COLUMNS, "income"], drawn_adult(32_561))
    names = [f"x{at}" for at in range(10)]
    decimals = written(folder / "decimals.csv", [*names, "class"], drawn_decimals(30_000, 10, 20))
    gaps = written(folder / "gaps.csv", [*names, "class"], drawn_decimals(30_000, 10, 4, gaps=True))
    short = written(folder / "short.csv", [*names, "class"], drawn_decimals(100_000, 10, 4))
    out, script = str(folder / "labels.csv"), folder / "numeric.py"
    script.write_text(NUMERIC)
    numeric = [*OURS, "--train", short, "--numbers", "*", "-o", out]
    name = "4 decimals, 100,000 x 10"
    commands = (
        [*numeric, "--test", short],
        [sys.executable, str(script), short, short, out],
        [*numeric, "--leave-one-out"],
    )
    (ours, held), (theirs, more_held), (left_out, _) = interleaved(rounds, commands)
    print(
        f"{name:30} {ours:8.2f} {theirs:8.2f} {ours / theirs:7.2f} {'':7} {held:5.0f} {more_held:5.0f}"
    )
    print(f"{'each without itself':30} {left_out:8.2f}", flush=True)
    for name, path, numbers in (
        ("like adult, 32,561 x 14", adult, NUMBERS),
        ("20 decimals, 30,000 x 10", decimals, "*"),
        ("some missing, 30,000 x 10", gaps, "*"),
    ):
        others = ["--categories", "*"] if numbers != "*" else []
        command = [*OURS, "--train", path, "--test", path, "--numbers", numbers, *others, "-o", out]
        ((took, held),) = interleaved(rounds, [command])
        print(f"{name:30} {took:8.2f} {'':24} {held:5.0f}")


def growing(folder: Path) -> None:
    """Report the memory for longer and longer input of the same words."""
    print(
        f"\n{'texts, trained and labelled':30} {'ours':>8} {'':8} {'':7} {'':7} {'MB':>5}   (s of CPU)"
    )
    out = str(folder / "labels.csv")
    for number in (20_000, 80_000, 320_000):
        path = written(folder / "texts.csv", ["text", "class"], drawn_texts(number))
        ((took, held),) = interleaved(1, [[*OURS, "--train", path, "--test", path, "-o", out]])
        size = Path(path).stat().st_size / 2**20
        print(f"{f'{number:,} texts, {size:,.0f} MB':30} {took:8.2f} {'':24} {held:5.0f}")


def interleaved(rounds: int, commands: Sequence[Sequence[str]]) -> list[tuple[float, float]]:
    """Return the median CPU seconds and the most megabytes of each command, taken in turns."""
    seconds: list[list[float]] = [[] for _ in commands]
    held = [0.0] * len(commands)
    for _ in range(rounds):
        for at, command in enumerate(commands):
            quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
            child = os.posix_spawn(command[0], command, os.environ, file_actions=quiet)
            _, status, used = os.wait4(child, 0)
            assert status == 0, command
            seconds[at].append(used.ru_utime + used.ru_stime)
            held[at] = max(held[at], used.ru_maxrss / 1024)
    return list(zip(map(statistics.median, seconds), held, strict=True))


def written(path: Path, header: list[str], rows: Iterator[list[object]]) -> str:
    with path.open("w", newline="", encoding="utf-8") as out:
        csv.writer(out).writerows([header])
        csv.writer(out).writerows(rows)
    return str(path)


def drawn_adult(number: int) -> Iterator[list[object]]:
    """Yield rows of the shape of adult: 6 columns of whole numbers, 8 of names with some missing."""
    dice = random.Random(5)
    numbers = NUMBERS.split(",")
    for _ in range(number):
        rich = dice.random() < 0.24
        row: list[object] = []
        for column, size in COLUMNS.items():
            if column == "fnlwgt":
                row.append(int(dice.lognormvariate(12, 0.5)))
            elif column.startswith("capital"):
                row.append(dice.choice([0] * 12 + [dice.randrange(100, 99_999)]))
            elif column in numbers:
                row.append(min(size, max(1, int(dice.gauss(size * (0.6 if rich else 0.5), size / 6)))))
            else:
                at = min(int(dice.expovariate(0.4)), size - 1)
                row.append("?" if at == size - 1 and size in (9, 15, 42) else f"{column} {at}")
        yield [*row, ">50K" if rich else "<=50K"]


def drawn_decimals(
    number: int, columns: int, places: int, *, gaps: bool = False
) -> Iterator[list[object]]:
    dice = random.Random(7)
    for at in range(number):
        cells = [f"{at % 3}.{dice.randrange(10**places):0{places}}" for _ in range(columns)]
        yield [*("" if gaps and dice.random() < 0.1 else cell for cell in cells), "abc"[at % 3]]


def drawn_texts(number: int) -> Iterator[list[object]]:
    dice = random.Random(3)
    words = [f"word{at}" for at in range(20_000)]
    for at in range(number):
        yield [" ".join(dice.choices(words, k=40)), "abcd"[at % 4]]


if __name__ == "__main__":
    main()
