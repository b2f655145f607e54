"""`exactnb mcp`: a client of the official SDK talks to the server over standard input and output."""

from __future__ import annotations

import asyncio
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import util
from typing import Any

import pytest

from exactnb import Problem, derive, solve, verify_working
from exactnb.core.problem.toml import read_problem_toml
from exactnb.interfaces.cli import main

pytestmark = pytest.mark.exhaustive  # with packages of the extra `dev`
SKY = """
[data]
table = '''
sky   class
red   yes
red   yes
grey  no
'''
[query]
x = { sky = "red" }
"""
WORKING = "P(yes) = 2/3\nP(no) = 2/3"
CALLS: dict[str, tuple[str, dict[str, Any]]] = {
    "solved": ("solve", {"problem": SKY}),
    "only": ("solve", {"problem": SKY, "only": ["P(yes|x)"], "format": "markdown"}),
    "derived": ("derive", {"theorem": "bernoulli-mle", "format": "latex"}),
    "checked": ("check_working", {"problem": SKY, "working": WORKING}),
    "derivation": ("check_working", {"theorem": "bernoulli-mle", "working": "p = n / sum_i x_i"}),
    "density": (
        "check_working",
        {
            "family": {
                "density": "s exp(-s x)",
                "support": "x > 0",
                "parameters": {"s": "s > 0"},
            },
            "working": "s = n / sum_i x_i",
        },
    ),
    "file": ("solve", {"problem": "[data]\nfile = '/etc/passwd'"}),
    "theorem": ("derive", {"theorem": "bernouli-mle"}),
    "format": ("derive", {"theorem": "bernoulli-mle", "format": "pdf"}),
    "long": ("check_working", {"problem": SKY, "working": "P(yes) = 2/3\n" * 20_000}),
    "again": ("solve", {"problem": SKY}),
}


async def talk() -> tuple[dict[str, bool | None], dict[str, tuple[bool, str]]]:
    """Return the tools with whether they only read, and the answer to each call."""
    from mcp import Client, StdioServerParameters  # it takes a second to load, of each worker
    from mcp.client.stdio import stdio_client

    server = StdioServerParameters(command=sys.executable, args=["-m", "exactnb", "mcp"])
    assert sys.__stderr__ is not None  # what pytest puts in its place is no file
    async with Client(stdio_client(server, errlog=sys.__stderr__)) as client:
        tools = (await client.list_tools()).tools
        answers = {}
        for key, (tool, arguments) in CALLS.items():
            result = await client.call_tool(tool, arguments)
            (content,) = result.content
            answers[key] = bool(result.is_error), getattr(content, "text", "")
        return {t.name: t.annotations and t.annotations.read_only_hint for t in tools}, answers


def test_a_client_solves_derives_and_checks() -> None:
    """Each tool returns what the library does; a refusal is one line, after which the server serves."""
    with ThreadPoolExecutor(1) as alone:  # in this thread a browser may have a loop of its own
        tools, answers = alone.submit(asyncio.run, talk()).result()
    assert tools == {"solve": True, "derive": True, "check_working": True}
    problem = Problem.from_document(read_problem_toml(SKY))
    assert answers["solved"] == (False, solve(problem).text())
    assert answers["only"] == (False, solve(problem, only=["P(yes|x)"]).markdown())
    assert answers["derived"] == (False, derive("bernoulli-mle").latex())
    failed, verdicts = answers["checked"]
    assert not failed
    assert json.loads(verdicts)["first_wrong"] == verify_working(problem, WORKING).first_wrong == 2
    for key, line in {"derivation": 1, "density": None}.items():
        failed, verdicts = answers[key]
        assert (failed, json.loads(verdicts)["first_wrong"]) == (False, line)
    for key, expected in {
        "file": "no file is read here",
        "theorem": "did you mean 'bernoulli-mle'?",
        "format": "expected one of text, markdown, latex",
        "long": "working: at most 200,000 characters are read; got 260,000",
    }.items():
        failed, text = answers[key]
        assert failed
        assert expected in text
        assert "\n" not in text
    assert answers["again"] == answers["solved"]


def test_without_the_extra_the_command_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the SDK is not installed, the refusal names the extra."""
    monkeypatch.setattr("exactnb.interfaces.cli.commands.mcp.find_spec", lambda name: None)
    assert main(["mcp"]) == 2
    assert capsys.readouterr().err == "exactnb: mcp: needs the MCP SDK, the extra exactnb[mcp]\n"
    assert util.find_spec("mcp") is not None
