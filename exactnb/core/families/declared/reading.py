"""Read a family that somebody states in texts: its density or mass, its support and its letters.

How to read: `read_specification` is the door; the functions below it each read one key.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeVar

from exactnb.core.expression.nodes import Expression, Integer, Sum, Symbol
from exactnb.core.expression.reading.formulas import letters_in, read_formula, read_letter
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.families.declared.ranges import read_range
from exactnb.core.families.declared.specification import (
    VARIABLE,
    Interval,
    OutcomeTable,
    Range,
    Specification,
    Whole,
    letters_of,
)
from exactnb.errors import InputError, Place, listing, near, quoted

KEYS = (
    "density", "mass", "support", "parameters", "constants", "prior", "probabilities", "shared"
)  # fmt: skip
"""The keys of a family's table."""

Read = TypeVar("Read")


def read_specification(name: str, stated: Mapping[str, object], place: Place) -> Specification:
    """Return the family `name` that the keys of `stated` describe; `place` is where they stand.

    >>> stated = {"mass": "exp(-m) m^x/x!", "support": "x in {0, 1, ...}", "parameters": {"m": "m > 0"}}
    >>> list(read_specification("counts", stated, Place.of("families.counts")).parameters)
    ['m']

    Raises InputError, with the key, for unknown and missing keys, and for what is not understood.
    """
    for key in stated:
        if key not in KEYS:
            raise InputError(f"unknown key{near(key, KEYS)}", at=place / key)
    if "probabilities" in stated:
        return _read_outcome_table(name, stated, place)
    forms = [key for key in ("density", "mass") if key in stated]
    if len(forms) != 1:
        raise InputError(
            f"expected a density or a mass; got {' and '.join(forms) or 'neither'}", at=place
        )
    if missing := next((key for key in ("support", "parameters") if key not in stated), ""):
        example = '"x > 0"' if missing == "support" else '{ s = "s > 0" }'
        raise InputError(f"needs {missing}, such as {missing} = {example}", at=place)
    (form,) = forms
    parameters = _read_parameters(stated["parameters"], place / "parameters")
    constants = _read_ranges(stated.get("constants", {}), place / "constants", ())
    if both := next((p for p in parameters if p in constants), ""):
        raise InputError(f"{both} is a parameter and a constant", at=place / "constants" / both)
    if not parameters:
        raise InputError("expected a parameter to estimate; got none", at=place / "parameters")
    if len(parameters) > 1 and "prior" in stated:
        what = f"a prior is of one parameter; got {listing(parameters)}"
        raise InputError(f"{what}: give the others as constants", at=place / "prior")
    shared = _read_shared(stated.get("shared", ()), parameters, place / "shared")
    sought = next(iter(parameters))
    formula = _read(_formula_reader((VARIABLE, *parameters, *constants)), stated[form], place / form)
    support = _read(_support_reader(form, parameters, constants), stated["support"], place / "support")
    if "prior" in stated and letters_of(*support.ends).intersection(parameters):
        raise InputError("a prior of where the support ends is not derived yet", at=place / "prior")
    if form == "density" and isinstance(support, Whole):
        raise InputError(
            f"whole numbers have a mass; got a density on {stated['support']}", at=place / form
        )
    prior_text = _prior_text(stated.get("prior"), sought, place / "prior")
    prior = None
    if prior_text:
        in_prior = (p for p in _read(letters_in, prior_text, place) if p not in (sought, VARIABLE))
        constants = {
            **constants,
            **{letter: constants.get(letter, Interval(Integer(0))) for letter in in_prior},
        }
        prior = _read(_formula_reader((sought, *constants)), prior_text, place / "prior")
    used = letters_of(formula, *support.ends, prior)
    for key, letters in (("parameters", parameters), ("constants", constants)):
        if unused := next((p for p in letters if p not in used), ""):
            raise InputError(f"{unused} does not occur in the {form}", at=place / key / unused)
    text, is_density = str(stated[form]), form == "density"
    ranges = support, parameters, constants
    return Specification(name, formula, is_density, *ranges, prior, text, prior_text, shared)


def _read_outcome_table(name: str, stated: Mapping[str, object], where: Place) -> OutcomeTable:
    """Return the table of outcomes that `probabilities` state, with one parameter."""
    for key in stated:
        if key not in ("probabilities", "parameters") and stated[key]:
            raise InputError(
                "a table of outcomes has probabilities and parameters alone", at=where / key
            )
    if "parameters" not in stated:
        raise InputError('needs parameters, such as parameters = { q = "0 < q < 1" }', at=where)
    parameters = _read_ranges(stated["parameters"], where / "parameters", ())
    if len(parameters) != 1:
        got = listing(parameters) or "none"
        raise InputError(f"expected one parameter; got {got}", at=where / "parameters")
    raw, place = stated["probabilities"], where / "probabilities"
    if not isinstance(raw, Mapping) or len(raw) < 2:
        example = '{ a = "(1-q)^2", b = "1-(1-q)^2" }'
        raise InputError(f"expected outcomes, each with its probability, as in {example}", at=place)
    outcomes = {
        str(outcome): _read(_formula_reader(parameters), text, place / str(outcome))
        for outcome, text in raw.items()
    }
    total = Sum.of(outcomes.values())
    (sought,) = parameters
    if sought not in letters_of(total):
        raise InputError(f"{sought} does not occur in a probability", at=where / "parameters" / sought)
    texts = tuple((str(outcome), str(text)) for outcome, text in raw.items())
    support = Whole(Integer(0), Integer(len(outcomes) - 1))
    listed = ", ".join(f"{text} of {outcome}" for outcome, text in texts)
    table = tuple(outcomes.items())
    common = name, total, False, support, parameters
    return OutcomeTable(*common, text=listed, outcomes=table, texts=texts)


def _read(read: Callable[[str], Read], raw: object, place: Place) -> Read:
    if not isinstance(raw, str):
        raise InputError(f"expected text in quotes; got {quoted(raw)}", at=place)
    return place.read(read, raw)


def _formula_reader(letters: Iterable[str]) -> Callable[[str], Expression]:
    allowed = tuple(letters)
    return lambda raw: read_formula(raw, allowed)


def _support_reader(
    form: str, parameters: Collection[str], constants: Collection[str]
) -> Callable[[str], Range]:
    def read(raw: str) -> Range:
        support = read_range(raw, VARIABLE, (*parameters, *constants))
        ends = letters_of(*support.ends).intersection(parameters)
        if ends and isinstance(support, Whole):
            what = f"{quoted(raw)} ends at the parameter {listing(ends)}"
            raise InputError(f"{what}; whole numbers up to what is estimated are not derived yet")
        if form == "density" or isinstance(support, Whole):
            return support
        # The whole numbers of a closed interval.
        if support.low is None or not support.low_closed or (support.high and not support.high_closed):
            what = "a mass is of whole numbers from a first one on, such as x in {0, 1, ...}"
            raise InputError(f"{what}; got {quoted(raw)}")
        return Whole(support.low, support.high)

    return read


def _read_ranges(raw: object, place: Place, letters: Collection[str]) -> Mapping[str, Range]:
    """Return what each letter of a table may be."""
    if not isinstance(raw, Mapping):
        raise InputError(f'expected letters and what they may be, as in {{ s = "s > 0" }}; '
                         f"got {quoted(raw)}", at=place)  # fmt: skip
    ranges: dict[str, Range] = {}
    for key, text in raw.items():
        name = (place / str(key)).read(read_letter, str(key))
        if name == VARIABLE:
            raise InputError(
                "x is the number that the family is of; choose another letter", at=place / key
            )
        if name in ranges:
            raise InputError(f"the letter {name} is there twice", at=place / str(key))
        ranges[name] = _read(partial(read_range, letter=name, letters=letters), text, place / str(key))
    return ranges


def _read_parameters(raw: object, place: Place) -> Mapping[str, Range]:
    """Return what each parameter may be, those last whose range ends at another one, as in b > a."""
    letters: list[str] = []
    for name in raw if isinstance(raw, Mapping) else ():
        with suppress(Refusal):  # what is no letter is refused with its place
            letters.append(read_letter(str(name)))
    ranges = _read_ranges(raw, place, letters)
    for name, range_ in ranges.items():
        for end, is_closed in zip(range_.ends, range_.closed, strict=True):
            for end_letter in letters_of(end):
                if end != Symbol(end_letter) or isinstance(range_, Whole) or is_closed:
                    what = f"expected {name} > {end_letter} or {name} < {end_letter}"
                    raise InputError(
                        f"{what}: an end is a number, or another parameter", at=place / name
                    )
                if end_letter == name or letters_of(*ranges[end_letter].ends):
                    expected = f"expected numbers, or {end_letter} real"
                    what = f"the range of {end_letter} has a letter too; {expected}"
                    raise InputError(what, at=place / name)
    return dict(sorted(ranges.items(), key=lambda pair: bool(letters_of(*pair[1].ends))))


def _read_shared(raw: object, parameters: Collection[str], place: Place) -> tuple[str, ...]:
    """Return the parameters that have one value for all classes."""
    example = f'shared = ["{[*parameters][-1]}"]'
    if not isinstance(raw, Sequence) or isinstance(raw, str):
        raise InputError(
            f"expected letters of parameters, as in {example}; got {quoted(raw)}", at=place
        )
    letters = tuple(_read(read_letter, text, place) for text in raw)
    if unknown := next((p for p in letters if p not in parameters), ""):
        has = listing(parameters)
        raise InputError(f"{quoted(unknown)} is no parameter: the family has {has}", at=place)
    if not set(parameters) - set(letters):
        what = f"all classes would share {listing(parameters)}, and no number would tell them apart"
        raise InputError(what, at=place)
    return tuple(p for p in parameters if p in letters)


def _prior_text(raw: object, sought: str, place: Place) -> str:
    """Return the text of the prior of the parameter, "" if there is none."""
    if isinstance(raw, Mapping):
        by_letter = {(place / str(key)).read(read_letter, str(key)): text for key, text in raw.items()}
        if tuple(by_letter) != (sought,):
            what = f'expected {{ {sought} = "..." }}, the prior of the parameter'
            raise InputError(f"{what}; got {listing(by_letter) or 'nothing'}", at=place)
        raw = by_letter[sought]
    return "" if raw is None else _read(str, raw, place)
