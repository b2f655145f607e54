"""Problem files of every family, and random names of quantities: every head, all that it may be of."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from exactnb.core.families import every_family
from exactnb.core.families.numbers import NumberFamily
from exactnb.core.naming.kinds import QuantityKind
from exactnb.core.quantities import QUANTITIES

__all__ = ["PROBLEMS", "Asked", "name_of_quantity", "of_shape"]


@dataclass(frozen=True)
class Asked:
    """A problem file, and what its names are made of: columns of numbers, cells, words and queries."""

    text: str
    classes: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[str, ...]
    words: tuple[str, ...] = ()
    queries: tuple[str, ...] = ("x",)


def _of_numbers(family: NumberFamily) -> Asked:
    """Return rows with two columns of a family and one of values; given densities have two columns."""
    least = family.first_integer or 0
    hyper = ", ".join(f"{of.name} = {of.examples[0]}" for of in family.hyper)
    own = f"{{ {family.name} = {{ {hyper} }} }}" if hyper else f"'{family.name}'"
    cells = tuple(f"{c}={n}" for c in "uv" for n in (least, least + 1, least + 3, "7/2"))
    rest = f"[model]\nfamilies = {{ u = {own}, v = {own} }}\n[query]\nx = {{ u = 1, w = 's' }}\n"
    if not family.heads:
        data = (
            "parameters = '''\n| a | b\nprior | 1/3 | 2/3\npoints(u) | 0:1 1:1 | 0:0 2:1\n"
            "points(v) | 0:1 1:1 | 1:1 2:1\nw=s | 1/2 | 0\nw=t | 1/2 | 1\n'''\n"
        )
        return Asked(f"[data]\n{data}{rest}", ("a", "b"), ("u", "v"), (*cells, "w=s", "w=t"))
    numbers = "0 1 s a,1 3 t a,3 2 s a,1 1 t b,4 0 t b,2 5 s b,5 2 s c,0 2 s c,1 0 t c"
    rows = [
        " ".join([*(str(int(n) + least) for n in row.split()[:2]), *row.split()[2:]])
        for row in numbers.split(",")
    ]
    table = "\n".join(("u v w y", *rows))
    data = f"[data]\ntable = '''\n{table}\n'''\n"
    return Asked(data + rest, ("a", "b", "c"), ("u", "v"), (*cells, "w=s", "w=t"))


def _of_texts(family: str) -> Asked:
    text = (
        "[data]\ntable = '''\nclass | w | text\na | s | win cash win\nb | t | lunch\n"
        f"b | s | cash lunch\n'''\n[model]\nfamily = '{family}'\n"
        "families = { w = 'categorical' }\nsmoothing = 1\n"
        "[query]\nx = 'win lunch tea'\n"
    )
    presence = ("win=1", "win=0", "cash=1") if family == "bernoulli" else ()
    words = () if presence else ("win", "lunch", "word=cash")
    return Asked(text, ("a", "b"), (), ("w=s", "w=t", *presence), words)


_TIMED = """[data]
exposure = { u = "m" }
table = '''
u m y
2 3 a
0 1 a
5 2 b
'''
[model]
families = { u = "poisson" }
[query]
x = { u = 2, m = 2 }
"""
_BITS = """[data]
table = '''
id a b y
r1 1 0 p
r2 0 1 p
r3 1 1 q
r4 0 0 q
'''
[models.laplace]
smoothing = 1
[query]
x = { a = 1, b = 0 }
"""
_OF_OWN = """[data]
table = '''
u y
2 a
1 a
5 b
'''
[model]
families = { u = "own" }
[query]
x = { u = 2 }
"""
_OWN = f"""[families.own]
density = "x/s^2 exp(-x^2/(2 s^2))"
support = "x > 0"
parameters = {{ s = "s > 0" }}
{_OF_OWN}"""
_SHARED = f"""[families.own]
density = "exp(-(x-m)^2/(2 s))/sqrt(2 pi s)"
support = "x real"
parameters = {{ m = "m real", s = "s > 0" }}
shared = ["s"]
{_OF_OWN}"""
PROBLEMS: dict[str, Asked] = {
    **{of.name: _of_numbers(of) for of in every_family() if isinstance(of, NumberFamily)},
    **{f"texts, {of}": _of_texts(of) for of in ("multinomial", "dirichlet-multinomial", "bernoulli")},
    "exposure": Asked(_TIMED, ("a", "b"), ("u",), ("u=0", "u=2", "u=3", "m=2", "m=1/2")),
    "stated": Asked(_OWN, ("a", "b"), ("u",), ("u=1", "u=2", "u=7/2", "u=-1")),
    "shared": Asked(_SHARED, ("a", "b"), ("u",), ("u=1", "u=2", "u=7/2", "u=-1")),
    "bits": Asked(_BITS, ("p", "q"), ("a", "b"), ("a=1", "a=0", "b=1", "not b"), (), ("x", "r1", "r3")),
}
"""A problem for each family of numbers and of words, one with an exposure, and one of 0 and 1."""


def name_of_quantity(of: Asked, draw: Random) -> str:
    """Return the name of a quantity, which may yet be refused where its parts do not go together."""
    kind = QUANTITIES[draw.choice((*QUANTITIES, "P", "P", "P", "odds", "boundary"))]
    text = of_shape(kind, draw.choice(kind.shapes), of, draw, most=3)
    if kind.value == "places" and draw.random() < 0.4:
        text += f"[{draw.randint(1, 2)}]"
    wrapper = draw.choice((*[""] * 12, "log", "log2", "exp", "-"))
    return f"-{text}" if wrapper == "-" else f"{wrapper}({text})" if wrapper else text


def of_shape(kind: QuantityKind, shape: str, of: Asked, draw: Random, *, most: int = 1) -> str:
    """Return a name of a quantity in one of its shapes, with a few items for each term."""
    sides = shape.split(" | ") if shape else []
    inside = "|".join(
        ",".join(item for term in side.split() for item in _items(term, of, draw, most))
        for side in sides
    )
    if "laplace" in of.text and not kind.of_data and draw.random() < 0.3:
        inside += "; laplace"
    return f"{kind.head}({inside})" if inside else kind.head


def _items(term: str, of: Asked, draw: Random, most: int) -> list[str]:
    """Return some items that a term of a shape stands for."""
    facts, seen = (of.classes, of.cells, of.words), (of.cells, of.words, of.queries)
    columns = of.columns or ("w",)
    match term:
        case "pair":
            return [":".join(draw.sample(of.classes, 2))]
        case "class":
            return [draw.choice(of.classes)]
        case "λ":
            return ["λ"]
        case "letter":
            return ["s"]
        case "number":
            return [draw.choice(columns)]
        case "feature":
            return [draw.choice((*of.columns, *of.words, "w"))]
        case "observed":
            pools = seen
        case "facts":
            pools = facts
        case "counted":
            pools = (*facts, of.columns)
        case "things":
            pools = (of.classes, *seen)
        case "parts":
            pools = (of.classes, *seen, columns)
    least = 2 if term == "parts" else 1
    every = [item for pool in pools if pool for item in draw.sample(pool, min(2, len(pool)))]
    return draw.sample(every, min(len(every), draw.randint(least, max(least, most))))
