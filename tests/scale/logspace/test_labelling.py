"""Records of one file labelled by those of another: fields, names, classes without rows, refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from exactnb import Conventions
from exactnb.errors import InputError, Undecidable
from exactnb.scale.classify.fields import RecordSource
from exactnb.scale.classify.labelling import Labelling
from exactnb.scale.explaining.exact_model import explain_record
from exactnb.scale.logspace.correctly_rounded import posteriors

Write = Callable[[str, Any], RecordSource]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(name: str, content: Any, **fields: str) -> RecordSource:
        lines = [content] if isinstance(content, str) else [json.dumps(line) + "\n" for line in content]
        (tmp_path / name).write_text("".join(lines), encoding="utf-8")
        return RecordSource(tmp_path / name, **fields)

    return write


COLOURS = (
    {"text": "the colour red", "colour": "red", "class": "a"},
    {"text": "no colour blue", "colour": "blue", "class": "b"},
    {"text": "dog", "colour": "red", "class": "b"},
)


@pytest.mark.parametrize("family", ["multinomial", "bernoulli"])
def test_a_word_may_be_called_like_a_column(write: Write, family: str) -> None:
    """The column has another name in explanations then, and every one of them agrees with its label."""
    labelling = Labelling(
        write("c.jsonl", COLOURS), write("t.jsonl", COLOURS), family, categories=("colour",)
    )
    for each in labelling.labels():
        solution = explain_record(labelling, each.id)
        (name,) = (name for name in solution if name.startswith("argmax("))
        assert solution[name].labels == each.winners  # type: ignore[union-attr]
    assert explain_record(labelling, "2")["P(colour*=blue|a)"] == Fraction(0 + 1, 1 + 2)


def test_a_class_without_its_only_record_has_the_prior_zero(write: Write) -> None:
    """Left out, the only record of a class goes elsewhere, in its label as in its explanation."""
    records = [
        {"text": "red", "class": "a"},
        {"text": "blue", "class": "b"},
        {"text": "blue red", "class": "b"},
    ]
    labelling = Labelling(write("c.jsonl", records))
    assert next(labelling.labels()).winners == ("b",)
    solution = explain_record(labelling, "1")
    assert (solution["P(a)"], solution["P(b|d)"]) == (0, 1)


def test_other_records_may_have_their_class_in_another_field(write: Write) -> None:
    """Where the training says class and the test label, labels are compared all the same."""
    train = write("c.jsonl", COLOURS)
    test = write("t.jsonl", [{"label": "b", "text": "dog"}, {"label": "a", "text": "the"}])
    tally = Labelling(train, test).tally()
    assert (tally.known_class_count, tally.right_count) == (2, 2)
    bare = write("bare.jsonl", [{"text": "dog"}])
    assert Labelling(train, bare).tally().known_class_count == 0


def test_variances_of_zero_are_told_with_column_and_class(write: Write) -> None:
    """Numbers that are all the same in a class have no normal distribution there."""
    train = write("v.csv", "x,class\n1,k\n1,k\n2,l\n3,l\n")
    labelling = Labelling(train, train, numbers=("x",))
    with pytest.raises(InputError, match=r"v\.csv: all numbers of “x” are the same in class “k”"):
        labelling.tally()


def test_decimals_are_exact(write: Write) -> None:
    """0.1 and 0.3 lie as far from 0.2 as they are written: a tie, which doubles would break."""
    train = write("n.csv", "x,class\n0.0,k\n0.2,k\n0.2,l\n0.4,l\n")
    test = write("t.csv", "x\n0.2\n0.20000001\n")
    labelling = Labelling(train, test, numbers=("x",))
    assert [each.certificate for each in labelling.labels()] == ["tie", "float64"]
    assert explain_record(labelling, "1")["mean(x|l)"] == Fraction(3, 10)


def test_clips_are_for_words_alone(write: Write) -> None:
    """Categories take λ; what would be said and not done is refused."""
    train = write("b.csv", "x,y,class\na,p,k\nb,q,l\n")
    clip = Conventions(smoothing={"clip": "0.4"})
    with pytest.raises(InputError, match="smoothing: shares of words are clipped"):
        Labelling(train, family="bernoulli", conventions=clip).tally()
    with pytest.raises(InputError, match="smoothing: expected one λ for all"):
        Labelling(train, conventions=Conventions(smoothing="perks"))


def test_semicolons_and_columns_without_a_name_are_read(write: Write) -> None:
    """A spreadsheet's semicolons separate cells, and a column that numbers rows is no feature."""
    train = write("s.csv", ";x;class\n0;a;k\n1;b;l\n")
    labelling = Labelling(train, write("t.csv", "x;class\nb;l\na;k\n"))
    assert [each.winners for each in labelling.labels()] == [("l",), ("k",)]


def test_a_posterior_that_cannot_be_rounded_has_its_record(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no number of bits tells on which side of the middle it lies, the record is named."""
    labelling = Labelling(write("c.jsonl", COLOURS), write("t.jsonl", COLOURS, id="text"))
    assert len(list(labelling.labels(posteriors=True))) == 3
    monkeypatch.setattr(posteriors, "_MOST_BITS", 0)
    monkeypatch.setattr(posteriors, "ERROR_OF_EXP", 1.0)
    with pytest.raises(
        Undecidable, match=r"t\.jsonl: record the colour red: a posterior lies too near"
    ):
        list(labelling.labels(posteriors=True))
