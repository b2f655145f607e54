"""Names for classes, columns, values and words: simple ones, and such as make trouble."""

SIMPLE_WORDS = ("red", "green", "blue", "tall", "flat", "sour", "old")
SIMPLE_COLUMNS = ("a", "b", "Sky", "w")
TEXT_WORDS = ("win", "cash", "lunch", "re", "soon")
SIMPLE_CLASSES = ("+", "-", "yes", "no", "mixed")

AWKWARD = (
    "not a", "a b", "a, b", "a|b", "a=b", "a:b", "a;b", "f(x)", 'say "no"', '"', "''", "P(x)", "=", "|",
    "\\", "\\alpha", "\\end{document}", "$x$", "50%", "a_b", "x^2", "#1", "{", "}", "{}", "~", "&",
    "`", "<b>", "1 - p", "-1", "0", "007", "1e3", "2/4", "k", "j", "x_{j}", "Naïve", "λ", "été", "-",
    "−", "+", "?!", "[", "]", "[8pt]", "@", "*", "/", "'", "x'", "e*", ".", ",", "--", "a" * 45,
)  # fmt: skip
"""Names that some language on the way gives a meaning of its own; pdflatex can print them all."""

UNPRINTABLE = ("\x1b[31mred\x1b[0m", "bell\x07", "tab\there", "two\nlines", "\u202eright", "a\u200bb")
"""Names that hold what may not reach a terminal."""

FOREIGN = ("日本", "кот", "🦆", "שלום")
"""Names that pdflatex has no signs for."""

HOSTILE = (
    "](javascript:alert(1))", "[a](javascript:alert(1))", "![x](//e.vil/x.png)", "[a]: //x", "[^1]",
    "<script>alert(1)</script>", "<!--", "&lt;b&gt;", "&#60;b&#62;", "`", "``", "`a``b`", "`|`", "\\|",
    "a|b|c", "|---|", "$$", "$|$", "\\$", "\\(x\\)", "\\[x\\]", "\\begin{align}", "a\\", "# a", "> a",
    "- a", "1. a", "===", "~~~", "```", "__init__", "_a_", "**b**", "~a~", "{--a--}", ":smile:", "@a",
    "#123", "http://e.vil", "www.e.vil", "a@b.c", "petal_length", "C#", "A&B", "$5 or $6",
    "$\\input{secrets}$", "</template><script>alert(1)</script>", "' onclick='alert(1)",
    "{{ 7*7 }}", "{% raw %}", "{# a #}",
)  # fmt: skip
"""Names that Markdown or HTML could take for more than names."""

TEMPLATES = (
    "<b>{class}</b>", "[{class}](x)", "`{class}`", "$${class}$", "a_b^c {class}", "{class}_{{x}}",
    "({class})_{{x}}^{+}", "*{class}*", "~{class}~", "{class}|{x}", "\\alpha{class}", "&lt;{class}",
    "@{class} :a: www.a", "# {class}", "- {class}", "1. {class}", "> {class}", "日{class} λ",
)  # fmt: skip
"""Notations that Markdown or HTML could take for more than names."""
