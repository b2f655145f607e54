"""The page that computes, in its initial state: an example with its solution."""

from __future__ import annotations

import json
from typing import Any

from exactnb.core.data.readers import TABLE_ENDINGS, WORKBOOK
from exactnb.explain.rendering.pages.jinja import markup
from exactnb.interfaces.site.browser_api import BrowserApi
from exactnb.interfaces.site.indexes import Navigation, policy_hashes, site_page, template

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
    # unchanged in its frame, since its content policy has hashes of its parts
    solution = markup(page.replace("&", "&amp;").replace('"', "&quot;"))
    lines, solved = EXAMPLE.splitlines(), ask("posterior")
    body = template().compute(lines, _ACCEPTED, _FORMATS, solved, solution, markup(data))
    title, scripts = "Your own table, worked out", ("compute/compute.js",)
    return site_page(title, body, navigation, HERE, scripts=scripts, policy=policy_hashes(page))
