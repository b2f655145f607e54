"""What may have been done differently all over a problem: other data, queries, conventions, rounding.

How to read: `rows_dropped_or_repeated` yields edits of whole rows, `misread_data` every single edit,
`misread_twice` two at once. `query_alternatives` misreads or leaves out what is observed, or takes
another query.
`convention_alternatives` makes each choice of a model as another textbook or tool makes it: none is
wrong, they lead to other numbers. `rounded_early` rounds or truncates numbers before they are used.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.conventions import Conventions
from exactnb.core.conventions.reading import COVARIANCES, DIVISORS, PRESETS, SHARES
from exactnb.core.conventions.rules import pseudocount_of
from exactnb.core.data.documents import Documents, cut
from exactnb.core.data.edits import Edit, both_in_a_row, exchanged, misreadings, single_edits
from exactnb.core.data.schema import Case
from exactnb.core.expression.nodes import Expression, Function, Reference
from exactnb.core.expression.reasons import Rule
from exactnb.core.families.protocol import Misconception
from exactnb.core.model.data_quantities import redefined_formulas
from exactnb.core.model.model import PARAMETERS
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import InlineForm
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.choice import ModelChoice
from exactnb.core.problem.edits import edit_formulas, formulas_with
from exactnb.core.problem.observing import RawQuery
from exactnb.core.problem.problem import Problem
from exactnb.errors import ExactnbError
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.misconceptions.misreadings import CONVENTIONS, EDITS, QUERIES, ROUNDINGS, TOTALS

_TOTALS = ("count", "tokens", "vocabulary")
_OFFSETS = {"too large": 1, "too small": -1}
_MOST_ROWS = 40  # of a table whose rows are dropped, and whose numbers are misread, one by one
_PSEUDOCOUNTS: tuple[Any, ...] = (0, 1, "1/2", 2, "perks")
_BASES = {"log": "e", "log2": "2", "log10": "10"}
_NUMBERS_IN_WORDS = ("one", "two", "three", "four")  # digits that are kept

_QueryChanges = Iterator[tuple[str, str, RawQuery]]
_OtherChoice = tuple[str, str, Any]


def rows_dropped_or_repeated(problem: Problem, graph: Quantities) -> Iterator[Alternative]:
    """Yield the values of the `graph` of a `problem` if one row is overlooked, or counted twice.

    Nothing is yielded for more than 40 rows.
    """
    cases = list(problem.cases())
    for number, case in enumerate(cases if len(cases) <= _MOST_ROWS else (), start=1):
        for edit in (Edit("dropped", number, case, ()), Edit("repeated", number, case, (case, case))):
            yield from _alternative_with_edits(problem, graph, cases, edit)


def misread_data(
    problem: Problem, graph: Quantities, should_stop: Callable[[], bool] = bool, *, numbers: bool = True
) -> Iterator[Alternative]:
    """Yield an alternative to the `graph` of a `problem` for each edit of the data, simplest first.

    `should_stop` is asked before each edit, since most may change nothing. Misread `numbers`, which are
    many, can be left out, and are if the problem `has_many_numbers`.
    """
    cases = list(problem.cases())
    for edit in _single_edits(problem, cases, numbers=numbers):
        if should_stop():
            return
        yield from _alternative_with_edits(problem, graph, cases, edit)


def misread_twice(
    problem: Problem, graph: Quantities, should_stop: Callable[[], bool] = bool
) -> Iterator[Alternative]:
    """Yield an alternative to the `graph` of a `problem` for each two edits: half the square of one.

    They change two rows, or two places of one, and insert nothing that the data do not have.
    `should_stop` is asked before each.
    """
    cases = list(problem.cases())
    earlier: list[Edit] = []
    for second in (edit for edit in _single_edits(problem, cases) if not edit.is_new):
        for first in earlier:
            if should_stop():
                return
            yield from _alternative_with_edits(problem, graph, cases, first, second)
        earlier.append(second)


def has_many_numbers(problem: Problem) -> bool:
    """Say whether a `problem` has numbers in so many rows that they are not misread one by one."""
    return bool(problem.measured) and len([*problem.cases()]) > _MOST_ROWS


def _single_edits(problem: Problem, cases: Sequence[Case], *, numbers: bool = True) -> Iterator[Edit]:
    """Yield every single edit, with numbers that are legal for the families."""
    models = [prediction.model for prediction in problem.predictions.values()]
    numbers = numbers and not has_many_numbers(problem)
    endless = problem.measured | {covariate.name for covariate in problem.covariates.values()}
    times = {c for model in models for c in model.vocabulary if c in problem.schema.columns}
    for edit in single_edits(cases, problem.schema, numbers=endless, times=times, unseen=True):
        if edit.column not in endless or (numbers and _is_legal_number(problem, edit.column, edit.new)):
            yield edit


def _is_legal_number(problem: Problem, column: str, numeral: str) -> bool:
    """Say whether a number is legal for the families of a column: no count is 1.4."""
    number = number_in(numeral)
    models = (prediction.model for prediction in problem.predictions.values())
    families = (
        model.numeric_blocks[column].family for model in models if column in model.numeric_blocks
    )
    kinds = (covariate.kind for covariate in problem.covariates.values() if covariate.name == column)
    if any(family.data_problem(number) for family in families):
        return False
    return not any(kind.problem(number) for kind in kinds)


def describe_edit(edit: Edit) -> str:
    """Return the row of an `edit`, and its change, in words.

    >>> describe_edit(Edit("cell", 6, Case("D6", "No", {}), (), "Temperature", "Cool", "Hot"))
    'row 6, D6: Temperature Hot for Cool'
    """
    where = f"row {edit.row}" + (f", {edit.before.id}" if edit.before.id else "")
    match edit.kind:
        case "dropped" | "repeated":
            return where
        case "word left out":
            return f"{where}: without {edit.old}"
        case "word put in":
            return f"{where}: with {edit.new}"
    return f"{where}: {edit.column}{' ' * bool(edit.column)}{edit.new} for {edit.old}"


def _alternative_with_edits(
    problem: Problem, graph: Quantities, cases: Sequence[Case], first: Edit, *others: Edit
) -> Iterator[Alternative]:
    """Yield the alternative with one edit, or two, if it changes anything and all can be estimated."""
    edits = (first, *others)
    in_rows = edits
    if others and first.row == others[0].row:
        row = both_in_a_row(*edits)
        in_rows = () if row is None else (replace(first, after=(row,)),)  # they cannot be combined
    try:
        if others:
            formulas = formulas_with(problem, graph, cases, in_rows)
        else:
            formulas = edit_formulas(problem, graph, cases, first)
    except ExactnbError:  # a class without rows
        return
    if formulas:
        made, details = (EDITS[edit.kind] for edit in edits), map(describe_edit, edits)
        yield Alternative(tuple(made), formulas, " and ".join(details), edits=edits)


def totals_off_by_one(graph: Quantities) -> Iterator[Alternative]:
    """Yield alternatives in which a total of a `graph` is one too large or too small, each by itself.

    A total counts rows of a class or of all, the words of a class, or all different words.
    """
    for name, quantity in graph.items():
        kinds = {item.kind for item in name.items}
        if name.head in _TOTALS and not name.wrappers and kinds <= {"class"}:
            for misconception, by in _OFFSETS.items():
                yield Alternative((TOTALS[misconception],), {name: quantity.formula + by}, str(name))


def query_alternatives(problem: Problem, graph: Quantities) -> Iterator[Alternative]:
    """Yield alternatives to the `graph` of a `problem` with another query, or another part of one."""
    targets = _targets_of_queries(graph)
    unasked = replace(problem, ask=(), questions=(), printed=())  # names need not be read once more
    for identity, observed in problem.query.items():
        for kind, change, query in _query_changes(problem, identity, observed):
            try:
                changed_problem = replace(unasked, query={**problem.query, identity: query})
                formulas = redefined_formulas(graph, changed_problem.define, targets[identity])
            except ExactnbError:  # the query has values that no model knows
                continue
            if formulas:
                detail = f"{identity}: {change}"
                yield Alternative((QUERIES[kind],), formulas, detail, problem=changed_problem)


def _targets_of_queries(graph: Quantities) -> Mapping[str, list[QuantityName]]:
    """Return, for the id of each query, the targets of a `graph` that name it or rest on what does."""
    queries: dict[QuantityName, frozenset[str]] = {}
    for name, quantity in graph.items():  # each stands after what it rests on
        identities = frozenset(item.value for item in name.items if item.kind == "query")
        queries[name] = identities.union(*(queries[used] for used in quantity.uses))
    targets: defaultdict[str, list[QuantityName]] = defaultdict(list)
    for name in graph.targets:
        for identity in queries[name]:
            targets[identity].append(name)
    return targets


def _query_changes(problem: Problem, identity: str, observed: RawQuery) -> _QueryChanges:
    for other_id, query in problem.query.items():
        if other_id != identity and query != observed:
            yield "other", other_id, query
    if isinstance(observed, str):
        yield from _text_changes(problem, observed)
    elif isinstance(observed, Mapping):
        yield from _cell_changes(problem, observed)


def _cell_changes(problem: Problem, cells: Mapping[str, object]) -> _QueryChanges:
    text = problem.data.text if isinstance(problem.data, Documents) else ""
    for column, value in cells.items():
        if column == text and isinstance(value, str):
            for kind, detail, changed in _text_changes(problem, value):
                yield kind, detail, {**cells, column: changed}
            continue
        measured = column in problem.measured
        values = problem.schema.columns.get(column, ())
        for misreading in misreadings(str(value)) if measured else values:
            if misreading != str(value):
                yield "cell", f"{column} {misreading} for {value}", {**cells, column: misreading}
        without = {name: cell for name, cell in cells.items() if name != column}
        yield "cell left out", f"without {column}", without


def _text_changes(problem: Problem, text: str) -> Iterator[tuple[str, str, str]]:
    split = problem.data.split if isinstance(problem.data, Documents) else "spaces"
    tokens, vocabulary = cut(text, split), problem.schema.words
    present = [word for word in dict.fromkeys(tokens) if word in vocabulary]
    for old in present:
        yield "word left out", f"without {old}", exchanged(tokens, old, "", split)
    for new in vocabulary:
        yield "word put in", f"with {new}", exchanged(tokens, "", new, split)
    for old in present:
        for new in vocabulary:
            if new != old:
                yield "word", f"{new} for {old}", exchanged(tokens, old, new, split)


def convention_alternatives(problem: Problem, graph: Quantities) -> Iterator[Alternative]:
    """Yield other conventions of a `problem` that change a number of its `graph`, in one model."""
    for name, choice in problem.models.items():
        several = f"model {name}" if len(problem.models) > 1 else ""
        for key, setting, conventions in _other_choices(problem, choice):
            detail = ", ".join(filter(None, (setting, several)))
            try:
                models = {**problem.models, name: replace(choice, conventions=conventions())}
                changed_problem = replace(problem, models=models)
                formulas = redefined_formulas(graph, changed_problem.define)
            except ExactnbError:  # the conventions do not suit these columns
                continue
            if formulas:
                yield Alternative((CONVENTIONS[key],), formulas, detail, problem=changed_problem)
    yield from _log_base_alternatives(graph)


def _other_choices(problem: Problem, choice: ModelChoice) -> Iterator[_OtherChoice]:
    """Yield other choices: the key of each, its setting in words, a function that makes conventions."""
    current = choice.conventions

    def changed(**chosen: Any) -> Any:
        return lambda: current.varied(**chosen)

    for divisor in DIVISORS:
        yield "divisor", divisor, changed(divisor=divisor)
    for added in _PSEUDOCOUNTS:
        yield "smoothing", _pseudocount_text(added), changed(smoothing=added)
    for cells in ("slot", "class"):  # refused without a single λ, and nothing new without smoothing
        rule = {"add": pseudocount_of(current.smoothing), "cells": cells}
        yield "cells", cells, changed(smoothing=rule)
    for column in problem.schema.columns if len(problem.schema.columns) > 1 else ():
        for added in (0, 1):
            setting, rules = f"{column}, {_pseudocount_text(added)}", dict(current.smoothings)
            yield "smoothing-of-column", setting, changed(smoothings={**rules, column: added})
    for prior in ("mle", "uniform", "smoothed"):
        yield "prior", prior, changed(prior=prior)
    for added in (1, "1/2"):
        smoothed = changed(prior="smoothed", prior_smoothing=added)
        yield "prior", f"smoothed, {_pseudocount_text(added)}", smoothed
    yield "coefficient", "", changed(coefficient=not current.coefficient)
    yield "absent-words", "", changed(absent="ignore" if current.absent == "count" else "count")
    for share in SHARES:
        yield "sharing", share, changed(share=share)
    for covariance in COVARIANCES:
        yield "covariance", covariance, changed(covariance=covariance)
    if current.epsilon.amount:
        yield "epsilon", "", changed(epsilon=0)
    yield "tie", "", changed(tie="report" if current.tie == "first" else "first")
    for unseen in ("drop", "zero"):
        yield "unseen", unseen, changed(unseen=unseen)
    for name in PRESETS:
        yield "preset", name, lambda name=name: Conventions(preset=name)


def _pseudocount_text(added: Any) -> str:
    if added == 0:
        return "not smoothed"
    return "λ = 1/m" if added == "perks" else f"λ = {exact_text(Fraction(added))}"


def _log_base_alternatives(graph: Quantities) -> Iterator[Alternative]:
    """Yield logarithms to another base, in all quantities at once."""
    for function, base in _BASES.items():
        formulas: dict[QuantityName, Expression] = {}
        for name in graph:
            current = name.wrappers[0] if name.wrappers else "log" if name.head == "log_odds" else ""
            if current in _BASES and current != function:
                inner = name.unwrapped() if name.wrappers else name.with_head("odds")
                formulas[name] = Function(function, Reference(inner))
        if formulas:
            yield Alternative((CONVENTIONS["logarithm"],), formulas, f"base {base}")


def rounded_early(graph: Quantities) -> Iterator[Alternative]:
    """Yield alternatives in which the estimates, or all values, of a `graph` are rounded before use."""
    estimates = frozenset(
        name
        for name, quantity in graph.items()
        if quantity.inline in (InlineForm.COUNTED, InlineForm.MEASURED)
        and quantity.reason.rule is not Rule.COUNT
    )
    for misconception, rounding, extent in _rounding_habits():
        yield Alternative((misconception,), {}, f"estimates {extent}", rounding, estimates)
        yield Alternative((misconception,), {}, f"every value {extent}", rounding)
        all_but_result = f"every value before it {extent}"
        yield Alternative((misconception,), {}, all_but_result, rounding, is_result_unrounded=True)


def rounded_by_kind(graph: Quantities) -> Iterator[Alternative]:
    """Yield alternatives in which one kind of estimate of a `graph` is rounded: means alone."""
    kinds: dict[str, set[QuantityName]] = {}
    for name in graph:
        if name.head in PARAMETERS and not name.wrappers:
            kinds.setdefault(name.head, set()).add(name)
    for kind, names in kinds.items() if len(kinds) > 1 else ():
        for misconception, rounding, extent in _rounding_habits():
            yield Alternative((misconception,), {}, f"{kind} {extent}", rounding, frozenset(names))


def _rounding_habits() -> Iterator[tuple[Misconception, Rounding, str]]:
    """Yield each way to round, with its words; fewer digits first."""
    for rule, misconception in ROUNDINGS.items():
        for digits, word in enumerate(_NUMBERS_IN_WORDS, start=1):
            more = "s" if digits > 1 else ""
            places = Rounding(places=digits, rule=rule)  # type: ignore[arg-type]
            figures = Rounding(figures=digits, rule=rule)  # type: ignore[arg-type]
            yield misconception, places, f"to {word} decimal{more}"
            yield misconception, figures, f"to {word} figure{more}"
