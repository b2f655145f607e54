"""TOML is looked at before it is parsed: what would take long is refused in one line."""

import re

import pytest
from thoroughness import all_of

from exactnb.core.problem.toml import read_toml
from exactnb.errors import InputError

PARTS = [
    ".".join(["a"] * 21) + " = 1",
    "[" + " . ".join(["a"] * 21) + "]",
    "[[" + ".".join(['"a"'] * 21) + "]]",
    "x = { " + ".".join(["'a'"] * 21) + " = 1 }",
    "y = 1\nx = [ 1,\n { " + ".".join(['"a.b"', "c"] * 11) + " = 1 } ]",
    "a" * 100_000 + "." + ".".join(["a"] * 21) + " = 1",
]


@all_of("text", PARTS)
def test_a_key_of_many_parts_is_refused(text: str) -> None:
    """A dotted key of 21 parts is refused wherever it stands, whatever its parts are written like."""
    with pytest.raises(
        InputError, match=r"^line \d: not readable: a key with more than 20 parts$"
    ) as refused:
        read_toml(text)
    assert refused.value.at == f"line {len(text.splitlines())}"


@all_of(
    "text",
    [
        ".".join(["a"] * 20) + " = 1",
        "x = [" + "0.5, " * 100 + "]",
        "x = { " + ", ".join(f"k{n} = 0.5" for n in range(100)) + " }",
        'x = "' + "a." * 100 + '"',
        "x = '" + "a." * 100 + "'",
        'x = """' + "a.\n" * 100 + '"""',
        "x = '''" + 'a. " # \n' * 101 + "'''",
        'x = "\\"' + "a." * 100 + '"',
        "# " + "a." * 100,
        "x = 1 # '" + "a." * 100,
    ],
)
def test_dots_elsewhere_are_no_parts(text: str) -> None:
    """Dots of decimals, in strings of every kind and in comments part no key."""
    assert read_toml(text) is not None


def test_text_outside_of_tables_has_an_end() -> None:
    """A million characters are read, and as many more between three quotes; one more is refused."""
    line = "x = '" + "a" * 999_994 + "'"
    assert len(line) == 1_000_000
    assert len(read_toml(line)["x"]) == 999_994
    block = "y = '''" + "0 1\n" * 500_000 + "'''\n"
    assert len(read_toml(block)["y"]) == 2_000_000
    with pytest.raises(InputError, match=re.escape("1,000,001 characters outside of tables; at most")):
        read_toml(line + "\n")
