"""Messy files as people have them, each with what is said of it on the command line.

`MESSY` maps what is special about a file to its name, its content, and options that come in pairs.
"""

from __future__ import annotations

import gzip
from datetime import datetime
from io import BytesIO

from openpyxl import Workbook

__all__ = ["MESSY", "workbook"]


def workbook(*rows: list[object], more: list[object] | None = None, merged: str = "") -> bytes:
    """Return an Excel workbook with these rows in its sheet, and `more` as the row of a second one.

    `merged` is a range of its cells.
    """
    book = Workbook()
    for row in rows:
        book.active.append(row)
    if merged:
        book.active.merge_cells(merged)
    book.create_sheet("notes").append(more or [])
    file = BytesIO()
    book.save(file)
    return file.getvalue()


MESSY: dict[str, tuple[str | bytes, ...]] = {
    "text before label": ("t.csv", "text,label\nwin money,spam\nsee you,ham\nwin now,spam\n"),
    "label before text": ("t.csv", "label,text\nspam,win money\nham,see you\nspam,win now\n"),
    "target before text and an id": ("t.csv", "id,target,text\n1,spam,win\n2,ham,you\n3,spam,now\n"),
    "text before a class of another name": ("t.csv", "text,mood\nwin,good\nsee,bad\nnow,bad\n"),
    "the class of another name before text": ("t.csv", "mood,text\ngood,win\nbad,see\nbad,now\n"),
    "label first, numbers behind": ("t.csv", "label,a,b\nx,u,p\ny,v,q\nx,v,p\n"),
    "class first": ("t.csv", "class,a,b\nx,u,p\ny,v,q\nx,v,p\n"),
    "byte order mark": ("t.csv", "\ufeffsky,play\nsun,yes\nrain,no\nsun,no\n"),
    "UTF-16": ("t.csv", "sky,play\nsun,yes\nrain,no\nsun,no\n".encode("utf-16")),
    "semicolons": ("t.csv", "sky;wind;play\nsun;a, b;yes\nrain;c;no\nsun;c;no\n"),
    "semicolons and decimal commas": (
        "t.csv", "x;text;class\n1,5;kg kg;a\n2,5;kg;a\n4;mm;b\n5,25;mm;b\n",
        "--decimal", ",", "--numbers", "x",
    ),
    "line ends in quotes": ("t.csv", 'note,play\n"sun\nand rain",yes\n"a ""b""",no\nc,no\n'),
    "question marks, empty cells and NA": (
        "t.csv", "sky,wind,play\nsun,?,yes\nrain,,no\nNA,weak,no\nsun,weak,yes\n",
    ),
    "NA is a mark": (
        "t.csv", "sky,wind,play\nsun,NA,yes\nrain,?,no\nNA,weak,no\nsun,?,yes\n", "--missing", "NA,?",
    ),
    "missing numbers": ("t.csv", "x,play\n1,yes\n?,no\n,no\n2,yes\n3.5,no\n5,no\n", "--numbers", "x"),
    "two spellings of a class": ("t.csv", "sky,play\nsun,Yes\nrain,yes\nsun,No\nrain,yes\n"),
    "ids": ("t.csv", "id,sky,play\nr1,sun,yes\nr2,rain,no\nr3,sun,no\n"),
    "an id last": ("t.csv", "sky,label,id\nsun,yes,r1\nrain,no,r2\nsun,no,r3\n"),
    "a class that looks like numbers": ("t.csv", "sky,y\nsun,1\nrain,0\nsun,0\n"),
    "separators between thousands": ("t.csv", 'x,play\n"1,200",a\n"1,300",b\n"2,000",a\n'),
    "numbers with a unit": ("t.csv", "size,play\n10 cm,yes\n12 cm,no\n15 cm,yes\n17 cm,no\n"),
    "dates": ("t.csv", "day,play\n2024-01-02,a\n2024-01-02,b\n2024-03-04,a\n"),
    "trailing blanks": ("t.csv", "sky , play\nsun , yes\n rain,no \nsun,no\t\n"),
    "an empty column at the end": ("t.csv", "sky,play,\nsun,yes,\nrain,no,\nsun,no,\n"),
    "rows without cells": ("t.csv", "\nsky,play\n\nsun,yes\n , \nrain,no\nsun,no\n"),
    "0.0 and 1.0": ("t.csv", "a,b,play\n0.0,u,x\n1.0,v,y\n1.0,u,x\n"),
    "0 and 1": ("t.csv", "a,b,play\n0,u,x\n1,v,y\n1,u,x\n"),
    "duplicated columns": ("t.csv", "a,a,play\n0,u,x\n1,v,y\n"),
    "a name missing in the header": ("t.csv", "a,,play\n0,u,x\n1,v,y\n"),
    "numbered rows without a name": ("t.csv", ",a,play\n0,u,x\n1,v,y\n2,u,y\n"),
    "a row too short": ("t.csv", "a,b,play\nu,x\n"),
    "Windows": ("t.csv", "gr\xf6\xdfe,play\n\x80,a\nb,c\nb,a\n".encode("latin-1")),
    "Windows, and said": (
        "t.csv", "größe,play\n€,a\nb,c\nb,a\n".encode("cp1252"), "--encoding", "cp1252",
    ),
    "tabs": ("t.tsv", "sky\tplay\nsun, dry\tyes\nrain\tno\nsun, dry\tno\n"),
    "a text file with blanks": ("t.txt", "sky  play\nsun  yes\nrain no\nsun no\n"),
    "a text file with bars": (
        "t.txt", "| sky | play |\n|---|---|\n| sun | yes |\n| rain | no |\n| sun | no |\n",
    ),
    "a table in Markdown": (
        "t.md", "# Weather\n\n| sky | play |\n|:--|--:|\n| sun | yes |\n| rain | no |\n| sun | no |\n\n"
        "Seen in May | June.\n",
    ),
    "tabs, by another ending": ("t.tab", "sky\tplay\nsun\tyes\nrain\tno\nsun\tno\n"),
    "types below the header": ("t.tab", "sky\tplay\nd\tdiscrete\n\tclass\nsun\tyes\nrain\tno\n"),
    "places and numbers": ("t.txt", "1 159:121 160:254\n0 155:53 156:255\n"),
    "lists of Python": ("t.txt", "['u', 'k'],\n['v', 'l'],\n"),
    "lists of numbers": ("t.txt", "[65, 50, 0],\n[62, 49, 1],\n[52, 52, 0]\n"),
    "lists in JSON": ("t.json", '[["a", "c"], ["u", "k"]]\n'),
    "a header that is said": ("t.csv", "sun,yes\nrain,no\nsun,no\n", "--header", "sky,play"),
    "a header with a name too few": ("t.csv", "sun,yes\nrain,no\n", "--header", "sky"),
    "a header with a name twice": ("t.csv", "sun,yes\nrain,no\n", "--header", "sky,sky"),
    "JSON lines": (
        "t.jsonl",
        '{"x": 1.50, "c": true}\n{"x": 2, "c": false}\n{"x": 2, "c": true}\n{"x": 4, "c": false}\n',
        "--numbers", "x",
    ),
    "JSON lines with null and a key that lacks": (
        "t.jsonl",
        '{"a": "u", "b": " p ", "c": "k"}\n{"a": null, "b": "q", "c": "l"}\n'
        '{"b": "p", "c": "k"}\n{"a": "u", "b": "p", "c": "l"}\n',
    ),
    "JSON lines with a new key": (
        "t.jsonl", '{"a": "u", "c": "k"}\n{"a": "v", "c": "l", "d": "x"}\n',
    ),
    "JSON lines of another ending": (
        "t.ndjson", '{"a": "u", "c": "k"}\n{"a": "v", "c": "l"}\n{"a": "v", "c": "k"}\n',
    ),
    "an array of JSON": (
        "t.json", '[{"a": "u", "c": "k"},\n {"a": "v", "c": "l"}, {"a": "v", "c": "k"}]\n',
    ),
    "packed": ("t.csv.gz", gzip.compress(b"sky,play\nsun,yes\nrain,no\nsun,no\n")),
    "ARFF": (
        "t.arff",
        "% weather\n@RELATION r\n\n@attribute 'the sky' {sun, 'light rain'}\n@attribute x numeric\n"
        "@attribute c {k,l}\n@DATA\nsun,1.50,k\n'light rain',?,l\n% no row\n sun , 2,l\nsun,5,l\n"
        "?,4,k\n",
        "--numbers", "x",
    ),
    "ARFF with sparse rows": (
        "t.arff",
        "@relation r\n@attribute a {u,v}\n@attribute b {0,1}\n@attribute c {k,l}\n@data\n"
        "{1 1}\n{0 v, 2 'l'}\n{}\n{0 v,1 1,2 l}\n",
    ),
    "ARFF with a value that no row has": (
        "t.arff", "@relation r\n@attribute a {u,v,w}\n@attribute c {k,l}\n@data\nu,k\nv,l\n",
    ),
    "ARFF with ? among the values": (
        "t.arff", "@relation r\n@attribute a {u,?,w}\n@attribute c {k,l,?}\n@data\nu,k\n?,l\nw,l\n",
    ),
    "ARFF with a value that is not declared": (
        "t.arff", "@relation r\n@attribute a {u}\n@attribute c {k,l}\n@data\nu,k\nv,l\n",
    ),
    "a spreadsheet": (
        "t.xlsx",
        workbook(["sky", "x", "note", "play"], [datetime(2024, 1, 2), 0.1 + 0.2, None, True], [],
                 ["a, b", 3, 'a "q"', False], ["a, b", 2.5, "two\nlines", False],
                 [None, 1e3, "c", True]),
        "--numbers", "x",
    ),
    "a spreadsheet with an empty column": (
        "t.xlsx", workbook(["sky", "play", None], ["sun", "yes"], ["rain", "no", None], ["sun", "no"]),
    ),
    "a spreadsheet with a formula that nobody worked out": (
        "t.xlsx", workbook(["sky", "play"], ["sun", "=A2"], ["rain", "no"]),
    ),
    "a file that is no spreadsheet": ("t.xlsx", b"PK\x03\x04"),
    "a header and nothing else": ("t.csv", "a,b,play\n"),
    "nothing": ("t.csv", ""),
    "a class that lacks": ("t.csv", "sky,play\nsun,yes\nrain,?\n"),
    "names of the rows": (
        "t.csv", "name,sky,play\n" + "".join(f"n{n},sun,{'yn'[n % 2]}\n" for n in range(12)),
    ),
    "counts in the last column": ("t.csv", "sky,play,Freq\nsun,yes,9\nrain,no,5\nsun,no,2\n"),
    "measured in the last column": (
        "t.csv", "sky,size\n" + "".join(f"{'ab'[n % 2]},{n}.5\n" for n in range(12)),
    ),
    "some numbers with separators": ("t.csv", 'x,play\n"1,200",a\nmany,b\nmany,a\n'),
    "no header": (
        "t.csv", "5.1,3.5,a\n4.9,3.0,b\n5.3,3.1,b\n5.1,3.0,a\n5.2,3.2,a\n", "--numbers", "5.1,3.5",
    ),
    "texts behind a label of another name": (
        "t.csv", 'v1,v2,,,\nham,"Ok lar... Joking wif u",,,\nspam,Free entry in 2 a wkly comp,,,\n',
    ),
    "no header, one value twice": ("t.data", "high,high,2,a\nlow,high,2,b\n"),
    "no ending, tabs and no header": (
        "SMSSpamCollection", 'ham\tgo until point\nspam\tfree entry\nham\tok lar\n',
        "--header", "label,text",
    ),
    "an archive's data, blanks behind commas, no header": (
        "adult.data", "39, State-gov, Male, <=50K\n50, ?, Male, <=50K\n38, Private, Female, >50K\n"
        "41, Private, Female, >50K\n", "--header", "age,work,sex,income", "--numbers", "age",
    ),
    "comments above the header": (
        "t.csv", "# the weather, seen in May\n# by us\n\nsky,play\nsun,yes\nrain,no\nsun,no\n",
    ),
    "a title above the header": ("t.csv", "The weather of May;;\nsky;wind;play\na;u;yes\nb;u;no\n"),
    "a title of one word with a gap": ("t.csv", "Weather\n\nsky,play\nsun,yes\nrain,no\nsun,no\n"),
    "a spreadsheet with a title": (
        "t.xlsx",
        workbook(["Weather data"], ["May 2024"], [], ["sky", "wind", "play"], ["sun", "weak", "yes"],
                 ["rain", None, "no"], ["sun", "weak", "no"]),
    ),
    "abbreviated classes": ("t.csv", "sky,play\nsun,yes\nrain,no\nrain,n\nsun,y\n"),
    "a filled row of totals": ("t.csv", "job,house,buys\na,yes,no\nb,no,yes\nTotal,2 yes,1 yes\n"),
    "a number among classes": ("t.csv", "job,buys\na,no\nb,yes\nall,2\n"),
    "a row of totals": ("t.csv", "job,house,buys\na,yes,no\nb,no,yes\n,,\nTotal rows,,2\n"),
    "a sum in JSON": ("t.jsonl", '{"a": "u", "b": "v", "c": "k"}\n{"a": "Summe", "c": 1}\n'),
    "a spreadsheet with a total": (
        "t.xlsx", workbook(["a", "b", "c"], ["u", "v", "k"], ["n = 1", None, "l"]),
    ),
    "points between thousands": (
        "t.csv", "age;buys\n1.234;no\n2.100;yes\n950;no\n1.900;yes\n", "--numbers", "age",
    ),
    "an exponent": ("t.csv", "age,buys\n23,no\n1e3,yes\n45,no\n29,yes\n", "--numbers", "age"),
    "an empty text": ("t.csv", "text,label\npills now,spam\n,ham\nsee you,ham\n"),
    "titles in a spreadsheet's lines": (
        "t.csv",
        "Bank - branch Leeds,,\nPrinted in May,,\n,,\njob,house,buys\na,yes,no\nb,no,yes\nb,u,no\n",
    ),
    "a title of one word": ("t.csv", "Weather\nsky,play\nsun,yes\n"),
    "a title with a comma": ("t.csv", "Weather, May\nsky,wind,play\nsun,weak,yes\n"),
    "a comment that may be a header": ("t.csv", "# weather, May\nsky,play\nsun,yes\nrain,no\n"),
    "a header that begins with a number sign": ("t.csv", "#,sky,play\nx,sun,yes\ny,rain,no\nx,b,no\n"),
    "a comment below the header": ("t.csv", "sky,wind,play\nsun,weak,yes\n# so far\nsun,weak,no\n"),
    "ranges as categories": ("t.csv", "age,play\n20-30,yes\n30+,no\n20-30,no\n"),
    "ranges as numbers": ("t.csv", "age,play\n20-30,yes\n30-40,no\n", "--numbers", "age"),
    "how often each row counts": ("t.csv", "sky,count,play\na,9,yes\nb,5,no\nc,2,no\nd,3,no\n"),
    "empty columns and lines at the end": ("t.csv", "sky,play,,\nsun,yes,,\nrain,no,,\n,,,\n\n,,,\n"),
    "signs that are values": ("t.csv", "sky,play\n+,-\n-,+\n+,+\n"),
    "titles and an empty row, padded": (
        "t.csv", "The weather in Leeds,,\nPrinted 03/11/2026,,\n,,\nsky,wind,play\na,u,yes\nb,u,no\n",
    ),
    "tabs at the ends of lines": ("t.tsv", "sky\twind\tplay\na\tu\tyes\t\nb\tu\tno \t\t\nb\tv\tno\n"),
    "a last cell too many, and one missing": ("t.csv", "sky,wind,play\na,,yes,\nb,u,no\n"),
    "a header among the rows": ("t.csv", "sky,play\nsun,yes\nsky,play\nrain,no\n"),
    "a quote behind a backslash": ("t.csv", 'text,label\n"he said \\"win\\" now",spam\nb,ham\n'),
    "quotes around whole lines": ("t.csv", '"sky,wind,play"\n"sun,u,yes"\n"rain,u,no"\n"sun,u,yes"\n'),
    "single quotes": ("t.csv", "sky,play\n'sun',yes\n'rain',no\n'sun',no\n"),
    "units and separators": (
        "t.csv",
        'pay,mass,play\n"£ 1,200",80 kg,a\n"£ 900",75 kg,b\n"£ 1,234,567",79 kg,a\n£ 5,81 kg,b\n',
        "--strip", "£,kg", "--numbers", "pay,mass",
    ),
    "points between thousands, stripped": (
        "t.csv", "age;buys\n1.234;no\n2.100,5;yes\n950;no\n1.234.567;yes\n",
        "--numbers", "age", "--decimal", ",", "--strip", ".",
    ),
    "a decimal point beside stripped ones": (
        "t.csv", "age;buys\n1.234;no\n1.5;yes\n", "--numbers", "age", "--strip", ".",
    ),
    "lines to skip": (
        "t.csv",
        "Weather, May\nsky,wind,play\ns,n,-\nsun,weak,yes\n# so far\nrain,u,no\nTotal,,2\n",
        "--skip", "1,3, 5, 7-7",
    ),
    "types to skip": (
        "t.tab", "sky\tplay\nd\tdiscrete\n\tclass\nsun\tyes\nrain\tno\n", "--skip", "2-3",
    ),
    "a record of JSON to skip": (
        "t.json", '[{"a": "u", "c": "k"}, {"a": "n=1"},\n{"a": "v", "c": "l"}]', "--skip", "2",
    ),
    "a line to skip that is not there": ("t.csv", "sky,play\nsun,yes\n", "--skip", "3"),
    "a header in a comment below comments": (
        "t.csv", "# some description of the data\n# more\n# sky, play\nsun,yes\nrain,no\nsun,no\n",
    ),
    "a title of two cells": (
        "t.csv", "Report B,3/13/2015,,\nid,race,tongue,play\na,Other,English,yes\nb,Other,Thai,no\n",
    ),
    "two lines of names": (
        "t.csv", ",a,a,b\n,q,r,play\none,1,2,yes\ntwo,7,8,no\n",
    ),
    "merged cells above names": ("t.csv", "weather,,play\nsky,wind,\nsun,weak,yes\nrain,weak,no\n"),
    "two lines of names, and said": (
        "t.csv", "weather,,play\nsky,wind,\nsun,weak,yes\nrain,weak,no\n",
        "--header", "sky,wind,play", "--skip", "1-2",
    ),
    "rows named as R does": ("t.csv", "sky,play\na,sun,yes\nb,rain,no\n"),
    "rows named as R does, and said": (
        "t.csv", "sky,play\na,sun,yes\nb,rain,no\n", "--header", "id,sky,play", "--skip", "1",
    ),
    "names with blanks between blanks": ("t.txt", "runny nose flu?\nY N\nN N\n"),
    "tildes, and said in the file": (
        "t.csv", 'sep=~\n"sky"~"play"\n"sun, dry"~yes\nrain~no\n"a~b"~no\n',
    ),
    "colons, and said": ("t.csv", "sky:play\nsun:yes\nrain:no\n", "--delimiter", ":"),
    "no header, a text behind blanks": (
        "t.txt", "- just plain boring\n+ very powerful\n- no surprises\n", "--header", "class,text",
    ),
    "spellings of truth": (
        "t.csv", "wet,play\nTRUE,a\nyes,b\nfalse,a\nno,b\n",
    ),
    "two signs of decimals": (
        "t.csv", "x;play\n1.5;a\n2,5;b\n", "--numbers", "x", "--decimal", ",",
    ),
    "ARFF as KEEL writes it": (
        "t.arff", "@relation r\n@attribute a {u,v}\n@attribute c {k,l}\n@inputs a\n@outputs c\n@data\n"
        "u,k\nv,l\n",
    ),
    "means below the rows": ("t.csv", "x,y,kind\n1,2,a\n2,3,b\nmean,2.5,\n"),
    "columns apart by blanks": (
        "t.txt", "City         Sky    Play\nNew York     sunny  yes\nLos Angeles  rain   no\n",
    ),
    "columns apart by blanks, and said": (
        "t.txt", "City         Sky    Play\nNew York     sunny  yes\nLos Angeles  rain   no\n",
        "--delimiter", "blanks",
    ),
    "columns in JSON": ("t.json", '{"sky": ["sun", "rain"], "play": ["yes", "no"]}\n'),
    "quotes of a word processor": ("t.csv", "sky,play\n“sun”,yes\n“rain”,no\n“sun”,no\n"),
    "an invisible sign": ("t.csv", "sky,play\nsun,yes\nrain,no\nsun,\u200byes\n"),
    "drawn by a database": (
        "t.txt", "+------+------+\n| sky  | play |\n+------+------+\n| sun  | yes  |\n| rain | no   |\n"
        "+------+------+\n",
    ),
    "drawn by another": ("t.txt", " sky  | play\n------+------\n sun  | yes\n rain | no\n(2 rows)\n"),
    "units below the names": ("t.csv", "size,mass,kind\ncm,kg,\n10,2.5,trout\n12,3,eel\n"),
    "rows of LaTeX": ("t.txt", "\\hline\nsky & play \\\\\nsun & yes \\\\\nrain & no \\\\\n"),
    "rows of LaTeX without a line": ("t.csv", "sky & play \\\\\nsun & yes \\\\\nrain & no \\\\\n"),
    "lists of a program": ("t.txt", '{ "sky", "play" },\n{ "sun", "yes" },\n{ "rain", "no" }\n'),
    "columns in JSON, over lines": ("t.json", '{\n"sky": ["sun", "rain"],\n"play": ["yes", "no"]\n}\n'),
    "ruled by equals signs": ("t.txt", "sky   play\n==========\nsun   yes\nrain  no\nsun   no\n"),
    "labels before texts": ("t.txt", "- just plain dull\n- quite predictable\n+ very good fun\n"),
    "labels before texts, and said": (
        "t.txt", "- just plain dull\n- quite predictable\n+ very good fun\n", "--header", "class,text",
    ),
    "a key and a value in each line": (
        "t.txt", "sky: sun\nplay: yes\n\nsky: rain\nplay: no\n\nsky: sun\nplay: no\n",
    ),
    "keys and values with an equals sign": ("t.csv", "sky=sun\nplay=yes\nsky=fog\nplay=no\n"),
    "all pairs of a record in one line": (
        "t.txt", "sky=sun, wind=weak -> yes\nsky=fog, wind=high -> no\nsky=sun, wind=high -> ?\n",
    ),
    "keys and values, and said": (
        "t.csv", "- sky: sun, and hot\n  play: yes\n---\nplay: no\nsky: fog\n\nplay: no\n",
        "--delimiter", "pairs",
    ),
    "rows printed by R": ("t.txt", "  sky wind play\n1 sun weak  yes\n2 sun high   no\n"),
    "SQL": ("t.txt", "INSERT INTO t (sky, play) VALUES\n('sun', 'yes'),\n('rain', 'no');\n"),
    "labels of fastText": ("t.txt", "__label__spam win money now\n__label__ham see you at lunch\n"),
    "a line for each column": ("t.csv", "sky,sun,sun,rain,rain\nplay,yes,no,no,no\n"),
    "accounts": (
        "t.csv", 'owes,pays\n"(1,200)",yes\n350,no\n"1,020",no\n',
        "--numbers", "owes", "--strip", "(),",
    ),
    "dates and times": ("t.csv", "day,play\n2024-01-02 9:05,a\n2024-01-02 9:15,b\n2024-03-04 8:00,a\n"),
    "a hard blank between thousands": (
        "t.csv", "pay;kind\n12\xa0000,5;a\n11\xa0000,0;a\n8\xa0000,2;b\n9\xa0000,0;b\n",
        "--strip", " ", "--decimal", ",", "--numbers", "pay",
    ),
    "a web page": ("t.html", "<table><tr><th>sky</th></tr></table>"),
    "merged cells in a column": ("t.csv", "sky,wind,play\nsun,u,a\n,v,b\nfog,u,a\n,v,b\n"),
    "merged cells of the class": ("t.csv", "sky,play\nsun,yes\nrain,\nsun,\nfog,no\nrain,\nfog,\n"),
    "merged cells of a spreadsheet": (
        "t.xlsx", workbook(["a", "say"], ["u", "a"], ["", "b"], ["w", "a"], ["u", "b"], merged="A2:A3")
    ),
    "the class of a spreadsheet merged": (
        "t.xlsx", workbook(["sky", "play"], ["u", 1], ["v", None], ["u", 0], merged="B2:B3"),
    ),
    "two tables in a spreadsheet": (
        "t.xlsx", workbook(["sky", "play"], ["sun", "yes"], ["fog", "no"], more=["code", "meaning"]),
    ),
    "objects in objects of JSON": (
        "t.json", '{"of": "us", "rows": [{"q": {"a": "u"}, "c": "k"}, {"q": {"a": "v"}, "c": "l"}]}',
    ),
    "a spreadsheet with a cover": (
        "t.xlsx", workbook(["sky", "play"], ["sun", "yes"], ["fog", "no"], more=["by us"]),
    ),
    "tabs and blanks": ("t.txt", "city \t sky\tplay\nLeeds\tsun  yes\nYork  fog\tno\n"),
    "a comma without quotes": ("t.csv", "label,text\nham,see you\nspam,free, for you\n"),
    "a column of totals": (
        "t.csv", "nr,u,v,sum,part\n1,2,3,5,a\n2,4,1,5,b\n3,7,5,12,a\n4,5,2,7,b\n", "--numbers", "*",
    ),
    "commas in the column between others": (
        "t.csv", "age,said,play\n3,well, no,yes\n4,no,no\n5,no, yes,no\n6,yes,yes\n",
    ),
    "commas in any column": ("t.csv", "a,b,k\nu,v,w,x\nu,w,x\nv,w,x\n"),
    "a quote behind a comma": ("t.csv", 'text,k\nsee, "you",a\n"see, you",b\nyou,b\n'),
    "merged cells of the class, and a row of its own": (
        "t.csv", "kind,fin\ntrout,long\ntrout,short\neel,long\n,long\n,short\n", "--label", "kind",
    ),
    "rows without a class, left out": (
        "t.csv", "sky,play\nsun,yes\nrain,\nfog,no\nsun,no\nsun,yes\n", "--unlabelled", "drop",
    ),
    "ticks and empty cells": (
        "t.csv", "free,meet,kind\nx,,spam\nx,,spam\n,x,ham\nx,x,ham\n,,ham\n",
    ),
    "points between thousands, and hundreds": (
        "t.csv", "age,buys\n1.234,no\n2.100,yes\n950,no\n1.900,yes\n", "--numbers", "age",
    ),
    "counted rows with separators": (
        "t.csv", "sky;play;Anzahl\nsun;yes;1 670\nrain;no;5\nsun;no;2\n",
    ),
    "a dump of SQL": ("t.csv", "-- MySQL dump 10.13\nCREATE TABLE `t` (\n`sky` int\n);\n"),
    "SQL by its ending": ("t.sql", "INSERT INTO t VALUES ('sun', 'yes');\n"),
    "typed at Python": (
        "t.txt",
        ">>> df = read()\n>>> print(df)\n  sky  play\n0 sun yes\n1 fog no\n"
        "2 fog yes\n\n[3 rows x 2 columns]\n",
    ),
    "NaN in JSON": ("t.jsonl", '{"a": "u", "c": "k"}\n{"a": NaN, "c": "l"}\n'),
}  # fmt: skip
