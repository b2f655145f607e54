"""What a refused table needs is said at once; counts in a post, capitals that mean nothing."""

from __future__ import annotations

import re
import shlex
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import chdir, redirect_stderr
from fractions import Fraction
from functools import partial
from io import StringIO
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import openpyxl
import pytest
from commands import ran
from messes import MESSES, combined, messy
from messy_files import MESSY
from messy_questions import ASKED
from read_by_doors import by_every_door, parsed
from thoroughness import all_of, one_in

from exactnb import solve
from exactnb.core.problem.table_options import worded_as_options
from exactnb.errors import ExactnbError, InputError
from exactnb.interfaces.cli.options import parser
from exactnb.interfaces.cli.problems import read_problem

NO_COMMAND = {
    "commas in any column",
    "a name missing in the header", "a row too short", "places and numbers",
    "a header with a name too few", "lists of numbers",
    "a header with a name twice", "JSON lines with a new key",
    "ARFF with a value that is not declared", "a spreadsheet with a formula that nobody worked out",
    "a file that is no spreadsheet", "a header and nothing else", "nothing",
    "some numbers with separators", "a title with a comma", "ranges as numbers",
    "a last cell too many, and one missing", "a quote behind a backslash",
    "a decimal point beside stripped ones", "a line to skip that is not there",
    "rows named as R does", "names with blanks between blanks", "two signs of decimals",

    "a line for each column",
    "accounts", "a web page", "merged cells of the class, and a row of its own",
    "a dump of SQL",
}  # fmt: skip
"""Files to be edited, or in which one of two ways has to be chosen: the refusal says which."""

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


@one_in(
    4,
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
    """The first command is refused in one line; the command at its end, copied, is solved."""
    Path("t.csv").write_text(content, encoding="latin-1")
    command = ["solve", "t.csv", "--query", query]
    code, _, err = run(*command)
    assert (code, err.count("\n")) == (2, 1)
    exactnb, *words = shlex.split(err.partition("; try: ")[2])
    assert (exactnb, words[:4]) == ("exactnb", command)
    assert len(words) >= 6
    code, out, err = run(*words)
    assert (code, [line for line in err.splitlines() if ": note: " not in line]) == (0, [])
    assert "aussian" in out or "--weight" in words


def test_no_command_is_handed_over_that_leads_nowhere(run: Run) -> None:
    """The id is left out; a value that no row has stays refused, whatever else is read otherwise."""
    Path("t.csv").write_text("nr,sky,play\n1,sun,y\n2,fog,n\n3,sun,n\n")
    code, _, err = run("solve", "t.csv", "--query", "sun")
    assert (code, err) == (
        0,
        'exactnb: note: t.csv: “nr” is left out: no query names it (--omit "nr")\n',
    )
    code, _, err = run("solve", "t.csv", "--query", "hail")
    assert code == 2
    assert "try:" not in err


def test_one_refusal_leads_to_all_options(run: Run) -> None:
    """An encoding, a footer, units, marks and per cents are added up; columns beside are not asked."""
    lines = ["bed\tby\ttemp\tpulse\to2\till"]
    for n in range(10):
        star = "*" * (n == 3)
        lines.append(f"B{n}\tMK\t{36 + n}.{n} °C\t{80 + n} bpm\t{89 + n} %{star}\t{'ny'[n % 2]}")
    content = "\n".join([*lines, "", "* on oxygen", "by ear (±0.2 °C)"])
    Path("t.txt").write_text(content, encoding="cp1252")
    command = ["solve", "t.txt", "--query", "temp=38.5, pulse=93, o2=94"]
    err = run(*command)[2]
    code, _, err = run(*shlex.split(err.partition("; try: exactnb ")[2]))
    assert (code, "“bed” and “by” are left out: no query" in err, "try:" in err) == (0, True, False)
    Path("c.csv").write_text("fly,haste,tier\nx,,top\n,x,low\nX,x,low\n,,top\nTOTAL,2,\n")
    err = run("solve", "c.csv", "--query", "fly=x", "--family", "bernoulli")[2]
    assert '(--query "fly=x, haste="); try: exactnb solve c.csv --query fly=x --skip 6' in err
    assert err.endswith("--missing-cells value --family categorical --fold-case\n")


def test_a_long_command_is_handed_over_whole(run: Run) -> None:
    """Its last words are the remedy, however long those are that were typed."""
    name, sky = f"{'t' * 150}.csv", "sun " * 50
    Path(name).write_text(f"sky,play\n{sky},yes\n{sky},Yes\nNA,no\n")
    remedy = f'try: exactnb solve {name} --query "{sky}" --fold-case --missing "?,NA"\n'
    assert run("solve", name, "--query", sky)[2].endswith(remedy)
    assert run("solve", name, "--query", sky, "--strict")[2].endswith(
        '--strict --fold-case --missing "?,NA"\n'
    )


def handed_over(*words: str) -> tuple[str, str]:
    """Return the refusal of `exactnb solve` with these words, "" if it reads, and the next command."""
    options = parser(command="solve").parse_args(["solve", *words], Namespace(argv=["solve", *words]))
    with redirect_stderr(StringIO()) as notes:
        try:
            read_problem(options)
            refusal, lines = "", notes.getvalue().splitlines()
        except ExactnbError as error:
            refusal, lines = str(error), getattr(error, "__notes__", [])
    return refusal, next(
        (line.rpartition("try: exactnb solve ")[2] for line in lines if "try: " in line), ""
    )


@all_of("name", MESSY, apart=6)
def test_the_command_that_is_handed_over_reads_a_messy_file(name: str) -> None:
    """It has no further remedies; a refusal without one says what to edit, or to choose."""
    with TemporaryDirectory() as folder, chdir(folder):
        name_of_file, content, *options = MESSY[name]
        file = str(name_of_file)
        Path(file).write_bytes(content if isinstance(content, bytes) else content.encode())
        refusal, command = handed_over(file, *map(str, filter(None, options)))
        assert bool(refusal and not command) is (name in NO_COMMAND), (refusal, command)
        if command:
            assert handed_over(*shlex.split(command)) == ("", "")


@pytest.mark.parametrize("stated", [("--missing=NA",), ("--missing", "NA")])
def test_an_option_takes_the_place_of_its_earlier_value(stated: tuple[str, ...]) -> None:
    """No option is given twice; names that a shell would read otherwise stand in quotes."""
    with TemporaryDirectory() as folder, chdir(folder):
        Path("$t.csv").write_text("sky,play\nsun,yes\nNA,no\nnull,no\nsun,no\n")
        assert handed_over("$t.csv", *stated) == ("", "'$t.csv' --missing NA,null")
        assert handed_over("$t.csv", "--missing", "NA,null") == ("", "")


def test_what_a_query_asks_for_is_not_advised_as_missing() -> None:
    """Beside it signs in place of a value are, in the class too: runs of ? and dashes of any kind."""
    with TemporaryDirectory() as folder, chdir(folder):
        Path("t.csv").write_text("smell,cap,k\nnone,–,x\nfoul,u,y\nnone,u,x\nnone,v,???\nfoul,v,--\n")
        for more in ("?", "?,–,???,--"):
            _, command = handed_over("t.csv", "--query", "none, u", "--missing", more)
            marks = command.partition("--missing ")[2].partition(" ")[0].strip('"')
            assert {*marks.split(",")} == {"?", "???", "–", "--"}, command


@all_of("content, marks", [
    ("smell,k\nnone,x\nfoul,x\nn/a,y\n", "?,n/a"), ("Smell,k\nNone,x\nFoul,x\nfoul,y\n", ""),
    ("smell,k\nNone,x\nfoul,x\nfoul,y\n", "?,None"), ("smell,k\nnone,x\n5,x\n7,y\n", "?,none"),
    ("tooth,k\nmissing,x\npresent,x\n-,y\n", "?,-"),
    ("loan,k\nrefused,x\npaid,x\nn.v.t.,y\n", "?,n.v.t."),
])  # fmt: skip
def test_a_word_among_words_is_doubted_and_not_advised_as_missing(content: str, marks: str) -> None:
    """Nor where capitals mean nothing; it is among numbers, and where it is unlike all words."""
    with TemporaryDirectory() as folder, chdir(folder), redirect_stderr(StringIO()) as notes:
        Path("t.csv").write_text(content)
        assert handed_over("t.csv")[1].partition("--missing ")[2].partition(" ")[0].strip('"') == marks
        read_problem(parsed("solve", "t.csv", "--categories", content[:5]))
        assert f"“{content.split()[1].partition(',')[0]}”" in notes.getvalue()


@all_of("content, words, further", [
    ("sky,k\nsun,won\nfog,lost*\nfog,lost\nsun*,won\n", "", '--strip "*"'),
    ("sky,k\nn/a †,won\nfog,lost*\nfog,lost\nsun,won\n", "", '--strip "* †" --missing "?,n/a"'),
    ("wait,k\n1 day,a\n14 days,a\nn/a,b\n7 days,b\n2 days,b\n", "--divisor N-1",
     '--numbers wait --strip "days day" --missing "?,n/a"'),
    ("wait,k\n1.5,a\n14,a\nlost,b\n7,b\n2,b\n", "--divisor N-1", '--numbers wait --missing "?,lost"'),
    ('sky,How many?,k\nsun,"1,204",a\nfog,5,a\nfog,12,b\nsun,7,b\nice,3,b\n', "--query sky=sun",
     '--weight "How many?" --strip ,'),
    ("sky,sea,sold,k\nsun,y,9,a\nfog,y,5,a\nfog,n,12,b\nsun,n,6,b\nsun,y,4,b\nfog,n,2,a\n",
     "--query sun,y", "--weight sold"),
    ("Temp.\N{NO-BREAK SPACE}C,k\n1\N{NO-BREAK SPACE}250,a\n3,a\n2,b\n9,b\n", '--query "Temp. C=4"',
     '--strip " " --numbers "Temp. C"'),
    ("at,kind,said\n6:12,ham,see you, mum\n10:05,spam,win now, ok\n7:30,Ham,mum, where are you\n"
     "8:00,Spam,you win now\n", '--label kind --query "win, mum" --family multinomial',
     "--rest said --text said --fold-case --words"),
    ("sky,k\nsun,a\nfog,b\nsun,b\nfog,a\n\nwind,play,when\nhi,y,1\n", "--query sky=sun", ""),
    ("fly,k\nx,Low\n,top\nX,low\n,top\n,low\n,?\n", "--query fly=no",
     "--unlabelled drop --fold-case --missing-cells value"),
    ("id,sky,k\n1,sun,a\n1,fog,b\n2,sun,b\n", "--query sky=sun", "--omit id"),
    ("x,note,x,k\n1,y,2,a\n2,z,2,b\n3,y,4,b\n", "--query note=y", '--header "x,note,x 2,k" --skip 1'),
    ("sky,sea,\nsun,hi,a\nfog,lo,b\nsun,lo,b\n", "--query sky=sun", "--header sky,sea,class --skip 1"),
    ("sky,k\n1,sun,a\n2,fog,b\n3,sun,b\n", "--query sky=sun", "--header id,sky,k --skip 1"),
    ("Class,dry,wet\nlow,1,a\ntop,2,b\nlow,2,b\n", "--query dry=1", "--categories dry --label Class"),
    ("Class,dry,wet\nlow,x,yes\ntop,X,no\nlow,y,no\n", '--query "low, x"', "--fold-case"),
    ("Class,dry,wet\nlow,x,yes\ntop,X,no\nlow,y,no\n", "--query dry=x --label wet", "--fold-case"),
    ("Seen in May:\nNo. Sky Credit rating Wet\n1 sun low a\n2 fog low b\n3 sun top a\n4 fog top b\n",
     "--query Sky=sun", '--delimiter blank --header "No.,Sky,Credit rating,Wet" --skip 1-2'),
    ("seen,k\nnone,a\n1,b\n2+,b\nnone,b\n1,\n", "--query seen=none",
     "--unlabelled drop --categories seen"),
    ("wet,k\nyes,a\nno,a\nyes,b\n", "--query wet=yes --family bernoulli", "--categories wet"),
    ("Soups,,,\nWeek:,3 of 5,,\nRoom:,hall,,\n,,,\nday,room,mood,k\n1 May,hall,glad,a\n"
     "2 May,yard,sad,b\n3 May,hall,sad,a\n", "--query room=hall", "--skip 1-3"),
    ("Soups,,\nHall,May,\n,at,\nmood,noon,k\nglad,yes,a\nsad,no,b\nglad,no,a\n", "--query mood=sad",
     "--skip 1-3"),
    ("Soups of May,,,\n,Size,,Kind\n,low,high,\na,1,2,x\nb,2,3,y\nc,2,4,x\nd,1,5,y\n",
     '--query "Size low=1"',
     '--header "id,Size low,Size high,Kind" --skip 1-3 --categories "Size low"'),
    ("len,k\n41 cm*,a\n-,b\n38 cm,a\n40 cm,b\n42 cm†,b\n39 cm,a\n", "--query len=40",
     '--numbers len --strip "cm * †" --missing "?,-"'),
    ("kg,high,€,k\n9 kg,1 cm,2 €,a\n7 kg,2 cm,4 €,b\n8 kg,3 cm,3 €,a\n6 kg,5 cm,5 €,b\n",
     '--query "kg=8 kg,high=2 cm,€=3.5 €"', '--numbers "kg,high,€" --strip "kg cm €"'),
    ("at;must;k;note\ntop;92 °Oe;y;\nlow;78 °Oe;n\ntop;n.d.;y;late\nlow;81 °Oe*;n\ntop;95 °Oe;y\n",
     "--label k --query must=90", '--numbers must --strip "°Oe *" --missing "?,n.d."'),
    ("Sky, wind, May\nsky\tat\tk\nsun\tsea\ty\nfog\t\tn\nsun\thill\tn\nfog\tsea\ty\n",
     "--query sky=sun", "--skip 1"),
    ("sky,k\nsun,no[2]\nfog[^a],yes\nfog,no\nsun¹,yes[3][4]\nice[b],yes\n", "--query sky=sun",
     '--strip "[1] [^1] [a] ¹"'),
    ("row,k\nx[1],a\nx[2],b\nx[1],a\n", "--query row=x[1]", ""),
    ("cow\tmilk\tfat\tk\n1\t9.840\t4,12\ta\n2\t10.205\t3,98\tb\n3\t7.310\t4,5\ta\n4\t9.1\t4,2\tb\n",
     "--query milk=9150,fat=4.2 --omit cow --numbers milk,fat", ""),
    ("cow\tmilk\tfat\tk\n1\t9.840\t4,12\ta\n2\t10.205\t3,98\tb\n3\t7.310\t4,5\ta\n4\t8.015\t4,2\tb\n"
     "Gemiddeld\t8.843\t4,2\t\n",
     "--query milk=9150,fat=4.2 --omit cow --numbers milk,fat", "--skip 6 --decimal , --strip ."),
    ("milk\tfat\tk\n9.840\t4,12\ta\n10.205\t3,98\tb\n7.310\t4,5\ta\n8.015\t4,2\tb\n",
     "--query milk=9150 --omit fat --numbers milk", "--strip ."),
    ("milk\tfat\tk\n9.840\tlow\ta\n10.205\ttop\tb\n7.310\ttop\ta\n8.015\tlow\tb\n",
     "--query milk=9 --omit fat --numbers milk", ""),
    ("shop,dept,sold,k\nx,A,5,y\nx,B,7,n\nSubtotal x,,12,\nw,A,4,n\nw,B,9,y\nSubtotal w,,13,\n"
     "Summe,,25,\n", "--query sold=6 --omit shop,dept --numbers sold --divisor N", "--skip 4,7,8"),
    ("who,sold,k\nMin Lee,5,y\nMax Roe,,n\nMedia Co,4,n\nAva,9,y\n",
     "--query sold=6 --numbers sold", ""),
    ('Status,Q1,Q2,Q3\nResponse Type,"How is\nit?",Age,Well?\n"{""ImportId"":""status""}",'
     '"{""ImportId"":""Q1""}","{""ImportId"":""Q2""}","{""ImportId"":""Q3""}"\nIP,good,34,a\nIP,bad,40,b\n'
     'IP,-99,29,a\nIP,bad,,\n',
     "--label Q3 --query Q1=good --omit Status,Q2", '--skip 2-4 --unlabelled drop --missing "?,-99"'),
    ('Status,Q1,Q3\nStatus,"How is\nit?",Are you well?\nok,good,a\nok,bad,b\nok,bad,a\nok,good,\n',
     "--label Q3 --query Q1=good --omit Status", "--skip 2-3 --unlabelled drop"),
    ("StartDate,Q1,Q2,k\nStart Date,Please rate it.,Often? - Weekdays,Would you come again?\n"
     "1 May,good,yes,a\n1 May,bad,no,b\n2 May,good,yes,b\n2 May,good,no,\n3 May,bad,no,a\n",
     "--query Q1=good,Q2=yes --omit StartDate", "--skip 2 --unlabelled drop"),
    ("ID,Role,,k\n,Response,Other (say),Response\n1,Nurse,,a\n2,Cook,,b\n3,Other,porter,b\n"
     "4,Nurse,,a\n", "--query Role=Nurse", '--header "ID,Role,Other (say),k" --skip 1-2'),
    ("Results of the trial (interim), as of 3 March\nArm 1: drug       Arm 2: placebo\n\n"
     "Patient   Arm   Pain before   Response\n                (0-10)\n"
     "P1        1     7             good\nP2        2     6             poor\n"
     "P3        1     8             good\nP4        2     8             good\n"
     "P5        1     5             poor\nMean            6.8\n",
     '--query "Arm=1,Pain before=7" --omit Patient --categories Arm --numbers "Pain before"',
     '--delimiter blank --header "Patient,Arm,Pain before,Response" --skip 1-5,11'),
    ("Q1,Q2,k\nResponse,Open-Ended Response,Response\nx,y,a\nz,y,b\nx,y,b\nz,y,a\nx,v,\n",
     "--label k --query Q1=x","--skip 2 --unlabelled drop"),
    ("who,asks,k\nme,Who is it?,a\nyou,Who was it?,b\nme,Who is it?,b\n", "--label k --query who=me",
     ""),
    ("g,k\n22,a\n-999.25,b\n18.5,a\n30,b\n25,b\n", "--query g=20 --divisor N",
     '--missing "?,-999.25" --numbers g'),
    ("g,k\n-4.5,a\n-999,b\n18.5,a\n30,b\n25,b\n", "--query g=20 --numbers g", '--missing "?,-999"'),
    ("g,k\n310,a\n999,b\n350,a\n330,b\n325,b\n", "--query g=330 --numbers g", '--missing "?,999"'),
    ("g,k\n310,a\n-99,b\n350,a\n-50,b\n-25,b\n", "--query g=330 --numbers g", ""),
    ("Age;Course*;k\nold;yes;a\nnew;no;b\nold;no;a\nnew;yes;b\n* four weeks\n", "--query Course=yes",
     "--skip 6"),
])  # fmt: skip
def test_what_a_table_needs_is_handed_over(content: str, words: str, further: str) -> None:
    """With the options `further` it is read as people mean it; two tables in a file are not."""
    with TemporaryDirectory() as folder, chdir(folder):
        Path("t.csv").write_text(content)
        _, command = handed_over("t.csv", *shlex.split(words))
        assert command == " ".join(("t.csv", words, further)).replace("  ", " ") * bool(further)
        assert not further or handed_over(*shlex.split(command)) == ("", "")


BIRDS = """Notes of the estuary, autumn
Day     Site        Tide    Wind  Du

Mon     Mill Creek  high    SW    y
        Old Pier    "       "     y
Tue     Sluice      falling W     n
        Mill Creek  "       W     n
Wed     Old Pier    high    NE    y
Thu     Old Pier    low     NE    n
"""


DITTOS = (
    "Site,Wind,Tide,Du\nMill,W,high,y\nPier,W,',y\nMill,',low,n\nPier,',',n\nPier,E,low,y\n".replace(
        "'", '"'
    )
)


@all_of("name, content, words, further, cells", [
    ("t.txt", BIRDS, "--label Du --query Tide=falling,Wind=W --omit Day,Site",
     "--delimiter blanks --skip 1 --fill-down Tide,Wind",
     "high SW y/high SW y/falling W n/falling W n/high NE y/low NE n"),
    ("t.txt", BIRDS.replace(", ", ",   "), "--label Du --query Tide=falling,Wind=W --delimiter blanks"
     " --omit Day,Site", "--skip 1 --fill-down Tide,Wind",
     "high SW y/high SW y/falling W n/falling W n/high NE y/low NE n"),
    ("t.txt", BIRDS.partition("\n")[2], "--label Du --query Tide=falling --omit Day,Site,Wind",
     "--delimiter blanks --fill-down Tide", "high y/high y/falling n/falling n/high y/low n"),
    *((f"t.{end}", DITTOS.replace(",", sign), "--label Du --query Tide=low,Wind=E --omit Site",
       "--fill-down Wind,Tide", "W high y/W high y/W low n/W low n/E low y")
      for end, sign in (("csv", ","), ("csv", ";"), ("tsv", "\t"), ("md", "|"))),
    ("t.csv", "x,k,said\nu,a,\"\nmore\"\nw,b,no\nu,b,no\n", "--label k --query x=u --omit said", "",
     "u a/w b/u b"),
])  # fmt: skip
def test_two_commands_read_each_row_with_ditto_marks(
    name: str, content: str, words: str, further: str, cells: str
) -> None:
    """No two of them are quotes around what stands between; a cell of several lines is no ditto."""
    with TemporaryDirectory() as folder, chdir(folder):
        Path(name).write_text(content)
        _, command = handed_over(name, *shlex.split(words))
        assert command == f"{name} {words} {further}" * bool(further)
        problem = read_problem(parsed("solve", *shlex.split(command or f"{name} {words}")))
        rows = (" ".join((*row.cells.values(), row.label)) for row in problem.data.cases())
        assert "/".join(rows) == cells


@all_of("words, refusal, command", [
    ("--omit Sit", "--omit: unknown column 'Sit' (did you mean 'Site'?)", "--omit Site"),
    ("--omit Wind,Sit --fill-down Tide", "--omit: unknown column 'Sit' (did you mean 'Site'?)",
     "--omit Wind,Site"),
    ("--omit no", "--omit: unknown column 'no'; there are Day, Site, Tide, Wind, Du", ""),
    ("--fill-down no", "--fill-down: unknown column 'no'; there are Day, Site, Tide, Wind, Du", ""),
])  # fmt: skip
def test_a_column_that_is_not_there_is_named_once_the_header_is_right(
    words: str, refusal: str, command: str
) -> None:
    """Before that the refusal is about the header, and the command keeps what was typed."""
    query = "t.txt --label Du --query Tide=high"
    with TemporaryDirectory() as folder, chdir(folder):
        Path("t.txt").write_text(BIRDS)
        first, _ = handed_over(*query.split(), *words.split())
        assert first.startswith("t.txt: line 2: 1 cell, the header has 2; cut at two blanks or more")
        way = ["--delimiter", "blanks", "--skip", "1"]
        second, further = handed_over(*query.split(), *words.split(), *way)
        assert (second, command in further, bool(further)) == (refusal, True, bool(command))


def test_a_sheet_with_two_lines_of_names_and_numbers_as_text_is_read_by_the_second_command() -> None:
    """Typed names are those of the lower line, and a decimal comma is none of the cells of numbers."""
    table = [["Harvest", *[None] * 4], [None] * 5, ["No.", "Must", None, None, "Kind"],
             [None, "Sugar", "Acid", "pH", None], [1, 78, 8.2, 3.1, "K"], [2, "89,5", "9,1", 3.2, "S"],
             [3, 91, 8.5, 3.0, "S"], [4, 80, "7,25", 3.3, "K"], ["Mean", 84.6, 8.3, 3.15]]  # fmt: skip
    book = openpyxl.Workbook()
    for row in table:
        book.active.append(row)
    book.create_sheet("Phones").append(["Name", "Phone"])
    book["Phones"].append(["Ada", "n/a"])
    words = (
        "--label",
        "Kind",
        "--query",
        "Sugar=87,Acid=8.5",
        "--omit",
        "pH,No.",
        "--numbers",
        "Sugar,Acid",
    )
    with TemporaryDirectory() as folder, chdir(folder):
        book.save("t.xlsx")
        refusal, command = handed_over("t.xlsx", *words)
        assert refusal == 't.xlsx: has 2 sheets; say --worksheet "Sheet" or --worksheet "Phones"'
        further = "--worksheet Sheet --header No.,Sugar,Acid,pH,Kind --skip 1-4,9 --decimal ,"
        assert command == f"{shlex.join(('t.xlsx', *words))} {further}"
        problem = read_problem(parsed("solve", *shlex.split(command)))
        cells = [(row.label, *row.cells.values()) for row in problem.data.cases()]
        assert cells == [
            ("K", "78", "8.2"),
            ("S", "89.5", "9.1"),
            ("S", "91", "8.5"),
            ("K", "80", "7.25"),
        ]


def test_markup_and_signs_that_sort_are_no_part_of_names_nor_of_cells_with_footnotes() -> None:
    """**no**[2] is no[2], and with its mark stripped no; half a pair of brackets is not stripped."""
    page = (
        "| [Sky](https://x.org) ▲▼ | **Size (cm)** ▲ | k ▲ |\n|---|--|--|\n| sun | 4[1] | **no**[2] |\n"
    )
    rows = "| **fog**[^b] | 5 | no |\n| fog | 4[[2]](https://x.org#2) | *yes* |\n| sun | 7.5 | yes |\n"
    words = ("--query", "Sky=sun,Size (cm)=5", "--label", "k", "--numbers", "Size (cm)")
    with TemporaryDirectory() as folder, chdir(folder):
        Path("t.md").write_text(page + rows)
        refusal, command = handed_over("t.md", *words)
        assert refusal.endswith('; write 4 alone, without its mark, or say --strip "[1]"')
        assert command.endswith('--numbers "Size (cm)" --strip "[1] [^1]"')
        assert handed_over(*shlex.split(command)) == ("", "")
        Path("t.csv").write_text("k,sky\nyes[a],sun\nno,fog\nyes,fog\nno[b],sun\n")
        command = handed_over("t.csv", "--label", "k", "--query", "sky=sun", "--strip", "*[ab]")[1]
        assert command.endswith('--strip "*[ab] [a]"')


def test_a_column_is_called_by_its_name_without_the_mark_of_a_footnote() -> None:
    """A query is read so, an option is respelled; where two names differ by marks, only as written."""
    rows = "old,yes,a\nnew,no,b\nold,no,a\nnew,yes,b\n"
    with TemporaryDirectory() as folder, chdir(folder):
        Path("t.csv").write_text(f"Age,Course†,k\n{rows}")
        assert handed_over("t.csv", "--query", "Course=yes, Age=old") == ("", "")
        refusal, command = handed_over("t.csv", "--label", "Course", "--query", "Age=old")
        assert refusal == "--label: unknown column 'Course' (did you mean 'Course†'?)"
        assert command == 't.csv --query Age=old --label "Course†"'
        assert handed_over(*shlex.split(command)) == ("", "")
        Path("t.csv").write_text(f"Course*,Course†,k\n{rows}")
        assert handed_over("t.csv", "--query", "Course=yes")[0].startswith("--query.Course: unknown")


def test_lists_beside_a_query_of_cells_are_no_text() -> None:
    """Whatever keeps the query from being read: another case, other signs between its cells."""
    with TemporaryDirectory() as folder, chdir(folder):
        rows = 'yes,no,"pen, saw",a\nno,yes,pen,b\nyes,yes,"saw, axe",a\nno,no,"pen, axe",b\n'
        Path("t.csv").write_text(f'Drive?,"Go, if so?",Tools,k\n{rows}')
        for query in ("Drive?=Yes, Go, if so?=no", "Drive?=yes; Go, if so?=no"):
            assert handed_over("t.csv", "--query", query)[1] == ""


def test_a_column_that_adds_up_others_is_left_out_whatever_is_missing() -> None:
    """Also where thousands are apart; its name does not make it the weight of the rows."""
    rows = "doc,k,love,war,Total\n"
    rows += 'a,x,12,"1,204","1,216"\nb,y,"1,890",75,"1,965"\nc,x,-,44,44\nd,y,8,96,104\n'
    with TemporaryDirectory() as folder, chdir(folder):
        Path("t.csv").write_text(rows)
        _, command = handed_over("t.csv", "--label", "k", "--id", "doc")
        read_so = '--strip , --numbers love,war --missing "?,-" --omit Total'
        assert command == f"t.csv --label k --id doc {read_so}"
        read = ("--family", "multinomial", "--strip", ",", "--missing", "-")
        _, command = handed_over("t.csv", "--label", "k", "--id", "doc", *read)
        assert command.endswith("--missing - --omit Total")


@all_of("name", ASKED, apart=5)
def test_two_commands_lead_from_a_messy_file_to_the_right_values(name: str) -> None:
    """The second is printed by the first."""
    file, content, arguments, values = ASKED[name]
    with TemporaryDirectory() as folder, chdir(folder):
        words = [file, *arguments]
        Path(file).write_bytes(content)
        words = shlex.split(handed_over(*words)[1]) or words
        problem = read_problem(parsed("solve", *words))
        solution = solve(problem, only=list(values))
        results = {quantity: solution[quantity] for quantity in values}
        assert {of: getattr(result, "labels", result) for of, result in results.items()} == values


@all_of("content", [
    "| | yes | no |\n|---|---|---|\n| sky=sun | 2 | 3 |\n| sky=fog | 7 | 2 |\n",
    "# Counts\n\n| k | yes | no | total |\n|---|---|---|---|\n| sky = sun | 2 | 3 | 5 |\n"
    "| sky = fog | 7 | 2 | 9 |\n| **Total** | 9 | 5 | 14 |\n",
    "|what|value|yes|no|\n|---|---|---|---|\n|sky|sun|2|3|\n||fog|7|2|\n|at sea|a b|4|1|\n||c|5|4|\n",
    "| | yes | no |\n|---|---|---|\n| **sky** | | |\n| sun | 2 | 3 |\n| fog | 7 | 2 |\n"
    "| **at sea** | | |\n| c | 9 | 5 |\n",
])  # fmt: skip
def test_counts_by_class_are_read_as_people_write_them(content: str) -> None:
    """P(yes|sun) is 9/14·2/9 : 5/14·3/5 = 2 : 3; the command that reads them so is handed over."""
    with TemporaryDirectory() as folder, chdir(folder):
        Path("t.md").write_text(content)
        refusal, command = handed_over("t.md", "--query", "sky=sun")
        assert (bool(refusal), command) == (True, "--counts t.md --query sky=sun")
        options = parsed("solve", *shlex.split(command))
        options.source = options.counts
        problem = read_problem(options)
        assert solve(problem, only=["P(yes|x)"])["P(yes|x)"] == Fraction(2, 5)
        sums = tuple(f"column “{name}” adds up the others, and is left out" for name in ["total"])
        assert problem.doubts == sums * ("| total |" in content)


def test_values_without_their_column_are_not_guessed_in_counts(run: Run) -> None:
    """They may be words; the refusal says how a value is written."""
    Path("t.csv").write_text("sky,yes,no\nsun,2,3\nfog,7,2\n")
    err = run("solve", "--counts", "t.csv", "--query", "sky=sun")[2]
    assert "multinomial (how often?); of a column of values, 'sky=sun' is written there" in err


def test_counts_behind_a_markdown_table_are_noted_where_a_query_needs_them(run: Run) -> None:
    """The lines between two tables are named before the refusal; without them all rows are read."""
    head, later = "| | a | b |\n|---|---|---|\n", "| wind=low | 6 | 2 |\n| wind=top | 3 | 3 |\n"
    rows = "| sky=sun | 2 | 3 |\n| sky=fog | 7 | 2 |\n"
    Path("t.md").write_text(f"{head}{rows}\nWind:\n\n{head}{later}")
    words = ["solve", "--counts", "t.md", "--query", "sky=sun,wind=low"]
    code, _, err = run(*words)
    note = "2 rows from line 10 on stand behind the table, and are left out"
    assert (code, err.splitlines()[0]) == (2, f'exactnb: note: t.md: {note} (--skip "6-9")')
    assert run(*words, "--skip", "6-9")[::2] == (0, "")


def test_missing_cells_are_noted_at_every_door(run: Run) -> None:
    """With what becomes of them; solve names the option that counts them, and no command changes."""
    Path("t.csv").write_text(
        "id,sky,wind,play\n1,sun,weak,yes\n2,fog,?,no\n3,,weak,yes\n4,fog,high,no\n"
    )
    what = (
        "1 cell of “sky” and 1 cell of “wind” are missing: only their columns leave them out, unless "
    )
    note = f"exactnb: note: t.csv: {what}missing cells are values"
    for command in (
        "classify --train t.csv --leave-one-out --id id",
        "count t.csv --id id -o t.parquet",
    ):
        code, _, err = run(*command.split())
        assert (code, err) == (0, f"{note}\n")
    for words in (["t.csv", "--id", "id"], ["t.parquet"]):
        code, out, err = run("solve", *words, "--query", "sky=fog,wind=weak", "--to", "json")
        way = ' (--missing-cells "value")'
        assert (code, err) == (0, f"{note}{way}\n".replace("t.csv", words[0]))
        assert what in out
    document = '[data]\nclass = "play"\nid = "id"\nfile = "t.csv"\n\n[query]\nx = { sky = "fog" }\n'
    Path("p.toml").write_text(document)
    err = run("check", "p.toml", "--answer", "P(no|x)=1")[2]
    assert f'{note} (missing_cells = "value")\n'.replace("t.csv", "p.toml") in err
    err = run("solve", "t.csv", "--id", "id", "--query", "sky=fog", "--missing-cells", "value")[2]
    assert "missing" not in err


def test_counts_in_a_post_are_read(run: Run) -> None:
    """P(spam|free lunch) is 2/5·9/17·2/17 : 3/5·2/17·8/17 = 36 : 48 with add-one smoothing, 3/7."""
    Path("post.md").write_text(POST)
    code, _, err = run("solve", "post.md", "--query", "free lunch")
    assert code == 2
    assert "are these counts by class? exactnb solve --counts reads such a table" in err
    assert 'words with --family "multinomial"' in err
    counts = ["--counts", "post.md", "--family", "multinomial", "--smoothing", "1"]
    code, out, _ = run("solve", *counts, "--query", "free lunch", "--prior", "spam=2/5, ham=3/5")
    assert code == 0
    assert re.search(r"P\(spam\|x\)[\s\S]* = 3/7 ", out)
    assert "“total” adds up the words of each class" in out
    code, _, err = run("solve", *counts, "--label", "word")
    assert (code, err) == (2, "exactnb: --label: needs rows; counts say it themselves\n")


def test_capitals_mean_nothing_by_every_door(tmp_path: Path) -> None:
    """Folded, Yes and yes are one class for every command and problem file, nA and Na one mark."""
    path = tmp_path / "t.csv"
    path.write_text("sky,play\nSun,Yes\nRAIN,no\nsun,NO\nNa,yes\n")
    read = by_every_door(path, "--missing", "nA", "--fold-case", "")
    sizes, cells = {"yes": 2, "no": 2}, {("sky", "sun", "yes"): 1, ("sky", "rain", "no"): 1,
                                        ("sky", "sun", "no"): 1}  # fmt: skip
    for counted in read.values():
        assert not isinstance(counted, str), counted
        assert counted[1][:2] == (sizes, cells)
        missing = (
            "1 cell of “sky” is missing: only its column leaves it out, unless missing cells are values"
        )
        assert counted[2] == {missing}


LINES = {  # each line that is no row, and those of all of them
    "a title of one word": "1", "a title with a comma": "1", "a comment below the header": "3",
    "a row of totals": "5", "a header among the rows": "3", "types below the header": "2-3",
    "a spreadsheet with a total": "3", "a sum in JSON": "2",
}  # fmt: skip


@all_of("name", LINES, apart=2)
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


@all_of(
    "name",
    ["size", "Länge (cm)", "a=b", "x|y", "h [m]", "a, b", "weight %", "No.", "not x", '5"'],
    apart=3,
)
def test_a_family_that_is_advised_is_accepted(name: str) -> None:
    """Whatever signs the name of the column has."""
    with TemporaryDirectory() as folder, chdir(folder):
        cell = f'"{name.replace(chr(34), 2 * chr(34))}"'
        Path("t.csv").write_text(f"{cell},kind\n1.5,a\n2.5,a\n4,b\n5,b\n", encoding="utf-8")
        refusal, _ = handed_over("t.csv")
        family = re.search('--family "(.*)"(?=$|;)', refusal)
        assert family is not None, refusal
        read = read_problem(parsed("solve", "t.csv", "--family", family[1]))
        assert {*read.measured} == {name}


def test_counts_with_separators_and_totals_lead_to_one_command() -> None:
    """What a count of words needs is handed over at once: signs to strip, a column to leave out."""
    with TemporaryDirectory() as folder, chdir(folder):
        rows = 'Part,ball,vote,law,Total\nSports,"1,200",50,900,"2,150"\nNews,100,"1,500",40,"1,640"\n'
        Path("t.csv").write_text(rows)
        asked = ("--query", "ball=1, vote=1", "--family", "multinomial", "--label", "Part")
        refusal, command = handed_over("t.csv", *asked)
        assert 'if its comma separates thousands (--strip ",")' in refusal
        assert command.endswith("--label Part --strip ,")  # the total is left out by itself


@all_of("family", [(), ("--family", "bernoulli")])
def test_ticks_and_blanks_are_read_as_yes_and_no(family: tuple[str, ...]) -> None:
    """By the command that is handed over; an empty cell of the query says no too: 1/4 and 1/8."""
    with TemporaryDirectory() as folder, chdir(folder):
        Path("t.csv").write_text("m,win,due,kind\na,x,,spam\nb,x,x,spam\nc,,x,ham\nd,x,,ham\n")
        _, command = handed_over("t.csv", "--query", "x, ", *family)
        assert "--missing-cells value" in command
        problem = read_problem(parsed("solve", *shlex.split(command)))
        assert problem.query["x*"] == {"win": "x", "due": "None"}
        assert solve(problem, only=["P(spam|x*)"])["P(spam|x*)"] == Fraction(2, 3)


def _posterior(*words: str) -> str:
    problem = read_problem(parsed("solve", *words))
    yes = next(label for label in problem.schema.classes if label.casefold() == "yes")
    return str(solve(problem, only=[f"P({yes}|x)"])[f"P({yes}|x)"])


def leads_to_the_data(messes: Sequence[str]) -> None:
    """Assert that a table is read as meant, whatever messes it has, by the command handed over."""
    plain = [name for name in messes if name in ("missing", "weights")]  # which change the data
    results = []
    with TemporaryDirectory() as folder, chdir(folder), redirect_stderr(StringIO()):
        for names in (messes, plain):
            file, content, asked = messy(names)
            Path(file).write_bytes(content)
            command = handed_over(file, *asked)[1]
            results.append(_posterior(*(shlex.split(command) or [file, *asked])))
    assert results[0] == results[1], command


_PAIRS = [of for of in combinations(MESSES, 1) if combined(of)]
_PAIRS += [pair for pair in combinations(MESSES, 2) if combined(pair)][::6]  # of hundreds
_TRIPLES = [triple for triple in combinations(MESSES, 3) if combined(triple)][::82]  # of thousands


@all_of("messes", _PAIRS, apart=20)
def test_a_file_that_needs_two_options_gets_one_command(messes: Sequence[str]) -> None:
    """It has them both, and the posterior is that of the tidy table."""
    leads_to_the_data(messes)


@pytest.mark.exhaustive
@all_of("messes", _TRIPLES)
def test_a_file_that_needs_three_options_gets_one_command(messes: Sequence[str]) -> None:
    """It has them all, and the posterior is that of the tidy table; a sample is tried."""
    leads_to_the_data(messes)


LENSES = """@relation r
@attribute lens {none,soft}
@attribute tear {low,high}
@attribute age {old,young}
@data
none,low,old
soft,high,young
none,high,old
"""


def test_a_value_that_a_file_declares_is_no_mark() -> None:
    """No note says that it may be missing, and the query decides which column is the class."""
    with TemporaryDirectory() as folder, chdir(folder):
        Path("t.arff").write_text(LENSES)
        assert handed_over("t.arff", "--label", "lens") == ("", "")
        _, command = handed_over("t.arff", "--query", "low, old")
        assert command == 't.arff --query "low, old" --label lens'


def test_an_option_of_numbers_waits_until_columns_are_read_as_numbers() -> None:
    """--divisor is refused beside names; the command reads these as numbers, and keeps it."""
    with TemporaryDirectory() as folder, chdir(folder):
        Path("t.csv").write_text('a,k\n"10""",x\n"12""",x\n"15""",y\n"16""",y\n')
        refusal, command = handed_over("t.csv", "--divisor", "N-1")
        assert refusal.startswith("--divisor: is of gaussian, ")
        assert command == "t.csv --divisor N-1 --numbers a --strip '\"'"


@all_of("query, command", [
    ("ball vote", '--query "ball=1, vote=1"'), ("ball ball", "--query ball=2"), ("ball goal", ""),
])  # fmt: skip
def test_words_that_columns_count_are_a_text(query: str, command: str) -> None:
    """Its words are counted; the rows are the classes, without the totals."""
    with TemporaryDirectory() as folder, chdir(folder):
        Path("t.csv").write_text("Part,ball,vote,Total\na,9,1,10\nb,2,4,6\nTotal,11,5,16\n")
        _, handed = handed_over("t.csv", "--query", query)
        assert handed.endswith(command)
        options = "t.csv --label Part --family multinomial --skip 4"
        assert handed.startswith(options) is bool(command)


OWN = {
    "percents apart by a blank, and euros": (
        "Rate;Share;Kind\n12,5 %;€ 1.200,00;a\n10 %;€ 950,50;a\n55,5 %;€ 3.100,00;b\n60 %;€ 2.800;b\n",
        "45%; 2.500", '--decimal , --numbers Rate,Share --strip "€."',
    ),
    "codes with labels": (
        "sex,smoke,ill\n1 male,0 no,1 yes\n2 woman,1 yes,1 yes\n1 male,1 yes,0 no\n2 woman,0 no,0 no\n",
        "male, yes", '--query "1 male, 1 yes"',
    ),
    "lines that are no rows": (
        "sky,wind,play\nsun,weak,yes\nMay\nsun,weak,no\nfog,weak,no\nJune\nfog,high,no\nend\n",
        "sun, weak", "--skip 3,6,8",
    ),
    "lists of items": (
        'ticked (all),wind,play\n"sore, hot",weak,yes\nhot,weak,no\n'
        '"a b, sore",high,no\n"a b, hot",high,yes\n',
        "ticked (all)=hot, sore", '--text "ticked (all)" --items',
    ),
    "codes of missing cells": (
        "q,wind,play\n1,weak,yes\n2,weak,no\n4,high,no\n-99,high,yes\n2,high,no\n", "2, weak",
        '--missing "?,-99" --categories q',
    ),
    "a class in a column of units": (
        'who,high,foot\nm,"6 ft","12"""\nm,5.9 ft,"11"""\nf,5 ft,"6"""\nf,5.5 ft,"7"""\n',
        "5.2, 8", "--numbers high,foot --strip 'ft \"' --label who",
    ),
}  # fmt: skip
WITHOUT = {
    "a line for each column": (
        "day,d1,d2,d3\nsky,sun,sun,fog\nwind,weak,weak,high\nplay,yes,no,no\n", "sun, weak",
        "each line seems to have the cells of a column; write those of a row in each",
    ),
    "blocks of a class each": ("spam:\nwin now\n\nham:\nsee you\n", "win", "write the class into each"),
    "a cell of a notebook": (
        "# %% task 2\nimport pandas as pd\n\ndata = {\n  'a': ['u', 'v'],  # seen\n  'k': [1, 2],\n}\n",
        "u",
        "print(df.to_csv())",
    ),
    "slices of a table of R": (
        "> table(d)\n, , k = a\n\n  y\nx   u v\n  p 1 2\n\n, , k = b\n\n  y\nx   u v\n  p 3 4\n",
        "p, u",
        "in R, write.csv(as.data.frame(x), file, row.names = FALSE) saves the counts",
    ),
    "lines most of which are no rows": (
        "sky,wind,play\nsun,weak,yes\nsee below\nand\nalso\nthere\nsun,weak,no\n", "sun, weak",
        "so have 3 of the 4 lines below: keep the lines of one table alone",
    ),
    "two signs of decimals": ('x,k\n"1,5",a\n2.5,a\n4.5,b\n', "2", "has commas and points (1,5, 2.5)"),
}  # fmt: skip


@all_of("name", OWN)
def test_other_messes_are_read_by_one_command(name: str) -> None:
    """It is tried before it is handed over."""
    content, query, expected = OWN[name]
    with TemporaryDirectory() as folder, chdir(folder):
        Path("t.csv").write_text(content, encoding="utf-8")
        _, command = handed_over("t.csv", "--query", query)
        assert command.endswith(expected)
        assert handed_over(*shlex.split(command)) == ("", "")


@all_of("name", WITHOUT)
def test_what_no_option_reads_is_refused_by_name(name: str) -> None:
    """No command is handed over that reads it as something else."""
    content, query, expected = WITHOUT[name]
    with TemporaryDirectory() as folder, chdir(folder):
        Path("t.csv").write_text(content)
        refusal, command = handed_over("t.csv", "--query", query)
        assert (command, expected in refusal) == ("", True)


def test_truth_in_two_spellings_holds_no_numbers() -> None:
    """TRUE beside 0 are names; the note says which are perhaps one."""
    with TemporaryDirectory() as folder, chdir(folder):
        Path("t.csv").write_text("wet,play\nTRUE,a\nyes,b\n0,a\nno,b\n")
        assert handed_over("t.csv", "--query", "TRUE") == ("", "")


def test_what_has_no_remedy_is_said_on_standard_error_too(run: Run) -> None:
    """The head of a long solution scrolls away."""
    Path("t.csv").write_text("day,play\n2024-01-02,yes\n2024-01-02,no\n2024-01-03,no\n")
    assert "“day” holds dates" in run("solve", "t.csv", "--query", "day=2024-01-02")[2]


@all_of("options", ["", "--rest notes"])
def test_a_line_may_end_where_its_last_cells_are_empty(run: Run, options: str) -> None:
    """As many as are empty in lines above it; a note says so, and what lacks more is refused."""
    rows = "mood\tsoup\tnotes\nglad\tleek\t\nsad\tonion\tcold\nsad\tleek\n"
    Path("t.tsv").write_text(rows)
    code, out, err = run("solve", "t.tsv", "--label", "soup", "--query", "mood=sad", *options.split())
    assert (code, "P(leek|x) = 2/4" in out or "= 1/2" in out) == (0, True)
    assert "line 4 ends early; the last cells are read as empty" in err
    Path("t.tsv").write_text(rows + "sad\n")
    assert "line 5: 1 cell, the header has 3" in run("solve", "t.tsv", "--query", "mood=sad")[2]


def test_the_rest_of_a_line_goes_to_the_one_column_that_can_take_it(run: Run) -> None:
    """Beside numbers of things, amounts and names that no other row has; bare semicolons as commas."""
    rows = "nr;who;way;got;sum;note\n24-1;Ida;app;yes;2,50 €;\n24-2;Bo;app;no;1.300,00 €;rang; not in\n"
    Path("t.csv").write_text(
        rows + "24-3;Al;post;no;3,00 €;gone\n24-4;Jo;app;yes;4,00 €;\nTotal;;;;1.309,50 €;\n"
    )
    err = run("solve", "t.csv", "--label", "got", "--query", "way=app")[2]
    assert err.endswith("--rest note --skip 6\n")


@pytest.mark.usefixtures("run")
def test_a_table_with_units_below_its_header_and_one_row_without_a_class_leads_to_one_command() -> None:
    """A class that no other row has stands above it, which does not make merged cells of the column."""
    rows = "a;1,5;no\nb;2,5;yes\nc;2,0;yes\nd;1,0;no\ne;3,0;Yes\nf;2,0;\n"
    Path("t.csv").write_text(f"id;size;got\n;cm;\n{rows}mean;2,0;\n")
    _, command = handed_over("t.csv", "--query", "size=2,5", "--numbers", "size")
    assert command.endswith("--skip 2,9 --unlabelled drop --decimal , --fold-case")


def test_cells_with_a_unit_are_listed_in_short(run: Run) -> None:
    """Three of them, so that the message has its remedy: a unit whose letters come twice."""
    Path("t.csv").write_text(
        "id,size,got\n" + "".join(f"r{n},{n} mm,{'ab'[n % 2]}\n" for n in range(20))
    )
    err = run("solve", "t.csv", "--query", "size=2", "--numbers", "size")[2]
    assert "'1 mm', '2 mm', '3 mm', …; write 0 alone" in err
    assert err.endswith("--strip mm\n")


def test_items_in_quotes_are_those_of_a_text_and_what_was_never_seen_is_said(run: Run) -> None:
    """Below a question with a bracket; no other spelling is offered that looks the same when cut."""
    name = "What did you see in it this morning (tick all)?"
    Path("t.csv").write_text(f'{name},out\n"cough, red",yes\n"red, hot",no\ncough,no\n"hot, red",yes\n')
    refusal, command = handed_over("t.csv", "--query", f'{name}="cough, red"')
    assert ("did you mean" in refusal, command.endswith("--items")) == (False, True)
    code, out, err = run("solve", *shlex.split(command), "--family", "bernoulli", "--smoothing", "1")
    assert (code, "each word" in err, '"cough' in out) == (0, False, False)
    err = run("solve", "t.csv", "--text", name, "--items", "--query", "fog, mud")[2]
    assert "each word of the text in x was never seen" in err


@pytest.mark.usefixtures("run")
def test_records_with_a_title_above_and_a_tally_below_lead_to_one_command() -> None:
    """Both are no pairs, one has a colon in it; a record may lack what another one has."""
    rows = "".join(
        f"nr: {n}\nsky: {'sun' if n % 3 else 'fog'}\nplay: {'yn'[n % 2]}\n\n" for n in range(9)
    )
    Path("t.txt").write_text(f"Games, week 3   printed 17:42\n======\n{rows}====\n9 games, 4 played\n")
    _, command = handed_over("t.txt", "--label", "play", "--query", "sky=sun")
    assert command.endswith("--query sky=sun --delimiter pairs --skip 1,2,40")


def test_what_a_command_takes_as_missing_is_in_a_note_however_many_names_there_are(run: Run) -> None:
    """Where few notes are said, those with the same remedy come last; all are, where they are short."""
    for a, b, c in ("abc", ["n" * 60 + name for name in "abc"]):
        Path("t.csv").write_text(f"{a},{b},{c},play\nX,Y,Z,no\nx,y,z,No\nx,NA,z,yes\n")
        err = run("solve", "t.csv", "--query", f"{a}=x, {b}=y, {c}=z")[2]
        assert f"“NA” is a value of “{b}”, not a missing cell" in err
        assert ("and 2 more such names" in err) == (f"two values of “{c}”" not in err) == (len(a) > 1)


def test_advice_repeats_what_an_option_says_already(run: Run) -> None:
    """Lines to skip and units to strip, in words as in the command."""
    Path("t.csv").write_text("A list,,\na,b,k\n1 kg,5 cm,x\n2 kg,7 cm,y\n3 kg,9 cm,x\nmade in May\n")
    asked = ("solve", "t.csv", "--query", "a=1 kg, b=5 cm", "--numbers", "a,b")
    for more, end in (
        (("--skip", "1"), 'if it is no row, say --skip "1,6"'),
        (("--skip", "1,6", "--strip", "kg"), 'without its unit, or say --strip "kg cm"'),
    ):
        assert run(*asked, *more)[2].partition("; try: ")[0].endswith(end)


@all_of("mark", ["N/C", "brak", "k. A.", "n/d", "not taken"])
def test_marks_of_other_languages_are_noted(run: Run, mark: str) -> None:
    """With the option that reads them as missing."""
    Path("t.csv").write_text(f"way,done\npost,yes\nphone,no\npost,no\n{mark},yes\n")
    assert f'--missing "?,{mark}"' in run("solve", "t.csv", "--query", "way=post")[2]


def test_a_dash_among_counts_of_rows_leads_to_one_command(run: Run) -> None:
    """Below merged cells and above totals; such a row counts 0 times, and its values are there."""
    rows = 'kid,yes,"1,200"\n,so,-\n,no,4\nkids,,"1,204"\nteen,yes,90\n,so,6\n,no,4\nTotal,,"1,304"\n'
    Path("t.csv").write_text(f"who,likes,sold\n{rows}")
    _, command = handed_over("t.csv", "--label", "likes", "--weight", "sold", "--query", "who=kid")
    marks = '--strip , --missing "?,-" --unlabelled drop'
    assert command.endswith(f"--query who=kid --skip 5,9 {marks} --fill-down who")
    out, err = run("solve", *shlex.split(command), "--to", "text")[1:]
    assert ("1 row without a weight counts 0 times" in err, "1290/1304" in out) == (True, True)


def test_an_encoding_a_total_blanks_between_thousands_a_unit_and_a_mark_lead_to_one_command() -> None:
    """Each is named when those before it are mended: the blank is one that does not break."""
    rows = "n°1;62 000;oui\nn°2;143 000 km;non\nn°3;nc;OUI\nn°4;88 000;non\nTotal;;\n"
    content = f"Réf;Km;vendu\n{rows}".replace(" 000", "\N{NO-BREAK SPACE}000")
    with TemporaryDirectory() as folder, chdir(folder):
        Path("t.csv").write_text(content, encoding="cp1252")
        _, command = handed_over("t.csv", "--numbers", "Km", "--query", "Km=90 000")
        added = '--encoding cp1252 --skip 6 --strip " km" --missing "?,nc" --fold-case'
        assert command.endswith(added)
        assert handed_over(*shlex.split(command))[0] == ""


SKIES = "sky,wind,play\nsun,weak,yes\nrain,strong,no\nsun,strong,no\nfog,weak,yes\n"
LED_TO = {  # what is below the header, the query, and what is added to the command: "" if nothing
    "a note with a comma below the rows": (
        f"{SKIES}\nSource: Kay, 2024\nSeen, by Jo\n", "sky=sun", "--skip 7,8"),
    "a unit with a slash": (
        "id,flow,k\n7,38 mL/min,a\n8,40 mL/min,a\n9,55 mL/min,b\n10,60 mL/min,b\n",
        "flow=41 mL/min", "--numbers flow --strip mL/min"),
    "a price and a rate with a slash": (
        "rent,rate,k\n7.5 €/m²,60 /min,a\n8 €/m²,71 /min,a\n9.5 €/m²,82 /min,b\n9 €/m²,90 /min,b\n",
        "rent=8.2 €/m², rate=70 /min", '--numbers rent,rate --strip "€/m² /min"'),
    "a number that begins before its name, in a line that lacks another": (
        "day   Att.   pitch   won\n1    1,204   dry     yes\n2      940   wet     no\n"
        "3    1,033           yes\n4      812   dry     no\n5      799   dry     no\n",
        "pitch=dry", "--delimiter blanks"),
    "what was not tested, beside signs": (
        "acid,won\n+,yes\n-,no\nnt,yes\n+,no\n", "acid=-", '--missing "?,nt"'),
    "a mark that a line below explains, and a short one beside yes and no": (
        "acid,cough,won\n+,yes,a\n-,no,b\nx,yes,a\n+,u/k,b\n+ positive  x not tested\n",
        "acid=-, cough=yes", '--skip 6 --missing "?,x,u/k"'),
    "a date, and remarks behind the class": (
        "day,sky,play,note\n2024-01-01,sun,yes,ok\n2024-01-02,rain,no,\n2024-01-03,sun,no,late\n"
        "2024-01-04,rain,yes,\n2024-01-05,sun,yes,ok\n2024-01-06,sun,no,\n", "sky=sun", "--label play"),
    "territories": ("where,won\nNSW,yes\nNT,no\nQLD,yes\nNT,no\n", "where=NSW", ""),
    "a column that is a word of the texts": (
        "label,date,text\nham,4 May,any date\nspam,5 May,win it\nham,6 May,see you at lunch\n",
        "win it", "--omit date"),
    "rows that end before their last cell, and sums of two cells below": (
        "nr\tdone\tpass\tmark\twhy\n1\tyes\tyes\t7\n2\tno\tno\t4\till\n3\tyes\tyes\t8\n"
        "4\tno\tno\t3\tlate\n\nMean\t\t\t5.5\npassed\t2\nfailed\t2\n",
        "done=yes", "--skip 7,8,9"),
    "a name with a comma": (
        '"Hours, weekly","Car, if any",won\n5,yes,a\n6.5,no,b\n8.5,no,b\n4.5,N/A,a\n',
        "Hours, weekly=5, Car, if any=no", '--numbers "Hours, weekly" --missing "?,N/A"'),
    "slashes between cells": (SKIES.replace(",", "/"), "sky=sun", "--delimiter /"),
    "no header, and its row once more": (
        "sun,weak,yes\nrain,strong,no\nsun,weak,yes\nsun,strong,no\n", "sun, weak", "--no-header"),
    "a cell behind the class": (SKIES.replace("rain,strong,no", "rain,strong,no,why?"), "sky=sun", ""),
    "a key twice in a record": (
        "sky: sun\nplay: yes\nsky: fog\nplay: no\nplay: yes\nsky: sun\nplay: no\n", "sky=sun", ""),
    "a pair above records": (
        "seen: May\nsky: sun\nplay: yes\nsky: fog\nplay: no\nsky: sun\nplay: no\n",
        "sky=sun", "--delimiter pairs --skip 1"),
}  # fmt: skip


@all_of("name", LED_TO)
def test_what_a_file_leads_to_leaves_no_row_out(name: str, run: Run) -> None:
    """A row is left out neither as a header nor as a title, and a class has no remark in it."""
    content, query, added = LED_TO[name]
    Path("t.txt").write_text(content)
    label = ["--label", "pass"] * ("pass" in content)
    command = handed_over("t.txt", *label, "--query", query)[1]
    assert shlex.split(command)[3 + len(label) :] == shlex.split(added)


@all_of("cells, way", [
    ("ca. 2.5,3.1,2.7,3.5", "write 2.5 alone"), ("~2.5,3.1,2.7,3.5", "write 2.5 alone"),
    ("(1;500),1;200,2;700,3;500", "write -1500 if it is below 0, as in accounts"),
    ("1;5,1.5,2;5,3;0", "and '1.5' with a point; write one sign of decimals in all"),
])  # fmt: skip
def test_a_number_that_its_owner_has_to_write_otherwise_is_refused_with_what_to_write(
    cells: str, way: str
) -> None:
    """What is about a number, or below 0, or in two signs of decimals; no command reads it."""
    with TemporaryDirectory() as folder, chdir(folder):
        rows = [
            f'"{cell}",{k}\n'.replace(";", ",")
            for cell, k in zip(cells.split(","), "abab", strict=True)
        ]
        Path("t.csv").write_text("size,k\n" + "".join(rows))
        refusal, command = handed_over("t.csv", "--numbers", "size")
        assert (way in refusal, command) == (True, "")


@all_of(
    "cells, option", [("2.5 3.1 4.7 3.5", "numbers"), ("2 3 4 -3", "numbers"), ("2 3 4 3", "weight")]
)
def test_only_whole_numbers_may_be_weights(cells: str, option: str) -> None:
    """Below a name that says how often each row counts."""
    with TemporaryDirectory() as folder, chdir(folder):
        rows = [f"{sky},{n},{k}\n" for sky, n, k in zip("abac", cells.split(), "yxxy", strict=True)]
        Path("t.csv").write_text("sky,total,play\n" + "".join(rows))
        assert handed_over("t.csv", "--query", "sky=a")[1].endswith(f"--{option} total")
        rows = [f"{k},{n}\n" for n, k in zip(cells.split(), "yxxy", strict=True)]
        Path("t.csv").write_text("play,total\n" + "".join(rows))
        doubt = next(of for of in read_problem(parsed("solve", "t.csv")).doubts if "measured" in of)
        assert doubt.remedy == ({"weight": "total"} if option == "weight" else {})
