"""The theorems: each verifies, prints in every format and style, and is as it was looked at.

Run this file to write the golden files anew; look at the difference before committing it.
"""

from __future__ import annotations

import json
import sys
from itertools import product
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2] / "helpers"), str(Path(__file__).parents[3])]

import pytest
from thoroughness import all_of, choose, in_both_runs, one_in
from worked import EXAMPLES, compiled, proved

from exactnb import derive
from exactnb.core.problem import styles
from exactnb.explain.derivation import Line
from exactnb.explain.proving.theorems import groups, names, theorem
from exactnb.explain.solution.derived import Derived

GOLDEN = EXAMPLES / "derivations"
KINDS = {".txt": Derived.text, ".tex": Derived.latex, ".md": Derived.markdown, ".json": Derived.json}
FORMATS = (Derived.text, Derived.latex, Derived.markdown)
WITH_DATA = {
    "unknown_text": ("multinomial-map", GOLDEN / "unknown_text.toml"),
    "any_lambda": ("categorical-map", GOLDEN / "any_lambda.toml"),
    "spam_or_ham": ("bernoulli-mle", EXAMPLES / "spam_or_ham" / "spam_or_ham.toml"),
    "play_tennis": ("categorical-mle", EXAMPLES / "play_tennis" / "play_tennis.toml"),
}


FIRST = tuple(theorems[0].name for _, theorems in groups())
"""A theorem of each group."""


@in_both_runs
@pytest.mark.parametrize("name", names())
def test_theorems_verify_and_print(name: str) -> None:
    """A theorem is accepted line by line; its four golden files are as they were looked at.

    In a quick run that is one of them, in turn.
    """
    kinds = [*KINDS.items()]
    for ending, write in choose(quick=[kinds[names().index(name) % 4]], exhaustive=kinds):
        assert write(proved(name)) == (GOLDEN / f"{name}{ending}").read_text()


@one_in(32, "name", names(), exhaustive=2)
def test_theorems_print_in_every_style(name: str) -> None:
    """In every notation a theorem is written as text, LaTeX and Markdown."""
    for write, style in product(FORMATS, styles.names()):
        assert write(proved(name), notation=style)


@in_both_runs
@pytest.mark.parametrize("name", choose(quick=FIRST[::4], exhaustive=tuple(names())[::2]))
def test_theorems_compile(name: str, tmp_path: Path) -> None:
    """Pdflatex compiles the golden LaTeX of a theorem, and in an exhaustive run that in other styles.

    Each of them compiles for every twelfth theorem, and is written for all above.
    """
    compiled(GOLDEN / f"{name}.tex", tmp_path)
    for style in choose(quick=(), exhaustive=styles.names()[names().index(name) // 2 % 6 :: 6]):
        article = tmp_path / f"{style}.tex"
        article.write_text(proved(name).latex(notation=style))
        compiled(article, tmp_path)


@one_in(4, "example", WITH_DATA)
def test_numbers_and_letters_are_put_in(example: str, tmp_path: Path) -> None:
    """The estimates of a problem follow the theorem, in numbers, or where it has letters, in those."""
    name, problem = WITH_DATA[example]
    derived = derive(name, problem)
    for ending, write in KINDS.items():
        assert write(derived) == (GOLDEN / f"{example}{ending}").read_text()
    compiled(GOLDEN / f"{example}.tex", tmp_path)


def test_every_line_says_how_it_was_accepted() -> None:
    """In JSON, and with `checks` behind each line: normal form, cited, assumption ..."""
    known = {"assumption", "given", "definition", "counting", "normal form", "maximum", "cited"}
    shown = json.loads(proved("prior-mle").json())
    lines = [line for step in shown["derivation"] for line in step["lines"]]
    assert {line["accepted"] for line in lines} == known
    text = derive("prior-mle", checks=True).text()
    assert all(f"[{how}]" in text for how in known)


def lines_of(derived: Derived) -> list[Line]:
    return [line for _, chain in derived.verified.derivation.chains() for line in chain.lines]


@pytest.mark.exhaustive
@all_of("name", ["bernoulli-mle", "prior-mle", "multinomial-map"])
def test_brief_leaves_out_nothing_but_details(name: str) -> None:
    """The brief level has the lines of the full one that are no details, in the same order."""
    full = lines_of(proved(name))
    assert lines_of(derive(name, level="brief")) == [line for line in full if not line.detail]
    assert any(line.detail for line in full)


def test_titles_and_names_are_unique() -> None:
    """No two theorems share a name or a title, and names are lower case with hyphens."""
    everything = [theorem(name) for name in names()]
    assert (
        len({one.name for one in everything}) == len({one.title for one in everything}) == len(names())
    )
    assert all(
        name == name.lower() and set(name) <= set("abcdefghijklmnopqrstuvwxyz-") for name in names()
    )


def index() -> str:
    """Return the list of all derivations, as it stands in their folder."""
    out = [
        "# Derivations",
        "",
        "Every one as text, LaTeX, Markdown and JSON; `exactnb derive NAME` prints it.",
    ]
    for heading, theorems in groups():
        out += ["", heading, ""]
        out += [f"- [{one.name}]({one.name}.md): {one.title}" for one in theorems]
    out += ["", "With the numbers, or letters, of a problem:", ""]
    for example, (name, problem) in WITH_DATA.items():
        file = problem.relative_to(GOLDEN.parent)
        link = file.name if file.parent.name == GOLDEN.name else f"../{file}"
        out.append(f"- [{example}]({example}.md): `exactnb derive {name} --problem {link}`")
    return "\n".join(out) + "\n"


def test_the_list_of_derivations_is_complete() -> None:
    """The README of the folder lists every theorem that there is, and nothing else lies there."""
    assert (GOLDEN / "README.md").read_text() == index()
    expected = {"README.md", "unknown_text.toml", "any_lambda.toml"}
    expected |= {f"{name}{ending}" for name in (*names(), *WITH_DATA) for ending in KINDS}
    assert {file.name for file in GOLDEN.iterdir()} == expected


def main() -> None:
    """Write every golden file anew."""
    everything = {name: derive(name) for name in names()}
    everything |= {name: derive(*of) for name, of in WITH_DATA.items()}
    for name, derived in everything.items():
        for ending, write in KINDS.items():
            (GOLDEN / f"{name}{ending}").write_text(write(derived))
        sys.stdout.write(f"{name}\n")
    (GOLDEN / "README.md").write_text(index())


if __name__ == "__main__":
    main()
