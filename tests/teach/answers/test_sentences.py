"""Classes that sentences name, ties in words, and what is asked back: denials, several classes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of

from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.results import Decision
from exactnb.teach.answers.answer import Expects
from exactnb.teach.answers.reading import read_answer
from exactnb.teach.answers.sentences import class_in_sentence, mentions_in

CLASSES = {
    "play": ("Yes", "No"),
    "mail": ("spam", "ham"),
    "sign": ("+", "-"),
    "digit": ("0", "1"),
    "letter": ("A", "B", "C"),
}
NAMED = {
    "play": {
        "Yes": ("The prediction is Yes.", "I would predict Yes", "Yes, because P(Yes|x) is larger",
                "Yes because 0.8 > 0.2", "Yes (0.8)", "Yes, with probability 0.8",
                "YES since it is more likely",
                "=> Yes", "x → Yes", r"x \to Yes", "P(Yes|x) is larger", "We would play: Yes",
                "it's Yes", "Yes (0.8 vs 0.2)", "Yes, 0.8 and 0.2",
                "Yes (the other is less likely)", "Yes, but it is close", "Yes because it is not less",
                "Predict Yes for x", "Decision: play = Yes", "**Yes**", "Yes; see above",
                "Sam will say Yes to it"),
        "No": ("The answer is no.", "I would predict No", "No, because P is not large",
        "No (0.8 > 0.2)",
               "class No, I think", "it is classified as No"),
    },
    "mail": {
        "spam": ("The email is spam", "classified as SPAM.", "it is a spam email",
        "I predict spam, 4/5",
                 '"spam" because the joint is larger', "spam wins", "spam is more likely",
                 "it belongs to spam"),
        "ham": ("x belongs to class ham", "ham, since 1/3 > 1/4", r"it is \text{ham}",
        "naive Bayes chooses ham"),
    },
    "sign": {
        "+": ("The class is +", "I predict + because it is larger", 'x is classified as "+"', "=> +"),
        "-": ("class -", "predict: -", "so it belongs to class - (more likely)"),
    },
    "digit": {
        "1": ("The class is 1", "1, because 0.8 > 0.2", "The email is in class 1.", "we predict 1"),
        "0": ("I predict 0", "class 0 wins", "0 (the joint is larger)"),
    },
    "letter": {"A": ("I predict A", "A is the most likely", "class A",
    "the decision is A."), "B": ("B wins",)},
}  # fmt: skip


def chosen(kind: str, typed: str) -> object:
    return read_answer(typed, Expects("label", labels=CLASSES[kind])).value


@all_of(
    ("kind", "label", "typed"),
    [(kind, of, t) for kind, by in NAMED.items() for of, texts in by.items() for t in texts],
)
def test_a_sentence_names_a_class(kind: str, label: str, typed: str) -> None:
    """One class is named and nothing denies it, whatever else is said about it."""
    assert chosen(kind, typed) == Decision((label,))


ASKED = {
    "play": (
        "not No", "opposite of Yes", "x ≠ Yes", "x != Yes", "y =/= Yes", "y /= Yes", r"y \ne Yes",
        "y <> Yes",
        "isn't Yes", "I don't think Yes", "Yes or No", "Yes, not No", "Yes?", "more likely than Yes",
        "Yes is less likely", "The other class is Yes", "It's a tie so I pick Yes", "Yes, wrong",
        "not: Yes",
        "wrong: Yes", "rejected = Yes", "P(Yes|x) = 0.2", "P(Yes|x) < 0.5", "no idea", "No idea",
        "no tie",
        "there is no winner", "no class", "Yes since P(Yes|x) > P(No|x)", "never Yes",
        "Yes unless it rains",
        "anything but Yes", "Yes (not sure)", "Yes, or another", "Yes, the other is more likely",
        "Yes, less likely",
        "Yes (tied)", "Yes, it isn't", "neither Yes", "maybe not Yes", "Yes is out", "nicht Yes",
        "we exclude Yes", "Yes has a lower posterior", "P exceeds Yes",
    ),
    "mail": (
        "not-spam", "non-spam", "spam rather than ham", "I reject spam", "spammy",
        "unlikely to be spam",
        "spam/eggs", "spam instead", "better than spam", "0.8 spam",
    ),
    "sign": ("answer - see above", "x - y", "+-", "not +", "+ or -", "2 + 2"),
    "digit": ("P(1|x) = 0.8", "0.75", "1 of 2", "10", "x1", "1 - 0", "not 1", "1/2"),
    "letter": ("A dog", "both", "A or B", "not A", "AB", "A is B", "A is not it"),
}  # fmt: skip


@all_of(("kind", "typed"), [(k, t) for k, texts in ASKED.items() for t in texts])
def test_what_denies_or_leaves_open_is_asked_back(kind: str, typed: str) -> None:
    """A denial is never read as the class behind it, nor is one of several."""
    with pytest.raises(Refusal) as refusal:
        chosen(kind, typed)
    assert refusal.value.kind == "unknown_name"


@all_of(
    "typed",
    ["both", "equal", "Equal.", "draw", "a draw", "it's a tie", "It is a tie!", "yes/no", "Yes/No",
     "Yes & No",
     "they are equally likely", "both classes", "both are equally likely", "both classes tie",
     "they tie",
     "the two classes are tied", "it ends in a draw", "Yes and No are equally likely",
     "the posteriors are equal",
     "there's a tie between No and Yes", "tie: Yes, No", "same probability"],
)  # fmt: skip
def test_a_tie_has_many_words(typed: str) -> None:
    """Words for a tie mean all classes, or those that are named, in their own order."""
    assert chosen("play", typed) == Decision(("Yes", "No"))


def test_a_tie_of_three_may_leave_one_out() -> None:
    """Both are two; of three classes they have to be named."""
    assert chosen("letter", "A/B") == Decision(("A", "B"))
    assert chosen("letter", "all equal") == Decision(("A", "B", "C"))
    assert chosen("letter", "a draw between C and A") == Decision(("A", "C"))
    for typed in ("both", "both are equal", "the two classes tie"):
        with pytest.raises(Refusal):
            chosen("letter", typed)


def test_a_class_may_be_called_like_a_word_for_a_tie() -> None:
    """A label is looked for first."""
    game = Expects("label", labels=("win", "draw"))
    for typed in ("draw", "the result is draw", "it's a draw"):
        assert read_answer(typed, game).value == Decision(("draw",))


def test_longer_labels_are_found_first() -> None:
    """A label within another one is not named by it."""
    labels = ["red", "dark red", "red-brown"]
    assert [each.label for each in mentions_in("it is dark red", labels)] == ["dark red"]
    assert class_in_sentence("it is red-brown", labels) == "red-brown"
    assert class_in_sentence("not dark red", labels) == ""


@all_of(
    "typed, truth",
    [("Yes, because the products are equal", True), ("no, since 1/2 is not 1/4",
     False), ("True because", True)],
)  # fmt: skip
def test_a_truth_may_have_its_reason_behind_it(typed: str, truth: bool) -> None:
    """What is answered by yes or no is read with a reason too."""
    assert read_answer(typed, Expects("truth")).value is truth


_DENIALS = st.sampled_from(
    ["not", "never", "isn't", "it is not", "opposite of", "anything but", "y ≠", "y !=", "less than",
     "no, not"]
)  # fmt: skip


@given(_DENIALS, st.sampled_from(["", "class ", "the class "]), st.sampled_from(["spam", "ham"]))
def test_no_denial_is_read_as_the_class_behind_it(denial: str, between: str, label: str) -> None:
    """Whatever words deny it, the class behind them is not the answer."""
    with pytest.raises(Refusal):
        chosen("mail", f"{denial} {between}{label}")
