"""What the page that computes gets for what is typed and chosen."""

from __future__ import annotations

import json
import shlex
from fractions import Fraction
from typing import Any

import pytest
from thoroughness import all_of
from worked import problem_file, solved

from exactnb import Problem, solve
from exactnb.core.data.dialect import DIALECT
from exactnb.core.problem.choice import KEYWORDS
from exactnb.core.problem.from_table import _KEYS as KEYS
from exactnb.core.problem.table_options import as_keywords, noted, typed_options
from exactnb.interfaces.cli.options import parser
from exactnb.interfaces.site.browser_api import BrowserApi

TENNIS = problem_file("play_tennis").with_suffix(".csv").read_text()
DAY = {"Outlook": "Sunny", "Temperature": "Cool", "Humidity": "High", "Wind": "Strong"}
MAILS = "text,class\nwin money now,spam\nlunch money,ham\nlunch now,ham\n"


def ask(do: str, said: dict[str, Any], **more: str) -> Any:
    return json.loads(BrowserApi().answer(json.dumps({"do": do, "said": said, **more})))


def posterior(said: dict[str, Any]) -> dict[str, str]:
    return {each["label"]: each["exact"] for each in ask("posterior", said)["classes"]}


@all_of("sign", [",", ";", "\t", "|"])
def test_a_table_is_read_whatever_separates_its_cells(sign: str) -> None:
    """Mitchell's day, chosen column by column, has the posterior 486/611, from any kind of table."""
    said = {"text": TENNIS.replace(",", sign), "query": DAY}
    assert posterior(said) == {"No": "486/611", "Yes": "125/611"}
    assert ask("posterior", said)["decided"] == ["No"]


def test_what_can_be_chosen_of_a_table() -> None:
    """The class, the values of each column in order, and the first row as the first query."""
    found = ask("describe", {"text": TENNIS})
    assert (found["kind"], found["label"], found["classes"]) == ("table", "PlayTennis", ["No", "Yes"])
    outlook = found["columns"][0]
    assert outlook["values"] == ["Sunny", "Overcast", "Rain"]
    assert [column["value"] for column in found["columns"]] == ["Sunny", "Hot", "High", "Weak"]
    assert found["smooths"] is True
    assert {"P(No)", "P(No|x)", "argmax(x)"} <= set(found["asks"])


def test_another_column_may_be_the_class() -> None:
    """What is the class is taken out of the columns, and PlayTennis put among them."""
    found = ask("describe", {"text": TENNIS, "label": "Wind"})
    assert found["label"] == "Wind"
    assert [column["name"] for column in found["columns"]][-1] == "PlayTennis"


def test_a_column_of_ids_is_left_out() -> None:
    """It is `id` or the chosen one, as with --id; it is no column that a query has a value of."""
    numbered = "\n".join(f"{n or 'day'},{line}" for n, line in enumerate(TENNIS.split()))
    assert ask("describe", {"text": numbered})["ids"] == ["", "day", *DAY]
    found = ask("describe", {"text": numbered, "id": "day"})
    assert (found["id"], found["ids"]) == ("day", ["", "day", *DAY])
    assert [column["name"] for column in found["columns"]] == list(DAY)
    assert posterior({"text": numbered, "id": "day", "query": DAY})["No"] == "486/611"
    named = ask("describe", {"text": numbered.replace("day", "id")})
    assert (named["id"], named["ids"]) == ("id", ["id", *DAY])
    assert ask("describe", {"text": numbered, "id": "Wind"})["error"].endswith(
        "id: the id 'Weak' is there twice"
    )


def test_the_doubts_are_those_of_the_commands() -> None:
    """Marks of missing cells, spellings of a class, names of the rows: each a sentence of its own."""
    text = "name,sky,play\n" + "".join(
        f"n{n},{'NA' if n else 'sun'},{'Yy'[n % 2]}es\n" for n in range(12)
    )
    doubts = ask("describe", {"text": text})["doubts"]
    table = f"[data]\ntable = '''\n{text}'''\n"
    assert ask("describe", {"text": table})["doubts"] == [
        noted(doubt) for doubt in Problem.from_text(table).doubts
    ]
    assert [doubt.rpartition(" (")[2] for doubt in doubts] == [
        "--fold-case)", '--id "name")', '--missing "?,NA")'
    ]  # fmt: skip


VALUES = {
    "--unlabelled": "drop", "--delimiter": "bar", "--decimal": ",", "--encoding": "cp1252",
    "--unseen": "zero", "--header": "a, c", "--skip": "1, 3-5", "--strip": "£,",
}  # fmt: skip


def test_the_page_takes_every_option_that_reads_a_table() -> None:
    """What `solve` takes of a table is the same keywords typed on the page; every key has one."""
    groups = parser(command="solve")._subparsers._group_actions[0].choices["solve"]
    tables = [g for g in groups._action_groups if (g.title or "").startswith("how a table is")]
    taken = set()
    for action in (action for group in tables for action in group._group_actions):
        (name,), words = action.option_strings, []
        if action.nargs != 0:
            words = [VALUES.get(name, "1")]
        options = parser(command="solve").parse_args(["solve", "t.csv", name, *words])
        typed = typed_options(shlex.join([name, *words]))
        assert as_keywords(typed) == as_keywords(vars(options)) != {}, name
        taken |= as_keywords(typed).keys()
    assert {*DIALECT, *KEYS} <= taken <= {*DIALECT, *KEYS, *KEYWORDS}


def test_options_typed_on_the_page_read_as_the_command_does() -> None:
    """A title with a comma, two spellings, pounds: what notes name is typed; 2/3·1/2 beside 1/3·1."""
    text = "May, 2024\nsky,pay,play\nSun,£ 5,Yes\nrain,£ 7,YES\nsun,£ 9,no\n"
    said = {"text": text, "query": {"sky": "SUN"}, "options": '--skip 1 --fold-case --strip "£"'}
    assert posterior(said) == {"yes": "1/2", "no": "1/2"}
    described = ask("describe", said)
    assert [doubt[:17] for doubt in described["doubts"]] == ["“pay” is left out"]
    assert [column["name"] for column in described["columns"]] == ["sky", "pay"]  # to be chosen again
    prior = said | {"options": f'{said["options"]} --prior "YES=0.2, No=0.8"'}
    assert posterior(prior) == {"yes": "1/9", "no": "8/9"}
    for options, refusal in (
        ("--skipp 1", "there is no option '--skipp' (did you mean '--skip'?)"),
        ("--skip", "--skip takes a value"), ("--words=1", "--words takes no value"),
        ("--skip 1 --skip 2", "--skip is given twice"), ("--skip '1", "a quote that is not closed"),
        ("--words --letters", "--words and --letters exclude each other"),
    ):  # fmt: skip
        assert ask("solve", said | {"options": options}) == {"error": f"options: {refusal}"}
    file = problem_file("note_004_temperature").read_text()
    assert ask("solve", {"text": file, "options": "--fold-case"})["error"].startswith("options: needs")


@all_of("typed", ["£ 2,5", "2,5", "2.5"])
def test_what_is_seen_is_read_as_the_table_is(typed: str) -> None:
    """With decimal commas and pounds, 2,5 is 5/2: as far from 2, the mean of a, as 3, that of b, is."""
    said = {"text": "x;k\n£ 1,5;a\n2,5;a\n2,5;b\n3,5;b\n", "decimal": ",", "options": "--strip £"}
    assert posterior(said | {"query": {"x": typed}}) == {"a": "1/2", "b": "1/2"}


def test_a_value_that_is_not_seen_is_left_out() -> None:
    """With the outlook alone, the posterior is that of Sunny: 3/5·5/14 against 2/9·9/14."""
    assert posterior({"text": TENNIS, "query": DAY | dict.fromkeys(list(DAY)[1:], "")}) == {
        "No": "3/5",
        "Yes": "2/5",
    }


def test_sliders_give_what_problems_with_these_choices_give() -> None:
    """λ = 1/2, and a prior of 3/10, lead to the numbers of a problem that says so itself."""
    of = {"text": TENNIS, "query": DAY}
    for chosen, choices in (
        ({"smoothing": "1/2"}, {"smoothing": "1/2"}),
        ({"prior": {"label": "No", "is": "3/10"}}, {"prior": {"No": "3/10", "Yes": "7/10"}}),
    ):
        path = problem_file("play_tennis").with_suffix(".csv")
        known = solve(Problem.from_csv(path, query={"x": DAY}, **choices))
        for label, exact in posterior({**of, **chosen}).items():
            assert Fraction(exact) == known[f"P({label}|x)"]


def test_the_other_classes_share_what_is_left_as_they_did() -> None:
    """Where 1/2 of 1/2, 1/3, 1/6 becomes 1/4, the others stay 2 to 1; of 1, 0, 0 they are alike."""
    rows = ["a"] * 3 + ["b"] * 2 + ["c"]
    text = "x,class\n" + "".join(f"1,{label}\n" for label in rows)
    said = {"text": text, "query": {"x": ""}, "prior": {"label": "a", "is": "1/4"}}
    assert posterior(said) == {"a": "1/4", "b": "1/2", "c": "1/4"}
    given = (
        'data.table = "x class\\n1 a\\n1 b\\n1 c"\nmodel.prior = { a = 1, b = 0, c = 0 }\nquery.q = {}'
    )
    assert posterior({"text": given, "prior": {"label": "a", "is": "0"}}) == {
        "a": "0",
        "b": "1/2",
        "c": "1/2",
    }
    assert ask("posterior", {**said, "prior": {"label": "d", "is": "1"}}) == {
        "error": "prior: there is no such class"
    }


def test_columns_of_numbers_are_taken_for_normal() -> None:
    """A column of numbers is normal unless another family is chosen for it; 0 and 1 are categories."""
    text = "temp,wet,play\n21.5,0,yes\n23,1,no\n20,0,yes\n26,1,no\n"
    families = [column["family"] for column in ask("describe", {"text": text})["columns"]]
    assert families == ["gaussian", "bernoulli"]
    chosen = ask("describe", {"text": text, "families": {"temp": "categorical"}})["columns"][0]
    assert chosen["family"] == "categorical"
    assert "gaussian" in chosen["families"]
    assert "negative-binomial" not in chosen["families"]
    comma = text.replace(",", ";").replace(".", ",")
    assert ask("describe", {"text": comma, "decimal": ","})["columns"][0]["family"] == "gaussian"


def test_texts_are_texts() -> None:
    """A column text holds texts, which are cut as it is chosen; the query is a text."""
    found = ask("describe", {"text": MAILS})
    assert (found["kind"], found["columns"], found["query"]) == ("texts", [], "win money now")
    said = {"text": MAILS, "query": "lunch money", "smoothing": "1"}
    assert posterior(said)["ham"] == str(solve_text(said))


def solve_text(said: dict[str, str]) -> Fraction:
    """Return P(ham) of the two words: 2/3·3/8·2/8 against 1/3·1/7·2/7, by hand."""
    ham, spam = Fraction(2, 3) * Fraction(3, 8) * Fraction(2, 8), Fraction(1, 3) * Fraction(2, 49)
    return ham / (ham + spam)


@pytest.mark.exhaustive
def test_a_problem_file_says_everything_itself() -> None:
    """The page of a worked example is to the letter what the command line prints of it."""
    path = problem_file("note_004_temperature")
    said = {"text": path.read_text()}
    assert ask("solve", said)["page"] == solved(path.stem).html()
    assert ask("describe", said)["kind"] == "file"
    assert ask("describe", said)["smooths"] is False
    assert ask("save", said, to="latex")["content"] == solved(path.stem).latex()


def test_answers_are_checked_with_hints() -> None:
    """A right answer is right, and the posterior of the other class gets a hint, not the answer."""
    said = {"text": TENNIS, "query": DAY}
    assert ask("check", said, quantity="P(No|x)", answer="486/611")["right"] is True
    wrong = ask("check", said, quantity="P(No|x)", answer="125/611")
    assert wrong == {"right": False, "told": "Not right. Which class is asked about?"}
    assert "cannot be read" in ask("check", said, quantity="P(No|x)", answer="a lot")["told"]


@all_of(
    ("said", "told"),
    [
        ({"text": "  "}, "paste a table, texts or a problem file"),
        (
            {"text": "a,b\n1"},
            'your table: line 2: 1 cell, the header has 2; if it is no row, say --skip "2"',
        ),
        ({"text": "a,b\n1,2", "label": "c"}, "label"),
        ({"text": TENNIS, "query": {"Outlook": "Fog"}}, "Fog"),
        ({"text": 'data.file = "/etc/passwd"'}, "no file is read here"),
        ({"text": TENNIS, "smoothing": "-1"}, "smoothing"),
        ({"text": TENNIS, "families": {"Wind": "wind"}}, "wind"),
        ({"text": 7}, "internal fault"),
    ],
)
def test_what_cannot_be_is_told_in_a_line(said: dict[str, Any], told: str) -> None:
    """Whatever is wrong with a problem is one line, and the desk goes on."""
    found = ask("solve", said)
    assert set(found) == {"error"}
    assert told in found["error"]
    assert "\n" not in found["error"]


def test_words_may_be_drawn_or_present() -> None:
    """Of texts one family is chosen for all words: of the two texts with lunch, both show it."""
    said = {"text": MAILS, "family": "bernoulli", "query": "lunch money"}
    found = ask("describe", said)
    assert found["family"] == "bernoulli"
    assert {"bernoulli", "multinomial"} <= set(found["families"])
    assert "P(lunch=1|ham)" in found["asks"]
    assert ask("check", said, quantity="P(lunch=1|ham)", answer="2/2")["right"] is True
