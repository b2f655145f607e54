"""What a system asks for is right for `check` too, whatever the policy of the sheet says."""

from __future__ import annotations

from thoroughness import one_in

from exactnb.core.data.files import NO_FILES
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.toml import read_toml
from exactnb.teach.exporting.exporting import Request
from exactnb.teach.exporting.external_grader import right_answer_as_typed
from exactnb.teach.exporting.systems import names
from exactnb.teach.grading.grader import Grader
from exactnb.teach.variants.template import Template

SHEET = """
data.class = "k"
data.table = '''
a b k
x u +
x v +
y u +
x v -
y v -
'''
query.q = { a = "x", b = "u" }
"""
POLICIES = ('"rounded"', '"exact"', "{ figures = 2 }", "{ places = 3 }", "{ within = 0.01 }")
FORMS = ("any", "lowest", "counted")
QUANTITIES = ("P(a=x|+)", "P(+|q)", "log_odds(+:-)")
DECIMALS = ("gift", "canvas", "moodle", "moodle-cloze", "qti-2-1")


CASES = [
    (quantity, policy, form)
    for quantity in QUANTITIES
    for policy in POLICIES
    for form in FORMS
    if form == "any" or quantity[0] == "P"
]
TABLES = "".join(
    f'[[question]]\nid = "{n}"\nquantity = "{quantity}"\npolicy = {policy}\nform = "{form}"\n'
    for n, (quantity, policy, form) in enumerate(CASES)
)
WORKING = '[[question]]\nid = "w"\nquantity = "P(+|q)"\nform = "working"\n'
THEOREM = '[[question]]\nid = "mle"\nform = "derivation"\ntheorem = "prior-mle"\n'


@one_in(8, "system", names())
def test_an_answer_in_the_form_that_is_asked_earns_its_points(system: str) -> None:
    """The key, as rounded for the system or as the program that grades reads it, is right there."""
    export = Request(system, figures=4).of(
        [Template.from_document(read_toml(SHEET + WORKING + TABLES + THEOREM), (), NO_FILES)]
    )
    (item,) = export.pools[0].items
    grader = Grader(Problem.from_document(read_toml(item.file)))
    keys, exact = {}, set()
    for part in item.parts:
        policy = part.question.policy
        if policy.kind == "exact" or policy.form in ("lowest", "counted"):
            exact.add(part.id)
        if part.kind == "number" and not (
            policy.kind == "exact" and "." in right_answer_as_typed(part)
        ):
            keys[part.id] = right_answer_as_typed(part) if part.id in exact else part.key.typed
    assert bool(exact) == (system not in DECIMALS)
    report = grader.grade(keys)
    assert {identity for identity in keys if not report[identity].is_right} == set()
    assert len(keys) >= len(CASES) - 1  # an exact logarithm has no key that is short enough to type
