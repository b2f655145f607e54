"""Questions about messy files, with the values that the data have once they are read as they are meant.

`ASKED` maps what is messy to the file, its content, the arguments of the first command, and values by
hand.
"""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from io import BytesIO

from openpyxl import Workbook

__all__ = ["ASKED"]

Asked = tuple[str, bytes, tuple[str, ...], dict[str, object]]


def asked(file: str, content: str | bytes, *arguments: str, **values: object) -> Asked:
    """Return a question; `values` are fractions or labels, by quantities in which k is the class."""
    content = content if isinstance(content, bytes) else content.encode()
    return file, content, arguments, values


def book(*sheets: list[list[object]]) -> bytes:
    """Return an Excel workbook with these sheets."""
    workbook, file = Workbook(), BytesIO()
    workbook.remove(workbook.active)
    for rows in sheets:
        sheet = workbook.create_sheet()
        for row in rows:
            sheet.append(row)
    workbook.save(file)
    return file.getvalue()


_SURVEY = """Customer survey 2026,,,,
Exported by S. Hall,,,,
,,,,
Region,Plan,Device,Visits,Renewed
North,basic,phone,3,yes
,pro,phone,5,yes
,basic,desktop,1,no
South,pro,desktop,2,no
,basic,phone,4,yes
,pro,phone,1,no
Total,,,16,3
"""
_CROPS = """Sorte;Größe;Ertrag;Lage
;cm;kg/ha;
früh;31,5;1.250,5;Süd
früh;28,0;1.100,0;Süd
spät;40,0;2.900,0;Nord
früh;30,5;1.300,0;k. A.
spät;38,5;2.750,5;Süd
spät;41,5;3.100,0;Nord
"""
_PATIENTS = """Patient,Blood,,Temp,Diagnosis
,CRP,WBC,,
P-01,12,9.5,38.5,flu
P-02,3,6.0,36.5,cold
P-03,15,11.0,39.0,flu
P-04,5,7.5,37.0,cold
P-05,9,8.0,38.0,flu
P-06,4,6.5,37.5,cold
"""
_WEATHER = """# Station 12, hourly
# exported 2026-03-01; values checked
Date\tSky\tHumidity\tRain
2026-02-01\tclear\t45%\tno
2026-02-02\tcloudy\t80%\tyes
2026-02-03\tclear\t60%\tno
2026-02-04\tcloudy\t75%\tyes
2026-02-05\tclear\t85%\tyes
2026-02-06\tcloudy\t50%\tno
Note: no values for 7 February
"""
_MAILS = """label,text
spam,win a "free" prize now
Spam,"claim your prize, now"
ham,see you at lunch
HAM,"lunch now?"
spam,free lunch, just for you
"""
_RECORDS = """Name: Ada
Weather: sun
Play: yes

Name: Bob
Weather: rain
Play: no

Name: Cem
Weather: sun
Play: no
"""
_PETS: list[list[object]] = [
    ["Pet", "Weight", "Fur", "Kept", "Date"],
    ["cat", 4.5, "long", "indoors", datetime(2026, 1, 2)],
    ["dog", 20, "short", "outdoors", datetime(2026, 1, 3)],
    ["cat", 5, "short", "indoors", datetime(2026, 1, 3)],
    ["dog", 7.5, "long", "indoors", datetime(2026, 1, 4)],
    ["cat", 4, "long", "outdoors", None],
    ["dog", 30, "long", "outdoors", None],
]
_QUIZ = """{"meta": {"source": "quiz"}, "data": [
{"id": 1, "answers": {"q1": "a", "q2": true}, "passed": "yes"},
{"id": 2, "answers": {"q1": "b", "q2": true}, "passed": "no"},
{"id": 3, "answers": {"q1": "a", "q2": false}, "passed": "yes"},
{"id": 4, "answers": {"q1": "a", "q2": false}, "passed": "no"}]}
"""
_CITIES = """city \t sky  wind\tplay
Leeds\tsun  weak \tyes
York  rain\tweak  no
Hull\t\tsun\tstrong  no
Leeds  rain strong\tno
York\tsun\tweak\tyes
"""
_SICK = """sick,TRUE,high,12
well,false,-,3
well,FALSE,low,n/a
sick,true,high,9
sick,true,NULL,11
well,false,low,4
"""
_SHOP = """Table 3.2   Customers of the shop (training set)

Age          Income      Credit rating   Buys computer
Under 30     High        Fair            No
Under 30     High        Very good       No
30 to 40     High        Fair            Yes
                               117
Data Mining, 3rd edition
Age          Income      Credit rating   Buys computer
Over 40      Medium      Fair            Yes
Under 30     Medium      Fair            Yes
"""
_WORDS = """Word frequencies by section,,,,
,,,,
Section,ball,vote,law,Total
Sports,"1,200",50,"1,000","2,250"
Politics,100,"1,500","1,340","2,940"
Total,"1,300","1,550","2,340","5,190"
"""
_LOANS = """-- MySQL dump 10.13
CREATE TABLE `loans` (
  `id` int NOT NULL,
  `home` varchar(20) DEFAULT NULL,
  `status` enum('default','paid') NOT NULL,
  `job` varchar(30) DEFAULT NULL,
  PRIMARY KEY (`id`)
);
INSERT INTO `loans` VALUES (1,'own','paid','O''Neil, Inc.'),(2,'rent','default',NULL),
(3,'own','paid','self'),(4,'rent','paid','self'),(5,'rent','default','O''Neil, Inc.'),
(6,NULL,'paid','O''Neil, Inc.');
"""
_EXAM = """Page 1 of 3
Table 2: records of journeys
Weather Road Time of Accident No. of
day journeys
ﬁne dry day no 14
ﬁne dry night no 9
rain wet night yes 7
Turn over
Table 2 (continued)
Weather Road Time of Accident No. of
day journeys
rain wet day no 6
snow wet night yes 5
ﬁne dry night yes 2
Total 43
(a) How probable is an accident on a wet road? [7]
"""
_VISITS = """id,seen on,fever,note,ill
1,2022-11-03 08:10,1,came in late,flu
2,2022-11-03 08:40,0,,cold
3,2022-11-04 09:05,1,,flu
4,2022-11-04 10:30,1,ok,cold
"""
_DOCUMENTS = """Corpus of 2021,,,
,,,
,,Words,
File,Genre,love,war
d1,Politics,12,"1,204"
d2,Romance,"1,890",-
d3,Politics,5,987
"""
_ASKED_FOR = """I have a table like this, from my course:

       sky wind play
    0  sun weak  yes
    1  fog weak   no
    2  sun high   no
    3  fog high  yes

How do I do naive Bayes by hand?
"""
_HEIGHTS = """<html><p>See <a href="#x">here</a></p><table class="wikitable"><caption>Set</caption>
<tr><th>Person</th><th>Height</th><th>Foot&nbsp;size</th></tr>
<tr><td rowspan="2">male</td><td>6 ft</td><td>12"</td></tr>
<tr><td>5 ft</td><td>10"</td></tr>
<tr><td rowspan="2">female<sup>[1]</sup></td><td>5 ft</td><td>6"</td></tr>
<tr><td>5.5 ft</td><td>8"</td></tr></table></body></html>
"""
_LIZARDS = """Lizards of spring
;;;;
No;Length;Kind;Tail;Seen by
;(mm);;(mm);
1;52,5;red;98,5;A
2;61,0;grey;110,5;A
3;49,5;red;n/d;B
4;58,0;grey;95,5*;B
;;;;
Mean;55,25;;101,5;
;;;;
* a tail grown again;;;;
"""
_FAULTS = """# faults of a press
press: HP-3
log:
  - noise: loud
    oil: low
    fault: pump   # once more
  - noise: loud
    oil: ~
    fault: pump
  # the valve was new
  - noise: low
    oil: not checked
    fault: valve
  - noise: loud
    oil: low
    fault: valve
"""
_CALLS = """db> SELECT calls, region,
  -> left, n FROM year;
+-------+--------+------+----+
| calls | region | left | n  |
+-------+--------+------+----+
| 0     | north  | no   | 12 |
| 1-2   | north  | no   |  3 |
| 1-2   | NULL   | yes  |  2 |
| 3+    | south  | yes  |  4 |
+-------+--------+------+----+
4 rows in set (0.01 sec)

db> exit
"""
_CRASHES = """Outcome;Road;Crashes;Share
light;wet;1 200;40,0%
;dry;300;10,0%
;ice;500;16,7%
Sum of light;;2 000;66,7%
severe;wet;600;20,0%
;dry;300;10,0%
;ice;100;3,3%
Sum of severe;;1 000;33,3%
In all;;3 000;100,0%
"""

_WARD = """Ward 3

id: 1
Temp: 38.0 C
Cough: yes
sick: yes

id: 2
Temp: 37.0 C
Cough: no
sick: no
note: tired

id: 3
Temp: 39.0 C
sick: Yes

id: 4
Temp: 36.0 C
Cough: no
sick: no

Seen by: Kay
"""

_PLOTS = """Plot	Date	Kind	A	B	Total
1	4 May	bog	3	-	3
2	4 May	bog	1	2	3
3	5 May	heath		4	4
Total			4	6	10

Counts per square; blank or - = none.
"""

_RESULTS = """TOWN FC   Results

Date     Att.    Pitch   Won
2 May    1,204   dry     yes
9 May            wet     no
16 May   1,150           yes
23 May     980   wet     no
30 May     870   dry     no

Town FC   page 2

Date     Att.    Pitch   Won
6 June     640   dry     yes
13 June  1,020   wet     no

W 3   L 4
"""

_MARKS = """8B Maths

No	done	pass	mark	why
1	yes	yes	7
2	no	no	4	ill
3	yes	Yes	8
4	yes	no	3	late
5		yes	6

Mean			5.6
passed	3
failed	2
"""

ASKED: dict[str, Asked] = {
    "records that lack keys, and a line below them": asked(
        "ward.txt", _WARD, "--label", "sick", "--query", "Temp=38 C, Cough=yes", "--numbers", "Temp",
        **{"mean(Temp|yes)": Fraction(77, 2), "P(Cough=yes|yes)": Fraction(1), "P(no)": Fraction(1, 2)},
    ),
    "counts of words beside dates, numbers of the rows and totals": asked(
        "plots.tsv", _PLOTS, "--label", "Kind", "--query", "A=1, B=0", "--family", "multinomial",
        "--smoothing", "1", **{"P(A|bog)": Fraction(5, 8), "P(A|heath)": Fraction(1, 6)},
    ),
    "pages of a layout with empty cells": asked(
        "results.txt", _RESULTS, "--label", "Won", "--query", "Pitch=dry",
        **{"P(Pitch=dry|yes)": Fraction(1), "P(wet|no)": Fraction(3, 4), "P(yes)": Fraction(3, 7)},
    ),
    "rows without their last cells": asked(
        "marks.tsv", _MARKS, "--label", "pass", "--query", "done=yes",
        **{"P(done=yes|yes)": Fraction(1), "P(done=yes|no)": Fraction(1, 2), "P(yes)": Fraction(3, 5)},
    ),
    "percentages with and without their sign": asked(
        "air.csv", "hum,k\n45%,a\n55,a\n60%,b\n40,b\n", "--query", "hum=50", "--numbers", "hum",
        **{"mean(hum|a)": Fraction(50), "mean(hum|b)": Fraction(50)},
    ),
    "numbers with marks, and a mean whose name is left out": asked(
        "lizards.csv", _LIZARDS, "--query", "Length=57,0, Tail=100,0", "--label", "Kind",
        "--omit", "No, Seen by", "--divisor", "N-1", "--var-smoothing", "1",
        **{"mean(Tail|grey)": Fraction(103), "mean(Length|red)": Fraction(51),
           "mean(Tail|red)": Fraction(197, 2)},
    ),
    "records with remarks and a title": asked(
        "faults.txt", _FAULTS, "--query", "noise=loud, oil=low", "--delimiter", "pairs",
        **{"P(oil=low|pump)": Fraction(1), "P(pump|x)": Fraction(2, 3)},
    ),
    "a box of a database, between what was typed": asked(
        "calls.txt", _CALLS, "--query", "calls=1-2, region=north", "--label", "left",
        "--weight", "n", "--smoothing", "1",
        **{"P(calls=1-2|yes)": Fraction(3, 9), "P(region=north|yes)": Fraction(1, 6)},
    ),
    "sums of groups and of all, with names of their own": asked(
        "crashes.csv", _CRASHES, "--query", "Road=wet", "--label", "Outcome", "--weight", "Crashes",
        "--omit", "Share", "--fill-down", "Outcome,Road",
        **{"P(light)": Fraction(2, 3), "P(light|x)": Fraction(2, 3)},
    ),
    "a survey with titles, merged cells and totals": asked(
        "survey.csv", _SURVEY, "--query", "Region=South, Plan=basic, Device=phone",
        **{"P(yes|x)": Fraction(3, 4)},
    ),
    "a German export with units, the class first": asked(
        "sorten.csv", _CROPS.encode("cp1252"), "--query", "Größe=33,0; Ertrag=1.500,0; Lage=Süd",
        **{"mean(Ertrag|spät)": Fraction(17501, 6), "P(Lage=Süd|früh)": Fraction(1),
           "argmax(x)": ("früh",)},
    ),
    "two lines of names, merged": asked(
        "patients.csv", _PATIENTS, "--query", "9, 8.0, 38.5",
        **{"mean(Blood CRP|flu)": Fraction(12), "variance(Temp|cold)": Fraction(1, 6),
           "argmax(x)": ("flu",)},
    ),
    "UTF-16 with comments, percents and a note below": asked(
        "weather.txt", _WEATHER.encode("utf-16"), "--query", "Sky=cloudy, Humidity=70%",
        **{"mean(Humidity|yes)": Fraction(4, 5), "P(Sky=cloudy|no)": Fraction(1, 3),
           "argmax(x)": ("yes",)},
    ),
    "texts with stray quotes, and one with a bare comma": asked(
        "mails.csv", "\ufeff" + _MAILS, "--query", "free lunch now",
        **{"count(spam)": Fraction(3), "P(now|ham)": Fraction(1, 6), "P(free|spam)": Fraction(2, 14)},
    ),
    "a record over several lines": asked(
        "records.txt", _RECORDS, "--query", "Weather=sun",
        **{"P(yes|x)": Fraction(1, 2)},
    ),
    "a workbook with a cover, dates last": asked(
        "pets.xlsx", book([["Pets of Elm Street"], ["See the second sheet"]], _PETS), "--label", "Pet",
        "--query", "Weight=5, Fur=long, Kept=indoors",
        **{"mean(Weight|cat)": Fraction(9, 2), "P(Fur=long|dog)": Fraction(2, 3),
           "argmax(x)": ("cat",)},
    ),
    "objects in objects of JSON": asked(
        "quiz.json", _QUIZ, "--query", "answers.q1=a, answers.q2=false",
        **{"P(yes|x)": Fraction(2, 3)},
    ),
    "tabs and blanks, mixed": asked(
        "cities.txt", _CITIES, "--query", "York, sun, weak", **{"P(yes|x)": Fraction(9, 10)}
    ),
    "no header, the class first, several missing marks": asked(
        "sick.csv", _SICK, "--query", "TRUE, high, 10",
        **{"P(c3=high|sick)": Fraction(1), "mean(c4|well)": Fraction(7, 2), "argmax(x)": ("sick",)},
    ),
    "a page of a book, its columns apart by blanks": asked(
        "shop.txt", _SHOP, "--query", "Under 30, Medium, Fair",
        **{"P(Yes|x)": Fraction(1), "count(No)": Fraction(2), "P(Age=Under 30|Yes)": Fraction(1, 3)},
    ),
    "words counted by section, with sums": asked(
        "words.csv", _WORDS, "--query", "ball vote", "--smoothing", "1",
        **{"P(ball|Sports)": Fraction(1201, 2253), "P(Politics)": Fraction(1, 2)},
    ),
    "a dump of a database": asked(
        "loans.sql", _LOANS, "--query", "rent, O'Neil, Inc.", "--smoothing", "1",
        **{"P(paid|x)": Fraction(4, 9)},
    ),
    "an exam copied from its pages": asked(
        "exam.txt", _EXAM, "--label", "Accident", "--weight", "No. of journeys", "--query",
        "Weather=fine, Road=dry, Time of day=night",
        **{"P(yes)": Fraction(14, 43), "P(Weather=fine|no)": Fraction(23, 29), "argmax(x)": ("no",)},
    ),
    "ids, dates and remarks beside presence": asked(
        "visits.csv", _VISITS, "--family", "bernoulli", "--query", "fever=1",
        **{"P(flu|x)": Fraction(2, 3)},
    ),
    "documents with dashes for no words": asked(
        "documents.csv", _DOCUMENTS, "--label", "Genre", "--family", "multinomial", "--query", "love=1",
        **{"P(love|Politics)": Fraction(17, 2208), "P(war|Romance)": Fraction(0)},
    ),
    "a print in a question": asked(
        "question.md", _ASKED_FOR, "--query", "sky=sun, wind=weak", **{"P(yes|x)": Fraction(1, 2)}
    ),
    "a table of a page, in feet and inches": asked(
        "heights.html", _HEIGHTS, "--query", "6, 9",
        **{"mean(Foot size|male)": Fraction(11), "mean(Height|female)": Fraction(21, 4)},
    ),
}  # fmt: skip
