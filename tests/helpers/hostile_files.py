"""Files that nobody should hand in: contents that stop a careless reader, for every kind of file."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

GOOD_TOML = 'prior = "2/3"\njoint = "1/3"\n'
GOOD_JSON = '{"prior": "2/3", "joint": "1/3"}'
GOOD_NOTEBOOK = json.dumps(
    {"cells": [{"cell_type": "code", "metadata": {}, "source": ["prior = '2/3'\n", "joint = 1/3"]}]}
)
GOOD_CSV = "student,prior,joint\nzoe,2/3,1/3\n"
WHOLE = (GOOD_TOML, GOOD_JSON, GOOD_NOTEBOOK, GOOD_CSV)
NAMES = (
    "ada", "ADA", " ada ", "../ada", "/etc/passwd", "a/b\\c", "\u202eada", "a\u0301da", "=1+1",
    "@SUM(1)", "\x1b[31mada", "ada\nbob", "", " ", "x" * 300, "\u0000", "line 2", "student 1", "dee",
    "A\u030angstro\u0308m",
)  # fmt: skip
TYPED = (
    1, -1, 1.5, 10**400, True, None, [], {}, [["x"]], {"a": {"b": 1}}, "", " ", "\x1b[2J", "\ud800",
    "NaN", "9" * 5000, "((((" * 1000, "=cmd|' /C calc'!A0",
)  # fmt: skip


def contents(seed: int = 1) -> Iterator[bytes]:
    """Yield what may stand in a file, whatever its kind; the same for the same seed."""
    dice = random.Random(seed)
    for whole in WHOLE:
        for _ in range(3):
            yield whole.encode()[: dice.randrange(len(whole))]
    yield from (dice.randbytes(dice.randrange(1, 400)) for _ in range(6))
    yield from _of_bytes()
    yield from _of_toml()
    yield from _of_json()
    yield from _of_notebooks()


def _of_bytes() -> Iterator[bytes]:
    yield from (
        b"",
        b"\n" * 1000,
        b"\xff\xfe\x00",
        b"\x00" * 50,
        b"\xef\xbb\xbf",
        b"PK\x03\x04" + b"\0" * 30,
    )
    yield from (GOOD_TOML.encode("utf-16"), GOOD_TOML.encode("utf-32"), GOOD_JSON.encode("utf-16-le"))
    yield b"x" * 300_000
    yield b"[" * 100_000
    yield b'{"a":' * 50_000
    yield b"(" * 5000 + b")" * 5000


def _of_toml() -> Iterator[bytes]:
    lines = (
        'prior = "2/3', 'prior = "1"\nprior = "2"', '"foo(" = "1"', "prior = 2/3", "prior = nan",
        "prior = inf", "prior = 1e999999999", f"prior = {'9' * 5000}",
        f"prior = {'[' * 300}{']' * 300}", "prior.x = 1", "a" + ".a" * 500 + " = 1",
        "prior = 2020-01-01", "[[answers]]\nprior = 1", "answers = 3", "student = 3", "student = []",
        "[student]\nname = 'x'", "[answers]\nprior = '2/3'\n[other]\nx = 1", "variant = 'none'",
        "= 1", "[prior]\n[prior]", '"" = "1"', '"\\u0000" = "1"', '"prior\\u001b[31m" = "1"',
        "''' = 1", "\n".join(f"k{n} = 1" for n in range(20_000)), '"P(+)" = "2/3"\n"P( + )" = "1"',
    )  # fmt: skip
    yield from (f"{line}\n".encode() for line in lines)
    yield from (f"student = {json.dumps(name)}\nprior = '2/3'\n".encode() for name in NAMES)


def _of_json() -> Iterator[bytes]:
    texts = (
        '{"prior": NaN}',
        '{"prior": 1, "prior": 2}',
        '{"cells":1}',
        "[]",
        "1",
        '"x"',
        "null",
        "{",
        "NaN",
    )
    yield from (text.encode() for text in texts)
    yield f'{{"prior": {"9" * 5000}}}'.encode()
    yield json.dumps({f"k{n}": n for n in range(100_000)}).encode()
    for value in TYPED:
        yield json.dumps({"prior": value}).encode()
        yield json.dumps({"answers": value}).encode()
        yield json.dumps({"student": value, "prior": "2/3"}).encode()
    yield from (json.dumps({"student": name, "prior": "2/3"}).encode() for name in NAMES)


def _of_notebooks() -> Iterator[bytes]:
    for cells in (
        [1],
        [{}],
        [{"cell_type": "code"}],
        {"a": 1},
        [[]],
        [{"metadata": 1}],
        [{"source": 1}],
    ):
        yield json.dumps({"cells": cells}).encode()
    codes: tuple[object, ...] = (
        "prior = " + "-" * 60_000 + "1", "prior = (" * 300, "prior = '\\d'", "prior = '\ud800'",
        "prior = \x00", 7, ["prior = ", 3, None], "prior = joint = " * 2000 + "1",
        "prior = 1\n" * 20_000, "é = 1; prior = é", "prior: str = '2/3'", "prior = 1if 2 else 3",
        "import os; os.abort()", "def f(:", "x" * 300_000,
    )  # fmt: skip
    for code in codes:
        cell = {"cell_type": "code", "metadata": {"exactnb": []}, "source": code}
        yield json.dumps({"cells": [cell]}).encode()
    yield json.dumps({"cells": [{"cell_type": "code", "source": ""}] * 20_000}).encode()
