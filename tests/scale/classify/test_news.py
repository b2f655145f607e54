"""Four newsgroups as lecture notes classify them, with every label proved."""

from __future__ import annotations

import json
import runpy
from collections import Counter
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from corpora import corpus, listed, only_with_data
from mpmath import mp

from exactnb.scale.classify.vocabulary import Vocabulary
from exactnb.scale.logspace.classifier import Classifier, Part
from exactnb.scale.logspace.row_models import Predictions

EXAMPLES = Path(__file__).parents[3] / "worked_examples"
pytestmark = only_with_data
CLASSES = ("alt.atheism", "comp.graphics", "sci.med", "soc.religion.christian")


def texts() -> list[str]:
    return [document["text"] for document in corpus("news4_train")]


def labels() -> list[str]:
    return [document["label"] for document in corpus("news4_train")]


def predicted(vocabulary: Vocabulary, **part: object) -> Predictions:
    """Return what a Bernoulli model says of the documents that it was estimated from."""
    rows = vocabulary.rows(texts(), binary=True)
    model = Classifier.fit(rows, labels(), [Part("bernoulli", **part)], classes=CLASSES)  # type: ignore[arg-type]
    return model.predict(rows)


def right(predictions: Predictions) -> int:
    return sum(map(str.__eq__, predictions.labels, labels()))


@pytest.mark.exhaustive
def test_the_classes_have_their_sizes() -> None:
    """The notes print the proportions 480, 584, 594 and 599 of 2257."""
    counts = Counter(labels())
    assert [counts[label] for label in CLASSES] == [480, 584, 594, 599]
    rows = Vocabulary(("church",)).rows(texts(), binary=True)
    model = Classifier.fit(rows, labels(), [Part("bernoulli")], classes=CLASSES).model
    assert model.priors == tuple(Fraction(counts[label], 2257) for label in CLASSES)


@pytest.mark.exhaustive
def test_the_vocabulary_is_that_of_the_notes() -> None:
    """There are 35,788 words; church is number 8609, computer 9338."""
    known = Vocabulary.learn(texts())
    assert len(known.words) == 35_788
    assert (known.column_by_word["church"], known.column_by_word["computer"]) == (8609, 9338)


@pytest.mark.exhaustive
def test_the_clip_of_the_notes_gives_their_accuracy() -> None:
    """With shares moved into [1e-14, 1 − 1e-14] and the words of the notes, 1962 of 2257 are right."""
    found = predicted(Vocabulary(tuple(listed("news4_vocab1000_lecture"))), amount=0, clip="1e-14")
    assert right(found) == 1962
    assert [CLASSES.index(label) for label in found.labels[:10]] == [1, 1, 3, 0, 3, 3, 3, 2, 2, 2]
    assert set(found.certificates) == {"float64"}


@pytest.mark.exhaustive
def test_true_zeros_decide_more_documents_rightly() -> None:
    """With zeros as zeros 1977 are right; 24 documents are decided otherwise."""
    words = Vocabulary(tuple(listed("news4_vocab1000_lecture")))
    clipped, plain = predicted(words, amount=0, clip="1e-14"), predicted(words, amount=0)
    assert right(plain) == 1977
    assert sum(a != b for a, b in zip(clipped.labels, plain.labels, strict=True)) == 24
    assert set(plain.certificates) <= {"float64", "exact"}


@pytest.mark.exhaustive
def test_the_cut_of_a_vocabulary_has_a_rule_for_ties() -> None:
    """Of 15 words in 55 documents each, the first 7 in alphabetical order are kept: 1963 are right."""
    cut = Vocabulary.learn(texts(), limit=1000)
    often: Counter[str] = Counter()
    for text in texts():
        often.update(set(Vocabulary.learn([text]).words))
    tied = sorted(word for word, times in often.items() if times == 55)
    assert len(tied) == 15
    assert [word for word in tied if word in cut.column_by_word] == tied[:7]
    assert right(predicted(cut, amount=0, clip="1e-14")) == 1963


@pytest.mark.exhaustive
def test_the_script_prints_what_the_notes_print(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Fetched from scikit-learn, the documents give the notes' proportions, places and labels."""
    fetched = SimpleNamespace(
        data=texts(), target=[CLASSES.index(label) for label in labels()], target_names=list(CLASSES)
    )
    place = EXAMPLES / "newsgroups" / "four_groups.py"
    script = runpy.run_path(str(place))
    script["main"]([str(tmp_path)], lambda **_: fetched)
    assert capsys.readouterr().out.splitlines() == [
        "proportions  480/2257, 584/2257, 594/2257, 599/2257",
        "vocabulary   35,788 words; church is number 8609, computer is number 9338",
        "the first     1 1 3 0 3 3 3 2 2 2",
        "clipped      1,962 of 2,257 right",
        "true zeros   1,977 of 2,257 right",
        "'OpenGL on the GPU is fast': comp.graphics",
    ]
    written = [json.loads(line) for line in (tmp_path / "four_groups.jsonl").read_text().splitlines()]
    assert [line["text"] for line in written] == texts()
    assert [line["class"] for line in written] == labels()


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", ["bernoulli", "multinomial"])
def test_every_row_of_all_twenty_newsgroups_is_proved(kind: str) -> None:
    """7,532 test documents of twenty groups: every label is proved, and none needs exact arithmetic."""
    train, test = corpus("news20_train"), corpus("news20_test")
    known = Vocabulary.learn((document["text"] for document in train), limit=20_000)
    binary = kind == "bernoulli"
    rows, others = (known.rows([d["text"] for d in of], binary=binary) for of in (train, test))
    model = Classifier.fit(rows, [d["label"] for d in train], [Part(kind)])
    found = model.predict(others)
    assert np.bincount(found.decisions.certificates, minlength=4).tolist() == [len(test), 0, 0, 0]


@pytest.mark.exhaustive
def test_posteriors_are_right_to_the_last_bit() -> None:
    """Of every 300th document, down to 10^-400 and less, by 2,000 bits from the exact scores."""
    known = Vocabulary.learn(texts())
    rows = known.rows(texts(), binary=True)
    model = Classifier.fit(rows, labels(), [Part("bernoulli")], classes=CLASSES).model
    found = model.posteriors(rows)
    assert (found.min(axis=1) < 1e-300).any()
    with mp.workprec(2_000):
        for at in range(0, 2257, 300):
            logs = []
            for label in range(4):
                powers = model.score(rows[at : at + 1], label).powers
                logs.append(mp.fsum(int(e) * mp.log(n) for n, e in powers.items()))
            joints = [mp.exp(log - max(logs)) for log in logs]
            assert found[at].tolist() == [float(joint / mp.fsum(joints)) for joint in joints]
