"""How general formulas look: on one line, in ASCII, in LaTeX and in Markdown, in every notation."""

from __future__ import annotations

import re
from unicodedata import normalize

from thoroughness import all_of

from exactnb.core.expression.nodes import (
    Domain,
    Factorial,
    Integer,
    sqrt,
)
from exactnb.core.expression.spell import spell
from exactnb.core.naming.notation import Notation
from exactnb.core.problem.styles import names, style
from exactnb.explain.proving.writing.formulas import (
    Expression,
    among,
    argmax,
    derivative,
    equal,
    exp,
    function,
    index,
    label,
    letter,
    log,
    open_unit,
    parameter,
    product,
    reals,
    span,
    sum_over,
    value,
    vocabulary,
)
from exactnb.explain.rendering.formats.markdown import MarkdownMath
from exactnb.explain.rendering.formulas.latex_math import LatexMath
from exactnb.explain.rendering.formulas.text_math import AsciiMath, TextMath

PLAIN = Notation(style("plain"))
k, h, j = index("k", span("K")), index("h", span("K")), index("j", span("d"))
i, w, z = index("i", span("n")), index("w", vocabulary()), index("z", among(0, 1))
a, b, n, mu, K = map(letter, ("a", "b", "n", "μ", "K"))
theta, pi = parameter("bernoulli", "θ"), parameter("prior", "π")
f, P, ell = function("f"), function("P"), function("ℓ")
x, y = letter("x")[j].above(i), label("y").above(i)
HALF = Integer(1) / 2
SUM = sum_over(k, a[k])

LINES: list[tuple[Expression, str, str, str]] = [
    # letters stand side by side, numbers and fractions do not
    (a * b, "a b", "a b", "a b"),
    (2 * a, "2 a", "2 a", "2 a"),
    (2 * a * b[k], "2 a b_k", "2 a b_k", "2 a b_{k}"),
    (Integer(2) * 3 * a, "2 * 3 a", "2 × 3 a", r"2 \times 3 a"),
    (2 * 2**K, "2 * 2^K", "2 × 2^K", r"2 \times 2^{K}"),
    (2 * (3 * a), "2 * 3 a", "2 × 3 a", r"2 \times 3 a"),
    (a * 2**K, "a 2^K", "a 2^K", "a 2^{K}"),
    (a / b * mu, "a / b * μ", "a / b × μ", r"\frac{a}{b} \mu"),
    (a * (b / mu), "a * b / μ", "a × b / μ", r"a \frac{b}{\mu}"),
    (2 * HALF * a, "2 * 1/2 * a", "2 × 1/2 × a", r"2 \times \frac{1}{2} a"),
    (a * -b, "a (-b)", "a (−b)", "a (-b)"),
    (-a * b, "(-a) b", "(−a) b", "(-a) b"),
    (-(a * b), "-a b", "−a b", "-a b"),
    (2 * (a + b), "2 (a + b)", "2 (a + b)", "2 (a + b)"),
    (a - (b - mu), "a - (b - μ)", "a − (b − μ)", r"a - (b - \mu)"),
    (a / (b / mu), "a / (b / μ)", "a / (b / μ)", r"\frac{a}{\frac{b}{\mu}}"),
    ((a + b) / (a * b), "(a + b) / (a b)", "(a + b) / (a b)", r"\frac{a + b}{a b}"),
    # powers
    (theta[j, k] ** 2, "θ_jk^2", "θ_jk²", r"\theta_{jk}^{2}"),
    (a ** (b + 1), "a^(b + 1)", "a^(b + 1)", "a^{b + 1}"),
    (a ** (-1), "a^(-1)", "a^(−1)", "a^{-1}"),
    (a**12, "a^12", "a¹²", "a^{12}"),
    ((a * b) ** 2, "(a b)^2", "(a b)²", "(a b)^{2}"),
    ((a / b) ** 2, "(a / b)^2", "(a / b)²", r"\left(\frac{a}{b}\right)^{2}"),
    ((a**2) ** b, "(a^2)^b", "(a²)^b", "(a^{2})^{b}"),
    (a ** (2**b), "a^(2^b)", "a^(2^b)", "a^{2^{b}}"),
    (x**2, "(x_j^(i))^2", "(x_j^(i))²", "(x_{j}^{(i)})^{2}"),
    (x**a, "(x_j^(i))^a", "(x_j^(i))^a", "(x_{j}^{(i)})^{a}"),
    (theta[j, k] ** x, "θ_jk^(x_j^(i))", "θ_jk^(x_j^(i))", r"\theta_{jk}^{x_{j}^{(i)}}"),
    (Factorial(y), "(y^(i))!", "(y^(i))!", "(y^{(i)})!"),
    # letters with indices and hats
    (a[j, 1], "a_{j,1}", "a[j,1]", "a_{j,1}"),
    (a[1], "a_1", "a₁", "a_{1}"),
    (a[value("dog"), 1], "a_{dog,1}", "a[dog,1]", r"a_{\text{dog},1}"),
    (a[y], "a_{y^(i)}", "a[y^(i)]", "a_{y^{(i)}}"),
    (a[j, k].above(i, j), "a_jk^(ij)", "a_jk^(ij)", "a_{jk}^{(ij)}"),
    (theta[j, k].hat, "θ\u0302_jk", "θ\u0302_jk", r"\hat{\theta}_{jk}"),
    (pi.hat, "π\u0302", "π\u0302", r"\hat{\pi}"),
    (a[k].hat, "a\u0302_k", "a\u0302_k", r"\hat{a}_{k}"),
    (letter("|V|") * a, "|V| a", "|V| a", r"\lvert V \rvert  a"),
    # functions
    (log(theta), "log θ", "log θ", r"\log \theta "),
    (log(theta[j, k]) * a, "(log θ_jk) a", "(log θ_jk) a", r"(\log \theta_{jk}) a"),
    (a * log(theta), "a log θ", "a log θ", r"a \log \theta "),
    (log(a * b), "log(a b)", "log(a b)", r"\log (a b)"),
    (log(a) ** 2, "(log a)^2", "(log a)²", r"(\log a)^{2}"),
    (log(a) / n, "(log a) / n", "(log a) / n", r"\frac{\log a}{n}"),
    (log(P(x, given=k)), "log P(x_j^(i) | k)", "log P(x_j^(i) | k)", r"\log P(x_{j}^{(i)} \mid k)"),
    (exp(a), "exp a", "exp a", r"\exp a"),
    (exp(-a), "exp(-a)", "exp(−a)", r"\exp (-a)"),
    (sqrt(a + b), "sqrt(a + b)", "√(a + b)", r"\sqrt{a + b}"),
    (f, "f", "f", "f"),
    (f[k](a, b), "f_k(a, b)", "f_k(a, b)", "f_{k}(a, b)"),
    (P(a, given=(b, k)), "P(a | b, k)", "P(a | b, k)", r"P(a \mid b, k)"),
    # sums
    (SUM, "sum_k a_k", "∑_k a_k", r"\sum_{k=1}^{K} a_{k}"),
    (SUM * b, "(sum_k a_k) b", "(∑_k a_k) b", r"\left(\sum_{k=1}^{K} a_{k}\right) b"),
    (b * SUM, "b sum_k a_k", "b ∑_k a_k", r"b \sum_{k=1}^{K} a_{k}"),
    (b * SUM * b, "b (sum_k a_k) b", "b (∑_k a_k) b", r"b \left(\sum_{k=1}^{K} a_{k}\right) b"),
    (SUM + b, "sum_k a_k + b", "∑_k a_k + b", r"\sum_{k=1}^{K} a_{k} + b"),
    (sum_over(k, a[k] + b), "sum_k (a_k + b)", "∑_k (a_k + b)", r"\sum_{k=1}^{K} (a_{k} + b)"),
    (sum_over(k, -a[k]), "sum_k (-a_k)", "∑_k (−a_k)", r"\sum_{k=1}^{K} (-a_{k})"),
    (-SUM, "-sum_k a_k", "−∑_k a_k", r"-\sum_{k=1}^{K} a_{k}"),
    (SUM / b, "(sum_k a_k) / b", "(∑_k a_k) / b", r"\frac{\sum_{k=1}^{K} a_{k}}{b}"),
    (SUM**2, "(sum_k a_k)^2", "(∑_k a_k)²", r"\left(\sum_{k=1}^{K} a_{k}\right)^{2}"),
    (sum_over(w, a[w]), "sum_w a_w", "∑_w a_w", r"\sum_{w \in V} a_{w}"),
    (sum_over(z, a[z]), "sum_z a_z", "∑_z a_z", r"\sum_{z \in \{ 0, 1 \}} a_{z}"),
    (product(k, a[k] ** b), "prod_k a_k^b", "∏_k a_k^b", r"\prod_{k=1}^{K} a_{k}^{b}"),
    (sum_over(i, 1, where=equal(y, k)), "sum[i: y^(i)=k] 1", "∑[i: y^(i)=k] 1",
     r"\sum_{i{:}\,y^{(i)}=k} 1"),
    (sum_over(i, equal(y, k)), "sum_i [y^(i)=k]", "∑_i 1[y^(i)=k]",
     r"\sum_{i=1}^{n} \mathbf{1}[y^{(i)}=k]"),
    (2 * equal(y, k), "2 [y^(i)=k]", "2 × 1[y^(i)=k]", r"2 \mathbf{1}[y^{(i)}=k]"),
    # derivatives and maxima
    (derivative(ell[j, k](theta[j, k]), theta[j, k]), "dℓ_jk/dθ_jk", "∂ℓ_jk/∂θ_jk",
     r"\frac{\partial \ell_{jk}}{\partial \theta_{jk}}"),
    (derivative(f(a), a, 2), "d^2f/da^2", "∂²f/∂a²", r"\frac{\partial^{2} f}{\partial a^{2}}"),
    (derivative(a[k], a[h]), "da_k/da_h", "∂a_k/∂a_h", r"\frac{\partial a_{k}}{\partial a_{h}}"),
    (derivative(a * b, a), "d/da (a b)", "∂/∂a (a b)", r"\frac{\partial }{\partial a}(a b)"),
    (derivative(a * b, a) * b, "(d/da (a b)) b", "(∂/∂a (a b)) b",
     r"\left(\frac{\partial }{\partial a}(a b)\right) b"),
    (argmax(theta, f(theta)), "argmax_θ f(θ)", "argmax_θ f(θ)",
     r"\operatorname*{arg\,max}_{\theta } f(\theta )"),
    (argmax(a, a + b), "argmax_a (a + b)", "argmax_a (a + b)", r"\operatorname*{arg\,max}_{a} (a + b)"),
    # what a letter may be
    (k.domain, "{1, ..., K}", "{1, …, K}", r"\{ 1, \ldots, K \}"),
    (z.domain, "{0, 1}", "{0, 1}", r"\{ 0, 1 \}"),
    (w.domain, "V", "V", "V"),
    (open_unit(), "(0, 1)", "(0, 1)", "(0, 1)"),
    (Domain("closed", (Integer(0), Integer(1))), "[0, 1]", "[0, 1]", "[0, 1]"),
    (Domain("left-open", (Integer(0), Integer(1))), "(0, 1]", "(0, 1]", "(0, 1]"),
    (reals(), "R", "ℝ", r"\mathbb{R}"),
]  # fmt: skip
PARAMETERS: dict[str, tuple[str, str, str, str]] = {
    "phi-psi": ("ψ[j,k]", "ψ[j,k]²", "φ_k", "∂φ_k/∂φ_h"),
    "pi-tau": ("τ[j,k]", "τ[j,k]²", "π_k", "∂π_k/∂π_h"),
    "pi-theta": ("θ[j,1,k]", "θ[j,1,k]²", "π_k", "∂π_k/∂π_h"),
    "pjk": ("p_j^k", "(p_j^k)²", "p(c_k)", "∂p(c_k)/∂p(c_h)"),
    "plain": ("θ_jk", "θ_jk²", "π_k", "∂π_k/∂π_h"),
    "theta-w": ("θ_j^k", "(θ_j^k)²", "P(y=k)", "∂P(y=k)/∂P(y=h)"),
}


@all_of(("formula", "spelled", "text", "latex"), LINES)
def test_a_formula_is_written(formula: Expression, spelled: str, text: str, latex: str) -> None:
    """A general formula has one form for messages, one for text and one for LaTeX."""
    assert spell(formula) == spelled
    assert TextMath(PLAIN).write(formula) == text
    assert LatexMath(PLAIN).write(formula) == latex


@all_of("formula", [line[0] for line in LINES])
def test_ascii_differs_in_its_signs_only(formula: Expression) -> None:
    """In ASCII the letters of Greek have names, and everything else is as in a message."""
    shown = AsciiMath(PLAIN).write(formula)
    greek = {"θ": "theta", "π": "pi", "μ": "mu", "ℓ": "l", "\u0302": "^"}
    expected = "".join(greek.get(sign, sign) for sign in TextMath(PLAIN).write(formula))
    signs = {"×": "*", "−": "-", "√": "sqrt", "∑": "sum", "∏": "prod", "∂": "d", "…": "..."}
    for sign, plain in signs.items():
        expected = expected.replace(sign, plain)
    expected = re.sub("[¹²]+", lambda found: "^" + normalize("NFKD", found[0]), expected)
    expected = expected.replace("ℝ", "R").replace("₁", "1")
    expected = expected.replace("2 * 1[", "2 [").replace(" 1[", " [")
    assert shown.isascii()
    assert shown == expected


@all_of("formula", [line[0] for line in LINES])
def test_markdown_has_no_sign_that_markdown_acts_on(formula: Expression) -> None:
    """In Markdown, commands are letters or blanks; no bracket, star or loose underscore is there."""
    shown = MarkdownMath(PLAIN).write(formula)
    assert not re.search(r"\\[^A-Za-z ]|[<>*\[\]]|(?<![A-Za-z0-9])_(?! )|operatorname", shown)


@all_of("name", names())
def test_parameters_are_written_in_every_notation(name: str) -> None:
    """A parameter is what a notation calls it; with something raised it has parentheses in a power."""
    one, squared, prior, slope = PARAMETERS[name]
    marks, math = TextMath(Notation(style(name))), LatexMath(Notation(style(name)))
    assert marks.write(theta[j, k]) == one
    assert marks.write(theta[j, k] ** 2) == squared
    assert marks.write(pi[k]) == prior
    assert marks.write(derivative(pi[k], pi[h])) == slope
    assert marks.write(2 * pi[k]) == f"2 {prior}"
    assert marks.write(log(pi[k])) == f"log {prior}"
    assert marks.write(pi[k].hat) == prior[0] + "\u0302" + prior[1:]
    assert math.write(theta[j, k] ** 2).startswith("(") == squared.startswith("(")
    assert math.write(theta[j, k].hat).startswith(r"\hat{")
    assert marks.write(a[k]) == "a_k"
