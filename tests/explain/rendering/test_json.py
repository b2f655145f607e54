import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import NAMES, UNPRINTABLE, Case, Column, cases
from thoroughness import law, one_in
from worked import PROBLEMS, problem_file, solved

from exactnb import solve
from exactnb.core.arithmetic.rounding import Rounding

EXAMPLES = Path(__file__).parents[3] / "worked_examples"
LAW = law(4)

SAMPLE = {
    "P(a=1|+)": {
        "kind": "rational",
        "exact": "1/2",
        "as_counted": "2/4",
        "decimal": "0.5",
        "formula": "count(a=1,+) / count(+)",
        "reason": "MLE",
        "uses": ["count(a=1,+)", "count(+)"],
    },
    "P(+,e*)": {
        "kind": "rational",
        "exact": "9/64",
        "as_counted": "1/2 * 2/4 * 3/4 * (1 - 1/4)",
        "decimal": "0.140625",
        "formula": "P(+) * P(a=1|+) * P(b=1|+) * (1 - P(c=1|+))",
        "reason": "naive Bayes",
        "uses": ["P(+)", "P(a=1|+)", "P(b=1|+)", "P(c=1|+)"],
    },
    "P(+|e*)": {
        "kind": "rational",
        "exact": "2/3",
        "as_counted": "(9/64) / (9/64 + 9/128)",
        "decimal": "0.66666666666666666667",
        "formula": "P(+,e*) / P(e*)",
        "reason": "Bayes' rule",
        "uses": ["P(+,e*)", "P(e*)"],
    },
    "argmax(e*)": {
        "kind": "label",
        "exact": "+",
        "formula": "argmax of P(+,e*), P(-,e*)",
        "reason": "9/64 > 9/128",
        "uses": ["P(+,e*)", "P(-,e*)"],
    },
}
SAMPLE_LINES = [
    ("P(+) * P(a=1|+) * P(b=1|+) * (1 - P(c=1|+))", "naive Bayes", "assumption"),
    ("1/2 * 2/4 * 3/4 * (1 - 1/4)", "as counted", "value"),
    ("9/64", "", "value"),
]


@pytest.fixture(scope="module")
def spam():
    return json.loads(solve(problem_file("spam_or_ham")).json())


@pytest.mark.parametrize("name", SAMPLE)
def test_an_entry_is_that_of_the_sample(spam, name):
    """A quantity of spam-or-ham has the keys of the agreed sample, in its order, and its contents."""
    assert spam["quantities"][name] == SAMPLE[name]
    assert list(spam["quantities"][name]) == list(SAMPLE[name])


def test_the_document_is_that_of_the_sample(spam):
    """Schema, title, source, models and decisions are those of the agreed sample."""
    top = ["schema", "title", "source", "models", "quantities", "decisions", "read_twice"]
    top += ["derivation"]
    assert list(spam) == top
    assert spam["schema"] == "exactnb.solution/1"
    assert spam["title"] == "Spam or ham"
    assert spam["source"] == "COMP9417, Naive Bayes Classifiers, section 3.1"
    families = dict.fromkeys("abc", "bernoulli")
    conventions = {"prior": "uniform", "smoothing": "0"}
    assert spam["models"] == {"model": {"families": families, "conventions": conventions}}
    decided = {"value": ["+"], "status": "decided", "certificate": "exact"}
    assert spam["decisions"] == {"argmax(e*)": decided}


def test_the_lines_of_the_sample_are_there(spam):
    """The joint of the winner is written in the three lines of the agreed sample."""
    (step,) = [step for step in spam["derivation"] if step["title"].startswith("Multiply")]
    keys = ["left", "relation", "right", "reason", "accepted"]
    assert all(list(line) == keys for line in step["lines"])
    lines = [line for line in step["lines"] if line["left"] == "P(+,e*)" and line["relation"] == "="]
    told = [(line["right"], line["reason"], line["accepted"]) for line in lines]
    assert [line for line in told if line in SAMPLE_LINES] == SAMPLE_LINES


@pytest.mark.xdist_group("worked examples")
@one_in(32, "path", PROBLEMS, ids=lambda p: p.stem, exhaustive=3)
def test_the_text_is_json_that_ends_with_a_newline(path):
    """Every worked example is valid JSON, and the names that it uses are entries themselves."""
    text = solved(path.stem).json()
    assert text.endswith("}\n")
    quantities = json.loads(text)["quantities"]
    for entry in quantities.values():
        assert set(entry["uses"]) <= set(quantities)


@LAW
@given(data=st.data())
def test_numbers_say_what_they_are(data):
    """A rational entry holds p/q in lowest terms and 20 correctly rounded digits of it."""
    case = data.draw(cases(NAMES, awkward=True, refused=False))
    solution = solve(case.problem())
    document = json.loads(solution.json())
    brute = {str(name): worth for name, worth in case.brute().items()}
    for name, entry in document["quantities"].items():
        if entry["kind"] == "rational":
            assert Fraction(entry["exact"]) == brute[name]
            assert entry["exact"] == str(brute[name])
            assert Fraction(entry["decimal"]) == Rounding(figures=20).apply(brute[name])
        elif entry["kind"] == "undefined":
            assert entry["exact"] is None
            assert entry["culprits"]
            assert set(entry["culprits"]) <= set(document["quantities"])
            assert brute.get(name) is None
        else:
            assert name in document["decisions"]


@LAW
@given(data=st.data())
def test_decisions_say_how_they_were_reached(data):
    """A decision is a label, a tie of labels, or undefined, and repeats the entry's value."""
    case = data.draw(cases(NAMES, refused=False))
    document = json.loads(solve(case.problem()).json())
    for identity in case.queries:
        labels = list(case.decided(case.seen(identity)) or ())
        entry, decision = (document[key][f"argmax({identity})"] for key in ("quantities", "decisions"))
        assert decision["value"] == labels
        status, kind = {0: ("undefined", "undefined"), 1: ("decided", "label")}.get(
            len(labels), ("tie", "labels")
        )
        assert (decision["status"], entry["kind"]) == (status, kind)
        assert entry["exact"] == {"undefined": None, "decided": (*labels, "")[0]}.get(status, labels)


@pytest.mark.exhaustive
def test_names_go_through_unharmed():
    """Escape characters, quotes and other scripts in labels come back from the JSON as they were."""
    labels = (*UNPRINTABLE, "soft\u00ad", "tag\U000e0041", '"quoted"', "back\\slash", "日本", "🦆")
    columns = (Column("a", labels, "categorical"),)
    rows = tuple((label, (label,)) for label in labels)
    case = Case(labels, columns, rows, {"x": {"a": labels[0]}})
    document = json.loads(solve(case.problem()).json())
    assert document["quantities"]["argmax(x)"]["exact"] == labels[0]
    assert all(c == "\n" or c.isprintable() for c in solve(case.problem()).json())


def test_a_number_beyond_a_thousand_digits_is_factored():
    """An exact value that is too long to print is null, with its factors and a decimal beside it."""
    tiny = Fraction(1, 10**900 - 2)
    columns = tuple(Column(name, ("0", "1"), "bernoulli") for name in "abcdef")
    case = Case(("+",), columns, (("+", ("0",) * 6),), {"x": dict.fromkeys("abcdef", "1")}, tiny)
    entry = json.loads(solve(case.problem(), only=["P(+,x)"]).json())["quantities"]["P(+,x)"]
    assert (entry["kind"], entry["exact"]) == ("rational", None)
    assert entry["factored"] == f"1 / {10**900}^6"
    assert entry["decimal"] == "1e-5400"


def test_a_tie_told_by_the_first_is_one_label():
    """With ties going to the first class, the entry is a label and the decision decided."""
    case = Case(("+", "-"), (Column("a", ("0", "1"), "bernoulli"),),
                (("+", ("1",)), ("-", ("1",))), {"x": {"a": "1"}})  # fmt: skip
    tie, first = (json.loads(solve(c.problem()).json()) for c in (case, replace(case, tie="first")))
    assert tie["quantities"]["argmax(x)"]["exact"] == ["+", "-"]
    assert tie["quantities"]["argmax(x)"]["reason"] == "1/2 = 1/2"
    assert first["quantities"]["argmax(x)"]["exact"] == "+"
