"""The limit ε → 0⁺ at every door: one answer, or a refusal by name."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from thoroughness import all_of

from exactnb import Problem, solve
from exactnb.core.expression.results import Decision
from exactnb.errors import ExactnbError
from exactnb.interfaces.cli import main

ROWS = "len,k\n1,a\n1,a\n4,b\n6,b\n"
FRAME = {"len": ["1", "1", "4", "6"], "k": ["a", "a", "b", "b"]}
FILE = f"""
[query.q]
len = 2
[data]
table = '''
{ROWS}'''
[model]
family = "gaussian"
epsilon = "0+"
[printed]
"P(a|q)" = "0"
"P(b|q)" = "0.5"
"""
TABLE = ["--family", "gaussian", "--var-smoothing", "0+", "--query", "len=2"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the table and the problem file, the current one."""
    (tmp_path / "t.csv").write_text(ROWS)
    (tmp_path / "p.toml").write_text(FILE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what a command prints, on either stream."""
    with suppress(SystemExit):
        main(arguments)
    return "".join(capsys.readouterr())


@all_of("keywords", [
    {"epsilon": "0+"}, {"epsilon": {"relative": "0+"}}, {"var_smoothing": "0+"},
])  # fmt: skip
def test_python_has_one_answer(keywords: dict[str, object]) -> None:
    """The class of equal numbers loses beside its number, as the density of exp(−1/(2ε)) does."""
    query = {"q": {"len": "2"}}
    solution = solve(FRAME, query=query, family="gaussian", **keywords)
    assert [solution["P(a|q)"], solution["P(b|q)"]] == [0, 1]
    assert solution["argmax(q)"] == Decision(("b",))
    problem = Problem(FRAME, query, family="gaussian", **keywords)  # type: ignore[arg-type]
    assert problem.decide({"len": "2"}) == ("b",)
    assert problem.decide({"len": "1"}) == ("a",)


@pytest.mark.exhaustive
def test_commands_have_the_same_answer(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table by its options and a problem file are solved, checked, explored and audited alike."""
    sources = [["p.toml"], ["t.csv", *TABLE]]
    for source in sources:
        query = "q" if source == ["p.toml"] else "x"
        values = json.loads(printed(capsys, "solve", *source, "--to", "json"))
        exact = [values["quantities"][f"P({label}|{query})"]["exact"] for label in "ab"]
        assert (exact, values["decisions"][f"argmax({query})"]["value"]) == (["0", "1"], ["b"])
        for to in ("text", "markdown", "latex", "typst", "html"):
            assert printed(capsys, "solve", *source, "--to", to)
        explored = printed(capsys, "explore", *source)
        assert f"ŷ({query})" in explored
        right = printed(capsys, "check", *source, "--answer", f"P(b|{query}) = 1")
        wrong = printed(capsys, "check", *source, "--answer", f"P(b|{query}) = 0.5")
        assert ("1 of 1" in right, "0 of 1" in wrong) == (True, True)
    audited = printed(capsys, "audit", "p.toml")
    assert [line.split()[-1] for line in audited.splitlines() if line[:4] == "   P"] == [
        "exact",
        "wrong",
    ]
    assert "1 item" in printed(capsys, "export", "p.toml", "--to", "gift", "-o", "p.gift")
    assert "::p-P-b-q::" in (folder / "p.gift").read_text()


def test_where_the_limit_is_not_worked_out_it_is_refused_by_name(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Scores in floating point have an ε that is a number."""
    told = printed(
        capsys,
        *("classify", "--train", "t.csv", "--test", "t.csv", "--numbers", "len"),
        *("--var-smoothing", "0+"),
    )
    assert '--var-smoothing: classify does not work out the limit "0+"; give a number' in told


@all_of("epsilon", ["0+ ", "0-", "-1", {"relative": "0-"}])
def test_what_is_no_limit_is_refused(epsilon: object) -> None:
    """Only 0⁺ is a limit."""
    with pytest.raises(ExactnbError, match="epsilon"):
        solve(FRAME, query={"len": "2"}, family="gaussian", epsilon=epsilon)
