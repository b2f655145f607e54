"""Hard cases that cross rooms: awkward names, wrong objects, odd line ends, long numbers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from scopes import scope_of
from thoroughness import all_of

from exactnb import Conventions, Documents, ModelChoice, Problem, Table, solve
from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.data.readers import read_table_content, read_table_file
from exactnb.core.expression.nodes import Integer, Numeral, Power, Product, Quotient, Sum
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import written
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.names import QuantityName
from exactnb.core.naming.notation import parse_template
from exactnb.errors import InputError

MANY = tuple(f"v{i}" for i in range(5000))
BERNOULLI = ModelChoice(Conventions(prior="uniform", smoothing=1), family="bernoulli")


def test_the_word_class_is_a_word() -> None:
    """A text may hold the word that the class variable is called by."""
    mails = Documents.of([("+", "first class"), ("-", "my word")])
    solution = solve(Problem(mails, {"x": "class"}, {"model": BERNOULLI}))
    assert solution["P(+|x)"] == Fraction(4, 5)


def test_a_numeral_class_and_a_word_must_not_share_a_name() -> None:
    """With the classes 1 and 0 and the word `class`, class=1 would have two readings."""
    mails = Documents.of([("1", "first class"), ("0", "my word")])
    with pytest.raises(InputError, match="rename the column"):
        Problem(mails, {}, {"model": BERNOULLI})


@all_of("label", ["a\tb", "a\u00a0b", "a\nb", "not\u00a0a"])
def test_other_blanks_are_quoted(label: str) -> None:
    """A tab, a line end or a hard blank inside a name is kept by quotes."""
    scope = scope_of("y", (label, "-"), {})
    name = QuantityName("P", (scope.class_item(label),))
    assert scope.resolve(str(name)) == name


def test_culprits_are_broken() -> None:
    """A sound joint beside an undefined one is no culprit of the evidence."""
    table = Table.from_rows([("1", "0", "+"), ("1", "1", "+")], ["a", "b", "y"], classes=["+", "-"])
    uniform = ModelChoice(Conventions(prior="uniform"))
    problem = Problem(table, {"x": {"a": "1", "b": "1"}}, {"model": uniform})
    for text in ("P(x)", "P(+|x)", "argmax(x)"):
        name = problem.scope.resolve(text)
        found = Quantities([name], problem.define, Effort()).causes_of_zero(name)
        assert [str(n) for n in found] == ["P(a=1|-)", "P(b=1|-)"]


def test_a_feature_stands_once() -> None:
    """A column listed twice in features is refused."""
    with pytest.raises(InputError, match="'a' is listed twice"):
        Table.from_rows([("1", "+")], ["a", "y"], features=["a", "a"])


@all_of("value", ["1/0", "1/2%", "1e5000"])
def test_names_like_numerals_are_names(value: str) -> None:
    """Match results and the like are values though they are no readable numbers."""
    assert Table.from_rows([(value, "+"), ("2", "-")], ["a", "y"]).values_of("a") == (value, "2")


def test_only_the_line_under_the_header_is_a_rule() -> None:
    """A row of dashes further down is a row; a rule of single dashes with colons is a rule."""
    assert read_table_content("a | b\n---|---\n1 | +\n-- | -")[1] == [["1", "+"], ["--", "-"]]
    assert read_table_content("a | b\n:-:|-:\n1 | +")[1] == [["1", "+"]]


@pytest.mark.parametrize("text", ["x\u2028y", "x\u0085y", "x\u001cy"])
def test_lines_end_where_lines_end(tmp_path: Path, text: str) -> None:
    """Only LF, CR LF and CR end a line; other separators are characters."""
    path = tmp_path / "rows.jsonl"
    path.write_text('{"a": "' + text + '"}', encoding="utf-8")
    if text != "x\u001cy":
        assert read_table_file(path)[1] == [[text]]
    assert read_table_content(f"a|b\n{text}|+")[1] == [[text, "+"]]


def test_json_refusals_name_the_line(tmp_path: Path) -> None:
    """A list in a cell is refused with its line; null is a missing cell."""
    path = tmp_path / "rows.jsonl"
    path.write_text('{"a": 1}\n{"a": null}')
    assert read_table_file(path) == (["a"], [["1"], [""]])
    path.write_text('{"a": 1}\n{"a": [1]}')
    with pytest.raises(InputError, match="line 2"):
        read_table_file(path)


def test_negative_numerals_get_parentheses() -> None:
    """A negative decimal is bracketed like a negative integer."""
    assert spell(Power(Numeral(Decimal(-12, 1)), Integer(2))) == "(-1.2)^2"
    assert spell(Product((Integer(2), Numeral(Decimal(-12, 1))))) == "2 * (-1.2)"


def test_an_empty_sum_is_zero() -> None:
    """A sum of no terms is written 0."""
    assert spell(Sum(())) == "0"
    assert spell(Quotient(Sum(()), Integer(2))) != "() / 2"


def test_long_rationals_stay_factored() -> None:
    """(3/7)^1300, whose denominator has 1,099 digits, is written with powers."""
    assert spell(written(values.multiply([Fraction(3, 7)] * 1300))) == "3^1300 / 7^1300"


def test_names_of_classes_and_columns_are_trimmed_text() -> None:
    """1 and "1" are the same name at every door."""
    table = Table.from_rows([("u", 1), ("v", 0)], ["s", "y"])
    Problem(table, models={"model": ModelChoice(Conventions(prior={1: "1/2", 0: "1/2"}))})
    assert Documents.of([(1, "a"), (0, "b")]).classes == ("1", "0")
    Problem(Table.from_rows([("u", "+")], [1, "y"]), query={"x": {1: "u"}})


@all_of(
    "make",
    [
        lambda: Documents.of([("", "a")]),
        lambda: Documents.of([("+", "a", "b")]),
        lambda: Documents.of([("+", 3)]),
        lambda: Documents.of(["+a"]),
        lambda: Documents.of([("+", "a")], split="word"),
        lambda: Documents.of([("+", "a b")], stop_words="ab"),
        lambda: Table.from_rows([{"a": "1", "y": "+"}], ["a", "y"]),
        lambda: Problem(Table.from_rows([("u", "+")], ["a", "y"]), query={"x": 3}),
    ],
)
def test_wrong_objects_are_refused(make: Callable[[], object]) -> None:
    """What is no row, no text, no split and no list of words is an InputError."""
    with pytest.raises(InputError):
        make()


def test_counts_in_freq_are_canonical() -> None:
    """The counts that a frequency rests on stand under their canonical names."""
    problem = Problem(
        Table.from_rows([("1", "1", "+"), ("0", "1", "-")], ["a", "b", "y"], values={"b": ["0", "1"]})
    )
    name = problem.scope.resolve("freq(b=1|a=1)")
    for each in Quantities([name], problem.define, Effort()):
        assert problem.scope.resolve(str(each)) == each


def test_a_model_may_follow_any_head() -> None:
    """The short form of a model works for log_odds too, and needs a name."""
    scope = scope_of("y", ("+", "-"), {}, models=("model", "laplace"))
    assert str(scope.resolve("log_odds_laplace(+:-)")) == "log_odds(+:-; laplace)"
    with pytest.raises(InputError):
        scope.resolve("P_(+)")


def test_messages_are_one_short_line() -> None:
    """Readings are quoted, and long lists of values are cut."""
    scope = scope_of("y", ("+",), {"a": ("x\ny",), "b": ("x\ny",), "c": MANY})
    for text in ('P("x\ny")', "P(c=zz)"):
        with pytest.raises(InputError) as refusal:
            scope.resolve(text)
        assert "\n" not in str(refusal.value)
        assert len(str(refusal.value)) < 500


def test_hints_help() -> None:
    """A hint never repeats what was typed."""
    scope = scope_of("y", ("+",), {"a": ("0", "1")}, frozenset("a"))
    for act in (lambda: scope.resolve("P(0)"), lambda: parse_template("{class", {})):
        with pytest.raises(InputError) as refusal:
            act()
        assert "did you mean '0'" not in str(refusal.value)
        assert "did you mean 'class'" not in str(refusal.value)


def test_two_queries_have_one_order() -> None:
    """P(x,z) and P(z,x) are one quantity."""
    scope = scope_of("y", ("+",), {"a": ("u",), "b": ("u",)}, queries={"x": ("a",), "z": ("b",)})
    assert scope.resolve("P(z,x)") == scope.resolve("P(x,z)")
