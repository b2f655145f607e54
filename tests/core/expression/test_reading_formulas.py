"""Formulas with letters are read in text and LaTeX; what is read in two ways is refused."""

from __future__ import annotations

import pytest
from thoroughness import all_of

from exactnb.core.expression.reading.formulas import GREEK, letters_in, read_formula, read_letter
from exactnb.core.expression.reading.refusal import Refusal

SAME = [
    ("x/s^2 exp(-x^2/(2 s^2))", r"\frac{x}{s^2} \exp\left(-\frac{x^2}{2 s^2}\right)", "xs"),
    ("theta x^(theta-1)", r"\theta x^{\theta-1}", "xθ"),
    ("λ*exp(-λ*x)", r"\lambda e^{-\lambda x}", "xλ"),
    ("C(n,x) p^x (1-p)^(n-x)", r"\binom{n}{x} p^x (1-p)^{n-x}", "xnp"),
    ("binomial(n,x) comb(n, x)", "choose(n,x) nCr(n,x)", "xn"),
    ("x^(a-1) (1-x)^(b-1)/B(a,b)", "x^(a-1) (1-x)^(b-1)/(Gamma(a) Gamma(b)/Gamma(a+b))", "xab"),
    ("x^B/Beta(B, 2)", "x^B/(Gamma(B) Gamma(2)/Gamma(B+2))", "xB"),
    ("sqrt(2/pi)/s exp(-x²/(2s²))", r"\sqrt{2/\pi}/s \exp(-x^2/(2 s^2))", "xs"),
    ("b^a/(a-1)! x**(a-1) exp(-bx)", r"b^a/(a-1)! \cdot x^{a-1} \exp(-b x)", "xab"),
    ("b^a x^(-a-1) exp(-b/x)/Gamma(a)", r"b^a x^{-a-1} \exp(-b/x)/\Gamma(a)", "xab"),
    ("(1-x)^(b-1) * b", "b (1−x)^(b−1)", "xb"),
    ("exp(-|x-m|/b)/(2b)", r"\exp\left(-\frac{\left|x-m\right|}{b}\right)/(2b)", "xmb"),
    ("abs(x-m)^3 |b|", r"\lvert x-m\rvert^3 \vert b\vert", "xmb"),
    ("||x|-1|", "abs(Abs(x)-1)", "x"),
    ("a 2^a x 3", r"a \cdot 2^a \cdot x \cdot 3", "xa"),
    ("|x| exp(-|x|) + |(x|m|)|", "abs(x) exp(-abs(x)) + abs(x abs(m))", "xm"),
]


@all_of(("text", "latex", "letters"), SAME)
def test_text_and_latex_are_one_formula(text: str, latex: str, letters: str) -> None:
    """A formula is the same tree in both spellings, up to the order of factors and joined products."""
    flat = [sorted(str(part) for part in read_formula(each, letters).walk() if not part.children)
            for each in (text, latex)]  # fmt: skip
    assert flat[0] == flat[1]


@all_of(
    ("text", "letters", "message"),
    [
        ("1/2s", "xs", "'/2s' is read in two ways: write /(2 s), or /2 s with a blank"),
        ("x/2(s+1)", "xs", "'/2(…)' is read in two ways: write /(2 (…)), or /2 (…) with a blank"),
        ("λe^-λx", "xλ", "'^λx' is read in two ways: write ^(λ x) or ^λ x"),
        ("ln x y", "xy", "'x y' is read in two ways here; write brackets"),
        ("x2", "x", "'x2': write x^2 or 2 x"),
        ("a2^a", "a", "'a2': write a^2 or 2 a"),
        ("1 1/2 x", "x", "'2 x' is read in two ways here; write brackets"),
        ("max(x)", "x", "max is not read in a density yet; it has exp, log, sqrt, abs"),
        ("|x|b|m|", "xbm", "bars side by side are read in two ways; write abs(…)"),
        ("|x| exp(-|x|)|m|", "xm", "bars side by side are read in two ways"),
        ("|2 |x| - 3|", "x", "bars side by side are read in two ways; write abs(…)"),
        ("|x", "x", "the bar '|' is not closed; write abs(…)"),
        ("x|", "x", "a bar stands alone; write |x - m| or abs(x - m)"),
        (r"\lvert x|", "x", "the bar '|' is not closed; write abs(…)"),
        (r"x\rvert", "x", "a bar stands alone"),
        ("lamda x", "xλ", "'lamda' is no letter of this family (did you mean 'lambda'?); it has x, λ"),
        ("x,2", "x", "a list, a percentage or an infinity is no part of a density"),
        ("", "x", "nothing to read; write a formula"),
    ],
)
def test_what_is_read_in_two_ways_is_refused(text: str, letters: str, message: str) -> None:
    """A refusal says both readings, or what is read."""
    with pytest.raises(Refusal) as refusal:
        read_formula(text, letters)
    assert str(refusal.value).startswith(message)


def test_a_blank_decides_what_a_slash_divides() -> None:
    """1/2 s is half of s; 1/(2 s) is its inverse."""
    assert read_formula("1/2 s", "s") != read_formula("1/(2 s)", "s")
    assert read_formula("1/2 s", "s") == read_formula("(1/2) s", "s")


@all_of(
    "text",
    [
        "9^9^9^9 x", "x^100000", "2^(3^(4^5)) x", "9**999 x", "999999! x", "Gamma(10^9) x", "1" * 399,
        "(" * 90 + "x" + ")" * 90, "x" * 399, "(" * 199, "x^" * 90 + "x", "-" * 190 + "x",
        "sqrt(" * 50 + "x" + ")" * 50, "1/" * 95 + "x", "x" * 100_000, "9e999 x", "x^(1/1000)",
        "__import__('os').system('x')", "x if x else x", "lambda: x", "x\x00", "x\u202e", "\u200bx",
        "{x", "\\frac{x", "\\frac", "x^", "x_{1}", "ℓ x", "x;x", "x = x", "${x}$${", "%x", "C(x",
        "C(x)", "exp", "exp()", "sqrt[", "\\sqrt[x", "a\\input{/etc/passwd}", "∞ x",
        "undefined", "½ x",
    ],
)  # fmt: skip
def test_hostile_text_is_refused_in_one_line(text: str) -> None:
    """Towers, huge literals, nesting and code are refused within the budget, in one line."""
    with pytest.raises(Refusal) as refusal:
        read_formula(text, "x")
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 300


def test_letters_have_one_sign() -> None:
    """A Greek letter is the same by its name, its command and its sign; numbers are no letters."""
    for word, sign in GREEK.items():
        assert read_letter(word) == read_letter("\\" + word) == read_letter(sign) == sign
    for text in ("e", "pi", "Γ", "C", "ab", "", "1", "x_1", "ℓ", "é"):
        with pytest.raises(Refusal):
            read_letter(text)
    assert letters_in("b^(g-1) exp(-h b) pi") == ("b", "g", "h")
