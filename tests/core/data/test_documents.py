from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb import Conventions, ModelChoice, Problem
from exactnb.core.data.documents import Document, Documents, cut
from exactnb.core.data.schema import Case, Schema
from exactnb.errors import InputError

MAILS = [
    ("+", "b d e b b d e"),
    ("+", "b c e b b d d e c"),
    ("+", "a d a d e a e e"),
    ("+", "b a d b e d a b"),
    ("-", "a b a b a b a e d"),
    ("-", "a c a c a c a e d"),
    ("-", "e a e d a e a"),
    ("-", "d e d e d"),
]

CUT = [
    ("b d  e\tb\n", "spaces", ["b", "d", "e", "b"]),
    ("Dr. Who?", "spaces", ["Dr.", "Who?"]),
    ("", "spaces", []),
    ("ab b", "letters", ["a", "b", "b"]),
    ("Sore throat, Fever; Rash,", "items", ["Sore throat", "Fever", "Rash"]),
    ("Ü-1", "letters", ["Ü", "-", "1"]),
    ("Dr. Who?", "words", ["dr", "who"]),
    ("it's 2nd-rate, O.K.", "words", ["it", "s", "2nd", "rate", "o", "k"]),
    ("snake_case __x__", "words", ["snake", "case", "x"]),
    ("Straße ÉTÉ", "words", ["straße", "été"]),
    ("...", "words", []),
]


def encoded(documents: Documents, text: str) -> Mapping[str, str]:
    """Return a text as 0/1 columns, one for each word that counts."""
    choice = ModelChoice(Conventions(prior="uniform"), family="bernoulli")
    problem = Problem(documents, {"asked": text}, {"model": choice})
    return problem.predictions[""].queries["asked"].cells


def test_the_mails_of_the_lecture() -> None:
    """Without the stop words d and e, the eight mails have the words a, b, c, in 0/1 columns."""
    mails = Documents.of(MAILS, stop_words=["d", "e"])
    assert mails.vocabulary == ("a", "b", "c")
    assert mails.classes == ("+", "-")
    assert mails.schema == Schema("class", ("+", "-"), {}, ("a", "b", "c"))
    cells = ["".join("01"[word in case.words] for word in "abc") for case in mails.cases()]
    assert cells == ["010", "011", "100", "110", "110", "101", "100", "000"]
    times = ["".join(str(case.words.get(word, 0)) for word in "abc") for case in mails.cases()]
    assert times == ["030", "032", "300", "230", "430", "403", "300", "000"]
    assert encoded(mails, "a b b d e b b") == {"a": "1", "b": "1", "c": "0"}


@all_of(("text", "split", "words"), CUT)
def test_texts_are_cut(text: str, split: str, words: list[str]) -> None:
    """Spaces keep case and marks, letters drop blanks, words are lower-cased runs of letters."""
    assert cut(text, split) == words  # type: ignore[arg-type]


def test_a_learnt_vocabulary_is_sorted_by_code_point() -> None:
    """Capitals come before small letters, digits before both, accents after all."""
    documents = Documents.of([("k", "été b a Z 10 9"), ("l", "a éa ω")])
    assert documents.vocabulary == ("10", "9", "Z", "a", "b", "éa", "été", "ω")


def test_a_given_vocabulary_keeps_its_order() -> None:
    """Words outside it do not count, words of it that never occur do."""
    documents = Documents.of([("k", "a b c")], vocabulary=["z", "b"])
    assert documents.vocabulary == ("z", "b")
    assert next(documents.cases()).words == {"b": 1}
    assert encoded(documents, "z q") == {"z": "1", "b": "0"}


def test_unseen_words_and_stop_words_are_dropped() -> None:
    """A query is encoded by the vocabulary alone."""
    documents = Documents.of([("k", "a b"), ("l", "c")], stop_words=["c"])
    assert encoded(documents, "c please b b") == {"a": "0", "b": "1"}
    assert encoded(documents, "") == {"a": "0", "b": "0"}


def test_ids_and_classes_are_kept() -> None:
    """Documents carry their ids into the table; classes may be listed beyond those seen."""
    given_documents = [Document("t1", "k", "a"), Document("t2", "l", "")]
    documents = Documents.of(given_documents, class_variable="topic", classes=["m", "l", "k"])
    assert documents.schema == Schema("topic", ("m", "l", "k"), {}, ("a",))
    assert list(documents.cases()) == [Case("t1", "k", {}, {"a": 1}), Case("t2", "l", {}, {})]


def test_all_words_may_be_stop_words() -> None:
    """With no word left there are documents and no words."""
    documents = Documents.of([("k", "a b")], stop_words=["a", "b"])
    assert documents.schema.words == ()
    assert list(documents.cases()) == [Case("", "k", {}, {})]


def test_columns_stand_beside_a_text() -> None:
    """Cells beside a text are those of the named columns; a missing one is not in the case."""
    texts = [Document("", "k", "a", ("9", "")), Document("", "l", "b", ("10", "x"))]
    documents = Documents.of(texts, columns=["hour", "place"], values={"place": ["x", "y"]})
    columns = {"hour": ("9", "10"), "place": ("x", "y")}
    assert documents.schema == Schema("class", ("k", "l"), columns, ("a", "b"))
    shown = [dict(case.cells) for case in documents.cases()]
    assert shown == [{"hour": "9"}, {"hour": "10", "place": "x"}]
    with pytest.raises(InputError, match="'a' is a column and a word of the texts"):
        Documents.of([Document("", "k", "a", ("9",))], columns=["a"])


@all_of(
    "options, told",
    [
        ({"vocabulary": ["a", "b", "a"]}, "vocabulary: 'a' is listed twice"),
        ({"vocabulary": ["a", "b"], "stop_words": ["b"]}, "vocabulary: 'b' is a stop word too"),
        ({"classes": ["k"]}, "classes: the data has 'l', which is not listed"),
        ({"classes": ["k", "l", "k"]}, "classes: 'k' is listed twice"),
    ],
)
def test_what_does_not_fit_is_refused(options: dict[str, list[str]], told: str) -> None:
    """Words listed twice or both ways, and classes that are not listed, are named."""
    with pytest.raises(InputError) as refusal:
        Documents.of([("k", "a"), ("l", "b")], **options)  # type: ignore[arg-type]
    assert str(refusal.value) == told


def test_an_id_stands_once() -> None:
    """Two documents may lack an id; two with the same id are refused."""
    assert Documents.of([Document("", "k", "a"), Document("", "k", "b")]).vocabulary == ("a", "b")
    with pytest.raises(InputError) as refusal:
        Documents.of([Document("t1", "k", "a"), Document("t1", "l", "b")])
    assert str(refusal.value) == "id: the id 't1' is there twice"


TEXTS = st.lists(
    st.tuples(st.sampled_from("kl"), st.text("abcAB _-.", max_size=12)), min_size=1, max_size=6
)


@given(TEXTS, st.sampled_from(["spaces", "letters", "words", "items"]), st.sets(st.sampled_from("abc")))
@law(10, 50)
def test_presence_is_occurrence(texts: list[tuple[str, str]], split: str, stops: set[str]) -> None:
    """A case counts each word as often as it stands in its text, for each way of cutting."""
    documents = Documents.of(texts, split=split, stop_words=stops)  # type: ignore[arg-type]
    assert list(documents.vocabulary) == sorted({*documents.vocabulary} - stops)
    for case, (label, text) in zip(documents.cases(), texts, strict=True):
        words = cut(text, split)  # type: ignore[arg-type]
        assert case.label == label
        assert {*words} - stops <= {*documents.vocabulary}
        assert {*case.words} == {*words} - stops
        assert all(case.words[word] == words.count(word) for word in case.words)
        assert documents.words_of(text) == [word for word in words if word not in stops]
