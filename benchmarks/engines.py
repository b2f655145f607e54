"""Report what engines cost: counts beside SQL by hand, and 20 Newsgroups on every engine.

python benchmarks/engines.py [wide] [texts] [news [ENGINE ...]]

(extra frames, and Polars, and Spark if it is there; news: the folder that EXACTNB_DATA names).

CPU times are medians of rounds in turns, in one process; memory is the peak of a process of its own.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import multiprocessing
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROWS, TEXTS, ROUNDS = 10_000_000, 1_000_000, 5
LIMIT = 500  # MB
COLUMNS = [f"x{number}" for number in range(10)]
WIDE = f"""
COPY (SELECT 'c' || (hash(i) % 5) AS y, {
    ", ".join(
        f"'v' || (hash(i * 10 + {at}) % {5 + 2 * at}) AS {name}" for at, name in enumerate(COLUMNS)
    )
} FROM range({ROWS}) r(i)) TO '{{}}'"""
LONG = f"""
COPY (SELECT 'c' || (i % 5) AS y, string_agg(CASE WHEN j % 7 = 0 THEN 'W' ELSE 'w' END
        || floor(20000 * pow(hash(i * 10 + j) / 2^64, 3))::INT, ' ') AS text
    FROM range({TEXTS}) r(i), range(10) s(j) GROUP BY i) TO '{{}}'"""

Task = Callable[[Path], object]


def connection() -> Any:
    found = import_module("duckdb").connect()
    found.execute("SET enable_progress_bar = false")
    return found


def wide_by_hand(path: Path) -> object:
    """Ask DuckDB for the counts of ten columns."""
    with connection() as db:
        query = "SELECT y, {}, count(*) FROM '{}' GROUP BY ALL"
        return [db.sql(query.format(name, path)).fetchall() for name in COLUMNS]


def wide(path: Path) -> object:
    from exactnb.scale.counting.frames import count_frame

    with connection() as db:
        return count_frame(db.read_parquet(str(path)), "y", columns=COLUMNS)


def wide_streamed(path: Path) -> object:
    from exactnb.scale.counting.frames import count_frame

    return count_frame(import_module("polars").scan_parquet(path), "y", columns=COLUMNS)


def texts_by_hand(path: Path) -> object:
    """Ask DuckDB for the words of texts, in lower case, and for the sizes of the classes."""
    words = "SELECT y, unnest(string_split(lower(text), ' ')) AS word"
    with connection() as db:
        db.sql(f"SELECT y, count(*) FROM '{path}' GROUP BY ALL").fetchall()
        return db.sql(f"SELECT y, word, count(*) FROM ({words} FROM '{path}') GROUP BY ALL").fetchall()


def texts_through_narwhals(path: Path) -> object:
    """Cut texts on DuckDB as on any other engine."""
    from exactnb.scale.counting import texts_in_engines as own
    from exactnb.scale.counting.engines import OpenedFrame, open_frame

    with connection() as db:
        rows = open_frame(db.read_parquet(str(path)), ["y", "text"])
        return own.count_words(OpenedFrame("any", rows.frame, rows.names), "c0", "c1").collect().rows()


def texts(path: Path) -> object:
    from exactnb.scale.counting.frames import count_frame

    with connection() as db:
        return count_frame(db.read_parquet(str(path)), "y", texts=["text"])


def texts_streamed(path: Path) -> object:
    from exactnb.scale.counting.frames import count_frame

    return count_frame(import_module("polars").scan_parquet(path), "y", texts=["text"])


KINDS: dict[str, tuple[str, str, list[tuple[str, Task]]]] = {
    "wide": (
        f"{ROWS:,} rows x {len(COLUMNS)} columns, 5 classes",
        WIDE,
        [
            ("ten queries by hand, DuckDB", wide_by_hand),
            ("exactnb on DuckDB", wide),
            ("exactnb on Polars, streamed", wide_streamed),
        ],
    ),
    "texts": (
        f"{TEXTS:,} texts of 10 words",
        LONG,
        [
            ("a query by hand, DuckDB", texts_by_hand),
            ("exactnb on DuckDB", texts),
            ("the words alone, no SQL of our own", texts_through_narwhals),
            ("exactnb on Polars, streamed", texts_streamed),
        ],
    ),
}


def cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def made(query: str, path: str) -> None:
    with connection() as db:
        db.execute(query.format(path))


def timed(tasks: list[tuple[str, Task]], path: Path) -> dict[str, float]:
    """Return the median CPU time of each task."""
    times: dict[str, list[float]] = {name: [] for name, _ in tasks}
    for _ in range(ROUNDS):
        for name, task in tasks:
            before = cpu()
            task(path)
            times[name].append(cpu() - before)
    return {name: statistics.median(of) for name, of in times.items()}


def peak(task: Task, path: Path) -> float:
    """Return the peak memory of this process in MB, after a task."""
    task(path)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def in_process(function: Callable[..., Any], *arguments: object) -> Any:
    """Return what a function finds in a fresh process."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(function, arguments)


def counting(kind: str, folder: Path) -> None:
    told, query, tasks = KINDS[kind]
    path = folder / f"{kind}.parquet"
    in_process(made, query, str(path))
    print(f"\n{told}: {path.stat().st_size / 1e6:.0f} MB of Parquet, {ROUNDS} rounds")
    print(f"{'':36} {'CPU s':>7} {'ratio':>6} {'MB':>6}")
    times = in_process(timed, tasks, path)
    first = times[tasks[0][0]]
    for name, task in tasks:
        ratio, memory = times[name] / first, in_process(peak, task, path)
        print(f"{name:36} {times[name]:7.2f} {ratio:6.2f} {memory:6.0f}")


def corpus(name: str) -> Any:
    """Return documents of 20 Newsgroups as a table of PyArrow."""
    arrow = import_module("pyarrow")
    place = Path(os.environ["EXACTNB_DATA"]) / f"news20_{name}.jsonl.xz"
    with lzma.open(place, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    columns = {key: [row[key] for row in rows] for key in ("label", "text")}
    return arrow.table({"id": arrow.array(range(len(rows)), arrow.int64()), **columns})


def in_memory(train: Any, test: Any) -> list[str]:
    """Return the labels that the kernels of `exactnb.logspace` prove, of the same words in a matrix."""
    sparse = import_module("scipy.sparse")
    from exactnb.scale.counting.texts_in_engines import splitter
    from exactnb.scale.logspace import Classifier, Part

    cut, places, matrices = splitter("ascii"), {}, []
    for table, learn in ((train, True), (test, False)):
        rows, columns = [], []
        for row, text in enumerate(table["text"].to_pylist()):
            for word in cut(text):
                if learn or word in places:
                    rows.append(row)
                    columns.append(places.setdefault(word, len(places)))
        matrices.append((len(table), rows, columns))
    known, asked = (
        sparse.coo_matrix(([1] * len(rows), (rows, columns)), (number, len(places))).tocsr()
        for number, rows, columns in matrices
    )
    found = Classifier.fit(known, train["label"].to_pylist(), [Part("multinomial")]).predict(asked)
    return found.labels


def news(names: list[str]) -> None:
    """Print digests of counts, integer scores and labels of each engine, from raw texts."""
    import narwhals.stable.v2 as nw

    from exactnb.scale.counting.frame_scores import label_frame, score_frame
    from exactnb.scale.counting.frames import count_frame
    from exactnb.scale.counting.integer_scores import IntegerModel

    sys.path.append(str(Path(__file__).parents[1] / "tests" / "helpers"))
    frame_of = import_module("frames_of_engines").frame_of
    every = ["pandas", "polars", "polars streaming", "pyarrow", "duckdb"]
    every += ["spark"] if find_spec("pyspark") else []
    train, test = corpus("train"), corpus("test")
    print(f"\n20 Newsgroups: {len(train):,} documents counted, {len(test):,} scored")
    expected = in_memory(train, test)
    print(
        f"{'':18} {'counts':>10} {'scores':>10} {'open':>5} {'right':>7} {'as in memory':>13} {'s':>6}"
    )
    for name in names or every:
        before = time.perf_counter()
        tally = count_frame(frame_of(name, train), "label", texts=["text"])
        model = IntegerModel(tally)
        frame = frame_of(name, test)
        scores = nw.from_native(score_frame(model, frame, "id"))
        rows = sorted((scores.collect() if isinstance(scores, nw.LazyFrame) else scores).rows())
        labels = nw.from_native(label_frame(model, frame, "id"), eager_only=True)["label"].to_list()
        digest = hashlib.sha256(repr(rows).encode()).hexdigest()
        right = sum(map(str.__eq__, labels, test["label"].to_pylist())) / len(test)
        same = sum(map(str.__eq__, labels, expected))
        told = f"{tally.digest[:10]} {digest[:10]} {sum(row[-1] == -2 for row in rows):5}"
        print(f"{name:18} {told} {right:7.2%} {same:13,} {time.perf_counter() - before:6.1f}")


def main(asked: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for kind in KINDS:
            if kind in asked or not asked:
                counting(kind, Path(folder))
    if "news" in asked or not asked:
        news(asked[asked.index("news") + 1 :] if asked else [])


if __name__ == "__main__":
    main(sys.argv[1:])
