"""What a question says of a family that its problem states, in every system."""

from __future__ import annotations

import html
import io
import re
import zipfile
from functools import cache

import pytest
from own_families import WITH_PRIOR
from thoroughness import one_in

from exactnb import Problem
from exactnb.core.problem.styles import names as styles
from exactnb.core.problem.toml import read_toml
from exactnb.explain.derivation import Rejected, Step, verify
from exactnb.explain.proving import new_prover
from exactnb.explain.rendering import formats
from exactnb.explain.rendering.formats import load_format
from exactnb.explain.rendering.hooks import Page
from exactnb.explain.solution.own_families import family_statement
from exactnb.explain.solution.setting import new_derivation, problem_source
from exactnb.teach.exporting import pool_of
from exactnb.teach.exporting.exporting import Export
from exactnb.teach.exporting.items import Pool
from exactnb.teach.exporting.systems import names, system_named


def letters(written: str) -> str:
    """Return the letters, digits and equals signs of a formula in LaTeX, MathML or JSON."""
    text = html.unescape(html.unescape(written)).replace("\\\\", "\\")
    text = re.sub(r"\\u[0-9a-f]{4}|\\n|<[^>]*>", " ", text)
    return re.sub(r"[^A-Za-z0-9=]", "", re.sub(r"\\(?!exp)[a-z]+", "", text))


def contents(files: dict[str, bytes]) -> str:
    """Return all texts of an export, those in archives too."""
    texts = []
    for content in files.values():
        if content[:2] == b"PK":
            with zipfile.ZipFile(io.BytesIO(content)) as whole:
                texts.append(contents({name: whole.read(name) for name in whole.namelist()}))
        else:
            texts.append(content.decode())
    return "\n".join(texts)


@cache
def pool() -> Pool:
    """Return a problem with a stated family, as it is exported."""
    asked = f'{WITH_PRIOR}[[question]]\nid = "b"\nquantity = "b(wait|day)"\n'
    return pool_of(Problem.from_text(asked), "waits", document=lambda: read_toml(asked))


@one_in(3, "system", names())
def test_every_question_says_what_its_family_is(system: str) -> None:
    """Density, constants and prior of a stated family stand in the questions of each system."""
    text = letters(contents(dict(Export(system_named(system), [pool()]).files())))
    start = text.index("hasthedensityoferlang")
    question = text[start : start + 600]
    for part in ("pwait=x", "xa1expb", "g1exph", "a=2", "g=3", "h=1", "theestimateistheMAP"):
        assert part in question, (part, question)


def test_every_sheet_says_what_its_family_is() -> None:
    """A sheet states a family in every format, and in every notation."""
    (item,) = pool().items
    assert any(step.title == "Distribution" for step in item.sheet.verified.derivation.steps)
    for to in formats.names():
        for style in styles():
            printer = load_format(to).printer(item.sheet.verified, item.problem.notation(style), Page())
            assert "has the density of" in printer.render(), (to, style)


def test_a_forged_statement_is_refused() -> None:
    """A statement with another constant than the problem's is not printed."""
    item = pool().items[0]
    forged = family_statement(Problem.from_text(WITH_PRIOR.replace("a = 2", "a = 3")))
    step = Step("data", "Distribution", (forged,))
    derivation, quantities = new_derivation(item.problem, [step]), item.solution.quantities
    with pytest.raises(Rejected, match="a family is stated as in the problem"):
        verify(derivation, quantities, problem_source(item.problem), new_prover)
