"""Problem files that cannot be solved: one line, with the path, what was given and what is expected."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from thoroughness import all_of

from exactnb.interfaces.cli import main

DATA = """[data]
table = '''
mood    spoon   soup
happy   wooden  leek
happy   silver  leek
grumpy  silver  onion
grumpy  silver  leek
'''
"""
QUERY = '[query]\nx = { mood = "grumpy", spoon = "wooden" }\n'
TEXTS = """[data]
table = '''
id  class  text
d1  spam   win the prize
d2  ham    the meeting
'''
%s
[model]
family = "bernoulli"
"""

NO_RULE = "expected a number λ or one of laplace, jeffreys, perks, 0+"

Refuse = Callable[..., str]


@pytest.fixture
def refuse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Refuse:
    """Return a function that solves a text as p.toml and gives its message, once it is one line."""
    monkeypatch.chdir(tmp_path)

    def check(text: str | bytes) -> str:
        Path("p.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
        assert main(["solve", "p.toml"]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1
        assert err.endswith("\n")
        assert err.startswith("exactnb: p.toml: ")
        assert os.listdir() == ["p.toml"]
        return err.removeprefix("exactnb: p.toml: ").removesuffix("\n")

    return check


@all_of(
    "text, message",
    [
        ('titel = "x"\n' + DATA, "titel: unknown key (did you mean 'title'?)"),
        (DATA + 'clas = "soup"\n', "data.clas: unknown key (did you mean 'class'?)"),
        (DATA + "[model]\nsmoothng = 1\n", "model.smoothng: unknown key (did you mean 'smoothing'?)"),
        (DATA + "[models.l]\nprier = 1\n", "models.l.prier: unknown key (did you mean 'prior'?)"),
        (DATA + "[notation]\ndigit = 3\n", "notation.digit: unknown key (did you mean 'digits'?)"),
        (DATA + '[models.l]\nname = "m"\n', "models.l.name: unknown key"),
        (DATA + "weights = 1\n", "data.weights: unknown key (did you mean 'weight'?)"),
        ("1979-05-27 = 1\n" + DATA, "1979-05-27: unknown key"),
    ],
)
def test_unknown_keys_are_refused_at_every_level(refuse: Refuse, text: str, message: str) -> None:
    """A key that is not known is refused with its path and the nearest key."""
    assert refuse(text) == message


@all_of(
    "text, message",
    [
        (
            DATA + '[query]\nx = { mod = "happy" }\n',
            "query.x.mod: unknown column (did you mean 'mood'?); the columns are mood, spoon",
        ),
        (
            DATA + '[query]\nx = { mood = "hapy" }\n',
            "query.x.mood: expected one of happy, grumpy; got 'hapy' (did you mean 'happy'?)",
        ),
        (
            DATA + '[query]\nx = { soup = "leek" }\n',
            "query.x.soup: the class is what is asked for; if another column is it, say which column "
            "is the class",
        ),
        (DATA + 'class = "sup"\n', "data.class: unknown column 'sup' (did you mean 'soup'?)"),
        (DATA + 'id = "spon"\n', "data.id: unknown column 'spon' (did you mean 'spoon'?)"),
        (DATA + 'text = "moud"\n', "data.text: unknown column 'moud' (did you mean 'mood'?)"),
        (DATA + 'features = ["moud"]\n', "data.features: unknown column 'moud' (did you mean 'mood'?)"),
        (DATA + "values = { mod = [] }\n", "data.values: unknown column 'mod' (did you mean 'mood'?)"),
        (
            DATA + "[model]\nsmoothings = { mod = 1 }\n",
            "model.smoothings: unknown column 'mod' (did you mean 'mood'?)",
        ),
        (
            DATA + '[models.l]\nfamilies = { mod = "categorical" }\n',
            "models.l.families: unknown column 'mod' (did you mean 'mood'?)",
        ),
        (
            DATA + "[model]\nprior = { leak = 1 }\n",
            "model.prior: unknown class 'leak' (did you mean 'leek'?)",
        ),
    ],
)
def test_unknown_names_are_refused_with_a_near_match(refuse: Refuse, text: str, message: str) -> None:
    """A column, class or value that the data does not have is refused with the nearest one."""
    assert refuse(text) == message


@all_of(
    "identity, why",
    [
        ("leek", "'leek' is a class already; a query's id must be new"),
        ("mood", "'mood' is a column already; a query's id must be new"),
        ("happy", "'happy' is a value already; a query's id must be new"),
        ("7", "a query's id may not be a number"),
        ('"1.5"', "a query's id may not be a number"),
        ('"1/2"', "a query's id may not be a number"),
        ('"45%"', "a query's id may not be a number"),
        ('""', "a query needs an id"),
    ],
)
def test_the_id_of_a_query_is_new(refuse: Refuse, identity: str, why: str) -> None:
    """A query's id is not a class, a column, a value, a number or nothing at all."""
    path = identity.strip('"')
    assert refuse(DATA + f"[query]\n{identity} = {{}}\n") == f"query.{path}: {why}"


def test_a_word_is_no_id(refuse: Refuse) -> None:
    """A query's id is not a word of the vocabulary."""
    message = "query.win: 'win' is a word already; a query's id must be new"
    assert refuse(TEXTS % "" + '[query]\nwin = "the"\n') == message


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (
            'prior = { leek = 0.5, onion = "1/3" }',
            "prior: the given probabilities add up to 5/6, not to 1",
        ),
        ("prior = {}", "prior: the given probabilities add up to 0, not to 1"),
        ("prior = { leek = 1 }", "prior: class 'onion' has no prior"),
        ("prior = { leek = -1, onion = 2 }", "prior.leek: a probability lies between 0 and 1; got -1"),
        ("smoothing = -1", "smoothing: λ must not be negative; got -1"),
        ('smoothing = "-1/2"', "smoothing: λ must not be negative; got -1/2"),
        ("smoothings = { mood = -0.5 }", "smoothings.mood: λ must not be negative; got -1/2"),
        ('smoothing = "1/0"', "smoothing: the denominator of '1/0' is 0"),
        ("smoothing = 1e1001", "smoothing: an exponent of 1001; at most ±1,000 is read"),
        ("prior_smoothing = 1", 'prior_smoothing: needs prior = "smoothed"'),
        ('family = "bernouli"', "family: expected one of bernoulli, categorical, "),
        ('family = "bernoulli"', "family: column 'mood' holds 'happy'; bernoulli needs 0 and 1"),
        ('tie = "frist"', "tie: expected one of report, first; got 'frist' (did you mean 'first'?)"),
    ],
)
@all_of("section", ["model", "models.l"])
def test_choices_that_do_not_fit_are_refused(
    refuse: Refuse, section: str, model: str, message: str
) -> None:
    """A prior, a λ, a family or a tie that cannot be is refused with its path, in every model."""
    assert refuse(DATA + f"[{section}]\n{model}\n" + QUERY).startswith(f"{section}.{message}")


@all_of("number", ["inf", "-inf", "nan", "+inf"])
def test_bare_infinities_and_nan_are_refused(refuse: Refuse, number: str) -> None:
    """The TOML numbers inf and nan are no numbers here, as λ or as a probability."""
    expected = f'expected a number such as 3, 0.15, "5/11", "1e-3" or "45%"; got \'{number}\''
    message = refuse(DATA + f"[model]\nsmoothing = {number}\n")
    assert message in (f"model.smoothing: {expected}", f"model.smoothing: {NO_RULE}; got '{number}'")
    prior = f"[model]\nprior = {{ leek = {number}, onion = 0 }}\n"
    assert refuse(DATA + prior) == f"model.prior.leek: {expected}"


def test_a_class_without_rows_needs_a_prior(refuse: Refuse) -> None:
    """A class that no row shows has no relative frequency for its prior."""
    assert refuse(DATA + 'classes = ["leek", "onion", "kale"]\n' + QUERY) == (
        "model.prior: class 'kale' has no rows to estimate its prior from; "
        'give the prior, or say "uniform" or "smoothed"'
    )


@all_of(
    "line, message",
    [
        ('split = "space"', "data.split: expected one of spaces, letters, words, items; got 'space'"),
        ('vocabulary = ["win", "win"]', "data.vocabulary: 'win' is listed twice"),
        ('stop_words = ["a"]\nvocabulary = ["a"]', "data.vocabulary: 'a' is a stop word too"),
        ('features = ["text", "txt"]', "data.features: unknown column 'txt'"),
        ('values = { win = ["0", "1"] }', "data.values: unknown column 'win'"),
        ('class = "clas"', "data.class: unknown column 'clas' (did you mean 'class'?)"),
    ],
)
def test_keys_of_texts_are_checked(refuse: Refuse, line: str, message: str) -> None:
    """What does not go with a column of texts, or not with itself, is refused."""
    assert refuse(TEXTS % line).startswith(message)


@all_of("key", ['split = "words"', 'stop_words = ["a"]', "vocabulary = []"])
def test_keys_of_texts_need_a_text(refuse: Refuse, key: str) -> None:
    """Keys that say how texts are cut need a column of texts."""
    name = key.partition(" ")[0]
    assert refuse(DATA + key) == f"data.{name}: needs a column of texts; no column is named 'text'"


def test_words_of_a_text_follow_one_family(refuse: Refuse) -> None:
    """A family that is named for a word of a text is refused: the words have that of the text."""
    text = (TEXTS % "").replace("[model]", '[model]\nfamilies = { win = "bernoulli" }')
    assert refuse(text) == "model.families: unknown column 'win'"
