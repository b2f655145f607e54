"""What the page that computes asks for: a problem as it is typed and chosen in, answers in JSON out.

How to read: `Desk.answer` is the door; each `_do_*` is one thing that the page can ask for. Every
request says all of its problem, so that none depends on another; what two share is worked out once.
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
from exactnb.core.data.documents import Documents
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.table import Table
from exactnb.core.expression.results import settled
from exactnb.core.model.effort import EFFORT, Effort
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.spelling import is_numeral, quote
from exactnb.core.problem.asked_instead import with_query
from exactnb.core.problem.choice import ModelChoice
from exactnb.core.problem.from_table import problem_in_content
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.toml import is_toml
from exactnb.errors import ExactnbError, InputError, fault, one_line
from exactnb.explain.solution.solution import solve
from exactnb.interfaces.site.posterior import posterior_of
from exactnb.teach.grading.answer_key import default_questions
from exactnb.teach.grading.grader import Grader

Said = Mapping[str, Any]
"""What a request says of its problem.

`text` is a table, texts or a problem file. Of a table, `label` names the column of the class, `split`
and `family` say how texts are cut and counted, `decimal` is the sign of decimals, `families` are those
chosen by column.
`query` is text, or a value for each column; `smoothing` is the λ of a slider, and `prior` the
probability of one class, {"label": ..., "is": ...}.
"""

_PLACE = "your table"
_OF_WORDS = ("words", "binary")  # how often a word stands in a text, or whether it does
_OF_TABLE = ("label", "split", "decimal", "family")


class Desk:
    r"""Answer requests about one problem after another.

    >>> desk = Desk()
    >>> said = {"text": "sky,class\nred,yes\nred,yes\ngrey,no", "query": {"sky": "red"}}
    >>> json.loads(desk.answer(json.dumps({"do": "posterior", "said": said})))["decided"]
    ['yes']
    """

    def __init__(self) -> None:
        self._read = lru_cache(2)(_read)
        self._varied = lru_cache(4)(self._vary)
        self._grader = lru_cache(1)(lambda key: Grader(self._varied(key)))

    def answer(self, request: str) -> str:
        """Return the answer to a request, {"do": ..., "said": ...}, or {"error": ...} in one line."""
        asked = json.loads(request)
        do: Mapping[str, Callable[[Said], Mapping[str, object]]] = {
            "describe": self._do_describe,
            "posterior": lambda asked: posterior_of(self._problem(asked)),  # what sliders move
            "solve": lambda asked: {"page": solve(self._problem(asked)).html()},
            "check": self._do_check,
            "save": lambda asked: {"content": solve(self._problem(asked)).render(asked["to"])},
        }
        try:
            return json.dumps(do[asked["do"]](asked))
        except ExactnbError as error:
            return json.dumps({"error": one_line(str(error))})
        except Exception as error:  # the page goes on
            return json.dumps({"error": fault(error)})

    def _do_describe(self, asked: Said) -> Mapping[str, object]:
        """Return what can be chosen: the class, the families, the values of a query, the sliders."""
        problem, is_file = self._problem(asked), is_toml(asked["said"]["text"])
        first, model = next(iter(problem.query.values()), {}), problem.model_named(None)
        return {
            "kind": "file" if is_file else "table" if isinstance(problem.data, Table) else "texts",
            "label": problem.schema.class_variable,
            "classes": list(problem.schema.classes),
            "families": _named(_OF_WORDS),
            "family": next((family for _, family in model.families()), ""),
            "columns": [] if isinstance(first, str) else _columns(problem, is_file=is_file),
            "query": first if isinstance(first, str) else "",
            "asks": [question.quantity for question in default_questions(problem, EFFORT)],
            "smooths": _smooths(problem),
        }

    def _do_check(self, asked: Said) -> Mapping[str, object]:
        """Return what is said of an answer that was typed."""
        grader = self._grader(_key(asked["said"]))
        (graded,) = grader.grade({asked["quantity"]: asked["answer"]}).graded
        return {"right": graded.is_right, "told": graded.feedback}

    def _problem(self, asked: Said) -> Problem:
        return self._varied(_key(asked["said"]))

    def _vary(self, key: str) -> Problem:
        """Return the problem that is said: as it was read, with another query, λ and prior."""
        said = json.loads(key)
        how = [{name: said.get(name) or None for name in _OF_TABLE}, said.get("families") or {}]
        problem = self._read(said["text"], json.dumps(how))
        if query := said.get("query"):
            problem = with_query(problem, query if isinstance(query, str) else _spelled(query))
        elif not problem.query:
            problem = replace(problem, query=_first(problem))
        chosen = {name: said[name] for name in ("smoothing", "prior") if said.get(name) is not None}
        if "prior" in chosen:
            chosen["prior"] = _shared(problem, **chosen["prior"])
        models = {name: _chosen(choice, chosen) for name, choice in problem.models.items()}
        return replace(problem, models=models) if chosen else problem


def _key(said: Said) -> str:
    return json.dumps(said, sort_keys=True)


def _read(text: str, how: str) -> Problem:
    """Return the problem in a text; numbers of which nothing is said are taken for normal."""
    if not text.strip():
        raise InputError("paste a table, texts or a problem file")
    if is_toml(text):
        return Problem.from_text(text)
    given, chosen = json.loads(how)

    def made(**more: Any) -> Problem:
        return problem_in_content(Problem, text, _PLACE, **given | more)

    try:
        return made(families=chosen or None)
    except ExactnbError:
        schema = made(family=families.usual("nominal")).schema
        numbers = {column for column, values in schema.columns.items() if _are_numbers(values)}
        if not (unsaid := numbers - chosen.keys()):
            raise
        return made(families=chosen | dict.fromkeys(sorted(unsaid), families.usual("numbers")))


def _are_numbers(values: tuple[str, ...]) -> bool:
    """Say whether a column holds numbers, and not only 0 and 1."""
    return all(map(is_numeral, values)) and not set(values) <= {"0", "1"}


def _columns(problem: Problem, *, is_file: bool) -> list[dict[str, object]]:
    """Return each column with its values, what it is taken for, and what the query has there."""
    model = problem.model_named(None)
    query = next(iter(problem.query.values()), {})
    cells = query if isinstance(query, Mapping) else {}
    return [
        {
            "name": name,
            "values": [] if name in problem.measured else list(values),
            "family": model.by_column[name].family.name if name in model.by_column else "",
            "families": [] if is_file else _suitable(values),
            "value": str(cells.get(name, "")),
        }
        for name, values in problem.schema.columns.items()
    ]


def _suitable(values: tuple[str, ...]) -> list[str]:
    """Return the families, without numbers of their own, that suit what a column holds."""
    domains = {"nominal"}
    domains |= {"numbers"} if all(map(is_numeral, values)) else set()
    domains |= {"binary"} if set(values) <= {"0", "1"} else set()
    return _named(domains)


def _named(domains: Collection[str]) -> list[str]:
    return [own.name for own in families.every_family() if own.domain in domains and not own.hyper]


def _smooths(problem: Problem) -> bool:
    """Say whether λ means anything here: some estimates are shares of what was counted."""
    models = [prediction.model for prediction in problem.predictions.values()]
    is_given = isinstance(problem.data, Parameters)
    return not is_given and any(block.is_of_shares for model in models for block in model.blocks)


def _first(problem: Problem) -> Mapping[str, Any]:
    """Return the first observation as a query, under a name that is free."""
    case = next(iter(problem.cases()), None)
    if case is None:
        return {}
    words = " ".join(word for word, times in case.words.items() for _ in range(int(times)))
    is_text = isinstance(problem.data, Documents)
    return {problem.schema.free_name("x"): words if is_text else dict(case.cells)}


def _spelled(query: Mapping[str, str]) -> str:
    """Return chosen values as they are typed in a query; an empty one is left out."""
    return ", ".join(f"{quote(column)}={quote(value)}" for column, value in query.items() if value)


def _shared(problem: Problem, label: str, **said: str) -> dict[str, str]:
    """Return a prior with the probability of one class, what is left shared as the others have it."""
    model = problem.model_named(None)
    names = {item.value: model.names.prior(item) for item in model.class_items()}
    if label not in names:
        raise InputError("there is no such class", at="prior")
    own = Quantities(names.values(), problem.define, Effort(EFFORT))
    known = {of: settled(own.value(name)) for of, name in names.items() if of != label}
    parts = {of: value if isinstance(value, Fraction) else Fraction(0) for of, value in known.items()}
    if not sum(parts.values()):
        parts = dict.fromkeys(parts, Fraction(1))
    at = read_number(said["is"])
    left, whole = 1 - at, sum(parts.values())
    return {
        of: exact_text(at if of == label else left * parts[of] / whole if whole else left)
        for of in names
    }


def _chosen(choice: ModelChoice, said: Mapping[str, Any]) -> ModelChoice:
    """Return a choice with the λ and the prior of the sliders."""
    conventions = choice.conventions
    if "smoothing" in said:
        conventions = conventions.varied(smoothing=said["smoothing"], smoothings={})
    if "prior" in said:
        conventions = conventions.with_prior(said["prior"])
    return replace(choice, conventions=conventions)
