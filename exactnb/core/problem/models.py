"""Build a model from its choices: conventions, and families of columns and words.

How to read: `_columns_by_family` takes for each column and word the chosen family (`_chosen_family`)
or the one that suits the data (`_family_by_data`), and checks that it fits (`_check_fit`);
`build_model` makes blocks of the groups.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from exactnb.core.arithmetic.numerals import comma_as_point, numeral_hint, without_separators
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.data.counts import Counts
from exactnb.core.data.documents import list_among
from exactnb.core.data.doubts import is_count, other_meaning
from exactnb.core.data.marks import codes_of_missing
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.rows import LABELS, require_columns
from exactnb.core.data.schema import COUNTS, PARAMETERS, Number, Schema, in_class, in_row, seems_missing
from exactnb.core.families import Choice, default, every_family, family_of_choice
from exactnb.core.families.building import build_blocks
from exactnb.core.families.protocol import BaseFamily
from exactnb.core.model.model import Model
from exactnb.core.naming.grammar import has_commas, is_numeral
from exactnb.core.problem.choice import ModelChoice
from exactnb.core.problem.numbers import Covariates, numeric_sample
from exactnb.core.problem.observing import text_hint
from exactnb.errors import InputError, Place, listing, quoted, shortened

_TRUTHS = frozenset(("true", "yes", "1", "false", "no", "0", "t", "f", "y", "n"))
_MAX_NAMES = 10  # whole numbers that may be names, such as grades
_BRIEF = 2  # words of a value, beyond which it may be a remark

_RANGE = re.compile(r"\d+ ?[-–] ?\d+|\d+ ?\+|[<>≤≥]=? ?\d+")
_RANGE_OR_NUMBER = re.compile(rf"{_RANGE.pattern}|\d+")
_DIGIT = re.compile("[0-9]")
_IS_WHOLE = re.compile("[0-9]+").fullmatch
_FAMILIES = Place.of("families")


def build_model(
    name: str,
    choice: ModelChoice,
    counts: Counts,
    *,
    text: str = "",
    parameters: Parameters | None = None,
    covariates: Covariates | None = None,
) -> Model:
    """Return the model called `name` of a `choice`, estimated from `counts` or with given `parameters`.

    `covariates` are those of its columns. `text` is the column of texts, whose words are multinomial by
    default; "" where words, if there are any, are rows of a table of counts. Raises InputError, with
    the key, for a choice that does not fit the data.
    """
    schema, conventions, covariates = counts.schema, choice.conventions, covariates or {}
    families = _columns_by_family(choice, counts, text, parameters, covariates)
    sample = None if parameters is not None else numeric_sample(families, counts, covariates)
    blocks = build_blocks(families, schema, name, conventions, parameters, sample, covariates)
    return Model(name, schema, blocks, conventions, counts, parameters, covariates)


def _columns_by_family(
    choice: ModelChoice,
    counts: Counts,
    text: str,
    parameters: Parameters | None,
    covariates: Covariates,
) -> Mapping[BaseFamily, tuple[str, ...]]:
    """Return the columns and words of each family, as chosen or as suits the data."""
    schema = counts.schema
    variables = (*schema.columns, *([text] if text else schema.words))
    require_columns(choice.families, variables, _FAMILIES)
    grouped: dict[BaseFamily, list[str]] = {}
    behind = {each.name for each in covariates.values()}
    for variable in schema.variables():
        if variable in behind:
            continue
        is_word = variable not in schema.columns
        family_choice, place = _chosen_family(variable, choice, schema, text=text, is_word=is_word)
        with place:
            if (
                family_choice is None
                and choice.conventions.missing_cells == "value"
                and parameters is None
            ):
                family_choice = default("nominal")  # to such a tool every value is a name
            elif family_choice is None:
                family_choice = _family_by_data(variable, counts, parameters)
            family = family_of_choice(family_choice)
            _check_fit(variable, family, counts, parameters)
            if family.draws_words and any(
                earlier.draws_words and earlier != family for earlier in grouped
            ):
                raise InputError("the words of one model follow one family")
        grouped.setdefault(family, []).append(variable)
    _check_word_rows(schema, grouped, counts, parameters)
    if text and not schema.words:  # texts without a word that counts
        family_choice, place = _chosen_family(text, choice, schema, text=text, is_word=True)
        family = place.read(family_of_choice, family_choice or "")
        if family.draws_words and not any(earlier.draws_words for earlier in grouped):
            grouped[family] = []
    return {earlier: tuple(columns) for earlier, columns in grouped.items()}


def _check_fit(
    variable: str, family: BaseFamily, counts: Counts, parameters: Parameters | None
) -> None:
    """Refuse a family that a column, or a word, cannot follow."""
    schema = counts.schema
    is_word = variable not in schema.columns
    if is_word and not family.estimates_shares:
        raise InputError(f"{quoted(variable)} is a word; {family.name} needs numbers")
    if family.estimates_shares and not is_word and _is_numeric(variable, counts, parameters):
        reason = f"{family.name} is of values, not of sums or parameters of numbers"
        raise InputError(f"column {quoted(variable)} is numeric; {reason}")
    try:
        if family.draws_words and not is_word:
            _check_word_counts(schema, variable, family)
        family.check_values(variable, ("0", "1") if is_word else schema.columns[variable])
    except InputError as error:
        values = () if is_word else schema.columns[variable]
        rows, columns = sum(counts.sizes.values()), schema.columns
        different = len(values) == rows > 2
        names = not any(is_numeral(value) and not value.isdigit() for value in values)
        hint = f'; is it an id? say id = "{variable}"' * (different and names)
        if not hint and any(len(value.split()) > _BRIEF for value in values):
            hint = f'; if it holds remarks, say omit = ["{variable}"]'
        is_counted = any(len(of) < rows and all(map(_IS_WHOLE, of)) for of in columns.values())
        has_lists = family.domain == "binary" and any(map(list_among, columns.values()))
        if has_lists or (family.draws_words and not is_counted):
            hint = text_hint(schema) or hint
        if marks := [value for value in values if seems_missing(value)]:
            listed = ", ".join(f'"{mark}"' for mark in (*filter(None, schema.missing), *marks))
            hint = f"; if a cell is missing, say missing = [{listed}]"
        if separated := next(filter(without_separators, values), "") if family.draws_words else "":
            hint = numeral_hint(separated, in_table=True)
        meaning = other_meaning(variable, values, binary=family.domain == "binary" and not hint)
        raise error.saying(error.message + (meaning or hint)) from None


def with_unseen_words(model: Model, unseen: tuple[str, ...]) -> Model:
    """Return `model` with a 0/1 column for each word in `unseen`, which only queries contain."""
    if not unseen:
        return model
    word_block = model.finite_blocks[model.schema.words[0]]
    blocks = (block.with_words(unseen) if block is word_block else block for block in model.blocks)
    return replace(model, blocks=tuple(blocks))


def _chosen_family(
    variable: str, choice: ModelChoice, schema: Schema, *, text: str, is_word: bool
) -> tuple[Choice | None, Place]:
    """Return the family chosen for a variable, None if there is none, and the key that chooses it."""
    key = text if is_word and text else variable
    if key in choice.families:
        return choice.families[key], _FAMILIES / key
    if choice.family is not None:
        is_text_family = not is_word and bool(schema.words)
        is_text_family = (
            is_text_family and Place.of("family").read(family_of_choice, choice.family).draws_words
        )
        if not is_text_family:  # the words of a text are what it is about
            return choice.family, Place.of("family")
    if is_word and text:
        return default("words"), Place.of("family")
    if is_word:
        message = f"{quoted(variable)} stands without a value; say bernoulli (does it occur?) or "
        message += "multinomial (how often?)"
        if schema.class_variable != LABELS[0]:
            column = f"{schema.class_variable}={variable}"
            message += f"; of a column of values, {quoted(column)} is written there"
        raise InputError(message, at=_FAMILIES)
    return None, _FAMILIES


def _family_by_data(column: str, counts: Counts, parameters: Parameters | None) -> str:
    """Return the family that suits the data; InputError where the user has to choose."""
    label = counts.schema.classes[0]
    if parameters is not None:
        rows = ((head, label) for head, columns, label in parameters.numbers if columns == (column,))
        heads = {head for head, parameter_label in rows if parameter_label == label}
        if (column, label) in parameters.points:
            heads.add("points")
        for family in every_family() if heads else ():
            if family.parameter_row in heads:
                return family.name
    values = counts.schema.columns[column]
    if _is_numeric(column, counts, parameters):
        raise InputError(
            f"column {quoted(column)} is numeric; say how it is distributed, "
            f'for example families = {{ "{column}" = "{default("numbers")}" }}'
        )
    row_count, schema = sum(counts.sizes.values()), counts.schema
    try:
        return _default_family(column, values, row_count, schema.missing)
    except InputError as error:
        problem, _, ways = error.message.partition("; ")
        is_cell = not column.isdigit() and is_numeral(comma_as_point(column) or column)
        if is_cell or sum(map(is_numeral, (*schema.columns, schema.class_variable))) > 1:
            hint = f"if the first line is a row, say header = false; or {ways}"
            raise error.saying(f"{problem}; {hint}") from None
        if 2 * len(schema.classes) > row_count and all(map(_IS_WHOLE, schema.classes)):
            named = [c for c, of in schema.columns.items() if not any(map(is_numeral, of))]
            repeated = [c for c in named if len(schema.columns[c]) < row_count]
            hint = (
                "are these counts by class? they stand under data.counts in a problem file, words "
                'with family = "multinomial", or "bernoulli" for the texts with each'
            )
            if len(repeated) == 1:  # of counts each row has another name
                hint = f'if {quoted(repeated[0])} is the class, say class = "{repeated[0]}"'
            elif len(named) == 1:
                hint += f'; if columns are words, class = "{named[0]}" and family = "multinomial"'
            raise error.saying(f"{problem}; {hint}") from None
        raise error.saying(error.message + other_meaning(column, values)) from None


def _is_numeric(column: str, counts: Counts, parameters: Parameters | None) -> bool:
    """Say whether a column has sums or parameters of numbers, and no values."""
    if parameters is None:
        return any(columns == (column,) for columns, _ in counts.moments)
    pointed = any(column == name for name, _ in parameters.points)
    return pointed or any(column in columns for _, columns, _ in parameters.numbers)


def _default_family(
    column: str, values: tuple[str, ...], rows: Number, missing: Sequence[str] = ()
) -> str:
    if set(values) == {"0", "1"}:
        return default("binary")
    if codes := codes_of_missing(values):
        marks = ", ".join(f'"{mark}"' for mark in (*filter(None, missing), *codes))
        are_names = not any(map(is_numeral, {*values} - {*codes}))
        what, kind = (
            ("among names", "nominal") if are_names else ("far from its other numbers", "numbers")
        )
        message = f"column {quoted(column)} holds {listing(codes)}, {what}; "
        message += f"if that marks a missing cell, say missing = [{marks}]; or how it is distributed, "
        raise InputError(f'{message}such as families = {{ "{column}" = "{default(kind)}" }}')
    if values and all(value.isascii() and value.isdigit() for value in values):
        _check_integers(column, values, rows)
    if {*map(str.casefold, values)} <= _TRUTHS:  # in two spellings: TRUE beside 0
        return default("nominal")
    as_names = f'; or as names, families = {{ "{column}" = "{default("nominal")}" }}'
    ranges = [value for value in values if _RANGE.fullmatch(value)]
    others = [value for value in values if _DIGIT.search(value)]  # none, 1, 2+
    is_mixed = 0 < len(ranges) < len(others) and len(values) <= rows
    if is_mixed and all(map(_RANGE_OR_NUMBER.fullmatch, others)):
        message = f"column {quoted(column)} holds ranges and numbers ({listing(values)})"
        names = f'families = {{ "{column}" = "{default("nominal")}" }}'
        raise InputError(f"{message}; say {names} if they are names")
    number, separated = next(filter(is_numeral, values), ""), [*filter(without_separators, values)]
    if number and not separated:
        comma = next((value for value in values if not is_numeral(value) and has_commas(value)), "")
        if comma and (point := next((value for value in values if "." in value), "")):
            message = f"column {quoted(column)} has commas and points ({comma}, {point})"
            raise InputError(f"{message}; write all its decimals with a point")
        raise InputError(
            f"column {quoted(column)} holds numbers ({comma or number}); say how it is distributed, "
            + "for example "
            + 'decimal = "," in data and ' * bool(comma)
            + f'families = {{ "{column}" = "{default("numbers")}" }}'
            + as_names * (len(values) <= _MAX_NAMES and len(values) < rows)
        )
    if separated and (number or len(separated) == sum(map(bool, map(_DIGIT.search, values)))):
        # the number that shows most plainly what its comma is
        number = min(separated, key=lambda value: bool(comma_as_point(value)))
        hint = numeral_hint(number, in_table=True) + as_names * (not is_count(column))
        raise InputError(f"column {quoted(column)} holds numbers with separators ({number}){hint}")
    if number := next(filter(has_commas, values), ""):
        raise InputError(
            f"column {quoted(column)} holds numbers with commas ({number}); say how they are read: "
            f'decimal = "," in data and families = {{ "{column}" = "{default("numbers")}" }}{as_names}'
        )
    return default("nominal")


def _check_integers(column: str, values: tuple[str, ...], rows: Number) -> None:
    """Refuse integers that look like ids or names: the user has to say what they are."""
    names, numbers = (
        f'families = {{ "{column}" = "{default(kind)}" }}' for kind in ("nominal", "numbers")
    )
    examples = ", ".join(map(shortened, values[:2])) + ", ..." * (len(values) > 2)
    if rows > 2 and len(values) == rows:
        # ids mostly go up by one from row to row, measurements do not
        as_id, distributed = f'id = "{column}"', f"how it is distributed, such as {numbers}"
        counted = int(values[-1]) - int(values[0]) == rows - 1
        ways = f"is it an id? say {as_id}; or {distributed}"
        ways = ways if counted else f"say {distributed}; or is it an id? say {as_id}"
        raise InputError(
            f"column {quoted(column)} holds whole numbers that are all different ({examples}); {ways}"
        )
    if len(values) <= _MAX_NAMES and len(values) < rows:
        as_names, distributed = (
            f"{names} if they are names or grades",
            f"how they are distributed, such as {numbers}",
        )
        measured = int(values[-1]) > _MAX_NAMES and 2 * len(values) > rows  # grades repeat, from 1 on
        either = (distributed, as_names) if measured else (as_names, distributed)
        raise InputError(
            f"column {quoted(column)} holds few whole numbers ({examples}); say {', or '.join(either)}"
        )


def _check_word_counts(schema: Schema, column: str, chosen: BaseFamily) -> None:
    if schema.words:
        raise InputError(f"column {quoted(column)} cannot count words beside a text")
    no_counts = [v for v in schema.columns[column] if not (v.isascii() and v.isdigit())]
    if no_counts:  # of 0.0 and 0.5 the one that no other spelling makes whole
        no_count = min(no_counts, key=lambda value: value.endswith(".0"))
        raise InputError(
            f"column {quoted(column)} holds {quoted(no_count)}; {chosen.name} needs whole numbers"
        )


def _check_word_rows(
    schema: Schema,
    grouped: Mapping[BaseFamily, list[str]],
    counts: Counts,
    parameters: Parameters | None,
) -> None:
    """Compare what stands without a value in counts or parameters with what it has to be."""
    chosen = next((family for family in grouped if family.draws_words), None)
    drawn_words = grouped[chosen] if chosen else []
    if parameters is not None and chosen is not None:
        if not chosen.has_independent_draws:
            raise InputError(f"{chosen.name} needs counts, not probabilities", at="family")
        spoken = {word for word, _ in parameters.words}
        if (column := next((word for word in drawn_words if word not in spoken), None)) is not None:
            message_end = "probabilities of values; those of words stand in rows with the word alone"
            raise InputError(f"column {quoted(column)} has {message_end}", at="family")
        for label in () if parameters.logarithms else schema.classes:
            total = sum(parameters.words[word, label].value for word in drawn_words)
            if total != 1:
                message = f"the probabilities of the words add up to {number_text(total)}, not to 1"
                way = "; other_words = true makes all others one word, other" if total < 1 else ""
                raise InputError(message + way, at=in_class(PARAMETERS, label))
    if parameters is not None and parameters.other and chosen is None:
        raise InputError("other_words needs words that are drawn: multinomial", at="family")
    if parameters is None:
        presence_words = set(schema.words).difference(drawn_words)  # there may be many words
        for word in (word for word in schema.words if word in presence_words):
            for label in schema.classes:
                number = counts.presence.get((word, label), 0)
                if counts.sized and number > counts.sizes[label]:
                    most = number_text(counts.sizes[label])
                    message = f"{number_text(number)} is more than the total {most}"
                    place = in_class(in_row(COUNTS, word), label)
                    raise InputError(message, at=place)
        if not counts.sized and presence_words:
            raise InputError("bernoulli needs a row total", at="family")
