"""One table, made messy in ways that need an option each, or two or three of them together.

`MESSES` has the ways by name; `messy` returns the file that some of them make, and the arguments of the
first command; `combined` says which make sense together. However messy, the data stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

__all__ = ["MESSES", "Messy", "combined", "messy"]

_ROWS = """sun,23.5,weak,yes
sun,25.0,high,no
light rain,1250.5,weak,no
light rain,40.0,weak,yes
fog,41.5,high,yes
fog,1340.5,weak,no
sun,30.5,weak,yes
sun,31.5,high,no"""


@dataclass
class Messy:
    """A table as somebody saved it; each mess changes what it is about."""

    names: list[str] = field(default_factory=lambda: ["sky", "size", "wind", "play"])
    rows: list[list[str]] = field(default_factory=lambda: [row.split(",") for row in _ROWS.split("\n")])
    above: list[str] = field(default_factory=list)
    under: list[str] = field(default_factory=list)
    between: list[str] = field(default_factory=list)
    below: list[str] = field(default_factory=list)
    query: dict[str, str] = field(
        default_factory=lambda: {"sky": "sun", "size": "26.0", "wind": "weak"}
    )
    numbers: list[Callable[[str], str]] = field(default_factory=list)
    separator: str = ","
    encoding: str = "utf-8"
    header: bool = True
    is_aligned: bool = False
    is_numbered: bool = False
    label: str = ""

    def add(self, name: str, cells: Iterable[object], at: int = 0) -> None:
        """Add a column."""
        self.names.insert(at, name)
        for row, cell in zip(self.rows, cells, strict=True):
            row.insert(at, str(cell))

    def lines(self) -> list[str]:
        """Return the lines of the file."""
        place, rows = self.names.index("size"), [list(row) for row in self.rows]
        for row in rows:
            for written in self.numbers:
                row[place] = written(row[place])
        if self.is_numbered:
            rows = [[str(n), *row] for n, row in enumerate(rows, start=1)]
        cells = [self.names] * self.header + rows
        widths = [max(map(len, column)) for column in zip(*cells[-len(rows) :], strict=True)]
        header = [self.line(self.names, widths)] * self.header
        lines = [self.line(row, widths) for row in rows]
        half = len(lines) // 2
        above = header + [self.part(part) for part in self.under] + lines[:half]
        rest = [self.part(part, header) for part in self.between] + lines[half:]
        return self.above + above + rest + [self.part(part) for part in self.below]

    def line(self, cells: list[str], widths: list[int]) -> str:
        """Return a line of the file with these cells."""
        if self.is_aligned:
            padded = (f"{cell:{max(width, 6)}}" for cell, width in zip(cells, widths, strict=True))
            return "  ".join(padded).rstrip()
        return self.separator.join(f'"{c}"' if self.separator in c else c for c in cells)

    def part(self, part: str, header: list[str] | None = None) -> str:
        """Return a line that is no row: the header, units or totals under the columns, or a text."""
        if part == "header":
            return (header or [""])[0]
        first, _, unit = part.partition("|")
        cells = [unit if name == "size" else "" for name in self.names]
        cells[0] = first or cells[0]
        return self.line(cells, [0] * len(cells)) if "|" in part else part


def _thousands(number: str) -> str:
    whole, _, decimals = number.partition(".")
    return f"{int(whole):,}.{decimals}"


def _comma(table: Messy) -> None:
    table.separator, table.query["size"] = ";", "26,0"
    table.numbers.append(lambda number: number.translate(str.maketrans(".,", ",.")))


def _encoded(table: Messy) -> None:
    table.encoding, table.names[table.names.index("wind")] = "latin-1", "größe"
    table.query["größe"] = table.query.pop("wind")


def _merged(table: Messy) -> None:
    place, above = table.names.index("sky"), ""
    table.rows.sort(key=lambda row: row[place].casefold())
    for row in table.rows:
        row[place], above = "" if row[place] == above else row[place], row[place]


def _class_first(table: Messy) -> None:
    classes = [row.pop(table.names.index("play")) for row in table.rows]
    table.names.remove("play")
    table.add("play", classes)
    table.label = "play"


def _without_class(table: Messy) -> None:
    cells = {"sky": "fog", "size": "27.5", "wind": "weak", "größe": "weak", "play": "?"}
    table.rows.append([cells.get(name, "9") for name in table.names])


def _spelled(table: Messy) -> None:
    table.rows[1][table.names.index("play")], table.rows[2][table.names.index("sky")] = (
        "NO",
        "Light rain",
    )


def _marked(table: Messy) -> None:
    table.rows[3][next(n for n, name in enumerate(table.names) if name in ("wind", "größe"))] = "n/a"


MESSES: dict[str, Callable[[Messy], object]] = {
    "Latin-1": _encoded,
    "numbered": lambda table: table.add("nr", range(1, 9)),
    "named": lambda table: table.add("name", ["ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal"]),
    "dated": lambda table: table.add("Date", (f"2023-03-0{n}" for n in range(1, 9))),
    "missing": _marked,
    "capitals": _spelled,
    "a row without a class": _without_class,
    "weights": lambda table: table.add("count", (1, 2, 1, 3, 1, 1, 2, 1), 99),
    "merged": _merged,
    "class first": _class_first,
    "remarks": lambda table: table.add(
        "Remark", ("ok", "", "late", "", "ok", "", "", ""), len(table.names)
    ),
    "blanks": lambda table: setattr(table, "is_aligned", True),
    "thousands": lambda table: table.numbers.append(_thousands),
    "comma": _comma,
    "unit": lambda table: table.numbers.append(lambda number: f"{number} cm"),
    "units": lambda table: table.under.append("|cm"),
    "header again": lambda table: table.between.append("header"),
    "page": lambda table: table.between.extend(("117", "Weather of May", "header")),
    "totals": lambda table: table.below.append("Total|"),
    "note": lambda table: table.below.append("* Source: our lab"),
    "title": lambda table: table.above.append("Weather of May 2023"),
    "two titles": lambda table: table.above.extend(("Weather of May 2023", "Seen: 12.03.2023")),
    "title with a comma": lambda table: table.above.append("Weather, May"),
    "no header": lambda table: setattr(table, "header", False),
    "rows of R": lambda table: setattr(table, "is_numbered", True),
    "Python": lambda table: table.above.insert(0, ">>> print(df)"),
    "UTF-16": lambda table: setattr(table, "encoding", "utf-16-le"),
}
"""What each mess does to a table, in the order in which they are done."""

_OF_HEADER = {"units", "header again", "page", "weights", "class first", "remarks", "Python", "Latin-1"}
_TITLES = {"title", "two titles", "title with a comma"}
_BETWEEN = {"page", "header again"}
_IDS = {"numbered", "named", "dated"}
_EXCLUSIVE = [
    {"Latin-1", "UTF-16"}, {"header again", "page"}, {"title with a comma", "page"}, {"Python", "note"},
    *({"no header", other} for other in _OF_HEADER | _TITLES | {"rows of R"}),
    *({"rows of R", other} for other in _IDS | _BETWEEN | {"note", "totals", "units", "blanks"}),
    *({"Python", title} for title in _TITLES),
    *({"a row without a class", other} for other in {"merged", "named", "dated", "weights", "remarks"}),
    *({"blanks", other} for other in {"merged", "remarks", "units", "totals"}),
    {"remarks", "weights"},
]  # fmt: skip


def combined(names: Iterable[str]) -> bool:
    """Say whether messes make sense together: of titles and of ids there is one."""
    chosen = {*names}
    alone = len(chosen & _TITLES) < 2 and len(chosen & _IDS) < 2
    return alone and not any(pair <= chosen for pair in _EXCLUSIVE)


def messy(names: Iterable[str]) -> tuple[str, bytes, list[str]]:
    """Return the name and the content of a file that some messes make, and what is asked of it."""
    table, chosen = Messy(), {*names}
    for name, mess in MESSES.items():
        if name in chosen:
            mess(table)
    asked = [name for name in table.names if name in table.query]
    cells = [f"{name}={table.query[name]}" if table.header else table.query[name] for name in asked]
    query = ("; " if "comma" in chosen else ", ").join(cells)
    content = "\n".join([*table.lines(), ""]).encode(table.encoding)
    label = ["--label", table.label] if table.label else []
    return (
        "t.txt" if table.is_aligned else "t.csv",
        content,
        ["--query", query, "--smoothing", "1", *label],
    )
