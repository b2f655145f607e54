"""From what is chosen for a model to the model itself.

How to read: `_grouped` goes through columns and words, asks what family is said of each (`_said`) or
suits it (`_by_data`) and whether it can follow that one (`_check_fit`); `build_model` makes blocks of
these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from exactnb.core.arithmetic.numerals import explain_commas, with_point, without_separators
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.data.counts import Counts
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.places import COUNTS, PARAMETERS, in_class, in_row
from exactnb.core.data.schema import Number, Schema
from exactnb.core.families import Choice, chosen, every_family, usual
from exactnb.core.families.building import Setting, blocks_of
from exactnb.core.families.protocol import Family
from exactnb.core.model.model import Model
from exactnb.core.naming.spelling import has_commas, is_numeral
from exactnb.core.problem.choice import ModelChoice
from exactnb.core.problem.covariates import AllBrought
from exactnb.core.problem.numbers import sample_of
from exactnb.errors import InputError, Place, near, quoted, shortened

_FEW = 10  # whole numbers that may be names, such as grades

_FAMILIES = Place.of("families")


def build_model(
    name: str,
    choice: ModelChoice,
    counts: Counts,
    *,
    text: str = "",
    given: Parameters | None = None,
    brought: AllBrought | None = None,
) -> Model:
    """Return the model that is chosen for some counts, or for given parameters.

    `brought` is what rows bring along. `text` is the name of the column of texts, whose words
    are multinomial unless it is said otherwise; "" where words, if there are any, are names of rows.
    Raises InputError, with the key, for a choice that does not fit the data.
    """
    schema, conventions, brought = counts.schema, choice.conventions, brought or {}
    families = _grouped(choice, counts, text, given, brought)
    sample = None if given is not None else sample_of(families, counts, brought)
    setting = Setting(name, schema, conventions, given, sample, brought)
    blocks = blocks_of(families, setting)
    return Model(name, schema, blocks, conventions, counts, given, brought)


def _grouped(
    choice: ModelChoice, counts: Counts, text: str, given: Parameters | None, brought: AllBrought
) -> Mapping[Family, tuple[str, ...]]:
    """Return which columns and words follow which family, as it is said, or suits the data."""
    schema = counts.schema
    known = (*schema.columns, *([text] if text else schema.words))
    for column in choice.families:
        if column not in known:
            hint = near(column, known)
            raise InputError(f"unknown column {quoted(column)}{hint}", at=_FAMILIES)
    grouped: dict[Family, list[str]] = {}
    behind = {each.name for each in brought.values()}
    for variable in schema.variables():
        if variable in behind:
            continue
        is_word = variable not in schema.columns
        said, at = _said(variable, choice, schema, text=text, is_word=is_word)
        with at:
            if said is None and choice.conventions.missing_cells == "value" and given is None:
                said = usual("nominal")  # to such a tool every value is a name
            elif said is None:
                said = _by_data(variable, counts, given)
            found = chosen(said)
            _check_fit(variable, found, counts, given)
            if found.is_drawn and any(own.is_drawn and own != found for own in grouped):
                raise InputError("the words of one model follow one family")
        grouped.setdefault(found, []).append(variable)
    _check_words(schema, grouped, counts, given)
    if text and not schema.words:  # texts without a word that counts
        said, at = _said(text, choice, schema, text=text, is_word=True)
        found = at.read(chosen, said or "")
        if found.is_drawn and not any(own.is_drawn for own in grouped):
            grouped[found] = []
    return {own: tuple(columns) for own, columns in grouped.items()}


def _check_fit(variable: str, found: Family, counts: Counts, given: Parameters | None) -> None:
    """Refuse a family that a column, or a word, cannot follow."""
    schema = counts.schema
    is_word = variable not in schema.columns
    if is_word and not found.is_of_shares:
        raise InputError(f"{quoted(variable)} is a word; {found.name} needs numbers")
    if found.is_of_shares and not is_word and _is_numeric(variable, counts, given):
        told = f"{found.name} is of values, not of sums or parameters of numbers"
        raise InputError(f"column {quoted(variable)} is numeric; {told}")
    if found.is_drawn and not is_word:
        _check_times(schema, variable, found)
    found.check_values(variable, ("0", "1") if is_word else schema.columns[variable])


def with_unseen_words(model: Model, words: tuple[str, ...]) -> Model:
    """Return the model with a 0/1 column for each word that only queries show."""
    if not words:
        return model
    like = model.listed[model.schema.words[0]]
    blocks = (block.with_words(words) if block is like else block for block in model.blocks)
    return replace(model, blocks=tuple(blocks))


def _said(
    variable: str, choice: ModelChoice, schema: Schema, *, text: str, is_word: bool
) -> tuple[Choice | None, Place]:
    """Return what is said of a variable's family and the key that says it; None if nothing does."""
    key = text if is_word and text else variable
    if key in choice.families:
        return choice.families[key], _FAMILIES / key
    if choice.family is not None:
        beside = not is_word and bool(schema.words)
        beside = beside and Place.of("family").read(chosen, choice.family).is_drawn
        if not beside:  # the words of a text are what it is about
            return choice.family, Place.of("family")
    if is_word and text:
        return usual("words"), Place.of("family")
    if is_word:
        raise InputError(
            f"{quoted(variable)} stands without a value; say bernoulli (does it occur?) or "
            "multinomial (how often?)",
            at=_FAMILIES,
        )
    return None, _FAMILIES


def _by_data(column: str, counts: Counts, given: Parameters | None) -> str:
    """Return the family that the data say or suggest; InputError where they do not."""
    label = counts.schema.classes[0]
    if given is not None:
        rows = ((head, label) for head, columns, label in given.numbers if columns == (column,))
        heads = {head for head, of in rows if of == label}
        if (column, label) in given.points:
            heads.add("points")
        for own in every_family() if heads else ():
            if own.said_by in heads:
                return own.name
    values = counts.schema.columns[column]
    if _is_numeric(column, counts, given):
        raise InputError(
            f"column {quoted(column)} is numeric; say how it is distributed, "
            f'for example families = {{ "{column}" = "{usual("numbers")}" }}'
        )
    return _default_family(column, values, sum(counts.sizes.values()))


def _is_numeric(column: str, counts: Counts, given: Parameters | None) -> bool:
    """Say whether sums or parameters of numbers are all that is known of a column."""
    if given is None:
        return any(columns == (column,) for columns, _ in counts.moments)
    pointed = any(column == name for name, _ in given.points)
    return pointed or any(column in columns for _, columns, _ in given.numbers)


def _default_family(column: str, values: tuple[str, ...], rows: Number) -> str:
    if set(values) == {"0", "1"}:
        return usual("binary")
    if values and all(value.isascii() and value.isdigit() for value in values):
        _check_whole(column, values, rows)
    if number := next(filter(is_numeral, values), ""):
        raise InputError(
            f"column {quoted(column)} holds numbers ({number}); say how it is distributed, "
            f'for example families = {{ "{column}" = "{usual("numbers")}" }}'
        )
    if values and all(map(without_separators, values)):
        # the number that shows most plainly what its comma is
        number = min(values, key=lambda value: bool(with_point(value)))
        hint = explain_commas(number, 'say decimal = "," in data')
        raise InputError(
            f"column {quoted(column)} holds numbers with separators ({number}){hint}; "
            f'as names, families = {{ "{column}" = "{usual("nominal")}" }}'
        )
    if number := next(filter(has_commas, values), ""):
        raise InputError(
            f"column {quoted(column)} holds numbers with commas ({number}); say how they are read: "
            f'decimal = "," in data, or as names, families = {{ "{column}" = "{usual("nominal")}" }}'
        )
    return usual("nominal")


def _check_whole(column: str, values: tuple[str, ...], rows: Number) -> None:
    """Ask what whole numbers are where they look like ids, or like names."""
    names, numbers = (f'families = {{ "{column}" = "{usual(of)}" }}' for of in ("nominal", "numbers"))
    shown = ", ".join(map(shortened, values[:2])) + ", ..." * (len(values) > 2)
    if rows > 2 and len(values) == rows:
        raise InputError(
            f"column {quoted(column)} holds whole numbers that are all different ({shown}); is it "
            f'an id? say id = "{column}"; or how it is distributed, such as {numbers}'
        )
    if len(values) <= _FEW and len(values) < rows:
        raise InputError(
            f"column {quoted(column)} holds few whole numbers ({shown}); say {names} if they are "
            f"names or grades, or how they are distributed, such as {numbers}"
        )


def _check_times(schema: Schema, column: str, chosen: Family) -> None:
    if schema.words:
        raise InputError(f"column {quoted(column)} cannot count words beside a text")
    other = next((v for v in schema.columns[column] if not (v.isascii() and v.isdigit())), None)
    if other is not None:
        raise InputError(
            f"column {quoted(column)} holds {quoted(other)}; {chosen.name} needs whole numbers"
        )


def _check_words(
    schema: Schema, grouped: Mapping[Family, list[str]], counts: Counts, given: Parameters | None
) -> None:
    """Compare what stands without a value in counts or parameters with what it has to be."""
    chosen = next((own for own in grouped if own.is_drawn), None)
    drawn = grouped[chosen] if chosen else []
    if given is not None and chosen is not None:
        if not chosen.is_apart:
            raise InputError(f"{chosen.name} needs counts, not probabilities", at="family")
        spoken = {word for word, _ in given.words}
        if (column := next((word for word in drawn if word not in spoken), None)) is not None:
            told = "probabilities of values; those of words stand in rows with the word alone"
            raise InputError(f"column {quoted(column)} has {told}", at="family")
        for label in () if given.logarithms else schema.classes:
            total = sum(given.words[word, label].value for word in drawn)
            if total != 1:
                message = f"the probabilities of the words add up to {number_text(total)}, not to 1"
                raise InputError(message, at=in_class(PARAMETERS, label))
    if given is None:
        others = set(schema.words).difference(drawn)  # there may be many words
        for word in (word for word in schema.words if word in others):
            for label in schema.classes:
                number = counts.presence.get((word, label), 0)
                if counts.sized and number > counts.sizes[label]:
                    most = number_text(counts.sizes[label])
                    message = f"{number_text(number)} is more than the total {most}"
                    at = in_class(in_row(COUNTS, word), label)
                    raise InputError(message, at=at)
        if not counts.sized and others:
            raise InputError("bernoulli needs a row total", at="family")
