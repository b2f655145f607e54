"""What we print of a theorem is read back: every line of it is right, in every notation."""

from __future__ import annotations

import re
from itertools import product
from random import Random

from thoroughness import choose, in_both_runs, one_in

from exactnb.core.problem.styles import names as notations
from exactnb.explain.proving import theorems
from exactnb.explain.solution.derived import derive
from exactnb.teach.grading.derivations.grader import verify_derivation
from exactnb.teach.grading.derivations.judging import judge
from exactnb.teach.grading.derivations.lines import parsed, sides_of
from exactnb.teach.grading.derivations.printed import printed_theorem
from exactnb.teach.grading.derivations.questions import BY_THEOREM, scopes_of

BLAMED = ("wrong", "does_not_follow", "not_equivalent")
PRINTED = sorted(set(BY_THEOREM) & set(theorems.names()))


def printed(theorem: str, notation: str, to: str = "latex") -> str:
    is_ascii, is_latex = to == "ascii", to == "latex"
    to = "text" if is_ascii else to
    return str(derive(theorem).written(to, notation=notation, unicode=not is_ascii, fragment=is_latex))


@one_in(24, "theorem", PRINTED)
def test_every_line_of_ours_is_right_in_every_notation(theorem: str) -> None:
    """None of our own lines is wrong, unread or open, whatever its letters look like."""
    for notation in notations()[PRINTED.index(theorem) % 3 :: 3]:
        working = verify_derivation(theorem, printed(theorem, notation))
        odd = [line for line in working.lines if line.verdict not in ("right", "unused")]
        assert [(line.claim.statement.text, line.message) for line in odd] == [], notation


@in_both_runs
@one_in(36, ("theorem", "to"), product(PRINTED, ("text", "ascii", "markdown")))
def test_no_line_of_ours_is_wrong_as_text(theorem: str, to: str) -> None:
    """Plain text, ASCII and Markdown are read as LaTeX is: what is right there is wrong nowhere."""
    at = PRINTED.index(theorem)
    for notation in choose(quick=notations()[at % 6 :][:1], exhaustive=notations()[at % 3 :: 3]):
        lines = verify_derivation(theorem, printed(theorem, notation, to)).lines
        wrong = [line.claim.statement.text for line in lines if line.verdict in BLAMED]
        assert wrong == [], notation
        assert "right" in {line.verdict for line in lines}


@one_in(12, ("theorem", "to"), product(PRINTED, ("text", "ascii")))
def test_plain_text_has_the_formulas_of_latex(theorem: str, to: str) -> None:
    """Indices in one run, in brackets and below Σ, hats of ASCII and rows that go on are read.

    Three of five sides come out alike, half of them in ASCII, in which h_j-1 is also h_j − 1.
    """
    lines = parsed(printed(theorem, "plain", to))
    latex = set(sides_of(parsed(printed(theorem, "plain"))))
    same = latex.intersection(sides_of(lines))
    assert 10 * len(same) >= (5 if to == "ascii" else 6) * len(latex)


ALONE = ("multinomial-mle", "gaussian-is-logistic", "categorical-mle", "two-word-mle")


@one_in(12, ("theorem", "notation"), product(ALONE, ["plain", "pi-tau", "theta-w"]))
def test_numbers_alone_accuse_no_line_of_ours(theorem: str, notation: str) -> None:
    """Words as data, indices above a letter, values of an index and shared variances are read so."""
    lines = judge(scopes_of(theorem), printed(theorem, notation))
    assert [line.statement.text for line in lines if line.is_to_blame] == []


@in_both_runs
def test_a_slip_in_a_printed_line_is_refuted_there_and_nowhere_before() -> None:
    """A line that is one sign away from the theorem's is no line of the theorem."""
    rng, hits, count = Random(7), 0, choose(quick=1, exhaustive=6)
    for _ in range(count):
        theorem = rng.choice(["prior-mle", "multinomial-mle", "gaussian-variance"])
        rows = printed(theorem, rng.choice(notations())).split("\n")
        signs = [(at, sign) for at, row in enumerate(rows) if row.count("&=") and "(1 - " not in row
                 and "slot" not in row for sign in re.finditer(r" [+-] ", row)]  # fmt: skip
        at, sign = rng.choice(signs)
        other = " - " if sign[0] == " + " else " + "
        rows[at] = rows[at][: sign.start()] + other + rows[at][sign.end() :]
        first = verify_derivation(theorem, "\n".join(rows)).first_wrong
        assert first in (at + 1, None), (theorem, rows[at], first)
        hits += first is not None
    assert hits * 2 > count


def test_a_line_of_a_case_is_right_in_its_case_alone() -> None:
    """Where all are ones the log-likelihood has one term; elsewhere it has two."""
    theorem = printed_theorem("bernoulli-mle")
    assert any(theorem.links.values())
    assert not all(theorem.links.values())
    text = r"\ell_{jk}(\theta_{jk}) = n_{k} \log \theta_{jk}"
    assert verify_derivation("bernoulli-mle", text).lines[0].verdict == "open"
