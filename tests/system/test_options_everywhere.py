"""An option means the same as a keyword in Python, a key of a problem file and an option of solve."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from messy_files import workbook
from thoroughness import all_of

from exactnb import Problem, solve
from exactnb.core.problem import from_table
from exactnb.core.problem.choice import KEYWORDS
from exactnb.core.problem.problem_file import DIALECT
from exactnb.interfaces.cli.options import parser
from exactnb.interfaces.cli.problems import read_problem

PLAY = "nr,sky,wind,play\n1,sun,weak,no\n2,sun,NA,no\n3,rain,weak,yes\n4,rain,strong,yes\n"
OPEN = PLAY + "5,sun,weak,?\n"
MAILS = "text,label\nWin money,spam\nsee you,ham\nwin now,spam\n"
SIZES = "len,k\n1.5,a\n2.5,a\n4,b\n6,b\n"
EQUAL = "len,k\n1,a\n1,a\n4,b\n6,b\n"
CLOSED = "len;k\n1,5;a\n2,5;a\n4;b\n6;b\n"
SEEN, NUMBER, ALL = "sky=sun", "len=3", {"id": "nr"}

OPTIONS: dict[str, tuple[str | bytes, str, dict[str, Any], str, str]] = {
    "label": (PLAY, "wind=weak", {**ALL, "label": "sky"}, '[data]\nid = "nr"\nclass = "sky"',
              "--id nr --label sky"),
    "id": (PLAY, SEEN, ALL, '[data]\nid = "nr"', "--id nr"),
    "text": (MAILS.replace("text", "said"), "win", {"text": "said"}, '[data]\ntext = "said"',
             "--text said"),
    "missing": (PLAY, SEEN, {**ALL, "missing": ["", "NA"]},
                '[data]\nid = "nr"\nmissing = ["", "NA"]', "--id nr --missing NA"),
    "split": (MAILS, "win", {"split": "words"}, '[data]\nsplit = "words"', "--words"),
    "weight": (PLAY, SEEN, {"weight": "nr"}, '[data]\nweight = "nr"', "--weight nr"),
    "unlabelled": (OPEN, SEEN, {**ALL, "unlabelled": "drop"}, '[data]\nid = "nr"\nunlabelled = "drop"',
                   "--id nr --unlabelled drop"),
    "binarize": ("a,k\n1.0,u\n0.0,v\n1.0,u\n", "a=1", {"binarize": True}, "[data]\nbinarize = true",
                 "--binarize"),
    "fold_case": (PLAY.replace("3,rain", "3,Rain").replace("2,sun,NA,no", "2,SUN,NA,No"), "sky=Sun",
                  {**ALL, "fold_case": True}, '[data]\nid = "nr"\nfold_case = true',
                  "--id nr --fold-case"),
    "family": (SIZES, NUMBER, {"family": "exponential"}, '[model]\nfamily = "exponential"',
               "--family exponential"),
    "families": (SIZES, NUMBER, {"families": {"len": "gaussian"}},
                 '[model.families]\nlen = "gaussian"', "--family len=gaussian"),
    "numbers": (SIZES, NUMBER, {"numbers": ["len"]}, '[model.families]\nlen = "gaussian"',
                "--numbers len"),
    "categories": (PLAY, SEEN, {"categories": "nr"}, '[model.families]\nnr = "categorical"',
                   "--categories nr"),
    "smoothing": (PLAY, SEEN, {**ALL, "smoothing": "1/2"},
                  '[data]\nid = "nr"\n[model]\nsmoothing = "1/2"',
                  "--id nr --smoothing 1/2"),
    "prior": (PLAY, SEEN, {**ALL, "prior": {"yes": "0.3", "no": "0.7"}},
              '[data]\nid = "nr"\n[model.prior]\nyes = 0.3\nno = 0.7',
              "--id nr --prior yes=0.3,no=0.7"),
    "unseen": (PLAY, "sky=fog", {**ALL, "unseen": "drop"},
               '[data]\nid = "nr"\n[model]\nunseen = "drop"',
               "--id nr --unseen drop"),
    "epsilon": (SIZES, NUMBER, {"family": "gaussian", "epsilon": {"relative": "0.1"}},
                '[model]\nfamily = "gaussian"\nepsilon = { relative = 0.1 }',
                "--family gaussian --var-smoothing 0.1"),
    "var_smoothing": (EQUAL, NUMBER, {"family": "gaussian", "var_smoothing": "0+"},
                      '[model]\nfamily = "gaussian"\nepsilon = { relative = "0+" }',
                      "--family gaussian --var-smoothing 0+"),
    "divisor": (SIZES, NUMBER, {"numbers": ["len"], "divisor": "N-1"},
                '[model]\ndivisor = "N-1"\n[model.families]\nlen = "gaussian"',
                "--numbers len --divisor N-1"),
    "share": (SIZES, NUMBER, {"numbers": ["len"], "share": "classes"},
              '[model]\nshare = "classes"\n[model.families]\nlen = "gaussian"',
              "--numbers len --share classes"),
    "covariance": (SIZES, NUMBER, {"family": "lda", "covariance": "total"},
                   '[model]\nfamily = "lda"\ncovariance = "total"',
                   "--family lda --covariance total"),
    "absent": ("a,k\n1,u\n0,v\n1,u\n0,u\n", "a=0", {"absent": "ignore"}, '[model]\nabsent = "ignore"',
               "--absent ignore"),
    "tie": ("a,k\nw,u\nw,v\n", "a=w", {"tie": "first"}, '[model]\ntie = "first"', "--tie first"),
    "missing_cells": (PLAY.replace("NA", "?"), SEEN, {**ALL, "missing_cells": "value"},
                      '[data]\nid = "nr"\n[model]\nmissing_cells = "value"',
                      "--id nr --missing-cells value"),
    "conventions": (PLAY, SEEN, {**ALL, "conventions": "scikit-learn"},
                    '[data]\nid = "nr"\n[model]\nconventions = "scikit-learn"',
                    "--id nr --conventions scikit-learn"),
    "encoding": (PLAY.replace("sky", "größe"), "größe=sun", {**ALL, "encoding": "cp1252"},
                 '[data]\nid = "nr"\nencoding = "cp1252"', "--id nr --encoding cp1252"),
    "delimiter": (PLAY.replace(",", "|"), SEEN, {**ALL, "delimiter": "bar"},
                  '[data]\nid = "nr"\ndelimiter = "bar"', "--id nr --delimiter bar"),
    "decimal": (CLOSED, NUMBER, {"decimal": ",", "family": "gaussian"},
                '[data]\ndecimal = ","\n[model]\nfamily = "gaussian"', "--decimal , --family gaussian"),
    "header": (PLAY.partition("\n")[2], SEEN, {**ALL, "header": ["nr", "sky", "wind", "play"]},
               '[data]\nid = "nr"\nheader = ["nr", "sky", "wind", "play"]',
               "--id nr --header nr,sky,wind,play"),
    "skip": ("Days on which we played\n" + PLAY, SEEN, {**ALL, "skip": "1"},
             '[data]\nid = "nr"\nskip = "1"', "--id nr --skip 1"),
    "omit": ("a,b,sum,k\n1,2,3,u\n3,4,7,v\n", "a=1", {"omit": ["sum"], "family": "multinomial"},
             '[data]\nomit = ["sum"]\n[model]\nfamily = "multinomial"',
             "--omit sum --family multinomial"),
    "strip": (SIZES.replace("2.5", "2.5 kg"), NUMBER, {"strip": "kg", "family": "gaussian"},
              '[data]\nstrip = "kg"\n[model]\nfamily = "gaussian"', "--strip kg --family gaussian"),
    "fill_down": ("sky,play\nsun,no\nrain,\nrain,yes\nsun,\n", SEEN, {"fill_down": "play"},
                  '[data]\nfill_down = "play"', "--fill-down play"),
    "rest": ("text,k\nsee, you,a\nyou,b\n", "you", {"rest": "text"}, '[data]\nrest = "text"',
             "--rest text"),
    "worksheet": (workbook(["sky", "play"], ["sun", "no"], ["fog", "yes"], more=["code", "meaning"]),
                  SEEN, {"worksheet": "Sheet"}, '[data]\nworksheet = "Sheet"', "--worksheet Sheet"),
}  # fmt: skip


def test_every_option_is_among_these() -> None:
    """A new keyword of a Problem, or of the reading of tables, is tried here too."""
    assert set(OPTIONS) == {*KEYWORDS, *from_table._KEYS, *DIALECT}


@pytest.mark.exhaustive
@all_of("name", OPTIONS)
def test_keyword_key_and_option_lead_to_one_solution(name: str) -> None:
    """The three say the same of one table: their solutions are alike to the letter."""
    content, query, keywords, document, arguments = OPTIONS[name]
    with TemporaryDirectory() as folder:
        table = Path(folder, "t.csv" if isinstance(content, str) else "t.xlsx")
        encoded = (
            content.encode(keywords.get("encoding", "utf-8")) if table.suffix == ".csv" else content
        )
        table.write_bytes(encoded)
        lines = document if document.startswith("[data]") else f"[data]\n{document}"
        lines = (
            lines.replace("[data]", f'[data]\nfile = "{table.name}"', 1) + f"\n[query]\nx = '{query}'\n"
        )
        file = Path(folder, "p.toml")
        file.write_text('title = "t"\n' + lines.replace(f"x = '{query}'", _as_cells(query)))
        command = ["solve", str(table), *arguments.split(), "--query", query]
        problems = {
            "Python": Problem.from_csv(table, query=query, **keywords),
            "file": Problem.read(file),
            "command line": read_problem(parser(command="solve").parse_args(command)),
        }
        texts = {door: solve(problem).text() for door, problem in problems.items()}
    assert texts == dict.fromkeys(texts, texts["Python"])


def _as_cells(query: str) -> str:
    column, sign, value = query.partition("=")
    return f'x = {{ "{column}" = "{value}" }}' if sign else f'x = "{query}"'


@pytest.mark.parametrize(
    "name", ["smoothing", "prior", "epsilon", "var_smoothing", "families", "numbers"]
)
def test_a_problem_of_the_same_rows_says_it_too(name: str) -> None:
    """`Problem(frame, ...)` takes the keywords of models as `from_csv` does."""
    content, query, keywords, *_ = OPTIONS[name]
    header, *rows = [line.split(",") for line in content.splitlines()]
    frame = {column: [row[at] for row in rows] for at, column in enumerate(header) if column != "nr"}
    said = {key: value for key, value in keywords.items() if key in KEYWORDS}
    with TemporaryDirectory() as folder:
        Path(folder, "t.csv").write_text(content)
        of_file = Problem.from_csv(Path(folder, "t.csv"), query=query, **keywords)
    assert dict(solve(Problem(frame, query=query, **said))) == dict(solve(of_file))  # type: ignore[arg-type]
