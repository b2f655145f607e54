from pathlib import Path

import pytest
from any_text import CHARACTERS
from hypothesis import assume, given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb import Documents, ModelChoice, Problem, Table
from exactnb.core.conventions import Conventions
from exactnb.core.families import family_names
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.naming.notation import (
    DEFAULTS,
    Field,
    Mark,
    Notation,
    Plain,
    Script,
    Style,
    general_fields,
    parse_template,
)
from exactnb.core.problem import styles
from exactnb.core.quantities import roles
from exactnb.errors import InputError

MAILS = Documents.of([("+", "a b"), ("-", "b c")])
BERNOULLI = ModelChoice(family="bernoulli")
SMOOTHED = ModelChoice(Conventions(smoothing=1), family="bernoulli")
MAIL = Problem(MAILS, {"e*": "a b"}, {"model": BERNOULLI, "laplace": SMOOTHED})
SKY = Problem(Table.from_rows([("Blue", "low", "yes"), ("Grey", "high", "no")], ["Sky", "Sea", "y"]),
              {"x": {"Sky": "Blue"}})  # fmt: skip

MAIL_MARKS = [
    ("P(+)", "P(+)", "p(c_<+>)", "π_<+>"),
    ("P(a=1|+)", "P(a=1|+)", "p_<a>^<+>", "θ_<a,1,+>"),
    ("P(a=0|+)", "P(a=0|+)", "p(a=0|c_<+>)", "θ_<a,0,+>"),
    ("P(e*|+)", "P(e*|+)", "p(e*|c_<+>)", "P(e*|+)"),
    ("P(a=1,b=1|+)", "P(a=1, b=1|+)", "p(a=1, b=1|c_<+>)", "P(a=1, b=1|+)"),
    ("P(+,e*)", "P(+, e*)", "p(c_<+>) p(e*|c_<+>)", "P(+, e*)"),
    ("P(e*)", "P(e*)", "p(e*)", "P(e*)"),
    ("P(+|e*)", "P(+|e*)", "p(c_<+>|e*)", "P(+|e*)"),
    ("P(+|a=1,b=0)", "P(+|a=1, b=0)", "p(c_<+>|a=1, b=0)", "P(+|a=1, b=0)"),
    ("P(a=1|b=1)", "P(a=1|b=1)", "p(a=1|b=1)", "P(a=1|b=1)"),
    ("P(a=1|b=1,+)", "P(a=1|+, b=1)", "p(a=1|+, b=1)", "P(a=1|+, b=1)"),
    ("odds(+:-|e*)", "odds(+:-|e*)", "odds(+:-|e*)", "odds(+:-|e*)"),
    ("odds(+:-)", "odds(+:-)", "odds(+:-)", "odds(+:-)"),
    ("odds(+|e*)", "odds(+|e*)", "odds(+|e*)", "odds(+|e*)"),
    ("log(odds(-:+|e*))", "log odds(-:+|e*)", "log odds(-:+|e*)", "log odds(-:+|e*)"),
    ("lr(+:-|e*)", "LR(+:-|e*)", "LR(+:-|e*)", "LR(+:-|e*)"),
    ("argmax(e*)", "ŷ(e*)", "c(e*)", "Y(e*)"),
    ("count(a=1,+)", "count(a=1, +)", "count(a=1, +)", "count(a=1, +)"),
    ("count()", "n", "n", "n"),
    ("freq(a=1|+)", "freq(a=1|+)", "freq(a=1|+)", "freq(a=1|+)"),
    ("freq(a=1)", "freq(a=1)", "freq(a=1)", "freq(a=1)"),
    ("P(+; laplace)", "P(+) [laplace]", "p(c_<+>) [laplace]", "π_<+> [laplace]"),
    ("-log2(P(e*))", "−log2(P(e*))", "−log2(p(e*))", "−log2(P(e*))"),
]

SKY_MARKS = [
    ("P(Sky=Blue|yes)", "P(Sky=Blue|yes)", "p_<Sky=Blue>^<yes>", "θ_<Sky,Blue,yes>"),
    ("P(yes)", "P(yes)", "p(c_<yes>)", "π_<yes>"),
    ("P(x|yes)", "P(x|yes)", "p(x|c_<yes>)", "P(x|yes)"),
]

COUNTED = ModelChoice(Conventions(smoothing=1))
WORDS = Problem(Documents.of([("+", "a b b"), ("-", "b c")]), {"e*": "a b"},
                {"model": COUNTED, "b": BERNOULLI})  # fmt: skip
WORD_MARKS = [
    ("P(a|+)", "P(a|+)", "θ_<a>^<+>", "θ_<a,+>", "θ_<a>^<+>"),
    ("P(a,b,b|+)", "P(a, b, b|+)", "p(a, b, b|c_<+>)", "P(a, b, b|+)", "P(a, b, b|θ^<+>)"),
    ("P(+,a)", "P(+, a)", "p(c_<+>) p(a|c_<+>)", "P(+, a)", "P(a, y=+)"),
    ("P(a|e*)", "P(a|e*)", "p(a|e*)", "P(a|e*)", "P(a|e*)"),
    ("P(e*|+)", "P(e*|+)", "p(e*|c_<+>)", "P(e*|+)", "P(e*|θ^<+>)"),
    ("P(a=1|+; b)", "P(a=1|+) [b]", "p_<a>^<+> [b]", "θ_<a,1,+> [b]", "θ_<a>^<+> [b]"),
    *((text, told, told, told, told) for text, told in [
        ("tokens(+)", "words(+)"),
        ("vocabulary", "|V|"),
        ("count(a,+)", "count(a, +)"),
        ("freq(a|+)", "freq(a|+)"),
        ("accuracy", "accuracy"),
        ("accuracy_left_out(; b)", "accuracy left out [b]"),
        ("free_parameters", "free parameters"),
        ("bayes_error(; b)", "Bayes error [b]"),
        ("independent(a,b; b)", "independent(a, b) [b]"),
        ("independent_in_data(a,b|+)", "independent in data(a, b|+)"),
        ("rank(a=1,b=0; b)", "rank(a=1, b=0) [b]"),
    ]),
]  # fmt: skip

LABELS = st.text(CHARACTERS, max_size=8)


def flat(marks: tuple[Mark, ...]) -> str:
    """Return marks as text, what is lowered or raised between angle brackets."""
    text = ""
    for mark in marks:
        text += f"{mark.sign}<{flat(mark.marks)}>" if isinstance(mark, Script) else mark.text
    return text


@all_of(
    ("problem", "name", "plain", "pjk", "pi_theta"),
    [*((MAIL, *row) for row in MAIL_MARKS), *((SKY, *row) for row in SKY_MARKS)],
)
def test_names_look_as_their_style_says(
    problem: Problem, name: str, plain: str, pjk: str, pi_theta: str
) -> None:
    """The same quantity in the tool's own notation, in p_j^k and in π and θ."""
    resolved = problem.scope.resolve(name)
    shown = [flat(problem.notation(style).marks(resolved)) for style in ("plain", "pjk", "pi-theta")]
    assert shown == [plain, pjk, pi_theta]


@all_of("row", WORD_MARKS)
def test_words_and_questions_look_as_their_style_says(row: tuple[str, ...]) -> None:
    """Words, their probabilities and the questions around a model have a notation in every style."""
    name, *told = row
    resolved = WORDS.scope.resolve(name)
    four = ("plain", "pjk", "pi-theta", "theta-w")
    assert [flat(WORDS.notation(style).marks(resolved)) for style in four] == told


def test_a_pair_of_classes_is_seen_in_every_style() -> None:
    """The weight of + against − looks other than that of − against +, in every notation."""
    for style in styles.names():
        notation = WORDS.notation(style)
        for texts in (("weight(+:-|a)", "weight(-:+|a)"), ("bias(+:-)", "bias(-:+)")):
            one, other = (notation.marks(WORDS.scope.resolve(text)) for text in texts)
            assert flat(one) != flat(other), style


def test_an_unknown_style_is_refused_with_a_near_match() -> None:
    """The message lists the styles and names the one that was meant."""
    with pytest.raises(InputError) as refusal:
        MAIL.notation("pi_theta")
    known = "phi-psi, pi-tau, pi-theta, pjk, plain, theta-w"
    told = f"expected one of {known}; got 'pi_theta' (did you mean 'pi-theta'?)"
    assert str(refusal.value) == told


def test_a_template_is_marks_and_fields() -> None:
    """`_{...}` is lowered, `^{...}` raised, `{field}` filled in; other characters stay."""
    fields = {"column": (Field("a"),), "class": (Field("+"),)}
    assert parse_template("p_{{column}}^{{class}}", fields) == (
        Plain("p"),
        Script("_", (Field("a"),)),
        Script("^", (Field("+"),)),
    )
    assert parse_template("a_b^c", fields) == (Plain("a_b^c"),)
    assert parse_template("x_{i_{j}}", {}) == (
        Plain("x"),
        Script("_", (Plain("i"), Script("_", (Plain("j"),)))),
    )
    assert parse_template("", {}) == ()
    assert parse_template("{j}", {}) == (Plain("j"),)


@all_of(
    ("template", "told"),
    [
        ("{clas}", "template: unknown field 'clas' (did you mean 'class'?)"),
        ("{foo}", "template: unknown field 'foo'"),
        ("{}", "template: unknown field ''"),
        ("p_{x", "template: a brace that is not closed"),
        ("p_{{class}", "template: a brace that is not closed"),
        ("p}", "template 'p}': a brace that was not opened"),
        ("{class}}", "template '{class}}': a brace that was not opened"),
    ],
)
def test_a_template_that_does_not_fit_is_refused(template: str, told: str) -> None:
    """Unknown fields come with a near match, braces that do not match are named."""
    with pytest.raises(InputError) as refusal:
        parse_template(template, {})
    assert str(refusal.value) == told


def test_a_deep_template_is_refused() -> None:
    """A flood of scripts is refused and not descended into."""
    with pytest.raises(InputError, match="template: unknown field"):
        parse_template("_{" * 2000, {})


def test_every_default_template_is_readable() -> None:
    """The templates of every style parse, and every style's roles are known or a family's."""
    for template in (*DEFAULTS.values(), *roles().values()):
        assert parse_template(template, {})
    for style in styles.names():
        templates = MAIL.notation(style).style.templates
        assert set(templates) <= {*DEFAULTS, *roles(), *family_names()}
        for template in templates.values():
            assert parse_template(template, {})


def test_roles_fall_back_from_style_to_family_to_tool() -> None:
    """A role is looked for in the style, then in the family's own table, then in the defaults."""
    cell, label = Item("cell", "a", "1"), Item("class", "y", "+")
    name = QuantityName("P", (cell,), (label,))
    table = {"bernoulli": {"bernoulli": "q_{{column}}"}}
    families = {("", "a", "1"): "bernoulli"}
    bare, own = Style("bare", "", {}), Style("own", "", {"bernoulli": "r_{{column}}"})
    assert flat(Notation(own, families, table).marks(name)) == "r_<a>"
    assert flat(Notation(bare, families, table).marks(name)) == "q_<a>"
    assert flat(Notation(bare, families).marks(name)) == "P(a=1|+)"


def test_general_fields_are_letters() -> None:
    """In a rule the class is k, the column j, and both are marked as general."""
    fields = general_fields("1")
    assert fields["class"] == (Field("k", general=True),)
    assert flat(MAIL.notation("pjk").role_marks("bernoulli", fields)) == "p_<j>^<k>"
    assert flat(MAIL.notation("pi-theta").role_marks("parameter", fields)) == "θ_<j,1,k>"


@given(LABELS, LABELS, st.sampled_from(["plain", "pjk", "pi-theta"]))
@law(20)
def test_labels_are_fields_and_never_templates(label: str, column: str, style: str) -> None:
    """Braces, carets and underscores in a label stay characters of that label."""
    assume(column not in MAIL.schema.variables())  # a style may leave the 1 of its own words out
    item, cell = Item("class", "y", label), Item("cell", column, "1")
    marks = MAIL.notation(style).marks(QuantityName("P", (cell,), (item,)))

    def fields(of: tuple[Mark, ...]) -> list[str]:
        found: list[str] = []
        for mark in of:
            found += fields(mark.marks) if isinstance(mark, Script) else []
            found += [mark.text] if isinstance(mark, Field) else []
        return found

    assert sorted(fields(marks)) == sorted([label, column, "1"])


def test_the_styles_are_files() -> None:
    """Every style in the folder can be asked by name."""
    import exactnb.core.problem.styles as styles

    files = {f.stem.replace("_", "-") for f in Path(styles.__file__).parent.glob("*.py")}
    assert set(styles.names()) == files - {"--init--"}
