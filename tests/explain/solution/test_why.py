"""`solve --why`: which theorem stands behind which estimates, each of them once, at the end."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from thoroughness import all_of, one_in
from worked import problem_file

from exactnb import Problem, Solution, solve
from exactnb.core.conventions import read_rule
from exactnb.explain.derivation import EstimateRule, Remark, Step, Verified
from exactnb.explain.proving.theorems import names, theorem, theorem_of
from exactnb.explain.solution.reasons import smoothing_kind
from exactnb.interfaces.cli import main

EXAMPLES = Path(__file__).parents[3] / "worked_examples"
BEHIND: dict[str, tuple[str, ...]] = {
    "spam_or_ham": ("bernoulli-mle",),
    "bags": ("multinomial-mle",),
    "play_tennis": ("prior-mle", "categorical-mle"),
    "no_features": ("prior-map",),
    "count_matrix": ("prior-mle", "multinomial-map"),
    "note_000_eight_rows_smoothed": ("prior-mle", "bernoulli-map"),
    "smoothing_m_estimate": ("prior-mle", "categorical-map"),
    "smoothing_clip": ("prior-mle",),
    "smoothing_limit": ("prior-mle",),
    "smoothing_frequency": ("prior-mle",),
    "note_004_temperature": ("prior-mle", "gaussian-mean", "gaussian-variance", "variance-unbiased"),
    "two_seeds": ("prior-mle", "categorical-mle", "gaussian-mean", "variance-unbiased"),
    "note_002_iris": ("prior-mle", "lda-mle"),
    "looms": (),
    "smoothing_cells": (),
    "medical_test": (),
    "coins": (),
    "note_001_dirichlet_multinomial": (),
    "note_000_two_features": (),
}
"""Examples, one for each family and rule, and the theorems that explain their estimates."""
FORMATS = ("text", "latex", "markdown", "json", "html")
TABLE = "mood  soup\nhappy leek\nhappy onion\nsad leek\nsad leek\n"


pytestmark = pytest.mark.xdist_group("why")  # each is solved once


@cache
def solved(name: str, *, why: bool = True) -> Solution:
    """Return the solution of a worked example."""
    return solve(problem_file(name), why=why)


def steps(solution: Solution) -> tuple[Step, ...]:
    return solution.verified.derivation.steps


def behind(solution: Solution) -> tuple[str, ...]:
    """Return the theorems at the end of a solution, in order."""
    return tuple(dict.fromkeys(step.theorem for step in steps(solution) if step.theorem))


def small(model: dict[str, object]) -> Problem:
    """Return a problem with one column of two values and two classes."""
    return Problem.from_document({"data": {"table": TABLE}, "model": model}, Path())


@one_in(20, "name", BEHIND, exhaustive=3)
def test_the_theorems_behind_the_estimates_follow(name: str) -> None:
    """Each theorem that explains a rule stands at the end, once; given numbers have none."""
    found = solved(name)
    assert isinstance(found.verified, Verified)
    assert behind(found) == BEHIND[name]
    own = [step for step in steps(found) if not step.theorem]
    assert steps(found)[: len(own)] == tuple(own)
    assert len(steps(found)) - len(own) == sum(len(theorem(of).steps()) for of in BEHIND[name])


@one_in(20, "name", BEHIND, exhaustive=3)
def test_all_else_is_as_without(name: str) -> None:
    """The answers and the other steps are those of the same problem without `why`."""
    found, plain = solved(name), solved(name, why=False)
    assert behind(plain) == ()
    assert dict(found) == dict(plain)
    assert list(found.quantities) == list(plain.quantities)
    for with_reason, without in zip(steps(found), steps(plain), strict=False):
        kept = tuple(block for block in with_reason.blocks if not is_reason(block))
        assert kept == without.blocks


def is_reason(block: object) -> bool:
    return isinstance(block, Remark) and str(block.parts[0]).startswith("Why this rule: ")


@one_in(20, "name", BEHIND, exhaustive=3)
def test_a_rule_says_which_theorem_it_rests_on(name: str) -> None:
    """Behind a rule in words stands the title of the theorem, where there is one below."""
    said = []
    for step in steps(solved(name)):
        for before, block in zip(step.blocks, step.blocks[1:], strict=False):
            if is_reason(block):
                assert isinstance(before, EstimateRule)
                assert isinstance(block, Remark)
                said += [str(part) for part in block.parts]
    titles = [theorem(of).title for of in BEHIND[name]]
    assert list(dict.fromkeys(said)) == [f"Why this rule: see “{title}” below." for title in titles]


@one_in(12, "name", BEHIND, exhaustive=3)
def test_the_steps_of_a_theorem_say_whose_they_are(name: str) -> None:
    """A step of a theorem has its title in front, and its lines are those of the theorem."""
    for of in BEHIND[name]:
        own = [step for step in steps(solved(name)) if step.theorem == of]
        for step, written in zip(own, theorem(of).steps(), strict=True):
            assert step.blocks == written.blocks
            assert step.title.lower() == f"{theorem(of).title}: {written.title}".lower()
            assert step.title.startswith(theorem(of).title)


@all_of("name", ["no_features", "smoothing_m_estimate", "bags"], apart=6)
@all_of("to", FORMATS)
def test_every_format_has_the_theorems(name: str, to: str) -> None:
    """In each format stand the titles of the theorems, behind the answers."""
    shown, plain = getattr(solved(name), to)(), getattr(solved(name, why=False), to)()
    assert len(shown) > len(plain)
    for of in BEHIND[name]:
        title = theorem(of).title
        assert title in " ".join(shown.split())
        assert title not in " ".join(plain.split())


def test_the_lines_of_a_theorem_say_how_they_were_accepted() -> None:
    """In JSON the lines of a theorem stand among the others, each with what shows it."""
    entries = json.loads(solved("no_features").json())["derivation"]
    accepted = {line["accepted"] for step in entries for line in step.get("lines", ())}
    assert {"normal form", "cited", "maximum", "assumption"} <= accepted


def test_several_models_share_a_theorem() -> None:
    """A theorem behind the estimates of two models is printed once, and so is what they share."""
    data: dict[str, object] = {"data": {"table": TABLE}, "models": {"a": {}, "b": {"smoothing": 1}}}
    found = solve(Problem.from_document(data, Path()), only=["P(leek; a)", "P(leek; b)"], why=True)
    assert behind(found) == ("prior-mle",)
    assert sum(step.theorem != "" for step in steps(found)) == len(theorem("prior-mle").steps())
    assert sum(map(is_reason, (block for step in steps(found) for block in step.blocks))) == 1


PRIOR, PARAMETER = ["P(leek)"], ["P(mood=sad|leek)"]


@all_of(
    ("only", "model", "expected"),
    [
        (PRIOR, {}, ("prior-mle",)),
        (PRIOR, {"smoothing": 1}, ("prior-mle",)),
        (PRIOR, {"smoothing": 1, "prior": "smoothed"}, ("prior-map",)),
        (PRIOR, {"prior": "uniform"}, ()),
        (PRIOR, {"prior": {"leek": "1/3", "onion": "2/3"}}, ()),
        (PARAMETER, {"smoothing": {"m": 2}}, ("categorical-map",)),
        (PARAMETER, {"smoothing": {"clip": "1/10"}}, ()),
        (PARAMETER, {"smoothing": {"frequency": "1/10"}}, ()),
        (PARAMETER, {"smoothing": {"add": 1, "cells": 5}}, ()),
        (PARAMETER, {"smoothing": "0+"}, ()),
        (PARAMETER, {"smoothing": {"m": 0}}, ("categorical-mle",)),
        (PARAMETER, {"smoothing": {"m": 2, "p": {"happy": "1/4", "*": "3/4"}}}, ("categorical-map",)),
        (PARAMETER, {"smoothing": {"m": 2, "p": {"happy": "1/4", "*": "1/4"}}}, ()),
        (PARAMETER, {"smoothing": {"m": 2, "p": {"|leek": "1/2", "*": "1/3"}}}, ()),
        (PARAMETER, {"smoothing": {"m": 2, "p": "1/3"}}, ()),
        (PRIOR, {"prior": "smoothed", "prior_smoothing": {"m": 2, "p": "1/3"}}, ()),
        (["count(leek)"], {}, ()),
    ],
    apart=3,
)
def test_only_what_is_shown_is_explained(
    only: list[str], model: dict[str, object], expected: tuple[str, ...]
) -> None:
    """With one quantity asked for, the theorem of its own rule follows, and no other."""
    assert behind(solve(small(model), only=only, why=True)) == expected


@all_of(
    ("rule", "expected"),
    [
        (0, "mle"), (1, "map"), ("1/2", "map"), ("laplace", "map"), ("jeffreys", "map"),
        ("perks", "map"), ("0+", ""), ({"m": 2}, "map"), ({"clip": "1/10"}, ""),
        ({"frequency": "1/10"}, ""), ({"add": 1, "cells": 5}, ""), ({"add": 1, "cells": "slot"}, ""),
    ],
)  # fmt: skip
def test_a_rule_is_one_of_two_kinds_or_none(rule: Any, expected: str) -> None:
    """What a rule maximises is known of its kind alone."""
    read = read_rule(rule, "")
    assert smoothing_kind(read) == expected
    for family in ("prior", "bernoulli", "categorical", "multinomial"):
        found = theorem_of(family, smoothing_kind(read))
        assert (found.name if found else "") == (f"{family}-{expected}" if expected else "")
    assert theorem_of("dirichlet-multinomial", smoothing_kind(read)) is None


def test_a_family_and_a_rule_have_one_theorem() -> None:
    """No two theorems explain the same estimates, and one that explains none has neither."""
    pairs = [(theorem(name).family, theorem(name).rule) for name in names()]
    explaining = [pair for pair in pairs if pair != ("", "")]
    assert len(set(explaining)) == len(explaining) == 21
    assert all(theorem_of(*pair) is not None for pair in explaining)
    assert theorem_of("bernoulli", "") is None


NUMBERS = "wait kind\n2 a\n3 a\n5 b\n4 b\n"


@one_in(
    8,
    ("model", "expected"),
    [
        ({"family": "poisson"}, ("poisson-mle",)),
        ({"family": "poisson", "smoothing": {"gamma": [2, 1], "take": "mode"}}, ("poisson-map",)),
        ({"family": "poisson", "smoothing": {"gamma": [2, 1], "take": "mean"}}, ()),
        ({"family": "exponential"}, ("exponential-mle",)),
        ({"family": "geometric"}, ("geometric-mle",)),
        ({"family": "geometric0"}, ("geometric-failures-mle",)),
        ({"family": "gaussian", "share": "classes"}, ("gaussian-mean", "gaussian-variance-of-column")),
        ({"family": "gaussian", "share": "features"}, ("gaussian-mean", "gaussian-variance-of-class")),
        ({"family": "gaussian", "share": "all"}, ("gaussian-mean", "gaussian-variance-of-all")),
        ({"family": "gaussian", "share": "classes", "divisor": "N-K"}, ("gaussian-mean",)),
        ({"family": "gaussian", "epsilon": 1}, ("gaussian-mean",)),
        ({"family": "spherical"}, ("gaussian-mean", "gaussian-variance-of-class")),
        ({"family": "spherical", "share": "classes"}, ("gaussian-mean", "gaussian-variance-of-all")),
        ({"family": "spherical", "share": "all"}, ("gaussian-mean", "gaussian-variance-of-all")),
        ({"family": "spherical", "share": "all", "divisor": "N-K"}, ("gaussian-mean",)),
    ],
)  # fmt: skip
def test_parameters_of_numbers_have_theorems_too(
    model: dict[str, object], expected: tuple[str, ...]
) -> None:
    """The theorem is that of the family, of what shares a variance, and of its divisor."""
    data = {"table": NUMBERS, "class": "kind"}
    problem = Problem.from_document({"data": data, "model": {"divisor": "N", **model}}, Path())
    assert behind(solve(problem, why=True)) == ("prior-mle", *expected)


def titles(found: Solution, of: str) -> set[str]:
    """Return the titles of the steps of a theorem at the end of a solution."""
    return {
        step.title.removeprefix(f"{theorem(of).title}: ") for step in steps(found) if step.theorem == of
    }


ZEROS, ONES = "x kind\n0 a\n0 a\n3 b\n5 b\n", "x kind\n1 a\n1 a\n3 b\n5 b\n"
BITS = "x kind\n0 a\n0 a\n1 b\n1 b\n"
EVERY = {"prior": "uniform"}


@one_in(
    8,
    ("table", "model", "name", "value", "of", "case"),
    [
        (BITS, {"family": "bernoulli"}, "P(x=1|a)", 0, "bernoulli-mle",
         "if no row of the class shows the column"),
        (BITS, {"family": "bernoulli"}, "P(x=1|b)", 1, "bernoulli-mle",
         "if every row of the class shows it"),
        (BITS, {"family": "bernoulli", **EVERY}, "P(x=1|c)", "undefined", "bernoulli-mle",
         "if the class has no rows"),
        (BITS, {"family": "categorical"}, "P(x=1|a)", 0, "categorical-mle",
         "why this is the maximum, zero counts or not"),
        (BITS, {"family": "categorical", **EVERY}, "P(x=1|c)", "undefined", "categorical-mle",
         "if the class has no rows"),
        (BITS, {"family": "multinomial", **EVERY}, "P(word=x|a)", "undefined", "multinomial-mle",
         "if the class has no words"),
        (ZEROS, {"family": "poisson"}, "rate(x|a)", 0, "poisson-mle", "if nothing was counted"),
        (ZEROS, {"family": "poisson", **EVERY}, "rate(x|c)", "undefined", "poisson-mle",
         "if the class has no rows"),
        (ZEROS, {"family": "poisson", "smoothing": {"gamma": [1, 2], "take": "mode"}}, "rate(x|a)", 0,
         "poisson-map", "if nothing was counted and the shape is one"),
        (ZEROS, {"family": "exponential"}, "rate(x|a)", "∞", "exponential-mle",
         "if the sum is zero"),
        (ZEROS, {"family": "exponential", **EVERY}, "rate(x|c)", "undefined", "exponential-mle",
         "if the class has no rows"),
        (ZEROS, {"family": "geometric0"}, "success(x|a)", 1, "geometric-failures-mle",
         "if the sum is zero"),
        (ONES, {"family": "geometric"}, "success(x|a)", 1, "geometric-mle",
         "if the sum is as small as it can be"),
        (ONES, {"family": "geometric", **EVERY}, "success(x|c)", "undefined", "geometric-mle",
         "if the class has no rows"),
        (ONES, {"family": "gaussian"}, "variance(x|a)", 0, "gaussian-variance",
         "if all cells are equal to their means"),
        (ONES, {"family": "gaussian", **EVERY}, "variance(x|c)", "undefined", "gaussian-variance",
         "if the class has no rows"),
        (ONES, {"family": "gaussian", **EVERY}, "mean(x|c)", "undefined", "gaussian-mean",
         "if the class has no rows"),
        ("x kind\n1 a\n3 b\n", {"family": "gaussian", "share": "classes"}, "variance(x)", 0,
         "gaussian-variance-of-column", "if all cells are equal to their means"),
        ("x kind\n1 a\n3 b\n", {"family": "gaussian", "share": "features"}, "variance(a)", 0,
         "gaussian-variance-of-class", "if all cells are equal to their means"),
        ("x kind\n1 a\n3 b\n", {"family": "gaussian", "share": "all"}, "variance", 0,
         "gaussian-variance-of-all", "if all cells are equal to their means"),
        (BITS, {"family": "bernoulli", "smoothing": {"add": {"|a": 0, "*": 1}}}, "P(x=1|a)", 0,
         "bernoulli-map", "all cases at once"),
    ],
)  # fmt: skip
def test_an_edge_case_has_a_step_of_its_own(
    table: str, model: dict[str, Any], name: str, value: int | str, of: str, case: str
) -> None:
    """An estimate at an end, or none at all, is a case that the theorem behind it speaks of."""
    classes = ["a", "b", "c"] if "prior" in model else ["a", "b"]
    data = {"table": table, "class": "kind", "classes": classes}
    found = solve(
        Problem.from_document({"data": data, "model": {"divisor": "N", **model}}, Path()), why=True
    )
    assert str(found[name]) == str(value)
    assert case in titles(found, of)


WEIGHTED = "x w kind\n2 1 a\n3 1/2 a\n3 2 b\n7 1 b\n"


@pytest.mark.exhaustive
@all_of("family", ["categorical", "gaussian", "poisson", "exponential", "geometric"])
def test_parts_of_rows_are_no_rows(family: str) -> None:
    """No theorem about rows explains estimates of rows that count in parts; whole weights are rows."""
    for table, expected in ((WEIGHTED, False), (WEIGHTED.replace("1/2", "3"), True)):
        data = {"table": table, "class": "kind", "weight": "w"}
        model = {"family": family, "divisor": "N"}
        assert (
            bool(behind(solve(Problem.from_document({"data": data, "model": model}, Path()), why=True)))
            is expected
        )


def test_columns_of_unequal_length_share_no_theorem() -> None:
    """With a missing cell, not every column that shares a variance has a cell in every row."""
    table = "x y kind\n1 2 a\n? 4 a\n3 6 b\n5 9 b\n"
    for share, expected in (("features", ()), ("none", ("gaussian-variance",))):
        model = {"family": "gaussian", "share": share, "divisor": "N"}
        found = solve(
            Problem.from_document({"data": {"table": table, "class": "kind"}, "model": model}, Path()),
            why=True,
        )
        assert behind(found) == ("prior-mle", "gaussian-mean", *expected)


def test_columns_of_one_rule_have_a_theorem_together() -> None:
    """If p adds up to one over two values and not over three, the rule that both share has none."""
    table = "x y kind\nu l a\nv m a\nu n b\n"
    model = {"smoothing": {"m": 2, "p": "1/2"}}
    assert behind(
        solve(Problem.from_document({"data": {"table": table}, "model": model}, Path()), why=True)
    ) == ("prior-mle",)


def test_the_command_line_gives_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    """`exactnb solve --why` prints what the library gives."""
    assert main(["solve", str(problem_file("no_features")), "--why"]) == 0
    assert capsys.readouterr() == (solved("no_features").text(), "")


def test_a_table_has_its_reasons_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table that is solved without a problem file takes the option as well."""
    file = tmp_path / "soup.csv"
    file.write_text("mood,soup\nhappy,leek\nsad,onion\n")
    assert main(["solve", str(file), "--why", "--only", "P(leek)"]) == 0
    assert "The MLE of the prior: what is given" in capsys.readouterr().out
