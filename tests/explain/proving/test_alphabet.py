"""Names: one letter of a closed alphabet, and two that print alike anywhere are refused together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

import pytest
from proofs import Cases, a, c, h, i, j, k, n, pi, said, theta, verdict
from thoroughness import all_of

from exactnb.core.expression.letters import FIELDS
from exactnb.core.expression.nodes import (
    Call,
    Domain,
    Expression,
    Index,
    Integer,
    Negative,
    Phrase,
    Pi,
    Product,
    Sum,
    Symbol,
)
from exactnb.core.naming.notation import Notation
from exactnb.core.problem import styles
from exactnb.explain.proving.forms.patterns import Refused
from exactnb.explain.proving.scope.alphabet import LETTERS, NUMBERS, with_names_of
from exactnb.explain.proving.writing.formulas import (
    among,
    function,
    index,
    label,
    letter,
    pi_constant,
    span,
    value,
    vocabulary,
)
from exactnb.explain.proving.writing.theorem import Proof, assume, define, given, is_in, is_positive
from exactnb.explain.rendering.formats.markdown import MarkdownMath
from exactnb.explain.rendering.formulas.latex_math import LatexMath
from exactnb.explain.rendering.formulas.mathml import Mathml
from exactnb.explain.rendering.formulas.typst_math import SpokenMath, TypstMath

CASES = Cases()
PRINTERS = (LatexMath, MarkdownMath, TypstMath, Mathml, SpokenMath)
J, K = Index("j"), Index("k")


# false lines by letters that are spelled so


@all_of(
    "spelled",
    [
        *("0", "1", "10", "−1", "1/2", "0.5", "²", "½", "Ⅷ"),  # numbers
        *("n_k", "n_{k}", "nₖ", "x_j^(i)", "n k", "ab", "log", "exp x", "x + 1", "a b", "2a"),
        *("∞", "−∞", "∑", "∏", "∫", "∂", "∈", "=", "+", "(", "", " ", "|", "||", "|v|", "|VW|"),
        *("π", "θ̂", "θ\N{COMBINING CIRCUMFLEX ACCENT}", "x̄", "x′", "x'", "â", "ẋ"),
        *"аеоΑΒΟνοιυϑϕ𝑎ａℯ",  # these look like others
        *("ℓ", "E", "P", "φ", "ψ", "τ", "Φ", "Γ", "Σ", "Π", "det", "inv", "a\N{ZERO WIDTH SPACE}"),
    ],
)
@all_of("write", [letter, label, function])
def test_what_is_spelled_like_more_is_no_letter(spelled: str, write: object) -> None:
    """A letter that looks like a number, a formula or another letter is none, in any role."""
    if write is function and spelled in ("ℓ", "E", "P", "det", "inv"):
        return  # these are functions
    assert callable(write)
    of = write(spelled)
    part = of(1) if write is function else of
    for right in (0, letter("x")):
        proof = Proof("p")
        proof.step("given")
        proof.chain(part, define(right))
        assert "is no letter of the alphabet" in verdict(proof)


def test_pi_is_not_defined() -> None:
    """π is the prior where that has a sum, and no letter for which one may write π = 3."""
    for claim in (define(3), assume(3), given(3)):
        for known in (False, True):
            proof = Proof("p")
            proof.step("given")
            said(proof, *([is_positive(pi)] if known else []))
            proof.chain(pi, claim)
            assert "π is not what one takes it to be" in verdict(proof)


def test_an_index_is_one_letter() -> None:
    """An index that is spelled like two, or like a number, is refused."""
    for name in ("jk", "1", "j−1", "K", "α", "", "y^(i)"):
        proof = Proof("p")
        proof.step("given")
        over = index(name, span("N"))
        said(proof, is_in(over, over.domain))
        assert "is no letter of the alphabet" in verdict(proof)


@CASES.false("b > 0: b prints like another name of this theorem")
def an_index_and_a_number(p: Proof, right: bool) -> None:
    """P(b) is of the number or of the index, and a reader cannot tell."""
    p.step("s")
    over = index("m" if right else "b", span("M"))
    said(p, is_in(over, over.domain), is_positive(function("f")(over)), is_positive(letter("b")))


@CASES.false("y^(i) = 5: y^(i) prints like another name of this theorem")
def a_label_and_a_number(p: Proof, right: bool) -> None:
    """Labels y^(i) are classes, and there are no numbers y^(i) beside them."""
    p.step("s")
    p.chain(letter("z" if right else "y").above(i), assume(5))


@CASES.false("n_k = 2: n_k prints like another name of this theorem")
def a_class_by_the_name_of_an_index(p: Proof, right: bool) -> None:
    """A class called k is none of which one could speak beside all classes k."""
    p.step("s")
    p.chain(n[value("dog" if right else "k")], assume(2))


@CASES.false("g ∈ {c, a}: c prints like another name of this theorem")
def classes_by_the_names_of_numbers(p: Proof, right: bool) -> None:
    """Classes called c and a are not told apart by what the numbers c and a are."""
    said(p, is_positive(a))
    p.chain(a, assume(c))
    p.step("s")
    of = index("g", among(*(map(value, ("dog", "cat")) if right else map(value, "ca"))))
    said(p, is_in(of, of.domain))


@CASES.false("n_1 = 3: n_1 prints like another name of this theorem")
def a_class_by_the_name_of_a_number(p: Proof, right: bool) -> None:
    """A class called 1 prints as the first class does."""
    p.step("s")
    p.chain(n[1], assume(2))
    p.chain(n[value("dog" if right else "1")], assume(3))


@CASES.false("a_{dog,cat} = 3: a_{dog,cat} prints like another name of this theorem")
def a_value_with_a_comma(p: Proof, right: bool) -> None:
    """One value that is called dog,cat prints as the two values do."""
    said(p, is_positive(a[k]), is_positive(a[k, h]))
    p.step("s")
    p.chain(a[value("dog"), value("cat")], assume(2))
    p.chain(a[value("bird" if right else "dog,cat")], assume(3))


@CASES.false("2 * pi > 0: pi prints like another name of this theorem")
def a_prior_beside_the_circle(p: Proof, right: bool) -> None:
    """π without indices is the number or the prior, in one theorem."""
    said(p, is_positive(pi[k] if right else pi))
    p.step("s")
    said(p, is_positive(2 * pi_constant()))


@CASES.false("f_k > 0: f_k prints like another name of this theorem")
def a_function_and_a_number(p: Proof, right: bool) -> None:
    """A letter of a function is no number, with indices or without."""
    said(p, is_positive(function("f")(a)))
    p.step("s")
    said(p, is_positive(letter("b" if right else "f")[k]))


@CASES.false("θ > 0: θ prints like another name of this theorem")
def a_parameter_and_a_number(p: Proof, right: bool) -> None:
    """A parameter that notations write differently shares its letter with no number."""
    said(p, is_positive(theta[j, k]))
    p.step("s")
    said(p, is_positive(letter("γ" if right else "θ")))


@CASES.false("p_k > 0: p_k prints like another name of this theorem")
def what_a_notation_writes_a_parameter_with(p: Proof, right: bool) -> None:
    """Where some notation writes θ as p, there is no other p."""
    said(p, is_positive(theta[j, k]))
    p.step("s")
    said(p, is_positive(letter("q" if right else "p")[k]))


@CASES.false("f(a + b) = 1: a + b is written where names are needed")
def a_function_of_a_formula(p: Proof, right: bool) -> None:
    """A function has names for arguments: formulas that print alike are told apart."""
    p.step("s")
    b = letter("b")
    said(p, is_positive(a), is_positive(b))
    p.chain(function("f")(a if right else a + b), define(1))


@CASES.false("V = 3: V prints like another name of this theorem")
def a_set_and_a_number(p: Proof, right: bool) -> None:
    """The letter of a vocabulary is no number."""
    w = index("w", vocabulary())
    said(p, is_in(w, w.domain))
    p.step("s")
    p.chain(letter("B" if right else "V"), define(3))


test_what_prints_alike_is_refused, test_its_right_version_is_accepted = CASES.tests(apart=1)


def test_a_name_stays_what_it_was_in_a_later_step() -> None:
    """What a step forgets is no other thing later under the name it had."""
    proof = Proof("p")
    proof.step("given")
    proof.step("s")
    said(proof, is_positive(letter("f")))
    proof.step("t")
    proof.chain(function("f")(1), define(2))
    assert "prints like another name" in verdict(proof)


@all_of(
    "of",
    [
        Phrase("5", "count"),
        Symbol("d", (Negative(Integer(1)),)),
        Symbol("d", (Integer(-1),)),
        Symbol("d", (Symbol("c"),)),
        Symbol("d", (), (), True, "value"),
        Symbol("θ", (J, K, J), role="bernoulli"),
        Symbol("q", (K,), role="prior"),
        Call("P", ()),
        Call("f", (Integer(-1),)),
        Call("E", (Sum((Sum((Symbol("a"), Symbol("b"))), Symbol("c"))),)),
        Call("E", (Product((Symbol("a"),)),)),
        Domain("named", (Symbol("V"), Symbol("|W|"))),
    ],
)
def test_what_is_written_in_a_name_is_a_name(of: Expression) -> None:
    """Indices and arguments are names, an expectation is of a formula that is written one way."""
    with pytest.raises(Refused):
        with_names_of({}, of)


# the law


def _names() -> Iterator[Expression]:
    """Yield names with every kind of index, and indices by themselves."""
    named = [Symbol(of, role="value") for of in ("k", "1", "d", "jk", "j,k", "+", "−", "p(c)", "n_k")]
    before, own = Sum((J, Negative(Integer(1)))), Symbol("y", (), (Index("i"),), role="label")
    indices = [J, K, Integer(1), before, own, *named]
    pairs = [(J, K), (K, J), (J, Integer(1)), (Symbol("j", role="value"), Symbol("k", role="value"))]
    yield from (Symbol("V"), Symbol("|V|"), Domain("named", (Symbol("V"), Symbol("|V|"))), Pi())
    yield from (of for of in indices if of not in (Integer(1), before))
    for of in "nkdpcwPθπ":
        for lower in ((), *((one,) for one in indices), *pairs, (J, Integer(1), K)):
            yield from (Symbol(of, lower, is_estimate=hat) for hat in (False, True))
        rows = ((r, lower) for r in ("", "label") for lower in ((), (J,)))
        yield from (Symbol(of, lower, (Index("i"),), role=r) for r, lower in rows)
        for left in ((), (K,), (J, K), (Symbol("k"),), (Symbol("c", (K,)),), (Integer(1),)):
            yield from (Call(of, left), Call(of, left, (K,)), Call(of, left, (), (K,)))
    for role in FIELDS:
        of = "π" if role == "prior" else "θ"
        for lower in ((), (K,), (J, K), (J, Index("v"), K), (J, Integer(1), K)):
            yield from (Symbol(of, lower, is_estimate=hat, role=role) for hat in (False, True))


def _is_refused(*names: Expression) -> bool:
    try:
        with_names_of({}, *names)
    except Refused:
        return True
    return False


ALLOWED = [of for of in dict.fromkeys(_names()) if not _is_refused(of)]


@all_of("printer", PRINTERS, apart=3)
@all_of("style", styles.names())
def test_names_that_print_alike_are_one(style: str, printer: type[LatexMath]) -> None:
    """In every notation and format, two names with one printed text are refused in one theorem."""
    write = printer(Notation(styles.style(style))).write
    printed = defaultdict(list)
    for name in ALLOWED:
        printed[write(name)].append(name)
    assert len(printed) > len(ALLOWED) * 2 // 3
    for alike in printed.values():
        assert all(_is_refused(*pair) for pair in combinations(alike, 2)), alike


@all_of("printer", PRINTERS)
def test_letters_print_apart(printer: type[LatexMath]) -> None:
    """No two letters of the alphabet print alike, with a hat or without."""
    write = printer(Notation(styles.style("plain"))).write
    names = [Symbol(of, is_estimate=hat) for of in sorted(NUMBERS) for hat in (False, True)]
    assert len({write(name) for name in names}) == len(names)
    assert all(len(of) == 1 for of in LETTERS)
