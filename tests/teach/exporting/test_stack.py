"""STACK: trees that tell each wrong value, tests that hold in Maxima, text that opens no value."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from fractions import Fraction
from itertools import cycle

import pytest
from pandoc import run
from players import Marked, StackPlayer
from players.families import (
    FAMILIES,
    LONG,
    TROUBLE,
    check_round_trip,
    exported,
    long_named,
    shown,
    trouble,
    troubled,
)  # fmt: skip
from players.stack import asked_of, maxima_script, plain
from thoroughness import all_of, choose, in_both_runs, one_in

from exactnb.teach.exporting.exporting import Export
from exactnb.teach.exporting.items import Pool
from exactnb.teach.exporting.systems import system_named

OPENS = re.compile(r"\{@|\{#|\[\[|@\}|#\}|\]\]")


def played(pool: Pool) -> list[StackPlayer]:
    """Return the questions that a pool is exported as."""
    (content,) = Export(system_named("stack"), [pool]).files().values()
    return StackPlayer.read(content)


@all_of("name", FAMILIES, apart=12)
def test_each_wrong_value_has_its_hint(name: str) -> None:
    """Right and rounded answers are full marks; each wrong value earns its share and has its hint."""
    pool = exported(name, credit="1/4")
    (player,) = played(pool)
    assert check_round_trip(player, pool.items[0]) > 5


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", list(FAMILIES)[::4])
def test_notes_are_ids_that_are_the_same_across_variants(name: str) -> None:
    """The notes of right branches are ids of misconceptions, so that a report adds variants up."""
    pool = exported(name, 2)
    for player, item in zip(played(pool), pool.items, strict=True):
        check_round_trip(player, item)
        assert player.stem.endswith(f"<p><small>{item.id}</small></p>")
        for part, tree in zip(item.parts, player.trees.values(), strict=True):
            notes = [node.findtext("trueanswernote") for node in tree.findall("node")]
            assert len(set(notes)) == len(notes)
            assert [note.partition("--")[0] for note in notes] == ["right", *(w.id for w in part.wrong)]


def test_where_the_exact_value_is_asked_fractions_are_compared() -> None:
    """Under the policy `exact` 9/14, 18/28 is right, 0.643 is refused unmarked, 1/2 has its hint."""
    pool = exported("categorical", policy="exact")
    (player,) = played(pool)
    assert [player.mark(0, typed).share for typed in ("9/14", "18/28")] == [1, 1]
    assert player.mark(0, "0.643") == Marked(Fraction(0), "invalid")
    hint = next(w.feedback for w in pool.items[0].parts[0].wrong if w.id == "prior-taken-uniform")
    assert player.mark(0, "1/2") == Marked(Fraction(0), hint)
    tests = {
        node.findtext("answertest") for tree in player.trees.values() for node in tree.iter("node")
    }
    assert tests == {"AlgEquiv"}


@pytest.mark.exhaustive
def test_a_fraction_is_as_good_as_a_decimal() -> None:
    """Where a rounded answer is right, so is the fraction, as the question says."""
    (player,) = played(exported("categorical"))
    assert player.mark(0, "9/14").share == 1
    assert "as a fraction, or as a decimal with 3 significant figures" in player.stem


@one_in(4, "policy", ["", "exact"])
@one_in(6, "name", FAMILIES)
def test_the_tests_of_a_question_hold(name: str, policy: str) -> None:
    """Each case among the tests of a question ends at the note and the score that it expects."""
    for player in played(exported(name, credit="1/3", policy=policy)):
        cases = list(player.cases())
        assert len(cases) > 2
        for typed, expected in cases:
            for tree, (score, note) in expected.items():
                outcome = player.outcome(tree, typed[f"ans{tree.removeprefix('prt')}"])
                assert (outcome.score, outcome.note) == (score, note)


@one_in(9, "name, policy", zip(FAMILIES, cycle(("", "exact")), strict=False))
def test_maxima_agrees(name: str, policy: str) -> None:
    """Maxima, asked each node's test on every case, ends at the same notes."""
    if shutil.which("maxima") is None:
        assert not os.environ.get("CI"), "CI needs maxima (Debian: maxima)"
        pytest.skip("maxima is not installed")
    (player,) = played(exported(name, policy=policy))
    asked = [
        asked_of(node, typed[f"ans{tree.removeprefix('prt')}"])
        for typed, expected in player.cases()
        for tree in expected
        for node in player.trees[tree].findall("node")
    ]
    run = ["maxima", "--very-quiet"]
    script = maxima_script(asked)
    done = subprocess.run(run, input=script, capture_output=True, text=True, check=True, timeout=300)
    answers = [line.strip() == "true" for line in done.stdout.splitlines() if line.strip()]
    assert set(done.stdout.split()) == {"true", "false"}
    told = dict(zip(asked, answers, strict=True))
    for typed, expected in player.cases():
        for tree, (_, note) in expected.items():
            given = typed[f"ans{tree.removeprefix('prt')}"]
            outcome = player.outcome(tree, given, lambda *question: told[question])
            assert outcome.note == note


@one_in(12, "name", FAMILIES)
def test_pandoc_reads_every_formula(name: str) -> None:
    """Formulas stand between the signs that MathJax looks for, and are LaTeX that pandoc knows."""
    (player,) = played(exported(name))
    html = player.stem + (player.element.findtext("generalfeedback/text") or "")
    found = re.findall(r"\\\((.*?)\\\)|\\\[(.*?)\\\]", html)
    formulas = [plain("".join(either)) for either in found]
    assert len(formulas) > 5
    given = "\n\n".join(f"${formula.strip()}$" for formula in formulas)
    read = run("--from", "markdown", "--to", "html", "--mathml", given=given)
    assert read.count("<math") == len(formulas)


@in_both_runs
@one_in(3, "at", range(choose(quick=3, exhaustive=len(TROUBLE) // 5)))
def test_no_name_opens_a_value(at: int) -> None:
    """A label is text, whatever signs it has: it opens neither a value nor a block nor a formula."""
    names = trouble(at * choose(quick=18, exhaustive=5))
    item = troubled(*names)
    (player,) = played(Pool("t", item.title, (item,)))
    check_round_trip(player, item)
    blocks = re.compile(r"\[\[(input|validation|feedback):[a-z]+[0-9]+\]\]")
    worked = player.element.findtext("generalfeedback/text")
    for html in (player.stem, worked):
        text = blocks.sub("", html)
        assert not OPENS.search(text), OPENS.search(text)
        assert "@" not in text
        assert text.count(r"\(") == text.count(r"\)")
    cells = re.findall("<t[dh]>(.*?)</t[dh]>", player.stem)
    assert any(plain(cell) == shown(names[2]) for cell in cells)


def test_long_names_stay_whole() -> None:
    """A label of ten thousand signs stands in the question as it is."""
    item = long_named()
    (player,) = played(Pool("t", item.title, (item,)))
    assert LONG in player.stem
    check_round_trip(player, item)
