"""What we print of a theorem is read back: every line of it is right, in every notation."""

from __future__ import annotations

from collections import Counter
from itertools import count as count_from
from itertools import product
from random import Random

import pytest
from planted_prints import outcome, outcome_of_right, planted, rewritten
from thoroughness import all_of, choose, one_in

from exactnb.core.problem.styles import names as notations
from exactnb.explain.proving import theorems
from exactnb.explain.solution.derived import derive
from exactnb.teach.grading.derivations.differences import difference, nearest
from exactnb.teach.grading.derivations.fitting import judge
from exactnb.teach.grading.derivations.grader import verify_derivation
from exactnb.teach.grading.derivations.lines import parsed
from exactnb.teach.grading.derivations.meanings import sides_of
from exactnb.teach.grading.derivations.printed import printed_theorem
from exactnb.teach.grading.derivations.questions import BY_THEOREM

BLAMED = ("wrong", "does_not_follow", "not_equivalent")
PRINTED = sorted(set(BY_THEOREM) & set(theorems.names()))


def printed(theorem: str, notation: str, to: str = "latex") -> str:
    is_ascii, is_latex = to == "ascii", to == "latex"
    to = "text" if is_ascii else to
    return str(derive(theorem).written(to, notation=notation, unicode=not is_ascii, fragment=is_latex))


@one_in(24, "theorem", PRINTED)
def test_every_line_of_ours_is_right_in_every_notation(theorem: str) -> None:
    """None of our own lines is wrong, unread or open, whatever its letters look like."""
    for notation in notations()[PRINTED.index(theorem) % 6 :: 6]:
        working = verify_derivation(theorem, printed(theorem, notation))
        odd = [line for line in working.lines if line.verdict not in ("right", "unused")]
        assert [(line.claim.statement.text, line.message) for line in odd] == [], notation


@pytest.mark.exhaustive
@pytest.mark.parametrize("theorem", PRINTED[::2])
def test_no_line_of_ours_is_wrong_as_text(theorem: str) -> None:
    """Plain text, ASCII and Markdown are read as LaTeX is: what is right there is wrong nowhere."""
    to = ("text", "ascii", "markdown")[PRINTED.index(theorem) // 2 % 3]
    notation = notations()[(PRINTED.index(theorem) + len(to)) % len(notations())]
    lines = verify_derivation(theorem, printed(theorem, notation, to)).lines
    wrong = [line.claim.statement.text for line in lines if line.verdict in BLAMED]
    assert wrong == [], notation
    assert "right" in {line.verdict for line in lines}


@one_in(48, ("theorem", "to"), product(PRINTED, ("text", "ascii")), exhaustive=3)
def test_plain_text_has_the_formulas_of_latex(theorem: str, to: str) -> None:
    """Indices in one run, in brackets and below Σ, hats of ASCII and rows that go on are read.

    Three of five sides come out alike, half of them in ASCII, in which h_j-1 is also h_j − 1.
    """
    lines = parsed(printed(theorem, "plain", to))
    latex = set(sides_of(parsed(printed(theorem, "plain"))))
    same = latex.intersection(sides_of(lines))
    assert 10 * len(same) >= (5 if to == "ascii" else 6) * len(latex)


@pytest.mark.exhaustive
@pytest.mark.parametrize("theorem", PRINTED[1::4])
def test_numbers_alone_accuse_no_line_of_ours(theorem: str) -> None:
    """In worlds of the theorem's own letters no line of its print is wrong, by numbers alone.

    No count is 1 in all of them: its square, which is 1 too, would pass in its place.
    """
    for notation in notations()[PRINTED.index(theorem) % 6 :][:1]:
        text = printed(theorem, notation)
        scope, _ = printed_theorem(theorem).as_written(text, parsed(text))
        assert scope is not None
        lines = judge([scope], text)
        assert [line.statement.text for line in lines if line.is_to_blame] == []
        assert 2 * sum(line.verdict == "right" for line in lines) > len(lines) / 2
        worlds = [world.other for world in scope.worlds()]
        counts = {key for key in worlds[0] if key[0] in scope.theorem.counted}
        assert all({world.get(key) for world in worlds} != {1} for key in counts)


@pytest.mark.exhaustive
def test_a_slip_in_a_printed_line_is_refuted_there_and_nowhere_before() -> None:
    """Of slips nine of ten are refuted at their line, none before it; the rest is not read, or open.

    A slip is whatever makes a line false at an instance of the theorem's letters.
    """
    theorems_of_run = choose(quick=["log-ratio-linear"], exhaustive=PRINTED[1::6])
    count, outcomes = choose(quick=4, exhaustive=12), Counter[str]()
    for number in count_from(0):
        theorem, dice = theorems_of_run[number % len(theorems_of_run)], Random(f"slips {number}")
        slip = planted(theorem, dice.choice(("latex", "text")), dice.choice(notations()), dice)
        if slip is not None:
            found = outcome(slip)
            assert found not in ("before", "accepted"), (slip.theorem, slip.row)
            outcomes[found] += 1
        if outcomes.total() == count:
            break
    assert 10 * (outcomes["at"] + outcomes["after"]) >= choose(quick=8, exhaustive=9) * count


@pytest.mark.exhaustive
def test_a_line_of_a_print_may_be_written_in_another_way() -> None:
    """Other orders, fractions, powers and brackets of the same value are no slip."""
    dice = Random("rewritings")
    for number in range(12):
        theorem, to = (
            ("exponential-mle", "log-ratio-linear")[number % 2],
            ("latex", "text")[number % 3 % 2],
        )
        rewriting = rewritten(theorem, to, dice.choice(notations()), dice)
        if rewriting is not None:
            assert outcome_of_right(rewriting) == "accepted", rewriting.row


@pytest.mark.exhaustive
def test_a_definition_in_a_print_is_the_theorem_s_own() -> None:
    """Where all letters are the theorem's, another definition of one of them is wrong, and a case."""
    rows = printed("m-estimate", "plain").split("\n")
    at = next(index for index, row in enumerate(rows) if row.startswith(r"\lambda_{jv} &= m q_{jv}"))
    rows[at] = rows[at].replace("&= m", "&= 2 m")
    assert verify_derivation("m-estimate", "\n".join(rows)).first_wrong == at + 1


@pytest.mark.exhaustive
def test_what_nobody_introduces_is_no_letter_of_a_print() -> None:
    """With s_k for s_jk in one row, the row is wrong; in two it may be a notation of the writer."""
    text = printed("poisson-mle", "plain", "text")
    slope, zero = "= s_jk / λ_jk − T_jk\n", "s_jk / λ_jk − T_jk = 0"
    at = next(number for number, row in enumerate(text.split("\n"), 1) if f"{row}\n".endswith(slope))
    in_one = text.replace(slope, slope.replace("s_jk", "s_k"))
    assert verify_derivation("poisson-mle", in_one).first_wrong == at
    in_two = in_one.replace(zero, zero.replace("s_jk", "s_k"))
    assert verify_derivation("poisson-mle", in_two).first_wrong is None


RENAMED = [
    ("naive-bayes-is-logistic", "θ", "ρ"),  # ρ_jk in one row, ρ_j0 in another
    *(pytest.param(*case, marks=pytest.mark.exhaustive) for case in (
        ("geometric-mle", "S_", "Q_"),  # which is a case's, too
        ("prior-mle", "μ", "α"),
        ("m-estimate", "λ", "κ"),
        ("posterior-mean", "θ", "ρ"),
    )),
]  # fmt: skip


@pytest.mark.exhaustive
@pytest.mark.parametrize(("theorem", "own", "other"), RENAMED)
def test_the_theorem_may_have_other_letters_throughout(theorem: str, own: str, other: str) -> None:
    """A print with ρ for θ is the theorem in the writer's letters: each line is right."""
    text = printed(theorem, "plain", "text")
    assert own in text
    lines = verify_derivation(theorem, text.replace(own, other)).lines
    assert {line.verdict for line in lines} <= {"right", "unused"}


LOST = [
    ("poisson-mle", "ℓ_jk(λ_jk)  ", "ℓ_jk(λ_j)  "),
    ("bernoulli-linear", "^(1 − x_j)", "^(1 − x)"),
    ("geometric-failures-mle", "ℓ_jk(θ_jk) = n_k log", "ℓ_jk(θ_k) = n_k log"),  # no new function
    ("multinomial-mle", "μ = n_k", "μ = n"),  # nor a new letter that the multiplier is
    ("categorical-map", "μ = n_jk + Λ_j", "μ = Λ_j"),  # of whichever class
    ("prior-map", "(P(D | π)", "(P(D | μ)"),
    ("multinomial-map", "P(D | θ_k) = ∏", "P(θ_k | D) = ∏"),  # nor a new density
    ("categorical-map", "p(θ_jk)) / P(D)", "p(θ_jj)) / P(D)"),
]


@pytest.mark.parametrize(
    ("theorem", "right", "wrong"),
    [pytest.param(*case, marks=pytest.mark.exhaustive if n else ()) for n, case in enumerate(LOST)],
)
def test_what_the_theorem_has_not_means_nothing(theorem: str, right: str, wrong: str) -> None:
    """A letter without its index, or with another argument, is refuted: it is no notation."""
    text = printed(theorem, "plain", "text")
    at = text.index(right)
    changed = f"{text[:at]}{wrong}{text[at + len(right) :]}"
    assert verify_derivation(theorem, changed).first_wrong == text[:at].count("\n") + 1


NOTATIONS = [
    ("bernoulli-linear", "P(k)", "P(c_k)"),
    ("bernoulli-linear", "P(x | k)", "P(x_1, …, x_d | k)"),
    ("bernoulli-linear", "P(x | k)", "p(x | k)"),
    ("log-ratio-linear", "∑_w γ_w n(w)", "γ^T n"),
    ("bernoulli-mle", "ℓ_jk(", "ℓ("),
]


@pytest.mark.exhaustive
def test_a_multiplier_by_another_name_is_no_slip() -> None:
    """Where Λ(θ, μ) alone keeps μ, α = n solves an equation in α, and does not say what α was."""
    text = printed("categorical-mle", "plain").replace(r"\mu ", r"\alpha ")
    assert r"\mu" in text
    assert verify_derivation("categorical-mle", text).first_wrong is None


@pytest.mark.parametrize(
    ("theorem", "own", "other"),
    [
        pytest.param(*case, marks=pytest.mark.exhaustive if n else ())
        for n, case in enumerate(NOTATIONS)
    ],
)
def test_other_notations_in_one_row_of_a_print_are_no_slip(theorem: str, own: str, other: str) -> None:
    """Letters that the theorem has nowhere say nothing wrong, nor do functions without an index."""
    text = printed(theorem, "plain", "text")
    assert own in text
    assert verify_derivation(theorem, text.replace(own, other, 1)).first_wrong is None


@pytest.mark.exhaustive
def test_powers_of_letters_that_an_integral_runs_over_are_worked_out() -> None:
    """In the posterior mean numbers of the prior are whole: slips beside its Gammas are refuted."""
    text = printed("posterior-mean", "plain", "text")
    for right, wrong in (("= Γ(α + β) /", "= (α + β) /"), ("/ Γ(α + β)  ", "/ Γ(β)  ")):
        at = text[: text.index(right)].count("\n") + 1
        assert verify_derivation("posterior-mean", text.replace(right, wrong, 1)).first_wrong == at


@pytest.mark.exhaustive
def test_a_case_of_the_theorem_is_right_in_no_other_case() -> None:
    """Where no row shows the column the estimate is 0, and not 1 as where each one does."""
    text = printed("bernoulli-mle", "plain", "text")
    at = text.index("= 0    ")
    assert verify_derivation("bernoulli-mle", text[:at] + "= 1" + text[at + 3 :]).first_wrong == (
        text[:at].count("\n") + 1
    )


def test_one_other_exponent_does_not_tell_how_all_are_read() -> None:
    """k above θ_jv is the class, also where one of them lost it; of three, one may be a power."""
    rows = [r"P(D \mid \theta_{jk}) = \prod_v (\theta_{jv}^{k})^{n_v}"] * 9 + [r"\theta_{jv}^{k} = 0"]
    one_other = [*rows, r"\theta_{jv}^{f} = 1"]

    def raised(lines: list[str]) -> int:
        sides = sides_of(parsed("\n".join(f"${line}$" for line in lines)))
        return sum(bool(getattr(part, "upper", ())) for side in sides for part in side.walk())

    assert raised(rows) == raised(one_other) == len(rows)
    assert raised([rows[-1], *one_other[-2:]]) == 0


def test_a_letter_before_a_bracket_is_no_other_function_of_a_print() -> None:
    """Λ (N + Λ)^{-1} is a product of letters that the theorem has."""
    text, share = printed("map-is-a-mean", "pi-tau"), r"\frac{\Lambda}{N + \Lambda} \left("
    assert share in text
    product = text.replace(share, r"\Lambda (N + \Lambda)^{-1} \left(")
    assert verify_derivation("map-is-a-mean", product).first_wrong is None


@pytest.mark.exhaustive
def test_not_each_class_has_the_probability_one() -> None:
    """P(k) = 1 is wrong of a class beside another; P(k) = 1/2 may be what is given."""
    text = printed("pseudo-documents", "plain", "text")
    row = next(row for row in text.split("\n") if row.strip().startswith("P(k) = "))
    at = text.split("\n").index(row) + 1
    for number, first in (("1", at), ("1/2", None)):
        working = verify_derivation("pseudo-documents", text.replace(row, f"   P(k) = {number}"))
        assert working.first_wrong == first


@pytest.mark.exhaustive
def test_a_number_that_goes_on_with_a_row_is_what_is_wrong() -> None:
    """Below n_jk (1 − θ_jk) − (n_k − n_jk) θ_jk, "= −1" is the wrong row; what is set to 0 is above."""
    text = printed("bernoulli-mle", "plain")
    rows = text.split("\n")
    at = next(number for number, row in enumerate(rows) if row.startswith(r"n_{jk} (1 - "))
    left, right = rows[at].split(" &= 0 ")
    rows[at : at + 1] = [rf"& {left} \\*", rf"&\quad = -1 {right}"]
    assert verify_derivation("bernoulli-mle", "\n".join(rows)).first_wrong == at + 2


@pytest.mark.exhaustive
def test_a_letter_of_an_integral_has_the_value_that_is_proved_for_it() -> None:
    """The posterior mean m is an integral, worth α/(α + β): where a is 1, m is no (s + 1)/(n + b)."""
    text = printed("posterior-mean", "plain", "text")
    right = "m = (s + 1) / (n + 1 + b)"
    at = next(number for number, row in enumerate(text.split("\n"), 1) if right in row)
    assert verify_derivation("posterior-mean", text).first_wrong is None
    for wrong in ("m = (s + 1) / (n + b)", "m = −(s + 1) / (n + 1 + b)"):
        assert verify_derivation("posterior-mean", text.replace(right, wrong)).first_wrong == at


CHANGES = [
    ("a - b", "a + b", "sign"),
    ("a b / 2", "a / 2", "factor"),
    ("log(a + b)", "log(b)", "term"),
    ("log a + b", "a + b", "log-power"),
    ("a^(1 - b)", "a^(2 - b)", "power"),
    ("b - (1 - a)", "b - a", "argument"),
    ("1 + a / b", "1 + b / a", "upside-down"),
    ("P(a | b) c", "P(b | a) c", "conditional"),
    (r"\sum_{i=1}^n a_i", r"\sum_{i=2}^n a_i", "term"),
    ("sum_i a_i", "prod_i a_i", "log-sum"),
    ("b / a_j", "b / a_k", "letter"),
    ("P(a | b)", "P(a^2 | b)", "power"),
    ("(a / b) (c + 1)", "c + 1", "factor"),
    ("b + a", "a + b + 3 - c", ""),
    ("a^(1 - b)", "a^(1 - 2 b)", "factor"),
    ("a^(b - 1)", "a^(-1)", "term"),
    ("a^(b - 1)", "a^b", "power"),
    ("x_j^(i) b", "x_j^(i²) b", "power"),
]


@all_of(("right", "wrong", "name"), CHANGES)
def test_where_two_formulas_differ_says_the_slip(right: str, wrong: str, name: str) -> None:
    """Terms and factors have no order; what differs in two places has no name."""
    one, other = (parsed(f"x = {side}")[0][1][0].sides[1] for side in (right, wrong))
    assert difference(other, one)[0] == name


def test_lines_of_a_theorem_that_are_as_near_name_different_slips() -> None:
    """2 a is 3 a with another number, and −2 a with another sign; 2 b is further away."""
    near = [parsed(f"x = {side}")[0][1][0].sides for side in ("3 a", "-2 a", "2 b")]
    sides = parsed("x = 2 a")[0][1][0].sides
    assert {name for name, _ in nearest(sides, near)} == {"number", "sign"}
    assert nearest(sides, [sides]) == []


IN_PRINTS = [
    ("multinomial-mle", "L(θ_k, μ) = ℓ_k(θ_k)", "L(θ_k, μ) = ℓ_k(n_wk)", "letter"),
    ("prior-mle", "P(y^(i)) = π[y^(i)]", "P(y^(i)) = π[i^(i)]", "letter"),
    ("bernoulli-mle", "ℓ_jk(θ_jk) = n_k log(1 − θ_jk)", "ℓ_jk(θ_jk) = n_k", "factor"),
]


@one_in(3, ("theorem", "right", "wrong", "slip"), IN_PRINTS)
def test_a_theorem_says_what_all_its_letters_are(
    theorem: str, right: str, wrong: str, slip: str
) -> None:
    """In its print, ℓ(n) is another function's value, no label has one, and ℓ(θ) is about every θ."""
    text = next(each.text for each in printed_theorem(theorem).prints if right in each.text)
    at = 1 + text[: text.index(right)].count("\n")
    blamed = verify_derivation(theorem, text.replace(right, wrong, 1)).first_blamed
    assert blamed is not None
    assert (blamed.place[0], blamed.slip) == (at, slip)


def test_a_function_that_a_theorem_has_not_may_stand_in_an_integral() -> None:
    """P(β | θ) has no number for each θ: such a row is undecided."""
    text = printed("posterior-mean", "plain", "text").replace("P(D | θ) p(θ) dθ", "P(β | θ) p(θ) dθ", 1)
    assert "P(β | θ) p(θ) dθ" in text
    assert verify_derivation("posterior-mean", text).first_wrong is None


@pytest.mark.exhaustive
def test_a_slip_in_a_print_is_the_difference_from_the_line_of_the_theorem() -> None:
    """The line of the theorem has log P(w_m): no edit of Σ P(w_m) by numbers need be tried."""
    text = printed("two-word-mle", "plain", "text")
    wrong = verify_derivation("two-word-mle", text.replace("log P(w_m)", "P(w_m)", 1)).first_blamed
    assert wrong is not None
    assert wrong.slip == "log-power"


@pytest.mark.exhaustive
def test_a_case_ends_with_its_step() -> None:
    """Where all cases are put together, the estimate is not that of the last one."""
    text = printed("bernoulli-mle", "plain", "text")
    at = text.rindex("n_jk / n_k")
    wrong = f"{text[:at]}n_k / n_k{text[at + len('n_jk / n_k') :]}"
    assert verify_derivation("bernoulli-mle", wrong).first_wrong == text[:at].count("\n") + 1


@pytest.mark.exhaustive
def test_events_of_a_print_have_no_order() -> None:
    """P(x, k) is P(k, x), and what the theorem has not is what the laws of probability say."""
    text, right = printed("bayes-rule", "plain", "text"), "P(k) P(x | k)"
    for other, is_right in (("P(k | x) P(x)", True), ("P(x, k)", True), ("P(x | k) P(x)", False)):
        first = verify_derivation("bayes-rule", text.replace(right, other, 1)).first_wrong
        assert (first is None) == is_right, other


def test_a_line_of_a_case_is_right_in_its_case_alone() -> None:
    """Where all are ones the log-likelihood has one term; elsewhere it has two."""
    theorem = printed_theorem("bernoulli-mle")
    assert any(theorem.links.values())
    assert not all(theorem.links.values())
    text = r"\ell_{jk}(\theta_{jk}) = n_{k} \log \theta_{jk}"
    assert verify_derivation("bernoulli-mle", text).lines[0].verdict == "open"
