"""Count on Spark while one of two workers is killed: the counts are those of one process.

python benchmarks/spark_cluster.py [rows]     (pyspark, Java; everything stays on 127.0.0.1)

A standalone master and two workers start from the package of pyspark. Rows are made while they are
counted, slowly, so that there is time to kill a worker in the middle.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

HERE = "127.0.0.1"
PARTS, PAUSE = 24, 0.5  # tasks, and seconds that each waits
OPTIONS = {
    "spark.driver.host": HERE,
    "spark.driver.bindAddress": HERE,
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.shuffle.partitions": "4",
    "spark.executor.memory": "512m",
    "spark.cores.max": "2",
    "spark.executor.cores": "1",
    "spark.task.maxFailures": "8",
}


def free_port() -> int:
    with socket.socket() as found:
        found.bind((HERE, 0))
        return int(found.getsockname()[1])


def started(kind: str, folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """Start a master or a worker, which writes what it says into a file of its folder."""
    home = Path(import_module("pyspark").__file__).parent
    command = [str(home / "bin" / "spark-class"), f"org.apache.spark.deploy.{kind}", "--host", HERE]
    with (folder / f"{kind.split('.')[-1]}{time.monotonic_ns()}.log").open("wb") as log:
        return subprocess.Popen(
            [*command, *arguments],
            env={**os.environ, "SPARK_LOCAL_IP": HERE, "SPARK_NO_DAEMONIZE": "1"},
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def row(number: int) -> tuple[str, str, int, str]:
    """Return a class, a value, a number and a text."""
    words = ("win", "Cash", "lunch", "at noon", "now!")
    text = " ".join(words[(number * at) % 5] for at in (1, 2, 3))
    return "abc"[number * number % 3], f"v{number % 7}", (number * 7919) % 2**31, text


def slowly(numbers: Iterator[int]) -> Iterator[tuple[str, str, int, str]]:
    time.sleep(PAUSE)
    yield from map(row, numbers)


def executors(context: Any) -> int:
    """Return how many processes compute for this one."""
    return int(context._jsc.sc().getExecutorMemoryStatus().size()) - 1


def main(rows: int) -> int:
    from exactnb.scale.counting.frames import count_frame

    pandas, sql = import_module("pandas"), import_module("pyspark.sql")
    names = ["y", "value", "number", "text"]
    asked: dict[str, Any] = {"columns": ["value"], "numbers": ["number"], "texts": ["text"]}
    expected = count_frame(pandas.DataFrame(map(row, range(rows)), columns=names), "y", **asked)
    os.environ["SPARK_LOCAL_IP"] = HERE
    os.environ["PYSPARK_PYTHON"] = sys.executable
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        processes = [started("master.Master", folder, "--port", str(port), "--webui-port", "0")]
        try:
            master = f"spark://{HERE}:{port}"
            where = ("--cores", "1", "--memory", "1g", "--webui-port", "0", master)
            time.sleep(5)
            for number in range(2):
                work = ("--work-dir", str(folder / f"work{number}"))
                processes.append(started("worker.Worker", folder, *work, *where))
            builder = sql.SparkSession.builder.master(master)
            session = builder.config(map=OPTIONS).getOrCreate()
            session.sparkContext.setLogLevel("OFF")
            while executors(session.sparkContext) < 2:
                time.sleep(0.5)
            print(f"master {master}, {executors(session.sparkContext)} executors", flush=True)
            made = session.sparkContext.parallelize(range(rows), PARTS).mapPartitions(slowly)
            frame = session.createDataFrame(made, "y string, value string, number long, text string")
            killed = threading.Timer(PAUSE * PARTS * 0.7, kill, [processes[-1], folder])
            killed.start()
            before = time.perf_counter()
            found = count_frame(frame, "y", **asked)
            seconds = time.perf_counter() - before
            left = executors(session.sparkContext)
            killed.join()
            session.stop()
        finally:
            for process in reversed(processes):
                kill(process, folder)
    print(
        f"{rows:,} rows in {PARTS} tasks of {PAUSE} s and more: {seconds:.0f} s, {left} executors left"
    )
    print(f"one process:  {expected.digest}\ncluster:      {found.digest}")
    return int(expected.digest != found.digest or left != 1)


def kill(process: subprocess.Popen[bytes], folder: Path) -> None:
    """Kill a process that was started here, and what it has started: they are one session."""
    if process.poll() is None:
        print(f"kill {process.pid}", flush=True)
        os.killpg(process.pid, 9)
        process.wait()


if __name__ == "__main__":
    sys.exit(main(int((sys.argv[1:] or ["100000"])[0])))
