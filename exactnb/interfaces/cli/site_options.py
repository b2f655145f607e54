"""The arguments of `exactnb site`."""

from __future__ import annotations

from typing import Any

from exactnb.interfaces.cli.parsing import StoreOnce, option


def add_site(commands: Any) -> None:
    """Add the command `site` to `commands`, argparse's subparsers."""
    site = commands.add_parser(
        "site",
        help="build pages of problems and theorems, and one that computes",
        description="Build a folder of pages: problems with their solutions, all theorems, and a page "
        "that works out a reader's own table in the browser. It can be published as it is.",
        examples=(
            "exactnb site -o site play.toml mails.toml",
            "exactnb site -o site --pyodide node_modules/pyodide play.toml",
        ),
    )
    meaning = "problem files (.toml) and tables; without any, the theorems alone"
    site.add_argument("sources", nargs="*", metavar="PROBLEM", help=meaning)
    meaning = "the folder: a new one, or a site that is there already"
    site.add_argument("-o", "--output", action=StoreOnce, metavar="DIR", required=True, help=meaning)
    option(site, "--pyodide", "the folder of npm's package pyodide (nothing is fetched)", "DIR")
