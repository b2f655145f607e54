"""How people name quantities: in words, as complements, misspelt; what is not read is quoted."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from thoroughness import all_of, choose, in_both_runs

from exactnb import Problem, WorkingGrader
from exactnb.teach.grading.working.working import Judged

EXAMPLES = Path(__file__).parents[4] / "worked_examples"
TENNIS = "play_tennis/play_tennis.toml"
TICKETS = "tickets/tickets.toml"


@cache
def grader(path: str = TENNIS) -> WorkingGrader:
    return WorkingGrader(EXAMPLES / path)


def claims(text: str, path: str = TENNIS) -> list[Judged]:
    return [line for line in grader(path).verify(text).lines if line.claim.kind != "prose"]


@all_of(
    "text",
    [
        "the prior of yes is 9/14",
        "The prior probability of class Yes = 0.643",
        "prior for No: 5/14",
        "-> the class is No",
        "--> No",
        "the posterior of No is 0.795",
        "joint of Yes = 1/189",
        "the likelihood of sunny given yes is 2/9",
        "P(not Sunny|Yes) = 7/9",
        "P(¬Sunny|Yes) = 1 - 2/9 = 7/9 = 0.778",
        "P(~Sunny | Yes) = 0.78",
        r"$P(\neg \text{Sunny} \mid \text{Yes}) = \frac{7}{9}$",
        r"$P(\bar{\text{Sunny}}|Yes) = 7/9$",
        r"$P(\overline{Sunny}|Yes) = 7/9$",
        "P(not Yes) = 5/14",
        "P(No) = P(not Yes) = 5/14",
        "1 - P(Yes|x) = 0.795",
        "posterior odds of yes to no = 125:486",
        "the posterior odds of no to yes are 486 : 125",
        "odds(Yes:No|x) = 125/486",
        "prior odds of Yes to No = 9:5",
        "P(Yes) is 9 out of 14",
        "P(Yes) = 9 of the 14 days",
        "P(Yes) = 9/14 (that is, nine of fourteen)",
        "P(No ∩ x) = 0.0206",
        "P(No and x) = 18/875",
        "P(Sunny and Strong | Yes) = 2/27",
        "P(Sunny ∧ Strong | No) = 9/25",
        r"$P(Sunny \cap Strong \mid No) = 9/25 \sim 0.36$",
        r"$P(Sunny \land Strong \mid No) = 9/25$",
        "P(Temp = cool | Play = yes) = 3/9",
        "P(Yes) ~ 0.643",
        "P(Yes) = 9/14 ~= .643",
        "likelihood of yes = 2/9 * 3/9 * 3/9 * 3/9 * 9/14 = 0.0053",
        "the likelihood for yes = 2/9 * 3/9 * 3/9 * 3/9 = 0.0082",
        "Probability of yes = 0.0053/(0.0053 + 0.0206) = 0.205",
        "probability of yes = 9/14",
        "Odds no : yes = 3.89 to 1",
        "odds of yes to no = 9 to 5",
        "P(Yes) = 9/14 = 0.642...",
        "P(No) = 0.3571...",
        "P(No|x)/P(Yes|x) = 4",
        "P(No,x)/P(Yes,x) ≈ 3.9",
    ],
    apart=3,
)
def test_it_is_read_as_it_is_meant(text: str) -> None:
    assert [line.verdict for line in claims(text)] == ["right"]


@all_of(
    "text",
    [
        "the prior of yes is 5/14",
        "P(not Sunny|Yes) = 2/9",
        r"$P(\bar{\text{Sunny}}|Yes) = 2/9$",
        "posterior odds of yes to no = 486:125",
        "prior odds of Yes to No = 5:9",
        "P(not Yes) = 9/14",
        "P(Yes) = 9/14 = 0.643...",
        "$P(Yes) = 64.4%$",
        "P(No|x)/P(Yes|x) = 3",
        "P(No,x)/P(Yes,x) ≈ 3.8",
    ],
)
def test_what_is_wrong_is_wrong_however_it_is_named(text: str) -> None:
    assert [line.verdict for line in claims(text)] == ["wrong"]


PRODUCTS = ["∏", "∏_i", "∏_{i=1}^4", "prod", "product of", r"\prod", r"\prod_i", r"\prod_{i=1}^{4}"]


@pytest.mark.exhaustive
@all_of("sign", PRODUCTS)
def test_a_product_over_all_cells_is_the_likelihood(sign: str) -> None:
    """P(Yes) ∏ P(x_i|Yes) is 9/14 · 2/243 = 1/189, whatever stands between and before them."""
    for between in ("", "*", "·", r"\cdot"):
        for before in ("", "P(Yes,x) = ", "P(Yes|x) ∝ "):
            line = f"${before}P(Yes) {between} {sign} P(x_i|Yes) = 1/189$"
            assert [each.verdict for each in claims(line)] == ["right"], line
            assert [each.verdict for each in claims(line.replace("189", "188"))] == ["wrong"], line
    assert [str(each.name) for each in claims(f"${sign} P(x_i|Yes) = 2/243$")] == ["P(x'|Yes)"]


def test_a_name_in_a_formula_may_stand_for_the_own_value() -> None:
    """The log of 1/189 is -5.242, that of the rounded 0.0053 is -5.240; neither is -5.238."""
    own = "P(Yes,x) = 0.0053\n"
    for value, verdict in (("-5.242", "right"), ("-5.240", "right"), ("-5.238", "wrong")):
        line = f"ln P(Yes,x) = {value}"
        assert claims(own + line)[1].verdict == verdict
    assert claims("ln P(Yes,x) = -5.240")[0].verdict == "wrong"
    wrong, follows = claims("P(Yes) = 5/14\n1 - P(Yes) = 9/14")
    assert (wrong.verdict, follows.verdict) == ("wrong", "right")
    assert follows.message == "by your earlier values"


def test_a_bar_is_no_event_outside_of_brackets() -> None:
    r"""A mean is written so: \bar x is no complement, and nothing is blamed."""
    assert {line.verdict for line in claims(r"$\bar x = 3$, $\bar{Yes} = 1$")} <= {"unread", "unused"}


def test_the_size_of_a_vocabulary_has_bars() -> None:
    """Six words, and a quantity only where there are words."""
    text = "|V| = 6\n|V| = 7\n$|V| = 6$"
    assert [line.verdict for line in claims(text, TICKETS)] == ["right", "wrong", "right"]
    assert claims("|V| = 7", TICKETS)[0].message == "vocabulary is 6, not 7"
    assert [line.verdict for line in claims("|V| = 7")] == ["unread"]


@all_of("arrow", ["->", "-->", "→", "⇒", "=>", r"$\Rightarrow$", r"$\to$"])
def test_arrows_stand_between_claims(arrow: str) -> None:
    assert [line.verdict for line in claims(f"P(Yes) = 9/14 {arrow} P(No) = 5/14 {arrow} so No")] == [
        "right", "right", "right",
    ]  # fmt: skip


GAPS = [
    " ", "  ", "\t", " | ", ", ", "; ", " and ", " whereas ", "$, $",
    "$ $", r" \quad ", r" \qquad ", r" \ \ ", r" \;\; ", r"$\quad$", r" \quad\text{and}\quad ",
]  # fmt: skip
PAIRS = [  # right claims, and how many of the two name a quantity
    ("P(Hot|Yes) = 2/9", "P(Hot|No) = 2/5", 2),
    ("P(Yes) = 9/14 = 0.643", "the prior of No = 0.357", 2),
    ("the prior of No = 0.357", "P(Yes) = 9/14 = 0.643", 2),
    ("odds(Yes:No|x) = 125/486", "P(Yes|x) = 0.2046", 2),
    ("P(Yes|x) = 0.2046", "odds(Yes:No|x) = 125/486", 2),
    ("0.0206 > 0.0053", "P(No|x) = 0.795", 1),
    ("P(Yes,x) = 1/189", "P(No,x) = 18/875", 2),
    ("P(Yes|x) = 20.46%", "P(No,x)/P(x) = 486/611", 1),
    ("9/14 * 2/9 = 0.143", "prior of No = 5/14", 1),
]


@pytest.mark.exhaustive
@all_of("gap", GAPS)
def test_a_gap_between_two_claims_is_no_product(gap: str) -> None:
    """Two right claims on one line are right, and of a wrong one nobody else is to blame."""
    for first, second, named in PAIRS:
        line = f"{first}{gap}{second}"
        lines = claims(f"${line}$" if {"$", "\\"} & set(line) else line)
        assert not any(each.is_to_blame for each in lines), line
        assert sum(each.name is not None for each in lines) == named, line
    (wrong, right) = claims(f"P(Hot|Yes) = 3/9{gap}P(Hot|No) = 2/5")
    assert (wrong.verdict, right.verdict) == ("wrong", "right")


WIDE_GAPS = ["     ", "\t", "$ $", r" \, ", r" \quad "]


@all_of("gap", WIDE_GAPS, apart=3)
def test_a_product_with_a_gap_is_a_product(gap: str) -> None:
    """What is right as a product is right, and what is wrong both ways is blamed as what is nearer."""

    def judged(first: str, second: str) -> list[tuple[str, str]]:
        line = f"{first}{gap}{second}"
        lines = claims(f"${line}$" if {"$", "\\"} & set(line) else line)
        return [(str(each.name).replace("x'", "x"), each.verdict) for each in lines]

    assert judged("P(Yes,x) = 9/14", "P(x|Yes) = 1/189") == [("P(Yes,x)", "right")]
    assert judged("P(Yes,x) = 9/14", "P(x|Yes) = 9/14 * 2/243 = 1/189") == [("P(Yes,x)", "right")]
    assert judged("P(Yes,x) = 9/14", "P(x|Yes) = 1/188") == [("P(Yes,x)", "wrong")]
    nearer = [("P(Yes)", "wrong"), ("P(x|Yes)", "wrong")]
    assert judged("P(Yes) = 9/13", "P(x|Yes) = 2/241") == nearer
    one_of_two = [("P(Yes,x)", "wrong"), ("P(x|Yes)", "right")]
    assert judged("P(Yes,x) = 9/14", "P(x|Yes) = 2/243") == one_of_two
    assert judged("P(Yes) = 9/14", "rows = 14")[0] == ("P(Yes)", "right")


def test_the_number_of_an_equation_is_no_factor() -> None:
    assert [each.verdict for each in claims(r"$P(Yes) = 9/14 \quad (2)$")] == ["right"]


def test_words_of_several_meanings_blame_nobody() -> None:
    """The likelihood of yes is P(x|yes), or the joint: a value that is neither is not judged."""
    for text in ("likelihood of yes = 0.5", "probability of yes = 0.5", "odds yes : no = 7 to 1"):
        assert [each.verdict for each in claims(text)] == ["unread"], text
    assert [each.verdict for each in claims("P(Temp = cool | yes) = 1/9")] == ["unread"]


@all_of("text", ["1 - prior of yes = 5/14", "log prior of yes = -0.44", "P(Yes) = 9/14 n = 14"])
def test_a_name_inside_of_a_formula_claims_nothing_about_itself(text: str) -> None:
    assert not any(each.is_to_blame for each in claims(text))


def slips(word: str) -> list[str]:
    """Return a word with one letter less, and with neighbours exchanged."""
    less = [word[:at] + word[at + 1 :] for at in range(len(word))]
    pairs = [word[:at] + b + a + word[at + 2 :] for at, (a, b) in enumerate(pairwise(word)) if a != b]
    return [slip for slip in (*less, *pairs) if slip.casefold() != word.casefold()]


WORDS = ("Outlook", "Sunny", "Overcast", "Humidity", "Strong", "Normal", "Weak")
SLIPS = [(word, slip) for word in WORDS for slip in slips(word) if len(slip) > 3]


@in_both_runs
def test_a_misspelt_word_is_read_with_a_note_or_not_at_all() -> None:
    """Whatever letter is missing or exchanged: a right value is right, and no wrong one is blamed."""
    cells = {"Outlook": "Outlook=Sunny", "Humidity": "Humidity=High"}
    every = choose(quick=SLIPS[::9], exhaustive=SLIPS)
    for word, slip in every:
        name = f"P({cells.get(word, word)}|Yes)"
        (known,) = claims(f"{name} = 1/14")
        right = grader().names.graph.with_targets((known.name,)).value(known.name)
        misspelt = name.replace(word, slip)
        (line,) = claims(f"{misspelt} = {right}")
        assert (line.verdict, line.message) == ("right", f"read `{slip}` as `{word}`"), misspelt
        (line,) = claims(f"{misspelt} = 1/14")
        assert line.verdict == "unread", misspelt
        assert line.message == f"not judged: read `{slip}` as `{word}`, it would be wrong"
    assert len(every) > 8


def test_a_list_in_words_is_a_list() -> None:
    """Each of several statements with a verb is a claim."""
    lines = claims("prior of yes is 9/14, prior of no is 5/9 and the class is No")
    assert [line.verdict for line in lines] == ["right", "wrong"]


def test_what_could_be_two_words_is_not_guessed() -> None:
    table = "a,k\nstone,+\nstore,-\nstore,+\n"
    of = WorkingGrader(Problem.from_document({"data": {"table": table}}))
    (line,) = of.verify("P(stoe|+) = 1/2").lines
    assert (line.verdict, line.message) == ("unread", "not read: `P(stoe|+)`")


@all_of(
    "text, quoted, column",
    [
        ("We know that P(Mars|Yes) = 1/2", "`P(Mars|Yes)`", 14),
        ("P(Yes) = nine fourteenths", "`nine fourteenths`", 10),
        ("P(Yes) = 9 in the table", "`9 in the table`", 10),
        ("P(Yes|x) = 3 times the other", "`3 times the other`", 12),
        ("P(Yes,x) = 9/14 * P(Mars|Yes) * 3/9", "`P(Mars|Yes)`", 19),
        (r"\[ P(Mars \mid Yes) = \frac12 \]", "`P(Mars ", 4),
        ("a < P(Mars|Yes)", "`P(Mars|Yes)`", 5),
    ],
)
def test_what_is_not_read_is_quoted_to_the_column(text: str, quoted: str, column: int) -> None:
    (line,) = claims(text)
    assert line.verdict == "unread"
    assert line.message.startswith(f"not read: {quoted}")
    assert line.place == (1, column)


def test_prose_is_not_quoted() -> None:
    """A sentence is none of what was not read; numbers without a name are neither."""
    for text in ("We count.", "So far so good: fine", "exercise 3.1 = 2 points", "Q = 17", "x > 3"):
        assert all(line.place is None for line in grader().verify(text).lines), text


@pytest.mark.exhaustive
def test_unknown_words_are_looked_up_and_not_compared() -> None:
    """A text of thousands of misspelt names asks for each once, whatever the vocabulary is."""
    text = "\n".join(
        f"P(Sunn{chr(97 + n % 26)}{chr(97 + n // 26 % 26)}|Yes) = 1/{n + 2}" for n in range(1500)
    )
    assert grader().verify(text).first_wrong is None
