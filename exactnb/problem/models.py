"""From what is chosen for a model to the model itself.

How to read: `_followed` goes through columns and words, asks what family is said of each (`_said`) or
suits it (`_by_data`) and gathers them (`_Followed`); `build_model` makes blocks of these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from exactnb.arithmetic.rounding import number_text
from exactnb.data.counts import Counts
from exactnb.data.parameters import Parameters
from exactnb.data.places import COUNTS, PARAMETERS, in_class, in_row
from exactnb.data.schema import Schema
from exactnb.errors import InputError, Place, near, quoted
from exactnb.families import Choice, chosen, every_family, usual
from exactnb.families.base import Bag, Column, ValueFamily, WordFamily
from exactnb.families.block import Block
from exactnb.families.numbers import NumberFamily
from exactnb.families.shares import ValueBlock, WordBlock
from exactnb.model.model import Model
from exactnb.naming.names import Item, has_commas, is_numeral
from exactnb.problem.choice import ModelChoice
from exactnb.problem.numbers import Exposures, number_blocks

_FAMILIES = Place.of("families")


def build_model(
    name: str,
    choice: ModelChoice,
    counts: Counts,
    *,
    text: str = "",
    given: Parameters | None = None,
    exposures: Exposures | None = None,
) -> Model:
    """Return the model that is chosen for some counts, or for given parameters.

    `exposures` are what stands behind counts. `text` is the name of the column of texts, whose words
    are multinomial unless it is said otherwise; "" where words, if there are any, are names of rows.
    Raises InputError or NotYet, with the key, for a choice that does not fit the data.
    """
    schema, conventions, exposures = counts.schema, choice.conventions, exposures or {}
    followed = _followed(choice, counts, text, given, exposures)
    classes = tuple(Item("class", schema.class_variable, label) for label in schema.classes)
    blocks: list[Block] = [
        ValueBlock(own, of, classes, name, conventions, given) for own, of in followed.valued.items()
    ]
    numbers = number_blocks(
        followed.numeric,
        name=name,
        conventions=conventions,
        counts=counts,
        given=given,
        exposures=exposures,
    )
    blocks += dict.fromkeys(numbers.values())
    if followed.word_family is not None:
        bag = Bag(tuple(followed.drawn), schema.classes)
        blocks.append(WordBlock(followed.word_family, bag, classes, name, conventions))
    return Model(name, schema, tuple(blocks), conventions, counts, given, exposures)


def _followed(
    choice: ModelChoice,
    counts: Counts,
    text: str,
    given: Parameters | None,
    exposures: Exposures,
) -> _Followed:
    """Return which columns and words follow which family, as it is said, or suits the data."""
    schema = counts.schema
    known = (*schema.columns, *([text] if text else schema.words))
    for column in choice.families:
        if column not in known:
            hint = near(column, known)
            raise InputError(f"unknown column {quoted(column)}{hint}", at=_FAMILIES)
    followed = _Followed(counts, given)
    behind = {exposure.name for exposure in exposures.values()}
    for variable in schema.variables():
        if variable in behind:
            continue
        is_word = variable not in schema.columns
        said, at = _said(variable, choice, schema, text=text, is_word=is_word)
        with at:
            if said is None:
                said = _by_data(variable, counts, given)
            followed.add(variable, chosen(said))
    _check_words(schema, followed.valued, followed.drawn, followed.word_family, counts, given)
    if text and not schema.words:  # texts without a word that counts
        said, at = _said(text, choice, schema, text=text, is_word=True)
        found = at.read(chosen, said or "")
        followed.word_family = found if isinstance(found, WordFamily) else followed.word_family
    return followed


@dataclass(slots=True)
class _Followed:
    """Gather which columns and words follow which family; `drawn` are the words of a bag."""

    counts: Counts
    given: Parameters | None
    valued: dict[ValueFamily, dict[str, Column]] = field(default_factory=dict)
    numeric: dict[NumberFamily, tuple[str, ...]] = field(default_factory=dict)
    drawn: list[str] = field(default_factory=list)
    word_family: WordFamily | None = None

    def add(self, variable: str, family: ValueFamily | WordFamily | NumberFamily) -> None:
        """Let a column or word follow a family; refuse one that it cannot follow."""
        schema = self.counts.schema
        is_word = variable not in schema.columns
        if isinstance(family, NumberFamily):
            if is_word:
                raise InputError(f"{quoted(variable)} is a word; {family.name} needs numbers")
            self.numeric[family] = (*self.numeric.get(family, ()), variable)
        elif _is_numeric(variable, self.counts, self.given):
            told = f"{family.name} is of values, not of sums or parameters of numbers"
            raise InputError(f"column {quoted(variable)} is numeric; {told}")
        elif isinstance(family, WordFamily):
            if not is_word:
                _check_times(schema, variable, family)
            if self.word_family not in (None, family):
                raise InputError("the words of one model follow one family")
            self.word_family = family
            self.drawn.append(variable)
        else:
            column = Column(variable, ("0", "1") if is_word else schema.columns[variable])
            family.check(column)
            self.valued.setdefault(family, {})[variable] = column


def with_unseen_words(model: Model, words: tuple[str, ...]) -> Model:
    """Return the model with a 0/1 column for each word that only queries show."""
    if not words:
        return model
    like = model.valued[model.schema.words[0]]
    columns = {word: Column(word, ("0", "1")) for word in words}
    more = replace(like, columns={**like.columns, **columns})
    return replace(model, blocks=tuple(more if block is like else block for block in model.blocks))


def _said(
    variable: str,
    choice: ModelChoice,
    schema: Schema,
    *,
    text: str,
    is_word: bool,
) -> tuple[Choice | None, Place]:
    """Return what is said of a variable's family and the key that says it; None if nothing does."""
    key = text if is_word and text else variable
    if key in choice.families:
        return choice.families[key], _FAMILIES / key
    if choice.family is not None:
        beside = not is_word and bool(schema.words) and isinstance(_of_all(choice), WordFamily)
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


def _of_all(choice: ModelChoice) -> ValueFamily | WordFamily | NumberFamily:
    """Return the family of all columns for which no other is said."""
    return Place.of("family").read(chosen, choice.family)


def _by_data(column: str, counts: Counts, given: Parameters | None) -> str:
    """Return the family that the data say or suggest; InputError where they do not."""
    label = counts.schema.classes[0]
    if given is not None:
        rows = ((head, label) for head, columns, label in given.numbers if columns == (column,))
        heads = {head for head, of in rows if of == label}
        if (column, label) in given.points:
            heads.add("points")
        for own in every_family() if heads else ():
            if isinstance(own, NumberFamily) and own.said_by in heads:
                return own.name
    values = counts.schema.columns[column]
    if _is_numeric(column, counts, given):
        raise InputError(
            f"column {quoted(column)} is numeric; say how it is distributed, "
            f'for example families = {{ "{column}" = "{usual("numbers")}" }}'
        )
    return _default_family(column, values)


def _is_numeric(column: str, counts: Counts, given: Parameters | None) -> bool:
    """Say whether sums or parameters of numbers are all that is known of a column."""
    if given is None:
        return any(columns == (column,) for columns, _ in counts.moments)
    pointed = any(column == name for name, _ in given.points)
    return pointed or any(column in columns for _, columns, _ in given.numbers)


def _default_family(column: str, values: tuple[str, ...]) -> str:
    if set(values) == {"0", "1"}:
        return usual("binary")
    if number := next(filter(is_numeral, values), ""):
        raise InputError(
            f"column {quoted(column)} holds numbers ({number}); say how it is distributed, "
            f'for example families = {{ "{column}" = "{usual("numbers")}" }}'
        )
    if number := next(filter(has_commas, values), ""):
        raise InputError(
            f"column {quoted(column)} holds numbers with commas ({number}); say how they are read: "
            f'decimal = "," in data, or as names, families = {{ "{column}" = "{usual("nominal")}" }}'
        )
    return usual("nominal")


def _check_times(schema: Schema, column: str, chosen: WordFamily) -> None:
    if schema.words:
        raise InputError(f"column {quoted(column)} cannot count words beside a text")
    other = next((v for v in schema.columns[column] if not (v.isascii() and v.isdigit())), None)
    if other is not None:
        raise InputError(
            f"column {quoted(column)} holds {quoted(other)}; {chosen.name} needs whole numbers"
        )


def _check_words(
    schema: Schema,
    valued: Mapping[ValueFamily, Mapping[str, Column]],
    drawn: list[str],
    chosen: WordFamily | None,
    counts: Counts,
    given: Parameters | None,
) -> None:
    """Compare what stands without a value in counts or parameters with what it has to be."""
    columns = {column for of in valued.values() for column in of}
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
        for word in schema.words:
            if word not in columns:
                continue
            for label in schema.classes:
                number = counts.presence.get((word, label), 0)
                if counts.sized and number > counts.sizes[label]:
                    most = number_text(counts.sizes[label])
                    message = f"{number_text(number)} is more than the total {most}"
                    at = in_class(in_row(COUNTS, word), label)
                    raise InputError(message, at=at)
        if not counts.sized and any(word in columns for word in schema.words):
            raise InputError("bernoulli needs a row total", at="family")
