"""A right line is proved for data of any size, or tried on instances; the report says which."""

from __future__ import annotations

from pathlib import Path

from thoroughness import one_in

from exactnb.teach.grading.derivations.grader import verify_derivation
from exactnb.teach.grading.derivations.judging import DerivationJudge
from exactnb.teach.grading.derivations.lines import parsed
from exactnb.teach.grading.derivations.printed import NOTHING
from exactnb.teach.grading.derivations.proofs import proof
from exactnb.teach.grading.derivations.questions import scopes_of
from exactnb.teach.grading.derivations.worlds import DerivationBudget
from exactnb.teach.grading.working.report import as_text

BERNOULLI = (
    "L(θ) = prod_i θ^x_i (1-θ)^(1-x_i) = θ^k (1-θ)^(n-k)\n"
    "ℓ(θ) = k log θ + (n-k) log(1-θ)\n"
    "ℓ'(θ) = k/θ - (n-k)/(1-θ) = 0\n"
    "k(1-θ) = (n-k)θ\n"
    "θ̂ = k/n"
)
GAUSSIAN = (
    "ℓ(μ,v) = -n/2 log(2πv) - 1/(2v) sum_i (x_i-μ)^2\n"
    "∂ℓ/∂v = -n/(2v) + 1/(2v^2) sum_i (x_i-μ)^2 = 0\n"
    "n v = sum_i (x_i-μ)^2\n"
    "v = 1/n sum_i (x_i-μ)^2"
)
POISSON = "ℓ(r) = S log r - n r + c\nℓ'(r) = S/r - n = 0\nr = S/n\nℓ''(r) = -S/r^2 < 0"
PROVED = [
    ("bernoulli-mle", BERNOULLI, ["", "from line 1", "from line 2",
                                  "as equivalent to line 3", "as equivalent to line 4"]),
    ("gaussian-variance", GAUSSIAN, ["", "from line 1", "as equivalent to line 2",
                                     "as equivalent to line 3"]),
    ("poisson-mle", POISSON, ["", "from line 1", "as equivalent to line 2", ""]),
    ("parameter-counts", "(K-1) + Kd = K(d+1) - 1", ["by its normal form"]),
]  # fmt: skip


@one_in(2, ("theorem", "text", "bases"), PROVED)
def test_a_line_is_proved_by_its_form_or_an_earlier_line(
    theorem: str, text: str, bases: list[str]
) -> None:
    """Derivatives of earlier lines and equivalent equations are proved, the rest was tried."""
    lines = verify_derivation(theorem, text).lines
    assert {line.verdict for line in lines} == {"right"}
    for line, basis in zip(lines, bases, strict=True):
        if basis:
            assert line.message == f"proved {basis}"
        else:
            assert line.message.startswith("tried on ")
            assert line.message.endswith(" instances")


def test_a_line_of_the_theorem_is_proved() -> None:
    """What the checker has accepted as a line of the theorem needs no instances."""
    [line] = verify_derivation("prior-mle", r"\sum_{k=1}^{K} \pi_{k} = 1").lines
    assert line.message == "proved as a line of the theorem"


def test_the_report_says_by_what_each_line_is_right() -> None:
    """The note stands under its line."""
    report = as_text(verify_derivation("bernoulli-mle", BERNOULLI))
    assert "(proved as equivalent to line 4)" in report
    assert "(tried on " in report


WRONG = [
    ("bernoulli-mle", BERNOULLI.replace("k/θ - (", "k/θ + (")),
    ("bernoulli-mle", BERNOULLI.replace("θ̂ = k/n", "θ̂ = n/k")),
    ("bernoulli-mle", BERNOULLI.replace("= (n-k)θ", "= (n-k)θ^2")),
    ("bernoulli-mle", BERNOULLI.replace("(n-k) log(1-θ)", "(n-k) log θ")),
    ("gaussian-variance", GAUSSIAN.replace("1/(2v^2)", "1/(2v)")),
    ("gaussian-variance", GAUSSIAN.replace("v = 1/n sum", "v = 1/(n-1) sum")),
    ("poisson-mle", POISSON.replace("-S/r^2", "S/r^2")),
    ("parameter-counts", "(K-1) + Kd = K(d+1)"),
]


@one_in(4, ("theorem", "text"), WRONG)
def test_nothing_that_is_refuted_is_proved(theorem: str, text: str) -> None:
    """The checker does not accept a wrong line, whatever it was taken for."""
    lines = parsed(text)
    judge = DerivationJudge(scopes_of(theorem)[0], lines, NOTHING, DerivationBudget())
    scope = next(iter(judge.scope.variants([s for _, c, _ in lines for s in c[0].sides])))
    judge = DerivationJudge(scope, lines, NOTHING, DerivationBudget())
    wrong = next(line for line in judge.run() if line.is_to_blame)
    assert wrong.chain is not None
    at = wrong.link
    link = wrong.chain.sides[at], wrong.chain.relations[at], wrong.chain.sides[at + 1]
    earlier = [line for line in judge.accepted if line.statement.line < wrong.statement.line]
    assert {proof(judge, link, kind, earlier) for kind in ("identity", "condition")} == {""}


def test_right_files_have_lines_that_are_proved() -> None:
    """In the derivation of a textbook all but the first line are proved."""
    file = next((Path(__file__).parent / "right").glob("bern2.*"))
    lines = verify_derivation("bernoulli-mle", file.read_text()).lines
    assert sum(line.message.startswith("proved") for line in lines) >= 6
