"""Notations of one's own: tables of roles, what they look like in every output, and refusals."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law, one_in

from exactnb import Problem, Solution, Table, solve
from exactnb.core.families import family_names
from exactnb.core.naming.notation import DEFAULTS
from exactnb.core.problem.styles import custom_style, names, style
from exactnb.core.quantities import roles
from exactnb.errors import InputError

LAW = law(6)
SKY = """[data]
table = '''
a Sky y
1 u +
1 u +
0 v +
0 u -
'''
[query]
x = { a = 1, Sky = "u" }
[notation]
style = %s
"""
TEXTS = """ask = ["P(+,x)", "P(x|+)", "weight(+:-|a)", "bias(+:-)", "P(+|x)", "argmax(x)"]
[data]
table = '''
class | text
+ | a b b
+ | b
- | a a c
'''
[model]
smoothing = 1
family = "%s"
[query]
x = "a b b"
[notation]
style = %s
"""
KNOWN = "phi-psi, pi-tau, pi-theta, pjk, plain, theta-w"
OWN = """{ prior = "π_{{class}}", bernoulli = "θ_{{column}}^{{class}}",
  categorical = "μ_{{value}}^{{class}}", joint = "ρ({class}; {x})", evidence = "Z({x})",
  posterior = "p({class}|{x})", decision = "κ({x})", index = "i", factor = "θ_{i}^{{class}}" }"""
OWN = " ".join(OWN.split())


def solved(text: str) -> Solution:
    """Return the solution of a problem file."""
    return solve(Problem.from_text(text))


def flat(text: str) -> str:
    """Return a text with single blanks."""
    return " ".join(text.split())


def test_every_role_looks_as_it_is_told() -> None:
    """Greek letters, lowered and raised marks stand in the text where the table puts them."""
    text = flat(solved(SKY % OWN).text())
    for line in (
        "π_k = rows of class k / rows",
        "θ_j^k = rows of class k with a one / rows of class k",
        "ρ(+; x) = π₊ × ∏_i θ_i⁺ naive Bayes = π₊ × θ_a⁺ × μ_u⁺ = 3/4 × 2/3 × 2/3 as counted",
        "One zero factor makes the product zero: θ_a⁻ = 0/1.",
        "κ(x) = argmax{ρ(+; x), ρ(−; x)}",
        "Z(x) = ρ(+; x) + ρ(−; x) total probability",
        "p(+|x) = ρ(+; x) / Z(x) Bayes' rule",
    ):
        assert line in text


def test_ascii_spells_greek_letters() -> None:
    """Without Unicode π is pi, θ is theta, ρ is rho, and every sign is ASCII."""
    text = solved(SKY % OWN).text(unicode=False)
    assert text.isascii()
    assert "rho(+; x) = pi_+ * prod_i theta_i^+" in text
    assert "kappa(x) = argmax{rho(+; x), rho(-; x)}" in text


def test_latex_has_commands_for_greek_letters() -> None:
    """π_{+} is a command with a subscript, and no Greek letter is left for pdflatex."""
    text = solved(SKY % OWN).latex(fragment=True)
    assert r"\rho({+};\,x) &= \pi_{+} \times \prod_{i} \theta_{i}^{+}" in text
    assert r"= \pi_{+} \times \theta_{a}^{+} \times \mu_{u}^{+}" in text
    assert not re.search("[α-ωΑ-Ω]", text)


def test_markdown_has_the_same_marks() -> None:
    """In Markdown the marks are those of LaTeX, a thin space spelled out."""
    text = solved(SKY % OWN).markdown()
    assert r"\rho({+};{\scriptstyle\ }x) &= \pi_{+} \times \prod_{i} \theta_{i}^{+}" in text


def test_names_stay_canonical() -> None:
    """A notation changes what is printed: answers, and the names they are asked by, stay the same."""
    own, plain = solved(SKY % OWN), solved(SKY % '"plain"')
    assert dict(own) == dict(plain)
    assert own.text(notation="plain") == plain.text()


def test_a_table_may_begin_from_a_style() -> None:
    """With style = "pjk" in the table only the prior differs from pjk; without it, all from plain."""
    text = flat(solved(SKY % '{ style = "pjk", prior = "α_{{class}}" }').text())
    assert "p(c₊) p(x|c₊) = α₊ × ∏(j∈V) p(x_j|c₊) naive Bayes = α₊ × p_a⁺ × p[Sky=u]⁺" in text
    text = flat(solved(SKY % '{ prior = "α_{{class}}" }').text())
    assert "P(+, x) = α₊ × ∏_j P(x_j|+) naive Bayes = α₊ × P(a=1|+) × P(Sky=u|+)" in text
    assert custom_style({"style": "pjk"}).templates == style("pjk").templates


def test_the_notation_of_words_in_theta_w() -> None:
    """A word has θ_w^k, the class stands behind y=, and repeated factors carry their power."""
    text = flat(solved(TEXTS % ("multinomial", '"theta-w"')).text())
    for line in (
        "θ_w^k = (count of w in class k + 1)",
        "P(x, y=+) = P(y=+) × ∏_w (θ_w⁺)^n(w) naive Bayes = P(y=+) × θ_a⁺ × (θ_b⁺)²",
        "= 2/3 × 2/7 × (4/7)² as counted = 64/1029",
        "P(x|θ⁺) = θ_a⁺ × (θ_b⁺)²",
        "P(y=+|x) = P(x, y=+) / P(x)",
        "ŷ(x) = argmax{P(x, y=+), P(x, y=−)}",
    ):
        assert line in text


def test_the_weights_of_theta_w_are_raised_pairs() -> None:
    """The weight of a word is θ_a, the bias θ_0, both with the pair of classes raised."""
    latex = solved(TEXTS % ("multinomial", '"theta-w"')).latex(fragment=True)
    assert r"\theta_{a}^{+{:}-} &= \log \left(\frac{\theta_{a}^{+}}{\theta_{a}^{-}}\right)" in latex
    assert r"\theta_{0}^{+{:}-} &= \log \left(\frac{P(y={+})}{P(y={-})}\right)" in latex


def test_a_bernoulli_model_in_theta_w_has_complements() -> None:
    """A word that is absent is 1 − θ_c, and the general factor is that of a column."""
    text = flat(solved(TEXTS % ("bernoulli", '"theta-w"')).text())
    assert "P(x, y=+) = P(y=+) × ∏_j P(x_j|θ⁺) naive Bayes = P(y=+) × θ_a⁺ × θ_b⁺ × (1 − θ_c⁺)" in text


@all_of("name", names(), apart=3)
def test_every_style_is_a_table_of_known_roles(name: str) -> None:
    """The styles that come with the tool could be given as tables of one's own."""
    templates = style(name).templates
    assert set(templates) <= {*DEFAULTS, *roles(), *family_names()}
    if templates:
        assert custom_style(templates).templates == templates
    for family in ("bernoulli", "multinomial", "dirichlet-multinomial"):
        text = solved(
            (TEXTS % (family, f'"{name}"')).replace('"weight(+:-|a)", "bias(+:-)", ', "")
        ).text()
        assert "{" not in text.replace("argmax{", "")


@all_of(
    ("table", "message"),
    [
        ('{ priors = "x" }', ".priors: unknown role (did you mean 'prior'?)"),
        ("{ prior = 3 }", ".prior: expected a template in quotes; got '3'"),
        ('{ prior = "{foo}" }', ".prior: template: unknown field 'foo'"),
        ('{ prior = "{clas}" }', ".prior: template: unknown field 'clas' (did you mean 'class'?)"),
        ('{ prior = "_{class" }', ".prior: template: a brace that is not closed"),
        ('{ prior = "a}" }', ".prior: template 'a}': a brace that was not opened"),
        ('{ prior = " " }', ".prior: expected a template such as 'P({class})'; got ' '"),
        (f"{{ prior = '{'x' * 201}' }}", ".prior: a template of 201 characters; at most 200 are read"),
        ("{}", f": expected one of {KNOWN}, or a table of templates"),
        ('{ style = "pkj" }', f": expected one of {KNOWN}; got 'pkj' (did you mean 'pjk'?)"),
        ("3", ": expected text in quotes; got '3'"),
    ],
)
def test_a_table_that_cannot_be_read_is_refused(table: str, message: str) -> None:
    """The message is one line with the role, what is wrong with its template, and a near match."""
    with pytest.raises(InputError) as refusal:
        Problem.from_text(SKY % table)
    assert str(refusal.value) == f"notation.style{message}"


def test_a_problem_in_python_takes_the_same_tables() -> None:
    """A mapping is a notation, and anything that is neither that nor a text is refused."""
    table = Table.from_rows([("1", "+"), ("0", "-")], ["a", "y"])
    text = solve(Problem(table, notation_style={"prior": "π_{{class}}"})).text()
    assert "π_k" in text
    with pytest.raises(InputError) as refusal:
        Problem(table, notation_style=3)  # type: ignore[arg-type]
    assert str(refusal.value) == "notation_style: expected text or a table of templates; got '3'"


@pytest.mark.parametrize(
    ("text", "templates"),
    [
        (SKY, "{ parameter = 'τ_{{column},{value}}^{{class}}' }"),
        (TEXTS.replace("%s", "multinomial", 1), "{ word = 'τ_{{word}}^{{class}}' }"),
    ],
)
def test_a_general_role_holds_for_every_family(text: str, templates: str) -> None:
    """A template for any parameter, or for any word, is used where its family has none of its own."""
    assert "τ" in solved(text % templates).text()


LETTERS = st.text("αβγδελμνρστφχψωABab", min_size=1, max_size=3)


@LAW
@given(letters=LETTERS, lowered=st.booleans())
def test_any_letters_stand_for_a_prior(letters: str, lowered: bool) -> None:
    """Whatever letters are chosen, text shows them, and ASCII and LaTeX show no Greek."""
    template = f"{letters}_{{{{class}}}}" if lowered else f"{letters}({{class}})"
    solution = solve(
        Problem(
            Table.from_rows([("1", "+"), ("0", "-")], ["a", "y"]), notation_style={"prior": template}
        )
    )
    assert (f"{letters}_k" if lowered else f"{letters}(k)") in solution.text()
    assert solution.text(unicode=False).isascii()
    assert not re.search("[α-ω]", solution.latex())


NUMBERS = """[data]
table = '''
wait size kind
2 1.5 oat
3 2.5 oat
4 2 rye
6 5 rye
'''
class = "kind"
[model]
families = { wait = "%s", size = "%s" }
[query]
x = { wait = 3, size = 2 }
[notation]
style = "%s"
"""


@one_in(20, "name", [name for name in names() if name != "plain"])
@pytest.mark.parametrize(
    ("wait", "size", "text", "latex"),
    [
        ("gaussian", "gaussian", "σ[wait,oat]²", r"\sigma_{\text{wait},\text{oat}}^{2}"),
        ("poisson", "gaussian", "λ[wait,oat]", r"\mu_{\text{size},\text{oat}}"),
        ("geometric", "exponential", "θ[wait,oat]", r"\lambda_{\text{size},\text{oat}}"),
        ("lda", "lda", "Λ = Σ⁻¹", r"\Lambda &= \Sigma^{-1}"),
    ],
)
def test_parameters_of_numbers_are_greek_in_the_notations_of_courses(
    name: str, wait: str, size: str, text: str, latex: str
) -> None:
    """Means are μ, variances σ², rates λ, covariances Σ and their inverses Λ."""
    solution = solved(NUMBERS % (wait, size, name))
    assert text in solution.text()
    assert latex in solution.latex()
    assert "variance(" not in solution.text()
