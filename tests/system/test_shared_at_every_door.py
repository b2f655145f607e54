"""A parameter that all classes share has one value at every door: keyword, file, command, page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from thoroughness import all_of

from exactnb import Family, Problem, derive, solve
from exactnb.core.model.quantity import EFFORT
from exactnb.interfaces.cli import main
from exactnb.interfaces.site.browser_api import BrowserApi

DENSITY = "exp(-(x-m)^2/(2 v))/sqrt(2 pi v)"
FILE = f"""
[families.bell]
density = "{DENSITY}"
support = "x real"
parameters = {{ m = "m real", v = "v > 0" }}
shared = ["v"]
[data]
table = '''
len k
1   a
3   a
5   b
9   b
'''
[model.families]
len = "bell"
[query]
q = {{ len = 4 }}
"""
ASKED = ("estimate(v,len)", "estimate(m,len|a)", "estimate(m,len|b)", "P(a|q)")
RIGHT = ["5/2", "2", "7", "1 / (1 + exp(−1))"]
"""By hand: (1 + 1 + 4 + 4)/4; log-odds of 4 are (2 − 7)/(5/2) times its distance from 9/2."""


def bell() -> Family:
    """Return the family as Python states it."""
    parameters = {"m": "m real", "v": "v > 0"}
    return Family.of(density=DENSITY, support="x real", parameters=parameters, shared=["v"])


def by_python() -> list[str]:
    frame = {"len": ["1", "3", "5", "9"], "k": ["a", "a", "b", "b"]}
    solution = solve(frame, query={"q": {"len": "4"}}, families={"len": bell()})
    return [str(solution[name]) for name in ASKED]


def by_file() -> list[str]:
    solution = solve(Problem.from_text(FILE))
    return [str(solution[name]) for name in ASKED]


def by_command(folder: Path) -> list[str]:
    (folder / "p.toml").write_text(FILE)
    output = folder / "o.json"
    assert main(["solve", str(folder / "p.toml"), "--to", "json", "-o", str(output)]) == 0
    values = json.loads(output.read_text(encoding="utf-8"))["quantities"]
    return [values[name]["exact"].replace("-", "−") for name in ASKED]


def by_page() -> list[str]:
    api, right = BrowserApi(), []
    for name, value in zip(ASKED, RIGHT, strict=True):
        request = {"do": "check", "said": {"text": FILE}, "quantity": name, "answer": value}
        answer = json.loads(api.answer(json.dumps(request)))
        right.append(value if answer.get("right") else str(answer))
    return right


def test_every_door_has_the_values_by_hand(tmp_path: Path) -> None:
    """The shared variance is that of all rows about the means of their classes."""
    doors = {"Python": by_python(), "file": by_file(), "command": by_command(tmp_path)}
    assert doors | {"page": by_page()} == dict.fromkeys([*doors, "page"], RIGHT)


def test_a_shared_parameter_is_derived_alike(capsys: pytest.CaptureFixture[str]) -> None:
    """`derive --shared` prints what `derive` does of the family in Python."""
    options = ["--density", DENSITY, "--support", "x real", "--parameter", "m real"]
    options += ["--parameter", "v > 0", "--shared", "v", "--level", "brief"]
    assert main(["derive", *options]) == 0
    assert capsys.readouterr().out.strip() == derive(bell(), level="brief").text().strip()


@all_of("shared", ["m", "w", "x"])
def test_what_cannot_be_shared_is_refused_alike(shared: str, tmp_path: Path) -> None:
    """A shared mean beside variances of their own, and a letter that is none, are refused."""
    messages = []
    text = FILE.replace('["v"]', f'["{shared}"]')
    for door in ("file", "page"):
        if door == "page":
            answer = BrowserApi().answer(json.dumps({"do": "solve", "said": {"text": text}}))
            messages.append(json.loads(answer)["error"])
        else:
            with pytest.raises(ValueError, match=r"shared|families") as refused:
                solve(Problem.from_text(text), effort=EFFORT)
            messages.append(str(refused.value))
    assert messages[0] == messages[1]
