"""Exports in programs that are not ours: a QTI player in a browser, readers of GIFT and Moodle XML."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hostile.payloads import TYPESET
from hostile.problems import Case, square, twin
from hostile.readers import html
from hostile.tokens import Token, difference, joined, text
from hostile.writers import exported
from playwright.sync_api import Browser, Page
from programs import missing
from worked import problem_file

from exactnb.teach.exporting import export
from exactnb.teach.exporting.exporting import Request
from exactnb.teach.exporting.items import NUMBER, AssessmentItem, ItemPart

pytestmark = [pytest.mark.exhaustive, pytest.mark.xdist_group("browser")]

PROBLEMS = [problem_file(name) for name in ("sheet", "spam_or_ham", "pairwise_independence")]
FIGURES = 6
OUTCOMES = """() => {
    const item = document.querySelector("qti-assessment-item");
    item.processResponse();
    return Object.fromEntries(item.variables.map(each => [each.identifier, each.value]));
}"""
DIALOGS = """[...document.querySelectorAll("qti-modal-feedback")].map(
    each => [each.getAttribute("identifier"), each.shadowRoot.querySelector("dialog")])"""
IS_OPEN = f"wanted => ({DIALOGS}).some(([of, dialog]) => of === wanted && dialog.open)"
CLOSE = f"() => ({DIALOGS}).forEach(([, dialog]) => dialog.close())"
READ_GIFT = """
const text = require("fs").readFileSync(0, "utf8");
process.stdout.write(JSON.stringify(require(process.argv[1]).parse(text)));
"""


def package(name: str) -> ModuleType:
    """Return a package of the extra `systems`."""
    try:
        return import_module(name)
    except ImportError:
        missing(f"{name} (the extra exactnb[systems])")
        raise


def npm(name: str) -> Path:
    """Return a package of npm, in the folder that a variable of the environment names."""
    folder = Path(os.environ.get("EXACTNB_SYSTEMS", "nowhere")) / "node_modules" / name
    if not folder.is_dir():
        missing(f"{name} of npm, in a folder that EXACTNB_SYSTEMS names")
    return folder


@cache
def parts() -> list[tuple[AssessmentItem, ItemPart]]:
    pools = Request("moodle", figures=FIGURES).of(PROBLEMS).pools
    return [(item, part) for pool in pools for item in pool.items for part in item.parts]


def exported_to(system: str) -> bytes:
    (content,) = export(PROBLEMS, to=system, figures=FIGURES).values()
    return content


@pytest.fixture(scope="module")
def player(browser: Browser) -> Iterator[Page]:
    """A page with the player's elements in it."""
    script = (npm("@citolab/qti-components") / "cdn" / "index.js").read_text()
    page = browser.new_page()
    page.set_content('<!DOCTYPE html><body><div id="at"></div></body>')
    page.add_script_tag(content=script, type="module")
    page.wait_for_function("!!customElements.get('qti-assessment-item')")
    yield page
    page.close()


def as_html(item: bytes) -> str:
    """Return an item as the elements of the player, after another program has made QTI 3 of it."""
    root = ElementTree.fromstring(package("qti_convert").upgrade_qti2_to_qti3(item.decode()))
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        for key in [key for key in element.attrib if key.startswith("{")]:
            del element.attrib[key]
    return ElementTree.tostring(root, encoding="unicode", short_empty_elements=False)


def played(player: Page, item: str, part: ItemPart, typed: str) -> dict[str, Any]:
    """Return the outcomes of an answer that is typed, or chosen, to an item that is new."""
    player.evaluate("html => { document.getElementById('at').innerHTML = html; }", item)
    if part.kind == NUMBER:
        field = player.locator("qti-text-entry-interaction input")
        field.fill("")
        field.press_sequentially(typed)
        field.blur()
    else:
        player.locator("qti-simple-choice").nth(part.choices.index(typed)).click()
    outcomes: dict[str, Any] = player.evaluate(OUTCOMES)
    player.wait_for_function(IS_OPEN, arg=outcomes["FEEDBACK"])
    player.evaluate(CLOSE)
    return outcomes


def test_a_qti_player_scores_each_answer(player: Page) -> None:
    """Keys and every second wrong value, typed into a player: the score, and what is shown."""
    with zipfile.ZipFile(io.BytesIO(exported_to("qti-2-1"))) as whole:
        items = {name: whole.read(name) for name in whole.namelist()}
    for at, (item, part) in enumerate(parts()):
        shown = as_html(items[f"items/i-{item.id}-{part.slug}.xml"])
        right = played(player, shown, part, part.key.typed)
        assert float(right["SCORE"]) == part.points, (part.id, right)
        assert right["FEEDBACK"] == "right"
        for wrong in part.wrong[at % 2 :: 2]:
            outcomes = played(player, shown, part, wrong.response.typed)
            assert float(outcomes["SCORE"]) == 0
            assert outcomes["FEEDBACK"].partition(".")[0] == wrong.id
            said = player.evaluate(
                "id => document.querySelector(`qti-modal-feedback[identifier='${id}']`).textContent",
                outcomes["FEEDBACK"],
            )
            assert said.strip() == wrong.feedback
        other = next(
            (c for c in part.choices if c not in known(part)), "" if part.choices else "123456"
        )
        if other:
            assert played(player, shown, part, other)["FEEDBACK"] == "other"


def known(part: ItemPart) -> set[str]:
    return {part.key.exact, *(wrong.response.exact for wrong in part.wrong)}


def gift(given: bytes) -> list[dict[str, Any]]:
    """Return what the parser gift-pegjs reads in a file."""
    node = shutil.which("node") or missing("node")
    parser = npm("gift-pegjs") / "pegjs-gift.js"
    run = subprocess.run([node, "-e", READ_GIFT, str(parser)], input=given, capture_output=True)
    assert run.returncode == 0, run.stderr.decode()[:500]
    found: list[dict[str, Any]] = json.loads(run.stdout)
    return found


def in_gift(value: Any, key: str = "") -> Iterator[Token]:
    """Yield what stands in the questions that gift-pegjs reads, texts as HTML."""
    if isinstance(value, dict):
        for of, inner in value.items():
            yield "key", of
            yield from in_gift(inner, of)
    elif isinstance(value, list):
        yield "list", str(len(value))
        for inner in value:
            yield from in_gift(inner, key)
    elif isinstance(value, str):
        yield from html(value, formulas=True) if key == "text" else [text(value)]
    else:
        yield type(value).__name__, str(value)


@pytest.mark.parametrize("at", range(5, len(TYPESET), 84))
def test_no_text_is_a_sign_of_gift(at: int) -> None:
    """The parser gift-pegjs finds the same questions, answers and weights as with letters for texts."""
    texts = square(TYPESET)[at]
    hostile, other = (
        list(in_gift(gift(exported(Case(each), "gift")["questions.txt"].encode())))
        for each in (texts, twin(texts))
    )
    assert difference(joined(hostile), joined(other), texts, twin(texts)) == ""


def test_a_grammar_of_gift_reads_every_question() -> None:
    """The parser gift-pegjs finds names, numbers, ranges, weights and feedback."""
    questions = {
        each["title"]: each for each in gift(exported_to("gift")) if each["type"] != "Category"
    }
    assert len(questions) == len(parts())
    for item, part in parts():
        question = questions[f"{item.id}-{part.slug}"]
        assert question["id"] == question["title"]
        if part.kind == NUMBER:
            assert part.key.number is not None
            told = [part.key.number, *(wrong.response.number for wrong in part.wrong)]
            found = [each["text"] for each in question["choices"][: len(told)]]
            assert [(each["number"], each["range"]) for each in found] == [
                (float(each.text), float(each.tolerance)) for each in told if each is not None
            ]
            assert [each["weight"] for each in question["choices"][1 : len(told)]] == [0] * len(
                part.wrong
            )
        else:
            right = [each["text"]["text"] for each in question["choices"] if each["isCorrect"]]
            assert right == [part.key.exact]


def test_a_reader_of_moodle_xml_finds_every_gap_and_choice() -> None:
    """The package moodle-xml-parser finds the scores and the feedback of choices and of gaps."""
    parser = package("moodle_xml_parser.parser")
    gaps = [
        gap for each in parser.parse_bytes(exported_to("moodle-cloze"))["cloze"] for gap in each.gaps
    ]
    assert len(gaps) == len(parts())
    for gap, (_, part) in zip(gaps, parts(), strict=True):
        assert (gap.options[0].score, gap.options[0].feedback) == (100, "Right.") or part.choices
        said = [option.feedback for option in gap.options]
        assert all(wrong.feedback in said for wrong in part.wrong)
        assert gap.sub_grade == part.points
    found = {each.name: each for each in parser.parse_bytes(exported_to("moodle"))["multichoice"]}
    chosen = [(item, part) for item, part in parts() if part.choices]
    assert len(found) == len(chosen)
    for item, part in chosen:
        options = found[f"{item.id}-{part.slug}"].options
        assert [option.answer for option in options if option.score_fraction == 100] == [part.key.exact]


LIKE_OURS = """\
Quiz title: A quiz

1. A number?
... in general
+ right
- wrong
= 0.642857142857 +- 0.0005

2. A class?
... in general
+ right
- wrong
*a) No
... no
b) Yes
... yes

GROUP
pick: 1
points per question: 1

1. One?
... in general
+ right
- wrong
= 1 +- 0.5

2. Another?
... in general
+ right
- wrong
*a) No
... no
b) Yes
... yes

END_GROUP
"""


def test_canvas_packages_are_built_like_those_of_text2qti() -> None:
    """Every element stands where text2qti puts it, with attributes that it knows."""
    config, quiz, qti = map(package, ("text2qti.config", "text2qti.quiz", "text2qti.qti"))
    theirs = qti.QTI(quiz.Quiz(LIKE_OURS, config=config.Config())).zip_bytes()
    request = Request("canvas", 2, ask=("P(Yes)", "argmax(x)"), pilot=6)
    (variants,) = request.of([problem_file("sheet")]).files().values()
    for ours in (exported_to("canvas"), variants):
        for mine, other in zip(documents(ours), documents(theirs), strict=True):
            assert not shape(mine) - shape(other)


def documents(package: bytes) -> list[Element]:
    """Return the manifest, what is known of the quiz, and its questions."""
    with zipfile.ZipFile(io.BytesIO(package)) as whole:
        names = sorted(name for name in whole.namelist() if name.endswith(".xml"))
        order = sorted(names, key=lambda name: ("manifest" not in name, "meta" not in name))
        return [ElementTree.fromstring(whole.read(name)) for name in order]


def shape(root: Element) -> set[tuple[str, ...]]:
    """Return the path of every element, and of every attribute with its name."""
    found: set[tuple[str, ...]] = set()

    def walk(element: Element, above: tuple[str, ...]) -> None:
        path = (*above, element.tag)
        found.add(path)
        found.update((*path, f"@{key}") for key in element.attrib)
        for child in element:
            walk(child, path)

    walk(root, ())
    return found
