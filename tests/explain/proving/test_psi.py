"""ψ(a) − log a rises with a positive a: the one fact about ψ that is cited, and what is not one."""

from __future__ import annotations

from thoroughness import one_in

from exactnb.core.expression.nodes import Expression, Function, Integer, log
from exactnb.explain.proving.prover import Prover
from exactnb.explain.proving.writing.formulas import derivative, letter, reals
from exactnb.explain.proving.writing.theorem import TRIGAMMA, cite, is_in, is_positive

A, B = letter("a"), letter("b")


def psi(of: Expression) -> Expression:
    return Function("digamma", of)


@one_in(
    2,
    ("body", "relation", "is_fact"),
    [
        (psi(A) - log(A), ">", True),
        (psi(A) - log(A) + log(B), ">", True),
        (psi(A) - log(A), "<", False),
        (log(A) - psi(A), ">", False),
        (2 * psi(A) - log(A), ">", False),
        (psi(A) - 2 * log(A), ">", False),
        (psi(A), ">", False),
        (psi(A + 1) - log(A), ">", False),
        (psi(B) - log(B), ">", False),
        (psi(A) - log(A) - A, ">", False),
    ],
)
def test_only_the_fact_itself_is_cited(body: Expression, relation: str, is_fact: bool) -> None:
    """Another multiple, relation or letter is refused."""
    prover = Prover()
    for fact in (is_positive(A), is_positive(B)):
        assert prover.line_problem(fact, None) == ""
    claim = cite(Integer(0), TRIGAMMA, relation).of(derivative(body, A))  # type: ignore[arg-type]
    assert (prover.line_problem(claim, None) == "") == is_fact


def test_the_letter_is_positive() -> None:
    """Of a letter that may be negative nothing is known."""
    prover = Prover()
    assert prover.line_problem(is_in(A, reals()), None) == ""
    claim = cite(Integer(0), TRIGAMMA, ">").of(derivative(psi(A) - log(A), A))
    assert prover.line_problem(claim, None) != ""
