"""The site in a browser, and the page that computes: from this machine, and no other host."""

from __future__ import annotations

import gzip
import json
import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path

import pytest
from browsing import WIDTHS, Visit, violations
from playwright.sync_api import Browser, Page, expect
from programs import missing
from worked import problem_file

from exactnb.interfaces.cli import main

# theorems are printed once, and there is one browser
pytestmark = [pytest.mark.exhaustive, pytest.mark.xdist_group("site")]

SHOWN = ("play_tennis", "note_004_temperature", "note_000_giraffe_choir")
PATIENCE = 60_000  # milliseconds until Python is loaded and has answered
INDEXES = ("index.html", "sources.html", "mistakes.html", "theorems.html")
DESK = "compute/index.html"
TENNIS = problem_file("play_tennis").with_suffix(".csv").read_text()
DAY = {"Outlook": "Sunny", "Temperature": "Cool", "Humidity": "High", "Wind": "Strong"}


class Quiet(SimpleHTTPRequestHandler):
    """Serve files, and say nothing."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of three problems, the theorems and the page that computes."""
    npm = Path(os.environ.get("EXACTNB_PYODIDE", "")) / "node_modules" / "pyodide"
    if not os.environ.get("EXACTNB_PYODIDE") or not npm.is_dir():
        missing("pyodide (npm install --prefix FOLDER pyodide, and EXACTNB_PYODIDE=FOLDER)")
    folder = tmp_path_factory.mktemp("gallery") / "site"
    problems = [str(problem_file(name)) for name in SHOWN]
    assert main(["site", "-o", str(folder), "--pyodide", str(npm), *problems]) == 0
    return folder


@pytest.fixture(scope="session")
def site(built: Path) -> Iterator[str]:
    """The address of the site, on this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(built)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@contextmanager
def visited(browser: Browser, url: str, width: int = 1280, **options: object) -> Iterator[Visit]:
    """Yield a page that is open; nothing may be said on its console or asked of another host."""
    context = browser.new_context(viewport={"width": width, "height": 800}, **options)
    page = context.new_page()
    seen = Visit(page)
    page.on("console", lambda message: seen.said.append(message.text))
    page.on("pageerror", lambda error: seen.said.append(str(error)))
    context.on("request", lambda request: seen.asked.append(request.url))
    page.goto(url)
    yield seen
    assert seen.said == []
    home = url.split("/")[2]
    assert {of.split("/")[2] for of in seen.asked if not of.startswith(("data:", "blob:"))} <= {home}
    context.close()


def paste(page: Page, text: str) -> None:
    page.locator("#text").fill(text)


def choose_day(page: Page) -> None:
    """Choose Mitchell's day, once the table was read."""
    for column, value in DAY.items():
        page.get_by_label(column, exact=True).select_option(value)


def bars(page: Page) -> list[str]:
    return page.locator("#bars .bar .exact").all_inner_texts()


def test_the_page_that_computes_is_small(built: Path) -> None:
    """All that it loads is at most 7.5 MB, packed as servers send it, and SymPy 3.5 MB more."""
    files = [path for path in (built / "compute").rglob("*") if path.is_file()]
    assert len(files) == 11
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in files}
    assert sizes.pop("sympy.zip") <= 3_500_000  # which few problems ask for
    assert sum(sizes.values()) <= 7_500_000


@pytest.mark.parametrize("name", [*INDEXES, DESK, "problems/play_tennis/index.html"])
def test_a_page_of_the_site_fits(browser: Browser, site: str, name: str) -> None:
    """On a phone and on a screen nothing sticks out, and the desk does not load Python by itself."""
    for width in WIDTHS:
        with visited(browser, site + name, width) as seen:
            seen.open_all()
            assert not seen.sticks_out, width
            assert not [url for url in seen.asked if "pyodide" in url]


@pytest.mark.parametrize(
    ("name", "scheme"),
    [("index.html", "light"), ("mistakes.html", "dark"), (DESK, "light"), (DESK, "dark")],
)
def test_a_page_of_the_site_is_for_everybody(
    browser: Browser, site: str, name: str, scheme: str
) -> None:
    """Contrast, labels and order of headings: axe-core finds nothing, light or dark."""
    with visited(browser, site + name, color_scheme=scheme) as seen:
        assert violations(seen.page) == []


def test_problems_are_found_by_their_words(browser: Browser, site: str) -> None:
    """Words that are typed leave the cards that have all of them; without scripts all are there."""
    with visited(browser, f"{site}index.html") as seen:
        seen.page.get_by_label("Find").fill("tennis categorical")
        assert seen.page.locator(".card:visible h3").all_inner_texts() == ["Play tennis"]
        assert seen.page.locator("#found").inner_text() == "1 of 3"
        assert seen.page.locator("section:visible h2").all_inner_texts() == ["Categorical"]
    with visited(browser, f"{site}index.html", java_script_enabled=False) as seen:
        assert seen.page.locator(".card:visible").count() == 3
        assert not seen.page.locator(".search").is_visible()


def test_the_example_is_there_without_scripts(browser: Browser, site: str) -> None:
    """The example's posterior and solution stand in the page, and what is needed for more is said."""
    with visited(browser, site + DESK, java_script_enabled=False) as seen:
        assert bars(seen.page) == ["486/611", "125/611"]
        assert seen.page.get_by_text("a page that comes from a web server").is_visible()
        assert seen.page.frame_locator("#solution").get_by_role("heading", name="1 Data").is_visible()
        assert not seen.page.locator("#steps").is_visible()
    with visited(browser, site + DESK) as seen:
        assert not seen.page.get_by_text("a page that comes from a web server").is_visible()


def test_a_table_is_worked_out_in_the_browser(browser: Browser, site: str) -> None:
    """PlayTennis, pasted with semicolons, gives 486/611; sliders, answers and links go on from it."""
    with visited(browser, site + DESK) as seen:
        page = seen.page
        paste(page, TENNIS.replace(",", ";"))
        expect(page.get_by_label("Temperature", exact=True)).to_have_value("Hot", timeout=PATIENCE)
        choose_day(page)
        frame = page.frame_locator("#solution")
        expect(frame.locator(".data tbody").last.locator("td")).to_have_text([*DAY.values(), "?"])
        expect(page.locator("#bars .decided")).to_have_text("486/611")

        page.get_by_label("λ").fill("7")
        expect(page.locator("#lambda + output")).to_have_text("3/2")
        expect(frame.locator(".setting").first).to_contain_text("λ = 3/2")
        assert "486/611" not in bars(page)
        page.get_by_label("λ").fill("0")
        expect(page.locator("#bars .decided")).to_have_text("486/611")
        page.locator("#prior").fill("4")
        expect(page.locator("#prior + output")).to_have_text("1/5")
        expect(frame.locator(".setting").first).to_contain_text("given prior")

        page.get_by_label("Quantity").select_option("P(No)")
        page.get_by_label("Answer").fill("4/5")
        page.get_by_role("button", name="Check").click()
        expect(page.locator("#verdict")).to_have_text("Not right. Which class is asked about?")
        page.get_by_label("Answer").fill("0.2")
        page.get_by_label("Answer").press("Enter")
        expect(page.locator("#verdict")).to_have_class("right")

        shown = bars(page)
        page.get_by_role("button", name="Copy a link").click()
        expect(page).to_have_url(re.compile("#p="))
        link = page.url
    with visited(browser, link) as seen:
        expect(seen.page.locator("#bars .exact")).to_have_text(shown, timeout=PATIENCE)
        expect(seen.page.locator("#prior + output")).to_have_text("1/5")
        assert not any("#" in url for url in seen.asked[1:])

        paste(seen.page, problem_file("note_004_temperature").read_text())
        expect(seen.page.locator("#bars .decided")).to_have_text("≈ 0.8414", timeout=PATIENCE)
        frame = seen.page.frame_locator("#solution")
        expect(frame.locator("h1")).to_have_text("Temperature and tennis")
        assert seen.page.get_by_label("λ").count() == 0
        assert not frame.locator("#step5 .right").first.is_visible()
        frame.locator("nav a").nth(4).click()
        expect(frame.locator("#step5 .right").first).to_be_in_viewport()

        paste(seen.page, "a,b\n1")
        expect(seen.page.locator("#status")).to_have_text(
            'your table: line 2: 1 cell, the header has 2; if it is no row, say --skip "2"'
        )
        paste(seen.page, "text,class\nwin money,spam\nlunch money,ham\n")
        expect(seen.page.locator("#bars .exact")).to_have_text(["1", "0"])
        seen.page.get_by_label("Words are").select_option("bernoulli")
        expect(frame.locator(".setting").first).to_contain_text("Bernoulli")


def test_ids_are_left_out_and_doubts_are_noted(browser: Browser, site: str) -> None:
    """Numbered days with two spellings of a class: the notes say so; the chosen ids are no column."""
    rows = TENNIS.replace(",No", ",no", 1).split()
    with visited(browser, site + DESK) as seen:
        page = seen.page
        paste(page, "\n".join(f"{'day' if not n else f'd{n}'},{row}" for n, row in enumerate(rows)))
        notes = page.locator("#notes p")
        spellings = "note: “No” and “no” are two classes (--fold-case)"
        names = 'note: “day” is different in every row: names of the rows? (--id "day")'
        expect(notes).to_have_text([spellings, names], timeout=PATIENCE)
        page.get_by_label("Options").fill("--fold-case")
        page.get_by_label("Options").blur()
        expect(notes).to_have_text([names])
        page.get_by_label("Options").fill("")
        page.get_by_label("Options").blur()
        expect(notes).to_have_text([spellings, names])
        page.get_by_label("Id, left out").select_option("day")
        expect(notes).to_have_text([spellings])
        assert page.get_by_label("day", exact=True).count() == 0
        assert violations(page) == []
        page.get_by_role("button", name="Copy a link").click()
        expect(page).to_have_url(re.compile("#p="))
        link = page.url
    with visited(browser, link) as seen:
        expect(seen.page.locator("#notes p")).to_have_text([spellings], timeout=PATIENCE)
        expect(seen.page.get_by_label("Id, left out")).to_have_value("day")
        paste(seen.page, TENNIS)
        expect(seen.page.locator("#notes p")).to_have_count(0)


def test_a_file_in_another_encoding_is_refused_and_read_as_said(browser: Browser, site: str) -> None:
    """What is no UTF-8 is not garbled; with `--encoding cp1252` among the options it is read."""
    file = {"name": "t.csv", "mimeType": "text/csv", "buffer": "größe,k\n1 €,a\n".encode("cp1252")}
    with visited(browser, site + DESK) as seen:
        seen.page.get_by_label("or a file").set_input_files(file)
        expect(seen.page.locator("#status")).to_contain_text("This file is no text in utf-8")
        seen.page.get_by_label("Options").fill("--encoding cp1252")
        seen.page.get_by_label("or a file").set_input_files(file)
        expect(seen.page.locator("#text")).to_have_value("größe,k\n1 €,a\n")


def test_lines_are_revealed_one_by_one(browser: Browser, site: str) -> None:
    """Step by step nothing but the data is seen first; each press shows a line more, to the last."""
    with visited(browser, site + DESK) as seen:
        page, frame = seen.page, seen.page.frame_locator("#solution")
        every = frame.locator(".right").count()
        page.get_by_role("button", name="Step by step").click()
        assert frame.locator(".data").is_visible()
        assert frame.locator(".right:visible").count() == 0
        counts = []
        while page.locator("#next").is_visible():
            page.keyboard.press("Enter")
            counts.append(frame.locator(".right:visible").count())
        assert counts[-1] == every
        assert all(0 <= after - before <= 1 for before, after in pairwise(counts))


def test_sympy_is_fetched_where_it_is_needed(browser: Browser, site: str) -> None:
    """A table by itself asks for no SymPy; a determinant does, once, and the page goes on."""
    spherical = problem_file("note_003_spherical")
    with visited(browser, site + DESK) as seen:

        def fetched() -> int:
            return len([url for url in seen.asked if url.endswith("/sympy.zip")])

        paste(seen.page, TENNIS)
        expect(seen.page.get_by_label("Outlook", exact=True)).to_be_visible(timeout=PATIENCE)
        choose_day(seen.page)
        expect(seen.page.locator("#status")).to_have_text("", timeout=PATIENCE)
        assert fetched() == 0
        paste(seen.page, spherical.read_text())
        frame = seen.page.frame_locator("#solution")
        expect(frame.locator("h1")).to_have_text("A class inside another", timeout=PATIENCE)
        assert fetched() == 1


@pytest.mark.parametrize(
    "fragment", ["#p=", "#p=AAAA", "#p=%00", "#p=" + "A" * 10_000, "#p=qwAA", "#other"]
)
def test_a_broken_link_is_told(browser: Browser, site: str, fragment: str) -> None:
    """What is no problem behind the sign # leaves the example, and Python unloaded."""
    with visited(browser, site + DESK + fragment) as seen:
        told = "" if fragment == "#other" else "This link holds no problem that can be read."
        expect(seen.page.locator("#status")).to_have_text(told)
        assert bars(seen.page) == ["486/611", "125/611"]
        assert not [url for url in seen.asked if "pyodide" in url]


def test_a_hostile_link_is_text(browser: Browser, site: str) -> None:
    """A link with scripts for names, and for what is chosen, shows them as text."""
    evil = "<img src=x onerror=document.title=1>"
    said = {"text": f"{evil},class\n1,{evil}\n0,no", "label": evil, "query": evil, "prior": [evil]}
    with visited(browser, site + DESK) as seen:
        packed = """async (said) => {
            const stream = new Blob([said]).stream().pipeThrough(new CompressionStream("deflate-raw"));
            const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
            return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
        }"""
        seen.page.goto(f"{site}{DESK}#p={seen.page.evaluate(packed, json.dumps(said))}")
        expect(seen.page.locator("#status.error")).not_to_be_empty(timeout=PATIENCE)
        paste(seen.page, said["text"])
        expect(seen.page.locator("#bars .label").first).to_have_text(evil, timeout=PATIENCE)
        assert seen.page.locator("img").count() == 0
        assert seen.page.title() == "Your own table, worked out"
