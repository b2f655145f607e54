"""Every key of a problem file with a value of the wrong type: refused at its own path, in one line."""

from itertools import product
from pathlib import Path

import pytest
from thoroughness import one_in

from exactnb.interfaces.cli import main

DATA = "[data]\ntable = '''\nmood,soup\nhappy,leek\ngrumpy,onion\n'''\n"
TEXTS = "[data]\ntable = '''\nclass text\n+ a b\n- b\n'''\n"
MAPPINGS = ("{}", "{ a = 1 }", "{ a = {} }")
LISTS = ("[]", "[1]", '["x"]', "[[1]]", "[{}]")
NUMBERS = ("0", "-1", "1.5", "0x1F", "1_000", "1e5", "inf", "-inf", "nan")
TRUTHS = ("true", "false")
DATES = ("1979-05-27", "07:32:00", "1979-05-27T07:32:00Z", "1979-05-27T07:32:00")
TEXT = ('"sixty"',)
NO_TEXT = (*MAPPINGS, *LISTS, *NUMBERS, *TRUTHS, *DATES)
NO_STYLE = (*LISTS, *NUMBERS, *TRUTHS, *DATES)
NO_LIST = (*MAPPINGS, *TEXT, *NUMBERS, *TRUTHS, *DATES)
NO_MAPPING = (*TEXT, *LISTS, *NUMBERS, *TRUTHS, *DATES)
NO_QUERY = tuple(value for value in NO_MAPPING if value not in TEXT)  # a text is a row
NO_NUMBER = (*MAPPINGS, *LISTS, *TRUTHS, *DATES, *TEXT, "inf", "nan", '""', '"1,5"')
NO_NAME = (*MAPPINGS, *LISTS, *DATES)

# path, the file with %s for the value, values that are refused, what the message expects
KEYS = [
    ("title", "title = %s\n" + DATA, NO_TEXT, "expected text in quotes; got "),
    ("source", "source = %s\n" + DATA, NO_TEXT, "expected text in quotes; got "),
    ("ask", "ask = %s\n" + DATA, NO_LIST, "expected a list such as [...]; got "),
    ("data", "data = %s\n", NO_MAPPING, "expected a table of keys; got "),
    ("model", "model = %s\n" + DATA, NO_MAPPING, "expected a table of keys; got "),
    ("models", "models = %s\n" + DATA, NO_MAPPING, "expected a table of keys; got "),
    ("query", "query = %s\n" + DATA, NO_QUERY, "expected a table of keys; got "),
    ("notation", "notation = %s\n" + DATA, NO_MAPPING, "expected a table of keys; got "),
    ("data.table", "[data]\ntable = %s\n", NO_TEXT, "expected text in quotes; got "),
    ("data.file", "[data]\nfile = %s\n", NO_TEXT, "expected text in quotes; got "),
    ("data.class", DATA + "class = %s\n", NO_TEXT, "expected text in quotes; got "),
    ("data.text", DATA + "text = %s\n", NO_TEXT, "expected text in quotes; got "),
    ("data.id", DATA + "id = %s\n", NO_TEXT, "expected text in quotes; got "),
    ("data.classes", DATA + "classes = %s\n", NO_LIST, "expected a list such as [...]; got "),
    ("data.features", DATA + "features = %s\n", NO_LIST, "expected a list such as [...]; got "),
    ("data.values", DATA + "values = %s\n", NO_MAPPING, "expected a table of keys; got "),
    ("data.values.mood", DATA + "values.mood = %s\n", NO_LIST, "expected a list such as [...]; got "),
    (
        "data.split",
        TEXTS + "split = %s\n",
        NO_TEXT,
        "expected one of spaces, letters, words, items; got ",
    ),
    ("data.stop_words", TEXTS + "stop_words = %s\n", NO_LIST, "expected a list such as [...]; got "),
    ("data.vocabulary", TEXTS + "vocabulary = %s\n", NO_LIST, "expected a list such as [...]; got "),
    ("model.name", DATA + "[model]\nname = %s\n", NO_TEXT, "expected text in quotes; got "),
    ("model.family", DATA + "[model]\nfamily = %s\n", NO_STYLE, "expected text in quotes; got "),
    ("model.families", DATA + "[model]\nfamilies = %s\n", NO_MAPPING, "expected a table of keys; got "),
    (
        "model.families.mood",
        DATA + "[model]\nfamilies.mood = %s\n",
        NO_STYLE,
        "expected text in quotes; ",
    ),
    (
        "model.prior",
        DATA + "[model]\nprior = %s\n",
        NO_MAPPING,
        "expected one of mle, uniform, smoothed",
    ),
    ("model.prior.a", DATA + "[model]\nprior.a = %s\n", NO_NUMBER, "expected a number"),
    ("model.smoothing", DATA + "[model]\nsmoothing = %s\n", NO_NUMBER, "expected a number"),
    (
        "model.prior_smoothing",
        DATA + '[model]\nprior = "smoothed"\nprior_smoothing = %s\n',
        NO_NUMBER,
        "expected a number",
    ),
    (
        "model.smoothings",
        DATA + "[model]\nsmoothings = %s\n",
        NO_MAPPING,
        "expected a table of keys; got",
    ),
    ("model.smoothings.mood", DATA + "[model]\nsmoothings.mood = %s\n", NO_NUMBER, "expected a number"),
    (
        "model.tie",
        DATA + "[model]\ntie = %s\n",
        (*NO_TEXT, *TEXT),
        "expected one of report, first; got ",
    ),
    ("models.l", DATA + "[models]\nl = %s\n", NO_MAPPING, "expected a table of keys; got "),
    ("models.l.family", DATA + "[models.l]\nfamily = %s\n", NO_STYLE, "expected text in quotes; got "),
    ("models.l.smoothing", DATA + "[models.l]\nsmoothing = %s\n", NO_NUMBER, "expected a number"),
    (
        "query.x",
        DATA + "[query]\nx = %s\n",
        (*LISTS, "0", "-1", "0x1F", *TRUTHS, *DATES),
        "expected { column = value, ... }",
    ),
    (
        "query.x.mood",
        DATA + "[query.x]\nmood = %s\n",
        NO_NAME,
        "expected a name or a whole number; got ",
    ),
    ("model.family", DATA + "[model]\nfamily = %s\n", ("{}",), "expected a family or { family = "),
    ("notation.style", DATA + "[notation]\nstyle = %s\n", NO_STYLE, "expected text in quotes; got "),
    ("notation.style", DATA + "[notation]\nstyle = %s\n", ("{}", '"x"'), "expected one of phi-psi, "),
    ("notation.style.a", DATA + "[notation]\nstyle = %s\n", MAPPINGS[1:], "unknown role"),
    ("notation.style.prior", DATA + "[notation.style]\nprior = %s\n", NO_TEXT, "expected a template"),
    (
        "notation.digits",
        DATA + "[notation]\ndigits = %s\n",
        (*MAPPINGS, *LISTS, *TRUTHS, *DATES, *TEXT, "0", "-1", "1.5", "1e5", "inf", "nan", "1001"),
        "expected a whole number from 1 to 1,000; got ",
    ),
    (
        "notation.rounding",
        DATA + "[notation]\nrounding = %s\n",
        (*NO_TEXT, *TEXT),
        "expected one of half-up, half-even; got ",
    ),
]
NAMES = ["ask", "data.classes", "data.features", "data.values.mood", "data.stop_words"]


@one_in(16, ("path", "text", "values", "expected"), KEYS, ids=[key[0] for key in KEYS])
def test_a_value_of_the_wrong_type_is_refused(
    path: str,
    text: str,
    values: tuple[str, ...],
    expected: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A value that is no text, list, table or number where one is needed is refused at its path."""
    file = tmp_path / "p.toml"
    for value in values:
        file.write_text(text % value)
        assert main(["solve", str(file)]) == 2, value
        out, err = capsys.readouterr()
        assert out == "", value
        assert err.startswith(f"exactnb: {file}: {path}: {expected}"), value
        assert err.count("\n") == 1, value


@one_in(8, ("path", "name"), list(product(NAMES, NO_NAME)))
def test_what_is_no_name_is_refused_in_a_list(
    path: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An unquoted date, a list or a table is no name, and the place in the list is told."""
    file = tmp_path / "p.toml"
    text = next(text for key, text, *_ in KEYS if key == path)
    file.write_text(text % f'["a", {name}]')
    assert main(["solve", str(file)]) == 2
    message = f"exactnb: {file}: {path}[2]: expected a name or a whole number; got "
    assert capsys.readouterr().err.startswith(message)
