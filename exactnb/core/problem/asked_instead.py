"""A problem with another query than its file has."""

from __future__ import annotations

from dataclasses import replace

from exactnb.core.problem.problem import Problem
from exactnb.core.problem.queries import QUERY, read_query
from exactnb.errors import InputError, Place


def with_query(problem: Problem, text: str) -> Problem:
    r"""Return a problem with one query in the place of its own, called as the first of them.

    What was asked of another query is left out, and numbers in print: they are those of the file's own.

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
