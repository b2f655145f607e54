"""Reports in a browser: of a class and of a student, on a phone, on a screen, for everybody."""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import WIDTHS, violations, visit

from exactnb.interfaces.cli import main

pytestmark = [pytest.mark.exhaustive, pytest.mark.xdist_group("site")]  # there is one browser

HOMEWORK = Path(__file__).parents[2] / "worked_examples" / "homework"


@pytest.fixture(scope="module", name="report")
def fixture_report(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report on the answers in a file, as `exactnb check` writes it."""
    file: Path = tmp_path_factory.mktemp("report") / "report.html"
    answers = str(HOMEWORK / request.param)
    assert main(["check", str(HOMEWORK / "sheet.toml"), answers, "--explain", "-o", str(file)]) == 1
    return file


@pytest.mark.parametrize("report", ["class.csv", "ada.toml"], indirect=True)
def test_a_report_is_for_everybody(browser, report: Path) -> None:
    """It asks for nothing, says nothing on the console, fits a phone; axe-core finds nothing."""
    for width, scheme in zip(WIDTHS, ("light", "dark"), strict=True):
        with visit(browser, report, width, color_scheme=scheme) as seen:
            assert not seen.sticks_out, width
            assert violations(seen.page) == []
            assert seen.said == []
            asked = [url for url in seen.asked if not url.startswith("data:font/woff2")]
            assert asked == [report.as_uri()]


@pytest.mark.parametrize("report", ["class.csv"], indirect=True)
def test_tables_of_a_class_fit_a_phone(browser, report: Path) -> None:
    """The figures of a class are seen at once, without moving a table to the side."""
    with visit(browser, report, WIDTHS[0]) as seen:
        points = seen.page.locator(".scroll").first
        assert points.evaluate("e => e.scrollWidth <= e.clientWidth")


def test_the_fourteen_days_fit_a_phone(browser, written) -> None:
    """Four columns and a class are seen at once; the class hides no other column."""
    with visit(browser, written("play_tennis"), WIDTHS[0]) as seen:
        days = seen.page.locator(".scroll:has(.data)").first
        assert days.evaluate("e => e.scrollWidth <= e.clientWidth")
