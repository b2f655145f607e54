"""Messages: one line with an end, in which nothing that a user wrote steers a terminal."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.errors import (
    HERE,
    ExactnbError,
    InputError,
    Place,
    Undecidable,
    listing,
    one_line,
    printable,
    quoted,
    shortened,
)

LAW = law(20)
TEXTS = st.text(st.characters(), max_size=1000) | st.text("a\u0301\n\x1b\u202e", max_size=1000)


@LAW
@given(TEXTS, TEXTS)
def test_an_error_is_one_safe_line(message: str, at: str) -> None:
    """Whatever it is made of, an error is one printable line of at most 300 signs, nested too."""
    for error in (ExactnbError(message, at=at), InputError(message, at=at).under(Place.file(at) / at)):
        assert str(error).isprintable()
        assert len(str(error)) <= 300


@LAW
@given(TEXTS)
def test_a_letter_keeps_four_marks(text: str) -> None:
    """No more than four combining marks follow each other, and nothing else is taken away."""
    kinds = "".join("m" if unicodedata.category(c) in ("Mn", "Me") else "." for c in printable(text))
    assert "m" * 5 not in kinds
    assert kinds.count(".") == sum(unicodedata.category(c) not in ("Mn", "Me") for c in text)


def test_text_with_few_marks_is_as_it_was() -> None:
    """Four marks on a letter stay, a fifth goes; the next letter starts anew."""
    four = "a\u0301\u0301\u0301\u0301"
    assert printable(four + "\u0301" + four) == four + four


def test_the_ends_of_a_long_place_stay() -> None:
    """Of a long place the file at its beginning and the key at its end are told."""
    error = InputError("unknown key", at="x" * 500 + ".smoothng").under(Place.file("dough.toml"))
    assert str(error).startswith("dough.toml: xxx")
    assert str(error).endswith("xx.smoothng: unknown key")


@all_of("write", [quoted, shortened, lambda name: listing([name])])
def test_names_are_cut_at_forty_signs(write) -> None:
    """A name of forty signs is repeated whole, of a longer one forty signs and an ellipsis."""
    assert "b" * 40 in write("b" * 40)
    assert "…" not in write("b" * 40)
    assert "b" * 40 + "…" in write("b" * 41)
    assert "b" * 41 not in write("b" * 41)


def test_numbers_are_cut_at_forty_digits() -> None:
    """What stands behind a long number is still said."""
    assert one_line(f"got {'7' * 1000}; at most 1,000") == f"got {'7' * 40}…; at most 1,000"
    assert one_line(f"got {'7' * 40}") == f"got {'7' * 40}"


P, MODEL = Place.file("p.toml"), Place.of("model")
CELL = Place.of("table").row(2).column("n")
JOINED = [
    (P / MODEL / "smoothing", "p.toml: model.smoothing"),
    (P / "query" / "e*" / "sea level", "p.toml: query.e*.sea level"),
    (Place.of("question")[2] / "policy" / "within", "question[2].policy.within"),
    (Place.of("ask")[1].named("P(a)"), "ask[1]: P(a)"),
    (P / Place.of("data") / CELL, "p.toml: data.table: row 2, column 'n'"),
    (P / MODEL / (Place.root("data") / CELL), "p.toml: data.table: row 2, column 'n'"),
    (P / (MODEL / Place.root("data")), "p.toml: data"),
    (P / (P / MODEL), "p.toml: model"),
    (P / Place.of("data.file") / Place.file("r.csv").line(3), "p.toml: data.file: r.csv: line 3"),
    (P / MODEL / Place.of("--query") / "x", "--query.x"),
    (HERE, ""),
    (HERE / MODEL, "model"),
    (HERE / ("a" * 50), "a" * 40 + "…"),
]


@all_of(("place", "spelled"), JOINED)
def test_places_are_joined_as_paths_are(place: Place, spelled: str) -> None:
    """Keys hang together by points; a place from the top, and an option, stay what they are."""
    assert str(place) == str(InputError("x", at=place)).removesuffix("x").removesuffix(": ") == spelled


def raised(error: Exception) -> None:
    """Raise an error."""
    raise error


def test_what_stands_at_a_place_is_refused_there() -> None:
    """`with` and `read` put a place before what is refused within, whatever its kind."""
    for error in (InputError("no"), Undecidable("no"), InputError("no", at="x")):
        with pytest.raises(type(error)) as refusal:
            (P / MODEL).read(raised, error)
        assert str(refusal.value) == f"p.toml: model{'.x' if error.at else ''}: no"
        with pytest.raises(type(error)) as refusal, P:
            MODEL.read(raised, error)
        assert str(refusal.value) == f"p.toml: model{'.x' if error.at else ''}: no"
        assert str(error) == ("x: no" if error.at else "no")
    with pytest.raises(KeyError), P:
        raise KeyError
    assert MODEL.read(int, "3") == 3


def test_an_option_stands_for_a_parameter_and_the_keys_in_it() -> None:
    """Of the place of a parameter stays what is no key: the name of a quantity, a row."""
    error = InputError("no", at=Place.of("smoothing.add") / "u").said_by("--smoothing")
    assert str(error) == "--smoothing: no"
    assert str(InputError("no", at=HERE.named("P(a)")).said_by("--only")) == "--only: P(a): no"


def test_a_place_is_told_from_inside_of_its_keys() -> None:
    """The first keys go, with the file that they stand in; what is no key stays."""
    place = Place.file("a.toml") / "query" / "x" / "sky"
    assert [str(place.below(keys)) for keys in (1, 2, 3, 4)] == ["x.sky", "sky", "", ""]
    assert str(Place.root("data").row(3).below(1)) == "row 3"
    assert Place.root("query").parameter == Place.of("query.x").parameter == "query"
    assert place.parameter == Place.of("--query").parameter == ""
