"""The parts of pages that are made of tables in the package: keys, families, quantities, theorems."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from exactnb.core import families
from exactnb.core.families.protocol import BaseFamily
from exactnb.core.naming.kinds import HEADS, MEAN, Head
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.naming.notation import DEFAULTS, Notation
from exactnb.core.problem import styles
from exactnb.core.problem.keys import TABLES
from exactnb.core.problem.reading import Key
from exactnb.core.quantities import QUANTITIES
from exactnb.core.quantities import roles as quantity_roles
from exactnb.explain.proving.theorems import groups
from exactnb.explain.rendering.formats.markdown import MarkdownMath
from exactnb.interfaces.cli.commands.new import problem_file
from exactnb.teach.exporting import systems
from exactnb.teach.misconceptions import misconceptions
from pages.reading import DOCS, FENCE
from pages.reference import reference

_PART = re.compile(
    r"(?P<head><!-- written: (?P<name>[\w ]+) -->\n)(?P<text>.*?)(?P<end><!-- end -->)", re.S
)
_NAME = re.compile(r"[a-z]+\([^)]*\)|\b(?!or\b)[a-z]+\b")
_DERIVATIONS = "../worked_examples/derivations"
_HOLDS = {"nominal": "values", "binary": "0 and 1", "words": "words", "numbers": "numbers"}


def written(text: str) -> str:
    """Return a page with the parts that are made of tables as these are now."""

    def anew(part: re.Match[str]) -> str:
        return f"{part['head']}\n{_WRITERS[part['name']](part['text'])}\n\n{part['end']}"

    return _PART.sub(anew, text)


def table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    """Return a table in Markdown; a bar in a cell does not end it."""
    lines = (head, ("---",) * len(head), *rows)
    return "\n".join("| " + " | ".join(c.replace("|", "\\|") for c in line) + " |" for line in lines)


def keys(name: str, before: str) -> str:
    """Return the keys of a table, each with its words, and with the example that the page has of it."""
    examples = _examples(before)
    return "\n\n".join(_key(row, examples) for row in TABLES[name])


def heading(row: tuple[Key, ...]) -> str:
    """Return the heading of keys that belong together.

    >>> heading(TABLES["general"][0])
    '### `title`, `source`'
    """
    paths = (key.path.removeprefix("question.") for key in row)
    return "### " + ", ".join(path if "`" in path else f"`{path}`" for path in paths)


def _key(row: tuple[Key, ...], examples: dict[str, str]) -> str:
    words = "; ".join(key.words for key in row if key.words)
    parts = (heading(row), words[0].upper() + words[1:] + ".", examples.get(heading(row), ""))
    return "\n\n".join(filter(None, parts))


def _examples(text: str) -> dict[str, str]:
    """Return the examples that stand under the headings of a part, by the heading."""
    sections = (section.partition("\n") for section in re.split(r"^(?=### )", text, flags=re.M))
    return {
        head: "\n\n".join(found[0] for found in FENCE.finditer(rest))
        for head, _, rest in sections
        if head
    }


def families_table(_: str = "") -> str:
    """Return the families: what each is of, P(x|k), the names of its parameters, its derivation."""
    head = ("family", "columns of", "P(x|k)", "parameters", "derivation")
    return table(head, (_family(own) for own in families.every_family()))


def _family(own: BaseFamily) -> tuple[str, ...]:
    chosen = ", ".join(f"{hyper.name} of {hyper.noun}" for hyper in own.hyper)
    name = f"`{own.name}`" + (f", with the number {chosen}" if chosen else "")
    proofs = (t for _, some in groups() for t in some if t.family == own.name)
    links = (f"[{t.name}]({_DERIVATIONS}/{t.name}.md)" for t in proofs)
    return (name, _HOLDS[own.domain], own.formula, _parameters(own), ", ".join(links))


def _parameters(own: BaseFamily) -> str:
    """Return the names of a family's parameters, or the row that gives what it has."""
    if own.estimates_shares:
        return {"words": "`P(word|k)`", "binary": "`P(c=1|k)`"}.get(own.domain, "`P(c=v|k)`")
    if not own.heads:
        return f"`{own.parameter_row}(c)` in `data.parameters`"
    said = _quoted(", ".join(head.example for head in own.heads))
    shared = ", ".join(f"`{name}`" for name in own.shared_as)
    return f"{said}; shared: {shared}" if shared else said


def family_examples(_: str = "") -> str:
    """Return a problem file for each family, as `exactnb new` writes it."""
    out = []
    for own in families.every_family():
        text = problem_file(own.name).partition("\n# What else")[0].strip()
        out.append(f"### {own.title}\n\n`exactnb new {own.name}`\n\n```toml\n{text}\n```")
    return "\n\n".join(out)


def quantities(_: str = "") -> str:
    """Return the quantities of a model, and those of the data."""
    kinds = [kind for kind in QUANTITIES.values() if kind.head not in HEADS]
    of_model = ((f"`{kind.example}`", kind.description) for kind in kinds if not kind.of_data)
    of_data = ((f"`{kind.example}`", kind.description) for kind in kinds if kind.of_data)
    counted = table(("of the data", "what it is"), of_data)
    return f"{table(('of a model', 'what it is'), of_model)}\n\n{counted}"


def misconceptions_table(_: str = "") -> str:
    """Return all misconceptions in the order in which they are tried, with their hints."""
    rows = (
        (f"`{row.id}`", row.description + " (a convention)" * row.is_convention, row.hint)
        for row in misconceptions().values()
    )
    return table(("id", "what was done", "hint"), rows)


def parameters(_: str = "") -> str:
    """Return the parameters of columns of numbers."""
    rows = ((_quoted(head.example), _letter(head), head.within) for head in HEADS.values())
    return table(("typed", "letter", "where it lies"), rows)


def _letter(head: Head) -> str:
    return f"${MarkdownMath(Notation(styles.style('pi-tau'))).name(QuantityName(head.name))}$"


def _quoted(names: str) -> str:
    return _NAME.sub(lambda name: f"`{name[0]}`", names)


def theorems(_: str = "") -> str:
    """Return the derivations in the order of a course, each with a link to its lines."""
    out = []
    for about, some in groups():
        links = (
            f"- [{one.title}](../worked_examples/derivations/{one.name}.md), `{one.name}`"
            for one in some
        )
        out.append("\n".join((about, "", *links)))
    return "\n\n".join(out)


def style_table(_: str = "") -> str:
    """Return what some quantities look like in each style."""
    label, column = Item("class", "class", "+"), Item("cell", "a", "1")
    query = Item("query", "", "x")
    names = (
        QuantityName("P", (label,)),
        QuantityName("P", (column,), (label,)),
        QuantityName("P", (label, query)),
        QuantityName("P", (label,), (query,)),
        QuantityName("argmax", (query,)),
    )
    rows = []
    for name in styles.names():
        notation = Notation(styles.style(name), families={("", "a", "1"): "bernoulli"})
        shown = (f"${MarkdownMath(notation).name(quantity)}$" for quantity in names)
        rows.append((f"`{name}`", *shown, styles.style(name).source))
    head = ("style", "prior", "parameter", "joint", "posterior", "decision", "after")
    return table(head, iter(rows))


def roles(_: str = "") -> str:
    """Return the roles of a style, each with the template that holds where a style is silent."""
    others = HEADS.keys() - {MEAN.name}  # what holds for a mean holds for them
    known = {**DEFAULTS, **quantity_roles()}
    told = {role: of for role, of in known.items() if role.rpartition(" ")[2] not in others}
    return table(("role", "template"), ((f"`{role}`", f"`{of}`") for role, of in told.items()))


def systems_table(_: str = "") -> str:
    """Return the systems that questions are exported to, each with the page about it."""
    pages = {page.stem.removeprefix("export-"): page for page in sorted(DOCS.glob("export-*.md"))}

    def rows() -> Iterator[tuple[str, ...]]:
        for name in systems.names():
            about = next(page for of, page in pages.items() if name.startswith(of))
            title = about.read_text().partition("\n")[0].removeprefix("# ")
            yield f"`{name}`", systems.system_named(name).words, f"[{title}]({about.name})"

    return table(("`--to`", "writes", "more"), rows())


_WRITERS: dict[str, Callable[[str], str]] = {
    "systems": systems_table,
    **{f"keys {name}": partial(keys, name) for name in TABLES},
    "families": families_table,
    "family examples": family_examples,
    "quantities": quantities,
    "misconceptions": misconceptions_table,
    "parameters": parameters,
    "theorems": theorems,
    "styles": style_table,
    "roles": roles,
    "reference": reference,
}
