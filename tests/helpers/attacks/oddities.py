"""Odd names, numerals and texts, and ways to spoil a text or its bytes."""

from __future__ import annotations

import json
from random import Random

__all__ = ["FORMULAS", "NAMES", "NUMERALS", "in_quotes", "odd", "spoiled", "spoiled_bytes"]

NAMES = (
    "", " ", "a b", "a  b", "a,b", "a=b", "a|b", "a:b", "a;b", "(a)", "a)", '"', '""', 'a"b', "'",
    "'''", "not a", "not ", "not", "word", "class", "word=a", "P", "P(a)", "log", "prior", "total",
    "-", "+", "*", "?", "0", "1", "-0", "01", "1/2", "1e3", "true", "nan", "inf", "e", "π", "λ",
    "model", "undefined", "tie", "\u202ea\u202c", "\u200b", "\u00ad", "\ufeff", "e" + "\u0301" * 9,
    "\u0301", "👩\u200d💻", "ｗｉｄｅ", "ß", "ﬁ", "İ", "\x00", "\x1b[31m", "\x07", "\x7f", "\x85",
    "\u2028", "a\nb", "a\tb", "a\rb", "\\", "\\n", "$x$", "#", "%", "&", "~", "^", "_", "{", "}",
    "<b>", "[x](y)", "`", "|", "||", "-->", "</script>", "\\input{x}", "__proto__", ".", "..", "/",
    "a.b", "../x", "/etc/hostname", "q" * 50, "q" * 10_000, "\U000e0041", "\ue000", "\U0010ffff",
    "한글",
)  # fmt: skip
NUMERALS = (
    "0", "-0", "1", "-1", "2", "1/2", "3/0", "0/0", "0/1", "-1/2", "1/-2", "1e999", "1e1001",
    "1e-999", "1e30", "1e-30", "0x10", "0b1", "1_000", "1,000", "1,5", "1.5.2", ".5", "5.", "½", "٣",
    "Ⅷ", "²", "１", "−1", "+1", "--1", "1e", "e1", "1e+-1", "inf", "nan", "-inf", "NaN", "45%", "%",
    "1/2/3", "1 / 2", "1/2%", "9" * 40, "9" * 1_001, "9" * 5_000, "0." + "0" * 400 + "1", "0.(3)",
    "0.1", "0.30000000000000004", "1e0", "00", "007", "1/3", "7", "", "true", "12", "1e2", "100000",
    "1000000007",
)  # fmt: skip
FORMULAS = (
    "=1+1", "=HYPERLINK(\"http://x\")", "+1", "-1", "@SUM(1)", "\t=1", "=cmd|' /C calc'!A0", "＝1",
    "%0A=1", "|x",
)  # fmt: skip
_SIGNS = "\"'=,;:|()[]{}#\n\t\r \\.-+*/^_~%&$<>0123456789eaλπ√½²\u202e\u0301\x00\x1b"


def odd(dice: Random) -> str:
    """Return an odd name, numeral or formula of a spreadsheet."""
    return dice.choice(dice.choice((NAMES, NUMERALS, FORMULAS)))


def in_quotes(text: str) -> str:
    """Return a text as a string of TOML and of JSON."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def spoiled(dice: Random, text: str) -> str:
    """Return a text with something in it cut, doubled, moved, or put in."""
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        at, end = sorted((dice.randint(0, len(text)), dice.randint(0, len(text))))
        end = min(end, at + dice.choice((1, 1, 3, 10, 1000)))
        kind = dice.randrange(8)
        if kind == 0:
            text = text[:at] + text[end:]
        elif kind == 1:
            text = text[:end] + text[at:end] + text[end:]
        elif kind == 2:
            text = text[:at] + dice.choice(_SIGNS) + text[end:]
        elif kind == 3:
            text = text[:at] + odd(dice) + text[end:]
        elif kind == 4:
            text = text[:at] + dice.choice(_SIGNS) + text[at:]
        elif kind == 5:
            text = text[:at]
        elif kind == 6:
            lines = text.splitlines(keepends=True)
            dice.shuffle(lines)
            text = "".join(lines)
        else:
            nested = dice.choice(("(", "[", "{", "-", "log(", "'''", '"', "a.", "\n[[", "{a="))
            text = text[:at] + nested * dice.choice((2, 30, 3_000)) + text[at:]
    return text


def spoiled_bytes(dice: Random, text: str) -> bytes:
    """Return a text in a wrong encoding, or with some of its bytes changed."""
    kind = dice.randrange(6)
    if kind == 0:
        return text.encode(dice.choice(("utf-16", "utf-16-le", "utf-32", "utf-8-sig")), "replace")
    if kind == 1:
        return text.encode(dice.choice(("latin-1", "cp1252", "cp037")), "replace")
    data = bytearray(text.encode())
    for _ in range(dice.choice((1, 3, 30))):
        if data:
            at = dice.randrange(len(data))
            if kind == 2:
                data[at] = dice.randrange(256)
            elif kind == 3:
                data[at] ^= 1 << dice.randrange(8)
            elif kind == 4:
                del data[at:]
            else:
                data[at:at] = dice.randbytes(dice.choice((1, 4)))
    return bytes(data)
