"""The page that computes, in its initial state: an example with its solution."""

from __future__ import annotations

import json
from typing import Any

from exactnb.core.data.readers import TABLE_ENDINGS, WORKBOOK
from exactnb.explain.rendering.pages.html_text import element, empty, escaped
from exactnb.interfaces.site.browser_api import BrowserApi
from exactnb.interfaces.site.indexes import Navigation, policy_hashes, site_page

HERE = "compute/index.html"

EXAMPLE = """\
Outlook,Temperature,Humidity,Wind,PlayTennis
Sunny,Hot,High,Weak,No
Sunny,Hot,High,Strong,No
Overcast,Hot,High,Weak,Yes
Rain,Mild,High,Weak,Yes
Rain,Cool,Normal,Weak,Yes
Rain,Cool,Normal,Strong,No
Overcast,Cool,Normal,Strong,Yes
Sunny,Mild,High,Weak,No
Sunny,Cool,Normal,Weak,Yes
Rain,Mild,Normal,Weak,Yes
Sunny,Mild,Normal,Strong,Yes
Overcast,Mild,High,Strong,Yes
Overcast,Hot,Normal,Weak,Yes
Rain,Mild,High,Strong,No
"""
"""T. Mitchell's table, which everybody knows."""

QUERY = {"Outlook": "Sunny", "Temperature": "Cool", "Humidity": "High", "Wind": "Strong"}

_INTRO = (
    "Paste a table, texts or a problem file, and read the worked solution: every number an exact "
    "fraction, every line checked. It is worked out here, in your browser; nothing is sent anywhere."
)
_NO_SCRIPT = (
    "Below is an example. Your own table needs scripts, and a page that comes from a web server: in "
    "this folder, run python3 -m http.server and open http://localhost:8000."
)
_ACCEPTED = ",".join([*(ending for ending in TABLE_ENDINGS if ending != WORKBOOK), ".toml"])
_FORMATS = (("html", "HTML"), ("latex", "LaTeX"), ("markdown", "Markdown"), ("text", "Text"))


def compute_page(navigation: Navigation) -> str:
    """Return the page: an example, its solution, and controls that work where scripts run.

    `navigation` has the links to the other pages of the site.
    """
    desk = BrowserApi()
    example_problem = {"text": EXAMPLE, "query": QUERY}

    def ask(do: str) -> Any:
        return json.loads(desk.answer(json.dumps({"do": do, "said": example_problem})))

    page = ask("solve")["page"]
    example = {"said": example_problem, "described": ask("describe")}
    data = json.dumps(example, ensure_ascii=True).replace("<", "\\u003c")
    parts = (
        element("h1", "Your own table"),
        element("p", _INTRO, class_="intro"),
        element("p", _NO_SCRIPT, class_="note", id="unscripted"),
        element("div", _input_section() + _result_section(ask("posterior")), class_="desk"),
        _solution(page),
        element("script", data, type="application/json", id="example"),
    )
    title = "Your own table, worked out"
    scripts = ("compute/compute.js",)
    return site_page(
        title, "\n".join(parts), navigation, HERE, scripts=scripts, policy=policy_hashes(page)
    )


def _input_section() -> str:
    """Return the part where a problem is typed and its options are chosen."""
    area = {"id": "text", "rows": "10", "spellcheck": "false", "autocomplete": "off", "wrap": "off"}
    label = element("label", "or a file", for_="file")
    file = label + empty("input", type="file", id="file", accept=_ACCEPTED)
    parts = (
        element("label", "A table, texts or a problem file", for_="text", class_="title"),
        element("textarea", "\n".join(map(escaped, EXAMPLE.splitlines())) + "\n", **area),
        element("p", file, class_="row script", hidden=""),
        element("div", "", id="notes", role="status"),
        element("div", "", id="choices"),
    )
    return element("section", "\n".join(parts), aria_label="The problem")


def _result_section(solved: dict[str, Any]) -> str:
    """Return the posterior as bars, the sliders, and the part that checks answers."""
    quantity = element("label", "Quantity", for_="quantity") + element("select", "", id="quantity")
    answer = (
        element("label", "Answer", for_="answer")
        + empty("input", id="answer", autocomplete="off")
        + element("button", "Check", type="button", id="check")
    )
    check = (
        element("h2", "Check an answer")
        + element("div", _pair(quantity) + _pair(answer), class_="row")
        + element("p", "", id="verdict", role="status")
    )
    parts = (
        element("h2", "Posterior"),
        element("div", bars(solved), id="bars"),
        element("div", "", id="sliders"),
        element("p", "", id="status", role="status"),
        element("div", check, class_="script", hidden=""),
    )
    return element("section", "\n".join(parts), aria_label="What follows")


def _pair(parts: str) -> str:
    return element("span", parts, class_="pair")


def bars(solved: dict[str, Any]) -> str:
    """Return each posterior in `solved` as a bar with its exact value; the script draws the same."""
    box = {"viewBox": "0 0 100 8", "preserveAspectRatio": "none", "aria_hidden": "true"}
    outline = empty("rect", width="100", height="8", class_="whole")
    rows = []
    for posterior in solved["classes"]:
        label, decimal = posterior["label"], float(posterior["decimal"])
        exact = "exact decided" if label in solved["decided"] else "exact"
        row = (
            element("span", escaped(label), class_="label"),
            element("svg", outline + empty("rect", width=f"{100 * decimal:.4f}", height="8"), **box),
            element("span", escaped(posterior["exact"]), class_=exact),
            element("span", f"≈ {decimal:.4f}", class_="decimal"),
        )
        rows.append(element("div", "".join(row), class_="bar"))
    return "\n".join(rows)


def _solution(page: str) -> str:
    """Embed the page of a solution unchanged, since its content policy has hashes of its parts."""
    inside = page.replace("&", "&amp;").replace('"', "&quot;")
    frame = f'<iframe id="solution" title="Worked solution" srcdoc="{inside}"></iframe>'
    saves = "".join(element("option", name, value=to) for to, name in _FORMATS)
    buttons = (
        element("button", "Step by step", type="button", id="steps")
        + element("button", "Next line", type="button", id="next", hidden="")
        + element("button", "Copy a link", type="button", id="link")
        + element("label", "Save as", for_="save")
        + element("select", element("option", "…", value="") + saves, id="save")
    )
    controls = element("div", buttons, class_="row script controls", hidden="")
    return element("section", controls + frame, class_="solution")
