"""Inputs as they stand in bug reports, exercises and data sets, typed as a newcomer types them.

Each was refused or could not be answered once. The right values were worked out by hand, or by a few
lines that share nothing with the package.
"""

from __future__ import annotations

from contextlib import chdir
from fractions import Fraction as F
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from thoroughness import all_of

from exactnb import ExactnbError, Problem, solve
from exactnb.interfaces.cli.options import parser
from exactnb.interfaces.cli.problems import read_problem

TENNIS = """
| Outlook  | Humidity | Wind   | Play |
|----------|----------|--------|------|
| Sunny    | High     | Weak   | No   |
| Sunny    | High     | Strong | No   |
| Overcast | High     | Weak   | Yes  |
| Rain     | Normal   | Weak   | Yes  |
| Rain     | Normal   | Strong | No   |
"""
CARS = "vhigh,vhigh,small,unacc\nvhigh,low,small,unacc\nlow,low,big,good\nlow,vhigh,big,good\n"
COUNTS = "docs,chinese,tokyo,y\nd1,2,0,Y\nd2,1,1,N\nd3,1,0,Y\nd4,3,1,NA\n"
MIXED = "temp,sky,play\n1,rain,a\n3,sun,b\n5,sun,b\n3,rain,a\n"
ARFF = "@relation r\n@attribute a {u,v,w}\n@attribute c {k,l}\n@data\nu,k\nv,l\nu,l\n"
SHIP = (
    "rownames,Class,Sex,Survived,Freq\n"
    "1,1st,Male,No,118\n2,3rd,Male,No,422\n3,1st,Male,Yes,62\n4,3rd,Female,Yes,90\n"
)
CHINESE = (
    "Doc,Words,Class\n1,Chinese Beijing Chinese,c\n2,Chinese Chinese Shanghai,c\n"
    "3,Chinese Macao,c\n4,Tokyo Japan Chinese,j\n5,Chinese Chinese Chinese Tokyo Japan,?\n"
)
PRESENCE = "Beijing,Shanghai,Tokyo,y\n1.0,0.0,0.0,c\n0.0,1.0,0.0,c\n0.0,0.0,1.0,j\n"

FILMS = (
    "- just plain boring\n- entirely predictable and lacks energy\n- no surprises and very few laughs\n"
    "+ very powerful\n+ the most fun film of the summer\n"
)
GAMES = (
    "Text | Tag\n“A great game” | Sports\n“The election was over” | Not sports\n"
    "“Very clean match” | Sports\n“A clean but forgettable game” | Sports\n"
    "“It was a close election” | Not sports\n"
)
FRAME = "[#]  Kind  Dim\n==============\n[0]     1    u\n[1]     1    v\n[2]     0    u\n"
ILL = (
    "Their data:\n| Patient | Disease | Fever | Headache |\n|---|---|---|---|\n"
    "| 1 | Yes | Yes | Yes |\n| 2 | No | No | No |\n| 3 | Yes | Yes | No |\n"
    "| 4 | No | Yes | Yes |\n| 5 | Yes | No | Yes |\nIll?\n"
)

SOLVED = {
    "a label before each text": (
        # 3/5 · (2/34)·(2/34) against 2/5 · (1/29)·(1/29), of 20 words; two are in no text
        "t.txt", FILMS, '--header class,text --smoothing 1 --query "predictable with no originality"',
        "P(-|x)", F(2523, 3101),
    ),
    "texts in the quotes of a page": (
        # 3/5 · 3·2·1·3/25⁴ against 2/5 · 2·1·2·1/23⁴
        "t.txt", GAMES, '--text Text --words --smoothing 1 --query "A very close game"',
        "P(Sports|x)", F(7555707, 9118207),
    ),
    "a frame as a program prints it": (
        # 2/3 · 2/4 against 1/3 · 2/3
        "t.txt", FRAME, '--label Kind --id "[#]" --smoothing 1 --query u', "P(Kind=1|x)", F(3, 5),
    ),
    "a class in the second column": (
        # 3/5 · 2/3 · 2/3 against 2/5 · 1/2 · 1/2
        "t.md", ILL, '--id Patient --label Disease --query "Fever=Yes, Headache=Yes"',
        "P(Yes|x)", F(8, 11),
    ),
    # no sunny day has Yes
    "a table pasted from a page of Markdown": (
        "t.md", f"# Play\n{TENNIS}\nPlay?\n", '--query "Sunny, High, Strong"', "P(No|x)", F(1),
    ),
    "a row whose values stand in several columns": (
        "car.data", CARS, '--no-header --query "vhigh, vhigh, small"', "P(unacc|x)", F(1),
    ),
    "the same values in another order of the columns": (
        # 3/4 · 2/4 · 3/4 against 1/4 · 2/4 · 1/4
        "car.data", CARS, '--no-header --smoothing 1 --query "low, vhigh, big"', "P(good|x)", F(9, 10),
    ),
    "a number that one column can hold": (
        # equal variances, and 3 in the middle of 2 and 4; rain 1 against 0
        "t.csv", MIXED, '--numbers temp --query "rain, 3"', "P(a|x)", F(1),
    ),
    "counts by document, with an id and a document without its class": (
        # 2/3 · (4/5)³ · 1/5 against 1/3 · (2/4)³ · 2/4
        "t.csv", COUNTS,
        "--id docs --family multinomial --missing NA --unlabelled query --smoothing 1",
        "P(Y|d4)", F(2048, 2673),
    ),
    "a value that ARFF declares and no row has": (
        # (0 + 1)/(1 + 3) of k, 1/3 of its rows; (0 + 1)/(2 + 3) of l, 2/3
        "t.arff", ARFF, "--smoothing 1 --query a=w", "P(k|x)", F(5, 13),
    ),
    "a table of how often people were seen": (
        # 152 · (62/152)² against 540 · 118/540 · 540/540; the class is not the column Class
        "t.csv", SHIP, '--id rownames --weight Freq --query "1st, Male"', "P(Yes|x)", F(961, 5445),
    ),
    "texts as a page prints them, the last without its class": (
        # 3/4 · (6/14)³ · (1/14)² against 1/4 · (2/9)⁵
        "t.csv", CHINESE, "--text Words --id Doc --unlabelled query --smoothing 1",
        "P(c|r5)", F(4782969, 6934265),
    ),
    "ARFF between blanks": (
        "t.arff", ARFF.replace(",k\n", " k\n").replace(",l\n", "\tl\n"), "--smoothing 1 --query a=w",
        "P(k|x)", F(5, 13),
    ),
    "presence as decimals": (
        # 2/3 · 1/2 · 1/2 · 1/4 against 1/3 · 1/3 · 2/3 · 2/3
        "t.csv", PRESENCE, "--binarize --smoothing 1 --query 1,0,1", "P(c|x)", F(27, 59),
    ),
    "what is missing in a row": ("t.csv", MIXED, '--numbers temp --query "?, sun"', "P(b|x)", F(1)),
}  # fmt: skip


def problem_of(file: str, content: str, options: str) -> Problem:
    import shlex

    Path(file).write_text(content, encoding="utf-8")
    parsed = parser(command="solve").parse_args(["solve", file, *shlex.split(options)])
    return read_problem(parsed)


@all_of("name", SOLVED, apart=3)
def test_an_item_is_read_as_it_is_meant(name: str) -> None:
    """One command is enough, and its number is the right one."""
    file, content, options, quantity, value = SOLVED[name]
    with TemporaryDirectory() as folder, chdir(folder):
        assert solve(problem_of(file, content, options))[quantity] == value


REFUSED = {
    "ids before counts": (
        COUNTS, "--family multinomial",
        "column 'docs' holds 'd1'; multinomial needs whole numbers; is it an id? say --id \"docs\"",
    ),
    "ids before texts": (
        "doc,text,c\n1,a b,k\n2,b,l\n3,c,k\n", "--family bernoulli",
        "column 'doc' holds '2'; bernoulli needs 0 and 1; is it an id? say --id \"doc\"",
    ),
    "weights of words": (
        "a,b,c\n0.0,1,k\n1.477,1,l\n", "--family multinomial",
        "column 'a' holds '1.477'; multinomial needs whole numbers",
    ),
    "texts that nobody called so": (
        "I love this place,pos\nmy boss is horrible,neg\n", "--no-header --query boss",
        "'boss' is no value of a column; the columns are c1; if 'c1' holds texts, say --text \"c1\", "
        "and --words for words without case and punctuation",
    ),
    "a value that no row has, in its place": (
        "Color,Type,Stolen?\nRed,Sports,Yes\nYellow,Sports,No\n", '--query "Red, SUV"',
        "column 'Type' has no value 'SUV'; for one that no row has, say Type=SUV",
    ),
    "a value that no row has, by its column": (
        "Color,Type,Stolen?\nRed,Sports,Yes\nYellow,Sports,No\n", '--query "Type=SUV"',
        "expected one of Sports; got 'SUV'; --unseen drop leaves it out, data.values of a problem file "
        "may list it",
    ),
    "negative numbers as counts of words": (
        "mfcc,emotion\n-12.5,angry\n3.2,calm\n-4.1,calm\n", "--family multinomial",
        "column 'mfcc' holds '-12.5'; multinomial needs whole numbers",
    ),
    "presence as decimals, unsaid": (
        PRESENCE, "--family bernoulli",
        "column 'Beijing' holds '0.0'; bernoulli needs 0 and 1; if numbers above 0 stand for 1, say "
        "--binarize",
    ),
    "names among numbers": (
        MIXED, "--numbers *",
        "gaussian needs numbers; got 'rain'; --family \"sky=categorical\" says that they are names",
    ),
    "a class of words first": (
        "fish,length,mass\ntrout,31,2\ntrout,28,3\nchub,40,5\n", "--numbers *",
        "gaussian needs numbers; got 'trout'; if it is the class, say --label \"fish\"; "
        "else --family \"fish=categorical\" says that they are names",
    ),
    "numbers that two columns can hold": (
        "a,b,c\n1.5,2.5,k\n2.5,3.5,l\n3.5,1.5,k\n", "--numbers * --query 2.5",
        "'2.5' may be of any column; say a=2.5",
    ),
    "a number behind a name": (
        "a,b,c\n1,2.5,k\n2,3.5,l\n3,1.5,k\n", '--numbers * --query "z, 2"',
        "'z' does not fit column 'a'",
    ),
    "a mark alone": (
        MIXED, "--numbers temp --query ?",
        "'?' marks a missing cell, of any column; say temp=?, or name the known columns alone",
    ),
    "a class in the second column, unsaid": (
        "Disease,Fever,Headache\nYes,Yes,Yes\nNo,No,No\n", '--query "Fever=Yes, Headache=Yes"',
        "the class is what is asked for; if another column is it, --label names the column of the "
        "class",
    ),
    "a first row of numbers": (
        "male,6,180\nmale,5.92,190\nfemale,5,100\n", "",
        "column '6' holds numbers (5); if the first line is a row, say --no-header; or say how it is "
        'distributed, for example --family "6=gaussian"',
    ),
    "counts by class": (
        "Word,In spam,In ham\nbuy,4,1\nclick,3,0\nmeeting,1,4\nreport,0,3\n", "--query buy",
        "column 'In spam' holds whole numbers that are all different (0, 1, ...); are these counts by "
        'class? exactnb solve --counts reads such a table, words with --family "multinomial", or '
        '"bernoulli" for the texts with each; if columns are words, --label "Word" and --family '
        '"multinomial"',
    ),
}  # fmt: skip


@all_of("name", REFUSED, apart=3)
def test_an_item_is_refused_with_what_to_do(name: str) -> None:
    """The line names what was read, and the option that was meant."""
    content, options, message = REFUSED[name]
    with TemporaryDirectory() as folder, chdir(folder), pytest.raises(ExactnbError) as error:
        problem_of("t.csv", content, options)
    assert error.value.message == message


def test_notes_of_the_data_stand_before_a_refused_query(capsys: pytest.CaptureFixture[str]) -> None:
    """They say which column is the class, where the query names none of the others."""
    content = "label,message\nham,see you at noon\nspam,win cash in a minute\n"
    with TemporaryDirectory() as folder, chdir(folder), pytest.raises(ExactnbError):
        problem_of("t.csv", content, '--query "win cash"')
    assert "the class “message” is different in almost every row" in capsys.readouterr().err


def test_a_query_that_is_called_otherwise_is_named() -> None:
    """Beside a column x the query is x*, and a quantity of x says so."""
    table = "x,y\n1,a\n2,a\n3,b\n4,b\n"
    with TemporaryDirectory() as folder, chdir(folder):
        problem = problem_of("t.csv", table, "--numbers x --query x=2")
    with pytest.raises(
        ExactnbError, match=r"column 'x' needs one of its values; the query is called x\*"
    ):
        solve(problem, only=["P(a|x)"])
