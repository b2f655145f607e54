"""What queries and rows show to a model: texts as bags or as 0/1 columns, cells as they are."""

from fractions import Fraction

import pytest
from hypothesis import given
from laws import DATA, EVERY_FAMILY, LAW
from strategies import cases
from thoroughness import all_of

from exactnb import Conventions, Documents, ModelChoice, Problem, Table, solve
from exactnb.core.data.documents import Document
from exactnb.core.data.schema import Case
from exactnb.core.data.summaries import read_counts
from exactnb.core.families.base import Observation
from exactnb.core.problem.observing import Encoder, Observations
from exactnb.errors import InputError

MAILS = Documents.of(
    [Document("m1", "+", "win cash the win", ("9",)), Document("m2", "-", "lunch", ("",))],
    stop_words=["the"], columns=["hour"],
)  # fmt: skip
TABLE = Table.from_rows([("r1", "u", "2", "+"), ("r2", "v", "?", "-")], ["id", "Sky", "goals", "y"])


def seen(data: object, query: object, **families: str) -> Observation:
    """Return what a query x shows to the first model."""
    return of(data, query, {}, families)


def of(data: object, query: object, said: dict[str, object], families: dict[str, str]) -> Observation:
    choice = ModelChoice(Conventions(prior="uniform", **said), None, families)  # type: ignore[arg-type]
    problem = Problem(data, {"x": query}, {"model": choice})  # type: ignore[arg-type,dict-item]
    return problem.predictions[""].queries["x"]


def test_a_text_is_a_bag_of_words() -> None:
    """Words are counted in the order of the vocabulary; stop words and unseen words are left out."""
    shown = seen(MAILS, "lunch win the win sea win", text="multinomial", hour="categorical")
    assert shown == Observation({}, ({"lunch": 1, "win": 3},))
    assert list(shown.bags[0]) == ["lunch", "win"]


def test_a_text_is_a_0_1_column_for_each_word() -> None:
    """Under Bernoulli every word of the vocabulary is there or not, however often."""
    shown = seen(MAILS, "win win", text="bernoulli", hour="categorical")
    assert shown == Observation({"cash": "0", "lunch": "0", "win": "1"})


def test_cells_stand_beside_a_text() -> None:
    """A query may name the text and columns; without its text no word is looked at."""
    families = {"text": "multinomial", "hour": "categorical"}
    both = seen(MAILS, {"text": "win", "hour": 9}, **families)
    assert both == Observation({"hour": "9"}, ({"win": 1},))
    assert seen(MAILS, {"hour": "9"}, **families) == Observation({"hour": "9"})
    assert seen(MAILS, {}, **families) == Observation()
    assert seen(MAILS, "", **families) == Observation({}, ({},))


def test_a_column_of_whole_numbers_says_how_often() -> None:
    """Columns that are counted as words are a bag, in which what is not named counts 0."""
    families = {"Sky": "categorical", "goals": "multinomial"}
    assert seen(TABLE, {"goals": 3, "Sky": "u"}, **families) == Observation(
        {"Sky": "u"}, ({"goals": 3},)
    )
    assert (
        seen(TABLE, {"goals": 0}, **families) == seen(TABLE, {}, **families) == Observation({}, ({},))
    )


def test_what_is_unseen_is_refused_dropped_or_kept() -> None:
    """What no row shows is an error, left out, or counted zero; words are left out by default."""
    table = Table.from_rows([("u", "1", "+")], ["Sky", "a", "y"])
    families = {"Sky": "categorical", "a": "bernoulli"}
    with pytest.raises(InputError) as refusal:
        of(table, {"Sky": "w"}, {}, families)
    assert str(refusal.value) == (
        "query.x.Sky: expected one of u; got 'w'; unseen = \"drop\" leaves it out, data.values may "
        "list it"
    )
    assert of(table, {"Sky": "w"}, {"unseen": "drop"}, families) == Observation()
    assert of(table, {"Sky": "w"}, {"unseen": "zero"}, families) == Observation({"Sky": "w"})
    with pytest.raises(InputError, match=r"query\.x\.a: expected one of 0, 1; got '2'"):
        of(table, {"a": "2"}, {"unseen": "zero"}, families)
    words = {"text": "multinomial", "hour": "categorical"}
    assert of(MAILS, "sea win", {"unseen": "zero"}, words).bags == ({"win": 1, "sea": 1},)
    with pytest.raises(
        InputError, match=r"query\.x: the word 'wim' was never seen \(did you mean 'win'"
    ):
        of(MAILS, "wim", {"unseen": "error"}, words)
    binary = {**words, "text": "bernoulli"}
    assert of(MAILS, "sea", {"unseen": "zero"}, binary).cells["sea"] == "1"
    assert "sea" not in of(MAILS, "sea", {}, binary).cells


@all_of(
    ("data", "query", "told"),
    [
        (TABLE, "w", "query.x: 'w' is no value of a column; the columns are Sky, goals"),
        (TABLE, 3, "query.x: expected { column = value, ... }; got '3'"),
        (TABLE, {"y": "+"}, "query.x.y: the class is what is asked for; if another column is it, "
     "say which column is the class"),
        (TABLE, {"sky": "u"},
         "query.x.sky: unknown column (did you mean 'Sky'?); the columns are Sky, goals"),
        (TABLE, {"Sky": 0.5}, 'query.x.Sky: 0.5 is a binary float; write "0.5" if it is a name'),
        (TABLE, {"Sky": "u", " Sky": "v"}, "query.x: column 'Sky' is there twice"),
        (MAILS, {"win": 1}, "query.x.win: unknown column; the columns are hour"),
        (MAILS, {"text": 3}, "query.x.text: expected a text; got '3'"),
        (
            MAILS, {"hour": "11"},
            "query.x.hour: expected one of 9; got '11'; unseen = \"drop\" leaves it out, "
            "data.values may list it",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_observed_is_refused(data: object, query: object, told: str) -> None:
    """A query of what is not there is refused with its path and what there is."""
    families = {"Sky": "categorical", "goals": "categorical"}
    if data is MAILS:
        families = {"text": "multinomial", "hour": "categorical"}
    with pytest.raises(InputError) as refusal:
        of(data, query, {}, families)
    assert str(refusal.value) == told


def test_rows_show_what_they_hold() -> None:
    """A row shows its cells and its words; a missing cell is not seen."""
    problem = Problem(TABLE, models={"m": ModelChoice(families={"goals": "multinomial"})})
    model, encoder = problem.predictions[""].model, problem.encoder
    first, second = TABLE.cases()
    assert encoder.observed_row(model, first) == Observation({"Sky": "u"}, ({"goals": 2},))
    assert encoder.observed_row(model, second) == Observation({"Sky": "v"}, ({},))
    assert [item.spell() for item in encoder.items(model, first, "")] == ["Sky=u", "goals", "goals"]
    assert [item.spell() for item in encoder.items(model, first, "r1")] == ["r1"]


def test_counts_list_words_that_texts_may_hold() -> None:
    """Where counts name words, a query is a text that is cut at blanks."""
    counts = read_counts("y + -\ntotal 3 4\nwin 2 0\nlunch 0 3")
    choice = ModelChoice(family="bernoulli")
    problem = Problem(counts, {"x": "win win sea"}, {"m": choice})
    assert problem.predictions[""].queries["x"] == Observation({"win": "1", "lunch": "0"})


def test_rows_are_encoded_when_they_are_asked_for() -> None:
    """Ids of rows and queries are one mapping, and a row is encoded once it is looked at."""
    made = []

    def look(case: Case) -> Observation:
        made.append(case.id)
        return Observation(case.cells)

    known = Observations({"x": Observation()}, {"r1": Case("r1", "+", {"a": "1"})}, look)
    assert (list(known), len(known), made) == (["x", "r1"], 2, [])
    assert known["r1"] is known["r1"]
    assert made == ["r1"]
    with pytest.raises(KeyError):
        known["nothing"]


def test_an_encoder_cuts_as_the_documents_do() -> None:
    """Letters, words in lower case and blanks: a query is cut as the texts were."""
    for split, words in (("letters", ["W", "i"]), ("words", ["wi"]), ("spaces", ["Wi"])):
        documents = Documents.of([("+", "Wi")], split=split)  # type: ignore[arg-type]
        assert Encoder.of_problem(documents, documents.schema).words_and_cells("Wi")[0] == words


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_a_query_like_a_row_shows_what_the_row_shows(families, data):
    """A query that holds the cells and the text of a row is observed as the row is."""
    case = data.draw(cases(families, refused=False))
    problem = case.problem()
    model, encoder = problem.predictions[""].model, problem.encoder
    for row, counted in zip(case.rows, problem.data.cases(), strict=True):
        cells = {c.name: v for c, v in zip(case.columns, row.cells, strict=True) if v}
        query = cells if case.vocabulary is None else {**cells, "text": " ".join(row.words)}
        assert encoder.encode(model, query) == encoder.observed_row(model, counted)
        assert isinstance(counted, Case)


def test_a_column_without_values_says_how_to_give_it_some() -> None:
    """An empty table shows no values of a column; they are listed in the file."""
    text = "[data]\nclasses = ['a', 'b']\nclass = 'k'\n{}table = '''\nhue,k\n'''\n"
    model = (
        "[model]\nfamily = 'bernoulli'\nprior = 'uniform'\nsmoothing = 1\n[query]\nx = { hue = 1 }\n"
    )
    with pytest.raises(InputError, match="column 'hue' has no values; list 0 and 1 in data"):
        Problem.from_text(text.format("") + model)
    problem = Problem.from_text(text.format("values = { hue = [0, 1] }\n") + model)
    assert solve(problem)["P(hue=1|a)"] == Fraction(1, 2)


TEXTS = """[data]
{listed}table = '''
class | text
+ | win cash
- | cash lunch
'''
[query]
x = 'win cash tea'
"""
CELLS = "[data]\n{listed}table = '''\na class\nu +\nv -\n'''\n[query]\nx = {{ a = 'w' }}\n"
COUNTED = """[data]
counts = '''
| + | -
total | 2 | 2
a=u | 1 | 2
a=v | 1 | 0
'''
[query]
x = { a = 'w' }
"""
GIVEN = COUNTED.replace("counts", "parameters").replace("total | 2 | 2", "prior | 1/2 | 1/2")
GIVEN = GIVEN.replace("1 | 2\n", "1/2 | 1\n").replace("1 | 0", "1/2 | 0")
WORDS = "[data]\ncounts = '''\n| + | -\ntotal | 2 | 2\nwin | 1 | 2\n'''\n[query]\nx = 'win tea'\n"
UNKNOWN = {
    "learnt words": (TEXTS.format(listed=""), "“tea” in x was never seen and left out"),
    "listed words": (
        TEXTS.format(listed="vocabulary = ['win']\n"),
        "“cash”, “tea” in x are not in the vocabulary and left out",
    ),
    "counted words": (WORDS, "“tea” in x is not in the vocabulary and left out"),
    "learnt values": (CELLS.format(listed=""), "a=w in x was never seen and left out"),
    "listed values": (
        CELLS.format(listed="values = { a = ['u', 'v', 't'] }\n"),
        "a=w in x is not among the values of a and left out",
    ),
    "counted values": (COUNTED, "a=w in x is not among the values of a and left out"),
    "given values": (GIVEN, "a=w in x is not among the values of a and left out"),
}


@all_of("of", UNKNOWN, apart=3)
@all_of("family", ["multinomial", "bernoulli"])
def test_what_is_unknown_is_so_for_a_reason(of: str, family: str) -> None:
    """Words outside a listed vocabulary, and values outside a list, are not said to be never seen."""
    text, line = UNKNOWN[of]
    rules = f"family = '{family}'\n" if "words" in of else ""
    words = solve(Problem.from_text(f"{text}[model]\n{rules}unseen = 'drop'\n")).text()
    assert line in " ".join(words.split())
    assert ("never seen" in words) == ("learnt" in of)
    with pytest.raises(InputError) as refusal:
        solve(Problem.from_text(f"{text}[model]\n{rules}unseen = 'error'\n"))
    reason = {"learnt words": "was never seen", "values": "expected one of"}
    told = reason.get(of, reason.get(of.split()[1], "is not in the vocabulary"))
    assert told in str(refusal.value)
