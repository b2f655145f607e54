"""The API of the page that computes: requests and answers in JSON.

How to read: `BrowserApi.answer` is the entry; each `_do_*` serves one kind of request. A request
states its complete problem, so that none depends on another; caches share what several have in
common.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from exactnb.core import families
from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.numerals import read_number
from exactnb.core.data.dialect import Dialect
from exactnb.core.data.documents import Documents
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.rows import name_of
from exactnb.core.data.table import Table
from exactnb.core.expression.results import Decision, with_limits
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import EFFORT, Effort
from exactnb.core.naming.grammar import is_numeral, quote
from exactnb.core.naming.names import Item
from exactnb.core.problem.absences import whole
from exactnb.core.problem.asked_instead import with_query
from exactnb.core.problem.choice import ModelChoice
from exactnb.core.problem.from_table import plain_query, problem_in_content
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.questions import Question
from exactnb.core.problem.table_options import (
    OF_MODEL,
    OF_ROWS,
    as_keywords,
    noted,
    typed_options,
    worded_as_options,
)
from exactnb.core.problem.toml import is_toml
from exactnb.errors import ExactnbError, InputError, fault
from exactnb.explain.rendering.formulas.values import value_entry
from exactnb.explain.solution.solution import solve
from exactnb.teach.grading.answer_key import default_questions
from exactnb.teach.grading.grader import Grader

StatedProblem = Mapping[str, Any]
"""The problem of a request.

`text` is a table, texts or a problem file. For a table, `label` and `id` name the columns of the class
and of row ids, `split` and `family` say how texts are split and counted, `decimal` is the decimal sign,
and `families` are chosen by column; `options` are further ones as a command takes them, which win.
`query` is text, or a value for each column; `smoothing` is the λ of a slider, and `prior` the
probability of one class, {"label": ..., "is": ...}.
"""

_PLACE = "your table"
_WORD_DOMAINS = ("words", "binary")  # frequency or presence of words
_OPTIONS = (*OF_ROWS, *OF_MODEL)
_TABLE_SETTINGS = ("label", "id", "split", "decimal", "family")


class BrowserApi:
    r"""Answer the requests of a page.

    >>> api = BrowserApi()
    >>> problem = {"text": "sky,class\nred,yes\nred,yes\ngrey,no", "query": {"sky": "red"}}
    >>> json.loads(api.answer(json.dumps({"do": "posterior", "said": problem})))["decided"]
    ['yes']
    """

    def __init__(self) -> None:
        self._read = lru_cache(2)(_problem_in_text)
        self._varied = lru_cache(4)(self._problem_of_controls)
        self._grader = lru_cache(1)(lambda key: Grader(_with_single_answers(self._varied(key))))

    def answer(self, request: str) -> str:
        """Return the answer to `request`, {"do": ..., "said": ...}; errors are {"error": one line}."""
        parsed = json.loads(request)
        do: Mapping[str, Callable[[StatedProblem], Mapping[str, object]]] = {
            "describe": self._do_describe,
            "posterior": lambda request: first_posterior(self._problem(request)),  # updated by sliders
            "solve": lambda request: {"page": solve(self._problem(request)).html()},
            "check": self._do_check,
            "save": lambda request: {"content": solve(self._problem(request)).render(request["to"])},
        }
        try:
            return json.dumps(do[parsed["do"]](parsed))
        except Exception as error:  # the page must stay usable
            return json.dumps({"error": fault(error)})

    def _do_describe(self, request: StatedProblem) -> Mapping[str, object]:
        """Return the choices that the page offers: class, families, query values, sliders."""
        problem, is_file = self._problem(request), is_toml(request["said"]["text"])
        first, model = next(iter(problem.query.values()), {}), problem.model_named(None)
        blocks = (block for part in problem.predictions.values() for block in part.model.blocks)
        estimates_shares = any(block.family.estimates_shares for block in blocks)
        return {
            "kind": "file" if is_file else "table" if isinstance(problem.data, Table) else "texts",
            "label": problem.schema.class_variable,
            **({"id": "", "ids": []} if is_file else _id_columns(problem, request["said"])),
            "classes": list(problem.schema.classes),
            "families": _plain_family_names(_WORD_DOMAINS),
            "family": next((family for _, family in model.column_families()), ""),
            "columns": [] if isinstance(first, str) else _columns(problem, is_file=is_file),
            "query": first if isinstance(first, str) else "",
            "asks": [q.quantity for q in default_questions(problem, EFFORT) if q.quantity],
            "smooths": not isinstance(problem.data, Parameters) and estimates_shares,
            "doubts": [noted(doubt, None if is_file else _OPTIONS) for doubt in problem.doubts],
        }

    def _do_check(self, request: StatedProblem) -> Mapping[str, object]:
        """Return the feedback on a typed answer."""
        grader = self._grader(_key(request["said"]))
        quantity = request["quantity"]
        graded = grader.grade({quantity: request["answer"]})[quantity]
        return {"right": graded.is_right, "told": graded.feedback}

    def _problem(self, request: StatedProblem) -> Problem:
        return self._varied(_key(request["said"]))

    def _problem_of_controls(self, key: str) -> Problem:
        """Return the stated problem: as read, with the query, λ and prior of the controls."""
        stated = json.loads(key)
        settings: dict[str, Any] = {name: stated.get(name) or None for name in _TABLE_SETTINGS}
        options = as_keywords(typed_options(stated.get("options") or ""))
        if options and is_toml(stated["text"]):
            raise InputError("needs a table; a problem file says it itself", at="options")
        settings |= options
        query = stated.get("query") or ""
        if not isinstance(query, str):  # a value for each column, none where it is empty
            signs = {key: settings[key] for key in ("decimal", "strip") if settings.get(key)}
            cells = plain_query({c: v for c, v in query.items() if v}, Dialect(**signs)).items()
            query = ", ".join(f"{quote(column)}={quote(value)}" for column, value in cells)
        is_file = is_toml(stated["text"])
        table_key = [settings, stated.get("families") or {}, "" if is_file else query]
        problem = self._read(stated["text"], json.dumps(table_key))
        if is_file and query:
            problem = with_query(problem, query)
        elif not problem.query:
            problem = replace(problem, query=_first_observation_as_query(problem))
        chosen = {name: stated[name] for name in ("smoothing", "prior") if stated.get(name) is not None}
        if "prior" in chosen:
            chosen["prior"] = _rescaled_prior(problem, **chosen["prior"])
        models = {name: _with_sliders(choice, chosen) for name, choice in problem.models.items()}
        return replace(problem, models=models) if chosen else problem


def _with_single_answers(problem: Problem) -> Problem:
    """Return `problem` with questions named by their quantities: the page has a field for each of them.

    A question that a whole working answers is asked for its value, and no derivation is.
    """
    by_quantity = {
        question.quantity: Question(question.quantity, question.quantity)
        if question.is_working
        else replace(question, id=question.quantity)
        for question in problem.questions
        if not question.is_derivation
    }
    return replace(problem, questions=tuple(by_quantity.values()))


def _key(stated: StatedProblem) -> str:
    return json.dumps(stated, sort_keys=True)


def _problem_in_text(text: str, table_settings: str) -> Problem:
    """Return the problem in a text; numeric columns without a chosen family are normal.

    The settings of a table are options, families and a query: columns may be left out that it omits.
    """
    if not text.strip():
        raise InputError("paste a table, texts or a problem file")
    if is_toml(text):
        return Problem.from_text(text)
    settings, chosen, query = json.loads(table_settings)

    def read_as(**more: Any) -> Problem:
        with worded_as_options(_OPTIONS):
            return problem_in_content(Problem, text, _PLACE, **settings | more)

    try:
        return read_as(families=chosen or None, query=query or None)
    except ExactnbError:
        schema = read_as(family=families.default("nominal")).schema
        numerals = {c: set(vs) for c, vs in schema.columns.items() if all(map(is_numeral, vs))}
        numbers = {column for column, values in numerals.items() if not values <= {"0", "1"}}
        if not (unsaid := numbers - chosen.keys()):
            raise
        numeric = dict.fromkeys(sorted(unsaid), families.default("numbers"))
        return read_as(families=chosen | numeric, query=query or None)


def _id_columns(problem: Problem, stated: StatedProblem) -> dict[str, object]:
    """Return which column has the ids of the rows, "" if none has, and which ones may."""
    data = problem.data
    rows = (
        data.rows if isinstance(data, Table) else data.documents if isinstance(data, Documents) else ()
    )
    chosen = stated.get("id") or ("id" if any(row.id for row in rows) else "")
    unchosen = [] if chosen == "id" else [""]  # a column named so has the ids unless another one does
    return {"id": chosen, "ids": list(dict.fromkeys((*unchosen, chosen, *problem.schema.columns)))}


def _columns(problem: Problem, *, is_file: bool) -> list[dict[str, object]]:
    """Return each column with its values, its family, and its value in the query."""
    model = problem.model_named(None)
    query = next(iter(problem.query.values()), {})
    cells = query if isinstance(query, Mapping) else {}
    return [
        {
            "name": name,
            "values": [] if name in problem.measured else list(values),
            "family": model.by_column[name].family.name if name in model.by_column else "",
            "families": [] if is_file else _suitable_families(values),
            "value": str(cells.get(name, "")),
        }
        for name, values in whole(problem.data).schema.columns.items()
    ]


def _suitable_families(values: tuple[str, ...]) -> list[str]:
    """Return the families that suit the values of a column and need no numbers of their own."""
    domains = {"nominal"}
    domains |= {"numbers"} if all(map(is_numeral, values)) else set()
    domains |= {"binary"} if set(values) <= {"0", "1"} else set()
    return _plain_family_names(domains)


def _plain_family_names(domains: Collection[str]) -> list[str]:
    suitable = (family for family in families.every_family() if family.domain in domains)
    return [family.name for family in suitable if not family.hyper]


def _first_observation_as_query(problem: Problem) -> Mapping[str, Any]:
    """Return the first observation as a query, under an unused name."""
    case = next(iter(problem.cases()), None)
    if case is None:
        return {}
    text = " ".join(word for word, times in case.words.items() for _ in range(int(times)))
    is_text = isinstance(problem.data, Documents)
    return {problem.schema.free_name("x"): text if is_text else dict(case.cells)}


def _rescaled_prior(problem: Problem, label: str, **prior: str) -> dict[str, str]:
    """Return a prior with the given probability of one class; the others keep their proportions."""
    model = problem.model_named(None)
    names = {item.value: model.names.prior(item) for item in model.class_items()}
    if label not in names:
        raise InputError("there is no such class", at="prior")
    graph = Quantities(names.values(), problem.define, Effort(EFFORT))
    values = {k: with_limits(graph.value(name)) for k, name in names.items() if k != label}
    parts = {k: value if isinstance(value, Fraction) else Fraction(0) for k, value in values.items()}
    if not sum(parts.values()):
        parts = dict.fromkeys(parts, Fraction(1))
    share, total = read_number(prior["is"]), sum(parts.values())
    shares = {k: share if k == label else (1 - share) * parts[k] / total for k in names}
    return {k: exact_text(part) for k, part in shares.items()}


def _with_sliders(choice: ModelChoice, sliders: Mapping[str, Any]) -> ModelChoice:
    """Return a choice with the λ and the prior of the sliders."""
    conventions = choice.conventions
    if "smoothing" in sliders:
        conventions = conventions.varied(smoothing=sliders["smoothing"], smoothings={})
    if "prior" in sliders:
        conventions = conventions.with_prior(sliders["prior"])
    return replace(choice, conventions=conventions)


def first_posterior(problem: Problem) -> dict[str, Any]:
    """Return the exact posterior of each class for the first query of `problem`, and the decision.

    >>> from exactnb import Table
    >>> table = Table.from_rows([("1", "+"), ("1", "+"), ("1", "-")], ["a", "class"])
    >>> answer = first_posterior(Problem(table, query={"x": {"a": "1"}}))
    >>> answer["decided"], [posterior["exact"] for posterior in answer["classes"]]
    (['+'], ['2/3', '1/3'])
    """
    model = problem.model_named(None)
    identity = next(map(name_of, problem.query), None)
    if identity is None:
        return {"query": "", "classes": [], "decided": []}
    case = (Item("query", "", identity),)
    names = {item.value: model.names.posterior(item, case) for item in model.class_items()}
    decision = model.names.decision(case)
    graph = Quantities([*names.values(), decision], problem.define, Effort(EFFORT))
    best = graph.value(decision)
    return {
        "query": identity,
        "classes": [
            {"label": label, "name": str(name), **value_entry(with_limits(graph.value(name)))}
            for label, name in names.items()
        ],
        "decided": list(best.labels) if isinstance(best, Decision) else [],
    }
