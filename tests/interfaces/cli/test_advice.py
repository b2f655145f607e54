"""What a refused table needs is said at once; counts in a post, capitals that mean nothing."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from commands import ran
from messy_files import MESSY
from read_by_doors import by_every_door
from thoroughness import all_of

from exactnb.core.problem.table_options import worded_as_options
from exactnb.errors import InputError
from exactnb.interfaces.cli.options import parser

Run = Callable[..., tuple[int, str, str]]

FISH = """Art;Länge (cm);Kilo
Barsch;31,5;0,42
Barsch;28,0;0,35
Aal;40,0;0,90
Aal;38,5;0,75
Aal;41,5;0,7
"""
LOANS = """Date,Income,Deposit,Owner,Approved
2026-01-04,"£ 21,500",5%,no,N
2026-01-05,"£ 48,000",20%,yes,Y
2026-01-09,"£ 1,035,500",10%,yes,Y
2026-02-11,"£ 900",10%,no,N
"""
FLOWS = """Dur,Rate,Label
120,Infinity,a
80,3.5,b
95,NaN,b
101,4.5,a
70,2.5,a
75,2.0,b
"""
POST = """Here P(spam | "free lunch")? The counts, of 6 and 9 mails:

| word    | spam | ham |
|:--------|-----:|----:|
| free    |   8  |  1  |
| lunch   |   1  |  7  |
| monday  |   5  |  6  |
| **total** | 14 | 14  |

It is due | tomorrow.
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs a command in a folder of its own: code, output and message."""
    monkeypatch.chdir(tmp_path)
    return partial(ran, capsys)


@pytest.mark.parametrize(
    ("content", "query"),
    [
        (FISH, "36,0; 0,60"),
        (FISH, "Kilo=0,6"),
        ("nr,dose,cured\n1,0.5,y\n2,2.5,n\n3,4.5,y\n", "1.5"),
        (LOANS, "Income=33000"),
        (FLOWS, "Dur=99"),
        ("male,6,180\nmale,5.92,190\nfemale,5,100\nfemale,5.5,150\n", "6,130"),
        ("h,n,survived\nm,1 364,no\nm,367,yes\nf,126,no\nf,344,yes\n", "m"),
    ],
    ids=[
        "fish",
        "one column",
        "an id and numbers",
        "units and thousands",
        "infinities",
        "no header and the class first",
        "counted rows",
    ],
)
def test_all_options_are_said_at_once_and_read_the_table(content: str, query: str, run: Run) -> None:
    """The first command is refused; with the options that its one line says, the second is solved."""
    Path("t.csv").write_text(content, encoding="latin-1")
    command = ["solve", "t.csv", "--query", query]
    code, _, err = run(*command)
    assert (code, err.count("\n")) == (2, 1)
    options = shlex.split(err.partition("; all that is needed: ")[2])
    assert len(options) >= 4
    code, out, err = run(*command, *options)
    assert (code, [line for line in err.splitlines() if ": note: " not in line]) == (0, [])
    assert "aussian" in out or "--weight" in options


def test_one_option_is_named_by_the_message_itself(run: Run) -> None:
    """Where one option is missing nothing is said twice, nor where no advice helps."""
    Path("t.csv").write_text("nr,sky,play\n1,sun,y\n2,fog,n\n3,sun,n\n")
    for query in ("sun", "hail"):
        code, _, err = run("solve", "t.csv", "--query", query)
        assert code == 2
        assert "all that is needed" not in err


def test_counts_in_a_post_are_read(run: Run) -> None:
    """P(spam|free lunch) is 2/5·9/17·2/17 : 3/5·2/17·8/17 = 36 : 48 with add-one smoothing, 3/7."""
    Path("post.md").write_text(POST)
    code, _, err = run("solve", "post.md", "--query", "free lunch")
    assert code == 2
    assert "are these counts by class? exactnb solve --counts reads such a table" in err
    assert 'those of words need --family "multinomial"' in err
    counts = ["--counts", "post.md", "--family", "multinomial", "--smoothing", "1"]
    code, out, _ = run("solve", *counts, "--query", "free lunch", "--prior", "spam=2/5, ham=3/5")
    assert code == 0
    assert re.search(r"P\(spam\|x\)[\s\S]* = 3/7 ", out)
    assert "“total” adds up the words of each class" in out
    code, _, err = run("solve", *counts, "--label", "word")
    assert (code, err) == (2, "exactnb: --label: needs rows; counts say it themselves\n")


def test_capitals_mean_nothing_by_every_door(tmp_path: Path) -> None:
    """Folded, Yes and yes are one class for every command, and for a problem file."""
    path = tmp_path / "t.csv"
    path.write_text("sky,play\nSun,Yes\nRAIN,no\nsun,NO\nNA,yes\n")
    read = by_every_door(path, "--missing", "NA", "--fold-case", "")
    sizes, cells = {"yes": 2, "no": 2}, {("sky", "sun", "yes"): 1, ("sky", "rain", "no"): 1,
                                        ("sky", "sun", "no"): 1}  # fmt: skip
    for counted in read.values():
        assert not isinstance(counted, str), counted
        assert counted[1][:2] == (sizes, cells)
        assert not counted[2]


LINES = {  # each line that is no row, and those of all of them
    "a title of one word": "1", "a title with a comma": "1", "a comment below the header": "3",
    "a row of totals": "5", "a header among the rows": "3", "types below the header": "2-3",
    "a spreadsheet with a total": "3", "a sum in JSON": "2",
}  # fmt: skip


@all_of("name", LINES)
def test_a_line_that_is_no_row_is_skipped_by_the_option_that_its_refusal_hands_over(name: str) -> None:
    """Its number is that of the file for every door, whose next reading is no longer refused for it."""
    with TemporaryDirectory() as folder:
        file, content = MESSY[name]
        path = Path(folder, str(file))
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        for door, message in by_every_door(path).items():
            hint = 'skip = "' if door == "problem file" else '--skip "'
            assert f'{hint}{LINES[name]}"' in str(message)
        for message in by_every_door(path, "--skip", LINES[name]).values():
            assert not isinstance(message, str) or "skip" not in message


def test_a_hint_names_an_option_of_its_command() -> None:
    """The keys in a reader's hints become options of the command; others are named as solve's."""
    message = (
        'say encoding = "latin-1", decimal = "," in data and families = { "x y" = "gaussian" }; or '
        'weight = "n", binarize = true, header = false, fold_case = true, skip = "3", split = "words", '
        'class = "c", text = \'t\' or id = "i"'
    )
    for command in ("solve", "explore", "classify", "count"):
        arguments = ["t.csv"] if command != "count" else ["t.csv", "-o", "c.parquet"]
        options = parser(command=command).parse_args([command, *arguments])
        with pytest.raises(InputError) as refusal, worded_as_options(options):
            raise InputError(message)
        of_solve = re.compile(r'--([a-z-]+)(?: "n")? to exactnb solve')
        told = re.findall("--([a-z-]+)", of_solve.sub("", str(refusal.value)))
        assert all(hasattr(options, option.replace("-", "_")) for option in told)
        every = {
            "encoding",
            "decimal",
            "family",
            "no-header",
            "fold-case",
            "skip",
            "label",
            "text",
            "id",
        }
        assert every <= {*told}
        others = of_solve.findall(str(refusal.value))
        assert others == ([] if command in ("solve", "explore") else ["weight", "binarize", "words"])


def test_names_of_quantities_are_folded_as_the_data_are(run: Run) -> None:
    """P(YES|x) is P(yes|x) beside --fold-case, 1/1; a column keeps its capitals."""
    Path("t.csv").write_text("Sky,play\nSun,Yes\nRAIN,no\nsun,YES\nrain,NO\n")
    command = ["solve", "t.csv", "--query", "SUN", "--only"]
    for name, value in (("P(YES|x)", "= 1 "), ("P(Sky=Rain|No)", "2/2"), ("odds(Yes:NO|x)", "(1/2)/0")):
        code, out, err = run(*command, name, "--fold-case")
        assert (code, err) == (0, "")
        assert value in out
        assert run(*command, name)[0] == 2
    assert run(*command, "P(sky=rain|no)", "--fold-case")[0] == 2
