"""Replace the queries of a problem by another one, typed at a command or in the browser."""

from __future__ import annotations

from dataclasses import replace

from exactnb.core.problem.problem import Problem
from exactnb.core.problem.queries import QUERY, read_query
from exactnb.errors import InputError, Place


def with_query(problem: Problem, text: str) -> Problem:
    r"""Return `problem` with the query `text` instead of its own, under the id of the first of them.

    Quantities of other queries are omitted, and numbers in print, which belong to the file's queries.

    >>> problem = Problem.from_text("data.table = '''\nspoon,soup\nsilver,leek\n'''")
    >>> dict(with_query(problem, "silver").query)
    {'x': {'spoon': 'silver'}}
    """
    column = problem.encoder.text
    name = next(iter(problem.query), "") or problem.schema.free_name(QUERY)
    query = {name: Place.root("query").read(read_query, text, problem.schema, column)}
    bare = replace(problem, query=query, ask=(), questions=(), printed=())

    def is_there(quantity: str) -> bool:
        try:
            bare.scope.resolve(quantity)
        except InputError:
            return False
        return True

    ask = [quantity for quantity in problem.ask if is_there(quantity)]
    questions = [question for question in problem.questions if is_there(question.quantity)]
    return replace(bare, ask=ask, questions=questions)
