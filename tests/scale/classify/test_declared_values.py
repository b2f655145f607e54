"""Values and classes that ARFF declares count in `classify` and `count`, in some row or in none."""

from __future__ import annotations

from pathlib import Path

import pytest

from exactnb.interfaces.cli import main

ROWS = """@relation w
@attribute outlook {sunny, overcast, rainy}
@attribute windy {TRUE, FALSE, ?}
@attribute play {yes, no, maybe}
@data
sunny,TRUE,no
sunny,FALSE,no
overcast,FALSE,yes
overcast,TRUE,yes
sunny,FALSE,yes
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> object:
    monkeypatch.chdir(tmp_path)
    Path("w.arff").write_text(ROWS)

    def run(command: str) -> tuple[int, str]:
        code = main(command.split())
        out, err = capsys.readouterr()
        return code, out + err

    return run


def test_they_have_their_share_of_what_is_smoothed(run) -> None:
    """P(yes|sunny, TRUE) = 2/15 / (2/15 + 3/10 + 1/6) = 2/9, of three outlooks and two winds."""
    with_uniform = "--smoothing 1 --prior uniform"
    code, labelled = run(f"classify --train w.arff --test w.arff {with_uniform} --posteriors --to csv")
    assert (code, labelled.splitlines()[1].split(",")[-3:]) == (
        0, [str(float(x)) for x in (5 / 18, 1 / 2, 2 / 9)]
    )  # fmt: skip
    assert run("count w.arff -o w.parquet") == (0, "")
    for source in ("w.arff", "w.parquet"):
        code, solved = run(f"solve {source} {with_uniform} --query sunny,TRUE --only P(yes|x)")
        assert (code, "= 2/9 ≈ 0.2222" in solved) == (0, True)


@pytest.mark.parametrize("source", ["--train w.arff", "--model w.parquet"])
def test_a_class_without_rows_has_no_relative_frequency(run, source: str) -> None:
    """Labels need its prior, as a solution does."""
    assert run("count w.arff -o w.parquet") == (0, "")
    code, message = run(f"classify {source} --test w.arff")
    assert code == 2
    assert "class 'maybe' has no rows to estimate its prior from; give the prior, or say" in message
