"""The right answers as somebody types them into a template."""

from __future__ import annotations

from fractions import Fraction

from exactnb import Solution
from exactnb.core.arithmetic import matrices, roots
from exactnb.core.arithmetic.rounding import Rounding, rounded_in_full
from exactnb.core.arithmetic.values import Infinite, Undefined
from exactnb.core.expression.nodes import Numeral
from exactnb.core.expression.results import Decision, Value, with_limits
from exactnb.core.expression.spell import spell

TWELVE = Rounding(figures=12)


def typed(value: Value) -> str:
    """Return a value as it is typed: exact where it is rational, else with twelve figures."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Decision):
        return ", ".join(value.labels) or "undefined"
    if isinstance(value, Undefined):
        return "undefined"
    if isinstance(value, Fraction | Infinite):
        return str(value)
    if isinstance(value, matrices.Vector | roots.Points):
        return f"[{', '.join(map(typed, value.parts))}]"
    return spell(Numeral(rounded_in_full(value, TWELVE)))


def typed_answer(solution: Solution, quantity: str, form: str = "any") -> str:
    """Return the right answer to a question."""
    name = solution.problem.scope.resolve(quantity)
    graph = solution.quantities
    graph = graph if name in graph else graph.with_targets([name])
    value = with_limits(graph.value(name))
    return spell(graph.as_counted(name)) if form == "counted" else typed(value)


def filled_in(solution: Solution) -> str:
    """Return the template of answers in TOML with the right value between the quotes of each line."""
    template = solution.answers()
    head, *rows = template.toml().split("[answers]\n")
    lines = rows[0].splitlines()
    out = []
    for line, question in zip(lines, template.questions, strict=True):
        answer = typed_answer(solution, question.quantity, question.policy.form)
        said = answer.replace("\\", "\\\\").replace('"', '\\"')
        key, _, comment = line.partition(' = ""')
        out.append(f'{key} = "{said}"{comment}')
    return f"{head}[answers]\n" + "\n".join(out) + "\n"
