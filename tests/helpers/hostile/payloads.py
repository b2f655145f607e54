"""Texts that a reader could take for more than text; each is two columns wide or more."""

from __future__ import annotations

HTML = (
    "<b>b</b>", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>", "</td></tr></table>", "</title><p>", "</style><p>", "</script><p>",
    "</template><p>", "</math><p>", "</details></main>", "<math><mi>x</mi></math>",
    "<iframe src=//e.vil>", "<a href='//e.vil'>a</a>", "<base href=//e.vil>",
    "<link rel=stylesheet href=//e.vil>", "<meta http-equiv=refresh>", "<plaintext>", "<textarea>",
    "<pl-answer correct=\"true\">x</pl-answer>", "<pl-file-download>", "\" onclick=\"alert(1)",
    "' onclick='alert(1)", "\"><p>", "'><p>", "x onfocus=alert(1) autofocus", "&lt;b&gt;",
    "&#60;b&#62;", "&#x3c;b&#x3e;", "&amp;lt;", "&nbsp;", "&notin", "&copy", "&#0;", "&;",
    "javascript:alert(1)", "data:text/html,<p>", "vbscript:x", "https://e.vil/'onclick='x",
    "https://e.vil/?a=1&b=2", "style=color:red", "expression(alert(1))", "url(//e.vil)",
    "@import '//x'",
)  # fmt: skip
XML = (
    "]]>", "a]]>b", "<![CDATA[x]]>", "<!--", "-->", "<!-- x -->", "--!>", "<?php echo 1 ?>", "?>",
    "<?xml version='1.0'?>", "<!DOCTYPE x>", "<!ENTITY x 'y'>", "&x;", "&apos;", "xmlns='x'",
    "<x:y/>",
)  # fmt: skip
TEMPLATES = (
    "{{x}}", "{{{x}}}", "{{#x}}", "{{/x}}", "{{>x}}", "{{!x}}", "{{&x}}", "{{=<% %>=}}", "<%= 1 %>",
    "{% raw %}", "{# x #}", "{{ 1 + 1 }}", "${x}", "#{x}", "%(x)s", "{0}", "{x!r}", "%s%n", "{{{{",
    "{{{params.exactnb.stem}}}", "{{ 7*7 }}", "{{ self }}", "{{ x|safe }}", "{% endraw %}{{ 7*7 }}",
    "{%- if x -%}", "{% import 'os' %}", "{{ ''.__class__.__mro__ }}", "%}", "#}",
)  # fmt: skip
STACK = (
    "{@1+1@}", "{#1+1#}", "[[input:ans1]]", "[[validation:ans1]]", "[[feedback:prt1]]",
    "[[if test='1']]", "[[/if]]", "\"]; x: 1; a:[\"", "\\\"", "system(\"id\")$", ":lisp (quit)",
    "/* x", "*/", "kill(all);", "\\(x\\)", "\\[x\\]", "\\)", "$$x$$", "$x$", "\\begin{align}",
    "@@x@@",
)  # fmt: skip
PYTHON = (
    "'''", '"""', "\\'", "\"\\", "\\\\", "\\n", "\\u0041", "\\N{BULLET}", "'); import os; ('",
    "{__import__}", "### END HIDDEN TESTS", "### BEGIN SOLUTION", "# BEGIN TESTS", "%%bash", "!id",
    "%run x", "?help", "__import__('os')", "exec('1')", "f'{1}'", "lambda: 0",
)  # fmt: skip
QUESTIONS = (
    "=right", "~wrong", "x~y", "x~%100%y", "%100%x", "%50%", "}{", "{=x}", "{#1:0}", "::x::",
    "[html]", "[markdown]x", "//x", "x -> y", "####x", "#x", "$CATEGORY: x", "\\~", "\\{",
    "{1:SA:=x}", "{1:NUMERICAL:=1}", "}~", "&#125;", "{1:MC:%100%x}", "*=", "####",
)  # fmt: skip
LATEX = (
    "\\input{/etc/passwd}", "\\write18{id}", "\\end{document}", "\\begin{verbatim}", "\\def\\x{y}",
    "\\\\[8pt]", "[8pt]", "^^41", "^^M", "\\catcode`\\%=12", "%x", "x%", "a&b", "a_b", "a^b", "~~",
    "##", "{x", "x}", "$5 or $6", "\\item", "\\$", "\\href{javascript:x}{y}", "\\verb|x|", "--",
    "``x''", "?`", "\\csname x\\endcsname", "x\\", "\\hline", "\\multicolumn{9}{l}{x}",
)  # fmt: skip
TYPST = (
    "#import \"x\"", "#read(\"/etc/passwd\")", "#{1+1}", "#x", "#[x]", "<label>", "@ref",
    "#let x=1", "*b*", "_i_", "= h", "- x", "+ x", "/ a: b", "`x`", "\\u{41}", "#raw(\"x\")",
    "https://e.vil", "~-?", "\"; x; \"", "];x", "#sys.version", "//c", "/*c*/", "...", "1. x",
)  # fmt: skip
MARKDOWN = (
    "[a](javascript:alert(1))", "](javascript:alert(1))", "![x](//e.vil/x.png)", "[a]: //x", "[^1]",
    "[a][b]", "<//e.vil>", "<javascript:alert(1)>", "``", "```", "```{=html}", "`<b>`{=html}",
    "~~~", "`|`", "a|b|c", "|---|", "\\|", "# a", "> a", "- a", "* a", "1) a", "===", "***",
    "**b**", "__init__", "~a~", "^a^", ":smile:", "@user", "#123", "www.e.vil", "a@b.c", "{--a--}",
    "{.class}", "::: x", "$`x`$", "\\<b>", "<details>", "Table: x", ": x", "(1) a", "(@) a",
    "\"q\"", "'q'", "[ ] x", "\\pagebreak", "---",
)  # fmt: skip
CSV = (
    "=1+1", "+1+1", "-1+1", "@SUM(1)", "=cmd|' /C calc'!A0", "\uff1d1+1", "%x%", "|x|", "a,b",
    "a;b", 'a"b', '","', "=HYPERLINK(\"//e.vil\")", "'=1", "sep=;", "--1", "+-1",
)  # fmt: skip
JSON = (
    '{"a":1}', '"}', '","a":"', "\\u003cb\\u003e", "null,", "</script><script>", "__proto__",
    "{}[]",
)  # fmt: skip

STEERING = (
    "\x1b[31mred", "\x1b]0;x\x07", "\x9b31m", "q\x00z", "\x08\x08", "q\rz", "q\nz", "q\r\nz",
    "\t=1+1", "q\tz", "q\x0b\x0cz", "\x85qz", "q\u2028z", "q\u2029z", "\u202eevil", "\u2066x\u2069",
    "\u200eb", "\u200bb", "\ufeffx", "\ufffex", "\uffffx", "\U000e0041x", "q\x7fz", "\u061cx",
    "\xadb", "q\x1c\x1dz", "a\u0301" * 4, "\ufff9x\ufffb", "\U0001f468\u200d\U0001f469", "q\u00a0z",
    "x#\u20e3", "\u206fx", "\x01x", "\ue000x",
)  # fmt: skip
"""Texts whose signs steer a terminal, a line or the order of letters; none of them can be typeset."""

TYPESET = tuple(
    dict.fromkeys(
        (*HTML, *XML, *TEMPLATES, *STACK, *PYTHON, *QUESTIONS, *LATEX, *TYPST, *MARKDOWN, *CSV, *JSON)
    )
)
"""All others."""
