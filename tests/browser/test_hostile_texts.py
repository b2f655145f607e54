"""Pages with users' texts in all places, opened in a browser: nothing runs, and nothing is loaded."""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import window
from hostile.payloads import TYPESET
from hostile.problems import Case, square, twin
from hostile.writers import audited, exported, graded, on_site, printed
from playwright.sync_api import Browser

pytestmark = [pytest.mark.exhaustive, pytest.mark.xdist_group("browser")]

# A wide equals sign has no LaTeX: such a page offers none to copy, and lacks the buttons.
CASES = square([each.replace("alert(1)", "window.ran=1") for each in TYPESET if "＝" not in each])
SHAPE = """() => [...document.querySelectorAll("*")].filter(each => each.tagName !== "TEMPLATE" &&
    !(each.tagName === "SPAN" && !each.attributes.length)).map( // such a span keeps signs apart
    each => [each.tagName, ...[...each.attributes].map(attribute => attribute.name)].join(" "))"""


def pages(case: Case) -> list[str]:
    """Return the pages of a case; what course systems show as HTML is one without any policy."""
    (item,) = case.pool.items
    shown = item.stem() + "".join(item.posed(part) + item.worked(part) for part in item.parts)
    made = [
        *printed(case, "html").values(),
        *graded(case, "html").values(),
        *audited(case, "html").values(),
    ]
    made += [text for name, text in on_site(case).items() if name.endswith(".html")]
    made += [text for name, text in exported(case, "gradescope").items() if name.endswith(".html")]
    return [*made, f"<!DOCTYPE html><title>Shown</title><body>{shown}</body>"]


def shapes(browser: Browser, case: Case, folder: Path) -> list[list[str]]:
    """Return the elements of each page, once it is loaded, with the names of their attributes."""
    found = []
    with window(browser) as seen:
        for number, text in enumerate(pages(case)):
            file = folder / f"{number}.html"
            file.write_text(text, "utf-8")
            seen.go(file)
            assert not seen.page.evaluate("'ran' in window")
            missing = ("Failed to load", "Access to script")  # what a site's pages share is not there
            assert [url for url in seen.asked if "/site." not in url] == [file.as_uri()]
            assert [line for line in seen.said if not line.startswith(missing)] == []
            found.append(seen.page.evaluate(SHAPE))
    return found


@pytest.mark.parametrize("at", range(11, len(CASES), 144))
def test_a_browser_runs_nothing_and_builds_the_same_elements(
    browser: Browser, tmp_path: Path, at: int
) -> None:
    """No script of a text runs, no policy has to stop one, and the elements are those of the twin."""
    assert shapes(browser, Case(CASES[at]), tmp_path) == shapes(
        browser, Case(twin(CASES[at])), tmp_path
    )
