"""Pages in a browser: they ask for nothing, fit a phone, and are for fingers, keys and ears too."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle

import pytest
from browsing import WIDTHS, violations, visit, window
from printed import labelled
from worked import PROBLEMS

from exactnb import solve
from exactnb.explain.proving import theorems

pytestmark = [pytest.mark.exhaustive, pytest.mark.xdist_group("site")]  # there is one browser

ALL = (*(path.stem for path in PROBLEMS), *theorems.names())
SOME = (
    "spam_or_ham", "play_tennis_overcast", "note_004_temperature", "note_002_iris", "medical_test",
    "note_003_spherical", "two_seeds", "note_001_three_answers", "own_notation", "coins", "prior-mle",
    "gaussian-variance",
)  # fmt: skip
CHECKED = ("spam_or_ham", "play_tennis_overcast", "note_002_iris", "note_004_temperature", "prior-mle")


@pytest.fixture(scope="module")
def windows(browser):
    """Yield a window of each width."""
    with window(browser, WIDTHS[0]) as narrow, window(browser, WIDTHS[1]) as wide:
        yield narrow, wide


@pytest.mark.parametrize("name", sorted({*ALL[::6], *SOME}))
def test_a_page_asks_for_nothing_and_fits(windows, written, name) -> None:
    """No word on the console, no request but for the page itself, nothing wider than the window."""
    for seen in windows if name in SOME else windows[:1]:  # the narrow one
        seen.go(written(name))
        fonts = seen.page.evaluate("document.fonts.ready.then(all => [...all].map(f => f.status))")
        assert fonts == ["loaded"]  # while all is folded: paper opens it, and waits for no font
        seen.open_all()
        assert not seen.sticks_out, seen.page.viewport_size
        assert seen.said == []
        asked = [url for url in seen.asked if not url.startswith("data:font/woff2")]
        assert asked == [written(name).as_uri()]


SCHEMES = list(zip(CHECKED, cycle(("light", "dark")), strict=False))


@pytest.mark.parametrize(("name", "scheme"), SCHEMES)
def test_a_page_is_for_everybody(browser, written, name, scheme) -> None:
    """Contrast, names of what can be used, order of headings: axe-core finds nothing, light or dark."""
    with visit(browser, written(name), color_scheme=scheme) as seen:
        assert violations(seen.page) == []
        seen.open_all()
        assert violations(seen.page) == []


def test_a_sheet_is_for_everybody(browser, written) -> None:
    """So is a sheet, on a phone."""
    with visit(browser, written("play_tennis", sheet=True), WIDTHS[0]) as seen:
        assert not seen.sticks_out
        assert violations(seen.page) == []


NAMES = (
    "<script>document.title = 'run'</script>", "</template><img src=x onerror=alert(1)>", "x" * 10_000,
    " ".join(["many", "words"] * 900), "\N{RIGHT-TO-LEFT OVERRIDE}abc", "שלום", "🦆🦆", "\x1b[31mred",
    "$\\input{secrets}$",
)  # fmt: skip


@pytest.mark.parametrize("label", NAMES, ids=[*map(str, range(len(NAMES)))])
def test_no_name_does_anything(browser, tmp_path, label) -> None:
    """A class, a column, a value may be called anything: nothing runs, is asked for or sticks out."""
    problem = replace(labelled(label).problem(), title=label, source=label)
    file = tmp_path / "page.html"
    file.write_text(solve(problem).html(), encoding="utf-8")
    with visit(browser, file, WIDTHS[0]) as seen:
        seen.open_all()
        assert not seen.sticks_out
        assert seen.said == []
        assert [url for url in seen.asked if not url.startswith("data:font/woff2")] == [file.as_uri()]
        assert seen.page.title() != "run"
        assert seen.page.locator("img").count() == 0
        seen.page.locator("[data-of]").first.focus()
        assert seen.page.locator("[role=status] *").count() == 0
        assert not seen.sticks_out


def test_fractions_are_read_as_fractions(browser, written) -> None:
    """The accessibility tree has the fractions of the product as such, with both of their parts."""
    with visit(browser, written("play_tennis")) as seen:
        seen.open_all()
        tree = seen.page.context.new_cdp_session(seen.page).send("Accessibility.getFullAXTree")["nodes"]
        roles = [node["role"]["value"] for node in tree]
        assert roles.count("MathMLFraction") == seen.page.locator("mfrac").count() > 40


def test_a_step_is_revealed_by_a_key(browser, written) -> None:
    """What is worked out waits; its heading is reached by Tab and opened by Enter."""
    with visit(browser, written("spam_or_ham")) as seen:
        page = seen.page
        assert page.locator("details[open]").count() == 2
        page.locator("summary").nth(1).focus()
        for _ in range(9):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.tagName") == "SUMMARY":
                break
        page.keyboard.press("Enter")
        assert page.locator("details").nth(2).get_attribute("open") == ""
        assert page.locator("details[open]").count() == 3


def test_a_link_opens_what_it_leads_to(browser, written) -> None:
    """Contents lead into folded steps, where no script runs too."""
    for scripts in (True, False):
        with visit(browser, written("note_004_temperature"), java_script_enabled=scripts) as seen:
            seen.page.click("nav a >> nth=4")
            assert seen.page.locator("#step5 .chain").first.is_visible()


def test_paper_shows_every_step(browser, written) -> None:
    """On paper nothing is folded, where no script runs too, and nothing can be clicked."""
    with visit(browser, written("spam_or_ham"), java_script_enabled=False) as seen:
        last = seen.page.locator("#step6 .answer").first
        assert not last.is_visible()
        seen.page.emulate_media(media="print")
        assert last.is_visible()
    with visit(browser, written("spam_or_ham")) as seen:
        seen.page.emulate_media(media="print")
        assert not any(button.is_visible() for button in seen.page.locator("button").all())


def test_a_number_is_pointed_at_by_keys(browser, written) -> None:
    """One stop for the numbers of each step; arrows go on, Enter goes to the source, Escape back."""
    with visit(browser, written("play_tennis")) as seen:
        page = seen.page
        seen.open_all()
        stops = page.locator("[data-of][tabindex='0']")
        assert [of.evaluate("e => e.closest('.folds').id") for of in stops.all()] == [
            "step2", "step3", "step4", "step5",
        ]  # fmt: skip
        factor = page.locator("#step3 mrow[data-of='P(Outlook=Sunny|Yes)']").last
        page.locator("#step3 [data-of][tabindex='0']").focus()
        for _ in range(40):
            if factor.evaluate("e => e === document.activeElement"):
                break
            page.keyboard.press("ArrowRight")
        lit = page.locator("td.lit")
        assert lit.get_attribute("data-of") == "P(Outlook=Sunny|Yes)"
        assert page.locator(".data tr.lit").count() == 2
        assert page.locator("[role=status]").inner_text() == "P(Outlook=Sunny|Yes): rows D9, D11"
        page.keyboard.press("Enter")
        assert lit.evaluate("e => e === document.activeElement")
        page.keyboard.press("Escape")
        assert factor.evaluate("e => e === document.activeElement")


def test_a_number_is_pointed_at_by_a_finger(browser, written) -> None:
    """A tap on a count lights its rows; another one, on Show, goes there."""
    with visit(browser, written("play_tennis"), WIDTHS[0], has_touch=True) as seen:
        page = seen.page
        seen.open_all()
        page.locator("#step2 mrow[data-of='count(Outlook=Sunny,Yes)']").tap()
        assert page.locator(".data tr.lit").count() == 2
        assert page.locator("[role=status]").inner_text() == "count(Outlook=Sunny,Yes): rows D9, D11"
        page.get_by_role("button", name="Show").tap()
        assert page.evaluate("document.querySelector('.data tr.lit').getBoundingClientRect().top") > 0
        page.locator("h1").tap()
        assert page.locator(".lit").count() == 0


def test_latex_is_copied(browser, written) -> None:
    """A step's LaTeX goes to the clipboard as it stands in the article."""
    with visit(browser, written("spam_or_ham"), permissions=["clipboard-read"]) as seen:
        seen.open_all()
        seen.page.get_by_role("button", name="Copy LaTeX of step 4").click()
        seen.page.get_by_text("Step 4 is copied as LaTeX.").wait_for()
        copied = seen.page.evaluate("navigator.clipboard.readText()")
        assert copied.startswith("\\noindent\\begin{alignat*}{2}\np(c_{+})")
